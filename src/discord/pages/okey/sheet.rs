//! The score sheet of Okey: who finished which round, how, and what everybody had after it.

use super::board;
use crate::discord::pages::kit::board::{final_lines, onward_line, teams_line};
use crate::discord::pages::kit::ended::{Reached, places};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, away_line, seat_spoken, sign};
use crate::discord::speech::words::Words;
use crate::drawing;
use crate::rules::okey::View;
use crate::rules::okey::options::ShowingEffect;
use crate::rules::okey::sheet::Entry;
use crate::rules::{PerSeat, Seat, Seats};

/// The sheet; `None` before the first round is over.
pub(super) fn body(reader: Reader<'_>, view: &View) -> Option<Body> {
    let words = reader.words;
    let scene = drawing::okey::sheet(view, &reader.marks())?;
    let (first, last) = view.sheet.split_at(drawing::okey::summed_rounds(view));
    let mut lines = vec![words.okey_sheet()];
    if view.standing.is_none() {
        lines.extend(Seat::all(view.scores.len()).map(|seat| board::seat_line(reader, view, seat)));
        lines.extend(away_line(reader));
    }
    let is_team = view.options.partnership;
    lines.extend(is_team.then(|| teams_line(words, &view.scores)));
    lines.extend(sum_line(words, first));
    let numbered = (first.len() + 1..).zip(last);
    lines.extend(numbered.map(|(round, entry)| line(words, view, round, entry)));
    lines.extend(onward_line(reader));
    lines.extend(final_lines(reader, view.standing.as_ref()));
    Some(Body {
        text: lines.join("\n"),
        rows: Vec::new(),
        scene,
        alt: alt(reader, view, (first, last)),
    })
}

/// What everybody had.
fn points(words: Words, scores: &PerSeat<i32>) -> String {
    let each = scores
        .iter()
        .map(|(seat, points)| words.okey_sheet_points(sign(seat), *points));
    each.collect::<Vec<_>>().join(" ")
}

/// The first rounds of a long game, together: who finished how many.
fn sum_line(words: Words, rounds: &[Entry]) -> Option<String> {
    let last = rounds.last()?;
    let won = |seat: Seat| {
        let times = rounds.iter().filter(|round| has_finished(round, seat));
        let times = times.count();
        (times > 0).then(|| words.okey_sheet_times(sign(seat), times))
    };
    let won: Vec<String> = Seat::all(last.scores.len()).filter_map(won).collect();
    let won = if won.is_empty() {
        words.okey_sheet_drawn()
    } else {
        words.okey_sheet_summed(&won.join(" "))
    };
    Some(words.okey_sheet_rounds(rounds.len(), &won, &points(words, &last.scores)))
}

fn has_finished(round: &Entry, seat: Seat) -> bool {
    round.finish.is_some_and(|finish| finish.seat == seat)
}

fn line(words: Words, view: &View, round: usize, entry: &Entry) -> String {
    let ended = match &entry.finish {
        Some(finish) => {
            let colour = if finish.one_colour { "one" } else { "several" };
            let kind = board::kind_words(words, finish.kind, colour, finish.joker);
            words.okey_sheet_won(sign(finish.seat), &kind, finish.loss)
        }
        None => words.okey_sheet_drawn(),
    };
    let signs = |seats: Seats| {
        let signs: Vec<&str> = seats.iter().map(sign).collect();
        (!signs.is_empty()).then(|| signs.join(""))
    };
    let showed =
        signs(entry.showed).map(|signs| words.okey_sheet_showed(&signs, effect_word(view)));
    let failed = signs(entry.failed).map(|signs| words.okey_sheet_failed(&signs));
    let told: Vec<String> = [Some(ended), showed, failed]
        .into_iter()
        .flatten()
        .collect();
    words.okey_sheet_round(round, &told.join(" · "), &points(words, &entry.scores))
}

/// What showing the twin does, by the word for it (Okey rules 5.5).
fn effect_word(view: &View) -> &'static str {
    match view.options.gosterge_effect {
        ShowingEffect::OthersLose => "others-lose",
        ShowingEffect::ShowerGains => "gains",
    }
}

/// What the picture shows: of each seat what it had after every round, with those that it finished, and what came of the game.
fn alt(reader: Reader<'_>, view: &View, (first, last): (&[Entry], &[Entry])) -> String {
    let words = reader.words;
    let shown = || first.last().into_iter().chain(last);
    let seat_words = |seat: Seat| {
        let played = shown().filter(|round| round.played.contains(seat));
        let after = |round: &Entry| {
            let points = round.scores[seat].to_string().replace('-', "−");
            let is_sum = first.last().is_some_and(|sum| std::ptr::eq(sum, round));
            let finished = if has_finished(round, seat) && !is_sum {
                "yes"
            } else {
                "no"
            };
            words.okey_alt_sheet_points(&points, finished)
        };
        let rounds: Vec<String> = played.map(after).collect();
        words.okey_alt_sheet_seat(&seat_spoken(reader, seat), &rounds.join(", "))
    };
    let mut parts = vec![words.okey_alt_sheet(view.sheet.len(), first.len())];
    parts.extend(Seat::all(view.scores.len()).map(seat_words));
    parts.extend(board::alt_teams(words, view));
    if let Some(standing) = &view.standing {
        let reached = Reached {
            what: "points",
            points: drawing::okey::reached(standing),
            shown: None,
        };
        parts.push(places(reader, standing, &reached, None));
    }
    parts.join(" ")
}
