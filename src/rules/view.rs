//! What every view answers, whatever is played: the viewer's own pieces and how they are best laid out, and the points.

use std::fmt::Debug;

use super::PerSeat;
use super::piece::Piece;

/// What one viewer of a game may know.
pub trait GameView: Clone + PartialEq + Debug + Send + Sync {
    /// The viewer's own pieces in canonical order; `None` for who has none.
    fn rack(&self) -> Option<Vec<Piece>>;

    /// The rack with what belongs together side by side: melds, or the suits of a game of tricks.
    fn grouped(&self) -> Arrangement<Piece>;

    /// The rack in one row: by colour or suit, then by number or rank.
    fn sorted(&self) -> Vec<Piece>;

    /// What counts for each seat, as [`Standing::points`](super::Standing::points) will tell it at the end.
    fn points(&self) -> &PerSeat<i32>;
}

/// A rack sorted into groups and the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement<P> {
    /// Disjoint groups, for instance melds, each in its playing order.
    pub melds: Vec<Vec<P>>,
    /// What belongs to no group.
    pub loose: Vec<P>,
}

impl<P> Arrangement<P> {
    /// Everything in one row.
    pub fn row(pieces: Vec<P>) -> Self {
        Self {
            melds: Vec::new(),
            loose: pieces,
        }
    }

    /// How many pieces lie in groups.
    pub fn covered(&self) -> usize {
        self.melds.iter().map(Vec::len).sum()
    }

    /// The pieces from left to right.
    pub fn in_line(self) -> Vec<P> {
        let melds = self.melds.into_iter().flatten();
        melds.chain(self.loose).collect()
    }
}

impl Arrangement<Piece> {
    /// The same in pieces of the kind that the game is played with.
    pub fn of_kind<P: TryFrom<Piece>>(self) -> Arrangement<P> {
        let of_kind = |pieces: Vec<Piece>| {
            let each = pieces.into_iter();
            each.filter_map(|piece| piece.try_into().ok()).collect()
        };
        Arrangement {
            melds: self.melds.into_iter().map(of_kind).collect(),
            loose: of_kind(self.loose),
        }
    }
}

impl<P: Into<Piece>> Arrangement<P> {
    /// The same in pieces of any kind.
    pub fn into_pieces(self) -> Arrangement<Piece> {
        Arrangement {
            melds: self.melds.into_iter().map(pieces).collect(),
            loose: pieces(self.loose),
        }
    }
}

impl<P> Default for Arrangement<P> {
    fn default() -> Self {
        Self::row(Vec::new())
    }
}

/// Pieces of one kind as pieces of any.
pub fn pieces<P: Into<Piece>>(of_one_kind: impl IntoIterator<Item = P>) -> Vec<Piece> {
    of_one_kind.into_iter().map(Into::into).collect()
}
