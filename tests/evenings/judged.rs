//! One evening that uses everything: every command of the registration, every completion and every kind of press. Its
//! traffic is judged like that of every evening, so whatever the bot can say has been held against Discord's description.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::desk::on_desk;
use crate::house::{Evening, sit_down};
use crate::judged_cards::cards_are_laid;
use crate::judged_melds::melds_are_laid;
use crate::judged_tricks::tricks_are_played;
use crate::lists::{Archive, FIRST, LAST, now};
use crate::message::Message;
use crate::people::Person;
use crate::play::{is_to_act, turn_of};
use crate::press_kinds::{self, kind};
use crate::record::Deed;
use crate::rig::rigs;
use crate::world::World;

/// An ordinary member who may manage the server.
const MANAGER: u64 = 309_237_763_072 | 1 << 6 | 1 << 18 | 1 << 26 | 1 << 31 | 1 << 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_and_every_kind_of_press_passes_the_judges() {
    let mut evening = Evening::begins().await;
    a_win_is_thrown_away_and_another_one_taken(&mut evening).await;
    a_stock_runs_out_and_a_seat_changes_hands(&evening).await;
    a_lobby_changes(&evening).await;
    a_desk_is_used(&evening).await;
    lists_are_turned(&evening).await;
    everything_is_set(&evening).await;
    the_rest_is_asked(&evening).await;
    melds_are_laid(&mut evening).await;
    cards_are_laid(&mut evening).await;
    tricks_are_played(&mut evening).await;

    evening.bot_goes().await;
    let exchanges = evening.record.exchanges();
    let World::Here(here) = &evening.world else {
        unreachable!("this evening's sandbox is here")
    };
    let answered: Vec<Deed> = here.deeds.all();
    let answered: Vec<&Deed> = answered
        .iter()
        .filter(|deed| was_answered(&exchanges, deed))
        .collect();
    let registered = registered(&exchanges);
    let (commands, completions) = wanted(&registered);
    let ran = answered.iter().filter(|deed| deed.call == "/run");
    assert_none_missing(
        "command",
        &commands,
        ran.map(|deed| text(&deed.wish["command"])),
    );
    let completed = answered.iter().filter(|deed| deed.call == "/complete");
    let completed = completed.map(|deed| {
        format!(
            "{} {}",
            text(&deed.wish["command"]),
            text(&deed.wish["focused"])
        )
    });
    assert_none_missing("completion", &completions, completed);
    let pressed = answered
        .iter()
        .filter(|deed| deed.call == "/press" || deed.call == "/select");
    assert_none_missing(
        "press",
        &press_kinds::all(),
        pressed.map(|deed| kind(&text(&deed.wish["custom_id"]))),
    );
    evening.ends().await;
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Whether the bot answered it, and Discord would have taken the answer.
fn was_answered(exchanges: &[Value], deed: &Deed) -> bool {
    let begin = format!("/interactions/{}/", deed.interaction);
    let is_answer = |one: &Value| {
        let status = one["status"].as_u64().unwrap_or_default();
        status < 300
            && one["path"]
                .as_str()
                .is_some_and(|path| path.starts_with(&begin))
    };
    exchanges.iter().any(is_answer)
}

fn assert_none_missing(what: &str, wanted: &BTreeSet<String>, used: impl Iterator<Item = String>) {
    let used: BTreeSet<String> = used.collect();
    let missing: Vec<&String> = wanted.difference(&used).collect();
    assert!(
        missing.is_empty(),
        "no {what} {missing:?} in this evening: use it here"
    );
}

/// What the bot registered.
fn registered(exchanges: &[Value]) -> Vec<Value> {
    let is_registration =
        |one: &&Value| one["method"] == "PUT" && text(&one["path"]).ends_with("/commands");
    let found = exchanges
        .iter()
        .find(is_registration)
        .expect("the bot registers its commands");
    found["body"].as_array().expect("a list").clone()
}

/// Every command as a person types it, and every option that is completed.
fn wanted(registered: &[Value]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut commands, mut completions) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<(String, &Value)> = registered
        .iter()
        .map(|one| (text(&one["name"]), one))
        .collect();
    while let Some((name, part)) = open.pop() {
        let options: Vec<&Value> = part["options"].as_array().into_iter().flatten().collect();
        let (branches, leaves): (Vec<&Value>, Vec<&Value>) = options
            .into_iter()
            .partition(|option| option["type"] == 1 || option["type"] == 2);
        let completed = leaves
            .iter()
            .filter(|option| option["autocomplete"] == true);
        completions.extend(completed.map(|option| format!("{name} {}", text(&option["name"]))));
        if branches.is_empty() {
            commands.insert(name);
        } else {
            open.extend(
                branches
                    .into_iter()
                    .map(|branch| (format!("{name} {}", text(&branch["name"])), branch)),
            );
        }
    }
    assert!(
        commands.len() > 10 && !completions.is_empty(),
        "{commands:?} {completions:?}"
    );
    (commands, completions)
}

/// Newcomers in a channel of their own.
async fn party<const N: usize>(evening: &Evening, channel: &str, names: [&str; N]) -> [Person; N] {
    let channel = evening.channel(json!({"name": channel})).await;
    evening
        .people(names)
        .await
        .map(|person| person.in_channel(&channel))
}

/// Show and decline, draw, discard, surely, finish, next, rematch.
async fn a_win_is_thrown_away_and_another_one_taken(evening: &mut Evening) {
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let rules = "deal=simplified gosterge_window=before_first_discard max_hands=2";
    sit_down(&ayse, &[&ben], json!({"seats": 2, "rules": rules})).await;
    let first = "K11 R4 R9 R9 G9 G12 Y12 R11 K2 K4 G6 Y9 R7 G13 K13";
    let waiting = "Y1 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 K7 K8 K9 K10 R13";
    rigs(evening, first, waiting, "Y7 R1 K6").await;
    ayse.presses_on_the_board("rack").await;
    ben.presses_on_the_board("rack").await;
    for (person, verb) in [(&ayse, "show"), (&ben, "no")] {
        let panel = person.panel().await.expect("a panel");
        person.presses_the(&panel, verb).await;
    }
    discards(&ayse, "K11").await;
    draws(&ben).await;
    let asked = discards(&ben, "Y7").await;
    ben.presses_the(&asked, "surely").await;
    draws(&ayse).await;
    discards(&ayse, "K13").await;
    let won = draws(&ben).await;
    ben.presses_the(&won, "finish").await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = ayse
        .waits_for_board("the rematch", |board| board.can("rematch").is_some())
        .await;
    let panel = ayse
        .waits_for_panel("the end", |panel| panel.can("sheet").is_some())
        .await;
    ayse.presses_the(&panel, "sheet").await;
    ayse.presses_the(&panel, "stats").await;
    ayse.runs("verify", json!({})).await;
    let wish = json!({"person": ayse.id, "channel": ayse.channel, "command": "replay",
        "options": {"table": ""}, "focused": "table"});
    let offered = ayse.world.ask("POST", "/complete", wish).await;
    assert_ne!(offered["choices"], json!([]));
    let mut page = ayse.runs("replay", json!({})).await.message();
    for verb in ["on", "end", "back", "begin"] {
        page = ayse.presses_the(&page, verb).await.message();
    }
    let menu = page
        .menu(|id| id.contains(":seat:"))
        .expect("a menu of seats");
    let menu = menu["custom_id"].as_str().expect("an id");
    let page = ayse.selects(&page, menu, "1").await.message();
    let rounds = page.menu(|id| id.contains(":round:"));
    chooses_first(&ayse, &page, &rounds.expect("a menu of rounds")).await;
    let read_once_more = ayse
        .waits_for_board("the way to the replay", |board| board.can("open").is_some())
        .await;
    ayse.presses_the(&read_once_more, "open").await;
    ben.presses_the(&board, "rematch").await;
}

async fn draws(person: &Person) -> Message {
    let panel = person
        .waits_for_panel("a tile to draw", |panel| panel.can("draw").is_some())
        .await;
    person.presses_the(&panel, "draw").await.message()
}

async fn discards(person: &Person, tile: &str) -> Message {
    let panel = person
        .waits_for_panel("their turn", |panel| panel.can("discard").is_some())
        .await;
    let mut buttons = panel.enabled().into_iter();
    let meant =
        buttons.find(|button| button.verb() == "discard" && button.tile() == tile.parse().ok());
    let meant = meant.unwrap_or_else(|| panic!("no {tile} on {panel:?}"));
    person.presses(&panel, &meant).await.message()
}

/// Hint, take, pass, leave, sit, and the end by votes.
async fn a_stock_runs_out_and_a_seat_changes_hands(evening: &Evening) {
    let people = party(evening, "stock", ["Cem", "Dora", "Eve", "Fia"]).await;
    let [cem, dora, eve, fia] = &people;
    sit_down(cem, &[dora, eve], json!({"seats": 3, "rated": false})).await;
    let (actor, panel) = turn_of(&[cem, dora, eve]).await;
    actor.presses_the(&panel, "hint").await;
    actor.runs("hint", json!({})).await;
    actor.runs("rack", json!({})).await;
    assert!(!actor.offered("dis").await.is_empty());
    let panel = actor.panel().await.expect("a panel");
    let tile = panel.rack()[0];
    actor.plays(&format!("discard {tile}")).await;
    let mut has_taken = false;
    loop {
        let (actor, panel) = turn_of(&[cem, dora, eve]).await;
        if panel.can("pass").is_some() {
            actor.presses_the(&panel, "pass").await;
            break;
        }
        let from_stock = panel
            .can("draw")
            .filter(|_| has_taken || panel.can("take").is_none());
        let from = from_stock.or_else(|| panel.can("take"));
        let then = match from {
            Some(button) => {
                has_taken |= button.verb() == "take";
                actor.presses(&panel, &button).await.message()
            }
            None => panel,
        };
        actor.discards(&then).await;
    }
    assert!(has_taken, "nothing was taken");
    for person in [cem, dora, eve] {
        let board = person
            .waits_for_board("the next round", |board| board.can("next").is_some())
            .await;
        person.presses_the(&board, "next").await;
    }
    turn_of(&[cem, dora, eve]).await;
    eve.leaves().await;
    let board = fia
        .waits_for_board("a seat to take", |board| board.can("sit").is_some())
        .await;
    let sit = board.can("sit").expect("just waited for");
    fia.forges(&board, &sit.id).await;
    fia.runs("table show", json!({})).await;
    for person in [cem, dora, fia] {
        person.runs("table end", json!({})).await;
    }
}

/// Everything that a lobby offers.
async fn a_lobby_changes(evening: &Evening) {
    let [gül, hal, ida] = &party(evening, "lobby", ["Gül", "Hal", "Ida"]).await;
    let wish = json!({"person": gül.id, "channel": gül.channel, "command": "okey",
        "options": {"rules": "deal=", "seats": 2}, "focused": "rules"});
    let offered = gül.world.ask("POST", "/complete", wish).await;
    assert_ne!(offered["choices"], json!([]));
    let lobby = gül.runs("okey", json!({"seats": 4})).await.message();
    let lobby = hal.presses_the(&lobby, "join").await.message();
    let lobby = hal.presses_the(&lobby, "leave").await.message();
    let lobby = hal.presses_the(&lobby, "join").await.message();
    let lobby = gül.presses_the(&lobby, "computer").await.message();
    let lobby = gül.presses_the(&lobby, "uncomputer").await.message();
    for press in [
        "short", "usual", "casual", "rated", "more", "fewer", "filled",
    ] {
        presses_in_the_lobby(gül, press).await;
    }
    gül.presses_the(&lobby, "rules").await;
    let page = gül.presses_the(&lobby, "options").await.message();
    let page = gül.presses_the(&page, "options").await.message();
    let menu = components(&page)
        .into_iter()
        .find(|part| part["type"] == 3)
        .expect("a menu");
    chooses_first(gül, &page, &menu).await;
    gül.runs("table computer", json!({})).await;
    gül.runs("table settings", json!({})).await;
    gül.runs("table invite", json!({"person": ida.id})).await;
    gül.runs("table kick", json!({"person": hal.id})).await;
    let lobby = gül
        .waits_for("the lobby", |seen| {
            seen.iter().find(|one| one.can("start").is_some()).cloned()
        })
        .await;
    gül.presses_the(&lobby, "start").await;
}

async fn presses_in_the_lobby(host: &Person, press: &str) {
    let wanted = format!("lobby.{press}");
    let offers = |message: &Message| {
        let mut offered = message.enabled().into_iter();
        let button = offered.find(|button| kind(&button.id) == wanted)?;
        Some((message.clone(), button))
    };
    let offered = |seen: &[Message]| seen.iter().find_map(offers);
    let (lobby, button) = host.waits_for(&wanted, offered).await;
    host.presses(&lobby, &button).await;
}

/// Every kind of press on a desk.
async fn a_desk_is_used(evening: &Evening) {
    let [jan, kim] = &party(evening, "desk", ["Jan", "Kim"]).await;
    let options = json!({"seats": 2, "rules": "gosterge=false"});
    sit_down(jan, &[kim], options).await;
    let (actor, _) = turn_of(&[jan, kim]).await;
    let waiting = if actor.id == jan.id { kim } else { jan };
    let desk = waiting.opens_desk().await;
    let prepare = desk
        .enabled()
        .into_iter()
        .find(|button| button.argument().starts_with("prepare."));
    let panel = waiting
        .presses(&desk, &prepare.expect("a tile"))
        .await
        .message();
    waiting.presses_on_desk(&panel, "cancel").await;
    let desk = waiting.opens_desk().await;
    let desk = waiting.presses_on_desk(&desk, "auto.on").await;
    let desk = waiting.presses_on_desk(&desk, "auto.off").await;
    let page = waiting.presses_on_desk(&desk, "order.own").await;
    let tile = page.rack()[0];
    let picked = waiting
        .presses_on_desk(&page, &format!("pick.0.{tile}"))
        .await;
    let put = on_desk(&picked, &format!("put.0.{tile}.5"));
    waiting.presses(&picked, &put).await;
    assert!(actor.panel().await.is_some_and(|panel| is_to_act(&panel)));
}

/// Leaderboards and histories of several pages.
async fn lists_are_turned(evening: &Evening) {
    let lin = evening.person("Lin").await;
    let (mut archive, at) = (Archive::of(evening).await, now(evening).await);
    for number in 0..12 {
        archive.adds(&format!("{}", 100 + number), FIRST, at).await;
        archive.adds(&lin.id, LAST, at).await;
    }
    for command in ["leaderboard", "history", "stats"] {
        let page = lin.runs(command, json!({})).await.message();
        if let Some(turn) = page.enabled().first() {
            lin.presses(&page, turn).await;
        }
    }
}

fn components(message: &Message) -> Vec<Value> {
    let rows = message.0["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .cloned()
        .collect()
}

async fn chooses_first(person: &Person, page: &Message, menu: &Value) -> Message {
    let (id, value) = (text(&menu["custom_id"]), text(&menu["options"][0]["value"]));
    person.selects(page, &id, &value).await.message()
}

/// Every field of both pages of settings, whatever there is.
async fn everything_is_set(evening: &Evening) {
    let wish = json!({"name": "Mona", "permissions": MANAGER.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, wish).await;
    let mut page = mona.runs("settings", json!({})).await.message();
    for other in ["server", "pictures", "server", "own"].map(|page| format!("1:set:see:{page}")) {
        for part in components(&page) {
            let id = text(&part["custom_id"]);
            // Every change draws the page anew, with other ids.
            let field = id.split(':').nth(2).expect("a field");
            let same = |one: &Value| text(&one["custom_id"]).split(':').nth(2) == Some(field);
            let part = components(&page)
                .into_iter()
                .find(same)
                .expect("the fields stay");
            if part["type"] == 3 {
                page = chooses_first(&mona, &page, &part).await;
            } else if field != "see" {
                let id = text(&part["custom_id"]);
                let switch = page.enabled().into_iter().find(|button| button.id == id);
                page = mona
                    .presses(&page, &switch.expect("a switch"))
                    .await
                    .message();
            }
        }
        let see = page
            .enabled()
            .into_iter()
            .find(|button| button.id == other)
            .expect("the other page");
        page = mona.presses(&page, &see).await.message();
    }
}

/// What needs no table, in the direct messages too.
async fn the_rest_is_asked(evening: &Evening) {
    let nia = evening.person("Nia").await;
    let direct = evening
        .channel(json!({"kind": "dm", "person": nia.id}))
        .await;
    // Leaving a game that counts asks once.
    let [ola, pia] = party(evening, "left", ["Ola", "Pia"]).await;
    sit_down(&ola, &[&pia], json!({"seats": 2, "rated": true})).await;
    let asked = ola.runs("table leave", json!({})).await.message();
    ola.presses_the(&asked, "quit").await;
    // So does ending a game of others.
    let wish = json!({"name": "Quin", "moderator": true});
    let quin = Person::comes(&evening.world, &ola.channel, wish).await;
    let asked = quin.runs("table end", json!({})).await.message();
    quin.presses_the(&asked, "close").await;
    for person in [&nia, &nia.in_channel(&direct)] {
        for command in ["learn", "rules", "help", "about", "settings"] {
            person.runs(command, json!({})).await;
        }
        reads_and_plays_a_lesson(person).await;
        // What is kept, handed out, and deleted.
        let page = person.runs("privacy", json!({})).await.message();
        for id in ["export", "ask", "see", "ask", "delete"] {
            let id = format!("1:privacy:{id}:");
            person.forges(&page, &id).await;
        }
    }
}

/// Every page of a lesson, beside what it was pressed on and in its place; and a lesson that is played, and stopped.
async fn reads_and_plays_a_lesson(person: &Person) {
    let page = person.runs("rules", json!({})).await.message();
    for shown in ["apart", "instead"] {
        for to in ["short.0", "step.0", "words.0"] {
            let id = format!("1:lesson:okey:{shown}:{to}");
            is_read(person, &page, &id).await;
        }
    }
    let page = person.runs("learn", json!({})).await.message();
    for press in ["0:see:", "0:go:", "1:desk:", "1:stop:"] {
        is_read(person, &page, &format!("1:~okey:{press}")).await;
    }
}

async fn is_read(person: &Person, page: &Message, id: &str) {
    let told = person.forges(page, id).await.says();
    assert!(!told.contains("no longer works"), "{id}: {told}");
}
