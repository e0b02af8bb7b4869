//! The panel of the toy: the tiles as buttons that play them, and the knock.

use super::board::{result_lines, round_line};
use super::press::Press;
use crate::discord::pages::desk;
use crate::discord::pages::kit::board::has_ended_early;
use crate::discord::pages::kit::rack::{Shelf, piece_buttons};
use crate::discord::pages::kit::rows::{in_rows, with_last};
use crate::discord::pages::kit::turn::your_turn;
use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::pages::tiles::{piece_button, spoken_picked, spoken_rack, tile_button};
use crate::discord::speech::tiles::{name, spoken_all};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::rules::GameView;
use crate::rules::any::AnyAction;
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::toy::{Action, View};
use crate::rules::view::pieces;
use crate::tables::{Desk, Look};

/// What the owner of a rack sees.
pub(crate) fn panel(reader: Reader<'_>, view: &View) -> Body {
    let Reader { words, look, .. } = reader;
    let slots = slots(look, view);
    let mut lines = vec![status(reader, view)];
    lines.extend(desk::lines(reader, &naming(words), None, None));
    lines.extend(round_line(words, view));
    Body {
        text: lines.join("\n"),
        rows: rows(reader, &slots),
        scene: drawing::toy::rack(view, &slots, prepared(look, &slots)),
        alt: alt(words, &slots, prepared(look, &slots)),
    }
}

/// The rack for the desk; `None` without one.
pub(crate) fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
    let slots = slots(reader.look, view);
    (!slots.is_empty()).then(|| Shelf {
        way: None,
        slots: pieces(slots.iter().copied()),
        drawn: None,
        lines: Vec::new(),
        name: Box::new(naming(reader.words)),
        button: Box::new(move |press, piece| piece_button(reader, None, Verb::Desk(press), piece)),
        picture: Box::new(move |raised| {
            let scene = drawing::toy::rack(view, &slots, raised);
            (scene, alt(reader.words, &slots, raised))
        }),
    })
}

/// What the viewer may do now.
pub(crate) fn actions(look: &Look) -> impl Iterator<Item = Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Toy(action) => Some(*action),
        _ => None,
    })
}

/// The rack as its owner wants to see it.
fn slots(look: &Look, view: &View) -> Vec<Tile> {
    let arranged = look.desk.as_ref().map(|desk| desk.arrange(view));
    let arranged = arranged.unwrap_or_else(|| view.grouped());
    arranged.of_kind().in_line()
}

/// The place of the tile that is prepared to be played.
fn prepared(look: &Look, slots: &[Tile]) -> Option<usize> {
    let prepared = look.desk.as_ref().and_then(Desk::prepared)?;
    slots
        .iter()
        .rposition(|tile| Piece::from(*tile) == prepared)
}

/// A piece in a sentence.
fn naming(words: Words) -> impl Fn(Piece) -> String {
    move |piece| name(words, piece, None)
}

fn status(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    if has_ended_early(look, view.standing.as_ref()) {
        return words.game_abandoned();
    }
    if view.waiting.seats.is_empty() {
        return result_lines(reader, view).join("\n");
    }
    let is_mine = view
        .viewer
        .seat()
        .is_some_and(|me| view.waiting.seats.contains(me));
    if !is_mine {
        return words.panel_waiting();
    }
    your_turn(reader, &words.toy_do_play())
}

fn rows(reader: Reader<'_>, slots: &[Tile]) -> Vec<Vec<Button>> {
    let Reader { words, look, .. } = reader;
    let tiles = piece_buttons(slots, |slot, tile| {
        let may = actions(look).any(|action| action == Action::Play(tile));
        tile_button(reader, None, Press::Play(slot), tile).enabled(may)
    });
    let mut last = Vec::new();
    if actions(look).any(|action| action == Action::Knock) {
        last.push(button(look, Press::Knock, words.toy_button_knock()).tone(Tone::Good));
    }
    if look.may_go_on() {
        last.push(button(look, Verb::Next, words.button_next(look.game.id())).tone(Tone::Main));
    }
    if !slots.is_empty() {
        last.extend(desk::ways(reader, &naming(words)));
    }
    let rows = in_rows(&tiles);
    if last.is_empty() {
        rows
    } else {
        with_last(rows, last)
    }
}

/// The rack for people who cannot see it, with the tile that is raised.
fn alt(words: Words, slots: &[Tile], raised: Option<usize>) -> String {
    let mut parts = vec![spoken_all(words, slots, None)];
    parts.extend(spoken_picked(words, None, slots, raised.as_slice()));
    spoken_rack(words, None, &parts, slots.len())
}
