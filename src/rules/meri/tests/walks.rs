//! What the contract of a game promises, over whole matches and at rigged deals.

use super::super::robau::Robau;
use super::super::view::Phase;
use super::super::{Action, Event, Made, Meri, Options, Refusal, Team, Total, Yaku};
use super::{Rig, WAYS, any_listed, cutting, karuta, options, play_match, play_round, seat};
use crate::karuta::Karuta;
use crate::piece::Piece;
use crate::seat::MOST_SEATS;
use crate::unasked::Dropped;
use crate::{Chance, Dice, Game, GameView, Impossible, Refused, Seat, Seats, Viewer};

/// How many matches each way is walked through.
const SEEDS: u64 = 6;

#[test]
fn whole_matches_keep_their_invariants() {
    for way in WAYS {
        for seed in 0..SEEDS {
            let mut turn = 0;
            play_match(&options(way), seed, &mut cutting, |game, _| {
                assert_eq!(game.faults(), Vec::<String>::new(), "{way}, seed {seed}");
                assert!(game.waiting().turn >= turn, "{way}, seed {seed}");
                turn = game.waiting().turn;
                for actor in game.waiting().seats.iter() {
                    let at_zero = game.at_zero(actor);
                    assert!(game.actions(actor).contains(&at_zero), "{way}, seed {seed}");
                }
            });
        }
    }
}

#[test]
fn what_is_not_listed_is_refused() {
    for way in WAYS {
        play_match(&options(way), 3, &mut any_listed, |game, _| {
            let chance = Chance::from_seed(0);
            for who in Seat::all(MOST_SEATS) {
                let listed = game.actions(who);
                for action in everything() {
                    let is_listed = listed.contains(&action);
                    assert_eq!(game.decide(who, &action, &chance).is_ok(), is_listed);
                }
            }
        });
    }
}

fn everything() -> Vec<Action> {
    let pack = Karuta::pack();
    let with = |lead: &Karuta| {
        let lead = *lead;
        // Every third with every one, for the sake of time; and each with itself.
        let discards = Karuta::pack().into_iter().step_by(3).chain([lead]);
        discards.map(move |discard| Action::Uchidashi { lead, discard })
    };
    let openings = pack.iter().flat_map(with);
    let plays = pack.iter().copied().map(Action::Play);
    openings
        .chain(plays)
        .chain([Action::Ready, Action::Robatta])
        .collect()
}

#[test]
fn a_stored_journal_is_the_same_match() {
    for way in WAYS {
        let mut all = Vec::new();
        let mut last = None;
        play_match(&options(way), 5, &mut any_listed, |game, events| {
            all.extend_from_slice(events);
            last = Some(game.clone());
        });
        let text = serde_json::to_string(&all).expect("events become JSON");
        let stored: Vec<Event> = serde_json::from_str(&text).expect("the JSON reads back");
        let replayed = Meri::replay(&options(way), MOST_SEATS, &stored);
        assert!(last == replayed.ok(), "{way}");
    }
}

#[test]
fn what_cannot_have_happened_changes_nothing() {
    let mut strange: Vec<Event> = Vec::new();
    let options = options("match_length=hitomaki");
    play_match(&options, 7, &mut any_listed, |_, events| {
        strange.extend_from_slice(events);
    });
    play_match(&options, 8, &mut any_listed, |game, _| {
        for event in &strange {
            let mut after = game.clone();
            match after.apply(event) {
                Ok(()) => assert!(is_sound(game, event), "a strange event was obeyed"),
                Err(Impossible) => assert!(&after == game, "a refused event changed something"),
            }
        }
    });
}

/// What no disk should hold is refused, and nothing overflows.
#[test]
fn impossible_numbers_are_refused() {
    let options = options("match_length=hitokiri");
    let mut before = Meri::new(&options, MOST_SEATS);
    let mut tried = 0;
    play_match(&options, 1, &mut cutting, |game, events| {
        for event in events {
            let strange = match event {
                Event::Won { seat, .. } => [i32::MIN, 0, i32::MAX]
                    .map(|value| {
                        let (yaku, team) = (Yaku::SunOverUn, Team::of(*seat));
                        let made = Some(Made { yaku, team, value });
                        Event::Won { seat: *seat, made }
                    })
                    .to_vec(),
                Event::RoundEnded { total } => [i32::MIN, i32::MAX]
                    .map(|diff| Event::RoundEnded {
                        total: Total { diff, ..*total },
                    })
                    .to_vec(),
                Event::Dealt {
                    deck,
                    again,
                    dealer,
                    ..
                } => [0, 29, 46, usize::MAX]
                    .map(|half| Event::Dealt {
                        deck: deck.clone(),
                        half,
                        again: again.clone(),
                        dealer: *dealer,
                    })
                    .to_vec(),
                _ => Vec::new(),
            };
            for event in &strange {
                let mut after = before.clone();
                assert_eq!(after.apply(event), Err(Impossible));
                assert!(after == before);
                tried += 1;
            }
            before.obey(std::slice::from_ref(event));
        }
        assert!(&before == game);
    });
    // Of each round nine tricks with three, a deal with four, and an end with two.
    assert!(tried >= 8 * (27 + 4 + 2), "{tried}");
}

/// Whether an event of another match can happen here as well.
fn is_sound(game: &Meri, event: &Event) -> bool {
    let phase = game.view(Viewer::Watcher).phase;
    match event {
        Event::Readied { .. } | Event::Called { .. } => phase == Phase::Robau,
        Event::Led { seat, .. } => phase == Phase::Uchidashi(*seat),
        Event::Played { seat, karuta } => {
            let rack = game.view(Viewer::Seat(*seat)).own.expect("a seat").rack;
            phase == Phase::Play(*seat) && rack.contains(karuta)
        }
        Event::Dealt { .. } | Event::Won { .. } => false,
        Event::RoundEnded { .. } | Event::Over { .. } => false,
    }
}

/// Hachinin-meri rules 6 and 14: who is asked says nothing about who holds the robai.
#[test]
fn everybody_is_asked_whoever_holds_the_robai() {
    let rigs = [
        Rig::new(1, 3, "K-4").rack(5, "K-Robai"),
        Rig::new(1, 3, "K-4").rack(3, "K-Robai"),
        Rig::new(1, 3, "K-4").left_over("K-Robai"),
    ];
    for rig in rigs {
        let mut game = rig.dealt();
        let chance = Chance::from_seed(0);
        for who in Seat::all(MOST_SEATS) {
            let rest = Seat::all(MOST_SEATS).skip(who.index());
            assert_eq!(game.waiting().seats, rest.collect());
            assert_eq!(game.view(Viewer::Watcher).phase, Phase::Robau);
            assert!(game.actions(who).contains(&Action::Ready));
            assert!(game.act(who, &Action::Ready, &chance).is_ok());
        }
        assert_eq!(game.waiting().seats, Seats::only(seat(3)));
    }
}

#[test]
fn an_answer_for_the_robai_is_final_and_a_call_ends_the_asking() {
    let mut game = Rig::new(1, 3, "K-4").rack(5, "K-Robai").dealt();
    let chance = Chance::from_seed(0);
    let refused = |game: &Meri, who, action: Action| game.decide(seat(who), &action, &chance).err();
    assert_eq!(
        refused(&game, 4, Action::Robatta),
        Some(Refusal::NoRobai {
            robai: karuta("K-Robai")[0]
        })
    );
    assert!(game.act(seat(2), &Action::Ready, &chance).is_ok());
    let again = Some(Refusal::AlreadyAnswered);
    assert_eq!(refused(&game, 2, Action::Ready), again);
    assert_eq!(game.at_zero(seat(5)), Action::Robatta);
    assert!(game.act(seat(5), &Action::Robatta, &chance).is_ok());
    assert_eq!(game.waiting().seats, Seats::only(seat(5)));
    assert_eq!(refused(&game, 1, Action::Ready), Some(Refusal::NotAsked));
    assert_eq!(game.view(Viewer::Watcher).robau, Some(Robau::Robatta));
}

/// Hachinin-meri rules 7.1: ten trumps lead one, and everybody follows at once.
#[test]
fn ten_trumps_lead_a_meri_to_trick_one() {
    let rig = Rig::new(2, 0, "K-9").rack(4, "K-Robai K-1 K-2 K-3 K-4 K-5 K-6 K-7 K-8");
    let mut game = rig.rack(5, "K-Sun").dealt();
    let chance = Chance::from_seed(0);
    game.act(seat(4), &Action::Robatta, &chance)
        .expect("the holder calls");
    assert_eq!(game.actions(seat(4)).len(), 90);
    let lead = Action::Uchidashi {
        lead: karuta("K-9")[0],
        discard: karuta("K-8")[0],
    };
    game.act(seat(4), &lead, &chance).expect("any lead");
    assert_eq!(game.actions(seat(5)).len(), {
        let rack = game.view(Viewer::Seat(seat(5))).own.expect("a seat").rack;
        let trumps = rack
            .iter()
            .filter(|karuta| super::super::order::is_trump(**karuta, crate::karuta::Suit::Kotsu));
        let trumps = trumps.count();
        if trumps == 1 { rack.len() } else { trumps }
    });
    assert!(!game.view(Viewer::Watcher).plays[0].is_face_down());
    assert_eq!(game.faults(), Vec::<String>::new());
}

#[test]
fn the_opening_is_judged_in_the_order_of_the_rules() {
    let rig = Rig::new(2, 4, "K-9").rack(4, "K-Robai K-1 P-9 I-3 O-4 O-5 O-6 O-7 O-8");
    let mut game = rig.dealt();
    let chance = Chance::from_seed(0);
    game.act(seat(4), &Action::Robatta, &chance)
        .expect("the holder calls");
    let refused = |lead: &str, discard: &str| {
        let action = Action::Uchidashi {
            lead: karuta(lead)[0],
            discard: karuta(discard)[0],
        };
        game.answer(seat(4), &action, &chance).err()
    };
    let not_held = |text: &str| {
        let karuta = karuta(text)[0];
        Some(Refused::Rules(Refusal::NotOnRack { karuta }))
    };
    assert_eq!(refused("K-1", "K-1"), not_held("K-1"));
    assert_eq!(refused("K-1", "G-1"), not_held("G-1"));
    assert_eq!(refused("G-1", "K-1"), not_held("G-1"));
    let meri = Refusal::MeriFirst {
        karuta: karuta("K-1")[0],
    };
    assert_eq!(refused("K-1", "P-9"), Some(Refused::Rules(meri)));
    assert_eq!(refused("P-9", "K-9"), None);
    assert_eq!(refused("P-9", "K-Robai"), None);
}

/// A record tells events alone: the wish behind each move gives that move, and all that follows from it.
#[test]
fn every_move_is_the_answer_to_a_wish() {
    for way in WAYS {
        let mut before = Meri::new(&options(way), MOST_SEATS);
        play_match(&options(way), 9, &mut cutting, |game, events| {
            let (told, follows) = events.split_first().expect("something happened");
            let moved = Meri::wish(told);
            assert!(follows.iter().all(|event| Meri::wish(event).is_none()));
            if let Some(action) = moved {
                let mover = before.waiting().seats.iter();
                let mut answers =
                    mover.filter_map(|who| before.decide(who, &action, &Chance::from_seed(0)).ok());
                assert!(answers.any(|answer| answer == events), "{way}");
            }
            before = game.clone();
        });
    }
}

/// Hachinin-meri rules 3 and 4: the deal, the play and the dealers all go one way.
#[test]
fn deal_play_and_dealers_go_one_way() {
    for (way, step) in [("direction=cw", 1), ("direction=ccw", 7)] {
        let mut dealers = Vec::new();
        let after = |one: Seat, by: usize| seat((one.index() + by * step) % MOST_SEATS);
        play_match(&options(way), 2, &mut any_listed, |game, events| {
            let view = game.view(Viewer::Watcher);
            if let [Event::Dealt { deck, dealer, .. }] = events {
                dealers.push(*dealer);
                // The second packet of three goes to the second player.
                let second = game.view(Viewer::Seat(after(*dealer, 2))).own;
                let second = second.expect("a seat").rack;
                assert!(
                    deck[3..6].iter().all(|karuta| second.contains(karuta)),
                    "{way}"
                );
            }
            let seats: Vec<Seat> = view.plays.iter().map(|play| play.seat).collect();
            for pair in seats.windows(2) {
                assert_eq!(pair[1], after(pair[0], 1), "{way}");
            }
            if let (Phase::Play(actor), Some(last)) = (view.phase, seats.last()) {
                assert_eq!(actor, after(*last, 1), "{way}");
            }
        });
        assert!(dealers.len() >= MOST_SEATS, "{way}: {dealers:?}");
        for pair in dealers.windows(2) {
            assert_eq!(pair[1], after(pair[0], 1), "{way}");
        }
    }
}

/// A prepared move is played to the lead of another, if it may be.
#[test]
fn a_prepared_move_is_what_the_seat_may_play() {
    for way in WAYS {
        play_match(&options(way), 13, &mut cutting, |game, _| {
            for who in Seat::all(MOST_SEATS) {
                assert!(game.unasked(who).is_none());
                let plays = game.view(Viewer::Watcher).phase == Phase::Play(who);
                for karuta in Karuta::pack() {
                    let listed = game.actions(who).contains(&Action::Play(karuta));
                    let leads = game.view(Viewer::Watcher).plays.is_empty();
                    let expected = match (plays, listed) {
                        (false, _) => None,
                        (true, _) if leads => Some(Err(Dropped::Leads)),
                        (true, true) => Some(Ok(Action::Play(karuta))),
                        (true, false) => Some(Err(Dropped::Refused)),
                    };
                    assert_eq!(game.prepared(who, Piece::Karuta(karuta)), expected);
                }
            }
        });
    }
}

#[test]
fn a_rack_is_grouped_by_trumps_and_plain_suits() {
    let rig = Rig::new(2, 4, "K-9").rack(4, "I-1 I-Robai I-Sun K-Robai K-1 P-Robai P-1 P-Sun G-3");
    let view = rig.dealt().view(Viewer::Seat(seat(4)));
    let groups = view.grouped().melds.into_iter();
    let texts = groups.map(|group| {
        let words: Vec<String> = group.iter().map(ToString::to_string).collect();
        words.join(" ")
    });
    let expected = [
        "P-Robai K-Robai K-1",
        "P-Sun P-1",
        "I-Sun I-Robai I-1",
        "G-3",
    ];
    assert_eq!(texts.collect::<Vec<_>>(), expected);
}

/// What everybody does at zero comes to an end, too.
#[test]
fn sleepers_play_matches_to_their_end() {
    let mut at_zero = |game: &Meri, who: Seat, _: &[Action], _: &mut Dice| game.at_zero(who);
    for length in ["hitomaki", "hitokiri", "hitoshobu", "honshobu"] {
        let options = options(&format!("match_length={length}"));
        play_match(&options, 4, &mut at_zero, |_, _| {});
    }
}

/// The random walks meet what the rules speak of; else they would prove nothing.
#[test]
fn walks_meet_everything() {
    let mut robau = [0; 4];
    let (mut meri, mut exempt, mut made) = (0, 0, 0);
    for seed in 0..200 {
        let mut game = Meri::new(&Options::default(), MOST_SEATS);
        let events = game.deal(&Chance::from_seed(seed));
        game.obey(&events);
        play_round(&mut game, seed, &mut cutting, |_, _| {});
        let view = game.view(Viewer::Watcher);
        match view.robau.expect("the round is over") {
            Robau::Robatta => robau[0] += 1,
            Robau::Kakushi => robau[1] += 1,
            Robau::Neta => robau[2] += 1,
            Robau::Kikkaburi => robau[3] += 1,
        }
        meri += usize::from(view.monchi);
        made += view
            .tricks
            .iter()
            .filter(|trick| trick.made.is_some())
            .count();
        let owns = Seat::all(MOST_SEATS).map(|seat| game.view(Viewer::Seat(seat)).own);
        exempt += owns.flatten().filter(|own| own.is_exempt).count();
    }
    assert!(robau.iter().all(|count| *count > 0), "{robau:?}");
    assert!(
        meri > 50 && exempt > 0 && made > 20,
        "{meri} {exempt} {made}"
    );
}

/// `progress` counts a round as soon as it is over; where it stood while it was played is still told then.
#[test]
fn a_round_that_is_over_tells_where_the_match_stood_before_it() {
    let mut before = None;
    let mut rounds = 0;
    let options = options("match_length=honshobu");
    play_match(&options, 4, &mut any_listed, |game, _| {
        let view = game.view(Viewer::Watcher);
        if view.phase == Phase::RoundOver {
            assert_eq!(before.as_ref(), Some(&view.progress_before()));
            rounds += 1;
        } else {
            assert_eq!(view.progress_before(), view.progress);
            before = Some(view.progress);
        }
    });
    // Two hitoshōbu of two kiri each, at least.
    assert!(rounds >= 32, "{rounds}");
}

/// Whoever hides the robai knows it before the others, and nobody believes what is not so.
#[test]
fn what_a_viewer_knows_of_the_robai_is_so() {
    let mut hidden = 0;
    for way in WAYS {
        play_match(&options(way), 2, &mut any_listed, |game, _| {
            let truth = game.round.as_ref().expect("a round is dealt").robau();
            for viewer in Viewer::all(MOST_SEATS) {
                let view = game.view(viewer);
                let known = view.robau_known();
                assert!(known.is_none_or(|known| known == truth), "{way}");
                assert!(view.robau.is_none() || known.is_some(), "{way}");
                hidden += u32::from(view.robau.is_none() && known.is_some());
            }
        });
    }
    assert!(hidden > 0, "nobody hides the robai");
}
