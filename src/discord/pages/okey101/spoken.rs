//! The board of Okey 101 for people who cannot see its picture.

use super::board::{cancelled, names_of, needed, opened};
use crate::discord::pages::kit;
use crate::discord::pages::kit::described::{Detail, first_with_room, with_melds};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::tiles::{spoken_dealer, spoken_okey};
use crate::discord::speech::tiles::spoken;
use crate::discord::speech::words::Words;
use crate::rules::okey101::View;
use crate::rules::okey101::score::{Ending, Finish};
use crate::rules::okey101::view::{Moved, Phase, TableMeld};
use crate::rules::{Seat, Viewer};

/// How many numbers of a seat the description of a score sheet tells, as its picture does: of more rounds the first ones are
/// summed.
const ALT_ROUNDS: usize = 11;

/// The picture in words: the table while a round is played, then the score sheet.
pub(super) fn alt(reader: Reader<'_>, view: &View) -> String {
    if view.phase == Phase::RoundOver && view.result.is_some() {
        let sheets = [Detail::Whole, Detail::Short].map(|detail| sheet(reader, view, detail));
        return first_with_room(reader, sheets);
    }
    debug_assert_eq!(view.viewer, Viewer::Watcher, "a board is for everybody");
    with_melds(
        reader,
        |detail| parts(reader, view, detail),
        &melds(reader.words, view),
    )
}

/// The table without its melds.
fn parts(reader: Reader<'_>, view: &View, detail: Detail) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let rounds = view.options.rounds;
    let mut parts = vec![words.okey101_alt_board(view.round, rounds, view.stock)];
    parts.extend(spoken_dealer(words, view.dealer));
    parts.extend(spoken_okey(words, view.indicator));
    for seat in Seat::all(view.held.len()) {
        let pile = view.piles[seat].seen.last();
        let pile = pile.map(|top| spoken(words, *top, view.okey()));
        parts.push(words.okey101_alt_seat(
            &detail.seat(reader, seat),
            view.totals[seat],
            view.held[seat],
            &opened(words, view, seat),
            &pile.unwrap_or_else(|| words.alt_no_pile()),
        ));
        let charged = view.charged(seat);
        if charged != 0 {
            let sign = words.sign_spoken(seat.index());
            parts.push(words.okey101_alt_charged(&sign, charged));
        }
    }
    parts.extend(alt_teams(words, view));
    if let Phase::Draw(seat) | Phase::Taken(seat) | Phase::Play(seat) = view.phase
        && look.is_live()
    {
        let sign = words.sign_spoken(seat.index());
        parts.push(words.alt_turn(&sign));
        let taken = view.taken.map(|taken| spoken(words, taken, view.okey()));
        parts.extend(taken.map(|taken| words.okey101_alt_taken(&sign, &taken)));
        let needed = needed(view);
        parts.extend(needed.map(|(points, doubles)| words.okey101_alt_needed(points, doubles)));
    }
    parts
}

/// What counts for each team, where there are teams.
pub(super) fn alt_teams(words: Words, view: &View) -> Option<String> {
    let is_team = view.options.teams;
    is_team.then(|| kit::board::alt_teams(words, &view.counting))
}

/// The score sheet: of each seat what every round cost, as far as the picture shows it, and the total.
fn sheet(reader: Reader<'_>, view: &View, detail: Detail) -> String {
    let words = reader.words;
    let together = match view.sheet.len() {
        ..=ALT_ROUNDS => 0,
        many => many + 1 - ALT_ROUNDS,
    };
    let (first, last) = view.sheet.split_at(together);
    let line = |seat: Seat| {
        let sum = first.iter().map(|round| round[seat]).sum();
        let sum: Option<i32> = (together > 0).then_some(sum);
        let rounds = sum.into_iter().chain(last.iter().map(|round| round[seat]));
        let rounds: Vec<String> = rounds
            .map(|points| points.to_string().replace('-', "−"))
            .collect();
        let sign = detail.seat(reader, seat);
        words.okey101_alt_sheet_seat(&sign, &rounds.join(", "), view.totals[seat])
    };
    let mut parts = vec![words.okey101_alt_sheet(view.round, together)];
    parts.extend(ending_words(words, view));
    parts.extend(Seat::all(view.totals.len()).map(line));
    parts.extend(charged_last(words, view));
    parts.extend(alt_teams(words, view));
    parts.join(" ")
}

/// What penalties are of the round that is just over, where the picture has a sign beside it (101 rules 10.3 and 10.6).
fn charged_last(words: Words, view: &View) -> Vec<String> {
    let lines = view.result.iter().flat_map(|result| result.lines.iter());
    let charged = lines.map(|(seat, line)| (seat, line.acts + line.held));
    let charged = charged.filter(|(_, points)| *points > 0);
    let told = |(seat, points): (Seat, i32)| {
        words.okey101_alt_sheet_charged(&words.sign_spoken(seat.index()), points)
    };
    charged.map(told).collect()
}

/// How the round ended: who finished it, and with which last tile, for the melds are on the table; or that nobody did, or that
/// it is void.
fn ending_words(words: Words, view: &View) -> Option<String> {
    let result = view.result.as_ref()?;
    let finisher = match result.ending {
        Ending::Finished(Finish { seat, .. }) => seat,
        Ending::Exhausted => return Some(words.okey101_exhausted(view.round)),
        Ending::Cancelled => return Some(cancelled(words, view.round, result)),
    };
    let last = view.history.iter().rev().find_map(|moved| match moved {
        Moved::Discarded { seat, tile } if *seat == finisher => Some(*tile),
        _ => None,
    })?;
    let sign = words.sign_spoken(finisher.index());
    Some(words.okey101_alt_finished(&sign, &spoken(words, last, view.okey())))
}

/// The melds, numbered as `/play` names them.
pub(super) fn melds(words: Words, view: &View) -> Vec<String> {
    let spoken_meld = |(number, meld): (usize, &TableMeld)| {
        let sign = words.sign_spoken(meld.owner.index());
        let tiles = names_of(words, view, meld, spoken).join(", ");
        words.okey101_alt_meld(number, &sign, &tiles)
    };
    (1..).zip(&view.table).map(spoken_meld).collect()
}
