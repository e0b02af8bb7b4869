//! What a panel of Kaluki says first: whose turn it is, what there is to be done, and what must not be.

use super::arranged::is_playing;
use super::result::{Detail, deal_lines as result_of, onward};
use super::told::since_line;
use super::{between, board};
use crate::discord::pages::kit::board::has_ended_early;
use crate::discord::pages::kit::since::waiting;
use crate::discord::pages::kit::turn::your_turn;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::cards::label;
use crate::discord::speech::words::Words;
use crate::rules::card::Card;
use crate::rules::kaluki::View;
use crate::rules::kaluki::view::{Moved, Phase, TakenCard, Terms};
use crate::rules::{Seat, Seats};

/// The first lines.
pub(super) fn status(reader: Reader<'_>, view: &View) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    if has_ended_early(look, view.standing.as_ref()) {
        return vec![words.game_abandoned()];
    }
    let mut lines = phase_lines(reader, view);
    // Below what is to be done, and above what others did.
    let below = lines.len().min(1);
    lines.splice(below..below, missed_line(words, view));
    lines
}

/// What there is to be done, or who is waited for, and what happened meanwhile.
fn phase_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let me = view.viewer.seat();
    match view.phase {
        Phase::Undealt | Phase::DealOver => {
            let mut lines: Vec<String> = between::out_line(reader, view).into_iter().collect();
            lines.extend(result_lines(reader, view));
            lines.extend(onward(reader, view));
            lines
        }
        _ if between::out_line(reader, view).is_some() => {
            between::out_line(reader, view).into_iter().collect()
        }
        Phase::BuyIn(asked) => {
            let mut lines = between::buying_lines(reader, view, asked);
            lines.extend(result_lines(reader, view));
            lines
        }
        Phase::Announce(seat) => vec![between::announcing_line(reader, view, seat)],
        Phase::Draw(seat) | Phase::Play(seat) if me != Some(seat) => {
            vec![waiting(reader, before(view, me.unwrap_or(seat)))]
        }
        Phase::Draw(_) => {
            let task = your_turn(reader, &draw_task(words, view));
            [task].into_iter().chain(since_line(reader, view)).collect()
        }
        Phase::Play(_) => {
            let since = since_line(reader, view);
            play_lines(reader, view).into_iter().chain(since).collect()
        }
    }
}

/// After whom a seat plays: whoever has left the match is passed over.
fn before(view: &View, seat: Seat) -> Seat {
    let playing = view.left.iter().filter(|(_, left)| left.is_none());
    let playing: Seats = playing.map(|(one, _)| one).collect();
    playing.before(seat, view.left.len())
}

/// What the deal that is over came to.
fn result_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    result_of(reader, view, Detail::Numbers)
}

fn draw_task(words: Words, view: &View) -> String {
    let takeable = view.own.as_ref().and_then(|own| own.takeable);
    let has_returned = matches!(view.history.last(), Some(Moved::Returned { .. }));
    match takeable {
        _ if has_returned => words.kaluki_do_draw_after_return(),
        None => words.kaluki_do_draw(),
        Some(taken) => {
            let (card, terms) = (label(words, taken.card), terms_word(taken.terms));
            let serves = if view.has_no_use_for(taken) {
                "no"
            } else {
                "maybe"
            };
            words.kaluki_do_draw_or_take(&card, terms, serves)
        }
    }
}

/// What is owed for a discard, as sentences name it.
pub(super) fn terms_word(terms: Terms) -> &'static str {
    match terms {
        Terms::Free => "free",
        Terms::MustOpen => "open",
        Terms::MustUse => "use",
        Terms::MustMeld => "meld",
    }
}

/// What to do in the turn, and what must not be done in it.
fn play_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let Some(own) = &view.own else {
        return Vec::new();
    };
    let task = match (own.must_use, &own.hand[..]) {
        (Some(TakenCard { card, terms }), _) => {
            words.kaluki_do_use(&label(words, card), terms_word(terms))
        }
        (None, [last]) => words.kaluki_last_card(&label(words, *last)),
        (None, _) => words.kaluki_do_discard(),
    };
    let fresh = own.fresh.filter(|_| own.must_use.is_none());
    let fresh = fresh.map(|card| words.kaluki_fresh(&label(words, card)));
    let task: Vec<String> = fresh.into_iter().chain([task]).collect();
    let mut lines = vec![your_turn(reader, &task.join(" "))];
    // What must be laid first anyway is not to be discarded.
    let locked = view.taken.filter(|_| own.must_use.is_none());
    let locked = locked.filter(|taken| is_locked(view, taken.card));
    lines.extend(locked.map(|taken| words.kaluki_locked(&label(words, taken.card))));
    lines
}

/// What whoever did not announce in time may not do in their next turn: known from then on, so that they can draw or take
/// for it (Kaluki rules 7.3).
fn missed_line(words: Words, view: &View) -> Option<String> {
    view.own.as_ref().filter(|own| own.missed)?;
    let turn = match view.phase {
        Phase::Draw(seat) | Phase::Play(seat) if view.viewer.seat() == Some(seat) => "this",
        Phase::Draw(_) | Phase::Play(_) | Phase::Announce(_) => "next",
        Phase::Undealt | Phase::BuyIn(_) | Phase::DealOver => return None,
    };
    Some(words.kaluki_missed(turn))
}

/// Whether this card was taken in this turn and so may not be discarded in it (Kaluki rules 7.2).
pub(super) fn is_locked(view: &View, card: Card) -> bool {
    let Some(own) = &view.own else {
        return false;
    };
    let was_taken = view.taken.is_some_and(|taken| taken.card == card);
    let held = own.hand.iter().filter(|held| **held == card).count();
    let may = view.options.may_return_taken || own.discardable.contains(&card);
    was_taken && held == 1 && !may
}

/// The deal, and where it is told what others change, its stock and the top discard, while cards are played.
pub(super) fn deal_lines(reader: Reader<'_>, view: &View, is_whole: bool) -> Vec<String> {
    let words = reader.words;
    if !is_playing(view) {
        return Vec::new();
    }
    let deal = board::deal_line(words, view, is_whole.then_some(view.stock));
    let top = is_whole.then(|| board::top_line(reader, view));
    deal.into_iter().chain(top).collect()
}
