//! The ordinary run, and faults planted on purpose: each has to be found.

mod planted;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use self::planted::{Faulty, Plant};
use super::*;

/// What a variable says, or the usual number.
fn told(name: &str, usual: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.map_or(usual, |text| text.parse().expect("a whole number"))
}

fn adversaries(game: GameId, actions: u64) -> Adversaries {
    Adversaries {
        game,
        actions,
        seed: told("ISTAKA_SEED", 1),
        threads: 1,
    }
}

/// As many actions are tried of each game as a section has, or as many as `ISTAKA_ROUNDS` says if that is more.
#[test]
fn no_game_gives_way() {
    let actions = told("ISTAKA_ROUNDS", OF_A_SECTION).max(OF_A_SECTION);
    for game in GameId::ALL {
        let adversaries = adversaries(*game, actions);
        let seed = adversaries.seed;
        let survived = adversaries.try_all();
        let survived = survived.unwrap_or_else(|broken| panic!("{game:?}, seed {seed}: {broken}"));
        let tries = survived.tries;
        eprintln!("{game:?}: {tries:?}");
        assert_eq!(tries.tried(), actions, "{game:?}");
        // A run in which hardly anything was allowed, or forbidden, proves little.
        let (accepted, refused) = (tries.accepted(), actions - tries.accepted());
        assert!(accepted > actions / 8 && refused > actions / 8, "{tries:?}");
        assert!(tries.out_of_turn > actions / 16, "{tries:?}");
        assert!(tries.rounds > 0 && tries.ended > 0, "{tries:?}");
        let rare = [Way::Interjected, Way::Unasked];
        for (way, (tried, _)) in Way::ALL.into_iter().zip(tries.ways) {
            assert!(tried > 0 || rare.contains(&way), "{game:?}: never {way:?}");
        }
    }
}

#[test]
fn neither_threads_nor_time_change_what_is_tried_and_a_seed_does() {
    let one = Adversaries {
        actions: 3 * OF_A_SECTION / 2,
        ..adversaries(GameId::Meri, 0)
    };
    let digest = |adversaries: Adversaries| adversaries.try_all().expect("all is well").digest;
    let first = digest(one);
    assert_eq!(first, digest(Adversaries { threads: 3, ..one }));
    let seed = one.seed + 1;
    assert_ne!(first, digest(Adversaries { seed, ..one }));
}

/// What the first run found: whoever names a meld that no table could have gets a sentence.
#[test]
fn a_refusal_is_told_whatever_was_asked() {
    let meld = usize::MAX;
    for refusal in [
        crate::rules::okey101::Refusal::NoSuchMeld { meld }.to_string(),
        crate::rules::kaluki::Refusal::NoSuchMeld { meld }.to_string(),
    ] {
        assert!(refusal.starts_with("there is no meld"), "{refusal}");
    }
}

/// What is found in a game with a fault, in the words of its report.
fn found(game: GameId, plant: Plant) -> Option<String> {
    let asked = Arc::new(AtomicU64::new(0));
    let adversaries = adversaries(game, 6_000);
    let tried = adversaries.try_made(&move |options: &AnyOptions, seats| {
        Faulty::new(options, seats, plant, Arc::clone(&asked))
    });
    tried.err().map(|broken| broken.what)
}

#[test]
fn every_fault_that_was_planted_is_found() {
    for game in GameId::RELEASED {
        assert_eq!(found(*game, Plant::Nothing), None, "{game:?}");
        for (plant, expected) in [
            (Plant::Panics, "it panicked: planted"),
            (
                Plant::AcceptsAnything,
                "an action that is not listed is accepted",
            ),
            (Plant::AcceptsOutOfTurn, "an action out of turn is accepted"),
            (
                Plant::ActsForOthers,
                "the rules decide something for a seat that may not act",
            ),
            (
                Plant::ChangesOnRefusal,
                "a refused action changed something",
            ),
            (Plant::RefusesListed, "a listed action is refused"),
            (Plant::LosesAPiece, "what it deals cannot happen"),
            (Plant::BreaksAnInvariant, "an invariant is broken (planted)"),
            (Plant::AtZeroUnlisted, "at zero is not listed"),
            (
                Plant::NeverEnds,
                "a round takes more steps than the game says",
            ),
            (
                Plant::Undetermined,
                "read again from its events it answers otherwise",
            ),
            (
                Plant::RemembersPlay,
                "played again from its seed it is another game",
            ),
            (
                Plant::ForgetsAnEvent,
                "what a journal stores of it is something else",
            ),
            (
                Plant::DealsByPlay,
                "what is dealt does not follow from the seed alone",
            ),
            (Plant::TurnsBack, "the number of the turn does not grow"),
            (Plant::DoesUnlisted, "the table would do what is not listed"),
        ] {
            let found = found(*game, plant);
            let is_found = found.as_ref().is_some_and(|found| found.contains(expected));
            assert!(is_found, "{game:?}, {plant:?}: {found:?}");
        }
    }
}
