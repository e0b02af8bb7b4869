//! Okey in messages: its panel, its board, its moves in words.
//!
//! Everything here is made from a view, so nothing can be said that its reader may not know.

use super::desk::{self, Shelf};
use super::games::Told;
use super::hint;
use super::press::{Press, Slot, Verb};
use super::table_words::{Body, button, happened, numbered, sign, standing_lines, who};
use super::tiles::tile_button;
use crate::computers::Costly;
use crate::discord::speech::tiles::{label, name, spoken, spoken_all, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::drawing::okey::Marks;
use crate::rules::Viewer;
use crate::rules::any::AnyAction;
use crate::rules::meld::{Arrangement, arrange};
use crate::rules::okey::view::{Moved, Phase, RoundResult, View};
use crate::rules::okey::{Action, WinKind};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::view::pieces;
use crate::tables::{Desk, Look, Order};

/// Discord takes so many rows of buttons, and so many buttons in a row.
const ROWS: usize = 5;
const IN_A_ROW: usize = 5;
/// How many moves a board tells.
const LAST_MOVES: usize = 4;
/// How many ways to finish get a button of their own.
const FINISH_BUTTONS: usize = 3;

/// A move in the words of `/play` and its choices.
pub fn action_words(words: Words, action: &Action, view: &View) -> String {
    let name = |named: Tile| tile(words, named, view.okey());
    match action {
        Action::Show => words.move_show(),
        Action::Draw => words.move_draw(),
        Action::Take => words.move_take(&view.takeable.map(name).unwrap_or_default()),
        Action::Pass => words.move_pass(),
        Action::Discard(discard) => words.move_discard(&name(*discard)),
        Action::Finish(discard) => words.move_finish(&name(*discard)),
        Action::Decline => words.move_decline(),
        Action::DrawAt(place) => words.move_draw_at(*place),
    }
}

/// The text that stands for a move inside a choice of `/play`, and that people may type.
pub fn action_text(action: &Action) -> String {
    match action {
        Action::Show => "show".to_owned(),
        Action::Draw => "draw".to_owned(),
        Action::Take => "take".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Discard(tile) => format!("discard {tile}"),
        Action::Finish(tile) => format!("finish {tile}"),
        Action::Decline => "no".to_owned(),
        Action::DrawAt(place) => format!("draw {place}"),
    }
}

/// Reads a typed move: `draw`, `take`, `pass`, `show`, `discard R5` or just `R5`, `finish R5`.
pub fn read_action(text: &str) -> Option<Action> {
    let text = text.trim().to_ascii_lowercase();
    let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let tile = || rest.trim().parse::<Tile>().ok();
    match (verb, rest) {
        ("draw", "") => Some(Action::Draw),
        ("take", "") => Some(Action::Take),
        ("pass", "") => Some(Action::Pass),
        ("show", "") => Some(Action::Show),
        ("no", "") => Some(Action::Decline),
        ("draw", _) => rest.trim().parse().ok().map(Action::DrawAt),
        ("discard" | "throw", _) => tile().map(Action::Discard),
        ("finish", _) => tile().map(Action::Finish),
        (one, "") => one.parse().ok().map(Action::Discard),
        _ => None,
    }
}

/// The action that a button means; `None` for buttons that are not moves of Okey.
pub fn pressed_action(verb: Verb) -> Option<Action> {
    match verb {
        Verb::Draw => Some(Action::Draw),
        Verb::Take(_) => Some(Action::Take),
        Verb::Pass => Some(Action::Pass),
        Verb::Show => Some(Action::Show),
        Verb::Decline => Some(Action::Decline),
        Verb::Discard(slot) | Verb::Surely(slot) => slot.piece.try_into().ok().map(Action::Discard),
        Verb::Finish(piece) => piece.try_into().ok().map(Action::Finish),
        Verb::Desk(_)
        | Verb::Meld(_)
        | Verb::Join
        | Verb::Leave
        | Verb::Sit(_)
        | Verb::AddComputer(_)
        | Verb::RemoveComputer
        | Verb::Start
        | Verb::Rules
        | Verb::Options(_)
        | Verb::Set(_)
        | Verb::Rack
        | Verb::Hint
        | Verb::Rematch
        | Verb::Next => None,
    }
}

fn okey_actions(look: &Look) -> impl Iterator<Item = Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Okey(action) => Some(*action),
        AnyAction::Okey101(_) => None,
    })
}

/// What the owner of a rack sees.
pub fn panel(words: Words, look: &Look, view: &View, asks: Option<Slot>) -> Body {
    let arrangement = arranged(look, view);
    let mut lines = vec![status(words, look, view)];
    if let Some(slot) = asks {
        lines.extend(question(words, look, view, slot.piece));
    } else if okey_actions(look).any(|action| matches!(action, Action::Finish(_))) {
        lines.push(words.okey_can_finish());
    }
    lines.extend(desk::lines(words, look, drawn(view)));
    lines.extend(round_line(words, view));
    let rows = match asks {
        Some(slot) => vec![confirmation(words, look, view, slot)],
        None => panel_rows(words, look, view, &arrangement),
    };
    Body {
        text: lines.join("\n"),
        rows,
        scene: drawing::okey::rack(view, &arrangement, &marks(look, &arrangement)),
        alt: rack_alt(words, view, &arrangement, desk::order(look)),
    }
}

/// The rack as its owner wants to see it.
fn arranged(look: &Look, view: &View) -> Arrangement {
    let (Some(okey), Some(rack)) = (view.okey(), &view.rack) else {
        return Arrangement::default();
    };
    match &look.desk {
        Some(desk) => desk.arrange(view).of_kind(),
        None => arrange(rack, okey),
    }
}

/// What the panel marks: the tile that is prepared to be discarded.
fn marks(look: &Look, arrangement: &Arrangement) -> Marks {
    let prepared = look.desk.as_ref().and_then(Desk::prepared);
    let slots = pieces(drawing::okey::slots(arrangement));
    let slot = prepared.and_then(|prepared| slots.iter().rposition(|piece| *piece == prepared));
    Marks {
        picked: slot.into_iter().collect(),
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

/// The rack for the desk; `None` without one.
pub fn shelf<'a>(words: Words, look: &'a Look, view: &'a View) -> Option<Shelf<'a>> {
    view.rack.as_ref().filter(|rack| !rack.is_empty())?;
    let arrangement = arranged(look, view);
    Some(Shelf {
        slots: pieces(drawing::okey::slots(&arrangement)),
        drawn: drawn(view),
        alt: rack_alt(words, view, &arrangement, desk::order(look)),
        scene: Box::new(move |raised| {
            let picked = raised.into_iter().collect();
            drawing::okey::rack(view, &arrangement, &Marks { picked })
        }),
    })
}

/// Adds the way to the desk to the rows of a panel, where there is room.
fn add_ways(words: Words, look: &Look, view: &View, rows: &mut Vec<Vec<Button>>) {
    let tiles = numbered(view.rack.as_deref());
    if tiles == 0 {
        return;
    }
    let ways = desk::ways(words, look);
    // Tiles stand in rows of their own; only behind the moves is there room.
    let has_room = |moves: &&mut Vec<Button>| moves.len() + ways.len() <= IN_A_ROW;
    if let Some(moves) = rows.get_mut(tiles.div_ceil(IN_A_ROW)).filter(has_room) {
        moves.extend(ways);
    } else if rows.len() < ROWS && !ways.is_empty() {
        rows.push(ways);
    }
}

/// What is asked before this discard.
fn question(words: Words, look: &Look, view: &View, piece: Piece) -> Option<String> {
    let discard = piece.try_into().ok()?;
    let named = tile(words, discard, view.okey());
    let question = match hint::gives_away(look, &AnyAction::Okey(Action::Discard(discard)))? {
        Costly::ThrowsWinAway => words.okey_throws_win_away(&named),
        Costly::ThrowsJoker => words.okey_throws_joker(&named),
    };
    Some(question)
}

/// The place of a tile on the rack, as the panel shows it.
pub fn slot_of(look: &Look, view: &View, tile: Tile) -> Option<Slot> {
    let slots = drawing::okey::slots(&arranged(look, view));
    let place = slots.iter().position(|other| *other == tile)?;
    let place = u8::try_from(place).ok()?;
    let piece = tile.into();
    Some(Slot { place, piece })
}

fn status(words: Words, look: &Look, view: &View) -> String {
    if has_ended_early(look, view) {
        return words.game_abandoned();
    }
    let me = view.viewer.seat();
    let to_act = match view.phase {
        Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) => seat,
        Phase::Showing(seats) => {
            return showing_status(words, look, me.is_some_and(|me| seats.contains(me)));
        }
        Phase::Undealt | Phase::RoundOver => return result_lines(words, look, view).join("\n"),
    };
    if me != Some(to_act) {
        return words.panel_waiting();
    }
    let task = match view.phase {
        Phase::Draw(_) if view.stock == 0 => words.okey_do_draw_empty(),
        Phase::Draw(_) => words.okey_do_draw(),
        Phase::Discard(_) => fresh_line(words, view),
        _ => words.okey_do_starter(),
    };
    format!("{} {task}", words.panel_your_turn(&look.deadline_text()))
}

/// Nobody is to act any more, although the round was not played to its end.
fn has_ended_early(look: &Look, view: &View) -> bool {
    !look.is_live() && view.standing.is_none()
}

fn showing_status(words: Words, look: &Look, is_asked: bool) -> String {
    match is_asked {
        true => format!(
            "{} {}",
            words.panel_your_turn(&look.deadline_text()),
            words.okey_do_showing()
        ),
        false => words.okey_showing(&look.deadline_text()),
    }
}

fn fresh_line(words: Words, view: &View) -> String {
    let fresh = view
        .fresh
        .map(|fresh| words.okey_fresh(&tile(words, fresh, view.okey())));
    [fresh, Some(words.okey_do_discard())]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn round_line(words: Words, view: &View) -> Option<String> {
    let indicator = view.indicator?;
    let indicator_text = tile(words, Tile::Numbered(indicator), None);
    let okey = tile(words, Tile::Numbered(indicator.okey()), None);
    Some(words.okey_round(view.round, &indicator_text, &okey, view.stock))
}

fn confirmation(words: Words, look: &Look, view: &View, slot: Slot) -> Vec<Button> {
    let surely = Button::new(
        Press::new(&look.table, look.revision, Verb::Surely(slot)).id(),
        words.button_surely(&name(words, slot.piece, view.okey())),
    );
    let mut row = finish_buttons(words, look, view);
    row.push(surely.tone(Tone::Grave));
    row
}

fn panel_rows(
    words: Words,
    look: &Look,
    view: &View,
    arrangement: &Arrangement,
) -> Vec<Vec<Button>> {
    let mut rows = tile_rows(words, look, view, arrangement);
    let moves = move_buttons(words, look, view);
    if !moves.is_empty() {
        rows.push(moves);
    }
    add_ways(words, look, view, &mut rows);
    rows
}

fn tile_rows(
    words: Words,
    look: &Look,
    view: &View,
    arrangement: &Arrangement,
) -> Vec<Vec<Button>> {
    let slots = drawing::okey::slots(arrangement);
    let fresh = drawing::okey::fresh_slot(view, arrangement);
    let buttons: Vec<Button> = slots
        .into_iter()
        .enumerate()
        .map(|(place, tile)| {
            let is_fresh = fresh == Some(place);
            let slot = Slot {
                place: place as u8,
                piece: tile.into(),
            };
            let may = okey_actions(look).any(|action| action == Action::Discard(tile));
            let tone = if is_fresh { Tone::Main } else { Tone::Plain };
            tile_button(words, look, view.okey(), Verb::Discard(slot), tile)
                .tone(tone)
                .enabled(may)
        })
        .collect();
    buttons.chunks(5).map(<[Button]>::to_vec).collect()
}

fn move_buttons(words: Words, look: &Look, view: &View) -> Vec<Button> {
    let mut row = finish_buttons(words, look, view);
    for action in okey_actions(look) {
        let (verb, text, tone) = match action {
            Action::Draw => (Verb::Draw, words.button_draw(), Tone::Main),
            Action::Take => {
                let Some(tile) = view.takeable else { continue };
                (
                    Verb::Take(tile.into()),
                    words.button_take(&label(words, tile, view.okey())),
                    Tone::Main,
                )
            }
            Action::Pass => (Verb::Pass, words.button_pass(), Tone::Plain),
            Action::Show => (Verb::Show, words.button_show(), Tone::Good),
            Action::Decline => (Verb::Decline, words.button_decline(), Tone::Plain),
            // Finishing has its own buttons, discarding is pressed on the tiles, and a place of the stock is typed.
            Action::Finish(_) | Action::Discard(_) | Action::DrawAt(_) => continue,
        };
        row.push(button(look, verb, text).tone(tone));
    }
    if look.may_go_on() {
        row.push(button(look, Verb::Next, words.button_next()).tone(Tone::Main));
    }
    row.truncate(5);
    row
}

fn finish_buttons(words: Words, look: &Look, view: &View) -> Vec<Button> {
    okey_actions(look)
        .filter_map(|action| match action {
            Action::Finish(tile) => Some(tile),
            _ => None,
        })
        .take(FINISH_BUTTONS)
        .map(|tile| {
            let text = words.button_finish(&label(words, tile, view.okey()));
            button(look, Verb::Finish(tile.into()), text).tone(Tone::Good)
        })
        .collect()
}

/// What everybody sees.
pub fn board(words: Words, look: &Look, view: &View, told: Option<Told>) -> Body {
    let mut lines: Vec<String> = view
        .scores
        .iter()
        .map(|(seat, points)| {
            words.board_seat(
                sign(seat),
                &who(words, look, seat),
                *points,
                view.held[seat],
            )
        })
        .collect();
    lines.extend(round_line(words, view));
    match view.phase {
        _ if has_ended_early(look, view) => lines.extend(history_line(words, view, told)),
        Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) => {
            lines.push(words.board_turn(
                sign(seat),
                &who(words, look, seat),
                &look.deadline_text(),
            ));
            lines.extend(history_line(words, view, told));
        }
        Phase::Showing(_) => lines.push(words.okey_showing(&look.deadline_text())),
        Phase::Undealt | Phase::RoundOver => lines.extend(result_lines(words, look, view)),
    }
    Body {
        text: lines.join("\n"),
        rows: vec![board_buttons(words, look, view)],
        scene: drawing::okey::board(view, &look.marks()),
        alt: board_alt(words, look, view),
    }
}

fn board_buttons(words: Words, look: &Look, view: &View) -> Vec<Button> {
    let mut row = Vec::new();
    if !look.is_live() {
        return row;
    }
    if let Phase::Draw(seat) = view.phase {
        let can_draw = view.stock > 0;
        row.push(
            button(look, Verb::Draw, words.button_draw())
                .tone(Tone::Main)
                .enabled(can_draw),
        );
        let left = seat.previous(view.held.len());
        if let Some(top) = view
            .takeable
            .or_else(|| view.piles[left].seen.last().copied())
        {
            let text = words.button_take(&label(words, top, view.okey()));
            row.push(button(look, Verb::Take(top.into()), text));
        }
    }
    if look.next_round_at.is_some() {
        row.push(button(look, Verb::Next, words.button_next()).tone(Tone::Main));
    }
    row.push(button(look, Verb::Rack, words.button_rack()).emoji("👀"));
    row
}

fn history_line(words: Words, view: &View, told: Option<Told>) -> Option<String> {
    let new = told.map_or(0, |told| {
        view.history.len().saturating_sub(told.moves_of(view.round))
    });
    let moves = view
        .history
        .iter()
        .map(|moved| moved_words(words, view, moved));
    happened(words, moves, new.max(LAST_MOVES))
}

fn moved_words(words: Words, view: &View, moved: &Moved) -> String {
    let name = |named: Tile| tile(words, named, view.okey());
    match moved {
        Moved::Showed { seat } => words.moved_showed(sign(*seat)),
        Moved::Drew { seat, tile: None } => words.moved_drew(sign(*seat)),
        Moved::Drew {
            seat,
            tile: Some(tile),
        } => words.moved_drew_tile(sign(*seat), &name(*tile)),
        Moved::Took { seat, tile } => words.moved_took(sign(*seat), &name(*tile)),
        Moved::Discarded { seat, tile } => words.moved_discarded(sign(*seat), &name(*tile)),
        Moved::Passed { seat } => words.moved_passed(sign(*seat)),
        Moved::Finished { seat, tile } => words.moved_finished(sign(*seat), &name(*tile)),
        Moved::FailedFinish { seat, points } => words.moved_failed_finish(sign(*seat), *points),
    }
}

/// How the round, and perhaps the game, ended.
fn result_lines(words: Words, look: &Look, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    match &view.result {
        Some(RoundResult::Drawn) => lines.push(words.round_drawn(view.round)),
        Some(RoundResult::Won { seat, win, .. }) => {
            let kind = match win.kind {
                WinKind::Ordinary => "ordinary",
                WinKind::Pairs => "pairs",
            };
            let joker = if win.joker_finish { "yes" } else { "no" };
            let kind = words.win_kind(kind, joker);
            lines.push(words.round_won(
                view.round,
                sign(*seat),
                &who(words, look, *seat),
                &kind,
                win.loss,
            ));
        }
        None => {}
    }
    if let Some(at) = look.next_round_at {
        lines.push(words.next_round(&at.countdown()));
    }
    if let Some(standing) = &view.standing {
        lines.extend(standing_lines(words, look, standing));
    }
    lines
}

/// The rack for people who cannot see it.
pub fn rack_alt(words: Words, view: &View, arrangement: &Arrangement, order: Order) -> String {
    let okey = view.okey();
    let mut parts: Vec<String> = arrangement
        .melds
        .iter()
        .map(|meld| words.alt_group(&spoken_all(words, meld, okey)))
        .collect();
    if !arrangement.loose.is_empty() {
        let tiles = spoken_all(words, &arrangement.loose, okey);
        parts.push(match order {
            Order::Melds => words.alt_loose(&tiles),
            Order::Colours | Order::Own => words.alt_in_order(order.word(), &tiles),
        });
    }
    let count = numbered(view.rack.as_deref());
    let mut alt = words.alt_rack(&parts.join(" "), count);
    if let Some(indicator) = view.indicator {
        let [indicator, okey] =
            [indicator, indicator.okey()].map(|face| spoken(words, Tile::Numbered(face), None));
        alt.push(' ');
        alt.push_str(&words.alt_okey(&indicator, &okey));
    }
    alt
}

fn board_alt(words: Words, look: &Look, view: &View) -> String {
    debug_assert_eq!(view.viewer, Viewer::Watcher, "a board is for everybody");
    let mut parts = vec![words.alt_board(view.round, view.stock)];
    if let Some(indicator) = view.indicator {
        let [indicator, okey] =
            [indicator, indicator.okey()].map(|face| spoken(words, Tile::Numbered(face), None));
        parts.push(words.alt_okey(&indicator, &okey));
    }
    for (seat, points) in view.scores.iter() {
        let pile = view.piles[seat]
            .seen
            .last()
            .map(|top| spoken(words, *top, view.okey()));
        let pile = pile.unwrap_or_else(|| words.alt_no_pile());
        parts.push(words.alt_seat(
            &words.sign_spoken(seat.index()),
            *points,
            view.held[seat],
            &pile,
        ));
    }
    if let Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) = view.phase
        && look.is_live()
    {
        parts.push(words.alt_turn(&words.sign_spoken(seat.index())));
    }
    parts.join(" ")
}
