//! What moderators do: they delete messages and time members out; and somebody who is a member of no server.

use serde_json::{Value, json};

use super::answers::evening;
use super::bot::{Bot, Socket, identify};
use super::{NOON_MS, frozen, person, text};
use crate::{Failure, Sandbox};

/// Guilds, members and messages.
const LISTENING: u64 = 1 | 1 << 1 | 1 << 9;

async fn does(sandbox: &Sandbox, path: &str, wish: Value) -> Value {
    let done = sandbox.call("POST", path, wish).await;
    done.unwrap_or_else(|failure| panic!("{path}: {failure}"))
}

/// With which status this is refused.
async fn refused(sandbox: &Sandbox, path: &str, wish: Value) -> u16 {
    match sandbox.call("POST", path, wish).await {
        Err(Failure::Refused { status, .. }) => status,
        done => panic!("{path}: {done:?}"),
    }
}

/// A client that hears of members and messages, greeted.
async fn listening(sandbox: &Sandbox) -> Socket {
    let wish = json!({"intents": ["members"]});
    does(sandbox, "/application", wish).await;
    let mut socket = Socket::open(sandbox).await;
    let mut hello = identify(&sandbox.token());
    hello["d"]["intents"] = LISTENING.into();
    socket.send(hello).await;
    socket.event("GUILD_CREATE").await;
    socket
}

/// A message of the bot with a button, and its address below `/messages`.
async fn shown(sandbox: &Sandbox, bot: &Bot, place: &str) -> (String, String) {
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "label": "Go"});
    let said = json!({"content": "hi", "components": [{"type": 1, "components": [button]}]});
    let list = format!("/channels/{place}/messages");
    let said = bot.call("POST", &list, said).await;
    assert_eq!(said.status, 200, "{} {}", sandbox.url(), said.body);
    let id = text(&said.body["id"]);
    (format!("/messages/{id}/delete"), id)
}

#[tokio::test]
async fn whoever_may_manage_messages_deletes_any_and_others_their_own() {
    let (sandbox, bot, ada) = evening().await;
    let mut heard = listening(&sandbox).await;
    let moderator = json!({"name": "Mo", "moderator": true});
    let moderator = text(&does(&sandbox, "/people", moderator).await["id"]);
    let channel = sandbox.channel();
    let own = sandbox.say(&ada, &channel, "hello").await.unwrap();
    let own = format!("/messages/{}/delete", text(&own["id"]));
    let (first, id) = shown(&sandbox, &bot, &channel).await;
    let (second, _) = shown(&sandbox, &bot, &channel).await;
    assert_eq!(refused(&sandbox, &first, json!({"person": ada})).await, 409);
    does(&sandbox, &own, json!({"person": ada})).await;
    does(&sandbox, &first, json!({"person": moderator})).await;
    does(&sandbox, &second, json!({})).await;
    assert_eq!(refused(&sandbox, &second, json!({})).await, 404);
    for path in [&own, &first, &second] {
        let gone = heard.event("MESSAGE_DELETE").await["d"].clone();
        assert!(path.contains(&text(&gone["id"])), "{gone}");
        assert_eq!(gone["guild_id"], sandbox.guild());
    }
    let one = format!("/channels/{channel}/messages/{id}");
    for (method, body) in [
        ("GET", Value::Null),
        ("PATCH", json!({"content": "ho"})),
        ("DELETE", Value::Null),
    ] {
        let reply = bot.call(method, &one, body).await;
        let code = &reply.body["code"];
        assert_eq!((reply.status, code), (404, &json!(10_008)), "{method}");
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn an_answer_that_was_deleted_is_gone_for_its_token_too() {
    let (sandbox, mut bot, ada) = evening().await;
    let said = json!({"type": 4, "data": {"content": "hi"}});
    let (interaction, outcome) = super::answers::played(&sandbox, &mut bot, &ada, said).await;
    let path = format!("/messages/{}/delete", text(&outcome["message"]["id"]));
    does(&sandbox, &path, json!({})).await;
    let original = bot.hook(&interaction, "/messages/@original");
    let edited = bot.call("PATCH", &original, json!({"content": "ho"})).await;
    assert_eq!((edited.status, &edited.body["code"]), (404, &json!(10_008)));
    // What one person alone sees is nobody else's business.
    let secret = json!({"type": 4, "data": {"content": "psst", "flags": 64}});
    let (_, outcome) = super::answers::played(&sandbox, &mut bot, &ada, secret).await;
    let path = format!("/messages/{}/delete", text(&outcome["message"]["id"]));
    assert_eq!(refused(&sandbox, &path, json!({})).await, 409);
    // Nor are direct messages anybody's to run.
    let direct = does(&sandbox, "/channels", json!({"kind": "dm", "person": ada})).await;
    let (path, _) = shown(&sandbox, &bot, &text(&direct["id"])).await;
    assert_eq!(refused(&sandbox, &path, json!({})).await, 409);
    assert_eq!(refused(&sandbox, &path, json!({"person": ada})).await, 409);
    sandbox.stop().await;
}

#[tokio::test]
async fn whoever_is_timed_out_can_only_read_until_the_time_is_over() {
    let (sandbox, mut bot, ada) = evening().await;
    let mut heard = listening(&sandbox).await;
    let channel = sandbox.channel();
    let (_, message) = shown(&sandbox, &bot, &channel).await;
    let at = format!("/people/{ada}");
    let told = does(&sandbox, &at, json!({"timeout_ms": 60_000})).await;
    assert_eq!(told["timed_out_until"], NOON_MS + 60_000);
    let told = heard.event("GUILD_MEMBER_UPDATE").await["d"].clone();
    let until = "2026-01-01T12:01:00.000000+00:00";
    assert_eq!(told["communication_disabled_until"], until);
    let member = format!("/guilds/{}/members/{ada}", sandbox.guild());
    let member = bot.call("GET", &member, Value::Null).await;
    assert_eq!(member.body["communication_disabled_until"], until);
    let run = json!({"person": ada, "channel": channel, "command": "play", "wait": false});
    let press = json!({"person": ada, "message": message, "custom_id": "go", "wait": false});
    let mut forged = press.clone();
    forged["forge"] = json!(true);
    let typed = json!({"person": ada, "channel": channel, "command": "play", "options": {"move": "d"}, "focused": "move"});
    let talk = json!({"person": ada, "channel": channel, "text": "hello"});
    for (path, wish) in [
        ("/run", &run),
        ("/press", &press),
        ("/press", &forged),
        ("/complete", &typed),
        ("/say", &talk),
        ("/type", &talk),
    ] {
        assert_eq!(refused(&sandbox, path, wish.clone()).await, 409, "{path}");
    }
    assert!(sandbox.see(&ada, &channel).await.is_ok());
    // Where no moderator is they can do everything.
    let direct = does(&sandbox, "/channels", json!({"kind": "dm", "person": ada})).await;
    let run_there =
        json!({"person": ada, "channel": direct["id"], "command": "play", "wait": false});
    does(&sandbox, "/run", run_there).await;
    assert_eq!(bot.interaction().await["channel_id"], direct["id"]);
    sandbox.clock().advance(std::time::Duration::from_secs(60));
    does(&sandbox, "/press", press.clone()).await;
    assert_eq!(bot.interaction().await["data"]["custom_id"], "go");
    does(&sandbox, &at, json!({"timeout_ms": 60_000})).await;
    does(&sandbox, &at, json!({"timeout_ms": 0})).await;
    does(&sandbox, "/press", press).await;
    assert_eq!(refused(&sandbox, &at, json!({"timeout_ms": -1})).await, 400);
    // Whoever may do everything cannot be kept silent.
    let chief = json!({"name": "Chief", "permissions": "8", "timeout_ms": 60_000});
    let chief = does(&sandbox, "/people", chief).await;
    sandbox
        .say(&text(&chief["id"]), &channel, "hello")
        .await
        .unwrap();
    sandbox.stop().await;
}

#[tokio::test]
async fn somebody_who_is_no_member_is_known_as_a_user_alone() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    let ada = person(&sandbox, "Ada").await;
    let mut heard = listening(&sandbox).await;
    let fay = does(&sandbox, "/people", json!({"name": "Fay", "member": false})).await;
    assert_eq!(fay["member"], false);
    let (fay, channel) = (text(&fay["id"]), sandbox.channel());
    let member = format!("/guilds/{}/members/{fay}", sandbox.guild());
    let asks = async || {
        let reply = bot.call("GET", &member, Value::Null).await;
        (reply.status, reply.body["code"].as_u64().unwrap_or(0))
    };
    assert_eq!(asks().await, (404, 10_007));
    assert!(sandbox.see(&fay, &channel).await.is_err());
    let talk = json!({"person": fay, "channel": channel, "text": "hello"});
    assert_eq!(refused(&sandbox, "/say", talk).await, 404);
    let named = json!([{"name": "call", "description": "x", "options": [{"type": 6, "name": "who", "description": "x"}]}]);
    let commands = format!("/applications/{}/commands", bot.application);
    assert_eq!(bot.call("PUT", &commands, named).await.status, 200);
    let run = json!({"person": ada, "channel": channel, "command": "call", "options": {"who": fay}, "wait": false});
    does(&sandbox, "/run", run).await;
    let resolved = bot.interaction().await["data"]["resolved"].clone();
    assert_eq!(resolved["users"][&fay]["id"], json!(fay));
    assert!(resolved.get("members").is_none(), "{resolved}");
    // They come, and go again.
    let at = format!("/people/{fay}");
    does(&sandbox, &at, json!({"member": true})).await;
    let came = heard.event("GUILD_MEMBER_ADD").await;
    assert_eq!(came["d"]["user"]["id"], json!(fay), "nobody came before");
    assert!(sandbox.see(&fay, &channel).await.is_ok());
    does(&sandbox, &at, json!({"member": false})).await;
    let gone = heard.event("GUILD_MEMBER_REMOVE").await["d"].clone();
    assert_eq!(gone["user"]["id"], json!(fay));
    let reply = bot.call("GET", &member, Value::Null).await;
    assert_eq!(reply.status, 404);
    sandbox.stop().await;
}
