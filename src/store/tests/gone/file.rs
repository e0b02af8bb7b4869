//! The file of a database goes away, or another one takes its place, with all that stands beside it.

use super::*;

async fn alive(store: &Store, at: u64) {
    let noted = store.alive(Moment::from_unix_ms(at)).await;
    assert_eq!(noted, Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_a_step_is_the_same_after_another_program_has_moved_its_log() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let mut other = OtherProgram::at(&file).await;
    for (at, moves) in [
        (1, "pragma wal_checkpoint(truncate)"),
        (2, "vacuum"),
        (3, "pragma wal_checkpoint"),
    ] {
        alive(&store, at).await;
        other.run(moves).await;
        while store.alive(Moment::from_unix_ms(at)).await.is_err() {
            tokio::task::yield_now().await;
        }
    }
    writes(&store, &new_id(), 1..=1).await;
    other.leave().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_deleted_with_all_that_is_beside_it_is_expected_at_the_next_start() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=3).await;
    for ending in ["", "-wal", "-shm", ".lock"] {
        std::fs::remove_file(beside(&file, ending)).unwrap();
    }
    refuses(&store, &table, 4).await;
    store.close().await;
    assert_eq!(store.not_closed(), Some(NotClosed::Salvaged));
    let missing = open(&file).await.err();
    assert!(matches!(missing, Some(Failure::Missing { .. })));
}

/// The process goes on holding it, and may be given it back.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_moved_with_all_that_is_beside_it_lets_nobody_else_in_where_it_is_now()
{
    let folder = Folder::new();
    let file = folder.file();
    let away = folder.0.join("away.db");
    let store = open(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=3).await;
    let all = ["", "-wal", "-shm", ".lock"];
    let moves = |from: &Path, to: &Path| {
        for ending in all {
            std::fs::rename(beside(from, ending), beside(to, ending)).unwrap();
        }
    };
    moves(&file, &away);
    refuses(&store, &table, 4).await;
    let second = open(&away).await.err();
    assert!(matches!(second, Some(Failure::InUse { .. })));
    assert!(
        !beside(&file, ".lock").exists(),
        "nothing is expected there"
    );
    moves(&away, &file);
    writes(&store, &table, 4..=4).await;
    store.close().await;
    assert_eq!(store.not_closed(), None);
    let store = open(&file).await.unwrap();
    holds(&store, &table, 4).await;
    store.close().await;
}

/// A log that goes away takes with it what was written in the last minute.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_stands_in_the_file_a_minute_later() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=3).await;
    for beat in 1..=6 {
        alive(&store, beat).await;
    }
    // It is moved once whoever waited has the answer.
    alive(&store, 7).await;
    let alone = folder.0.join("alone.db");
    copy_over(&file, &alone);
    let copy = open(&alone).await.unwrap();
    holds(&copy, &table, 3).await;
    copy.close().await;
    store.close().await;
}
