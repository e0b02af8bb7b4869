//! What a view of 101 tells, and to whom: one row, one fact.

use istaka::rules::okey101::meld::{Place, Stands};
use istaka::rules::okey101::penalties::{Cost, Penalty, Reason};
use istaka::rules::okey101::view::{Own, TableMeld, View};
use istaka::rules::okey101::{Kind, OpenKind};
use istaka::rules::tile::Tile;
use istaka::rules::{Game, Viewer};

use crate::okey101_play::play_all;
use crate::okey101_rig::{Rig, melds, options};
use crate::support::rig::seat;
use crate::support::{every_row, same};

/// Words, or `-` for none.
fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.len() {
        0 => "-".to_owned(),
        _ => words.join(", "),
    }
}

fn maybe(word: Option<impl ToString>) -> String {
    list(word.map(|word| word.to_string()).into_iter())
}

fn cost(cost: Cost) -> &'static str {
    match cost {
        Cost::Joker => "joker",
        Cost::Islek => "islek",
    }
}

fn table_meld(meld: &TableMeld) -> String {
    let kind = match meld.kind {
        Kind::Run => "run",
        Kind::Set => "set",
        Kind::Pair => "pair",
    };
    let stands = meld.stands.iter().map(|stands| match stands {
        Stands::Face(face) => face.to_string(),
        Stands::Number(number) => format!("any {number}"),
        Stands::Any => "any".to_owned(),
    });
    let stands: Vec<String> = stands.collect();
    format!("{} {kind} {}", meld.owner, stands.join(" "))
}

fn penalty(penalty: &Penalty) -> String {
    let reason = match penalty.reason {
        Reason::Discarded { tile, cost: why } => format!("{tile} {}", cost(why)),
        Reason::OpeningFailed => "opening failed".to_owned(),
        Reason::TookBackSeveral => "took back several".to_owned(),
    };
    format!("{} {reason} {}", penalty.seat, penalty.points)
}

fn own_fact(own: &Own, fact: &str) -> String {
    let place = |place| match place {
        Place::Low => "low",
        Place::High => "high",
        Place::Set => "set",
    };
    match fact {
        "fits" => list(own.fits.iter().map(|fit| {
            let (tile, meld) = (fit.tile, fit.meld);
            format!("{tile} on {meld} {}", place(fit.place))
        })),
        "costs" => list(own.costs.iter().map(|(tile, why)| {
            let why = cost(*why);
            format!("{tile} {why}")
        })),
        "swaps" => list(own.swaps.iter().map(|swap| {
            let (tile, meld) = (swap.tile, swap.meld);
            format!("{tile} on {meld}")
        })),
        "undo" => list(own.undo.iter().map(|undo| {
            let (tile, meld, points) = (undo.tile, undo.meld, undo.points);
            format!("{tile} from {meld} for {points}")
        })),
        "takeable" => maybe(own.takeable),
        "failed" => maybe(own.failed),
        other => panic!("no fact {other}"),
    }
}

fn fact(view: &View, fact: &str) -> String {
    let (name, what) = fact.split_once(' ').unwrap_or((fact, ""));
    match name {
        "needed" => list(view.needed.iter().map(|needed| {
            let (points, pairs) = (needed.points, needed.pairs);
            format!("{points} points, {pairs} doubles")
        })),
        "table" => list(view.table.iter().map(table_meld)),
        "taken" => maybe(view.taken),
        "penalties" => list(view.penalties.iter().map(penalty)),
        "pile" => {
            let pile = &view.piles[seat(what.parse().expect("a seat"))];
            assert!(pile.count > 1, "one tile says nothing");
            let words = if pile.seen.len() == pile.count {
                "all"
            } else {
                assert_eq!(pile.seen.len(), 1);
                "top"
            };
            words.to_owned()
        }
        "opening" => match view.judge_opening(&melds(what)).expect("a seat") {
            Ok(opening) if opening.kind == OpenKind::Series => {
                format!("{} points", opening.worth)
            }
            Ok(opening) => format!("{} doubles", opening.worth),
            Err(refusal) => refusal.to_string(),
        },
        _ => own_fact(view.own.as_ref().expect("a seat"), fact),
    }
}

#[test]
fn views() {
    every_row("okey101/views.txt", |row| {
        let mut game = Rig::read(&row[2]).game(&options(&row[1]));
        let moves: Vec<&str> = row[3].split(';').map(str::trim).collect();
        play_all(&mut game, &moves)?;
        let viewer = match row[4].as_str() {
            "watcher" => Viewer::Watcher,
            seat_number => Viewer::Seat(seat(seat_number.parse().expect("a seat"))),
        };
        let view = game.view(viewer);
        let watching = viewer == Viewer::Watcher;
        same("what is one's own", view.own.is_none(), watching)?;
        same(&row[5], fact(&view, &row[5]), row[6].clone())
    });
}

/// Whatever a view tells, the tiles that only seat 1 has seen are not in it.
#[test]
fn nobody_sees_another_rack() {
    let game = Rig::read("1: R5 R5 F F").game(&options("-"));
    let hidden: Vec<Tile> = ["R5", "F"]
        .map(|text| text.parse().expect("a tile"))
        .to_vec();
    for viewer in Viewer::all(4).filter(|viewer| *viewer != Viewer::Seat(seat(1))) {
        let told = format!("{:?}", game.view(viewer));
        for tile in &hidden {
            assert!(!told.contains(&format!("{tile:?}")), "{viewer:?}");
        }
    }
}
