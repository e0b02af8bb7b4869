//! Whole games by presses, to the leaderboard.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::play::{Pressed, is_over, is_result, standing};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_people_play_a_whole_game_by_presses() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, dora, eve] = evening.people(["Ayşe", "Ben", "Cem", "Dora", "Eve"]).await;
    let people = [&ayse, &ben, &cem, &dora];
    let watching = watch(&eve).await;

    sit_down(
        &ayse,
        &[&ben, &cem, &dora],
        json!({"seats": 4, "points": 3}),
    )
    .await;
    nobody_holds_anothers_tiles(&people).await;
    let (a, b, c, d) = tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end(),
        dora.plays_to_the_end(),
    );
    let board = eve
        .waits_for_board("the final standing", |board| {
            board.content().contains("The game is over")
        })
        .await;

    let pressed = [a, b, c, d];
    pressed.iter().for_each(an_ordinary_turn_is_two_presses);
    private_messages_are_seen_by_one_person(&pressed);
    let public = watching.ends().await;
    assert!(public.len() > 3, "the board was followed");
    tell_no_secret(&public);

    is_result(&board);
    let winners = winners(&board);
    assert!(!winners.is_empty(), "{board:?}");
    the_leaderboard_knows(&people, &winners).await;
    evening.ends().await;
}

/// Whoever saw a whole game through the news.
pub struct Watching {
    task: tokio::task::JoinHandle<Vec<Message>>,
}

/// Follows every version of every message that this person can see, until the game is over.
pub async fn watch(person: &Person) -> Watching {
    let (person, mut seq) = (person.clone(), person.news_now().await);
    let task = tokio::spawn(async move {
        let mut seen = Vec::new();
        loop {
            let (news, now) = person.waits_for_news(seq).await;
            seq = now;
            let messages = news.into_iter().filter(|piece| {
                (piece["kind"] == "message" || piece["kind"] == "edit")
                    && piece["message"].get("content").is_some()
            });
            seen.extend(messages.map(|piece| Message(piece["message"].clone())));
            if is_over(&seen) {
                return seen;
            }
        }
    });
    Watching { task }
}

impl Watching {
    pub async fn ends(self) -> Vec<Message> {
        let seen = tokio::time::timeout(PATIENCE, self.task).await;
        let seen = seen.expect("the game comes to its end");
        seen.expect("the watcher does not fall over")
    }
}

/// At the deal there are 15 and three times 14 tiles, and no face more than twice on all racks.
async fn nobody_holds_anothers_tiles(people: &[&Person]) {
    let mut sizes = Vec::new();
    let mut held: BTreeMap<String, usize> = BTreeMap::new();
    for person in people {
        let rack = person.panel().await.expect("a panel").rack();
        sizes.push(rack.len());
        for tile in rack {
            *held.entry(tile.to_string()).or_default() += 1;
        }
    }
    sizes.sort_unstable();
    assert_eq!(sizes, [14, 14, 14, 15]);
    assert!(held.values().all(|count| *count <= 2), "{held:?}");
}

/// Draw or take, then discard: nothing else lies between, and nothing is asked twice.
fn an_ordinary_turn_is_two_presses(pressed: &Pressed) {
    let mut verbs = pressed.verbs.iter().map(String::as_str).peekable();
    let mut turns = 0;
    let mut is_first = true;
    while let Some(verb) = verbs.next() {
        match verb {
            "draw" | "take" => {
                let then = verbs.next();
                assert!(
                    matches!(then, Some("discard" | "finish") | None),
                    "{verb}, then {then:?}: {pressed:?}"
                );
                turns += 1;
            }
            // Whoever begins a round has 15 tiles.
            "discard" | "finish" => assert!(is_first, "{verb} without drawing: {pressed:?}"),
            "next" => {
                is_first = true;
                continue;
            }
            "show" | "no" => continue,
            "pass" => {}
            _ => panic!("{verb} is no part of an ordinary game"),
        }
        is_first = false;
    }
    assert!(turns > 0, "nobody plays without a turn: {pressed:?}");
}

pub fn private_messages_are_seen_by_one_person(pressed: &[Pressed]) {
    let ids = |pressed: &Pressed| -> BTreeSet<String> {
        let private = pressed.private.iter();
        private.map(|message| message.id().to_owned()).collect()
    };
    for (place, one) in pressed.iter().enumerate() {
        assert!(one.private.iter().all(Message::is_private), "{one:?}");
        for other in &pressed[place + 1..] {
            assert!(ids(one).is_disjoint(&ids(other)));
        }
    }
}

/// How a line begins that tells of a false joker which all saw at the deal.
pub const FALSE_JOKER_SEEN: &str = "Turned up at the deal and put back: ";

/// Messages that everybody sees name no tile of a rack and carry no button of one.
pub fn tell_no_secret(messages: &[Message]) {
    let has_seen = |message: &Message| message.content().contains(FALSE_JOKER_SEEN);
    let seen = messages.iter().any(has_seen).then_some("🃏 false joker");
    for message in messages {
        tells_no_secret(message, seen);
    }
}

/// A drawn tile is told only where all have `seen` it before.
fn tells_no_secret(message: &Message, seen: Option<&str>) {
    assert!(!message.is_private(), "somebody else's: {message:?}");
    assert!(!message.alt().contains("Your rack"), "{message:?}");
    let public = [
        "join",
        "leave",
        "computer",
        "uncomputer",
        "start",
        "draw",
        "take",
        "next",
        "rack",
        "rules",
        "see",
        "options",
        "sit",
        "rematch",
        "sheet",
        "lobby",
        // The way to the replay of a game that is over.
        "open",
    ];
    for button in message.buttons() {
        assert!(public.contains(&button.verb()), "{button:?} on {message:?}");
    }
    for moves in message
        .content()
        .lines()
        .filter(|line| line.starts_with("-#"))
    {
        let drawn = |told| Some(str::split_once(told, " drew")?.1.trim_start());
        for tile in moves.split(" · ").filter_map(drawn) {
            let is_public = tile.is_empty() || Some(tile) == seen;
            assert!(is_public, "a drawn tile is told: {moves}");
        }
    }
}

/// Whom a final board of four makes winners: the highest, and whoever has at most two at or above them (Okey rules 9.2).
fn winners(board: &Message) -> Vec<String> {
    let standing = standing(board);
    assert_eq!(standing.len(), 4, "{board:?}");
    let highest = standing.iter().map(|(_, points)| *points).max();
    let has_won = |(_, own): &&(String, i64)| {
        let at_least = standing.iter().filter(|(_, other)| other >= own).count();
        Some(*own) == highest || at_least <= 2
    };
    let winners = standing.iter().filter(has_won);
    winners.map(|(person, _)| person.clone()).collect()
}

async fn the_leaderboard_knows(people: &[&Person], winners: &[String]) {
    for person in people {
        let has_won = winners.contains(&person.id);
        let board = person.runs("leaderboard", json!({})).await.says();
        let wins = if has_won {
            "1 win in 1 game"
        } else {
            "0 wins in 1 game"
        };
        let own = board
            .lines()
            .find(|line| line.contains(&format!("<@{}>", person.id)))
            .expect("an own line");
        assert!(own.contains(wins), "{own:?} {wins} {winners:?} {board}");
        for winner in winners {
            let line = board
                .lines()
                .find(|line| line.starts_with("**1.**") && line.contains(winner.as_str()));
            assert!(
                line.is_some_and(|line| line.contains("1 win in 1 game")),
                "{board}"
            );
        }
    }
    let casual = people[0]
        .chooses("leaderboard", "games", "casual")
        .await
        .says();
    assert!(
        casual.contains("Nobody has finished a game yet"),
        "{casual}"
    );
    let month = people[0]
        .chooses("leaderboard", "period", "last 30 days")
        .await
        .says();
    assert!(month.contains("1 game"), "{month}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_against_computers_counts_as_casual() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    sit_down(&ayse, &[], json!({"computers": 3, "points": 1})).await;
    ayse.plays_to_the_end().await;
    let between_people = ayse
        .chooses("leaderboard", "games", "rated, between people")
        .await
        .says();
    assert!(
        between_people.contains("Nobody has finished a game yet"),
        "{between_people}"
    );
    let casual = ayse.chooses("leaderboard", "games", "casual").await.says();
    let who = format!("<@{}>", ayse.id);
    let own = casual.lines().find(|line| line.contains(&who));
    assert!(own.is_some_and(|own| own.contains("in 1 game")), "{casual}");
    evening.ends().await;
}
