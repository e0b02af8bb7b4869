//! `istaka simulate`: plays computers against each other and says what came of it.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::CliFailure;
use crate::arena::contest::{Contest, Kind, Report};
use crate::arena::statistics::Mean;
use crate::computers::Level;
use crate::rules::any::GameId;

/// More games are a typing mistake: they would take weeks.
const MOST_GAMES: u64 = 100_000_000;
/// More threads than any machine has use for.
const MOST_THREADS: u64 = 1024;

/// The flags of `istaka simulate`.
#[derive(Args, Clone, Debug)]
pub struct SimulateArgs {
    /// Which game, for instance okey
    game: String,
    /// How many whole games
    #[arg(long, value_name = "N")]
    games: String,
    /// What decides all deals; equal seeds give equal games
    #[arg(long, value_name = "S")]
    seed: String,
    /// Who plays, for instance easy,easy,medium,easy; all orders of these seats get the same deals
    #[arg(long, value_name = "LEVELS")]
    seats: String,
    /// On how many threads; the games do not depend on it
    #[arg(long, value_name = "T", default_value = "1")]
    threads: String,
    /// House rules, for instance "start_points=10 partnership=true"
    #[arg(long, value_name = "RULES", default_value = "")]
    rules: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays, and prints the result.
pub fn simulate(args: &SimulateArgs) -> Result<(), CliFailure> {
    let contest = read(args).map_err(CliFailure::bad)?;
    let begun = Instant::now();
    let report = contest.hold().map_err(CliFailure::bad)?;
    let took = begun.elapsed();
    let told = match args.json {
        true => as_json(args, &contest, &report, took).to_string(),
        false => words(&contest, &report, took),
    };
    println!("{told}");
    Ok(())
}

fn read(args: &SimulateArgs) -> Result<Contest, String> {
    let game = GameId::from_id(&args.game).ok_or_else(|| {
        let games: Vec<&str> = GameId::ALL.iter().map(|game| game.id()).collect();
        format!(
            "{:?} is no game; there is {}",
            shortened(&args.game),
            games.join(", ")
        )
    })?;
    let seats = args
        .seats
        .split(',')
        .map(level)
        .collect::<Result<Vec<_>, _>>()?;
    let mut options = game.default_options();
    for part in args.rules.split_whitespace() {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("{:?} is no rule: write name=value", shortened(part)))?;
        options
            .set(name, value)
            .map_err(|refusal| refusal.to_string())?;
    }
    options
        .check(seats.len())
        .map_err(|refusal| refusal.to_string())?;
    Ok(Contest {
        options,
        seats,
        games: number("games", &args.games, 1..=MOST_GAMES)?,
        seed: number("seed", &args.seed, 0..=u64::MAX)?,
        threads: number("threads", &args.threads, 1..=MOST_THREADS)? as usize,
    })
}

fn level(name: &str) -> Result<Level, String> {
    Level::from_name(name.trim()).ok_or_else(|| {
        let levels: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        format!(
            "{:?} is no level; there are {}",
            shortened(name),
            levels.join(", ")
        )
    })
}

fn number(name: &str, text: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let read = text
        .trim()
        .parse()
        .ok()
        .filter(|number| range.contains(number));
    read.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        format!(
            "--{name} is a number from {least} to {most}, not {:?}",
            shortened(text)
        )
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

fn as_json(args: &SimulateArgs, contest: &Contest, report: &Report, took: Duration) -> Value {
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
    json!({
        "game": args.game,
        "fewer_points_win": fewer_points_win(contest),
        "seats": contest.seats,
        "seed": contest.seed,
        "threads": contest.threads,
        "games": report.games,
        "drawn_games": report.drawn_games,
        "rounds": report.rounds,
        "drawn_rounds": report.drawn_rounds,
        "seconds": took.as_secs_f64(),
        "games_per_second": per_second(report.games, took),
        "rounds_per_second": per_second(report.rounds, took),
        "kinds": report.kinds.iter().map(kind).collect::<Vec<_>>(),
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
    let nobody = match contest.options.game() {
        GameId::Okey => "drawn",
        GameId::Okey101 => "finished by nobody",
    };
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
        let _ = write!(text, "\n{}", kind_words(contest, kind));
    }
    text
}

fn kind_words(contest: &Contest, kind: &Kind) -> String {
    let places: Vec<String> = kind.places.iter().map(u64::to_string).collect();
    let fair = kind.seats as f64 / contest.seats.len() as f64;
    let fewer = match fewer_points_win(contest) {
        true => ", fewer win",
        false => "",
    };
    let points = |mean: Mean| mean_words(mean, 1.0, "");
    let mut lines = vec![
        format!(
            "{} on {} of {} seats",
            kind.level.name(),
            kind.seats,
            contest.seats.len()
        ),
        format!(
            "  results     {} (places {})",
            kind.games,
            places.join(" / ")
        ),
        format!("  wins        {}", share(kind.wins)),
        format!("  firsts      {}", share(kind.firsts)),
        format!(
            "  points      {}{fewer}",
            kind.points.map_or("-".to_owned(), points)
        ),
    ];
    lines.extend(
        kind.round_points
            .map(|mean| format!("  a round     {}{fewer}", points(mean))),
    );
    lines.push(format!(
        "  {}  {} of all {} (equal players: {:.1} %)",
        rounds_won(contest),
        format_args!("{}: {}", kind.rounds_won, share(kind.rounds)),
        match contest.options.game() {
            GameId::Okey => "won",
            GameId::Okey101 => "finished",
        },
        100.0 * fair
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

/// What the rounds of a kind are called that it ended best.
fn rounds_won(contest: &Contest) -> &'static str {
    match contest.options.game() {
        GameId::Okey => "rounds won",
        GameId::Okey101 => "finishes  ",
    }
}

fn fewer_points_win(contest: &Contest) -> bool {
    match contest.options.game() {
        GameId::Okey => false,
        GameId::Okey101 => true,
    }
}

fn share(mean: Option<Mean>) -> String {
    mean.map_or("-".to_owned(), |mean| mean_words(mean, 100.0, " %"))
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
