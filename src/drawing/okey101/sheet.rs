//! The score sheet after a round: a column for each seat, a row for each round, the totals below.

use super::board::{points, signed};
use crate::drawing::scene::{At, Badge, Ink, Scene, TextSize, at};
use crate::rules::okey101::View;
use crate::rules::okey101::score::{Ending, side};
use crate::rules::okey101::view::RoundResult;
use crate::rules::{PerSeat, Seat};

/// The most rows of rounds, counted ones and a cancelled one; of more the last are shown.
const MOST: usize = 11;
/// The sheet, its column of round numbers, and its rows.
const LEFT: i32 = 44;
const RIGHT: i32 = 956;
const NUMBERS: i32 = 92;
const HEAD: i32 = 40;
const FIRST: i32 = 128;
const STEP: i32 = 45;
const TOTALS: i32 = 632;

/// A row of the sheet.
struct Row<'a> {
    number: u32,
    /// `None`: the round was cancelled.
    points: Option<&'a PerSeat<i32>>,
}

/// Shows what every round cost and who leads.
pub(super) fn show(scene: &mut Scene, view: &View, result: &RoundResult) {
    scene.bar(
        at(LEFT - 4, HEAD - 6),
        (RIGHT - LEFT + 8, 712),
        22,
        Ink::Oak,
    );
    scene.bar(at(LEFT, HEAD - 2), (RIGHT - LEFT, 704), 18, Ink::Walnut);
    let columns = columns(view);
    let finisher = finisher(result);
    for (place, seat) in columns.iter().enumerate() {
        let middle = middle(place, columns.len());
        head(scene, view, *seat, finisher, middle);
    }
    let rows = rows(view, result);
    for (line, row) in rows.iter().enumerate() {
        let y = FIRST + line as i32 * STEP;
        let is_last = line + 1 == rows.len();
        show_row(scene, row, &columns, (y, is_last), finisher);
    }
    if let Some(last) = rows.len().checked_sub(1) {
        multiplier(scene, result, FIRST + last as i32 * STEP);
    }
    totals(scene, view, &columns);
}

/// The seats from left to right; partners side by side.
fn columns(view: &View) -> Vec<Seat> {
    let mut seats: Vec<_> = view.totals.iter().map(|(seat, _)| seat).collect();
    seats.sort_by_key(|seat| match view.options.teams {
        true => (side(&view.options, *seat), *seat),
        false => (0, *seat),
    });
    seats
}

fn middle(column: usize, columns: usize) -> i32 {
    let width = (RIGHT - LEFT - NUMBERS) / columns.max(1) as i32;
    LEFT + NUMBERS + column as i32 * width + width / 2
}

fn finisher(result: &RoundResult) -> Option<Seat> {
    match result.ending {
        Ending::Finished(finish) => Some(finish.seat),
        Ending::Exhausted | Ending::Cancelled => None,
    }
}

/// The rounds to show; a cancelled one stands last, for it has just been.
fn rows<'a>(view: &'a View, result: &RoundResult) -> Vec<Row<'a>> {
    let counted = (1..).zip(&view.sheet);
    let mut rows: Vec<_> = counted
        .map(|(number, points)| Row {
            number,
            points: Some(points),
        })
        .collect();
    if !result.counted {
        rows.push(Row {
            number: view.round,
            points: None,
        });
    }
    rows.split_off(rows.len().saturating_sub(MOST))
}

fn head(scene: &mut Scene, view: &View, seat: Seat, finisher: Option<Seat>, middle: i32) {
    let _ = view;
    scene.badge(Badge::Seat(seat), at(middle, HEAD + 36));
    if finisher == Some(seat) {
        scene.badge(Badge::Laurel, at(middle + 56, HEAD + 36));
    }
}

fn show_row(
    scene: &mut Scene,
    row: &Row,
    columns: &[Seat],
    (top, is_last): (i32, bool),
    finisher: Option<Seat>,
) {
    if is_last {
        scene.bar(
            at(LEFT + 8, top),
            (RIGHT - LEFT - 16, STEP - 3),
            12,
            Ink::Oak,
        );
    }
    let y = top + STEP / 2;
    scene.text(row.number, TextSize::Small, Ink::Gold, at(LEFT + 46, y));
    for (place, seat) in columns.iter().enumerate() {
        let middle = at(middle(place, columns.len()), y);
        match row.points {
            None => scene.text("×", TextSize::Small, Ink::Red, middle),
            Some(points) => {
                let won = is_last && finisher == Some(*seat);
                cell(scene, points[*seat], won, middle);
            }
        }
    }
}

fn cell(scene: &mut Scene, points: i32, won: bool, middle: At) {
    let ink = match won {
        true => {
            scene.bar(middle.by(-70, -19), (140, 38), 12, Ink::Gold);
            Ink::Ebony
        }
        false => Ink::Ivory,
    };
    scene.text(signed(points), TextSize::Small, ink, middle);
}

fn multiplier(scene: &mut Scene, result: &RoundResult, top: i32) {
    let multiplier = result.ending.multiplier();
    if multiplier > 1 {
        let text = format!("×{multiplier}");
        scene.text(text, TextSize::Small, Ink::Gold, at(RIGHT - 40, top + 22));
    }
}

fn totals(scene: &mut Scene, view: &View, columns: &[Seat]) {
    let least = view.counting.values().min().copied();
    for (place, seat) in columns.iter().enumerate() {
        let middle = at(middle(place, columns.len()), TOTALS + 60);
        points(scene, view.totals[*seat], Ink::Ivory, middle);
        if Some(view.counting[*seat]) == least {
            scene.badge(Badge::Crown, middle.by(0, -56));
        }
    }
}
