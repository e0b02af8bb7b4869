//! Moves as people type them after `/play`.

use super::states::{State, meant};
use crate::discord::front::play::split;
use crate::discord::pages::declined;
use crate::discord::pages::games;
use crate::discord::pages::listed::{Listed, listed};
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::MOST_TEXT;
use crate::fuzzed::Came;
use crate::rules::any::{AnyAction, AnyEvent};
use crate::rules::{Chance, Game, Refused, Seat, Viewer};
use crate::tables::{Declined, Look};

/// What is read is stored as it was read; a move that the rules take can be told as a text that means the same, is possible,
/// and leaves a game that is whole; one that they refuse is refused in a sentence that a message holds and that echoes no
/// mention and no link.
pub(crate) fn typed_moves(input: &[u8]) -> Came {
    let Some((state, typed)) = meant(input) else {
        return Came::ToTheDoor;
    };
    let (_, text) = split(typed);
    let look = &state.look;
    // Who sits at no table is read, too.
    if let Some(action) = games::typed(look.game, text, None) {
        is_stored_as_it_is(&action);
    }
    let Some(action) = games::typed(look.game, text, Some(look)) else {
        return Came::ToTheDoor;
    };
    is_stored_as_it_is(&action);
    let reader = Reader::new(Words::of("en"), look);
    games::asks_first(reader, &action);
    let sure = games::surely(action.clone());
    assert!(games::surely(sure.clone()) == sure, "{sure:?} can be surer");
    if let Viewer::Seat(seat) = look.viewer {
        for action in [action, sure] {
            tried(state, seat, &action);
        }
    }
    Came::IntoA(look.game)
}

fn is_stored_as_it_is(action: &AnyAction) {
    let stored = serde_json::to_string(action).expect("an action is plain enums");
    let again: Result<AnyAction, _> = serde_json::from_str(&stored);
    assert!(
        again.is_ok_and(|again| again == *action),
        "{stored} reads as another move"
    );
}

fn tried(state: &State, seat: Seat, action: &AnyAction) {
    match answered(state, seat, action) {
        Ok(events) => taken(state, seat, action, &events),
        Err(refused) => {
            let refused = Declined::Refused(refused);
            let told = declined::sentence(Words::of("en"), &refused, Some(&state.look));
            let letters = told.chars().count();
            assert!((1..=MOST_TEXT).contains(&letters), "{action:?}: {told}");
            for bait in ["@everyone", "@here", "://"] {
                assert!(!told.contains(bait), "{action:?}: {told}");
            }
        }
    }
}

fn answered(
    state: &State,
    seat: Seat,
    action: &AnyAction,
) -> Result<Vec<AnyEvent>, Refused<crate::rules::any::AnyRefusal>> {
    state.truth.answer(seat, action, &Chance::from_seed(0))
}

/// A move that the rules take.
fn taken(state: &State, seat: Seat, action: &AnyAction, events: &[AnyEvent]) {
    let mut after = state.truth.clone();
    assert!(
        after.apply_all(events).is_ok(),
        "{action:?} was decided and is impossible"
    );
    let faults = after.faults();
    assert!(faults.is_empty(), "{action:?}: {faults:?}");
    for viewer in Viewer::all(state.look.seats.len()) {
        after.view(viewer);
    }
    let look = Look {
        actions: vec![action.clone()],
        ..state.look.clone()
    };
    for Listed { text, .. } in listed(Reader::new(Words::of("en"), &look)) {
        let again = games::typed(look.game, &text, Some(&state.look));
        let Some(again) = again else {
            panic!("{action:?} is told as {text:?}, which is no move");
        };
        // Before a text for a move that is asked about people write that they are sure.
        let means = |action| answered(state, seat, &action).is_ok_and(|same| same == events);
        let is_same = means(again.clone()) || means(games::surely(again.clone()));
        assert!(
            is_same,
            "{action:?} is told as {text:?}, which means {again:?}"
        );
    }
}
