//! What rounds come to in a picture: tricks, yaku, the count and who wins by how much; and eight rounds with their sum.

use crate::meri::sheet;
use crate::meri::teams::{lantern, pip, signed};
use crate::rules::meri::{PerTeam, TRICKS, Team};
use crate::scene::{Backdrop, Backs, Badge, Ink, Scene, TextSize, at};

/// A round as an example: the tricks of team A, and the yaku that moved ko.
struct Example {
    tricks: i32,
    yaku: Option<(Team, i32)>,
}

/// Those of Hachinin-meri rules 10.
const EXAMPLES: [Example; 3] = [
    Example {
        tricks: 5,
        yaku: None,
    },
    Example {
        tricks: 5,
        yaku: Some((Team::A, 2)),
    },
    Example {
        tricks: 6,
        yaku: Some((Team::B, 5)),
    },
];

/// What five more rounds come to: what team A is ahead by.
const LATER: [i32; 5] = [3, -1, 1, 9, -5];

/// The middles of the columns of both teams: tricks, yaku, count.
const COLUMNS: [[i32; 2]; 3] = [[314, 384], [492, 582], [690, 760]];
/// The first trick of a row, and from one to the next.
const PIPS: (i32, i32) = (64, 24);
/// Where it is told who wins.
const WON: i32 = 882;
/// The heights of the heads, and of the first row, and from one row to the next.
const HEADS: [i32; 2] = [82, 142];
const ROWS: (i32, i32) = (240, 148);

impl Example {
    /// The tricks of both teams.
    fn ko(&self) -> PerTeam<i32> {
        PerTeam {
            a: self.tricks,
            b: TRICKS as i32 - self.tricks,
        }
    }

    /// What the yaku moved for both teams.
    fn moved(&self) -> PerTeam<i32> {
        let mut moved = PerTeam::default();
        if let Some((team, value)) = self.yaku {
            moved[team] = value;
            moved[team.other()] = -value;
        }
        moved
    }

    fn counted(&self) -> PerTeam<i32> {
        let (ko, moved) = (self.ko(), self.moved());
        PerTeam {
            a: ko.a + moved.a,
            b: ko.b + moved.b,
        }
    }

    fn diff(&self) -> i32 {
        let counted = self.counted();
        counted.a - counted.b
    }
}

/// The picture.
pub(super) fn scene() -> Scene {
    let mut scene = Scene::on(Backdrop::Octagon);
    sheet::frame(&mut scene);
    heads(&mut scene);
    for (row, example) in (0..).zip(&EXAMPLES) {
        let y = ROWS.0 + ROWS.1 * row;
        show(&mut scene, example, y);
        scene.bar(at(44, y + ROWS.1 / 2 - 2), (912, 4), 2, Ink::Oak);
    }
    let kiri: Vec<i32> = EXAMPLES.iter().map(Example::diff).chain(LATER).collect();
    sheet::rounds(&mut scene, &kiri, Badge::Sum);
    scene
}

/// What the columns tell.
fn heads(scene: &mut Scene) {
    let badges = [Badge::Hand(Backs::Red), Badge::Beats, Badge::Sum];
    for (columns, badge) in COLUMNS.into_iter().zip(badges) {
        let middle = (columns[0] + columns[1]) / 2;
        scene.badge(badge, at(middle, HEADS[0]));
        for (team, x) in Team::ALL.into_iter().zip(columns) {
            scene.badge(lantern(team), at(x, HEADS[1]));
        }
    }
    scene.badge(Badge::Crown, at(WON, HEADS[0]));
}

/// A round from its tricks to its winner.
fn show(scene: &mut Scene, example: &Example, y: i32) {
    for number in 0..TRICKS as i32 {
        let team = if number < example.tricks {
            Team::A
        } else {
            Team::B
        };
        pip(scene, team, 18, at(PIPS.0 + PIPS.1 * number, y));
    }
    let (ko, moved, counted) = (example.ko(), example.moved(), example.counted());
    for (place, team) in Team::ALL.into_iter().enumerate() {
        let [tricks, yaku, count] = COLUMNS.map(|column| at(column[place], y));
        scene.text(ko[team], TextSize::Large, Ink::Ivory, tricks);
        if moved[team] != 0 {
            let ink = if moved[team] > 0 {
                Ink::Gold
            } else {
                Ink::Sand
            };
            scene.text(signed(moved[team]), TextSize::Small, ink, yaku);
        }
        scene.text(counted[team], TextSize::Large, Ink::Ivory, count);
    }
    sheet::winner(scene, example.diff(), at(WON, y));
}
