//! The signs of ours that are no pieces. This file has the one list of them: a badge is a line, with its drawing.

use resvg::tiny_skia::Transform;

use super::raster::{Sheet, Sprite, drawing, parse};
use crate::rules::Seat;
use crate::rules::seat::MOST_SEATS;
use crate::signs::Persona;

/// Where an arrow points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    /// To the right.
    Right,
    /// Down.
    Down,
    /// To the left.
    Left,
    /// Up.
    Up,
}

impl Heading {
    /// All four, each a quarter of a turn behind the other.
    pub const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];
}

/// What the backs of cards look like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backs {
    /// Those of playing cards.
    Blue,
    /// Those of karuta.
    Red,
}

impl Backs {
    /// Every kind.
    #[cfg(test)]
    const ALL: [Self; 2] = [Self::Blue, Self::Red];

    fn ink(self) -> &'static str {
        match self {
            Self::Blue => "#1f4a8c",
            Self::Red => "#c4122b",
        }
    }
}

macro_rules! badges {
    ($(
        $(#[doc = $doc:literal])*
        $badge:ident $(($what:ident: $kind:ident in $all:expr))? => $drawing:expr,
    )+) => {
        /// The signs of ours that are no pieces.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Badge { $($(#[doc = $doc])* $badge $(($kind))?,)+ }

        impl Badge {
            /// Every badge.
            #[cfg(test)]
            pub(super) fn all() -> Vec<Self> {
                let mut all = Vec::new();
                $(all.extend(badges!(@every $badge $($all)?));)+
                all
            }

            fn drawing(self) -> Drawing {
                match self { $(Self::$badge $(($what))? => $drawing,)+ }
            }
        }
    };
    (@every $badge:ident) => { [Self::$badge] };
    (@every $badge:ident $all:expr) => { $all.map(Self::$badge) };
}

badges! {
    /// The sign of a seat: a shape in a colour, see [`Sign`](super::Sign).
    Seat(seat: Seat in Seat::all(MOST_SEATS)) => Drawing::of(SIGNS[seat.index()]),
    /// The same, small: beside the sign of the partner.
    Partner(seat: Seat in Seat::all(MOST_SEATS)) => Drawing { scale: 0.44, ..Drawing::of(SIGNS[seat.index()]) },
    /// The seat's player is a computer: its face.
    Computer(persona: Persona in Persona::ALL) => Drawing::of(face(persona)),
    /// The seat's owner is away and a computer plays for them.
    Away => Drawing::of(drawing!("away")),
    /// The seat threw the dice.
    Dealer => Drawing::of(drawing!("dealer")),
    /// A rack, beside the number of pieces it holds.
    Held => Drawing::of(drawing!("held")),
    /// The winner.
    Crown => Drawing::of(drawing!("crown")),
    /// Around the number of the first place.
    Laurel => Drawing::of(drawing!("laurel")),
    /// Where a piece may go next.
    Arrow(heading: Heading in Heading::ALL) => Drawing { turn: 90.0 * f32::from(heading as u8), ..Drawing::of(drawing!("arrow")) },
    /// The tile fits a meld on the table.
    Fits => Drawing::of(drawing!("fits")),
    /// Discarding the tile costs points.
    Costs => Drawing::of(drawing!("costs")),
    /// Opened with sets and runs, beside their points.
    Series => Drawing::of(drawing!("series")),
    /// Opened with doubles, beside their number.
    Doubles => Drawing::of(drawing!("doubles")),
    /// Not yet opened.
    Closed => Drawing::of(drawing!("closed")),
    /// Beside the number of the round.
    Rounds => Drawing::of(drawing!("rounds")),
    /// A fan of cards with such backs, beside the number of those held.
    Hand(backs: Backs in Backs::ALL) => Drawing { ink: backs.ink(), ..Drawing::of(drawing!("hand")) },
    /// The seat dealt the cards.
    Deals => Drawing::of(drawing!("deals")),
    /// Open: melds of the seat lie on the table.
    Laid => Drawing::of(drawing!("laid")),
    /// The card frees a joker on the table.
    Frees => Drawing::of(drawing!("frees")),
    /// The discards have become the stock.
    Shuffled => Drawing::of(drawing!("shuffled")),
    /// Few cards are to be announced.
    Bell => Drawing::of(drawing!("bell")),
    /// Beside units won or lost.
    Coin => Drawing::of(drawing!("coin")),
    /// Beside the units of the pool.
    Pool => Drawing::of(drawing!("pool")),
    /// Buying in.
    Lifebuoy => Drawing::of(drawing!("lifebuoy")),
    /// Won a deal.
    Won => Drawing::of(drawing!("won")),
    /// Won it in a single turn, from a whole hand.
    Sweep => Drawing::of(drawing!("sweep")),
    /// The first of two sides.
    FirstSide => Drawing::of(drawing!("side_first")),
    /// The second of two sides.
    SecondSide => Drawing::of(drawing!("side_second")),
    /// Suits must be followed.
    Follow => Drawing::of(drawing!("follow")),
    /// The seat has called.
    Called => Drawing::of(drawing!("called")),
    /// Which way it goes round.
    Way(heading: Heading in Heading::ALL) => Drawing { turn: 90.0 * f32::from(heading as u8), ..Drawing::of(drawing!("way")) },
    /// What is on its left beats what is on its right.
    Beats => Drawing::of(drawing!("beats")),
    /// Points at what is spoken of.
    Pointer(heading: Heading in Heading::ALL) => Drawing { turn: 90.0 * f32::from((heading as u8 + 1) % 4), ..Drawing::of(drawing!("pointer")) },
    /// What has been counted so far, beside it.
    Sum => Drawing::of(drawing!("abacus")),
}

const SIGNS: [&str; MOST_SEATS] = [
    drawing!("sign_circle"),
    drawing!("sign_diamond"),
    drawing!("sign_square"),
    drawing!("sign_triangle"),
    drawing!("sign_star"),
    drawing!("sign_heart"),
    drawing!("sign_blossom"),
    drawing!("sign_cloud"),
];

/// The face of a computer.
const fn face(persona: Persona) -> &'static str {
    match persona {
        Persona::Bolt => drawing!("computers/bolt"),
        Persona::Dot => drawing!("computers/dot"),
        Persona::Kite => drawing!("computers/kite"),
        Persona::Pepper => drawing!("computers/pepper"),
        Persona::Fidget => drawing!("computers/fidget"),
        Persona::Cosmo => drawing!("computers/cosmo"),
        Persona::Rusty => drawing!("computers/rusty"),
        Persona::Marble => drawing!("computers/marble"),
    }
}

/// A drawing of ours as a badge shows it.
struct Drawing {
    svg: &'static str,
    /// Where its colour is `currentColor`.
    ink: &'static str,
    /// By so many degrees with the clock.
    turn: f32,
    scale: f32,
}

impl Drawing {
    /// As it is.
    const fn of(svg: &'static str) -> Self {
        Self {
            svg,
            ink: "currentColor",
            turn: 0.0,
            scale: 1.0,
        }
    }
}

impl Badge {
    /// The badge around its middle.
    pub(super) fn draw(self) -> Sprite {
        let (sheet, middle) = self.sheet();
        sheet.finish(middle)
    }

    fn sheet(self) -> (Sheet, (i32, i32)) {
        let Drawing {
            svg,
            ink,
            turn,
            scale,
        } = self.drawing();
        let tree = parse(&svg.replace("currentColor", ink));
        let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
        let mut sheet = Sheet::new(width as i32, height as i32);
        let turned = Transform::from_rotate_at(turn, width / 2.0, height / 2.0);
        sheet.render(&tree, turned.pre_scale(scale, scale));
        (sheet, (width as i32 / 2, height as i32 / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_palette_is_true_to_every_badge() {
        // The partners' signs are those of the seats, so small that they are all edges.
        let large = Badge::all()
            .into_iter()
            .filter(|badge| !matches!(badge, Badge::Partner(_)));
        for badge in large {
            let found = badge.sheet().0.fidelity();
            assert!(found >= 35.0, "{badge:?}: {found:.1} dB");
        }
    }

    #[test]
    fn faces_of_computers_are_told_apart_by_their_shapes_alone() {
        let shape = |persona| {
            let covered = Badge::Computer(persona).draw().cover.pixels();
            covered.into_iter().map(|covers| covers > 127).collect()
        };
        let shapes: Vec<Vec<bool>> = Persona::ALL.map(shape).into();
        for (index, one) in shapes.iter().enumerate() {
            for other in &shapes[index + 1..] {
                let differ = one.iter().zip(other).filter(|(one, other)| one != other);
                // A tenth of the place of a face.
                assert!(differ.count() >= 160, "{index}");
            }
        }
    }

    #[test]
    fn no_badge_is_empty_or_looks_like_another() {
        let mut seen = Vec::new();
        for badge in Badge::all() {
            let sprite = badge.draw();
            assert!(sprite.cover.pixels().contains(&255), "{badge:?} is empty");
            let look = (sprite.width, sprite.colours, sprite.cover);
            assert!(!seen.contains(&look), "{badge:?} looks like another");
            seen.push(look);
        }
    }
}
