//! Who may read the files of a database, and what is made beside one that is only read.

use std::path::Path;

use super::super::{BackupFailure, Failure, Folder, Store, backup};

/// A database that was closed, and a copy of it in a folder of its own.
async fn database_and_copy() -> (Folder, Folder) {
    let (home, away) = (Folder::new(), Folder::new());
    let store = Store::open(&home.file()).await.unwrap();
    store.close().await;
    backup(&home.file(), &away.file()).await.unwrap();
    (home, away)
}

fn names_beside(file: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(file.parent().unwrap()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

async fn tables_in(file: &Path) -> usize {
    let store = Store::read(file).await.unwrap();
    let tables = store.live_tables().await.unwrap().len();
    assert_eq!(store.faults().await, Vec::<String>::new());
    store.close().await;
    tables
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_came_open_to_all_is_closed_to_them() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file();
    Store::open(&file).await.unwrap().close().await;
    let beside = ["-wal", "-shm"].map(|ending| format!("{}{ending}", file.display()));
    for empty in &beside {
        std::fs::write(empty, "").unwrap();
    }
    for rights in [0o644, 0o666, 0o640] {
        let all = [file.to_str().unwrap(), &beside[0], &beside[1]];
        for path in all.iter().filter(|path| Path::new(path).exists()) {
            std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap();
        }
        let store = Store::open(&file).await.unwrap();
        for path in all {
            let mode = std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{path} was {rights:o}");
        }
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_beside_a_copy_that_is_read() {
    let (home, away) = database_and_copy().await;
    let copy = away.file();
    // One that was made with `cp` says that it keeps a log.
    let by_hand = copy.with_file_name("by-hand.db");
    std::fs::copy(home.file(), &by_hand).unwrap();
    let before = names_beside(&copy);
    assert_eq!(before.len(), 2, "{before:?}");
    for copy in [&copy, &by_hand] {
        assert_eq!(tables_in(copy).await, 0);
        let again = copy.with_file_name("again.db");
        backup(copy, &again).await.unwrap();
        std::fs::remove_file(again).unwrap();
        assert_eq!(names_beside(copy), before);
    }
}

/// As in a folder that is read-only, or another's: what stands here keeps SQLite from making its own file even for the superuser.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_database_beside_which_nothing_can_be_made_is_read_where_its_file_holds_all() {
    let (home, _away) = database_and_copy().await;
    let file = home.file();
    let beside = |ending: &str| format!("{}{ending}", file.display());
    let _ = std::fs::remove_file(beside("-shm"));
    std::os::unix::fs::symlink("nowhere/at all", beside("-shm")).unwrap();
    for log in [None, Some("")] {
        if let Some(log) = log {
            std::fs::write(beside("-wal"), log).unwrap();
        }
        assert_eq!(tables_in(&file).await, 0, "{log:?}");
        let copy = file.with_file_name("copy.db");
        backup(&file, &copy).await.unwrap();
        std::fs::remove_file(copy).unwrap();
    }
    std::fs::write(beside("-wal"), [0; 4096]).unwrap();
    let read = Store::read(&file).await.err();
    assert!(matches!(read, Some(Failure::FolderShut { .. })), "{read:?}");
    let copied = backup(&file, &file.with_file_name("copy.db")).await;
    let is_told = matches!(
        &copied,
        Err(BackupFailure::Database(Failure::FolderShut { .. }))
    );
    assert!(is_told, "{copied:?}");
}
