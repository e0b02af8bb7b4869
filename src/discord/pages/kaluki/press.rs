//! Presses on the buttons of Kaluki: their ids.

use std::fmt;
use std::str::FromStr;

use crate::discord::pages::press::{NoPress, Pressable, Slot};

/// What a press wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// Draw from the stock.
    Draw,
    /// Take the top discard.
    Take,
    /// Discard the card on this place of the rack.
    Discard(Slot),
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
            Self::Take => f.write_str("take:"),
            Self::Discard(slot) => write!(f, "discard:{slot}"),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        match text.split_once(':') {
            Some(("draw", "")) => Ok(Self::Draw),
            Some(("take", "")) => Ok(Self::Take),
            Some(("discard", slot)) => Ok(Self::Discard(slot.parse()?)),
            _ => Err(NoPress),
        }
    }
}
