//! The cards of Kaluki: a large index, pips that can be counted or a figure; jokers, and the cards they stand for; the back.

use resvg::tiny_skia::Transform;

use super::{Pack, Usual};
use crate::lettering::Text;
use crate::raster::{Blank, drawing};
use crate::rules::card::{Card, Natural, Placed, Rank, Suit};
use crate::scene::{Finish, PieceSize};

/// The body of a card in the units of its drawings.
const BODY: (i32, i32) = (100, 140);
/// The room around it for its shadow.
const ROOM: i32 = 8;

/// 104 × 145: a rack of up to 16 cards, and what matters on the board. With all their pips they cost bytes.
pub const LARGE: PieceSize = PieceSize::new(BODY, 104, Finish::Fine);
/// 92 × 128: a rack whose rows are uneven.
pub const BROAD: PieceSize = PieceSize::new(BODY, 92, Finish::Fine);
/// 80 × 112: a rack in many groups, the first melds of a table.
pub const MEDIUM: PieceSize = PieceSize::new(BODY, 80, Finish::Fine);
/// 66 × 92: the melds of an early table. From here on a card has an index and no pips.
pub const MODEST: PieceSize = PieceSize::new(BODY, 66, Finish::Flat);
/// 54 × 75: the melds of a usual table.
pub const USUAL: PieceSize = PieceSize::new(BODY, 54, Finish::Flat);
/// 44 × 61: the melds late in a deal.
pub const COMPACT: PieceSize = PieceSize::new(BODY, 44, Finish::Flat);
/// 36 × 50: melds on a full table.
pub const TINY: PieceSize = PieceSize::new(BODY, 36, Finish::Flat);
/// 30 × 42: melds on the fullest table of all.
pub const LEAST: PieceSize = PieceSize::new(BODY, 30, Finish::Flat);

/// In how many colours the suits are printed, as whoever looks prefers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Inks {
    /// Hearts and diamonds red, clubs and spades black.
    #[default]
    Two,
    /// Each suit its own: diamonds are blue, clubs green.
    Four,
}

/// What a card shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardFace {
    /// A card with suit and rank.
    Natural(Natural, Inks),
    /// A joker.
    Joker,
    /// A joker that stands for this card (Kaluki rules 2: `Jk=h6`).
    Wild(Natural, Inks),
    /// A joker of a set of this rank: its suit is not stated (Kaluki rules 5).
    WildRank(Rank),
    /// A card that lies face down.
    Back,
}

impl CardFace {
    /// How a card looks.
    pub fn of(card: Card, inks: Inks) -> Self {
        match card {
            Card::Natural(natural) => Self::Natural(natural, inks),
            Card::Joker => Self::Joker,
        }
    }

    /// How a card looks in a meld of these cards: a joker as what it stands for, or with the rank of its set.
    pub fn placed(placed: Placed, meld: &[Placed], inks: Inks) -> Self {
        let natural = |placed: &Placed| placed.card().natural();
        match placed {
            Placed::Natural(natural) => Self::Natural(natural, inks),
            Placed::JokerAs(natural) => Self::Wild(natural, inks),
            Placed::Joker => match meld.iter().find_map(natural) {
                Some(Natural { rank, .. }) => Self::WildRank(rank),
                None => Self::Joker,
            },
        }
    }
}

/// Every card as a rack shows it to most people, and the back. The cards of melds are drawn quickly when they are first seen.
pub(crate) fn usual() -> Usual {
    let faces = Card::kinds().map(|card| CardFace::of(card, Inks::Two));
    let all = faces.chain([CardFace::Back]);
    all.map(|face| (face.into(), LARGE)).collect()
}

impl Pack for CardFace {
    fn draw(self, size: PieceSize) -> Blank {
        let mut blank = Blank::new(size, ROOM);
        if size.is_flat() {
            self.draw_flat(&mut blank);
        } else {
            self.draw_fine(&mut blank);
        }
        blank
    }
}

impl CardFace {
    fn draw_fine(self, blank: &mut Blank) {
        blank.draw(drawing!("cards/card"));
        match self {
            Self::Natural(natural, inks) => {
                let ink = ink_of(natural.suit, inks);
                print_index(blank, natural, ink);
                match figure_of(natural.rank) {
                    Some(figure) => blank.draw_inked(figure, ink, panel(blank)),
                    None => print_pips(blank, natural, ink),
                }
            }
            Self::Joker => {
                print_burst(blank, (18.5, 25.0), 0.8);
                blank.draw_at(drawing!("cards/joker"), panel(blank));
            }
            Self::Wild(natural, inks) => {
                blank.draw(drawing!("cards/wild"));
                print_index(blank, natural, ink_of(natural.suit, inks));
                print_fool(blank);
            }
            Self::WildRank(rank) => {
                blank.draw(drawing!("cards/wild"));
                print_rank(blank, rank, CORNER, BLACK);
                print_burst(blank, (19.5, 62.0), 0.8);
                print_fool(blank);
            }
            Self::Back => blank.draw(drawing!("cards/back")),
        }
    }

    /// Small, among many: the rank as large as it fits, and the suit below it.
    fn draw_flat(self, blank: &mut Blank) {
        blank.draw(drawing!("cards/card_flat"));
        match self {
            Self::Natural(natural, inks) => {
                print_large(blank, natural, ACROSS, ink_of(natural.suit, inks));
            }
            Self::Joker => {
                blank.draw(drawing!("cards/wild_flat"));
                print_burst(blank, (48.5, 68.0), 2.2);
            }
            Self::Wild(natural, inks) => {
                blank.draw(drawing!("cards/wild_flat"));
                print_burst(blank, (82.0, 15.0), 1.0);
                // The burst leaves a 10 less room.
                let index = Index {
                    ten: CORNER.ten,
                    ..ACROSS
                };
                print_large(blank, natural, index, ink_of(natural.suit, inks));
            }
            Self::WildRank(rank) => {
                blank.draw(drawing!("cards/wild_flat"));
                print_rank(blank, rank, ACROSS, BLACK);
                print_burst(blank, (48.5, 103.0), 1.3);
            }
            Self::Back => blank.draw(drawing!("cards/back")),
        }
    }
}

/// Where the figure of a card lies.
fn panel(blank: &Blank) -> Transform {
    blank.place.pre_translate(35.0, 8.0)
}

/// The joker of a card that stands for another, within the rim.
fn print_fool(blank: &mut Blank) {
    let panel = blank.place.pre_translate(35.0, 12.0).pre_scale(0.93, 0.93);
    blank.draw_at(drawing!("cards/joker"), panel);
}

/// The rank in the corner and the suit below it: what remains visible of a card that others cover.
fn print_index(blank: &mut Blank, natural: Natural, ink: &str) {
    print_rank(blank, natural.rank, CORNER, ink);
    print_suit(blank, natural.suit, (19.5, 58.0), 0.5, ink);
}

/// The same over the whole card.
fn print_large(blank: &mut Blank, natural: Natural, index: Index, ink: &str) {
    print_rank(blank, natural.rank, index, ink);
    print_suit(blank, natural.suit, (48.5, 103.0), 1.05, ink);
}

/// Where a rank is printed and how large.
struct Index {
    /// The middle of its baseline.
    x: f64,
    baseline: f64,
    pixels: f64,
    /// How much narrower than the font has it a 10 is: as wide as it fits.
    ten: f64,
}

/// In the corner.
const CORNER: Index = Index {
    x: 19.5,
    baseline: 39.0,
    pixels: 42.0,
    ten: 0.55,
};
/// Over the whole card.
const ACROSS: Index = Index {
    x: 48.5,
    baseline: 66.0,
    pixels: 76.0,
    ten: 0.76,
};

/// A rank on its baseline.
fn print_rank(blank: &mut Blank, rank: Rank, index: Index, fill: &str) {
    let Index { x, baseline, .. } = index;
    let text = rank.text();
    // In the corner, and so everywhere, no rank is much wider than a digit.
    let narrow = match text {
        "10" => index.ten,
        "Q" | "K" | "A" => 0.9,
        _ => 1.0,
    };
    // The J of the font goes below its baseline, where the suit is.
    let (baseline, pixels) = match text {
        "J" => (baseline - 0.15 * index.pixels, 0.8 * index.pixels),
        _ => (baseline, index.pixels),
    };
    let text = Text {
        text,
        x,
        baseline,
        pixels,
        narrow,
        fill,
    };
    blank.draw(&text.svg(BODY.0, BODY.1));
}

/// The shape of a suit around this middle.
fn print_suit(blank: &mut Blank, suit: Suit, (x, y): (f32, f32), scale: f32, ink: &str) {
    let middle = blank.whole(x, y).pre_scale(scale, scale);
    blank.draw_inked(shape_of(suit), ink, middle.pre_translate(-24.0, -24.0));
}

/// A burst around this middle.
fn print_burst(blank: &mut Blank, (x, y): (f32, f32), scale: f32) {
    let middle = blank.place.pre_translate(x, y).pre_scale(scale, scale);
    // It is drawn around (73, 13).
    blank.draw_at(drawing!("okey_burst"), middle.pre_translate(-73.0, -13.0));
}

/// As many suits as the rank says; the lower ones stand on their heads.
fn print_pips(blank: &mut Blank, natural: Natural, ink: &str) {
    let pips = pips(natural.rank);
    for (x, y) in pips.places() {
        let scale = if y > BODY.1 as f32 / 2.0 {
            -pips.scale
        } else {
            pips.scale
        };
        print_suit(blank, natural.suit, (x, y), scale, ink);
    }
}

/// The pips of a rank, by how far down they are.
struct Pips {
    /// Pairs, left and right.
    pairs: &'static [f32],
    /// Between them.
    single: &'static [f32],
    scale: f32,
}

impl Pips {
    fn places(&self) -> impl Iterator<Item = (f32, f32)> {
        let pairs = self.pairs.iter().flat_map(|y| [(52.0, *y), (83.0, *y)]);
        pairs.chain(self.single.iter().map(|y| (67.5, *y)))
    }
}

/// The pips of the ranks up to ten, and the large one of the ace.
fn pips(rank: Rank) -> Pips {
    let (pairs, single, scale): (&[f32], &[f32], f32) = match rank.text() {
        "2" => (&[], &[34.0, 106.0], 0.62),
        "3" => (&[], &[28.0, 70.0, 112.0], 0.62),
        "4" => (&[34.0, 106.0], &[], 0.56),
        "5" => (&[30.0, 110.0], &[70.0], 0.56),
        "6" => (&[25.0, 70.0, 115.0], &[], 0.52),
        "7" => (&[24.0, 70.0, 116.0], &[47.0], 0.46),
        "8" => (&[24.0, 70.0, 116.0], &[47.0, 93.0], 0.46),
        "9" => (&[21.0, 54.0, 86.0, 119.0], &[70.0], 0.42),
        "10" => (&[21.0, 54.0, 86.0, 119.0], &[37.5, 102.5], 0.42),
        _ => (&[], &[70.0], 1.1),
    };
    Pips {
        pairs,
        single,
        scale,
    }
}

fn figure_of(rank: Rank) -> Option<&'static str> {
    match rank.text() {
        "J" => Some(drawing!("cards/jack")),
        "Q" => Some(drawing!("cards/queen")),
        "K" => Some(drawing!("cards/king")),
        _ => None,
    }
}

const RED: &str = "#c4122b";
const BLACK: &str = "#1f1c1b";

fn ink_of(suit: Suit, inks: Inks) -> &'static str {
    match (suit, inks) {
        (Suit::Hearts, _) | (Suit::Diamonds, Inks::Two) => RED,
        (Suit::Spades, _) | (Suit::Clubs, Inks::Two) => BLACK,
        (Suit::Diamonds, Inks::Four) => "#1f4a8c",
        (Suit::Clubs, Inks::Four) => "#0a7038",
    }
}

fn shape_of(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => drawing!("heart"),
        Suit::Diamonds => drawing!("cards/diamond"),
        Suit::Clubs => drawing!("clover"),
        Suit::Spades => drawing!("spade"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a card can show in two inks.
    fn faces(inks: Inks) -> Vec<CardFace> {
        let cards = Card::kinds();
        let wild = Card::kinds().filter_map(|card| match card {
            Card::Natural(natural) => Some(CardFace::Wild(natural, inks)),
            Card::Joker => None,
        });
        let cards = cards.map(|card| CardFace::of(card, inks));
        let sets = Rank::all().map(CardFace::WildRank);
        cards
            .chain(wild)
            .chain(sets)
            .chain([CardFace::Back])
            .collect()
    }

    #[test]
    fn the_palette_is_true_to_every_face() {
        for face in faces(Inks::Two).into_iter().chain(faces(Inks::Four)) {
            let found = face.draw(LARGE).fidelity();
            assert!(found >= 38.0, "{face:?}: {found:.1} dB");
        }
    }

    #[test]
    fn no_two_faces_look_alike() {
        for size in [LARGE, USUAL, TINY] {
            let mut seen = Vec::new();
            for face in faces(Inks::Four) {
                let sprite = face.draw(size).finish();
                let look = (sprite.width, sprite.colours, sprite.cover);
                assert!(!seen.contains(&look), "{face:?} looks like another");
                seen.push(look);
            }
            assert_eq!(seen.len(), 53 + 52 + 13 + 1);
        }
    }

    #[test]
    fn pips_can_be_counted() {
        let counts: Vec<usize> = Rank::all()
            .map(|rank| pips(rank).places().count())
            .collect();
        let numbers = (2..=10).chain([1, 1, 1, 1]);
        assert_eq!(counts, numbers.collect::<Vec<_>>());
        for rank in Rank::all().take(9) {
            let Pips { scale, .. } = pips(rank);
            let places: Vec<_> = pips(rank).places().collect();
            for (index, one) in places.iter().enumerate() {
                let half = 24.0 * scale;
                assert!(
                    one.0 - half > 32.0 && one.0 + half < 98.0,
                    "{}",
                    rank.text()
                );
                for other in &places[index + 1..] {
                    let off = (one.0 - other.0).abs().max((one.1 - other.1).abs());
                    // A shape fills its 48 units only in the middle.
                    assert!(off >= 34.0 * scale, "{}: {one:?}, {other:?}", rank.text());
                }
            }
        }
    }

    #[test]
    fn four_inks_tell_all_suits_apart_and_two_do_not() {
        let different = |inks| {
            let mut used = Suit::ALL.map(|suit| ink_of(suit, inks)).to_vec();
            used.sort_unstable();
            used.dedup();
            used.len()
        };
        assert_eq!((different(Inks::Two), different(Inks::Four)), (2, 4));
    }
}
