//! How the computers of Kaluki play: single hands, and matches against each other.

use crate::rules::kaluki::options::{Announce, MatchMode};
use crate::rules::kaluki::{Kaluki, Options};
use crate::rules::{Chance, Game, Seat, Viewer};
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

/// The penalty points and the share of deals of one player against three easy ones, each seat in turn.
#[test]
fn kaluki_medium_is_ahead_of_easy() {
    let options = Options {
        match_mode: MatchMode::FixedDeals(4),
        ..Options::default()
    };
    let (mut won, mut margins) = (0u32, Vec::new());
    let matches = rounds(60);
    for seed in 0..matches {
        let own = seed as usize % 4;
        let mut players = [Level::Easy; 4];
        players[own] = Level::Medium;
        let view = play(&options, &players, seed, |_, _| {}).view(Viewer::Watcher);
        for deal in &view.sheet {
            let own = Seat::new(own).expect("a small number");
            let all: i32 = deal.values().map(|line| line.points).sum();
            let mine = deal[own].points;
            won += u32::from(deal[own].stake > 0);
            margins.push(f64::from(all - mine) / 3.0 - f64::from(mine));
        }
    }
    let deals = margins.len() as f64;
    let mean = margins.iter().sum::<f64>() / deals;
    let variance = margins.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / deals;
    let error = 1.96 * (variance / deals).sqrt();
    let share = 100.0 * f64::from(won) / deals;
    println!("medium: {mean:.1} ± {error:.1} points fewer a deal, {share:.0} % of {deals} deals");
    assert!(mean > 5.0, "{mean:.1} points");
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

/// Every reason comes about, and its facts are true in the view.
#[test]
fn kaluki_advice_has_its_reasons() {
    let mut reasons: Vec<(Reason, Action)> = Vec::new();
    for seed in 0..30 {
        let options = Options {
            announce: Announce::Manual,
            ..Options::default()
        };
        play(&options, &[Level::Medium; 4], seed, |game, seat| {
            let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
            let (action, reason) = Computer::advise(&view, &actions).expect("something is listed");
            check_reason(&view, seat, &action, reason);
            reasons.push((reason, action));
        });
    }
    let card = Card::Joker;
    let withholds = None;
    for reason in [
        Reason::Opens { points: 40 },
        Reason::CallsUp,
        Reason::Kaluki,
        Reason::TakesToOpen { card, points: 40 },
        Reason::TakesToLay { card },
        Reason::TakesToKeep { card },
        Reason::LaysMeld,
        Reason::Builds { card },
        Reason::FreesJokers { jokers: 1 },
        Reason::Draws { leaves: None },
        Reason::Waits { missing: 1 },
        Reason::HoldsForKaluki { chance: 50 },
        Reason::Discards { left: 1, withholds },
        Reason::Announces,
        Reason::BuysIn { share: 50 },
    ] {
        let kind = std::mem::discriminant(&reason);
        let comes = reasons
            .iter()
            .any(|(given, _)| std::mem::discriminant(given) == kind);
        assert!(comes, "{reason:?}");
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
        (Reason::TakesToLay { card } | Reason::TakesToKeep { card }, Action::Take) => {
            assert_eq!(view.pile.last(), Some(&card));
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
