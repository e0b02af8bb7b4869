//! The reasons of a hint in Kaluki.

use crate::computers::kaluki::Reason;
use crate::discord::pages::kit::joining::Joining;
use crate::discord::speech::cards::{self, card};
use crate::discord::speech::words::Words;
use crate::rules::GameView;
use crate::rules::card::Card;
use crate::rules::joining::Ends;
use crate::rules::kaluki::{Action, View};
use crate::rules::piece::Piece;

/// Why a move is advised.
pub(super) fn reason(words: Words, view: &View, action: &Action, why: &Reason) -> String {
    let name = |named: Card| card(words, named);
    match *why {
        Reason::Opens { points } => words.kaluki_hint_opens(points, view.options.initial_min),
        Reason::CallsUp => words.kaluki_hint_calls_up(),
        Reason::Kaluki => words.kaluki_hint_kaluki(),
        Reason::TakesToOpen { card, points } => {
            words.kaluki_hint_takes_to_open(&name(card), points)
        }
        Reason::TakesToLay { card, others } => {
            words.kaluki_hint_takes_to_lay(&name(card), if others { "more" } else { "alone" })
        }
        Reason::TakesToKeep { card } => {
            let joins = joins(words, view, card);
            joins.unwrap_or_else(|| match card {
                Card::Joker => words.kaluki_hint_takes_to_keep(&name(card)),
                Card::Natural(_) => words.kaluki_hint_takes_better(&name(card)),
            })
        }
        Reason::Returns { card } => words.kaluki_hint_returns(&name(card)),
        Reason::LaysMeld => words.kaluki_hint_lays(),
        Reason::Builds { card } => words.kaluki_hint_builds(&name(card)),
        Reason::FreesJokers { jokers } => words.kaluki_hint_frees(jokers),
        // A joker goes with everything.
        Reason::Draws { leaves: Some(card) }
            if card != Card::Joker && joins(words, view, card).is_none() =>
        {
            words.hint_joins_nothing(&name(card))
        }
        Reason::Draws { leaves: Some(card) } => words.kaluki_hint_leaves(&name(card)),
        Reason::Draws { leaves: None } => words.kaluki_hint_leaves_nothing(),
        Reason::Waits { .. } => spares(words, view, action),
        Reason::HoldsForKaluki { chance } => words.kaluki_hint_holds(chance),
        Reason::Discards { left, withholds } => discards(words, left, withholds),
        Reason::Announces => words.kaluki_hint_announces(),
        Reason::BuysIn { share } => words.kaluki_hint_buys_in(share, view.options.stake_buy_in),
        Reason::Declines { share } => words.kaluki_hint_declines(share),
        Reason::Forced => words.kaluki_hint_forced(),
    }
}

/// With which of the own cards this one goes.
fn joins(words: Words, view: &View, card: Card) -> Option<String> {
    let name = |piece| cards::name(words, piece);
    joining(words, view, &name).joins(card.into(), &GameView::rack(view)?)
}

/// Why this card can be spared.
fn spares(words: Words, view: &View, action: &Action) -> String {
    let Action::Discard { card } = action else {
        return words.hint_spares();
    };
    let name = |piece| cards::name(words, piece);
    joining(words, view, &name).spares((*card).into(), &view.grouped().loose)
}

fn joining<'a>(words: Words, view: &View, name: &'a dyn Fn(Piece) -> String) -> Joining<'a> {
    let ends = if view.options.ace_low {
        Ends::Shared
    } else {
        Ends::Apart
    };
    Joining {
        words,
        name,
        okey: None,
        ends,
    }
}

/// What stays, and what is kept although it would be better to lose, because the next player wants it.
fn discards(words: Words, left: i32, withholds: Option<Card>) -> String {
    let why = words.kaluki_hint_discards(left);
    match withholds {
        Some(kept) => format!("{why} {}", words.kaluki_hint_withholds(&card(words, kept))),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::{Why, hint};
    use crate::discord::pages::kaluki::moves;
    use crate::rules::any::{AnyAction, AnyGame, AnyView, GameId};
    use crate::rules::{Chance, Game, Viewer};

    /// Follows the hints of a whole match, and says which kinds of reasons were told.
    fn follow(seed: u64, seats: usize) -> Vec<String> {
        let english = Words::of("en");
        let mut options = GameId::Kaluki.default_options();
        options.set("penalty_limit", "60").expect("a number");
        let mut game = AnyGame::new(&options, seats);
        let chance = Chance::from_seed(seed);
        let mut kinds = Vec::new();
        for _ in 0..3_000 {
            if game.standing().is_some() {
                break;
            }
            let Some(seat) = game.waiting().seats.iter().next() else {
                let events = game.deal(&chance);
                assert!(!events.is_empty(), "seed {seed}: the game is stuck");
                game.obey(&events);
                continue;
            };
            let view = game.view(Viewer::Seat(seat));
            let found = hint(&view, &game.actions(seat)).expect("a hint");
            let (AnyView::Kaluki(view), AnyAction::Kaluki(action), Why::Kaluki(why)) =
                (&view, &found.action, &found.reason)
            else {
                panic!("a hint of another game");
            };
            let told = format!("{why:?}");
            kinds.extend(told.split([' ', '{']).next().map(str::to_owned));
            let why = reason(english, view, action, why);
            let action = moves::words(english, action, view);
            assert!(
                why.ends_with(['.', '!']) && !why.contains('{'),
                "{action}: {why}"
            );
            assert!(
                english.hint(&action, &why).chars().count() < 600,
                "{action}: {why}"
            );
            let events = game.decide(seat, &found.action, &chance);
            game.obey(&events.expect("what is advised is possible"));
        }
        kinds
    }

    #[test]
    fn every_hint_of_whole_matches_is_a_move_and_a_sentence() {
        let mut kinds: Vec<String> = (1..=3).flat_map(|seed| follow(seed, 3)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in [
            "Opens",
            "Draws",
            "Waits",
            "Discards",
            "Builds",
            "CallsUp",
            "TakesToKeep",
        ] {
            assert!(kinds.iter().any(|known| known == kind), "{kind}: {kinds:?}");
        }
        assert!(
            kinds
                .iter()
                .any(|kind| ["BuysIn", "Declines"].contains(&&**kind)),
            "{kinds:?}"
        );
    }

    #[test]
    fn what_is_withheld_is_named() {
        let english = Words::of("en");
        let card: Card = "h9".parse().expect("a card");
        let told = discards(english, 12, Some(card));
        assert!(
            told.contains("12 penalty points") && told.contains("♥️9"),
            "{told}"
        );
    }
}
