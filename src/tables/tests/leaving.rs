//! People who leave a game and come back: no turn becomes longer by it, and seats change hands only so often.

use super::*;
use crate::rules::{Seat, Seats};
use crate::tables::lobby::{MOST_LEAVERS, MOST_LEFT};

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// Computers that move no sooner than this: whoever left is back before theirs has.
const PACE: Duration = Duration::from_secs(30);

/// The seat that is to act, and who of the two people has it.
fn mover(look: &Look) -> (Seat, u64) {
    let seat = look.waiting.unwrap().seats.iter().next().unwrap();
    (seat, look.seats[seat].person().map_or(0, PersonId::get))
}

/// Somebody takes this seat; answers how long they have.
async fn takes(scene: &Scene, table: &Table, who: u64, seat: Seat) -> Duration {
    let look = done(table.take_over(person(who), press(), seat).await);
    look.deadline.unwrap().since(scene.time.now())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_to_a_turn_goes_on_with_what_was_left_of_it() {
    let folder = Folder::new();
    let mut scene = Scene::paced(&folder, PACE).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let start = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let (seat, owner) = mover(&start);
    let mut left = seconds(60);
    // Somebody who steps in has no more than they, and leaves as much as they found.
    for (sits, next) in [(owner, owner), (owner, 9), (9, owner)] {
        scene.time.advance(seconds(15));
        left -= seconds(15);
        done(table.leave(person(sits), press()).await);
        scene.time.advance(seconds(20));
        assert_eq!(takes(&scene, &table, next, seat).await, left);
    }
    scene.time.advance(left);
    in_time(table.rests()).await;
    let slept = table.look(Some(person(owner)), None).await.unwrap();
    assert!(slept.slept && !is_to_act(&slept));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_clock_was_set_back_whoever_comes_back_to_a_turn_has_time_left() {
    let folder = Folder::new();
    let ahead = ManualTime::default();
    ahead.advance(seconds(60 * 60));
    let scene = Scene::at(&folder.file(), ahead).await;
    scene.playing(2, opening(rounds(9), 2, 0)).await;
    scene.hall.close().await;
    drop(scene);
    let right = ManualTime::default();
    let clock = Clock::new(right.clone());
    let mut scene = Scene::with(&folder.file(), LIMIT, clock, right, PACE).await;
    let table = scene.hall.all().pop().unwrap();
    let start = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let (seat, owner) = mover(&start);
    scene.time.advance(seconds(10));
    done(table.leave(person(owner), press()).await);
    assert_eq!(takes(&scene, &table, owner, seat).await, seconds(60));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_back_before_their_turn_or_had_no_time_in_it_has_all_of_it() {
    let folder = Folder::new();
    let mut scene = Scene::paced(&folder, PACE).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let start = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let (_, first) = mover(&start);
    let other = 3 - first;
    let seat = start.seat_of(person(other)).unwrap();
    done(table.leave(person(other), press()).await);
    let own = table.look(Some(person(first)), None).await.unwrap();
    done(table.act(pressed(first, &own, some_action(&own))).await);
    scene.time.advance(seconds(20));
    assert_eq!(takes(&scene, &table, other, seat).await, seconds(60));
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_were_left_too_often_stay_with_their_computers() {
    let folder = Folder::new();
    let scene = Scene::paced(&folder, PACE).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let before = table.look(Some(person(2)), None).await.unwrap();
    let seat = before.seat_of(person(2)).unwrap();
    // Each of them as often as one person may.
    let theirs = |times: usize| 2 + (times / MOST_LEFT) as u64;
    for times in 1..=MOST_LEAVERS {
        let left = done(table.leave(person(theirs(times - 1)), press()).await);
        assert_eq!(left.is_to_take(seat), times < MOST_LEAVERS);
        if times < MOST_LEAVERS {
            let next = person(theirs(times));
            done(table.take_over(next, press(), seat).await);
        }
    }
    let most = MOST_LEAVERS;
    for who in [2, 700] {
        let refused = table.take_over(person(who), press(), seat).await;
        assert_eq!(refused, Err(Declined::LeftTooOften { most }));
    }
    // Whoever stays may leave.
    let left = done(table.leave(person(1), press()).await);
    assert_eq!(left.life, Life::Abandoned(Why::Deserted));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_again_and_again_closes_no_seat_but_to_themself() {
    let folder = Folder::new();
    let scene = Scene::paced(&folder, PACE).await;
    let table = scene.playing(3, opening(rounds(9), 3, 0)).await;
    let before = table.look(Some(person(2)), None).await.unwrap();
    let [own, other] = [2, 3].map(|who| before.seat_of(person(who)).unwrap());
    for times in 1..=MOST_LEFT {
        let left = done(table.leave(person(2), press()).await);
        assert!(left.is_to_take(own));
        if times < MOST_LEFT {
            done(table.take_over(person(2), press(), own).await);
        }
    }
    let most = MOST_LEFT;
    let refused = table.take_over(person(2), press(), own).await;
    assert_eq!(refused, Err(Declined::YouLeftTooOften { most }));
    // Another seat is as little theirs as before, and everybody else sits down where somebody left.
    done(table.leave(person(3), press()).await);
    let elsewhere = table.take_over(person(2), press(), other).await;
    assert_eq!(elsewhere, Err(Declined::SawAnother));
    for (who, may_take) in [
        (1, vec![]),
        (2, vec![]),
        (3, vec![other]),
        (7, vec![own, other]),
    ] {
        let look = table.look(Some(person(who)), None).await.unwrap();
        let may_take: Seats = may_take.into_iter().collect();
        assert_eq!(look.may_take, may_take, "{who}");
    }
    done(table.take_over(person(3), press(), other).await);
    done(table.take_over(person(7), press(), own).await);
    let late = late(table.take_over(person(2), press(), own).await);
    assert_eq!(late.seats[own].person(), Some(person(7)));
}
