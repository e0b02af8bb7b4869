//! Presses on the buttons of the toy: their ids.

use std::fmt;
use std::str::FromStr;

use crate::discord::pages::press::{NoPress, Pressable, Slot};

/// What a press wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// Play the tile on this place of the rack.
    Play(Slot),
    /// Knock.
    Knock,
}

impl Pressable for Press {
    fn is_timeless(&self) -> bool {
        false
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(slot) => write!(f, "play:{slot}"),
            Self::Knock => f.write_str("knock:"),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        match text.split_once(':') {
            Some(("play", slot)) => Ok(Self::Play(slot.parse()?)),
            Some(("knock", "")) => Ok(Self::Knock),
            _ => Err(NoPress),
        }
    }
}
