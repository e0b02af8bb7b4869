//! The battery for Kaluki: what the contract promises, with random house rules, and players who compose whatever they like.
//!
//! A failure names the seats, the house rules and the seed.

use std::cell::Cell;

use istaka::rules::card::{Card, Placed};
use istaka::rules::kaluki::score::{DealResult, Ending, Line, hand_points};
use istaka::rules::kaluki::view::{Moved, Phase, View};
use istaka::rules::kaluki::{
    Action, Answer, Composed, End, Event, Kaluki, Kind, Meld, Placement, Recovered,
};
use istaka::rules::meld::cards::Aces;
use istaka::rules::{Chance, Dice, Game, Impossible, PerSeat, Refused, Seat, Seats, Viewer};

use crate::conformance::kaluki_walk::{Table, any, at_tables, composing, eager};
use crate::conformance::leaks::leaks;
use crate::conformance::walk::{Stop, any_listed, walk};

#[test]
fn listed_actions_are_accepted_and_never_missing() {
    at_tables(24, |table| {
        walk(table.game(), table.seed, &mut eager, |stop| {
            let chance = Chance::from_seed(table.seed);
            for seat in Seat::all(table.seats) {
                let listed = stop.game.actions(seat);
                let takes = stop.game.answer(seat, &Action::Take, &chance);
                let own = stop.game.view(Viewer::Seat(seat)).own.expect("a seat");
                assert_eq!(takes.is_ok(), own.takeable.is_some());
                for action in &listed {
                    let answer = stop.game.answer(seat, action, &chance);
                    assert!(answer.is_ok(), "{action:?} is listed and refused");
                }
                if stop.game.waiting().seats.contains(seat) {
                    let at_zero = stop.game.at_zero(seat);
                    assert!(listed.contains(&at_zero), "{at_zero:?} is not listed");
                    check_at_zero(stop.game, seat, &at_zero);
                }
            }
        });
    });
}

/// Kaluki rules 13: nothing more is laid, nothing is taken or bought, and the dearest card goes.
fn check_at_zero(game: &Kaluki, seat: Seat, at_zero: &Action) {
    let view = game.view(Viewer::Seat(seat));
    let own = view.own.expect("a seat");
    match (view.phase, at_zero) {
        (Phase::Draw(_), Action::Draw) => assert!(view.stock > 0),
        (Phase::Play(_), Action::Return) => assert!(own.must_use.is_some()),
        (Phase::Play(_), Action::Discard { card }) => {
            assert!(own.discardable.contains(card));
            let value = |card: &Card| hand_points(&view.options, &[*card]);
            let dearest = own.discardable.iter().map(value).max();
            let is_fresh = own.fresh == Some(*card) && view.taken.is_none();
            assert!(is_fresh || Some(value(card)) == dearest);
        }
        (Phase::Announce(_), Action::StaySilent) | (Phase::BuyIn(_), Action::Decline) => {}
        (phase, action) => panic!("{action:?} in {phase:?}"),
    }
}

/// What a plan tells is accepted step by step, and leaves what it says.
#[test]
fn plans_are_accepted_and_keep_their_word() {
    let (planned, laid) = (Cell::new(0), Cell::new(0));
    at_tables(24, |table| {
        walk(table.game(), table.seed, &mut eager, |stop| {
            let chance = Chance::from_seed(table.seed);
            for seat in stop.game.waiting().seats.iter() {
                let mut game = stop.game.clone();
                let Some(plan) = game.view(Viewer::Seat(seat)).least_left() else {
                    continue;
                };
                let discard = Action::Discard { card: plan.discard };
                for action in plan.actions.iter().chain([&discard]) {
                    let done = game.act(seat, action, &chance);
                    assert!(done.is_ok(), "{action:?}: {}", done.err().expect("refused"));
                }
                let hand = game.view(Viewer::Seat(seat)).own.expect("a seat").hand;
                assert_eq!(hand_points(&table.options, &hand), plan.left);
                planned.set(planned.get() + 1);
                laid.set(laid.get() + plan.actions.len());
            }
        });
    });
    assert!(planned.get() > 1_000, "only {} plans", planned.get());
    assert!(laid.get() > 300, "only {} steps were planned", laid.get());
}

#[test]
fn nothing_is_lost_and_a_deal_ends() {
    let met = Cell::new(Met::default());
    at_tables(60, |table| {
        for choose in [eager, composing] {
            let mut told = 0;
            walk(table.game(), table.seed, &mut { choose }, |stop| {
                let faults = stop.game.faults();
                assert_eq!(faults, Vec::<String>::new(), "after {told} events");
                check_turn(&stop);
                let step = stop.all_events[told..].iter();
                met.set(step.fold(met.get(), Met::with));
                told = stop.all_events.len();
            });
        }
    });
    let met = met.get();
    println!("{met:?}");
    let all = [
        met.kalukis,
        met.exhausted,
        met.exchanges,
        met.bought,
        met.declined,
        met.missed,
    ];
    assert!(all.iter().all(|times| *times > 0), "{met:?}");
}

/// How often the rarer things happened: a walk that never meets them proves nothing about them.
#[derive(Clone, Copy, Default, Debug)]
struct Met {
    kalukis: u32,
    exhausted: u32,
    exchanges: u32,
    bought: u32,
    declined: u32,
    missed: u32,
}

impl Met {
    fn with(mut self, event: &Event) -> Self {
        match event {
            Event::Exchanged { .. } => self.exchanges += 1,
            Event::BoughtIn { .. } => self.bought += 1,
            Event::Missed { .. } => self.missed += 1,
            Event::Answered {
                answer: Answer::Decline,
                ..
            } => self.declined += 1,
            Event::DealEnded { result } => match result.ending {
                Ending::CalledUp(call_up) => self.kalukis += u32::from(call_up.kaluki),
                Ending::Exhausted => self.exhausted += 1,
                Ending::Stalled => {}
            },
            _ => {}
        }
        self
    }
}

#[test]
fn any_listed_actions_come_to_an_end() {
    at_tables(12, |table| {
        let mut game = table.game();
        let chance = Chance::from_seed(table.seed);
        let mut dice = Dice::from_seed(table.seed);
        for _ in 0..3 {
            let events = game.deal(&chance);
            game.obey(&events);
            let mut left = game.most_steps();
            while let Some(seat) = game.waiting().seats.iter().next() {
                assert!(left > 0, "the deal takes more steps than declared");
                left -= 1;
                let actions = game.actions(seat);
                let action = any_listed(&game, seat, &actions, &mut dice);
                let done = game.act(seat, &action, &chance);
                assert!(done.is_ok(), "{action:?} is listed and refused");
            }
        }
        assert_eq!(game.faults(), Vec::<String>::new());
    });
}

/// Turn numbers only grow, and nobody new is to act in an old turn; nobody ends a turn without a discard.
fn check_turn(stop: &Stop<Kaluki>) {
    let (before, after) = (stop.before.waiting(), stop.game.waiting());
    assert!(before.turn <= after.turn);
    let others = after.seats.iter().any(|seat| !before.seats.contains(seat));
    assert!(!others || before.turn < after.turn, "an old turn goes on");
    let phase = |game: &Kaluki| game.view(Viewer::Watcher).phase;
    if let (Phase::Play(_), Phase::Draw(_)) = (phase(stop.before), phase(stop.game)) {
        let ended = stop
            .all_events
            .iter()
            .rev()
            .find(|event| !matches!(event, Event::Announced { .. }));
        let fine = matches!(
            ended,
            Some(Event::Discarded { .. } | Event::Returned { .. })
        );
        assert!(fine, "a turn ended without a discard");
    }
}

#[test]
fn hostile_actions_never_panic_and_change_nothing_unless_accepted() {
    at_tables(20, |table| {
        let mut dice = Dice::from_seed(table.seed + 1);
        walk(table.game(), table.seed, &mut composing, |stop| {
            for _ in 0..5 {
                let seat = *any(&Seat::all(8).collect::<Vec<_>>(), &mut dice);
                try_hostile(stop.game, seat, &mut dice);
            }
        });
    });
}

fn try_hostile(game: &Kaluki, seat: Seat, dice: &mut Dice) {
    let action = game.written(seat, dice);
    let chance = Chance::from_seed(0);
    let text = serde_json::to_string(&action).expect("an action becomes JSON");
    assert_eq!(
        serde_json::from_str::<Action>(&text).ok(),
        Some(action.clone())
    );
    let mut after = game.clone();
    match after.act(seat, &action, &chance) {
        Ok(_) => assert_eq!(after.faults(), Vec::<String>::new(), "after {action:?}"),
        Err(refused) => {
            assert!(
                &after == game,
                "{action:?} was refused and changed the game"
            );
            assert!(!refused.to_string().is_empty());
            let on_turn = game.waiting().seats.contains(seat);
            assert_eq!(on_turn, matches!(refused, Refused::Rules(_)));
        }
    }
    // Asked out of turn, or about a seat that is not there, the rules themselves say no.
    if !game.waiting().seats.contains(seat) {
        assert!(game.decide(seat, &action, &chance).is_err(), "{action:?}");
        assert!(game.actions(seat).is_empty());
    }
    game.at_zero(seat);
    let imagined = game.redeal_unseen(Viewer::Seat(seat), dice);
    assert!(imagined.view(Viewer::Seat(seat)) == game.view(Viewer::Seat(seat)));
}

#[test]
fn a_replay_of_the_journal_is_the_same_game() {
    let as_json = |events: &[Event]| serde_json::to_string(events).expect("events become JSON");
    at_tables(30, |table| {
        let events = walk(table.game(), table.seed, &mut composing, |stop| {
            if stop.all_events.len() % 64 == 0 || stop.game.standing().is_some() {
                let stored: Vec<Event> =
                    serde_json::from_str(&as_json(stop.all_events)).expect("the JSON reads back");
                let replayed = Kaluki::replay(&table.options, table.seats, &stored);
                let replayed = replayed.expect("what happened can happen");
                assert!(&replayed == stop.game, "the replay is another game");
            }
        });
        let again = walk(table.game(), table.seed, &mut composing, |_| {});
        assert!(
            as_json(&events) == as_json(&again),
            "one seed, different events"
        );
    });
}

/// Whoever judges a record asks what the wish behind an event would do: the same events again.
#[test]
fn the_wish_behind_an_event_gives_it_again() {
    at_tables(30, |table| {
        let told = Cell::new(0);
        walk(table.game(), table.seed, &mut composing, |stop| {
            let step = &stop.all_events[told.get()..];
            told.set(stop.all_events.len());
            let wishes: Vec<Action> = step.iter().filter_map(Kaluki::wish).collect();
            if stop.before.waiting().seats.is_empty() {
                assert!(wishes.is_empty(), "a deal answers no wish");
                return;
            }
            assert_eq!(wishes.len(), 1, "{wishes:?}");
            assert_eq!(Kaluki::wish(&step[0]).as_ref(), wishes.first());
            let chance = Chance::from_seed(table.seed);
            let again = stop.before.waiting().seats.iter().any(|seat| {
                let given = stop.before.answer(seat, &wishes[0], &chance);
                given.is_ok_and(|given| {
                    let pairs = given.iter().zip(step);
                    given.len() == step.len()
                        && pairs
                            .into_iter()
                            .all(|(one, other)| Kaluki::is_same(one, other))
                })
            });
            assert!(again, "{wishes:?} does something else");
        });
    });
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    at_tables(12, |table| {
        let mut shuffled = false;
        walk(table.game(), table.seed, &mut composing, |stop| {
            let found = leaks(stop.game, table.seats, table.seed);
            assert!(found.is_empty(), "leaks: {found:?}");
            let mut dice = Dice::from_seed(table.seed);
            let imagined = stop.game.redeal_unseen(Viewer::Watcher, &mut dice);
            shuffled |= &imagined != stop.game;
            for seat in stop.game.waiting().seats.iter() {
                let imagined = stop.game.redeal_unseen(Viewer::Seat(seat), &mut dice);
                same_answers(stop.game, &imagined, seat, &mut dice);
            }
            for seat in Seat::all(table.seats) {
                for world in [stop.game, &imagined] {
                    let view = world.view(Viewer::Seat(seat));
                    assert!(could_have_happened(&view, seat), "seat {seat}");
                }
            }
        });
        assert!(shuffled, "the redeal never changes anything");
    });
}

/// What somebody composes is accepted or refused for reasons that they know.
fn same_answers(game: &Kaluki, imagined: &Kaluki, seat: Seat, dice: &mut Dice) {
    let chance = Chance::from_seed(0);
    for _ in 0..8 {
        let action = game.written(seat, dice);
        let [one, other] = [game, imagined].map(|world| world.answer(seat, &action, &chance).err());
        assert_eq!(one, other, "{action:?}");
    }
}

/// Whether the history that a seat knows of itself led to its hand: told backwards, every card is there.
fn could_have_happened(view: &View, own: Seat) -> bool {
    let mut hand = view.hand().map(<[Card]>::to_vec).unwrap_or_default();
    let take = |card: Option<Card>, hand: &mut Vec<Card>| {
        let place = card.and_then(|card| hand.iter().position(|held| *held == card));
        place.map(|place| hand.remove(place)).is_some()
    };
    for moved in view.history.iter().rev() {
        let known = match moved {
            Moved::Drew { seat, card } if *seat == own => take(*card, &mut hand),
            Moved::Took { seat, card } if *seat == own => take(Some(*card), &mut hand),
            Moved::Returned { seat, card } | Moved::Discarded { seat, card } if *seat == own => {
                hand.push(*card);
                true
            }
            Moved::Opened { seat, melds, .. } if *seat == own => {
                let laid = melds.iter().flat_map(|meld| meld.cards());
                hand.extend(laid.map(|placed| placed.card()));
                true
            }
            Moved::Laid { seat, meld } if *seat == own => {
                hand.extend(meld.cards().iter().map(|placed| placed.card()));
                true
            }
            Moved::Built { seat, cards, .. } if *seat == own => {
                hand.extend(cards.iter().map(|placed| placed.card()));
                true
            }
            Moved::Exchanged {
                seat,
                recovered,
                placements,
            } if *seat == own => took_back(&mut hand, recovered, placements),
            _ => true,
        };
        if !known {
            return false;
        }
    }
    let takes_part = view.order.contains(&own);
    hand.len() == if takes_part { 13 } else { 0 }
}

/// The hand before an exchange: the jokers that were placed come from the table.
fn took_back(hand: &mut Vec<Card>, recovered: &[Recovered], placements: &[Placement]) -> bool {
    let placed = placements.iter().flat_map(Placement::cards);
    hand.extend(placed.map(|placed| placed.card()));
    recovered.iter().all(|given| {
        let place = hand.iter().position(|card| *card == Card::Joker);
        hand.extend(&given.cards);
        place.map(|place| hand.remove(place)).is_some()
    })
}

#[test]
fn what_cannot_happen_changes_nothing() {
    let stranger = Seat::new(7).expect("a small number");
    let near = Seat::new(0).expect("a seat");
    let card: Card = "h9".parse().expect("a card");
    let jokers = Placed::read_all("h9 Jk Jk").expect("cards");
    let jokers = Composed::new(Kind::Set, jokers);
    let table = Table::new(2);
    walk(table.game(), 2, &mut eager, |stop| {
        let mut game = stop.game.clone();
        for event in [
            Event::Drew {
                seat: stranger,
                card,
            },
            Event::Missed { seat: stranger },
            Event::Left { seat: stranger },
            Event::BuyInOffered {
                seats: Seats::only(stranger),
                at: 3,
            },
            Event::Built {
                seat: stranger,
                meld: 0,
                cards: Vec::new(),
                end: End::Low,
            },
            Event::Dealt {
                pack: Vec::new(),
                cut: 9,
                dealer: near,
            },
            Event::Reshuffled { stock: vec![card] },
            Event::Laid {
                seat: near,
                meld: Meld::compose(&jokers, Aces::High).expect("a meld"),
            },
            Event::DealEnded {
                result: DealResult {
                    ending: Ending::Exhausted,
                    lines: PerSeat::new(8, |_| Line::default()),
                },
            },
        ] {
            assert_eq!(game.apply(&event), Err(Impossible));
        }
        assert!(&game == stop.game);
    });
}
