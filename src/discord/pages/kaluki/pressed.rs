//! What a press on a button of Kaluki does.

use super::best::Best;
use super::draft::Draft;
use super::making::Making;
use super::press::{BuildOn, Page, Press};
use super::{arranged, best, between, compose, exchange, pages};
use crate::discord::pages::hint::gives_away;
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::rules::any::AnyAction;
use crate::rules::card::Card;
use crate::rules::kaluki::{Action, View};

/// What a press does.
pub(super) fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
    let pressed = match press {
        Press::Draw => Some(Pressed::one(Action::Draw)),
        Press::Take(_) => Some(Pressed::one(Action::Take)),
        Press::Return => Some(Pressed::one(Action::Return)),
        Press::Discard(slot) => discarding(reader, view, slot),
        Press::Surely(slot) => discard(slot).map(Pressed::one),
        Press::See(page) => see(reader, view, page).map(|page| Pressed::Page(page, None)),
        Press::Lay(draft) => laying(view, draft)
            .map(|moves| Pressed::moves(moves, compose::page(reader, view, draft))),
        Press::LayAndDiscard(draft, slot) => throwing(reader, view, draft, slot),
        Press::LayAndSurely(draft, slot) => laying_then(view, draft, slot)
            .map(|moves| Pressed::moves(moves, compose::preview(reader, view, draft, None))),
        Press::Build(build) => building(build).map(Pressed::one),
        Press::LayAll => {
            Best::of(view).map(|best| Pressed::moves(best.moves(), best::page(reader, view, None)))
        }
        Press::LayAllAndDiscard(slot) => ending(reader, view, slot),
        Press::LayAllAndSurely(slot) => ending_with(view, slot)
            .map(|moves| Pressed::moves(moves, best::page(reader, view, None))),
        Press::Announce => Some(Pressed::one(Action::Announce)),
        Press::StaySilent => Some(Pressed::one(Action::StaySilent)),
        Press::BuyIn => Some(Pressed::one(Action::BuyIn)),
        Press::Decline => Some(Pressed::one(Action::Decline)),
    };
    pressed.unwrap_or(Pressed::Late)
}

fn see(reader: Reader<'_>, view: &View, page: Page) -> Option<Body> {
    match page {
        Page::More => pages::more(reader, view),
        Page::Text => pages::text(reader, view),
        Page::Score => pages::score(reader, view),
        Page::Plan => best::page(reader, view, None),
        Page::Builds(page) => pages::builds(reader, view, page),
        Page::Jokers(page) => exchange::page(reader, view, page),
        Page::Leaving => between::leaving(reader, view),
        Page::Compose(draft) => compose::page(reader, view, draft),
        Page::Where(draft, page) => compose::places(reader, view, draft, page),
        Page::Preview(draft) => compose::preview(reader, view, draft, None),
    }
}

/// A discard that is asked about if it gives something away.
fn discarding(reader: Reader<'_>, view: &View, slot: Slot) -> Option<Pressed<Action>> {
    let action = discard(slot)?;
    Some(match asks_first(reader, view, &action) {
        Some(slot) => Pressed::Ask(slot),
        None => Pressed::one(action),
    })
}

/// `None` for what is no card, and so lies on no rack.
fn discard(slot: Slot) -> Option<Action> {
    Some(Action::Discard {
        card: slot.piece.try_into().ok()?,
    })
}

/// The card about which this move is asked first: a discard that throws a win away, or a joker.
pub(super) fn asks_first(reader: Reader<'_>, view: &View, action: &Action) -> Option<Slot> {
    let Action::Discard { card } = action else {
        return None;
    };
    gives_away(reader.look, &AnyAction::Kaluki(action.clone()))?;
    arranged::slot_of(reader.look, view, *card)
}

/// The moves that lay a draft; none if a group of it cannot be done any more.
fn laying(view: &View, draft: Draft) -> Option<Vec<Action>> {
    Making::of(view, draft)?.moves()
}

fn laying_then(view: &View, draft: Draft, slot: Slot) -> Option<Vec<Action>> {
    let mut moves = laying(view, draft)?;
    moves.push(discard(slot)?);
    Some(moves)
}

/// An opening with its discard, asked about if it gives something away.
fn throwing(reader: Reader<'_>, view: &View, draft: Draft, slot: Slot) -> Option<Pressed<Action>> {
    let card = Card::try_from(slot.piece).ok()?;
    let left = view.hand()?.len().checked_sub(laid_by(draft))?;
    let throws_win = || Best::of(view).is_some_and(|best| best.ends(view).is_some());
    if left > 1 && (card == Card::Joker || throws_win()) {
        let page = compose::preview(reader, view, draft, Some(slot))?;
        return Some(Pressed::Page(page, None));
    }
    let moves = laying_then(view, draft, slot)?;
    let page = compose::preview(reader, view, draft, None);
    Some(Pressed::moves(moves, page))
}

/// How many cards of the hand a draft of melds lays.
fn laid_by(draft: Draft) -> usize {
    use crate::discord::pages::kit::composing::Part;
    let parts = draft.parts();
    let laid = (0..parts.len()).filter(|place| matches!(parts.part(*place), Part::Meld(_)));
    laid.count()
}

fn building(build: BuildOn) -> Option<Action> {
    build.build().map(Action::Build)
}

/// Everything that can be laid, with a discard: asked about if it is a joker and not the last card.
fn ending(reader: Reader<'_>, view: &View, slot: Slot) -> Option<Pressed<Action>> {
    let card = Card::try_from(slot.piece).ok()?;
    let is_last = Best::of(view)?.is_last(card);
    if card == Card::Joker && !is_last {
        return Some(Pressed::Page(best::page(reader, view, Some(slot))?, None));
    }
    let moves = ending_with(view, slot)?;
    Some(Pressed::moves(moves, best::page(reader, view, None)))
}

fn ending_with(view: &View, slot: Slot) -> Option<Vec<Action>> {
    let mut moves = Best::of(view)?.moves();
    moves.push(discard(slot)?);
    Some(moves)
}
