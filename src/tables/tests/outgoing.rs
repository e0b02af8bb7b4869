//! Nothing that the bot says is taken, while people are heard.

use super::cut_off::{deadline, nothing_happens, seconds};
use super::*;
use crate::tables::{Place, Said, ServerId};

const BOARD: Said = Said::ByItself;

/// A channel of which nobody knows the server.
fn spot(number: u64) -> Place {
    Place::new(None, number)
}

/// A channel of this server.
fn spot_in(server: u64, number: u64) -> Place {
    Place::new(Some(ServerId::new(server)), number)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobodys_time_runs_out_while_nothing_is_taken_and_it_is_given_back() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    let mut expected = before.deadline.unwrap();
    for (failing_s, lost_s, other) in [
        (9, 0, Some(1)),
        (11, 11, Some(1)),
        (800, 800, Some(1)),
        (10_000, 10_000, Some(2)),
        (10_000, 10_000, None),
    ] {
        lines.nothing_goes_out(Some(spot(1)), BOARD, None);
        lines.nothing_goes_out(other.map(spot), BOARD, None);
        time.advance(seconds(failing_s));
        lines.nothing_goes_out(Some(spot(1)), BOARD, None);
        nothing_happens(&table, &before).await;
        assert_eq!(lines.is_cut_off(None), lost_s > 0);
        assert!(!lines.hear_nobody_from(None), "they can press");
        lines.something_goes_out(spot(1), BOARD);
        in_time(lines.are_open()).await;
        expected = expected.plus(seconds(lost_s));
        assert_eq!(deadline(&table).await, expected, "{failing_s}");
    }
    // One success between failures: they were no outage.
    lines.nothing_goes_out(Some(spot(1)), BOARD, None);
    lines.something_goes_out(spot(1), BOARD);
    time.advance(expected.since(time.now()));
    scene
        .until(&table, 1, |look| look.revision > before.revision)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_fails_alone_stops_no_clock_for_good() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    lines.nothing_goes_out(Some(spot(1)), BOARD, None);
    time.advance(seconds(899));
    in_time(lines.are_cut()).await;
    nothing_happens(&table, &before).await;
    time.advance(seconds(1));
    in_time(lines.are_open()).await;
    let due = before.deadline.unwrap().plus(seconds(900));
    assert_eq!(deadline(&table).await, due);
    lines.nothing_goes_out(Some(spot(1)), BOARD, None);
    time.advance(due.since(time.now()));
    scene
        .until(&table, 1, |look| look.revision > before.revision)
        .await;
    assert!(!lines.is_cut_off(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_breaks_meanwhile_is_cut_by_itself_and_what_both_cost_is_lost_once() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    lines.nothing_goes_out(Some(spot(1)), BOARD, None);
    time.advance(seconds(100));
    in_time(lines.are_cut()).await;
    lines.breaks(0, time.now());
    lines.something_goes_out(spot(1), BOARD);
    time.advance(seconds(100));
    nothing_happens(&table, &before).await;
    assert!(lines.hear_nobody_from(None));
    in_time(lines.opens(0)).await;
    in_time(lines.are_open()).await;
    let due = before.deadline.unwrap();
    assert_eq!(deadline(&table).await, due.plus(seconds(200)));
    // The other way round.
    lines.breaks(0, time.now());
    time.advance(seconds(100));
    lines.nothing_goes_out(Some(spot(1)), BOARD, None);
    in_time(lines.opens(0)).await;
    time.advance(seconds(100));
    nothing_happens(&table, &before).await;
    lines.something_goes_out(spot(1), BOARD);
    in_time(lines.are_open()).await;
    assert_eq!(deadline(&table).await, due.plus(seconds(400)));
    scene.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_to_presses_that_are_taken_make_no_clock_go_on_while_boards_fail() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    for _ in 0..20 {
        lines.nothing_goes_out(Some(spot(1)), BOARD, None);
        lines.nothing_goes_out(Some(spot(2)), BOARD, None);
        lines.something_goes_out(spot(3), Said::InAnswer);
        time.advance(seconds(9));
        nothing_happens(&table, &before).await;
    }
    assert!(lines.is_cut_off(None));
    lines.something_goes_out(spot(1), BOARD);
    in_time(lines.are_open()).await;
    let due = before.deadline.unwrap().plus(seconds(180));
    assert_eq!(deadline(&table).await, due);
    // Where only answers failed, one that is taken ends it.
    lines.nothing_goes_out(Some(spot(3)), Said::InAnswer, None);
    time.advance(seconds(11));
    in_time(lines.are_cut()).await;
    lines.something_goes_out(spot(3), Said::InAnswer);
    in_time(lines.are_open()).await;
    assert_eq!(deadline(&table).await, due.plus(seconds(11)));
    scene.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_fails_for_good_stops_clocks_once() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let fails = |place| lines.nothing_goes_out(Some(place), BOARD, None);
    for lasts in [899, 60] {
        let broken = spot_in(5, lasts);
        fails(broken);
        time.advance(seconds(lasts));
        in_time(lines.are_cut()).await;
        fails(broken);
        if lasts == 899 {
            // It is let go, and the boards that tell of that are taken, in other threads of its server too.
            time.advance(seconds(1));
            in_time(lines.are_open()).await;
        }
        lines.something_goes_out(spot_in(5, 2), BOARD);
        lines.something_goes_out(spot_in(6, 3), BOARD);
        in_time(lines.are_open()).await;
        for _ in 0..20 {
            time.advance(seconds(45));
            fails(broken);
            assert!(!lines.is_cut_off(None));
        }
        // Once something is taken there it tells again; and so does any other place all the while.
        lines.something_goes_out(broken, BOARD);
        for place in [broken, spot_in(6, 3)] {
            fails(place);
            time.advance(seconds(11));
            assert!(lines.is_cut_off(None));
            lines.something_goes_out(spot_in(6, 4), BOARD);
            lines.something_goes_out(place, BOARD);
            in_time(lines.are_open()).await;
        }
    }
    scene.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_threads_of_one_server_are_one_place_and_a_server_that_is_out_of_reach_is_none() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let (time, lines) = (scene.time.clone(), scene.hall.lines());
    let fails = |place| lines.nothing_goes_out(Some(place), BOARD, None);
    let server = ServerId::new(5);
    for place in [spot_in(5, 1), spot_in(5, 2)] {
        fails(place);
    }
    for lasts in [100, 200, 200, 200] {
        time.advance(seconds(lasts));
        in_time(lines.are_cut()).await;
        for place in [spot_in(5, 1), spot_in(5, 2)] {
            fails(place);
        }
    }
    time.advance(seconds(200));
    in_time(lines.are_open()).await;
    for place in [spot_in(5, 1), spot_in(5, 2)] {
        fails(place);
    }
    time.advance(seconds(11));
    assert!(!lines.is_cut_off(None));
    // Two servers are an outage.
    for place in [spot_in(6, 3), spot_in(7, 4)] {
        fails(place);
    }
    time.advance(seconds(1_000));
    assert!(lines.is_cut_off(None));
    for place in [spot_in(6, 3), spot_in(7, 4), spot_in(5, 1), spot_in(5, 2)] {
        lines.something_goes_out(place, BOARD);
    }
    in_time(lines.are_open()).await;
    // Of one that is out of reach by itself nothing is told of others.
    fails(spot_in(5, 1));
    time.advance(seconds(11));
    assert!(lines.is_cut_off(None));
    lines.server_breaks(server);
    fails(spot_in(5, 2));
    in_time(lines.are_open()).await;
    fails(spot_in(5, 1));
    time.advance(seconds(11));
    assert!(!lines.is_cut_off(None) && lines.is_cut_off(Some(server)));
    scene.hall.close().await;
}
