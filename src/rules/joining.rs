//! What goes with what in games of sets and runs: the neighbours of a tile or card among others, as a player sees them. This is
//! no arranging (`meld`): it says nothing of what is best.

use super::card::{Card, Rank};
use super::piece::Piece;
use super::tile::{Colour, Face, Tile};

/// No more neighbours than these are told, for a sentence to stay short.
const MOST: usize = 3;

/// The others that this piece makes, or could make, a set or a run with: at least two of them if they are there, else the
/// nearest one. Empty for a joker, which goes with everything, and for pieces that make none.
pub fn goes_with(piece: Piece, others: &[Piece], okey: Option<Face>) -> Vec<Piece> {
    let Some((suit, number)) = place(piece, okey) else {
        return Vec::new();
    };
    let at = |wanted: (u8, u8)| {
        let is_there = |other: &&Piece| place(**other, okey) == Some(wanted);
        others.iter().find(is_there).copied()
    };
    let set: Vec<Piece> = (0..4)
        .filter(|other| *other != suit)
        .filter_map(|other| at((other, number)))
        .collect();
    let below = (1..number).rev().map_while(|near| at((suit, near)));
    let above = (number + 1..=HIGHEST).map_while(|near| at((suit, near)));
    let mut run: Vec<Piece> = below.take(MOST - 1).collect();
    run.reverse();
    run.extend(above.take(MOST - run.len()));
    match (run.len(), set.len()) {
        (0, 0) => [number.checked_sub(2), number.checked_add(2)]
            .into_iter()
            .flatten()
            .find_map(|near| at((suit, near)))
            .into_iter()
            .collect(),
        (runs, sets) if runs >= sets => run,
        _ => set,
    }
}

/// An ace of cards is the highest.
const HIGHEST: u8 = 14;

/// Suit and number; `None` for a joker, and for what makes no sets and runs.
fn place(piece: Piece, okey: Option<Face>) -> Option<(u8, u8)> {
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

    #[test]
    fn neighbours_are_found_as_a_player_sees_them() {
        let okey: Tile = "R5".parse().expect("a tile");
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
            let read = |text: &str| Piece::read_all(text).expect("pieces");
            let found = goes_with(read(piece)[0], &read(others), okey.face());
            let mut told = found.clone();
            let mut wanted = read(expected);
            told.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(told, wanted, "{piece} among {others}");
        }
    }
}
