//! Old panels, doubled presses, the panels of others, ids that nobody was given, and melds that have changed since, at a
//! table of Kaluki.

use istaka::rules::card::Card;
use serde_json::json;

use crate::house::Evening;
use crate::message::{Message, Outcome};
use crate::people::Person;
use crate::play_kaluki::{hand, rigged};
use crate::play101::assert_tells;

const HAND: &str = "hQ cQ sQ h3 h4 h5 s7 s8 d2 c9";
/// The signs of cards in sentences.
const CARD_SIGNS: [&str; 5] = ["♥", "♦", "♣", "♠", "🃏"];

async fn table_of_two(evening: &mut Evening, hands: [&str; 2], stock: &str) -> [Person; 2] {
    let options = json!({"rules": "match_mode=single_deal"});
    rigged(evening, ["Ayşe", "Ben"], options, hands, ("cA", stock)).await
}

/// The state that others see.
async fn told(person: &Person) -> String {
    person.board().await.content().to_owned()
}

fn is_late(answer: &Message) -> bool {
    answer.content().contains("out of date")
}

/// Of presses that came at the same moment one was done, and the others were late.
fn one_was_done(answers: &[Outcome]) {
    let late = answers.iter().filter(|answer| is_late(&answer.message()));
    assert_eq!(late.count(), answers.len() - 1, "{answers:#?}");
}

/// Presses this button several times at the same moment; the first answer that was not late.
async fn hammers(person: &Person, panel: &Message, id: &str) -> Message {
    let presses = (0..4).map(|_| person.forges(panel, id));
    let answers = futures::future::join_all(presses).await;
    one_was_done(&answers);
    let mut done = answers.iter().map(Outcome::message);
    let done = done.find(|answer| !is_late(answer));
    done.expect("one was done")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doubled_presses_are_done_once() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, [HAND, "c2"], "s10 c4").await;
    let panel = ayse.waits_to("draw").await;
    let draw = panel.can("draw").expect("Draw");
    let drawn = hammers(ayse, &panel, &draw.id).await;
    assert_eq!(hand(&drawn).len(), 14, "{drawn:?}");
    let page = ayse.presses_label(&drawn, "Open 42").await;
    let lay = page.can("lay").expect("Open");
    let opened = hammers(ayse, &page, &lay.id).await;
    assert_eq!(hand(&opened).len(), 8, "{opened:?}");
    let card = opened.can("discard").expect("a card");
    let waiting = hammers(ayse, &opened, &card.id).await;
    assert_eq!(hand(&waiting).len(), 7, "{waiting:?}");
    let panel = ben.waits_to("draw").await;
    assert_eq!(hand(&panel).len(), 13, "{panel:?}");
    let board = told(ben).await;
    assert_eq!(board.matches("opened with 42").count(), 1, "{board}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_panel_of_cards_does_nothing_and_shows_the_new_one() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, [HAND, "c2"], "s10 c4").await;
    let first = ayse.waits_to("draw").await;
    let panel = ayse.presses_the(&first, "draw").await.message();
    let preview = ayse.presses_label(&panel, "Open 42").await;
    let back = ayse.presses_the(&preview, "rack").await.message();
    let page = ayse.presses_label(&back, "Compose").await;
    let page = ayse.picks(&page, "hQ cQ sQ").await;
    let back = ayse.presses_the(&page, "rack").await.message();
    let now = ayse.discards_card(&back, "c9").await;
    assert_eq!(hand(&now).len(), 13, "{now:?}");
    ben.waits_to("draw").await;
    let before = told(ben).await;

    let mut tried = 0;
    for button in [&first, &panel, &preview, &page]
        .iter()
        .flat_map(|old| old.enabled())
    {
        // What shows how things stand is right at any time.
        if ["more", "text", "score", "plan", "rack", "hint", "desk"].contains(&button.verb()) {
            continue;
        }
        let answer = ayse.forges(&now, &button.id).await.message();
        assert!(is_late(&answer), "{button:?}: {answer:?}");
        assert_eq!(answer.enabled(), now.enabled(), "{button:?}: {answer:?}");
        tried += 1;
    }
    assert!(tried > 30, "{tried}");
    assert_eq!(told(ben).await, before);
    evening.ends().await;
}

/// What a modified client may send, behind `1:TABLE:REVISION:`. Nobody at the table holds a joker or an ace of spades.
fn mangled() -> Vec<String> {
    let mut ids: Vec<String> = [
        "take:",
        "take:R5",
        "take:Jk",
        "take:sA",
        "return:",
        "return:h3",
        "discard:",
        "discard:h9",
        "discard:0.Jk",
        "discard:13.sA",
        "discard:255.sA",
        "discard:256.sA",
        "discard:-1.sA",
        "discard:0.R14",
        "surely:0.Jk",
        "surely:0.💥",
        "build:",
        "build:0.high.sA",
        "build:1.high.sA",
        "build:1.set.Jk",
        "build:1.side.sA",
        "build:255.low.Jk=h6",
        "build:256.low.sA",
        "lay:",
        "lay:zz",
        "lay:💥",
        "throw:000",
        "throw:000.0.R5",
        "throw-surely:11100000000000-s.0.Jk",
        "all:1",
        "out:",
        "out:0.Jk",
        "out:3.sA",
        "out-surely:0.Jk",
        "out-surely:99.sA",
        "announce:",
        "announce:3",
        "silent:",
        "buyin:",
        "buyin:99999",
        "decline:",
        "leaving:",
        "builds:0",
        "builds:255",
        "builds:256",
        "jokers:0",
        "jokers:255",
        "compose",
        "compose:0x",
        "preview:\u{202e}",
        "DRAW:",
        "meld:all",
        "",
        ":",
    ]
    .map(str::to_owned)
    .to_vec();
    let drafts = [
        ("0", ""),
        ("f", ""),
        ("1", "-s"),
        ("1", "-2"),
        ("1", "-a"),
        ("1", "-b1h"),
        ("1", "-g1"),
        ("b", ""),
    ];
    for verb in ["compose", "preview", "lay", "where"] {
        let page = if verb == "where" { ".255" } else { "" };
        for ((mark, group), cards) in drafts
            .iter()
            .flat_map(|draft| [1, 13, 14, 15].map(|cards| (draft, cards)))
        {
            ids.push(format!("{verb}:{}{group}{page}", mark.repeat(cards)));
        }
    }
    ids
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_cards_do_nothing_and_tell_strangers_nothing() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, [HAND, "c2"], "s10 c4").await;
    let eve = &evening.person("Eve").await;
    let panel = ayse.gets_a_card().await;
    let first = panel.buttons()[0].clone();
    let waiting = ben.panel().await.expect("a panel");
    let before = told(eve).await;
    let board = eve.board().await;
    for wanted in mangled() {
        let id = format!("1:{}:{}:{wanted}", first.table(), first.revision());
        if id.chars().count() > 100 {
            continue;
        }
        let answer = ayse.forges(&panel, &id).await.message();
        assert!(
            answer.is_private() && !answer.content().is_empty(),
            "{id}: {answer:?}"
        );
        assert!(
            !answer.content().contains("You are open"),
            "{id}: {answer:?}"
        );
        // Whoever is not to act composes with their own cards at most.
        let answer = ben.forges(&board, &id).await.message();
        assert!(
            answer.is_private() && !answer.content().is_empty(),
            "{id}: {answer:?}"
        );
        assert!(!answer.alt().contains("14 cards"), "{id}: {}", answer.alt());
        sees_no_card(eve, &board, &id).await;
    }
    assert_eq!(told(eve).await, before);
    let now = ayse.shows_rack().await;
    assert_eq!(now.enabled(), panel.enabled(), "{now:?}");
    assert_eq!(hand(&ben.shows_rack().await), hand(&waiting));
    // And the opening is still there.
    let page = ayse.presses_label(&now, "Open 42").await;
    assert!(page.can("lay").is_some(), "{page:?}");
    evening.ends().await;
}

/// Somebody without a seat gets a sentence for this id, and no card.
async fn sees_no_card(stranger: &Person, board: &Message, id: &str) {
    let answer = stranger.forges(board, id).await.message();
    assert!(
        answer.is_private() && !answer.has_picture(),
        "{id}: {answer:?}"
    );
    assert!(answer.buttons().is_empty(), "{id}: {answer:?}");
    let sign = CARD_SIGNS
        .iter()
        .find(|sign| answer.content().contains(**sign));
    assert_eq!(sign, None, "{id}: {answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cards_of_one_player_are_no_cards_for_another() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, [HAND, "c2"], "s10 c4").await;
    let eve = &evening.person("Eve").await;
    let panel = ayse.gets_a_card().await;
    let page = ayse.presses_label(&panel, "Compose").await;
    let page = ayse.picks(&page, "hQ cQ sQ").await;
    let more = ayse.shows_rack().await;
    let more = ayse.presses_label(&more, "More").await;
    let own = hand(&ben.panel().await.expect("a panel"));
    let board = ben.board().await;
    let before = told(eve).await;
    assert!(panel.alt().contains("14 cards"), "{}", panel.alt());
    for button in [&panel, &page, &more]
        .iter()
        .flat_map(|shown| shown.enabled())
    {
        let answer = ben.forges(&board, &button.id).await.message();
        assert!(answer.is_private(), "{button:?}: {answer:?}");
        // Their own cards at most: 14 of them are never theirs.
        assert!(
            !answer.alt().contains("14 cards"),
            "{button:?}: {}",
            answer.alt()
        );
        sees_no_card(eve, &board, &button.id).await;
    }
    assert_eq!(hand(&ben.shows_rack().await), own);
    assert_eq!(told(eve).await, before);
    let panel = ayse.shows_rack().await;
    assert_eq!(hand(&panel).len(), 14, "{panel:?}");
    evening.ends().await;
}

/// Where this card stands in a hand in the order of the rules, as a composition marks it.
fn marked(panel: &Message, card: &str) -> String {
    let mut cards = hand(panel);
    cards.sort_unstable();
    let card: Card = card.parse().expect("a card");
    let place = cards
        .iter()
        .position(|held| *held == card)
        .expect("it is held");
    let mark = |at: usize| if at == place { '1' } else { '0' };
    (0..cards.len()).map(mark).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_addition_to_a_meld_that_has_changed_since_is_not_made() {
    let mut evening = Evening::begins().await;
    let hands = ["s7 s8 s9 hQ cQ dQ s10 sJ", "hK dK cK d4 d5 d6 s10"];
    let [ayse, ben] = &table_of_two(&mut evening, hands, "c2 h2 c4").await;
    ayse.gets_a_card().await;
    let panel = ayse.plays("open s7 s8 s9 / hQ cQ dQ").await.message();
    let hers = panel.can("build").expect("the 10 fits");
    ayse.discards_card(&panel, "c2").await;

    ben.gets_a_card().await;
    let panel = ben.plays("open hK dK cK / d4 d5 d6").await.message();
    let mut builds = panel.enabled().into_iter();
    let his = builds.find(|button| button.id.ends_with("build:1.high.s10"));
    let his = his.unwrap_or_else(|| panic!("no 10 for meld 1: {panel:?}"));
    let built = ben.presses(&panel, &his).await.message();
    let again = ben.forges(&built, &his.id).await.message();
    assert!(is_late(&again), "{again:?}");
    assert_eq!(hand(&again).len(), 7, "{again:?}");
    ben.discards_card(&again, "h2").await;

    // Hers from the turn before is late, and one of now does not fit any more.
    let panel = ayse.gets_a_card().await;
    let late = ayse.forges(&panel, &hers.id).await.message();
    assert!(is_late(&late), "{late:?}");
    let now = format!("1:{}:{}", hers.table(), panel.buttons()[0].revision());
    let before = told(ben).await;
    let refused = ayse
        .forges(&panel, &format!("{now}:build:1.high.s10"))
        .await
        .message();
    assert_tells(
        &refused,
        &["Nothing was laid: the cards of a run must be in a row"],
    );
    let refused = ayse.plays("build 1 s10").await.message();
    assert_tells(
        &refused,
        &["Nothing was laid: the cards of a run must be in a row"],
    );
    let panel = ayse.shows_rack().await;
    let draft = format!("{}-b1h", marked(&panel, "s10"));
    let page = ayse
        .forges(&panel, &format!("{now}:compose:{draft}"))
        .await
        .message();
    assert_tells(&page, &["that no longer works"]);
    let nothing = ayse
        .forges(&panel, &format!("{now}:lay:{draft}"))
        .await
        .message();
    assert_eq!(hand(&nothing).len(), 8, "{nothing:?}");
    for meld in ["0.high", "9.high", "255.low", "2.set"] {
        let refused = ayse
            .forges(&panel, &format!("{now}:build:{meld}.sJ"))
            .await
            .message();
        assert!(
            refused.is_private() && !refused.content().is_empty(),
            "{meld}: {refused:?}"
        );
    }
    assert_eq!(told(ben).await, before);
    // The jack fits where the 10 lies now.
    let panel = ayse.shows_rack().await;
    let built = ayse
        .presses_about(&panel, "build", "♠\u{fe0e}J → meld 1")
        .await;
    assert_eq!(hand(&built).len(), 7, "{built:?}");
    evening.ends().await;
}
