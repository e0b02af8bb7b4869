//! The medium computer for Kaluki, and what gives hints: by the rules' own planner, and by what may still come.
//!
//! It uses no dice: equal views get equal answers. Some of the weights were varied over about a thousand deals against three
//! easy players: what danger, a call-up and a hand's penalty points count, how far ahead is looked, and whether a Kaluki is
//! held for. None of it changed the points of a deal by more than the error of about two, and nor did opening later. The
//! other weights were not tried.

use crate::rules::Seat;
use crate::rules::card::Card;
use crate::rules::kaluki::score::{hand_points, value};
use crate::rules::kaluki::view::{Moved, Own, Phase, TakenCard, Terms};
use crate::rules::kaluki::{Action, Composed, Meld, Options, View};
use crate::rules::meld::cards;

use super::danger::Danger;
use super::hopes::{Hopes, points};
use super::outlook::{CALL_UP, Outlook};
use super::{Reason, fallback, keep_jokers, known, question, without};

/// So many discards, the best at first sight, are weighed in full.
const WEIGHED: usize = 5;
/// With so many draws a first discard is compared that could be taken.
const COMPARED: usize = 8;
/// How much of a point of hopes a point of danger counts, over all futures.
const WARY: f64 = 8.0;
/// From which chance of a Kaluki with the next draw on a hand is not opened.
const NEAR_KALUKI: f64 = 0.2;
/// What a deal costs a player in penalty points, as it comes about between computers.
const A_DEAL: i32 = 20;

/// The best action, and why; `None` only if there is none, or for a watcher.
pub(super) fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
    let sight = Sight {
        view,
        actions,
        seat: view.viewer.seat()?,
        own: view.own.as_ref()?,
    };
    let advice = match view.phase {
        Phase::Draw(_) => sight.draw(),
        Phase::Play(_) => sight.play(),
        Phase::Announce(_) => Some((Action::Announce, Reason::Announces)),
        Phase::BuyIn(_) => sight.buy_in(),
        Phase::Undealt | Phase::DealOver => None,
    };
    let advice = advice.filter(|_| !actions.is_empty());
    advice.or_else(|| Some((fallback(actions)?, Reason::Forced)))
}

/// What a decision is made from.
struct Sight<'a> {
    view: &'a View,
    actions: &'a [Action],
    seat: Seat,
    own: &'a Own,
}

impl Sight<'_> {
    fn lists(&self, action: &Action) -> bool {
        self.actions.contains(action)
    }

    fn is_open(&self) -> bool {
        self.view.opened.contains(self.seat)
    }

    /// Takes what it can use better than a draw.
    fn draw(&self) -> Option<(Action, Reason)> {
        let offered = self.own.takeable.filter(|_| self.lists(&Action::Take));
        let leaves = offered.map(|offered| offered.card);
        let takes = offered.and_then(|offered| self.takes(offered));
        let draws = (Action::Draw, Reason::Draws { leaves });
        Some(takes.map_or(draws, |reason| (Action::Take, reason)))
    }

    /// Why the top discard should be taken, if it should.
    fn takes(&self, offered: TakenCard) -> Option<Reason> {
        let after = self.view.having_taken(offered);
        let card = offered.card;
        let turn = after.best_turn()?;
        let spent: Vec<Card> = turn.actions.iter().flat_map(known::spent).collect();
        let lays = spent.contains(&card);
        if !self.is_open() {
            return match turn.actions.first() {
                Some(Action::Open { melds }) if lays => {
                    let points = points_of(&self.view.options, melds);
                    let is_better = turn.left <= self.left_without();
                    is_better.then_some(Reason::TakesToOpen { card, points })
                }
                _ => self.takes_closed(offered),
            };
        }
        let cost = if turn.calls_up() {
            -CALL_UP
        } else {
            f64::from(turn.left)
        };
        let drawn = Outlook::of(self.view).after_a_draw(&self.own.hand);
        (cost < drawn).then_some(if lays {
            let others = spent.len() > 1;
            Reason::TakesToLay { card, others }
        } else {
            Reason::TakesToKeep { card }
        })
    }

    /// Whether a card without duty is better for an opening than a draw is likely to be.
    fn takes_closed(&self, TakenCard { card, terms }: TakenCard) -> Option<Reason> {
        if terms != Terms::Free {
            return None;
        }
        let hopes = Hopes::of(self.view);
        let hand = &self.own.hand;
        let draws: Vec<i32> = hopes
            .draws()
            .take(COMPARED)
            .map(|drawn| hopes.glance_with(hand, drawn))
            .collect();
        let mean = draws.iter().sum::<i32>() / draws.len().max(1) as i32;
        let is_better = card == Card::Joker || hopes.glance_with(hand, card) > mean;
        is_better.then_some(Reason::TakesToKeep { card })
    }

    /// What would stay of a closed hand if a draw were of no use.
    fn left_without(&self) -> i32 {
        let (options, hand) = (&self.view.options, &self.own.hand);
        let laying = cards::least_left(hand, None, &question(options)).unwrap_or_default();
        let laid: Vec<Card> = laying.cards().collect();
        let all = hand_points(options, hand);
        if laying.points < options.initial_min || laid.is_empty() {
            return all;
        }
        all - hand_points(options, &laid)
    }

    /// The next step of the cheapest turn.
    fn play(&self) -> Option<(Action, Reason)> {
        let Some(turn) = self.view.best_turn() else {
            let card = self.own.must_use?.card;
            let returns = self.lists(&Action::Return);
            return returns.then_some((Action::Return, Reason::Returns { card }));
        };
        let wins = turn.calls_up();
        let Some(action) = turn.actions.first() else {
            return self.discard(wins);
        };
        if wins {
            return Some((action.clone(), self.calling_up()));
        }
        if let Some(hold) = self.hold(action) {
            return Some(hold);
        }
        let reason = self.laying(action)?;
        Some((action.clone(), reason))
    }

    /// Why an action of the plan is done.
    fn laying(&self, action: &Action) -> Option<Reason> {
        Some(match action {
            Action::Open { melds } => Reason::Opens {
                points: points_of(&self.view.options, melds),
            },
            Action::Build(build) => Reason::Builds {
                card: build.cards.first()?.card(),
            },
            Action::Exchange { recoveries, .. } => Reason::FreesJokers {
                jokers: recoveries.len(),
            },
            _ => Reason::LaysMeld,
        })
    }

    /// A call-up, or a Kaluki if the hand was not open when the turn began (Kaluki rules 8).
    fn calling_up(&self) -> Reason {
        let begins = |moved: &&Moved| !matches!(moved, Moved::Drew { .. } | Moved::Took { .. });
        let mut turn = self.view.history.iter().rev().take_while(begins);
        let opened = turn.any(|moved| matches!(moved, Moved::Opened { .. }));
        if opened || !self.is_open() {
            Reason::Kaluki
        } else {
            Reason::CallsUp
        }
    }

    /// Stays closed where a Kaluki is near, counts more than a call-up, and nobody is open.
    fn hold(&self, action: &Action) -> Option<(Action, Reason)> {
        let options = &self.view.options;
        let pays_more =
            options.stake_kaluki > options.stake_call_up || options.kaluki_doubles_penalty;
        let is_free = self.own.must_use.is_none() && self.view.opened.is_empty();
        let opens = matches!(action, Action::Open { .. });
        if !(pays_more && is_free && opens) || known::draws(self.view) == 0 {
            return None;
        }
        let outlook = Outlook::of(self.view);
        let chance = |card: &Card| outlook.kaluki(&without(&self.own.hand, *card));
        let cards = self.discards().into_iter();
        let (card, chance) = cards
            .map(|card| (card, chance(&card)))
            .reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        (chance >= NEAR_KALUKI).then_some((
            Action::Discard { card },
            Reason::HoldsForKaluki {
                chance: (100.0 * chance) as u32,
            },
        ))
    }

    /// The cards that may be discarded now.
    fn discards(&self) -> Vec<Card> {
        let discards = self.actions.iter().filter_map(|action| match action {
            Action::Discard { card } => Some(*card),
            _ => None,
        });
        discards.collect()
    }

    /// Nothing is laid any more: the discard.
    fn discard(&self, wins: bool) -> Option<(Action, Reason)> {
        if wins {
            let card = *self.discards().first()?;
            return Some((Action::Discard { card }, self.calling_up()));
        }
        if self.is_open() {
            self.discard_open()
        } else {
            self.wait()
        }
    }

    /// What is dear, helps least with the next draw and is of no use to the next player.
    fn discard_open(&self) -> Option<(Action, Reason)> {
        let outlook = Outlook::of(self.view);
        let danger = Danger::of(self.view, &outlook.places);
        let mut cards = self.discards();
        keep_jokers(&mut cards);
        let weighed = cards.into_iter().map(|card| {
            let rest = without(&self.own.hand, card);
            let stays = f64::from(hand_points(&self.view.options, &rest));
            let cost = stays + outlook.after_a_draw(&rest);
            (card, cost, danger.with(card))
        });
        let weighed: Vec<(Card, f64, f64)> = weighed.collect();
        let least = |of: &dyn Fn(&(Card, f64, f64)) -> f64| {
            let all = weighed.iter();
            all.min_by(|one, other| of(one).total_cmp(&of(other)))
                .map(|one| one.0)
        };
        let fearless = least(&|(_, cost, _)| *cost)?;
        let card = least(&|(_, cost, danger)| cost + danger)?;
        let left = hand_points(&self.view.options, &without(&self.own.hand, card));
        Some((
            Action::Discard { card },
            Reason::Discards {
                left,
                withholds: (fearless != card).then_some(fearless),
            },
        ))
    }

    /// Discards what an opening needs least, with an eye on the next player.
    fn wait(&self) -> Option<(Action, Reason)> {
        let options = &self.view.options;
        let hopes = Hopes::of(self.view);
        let outlook = Outlook::of(self.view);
        let danger = Danger::of(self.view, &outlook.places);
        let rest = |card: &Card| without(&self.own.hand, *card);
        let mut cards = self.discards();
        keep_jokers(&mut cards);
        danger.deny_call_up(&mut cards);
        cards.sort_by_cached_key(|card| -hopes.glance(&rest(card)));
        cards.truncate(WEIGHED);
        let rate = |card: &Card| {
            let fear = (WARY * danger.with(*card)) as i32;
            (hopes.rate(&rest(card)) - fear, value(options, *card))
        };
        let card = cards.into_iter().max_by_key(rate)?;
        let missing = options
            .initial_min
            .saturating_sub(points(options, &rest(&card)));
        Some((Action::Discard { card }, Reason::Waits { missing }))
    }

    /// Buys in where the hope of the pool is worth the stake (Kaluki rules 10 and 11): hopes are taken to be as large as the
    /// room below the limit and a deal more, and all who are asked to buy in.
    fn buy_in(&self) -> Option<(Action, Reason)> {
        let (view, options) = (self.view, &self.view.options);
        let Phase::BuyIn(asked) = view.phase else {
            return None;
        };
        let at = view.buy_in_at?;
        let room = |penalty: i32| options.penalty_limit as i32 - penalty + A_DEAL;
        let active = view.left.iter().filter(|(_, left)| left.is_none());
        let rooms = active.map(|(seat, _)| match view.penalties[seat] {
            penalty if penalty > options.penalty_limit as i32 => room(at),
            penalty => room(penalty),
        });
        let all: i32 = rooms.sum();
        let share = (100 * room(at) / all.max(1)) as u32;
        let stake = options.stake_buy_in;
        let pool = view.pool.max(0) as u32 + stake * asked.len() as u32;
        Some(if pool * share >= 100 * stake {
            (Action::BuyIn, Reason::BuysIn { share })
        } else {
            (Action::Decline, Reason::Declines { share })
        })
    }
}

/// What melds are worth that the rules accept.
fn points_of(options: &Options, melds: &[Composed]) -> u32 {
    let melds = melds.iter();
    let melds = melds.filter_map(|meld| Meld::compose(meld, options.aces()).ok());
    melds.map(|meld| meld.points()).sum()
}
