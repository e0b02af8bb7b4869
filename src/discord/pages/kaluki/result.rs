//! How a deal of Kaluki ended, what follows from it, and how a match ended, in lines.

use super::between::no_buy_in;
use super::units::signed;
use crate::discord::pages::board::was_left;
use crate::discord::pages::kit::board::onward_line;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::discord::speech::cards::cards;
use crate::discord::speech::words::Words;
use crate::rules::kaluki::View;
use crate::rules::kaluki::score::{DealResult, Ending, Line};
use crate::rules::kaluki::view::Moved;
use crate::rules::{Outcome, Seat, Standing};
use crate::tables::Sitter;

/// How much is told of a deal that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// With the cards that were left in the hands.
    Hands,
    /// In numbers alone.
    Numbers,
}

/// The deal that is over: how it ended, and what it was for everybody who took part.
pub(super) fn deal_lines(reader: Reader<'_>, view: &View, detail: Detail) -> Vec<String> {
    let Some(result) = &view.result else {
        return Vec::new();
    };
    let mut lines = vec![ending(reader, view, result)];
    if result.ending.counts() {
        let seats = Seat::all(view.penalties.len()).filter(|seat| view.order.contains(seat));
        lines.extend(seats.map(|seat| line(reader.words, view, (result, detail), seat)));
    }
    lines.extend(fates(reader, view));
    lines
}

fn ending(reader: Reader<'_>, view: &View, result: &DealResult) -> String {
    let words = reader.words;
    let dealer = view.dealer.map_or("", sign);
    match result.ending {
        Ending::CalledUp(call_up) => {
            let (sign, who) = (sign(call_up.seat), still_named(reader, view, call_up.seat));
            if call_up.kaluki {
                let doubled = if view.options.kaluki_doubles_penalty {
                    "yes"
                } else {
                    "no"
                };
                words.kaluki_kaluki(view.deal, sign, &who, doubled)
            } else {
                words.kaluki_called_up(view.deal, sign, &who)
            }
        }
        Ending::Exhausted => words.kaluki_exhausted(view.deal, dealer),
        Ending::Stalled => words.kaluki_stalled(view.deal, dealer),
    }
}

/// What the deal was for a seat: points and units, and the cards that were left (Kaluki rules 7.4).
fn line(words: Words, view: &View, (result, detail): (&DealResult, Detail), seat: Seat) -> String {
    let Line { stake, points } = result.lines[seat];
    let mut more = String::new();
    if view.options.has_stakes() {
        more.push_str(&words.kaluki_line_stake(stake, &signed(stake)));
    }
    if winner(result) == Some(seat) {
        return words.kaluki_line_winner(sign(seat), view.penalties[seat], &more);
    }
    let hand = view.hands.as_ref().map(|hands| &hands[seat]);
    if let Some(hand) = hand.filter(|_| detail == Detail::Hands) {
        more.push_str(&words.kaluki_line_hand(&cards(words, hand)));
    }
    if has_bought_in(view, seat) {
        // Their total is what they bought in at; that stands in its own line.
        return words.kaluki_line_over(sign(seat), points, &more);
    }
    words.kaluki_line(sign(seat), points, view.penalties[seat], &more)
}

fn winner(result: &DealResult) -> Option<Seat> {
    match result.ending {
        Ending::CalledUp(call_up) => Some(call_up.seat),
        Ending::Exhausted | Ending::Stalled => None,
    }
}

/// Whether somebody bought in after this deal.
fn has_bought_in(view: &View, seat: Seat) -> bool {
    let buys =
        |moved: &Moved| matches!(moved, Moved::BoughtIn { seat: buyer, .. } if *buyer == seat);
    view.history.iter().any(buys)
}

/// Who is out, and who bought in, in the order in which it came out (Kaluki rules 10 step 5).
fn fates(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let fate = |moved: &Moved| match moved {
        Moved::Left { seat } => {
            let why = no_buy_in(words, view, *seat);
            Some(words.kaluki_left(sign(*seat), &still_named(reader, view, *seat), &why))
        }
        Moved::BoughtIn { seat, penalty } => {
            Some(words.kaluki_bought_in(sign(*seat), &name(reader, *seat), *penalty))
        }
        _ => None,
    };
    view.history.iter().filter_map(fate).collect()
}

/// Who sits there; once the match is over, when the places name everybody, their sign is enough.
fn still_named(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    if view.standing.is_some() {
        return "none".to_owned();
    }
    name(reader, seat)
}

/// Who sits there, without what a board says of them in their own line.
pub(super) fn name(reader: Reader<'_>, seat: Seat) -> String {
    match reader.look.seats.get(seat) {
        Some(Sitter::Person { person, .. }) if !person.is_nobody() => format!("<@{person}>"),
        _ => who(reader, seat),
    }
}

/// When the next deal comes, or how the match ended: in units, or in penalty points where nothing is at stake.
pub(super) fn onward(reader: Reader<'_>, view: &View) -> Vec<String> {
    let mut lines: Vec<String> = onward_line(reader).into_iter().collect();
    if let Some(standing) = &view.standing {
        lines.extend(match_lines(reader, view, standing));
    }
    lines
}

/// How the match ended, best first.
pub(super) fn match_lines(reader: Reader<'_>, view: &View, standing: &Standing) -> Vec<String> {
    let words = reader.words;
    let mut seats: Vec<Seat> = Seat::all(standing.places.len()).collect();
    seats.sort_by_key(|seat| standing.places[*seat]);
    let mut lines = vec![words.kaluki_match_over()];
    lines.extend(
        seats
            .into_iter()
            .map(|seat| place_line(reader, view, standing, seat)),
    );
    lines.extend(pool_line(words, view));
    if view.options.has_stakes() {
        lines.push(words.kaluki_units());
        if was_left(reader.look) {
            lines.push(words.kaluki_units_shared());
        }
    }
    lines
}

/// What was in the pool, and from whom: by default nobody's units tell before what they paid (Kaluki rules 11).
fn pool_line(words: Words, view: &View) -> Option<String> {
    let options = &view.options;
    let has_bought_in = view.buy_ins.values().any(|times| *times > 0);
    let buy_in = if has_bought_in {
        options.stake_buy_in
    } else {
        0
    };
    (view.pool > 0).then(|| words.kaluki_pool_was(view.pool, options.stake_initial, buy_in))
}

fn place_line(reader: Reader<'_>, view: &View, standing: &Standing, seat: Seat) -> String {
    let words = reader.words;
    let (place, units) = (standing.places[seat], standing.points[seat]);
    let outcome = if standing.outcomes[seat] == Outcome::Won {
        "won"
    } else {
        "other"
    };
    let penalty = |units| words.kaluki_place_penalty(view.penalties[seat], units);
    let result = if view.options.has_stakes() {
        let units = words.kaluki_place_units(units, &signed(units));
        format!("{units} · {}", penalty("played"))
    } else {
        penalty("none")
    };
    words.kaluki_place(place, sign(seat), &who(reader, seat), outcome, &result)
}
