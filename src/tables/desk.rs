//! A desk: what belongs to the owner of a seat and not to the game.
//!
//! The order in which they see their pieces, whether the table draws for them, and a move they have prepared.
//! It raises no revision and is no step; it is kept beside the journal, and whoever sits down next finds an
//! empty one. What the table does with it when a turn comes is the business of [`super::prepared`].

use serde::{Deserialize, Serialize};

use super::{PersonId, Revision};
use crate::rules::any::AnyAction;
use crate::rules::piece::{Piece, remove};
use crate::rules::unasked::Dropped;
use crate::rules::view::Arrangement;
use crate::rules::{GameView, PerSeat, Seat};
use crate::store::{DeskRow, DeskWrite};

/// In which order the pieces of a rack are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// What belongs together, as the game sees it, the rest behind.
    #[default]
    Melds,
    /// In one row, by colour or suit.
    Colours,
    /// As their owner put them.
    Own,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 3] = [Self::Melds, Self::Colours, Self::Own];

    /// Its name in ids and on disk.
    pub fn word(self) -> &'static str {
        match self {
            Self::Melds => "melds",
            Self::Colours => "colours",
            Self::Own => "own",
        }
    }

    /// The order of this name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.word() == word)
    }
}

/// The next move of an owner who does not wait for their turn: a piece that is given away after all that a turn begins with (stored,
/// it is a `discard`), or any move that came while others could still say something.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// None.
    #[default]
    Nothing,
    /// It is tried when the turn comes.
    Ready {
        /// What is to be given away.
        #[serde(rename = "discard")]
        piece: Piece,
    },
    /// It was made; told until the owner's next turn.
    Made {
        /// What was given away.
        #[serde(rename = "discard")]
        piece: Piece,
    },
    /// It was not made, or not whole; told until the owner moves.
    Dropped {
        /// What was to be given away.
        #[serde(rename = "discard")]
        piece: Piece,
        /// Why it was not.
        why: Dropped,
    },
    /// What came in a short window that the rules leave for others, as if that were over: it is made then.
    Early {
        /// The move, as it was wanted.
        action: Box<AnyAction>,
    },
}

/// What belongs to the owner of a seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Desk {
    /// In which order they see their pieces.
    pub order: Order,
    /// Their own order, once they made one in this round: the pieces of the rack.
    pub own: Vec<Piece>,
    /// Whether the table draws for them when their turn comes.
    pub auto_draw: bool,
    /// The move they have prepared.
    pub plan: Plan,
}

/// What a person wants of every new desk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeskDefaults {
    /// In which order they see their pieces.
    pub order: Order,
    /// Whether the table draws for them.
    pub auto_draw: bool,
}

/// A change that the owner of a seat wants of their desk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeskChange {
    /// The table draws for them from now on, or does not.
    AutoDraw {
        /// Whether it does.
        on: bool,
    },
    /// The pieces are shown in this order.
    Order(Order),
    /// These are the pieces of the rack in their own order; late if they are not those of the rack.
    Own(Vec<Piece>),
    /// At their next turn: give this away; late once the turn has come.
    Prepare {
        /// What is to be given away.
        piece: Piece,
        /// The revision that the pressed button was drawn from.
        drawn_from: Option<Revision>,
    },
    /// No move is prepared any more; late if none is.
    Cancel,
}

impl Desk {
    /// The desk of somebody who just sat down: as they want every desk to be.
    pub fn fresh(defaults: DeskDefaults) -> Self {
        Self {
            order: defaults.order,
            auto_draw: defaults.auto_draw,
            ..Self::default()
        }
    }

    /// The viewer's rack in the order of this desk; only the order by melds groups pieces.
    pub fn arrange(&self, view: &impl GameView) -> Arrangement<Piece> {
        match self.order {
            Order::Melds => view.grouped(),
            Order::Colours => Arrangement::row(view.sorted()),
            Order::Own if self.own.is_empty() => Arrangement::row(view.grouped().in_line()),
            Order::Own => {
                let rack = view.rack().unwrap_or_default();
                Arrangement::row(followed(&self.own, &rack))
            }
        }
    }

    /// The piece that is prepared to be given away.
    pub fn prepared(&self) -> Option<Piece> {
        match self.plan {
            Plan::Ready { piece } => Some(piece),
            Plan::Nothing | Plan::Made { .. } | Plan::Dropped { .. } | Plan::Early { .. } => None,
        }
    }

    /// The move that came too early, and is made as soon as it may be.
    pub fn early(&self) -> Option<&AnyAction> {
        match &self.plan {
            Plan::Early { action } => Some(action),
            Plan::Nothing | Plan::Ready { .. } | Plan::Made { .. } | Plan::Dropped { .. } => None,
        }
    }

    /// Shows the rack in this order; one's own begins with what one sees, or with the order made before.
    pub(super) fn turn_to(&mut self, order: Order, view: &impl GameView) {
        if order == Order::Own && self.own.is_empty() {
            self.own = self.arrange(view).in_line();
        }
        self.order = order;
    }

    /// The rack has changed: pieces that left are dropped, new ones go to the right end.
    pub(super) fn follow(&mut self, rack: &[Piece]) {
        if !self.own.is_empty() {
            self.own = followed(&self.own, rack);
        }
    }

    /// Another rack was dealt: one's own order begins anew, with the melds.
    pub(super) fn begin_round(&mut self, view: &impl GameView) {
        self.plan = Plan::Nothing;
        self.own = match self.order {
            Order::Own => view.grouped().in_line(),
            Order::Melds | Order::Colours => Vec::new(),
        };
    }

    fn to_row(&self, seat: Seat, person: PersonId) -> DeskRow {
        let words = [self.order.word().to_owned()];
        let words = words
            .into_iter()
            .chain(self.own.iter().map(Piece::to_string));
        DeskRow {
            seat,
            person,
            arrangement: words.collect::<Vec<_>>().join(" "),
            auto_draw: self.auto_draw,
            prepared: (self.plan != Plan::Nothing).then(|| {
                serde_json::to_string(&self.plan).expect("a plan is a plain enum with text keys")
            }),
        }
    }

    /// From the row that `to_row` made; what does not read is as if it had never been wanted.
    fn from_row(row: &DeskRow) -> Self {
        let (order, own) = match row.arrangement.split_once(' ') {
            Some((order, own)) => (order, own),
            None => (row.arrangement.as_str(), ""),
        };
        let plan = row.prepared.as_deref().map(serde_json::from_str);
        Self {
            order: Order::from_word(order).unwrap_or_default(),
            own: Piece::read_all(own).unwrap_or_default(),
            auto_draw: row.auto_draw,
            plan: plan.and_then(Result::ok).unwrap_or_default(),
        }
    }
}

/// A desk and whose it is.
#[derive(Clone, PartialEq)]
pub(super) struct Kept {
    pub person: PersonId,
    pub desk: Desk,
}

/// The desks of a table.
pub(super) type Desks = PerSeat<Option<Kept>>;

/// The desks of a table as its rows tell them.
pub(super) fn from_rows(rows: &[DeskRow], seats: usize) -> Desks {
    PerSeat::new(seats, |seat| {
        let row = rows.iter().find(|row| row.seat == seat)?;
        Some(Kept {
            person: row.person,
            desk: Desk::from_row(row),
        })
    })
}

/// The row of a desk.
pub(super) fn row_of(seat: Seat, kept: &Kept) -> DeskRow {
    kept.desk.to_row(seat, kept.person)
}

/// What has to be written to come from some desks to others.
pub(super) fn writes(before: &Desks, after: &Desks) -> Vec<DeskWrite> {
    let changed = after.iter().filter(|(seat, kept)| before[*seat] != **kept);
    changed
        .map(|(seat, kept)| match kept {
            Some(kept) => DeskWrite::Keep(row_of(seat, kept)),
            None => DeskWrite::Clear(seat),
        })
        .collect()
}

/// The rack in an order that was made of an earlier one.
fn followed(order: &[Piece], rack: &[Piece]) -> Vec<Piece> {
    let mut rest = rack.to_vec();
    let mut pieces = order.to_vec();
    pieces.retain(|piece| remove(&mut rest, *piece));
    pieces.extend(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::kaluki;
    use crate::rules::unasked::Held;

    fn pieces(text: &str) -> Vec<Piece> {
        Piece::read_all(text).expect("pieces")
    }

    #[test]
    fn an_own_order_follows_the_rack() {
        for (order, rack, expected) in [
            ("R5 K1 F", "F K1 R5", "R5 K1 F"),
            ("R5 K1 F", "F K1", "K1 F"),
            ("R5 K1 F", "F G2 K1 R5", "R5 K1 F G2"),
            ("R5 K1 R5", "K1 R5", "R5 K1"),
            ("R5 K1", "K1 R5 R5", "R5 K1 R5"),
            ("h9 K-Un Jk", "Jk h9 K-Un hA", "h9 K-Un Jk hA"),
            ("R5", "", ""),
        ] {
            assert_eq!(followed(&pieces(order), &pieces(rack)), pieces(expected));
        }
    }

    #[test]
    fn every_desk_reads_back_from_its_row() {
        let seat = Seat::new(2).expect("a seat");
        let piece = pieces("F")[0];
        let plans = [
            Plan::Nothing,
            Plan::Ready { piece },
            Plan::Made { piece },
            Plan::Dropped {
                piece,
                why: Dropped::Held(Held::MayInterject),
            },
            Plan::Dropped {
                piece,
                why: Dropped::Finishes,
            },
            Plan::Early {
                action: Box::new(AnyAction::Kaluki(kaluki::Action::Take)),
            },
        ];
        for (number, plan) in plans.into_iter().enumerate() {
            for order in Order::ALL {
                for own in ["", "R5", "F K13 R5"] {
                    let desk = Desk {
                        order,
                        own: pieces(own),
                        auto_draw: number % 2 == 0,
                        plan: plan.clone(),
                    };
                    let row = desk.to_row(seat, PersonId::new(7));
                    assert_eq!(Desk::from_row(&row), desk);
                }
            }
        }
    }

    #[test]
    fn what_earlier_versions_wrote_still_reads() {
        for (text, why) in [
            (
                r#"{"held":"take_finishes"}"#,
                Dropped::Held(Held::TakeFinishes),
            ),
            (r#"{"held":"take_lays"}"#, Dropped::Held(Held::TakeLays)),
            (
                r#"{"held":"take_is_joker"}"#,
                Dropped::Held(Held::TakeIsJoker),
            ),
            (r#"{"held":"may_show"}"#, Dropped::Held(Held::MayInterject)),
            (r#"{"held":"stock_empty"}"#, Dropped::Held(Held::StockEmpty)),
            (r#""finishes""#, Dropped::Finishes),
            (r#""lays""#, Dropped::Lays),
            (r#""costs""#, Dropped::Costs),
            (r#""unsaid""#, Dropped::Unsaid),
            (r#""leads""#, Dropped::Leads),
            (r#""refused""#, Dropped::Refused),
        ] {
            let piece = pieces("R5")[0];
            let stored = format!(r#"{{"dropped":{{"discard":"R5","why":{text}}}}}"#);
            let plan = Plan::Dropped { piece, why };
            assert_eq!(serde_json::from_str(&stored).ok(), Some(plan.clone()));
            assert_eq!(serde_json::to_string(&plan).ok(), Some(stored));
        }
    }

    #[test]
    fn a_row_that_does_not_read_is_an_empty_desk() {
        let row = DeskRow {
            seat: Seat::new(0).expect("a seat"),
            person: PersonId::new(7),
            arrangement: "upside down".to_owned(),
            auto_draw: false,
            prepared: Some("nonsense".to_owned()),
        };
        assert_eq!(Desk::from_row(&row), Desk::default());
    }
}
