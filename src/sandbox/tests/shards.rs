//! A bot on many servers: it asks how many connections it is to have, and each hears what belongs to it.

use serde_json::{Value, json};

use super::bot::{Bot, Socket, identify};
use super::{HOUR, Settings, frozen, person, settings, text};
use crate::{LoginPace, Sandbox, start};

async fn change(sandbox: &Sandbox, wish: Value) -> Value {
    let changed = sandbox.call("POST", "/application", wish).await;
    changed.expect("a good wish")
}

fn of_shard(token: &str, number: u64, count: u64) -> Value {
    let mut identify = identify(token);
    identify["d"]["shard"] = json!([number, count]);
    identify
}

async fn comes(sandbox: &Sandbox, number: u64, count: u64) -> Socket {
    let mut socket = Socket::open(sandbox).await;
    assert_eq!(socket.next().await["op"], 10);
    let identify = of_shard(&sandbox.token(), number, count);
    socket.send(identify).await;
    socket
}

#[tokio::test]
async fn each_shard_hears_its_servers_and_the_first_one_all_else() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    bot.register().await;
    change(&sandbox, json!({"shards": 3, "max_concurrency": 3})).await;
    let advice = bot.call("GET", "/gateway/bot", Value::Null).await.body;
    assert_eq!(advice["shards"], 3);
    assert_eq!(advice["session_start_limit"]["max_concurrency"], 3);

    let guild: u64 = sandbox.guild().parse().expect("an id");
    let own = (guild >> 22) % 3;
    let mut sockets = Vec::new();
    for number in 0..3 {
        let mut socket = comes(&sandbox, number, 3).await;
        let ready = socket.event("READY").await["d"].take();
        assert_eq!(ready["shard"], json!([number, 3]));
        let servers = ready["guilds"].as_array().map_or(0, Vec::len);
        assert_eq!(servers, usize::from(number == own));
        if number == own {
            socket.event("GUILD_CREATE").await;
        }
        sockets.push(socket);
    }
    let ada = person(&sandbox, "Ada").await;
    let direct = json!({"kind": "dm", "person": ada});
    let direct = text(&sandbox.open(direct).await.expect("a good wish")["id"]);
    for (channel, hears) in [(sandbox.channel(), own), (direct, 0)] {
        let wish = json!({"person": ada, "channel": channel, "command": "play", "wait": false});
        sandbox.run(wish).await.expect("they may");
        let socket = &mut sockets[usize::try_from(hears).expect("small")];
        let heard = socket.next().await;
        assert_eq!(heard["t"], "INTERACTION_CREATE");
        assert_eq!(heard["d"]["channel_id"], channel);
    }
    // Nobody else has heard anything: a heartbeat is answered at once.
    for socket in &mut sockets {
        socket.send(json!({"op": 1, "d": null})).await;
        assert_eq!(socket.next().await["op"], 11);
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn too_few_shards_are_not_let_in() {
    let sandbox = frozen().await;
    change(&sandbox, json!({"shards": 2, "least_shards": 2})).await;
    let mut alone = Socket::open(&sandbox).await;
    assert_eq!(alone.next().await["op"], 10);
    alone.send(identify(&sandbox.token())).await;
    assert_eq!(alone.next().await["close"], 4011);
    comes(&sandbox, 1, 2).await.event("READY").await;
    for wrong in [json!({"shards": -1}), json!({"max_concurrency": "many"})] {
        let refused = sandbox.call("POST", "/application", wrong).await;
        assert!(refused.is_err());
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn logins_of_one_bucket_follow_each_other() {
    let sandbox = start(Settings {
        logins: LoginPace::Every(HOUR),
        ..settings()
    });
    let sandbox = sandbox.await.expect("a sandbox");
    change(&sandbox, json!({"shards": 3, "max_concurrency": 2})).await;
    // The buckets of the first two are their own; the third shares that of the first, and waits for an hour.
    let mut first = comes(&sandbox, 0, 3).await;
    first.event("READY").await;
    let mut second = comes(&sandbox, 1, 3).await;
    second.event("READY").await;
    let mut third = comes(&sandbox, 2, 3).await;
    third.send(json!({"op": 1, "d": null})).await;
    assert_eq!(third.next().await["op"], 11);
    let world = sandbox.world().await.expect("it is there");
    assert_eq!(world["bot_online"], false, "two of three are not the bot");
    change(&sandbox, json!({"login_pace_ms": 0})).await;
    let mut last = comes(&sandbox, 2, 3).await;
    last.event("READY").await;
    let world = sandbox.world().await.expect("it is there");
    assert_eq!(world["bot_online"], true);
    sandbox.stop().await;
}
