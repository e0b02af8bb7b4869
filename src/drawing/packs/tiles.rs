//! The tiles of Okey and 101: a number with a shape below it, the jokers in gold, the false joker, the back.

use resvg::tiny_skia::Transform;

use super::{Pack, Usual};
use crate::lettering::Text;
use crate::raster::{Blank, drawing};
use crate::rules::tile::{Colour, Face, Tile};
use crate::scene::{Finish, PieceSize};

/// The body of a tile in the units of its drawings.
const BODY: (i32, i32) = (88, 132);
/// The room around it for its shadow and its burst.
const ROOM: i32 = 12;

/// 88 × 132: a rack of up to 18 tiles, and what matters on the board.
pub const LARGE: PieceSize = PieceSize::new(BODY, 88, Finish::Fine);
/// 66 × 99: a rack of up to 24 tiles, a winner's melds.
pub const MEDIUM: PieceSize = PieceSize::new(BODY, 66, Finish::Fine);
/// 58 × 87: a rack of 22 tiles in many groups, the melds of a table with few.
pub const MODEST: PieceSize = PieceSize::new(BODY, 58, Finish::Coarse);
/// 44 × 66: the lower tiles of a pile.
pub const SMALL: PieceSize = PieceSize::new(BODY, 44, Finish::Fine);
/// 46 × 69: the melds of a usual table.
pub const USUAL: PieceSize = PieceSize::new(BODY, 46, Finish::Flat);
/// 40 × 60: the melds late in a round.
pub const COMPACT: PieceSize = PieceSize::new(BODY, 40, Finish::Flat);
/// 34 × 51: melds on a full table.
pub const TINY: PieceSize = PieceSize::new(BODY, 34, Finish::Flat);
/// 27 × 40: melds on the fullest.
pub const LEAST: PieceSize = PieceSize::new(BODY, 27, Finish::Flat);

/// What a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TileFace {
    /// An ordinary numbered tile.
    Plain(Face),
    /// A joker, with its own printed face (Okey rules 2.3), or in a meld the one it stands for (101 rules 6.5).
    Okey(Face),
    /// A joker that stands for this number in any colour (101 rules 6.5).
    Wild(u8),
    /// A false joker and the face it has in this round (Okey rules 2.5).
    FalseJoker(Face),
    /// A tile that lies face down.
    Back,
}

impl TileFace {
    /// How a tile looks while `okey` is the okey.
    pub fn of(tile: Tile, okey: Face) -> Self {
        match tile {
            Tile::FalseJoker => Self::FalseJoker(okey),
            Tile::Numbered(face) if face == okey => Self::Okey(face),
            Tile::Numbered(face) => Self::Plain(face),
        }
    }

    /// The same, also before the first deal: there is no okey then, and a false joker would stand for any face.
    pub fn dealt(tile: Tile, okey: Option<Face>) -> Self {
        match (okey, tile) {
            (Some(okey), tile) => Self::of(tile, okey),
            (None, Tile::Numbered(face)) => Self::Plain(face),
            (None, Tile::FalseJoker) => Self::Back,
        }
    }
}

/// Every tile that a rack can hold, in this size, and the back. What a single round needs (its okey, its false joker) is drawn when it
/// is first seen.
pub(crate) fn usual(size: PieceSize) -> Usual {
    let faces = Face::all().map(TileFace::Plain).chain([TileFace::Back]);
    faces.map(|face| (face.into(), size)).collect()
}

impl Pack for TileFace {
    fn draw(self, size: PieceSize) -> Blank {
        let mut blank = Blank::new(size, ROOM);
        if size.is_flat() {
            blank.draw(drawing!("tile_flat"));
        } else {
            blank.draw(drawing!("tile"));
        }
        match self {
            Self::Plain(face) => print_face(&mut blank, face),
            Self::Okey(face) => print_okey(&mut blank, size, |blank| print_face(blank, face)),
            Self::Wild(number) => print_okey(&mut blank, size, |blank| print_wild(blank, number)),
            Self::FalseJoker(face) => {
                blank.draw(drawing!("false_joker"));
                print_small(&mut blank, face);
            }
            Self::Back => blank.draw(drawing!("back")),
        }
        blank
    }
}

/// A joker. Where it is small, its number lies above its burst, so that it can be read.
fn print_okey(blank: &mut Blank, size: PieceSize, print: impl FnOnce(&mut Blank)) {
    if size.is_flat() {
        blank.draw(drawing!("okey_flat"));
        blank.draw(drawing!("okey_burst"));
        print(blank);
    } else {
        blank.draw(drawing!("okey_rim"));
        print(blank);
        blank.draw(drawing!("okey_burst"));
    }
}

/// The number in the upper half of a tile.
fn print_number(blank: &mut Blank, number: u8, fill: &str) {
    let number = Text {
        text: &number.to_string(),
        x: 43.5,
        baseline: 64.0,
        pixels: 63.0,
        narrow: narrow(number),
        fill,
    };
    blank.draw(&number.svg(BODY.0, BODY.1));
}

/// Two digits have to be narrower.
fn narrow(number: u8) -> f64 {
    if number > 9 { 0.86 } else { 1.0 }
}

/// The number, and below it a burst instead of a shape: it may have any colour.
fn print_wild(blank: &mut Blank, number: u8) {
    print_number(blank, number, "#1a0f08");
    // The burst is drawn around (73, 13).
    let middle = blank.place.pre_translate(43.5, 94.0).pre_scale(1.3, 1.3);
    blank.draw_at(drawing!("okey_burst"), middle.pre_translate(-73.0, -13.0));
}

/// The number and below it the shape that belongs to the colour.
fn print_face(blank: &mut Blank, face: Face) {
    print_number(blank, face.number(), fill_of(face.colour()));
    let middle = blank.place.pre_translate(43.5, 96.0);
    print_shape(blank, face.colour(), middle);
}

/// The same, small, at the foot of a false joker.
fn print_small(blank: &mut Blank, face: Face) {
    let number = Text {
        text: &face.number().to_string(),
        x: 29.0,
        baseline: 109.0,
        pixels: 31.0,
        narrow: narrow(face.number()),
        fill: fill_of(face.colour()),
    };
    blank.draw(&number.svg(BODY.0, BODY.1));
    let corner = blank.place.pre_translate(61.0, 98.0).pre_scale(0.52, 0.52);
    print_shape(blank, face.colour(), corner);
}

/// A shape around this middle.
fn print_shape(blank: &mut Blank, colour: Colour, middle: Transform) {
    let corner = middle.pre_translate(-24.0, -24.0);
    blank.draw_inked(shape_of(colour), fill_of(colour), corner);
}

fn fill_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "#c4122b",
        Colour::Yellow => "#b06a00",
        Colour::Green => "#0a7038",
        Colour::Black => "#1f1c1b",
    }
}

fn shape_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => drawing!("heart"),
        Colour::Yellow => drawing!("star"),
        Colour::Green => drawing!("clover"),
        Colour::Black => drawing!("spade"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_true_to_every_face() {
        let plain = Face::all().map(TileFace::Plain);
        let special = Face::all().filter(|face| face.number() % 6 == 1);
        let special = special.flat_map(|face| [TileFace::Okey(face), TileFace::FalseJoker(face)]);
        let others = [TileFace::Back, TileFace::Wild(7), TileFace::Wild(12)];
        for face in plain.chain(special).chain(others) {
            let found = face.draw(LARGE).fidelity();
            assert!(found >= 40.0, "{face:?}: {found:.1} dB");
        }
    }
}
