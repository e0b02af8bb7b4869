//! What goes over the wire: every request that could ping says whom, no token, no tile of a rack in public.

use serde_json::{Value, json};

use crate::house::{Evening, Folder, sit_down_to};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_traffic_of_an_evening_gives_nothing_away() {
    let options = json!({"seats": 3, "computers": 1, "points": 1});
    gives_nothing_away("okey", options).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_traffic_of_an_evening_of_101_gives_nothing_away() {
    let options = json!({"seats": 3, "computers": 1, "rounds": 1});
    gives_nothing_away("okey101", options).await;
}

async fn gives_nothing_away(command: &str, options: Value) {
    let folder = Folder::new();
    let file = folder.file("traffic.jsonl");
    let evening = Evening::begins_in(Folder::new(), Some(file.clone())).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down_to(command, &ayse, &[&ben], options).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    ayse.waits_for_board("the end", |board| {
        board.content().contains("The game is over")
    })
    .await;
    ayse.runs("leaderboard", json!({})).await;
    let token = evening.sandbox.token();
    evening.ends().await;

    let recorded = std::fs::read_to_string(&file).expect("there was traffic");
    assert!(
        !recorded.contains(&token),
        "the bot's token is in the traffic"
    );
    assert!(
        !recorded.to_lowercase().contains("\"authorization\""),
        "a header is recorded"
    );
    let exchanges: Vec<Value> = recorded
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert!(exchanges.len() > 20, "{} exchanges", exchanges.len());
    exchanges.iter().for_each(check);
}

fn check(exchange: &Value) {
    let status = exchange["status"].as_u64().expect("a status");
    assert!(status < 300 || status == 404, "refused: {exchange}");
    let body = &exchange["body"];
    let path = exchange["path"].as_str().expect("a path");
    let message = if path.contains("/callback") {
        &body["data"]
    } else {
        body
    };
    if message.get("content").is_none() {
        return;
    }
    let mentions = &message["allowed_mentions"];
    assert_eq!(mentions["parse"], json!([]), "{exchange}");
    assert!(mentions["users"].is_array(), "{exchange}");
    let is_private = message["flags"]
        .as_u64()
        .is_some_and(|flags| flags & 64 != 0);
    if path.starts_with("/channels/") && !is_private {
        tells_no_rack(message);
    }
}

/// A message of the channel carries the buttons and words of everybody, and of nobody's rack.
fn tells_no_rack(message: &Value) {
    let text = message.to_string();
    for secret in [
        "discard:",
        "surely:",
        "finish:",
        "meld:",
        "Your rack",
        "Your turn",
    ] {
        assert!(!text.contains(secret), "{secret} in {message}");
    }
}
