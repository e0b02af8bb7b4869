//! What a round came to: every trick of every seat, how both teams count, and the rounds of the kiri so far.

use super::middle::{pair, won};
use super::teams::{lantern, pip, signed};
use super::trick::{Says, said};
use crate::felt;
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::karuta::Suit;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::view::{Played, Scored, Taken};
use crate::rules::meri::{PerTeam, SEATS, Team, Total, View};
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backs, Badge, FaceSize, Ink, Scene, TextSize, at};
use crate::signs::Sitter;

/// The sheet.
const CORNER: At = at(24, 24);
const SIZE: (i32, i32) = (952, 732);
/// The middle of the first karuta of the first seat, and from one to the next.
const FIRST: At = at(154, 128);
const STEP: At = at(52, 73);
/// The middles of the columns of both teams.
const COLUMNS: [i32; 2] = [766, 890];

/// How wide a number may be in one of them.
const COLUMN: i32 = 116;
/// The height of the heads of these columns, from them to the tricks, and from one yaku to the next.
const HEADS: i32 = 78;
const LINE: i32 = 60;
/// From where to where the count has room.
const COUNT: (i32, i32) = (116, 560);
/// The height of the rounds of the kiri.
const ROUNDS: i32 = 714;

/// Shows all of it.
pub(super) fn show(scene: &mut Scene, view: &View, total: &Total, sitters: &PerSeat<Sitter>) {
    frame(scene);
    let Some(okie) = view.okie else { return };
    for seat in Seat::all(SEATS) {
        let sitter = sitters.get(seat).unwrap_or(&Sitter::Person);
        seat_of_row(scene, seat, sitter);
    }
    for (column, trick) in (0..).zip(&view.tricks) {
        taken(scene, trick, okie.suit(), FIRST.by(STEP.x * column, 0));
    }
    heads(scene, view, total, okie.suit());
    count(scene, view, total);
    dead(scene, view);
    if view.options.match_length != MatchLength::Hitomaki {
        // Once the match is over, what it came to has a crown.
        let badge = view.standing.as_ref().map_or(Badge::Sum, |_| Badge::Crown);
        rounds(scene, &view.progress.kiri, badge);
    }
}

/// The sheet before anything is written on it.
pub(super) fn frame(scene: &mut Scene) {
    scene.bar(CORNER, SIZE, 22, Ink::Oak);
    let inner = (SIZE.0 - 8, SIZE.1 - 8);
    scene.bar(CORNER.by(4, 4), inner, 18, Ink::Walnut);
}

/// The seat of a row, with its team.
fn seat_of_row(scene: &mut Scene, seat: Seat, sitter: &Sitter) {
    let middle = FIRST.by(-57, STEP.y * seat.index() as i32);
    if *sitter == Sitter::Person {
        scene.badge(Badge::Seat(seat), middle);
        return pip(scene, Team::of(seat), 14, middle.by(-46, 0));
    }
    // There is little room: the team's pip lies on the edge of the face.
    felt::sitter(scene, seat, sitter, FaceSize::Small, middle.by(-47, 0));
    pip(scene, Team::of(seat), 14, middle.by(-59, 15));
    scene.badge(Badge::Seat(seat), middle.by(3, 0));
}

/// A trick from top to bottom, with the seat and the team that took it above.
fn taken(scene: &mut Scene, trick: &Taken, trump: Suit, top: At) {
    scene.badge(Badge::Partner(trick.winner), top.by(0, -80));
    pip(scene, Team::of(trick.winner), 14, top.by(0, -53));
    for play in &trick.plays {
        let middle = top.by(0, STEP.y * play.seat.index() as i32);
        cell(scene, trick, trump, play, middle);
    }
}

/// A karuta of a trick; gold is around the one that took it, red around the one that it beat in a yaku.
fn cell(scene: &mut Scene, trick: &Taken, trump: Suit, play: &Played, middle: At) {
    let rim = match said(trick, trump, play) {
        Some(Says::Won | Says::Made(_)) => Some(Ink::Gold),
        Some(Says::Lost(_)) => Some(Ink::Red),
        Some(Says::Order(_)) | None => None,
    };
    if let Some(rim) = rim {
        scene.bar(middle.by(-26, -36), (52, 72), 8, rim);
    }
    let face = play.karuta.map_or(KarutaFace::Back, KarutaFace::Open);
    scene.piece(face, karuta::USUAL, karuta::USUAL.around(middle));
}

/// The trump suit and both teams, the one that won with a laurel, and what they have won before.
fn heads(scene: &mut Scene, view: &View, total: &Total, trump: Suit) {
    let medal = karuta::TOKEN.around(at(640, HEADS));
    scene.piece(KarutaFace::Sign(trump), karuta::TOKEN, medal);
    for (team, x) in Team::ALL.into_iter().zip(COLUMNS) {
        let has_won = Team::favoured(total.diff) == Some(team);
        let left = if has_won { -28 } else { 0 };
        scene.badge(lantern(team), at(x + left, HEADS));
        if has_won {
            scene.badge(Badge::Laurel, at(x + left + 56, HEADS));
        }
        won(scene, view, team, at(x, HEADS + 42));
    }
}

/// Tricks, yaku and what they come to, a column for each team.
fn count(scene: &mut Scene, view: &View, total: &Total) {
    let made: Vec<Scored> = view.tricks.iter().filter_map(|trick| trick.made).collect();
    let high = LINE * made.len() as i32 + 240;
    let mut y = (COUNT.0 + COUNT.1 - high) / 2 + 36;
    scene.badge(Badge::Hand(Backs::Red), at(640, y));
    numbers(scene, total.ko, y);
    for made in made {
        y += LINE;
        pair(scene, view, made, karuta::TINY, at(604, y - 27));
        moved(scene, made, y);
    }
    scene.bar(at(604, y + 36), (346, 4), 2, Ink::Oak);
    numbers(scene, total.counted, y + 80);
    winner(scene, total.diff, at(777, y + 162));
}

fn numbers(scene: &mut Scene, numbers: PerTeam<i32>, y: i32) {
    for (team, x) in Team::ALL.into_iter().zip(COLUMNS) {
        let number = numbers[team];
        scene.text(plain(number), size_of(number), Ink::Ivory, at(x, y));
    }
}

/// What a yaku moved from the one team to the other.
fn moved(scene: &mut Scene, made: Scored, y: i32) {
    let Some(value) = made.value else { return };
    for (team, x) in Team::ALL.into_iter().zip(COLUMNS) {
        let (value, ink) = if made.team == team {
            (value, Ink::Gold)
        } else {
            (-value, Ink::Sand)
        };
        let value = signed(value);
        scene.text(
            &value,
            TextSize::Small.fitting(&value, COLUMN),
            ink,
            at(x, y),
        );
    }
}

/// What the winners score, on gold.
pub(super) fn winner(scene: &mut Scene, diff: i32, middle: At) {
    let Some(team) = Team::favoured(diff) else {
        return;
    };
    let text = signed(diff.abs());
    let width = 70 + TextSize::Large.width(&text);
    let corner = middle.by(-width / 2, -34);
    scene.bar(corner, (width, 68), 16, Ink::Gold);
    scene.badge(lantern(team), corner.by(34, 34));
    let number = corner.by(56 + (width - 70) / 2, 34);
    scene.text(text, TextSize::Large, Ink::Ebony, number);
}

/// What nobody could win: the discard and the leftovers.
fn dead(scene: &mut Scene, view: &View) {
    let Some(pile) = view.pile else { return };
    let dead: Vec<_> = pile.discard.into_iter().chain(pile.leftovers).collect();
    let step = karuta::USUAL.width() + 8;
    let left = 777 - (step * dead.len() as i32 - 8) / 2;
    for (place, karuta) in (0..).zip(dead) {
        let corner = at(left + step * place, 586);
        scene.piece(KarutaFace::Barred(karuta), karuta::USUAL, corner);
    }
}

/// The rounds of a kiri, the latest brighter, and with a badge what they come to.
pub(super) fn rounds(scene: &mut Scene, kiri: &[i32], badge: Badge) {
    let sum: i32 = kiri.iter().sum();
    let wide = width_of(sum, TextSize::Small);
    let from = 44;
    let (shown, size, step) = fitted(kiri, 950 - wide - 88 - from);
    for (place, diff) in shown.iter().enumerate() {
        let corner = at(from + step * place as i32, ROUNDS - 26);
        // The first ones together are dark, as the sum of all is.
        if place == 0 && shown.len() < kiri.len() {
            scene.bar(corner, (step - 4, 52), 12, Ink::Ebony);
        } else if place + 1 == shown.len() {
            scene.bar(corner, (step - 4, 52), 12, Ink::Oak);
        }
        difference(scene, *diff, size, corner.by((step - 4) / 2, 26));
    }
    let width = wide + 84;
    let corner = at(950 - width, ROUNDS - 26);
    scene.bar(corner, (width, 52), 12, Ink::Ebony);
    scene.badge(badge, corner.by(36, 26));
    difference(scene, sum, TextSize::Small, corner.by(72 + wide / 2, 26));
}

/// What is written in so much room, in which size, and from one to the next: every round of a kiri, closer and smaller where
/// they are many; where that is still too much, the first ones together.
pub(super) fn fitted(kiri: &[i32], room: i32) -> (Vec<i32>, TextSize, i32) {
    let sizes = [TextSize::Small, TextSize::Fine, TextSize::Least];
    let with_step = |size: TextSize| Some((size, step(kiri, size, room)?));
    match (sizes.into_iter().find_map(with_step), kiri) {
        (Some((size, step)), _) => (kiri.to_vec(), size, step),
        (None, [first, second, later @ ..]) => {
            let together = std::iter::once(first + second).chain(later.iter().copied());
            fitted(&together.collect::<Vec<_>>(), room)
        }
        (None, _) => (kiri.to_vec(), TextSize::Least, room),
    }
}

/// From one round to the next in this size; `None` if they have no room in it.
fn step(kiri: &[i32], size: TextSize, room: i32) -> Option<i32> {
    let widest = kiri.iter().map(|diff| width_of(*diff, size)).max();
    let widest = widest.unwrap_or(1);
    let step = (widest + 15).max(74).min(room / kiri.len().max(1) as i32);
    (step >= widest + 5).then_some(step)
}

/// How wide a difference is with the pip of its team.
fn width_of(diff: i32, size: TextSize) -> i32 {
    pip_side(size) + 6 + size.width(&signed(diff.abs()))
}

/// The side of a pip beside a number of this size.
fn pip_side(size: TextSize) -> i32 {
    size.pixels() / 2 - 1
}

/// A difference of points: of which team, and how large.
fn difference(scene: &mut Scene, diff: i32, size: TextSize, middle: At) {
    let left = middle.by(-width_of(diff, size) / 2, 0);
    let Some(team) = Team::favoured(diff) else {
        return scene.text(0, size, Ink::Ivory, middle);
    };
    let side = pip_side(size);
    pip(scene, team, side, left.by(side / 2, 0));
    let text = signed(diff.abs());
    let number = left.by(side + 6 + size.width(&text) / 2, 0);
    scene.text(text, size, Ink::Ivory, number);
}

/// A count with the minus of the font: yaku may push it below 0.
fn plain(number: i32) -> String {
    number.to_string().replace('-', "−")
}

fn size_of(number: i32) -> TextSize {
    let text = plain(number);
    match text.chars().count() {
        0..=3 => TextSize::Large,
        _ => TextSize::Small.fitting(&text, COLUMN),
    }
}
