//! Bad input gets a clear answer and changes nothing.

use serde_json::json;
use sqlx::{Connection, Executor, SqliteConnection};

use crate::house::{Evening, sit_down};
use crate::people::Person;
use crate::play::turn_to_draw;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fifth_person_finds_no_seat_and_a_second_table_no_room() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, dora, eve] = evening.people(["Ayşe", "Ben", "Cem", "Dora", "Eve"]).await;
    let mut lobby = ayse.runs("okey", json!({})).await.message();
    let join = lobby.can("join").expect("Join");
    for guest in [&ben, &cem] {
        lobby = guest.presses_the(&lobby, "join").await.message();
    }
    let twice = ben.presses_the(&lobby, "join").await;
    assert!(
        twice.says().contains("You already have a seat"),
        "{twice:?}"
    );
    let full = dora.presses_the(&lobby, "join").await.message();
    assert!(full.can("join").is_none(), "Join is still there: {full:?}");
    for id in [&join.id, &format!("1:{}:0:join:", join.table())] {
        let fifth = eve.forges(&lobby, id).await;
        assert!(fifth.message().is_private(), "{fifth:?}");
        assert!(fifth.says().contains("All 4 seats are taken"), "{fifth:?}");
    }
    for person in [&ayse, &eve] {
        let second = person.runs("okey", json!({})).await;
        assert!(second.message().is_private(), "{second:?}");
        assert!(
            second.says().contains("already a table in this channel"),
            "{second:?}"
        );
        assert!(
            second.says().contains("https://discord.com/channels/"),
            "{second:?}"
        );
    }
    let seen = eve.sees().await;
    let seen = seen.iter().find(|one| one.can("start").is_some());
    let seen = seen.expect("the full lobby");
    assert!(
        !seen.content().contains(&eve.id) && seen.content().contains(&dora.id),
        "{seen:?}"
    );
    let garden = evening.channel(json!({"name": "garden"})).await;
    let there = eve.in_channel(&garden);
    for (options, says) in [
        (json!({"seats": 2, "computers": 3}), "one computer has room"),
        (json!({"seats": 3, "computers": 3}), "2 computers have room"),
    ] {
        let told = there.runs("okey", options).await;
        assert!(told.message().is_private(), "{told:?}");
        assert!(told.says().contains("No table was opened"), "{told:?}");
        assert!(told.says().contains(says), "{told:?}");
    }
    // Options beyond the limits are refused by the client already.
    for options in [
        json!({"seats": 5}),
        json!({"computers": 4}),
        json!({"points": 0}),
        json!({"seats": "two"}),
    ] {
        assert!(
            eve.tries("okey", options.clone()).await.is_err(),
            "{options}"
        );
    }
    let crowded = eve.in_channel(&evening.channel(json!({"name": "garden"})).await);
    let crowd = crowded
        .runs("okey", json!({"seats": 2, "computers": 3}))
        .await;
    assert!(
        crowd.message().is_private() && crowd.says().contains("2 seats"),
        "{crowd:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_direct_messages_and_without_rights_it_says_what_is_missing() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let direct = evening
        .channel(json!({"kind": "dm", "person": ayse.id}))
        .await;
    let direct = ayse.in_channel(&direct);
    for command in [
        "okey",
        "rack",
        "leaderboard",
        "stats",
        "history",
        "table show",
    ] {
        assert!(
            direct.tries(command, json!({})).await.is_err(),
            "{command} is offered in a DM"
        );
    }
    for command in ["help", "rules", "about"] {
        assert!(
            direct.runs(command, json!({})).await.says().contains('#'),
            "{command}"
        );
    }
    const VIEW: u64 = 1 << 10;
    const SEND: u64 = 1 << 11;
    const ATTACH: u64 = 1 << 15;
    for (may, lacks) in [
        (VIEW | SEND, vec!["Attach Files"]),
        (VIEW | ATTACH, vec!["Send Messages"]),
        (VIEW, vec!["Send Messages", "Attach Files"]),
    ] {
        let channel = json!({"name": "quiet", "bot_permissions": may.to_string()});
        let quiet = ayse.in_channel(&evening.channel(channel).await);
        let told = quiet.runs("okey", json!({})).await;
        assert!(told.message().is_private(), "{told:?}");
        for right in ["Attach Files", "Send Messages", "View Channel"] {
            assert_eq!(
                told.says().contains(right),
                lacks.contains(&right),
                "{told:?}"
            );
        }
        let nothing = quiet.runs("rack", json!({})).await.says();
        assert!(nothing.contains("no table here"), "{nothing}");
    }
    let thread = json!({"name": "side", "parent": evening.channel});
    let thread = ayse.in_channel(&evening.channel(thread).await);
    sit_down(&thread, &[], json!({"computers": 1, "seats": 2})).await;
}

/// Ids that name no table.
const OF_NO_TABLE: &[&str] = &[
    "",
    ":",
    "::::",
    ":::::::",
    "1",
    "1:",
    "draw",
    "\0",
    " ",
    "null",
    "{}",
    "1:::draw:",
    "2::::",
    "💥:💥:💥:💥:💥",
    "1:\u{202e}:1:draw:",
    "１:a:1:draw:",
    "1:aaaaaaaa:1:draw:",
    "1:../../x:1:draw:",
    "1:AAAAAAAA:1:draw:",
    "1:%s%s%s%n:1:draw:",
    "1:' or 1=1:1:draw:",
];

/// Ids of a table, behind its name: of no state of it, or of a past one.
const OF_NO_STATE: &[&str] = &[
    ":draw:",
    "-1:draw:",
    "x:draw:",
    "1e3:draw:",
    "99999999999999999999999:draw:",
    "18446744073709551615:draw:",
    "9223372036854775808:draw:",
    "0:draw:",
    "1:draw:",
    "1:DRAW:",
];

/// Ids of the present state, behind its number, that mean no move.
const OF_NO_MOVE: &[&str] = &[
    "",
    ":",
    "draw",
    "draw:R5",
    "draw::",
    "Draw:",
    "dr\u{430}w:",
    "discard:",
    "discard:R5",
    "discard:.",
    "discard:0.",
    "discard:.R5",
    "discard:256.R5",
    "discard:-1.R5",
    "discard:0.R14",
    "discard:0.R0",
    "discard:0.X5",
    "discard:0.R5:",
    "discard:99999999999.R5",
    "surely:",
    "take:",
    "take:R99",
    "finish:",
    "finish:💥",
    "rack:1",
    "next:1",
    "pass:1",
    "end:",
    "deal:",
    "secret:",
];

/// Ids that nobody was ever given, for this table in this state.
fn mangled(table: &str, revision: &str) -> Vec<String> {
    let behind = |names: &[&str], before: String| -> Vec<String> {
        names.iter().map(|name| format!("{before}{name}")).collect()
    };
    let mut ids = behind(OF_NO_TABLE, String::new());
    ids.extend(["x", "é"].map(|letter| letter.repeat(100)));
    ids.extend(behind(OF_NO_STATE, format!("1:{table}:")));
    ids.extend(behind(OF_NO_MOVE, format!("1:{table}:{revision}:")));
    ids.extend(["2", "01"].map(|version| format!("{version}:{table}:{revision}:draw:")));
    ids
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mangled_ids_do_nothing() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let draw = panel.can("draw").expect("Draw");
    let ids = mangled(draw.table(), &draw.revision().to_string());

    for is_on_panel in [false, true] {
        for id in &ids {
            let message = if is_on_panel {
                actor.panel().await.expect("a panel")
            } else {
                board.clone()
            };
            let answer = actor.forges(&message, id).await.message();
            assert!(answer.is_private(), "{id:?}: {answer:?}");
            assert!(!answer.content().is_empty(), "{id:?}");
            if answer.has_picture() {
                assert_eq!(answer.rack(), panel.rack(), "{id:?}: {answer:?}");
            }
        }
    }
    let now = actor.panel().await.expect("a panel");
    let drawn = actor.presses_the(&now, "draw").await.message();
    assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strange_names_ping_nobody_and_break_nothing() {
    let evening = Evening::begins().await;
    let eve = evening.person("Eve").await;
    let since = eve.news_now().await;
    let pinging = format!("<@{}> @everyone", eve.id);
    let names = [
        pinging.as_str(),
        "\u{202e}**_~~`||>#\u{200f}",
        "🃏👩‍👩‍👧‍👦🇹🇷❤️5 {$who}",
        "[x](https://example.com) @here",
    ];
    let mut people = Vec::new();
    for name in names {
        let name: String = name.chars().take(32).collect();
        let wish = json!({"name": name, "locale": "en-US"});
        people.push(Person::comes(&evening.world, &evening.channel, wish).await);
    }
    let [a, b, c, d] = [&people[0], &people[1], &people[2], &people[3]];
    sit_down(a, &[b, c, d], json!({"points": 1})).await;
    tokio::join!(
        a.plays_to_the_end(),
        b.plays_to_the_end(),
        c.plays_to_the_end(),
        d.plays_to_the_end()
    );
    eve.waits_for_board("the end", |board| {
        board.content().contains("The game is over")
    })
    .await;
    for person in &people {
        person.runs("leaderboard", json!({})).await.message();
        let said = person.plays(&names.concat()).await;
        assert!(said.message().is_private(), "{said:?}");
        let news = person.news_since(since).await;
        let pings = news.iter().filter(|piece| piece["mentioned"] == true);
        let pings: Vec<_> = pings.map(|piece| &piece["message"]["content"]).collect();
        assert!(
            pings.len() <= 1
                && pings
                    .iter()
                    .all(|text| text.as_str().is_some_and(|text| text.contains("begins"))),
            "only the beginning pings: {pings:?}"
        );
    }
    let news = eve.news_since(since).await;
    assert!(
        news.iter().all(|piece| piece["mentioned"] != true),
        "Eve is pinged"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_is_locked_moves_are_refused_and_nothing_is_lost() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    // Only when the bot has written all that it has to write may somebody else lock the file.
    let panel = actor.panel().await.expect("a panel");

    let url = format!("sqlite://{}", evening.db().display());
    let mut other = SqliteConnection::connect(&url)
        .await
        .expect("another program");
    other.execute("begin immediate").await.expect("locked");
    let refused = actor.presses_the(&panel, "draw").await.message();
    assert!(
        refused.content().starts_with("That was not done"),
        "{refused:?}"
    );
    assert_eq!(refused.rack(), panel.rack());
    let garden = actor.in_channel(&evening.channel(json!({"name": "garden"})).await);
    let told = garden.runs("okey", json!({})).await;
    let told = told.says();
    assert!(
        told.starts_with("No table was opened: it could not be saved"),
        "{told}"
    );
    let shown = ayse.runs("leaderboard", json!({})).await.says();
    assert!(shown.contains("Nobody has finished"), "{shown}");
    other.execute("rollback").await.expect("unlocked");

    let drawn = actor.presses_the(&refused, "draw").await.message();
    assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
    assert!(
        garden
            .runs("okey", json!({}))
            .await
            .message()
            .can("join")
            .is_some()
    );
}
