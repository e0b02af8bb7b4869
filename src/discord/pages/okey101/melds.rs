//! Presses on openings, melds, lay-offs and melds in the making: the argument of their verb.
//!
//! What somebody is putting together rides in the ids: nothing of it is kept anywhere else.

use std::fmt;

use crate::discord::pages::press::{NoPress, Slot};
use crate::rules::okey101::Place;
use crate::rules::tile::Tile;

/// As many tiles as a rack can hold (101 rules 3.3).
const TILES: usize = 22;
/// The mark of a tile that is picked for the next meld.
const PICKED: u8 = 0xf;

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

/// Melds in the making: for each tile of a rack in canonical order, where it belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Composition {
    marks: [u8; TILES],
    tiles: u8,
}

/// Where a tile of a rack belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Nowhere.
    Loose,
    /// To the tiles picked for the next meld.
    Picked,
    /// To the meld of this number, from 1.
    Meld(u8),
}

impl Composition {
    /// As many melds as can be told apart; a rack has no more doubles.
    pub(crate) const MOST_MELDS: u8 = 11;

    /// Nothing is put together of so many tiles.
    pub(crate) fn empty(tiles: usize) -> Self {
        Self {
            marks: [0; TILES],
            tiles: u8::try_from(tiles.min(TILES)).unwrap_or_default(),
        }
    }

    /// For how many tiles it is.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.tiles)
    }

    /// Where the tile on this place of the rack belongs.
    pub(crate) fn part(&self, place: usize) -> Part {
        match self.marks.get(place).copied().unwrap_or_default() {
            0 => Part::Loose,
            PICKED => Part::Picked,
            number => Part::Meld(number),
        }
    }

    /// The same with the tile on this place elsewhere.
    pub(crate) fn with(mut self, place: usize, part: Part) -> Self {
        if let Some(mark) = self.marks.get_mut(place) {
            *mark = match part {
                Part::Loose => 0,
                Part::Picked => PICKED,
                Part::Meld(number) => number.clamp(1, Self::MOST_MELDS),
            };
        }
        self
    }

    /// What a press on the tile of this place makes of it: picked or not. Out of a meld it goes alone, and the others
    /// are picked, so that they are soon a meld again. No two places may give the same: it stands in ids.
    pub(crate) fn toggled(self, place: usize) -> Self {
        match self.part(place) {
            Part::Loose => self.with(place, Part::Picked),
            Part::Picked => self.with(place, Part::Loose),
            apart @ Part::Meld(_) => self
                .places(apart)
                .fold(self, |left, other| left.with(other, Part::Picked))
                .with(place, Part::Loose),
        }
    }

    /// The places that belong there, in the order of the rack.
    pub(crate) fn places(self, part: Part) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |place| self.part(*place) == part)
    }

    /// The numbers of its melds, lowest first.
    pub(crate) fn melds(self) -> impl Iterator<Item = u8> {
        (1..=Self::MOST_MELDS).filter(move |number| self.marks.contains(number))
    }

    /// A number that no meld has yet.
    pub(crate) fn free_number(self) -> Option<u8> {
        (1..=Self::MOST_MELDS).find(|number| !self.marks.contains(number))
    }

    fn read(text: &str) -> Result<Self, NoPress> {
        if text.len() > TILES {
            return Err(NoPress);
        }
        let mut composition = Self::empty(text.len());
        for (mark, letter) in composition.marks.iter_mut().zip(text.bytes()) {
            *mark = match letter {
                b'0'..=b'9' => letter - b'0',
                b'a' | b'b' => letter - b'a' + 10,
                b'f' => PICKED,
                _ => return Err(NoPress),
            };
        }
        Ok(composition)
    }
}

impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = self.marks.iter().take(self.len());
        marks.into_iter().try_for_each(|mark| write!(f, "{mark:x}"))
    }
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
        let composition = || Composition::read(rest);
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
    Ok((Composition::read(composition)?, discard.parse()?))
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
    fn no_two_tiles_of_a_page_have_the_same_id() {
        let melds = (4..15).fold(Composition::empty(22), |composition, place| {
            let part = match place {
                4..=5 => Part::Picked,
                _ => Part::Meld(1 + place as u8 / 3),
            };
            composition.with(place, part)
        });
        for composition in [Composition::empty(22), melds] {
            let ids = (0..22).map(|place| MeldPress::Compose(composition.toggled(place)));
            let mut ids: Vec<String> = ids.map(|press| press.to_string()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), 22, "{ids:?}");
        }
    }

    #[test]
    fn a_tile_leaves_its_meld_and_the_others_are_picked() {
        let meld = (1..4).fold(Composition::empty(6), |composition, place| {
            composition.with(place, Part::Meld(1))
        });
        assert_eq!(meld.toggled(2).to_string(), "0f0f00");
        assert_eq!(meld.toggled(4).to_string(), "0111f0");
        assert_eq!(meld.toggled(4).toggled(4), meld);
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
