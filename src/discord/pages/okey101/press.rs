//! Presses on the buttons of Okey 101: their ids.

use std::fmt;
use std::str::FromStr;

use super::melds::MeldPress;
use crate::discord::pages::press::{NoPress, Pressable, Slot};
use crate::rules::tile::Tile;

/// What a press wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// Draw from the stock.
    Draw,
    /// Take this discard.
    Take(Tile),
    /// Pass on an empty stock.
    Pass,
    /// Discard the tile on this place of the rack.
    Discard(Slot),
    /// Discard it whatever it costs.
    Surely(Slot),
    /// Melds, and what leads to them.
    Meld(MeldPress),
}

impl Pressable for Press {
    fn is_timeless(&self) -> bool {
        match self {
            Self::Meld(press) => press.is_timeless(),
            Self::Draw | Self::Take(_) | Self::Pass | Self::Discard(_) | Self::Surely(_) => false,
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw:"),
            Self::Take(tile) => write!(f, "take:{tile}"),
            Self::Pass => f.write_str("pass:"),
            Self::Discard(slot) => write!(f, "discard:{slot}"),
            Self::Surely(slot) => write!(f, "surely:{slot}"),
            Self::Meld(press) => write!(f, "meld:{press}"),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        let (verb, argument) = text.split_once(':').ok_or(NoPress)?;
        match (verb, argument) {
            ("draw", "") => Ok(Self::Draw),
            ("take", _) => Ok(Self::Take(argument.parse().map_err(|_| NoPress)?)),
            ("pass", "") => Ok(Self::Pass),
            ("discard", _) => Ok(Self::Discard(argument.parse()?)),
            ("surely", _) => Ok(Self::Surely(argument.parse()?)),
            ("meld", _) => Ok(Self::Meld(MeldPress::read(argument)?)),
            _ => Err(NoPress),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_press_reads_back_from_what_it_writes() {
        let tile = |text: &str| text.parse::<Tile>().expect("a tile");
        let slot = |place| Slot {
            place,
            piece: tile("R13").into(),
        };
        for (press, text) in [
            (Press::Draw, "draw:"),
            (Press::Take(tile("F")), "take:F"),
            (Press::Pass, "pass:"),
            // Two equal tiles must not have equal ids.
            (Press::Discard(slot(20)), "discard:20.R13"),
            (Press::Discard(slot(21)), "discard:21.R13"),
            (Press::Surely(slot(0)), "surely:0.R13"),
            (Press::Meld(MeldPress::More), "meld:"),
            (Press::Meld(MeldPress::GiveBack), "meld:return"),
        ] {
            assert_eq!(press.to_string(), text);
            assert_eq!(text.parse(), Ok(press), "{text}");
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press() {
        for text in [
            "",
            "draw",
            "draw:x",
            "take:",
            "take:R14",
            "discard:R5",
            "discard:999.R5",
            "discard:1.R5:",
            "show:",
            "finish:K1",
            "meld:hats",
        ] {
            assert_eq!(text.parse::<Press>(), Err(NoPress), "{text}");
        }
    }
}
