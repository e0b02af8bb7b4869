//! Rigged deals of Kaluki and what is said of them: every refusal of the rules reached by typed moves, and boards.

mod board;
mod composing;
mod ends;
mod laying;
mod panel;
mod plan;
mod taking;
mod typed;

use super::typed::read;
use super::{KalukiFace, refusal};
use crate::computers::kaluki::Reason;
use crate::discord::pages::kit::face::Face;
use crate::discord::speech::words::Words;
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::{Action, Composed, Event, Kaluki, Kind, Meld, Options, Refusal, deal};
use crate::rules::{Chance, Game, Refused, Seat, Viewer};

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

pub(super) fn options(text: &str) -> Options {
    let mut options = Options::default();
    for (name, value) in text
        .split_whitespace()
        .filter_map(|part| part.split_once('='))
    {
        options.set(name, value).expect("a value");
    }
    options
}

/// Reads `S: hQ cQ sQ`.
fn composed(text: &str) -> Composed {
    let (kind, list) = text.trim().split_once(':').expect("a kind and cards");
    let kind = if kind == "S" { Kind::Set } else { Kind::Run };
    Composed::new(kind, Placed::read_all(list).expect("cards"))
}

/// A deal with some cards in chosen places: `0: cards` seat 0 holds these among others, `pile: card`, `stock: cards`,
/// `open 1: melds` seat 1 is open and these lie on the table. Seat 0 begins.
fn rigged(options: &Options, seats: usize, setup: &str) -> Kaluki {
    let size = Card::pack(options.joker_count.number()).len();
    let spread = deal::spread(options, seats, size);
    let mut pack: Vec<Option<Card>> = vec![None; size];
    let mut hands: Vec<Vec<Card>> = vec![Vec::new(); seats];
    let mut openings: Vec<(usize, Vec<Composed>)> = Vec::new();
    for (what, held) in setup.split(';').filter_map(|part| part.split_once(':')) {
        match what.trim().split_once(' ') {
            Some(("open", who)) => {
                let melds: Vec<Composed> = held.split('/').map(composed).collect();
                let who: usize = who.parse().expect("a seat");
                let cards = melds.iter().flat_map(|meld| &meld.cards);
                hands[who].extend(cards.map(|placed| placed.card()));
                openings.push((who, melds));
            }
            _ => {
                let cards = Card::read_all(held).expect("cards");
                match what.trim() {
                    "pile" => pack[spread.upcard.expect("a first discard")] = Some(cards[0]),
                    "stock" => {
                        for (place, card) in spread.stock.iter().zip(cards) {
                            pack[*place] = Some(card);
                        }
                    }
                    who => hands[who.parse::<usize>().expect("a seat")].extend(cards),
                }
            }
        }
    }
    for (who, hand) in hands.iter().enumerate() {
        assert!(hand.len() <= deal::HAND, "seat {who} holds too many");
        for (place, card) in spread.hands[who].iter().zip(hand) {
            pack[*place] = Some(*card);
        }
    }
    let mut game = Kaluki::new(options, seats);
    let dealer = seat(seats - 1);
    let pack = filled(pack, options);
    let dealt = Event::Dealt {
        pack,
        cut: 0,
        dealer,
    };
    game.obey(&[dealt]);
    for (who, melds) in openings {
        let melds: Vec<Meld> = melds
            .iter()
            .map(|meld| Meld::compose(meld, options.aces()).expect("a meld"))
            .collect();
        game.obey(&[Event::Opened {
            seat: seat(who),
            points: melds.iter().map(Meld::points).sum(),
            melds,
        }]);
    }
    game
}

/// Fills the free places with the rest of the pack; jokers go to the bottom.
fn filled(pack: Vec<Option<Card>>, options: &Options) -> Vec<Card> {
    let mut rest = Card::pack(options.joker_count.number());
    for card in pack.iter().flatten() {
        let place = rest.iter().position(|other| other == card);
        rest.remove(place.unwrap_or_else(|| panic!("there are not so many {card}")));
    }
    // Not in order, so that no hand is full of runs.
    rest.sort_by_key(|card| (*card == Card::Joker, card.natural().map(|one| one.rank)));
    let mut rest = rest.into_iter();
    let fill = |place: Option<Card>| place.or_else(|| rest.next()).expect("a whole pack");
    pack.into_iter().map(fill).collect()
}

/// Types moves, `0 draw; 0 discard h9`: all but the last must be accepted; what the last one comes to.
fn type_all(game: &mut Kaluki, moves: &str) -> Result<(), Refused<Refusal>> {
    let mut moves = moves.split(';').map(str::trim).peekable();
    while let Some(typed) = moves.next() {
        let (who, text) = typed.split_once(' ').expect("a seat and a move");
        let who = seat(who.parse().expect("a seat"));
        let view = game.view(Viewer::Seat(who));
        let action = if text == "discard any" {
            game.at_zero(who)
        } else {
            read(text, &game.actions(who), Some(&view)).unwrap_or_else(|| panic!("{text}"))
        };
        let answer = game.act(who, &action, &Chance::from_seed(1));
        if moves.peek().is_none() {
            return answer.map(|_| ());
        }
        assert!(answer.is_ok(), "{typed}: {:?}", answer.err());
    }
    Ok(())
}

/// What is said to whoever made the last of these moves.
fn said(rules: &str, setup: &str, moves: &str) -> (String, String) {
    let options = options(rules);
    let mut game = rigged(&options, 3, setup);
    let english = Words::of("en");
    let last = moves.rsplit(';').next().unwrap_or_default().trim();
    let who = seat(last[..1].parse().expect("a seat"));
    let refused = type_all(&mut game, moves).expect_err(moves);
    let view = game.view(Viewer::Seat(who));
    match refused {
        Refused::GameOver => ("over".to_owned(), String::new()),
        Refused::NotYourTurn { .. } => {
            let said = refusal::not_your_turn(english, &view);
            ("E_PHASE".to_owned(), said.unwrap_or_default())
        }
        Refused::Rules(refusal) => {
            let code = refusal.code().unwrap_or("none").to_owned();
            (code, KalukiFace::refusal(english, &refusal, Some(&view)))
        }
    }
}

const OPEN: &str = "open 0: S: hQ cQ sQ / R: h3 h4 h5";
/// Seat 0 has laid all but two cards, which fit, and the first discard fits nothing.
const TAKES_AND_LAYS: &str =
    "open 0: R: h2 h3 h4 h5 h6 h7 h8 / S: s10 d10 c10 h10; 0: h9 h10; pile: sK";

/// Every error code of the written rules by a typed move on a real state, with a fact that the sentence tells.
#[test]
fn every_refusal_of_the_rules_is_reached_by_typing_and_says_why() {
    let quick = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: hJ cK";
    let rows = [
        (
            "",
            "0: c2",
            "0 discard c2",
            "E_PHASE",
            "First draw from the stock, or take the top discard.",
        ),
        (
            "",
            "0: h2; 1: s4 h4 d6 c8 s9 hJ dK c2 d3 s6 h9 cA h5; pile: d9",
            "0 draw; 0 discard h2; 1 discard s4",
            "E_PHASE",
            "First draw from the stock.",
        ),
        ("", "0: c2", "0 draw; 0 draw", "E_PHASE", "discard one card"),
        (
            "",
            "0: c2",
            "0 draw; 0 put back",
            "E_PHASE",
            "nothing to put back",
        ),
        ("", "0: c2", "0 announce", "E_PHASE", "nothing to announce"),
        ("", "0: c2", "0 buy in", "E_PHASE", "can't buy in now"),
        (
            "",
            "1: sA sA",
            "0 draw; 0 discard sA",
            "E_NOT_HELD",
            "♠\u{fe0e}A",
        ),
        (
            "",
            "0: h2; 1: s4 h4 d6 c8 s9 hJ dK c2 d3 s6 h9 cA h5; pile: d9",
            "0 draw; 0 discard h2; 1 take",
            "E_TAKE_LOCKED",
            "♥️2",
        ),
        (
            "first_upcard=false",
            "0: h2",
            "0 take",
            "E_TAKE_LOCKED",
            "no discard",
        ),
        (
            "discard_before_open=never",
            "0: sQ; 1: hQ cQ h3 h4 h5",
            "0 draw; 0 discard sQ; 1 take",
            "E_TAKE_LOCKED",
            "until you are open",
        ),
        ("", "0: h2 h3", "0 draw; 0 open h2 h3", "E_SIZE", "2 cards"),
        ("", "0: h2 h3", "0 draw; 0 open best", "E_SIZE", "any cards"),
        (
            "joker_count=4",
            "0: Jk Jk Jk",
            "0 draw; 0 open Jk Jk Jk",
            "E_NO_NATURAL",
            "all jokers",
        ),
        (
            "",
            "0: h8 d8 s9",
            "0 draw; 0 open h8 d8 s9",
            "E_RANK_MIX",
            "one rank",
        ),
        (
            "",
            "0: d4 d4 c4",
            "0 draw; 0 open d4 d4 c4",
            "E_SUIT_DUP",
            "a suit twice",
        ),
        (
            "",
            "0: h5 h6 Jk",
            "0 draw; 0 open h5 h6 Jk",
            "E_JOKER_UNDECLARED",
            "Jk=h6",
        ),
        (
            "",
            "0: d10 cJ dQ",
            "0 draw; 0 open d10 cJ dQ",
            "E_SUIT_MIX",
            "one suit",
        ),
        (
            "",
            "0: d10 dJ dK",
            "0 draw; 0 open d10 dJ dK",
            "E_SEQUENCE",
            "without a gap",
        ),
        (
            "",
            "0: hK dK sK d4 d4 c4",
            "0 draw; 0 open hK dK sK / d4 d4 c4",
            "E_SUIT_DUP",
            "number 2",
        ),
        (
            "",
            "0: h9 d9 s9",
            "0 draw; 0 open h9 d9 s9",
            "E_MIN",
            "27, 13 short of the 40",
        ),
        (
            "",
            OPEN,
            "0 draw; 0 open hQ cQ sQ",
            "E_ALREADY_OPEN",
            "already open",
        ),
        (
            "",
            "0: sQ; 1: hQ cQ h3 h4 h5 dK cK hK d10 c10",
            "0 draw; 0 discard sQ; 1 take; 1 open dK cK hK / h3 h4 h5",
            "E_TAKEN_NOT_USED",
            "♠\u{fe0e}Q",
        ),
        (
            "discard_after_open=must_use",
            "open 1: S: hQ cQ sQ / R: h3 h4 h5; 0: h6; 1: d7 d8 d9",
            "0 draw; 0 discard h6; 1 take; 1 meld d7 d8 d9",
            "E_TAKEN_NOT_USED",
            "the first thing you lay must include it",
        ),
        (
            "discard_after_open=must_meld",
            "open 1: S: hQ cQ sQ / R: h3 h4 h5; 0: h6",
            "0 draw; 0 discard h6; 1 take; 1 build 2 h6",
            "E_TAKEN_NOT_USED",
            "must be a new meld with it",
        ),
        (
            "",
            "0: sQ; 1: hQ cQ h3 h4 h5 d7",
            "0 draw; 0 discard sQ; 1 take; 1 discard d7",
            "E_MUST_OPEN",
            "put it back",
        ),
        (
            "",
            "0: hQ cQ sQ",
            "0 draw; 0 meld hQ cQ sQ",
            "E_NOT_OPEN",
            "40 points",
        ),
        (
            "",
            "open 1: S: hQ cQ sQ / R: h3 h4 h5; 0: dQ",
            "0 draw; 0 build 1 dQ",
            "E_NOT_OPEN",
            "not open yet",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ dQ; 0: dQ",
            "0 draw; 0 build 1 dQ",
            "E_SET_FULL",
            "four cards",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: h3 h4 h5; 0: h6 h7 h8",
            "0 draw; 0 build 2 h6 h7 h8",
            "E_END_LIMIT",
            "2 cards",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: h3 h4 h5; 0: Jk",
            "0 draw; 0 build 2 Jk",
            "E_JOKER_UNDECLARED",
            "stands for",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: h3 h4 h5; 0: d6",
            "0 draw; 0 build 7 d6",
            "none",
            "1 to 2",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: h3 h4 h5; 0: d4",
            "0 draw; 0 exchange 2: d4",
            "E_NO_JOKER",
            "no joker",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: d5 Jk=d6 d7; 0: d9",
            "0 draw; 0 exchange 2: d9",
            "E_WRONG_CARD",
            "stands for that card",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ Jk; 0: dQ",
            "0 draw; 0 exchange 1: dQ",
            "E_CLOSED_SET",
            "jokers in a set of four stay",
        ),
        (
            "",
            "open 0: S: hQ cQ Jk / R: h3 h4 h5; 0: dQ",
            "0 draw; 0 exchange 1: dQ",
            "E_NEED_TWO",
            "2 cards of the suits that are missing, and you gave 1",
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: d5 Jk=d6 d7; 0: d6",
            "0 draw; 0 exchange 2: d6",
            "E_JOKER_UNUSED",
            "on one already on the table",
        ),
        (
            "joker_reuse=new_meld",
            "open 0: S: hQ cQ sQ / R: d5 Jk=d6 d7; 0: d6",
            "0 draw; 0 exchange 2: d6 -> build 2 Jk=d8",
            "E_JOKER_UNUSED",
            "in a new meld.",
        ),
        (
            "",
            "pile: sK; 0: s2",
            "0 take; 0 discard sK",
            "E_RETURN_TAKEN",
            "♠\u{fe0e}K",
        ),
        (
            "",
            "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ; stock: cK",
            "0 draw; 0 build 1 h10 hJ; 0 build 2 cK",
            "E_RANK_MIX",
            "one rank",
        ),
        (
            "",
            "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ; stock: h10",
            "0 draw; 0 build 2 h10; 0 build 1 h10 hJ",
            "E_KEEP_ONE",
            "one card must stay",
        ),
        (
            "",
            TAKES_AND_LAYS,
            "0 take; 0 build 1 h9 h10",
            "E_KEEP_ONE",
            "every turn ends with a discard and you have only just taken ♠\u{fe0e}K",
        ),
        (
            "call_up_without_discard=true",
            TAKES_AND_LAYS,
            "0 take; 0 build 1 h9 h10",
            "E_KEEP_ONE",
            "so you can't discard it this turn. Lay it as well, or keep another card.",
        ),
        (
            "announce=manual",
            quick,
            "0 draw; 0 discard any; 1 draw",
            "E_PHASE",
            "announce",
        ),
    ];
    let mut reached: Vec<String> = Vec::new();
    for (rules, setup, moves, code, fact) in rows {
        let (found, sentence) = said(rules, setup, moves);
        assert_eq!(found, code, "{setup} | {moves}: {sentence}");
        assert!(sentence.contains(fact), "{moves}: {sentence}");
        assert!(
            sentence.ends_with('.') && !sentence.contains("{"),
            "{sentence}"
        );
        reached.push(found);
    }
    let (blocked, sentence) = blocked();
    assert_eq!(blocked, "E_BLOCKED", "{sentence}");
    assert!(sentence.contains("announce"), "{sentence}");
    reached.push(blocked);
    let missing: Vec<&str> = codes_of_the_rules()
        .into_iter()
        .filter(|code| !reached.iter().any(|reached| reached == code))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn only_the_last_card_can_be_typed_to_call_up() {
    let setup = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ; stock: cK";
    let mut game = rigged(&options(""), 3, setup);
    let typed = |game: &Kaluki, text: &str| {
        let view = game.view(Viewer::Seat(seat(0)));
        read(text, &game.actions(seat(0)), Some(&view))
    };
    assert!(type_all(&mut game, "0 draw").is_ok());
    assert_eq!(typed(&game, "call up cK"), None);
    assert!(typed(&game, "discard cK").is_some());
    assert!(type_all(&mut game, "0 build 1 h10 hJ").is_ok());
    let discard = typed(&game, "discard cK");
    assert!(discard.is_some());
    for text in ["call up cK", "call cK", "CALL UP ♣K"] {
        assert_eq!(typed(&game, text), discard, "{text}");
    }
}

#[test]
fn a_hint_knows_what_an_ace_and_a_joker_go_with() {
    let hand = "0: s2 s3 h5 d7 c9 hJ dK c5 d9 h7 cJ hK d5";
    for (rules, card, keeps, draws) in [
        (
            "ace_low=true",
            "sA",
            "♠A goes with ♠2 and ♠3.",
            "♠A is less use",
        ),
        (
            "",
            "sA",
            "on average, what you could draw is worse for your hand than ♠A.",
            "♠A goes with nothing",
        ),
        ("", "Jk", "🃏 goes well with your cards", "🃏 is less use"),
    ] {
        let game = rigged(&options(rules), 3, hand);
        let view = game.view(Viewer::Seat(seat(0)));
        let card: Card = card.parse().expect("a card");
        let leaves = Some(card);
        for (action, reason, said) in [
            (Action::Take, Reason::TakesToKeep { card }, keeps),
            (Action::Draw, Reason::Draws { leaves }, draws),
        ] {
            let told = KalukiFace::reason(Words::of("en"), &view, &action, &reason);
            let told = told.replace(['\u{fe0e}', '\u{fe0f}'], "");
            assert!(told.starts_with(said), "{rules} {card}: {told}");
        }
    }
}

/// Somebody missed the announcement and would call up.
fn blocked() -> (String, String) {
    said(
        "announce=manual",
        "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10 h10; 0: h10; stock: cQ c9 d9 hJ",
        "0 draw; 0 discard cQ; 0 silent; 1 draw; 1 discard any; 2 draw; 2 discard any; 0 draw; 0 build 1 h10",
    )
}

/// Every code that the written rules name.
fn codes_of_the_rules() -> Vec<&'static str> {
    let book = include_str!("../../../../docs/rules/kaluki.md");
    let is_of_code = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let mut codes: Vec<&str> = book
        .split(|letter| !is_of_code(letter))
        .filter(|word| word.starts_with("E_"))
        .collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
