//! `istaka simulate`: plays computers against each other and says what came of it.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::told::tell;
use super::{CliFailure, choices};
use crate::arena::contest::{Contest, Kind, Report, SeatShares};
use crate::arena::statistics::Mean;
use crate::computers::Level;
use crate::rules::any::{BestPoints, GameId};

/// More games are a typing mistake: they would take weeks.
const MOST_GAMES: u64 = 100_000_000;
/// More threads than any machine has use for.
const MOST_THREADS: u64 = 1024;

/// The flags of `istaka simulate`.
#[derive(Args, Clone, Debug)]
pub(super) struct SimulateArgs {
    /// Which game
    #[arg(value_parser = choices::game())]
    game: GameId,
    /// How many whole games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// What decides all deals; equal seeds give equal games
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Who plays, for instance easy,easy,medium,easy; they move round the seats, and get the same deals at each place
    #[arg(long, required = true, value_name = "LEVELS", value_delimiter = ',', value_parser = choices::level())]
    seats: Vec<Level>,
    /// On how many threads; the games do not depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    threads: u64,
    /// House rules, for instance "start_points=10 partnership=true"
    #[arg(long, value_name = "RULES", default_value = "")]
    rules: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays, and prints the result.
pub(super) fn simulate(args: &SimulateArgs) -> Result<(), CliFailure> {
    let contest = contest(args).map_err(CliFailure::bad)?;
    let begun = Instant::now();
    let report = contest.hold().map_err(CliFailure::bad)?;
    let took = begun.elapsed();
    let told = if args.json {
        as_json(&contest, &report, took).to_string()
    } else {
        words(&contest, &report, took)
    };
    tell(told)
}

fn contest(args: &SimulateArgs) -> Result<Contest, String> {
    let mut options = args.game.default_options();
    for part in args.rules.split_whitespace() {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("{:?} is no rule: write name=value", shortened(part)))?;
        options
            .set(name, value)
            .map_err(|refusal| refusal.to_string())?;
    }
    options
        .check(args.seats.len())
        .map_err(|refusal| refusal.to_string())?;
    Ok(Contest {
        options,
        seats: args.seats.clone(),
        games: args.games,
        seed: args.seed,
        threads: args.threads as usize,
    })
}

/// Keeps what was typed short enough for one line.
fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}

fn per_second(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64().max(f64::EPSILON)
}

fn micros(took: Duration) -> f64 {
    took.as_nanos() as f64 / 1000.0
}

fn as_json(contest: &Contest, report: &Report, took: Duration) -> Value {
    let kind = |kind: &Kind| {
        json!({
            "level": kind.level,
            "seats": kind.seats,
            "games": kind.games,
            "places": kind.places,
            "wins": kind.wins,
            "firsts": kind.firsts,
            "points": kind.points,
            "round_points": kind.round_points,
            "rounds_won": kind.rounds_won,
            "round_share": kind.rounds,
            "decisions": kind.times.count(),
            "decision_us": {
                "p50": micros(kind.times.percentile(50)),
                "p99": micros(kind.times.percentile(99)),
                "max": micros(kind.times.longest()),
            },
        })
    };
    let seat = |seat: &SeatShares| json!({ "round_share": seat.rounds, "firsts": seat.firsts });
    json!({
        "game": contest.options.game().id(),
        "fewer_points_win": contest.options.game().best_points() == BestPoints::Fewest,
        "fewer_round_points_win": contest.options.game().best_round_points() == BestPoints::Fewest,
        "seats": contest.seats,
        "seed": contest.seed,
        "threads": contest.threads,
        "games": report.games,
        "drawn_games": report.drawn_games,
        "rounds": report.rounds,
        "drawn_rounds": report.drawn_rounds,
        "team_rounds": report.team_rounds,
        "seconds": took.as_secs_f64(),
        "games_per_second": per_second(report.games, took),
        "rounds_per_second": per_second(report.rounds, took),
        "kinds": report.kinds.iter().map(kind).collect::<Vec<_>>(),
        "by_seat": report.by_seat.iter().map(seat).collect::<Vec<_>>(),
    })
}

fn words(contest: &Contest, report: &Report, took: Duration) -> String {
    let Report {
        games,
        drawn_games,
        rounds,
        drawn_rounds,
        ..
    } = report;
    let nobody = Ending::of(report).nobody();
    let mut text = format!(
        "{games} games ({drawn_games} drawn) of {rounds} rounds ({drawn_rounds} {nobody}) in {:.1} s: \
         {:.1} games/s, {:.0} rounds/s on {} thread(s)",
        took.as_secs_f64(),
        per_second(*games, took),
        per_second(*rounds, took),
        contest.threads,
    );
    for kind in &report.kinds {
        // Writing into a text never fails.
        let _ = write!(text, "\n{}", kind_words(contest, kind, Ending::of(report)));
    }
    for (index, seat) in report.by_seat.iter().enumerate() {
        let (rounds, firsts) = (share(seat.rounds), share(seat.firsts));
        let best = Ending::of(report).best().trim_end();
        let _ = write!(
            text,
            "\nseat {}: {best} {rounds}, firsts {firsts}",
            index + 1
        );
    }
    text
}

fn kind_words(contest: &Contest, kind: &Kind, ending: Ending) -> String {
    let seats = contest.seats.len();
    let places: Vec<String> = kind.places.iter().map(u64::to_string).collect();
    let mut lines = vec![
        format!("{} on {} of {seats} seats", kind.level.name(), kind.seats),
        format!(
            "  results     {} (places {})",
            kind.games,
            places.join(" / ")
        ),
        format!("  wins        {}", share(kind.wins)),
        format!("  firsts      {}", share(kind.firsts)),
    ];
    lines.extend(points_words(contest, kind));
    lines.push(format!(
        "  {}  {}: {} of all {} (equal players: {:.1} %)",
        ending.best(),
        kind.rounds_won,
        share(kind.rounds),
        ending.reached(),
        100.0 * kind.seats as f64 / seats as f64
    ));
    lines.push(format!(
        "  decisions   {}: p50 {:.1} µs, p99 {:.1} µs, max {:.1} µs",
        kind.times.count(),
        micros(kind.times.percentile(50)),
        micros(kind.times.percentile(99)),
        micros(kind.times.longest())
    ));
    lines.join("\n")
}

/// The points of whole games, and of rounds where they are written down.
fn points_words(contest: &Contest, kind: &Kind) -> Vec<String> {
    let game = contest.options.game();
    let fewer = |best| match best {
        BestPoints::Most => "",
        BestPoints::Fewest => ", fewer win",
    };
    let points = |mean: Mean| mean_words(mean, 1.0, "");
    let of_games = kind.points.map_or("-".to_owned(), points);
    let of_rounds = kind.round_points.map(points);
    let of_rounds = of_rounds
        .map(|points| format!("  a round     {points}{}", fewer(game.best_round_points())));
    let mut lines = vec![format!(
        "  points      {of_games}{}",
        fewer(game.best_points())
    )];
    lines.extend(of_rounds);
    lines
}

/// How a round ends that somebody ends best, in words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Somebody wins it, or a team.
    Won,
    /// Somebody finishes, and everybody's points are written down.
    Finished,
}

impl Ending {
    fn of(report: &Report) -> Self {
        let is_scored = |kind: &Kind| kind.round_points.is_some();
        if report.team_rounds == 0 && report.kinds.iter().any(is_scored) {
            Self::Finished
        } else {
            Self::Won
        }
    }

    /// What a round is that nobody ended best.
    fn nobody(self) -> &'static str {
        match self {
            Self::Won => "drawn",
            Self::Finished => "finished by nobody",
        }
    }

    /// What the rounds of a kind are called that it ended best, as wide as the other names.
    fn best(self) -> &'static str {
        match self {
            Self::Won => "rounds won",
            Self::Finished => "finishes  ",
        }
    }

    /// What they were.
    fn reached(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Finished => "finished",
        }
    }
}

/// A share in a hundred. There is none below nothing or above all: an interval that reaches beyond is cut there.
fn share(mean: Option<Mean>) -> String {
    let within = |mean: Mean| Mean {
        low: mean.low.map(|low| low.max(0.0)),
        high: mean.high.map(|high| high.min(1.0)),
        ..mean
    };
    mean.map_or("-".to_owned(), |mean| mean_words(within(mean), 100.0, " %"))
}

fn mean_words(mean: Mean, times: f64, unit: &str) -> String {
    let told = format!("{:.2}{unit}", mean.mean * times);
    match (mean.low, mean.high) {
        (Some(low), Some(high)) => {
            format!(
                "{told} (95 %: {:.2} to {:.2}{unit})",
                low * times,
                high * times
            )
        }
        _ => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_share_is_told_as_less_than_nothing_or_more_than_all() {
        for (low, high, told) in [
            (0.2311, 1.1022, "50.00 % (95 %: 23.11 to 100.00 %)"),
            (-0.25, 0.75, "50.00 % (95 %: 0.00 to 75.00 %)"),
        ] {
            let mean = Mean {
                mean: 0.5,
                low: Some(low),
                high: Some(high),
            };
            assert_eq!(share(Some(mean)), told);
        }
        assert_eq!(share(None), "-");
    }
}
