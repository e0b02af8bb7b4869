//! The best of all that a player could lay: the initial meld worth most, and the steps that leave fewest penalty points.
//!
//! All of it is made from a view, so it holds nothing that the owner may not know.

use std::collections::HashSet;

use super::hand::{difference, distinct};
use super::laying::exchange_uses;
use super::meld::{Composed, Meld};
use super::propose::{composed, exchanges_of, fits_of};
use super::score::hand_points;
use super::trial::Trial;
use super::view::{Phase, Terms, View};
use super::{Action, Options};
use crate::card::Card;
use crate::meld::cards::{self, Keep, Question};

/// Table actions, one after another, and the discard after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The actions in their order.
    pub actions: Vec<Action>,
    /// The discard.
    pub discard: Card,
    /// The penalty points that stay in the hand.
    pub left: i32,
}

/// How many positions are looked at: more than a turn has without jokers that fit everywhere.
const MOST_POSITIONS: usize = 400;

impl View {
    /// The initial meld worth most with what is held now, whatever it reaches; a card stays to be discarded.
    ///
    /// A card that was taken to open with it is in it. `None` for a watcher, and if there is none.
    pub fn best_opening(&self) -> Option<Vec<Composed>> {
        let own = self.own.as_ref()?;
        let keep = self.may_stay(&own.hand);
        let must = self.must_use().map(|(card, _)| card);
        let best = cards::best_opening(&own.hand, must, &question(&self.options, &keep))?;
        Some(composed(&best)).filter(|melds| !melds.is_empty())
    }

    /// What the viewer can lay in this turn so that the fewest penalty points stay, with melds, builds and exchanges.
    ///
    /// For who is open it is the best there is, unless more than some hundred positions would have to be looked at; who is
    /// not opens with the melds that leave least, or, if those are worth too little, with those that are worth most.
    /// `None` if it is not the viewer's turn to lay.
    pub fn least_left(&self) -> Option<Plan> {
        let seat = self.viewer.seat()?;
        let own = self
            .own
            .as_ref()
            .filter(|_| self.phase == Phase::Play(seat))?;
        let table = self.table.iter().map(|laid| laid.meld.clone()).collect();
        let adds: Vec<[u32; 2]> = self.table.iter().map(|laid| laid.added).collect();
        let trial = Trial::new(&self.options, &own.hand, table, &adds);
        let mut search = Search {
            view: self,
            best: None,
            seen: HashSet::new(),
        };
        if self.opened.contains(seat) {
            search.look(&trial, &[], self.must_use());
            return search.best;
        }
        for melds in self.openings(&own.hand) {
            let mut opened = trial.clone();
            let laid = melds.iter().all(|meld| opened.lay(meld, 0).is_ok());
            if laid {
                search.look(&opened, &[Action::Open { melds }], None);
            }
        }
        let must_open = self.must_use().is_some();
        if search.best.is_none() && !must_open {
            let discard = self.best_discard(&own.hand)?;
            let left = hand_points(&self.options, &difference(&own.hand, &[discard]));
            search.best = Some(Plan {
                actions: Vec::new(),
                discard,
                left,
            });
        }
        search.best
    }

    /// The melds that leave least and those that are worth most, as far as they open.
    fn openings(&self, hand: &[Card]) -> Vec<Vec<Composed>> {
        let keep = self.may_stay(hand);
        let must = self.must_use().map(|(card, _)| card);
        let question = question(&self.options, &keep);
        let both = [
            cards::least_left(hand, must, &question),
            cards::best_opening(hand, must, &question),
        ];
        let both = both.into_iter().flatten();
        let opens = both
            .filter(|laying| !laying.melds.is_empty() && laying.points >= self.options.initial_min);
        let mut openings: Vec<Vec<Composed>> = opens.map(|laying| composed(&laying)).collect();
        openings.dedup();
        openings
    }

    /// The card that must be laid before anything else, with what is owed for it.
    fn must_use(&self) -> Option<(Card, Terms)> {
        let must = self.own.as_ref()?.must_use;
        must.map(|taken| (taken.card, taken.terms))
    }

    /// Those of the cards that may be discarded once every duty is done (Kaluki rules 7.2).
    fn may_stay(&self, hand: &[Card]) -> Vec<Card> {
        let mut cards = distinct(hand);
        let taken = self.taken.filter(|_| !self.options.may_return_taken);
        if let Some(taken) = taken {
            let held = hand.iter().filter(|card| **card == taken.card).count();
            let is_own = self.own.as_ref();
            let may = is_own.is_some_and(|own| own.discardable.contains(&taken.card));
            cards.retain(|card| *card != taken.card || held > 1 || may);
        }
        cards
    }

    /// The discard that leaves least.
    fn best_discard(&self, hand: &[Card]) -> Option<Card> {
        let value = |card: &Card| hand_points(&self.options, &[*card]);
        self.may_stay(hand).into_iter().max_by_key(value)
    }
}

fn question<'a>(options: &Options, keep: &'a [Card]) -> Question<'a> {
    Question {
        aces: options.aces(),
        joker_value: options.joker_penalty,
        keep: Keep::OneOf(keep),
    }
}

/// A search through builds and exchanges; melds from the hand are found at each position.
struct Search<'a> {
    view: &'a View,
    best: Option<Plan>,
    seen: HashSet<(Vec<Card>, Vec<Meld>)>,
}

impl Search<'_> {
    fn look(&mut self, at: &Trial, before: &[Action], must: Option<(Card, Terms)>) {
        let mut hand = at.hand.clone();
        hand.sort_unstable();
        let is_new = self.seen.insert((hand, at.table.clone()));
        if !is_new || self.seen.len() > MOST_POSITIONS {
            return;
        }
        self.finish(at, before, must);
        for action in next_steps(at) {
            let mut after = at.clone();
            if must.is_some_and(|must| !uses(at.options, &action, must))
                || !step(&mut after, &action)
            {
                continue;
            }
            let before = [before, std::slice::from_ref(&action)].concat();
            self.look(&after, &before, None);
        }
    }

    /// Lays melds so that one card is discarded and the rest is worth least.
    fn finish(&mut self, at: &Trial, before: &[Action], must: Option<(Card, Terms)>) {
        let options = &self.view.options;
        // Kaluki rules 7.3: who missed the announcement keeps a card beside the discard.
        let missed = self.view.own.as_ref().is_some_and(|own| own.missed);
        for discard in self.view.may_stay(&at.hand) {
            let rest = difference(&at.hand, &[discard]);
            let keep = if missed {
                Keep::OneOf(&rest)
            } else {
                Keep::Nothing
            };
            let question = Question {
                keep,
                ..question(options, &[])
            };
            let must = must.map(|(card, _)| card);
            let Some(laying) = cards::least_left(&rest, must, &question) else {
                continue;
            };
            let laid: Vec<Card> = laying.cards().collect();
            let left = hand_points(options, &difference(&rest, &laid));
            if self.best.as_ref().is_some_and(|best| best.left <= left) {
                continue;
            }
            let mut melds = composed(&laying);
            // A card that must be used comes first.
            melds.sort_by_key(|meld| must.is_some_and(|must| !holds(meld, must)));
            let lays = melds.into_iter().map(|meld| Action::Lay { meld });
            self.best = Some(Plan {
                actions: before.iter().cloned().chain(lays).collect(),
                discard,
                left,
            });
        }
    }
}

/// Builds card by card, and exchanges.
fn next_steps(at: &Trial) -> Vec<Action> {
    let builds = fits_of(&at.hand, &at.table, at.options.aces());
    let mut steps: Vec<Action> = builds.into_iter().map(Action::Build).collect();
    steps.extend(exchanges_of(at));
    steps
}

/// Tries a step; whether a card stays to be discarded is found out at the end.
fn step(at: &mut Trial, action: &Action) -> bool {
    match action {
        Action::Build(build) => at.build(build, 0).is_ok(),
        Action::Exchange {
            recoveries,
            placements,
        } => {
            let recovered = recoveries.iter().all(|one| at.recover(one, 0).is_ok());
            recovered && placements.iter().all(|one| at.place(one, 0).is_ok()) && at.freed == 0
        }
        _ => false,
    }
}

fn holds(meld: &Composed, card: Card) -> bool {
    meld.cards.iter().any(|placed| placed.card() == card)
}

/// Whether a step lays a card that must be used, on the terms on which it was taken.
fn uses(options: &Options, action: &Action, must: (Card, Terms)) -> bool {
    let (card, terms) = must;
    match action {
        Action::Build(build) => {
            terms == Terms::MustUse && build.cards.iter().any(|placed| placed.card() == card)
        }
        Action::Exchange {
            recoveries,
            placements,
        } => exchange_uses(options, must, recoveries, placements),
        _ => false,
    }
}
