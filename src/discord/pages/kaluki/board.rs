//! What everybody sees of a table of Kaluki: the board while a deal is played, and what came of it.

use super::press::Press;
use super::result::{Detail, deal_lines, match_lines, name, onward};
use super::spoken::alt;
use super::told::history_line;
use super::units::{of_seat, signed};
use crate::discord::pages::kit::board::{Told, has_ended_early, is_pressed_by_a_person, ways};
use crate::discord::pages::kit::turn::{asks_others, turn_of};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, away_line, button, seated, sign, who};
use crate::discord::speech::cards::{card, label};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::rules::kaluki::options::{DiscardAfterOpen, DiscardBeforeOpen, MatchMode};
use crate::rules::kaluki::view::{Moved, Phase, Terms};
use crate::rules::kaluki::{Options, View};
use crate::rules::{Seat, Seats};

/// Discord takes 2 000 characters; what the board of every game adds has room, too.
const MOST_LETTERS: usize = 1_750;

/// What everybody sees.
pub(super) fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
    let lines = if is_over(view.phase) {
        over_lines(reader, view)
    } else {
        live_lines(reader, view, told)
    };
    Body {
        text: lines.join("\n"),
        rows: vec![buttons(reader, view)],
        scene: drawing::kaluki::board(view, &reader.marks(), reader.inks),
        alt: alt(reader, view),
    }
}

/// Whether no card can be played any more in this deal.
fn is_over(phase: Phase) -> bool {
    matches!(phase, Phase::Undealt | Phase::BuyIn(_) | Phase::DealOver)
}

fn live_lines(reader: Reader<'_>, view: &View, told: Option<Told>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let mut lines = seat_lines(reader, view);
    lines.extend(deal_line(words, view, Some(view.stock)));
    lines.push(top_line(reader, view));
    if !has_ended_early(look, view.standing.as_ref()) {
        lines.extend(turn_lines(reader, view));
    }
    lines.extend(history_line(words, view, told));
    lines
}

/// The hands that were left are told where there is room for them.
fn over_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let whole = over_lines_with(reader, view, Detail::Hands);
    let letters: usize = whole.iter().map(|line| line.chars().count() + 1).sum();
    if letters > MOST_LETTERS {
        return over_lines_with(reader, view, Detail::Numbers);
    }
    whole
}

fn over_lines_with(reader: Reader<'_>, view: &View, detail: Detail) -> Vec<String> {
    if let Some(standing) = &view.standing {
        let mut lines = match_lines(reader, view, standing);
        lines.extend(deal_lines(reader, view, detail));
        return lines;
    }
    let mut lines = seat_lines(reader, view);
    lines.extend(deal_lines(reader, view, detail));
    if !has_ended_early(reader.look, view.standing.as_ref()) {
        lines.extend(buy_in_lines(reader, view));
    }
    lines.extend(onward(reader, view));
    lines
}

fn seat_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let seats = Seat::all(view.penalties.len());
    let seats = seats.map(|seat| seat_line(reader, view, seat));
    seats.chain(away_line(reader)).collect()
}

fn seat_line(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    let words = reader.words;
    let (sign, who) = (sign(seat), seated(reader, seat));
    let parts: String = short_parts(words, view, seat)
        .iter()
        .map(|part| format!(" · {part}"))
        .collect();
    match view.left[seat] {
        Some(deal) => words.kaluki_seat_out(sign, &who, deal, &parts),
        None => words.kaluki_seat(sign, &who, view.penalties[seat], &parts),
    }
}

/// What else is said of a seat in its line: who is not open or has no units is told by the picture, and in words.
fn short_parts(words: Words, view: &View, seat: Seat) -> Vec<String> {
    let is_open = is_in(view, seat) && view.opened.contains(seat);
    let open = is_open.then(|| words.kaluki_part_open());
    let units = (of_seat(view, seat) != 0).then(|| units_part(words, view, seat));
    let parts = [
        held_part(words, view, seat),
        open,
        buy_ins_part(words, view, seat),
        units.flatten(),
    ];
    parts.into_iter().flatten().collect()
}

/// All that there is to be said of a seat: its cards as far as they are shown, whether it is open, buy-ins and units.
pub(super) fn seat_parts(words: Words, view: &View, seat: Seat) -> Vec<String> {
    let open = is_in(view, seat).then(|| {
        if view.opened.contains(seat) {
            words.kaluki_part_open()
        } else {
            words.kaluki_part_closed()
        }
    });
    let parts = [
        held_part(words, view, seat),
        open,
        buy_ins_part(words, view, seat),
        units_part(words, view, seat),
    ];
    parts.into_iter().flatten().collect()
}

/// Whether a seat plays in this deal, and it is not over.
fn is_in(view: &View, seat: Seat) -> bool {
    view.left[seat].is_none() && !is_over(view.phase)
}

/// Kaluki rules 7.4: with `announce=manual` only announced sizes are shown.
fn held_part(words: Words, view: &View, seat: Seat) -> Option<String> {
    let held = view.held[seat].filter(|_| is_in(view, seat));
    held.map(|held| held_words(words, &view.options, held))
}

fn buy_ins_part(words: Words, view: &View, seat: Seat) -> Option<String> {
    let times = view.buy_ins[seat];
    (times > 0).then(|| words.kaluki_part_buy_ins(times))
}

fn units_part(words: Words, view: &View, seat: Seat) -> Option<String> {
    let units = of_seat(view, seat);
    view.options
        .has_stakes()
        .then(|| words.kaluki_part_units(units, &signed(units)))
}

/// How many cards a seat holds; so few that they are announced stand out (Kaluki rules 7.3).
fn held_words(words: Words, options: &Options, held: usize) -> String {
    let is_few = held <= options.announce_at as usize;
    words.kaluki_part_held(held, if is_few { "yes" } else { "no" })
}

/// The deal in a line: its number, its dealer, the stock and the pool.
pub(super) fn deal_line(words: Words, view: &View, stock: Option<usize>) -> Option<String> {
    let dealer = sign(view.dealer?);
    let deals = match view.options.match_mode {
        MatchMode::FixedDeals(deals) => deals,
        MatchMode::Pool | MatchMode::SingleDeal => 0,
    };
    let mut line = if view.voids > 0 {
        words.kaluki_deal_again(view.deal, deals, dealer, view.voids)
    } else {
        words.kaluki_told_deal(view.deal, deals, dealer)
    };
    if let Some(stock) = stock {
        line.push_str(&words.kaluki_told_stock(stock));
        if view.reshuffles > 0 {
            line.push_str(&words.kaluki_reshuffled(view.reshuffles));
        }
    }
    if view.pool > 0 {
        line.push_str(&words.kaluki_told_pool(view.pool));
    }
    Some(line)
}

/// The top discard, and on which terms it may be taken: told to everybody, or to whoever is to draw.
pub(super) fn top_line(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    let Some(top) = view.pile.last() else {
        return words.kaluki_no_top();
    };
    let me = view.viewer.seat();
    let is_told = me.is_none_or(|me| view.phase == Phase::Draw(me));
    let terms = if is_told && look.is_live() {
        take_terms(view)
    } else {
        "none"
    };
    words.kaluki_top(&card(words, *top), terms)
}

/// On which terms whoever is to draw may take the top discard, as far as everybody knows (Kaluki rules 7.1 and 7.4):
/// whether they can meet them is their secret.
fn take_terms(view: &View) -> &'static str {
    let Phase::Draw(seat) = view.phase else {
        return "none";
    };
    let is_first_turn = !view
        .history
        .iter()
        .any(|moved| matches!(moved, Moved::Discarded { .. }));
    if is_first_turn {
        return "free";
    }
    if view.opened.contains(seat) {
        after_opening(&view.options)
    } else {
        before_opening(&view.options)
    }
}

/// Whether the top discard may be taken, as far as everybody knows: there is one, and not only who is open may take it.
fn may_be_taken(view: &View) -> bool {
    !view.pile.is_empty() && take_terms(view) != "never"
}

fn after_opening(options: &Options) -> &'static str {
    match options.discard_after_open {
        DiscardAfterOpen::Free => "free",
        DiscardAfterOpen::MustUse => "use",
        DiscardAfterOpen::MustMeld => "meld",
    }
}

fn before_opening(options: &Options) -> &'static str {
    match options.discard_before_open {
        DiscardBeforeOpen::IfUsed => "open",
        DiscardBeforeOpen::Never => "never",
    }
}

/// Whose turn it is, and what they are to do.
fn turn_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    match view.phase {
        Phase::Draw(seat) if may_be_taken(view) => vec![turn_of(reader, seat, "draw")],
        Phase::Draw(seat) => {
            let draws = words.kaluki_turn_draw(sign(seat), &who(reader, seat));
            vec![asks_others(reader, draws)]
        }
        Phase::Play(seat) => {
            let plays = turn_of(reader, seat, "play");
            [Some(plays), owes_line(words, view, seat)]
                .into_iter()
                .flatten()
                .collect()
        }
        Phase::Announce(seat) => {
            let announces = words.kaluki_turn_announce(sign(seat), &name(reader, seat));
            vec![asks_others(reader, announces)]
        }
        Phase::Undealt | Phase::BuyIn(_) | Phase::DealOver => Vec::new(),
    }
}

/// What is owed for the discard just taken, until it is laid.
fn owes_line(words: Words, view: &View, seat: Seat) -> Option<String> {
    let taken = view.just_taken()?;
    let terms = match taken.terms {
        Terms::Free => return None,
        Terms::MustOpen => "open",
        Terms::MustUse => "use",
        Terms::MustMeld => "meld",
    };
    Some(words.kaluki_turn_owes(sign(seat), &card(words, taken.card), terms))
}

/// Who is asked whether they buy in, until when, and what it costs. Those who have answered are named like those who have
/// not: what they said is shown when all have (Kaluki rules 7).
fn buy_in_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let (Phase::BuyIn(_), Some(at)) = (view.phase, view.buy_in_at) else {
        return Vec::new();
    };
    let people = asked(view)
        .iter()
        .map(|seat| format!("{} {}", sign(seat), name(reader, seat)))
        .collect::<Vec<_>>()
        .join(", ");
    vec![
        asks_others(reader, words.kaluki_turn_buy_in(&people)),
        words.kaluki_buy_in_terms(view.options.stake_buy_in, at),
    ]
}

/// All who were asked after this deal: over the limit, and in.
pub(super) fn asked(view: &View) -> Seats {
    let limit = i32::try_from(view.options.penalty_limit).unwrap_or(i32::MAX);
    let is_asked = |seat: &Seat| view.left[*seat].is_none() && view.penalties[*seat] > limit;
    Seat::all(view.penalties.len()).filter(is_asked).collect()
}

/// What everybody may press; whoever is not to act is told so, and whether the discard may be taken is told to whoever tries.
fn buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    if !look.is_live() {
        return Vec::new();
    }
    let mut row = ways(reader);
    match view.phase {
        Phase::Draw(seat) | Phase::Announce(seat) if !is_pressed_by_a_person(look, seat) => {}
        Phase::Draw(_) => {
            let draw = button(look, Press::Draw, words.button_draw()).tone(Tone::Main);
            row.push(draw.enabled(view.stock > 0));
            let top = view.pile.last().filter(|_| may_be_taken(view));
            let take = top.map(|top| {
                let text = words.button_take(&label(words, *top));
                button(look, Press::Take(*top), text)
            });
            row.extend(take);
        }
        // How many cards there are is said by pressing it.
        Phase::Announce(_) => {
            let announce = button(look, Press::Announce, words.kaluki_board_announce());
            row.push(announce.tone(Tone::Good).emoji("📣"));
        }
        Phase::Undealt | Phase::Play(_) | Phase::BuyIn(_) | Phase::DealOver => {}
    }
    row
}
