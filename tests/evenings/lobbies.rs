//! The lobby on a phone: what a host needs now, everything else behind *More*, and the seal in one short line.

use std::time::Duration;

use istaka::sandbox::{Harm, LimitScope, Moment};
use istaka::tables::{ChannelId, Ender, Life, PersonId, PressId, Table};
use serde_json::{Value, json};

use crate::access::becomes;
use crate::faults_aimed::{CALLBACK, aims, lobbies, refusal};
use crate::healed::{POST, TRIES};
use crate::house::{Evening, NO_THREADS};
use crate::message::{Button, Message};
use crate::options::chooses;
use crate::people::{PATIENCE, Person};
use crate::threads::{open_threads, opens, puts_away};

/// What a lobby says once its table was closed.
const CLOSED: &str = "This table is closed.";

pub fn button(message: &Message, argument: &str) -> Option<Button> {
    let mut buttons = message.enabled().into_iter();
    buttons.find(|button| button.verb() == "lobby" && button.argument() == argument)
}

/// Presses this once nothing else is on its way to the lobby: after two presses at once its keeper tells it again, and whoever
/// presses meanwhile finds the older buttons for a moment.
pub async fn presses(person: &Person, lobby: &Message, argument: &str) -> Message {
    person.world.settles().await;
    let button = button(lobby, argument).unwrap_or_else(|| panic!("no {argument}: {lobby:?}"));
    person.presses(lobby, &button).await.message()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_shows_few_buttons_and_the_others_behind_more() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "美咲"]).await;
    for (command, longest) in [("okey", 8), ("okey101", 8), ("kaluki", 8), ("meri", 9)] {
        let lobby = ayse.runs(command, json!({})).await.message();
        assert!(lobby.buttons().len() <= longest, "{lobby:?}");
        let page = presses(&ayse, &lobby, "more").await;
        assert!(page.is_private(), "{page:?}");
        for verb in ["computer", "options", "rules"] {
            assert!(page.can(verb).is_some(), "{command} {verb}: {page:?}");
        }
        // Who only looks may look, too; what is the host's is refused with a sentence.
        let page = presses(&ben, &lobby, "more").await;
        let add = page.can("computer").expect("a computer");
        let refused = ben.presses(&page, &add).await.says();
        assert!(refused.contains("don't have a seat"), "{refused}");
        ayse.runs("table end", json!({})).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_pressed_behind_more_shows_there_and_in_the_lobby() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    let page = presses(&ayse, &lobby, "more").await;
    let added = ayse.presses_the(&page, "computer").await;
    assert_eq!(added.kind(), 7, "the page itself answers");
    let page = added.message();
    assert!(
        page.is_private() && page.can("uncomputer").is_some(),
        "{page:?}"
    );
    let sits = |lobby: &Message| lobby.content().contains("🤖");
    let waits = |what: &'static str, with: bool| {
        let (id, ayse) = (lobby.id().to_owned(), &ayse);
        async move {
            ayse.waits_for(what, |seen| {
                let lobby = seen.iter().find(|message| message.id() == id)?;
                (sits(lobby) == with).then_some(())
            })
            .await;
        }
    };
    waits("a computer", true).await;
    ayse.presses_the(&page, "uncomputer").await;
    waits("no computer", false).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_game_and_a_casual_one_are_a_press_away_and_back() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    for (command, usual, short) in [
        ("okey", "20 points", "10 points"),
        ("okey101", "5 rounds", "2 rounds"),
        ("kaluki", "last player left", "3 deals"),
        ("meri", "eight rounds", "a single round"),
    ] {
        let lobby = ayse.runs(command, json!({})).await.message();
        let lobby = ben.presses_the(&lobby, "join").await.message();
        assert!(lobby.content().contains(usual), "{usual}: {lobby:?}");
        let refused = presses(&ben, &lobby, "short").await;
        assert!(refused.content().contains("Only the host"), "{refused:?}");
        let before = button(&lobby, "short").expect("Short game");
        let lobby = presses(&ayse, &lobby, "short").await;
        assert!(lobby.content().contains(short), "{short}: {lobby:?}");
        // A second tap wants the same.
        let again = ayse.forges(&lobby, &before.id).await.message();
        assert!(again.content().contains(short), "{short}: {again:?}");
        // So does one that hits what has come into its place.
        let lobby = presses(&ayse, &lobby, "usual").await;
        assert!(lobby.content().contains(short), "{short}: {lobby:?}");
        evening.world.passes(1).await;
        let lobby = presses(&ayse, &lobby, "usual").await;
        assert!(lobby.content().contains(usual), "{usual}: {lobby:?}");

        assert!(lobby.content().contains("🏅"), "{lobby:?}");
        let lobby = presses(&ayse, &lobby, "casual").await;
        assert!(lobby.content().contains("Casual"), "{lobby:?}");
        let lobby = presses(&ayse, &lobby, "rated").await;
        assert!(lobby.content().contains("Casual"), "{lobby:?}");
        evening.world.passes(1).await;
        let lobby = presses(&ayse, &lobby, "rated").await;
        assert!(lobby.content().contains("🏅"), "{lobby:?}");
        ayse.runs("table end", json!({})).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_full_length_is_what_the_host_had_also_after_a_restart() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    for (command, options, had) in [
        ("okey", json!({"points": 15}), "15 points"),
        ("okey101", json!({"rounds": 7}), "7 rounds"),
        ("kaluki", json!({"preset": 2}), "5 deals"),
        ("meri", json!({"preset": 3}), "win eight rounds twice"),
    ] {
        let lobby = ayse.runs(command, options).await.message();
        assert!(lobby.content().contains(had), "{had}: {lobby:?}");
        let lobby = presses(&ayse, &lobby, "short").await;
        assert!(!lobby.content().contains(had), "{had}: {lobby:?}");
        if command == "kaluki" {
            evening.bot_goes().await;
            evening.bot_comes().await;
        }
        evening.world.passes(1).await;
        let lobby = presses(&ayse, &lobby, "usual").await;
        assert!(lobby.content().contains(had), "{had}: {lobby:?}");
        ayse.runs("table end", json!({})).await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_casual_short_game_stays_so_through_a_restart_and_in_its_rematch() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("meri", json!({})).await.message();
    let lobby = presses(&ayse, &lobby, "short").await;
    presses(&ayse, &lobby, "casual").await;
    evening.bot_goes().await;
    evening.bot_comes().await;
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert!(lobby.content().contains("a single round"), "{lobby:?}");
    assert!(lobby.content().contains("Casual"), "{lobby:?}");
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    ayse.waits_for_a_panel().await;
    let left = ayse.runs("table leave", json!({})).await.says();
    let is_casual = "counts as lost among your casual games only";
    assert!(left.contains(is_casual), "{left}");
    assert!(!left.contains("last place"), "{left}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seal_is_short_in_the_lobby_whole_behind_more_and_whole_at_the_start() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({"computers": 3})).await.message();
    let begins = seal_in(&lobby);
    assert_eq!(begins.chars().filter(char::is_ascii_hexdigit).count(), 16);
    let whole = seal_in(&presses(&ayse, &lobby, "more").await);
    assert_eq!(whole.len(), 64, "{whole}");
    assert!(whole.starts_with(begins.trim_end_matches('…')), "{whole}");
    ayse.presses_the(&lobby, "start").await;
    ayse.waits_for_a_board().await;
    let seen = ayse.sees().await;
    let with_seal =
        |message: &&Message| message.content().contains(&whole) && !message.is_private();
    assert_eq!(seen.iter().filter(with_seal).count(), 1, "{seen:#?}");
    evening.ends().await;
}

/// A change of a message may stand in a line for long: nobody waits for that of the lobby, and all wait for the board.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_board_waits_for_no_lobby() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({"computers": 3})).await.message();
    ayse.presses_the(&lobby, "start").await;
    let board = ayse.waits_for_a_board().await;
    let began = |seen: &[Message]| {
        let lobby = seen.iter().find(|one| one.id() == lobby.id())?;
        lobby.content().contains("has started").then_some(())
    };
    ayse.waits_for("that the lobby tells of it", began).await;
    let exchanges = evening.record.exchanges();
    let place = format!("/messages/{}", lobby.id());
    let is_change = |one: &Value| {
        one["method"] == "PATCH"
            && one["path"]
                .as_str()
                .is_some_and(|path| path.ends_with(&place))
    };
    let changed = exchanges.iter().rposition(is_change);
    let posted = exchanges
        .iter()
        .position(|one| one["response"]["id"] == board.id());
    assert!(
        posted.is_some() && posted < changed,
        "{posted:?} {changed:?}"
    );
    evening.ends().await;
}

/// Nothing seems to happen, and the host closes the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_while_its_start_is_announced_says_so_below() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    // On a busy machine the game may have begun before it is closed: then it takes longer.
    for ms in [1_000, 4_000, 16_000, 64_000] {
        let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
        ben.presses_the(&lobby, "join").await;
        evening.world.settles().await;
        let channel = ChannelId::new(evening.channel.parse().expect("a number"));
        let table = evening.hall().in_channel(channel).expect("a table");
        aims(
            &evening,
            "POST",
            "/channels/*/messages",
            1,
            Harm::Held { ms },
        );
        let start = lobby.can("start").expect("Start");
        let wish =
            json!({"person": ayse.id, "message": lobby.id(), "custom_id": start.id, "wait": false});
        evening.world.ask("POST", "/press", wish).await;
        let has_begun = loop {
            match table.look(None, None).await.expect("a look").life {
                Life::Lobby => {
                    evening.world.ask("GET", "/faults", Value::Null).await;
                }
                Life::Starting => break false,
                _ => break true,
            }
        };
        let host = PersonId::new(ayse.id.parse().expect("a number"));
        let ended = table.end(host, PressId::new(ms), Ender::Moderator).await;
        ended.expect("it ends");
        evening.world.settles().await;
        let seen = ayse.sees().await;
        let last = seen.last().expect("a message");
        if has_begun || !last.content().contains("costs nobody anything") {
            continue;
        }
        let begins = &seen[seen.len() - 2];
        assert!(begins.content().contains("begins: <@"), "{seen:#?}");
        evening.ends().await;
        return;
    }
    panic!("no table is closed before its game begins");
}

/// The seal that a message names, whole or how it begins: the last that stands between backquotes and is no command.
fn seal_in(message: &Message) -> String {
    let parts = message.content().split('`').skip(1).step_by(2);
    let mut seals = parts.filter(|part| part.len() >= 16);
    seals.next().expect("a seal").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_a_seat_reads_in_the_lobby_that_nothing_is_dealt_yet() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    ayse.runs("okey", json!({})).await;
    let told = ayse.runs("rack", json!({})).await.says();
    assert!(told.starts_with("You have a seat at this table"), "{told}");
    assert!(told.contains(&evening.channel), "{told}");
    let told = ben.runs("rack", json!({})).await.says();
    assert!(told.contains("don't have a seat"), "{told}");
    evening.ends().await;
}

/// A match for nothing was made one that counts, with stakes, and started within the same second.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_in_a_game_whose_terms_they_could_not_read() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let nothing = "stake_call_up=0 stake_kaluki=0 stake_initial=0 stake_buy_in=0";
    let options = json!({"seats": 2, "rated": false, "rules": nothing});
    let lobby = ayse.runs("kaluki", options).await.message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert!(!lobby.content().contains("✏️"), "{lobby:?}");
    let lobby = presses(&ayse, &lobby, "rated").await;
    assert!(lobby.content().contains("✏️ The host changed"), "{lobby:?}");
    // The bot may not know yet that Discord took the lobby.
    let refused = ayse.presses_the(&lobby, "start").await.says();
    let waits = format!(": until then <@{}> can read", ben.id);
    assert!(refused.contains(&waits), "{refused}");
    let mut page = ayse.runs("table settings", json!({})).await.message();
    for _ in 0..9 {
        if page.menu(|id| id.contains(":set:stake_call_up.")).is_some() {
            break;
        }
        let next = page
            .enabled()
            .into_iter()
            .rfind(|one| one.verb() == "options");
        page = ayse
            .presses(&page, &next.expect("another page"))
            .await
            .message();
    }
    chooses(&ayse, &page, "stake_call_up", "5").await;
    evening.world.passes(9).await;
    let refused = ayse.presses_the(&lobby, "start").await.says();
    assert!(refused.contains("in a second: until then"), "{refused}");
    evening.world.passes(1).await;
    ayse.presses_the(&lobby, "start").await;
    let begins = ben
        .waits_for("the start", |seen| {
            let is_start = |message: &&Message| message.content().contains("** begins:");
            seen.iter().find(is_start).cloned()
        })
        .await;
    for told in ["🏅 Rated", "🪙 A call-up: each loser pays 5 units"] {
        assert!(begins.content().contains(told), "{begins:?}");
    }
    assert!(!begins.content().contains("pool"), "{begins:?}");
    evening.ends().await;
}

/// The host took the bot's rights away, left free seats out on a private page, and gave them back after eleven seconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_in_a_game_whose_terms_could_not_be_shown_to_them() {
    let evening = Evening::begins().await;
    let may = |rights: u64| json!({"bot_permissions": rights.to_string()});
    let wish = json!({"name": "halls", "bot_permissions": NO_THREADS.to_string()});
    let channel = evening.channel(wish).await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let told = &people[1];
    let [ayse, ben] = [0, 1].map(|number: usize| people[number].in_channel(&channel));
    let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    let page = presses(&ayse, &lobby, "more").await;
    becomes(&evening, &channel, may(0)).await;
    told.waits_for_what_was_told().await;
    let page = presses(&ayse, &page, "fewer").await;
    assert!(button(&page, "filled").is_some(), "{page:?}");
    evening.world.passes(11).await;
    let seen = ben.sees().await;
    assert!(
        seen.iter().all(|one| !one.content().contains("✏️")),
        "{seen:#?}"
    );
    let waits =
        "The lobby does not show it yet: you can start it ten seconds after it does: until then";
    let refused = ayse.presses_the(&lobby, "start").await.says();
    assert!(refused.contains(waits), "{refused}");
    becomes(&evening, &channel, may(NO_THREADS)).await;
    told.waits_for_what_was_told().await;
    let refused = ayse.presses_the(&lobby, "start").await.says();
    assert!(refused.contains(": until then"), "{refused}");
    ben.waits_for("what becomes of free seats", |seen| {
        seen.iter()
            .any(|one| one.content().contains("✏️"))
            .then_some(())
    })
    .await;
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    ben.waits_for_a_board().await;
    evening.ends().await;
}

/// The warning stood from then on in nearly every lobby, for hosts choose their rules first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_after_the_rules_were_chosen_is_warned_of_no_change() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "rated": true});
    let lobby = ayse.runs("okey", options).await.message();
    let lobby = presses(&ayse, &lobby, "casual").await;
    evening.world.passes(10).await;
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert!(!lobby.content().contains("✏️"), "{lobby:?}");
    // What they have read is changed: that is told, and stays.
    let lobby = presses(&ayse, &lobby, "rated").await;
    assert!(lobby.content().contains("✏️ The host changed"), "{lobby:?}");
    evening.ends().await;
}

/// Waits until no more than so many requests are still to be met by the faults that were aimed.
async fn strikes_until(evening: &Evening, left: u64) {
    let struck = async {
        loop {
            let told = evening.world.ask("GET", "/faults", Value::Null).await;
            if told["next"].as_u64().expect("a number") <= left {
                return;
            }
        }
    };
    let struck = tokio::time::timeout(PATIENCE, struck).await;
    struck.expect("the fault strikes");
}

/// Runs `/okey` and waits for no answer; the table is open when the faults that were aimed have struck so often.
async fn opens_until(evening: &Evening, host: &Person, left: u64) -> Table {
    let wish = json!({"person": host.id, "channel": host.channel, "command": "okey",
        "options": {}, "wait": false});
    evening.world.ask("POST", "/run", wish).await;
    strikes_until(evening, left).await;
    let mut tables = evening.hall().all();
    assert_eq!(tables.len(), 1);
    tables.remove(0)
}

/// A moderator closes the table, and everything that is under way comes to its end.
async fn closes(evening: &Evening, table: &Table) {
    let ended = table
        .end(PersonId::new(1), PressId::new(1), Ender::Moderator)
        .await;
    ended.expect("it ends");
    evening.world.settles().await;
}

/// The only lobby that somebody sees says that it is closed.
async fn sees_it_closed(person: &Person) {
    let seen = person.sees().await;
    assert!(lobbies(&seen).is_empty(), "{seen:#?}");
    let is_closed = |one: &&Message| one.content().contains(CLOSED);
    assert_eq!(seen.iter().filter(is_closed).count(), 1, "{seen:#?}");
}

/// The only line in the channel tells that the table was closed.
async fn reads_the_end(person: &Person) {
    let mut seen = person.sees().await;
    // That the lobby could not be shown, for all that was known then.
    seen.retain(|one| !one.is_private());
    let [line] = &seen[..] else {
        panic!("not one line: {seen:#?}");
    };
    let told = line.content();
    assert!(told.contains("closed before the game began"), "{line:?}");
}

/// It said that it is closed, and then *Join* and *Start* were back for good.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_is_closed_while_it_answers_stays_closed() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    evening.world.settles().await;
    let table = evening.hall().all().remove(0);
    let join = lobby.can("join").expect("Join");
    aims(&evening, "POST", CALLBACK, 1, Harm::Held { ms: 500 });
    let wish =
        json!({"person": ben.id, "message": lobby.id(), "custom_id": join.id, "wait": false});
    evening.world.ask("POST", "/press", wish).await;
    strikes_until(&evening, 0).await;
    closes(&evening, &table).await;
    sees_it_closed(&ayse).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_before_its_lobby_is_answered_has_none_that_is_open() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    // It stands, and the bot does not know yet where.
    aims(&evening, "POST", CALLBACK, 1, Harm::Delay { ms: 500 });
    let table = opens_until(&evening, &ayse, 0).await;
    closes(&evening, &table).await;
    sees_it_closed(&ayse).await;
    evening.ends().await;
}

/// Nothing is posted for it there: whoever opens the thread finds it closed, at once or after a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_closes_while_its_thread_is_put_away_is_closed_once_that_is_opened() {
    for restarts in [false, true] {
        let mut evening = Evening::begins().await;
        let channel = evening.channel_with_threads().await;
        let ayse = evening.person("Ayşe").await.in_channel(&channel);
        let (host, _) = opens(&ayse, json!({"seats": 2})).await;
        puts_away(&evening, &host.channel).await;
        ayse.runs("table end", json!({})).await;
        evening.world.settles().await;
        reads_the_end(&ayse).await;
        assert_eq!(lobbies(&host.sees().await).len(), 1);
        assert_eq!(open_threads(&evening, &channel).await, 0);
        if restarts {
            evening.bot_goes().await;
            evening.bot_comes().await;
            evening.world.settles().await;
        }
        becomes(&evening, &host.channel, json!({"archived": false})).await;
        let is_closed = |seen: &[Message]| lobbies(seen).is_empty().then_some(());
        host.waits_for("the closed lobby", is_closed).await;
        sees_it_closed(&host).await;
        evening.ends().await;
    }
}

/// Closes a table while the first such request of its opening is late; the line tells that, and so does the lobby in the thread.
async fn closed_during(method: &str, path: &str, (times, harm): (u32, Harm)) {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(Duration::from_millis(50)).await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    aims(&evening, method, path, times, harm);
    let table = opens_until(&evening, &ayse, u64::from(times) - 1).await;
    let look = table.look(None, None).await.expect("a look");
    closes(&evening, &table).await;
    reads_the_end(&ayse).await;
    sees_it_closed(&ayse.in_channel(&look.places.channel.to_string())).await;
    evening.ends().await;
}

/// For a second.
fn limited() -> (u32, Harm) {
    let (scope, ms) = (LimitScope::User, 1_000);
    (1, Harm::Limited { scope, ms })
}

/// The line said that it was closed, then that it was opened, above a lobby in which one could sit down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_before_its_lobby_is_posted_is_open_nowhere() {
    closed_during("POST", "/channels/*/messages", limited()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_before_its_line_links_to_it_is_open_nowhere() {
    closed_during("PATCH", "/webhooks/*/*/messages/*", limited()).await;
}

/// It stands, and nobody knows where.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_before_its_lobby_is_confirmed_is_open_nowhere() {
    let unheard = Harm::Error {
        status: 500,
        code: 0,
        message: String::new(),
        moment: Moment::After,
    };
    closed_during("POST", "/channels/*/messages", (7, unheard)).await;
}

/// They were told to try again, and for ten seconds that did nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_that_could_not_be_announced_is_pressed_again_at_once() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({"computers": 3})).await.message();
    aims(&evening, "POST", POST, TRIES, refusal(503, 0));
    let starting = ayse.presses_the(&lobby, "start").await.message();
    let is_sorry = |one: &Message| one.is_private() && one.content().contains("please try again");
    ayse.waits_for("a word of the failure", |seen| {
        seen.iter().any(is_sorry).then_some(())
    })
    .await;
    ayse.presses_the(&starting, "start").await;
    ayse.has_the_turn().await;
    evening.ends().await;
}
