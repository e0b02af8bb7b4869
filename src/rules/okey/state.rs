//! The state of a game of Okey: its fields, and what they say about the rules.

use super::options::{Deal, ExhaustedTake, ShowingWindow};
use super::sheet::Entry;
use super::view::{Moved, Phase, RoundResult};
use super::{Options, Win, score};
use crate::tile::{Face, Tile};
use crate::{PerSeat, RoundStanding, Seat, Seats, Standing};

/// The state of a game of Okey. It has no `Debug`: a state never reaches a log.
#[derive(Clone, PartialEq)]
pub struct Okey {
    pub(super) options: Options,
    pub(super) scores: PerSeat<i32>,
    /// What every round came to that is over.
    pub(super) sheet: Vec<Entry>,
    /// After which round a seat left (`elimination`).
    pub(super) left: PerSeat<Option<u32>>,
    /// How many rounds have been dealt.
    pub(super) rounds: u32,
    /// How many turns there have been.
    pub(super) turns: u32,
    pub(super) round: Option<Round>,
    pub(super) standing: Option<Standing>,
}

/// One round, from its deal to the next.
#[derive(Clone, PartialEq)]
pub(super) struct Round {
    pub(super) dealer: Seat,
    pub(super) starter: Seat,
    pub(super) dice: Vec<u8>,
    pub(super) indicator: Face,
    /// Whether the exposed tile has been drawn (`exposed_tile_last`).
    pub(super) exposed_drawn: bool,
    pub(super) phase: Phase,
    /// Each in canonical order.
    pub(super) racks: PerSeat<Vec<Tile>>,
    /// The next tile first.
    pub(super) stock: Vec<Slot>,
    /// The top tile last.
    pub(super) piles: PerSeat<Vec<Tile>>,
    /// Who may still show.
    pub(super) may_show: Seats,
    pub(super) showed: Seats,
    /// Turns in a row begun by a take while tiles were left to draw (Okey rules 5.3).
    pub(super) takes: u32,
    /// Turns in a row begun by a take on an empty stock (Okey rules 5.4).
    pub(super) exhausted_takes: u32,
    /// What happened since the deal.
    pub(super) history: Vec<Happened>,
    pub(super) result: Option<RoundResult>,
}

/// A tile of the stock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) tile: Tile,
    /// Whether everybody saw it during the deal (Okey rules 5.6).
    pub(super) seen: bool,
}

/// One thing that happened, with the whole truth of it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Happened {
    /// A draw has its tile here always.
    pub(super) moved: Moved,
    /// Whether everybody knows the tile.
    pub(super) open: bool,
}

impl Okey {
    pub(super) fn undealt(options: &Options, seats: usize) -> Self {
        Self {
            options: options.clone(),
            scores: PerSeat::new(seats, |_| options.start_points as i32),
            sheet: Vec::new(),
            left: PerSeat::new(seats, |_| None),
            rounds: 0,
            turns: 0,
            round: None,
            standing: None,
        }
    }

    /// How many seats the table has, those included that left the game.
    pub fn seats(&self) -> usize {
        self.scores.len()
    }

    /// Who is still in the game.
    pub(super) fn active(&self) -> Seats {
        self.left
            .iter()
            .filter(|(_, left)| left.is_none())
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Who has left the game (Okey rules 9.3).
    pub(super) fn eliminated(&self) -> Seats {
        let left = self.left.iter().filter(|(_, left)| left.is_some());
        left.map(|(seat, _)| seat).collect()
    }

    /// The next seat to the right that is still in the game (Okey rules 3.1).
    pub(super) fn right_of(&self, seat: Seat) -> Seat {
        let (active, seats) = (self.active(), self.seats());
        let mut at = seat.next(seats);
        while at != seat && !active.contains(at) {
            at = at.next(seats);
        }
        at
    }

    /// The next seat to the left that is still in the game.
    pub(super) fn left_of(&self, seat: Seat) -> Seat {
        self.active().before(seat, self.seats())
    }

    /// The players from the starter to the dealer.
    pub(super) fn order(&self, dealer: Seat) -> Vec<Seat> {
        let starter = self.right_of(dealer);
        let mut order = vec![starter];
        loop {
            let next = self.right_of(order[order.len() - 1]);
            if next == starter {
                return order;
            }
            order.push(next);
        }
    }

    /// How many turns in a row may begin with a take (Okey rules 5.3).
    pub(super) fn take_streak_cap(&self) -> u32 {
        self.options
            .take_streak_cap
            .unwrap_or(2 * self.active().len() as u32)
    }

    /// How many turns in a row may begin with a take on an empty stock (Okey rules 5.4).
    pub(super) fn exhausted_take_cap(&self) -> u32 {
        self.options
            .exhausted_take_cap
            .unwrap_or(2 * self.active().len() as u32)
    }

    /// How many tiles are left to draw, the exposed one included if it may be drawn.
    pub(super) fn drawable(&self, round: &Round) -> usize {
        let exposed = self.options.exposed_tile_last && !round.exposed_drawn;
        round.stock.len() + usize::from(exposed)
    }

    /// The next tile that would be drawn, and whether everybody knows it.
    pub(super) fn next_draw(&self, round: &Round, place: usize) -> Option<Slot> {
        let exposed = Slot {
            tile: Tile::Numbered(round.indicator),
            seen: true,
        };
        match round.stock.get(place) {
            Some(slot) => Some(*slot),
            None if place == round.stock.len() => (self.drawable(round) > place).then_some(exposed),
            None => None,
        }
    }

    /// Whether so many turns in a row began with a take that the next one has to begin with a draw (Okey rules 5.3).
    pub(super) fn must_draw(&self, round: &Round) -> bool {
        matches!(round.phase, Phase::Draw(_))
            && self.drawable(round) > 0
            && round.takes >= self.take_streak_cap()
    }

    /// Whether the turn in phase `Discard` began with a take that must win (`win_only`).
    pub(super) fn must_finish(&self, round: &Round) -> bool {
        self.options.exhausted_take == ExhaustedTake::WinOnly
            && matches!(round.phase, Phase::Discard(_))
            && round.exhausted_takes > 0
    }

    /// Whether the turn that is to end with a discard was the last that may begin with a take on an empty stock: an ordinary
    /// discard ends the round (Okey rules 5.4).
    pub(super) fn is_last_take(&self, round: &Round) -> bool {
        matches!(round.phase, Phase::Discard(_))
            && round.exhausted_takes >= self.exhausted_take_cap()
    }

    /// What the finish of a seat with this discard is, if it wins.
    pub(super) fn judge(&self, round: &Round, seat: Seat, discard: Tile) -> Option<Win> {
        score::judge(
            &self.options,
            &without(&round.racks[seat], discard),
            discard,
            round.okey(),
        )
    }

    /// The most steps a round can take: nothing that is listed can go on for ever (Okey rules 5.3 and 5.4).
    pub(super) fn most_steps_of_a_round(&self) -> u32 {
        let seats = self.active().len() as u32;
        let players = self.active().len();
        let stock = super::deal::TILES - 1 - (14 * players + 1) + 1;
        let turns = (stock as u32 + 1)
            .saturating_mul(self.take_streak_cap() + 1)
            .saturating_add(self.exhausted_take_cap() + 2);
        // A turn is a draw or a take, a failed finish, and a discard; everybody shows or declines once.
        turns.saturating_mul(3).saturating_add(2 * seats)
    }

    /// What the round came to, once it is over. Its points are not written down: they go from what everybody began with
    /// (Okey rules 8.1).
    pub(super) fn result_of_the_round(&self) -> Option<RoundStanding> {
        let winners = match self.round.as_ref()?.result.as_ref()? {
            RoundResult::Won { seat, .. } => Seats::only(*seat),
            RoundResult::Drawn => Seats::NONE,
        };
        Some(RoundStanding {
            winners,
            points: None,
        })
    }
}

impl Round {
    pub(super) fn okey(&self) -> Face {
        self.indicator.okey()
    }

    /// The other tile with the indicator's face (Okey rules 1).
    pub(super) fn twin(&self) -> Tile {
        Tile::Numbered(self.indicator)
    }

    /// Who may show out of turn, or must say whether they do. Public.
    pub(super) fn window(options: &Options, active: Seats) -> Seats {
        if options.gosterge {
            active
        } else {
            Seats::NONE
        }
    }

    /// The first phase of a round.
    pub(super) fn first_phase(options: &Options, active: Seats, starter: Seat) -> Phase {
        let own_phase = options.gosterge_window == ShowingWindow::BeforeFirstDiscard;
        if options.gosterge && own_phase {
            Phase::Showing(active)
        } else {
            Phase::StarterDiscard(starter)
        }
    }

    /// The tile that the seat in phase `Discard` has just drawn or taken.
    pub(super) fn fresh(&self) -> Option<Tile> {
        if !matches!(self.phase, Phase::Discard(_)) {
            return None;
        }
        self.history.iter().rev().find_map(|step| match step.moved {
            Moved::Drew { tile, .. } => tile,
            Moved::Took { tile, .. } => Some(tile),
            _ => None,
        })
    }

    /// Whether a finish has failed in this turn (`wrong_finish_penalty`).
    pub(super) fn finish_failed(&self) -> bool {
        self.history
            .iter()
            .rev()
            .find(|step| !matches!(step.moved, Moved::Showed { .. }))
            .is_some_and(|step| matches!(step.moved, Moved::FailedFinish { .. }))
    }
}

/// Tiles without one of a kind.
pub(super) fn without(tiles: &[Tile], tile: Tile) -> Vec<Tile> {
    let mut rest = tiles.to_vec();
    crate::meld::remove(&mut rest, tile);
    rest
}

impl Okey {
    /// What is wrong with this state (Okey rules 11), told without naming a tile; empty in every true game.
    pub(super) fn faults_of_state(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(round) = &self.round {
            self.count_tiles(round, &mut faults);
            self.count_racks(round, &mut faults);
        }
        let is_over = self.round.as_ref().map(|round| round.phase) == Some(Phase::RoundOver);
        if is_over && self.sheet.last().map(|entry| &entry.scores) != Some(&self.scores) {
            faults.push("the sheet is not the score".to_owned());
        }
        let upwards = self.options.partnership
            || self.options.gosterge_effect != super::options::ShowingEffect::OthersLose;
        let most = self.options.start_points as i32;
        if !upwards && self.scores.values().any(|score| *score > most) {
            faults.push("a score has risen".to_owned());
        }
        faults
    }

    fn count_tiles(&self, round: &Round, faults: &mut Vec<String>) {
        let finishing = match &round.result {
            Some(RoundResult::Won { win, .. }) => Some(win.discard),
            _ => None,
        };
        let exposed = (!round.exposed_drawn).then_some(round.twin());
        let mut tiles: Vec<Tile> = round
            .racks
            .values()
            .chain(round.piles.values())
            .flatten()
            .copied()
            .chain(round.stock.iter().map(|slot| slot.tile))
            .chain(finishing)
            .chain(exposed)
            .collect();
        tiles.sort_unstable();
        let mut deck = Tile::deck();
        deck.sort_unstable();
        if tiles != deck {
            faults.push(format!("{} tiles are not the 106 of the game", tiles.len()));
        }
    }

    fn count_racks(&self, round: &Round, faults: &mut Vec<String>) {
        let active = self.active();
        for (seat, rack) in round.racks.iter() {
            let fifteen = match round.phase {
                Phase::StarterDiscard(actor) | Phase::Discard(actor) => actor == seat,
                Phase::Showing(_) => round.starter == seat,
                _ => false,
            };
            let played = active.contains(seat) || self.left[seat] == Some(self.rounds);
            let expected = if played { 14 + usize::from(fifteen) } else { 0 };
            if rack.len() != expected {
                faults.push(format!(
                    "seat {seat} holds {} tiles instead of {expected}",
                    rack.len()
                ));
            }
            if !rack.is_sorted() {
                faults.push(format!("the rack of seat {seat} is not in order"));
            }
        }
        let dice_thrown = self.options.deal == Deal::Formal;
        if dice_thrown == round.dice.is_empty() {
            faults.push("the dice do not belong to the way of dealing".to_owned());
        }
    }
}
