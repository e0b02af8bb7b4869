//! `/okey`: opens a table of Okey.

use serenity::all::CreateAutocompleteResponse;

use super::Context;
use super::open::{ClockChoice, LevelChoice, Wanted, complete_rules, open};
use crate::discord::wire::send::SendFailure;
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::okey;

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
    #[autocomplete = "complete"]
    #[max_length = 1000]
    rules: Option<String>,
) -> Result<(), SendFailure> {
    let mut options = preset.unwrap_or(OkeyPreset::Standard).options();
    if let Some(points) = points {
        options.start_points = points.into();
    }
    let wanted = Wanted {
        options: AnyOptions::Okey(options),
        rules,
        seats,
        computers,
        level,
        clock,
        rated,
    };
    open(ctx, wanted).await
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_rules(ctx, GameId::Okey, typed)
}
