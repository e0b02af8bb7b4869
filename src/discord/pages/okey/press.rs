//! Presses on the buttons of Okey: their ids.

use std::fmt;
use std::str::FromStr;

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
    /// Show the indicator's twin.
    Show,
    /// Say that one does not show it.
    Decline,
    /// Discard the tile on this place of the rack.
    Discard(Slot),
    /// Discard it although it gives something away.
    Surely(Slot),
    /// Finish by discarding this tile.
    Finish(Tile),
}

impl Pressable for Press {
    fn is_timeless(&self) -> bool {
        false
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw:"),
            Self::Take(tile) => write!(f, "take:{tile}"),
            Self::Pass => f.write_str("pass:"),
            Self::Show => f.write_str("show:"),
            Self::Decline => f.write_str("no:"),
            Self::Discard(slot) => write!(f, "discard:{slot}"),
            Self::Surely(slot) => write!(f, "surely:{slot}"),
            Self::Finish(tile) => write!(f, "finish:{tile}"),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        let (verb, argument) = text.split_once(':').ok_or(NoPress)?;
        let tile = || argument.parse().map_err(|_| NoPress);
        match (verb, argument) {
            ("draw", "") => Ok(Self::Draw),
            ("take", _) => Ok(Self::Take(tile()?)),
            ("pass", "") => Ok(Self::Pass),
            ("show", "") => Ok(Self::Show),
            ("no", "") => Ok(Self::Decline),
            ("discard", _) => Ok(Self::Discard(argument.parse()?)),
            ("surely", _) => Ok(Self::Surely(argument.parse()?)),
            ("finish", _) => Ok(Self::Finish(tile()?)),
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
            (Press::Show, "show:"),
            (Press::Decline, "no:"),
            // Two equal tiles must not have equal ids.
            (Press::Discard(slot(13)), "discard:13.R13"),
            (Press::Discard(slot(14)), "discard:14.R13"),
            (Press::Surely(slot(0)), "surely:0.R13"),
            (Press::Finish(tile("K1")), "finish:K1"),
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
            "take:h9",
            "discard:R5",
            "discard:999.R5",
            "discard:1.R5:",
            "open:",
            "meld:",
            "💥:💥",
        ] {
            assert_eq!(text.parse::<Press>(), Err(NoPress), "{text}");
        }
    }
}
