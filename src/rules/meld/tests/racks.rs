//! Racks of every kind for the tests of the solver.

use super::super::remove;
use super::arranging::melds;
use crate::Dice;
use crate::tile::{Colour, Face, Tile};

/// Where the tiles of a rack come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// From anywhere.
    Blind,
    /// Melds, a few of their tiles exchanged.
    NearMelds,
    /// Pairs, some of them broken.
    NearPairs,
    /// From a few numbers, or mostly one colour: tiles that many melds want.
    Crowded,
}

impl Shape {
    pub(super) const ALL: [Self; 4] =
        [Self::Blind, Self::NearMelds, Self::NearPairs, Self::Crowded];
}

/// A rack and what it was asked to be.
pub(super) struct Rack {
    pub tiles: Vec<Tile>,
    pub indicator: Face,
    pub shape: Shape,
}

impl Rack {
    /// So many tiles; all numbers of jokers, of false jokers and all shapes come in turn.
    pub(super) fn of(dice: &mut Dice, size: usize, turn: u64) -> Self {
        let turn = turn as usize;
        let face = Face::all().nth(dice.below(52) as usize);
        let indicator = face.expect("there are 52 faces");
        let joker = Tile::Numbered(indicator.okey());
        let shape = Shape::ALL[turn / 9 % 4];
        let mut deck = Tile::deck();
        remove(&mut deck, Tile::Numbered(indicator));
        deck.retain(|tile| *tile != joker && *tile != Tile::FalseJoker);
        dice.shuffle(&mut deck);
        let mut tiles = vec![joker; turn % 3];
        tiles.extend(vec![Tile::FalseJoker; turn / 3 % 3]);
        match shape {
            Shape::Blind => {}
            Shape::NearMelds => draw_melds(dice, size, &mut deck, &mut tiles),
            Shape::NearPairs => draw_pairs(dice, size, &mut deck, &mut tiles),
            Shape::Crowded => crowd(dice, &mut deck),
        }
        let more = size - tiles.len();
        tiles.extend(deck.drain(..more));
        Self {
            tiles,
            indicator,
            shape,
        }
    }

    /// What a failing test tells.
    pub(super) fn told(&self, seed: u64) -> String {
        let tiles: Vec<String> = self.tiles.iter().map(Tile::to_string).collect();
        format!(
            "seed {seed}, {:?}: --indicator {} \"{}\"",
            self.shape,
            self.indicator,
            tiles.join(" ")
        )
    }
}

/// Adds melds, then lays some tiles back.
fn draw_melds(dice: &mut Dice, size: usize, deck: &mut Vec<Tile>, tiles: &mut Vec<Tile>) {
    let melds = melds();
    let special = tiles.len();
    while tiles.len() < size {
        let meld = &melds[dice.below(melds.len() as u32) as usize];
        for (colour, place) in meld {
            let face = Face::new(Colour::ALL[*colour], *place as u8 + 1);
            let tile = Tile::Numbered(face.expect("melds hold the numbers 1 to 13"));
            if tiles.len() < size && remove(deck, tile) {
                tiles.push(tile);
            }
        }
    }
    lay_back(dice, special, deck, tiles);
}

/// Adds pairs, then lays some tiles back.
fn draw_pairs(dice: &mut Dice, size: usize, deck: &mut Vec<Tile>, tiles: &mut Vec<Tile>) {
    let special = tiles.len();
    for tile in deck.clone() {
        let is_pair = deck.iter().filter(|other| **other == tile).count() == 2;
        if is_pair && tiles.len() + 2 <= size {
            remove(deck, tile);
            remove(deck, tile);
            tiles.extend([tile; 2]);
        }
    }
    lay_back(dice, special, deck, tiles);
}

fn lay_back(dice: &mut Dice, special: usize, deck: &mut Vec<Tile>, tiles: &mut Vec<Tile>) {
    for _ in 0..dice.below(6) {
        let place = special + dice.below((tiles.len() - special) as u32) as usize;
        deck.push(tiles.remove(place));
    }
}

/// Brings tiles forward that stand in each other's way.
fn crowd(dice: &mut Dice, deck: &mut [Tile]) {
    let first = dice.below(13) as u8;
    let colour = dice.below(8) as usize;
    let is_near = |tile: &Tile| {
        tile.face().is_some_and(|face| match colour {
            0..4 => face.colour().index() == colour,
            // Four numbers in a row, the 1 after 13 among them.
            _ => (face.number() + 13 - first) % 13 < 4,
        })
    };
    deck.sort_by_key(|tile| !is_near(tile));
    // Some of the others come in between.
    for _ in 0..dice.below(4) {
        let place = dice.below(8) as usize;
        deck.swap(place, 40 + place);
    }
}
