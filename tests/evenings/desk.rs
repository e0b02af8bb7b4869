//! The desk: turns of one tap and of none, one's own order of tiles, and what is left to its owner.

use istaka::rules::tile::{Colour, Face, Tile};
use serde_json::{Value, json};

use crate::house::{Evening, sit_down};
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::rig::rigs;

/// Nobody can show, so nothing but a win or a joker is left to the owner of a desk.
fn without_showing() -> Value {
    json!({"seats": 2, "rules": "gosterge=false"})
}

/// Two people at a table: whoever is to draw, then the other.
async fn two_play(evening: &Evening) -> [Person; 2] {
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], without_showing()).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    let is_ayse = actor.id == ayse.id;
    if is_ayse { [ayse, ben] } else { [ben, ayse] }
}

pub fn on_desk(message: &Message, argument: &str) -> Button {
    let mut buttons = message.enabled().into_iter();
    let found = buttons.find(|button| button.verb() == "desk" && button.argument() == argument);
    found.unwrap_or_else(|| panic!("no {argument} on {message:?}"))
}

impl Person {
    /// Presses something of their desk.
    pub async fn presses_on_desk(&self, message: &Message, argument: &str) -> Message {
        let button = on_desk(message, argument);
        self.presses(message, &button).await.message()
    }

    /// Their desk, from their panel.
    pub async fn opens_desk(&self) -> Message {
        let panel = self.panel().await.expect("a panel");
        self.presses_on_desk(&panel, "").await
    }

    /// Switches auto-draw on and goes back to their rack.
    async fn switches_auto_draw_on(&self) -> Message {
        let desk = self.opens_desk().await;
        let desk = self.presses_on_desk(&desk, "auto.on").await;
        assert!(desk.content().contains("Auto-draw is on"), "{desk:?}");
        self.presses_the(&desk, "rack").await.message()
    }
}

/// Whoever is about to press something on this page presses it on the one that it became while nothing happened.
pub fn moves_none(page: &Message, since: &Message) {
    let since = since.places();
    for (place, id) in page.places() {
        assert_eq!(since.get(&place), Some(&id), "at {place:?}");
    }
}

/// A tile as the alt text names it.
fn spoken(tile: Tile, okey: Face) -> String {
    let Some(face) = tile.face() else {
        return "false joker".to_owned();
    };
    let colour = match face.colour() {
        Colour::Red => "red",
        Colour::Yellow => "yellow",
        Colour::Green => "green",
        Colour::Black => "black",
    };
    let mark = if tile.is_joker(okey) { " (okey)" } else { "" };
    format!("{colour} {}{mark}", face.number())
}

/// The alt text lists the tiles as the buttons do.
fn assert_told_in_order(panel: &Message, begins: &str) {
    let okey = panel.okey().expect("an okey");
    let tiles: Vec<String> = panel
        .rack()
        .iter()
        .map(|tile| spoken(*tile, okey))
        .collect();
    let told = format!("{begins}: {}.", tiles.join(", "));
    assert!(panel.alt().contains(&told), "{} | {told}", panel.alt());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_auto_draw_a_turn_is_one_tap() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let panel = second.switches_auto_draw_on().await;
    assert_eq!(panel.rack().len(), 14, "{panel:?}");
    first.takes_their_turn().await;
    let drawn = second
        .waits_for_panel("a tile drawn for them", |panel| panel.rack().len() == 15)
        .await;
    assert!(drawn.content().contains("New: "), "{drawn:?}");
    let then = second.discards(&drawn).await;
    assert_eq!(then.rack().len(), 14, "{then:?}");
    // The other one has not asked for that.
    let waiting = first.has_the_turn().await;
    assert_eq!(waiting.rack().len(), 14, "{waiting:?}");
    // Off again, they draw themselves.
    let desk = second.opens_desk().await;
    let desk = second.presses_on_desk(&desk, "auto.off").await;
    assert!(desk.content().contains("Auto-draw is off"), "{desk:?}");
    first.takes_their_turn().await;
    let waiting = second.has_the_turn().await;
    assert!(waiting.can("draw").is_some(), "{waiting:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_tile_moves_under_a_finger_after_a_way_back() {
    let evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    let panel = first.draws().await;
    let desk = first.presses_on_desk(&panel, "").await;
    let asked = first.presses_the(&desk, "leave").await.message();
    for from in [desk, asked] {
        let back = first.presses_the(&from, "rack").await.message();
        assert_eq!(back.rack(), panel.rack());
        // At most the tile in whose place a finger was waits for a moment.
        let (now, all) = (back.places().len(), panel.places().len());
        assert!((all - 1..=all).contains(&now), "{back:?}");
        evening.world.passes(3).await;
        let settled = first
            .waits_for_panel("every tile", |panel| panel.places().len() == all)
            .await;
        assert_eq!(settled.id(), back.id());
        assert_eq!(settled.places(), panel.places());
        moves_none(&back, &settled);
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_prepared_move_a_turn_is_no_tap() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    // Whoever is to act has nothing to prepare.
    let desk = first.opens_desk().await;
    assert!(desk.rack().is_empty(), "{desk:?}");
    first.presses_the(&desk, "rack").await;

    let desk = second.opens_desk().await;
    assert!(!desk.has_picture() || desk.alt().starts_with("Your rack"));
    let tiles: Vec<Button> = desk
        .enabled()
        .into_iter()
        .filter(|button| button.argument().starts_with("prepare."))
        .collect();
    assert_eq!(tiles.len(), 14);
    let okey = desk.okey().expect("an okey");
    let is_plain = |button: &&Button| button.tile().is_some_and(|tile| !tile.is_joker(okey));
    let meant = tiles.iter().rfind(is_plain).expect("a plain tile");
    let wrong = tiles.iter().find(|tile| *tile != meant).expect("another");
    let panel = second.presses(&desk, wrong).await.message();
    assert!(panel.content().contains("Prepared:"), "{panel:?}");
    // Changed one's mind: cancelled, and another one prepared.
    let panel = second.presses_on_desk(&panel, "cancel").await;
    assert!(!panel.content().contains("Prepared:"), "{panel:?}");
    let desk = second.opens_desk().await;
    let panel = second.presses(&desk, meant).await.message();
    assert!(panel.content().contains("Prepared:"), "{panel:?}");
    let doubled = second.forges(&panel, &meant.id).await.message();
    assert!(doubled.content().contains("Prepared:"), "{doubled:?}");

    first.takes_their_turn().await;
    let is_offered = |panel: &Message| {
        let take = panel.can("take");
        take.is_some_and(|take| take.tile() == meant.tile())
    };
    first.waits_for_panel("the discard", is_offered).await;
    let then = second.panel().await.expect("a panel");
    assert!(!then.content().contains("Prepared:"), "{then:?}");
    assert_eq!(then.rack().len(), 14);
    assert!(
        then.content()
            .contains("Your prepared move was made: drew "),
        "{then:?}"
    );
    // An old button prepares nothing any more, and cancels nothing.
    let late = second.forges(&then, &meant.id).await.message();
    assert!(late.content().contains("out of date"), "{late:?}");
    assert!(!late.content().contains("Prepared:"), "{late:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tiles_stand_in_their_owners_order_also_after_a_restart() {
    let mut evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let desk = first.opens_desk().await;
    let desk = first.presses_on_desk(&desk, "order.colours").await;
    let panel = first.presses_the(&desk, "rack").await.message();
    assert_told_in_order(&panel, "By colours");

    let desk = first.opens_desk().await;
    let page = first.presses_on_desk(&desk, "order.own").await;
    let before = page.rack();
    assert_eq!(before, panel.rack(), "it begins with what one sees");
    assert_told_in_order(&page, "In your own order");
    let pick = format!("pick.0.{}", before[0]);
    let picked = first.presses_on_desk(&page, &pick).await;
    let put = format!("put.0.{}.5", before[0]);
    let page = first.presses_on_desk(&picked, &put).await;
    let mut expected = before.clone();
    expected[..6].rotate_left(1);
    assert_eq!(page.rack(), expected, "{page:?}");
    assert_told_in_order(&page, "In your own order");
    // The same press once more finds another tile there, and moves nothing. Of a pair it finds the other one, and that
    // one would move.
    let page = if before[0] == before[1] {
        page
    } else {
        let id = on_desk(&picked, &put).id;
        let again = first.forges(&page, &id).await.message();
        assert_eq!(again.rack(), expected, "{again:?}");
        again
    };
    let panel = first.presses_the(&page, "rack").await.message();
    assert_eq!(panel.rack(), expected);
    let seen_by_other = second.panel().await.expect("a panel");
    assert!(!seen_by_other.alt().contains("order"), "{seen_by_other:?}");

    evening.bot_goes().await;
    evening.bot_comes().await;
    let panel = first.presses_on_the_board("rack").await.message();
    assert_eq!(panel.rack(), expected);
    assert_told_in_order(&panel, "In your own order");
    // What is drawn goes to the right end; a button throws what it shows, whatever order it was drawn in.
    let drawn = first.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack()[..14], expected[..]);
    let okey = drawn.okey().expect("an okey");
    let plain = drawn.enabled().into_iter().find(|button| {
        button.verb() == "discard" && button.tile().is_some_and(|tile| !tile.is_joker(okey))
    });
    let plain = plain.expect("a plain tile");
    let desk = first.presses_on_desk(&drawn, "").await;
    let desk = first.presses_on_desk(&desk, "order.melds").await;
    let then = first.forges(&desk, &plain.id).await.message();
    assert_eq!(then.rack().len(), 14, "{then:?}");
    let is_offered = |panel: &Message| {
        let take = panel.can("take");
        take.is_some_and(|take| take.tile() == plain.tile())
    };
    second.waits_for_board("the discard", is_offered).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_win_is_left_to_its_owner_and_told() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "rules": "deal=simplified gosterge=false"});
    sit_down(&ayse, &[&ben], options).await;
    let first = "K11 R5 R9 R9 G9 G12 Y12 R11 K2 K4 G6 Y9 R7 G13 K13";
    let waiting = "Y1 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 K7 K8 K9 K10 R13";
    rigs(&mut evening, first, waiting, "Y7").await;
    let rack = ayse.presses_on_the_board("rack").await.message();
    ben.presses_on_the_board("rack").await;
    let panel = ben.switches_auto_draw_on().await;
    assert!(!panel.content().contains("Nothing was drawn"), "{panel:?}");
    let throws = |panel: &Message, tile: &str| {
        let mut buttons = panel.enabled().into_iter();
        let meant = buttons.find(|button| button.tile() == tile.parse().ok());
        meant.expect("the tile")
    };
    ayse.presses(&rack, &throws(&rack, "K11")).await;
    let held = ben.panel().await.expect("a panel");
    assert!(held.can("take").is_some(), "the winning discard: {held:?}");
    assert_eq!(held.rack().len(), 14, "{held:?}");
    assert!(held.content().contains("Nothing was drawn"), "{held:?}");
    // They would rather draw, and draw a winning tile; it is not prepared away either.
    let drawn = ben.presses_the(&held, "draw").await.message();
    assert!(drawn.content().contains("You can finish"), "{drawn:?}");
    assert!(!drawn.content().contains("Nothing was drawn"), "{drawn:?}");
    evening.ends().await;

    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(
        &ayse,
        &[&ben],
        json!({"seats": 2, "rules": "deal=simplified gosterge=false"}),
    )
    .await;
    rigs(&mut evening, first, waiting, "Y7").await;
    let rack = ayse.presses_on_the_board("rack").await.message();
    ben.presses_on_the_board("rack").await;
    let desk = ben.opens_desk().await;
    ben.presses(&desk, &throws(&desk, "R13")).await;
    ayse.presses(&rack, &throws(&rack, "R9")).await;
    let told = ben.panel().await.expect("a panel");
    assert_eq!(told.rack().len(), 15, "the win: {told:?}");
    let words = "you can finish with the tile just drawn";
    assert!(told.content().contains(words), "{told:?}");
    // Told still after a restart, and until they move.
    evening.bot_goes().await;
    evening.bot_comes().await;
    let told = ben.presses_on_the_board("rack").await.message();
    assert!(told.content().contains(words), "{told:?}");
    let over = ben.presses_the(&told, "finish").await.message();
    assert!(!over.content().contains(words), "{over:?}");
    evening.ends().await;
}

/// What stands in a place of a message: its id, and whether it can be pressed.
fn stands_at(message: &Message, (row, column): (usize, usize)) -> (String, bool) {
    let there = &message.0["components"][row]["components"][column];
    let id = there["custom_id"].as_str().unwrap_or_default();
    (id.to_owned(), there["disabled"] != json!(true))
}

/// Where a button stands whose id ends so, and which can be pressed.
fn place_of(message: &Message, ending: &str) -> Option<(usize, usize)> {
    let places = (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
    places.into_iter().find(|place| {
        let (id, can_be_pressed) = stands_at(message, *place);
        can_be_pressed && id.ends_with(ending)
    })
}

/// *Auto-draw* stood where *Desk* had been: a second tap let the table draw from then on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_tap_on_the_way_to_the_desk_orders_nothing() {
    let evening = Evening::begins().await;
    let [_, second] = two_play(&evening).await;
    let panel = second.panel().await.expect("a panel");
    let place = place_of(&panel, ":desk:").expect("the way to the desk");
    let desk = second.presses_on_desk(&panel, "").await;
    let (id, can_be_pressed) = stands_at(&desk, place);
    assert!(id.ends_with(":desk:") && !can_be_pressed, "{id}: {desk:?}");
    assert!(place_of(&desk, ":auto.on").is_some(), "{desk:?}");
    // The same is true of the switch itself.
    let place = place_of(&desk, ":auto.on").expect("the switch");
    let on = second.presses_on_desk(&desk, "auto.on").await;
    let (id, can_be_pressed) = stands_at(&on, place);
    assert!(!can_be_pressed || !id.contains(":auto."), "{id}: {on:?}");
    assert!(place_of(&on, ":auto.off").is_some(), "{on:?}");
    evening.world.passes(3).await;
    second
        .waits_for_panel("the desk as it is usually", |panel| {
            place_of(panel, ":desk:").is_none() && place_of(panel, ":auto.off").is_some()
        })
        .await;
    evening.ends().await;
}
