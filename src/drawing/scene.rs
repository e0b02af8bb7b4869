//! What a picture shows and where, as plain values: tests read scenes, [`paint`](super::paint()) makes them visible.
//!
//! Lengths are pixels of the finished picture. A piece's place is the top left corner of its body (its shadow falls outside),
//! everything else is placed by its middle or by the rectangle it fills.

pub use super::badges::{Backs, Badge, Heading};
pub use super::packs::PieceFace;
pub use super::portrait::{FaceSize, Portrait};
use super::stream::Kind;
use crate::rules::Seat;
use crate::rules::seat::MOST_SEATS;

/// A picture before it is painted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scene {
    /// What everything lies on; it gives the picture its size.
    pub backdrop: Backdrop,
    /// What comes below that, in a picture of two.
    pub below: Option<Backdrop>,
    /// What lies there, the lowest first.
    pub items: Vec<Item>,
}

impl Scene {
    /// A scene with nothing on its backdrop.
    pub(super) fn on(backdrop: Backdrop) -> Self {
        Self {
            backdrop,
            below: None,
            items: Vec::with_capacity(64),
        }
    }

    /// Width and height of the picture.
    pub fn size(&self) -> (u32, u32) {
        let (width, height) = self.backdrop.size();
        let below = self.below.map_or(0, |below| below.size().1);
        (width, height + below)
    }

    /// Both in one picture, this one above the other; neither is one of two already.
    #[must_use]
    pub fn above(mut self, other: Self) -> Self {
        let down = self.backdrop.size().1 as i32;
        let moved = other.items.into_iter().map(|item| item.by(0, down));
        self.items.extend(moved);
        self.below = Some(other.backdrop);
        self
    }

    /// What kind of picture it is: by the pack of its pieces, and whether they lie on a rack.
    pub(super) fn kind(&self) -> Kind {
        let first = self.pieces().next();
        first.map_or(Kind::without_pieces(), |(piece, ..)| {
            Kind::of(piece.pack(), self.backdrop == Backdrop::Rack)
        })
    }

    /// The pieces with their places, the lowest first.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceFace, PieceSize, At)> {
        self.items.iter().filter_map(|item| match item {
            Item::Piece { piece, size, at } => Some((*piece, *size, *at)),
            _ => None,
        })
    }

    pub(super) fn piece(&mut self, piece: impl Into<PieceFace>, size: PieceSize, at: At) {
        let piece = piece.into();
        self.items.push(Item::Piece { piece, size, at });
    }

    pub(super) fn glow(&mut self, size: PieceSize, at: At) {
        self.items.push(Item::Glow { size, at });
    }

    pub(super) fn badge(&mut self, badge: Badge, middle: At) {
        self.items.push(Item::Badge { badge, middle });
    }

    pub(super) fn face(&mut self, portrait: Portrait, seat: Seat, size: FaceSize, middle: At) {
        self.items.push(Item::Face {
            portrait,
            seat,
            size,
            middle,
        });
    }

    /// Numbers and signs; a minus is as long as a plus.
    pub(super) fn text(&mut self, text: impl ToString, size: TextSize, ink: Ink, middle: At) {
        let text = text.to_string().replace('-', "−");
        self.items.push(Item::Text {
            text,
            size,
            ink,
            middle,
        });
    }

    pub(super) fn bar(&mut self, at: At, (width, height): (i32, i32), round: i32, ink: Ink) {
        self.items.push(Item::Bar {
            at,
            width,
            height,
            round,
            ink,
        });
    }
}

/// How wide every picture is.
pub(super) const WIDTH: u32 = 1000;

/// What everything lies on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backdrop {
    /// The wooden rack with its two shelves.
    Rack,
    /// The felt of the table.
    Felt,
    /// A higher one with room for melds.
    Table,
    /// A lower one, for a sheet of few rows.
    Low,
    /// A table with eight sides, as high as the table.
    Octagon,
}

impl Backdrop {
    /// Width and height.
    pub fn size(self) -> (u32, u32) {
        match self {
            Self::Rack => (WIDTH, 420),
            Self::Low => (WIDTH, 474),
            Self::Felt => (WIDTH, 700),
            Self::Table | Self::Octagon => (WIDTH, 780),
        }
    }
}

/// A place, from the top left corner of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// The place so far to the right and so far down.
pub(super) const fn at(x: i32, y: i32) -> At {
    At { x, y }
}

impl At {
    /// The place further right and down.
    pub(super) const fn by(self, x: i32, y: i32) -> Self {
        at(self.x + x, self.y + y)
    }
}

/// One thing in a scene.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A piece, `at` its top left corner.
    Piece {
        /// What it shows.
        piece: PieceFace,
        /// How large.
        size: PieceSize,
        /// Where.
        at: At,
    },
    /// Light around the place of a piece.
    Glow {
        /// How large the piece is.
        size: PieceSize,
        /// Where the piece is.
        at: At,
    },
    /// A sign of ours.
    Badge {
        /// Which.
        badge: Badge,
        /// Where its middle is.
        middle: At,
    },
    /// The face of a person, in a rim of the colour of their sign.
    Face {
        /// Theirs.
        portrait: Portrait,
        /// Where they sit.
        seat: Seat,
        /// How large.
        size: FaceSize,
        /// Where its middle is.
        middle: At,
    },
    /// A number.
    Text {
        /// Digits and `+`, `−`, `×`, `/`, `(`, `)`; anything else is left out.
        text: String,
        /// How large.
        size: TextSize,
        /// In which colour.
        ink: Ink,
        /// Where its middle is.
        middle: At,
    },
    /// A filled rectangle with round corners.
    Bar {
        /// Its top left corner.
        at: At,
        /// How wide.
        width: i32,
        /// How high.
        height: i32,
        /// The radius of its corners.
        round: i32,
        /// In which colour.
        ink: Ink,
    },
}

impl Item {
    /// The same further right and down.
    fn by(mut self, x: i32, y: i32) -> Self {
        match &mut self {
            Self::Piece { at, .. } | Self::Glow { at, .. } | Self::Bar { at, .. } => {
                *at = at.by(x, y);
            }
            Self::Badge { middle, .. } | Self::Face { middle, .. } | Self::Text { middle, .. } => {
                *middle = middle.by(x, y);
            }
        }
        self
    }
}

/// How large a piece is drawn; every pack has a few sizes, each for its purpose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceSize {
    body: (i32, i32),
    width: i32,
    finish: Finish,
}

impl PieceSize {
    /// A size of the pack whose drawings have a body of this width and height.
    pub(super) const fn new(body: (i32, i32), width: i32, finish: Finish) -> Self {
        Self {
            body,
            width,
            finish,
        }
    }

    /// The width of a piece's body.
    pub const fn width(self) -> i32 {
        self.width
    }

    /// The height of a piece's body.
    pub const fn height(self) -> i32 {
        self.width * self.body.1 / self.body.0
    }

    /// The top left corner of a piece around this middle.
    pub(super) const fn around(self, middle: At) -> At {
        middle.by(-self.width() / 2, -self.height() / 2)
    }

    /// The width and the height of the body in the units of its drawings.
    pub(super) const fn body(self) -> (i32, i32) {
        self.body
    }

    /// Pixels for a unit of its drawings.
    pub(super) fn scale(self) -> f32 {
        self.width as f32 / self.body.0 as f32
    }

    /// Whether pieces are drawn in fewer colours.
    pub(super) fn is_coarse(self) -> bool {
        self.finish != Finish::Fine
    }

    /// Whether they are drawn flat besides.
    pub(super) fn is_flat(self) -> bool {
        self.finish == Finish::Flat
    }
}

/// How finely pieces are drawn: where many lie, every byte counts many times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Finish {
    /// As they are.
    Fine,
    /// In fewer colours.
    Coarse,
    /// In fewer colours, and without shadow and light.
    Flat,
}

/// The sizes of numbers; each is the height of the type, its digits are almost three quarters of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextSize {
    /// 18 pixels: for amounts that have no room otherwise.
    Least,
    /// 26 pixels: what stands beside a number that matters more.
    Fine,
    /// 34 pixels.
    Small,
    /// 50 pixels.
    Large,
}

impl TextSize {
    /// The height of the type.
    pub const fn pixels(self) -> i32 {
        match self {
            Self::Least => 18,
            Self::Fine => 26,
            Self::Small => 34,
            Self::Large => 50,
        }
    }

    /// How far the next character stands.
    pub(super) fn advance(self, letter: char) -> i32 {
        // DejaVu Sans Bold: digits are 0.696 of the type's height wide, the other characters a little more or less.
        let thousandths = match letter {
            '0'..='9' => 696,
            '/' => 365,
            '(' | ')' => 457,
            _ => 838,
        };
        self.pixels() * thousandths / 1000
    }

    /// How wide a number is.
    pub(super) fn width(self, text: &str) -> i32 {
        text.chars().map(|letter| self.advance(letter)).sum()
    }

    /// The largest size up to this one in which a text has room; the least, if it has none in any.
    pub(super) fn fitting(self, text: &str, room: i32) -> Self {
        let sizes = [Self::Large, Self::Small, Self::Fine, Self::Least];
        let mut sizes = sizes.into_iter().skip_while(|size| *size != self);
        let fits = |size: &Self| size.width(text) <= room;
        sizes.find(fits).unwrap_or(Self::Least)
    }
}

/// The colours of the seats' signs.
const SIGN_COLOURS: [[u8; 3]; MOST_SEATS] = [
    [0x2f, 0x7f, 0xf0],
    [0xf5, 0x8a, 0x1f],
    [0x9a, 0x4f, 0xe0],
    [0xe5, 0x34, 0x3d],
    [0xf7, 0xcf, 0x3a],
    [0x37, 0xb3, 0x4a],
    [0xf4, 0x8f, 0xb8],
    [0xaa, 0xb6, 0xc2],
];

/// The colours of bars and numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// The warm white of tiles.
    Ivory,
    /// Ivory in the shade: what matters less.
    Sand,
    /// What shines: the seat whose turn it is, a win.
    Gold,
    /// A paler gold.
    Light,
    /// The rim of what shines.
    Bronze,
    /// Almost black wood.
    Ebony,
    /// The wood of the rack.
    Walnut,
    /// Lighter wood.
    Oak,
    /// A darker place in the felt.
    Moss,
    /// A loss.
    Red,
    /// What is new.
    Sky,
    /// The colour of a seat's sign.
    Sign(Seat),
}

impl Ink {
    /// All that there are.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let plain = [
            Self::Ivory,
            Self::Sand,
            Self::Gold,
            Self::Light,
            Self::Bronze,
            Self::Ebony,
            Self::Walnut,
            Self::Oak,
            Self::Moss,
            Self::Red,
            Self::Sky,
        ];
        plain
            .into_iter()
            .chain(Seat::all(MOST_SEATS).map(Self::Sign))
    }

    /// Red, green and blue.
    pub(super) fn rgb(self) -> [u8; 3] {
        match self {
            Self::Ivory => [0xf7, 0xec, 0xd3],
            Self::Sand => [0xd3, 0xbb, 0x88],
            Self::Gold => [0xff, 0xd7, 0x5e],
            Self::Light => [0xff, 0xe9, 0xa8],
            Self::Bronze => [0x9a, 0x6a, 0x12],
            Self::Ebony => [0x1a, 0x0f, 0x08],
            Self::Walnut => [0x31, 0x1e, 0x11],
            Self::Oak => [0x7d, 0x54, 0x30],
            Self::Moss => [0x0f, 0x40, 0x30],
            Self::Red => [0xd0, 0x21, 0x2f],
            Self::Sky => [0x2f, 0x9b, 0xff],
            Self::Sign(seat) => SIGN_COLOURS[seat.index()],
        }
    }
}
