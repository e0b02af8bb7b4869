//! Opening a table: what the commands of all games have in common.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use super::{Context, asked};
use crate::computers::Level;
use crate::discord::front::opened::missing_permissions;
use crate::discord::pages::rules_text::{self, BadRules};
use crate::discord::wire::send::SendFailure;
use crate::rules::any::{AnyOptions, GameId};
use crate::tables::{Declined, Opening, Preset};

/// What every command that opens a table asks for.
pub(super) struct Wanted {
    /// The house rules, without what `rules` changes.
    pub options: AnyOptions,
    /// Pairs that change the options.
    pub rules: Option<String>,
    /// How many play; as many as can if nothing is said.
    pub seats: Option<usize>,
    /// How many computers sit down at once.
    pub computers: Option<usize>,
    /// How well they play.
    pub level: Option<Level>,
    /// How fast the game goes.
    pub clock: Option<Preset>,
    /// Whether it counts.
    pub rated: Option<bool>,
}

/// Completes the house rules while they are typed, beside those of the rest of the command.
pub(super) fn complete_rules(
    ctx: Context<'_>,
    options: &AnyOptions,
    typed: &str,
) -> CreateAutocompleteResponse {
    let seats = seats_typed(ctx, options.game());
    let offers = rules_text::complete(asked(ctx).words, options, seats, typed);
    let choices = offers
        .into_iter()
        .map(|offer| AutocompleteChoice::new(offer.name, offer.value))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The seats that are asked for in the command that is being typed.
fn seats_typed(ctx: Context<'_>, game: GameId) -> usize {
    let (least, most) = game.seats().into_inner();
    let options = ctx.interaction.data.options();
    let mut seats = options.iter().filter(|option| option.name == "seats");
    match seats.next().map(|option| &option.value) {
        Some(ResolvedValue::Integer(seats)) => {
            usize::try_from(*seats).map_or(most, |seats| seats.clamp(least, most))
        }
        _ => most,
    }
}

/// Opens the table, or says why not.
pub(super) async fn open(ctx: Context<'_>, wanted: Wanted) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), &asked(ctx));
    let words = asked.words;
    let Some(server) = asked.server else {
        return asked.tell(&front.sender, words.only_in_server()).await;
    };
    if let Some(missing) = missing_permissions(front, asked) {
        return asked
            .tell(&front.sender, words.missing_permissions(&missing))
            .await;
    }
    let mut options = wanted.options;
    if let Err(bad) = rules_text::read(&wanted.rules.unwrap_or_default(), &mut options) {
        return match bad {
            BadRules::NoPair(part) => {
                let sentence = rules_text::no_pair(words, &part, options.game());
                asked.tell(&front.sender, sentence).await
            }
            BadRules::Unclosed(aside) => {
                let sentence = rules_text::unclosed_aside(words, &aside);
                asked.tell(&front.sender, sentence).await
            }
            BadRules::Refused(refusal) => {
                front
                    .tell_not_opened(asked, &Declined::Rules(refusal))
                    .await
            }
        };
    }
    let usual = front.settings.server(asked.server);
    let opening = Opening {
        seats: wanted.seats.unwrap_or(*options.game().seats().end()),
        options,
        server: Some(server),
        channel: asked.channel,
        parent: asked.channel_above(),
        own_thread: false,
        host: asked.person,
        press: asked.press,
        computers: wanted.computers.unwrap_or(0),
        level: wanted.level.unwrap_or(usual.usual_level()),
        preset: wanted.clock.unwrap_or(usual.usual_preset()),
        language: asked.public_locale.clone(),
        rated: wanted.rated.unwrap_or(usual.usual_rated()),
        again: None,
    };
    front.opens(asked, opening).await
}
