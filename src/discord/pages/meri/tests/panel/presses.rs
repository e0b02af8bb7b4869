//! What can be pressed, what a press does, and what a forged one does not.

use super::*;

#[test]
fn what_may_be_played_can_be_pressed_and_the_rest_is_dimmed() {
    let options = options(&[("match_length", "hitokiri")]);
    walk(&options, 5, |game, _| {
        let Some(seat) = game.waiting().seats.iter().next() else {
            return ControlFlow::Continue(());
        };
        let look = look(game, &options, seat);
        let view = view(&look);
        let shown = arranged::shown(&look, view);
        let dimmed = arranged::marks(&look, view, &shown).barred;
        for (press, enabled) in own_presses(&panel(&look)) {
            let (slot, action) = match press {
                Press::Play(slot) => (slot, karuta_of(slot).map(Action::Play)),
                Press::Lead(slot) => {
                    let opens = look.actions.iter().find(|action| {
                        matches!(action, AnyAction::Meri(Action::Uchidashi { lead, .. }) if Some(*lead) == karuta_of(slot))
                    });
                    assert_eq!(enabled, opens.is_some());
                    continue;
                }
                _ => continue,
            };
            let listed =
                action.is_some_and(|action| look.actions.contains(&AnyAction::Meri(action)));
            assert_eq!(enabled, listed, "{press:?}");
            let is_dimmed = dimmed.contains(&usize::from(slot.place));
            assert_eq!(is_dimmed, arranged::is_turn(view) && !enabled, "{press:?}");
        }
        ControlFlow::Continue(())
    });
}

#[test]
fn two_taps_open_a_round_and_no_karuta_goes_twice() {
    let options = options(&[]);
    let look = find(&options, |look| {
        matches!(view(look).phase, Phase::Uchidashi(_))
    });
    let leads = leads(&look);
    assert!(!leads.is_empty());
    for lead in leads {
        let body = page(&look, Press::Lead(lead)).expect("a page");
        let lead = karuta_of(lead).expect("a karuta");
        let mut away = 0;
        for (press, enabled) in own_presses(&body) {
            let Press::Away(led, slot) = press else {
                continue;
            };
            assert_eq!(led, lead);
            let discard = karuta_of(slot).expect("a karuta");
            assert_eq!(enabled, discard != lead);
            if !enabled {
                continue;
            }
            away += 1;
            let pressed = MeriFace::pressed(reader(&look), view(&look), press);
            let Pressed::Moves(moves, Some(_)) = pressed else {
                panic!("{press:?} is a move that leaves its page");
            };
            let wanted = AnyAction::Meri(Action::Uchidashi { lead, discard });
            assert_eq!(moves, [Action::Uchidashi { lead, discard }]);
            assert!(look.actions.contains(&wanted));
        }
        assert_eq!(away, 9);
    }
}

#[test]
fn forged_presses_lead_to_no_page_that_is_not_theirs() {
    let options = options(&[]);
    let slot = |text: &str| Slot {
        place: 200,
        piece: text.parse().expect("a piece"),
    };
    let opening = find(&options, |look| {
        matches!(view(look).phase, Phase::Uchidashi(_))
    });
    let trump = view(&opening).okie.expect("an okie");
    for press in [
        Press::Lead(slot("R5")),
        Press::Lead(slot("h9")),
        Press::Lead(slot(&trump.to_string())),
        Press::Trick(1),
        Press::Trick(255),
        Press::Play(slot("Jk")),
        Press::Away(trump, slot("F")),
    ] {
        let pressed = MeriFace::pressed(reader(&opening), view(&opening), press);
        let is_trump_alone = matches!(press, Press::Lead(slot) if karuta_of(slot) == Some(trump))
            && arranged::playable(view(&opening)).contains(&trump);
        assert!(
            matches!(pressed, Pressed::Late) || is_trump_alone,
            "{press:?}"
        );
    }
    // Judged by the rules, which refuse what is not held and what is named twice.
    let forged = Press::Away(trump, slot(&trump.to_string()));
    let pressed = MeriFace::pressed(reader(&opening), view(&opening), forged);
    assert!(matches!(pressed, Pressed::Moves(moves, _) if moves.len() == 1));
}
