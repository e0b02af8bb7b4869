//! 101 rules 14.1 to 14.5 and 14.7 to 14.9, and the options of 101 rules 12: one row, one fact.

use std::collections::BTreeSet;

use istaka::rules::okey101::meld::Place;
use istaka::rules::okey101::opening::{Attempt, Needed, OpeningFault, judge};
use istaka::rules::okey101::options::{Deal, Starter};
use istaka::rules::okey101::score::{Ending, Finish, SeatEnd, lines, standing, totals};
use istaka::rules::okey101::{
    Composed, Kind, Meld, Okey101, OpenKind, Options, Refusal, deal, penalties,
};
use istaka::rules::tile::{Face, Tile};
use istaka::rules::{Game, Outcome, PerSeat};

use crate::okey::{numbers, places};
use crate::okey101_rig::{melds, options};
use crate::support::rig::{seat, tile, tiles};
use crate::support::{every_row, same};

fn okey(indicator: &str) -> Face {
    tile(indicator).face().expect("a numbered tile").okey()
}

fn kind(text: &str) -> Kind {
    match text {
        "run" => Kind::Run,
        "set" => Kind::Set,
        "pair" => Kind::Pair,
        other => panic!("no kind {other}"),
    }
}

/// A meld that is one, of a kind that is named.
fn meld(text: &str, named: &str) -> Meld {
    Meld::compose(&Composed::as_kind(tiles(text), kind(named)), okey("R4"))
        .unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

#[test]
fn melds_doubles_and_values() {
    every_row("okey101/melds.txt", |row| {
        let okey = okey(&row[1]);
        let composed = match row[2].split_once("(kind=") {
            Some((list, named)) => {
                Composed::as_kind(tiles(list), kind(named.trim_end_matches(')')))
            }
            None => Composed::of(tiles(&row[2])),
        };
        let found = match Meld::compose(&composed, okey) {
            Err(_) => "no".to_owned(),
            Ok(meld) => match meld.kind() {
                Kind::Run => format!("run {}", meld.value(okey)),
                Kind::Set => format!("set {}", meld.value(okey)),
                Kind::Pair => "pair".to_owned(),
            },
        };
        same("the tiles", found, row[3].clone())
    });
}

#[test]
fn openings() {
    every_row("okey101/openings.txt", |row| {
        let options = options(&row[1]);
        let composed = melds(&row[2]);
        let mut rack: Vec<Tile> = composed
            .iter()
            .flat_map(|meld| meld.tiles.clone())
            .collect();
        if row[3] != "none" {
            rack.extend(tiles(&row[3]));
        }
        same("the size of the rack", rack.len(), 22)?;
        let attempt = Attempt {
            rack: &rack,
            taken: (row[4] != "none").then(|| tile(&row[4])),
            okey: okey("R4"),
            needed: Needed {
                points: options.open_min,
                pairs: options.pairs_min,
            },
            elden_may_be_low: !options.elden_needs_101,
        };
        let found = match judge(&attempt, &composed) {
            Ok((opening, _)) => match opening.kind {
                OpenKind::Series => format!("series, {}", opening.worth),
                OpenKind::Doubles => format!("pairs, {}", opening.worth),
            },
            Err(refusal) => format!("refused: {}", words(&refusal)),
        };
        same("the opening", found, row[5].clone())
    });
}

fn words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Opening(OpeningFault::NoMeld { .. }) => "invalid meld".to_owned(),
        Refusal::Opening(OpeningFault::Mixed) => "mixed".to_owned(),
        Refusal::Opening(OpeningFault::TooLow { points, .. }) => format!("total {points}"),
        Refusal::Opening(OpeningFault::TooFewPairs { pairs, .. }) => format!("{pairs} pairs"),
        Refusal::TakenUnused { .. } => "taken tile unused".to_owned(),
        Refusal::RackEmptied => "no tile left to discard".to_owned(),
        other => other.to_string(),
    }
}

#[test]
fn laying_off() {
    every_row("okey101/fits.txt", |row| {
        let places = meld(&row[1], &row[2]).fits(tile(&row[3]), okey("R4"));
        let found: Vec<&str> = places
            .iter()
            .map(|place| match place {
                Place::Low => "low",
                Place::High => "high",
                Place::Set => "set",
            })
            .collect();
        let found = if found.is_empty() {
            "no".to_owned()
        } else {
            found.join(" or ")
        };
        same("where it fits", found, row[4].clone())
    });
}

#[test]
fn discards_that_cost() {
    let whole = [
        "Y5 Y6 Y7 Y8",
        "K6 R5 K8",
        "R6 R7 R8",
        "R13 Y13 G13",
        "K9 K9",
    ];
    every_row("okey101/discards.txt", |row| {
        let laid: Vec<&str> = match row[1].as_str() {
            "T" => whole.to_vec(),
            "empty" => Vec::new(),
            only => vec![only.trim_start_matches("only ")],
        };
        let compose = |text: &&str| Meld::compose(&Composed::of(tiles(text)), okey("R4"));
        let table: Vec<Meld> = laid
            .iter()
            .map(|text| compose(text).expect("a meld"))
            .collect();
        let is_last = row[3] == "yes";
        let cost = penalties::cost(tile(&row[2]), okey("R4"), &table).filter(|_| !is_last);
        let amount = Options::default().penalty_amount;
        let found = if cost.is_some() { amount } else { 0 };
        same("the penalty", found.to_string(), row[4].clone())
    });
}

#[test]
fn swaps() {
    every_row("okey101/swaps.txt", |row| {
        let laid = meld(&row[1], &row[2]);
        let found = laid.swaps(tile(&row[3]), okey("R4")).is_some();
        same("a swap", found, row[4] == "yes")
    });
}

/// Reads `series: R3 K11 (+2 acts)`.
fn seat_end(text: &str) -> (Option<OpenKind>, Vec<Tile>, i32, bool) {
    let (text, acts) = match text.split_once("(+") {
        Some((text, acts)) => (text, numbers::<i32>(acts)[0]),
        None => (text, 0),
    };
    let (status, left) = text.split_once(':').unwrap_or((text, ""));
    let opened = match status.trim() {
        "unopened" => None,
        "series" | "finished, series" => Some(OpenKind::Series),
        "doubles" | "finished, doubles" => Some(OpenKind::Doubles),
        other => panic!("no status {other}"),
    };
    let finished = status.starts_with("finished");
    (opened, tiles(left), 101 * acts, finished)
}

#[test]
fn round_scores() {
    every_row("okey101/scores.txt", |row| {
        let options = options(&row[1]);
        let seats: Vec<_> = row[2..6].iter().map(|text| seat_end(text)).collect();
        let flags: Vec<&str> = row[6].split(',').map(str::trim).collect();
        let finisher = seats.iter().position(|(.., finished)| *finished);
        let ending = match finisher {
            None => Ending::Exhausted,
            Some(index) => Ending::Finished(Finish {
                seat: seat(index),
                joker: flags.contains(&"joker"),
                doubles: seats[index].0 == Some(OpenKind::Doubles),
                elden: flags.contains(&"elden"),
            }),
        };
        let ends: PerSeat<SeatEnd> = seats
            .iter()
            .map(|(opened, left, acts, _)| SeatEnd {
                opened: *opened,
                leftover: left,
                acts: *acts,
            })
            .collect();
        let found = lines(&options, okey("R4"), ending, &ends);
        let found: Vec<i32> = found.values().map(|line| line.total).collect();
        same("the scores", found, numbers(&row[7]))
    });
}

#[test]
fn games() {
    every_row("okey101/games.txt", |row| {
        let options = Options {
            teams: row[2] == "on",
            ..Options::default()
        };
        let sheet: Vec<PerSeat<i32>> = row[1]
            .split(';')
            .map(|round| numbers(round).into_iter().collect())
            .collect();
        let standing = standing(&options, &totals(4, &sheet));
        let expected: Vec<i32> = numbers(&row[3]);
        let found: Vec<i32> = standing.points.values().copied().collect();
        same("the totals", &found[..expected.len()], &expected[..])?;
        let won = standing.outcomes.iter();
        let won = won.filter(|(_, outcome)| **outcome == Outcome::Won);
        let winners: BTreeSet<usize> = won
            .map(|(seat, _)| usize::from(standing.sides[seat]))
            .collect();
        let named = row[4].replace(',', " ");
        same(
            "the winners",
            winners,
            numbers(&named).into_iter().collect(),
        )
    });
}

#[test]
fn deals() {
    every_row("okey101/deals.txt", |row| {
        let kind: Deal = row[1].parse().expect("a way of dealing");
        let seats: usize = row[2].parse().expect("a number");
        let starter: Starter = row[3].parse().expect("who starts");
        let false_jokers: Vec<usize> = numbers(&row[5]);
        let spread = deal::spread(kind, seats, &numbers::<u8>(&row[4]), |place| {
            false_jokers.contains(&place)
        });
        let spread = spread.ok_or("there is no deal")?;
        let indicator = spread.indicator.to_string();
        same("the indicator", indicator, row[6].clone())?;
        let first = usize::from(starter == Starter::RightOfDealer);
        for rack in row[7].split(';') {
            let (owner, expected) = rack.trim().split_once(':').expect("a seat and places");
            let owner: usize = owner.parse().expect("a seat");
            let rack = spread.racks[(owner + seats - first) % seats].iter();
            let found: BTreeSet<usize> = rack.copied().collect();
            let expected = places(expected).into_iter().collect();
            same(&format!("rack {owner}"), found, expected)?;
        }
        // In these rows no false joker lies where nobody met it.
        same("the false jokers seen", spread.seen, false_jokers)?;
        same("the stock", spread.stock, places(&row[8]))
    });
}

#[test]
fn options_that_go_together() {
    every_row("okey101/options.txt", |row| {
        let seats: usize = row[1].parse().expect("a number");
        let found = match Okey101::check(&options(&row[2]), seats) {
            Ok(()) => "accepted".to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        same("the answer", found, row[3].clone())
    });
}
