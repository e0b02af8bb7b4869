//! The state of a game of 101: its fields, and what they say about the rules.

use super::deal::TILES;
use super::meld::{Meld, Place};
use super::opening::{Needed, OpenKind, Opening, OpeningFault};
use super::options::{Exhaustion, Starter};
use super::penalties::{self, Cost, Penalty};
use super::view::{Moved, Phase, RoundResult};
use super::{Options, score};
use crate::tile::{Face, Tile};
use crate::{Chance, PerSeat, RoundStanding, Seat, Seats, Standing};

/// The state of a game of 101. It has no `Debug`: a state never reaches a log.
#[derive(Clone, PartialEq)]
pub struct Okey101 {
    pub(super) options: Options,
    pub(super) seats: usize,
    /// What every counted round cost.
    pub(super) sheet: Vec<PerSeat<i32>>,
    /// How many rounds have been dealt, cancelled ones included.
    pub(super) deals: u32,
    /// How many rounds in a row have just been cancelled (101 rules 9.4).
    pub(super) cancelled: u32,
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
    pub(super) phase: Phase,
    /// Each in canonical order.
    pub(super) racks: PerSeat<Vec<Tile>>,
    /// The next tile first.
    pub(super) stock: Vec<Slot>,
    /// The top tile last.
    pub(super) piles: PerSeat<Vec<Tile>>,
    /// In the order laid; a meld never leaves its place.
    pub(super) table: Vec<Laid>,
    pub(super) opened: PerSeat<Option<Opening>>,
    /// The acts charged, in the order they fell.
    pub(super) penalties: Vec<Penalty>,
    pub(super) turn: Turn,
    /// What happened since the deal.
    pub(super) history: Vec<Happened>,
    pub(super) result: Option<RoundResult>,
}

/// A tile of the stock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) tile: Tile,
    /// Whether everybody saw it during the deal.
    pub(super) seen: bool,
}

/// A meld on the table with the seat that laid it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Laid {
    pub(super) owner: Seat,
    pub(super) meld: Meld,
}

/// What has been done in the present turn.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Turn {
    /// The taken tile, until it is used or returned.
    pub(super) taken: Option<Tile>,
    /// Whether a taken tile was returned.
    pub(super) returned: bool,
    /// Whether the actor opened in this turn.
    pub(super) opened: bool,
    /// Whether they opened below the minimum and must discard the last tile (101 rules 7.6).
    pub(super) must_finish: bool,
    /// Whether an opening failed (`strict`).
    pub(super) failed: bool,
    /// Why it failed: known to the actor alone.
    pub(super) fault: Option<OpeningFault>,
    /// The table actions that stand, the last one last.
    pub(super) acts: Vec<Act>,
    /// Whether the last thing done was taking back.
    pub(super) just_undone: bool,
    /// How often something was taken back.
    pub(super) undone: u32,
    /// What was taken back and has not been laid off again.
    pub(super) taken_back: Vec<Tile>,
    /// Whether taking back several has been charged (101 rules 10.3).
    pub(super) several_charged: bool,
}

/// One table action of the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    LaidOff(LaidOff),
    /// An opening, a meld or a swap: it cannot be taken back.
    Firm,
}

/// A tile laid off in this turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LaidOff {
    pub(super) tile: Tile,
    pub(super) meld: usize,
    pub(super) place: Place,
    /// Whether this used the taken tile.
    pub(super) used_taken: bool,
    /// Whether the tile had been taken back before.
    pub(super) again: bool,
}

/// One thing that happened, with the whole truth of it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Happened {
    /// A draw has its tile here always.
    pub(super) moved: Moved,
    /// Whether everybody knows the tile.
    pub(super) open: bool,
}

impl Okey101 {
    /// How many cancelled rounds in a row make one that counts (101 rules 9.4).
    pub(super) const MOST_CANCELLED: u32 = 5;

    pub(super) fn undealt(options: &Options, seats: usize) -> Self {
        Self {
            options: options.clone(),
            seats,
            sheet: Vec::new(),
            deals: 0,
            cancelled: 0,
            turns: 0,
            round: None,
            standing: None,
        }
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    pub(super) fn right_of(&self, seat: Seat) -> Seat {
        seat.next(self.seats)
    }

    pub(super) fn left_of(&self, seat: Seat) -> Seat {
        seat.previous(self.seats)
    }

    /// The starter of a round and those to the right of them (101 rules 3.3).
    pub(super) fn order(&self, dealer: Seat) -> Vec<Seat> {
        let starter = match self.options.starter {
            Starter::Dealer => dealer,
            Starter::RightOfDealer => self.right_of(dealer),
        };
        let next = |seat: &Seat| Some(self.right_of(*seat));
        std::iter::successors(Some(starter), next)
            .take(self.seats)
            .collect()
    }

    /// 101 rules 3.2: chance or the option names the first dealer; a counted round moves the deal to the right.
    pub(super) fn next_dealer(&self, chance: &Chance) -> Seat {
        match &self.round {
            Some(round) if round.counts() => self.right_of(round.dealer),
            Some(round) => round.dealer,
            None => self.options.first_dealer.seat(chance, self.seats),
        }
    }

    /// What an opening must reach now (101 rules 7.1, 7.2 and 7.5).
    pub(super) fn needed(&self, round: &Round) -> Needed {
        let highest = |kind: OpenKind| {
            let those = round.opened.values().flatten();
            let worths = those.filter(|opening| opening.kind == kind);
            worths.map(|opening| opening.worth + 1).max().unwrap_or(0)
        };
        let (points, pairs) = if self.options.raising_open {
            (highest(OpenKind::Series), highest(OpenKind::Doubles))
        } else {
            (0, 0)
        };
        Needed {
            points: points.max(self.options.open_min),
            pairs: pairs.max(self.options.pairs_min),
        }
    }

    /// Whether a series opening by this seat that finishes in the same turn may be low (101 rules 7.6).
    pub(super) fn elden_may_be_low(&self, round: &Round, seat: Seat) -> bool {
        !self.options.elden_needs_101 && round.nobody_else_opened(seat)
    }

    /// What discarding this tile is charged for now; nothing for the last tile of a rack (101 rules 9.1).
    pub(super) fn cost(&self, round: &Round, seat: Seat, tile: Tile) -> Option<Cost> {
        let is_last = round.racks[seat].len() == 1;
        if is_last {
            return None;
        }
        self.cost_among_others(round, tile)
    }

    /// The same for a tile that is not the last of its rack.
    pub(super) fn cost_among_others(&self, round: &Round, tile: Tile) -> Option<Cost> {
        if self.options.penalty_amount == 0 {
            return None;
        }
        let table = round.table.iter().map(|laid| &laid.meld);
        penalties::cost(tile, round.okey(), table)
    }

    /// Whether the round is over once this turn has ended without a finish (101 rules 5.4).
    pub(super) fn ends_with_the_turn(&self, round: &Round) -> bool {
        round.stock.is_empty() && self.options.exhaustion == Exhaustion::AfterLastDiscard
    }

    /// The total of each seat.
    pub(super) fn totals(&self) -> PerSeat<i32> {
        score::totals(self.seats, &self.sheet)
    }

    /// The most steps a round of listed actions can take.
    ///
    /// Every turn takes a tile out of the racks and the stock: its discard. A taken tile comes back, but then another
    /// one is laid, or a joker is swapped for it, which must have been laid. So there are at most twice as many turns as
    /// tiles, and one pass. A turn has a take, a return, a draw, a discard, one tile taken back and once more laid off,
    /// and its table actions: each of those lays a tile or swaps a joker that was laid.
    pub(super) fn most_steps_of_a_round(&self) -> u32 {
        let tiles = TILES as u32;
        2 * tiles * 6 + 2 * tiles + 1
    }

    /// What the round came to, once it is over; nothing if it does not count (101 rules 9.4).
    pub(super) fn result_of_the_round(&self) -> Option<RoundStanding> {
        let result = self.round.as_ref()?.result.as_ref();
        let result = result.filter(|result| result.counted)?;
        let finisher = result.ending.finisher();
        Some(RoundStanding {
            winners: finisher.map_or(Seats::NONE, Seats::only),
            points: Some(result.lines.map(|_, line| Some(line.total))),
        })
    }
}

impl Round {
    pub(super) fn okey(&self) -> Face {
        self.indicator.okey()
    }

    /// Whether it is over and counts (101 rules 9.4).
    pub(super) fn counts(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.counted)
    }

    pub(super) fn nobody_else_opened(&self, seat: Seat) -> bool {
        let mut opened = self.opened.iter().filter(|(_, opening)| opening.is_some());
        opened.all(|(other, _)| other == seat)
    }

    /// Whether all players have opened with doubles.
    pub(super) fn all_opened_with_doubles(&self) -> bool {
        self.opened
            .values()
            .all(|opening| opening.is_some_and(|opening| opening.kind == OpenKind::Doubles))
    }

    pub(super) fn opened_with(&self, seat: Seat) -> Option<OpenKind> {
        self.opened[seat].map(|opening| opening.kind)
    }

    /// What the act penalties of a seat cost so far.
    pub(super) fn acts_of(&self, seat: Seat) -> i32 {
        let own = self.penalties.iter().filter(|act| act.seat == seat);
        own.map(|act| act.points).sum()
    }

    /// Who is to act.
    pub(super) fn actor(&self) -> Option<Seat> {
        match self.phase {
            Phase::Draw(seat) | Phase::Taken(seat) | Phase::Play(seat) => Some(seat),
            Phase::Undealt | Phase::RoundOver => None,
        }
    }
}

impl Turn {
    /// How many tiles laid off in this turn lie on the table.
    pub(super) fn laid_off(&self) -> usize {
        let laid_off = |act: &&Act| matches!(act, Act::LaidOff(_));
        self.acts.iter().filter(laid_off).count()
    }
}

/// The different tiles of a rack in canonical order.
pub(super) fn distinct(rack: &[Tile]) -> Vec<Tile> {
    let mut distinct = rack.to_vec();
    distinct.dedup();
    distinct
}
