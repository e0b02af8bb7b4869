//! How a round of Okey 101 can end: elden, with the okey, after doubles, void, on an empty stock; and with partners.

use serde_json::{Value, json};

use crate::house::{Evening, sit_down_to};
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play::turn_of;
use crate::play101::{assert_tells, costs, final_board, final_lines, meld_button, round_lines};
use crate::rig::{Deal, rigged};

/// All but K8 lies in melds, worth 154.
const ELDEN: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G3 G4 R1 R2 R3 R4 Y10 Y11 Y12 K8";

fn one_round() -> Value {
    json!({"rounds": 1})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn elden_is_opening_and_finishing_in_one_press_and_everything_counts_double() {
    let mut evening = Evening::begins().await;
    let deal = Deal::of(&[ELDEN, ""], "");
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], one_round(), &deal).await;
    let panel = ayse.panel().await.expect("a panel");
    assert_tells(&panel, &["You can open with 154"]);
    let open = meld_button(&panel, "preview.").expect("Open");
    assert_eq!(open.label, "Open 154");
    // Who spells out another opening is not offered the best one in its place.
    for (typed, is_best) in [
        ("open best", true),
        ("open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8", false),
    ] {
        let offered = ayse.offered(typed).await;
        let best = offered
            .iter()
            .any(|(_, value)| value.ends_with("|open best"));
        assert_eq!(best, is_best, "{typed}: {offered:?}");
    }
    let page = ayse.presses(&panel, &open).await.message();
    assert_tells(&page, &["Your opening: 154", "Nothing has been laid yet"]);
    let board = ben.board().await;
    assert!(!board.content().contains("opened with"), "{board:?}");

    let over = ayse.melds(&page, "throw.").await;
    assert_tells(&over, &["all in one turn (*elden*)"]);
    let board = final_board(&ben).await;
    let why = "**+404** (not opened: 2 × 202) → **404**";
    assert_tells(&board, &["all in one turn (*elden*)", "× 2", why]);
    assert_eq!(costs(&board, &[&ayse, &ben]), [-202, 404]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_a_cafe_table_who_finishes_at_once_opens_with_less() {
    let mut evening = Evening::begins().await;
    let eve = evening.person("Eve").await;
    let cafe = "cafe (the way most public tables play)";
    let cafe = eve.choice_of("okey101", "preset", cafe).await;
    let rack = "K1 K2 K3 Y1 Y2 Y3 G1 G2 G3 R1 R2 R3 K6 K7 K8 Y4 Y5 Y6 R9 G9 Y9 K12";
    // The seat at the dealer's right begins.
    let deal = Deal {
        dealer: 1,
        ..Deal::of(&[rack, ""], "")
    };
    let options = json!({"rounds": 1, "preset": cafe});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    let page = ayse.panel().await.expect("a panel");
    let page = ayse.melds(&page, "preview.").await;
    assert_tells(&page, &["Your opening: 87"]);
    let opened = ayse.melds(&page, "lay.").await;
    assert_tells(&opened, &["Now discard ♠\u{fe0e}12 to finish the round"]);
    let refused = ayse.plays("off K12 1").await;
    assert_tells(&refused.message(), &["now discard your last tile"]);
    ayse.throws("K12").await;
    let board = final_board(&ben).await;
    assert_tells(&board, &["all in one turn (*elden*)", "× 2"]);
    assert_eq!(costs(&board, &[&ayse, &ben]), [-202, 404]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finishing_with_the_okey_counts_double() {
    let mut evening = Evening::begins().await;
    let rack = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G3 R1 R2 R3 Y10 Y11 Y12 Y13 K9 R5";
    let deal = Deal::of(&[rack, ""], "G9 K10");
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], one_round(), &deal).await;
    let melds = "K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8 / G1 G2 G3 / R1 R2 R3 / Y10 Y11 Y12 Y13";
    let opened = ayse.plays(&format!("open {melds}")).await.message();
    assert_tells(&opened, &["You have opened with 159"]);
    ayse.throws("K9").await;
    let panel = ben.draws().await;
    ben.discards(&panel).await;
    let panel = ayse.draws().await;
    let panel = ayse.melds(&panel, "all").await;
    assert_tells(&panel, &["Discard ❤️5 (okey) and you finish"]);
    // The last tile costs nothing, so nothing is asked.
    let over = ayse.throws("R5").await;
    assert_tells(&over, &["with the okey"]);
    let board = final_board(&ben).await;
    assert_tells(&board, &["with the okey", "× 2"]);
    assert_eq!(costs(&board, &[&ayse, &ben]), [-202, 404]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finishing_after_doubles_counts_double() {
    let mut evening = Evening::begins().await;
    let doubles = "R1 R1 R3 R3 R7 R7 R9 R9 Y1 Y1 Y3 Y3 G2 G2 G4 G4 G6 G6 K2 K2 K4 K6";
    let series = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8";
    let deal = Deal::of(&[doubles, series], "G9 Y9");
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], one_round(), &deal).await;
    let panel = ayse.panel().await.expect("a panel");
    let open = meld_button(&panel, "preview.").expect("Doubles");
    assert_eq!(open.label, "Open 10 doubles");
    let page = ayse.presses(&panel, &open).await.message();
    assert_tells(&page, &["Your opening: 10 doubles"]);
    let opened = ayse.melds(&page, "lay.").await;
    assert_tells(&opened, &["You have opened with 10 doubles"]);
    ayse.throws("K4").await;
    ben.draws().await;
    let opened = ben
        .plays("open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8")
        .await;
    assert_tells(&opened.message(), &["You have opened with 101"]);
    let waiting = ben.discards(&opened.message()).await;
    let left = waiting.rack().into_iter().filter_map(|tile| tile.face());
    let left: i64 = left.map(|face| i64::from(face.number())).sum();
    let panel = ayse.draws().await;
    ayse.melds(&panel, "all").await;
    ayse.throws("K6").await;
    let board = final_board(&ben).await;
    let why = format!("(tiles left: 2 × {left})");
    assert_tells(&board, &["after opening with doubles", "× 2", &why]);
    assert_eq!(costs(&board, &[&ayse, &ben]), [-202, 2 * left]);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_in_which_all_open_with_doubles_is_void() {
    let mut evening = Evening::begins().await;
    let first = "R1 R1 R3 R3 R7 R7 R9 R9 Y1 Y1 R5";
    let second = "Y3 Y3 G2 G2 G4 G4 G6 G6 K2 K2";
    let deal = Deal::of(&[first, second], "");
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], one_round(), &deal).await;
    let opened = ayse
        .plays("open R1 R1 / R3 R3 / R7 R7 / R9 R9 / Y1 Y1")
        .await;
    assert_tells(&opened.message(), &["You have opened with 5 doubles"]);
    let asked = ayse.throws("R5").await;
    assert_tells(
        &asked,
        &["❤️5 (okey) is the okey: discarding it costs **101**"],
    );
    ayse.presses_the(&asked, "surely").await;
    let charged = |board: &Message| board.content().contains("**+101**: discarded the okey");
    ben.waits_for_board("the penalty", charged).await;
    ben.draws().await;
    let void = ben.plays("open doubles").await.message();
    assert_tells(&void, &["Round 1 is void", "It is dealt again"]);
    assert!(round_lines(&void).is_empty(), "{void:?}");

    for person in [&ayse, &ben] {
        let panel = person
            .waits_for_panel("the end of the round", |panel| panel.can("next").is_some())
            .await;
        person.presses_the(&panel, "next").await;
    }
    // The same round by the same dealer, who begins; nothing was counted.
    let panel = ayse
        .waits_for_panel("the next deal", |panel| panel.can("discard").is_some())
        .await;
    assert_eq!(panel.rack().len(), 22, "{panel:?}");
    assert_tells(&panel, &["Round 1 of 1"]);
    let board = ben.board().await;
    assert_tells(&board, &["'s turn: "]);
    assert!(!board.content().contains("discarded"), "{board:?}");
    for (person, tiles) in [(&ayse, 22), (&ben, 21)] {
        let seat = format!("<@{}> · **0** pts · {tiles} tiles · not open", person.id);
        assert_tells(&board, &[&seat]);
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_makes_the_round_void_reads_it_before_and_discards_nothing() {
    let mut evening = Evening::begins().await;
    let first = "R1 R1 R3 R3 R7 R7 R9 R9 Y1 Y1 K12";
    let second = "Y3 Y3 G2 G2 G4 G4 G6 G6 K2 K2 K13";
    let deal = Deal::of(&[first, second], "");
    // In a rated game there are no hints.
    let options = json!({"rounds": 1, "rated": false});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    let panel = ayse.panel().await.expect("a panel");
    let page = ayse.melds(&panel, "preview.").await;
    assert!(!page.content().contains("is void"), "{page:?}");
    // While others have not opened a discard may follow in one go.
    let is_meant = |button: &Button| {
        button.argument().starts_with("throw.") && button.tile() == "K12".parse().ok()
    };
    let thrown = page.enabled().into_iter().find(is_meant);
    let thrown = thrown.expect("a tile to discard");
    ayse.presses(&page, &thrown).await;

    let told = "Everybody has then opened with doubles: the round is void and dealt again.";
    let panel = ben.draws().await;
    assert_tells(&panel, &["**You can open with 5 doubles.**", told]);
    let panel = ben.runs("hint", json!({})).await.message();
    assert_tells(&panel, &["💡", "so the round is void"]);
    let page = ben.melds(&panel, "preview.").await;
    assert_tells(&page, &["Your opening: 5 doubles", told]);
    assert!(meld_button(&page, "throw.").is_none(), "{page:?}");
    // A button of a page that was drawn before lays the doubles, and that is all.
    let lay = meld_button(&page, "lay.").expect("the opening");
    let throw = format!("{}.20.K13", lay.id.replace(":lay.", ":throw."));
    let void = ben.forges(&page, &throw).await.message();
    assert_tells(&void, &["Round 1 is void", "It is dealt again"]);
    assert!(round_lines(&void).is_empty(), "{void:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_partner_pays_nothing_and_wins_too() {
    let mut evening = Evening::begins().await;
    let names = ["Ayşe", "Ben", "Cem", "Dora"];
    let options = json!({"rounds": 1, "teams": true});
    let deal = Deal::of(&[ELDEN, "", "", ""], "");
    let people = rigged(&mut evening, names, options, &deal).await;
    let [ayse, ben, cem, dora] = &people;
    let page = ayse
        .melds(&ayse.panel().await.expect("a panel"), "preview.")
        .await;
    ayse.melds(&page, "throw.").await;
    let board = final_board(ben).await;
    assert_eq!(costs(&board, &[ayse, ben, cem, dora]), [-202, 404, 0, 404]);
    assert_tells(&board, &["**+0** (the partner finished) → **0**"]);
    assert_tells(&board, &["Teams: ", "**−202**", "**808**"]);
    let points: Vec<i64> = final_lines(&board)
        .iter()
        .map(|(_, points)| *points)
        .collect();
    assert_eq!(points, [-202, -202, 808, 808], "{board:?}");
    for winner in [ayse, cem] {
        let line = board
            .content()
            .lines()
            .find(|line| line.contains(&format!("<@{}>", winner.id)) && line.contains("· **won**"));
        assert!(line.is_some(), "{} has not won: {board:?}", winner.name);
    }
    let told = cem.chooses("leaderboard", "game", "Okey 101").await.says();
    let who = format!("<@{}>", cem.id);
    let own = told.lines().find(|line| line.contains(&who));
    assert!(
        own.is_some_and(|own| own.contains("1 win in 1 game")),
        "{told}"
    );
    evening.ends().await;
}

/// Everybody draws and discards until the round is over, or until somebody finds the stock empty.
async fn plays_dry<'a>(people: &[&'a Person]) -> (&'a Person, Message) {
    loop {
        let (actor, panel) = turn_of(people).await;
        if panel.can("pass").is_some() {
            return (actor, panel);
        }
        let then = actor.takes_their_turn().await;
        if then.content().contains("the stock ran out") {
            return (actor, then);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_last_tile_of_the_stock_the_round_ends() {
    let evening = Evening::begins().await;
    let people = evening.people(["Ayşe", "Ben", "Cem", "Dora"]).await;
    let [ayse, ben, cem, dora] = &people;
    sit_down_to("okey101", ayse, &[ben, cem, dora], one_round()).await;
    plays_dry(&[ayse, ben, cem, dora]).await;
    let board = final_board(ayse).await;
    assert_tells(&board, &["the stock ran out and nobody finished"]);
    assert_eq!(costs(&board, &[ayse, ben, cem, dora]), [202; 4]);
    assert_eq!(board.content().matches("· **won**").count(), 4, "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_an_empty_stock_the_discard_may_be_taken_until_somebody_passes() {
    let evening = Evening::begins().await;
    let people = evening.people(["Ayşe", "Ben", "Cem", "Dora"]).await;
    let [ayse, ben, cem, dora] = &people;
    let options = json!({"rounds": 1, "rules": "exhaustion=next_may_take"});
    sit_down_to("okey101", ayse, &[ben, cem, dora], options).await;
    let (last, panel) = plays_dry(&[ayse, ben, cem, dora]).await;
    assert_tells(&panel, &["The stock is empty"]);
    let taken = last.presses_the(&panel, "take").await.message();
    assert_tells(&taken, &["You took "]);
    let back = last.gives_back(&taken).await;
    assert!(
        back.can("take").is_none() && back.can("draw").is_none(),
        "{back:?}"
    );
    last.presses_the(&back, "pass").await;
    let board = final_board(ayse).await;
    assert_tells(&board, &["the stock ran out and nobody finished"]);
    assert_eq!(costs(&board, &[ayse, ben, cem, dora]), [202; 4]);
    evening.ends().await;
}
