//! The board of Kaluki for people who cannot see its picture.

use super::board::seat_parts;
use super::melds::spoken as spoken_meld;
use crate::discord::pages::kit::described::{Detail, first_with_room, letters, with_melds};
use crate::discord::pages::reader::Reader;
use crate::discord::speech::cards::{spoken, spoken_all};
use crate::discord::speech::words::Words;
use crate::drawing::kaluki::{Summed, bought_in, summed, summed_deals};
use crate::rules::card::Card;
use crate::rules::kaluki::View;
use crate::rules::kaluki::score::{Ending, Line};
use crate::rules::kaluki::view::{Moved, Phase, TableMeld, TakenCard};
use crate::rules::{Seat, Viewer};

/// The picture in words: the table while a deal is played, then the score sheet.
pub(super) fn alt(reader: Reader<'_>, view: &View) -> String {
    if shows_sheet(view) {
        let sheets = [Detail::Whole, Detail::Short].map(|detail| sheet(reader, view, detail));
        return first_with_room(reader, sheets);
    }
    debug_assert_eq!(view.viewer, Viewer::Watcher, "a board is for everybody");
    with_melds(
        reader,
        |detail| table(reader, view, detail),
        &melds(reader.words, view),
    )
}

/// The table without its melds.
fn table(reader: Reader<'_>, view: &View, detail: Detail) -> Vec<String> {
    let words = reader.words;
    let top = view.pile.last().map(|top| spoken(words, *top));
    let top = top.unwrap_or_else(|| words.alt_no_pile());
    let mut parts = vec![words.kaluki_alt_deal(view.deal, view.stock, &top)];
    // In its place the picture has what was just taken, at a table that is open.
    let taken = view.just_taken().filter(|_| reader.look.is_live());
    if taken.is_none() {
        parts.extend(detail.spare(under_top(words, view)));
    }
    let seats = Seat::all(view.penalties.len());
    parts.extend(seats.map(|seat| seat_words(reader, view, seat, detail)));
    if let Phase::Draw(seat) | Phase::Play(seat) | Phase::Announce(seat) = view.phase
        && reader.look.is_live()
    {
        parts.push(words.alt_turn(&words.sign_spoken(seat.index())));
    }
    parts.extend(taken.and_then(|taken| taken_words(words, view, taken)));
    parts
}

/// So many discards under the top one are shown.
const MOST_UNDER: usize = 3;

/// The discards under the top one, the highest first.
fn under_top(words: Words, view: &View) -> Option<String> {
    let under = view.pile.iter().rev().skip(1).take(MOST_UNDER).copied();
    let under: Vec<Card> = under.collect();
    (!under.is_empty()).then(|| words.alt_under(&spoken_all(words, &under)))
}

/// Who has just taken which discard.
fn taken_words(words: Words, view: &View, taken: TakenCard) -> Option<String> {
    let (Phase::Play(seat) | Phase::Announce(seat)) = view.phase else {
        return None;
    };
    let taken = spoken(words, taken.card);
    Some(words.kaluki_alt_taken(&words.sign_spoken(seat.index()), &taken))
}

/// The score sheet is shown once a deal is over.
fn shows_sheet(view: &View) -> bool {
    matches!(view.phase, Phase::BuyIn(_) | Phase::DealOver)
}

fn seat_words(reader: Reader<'_>, view: &View, seat: Seat, detail: Detail) -> String {
    let words = reader.words;
    let sign = detail.seat(reader, seat);
    match view.left[seat] {
        Some(deal) => words.kaluki_alt_seat_out(&sign, deal, &parts(words, view, seat)),
        None => words.kaluki_alt_seat(&sign, view.penalties[seat], &parts(words, view, seat)),
    }
}

/// An alt text shows no markdown.
fn parts(words: Words, view: &View, seat: Seat) -> String {
    let parts = seat_parts(words, view, seat).into_iter();
    parts
        .map(|part| format!(", {}", part.replace('*', "")))
        .collect()
}

/// The melds, numbered as everybody knows them.
pub(super) fn melds(words: Words, view: &View) -> Vec<String> {
    let tell = |(number, laid): (usize, &TableMeld)| {
        let sign = words.sign_spoken(laid.owner.index());
        words.kaluki_alt_meld(number, &sign, &spoken_meld(words, &laid.meld))
    };
    (1..).zip(&view.table).map(tell).collect()
}

/// The score sheet with who has won the deal. The first deals are summed as in the picture, and more of them where there is
/// no room for each.
fn sheet(reader: Reader<'_>, view: &View, detail: Detail) -> String {
    let Reader { words, room, .. } = reader;
    let winner: Vec<String> = won(words, view, 0).into_iter().collect();
    let room_beside = room.saturating_sub(letters(&winner));
    let result = view.result.as_ref();
    let mut first = result.map_or(0, |result| summed_deals(view, result));
    let mut all = deals(reader, view, (first, detail));
    while first + 1 < view.sheet.len() && letters(&all) > room_beside {
        // A single one would be no shorter.
        first = (first + 1).max(2);
        all = deals(reader, view, (first, detail));
    }
    if let Some(won) = won(words, view, room.saturating_sub(letters(&all))) {
        all.insert(1, won);
    }
    all.join(" ")
}

/// Of each seat what so many of the first deals came to, what each of the others brought, and its total.
fn deals(reader: Reader<'_>, view: &View, (first, detail): (usize, Detail)) -> Vec<String> {
    let words = reader.words;
    let (sums, buy_ins) = (summed(view, first), bought_in(view));
    let line = |seat: Seat| {
        let deals = (1..).zip(view.sheet.iter().zip(&buy_ins)).skip(first);
        let told = deals.flat_map(|(number, (lines, at))| {
            let bought = at[seat].map(|at| words.kaluki_alt_sheet_bought(at));
            let deal = deal(words, view, number, lines[seat], seat);
            std::iter::once(deal).chain(bought)
        });
        let told: Vec<String> = told.chain(void(words, view, seat)).collect();
        let told = told.join(", ");
        let Summed { won, total } = sums[seat];
        let told = match first {
            0 => told,
            _ => words.kaluki_alt_sheet_summed(won, total, &told),
        };
        words.kaluki_alt_sheet_seat(
            &detail.seat(reader, seat),
            &told,
            view.penalties[seat],
            &parts(words, view, seat),
        )
    };
    let mut all = vec![words.kaluki_alt_sheet(view.deal, first)];
    all.extend(Seat::all(view.penalties.len()).map(line));
    all
}

/// Who has won the deal, with which melds where there is room for them, and with which card.
fn won(words: Words, view: &View, room: usize) -> Option<String> {
    let Ending::CalledUp(call_up) = view.result.as_ref()?.ending else {
        return None;
    };
    let own = view.table.iter().filter(|laid| laid.owner == call_up.seat);
    let melds: Vec<String> = own.map(|laid| spoken_meld(words, &laid.meld)).collect();
    let last = last_discard(view, call_up.seat).map(|card| spoken(words, card));
    let how = if call_up.kaluki { "kaluki" } else { "call-up" };
    let sign = words.sign_spoken(call_up.seat.index());
    let told = |melds: &str| {
        let last = last.as_deref().unwrap_or("none");
        words.kaluki_alt_won(&sign, view.deal, how, melds, last)
    };
    let whole = told(&melds.join("; "));
    let has_room = !melds.is_empty() && letters(std::slice::from_ref(&whole)) <= room;
    Some(if has_room { whole } else { told("none") })
}

/// What a seat discarded in its last turn; nothing where it laid its last card (Kaluki rules 12).
fn last_discard(view: &View, winner: Seat) -> Option<Card> {
    let begins_or_ends = |moved: &&Moved| match moved {
        Moved::Drew { seat, .. } | Moved::Took { seat, .. } | Moved::Discarded { seat, .. } => {
            *seat == winner
        }
        _ => false,
    };
    match view.history.iter().rev().find(begins_or_ends)? {
        Moved::Discarded { card, .. } => Some(*card),
        _ => None,
    }
}

/// A void deal has just been: it stands behind those that count.
fn void(words: Words, view: &View, seat: Seat) -> Option<String> {
    let result = view.result.as_ref()?;
    let is_void = !result.ending.counts() && view.left[seat].is_none();
    is_void.then(|| words.kaluki_alt_sheet_void())
}

/// What a deal was for a seat: won, so many points, or nothing where its player was out.
fn deal(words: Words, view: &View, number: u32, line: Line, seat: Seat) -> String {
    let call_up = view.call_ups.get(number as usize - 1);
    match call_up.filter(|call_up| call_up.seat == seat) {
        Some(call_up) if call_up.kaluki => words.kaluki_alt_sheet_won("kaluki"),
        Some(_) => words.kaluki_alt_sheet_won("call-up"),
        None if view.left[seat].is_some_and(|left| number > left) => words.kaluki_alt_sheet_out(),
        None => words.kaluki_alt_sheet_points(line.points),
    }
}
