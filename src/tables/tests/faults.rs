//! What the world, and our own mistakes, do to tables.

use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use futures::poll;
use tokio::sync::watch;

use super::*;
use crate::rules::any::GameId;
use crate::store::{Entry, OtherProgram, Written};
use crate::tables::change::{Cause, Step};
use crate::tables::restore::{entry_of, restore};
use crate::tables::table::MAILBOX;

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_disk_refuses_and_play_goes_on_when_it_does_not() {
    let folder = Folder::new();
    let watched = WatchedTime::new(&ManualTime::default());
    let mut scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    let (mut mover, mut own) = (1, table.look(Some(person(1)), None).await.unwrap());
    if !is_to_act(&own) {
        mover = 2;
        own = table.look(Some(person(2)), None).await.unwrap();
    }
    let act = pressed(mover, &own, some_action(&own));
    assert_eq!(table.act(act.clone()).await, Err(Declined::DiskRefused));
    assert_eq!(table.look(Some(person(mover)), None).await.unwrap(), own);
    assert_eq!(
        scene.hall.open(opening(rounds(1), 2, 0)).await,
        Err(Declined::DiskRefused)
    );
    // Time is up meanwhile: that is refused too, and whoever could not play has a little time when the disk takes something.
    let seconds = Duration::from_secs;
    scene.time.advance(seconds(60));
    watched.is_awaited_in(seconds(20)).await;
    other.unlock().await;
    scene.time.advance(seconds(19));
    in_time(table.rests()).await;
    let spared = table.look(Some(person(mover)), None).await.unwrap();
    assert_eq!(spared.revision, own.revision);
    assert_eq!(spared.deadline, Some(scene.time.now().plus(seconds(1))));
    scene.time.advance(seconds(1));
    scene
        .until(&table, 1, |look| look.revision > own.revision)
        .await;
    late(table.act(act).await);
    let look = play_out(&mut scene, &table, &[1, 2]).await;
    assert_eq!(look.life, Life::Finished);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_the_disk_refused_leaves_time_to_make_it_again() {
    let folder = Folder::new();
    let seconds = Duration::from_secs;
    for doubtful in [false, true] {
        let watched = WatchedTime::new(&ManualTime::default());
        let file = folder.file().with_extension(doubtful.to_string());
        let scene = Scene::impatient(&file, &watched).await;
        let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
        let (mut mover, mut own) = (1, table.look(Some(person(1)), None).await.unwrap());
        if !is_to_act(&own) {
            mover = 2;
            own = table.look(Some(person(2)), None).await.unwrap();
        }
        scene.time.advance(seconds(59));
        let mut other = OtherProgram::at(&file).await;
        let declined = if doubtful {
            other.fill_disk(&["steps", "process"]).await;
            Declined::Unsure
        } else {
            other.lock().await;
            Declined::DiskRefused
        };
        let act = pressed(mover, &own, some_action(&own));
        assert_eq!(table.act(act.clone()).await, Err(declined));
        if doubtful {
            other.make_room().await;
        } else {
            other.unlock().await;
        }
        scene.time.advance(seconds(19));
        in_time(table.rests()).await;
        let spared = table.look(Some(person(mover)), None).await.unwrap();
        assert_eq!(spared.revision, own.revision);
        assert_eq!(spared.deadline, Some(scene.time.now().plus(seconds(1))));
        done(table.act(act).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_press_made_again_after_a_refusal_is_played() {
    let folder = Folder::new();
    let watched = WatchedTime::new(&ManualTime::default());
    let scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    let again = press();
    let refused = table.take_seat(person(2), again).await;
    assert_eq!(refused, Err(Declined::DiskRefused));
    other.unlock().await;
    done(table.take_seat(person(2), again).await);
    late(table.take_seat(person(2), again).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_journal_sets_only_its_own_table_aside() {
    let folder = Folder::new();
    let time = ManualTime::default();
    let scene = Scene::at(&folder.file(), time.clone()).await;
    let sound = scene.playing(2, opening(rounds(1), 2, 0)).await.id;
    let broken = [
        "changes = '[]'",
        "changes = 'nonsense'",
        "changes = replace(changes, 'dealt', 'dalt')",
        "changes = '[{\"dealt\":{\"events\":[{\"okey\":\"round_drawn\"}]}}]'",
        // Events that read well and cannot happen: the round was never dealt, another game.
        "changes = '[{\"dealt\":{\"events\":[{\"okey\":\"drawn\"}]}}]'",
        "changes = '[{\"dealt\":{\"events\":[{\"okey101\":{\"passed\":{\"seat\":0}}}]}}]'",
        "changes = '[{\"ready\":{\"seat\":7}}]'",
        "format = 99",
        "cause = 'magic'",
        "revision = revision + 1",
    ];
    let mut other = OtherProgram::at(&folder.file()).await;
    let mut damaged = Vec::new();
    for damage in broken {
        let id = scene.playing(2, opening(rounds(1), 2, 0)).await.id;
        other.damage_last_step(&id, damage).await;
        damaged.push(id);
    }
    other.leave().await;
    scene.hall.close().await;
    drop(scene);
    let scene = Scene::at(&folder.file(), time).await;
    let mut states = Vec::new();
    for id in &damaged {
        let table = scene.hall.table(id).unwrap();
        let look = table.look(Some(person(1)), None).await.unwrap();
        assert!(look.view.is_none());
        states.push(look.life);
        let declined = table.end(person(1), press(), Ender::Moderator).await;
        assert_eq!(declined, Err(Declined::SetAside(Aside::Damaged)));
        assert!(scene.hall.in_channel(look.places.channel).is_none());
    }
    assert_eq!(states, vec![Life::SetAside(Aside::Damaged); broken.len()]);
    let look = scene
        .hall
        .table(&sound)
        .unwrap()
        .look(None, None)
        .await
        .unwrap();
    assert_eq!(look.life, Life::Playing);
}

/// Time that panics when it is asked, so often as it was told to.
#[derive(Clone)]
struct FallingTime {
    watched: WatchedTime,
    falls: Arc<AtomicU32>,
}

impl Time for FallingTime {
    fn now(&self) -> Moment {
        let left = self
            .falls
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |falls| {
                falls.checked_sub(1)
            });
        if left.is_ok() {
            // A panic like any other, but quiet.
            std::panic::resume_unwind(Box::new("planted"));
        }
        self.watched.now()
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.watched.reached(at)
    }
}

/// A hall in which only tables ask for the time from now on, and how many of them fall when they do.
async fn falling(folder: &Folder) -> (Scene, WatchedTime, Arc<AtomicU32>) {
    let falls = Arc::new(AtomicU32::new(0));
    let (time, file) = (ManualTime::default(), folder.file());
    let watched = WatchedTime::new(&time);
    let clock = Clock::new(FallingTime {
        watched: watched.clone(),
        falls: falls.clone(),
    });
    let scene = Scene::with(&file, LIMIT, clock, time, Duration::ZERO).await;
    // The hall has asked for the time, and waits until it notes again that it lives.
    watched.is_awaited_in(Duration::from_secs(10)).await;
    (scene, watched, falls)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_falls_is_rebuilt_three_times_and_then_set_aside() {
    let folder = Folder::new();
    let (mut scene, _, falls) = falling(&folder).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let other = scene.playing(2, opening(rounds(1), 2, 0)).await;
    for fall in 1..=4 {
        let own = table.look(Some(person(1)), None).await.unwrap();
        falls.store(1, Ordering::SeqCst);
        let outcome = table.look(Some(person(1)), Some(press())).await;
        assert_eq!(outcome, Err(Declined::Unsure));
        let look = scene.until(&table, 1, |_| true).await;
        if fall < 4 {
            assert_eq!((look.view, look.revision), (own.view, own.revision));
        } else {
            assert_eq!((look.life, look.view), (Life::SetAside(Aside::Fell), None));
        }
    }
    let declined = table.leave(person(1), press()).await;
    assert_eq!(declined, Err(Declined::SetAside(Aside::Fell)));
    let look = play_out(&mut scene, &other, &[1, 2]).await;
    assert_eq!(look.life, Life::Finished);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_the_disk_does_not_give_is_waited_for_and_everybody_is_told() {
    let folder = Folder::new();
    let (mut scene, watched, falls) = falling(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let before = table.look(Some(person(1)), None).await.unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    other.hide_journals().await;
    // Somebody's time is nearly up, and whoever could not play has a little left afterwards.
    scene.time.advance(Duration::from_secs(59));
    watched.is_awaited_in(Duration::from_secs(10)).await;
    falls.store(1, Ordering::SeqCst);
    for _ in 0..3 {
        // Whoever asks does not wait for the disk.
        let unsure = in_time(table.look(Some(person(1)), Some(press()))).await;
        assert_eq!(unsure, Err(Declined::Unsure));
    }
    other.show_journals().await;
    let look = loop {
        match table.look(Some(person(1)), None).await {
            Ok(look) => break look,
            Err(declined) => assert_eq!(declined, Declined::Unsure),
        }
        in_time(scene.news.recv()).await.unwrap();
    };
    assert_eq!((look.life, look.view), (before.life, before.view));
    let soonest = scene.time.now().plus(Duration::from_secs(1));
    assert!(look.deadline > Some(soonest));
    // The hall closes although a table waits.
    other.hide_journals().await;
    falls.store(1, Ordering::SeqCst);
    let unsure = table.look(Some(person(1)), Some(press())).await;
    assert_eq!(unsure, Err(Declined::Unsure));
    in_time(scene.hall.close()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_of_another_writer_is_read_before_anything_is_believed() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let before = table.look(Some(person(1)), None).await.unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    other.add_empty_step(&table.id).await;
    let unsure = table.end(person(1), press(), Ender::Moderator).await;
    assert_eq!(unsure, Err(Declined::Unsure));
    let look = scene
        .until(&table, 1, |look| look.revision > before.revision)
        .await;
    assert_eq!(look.revision, before.revision.next());
    assert_eq!(look.view, before.view);
    let look = done(table.end(person(1), press(), Ender::Moderator).await);
    assert_eq!(look.revision, before.revision.next().next());
}

/// What a table writes of this press.
async fn entry_for(scene: &Scene, table: &Table, act: &Act) -> Entry {
    let stored = scene.store.load(&table.id).await.unwrap();
    let now = scene.time.now();
    let affairs = restore(&stored, &[], now).ok().unwrap().affairs;
    let mut step = Step {
        revision: affairs.revision.next(),
        at: now,
        cause: Cause::Press,
        actor: affairs.seat_of(act.person),
        press: Some(act.press),
        sat: None,
        changes: affairs.act(act).ok().unwrap(),
    };
    let next = affairs.after(&mut step).ok().unwrap();
    entry_of(&next, &step, None)
}

/// In the middle of their turn somebody has made a step that was written all the same, and nobody knows that; who it was, and what they
/// saw before.
async fn a_step_in_doubt(folder: &Folder) -> (Scene, Table, u64, Look) {
    let watched = WatchedTime::new(&ManualTime::default());
    let scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    scene.time.advance(HALF_A_TURN);
    let (mut mover, mut own) = (1, table.look(Some(person(1)), None).await.unwrap());
    if !is_to_act(&own) {
        mover = 2;
        own = table.look(Some(person(2)), None).await.unwrap();
    }
    let act = pressed(mover, &own, some_action(&own));
    let entry = entry_for(&scene, &table, &act).await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.fill_disk(&["steps", "process"]).await;
    assert_eq!(table.act(act).await, Err(Declined::Unsure));
    other.make_room().await;
    assert_eq!(scene.store.append(entry).await, Ok(Written::Done));
    (scene, table, mover, own)
}

const HALF_A_TURN: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn what_fell_due_before_a_doubt_was_settled_is_not_done_after_it() {
    let folder = Folder::new();
    let (scene, table, mover, own) = a_step_in_doubt(&folder).await;
    // Their time is up before anybody knows.
    scene.time.advance(HALF_A_TURN);
    in_time(table.rests()).await;
    let look = table.look(Some(person(mover)), None).await.unwrap();
    assert_eq!(look.revision, own.revision.next());
    assert!(!is_to_act(&look));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_began_with_a_step_in_doubt_begins_when_that_can_be_seen() {
    let folder = Folder::new();
    let (scene, table, mover, own) = a_step_in_doubt(&folder).await;
    scene.time.advance(HALF_A_TURN - Duration::from_secs(1));
    let next = table.look(Some(person(3 - mover)), None).await.unwrap();
    assert_eq!(next.revision, own.revision.next());
    assert!(is_to_act(&next));
    let until = scene.time.now().plus(2 * HALF_A_TURN);
    assert_eq!(next.deadline, Some(until));
}

#[tokio::test]
async fn whoever_comes_to_a_full_mailbox_is_told_at_once() {
    let (_house, closing) = watch::channel(false);
    let id = "aaaaaaaa".parse().unwrap();
    let (table, mut mailbox) = Table::new(id, GameId::RELEASED[0], closing, Weak::new());
    let mut waiting: Vec<_> = (0..MAILBOX)
        .map(|_| Box::pin(table.look(None, None)))
        .collect();
    for waits in &mut waiting {
        assert!(poll!(waits.as_mut()).is_pending());
    }
    assert_eq!(table.look(None, None).await, Err(Declined::Busy));
    // The table takes one out, and there is room.
    drop(mailbox.recv().await);
    let mut late = Box::pin(table.look(None, None));
    assert!(poll!(late.as_mut()).is_pending());
}
