//! One person asks for pictures like a program while others play.

use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use istaka::discord::Rank;
use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::people::PATIENCE;

/// So many pictures of one person are made at once; whoever asks for more is told in words.
const AT_ONCE: usize = 4;
/// So often *My rack* is pressed: fewer than a table takes at once.
const PRESSES: usize = 24;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_never_has_more_than_their_share_of_the_easels() {
    let mut evening = Evening::begins().await;
    let easels = evening.paints_at_one_easel(PATIENCE, PATIENCE).await;
    let [ayse, ben] = evening.people(["Ayşe", "弁"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let rack = board.can("rack").expect("My rack");
    ayse.sees().await;
    let taken = easels.take(Rank::Acting, Instant::now()).await;

    // No picture can be made, and all presses but a few are answered all the same, with everything the picture shows.
    let presses = (0..PRESSES).map(|_| ayse.forges(&board, &rack.id));
    let mut presses: FuturesUnordered<_> = presses.collect();
    for _ in AT_ONCE..PRESSES {
        let told = presses.next().await.expect("a press").message();
        assert!(told.is_private() && !told.has_picture(), "{told:?}");
        assert!(told.content().contains("Your rack"), "{told:?}");
    }
    let next = tokio::time::timeout(Duration::ZERO, presses.next()).await;
    assert!(next.is_err(), "a few wait for their picture");

    // Somebody else asks once, and waits behind no more than that.
    let mut his = std::pin::pin!(ben.forges(&board, &rack.id));
    assert!(futures::poll!(&mut his).is_pending());
    drop(taken);
    let his = his.await.message();
    assert!(his.has_picture(), "{his:?}");
    while let Some(press) = presses.next().await {
        let told = press.message();
        assert!(told.has_picture(), "{told:?}");
    }
    evening.ends().await;
}
