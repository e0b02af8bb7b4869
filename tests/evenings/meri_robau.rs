//! Robau over real sockets: everybody is asked alike, only whoever holds the trump robai can call, and a robai that was not
//! called is told of when it is seen (Hachinin-meri rules 6, 9 and 12).

use istaka::rules::karuta::{Karuta, Suit};
use istaka::rules::meri::order::is_trump;

use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::play_meri::{Deal, is_to_play, karuta, rack, rigged};

pub const NAMES: [&str; 8] = [
    "Ayşe", "Ben", "Chiyo", "Deniz", "Emre", "Fumi", "Gül", "八郎",
];

/// Cups are trumps, and seat 3 has dealt.
const DEALER: usize = 3;
const OKIE: &str = "K-4";

/// The trump robai is dealt to this seat.
pub fn held_by(holder: usize) -> Deal<'static> {
    let mut racks = [""; 8];
    racks[holder] = "K-Robai";
    Deal {
        dealer: DEALER,
        racks,
        okie: OKIE,
        leftovers: "P-1 O-9",
    }
}

/// Nobody holds the trump robai.
pub fn held_by_nobody(okie: &'static str, leftovers: &'static str) -> Deal<'static> {
    Deal {
        dealer: DEALER,
        racks: [""; 8],
        okie,
        leftovers,
    }
}

/// Says *ready*, and shows the panel then.
pub async fn says_ready(person: &Person) -> Message {
    let panel = person
        .waits_for_panel("the question", |panel| panel.can("ready").is_some())
        .await;
    person.presses_the(&panel, "ready").await.message()
}

/// Says *robatta*, and shows the panel then.
async fn calls(person: &Person) -> Message {
    let panel = person
        .waits_for_panel("the call", |panel| panel.can("robatta").is_some())
        .await;
    person.presses_the(&panel, "robatta").await.message()
}

/// Whoever took the okie has it among ten karuta and is to lead; nobody else has, and nobody is asked any more.
pub async fn has_taken(people: &[Person], taker: usize) {
    for (seat, person) in people.iter().enumerate() {
        let panel = person.shows_rack().await;
        let okie: Karuta = OKIE.parse().expect("a karuta");
        let wanted = if seat == taker { 10 } else { 9 };
        assert_eq!(rack(&panel).len(), wanted, "{seat}: {panel:?}");
        assert_eq!(panel.can("lead").is_some(), seat == taker, "{panel:?}");
        assert!(seat != taker || rack(&panel).contains(&okie), "{panel:?}");
        for verb in ["ready", "robatta"] {
            assert!(panel.can(verb).is_none(), "{seat}: {panel:?}");
        }
    }
}

/// Nobody has been told of a hidden robai: not on the board, not on a panel.
async fn nobody_knows_of_hiding(people: &[Person]) {
    for person in people {
        for message in [person.shows_rack().await, person.board().await] {
            let told = format!("{} {}", message.content(), message.alt()).to_lowercase();
            for word in ["hidden", "kakushi", "not called"] {
                assert!(!told.contains(word), "{word}: {told}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_calls_takes_the_okie_and_leads_whoever_was_ready_before() {
    for ready in [&[][..], &[7, 0, DEALER], &[0, 1, 2, 3, 4, 6, 7]] {
        let mut evening = Evening::begins().await;
        let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
        let late = people[6].panel().await.expect("a panel");
        let late = late.can("ready").expect("Ready");
        for seat in ready {
            let panel = says_ready(&people[*seat]).await;
            assert!(panel.content().contains("You are ready"), "{panel:?}");
        }
        let called = calls(&people[5]).await;
        assert_eq!(rack(&called).len(), 10, "{called:?}");
        // Also on the panels of those who had answered.
        for seat in [0, 3, 7] {
            let panel = people[seat].panel().await.expect("a panel");
            assert!(panel.content().contains("called **Robatta**"), "{panel:?}");
        }
        has_taken(&people, 5).await;
        let board = people[1].board().await;
        let says = "called *robatta*: holding the trump's Robai, they take the okie";
        assert!(board.content().contains(says), "{board:?}");

        // Whoever had not answered yet is too late, and is told so.
        let panel = people[6].panel().await.expect("a panel");
        let told = people[6].forges(&panel, &late.id).await.message();
        assert!(told.content().contains("out of date"), "{told:?}");
        let told = people[6].plays("ready").await.message();
        assert!(told.content().contains("not your turn"), "{told:?}");
        assert!(told.content().contains(&people[5].id), "{told:?}");
        assert_eq!(people[1].board().await, board);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dealer_may_call_too() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &held_by(DEALER)).await;
    says_ready(&people[4]).await;
    calls(&people[DEALER]).await;
    has_taken(&people, DEALER).await;
    let board = people[1].board().await;
    assert!(board.content().contains("called *robatta*"), "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_ready_is_ready_once() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
    for holder_or_not in [&people[5], &people[1]] {
        let panel = holder_or_not.panel().await.expect("a panel");
        let buttons: Vec<_> = ["ready", "robatta"]
            .into_iter()
            .filter_map(|verb| panel.can(verb))
            .collect();
        let ready = says_ready(holder_or_not).await;
        for button in &buttons {
            let again = holder_or_not.forges(&ready, &button.id).await.message();
            assert!(again.content().contains("out of date"), "{again:?}");
            assert_eq!(again.enabled(), ready.enabled(), "{again:?}");
        }
        for typed in ["ready", "robatta"] {
            let again = holder_or_not.plays(typed).await.message();
            let says = "You have already answered, and that is final";
            assert!(again.content().contains(says), "{typed}: {again:?}");
            assert_eq!(again.enabled(), ready.enabled(), "{again:?}");
        }
    }
    evening.ends().await;
}

/// Plays a plain karuta to a lead of another suit.
pub async fn plays_plain(person: &Person) {
    let panel = person.waits_for_panel("a turn", is_to_play).await;
    let is_plain = |karuta: &Karuta| !is_trump(*karuta, Suit::Kotsu);
    let mut buttons = panel.enabled().into_iter();
    let plain = buttons
        .find(|button| button.verb() == "play" && karuta(button).as_ref().is_some_and(is_plain));
    let plain = plain.unwrap_or_else(|| panic!("only trumps: {panel:?}"));
    person.presses(&panel, &plain).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hidden_robai_is_told_when_it_is_seen_and_its_yaku_moves_five() {
    let mut evening = Evening::begins().await;
    let mut deal = held_by(5);
    deal.racks[DEALER] = "P-2 P-3";
    deal.racks[4] = "K-Rei";
    let people = rigged(&mut evening, NAMES, "", &deal).await;
    for seat in [4, 5, 0, 7, 6, 1, DEALER, 2] {
        says_ready(&people[seat]).await;
    }
    has_taken(&people, DEALER).await;
    let board = people[1].board().await;
    assert!(board.content().contains("Nobody called"), "{board:?}");
    nobody_knows_of_hiding(&people).await;

    people[DEALER].plays("lead P-2 away P-3").await;
    people[4].plays("play K-Rei").await;
    people[5].plays("play K-Robai").await;
    for seat in [6, 7, 0, 1] {
        plays_plain(&people[seat]).await;
    }
    nobody_knows_of_hiding(&people).await;
    plays_plain(&people[2]).await;
    let board = people[1].board().await;
    for told in [
        "was held and not called: *hidden robai*",
        "**Yaku, Robai over Rei:**",
        "Team B gains 5 ko, and the other team loses 5 (the robai was hidden)",
    ] {
        assert!(board.content().contains(told), "{told}: {board:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_robai_that_nobody_got_leaves_the_okie_to_the_dealer() {
    let mut evening = Evening::begins().await;
    let deal = held_by_nobody(OKIE, "K-Robai O-9");
    let people = rigged(&mut evening, NAMES, "", &deal).await;
    for person in &people {
        let panel = person.panel().await.expect("a panel");
        assert!(panel.can("robatta").is_none(), "{panel:?}");
    }
    for seat in [2, DEALER, 7, 0, 1, 6, 5, 4] {
        says_ready(&people[seat]).await;
    }
    has_taken(&people, DEALER).await;
    let board = people[1].board().await;
    // Where it lies nobody knows: it might be hidden.
    assert!(board.content().contains("Nobody called"), "{board:?}");
    assert!(!board.content().contains("neta"), "{board:?}");
    nobody_knows_of_hiding(&people).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_robai_turned_up_nobody_is_asked() {
    for (okie, trump) in [("K-Robai", "cups"), ("P-Robai", "clubs")] {
        let mut evening = Evening::begins().await;
        let deal = held_by_nobody(okie, "I-1 O-9");
        let people = rigged(&mut evening, NAMES, "", &deal).await;
        let board = people[1].board().await;
        assert!(board.content().contains("(*kikkaburi*)"), "{board:?}");
        assert!(
            board.alt().contains(&format!("Trump is {trump}")),
            "{}",
            board.alt()
        );
        for (seat, person) in people.iter().enumerate() {
            let panel = person.panel().await.expect("a panel");
            assert!(panel.can("ready").is_none(), "{panel:?}");
            assert_eq!(panel.can("lead").is_some(), seat == DEALER, "{panel:?}");
        }
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_it_cannot_be_hidden_its_holder_calls_unasked() {
    let off = "hidden_robai=off";
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, off, &held_by(7)).await;
    let board = people[1].board().await;
    assert!(board.content().contains("called *robatta*"), "{board:?}");
    has_taken(&people, 7).await;
    evening.ends().await;

    let mut evening = Evening::begins().await;
    let neta = held_by_nobody(OKIE, "K-Robai O-9");
    let people = rigged(&mut evening, NAMES, off, &neta).await;
    let board = people[1].board().await;
    assert!(board.content().contains("(*neta*)"), "{board:?}");
    has_taken(&people, DEALER).await;
    evening.ends().await;
}
