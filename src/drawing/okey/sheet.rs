//! The score sheet of a game: a column for each seat, a row for each round, what everybody has below.

use std::ops::Range;

use super::board::has_won_the_game;
use crate::felt;
use crate::rules::okey::View;
use crate::rules::okey::score::side;
use crate::rules::okey::sheet::Entry;
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backdrop, Badge, Ink, Scene, TextSize, at};
use crate::signs::Sitter;

/// The most rows; of more rounds the last are shown, and one row sums the first.
const MOST: usize = 10;
/// The sheet from left to right, and where its columns begin.
const ACROSS: Range<i32> = 40..960;
const COLUMNS: i32 = 140;
/// The sheet from top to bottom, its rows, and what everybody has below them.
const DOWN: Range<i32> = 34..746;
const ROWS: Range<i32> = 118..606;
const FOOT: i32 = 616;
/// So few rows stand on a lower table, on which all that is below them stands so much higher.
const FEW: usize = 2;
const RAISED: i32 = 306;
/// What stands in a cell before the points: how wide it is, and the whole cell at most.
const CHANGE: i32 = 74;
const CELL: i32 = 190;

/// What is drawn from, once worked out.
struct Sheet<'a> {
    view: &'a View,
    sitters: &'a PerSeat<Sitter>,
    /// From left to right, partners side by side.
    columns: Vec<Seat>,
    rows: Vec<Row<'a>>,
    /// How much higher than below many rows the foot stands.
    raised: i32,
}

/// A row of the sheet.
struct Row<'a> {
    /// The number of the round, or those of several.
    label: String,
    /// Its rounds: one, or all that are summed.
    rounds: &'a [Entry],
    /// What everybody had before them.
    before: PerSeat<i32>,
}

/// The sheet; `None` before the first round is over.
pub fn sheet(view: &View, sitters: &PerSeat<Sitter>) -> Option<Scene> {
    let last = view.sheet.last()?;
    let rows = rows(view);
    let (backdrop, raised) = match rows.len() {
        ..=FEW => (Backdrop::Low, RAISED),
        _ => (Backdrop::Table, 0),
    };
    let mut scene = Scene::on(backdrop);
    let (width, height) = (ACROSS.end - ACROSS.start, DOWN.end - raised - DOWN.start);
    let corner = at(ACROSS.start, DOWN.start);
    scene.bar(corner, (width, height), 22, Ink::Oak);
    scene.bar(corner.by(4, 4), (width - 8, height - 8), 18, Ink::Walnut);
    let mut columns: Vec<Seat> = last.scores.iter().map(|(seat, _)| seat).collect();
    if view.options.partnership {
        columns.sort_by_key(|seat| side(&view.options, *seat));
    }
    let sheet = Sheet {
        view,
        sitters,
        columns,
        rows,
        raised,
    };
    sheet.teams(&mut scene);
    sheet.heads(&mut scene);
    sheet.rounds(&mut scene);
    sheet.foot(&mut scene);
    Some(scene)
}

/// How many of the first rounds stand summed in one row.
pub fn summed_rounds(view: &View) -> usize {
    let rounds = view.sheet.len();
    if rounds > MOST { rounds + 1 - MOST } else { 0 }
}

fn rows(view: &View) -> Vec<Row<'_>> {
    let (first, last) = view.sheet.split_at(summed_rounds(view));
    let seats = view.scores.len();
    let mut before = PerSeat::new(seats, |_| view.options.start_points as i32);
    let mut rows = Vec::new();
    if let Some(entry) = first.last() {
        rows.push(Row {
            label: format!("1−{}", first.len()),
            rounds: first,
            before,
        });
        before = entry.scores.clone();
    }
    for (number, round) in (first.len() + 1..).zip(last.chunks(1)) {
        let after = round[0].scores.clone();
        rows.push(Row {
            label: number.to_string(),
            rounds: round,
            before: std::mem::replace(&mut before, after),
        });
    }
    rows
}

/// A number with the minus of the font.
fn signed(points: i32) -> String {
    points.to_string().replace('-', "−")
}

impl Sheet<'_> {
    fn width(&self) -> i32 {
        (ACROSS.end - 10 - COLUMNS) / self.columns.len().max(1) as i32
    }

    /// The middle of a column.
    fn middle(&self, column: usize) -> i32 {
        COLUMNS + column as i32 * self.width() + self.width() / 2
    }

    /// A darker ground behind the columns of each team.
    fn teams(&self, scene: &mut Scene) {
        if !self.view.options.partnership {
            return;
        }
        for first in (0..self.columns.len()).step_by(2) {
            let left = COLUMNS + first as i32 * self.width() + 6;
            let corner = at(left, DOWN.start + 10);
            let height = DOWN.end - self.raised - DOWN.start - 20;
            scene.bar(corner, (2 * self.width() - 12, height), 16, Ink::Ebony);
        }
    }

    /// The signs of the seats; that of whoever finished the last round with a laurel.
    fn heads(&self, scene: &mut Scene) {
        let last = self.view.sheet.last().and_then(|entry| entry.finish);
        for (column, seat) in self.columns.iter().enumerate() {
            let middle = at(self.middle(column), DOWN.start + 44);
            let sitter = self.sitters.get(*seat).unwrap_or(&Sitter::Person);
            if last.is_some_and(|finish| finish.seat == *seat) {
                felt::head(scene, *seat, sitter, middle.by(-30, 0));
                let beside = if *sitter == Sitter::Person { 32 } else { 52 };
                scene.badge(Badge::Laurel, middle.by(beside, 0));
            } else {
                felt::head(scene, *seat, sitter, middle);
            }
        }
    }

    fn rounds(&self, scene: &mut Scene) {
        let count = self.rows.len().max(1) as i32;
        let step = ((ROWS.end - self.raised - ROWS.start) / count).min(84);
        for (line, row) in self.rows.iter().enumerate() {
            let top = ROWS.start + line as i32 * step;
            if line + 1 == self.rows.len() {
                let left = at(ACROSS.start + 10, top + 1);
                let width = ACROSS.end - ACROSS.start - 20;
                scene.bar(left, (width, step - 3), 12, Ink::Oak);
            }
            let y = top + step / 2;
            let size = TextSize::Small.fitting(&row.label, COLUMNS - ACROSS.start - 20);
            let number = at((ACROSS.start + COLUMNS) / 2, y);
            scene.text(&row.label, size, Ink::Gold, number);
            for (column, seat) in self.columns.iter().enumerate() {
                self.cell(scene, row, *seat, at(self.middle(column), y));
            }
        }
    }

    /// What a row was for a seat: a star for whoever finished, or how the points changed, and the points after it. Nothing for
    /// whoever was out before.
    fn cell(&self, scene: &mut Scene, row: &Row, seat: Seat, middle: At) {
        let Some(last) = row.rounds.last() else {
            return;
        };
        if !row.rounds.iter().any(|round| round.played.contains(seat)) {
            return;
        }
        let width = (self.width() - 12).min(CELL);
        let left = middle.by(-width / 2, 0);
        let won = row
            .rounds
            .iter()
            .filter(|round| round.finish.is_some_and(|finish| finish.seat == seat));
        let (won, points) = (won.count(), last.scores[seat]);
        let change = points - row.before[seat];
        if won > 0 {
            scene.badge(Badge::Won, left.by(20, 0));
        } else if row.rounds.iter().any(|round| round.failed.contains(seat)) {
            scene.badge(Badge::Costs, left.by(-4, 0));
        }
        let text = match (won, row.rounds.len()) {
            (1.., 2..) => Some(won.to_string()),
            (1.., _) if change <= 0 => None,
            _ if change == 0 => None,
            _ if change > 0 => Some(format!("+{change}")),
            _ => Some(signed(change)),
        };
        if let Some(text) = text {
            let (from, room) = if won > 0 {
                (40, CHANGE - 40)
            } else {
                (14, CHANGE - 14)
            };
            let size = TextSize::Fine.fitting(&text, room);
            let middle = left.by(from + size.width(&text) / 2, 0);
            scene.text(text, size, Ink::Sand, middle);
        }
        let text = signed(points);
        let room = width - CHANGE;
        let size = TextSize::Small.fitting(&text, room);
        let middle = left.by(CHANGE + room / 2, 0);
        let ink = if won > 0 { Ink::Gold } else { Ink::Ivory };
        scene.text(text, size, ink, middle);
    }

    /// What everybody has, and once the game is over a crown for whoever won it and the places of the others.
    fn foot(&self, scene: &mut Scene) {
        let top = FOOT - self.raised;
        let line = at(ACROSS.start + 20, top - 4);
        scene.bar(line, (ACROSS.end - ACROSS.start - 40, 3), 1, Ink::Oak);
        let standing = self.view.standing.as_ref();
        for (column, seat) in self.columns.iter().enumerate() {
            let middle = at(self.middle(column), top);
            let has_won = has_won_the_game(self.view, *seat);
            match standing.map(|standing| standing.places[*seat]) {
                Some(_) if has_won => scene.badge(Badge::Crown, middle.by(0, 34)),
                Some(place) => felt::rank(scene, place, middle.by(0, 34)),
                None => {}
            }
            let down = if standing.is_some() { 84 } else { 64 };
            let text = signed(self.view.scores[*seat]);
            let ink = if has_won { Ink::Gold } else { Ink::Ivory };
            let size = TextSize::Large.fitting(&text, self.width() - 16);
            scene.text(text, size, ink, middle.by(0, down));
        }
    }
}
