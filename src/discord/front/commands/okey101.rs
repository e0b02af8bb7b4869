//! `/okey101`: opens a table of Okey 101.

use serenity::all::CreateAutocompleteResponse;

use super::Context;
use super::open::{ClockChoice, LevelChoice, Wanted, complete_rules, open};
use crate::discord::wire::send::SendFailure;
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::okey101::Options;
use crate::rules::okey101::options::Penalties;

/// House rules to begin with.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Okey101Preset {
    /// As the rule sheet has it.
    Sheet,
    /// As most public tables play.
    Cafe,
}

impl Okey101Preset {
    fn options(self) -> Options {
        match self {
            Self::Sheet => Options::preset("sheet"),
            Self::Cafe => Options::preset("cafe"),
        }
        .unwrap_or_default()
    }
}

/// What becomes of slips.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum PenaltiesChoice {
    /// They are refused.
    Assisted,
    /// They cost points.
    Strict,
}

impl From<PenaltiesChoice> for Penalties {
    fn from(choice: PenaltiesChoice) -> Self {
        match choice {
            PenaltiesChoice::Assisted => Self::Assisted,
            PenaltiesChoice::Strict => Self::Strict,
        }
    }
}

/// Opens a table of Okey 101.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[allow(
    clippy::too_many_arguments,
    reason = "one for each option of the command"
)]
pub async fn okey101(
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
    #[max = 21]
    rounds: Option<u8>,
    preset: Option<Okey101Preset>,
    teams: Option<bool>,
    penalties: Option<PenaltiesChoice>,
    raising_open: Option<bool>,
    rated: Option<bool>,
    #[autocomplete = "complete"]
    #[max_length = 1000]
    rules: Option<String>,
) -> Result<(), SendFailure> {
    let usual = preset.map_or_else(Options::default, Okey101Preset::options);
    let options = Options {
        rounds: rounds.map_or(usual.rounds, u32::from),
        teams: teams.unwrap_or(usual.teams),
        penalties: penalties.map_or(usual.penalties, Penalties::from),
        raising_open: raising_open.unwrap_or(usual.raising_open),
        ..usual
    };
    let wanted = Wanted {
        options: AnyOptions::Okey101(options),
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
    complete_rules(ctx, GameId::Okey101, typed)
}
