//! How the computers of Kaluki play: single hands, and matches against each other.

use crate::rules::card::Placed;
use crate::rules::kaluki::options::{Announce, DiscardAfterOpen};
use crate::rules::kaluki::view::{Phase, TableMeld};
use crate::rules::kaluki::{Composed, Kaluki, Kind, Meld, Options};
use crate::rules::{Chance, Game, Seat, Seats, Viewer};
use crate::tests::rounds;

use super::*;

/// Every option with values that change what is wise.
const VALUES: &[(&str, &[&str])] = &[
    ("stake_kaluki", &["2", "0", "1"]),
    ("stake_buy_in", &["5", "50"]),
    ("announce", &["auto", "manual"]),
    ("announce_at", &["3", "1"]),
    ("penalty_limit", &["150", "60"]),
    ("buy_in", &["true", "true", "false"]),
    ("buy_in_min_survivors", &["2", "3"]),
    ("initial_min", &["40", "20", "0"]),
    ("build_end_limit", &["2", "0", "1"]),
    ("discard_before_open", &["if_used", "never"]),
    ("discard_after_open", &["free", "must_use", "must_meld"]),
    ("four_card_set_recovery", &["false", "true"]),
    ("two_joker_recovery", &["two", "one"]),
    ("one_joker_recovery", &["two", "one"]),
    ("joker_reuse", &["any", "new_meld"]),
    ("joker_count", &["2", "4"]),
    ("joker_penalty", &["15", "25", "0"]),
    ("ace_low", &["false", "true"]),
    ("first_upcard", &["true", "false"]),
    ("kaluki_doubles_penalty", &["false", "true"]),
    ("call_up_without_discard", &["false", "true"]),
    ("reshuffles_max", &["1", "0", "2"]),
    ("may_return_taken", &["false", "true"]),
    ("match_mode", &["pool", "fixed_deals:3", "single_deal"]),
];

fn any_options(dice: &mut Dice) -> Options {
    let mut options = Options::default();
    for (name, values) in VALUES {
        let value = values[dice.below(values.len() as u32) as usize];
        options.set(name, value).expect("an option");
    }
    options
}

/// So many void deals in a row end a test match.
const MOST_VOIDS: u32 = 4;

/// Plays a match to its end; panics with the seed if a computer is refused or does not come to an end.
fn play(
    options: &Options,
    players: &[Level],
    seed: u64,
    mut look: impl FnMut(&Kaluki, Seat),
) -> Kaluki {
    let chance = Chance::from_seed(seed);
    let mut game = Kaluki::new(options, players.len());
    let mut dice = Dice::from_seed(seed);
    let mut left = 0;
    while game.standing().is_none() {
        let Some(seat) = game.waiting().seats.iter().next() else {
            if game.view(Viewer::Watcher).voids >= MOST_VOIDS {
                break;
            }
            game.obey(&game.deal(&chance));
            left = game.most_steps();
            continue;
        };
        left = left
            .checked_sub(1)
            .unwrap_or_else(|| panic!("seed {seed}: no end"));
        look(&game, seat);
        let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
        let chosen = Computer::choose(players[seat.index()], &view, &actions, &mut dice);
        let chosen = chosen.unwrap_or_else(|| panic!("seed {seed}: nothing is chosen"));
        game.act(seat, &chosen, &chance)
            .unwrap_or_else(|refused| panic!("seed {seed}: {chosen:?}: {refused} {view:?}"));
    }
    game
}

#[test]
fn kaluki_refuses_no_computer() {
    for seed in 0..rounds(40) {
        let mut dice = Dice::from_seed(seed);
        let seats = 2 + dice.below(4) as usize;
        let options = any_options(&mut dice);
        if Kaluki::check(&options, seats).is_err() {
            continue;
        }
        let players: Vec<Level> = (0..seats)
            .map(|_| Level::ALL[dice.below(2) as usize])
            .collect();
        play(&options, &players, seed, |_, _| {});
    }
}

/// Whoever finds a joker in the discards takes the match from who put it there.
#[test]
fn kaluki_computers_discard_no_joker_if_they_need_not() {
    let mut held = 0;
    for seed in 0..rounds(6) {
        let mut dice = Dice::from_seed(seed);
        play(
            &Options::default(),
            &[Level::Easy, Level::Medium, Level::Easy, Level::Medium],
            seed,
            |game, seat| {
                let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
                let others = actions.iter().filter(
                    |action| matches!(action, Action::Discard { card } if *card != Card::Joker),
                );
                if others.count() == 0 {
                    return;
                }
                let joker = Action::Discard { card: Card::Joker };
                held += u32::from(actions.contains(&joker));
                for level in Level::ALL {
                    let chosen = Computer::choose(*level, &view, &actions, &mut dice);
                    assert!(chosen != Some(joker.clone()), "seed {seed}, {level:?}");
                }
            },
        );
    }
    assert!(held > 50, "a joker was held only {held} times");
}

/// A mean with the half of its interval of 95 in a hundred.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
    (mean, 1.96 * (squares / count).sqrt() / count.sqrt())
}

/// One medium player against three easy ones, on each seat in turn: by how many penalty points a deal is cheaper, and
/// how many matches are won, of which a quarter would be luck.
#[test]
fn kaluki_medium_is_ahead_of_easy() {
    let (mut margins, mut won) = (Vec::new(), Vec::new());
    for seed in 0..rounds(40) {
        let own = Seat::new(seed as usize % 4).expect("a small number");
        let mut players = [Level::Easy; 4];
        players[own.index()] = Level::Medium;
        let game = play(&Options::default(), &players, seed, |_, _| {});
        let standing = game.standing();
        won.extend(standing.map(|standing| f64::from(u8::from(standing.places[own] == 1))));
        for deal in game.view(Viewer::Watcher).sheet {
            // Who is out of the match neither pays nor gets anything.
            let others = deal
                .iter()
                .filter(|(seat, line)| *seat != own && line.stake != 0);
            let others: Vec<f64> = others.map(|(_, line)| f64::from(line.points)).collect();
            if deal[own].stake != 0 {
                margins.push(interval(&others).0 - f64::from(deal[own].points));
            }
        }
    }
    let ((mean, error), (share, doubt)) = (interval(&margins), interval(&won));
    println!(
        "medium: {mean:.1} ± {error:.1} points fewer in {} deals, {share:.2} ± {doubt:.2} of {} matches",
        margins.len(),
        won.len()
    );
    assert!(mean > 2.0, "{mean:.1} ± {error:.1} points");
}

/// A computer decides by what it may see: another truth behind the same view changes nothing.
#[test]
fn kaluki_computers_do_not_peek() {
    for seed in 0..rounds(4) {
        let options = any_options(&mut Dice::from_seed(seed));
        if Kaluki::check(&options, 4).is_err() {
            continue;
        }
        play(&options, &[Level::Medium; 4], seed, |game, seat| {
            let imagined = game.redeal_unseen(Viewer::Seat(seat), &mut Dice::from_seed(seed));
            for level in Level::ALL {
                let decides = |game: &Kaluki| {
                    let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
                    Computer::choose(*level, &view, &actions, &mut Dice::from_seed(seed))
                };
                assert_eq!(
                    decides(game),
                    decides(&imagined),
                    "seed {seed}, seat {seat}"
                );
            }
        });
    }
}

/// What is advised has reasons that are true in the view, and all but the rarest of them come about.
#[test]
fn kaluki_advice_has_its_reasons() {
    let options = Options {
        announce: Announce::Manual,
        ..Options::default()
    };
    let mut given = Vec::new();
    for seed in 0..8 {
        play(&options, &[Level::Medium; 4], seed, |game, seat| {
            let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
            let (action, reason) = Computer::advise(&view, &actions).expect("something is listed");
            check_reason(&view, seat, &action, reason);
            given.push(std::mem::discriminant(&reason));
        });
    }
    let card = Card::Joker;
    for reason in [
        Reason::Opens { points: 40 },
        Reason::CallsUp,
        Reason::TakesToOpen { card, points: 40 },
        Reason::TakesToLay { card, others: true },
        Reason::LaysMeld,
        Reason::Builds { card },
        Reason::Draws { leaves: None },
        Reason::Waits { missing: 1 },
        Reason::Discards {
            left: 1,
            withholds: None,
        },
        Reason::Announces,
    ] {
        assert!(
            given.contains(&std::mem::discriminant(&reason)),
            "{reason:?}"
        );
    }
}

fn check_reason(view: &View, seat: Seat, action: &Action, reason: Reason) {
    let own = view.own.as_ref().expect("a seat has its own");
    let is_open = view.opened.contains(seat);
    match (reason, action) {
        (Reason::Opens { points }, Action::Open { .. }) => {
            assert!(!is_open && points >= view.options.initial_min);
        }
        (Reason::TakesToOpen { card, points }, Action::Take) => {
            assert_eq!(view.pile.last(), Some(&card));
            assert!(!is_open && points >= view.options.initial_min);
        }
        (Reason::TakesToKeep { card }, Action::Take) => {
            assert_eq!(view.pile.last(), Some(&card));
        }
        (Reason::TakesToLay { card, others }, Action::Take) => {
            assert_eq!(view.pile.last(), Some(&card));
            let taken = own.takeable.expect("it may be taken");
            let turn = view.having_taken(taken).best_turn().expect("it is laid");
            let laid = turn.actions.iter().flat_map(known::spent).count();
            assert_eq!(others, laid > 1, "{:?}", turn.actions);
        }
        (Reason::Returns { card }, Action::Return) => {
            assert_eq!(own.must_use.map(|taken| taken.card), Some(card));
        }
        (Reason::Draws { leaves }, Action::Draw) => {
            assert_eq!(leaves, own.takeable.map(|taken| taken.card));
        }
        (Reason::Waits { .. }, Action::Discard { .. }) => assert!(!is_open),
        (Reason::HoldsForKaluki { chance }, Action::Discard { .. }) => {
            assert!(view.opened.is_empty() && (1..=100).contains(&chance));
        }
        (Reason::Discards { withholds, .. }, Action::Discard { card }) => {
            assert!(is_open && withholds != Some(*card));
        }
        (Reason::Builds { card }, action) => assert!(known::spent(action).contains(&card)),
        (Reason::FreesJokers { jokers }, Action::Exchange { recoveries, .. }) => {
            assert_eq!(jokers, recoveries.len());
        }
        (Reason::CallsUp | Reason::Kaluki, Action::Discard { .. }) => {
            assert_eq!(own.hand.len(), 1);
        }
        (
            Reason::CallsUp
            | Reason::Kaluki
            | Reason::LaysMeld
            | Reason::Forced
            | Reason::Announces
            | Reason::BuysIn { .. }
            | Reason::Declines { .. },
            _,
        ) => {}
        (reason, action) => panic!("{reason:?} for {action:?}"),
    }
}

fn cards(text: &str) -> Vec<Card> {
    Card::read_all(text).expect("cards are written in full")
}

/// Seat 0 is to lay, with seats 1 to 3 behind it; those of the table belong to seat 1, and runs begin with `r`.
fn at_table(hand: &str, table: &[&str], opened: &[usize]) -> View {
    let mut game = Kaluki::new(&Options::default(), 4);
    game.obey(&game.deal(&Chance::from_seed(1)));
    let seat = |index: usize| Seat::new(index).expect("a small number");
    let mut view = game.view(Viewer::Seat(seat(0)));
    view.order = (0..4).map(seat).collect();
    view.phase = Phase::Play(seat(0));
    view.opened = opened.iter().map(|index| seat(*index)).collect();
    let laid = table.iter().map(|text| {
        let (kind, cards) = text.split_once(' ').expect("a kind and cards");
        let kind = if kind == "r" { Kind::Run } else { Kind::Set };
        let cards = Placed::read_all(cards).expect("cards are written in full");
        let meld = Meld::compose(&Composed::new(kind, cards), view.options.aces());
        TableMeld {
            owner: seat(1),
            meld: meld.expect("a meld"),
            added: [0; 2],
        }
    });
    view.table = laid.collect();
    view.own.as_mut().expect("a seat has its own").hand = cards(hand);
    view
}

fn advised(view: &View) -> (Action, Reason) {
    let hand = view.hand().expect("a seat has a hand");
    let discards = hand.iter().map(|card| Action::Discard { card: *card });
    let discards: Vec<Action> = discards.collect();
    Computer::advise(view, &discards).expect("something can be discarded")
}

#[test]
fn kaluki_hands_are_played_as_a_player_would() {
    for (hand, table, opened, reason) in [
        // Forty points exactly open.
        (
            "h10 d10 c10 s10 h2 h4 d6 d8 c3 c5 s2 s7 sA c7",
            &[][..],
            &[][..],
            Reason::Opens { points: 40 },
        ),
        // All but one go down at once.
        (
            "h10 d10 c10 s10 h2 h3 h4 d6 d7 d8 c3 c4 c5 s2",
            &[][..],
            &[1][..],
            Reason::Kaluki,
        ),
        ("h8 s2", &["r h5 h6 h7"][..], &[0, 1][..], Reason::CallsUp),
        // The joker goes on with two spades.
        (
            "h6 s9 s10 c2 d4",
            &["r h5 Jk=h6 h7"][..],
            &[0, 1][..],
            Reason::FreesJokers { jokers: 1 },
        ),
    ] {
        let view = at_table(hand, table, opened);
        assert_eq!(advised(&view).1, reason, "{hand}");
    }
}

/// Kaluki rules 9.1: before the discards become the stock, the stock says little of what is still to be drawn.
#[test]
fn kaluki_tears_no_meld_before_the_reshuffle() {
    let hand = "h2 h2 d6 d7 d8 d9 c2 c3 c4 c6 c9 s4 s5 s7";
    let mut view = at_table(hand, &[], &[]);
    view.stock = 3;
    view.pile =
        cards("h8 h9 h10 hJ hQ hK hA d10 dJ dQ dK dA c8 c10 cJ cQ cK cA s9 s10 sJ sQ sK sA");
    assert_eq!(known::draws(&view), 6);
    let (action, reason) = advised(&view);
    assert!(matches!(reason, Reason::Waits { .. }), "{reason:?}");
    let loose = cards("h2 c6 c9 s4 s5 s7");
    let goes = |card: Card| Action::Discard { card };
    assert!(
        loose.into_iter().any(|card| goes(card) == action),
        "{action:?}"
    );
    view.reshuffles = view.options.reshuffles_max;
    assert_eq!(known::draws(&view), 0, "the last stock");
}

/// Where nearly everything has been seen, what is left is what may be drawn.
#[test]
fn kaluki_hopes_for_the_few_cards_that_it_has_not_seen() {
    let mut view = at_table("h2 h2 d6 d7 d8 d9 c2 c3 c4 c6 c9 s4 s5 s7", &[], &[]);
    let mut pile = Card::pack(view.options.joker_count.number());
    for card in view.hand().expect("a seat has a hand") {
        remove(&mut pile, *card);
    }
    pile.truncate(pile.len() - 2);
    view.pile = pile;
    assert!(known::draws(&view) > 2);
    assert!(hopes::Hopes::of(&view).draws().next().is_some());
}

#[test]
fn kaluki_discards_do_not_feed_the_next_player() {
    let of = |opened: &[usize]| {
        let view = at_table("h8 s2 d4", &["r h5 h6 h7"], opened);
        let places = places::Places::of(&view);
        let danger = danger::Danger::of(&view, &places);
        danger.with(cards("h8")[0]) - danger.with(cards("s2")[0])
    };
    assert!(of(&[0, 1]) > 0.0);
    assert!(of(&[0, 2]) == 0.0, "seat 1 cannot build");
}

/// Whoever holds one card calls up with any other that fits the table: it is laid, and theirs is the discard.
#[test]
fn kaluki_discards_nothing_that_calls_up_where_anything_else_is_held() {
    for (hand, table) in [
        (
            "d6 d7 d8 d9 dQ h3 h5 h7 h8 hK hQ s3 s5 s6",
            &["r s4 s5 s6", "s d3 c3 Jk"][..],
        ),
        (
            "c6 c7 cA cK cQ d10 d2 dK dQ h10 h2 h4 h6 s2",
            &["r h5 Jk=h6 h7 h8 h9"],
        ),
        (
            "c10 c3 c8 cA cQ d10 d4 d8 dA dQ h3 h9 s8 sJ",
            &["r sQ sK Jk=sA"],
        ),
        (
            "c10 c6 cA cA d10 d3 d6 d8 h3 h8 hA s2 s3 s4",
            &["r Jk=cJ cQ cK"],
        ),
        (
            "c8 d4 d5 d7 h10 h6 hA s10 s3 s3 s5 s7 s9 sA",
            &["r c2 c3 c4 c5 c6 c7"],
        ),
        // The dearest is the only one that may go: the others fit, and a joker is kept.
        ("h4 h8 Jk hK", &["r h5 h6 h7"]),
    ] {
        let next = Seat::new(1).expect("a small number");
        let mut view = at_table(hand, table, &[1]);
        view.held[next] = Some(1);
        let places = places::Places::of(&view);
        let (action, reason) = advised(&view);
        assert!(matches!(reason, Reason::Waits { .. }), "{hand}: {reason:?}");
        let Action::Discard { card } = action else {
            panic!("{hand}: {action:?}");
        };
        assert!(card != Card::Joker && !places.take(card), "{hand}: {card}");
    }
}

/// Nobody can be kept from it whose table takes all that is held, and who may not build with a discard need not be.
#[test]
fn kaluki_knows_when_a_discard_does_not_call_up() {
    let kept = |change: fn(&mut View)| {
        let mut view = at_table("h8 s2 d4", &["r h5 h6 h7"], &[1]);
        view.held[Seat::new(1).expect("a small number")] = Some(1);
        change(&mut view);
        let places = places::Places::of(&view);
        let mut discards = cards("h8 s2 d4");
        danger::Danger::of(&view, &places).deny_call_up(&mut discards);
        discards
    };
    assert_eq!(kept(|_| {}), cards("s2 d4"));
    let two = |view: &mut View| view.held[Seat::new(1).expect("a small number")] = Some(2);
    assert_eq!(kept(two), cards("h8 s2 d4"));
    let unknown = |view: &mut View| view.held[Seat::new(1).expect("a small number")] = None;
    assert_eq!(kept(unknown), cards("h8 s2 d4"));
    assert_eq!(kept(|view| view.opened = Seats::NONE), cards("h8 s2 d4"));
    let must_meld = |view: &mut View| view.options.discard_after_open = DiscardAfterOpen::MustMeld;
    assert_eq!(kept(must_meld), cards("h8 s2 d4"));
    let all_fit = |view: &mut View| {
        view.table = at_table("h8", &["s h2 d2 c2", "s h4 c4 s4", "r h5 h6 h7"], &[]).table
    };
    assert_eq!(kept(all_fit), cards("h8 s2 d4"));
}

#[test]
fn kaluki_buy_ins_are_weighed_against_the_pool() {
    for (pool, at, buys) in [(25, 20, true), (25, 150, false), (1000, 150, true)] {
        let mut view = at_table("h8", &[], &[]);
        view.phase = Phase::BuyIn(Seats::first(1));
        view.penalties = [160, 20, 40, 20].into_iter().collect();
        view.buy_in_at = Some(at);
        view.pool = pool;
        let (action, _) =
            Computer::advise(&view, &[Action::BuyIn, Action::Decline]).expect("an answer is given");
        assert_eq!(action == Action::BuyIn, buys, "{pool} at {at}");
    }
}

#[test]
fn kaluki_asks_before_a_win_is_thrown_away() {
    let throw = |card: &str| Action::Discard {
        card: cards(card)[0],
    };
    let wins = at_table("h8 s2", &["r h5 h6 h7"], &[0, 1]);
    assert_eq!(
        Computer::costly(&wins, &throw("h8")),
        Some(Costly::ThrowsWinAway)
    );
    let holds = at_table("h9 s2 d4 Jk", &[], &[0]);
    assert_eq!(
        Computer::costly(&holds, &throw("Jk")),
        Some(Costly::ThrowsJoker)
    );
    assert_eq!(Computer::costly(&holds, &throw("s2")), None);
    let last = at_table("Jk", &[], &[0]);
    assert_eq!(Computer::costly(&last, &throw("Jk")), None);
}

/// Kaluki rules 8: a joker that stays keeps from calling up, also where it costs nothing.
#[test]
fn kaluki_lays_jokers_that_cost_nothing_where_that_calls_up() {
    let throw = Action::Discard {
        card: cards("hK")[0],
    };
    for hand in ["hK Jk", "hK Jk Jk"] {
        for penalty in [0, 1, 15] {
            let mut view = at_table(hand, &["r h5 h6 h7"], &[0, 1]);
            view.options.joker_penalty = penalty;
            let wins = Some(Costly::ThrowsWinAway);
            assert_eq!(Computer::costly(&view, &throw), wins, "{hand}, {penalty}");
            let (action, reason) = advised(&view);
            assert!(matches!(action, Action::Build { .. }), "{action:?}");
            assert_eq!(reason, Reason::CallsUp, "{hand}, {penalty}");
        }
    }
    // Where that does not call up it may as well stay.
    let mut view = at_table("hK s2 d4 Jk", &["r h5 h6 h7"], &[0, 1]);
    view.options.joker_penalty = 0;
    assert_eq!(Computer::costly(&view, &throw), None);
}

#[test]
fn kaluki_lays_the_last_card_where_that_calls_up() {
    let mut view = at_table("s4 c4 d4", &["r h5 h6 h7"], &[0, 1]);
    let throw = Action::Discard {
        card: cards("s4")[0],
    };
    assert_eq!(Computer::costly(&view, &throw), None);
    view.options.call_up_without_discard = true;
    let wins = Some(Costly::ThrowsWinAway);
    assert_eq!(Computer::costly(&view, &throw), wins);
    let (action, reason) = advised(&view);
    assert!(matches!(action, Action::Lay { .. }), "{action:?}");
    assert_eq!(reason, Reason::CallsUp);
    // A joker that costs nothing has to go as well.
    let mut free = at_table("s4 c4 Jk", &["r h5 h6 h7"], &[0, 1]);
    free.options.call_up_without_discard = true;
    free.options.joker_penalty = 0;
    assert_eq!(Computer::costly(&free, &throw), wins);
    // Whoever missed the announcement keeps a card (Kaluki rules 7.3).
    view.own.as_mut().expect("a seat has its own").missed = true;
    assert_eq!(Computer::costly(&view, &throw), None);
}
