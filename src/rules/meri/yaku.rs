//! Yaku: the scoring combinations of a trick (Hachinin-meri rules 9).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Options;
use super::order::{is_long, is_trump, trump_place, trumps, winner};
use crate::karuta::{Karuta, Rank, Suit};

/// A trump of the trump suit that wins a trick over a certain one of the opposing team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Yaku {
    /// `Sun>Un`
    SunOverUn,
    /// `Un>Sota`
    UnOverSota,
    /// `Sota>Robai`
    SotaOverRobai,
    /// `Robai>Rei`
    RobaiOverRei,
    /// `2>1`, where the trump suit is long.
    TwoOverOne,
    /// `8>9`, where the trump suit is round.
    EightOverNine,
}

impl Yaku {
    /// All six, the courts from the best down.
    pub const ALL: [Self; 6] = [
        Self::SunOverUn,
        Self::UnOverSota,
        Self::SotaOverRobai,
        Self::RobaiOverRei,
        Self::TwoOverOne,
        Self::EightOverNine,
    ];

    /// The rank that wins the trick, and that which it beats.
    pub fn ranks(self) -> (Rank, Rank) {
        match self {
            Self::SunOverUn => (Rank::Sun, Rank::Un),
            Self::UnOverSota => (Rank::Un, Rank::Sota),
            Self::SotaOverRobai => (Rank::Sota, Rank::Robai),
            Self::RobaiOverRei => (Rank::Robai, Rank::Rei),
            Self::TwoOverOne => (Rank::Number(2), Rank::Number(1)),
            Self::EightOverNine => (Rank::Number(8), Rank::Number(9)),
        }
    }

    /// Whether it can be made when this suit is trump.
    pub fn is_of(self, trump: Suit) -> bool {
        match self {
            Self::TwoOverOne => is_long(trump),
            Self::EightOverNine => !is_long(trump),
            Self::SunOverUn | Self::UnOverSota | Self::SotaOverRobai | Self::RobaiOverRei => true,
        }
    }

    /// Whether it has the robai in it: those count more in a hidden round.
    pub fn has_robai(self) -> bool {
        matches!(self, Self::SotaOverRobai | Self::RobaiOverRei)
    }

    /// The karuta that wins the trick, and that which it beats, when this suit is trump.
    pub fn pair(self, trump: Suit) -> [Karuta; 2] {
        let (winning, beaten) = self.ranks();
        [winning, beaten].map(|rank| Karuta::new(trump, rank).expect("1 to 9 are numbers"))
    }
}

impl fmt::Display for Yaku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winning, beaten) = self.ranks();
        write!(f, "{winning}>{beaten}")
    }
}

/// The yaku of a full trick by the house rules of a table (Hachinin-meri rules 13).
///
/// `gone` are the karuta that everybody knows to have been out of play before the trick.
pub fn counted(options: &Options, trump: Suit, played: &[Karuta], gone: &[Karuta]) -> Option<Yaku> {
    found(trump, played).filter(|yaku| counts(options, trump, *yaku, gone))
}

/// Whether this yaku counts by the house rules of a table while these are gone (Hachinin-meri rules 13).
pub fn counts(options: &Options, trump: Suit, yaku: Yaku, gone: &[Karuta]) -> bool {
    let is_alive = !options.live_upper_required || has_live_upper(yaku, trump, gone);
    options.yaku && is_alive
}

/// The yaku of a trick, in the order of play, if one is made; teams alternate, as their seats do.
pub fn found(trump: Suit, played: &[Karuta]) -> Option<Yaku> {
    let place = winner(trump, played)?;
    if is_trump(played[0], trump) {
        return None;
    }
    let opposing = |karuta: Karuta| {
        let at = played.iter().position(|other| *other == karuta);
        at.is_some_and(|at| at % 2 != place % 2)
    };
    let mut all = Yaku::ALL.into_iter().filter(|yaku| yaku.is_of(trump));
    all.find(|yaku| {
        let [winning, beaten] = yaku.pair(trump);
        played[place] == winning && opposing(beaten)
    })
}

/// Whether a trump above the winning one is still in play (`live_upper_required`).
///
/// Sun over Un has none above it and counts always.
fn has_live_upper(yaku: Yaku, trump: Suit, gone: &[Karuta]) -> bool {
    let [winning, _] = yaku.pair(trump);
    let above = |karuta: &Karuta| trump_place(*karuta) < trump_place(winning);
    let mut uppers = trumps(trump).into_iter().filter(above);
    yaku == Yaku::SunOverUn || uppers.any(|upper| !gone.contains(&upper))
}
