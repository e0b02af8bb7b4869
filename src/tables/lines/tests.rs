//! How lines are cut and open, moment by moment.

use std::collections::HashSet;

use super::over::{MOST_KEPT, MOST_OF_SERVERS};
use super::*;

fn at(s: u64) -> Moment {
    Moment::from_unix_ms(s * 1000)
}

/// So many lines, all of them open.
fn open(count: usize) -> State {
    State {
        lines: vec![Line::OPEN; count],
        outgoing: Line::OPEN,
        opened_at: None,
        before: Arc::default(),
        over: VecDeque::new(),
        over_of_servers: VecDeque::new(),
        servers: Servers::default(),
        count: 0,
    }
}

const ONLY: Part = Part {
    number: 0,
    count: 1,
};

const LINE: Whose = Whose::Line(ONLY);

#[test]
fn only_a_cut_beyond_the_grace_costs_time() {
    for (seconds, lost) in [(0, None), (10, None), (11, Some((at(100), at(111))))] {
        let mut state = open(1);
        state.breaks(LINE, at(100));
        state.breaks(LINE, at(105));
        assert_eq!(state.first_cut(), Some(at(100)));
        assert_eq!(state.opens(LINE, at(100 + seconds)), lost);
        assert_eq!(state.first_cut().is_some(), lost.is_some());
    }
}

#[test]
fn a_line_that_opens_for_moments_alone_is_cut_all_the_while() {
    let mut state = open(1);
    for s in [100, 102, 104, 106, 108] {
        state.breaks(LINE, at(s));
        assert_eq!(state.first_cut(), Some(at(100)));
        assert_eq!(state.opens(LINE, at(s + 1)), None);
        assert_eq!(state.first_cut(), None);
    }
    state.breaks(LINE, at(110));
    let lost = (at(100), at(111));
    assert_eq!(state.opens(LINE, at(111)), Some(lost));
    assert_eq!(state.written_down(LINE, lost), None);
    // What was given back is not counted twice, nor a cut after a while that was none.
    for s in [112, 123] {
        state.breaks(LINE, at(s));
        assert_eq!(state.first_cut(), Some(at(s)));
        assert_eq!(state.opens(LINE, at(s + 1)), None);
    }
}

#[test]
fn until_what_was_lost_is_written_the_line_counts_as_cut() {
    let mut state = open(1);
    state.breaks(LINE, at(100));
    assert_eq!(state.opens(LINE, at(200)), Some((at(100), at(200))));
    // The disk refuses; what is lost grows, and whoever opens it once more writes nothing beside that.
    assert_eq!(state.still_opens(LINE, at(230)), Some((at(100), at(230))));
    assert_eq!(state.opens(LINE, at(231)), None);
    assert_eq!(state.first_cut(), Some(at(100)));
    assert_eq!(state.written_down(LINE, (at(100), at(230))), None);
    assert_eq!((state.first_cut(), state.count), (None, 1));
    assert_eq!(state.lost_after(0, None), [(at(100), at(230))]);
    assert!(state.lost_after(1, None).is_empty());
}

#[test]
fn a_line_that_breaks_while_that_is_written_is_cut_once_more() {
    for is_written in [true, false] {
        let mut state = open(1);
        state.breaks(LINE, at(100));
        state.opens(LINE, at(200));
        state.breaks(LINE, at(203));
        let since = if is_written {
            assert_eq!(state.written_down(LINE, (at(100), at(200))), None);
            203
        } else {
            assert_eq!(state.still_opens(LINE, at(205)), None);
            100
        };
        assert_eq!(state.first_cut(), Some(at(since)));
        assert_eq!(state.opens(LINE, at(300)), Some((at(since), at(300))));
    }
}

#[test]
fn what_is_lost_and_over_while_something_else_is_written_is_written_next() {
    let mut state = open(1);
    state.breaks(LINE, at(100));
    let first = state.opens(LINE, at(200)).expect("much is lost");
    state.breaks(LINE, at(203));
    assert_eq!(state.opens(LINE, at(260)), None);
    let second = Some((at(200), at(260)));
    assert_eq!(state.written_down(LINE, first), second);
    assert_eq!(state.first_cut(), Some(at(200)));
    // It breaks once more, and is cut when that is written.
    state.breaks(LINE, at(261));
    assert_eq!(state.written_down(LINE, (at(200), at(260))), None);
    assert_eq!(state.first_cut(), Some(at(261)));
    assert_eq!(
        state.lost_after(0, None),
        [(at(100), at(200)), (at(200), at(260))]
    );
}

#[test]
fn a_line_serves_the_servers_that_discord_sends_by_it() {
    for (server, number) in [
        (None, 0),
        (Some(77), 0),
        (Some(1 << 22), 1),
        (Some((5 << 22) + 3), 2),
    ] {
        let server = server.map(ServerId::new);
        assert_eq!(Part::of(server, 3).number, number, "{server:?}");
        assert_eq!(Part::of(server, 1).number, 0);
    }
}

#[test]
fn so_many_outages_are_remembered_and_of_more_the_last_ones() {
    let mut state = open(2);
    let part = |number| Part { number, count: 2 };
    for number in 0..MOST_KEPT as u64 + 5 {
        let (began, ended) = (at(100 * number), at(100 * number + 50));
        state.breaks(Whose::Line(part(0)), began);
        state.opens(Whose::Line(part(0)), ended);
        state.written_down(Whose::Line(part(0)), (began, ended));
    }
    let kept = state.lost_after(0, None);
    assert_eq!(kept.len(), MOST_KEPT);
    assert_eq!(kept[0], (at(500), at(550)));
    let other = Some(ServerId::new(1 << 22));
    assert!(state.lost_after(0, other).is_empty());
}

fn this() -> ServerId {
    ServerId::new(7)
}

fn other() -> ServerId {
    ServerId::new(8)
}

/// These, as a login names them.
fn named(servers: &[ServerId]) -> HashSet<ServerId> {
    servers.iter().copied().collect()
}

#[test]
fn a_server_that_is_cut_stands_still_and_another_on_the_same_line_plays_on() {
    for (seconds, lost) in [(10, vec![]), (11, vec![(at(100), at(111))])] {
        let mut state = open(1);
        state.server_breaks(this(), at(100));
        state.server_breaks(this(), at(105));
        assert!(state.is_cut_off(Some(this())));
        assert!(!state.is_cut_off(Some(other())) && !state.is_cut_off(None));
        // The line is as it was: nothing of this is everybody's.
        assert_eq!(state.first_cut(), None);
        assert!(!state.server_opens(other(), at(101)));
        assert!(state.server_opens(this(), at(100 + seconds)));
        assert!(!state.is_cut_off(Some(this())));
        assert_eq!(state.lost_after(0, Some(this())), lost);
        assert!(state.lost_after(0, Some(other())).is_empty());
        assert!(state.lost_after(0, None).is_empty());
        // It is back, and nothing more comes of another sign.
        assert!(!state.server_opens(this(), at(200)));
        assert!(state.servers.missed.is_empty(), "nothing is kept of it");
        assert_eq!(state.count, lost.len() as u64);
    }
}

#[test]
fn a_server_that_is_there_for_moments_alone_is_cut_all_the_while() {
    let mut state = open(1);
    state.server_breaks(this(), at(100));
    state.server_opens(this(), at(105));
    let soonest = |state: &State| {
        state
            .ways_of(Some(this()))
            .filter_map(Line::soonest_due)
            .max()
    };
    assert_eq!(soonest(&state), Some(at(108)));
    state.server_breaks(this(), at(109));
    assert_eq!(soonest(&state), None);
    state.server_opens(this(), at(112));
    assert_eq!(state.lost_after(0, Some(this())), [(at(100), at(112))]);
    assert_eq!(soonest(&state), None);
}

#[test]
fn what_a_server_and_its_line_missed_at_once_was_lost_once() {
    // The line is cut within the server's outage, and around its end.
    for (line, server, left) in [
        ((150, 200), 250, vec![(100, 150), (200, 250)]),
        ((150, 250), 250, vec![(100, 150)]),
        ((300, 400), 250, vec![(100, 250)]),
    ] {
        let mut state = open(1);
        let outage = (at(line.0), at(line.1));
        state.server_breaks(this(), at(100));
        state.breaks(LINE, outage.0);
        assert_eq!(state.opens(LINE, outage.1), Some(outage));
        state.written_down(LINE, outage);
        assert_eq!(state.lost_after(0, Some(this())), [outage]);
        assert!(state.is_cut_off(Some(this())));
        state.server_opens(this(), at(server));
        let left: Vec<Outage> = left.into_iter().map(|(a, b)| (at(a), at(b))).collect();
        assert_eq!(state.lost_after(1, Some(this())), left);
        assert_eq!(state.lost_after(0, Some(other())), [outage]);
    }
}

#[test]
fn a_server_that_does_not_come_after_a_login_is_cut_since_then() {
    let mut state = open(1);
    state.logs_in(ONLY, named(&[this(), other()]), &named(&[]), at(100));
    assert!(!state.is_late(ONLY, at(129)));
    assert!(!state.server_opens(other(), at(101)), "nothing was cut");
    assert!(!state.is_cut_off(Some(this())), "it has its time to come");
    assert!(state.is_late(ONLY, at(130)));
    assert!(state.waits_no_longer(ONLY));
    assert!(state.is_cut_off(Some(this())) && !state.is_cut_off(Some(other())));
    assert!(!state.is_late(ONLY, at(200)));
    state.server_opens(this(), at(400));
    assert_eq!(state.lost_after(0, Some(this())), [(at(100), at(400))]);
    // Where all have come nothing is kept.
    state.logs_in(ONLY, named(&[this()]), &named(&[]), at(500));
    state.server_opens(this(), at(501));
    assert!(state.servers.awaited.is_empty() && state.servers.missed.is_empty());
}

#[test]
fn a_login_ends_what_is_known_of_servers_that_the_bot_is_not_in_any_more() {
    let part = |number| Part { number, count: 2 };
    let [here, gone, elsewhere] = [2 << 22, 4 << 22, 1 << 22].map(ServerId::new);
    let mut state = open(2);
    for server in [here, gone, elsewhere] {
        state.server_breaks(server, at(100));
    }
    let left = state.logs_in(part(0), named(&[here]), &named(&[here]), at(200));
    assert!(left.is_empty());
    let cut = [here, gone, elsewhere].map(|server| state.is_cut_off(Some(server)));
    assert_eq!(cut, [true, false, true]);
}

#[test]
fn a_server_that_throws_the_bot_out_stands_still_where_tables_live_until_it_invites_it_again() {
    let living = named(&[this()]);
    let mut state = open(1);
    for server in [this(), other()] {
        state.server_throws_out(server, &living, at(100));
    }
    let removed = [this(), other()].map(|server| state.has_thrown_out(Some(server)));
    assert_eq!(removed, [true, false], "nobody waits where no table lives");
    assert!(state.is_cut_off(Some(this())) && !state.is_cut_off(Some(other())));
    // While the line is cut nobody knows.
    state.breaks(LINE, at(110));
    assert!(!state.has_thrown_out(Some(this())));
    state.opens(LINE, at(115));
    assert!(state.has_thrown_out(Some(this())));
    assert!(state.server_opens(this(), at(700)));
    assert!(!state.is_cut_off(Some(this())) && !state.has_thrown_out(Some(this())));
    assert_eq!(state.lost_after(0, Some(this())), [(at(100), at(700))]);
    assert!(state.servers.missed.is_empty());
    // What an outage took before is given back by then.
    state.server_breaks(this(), at(710));
    state.server_throws_out(this(), &living, at(740));
    state.server_throws_out(this(), &living, at(750));
    assert_eq!(state.lost_after(1, Some(this())), [(at(710), at(740))]);
    state.server_opens(this(), at(790));
    assert_eq!(state.lost_after(2, Some(this())), [(at(740), at(790))]);
    // Of one whose tables are over nothing is kept once another goes.
    state.server_throws_out(this(), &living, at(800));
    state.server_throws_out(other(), &named(&[]), at(900));
    assert!(state.servers.missed.is_empty());
    assert!(!state.is_cut_off(Some(this())));
}

#[test]
fn a_login_tells_which_servers_have_thrown_the_bot_out() {
    let part = |number| Part { number, count: 2 };
    let [here, gone, elsewhere] = [2 << 22, 4 << 22, 1 << 22].map(ServerId::new);
    let living = named(&[here, gone, elsewhere]);
    let mut state = open(2);
    for (s, servers, expected) in [
        (100, vec![here], vec![gone]),
        // Said once more, nothing else comes of it.
        (200, vec![here], vec![gone]),
        (300, vec![here, gone], vec![]),
    ] {
        let left = state.logs_in(part(0), named(&servers), &living, at(s));
        assert_eq!(left, expected);
        let removed = [here, gone, elsewhere].map(|one| state.has_thrown_out(Some(one)));
        assert_eq!(removed, [false, !left.is_empty(), false]);
        assert!(state.is_cut_off(Some(gone)), "it is told of later");
    }
    state.server_opens(gone, at(301));
    assert_eq!(state.lost_after(0, Some(gone)), [(at(100), at(301))]);
}

#[test]
fn what_was_on_its_way_when_a_server_went_does_not_show_that_it_is_there() {
    let mut state = open(1);
    assert!(state.is_shown_by(this(), at(1)), "it is not missed");
    state.server_breaks(this(), at(100));
    state.server_opens(this(), at(102));
    assert!(state.is_shown_by(this(), at(102)));
    // It goes on, but what was made in between was made where it was there.
    state.server_breaks(this(), at(106));
    for (s, shows) in [(99, false), (105, false), (108, false), (109, true)] {
        assert_eq!(state.is_shown_by(this(), at(s)), shows, "{s}");
        assert!(state.is_shown_by(other(), at(s)));
    }
    // Nor that one comes which a login has named.
    let mut state = open(1);
    state.logs_in(ONLY, named(&[this()]), &named(&[]), at(100));
    assert!(!state.is_shown_by(this(), at(101)) && state.is_shown_by(this(), at(103)));
}

#[test]
fn as_many_servers_may_come_back_at_once_as_are_remembered() {
    let mut state = open(1);
    for number in 0..MOST_OF_SERVERS as u64 + 5 {
        let server = ServerId::new(number + 1);
        state.server_breaks(server, at(100));
        state.server_opens(server, at(200));
    }
    assert_eq!(state.over_of_servers.len(), MOST_OF_SERVERS);
    assert!(state.over.is_empty() && state.servers.missed.is_empty());
    let last = ServerId::new(MOST_OF_SERVERS as u64);
    assert_eq!(state.lost_after(0, Some(last)), [(at(100), at(200))]);
}
