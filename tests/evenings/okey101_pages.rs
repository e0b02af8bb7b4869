//! The pages of a panel of Okey 101, and the desk behind it: everything that shows something is answered, whoever is to
//! act, and a turn can be one tap or none.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::desk::on_desk;
use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::pings::the_ping;
use crate::rig::{Deal, rigged};

const RACK: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 K1 K1 F R5";
/// So many buttons of one kind are pressed: they lead to pages of the same form.
const OF_A_KIND: usize = 3;

async fn table_of_two(evening: &mut Evening) -> [Person; 2] {
    let deal = Deal::of(&[RACK, "R1 R1 Y9 K7"], "G9 G8 K5");
    rigged(evening, ["Ayşe", "Ben"], json!({"rounds": 1}), &deal).await
}

/// The kind of a button that only shows something, or changes one's own desk; `None` for a move.
fn kind(button: &Button) -> Option<String> {
    let word = button.argument().split('.').next().unwrap_or_default();
    match (button.verb(), word) {
        ("hint" | "rack" | "desk", _) | ("meld", "" | "text" | "compose" | "join" | "preview") => {
            Some(format!("{}:{word}", button.verb()))
        }
        _ => None,
    }
}

/// Presses everything that leads to a page, from page to page; the kinds that were pressed.
async fn walks_all_pages(person: &Person) -> BTreeSet<String> {
    let panel = person.shows_rack().await;
    let mut open = panel.enabled();
    let mut pressed: BTreeMap<String, usize> = BTreeMap::new();
    while let Some(button) = open.pop() {
        let Some(kind) = kind(&button) else { continue };
        let count = pressed.entry(kind).or_default();
        if *count >= OF_A_KIND {
            continue;
        }
        *count += 1;
        let page = person.forges(&panel, &button.id).await.message();
        assert_is_a_page(&button, &page);
        open.extend(page.enabled());
    }
    pressed.into_keys().collect()
}

fn assert_is_a_page(button: &Button, page: &Message) {
    assert!(page.is_private(), "{button:?}: {page:?}");
    assert!(
        !page.content().contains("out of date"),
        "{button:?}: {page:?}"
    );
    assert!(
        (1..=2000).contains(&page.content().chars().count()),
        "{button:?}: {page:?}"
    );
    let ids: BTreeSet<String> = page.buttons().into_iter().map(|button| button.id).collect();
    assert_eq!(ids.len(), page.buttons().len(), "{button:?}: {page:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_of_a_panel_is_answered() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening).await;
    for person in [ayse, ben] {
        let kinds = walks_all_pages(person).await;
        for kind in [
            "meld:",
            "meld:text",
            "meld:compose",
            "meld:join",
            "desk:",
            "desk:order",
            "desk:pick",
            "desk:put",
        ] {
            assert!(
                kinds.contains(kind),
                "{}: no {kind} in {kinds:?}",
                person.name
            );
        }
        let own = if person.id == ayse.id {
            "meld:preview"
        } else {
            "desk:prepare"
        };
        assert!(
            kinds.contains(own),
            "{}: no {own} in {kinds:?}",
            person.name
        );
    }
    // Who has opened sees other pages.
    let opened = ayse
        .plays("open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8")
        .await
        .says();
    assert!(opened.contains("You have opened with 101"), "{opened}");
    walks_all_pages(ayse).await;
    walks_all_pages(ben).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_of_101_can_be_one_tap_or_none() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening).await;
    // Prepared: drawn and discarded for them when their turn comes.
    let panel = ben.panel().await.expect("a panel");
    let more = ben.more(&panel).await;
    let desk = ben.presses_on_desk(&more, "").await;
    let tiles = ben.presses_on_desk(&desk, "tiles").await;
    let is_meant = |button: &Button| {
        button.argument().starts_with("prepare.") && button.tile() == "K7".parse().ok()
    };
    let prepare = tiles.enabled().into_iter().find(is_meant).expect("K7");
    let panel = ben.presses(&tiles, &prepare).await.message();
    assert!(panel.content().contains("Prepared:"), "{panel:?}");
    ayse.throws("K1").await;
    let made = |panel: &Message| {
        panel
            .content()
            .contains("Your prepared move was made: drew ")
    };
    let panel = ben.panel().await.expect("a panel");
    assert!(made(&panel), "{panel:?}");
    assert_eq!(panel.rack().len(), 21, "{panel:?}");
    let thrown = ayse.panel().await.expect("a panel");
    assert_eq!(
        thrown.can("take").and_then(|take| take.tile()),
        "K7".parse().ok()
    );

    // With auto-draw, only the discard is left.
    let more = ben.more(&panel).await;
    let desk = ben.presses_on_desk(&more, "").await;
    let auto = on_desk(&desk, "auto.on");
    let desk = ben.presses(&desk, &auto).await.message();
    ben.presses_the(&desk, "rack").await;
    ayse.draws().await;
    ayse.throws("K1").await;
    let drawn = ben.panel().await.expect("a panel");
    assert_eq!(drawn.rack().len(), 22, "{drawn:?}");
    assert!(drawn.content().contains("New: "), "{drawn:?}");
    let then = ben.throws("Y9").await;
    assert_eq!(then.rack().len(), 21, "{then:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_takes_no_page_away_and_brings_every_tile_of_the_first_one_along() {
    let mut evening = Evening::begins().await;
    let [ayse, _ben] = table_of_two(&mut evening).await;
    let panel = ayse.panel().await.expect("a panel");
    let tiles = panel.rack().len();
    assert_eq!(tiles, 22, "{panel:?}");
    let page = ayse.more(&panel).await;
    evening.world.passes(31).await;
    the_ping(&ayse, "🔔").await;
    // The picture is that of the first page, and yet this is another.
    let seen = ayse.sees().await;
    let stands = seen.iter().find(|one| one.id() == page.id());
    assert_eq!(stands.map(Message::enabled), Some(page.enabled()));

    let back = ayse.presses_the(&page, "rack").await.message();
    evening.world.passes(15).await;
    the_ping(&ayse, "⏳").await;
    let below = ayse
        .waits_for_panel("it stands below", |panel| panel.id() != back.id())
        .await;
    let discards = |button: &&Button| button.verb() == "discard";
    let enabled = below.enabled();
    assert_eq!(enabled.iter().filter(discards).count(), tiles, "{below:?}");
    assert_eq!(below.enabled().len(), below.buttons().len(), "{below:?}");
    evening.ends().await;
}
