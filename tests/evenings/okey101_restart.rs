//! The bot goes and comes back in the middle of a turn of Okey 101: what was taken, and what was being put together.

use istaka::rules::tile::Tile;
use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_of;
use crate::process::{Process, Server};
use crate::rig::{Deal, rigged};

/// With K13 there is an opening worth 101, and without it none.
const WAITING: &str = "K11 K12 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G4 G6 R1 R3 R7 R9 Y2 K2 K4 K9 Y11";

fn sorted(mut rack: Vec<Tile>) -> Vec<Tile> {
    rack.sort_unstable();
    rack
}

async fn takes(person: &Person) -> Message {
    let panel = person
        .waits_for_panel("a discard", |panel| panel.can("take").is_some())
        .await;
    person.presses_the(&panel, "take").await.message()
}

/// The bot goes and comes back, which forgets the panels that it could change: the others ask for theirs anew.
async fn restarts(evening: &mut Evening, others: &[&Person]) {
    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in others {
        person.shows_rack().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_a_taken_tile_is_still_to_be_used_or_given_back() {
    let mut evening = Evening::begins().await;
    let deal = Deal::of(&["G3 K13 K1", WAITING], "G10 G12");
    let options = json!({"rounds": 1});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    ayse.throws("G3").await;
    let taken = takes(&ben).await;
    let told = "You took 🍀3, but can't use it now. Give it back: that costs nothing.";
    assert!(taken.content().contains(told), "{taken:?}");
    assert_eq!(taken.rack().len(), 22, "{taken:?}");
    restarts(&mut evening, &[&ayse]).await;
    let now = ben.shows_rack().await;
    assert!(now.content().contains(told), "{now:?}");
    assert_eq!(now.rack(), taken.rack());
    assert!(now.can("discard").is_none(), "{now:?}");
    let waits = |board: &Message| {
        board
            .content()
            .contains("took 🍀3 and must use it or give it back")
    };
    ayse.waits_for_board("what was taken", waits).await;
    let back = ben.gives_back(&now).await;
    assert!(
        back.content().contains("You gave the tile back"),
        "{back:?}"
    );
    assert!(back.can("take").is_none(), "{back:?}");
    assert_eq!(back.rack().len(), 21, "{back:?}");

    // The next one can be used, after a restart too.
    ben.draws().await;
    ben.throws("G10").await;
    ayse.draws().await;
    ayse.throws("K13").await;
    let taken = takes(&ben).await;
    restarts(&mut evening, &[&ayse]).await;
    let now = ben.shows_rack().await;
    assert_eq!(sorted(now.rack()), sorted(taken.rack()));
    let page = ben.melds(&now, "preview.").await;
    let opened = ben.melds(&page, "lay.").await;
    assert!(
        opened.content().contains("You have opened with 101"),
        "{opened:?}"
    );
    ben.discards(&opened).await;
    let next = ayse
        .waits_for_panel("their turn", |panel| panel.can("draw").is_some())
        .await;
    assert!(next.can("take").is_some(), "{next:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn melds_in_the_making_outlive_a_restart() {
    let mut evening = Evening::begins().await;
    let deal = Deal::of(&["K13 K1", WAITING], "");
    let options = json!({"rounds": 1});
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, &deal).await;
    ayse.throws("K13").await;
    let taken = takes(&ben).await;
    let page = ben.composes(&taken).await;
    let page = ben.joins(&page, "K11 K12 K13").await;
    let page = ben.toggles(&page, "R13 Y13").await;
    restarts(&mut evening, &[&ayse]).await;
    // The same message, and its buttons still mean the same.
    let page = ben.toggles(&page, "G13").await;
    assert!(
        page.content().contains("**75, 26 short** of 101"),
        "{page:?}"
    );
    let page = ben.melds(&page, "join.").await;
    let page = ben.joins(&page, "Y5 Y6 Y7 Y8").await;
    let opened = ben.melds(&page, "lay.").await;
    assert!(
        opened.content().contains("You have opened with 101"),
        "{opened:?}"
    );
    assert_eq!(opened.rack().len(), 12, "{opened:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taken_tile_outlives_a_kill() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let [ayse, ben] = [comes("Ayşe").await, comes("Ben").await];
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    sit_down_to("okey101", &ayse, &[&ben], json!({"seats": 2, "rounds": 1})).await;
    let (starter, panel) = turn_of(&[&ayse, &ben]).await;
    let other = if starter.id == ayse.id { &ben } else { &ayse };
    starter.discards(&panel).await;
    let taken = takes(other).await;
    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    let _bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let now = other.shows_rack().await;
    assert_eq!(sorted(now.rack()), sorted(taken.rack()), "{now:?}");
    assert!(now.content().contains("You took "), "{now:?}");
    other.gives_back(&now).await;
    let drawn = other.draws().await;
    assert_eq!(drawn.rack().len(), 22, "{drawn:?}");
    starter.shows_rack().await;
    other.discards(&drawn).await;
    starter.takes_their_turn().await;
}
