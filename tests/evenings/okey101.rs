//! Whole games of Okey 101 by presses, to the leaderboard.

use std::collections::BTreeMap;

use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::play::Pressed;
use crate::play101::{RoundLine, final_board, final_lines, round_lines};
use crate::whole_games::{
    FALSE_JOKER_SEEN, private_messages_are_seen_by_one_person, tell_no_secret, watch,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_people_play_one_round_of_101_by_presses() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, dora, eve] = evening.people(["Ayşe", "Ben", "Cem", "Dora", "Eve"]).await;
    let people = [&ayse, &ben, &cem, &dora];
    let watching = watch(&eve).await;
    let options = json!({"rounds": 1});
    let board = sit_down_to("okey101", &ayse, &[&ben, &cem, &dora], options).await;
    a_fresh_board_names_two_tiles(&board);
    nobody_holds_anothers_tiles(&people).await;
    let (a, b, c, d) = tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end(),
        dora.plays_to_the_end(),
    );
    let board = final_board(&eve).await;
    let pressed = [a, b, c, d];
    let ordinary: usize = pressed.iter().map(ordinary_turns).sum();
    assert!(ordinary > 0, "all turns were of another kind: {pressed:?}");
    private_messages_are_seen_by_one_person(&pressed);
    let public = watching.ends().await;
    assert!(public.len() > 3, "the board was followed");
    tell_no_secret(&public);
    the_totals_add_up(&pressed, &board, 1);
    for person in people {
        the_leaderboard_knows(person, &board).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_and_a_computer_play_three_rounds_of_101() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    // A low opening, so that much is laid.
    let options = json!({"rounds": 3, "seats": 3, "computers": 1, "rules": "open_min=51"});
    sit_down_to("okey101", &ayse, &[&ben], options).await;
    let (a, b) = tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = final_board(&ayse).await;
    let pressed = [a, b];
    let melds = pressed.iter().flat_map(|one| &one.verbs);
    assert!(
        melds.filter(|verb| *verb == "meld").count() > 0,
        "nobody laid a tile"
    );
    the_totals_add_up(&pressed, &board, 3);
    for person in [&ayse, &ben] {
        the_leaderboard_knows(person, &board).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_plays_five_rounds_of_101_against_computers() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let level = ayse.choice_of("okey101", "level", "easy").await;
    let options = json!({"rounds": 5, "computers": 3, "level": level});
    sit_down_to("okey101", &ayse, &[], options).await;
    let pressed = [ayse.plays_to_the_end().await];
    let board = final_board(&ayse).await;
    the_totals_add_up(&pressed, &board, 5);
    assert_eq!(final_lines(&board).len(), 4, "{board:?}");
    let game = ayse.choice_of("leaderboard", "game", "Okey 101").await;
    let casual = ayse.choice_of("leaderboard", "games", "casual").await;
    let told = ayse
        .runs("leaderboard", json!({"game": game, "games": casual}))
        .await
        .says();
    let who = format!("<@{}>", ayse.id);
    let own = told.lines().find(|line| line.contains(&who));
    assert!(own.is_some_and(|own| own.contains("in 1 game")), "{told}");
    evening.ends().await;
}

/// Before the first discard a board tells indicator and okey, in words and in the text for who cannot see it.
fn a_fresh_board_names_two_tiles(board: &Message) {
    let count = |text: &str, signs: &[&str]| -> usize {
        signs.iter().map(|sign| text.matches(sign).count()).sum()
    };
    let lines = board.content().lines();
    let named: String = lines
        .filter(|line| !line.starts_with(FALSE_JOKER_SEEN))
        .collect();
    let told = count(&named, &["❤", "⭐", "🍀", "♠", "🃏"]);
    assert_eq!(told, 2, "{board:?}");
    let spoken = count(
        board.alt(),
        &["red ", "yellow ", "green ", "black ", "false joker"],
    );
    assert_eq!(spoken, 2, "{}", board.alt());
}

/// At the deal there are 22 and three times 21 tiles, and no face more than twice on all racks.
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
    assert_eq!(sizes, [21, 21, 21, 22]);
    assert!(held.values().all(|count| *count <= 2), "{held:?}");
}

/// The turns in which nothing was laid, each of two presses: draw, then discard.
fn ordinary_turns(pressed: &Pressed) -> usize {
    let turns: Vec<&[String]> = pressed
        .verbs
        .split_inclusive(|verb| verb == "discard")
        .collect();
    let is_ordinary = |turn: &&&[String]| turn.first().is_some_and(|verb| verb == "draw");
    let mut ordinary = 0;
    for turn in turns.iter().filter(is_ordinary) {
        if !turn.iter().any(|verb| verb == "meld")
            && turn.last().is_some_and(|verb| verb == "discard")
        {
            assert_eq!(turn.len(), 2, "{pressed:?}");
            ordinary += 1;
        }
    }
    ordinary
}

fn round_of(message: &Message, last: usize) -> usize {
    // The board of a game that is over begins with the standing.
    if message.content().starts_with("## The game is over") {
        return last;
    }
    let rounds = message.content().split("Round ").skip(1);
    let mut numbers = rounds.filter_map(|rest| rest.split_once(" of ")?.0.parse().ok());
    numbers
        .next()
        .unwrap_or_else(|| panic!("no round in {message:?}"))
}

/// Every round of the game is told, what it cost leads to the totals, and the fewest points win.
fn the_totals_add_up(pressed: &[Pressed], last: &Message, rounds: usize) {
    let mut told: BTreeMap<usize, Vec<RoundLine>> = BTreeMap::new();
    for message in pressed.iter().flat_map(|one| &one.private).chain([last]) {
        let lines = round_lines(message);
        if !lines.is_empty() {
            let known = told
                .entry(round_of(message, rounds))
                .or_insert_with(|| lines.clone());
            assert_eq!(*known, lines, "{message:?}");
        }
    }
    let standing = final_lines(last);
    if rounds == 1 {
        // The standing says it of those whose sum is nothing to explain.
        let lines = told.entry(1).or_default();
        for (who, points) in &standing {
            if lines.iter().all(|line| line.who != *who) {
                lines.push(RoundLine {
                    who: who.clone(),
                    cost: *points,
                    total: *points,
                });
            }
        }
    }
    assert!(told.keys().copied().eq(1..=rounds), "{told:?}");
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    for line in told.values().flatten() {
        let total = totals.entry(&line.who).or_default();
        *total += line.cost;
        assert_eq!(*total, line.total, "{told:?}");
    }
    assert_eq!(standing.len(), totals.len(), "{last:?}");
    assert!(standing.is_sorted_by_key(|(_, points)| *points), "{last:?}");
    for (who, points) in &standing {
        assert_eq!(totals.get(who.as_str()), Some(points), "{last:?}");
    }
    let least = standing.first().map(|(_, points)| *points);
    let winners = standing.iter().filter(|(_, points)| Some(*points) == least);
    assert_eq!(
        last.content().matches("· **won**").count(),
        winners.count(),
        "{last:?}"
    );
}

async fn the_leaderboard_knows(person: &Person, board: &Message) {
    let standing = final_lines(board);
    let own = standing.iter().find(|(who, _)| who.contains(&person.id));
    let has_won = own.map(|(_, points)| points) == standing.first().map(|(_, points)| points);
    let wins = if has_won {
        "1 win in 1 game"
    } else {
        "0 wins in 1 game"
    };
    let told = person
        .chooses("leaderboard", "game", "Okey 101")
        .await
        .says();
    let who = format!("<@{}>", person.id);
    let line = told.lines().find(|line| line.contains(&who));
    let is_told = line.is_some_and(|line| line.contains(wins));
    assert!(is_told, "{wins}: {told}");
    let game = person.choice_of("stats", "game", "Okey 101").await;
    let stats = person.runs("stats", json!({"game": game})).await.says();
    let won = format!("1 game, {} won", u8::from(has_won));
    assert!(stats.contains(&won), "{won}: {stats}");
    // Without a choice it is the game that was just played.
    for command in ["leaderboard", "stats"] {
        let shown = person.runs(command, json!({})).await.says();
        assert!(shown.contains("Okey 101"), "{shown}");
        assert!(shown.contains("1 game"), "{shown}");
    }
    let of_okey = person.chooses("leaderboard", "game", "Okey").await.says();
    assert!(
        of_okey.contains("Nobody has finished a game yet"),
        "{of_okey}"
    );
}
