//! Tidying: a packed journal is the same journal, and nobody who plays notices.

use std::io::Write;
use std::sync::{Arc, Mutex};

use super::*;
use crate::rules::any::GameId;
use crate::store::OtherProgram;
use crate::tables::record::record;
use crate::tables::tidy::{Retention, Tidied, Tidier, Tidying};

/// A year, for those who want to delete records.
const DELETING: Retention = Retention {
    deleted_after: Some(Duration::from_secs(365 * 24 * 60 * 60)),
    ..Retention::USUAL
};

fn days(days: u32) -> Duration {
    Retention::days(days)
}

async fn tidied(scene: &Scene, tidying: Tidying) -> Tidied {
    kept(scene, DELETING, tidying).await
}

async fn kept(scene: &Scene, retention: Retention, tidying: Tidying) -> Tidied {
    let now = scene.time.now();
    let tidier = Tidier::new(scene.store.clone(), retention, tidying, now);
    tidier.all().await.unwrap()
}

async fn told(scene: &Scene, table: &TableId) -> String {
    let record = record(&scene.store, table).await.unwrap();
    record.expect("it has ended").to_text()
}

/// A game of every kind that was broken off.
async fn abandoned(scene: &Scene) -> Vec<TableId> {
    let mut tables = Vec::new();
    for game in GameId::ALL {
        let options = game.default_options();
        let seats = game.seats().max().expect("somebody plays");
        let table = scene.playing(2, opening(options, seats, seats - 2)).await;
        done(table.end(person(99), press(), Ender::Moderator).await);
        tables.push(table.id.clone());
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn a_packed_journal_gives_the_very_same_record() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let mut ended = abandoned(&scene).await;
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    play_out(&mut scene, &table, &[1, 2]).await;
    ended.push(table.id.clone());
    let lobby = scene.open(opening(rounds(1), 4, 3)).await;
    done(lobby.end(person(1), press(), Ender::Player).await);
    let mut before = Vec::new();
    for table in &ended {
        before.push(told(&scene, table).await);
    }
    let nothing = tidied(&scene, Tidying::Really).await;
    assert_eq!(nothing, Tidied::default(), "they have just ended");

    scene.time.advance(days(29));
    assert_eq!(tidied(&scene, Tidying::Really).await, nothing);
    let running = scene.playing(2, opening(rounds(1), 2, 0)).await;
    scene.time.advance(days(2));
    let would_be = tidied(&scene, Tidying::Dry).await;
    let is = tidied(&scene, Tidying::Really).await;
    assert_eq!(would_be, is);
    assert_eq!((is.packed, is.left), (ended.len() as u64 + 1, 0));
    assert!(is.bytes_after * 2 < is.bytes_before, "{is:?}");
    assert_eq!(tidied(&scene, Tidying::Really).await, nothing, "once");
    for (table, before) in ended.iter().zip(&before) {
        assert!(told(&scene, table).await == *before, "{table}");
    }
    let checked = crate::tables::check(&scene.store).await.unwrap();
    assert_eq!(checked.faults, Vec::<String>::new());
    assert_eq!(checked.tables, ended.len() + 2);

    // The one that is played goes on, and its journal stays.
    let stored = scene.store.load(&running.id).await.unwrap();
    assert!(stored.steps.len() > 2);
    play_out(&mut scene, &running, &[1, 2]).await;

    // And a year later the records go; the results stay.
    let results = super::results::lines(&scene, false).await;
    scene.time.advance(days(340));
    let gone = tidied(&scene, Tidying::Really).await;
    assert_eq!(gone.deleted, is.packed, "{gone:?}");
    for table in &ended {
        assert!(record(&scene.store, table).await.unwrap().is_none());
        assert!(!scene.store.has_ended_in(server(), table).await.unwrap());
    }
    assert!(super::results::lines(&scene, false).await == results);
    let checked = crate::tables::check(&scene.store).await.unwrap();
    assert_eq!((checked.tables, checked.faults), (1, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn results_that_are_not_those_of_their_game_are_told() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    play_out(&mut scene, &table, &[1, 2]).await;
    let faults = async || crate::tables::check(&scene.store).await.unwrap().faults;
    assert_eq!(faults().await, Vec::<String>::new());
    let mut other = OtherProgram::at(&folder.file()).await;
    for (damage, repair) in [
        ("points = points + 1", "points = points - 1"),
        ("place = place + 1", "place = place - 1"),
        ("person = person + 1", "person = person - 1"),
        ("casual = 1 - casual", "casual = 1 - casual"),
        ("outcome = outcome || '?'", "outcome = rtrim(outcome, '?')"),
    ] {
        let set = |change: &str| format!("update results set {change}");
        other.damage_results(&set(damage)).await;
        let found = faults().await;
        assert!(
            found.len() == 1 && found[0].contains("its results"),
            "{found:?}"
        );
        other.damage_results(&set(repair)).await;
        assert_eq!(faults().await, Vec::<String>::new());
    }
    // Nobody in the place of a person is no fault, and a result that is missing is one.
    scene.store.forget(person(1)).await.unwrap();
    assert_eq!(faults().await, Vec::<String>::new());
    other.damage_results("delete from results").await;
    assert_eq!(faults().await.len(), 1);
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_does_not_replay_is_left_as_it_is() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let ended = abandoned(&scene).await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other
        .damage_last_step(&ended[0], "changes = '[\"noise\"]'")
        .await;
    other.leave().await;
    scene.time.advance(days(31));
    let is = tidied(&scene, Tidying::Really).await;
    assert_eq!((is.packed, is.left), (ended.len() as u64 - 1, 1));
    let stored = scene.store.load(&ended[0]).await.unwrap();
    assert!(stored.steps.len() > 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_tidies_by_itself() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let ended = abandoned(&scene).await;
    let before = told(&scene, &ended[0]).await;
    scene.hall.close().await;
    let time = scene.time.clone();
    let store = Store::open(&folder.file()).await.unwrap();
    let settings = HallSettings {
        retention: Retention::USUAL,
        ..ROOMY
    };
    let hall = Hall::reopen(store.clone(), Clock::new(time), settings);
    let scene = Scene {
        hall: hall.await.unwrap(),
        store,
        ..scene
    };
    scene.time.advance(days(31));
    let is_untidy = async || {
        let all = (Moment::from_unix_ms(0), "");
        let left = scene.store.not_packed(scene.time.now(), all, 1).await;
        !left.unwrap().is_empty()
    };
    in_time(async {
        while is_untidy().await {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(told(&scene, &ended[0]).await == before);
}

#[tokio::test(flavor = "multi_thread")]
async fn records_go_when_they_are_to_go_whenever_journals_are_packed() {
    for packed_after in [None, Some(days(30))] {
        let folder = Folder::new();
        let scene = Scene::new(&folder).await;
        let ended = abandoned(&scene).await;
        let retention = Retention {
            packed_after,
            deleted_after: Some(days(14)),
        };
        scene.time.advance(days(13));
        let early = kept(&scene, retention, Tidying::Really).await;
        assert_eq!(early, Tidied::default());
        scene.time.advance(days(2));
        let would_be = kept(&scene, retention, Tidying::Dry).await;
        let is = kept(&scene, retention, Tidying::Really).await;
        assert_eq!(would_be, is);
        assert_eq!(is.deleted, ended.len() as u64);
        for table in &ended {
            assert!(record(&scene.store, table).await.unwrap().is_none());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_deletes_nothing_that_is_not_old_by_discords_time_as_well() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let ended = abandoned(&scene).await;
    scene.hall.close().await;
    let time = scene.time.clone();
    let watched = WatchedTime::new(&time);
    let store = Store::open(&folder.file()).await.unwrap();
    let retention = Retention {
        deleted_after: Some(days(14)),
        ..Retention::USUAL
    };
    let settings = HallSettings { retention, ..ROOMY };
    let hall = Hall::reopen(store.clone(), Clock::new(watched.clone()), settings);
    let hall = hall.await.unwrap();
    let (portion, round) = (Duration::from_secs(1), Duration::from_secs(60 * 60));
    time.advance(days(31));
    // They are packed.
    watched.is_awaited_in(portion).await;
    time.advance(portion);
    let are_kept = async || {
        for table in &ended {
            assert!(record(&store, table).await.unwrap().is_some());
        }
    };
    // Nothing was heard yet, and then that it is earlier by far than this clock says.
    for heard in [None, Some(time.now().minus(days(20)))] {
        watched.is_awaited_in(round).await;
        are_kept().await;
        heard.into_iter().for_each(|heard| hall.hears_time(heard));
        time.advance(round);
    }
    watched.is_awaited_in(round).await;
    are_kept().await;
    hall.hears_time(time.now());
    time.advance(round);
    watched.is_awaited_in(portion).await;
    for table in &ended {
        assert!(record(&store, table).await.unwrap().is_none());
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn by_hand_nothing_is_deleted_that_was_not_old_when_the_bot_ran_last() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let ended = abandoned(&scene).await;
    let retention = Retention {
        deleted_after: Some(days(14)),
        ..Retention::USUAL
    };
    let ended_at = scene.time.now();
    for (lived_after, deleted) in [(13, 0), (15, ended.len() as u64)] {
        let lived = ended_at.plus(days(lived_after));
        scene.store.alive(lived).await.unwrap();
        let now = ended_at.plus(days(400));
        let tidier = Tidier::new(scene.store.clone(), retention, Tidying::Really, now);
        let tidier = tidier.deleting_by_last_run().await.unwrap();
        assert_eq!(tidier.all().await.unwrap().deleted, deleted);
    }
}

/// What is written to the log of a thread.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, some: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(some);
        Ok(some.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn whoever_asks_for_a_game_that_was_tidied_away_leaves_no_error_in_the_log() {
    let written = Written::default();
    let writer = written.clone();
    let log = tracing_subscriber::fmt().with_writer(move || writer.clone());
    let _here = tracing::subscriber::set_default(log.with_ansi(false).finish());
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    play_out(&mut scene, &table, &[1, 2]).await;
    assert!(scene.hall.finished(&table.id).await.is_some());
    let retention = Retention {
        deleted_after: Some(days(8)),
        ..Retention::USUAL
    };
    scene.time.advance(days(9));
    assert_eq!(kept(&scene, retention, Tidying::Really).await.deleted, 1);
    assert!(scene.hall.finished(&table.id).await.is_none());
    let again = scene.hall.rematch(&table.id, person(1), press()).await;
    assert_eq!(again.err(), Some(Declined::Gone));
    // Its row stays, so it is told apart from one that this database has never known.
    let stranger = TableId::from_system().unwrap();
    assert_eq!(scene.hall.why_none(&table.id).await, Declined::Gone);
    assert_eq!(scene.hall.why_none(&stranger).await, Declined::Unknown);
    let again = scene.hall.rematch(&stranger, person(1), press()).await;
    assert_eq!(again.err(), Some(Declined::Unknown));
    let written = written.0.lock().unwrap();
    let written = String::from_utf8_lossy(&written);
    assert!(!written.contains("ERROR"), "{written}");
}
