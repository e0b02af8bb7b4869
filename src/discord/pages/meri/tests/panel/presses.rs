//! What can be pressed, what a press does, and what a forged one does not.

use super::*;
use crate::drawing::packs::karuta::{KarutaFace, LARGE};
use crate::drawing::scene::PieceFace;

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

/// The karuta on the buttons that play or lead, in their order.
fn rack_of(body: &Body) -> Vec<Karuta> {
    let own = own_presses(body).into_iter();
    own.filter_map(|(press, _)| match press {
        Press::Play(slot) | Press::Lead(slot) => karuta_of(slot),
        _ => None,
    })
    .collect()
}

/// Nine or ten: two rows, in the order of the picture, the trumps before the rest and the best first.
#[test]
fn a_full_rack_has_its_buttons_in_the_order_of_the_picture() {
    let options = options(&[("match_length", "hitokiri")]);
    let mut seen = BTreeSet::new();
    walk(&options, 8, |game, _| {
        let Some(seat) = game.waiting().seats.iter().next() else {
            return ControlFlow::Continue(());
        };
        let look = look(game, &options, seat);
        let (view, body) = (view(&look), panel(&look));
        let buttons = rack_of(&body);
        let drawn: Vec<Karuta> = body
            .scene
            .pieces()
            .filter_map(|(face, size, _)| match face {
                PieceFace::Karuta(KarutaFace::Open(one) | KarutaFace::Barred(one)) => {
                    (size == LARGE).then_some(one)
                }
                _ => None,
            })
            .collect();
        assert_eq!(buttons, drawn);
        let trump = view.trump().expect("a round was dealt");
        let held: Vec<Karuta> = trumps(trump)
            .into_iter()
            .filter(|one| buttons.contains(one))
            .collect();
        assert!(buttons.starts_with(&held), "{buttons:?}");
        let suits: Vec<_> = buttons[held.len()..].iter().map(|one| one.suit()).collect();
        let mut once = suits.clone();
        once.dedup();
        assert_eq!(once.iter().collect::<BTreeSet<_>>().len(), once.len());
        assert!(body.rows.len() <= kit::rows::ROWS);
        for button in body.rows.iter().flatten() {
            // Five of them stand in a row on a phone, or three and two.
            let label = button.label.chars().count();
            assert!(label <= 16, "{}", button.label);
        }
        seen.insert(buttons.len());
        ControlFlow::Continue(())
    });
    assert!(seen.contains(&9) && seen.contains(&10), "{seen:?}");
}

#[test]
fn the_order_of_the_trumps_is_one_press_away_from_everywhere() {
    let options = options(&[("match_length", "hitomaki")]);
    let leads_there = |body: &Body| {
        let own = own_presses(body);
        own.contains(&(Press::Order, true))
    };
    walk(&options, 4, |game, _| {
        let Some(seat) = game.waiting().seats.iter().next() else {
            return ControlFlow::Continue(());
        };
        for seat in [seat, seat.next(SEATS)] {
            let look = look(game, &options, seat);
            for body in pages(&look) {
                let is_order = body.text.starts_with("## Trumps");
                assert!(is_order || leads_there(&body), "{}", body.text);
            }
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

/// The labels below the karuta that lead to other pages, and those behind them, which answer.
fn below(look: &Look) -> (Vec<String>, Vec<String>) {
    let body = panel(look);
    let plays = |press: &Press| matches!(press, Press::Play(_) | Press::Lead(_));
    let is_karuta = |id: &str| {
        let press: Option<AnyPress> = id.parse().ok();
        press.is_some_and(|press| match press.verb {
            Verb::Own(own) => own.read::<Press>().is_ok_and(|own| plays(&own)),
            _ => false,
        })
    };
    let answers = ["Ready", "Robatta"];
    let rows = body.rows.iter().skip_while(|row| is_karuta(&row[0].id));
    let mut labels: Vec<String> = rows.flatten().map(|one| one.label.clone()).collect();
    let first = labels.iter().position(|label| answers.contains(&&**label));
    let behind = labels.split_off(first.unwrap_or(labels.len()));
    (labels, behind)
}

/// Nobody presses another page because a trick ended, or because the others were ready.
#[test]
fn the_ways_to_other_pages_stand_where_they_stood_all_round() {
    let options = options(&[("match_length", "hitokiri")]);
    let (mut asked, mut before, mut since) = (0, 0, 0);
    walk(&options, 6, |game, _| {
        for seat in Seat::all(SEATS) {
            let look = look(game, &options, seat);
            let view = view(&look);
            if view.phase == Phase::RoundOver || view.rack().is_none_or(<[Karuta]>::is_empty) {
                continue;
            }
            let (ways, behind) = below(&look);
            let always = ["Trumps", "Last trick", "Rules", "Words", "Desk"];
            assert!(
                ways.iter().zip(always).all(|(way, told)| way == told),
                "{ways:?}"
            );
            assert!(ways.len() >= always.len(), "{ways:?}");
            let is_asked = view.phase == Phase::Robau && !look.actions.is_empty();
            assert_eq!(!behind.is_empty(), is_asked, "{behind:?}");
            let own = own_presses(&panel(&look)).into_iter();
            let mut tricks = own.filter_map(|(press, enabled)| match press {
                Press::Trick(number) => Some((usize::from(number), enabled)),
                _ => None,
            });
            let over = view.tricks.len();
            assert_eq!(tricks.next(), Some((over, over > 0)));
            asked += usize::from(is_asked);
            before += usize::from(over == 0);
            since += usize::from(over > 0);
        }
        ControlFlow::Continue(())
    });
    assert!(
        asked > 8 && before > 50 && since > 50,
        "{asked} {before} {since}"
    );
}
