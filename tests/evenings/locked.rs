//! Threads that are locked while a table is played there: nobody can press anything in them.

use istaka::sandbox::FaultCounts;
use serde_json::{Value, json};

use crate::access::{
    becomes, is_closed, refused, told, waits_for_the_turn, waits_for_the_word_to_go,
};
use crate::house::{Evening, INVITED};
use crate::message::Message;
use crate::people::Person;
use crate::pings::no_ping;
use crate::play::turn_to_draw;
use crate::threads::{opens, two_begin, two_begin_with};

/// The right to manage threads.
pub const MANAGE_THREADS: u64 = 1 << 34;

/// Two people in a thread below a channel in which the bot may do this; they are there, and in the channel.
pub async fn two_in_a_thread(
    evening: &Evening,
    rights: u64,
    clock: &str,
) -> ([Person; 2], [Person; 2]) {
    let wish = json!({"name": "halls", "bot_permissions": rights.to_string()});
    let channel = evening.channel(wish).await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let clock = ayse.choice_of("okey", "clock", clock).await;
    let options = json!({"seats": 2, "clock": clock});
    let there = two_begin_with(&ayse, &ben, options).await;
    turn_to_draw(&[&there[0], &there[1]]).await;
    // What is on its way while a place closes is refused, and counted.
    evening.world.settles().await;
    (there, [ayse, ben])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_alone_is_told_at_once_in_the_channel_and_the_unlock_brings_the_table_back() {
    for (rights, clock, seconds) in [
        (INVITED, "normal (60 s a turn)", 31),
        (INVITED, "days (24 h a turn)", 31 * 60),
        (INVITED | MANAGE_THREADS, "normal (60 s a turn)", 31),
    ] {
        let evening = Evening::begins().await;
        let ([host, guest], [ayse, ben]) = two_in_a_thread(&evening, rights, clock).await;
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
        ayse.waits_for("word of the lock", is_told).await;
        assert!(host.tries("rack", json!({})).await.is_err());
        // Nobody is called where they can press nothing, and nothing is asked for there.
        evening.world.passes(seconds).await;
        no_ping(&host).await;
        assert_eq!(refused(&evening), 0);
        let seen = ayse.sees().await;
        assert_eq!(told(&seen), 1);
        let is_word = |one: &&Message| told(std::slice::from_ref(one)) == 1;
        let word = seen.iter().find(is_word).expect("it was counted");
        let tells = word.content().contains("but nobody is called");
        assert_eq!(tells, clock.starts_with("days"), "{word:?}");
        for person in [&ayse, &ben] {
            let panel = person.presses_the(word, "rack").await.message();
            assert!(is_closed(&panel) && panel.rack().len() >= 14, "{panel:?}");
        }
        let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
        actor.takes_their_turn().await;
        becomes(&evening, &host.channel, json!({"locked": false})).await;
        waits_for_the_turn(&host, [&ayse, &ben]).await;
        waits_for_the_word_to_go(&ayse).await;
        for person in [&ayse, &ben] {
            let panel = person.panel().await.expect("a panel");
            assert!(!is_closed(&panel), "{panel:?}");
        }
        assert_eq!(refused(&evening), 0);
        drop(guest);
        evening.ends().await;
    }
}

/// The only word of a lock in the channel above, once it stands.
async fn the_word(above: &Person) -> Message {
    let is_word = |one: &&Message| told(std::slice::from_ref(one)) == 1;
    above
        .waits_for("word of the lock", |seen| {
            (told(seen) == 1).then(|| seen.iter().find(is_word).cloned())?
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_word_of_a_lock_stands_as_long_as_that_and_each_lock_has_one_also_over_restarts() {
    let mut evening = Evening::begins().await;
    let clock = "days (24 h a turn)";
    let ([host, _], [ayse, ben]) = two_in_a_thread(&evening, INVITED, clock).await;
    let mut words = Vec::new();
    for restarts in [false, false, true] {
        evening.world.settles().await;
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        let word = the_word(&ayse).await;
        assert!(!words.contains(&word.0["nonce"]), "{word:?}");
        words.push(word.0["nonce"].clone());
        if restarts {
            evening.world.settles().await;
            evening.bot_goes().await;
            evening.bot_comes().await;
        }
        evening.world.settles().await;
        assert_eq!(the_word(&ayse).await.id(), word.id());
        for person in [&ayse, &ben] {
            let panel = person.presses_the(&word, "rack").await.message();
            assert!(is_closed(&panel), "{panel:?}");
        }
        becomes(&evening, &host.channel, json!({"locked": false})).await;
        waits_for_the_word_to_go(&ayse).await;
        waits_for_the_turn(&host, [&ayse, &ben]).await;
        for person in [&ayse, &ben] {
            let is_open = |panel: &Message| !is_closed(panel);
            person.waits_for_panel("an open place", is_open).await;
        }
    }
    assert_eq!(refused(&evening), 0);
    evening.ends().await;
}

/// How often the word of a lock was to be deleted in vain, when the thread is open again and Discord answered so often with this.
async fn tried_in_vain(
    evening: &Evening,
    (status, code): (u16, u32),
    times: usize,
) -> (usize, Person) {
    let clock = "days (24 h a turn)";
    let ([host, _], [ayse, ben]) = two_in_a_thread(evening, INVITED, clock).await;
    becomes(evening, &host.channel, json!({"locked": true})).await;
    let word = the_word(&ayse).await;
    // Somebody plays meanwhile: the board tells when the thread is open again.
    for person in [&ayse, &ben] {
        person.presses_the(&word, "rack").await;
    }
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let panel = actor.presses_the(&panel, "draw").await.message();
    actor.discards(&panel).await;
    evening.world.settles().await;
    let path = format!("/channels/{}/messages/{}", ayse.channel, word.id());
    let fault =
        json!({"method": "DELETE", "path": path, "status": status, "code": code, "times": times});
    evening.world.ask("POST", "/faults/next", fault).await;
    becomes(evening, &host.channel, json!({"locked": false})).await;
    waits_for_the_turn(&host, [&ayse, &ben]).await;
    if status >= 500 {
        waits_for_the_word_to_go(&ayse).await;
    }
    for _ in 0..3 {
        evening.world.passes(60).await;
    }
    evening.world.settles().await;
    let exchanges = evening.record.exchanges();
    let is_try = |one: &&Value| one["method"] == "DELETE" && one["status"] == status;
    (exchanges.iter().filter(is_try).count(), ayse)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_that_discord_does_not_delete_at_once_goes_later() {
    let evening = Evening::begins().await;
    // One try asks five times.
    let (tries, _) = tried_in_vain(&evening, (500, 0), 6).await;
    assert_eq!(tries, 6);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_that_discord_refuses_to_delete_stands_and_nobody_asks_again() {
    let evening = Evening::begins().await;
    let (tries, above) = tried_in_vain(&evening, (400, 50_035), 9).await;
    assert_eq!((tries, told(&above.sees().await)), (1, 1));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_of_which_no_word_came_is_told_with_the_first_call_that_it_refuses() {
    let evening = Evening::begins().await;
    let clock = "days (24 h a turn)";
    let ([host, _], [ayse, ben]) = two_in_a_thread(&evening, INVITED, clock).await;
    let lost = json!({"event_lost_percent": 100});
    evening.world.ask("POST", "/faults", lost).await;
    becomes(&evening, &host.channel, json!({"locked": true})).await;
    assert_eq!(told(&ayse.sees().await), 0);
    evening.world.passes(31 * 60).await;
    assert_eq!(told(&ayse.sees().await), 1);
    evening.world.ask("POST", "/faults/clear", json!({})).await;
    assert_eq!(refused(&evening), 1);
    // Long before anybody's time is up; and nobody is told twice.
    evening.world.passes(19 * 60 * 60).await;
    assert_eq!(told(&ayse.sees().await), 1);
    assert_eq!(refused(&evening), 1);
    becomes(&evening, &host.channel, json!({"locked": false})).await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    waits_for_the_turn(&host, [&ayse, &ben]).await;
    evening.ends().await;
}

/// Word in the channel of a lobby whose thread cannot be used.
fn told_of_lobby(seen: &[Message]) -> usize {
    let is_told = |one: &&Message| {
        let content = one.content();
        content.contains("Okey lobby") && content.contains("can close it here with `/table end`")
    };
    seen.iter().filter(is_told).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_whose_thread_is_locked_or_deleted_says_so_in_the_channel_and_is_closed_there() {
    for is_deleted in [false, true] {
        let evening = Evening::begins().await;
        let channel = evening.channel_with_threads().await;
        let people = evening.people(["Ayşe", "Ben", "Eve"]).await;
        let [ayse, ben, eve] = people.map(|person| person.in_channel(&channel));
        let (host, lobby) = opens(&ayse, json!({"seats": 2})).await;
        let guest = ben.in_channel(&host.channel);
        guest.presses_the(&lobby, "join").await;
        if is_deleted {
            let path = format!("/channels/{}/delete", host.channel);
            evening.world.ask("POST", &path, json!({})).await;
        } else {
            becomes(&evening, &host.channel, json!({"locked": true})).await;
        }
        let is_told = |seen: &[Message]| (told_of_lobby(seen) == 1).then_some(());
        ayse.waits_for("word of the lobby", is_told).await;
        evening.world.settles().await;
        for person in [&ayse, &ben] {
            let rack = person.runs("rack", json!({})).await.says();
            assert!(
                rack.contains("with `/table end`") && !rack.contains("https://"),
                "{rack}"
            );
            let shown = person.runs("table show", json!({})).await.says();
            assert!(shown.contains("with `/table end`"), "{shown}");
        }
        let refused = ben.runs("table end", json!({})).await.says();
        assert!(
            refused.starts_with("Before the game begins only its host")
                && refused.contains(&ayse.id),
            "{refused}"
        );
        assert_eq!(told_of_lobby(&ayse.sees().await), 1);
        let ended = ayse.runs("table end", json!({})).await.says();
        assert!(ended.contains("closed without a result"), "{ended}");
        let is_gone = |seen: &[Message]| (told_of_lobby(seen) == 0).then_some(());
        ayse.waits_for("the end of the word", is_gone).await;
        let opened = eve.runs("okey", json!({})).await.says();
        assert!(opened.contains("table of Okey"), "{opened}");
        assert_eq!(told_of_lobby(&ayse.sees().await), 0);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_game_cannot_start_only_what_is_missing_is_named() {
    for (refusal, lacks, told) in [
        (
            (403, 50_013),
            1 << 38,
            "I don't have permission to write in threads (Send Messages in Threads).",
        ),
        (
            (403, 160_005),
            0,
            "this thread is locked, or I was not let in.",
        ),
        // No right is missing where something before Discord refuses.
        ((403, 40_333), 0, "Something went wrong on our side."),
    ] {
        let evening = Evening::begins().await;
        let channel = evening.channel_with_threads().await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&channel));
        let (host, lobby) = opens(&ayse, json!({"seats": 2})).await;
        let guest = ben.in_channel(&host.channel);
        let lobby = guest.presses_the(&lobby, "join").await.message();
        let may = json!({"bot_permissions": (INVITED & !lacks).to_string()});
        becomes(&evening, &channel, may).await;
        let (status, code) = refusal;
        let fault = json!({"method": "POST", "path": format!("/channels/{}/messages", host.channel),
            "status": status, "code": code});
        evening.world.ask("POST", "/faults/next", fault).await;
        host.presses_the(&lobby, "start").await;
        let words = host
            .waits_for("why it does not start", |seen| {
                let found = seen
                    .iter()
                    .find(|one| one.is_private() && one.content().contains(told));
                found.cloned()
            })
            .await;
        assert!(!words.content().contains("View Channel"), "{words:?}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_table_in_a_private_thread_the_channel_above_reads_nothing() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let wish = json!({"name": "ours", "parent": channel, "private": true});
    let thread = evening.channel(wish).await;
    let people = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let [ayse, ben, eve] = people.map(|person| person.in_channel(&thread));
    let eve = eve.in_channel(&channel);
    let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    let lobby = ayse.presses_the(&lobby, "start").await.message();
    ayse.waits_for("why it does not start", |seen| {
        let mut told = seen.iter().filter(|one| one.is_private());
        told.any(|one| one.content().contains("Mention me here once"))
            .then_some(())
    })
    .await;
    for command in ["rack", "table show", "table end"] {
        let told = eve.runs(command, json!({})).await.says();
        assert!(told.contains("no table here"), "{command}: {told}");
    }
    let words = format!("<@{}> come in", evening.sandbox.bot_user());
    let wish = json!({"person": ayse.id, "channel": thread, "text": words});
    evening.world.ask("POST", "/say", wish).await;
    // So long nobody starts a second time.
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    for person in [&ayse, &ben] {
        person.waits_for_a_panel().await;
    }
    becomes(&evening, &thread, json!({"locked": true})).await;
    evening.world.passes(31).await;
    let seen = eve.sees().await;
    assert!(seen.iter().all(Message::is_private), "{seen:#?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_in_a_locked_thread_waits_for_that_thread_alone() {
    let mut evening = Evening::begins().await;
    let may = INVITED | MANAGE_THREADS;
    let clock = "normal (60 s a turn)";
    let ([host, guest], [ayse, ben]) = two_in_a_thread(&evening, may, clock).await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &host.channel, wish).await;
    becomes(&evening, &host.channel, json!({"locked": true})).await;
    let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
    ayse.waits_for("word of the lock", is_told).await;
    let is_inside = |panel: &Message| {
        let words = format!(
            "nothing can be pressed here. Use `/rack` in <#{}>",
            ayse.channel
        );
        panel.content().contains(&words) && !panel.content().contains("The game goes on here")
    };
    for person in [&host, &guest] {
        person
            .waits_for_panel("where the game goes on", is_inside)
            .await;
    }
    let everyone = async |may: u64| {
        let wish = json!({"permissions": may.to_string()});
        evening.world.ask("POST", "/server", wish).await;
    };
    for what in ["channel", "role", "moderator", "refusal"] {
        match what {
            "channel" => becomes(&evening, &ayse.channel, json!({"name": "hall"})).await,
            "role" => {
                everyone(INVITED ^ (1 << 6)).await;
                everyone(INVITED).await;
            }
            "moderator" => drop(mo.runs("table show", json!({})).await),
            // One that takes nothing away.
            _ => becomes(&evening, &host.channel, json!({"archived": true})).await,
        }
        for person in [&ayse, &ben] {
            let panel = person.runs("rack", json!({})).await.message();
            assert!(is_closed(&panel), "{what}: {panel:?}");
        }
        let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
        actor.takes_their_turn().await;
        evening.world.passes(31).await;
        no_ping(&host).await;
    }
    evening.bot_goes().await;
    evening.bot_comes().await;
    evening.world.settles().await;
    for person in [&ayse, &ben] {
        let panel = person.runs("rack", json!({})).await.message();
        assert!(is_closed(&panel), "{panel:?}");
    }
    assert_eq!(told(&ayse.sees().await), 1);

    // Word of the unlocking gets lost: Discord says with whatever is pressed there that it is open.
    // Ayşe's newest panel is where she asked for it last.
    for (person, of_ayse) in [(&mo, &ayse), (&host, &host)] {
        evening.world.settles().await;
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        ayse.waits_for_panel("word of the lock", is_closed).await;
        // What is made so soon was on its way.
        evening.world.passes(4).await;
        // Nothing else is on its way that would be lost instead.
        ayse.waits_for_what_was_told().await;
        let lost = json!({"event_lost_percent": 100});
        evening.world.ask("POST", "/faults", lost).await;
        let before = evening.sandbox.fault_counts().event_lost;
        let open = json!({"archived": false, "locked": false});
        becomes(&evening, &host.channel, open).await;
        let is_lost = |counts: &FaultCounts| counts.event_lost != before;
        evening.goes_wrong(is_lost).await;
        evening
            .world
            .ask("POST", "/faults/clear", Value::Null)
            .await;
        let panel = ayse.runs("rack", json!({})).await.message();
        assert!(is_closed(&panel), "{panel:?}");
        person.presses_on_the_board("rack").await;
        waits_for_the_turn(&host, [of_ayse, &ben]).await;
    }
    assert_eq!(refused(&evening), 0);
    evening.ends().await;
}

/// How many interactions the bot has answered, or tried to.
fn answered(evening: &Evening) -> usize {
    let exchanges = evening.record.exchanges();
    let is_one = |one: &&Value| {
        let path = one["path"].as_str();
        path.is_some_and(|path| path.ends_with("/callback"))
    };
    exchanges.iter().filter(is_one).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_pressed_before_a_lock_opens_no_thread_however_late_it_comes() {
    let evening = Evening::begins().await;
    let may = INVITED | MANAGE_THREADS;
    let clock = "normal (60 s a turn)";
    let ([host, guest], [ayse, ben]) = two_in_a_thread(&evening, may, clock).await;
    let before = answered(&evening);
    let slow = json!({"event_delay_percent": 100, "event_delay_ms": 1_000});
    evening.world.ask("POST", "/faults", slow).await;
    let locks = async {
        evening.goes_wrong(|counts| counts.event_delay > 0).await;
        evening
            .world
            .ask("POST", "/faults/clear", Value::Null)
            .await;
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
        ayse.waits_for("word of the lock", is_told).await;
        // Whoever has pressed waits no longer than that.
        evening.world.passes(4).await;
    };
    let (pressed, ()) = tokio::join!(guest.tries("rack", json!({})), locks);
    pressed.expect("it was open then");
    while answered(&evening) == before {
        evening.world.ask("GET", "/faults", Value::Null).await;
    }
    evening.world.settles().await;
    for person in [&ayse, &ben] {
        let panel = person.runs("rack", json!({})).await.message();
        assert!(is_closed(&panel), "{panel:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_a_game_ended_is_told_in_its_locked_thread_where_the_bot_may_manage_threads() {
    for rights in [INVITED | MANAGE_THREADS, INVITED] {
        let evening = Evening::begins().await;
        let clock = "normal (60 s a turn)";
        let ([host, _], [ayse, ben]) = two_in_a_thread(&evening, rights, clock).await;
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
        ayse.waits_for("word of the lock", is_told).await;
        for person in [&ayse, &ben] {
            person.runs("table end", json!({})).await;
        }
        // The line tells it there.
        waits_for_the_word_to_go(&ayse).await;
        let is_over = |board: &Message| board.content().contains("closed without a result");
        if rights == INVITED {
            // It asks once.
            evening.world.settles().await;
            assert_eq!(refused(&evening), 1);
            assert!(!is_over(&host.board().await));
            becomes(&evening, &host.channel, json!({"locked": false})).await;
        }
        host.waits_for_board("the end", is_over).await;
        assert_eq!(refused(&evening), u64::from(rights == INVITED));
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_removed_says_so_also_where_a_thread_was_locked_or_deleted_before() {
    for is_deleted in [false, true] {
        let evening = Evening::begins().await;
        let clock = "days (24 h a turn)";
        let ([host, _], [ayse, ben]) = two_in_a_thread(&evening, INVITED, clock).await;
        for person in [&ayse, &ben] {
            person.runs("rack", json!({})).await;
        }
        evening.world.settles().await;
        if is_deleted {
            let path = format!("/channels/{}/delete", host.channel);
            evening.world.ask("POST", &path, json!({})).await;
        } else {
            becomes(&evening, &host.channel, json!({"locked": true})).await;
        }
        let is_removed = |panel: &Message| panel.content().contains("I was removed");
        let plays_on = |panel: &Message| {
            let words = if is_deleted {
                "You can keep playing here"
            } else {
                "The game goes on here"
            };
            panel.content().contains(words)
        };
        let is_cut_off = |panel: &Message| plays_on(panel) && !is_removed(panel);
        let says_so = |panel: &Message| is_removed(panel) && !plays_on(panel);
        for person in [&ayse, &ben] {
            person
                .waits_for_panel("word of the thread", is_cut_off)
                .await;
        }
        // The channel above is told as well.
        evening.world.settles().await;
        let server = async |has_bot: bool| {
            let wish = json!({"bot": has_bot});
            evening.world.ask("POST", "/server", wish).await;
        };
        server(false).await;
        for person in [&ayse, &ben] {
            person.waits_for_panel("word of the removal", says_so).await;
        }
        // An invitation opens no lock, and brings no thread back.
        server(true).await;
        for person in [&ayse, &ben] {
            person.waits_for_panel("what it was", is_cut_off).await;
        }
        assert_eq!(refused(&evening), 0);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_table_is_opened_in_a_thread_that_is_locked() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let wish = json!({"name": "ours", "parent": channel});
    let thread = evening.channel(wish).await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &thread, wish).await;
    becomes(&evening, &thread, json!({"locked": true})).await;
    let refused = mo.runs("okey", json!({})).await.says();
    assert!(refused.contains("This thread is locked"), "{refused}");
    assert!(evening.hall().all().is_empty());
    becomes(&evening, &thread, json!({"locked": false})).await;
    let lobby = mo.runs("okey", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_who_plays_below_a_channel_ends_nobody_elses_table_there() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let [ayse, ben, cem] = people.map(|person| person.in_channel(&channel));
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &channel, wish).await;
    let [host, _] = two_begin(&ayse, &ben).await;
    becomes(&evening, &host.channel, json!({"locked": true})).await;
    let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
    ayse.waits_for("word of the lock", is_told).await;
    two_begin(&mo, &cem).await;
    let vote = mo.runs("table end", json!({})).await.says();
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    evening.ends().await;
}
