//! What people delete: a lobby comes back when somebody asks for it, and a table whose place is gone can be left and ended; where one is over no
//! other one is meant.

use reqwest::Method;
use serde_json::{Value, json};

use crate::faults_aimed::{aims, refusal};
use crate::house::{Evening, INVITED, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::threads::{asks_discord, opens, two_begin, two_begin_with};

/// Manage Server, and to use commands at all.
const RUNS_SERVER: u64 = INVITED | 1 << 31 | 1 << 5;

/// What a panel says of a place that is gone.
const GONE: &str = "This table's channel was deleted";

/// A message goes from the channel where this person is, once it is known where it stands; nobody tells the bot.
async fn message_goes(evening: &Evening, person: &Person, message: &Message) {
    evening.world.settles().await;
    let path = format!("/channels/{}/messages/{}", person.channel, message.id());
    asks_discord(evening, Method::DELETE, &path, Value::Null).await;
}

/// A channel or thread goes.
async fn place_goes(evening: &Evening, channel: &str) {
    let path = format!("/channels/{channel}/delete");
    evening.world.ask("POST", &path, json!({})).await;
}

/// The only lobby in the channel where this person is.
async fn the_lobby(person: &Person) -> Message {
    let mut seen = person.sees().await;
    seen.retain(|message| !message.is_private() && message.can("join").is_some());
    let [lobby] = &seen[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    lobby.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_was_deleted_comes_back_when_somebody_asks_for_it() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let mut lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    for command in ["okey", "rack", "table show"] {
        message_goes(&evening, &ben, &lobby).await;
        let told = ben.runs(command, json!({})).await.message();
        assert!(told.is_private(), "{told:?}");
        let again = the_lobby(&ben).await;
        assert_ne!(again.id(), lobby.id(), "/{command}");
        lobby = again;
        // It is looked for no sooner.
        evening.world.passes(10).await;
    }
    let joined = ben.presses_the(&lobby, "join").await.message();
    assert_eq!(joined.id(), lobby.id());
    ayse.presses_the(&joined, "start").await;
    for person in [&ayse, &ben] {
        person.waits_for_a_panel().await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_in_a_thread_comes_back_as_another_message_once_however_many_ask() {
    let mut evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let [ayse, ben, cem] = people.map(|person| person.in_channel(&channel));
    let (host, lobby) = opens(&ayse, json!({"seats": 2})).await;
    let [ben, cem] = [&ben, &cem].map(|person| person.in_channel(&host.channel));
    message_goes(&evening, &host, &lobby).await;
    for _ in 0..5 {
        for person in [&host, &ben, &cem] {
            person.runs("table show", json!({})).await;
        }
    }
    let again = the_lobby(&ben).await;
    // With the same one Discord would answer with the message that was deleted.
    let [old, new] = [&lobby, &again].map(|lobby| lobby.0["nonce"].as_str());
    assert!(
        old.is_some() && new.is_some() && old != new,
        "{old:?} {new:?}"
    );
    evening.bot_goes().await;
    let of_thread = format!("/channels/{}/messages/", host.channel);
    let mut exchanges = evening.record.exchanges();
    exchanges
        .retain(|one| one["method"] == "PATCH" && one["path"].to_string().contains(&of_thread));
    assert_eq!(exchanges.len(), 1, "{exchanges:#?}");
    evening.ends().await;
}

/// Whoever ends a table with success reads that.
async fn ends_one(person: &Person) {
    let ended = person.ends_the_table().await.says();
    assert!(ended.contains("closed without a result"), "{ended}");
}

/// Whoever finds no table to end reads that.
async fn finds_none_to_end(person: &Person) {
    let told = person.runs("table end", json!({})).await.says();
    assert!(told.contains("no table here"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_a_game_ended_whose_thread_was_deleted_is_told_in_the_channel() {
    let mut evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &channel, wish).await;
    let [first, _] = two_begin(&ayse, &ben).await;
    place_goes(&evening, &first.channel).await;
    ends_one(&mo).await;
    let line = mo
        .waits_for("the line above the thread", |seen| {
            let line = seen.iter().find(|one| one.content().starts_with("🏁"))?;
            Some(line.content().to_owned())
        })
        .await;
    assert!(line.contains("closed without a result"), "{line}");
    assert!(
        !line.contains("<#"),
        "nothing leads to what is gone: {line}"
    );
    // Whoever starts anew knows that as well.
    evening.bot_goes().await;
    evening.bot_comes().await;
    evening.world.settles().await;
    let seen = mo.sees().await;
    let again = seen.iter().find(|one| one.content().starts_with("🏁"));
    assert_eq!(again.expect("a line").content(), line);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_ends_games_whose_threads_were_deleted_wherever_they_play() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening
        .people(["Ayşe", "Ben", "Cem", "Dan", "Eve", "Fay"])
        .await;
    let [ayse, ben, cem, dan, eve, fay] = people.map(|person| person.in_channel(&channel));
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &channel, wish).await;
    let [first, _] = two_begin(&ayse, &ben).await;
    let [second, _] = two_begin(&cem, &dan).await;
    // While they are there they are ended there.
    let told = mo.runs("table end", json!({})).await.says();
    for place in [&first, &second] {
        assert!(told.contains(&format!("<#{}>", place.channel)), "{told}");
    }
    let [own, _] = two_begin(&mo, &eve).await;
    place_goes(&evening, &first.channel).await;
    let refused = fay.runs("table end", json!({})).await.says();
    assert!(refused.starts_with("Only a moderator"), "{refused}");
    place_goes(&evening, &second.channel).await;
    let lives = async |person: &Person| {
        let rack = person.runs("rack", json!({})).await.says();
        rack.contains(GONE)
    };
    assert!(lives(&ayse).await && lives(&cem).await);
    // The older one first; their own is there.
    ends_one(&mo).await;
    assert!(!lives(&ayse).await && lives(&cem).await);
    // Of those that are gone their own first: there they vote, for it is rated.
    place_goes(&evening, &own.channel).await;
    for told in ["You voted", "You have already voted"] {
        let vote = mo.runs("table end", json!({})).await.says();
        assert!(vote.contains(told) && vote.contains("1 of 2"), "{vote}");
    }
    assert!(lives(&mo).await && lives(&cem).await);
    ends_one(&eve).await;
    assert!(!lives(&mo).await && lives(&cem).await);
    ends_one(&mo).await;
    finds_none_to_end(&mo).await;
    let nobody = cem.runs("rack", json!({})).await.says();
    assert!(nobody.contains("no table here"), "{nobody}");
    evening.ends().await;
}

/// In a channel of this evening that is not about tables: a moderator, and whoever manages the server.
async fn those_who_may(evening: &Evening) -> [Person; 2] {
    let park = evening.channel(json!({"name": "park"})).await;
    let comes = async |wish: Value| Person::comes(&evening.world, &park, wish).await;
    let may = RUNS_SERVER.to_string();
    [
        comes(json!({"name": "Mo", "moderator": true})).await,
        comes(json!({"name": "Mona", "permissions": may})).await,
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_manages_the_server_ends_games_once_no_place_is_left_of_them() {
    let evening = Evening::begins().await;
    let [mo, mona] = those_who_may(&evening).await;
    let people = evening.people(["Ayşe", "Ben", "Cem", "Dan"]).await;
    let [ayse, ben, cem, dan] = &people;
    let halls = evening.channel_with_threads().await;
    sit_down(ayse, &[ben], json!({"seats": 2})).await;
    let [there, _] = two_begin(&cem.in_channel(&halls), &dan.in_channel(&halls)).await;
    // As long as its channel is there, or the one above its thread, a table is ended in no other.
    finds_none_to_end(&mona).await;
    place_goes(&evening, &there.channel).await;
    finds_none_to_end(&mona).await;
    for channel in [&evening.channel, &halls] {
        place_goes(&evening, channel).await;
    }
    finds_none_to_end(&mo).await;
    // One after another.
    for _ in 0..2 {
        ends_one(&mona).await;
    }
    finds_none_to_end(&mona).await;
    for person in [ayse, cem] {
        let person = person.in_channel(&mona.channel);
        let nobody = person.runs("rack", json!({})).await.says();
        assert!(nobody.contains("no table here"), "{nobody}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_a_thread_went_with_its_channel_is_found_out_where_nobody_told_the_bot() {
    for restarts in [false, true] {
        let mut evening = Evening::begins().await;
        let [_, mona] = those_who_may(&evening).await;
        let halls = evening.channel_with_threads().await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&halls));
        let [host, guest] = two_begin(&ayse, &ben).await;
        let (actor, _) = turn_to_draw(&[&host, &guest]).await;
        let lost = json!({"event_lost_percent": 100});
        evening.world.ask("POST", "/faults", lost).await;
        place_goes(&evening, &halls).await;
        evening.world.ask("POST", "/faults/clear", json!({})).await;
        // Neither the board can be changed, nor anybody told of it.
        actor.in_channel(&mona.channel).plays("draw").await;
        evening.world.settles().await;
        if restarts {
            evening.bot_goes().await;
            evening.bot_comes().await;
            evening.world.settles().await;
        }
        ends_one(&mona).await;
        evening.ends().await;
    }
}

/// A forum takes no messages but in its posts, and no commands.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_post_in_a_forum_was_deleted_is_ended_like_one_without_a_channel() {
    let evening = Evening::begins().await;
    let [_, mona] = those_who_may(&evening).await;
    let forum = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&forum));
    let [host, guest] = two_begin(&ayse, &ben).await;
    turn_to_draw(&[&host, &guest]).await;
    evening.world.settles().await;
    let posts = format!("/channels/{forum}/messages");
    aims(&evening, "POST", &posts, 99, refusal(400, 50_008));
    place_goes(&evening, &host.channel).await;
    // Nobody can be told of it.
    evening.goes_wrong(|counts| counts.next > 0).await;
    evening.world.settles().await;
    ends_one(&mona).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_tables_the_one_whose_channel_was_deleted_is_played_and_left_from_any_other() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    sit_down(&ayse, &[&cem], json!({"seats": 2})).await;
    of_two_tables_the_lost_one_is_meant(&evening, &evening.channel, &ben, &cem).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_tables_the_one_whose_thread_went_with_its_channel_is_played_and_left_from_any_other()
 {
    let evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    two_begin(&ayse.in_channel(&halls), &cem.in_channel(&halls)).await;
    of_two_tables_the_lost_one_is_meant(&evening, &halls, &ben, &cem).await;
    evening.ends().await;
}

/// This person, who plays in this channel or in a thread of it, plays at a second table. Then the channel goes.
async fn of_two_tables_the_lost_one_is_meant(
    evening: &Evening,
    channel: &str,
    host: &Person,
    person: &Person,
) {
    let garden = evening.channel(json!({"name": "garden"})).await;
    let park = evening.channel(json!({"name": "park"})).await;
    let [host, guest] = [host, person].map(|person| person.in_channel(&garden));
    sit_down(&host, &[&guest], json!({"seats": 2})).await;
    let there = person.in_channel(&park);
    let which = there.runs("rack", json!({})).await.says();
    assert!(which.contains("several tables"), "{which}");
    // A move of either would be refused.
    assert!(there.offered("").await.is_empty(), "{which}");

    place_goes(evening, channel).await;
    for (command, options) in [("rack", json!({})), ("play", json!({"move": "draw"}))] {
        let told = there.runs(command, options).await.says();
        assert!(told.contains(GONE), "{told}");
        // No link leads to what was deleted.
        assert!(!told.contains("no longer at your table"), "{told}");
    }
    // Where a table stands, that one is meant.
    let other = guest.runs("rack", json!({})).await.says();
    assert!(!other.contains(GONE), "{other}");
    let left = there.leaves().await.says();
    assert!(left.starts_with("You left the table"), "{left}");
    let only = there.runs("rack", json!({})).await.says();
    assert!(only.starts_with("Your panel is here now"), "{only}");
    assert!(!only.contains(GONE), "{only}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_tidies_up_after_a_game_ends_or_leaves_no_other_one_by_that() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let days = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    let casual = json!({"seats": 2, "rated": false, "clock": days});
    let [first, _] = two_begin_with(&ayse, &ben, casual.clone()).await;
    let ended = first.runs("table end", json!({})).await.says();
    assert!(ended.starts_with("The table was closed"), "{ended}");
    let [host, guest] = two_begin_with(&ayse, &ben, casual).await;
    let link = format!("<#{}>", host.channel);
    let told = first.runs("table end", json!({})).await.says();
    assert!(
        told.starts_with("The game here is over") && told.contains(&host.channel),
        "{told}"
    );
    // Nor is a move made there at a table that is not seen from there, and none is offered.
    let before = [host.panel().await, guest.panel().await];
    for person in [&host, &guest] {
        let there = person.in_channel(&first.channel);
        assert!(there.offered("").await.is_empty(), "moves are offered");
        for (command, options) in [("play", json!({"move": "draw"})), ("hint", json!({}))] {
            let told = there.runs(command, options).await.says();
            let is_told = told.starts_with("The game here is over") && told.contains(&host.channel);
            assert!(is_told, "{command}: {told}");
        }
    }
    assert!(before.iter().any(Option::is_some), "nobody has a panel");
    assert_eq!([host.panel().await, guest.panel().await], before);
    // In a thread that stays so, when nobody remembers that table any more.
    let mut evening = evening;
    evening.world.passes(61 * 60).await;
    evening.bot_goes().await;
    evening.bot_comes().await;
    for command in ["table end", "table computer", "table settings"] {
        let told = first.runs(command, json!({})).await.says();
        assert!(
            told.starts_with("The game here is over"),
            "{command}: {told}"
        );
    }
    // From elsewhere whoever leaves is asked, and reads which one it is.
    let asked = guest.in_channel(&first.channel);
    let asked = asked.runs("table leave", json!({})).await.message();
    assert!(asked.can("quit").is_some(), "{asked:?}");
    assert!(asked.content().contains(&link), "{asked:?}");
    host.waits_for_board("it goes on", |board| board.can("rack").is_some())
        .await;
    let ended = ayse.runs("table end", json!({})).await.says();
    assert!(
        ended.contains(&link) && ended.contains("was closed"),
        "{ended}"
    );
    // A lobby is left without a question, so it is named, and not from where a game is over.
    let (host, _) = opens(&ayse, json!({"seats": 2})).await;
    let told = first.runs("table leave", json!({})).await.says();
    assert!(told.starts_with("The game here is over"), "{told}");
    let told = ayse.runs("table leave", json!({})).await.says();
    assert!(told.contains(&host.channel), "{told}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_of_a_turn_of_days_that_was_deleted_comes_back_when_somebody_asks_for_it() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let days = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "clock": days})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    let mut board = ayse.board().await;
    for (command, minutes) in [("rack", 1), ("table show", 20), ("okey", 90)] {
        message_goes(&evening, &ben, &board).await;
        ben.runs(command, json!({})).await;
        let again = ayse.board().await;
        assert_ne!(again.id(), board.id(), "/{command}");
        // It is looked for no sooner.
        message_goes(&evening, &ben, &again).await;
        ben.runs(command, json!({})).await;
        let boards = ayse.sees().await;
        assert!(
            boards
                .iter()
                .all(|one| one.can("rack").is_none() || one.is_private())
        );
        evening.world.passes(60).await;
        ben.runs(command, json!({})).await;
        board = ayse.board().await;
        evening.world.passes(minutes * 60).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_a_game_ended_while_its_channel_was_hidden_is_told_there_once_it_is_open() {
    for restarts in [false, true] {
        let mut evening = Evening::begins().await;
        let channel = evening.channel_with_threads().await;
        let other = evening.channel(json!({"name": "other"})).await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&channel));
        let [host, guest] = two_begin(&ayse, &ben).await;
        turn_to_draw(&[&host, &guest]).await;
        let path = format!("/channels/{channel}");
        let hidden = json!({"bot_permissions": "0"});
        evening.world.ask("POST", &path, hidden).await;
        for person in [&ayse, &ben] {
            person.in_channel(&other).runs("table end", json!({})).await;
        }
        evening.world.settles().await;
        if restarts {
            evening.bot_goes().await;
            evening.bot_comes().await;
            evening.world.settles().await;
        }
        let is_line = |one: &&Message| one.content().starts_with("🏁");
        assert!(!ayse.sees().await.iter().any(|one| is_line(&one)));
        let open = json!({"bot_permissions": INVITED.to_string()});
        evening.world.ask("POST", &path, open).await;
        let line = ayse.waits_for("the line", |seen| seen.iter().find(is_line).cloned());
        let line = line.await;
        assert!(
            line.content().contains("closed without a result"),
            "{line:?}"
        );
        evening.ends().await;
    }
}
