//! What lies on the table: sets, runs and doubles, what their jokers stand for, and what fits them (101 rules 6).
//!
//! A meld is an ordered list of tiles with a kind; in a run the order fixes what each joker stands for.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::meld::is_pair;
use crate::tile::{Colour, Face, Tile};

/// The three kinds of what may lie on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Consecutive numbers of one colour (101 rules 6.3).
    Run,
    /// One number in different colours (101 rules 6.2).
    Set,
    /// A double: two tiles of one face (101 rules 6.4).
    Pair,
}

/// Tiles that a player puts together, in the order they chose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Composed {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// What they are meant to be; without it the tiles decide (101 rules 6.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
}

impl Composed {
    /// Tiles whose kind is left to the rules.
    pub fn of(tiles: Vec<Tile>) -> Self {
        Self { tiles, kind: None }
    }

    /// Tiles meant to be of this kind.
    pub fn as_kind(tiles: Vec<Tile>, kind: Kind) -> Self {
        Self {
            tiles,
            kind: Some(kind),
        }
    }
}

/// Why tiles are no meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeldFault {
    /// One tile or none, or two where a set or run is meant.
    #[error("too few tiles")]
    TooFew,
    /// More than a set or a double can hold.
    #[error("too many tiles")]
    TooMany,
    /// Two tiles of different faces.
    #[error("the two tiles differ")]
    NoPair,
    /// Nothing says what the jokers stand for.
    #[error("only jokers")]
    OnlyJokers,
    /// Neither one number nor one colour.
    #[error("neither one number nor one colour")]
    Neither,
    /// A run in more than one colour.
    #[error("a run has one colour")]
    Colours,
    /// The numbers do not follow each other in the order laid.
    #[error("the numbers do not follow each other")]
    Gap,
    /// The run would go below 1 or beyond 13.
    #[error("a run stays within 1 and 13")]
    PastEnd,
    /// A set with more than one number.
    #[error("a set has one number")]
    Numbers,
    /// A set with a colour twice.
    #[error("a set has no colour twice")]
    ColourTwice,
}

/// What a tile on the table counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// This face.
    Face(Face),
    /// A joker of a set: this number, in any colour that the set lacks (101 rules 6.5).
    Number(u8),
    /// One of two jokers that are a double: no face at all.
    Any,
}

/// Where a tile can be added to a meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Before the lowest tile of a run.
    Low,
    /// After the highest tile of a run.
    High,
    /// To a set.
    Set,
}

/// A meld on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meld {
    kind: Kind,
    tiles: Vec<Tile>,
}

/// The face a tile has, unless it is a joker (101 rules 6.1).
pub(super) fn face(tile: Tile, okey: Face) -> Option<Face> {
    (!tile.is_joker(okey)).then(|| tile.face().unwrap_or(okey))
}

impl Meld {
    /// The meld that these tiles are, or why they are none (101 rules 6.2 to 6.5).
    pub fn compose(composed: &Composed, okey: Face) -> Result<Self, MeldFault> {
        let tiles = &composed.tiles;
        let kind = match composed.kind {
            Some(kind) => check_kind(kind, tiles, okey).map(|()| kind),
            None if tiles.len() < 2 => Err(MeldFault::TooFew),
            None if tiles.len() == 2 => check_pair(tiles, okey).map(|()| Kind::Pair),
            None => guess(tiles, okey),
        }?;
        Ok(Self {
            kind,
            tiles: tiles.clone(),
        })
    }

    /// Run, set or pair.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The tiles in the order laid.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The sum of the numbers the tiles stand for; a double has no value (101 rules 6.7).
    pub fn value(&self, okey: Face) -> u32 {
        if self.kind == Kind::Pair {
            return 0;
        }
        let numbers = self.stands(okey).into_iter().map(|stands| match stands {
            Stands::Face(face) => u32::from(face.number()),
            Stands::Number(number) => u32::from(number),
            Stands::Any => 0,
        });
        numbers.sum()
    }

    /// What each tile counts as.
    pub fn stands(&self, okey: Face) -> Vec<Stands> {
        let own = |tile: Tile| face(tile, okey).map(Stands::Face);
        let jokers = match self.kind {
            Kind::Run => return self.stands_in_run(okey),
            Kind::Set => self.joker_of_set(okey),
            Kind::Pair => {
                let other = self.tiles.iter().find_map(|tile| own(*tile));
                other.unwrap_or(Stands::Any)
            }
        };
        let each = self.tiles.iter();
        each.map(|tile| own(*tile).unwrap_or(jokers)).collect()
    }

    fn stands_in_run(&self, okey: Face) -> Vec<Stands> {
        let first = first_of_run(&self.tiles, okey);
        let face_at = |at: usize| {
            let (colour, first) = first.ok()?;
            let number = u8::try_from(first + at as i32).ok()?;
            Face::new(colour, number).map(Stands::Face)
        };
        (0..self.tiles.len())
            .map(|at| face_at(at).unwrap_or(Stands::Any))
            .collect()
    }

    /// The only joker of a set of four has the missing colour; any other is open.
    fn joker_of_set(&self, okey: Face) -> Stands {
        let Some(number) = self.number(okey) else {
            return Stands::Any;
        };
        let missing = self.missing_colours(okey);
        let only = match missing[..] {
            [only] if self.tiles.len() == 4 => Face::new(only, number),
            _ => None,
        };
        only.map_or(Stands::Number(number), Stands::Face)
    }

    fn naturals(&self, okey: Face) -> impl Iterator<Item = Face> {
        self.tiles.iter().filter_map(move |tile| face(*tile, okey))
    }

    fn number(&self, okey: Face) -> Option<u8> {
        self.naturals(okey).next().map(Face::number)
    }

    fn missing_colours(&self, okey: Face) -> Vec<Colour> {
        let has = |colour: &Colour| self.naturals(okey).any(|face| face.colour() == *colour);
        Colour::ALL
            .into_iter()
            .filter(|colour| !has(colour))
            .collect()
    }

    /// Where this tile can be laid off, the lower end first (101 rules 6.6).
    pub fn fits(&self, tile: Tile, okey: Face) -> Vec<Place> {
        match self.kind {
            Kind::Pair => Vec::new(),
            Kind::Set => Vec::from_iter(self.takes_into_set(tile, okey).then_some(Place::Set)),
            Kind::Run => self.fits_run(tile, okey),
        }
    }

    fn takes_into_set(&self, tile: Tile, okey: Face) -> bool {
        let fitting = face(tile, okey).is_none_or(|face| {
            Some(face.number()) == self.number(okey)
                && self.missing_colours(okey).contains(&face.colour())
        });
        fitting && self.tiles.len() < 4
    }

    fn fits_run(&self, tile: Tile, okey: Face) -> Vec<Place> {
        let colour = |tile: &Tile| face(*tile, okey).map(Face::colour);
        // Most tiles are of another colour, which any real tile of the run tells.
        let own = self.tiles.iter().find_map(colour);
        if colour(&tile).is_some_and(|colour| Some(colour) != own) {
            return Vec::new();
        }
        let Ok((colour, first)) = first_of_run(&self.tiles, okey) else {
            return Vec::new();
        };
        let is_for = |number: i32| {
            let wanted = u8::try_from(number).ok().and_then(|n| Face::new(colour, n));
            wanted.is_some_and(|wanted| face(tile, okey).is_none_or(|face| face == wanted))
        };
        let ends = [
            (Place::Low, first - 1),
            (Place::High, first + self.tiles.len() as i32),
        ];
        ends.into_iter()
            .filter(|(_, number)| is_for(*number))
            .map(|(place, _)| place)
            .collect()
    }

    /// Adds a tile that fits there.
    pub(super) fn add(&mut self, tile: Tile, place: Place) {
        match place {
            Place::Low => self.tiles.insert(0, tile),
            Place::High | Place::Set => self.tiles.push(tile),
        }
    }

    /// Takes the tile away that was added there last.
    pub(super) fn take_away(&mut self, place: Place) {
        if place == Place::Low && !self.tiles.is_empty() {
            self.tiles.remove(0);
        } else {
            self.tiles.pop();
        }
    }

    /// The place of the joker that this tile may replace (101 rules 8.6).
    pub fn swaps(&self, tile: Tile, okey: Face) -> Option<usize> {
        let own = face(tile, okey)?;
        let stands = self.stands(okey);
        let full_set = self.kind == Kind::Set && self.tiles.len() == 4;
        let replaces = |at: &usize| {
            self.tiles[*at].is_joker(okey)
                && match stands[*at] {
                    Stands::Face(face) => face == own,
                    Stands::Number(number) => {
                        full_set
                            && number == own.number()
                            && self.missing_colours(okey).contains(&own.colour())
                    }
                    Stands::Any => false,
                }
        };
        (0..self.tiles.len()).find(replaces)
    }

    /// Puts a tile in the place of a joker.
    pub(super) fn replace(&mut self, at: usize, tile: Tile) {
        if let Some(place) = self.tiles.get_mut(at) {
            *place = tile;
        }
    }
}

fn check_kind(kind: Kind, tiles: &[Tile], okey: Face) -> Result<(), MeldFault> {
    match kind {
        Kind::Run => first_of_run(tiles, okey).map(|_| ()),
        Kind::Set => check_set(tiles, okey),
        Kind::Pair => check_pair(tiles, okey),
    }
}

/// 101 rules 6.5: a run if the tiles form one in this order, otherwise a set.
fn guess(tiles: &[Tile], okey: Face) -> Result<Kind, MeldFault> {
    let no_run = match first_of_run(tiles, okey) {
        Ok(_) => return Ok(Kind::Run),
        Err(fault) => fault,
    };
    let no_set = match check_set(tiles, okey) {
        Ok(()) => return Ok(Kind::Set),
        Err(fault) => fault,
    };
    // The fault that is told is that of what the tiles look like.
    match (no_set, no_run) {
        (MeldFault::Numbers, MeldFault::Colours) => Err(MeldFault::Neither),
        (MeldFault::Numbers, no_run) => Err(no_run),
        (no_set, _) => Err(no_set),
    }
}

fn check_pair(tiles: &[Tile], okey: Face) -> Result<(), MeldFault> {
    match tiles {
        [one, other] if is_pair(*one, *other, okey) => Ok(()),
        [_, _] => Err(MeldFault::NoPair),
        [] | [_] => Err(MeldFault::TooFew),
        _ => Err(MeldFault::TooMany),
    }
}

fn check_set(tiles: &[Tile], okey: Face) -> Result<(), MeldFault> {
    let faces: Vec<Face> = tiles.iter().filter_map(|tile| face(*tile, okey)).collect();
    let first = faces.first().ok_or(MeldFault::OnlyJokers)?;
    if faces.iter().any(|face| face.number() != first.number()) {
        return Err(MeldFault::Numbers);
    }
    let twice = |colour: Colour| faces.iter().filter(|face| face.colour() == colour).count() > 1;
    if Colour::ALL.into_iter().any(twice) {
        return Err(MeldFault::ColourTwice);
    }
    match tiles.len() {
        0..3 => Err(MeldFault::TooFew),
        3 | 4 => Ok(()),
        _ => Err(MeldFault::TooMany),
    }
}

/// The colour of a run and the number its first tile stands for; 1 is only low (101 rules 6.3).
fn first_of_run(tiles: &[Tile], okey: Face) -> Result<(Colour, i32), MeldFault> {
    let mut naturals = tiles
        .iter()
        .enumerate()
        .filter_map(|(at, tile)| Some((at as i32, face(*tile, okey)?)));
    let first_if = |at: i32, face: Face| i32::from(face.number()) - at;
    let (at, anchor) = naturals.next().ok_or(MeldFault::OnlyJokers)?;
    let first = first_if(at, anchor);
    let mut follows = true;
    for (at, face) in naturals {
        if face.colour() != anchor.colour() {
            return Err(MeldFault::Colours);
        }
        follows &= first_if(at, face) == first;
    }
    if !follows {
        return Err(MeldFault::Gap);
    }
    if tiles.len() < 3 {
        return Err(MeldFault::TooFew);
    }
    if first < 1 || first + tiles.len() as i32 - 1 > 13 {
        return Err(MeldFault::PastEnd);
    }
    Ok((anchor.colour(), first))
}
