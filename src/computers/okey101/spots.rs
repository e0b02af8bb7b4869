//! The melds on the table as far as tiles can be laid off on them: small enough to try out a whole turn.

use crate::rules::meld::Sort;
use crate::rules::okey101::view::TableMeld;
use crate::rules::okey101::{Kind, Place, meld::Stands};
use crate::rules::tile::{Face, Tile};

/// What a meld takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    /// A run of one colour, from its lowest number to its highest.
    Run { colour: usize, low: u8, high: u8 },
    /// A set: its number, the colours of its real tiles as bits, and how many tiles it has.
    Set { number: u8, colours: u8, tiles: u8 },
    /// A double: nothing can be added (101 rules 6.6).
    Closed,
}

/// A place where a tile fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fit {
    /// Which meld, in the order laid.
    pub meld: usize,
    /// Where in it.
    pub place: Place,
}

/// All melds on the table.
#[derive(Clone, Debug)]
pub(super) struct Spots {
    okey: Face,
    melds: Vec<Spot>,
}

impl Spots {
    /// The table as a view shows it.
    pub(super) fn of(table: &[TableMeld], okey: Face) -> Self {
        let melds = table.iter().map(|meld| spot(meld, okey)).collect();
        Self { okey, melds }
    }

    /// Where this tile fits; a joker may fit both ends of a run.
    pub(super) fn places(&self, tile: Tile) -> impl Iterator<Item = Fit> {
        let face = face(tile, self.okey);
        self.melds.iter().enumerate().flat_map(move |(meld, spot)| {
            let places = spot.places(face).into_iter().flatten();
            places.map(move |place| Fit { meld, place })
        })
    }

    /// The first place where this tile fits.
    pub(super) fn place(&self, tile: Tile) -> Option<Fit> {
        self.places(tile).next()
    }

    /// Whether the tile fits anywhere: then its discard is işlek (101 rules 10.5).
    pub(super) fn takes(&self, tile: Tile) -> bool {
        self.place(tile).is_some()
    }

    /// On how many runs this face fits as soon as one tile more lies there.
    pub(super) fn one_short(&self, face: Face) -> usize {
        let is_near = |spot: &&Spot| match spot {
            Spot::Run { colour, low, high } => {
                let (colour, number) = (*colour == face.colour().index(), face.number());
                colour && (number + 2 == *low || number == high + 2)
            }
            Spot::Set { .. } | Spot::Closed => false,
        };
        self.melds.iter().filter(is_near).count()
    }

    /// Adds a tile where it fits.
    pub(super) fn add(&mut self, tile: Tile, fit: Fit) {
        let colour = face(tile, self.okey).map(|face| face.colour().index());
        match (&mut self.melds[fit.meld], fit.place) {
            (Spot::Run { low, .. }, Place::Low) => *low -= 1,
            (Spot::Run { high, .. }, _) => *high += 1,
            (Spot::Set { colours, tiles, .. }, _) => {
                *tiles += 1;
                *colours |= colour.map_or(0, |colour| 1 << colour);
            }
            (Spot::Closed, _) => {}
        }
    }

    /// Lays a new set or run; its tiles are one.
    pub(super) fn lay(&mut self, sort: Sort, tiles: &[Tile]) {
        let real = |(at, tile): (usize, &Tile)| Some((at as u8, face(*tile, self.okey)?));
        let first = tiles.iter().enumerate().find_map(real);
        let spot = match (first, sort) {
            (None, _) => Spot::Closed,
            (Some((at, face)), Sort::Run) => {
                let low = face.number() - at.min(face.number() - 1);
                Spot::Run {
                    colour: face.colour().index(),
                    low,
                    high: low + tiles.len() as u8 - 1,
                }
            }
            (Some((_, first)), Sort::Set) => Spot::Set {
                number: first.number(),
                colours: colours(tiles, self.okey),
                tiles: tiles.len() as u8,
            },
        };
        self.melds.push(spot);
    }

    /// Lays a double.
    pub(super) fn lay_double(&mut self) {
        self.melds.push(Spot::Closed);
    }
}

impl Spot {
    /// Where a face fits, or a joker.
    fn places(self, face: Option<Face>) -> [Option<Place>; 2] {
        match self {
            Self::Run { colour, low, high } => {
                let is_for = |number: u8| {
                    face.is_none_or(|face| {
                        face.colour().index() == colour && face.number() == number
                    })
                };
                [
                    (low > 1 && is_for(low - 1)).then_some(Place::Low),
                    (high < 13 && is_for(high + 1)).then_some(Place::High),
                ]
            }
            Self::Set {
                number,
                colours,
                tiles,
            } => {
                let fits = face.is_none_or(|face| {
                    face.number() == number && colours >> face.colour().index() & 1 == 0
                });
                [(fits && tiles < 4).then_some(Place::Set), None]
            }
            Self::Closed => [None, None],
        }
    }
}

fn face(tile: Tile, okey: Face) -> Option<Face> {
    (!tile.is_joker(okey)).then(|| tile.face().unwrap_or(okey))
}

fn colours(tiles: &[Tile], okey: Face) -> u8 {
    let faces = tiles.iter().filter_map(|tile| face(*tile, okey));
    faces.fold(0, |all, face| all | 1 << face.colour().index())
}

fn spot(meld: &TableMeld, okey: Face) -> Spot {
    let stands = |stands: Option<&Stands>| match stands {
        Some(Stands::Face(face)) => Some(*face),
        _ => None,
    };
    match meld.kind {
        Kind::Pair => Spot::Closed,
        Kind::Run => match (stands(meld.stands.first()), stands(meld.stands.last())) {
            (Some(low), Some(high)) => Spot::Run {
                colour: low.colour().index(),
                low: low.number(),
                high: high.number(),
            },
            _ => Spot::Closed,
        },
        Kind::Set => {
            let mut faces = meld.tiles.iter().filter_map(|tile| face(*tile, okey));
            faces.next().map_or(Spot::Closed, |first| Spot::Set {
                number: first.number(),
                colours: colours(&meld.tiles, okey),
                tiles: meld.tiles.len() as u8,
            })
        }
    }
}
