//! Old panels, compositions of other racks, and ids that nobody was given, at a table of Okey 101.

use serde_json::json;

use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::play101::meld_button;
use crate::rig::{Deal, rigged};

const RACK: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 K1";

/// The signs of tiles in sentences.
const TILE_SIGNS: [&str; 5] = ["❤", "⭐", "🍀", "♠", "🃏"];

async fn table_of_two(evening: &mut Evening) -> [Person; 2] {
    let deal = Deal::of(&[RACK, ""], "");
    rigged(evening, ["Ayşe", "Ben"], json!({"rounds": 1}), &deal).await
}

/// The state that others see.
async fn told(person: &Person) -> String {
    person.board().await.content().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_panel_does_nothing_and_shows_the_new_one() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening).await;
    let panel = ayse.panel().await.expect("a panel");
    let more = ayse.more(&panel).await;
    let page = ayse.melds(&more, "compose.").await;
    let page = ayse.joins(&page, "K11 K12 K13").await;
    let preview = ayse.melds(&panel_again(ayse).await, "preview.").await;
    ayse.presses_the(&preview, "rack").await;
    let now = ayse.throws("K1").await;
    assert_eq!(now.rack().len(), 21, "{now:?}");
    ben.waits_for_panel("their turn", |panel| panel.can("draw").is_some())
        .await;
    let before = told(ben).await;

    let old = [&panel, &page, &preview];
    let mut tried = std::collections::BTreeSet::new();
    for button in old.iter().flat_map(|page| page.enabled()) {
        let is_timeless = matches!(button.argument(), "" | "text") || button.verb() == "hint";
        if is_timeless || !matches!(button.verb(), "meld" | "discard") {
            continue;
        }
        tried.insert(button.verb().to_owned());
        let answer = ayse.forges(&now, &button.id).await.message();
        assert!(
            answer.content().contains("out of date"),
            "{button:?}: {answer:?}"
        );
        assert_eq!(answer.enabled(), now.enabled(), "{button:?}: {answer:?}");
    }
    assert_eq!(tried.len(), 2, "{tried:?}");
    // A composition of the rack from before, said to be one of now.
    for verb in ["compose", "join", "preview", "lay"] {
        let revision = now.buttons()[0].revision();
        let marks = format!("111{}", "0".repeat(19));
        let id = format!(
            "1:{}:{revision}:meld:{verb}.{marks}",
            now.buttons()[0].table()
        );
        let answer = ayse.forges(&now, &id).await.message();
        assert!(answer.content().contains("out of date"), "{id}: {answer:?}");
        assert_eq!(answer.enabled(), now.enabled(), "{id}: {answer:?}");
    }
    assert_eq!(told(ben).await, before);
    evening.ends().await;
}

async fn panel_again(person: &Person) -> Message {
    let page = person.panel().await.expect("a panel");
    person.presses_the(&page, "rack").await.message()
}

/// What a modified client may send, behind `1:TABLE:REVISION:meld:`.
fn mangled() -> Vec<String> {
    let mut arguments: Vec<String> = [
        "all",
        "undo",
        "return",
        "all.",
        "lay",
        "lay.",
        "lay.zz",
        "lay.💥",
        "throw.000",
        "throw.000.R5",
        "off",
        "off.0",
        "off.0.low",
        "off.0.low.R14",
        "off.0.side.K1",
        "off.255.high.K1",
        "off.256.high.K1",
        "off.-1.low.K1",
        "off.0.set.F",
        "swap.0.R5",
        "swap.R5",
        "swap.99.K1",
        "text.",
        "compose",
        "join.0x",
        "preview.\u{202e}",
        "LAY.000",
        "surely",
        "undo.1",
        "return.K1",
    ]
    .map(str::to_owned)
    .to_vec();
    for verb in ["compose", "join", "preview", "lay"] {
        for (mark, tiles) in [
            ('0', 22),
            ('1', 22),
            ('f', 22),
            ('b', 22),
            ('0', 0),
            ('0', 1),
            ('1', 21),
            ('0', 23),
        ] {
            arguments.push(format!("{verb}.{}", mark.to_string().repeat(tiles)));
        }
    }
    for mark in ["0", "1", "f"] {
        arguments.push(format!("throw.{}.21.K1", mark.repeat(22)));
        arguments.push(format!("throw.{}.0.R5", mark.repeat(22)));
        arguments.push(format!("throw.{}.999.K1", mark.repeat(22)));
    }
    arguments
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_melds_do_nothing_and_tell_strangers_nothing() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening).await;
    let eve = &evening.person("Eve").await;
    let panel = ayse.shows_rack().await;
    let first = panel.buttons()[0].clone();
    let before = told(eve).await;
    let waiting = ben.panel().await.expect("a panel");
    let board = eve.board().await;
    for argument in mangled() {
        let id = format!("1:{}:{}:meld:{argument}", first.table(), first.revision());
        if id.len() > 100 {
            continue;
        }
        let answer = ayse.forges(&panel, &id).await.message();
        assert!(
            answer.is_private() && !answer.content().is_empty(),
            "{id}: {answer:?}"
        );
        assert!(
            !answer.content().contains("You have opened"),
            "{id}: {answer:?}"
        );
        // Whoever is not to act composes on their own rack at most.
        let answer = ben.forges(&board, &id).await.message();
        assert!(
            answer.is_private() && !answer.content().is_empty(),
            "{id}: {answer:?}"
        );
        let answer = eve.forges(&board, &id).await.message();
        assert!(
            answer.is_private() && !answer.has_picture(),
            "{id}: {answer:?}"
        );
        assert!(answer.buttons().is_empty(), "{id}: {answer:?}");
        let sign = TILE_SIGNS
            .iter()
            .find(|sign| answer.content().contains(**sign));
        assert_eq!(sign, None, "{id}: {answer:?}");
    }
    assert_eq!(told(eve).await, before);
    let now = ayse.shows_rack().await;
    assert_eq!(now.enabled(), panel.enabled(), "{now:?}");
    assert_eq!(ben.shows_rack().await.rack(), waiting.rack());
    // And the opening is still there.
    let page = ayse.melds(&now, "preview.").await;
    assert!(meld_button(&page, "lay.").is_some(), "{page:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pages_of_one_player_are_no_pages_for_another() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening).await;
    let eve = &evening.person("Eve").await;
    let panel = ayse.panel().await.expect("a panel");
    let page = ayse.composes(&panel).await;
    let page = ayse.joins(&page, "K11 K12 K13").await;
    let own = ben.panel().await.expect("a panel").rack();
    let board = ben.board().await;
    let before = told(eve).await;
    for button in panel.enabled().into_iter().chain(page.enabled()) {
        let answer = ben.forges(&board, &button.id).await.message();
        assert!(answer.is_private(), "{button:?}: {answer:?}");
        // Their own tiles at most: 22 of them are never theirs.
        assert!(
            !answer.alt().contains("22 tiles"),
            "{button:?}: {}",
            answer.alt()
        );
        let answer = eve.forges(&board, &button.id).await.message();
        assert!(
            answer.is_private() && !answer.has_picture(),
            "{button:?}: {answer:?}"
        );
    }
    assert_eq!(ben.shows_rack().await.rack(), own);
    assert_eq!(told(eve).await, before);
    let panel = ayse.shows_rack().await;
    assert_eq!(panel.rack().len(), 22, "{panel:?}");
    evening.ends().await;
}
