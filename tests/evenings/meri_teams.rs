//! Who plays with whom: teams by chance or chosen in the lobby, seats that computers fill or not, and house rules on the way to a
//! table of eight (Hachinin-meri rules 3.2 and 13).

use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::meri_eight::{NAMES, SIGNS};
use crate::meri_matches::record_is_right;
use crate::message::Message;
use crate::options::{chooses, shown, turns_to, waits_for_lobby};
use crate::people::Person;

/// The seat of somebody, as a line of a lobby or a team line of a board tells it.
fn seat_of(message: &Message, person: &Person) -> Option<usize> {
    let name = format!("<@{}>", person.id);
    let is_there = |sign: &str| message.content().contains(&format!("{sign} {name}"));
    SIGNS.iter().position(|sign| is_there(sign))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chance_makes_the_teams_and_the_record_proves_it() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"computers": 6, "rules": "match_length=hitomaki"});
    let lobby = ayse.runs("meri", options).await.message();
    assert!(lobby.can("seat").is_none(), "chance seats them: {lobby:?}");
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert_eq!(
        (seat_of(&lobby, &ayse), seat_of(&lobby, &ben)),
        (Some(0), Some(1))
    );
    ayse.presses_the(&lobby, "start").await;
    let board = ayse.waits_for_a_board().await;
    let (a, b) = (seat_of(&board, &ayse), seat_of(&board, &ben));
    assert!(a.is_some() && b.is_some() && a != b, "{board:?}");
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    record_is_right(&ben).await;

    // A rematch is drawn anew: its lobby promises no seat.
    let over = ayse.board().await;
    let lobby = ben.presses_the(&over, "rematch").await.message();
    assert!(lobby.can("seat").is_none(), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn teams_are_chosen_in_the_lobby_and_kept() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let rules = "team_assign=chosen match_length=hitomaki";
    let lobby = ayse
        .runs("meri", json!({"computers": 3, "rules": rules}))
        .await
        .message();
    assert!(
        lobby.content().contains("🪑 Choose your teams"),
        "{lobby:?}"
    );
    assert_eq!(lobby.content().matches('🤖').count(), 3, "{lobby:?}");
    let refused = ben.presses_the(&lobby, "seat").await.message();
    assert!(
        refused.is_private(),
        "nobody moves who sits nowhere: {refused:?}"
    );
    ben.presses_the(&lobby, "join").await;
    let lobby = cem.presses_the(&lobby, "join").await.message();
    assert_eq!(seat_of(&lobby, &cem), Some(2));

    // Two press at once the same button; each has a seat of their own then.
    let change = lobby.can("seat").expect("Change seat");
    tokio::join!(
        ben.forges(&lobby, &change.id),
        cem.forges(&lobby, &change.id)
    );
    let lobby = lobby_now(&ayse).await;
    let mut seats = [&ben, &cem].map(|person| seat_of(&lobby, person).expect("a seat"));
    seats.sort_unstable();
    assert!(seats == [3, 4] || seats == [2, 3], "{lobby:?}");

    // Whoever leaves frees the seat, and the host can move there past the others.
    let lobby = ben.presses_the(&lobby, "leave").await.message();
    assert_eq!(seat_of(&lobby, &ben), None);
    let lobby = ayse.presses_the(&lobby, "seat").await.message();
    let host = seat_of(&lobby, &ayse).expect("a seat");
    assert!(
        lobby
            .content()
            .contains(&format!("{} <@{}> 👑", SIGNS[host], ayse.id))
    );
    let cems = seat_of(&lobby, &cem).expect("a seat");
    assert_ne!(host, cems);
    // Who sits where is read first.
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    let board = ayse.waits_for_a_board().await;
    assert_eq!(
        (seat_of(&board, &ayse), seat_of(&board, &cem)),
        (Some(host), Some(cems))
    );
    let team = ["🅰️", "🅱️"][cems % 2];
    let line = board.content().lines().find(|line| line.contains(&cem.id));
    assert!(line.is_some_and(|line| line.starts_with(team)), "{board:?}");
    tokio::join!(ayse.plays_to_the_end(), cem.plays_to_the_end());
    record_is_right(&cem).await;

    // In a rematch everybody chooses again.
    let over = ayse.board().await;
    let lobby = cem.presses_the(&over, "rematch").await.message();
    assert!(lobby.can("seat").is_some(), "{lobby:?}");
    evening.ends().await;
}

/// The lobby when all is said.
async fn lobby_now(person: &Person) -> Message {
    let seen = person.sees().await;
    let lobby = seen.iter().find(|one| one.can("start").is_some());
    lobby.expect("a lobby").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_without_computers_begins_with_eight() {
    let evening = Evening::begins().await;
    let people = evening.people(NAMES).await;
    let host = &people[0];
    let rules = "fill_with_computers=false match_length=hitomaki";
    let mut lobby = host.runs("meri", json!({"rules": rules})).await.message();
    assert!(
        lobby.content().contains("once all seats are taken"),
        "{lobby:?}"
    );
    for guest in &people[1..7] {
        lobby = guest.presses_the(&lobby, "join").await.message();
    }
    let refused = host.presses_the(&lobby, "start").await.message();
    assert!(refused.is_private(), "{refused:?}");
    assert!(
        refused
            .content()
            .starts_with("Not enough players yet: 7 of 8."),
        "{refused:?}"
    );
    let lobby = people[7].presses_the(&lobby, "join").await.message();
    host.presses_the(&lobby, "start").await;
    for person in &people {
        person.waits_for_a_panel().await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_makes_no_game_opens_no_table() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    for (options, reason) in [
        (
            json!({"rules": "yaku_value=6"}),
            "cannot be less than what it usually moves",
        ),
        (json!({"rules": "yaku_value=0"}), "only 1 to 10000"),
        (json!({"rules": "yaku_high=10001"}), "only 1 to 10000"),
        (json!({"rules": "direction=up"}), "can't be `up`"),
        (
            json!({"rules": "tenka=sota"}),
            "no house rule called `tenka`",
        ),
    ] {
        let told = ayse.runs("meri", options.clone()).await;
        assert!(told.message().is_private(), "{told:?}");
        assert!(told.says().contains(reason), "{options}: {told:?}");
    }
    let seven = ayse.tries("meri", json!({"seats": 7})).await;
    assert!(seven.is_err(), "Discord offers eight: {seven:?}");
    let nothing = ayse.runs("table show", json!({})).await.says();
    assert!(nothing.contains("no table here"), "{nothing}");
    evening.ends().await;
}

/// Every option, one value that is not the usual one, and what the lobby says of it.
const CHOICES: [(&str, &str, &str); 12] = [
    (
        "match_length",
        "honshobu",
        "a team must win two hitoshōbu, each of up to three",
    ),
    (
        "team_assign",
        "chosen",
        "Teams by seat: everybody keeps the seat they take",
    ),
    (
        "fill_with_computers",
        "false",
        "waits until all eight are taken by people or computers",
    ),
    (
        "hidden_robai",
        "all_yaku",
        "all yaku of the round move more ko",
    ),
    (
        "live_upper_required",
        "true",
        "a trump above the winning one still in play",
    ),
    (
        "opening_reveal",
        "all",
        "everybody sees the lead, the card laid away",
    ),
    ("ichimai_zun", "false", "even if the Sun is your only one"),
    (
        "direction",
        "ccw",
        "Direction: the deal and play go to the right",
    ),
    ("yaku_value", "3", "A yaku moves 3 ko"),
    ("yaku_high", "7", "Best yaku: 7 ko"),
    ("split", "random", "somewhere near the middle"),
    ("yaku", "false", "No yaku: only tricks count"),
];

/// What has no effect where there are no yaku, and is not told then.
const OF_YAKU: [&str; 4] = [
    "hidden_robai",
    "live_upper_required",
    "yaku_value",
    "yaku_high",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_option_is_chosen_by_the_command_and_on_its_page() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let rules: Vec<String> = CHOICES
        .iter()
        .map(|(name, value, _)| format!("{name}={value}"))
        .collect();
    let options = json!({"rules": rules.join(" ")});
    let lobby = ayse.runs("meri", options).await.message();
    for (name, _, says) in CHOICES {
        let is_told = lobby.content().contains(says);
        assert_eq!(is_told, !OF_YAKU.contains(&name), "{says}: {lobby:?}");
    }

    let ben = ben.in_channel(&evening.channel(json!({"name": "other"})).await);
    let lobby = ben.runs("meri", json!({})).await.message();
    let mut page = ben.presses_the(&lobby, "options").await.message();
    for (name, value, says) in CHOICES {
        page = page_with(&ben, page, name).await;
        page = chooses(&ben, &page, name, value).await.message();
        assert_eq!(shown(&page, name), value, "{page:?}");
        waits_for_lobby(&ben, says).await;
    }
    let refused = page_with(&ben, page, "yaku_high").await;
    let refused = chooses(&ben, &refused, "yaku_high", "2").await.message();
    let reason = "cannot be less than what it usually moves";
    assert!(refused.content().contains(reason), "{refused:?}");
    assert_eq!(shown(&refused, "yaku_high"), "7", "{refused:?}");
    evening.ends().await;
}

/// The page on which this option is.
async fn page_with(person: &Person, mut page: Message, name: &str) -> Message {
    for number in ["0", "1", "2", "3"] {
        if page
            .menu(|id| id.contains(&format!(":set:{name}.")))
            .is_some()
        {
            return page;
        }
        let is_there = |page: &Message| {
            let mut buttons = page.enabled().into_iter();
            buttons.any(|one| one.verb() == "options" && one.argument() == number)
        };
        if is_there(&page) {
            page = turns_to(person, &page, number).await;
        }
    }
    assert!(
        page.menu(|id| id.contains(&format!(":set:{name}.")))
            .is_some(),
        "no {name}: {page:?}"
    );
    page
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_parameters_of_the_command_choose_too() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let choice = async |option, name| ayse.choice_of("meri", option, name).await;
    let options = json!({
        "seats": 8,
        "computers": 7,
        "match_length": choice("match_length", "hitomaki (a single round, about five minutes)").await,
        "team_assign": choice("team_assign", "chosen (everybody keeps the seat they take)").await,
        "hidden_robai": choice("hidden_robai", "off (it cannot be hidden)").await,
        "direction": choice("direction", "ccw (to the right)").await,
        "live_upper_required": true,
        "fill_with_computers": false,
    });
    let board = sit_down_to("meri", &ayse, &[], options).await;
    assert!(board.content().contains("The only round"), "{board:?}");
    assert_eq!(seat_of(&board, &ayse), Some(0));
    evening.ends().await;
}
