//! What is wrong with a state by the invariants of 101 rules 13; nothing in every true game.
//!
//! Told in counts and places, never in tiles: a fault may reach a log.

use super::deal::RACK;
use super::meld::{Composed, Kind, Meld};
use super::score::{Ending, FINISHER};
use super::state::{Okey101, Round};
use super::view::Phase;
use super::{OpenKind, score};
use crate::tile::Tile;

impl Okey101 {
    /// What is wrong with this state.
    pub(super) fn faults_of_state(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(round) = &self.round {
            count_tiles(round, &mut faults);
            self.count_racks(round, &mut faults);
            check_table(round, &mut faults);
            self.check_scores(round, &mut faults);
            let is_taken = matches!(round.phase, Phase::Taken(_));
            if is_taken != round.turn.taken.is_some() {
                faults.push("a taken tile outside its phase".to_owned());
            }
        }
        let over = self.sheet.len() >= self.options.rounds as usize;
        if over != self.standing.is_some() {
            faults.push(format!(
                "{} rounds and the wrong standing",
                self.sheet.len()
            ));
        }
        faults
    }

    fn count_racks(&self, round: &Round, faults: &mut Vec<String>) {
        for (seat, rack) in round.racks.iter() {
            let holds_one_more =
                matches!(round.phase, Phase::Play(actor) | Phase::Taken(actor) if actor == seat);
            let opened = round.opened[seat].is_some();
            let finished = round.result.as_ref().is_some_and(
                |result| matches!(result.ending, Ending::Finished(finish) if finish.seat == seat),
            );
            let fitting = match (opened, finished) {
                (false, _) => rack.len() == RACK + usize::from(holds_one_more),
                (true, false) => !rack.is_empty(),
                (true, true) => rack.is_empty(),
            };
            if !fitting {
                faults.push(format!("seat {seat} holds {} tiles", rack.len()));
            }
            if !rack.is_sorted() {
                faults.push(format!("the rack of seat {seat} is not in order"));
            }
        }
    }

    /// 101 rules 10.1, and what must hold without flat penalties (101 rules 13).
    fn check_scores(&self, round: &Round, faults: &mut Vec<String>) {
        let Some(result) = &round.result else {
            return;
        };
        if result.counted {
            let last = self.sheet.last();
            if last != Some(&result.lines.map(|_, line| line.total)) {
                faults.push("the sheet is not the result".to_owned());
            }
        }
        if result.ending == Ending::Cancelled {
            if result.lines.values().any(|line| line.total != 0) {
                faults.push("a cancelled round costs points".to_owned());
            }
            return;
        }
        for (seat, line) in result.lines.iter() {
            let multiplier = result.ending.multiplier();
            let partner = |finisher| {
                seat != finisher
                    && score::side(&self.options, finisher) == score::side(&self.options, seat)
            };
            let expected = match result.ending {
                Ending::Finished(finish) if finish.seat == seat => Some(FINISHER),
                Ending::Finished(finish) if partner(finish.seat) => Some(0),
                _ if round.opened[seat].is_none() => Some(self.options.unopened_penalty as i32),
                _ => None,
            };
            let adds_up = line.multiplier == multiplier
                && line.acts == round.acts_of(seat)
                && line.total == multiplier * line.base + line.held + line.acts;
            if !adds_up || expected.is_some_and(|base| base != line.base) {
                faults.push(format!("the points of seat {seat} are not as written"));
            }
        }
    }
}

fn count_tiles(round: &Round, faults: &mut Vec<String>) {
    let on_table = round.table.iter().flat_map(|laid| laid.meld.tiles());
    let mut tiles: Vec<Tile> = round
        .racks
        .values()
        .chain(round.piles.values())
        .flatten()
        .chain(on_table)
        .copied()
        .chain(round.stock.iter().map(|slot| slot.tile))
        .chain([Tile::Numbered(round.indicator)])
        .collect();
    tiles.sort_unstable();
    let mut deck = Tile::deck();
    deck.sort_unstable();
    if tiles != deck {
        faults.push(format!("{} tiles are not the 106 of the game", tiles.len()));
    }
}

/// Every meld is one, and lies there by right of its owner's opening.
fn check_table(round: &Round, faults: &mut Vec<String>) {
    for (place, laid) in round.table.iter().enumerate() {
        let composed = Composed::as_kind(laid.meld.tiles().to_vec(), laid.meld.kind());
        if Meld::compose(&composed, round.okey()).is_err() {
            faults.push(format!("meld {place} is none"));
        }
        let fitting = match round.opened_with(laid.owner) {
            None => false,
            Some(OpenKind::Doubles) => laid.meld.kind() == Kind::Pair,
            Some(OpenKind::Series) => true,
        };
        if !fitting {
            faults.push(format!("meld {place} lies there against the opening"));
        }
    }
}
