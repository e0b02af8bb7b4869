//! Tricks of Hachinin-meri in words: the one that is being played, those that are over, and the yaku in them.

use super::board::team_name;
use super::told::{cut_key, why_high};
use crate::discord::pages::table_words::sign;
use crate::discord::speech::karuta::{karuta, suit};
use crate::discord::speech::words::Words;
use crate::rules::karuta::Suit;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::{Phase, Played, Scored, Taken};
use crate::rules::meri::{TRICKS, View, Yaku};

/// How many tricks that are over a board tells at the most: the last ones.
const MOST_TRICKS: usize = 3;
/// The same where none of the last round was told before the match was over, as after a restart: what it came to needs the room.
const MOST_TRICKS_AT_ONCE: usize = 1;

/// The trick that is being played, and what it asks of those who follow.
pub(super) fn trick_lines(words: Words, view: &View) -> Vec<String> {
    let number = view.tricks.len() + 1;
    let Some(lead) = view.plays.first() else {
        let Phase::Play(leader) = view.phase else {
            return Vec::new();
        };
        return vec![words.meri_board_trick_to_lead(number, sign(leader))];
    };
    let plays: Vec<String> = view
        .plays
        .iter()
        .map(|play| present_play(words, play))
        .collect();
    let mut lines = vec![words.meri_board_trick(number, &plays.join(" · "))];
    lines.extend(duty_line(words, view, lead));
    lines
}

/// Face down for everybody, also where the view is that of whoever played it.
fn present_play(words: Words, play: &Played) -> String {
    let text = match (play.cut, play.karuta) {
        (None, Some(open)) => karuta(words, open),
        (None, None) => words.meri_board_face_down(),
        (Some(cut), _) => words.meri_board_cut(&words.meri_board_face_down(), cut_key(cut)),
    };
    words.meri_board_play(sign(play.seat), &text)
}

/// What the trick asks of those who follow, in full when it is the first time; `None` while anything may be played.
fn duty_line(words: Words, view: &View, lead: &Played) -> Option<String> {
    let led = lead.karuta?;
    let (leader, led_suit) = (sign(lead.seat), suit(words, led.suit()));
    match (is_trump(led, view.trump()?), view.monchi) {
        (true, false) => Some(first_meri(words, view, leader)),
        (true, true) => Some(words.meri_board_another_meri(leader)),
        (false, true) if is_monchi_new(view) => Some(words.meri_board_monchi_begins(&led_suit)),
        (false, true) => Some(words.meri_board_monchi(&led_suit)),
        (false, false) => None,
    }
}

/// Who is free in a meri, and what comes after it (Hachinin-meri rules 8).
fn first_meri(words: Words, view: &View, leader: &str) -> String {
    let is_last = view.tricks.len() + 1 == TRICKS;
    let free = if view.options.ichimai_zun {
        "sun"
    } else {
        "nobody"
    };
    words.meri_board_first_meri(leader, free, if is_last { "over" } else { "monchi" })
}

/// Whether the trick before this one was the first meri of the round.
fn is_monchi_new(view: &View) -> bool {
    let Some(trump) = view.trump() else {
        return false;
    };
    let first = view.tricks.iter().position(|trick| is_meri(trick, trump));
    first.is_some_and(|first| first + 1 == view.tricks.len())
}

fn is_meri(trick: &Taken, trump: Suit) -> bool {
    let lead = trick.plays.first().and_then(|lead| lead.karuta);
    lead.is_some_and(|lead| is_trump(lead, trump))
}

/// The tricks that are over: those that were not told yet, and at least the last one; with the yaku in them.
pub(super) fn taken_lines(words: Words, view: &View, told: usize) -> Vec<String> {
    let most = match view.standing {
        Some(_) if told == 0 => MOST_TRICKS_AT_ONCE,
        Some(_) | None => MOST_TRICKS,
    };
    let new = view.tricks.len().saturating_sub(told);
    let count = new.clamp(1, most).min(view.tricks.len());
    let from = view.tricks.len() - count;
    let mut lines = Vec::new();
    if new > count {
        lines.push(words.meri_board_tricks_before(new - count));
    }
    for (number, trick) in (1..).zip(&view.tricks).skip(from) {
        lines.push(taken_line(words, number, trick));
        lines.extend(yaku_line(words, view, number, trick));
    }
    lines
}

fn taken_line(words: Words, number: usize, trick: &Taken) -> String {
    let plays: Vec<String> = trick
        .plays
        .iter()
        .map(|play| open_play(words, play))
        .collect();
    words.meri_board_trick_over(number, &plays.join(" · "), sign(trick.winner))
}

/// A play of a trick that is over, where all of it is known.
fn open_play(words: Words, play: &Played) -> String {
    let shown = play.karuta.map(|shown| karuta(words, shown));
    let shown = shown.unwrap_or_else(|| words.meri_board_face_down());
    let text = match play.cut {
        Some(cut) => words.meri_board_cut(&shown, cut_key(cut)),
        None => shown,
    };
    words.meri_board_play(sign(play.seat), &text)
}

/// How the words call a yaku.
pub(super) fn yaku_name(words: Words, yaku: Yaku) -> String {
    words.meri_board_yaku_name(match yaku {
        Yaku::SunOverUn => "sun_over_un",
        Yaku::UnOverSota => "un_over_sota",
        Yaku::SotaOverRobai => "sota_over_robai",
        Yaku::RobaiOverRei => "robai_over_rei",
        Yaku::TwoOverOne => "two_over_one",
        Yaku::EightOverNine => "eight_over_nine",
    })
}

/// The yaku of a trick, explained (Hachinin-meri rules 9).
fn yaku_line(words: Words, view: &View, number: usize, trick: &Taken) -> Option<String> {
    let made = trick.made?;
    let [winning, beaten] = made.yaku.pair(view.trump()?);
    let loser = trick
        .plays
        .iter()
        .find(|play| play.karuta == Some(beaten))?;
    Some(words.meri_board_yaku(
        &yaku_name(words, made.yaku),
        sign(trick.winner),
        &karuta(words, winning),
        sign(loser.seat),
        &karuta(words, beaten),
        &worth(words, view, number, made),
    ))
}

/// What a yaku moves, and why so much.
fn worth(words: Words, view: &View, number: usize, made: Scored) -> String {
    let team = team_name(words, made.team);
    let Some(value) = made.value else {
        return words.meri_board_yaku_worth_unknown(&team);
    };
    words.meri_board_yaku_worth(&team, value, why_high(view, number, made))
}
