//! Matches for the tests of this room, played by the rules with the cards of a seed.

use crate::rules::card::Card;
use crate::rules::kaluki::meld::Meld;
use crate::rules::kaluki::{Action, Kaluki, Options, View};
use crate::rules::meld::cards::{Keep, Question, best_opening};
use crate::rules::{Chance, Dice, Game, Seat, Viewer};

/// A match in which everybody lays what is listed and keeps what goes together.
pub(super) struct Played {
    pub(super) game: Kaluki,
    chance: Chance,
    dice: Dice,
}

impl Played {
    pub(super) fn new(seed: u64, seats: usize, options: &Options) -> Self {
        Self {
            game: Kaluki::new(options, seats),
            chance: Chance::from_seed(seed),
            dice: Dice::from_seed(seed),
        }
    }

    /// Deals the next deal.
    pub(super) fn deal(&mut self) {
        let events = self.game.deal(&self.chance);
        self.game.obey(&events);
    }

    /// One step; the seat that made it, or `None` once the deal is over.
    pub(super) fn step(&mut self) -> Option<Seat> {
        let seat = self.game.waiting().seats.iter().next()?;
        let action = self.choose(seat);
        let done = self.game.act(seat, &action, &self.chance);
        done.expect("listed actions are accepted");
        Some(seat)
    }

    /// What the viewers see.
    pub(super) fn watched(&self) -> View {
        self.game.view(Viewer::Watcher)
    }

    pub(super) fn seen_by(&self, seat: Seat) -> View {
        self.game.view(Viewer::Seat(seat))
    }

    fn choose(&mut self, seat: Seat) -> Action {
        let listed = self.game.actions(seat);
        let lays = |action: &Action| {
            use Action::{Build, Exchange, Lay, Open};
            matches!(
                action,
                Open { .. } | Lay { .. } | Build(_) | Exchange { .. }
            )
        };
        let laying: Vec<_> = listed.iter().filter(|action| lays(action)).collect();
        if let Some(action) = self.one_of(&laying) {
            return action;
        }
        let wants = |action: &Action, dice: &mut Dice| match action {
            Action::Take => dice.below(4) == 0,
            Action::Return | Action::StaySilent | Action::Discard { .. } => false,
            _ => true,
        };
        let kept: Vec<_> = listed
            .iter()
            .filter(|action| wants(action, &mut self.dice))
            .collect();
        if let Some(action) = self.one_of(&kept) {
            return action;
        }
        self.discard(seat, &listed)
    }

    fn one_of(&mut self, actions: &[&Action]) -> Option<Action> {
        if actions.is_empty() {
            return None;
        }
        let place = self.dice.below(actions.len() as u32);
        Some(actions[place as usize].clone())
    }

    /// Discards a card that goes with no other, or whatever there is.
    fn discard(&mut self, seat: Seat, listed: &[Action]) -> Action {
        let view = self.seen_by(seat);
        let loose = loose(&view);
        let is_loose = |action: &&Action| match action {
            Action::Discard { card } => *card != Card::Joker && loose.contains(card),
            _ => false,
        };
        let fine: Vec<_> = listed.iter().filter(is_loose).collect();
        let any: Vec<_> = listed.iter().collect();
        self.one_of(&fine)
            .or_else(|| self.one_of(&any))
            .expect("a seat that is to act may do something")
    }
}

fn loose(view: &View) -> Vec<Card> {
    let hand = view.hand().unwrap_or_default();
    let question = Question {
        aces: view.options.aces(),
        joker_value: view.options.joker_penalty,
        keep: Keep::Nothing,
    };
    let best = best_opening(hand, None, &question).unwrap_or_default();
    let laid: Vec<Card> = best.cards().collect();
    hand.iter()
        .copied()
        .filter(|card| !laid.contains(card))
        .collect()
}

/// Everything that lies on the table.
pub(super) fn on_table(view: &View) -> usize {
    let melds = view.table.iter().map(|laid| laid.meld.cards());
    melds.map(<[_]>::len).sum()
}

/// A meld written as the rules write it: `S:` or `R:` before its cards.
pub(super) fn meld(text: &str) -> Meld {
    use crate::rules::card::Placed;
    use crate::rules::kaluki::{Composed, Kind};
    use crate::rules::meld::cards::Aces;
    let (kind, cards) = text.split_at(2);
    let kind = if kind == "S:" { Kind::Set } else { Kind::Run };
    let cards = Placed::read_all(cards).expect("tests write cards correctly");
    Meld::compose(&Composed::new(kind, cards), Aces::High).expect("tests write melds correctly")
}
