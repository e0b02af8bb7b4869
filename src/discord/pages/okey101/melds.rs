//! Presses on openings, melds, lay-offs and melds in the making: the argument of their verb.
//!
//! What somebody is putting together rides in the ids: nothing of it is kept anywhere else.

use std::fmt;

use crate::discord::pages::kit::composing::Composition;
use crate::discord::pages::press::{NoPress, Slot};
use crate::rules::okey101::Place;
use crate::rules::tile::Tile;

/// What a press on such a button wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MeldPress {
    /// See everything that has no room beside the tiles.
    More,
    /// Read rack and table as text.
    Text,
    /// Put melds together, this far already.
    Compose(Composition),
    /// Make a meld of the tiles that are picked.
    Join(Composition),
    /// See the rack with these melds ready to be laid.
    Preview(Composition),
    /// Lay them.
    Lay(Composition),
    /// Lay them, then discard this tile.
    LayAndDiscard(Composition, Slot),
    /// The same, whatever the discard costs.
    LayAndSurely(Composition, Slot),
    /// Lay off everything that fits.
    LayOffAll,
    /// See everywhere the picked tile can go, this page of it.
    Where(Composition, u8),
    /// Lay off this tile.
    LayOff(LayOff),
    /// Put this tile in the place of a joker of that meld.
    Swap(Tile, u8),
    /// Take back the tile laid off last.
    TakeBack,
    /// Give the taken tile back.
    GiveBack,
}

/// A lay-off: the tile, the place of the meld on the table, and the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LayOff {
    /// The tile.
    pub tile: Tile,
    /// The meld, counted from 0 in the order laid.
    pub meld: u8,
    /// Where on it.
    pub place: Place,
}

impl MeldPress {
    /// Whether a press means the same whenever it was drawn: pages that show how things stand.
    pub(crate) fn is_timeless(self) -> bool {
        matches!(self, Self::More | Self::Text)
    }

    /// Reads what its `Display` wrote.
    pub(crate) fn read(argument: &str) -> Result<Self, NoPress> {
        let (verb, rest) = match argument.split_once('.') {
            Some((_, "")) => return Err(NoPress),
            Some(parts) => parts,
            None => (argument, ""),
        };
        let composition = || rest.parse::<Composition>();
        match (verb, rest) {
            ("", "") => Ok(Self::More),
            ("text", "") => Ok(Self::Text),
            ("compose", _) => Ok(Self::Compose(composition()?)),
            ("join", _) => Ok(Self::Join(composition()?)),
            ("preview", _) => Ok(Self::Preview(composition()?)),
            ("lay", _) => Ok(Self::Lay(composition()?)),
            ("throw", _) => {
                let (composition, discard) = laid_and_discarded(rest)?;
                Ok(Self::LayAndDiscard(composition, discard))
            }
            ("surely", _) => {
                let (composition, discard) = laid_and_discarded(rest)?;
                Ok(Self::LayAndSurely(composition, discard))
            }
            ("all", "") => Ok(Self::LayOffAll),
            ("where", _) => {
                let (composition, page) = rest.split_once('.').ok_or(NoPress)?;
                let page = page.parse().map_err(|_| NoPress)?;
                Ok(Self::Where(composition.parse()?, page))
            }
            ("off", _) => Ok(Self::LayOff(lay_off(rest)?)),
            ("swap", _) => {
                let (meld, tile) = rest.split_once('.').ok_or(NoPress)?;
                let meld = meld.parse().map_err(|_| NoPress)?;
                Ok(Self::Swap(tile.parse().map_err(|_| NoPress)?, meld))
            }
            ("undo", "") => Ok(Self::TakeBack),
            ("return", "") => Ok(Self::GiveBack),
            _ => Err(NoPress),
        }
    }
}

fn laid_and_discarded(text: &str) -> Result<(Composition, Slot), NoPress> {
    let (composition, discard) = text.split_once('.').ok_or(NoPress)?;
    Ok((composition.parse()?, discard.parse()?))
}

fn lay_off(text: &str) -> Result<LayOff, NoPress> {
    let mut parts = text.splitn(3, '.');
    let mut part = || parts.next().ok_or(NoPress);
    Ok(LayOff {
        meld: part()?.parse().map_err(|_| NoPress)?,
        place: match part()? {
            "low" => Place::Low,
            "high" => Place::High,
            "set" => Place::Set,
            _ => return Err(NoPress),
        },
        tile: part()?.parse().map_err(|_| NoPress)?,
    })
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::Low => "low",
        Place::High => "high",
        Place::Set => "set",
    }
}

impl fmt::Display for MeldPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::More => Ok(()),
            Self::Text => f.write_str("text"),
            Self::Compose(composition) => write!(f, "compose.{composition}"),
            Self::Join(composition) => write!(f, "join.{composition}"),
            Self::Preview(composition) => write!(f, "preview.{composition}"),
            Self::Lay(composition) => write!(f, "lay.{composition}"),
            Self::LayAndDiscard(composition, slot) => write!(f, "throw.{composition}.{slot}"),
            Self::LayAndSurely(composition, slot) => write!(f, "surely.{composition}.{slot}"),
            Self::LayOffAll => f.write_str("all"),
            Self::Where(composition, page) => write!(f, "where.{composition}.{page}"),
            Self::LayOff(LayOff { tile, meld, place }) => {
                write!(f, "off.{meld}.{}.{tile}", place_word(*place))
            }
            Self::Swap(tile, meld) => write!(f, "swap.{meld}.{tile}"),
            Self::TakeBack => f.write_str("undo"),
            Self::GiveBack => f.write_str("return"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::composing::Part;
    use crate::discord::pages::okey101::press::Press;
    use crate::discord::pages::press::id;
    use crate::tables::{Revision, TableId};

    fn table() -> TableId {
        "7f3kabcd".parse().expect("an id of the right form")
    }

    #[test]
    fn every_press_reads_back_from_its_id() {
        let tile = |text: &str| text.parse::<Tile>().expect("a tile");
        let full = (0..22).fold(Composition::empty(22), |composition, place| {
            let part = match place {
                0..=1 => Part::Loose,
                2..=4 => Part::Picked,
                _ => Part::Meld(1 + place as u8 % Composition::MOST_MELDS),
            };
            composition.with(place, part)
        });
        let slot = Slot {
            place: 21,
            piece: tile("R13").into(),
        };
        let mut presses = vec![
            MeldPress::More,
            MeldPress::Text,
            MeldPress::LayAndDiscard(full, slot),
            MeldPress::LayAndSurely(full, slot),
            MeldPress::LayOffAll,
            MeldPress::Swap(tile("F"), 24),
            MeldPress::TakeBack,
            MeldPress::GiveBack,
        ];
        presses.extend([Place::Low, Place::High, Place::Set].map(|place| {
            MeldPress::LayOff(LayOff {
                tile: tile("K13"),
                meld: 24,
                place,
            })
        }));
        for composition in [Composition::empty(1), Composition::empty(22), full] {
            presses.extend([
                MeldPress::Compose(composition),
                MeldPress::Join(composition),
                MeldPress::Preview(composition),
                MeldPress::Lay(composition),
                MeldPress::Where(composition, u8::MAX),
            ]);
        }
        for press in presses {
            let press = Press::Meld(press);
            assert_eq!(press.to_string().parse(), Ok(press), "{press}");
            let id = id(&table(), Revision::new(u64::from(u32::MAX)), &press);
            assert!(id.len() <= 100, "{id}");
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press() {
        for argument in [
            "x",
            "text.",
            "compose.0c",
            "compose.00000000000000000000000",
            "lay.zz",
            "throw.00",
            "throw.00.R5",
            "all.1",
            "where",
            "where.000",
            "where.000.256",
            "off.1.R5",
            "off.1.side.R5",
            "off.256.low.R5",
            "swap.1",
            "undo.2",
            "return.R5",
        ] {
            assert_eq!(MeldPress::read(argument), Err(NoPress), "{argument}");
        }
    }
}
