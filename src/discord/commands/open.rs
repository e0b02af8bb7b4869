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
use crate::tables::{Declined, Look, Opening, PlacesChange, Preset, Table};

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
#[allow(
    clippy::too_many_arguments,
    reason = "each is an option of the slash command"
)]
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
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
        level: level.map_or(Level::Medium, Level::from),
        clock: clock.map_or(Preset::Normal, Preset::from),
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
    level: Level,
    clock: Preset,
}

async fn open(front: &Front, asked: &Asked, wanted: &Wanted) -> Result<(), SendFailure> {
    let words = asked.words;
    let Some(server) = asked.server else {
        return asked.tell(&front.sender, words.only_in_server()).await;
    };
    if let Some(missing) = missing_permissions(asked) {
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
    let opening = Opening {
        options,
        seats: wanted.seats,
        server: Some(server),
        channel: asked.channel,
        host: asked.person,
        press: asked.press,
        computers: wanted.computers,
        level: wanted.level,
        preset: wanted.clock,
        language: asked.public_locale.clone(),
    };
    match front.hall.open(opening).await {
        Ok(look) => show_lobby(front, asked, &look).await,
        Err(declined) => tell_declined(front, asked, &declined).await,
    }
}

async fn show_lobby(front: &Front, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
    front.panels.offer(&look.table, asked);
    front.keepers.lobby_told(look);
    let note = lobby::note(Words::of(&look.language), look);
    let message = asked.answer_for_id(&front.sender, &note).await?;
    if let Some(table) = front.hall.table(&look.table)
        && let Err(declined) = table.remember(PlacesChange::lobby(message)).await
    {
        tracing::warn!(table = %look.table, %declined, "the place of a lobby was not remembered");
    }
    Ok(())
}

async fn tell_declined(
    front: &Front,
    asked: &Asked,
    declined: &Declined,
) -> Result<(), SendFailure> {
    if let Declined::ChannelBusy { table } = declined
        && let Some(table) = front.hall.table(table)
    {
        let sentence = asked
            .words
            .channel_busy(&link(&table).await.unwrap_or_default());
        return asked.tell(&front.sender, sentence).await;
    }
    let sentence = crate::discord::declined::sentence(asked.words, declined, None);
    asked.tell(&front.sender, sentence).await
}

/// Where the newest message of a table stands.
pub async fn link(table: &Table) -> Option<String> {
    let places = table.look(None, None).await.ok()?.places;
    let message = places.board.or(places.lobby)?;
    let server = places.server?;
    Some(format!(
        "https://discord.com/channels/{server}/{}/{message}",
        places.channel
    ))
}

/// The names of the rights that the bot lacks here; `None` if it has all it needs.
fn missing_permissions(asked: &Asked) -> Option<String> {
    let may = asked.bot_may?;
    if may.contains(Permissions::ADMINISTRATOR) {
        return None;
    }
    let needed = [
        (Permissions::VIEW_CHANNEL, "view"),
        (Permissions::SEND_MESSAGES, "send"),
        (Permissions::ATTACH_FILES, "attach"),
    ];
    // In a thread the right to write has another name.
    let writes_in_thread = may.contains(Permissions::SEND_MESSAGES_IN_THREADS);
    let lacks = |(right, name): &(Permissions, &str)| {
        !(may.contains(*right) || *name == "send" && writes_in_thread)
    };
    let missing: Vec<String> = needed
        .iter()
        .filter(|need| lacks(need))
        .map(|(_, name)| asked.words.permission(name))
        .collect();
    (!missing.is_empty()).then(|| missing.join(", "))
}
