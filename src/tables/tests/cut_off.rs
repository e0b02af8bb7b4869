//! People who are cut off from their tables: no clock of theirs runs out meanwhile, and the time is theirs again.

use std::pin::Pin;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::store::OtherProgram;

pub(super) fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// When the time of whoever is to act is up.
pub(super) async fn deadline(table: &Table) -> Moment {
    let look = table.look(None, None).await.unwrap();
    look.deadline.expect("somebody is to act")
}

/// Whatever falls due is done, and it is nothing at this table.
pub(super) async fn nothing_happens(table: &Table, before: &Look) {
    in_time(table.rests()).await;
    let look = table.look(None, None).await.unwrap();
    assert_eq!(look.revision, before.revision);
    assert_eq!(look.life, before.life);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobodys_time_runs_out_while_they_are_cut_off_and_it_is_given_back() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let time = scene.time.clone();
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let lobby = scene.open(opening(rounds(1), 4, 0)).await;
    let before = table.look(None, None).await.unwrap();
    let in_lobby = lobby.look(None, None).await.unwrap();
    let mut expected = before.deadline.unwrap();
    // A connection that is soon made again changes nothing, if the one before lasted.
    for (after_s, cut_s, lost_s) in [(0, 9, 0), (10, 10, 0), (10, 11, 11), (0, 10_000, 10_000)] {
        time.advance(seconds(after_s));
        scene.hall.lines().breaks(0, time.now());
        time.advance(seconds(cut_s));
        nothing_happens(&table, &before).await;
        nothing_happens(&lobby, &in_lobby).await;
        scene.hall.lines().opens(0).await;
        expected = expected.plus(seconds(lost_s));
        assert_eq!(deadline(&table).await, expected, "{cut_s}");
    }
    let closes_at = lobby.look(None, None).await.unwrap().closes_at;
    assert_eq!(closes_at, Some(time.now().plus(seconds(60 * 60))));
    scene.hall.close().await;
    drop(scene);
    // A restart finds it so, and clocks go on.
    let mut scene = Scene::at(&folder.file(), time.clone()).await;
    let table = scene.hall.table(&before.table).unwrap();
    assert_eq!(deadline(&table).await, expected);
    time.advance(expected.since(time.now()));
    let slept = |look: &Look| look.revision > before.revision;
    scene.until(&table, 1, slept).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobodys_time_runs_out_while_the_process_stands_still() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let lobby = scene.open(opening(rounds(1), 4, 0)).await;
    let before = table.look(None, None).await.unwrap();
    let in_lobby = lobby.look(None, None).await.unwrap();
    time.advance(seconds(43));
    lines.stand_still_for(seconds(40));
    time.advance(seconds(40));
    // Before that is noted nothing falls due.
    nothing_happens(&table, &before).await;
    time.advance(seconds(3_600));
    nothing_happens(&lobby, &in_lobby).await;
    // What the clock was moved on beyond that is no standstill: it is as if that had been before.
    in_time(lines.run_again()).await;
    in_time(lines.are_open()).await;
    let closes_at = lobby.look(None, None).await.unwrap().closes_at;
    assert_eq!(closes_at, Some(time.now().plus(seconds(60 * 60))));
    assert_eq!(deadline(&table).await, time.now().plus(seconds(20)));

    // A line that is cut meanwhile is open again when whoever serves it says so, and what was lost was lost once.
    time.advance(seconds(5));
    let before = table.look(None, None).await.unwrap();
    lines.stand_still_for(seconds(300));
    time.advance(seconds(300));
    lines.breaks(0, time.now().minus(seconds(310)));
    in_time(lines.run_again()).await;
    nothing_happens(&table, &before).await;
    in_time(lines.opens(0)).await;
    in_time(lines.are_open()).await;
    let due = before.deadline.unwrap();
    assert_eq!(deadline(&table).await, due.plus(seconds(305)));
    time.advance(deadline(&table).await.since(time.now()));
    scene
        .until(&table, 1, |look| look.revision > before.revision)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stood_still_gives_back_what_that_took_and_remembers_it() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let mut due = deadline(&table).await;
    for (stood_s, lost_s) in [(15, 0), (40, 40), (3_000, 3_000)] {
        time.advance(seconds(1));
        lines.stand_still_for(seconds(stood_s));
        if lost_s > 0 {
            time.advance(seconds(stood_s));
        }
        in_time(lines.run_again()).await;
        in_time(lines.are_open()).await;
        due = due.plus(seconds(lost_s));
        assert_eq!(deadline(&table).await, due, "{stood_s}");
    }
    // That its line broke meanwhile may be heard before it is noted that it stood still, or after that.
    for is_heard_first in [true, false] {
        time.advance(seconds(1));
        lines.stand_still_for(seconds(40));
        time.advance(seconds(40));
        if is_heard_first {
            lines.breaks(0, time.now());
        }
        in_time(lines.run_again()).await;
        if !is_heard_first {
            in_time(lines.are_open()).await;
            lines.breaks(0, time.now());
        }
        in_time(lines.opens(0)).await;
        in_time(lines.are_open()).await;
        due = due.plus(seconds(40));
        assert_eq!(deadline(&table).await, due, "{is_heard_first}");
    }
    scene.hall.close().await;
    drop(scene);
    let scene = Scene::at(&folder.file(), time.clone()).await;
    let table = scene.hall.table(&table.id).unwrap();
    assert_eq!(deadline(&table).await, due);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fell_due_in_a_short_cut_waits_for_what_was_pressed_meanwhile() {
    for presses in [true, false] {
        let folder = Folder::new();
        let mut scene = Scene::new(&folder).await;
        let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
        let before = table.look(None, None).await.unwrap();
        scene.time.advance(seconds(55));
        scene.hall.lines().breaks(0, scene.time.now());
        scene.time.advance(seconds(9));
        in_time(scene.hall.lines().opens(0)).await;
        for pause_s in [0, 2] {
            scene.time.advance(seconds(pause_s));
            nothing_happens(&table, &before).await;
        }
        if presses {
            let looks = [1, 2].map(|number| table.look(Some(person(number)), None));
            let looks = futures::future::join_all(looks).await;
            let own = looks.into_iter().map(Result::unwrap);
            let (number, own) = (1..).zip(own).find(|(_, own)| is_to_act(own)).unwrap();
            done(table.act(pressed(number, &own, some_action(&own))).await);
        } else {
            scene.time.advance(seconds(1));
            let slept = |look: &Look| look.revision > before.revision;
            scene.until(&table, 1, slept).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_clock_runs_while_the_last_tables_are_still_read() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let time = scene.time.clone();
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    scene.hall.close().await;
    drop(scene);
    let store = Store::open_patient(&folder.file(), LIMIT).await.unwrap();
    let clock = Clock::new(time.clone());
    let hall = Hall::reopen_unreached(store, clock, ROOMY).await.unwrap();
    let table = hall.table(&before.table).unwrap();
    time.advance(seconds(3_000));
    nothing_happens(&table, &before).await;
    // Whoever serves it comes only now.
    hall.lines().are(1);
    in_time(hall.lines().opens(0)).await;
    let given = before.deadline.unwrap().plus(seconds(3_000));
    assert_eq!(deadline(&table).await, given);
    hall.close().await;
}

/// A start that takes its time: from the second look at the clock on it is so much later.
struct SlowStart {
    time: ManualTime,
    is_begun: AtomicBool,
    lasts: Duration,
}

impl Time for SlowStart {
    fn now(&self) -> Moment {
        if self.is_begun.swap(true, Ordering::Relaxed) {
            self.time.now().plus(self.lasts)
        } else {
            self.time.now()
        }
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move { self.time.reached(at.minus(self.lasts)).await })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_start_gives_nobody_more_time_than_was_lost() {
    for (played_s, left_s) in [(6, 54), (55, 20)] {
        let folder = Folder::new();
        let scene = Scene::new(&folder).await;
        let time = scene.time.clone();
        let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
        let before = table.look(None, None).await.unwrap();
        time.advance(seconds(played_s));
        scene.hall.close().await;
        drop(scene);
        time.advance(seconds(300));
        let store = Store::open_patient(&folder.file(), LIMIT).await.unwrap();
        let clock = Clock::new(SlowStart {
            time: time.clone(),
            is_begun: AtomicBool::new(false),
            lasts: seconds(84),
        });
        let hall = Hall::reopen_unreached(store, clock, ROOMY).await.unwrap();
        let table = hall.table(&before.table).unwrap();
        in_time(hall.lines().opens(0)).await;
        let now = time.now().plus(seconds(84));
        assert_eq!(deadline(&table).await.since(now), seconds(left_s));
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_refused_by_the_disk_while_they_are_cut_off_has_lost_that_once() {
    let folder = Folder::new();
    let watched = WatchedTime::new(&ManualTime::default());
    let scene = Scene::impatient(&folder.file(), &watched).await;
    let time = scene.time.clone();
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = deadline(&table).await;
    time.advance(seconds(6));
    scene.hall.lines().breaks(0, time.now());
    time.advance(seconds(84));
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    let looks = [1, 2].map(|number| table.look(Some(person(number)), None));
    let own = futures::future::join_all(looks).await.into_iter();
    let (number, own) = (1..)
        .zip(own.map(Result::unwrap))
        .find(|(_, own)| is_to_act(own))
        .unwrap();
    let refused = table.act(pressed(number, &own, some_action(&own))).await;
    assert_eq!(refused, Err(Declined::DiskRefused));
    other.unlock().await;
    in_time(scene.hall.lines().opens(0)).await;
    in_time(scene.hall.lines().are_open()).await;
    assert_eq!(deadline(&table).await, before.plus(seconds(84)));
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_ends_while_it_is_cut_off_has_lost_all_of_that() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let time = scene.time.clone();
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = deadline(&table).await;
    time.advance(seconds(10));
    scene.hall.lines().breaks(0, time.now());
    time.advance(seconds(300));
    // Asked whether the disk takes something, it notes that it lives.
    let claim = scene.hall.claim(&opening(rounds(1), 2, 0)).await;
    drop(claim.unwrap());
    scene.hall.close().await;
    drop(scene);
    time.advance(seconds(100));
    let scene = Scene::at(&folder.file(), time.clone()).await;
    let table = scene.hall.all().pop().unwrap();
    assert_eq!(deadline(&table).await, before.plus(seconds(400)));
}

#[tokio::test(flavor = "multi_thread")]
async fn however_long_a_process_takes_to_be_reached_nobodys_time_runs_out_meanwhile() {
    for takes_s in [0, 5, 3_000] {
        let folder = Folder::new();
        let scene = Scene::new(&folder).await;
        let time = scene.time.clone();
        let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
        let before = table.look(None, None).await.unwrap();
        scene.hall.close().await;
        drop(scene);
        let scene = Scene::at(&folder.file(), time.clone()).await;
        let table = scene.hall.table(&before.table).unwrap();
        scene.hall.lines().are(1);
        time.advance(seconds(takes_s));
        nothing_happens(&table, &before).await;
        // Discord advises so many connections, and they are made one after the other.
        scene.hall.lines().are(2);
        nothing_happens(&table, &before).await;
        for number in 0..2 {
            scene.hall.lines().opens(number).await;
        }
        let given = before.deadline.unwrap().plus(seconds(takes_s));
        assert_eq!(deadline(&table).await, given, "{takes_s}");
        scene.hall.close().await;
        drop(scene);
        // Written by both, it was lost once.
        let scene = Scene::at(&folder.file(), time).await;
        let table = scene.hall.table(&before.table).unwrap();
        assert_eq!(deadline(&table).await, given, "{takes_s}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_go_on_meanwhile_until_it_is_for_people_to_do_something() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(1, opening(rounds(9), 2, 1)).await;
    let mut look = scene.until(&table, 1, is_to_act).await;
    scene.hall.lines().breaks(0, scene.time.now());
    // What they pressed before they were cut off is still on its way.
    while is_to_act(&look) {
        look = done(table.act(pressed(1, &look, some_action(&look))).await);
    }
    let waits = |look: &Look| is_to_act(look) || look.next_round_at.is_some();
    scene.until(&table, 1, waits).await;
    in_time(table.rests()).await;
    let look = table.look(Some(person(1)), None).await.unwrap();
    scene.time.advance(seconds(3_000));
    nothing_happens(&table, &look).await;
    scene.hall.lines().opens(0).await;
    let back = table.look(Some(person(1)), None).await.unwrap();
    let lost = |at: Option<Moment>| at.map(|at| at.plus(seconds(3_000)));
    assert_eq!(back.deadline, lost(look.deadline));
    assert_eq!(back.next_round_at, lost(look.next_round_at));
    assert!(!back.slept);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_nobody_can_come_back_computers_play_on_for_nobody_who_is_away() {
    let folder = Folder::new();
    // Slow computers: one of them is to move when its table is cut off.
    let mut scene = Scene::paced(&folder, seconds(30)).await;
    let table = scene.playing(1, opening(rounds(9), 2, 1)).await;
    let is_away = |look: &Look| {
        let sitter = look.seats.values().next();
        matches!(sitter, Some(Sitter::Person { away: true, .. }))
    };
    let look = loop {
        let look = table.look(Some(person(1)), None).await.unwrap();
        if is_away(&look) && look.next_round_at.is_none() {
            break look;
        }
        let (before, now) = (look.revision, scene.time.now());
        let due = look.deadline.or(look.next_round_at);
        let due = due.map_or(seconds(30), |at| at.since(now));
        scene.time.advance(due);
        scene.until(&table, 1, |look| look.revision > before).await;
    };
    scene.hall.lines().breaks(0, scene.time.now());
    scene.time.advance(seconds(3_000));
    nothing_happens(&table, &look).await;
    scene.hall.lines().opens(0).await;
    let moved = |now: &Look| now.revision > look.revision;
    scene.until(&table, 1, moved).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_lines_each_is_for_its_own_servers() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let lines = scene.hall.lines();
    lines.are(2);
    for number in 0..2 {
        lines.opens(number).await;
    }
    let reached = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let elsewhere = Opening {
        server: Some(ServerId::new(1 << 22)),
        ..opening(rounds(9), 2, 0)
    };
    let cut = scene.playing(2, elsewhere).await;
    let before = cut.look(None, None).await.unwrap();
    let started = reached.look(None, None).await.unwrap();
    lines.breaks(1, scene.time.now());
    scene.time.advance(seconds(60));
    nothing_happens(&cut, &before).await;
    let slept = |look: &Look| look.revision > started.revision;
    let slept = scene.until(&reached, 1, slept).await;
    lines.opens(1).await;
    let lost = before.deadline.unwrap().plus(seconds(60));
    assert_eq!(deadline(&cut).await, lost);
    assert_eq!(deadline(&reached).await, slept.deadline.unwrap());
    let given_back = async |table: &Table| table.look(None, None).await.unwrap().given_back;
    assert_eq!(given_back(&reached).await, 0);
    assert_eq!(given_back(&cut).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_cut_by_itself_stands_still_and_another_on_the_same_line_plays_on() {
    for is_told in [true, false] {
        let folder = Folder::new();
        let mut scene = Scene::new(&folder).await;
        let lines = scene.hall.lines();
        let [here, away] = [5, 6].map(ServerId::new);
        let at = |server| Opening {
            server: Some(server),
            ..opening(rounds(9), 2, 0)
        };
        let reached = scene.playing(2, at(here)).await;
        let cut = scene.playing(2, at(away)).await;
        let before = cut.look(None, None).await.unwrap();
        let started = reached.look(None, None).await.unwrap();
        if is_told {
            lines.server_breaks(away);
        } else {
            // A login has named both, and only one of them comes.
            lines.names(0, [here, away].into(), &scene.hall.servers());
            lines.server_opens(here);
        }
        scene.time.advance(seconds(40));
        lines.hears(0);
        assert!(lines.is_cut_off(Some(away)) && !lines.is_cut_off(Some(here)));
        in_time(lines.are_open()).await;
        scene.time.advance(seconds(60));
        nothing_happens(&cut, &before).await;
        let slept = |look: &Look| look.revision > started.revision;
        let slept = scene.until(&reached, 1, slept).await;
        lines.server_opens(away);
        let lost = before.deadline.unwrap().plus(seconds(100));
        assert_eq!(deadline(&cut).await, lost);
        assert_eq!(deadline(&reached).await, slept.deadline.unwrap());
        // Whoever is back has what was left, and no more.
        scene.time.advance(lost.since(scene.time.now()));
        let slept = |look: &Look| look.revision > before.revision;
        scene.until(&cut, 1, slept).await;
    }
}

/// On one thread, so that no table looks before it is asked what lies in its mailbox.
#[tokio::test]
async fn no_table_looks_because_of_another_server() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let lines = scene.hall.lines();
    let [here, away, empty] = [5, 6, 7].map(ServerId::new);
    let at = |server| Opening {
        server: Some(server),
        ..opening(rounds(1), 4, 0)
    };
    let table = scene.open(at(here)).await;
    let other = scene.open(at(away)).await;
    let living = scene.hall.servers();
    let told = lines.subscribe();
    let unread = async || {
        let unread = [&table, &other].map(Table::unread);
        table.rests().await;
        other.rests().await;
        unread
    };
    for server in [empty, away] {
        let there = usize::from(server == away);
        let cut = lines.clone();
        let cut = tokio::spawn(async move { cut.are_cut_from(server).await });
        lines.server_breaks(server);
        assert_eq!(unread().await, [0, there]);
        in_time(cut).await.unwrap();
        lines.server_opens(server);
        assert_eq!(unread().await, [0, there]);
        in_time(lines.are_open_to(server)).await;
        lines.server_throws_out(server, &living);
        assert_eq!(unread().await, [0, there]);
        lines.server_pressed(server, scene.time.now().plus(seconds(60)));
        assert_eq!(unread().await, [0, there]);
    }
    lines.server_breaks(here);
    assert!(lines.is_cut_off(Some(here)));
    assert_eq!(unread().await, [1, 0]);
    assert!(!told.has_changed().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_thrown_the_bot_out_may_invite_it_again_for_a_day_after_a_turn_would_have_ended()
 {
    // What passes before it is thrown out: a turn of days may run for long by then.
    for (preset, passed_s, left_s) in [
        (Preset::Normal, 50, 24 * 60 * 60 + 10),
        (Preset::Days, 20 * 60 * 60, (24 + 4) * 60 * 60),
    ] {
        let folder = Folder::new();
        let mut scene = Scene::new(&folder).await;
        let server = ServerId::new(5);
        let opening = Opening {
            server: Some(server),
            preset,
            ..opening(rounds(9), 2, 0)
        };
        let table = scene.playing(2, opening).await;
        let before = table.look(None, None).await.unwrap();
        scene.time.advance(seconds(passed_s));
        scene
            .hall
            .lines()
            .server_throws_out(server, &scene.hall.servers());
        scene.time.advance(seconds(left_s - 1));
        nothing_happens(&table, &before).await;
        // A line that is cut tells nobody whether it was invited meanwhile.
        scene.hall.lines().breaks(0, scene.time.now());
        scene.time.advance(seconds(5));
        nothing_happens(&table, &before).await;
        in_time(scene.hall.lines().opens(0)).await;
        let is_over = |look: &Look| look.life == Life::Abandoned(Why::ThrownOut);
        scene.until(&table, 1, is_over).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_clock_ends_before_the_disk_has_taken_what_was_lost() {
    let folder = Folder::new();
    let watched = WatchedTime::new(&ManualTime::default());
    let scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    let lines = scene.hall.lines();
    lines.breaks(0, scene.time.now());
    scene.time.advance(seconds(100));
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    in_time(lines.opens(0)).await;
    for _ in 0..2 {
        watched.is_awaited_in(seconds(1)).await;
        scene.time.advance(seconds(61));
        nothing_happens(&table, &before).await;
    }
    watched.is_awaited_in(seconds(1)).await;
    other.unlock().await;
    scene.time.advance(seconds(1));
    in_time(lines.are_open()).await;
    let lost = before.deadline.unwrap().plus(seconds(100 + 2 * 61 + 1));
    assert_eq!(deadline(&table).await, lost);
}

/// A machine that has slept for an hour while it played.
struct Slept(ManualTime);

impl Time for Slept {
    fn now(&self) -> Moment {
        self.0.now()
    }

    fn shown(&self, at: Moment) -> Moment {
        at.plus(seconds(60 * 60))
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.0.reached(at)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_learns_how_far_their_clocks_are_ahead_and_plays_by_the_steady_one() {
    let folder = Folder::new();
    let time = ManualTime::default();
    let clock = Clock::new(Slept(time.clone()));
    let scene = Scene::with(&folder.file(), LIMIT, clock, time.clone(), Duration::ZERO).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    for who in [None, Some(person(1))] {
        let look = table.look(who, None).await.unwrap();
        let end = look.deadline.expect("somebody is to act");
        assert_eq!(end, time.now().plus(seconds(60)));
        assert_eq!(look.ahead.shown(end), end.plus(seconds(60 * 60)));
    }
}
