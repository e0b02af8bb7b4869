//! The ids of a desk's components: the argument of their verb.

use std::fmt;

use super::{NoPress, Slot};
use crate::tables::Order;

/// What a press on a desk wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DeskPress {
    /// See it.
    Open,
    /// Let the table draw, or draw oneself.
    AutoDraw {
        /// Whether the table does.
        on: bool,
    },
    /// See the pieces in this order.
    Order(Order),
    /// Pick this piece to move it, or put it down again.
    Pick(Option<Slot>),
    /// Move this piece to this place.
    Put(Slot, u8),
    /// See the pieces of which one can be prepared.
    Preparing,
    /// Draw and discard this tile when the turn comes.
    Prepare(Slot),
    /// Do not.
    Cancel,
}

impl DeskPress {
    /// Whether a press means the same whenever it was drawn; a move never does.
    pub(crate) fn is_timeless(self) -> bool {
        !matches!(self, Self::Prepare(_))
    }

    /// Whether the table does something else for whoever presses it, and does not only show it otherwise.
    pub(crate) fn is_order_to_table(self) -> bool {
        matches!(
            self,
            Self::AutoDraw { .. } | Self::Prepare(_) | Self::Cancel
        )
    }

    /// Whether its button shows a piece of the rack.
    pub(crate) fn is_piece(self) -> bool {
        matches!(self, Self::Pick(Some(_)) | Self::Put(..) | Self::Prepare(_))
    }

    /// Reads what its `Display` wrote.
    pub(crate) fn read(argument: &str) -> Result<Self, NoPress> {
        let (verb, rest) = match argument.split_once('.') {
            Some((_, "")) => return Err(NoPress),
            Some(parts) => parts,
            None => (argument, ""),
        };
        match (verb, rest) {
            ("", "") => Ok(Self::Open),
            ("auto", "on") => Ok(Self::AutoDraw { on: true }),
            ("auto", "off") => Ok(Self::AutoDraw { on: false }),
            ("order", word) => Order::from_word(word).map(Self::Order).ok_or(NoPress),
            ("pick", "") => Ok(Self::Pick(None)),
            ("pick", picked) => Ok(Self::Pick(Some(picked.parse()?))),
            ("put", put) => {
                let (picked, to) = put.rsplit_once('.').ok_or(NoPress)?;
                Ok(Self::Put(picked.parse()?, to.parse().map_err(|_| NoPress)?))
            }
            ("tiles", "") => Ok(Self::Preparing),
            ("prepare", discard) => Ok(Self::Prepare(discard.parse()?)),
            ("cancel", "") => Ok(Self::Cancel),
            _ => Err(NoPress),
        }
    }
}

impl fmt::Display for DeskPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => Ok(()),
            Self::AutoDraw { on: true } => f.write_str("auto.on"),
            Self::AutoDraw { on: false } => f.write_str("auto.off"),
            Self::Order(order) => write!(f, "order.{}", order.word()),
            Self::Pick(None) => f.write_str("pick"),
            Self::Pick(Some(slot)) => write!(f, "pick.{slot}"),
            Self::Put(slot, to) => write!(f, "put.{slot}.{to}"),
            Self::Preparing => f.write_str("tiles"),
            Self::Prepare(slot) => write!(f, "prepare.{slot}"),
            Self::Cancel => f.write_str("cancel"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::press::{Press, Verb, id};
    use crate::tables::{Revision, TableId};

    fn picked(place: u8, piece: &str) -> Slot {
        Slot {
            place,
            piece: piece.parse().expect("a piece"),
        }
    }

    #[test]
    fn every_press_on_a_desk_reads_back() {
        let presses = [
            DeskPress::Open,
            DeskPress::AutoDraw { on: true },
            DeskPress::AutoDraw { on: false },
            DeskPress::Order(Order::Melds),
            DeskPress::Order(Order::Colours),
            DeskPress::Order(Order::Own),
            DeskPress::Pick(None),
            DeskPress::Pick(Some(picked(14, "R13"))),
            DeskPress::Put(picked(0, "F"), 14),
            DeskPress::Prepare(picked(7, "K1")),
            DeskPress::Cancel,
        ];
        let table: TableId = "7f3kabcd".parse().expect("an id");
        for press in presses {
            assert_eq!(DeskPress::read(&press.to_string()), Ok(press));
            let verb = Verb::Desk(press);
            let id = id(&table, Revision::default(), &verb);
            assert_eq!(id.parse().map(|press: Press| press.verb), Ok(verb));
        }
    }

    #[test]
    fn what_a_desk_did_not_write_is_no_press() {
        for argument in [
            ".",
            "open",
            "auto",
            "auto.maybe",
            "order",
            "order.",
            "order.odd",
            "pick.",
            "cancel.",
            "pick.R7",
            "pick.300.R7",
            "put.1.R7",
            "put.1.R7.x",
            "put.1.R7.300",
            "prepare",
            "prepare.R7",
            "cancel.1",
            "💥",
        ] {
            assert_eq!(DeskPress::read(argument), Err(NoPress), "{argument}");
        }
    }
}
