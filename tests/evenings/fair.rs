//! Fair shares: what one person may have of tables, calls and presses, so that the others have theirs.

use istaka::tables::ServerId;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};

use crate::house::{Evening, NO_THREADS, sit_down};
use crate::message::Message;
use crate::people::{PATIENCE, Person};

/// An ordinary member who may manage the server.
const MANAGER: u64 = 309_237_763_072 | 1 << 6 | 1 << 18 | 1 << 26 | 1 << 31 | 1 << 5;

/// How many threads a channel has.
async fn threads(evening: &Evening, channel: &str) -> usize {
    let world = evening.world.ask("GET", "/world", Value::Null).await;
    let channels = world["channels"].as_array().expect("a list").iter();
    channels.filter(|one| one["parent_id"] == channel).count()
}

/// What the menu of a field shows as chosen.
fn chosen(page: &Message, field: &str) -> String {
    let menu = page.menu(|id| id.starts_with(&format!("1:set:{field}:")));
    let menu = menu.unwrap_or_else(|| panic!("no menu of {field} on {page:?}"));
    let mut choices = menu["options"].as_array().expect("choices").iter();
    let chosen = choices.find(|choice| choice["default"] == true);
    let value = chosen.expect("one counts")["value"].as_str();
    value.expect("a text").to_owned()
}

/// Opens a table; whether there is one more.
async fn opens(person: &Person) -> Result<(), String> {
    let told = person.runs("okey", json!({})).await.message();
    if told.is_private() {
        return Err(told.content().to_owned());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_has_more_tables_than_their_share() {
    let mut evening = Evening::begins().await;
    let wish = json!({"name": "Mona", "permissions": MANAGER.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, wish).await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let halls = evening.channel_with_threads().await;
    let there = ayse.in_channel(&halls);
    // Ten commands at once: two tables, two threads, and eight sentences.
    let told = futures::future::join_all((0..10).map(|_| opens(&there))).await;
    let refused: Vec<&String> = told.iter().filter_map(|told| told.as_ref().err()).collect();
    assert_eq!(refused.len(), 8, "{told:?}");
    // The lines are there before the threads; when all is said there are two of each.
    let lines = there.sees().await;
    let lines = lines
        .iter()
        .filter(|line| line.content().contains("opened a table"));
    assert_eq!(lines.count(), 2);
    assert_eq!(threads(&evening, &halls).await, 2);
    for sentence in refused {
        assert!(
            sentence.starts_with("You already have as many"),
            "{sentence}"
        );
    }

    // Neither another channel nor a restart nor leaving makes room while somebody plays there.
    evening.bot_goes().await;
    evening.bot_comes().await;
    let told = opens(&ayse).await.expect_err("no third table");
    let links: Vec<&str> = told.split("<#").skip(1).collect();
    assert_eq!(links.len(), 2, "{told}");
    let thread = links[0].split('>').next().expect("a link");
    let [ayse_there, ben_there] = [&ayse, &ben].map(|person| person.in_channel(thread));
    let lobby = ben_there
        .waits_for("a lobby", |seen| {
            let mut lobbies = seen.iter().filter(|message| message.can("join").is_some());
            lobbies.next().cloned()
        })
        .await;
    ben_there.presses_the(&lobby, "join").await;
    ayse_there.leaves().await;
    opens(&ayse).await.expect_err("it lives on, with Ben");
    opens(&ben).await.expect("Ben has opened none");
    ben.runs("table end", json!({})).await;
    // The last one gets up, and it is over.
    ben_there.leaves().await;
    opens(&ayse).await.expect("one is over");

    // The server's own number.
    let page = mona.runs("settings", json!({})).await.message();
    let page = mona.forges(&page, "1:set:see:server").await.message();
    let told = mona
        .forges_choice(&page, "1:set:most_tables:1", "7")
        .await
        .says();
    assert!(told.contains("no longer works"), "{told}");
    let page = mona.forges_choice(&page, "1:set:most_tables:1", "2").await;
    assert_eq!(chosen(&page.message(), "most_tables"), "2");
    let other = evening.channel(json!({"name": "other"})).await;
    let told = opens(&cem.in_channel(&other)).await;
    let told = told.expect_err("two are open");
    assert!(told.starts_with("This server"), "{told}");
    assert!(!told.contains("<#"), "{told}");
    evening.ends().await;
}

/// Found by hand: whoever was banned from a server with two games of theirs could open none elsewhere, nor leave those.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_another_server_is_left_where_no_table_more_could_be_opened() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let [lobby, hall] = two_play_elsewhere(&evening, &ayse, &ben).await;
    let refused = ayse.runs("okey", json!({})).await.message();
    let told = refused.content();
    assert!(told.contains("2 in other servers"), "{told}");
    assert!(told.contains("give up a seat in another server"), "{told}");
    let ways = refused.enabled();
    let labels: Vec<&str> = ways.iter().map(|way| &way.label[..]).collect();
    assert_eq!(labels, ["Leave Okey 1", "Leave Okey 2"], "{refused:?}");
    // Nobody leaves by one tap, nor is led to a rack there.
    let asked = ayse.presses(&refused, &ways[0]).await.message();
    assert!(
        asked.is_private() && asked.id() != refused.id(),
        "{asked:?}"
    );
    let which = format!("Okey in another server, <#{lobby}>, with <@{}>", ben.id);
    let question = format!("This game counts: {which}, began <t:");
    assert!(asked.content().contains(&question), "{asked:?}");
    assert!(asked.content().ends_with("you stay."), "{asked:?}");
    let verbs: Vec<String> = asked
        .enabled()
        .iter()
        .map(|one| one.verb().to_owned())
        .collect();
    assert_eq!(verbs, ["quit"], "{asked:?}");
    opens(&ayse).await.expect_err("nothing was left");
    let told = ayse.presses_the(&asked, "quit").await.says();
    assert!(told.contains("a last place for you"), "{told}");
    assert!(told.contains(&which), "{told}");
    opens(&ayse).await.expect("one game is left elsewhere");
    let other = evening.channel(json!({"name": "other"})).await;
    let there = ayse.in_channel(&other);
    let refused = there.runs("okey", json!({})).await.message();
    let told = refused.content();
    assert!(told.contains("one in another server"), "{told}");
    let [way] = &refused.enabled()[..] else {
        panic!("not one way: {refused:?}");
    };
    assert_eq!(way.label, "Leave Okey");
    // No link leads to what was deleted.
    let path = format!("/channels/{hall}/delete");
    evening.world.ask("POST", &path, json!({})).await;
    there.waits_for_what_was_told().await;
    let asked = there.presses(&refused, way).await.message();
    let question = format!("Okey in another server, with <@{}>, began", ben.id);
    assert!(asked.content().contains(&question), "{asked:?}");
    evening.ends().await;
}

/// A channel in another server, where each table stands in the channel itself.
async fn channel_elsewhere(evening: &Evening, name: &str) -> String {
    let wish = json!({
        "name": name, "server": "Garden", "bot": true,
        "bot_permissions": NO_THREADS.to_string(),
    });
    let channel = evening.world.ask("POST", "/channels", wish).await;
    channel["id"].as_str().expect("an id").to_owned()
}

/// Two play at two tables in another server; the channels of these.
async fn two_play_elsewhere(evening: &Evening, host: &Person, guest: &Person) -> [String; 2] {
    let lobby = channel_elsewhere(evening, "lobby").await;
    let hall = channel_elsewhere(evening, "hall").await;
    for id in [&lobby, &hall] {
        let [host, guest] = [host, guest].map(|person| person.in_channel(id));
        sit_down(&host, &[&guest], json!({"seats": 2})).await;
    }
    [lobby, hall]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_a_game_in_another_server_that_is_over_is_led_to_no_rack_there() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let [lobby, _] = two_play_elsewhere(&evening, &ayse, &ben).await;
    let refused = ayse.runs("okey", json!({})).await.message();
    let way = &refused.enabled()[0];
    let asked = ayse.presses(&refused, way).await.message();
    for person in [&ayse, &ben] {
        let there = person.in_channel(&lobby);
        there.runs("table end", json!({})).await;
    }
    for late in [
        ayse.presses(&refused, way).await,
        ayse.presses_the(&asked, "quit").await,
    ] {
        let told = late.message();
        assert!(told.is_private(), "{told:?}");
        assert!(told.content().contains("was over already"), "{told:?}");
        assert!(told.enabled().is_empty(), "{told:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_is_given_up_in_another_server_is_named() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let hosts = evening
        .people(["Ben", "Cem", "Deniz", "Eve", "Filiz"])
        .await;
    let mut places = Vec::new();
    for host in &hosts {
        for number in 1..=2 {
            let name = format!("{}-{number}", host.id);
            let channel = channel_elsewhere(&evening, &name).await;
            let [host, guest] = [host, &ayse].map(|person| person.in_channel(&channel));
            let lobby = host.runs("okey", json!({})).await.message();
            guest.presses_the(&lobby, "join").await;
            places.push((channel, host.id.clone()));
        }
        // Nobody presses too quickly.
        evening.world.passes(60).await;
    }
    let refused = ayse.runs("okey", json!({})).await.message();
    let ways = refused.enabled();
    assert_eq!(ways.len(), 10, "{refused:?}");
    let told = ayse.presses(&refused, &ways[0]).await.says();
    let (channel, host) = &places[0];
    let which = format!("**Okey in another server, <#{channel}>, with <@{host}>**");
    assert_eq!(told, format!("{which}: You gave up your seat."));
    evening.ends().await;
}

/// What becomes of this server, and that the bot knows it.
async fn becomes(evening: &Evening, server: ServerId, has_bot: bool) {
    let wish = json!({"server": server.to_string(), "bot": has_bot});
    evening.world.ask("POST", "/server", wish).await;
    knows_that_it_is(evening, server, has_bot).await;
}

async fn knows_that_it_is(evening: &Evening, server: ServerId, is_there: bool) {
    let lines = evening.hall().lines();
    let known = async {
        if is_there {
            lines.are_open_to(server).await;
        } else {
            lines.are_cut_from(server).await;
        }
    };
    let known = tokio::time::timeout(PATIENCE, known).await;
    known.expect("it is known within the limit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_opened_tables_where_the_bot_was_thrown_out_opens_others_elsewhere() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let mut there = Vec::new();
    let mut garden = None;
    for name in ["lobby", "hall"] {
        let wish = json!({
            "name": name, "server": "Garden", "bot": true,
            "bot_permissions": NO_THREADS.to_string(),
        });
        let channel = evening.world.ask("POST", "/channels", wish).await;
        let [id, server] = ["id", "server"].map(|key| channel[key].as_str().expect("an id"));
        garden = Some(ServerId::new(server.parse().expect("a number")));
        let place = ayse.in_channel(id);
        opens(&place).await.expect("a table");
        there.push(place);
    }
    let garden = garden.expect("a server");
    let other = evening.channel(json!({"name": "other"})).await;
    let third = evening.channel(json!({"name": "third"})).await;
    let [second, third] = [&other, &third].map(|channel| ayse.in_channel(channel));
    let told = opens(&ayse).await.expect_err("two are open");
    assert!(told.contains("2 in other servers"), "{told}");
    becomes(&evening, garden, false).await;
    opens(&ayse).await.expect("those there do not count");
    // So it is after a restart.
    evening.bot_goes().await;
    evening.bot_comes().await;
    knows_that_it_is(&evening, garden, false).await;
    opens(&second).await.expect("nor do they now");
    let told = opens(&third).await.expect_err("two are open here");
    assert_eq!(told.matches("<#").count(), 2, "{told}");
    assert!(!told.contains("in other servers"), "{told}");

    becomes(&evening, garden, true).await;
    let told = opens(&third).await.expect_err("two here and two there");
    assert_eq!(told.matches("<#").count(), 2, "{told}");
    assert!(told.contains("2 in other servers"), "{told}");
    // They live, and end as any table.
    for place in &there {
        place.ends_the_table().await;
        opens(&third).await.expect_err("two are open");
    }
    ayse.ends_the_table().await;
    opens(&third).await.expect("one is over");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_opens_and_closes_lobbies_waits_a_while_and_the_others_do_not() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &evening.channel, wish).await;
    for person in [&ayse, &mo] {
        for _ in 0..5 {
            opens(person).await.expect("a table");
            person.runs("table end", json!({})).await;
        }
        let told = opens(person).await.expect_err("too often");
        assert!(told.contains("5 of your tables were closed"), "{told}");
        // By the clock of this evening, which stands still.
        assert!(told.contains("<t:1790000600:R>"), "{told}");
    }
    opens(&ben).await.expect("Ben has closed none");
    ben.runs("table end", json!({})).await;
    evening.world.passes(600).await;
    opens(&ayse).await.expect("it was long ago");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sits_at_many_tables_reads_where_instead_of_sitting_down() {
    let evening = Evening::begins().await;
    let guest = evening.person("Gül").await;
    let mut places = Vec::new();
    for number in 0..11 {
        let channel = evening
            .channel(json!({"name": format!("room-{number}")}))
            .await;
        let host = evening.person(&format!("Host {number}")).await;
        let lobby = host.in_channel(&channel).runs("okey", json!({})).await;
        let there = guest.in_channel(&channel);
        let told = there.presses_the(&lobby.message(), "join").await;
        if number < 10 {
            assert!(told.message().content().contains(&guest.id), "{told:?}");
            places.push(channel);
            continue;
        }
        let told = told.says();
        assert!(told.starts_with("You already have a seat"), "{told}");
        let linked = |place: &&String| told.contains(&format!("<#{place}>"));
        assert_eq!(places.iter().filter(linked).count(), 10, "{told}");
    }
    let opens_none = opens(&guest).await.expect_err("no eleventh seat");
    assert!(opens_none.contains("as many tables"), "{opens_none}");
    guest.in_channel(&places[0]).leaves().await;
    opens(&guest).await.expect("there is room");
    evening.ends().await;
}

async fn invites(host: &Person, guest: &Person) -> Message {
    let wish = json!({"person": guest.id});
    host.runs("table invite", wish).await.message()
}

/// Who is pinged by a message.
fn pinged(message: &Message) -> usize {
    message.0["mentions"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_again_and_again() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    opens(&ayse).await.expect("a table");
    let page = ben.runs("settings", json!({})).await.message();
    ben.forges(&page, "1:set:pings:off").await;
    for _ in 0..2 {
        let told = invites(&ayse, &ben).await;
        assert!(told.is_private() && pinged(&told) == 0, "{told:?}");
        assert!(told.content().contains("has turned pings off"));
    }
    let calls = futures::future::join_all((0..10).map(|_| invites(&ayse, &cem))).await;
    let public: Vec<&Message> = calls.iter().filter(|call| !call.is_private()).collect();
    assert_eq!(public.len(), 1, "{calls:?}");
    assert_eq!(pinged(public[0]), 1);
    evening.world.passes(9 * 60).await;
    assert!(invites(&ayse, &cem).await.is_private());
    evening.world.passes(61).await;
    assert!(!invites(&ayse, &cem).await.is_private());
    // So many people in ten minutes, and no more.
    for number in 2..=9 {
        let guest = evening.person(&format!("Guest {number}")).await;
        let told = invites(&ayse, &guest).await;
        assert_eq!(told.is_private(), number == 9, "{number} {told:?}");
        let many =
            "called somebody to a table 8 times within ten minutes (a rematch calls everybody";
        assert_eq!(told.content().contains(many), number == 9, "{told:?}");
    }
    evening.ends().await;
}

fn has_picture(message: &Message) -> bool {
    let pictures = message.0["attachments"].as_array();
    pictures.is_some_and(|pictures| !pictures.is_empty())
}

/// How many steps the journal holds.
async fn steps(evening: &Evening) -> i64 {
    let url = format!("sqlite://{}", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let count = sqlx::query_scalar("select count(*) from steps");
    count.fetch_one(&mut db).await.expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_presses_like_a_program_gets_sentences_and_the_others_their_racks() {
    let mut evening = Evening::begins().await;
    evening.presses_as_usual().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let rack = board.can("rack").expect("My rack");
    evening.world.passes(5).await;
    let before = steps(&evening).await;
    let presses = (0..60).map(|_| ayse.forges(&board, &rack.id));
    let presses = futures::future::join_all(presses).await;
    let told: Vec<Message> = presses.into_iter().map(|press| press.message()).collect();
    // The bucket holds five seconds; a table that so many ask at once may be too busy for some of them.
    let too_many = |one: &&Message| one.content().contains("too much at once");
    let refused: Vec<&Message> = told.iter().filter(too_many).collect();
    assert_eq!(refused.len(), 20);
    assert!(
        refused
            .iter()
            .all(|one| one.is_private() && !has_picture(one))
    );
    assert!(refused.iter().all(|one| one.content().contains("press")));
    assert!(told.iter().any(has_picture));
    let typed = ayse.runs("rack", json!({})).await.says();
    assert!(typed.contains("too much at once"), "{typed}");
    // There is nothing to press at a command.
    assert!(!typed.contains("press"), "{typed}");
    assert_eq!(steps(&evening).await, before);
    let his = ben.forges(&board, &rack.id).await.message();
    assert!(has_picture(&his), "{his:?}");
    evening.world.passes(1).await;
    let hers = ayse.forges(&board, &rack.id).await.message();
    assert!(has_picture(&hers), "{hers:?}");
    evening.ends().await;

    // Moves cost nothing: a whole game while time stands still.
    let mut evening = Evening::begins().await;
    evening.presses_as_usual().await;
    let ayse = evening.person("Ayşe").await;
    sit_down(
        &ayse,
        &[],
        json!({"seats": 2, "computers": 1, "rules": "max_hands=3"}),
    )
    .await;
    ayse.plays_to_the_end().await;
    assert!(steps(&evening).await > 60);
    evening.ends().await;
}
