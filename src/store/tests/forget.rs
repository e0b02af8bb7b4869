//! Forgetting somebody with a long history: in portions, safe to be cut short, without being asked for twice.
//!
//! `ISTAKA_ROUNDS=50000 cargo test --lib long_history -- --nocapture` makes it that long, and tells how long others waited.

use std::time::Instant;

use futures::stream::{self, StreamExt};

use super::results::{game, lost, won};
use super::*;
use crate::store::forget::PORTION;
use crate::store::writer::{Work, Written};

fn games() -> usize {
    let told = std::env::var("ISTAKA_ROUNDS").ok();
    told.map_or(300, |text| text.parse().expect("a whole number"))
}

async fn results_of(store: &Store, who: u64) -> usize {
    let kept = store.personal(PersonId::new(who)).await.unwrap();
    kept.results.len()
}

#[tokio::test]
async fn a_long_history_is_forgotten_in_portions_and_the_next_process_does_the_rest() {
    let (folder, games) = (Folder::new(), games());
    let store = Store::open(&folder.file()).await.unwrap();
    stream::iter(0..games)
        .map(|at| game(&store, at as u64, vec![won(1), lost(2)]))
        .buffer_unordered(400)
        .collect::<Vec<_>>()
        .await;
    assert_eq!(results_of(&store, 1).await, games);

    // No transaction takes longer than a portion does.
    let noted = store.write(Work::Forget(PersonId::new(1))).await;
    assert_eq!(noted, Ok(Written::Done));
    let forgotten = store.write(Work::ForgetOn).await;
    assert_eq!(forgotten, Ok(Written::Done));
    assert_eq!(results_of(&store, 1).await, games - PORTION as usize);
    // The process ends before the rest is forgotten.
    store.close().await;
    drop(store);
    let store = Store::open(&folder.file()).await.unwrap();
    let forgetting = tokio::spawn({
        let store = store.clone();
        async move { store.forget_on().await }
    });
    let (mut longest, mut writes) = (Duration::ZERO, 0);
    while !forgetting.is_finished() {
        let began = Instant::now();
        store.alive(Moment::from_unix_ms(writes)).await.unwrap();
        longest = longest.max(began.elapsed());
        writes += 1;
    }
    eprintln!(
        "{games} results were forgotten beside {writes} writes, of which none took longer than {longest:?}"
    );
    assert_eq!(forgetting.await.unwrap(), Ok(Written::Done));
    assert_eq!(results_of(&store, 1).await, 0);
    assert_eq!(results_of(&store, 2).await, games, "another's");
    let again = store.forget(PersonId::new(1)).await;
    assert_eq!(again, Ok(Written::Duplicate));
}

/// A modified client can send any number as that of a person.
#[tokio::test]
async fn the_games_of_whoever_was_forgotten_are_told_to_nobody() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let server = ServerId::new(8);
    for at in 0..2 {
        game(&store, at, vec![won(1), lost(2)]).await;
    }
    let games_of = async |who: u64| {
        let page = store.past(server, PersonId::new(who), 0, 10).await.unwrap();
        let account = store.account(server, GameId::Okey, PersonId::new(who), 10);
        let account = account.await.unwrap();
        (page.games.len(), account.rated.games, account.recent.len())
    };
    assert_eq!(games_of(1).await, (2, 2, 2));
    assert_eq!(store.forget(PersonId::new(1)).await, Ok(Written::Done));
    for who in [1, u64::MAX, u64::MAX - 1, i64::MIN.cast_unsigned(), 0] {
        assert_eq!(games_of(who).await, (0, 0, 0), "{who}");
    }
    assert_eq!(games_of(2).await, (2, 2, 2), "another's");
    store.close().await;
}

#[tokio::test]
async fn what_lies_on_the_desks_of_a_person_is_told_of_every_table_at_which_they_sit() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let sits_down = |table: &TableId, revision: u64| {
        let seat = Seat::new(revision as usize).unwrap();
        let mut entry = step(table, revision, None);
        entry.sat = Some(Sat {
            seat,
            from: entry.step.revision,
            person: PersonId::new(revision),
        });
        entry.desks = vec![DeskWrite::Keep(DeskRow {
            seat,
            person: PersonId::new(revision),
            arrangement: format!("own {revision}"),
            auto_draw: revision == 2,
            prepared: None,
        })];
        entry
    };
    let mut tables = [new_id(), new_id()];
    for table in &tables {
        for revision in 1..=2 {
            let written = store.append(sits_down(table, revision)).await;
            assert_eq!(written, Ok(Written::Done));
        }
    }
    tables.sort_unstable();
    let kept = store.personal(PersonId::new(2)).await.unwrap();
    let told = serde_json::to_value(&kept.desks).unwrap();
    let desk = |table: &TableId| {
        serde_json::json!({
            "table": table.as_str(), "seat": 2, "arrangement": "own 2", "auto_draw": true, "prepared": null
        })
    };
    let expected: Vec<_> = tables.iter().map(desk).collect();
    assert_eq!(told, serde_json::Value::from(expected));
}

/// What is deleted is written over. In the unused room of pages whose rows have moved a stray copy can stay, which no vacuum
/// leaves there.
#[tokio::test]
async fn of_whoever_was_forgotten_hardly_an_id_is_left_in_the_file_and_none_in_a_copy() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let (gone, other) = (1_234_567_890_123_456_789, 1_111_222_233_334_444_555);
    stream::iter(0..300)
        .map(|at| game(&store, at, vec![won(gone), lost(other)]))
        .buffer_unordered(50)
        .collect::<Vec<_>>()
        .await;
    let forgotten = store.forget(PersonId::new(gone)).await;
    assert_eq!(forgotten, Ok(Written::Done));
    store.close().await;
    drop(store);
    let copy = folder.file().with_extension("copy");
    crate::store::backup(&folder.file(), &copy).await.unwrap();
    let count = |file: &Path, who: u64| {
        let (file, id) = (std::fs::read(file).unwrap(), who.to_be_bytes());
        file.windows(id.len()).filter(|bytes| *bytes == id).count()
    };
    assert_eq!(count(&copy, gone), 0);
    let left = count(&folder.file(), gone);
    assert!(left < 20, "{left} of some 680 without that");
    assert!(count(&copy, other) >= 300, "ids are written so");
}
