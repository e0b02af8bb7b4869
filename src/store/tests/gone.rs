//! The file of a database goes away while it is used, or between two runs.

mod elsewhere;
mod file;
mod former;
mod log;
mod names;

use std::ops::RangeInclusive;

use super::*;

impl OtherProgram {
    /// From now on no journal can be read, for a reason that is not damage.
    pub(crate) async fn hide_journals(&mut self) {
        self.run("alter table steps rename to hidden").await;
    }

    /// They can be read again.
    pub(crate) async fn show_journals(&mut self) {
        self.run("alter table hidden rename to steps").await;
    }
}

/// What is beside a file.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_into_a_file_that_is_gone_is_not_told_as_done() {
    for lost in ["", "-wal"] {
        let folder = Folder::new();
        let file = folder.file();
        let store = open(&file).await.unwrap();
        let table = new_id();
        assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
        let (here, away) = (beside(&file, lost), beside(&file, ".away"));
        std::fs::rename(&here, &away).unwrap();
        for _ in 0..2 {
            let refused = store.append(step(&table, 2, None)).await;
            assert_eq!(refused, Err(NotWritten::Refused), "{lost}");
        }
        assert!(!here.exists(), "a new file was made");
        // Another one in its place is not the one that was opened.
        std::fs::copy(&away, &here).unwrap();
        let replaced = std::fs::read(&here).unwrap();
        let refused = store.append(step(&table, 2, None)).await;
        assert_eq!(refused, Err(NotWritten::Refused), "{lost}");
        assert!(std::fs::read(&here).unwrap() == replaced, "it was written");
        std::fs::rename(&away, &here).unwrap();
        assert_eq!(store.append(step(&table, 2, None)).await, Ok(Written::Done));
        store.close().await;
        let store = open(&file).await.unwrap();
        let stored = store.load(&table).await.unwrap();
        assert_eq!(stored.steps.len(), 2, "{lost}");
        store.close().await;
    }
}

/// These steps of a table are written.
async fn writes(store: &Store, table: &TableId, revisions: RangeInclusive<u64>) {
    for revision in revisions {
        let written = store.append(step(table, revision, None)).await;
        assert_eq!(written, Ok(Written::Done));
    }
}

/// The next step of a table is refused.
async fn refuses(store: &Store, table: &TableId, revision: u64) {
    let refused = store.append(step(table, revision, None)).await;
    assert_eq!(refused, Err(NotWritten::Refused));
}

/// So many steps of a table are there, and all belong together.
async fn holds(store: &Store, table: &TableId, steps: usize) {
    let stored = store.load(table).await.unwrap();
    let all = (stored.steps.len(), stored.chain == Chain::Whole);
    assert_eq!(all, (steps, true));
}

/// Copies a file over another one, as a host does: that one keeps its place and its number. Another program does it, for a file
/// that this one closes takes SQLite's locks with it.
fn copy_over(from: &Path, to: &Path) {
    let copied = std::process::Command::new("cp").args([from, to]).status();
    assert!(copied.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_into_a_file_that_was_copied_over_or_cut_off_is_not_told_as_done() {
    // What is copied over it, how many steps later, and whether the log says something since.
    for (with, later, is_logged) in [
        (Some("copy.db"), 200, true),
        (None, 200, true),
        (Some("copy.db"), 3, false),
    ] {
        let folder = Folder::new();
        let file = folder.file();
        let store = open(&file).await.unwrap();
        let (table, other_table) = (new_id(), new_id());
        assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
        let copy = folder.0.join("copy.db");
        backup(&file, &copy).await.unwrap();
        for revision in 1..=later {
            let written = store.append(step(&other_table, revision, None)).await;
            assert_eq!(written, Ok(Written::Done));
        }
        let mut other = OtherProgram::at(&file).await;
        other.run("pragma wal_checkpoint(truncate)").await;
        if is_logged {
            let written = store.append(step(&other_table, later + 1, None)).await;
            assert_eq!(written, Ok(Written::Done));
        }
        let over = with.map_or_else(|| folder.0.join("nothing"), |name| folder.0.join(name));
        if with.is_none() {
            std::fs::write(&over, "").unwrap();
        }
        copy_over(&over, &file);
        for _ in 0..2 {
            let refused = store.append(step(&table, 2, None)).await;
            assert_eq!(refused, Err(NotWritten::Refused), "{with:?}");
        }
        let stands = std::fs::read(&file).unwrap();
        assert!(stands == std::fs::read(&over).unwrap(), "it was written");
        other.leave().await;
        store.close().await;

        // As docs/hosting.md says.
        for ending in ["", "-wal", "-shm", ".lock"] {
            let _ = std::fs::remove_file(beside(&file, ending));
        }
        copy_over(&copy, &file);
        let store = open(&file).await.unwrap();
        assert_eq!(store.load(&table).await.unwrap().steps.len(), 1);
        assert_eq!(store.append(step(&table, 2, None)).await, Ok(Written::Done));
        store.close().await;
    }
}

/// Where all of a database still stands in the log nothing of it is lost by a copy over its file: then steps may be told as done,
/// but only if they are there afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_as_done_over_a_copied_file_is_there_afterwards() {
    let mut done = Vec::new();
    // Before which revision the database is closed, which moves all of its log to its place; and copied.
    for closed in [None, Some(1), Some(50), Some(100)] {
        for copied in [1, 50, 100] {
            let folder = Folder::new();
            let file = folder.file();
            let mut store = open(&file).await.unwrap();
            let (table, copy) = (new_id(), folder.0.join("copy.db"));
            for revision in 1..=100 {
                if closed == Some(revision) {
                    store.close().await;
                    store = open(&file).await.unwrap();
                }
                if copied == revision {
                    backup(&file, &copy).await.unwrap();
                }
                let written = store.append(step(&table, revision, None)).await;
                assert_eq!(written, Ok(Written::Done));
            }
            copy_over(&copy, &file);
            let told = store.append(step(&table, 101, None)).await;
            store.close().await;
            if told != Ok(Written::Done) {
                assert_eq!(told, Err(NotWritten::Refused));
                continue;
            }
            done.push((closed, copied));
            let store = open(&file).await.unwrap();
            let stored = store.load(&table).await.unwrap();
            let all = (stored.steps.len(), stored.chain == Chain::Whole);
            assert_eq!(all, (101, true), "closed {closed:?}, copied {copied}");
            store.close().await;
        }
    }
    assert!(done.len() < 12, "nothing was noticed: {done:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_another_program_has_made_longer_or_shorter_is_the_same() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    for revision in 1..=200 {
        let written = store.append(step(&table, revision, None)).await;
        assert_eq!(written, Ok(Written::Done));
    }
    let length = || std::fs::metadata(&file).unwrap().len();
    let mut other = OtherProgram::at(&file).await;
    other
        .run("create table much (bytes blob); insert into much values (zeroblob(1000000))")
        .await;
    other.run("pragma wal_checkpoint(truncate)").await;
    assert_eq!(
        store.append(step(&table, 201, None)).await,
        Ok(Written::Done)
    );
    let before = length();
    other.run("drop table much").await;
    other.run("vacuum").await;
    other.run("pragma wal_checkpoint(truncate)").await;
    assert!(length() < before);
    for revision in [202, 203] {
        let written = store.append(step(&table, revision, None)).await;
        assert_eq!(written, Ok(Written::Done));
    }
    other.leave().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_whose_file_went_away_while_it_waited_is_not_told_as_done() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
    let mut other = OtherProgram::at(&file).await;
    other.lock().await;
    let waiting = tokio::spawn({
        let (store, step) = (store.clone(), step(&table, 2, None));
        async move { store.append(step).await }
    });
    // The writer has it, and looks at the file long before this one has read.
    while store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.load(&table).await.unwrap().steps.len(), 1);
    std::fs::rename(&file, beside(&file, ".away")).unwrap();
    other.unlock().await;
    let told = waiting.await.unwrap().unwrap_err();
    std::fs::rename(beside(&file, ".away"), &file).unwrap();
    // What is told as refused is never there when the file is back; what was written before it was looked at again is.
    let steps = store.load(&table).await.unwrap().steps.len();
    let all = [(NotWritten::Refused, 1), (NotWritten::Unknown, 2)];
    assert!(all.contains(&(told, steps)), "{told}, and {steps} steps");
    other.leave().await;
    store.close().await;
}

/// The writer waits for another program's lock meanwhile, and has looked at the file before.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_whose_file_was_copied_over_while_it_waited_is_not_told_as_done() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    let copy = folder.0.join("copy.db");
    writes(&store, &table, 1..=5).await;
    backup(&file, &copy).await.unwrap();
    writes(&store, &table, 6..=200).await;
    // All of that is in the file, and the next one in the log alone.
    store.close().await;
    let store = open(&file).await.unwrap();
    writes(&store, &table, 201..=201).await;
    let mut other = OtherProgram::at(&file).await;
    other.lock().await;
    let waiting = tokio::spawn({
        let (store, step) = (store.clone(), step(&table, 202, None));
        async move { store.append(step).await }
    });
    while store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    // The writer looks at the file long before this one has read.
    holds(&store, &table, 201).await;
    copy_over(&copy, &file);
    // Longer than it was, too: that alone would be noticed.
    let length = std::fs::metadata(&file).unwrap().len();
    let longer = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
    longer.set_len(length + (1 << 20)).unwrap();
    other.unlock().await;
    let told = waiting.await.unwrap().unwrap_err();
    assert!([NotWritten::Refused, NotWritten::Unknown].contains(&told));
    refuses(&store, &table, 202).await;
    other.leave().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_copied_over_before_anything_was_played_since_the_start_is_noticed() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let (table, other_table) = (new_id(), new_id());
    writes(&store, &table, 1..=13).await;
    let copy = folder.0.join("copy.db");
    backup(&file, &copy).await.unwrap();
    writes(&store, &table, 14..=21).await;
    store.close().await;
    for played in [false, true] {
        let store = open(&file).await.unwrap();
        store.alive(Moment::from_unix_ms(7)).await.unwrap();
        if played {
            writes(&store, &other_table, 1..=1).await;
        }
        let before = folder.0.join("before.db");
        copy_over(&file, &before);
        copy_over(&copy, &file);
        refuses(&store, &table, 22).await;
        refuses(&store, &other_table, 2).await;
        copy_over(&before, &file);
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_database_stands_in_its_file_before_anything_is_played() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    // As after a kill, and somebody has taken the log away.
    let copy = folder.0.join("copy.db");
    std::fs::copy(&file, &copy).unwrap();
    std::fs::copy(beside(&file, ".lock"), beside(&copy, ".lock")).unwrap();
    store.close().await;
    let store = open(&copy).await.unwrap();
    store.close().await;
    // One in which there was never anything but whose it is: it is no new database where one is expected.
    let shell = folder.0.join("shell.db");
    let mut made = OtherProgram::at(&shell).await;
    made.run("pragma application_id = 0x6973746b").await;
    made.leave().await;
    assert_eq!(std::fs::metadata(&shell).unwrap().len(), 4096);
    std::fs::copy(beside(&file, ".lock"), beside(&shell, ".lock")).unwrap();
    let missing = open(&shell).await.err();
    assert!(
        matches!(missing, Some(Failure::Missing { .. })),
        "{missing:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_was_put_in_the_place_of_file_and_log_is_not_written_to() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    let copy = folder.0.join("copy.db");
    writes(&store, &table, 1..=5).await;
    backup(&file, &copy).await.unwrap();
    writes(&store, &table, 6..=10).await;
    assert_eq!(store.load(&table).await.unwrap().steps.len(), 10);
    let mut other = OtherProgram::at(&file).await;
    other.run("pragma wal_checkpoint(truncate)").await;
    other.leave().await;
    writes(&store, &table, 11..=11).await;
    for ending in ["-wal", "-shm"] {
        std::fs::remove_file(beside(&file, ending)).unwrap();
    }
    copy_over(&copy, &file);
    refuses(&store, &table, 12).await;
    assert!(!store.is_log_gone(), "it would be opened again");
    store.close().await;
    // What is forgotten holds its locks until the process ends.
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&copy).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_was_deleted_is_taken_anew_and_lets_nobody_write_beside_another_process() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let table = new_id();
    let lock = beside(&file, ".lock");
    let expected = std::fs::read(&lock).unwrap();
    std::fs::remove_file(&lock).unwrap();
    assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
    assert!(std::fs::read(&lock).unwrap().starts_with(&expected));
    let words = failure(open(&file).await);
    assert!(words.contains("in use"), "{words}");

    // Something is there that does not open.
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let refused = store.append(step(&table, 2, None)).await;
    assert_eq!(refused, Err(NotWritten::Refused));
    std::fs::remove_dir(&lock).unwrap();

    let second = open(&file).await.unwrap();
    for _ in 0..2 {
        let refused = store.append(step(&table, 2, None)).await;
        assert_eq!(refused, Err(NotWritten::Refused));
    }
    assert_eq!(
        second.append(step(&table, 2, None)).await,
        Ok(Written::Done)
    );
    second.close().await;
    assert_eq!(store.append(step(&table, 3, None)).await, Ok(Written::Done));
    let words = failure(open(&file).await);
    assert!(words.contains("in use"), "{words}");
    store.close().await;
    open(&file).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_database_was_no_new_one_is_made() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    store.close().await;
    drop(store);
    for emptied in [false, true] {
        if emptied {
            std::fs::write(&file, "").unwrap();
        } else {
            std::fs::remove_file(&file).unwrap();
        }
        let words = failure(open(&file).await);
        assert!(words.contains("is gone: put it back"), "{words}");
        let length = std::fs::metadata(&file).map_or(0, |about| about.len());
        assert_eq!(length, 0, "a new database was made");
    }
    std::fs::remove_file(beside(&file, ".lock")).unwrap();
    open(&file).await.unwrap().close().await;
}

/// The writer ends with the runtime that it lives in, as it does where it falls over: nobody has closed the store.
#[test]
fn a_store_whose_writer_ended_says_so() {
    let folder = Folder::new();
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let elsewhere = runtime();
    let store = elsewhere.block_on(open(&folder.file())).unwrap();
    assert!(store.has_writer());
    elsewhere.shutdown_background();
    runtime().block_on(async {
        let gone = tokio::time::timeout(LIMIT, store.writer_gone()).await;
        assert!(gone.is_ok() && !store.has_writer());
        let refused = store.append(step(&new_id(), 1, None)).await;
        assert_eq!(refused, Err(NotWritten::Refused));
        store.close().await;
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_crash_left_of_the_very_first_transaction_is_begun_anew() {
    let folder = Folder::new();
    let file = folder.file();
    // The file had grown by its first page, but the page was lost, and the journal tells that there was none before.
    let mut journal = vec![
        0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, 0, 0, 0, 0, 1, 2, 3, 4,
    ];
    journal.extend([0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 16, 0]);
    journal.resize(512, 0);
    std::fs::write(&file, [0; 4096]).unwrap();
    std::fs::write(beside(&file, "-journal"), journal).unwrap();
    let store = open(&file).await.unwrap();
    let table = new_id();
    assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
    store.close().await;

    // Zeros alone are a file of somebody else.
    let strange = folder.0.join("zeros");
    std::fs::write(&strange, [0; 4096]).unwrap();
    let words = failure(open(&strange).await);
    assert!(words.contains("not a database"), "{words}");
    assert_eq!(std::fs::read(&strange).unwrap(), [0; 4096]);
}
