//! `istaka adversaries`: whether a game holds, whatever is tried with it.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

use super::CliFailure;
use super::told::tell;
use crate::arena::adversaries::{Adversaries, Broken, Survived, Way};
use crate::rules::any::GameId;

/// More actions are a typing mistake: they would take days.
const MOST_ACTIONS: u64 = 1_000_000_000;
/// More threads than any machine has use for.
const MOST_THREADS: u64 = 1024;
/// The name of all games together.
const ALL: &str = "all";

/// The flags of `istaka adversaries`.
#[derive(Args, Clone, Debug)]
pub(super) struct AdversariesArgs {
    /// Which game, or all of them
    #[arg(value_name = "GAME", value_parser = games())]
    games: Games,
    /// How many actions are tried in each game
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=MOST_ACTIONS))]
    actions: u64,
    /// What decides all of them
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// On how many threads; neither the actions nor the digest depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    threads: u64,
    /// Print a line of JSON for each game
    #[arg(long)]
    json: bool,
}

/// One game, or all.
#[derive(Clone, Debug)]
struct Games(Vec<GameId>);

fn games() -> impl TypedValueParser<Value = Games> {
    let ids = GameId::ALL.iter().map(|game| game.id());
    PossibleValuesParser::new(ids.chain([ALL])).map(|name| {
        let one = GameId::from_id(&name).map(|game| vec![game]);
        Games(one.unwrap_or_else(|| GameId::RELEASED.to_vec()))
    })
}

/// Tries all, and says for each game what came of it; a game that gave way is a failure of its own.
pub(super) fn adversaries(args: &AdversariesArgs) -> Result<(), CliFailure> {
    let mut hold = true;
    for game in &args.games.0 {
        let adversaries = Adversaries {
            game: *game,
            actions: args.actions,
            seed: args.seed,
            threads: args.threads as usize,
        };
        let begun = Instant::now();
        let tried = adversaries.try_all();
        hold &= tried.is_ok();
        if args.json {
            tell(as_json(&adversaries, &tried, begun.elapsed()))?;
        } else {
            tell(words(&adversaries, &tried, begun.elapsed()))?;
        }
    }
    if hold { Ok(()) } else { Err(CliFailure::No) }
}

fn as_json(adversaries: &Adversaries, tried: &Result<Survived, Broken>, took: Duration) -> Value {
    let survived = tried.as_ref().ok();
    let tries = survived.map(|survived| survived.tries);
    let ways = tries.map(|tries| {
        let ways = Way::ALL.into_iter().zip(tries.ways);
        let ways = ways.map(|(way, (tried, accepted))| {
            (
                way.name().to_owned(),
                json!({ "tried": tried, "accepted": accepted }),
            )
        });
        ways.collect::<serde_json::Map<_, _>>()
    });
    json!({
        "game": adversaries.game.id(),
        "actions": adversaries.actions,
        "seed": adversaries.seed,
        "ok": tried.is_ok(),
        "fault": tried.as_ref().err().map(ToString::to_string),
        "digest": survived.map(|survived| &survived.digest),
        "accepted": tries.map(|tries| tries.accepted()),
        "unlisted": tries.map(|tries| tries.unlisted),
        "out_of_turn": tries.map(|tries| tries.out_of_turn),
        "games": tries.map(|tries| tries.games),
        "ended": tries.map(|tries| tries.ended),
        "rounds": tries.map(|tries| tries.rounds),
        "events": tries.map(|tries| tries.events),
        "ways": ways,
        "seconds": took.as_secs_f64(),
    })
}

fn words(adversaries: &Adversaries, tried: &Result<Survived, Broken>, took: Duration) -> String {
    let Adversaries {
        game,
        actions,
        seed,
        threads: _,
    } = adversaries;
    let what = format!("{}, seed {seed}", game.id());
    let survived = match tried {
        Ok(survived) => survived,
        Err(broken) => return format!("{what}: this must never happen: {broken}"),
    };
    let tries = survived.tries;
    let mut text = format!(
        "{what}: {actions} actions in {} games ({} ended) of {} rounds, each played, read again and played again, in {:.1} s\n\
         \x20 accepted {}, refused {}; not listed and accepted {}; out of turn {}; events {}\n ",
        tries.games,
        tries.ended,
        tries.rounds,
        took.as_secs_f64(),
        tries.accepted(),
        actions - tries.accepted(),
        tries.unlisted,
        tries.out_of_turn,
        tries.events,
    );
    for (way, (tried, accepted)) in Way::ALL.into_iter().zip(tries.ways) {
        // Writing into a text never fails.
        let _ = write!(text, " {} {accepted}/{tried}", way.name());
    }
    let _ = write!(text, "\n  nothing gave way; digest {}", survived.digest);
    text
}
