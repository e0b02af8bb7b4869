//! Presses of the lobby beyond sitting down: each says what is wanted, so that a double press wants nothing else.

use std::fmt;

use super::NoPress;
use crate::tables::FreeSeats;

/// What a button of the lobby wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyPress {
    /// See what else there is, and how the deal can be checked.
    More,
    /// A game of this length.
    Length(Length),
    /// A game that counts like this.
    Counts(Counts),
    /// Free seats that become this at the start.
    FreeSeats(FreeSeats),
}

/// How long a game is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// The short one of this game.
    Short,
    /// The one that was there before, or the usual one.
    Usual,
}

/// Whether the result is to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counts {
    /// If two people or more play.
    Rated,
    /// In no case.
    Casual,
}

impl LobbyPress {
    /// What takes it back: the button that comes into its place.
    pub(crate) fn back(self) -> Option<Self> {
        Some(match self {
            Self::More => return None,
            Self::Length(Length::Short) => Self::Length(Length::Usual),
            Self::Length(Length::Usual) => Self::Length(Length::Short),
            Self::Counts(Counts::Rated) => Self::Counts(Counts::Casual),
            Self::Counts(Counts::Casual) => Self::Counts(Counts::Rated),
            Self::FreeSeats(FreeSeats::Filled) => Self::FreeSeats(FreeSeats::LeftOut),
            Self::FreeSeats(FreeSeats::LeftOut) => Self::FreeSeats(FreeSeats::Filled),
        })
    }

    pub(super) fn read(argument: &str) -> Result<Self, NoPress> {
        Ok(match argument {
            "more" => Self::More,
            "short" => Self::Length(Length::Short),
            "usual" => Self::Length(Length::Usual),
            "rated" => Self::Counts(Counts::Rated),
            "casual" => Self::Counts(Counts::Casual),
            "filled" => Self::FreeSeats(FreeSeats::Filled),
            "fewer" => Self::FreeSeats(FreeSeats::LeftOut),
            _ => return Err(NoPress),
        })
    }
}

impl fmt::Display for LobbyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::More => "more",
            Self::Length(Length::Short) => "short",
            Self::Length(Length::Usual) => "usual",
            Self::Counts(Counts::Rated) => "rated",
            Self::Counts(Counts::Casual) => "casual",
            Self::FreeSeats(FreeSeats::Filled) => "filled",
            Self::FreeSeats(FreeSeats::LeftOut) => "fewer",
        })
    }
}
