//! Somebody out of a match of Kaluki: what their panel shows, computers who play on, the result, and a rematch. And cards in
//! four colours.

use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};

use crate::house::Evening;
use crate::kaluki_buying::{asks, calls_up, four_sit};
use crate::message::Message;
use crate::people::Person;
use crate::play_kaluki::rigged;
use crate::play101::assert_tells;

/// Place, outcome and units of somebody's result.
pub async fn result_of(evening: &Evening, person: &Person) -> (i64, String, i64) {
    let url = format!("sqlite://{}?mode=ro", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let row = sqlx::query("select place, outcome, points from results where person = ?")
        .bind(person.id.parse::<i64>().expect("a number"))
        .fetch_one(&mut db)
        .await
        .expect("a result");
    (row.get(0), row.get(1), row.get(2))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_play_on_when_the_last_person_is_out() {
    let mut evening = Evening::begins().await;
    let rules = "penalty_limit=60 max_buy_ins=1";
    let [ayse, ben, cem, dilek] = four_sit(&mut evening, rules).await;
    calls_up(&ben).await;
    ayse.waits_for_panel("the question", asks).await;
    ayse.plays("decline").await;
    let told = dilek.plays("decline").await.message();
    assert_tells(&told, &["You are out of this match** since deal 1"]);
    let panel = ayse.shows_rack().await;
    assert_tells(&panel, &["You are out of this match"]);
    for verb in ["draw", "take", "discard", "buyin", "decline", "compose"] {
        assert!(panel.can(verb).is_none(), "{verb}: {panel:?}");
    }
    assert!(
        ayse.offered("")
            .await
            .iter()
            .all(|(name, _)| !name.contains("Draw"))
    );
    let hint = ayse.runs("hint", json!({})).await.message();
    assert!(hint.is_private(), "{hint:?}");
    assert_tells(&hint, &["out of this match"]);

    // Those who are still in it leave: once the two have seen how the deal ended, computers play for them, to the end, with
    // nobody but the two to look on.
    ben.leaves().await;
    cem.leaves().await;
    evening.world.passes(10).await;
    let over = ayse
        .waits_for_board("the end", |board| {
            board.content().contains("The match is over")
        })
        .await;
    // What could be pressed on their panels keeps its place for two taps, and no longer.
    let has_gone = |panel: &Message| panel.buttons().iter().any(|button| !button.is_enabled);
    let panel = ayse.waits_for_panel("the end, and what was there", |panel| {
        panel.can("rematch").is_some() && has_gone(panel)
    });
    panel.await;
    evening.world.passes(3).await;
    ayse.waits_for_panel("the end alone", |panel| {
        panel.can("rematch").is_some() && !has_gone(panel)
    })
    .await;
    assert_tells(&over, &["20 units were in the pool"]);
    assert_eq!(over.content().matches("· **won**").count(), 1, "{over:?}");
    evening.world.settles().await;
    // 5 units for the pool, 2 for the Kaluki; both went with as many points left, and share their place.
    for person in [&ayse, &dilek] {
        assert_eq!(
            result_of(&evening, person).await,
            (3, "lost".to_owned(), -7)
        );
    }
    let game = ayse.choice_of("stats", "game", "Kaluki").await;
    let stats = ayse.runs("stats", json!({"game": game})).await.says();
    assert!(
        stats.contains("-7 units") || stats.contains("−7 units"),
        "{stats}"
    );
    let by = ayse.choice_of("leaderboard", "by", "points or units").await;
    let leaders = ayse
        .runs("leaderboard", json!({"game": game, "by": by}))
        .await
        .says();
    let own = leaders.lines().find(|line| line.contains(&ayse.id));
    assert!(
        own.is_some_and(|line| line.contains("7 units")),
        "{leaders}"
    );

    // Out of that match, they play another.
    let lobby = ayse.presses_the(&over, "rematch").await.message();
    assert!(lobby.content().contains(&ayse.id), "{lobby:?}");
    let lobby = dilek.presses_the(&lobby, "join").await.message();
    assert!(lobby.content().contains(&dilek.id), "{lobby:?}");
    evening.ends().await;
}

/// The picture of a message.
async fn picture(message: &Message) -> Vec<u8> {
    let url = message.0["attachments"][0]["url"]
        .as_str()
        .expect("a picture");
    let file = reqwest::get(url).await.expect("the sandbox serves files");
    file.bytes().await.expect("whole").to_vec()
}

/// An ordinary member who may manage the server.
const MANAGER: u64 = 309_237_763_072 | 1 << 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_colours_change_the_pictures_of_whoever_wants_them() {
    let mut evening = Evening::begins().await;
    let options: Value = json!({"rules": "match_mode=single_deal"});
    let hands = ["d2 c3 dK cQ", "dA c9 d7"];
    let [ayse, ben] = &rigged(&mut evening, ["Ayşe", "Ben"], options, hands, ("d9", "c4")).await;
    let mona = json!({"name": "Mona", "permissions": MANAGER.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, mona).await;
    let (hers, his) = (ayse.shows_rack().await, ben.shows_rack().await);
    let board = picture(&ayse.board().await).await;
    let page = ayse.runs("settings", json!({})).await.message();
    ayse.forges(&page, "1:set:four_colours:on").await;
    let now = ayse.shows_rack().await;
    assert_ne!(picture(&now).await, picture(&hers).await);
    assert_eq!((now.alt(), now.content()), (hers.alt(), hers.content()));
    assert_eq!(picture(&ben.shows_rack().await).await, picture(&his).await);
    assert_eq!(picture(&ayse.board().await).await, board);

    // The server's word is for its boards, and for whoever has said nothing.
    let page = mona.runs("settings", json!({})).await.message();
    let page = mona.forges(&page, "1:set:see:server").await.message();
    mona.forges(&page, "1:set:server_four_colours:on").await;
    assert_ne!(picture(&ben.shows_rack().await).await, picture(&his).await);
    let shown = ayse.runs("table show", json!({})).await;
    assert!(shown.is_answered(), "{shown:?}");
    assert_ne!(picture(&ayse.board().await).await, board);
    evening.ends().await;
}
