//! The best of all that a player could lay: the initial meld worth most, and the steps that leave fewest penalty points.
//!
//! All of it is made from a view, so it holds nothing that the owner may not know.

use std::collections::HashSet;
use std::iter;

use super::hand::distinct;
use super::laying::exchange_uses;
use super::meld::{Composed, Meld};
use super::propose::{composed, exchanges_of, fits_of};
use super::score::hand_points;
use super::trial::Trial;
use super::view::{Phase, Terms, View};
use super::{Action, Options, Refusal};
use crate::card::Card;
use crate::meld::cards::{self, Keep, Laying, Question};
use crate::piece::difference;

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

/// What a turn comes to at best: table actions, one after another, and what stays of the hand after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestTurn {
    /// The actions in their order.
    pub actions: Vec<Action>,
    /// What is not laid; a card of it is discarded, unless nothing is left.
    pub rest: Vec<Card>,
    /// The penalty points that stay after the discard.
    pub left: i32,
}

impl BestTurn {
    /// Whether the deal is called up: with the discard, or with the last card that is laid where the table plays so
    /// (Kaluki rules 8 and 12).
    pub fn calls_up(&self) -> bool {
        self.rest.len() <= 1
    }
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
        let question = question(&self.options, Keep::OneOf(&keep));
        let best = cards::best_opening(&own.hand, must, &question)?;
        Some(composed(&best)).filter(|melds| !melds.is_empty())
    }

    /// What the viewer can lay in this turn so that the fewest penalty points stay, with melds, builds and exchanges.
    ///
    /// For who is open it is the best there is, unless more than some hundred positions would have to be looked at; who is
    /// not opens with the melds that leave least, or, if those are worth too little, with those that are worth most.
    /// `None` if it is not the viewer's turn to lay.
    pub fn least_left(&self) -> Option<Plan> {
        let trial = self.trial()?;
        self.plan(&trial, self.search(&trial).best)
    }

    /// What the viewer does in this turn at best: what `least_left` tells, but where only that calls up and the table plays
    /// without a last discard, the whole hand is laid.
    ///
    /// `None` if it is not the viewer's turn to lay, and if a card must be laid that cannot be.
    pub fn best_turn(&self) -> Option<BestTurn> {
        let trial = self.trial()?;
        let Search { best, whole, .. } = self.search(&trial);
        let plan = self.plan(&trial, best);
        let turn = plan.map(|plan| turn_of(&trial, plan.actions, plan.left));
        match turn {
            Some(turn) if turn.calls_up() => Some(turn),
            turn => whole.map(|actions| turn_of(&trial, actions, 0)).or(turn),
        }
    }

    /// Whether the viewer may make these table actions now, one after another, or why not: what must be laid first, and
    /// what must stay in the hand (Kaluki rules 6, 7.1 and 7.3). Whether an opening is worth enough is not judged.
    pub fn may(&self, actions: &[Action]) -> Result<(), Refusal> {
        let mut at = self.trial().ok_or(Refusal::OutOfTurn)?;
        let may_stay = self.may_stay(&at.hand);
        let mut owed = self.must_use();
        for action in actions {
            at.act(action)?;
            if let Some(owed) = owed.take().filter(|owed| !uses(at.options, action, *owed)) {
                return Err(Refusal::TakenNotUsed { taken: owed.0 });
            }
            self.must_leave_enough(&at.hand, &may_stay)?;
        }
        Ok(())
    }

    /// Refuses a table action that leaves these cards: a discard comes after it, unless the last card may be laid.
    fn must_leave_enough(&self, rest: &[Card], may_stay: &[Card]) -> Result<(), Refusal> {
        let calls_up = rest.is_empty() && self.options.call_up_without_discard;
        if !calls_up && !rest.iter().any(|card| may_stay.contains(card)) {
            return Err(Refusal::KeepOne);
        }
        let missed = self.own.as_ref().is_some_and(|own| own.missed);
        if missed && rest.len() < 2 {
            return Err(Refusal::Blocked);
        }
        Ok(())
    }

    /// The viewer's hand and the table; `None` if it is not their turn to lay.
    pub(super) fn trial(&self) -> Option<Trial<'_>> {
        let seat = self.viewer.seat()?;
        let own = self
            .own
            .as_ref()
            .filter(|_| self.phase == Phase::Play(seat))?;
        let table = self.table.iter().map(|laid| laid.meld.clone()).collect();
        let adds: Vec<[u32; 2]> = self.table.iter().map(|laid| laid.added).collect();
        Some(Trial::new(&self.options, &own.hand, table, &adds))
    }

    fn search(&self, trial: &Trial) -> Search<'_> {
        let mut search = Search {
            view: self,
            best: None,
            worth: None,
            whole: None,
            seen: HashSet::new(),
        };
        if self.is_open() {
            search.look(trial, &[], self.must_use());
            return search;
        }
        for melds in self.openings(&trial.hand) {
            let mut opened = trial.clone();
            let open = Action::Open { melds };
            if step(&mut opened, &open) {
                search.look(&opened, &[open], None);
            }
        }
        search
    }

    /// The best that was found; who is not open and need not open may lay nothing.
    fn plan(&self, trial: &Trial, best: Option<Plan>) -> Option<Plan> {
        if best.is_some() || self.is_open() || self.must_use().is_some() {
            return best;
        }
        let discard = self.best_discard(&trial.hand)?;
        let left = hand_points(&self.options, &difference(&trial.hand, &[discard]));
        Some(Plan {
            actions: Vec::new(),
            discard,
            left,
        })
    }

    fn is_open(&self) -> bool {
        let seat = self.viewer.seat();
        seat.is_some_and(|seat| self.opened.contains(seat))
    }

    /// Whether the deal may end without a discard (Kaluki rules 7.3 and 12).
    fn may_lay_all(&self) -> bool {
        let missed = self.own.as_ref().is_some_and(|own| own.missed);
        self.options.call_up_without_discard && !missed
    }

    /// The melds that leave least and those that are worth most, as far as they open.
    fn openings(&self, hand: &[Card]) -> Vec<Vec<Composed>> {
        let keep = self.may_stay(hand);
        let must = self.must_use().map(|(card, _)| card);
        let mut questions: Vec<_> = questions(&self.options, Keep::OneOf(&keep)).collect();
        if self.may_lay_all() {
            questions.push(to_the_last_card(&self.options, Keep::Nothing));
        }
        let found = questions.iter().flat_map(|question| {
            [
                cards::least_left(hand, must, question),
                cards::best_opening(hand, must, question),
            ]
        });
        let opens = found
            .flatten()
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

fn question<'a>(options: &Options, keep: Keep<'a>) -> Question<'a> {
    Question {
        aces: options.aces(),
        joker_value: options.joker_penalty,
        keep,
    }
}

/// How melds are looked for that lay a whole hand: a joker that is left counts, whatever it costs.
fn to_the_last_card<'a>(options: &Options, keep: Keep<'a>) -> Question<'a> {
    Question {
        joker_value: options.joker_penalty.max(1),
        ..question(options, keep)
    }
}

/// How melds are looked for that leave least: where a joker costs nothing, also those that leave none.
fn questions<'a>(
    options: &Options,
    keep: Keep<'a>,
) -> impl Iterator<Item = Question<'a>> + use<'a> {
    let to_the_last = (options.joker_penalty == 0).then(|| to_the_last_card(options, keep));
    iter::once(question(options, keep)).chain(to_the_last)
}

/// These actions with what they leave in the hand.
fn turn_of(trial: &Trial, actions: Vec<Action>, left: i32) -> BestTurn {
    let mut after = trial.clone();
    for action in &actions {
        step(&mut after, action);
    }
    BestTurn {
        actions,
        rest: after.hand,
        left,
    }
}

/// A search through builds and exchanges; melds from the hand are found at each position.
struct Search<'a> {
    view: &'a View,
    best: Option<Plan>,
    /// The points that it leaves, and whether any card stays: less is better.
    worth: Option<(i32, bool)>,
    /// What lays the whole hand, where the deal may end so.
    whole: Option<Vec<Action>>,
    seen: HashSet<(Vec<Card>, Vec<Meld>)>,
}

impl Search<'_> {
    fn look(&mut self, at: &Trial, before: &[Action], must: Option<(Card, Terms)>) {
        let mut hand = at.hand.clone();
        hand.sort_unstable();
        // Whoever lays everything is refused on the way what leaves only the card that they took: another order may do.
        let may_end = self.view.may_lay_all();
        if may_end && !hand.is_empty() && self.view.may_stay(&hand).is_empty() {
            return;
        }
        let is_new = self.seen.insert((hand, at.table.clone()));
        if !is_new || self.seen.len() > MOST_POSITIONS {
            return;
        }
        self.finish(at, before, must);
        if may_end && self.whole.is_none() {
            self.whole = self.lay_all(at, before, must);
        }
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
            let must = must.map(|(card, _)| card);
            for question in questions(options, keep) {
                let Some(laying) = cards::least_left(&rest, must, &question) else {
                    continue;
                };
                let laid: Vec<Card> = laying.cards().collect();
                let stays = difference(&rest, &laid);
                let left = hand_points(options, &stays);
                // A joker may cost nothing, but nobody calls up while it stays (Kaluki rules 8).
                let worth = (left, !stays.is_empty());
                if self.worth.is_some_and(|best| best <= worth) {
                    continue;
                }
                self.worth = Some(worth);
                self.best = Some(Plan {
                    actions: with_melds(before, &laying, must),
                    discard,
                    left,
                });
            }
        }
    }

    /// Lays everything in melds, if they can be made.
    fn lay_all(
        &self,
        at: &Trial,
        before: &[Action],
        must: Option<(Card, Terms)>,
    ) -> Option<Vec<Action>> {
        let must = must.map(|(card, _)| card);
        let question = to_the_last_card(&self.view.options, Keep::Nothing);
        let laying = cards::least_left(&at.hand, must, &question)?;
        let is_all = laying.cards().count() == at.hand.len();
        is_all.then(|| with_melds(before, &laying, must))
    }
}

/// These actions, then the melds; a card that must be used comes first.
fn with_melds(before: &[Action], laying: &Laying, must: Option<Card>) -> Vec<Action> {
    let mut melds = composed(laying);
    melds.sort_by_key(|meld| must.is_some_and(|must| !holds(meld, must)));
    let lays = melds.into_iter().map(|meld| Action::Lay { meld });
    before.iter().cloned().chain(lays).collect()
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
    at.act(action).is_ok()
}

fn holds(meld: &Composed, card: Card) -> bool {
    meld.cards.iter().any(|placed| placed.card() == card)
}

/// Whether a step lays a card that must be used, on the terms on which it was taken.
fn uses(options: &Options, action: &Action, must: (Card, Terms)) -> bool {
    let (card, terms) = must;
    match action {
        Action::Open { melds } => melds.iter().any(|meld| holds(meld, card)),
        Action::Lay { meld } => holds(meld, card),
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
