//! Everything that Kaluki says no to gets a sentence with the facts, and changes nothing: every code of the written rules is
//! reached here by typing, in deals that are rigged for it.

use std::collections::BTreeSet;

use istaka::rules::card::Card;
use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::play_kaluki::{hand, rigged};
use crate::rig::put_pack;

/// The code of the rules, empty where they have none; what is typed; and a part of the sentence.
pub type Case = (&'static str, &'static str, &'static str);

const NO_CARD_YET: [Case; 6] = [
    (
        "E_PHASE",
        "discard h3",
        "First draw from the stock, or take the top discard",
    ),
    (
        "E_PHASE",
        "open hQ cQ sQ",
        "First draw from the stock, or take the top discard",
    ),
    (
        "E_PHASE",
        "put back",
        "First draw from the stock, or take the top discard",
    ),
    ("E_PHASE", "announce", "There is nothing to announce now"),
    ("E_PHASE", "buy in", "You can't buy in now"),
    ("E_PHASE", "decline", "You can't buy in now"),
];

const OUT_OF_TURN: [Case; 5] = [
    ("E_PHASE", "draw", "It's not your turn"),
    ("E_PHASE", "take", "It's not your turn"),
    ("E_PHASE", "open dK cK sK hK", "It's not your turn"),
    ("E_PHASE", "discard dK", "It's not your turn"),
    ("E_PHASE", "silent", "It's not your turn"),
];

const NOT_OPEN: [Case; 18] = [
    (
        "E_PHASE",
        "draw",
        "You already have your card for this turn",
    ),
    (
        "E_PHASE",
        "take",
        "You already have your card for this turn",
    ),
    ("E_PHASE", "put back", "There is nothing to put back"),
    ("E_NOT_HELD", "discard sK", "left in your hand for that"),
    ("E_NOT_HELD", "open hQ hQ sQ", "left in your hand for that"),
    ("E_SIZE", "open hQ cQ", "2 cards are too few"),
    ("E_SIZE", "open s2", "a single card is not a meld"),
    ("E_SIZE", "open set hQ cQ sQ Jk Jk", "5 cards are too many"),
    (
        "E_RANK_MIX",
        "open set hQ cQ h3",
        "the cards of a set must share one rank",
    ),
    (
        "E_SUIT_DUP",
        "open set d4 d4 c4",
        "a set can't have a suit twice",
    ),
    (
        "E_JOKER_UNDECLARED",
        "open h3 h4 Jk",
        "it isn't clear which card the joker stands for",
    ),
    (
        "E_SUIT_MIX",
        "open run h3 c4 h5",
        "the cards of a run must share one suit",
    ),
    (
        "E_SEQUENCE",
        "open run h3 h5 hQ",
        "be in a row without a gap",
    ),
    (
        "E_SEQUENCE",
        "open hQ cQ sQ / h3 Jk=h9 h5",
        "number 2 of what you named doesn't work",
    ),
    (
        "E_MIN",
        "open h3 h4 h5",
        "these melds are worth 12, 28 short of the 40",
    ),
    (
        "E_NOT_OPEN",
        "meld h3 h4 h5",
        "first lay melds of your own worth 40 points",
    ),
    ("E_NOT_OPEN", "build 1 h3", "You are not open yet"),
    (
        "E_NOT_OPEN",
        "exchange 1: h3 -> meld d4 c4 Jk",
        "You are not open yet",
    ),
];

/// On the table: 1 four queens, 2 ♥3 to ♥5, 3 three fours with a joker. In the hand: a joker, ♦4, ♠2, ♥7.
const OPEN: [Case; 20] = [
    (
        "E_ALREADY_OPEN",
        "open d4 s2 h7",
        "You are already open in this deal",
    ),
    (
        "E_SET_FULL",
        "build 1 Jk",
        "that set would have more than four cards",
    ),
    ("E_SUIT_DUP", "build 3 d4", "a set can't have a suit twice"),
    (
        "E_RANK_MIX",
        "build 3 s2",
        "the cards of a set must share one rank",
    ),
    ("E_SEQUENCE", "build 2 h7 high", "be in a row without a gap"),
    (
        "E_SUIT_MIX",
        "build 2 s2 low",
        "the cards of a run must share one suit",
    ),
    // A joker that does not fit.
    ("E_SEQUENCE", "build 2 Jk=h9", "be in a row without a gap"),
    (
        "E_SUIT_MIX",
        "build 2 Jk=s6",
        "the cards of a run must share one suit",
    ),
    (
        "E_JOKER_UNDECLARED",
        "build 2 Jk",
        "it isn't clear which card the joker stands for",
    ),
    ("E_SIZE", "meld d4 Jk", "2 cards are too few"),
    (
        "E_END_LIMIT",
        "build 2 Jk=h6 h7 high",
        "only 1 card per turn may be added",
    ),
    (
        "E_CLOSED_SET",
        "exchange 1: d4 -> build 2 Jk=h6",
        "jokers in a set of four stay there",
    ),
    (
        "E_NO_JOKER",
        "exchange 2: d4 -> build 2 Jk=h6",
        "that meld has no joker",
    ),
    (
        "E_NEED_TWO",
        "exchange 3: d4 -> build 2 Jk=h6",
        "freed by 2 cards of the suits that are missing, and you gave 1",
    ),
    (
        "E_WRONG_CARD",
        "exchange 3: d4 Jk -> build 2 Jk=h6",
        "no joker there stands for that card",
    ),
    (
        "E_RANK_MIX",
        "exchange 3: s2 h7 -> build 2 Jk=h6",
        "the cards of a set must share one rank",
    ),
    (
        "E_NOT_HELD",
        "exchange 3: s4 h4 -> build 2 Jk=h6",
        "left in your hand for that",
    ),
    (
        "",
        "build 9 d4",
        "There is no meld 9 on the table: they are numbered 1 to 3",
    ),
    ("", "exchange 9: d4", "There is no meld 9 on the table"),
    ("", "build 3 hats", "That isn't a move I know"),
];

/// The next player is open and holds ♠4 and ♥4, which free the joker of meld 3.
const EXCHANGING: [Case; 3] = [
    (
        "E_JOKER_UNUSED",
        "exchange 3: s4 h4",
        "a freed joker must be laid at once",
    ),
    (
        "E_SET_FULL",
        "exchange 3: s4 h4 -> build 3 Jk",
        "that set would have more than four cards",
    ),
    (
        "E_JOKER_UNDECLARED",
        "exchange 3: s4 h4 -> meld c8 c9 Jk",
        "it isn't clear which card the joker stands for",
    ),
];

const TAKEN_FREELY: [Case; 2] = [
    (
        "E_RETURN_TAKEN",
        "discard c8",
        "so you can't discard it this turn",
    ),
    ("E_PHASE", "put back", "There is nothing to put back"),
];

const LOCKED: [Case; 2] = [
    (
        "E_TAKE_LOCKED",
        "take",
        "you are not open yet, and it doesn't let you open with 40 points",
    ),
    // What was just refused is not advised.
    ("E_PHASE", "discard d5", "First draw from the stock."),
];

const NOTHING_OPENS: [Case; 1] = [(
    "E_SIZE",
    "open best",
    "You haven't put together any cards that could be laid",
)];

const TAKEN_TO_OPEN: [Case; 5] = [
    (
        "E_MUST_OPEN",
        "discard s6",
        "open with it, or put it back. Then you can discard",
    ),
    (
        "E_MUST_OPEN",
        "discard d5",
        "open with it, or put it back. Then you can discard",
    ),
    (
        "E_TAKEN_NOT_USED",
        "open hK cK sK dK",
        "the first thing you lay must include it",
    ),
    (
        "E_MIN",
        "open d2 d3 d4 d5",
        "these melds are worth 14, 26 short of the 40",
    ),
    (
        "E_PHASE",
        "draw",
        "You already have your card for this turn",
    ),
];

const TAKEN_TO_LAY: [Case; 2] = [
    (
        "E_TAKEN_NOT_USED",
        "meld d2 d3 d4",
        "the first thing you lay must include it",
    ),
    (
        "E_TAKEN_NOT_USED",
        "discard d2",
        "the first thing you lay must include it",
    ),
];

const JOKERS_ALONE: [Case; 1] = [(
    "E_NO_NATURAL",
    "open set Jk Jk Jk",
    "these are all jokers, and a meld needs at least one other card",
)];

pub const TOO_MUCH: [Case; 1] = [(
    "E_KEEP_ONE",
    "open hQ cQ sQ dQ / h3 h4 h5 / s7 s8 s9 / d2 d3 d4 d5",
    "one card must stay in your hand, because every turn ends with a discard",
)];

pub const MISSED: [Case; 1] = [(
    "E_BLOCKED",
    "meld d2 d3 d4",
    "you can't call up this turn: a card must stay in your hand after your discard",
)];

/// Every list above; each is tried in an evening of this file or the next.
const ALL: [&[Case]; 13] = [
    &NO_CARD_YET,
    &OUT_OF_TURN,
    &NOT_OPEN,
    &OPEN,
    &EXCHANGING,
    &TAKEN_FREELY,
    &LOCKED,
    &NOTHING_OPENS,
    &TAKEN_TO_OPEN,
    &TAKEN_TO_LAY,
    &JOKERS_ALONE,
    &TOO_MUCH,
    &MISSED,
];

/// The codes that stand in a text.
pub fn codes(text: &str) -> BTreeSet<&str> {
    let is_other = |letter: char| !(letter.is_ascii_uppercase() || letter == '_');
    let words = text.split(is_other);
    words.filter(|word| word.starts_with("E_")).collect()
}

#[test]
fn every_code_of_the_rules_is_tried() {
    let tried: BTreeSet<&str> = ALL.iter().copied().flatten().map(|case| case.0).collect();
    for source in [
        include_str!("../../docs/rules/kaluki.md"),
        include_str!("../../src/rules/kaluki/refusal.rs"),
        include_str!("../../src/rules/kaluki/meld.rs"),
    ] {
        let known = codes(source);
        assert!(known.len() > 10, "they are no longer found: {known:?}");
        let missing: Vec<&&str> = known.difference(&tried).collect();
        assert!(missing.is_empty(), "never tried: {missing:?}");
    }
}

/// Each of these typed moves is answered so, with the panel as it was: cards, buttons and the revision in their ids; and
/// the others see nothing of it.
pub async fn refuses(person: &Person, other: &Person, cases: &[Case]) {
    let before = person.shows_rack().await;
    let board = other.board().await;
    for (code, typed, expected) in cases {
        let answer = person.plays(typed).await.message();
        assert!(answer.is_private(), "{typed}: {answer:?}");
        let is_told = answer.content().contains(expected);
        assert!(is_told, "{code} {typed}, {expected}: {answer:?}");
        assert!(!answer.content().contains("E_"), "{typed}: {answer:?}");
        assert_eq!(answer.enabled(), before.enabled(), "{typed}: {answer:?}");
        assert_eq!(answer.alt(), before.alt(), "{typed}");
    }
    let now = other.board().await;
    assert_eq!(now.content(), board.content(), "{cases:?}");
    assert_eq!(now.alt(), board.alt(), "{cases:?}");
}

async fn table_of_two(
    evening: &mut Evening,
    rules: &str,
    hands: [&str; 2],
    lies: (&str, &str),
) -> [Person; 2] {
    let options = json!({"rules": format!("match_mode=single_deal {rules}")});
    rigged(evening, ["Ayşe", "Ben"], options, hands, lies).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn melds_that_are_none_are_refused_with_the_reason() {
    let mut evening = Evening::begins().await;
    let hands = [
        "hQ cQ sQ dQ h3 h4 h5 d4 d4 c4 s2 Jk Jk",
        "dK cK sK hK s4 h4 c8 c9",
    ];
    let rules = "build_end_limit=1";
    let [ayse, ben] = &table_of_two(&mut evening, rules, hands, ("d9", "h7 dJ")).await;
    refuses(ayse, ben, &NO_CARD_YET).await;
    refuses(ben, ayse, &OUT_OF_TURN).await;
    ayse.plays("draw").await;
    refuses(ayse, ben, &NOT_OPEN).await;
    ayse.plays("open hQ cQ sQ dQ / h3 h4 h5 / d4 c4 Jk").await;
    assert_eq!(hand(&ayse.shows_rack().await).len(), 4);
    refuses(ayse, ben, &OPEN).await;
    // A modified client presses for a joker that does not fit, and for a meld that is not there.
    let panel = ayse.shows_rack().await;
    let button = &panel.buttons()[0];
    for forged in [
        "build:2.high.Jk=h9",
        "build:2.low.Jk=s2",
        "build:0.set.d4",
        "build:9.set.d4",
    ] {
        let id = format!("1:{}:{}:{forged}", button.table(), button.revision());
        let told = ayse.forges(&panel, &id).await.message();
        assert_eq!(hand(&told), hand(&panel), "{forged}: {told:?}");
        assert_ne!(told.content(), panel.content(), "{forged}: nothing is said");
    }

    ayse.plays("discard s2").await;
    ben.plays("draw").await;
    ben.plays("open dK cK sK hK").await;
    refuses(ben, ayse, &EXCHANGING).await;
    let done = ben.plays("exchange 3: s4 h4 -> meld c8 c9 Jk=c10").await;
    assert_eq!(hand(&done.message()).len(), 6, "{done:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_taken_discard_must_be_used_as_the_table_says() {
    let mut evening = Evening::begins().await;
    let hands = ["hK cK sK dK d2 d3 d4 s9 s6 h7 c5 c10 hJ", "d5 d5"];
    let rules = "discard_after_open=must_use";
    let [ayse, ben] = &table_of_two(&mut evening, rules, hands, ("c8", "s2 s3 h2")).await;
    ayse.plays("take").await;
    refuses(ayse, ben, &TAKEN_FREELY).await;
    ayse.plays("discard s9").await;
    refuses(ben, ayse, &LOCKED).await;
    ben.plays("draw").await;
    refuses(ben, ayse, &NOTHING_OPENS).await;
    ben.plays("discard d5").await;
    ayse.plays("take").await;
    refuses(ayse, ben, &TAKEN_TO_OPEN).await;
    ayse.plays("put back").await;
    ayse.plays("draw").await;
    ayse.plays("open hK cK sK dK").await;
    ayse.plays("discard s6").await;
    ben.plays("draw").await;
    ben.plays("discard d5").await;
    ayse.plays("take").await;
    refuses(ayse, ben, &TAKEN_TO_LAY).await;
    let laid = ayse.plays("meld d2 d3 d4 d5").await.message();
    assert_eq!(hand(&laid).len(), 6, "{laid:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jokers_alone_are_no_meld() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "rules": "match_mode=single_deal joker_count=4"});
    sit_down_to("kaluki", &ayse, &[&ben], options).await;
    evening.bot_goes().await;
    let naturals: Vec<Card> = Card::pack(0);
    // Every other card is the first player's.
    let mut pack: Vec<Card> = naturals[..4]
        .iter()
        .flat_map(|card| [Card::Joker, *card])
        .collect();
    pack.extend(&naturals[4..]);
    put_pack(&evening.db(), 1, &pack).await;
    evening.bot_comes().await;
    for person in [&ayse, &ben] {
        person.shows_rack().await;
    }
    let (first, _) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if first.id == ayse.id { &ben } else { &ayse };
    first.plays("draw").await;
    refuses(first, other, &JOKERS_ALONE).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn house_rules_that_make_no_match_open_no_table() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    for (rules, reason) in [
        ("stake_call_up=-1", "-1"),
        ("stake_kaluki=99999999999999999999", "99999999999999999999"),
        ("stake_initial=1001", "only 0 to 1000"),
        ("stake_buy_in=5.5", "5.5"),
        ("stake_buy_in=many", "many"),
        ("initial_min=61", "only 0 to 60"),
        ("penalty_limit=0", "only 1 to 1000"),
        ("joker_penalty=-15", "-15"),
        ("announce_at=4", "only 1 to 3"),
        ("announce=loud", "loud"),
        ("max_buy_ins=21", "only 0 to 20"),
        ("buy_in_min_survivors=1", "only 2 to 5"),
        ("joker_count=3", "can't be `3`"),
        ("match_mode=fixed_deals", "fixed_deals"),
        ("match_mode=fixed_deals:0", "fixed_deals:0"),
        ("match_mode=fixed_deals:101", "fixed_deals:101"),
        ("reshuffles_max=21", "only 0 to 20"),
        ("build_end_limit=14", "only 0 to 13"),
        ("stall_limit=7", "two turns for each of the 4 players"),
        ("stall_limit=-1", "-1"),
        (
            "may_return_taken=true stall_limit=0",
            "two players could pass one card back and forth for ever",
        ),
        ("hats=1", "no house rule called `hats`"),
        ("stake_initial", "can't read `stake_initial`"),
    ] {
        let told = ayse
            .runs("kaluki", json!({"seats": 4, "rules": rules}))
            .await
            .message();
        assert!(told.is_private(), "{rules}: {told:?}");
        assert!(told.content().contains(reason), "{rules}: {told:?}");
    }
    for seats in [0, 1, 6] {
        let refused = ayse.tries("kaluki", json!({"seats": seats})).await;
        let opened = refused.is_ok_and(|outcome| !outcome.message().is_private());
        assert!(!opened, "{seats} seats");
    }
    let nothing = ayse.runs("table show", json!({})).await.says();
    assert!(nothing.contains("no table here"), "{nothing}");
    evening.ends().await;
}
