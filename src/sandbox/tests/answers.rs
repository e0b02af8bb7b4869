//! Interactions: answers, deadlines, tokens, privacy.

use serde_json::json;

use super::bot::Bot;
use super::{frozen, person, text};

#[tokio::test]
async fn a_command_is_answered_and_seen() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    bot.register().await;
    let ada = person(&sandbox, "Ada").await;
    let wish = json!({"person": ada, "channel": sandbox.channel(), "command": "play", "options": {"seats": 3}});
    let running = tokio::spawn({
        let sandbox = sandbox.clone();
        async move { sandbox.run(wish).await }
    });
    let interaction = bot.interaction().await;
    assert_eq!(interaction["data"]["options"][0]["value"], 3);
    let reply = bot
        .answer(
            &interaction,
            json!({"type": 4, "data": {"content": "hello"}}),
        )
        .await;
    assert_eq!(reply.status, 204);
    let outcome = running.await.unwrap().unwrap();
    assert_eq!(outcome["state"], "answered");
    let seen = sandbox.see(&ada, &sandbox.channel()).await.unwrap();
    assert_eq!(seen["messages"][0]["content"], "hello");
    assert_eq!(
        text(&seen["messages"][0]["interaction_metadata"]["user"]["id"]),
        ada
    );
    sandbox.stop().await;
}
