//! The score sheet as numbers: what every deal was for everybody and where it left them (Kaluki rules 10).

use crate::rules::kaluki::View;
use crate::rules::kaluki::options::MatchMode;
use crate::rules::kaluki::score::CallUp;
use crate::rules::{PerSeat, Seat};

/// A deal that counted.
pub(super) struct Entry {
    pub(super) call_up: CallUp,
    /// What it was for each seat; nothing for those who had left.
    pub(super) cells: PerSeat<Option<Cell>>,
}

/// What a deal was for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// The points of its hand.
    pub(super) points: i32,
    /// Its penalty points after that.
    pub(super) total: i32,
    /// Whether a buy-in has set them.
    pub(super) is_bought: bool,
    /// Its settlements after that.
    pub(super) ledger: i32,
}

/// What the first deals of a match came to for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summed {
    /// How many of them it won.
    pub won: usize,
    /// Its penalty points after the last one in which it played.
    pub total: i32,
}

/// What so many of the first deals came to, as the score sheet sums them.
pub fn summed(view: &View, deals: usize) -> PerSeat<Summed> {
    let entries = entries(view);
    let first = &entries[..deals.min(entries.len())];
    view.totals.map(|seat, _| {
        let cell = last_cell(first, seat);
        Summed {
            won: won(first, seat),
            total: cell.map_or(0, |cell| cell.total),
        }
    })
}

/// After each deal, whose penalty points a buy-in has set, and to what.
pub fn bought_in(view: &View) -> Vec<PerSeat<Option<i32>>> {
    let at = |cell: &Option<Cell>| cell.filter(|cell| cell.is_bought).map(|cell| cell.total);
    let entries = entries(view).into_iter();
    entries
        .map(|entry| entry.cells.map(|_, cell| at(cell)))
        .collect()
}

/// How many of these deals a seat won.
pub(super) fn won(entries: &[Entry], seat: Seat) -> usize {
    let won = entries.iter().filter(|entry| entry.call_up.seat == seat);
    won.count()
}

/// How the last of these deals in which it played left a seat.
pub(super) fn last_cell(entries: &[Entry], seat: Seat) -> Option<Cell> {
    entries.iter().rev().find_map(|entry| entry.cells[seat])
}

/// Every deal that counted, the first one first.
pub(super) fn entries(view: &View) -> Vec<Entry> {
    let mut last: PerSeat<Option<Cell>> = view.totals.map(|_, _| None);
    let mut entries = Vec::with_capacity(view.sheet.len());
    for (number, (lines, call_up)) in (1..).zip(view.sheet.iter().zip(&view.call_ups)) {
        let after = lines.map(|seat, line| {
            let is_in = view.left[seat].is_none_or(|left| left >= number);
            let before = last[seat];
            is_in.then(|| Cell {
                points: line.points,
                total: before.map_or(0, |cell| cell.total) + line.points,
                is_bought: false,
                ledger: before.map_or(0, |cell| cell.ledger) + line.stake,
            })
        });
        last = bought(view, number, after);
        entries.push(Entry {
            call_up: *call_up,
            cells: last.clone(),
        });
    }
    entries
}

/// The same after the buy-ins that followed this deal: all who were over the limit and stayed.
fn bought(view: &View, number: u32, cells: PerSeat<Option<Cell>>) -> PerSeat<Option<Cell>> {
    if view.options.match_mode != MatchMode::Pool {
        return cells;
    }
    let limit = view.options.penalty_limit as i32;
    let totals = cells.values().flatten().map(|cell| cell.total);
    let highest = totals.filter(|total| *total <= limit).max().unwrap_or(0);
    let is_last = number as usize == view.sheet.len();
    // After the last deal some may not have answered yet.
    let has_answered = |seat: Seat, total: i32| !is_last || view.penalties[seat] != total;
    cells.map(|seat, cell| {
        let cell = (*cell)?;
        let stays = view.left[seat] != Some(number) && has_answered(seat, cell.total);
        if cell.total <= limit || !stays {
            return Some(cell);
        }
        Some(Cell {
            total: highest,
            is_bought: true,
            ..cell
        })
    })
}
