//! `/settings`: what people and servers want is kept, and counts where it says.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};

use crate::house::{Evening, INVITED, sit_down};
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::play::{turn_of, turn_to_draw};

/// An ordinary member who may manage the server.
const MANAGER: u64 = 309_237_763_072 | 1 << 6 | 1 << 18 | 1 << 26 | 1 << 31 | 1 << 5;

async fn manager(evening: &Evening, name: &str) -> Person {
    let wish = json!({"name": name, "permissions": MANAGER.to_string()});
    Person::comes(&evening.world, &evening.channel, wish).await
}

/// The menu of a field.
fn menu(page: &Message, field: &str) -> Value {
    let menu = page.menu(|id| id.starts_with(&format!("1:set:{field}:")));
    menu.unwrap_or_else(|| panic!("no menu of {field} on {page:?}"))
}

/// What a menu shows as chosen.
fn shown(page: &Message, field: &str) -> String {
    let menu = menu(page, field);
    let mut choices = menu["options"].as_array().expect("choices").iter();
    let chosen = choices.find(|choice| choice["default"] == true);
    let value = chosen.expect("one counts")["value"].as_str();
    value.expect("a text").to_owned()
}

async fn chooses(person: &Person, page: &Message, field: &str, value: &str) -> Message {
    let menu = menu(page, field);
    let id = menu["custom_id"].as_str().expect("an id");
    person.selects(page, id, value).await.message()
}

/// Presses a button whose id begins so.
pub async fn presses(person: &Person, page: &Message, id: &str) -> Message {
    let mut buttons = page.enabled().into_iter();
    let button = buttons.find(|button| button.id.starts_with(id));
    let button = button.unwrap_or_else(|| panic!("no {id} on {page:?}"));
    person.presses(page, &button).await.message()
}

fn has(page: &Message, id: &str) -> bool {
    page.enabled().iter().any(|button| button.id == id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_says_is_kept_and_shown_again() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let page = ayse.runs("settings", json!({})).await.message();
    assert!(page.is_private(), "{page:?}");
    assert!(!has(&page, "1:set:see:server"), "{page:?}");
    assert_eq!(shown(&page, "language"), "-");
    assert_eq!(shown(&page, "arrangement"), "melds");

    let first = page.clone();
    let page = chooses(&ayse, &page, "arrangement", "colours").await;
    assert_eq!(shown(&page, "arrangement"), "colours");
    let page = chooses(&ayse, &page, "language", "en").await;
    assert_eq!(shown(&page, "language"), "en");
    let page = presses(&ayse, &page, "1:set:auto_draw:on").await;
    let page = presses(&ayse, &page, "1:set:pings:off").await;
    assert!(has(&page, "1:set:auto_draw:off") && has(&page, "1:set:pings:on"));
    let page = presses(&ayse, &page, "1:set:four_colours:on").await;
    assert!(has(&page, "1:set:four_colours:off"), "{page:?}");

    // An old page says once more what it said: nothing else changes.
    let again = ayse.forges(&first, "1:set:pings:off").await.message();
    assert!(has(&again, "1:set:pings:on"), "{again:?}");
    assert_eq!(shown(&again, "arrangement"), "colours");
    // What no menu offers is refused.
    for (field, value) in [("arrangement", "hats"), ("language", "xx"), ("pings", "x")] {
        let told = ayse
            .forges_choice(&page, &format!("1:set:{field}:1"), value)
            .await
            .says();
        assert!(told.contains("no longer works"), "{field}: {told}");
    }

    evening.bot_goes().await;
    evening.bot_comes().await;
    let page = ayse.runs("settings", json!({})).await.message();
    assert_eq!(shown(&page, "arrangement"), "colours");
    assert_eq!(shown(&page, "language"), "en");
    assert!(has(&page, "1:set:auto_draw:off") && has(&page, "1:set:pings:on"));
    assert!(has(&page, "1:set:four_colours:off"), "{page:?}");
    let page = chooses(&ayse, &page, "language", "-").await;
    assert_eq!(shown(&page, "language"), "-");
    let ben = evening.person("Ben").await;
    let page = ben.runs("settings", json!({})).await.message();
    assert_eq!(shown(&page, "arrangement"), "melds");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_managers_say_what_a_server_wants() {
    let mut evening = Evening::begins().await;
    let mona = manager(&evening, "Mona").await;
    let ben = evening.person("Ben").await;
    let page = mona.runs("settings", json!({})).await.message();
    let page = presses(&mona, &page, "1:set:see:server").await;
    assert_eq!(shown(&page, "preset"), "normal");
    assert_eq!(shown(&page, "level"), "medium");

    let own = ben.runs("settings", json!({})).await.message();
    for id in [
        "1:set:see:server",
        "1:set:threads:off",
        "1:set:rated:off",
        "1:set:preset:1",
        "1:set:server_four_colours:on",
        "1:set:units:off",
    ] {
        let told = ben.forges(&own, id).await.says();
        assert!(told.contains("Manage Server"), "{id}: {told}");
    }
    let told = ben
        .forges_choice(&own, "1:set:preset:1", "days")
        .await
        .says();
    assert!(told.contains("Manage Server"), "{told}");
    let page = presses(&mona, &page, "1:set:see:own").await;
    let page = presses(&mona, &page, "1:set:see:server").await;
    assert_eq!(shown(&page, "preset"), "normal");
    assert!(has(&page, "1:set:threads:off") && has(&page, "1:set:rated:off"));

    let page = chooses(&mona, &page, "preset", "relaxed").await;
    assert_eq!(shown(&page, "preset"), "relaxed");
    let page = presses(&mona, &page, "1:set:rated:off").await;
    assert!(has(&page, "1:set:rated:on"), "{page:?}");
    evening.bot_goes().await;
    evening.bot_comes().await;
    let lobby = ben.runs("okey", json!({})).await.says();
    assert!(lobby.contains("3 min a turn"), "{lobby}");
    assert!(lobby.contains("Casual: the result counts"), "{lobby}");
    ben.runs("table end", json!({})).await;
    // Who says it in the command decides.
    let fast = ben.choice_of("okey", "clock", "fast (30 s a turn)").await;
    let lobby = ben.runs("okey", json!({"clock": fast})).await.says();
    assert!(lobby.contains("30 s a turn"), "{lobby}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_says_of_colours_counts_for_whoever_says_nothing() {
    let evening = Evening::begins().await;
    let mona = manager(&evening, "Mona").await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let page = ayse.runs("settings", json!({})).await.message();
    let page = presses(&ayse, &page, "1:set:four_colours:on").await;
    // A second tap hits what has come into its place, and wants nothing else.
    let page = presses(&ayse, &page, "1:set:four_colours:off").await;
    assert!(has(&page, "1:set:four_colours:off"), "{page:?}");
    evening.world.passes(1).await;
    let page = presses(&ayse, &page, "1:set:four_colours:off").await;
    assert!(has(&page, "1:set:four_colours:on"), "{page:?}");
    let page = mona.runs("settings", json!({})).await.message();
    let page = presses(&mona, &page, "1:set:see:server").await;
    assert!(has(&page, "1:set:units:off"), "{page:?}");
    let page = presses(&mona, &page, "1:set:see:pictures").await;
    let page = presses(&mona, &page, "1:set:server_four_colours:on").await;
    assert!(has(&page, "1:set:server_four_colours:off"), "{page:?}");
    for (person, is_on) in [(&ben, true), (&mona, true), (&ayse, false)] {
        let page = person.runs("settings", json!({})).await.message();
        assert_eq!(has(&page, "1:set:four_colours:off"), is_on, "{page:?}");
        assert_eq!(has(&page, "1:set:four_colours:on"), !is_on, "{page:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_direct_messages_there_is_the_own_page_only() {
    let evening = Evening::begins().await;
    let mona = manager(&evening, "Mona").await;
    let direct = evening
        .channel(json!({"kind": "dm", "person": mona.id}))
        .await;
    let direct = mona.in_channel(&direct);
    let page = direct.runs("settings", json!({})).await.message();
    assert!(!has(&page, "1:set:see:server"), "{page:?}");
    let page = presses(&direct, &page, "1:set:auto_draw:on").await;
    assert!(has(&page, "1:set:auto_draw:off"), "{page:?}");
    for id in ["1:set:see:server", "1:set:threads:off"] {
        let told = direct.forges(&page, id).await.says();
        assert!(told.contains("server's channels"), "{told}");
    }
    let page = mona.runs("settings", json!({})).await.message();
    assert!(has(&page, "1:set:auto_draw:off"), "{page:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_refuses_changes_nothing_and_it_is_said() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let page = ayse.runs("settings", json!({})).await.message();
    // However long the bot writes, the other program gets the file.
    let db = SqliteConnectOptions::new().filename(evening.db());
    let other = db.busy_timeout(PATIENCE).connect().await;
    let mut other = other.expect("another program");
    other.execute("begin immediate").await.expect("locked");
    let page = presses(&ayse, &page, "1:set:pings:off").await;
    assert!(page.content().contains("could not be saved"), "{page:?}");
    assert!(has(&page, "1:set:pings:off"), "{page:?}");
    other.execute("rollback").await.expect("unlocked");
    let page = presses(&ayse, &page, "1:set:pings:off").await;
    assert!(!page.content().contains("could not be saved"), "{page:?}");
    assert!(has(&page, "1:set:pings:on"), "{page:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_want_to_be_called_is_named_and_not_pinged() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let page = ayse.runs("settings", json!({})).await.message();
    presses(&ayse, &page, "1:set:pings:off").await;
    let page = ben.runs("settings", json!({})).await.message();
    presses(&ben, &page, "1:set:pings:off").await;
    let page = ben.runs("settings", json!({})).await.message();
    presses(&ben, &page, "1:set:pings:on").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let begins = ayse
        .waits_for("the start", |seen| {
            let is_start = |message: &&Message| message.content().contains("** begins:");
            seen.iter().find(is_start).cloned()
        })
        .await;
    assert!(begins.content().contains(&ayse.id), "{begins:?}");
    let pinged: Vec<&str> = begins.0["mentions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|person| person["id"].as_str())
        .collect();
    assert_eq!(pinged, [&ben.id[..]], "{begins:?}");

    // When Ayşe is to act the time passes without a call; for Ben it comes.
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    if actor.id == ben.id {
        evening.world.passes(31).await;
        calls(&ben, 1).await;
        ben.plays("draw").await;
        let panel = ben.panel().await.expect("a panel");
        let tile = panel.can("discard").expect("a tile to discard");
        ben.forges(&panel, &tile.id).await;
        calls(&ben, 0).await;
    }
    ayse.waits_for_board("Ayşe's turn", |board| {
        board
            .content()
            .contains(&format!("**<@{}>**'s turn", ayse.id))
    })
    .await;
    evening.world.passes(50).await;
    ayse.board().await;
    calls(&ayse, 0).await;
    // The rules play for Ayşe; then Ben is called.
    evening.world.passes(11).await;
    ben.waits_for_board("Ben's turn", |board| {
        board
            .content()
            .contains(&format!("**<@{}>**'s turn", ben.id))
    })
    .await;
    evening.world.passes(31).await;
    calls(&ben, 1).await;
    evening.ends().await;
}

/// Waits until so many calls stand there.
async fn calls(person: &Person, count: usize) {
    person
        .waits_for("so many calls", |seen| {
            let calls = seen.iter().filter(|message| {
                ["🔔", "⏳"]
                    .iter()
                    .any(|sign| message.content().starts_with(sign))
            });
            (calls.count() == count).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_desk_is_as_its_owner_wants_every_desk() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let page = ayse.runs("settings", json!({})).await.message();
    let page = chooses(&ayse, &page, "arrangement", "colours").await;
    presses(&ayse, &page, "1:set:auto_draw:on").await;
    let rules = json!({"seats": 2, "rules": "gosterge=false"});
    sit_down(&ayse, &[&ben], rules).await;
    let alt = |panel: &Message| panel.alt().to_owned();
    let [hers, his] =
        [ayse.panel().await, ben.panel().await].map(|panel| alt(&panel.expect("a panel")));
    assert!(hers.contains("By colour"), "{hers}");
    assert!(!his.contains("By colour"), "{his}");
    // Ben draws for himself; for Ayşe it is done when her turn comes, unless the neighbour's discard is worth a thought.
    for _ in 0..4 {
        let (mover, mut turn) = turn_of(&[&ayse, &ben]).await;
        if mover.id == ayse.id {
            turn = ayse
                .waits_for_panel("a tile drawn for her, or why not", |panel| {
                    let is_held = panel.content().contains("Nothing was drawn");
                    panel.can("discard").is_some() || is_held
                })
                .await;
        }
        let turn = match turn.can("draw") {
            Some(draw) => mover.presses(&turn, &draw).await.message(),
            None => turn,
        };
        mover.discards(&turn).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn managers_read_what_the_bot_may_not_do_where_tables_open_all_the_same() {
    let evening = Evening::begins().await;
    let mona = manager(&evening, "Mona").await;
    // Create Public Threads, Embed Links and Read Message History.
    let may = INVITED & !(1 << 35 | 1 << 14 | 1 << 16);
    let bare = json!({"name": "bare", "bot_permissions": may.to_string()});
    let bare = evening.channel(bare).await;
    let said = "I don't have permission to make a thread for each table (Create Public Threads), \
        show what links lead to (Embed Links), read what was written before (Read Message History).";
    for (place, is_said) in [(&mona, false), (&mona.in_channel(&bare), true)] {
        let own = place.runs("settings", json!({})).await.message();
        assert!(!own.content().contains("permission"), "{own:?}");
        let page = presses(place, &own, "1:set:see:server").await;
        assert_eq!(page.content().contains(said), is_said, "{page:?}");
    }
    // Attach Files as well: no table opens there.
    let shut = json!({"name": "shut", "bot_permissions": (may & !(1 << 15)).to_string()});
    let shut = mona.in_channel(&evening.channel(shut).await);
    let own = shut.runs("settings", json!({})).await.message();
    let page = presses(&shut, &own, "1:set:see:server").await;
    let told = page.content();
    assert!(
        told.contains("I can't play here") && !told.contains("all the same"),
        "{page:?}"
    );
    // Where no table is to have a thread, nothing is wanted for one.
    let bare = mona.in_channel(&bare);
    let own = bare.runs("settings", json!({})).await.message();
    let page = presses(&bare, &own, "1:set:see:server").await;
    let page = presses(&bare, &page, "1:set:threads:off").await;
    let told = page.content();
    assert!(!told.contains("Create Public Threads"), "{page:?}");
    assert!(told.contains("Embed Links"), "{page:?}");
    let lobby = bare.runs("okey", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_bot_is_not_nobody_changes_what_the_server_wants() {
    let mut evening = Evening::begins().await;
    let hall = evening
        .channel(json!({"name": "hall", "server": "Elsewhere"}))
        .await;
    let wish = json!({"name": "Fay", "installed": true, "permissions": MANAGER.to_string()});
    let fay = Person::comes(&evening.world, &hall, wish).await;
    let page = fay.runs("settings", json!({})).await.message();
    assert!(!has(&page, "1:set:see:server"), "{page:?}");
    let refused = fay.forges(&page, "1:set:threads:off").await.says();
    assert!(refused.contains("server's channels"), "{refused}");
    evening.bot_goes().await;
    let mut database = SqliteConnectOptions::new()
        .filename(evening.db())
        .connect()
        .await
        .expect("a database");
    let said: i64 = sqlx::query_scalar("select count(*) from server_settings")
        .fetch_one(&mut database)
        .await
        .expect("a number");
    assert_eq!(said, 0);
    evening.ends().await;
}
