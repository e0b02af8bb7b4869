//! Opening a table: one command for each game.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, Permissions, ResolvedValue};

use super::{Context, asked};
use crate::computers::Level;
use crate::discord::asked::Asked;
use crate::discord::rules_text::{self, BadRules};
use crate::discord::send::SendFailure;
use crate::discord::words::Words;
use crate::discord::{Front, lobby};
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::okey;
use crate::tables::{Declined, Look, Opening, Preset, Table};

/// How fast a game goes.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum ClockChoice {
    /// 30 seconds a turn.
    Fast,
    /// 60 seconds a turn.
    Normal,
    /// Three minutes a turn.
    Relaxed,
    /// A day a turn.
    Days,
}

impl From<ClockChoice> for Preset {
    fn from(choice: ClockChoice) -> Self {
        match choice {
            ClockChoice::Fast => Self::Fast,
            ClockChoice::Normal => Self::Normal,
            ClockChoice::Relaxed => Self::Relaxed,
            ClockChoice::Days => Self::Days,
        }
    }
}

/// How well computers play.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum LevelChoice {
    /// For beginners.
    Easy,
    /// One move ahead.
    Medium,
}

impl From<LevelChoice> for Level {
    fn from(choice: LevelChoice) -> Self {
        match choice {
            LevelChoice::Easy => Self::Easy,
            LevelChoice::Medium => Self::Medium,
        }
    }
}

/// House rules to begin with.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum OkeyPreset {
    /// As usual.
    Standard,
    /// With half the points.
    Short,
    /// Opposite seats together.
    Partners,
}

impl OkeyPreset {
    fn options(self) -> okey::Options {
        let usual = okey::Options::default();
        match self {
            Self::Standard => usual,
            Self::Short => okey::Options {
                start_points: 10,
                ..usual
            },
            Self::Partners => okey::Options {
                partnership: true,
                ..usual
            },
        }
    }
}

/// Opens a table of Okey.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[allow(
    clippy::too_many_arguments,
    reason = "one for each option of the command"
)]
pub async fn okey(
    ctx: Context<'_>,
    #[min = 0]
    #[max = 3]
    computers: Option<u8>,
    level: Option<LevelChoice>,
    #[min = 2]
    #[max = 4]
    seats: Option<u8>,
    clock: Option<ClockChoice>,
    #[min = 1]
    #[max = 100]
    points: Option<u8>,
    preset: Option<OkeyPreset>,
    rated: Option<bool>,
    #[autocomplete = "complete_rules"]
    #[max_length = 1000]
    rules: Option<String>,
) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let mut options = preset.unwrap_or(OkeyPreset::Standard).options();
    if let Some(points) = points {
        options.start_points = points.into();
    }
    let wanted = Wanted {
        options: AnyOptions::Okey(options),
        rules: rules.unwrap_or_default(),
        seats: seats.map_or(4, usize::from),
        computers: computers.map_or(0, usize::from),
        level: level.map(Level::from),
        clock: clock.map(Preset::from),
        rated,
    };
    open(ctx.data(), &asked, &wanted).await
}

async fn complete_rules(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let options = GameId::Okey.default_options();
    let offers = rules_text::complete(asked(ctx).words, &options, seats_typed(ctx), typed);
    let choices = offers
        .into_iter()
        .map(|offer| AutocompleteChoice::new(offer.name, offer.value))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The seats that are asked for in the command that is being typed.
fn seats_typed(ctx: Context<'_>) -> usize {
    let options = ctx.interaction.data.options();
    let mut seats = options.iter().filter(|option| option.name == "seats");
    match seats.next().map(|option| &option.value) {
        Some(ResolvedValue::Integer(seats)) => usize::try_from(*seats).unwrap_or(4).clamp(2, 4),
        _ => 4,
    }
}

struct Wanted {
    options: AnyOptions,
    /// Pairs that change the options.
    rules: String,
    seats: usize,
    computers: usize,
    level: Option<Level>,
    clock: Option<Preset>,
    rated: Option<bool>,
}

async fn open(front: &Front, asked: &Asked, wanted: &Wanted) -> Result<(), SendFailure> {
    let words = asked.words;
    let Some(server) = asked.server else {
        return asked.tell(&front.sender, words.only_in_server()).await;
    };
    if let Some(missing) = missing_permissions(front, asked) {
        return asked
            .tell(&front.sender, words.missing_permissions(&missing))
            .await;
    }
    let mut options = wanted.options.clone();
    if let Err(bad) = rules_text::read(&wanted.rules, &mut options) {
        return match bad {
            BadRules::NoPair(part) => {
                let sentence = rules_text::no_pair(words, &part);
                asked.tell(&front.sender, sentence).await
            }
            BadRules::Refused(refusal) => {
                tell_declined(front, asked, &Declined::Rules(refusal)).await
            }
        };
    }
    let usual = front.settings.server(asked.server);
    let opening = Opening {
        options,
        seats: wanted.seats,
        server: Some(server),
        channel: asked.channel,
        parent: asked.parent,
        host: asked.person,
        press: asked.press,
        computers: wanted.computers,
        level: wanted.level.unwrap_or(usual.usual_level()),
        preset: wanted.clock.unwrap_or(usual.usual_preset()),
        language: asked.public_locale.clone(),
        rated: wanted.rated.unwrap_or(usual.usual_rated()),
    };
    if front.makes_thread(asked) {
        return front.open_in_thread(asked, opening).await;
    }
    match front.hall.open(opening).await {
        Ok(look) => show_lobby(front, asked, &look).await,
        Err(declined) => tell_declined(front, asked, &declined).await,
    }
}

async fn show_lobby(front: &Front, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
    front.panels.offer(&look.table, asked);
    front.keepers.lobby_told(look);
    let note = lobby::note(Words::of(&look.language), look);
    front.answer_with_new_lobby(asked, look, &note).await
}

async fn tell_declined(
    front: &Front,
    asked: &Asked,
    declined: &Declined,
) -> Result<(), SendFailure> {
    let sentence = declined_sentence(front, asked, declined).await;
    asked.tell(&front.sender, sentence).await
}

/// Why no table was opened; where there is one already, with its link.
pub async fn declined_sentence(front: &Front, asked: &Asked, declined: &Declined) -> String {
    if let Declined::ChannelBusy { table } = declined
        && let Some(table) = front.hall.table(table)
    {
        let link = link(&table).await.unwrap_or_default();
        return asked.words.channel_busy(&link);
    }
    crate::discord::declined::sentence(asked.words, declined, None)
}

/// Where the newest message of a table stands.
pub async fn link(table: &Table) -> Option<String> {
    table.look(None, None).await.ok()?.places.link()
}

/// The names of the rights that the bot lacks here; `None` if it has all it needs.
fn missing_permissions(front: &Front, asked: &Asked) -> Option<String> {
    let may = asked.bot_may?;
    if may.contains(Permissions::ADMINISTRATOR) {
        return None;
    }
    let mut needed = vec![(Permissions::VIEW_CHANNEL, "view")];
    if asked.is_in_thread() {
        needed.push((Permissions::SEND_MESSAGES_IN_THREADS, "send_threads"));
    } else if !front.makes_thread(asked) {
        needed.push((Permissions::SEND_MESSAGES, "send"));
    }
    needed.push((Permissions::ATTACH_FILES, "attach"));
    let missing: Vec<String> = needed
        .iter()
        .filter(|(right, _)| !may.contains(*right))
        .map(|(_, name)| asked.words.permission(name))
        .collect();
    (!missing.is_empty()).then(|| missing.join(", "))
}
