//! A file that was deleted or replaced: what becomes of it, and of the log that stayed behind.

use super::*;

const SALVAGED: Option<NotClosed> = Some(NotClosed::Salvaged);

/// Puts another file in the place of one, as `mv` and `install` do: it has a number of its own.
fn takes_the_place(of: &Path, from: &Path) {
    let fresh = beside(of, ".fresh");
    std::fs::copy(from, &fresh).unwrap();
    std::fs::rename(fresh, of).unwrap();
}

/// A database in which so many steps of a table stand, and a copy of it with the first five.
async fn played(steps: u64) -> (Folder, Store, TableId, PathBuf) {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let (table, copy) = (new_id(), folder.0.join("copy.db"));
    writes(&store, &table, 1..=5).await;
    backup(&folder.file(), &copy).await.unwrap();
    writes(&store, &table, 6..=steps).await;
    (folder, store, table, copy)
}

/// The same as a process leaves it that is killed, in another folder: all files there are others.
fn left(folder: &Folder) -> Folder {
    let left = Folder::new();
    for ending in ["", "-wal", ".lock"] {
        std::fs::copy(beside(&folder.file(), ending), beside(&left.file(), ending)).unwrap();
    }
    left
}

/// It opens, and holds so many steps of the table; more can be written.
async fn goes_on(folder: &Folder, table: &TableId, steps: usize) {
    let store = open(&folder.file()).await.unwrap();
    holds(&store, table, steps).await;
    let next = steps as u64 + 1;
    writes(&store, table, next..=next).await;
    store.close().await;
    assert_eq!(store.not_closed(), None);
    let store = open(&folder.file()).await.unwrap();
    holds(&store, table, steps + 1).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_took_the_place_of_the_file_is_not_laid_over_by_the_log_of_that() {
    for steps in [8, 200] {
        let (folder, store, table, copy) = played(steps).await;
        let file = folder.file();
        let log = std::fs::read(beside(&file, "-wal")).unwrap();
        takes_the_place(&file, &copy);
        refuses(&store, &table, steps + 1).await;
        store.close().await;
        assert_eq!(store.not_closed(), Some(NotClosed::Replaced));
        let aside = std::fs::read(beside(&file, "-wal.former-1")).unwrap();
        assert!(aside == log, "it is kept as it was");
        assert!(std::fs::read(&file).unwrap() == std::fs::read(&copy).unwrap());
        goes_on(&folder, &table, 5).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_reads_meanwhile_does_not_lay_the_log_over_a_backup_either() {
    let (folder, store, table, copy) = played(200).await;
    let file = folder.file();
    // However soon somebody looks.
    for is_noticed in [false, true] {
        takes_the_place(&file, &copy);
        if is_noticed {
            refuses(&store, &table, 201).await;
        }
        let many = (0..20).map(|_| {
            let (store, table) = (store.clone(), table.clone());
            tokio::spawn(async move { holds(&store, &table, 200).await })
        });
        for one in many.collect::<Vec<_>>() {
            one.await.unwrap();
        }
        assert!(beside(&file, "-wal").exists());
        assert!(std::fs::read(&file).unwrap() == std::fs::read(&copy).unwrap());
    }
    store.close().await;
    goes_on(&folder, &table, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_brought_back_together_with_its_file_stays_when_it_is_closed() {
    let (folder, store, table, _) = played(20).await;
    let snapshot = left(&folder);
    writes(&store, &table, 21..=30).await;
    for ending in ["", "-wal"] {
        let from = beside(&snapshot.file(), ending);
        takes_the_place(&beside(&folder.file(), ending), &from);
    }
    refuses(&store, &table, 31).await;
    store.close().await;
    assert_eq!(store.not_closed(), Some(NotClosed::Replaced));
    std::fs::remove_file(beside(&folder.file(), "-shm")).unwrap();
    goes_on(&folder, &table, 20).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_a_killed_process_left_is_believed_where_its_file_is_and_nowhere_else() {
    for steps in [8, 200] {
        let (folder, store, table, copy) = played(steps).await;
        // The database was moved to another disk with its log.
        goes_on(&left(&folder), &table, steps as usize).await;
        // A backup was put in its place, over the file or as another one, and the log was forgotten.
        for is_copied_over in [false, true] {
            let left = left(&folder);
            let file = left.file();
            if is_copied_over {
                copy_over(&copy, &file);
            } else {
                takes_the_place(&file, &copy);
            }
            goes_on(&left, &table, 5).await;
            assert!(beside(&file, "-wal.former-1").exists());
        }
        store.close().await;
    }
}

/// While nobody has changed it since, it is not read as a whole: that takes its time.
#[tokio::test(flavor = "multi_thread")]
async fn how_the_file_stands_is_noted_beside_it() {
    let (folder, store, table, copy) = played(8).await;
    let lock = || std::fs::read_to_string(beside(&folder.file(), ".lock")).unwrap();
    let noted = || {
        let stands = presence::Stands::at(&folder.file()).unwrap();
        lock().ends_with(&stands.text())
    };
    assert!(noted());
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run("pragma wal_checkpoint(truncate)").await;
    other.leave().await;
    assert!(!noted());
    writes(&store, &table, 9..=10).await;
    assert!(noted());
    let before = lock();
    takes_the_place(&folder.file(), &copy);
    refuses(&store, &table, 11).await;
    store.close().await;
    assert!(!noted());
    assert_eq!(lock(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stood_in_a_file_that_was_deleted_is_copied_beside_its_place() {
    for gone in [&[""] as &[&str], &["", "-wal", "-shm", ".lock"]] {
        let (folder, store, table, _) = played(12).await;
        let file = folder.file();
        for ending in gone {
            std::fs::remove_file(beside(&file, ending)).unwrap();
        }
        refuses(&store, &table, 13).await;
        let rescued = beside(&file, ".rescued");
        assert!(rescued.exists(), "a process that is killed leaves it, too");
        store.close().await;
        assert_eq!(store.not_closed(), SALVAGED);
        // No empty database is made where one is expected.
        let words = failure(open(&file).await);
        assert!(words.contains("is gone: put it back"), "{words}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&rescued).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::rename(&rescued, &file).unwrap();
        goes_on(&folder, &table, 12).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_when_it_is_closed_is_copied_and_nothing_is_written_over() {
    let (folder, store, _, _) = played(12).await;
    std::fs::remove_file(folder.file()).unwrap();
    store.close().await;
    assert_eq!(store.not_closed(), SALVAGED);

    // Copies of other days stand there: each stays, and one more gets a name of its own until there are ten.
    for others in [1, 9, 10] {
        let (folder, store, table, _) = played(12).await;
        let numbered = (1..10).map(|number| format!(".rescued-{number}"));
        let names: Vec<_> = std::iter::once(".rescued".to_owned())
            .chain(numbered)
            .map(|name| beside(&folder.file(), &name))
            .collect();
        for name in &names[..others] {
            std::fs::write(name, "another one").unwrap();
        }
        std::fs::remove_file(folder.file()).unwrap();
        refuses(&store, &table, 13).await;
        store.close().await;
        for name in &names[..others] {
            assert_eq!(std::fs::read(name).unwrap(), b"another one", "{others}");
        }
        let Some(copy) = names.get(others) else {
            assert_eq!(store.not_closed(), Some(NotClosed::Deleted));
            continue;
        };
        assert_eq!(store.not_closed(), SALVAGED, "{others}");
        std::fs::rename(copy, folder.file()).unwrap();
        goes_on(&folder, &table, 12).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_moved_away_is_no_orderly_end() {
    let (folder, store, table, _) = played(12).await;
    let (file, away) = (folder.file(), folder.0.join("away.db"));
    std::fs::rename(&file, &away).unwrap();
    refuses(&store, &table, 13).await;
    store.close().await;
    assert_eq!(store.not_closed(), Some(NotClosed::Away));
    assert!(!beside(&file, ".rescued").exists());
    // Its log waits for it.
    std::fs::rename(&away, &file).unwrap();
    goes_on(&folder, &table, 12).await;
}
