//! How much a discard helps the next player, who alone may take it (Kaluki rules 7.1), in penalty points.

use crate::rules::card::{Card, Natural};
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::DiscardAfterOpen;

use super::known;
use super::places::Places;

/// What a card is worth to an open player who can lay it, and so much more the fewer cards they hold.
const LAID: f64 = 3.0;
const LAID_BY_FEW: f64 = 24.0;
/// What a card is worth to a player who took one that goes with it.
const GOES_WITH: f64 = 2.0;
/// What a joker is worth to anybody who may take it.
const JOKER: f64 = 30.0;
/// So many cards a hand is taken to have that is not shown (`announce=manual`).
const USUAL: usize = 6;

/// What the next player makes of discards.
pub(super) struct Danger<'a> {
    places: &'a Places,
    /// Whether they may build with what they take.
    builds: bool,
    held: usize,
    shown: Vec<Card>,
}

impl<'a> Danger<'a> {
    /// As the viewer knows it.
    pub(super) fn of(view: &View, places: &'a Places) -> Self {
        let next = known::next(view);
        let is_open = next.is_some_and(|next| view.opened.contains(next));
        Self {
            places,
            builds: is_open && view.options.discard_after_open != DiscardAfterOpen::MustMeld,
            held: next.and_then(|next| view.held[next]).unwrap_or(USUAL),
            shown: next.map_or_else(Vec::new, |next| known::shown(view, next)),
        }
    }

    /// Takes cards out of what may be discarded, if anything else may: those that a next player who holds one card would take
    /// and lay, to call up with that one (Kaluki rules 8). The deal is over then, so no hope weighs against it.
    pub(super) fn deny_call_up(&self, discards: &mut Vec<Card>) {
        let calls_up = |card: &Card| self.held == 1 && self.lays(*card);
        if !discards.iter().all(calls_up) {
            discards.retain(|card| !calls_up(card));
        }
    }

    /// Whether the next player can lay this discard at a meld on the table.
    fn lays(&self, card: Card) -> bool {
        self.builds && self.places.take(card)
    }

    /// What this discard gives away.
    pub(super) fn with(&self, card: Card) -> f64 {
        let Some(natural) = card.natural() else {
            return JOKER;
        };
        let near = self.shown.iter().filter_map(|shown| shown.natural());
        let near = near.filter(|shown| are_near(*shown, natural)).count() as f64;
        let laid = if self.lays(card) {
            LAID + LAID_BY_FEW / self.held.max(1) as f64
        } else {
            0.0
        };
        laid + GOES_WITH * near
    }
}

/// Whether two cards can lie in one meld of three: one rank in two suits, or a suit and at most one gap.
pub(super) fn are_near(one: Natural, other: Natural) -> bool {
    let apart = one.rank.index().abs_diff(other.rank.index());
    if one.suit == other.suit {
        (1..=2).contains(&apart)
    } else {
        apart == 0
    }
}
