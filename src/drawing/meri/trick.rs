//! The trick in the middle: each karuta before its player, numbered in the order of play; turned up once it is full.

use super::places::{Place, corner, place};
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::Seat;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::View;
use crate::rules::meri::view::{Phase, Played, Scored, Taken};
use crate::scene::{At, Badge, Ink, Scene, TextSize};

/// A karuta of a trick as it lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Laid {
    pub(super) seat: Seat,
    pub(super) face: KarutaFace,
    pub(super) says: Says,
}

/// What stands beside a karuta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// It was played as so manyeth.
    Order(usize),
    /// It took the trick.
    Won,
    /// It took the trick and made a yaku of this value; none is said as long as it would tell something.
    Made(Option<i32>),
    /// It was beaten in a yaku of this value.
    Lost(Option<i32>),
}

/// What lies on the table: the trick that is being played, or the one that was just turned up.
///
/// A trump on a plain lead lies face down for everybody, also for the one who played it (Hachinin-meri rules 8).
pub(super) fn lying(view: &View) -> Vec<Laid> {
    if !view.plays.is_empty() {
        return face_down(&view.plays);
    }
    let last = view.tricks.last();
    let shown = last.filter(|_| matches!(view.phase, Phase::Play(_)));
    match (shown, view.trump()) {
        (Some(taken), Some(trump)) => turned_up(taken, trump),
        _ => Vec::new(),
    }
}

/// A trick before its shōbu.
pub(super) fn face_down(plays: &[Played]) -> Vec<Laid> {
    let laid = |(order, play): (usize, &Played)| Laid {
        seat: play.seat,
        face: match (play.cut, play.karuta) {
            (None, Some(karuta)) => KarutaFace::Open(karuta),
            _ => KarutaFace::Back,
        },
        says: Says::Order(order),
    };
    (1..).zip(plays).map(laid).collect()
}

/// A trick after its shōbu.
pub(super) fn turned_up(taken: &Taken, trump: Suit) -> Vec<Laid> {
    let laid = |(order, play): (usize, &Played)| Laid {
        seat: play.seat,
        face: play.karuta.map_or(KarutaFace::Back, KarutaFace::Open),
        says: said(taken, trump, play).unwrap_or(Says::Order(order)),
    };
    (1..).zip(&taken.plays).map(laid).collect()
}

/// What is said of a play beyond its order.
pub(super) fn said(taken: &Taken, trump: Suit, play: &Played) -> Option<Says> {
    let is_beaten = |made: &Scored| play.karuta == Some(beaten(made, trump));
    match taken.made {
        Some(made) if play.seat == taken.winner => Some(Says::Made(made.value)),
        Some(made) if is_beaten(&made) => Some(Says::Lost(made.value)),
        None if play.seat == taken.winner => Some(Says::Won),
        _ => None,
    }
}

fn beaten(made: &Scored, trump: Suit) -> Karuta {
    let [_, beaten] = made.yaku.pair(trump);
    beaten
}

/// Lays a trick; where nobody has played there is the place for it.
pub(super) fn lay(scene: &mut Scene, laid: &[Laid]) {
    let size = karuta::MEDIUM;
    for seat in Seat::all(crate::rules::meri::SEATS) {
        let place = corner(seat);
        match laid.iter().find(|one| one.seat == seat) {
            Some(one) => put(scene, one, place),
            None => scene.bar(place, (size.width(), size.height()), 9, Ink::Moss),
        }
    }
}

fn put(scene: &mut Scene, laid: &Laid, corner: At) {
    if matches!(laid.says, Says::Won | Says::Made(_)) {
        scene.glow(karuta::MEDIUM, corner);
    }
    scene.piece(laid.face, karuta::MEDIUM, corner);
    note(scene, laid.says, place(laid.seat));
}

/// What is said of a karuta, beside it.
fn note(scene: &mut Scene, says: Says, place: Place) {
    let Place { number, note, .. } = place;
    match says {
        Says::Order(1) => disc(scene, 1, (Ink::Gold, Ink::Ebony), number),
        Says::Order(order) => disc(scene, order, (Ink::Ebony, Ink::Ivory), number),
        Says::Won => scene.badge(Badge::Crown, note),
        Says::Made(value) => moved(scene, "+", value, (Ink::Gold, Ink::Ebony), note),
        Says::Lost(value) => moved(scene, "−", value, (Ink::Red, Ink::Ivory), note),
    }
}

/// A number on a disc.
pub(super) fn disc(scene: &mut Scene, order: usize, (ground, ink): (Ink, Ink), middle: At) {
    scene.bar(middle.by(-16, -16), (32, 32), 16, ground);
    scene.text(order, TextSize::Small, ink, middle);
}

/// How many ko a yaku moves; the sign alone as long as the number would tell something.
fn moved(scene: &mut Scene, sign: &str, value: Option<i32>, (ground, ink): (Ink, Ink), middle: At) {
    let value = value.map(|value| value.to_string()).unwrap_or_default();
    let text = format!("{sign}{value}");
    let width = 12 + TextSize::Small.width(&text);
    scene.bar(middle.by(-width / 2, -16), (width, 32), 10, ground);
    scene.text(text, TextSize::Small, ink, middle);
}
