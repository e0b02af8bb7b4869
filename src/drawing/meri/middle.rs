//! The middle of the table: okie and trump, how the tricks stand, the yaku of both teams, how far the match is.

use super::places::{HUB, POCKET};
use super::teams::{ink, lantern, pip, signed};
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::karuta::Karuta;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::score::kiri;
use crate::rules::meri::view::{Phase, Scored};
use crate::rules::meri::{TRICKS, Team, View};
use crate::scene::{At, Badge, Ink, PieceSize, Scene, TextSize, at};

/// The room between two karuta of which one beats the other.
const BEATS: i32 = 20;
/// How wide a number may be between the sign before it and the frame.
const NUMBER: i32 = 100;
/// The tricks of a round.
const KO: i32 = TRICKS as i32;

/// Shows all of it; before the first deal there is only the place.
pub(super) fn show(scene: &mut Scene, view: &View) {
    let (corner, size) = HUB;
    scene.bar(corner, size, 16, Ink::Ebony);
    scene.bar(corner.by(3, 3), (size.0 - 6, size.1 - 6), 13, Ink::Moss);
    let Some(okie) = view.okie else { return };
    trump(scene, view, okie);
    tricks(scene, view, corner.by(0, 122));
    round(scene, view, corner.by(0, 150));
    for team in Team::ALL {
        score(scene, view, team);
        yaku(scene, view, team);
    }
    pile(scene, view);
}

/// Where a pocket is.
#[derive(Clone, Copy)]
enum Half {
    Above,
    Below,
}

/// The corner of the place of a team above or below the middle.
fn pocket(team: Team, half: Half) -> At {
    let left = match team {
        Team::A => 266,
        Team::B => 734 - POCKET.0,
    };
    let top = match half {
        Half::Above => 122,
        Half::Below => 524,
    };
    at(left, top)
}

/// The okie, the sign of its suit, and whether suits are followed.
fn trump(scene: &mut Scene, view: &View, okie: Karuta) {
    let (corner, _) = HUB;
    scene.piece(KarutaFace::Open(okie), karuta::MODEST, corner.by(16, 10));
    let medal = karuta::MEDAL.around(corner.by(138, 58));
    scene.piece(KarutaFace::Sign(okie.suit()), karuta::MEDAL, medal);
    if view.monchi {
        scene.badge(Badge::Follow, corner.by(215, 58));
    }
}

/// Nine tricks: those of the one team from the left, those of the other from the right.
fn tricks(scene: &mut Scene, view: &View, left: At) {
    let (_, (width, _)) = HUB;
    let step = 24;
    let first = left.by((width - step * (KO - 1)) / 2, 0);
    for number in 0..KO {
        let middle = first.by(step * number, 0);
        if number < view.ko.a {
            pip(scene, Team::A, 18, middle);
        } else if number >= KO - view.ko.b {
            pip(scene, Team::B, 18, middle);
        } else {
            scene.bar(middle.by(-5, -5), (10, 10), 5, Ink::Ebony);
        }
    }
}

/// Which round of the kiri it is.
fn round(scene: &mut Scene, view: &View, left: At) {
    let (_, (width, _)) = HUB;
    let played = open_kiri(view).len();
    let rounds = match view.options.match_length {
        MatchLength::Hitomaki => return,
        MatchLength::Hitokiri | MatchLength::Hitoshobu | MatchLength::Honshobu => {
            crate::rules::meri::score::KIRI
        }
    };
    // A level kiri has one round more.
    let text = format!("{}/{}", played + 1, rounds.max(played + 1));
    scene.badge(Badge::Rounds, left.by(width / 2 - 42, 0));
    scene.text(
        text,
        TextSize::Small,
        Ink::Ivory,
        left.by(width / 2 + 20, 0),
    );
}

/// The rounds of the kiri that is being played: none once the last one was won.
fn open_kiri(view: &View) -> &[i32] {
    let played = view.progress.kiri.as_slice();
    match kiri(view.options.match_length, played) {
        Some(_) if view.phase != Phase::RoundOver => &[],
        _ => played,
    }
}

/// A team: its lantern, its tricks, how the kiri stands, and what it has won before.
fn score(scene: &mut Scene, view: &View, team: Team) {
    let corner = pocket(team, Half::Above);
    frame(scene, team, corner);
    scene.badge(lantern(team), corner.by(48, 35));
    let ko = corner.by(122, 36);
    scene.text(view.ko[team], TextSize::Large, Ink::Ivory, ko);
    if view.options.match_length == MatchLength::Hitomaki {
        return;
    }
    let sum = team.sees(open_kiri(view).iter().sum());
    scene.badge(Badge::Sum, corner.by(48, 83));
    let text = if sum == 0 {
        "0".to_owned()
    } else {
        signed(sum)
    };
    let size = TextSize::Small.fitting(&text, NUMBER);
    scene.text(text, size, Ink::Ivory, corner.by(122, 84));
    won(scene, view, team, corner.by(POCKET.0 / 2, 116));
}

/// The kiri won towards the hitoshōbu, and the hitoshōbu: small and large.
pub(super) fn won(scene: &mut Scene, view: &View, team: Team, middle: At) {
    let kiri = match view.options.match_length {
        MatchLength::Hitomaki | MatchLength::Hitokiri => 0,
        MatchLength::Hitoshobu | MatchLength::Honshobu => view.kiri_won()[team],
    };
    let shobu = view.progress.shobu_won[team];
    let sides =
        std::iter::repeat_n(20, shobu as usize).chain(std::iter::repeat_n(11, kiri as usize));
    let sides: Vec<i32> = sides.take(4).collect();
    let mut left = middle.by(-11 * (sides.len() as i32 - 1), 0);
    for side in sides {
        pip(scene, team, side, left);
        left = left.by(24, 0);
    }
}

/// The yaku that a team has made in this round: which karuta beat which, and what that moves.
fn yaku(scene: &mut Scene, view: &View, team: Team) {
    let made: Vec<Scored> = made_by(view, team).collect();
    if made.is_empty() {
        return;
    }
    let size = largest(view, &made);
    let corner = pocket(team, Half::Below);
    frame(scene, team, corner);
    let step = size.height() + 2;
    let lines = made.len() as i32;
    let top = corner.by(0, (POCKET.1 - step * lines + 2) / 2);
    let both = 2 * size.width() + BEATS + 6;
    for (line, made) in (0..).zip(made) {
        let value = value(view, made);
        let (letters, parts) = written(&value, POCKET.0 - 8 - both);
        let text = parts.iter().map(|part| letters.width(part)).max();
        let text = text.unwrap_or_default();
        let left = top.by((POCKET.0 - both - text) / 2, step * line);
        let right = pair(scene, view, made, size, left);
        let first = 1 - parts.len() as i32;
        for (number, part) in (0..).zip(parts) {
            let down = (first + 2 * number) * letters.pixels() / 2;
            scene.text(part, letters, Ink::Gold, right.by(6 + text / 2, down));
        }
    }
}

/// How a value is written in its room; two numbers that have none side by side stand one below the other.
fn written(value: &str, room: i32) -> (TextSize, Vec<&str>) {
    let letters = TextSize::Small.fitting(value, room);
    if letters.width(value) <= room {
        return (letters, vec![value]);
    }
    (letters, value.split_inclusive('/').collect())
}

/// The largest karuta with which so many yaku and their values find room.
fn largest(view: &View, made: &[Scored]) -> PieceSize {
    let texts = made.iter().map(|made| value(view, *made));
    let widest = texts.map(|text| TextSize::Small.width(&text)).max();
    let sizes = [karuta::USUAL, karuta::TINY, karuta::SMALLEST];
    let fits = |size: &PieceSize| {
        let width = 2 * size.width() + BEATS + 6 + widest.unwrap_or_default();
        let height = (size.height() + 2) * made.len() as i32;
        width <= POCKET.0 - 8 && height <= POCKET.1 - 4
    };
    sizes.into_iter().find(fits).unwrap_or(karuta::SMALLEST)
}

/// The rim of a team.
fn frame(scene: &mut Scene, team: Team, corner: At) {
    scene.bar(corner, POCKET, 16, ink(team));
    let inner = (POCKET.0 - 6, POCKET.1 - 6);
    scene.bar(corner.by(3, 3), inner, 13, Ink::Moss);
}

/// The yaku of a team, in the order in which they were made.
fn made_by(view: &View, team: Team) -> impl Iterator<Item = Scored> {
    let made = view.tricks.iter().filter_map(|trick| trick.made);
    made.filter(move |made| made.team == team)
}

/// The karuta that won and the one that it beat; where they end, at the height of their middle.
pub(super) fn pair(scene: &mut Scene, view: &View, made: Scored, size: PieceSize, left: At) -> At {
    let Some(trump) = view.trump() else {
        return left;
    };
    let [winning, beaten] = made.yaku.pair(trump).map(KarutaFace::Open);
    let second = left.by(size.width() + BEATS, 0);
    scene.piece(winning, size, left);
    scene.badge(Badge::Beats, second.by(-BEATS / 2, size.height() / 2));
    scene.piece(beaten, size, second);
    second.by(size.width(), size.height() / 2)
}

/// How many ko a yaku moves; both numbers that it can be as long as one would tell of a hidden robai.
fn value(view: &View, made: Scored) -> String {
    match made.value {
        Some(value) => signed(value),
        None => format!("{}/{}", view.options.yaku_value, view.options.yaku_high),
    }
}

/// Discard and leftovers where the whole table saw them (Hachinin-meri rules 13, `opening_reveal`).
fn pile(scene: &mut Scene, view: &View) {
    let Some(pile) = view.pile else { return };
    let dead = pile.discard.into_iter().chain(pile.leftovers);
    let mut place = at(61, 472);
    for karuta in dead {
        scene.piece(KarutaFace::Barred(karuta), karuta::TINY, place);
        place = place.by(karuta::TINY.width() + 3, 0);
    }
}
