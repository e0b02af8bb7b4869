//! Rigged deals: a rigged deal is just a deal event.

use istaka::rules::okey::options::Deal;
use istaka::rules::okey::{Event, Okey, Options, deal};
use istaka::rules::tile::Tile;
use istaka::rules::{Dice, Game, Seat};

/// A deal of Okey with some tiles in chosen places; the rest are shuffled.
pub struct Rig {
    pub seats: usize,
    pub starter: usize,
    pub indicator: Tile,
    /// Tiles that a seat holds, among others.
    pub racks: Vec<(usize, Vec<Tile>)>,
    /// The last tile of the stock.
    pub last: Option<Tile>,
}

pub fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

pub fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn tile(text: &str) -> Tile {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

impl Rig {
    /// Reads `2: R4 K9; last: K5`.
    pub fn read(seats: usize, starter: usize, setup: &str) -> Self {
        let mut rig = Self {
            seats,
            starter,
            indicator: tile("R4"),
            racks: Vec::new(),
            last: None,
        };
        for part in setup.split(';').filter(|part| part.trim() != "-") {
            let (who, held) = part.split_once(':').expect("a setup names who holds what");
            match who.trim() {
                "last" => rig.last = Some(tile(held.trim())),
                who => rig.racks.push((who.parse().expect("a seat"), tiles(held))),
            }
        }
        rig
    }

    /// The deal event: formal, with both dice showing 1.
    pub fn event(&self) -> Event {
        let dice = vec![1, 1];
        let spread =
            deal::spread(Deal::Formal, self.seats, &dice, |_| false).expect("a plain deal");
        let mut wall: Vec<Option<Tile>> = vec![None; deal::TILES];
        wall[spread.indicator] = Some(self.indicator);
        for (seat, tiles) in &self.racks {
            let rack = (seat + self.seats - self.starter) % self.seats;
            for (place, tile) in spread.racks[rack].iter().zip(tiles) {
                wall[*place] = Some(*tile);
            }
        }
        if let Some(last) = spread.stock.last() {
            wall[*last] = self.last;
        }
        Event::Dealt {
            deck: filled(wall),
            dealer: seat((self.starter + self.seats - 1) % self.seats),
            dice,
        }
    }

    /// A game in which this is the first deal.
    pub fn game(&self, options: &Options) -> Okey {
        let mut game = Okey::new(options, self.seats);
        game.obey(&[self.event()]);
        game
    }
}

/// Fills the free places with the rest of the tiles.
fn filled(wall: Vec<Option<Tile>>) -> Vec<Tile> {
    let mut rest = Tile::deck();
    for tile in wall.iter().flatten() {
        let place = rest
            .iter()
            .position(|other| other == tile)
            .unwrap_or_else(|| panic!("there are not so many {tile}"));
        rest.remove(place);
    }
    Dice::from_seed(7).shuffle(&mut rest);
    let mut rest = rest.into_iter();
    wall.into_iter()
        .map(|tile| {
            tile.or_else(|| rest.next())
                .expect("106 tiles fill 106 places")
        })
        .collect()
}
