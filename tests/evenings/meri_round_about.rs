//! Around a game of Hachinin-meri: what its result was for its people, prepared moves, watchers, moderators, threads, and eight
//! names as people have them.

use serde_json::{Value, json};

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::{Button, Message};
use crate::moves_meri::{DEAL, assert_hides, told, written};
use crate::people::{self, Person};
use crate::play::standing;
use crate::play_meri::{Deal, karuta, rack, rigged};
use crate::records::{attached, script, verify};

/// What a message of Discord holds at the most.
const LONGEST: usize = 2_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_is_one_of_eight_for_each_of_a_team() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, eve] = evening.people(["Ayşe", "Ben", "Cem", "Eve"]).await;
    let rules = "team_assign=chosen match_length=hitomaki";
    let board = sit_down_to("meri", &ayse, &[&ben, &cem], json!({"rules": rules})).await;
    assert!(board.content().contains("🏅 Rated"), "{board:?}");
    tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end()
    );
    let over = |board: &Message| board.content().contains("The game is over");
    let board = ayse.waits_for_board("the final standing", over).await;
    let table = board.can("rematch").expect("Rematch").table().to_owned();
    let points = |who: &Person| {
        let all = standing(&board);
        let own = all.into_iter().find(|(person, _)| *person == who.id);
        own.expect("they are told").1
    };
    // Ayşe and Cem sit on every other seat, Ben between them.
    assert_eq!(points(&ayse), points(&cem), "{board:?}");
    assert_eq!(points(&ayse), -points(&ben), "{board:?}");
    let has_won = points(&ayse) > 0;
    let game = eve.choice_of("stats", "game", "Hachinin-meri").await;
    for (who, is_first) in [(&ayse, has_won), (&cem, has_won), (&ben, !has_won)] {
        let (place, won) = if is_first {
            ("🏆 place 1 of 2 teams", 1)
        } else {
            ("✖️ place 2 of 2 teams", 0)
        };
        let history = who.runs("history", json!({})).await.says();
        assert!(history.contains(place), "{history}");
        assert!(history.contains("Hachinin-meri"), "{history}");
        let of = json!({"person": who.id, "game": game});
        let stats = eve.runs("stats", of).await.says();
        let tally = format!("**Rated:** 1 game, {won} won");
        assert!(stats.contains(&tally), "{stats}");
        let own = who.runs("leaderboard", json!({"game": game})).await.says();
        let wins = if is_first {
            "1 win in 1 game"
        } else {
            "0 wins in 1 game"
        };
        assert!(own.contains(wins), "{own}");
    }
    let told = eve.runs("verify", json!({"table": table})).await.message();
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, attached(&told).await).expect("written");
    let ended = verify(&file).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(script(&file).is_none_or(|code| code == 0));
    let lobby = ben.presses_the(&board, "rematch").await.message();
    assert!(lobby.content().contains("Hachinin-meri"), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alone_with_seven_computers_it_is_casual() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let options = json!({"computers": 7, "rules": "match_length=hitomaki"});
    sit_down_to("meri", &ayse, &[], options).await;
    ayse.plays_to_the_end().await;
    let game = ayse.choice_of("stats", "game", "Hachinin-meri").await;
    let stats = ayse.runs("stats", json!({"game": game})).await.says();
    assert!(stats.contains("**Casual:** 1 game"), "{stats}");
    let shown = ayse.runs("leaderboard", json!({"game": game})).await.says();
    assert!(
        shown.starts_with("Nobody here is in this ranking by rated games yet"),
        "{shown}"
    );
    evening.ends().await;
}

/// The button of a desk that prepares this karuta.
fn prepares(desk: &Message, named: &str) -> Button {
    let is_meant = |button: &Button| {
        let argument = button.argument();
        argument.starts_with("prepare.") && karuta(button) == named.parse().ok()
    };
    let found = desk.enabled().into_iter().find(is_meant);
    found.unwrap_or_else(|| panic!("no {named} on {desk:?}"))
}

impl Person {
    /// Prepares this karuta on their desk.
    async fn prepares_karuta(&self, named: &str) -> Message {
        let panel = self.panel().await.expect("a panel");
        let desk = self.presses_the(&panel, "desk").await.message();
        self.presses(&desk, &prepares(&desk, named)).await.message()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_prepared_trump_goes_face_down_by_itself_and_nobody_sees_which() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &DEAL).await;
    let eve = evening.person("Eve").await;
    ayse.calls().await;
    let ready = ben.prepares_karuta("K-2").await;
    assert!(ready.content().contains(&written("K-2")), "{ready:?}");
    ayse.opens_with("O-9", "K-9").await;
    let own = ben.panel().await.expect("a panel");
    assert!(own.content().contains("face down"), "{own:?}");
    cem.turn_in_meri().await;
    let board = eve.board().await;
    assert!(board.content().contains("face down"), "{board:?}");
    let shown = eve.runs("table show", json!({})).await.message();
    assert!(shown.is_private() && shown.has_picture(), "{shown:?}");
    for person in [&eve, &cem] {
        person.is_not_told("K-2").await;
    }
    assert_hides(&shown, "K-2");
    let told = eve.runs("rack", json!({})).await.says();
    assert!(told.contains("so you are watching"), "{told}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_meri_forbids_stays_and_only_its_owner_is_told() {
    let mut evening = Evening::begins().await;
    // Ten trumps with the okie: the first trick is a meri.
    let deal = Deal {
        racks: [
            "K-Robai K-9 K-8 K-7 K-6 K-5 K-3 K-Rei K-Kaba",
            "K-1 P-3 P-4 P-5 I-1 I-2 I-3 O-1 O-2",
            "P-6 P-7 P-8 I-4 I-5 I-6 O-3 O-5 O-6",
            "",
            "",
            "",
            "",
            "",
        ],
        ..DEAL
    };
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &deal).await;
    ayse.calls().await;
    ben.prepares_karuta("P-3").await;
    cem.prepares_karuta("P-6").await;
    ayse.opens_with("K-9", "K-8").await;
    let panel = ben.turn_in_meri().await;
    assert_eq!(rack(&panel).len(), 9, "{panel:?}");
    assert!(
        panel.content().contains(&written("P-3")),
        "it is told: {panel:?}"
    );
    let board = ayse.board().await;
    for message in [&board, &cem.panel().await.expect("a panel")] {
        assert_hides(message, "P-3");
    }
    assert!(board.content().contains("Meri"), "{board:?}");
    // Who has no trump plays what they prepared, face up as all is.
    ben.plays_karuta("K-1").await;
    let fell = |board: &Message| board.content().contains(&written("P-6"));
    ayse.waits_for_board("the prepared one", fell).await;
    let own = cem.panel().await.expect("a panel");
    assert_eq!(rack(&own).len(), 8, "{own:?}");
    evening.ends().await;
}

/// What was prepared for the lead of another is no lead: it would be a meri that nobody wanted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_the_trick_leads_themselves_whatever_they_prepared() {
    let mut evening = Evening::begins().await;
    let deal = Deal {
        racks: [
            "K-Robai K-9 K-8 K-7 K-6 K-5 K-3 K-Rei K-Sun",
            "K-1 P-3 P-4 P-5 I-1 I-2 I-3 O-1 O-2",
            "",
            "",
            "",
            "",
            "",
            "",
        ],
        ..DEAL
    };
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], "", &deal).await;
    ayse.calls().await;
    ayse.opens_with("K-Sun", "K-8").await;
    ayse.prepares_karuta("K-9").await;
    ben.plays_karuta("K-1").await;
    let leads = |panel: &Message| panel.content().contains("so you lead now");
    let panel = ayse.waits_for_panel("the lead", leads).await;
    assert!(panel.content().contains(&written("K-9")), "{panel:?}");
    assert_eq!(rack(&panel).len(), 8, "{panel:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_ends_a_table_with_a_trump_face_down() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &DEAL).await;
    let ending = json!({"name": "Mo", "moderator": true});
    let moderator = Person::comes(&evening.world, &evening.channel, ending).await;
    ayse.calls().await;
    ayse.opens_with("O-9", "K-9").await;
    ben.plays_karuta("K-1").await;
    let old = cem.turn_in_meri().await;
    let vote = ayse.runs("table end", json!({})).await.says();
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    moderator.ends_the_table().await;
    for person in [&ayse, &ben, &cem] {
        let ended =
            |one: &Message| one.content().contains("closed without a result") && one.is_done_with();
        person.waits_for_board("the end", ended).await;
        person.waits_for_panel("the end", ended).await;
    }
    let late = old.can("play").expect("their turn");
    let told = cem.forges(&old, &late.id).await.message();
    assert!(told.is_private(), "{told:?}");
    let nobody = ayse.runs("leaderboard", json!({})).await.says();
    assert!(nobody.contains("Nobody has finished"), "{nobody}");
    let lobby = ayse.runs("meri", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
    evening.ends().await;
}

/// What one person sees, held against the limits of a message.
fn assert_fits(message: &Message) {
    let length = message.content().chars().count();
    assert!(length <= LONGEST, "{length}: {message:?}");
    assert!(message.alt().chars().count() <= 1_024, "{}", message.alt());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_people_with_names_as_they_have_them_fit_into_every_message() {
    let evening = Evening::begins().await;
    let names = [
        "八人メリの名人・人吉のうんすんかるた保存会員・球磨川の九人目",
        "🎴🐉👹🎏🏯🌸🍶🎎🎐🎴🐉👹🎏🏯🌸",
        "Ayşe Gül Şükriye Çiğdem Öztürkoğ",
        "__**~~`Ben`~~**__ ||<@1>||",
        "ﷺ العربية من اليمين",
        "Emre 👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈",
        "ふみ",
        "L",
    ];
    let all = evening.people(names).await;
    let [ayse, guests @ ..] = &all;
    let rules = "team_assign=chosen match_length=honshobu live_upper_required=true \
        hidden_robai=all_yaku opening_reveal=all ichimai_zun=false yaku_value=3 yaku_high=7 \
        direction=ccw split=random fill_with_computers=false";
    let mut lobby = ayse.runs("meri", json!({"rules": rules})).await.message();
    for guest in guests {
        lobby = guest.presses_the(&lobby, "join").await.message();
        assert_fits(&lobby);
    }
    for person in &all {
        assert!(
            lobby.content().contains(&format!("<@{}>", person.id)),
            "{lobby:?}"
        );
    }
    ayse.presses_the(&lobby, "start").await;
    for person in &all {
        person
            .waits_for_panel("the question", |panel| panel.can("order").is_some())
            .await;
    }
    let shown = |seen: &[Message]| {
        let board = people::board(seen);
        board.is_some_and(|board| board.content().contains("Trick 2:"))
    };
    let playing = all.iter().map(|person| person.plays_until(shown));
    futures::future::join_all(playing).await;
    for person in &all {
        for message in person.sees().await {
            assert_fits(&message);
        }
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_has_a_thread_of_its_own_and_is_played_there_to_the_end() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&channel);
    let options = json!({"computers": 7, "rules": "match_length=hitomaki"});
    let line = ayse.runs("meri", options).await.message();
    let thread = ayse
        .waits_for("the link to the thread", |seen| {
            let line = seen.iter().find(|message| message.id() == line.id())?;
            let (_, link) = line.content().split_once("<#")?;
            Some(link.split_once('>')?.0.to_owned())
        })
        .await;
    let there = ayse.in_channel(&thread);
    let world = evening.world.ask("GET", "/world", Value::Null).await;
    let mut channels = world["channels"].as_array().expect("a list").iter();
    let found = channels.find(|place| place["id"] == thread.as_str());
    let name = found
        .and_then(|found| found["name"].as_str())
        .expect("a name");
    assert!(name.starts_with("Hachinin-meri"), "{name}");
    let lobby = there.sees().await;
    let lobby = lobby.iter().find(|message| message.can("start").is_some());
    there.presses_the(lobby.expect("a lobby"), "start").await;
    there.plays_to_the_end().await;
    there
        .waits_for_board("the end", |board| {
            board.content().contains("The game is over")
        })
        .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_all_are_asked_nothing_is_prepared_and_no_desk_tells_who_is_left() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem"];
    let [ayse, ben, cem] = rigged(&mut evening, names, "", &DEAL).await;
    let ready = ben.says_ready().await;
    let desk = ben.presses_the(&ready, "desk").await.message();
    let of_desk = |button: &Button| button.argument().starts_with("prepare.");
    assert!(!desk.buttons().iter().any(of_desk), "{desk:?}");
    let way = desk.can("rack").expect("a way back");
    let (table, revision) = (way.table(), way.revision());
    let forged = format!("1:{table}:{revision}:desk:prepare.0.K-2");
    // Two are still to answer, then one alone: the answer is the same.
    let two = ben.forges(&desk, &forged).await.message();
    cem.says_ready().await;
    let one = ben.forges(&desk, &forged).await.message();
    assert_eq!(told(&two), told(&one));
    for message in [&two, &one] {
        assert!(!message.content().contains("Prepared"), "{message:?}");
    }
    // As soon as somebody is to act, it is possible.
    ayse.calls().await;
    let ready = ben.prepares_karuta("K-2").await;
    assert!(ready.content().contains("Prepared"), "{ready:?}");
    evening.ends().await;
}
