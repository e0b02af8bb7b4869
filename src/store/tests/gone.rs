//! The file of a database goes away while it is used, or between two runs.

use super::*;

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
