//! The desk: the second page of a panel. Here its owner chooses the order of their pieces, lets the table draw for
//! them, and prepares their next move.
//!
//! What is picked on a page rides in the ids of its buttons. Playing goes on from the first page, to which the panel
//! turns back by itself when the turn comes.

use super::games;
use super::hint::hint_button;
use super::press::{DeskPress, Slot, Verb};
use super::table_words::{Body, button};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing::Scene;
use crate::rules::piece::Piece;
use crate::tables::{Desk, Dropped, Held, Life, Look, Order, Plan};

/// Discord takes so many rows of buttons, and so many buttons in a row.
const ROWS: usize = 5;
const IN_A_ROW: usize = 5;

/// A rack as the desk shows it, whatever is played.
pub struct Shelf<'a> {
    /// The pieces in the order of the picture.
    pub slots: Vec<Piece>,
    /// What the viewer drew last.
    pub drawn: Option<Piece>,
    /// The picture, with the piece of this slot raised.
    pub scene: Box<dyn Fn(Option<usize>) -> Scene + 'a>,
    /// The picture in words.
    pub alt: String,
}

/// A page of the desk.
#[derive(Clone, Copy)]
pub enum Page {
    /// Everything.
    Whole,
    /// The pieces, one of which is to be given away in the next turn.
    Preparing,
    /// The pieces, one of them picked perhaps, to be put in one's own order.
    Moving(Option<Slot>),
}

/// In which order the viewer sees their pieces.
pub fn order(look: &Look) -> Order {
    look.desk
        .as_ref()
        .map(|desk| desk.order)
        .unwrap_or_default()
}

/// What the panel says of the desk.
///
/// `drawn` is the piece that the viewer drew last.
pub fn lines(words: Words, look: &Look, drawn: Option<Piece>) -> Vec<String> {
    let Some(desk) = look.desk.as_ref().filter(|_| look.life == Life::Playing) else {
        return Vec::new();
    };
    let name = |piece: Piece| games::name(words, look, piece);
    match desk.plan {
        Plan::Ready { piece } => vec![words.desk_prepared(&name(piece))],
        Plan::Dropped { piece, why } => {
            vec![words.desk_dropped(&name(piece), why_dropped(why))]
        }
        Plan::Made { piece } if !is_to_act(look) => {
            let drawn = drawn.map(name).unwrap_or_default();
            vec![words.desk_made(&drawn, &name(piece))]
        }
        Plan::Nothing | Plan::Made { .. } => {
            let held = look.held_back.map(|held| words.desk_held(why_held(held)));
            held.into_iter().collect()
        }
    }
}

fn is_to_act(look: &Look) -> bool {
    let (me, waiting) = (look.viewer.seat(), look.waiting);
    me.is_some_and(|me| waiting.is_some_and(|waiting| waiting.seats.contains(me)))
}

fn why_dropped(why: Dropped) -> &'static str {
    match why {
        Dropped::Held(held) => why_held(held),
        Dropped::Finishes => "won",
        Dropped::Lays => "laid",
        Dropped::Refused => "refused",
    }
}

fn why_held(held: Held) -> &'static str {
    match held {
        Held::TakeFinishes => "finish",
        Held::TakeIsJoker => "joker",
        Held::MayShow => "show",
        Held::StockEmpty => "stock",
        Held::TakeLays => "lays",
    }
}

/// The ways to the desk and to a hint, while there are pieces.
pub fn ways(words: Words, look: &Look) -> Vec<Button> {
    let Some(desk) = look.desk.as_ref().filter(|_| look.life == Life::Playing) else {
        return Vec::new();
    };
    let mut buttons = vec![desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️")];
    buttons.extend(hint_button(words, look));
    buttons.extend(cancel(words, look, desk));
    buttons
}

fn cancel(words: Words, look: &Look, desk: &Desk) -> Option<Button> {
    let prepared = games::name(words, look, desk.prepared()?);
    let text = words.button_cancel_prepared(&prepared);
    Some(desk_button(look, DeskPress::Cancel, text))
}

fn desk_button(look: &Look, press: DeskPress, text: String) -> Button {
    button(look, Verb::Desk(press), text)
}

/// A page of the desk; `None` for somebody without one.
pub fn body(words: Words, look: &Look, page: Page) -> Option<Body> {
    let shelf = games::shelf(words, look)?;
    let desk = look.desk.as_ref()?;
    // The piece may have gone since it was picked.
    let still = |slot: &Slot| shelf.slots.get(usize::from(slot.place)) == Some(&slot.piece);
    let picked = match page {
        Page::Moving(picked) => picked.filter(still),
        Page::Whole | Page::Preparing => None,
    };
    let (lines, rows) = match page {
        Page::Whole => whole(words, look, desk, &shelf),
        Page::Preparing => preparing(words, look, desk, &shelf),
        Page::Moving(_) => moving(words, look, picked, &shelf),
    };
    let prepared = || {
        let prepared = desk.prepared()?;
        shelf.slots.iter().rposition(|piece| *piece == prepared)
    };
    let raised = match picked {
        Some(slot) => Some(usize::from(slot.place)),
        None => prepared(),
    };
    Some(Body {
        text: lines.join("\n"),
        rows,
        scene: (shelf.scene)(raised),
        alt: shelf.alt,
    })
}

type Parts = (Vec<String>, Vec<Vec<Button>>);

/// With this many pieces and more, those to be prepared have a page of their own.
const MANY: usize = 16;

fn whole(words: Words, look: &Look, desk: &Desk, shelf: &Shelf) -> Parts {
    let mut text = vec![
        words.desk_title(),
        words.desk_auto_draw(on_or_off(desk.auto_draw), look.game.id()),
    ];
    let has_room = shelf.slots.len() < MANY;
    let mut rows = Vec::new();
    let mut ways: Vec<Button> = Vec::new();
    match (may_prepare(look), has_room) {
        (true, true) => {
            text.push(words.desk_prepare(look.game.id()));
            rows = prepare_rows(words, look, desk, shelf);
        }
        (true, false) => {
            let press = DeskPress::Preparing;
            ways.push(desk_button(look, press, words.button_prepare()));
        }
        (false, _) => text.push(words.desk_no_prepare()),
    }
    text.extend(lines(words, look, shelf.drawn));
    rows.push(settings(words, look, desk));
    ways.extend(cancel(words, look, desk));
    if !ways.is_empty() {
        rows.push(ways);
    }
    rows.truncate(ROWS);
    (text, rows)
}

/// The pieces, one of which is to be given away in the next turn.
fn preparing(words: Words, look: &Look, desk: &Desk, shelf: &Shelf) -> Parts {
    if !may_prepare(look) {
        return whole(words, look, desk, shelf);
    }
    let text = vec![words.desk_title(), words.desk_prepare(look.game.id())];
    let mut last: Vec<Button> = cancel(words, look, desk).into_iter().collect();
    last.push(desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️"));
    let rows = prepare_rows(words, look, desk, shelf);
    (text, with_last(rows, last))
}

fn prepare_rows(words: Words, look: &Look, desk: &Desk, shelf: &Shelf) -> Vec<Vec<Button>> {
    piece_rows(words, look, shelf, |slot| {
        let is_prepared = desk.prepared() == Some(slot.piece);
        let tone = if is_prepared { Tone::Main } else { Tone::Plain };
        (DeskPress::Prepare(slot), tone)
    })
}

/// These buttons behind the rows: in a row of their own, or at the end of the last one.
fn with_last(mut rows: Vec<Vec<Button>>, last: Vec<Button>) -> Vec<Vec<Button>> {
    let rows_before = rows.len();
    match rows.last_mut() {
        Some(row) if row.len() + last.len() <= IN_A_ROW => row.extend(last),
        _ if rows_before < ROWS => rows.push(last),
        _ => {}
    }
    rows
}

/// Others play, and the turn of the viewer will come.
fn may_prepare(look: &Look) -> bool {
    let waiting = look.waiting.map(|waiting| waiting.seats);
    let others = |me| waiting.is_some_and(|seats| !seats.is_empty() && !seats.contains(me));
    look.viewer.seat().is_some_and(others)
}

fn settings(words: Words, look: &Look, desk: &Desk) -> Vec<Button> {
    let toggle = DeskPress::AutoDraw {
        on: !desk.auto_draw,
    };
    let tone = |is_now: bool| if is_now { Tone::Good } else { Tone::Plain };
    let text = words.button_auto_draw(on_or_off(desk.auto_draw));
    let mut row = vec![desk_button(look, toggle, text).tone(tone(desk.auto_draw))];
    row.extend(Order::ALL.map(|order| {
        let text = words.button_order(order.word());
        desk_button(look, DeskPress::Order(order), text).tone(tone(order == desk.order))
    }));
    row.push(button(look, Verb::Rack, words.button_back()));
    row
}

fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn moving(words: Words, look: &Look, picked: Option<Slot>, shelf: &Shelf) -> Parts {
    let text = match picked {
        Some(slot) => words.desk_move_picked(&games::name(words, look, slot.piece)),
        None => words.desk_move(),
    };
    let rows = piece_rows(words, look, shelf, |slot| match picked {
        None => (DeskPress::Pick(Some(slot)), Tone::Plain),
        Some(picked) if picked == slot => (DeskPress::Pick(None), Tone::Main),
        Some(picked) => (DeskPress::Put(picked, slot.place), Tone::Plain),
    });
    let desk = desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️");
    let last = vec![desk, button(look, Verb::Rack, words.button_back())];
    (vec![words.desk_title(), text], with_last(rows, last))
}

/// The pieces as buttons, in the order of the picture.
fn piece_rows(
    words: Words,
    look: &Look,
    shelf: &Shelf,
    press: impl Fn(Slot) -> (DeskPress, Tone),
) -> Vec<Vec<Button>> {
    let buttons: Vec<Button> = (0..)
        .zip(&shelf.slots)
        .map(|(place, piece)| {
            let piece = *piece;
            let (press, tone) = press(Slot { place, piece });
            games::piece_button(words, look, Verb::Desk(press), piece).tone(tone)
        })
        .collect();
    buttons.chunks(IN_A_ROW).map(<[Button]>::to_vec).collect()
}

/// The pieces with one of them on another place; `None` if it does not lie where it was picked.
pub fn put(words: Words, look: &Look, picked: Slot, to: u8) -> Option<Vec<Piece>> {
    let mut pieces = games::shelf(words, look)?.slots;
    let (from, to) = (usize::from(picked.place), usize::from(to));
    if pieces.get(from) != Some(&picked.piece) || to >= pieces.len() {
        return None;
    }
    pieces.remove(from);
    pieces.insert(to, picked.piece);
    Some(pieces)
}
