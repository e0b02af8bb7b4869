//! The 75 karuta of Hachinin-meri: a head with rank and suit, and below it pips that can be counted or a figure; the back.

use resvg::tiny_skia::Transform;

use super::{Pack, Usual};
use crate::lettering::Text;
use crate::raster::{Blank, drawing};
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::scene::{Finish, PieceSize};

/// The body of a karuta in the units of its drawings: narrow, as the old packs are.
const BODY: (i32, i32) = (100, 160);
/// That of the sign of a suit.
const DISC: (i32, i32) = (100, 100);
/// The room around it for its shadow.
const ROOM: i32 = 8;
/// The top left corner of the panel below the head, 92 × 118.
const PANEL: (f32, f32) = (4.0, 38.0);
/// How much of the panel the pips have.
const FIELD: (f32, f32) = (90.0, 114.0);

/// 94 × 150: a rack of up to ten karuta, and what matters on the board.
pub const LARGE: PieceSize = PieceSize::new(BODY, 94, Finish::Fine);
/// 84 × 134: a trick of eight on a round table.
pub const MEDIUM: PieceSize = PieceSize::new(BODY, 84, Finish::Coarse);
/// 60 × 96: what lies beside it, and how trumps follow one another.
pub const MODEST: PieceSize = PieceSize::new(BODY, 60, Finish::Coarse);
/// 44 × 70: a trick that is over. From here on a karuta has an index and no picture.
pub const USUAL: PieceSize = PieceSize::new(BODY, 44, Finish::Flat);
/// 34 × 54: where even more lie.
pub const TINY: PieceSize = PieceSize::new(BODY, 34, Finish::Flat);
/// 26 × 41: the smallest that still can be read.
pub const SMALLEST: PieceSize = PieceSize::new(BODY, 26, Finish::Flat);
/// 92 × 92: the sign of a suit.
pub const MEDAL: PieceSize = PieceSize::new(DISC, 92, Finish::Coarse);
/// 56 × 56: the same, small.
pub const TOKEN: PieceSize = PieceSize::new(DISC, 56, Finish::Coarse);

/// What a karuta shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KarutaFace {
    /// A karuta that can be read.
    Open(Karuta),
    /// A karuta that can be read, and not be played now.
    Barred(Karuta),
    /// A karuta that lies face down.
    Back,
    /// No karuta but the sign of a suit.
    Sign(Suit),
}

/// Every karuta as it is held, for somebody waits for their rack; what lies on a table comes one by one.
pub(crate) fn usual() -> Usual {
    let held = Karuta::pack().into_iter().map(KarutaFace::Open);
    let held = held.map(|face| (face, LARGE));
    let signs = Suit::ALL.map(|suit| (KarutaFace::Sign(suit), MEDAL));
    let all = held.chain([(KarutaFace::Back, MEDIUM)]).chain(signs);
    all.map(|(face, size)| (face.into(), size)).collect()
}

impl Pack for KarutaFace {
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

impl KarutaFace {
    fn draw_fine(self, blank: &mut Blank) {
        match self {
            Self::Open(karuta) => print_karuta(blank, karuta),
            Self::Barred(karuta) => {
                print_karuta(blank, karuta);
                blank.draw(drawing!("karuta/veil"));
            }
            Self::Back => {
                blank.draw(drawing!("karuta/card"));
                blank.draw(drawing!("karuta/back"));
            }
            Self::Sign(suit) => print_medal(blank, suit),
        }
    }

    /// Small, among many: the rank as large as it fits, and the suit below it.
    fn draw_flat(self, blank: &mut Blank) {
        match self {
            Self::Open(karuta) => print_index(blank, karuta),
            Self::Barred(karuta) => {
                print_index(blank, karuta);
                blank.draw(drawing!("karuta/veil"));
            }
            Self::Back => {
                blank.draw(drawing!("karuta/card_flat"));
                blank.draw(drawing!("karuta/back"));
            }
            Self::Sign(suit) => print_medal(blank, suit),
        }
    }
}

fn print_karuta(blank: &mut Blank, karuta: Karuta) {
    blank.draw(drawing!("karuta/card"));
    print_picture(blank, karuta);
    print_head(blank, karuta);
}

/// What a small karuta shows.
fn print_index(blank: &mut Blank, karuta: Karuta) {
    blank.draw(drawing!("karuta/card_flat"));
    let ink = ink_of(karuta.suit());
    // Two letters have to be smaller.
    let pixels = if is_court(karuta.rank()) { 64.0 } else { 80.0 };
    print_rank(blank, karuta.rank(), (49.0, 72.0), pixels, ink);
    print_suit(blank, karuta.suit(), (50.0, 114.0), 1.5);
}

fn print_medal(blank: &mut Blank, suit: Suit) {
    blank.draw_inked(drawing!("karuta/medal"), ink_of(suit), blank.place);
    print_suit(blank, suit, (50.0, 50.0), 1.5);
}

/// Rank and suit on their ground: what remains visible of a karuta that others cover.
fn print_head(blank: &mut Blank, karuta: Karuta) {
    let head = blank.place;
    blank.draw_inked(drawing!("karuta/head"), ink_of(karuta.suit()), head);
    print_rank(blank, karuta.rank(), (30.0, 33.0), 39.0, "#f7ecd3");
    print_suit(blank, karuta.suit(), (79.0, 19.5), 0.62);
}

/// A rank on its baseline: a number, or the first two letters of a court's name.
fn print_rank(blank: &mut Blank, rank: Rank, (x, baseline): (f64, f64), pixels: f64, fill: &str) {
    let text = index_of(rank);
    let narrow = if is_court(rank) { 0.8 } else { 1.0 };
    let text = Text {
        text: &text,
        x,
        baseline,
        pixels,
        narrow,
        fill,
    };
    blank.draw(&text.svg(BODY.0, BODY.1));
}

fn is_court(rank: Rank) -> bool {
    Rank::COURTS.contains(&rank)
}

/// What the head says of a rank; no two courts begin with the same two letters.
fn index_of(rank: Rank) -> String {
    rank.to_string().chars().take(2).collect()
}

/// The shape of a suit around this middle, in whole pixels: equal shapes that are equal to the pixel cost fewer bytes.
fn print_suit(blank: &mut Blank, suit: Suit, (x, y): (f32, f32), scale: f32) {
    let middle = blank.place.pre_translate(x, y);
    let whole = Transform {
        tx: middle.tx.round(),
        ty: middle.ty.round(),
        ..middle
    };
    print_shape(blank, suit, whole.pre_scale(scale, scale));
}

fn print_shape(blank: &mut Blank, suit: Suit, middle: Transform) {
    blank.draw_inked(
        shape_of(suit),
        ink_of(suit),
        middle.pre_translate(-24.0, -24.0),
    );
}

/// What is below the head: pips, or a figure in the dress of its suit.
fn print_picture(blank: &mut Blank, karuta: Karuta) {
    let suit = karuta.suit();
    match karuta.rank() {
        Rank::Number(number) => print_pips(blank, suit, number),
        Rank::Kaba => print_court(blank, suit, drawing!("karuta/kaba"), &KABA),
        Rank::Rei => print_court(blank, suit, drawing!("karuta/rei"), &REI),
        Rank::Robai => print_court(blank, suit, drawing!("karuta/robai"), &ROBAI),
        Rank::Sota => print_court(blank, suit, drawing!("karuta/sota"), &SOTA),
        Rank::Un => print_un(blank, suit),
        Rank::Sun => print_court(blank, suit, drawing!("karuta/sun"), &SUN),
    }
}

/// Where a figure has its suit.
struct Held {
    /// The middle of it on the panel.
    at: (f32, f32),
    scale: f32,
    /// How far it leans to the right, in degrees.
    leaning: f32,
}

impl Held {
    const fn upright(at: (f32, f32), scale: f32) -> Self {
        Self {
            at,
            scale,
            leaning: 0.0,
        }
    }

    const fn leaning(self, leaning: f32) -> Self {
        Self { leaning, ..self }
    }
}

/// How a court has a long suit and a round one: what is long is held by its end, what is round lies in the hand.
struct Grip {
    long: Held,
    round: Held,
}

const KABA: Grip = Grip {
    long: Held::upright((17.0, 22.0), 0.84).leaning(-12.0),
    round: Held::upright((20.0, 20.0), 0.62),
};
const REI: Grip = Grip {
    long: Held::upright((80.0, 44.0), 0.84),
    round: Held::upright((80.0, 47.0), 0.6),
};
const ROBAI: Grip = Grip {
    long: Held::upright((76.0, 38.0), 0.9).leaning(14.0),
    round: Held::upright((74.0, 45.0), 0.72),
};
const SOTA: Grip = Grip {
    long: Held::upright((15.0, 34.0), 0.84),
    round: Held::upright((17.0, 32.0), 0.62),
};
/// The Sun wears it.
const SUN: Grip = Grip {
    long: Held::upright((46.0, 86.0), 0.68),
    round: Held::upright((46.0, 86.0), 0.6),
};

fn print_court(blank: &mut Blank, suit: Suit, figure: &str, grip: &Grip) {
    let held = match suit {
        Suit::Pao | Suit::Isu => &grip.long,
        Suit::Kotsu | Suit::Ori | Suit::Guru => &grip.round,
    };
    print_figure(blank, suit, figure, held);
}

/// The Un of a suit, another god of luck for each (Hachinin-meri rules 2).
fn print_un(blank: &mut Blank, suit: Suit) {
    let (god, held) = match suit {
        Suit::Pao => {
            let held = Held::upright((12.0, 24.0), 0.84);
            (drawing!("karuta/un_pao"), held.leaning(-8.0))
        }
        Suit::Isu => {
            let held = Held::upright((13.0, 69.0), 1.0);
            (drawing!("karuta/un_isu"), held)
        }
        Suit::Kotsu => {
            let held = Held::upright((78.0, 76.0), 0.55);
            (drawing!("karuta/un_kotsu"), held)
        }
        Suit::Ori => {
            let held = Held::upright((80.0, 14.0), 0.5);
            (drawing!("karuta/un_ori"), held)
        }
        Suit::Guru => {
            let held = Held::upright((46.0, 91.0), 0.66);
            (drawing!("karuta/un_guru"), held)
        }
    };
    print_figure(blank, suit, god, &held);
}

fn print_figure(blank: &mut Blank, suit: Suit, figure: &str, held: &Held) {
    let panel = blank.place.pre_translate(PANEL.0, PANEL.1);
    blank.draw_inked(figure, ink_of(suit), panel);
    let leaning = panel
        .pre_translate(held.at.0, held.at.1)
        .pre_rotate(held.leaning);
    print_shape(blank, suit, leaning.pre_scale(held.scale, held.scale));
}

/// As many suits as the number says.
fn print_pips(blank: &mut Blank, suit: Suit, number: u8) {
    let pips = pips(suit, number);
    for place in pips.places() {
        print_suit(blank, suit, place, pips.scale);
    }
}

/// The pips of a number.
struct Pips {
    /// How many stand in each row.
    rows: &'static [u8],
    scale: f32,
}

impl Pips {
    /// Their middles, row by row.
    fn places(&self) -> impl Iterator<Item = (f32, f32)> {
        let most = self.rows.iter().copied().max().unwrap_or(1);
        let apart = FIELD.0 / f32::from(most);
        let high = FIELD.1 / self.rows.len() as f32;
        let middle = BODY.0 as f32 / 2.0;
        let top = PANEL.1 + 3.0;
        self.rows.iter().enumerate().flat_map(move |(row, count)| {
            let y = top + high * (row as f32 + 0.5);
            let left = middle - apart * f32::from(count - 1) / 2.0;
            (0..*count).map(move |pip| (left + apart * f32::from(pip), y))
        })
    }
}

/// The long suits stand side by side, the round ones lie like the spots of dice.
fn pips(suit: Suit, number: u8) -> Pips {
    let (rows, scale): (&[u8], f32) = match suit {
        Suit::Pao | Suit::Isu => match number {
            2 => (&[2], 2.0),
            3 => (&[3], 1.34),
            4 => (&[2, 2], 1.16),
            5 => (&[3, 2], 1.16),
            6 => (&[3, 3], 1.16),
            7 => (&[4, 3], 1.0),
            8 => (&[4, 4], 1.0),
            9 => (&[3, 3, 3], 0.77),
            _ => (&[1], 2.35),
        },
        Suit::Kotsu | Suit::Ori | Suit::Guru => match number {
            2 => (&[1, 1], 1.06),
            3 => (&[1, 1, 1], 0.78),
            4 => (&[2, 2], 0.96),
            5 => (&[2, 1, 2], 0.76),
            6 => (&[2, 2, 2], 0.76),
            7 => (&[2, 3, 2], 0.66),
            8 => (&[3, 2, 3], 0.66),
            9 => (&[3, 3, 3], 0.66),
            _ => (&[1], 1.95),
        },
    };
    Pips { rows, scale }
}

fn ink_of(suit: Suit) -> &'static str {
    match suit {
        Suit::Pao => "#0a7038",
        Suit::Isu => "#1f4a8c",
        Suit::Kotsu => "#c4122b",
        Suit::Ori => "#b06a00",
        Suit::Guru => "#1f1c1b",
    }
}

fn shape_of(suit: Suit) -> &'static str {
    match suit {
        Suit::Pao => drawing!("karuta/pao"),
        Suit::Isu => drawing!("karuta/isu"),
        Suit::Kotsu => drawing!("karuta/kotsu"),
        Suit::Ori => drawing!("karuta/ori"),
        Suit::Guru => drawing!("karuta/guru"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a karuta can show.
    fn faces() -> Vec<KarutaFace> {
        let pack = Karuta::pack().into_iter().map(KarutaFace::Open);
        pack.chain([KarutaFace::Back]).collect()
    }

    #[test]
    fn the_palette_is_true_to_every_face() {
        for face in faces() {
            let found = face.draw(LARGE).fidelity();
            // Where two colours of a dress meet, or one and its outline, the palette has no ramp.
            assert!(found >= 35.0, "{face:?}: {found:.1} dB");
        }
    }

    #[test]
    fn no_two_faces_look_alike() {
        for size in [LARGE, USUAL, TINY] {
            let mut seen = Vec::new();
            for face in faces() {
                let sprite = face.draw(size).finish();
                let look = (sprite.width, sprite.colours, sprite.cover);
                assert!(!seen.contains(&look), "{face:?} looks like another");
                seen.push(look);
            }
            assert_eq!(seen.len(), 75 + 1);
        }
    }

    #[test]
    fn pips_can_be_counted() {
        for suit in Suit::ALL {
            for number in 1..=9 {
                let found = pips(suit, number);
                let places: Vec<_> = found.places().collect();
                assert_eq!(places.len(), usize::from(number), "{suit:?} {number}");
                let half = half_of(suit, found.scale);
                for (index, one) in places.iter().enumerate() {
                    assert!(is_on_panel(*one, half), "{suit:?} {number}: {one:?}");
                    for other in &places[index + 1..] {
                        let apart = (one.0 - other.0).abs() >= 2.0 * half.0
                            || (one.1 - other.1).abs() >= 2.0 * half.1;
                        assert!(apart, "{suit:?} {number}: {one:?}, {other:?}");
                    }
                }
            }
        }
    }

    /// How far a suit reaches from its middle, its rim included.
    fn half_of(suit: Suit, scale: f32) -> (f32, f32) {
        match suit {
            Suit::Pao | Suit::Isu => (11.0 * scale, 23.9 * scale),
            Suit::Kotsu | Suit::Ori | Suit::Guru => (22.4 * scale, 23.5 * scale),
        }
    }

    fn is_on_panel((x, y): (f32, f32), half: (f32, f32)) -> bool {
        let (right, foot) = (PANEL.0 + 92.0, PANEL.1 + 118.0);
        x - half.0 >= PANEL.0 && x + half.0 <= right && y - half.1 >= PANEL.1 && y + half.1 <= foot
    }

    #[test]
    fn every_rank_has_an_index_of_its_own() {
        let mut found: Vec<_> = Rank::all().map(index_of).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 15);
    }

    #[test]
    fn every_suit_has_an_ink_of_its_own() {
        let mut found = Suit::ALL.map(ink_of).to_vec();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 5);
    }
}
