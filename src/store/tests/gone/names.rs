//! A database whose file has a second name: the log and the lock stand beside one of the two alone.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_in_by_another_name_of_the_file() {
    let folder = Folder::new();
    let file = folder.file();
    let elsewhere = folder.0.join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let link = elsewhere.join("istaka.db");
    let store = open(&file).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=3).await;
    std::fs::hard_link(&file, &link).unwrap();
    let words = failure(open(&link).await);
    assert!(words.contains("has another name"), "{words}");
    // A copy by that name would lack what stands in the log.
    let copy = folder.0.join("copy.db");
    let copied = backup(&link, &copy).await;
    let words = copied.unwrap_err().to_string();
    assert!(words.contains("has another name"), "{words}");
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 1);
    backup(&file, &copy).await.unwrap();
    // Whoever was there before goes on until it ends.
    writes(&store, &table, 4..=4).await;
    store.close().await;
    let words = failure(open(&file).await);
    assert!(words.contains("has another name"), "{words}");
    std::fs::remove_file(&link).unwrap();
    let store = open(&file).await.unwrap();
    holds(&store, &table, 4).await;
    store.close().await;
}

/// A process that is killed while it makes a damaged file anew leaves a second name of it.
#[tokio::test(flavor = "multi_thread")]
async fn the_name_that_a_damaged_file_gets_keeps_nobody_out() {
    let folder = Folder::new();
    let file = folder.file();
    open(&file).await.unwrap().close().await;
    std::fs::hard_link(&file, beside(&file, ".damaged-1")).unwrap();
    open(&file).await.unwrap().close().await;
}
