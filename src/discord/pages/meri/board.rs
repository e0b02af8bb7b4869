//! What everybody sees of a table of Hachinin-meri: the teams, who took the okie, the tricks, and the table in words.
//!
//! While everybody is asked for the robai nothing here is made of who is still to answer (Hachinin-meri rules 12).

use super::result::{match_lines, onward, result_lines};
use super::tricks::{taken_lines, trick_lines};
use super::{alt, panel};
use crate::discord::pages::kit::board::{Told, has_ended_early, ways};
use crate::discord::pages::kit::turn::{asks_others, turn_of};
use crate::discord::pages::lesson::way_to_words;
use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, away_line, button, seated, sign};
use crate::discord::speech::karuta::{karuta, karuta_all, suit};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::drawing;
use crate::rules::Seat;
use crate::rules::meri::options::OpeningReveal;
use crate::rules::meri::order::robai;
use crate::rules::meri::score::kiri;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Robau, SEATS, Team, View};

/// What everybody sees.
pub(super) fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
    Body {
        text: lines(reader, view, told).join("\n"),
        rows: vec![buttons(reader, view)],
        scene: drawing::meri::board(view, &reader.marks()),
        alt: alt::of_board(reader, view),
    }
}

/// Up to which play a board of this view tells.
pub(super) fn told(view: &View) -> Told {
    Told {
        round: view.round,
        moves: view.tricks.len() * SEATS + view.plays.len(),
    }
}

/// How many tricks of this round were told.
fn tricks_told(view: &View, told: Option<Told>) -> usize {
    let of_round = told.filter(|told| told.round == view.round);
    of_round.map_or(0, |told| told.moves / SEATS)
}

fn lines(reader: Reader<'_>, view: &View, told: Option<Told>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let told = tricks_told(view, told);
    let teams = Team::ALL.map(|team| team_line(reader, view, team));
    if let Some(standing) = &view.standing {
        // Whoever looks wants to know who has won.
        let mut lines = match_lines(reader, view, standing);
        lines.extend(result_lines(words, view));
        lines.extend(teams);
        lines.extend(taken_lines(words, view, told));
        return lines;
    }
    let mut lines: Vec<String> = round_line(words, view).into_iter().collect();
    lines.extend(teams);
    lines.extend(away_line(reader));
    match view.phase {
        _ if has_ended_early(look, view.standing.as_ref()) => {
            lines.extend(taken_lines(words, view, told));
        }
        Phase::Robau => lines.push(asks_others(reader, words.meri_board_robau())),
        Phase::Uchidashi(seat) => {
            lines.extend(okie_line(words, view));
            lines.push(turn_of(reader, seat, task(view)));
            lines.push(words.meri_board_uchidashi(seen(view)));
        }
        Phase::Play(seat) => {
            lines.extend(play_lines(words, view, told));
            lines.push(turn_of(reader, seat, task(view)));
        }
        Phase::Undealt | Phase::RoundOver => {
            lines.extend(taken_lines(words, view, told));
            lines.extend(result_lines(words, view));
            lines.extend(onward(reader, view));
        }
    }
    lines
}

/// Whether everybody sees what is laid away (Hachinin-meri rules 7.3).
fn seen(view: &View) -> &'static str {
    match view.options.opening_reveal {
        OpeningReveal::LeadOnly => "taker",
        OpeningReveal::All => "all",
    }
}

/// What whoever has the turn is to do, by the word for it.
fn task(view: &View) -> &'static str {
    match view.phase {
        Phase::Uchidashi(_) => "lead-first",
        _ if view.plays.is_empty() => "lead",
        _ => "follow",
    }
}

fn buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    if !look.is_live() {
        return Vec::new();
    }
    let mut row = ways(reader);
    row.extend(view.okie.map(|_| panel::order_button(reader)));
    row.push(button(look, Verb::Rules, words.button_rules()).emoji("📖"));
    row.push(way_to_words(words, look.game));
    row
}

/// Where the match stands, the trump and the dealer; `None` before the first deal.
pub(super) fn round_line(words: Words, view: &View) -> Option<String> {
    let (okie, dealer) = (view.okie?, view.dealer?);
    let trump = suit(words, okie.suit());
    let okie = karuta(words, okie);
    Some(words.meri_board_round(&place(words, view), &trump, &okie, sign(dealer)))
}

/// Which round of which kiri it is (Hachinin-meri rules 11).
fn place(words: Words, view: &View) -> String {
    let (length, before) = (view.options.match_length, view.progress_before());
    let round = round_of_kiri(view);
    let number = 1 + before.kiri_won.a + before.kiri_won.b;
    let shobu = 1 + before.shobu_won.a + before.shobu_won.b;
    let extra = if round > SEATS { "yes" } else { "no" };
    words.meri_board_place(&length.to_string(), shobu, number, round, extra)
}

/// The number of the round in its kiri, from 1 (Hachinin-meri rules 11).
pub(super) fn round_of_kiri(view: &View) -> usize {
    let before = view.progress_before().kiri;
    match kiri(view.options.match_length, &before) {
        Some(_) => 1,
        None => 1 + before.len(),
    }
}

/// How the words call a team.
pub(super) fn team_name(words: Words, team: Team) -> String {
    words.meri_board_team_name(&team.to_string().to_lowercase())
}

pub(super) fn team_sign(team: Team) -> &'static str {
    match team {
        Team::A => "🅰️",
        Team::B => "🅱️",
    }
}

pub(super) fn seats_of(team: Team) -> impl Iterator<Item = Seat> {
    Seat::all(SEATS).filter(move |seat| Team::of(*seat) == team)
}

/// How a team stands in its match.
pub(super) struct StandingOf {
    /// The length of the match, by its word.
    pub(super) length: String,
    /// What it is ahead by in the kiri that is being played, with its sign.
    pub(super) sum: String,
    /// How many kiri and shōbu it has won.
    pub(super) kiri: u32,
    pub(super) shobu: u32,
}

pub(super) fn standing_of(view: &View, team: Team) -> StandingOf {
    StandingOf {
        length: view.options.match_length.to_string(),
        sum: signed(team.sees(kiri_sum(view))),
        kiri: view.kiri_won()[team],
        shobu: view.progress.shobu_won[team],
    }
}

pub(super) fn team_line(reader: Reader<'_>, view: &View, team: Team) -> String {
    let words = reader.words;
    // Once the match is over the places name everybody.
    let (seats, between): (Vec<String>, _) = if view.standing.is_some() {
        let signs = seats_of(team).map(|seat| sign(seat).to_owned());
        (signs.collect(), " ")
    } else {
        let seat = |seat| format!("{} {}", sign(seat), seated(reader, seat));
        (seats_of(team).map(seat).collect(), " · ")
    };
    let StandingOf {
        length,
        sum,
        kiri,
        shobu,
    } = standing_of(view, team);
    let standing = words.meri_board_team_standing(&length, &sum, kiri, shobu);
    words.meri_board_team(
        team_sign(team),
        &team_name(words, team),
        view.ko[team],
        &team_yaku(words, view, team),
        &standing,
        &seats.join(between),
    )
}

/// What team A is ahead by in the kiri that is being played; one that was won is over with the next deal.
fn kiri_sum(view: &View) -> i32 {
    let (length, played) = (view.options.match_length, &view.progress.kiri);
    if view.phase != Phase::RoundOver && kiri(length, played).is_some() {
        return 0;
    }
    played.iter().sum()
}

/// What the yaku of the round came to so far for this team; empty where none was made.
fn team_yaku(words: Words, view: &View, team: Team) -> String {
    let made = || view.tricks.iter().filter_map(|trick| trick.made);
    if made().next().is_none() {
        return String::new();
    }
    let known: Option<i32> = made()
        .map(|made| {
            let value = made.value?;
            Some(if made.team == team { value } else { -value })
        })
        .sum();
    words.meri_board_team_yaku(&known.map_or_else(|| "?".to_owned(), signed))
}

/// A number with its sign; the minus is as long as the plus.
pub(super) fn signed(number: i32) -> String {
    match number {
        ..0 => format!("−{}", number.unsigned_abs()),
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
    }
}

/// How the okie found its taker; `None` while that is asked.
fn okie_line(words: Words, view: &View) -> Option<String> {
    let how = match view.robau {
        Some(Robau::Robatta) => "robatta",
        Some(Robau::Neta) => "neta",
        Some(Robau::Kikkaburi) => "kikkaburi",
        // A robai that nobody has shown may be hidden.
        Some(Robau::Kakushi) | None => "dealer",
    };
    Some(words.meri_board_taken(how, sign(view.taker?), &karuta(words, view.okie?)))
}

/// The tricks, and what of the rest of the pack everybody knows.
fn play_lines(words: Words, view: &View, told: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if view.tricks.is_empty() {
        lines.extend(okie_line(words, view));
    }
    lines.extend(hidden_line(words, view));
    lines.extend(pile_line(words, view));
    lines.extend(taken_lines(words, view, told));
    lines.extend(trick_lines(words, view));
    lines
}

fn hidden_line(words: Words, view: &View) -> Option<String> {
    let is_hidden = view.robau == Some(Robau::Kakushi);
    let trump = view.trump().filter(|_| is_hidden)?;
    Some(words.meri_board_was_hidden(&karuta(words, robai(trump))))
}

/// The three dead karuta, where everybody sees them (Hachinin-meri rules 7.3).
pub(super) fn pile_line(words: Words, view: &View) -> Option<String> {
    let pile = view.pile?;
    let discard = karuta(words, pile.discard?);
    Some(words.meri_board_pile(&discard, &karuta_all(words, &pile.leftovers)))
}
