//! Pictures of 101 to look at, from games played by the rules; the samples of the room write them.

use super::board;
use super::games::{Played, shown, shown_in_pairs};
use crate::Scene;
use crate::okey101::{self, Group, Marks, Shown, Tone, rack, slots};
use crate::rules::okey101::score::Ending;
use crate::rules::okey101::view::{Phase, RoundResult};
use crate::rules::okey101::{Options, View};
use crate::rules::{Game, PerSeat, Viewer};
use crate::samples::faces;
use crate::signs::{Persona, Sitter};
use crate::tests::{arrangement, seat, tiles};

/// Every sample of 101.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("okey101_rack", opening_rack()),
        ("okey101_rack_short", short_rack()),
        ("okey101_rack_pairs", pairs_rack()),
        ("okey101_rack_table", table_rack()),
        ("okey101_rack_few", few_rack()),
        ("okey101_board", usual_board()),
        ("okey101_board_full", full_board()),
        ("okey101_board_three", board(&moment(1, 3, 40))),
        ("okey101_board_two", board(&moment(0, 2, 30))),
        ("okey101_board_early", board(&moment(140, 4, 0))),
        ("okey101_board_taken", board(&taking())),
        ("okey101_board_draw", board(&drawing())),
        ("okey101_board_teams", teams_board()),
        ("okey101_sheet", sheet(2, Options::default())),
        ("okey101_sheet_long", sheet(21, Options::default())),
        ("okey101_sheet_teams", sheet(4, in_teams())),
        ("okey101_sheet_over", over()),
        ("okey101_sheet_cancelled", cancelled()),
        (
            "okey101_faces",
            okey101::board(&moment(50, 4, 45), &faces(4)),
        ),
        ("okey101_sheet_faces", faces_sheet()),
        ("okey101_sheet_closed", closed()),
        ("result_okey101", result()),
        ("result_okey101_teams", teams_result()),
        ("okey101_undealt", undealt()),
    ]
}

/// The table once so many tiles lie on it, in the game of this seed.
pub(crate) fn moment(seed: u64, seats: usize, most: usize) -> View {
    let mut played = Played::new(seed, seats, &Options::default());
    played.deal();
    let mut view = played.watched();
    while on_table(&view) < most && played.step().is_some() {
        view = played.watched();
    }
    view
}

fn on_table(view: &View) -> usize {
    view.table.iter().map(|meld| meld.tiles.len()).sum()
}

fn usual_board() -> Scene {
    let sitters = [
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        Sitter::Person,
        Sitter::Away,
    ];
    let mut view = moment(50, 4, 45);
    view.totals = [212, -101, 87, 1404].into_iter().collect();
    view.counting = view.totals.clone();
    okey101::board(&view, &sitters.into_iter().collect())
}

/// The fullest table of many seeds.
fn full_board() -> Scene {
    let mut played = Played::new(140, 4, &Options::default());
    played.deal();
    let mut fullest = played.watched();
    while played.step().is_some() {
        let view = played.watched();
        if view.phase != Phase::RoundOver && on_table(&view) >= on_table(&fullest) {
            fullest = view;
        }
    }
    board(&fullest)
}

/// A seat that has taken the discard, with melds on the table.
fn taking() -> View {
    let mut played = Played::new(47, 4, &Options::default());
    played.deal();
    loop {
        let view = played.watched();
        if matches!(view.phase, Phase::Taken(_)) && on_table(&view) > 12 {
            return view;
        }
        assert!(played.step().is_some(), "another seed is needed");
    }
}

fn in_teams() -> Options {
    Options {
        teams: true,
        ..Options::default()
    }
}

/// A table of partners.
fn teams_board() -> Scene {
    let mut played = Played::new(47, 4, &in_teams());
    played.deal();
    while on_table(&played.watched()) < 30 && played.step().is_some() {}
    board(&played.watched())
}

/// A table whose next player has not drawn yet, after melds were laid.
fn drawing() -> View {
    let mut played = Played::new(50, 4, &Options::default());
    played.deal();
    loop {
        let view = played.watched();
        if matches!(view.phase, Phase::Draw(_)) && on_table(&view) > 24 {
            return view;
        }
        assert!(played.step().is_some(), "another seed is needed");
    }
}

/// The view of seat 1, which is to play, with the indicator R4.
pub(crate) fn holding() -> View {
    let mut played = Played::new(5, 4, &Options::default());
    played.deal();
    let mut view = played.seen_by(seat(1));
    view.indicator = tiles("R4")[0].face();
    view.phase = Phase::Play(seat(1));
    if let Some(own) = &mut view.own {
        own.fresh = None;
    }
    view
}

/// A rack that may open: melds of 103 points, drawn one after another.
fn opening_rack() -> Scene {
    let melds =
        arrangement("R10 R11 R12 R13|G7 Y7 K7|Y4 R5 Y6|K6 K7 K8 / Y12 K9 G11 G2 G13 R8 F Y1 K2");
    let worth = [46, 21, 15, 21];
    let groups = melds.melds.into_iter().zip(worth);
    let shown = Shown {
        groups: groups
            .map(|(tiles, worth)| Group {
                tiles,
                worth: Some(worth),
                tone: Tone::Lifted,
            })
            .collect(),
        loose: melds.loose,
    };
    let mut view = holding();
    if let Some(own) = &mut view.own {
        own.fresh = Some(tiles("G11")[0]);
    }
    let marks = Marks {
        total: Some(103),
        needed: Some(101),
        ..Marks::default()
    };
    rack(&view, &shown, &marks)
}

fn short_rack() -> Scene {
    let mut view = holding();
    let rack_tiles = tiles("R1 R2 R3 G7 Y7 K7 Y3 Y4 Y5 K1 K2 K3 G9 G11 K8 Y9 F G1 Y1 R8 K12 K13");
    let okey = view.okey().expect("dealt");
    let mut shown = shown(&rack_tiles, okey, Tone::Quiet);
    shown.groups[0].tone = Tone::Lifted;
    if let Some(own) = &mut view.own {
        own.fresh = Some(tiles("K7")[0]);
    }
    let all = slots(&shown);
    let must_use = all.iter().position(|tile| *tile == tiles("K7")[0]);
    let marks = Marks {
        picked: vec![13, 15],
        total: Some(48),
        needed: Some(101),
        must_use,
        ..Marks::default()
    };
    rack(&view, &shown, &marks)
}

fn pairs_rack() -> Scene {
    let view = holding();
    let rack_tiles = tiles("K1 K1 R3 R3 Y4 Y4 G9 G9 K12 K12 R13 R13 Y8 Y8 G2 G2 Y11 R5 F F K6 K6");
    let okey = view.okey().expect("dealt");
    let mut shown = shown_in_pairs(&rack_tiles, okey);
    for group in shown.groups.iter_mut().take(4) {
        group.tone = Tone::Lifted;
    }
    let marks = Marks {
        total: Some(4),
        needed: Some(5),
        ..Marks::default()
    };
    rack(&view, &shown, &marks)
}

fn table_rack() -> Scene {
    let mut view = holding();
    let rack_tiles = tiles("R10 R11 R12 G7 Y7 K7 Y10 R5 G9 G11 K8 Y4 F G1 Y1 R8");
    let okey = view.okey().expect("dealt");
    let shown = shown(&rack_tiles, okey, Tone::Quiet);
    if let Some(own) = &mut view.own {
        own.fresh = Some(tiles("G11")[0]);
    }
    let count = rack_tiles.len();
    let marks = Marks {
        fits: vec![2, count - 1, count - 3, count - 5],
        costs: vec![3, count - 1, count - 3, count - 5, count - 2],
        ..Marks::default()
    };
    rack(&view, &shown, &marks)
}

fn few_rack() -> Scene {
    let view = holding();
    let shown = Shown {
        groups: Vec::new(),
        loose: tiles("R5 F K8"),
    };
    let marks = Marks {
        fits: vec![0, 1],
        costs: vec![0, 1],
        picked: vec![2],
        ..Marks::default()
    };
    rack(&view, &shown, &marks)
}

/// A game of so many rounds, all played.
fn game(rounds: u32, options: Options) -> Vec<View> {
    let mut played = Played::new(7, 4, &Options { rounds, ..options });
    let mut ends = Vec::new();
    while played.game.standing().is_none() {
        played.deal();
        while played.step().is_some() {}
        ends.push(played.watched());
    }
    ends
}

/// The sheet after so many rounds of five, or of twenty-one.
fn sheet(rounds: usize, options: Options) -> Scene {
    let ends = game(if rounds > 5 { 21 } else { 5 }, options);
    let mut view = ends[rounds.min(ends.len()) - 1].clone();
    view.standing = None;
    board(&view)
}

fn over() -> Scene {
    let ends = game(5, Options::default());
    board(ends.last().expect("rounds were played"))
}

fn result() -> Scene {
    let ends = game(5, Options::default());
    let last = ends.last().expect("rounds were played");
    okey101::result(last, &faces(4)).expect("it is over")
}

/// Two winners, and numbers of four digits.
fn teams_result() -> Scene {
    let ends = game(5, in_teams());
    let mut last = ends.last().expect("rounds were played").clone();
    last.counting = PerSeat::new(4, |seat| [-1234, 2468][seat.index() % 2]);
    okey101::result(&last, &faces(4)).expect("it is over")
}

/// The sheet of a table that closed after two of fifteen rounds, without a result.
fn closed() -> Scene {
    let mut view = game(15, Options::default())[1].clone();
    view.standing = None;
    board(&view)
}

fn faces_sheet() -> Scene {
    let ends = game(5, Options::default());
    okey101::board(ends.last().expect("rounds were played"), &faces(4))
}

fn cancelled() -> Scene {
    let mut view = game(5, Options::default())[2].clone();
    view.round = 4;
    view.result = Some(RoundResult {
        ending: Ending::Cancelled,
        counted: false,
        lines: PerSeat::new(4, |_| Default::default()),
    });
    board(&view)
}

fn undealt() -> Scene {
    let played = Played::new(7, 4, &Options::default());
    board(&played.game.view(Viewer::Watcher))
}
