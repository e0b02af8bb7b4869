//! Gateways that are slow, many, or strange, and a token that is refused for a moment or for good.

use std::collections::HashSet;
use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use istaka::discord::{FrontSettings, Service, connect};
use istaka::sandbox::{self, Faults, Harm, Moment, NextFault, Sandbox};
use istaka::store::Store;
use istaka::tables::{Clock, Hall, HallSettings};
use serde_json::{Value, json};

use crate::command_line::{path_asked_for, run};
use crate::house::{Evening, Folder, sit_down};
use crate::people::{PATIENCE, Person};
use crate::play::turn_to_draw;
use crate::process::{Process, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_greeting_is_waited_for_and_the_log_says_each_stage() {
    let server = Server::starts().await;
    let late = json!({"ready_delay_ms": 700});
    server.world.ask("POST", "/faults", late).await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let mut bot = Process::start(server.bot(&db));
    bot.says("waiting for READY").await;
    let world = server.world.ask("GET", "/world", Value::Null).await;
    assert_eq!(world["bot_online"], false);
    let connected = bot.says(" connected").await;
    for told in [
        env!("CARGO_PKG_VERSION"),
        "istaka.db",
        "tables=0",
        "commands=",
    ] {
        assert!(connected.contains(told), "{told}: {connected}");
    }
    let drop = json!({"action": "drop"});
    server.world.ask("POST", "/gateway", drop).await;
    bot.says("waiting for RESUMED").await;
    bot.says("connected again").await;
    let said = bot.stderr();
    let stages = [
        "connecting",
        "waiting for READY",
        " connected",
        "was cut",
        "waiting for RESUMED",
        "connected again",
    ];
    let places: Vec<_> = stages.iter().map(|stage| said.find(stage)).collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{places:?} in {said}"
    );
    assert!(!said.contains(&server.token), "the token is told");
    bot.gets("TERM");
    assert_eq!(bot.ends().await.code, Some(0));
}

/// A service that answers with a page at first, wherever it is asked, and whose gateway is a page for ever.
fn page_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        let mut asked = HashSet::new();
        for mut stream in listener.incoming().flatten() {
            let Some(path) = path_asked_for(&stream) else {
                continue;
            };
            let is_first = asked.insert(path.clone());
            let body = match path.trim_start_matches("/api/v10") {
                "/sandbox/clock" => r#"{"now":1,"offset":0,"frozen":true}"#.to_owned(),
                "/applications/@me" if !is_first => r#"{"id":"1","bot":{"id":"2"}}"#.to_owned(),
                "/applications/1/commands" => "[]".to_owned(),
                "/gateway/bot" if !is_first => format!(r#"{{"url":"ws://{address}/page"}}"#),
                _ => "<html>Back soon</html>".to_owned(),
            };
            let head = "HTTP/1.1 200 OK\r\nconnection: close";
            // A client that went away is told nothing.
            let _ = write!(
                stream,
                "{head}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
        }
    });
    format!("http://{address}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_instead_of_an_answer_is_asked_again() {
    let folder = Folder::new();
    let mut command = run(&["--sandbox", &page_server()]);
    command.arg("--db").arg(folder.file("istaka.db"));
    let mut bot = Process::start(command);
    let said = bot.says("the service does not answer").await;
    assert!(said.contains("could not be read"), "{said}");
    bot.says("the address of the gateway is not known").await;
    let said = bot.says("the gateway could not be reached").await;
    assert!(said.contains("200"), "{said}");
    bot.gets("TERM");
    assert_eq!(bot.ends().await.code, Some(0));
}

/// The shards that are connected, by their numbers.
async fn shards(evening: &Evening) -> Vec<Value> {
    let gateway = evening.world.ask("GET", "/gateway", Value::Null).await;
    let sessions = gateway["sessions"].as_array().expect("a list").iter();
    let connected = sessions.filter(|session| session["connected"] == true);
    let mut shards: Vec<_> = connected.map(|session| session["shard"].clone()).collect();
    shards.sort_by_key(Value::to_string);
    shards
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_on_many_servers_has_as_many_connections_as_discord_advises() {
    let mut evening = Evening::begins().await;
    evening.bot_goes().await;
    let wish = json!({"shards": 3, "max_concurrency": 3});
    evening.world.ask("POST", "/application", wish).await;
    evening.bot_comes().await;
    let all = [json!([0, 3]), json!([1, 3]), json!([2, 3])];
    assert_eq!(shards(&evening).await, all);
    // A table in the server, and somebody in the direct messages, which come by another connection.
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;
    let direct = evening
        .channel(json!({"kind": "dm", "person": ben.id}))
        .await;
    // There are no commands of tables here, so none is promised.
    let help = ben.in_channel(&direct).runs("help", json!({})).await.says();
    assert!(!help.contains("table of Okey here"), "{help}");
    assert!(help.contains("Tables are opened in servers"), "{help}");
    // Cut all at once, each goes on with its own session.
    let cut = sandbox::GatewayDeed::Drop;
    assert_eq!(evening.sandbox.gateway(cut).expect("a good deed"), 3);
    loop {
        let seq = ayse.news_now().await;
        let gateway = evening.world.ask("GET", "/gateway", Value::Null).await;
        if gateway["resumes"] == 3 {
            assert_eq!(gateway["identifies"], 4, "one alone, and three together");
            break;
        }
        ayse.waits_for_news(seq).await;
    }
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_has_outgrown_its_connection_opens_more() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let wish = json!({"shards": 2, "least_shards": 2, "max_concurrency": 2});
    evening.world.ask("POST", "/application", wish).await;
    let seq = ayse.news_now().await;
    let refused = sandbox::GatewayDeed::Close { code: 4011 };
    assert_eq!(evening.sandbox.gateway(refused).expect("a good deed"), 1);
    // It goes, and comes back as soon as its first shard may log in again.
    ayse.waits_for_news(seq).await;
    assert!(evening.sandbox.bot_came(PATIENCE).await, "it does not come");
    assert_eq!(shards(&evening).await, [json!([0, 2]), json!([1, 2])]);
    ayse.runs("help", json!({})).await.says();
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_answered_with_a_sentence() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({"computers": 3})).await.message();
    let strange = Faults {
        event_strange_percent: 100,
        ..Faults::default()
    };
    evening.sandbox.set_faults(strange).expect("good faults");
    let sentence = "in a form I don't know";
    let said = ayse.runs("help", json!({})).await.says();
    assert!(said.contains(sentence), "{said}");
    let said = ayse.presses_the(&lobby, "start").await.says();
    assert!(said.contains(sentence), "{said}");
    let typing = json!({"person": ayse.id, "channel": ayse.channel, "command": "play",
        "options": {"move": "dr"}, "focused": "move"});
    let offered = evening.world.ask("POST", "/complete", typing).await;
    assert_eq!(
        (&offered["state"], &offered["choices"]),
        (&json!("answered"), &json!([]))
    );
    evening.sandbox.set_faults(Faults::default()).expect("none");
    ayse.presses_the(&lobby, "start").await;
    ayse.has_the_turn().await;
    let counts = evening.sandbox.fault_counts();
    assert_eq!(counts.event_strange, 3, "{counts:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_of_an_older_application_knows_its_own_messages() {
    let evening = Evening::begins_long_ago().await;
    let (application, user) = (evening.sandbox.application(), evening.sandbox.bot_user());
    assert_ne!(application, user);
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let first = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    assert_eq!(first.0["author"]["id"], user);
    let people = [&ayse, &ben];
    one_turn(people).await;
    evening.world.passes(31).await;
    // Its own messages push no board away, however many they are.
    for _ in 0..6 {
        let list = eve.runs("leaderboard", json!({})).await.message();
        assert!(!list.is_private(), "{list:?}");
    }
    one_turn(people).await;
    assert_eq!(eve.board().await.id(), first.id());
    evening.ends().await;
}

/// Whoever is to act draws and discards.
async fn one_turn(people: [&Person; 2]) {
    let (actor, _) = turn_to_draw(&people).await;
    actor.takes_their_turn().await;
}

/// These questions are answered with 401.
fn refuses(sandbox: &Sandbox, path: &str, times: u32) {
    let fault = NextFault {
        method: "GET".to_owned(),
        path: path.to_owned(),
        times,
        harm: Harm::Error {
            status: 401,
            code: 0,
            message: "401: Unauthorized".to_owned(),
            moment: Moment::Before,
        },
    };
    sandbox.fail_next(fault).expect("a good fault");
}

/// Starts a bot whose token is refused at its question for the gateway, and so many times more; it believes in its token for so
/// long.
async fn is_refused(more: u32, doubts: Duration) -> Result<(), String> {
    let folder = Folder::new();
    let sandbox = sandbox::start(sandbox::Settings::default());
    let sandbox = sandbox.await.expect("a sandbox");
    let store = Store::open(&folder.file("istaka.db")).await;
    let store = store.expect("a database");
    let settings = HallSettings {
        pace: Duration::ZERO,
        ..HallSettings::default()
    };
    let hall = Hall::reopen(store.clone(), Clock::real(), settings).await;
    let hall = hall.expect("a hall");
    let (service, token) = (Service::Sandbox(sandbox.url()), sandbox.token());
    let mut front = FrontSettings::default();
    (front.pace.again, front.pace.doubts) = (Duration::from_millis(1), doubts);
    let clock = Clock::real();
    let bot = connect(&service, &token, hall.clone(), store.clone(), clock, front);
    let bot = bot.await.expect("a bot");
    refuses(&sandbox, "/gateway/bot", 1);
    if more > 0 {
        refuses(&sandbox, "/users/@me", more);
    }
    let coming = sandbox.clone();
    let served = bot.serve(async move {
        assert!(coming.bot_came(PATIENCE).await, "the bot did not come");
    });
    let served = tokio::time::timeout(PATIENCE, served).await;
    let served = served.expect("it ends");
    hall.close().await;
    store.close().await;
    sandbox.stop().await;
    served.map_err(|failure| failure.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_of_the_token_counts_when_it_goes_on_for_longer_than_an_outage() {
    let (for_a_moment, for_a_while, for_good) = tokio::join!(
        is_refused(0, PATIENCE),
        is_refused(9, PATIENCE),
        is_refused(100, Duration::from_millis(20)),
    );
    assert_eq!(for_a_moment, Ok(()));
    assert_eq!(for_a_while, Ok(()));
    let sentence = for_good.expect_err("it cannot go on");
    assert!(sentence.contains("the token was refused"), "{sentence}");
}

/// A token that Discord has never taken is wrong, whatever it does in its outages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_refused_twice_at_the_start_ends_it_at_once() {
    let folder = Folder::new();
    let sandbox = sandbox::start(sandbox::Settings::default());
    let sandbox = sandbox.await.expect("a sandbox");
    let store = Store::open(&folder.file("istaka.db")).await;
    let store = store.expect("a database");
    let hall = Hall::reopen(store.clone(), Clock::real(), HallSettings::default()).await;
    let hall = hall.expect("a hall");
    refuses(&sandbox, "/applications/@me", 1);
    refuses(&sandbox, "/users/@me", 1);
    let (service, token) = (Service::Sandbox(sandbox.url()), sandbox.token());
    let (front, clock) = (FrontSettings::default(), Clock::real());
    let connecting = connect(&service, &token, hall.clone(), store.clone(), clock, front);
    let connected = tokio::time::timeout(PATIENCE, connecting).await;
    let failure = connected.expect("it ends").err().expect("it cannot go on");
    assert!(
        failure.to_string().contains("the token was refused"),
        "{failure}"
    );
    hall.close().await;
    store.close().await;
    sandbox.stop().await;
}
