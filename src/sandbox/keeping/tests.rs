//! The bound of what is kept: old pictures go, emojis and everything else stay.

use axum::body::Bytes;

use super::open::open;
use super::rows::{Changes, KeptFile, Kind};
use crate::id::Id;
use crate::tests::Folder;

fn file(bytes: usize, lasts: bool) -> Option<KeptFile> {
    Some(KeptFile {
        bytes: Bytes::from(vec![7; bytes]),
        content_type: "image/png".to_owned(),
        lasts,
    })
}

fn id(number: i64) -> Id {
    Id::of_number(number).expect("a number above zero")
}

fn changes(files: Vec<(Id, Option<KeptFile>)>) -> Changes {
    Changes {
        frame: None,
        commands: None,
        things: vec![(Kind::Message, id(1), Some("{}".to_owned()))],
        files,
        dead_before: id(0),
    }
}

#[tokio::test]
async fn the_oldest_pictures_go_first_and_emojis_stay() {
    let folder = Folder::new();
    let path = folder.file("evening.db.world");
    let (book, found) = open(&path).await.expect("a new world");
    assert!(found.is_none(), "it is new");
    let mut book = book.with_most(1000);
    let first = vec![(id(1), file(900, true)), (id(2), file(600, false))];
    book.write(&changes(first)).await.expect("written");
    let more = vec![(id(3), file(300, false)), (id(4), file(300, false))];
    book.write(&changes(more)).await.expect("written");
    // What is changed or taken away makes room.
    let less = vec![
        (id(3), None),
        (id(4), file(700, false)),
        (id(5), file(300, false)),
    ];
    book.write(&changes(less)).await.expect("written");
    book.close().await.expect("closed");

    let (book, found) = open(&path).await.expect("the same world");
    let found = found.expect("something was written");
    let kept: Vec<(i64, usize)> = found
        .files
        .iter()
        .map(|(id, _, bytes)| (*id, bytes.len()))
        .collect();
    assert_eq!(kept, [(1, 900), (4, 700), (5, 300)]);
    assert_eq!(found.things.len(), 1, "messages stay");
    // The count goes on where it was.
    let mut book = book.with_most(1000);
    book.write(&changes(vec![(id(6), file(1, false))]))
        .await
        .expect("written");
    book.close().await.expect("closed");
    let (_, found) = open(&path).await.expect("the same world");
    let files = found.expect("something was written").files;
    assert_eq!(
        files.iter().map(|(id, ..)| *id).collect::<Vec<_>>(),
        [1, 5, 6]
    );
}

/// A full disk refuses the end of a transaction, when SQLite has taken all of it back already, and then that of another one. On the
/// same connection a transaction would stay open from then on, and nothing be written any more.
#[tokio::test]
async fn after_ends_that_were_refused_the_next_one_is_written() {
    let folder = Folder::new();
    let path = folder.file("evening.db.world");
    let (mut book, _) = open(&path).await.expect("a new world");
    let mut all = changes(vec![(id(1), file(10, false)), (id(2), file(10, false))]);
    book.refuses_to_commit(2).await;
    book.write(&all).await.expect_err("it is refused");
    // Whether this one is written as well or not: what comes then is.
    let _ = book.write(&all).await;
    all.things = vec![(Kind::Message, id(2), Some("{}".to_owned()))];
    book.write(&all).await.expect("written");
    // As if it were killed.
    let copy = folder.file("copy.world");
    for ending in ["", "-wal"] {
        let of = |path: &std::path::Path| format!("{}{ending}", path.display());
        std::fs::copy(of(&path), of(&copy)).expect("copied");
    }
    let (_, found) = open(&copy).await.expect("the same world");
    let found = found.expect("something was written");
    assert!(found.things.iter().any(|(_, id, _)| *id == 2), "lost");
    assert_eq!(found.files.len(), 2);
}

#[tokio::test]
async fn tokens_of_old_interactions_are_not_kept() {
    let folder = Folder::new();
    let path = folder.file("evening.db.world");
    let (mut book, _) = open(&path).await.expect("a new world");
    let body = || Some("{}".to_owned());
    let mut late = changes(Vec::new());
    late.things = vec![
        (Kind::Interaction, id(5), body()),
        (Kind::Interaction, id(9), body()),
    ];
    late.things.push((Kind::Message, id(4), body()));
    late.dead_before = id(9);
    book.write(&late).await.expect("written");
    book.close().await.expect("closed");
    let (_, found) = open(&path).await.expect("the same world");
    let things = found.expect("something was written").things;
    let things: Vec<_> = things.iter().map(|(kind, id, _)| (*kind, *id)).collect();
    assert_eq!(
        things,
        [(Kind::Message as i64, 4), (Kind::Interaction as i64, 9)]
    );
}
