//! The log beside a database goes away, or is cut off.

use super::*;

/// A store in a folder of its own, opened like that, and a table of which so many steps are written.
async fn played(
    opens: impl AsyncFnOnce(&Path) -> Result<Store, Failure>,
    steps: u64,
) -> (Folder, PathBuf, Store, TableId) {
    let folder = Folder::new();
    let file = folder.file();
    let store = opens(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=steps).await;
    (folder, file, store, table)
}

/// A step is written once the file was read, which may take longer than the store waits.
async fn writes_in_the_end(store: &Store, table: &TableId, revision: u64) {
    while store.append(step(table, revision, None)).await != Ok(Written::Done) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stood_in_a_log_that_was_deleted_is_there_once_the_database_was_closed() {
    let (_folder, file, store, table) = played(open, 10).await;
    // Readers have the log open as well.
    assert_eq!(store.load(&table).await.unwrap().steps.len(), 10);
    assert!(!store.is_log_gone());
    std::fs::remove_file(beside(&file, "-wal")).unwrap();
    refuses(&store, &table, 11).await;
    store.log_found_gone().await;
    assert!(store.is_log_gone());
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 10).await;
    writes(&store, &table, 11..=11).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stood_in_a_log_that_was_deleted_is_there_although_another_program_looks_on() {
    let (_folder, file, store, table) = played(open_impatiently, 10).await;
    // It has the log open as well, and will be there when this one closes; at first it reads one moment.
    let mut other = OtherProgram::at(&file).await;
    other.run("begin").await;
    assert_eq!(other.number("select count(*) from steps").await, 10);
    std::fs::remove_file(beside(&file, "-wal")).unwrap();
    refuses(&store, &table, 11).await;
    assert!(!store.is_log_gone(), "it would be closed, and all be lost");
    other.unlock().await;
    refuses(&store, &table, 11).await;
    assert!(store.is_log_gone());
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 10).await;
    writes(&store, &table, 11..=11).await;
    other.leave().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stood_in_a_log_that_was_deleted_is_there_although_it_is_closed_while_another_program_reads()
 {
    let (_folder, file, store, table) = played(open_impatiently, 5).await;
    let mut other = OtherProgram::at(&file).await;
    other.run("begin").await;
    other.number("select count(*) from steps").await;
    writes(&store, &table, 6..=10).await;
    std::fs::remove_file(beside(&file, "-wal")).unwrap();
    refuses(&store, &table, 11).await;
    assert!(!store.is_log_gone());
    store.close().await;
    assert_eq!(store.not_closed(), None);
    let store = open_impatiently(&file).await.unwrap();
    holds(&store, &table, 10).await;
    writes(&store, &table, 11..=12).await;
    other.unlock().await;
    other.leave().await;
    writes(&store, &table, 13..=13).await;
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 13).await;
    store.close().await;
}

/// A log that was begun anew is longer than what stands in it, and whoever has it open after it was put back would take old pages
/// behind that for new ones.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_old_pages_of_a_log_that_was_put_back() {
    let (_folder, file, store, table) = played(Store::open_with_short_log, 300).await;
    let mut other = OtherProgram::at(&file).await;
    other.run("pragma wal_checkpoint(restart)").await;
    writes(&store, &table, 301..=301).await;
    other.run("begin").await;
    other.number("select count(*) from steps").await;
    writes(&store, &table, 302..=302).await;
    std::fs::remove_file(beside(&file, "-wal")).unwrap();
    refuses(&store, &table, 303).await;
    store.close().await;
    let store = open_impatiently(&file).await.unwrap();
    holds(&store, &table, 302).await;
    writes(&store, &table, 303..=310).await;
    other.unlock().await;
    store.close().await;
    // As the last one, it moves what it takes for the log.
    other.leave().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 310).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_room_for_a_log_that_was_deleted_the_file_stays_as_it_was() {
    for has_room_again in [true, false] {
        let (folder, file, store, table) = played(open, 5).await;
        OtherProgram::at(&file)
            .await
            .run("pragma wal_checkpoint")
            .await;
        let stands = std::fs::read(&file).unwrap();
        writes(&store, &table, 6..=50).await;
        assert_eq!(store.load(&table).await.unwrap().steps.len(), 50);
        // Nothing can be made where the log would be put together.
        let room = beside(&file, "-wal-back");
        std::fs::create_dir(&room).unwrap();
        std::fs::remove_file(beside(&file, "-wal")).unwrap();
        refuses(&store, &table, 51).await;
        refuses(&store, &table, 51).await;
        assert!(!store.is_log_gone());
        assert!(std::fs::read(&file).unwrap() == stands, "half of it");
        if has_room_again {
            std::fs::remove_dir(&room).unwrap();
            refuses(&store, &table, 51).await;
            assert!(store.is_log_gone());
        }
        store.close().await;
        let lost = (!has_room_again).then_some(NotClosed::LogLost);
        assert_eq!(store.not_closed(), lost);
        if has_room_again {
            let store = open(&file).await.unwrap();
            holds(&store, &table, 50).await;
            store.close().await;
        } else {
            // What was let go lives until the process ends: another one finds what stands in the file.
            assert!(std::fs::read(&file).unwrap() == stands, "it was closed");
            let left = folder.0.join("left.db");
            std::fs::copy(&file, &left).unwrap();
            let store = open(&left).await.unwrap();
            holds(&store, &table, 5).await;
            store.close().await;
        }
    }
}

/// By itself a file is no database while somebody else has moved a part of the log there.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_into_which_a_part_of_the_log_was_moved_is_whole_with_the_rest() {
    let (_folder, file, store, table) = played(open, 20).await;
    let mut reader = OtherProgram::at(&file).await;
    let mut other = OtherProgram::at(&file).await;
    other.run("pragma wal_checkpoint(truncate)").await;
    writes(&store, &table, 21..=21).await;
    reader.run("begin").await;
    reader.number("select count(*) from steps").await;
    // The file grows, and its first page tells of more pages than are there yet.
    writes(&store, &table, 22..=200).await;
    other.run("create table much (bytes blob)").await;
    other
        .run("insert into much values (zeroblob(100000))")
        .await;
    other.run("pragma wal_checkpoint(passive)").await;
    writes_in_the_end(&store, &table, 201).await;
    other.run("pragma wal_checkpoint(passive)").await;
    writes_in_the_end(&store, &table, 202).await;
    reader.unlock().await;
    other.run("pragma wal_checkpoint(truncate)").await;
    writes_in_the_end(&store, &table, 203).await;
    reader.leave().await;
    other.leave().await;
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 203).await;
    store.close().await;
}

/// A program that opens a database whose log is gone makes an empty one.
#[tokio::test(flavor = "multi_thread")]
async fn an_empty_log_in_the_place_of_one_that_was_deleted_gives_way() {
    let (_folder, file, store, table) = played(open_impatiently, 5).await;
    let mut other = OtherProgram::at(&file).await;
    other.run("begin").await;
    other.number("select count(*) from steps").await;
    writes(&store, &table, 6..=10).await;
    let log = beside(&file, "-wal");
    std::fs::remove_file(&log).unwrap();
    std::fs::write(&log, "").unwrap();
    refuses(&store, &table, 11).await;
    store.close().await;
    assert_eq!(store.not_closed(), None);
    let store = open_impatiently(&file).await.unwrap();
    holds(&store, &table, 10).await;
    other.unlock().await;
    other.leave().await;
    store.close().await;
}

/// What is wrong with the disk closes a connection, and while there is no room that is the one that has the log open.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_deleted_while_a_move_waited_comes_back_once_there_is_room() {
    let (_folder, file, store, table) = played(open_impatiently, 10).await;
    let mut other = OtherProgram::at(&file).await;
    other.lock().await;
    let room = beside(&file, "-wal-back");
    std::fs::create_dir(&room).unwrap();
    let waiting = tokio::spawn({
        let (store, step) = (store.clone(), step(&table, 11, None));
        async move { store.append(step).await }
    });
    while store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    std::fs::remove_file(beside(&file, "-wal")).unwrap();
    assert_ne!(waiting.await.unwrap(), Ok(Written::Done));
    other.unlock().await;
    for _ in 0..3 {
        refuses(&store, &table, 11).await;
    }
    assert!(!store.is_log_gone());
    std::fs::remove_dir(&room).unwrap();
    other.leave().await;
    refuses(&store, &table, 11).await;
    assert!(store.is_log_gone());
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 10).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_cut_off_is_noticed() {
    let (_folder, file, store, table) = played(open, 10).await;
    let stands = std::fs::read(&file).unwrap();
    let log = beside(&file, "-wal");
    let cut = std::fs::OpenOptions::new().write(true).open(&log).unwrap();
    cut.set_len(0).unwrap();
    refuses(&store, &table, 11).await;
    refuses(&store, &table, 11).await;
    store.close().await;
    assert!(std::fs::read(&file).unwrap() == stands, "it was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_another_program_has_emptied_is_whole() {
    let (_folder, file, store, table) = played(open, 10).await;
    let mut other = OtherProgram::at(&file).await;
    for _ in 0..2 {
        other.run("pragma wal_checkpoint(truncate)").await;
    }
    writes(&store, &table, 11..=20).await;
    other.leave().await;
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 20).await;
    store.close().await;
}

/// A log is gone and the file is another one than it was, for another program has moved the one into the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_another_program_has_moved_to_its_place_before_it_was_deleted_is_not_missed() {
    for moved in ["passive", "truncate"] {
        let (_folder, file, store, table) = played(open, 10).await;
        let mut other = OtherProgram::at(&file).await;
        other.run(&format!("pragma wal_checkpoint({moved})")).await;
        std::fs::remove_file(beside(&file, "-wal")).unwrap();
        refuses(&store, &table, 11).await;
        assert!(store.is_log_gone(), "{moved}");
        other.leave().await;
        store.close().await;
        let store = open(&file).await.unwrap();
        holds(&store, &table, 10).await;
        writes(&store, &table, 11..=11).await;
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_goes_while_the_disk_refuses_is_missed() {
    let (_folder, file, store, table) = played(open_impatiently, 10).await;
    // Readers have the log open, and what writes closes it when it is refused.
    assert_eq!(store.load(&table).await.unwrap().steps.len(), 10);
    let mut other = OtherProgram::at(&file).await;
    other.lock().await;
    refuses(&store, &table, 11).await;
    std::fs::remove_file(beside(&file, "-wal")).unwrap();
    other.unlock().await;
    other.leave().await;
    refuses(&store, &table, 11).await;
    assert!(store.is_log_gone());
    store.close().await;
    let store = open(&file).await.unwrap();
    holds(&store, &table, 10).await;
    store.close().await;
}

/// A connection that closes for whatever reason while the disk refuses takes the log with it, if it is the last one.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_the_last_connection_took_away_is_not_missed_if_all_of_it_is_in_the_file() {
    for lost in [false, true] {
        let (folder, file, store, table) = played(open_impatiently, 5).await;
        let copy = folder.0.join("copy.db");
        backup(&file, &copy).await.unwrap();
        writes(&store, &table, 6..=10).await;
        assert_eq!(store.load(&table).await.unwrap().steps.len(), 10);
        let mut other = OtherProgram::at(&file).await;
        other.lock().await;
        refuses(&store, &table, 11).await;
        other.unlock().await;
        other.leave().await;
        store.0.readers.close().await;
        assert!(!beside(&file, "-wal").exists());
        if lost {
            copy_over(&copy, &file);
            refuses(&store, &table, 11).await;
            refuses(&store, &table, 11).await;
        } else {
            writes_in_the_end(&store, &table, 11).await;
            writes(&store, &table, 12..=20).await;
        }
        store.close().await;
        let store = open(&file).await.unwrap();
        holds(&store, &table, if lost { 5 } else { 20 }).await;
        store.close().await;
    }
}
