//! Presses on the buttons of Meri: their ids.

use std::fmt;
use std::str::FromStr;

use crate::discord::pages::press::{NoPress, Pressable, Slot};

/// What a press wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// Say that the round may go on.
    Ready,
    /// Call *robatta*.
    Robatta,
    /// Play the karuta on this place of the rack.
    Play(Slot),
}

impl Pressable for Press {
    fn is_timeless(&self) -> bool {
        false
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str("ready:"),
            Self::Robatta => f.write_str("robatta:"),
            Self::Play(slot) => write!(f, "play:{slot}"),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        match text.split_once(':') {
            Some(("ready", "")) => Ok(Self::Ready),
            Some(("robatta", "")) => Ok(Self::Robatta),
            Some(("play", slot)) => Ok(Self::Play(slot.parse()?)),
            _ => Err(NoPress),
        }
    }
}
