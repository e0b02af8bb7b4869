//! What a viewer of 101 may know (101 rules 5.6).
//!
//! There is no place here for what others hold: a view is built up from what its viewer may see.

use serde::{Deserialize, Serialize};

use super::meld::{Composed, Kind, Meld, Place, Stands};
use super::opening::{self, Attempt, Needed, OpenKind, Opening, OpeningFault};
use super::penalties::{Cost, Penalty, Reason};
use super::score::{Ending, Line};
use super::{Okey101, Options, Refusal, laying};
use crate::meld;
use crate::piece::Piece;
use crate::tile::{Face, Tile};
use crate::view::{Arrangement, pieces};
use crate::{GameView, PerSeat, Seat, Standing, Viewer};

/// 101 as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The house rules of the table.
    pub options: Options,
    /// The number of the round, from 1; a cancelled one is dealt again under its number. 0 before the first deal.
    pub round: u32,
    /// How many rounds in a row have just been cancelled.
    pub cancelled: u32,
    /// Where the round stands.
    pub phase: Phase,
    /// Who dealt; `None` before the first deal.
    pub dealer: Option<Seat>,
    /// Who had 22 tiles; `None` before the first deal.
    pub starter: Option<Seat>,
    /// Every throw of the deal in its order (`stacks7`).
    pub dice: Vec<u8>,
    /// The tile that fixes the okey; `None` before the first deal.
    pub indicator: Option<Face>,
    /// How many tiles are left to draw.
    pub stock: usize,
    /// Where in the stock, 0 for the next tile, a false joker lies that everybody saw during the deal.
    pub false_jokers_seen: Vec<usize>,
    /// How many tiles each seat holds.
    pub held: PerSeat<usize>,
    /// The pile at each seat's right side.
    pub piles: PerSeat<Pile>,
    /// The taken tile, until it is used or returned. Public.
    pub taken: Option<Tile>,
    /// The melds on the table in the order laid.
    pub table: Vec<TableMeld>,
    /// How each seat opened.
    pub opened: PerSeat<Option<Opening>>,
    /// What an opening must reach now; `None` before the first deal.
    pub needed: Option<Needed>,
    /// The acts charged in this round, in the order they fell.
    pub penalties: Vec<Penalty>,
    /// What every counted round cost.
    pub sheet: Vec<PerSeat<i32>>,
    /// The total of each seat: fewer points are better.
    pub totals: PerSeat<i32>,
    /// What counts for each seat: its total, with teams that of its team.
    pub counting: PerSeat<i32>,
    /// What happened in this round, oldest first, as this viewer knows it.
    pub history: Vec<Moved>,
    /// How the round ended; kept until the next deal.
    pub result: Option<RoundResult>,
    /// The result of the game, once it is over.
    pub standing: Option<Standing>,
    /// What a seat knows of itself; `None` for a watcher.
    pub own: Option<Own>,
}

/// What only the owner of a seat may see.
#[derive(Clone, PartialEq, Debug)]
pub struct Own {
    /// The own tiles in canonical order.
    pub rack: Vec<Tile>,
    /// The tile just drawn or taken, until the discard.
    pub fresh: Option<Tile>,
    /// The left neighbour's discard, if it may be taken now.
    pub takeable: Option<Tile>,
    /// Which of the own tiles fit which meld, and where, whether or not the seat may lay them off now.
    pub fits: Vec<Fit>,
    /// Which of the own tiles can be exchanged for a joker on the table (`joker_swap`).
    pub swaps: Vec<Swap>,
    /// Which discards cost points now, and why (101 rules 10.3).
    pub costs: Vec<(Tile, Cost)>,
    /// What may be taken back now.
    pub undo: Option<Undo>,
    /// Why an opening failed in this turn (`strict`).
    pub failed: Option<OpeningFault>,
    /// Whether the last tile must be discarded now (101 rules 7.6).
    pub must_finish: bool,
}

impl View {
    /// The okey of this round; `None` before the first deal.
    pub fn okey(&self) -> Option<Face> {
        self.indicator.map(Face::okey)
    }

    /// The viewer's own tiles in canonical order; `None` for a watcher.
    pub fn rack(&self) -> Option<&[Tile]> {
        self.own.as_ref().map(|own| own.rack.as_slice())
    }

    /// What a seat was charged in this round for what it did, in points (101 rules 10.3 and 10.5).
    pub fn charged(&self, seat: Seat) -> i32 {
        let own = self.penalties.iter().filter(|act| act.seat == seat);
        own.map(|act| act.points).sum()
    }

    /// Whether whoever is to draw has given the taken tile back: then nothing can be taken in this turn (101 rules 5.1).
    pub fn has_returned(&self) -> bool {
        let Phase::Draw(drawer) = self.phase else {
            return false;
        };
        matches!(self.history.last(), Some(Moved::Returned { seat, .. }) if *seat == drawer)
    }

    /// What the rules would say to an opening with these melds now, were it the viewer's turn; nothing is done.
    ///
    /// `None` for a watcher, before the first deal, and for who has opened.
    pub fn judge_opening(&self, composed: &[Composed]) -> Option<Result<Opening, Refusal>> {
        let seat = self.viewer.seat()?;
        if self.opened[seat].is_some() {
            return None;
        }
        let own_turn = matches!(self.phase, Phase::Taken(actor) if actor == seat);
        let attempt = Attempt {
            rack: self.rack()?,
            taken: self.taken.filter(|_| own_turn),
            okey: self.okey()?,
            needed: self.needed?,
            elden_may_be_low: !self.options.elden_needs_101
                && self.opened.values().all(Option::is_none),
        };
        Some(opening::judge(&attempt, composed).map(|(opening, _)| opening))
    }

    /// What the rules would say of laying a meld of this kind beside the viewer's opening (101 rules 8.2 and 8.3); `None` for
    /// who has not opened.
    pub fn judge_kind(&self, laid: Kind) -> Option<Result<(), Refusal>> {
        let opened = self.opened[self.viewer.seat()?]?;
        let with_doubles = |opening: &Opening| opening.kind == OpenKind::Doubles;
        let any_doubles = self.opened.values().flatten().any(with_doubles);
        let pairs = self.options.series_lay_pairs;
        Some(laying::goes_with(pairs, opened.kind, laid, any_doubles))
    }

    /// Whether opening with these melds would make the round void: they open with doubles, as everybody else has already
    /// (101 rules 9.4). Then nothing follows it, not even a discard.
    pub fn voids(&self, composed: &[Composed]) -> bool {
        let opens = || matches!(self.judge_opening(composed), Some(Ok(opening)) if opening.kind == OpenKind::Doubles);
        self.others_opened_with_doubles() && opens()
    }

    /// Whether the viewer's opening with doubles is all that a void round lacks.
    pub fn others_opened_with_doubles(&self) -> bool {
        let Some(seat) = self.viewer.seat() else {
            return false;
        };
        let with_doubles = |opening: &Option<Opening>| {
            opening.is_some_and(|opening| opening.kind == OpenKind::Doubles)
        };
        let mut others = self.opened.iter().filter(|(other, _)| *other != seat);
        self.opened[seat].is_none() && others.all(|(_, opening)| with_doubles(opening))
    }

    /// Whether a round that becomes void now would count all the same, being one of too many in a row (101 rules 9.4).
    pub fn void_would_count(&self) -> bool {
        self.cancelled + 1 >= Okey101::MOST_CANCELLED
    }
}

impl GameView for View {
    fn rack(&self) -> Option<Vec<Piece>> {
        self.rack().map(|rack| pieces(rack.iter().copied()))
    }

    fn grouped(&self) -> Arrangement<Piece> {
        match (self.rack(), self.okey()) {
            (Some(rack), Some(okey)) => {
                // Melds of most points, as the panel shows them; in Okey as many tiles as can be would be in some.
                let melds = self.together(okey).into_iter();
                let melds: Vec<Vec<Tile>> = melds.map(|meld| meld.tiles).collect();
                let mut loose = rack.to_vec();
                for tile in melds.iter().flatten() {
                    meld::remove(&mut loose, *tile);
                }
                let loose = meld::by_colours(loose, okey);
                Arrangement { melds, loose }.into_pieces()
            }
            _ => Arrangement::default(),
        }
    }

    fn sorted(&self) -> Vec<Piece> {
        match (self.rack(), self.okey()) {
            (Some(rack), Some(okey)) => pieces(meld::by_colours(rack.to_vec(), okey)),
            _ => Vec::new(),
        }
    }

    fn points(&self) -> &PerSeat<i32> {
        &self.counting
    }
}

/// Where a round stands (101 rules 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing is dealt: before the first round.
    Undealt,
    /// This seat draws or takes.
    Draw(Seat),
    /// This seat has taken a tile and must use or return it.
    Taken(Seat),
    /// This seat may open, lay and lay off, and ends its turn with a discard.
    Play(Seat),
    /// The round is over; the next one is dealt unless the game is over too.
    RoundOver,
}

/// A pile of discards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    /// How many tiles lie there.
    pub count: usize,
    /// Those the viewer may look at now, the top tile last; the top is always among them.
    pub seen: Vec<Tile>,
}

/// A meld on the table.
#[derive(Clone, PartialEq, Debug)]
pub struct TableMeld {
    /// Who laid it.
    pub owner: Seat,
    /// Run, set or pair.
    pub kind: Kind,
    /// Its tiles in their order.
    pub tiles: Vec<Tile>,
    /// What each tile counts as.
    pub stands: Vec<Stands>,
}

/// A tile of the viewer that fits a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The tile.
    pub tile: Tile,
    /// The place of the meld on the table.
    pub meld: usize,
    /// Where it fits; a joker may have two entries for one run.
    pub place: Place,
}

/// A tile of the viewer that can be exchanged for a joker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The tile.
    pub tile: Tile,
    /// The place of the meld on the table.
    pub meld: usize,
}

/// What may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    /// The tile.
    pub tile: Tile,
    /// The meld it comes from.
    pub meld: usize,
    /// What it costs; 0 for the tile laid off last.
    pub points: i32,
}

/// One thing that happened, as a viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moved {
    /// A seat drew from the stock.
    Drew {
        /// Who.
        seat: Seat,
        /// What: known to the one who drew, and to all if it was seen during the deal.
        tile: Option<Tile>,
    },
    /// A seat took the left neighbour's discard.
    Took {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat put the taken tile back.
    Returned {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A seat opened.
    Opened {
        /// Who.
        seat: Seat,
        /// How.
        opening: Opening,
        /// With what.
        melds: Vec<Meld>,
    },
    /// An opening failed (`strict`).
    OpeningFailed {
        /// Who.
        seat: Seat,
    },
    /// A seat laid a further meld.
    Laid {
        /// Who.
        seat: Seat,
        /// What.
        meld: Meld,
    },
    /// A seat added a tile to a meld.
    LaidOff {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
        /// To which meld.
        meld: usize,
    },
    /// A seat took a tile back that it had laid off.
    TookBack {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
        /// From which meld.
        meld: usize,
    },
    /// A seat exchanged a tile for a joker on the table.
    Swapped {
        /// Who.
        seat: Seat,
        /// The tile that was put down.
        tile: Tile,
        /// The joker that was taken.
        joker: Tile,
        /// From which meld.
        meld: usize,
    },
    /// A seat discarded.
    Discarded {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// An act was charged.
    Charged {
        /// Who.
        seat: Seat,
        /// For what.
        reason: Reason,
        /// How much.
        points: i32,
    },
    /// A seat passed on an empty stock.
    Passed {
        /// Who.
        seat: Seat,
    },
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundResult {
    /// Finished, exhausted or cancelled.
    pub ending: Ending,
    /// Whether it counts as a round (101 rules 9.4).
    pub counted: bool,
    /// What it cost each seat.
    pub lines: PerSeat<Line>,
}
