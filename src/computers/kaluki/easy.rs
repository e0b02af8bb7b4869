//! The easy computer for Kaluki: it looks at its own cards, lays what it is offered, and is not always careful.

use std::cmp::Reverse;

use crate::rules::Dice;
use crate::rules::card::Card;
use crate::rules::kaluki::score::value;
use crate::rules::kaluki::view::{TakenCard, Terms};
use crate::rules::kaluki::{Action, View};
use crate::rules::meld::cards;
use crate::rules::piece::remove;

use super::danger::are_near;
use super::{fallback, keep_jokers, known, question};

/// One discard of so many is not the best one, and one announcement of so many is forgotten.
const SLIPS: u32 = 5;
/// Then it is any of so many that come first.
const SLIP_AMONG: usize = 3;

/// Opens and lays as soon as it can, takes what makes a meld, discards what has fewest neighbours, always buys in.
pub(super) fn choose(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    if actions.contains(&Action::Announce) {
        let forgets = dice.below(SLIPS) == 0;
        let said = if forgets {
            Action::StaySilent
        } else {
            Action::Announce
        };
        return Some(said);
    }
    if actions.contains(&Action::BuyIn) {
        return Some(Action::BuyIn);
    }
    lay(actions)
        .or_else(|| take(view, actions))
        .or_else(|| discard(view, actions, dice))
        .or_else(|| fallback(actions))
}

/// The first opening or meld that is listed, else a card to build with, jokers last.
fn lay(actions: &[Action]) -> Option<Action> {
    let is_meld = |action: &&Action| matches!(action, Action::Open { .. } | Action::Lay { .. });
    let builds = actions.iter();
    let builds = builds.filter(|action| matches!(action, Action::Build(_)));
    let build = builds.min_by_key(|action| known::spent(action).contains(&Card::Joker));
    actions.iter().find(is_meld).or(build).cloned()
}

/// Takes what it can open with, a joker, or what makes a meld.
fn take(view: &View, actions: &[Action]) -> Option<Action> {
    let own = view.own.as_ref()?;
    let TakenCard { card, terms } = own.takeable?;
    let with = [&own.hand[..], &[card]].concat();
    let melds = || cards::best_opening(&with, Some(card), &question(&view.options)).is_some();
    let is_wanted = match terms {
        Terms::MustOpen => true,
        Terms::Free => card == Card::Joker || melds(),
        // A card stays to be discarded.
        Terms::MustUse | Terms::MustMeld => own.hand.len() > 3 && melds(),
    };
    (is_wanted && actions.contains(&Action::Take)).then_some(Action::Take)
}

/// Discards the loose card with the fewest neighbours, the dearest of them; now and then another of the first few.
fn discard(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    let hand = view.hand()?;
    let discards = actions.iter().filter_map(|action| match action {
        Action::Discard { card } => Some(*card),
        _ => None,
    });
    let mut discards: Vec<Card> = discards.collect();
    keep_jokers(&mut discards);
    let mut loose = hand.to_vec();
    let best = cards::best_opening(hand, None, &question(&view.options)).unwrap_or_default();
    for card in best.cards() {
        remove(&mut loose, card);
    }
    discards.sort_by_cached_key(|card| {
        let is_melded = !loose.contains(card);
        let value = value(&view.options, *card);
        (is_melded, neighbours(*card, hand), Reverse(value))
    });
    discards.truncate(SLIP_AMONG);
    let place = match dice.below(SLIPS) {
        0 => dice.below(discards.len().max(1) as u32) as usize,
        _ => 0,
    };
    let card = *discards.get(place)?;
    Some(Action::Discard { card })
}

/// How many other cards can lie in one meld of three with this one.
fn neighbours(card: Card, hand: &[Card]) -> usize {
    let Some(own) = card.natural() else {
        return hand.len();
    };
    let others = hand.iter().filter_map(|other| other.natural());
    others.filter(|other| are_near(own, *other)).count()
}
