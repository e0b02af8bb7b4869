//! `istaka shuffles`: whether a game's decks are even, and whether wrong shuffles would be found.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use super::told::tell;
use super::{CliFailure, choices};
use crate::arena::evenness::{Control, Evenness, Shuffles};
use crate::rules::any::GameId;

/// More decks are a typing mistake: they would take days.
const MOST_DECKS: u64 = 1_000_000_000;
/// With fewer than so many decks chi-square says little.
const FEWEST_DECKS: u64 = 1_000;
/// More threads than any machine has use for.
const MOST_THREADS: u64 = 1024;

/// The flags of `istaka shuffles`.
#[derive(Args, Clone, Debug)]
pub(super) struct ShufflesArgs {
    /// Which game
    #[arg(value_parser = choices::game())]
    game: GameId,
    /// How many decks
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(FEWEST_DECKS..=MOST_DECKS))]
    decks: u64,
    /// What decides all decks
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Shuffle wrongly on purpose: then the answer has to be no
    #[arg(long, value_name = "NAME", value_parser = control())]
    control: Option<Control>,
    /// On how many threads; the decks do not depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    threads: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn control() -> impl TypedValueParser<Value = Control> {
    let controls = PossibleValuesParser::new(Control::ALL.map(Control::name));
    controls.map(|name| Control::from_name(&name).expect("only names of controls are possible"))
}

/// Deals, counts, and says what came of it; "not even" is a failure of its own.
pub(super) fn shuffles(args: &ShufflesArgs) -> Result<(), CliFailure> {
    let shuffles = Shuffles {
        options: args.game.default_options(),
        seats: *args.game.seats().end(),
        decks: args.decks,
        seed: args.seed,
        threads: args.threads as usize,
        control: args.control,
    };
    let counted = shuffles.counted();
    let counted = counted.ok_or_else(|| CliFailure::bad("this game shuffles nothing"))?;
    if args.json {
        tell(as_json(args, &counted))?;
    } else {
        tell(words(args, &counted))?;
    }
    if counted.is_even() {
        Ok(())
    } else {
        Err(CliFailure::No)
    }
}

fn as_json(args: &ShufflesArgs, counted: &Evenness) -> serde_json::Value {
    json!({
        "game": args.game.id(),
        "decks": args.decks,
        "seed": args.seed,
        "control": args.control.map(Control::name),
        "places": counted.places,
        "pieces": counted.pieces,
        "chi_square": counted.chi_square,
        "freedom": counted.freedom,
        "deviations": counted.deviations,
        "likelihood": counted.likelihood,
        "ok": counted.is_even(),
    })
}

fn words(args: &ShufflesArgs, counted: &Evenness) -> String {
    let verdict = if counted.is_even() {
        "even"
    } else {
        "not even"
    };
    let how = match args.control {
        Some(control) => format!(" shuffled wrongly ({})", control.name()),
        None => String::new(),
    };
    format!(
        "{} decks of {}{how}, {} places, {} different pieces: chi-square {:.1} at {:.0} degrees of freedom, \
         {:+.2} standard deviations (p = {:.2e}): {verdict}",
        args.decks,
        args.game.id(),
        counted.places,
        counted.pieces,
        counted.chi_square,
        counted.freedom,
        counted.deviations,
        counted.likelihood,
    )
}
