//! Copies and looks at a database whose process writes elsewhere, for what is beside the file was taken away.

use super::*;
use crate::store::backup::backup_with;
use crate::store::elsewhere::Patience;

/// A hang would meet this, and nothing else.
const PATIENT: Patience = Patience::without_files(LIMIT);

/// So short that nothing is seen to be written meanwhile.
const IMPATIENT: Duration = Duration::from_millis(300);

fn names_in(folder: &Path) -> Vec<std::ffi::OsString> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// Notes again and again that the process lives, as long as the disk takes it.
async fn lives(store: &Store) -> NotWritten {
    for moment in 1.. {
        if let Err(refused) = store.alive(Moment::from_unix_ms(moment)).await {
            return refused;
        }
    }
    unreachable!("there are more moments than anybody counts")
}

/// How many steps are in a copy.
async fn steps_in(copy: &Path) -> i64 {
    let mut other = OtherProgram::at(copy).await;
    let steps = other.number("select count(*) from steps").await;
    other.leave().await;
    steps
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_where_the_system_tells_that_the_process_has_these_files_open() {
    // Nothing is written meanwhile, so whoever waited for that would not come to an end. It is looked for more than once, since the
    // system's list lacks a lock now and then while others are given up.
    let by_files = Patience::of(LIMIT);
    for readers in [0, 1, 3] {
        let folder = Folder::new();
        let file = folder.file();
        let store = open(&file).await.unwrap();
        let table = new_id();
        writes(&store, &table, 1..=9).await;
        futures::future::join_all((0..readers).map(|_| store.load(&table))).await;
        // Each look leaves the file open in this very process, as a connection does that is closed after a refusal.
        for look in 0..3 {
            let copy = folder.0.join(format!("copy-{look}.db"));
            backup_with(&file, &copy, by_files).await.unwrap();
            assert_eq!(steps_in(&copy).await, 9);
            let read = Store::read_with(&file, by_files).await.unwrap();
            assert_eq!(read.load(&table).await.unwrap().steps.len(), 9);
            read.close().await;
        }
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_process_is_seen_to_write_is_waited_for() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=9).await;
    let copy = folder.0.join("copy.db");
    tokio::select! {
        refused = lives(&store) => panic!("{refused:?}"),
        copied = backup_with(&file, &copy, PATIENT) => drop(copied.unwrap()),
    }
    assert_eq!(steps_in(&copy).await, 9);
    let read = tokio::select! {
        refused = lives(&store) => panic!("{refused:?}"),
        read = Store::read_with(&file, PATIENT) => read.unwrap(),
    };
    assert_eq!(read.load(&table).await.unwrap().steps.len(), 9);
    read.close().await;
    store.close().await;
    // Where no process runs it nobody is waited for.
    let again = folder.0.join("again.db");
    backup_with(&file, &again, PATIENT).await.unwrap();
    assert_eq!(steps_in(&again).await, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_the_process_has_lost_makes_no_empty_copy() {
    // What is taken away, and what another program does before anybody looks, or a connection of this very process that stays.
    for (lost, touched, stays) in [
        (&["-wal", "-shm"][..], false, false),
        (&["-wal", "-shm"], true, false),
        (&["-wal"], false, false),
        (&["-wal"], true, true),
        (&["-shm"], true, false),
    ] {
        let folder = Folder::new();
        let file = folder.file();
        let store = open(&file).await.unwrap();
        let table = new_id();
        writes(&store, &table, 1..=9).await;
        for ending in lost {
            std::fs::remove_file(beside(&file, ending)).unwrap();
        }
        let mut staying = None;
        if touched {
            let mut other = OtherProgram::at(&file).await;
            other.run("create table litter (id integer)").await;
            if stays {
                staying = Some(other);
            } else {
                other.leave().await;
            }
        }
        let before = names_in(&folder.0);
        for patience in [Patience::of(IMPATIENT), Patience::without_files(IMPATIENT)] {
            let copy = folder.0.join("copy.db");
            let failed = backup_with(&file, &copy, patience).await;
            let Err(BackupFailure::Database(failure @ Failure::Elsewhere { .. })) = failed else {
                panic!("{lost:?} {touched}: {failed:?}");
            };
            assert!(failure.may_pass());
            let read = Store::read_with(&file, patience).await;
            assert!(
                matches!(read.err(), Some(Failure::Elsewhere { .. })),
                "{lost:?}"
            );
            let made = names_in(&folder.0);
            assert!(
                made.iter().all(
                    |name| before.contains(name) || !name.to_string_lossy().starts_with("copy")
                ),
                "{made:?}"
            );
        }
        if let Some(other) = staying {
            other.leave().await;
        }
        store.close().await;
    }
}

/// The log is put back with the next thing that is to be written, and the database opened again.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_database_whose_log_was_put_back_has_everything() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=9).await;
    for ending in ["-wal", "-shm"] {
        std::fs::remove_file(beside(&file, ending)).unwrap();
    }
    let copy = folder.0.join("copy.db");
    let goes_on = async {
        assert_eq!(lives(&store).await, NotWritten::Refused);
        let found = tokio::time::timeout(LIMIT, store.log_found_gone());
        found.await.unwrap();
        store.close().await;
        let store = open(&file).await.unwrap();
        let refused = lives(&store).await;
        panic!("{refused:?}");
    };
    tokio::select! {
        () = goes_on => {}
        copied = backup_with(&file, &copy, PATIENT) => drop(copied.unwrap()),
    }
    assert_eq!(steps_in(&copy).await, 9);
}
