//! Okey rules 12.1 to 12.3 and 12.6 to 12.8: melds, wins, results and deals.

use std::collections::BTreeSet;

use istaka::rules::okey::options::Deal;
use istaka::rules::okey::{Options, WinKind, deal, score};
use istaka::rules::tile::{Face, Tile};
use istaka::rules::{Outcome, PerSeat, Seats, meld};

use crate::support::rig::{seat, tile, tiles};
use crate::support::{every_row, same};

fn okey(indicator: &str) -> Face {
    tile(indicator).face().expect("a numbered tile").okey()
}

/// Reads `name=value name=value`, or `-`.
pub fn options(text: &str) -> Options {
    let mut options = Options::default();
    for part in text.split_whitespace().filter(|part| *part != "-") {
        let (name, value) = part.split_once('=').expect("name=value");
        options
            .set(name, value)
            .unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    options
}

pub fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[test]
fn melds() {
    every_row("okey/melds.txt", |row| {
        let (okey, tiles) = (okey(&row[1]), tiles(&row[2]));
        if let ([one, other], true) = (&tiles[..], row[0].as_str() >= "M37") {
            let found = meld::is_pair(*one, *other, okey);
            return same("pair", found, row[3] == "pair");
        }
        let expected = (row[3].contains("set"), row[3].contains("run"));
        // A set with two jokers may be read as a run as well; the rows name the plain reading.
        let found = (meld::is_set(&tiles, okey), meld::is_run(&tiles, okey));
        same("meld", found, expected)
    });
}

#[test]
fn fourteen_tiles() {
    every_row("okey/fourteen.txt", |row| {
        let (okey, tiles) = (okey(&row[1]), tiles(&row[2]));
        let melds = meld::partition(&tiles, okey);
        let pairs = meld::pairs(&tiles, okey).len() == 7;
        let found = match (melds.is_some(), pairs) {
            (true, true) => "both",
            (true, false) => "ordinary",
            (false, true) => "seven pairs",
            (false, false) => "not winning",
        };
        check_partition(melds.unwrap_or_default(), &tiles, okey)?;
        same("the rack", found, row[3].as_str())
    });
}

/// A partition that is found is one of melds, and of all the tiles.
fn check_partition(melds: Vec<Vec<Tile>>, tiles: &[Tile], okey: Face) -> Result<(), String> {
    if melds.is_empty() {
        return Ok(());
    }
    for meld in &melds {
        if !meld::is_set(meld, okey) && !meld::is_run(meld, okey) {
            return Err(format!("{meld:?} is no meld"));
        }
    }
    let sorted = |mut tiles: Vec<Tile>| {
        tiles.sort_unstable();
        tiles
    };
    same(
        "the partition",
        sorted(melds.concat()),
        sorted(tiles.to_vec()),
    )
}

#[test]
fn finishes() {
    every_row("okey/finishes.txt", |row| {
        let (okey, discard) = (okey(&row[1]), tile(&row[3]));
        let mut fourteen = tiles(&row[2]);
        let place = fourteen.iter().position(|held| *held == discard);
        fourteen.remove(place.ok_or("the discard is not on the rack")?);
        let win = score::judge(&options(&row[4]), &fourteen, discard, okey);
        if let Some(win) = &win {
            if win.kind == WinKind::Ordinary {
                check_partition(win.melds.clone(), &fourteen, okey)?;
            }
            same("joker finish", win.joker_finish, discard.is_joker(okey))?;
        }
        let found = win.map_or("refused".to_owned(), |win| win.loss.to_string());
        same("the loss", found, row[5].clone())
    });
}

fn those(outcomes: &PerSeat<Outcome>, wanted: Outcome) -> Vec<usize> {
    let those = outcomes.iter().filter(|(_, outcome)| **outcome == wanted);
    those.map(|(seat, _)| seat.index()).collect()
}

#[test]
fn results() {
    every_row("okey/results.txt", |row| {
        let scores: PerSeat<i32> = numbers(&row[1]).into_iter().collect();
        let nobody_left = scores.map(|_, _| None);
        let options = options(&format!("result_mode={}", row[2]));
        let standing = score::standing(&options, &scores, &nobody_left);
        same(
            "winners",
            those(&standing.outcomes, Outcome::Won),
            numbers(&row[3]),
        )?;
        same(
            "losers",
            those(&standing.outcomes, Outcome::Lost),
            numbers(&row[4]),
        )
    });
}

#[test]
fn elimination() {
    every_row("okey/elimination.txt", |row| {
        let scores: PerSeat<i32> = numbers(&row[1]).into_iter().collect();
        let active: Seats = numbers(&row[2]).into_iter().map(seat).collect();
        let options = options("end_mode=elimination");
        let ending = score::ending(&options, &scores, active, 9);
        let (fate, expected) = row[3].split_once(' ').expect("a fate and seats");
        same("the game is over", ending.is_over, fate == "won")?;
        if !ending.is_over {
            let staying = active.iter().filter(|seat| !ending.leaving.contains(*seat));
            let staying: Vec<usize> = staying.map(|seat| seat.index()).collect();
            return same("who goes on", staying, numbers(expected));
        }
        let left = scores.map(|seat, _| {
            let leaves_now = ending.leaving.contains(seat).then_some(9);
            if active.contains(seat) {
                leaves_now
            } else {
                Some(3)
            }
        });
        let standing = score::standing(&options, &scores, &left);
        same(
            "winners",
            those(&standing.outcomes, Outcome::Won),
            numbers(expected),
        )
    });
}

/// Reads `82..80, 89..85, 105`.
pub fn places(text: &str) -> Vec<usize> {
    let span = |part: &str| -> Vec<usize> {
        let (from, to) = part.split_once("..").unwrap_or((part, part));
        let (from, to): (usize, usize) =
            (from.parse().expect("a place"), to.parse().expect("a place"));
        if from <= to {
            (from..=to).collect()
        } else {
            (to..=from).rev().collect()
        }
    };
    text.split(',').flat_map(|part| span(part.trim())).collect()
}

#[test]
fn deals() {
    every_row("okey/deals.txt", |row| {
        let kind: Deal = row[1].parse().expect("a way of dealing");
        let seats: usize = row[2].parse().expect("a number");
        let false_jokers: Vec<usize> = numbers(&row[4]);
        let spread = deal::spread(kind, seats, &numbers::<u8>(&row[3]), |place| {
            false_jokers.contains(&place)
        });
        let spread = spread.ok_or("there is no deal")?;
        same(
            "the indicator",
            spread.indicator.to_string(),
            row[6].clone(),
        )?;
        for rack in row[7].split(';') {
            let (owner, expected) = rack.trim().split_once(':').expect("a seat and places");
            let owner: usize = owner.parse().expect("a seat");
            // Seat 0 deals, so it is the last in the order of the racks.
            let found: BTreeSet<usize> = spread.racks[(owner + seats - 1) % seats]
                .iter()
                .copied()
                .collect();
            same(
                &format!("rack {owner}"),
                found,
                places(expected).into_iter().collect(),
            )?;
        }
        same("the stock", spread.stock, places(&row[8]))
    });
}
