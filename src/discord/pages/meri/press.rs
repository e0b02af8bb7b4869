//! Presses on the buttons of Meri: their ids.

use std::fmt;
use std::str::FromStr;

use crate::discord::pages::press::{NoPress, Pressable, Slot};
use crate::rules::karuta::Karuta;

/// What a press wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// Say that the round may go on.
    Ready,
    /// Call *robatta*.
    Robatta,
    /// Play the karuta on this place of the rack.
    Play(Slot),
    /// Pick the karuta on this place as the lead to the first trick.
    Lead(Slot),
    /// Lead that one, and lay the karuta on this place away.
    Away(Karuta, Slot),
    /// See which karuta beat which.
    Order,
    /// See this trick, counted from 1.
    Trick(u8),
}

impl Pressable for Press {
    fn is_timeless(&self) -> bool {
        match self {
            Self::Order | Self::Trick(_) => true,
            Self::Ready | Self::Robatta | Self::Play(_) | Self::Lead(_) | Self::Away(..) => false,
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str("ready:"),
            Self::Robatta => f.write_str("robatta:"),
            Self::Play(slot) => write!(f, "play:{slot}"),
            Self::Lead(slot) => write!(f, "lead:{slot}"),
            Self::Away(lead, slot) => write!(f, "away:{lead}.{slot}"),
            Self::Order => f.write_str("order:"),
            Self::Trick(number) => write!(f, "trick:{number}"),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        match text.split_once(':').ok_or(NoPress)? {
            ("ready", "") => Ok(Self::Ready),
            ("robatta", "") => Ok(Self::Robatta),
            ("play", slot) => Ok(Self::Play(slot.parse()?)),
            ("lead", slot) => Ok(Self::Lead(slot.parse()?)),
            ("away", both) => {
                let (lead, slot) = both.split_once('.').ok_or(NoPress)?;
                let lead = lead.parse().map_err(|_| NoPress)?;
                Ok(Self::Away(lead, slot.parse()?))
            }
            ("order", "") => Ok(Self::Order),
            ("trick", number) => Ok(Self::Trick(number.parse().map_err(|_| NoPress)?)),
            _ => Err(NoPress),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_press_reads_back_from_what_it_writes() {
        let karuta = |text: &str| text.parse::<Karuta>().expect("a karuta");
        let slot = |place, text| Slot {
            place,
            piece: karuta(text).into(),
        };
        for (press, text) in [
            (Press::Ready, "ready:"),
            (Press::Robatta, "robatta:"),
            (Press::Play(slot(9, "P-Robai")), "play:9.P-Robai"),
            (Press::Lead(slot(0, "K-1")), "lead:0.K-1"),
            (
                Press::Away(karuta("I-Sota"), slot(3, "G-Un")),
                "away:I-Sota.3.G-Un",
            ),
            (Press::Order, "order:"),
            (Press::Trick(9), "trick:9"),
        ] {
            assert_eq!(press.to_string(), text);
            assert_eq!(text.parse(), Ok(press), "{text}");
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press() {
        for text in [
            "",
            "ready",
            "ready:1",
            "robatta:K-Robai",
            "play:",
            "play:K-Un",
            "play:1.K-10",
            "play:999.K-Un",
            "lead:K-Un",
            "away:",
            "away:K-Un",
            "away:K-Un.K-1",
            "away:0.K-Un.1.K-1",
            "away:R5.1.K-1",
            "order:K",
            "trick:",
            "trick:-1",
            "trick:256",
            "discard:1.K-Un",
            "💥:💥",
        ] {
            assert_eq!(text.parse::<Press>(), Err(NoPress), "{text}");
        }
    }
}
