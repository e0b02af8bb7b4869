//! A table that its people end together, and a lobby that its host clears.

use std::collections::BTreeSet;

use serde_json::json;

use crate::house::{Evening, sit_down, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::play::{is_to_act, turn_of};
use crate::threads::two_begin;

/// What a moderator may do.
const MANAGE_MESSAGES: u64 = 1 << 13;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn most_of_the_people_end_a_table_and_a_watcher_has_no_vote() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem, eve] = evening.people(["Ayşe", "Ben", "Cem", "Eve"]).await;
    sit_down(&ayse, &[&ben, &cem], json!({"seats": 3})).await;
    let refused = eve.runs("table end", json!({})).await.says();
    assert!(refused.starts_with("Only a moderator"), "{refused}");

    let vote = ayse.runs("table end", json!({})).await.says();
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    let again = ayse.runs("table end", json!({})).await.says();
    assert!(
        again.contains("already voted to close the table without a result: 1 of 2"),
        "{again}"
    );
    eve.waits_for_board("the votes", |board| {
        board.content().contains("1 of 2 votes")
    })
    .await;
    let refused = eve.runs("table end", json!({})).await.says();
    assert!(refused.starts_with("Only a moderator"), "{refused}");
    // A vote is kept like everything else, and the game goes on meanwhile.
    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in [&ayse, &ben, &cem] {
        person.runs("rack", json!({})).await;
    }
    turn_of(&[&ayse, &ben, &cem]).await;

    let ended = cem.runs("table end", json!({})).await.says();
    assert!(ended.contains("closed without a result"), "{ended}");
    let board = eve
        .waits_for_board("the end", |board| {
            board.content().contains("closed without a result") && board.is_done_with()
        })
        .await;
    let text = board.content();
    assert!(text.contains("Most of the players voted"), "{text}");
    let nobody = ayse.runs("leaderboard", json!({})).await.says();
    assert!(
        nobody.contains("Nobody has finished a game yet"),
        "{nobody}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_goes_with_whoever_leaves() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    sit_down(&ayse, &[&ben, &cem], json!({"seats": 3})).await;
    ayse.runs("table end", json!({})).await;
    ayse.leaves().await;
    let vote = ben.runs("table end", json!({})).await.says();
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    ben.waits_for_board("the vote", |board| board.content().contains("1 of 2 votes"))
        .await;
    cem.leaves().await;
    // One person is left and has voted: alone they decide nothing for those who left.
    ben.waits_for_board("no votes", |board| {
        board.content().contains("in place of people who left")
            && !board.content().contains("votes")
    })
    .await;
    let alone = ben.runs("table end", json!({})).await.says();
    assert!(alone.contains("cannot be voted away"), "{alone}");
    evening.ends().await;
}

/// They read that nobody else was playing, and that it was a last place for them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_and_thereby_decides_a_vote_reads_that_the_game_counts_for_nobody() {
    for options in [json!({"seats": 4}), json!({"seats": 4, "rated": false})] {
        let evening = Evening::begins().await;
        let people = evening.people(["Ayşe", "Ben", "Cem", "Dan"]).await;
        let [ayse, ben, cem, dan] = &people;
        sit_down(ayse, &[ben, cem, dan], options).await;
        for person in [ben, dan] {
            let vote = person.runs("table end", json!({})).await.says();
            assert!(vote.contains("of 3 votes"), "{vote}");
        }
        let told = cem.leaves().await.says();
        assert!(
            told.starts_with("You left the table")
                && told.contains("the game counts for nobody")
                && !told.contains("last place"),
            "{told}"
        );
        ayse.waits_for_board("the end", |board| {
            let text = board.content();
            text.contains("Most of the players voted") && board.is_done_with()
        })
        .await;
        let stats = cem.runs("leaderboard", json!({})).await.says();
        assert!(stats.contains("Nobody has finished a game yet"), "{stats}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_chooses_how_well_computers_play() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let counts = |lobby: &crate::message::Message, level: &str| {
        let sits = |line: &&str| line.contains("🤖") && line.ends_with(&format!(" ({level})"));
        lobby.content().lines().filter(sits).count()
    };
    let usual = ayse.runs("okey", json!({"computers": 1})).await.message();
    assert_eq!((counts(&usual, "medium"), counts(&usual, "easy")), (1, 0));
    ayse.runs("table end", json!({})).await;
    let wish = ayse.choice_of("okey", "level", "easy").await;
    let lobby = ayse
        .runs("okey", json!({"computers": 1, "level": wish}))
        .await
        .message();
    assert_eq!((counts(&lobby, "medium"), counts(&lobby, "easy")), (0, 1));
    // Each level stands behind *More*.
    let mut buttons = lobby.enabled().into_iter();
    let more = buttons.find(|button| button.argument() == "more");
    let page = ayse.presses(&lobby, &more.expect("More")).await.message();
    let offered: Vec<String> = page
        .buttons()
        .iter()
        .map(|button| button.label.clone())
        .collect();
    assert!(
        offered.iter().any(|label| label == "Add medium"),
        "{offered:?}"
    );
    let add = page
        .buttons()
        .into_iter()
        .find(|button| button.id.ends_with("computer:medium"));
    let add = add.expect("a button for each level");
    ayse.presses(&page, &add).await;
    let lobby = ayse.waits_for("a second computer", |seen| {
        let lobby = seen.iter().find(|message| message.id() == lobby.id())?;
        (counts(lobby, "medium") == 1).then(|| lobby.clone())
    });
    let lobby = lobby.await;
    assert_eq!((counts(&lobby, "medium"), counts(&lobby, "easy")), (1, 1));
    let refused = ben.forges(&lobby, &add.id).await.says();
    assert!(refused.contains("don't have a seat"), "{refused}");
    evening.ends().await;
}

/// What the computers on these lines are called, with their level.
fn computers(text: &str) -> Vec<String> {
    let named = text.lines().filter_map(|line| line.split_once("🤖 "));
    let named = named.filter_map(|(_, name)| name.split_once(')'));
    named.map(|(name, _)| format!("{name})")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_have_names_of_their_own_and_keep_them() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("meri", json!({"computers": 7})).await;
    let mut names = computers(lobby.message().content());
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 7, "{names:?}");
    assert!(names.iter().all(|name| name.ends_with(" (medium)")));
    ayse.runs("table end", json!({})).await;

    sit_down(&ayse, &[], json!({"computers": 3})).await;
    let board = ayse.board().await;
    let seated = computers(board.content());
    assert_eq!(seated.len(), 3, "{board:?}");
    for name in &seated {
        let (name, _) = name.split_once(' ').expect("a name and a level");
        let told = format!("({name}, a computer)");
        assert_eq!(board.alt().matches(&told).count(), 1, "{board:?}");
    }
    evening.bot_goes().await;
    evening.bot_comes().await;
    ayse.runs("rack", json!({})).await;
    assert_eq!(computers(ayse.board().await.content()), seated);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_keep_their_names_when_seats_are_drawn() {
    for command in ["kaluki", "meri"] {
        let evening = Evening::begins().await;
        let ayse = evening.person("Ayşe").await;
        let all = if command == "meri" { 7 } else { 4 };
        let lobby = ayse
            .runs(command, json!({"computers": all}))
            .await
            .message();
        let named = |text: &str| -> BTreeSet<String> { computers(text).into_iter().collect() };
        let sat = named(lobby.content());
        assert_eq!(sat.len(), all, "{lobby:?}");
        ayse.presses_the(&lobby, "start").await;
        let board = ayse.waits_for_a_board().await;
        let text = board.content();
        let seats: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains("You drew"))
            .collect();
        assert_eq!(
            named(&seats.join("\n").replace(" · ", "\n")),
            sat,
            "{board:?}"
        );
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_that_is_called_to_the_table_is_named() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    let told = ayse.runs("table computer", json!({})).await.says();
    let named = computers(&told);
    assert_eq!(named.len(), 1, "{told}");
    ayse.waits_for("the same computer", |seen| {
        let lobby = seen.iter().find(|message| message.id() == lobby.id())?;
        (computers(lobby.content()) == named).then_some(())
    })
    .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_tells_what_the_others_did_and_after_whom_one_plays() {
    for (game, seats) in [("okey", 3), ("okey101", 4)] {
        let evening = Evening::begins().await;
        let ayse = evening.person("Ayşe").await;
        let options = json!({"computers": seats - 1, "seats": seats});
        sit_down_to(game, &ayse, &[], options).await;
        let first = ayse.has_the_turn().await;
        assert!(
            !first.content().contains("Since your last turn"),
            "{first:?}"
        );
        let played = ayse.takes_their_turn().await;
        // Computers may be done before the answer is seen.
        if !is_to_act(&played) {
            assert!(played.content().contains("you play after"), "{played:?}");
            assert!(played.content().contains("🤖"), "{played:?}");
        }
        let told = |panel: &Message| panel.content().contains("\n-# Since your last turn: ");
        let panel = ayse.waits_for_panel("what happened", told).await;
        assert!(is_to_act(&panel), "{panel:?}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_removes_people_and_computers_from_the_lobby() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"computers": 1})).await.message();
    ben.presses_the(&lobby, "join").await;

    let refused = ben.runs("table kick", json!({"seat": 4})).await.says();
    assert!(
        refused.contains("Only the host can do that") && refused.contains(&ayse.id),
        "{refused}"
    );
    let says = async |wish| ayse.runs("table kick", wish).await.says();
    let whom = says(json!({})).await;
    assert!(whom.starts_with("Choose whom"), "{whom}");
    let own = says(json!({"seat": 1})).await;
    assert!(own.contains("can't remove yourself"), "{own}");
    let nobody = says(json!({"seat": 3})).await;
    assert!(nobody.starts_with("Nobody has that seat"), "{nobody}");
    let beyond = says(json!({"seat": 8})).await;
    assert!(beyond.starts_with("Nobody has that seat"), "{beyond}");
    let computer = says(json!({"seat": 4})).await;
    assert!(computer.contains("🤖"), "{computer}");
    let person = says(json!({"person": ben.id})).await;
    assert!(person.contains(&ben.id), "{person}");
    let gone = says(json!({"person": ben.id})).await;
    let without_seat = format!("<@{}> doesn't have a seat here.", ben.id);
    assert_eq!(gone, without_seat);
    // Also where there is no seat behind the last one.
    let garden = evening.channel(json!({"name": "garden"})).await;
    let host = ayse.in_channel(&garden);
    host.runs("meri", json!({})).await;
    let gone = host.runs("table kick", json!({"person": ben.id})).await;
    assert_eq!(gone.says(), without_seat);
    host.ends_the_table().await;

    let lobby = ayse
        .waits_for("the lobby without them", |seen| {
            let is_cleared = |message: &&crate::message::Message| {
                message.can("join").is_some() && message.content().matches("*free*").count() == 3
            };
            seen.iter().find(is_cleared).cloned()
        })
        .await;
    // Whom the host removed comes back when the host wants it, and not before.
    let refused = ben.presses_the(&lobby, "join").await.says();
    assert!(
        refused.contains("The host removed you") && refused.contains(&ayse.id),
        "{refused}"
    );
    ayse.runs("table invite", json!({"person": ben.id})).await;
    let lobby = ben.presses_the(&lobby, "join").await.message();
    ayse.presses_the(&lobby, "start").await;
    ben.waits_for_a_panel().await;
    let late = ayse.runs("table kick", json!({"seat": 2})).await.says();
    assert!(late.contains("before the game starts"), "{late}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_ends_a_table_in_its_channel_and_votes_elsewhere() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &evening.channel, wish).await;
    sit_down(&ayse, &[&mo], json!({"seats": 2})).await;
    // What they may do in another channel says nothing of this one.
    let garden = evening.channel(json!({"name": "garden"})).await;
    let vote = mo.in_channel(&garden).runs("table end", json!({})).await;
    assert!(vote.says().contains("1 of 2 votes"), "{vote:?}");
    // Nor do they end a rated game of their own alone: they are told why, and what they may do where they do not play.
    let why = "your word is one vote";
    assert!(!vote.says().contains(why), "{vote:?}");
    let again = mo.runs("table end", json!({})).await.says();
    assert!(
        again.contains("already voted") && again.contains(why),
        "{again}"
    );
    let wish = json!({"name": "Ann", "moderator": true});
    let ann = Person::comes(&evening.world, &evening.channel, wish).await;
    let ended = ann.ends_the_table().await.says();
    assert!(ended.contains("closed without a result"), "{ended}");

    // A thread is under the channel that it is in.
    let halls = evening.channel_with_threads().await;
    let [mo, ben] = [&mo, &ben].map(|person| person.in_channel(&halls));
    let [there, _] = two_begin(&mo, &ben).await;
    let vote = mo.runs("table end", json!({})).await.says();
    assert!(
        vote.contains("1 of 2 votes") && vote.contains(why),
        "{vote}"
    );
    let ann = ann.in_channel(&there.channel);
    let ended = ann.ends_the_table().await.says();
    assert!(ended.contains("closed without a result"), "{ended}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_ends_no_rated_game_that_they_have_left_but_a_casual_one_of_their_own() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &evening.channel, wish).await;
    sit_down(&ayse, &[&ben, &mo], json!({"seats": 3})).await;
    mo.leaves().await;
    let refused = mo.runs("table end", json!({})).await.says();
    assert!(
        refused.starts_with("You had a part in this rated game"),
        "{refused}"
    );
    for person in [&ayse, &ben] {
        person.runs("table end", json!({})).await;
    }
    let casual = json!({"seats": 2, "rated": false});
    sit_down(&ayse, &[&mo], casual).await;
    let ended = mo.ends_the_table().await.says();
    assert!(ended.contains("closed without a result"), "{ended}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_that_comes_later_plays_as_well_as_the_table_was_opened_for() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let level = ayse.choice_of("okey", "level", "easy").await;
    let lobby = ayse.runs("okey", json!({"level": level})).await.message();
    let lobby = ayse.presses_the(&lobby, "computer").await.message();
    let named = computers(lobby.content());
    assert!(
        named.len() == 1 && named[0].ends_with("(easy)"),
        "{lobby:?}"
    );
    ayse.runs("table end", json!({})).await;

    ayse.runs("okey", json!({"level": level})).await;
    let told = ayse.runs("table computer", json!({})).await.says();
    assert!(told.contains("(easy)"), "{told}");
    evening.ends().await;
}

/// Somebody who may end tables of others in the first channel.
async fn moderator(evening: &Evening, name: &str) -> Person {
    let wish = json!({"name": name, "moderator": true});
    Person::comes(&evening.world, &evening.channel, wish).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_is_asked_once_before_they_end_a_game_of_others() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let [mo, ann] = [
        moderator(&evening, "Mo").await,
        moderator(&evening, "Ann").await,
    ];
    // A lobby is ended at once, for nothing is lost.
    ayse.runs("okey", json!({"seats": 2})).await;
    let ended = mo.runs("table end", json!({})).await.says();
    assert!(ended.contains("closed without a result"), "{ended}");

    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let asked = mo.runs("table end", json!({})).await.message();
    assert!(asked.is_private(), "{asked:?}");
    let text = asked.content();
    let place = format!("<#{}>", evening.channel);
    for told in ["Okey", &place, &ayse.id, &ben.id, "began <t:"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    // Nobody else answers that, whatever they may do themselves, and nobody gives themselves a right by it.
    let close = asked.can("close").expect("the button");
    let board = ben.waits_for_a_board().await;
    for person in [&ben, &ann] {
        let refused = person.forges(&board, &close.id).await.says();
        assert!(refused.starts_with("This button no longer"), "{refused}");
    }
    let own = close.id.replace(&mo.id, &ben.id);
    let refused = ben.forges(&board, &own).await.says();
    assert!(refused.starts_with("Only a moderator"), "{refused}");
    let votes = ben.board().await.content().contains("votes");
    assert!(!votes, "it was taken for a vote");

    evening.bot_goes().await;
    evening.bot_comes().await;
    let path = format!("/channels/{}", evening.channel);
    let becomes = async |may: u64| {
        let change = json!({"people_permissions": may.to_string()});
        evening.world.ask("POST", &path, change).await;
    };
    let anything = (1 << 51) - 1;
    becomes(anything & !MANAGE_MESSAGES).await;
    let refused = mo.presses(&asked, &close).await.says();
    assert!(refused.starts_with("Only a moderator"), "{refused}");
    becomes(anything).await;
    let ended = mo.presses(&asked, &close).await.message();
    assert!(
        ended.content().contains("closed without a result") && ended.buttons().is_empty(),
        "{ended:?}"
    );
    assert_eq!(ended.id(), asked.id());
    ben.waits_for_board("the end", |board| {
        board.content().contains("A moderator closed it")
    })
    .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_was_asked_too_long_ago_ends_no_other_game() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let [mo, ann, eve] = [
        moderator(&evening, "Mo").await,
        moderator(&evening, "Ann").await,
        moderator(&evening, "Eve").await,
    ];
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let asked = mo.runs("table end", json!({})).await.message();
    let later = eve.runs("table end", json!({})).await.message();
    // By now it is her game, too: there she votes, and not by a button that promised something else.
    ben.leaves().await;
    eve.presses_on_the_board("sit").await;
    let told = eve.presses_the(&later, "close").await.message();
    assert!(
        told.content().contains("`/table end` is your vote") && told.buttons().is_empty(),
        "{told:?}"
    );
    ann.ends_the_table().await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let told = mo.presses_the(&asked, "close").await.message();
    assert!(
        told.content().contains("was over already") && told.buttons().is_empty(),
        "{told:?}"
    );
    turn_of(&[&ayse, &ben]).await;
    // At a casual game of their own the host ends it as before; whoever only plays there is asked.
    ann.ends_the_table().await;
    sit_down(&mo, &[&ann], json!({"seats": 2, "rated": false})).await;
    let asked = ann.runs("table end", json!({})).await.message();
    assert!(asked.can("close").is_some(), "{asked:?}");
    let ended = mo.runs("table end", json!({})).await.says();
    assert!(ended.contains("closed without a result"), "{ended}");
    evening.ends().await;
}
