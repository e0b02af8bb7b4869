//! Pictures that teach: which karuta beats which, a trick before and after its shōbu, the yaku.

mod opening;
mod points;

use super::places::{MIDDLE, place};
use super::teams::{ink, lantern};
use super::trick;
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::Seat;
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::rules::meri::order::{is_trump, plain_place, trumps, winner};
use crate::rules::meri::trick::Cut;
use crate::rules::meri::view::{Played, Scored, Taken};
use crate::rules::meri::{SEATS, Team, View, Yaku};
use crate::scene::{At, Backdrop, Badge, Ink, Scene, TextSize, at};

/// What a picture teaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// The five suits, each with its Un, and the courts of one of them (Hachinin-meri rules 2).
    Pack,
    /// The trumps where this suit is trump, the best first (Hachinin-meri rules 5).
    Trumps(Suit),
    /// A plain suit, the best first (Hachinin-meri rules 5).
    Plain(Suit),
    /// Who takes the okie, and what they lead and lay away (Hachinin-meri rules 6 and 7).
    Opening,
    /// A trick on a plain lead before its shōbu: trumps lie face down (Hachinin-meri rules 8).
    FaceDown,
    /// The same after it: what lay face down is turned up, and a yaku is made (Hachinin-meri rules 8 and 9).
    Shobu,
    /// The yaku where this suit is trump (Hachinin-meri rules 9).
    Yaku(Suit),
    /// What rounds come to, and how eight of them decide (Hachinin-meri rules 10 and 11).
    Points,
}

/// The picture of a lesson.
pub fn lesson(lesson: Lesson) -> Scene {
    match lesson {
        Lesson::Pack => pack(),
        Lesson::Trumps(suit) => row_of(suit, &trumps(suit), Ink::Gold, |_| Mark::None),
        Lesson::Plain(suit) => row_of(suit, &plain(suit), Ink::Ivory, |_| Mark::None),
        Lesson::Opening => opening::scene(),
        Lesson::FaceDown => example(Turned::Down),
        Lesson::Shobu => example(Turned::Up),
        Lesson::Yaku(suit) => yaku(suit),
        Lesson::Points => points::scene(),
    }
}

/// A plain suit, the best first; tenka never belongs to it.
fn plain(suit: Suit) -> Vec<Karuta> {
    let mut own = Karuta::pack();
    own.retain(|karuta| karuta.suit() == suit);
    // Any other suit is trump then.
    let other = if suit == Suit::Guru {
        Suit::Ori
    } else {
        Suit::Guru
    };
    own.retain(|karuta| !is_trump(*karuta, other));
    own.sort_unstable_by_key(|karuta| plain_place(*karuta));
    own
}

/// The signs of the suits, each above its Un, and the six courts of one suit from the Sun down.
fn pack() -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    for (column, suit) in (0..).zip(Suit::ALL) {
        let middle = at(500 + 152 * (column - 2), 112);
        let medal = karuta::MEDAL.around(middle);
        scene.piece(KarutaFace::Sign(suit), karuta::MEDAL, medal);
        if let Some(un) = Karuta::new(suit, Rank::Un) {
            let corner = karuta::MEDIUM.around(middle.by(0, 138));
            scene.piece(KarutaFace::Open(un), karuta::MEDIUM, corner);
        }
    }
    scene.bar(at(90, 378), (820, 4), 2, Ink::Moss);
    let courts = Rank::COURTS.iter().rev();
    let courts = courts.filter_map(|rank| Karuta::new(Suit::Kotsu, *rank));
    for (column, court) in (0..).zip(courts) {
        let middle = at(500 + 64 * (2 * column - 5), 516);
        let corner = karuta::LARGE.around(middle);
        scene.piece(KarutaFace::Open(court), karuta::LARGE, corner);
    }
    scene
}

/// How many stand in a row of an order.
const ROW: usize = 8;

/// The trumps in force, the best first: the viewer's own are marked, what has been played is dimmed; `None` before the
/// first deal. Nothing of the view but what its own viewer sees is drawn.
pub fn order(view: &View) -> Option<Scene> {
    let trump = view.trump()?;
    let own = view.rack().unwrap_or_default();
    let gone = view.gone();
    let mark = |karuta: Karuta| match karuta {
        _ if own.contains(&karuta) => Mark::Own,
        _ if gone.contains(&karuta) => Mark::Gone,
        _ => Mark::None,
    };
    Some(row_of(trump, &trumps(trump), Ink::Gold, mark))
}

/// How a karuta of an order is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// The viewer holds it.
    Own,
    /// It was played.
    Gone,
}

/// Karuta from the best to the worst, numbered; the sign of the suit stands above them.
fn row_of(suit: Suit, order: &[Karuta], ground: Ink, mark: impl Fn(Karuta) -> Mark) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let medal = karuta::MEDAL.around(at(500, 106));
    scene.bar(at(444, 50), (112, 112), 56, ground);
    scene.piece(KarutaFace::Sign(suit), karuta::MEDAL, medal);
    let left = at(500 - (ROW as i32 * 112 - 28) / 2, 240);
    for (place, karuta) in order.iter().enumerate() {
        let (row, column) = (place / ROW, place % ROW);
        let corner = left.by(112 * column as i32, 224 * row as i32);
        numbered(&mut scene, order, place, mark(*karuta), corner);
    }
    scene
}

/// A karuta of an order with its number; one's own lie on a blue ground.
fn numbered(scene: &mut Scene, order: &[Karuta], place: usize, mark: Mark, corner: At) {
    let size = karuta::MEDIUM;
    if mark == Mark::Own {
        let ground = (size.width() + 14, size.height() + 14);
        scene.bar(corner.by(-7, -7), ground, 14, Ink::Sky);
    }
    let face = match mark {
        Mark::None | Mark::Own => KarutaFace::Open(order[place]),
        Mark::Gone => KarutaFace::Barred(order[place]),
    };
    scene.piece(face, size, corner);
    let middle = corner.by(size.width() / 2, -26);
    let (ground, ink) = if is_odd(order, place) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Ebony, Ink::Ivory)
    };
    scene.bar(middle.by(-27, -16), (54, 32), 14, ground);
    scene.text(place + 1, TextSize::Small, ink, middle);
}

/// What beginners look for: tenka among the trumps of another suit, and ippon-han (Hachinin-meri rules 1).
fn is_odd(order: &[Karuta], place: usize) -> bool {
    let is_court = |karuta: &Karuta| Rank::COURTS.contains(&karuta.rank());
    let (before, here) = (
        place.checked_sub(1).map(|before| order[before]),
        order[place],
    );
    let is_stranger = order
        .first()
        .is_some_and(|first| first.suit() != here.suit());
    is_stranger || is_court(&here) && before.is_some_and(|before| !is_court(&before))
}

/// Which way up a trick lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turned {
    Down,
    Up,
}

/// The trick of the lessons, from the leader on: coins are trump, a cup is led, Un, Sota and a 9 cut in.
const EXAMPLE: [(Suit, Rank); SEATS] = [
    (Suit::Kotsu, Rank::Rei),
    (Suit::Kotsu, Rank::Number(3)),
    (Suit::Ori, Rank::Number(9)),
    (Suit::Ori, Rank::Sota),
    (Suit::Kotsu, Rank::Number(8)),
    (Suit::Guru, Rank::Number(1)),
    (Suit::Ori, Rank::Un),
    (Suit::Isu, Rank::Number(5)),
];

fn example(turned: Turned) -> Scene {
    let mut scene = Scene::on(Backdrop::Octagon);
    let trump = Suit::Ori;
    let plays = played(trump);
    let laid = match turned {
        Turned::Down => trick::face_down(&plays),
        Turned::Up => trick::turned_up(&turned_up(plays, trump), trump),
    };
    for seat in Seat::all(SEATS) {
        sitter(&mut scene, seat, place(seat).plaque.by(106, 44));
    }
    trick::lay(&mut scene, &laid);
    let medal = karuta::MEDAL.around(MIDDLE);
    scene.piece(KarutaFace::Sign(trump), karuta::MEDAL, medal);
    scene
}

fn sitter(scene: &mut Scene, seat: Seat, middle: At) {
    let team = Team::of(seat);
    scene.bar(middle.by(-66, -40), (132, 80), 18, ink(team));
    scene.bar(middle.by(-62, -36), (124, 72), 14, Ink::Walnut);
    scene.badge(Badge::Seat(seat), middle.by(-28, 0));
    scene.badge(lantern(team), middle.by(30, 0));
}

/// The plays of the example: what is a trump lies face down.
fn played(trump: Suit) -> Vec<Played> {
    let example = Seat::all(SEATS).zip(EXAMPLE);
    let played = |(seat, (suit, rank)): (Seat, (Suit, Rank))| Played {
        seat,
        karuta: Karuta::new(suit, rank),
        cut: (suit == trump).then_some(Cut::Sashi),
    };
    example.map(played).collect()
}

fn turned_up(plays: Vec<Played>, trump: Suit) -> Taken {
    let karuta: Vec<_> = plays.iter().filter_map(|play| play.karuta).collect();
    let place = winner(trump, &karuta).unwrap_or_default();
    let winner = plays[place].seat;
    let yaku = crate::rules::meri::yaku::found(trump, &karuta);
    let made = yaku.map(|yaku| Scored {
        yaku,
        team: Team::of(winner),
        value: Some(2),
    });
    Taken {
        plays,
        winner,
        made,
    }
}

/// Every yaku that can be made with this trump: the one team's winning karuta and the other's that it beats.
fn yaku(suit: Suit) -> Scene {
    let mut scene = Scene::on(Backdrop::Octagon);
    let medal = karuta::MEDAL.around(at(500, 110));
    scene.bar(at(444, 54), (112, 112), 56, Ink::Gold);
    scene.piece(KarutaFace::Sign(suit), karuta::MEDAL, medal);
    let all = Yaku::ALL.into_iter().filter(|yaku| yaku.is_of(suit));
    let middles = [
        at(210, 300),
        at(500, 300),
        at(790, 300),
        at(340, 566),
        at(660, 566),
    ];
    for (yaku, middle) in all.zip(middles) {
        pair(&mut scene, yaku.pair(suit), middle);
    }
    scene
}

fn pair(scene: &mut Scene, pair: [Karuta; 2], middle: At) {
    let size = karuta::LARGE;
    let lanterns = [Team::A, Team::B].map(lantern);
    for (side, (karuta, lantern)) in [-66, 66].into_iter().zip(pair.into_iter().zip(lanterns)) {
        let here = middle.by(side, 0);
        if side < 0 {
            scene.glow(size, size.around(here));
        }
        scene.piece(KarutaFace::Open(karuta), size, size.around(here));
        scene.badge(lantern, here.by(0, 106));
    }
    scene.badge(Badge::Beats, middle);
}
