//! The score sheet after a deal, in the form of the rules' worked match (Kaluki rules 15.2): a column for each seat, a row
//! for each deal, the units below.

use std::ops::Range;

use super::book::{Cell, Entry, entries, last_cell, won};
use super::{asked, fit, gained, signed, units_of, write};
use crate::felt;
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::MatchMode;
use crate::rules::kaluki::score::{DealResult, Ending};
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backdrop, Badge, Ink, Scene, TextSize, at};
use crate::signs::Sitter;

/// The most rows; of more deals the last are shown, and one row sums the first.
const MOST: usize = 9;
/// The sheet from left to right, and where its columns begin.
const ACROSS: Range<i32> = 32..968;
const COLUMNS: i32 = 134;
/// The sheet from top to bottom, its rows, and the units below them.
const DOWN: Range<i32> = 34..746;
const ROWS: Range<i32> = 116..606;
const FOOT: i32 = 612;
/// So few rows stand on a lower table, on which all that is below them stands so much higher.
const FEW: usize = 2;
const RAISED: i32 = 306;
/// How wide a cell is at most, and what of it is for the points of the deal.
const CELL: i32 = 216;
const POINTS: i32 = 76;
/// From this height on a row has a second line.
const TALL: i32 = 76;

/// What is drawn from, once worked out.
struct Sheet<'a> {
    view: &'a View,
    sitters: &'a PerSeat<Sitter>,
    seats: Vec<Seat>,
    rows: Vec<Row>,
    /// How much higher than below many rows the foot stands.
    raised: i32,
    /// How large the penalty points are written.
    size: TextSize,
}

/// A row of the sheet.
struct Row {
    /// The number of the deal, or those of several.
    label: String,
    line: Line,
}

/// What stands in a row.
enum Line {
    /// A deal.
    Deal(Entry),
    /// Many of them: how they left everybody, and who won how many.
    Sum(Vec<Entry>),
    /// A void one.
    Void,
    /// One that is still to come.
    Coming,
}

/// Shows what every deal was for everybody.
pub(super) fn show(view: &View, result: &DealResult, sitters: &PerSeat<Sitter>) -> Scene {
    let rows = rows(view, result);
    let (backdrop, raised) = match rows.len() {
        ..=FEW => (Backdrop::Low, RAISED),
        _ => (Backdrop::Table, 0),
    };
    let mut scene = Scene::on(backdrop);
    let (width, height) = (ACROSS.end - ACROSS.start, DOWN.end - raised - DOWN.start);
    let corner = at(ACROSS.start, DOWN.start);
    scene.bar(corner, (width, height), 22, Ink::Oak);
    scene.bar(corner.by(4, 4), (width - 8, height - 8), 18, Ink::Walnut);
    let mut sheet = Sheet {
        view,
        sitters,
        seats: view.totals.iter().map(|(seat, _)| seat).collect(),
        rows,
        raised,
        size: TextSize::Large,
    };
    sheet.size = size_of_totals(view, sheet.cell(0).1 - POINTS - 4);
    sheet.heads(&mut scene);
    sheet.deals(&mut scene);
    sheet.foot(&mut scene);
    scene
}

/// The deals to show. A void one has just been: it stands behind those that count.
fn rows(view: &View, result: &DealResult) -> Vec<Row> {
    let mut rows: Vec<Row> = (1..)
        .zip(entries(view))
        .map(|(number, entry)| Row {
            label: number.to_string(),
            line: Line::Deal(entry),
        })
        .collect();
    if !result.ending.counts() {
        rows.push(Row {
            label: view.deal.to_string(),
            line: Line::Void,
        });
    }
    let first = summed_deals(view, result);
    if first > 0 {
        let shown = rows.split_off(first);
        rows = vec![sum(rows)];
        rows.extend(shown);
    }
    rows.extend(coming(view, rows.len()));
    rows
}

/// How many of the first deals stand summed in one row.
pub fn summed_deals(view: &View, result: &DealResult) -> usize {
    let rows = view.sheet.len() + usize::from(!result.ending.counts());
    if rows > MOST { rows + 1 - MOST } else { 0 }
}

/// The deals that a match of a fixed length still has, where there is room for all of it.
fn coming(view: &View, shown: usize) -> impl Iterator<Item = Row> {
    let deals = match view.options.match_mode {
        MatchMode::FixedDeals(deals) => deals as usize,
        MatchMode::Pool | MatchMode::SingleDeal => 0,
    };
    let last = if deals <= MOST { deals } else { 0 };
    (shown + 1..=last).map(|number| Row {
        label: number.to_string(),
        line: Line::Coming,
    })
}

/// One row for many deals.
fn sum(rows: Vec<Row>) -> Row {
    let label = format!("1−{}", rows.len());
    let entries = rows.into_iter().filter_map(|row| match row.line {
        Line::Deal(entry) => Some(entry),
        Line::Sum(_) | Line::Void | Line::Coming => None,
    });
    Row {
        label,
        line: Line::Sum(entries.collect()),
    }
}

/// How large the penalty points are written: all alike, so that none looks more than another.
fn size_of_totals(view: &View, room: i32) -> TextSize {
    let entries = entries(view);
    let cells = entries.iter().flat_map(|entry| entry.cells.values());
    let widest = cells.flatten().map(|cell| cell.total).max();
    fit(
        &widest.unwrap_or_default().to_string(),
        TextSize::Large,
        room,
    )
}

impl Sheet<'_> {
    fn width(&self) -> i32 {
        (ACROSS.end - 8 - COLUMNS) / self.seats.len().max(1) as i32
    }

    /// The middle of a column.
    fn middle(&self, column: usize) -> i32 {
        COLUMNS + column as i32 * self.width() + self.width() / 2
    }

    /// The left edge of what stands in a column, and how wide that is.
    fn cell(&self, column: usize) -> (i32, i32) {
        let width = (self.width() - 8).min(CELL);
        (self.middle(column) - width / 2, width)
    }

    fn heads(&self, scene: &mut Scene) {
        for (column, seat) in self.seats.iter().enumerate() {
            let middle = at(self.middle(column), DOWN.start + 44);
            let sitter = self.sitters.get(*seat).unwrap_or(&Sitter::Person);
            if self.is_out(*seat) {
                scene.badge(Badge::Partner(*seat), middle);
            } else if self.has_won(*seat) {
                felt::head(scene, *seat, sitter, middle.by(-30, 0));
                let beside = if *sitter == Sitter::Person { 32 } else { 52 };
                scene.badge(Badge::Laurel, middle.by(beside, 0));
            } else {
                felt::head(scene, *seat, sitter, middle);
            }
        }
    }

    /// Who has won the deal that is over.
    fn has_won(&self, seat: Seat) -> bool {
        let ending = self.view.result.as_ref().map(|result| result.ending);
        matches!(ending, Some(Ending::CalledUp(call_up)) if call_up.seat == seat)
    }

    /// Who has left while others play on.
    fn is_out(&self, seat: Seat) -> bool {
        self.view.left[seat].is_some() && self.view.standing.is_none()
    }

    fn deals(&self, scene: &mut Scene) {
        let count = self.rows.len().max(1) as i32;
        let step = ((ROWS.end - self.raised - ROWS.start) / count).min(92);
        let is_played = |row: &Row| !matches!(row.line, Line::Coming);
        let last = self.rows.iter().rposition(is_played);
        for (line, row) in self.rows.iter().enumerate() {
            let top = ROWS.start + line as i32 * step;
            if last == Some(line) {
                let left = at(ACROSS.start + 10, top + 1);
                let width = ACROSS.end - ACROSS.start - 20;
                scene.bar(left, (width, step - 2), 12, Ink::Oak);
            }
            self.row(scene, row, (top + step / 2, step));
        }
    }

    fn row(&self, scene: &mut Scene, row: &Row, (y, height): (i32, i32)) {
        let ink = match row.line {
            Line::Coming => Ink::Oak,
            Line::Deal(_) | Line::Sum(_) | Line::Void => Ink::Gold,
        };
        let room = COLUMNS - ACROSS.start - 20;
        let size = fit(&row.label, TextSize::Small, room);
        scene.text(&row.label, size, ink, at((ACROSS.start + COLUMNS) / 2, y));
        for (column, seat) in self.seats.iter().enumerate() {
            let middle = at(self.middle(column), y);
            match &row.line {
                Line::Deal(entry) => self.entry(scene, entry, (column, *seat), (y, height)),
                Line::Sum(entries) => self.sum(scene, entries, (column, *seat), y),
                Line::Void if self.is_out(*seat) => {}
                Line::Void => scene.text("×", TextSize::Large, Ink::Ebony, middle),
                Line::Coming => {}
            }
        }
    }

    /// What a deal was for a seat: its points or the winner's star, the penalty points after it, the units below.
    fn entry(
        &self,
        scene: &mut Scene,
        entry: &Entry,
        (column, seat): (usize, Seat),
        (y, height): (i32, i32),
    ) {
        let Some(cell) = entry.cells[seat] else {
            return;
        };
        let is_tall = height >= TALL && self.view.options.has_stakes();
        let first = if is_tall { y - 17 } else { y };
        if entry.call_up.seat == seat {
            let left = self.cell(column).0;
            scene.badge(Badge::Won, at(left + 20, first));
            if entry.call_up.kaluki {
                scene.badge(Badge::Sweep, at(left + 58, first));
            }
        } else {
            self.points(scene, cell.points, column, first);
        }
        self.total(scene, cell, column, y);
        if is_tall {
            self.ledger(scene, cell.ledger, column, y + 22);
        }
    }

    /// The points of a hand, at the left of a cell.
    fn points(&self, scene: &mut Scene, points: i32, column: usize, y: i32) {
        let text = format!("+{points}");
        let size = fit(&text, TextSize::Fine, POINTS);
        let left = at(self.cell(column).0 + 2, y);
        let middle = left.by(size.width(&text) / 2, 0);
        scene.text(text, size, Ink::Sand, middle);
    }

    /// How many of these deals a seat won, and how the last one in which it played left it.
    fn sum(&self, scene: &mut Scene, entries: &[Entry], (column, seat): (usize, Seat), y: i32) {
        let Some(cell) = last_cell(entries, seat) else {
            return;
        };
        let times = won(entries, seat);
        if times > 0 {
            let left = at(self.cell(column).0, y);
            scene.badge(Badge::Won, left.by(20, 0));
            let size = TextSize::Fine;
            scene.text(times, size, Ink::Sand, left.by(56, 0));
        }
        self.total(scene, cell, column, y);
    }

    /// The penalty points after a deal: in parentheses if a buy-in has set them, red if they are too many.
    fn total(&self, scene: &mut Scene, cell: Cell, column: usize, y: i32) {
        let text = if cell.is_bought {
            format!("({})", cell.total)
        } else {
            cell.total.to_string()
        };
        let (left, width) = self.cell(column);
        let room = width - POINTS - 4;
        let size = fit(&text, self.size, room);
        let middle = at(left + POINTS + 4 + room / 2, y);
        let has_limit = self.view.options.match_mode == MatchMode::Pool;
        if has_limit && cell.total > self.view.options.penalty_limit as i32 {
            let around = (size.width(&text) + 12, size.pixels());
            let corner = middle.by(-around.0 / 2, -around.1 / 2);
            scene.bar(corner, around, 10, Ink::Red);
        }
        scene.text(text, size, Ink::Ivory, middle);
    }

    /// The settlements after a deal, behind a small coin.
    fn ledger(&self, scene: &mut Scene, ledger: i32, column: usize, y: i32) {
        let left = at(self.cell(column).0, y);
        scene.bar(left.by(4, -7), (14, 14), 7, Ink::Gold);
        let text = gained(ledger);
        let size = fit(&text, TextSize::Fine, POINTS - 16);
        let middle = left.by(22 + size.width(&text) / 2, 0);
        scene.text(text, size, Ink::Light, middle);
    }

    /// The units of each seat and the pool; the places once the match is over.
    fn foot(&self, scene: &mut Scene) {
        let line = at(ACROSS.start + 20, FOOT - self.raised);
        scene.bar(line, (ACROSS.end - ACROSS.start - 40, 3), 1, Ink::Oak);
        if self.view.options.has_pool() {
            let middle = at((ACROSS.start + COLUMNS) / 2, FOOT - self.raised + 44);
            scene.badge(Badge::Pool, middle);
            let text = self.view.pool.to_string();
            let size = fit(&text, TextSize::Small, COLUMNS - ACROSS.start - 14);
            scene.text(text, size, Ink::Light, middle.by(0, 52));
        }
        for (column, seat) in self.seats.iter().enumerate() {
            self.fate(
                scene,
                *seat,
                at(self.middle(column), FOOT - self.raised + 40),
            );
            self.units(scene, *seat, column);
        }
    }

    /// The place of a seat once the match is over; before, whether it is asked to buy in, or has, or is out.
    fn fate(&self, scene: &mut Scene, seat: Seat, middle: At) {
        if let Some(standing) = &self.view.standing {
            return match standing.places[seat] {
                1 => scene.badge(Badge::Crown, middle),
                place => felt::rank(scene, place, middle),
            };
        }
        if asked(self.view).contains(seat) {
            let around = middle.by(-70, -26);
            scene.bar(around, (140, 52), 26, Ink::Gold);
            scene.badge(Badge::Lifebuoy, middle.by(-42, 0));
            let at = self.view.buy_in_at.unwrap_or_default().to_string();
            return write(scene, &at, Ink::Ebony, middle.by(-18, 1), 76);
        }
        let times = self.view.buy_ins[seat];
        if self.is_out(seat) {
            scene.text("×", TextSize::Large, Ink::Red, middle);
        } else if times > 0 {
            scene.badge(Badge::Lifebuoy, middle.by(-20, 0));
            write(scene, &times.to_string(), Ink::Ivory, middle.by(6, 1), 48);
        }
    }

    fn units(&self, scene: &mut Scene, seat: Seat, column: usize) {
        let middle = at(self.middle(column), FOOT - self.raised + 98);
        let ink = match &self.view.standing {
            Some(standing) if standing.places[seat] == 1 => Ink::Gold,
            _ => Ink::Ivory,
        };
        let (text, coin) = if self.view.options.has_stakes() {
            (gained(self.units_of(seat)), 42)
        } else {
            (signed(self.view.penalties[seat]), 0)
        };
        let size = fit(&text, TextSize::Large, self.width() - coin - 8);
        let width = size.width(&text) + coin;
        if coin > 0 {
            scene.badge(Badge::Coin, middle.by(17 - width / 2, 0));
        }
        scene.text(text, size, ink, middle.by(coin / 2, 0));
    }

    /// What a seat has, with its share of the pool once the match is over.
    fn units_of(&self, seat: Seat) -> i32 {
        let standing = self.view.standing.as_ref();
        standing.map_or_else(
            || units_of(self.view, seat),
            |standing| standing.points[seat],
        )
    }
}
