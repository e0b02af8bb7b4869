//! What a game was for its people: whether it counts, and what leaderboard, stats and history tell of it.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::{is_to_act, standing, turn_to_draw};

const MINUTE: u64 = 60;

/// Everybody plays to the end; the finished board.
async fn played_out(people: &[&Person]) -> Message {
    futures::future::join_all(people.iter().map(|person| person.plays_to_the_end())).await;
    let board = people[0].board().await;
    assert!(board.content().contains("The game is over"), "{board:?}");
    board
}

/// The private answer to a command.
async fn told(person: &Person, command: &str, options: serde_json::Value) -> String {
    let answer = person.runs(command, options).await.message();
    assert!(answer.is_private(), "{command}: {answer:?}");
    answer.content().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_is_found_on_the_leaderboard_in_stats_and_in_history() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    for (command, nothing) in [("stats", "game of Okey"), ("history", "a game in this")] {
        let own = told(&ayse, command, json!({})).await;
        assert!(own.starts_with("You have not finished"), "{own}");
        let of_ben = told(&ayse, command, json!({"person": ben.id})).await;
        let nobody = format!("<@{}> has not finished", ben.id);
        assert!(of_ben.starts_with(&nobody), "{of_ben}");
        assert!(of_ben.contains(nothing), "{of_ben}");
    }

    let lobby = ayse.runs("okey", json!({"seats": 2, "points": 1})).await;
    assert!(
        lobby.says().contains("Rated if at least two people"),
        "{lobby:?}"
    );
    let lobby = ben.presses_the(&lobby.message(), "join").await.message();
    assert!(
        lobby.content().contains("🏅 Rated: the result counts"),
        "{lobby:?}"
    );
    ayse.presses_the(&lobby, "start").await;
    // While it is played the board says no more than that; the lobby said what it means.
    let rated = |board: &Message| board.content().lines().any(|line| line == "-# 🏅 Rated");
    ayse.waits_for_board("a rated game", rated).await;
    let board = played_out(&[&ayse, &ben]).await;
    assert!(
        board.content().contains("🏅 Rated: the result counts"),
        "{board:?}"
    );
    let table = board.can("rematch").expect("Rematch").table().to_owned();
    let standing = standing(&board);
    let (winner, best) = &standing[0];
    let [winner, other] = if winner == &ayse.id {
        [&ayse, &ben]
    } else {
        [&ben, &ayse]
    };

    let stats = told(&eve, "stats", json!({"person": winner.id})).await;
    let tally = format!("**Rated:** 1 game, 1 won (100 %) · average place 1.00 · {best} point");
    assert!(stats.contains(&tally), "{stats}");
    assert!(stats.contains("Longest winning streak: 1"), "{stats}");
    assert!(stats.contains("newest first: 🏆"), "{stats}");
    assert!(stats.contains("**Casual:** no game yet"), "{stats}");
    assert!(!stats.contains("left before the end"), "{stats}");

    let link = format!("/{}/{}", evening.channel, board.id());
    for (person, place) in [(winner, "🏆 place 1 of 2"), (other, "✖️ place 2 of 2")] {
        let rival = if person.id == winner.id {
            other
        } else {
            winner
        };
        let history = told(person, "history", json!({})).await;
        let with = format!("with <@{}>", rival.id);
        for part in [place, &with[..], &link, &table, "<t:1790000", "**Okey**"] {
            assert!(history.contains(part), "{part}: {history}");
        }
        assert_eq!(
            told(&eve, "history", json!({"person": person.id})).await,
            history
        );
    }
    let record = told(&eve, "verify", json!({"table": table})).await;
    assert!(record.contains("istaka verify"), "{record}");
    for by in ["games", "points or units", "average place"] {
        let board = eve.chooses("leaderboard", "by", by).await.says();
        let is_listed = board.contains(&winner.id);
        // One game is too few for an average.
        assert_eq!(is_listed, by != "average place", "{by}: {board}");
    }
    let points = eve
        .chooses("leaderboard", "by", "points or units")
        .await
        .says();
    let line = format!("**1.** <@{}> · **{best} point", winner.id);
    assert!(points.contains(&line), "{points}");
    // How near whoever asks is to a place would be told to everybody.
    let unranked = winner.chooses("leaderboard", "by", "average place").await;
    assert!(!unranked.says().contains("You"), "{unranked:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_has_no_results_and_other_servers_are_not_asked() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let world = evening.world.ask("GET", "/world", json!(null)).await;
    let bot = world["bot"]["id"].as_str().expect("the bot has an id");
    for command in ["stats", "history"] {
        let refused = told(&ayse, command, json!({"person": bot})).await;
        assert!(refused.contains("is a bot"), "{refused}");
        let nobody = ayse.tries(command, json!({"person": "5"})).await;
        assert!(nobody.is_err(), "{nobody:?}");
    }
    let direct = json!({"kind": "dm", "person": ayse.id});
    let direct = ayse.in_channel(&evening.channel(direct).await);
    for command in ["stats", "history"] {
        assert!(direct.tries(command, json!({})).await.is_err(), "{command}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leaver_and_a_substitute_are_told_as_such() {
    let evening = Evening::begins().await;
    let [ayse, ben, dan] = evening.people(["Ayşe", "Ben", "Dan"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    ayse.leaves().await;
    // Ben is alone now: he cannot undo the game for Ayşe and himself.
    let alone = told(&ben, "table end", json!({})).await;
    assert!(alone.contains("cannot be voted away"), "{alone}");
    dan.presses_on_the_board("sit").await;
    // Nor do he and Dan, for whom it does not count.
    let refused = told(&dan, "table end", json!({})).await;
    assert!(refused.contains("you have no vote in it"), "{refused}");
    let alone = told(&ben, "table end", json!({})).await;
    assert!(alone.contains("cannot be voted away"), "{alone}");
    let board = played_out(&[&ben, &dan]).await;
    let casual = "took a seat over: for them it counts as casual";
    assert!(board.content().contains(casual), "{board:?}");
    assert!(!board.content().contains("came back"), "{board:?}");

    let left = told(&ayse, "stats", json!({})).await;
    assert!(left.contains("**Rated:** 1 game, 0 won"), "{left}");
    assert!(left.contains("- 1 left before the end"), "{left}");
    assert!(!left.contains("taken over"), "{left}");
    let left = told(&ayse, "history", json!({})).await;
    assert!(left.contains("✖️ place 2 of 2"), "{left}");
    assert!(left.contains("left before the end"), "{left}");
    let stepped = told(&dan, "stats", json!({})).await;
    assert!(stepped.contains("**Rated:** no game yet"), "{stepped}");
    assert!(stepped.contains("**Casual:** 1 game"), "{stepped}");
    assert!(
        stepped.contains("- 1 taken over from somebody who left"),
        "{stepped}"
    );
    assert!(!stepped.contains("left before the end"), "{stepped}");
    let stepped = told(&dan, "history", json!({})).await;
    assert!(stepped.contains("took a seat over"), "{stepped}");
    let rated = ben.runs("leaderboard", json!({})).await.says();
    assert!(
        rated.contains(&ayse.id) && !rated.contains(&dan.id),
        "{rated}"
    );
    let casual = ben.chooses("leaderboard", "games", "casual").await.says();
    assert!(
        casual.contains(&dan.id) && !casual.contains(&ayse.id),
        "{casual}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_everybody_leaves_a_rated_game_all_of_them_have_lost_it() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 3})).await;
    let first = ayse.leaves().await.says();
    assert!(first.contains("a computer plays on"), "{first}");
    let last = ben.leaves().await.says();
    assert!(last.contains("last place for everybody who left"), "{last}");
    ben.waits_for_board("the end", |board| {
        board
            .content()
            .contains("whoever left while it counted for them finishes last")
            && board.is_done_with()
    })
    .await;
    for person in [&ayse, &ben] {
        let stats = told(person, "stats", json!({})).await;
        assert!(stats.contains("**Rated:** 1 game, 0 won"), "{stats}");
        assert!(stats.contains("1 left before the end"), "{stats}");
    }

    // Nobody loses a game against computers by leaving it.
    let garden = ayse.in_channel(&evening.channel(json!({"name": "garden"})).await);
    sit_down(&garden, &[], json!({"computers": 3})).await;
    let last = garden.leaves().await.says();
    assert!(last.contains("closed without a result"), "{last}");
    let stats = told(&ayse, "stats", json!({})).await;
    assert!(stats.contains("**Casual:** no game yet"), "{stats}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_who_is_away_keeps_the_result() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let (sleeper, _) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if sleeper.id == ayse.id { &ben } else { &ayse };
    evening.world.passes(MINUTE + 1).await;
    other.takes_their_turn().await;
    let panel = sleeper.panel().await.expect("a panel");
    assert!(is_to_act(&panel), "the sleeper's turn: {panel:?}");
    evening.world.passes(MINUTE + 1).await;
    other
        .waits_for_board("the mark", |board| board.content().contains("💤"))
        .await;
    played_out(&[other]).await;
    let stats = told(other, "stats", json!({"person": sleeper.id})).await;
    assert!(stats.contains("**Rated:** 1 game"), "{stats}");
    assert!(!stats.contains("left before the end"), "{stats}");
    let history = told(other, "history", json!({"person": sleeper.id})).await;
    assert!(
        history.contains("of 2 ·") && !history.contains("casual"),
        "{history}"
    );
    evening.ends().await;
}

/// After a game the panel has what one would press then, and nothing that does nothing.
async fn the_panel_leads_on(person: &Person) {
    let panel = person
        .waits_for_panel("the end", |panel| panel.can("rematch").is_some())
        .await;
    let verbs: Vec<String> = panel
        .buttons()
        .iter()
        .map(|button| button.verb().to_owned())
        .collect();
    assert_eq!(verbs, ["rematch", "sheet", "stats"], "{panel:?}");
    let stats = person.presses_the(&panel, "stats").await.message();
    assert!(stats.is_private(), "{stats:?}");
    assert!(stats.content().contains("**Casual:** 1 game"), "{stats:?}");
    let sheet = person.presses_the(&panel, "sheet").await.message();
    assert!(sheet.is_private() && sheet.has_picture(), "{sheet:?}");
    assert!(sheet.content().contains("The game is over"), "{sheet:?}");
    assert!(sheet.alt().contains("(finished)"), "{sheet:?}");
    // Who does not see the picture of the end reads who won, with what, and which tile was the last.
    person
        .waits_for_board("the end in words", |board| {
            let alt = board.alt();
            alt.contains("won the round with") && alt.contains("The last tile was")
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_opened_as_casual_is_kept_apart_and_ended_by_its_host() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "points": 1, "rated": false});
    let lobby = ayse.runs("okey", options.clone()).await.message();
    assert!(
        lobby.content().contains("Casual: the result counts"),
        "{lobby:?}"
    );
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert!(
        lobby.content().contains("Casual: the result counts"),
        "{lobby:?}"
    );
    ayse.presses_the(&lobby, "start").await;
    let board = played_out(&[&ayse, &ben]).await;
    assert!(
        board.content().contains("Casual: the result counts"),
        "{board:?}"
    );
    let rated = ayse
        .chooses("leaderboard", "games", "rated, between people")
        .await
        .says();
    assert!(rated.contains("Nobody has finished a game yet"), "{rated}");
    // Without a choice nobody is told that what they have just played was nothing.
    let shown = ayse.runs("leaderboard", json!({})).await.says();
    assert!(
        shown.starts_with("Nobody here is in this ranking by rated games yet"),
        "{shown}"
    );
    assert!(shown.contains(&ben.id), "{shown}");
    let casual = ayse.chooses("leaderboard", "games", "casual").await.says();
    assert!(
        casual.contains(&ben.id) && casual.contains(&ayse.id),
        "{casual}"
    );
    let history = told(&ayse, "history", json!({})).await;
    assert!(history.contains("· casual"), "{history}");
    the_panel_leads_on(&ayse).await;

    // Once more it is casual again, and its host alone may end it.
    let lobby = ben.presses_the(&board, "rematch").await.message();
    assert!(
        lobby.content().contains("Casual: the result counts"),
        "{lobby:?}"
    );
    let lobby = ayse.presses_the(&lobby, "join").await.message();
    ben.presses_the(&lobby, "start").await;
    turn_to_draw(&[&ayse, &ben]).await;
    let vote = told(&ayse, "table end", json!({})).await;
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    let ended = told(&ben, "table end", json!({})).await;
    assert!(ended.contains("closed without a result"), "{ended}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_week_with_casual_games_alone_nobody_reads_that_there_never_were_others() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    played_out(&[&ayse, &ben]).await;
    evening.world.passes(8 * 24 * 60 * MINUTE).await;
    let garden = evening.channel(json!({"name": "garden"})).await;
    let [ayse, ben] = [&ayse, &ben].map(|person| person.in_channel(&garden));
    let options = json!({"seats": 2, "points": 1, "rated": false});
    sit_down(&ayse, &[&ben], options).await;
    played_out(&[&ayse, &ben]).await;
    let week = ayse.chooses("leaderboard", "period", "last 7 days").await;
    let week = week.says();
    assert!(
        week.starts_with("Nobody here is in this ranking by rated games yet"),
        "{week}"
    );
    assert!(week.contains(&ben.id), "{week}");
    let ever = ayse.runs("leaderboard", json!({})).await.says();
    assert!(!ever.starts_with("Nobody"), "{ever}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_among_computers_reads_why_it_does_not_count() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let board = sit_down(&ayse, &[], json!({"computers": 3})).await;
    assert!(
        board.content().contains("only one person is playing"),
        "{board:?}"
    );
    evening.ends().await;
}
