//! What a round of Hachinin-meri came to, and with it the kiri and the match, in words (Hachinin-meri rules 10 and 11).

use super::board::{pile_line, round_of_kiri, signed, team_name};
use crate::discord::pages::kit::board::onward_line;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::discord::speech::karuta::karuta;
use crate::discord::speech::words::Words;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::order::robai;
use crate::rules::meri::score::{KIRI, kiri};
use crate::rules::meri::{Robau, SEATS, Team, Total, View};
use crate::rules::{Outcome, Seat, Standing};

/// How the round ended; nothing before the first one has.
pub(super) fn result_lines(words: Words, view: &View) -> Vec<String> {
    let won = view
        .total
        .and_then(|total| Some((total, Team::favoured(total.diff)?)));
    let Some((total, winner)) = won else {
        return Vec::new();
    };
    let (round, name) = (round_of_kiri(view), team_name(words, winner));
    let mut lines = vec![words.meri_board_won_round(round, &name, total.diff.unsigned_abs())];
    lines.push(count_line(words, total));
    lines.extend(robai_line(words, view));
    lines.extend(pile_line(words, view));
    lines.extend(kiri_lines(words, view));
    lines
}

/// What was counted stands there only where yaku moved something: else it is the tricks.
fn count_line(words: Words, total: Total) -> String {
    let (ko, counted) = (total.ko, total.counted);
    let yaku = counted.a - ko.a;
    let yaku = match yaku {
        0 => String::new(),
        _ => {
            let moved = format!("{} / {}", signed(yaku), signed(-yaku));
            words.meri_board_count_yaku(&moved, counted.a, counted.b)
        }
    };
    words.meri_board_count(ko.a, ko.b, &yaku)
}

/// Where the robai was, if nobody called.
fn robai_line(words: Words, view: &View) -> Option<String> {
    let how = match view.robau? {
        Robau::Robatta => return None,
        Robau::Kakushi => "kakushi",
        Robau::Neta => "neta",
        Robau::Kikkaburi => "kikkaburi",
    };
    let robai = robai(view.trump()?);
    Some(words.meri_board_robai_was(how, &karuta(words, robai)))
}

/// How kiri, hitoshōbu and match stand (Hachinin-meri rules 11).
fn kiri_lines(words: Words, view: &View) -> Vec<String> {
    let (length, progress) = (view.options.match_length, &view.progress);
    let mut lines = Vec::new();
    if length != MatchLength::Hitomaki {
        lines.push(kiri_line(words, view));
    }
    if matches!(length, MatchLength::Hitoshobu | MatchLength::Honshobu) {
        let won = view.kiri_won();
        lines.push(words.meri_board_kiri_count(won.a, won.b));
    }
    if length == MatchLength::Honshobu {
        let winner = view.hitoshobu_winner();
        lines.extend(winner.map(|team| words.meri_board_shobu_won(&team_name(words, team))));
        let won = progress.shobu_won;
        lines.push(words.meri_board_shobu_count(won.a, won.b));
    }
    let winner = progress.winner;
    lines.extend(winner.map(|winner| words.meri_board_match_won(&team_name(words, winner))));
    lines
}

fn kiri_line(words: Words, view: &View) -> String {
    let played = &view.progress.kiri;
    let sum: i32 = played.iter().sum();
    let ahead = sum.unsigned_abs();
    if let Some(winner) = kiri(view.options.match_length, played) {
        return words.meri_board_kiri_won(&team_name(words, winner), ahead);
    }
    match KIRI.saturating_sub(played.len()) {
        0 => words.meri_board_kiri_level(),
        left => {
            let leader = Team::favoured(sum).map(|team| team_name(words, team));
            words.meri_board_kiri_stands(leader.as_deref().unwrap_or("none"), ahead, left)
        }
    }
}

/// When the next round begins, or how the match ended.
pub(super) fn onward(reader: Reader<'_>, view: &View) -> Vec<String> {
    let mut lines: Vec<String> = onward_line(reader).into_iter().collect();
    if let Some(standing) = &view.standing {
        lines.extend(match_lines(reader, view, standing));
    }
    lines
}

/// How the match ended, best first.
pub(super) fn match_lines(reader: Reader<'_>, view: &View, standing: &Standing) -> Vec<String> {
    let mut seats: Vec<Seat> = Seat::all(SEATS).collect();
    seats.sort_by_key(|seat| standing.places[*seat]);
    let places = seats
        .into_iter()
        .map(|seat| place_line(reader, view, standing, seat));
    std::iter::once(reader.words.game_over())
        .chain(places)
        .collect()
}

/// In the points of the match, or in the kiri or hitoshōbu that decided it (Hachinin-meri rules 11).
fn place_line(reader: Reader<'_>, view: &View, standing: &Standing, seat: Seat) -> String {
    let outcome = if standing.outcomes[seat] == Outcome::Won {
        "won"
    } else {
        "other"
    };
    reader.words.meri_board_final_place(
        standing.places[seat],
        sign(seat),
        &who(reader, seat),
        standing.points[seat],
        &view.options.match_length.to_string(),
        outcome,
    )
}
