//! What goes with what in games of sets and runs: the neighbours of a tile or card among others, as a player sees them. This is
//! no arranging (`meld`): it says nothing of what is best.

use super::card::{Card, Rank};
use super::piece::Piece;
use super::tile::{Colour, Face, Tile};

/// No more neighbours than these are told, for a sentence to stay short.
const MOST: usize = 3;

/// Where the runs of a game may begin and end: all in which they differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// A 1 of tiles is only the lowest, an ace of cards only the highest.
    Apart,
    /// A 1 may also stand above 13 (Okey rules 6.3), an ace also below 2 (`ace_low`).
    Shared,
}

impl Ends {
    /// The one number of a piece that may have two.
    fn folded(self, number: u8) -> u8 {
        if self == Self::Shared && number == HIGHEST {
            LOWEST
        } else {
            number
        }
    }

    /// Where in runs a piece of this folded number may stand.
    fn stands(self, number: u8) -> impl Iterator<Item = u8> {
        let above = (self == Self::Shared && number == LOWEST).then_some(HIGHEST);
        above.into_iter().chain([number])
    }
}

/// The others that this piece makes, or could make, a set or a run with: at least two of them if they are there, else the
/// nearest one. Empty for pieces that make none, and for a joker: whoever asks about one must know that it goes with
/// everything.
pub fn goes_with(piece: Piece, others: &[Piece], okey: Option<Face>, ends: Ends) -> Vec<Piece> {
    let Some((suit, number)) = place(piece, okey, ends) else {
        return Vec::new();
    };
    let at = |suit: u8, near: u8| {
        let wanted = (suit, ends.folded(near));
        let is_there = |other: &&Piece| place(**other, okey, ends) == Some(wanted);
        others.iter().find(is_there).copied()
    };
    let in_suit = |near: u8| at(suit, near);
    let set: Vec<Piece> = (0..4)
        .filter(|other| *other != suit)
        .filter_map(|other| at(other, number))
        .collect();
    let runs = ends.stands(number).map(|stands| row(stands, in_suit));
    let run = runs.max_by_key(Vec::len).unwrap_or_default();
    match (run.len(), set.len()) {
        (0, 0) => ends
            .stands(number)
            .flat_map(|stands| [stands.checked_sub(2), stands.checked_add(2)])
            .flatten()
            .find_map(in_suit)
            .into_iter()
            .collect(),
        (runs, sets) if runs >= sets => run,
        _ => set,
    }
}

/// What stands in a row with a piece of this number, below and above it.
fn row(number: u8, at: impl Fn(u8) -> Option<Piece>) -> Vec<Piece> {
    let below = (LOWEST..number).rev().map_while(&at);
    let above = (number + 1..=HIGHEST).map_while(&at);
    let mut run: Vec<Piece> = below.take(MOST - 1).collect();
    run.reverse();
    run.extend(above.take(MOST - run.len()));
    run
}

/// A 1 of tiles is the lowest.
const LOWEST: u8 = 1;
/// An ace of cards is the highest.
const HIGHEST: u8 = 14;

/// Suit and folded number; `None` for a joker, and for what makes no sets and runs.
fn place(piece: Piece, okey: Option<Face>, ends: Ends) -> Option<(u8, u8)> {
    let (suit, number) = printed(piece, okey)?;
    Some((suit, ends.folded(number)))
}

fn printed(piece: Piece, okey: Option<Face>) -> Option<(u8, u8)> {
    match piece {
        Piece::Tile(tile) if okey.is_some_and(|okey| tile.is_joker(okey)) => None,
        Piece::Tile(Tile::FalseJoker) => okey.map(of_face),
        Piece::Tile(Tile::Numbered(face)) => Some(of_face(face)),
        Piece::Card(Card::Joker) => None,
        Piece::Card(Card::Natural(natural)) => Some((natural.suit as u8, of_rank(natural.rank))),
        Piece::Karuta(_) => None,
    }
}

fn of_face(face: Face) -> (u8, u8) {
    let suit = match face.colour() {
        Colour::Red => 0,
        Colour::Yellow => 1,
        Colour::Green => 2,
        Colour::Black => 3,
    };
    (suit, face.number())
}

fn of_rank(rank: Rank) -> u8 {
    let lower = Rank::all().take_while(|lower| *lower != rank);
    u8::try_from(lower.count()).map_or(HIGHEST, |lower| lower + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds what goes with a piece where the okey is R5.
    fn check(ends: Ends, piece: &str, others: &str, expected: &str) {
        let okey: Tile = "R5".parse().expect("a tile");
        let read = |text: &str| Piece::read_all(text).expect("pieces");
        let mut told = goes_with(read(piece)[0], &read(others), okey.face(), ends);
        let mut wanted = read(expected);
        told.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(told, wanted, "{piece} among {others}");
    }

    #[test]
    fn neighbours_are_found_as_a_player_sees_them() {
        for (piece, others, expected) in [
            ("K10", "K8 K9 R10", "K8 K9"),
            ("K9", "K8 K10 R1", "K8 K10"),
            ("K9", "R9 G9 K10", "R9 G9"),
            ("K9", "K9 R1 G2", ""),
            ("K9", "K11 R1", "K11"),
            ("K9", "K7 R9", "R9"),
            ("K9", "R5 R5", ""),
            ("R6", "F R7 R9", "F R7"),
            ("R5", "R4 R6", ""),
            ("K1", "K13 K12", ""),
            ("s10", "s8 s9 h10", "s8 s9"),
            ("sA", "sK sQ s2", "sQ sK"),
            ("sA", "s2 s3", ""),
            ("h7", "Jk d7", "d7"),
            ("K-3", "K-4 K-5", ""),
        ] {
            check(Ends::Apart, piece, others, expected);
        }
    }

    #[test]
    fn a_one_or_an_ace_goes_with_both_ends_where_the_game_says_so() {
        for (piece, others, expected) in [
            ("K1", "K13 K12", "K12 K13"),
            ("K1", "K13", "K13"),
            ("K1", "K12", "K12"),
            ("K1", "K3", "K3"),
            ("K1", "K2 K13 K12", "K12 K13"),
            ("K1", "K2 K3 K12 K13", "K2 K3"),
            ("K1", "R1 G1 K13", "R1 G1"),
            ("K13", "K1", "K1"),
            ("K13", "K1 K12", "K1 K12"),
            ("K12", "K1", "K1"),
            ("K2", "K13", ""),
            ("K9", "K8 K10 R1", "K8 K10"),
            ("R5", "R4 R6", ""),
            ("sA", "s2 s3", "s2 s3"),
            ("sA", "s3", "s3"),
            ("sA", "sK sQ s2", "sQ sK"),
            ("s2", "sA", "sA"),
            ("sK", "sA", "sA"),
            ("sA", "hA dA", "hA dA"),
            ("sK", "s2", ""),
            ("Jk", "s2", ""),
        ] {
            check(Ends::Shared, piece, others, expected);
        }
    }
}
