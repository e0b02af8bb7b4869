//! Buying in at Kaluki: two who are asked at once, presses that come twice or too late, time that is up, a restart; and
//! the draw for seats.

use std::path::Path;

use istaka::rules::card::Card;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::records::{attached, script, verify};
use crate::rig::put_pack;

/// From the dealer's left on: a run of thirteen, few points, many, and many again. The stock begins with c2.
const HANDS: [&str; 4] = [
    "h2 h3 h4 h5 h6 h7 h8 h9 h10 hJ hQ hK hA",
    "d2 d3 d4 s2 s3 s4 c3 c4 d5 s5 c5 d6 s6",
    "dK sK cK dQ sQ cQ dJ sJ cJ d10 s10 c10 dA",
    "dK sK cK dQ sQ cQ dJ sJ cJ d10 s10 c10 sA",
];

/// A pack that gives these hands.
fn pack() -> Vec<Card> {
    let hands = HANDS.map(|hand| Card::read_all(hand).expect("cards"));
    let dealt = (0..13).flat_map(|at| hands.iter().map(move |hand| hand[at]));
    let mut cards: Vec<Card> = dealt.collect();
    cards.extend(Card::read_all("c9 c2").expect("cards"));
    let mut rest = Card::pack(2);
    for dealt in &cards {
        let place = rest.iter().position(|other| other == dealt);
        rest.remove(place.expect("there are two of each"));
    }
    cards.extend(rest);
    cards
}

/// Lets everybody sit where they sat down, with that deal; the bot is not there.
async fn rig(path: &Path) {
    let url = format!("sqlite://{}", path.display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let stay =
        "update steps set changes = json_set(changes, '$[1].seats_drawn.seats', json('[0,1,2,3]'))
                where changes like '%seats_drawn%'";
    let stays = sqlx::query(stay).execute(&mut db).await;
    assert_eq!(stays.expect("it is written").rows_affected(), 1);
    db.close().await.expect("it closes");
    put_pack(path, 0, &pack()).await;
}

/// Four at a table with that deal, in which Ben is the first player.
pub async fn four_sit(evening: &mut Evening, rules: &str) -> [Person; 4] {
    let people = evening.people(["Ayşe", "Ben", "Cem", "Dilek"]).await;
    let [ayse, ben, cem, dilek] = &people;
    let options = json!({"seats": 4, "rules": rules});
    sit_down_to("kaluki", ayse, &[ben, cem, dilek], options).await;
    evening.bot_goes().await;
    rig(&evening.db()).await;
    evening.bot_comes().await;
    for person in &people {
        person.shows_rack().await;
    }
    people
}

/// Ben calls up with a Kaluki, and Ayşe and Dilek are over the limit then.
pub async fn calls_up(ben: &Person) {
    ben.plays("draw").await;
    ben.plays(&format!("open {}", HANDS[0])).await;
    ben.plays("discard c2").await;
}

/// Four at a table; Ben, the first player, has called up with a Kaluki, and Ayşe and Dilek are over the limit.
pub async fn two_are_asked(evening: &mut Evening) -> [Person; 4] {
    let people = four_sit(evening, "penalty_limit=100").await;
    let [ayse, ben, _, dilek] = &people;
    calls_up(ben).await;
    ayse.waits_for_panel("the question", asks).await;
    dilek.waits_for_panel("the question", asks).await;
    people
}

/// Whether somebody is asked on this panel.
pub fn asks(panel: &Message) -> bool {
    buys(panel).is_some()
}

/// The id of the button that buys in.
pub fn buys(panel: &Message) -> Option<String> {
    let mut buttons = panel.enabled().into_iter();
    buttons
        .find(|button| button.id.contains("buy"))
        .map(|button| button.id)
}

/// The calls that stand in the channel, with whom they notify.
async fn calls(person: &Person) -> Vec<(String, Vec<String>)> {
    let seen = person.sees().await;
    let is_call = |message: &&Message| {
        ["🔔", "⏳"]
            .iter()
            .any(|sign| message.content().starts_with(sign))
    };
    let notified = |message: &Message| -> Vec<String> {
        let mentions = message.0["mentions"].as_array().expect("a list").iter();
        mentions
            .filter_map(|person| Some(person["id"].as_str()?.to_owned()))
            .collect()
    };
    seen.iter()
        .filter(is_call)
        .map(|message| (message.content().to_owned(), notified(message)))
        .collect()
}

/// Everything that stands in the channel in the eyes of somebody, words and alternative texts.
pub async fn reads(person: &Person) -> String {
    let seen = person.sees().await;
    let texts = seen
        .iter()
        .map(|message| format!("{}\n{}", message.content(), message.alt()));
    texts.collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_buys_in_and_one_lets_the_clock_run() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem, dilek] = two_are_asked(&mut evening).await;
    assert!(!asks(&cem.panel().await.expect("a panel")));
    let told = cem.plays("buy in").await.says();
    for asked in [&ayse, &dilek] {
        assert!(told.contains(&asked.id), "{told}");
    }
    // Both are quiet, and both are called.
    evening.world.passes(31).await;
    let [(told, mut called)] = <[_; 1]>::try_from(calls(&ben).await).expect("one call");
    // What they are asked, and what it costs to stay quiet: it is no turn.
    assert!(told.contains("will you buy in"), "{told}");
    assert!(told.contains("Without an answer you are out"), "{told}");
    assert!(!told.contains("your turn"), "{told}");
    called.sort();
    let mut both = vec![ayse.id.clone(), dilek.id.clone()];
    both.sort();
    assert_eq!(called, both);

    let panel = ayse.panel().await.expect("a panel");
    let button = buys(&panel).expect("the question");
    let answered = ayse.forges(&panel, &button).await.message();
    assert!(!asks(&answered), "{answered:?}");
    // That somebody answered is seen, and what they answered is not.
    for person in [&ben, &cem, &dilek] {
        let read = reads(person).await;
        assert!(!read.contains("buys in and plays on"), "{read}");
        assert!(!read.contains("leaves the match"), "{read}");
    }
    // Twice, typed, and as another answer: it is too late for all of them.
    let again = ayse.forges(&answered, &button).await.message();
    assert!(!asks(&again), "{again:?}");
    for typed in ["buy in", "decline"] {
        let told = ayse.plays(typed).await.says();
        assert!(told.contains("already answered"), "{typed}: {told}");
    }

    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in [&ayse, &ben, &cem] {
        let panel = person.shows_rack().await;
        assert!(!asks(&panel), "{panel:?}");
    }
    let panel = dilek.shows_rack().await;
    assert!(asks(&panel), "{panel:?}");
    let late = buys(&panel).expect("the question");
    evening.world.passes(61).await;
    let over = cem
        .waits_for_board("both answers", |board| {
            board.content().contains("buys in and plays on")
        })
        .await;
    assert!(
        over.content().contains(&format!("<@{}> buys in", ayse.id)),
        "{over:?}"
    );
    // Dilek has missed it, and is out: nothing of hers changes the match any more.
    let told = dilek.forges(&panel, &late).await.message();
    assert!(!asks(&told), "{told:?}");
    let told = dilek.plays("buy in").await.says();
    assert!(told.contains("out of this match"), "{told}");

    for person in [&ayse, &ben, &cem] {
        let panel = person
            .waits_for_panel("the next deal", |panel| panel.can("next").is_some())
            .await;
        person.presses_the(&panel, "next").await;
    }
    cem.waits_for_panel("a turn", |panel| panel.can("draw").is_some())
        .await;
    for typed in ["draw", "buy in"] {
        let told = dilek.plays(typed).await.says();
        assert!(told.contains("out of this match"), "{typed}: {told}");
    }
    let left = dilek.leaves().await.says();
    assert!(left.contains("your result stands"), "{left}");
    let board = cem.board().await;
    assert!(board.can("sit").is_none(), "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_buy_in_at_the_same_moment() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, _, dilek] = two_are_asked(&mut evening).await;
    let (hers, his) = (ayse.panel().await, dilek.panel().await);
    let (hers, his) = (hers.expect("a panel"), his.expect("a panel"));
    let (one, other) = (buys(&hers).expect("asked"), buys(&his).expect("asked"));
    let (one, other) = tokio::join!(ayse.forges(&hers, &one), dilek.forges(&his, &other));
    assert!(
        one.is_answered() && other.is_answered(),
        "{one:?} {other:?}"
    );
    let board = ben
        .waits_for_board("both answers", |board| {
            board.content().matches("buys in and plays on").count() == 2
        })
        .await;
    for person in [&ayse, &dilek] {
        let bought = format!("<@{}> buys in and plays on with 52", person.id);
        assert!(board.content().contains(&bought), "{board:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_reads_who_drew_which_seat_and_the_record_is_found_right() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    // No computer plays before this is read.
    let options = json!({"seats": 2, "rated": false});
    let board = sit_down_to("kaluki", &ayse, &[&ben], options).await;
    let drawn = board.content().lines().find(|line| line.starts_with("🎴"));
    let drawn = drawn.unwrap_or_else(|| panic!("no draw: {board:?}"));
    for person in [&ayse, &ben] {
        assert!(drawn.contains(&person.id), "{drawn}");
    }
    assert_eq!(drawn.matches(" · ").count(), 1, "{drawn}");
    // Whoever sits there after somebody left has drawn nothing.
    ben.leaves().await;
    ayse.waits_for_board("nobody drew", |board| !board.content().contains("🎴"))
        .await;
    ayse.runs("table end", json!({})).await;
    let told = ben.runs("verify", json!({})).await.message();
    let record = attached(&told).await;
    let folder = Folder::new();
    let file = folder.file("record.json");
    std::fs::write(&file, &record).expect("written");
    assert_eq!(verify(&file).await.code, Some(0));
    assert!(script(&file).is_none_or(|code| code == 0));
    let mut forged: Value = serde_json::from_slice(&record).expect("JSON");
    let changes = forged["steps"].as_array_mut().expect("steps").iter_mut();
    let mut changes = changes.flat_map(|step| step["changes"].as_array_mut().expect("changes"));
    let seats = changes.find_map(|change| change.pointer_mut("/seats_drawn/seats"));
    let seats = seats.and_then(Value::as_array_mut);
    seats.expect("they were drawn").rotate_left(1);
    std::fs::write(&file, forged.to_string()).expect("written");
    assert!(script(&file).is_none_or(|code| code == 1));
    evening.ends().await;
}
