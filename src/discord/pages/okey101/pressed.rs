//! What a press on a button of Okey 101 does.

use super::arranged::actions;
use super::melds::{LayOff, MeldPress};
use super::press::Press;
use super::refusal::fault_words;
use super::{arranged, compose, pages, panel};
use crate::discord::pages::kit::composing::Composition;
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::rules::okey101::{Action, View};

/// Whether somebody said that they mean a discard, whatever it costs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    Yes,
    No,
}

/// What a press does.
pub(super) fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
    let pressed = match press {
        Press::Draw => Some(Pressed::one(Action::Draw)),
        Press::Take(_) => Some(Pressed::one(Action::Take)),
        Press::Pass => Some(Pressed::one(Action::Pass)),
        Press::Discard(slot) => discarding(reader, view, slot),
        Press::Surely(slot) => discard(slot, Sure::Yes).map(Pressed::one),
        Press::Meld(press) => melding(reader, view, press),
    };
    pressed.unwrap_or(Pressed::Late)
}

/// A discard that is asked about if it costs points.
fn discarding(reader: Reader<'_>, view: &View, slot: Slot) -> Option<Pressed<Action>> {
    let action = discard(slot, Sure::No)?;
    Some(match asks_first(reader, view, &action) {
        Some(slot) => Pressed::Ask(slot),
        None => Pressed::one(action),
    })
}

/// `None` for what is no tile, and so lies on no rack.
fn discard(slot: Slot, sure: Sure) -> Option<Action> {
    Some(Action::Discard {
        tile: slot.piece.try_into().ok()?,
        confirm: sure == Sure::Yes,
    })
}

/// The tile about which this move is asked first: a discard that costs points (101 rules 10.4), where it could be made now.
pub(super) fn asks_first(reader: Reader<'_>, view: &View, action: &Action) -> Option<Slot> {
    let Action::Discard {
        tile,
        confirm: false,
    } = action
    else {
        return None;
    };
    let is_it =
        |listed: &Action| matches!(listed, Action::Discard { tile: other, .. } if other == tile);
    let may = actions(reader.look).any(is_it);
    let costs = arranged::costs(view, *tile) && view.rack()?.len() > 1;
    arranged::slot_of(reader.look, view, *tile).filter(|_| may && costs)
}

fn melding(reader: Reader<'_>, view: &View, press: MeldPress) -> Option<Pressed<Action>> {
    Some(match press {
        MeldPress::More => Pressed::Page(pages::more(reader, view)?, None),
        MeldPress::Text => Pressed::Page(pages::text(reader, view)?, None),
        MeldPress::Compose(made) => Pressed::Page(compose::page(reader, view, made)?, None),
        MeldPress::Preview(made) => {
            Pressed::Page(compose::preview(reader, view, made, None)?, None)
        }
        MeldPress::Join(made) => joining(reader, view, made)?,
        MeldPress::Lay(made) => {
            Pressed::moves(laying(view, made)?, compose::page(reader, view, made))
        }
        MeldPress::LayAndDiscard(made, slot) => {
            let moves = laying_then(view, made, discard(slot, Sure::No)?)?;
            Pressed::moves(moves, compose::preview(reader, view, made, Some(slot)))
        }
        MeldPress::LayAndSurely(made, slot) => {
            let moves = laying_then(view, made, discard(slot, Sure::Yes)?)?;
            Pressed::moves(moves, compose::preview(reader, view, made, None))
        }
        MeldPress::LayOffAll => Pressed::moves(panel::lay_offs(reader.look, view), None),
        MeldPress::Where(made, page) => {
            Pressed::Page(compose::places(reader, view, made, page)?, None)
        }
        MeldPress::LayOff(LayOff { tile, meld, place }) => Pressed::one(Action::LayOff {
            tile,
            meld: meld.into(),
            end: Some(place),
        }),
        MeldPress::Swap(tile, meld) => Pressed::one(Action::SwapJoker {
            tile,
            meld: meld.into(),
        }),
        MeldPress::TakeBack => Pressed::one(Action::TakeBack),
        MeldPress::GiveBack => Pressed::one(Action::Return),
    })
}

/// The picked tiles as a meld, or why they are none above the page as it was.
fn joining(reader: Reader<'_>, view: &View, made: Composition) -> Option<Pressed<Action>> {
    let words = reader.words;
    let (made, fault) = match compose::joined(view, made)? {
        Ok(joined) => (joined, None),
        Err(fault) => (made, Some(fault)),
    };
    let picked = compose::picked_text(words, view, made)?;
    let notice = fault.map(|fault| words.okey101_picked_none(&picked, &fault_words(words, fault)));
    Some(Pressed::Page(compose::page(reader, view, made)?, notice))
}

/// The moves that lay a composition: an opening, or further melds one after another.
fn laying(view: &View, made: Composition) -> Option<Vec<Action>> {
    let melds = compose::composed(view, made)?;
    let opened = view.opened[view.viewer.seat()?];
    Some(if opened.is_some() {
        melds.into_iter().map(|meld| Action::Lay { meld }).collect()
    } else {
        vec![Action::Open { melds }]
    })
}

/// The same, and a discard; but nothing follows an opening that makes the round void (101 rules 9.4).
fn laying_then(view: &View, made: Composition, last: Action) -> Option<Vec<Action>> {
    let mut moves = laying(view, made)?;
    let voids = |action: &Action| matches!(action, Action::Open { melds } if view.voids(melds));
    if !moves.iter().any(voids) {
        moves.push(last);
    }
    Some(moves)
}
