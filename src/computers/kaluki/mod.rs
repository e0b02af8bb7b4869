//! The computers for Kaluki. `easy` looks at its own cards; `medium` plans its turn by the rules' own planner, keeps what is
//! likeliest to open (`hopes`) or to call up (`outlook`), and does not feed the next player (`danger`), by what all have
//! seen (`known`). It gives advice, too.

mod danger;
mod easy;
mod hopes;
mod known;
mod medium;
mod outlook;
mod places;
mod reason;
#[cfg(test)]
mod tests;

pub use reason::Reason;

use crate::rules::Dice;
use crate::rules::card::Card;
use crate::rules::kaluki::{Action, Options, View};
use crate::rules::meld::cards::{Keep, Question};
use crate::rules::piece::remove;
use crate::{Costly, Level, Mind};

/// The computers of Kaluki.
pub struct Computer;

impl Mind for Computer {
    type View = View;
    type Action = Action;
    type Reason = Reason;

    fn choose(level: Level, view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
        match level {
            Level::Easy => easy::choose(view, actions, dice),
            Level::Medium => medium::advise(view, actions).map(|(action, _)| action),
        }
    }

    /// Nobody acts out of turn: an announcement is waited for (Kaluki rules 7.3).
    fn interject(_: Level, _: &View, _: &[Action], _: &mut Dice) -> Option<Action> {
        None
    }

    fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
        medium::advise(view, actions)
    }

    fn costly(view: &View, action: &Action) -> Option<Costly> {
        let Action::Discard { card } = action else {
            return None;
        };
        let hand = view.hand()?;
        if hand.len() == 1 {
            return None;
        }
        if view.best_turn().is_some_and(|turn| turn.calls_up()) {
            return Some(Costly::ThrowsWinAway);
        }
        (*card == Card::Joker).then_some(Costly::ThrowsJoker)
    }
}

/// Takes jokers out of what may be discarded, if anything else may.
fn keep_jokers(discards: &mut Vec<Card>) {
    if discards.iter().any(|card| *card != Card::Joker) {
        discards.retain(|card| *card != Card::Joker);
    }
}

/// These cards without one of them.
fn without(cards: &[Card], card: Card) -> Vec<Card> {
    let mut rest = cards.to_vec();
    remove(&mut rest, card);
    rest
}

/// What melds some cards make by these house rules, to the last card: nobody calls up while a joker stays, even if it costs nothing.
fn question(options: &Options) -> Question<'static> {
    Question {
        aces: options.aces(),
        joker_value: options.joker_penalty.max(1),
        keep: Keep::Nothing,
    }
}

/// What ends the turn without harm, if nothing better is known: a draw, a card put back, the first discard.
fn fallback(actions: &[Action]) -> Option<Action> {
    let listed = |action: &Action| actions.contains(action).then(|| action.clone());
    let discard = || {
        let mut actions = actions.iter();
        actions.find(|action| matches!(action, Action::Discard { .. }))
    };
    listed(&Action::Draw)
        .or_else(|| listed(&Action::Return))
        .or_else(|| discard().cloned())
        .or_else(|| actions.first().cloned())
}
