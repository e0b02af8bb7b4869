//! The reasons of a hint in Okey 101.

use super::refusal::cost_word;
use crate::computers::okey101::{Merit, Reason};
use crate::discord::pages::kit::joining::Joining;
use crate::discord::pages::tiles::naming;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::GameView;
use crate::rules::joining::Ends;
use crate::rules::okey101::penalties::Cost;
use crate::rules::okey101::{Action, View};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;

/// Why a move is advised.
pub(super) fn reason(words: Words, view: &View, action: &Action, why: &Reason) -> String {
    let name = |named: Tile| tile(words, named, view.okey());
    match *why {
        Reason::Opens {
            points,
            left,
            closed,
        } => words.okey101_hint_opens(points, spares_word(left, closed), left, closed),
        Reason::OpensLow {
            points,
            needed,
            last,
        } => words.okey101_hint_opens_low(points, needed, &name(last)),
        Reason::OpensDoubles { count } => words.okey101_hint_opens_doubles(count),
        Reason::Voids => words.okey101_hint_voids(),
        Reason::Finishes { joker } => words.okey101_hint_finishes(if joker { "yes" } else { "no" }),
        Reason::TakesToOpen { tile, points } => {
            words.okey101_hint_takes_to_open(&name(tile), points)
        }
        Reason::TakesToOpenLow {
            tile,
            points,
            needed,
            last,
        } => words.okey101_hint_takes_to_open_low(&name(tile), points, needed, &name(last)),
        Reason::TakesToOpenDoubles { tile, count } => {
            words.okey101_hint_takes_to_open_doubles(&name(tile), count)
        }
        Reason::TakesToVoid { tile } => words.okey101_hint_takes_to_void(&name(tile)),
        Reason::TakesToLay { tile } => words.okey101_hint_takes_to_lay(&name(tile)),
        Reason::Returns { tile } => words.okey101_hint_returns(&name(tile)),
        Reason::LaysMeld => words.okey101_hint_lays(),
        Reason::LaysOff { tile } => words.okey101_hint_lays_off(&name(tile)),
        Reason::Swaps { tile } => words.okey101_hint_swaps(&name(tile)),
        Reason::Draws { leaves } | Reason::Passes { leaves } => left(words, view, leaves),
        Reason::Waits { costs, .. } => with_cost(words, view, spares(words, view, action), costs),
        Reason::StaysClosed {
            left,
            closed,
            costs,
        } => {
            let why = words.okey101_hint_stays_closed(left, closed);
            with_cost(words, view, why, costs)
        }
        Reason::Discards { left, merit, costs } => {
            let why = words.okey101_hint_discards(left, merit_word(merit));
            with_cost(words, view, why, costs)
        }
        Reason::Forced => words.okey101_hint_forced(),
    }
}

/// What speaks for the tiles that are kept, as the sentence names it.
fn merit_word(merit: Merit) -> &'static str {
    match merit {
        Merit::Cheapest => "cheapest",
        Merit::CheapestOfFree => "cheapest-of-free",
        Merit::Hopeful => "hopeful",
    }
}

/// What opening spares, as the sentence names it: nothing where staying closed costs no more than what would be left.
fn spares_word(left: i32, closed: i32) -> &'static str {
    match left {
        _ if closed <= left => "nothing",
        0 => "all",
        _ => "some",
    }
}

/// Why a tile is left lying.
fn left(words: Words, view: &View, leaves: Option<Tile>) -> String {
    let Some(named) = leaves else {
        return words.okey101_hint_leaves_nothing();
    };
    let name = tile(words, named, view.okey());
    // A joker goes with everything; but what is taken must be used at once (101 rules 5.2).
    let is_joker = view.okey().is_some_and(|okey| named.is_joker(okey));
    if is_joker || joins(words, view, named).is_some() {
        words.okey101_hint_leaves(&name)
    } else {
        words.hint_joins_nothing(&name)
    }
}

/// With which of the own tiles this one goes.
fn joins(words: Words, view: &View, tile: Tile) -> Option<String> {
    let name = naming(words, view.okey());
    joining(words, view, &name).joins(tile.into(), &GameView::rack(view)?)
}

/// Why this tile can be spared.
fn spares(words: Words, view: &View, action: &Action) -> String {
    let Action::Discard { tile, .. } = action else {
        return words.hint_spares();
    };
    let name = naming(words, view.okey());
    joining(words, view, &name).spares((*tile).into(), &view.grouped().loose)
}

fn joining<'a>(words: Words, view: &View, name: &'a dyn Fn(Piece) -> String) -> Joining<'a> {
    Joining {
        words,
        name,
        okey: view.okey(),
        ends: Ends::Apart,
    }
}

/// A discard is advised although it costs points where all of them do, or where the tile costs more if it is kept.
fn with_cost(words: Words, view: &View, why: String, costs: Option<Cost>) -> String {
    let Some(cost) = costs else {
        return why;
    };
    let cost = if all_cost(view) {
        words.okey101_hint_costs(cost_word(cost))
    } else {
        words.okey101_hint_costs_less(view.options.penalty_amount)
    };
    format!("{why} {cost}")
}

/// Whether every discard costs points.
fn all_cost(view: &View) -> bool {
    let Some(own) = &view.own else {
        return false;
    };
    let costs = |tile: &Tile| own.costs.iter().any(|(costly, _)| costly == tile);
    own.rack.iter().all(costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::{Why, hint};
    use crate::discord::pages::okey101::moves;
    use crate::rules::any::{AnyAction, AnyGame, AnyView, GameId};
    use crate::rules::{Chance, Game, Viewer};

    /// What the starter of a round sees.
    fn starter() -> Box<View> {
        let mut game = AnyGame::new(&GameId::Okey101.default_options(), 4);
        let events = game.deal(&Chance::from_seed(7));
        game.obey(&events);
        let seat = game.waiting().seats.iter().next().expect("a starter");
        let AnyView::Okey101(view) = game.view(Viewer::Seat(seat)) else {
            panic!("a view of another game");
        };
        view
    }

    #[test]
    fn an_okey_that_is_left_lying_goes_with_everything() {
        let view = starter();
        let okey = Tile::Numbered(view.okey().expect("an okey"));
        let leaves = Some(okey);
        for why in [Reason::Draws { leaves }, Reason::Passes { leaves }] {
            let told = reason(Words::of("en"), &view, &Action::Draw, &why);
            assert!(told.ends_with("(okey) is of no use to you now."), "{told}");
        }
    }

    #[test]
    fn an_opening_is_said_to_spare_what_it_spares() {
        let view = starter();
        let action = Action::Open { melds: Vec::new() };
        for (left, closed, said) in [
            (60, 0, ""),
            (60, 50, ""),
            (60, 60, ""),
            (
                60,
                202,
                " The tiles left over would cost about 60, less than the 202 for not opening.",
            ),
            (0, 202, " Not opening would cost 202 when the round ends."),
            (0, 0, ""),
        ] {
            let why = Reason::Opens {
                points: 110,
                left,
                closed,
            };
            let told = reason(Words::of("en"), &view, &action, &why);
            let said = format!("these melds are worth 110, enough to open.{said}");
            assert_eq!(told, said, "{left} {closed}");
        }
    }

    #[test]
    fn an_opening_with_fewer_points_is_said_to_be_enough_because_it_finishes() {
        let view = starter();
        let (points, needed, last) = (151, 300, Tile::FalseJoker);
        let low = Reason::OpensLow {
            points,
            needed,
            last,
        };
        let takes = Reason::TakesToOpenLow {
            tile: "K9".parse().expect("a tile"),
            points,
            needed,
            last,
        };
        let melds = Vec::new();
        for (action, why) in [(Action::Open { melds }, low), (Action::Take, takes)] {
            let told = reason(Words::of("en"), &view, &action, &why);
            let end = "because you finish with 🃏 false joker in the same turn.";
            assert!(told.ends_with(end), "{told}");
            for part in ["151", "fewer than 300"] {
                assert!(told.contains(part), "{part}: {told}");
            }
            assert!(!told.contains("enough to open"), "{told}");
        }
    }

    #[test]
    fn an_opening_that_makes_the_round_void_is_said_to() {
        let view = starter();
        let tile = Tile::FalseJoker;
        for (action, why) in [
            (Action::Open { melds: Vec::new() }, Reason::Voids),
            (Action::Take, Reason::TakesToVoid { tile }),
        ] {
            let told = reason(Words::of("en"), &view, &action, &why);
            assert!(told.ends_with("is void, and costs you nothing."), "{told}");
        }
    }

    #[test]
    fn a_costly_discard_is_only_said_to_be_like_all_others_where_it_is() {
        let mut view = starter();
        let okey = Tile::Numbered(view.okey().expect("an okey"));
        let other = Tile::FalseJoker;
        let discard = Action::Discard {
            tile: okey,
            confirm: true,
        };
        let joker = (okey, Cost::Joker);
        for (costs, said) in [
            (
                vec![joker],
                "It costs 101 points, but keeping it would cost more.",
            ),
            (
                vec![joker, (other, Cost::Islek)],
                "Every discard costs points right now: this one because it is an okey.",
            ),
        ] {
            let own = view.own.as_mut().expect("a seat");
            own.rack = vec![okey, other];
            own.costs = costs;
            let why = Reason::Discards {
                left: 1,
                merit: Merit::Cheapest,
                costs: Some(Cost::Joker),
            };
            let told = reason(Words::of("en"), &view, &discard, &why);
            assert!(told.ends_with(said), "{told}");
        }
    }

    #[test]
    fn what_a_discard_leaves_is_said_to_be_what_it_is() {
        let view = starter();
        let tile = "K9".parse().expect("a tile");
        let confirm = false;
        for (left, merit, said) in [
            (
                7,
                Merit::Cheapest,
                "it leaves you with the 7 tiles that cost least.",
            ),
            (
                1,
                Merit::Cheapest,
                "it leaves you with the tile that costs least.",
            ),
            (
                7,
                Merit::CheapestOfFree,
                "of all discards that cost no points now, it leaves you with the 7 tiles that cost least.",
            ),
            (
                7,
                Merit::Hopeful,
                "the 7 tiles that it leaves you with don't cost least, but are easier to get rid of.",
            ),
            (
                1,
                Merit::Hopeful,
                "the tile that it leaves you with doesn't cost least, but is easier to get rid of.",
            ),
        ] {
            let costs = None;
            let why = Reason::Discards { left, merit, costs };
            let action = Action::Discard { tile, confirm };
            assert_eq!(reason(Words::of("en"), &view, &action, &why), said);
        }
    }

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
