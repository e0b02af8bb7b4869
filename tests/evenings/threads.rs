//! Threads: each table gets its own, and everything about it happens there.

use reqwest::{Client, Method};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::house::{Evening, INVITED, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::repost::leaves_its_lobby_over;

const MANAGE_THREADS: u64 = 1 << 34;

/// The thread that this line in the channel leads to.
pub fn linked(line: &Message) -> Option<String> {
    let (_, link) = line.content().split_once("<#")?;
    Some(link.split_once('>')?.0.to_owned())
}

/// Opens a table; the thread in which it stands, and its lobby there.
pub async fn opens(host: &Person, options: Value) -> (Person, Message) {
    let line = host.runs("okey", options).await.message();
    assert!(!line.is_private(), "{line:?}");
    let thread = host
        .waits_for("the link to the thread", |seen| {
            linked(seen.iter().find(|message| message.id() == line.id())?)
        })
        .await;
    let there = host.in_channel(&thread);
    let lobby = lobby_of(&there).await;
    (there, lobby)
}

/// The lobby in the channel where this person is.
async fn lobby_of(person: &Person) -> Message {
    let seen = person.sees().await;
    let is_lobby = |message: &&Message| {
        let has = |verb| message.can(verb).is_some();
        // At a full table nobody joins, and nobody starts at one that is not.
        has("join") || has("start")
    };
    let lobby = seen.iter().find(is_lobby);
    lobby
        .unwrap_or_else(|| panic!("no lobby: {seen:#?}"))
        .clone()
}

/// Both sit down in the thread and have their first panels.
pub async fn two_begin(host: &Person, guest: &Person) -> [Person; 2] {
    two_begin_with(host, guest, json!({"seats": 2, "points": 1})).await
}

/// The same with these options.
pub async fn two_begin_with(host: &Person, guest: &Person, options: Value) -> [Person; 2] {
    let (host, lobby) = opens(host, options).await;
    let guest = guest.in_channel(&host.channel);
    let lobby = guest.presses_the(&lobby, "join").await.message();
    host.presses_the(&lobby, "start").await;
    for person in [&host, &guest] {
        person.waits_for_a_panel().await;
    }
    host.waits_for_a_board().await;
    [host, guest]
}

/// How many threads of a channel are open.
pub async fn open_threads(evening: &Evening, channel: &str) -> usize {
    let world = evening.world.ask("GET", "/world", Value::Null).await;
    let places = world["channels"].as_array().expect("channels").iter();
    let is_open = |place: &&Value| place["parent_id"] == *channel && place["archived"] != true;
    places.filter(is_open).count()
}

/// A request of the bot's own account, as a moderator's bot could make it.
pub async fn asks_discord(evening: &Evening, method: Method, path: &str, body: Value) {
    let url = format!("{}/api/v10{path}", evening.sandbox.url());
    let request = Client::new()
        .request(method, url)
        .header("authorization", format!("Bot {}", evening.sandbox.token()))
        .header("user-agent", "DiscordBot (https://example.invalid, 1)")
        .json(&body);
    let status = request.send().await.expect("an answer").status();
    assert!(status.is_success(), "{path}: {status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_lives_in_its_thread_from_the_lobby_to_the_rematch() {
    let mut evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = [ayse.in_channel(&channel), ben.in_channel(&channel)];
    let (host, lobby) = opens(&ayse, json!({"seats": 2, "points": 1})).await;
    assert!(lobby.content().contains("Sealed: `"), "{lobby:?}");
    let world = evening.world.ask("GET", "/world", Value::Null).await;
    let mut channels = world["channels"].as_array().expect("a list").iter();
    let thread = channels
        .find(|place| place["id"] == host.channel.as_str())
        .expect("the thread");
    assert_eq!(thread["parent_id"], channel.as_str());
    let name = thread["name"].as_str().expect("a name");
    assert!(
        name.starts_with("Okey · ") && !name.contains("Ayşe"),
        "{name}"
    );

    let guest = ben.in_channel(&host.channel);
    let lobby = guest.presses_the(&lobby, "join").await.message();
    host.presses_the(&lobby, "start").await;
    for person in [&host, &guest] {
        person.waits_for_a_panel().await;
    }
    // From the channel, commands mean their only table.
    let rack = ayse.runs("rack", json!({})).await.message();
    assert!(rack.rack().len() >= 14, "{rack:?}");
    let shown = ben.runs("table show", json!({})).await.says();
    assert!(shown.contains(&host.channel), "{shown}");
    assert!(!ayse.offered("").await.is_empty() || !ben.offered("").await.is_empty());
    // A watcher there is told where the tables are.
    let eve = evening.person("Eve").await.in_channel(&channel);
    let told = eve.runs("table show", json!({})).await.says();
    assert!(told.contains(&format!("<#{}>", host.channel)), "{told}");

    // Several tables live below one channel.
    let (other, lobby) = opens(&eve, json!({"computers": 1})).await;
    assert_ne!(other.channel, host.channel);
    other.presses_the(&lobby, "leave").await;

    for person in [&host, &guest] {
        person.runs("rack", json!({})).await;
    }
    tokio::join!(host.plays_to_the_end(), guest.plays_to_the_end());
    let board = host
        .waits_for_board("the rematch", |board| board.can("rematch").is_some())
        .await;
    for person in [&ayse, &host] {
        let record = person.runs("verify", json!({})).await.message();
        assert!(record.has_picture(), "no file: {record:?}");
    }
    // Whoever only reads the channel sees how each game there ended.
    let all = evening.person("Reader").await.in_channel(&channel);
    let ends_with = async |words: &str| {
        let is_told = |line: &Message| {
            linked(line).as_ref() == Some(&host.channel) && line.content().contains(words)
        };
        all.waits_for(words, |seen| seen.iter().any(is_told).then_some(()))
            .await;
    };
    ends_with("🏆 <@").await;
    let again = guest.presses_the(&board, "rematch").await.message();
    assert_eq!(again.0["channel_id"], host.channel.as_str());
    assert!(again.can("join").is_some(), "{again:?}");
    guest.runs("table end", json!({})).await;
    host.waits_for("the lobby that nobody joined", |seen| {
        let lobby = seen.iter().find(|one| one.id() == again.id())?;
        lobby.can("join").is_none().then_some(())
    })
    .await;
    // That says nothing of the game before it, and neither does a start that tells it once more.
    evening.bot_goes().await;
    evening.bot_comes().await;
    evening.world.settles().await;
    ends_with("🏆 <@").await;
    // The channel itself had two lines of ours, and answers for one person alone.
    let public = ben.sees().await;
    let public: Vec<_> = public.iter().filter(|one| !one.is_private()).collect();
    assert_eq!(public.len(), 2, "{public:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_further_game_in_a_thread_is_told_in_the_channel_where_the_bot_made_that_thread() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Reader"]).await;
    let [ayse, all] = people.map(|person| person.in_channel(&channel));
    let options = || json!({"seats": 2, "computers": 1});
    let (host, _) = opens(&ayse, options()).await;
    let ends_with = async |words: &str| {
        let is_told = |line: &Message| line.content().contains(words);
        all.waits_for(words, |seen| seen.iter().any(is_told).then_some(()))
            .await;
    };
    host.runs("table end", json!({})).await;
    ends_with("closed before the game began").await;
    let none = all.runs("verify", json!({})).await.says();
    assert!(none.contains("no game that has ended in this"), "{none}");

    let theirs = json!({"name": "side", "parent": channel});
    let theirs = ayse.in_channel(&evening.channel(theirs).await);
    let mut tables = Vec::new();
    for there in [&host, &theirs] {
        let board = sit_down(there, &[], options()).await;
        tables.push(board.buttons()[0].table().to_owned());
        there.runs("table end", json!({})).await;
        there
            .waits_for_board("the end", |board| board.is_done_with())
            .await;
        evening.world.settles().await;
        ends_with("It was closed without a result").await;
        // What others have made a thread for is told there alone.
        let lines = all.sees().await;
        let lines = lines.iter().filter(|one| one.content().starts_with("🏁"));
        assert_eq!(lines.count(), 1);
        let record = all.runs("verify", json!({})).await.says();
        assert!(record.contains(&tables[0]), "{tables:?}: {record}");
    }
    let record = theirs.runs("verify", json!({})).await.says();
    assert!(record.contains(&tables[1]), "{tables:?}: {record}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_may_want_its_tables_in_the_channel() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let manager = json!({"name": "Mona", "permissions": (INVITED | 1 << 31 | 1 << 5).to_string()});
    let mona = Person::comes(&evening.world, &channel, manager).await;
    let page = async || mona.runs("settings", json!({})).await.message();
    mona.forges(&page().await, "1:set:threads:off").await;
    let lobby = mona.runs("okey", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
    mona.runs("table end", json!({})).await;
    mona.forges(&page().await, "1:set:threads:on").await;
    opens(&mona, json!({})).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_another_thread_the_table_stands_in_the_channel() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    for number in 0..1000 {
        let thread = json!({"name": number.to_string(), "parent": channel});
        evening.channel(thread).await;
    }
    let ayse = evening.person("Ayşe").await.in_channel(&channel);
    let line = ayse.runs("okey", json!({"seats": 2, "computers": 1})).await;
    let line = line.message();
    let lobby = lobby_of(&ayse).await;
    assert_eq!(lobby.id(), line.id());
    let seen = ayse.sees().await;
    let is_why = |message: &Message| message.content().contains("as many open threads");
    assert!(seen.iter().any(is_why), "{seen:#?}");
    ayse.presses_the(&lobby, "start").await;
    ayse.waits_for_a_panel().await;
    // Another one finds no room, and nothing of it is left.
    let ben = evening.person("Ben").await.in_channel(&channel);
    ben.runs("okey", json!({})).await;
    let seen = ben.sees().await;
    let is_busy = |message: &Message| {
        let told = message.content();
        message.is_private() && told.contains("already a table in this channel")
    };
    assert!(seen.iter().any(is_busy), "{seen:#?}");
    let opens = format!("<@{}> opens", ben.id);
    let is_left = |message: &Message| message.content().contains(&opens);
    assert!(!seen.iter().any(is_left), "{seen:#?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_wishes_leave_no_thread_behind() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&channel);
    for options in [
        json!({"seats": 2, "computers": 3}),
        json!({"rules": "hats=3"}),
        json!({"seats": 3, "rules": "partnership=on"}),
    ] {
        let told = ayse.runs("okey", options).await.message();
        assert!(told.is_private(), "{told:?}");
    }
    let seen = ayse.sees().await;
    assert!(seen.iter().all(Message::is_private), "{seen:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_table_leaves_no_thread_and_no_line_behind() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let url = format!("sqlite://{}", evening.db().display());
    let mut other = SqliteConnection::connect(&url).await.expect("a database");
    // The first trouble is there from the beginning; the second only when the table itself is written.
    for (trouble, over) in [
        ("begin immediate", "rollback"),
        (
            "create trigger refuses before insert on tables begin insert into nowhere values (1); end",
            "drop trigger refuses",
        ),
    ] {
        for may in [INVITED, INVITED | MANAGE_THREADS] {
            let wish = json!({"name": "parlour", "bot_permissions": may.to_string()});
            let channel = evening.channel(wish).await;
            let ayse = ayse.in_channel(&channel);
            // Only when the bot has written all that it has to write may somebody else lock the file.
            ayse.sees().await;
            other.execute(trouble).await.expect("trouble");
            let told = ayse.runs("okey", json!({})).await;
            let seen = ayse
                .waits_for("the refusal", |seen| {
                    let refusal = |one: &&Message| one.content().contains("could not be saved");
                    seen.iter().rev().find(refusal).map(|_| seen.to_vec())
                })
                .await;
            assert!(seen.iter().all(Message::is_private), "{told:?}: {seen:?}");
            other.execute(over).await.expect("no trouble");
            // Whoever asked is answered first.
            ayse.sees().await;
            assert_eq!(open_threads(&evening, &channel).await, 0, "{trouble}");
        }
    }
    // And where nothing is wrong any more there is a table.
    let ayse = ayse.in_channel(&evening.channel_with_threads().await);
    ayse.runs("okey", json!({})).await;
    ayse.waits_for("the line", |seen| {
        seen.iter()
            .find(|one| one.content().contains("<#"))
            .cloned()
    })
    .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_thread_ends_no_game() {
    let mut evening = Evening::begins().await;
    let may = (INVITED | MANAGE_THREADS).to_string();
    let channel = evening
        .channel(json!({"name": "halls", "bot_permissions": may}))
        .await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let [host, guest] = two_begin(&ayse, &ben).await;
    let (actor, _) = turn_to_draw(&[&host, &guest]).await;
    let path = format!("/channels/{}", host.channel);
    asks_discord(&evening, Method::DELETE, &path, Value::Null).await;
    let told = |seen: &[Message]| {
        let is_told = |message: &&Message| message.content().contains("is gone. The game goes on");
        seen.iter().filter(is_told).count()
    };
    actor.in_channel(&channel).plays("draw").await;
    let is_told = |message: &&Message| told(std::slice::from_ref(*message)) == 1;
    let word = ayse
        .waits_for("word of the thread", |seen| {
            seen.iter().find(is_told).cloned()
        })
        .await;
    // A button below it shows the rack there, also after a restart; whoever does not play reads that.
    evening.bot_goes().await;
    evening.bot_comes().await;
    let eve = evening.person("Eve").await.in_channel(&channel);
    let watching = eve.presses_the(&word, "rack").await.says();
    assert_eq!(watching, "You don't have a seat at this table.");
    for person in [&ayse, &ben] {
        let panel = person.presses_the(&word, "rack").await.message();
        assert!(panel.is_private() && panel.rack().len() >= 14, "{panel:?}");
        assert_eq!(panel.0["channel_id"], channel.as_str());
    }
    // No link leads to what is gone.
    let shown = ayse.runs("table show", json!({})).await.says();
    assert!(!shown.contains(&host.channel), "{shown}");
    let leaving = ayse.runs("table leave", json!({})).await.says();
    assert!(leaving.contains("This game counts: Okey.**"), "{leaving}");
    assert_eq!(told(&ayse.sees().await), 1);
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    // What the line tells of the end is the last word.
    assert_eq!(told(&ayse.sees().await), 0);
    let nobody = ayse.runs("rack", json!({})).await.says();
    assert!(nobody.contains("no table here"), "{nobody}");
    assert!(nobody.contains("game here is over"), "{nobody}");
    assert!(!nobody.contains(&host.channel), "{nobody}");
    evening.ends().await;
}

/// Two begin in a thread that is deleted then; the channel, and both as they are there.
pub async fn two_lose_their_thread(evening: &Evening) -> (String, [Person; 2]) {
    let may = (INVITED | MANAGE_THREADS).to_string();
    let wish = json!({"name": "halls", "bot_permissions": may});
    let channel = evening.channel(wish).await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let people = people.map(|person| person.in_channel(&channel));
    let [host, _] = two_begin(&people[0], &people[1]).await;
    let path = format!("/channels/{}", host.channel);
    asks_discord(evening, Method::DELETE, &path, Value::Null).await;
    let is_told = |one: &Message| one.content().contains("is gone. The game goes on");
    people[0]
        .waits_for("word of the thread", |seen| {
            seen.iter().any(is_told).then_some(())
        })
        .await;
    (channel, people)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rematch_of_a_table_whose_thread_is_gone_gets_a_thread_of_its_own() {
    let evening = Evening::begins().await;
    let (channel, [ayse, ben]) = two_lose_their_thread(&evening).await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let panel = ayse
        .waits_for_panel("the rematch", |panel| panel.can("rematch").is_some())
        .await;
    let line = ayse.presses_the(&panel, "rematch").await.message();
    let thread = ayse
        .waits_for("the link to the thread", |seen| {
            linked(seen.iter().find(|message| message.id() == line.id())?)
        })
        .await;
    assert_ne!(thread, channel);
    let [host, guest] = [&ayse, &ben].map(|person| person.in_channel(&thread));
    let lobby = lobby_of(&guest).await;
    // Who has played is called in the thread, which shows it to them.
    assert!(lobby.content().contains("🔁"), "{lobby:?}");
    assert_eq!(lobby.0["mentions"][0]["id"], ben.id.as_str(), "{lobby:?}");
    let lobby = guest.presses_the(&lobby, "join").await.message();
    assert!(!lobby.content().contains("🔁"), "{lobby:?}");
    host.presses_the(&lobby, "start").await;
    for person in [&host, &guest] {
        person.waits_for_a_panel().await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_without_a_thread_calls_the_others_by_a_message() {
    let evening = Evening::begins().await;
    let (channel, [ayse, ben]) = two_lose_their_thread(&evening).await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let offers = |panel: &Message| panel.can("rematch").is_some();
    let panel = ayse.waits_for_panel("the rematch", offers).await;
    let others = ben.waits_for_panel("the rematch", offers).await;
    for number in 0..1000 {
        let thread = json!({"name": number.to_string(), "parent": channel});
        evening.channel(thread).await;
    }
    let line = ayse.presses_the(&panel, "rematch").await.message();
    // An edit makes no sound, so the line that becomes the lobby names them, and another message calls them.
    let call = ben
        .waits_for("the call", |seen| {
            let is_other = |one: &&Message| one.id() != line.id();
            let mut calls = seen.iter().filter(is_other);
            calls.find(|one| one.content().contains("🔁")).cloned()
        })
        .await;
    assert_eq!(call.0["mentions"][0]["id"], ben.id.as_str(), "{call:?}");
    assert_eq!(lobby_of(&ben).await.id(), line.id());
    // Who presses after them sits down in that lobby, and opens no other.
    let there = ben.presses_the(&others, "rematch").await.says();
    assert!(there.contains("you have a seat"), "{there}");
    assert!(there.contains(line.id()), "{there}");
    assert!(lobby_of(&ben).await.content().contains(&ben.id));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_tables_the_one_whose_thread_is_gone_is_played_from_its_channel() {
    let evening = Evening::begins().await;
    let (channel, [ayse, _]) = two_lose_their_thread(&evening).await;
    let cem = evening.person("Cem").await;
    let elsewhere = ayse.in_channel(&evening.channel);
    sit_down(&cem, &[&elsewhere], json!({"seats": 2})).await;
    let rack = ayse.runs("rack", json!({})).await.message();
    assert!(rack.rack().len() >= 14, "{rack:?}");
    // Everywhere else they read where each of the two is played.
    let garden = ayse.in_channel(&evening.channel(json!({"name": "garden"})).await);
    let which = garden.runs("rack", json!({})).await.says();
    assert!(which.contains("several tables"), "{which}");
    for place in [&channel, &evening.channel] {
        assert!(which.contains(&format!("<#{place}>")), "{which}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_was_put_away_comes_back_with_a_new_board() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let [host, guest] = two_begin(&ayse, &ben).await;
    let (actor, _) = turn_to_draw(&[&host, &guest]).await;
    let before = actor.board().await;
    puts_away(&evening, &host.channel).await;
    actor.plays("draw").await;
    actor
        .waits_for_board("another board", |board| board.id() != before.id())
        .await;
    // The former one has gone, and the new one is changed in its place.
    let drawn = actor.panel().await.expect("a panel");
    let board = the_board(actor).await;
    actor.discards(&drawn).await;
    assert_eq!(the_board(actor).await.id(), board.id());
    assert_eq!(open_threads(&evening, &channel).await, 1);
    evening.ends().await;
}

/// A moderator closes the thread, and locks nothing.
pub async fn puts_away(evening: &Evening, thread: &str) {
    let path = format!("/channels/{thread}");
    asks_discord(evening, Method::PATCH, &path, json!({"archived": true})).await;
}

/// The only board.
async fn the_board(person: &Person) -> Message {
    let mut seen = person.sees().await;
    seen.retain(|message| !message.is_private() && message.has_picture());
    let [board] = &seen[..] else {
        panic!("not one board: {seen:#?}");
    };
    board.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_in_a_thread_that_was_put_away_gives_way_to_a_new_one() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let (host, old) = opens(&ayse, json!({"seats": 2})).await;
    let guest = ben.in_channel(&host.channel);
    guest.presses_the(&old, "join").await;
    puts_away(&evening, &host.channel).await;
    host.runs("table kick", json!({"seat": 2})).await;
    let mut lobbies = host.sees().await;
    lobbies.retain(|message| message.can("join").is_some());
    let [lobby] = &lobbies[..] else {
        panic!("not one lobby: {lobbies:#?}");
    };
    assert_ne!(lobby.id(), old.id());
    assert!(!lobby.content().contains(&ben.id), "{lobby:?}");
    host.runs("table invite", json!({"person": ben.id})).await;
    let joined = guest.presses_the(lobby, "join").await.message();
    assert_eq!(joined.id(), lobby.id());
    host.presses_the(&joined, "start").await;
    for person in [&host, &guest] {
        person.waits_for_a_panel().await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_left_over_in_a_thread_that_was_put_away_goes_when_it_is_open_again() {
    let mut evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let [host, _] = two_begin(&ayse, &ben).await;
    let before = the_board(&host).await;
    let lobby = leaves_its_lobby_over(&mut evening, &host).await;
    puts_away(&evening, &host.channel).await;
    evening.bot_comes().await;
    host.waits_for_board("another board", |board| board.id() != before.id())
        .await;
    let board = the_board(&host).await;
    assert_ne!(board.id(), before.id());
    let seen = host.sees().await;
    let is_there = seen.iter().any(|message| message.id() == lobby.id());
    assert!(!is_there, "{seen:#?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_was_never_posted_is_posted_after_the_restart() {
    let mut evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let ayse = ayse.in_channel(&channel);
    let (host, lobby) = opens(&ayse, json!({"seats": 2})).await;
    evening.bot_goes().await;
    // As if the process had been killed before it posted the lobby.
    let url = format!("sqlite://{}", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("the database");
    db.execute("update tables set lobby = null")
        .await
        .expect("written");
    db.close().await.expect("closed");
    // So late that Discord has forgotten the nonce of the lobby that was posted in truth: it would answer with that.
    evening.world.passes(10 * 60).await;
    evening.bot_comes().await;
    let guest = ben.in_channel(&host.channel);
    let seen = guest.sees().await;
    let is_new = |message: &&Message| message.can("join").is_some() && message.id() != lobby.id();
    let again = seen.iter().find(is_new);
    let again = again.unwrap_or_else(|| panic!("no other lobby: {seen:#?}"));
    assert!(again.content().contains("Sealed: `"), "{again:?}");
    let joined = guest.presses_the(again, "join").await.message();
    host.presses_the(&joined, "start").await;
    for person in [&host, &guest] {
        person.waits_for_a_panel().await;
    }
    evening.ends().await;
}
