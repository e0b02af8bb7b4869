//! A deal of Kaluki that is void: it is said, nothing counts, and the same player deals again.

use serde_json::json;

use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::play_kaluki::{hand, rigged};
use crate::play101::assert_tells;

/// Two who open, and pass cards to each other without a draw.
const HANDS: [&str; 2] = ["hK cK sK dK d9 s6", "h9 s9 c9 c2 c3 c4 h2 h5"];

/// The sign of whoever deals, as a line of the board says it between these words.
fn sign_between<'a>(board: &'a Message, before: &str, after: &str) -> &'a str {
    let (_, rest) = board.content().split_once(before).expect(before);
    rest.split_once(after).expect(after).0
}

/// Every move of these is done.
async fn plays_all(person: &Person, moves: &[&str]) {
    for typed in moves {
        let told = person.plays(typed).await.message();
        let is_done = [
            "Nothing was",
            "You can't",
            "may not",
            "not your turn",
            "isn't a move",
        ]
        .iter()
        .all(|no| !told.content().contains(no));
        assert!(is_done, "{typed}: {told:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_void_deal_counts_nothing_and_is_dealt_again_by_the_same_player() {
    let mut evening = Evening::begins().await;
    let options = json!({"rules": "match_mode=fixed_deals:1 stall_limit=4"});
    let names = ["Ayşe", "Ben"];
    let [ayse, ben] = &rigged(&mut evening, names, options, HANDS, ("c8", "s2 s3")).await;
    let dealer = ayse.board().await;
    let dealer = sign_between(&dealer, "dealt by ", " ·").to_owned();
    plays_all(ayse, &["take", "open hK cK sK dK", "discard d9"]).await;
    plays_all(ben, &["take", "open d9 h9 s9 c9 / c2 c3 c4", "discard h2"]).await;
    plays_all(ayse, &["take", "discard s6"]).await;
    plays_all(ben, &["take", "discard h5"]).await;
    let board = ayse
        .waits_for_board("a void deal", |board| board.content().contains("is void"))
        .await;
    let said = format!(
        "nobody drew from the stock for too long. Nothing counts, and {dealer} deals again"
    );
    assert_tells(&board, &["Deal 1 is void", &said]);
    for (person, typed) in [(ayse, "draw"), (ben, "discard h2"), (ben, "buy in")] {
        let told = person.plays(typed).await.message();
        assert_tells(&told, &["There is nothing to play", "Deal 1 is void"]);
    }
    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in [ayse, ben] {
        let panel = person.shows_rack().await;
        assert_tells(&panel, &["Deal 1 is void"]);
        person.presses_the(&panel, "next").await;
    }
    let board = ayse
        .waits_for_board("the next deal", |board| {
            board.content().contains("dealt again")
        })
        .await;
    assert_tells(&board, &["Deal 1 of 1", "the one before was void"]);
    assert_eq!(sign_between(&board, "dealt again by ", " ("), dealer);
    assert_eq!(board.content().matches("**0** pts").count(), 2, "{board:?}");
    for person in [ayse, ben] {
        let panel = person.shows_rack().await;
        assert_eq!(hand(&panel).len(), 13, "{panel:?}");
        let id = panel.buttons()[0].clone();
        let id = format!("1:{}:{}:score:", id.table(), id.revision());
        let score = person.forges(&panel, &id).await.message();
        assert_eq!(
            score
                .content()
                .matches("units from deals: 0, paid into the pool: 5")
                .count(),
            2,
            "{score:?}"
        );
        assert_tells(&score, &["Pool: **10** units"]);
    }
    evening.ends().await;
}
