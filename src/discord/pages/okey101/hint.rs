//! The reasons of a hint in Okey 101.

use super::refusal::cost_word;
use crate::computers::okey101::Reason;
use crate::discord::pages::kit::joining::Joining;
use crate::discord::pages::tiles::naming;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::GameView;
use crate::rules::okey101::penalties::Cost;
use crate::rules::okey101::{Action, View};
use crate::rules::tile::Tile;

/// Why a move is advised.
pub(super) fn reason(words: Words, view: &View, action: &Action, why: &Reason) -> String {
    let name = |named: Tile| tile(words, named, view.okey());
    let left = |leaves: Option<Tile>| match leaves {
        Some(named) if joins(words, view, named).is_none() => {
            words.hint_joins_nothing(&name(named))
        }
        Some(named) => words.okey101_hint_leaves(&name(named)),
        None => words.okey101_hint_leaves_nothing(),
    };
    match *why {
        Reason::Opens { points } => words.okey101_hint_opens(points),
        Reason::OpensDoubles { count } => words.okey101_hint_opens_doubles(count),
        Reason::Finishes { joker } => words.okey101_hint_finishes(if joker { "yes" } else { "no" }),
        Reason::TakesToOpen { tile, points } => {
            words.okey101_hint_takes_to_open(&name(tile), points)
        }
        Reason::TakesToOpenDoubles { tile, count } => {
            words.okey101_hint_takes_to_open_doubles(&name(tile), count)
        }
        Reason::TakesToLay { tile } => words.okey101_hint_takes_to_lay(&name(tile)),
        Reason::Returns { tile } => words.okey101_hint_returns(&name(tile)),
        Reason::LaysMeld => words.okey101_hint_lays(),
        Reason::LaysOff { tile } => words.okey101_hint_lays_off(&name(tile)),
        Reason::Swaps { tile } => words.okey101_hint_swaps(&name(tile)),
        Reason::Draws { leaves } | Reason::Passes { leaves } => left(leaves),
        Reason::Waits { costs, .. } => with_cost(words, spares(words, view, action), costs),
        Reason::StaysClosed {
            left,
            closed,
            costs,
        } => with_cost(words, words.okey101_hint_stays_closed(left, closed), costs),
        Reason::Discards { left, costs } => {
            with_cost(words, words.okey101_hint_discards(left), costs)
        }
        Reason::Forced => words.okey101_hint_forced(),
    }
}

/// With which of the own tiles this one goes.
fn joins(words: Words, view: &View, tile: Tile) -> Option<String> {
    let (okey, name) = (view.okey(), naming(words, view.okey()));
    let joining = Joining {
        words,
        name: &name,
        okey,
    };
    joining.joins(tile.into(), &GameView::rack(view)?)
}

/// Why this tile can be spared.
fn spares(words: Words, view: &View, action: &Action) -> String {
    let Action::Discard { tile, .. } = action else {
        return words.hint_spares();
    };
    let (okey, name) = (view.okey(), naming(words, view.okey()));
    let joining = Joining {
        words,
        name: &name,
        okey,
    };
    joining.spares((*tile).into(), &view.grouped().loose)
}

/// A discard is advised although it costs points only where all of them do.
fn with_cost(words: Words, why: String, costs: Option<Cost>) -> String {
    match costs {
        Some(cost) => format!("{why} {}", words.okey101_hint_costs(cost_word(cost))),
        None => why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::{Why, hint};
    use crate::discord::pages::okey101::moves;
    use crate::rules::any::{AnyAction, AnyGame, AnyView, GameId};
    use crate::rules::{Chance, Game, Viewer};

    #[test]
    fn every_hint_of_a_game_is_a_move_and_a_sentence() {
        let seed = 7;
        let english = Words::of("en");
        let mut game = AnyGame::new(&GameId::Okey101.default_options(), 4);
        let chance = Chance::from_seed(seed);
        let mut told = 0;
        while told < 60 {
            let Some(seat) = game.waiting().seats.iter().next() else {
                let events = game.deal(&chance);
                assert!(!events.is_empty(), "seed {seed}: the game is stuck");
                game.obey(&events);
                continue;
            };
            let view = game.view(Viewer::Seat(seat));
            let found = hint(&view, &game.actions(seat)).expect("a hint");
            let (AnyView::Okey101(view), AnyAction::Okey101(action), Why::Okey101(why)) =
                (&view, &found.action, &found.reason)
            else {
                panic!("a hint of another game");
            };
            let why = reason(english, view, action, why);
            let action = moves::words(english, action, view);
            assert!(why.ends_with('.') && !why.contains("{"), "{action}: {why}");
            assert!(english.hint(&action, &why).chars().count() < 400);
            let events = game.decide(seat, &found.action, &chance);
            game.obey(&events.expect("what is advised is possible"));
            told += 1;
        }
    }
}
