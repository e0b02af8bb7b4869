//! What goes over the wire: every request that could ping says whom, no token, no tile of a rack in public.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::every_game::with_every_game;
use crate::house::{Evening, Folder, sit_down_to};
use crate::message::Message;
use crate::own_presses::own_presses;
use crate::play::is_over;
use crate::press_kinds::kind;

/// What a board offers of its game's own: it names no piece but the one that all see on the table.
const OF_A_BOARD: [&str; 3] = ["draw", "take", "order"];

/// A table of this game with a computer, over soon.
fn short(game: &str) -> Value {
    match game {
        "okey" => json!({"seats": 3, "computers": 1, "points": 1}),
        "okey101" => json!({"seats": 3, "computers": 1, "rounds": 1}),
        "kaluki" => json!({"seats": 3, "computers": 1, "rules": "match_mode=single_deal"}),
        "meri" => json!({"computers": 6, "rules": "match_length=hitomaki"}),
        other => panic!("which table of {other} is over soon?"),
    }
}

async fn gives_nothing_away(game: &str) {
    let folder = Folder::new();
    let file = folder.file("traffic.jsonl");
    let evening = Evening::begins_in(Folder::new(), Some(file.clone())).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down_to(game, &ayse, &[&ben], short(game)).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let ended = |board: &Message| is_over(std::slice::from_ref(board));
    ayse.waits_for_board("the end", ended).await;
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
    let mut own = own_presses(game);
    own.retain(|kind| !OF_A_BOARD.contains(&kind.as_str()));
    let public: Vec<&Value> = exchanges.iter().filter_map(public).collect();
    // The board at least, as it was opened, played at, and over.
    assert!(public.len() > 2, "{} public messages", public.len());
    public
        .iter()
        .for_each(|message| tells_no_rack(message, &own));
}

with_every_game! {
    gives_nothing_away:
    the_traffic_of_an_evening_gives_nothing_away of "okey";
    the_traffic_of_an_evening_of_101_gives_nothing_away of "okey101";
    the_traffic_of_an_evening_of_kaluki_gives_nothing_away of "kaluki";
    the_traffic_of_an_evening_of_meri_gives_nothing_away of "meri";
}

/// What is sent with words, be it to a channel or as an answer.
fn message(exchange: &Value) -> Option<&Value> {
    let body = &exchange["body"];
    let path = exchange["path"].as_str().expect("a path");
    let message = if path.contains("/callback") {
        &body["data"]
    } else {
        body
    };
    message.get("content").map(|_| message)
}

/// The same, where it is for everybody in a channel.
fn public(exchange: &Value) -> Option<&Value> {
    let path = exchange["path"].as_str().expect("a path");
    let is_private = |message: &Value| {
        let flags = message["flags"].as_u64();
        flags.is_some_and(|flags| flags & 64 != 0)
    };
    message(exchange).filter(|message| path.starts_with("/channels/") && !is_private(message))
}

fn check(exchange: &Value) {
    let status = exchange["status"].as_u64().expect("a status");
    assert!(status < 300 || status == 404, "refused: {exchange}");
    let Some(message) = message(exchange) else {
        return;
    };
    let mentions = &message["allowed_mentions"];
    assert_eq!(mentions["parse"], json!([]), "{exchange}");
    assert!(mentions["users"].is_array(), "{exchange}");
}

/// A message of the channel carries the buttons and words of everybody, and of nobody's rack.
fn tells_no_rack(message: &Value, own: &BTreeSet<String>) {
    let text = message.to_string();
    for secret in ["Your rack", "Your turn"] {
        assert!(!text.contains(secret), "{secret} in {message}");
    }
    for button in Message(message.clone()).buttons() {
        let kind = kind(&button.id);
        assert!(!own.contains(&kind), "{kind} in {message}");
    }
}
