//! Places that are taken from a bot and given back, as it meets that on its requests and at the gateway.

use serde_json::{Value, json};

use super::bot::{Bot, Socket, identify};
use super::{frozen, person, text};
use crate::place::permission;
use crate::{Failure, Sandbox};

async fn does(sandbox: &Sandbox, path: &str, wish: Value) -> Value {
    let done = sandbox.call("POST", path, wish).await;
    done.unwrap_or_else(|failure| panic!("{path}: {failure}"))
}

/// The status and code of a new message there.
async fn says(bot: &Bot, place: &str) -> (u16, u64) {
    let path = format!("/channels/{place}/messages");
    let reply = bot.call("POST", &path, json!({"content": "hi"})).await;
    (reply.status, reply.body["code"].as_u64().unwrap_or(0))
}

async fn thread_in(sandbox: &Sandbox, channel: &str) -> String {
    let wish = json!({"name": "aside", "parent": channel});
    text(&sandbox.open(wish).await.expect("a thread")["id"])
}

#[tokio::test]
async fn hidden_and_locked_places_refuse_and_say_that_they_changed() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    let channel = sandbox.channel();
    let thread = thread_in(&sandbox, &channel).await;
    let (at, inside) = (
        format!("/channels/{channel}"),
        format!("/channels/{thread}"),
    );
    does(&sandbox, &inside, json!({"locked": true})).await;
    let told = bot.socket.event("THREAD_UPDATE").await;
    assert_eq!(told["d"]["thread_metadata"]["locked"], true);
    assert_eq!(says(&bot, &thread).await, (403, 160_005));
    does(
        &sandbox,
        &inside,
        json!({"locked": false, "archived": true}),
    )
    .await;
    assert_eq!(
        says(&bot, &thread).await,
        (200, 0),
        "a message brings it back"
    );

    does(&sandbox, &at, json!({"bot_permissions": "0"})).await;
    assert_eq!(
        bot.socket.event("CHANNEL_UPDATE").await["d"]["id"],
        channel.as_str()
    );
    for place in [&channel, &thread] {
        assert_eq!(says(&bot, place).await, (403, 50_001));
    }
    // View Channel alone.
    does(&sandbox, &at, json!({"bot_permissions": "1024"})).await;
    let told = bot.socket.event("THREAD_LIST_SYNC").await["d"].clone();
    assert_eq!(told["channel_ids"], json!([channel]));
    assert_eq!(told["threads"][0]["id"], thread.as_str(), "{told}");
    assert_eq!(told["threads"].as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(says(&bot, &channel).await, (403, 50_013));
    sandbox.stop().await;
}

#[tokio::test]
async fn in_a_locked_thread_only_those_speak_who_manage_threads_and_nobody_presses() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    let command = json!([{"name": "ping", "description": "Answers.", "type": 1}]);
    let commands = format!("/applications/{}/commands", sandbox.application());
    bot.call("PUT", &commands, command).await;
    let ada = person(&sandbox, "Ada").await;
    let moderator = json!({"name": "Mo", "moderator": true});
    let moderator = text(&does(&sandbox, "/people", moderator).await["id"]);
    let channel = sandbox.channel();
    let thread = thread_in(&sandbox, &channel).await;
    let list = format!("/channels/{thread}/messages");
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "label": "Go"});
    let said = json!({"content": "hi", "components": [{"type": 1, "components": [button]}]});
    let id = text(&bot.call("POST", &list, said).await.body["id"]);
    let one = format!("{list}/{id}");
    does(
        &sandbox,
        &format!("/channels/{thread}"),
        json!({"locked": true}),
    )
    .await;
    let edit = async || {
        let reply = bot.call("PATCH", &one, json!({"content": "ho"})).await;
        (reply.status, reply.body["code"].as_u64().unwrap_or(0))
    };
    assert_eq!(edit().await, (403, 160_005));
    for (who, may) in [(&ada, false), (&moderator, true)] {
        let press = json!({"person": who, "message": id, "custom_id": "go", "wait": false});
        let pressed = sandbox.press(press).await;
        let is_grey = matches!(pressed, Err(Failure::Refused { status: 409, .. }));
        assert!(is_grey, "{pressed:?}");
        let run = json!({"person": who, "channel": thread, "command": "ping", "wait": false});
        assert_eq!(sandbox.run(run).await.is_ok(), may, "{who}");
    }
    let rights = (permission::INVITED | permission::MANAGE_THREADS).to_string();
    let at = format!("/channels/{channel}");
    does(&sandbox, &at, json!({"bot_permissions": rights})).await;
    assert_eq!(edit().await, (200, 0));
    assert_eq!(says(&bot, &thread).await, (200, 0));
    let rights = permission::INVITED.to_string();
    does(&sandbox, &at, json!({"bot_permissions": rights})).await;
    // What was said can be taken away.
    assert_eq!(bot.call("DELETE", &one, Value::Null).await.status, 204);
    sandbox.stop().await;
}

#[tokio::test]
async fn without_its_history_a_channel_shows_an_empty_list_and_refuses_a_message() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    let at = format!("/channels/{}", sandbox.channel());
    let list = format!("{at}/messages");
    let said = bot.call("POST", &list, json!({"content": "hi"})).await.body;
    let one = format!("{list}/{}", text(&said["id"]));
    let all = permission::INVITED;
    for (rights, listed, status) in [(all, 1, 200), (all & !permission::HISTORY, 0, 403)] {
        does(
            &sandbox,
            &at,
            json!({"bot_permissions": rights.to_string()}),
        )
        .await;
        let seen = bot.call("GET", &list, Value::Null).await;
        let count = seen.body.as_array().map(Vec::len);
        assert_eq!((seen.status, count), (200, Some(listed)), "{}", seen.body);
        assert_eq!(bot.call("GET", &one, Value::Null).await.status, status);
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn who_talks_in_a_thread_that_was_put_away_opens_it_unless_it_is_locked() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    let ada = person(&sandbox, "Ada").await;
    let moderator = json!({"name": "Mo", "moderator": true});
    let moderator = text(&does(&sandbox, "/people", moderator).await["id"]);
    let thread = thread_in(&sandbox, &sandbox.channel()).await;
    let at = format!("/channels/{thread}");
    for (is_locked, who, may) in [
        (false, &ada, true),
        (true, &ada, false),
        (true, &moderator, true),
    ] {
        let away = json!({"archived": true, "locked": is_locked});
        does(&sandbox, &at, away).await;
        let told = bot.socket.event("THREAD_UPDATE").await;
        assert_eq!(told["d"]["thread_metadata"]["archived"], true);
        let said = sandbox.say(who, &thread, "hello").await;
        if may {
            said.expect("said");
            let told = bot.socket.event("THREAD_UPDATE").await;
            assert_eq!(told["d"]["thread_metadata"]["archived"], false);
        } else {
            let is_refused = matches!(said, Err(Failure::Refused { status: 409, .. }));
            assert!(is_refused, "{said:?}");
        }
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn a_channel_is_deleted_with_its_threads() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    let wish = json!({"name": "other"});
    let channel = text(&sandbox.open(wish).await.expect("a channel")["id"]);
    let [first, second] = [
        thread_in(&sandbox, &channel).await,
        thread_in(&sandbox, &channel).await,
    ];
    does(&sandbox, &format!("/channels/{first}/delete"), json!({})).await;
    let told = bot.socket.event("THREAD_DELETE").await["d"].clone();
    assert_eq!(
        (&told["id"], &told["parent_id"]),
        (&json!(first), &json!(channel))
    );
    does(&sandbox, &format!("/channels/{channel}/delete"), json!({})).await;
    assert_eq!(
        bot.socket.event("CHANNEL_DELETE").await["d"]["id"],
        channel.as_str()
    );
    for place in [&first, &second, &channel] {
        assert_eq!(says(&bot, place).await, (404, 10_003));
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn a_server_throws_its_bot_out_and_invites_it_again() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    let (ada, channel) = (person(&sandbox, "Ada").await, sandbox.channel());
    let own = format!("/applications/{}/commands", bot.application);
    bot.call("PUT", &own, json!([{"name": "play", "description": "x"}]))
        .await;
    let button = json!([{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]);
    let path = format!("/channels/{channel}/messages");
    let message = bot
        .call("POST", &path, json!({"content": "x", "components": button}))
        .await
        .body;
    let press = json!({"person": ada, "message": message["id"], "custom_id": "go", "wait": false});
    does(&sandbox, "/server", json!({"bot": false})).await;
    let told = bot.socket.event("GUILD_DELETE").await["d"].clone();
    assert_eq!(told, json!({"id": sandbox.guild()}));
    assert_eq!(says(&bot, &channel).await, (403, 50_001));
    let refused = sandbox.press(press.clone()).await;
    assert!(
        matches!(refused, Err(Failure::Refused { status: 409, .. })),
        "{refused:?}"
    );
    let offered = sandbox.commands(&ada, &channel).await.expect("a list");
    assert_eq!(offered["commands"], json!([]));
    // A session that is opened meanwhile knows of no server.
    let mut socket = Socket::open(&sandbox).await;
    socket.send(identify(&sandbox.token())).await;
    let ready = socket.event("READY").await;
    assert_eq!(ready["d"]["guilds"], json!([]));

    does(&sandbox, "/server", json!({"bot": true})).await;
    let told = bot.socket.event("GUILD_CREATE").await["d"].clone();
    assert_eq!(
        (&told["id"], &told["unavailable"]),
        (&json!(sandbox.guild()), &json!(false))
    );
    assert_eq!(says(&bot, &channel).await, (200, 0));
    assert!(sandbox.press(press).await.is_ok());
    sandbox.stop().await;
}

#[tokio::test]
async fn an_outage_takes_a_server_from_its_bot_and_gives_it_back() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    does(&sandbox, "/server", json!({"unavailable": true})).await;
    let told = bot.socket.event("GUILD_DELETE").await["d"].clone();
    assert_eq!(told, json!({"id": sandbox.guild(), "unavailable": true}));
    // A session that is opened meanwhile is told of it by name, and hears of it when it is there.
    let mut socket = Socket::open(&sandbox).await;
    socket.send(identify(&sandbox.token())).await;
    let ready = socket.event("READY").await;
    let named = json!([{"id": sandbox.guild(), "unavailable": true}]);
    assert_eq!(ready["d"]["guilds"], named);
    // Another time is no outage of its own.
    does(&sandbox, "/server", json!({"unavailable": true})).await;
    does(&sandbox, "/server", json!({"unavailable": false})).await;
    let told = socket.next().await;
    assert_eq!(told["t"], "GUILD_CREATE", "nothing came before it");
    for told in [told, bot.socket.event("GUILD_CREATE").await] {
        let told = (&told["d"]["id"], &told["d"]["unavailable"]);
        assert_eq!(told, (&json!(sandbox.guild()), &json!(false)));
    }
    // Of a server that it is not in there is no outage for it.
    does(&sandbox, "/server", json!({"bot": false})).await;
    let refused = sandbox.call("POST", "/server", json!({"unavailable": true}));
    let refused = refused.await;
    assert!(
        matches!(refused, Err(Failure::Refused { .. })),
        "{refused:?}"
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn what_everyone_may_do_the_bot_may_do() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    let channel = sandbox.channel();
    let thread = thread_in(&sandbox, &channel).await;
    let may = |bits: u64| json!({"permissions": bits.to_string()});
    let invited = crate::place::permission::INVITED;
    for (bits, code) in [
        (invited & !(1 << 11), 50_013),
        (invited & !(1 << 10), 50_001),
        (invited, 0),
    ] {
        does(&sandbox, "/server", may(bits)).await;
        let told = bot.socket.event("GUILD_ROLE_UPDATE").await["d"].clone();
        assert_eq!(told["role"]["permissions"], bits.to_string());
        assert_eq!(says(&bot, &channel).await.1, code, "{bits}");
    }
    let told = bot.socket.event("THREAD_LIST_SYNC").await["d"].clone();
    assert_eq!(told["channel_ids"], Value::Null, "every channel: {told}");
    assert_eq!(told["threads"][0]["id"], thread.as_str());
    sandbox.stop().await;
}

#[tokio::test]
async fn wishes_that_cannot_be_change_nothing() {
    let sandbox = frozen().await;
    let channel = sandbox.channel();
    let at = format!("/channels/{channel}");
    let before = sandbox.world().await.expect("the world");
    for (path, wish) in [
        (&at[..], json!({"locked": true, "bot_permissions": "0"})),
        (&at, json!({"name": ""})),
        (&at, json!({"bot_permissions": "many"})),
        (&at, json!({"archived": "yes"})),
        ("/channels/5", json!({"name": "x"})),
        ("/channels/5/delete", json!({})),
        ("/server", json!({})),
        ("/server", json!({"bot": 1})),
        ("/server", json!({"unavailable": "yes"})),
        ("/server", json!({"bot": true, "permissions": "some"})),
    ] {
        let refused = sandbox.call("POST", path, wish.clone()).await;
        assert!(
            matches!(refused, Err(Failure::Refused { .. })),
            "{path} {wish}"
        );
    }
    assert_eq!(sandbox.world().await.expect("the world"), before);
    sandbox.stop().await;
}
