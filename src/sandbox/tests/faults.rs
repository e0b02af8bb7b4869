//! What goes wrong on purpose, as a bot meets it on its requests.

use serde_json::{Value, json};

use super::bot::{Bot, Reply};
use super::frozen;
use crate::sandbox::{Faults, Sandbox};

/// A sandbox with these faults and a bot in it.
async fn with(faults: Value) -> (Sandbox, Bot) {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    sandbox.call("POST", "/faults", faults).await.unwrap();
    (sandbox, bot)
}

async fn post(sandbox: &Sandbox, bot: &Bot, text: &str) -> Option<Reply> {
    let path = format!("/channels/{}/messages", sandbox.channel());
    bot.try_call("POST", &path, json!({"content": text})).await
}

async fn said(bot: &Bot, sandbox: &Sandbox) -> usize {
    sandbox.set_faults(Faults::default()).unwrap();
    let path = format!("/channels/{}/messages", sandbox.channel());
    let messages = bot.call("GET", &path, Value::Null).await.body;
    messages.as_array().unwrap().len()
}

#[tokio::test]
async fn errors_strike_before_or_after_the_deed() {
    let (sandbox, bot) = with(json!({"error_percent": 100, "seed": 1})).await;
    let mut statuses = Vec::new();
    for n in 0..5 {
        let reply = post(&sandbox, &bot, &n.to_string()).await.unwrap();
        assert!(matches!(reply.status, 500 | 502 | 503), "{}", reply.status);
        statuses.push(reply.status);
    }
    let said = said(&bot, &sandbox).await;
    assert!((1..5).contains(&said), "{said} of {statuses:?}");
    assert_eq!(sandbox.fault_counts().error, 5);
    sandbox.stop().await;
}

#[tokio::test]
async fn lost_answers_end_the_connection() {
    let (sandbox, bot) = with(json!({"lost_percent": 100, "seed": 1})).await;
    for n in 0..5 {
        assert!(post(&sandbox, &bot, &n.to_string()).await.is_none());
    }
    let said = said(&bot, &sandbox).await;
    assert!((1..5).contains(&said), "{said}");
    assert_eq!(sandbox.fault_counts().lost, 5);
    sandbox.stop().await;
}
