//! The desk: the second page of a panel. Here its owner chooses the order of their pieces, lets the table draw for
//! them, and prepares their next move.
//!
//! What is picked on a page rides in the ids of its buttons. Playing goes on from the first page, to which the panel
//! turns back by itself when the turn comes.

use super::games;
use super::hint::hint_button;
use super::kit::rack::{Begins, Shelf, piece_buttons};
use super::kit::rows::{IN_A_ROW, ROWS, WIDE_IN_A_ROW, in_rows, in_wide_rows, with_last};
use super::press::{DeskPress, Slot, Verb};
use super::reader::Reader;
use super::table_words::{Body, button, is_away};
use crate::discord::wire::note::{Button, Tone};
use crate::rules::any::AnyAction;
use crate::rules::piece::Piece;
use crate::rules::unasked::{Dropped, Held};
use crate::rules::{Patience, Waiting};
use crate::tables::{Desk, Life, Look, Order, Plan};

/// A page of the desk.
#[derive(Clone, Copy)]
pub(crate) enum Page {
    /// Everything.
    Whole,
    /// The pieces, one of which is to be given away in the next turn.
    Preparing,
    /// The pieces, one of them picked perhaps, to be put in one's own order.
    Moving(Option<Slot>),
}

/// In which order the viewer sees their pieces.
pub(crate) fn order(look: &Look) -> Order {
    look.desk
        .as_ref()
        .map(|desk| desk.order)
        .unwrap_or_default()
}

/// What the panel says of the desk.
///
/// `name` is a piece in a sentence, `drawn` the one that the viewer drew last, `lately` what was done in their seat without them.
pub(crate) fn lines(
    reader: Reader<'_>,
    name: &dyn Fn(Piece) -> String,
    drawn: Option<Piece>,
    lately: Option<String>,
) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let Some(desk) = look.desk.as_ref().filter(|_| is_played(look)) else {
        return Vec::new();
    };
    let game = look.game.id();
    let mut lines: Vec<String> = slept(reader, lately).into_iter().collect();
    lines.extend(match desk.plan {
        Plan::Early { ref action } => early(reader, action).into_iter().collect(),
        Plan::Ready { piece } => vec![words.desk_prepared(&name(piece), game)],
        Plan::Dropped { piece, why } => {
            vec![words.desk_dropped(&name(piece), why_dropped(why), game)]
        }
        Plan::Made { piece } if !is_to_act(look) => {
            let drawn = drawn.map(name).unwrap_or_default();
            vec![words.desk_made(&drawn, &name(piece), game)]
        }
        Plan::Nothing | Plan::Made { .. } => {
            let held = look.held_back;
            let held = held.map(|held| words.desk_held(why_held(held), game));
            held.into_iter().collect()
        }
    });
    lines
}

/// That a move came too early and is kept, as the list of moves tells it.
fn early(reader: Reader<'_>, action: &AnyAction) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let told = games::listed_as(words, look.view.as_ref()?, action)?;
    Some(words.desk_early(&told.name))
}

/// Said to whoever did not do what was done on their seat: their time was up, once or so often that a computer plays on, or
/// did until they came back.
fn slept(reader: Reader<'_>, lately: Option<String>) -> Option<String> {
    let Reader { words, look, .. } = reader;
    // Nobody plays any more for whoever is out.
    if look.is_out() {
        return None;
    }
    if is_own_away(look) {
        let how = if is_asked_while_away(look) {
            "asked"
        } else {
            "away"
        };
        return Some(words.desk_slept(how));
    }
    let how = match (look.slept, look.was_away) {
        (true, _) => "once",
        (false, true) => "back",
        (false, false) => return None,
    };
    let told = [Some(words.desk_slept(how)), lately].into_iter().flatten();
    Some(told.collect::<Vec<_>>().join(" "))
}

/// Whether a round is being played.
fn is_played(look: &Look) -> bool {
    look.life == Life::Playing && look.next_round_at.is_none()
}

/// Whether a computer plays for the viewer.
fn is_own_away(look: &Look) -> bool {
    let own = look.viewer.seat();
    own.is_some_and(|seat| is_away(look, seat)) && !look.is_out()
}

/// Whether the viewer is asked although they are away. No time runs for whoever a computer plays for; what else is asked of
/// several at once, in a window or unseen, computers answer.
fn is_asked_while_away(look: &Look) -> bool {
    let is_turn = |waiting: Waiting| waiting.patience == Patience::Turn;
    is_to_act(look) && look.deadline.is_some() && look.waiting.is_some_and(is_turn)
}

/// The page with *I'm back* first in its last row, for whoever is away while a round is played: nearly all that stands on it
/// is at rest.
pub(crate) fn with_way_back(reader: Reader<'_>, mut body: Body) -> Body {
    let Reader { words, look, .. } = reader;
    if look.desk.is_none() || !is_played(look) || !is_own_away(look) {
        return body;
    }
    let back = button(look, Verb::Rack, words.button_im_back());
    let has_room = body.rows.len() < ROWS;
    match body.rows.last_mut() {
        Some(last) if last.len() < WIDE_IN_A_ROW || !has_room => {
            last.insert(0, back);
            // Where all places are taken the last one waits until they are back.
            last.truncate(IN_A_ROW);
        }
        _ => body.rows.push(vec![back]),
    }
    body
}

/// Whether the viewer is to act.
pub(crate) fn is_to_act(look: &Look) -> bool {
    let (me, waiting) = (look.viewer.seat(), look.waiting);
    me.is_some_and(|me| waiting.is_some_and(|waiting| waiting.seats.contains(me)))
}

fn why_dropped(why: Dropped) -> &'static str {
    match why {
        Dropped::Held(held) => why_held(held),
        Dropped::Finishes => "won",
        Dropped::Lays => "laid",
        Dropped::Costs => "costs",
        Dropped::Unsaid => "unsaid",
        Dropped::Announces => "announces",
        Dropped::Leads => "leads",
        Dropped::Refused => "refused",
    }
}

fn why_held(held: Held) -> &'static str {
    match held {
        Held::TakeFinishes => "finish",
        Held::TakeIsJoker => "joker",
        Held::MayInterject => "show",
        Held::StockEmpty => "stock",
        Held::TakeLays => "lays",
    }
}

/// The ways to the desk and to a hint, while there are pieces; `name` is a piece in a sentence.
pub(crate) fn ways(reader: Reader<'_>, name: &dyn Fn(Piece) -> String) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let Some(desk) = look.desk.as_ref().filter(|_| look.life == Life::Playing) else {
        return Vec::new();
    };
    let mut buttons = vec![desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️")];
    buttons.extend(hint_button(reader));
    buttons.extend(cancel(reader, desk, name));
    buttons
}

fn cancel(reader: Reader<'_>, desk: &Desk, name: &dyn Fn(Piece) -> String) -> Option<Button> {
    let Reader { words, look, .. } = reader;
    let text = match (desk.early(), desk.prepared()) {
        (Some(_), _) => words.button_cancel_early(),
        (None, prepared) => words.button_cancel_prepared(&name(prepared?), look.game.id()),
    };
    Some(desk_button(look, DeskPress::Cancel, text))
}

fn desk_button(look: &Look, press: DeskPress, text: String) -> Button {
    button(look, Verb::Desk(press), text)
}

/// A page of the desk on which this rack lies; `None` for somebody without one.
pub(crate) fn body(
    reader: Reader<'_>,
    shelf: Shelf<'_>,
    begins: Begins,
    page: Page,
) -> Option<Body> {
    let look = reader.look;
    let desk = look.desk.as_ref()?;
    // The piece may have gone since it was picked.
    let still = |slot: &Slot| shelf.slots.get(usize::from(slot.place)) == Some(&slot.piece);
    let picked = match page {
        Page::Moving(picked) => picked.filter(still),
        Page::Whole | Page::Preparing => None,
    };
    let (lines, rows) = match page {
        Page::Whole => whole(reader, desk, &shelf, begins),
        Page::Preparing => preparing(reader, desk, &shelf, begins),
        Page::Moving(_) => moving(reader, picked, &shelf),
    };
    let prepared = || {
        let prepared = desk.prepared()?;
        shelf.slots.iter().rposition(|piece| *piece == prepared)
    };
    let raised = match picked {
        Some(slot) => Some(usize::from(slot.place)),
        None => prepared(),
    };
    let (scene, alt) = (shelf.picture)(raised);
    Some(Body {
        text: lines.join("\n"),
        rows,
        scene,
        alt,
    })
}

type Parts = (Vec<String>, Vec<Vec<Button>>);

/// With this many pieces and more, those to be prepared have a page of their own.
const MANY: usize = 16;

fn whole(reader: Reader<'_>, desk: &Desk, shelf: &Shelf, begins: Begins) -> Parts {
    let Reader { words, look, .. } = reader;
    let mut text = vec![words.desk_title()];
    if begins == Begins::WithDraw {
        text.push(words.desk_auto_draw(on_or_off(desk.auto_draw), look.game.id()));
    }
    let has_room = shelf.slots.len() < MANY;
    let mut rows = Vec::new();
    let mut ways: Vec<Button> = Vec::new();
    match (may_prepare(look), has_room) {
        (true, true) => {
            text.push(words.desk_prepare(look.game.id()));
            rows = prepare_rows(desk, shelf);
        }
        (true, false) => {
            let press = DeskPress::Preparing;
            ways.push(desk_button(look, press, words.button_prepare()));
        }
        (false, _) => text.push(words.desk_no_prepare()),
    }
    text.extend(lines(reader, &shelf.name, shelf.drawn, None));
    text.extend(shelf.lines.iter().cloned());
    let mut others = settings(reader, desk, begins);
    others.extend(shelf.way.clone());
    others.extend(ways);
    others.extend(cancel(reader, desk, &shelf.name));
    others.extend(leave(reader));
    let room = ROWS - rows.len();
    rows.extend(in_wide_rows(&others, room));
    (text, rows)
}

/// *Leave*, for whoever still has a part in the game; it asks first.
fn leave(Reader { words, look, .. }: Reader<'_>) -> Option<Button> {
    let plays = look.life == Life::Playing && !look.is_out();
    let leave = button(look, Verb::Leave, words.button_leave()).emoji("🚪");
    plays.then_some(leave)
}

/// The pieces, one of which is to be given away in the next turn.
fn preparing(reader: Reader<'_>, desk: &Desk, shelf: &Shelf, begins: Begins) -> Parts {
    let Reader { words, look, .. } = reader;
    if !may_prepare(look) {
        return whole(reader, desk, shelf, begins);
    }
    let text = vec![words.desk_title(), words.desk_prepare(look.game.id())];
    let mut last: Vec<Button> = cancel(reader, desk, &shelf.name).into_iter().collect();
    last.push(desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️"));
    last.extend(shelf.way.clone());
    let rows = prepare_rows(desk, shelf);
    (text, with_last(rows, last))
}

fn prepare_rows(desk: &Desk, shelf: &Shelf) -> Vec<Vec<Button>> {
    piece_rows(shelf, |slot| {
        let is_prepared = desk.prepared() == Some(slot.piece);
        let tone = if is_prepared { Tone::Main } else { Tone::Plain };
        (DeskPress::Prepare(slot), tone)
    })
}

/// Others play, and the turn of the viewer will come.
fn may_prepare(look: &Look) -> bool {
    let me = look.viewer.seat().zip(look.waiting);
    me.is_some_and(|(me, waiting)| waiting.lets_prepare(me))
}

fn settings(reader: Reader<'_>, desk: &Desk, begins: Begins) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let toggle = DeskPress::AutoDraw {
        on: !desk.auto_draw,
    };
    let mut row = Vec::new();
    if begins == Begins::WithDraw {
        let text = words.button_auto_draw(on_or_off(desk.auto_draw));
        let tone = if desk.auto_draw {
            Tone::Good
        } else {
            Tone::Plain
        };
        row.push(desk_button(look, toggle, text).tone(tone));
    }
    row.extend(Order::ALL.map(|order| {
        let text = words.button_order(order.word(), look.game.id());
        let button = desk_button(look, DeskPress::Order(order), text);
        // The colour alone would not tell everybody.
        if order == desk.order {
            button.tone(Tone::Good).emoji("✅")
        } else {
            button
        }
    }));
    row.push(button(look, Verb::Rack, words.button_back()));
    row
}

fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn moving(reader: Reader<'_>, picked: Option<Slot>, shelf: &Shelf) -> Parts {
    let Reader { words, look, .. } = reader;
    let text = match picked {
        Some(slot) => words.desk_move_picked(&(shelf.name)(slot.piece)),
        None => words.desk_move(look.game.id()),
    };
    let rows = piece_rows(shelf, |slot| match picked {
        None => (DeskPress::Pick(Some(slot)), Tone::Plain),
        Some(picked) if picked == slot => (DeskPress::Pick(None), Tone::Main),
        Some(picked) => (DeskPress::Put(picked, slot.place), Tone::Plain),
    });
    let desk = desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️");
    let mut last = vec![desk, button(look, Verb::Rack, words.button_back())];
    last.extend(shelf.way.clone());
    (vec![words.desk_title(), text], with_last(rows, last))
}

/// The pieces as buttons, in the order of the picture.
fn piece_rows(shelf: &Shelf, press: impl Fn(Slot) -> (DeskPress, Tone)) -> Vec<Vec<Button>> {
    in_rows(&piece_buttons(&shelf.slots, |slot, piece| {
        let (press, tone) = press(slot);
        (shelf.button)(press, piece).tone(tone)
    }))
}

/// The pieces with one of them on another place; `None` if it does not lie where it was picked.
pub(crate) fn put(mut pieces: Vec<Piece>, picked: Slot, to: u8) -> Option<Vec<Piece>> {
    let (from, to) = (usize::from(picked.place), usize::from(to));
    if pieces.get(from) != Some(&picked.piece) || to >= pieces.len() {
        return None;
    }
    pieces.remove(from);
    pieces.insert(to, picked.piece);
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::pages::press::Press;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, Seat, Seats, Viewer};
    use crate::tables::Sitter;

    #[test]
    fn whoever_is_away_reads_where_nobody_answers_for_them() {
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
        game.obey(&game.deal(&Chance::from_seed(3)));
        let seat = Seat::new(1).expect("a seat");
        let mut look = staged(&game, Viewer::Seat(seat));
        look.desk = Some(Desk::default());
        if let Sitter::Person { away, .. } = &mut look.seats[seat] {
            *away = true;
        }
        let asked = Seats::NONE.with(seat);
        let until = crate::tables::Moment::from_unix_ms(1_790_000_000_000);
        for (seats, patience, deadline, told) in [
            (asked, Patience::Turn, Some(until), "nobody answers this"),
            (asked, Patience::Turn, None, "a computer plays"),
            (asked, Patience::Window, Some(until), "a computer plays"),
            (
                asked,
                Patience::Unseen { asked },
                Some(until),
                "a computer plays",
            ),
            (Seats::NONE, Patience::Turn, Some(until), "a computer plays"),
        ] {
            let waiting = look.waiting.expect("somebody is waited for");
            look.deadline = deadline;
            look.waiting = Some(Waiting {
                seats,
                patience,
                ..waiting
            });
            let said = slept(Reader::new(Words::of("en"), &look), None);
            let said = said.expect("they are away");
            assert!(said.contains(told), "{patience:?} {deadline:?}: {said}");
        }
    }

    #[test]
    fn whoever_slept_reads_why_something_was_done_for_them() {
        for id in GameId::ALL {
            let seats = id.seats().max().expect("somebody plays");
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            let seat = Seat::new(1).expect("a seat");
            for (slept, was_away, away, told) in [
                (false, false, false, None),
                (true, false, false, Some("⏱️ Your time ran out")),
                (true, false, true, Some("💤 You are away")),
                (false, true, false, Some("💤 You were away")),
                // What happened last is told.
                (true, true, false, Some("⏱️ Your time ran out")),
            ] {
                let mut look = staged(&game, Viewer::Seat(seat));
                look.desk = Some(Desk::default());
                (look.slept, look.was_away) = (slept, was_away);
                if let Sitter::Person { away: is_away, .. } = &mut look.seats[seat] {
                    *is_away = away;
                }
                let panel = games::panel(Reader::new(Words::of("en"), &look), None);
                let text = panel.expect("a panel").text;
                for sign in ["⏱️", "💤"] {
                    let is_told = told.is_some_and(|told| told.starts_with(sign));
                    assert_eq!(text.contains(sign), is_told, "{}: {text}", id.id());
                }
                assert!(told.is_none_or(|told| text.contains(told)), "{text}");
                look.out = Seats::NONE.with(seat);
                let panel = games::panel(Reader::new(Words::of("en"), &look), None);
                let text = panel.expect("a panel").text;
                assert!(!text.contains("⏱️") && !text.contains("💤"), "out: {text}");
            }
        }
    }

    /// Picked on the desk, or prepared: its picture raises it there and on the panel.
    #[test]
    fn what_is_raised_on_a_rack_is_told_to_whoever_cannot_see_it() {
        for id in GameId::ALL {
            let seats = id.seats().max().expect("somebody plays");
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            let mut look = staged(&game, Viewer::Seat(Seat::new(1).expect("a seat")));
            look.desk = Some(Desk::default());
            let desk = |look: &Look, page| {
                let reader = Reader::new(Words::of("en"), look);
                games::desk(reader, page).expect("a desk")
            };
            let none = desk(&look, Page::Moving(None));
            assert!(!none.alt.contains("Picked: "), "{}", none.alt);
            let first: Press = none.rows[0][0].id.parse().expect("a press");
            let Verb::Desk(DeskPress::Pick(Some(slot))) = first.verb else {
                panic!("{first:?}");
            };
            let picked = desk(&look, Page::Moving(Some(slot)));
            assert!(picked.scene != none.scene, "{}", id.id());
            let told = picked.alt.split_once("Picked: ").expect("it is told").1;
            let plan = Plan::Ready { piece: slot.piece };
            look.desk = Some(Desk {
                plan,
                ..Desk::default()
            });
            let panel = games::panel(Reader::new(Words::of("en"), &look), None);
            let panel = panel.expect("a panel").alt;
            let named = told.split('.').next().unwrap_or_default();
            let told = format!("Picked: {named}.");
            assert!(panel.contains(&told), "{told} {panel}");
        }
    }

    #[test]
    fn the_order_that_is_in_force_has_a_sign() {
        for id in GameId::ALL {
            let seats = id.seats().max().expect("somebody plays");
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            let seat = Seat::new(1).expect("a seat");
            for order in Order::ALL {
                let mut look = staged(&game, Viewer::Seat(seat));
                look.desk = Some(Desk {
                    order,
                    ..Desk::default()
                });
                let reader = Reader::new(Words::of("en"), &look);
                let desk = games::desk(reader, Page::Whole).expect("a desk");
                let buttons = desk.rows.iter().flatten();
                let marked = buttons.filter(|button| button.emoji == Some("✅"));
                let marked: Vec<&str> = marked.map(|button| button.label.as_str()).collect();
                assert_eq!(marked, [reader.words.button_order(order.word(), id.id())]);
            }
        }
    }

    #[test]
    fn whoever_has_a_part_in_the_game_can_leave_from_their_desk() {
        for id in GameId::ALL {
            let seats = id.seats().max().expect("somebody plays");
            let mut game = AnyGame::new(&id.default_options(), seats);
            game.obey(&game.deal(&Chance::from_seed(3)));
            let seat = Seat::new(1).expect("a seat");
            let mut look = staged(&game, Viewer::Seat(seat));
            look.desk = Some(Desk::default());
            for (life, out, leaves) in [
                (Life::Playing, Seats::NONE, true),
                (Life::Playing, Seats::NONE.with(seat), false),
                (Life::Finished, Seats::NONE, false),
            ] {
                (look.life, look.out) = (life, out);
                let reader = Reader::new(Words::of("en"), &look);
                let desk = games::desk(reader, Page::Whole).expect("a desk");
                let is_leave = |one: &Button| one.id.contains(":leave:");
                let found = desk.rows.iter().flatten().any(is_leave);
                assert_eq!(found, leaves, "{}: {life:?}", id.id());
                // What is written on the buttons below the pieces can be read on a phone.
                let named = |row: &&Vec<Button>| row.iter().any(|one| one.id.contains(":order."));
                let rows = desk.rows.iter().filter(named);
                assert!(rows.clone().count() > 0 && rows.clone().all(|row| row.len() <= 4));
            }
        }
    }
}
