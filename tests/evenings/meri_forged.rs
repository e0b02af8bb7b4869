//! Old panels, doubled presses, the panels of others, ids that nobody was given, and strangers, at a table of Hachinin-meri.

use serde_json::json;

use crate::house::Evening;
use crate::meri_refused::{TRICKS, steps};
use crate::meri_robau::{NAMES, held_by, plays_plain};
use crate::message::{Message, Outcome};
use crate::people::Person;
use crate::play_meri::{is_to_play, rack, rigged};

/// The signs of karuta in sentences.
const SIGNS: [&str; 5] = ["🎋", "🗡", "🍷", "🪙", "🌀"];

/// What shows what everybody may know anyway.
const PUBLIC: [&str; 3] = ["rules", "apart", "order"];

/// What a modified client may send, behind `1:TABLE:REVISION:`. None of it is a move of whoever is to act.
const MANGLED: [&str; 46] = [
    "ready:",
    "ready:1",
    "robatta:",
    "robatta:K-Robai",
    "READY:",
    "play:",
    "play:K-Sun",
    "play:0.K-Sun",
    "play:0.K-7",
    "play:255.K-Sun",
    "play:256.K-Sun",
    "play:-1.K-Sun",
    "play:0.R5",
    "play:0.Jk",
    "play:0.K-10",
    "play:0.💥",
    "lead:",
    "lead:0",
    "lead:0.K-Un",
    "lead:0.K-Sun",
    "lead:255.P-Robai",
    "lead:0.R5",
    "away:",
    "away:K-Un",
    "away:G-1.0.G-1",
    "away:K-Un.0.G-1",
    "away:K-Sun.0.G-1",
    "away:G-1.0.K-Sun",
    "away:R5.0.G-1",
    "away:G-1.0.R5",
    "away:G-1.999.G-2",
    "away:\u{202e}",
    "trick:",
    "trick:0",
    "trick:9",
    "trick:10",
    "trick:255",
    "trick:256",
    "trick:-1",
    "order:K",
    "order:\u{202e}",
    "discard:0.K-Sun",
    "draw:",
    "next:",
    "💥:💥",
    ":",
];

/// The table and the revision of the moves on a panel, as ids begin.
fn beginning(panel: &Message) -> String {
    let mut buttons = panel.buttons().into_iter();
    let own = buttons.find(|button| ["play", "lead", "ready"].contains(&button.verb()));
    let own = own.unwrap_or_else(|| panic!("no move on {panel:?}"));
    format!("1:{}:{}", own.table(), own.revision())
}

/// Somebody without a seat gets a sentence, no picture and no karuta.
fn learns_nothing(id: &str, outcome: &Outcome) {
    let answer = outcome.message();
    assert!(answer.is_private(), "{id}: {answer:?}");
    assert!(!answer.has_picture(), "{id}: {answer:?}");
    assert!(answer.buttons().is_empty(), "{id}: {answer:?}");
    assert!(!answer.content().is_empty(), "{id}: nothing is said");
    let sign = SIGNS.iter().find(|sign| answer.content().contains(**sign));
    assert_eq!(sign, None, "{id}: {answer:?}");
}

fn is_late(answer: &Message) -> bool {
    answer.content().contains("out of date")
}

/// Whoever is to act, another one and a stranger send all of that, and nothing comes of it.
async fn nothing_comes_of(evening: &Evening, (actor, other, eve): (&Person, &Person, &Person)) {
    let panel = actor.shows_rack().await;
    let own = other.shows_rack().await;
    let (board, stored) = (eve.board().await, steps(evening).await);
    for wanted in MANGLED {
        let id = format!("{}:{wanted}", beginning(&panel));
        for (person, page, held) in [(actor, &panel, &panel), (other, &own, &own)] {
            let answer = person.forges(page, &id).await.message();
            assert!(answer.is_private(), "{id}: {answer:?}");
            assert!(!answer.content().is_empty(), "{id}: nothing is said");
            let shown = rack(&answer);
            assert!(shown.is_empty() || shown == rack(held), "{id}: {answer:?}");
        }
        learns_nothing(&id, &eve.forges(&board, &id).await);
    }
    assert_eq!(steps(evening).await, stored);
    assert_eq!(eve.board().await, board);
    assert_eq!(actor.shows_rack().await.enabled(), panel.enabled());
    assert_eq!(other.shows_rack().await.enabled(), own.enabled());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_karuta_do_nothing_and_tell_strangers_nothing() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &TRICKS).await;
    let eve = &evening.person("Eve").await;
    nothing_comes_of(&evening, (&people[3], &people[4], eve)).await;
    people[3].plays("lead P-Sun away G-2").await;
    people[4].plays("play K-3").await;
    people[5].plays("play I-1").await;
    // A trump lies face down now.
    nothing_comes_of(&evening, (&people[6], &people[5], eve)).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_learn_nothing_from_the_buttons_of_the_eight() {
    for deal in [&held_by(5), &TRICKS] {
        let mut evening = Evening::begins().await;
        let people = rigged(&mut evening, NAMES, "", deal).await;
        let eve = evening.person("Eve").await;
        let (board, stored) = (eve.board().await, steps(&evening).await);
        for button in board.enabled() {
            if PUBLIC.contains(&button.verb()) {
                continue;
            }
            learns_nothing(&button.id, &eve.presses(&board, &button).await);
        }
        for holder in [&people[3], &people[5]] {
            let panel = holder.panel().await.expect("a panel");
            for button in panel.buttons() {
                if PUBLIC.contains(&button.verb()) {
                    continue;
                }
                learns_nothing(&button.id, &eve.forges(&board, &button.id).await);
            }
        }
        learns_nothing("/rack", &eve.runs("rack", json!({})).await);
        for typed in ["ready", "robatta", "play K-Robai", "lead G-1 away G-2"] {
            learns_nothing(typed, &eve.plays(typed).await);
        }
        assert!(
            eve.offered("").await.is_empty(),
            "a stranger is offered moves"
        );
        assert_eq!(steps(&evening).await, stored);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_karuta_of_one_player_are_none_of_another() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &TRICKS).await;
    let (taker, other) = (&people[3], &people[4]);
    let panel = taker.panel().await.expect("a panel");
    let away = taker.presses_the(&panel, "lead").await.message();
    let own = other.panel().await.expect("a panel");
    let stored = steps(&evening).await;
    for button in [&panel, &away].iter().flat_map(|page| page.buttons()) {
        let answer = other.forges(&own, &button.id).await.message();
        assert!(answer.is_private(), "{button:?}: {answer:?}");
        let shown = rack(&answer);
        assert!(
            shown.is_empty() || shown == rack(&own),
            "{button:?}: {answer:?}"
        );
        assert!(
            !answer.alt().contains("10 cards"),
            "{button:?}: {}",
            answer.alt()
        );
        assert!(answer.can("lead").is_none(), "{button:?}: {answer:?}");
    }
    assert_eq!(steps(&evening).await, stored);
    assert_eq!(taker.panel().await.expect("a panel"), away);
    evening.ends().await;
}

/// A press that was never offered is refused as the typed move is, and the panel stays.
async fn is_refused(person: &Person, forged: &str, expected: &str) {
    let panel = person.shows_rack().await;
    let id = format!("{}:{forged}", beginning(&panel));
    let told = person.forges(&panel, &id).await.message();
    assert!(told.is_private(), "{forged}: {told:?}");
    assert!(told.content().contains(expected), "{forged}: {told:?}");
    assert!(!told.content().contains("E_"), "{forged}: {told:?}");
    let now = person.shows_rack().await;
    assert_eq!(now.enabled(), panel.enabled(), "{forged}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_moves_are_refused_with_the_reason() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &TRICKS).await;
    let stored = steps(&evening).await;
    let taker = &people[3];
    is_refused(
        taker,
        "away:K-Un.0.G-1",
        "you must lead the first trick with a plain card",
    )
    .await;
    is_refused(taker, "away:G-1.0.G-1", "or you named it twice").await;
    is_refused(taker, "away:G-1.0.P-1", "is not among your cards").await;
    is_refused(taker, "away:P-1.0.G-1", "is not among your cards").await;
    is_refused(taker, "play:0.G-1", "another one to lay away, together").await;
    is_refused(
        taker,
        "robatta:",
        "until somebody calls or everybody is ready",
    )
    .await;
    is_refused(&people[4], "play:0.P-4", "It's not your turn").await;
    assert_eq!(steps(&evening).await, stored);

    taker.plays("lead P-Sun away G-2").await;
    people[4].plays("play P-4").await;
    for seat in [5, 6, 7, 0, 1, 2] {
        plays_plain(&people[seat]).await;
    }
    taker.plays("play K-Un").await;
    is_refused(&people[4], "play:0.G-4", "This trick was led with a trump").await;
    is_refused(&people[4], "away:G-4.0.O-4", "you play one card at a time").await;
    people[4].plays("play K-3").await;
    for (seat, typed) in [
        (5, "play I-2"),
        (7, "play K-4"),
        (0, "play K-1"),
        (1, "play P-Robai"),
    ] {
        if seat == 7 {
            plays_plain(&people[6]).await;
        }
        people[seat].plays(typed).await;
    }
    plays_plain(&people[2]).await;
    taker.plays("play G-1").await;
    is_refused(
        &people[4],
        "play:0.O-4",
        "*Monchi* applies, and you hold 🌀",
    )
    .await;
    evening.ends().await;
}

/// Presses this several times at the same moment: once it is done.
async fn hammers(person: &Person, panel: &Message, id: &str) {
    let presses = (0..4).map(|_| person.forges(panel, id));
    let answers = futures::future::join_all(presses).await;
    let late = answers.iter().filter(|answer| is_late(&answer.message()));
    assert_eq!(late.count(), answers.len() - 1, "{answers:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_and_doubled_presses_play_nothing_twice() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &TRICKS).await;
    let panel = people[3].panel().await.expect("a panel");
    let mut leads = panel.enabled().into_iter();
    let sun = leads.find(|button| button.argument().ends_with("P-Sun"));
    let away = people[3]
        .presses(&panel, &sun.expect("the Sun may be led"))
        .await
        .message();
    let laid = away.can("away").expect("something to lay away");
    hammers(&people[3], &away, &laid.id).await;
    let first = people[4].waits_for_panel("a turn", is_to_play).await;
    let mut plays = first.enabled().into_iter();
    let played = plays.find(|button| button.argument().ends_with("P-4"));
    let played = played.expect("it may be played");
    hammers(&people[4], &first, &played.id).await;
    for seat in [5, 6, 7, 0, 1, 2] {
        plays_plain(&people[seat]).await;
    }
    // The trick is over.
    people[3].waits_for_panel("the next lead", is_to_play).await;
    let stored = steps(&evening).await;
    for (person, old) in [
        (&people[4], &first),
        (&people[3], &away),
        (&people[3], &panel),
    ] {
        let now = person.shows_rack().await;
        for button in old.enabled() {
            if !["play", "lead", "away"].contains(&button.verb()) {
                continue;
            }
            let answer = person.forges(&now, &button.id).await.message();
            assert!(is_late(&answer), "{button:?}: {answer:?}");
            assert_eq!(answer.enabled(), now.enabled(), "{button:?}: {answer:?}");
        }
    }
    assert_eq!(steps(&evening).await, stored);
    evening.ends().await;
}

/// Somebody who may end tables.
const MODERATOR: u64 = 309_237_763_072 | 1 << 13;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_played_at_a_table_that_has_ended() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &TRICKS).await;
    let mona = json!({"name": "Mona", "permissions": MODERATOR.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, mona).await;
    let panel = people[3].panel().await.expect("a panel");
    let lead = panel.can("lead").expect("a lead");
    let page = mona.ends_the_table().await;
    assert!(page.is_answered(), "{page:?}");
    let board = people[3]
        .waits_for_board("the end", |board| board.can("rack").is_none())
        .await;
    let stored = steps(&evening).await;
    for id in [
        lead.id.clone(),
        format!("{}:away:G-1.0.G-2", beginning(&panel)),
        format!("{}:ready:", beginning(&panel)),
        format!("{}:robatta:", beginning(&panel)),
    ] {
        let told = people[3].forges(&board, &id).await.message();
        assert!(
            told.is_private() && !told.content().is_empty(),
            "{id}: {told:?}"
        );
        assert!(
            told.can("lead").is_none() && told.can("away").is_none(),
            "{id}: {told:?}"
        );
    }
    let told = people[3].plays("lead G-1 away G-2").await.message();
    assert!(told.is_private() && told.can("lead").is_none(), "{told:?}");
    assert_eq!(steps(&evening).await, stored);
    evening.ends().await;
}
