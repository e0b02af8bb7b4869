//! Places that an update has told wrongly are told anew while people play, some tables at a time, and a kill costs little of that.

use super::*;
use crate::store::{KeptResult, OtherProgram};
use crate::tables::terms::READING;
use crate::tables::tidy::{Retention, Tidied, Tidier, Tidying};

/// More than are looked at together.
const LOBBIES: usize = 70;
const TOGETHER: usize = 64;

/// Lets a hall tell places until that is so.
async fn placing(scene: &Scene, is_so: impl Fn(&str, bool) -> bool) {
    in_time(async {
        loop {
            let is_told = scene.store.are_places_told().await.unwrap();
            if is_so(&scene.store.placed_up_to().await.unwrap(), is_told) {
                return;
            }
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// A game that was played by other house rules than its table was opened with, among many lobbies; its results.
async fn played(file: &Path) -> (Scene, TableId, Vec<KeptResult>, Vec<String>) {
    let mut scene = Scene::at(file, ManualTime::default()).await;
    let mut ids = Vec::new();
    for _ in 0..LOBBIES {
        ids.push(scene.open(opening(rounds(1), 2, 0)).await.id.to_string());
    }
    let table = scene.open(opening(rounds(1), 4, 0)).await;
    let chosen = table.set_option(person(1), press(), "partnership", "true");
    shown(&table, chosen.await).await;
    for number in 2..=4 {
        done(table.take_seat(person(number), press()).await);
    }
    scene.time.advance(READING);
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    play_out(&mut scene, &table, &[1, 2, 3, 4]).await;
    let results = scene.store.results_at(&table.id).await.unwrap();
    ids.push(table.id.to_string());
    ids.sort();
    (scene, table.id, results, ids)
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_live_before_all_places_are_told_and_a_start_after_a_kill_goes_on_where_that_was() {
    let folder = Folder::new();
    let file = folder.file();
    let (scene, table, results, ids) = played(&file).await;
    let mut other = OtherProgram::at(&file).await;
    other
        .damage_results("update results set sides = 4, place = 2")
        .await;
    other.damage_results("delete from placed").await;
    scene.hall.close().await;
    let time = scene.time.clone();
    drop(scene);

    let scene = Scene::at(&file, time.clone()).await;
    let first = ids[TOGETHER - 1].clone();
    placing(&scene, |after, _| after == first).await;
    // The next ones wait for their time, and everybody plays.
    assert!(!scene.store.are_places_told().await.unwrap());
    assert_eq!(scene.hall.live(), LOBBIES);
    let is_told = scene.store.results_at(&table).await.unwrap() == results;
    assert_eq!(is_told, table.to_string() <= first);
    scene.hall.close().await;
    drop(scene);

    // Whatever was looked at is not looked at again.
    other
        .damage_results("update results set sides = 4, place = 2")
        .await;
    let scene = Scene::at(&file, time.clone()).await;
    placing(&scene, |_, is_told| is_told).await;
    let is_told = scene.store.results_at(&table).await.unwrap() == results;
    assert_eq!(is_told, table.to_string() > first);
    scene.hall.close().await;
    drop(scene);

    // All at once it is told, wherever it is.
    other.damage_results("delete from placed").await;
    let scene = Scene::at(&file, time.clone()).await;
    placing(&scene, |after, _| after == first).await;
    placing(&scene, |after, is_told| {
        // The next ones wait for their time, whenever they begin to.
        time.advance(Duration::from_millis(100));
        is_told && after.is_empty()
    })
    .await;
    assert_eq!(scene.store.results_at(&table).await.unwrap(), results);
    other.leave().await;
}

/// Whoever deletes records, the bot or its host while it does not run, leaves those from which places are still to be told.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_stays_until_its_places_are_told() {
    let folder = Folder::new();
    let file = folder.file();
    let (scene, table, results, _) = played(&file).await;
    let mut other = OtherProgram::at(&file).await;
    other
        .damage_results("update results set sides = 4, place = 2")
        .await;
    other.damage_results("delete from placed").await;
    other.leave().await;
    scene.hall.close().await;
    let time = scene.time.clone();
    drop(scene);

    time.advance(Retention::days(20));
    let retention = Retention {
        deleted_after: Some(Retention::days(8)),
        ..Retention::USUAL
    };
    let tidied = async |store: &Store, tidying| {
        let tidier = Tidier::new(store.clone(), retention, tidying, time.now());
        tidier.all().await.unwrap()
    };
    let store = Store::open(&file).await.unwrap();
    let would_be = tidied(&store, Tidying::Dry).await;
    let is = tidied(&store, Tidying::Really).await;
    assert_eq!((is.packed, is.deleted, is.kept), (1, 0, 1));
    assert_eq!(would_be, is);
    let once_more = Tidied {
        kept: 1,
        ..Tidied::default()
    };
    assert_eq!(tidied(&store, Tidying::Really).await, once_more);
    store.close().await;

    let scene = Scene::at(&file, time.clone()).await;
    placing(&scene, |_, is_told| {
        // The next ones wait for their time, whenever they begin to.
        time.advance(Duration::from_millis(100));
        is_told
    })
    .await;
    assert_eq!(scene.store.results_at(&table).await.unwrap(), results);
    let is = tidied(&scene.store, Tidying::Really).await;
    assert_eq!((is.deleted, is.kept), (1, 0));
    assert_eq!(scene.store.results_at(&table).await.unwrap(), results);
}
