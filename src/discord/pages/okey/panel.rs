//! The panel of Okey: the tiles as buttons that discard them, every other move, and the ways to the desk and a hint.

use std::cmp::Reverse;

use super::arranged::{actions, arranged, marks};
use super::board::{lately, result_lines, round_lines, since_line, takes_to_win};
use super::press::Press;
use crate::computers::Costly;
use crate::discord::pages::desk;
use crate::discord::pages::hint;
use crate::discord::pages::kit::board::has_ended_early;
use crate::discord::pages::kit::rack::{Shelf, piece_buttons};
use crate::discord::pages::kit::rows::{IN_A_ROW, ROWS, WIDE_IN_A_ROW, in_rows};
use crate::discord::pages::kit::since::{stays_true, waiting};
use crate::discord::pages::kit::turn::{asks_others, your_turn};
use crate::discord::pages::press::{Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button, numbered};
use crate::discord::pages::tiles::{self, tile_button};
use crate::discord::speech::tiles::{label, piece_label, spoken_all, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing::okey::Marks;
use crate::drawing::{self, Scene};
use crate::rules::Seat;
use crate::rules::any::{AnyAction, GameId};
use crate::rules::meld::{self, Arrangement};
use crate::rules::okey::view::{Moved, Phase, View};
use crate::rules::okey::{Action, Win, score};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::view::pieces;
use crate::tables::Order;

/// How many ways to finish get a button of their own.
const FINISH_BUTTONS: usize = 3;

/// What the owner of a rack sees.
pub(super) fn panel(reader: Reader<'_>, view: &View, asks: Option<Slot>) -> Body {
    let Reader { words, look, .. } = reader;
    let arrangement = arranged(look, view);
    let mut lines = vec![status(reader, view)];
    lines.extend(places_line(reader));
    lines.extend(failed(reader.words, view));
    lines.extend(since_line(reader, view));
    if let Some(slot) = asks {
        lines.extend(question(reader, view, slot.piece));
    } else if actions(look).any(|action| matches!(action, Action::Finish(_))) {
        lines.push(words.okey_can_finish());
    }
    lines.extend(desk::lines(
        reader,
        &tiles::naming(words, view.okey()),
        drawn(view),
        lately(reader, view),
    ));
    let stock = stays_true(look).then_some(view.stock);
    lines.extend(round_lines(words, view, stock));
    let rows = match asks {
        Some(slot) => vec![confirmation(reader, view, slot)],
        None => rows(reader, view, &arrangement),
    };
    let (scene, alt) = picture(reader, view, &arrangement, &marks(look, &arrangement));
    Body {
        text: lines.join("\n"),
        rows,
        scene,
        alt,
    }
}

/// What a finish cost that did not win, as long as it is the viewer's last move (Okey rules 7.4).
fn failed(words: Words, view: &View) -> Option<String> {
    match view.history.last()? {
        Moved::FailedFinish { seat, points } if view.viewer.seat() == Some(*seat) => {
            let next = if view.must_finish {
                "finish"
            } else {
                "discard"
            };
            Some(words.okey_failed_finish(*points, next))
        }
        _ => None,
    }
}

/// What the viewer drew last.
fn drawn(view: &View) -> Option<Piece> {
    let own = |moved: &Moved| match moved {
        Moved::Drew { seat, tile } if view.viewer.seat() == Some(*seat) => *tile,
        _ => None,
    };
    view.history.iter().rev().find_map(own).map(Piece::from)
}

/// Everybody's discards, as far as the viewer may look through them (Okey rules 5.6).
fn piles(view: &View) -> impl Iterator<Item = (Seat, &[Tile])> {
    let piles = view.piles.iter();
    piles.map(|(seat, pile)| (seat, &pile.seen[..]))
}

/// The rack for the desk; `None` without one.
pub(super) fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
    let Reader { words, look, .. } = reader;
    view.rack.as_ref().filter(|rack| !rack.is_empty())?;
    let arrangement = arranged(look, view);
    Some(Shelf {
        slots: pieces(drawing::okey::slots(&arrangement)),
        drawn: drawn(view),
        lines: tiles::pile_lines(reader, view.okey(), piles(view)),
        way: None,
        name: Box::new(tiles::naming(words, view.okey())),
        button: Box::new(move |press, piece| {
            tiles::piece_button(reader, view.okey(), Verb::Desk(press), piece)
        }),
        picture: Box::new(move |raised| {
            let picked = raised.into_iter().collect();
            let is_closed = !look.is_live();
            picture(reader, view, &arrangement, &Marks { picked, is_closed })
        }),
    })
}

/// The moves with the ways around them: the desk, which always stands there, comes first, so that a move that goes leaves
/// its place empty. Where they are too many for a row, the ways have one of their own.
fn with_ways(reader: Reader<'_>, view: &View, moves: Vec<Button>) -> Vec<Vec<Button>> {
    if numbered(view.rack.as_deref()) == 0 {
        return vec![moves];
    }
    let mut ways = desk::ways(reader, &tiles::labelling(reader.words, view.okey()));
    if moves.len() + ways.len() > WIDE_IN_A_ROW {
        return vec![moves, ways];
    }
    let behind_desk = ways.len().min(1);
    ways.splice(behind_desk..behind_desk, moves);
    vec![ways]
}

/// What is asked before this discard.
fn question(reader: Reader<'_>, view: &View, piece: Piece) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let discard = piece.try_into().ok()?;
    let named = tile(words, discard, view.okey());
    let question = match hint::gives_away(look, &AnyAction::Okey(Action::Discard(discard)))? {
        Costly::ThrowsWinAway => words.okey_throws_win_away(&named),
        Costly::ThrowsJoker => words.okey_throws_joker(&named),
    };
    Some(question)
}

fn status(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    if has_ended_early(look, view.standing.as_ref()) {
        return words.game_abandoned();
    }
    if look.is_live() && look.is_out() {
        let mut lines = vec![words.okey_out()];
        if view.phase == Phase::RoundOver {
            lines.extend(result_lines(reader, view));
        }
        return lines.join("\n");
    }
    let me = view.viewer.seat();
    let to_act = match view.phase {
        Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) => seat,
        Phase::Showing(seats) => {
            if !me.is_some_and(|me| seats.contains(me)) {
                return asks_others(reader, words.okey_showing());
            }
            let holds = if view.may_show { "yes" } else { "no" };
            return your_turn(reader, &words.okey_do_showing(holds));
        }
        Phase::Undealt | Phase::RoundOver => return result_lines(reader, view).join("\n"),
    };
    if let Some(me) = me.filter(|me| *me != to_act) {
        return waiting(reader, view.left_of(me));
    }
    let task = match view.phase {
        Phase::Draw(_) => draw_line(words, view),
        Phase::Discard(_) => fresh_line(words, view),
        _ => words.okey_do_starter(),
    };
    your_turn(reader, &task)
}

/// What a turn can begin with, and what is drawn if everybody sees it.
fn draw_line(words: Words, view: &View) -> String {
    let exposed = view.indicator.filter(|_| view.draws_exposed());
    let exposed = exposed.map(|face| tile(words, Tile::Numbered(face), view.okey()));
    let exposed = exposed.map(|indicator| words.okey_last_is_indicator(&indicator));
    let task = match (view.stock, view.takeable) {
        (0, None) => words.okey_do_pass(),
        (0, Some(_)) if takes_to_win(view) => words.okey_do_draw_win(),
        (0, Some(_)) => words.okey_do_draw_empty(),
        (_, None) => words.okey_do_draw_only(),
        (_, Some(_)) => words.okey_do_draw(),
    };
    [Some(task), exposed]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// How any tile of the stock is drawn, for which there are no buttons (Okey rules 4.2).
fn places_line(reader: Reader<'_>) -> Option<String> {
    let is_place = |action: &Action| matches!(action, Action::DrawAt(_));
    let places = actions(reader.look).filter(is_place).count();
    (places > 1).then(|| reader.words.okey_draw_any(places))
}

fn fresh_line(words: Words, view: &View) -> String {
    let fresh = view
        .fresh
        .map(|fresh| words.okey_fresh(&tile(words, fresh, view.okey())));
    let task = if view.must_finish {
        words.okey_do_finish()
    } else if view.is_last_take {
        words.okey_do_discard_last()
    } else {
        words.okey_do_discard()
    };
    [fresh, Some(task)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn confirmation(reader: Reader<'_>, view: &View, slot: Slot) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let text = words.button_surely(&piece_label(words, slot.piece, view.okey()));
    let surely = button(look, Press::Surely(slot), text).tone(Tone::Grave);
    let mut row = finish_buttons(reader, view, slot.piece.try_into().ok());
    row.extend([surely, button(look, Verb::Rack, words.button_back())]);
    row
}

fn rows(reader: Reader<'_>, view: &View, arrangement: &Arrangement) -> Vec<Vec<Button>> {
    let mut rows = tile_rows(reader, view, arrangement);
    rows.extend(with_ways(reader, view, move_buttons(reader, view)));
    rows.retain(|row| !row.is_empty());
    rows.truncate(ROWS);
    rows
}

fn tile_rows(reader: Reader<'_>, view: &View, arrangement: &Arrangement) -> Vec<Vec<Button>> {
    let slots = drawing::okey::slots(arrangement);
    in_rows(&piece_buttons(&slots, |slot, tile| {
        let may = actions(reader.look).any(|action| action == Action::Discard(tile));
        let discard = tile_button(reader, view.okey(), Press::Discard(slot), tile);
        discard.enabled(may)
    }))
}

fn move_buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut row = finish_buttons(reader, view, None);
    for action in actions(look) {
        let (press, text, tone) = match action {
            Action::Draw => (Press::Draw, words.button_draw(), Tone::Main),
            Action::Take => {
                let Some(tile) = view.takeable else { continue };
                let text = words.button_take(&label(words, tile, view.okey()));
                (Press::Take(tile), text, Tone::Main)
            }
            Action::Pass => (Press::Pass, words.button_pass(), Tone::Plain),
            Action::Show => (Press::Show, words.button_show(), Tone::Good),
            Action::Decline => (Press::Decline, words.button_decline(), Tone::Plain),
            // Finishing has its own buttons, discarding is pressed on the tiles, and a place of the stock is typed.
            Action::Finish(_) | Action::Discard(_) | Action::DrawAt(_) => continue,
        };
        row.push(button(look, press, text).tone(tone));
    }
    if look.may_go_on() {
        row.push(button(look, Verb::Next, words.button_next(look.game.id())).tone(Tone::Main));
    }
    row.truncate(IN_A_ROW);
    row
}

/// The ways to finish: with the tile that was pressed first, then those that cost the others most (Okey rules 8.2).
fn finish_buttons(reader: Reader<'_>, view: &View, pressed: Option<Tile>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let finishes = actions(look).filter_map(|action| match action {
        Action::Finish(tile) => Some(tile),
        _ => None,
    });
    let mut finishes: Vec<Tile> = finishes.collect();
    let loss = |tile: Tile| win_with(view, tile).map(|win| win.loss);
    finishes.sort_by_cached_key(|tile| Reverse((pressed == Some(*tile), loss(*tile))));
    finishes.truncate(FINISH_BUTTONS);
    let finish = |tile: Tile| {
        let text = words.button_finish(&label(words, tile, view.okey()));
        button(look, Press::Finish(tile), text).tone(Tone::Good)
    };
    finishes.into_iter().map(finish).collect()
}

/// What it is if the viewer finishes by discarding this tile.
pub(super) fn win_with(view: &View, tile: Tile) -> Option<Win> {
    let rest = meld::rest(view.rack.as_ref()?, tile);
    score::judge(&view.options, &rest, tile, view.okey()?)
}

/// The rack, and the same for people who cannot see it.
fn picture(
    reader: Reader<'_>,
    view: &View,
    arrangement: &Arrangement,
    marks: &Marks,
) -> (Scene, String) {
    let scene = drawing::okey::rack(view, arrangement, marks);
    (scene, alt(reader, view, arrangement, marks))
}

fn alt(reader: Reader<'_>, view: &View, arrangement: &Arrangement, marks: &Marks) -> String {
    let (words, order) = (reader.words, desk::order(reader.look));
    let okey = view.okey();
    let mut parts = tiles::spoken_groups(words, okey, &arrangement.melds);
    if !arrangement.loose.is_empty() {
        let tiles = spoken_all(words, &arrangement.loose, okey);
        parts.push(match order {
            Order::Melds => words.alt_loose(&tiles),
            Order::Colours | Order::Own => {
                words.alt_in_order(order.word(), GameId::Okey.id(), &tiles)
            }
        });
    }
    let slots = drawing::okey::slots(arrangement);
    parts.extend(tiles::spoken_picked(words, okey, &slots, &marks.picked));
    let count = numbered(view.rack.as_deref());
    tiles::spoken_rack(words, view.indicator, &parts, count)
}
