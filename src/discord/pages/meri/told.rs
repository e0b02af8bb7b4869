//! What the panel tells of the tricks: what lies there, who has it so far, who took the last one, and its yaku.

use crate::discord::pages::kit::since::{lately, since_own};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::sign;
use crate::discord::speech::karuta::karuta;
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::order::winner;
use crate::rules::meri::trick::Cut;
use crate::rules::meri::view::{Played, Scored, Taken};
use crate::rules::meri::{TRICKS, Team, View};

/// The key of a team in sentences for a viewer: their own, or the other; by its name for whoever has no seat.
pub(super) fn side(view: &View, team: Team) -> &'static str {
    match (view.viewer.seat().map(Team::of), team) {
        (Some(own), _) if own == team => "ours",
        (Some(_), _) => "theirs",
        (None, Team::A) => "a",
        (None, Team::B) => "b",
    }
}

/// What lies in the trick, and who has it as far as open karuta tell; `None` before the lead.
pub(super) fn trick_line(words: Words, view: &View) -> Option<String> {
    let plays: Vec<String> = view
        .plays
        .iter()
        .map(|play| play_words(words, play))
        .collect();
    let best = best_so_far(words, view)?;
    Some(words.meri_trick(&plays.join(" · "), &best))
}

/// What the others played since the viewer's last turn to the trick that is over: what lies in the present one stands in a
/// line of its own.
pub(super) fn since_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let over = view.tricks.last().map_or(&[][..], |last| &last.plays);
    let is_own = |play: &Played| view.viewer.seat() == Some(play.seat);
    // Whoever takes a trick as the last to play leads at once.
    if view.plays.is_empty() && over.last().is_some_and(is_own) {
        return None;
    }
    let plays: Vec<(Option<&Played>, Seat)> = over
        .iter()
        .map(|play| (Some(play), play.seat))
        .chain(view.plays.iter().map(|play| (None, play.seat)))
        .collect();
    let tell =
        |(play, _): &(Option<&Played>, Seat)| play.map(|play| play_words(reader.words, play));
    since_own(reader, &plays, |(_, seat)| Some(*seat), tell)
}

/// What was played in the viewer's seat while they were away: each karuta is a turn of its own.
pub(super) fn lately_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let over = view.tricks.iter().flat_map(|trick| &trick.plays);
    let plays: Vec<&Played> = over.chain(&view.plays).collect();
    let tell = |play: &&Played| Some(play_words(reader.words, play));
    lately(reader, &plays, |play| Some(play.seat), tell)
}

/// A play as its viewer sees it.
fn play_words(words: Words, play: &Played) -> String {
    let what = match play.karuta {
        Some(named) => karuta(words, named),
        None => words.meri_face_down(),
    };
    format!("{} {what}", sign(play.seat))
}

/// Who has the trick so far: somebody's face-down trump, or the best that lies open.
fn best_so_far(words: Words, view: &View) -> Option<String> {
    let down: Vec<&Played> = view
        .plays
        .iter()
        .filter(|play| play.is_face_down())
        .collect();
    match down[..] {
        [] => {
            let best = best_open(&view.plays, view.trump()?)?;
            let side = side(view, Team::of(best.seat));
            Some(words.meri_best(sign(best.seat), side))
        }
        [only] => {
            let side = side(view, Team::of(only.seat));
            Some(words.meri_best_down(sign(only.seat), side))
        }
        _ => Some(words.meri_best_of_down(down.len())),
    }
}

/// The best of these plays, all of which lie open.
fn best_open(plays: &[Played], trump: Suit) -> Option<&Played> {
    let open: Option<Vec<Karuta>> = plays.iter().map(|play| play.karuta).collect();
    plays.get(winner(trump, &open?)?)
}

/// Who took the last trick, and the yaku in it; nothing before the first one is over.
pub(super) fn last_lines(words: Words, view: &View) -> Vec<String> {
    let number = view.tricks.len();
    let last = view.tricks.last();
    last.map_or_else(Vec::new, |taken| taken_lines(words, view, (number, taken)))
}

/// Who took a trick, and its yaku explained.
pub(super) fn taken_lines(
    words: Words,
    view: &View,
    (number, taken): (usize, &Taken),
) -> Vec<String> {
    let side = match view.viewer.seat() {
        Some(me) if me == taken.winner => "you",
        _ => side(view, Team::of(taken.winner)),
    };
    let with = taken.plays.iter().find(|play| play.seat == taken.winner);
    let with = with.and_then(|play| play.karuta);
    let with = with.map(|with| karuta(words, with)).unwrap_or_default();
    let mut lines = vec![words.meri_taken_by(number, sign(taken.winner), side, &with)];
    let yaku = taken.made.zip(view.trump());
    lines.extend(yaku.map(|(made, trump)| yaku_line(words, view, (number, made), trump)));
    lines
}

/// Hachinin-meri rules 9: what the yaku was, and what it moves.
fn yaku_line(words: Words, view: &View, (number, made): (usize, Scored), trump: Suit) -> String {
    let side = side(view, made.team);
    let [winning, beaten] = made.yaku.pair(trump).map(|named| karuta(words, named));
    let yaku = words.meri_yaku(side, &winning, &beaten);
    let worth = match made.value {
        None => words.meri_yaku_untold(),
        Some(value) => words.meri_yaku_moves(side, value, why_high(view, number, made)),
    };
    format!("{yaku} {worth}")
}

/// Why a yaku moves more than others.
pub(super) fn why_high(view: &View, number: usize, made: Scored) -> &'static str {
    let is_usual = made.value == i32::try_from(view.options.yaku_value).ok();
    match number {
        _ if is_usual => "usual",
        TRICKS => "last",
        _ => "hidden",
    }
}

/// A finished trick in the order of play, a line each, with what its trumps are called.
pub(super) fn play_lines(words: Words, taken: &Taken) -> Vec<String> {
    let line = |(number, play): (usize, &Played)| {
        let cut = play.cut.map(cut_key).map(|cut| words.meri_cut(cut));
        words.meri_trick_play(
            number,
            &play_words(words, play),
            &cut.unwrap_or_default(),
            takes(play.seat, taken),
        )
    };
    (1..).zip(&taken.plays).map(line).collect()
}

fn takes(seat: Seat, taken: &Taken) -> &'static str {
    if seat == taken.winner { "took" } else { "not" }
}

pub(super) fn cut_key(cut: Cut) -> &'static str {
    match cut {
        Cut::Sashi => "sashi",
        Cut::Fumi => "fumi",
        Cut::Ori => "ori",
    }
}
