//! The score sheet after a round: a column for each seat, a row for each round, the totals below.

use std::ops::Range;

use super::board::{points, signed};
use crate::felt;
use crate::rules::okey101::View;
use crate::rules::okey101::score::{Ending, side};
use crate::rules::okey101::view::RoundResult;
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Badge, Ink, Scene, TextSize, at};
use crate::signs::Sitter;

/// How wide a total may be.
const TOTAL: i32 = 135;
/// The most rows; of more rounds the last are shown, and one row sums the first.
const MOST: usize = 11;
/// The sheet from left to right, and where its columns begin.
const ACROSS: Range<i32> = 40..960;
const COLUMNS: i32 = 140;
/// The sheet from top to bottom, its rows, and the totals below them.
const DOWN: Range<i32> = 34..746;
const ROWS: Range<i32> = 118..606;
const TOTALS: i32 = 616;

/// What is drawn from, once worked out.
struct Sheet<'a> {
    view: &'a View,
    result: &'a RoundResult,
    sitters: &'a PerSeat<Sitter>,
    /// From left to right, partners side by side.
    columns: Vec<Seat>,
    rows: Vec<Row<'a>>,
}

/// A row of the sheet.
struct Row<'a> {
    /// The number of the round, or those of several.
    label: String,
    costs: Costs<'a>,
}

/// What a round cost.
#[derive(Clone, PartialEq)]
enum Costs<'a> {
    /// So much for each seat.
    Points(&'a PerSeat<i32>),
    /// Many of them: so much for each seat in all.
    Sum(PerSeat<i32>),
    /// Nothing: it was cancelled.
    Cancelled,
    /// It is still to be played.
    Coming,
}

/// How the cells of a row look.
#[derive(Clone, Copy)]
struct Cells {
    size: TextSize,
    /// On their height, at the left edge of the picture.
    left: At,
    is_latest: bool,
}

/// Shows what every round cost and who leads.
pub(super) fn show(
    scene: &mut Scene,
    view: &View,
    result: &RoundResult,
    sitters: &PerSeat<Sitter>,
) {
    let (width, height) = (ACROSS.end - ACROSS.start, DOWN.end - DOWN.start);
    let corner = at(ACROSS.start, DOWN.start);
    scene.bar(corner, (width, height), 22, Ink::Oak);
    scene.bar(corner.by(4, 4), (width - 8, height - 8), 18, Ink::Walnut);
    let sheet = Sheet {
        view,
        result,
        sitters,
        columns: columns(view),
        rows: rows(view, result),
    };
    sheet.teams(scene);
    sheet.heads(scene);
    sheet.rounds(scene);
    sheet.totals(scene);
}

fn columns(view: &View) -> Vec<Seat> {
    let mut seats: Vec<_> = view.totals.iter().map(|(seat, _)| seat).collect();
    if view.options.teams {
        seats.sort_by_key(|seat| side(&view.options, *seat));
    }
    seats
}

/// The rounds to show. A cancelled one has just been: it stands behind those that count.
fn rows<'a>(view: &'a View, result: &RoundResult) -> Vec<Row<'a>> {
    let counted = view.sheet.iter().map(Costs::Points);
    let cancelled = (!result.counted).then_some(Costs::Cancelled);
    let played = view.sheet.len() + cancelled.iter().len();
    let coming = (view.options.rounds as usize).saturating_sub(played);
    // A long game shows what has been; of a short one it is good to see what is left.
    let coming = coming.min(MOST.saturating_sub(played));
    let coming = std::iter::repeat_n(Costs::Coming, coming);
    let all = counted.chain(cancelled).chain(coming);
    let mut rows: Vec<_> = (1..)
        .zip(all)
        .map(|(number, costs): (u32, _)| Row {
            label: number.to_string(),
            costs,
        })
        .collect();
    if rows.len() > MOST {
        let shown = rows.split_off(rows.len() + 1 - MOST);
        rows = vec![sum(&view.sheet[..rows.len()])];
        rows.extend(shown);
    }
    rows
}

/// One row for the first rounds.
fn sum<'a>(rounds: &[PerSeat<i32>]) -> Row<'a> {
    let seats = rounds.first().map_or(0, PerSeat::len);
    let all = |seat: Seat| rounds.iter().map(|costs| costs[seat]).sum();
    Row {
        label: format!("1−{}", rounds.len()),
        costs: Costs::Sum(PerSeat::new(seats, all)),
    }
}

impl Sheet<'_> {
    fn finisher(&self) -> Option<Seat> {
        match self.result.ending {
            Ending::Finished(finish) => Some(finish.seat),
            Ending::Exhausted | Ending::Cancelled => None,
        }
    }

    fn width(&self) -> i32 {
        (ACROSS.end - 10 - COLUMNS) / self.columns.len().max(1) as i32
    }

    /// The middle of a column.
    fn middle(&self, column: usize) -> i32 {
        COLUMNS + column as i32 * self.width() + self.width() / 2
    }

    /// A darker ground behind the columns of each team.
    fn teams(&self, scene: &mut Scene) {
        if !self.view.options.teams {
            return;
        }
        for first in (0..self.columns.len()).step_by(2) {
            let left = COLUMNS + first as i32 * self.width() + 6;
            let corner = at(left, DOWN.start + 10);
            let size = (2 * self.width() - 12, DOWN.end - DOWN.start - 20);
            scene.bar(corner, size, 16, Ink::Ebony);
        }
    }

    /// The signs of the seats; the finisher's with a laurel, and how often the round was doubled.
    fn heads(&self, scene: &mut Scene) {
        let y = DOWN.start + 44;
        for (column, seat) in self.columns.iter().enumerate() {
            let middle = at(self.middle(column), y);
            let sitter = self.sitters.get(*seat).unwrap_or(&Sitter::Person);
            if self.finisher() != Some(*seat) {
                felt::head(scene, *seat, sitter, middle);
                continue;
            }
            let multiplier = self.result.ending.multiplier();
            let has_face = *sitter != Sitter::Person;
            // From left to right: who it is, the laurel, and how often the round was doubled.
            let (who, laurel, times, size) = match (has_face, multiplier > 1) {
                (true, true) => (-49, 31, 80, TextSize::Fine),
                (true, false) => (-32, 50, 0, TextSize::Fine),
                (false, true) => (-58, 4, 62, TextSize::Small),
                (false, false) => (-30, 32, 0, TextSize::Small),
            };
            felt::head(scene, *seat, sitter, middle.by(who, 0));
            scene.badge(Badge::Laurel, middle.by(laurel, 0));
            if multiplier > 1 {
                let text = format!("×{multiplier}");
                scene.text(text, size, Ink::Gold, middle.by(times, 0));
            }
        }
    }

    fn rounds(&self, scene: &mut Scene) {
        let count = self.rows.len().max(1) as i32;
        let step = ((ROWS.end - ROWS.start) / count).min(84);
        let last = self.rows.iter().rposition(|row| row.costs != Costs::Coming);
        for (line, row) in self.rows.iter().enumerate() {
            let top = ROWS.start + line as i32 * step;
            if last == Some(line) {
                let left = at(ACROSS.start + 10, top + 1);
                let width = ACROSS.end - ACROSS.start - 20;
                scene.bar(left, (width, step - 3), 12, Ink::Oak);
            }
            let cells = Cells {
                size: self.size(step),
                left: at(0, top + step / 2),
                is_latest: last == Some(line),
            };
            self.round(scene, row, cells);
        }
    }

    /// The numbers of a short game are large, unless some are too long for their columns.
    fn size(&self, step: i32) -> TextSize {
        let all = self.view.sheet.iter().flat_map(PerSeat::values);
        let widest = all
            .map(|points| TextSize::Large.width(&signed(*points)))
            .max();
        match widest {
            Some(widest) if step >= 60 && widest + 40 <= self.width() => TextSize::Large,
            _ => TextSize::Small,
        }
    }

    fn round(&self, scene: &mut Scene, row: &Row, cells: Cells) {
        let ink = match row.costs {
            Costs::Coming => Ink::Oak,
            _ => Ink::Gold,
        };
        let number = cells.left.by(ACROSS.start + 52, 0);
        let size = TextSize::Small.fitting(&row.label, COLUMNS - ACROSS.start - 20);
        scene.text(&row.label, size, ink, number);
        for (column, seat) in self.columns.iter().enumerate() {
            let middle = cells.left.by(self.middle(column), 0);
            match &row.costs {
                Costs::Points(points) if cells.is_latest => {
                    self.latest(scene, *seat, (points[*seat], cells.size), middle);
                }
                Costs::Points(points) => {
                    scene.text(signed(points[*seat]), cells.size, Ink::Ivory, middle);
                }
                Costs::Sum(points) => {
                    scene.text(signed(points[*seat]), cells.size, Ink::Ivory, middle);
                }
                Costs::Cancelled => scene.text("×", TextSize::Large, Ink::Ebony, middle),
                Costs::Coming => {}
            }
        }
    }

    /// What the round that is just over cost a seat: gold for the finisher, with a sign where penalties are part of it.
    fn latest(&self, scene: &mut Scene, seat: Seat, (points, size): (i32, TextSize), middle: At) {
        let text = signed(points);
        let half = size.width(&text) / 2;
        let is_finisher = self.finisher() == Some(seat);
        if is_finisher {
            let height = size.pixels() + 4;
            let corner = middle.by(-half - 16, -height / 2);
            scene.bar(corner, (2 * half + 32, height), 12, Ink::Gold);
        }
        let ink = if is_finisher { Ink::Ebony } else { Ink::Ivory };
        scene.text(text, size, ink, middle);
        let line = self.result.lines.get(seat).copied().unwrap_or_default();
        if line.acts + line.held > 0 {
            scene.badge(Badge::Costs, middle.by(-half - 20, 0));
        }
    }

    /// What counts for each seat, or for each team.
    fn totals(&self, scene: &mut Scene) {
        let line = at(ACROSS.start + 20, TOTALS - 4);
        scene.bar(line, (ACROSS.end - ACROSS.start - 40, 3), 1, Ink::Oak);
        if self.view.options.teams {
            return self.team_totals(scene);
        }
        for (column, seat) in self.columns.iter().enumerate() {
            self.total(scene, *seat, self.middle(column));
        }
    }

    /// The own points of each seat small, those of the team below.
    fn team_totals(&self, scene: &mut Scene) {
        for (column, seat) in self.columns.iter().enumerate() {
            let own = at(self.middle(column), TOTALS + 22);
            let text = signed(self.view.totals[*seat]);
            scene.text(text, TextSize::Small, Ink::Ivory, own);
        }
        for first in (0..self.columns.len()).step_by(2) {
            let middle = COLUMNS + (first as i32 + 1) * self.width();
            // Room for the place beside it, once there is one.
            let right = if self.view.standing.is_some() { 30 } else { 0 };
            let (seat, place) = (self.columns[first], at(middle + right, TOTALS + 84));
            points(
                scene,
                self.view.counting[seat],
                self.ink(seat),
                place,
                TOTAL,
            );
            self.rank(scene, seat, place.by(-110, 0));
        }
    }

    fn total(&self, scene: &mut Scene, seat: Seat, middle: i32) {
        let down = if self.view.standing.is_some() { 84 } else { 64 };
        let place = at(middle, TOTALS + down);
        points(
            scene,
            self.view.counting[seat],
            self.ink(seat),
            place,
            TOTAL,
        );
        self.rank(scene, seat, at(middle, TOTALS + 34));
    }

    /// Fewer points are better.
    fn leads(&self, seat: Seat) -> bool {
        let least = self.view.counting.values().min();
        least == Some(&self.view.counting[seat])
    }

    fn ink(&self, seat: Seat) -> Ink {
        if self.leads(seat) {
            Ink::Gold
        } else {
            Ink::Ivory
        }
    }

    /// The place of a seat once the game is over, a crown for the first; a table that closed without a result has none.
    fn rank(&self, scene: &mut Scene, seat: Seat, middle: At) {
        let places = self.view.standing.as_ref().map(|standing| &standing.places);
        match places.and_then(|places| places.get(seat).copied()) {
            Some(1) => scene.badge(Badge::Crown, middle),
            Some(place) => felt::rank(scene, place, middle),
            None => {}
        }
    }
}
