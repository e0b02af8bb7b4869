//! What is wrong with a state by the invariants of the written rules; nothing in every true match.
//!
//! Told in counts and places, never in cards: a fault may reach a log.

use super::deal::HAND;
use super::meld::{Composed, Meld};
use super::options::MatchMode;
use super::state::{Deal, Kaluki};
use super::view::Phase;
use crate::card::Card;

impl Kaluki {
    /// What is wrong with this state.
    pub(super) fn faults_of_state(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(deal) = &self.deal {
            self.count_cards(deal, &mut faults);
            count_hands(deal, &mut faults);
            self.check_table(deal, &mut faults);
            self.check_phase(deal, &mut faults);
        }
        self.check_book(&mut faults);
        faults
    }

    fn count_cards(&self, deal: &Deal, faults: &mut Vec<String>) {
        let on_table = deal.table.iter().flat_map(|laid| laid.meld.cards());
        let hands = deal.hands.values().flatten();
        let mut cards: Vec<Card> = hands
            .chain(&deal.stock)
            .chain(&deal.pile)
            .copied()
            .chain(on_table.map(|placed| placed.card()))
            .collect();
        cards.sort_unstable();
        let mut pack = Card::pack(self.options.joker_count.number());
        pack.sort_unstable();
        if cards != pack {
            faults.push(format!("{} cards are not the pack", cards.len()));
        }
    }

    /// Every meld is one, and lies there by right of its owner.
    fn check_table(&self, deal: &Deal, faults: &mut Vec<String>) {
        for (place, laid) in deal.table.iter().enumerate() {
            let composed = Composed::new(laid.meld.kind(), laid.meld.cards().to_vec());
            let again = Meld::compose(&composed, self.options.aces());
            if again.as_ref() != Ok(&laid.meld) {
                faults.push(format!("meld {place} is none"));
            }
            if !deal.opened.contains(laid.owner) {
                faults.push(format!("meld {place} lies there before its owner was open"));
            }
        }
    }

    fn check_phase(&self, deal: &Deal, faults: &mut Vec<String>) {
        let is_playing = matches!(deal.phase, Phase::Play(_));
        let has_card = deal.turn.drawn.is_some() || deal.turn.taken.is_some();
        if is_playing != has_card {
            faults.push("a card of the turn outside its phase".to_owned());
        }
        if matches!(deal.phase, Phase::Draw(_)) && deal.stock.is_empty() {
            faults.push("nothing is left to draw".to_owned());
        }
        if deal.reshuffles > self.options.reshuffles_max {
            faults.push("reshuffled too often".to_owned());
        }
        let to_act = self.to_act();
        if to_act.iter().any(|seat| !deal.players().contains(seat)) {
            faults.push("somebody is to act who is not in the deal".to_owned());
        }
    }

    /// Kaluki rules 10 and 11: settlements sum to 0, and so do the totals; nobody over the limit plays on.
    fn check_book(&self, faults: &mut Vec<String>) {
        let ledger: i32 = self.book.ledger.values().sum();
        if ledger != 0 {
            faults.push(format!("the ledger sums to {ledger}"));
        }
        let points = self
            .standing
            .iter()
            .flat_map(|standing| standing.points.values());
        let totals: i32 = points.sum();
        if totals != 0 {
            faults.push(format!("the totals sum to {totals}"));
        }
        let deciding = self
            .deal
            .as_ref()
            .is_some_and(|deal| matches!(deal.phase, Phase::BuyIn(_) | Phase::DealOver));
        let limit = self.options.penalty_limit as i32;
        let over = |seat| self.book.penalties[seat] > limit;
        let plays_on = self.book.active().iter().any(over);
        if self.options.match_mode == MatchMode::Pool && plays_on && !deciding {
            faults.push("somebody over the limit plays on".to_owned());
        }
    }
}

fn count_hands(deal: &Deal, faults: &mut Vec<String>) {
    for (seat, hand) in deal.hands.iter() {
        let holds_one_more = deal.phase == Phase::Play(seat);
        let takes_part = deal.players().contains(seat);
        let opened = deal.opened.contains(seat);
        let fitting = match (takes_part, opened) {
            (false, _) => hand.is_empty(),
            (true, false) => hand.len() == HAND + usize::from(holds_one_more),
            (true, true) => !hand.is_empty() || deal.counts(),
        };
        if !fitting {
            faults.push(format!("seat {seat} holds {} cards", hand.len()));
        }
        if !hand.is_sorted() {
            faults.push(format!("the hand of seat {seat} is not in order"));
        }
    }
}
