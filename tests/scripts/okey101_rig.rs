//! Rigged deals of 101: a rigged deal is just a deal event, and a rigged opening just an opening event.

use istaka::rules::okey101::options::{Deal, FirstDealer, Starter};
use istaka::rules::okey101::{
    Composed, Event, Kind, Meld, Okey101, OpenKind, Opening, Options, deal,
};
use istaka::rules::tile::Tile;
use istaka::rules::{Dice, Game};

use crate::support::rig::{seat, tile, tiles};

pub const SEATS: usize = 4;

/// Reads `name=value name=value`, or `-`; `preset=` begins with that preset.
pub fn options(text: &str) -> Options {
    let mut options = Options::default();
    for part in text.split_whitespace().filter(|part| *part != "-") {
        let (name, value) = part.split_once('=').expect("name=value");
        if name == "preset" {
            options = Options::preset(value).expect("a preset of the rules");
            continue;
        }
        options
            .set(name, value)
            .unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    options
}

/// Reads `K11 K12 K13 / R13 Y13 G13`.
pub fn melds(text: &str) -> Vec<Composed> {
    let each = text.split('/').map(|meld| Composed::of(tiles(meld)));
    each.collect()
}

/// Four seats, indicator R4, the simple deal.
#[derive(Default)]
pub struct Rig {
    pub starter: usize,
    racks: Vec<Vec<Tile>>,
    openings: Vec<(usize, Vec<Composed>)>,
    stock: Vec<Tile>,
}

impl Rig {
    /// Reads `0: G3; open 2: Y5 Y6 Y7 Y8 / R13 Y13 G13; stock: R5`.
    pub fn read(setup: &str) -> Self {
        let mut rig = Self {
            racks: vec![Vec::new(); SEATS],
            ..Self::default()
        };
        for part in setup.split(';').filter(|part| part.trim() != "-") {
            let (what, held) = part.split_once(':').expect("a setup names who holds what");
            let mut words = what.split_whitespace();
            match words.next().expect("a word") {
                "starter" => rig.starter = held.trim().parse().expect("a seat"),
                "stock" => rig.stock = tiles(held),
                "open" => {
                    let who: usize = words.next().expect("a seat").parse().expect("a seat");
                    let melds = melds(held);
                    rig.racks[who].extend(melds.iter().flat_map(|meld| &meld.tiles));
                    rig.openings.push((who, melds));
                }
                who => {
                    let who: usize = who.parse().expect("a seat");
                    rig.racks[who].extend(tiles(held));
                }
            }
        }
        rig
    }

    fn event(&self) -> Event {
        let spread = deal::spread(Deal::Simple, SEATS, &[], |_| false).expect("a plain deal");
        let mut wall: Vec<Option<Tile>> = vec![None; deal::TILES];
        wall[spread.indicator] = Some(tile("R4"));
        for (who, tiles) in self.racks.iter().enumerate() {
            let places = &spread.racks[(who + SEATS - self.starter) % SEATS];
            assert!(tiles.len() <= places.len(), "seat {who} holds too many");
            for (place, tile) in places.iter().zip(tiles) {
                wall[*place] = Some(*tile);
            }
        }
        for (place, tile) in spread.stock.iter().zip(&self.stock) {
            wall[*place] = Some(*tile);
        }
        Event::Dealt {
            deck: filled(wall),
            dealer: seat(self.starter),
            dice: Vec::new(),
        }
    }

    /// A game in which this is the first deal; who has opened lost nothing by it.
    pub fn game(&self, options: &Options) -> Okey101 {
        let options = Options {
            starter: Starter::Dealer,
            first_dealer: FirstDealer::Seat(seat(self.starter)),
            ..options.clone()
        };
        let okey = tile("R4").face().expect("a numbered tile").okey();
        let mut game = Okey101::new(&options, SEATS);
        game.obey(&[self.event()]);
        for (who, composed) in &self.openings {
            let melds: Vec<Meld> = composed
                .iter()
                .map(|meld| Meld::compose(meld, okey).expect("a meld"))
                .collect();
            let doubles = melds.iter().all(|meld| meld.kind() == Kind::Pair);
            let points = melds.iter().map(|meld| meld.value(okey)).sum();
            let opening = Opening {
                kind: if doubles {
                    OpenKind::Doubles
                } else {
                    OpenKind::Series
                },
                worth: if doubles { melds.len() as u32 } else { points },
                low: false,
            };
            game.obey(&[Event::Opened {
                seat: seat(*who),
                opening,
                melds,
            }]);
        }
        game
    }
}

/// Fills the free places with the rest of the tiles; the false jokers stay away from the indicator.
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
