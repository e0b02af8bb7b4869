//! When somebody is called.

use super::*;
use crate::discord::wire::request::Urgency;
use crate::tables::{Preset, TableId};

/// When the turn began.
fn began() -> Moment {
    Moment::from_unix_ms(1_000_000_000)
}

/// Somebody in a turn of 60 seconds who gave their last sign so long after it began, where so many were given back.
fn waited(presence: Presence, quiet_s: u64, given_back_s: u64) -> Waited {
    Waited {
        person: PersonId::new(1),
        seat_revision: Revision::default(),
        quiet_since: began().plus(Duration::from_secs(quiet_s)),
        since: began(),
        until: began().plus(Duration::from_secs(60 + given_back_s)),
        turn: Duration::from_secs(60),
        presence,
        is_unseen: false,
    }
}

/// After how many seconds of the turn they are called, if they had pressed something so long after it began.
fn called_after(presence: impl Fn(Moment) -> Presence, quiet_s: u64) -> u64 {
    let waited = waited(presence(began()), quiet_s, 0);
    waited.nudge_at().since(began()).as_secs()
}

#[test]
fn nobody_who_is_here_is_called_before_half_of_their_time_is_over() {
    let leaves = |after_s: u64| {
        move |since: Moment| Presence::Until(since.plus(Duration::from_secs(after_s)))
    };
    assert_eq!(called_after(|_| Presence::Unknown, 0), 8);
    assert_eq!(called_after(|_| Presence::Alone, 0), 30);
    assert_eq!(called_after(leaves(200), 0), 30);
    assert_eq!(called_after(leaves(20), 0), 20);
    assert_eq!(called_after(leaves(1), 0), 8);
    assert_eq!(called_after(leaves(200), 27), 35);
}

#[test]
fn all_who_are_asked_unseen_are_called_at_a_moment_that_follows_from_the_question_alone() {
    let soon_s = 30 * 60;
    for (turn_s, expected_s) in [(30, None), (60, None), (180, None), (86_400, Some(soon_s))] {
        let turn = Duration::from_secs(turn_s);
        let asked = Waited {
            until: began().plus(turn),
            turn,
            is_unseen: true,
            ..waited(Presence::Unknown, 0, 0)
        };
        let first = asked.first_call_at();
        let first_s = first.map(|at| at.since(began()).as_secs());
        assert_eq!(first_s, expected_s, "of {turn_s} s");
        assert_eq!(asked.warn_at(), asked.until.minus(turn / 4));
    }
}

#[test]
fn time_that_was_given_back_counts_for_no_part_of_a_turn() {
    // They were cut off after 20 of their 60 seconds, for 300, and are quiet since they are back.
    for (presence, nudge_s, warn_s) in [
        (Presence::Unknown, 328, 345),
        (Presence::Alone, 330, 345),
        (Presence::Until(began()), 328, 345),
    ] {
        let waited = waited(presence, 320, 300);
        assert_eq!(waited.nudge_at().since(began()).as_secs(), nudge_s);
        assert_eq!(waited.warn_at().since(began()).as_secs(), warn_s);
    }
}

#[test]
fn only_the_calls_of_long_turns_can_wait() {
    for preset in Preset::ALL {
        let can_wait = urgency(preset) == Urgency::CanWait;
        assert_eq!(can_wait, preset == Preset::Days, "{preset}");
    }
}

#[test]
fn after_a_restart_tables_with_long_turns_call_one_after_another() {
    let ids = ["aaaaaaaa", "aaaaaaab", "istaka22", "okeyokey", "77777777"];
    let ids = ids.map(|id| id.parse::<TableId>().expect("eight signs"));
    let mut later: Vec<Duration> = ids.iter().map(|id| spread(id, Preset::Days)).collect();
    assert!(later.iter().all(|it| *it < Preset::Days.patience() / 100));
    later.sort_unstable();
    later.dedup();
    assert_eq!(later.len(), ids.len(), "two call at once: {later:?}");
    for preset in [Preset::Fast, Preset::Normal, Preset::Relaxed] {
        assert!(ids.iter().all(|id| spread(id, preset).is_zero()));
    }
}

#[test]
fn a_call_that_fails_is_tried_again_four_times_and_for_itself_alone() {
    let mut called = Called::default();
    let mut now = began();
    for minutes in [1, 4, 15, 60] {
        assert!(called.tries(Kind::Nudge).again_after(now));
        let next = called.nudge.not_before(now);
        assert_eq!(next.since(now).as_secs(), 60 * minutes);
        now = next;
    }
    assert!(!called.tries(Kind::Nudge).again_after(now));
    assert_eq!(called.warning.not_before(now), now);
    assert!(called.tries(Kind::Warning).again_after(now));
}
