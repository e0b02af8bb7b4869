//! The desk: the second page of a panel. Here its owner chooses the order of their tiles, lets the table draw for
//! them, and prepares their next move.
//!
//! What is picked on a page rides in the ids of its buttons. Playing goes on from the first page, to which the panel
//! turns back by itself when the turn comes.

use super::Front;
use super::asked::Asked;
use super::hint::hint_button;
use super::note::{Button, Tone};
use super::okey::rack_alt;
use super::press::{DeskPress, Slot, Verb};
use super::send::SendFailure;
use super::table_words::{Body, button};
use super::tiles::{tile, tile_button};
use super::words::Words;
use crate::drawing;
use crate::drawing::okey::Marks;
use crate::rules::any::AnyView;
use crate::rules::meld::{Arrangement, arrange};
use crate::rules::okey::view::{Moved, View};
use crate::rules::tile::Tile;
use crate::tables::{
    Answer, Declined, Desk, DeskChange, Dropped, Held, Life, Look, Order, Plan, Revision, Table,
};

/// Discord takes so many rows of buttons, and so many buttons in a row.
const ROWS: usize = 5;
const IN_A_ROW: usize = 5;

/// A page of the desk.
#[derive(Clone, Copy)]
enum Page {
    /// Everything.
    Whole,
    /// The tiles, one of them picked perhaps, to be put in one's own order.
    Moving(Option<Slot>),
}

/// The rack as its owner wants to see it.
pub fn arranged(look: &Look, view: &View) -> Arrangement {
    let (Some(okey), Some(rack)) = (view.okey(), &view.rack) else {
        return Arrangement::default();
    };
    match &look.desk {
        Some(desk) => desk.arrange(rack, okey),
        None => arrange(rack, okey),
    }
}

/// In which order the viewer sees their tiles.
pub fn order(look: &Look) -> Order {
    look.desk
        .as_ref()
        .map(|desk| desk.order)
        .unwrap_or_default()
}

/// What the panel marks: the tile that is prepared to be discarded.
pub fn marks(look: &Look, arrangement: &Arrangement) -> Marks {
    let prepared = look.desk.as_ref().and_then(Desk::prepared);
    let slots = drawing::okey::slots(arrangement);
    let slot = prepared.and_then(|prepared| slots.iter().rposition(|tile| *tile == prepared));
    Marks {
        picked: slot.into_iter().collect(),
    }
}

/// What the panel says of the desk.
pub fn lines(words: Words, look: &Look, view: &View) -> Vec<String> {
    let Some(desk) = look.desk.as_ref().filter(|_| look.life == Life::Playing) else {
        return Vec::new();
    };
    let name = |named: Tile| tile(words, named, view.okey());
    match desk.plan {
        Plan::Ready { discard } => vec![words.desk_prepared(&name(discard))],
        Plan::Dropped { discard, why } => {
            vec![words.desk_dropped(&name(discard), why_dropped(why))]
        }
        Plan::Made { discard } if !is_to_act(look) => {
            let drawn = drawn(view).map(name).unwrap_or_default();
            vec![words.desk_made(&drawn, &name(discard))]
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

/// What the viewer drew last.
fn drawn(view: &View) -> Option<Tile> {
    let own = |moved: &Moved| match moved {
        Moved::Drew { seat, tile } if view.viewer.seat() == Some(*seat) => *tile,
        _ => None,
    };
    view.history.iter().rev().find_map(own)
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

/// Adds the way to the desk to the rows of a panel, where there is room.
pub fn add_buttons(words: Words, look: &Look, view: &View, rows: &mut Vec<Vec<Button>>) {
    let has_rack = view.rack.as_ref().is_some_and(|rack| !rack.is_empty());
    let Some(desk) = look.desk.as_ref().filter(|_| has_rack) else {
        return;
    };
    if look.life != Life::Playing {
        return;
    }
    let mut buttons = vec![desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️")];
    buttons.extend(hint_button(words, look));
    buttons.extend(cancel(words, look, view, desk));
    // Tiles stand in rows of their own; only behind the moves is there room.
    let tiles = view.rack.as_ref().map_or(0, Vec::len).div_ceil(IN_A_ROW);
    let has_room = |moves: &&mut Vec<Button>| moves.len() + buttons.len() <= IN_A_ROW;
    if let Some(moves) = rows.get_mut(tiles).filter(has_room) {
        moves.extend(buttons);
    } else if rows.len() < ROWS {
        rows.push(buttons);
    }
}

fn cancel(words: Words, look: &Look, view: &View, desk: &Desk) -> Option<Button> {
    let prepared = tile(words, desk.prepared()?, view.okey());
    let text = words.button_cancel_prepared(&prepared);
    Some(desk_button(look, DeskPress::Cancel, text))
}

fn desk_button(look: &Look, press: DeskPress, text: String) -> Button {
    button(look, Verb::Desk(press), text)
}

/// A page of the desk; `None` for somebody without one.
fn body(words: Words, look: &Look, page: Page) -> Option<Body> {
    let AnyView::Okey(view) = look.view.as_ref()? else {
        return None;
    };
    let desk = look.desk.as_ref()?;
    let arrangement = arranged(look, view);
    let slots = drawing::okey::slots(&arrangement);
    // The tile may have gone since it was picked.
    let still = |slot: &Slot| slots.get(usize::from(slot.place)) == Some(&slot.tile);
    let picked = match page {
        Page::Moving(picked) => picked.filter(still),
        Page::Whole => None,
    };
    let (lines, rows) = match page {
        Page::Whole => whole(words, look, view, desk, &slots),
        Page::Moving(_) => moving(words, look, view, picked, &slots),
    };
    let marks = match picked {
        Some(slot) => Marks {
            picked: vec![usize::from(slot.place)],
        },
        None => marks(look, &arrangement),
    };
    Some(Body {
        text: lines.join("\n"),
        rows,
        scene: drawing::okey::rack(view, &arrangement, &marks),
        alt: rack_alt(words, view, &arrangement, desk.order),
    })
}

type Parts = (Vec<String>, Vec<Vec<Button>>);

fn whole(words: Words, look: &Look, view: &View, desk: &Desk, slots: &[Tile]) -> Parts {
    let mut text = vec![
        words.desk_title(),
        words.desk_auto_draw(on_or_off(desk.auto_draw)),
    ];
    let mut rows = Vec::new();
    if may_prepare(look) {
        text.push(words.desk_prepare());
        rows = tile_rows(words, look, view, slots, |slot| {
            let is_prepared = desk.prepared() == Some(slot.tile);
            let tone = if is_prepared { Tone::Main } else { Tone::Plain };
            (DeskPress::Prepare(slot), tone)
        });
    } else {
        text.push(words.desk_no_prepare());
    }
    text.extend(lines(words, look, view));
    rows.push(settings(words, look, desk));
    rows.extend(cancel(words, look, view, desk).map(|cancel| vec![cancel]));
    rows.truncate(ROWS);
    (text, rows)
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

fn moving(words: Words, look: &Look, view: &View, picked: Option<Slot>, slots: &[Tile]) -> Parts {
    let text = match picked {
        Some(slot) => words.desk_move_picked(&tile(words, slot.tile, view.okey())),
        None => words.desk_move(),
    };
    let mut rows = tile_rows(words, look, view, slots, |slot| match picked {
        None => (DeskPress::Pick(Some(slot)), Tone::Plain),
        Some(picked) if picked == slot => (DeskPress::Pick(None), Tone::Main),
        Some(picked) => (DeskPress::Put(picked, slot.place), Tone::Plain),
    });
    let desk = desk_button(look, DeskPress::Open, words.button_desk()).emoji("🗂️");
    rows.push(vec![desk, button(look, Verb::Rack, words.button_back())]);
    (vec![words.desk_title(), text], rows)
}

/// The tiles as buttons, in the order of the picture.
fn tile_rows(
    words: Words,
    look: &Look,
    view: &View,
    slots: &[Tile],
    press: impl Fn(Slot) -> (DeskPress, Tone),
) -> Vec<Vec<Button>> {
    let buttons: Vec<Button> = (0..)
        .zip(slots)
        .map(|(place, tile)| {
            let (press, tone) = press(Slot { place, tile: *tile });
            tile_button(words, look, view.okey(), Verb::Desk(press), *tile).tone(tone)
        })
        .collect();
    buttons.chunks(IN_A_ROW).map(<[Button]>::to_vec).collect()
}

/// The tiles with one of them on another place; `None` if it does not lie where it was picked.
fn put(look: &Look, picked: Slot, to: u8) -> Option<Vec<Tile>> {
    let AnyView::Okey(view) = look.view.as_ref()? else {
        return None;
    };
    let mut tiles = drawing::okey::slots(&arranged(look, view));
    let (from, to) = (usize::from(picked.place), usize::from(to));
    if tiles.get(from) != Some(&picked.tile) || to >= tiles.len() {
        return None;
    }
    tiles.remove(from);
    tiles.insert(to, picked.tile);
    Some(tiles)
}

impl Front {
    /// A press on the desk, or on the way there.
    pub async fn desk_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        press: DeskPress,
    ) -> Result<(), SendFailure> {
        let change = match press {
            DeskPress::Open => return self.show_desk(asked, table, Page::Whole).await,
            DeskPress::Pick(picked) => {
                return self.show_desk(asked, table, Page::Moving(picked)).await;
            }
            DeskPress::Put(picked, to) => {
                return self.tile_put(asked, table, picked, to).await;
            }
            DeskPress::AutoDraw { on } => DeskChange::AutoDraw { on },
            DeskPress::Order(order) => DeskChange::Order(order),
            DeskPress::Prepare(slot) => DeskChange::Prepare {
                discard: slot.tile,
                drawn_from: Some(revision),
            },
            DeskPress::Cancel => DeskChange::Cancel,
        };
        let page = match press {
            DeskPress::Order(Order::Own) => Some(Page::Moving(None)),
            DeskPress::AutoDraw { .. } | DeskPress::Order(_) => Some(Page::Whole),
            _ => None,
        };
        self.change_desk(asked, table, change, page).await
    }

    async fn show_desk(&self, asked: &Asked, table: &Table, page: Page) -> Result<(), SendFailure> {
        match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => self.answer_with_desk(asked, &look, page).await,
            Err(declined) => self.answer_move(asked, table, Err(declined)).await,
        }
    }

    async fn answer_with_desk(
        &self,
        asked: &Asked,
        look: &Look,
        page: Page,
    ) -> Result<(), SendFailure> {
        match body(asked.words, look, page).filter(|_| look.life == Life::Playing) {
            Some(body) => self.answer_with_body(asked, look, body, None).await,
            None => self.answer_with_panel(asked, look, None, None).await,
        }
    }

    async fn tile_put(
        &self,
        asked: &Asked,
        table: &Table,
        picked: Slot,
        to: u8,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_move(asked, table, Err(declined)).await,
        };
        let page = Some(Page::Moving(None));
        match put(&look, picked, to) {
            Some(tiles) => {
                let change = DeskChange::Own(tiles);
                self.change_desk(asked, table, change, page).await
            }
            None => {
                self.answer_with_desk(asked, &look, Page::Moving(None))
                    .await
            }
        }
    }

    /// Changes the desk and shows a page of it, or the first page of the panel.
    async fn change_desk(
        &self,
        asked: &Asked,
        table: &Table,
        change: DeskChange,
        page: Option<Page>,
    ) -> Result<(), SendFailure> {
        let answer = table.desk(asked.person, asked.press, change).await;
        match (answer, page) {
            (Ok(Answer::Done(look)), Some(page)) => self.answer_with_desk(asked, &look, page).await,
            (Err(Declined::DiskRefused), _) => {
                let Ok(look) = table.look(Some(asked.person), None).await else {
                    return asked
                        .tell(&self.sender, asked.words.desk_not_stored())
                        .await;
                };
                let notice = Some(asked.words.desk_not_stored());
                self.answer_with_panel(asked, &look, notice, None).await
            }
            (answer, _) => self.answer_move(asked, table, answer).await,
        }
    }
}
