//! What the options of several games have in common: enums with the rules' own names, who deals first, whose piles
//! may be looked through.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::chance::Label;
use super::{Chance, Seat, Viewer};

/// An enum whose variants have the names that the written rules give them.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$variant_doc])* #[serde(rename = $text)] $variant,)+ }

        impl $name {
            /// Every one, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Their names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text),+];
        }

        $crate::options::value! { $name: $crate::options::Kind::Choice($name::NAMES); }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $text,)+ })
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($text => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }
    };
}

pub(super) use choice;

choice! {
    /// Whose piles a player may look through (Okey rules 5.6).
    PileBrowsing {
        /// The own one and the left neighbour's.
        #[default]
        Adjacent = "adjacent",
        /// None.
        TopOnly = "top_only",
        /// All.
        All = "all",
    }
}

impl PileBrowsing {
    /// How many tiles of a pile of so many this viewer may look at, from the top; `left` is a seat's left neighbour, if it
    /// has one.
    pub(super) fn seen(
        self,
        pile: usize,
        owner: Seat,
        viewer: Viewer,
        left: impl Fn(Seat) -> Option<Seat>,
    ) -> usize {
        let is_near = |seat| seat == owner || left(seat) == Some(owner);
        match self {
            Self::All => pile,
            Self::Adjacent if viewer.seat().is_some_and(is_near) => pile,
            Self::Adjacent | Self::TopOnly => pile.min(1),
        }
    }
}

/// Who deals first (Okey rules 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstDealer {
    /// Chance decides.
    #[default]
    Random,
    /// This seat.
    Seat(Seat),
}

impl FirstDealer {
    /// Who deals the first round at a table of so many.
    pub(super) fn seat(self, chance: &Chance, seats: usize) -> Seat {
        match self {
            Self::Seat(seat) => seat,
            Self::Random => {
                let index = chance.stream(Label::First, 0).below(seats as u32);
                Seat::new(index as usize).expect("an index below the number of seats is a seat")
            }
        }
    }

    /// The text of what chance decides.
    pub const RANDOM: &'static str = "random";
}

impl fmt::Display for FirstDealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str(Self::RANDOM),
            Self::Seat(seat) => seat.fmt(f),
        }
    }
}

impl FromStr for FirstDealer {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == Self::RANDOM {
            return Ok(Self::Random);
        }
        let index = text.parse().map_err(|_| ())?;
        Seat::new(index).map(Self::Seat).ok_or(())
    }
}

/// Keeps what a stranger wrote short enough to be repeated.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}
