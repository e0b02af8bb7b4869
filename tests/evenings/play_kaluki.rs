//! Kaluki by presses: a simple player, the pages on which cards are put together, and rigged deals.

use std::path::Path;

use istaka::rules::card::{Card, Suit};
use serde_json::{Value, json};

use crate::house::{Evening, sit_down_to};
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play::{is_over, is_result};
use crate::rig::put_pack;

/// The style of a red button: a discard that gives a joker away.
const GRAVE: u64 = 4;
/// How many cards everybody gets (Kaluki rules 4.3).
const HAND: usize = 13;

/// Whether this is a page of a panel of Kaluki.
pub fn is_of_kaluki(panel: &Message) -> bool {
    let verbs = [
        "more", "score", "compose", "plan", "out", "lay", "build", "buyin",
    ];
    let buttons = panel.buttons();
    buttons.iter().any(|button| verbs.contains(&button.verb()))
}

/// What a simple player presses next: whatever lays cards, then what must be. They buy in, and announce in time.
pub fn choice(panel: &Message) -> Option<Button> {
    let verbs = [
        "announce", "buyin", "all", "out", "plan", "lay", "preview", "build", "builds", "draw",
        "next", "surely",
    ];
    verbs
        .into_iter()
        .find_map(|verb| panel.can(verb))
        .or_else(|| discard(panel))
}

/// The button of the dearest card that is no joker.
pub fn discard(panel: &Message) -> Option<Button> {
    let mut buttons = panel.enabled();
    buttons.retain(|button| button.verb() == "discard");
    let worth = |button: &Button| {
        let natural = named(button).and_then(Card::natural);
        natural.map_or(0, |natural| natural.rank.value())
    };
    buttons
        .into_iter()
        .max_by_key(|button| (button.style != GRAVE, worth(button)))
}

/// The card that the id of a button names.
pub fn named(button: &Button) -> Option<Card> {
    let argument = button.argument();
    let text = argument.rsplit_once('.').map_or(argument, |(_, card)| card);
    text.parse().ok()
}

/// The card that a button shows on a page where its id does not name it.
fn shown(button: &Button) -> Option<Card> {
    if button.emoji.starts_with('🃏') {
        return Some(Card::Joker);
    }
    let signs = [
        ("♥", Suit::Hearts),
        ("♦", Suit::Diamonds),
        ("♣", Suit::Clubs),
        ("♠", Suit::Spades),
    ];
    let is_meant = |sign: &str| button.emoji.starts_with(sign) || button.label.starts_with(sign);
    let (_, suit) = signs.iter().find(|(sign, _)| is_meant(sign))?;
    let rank = button.label.rsplit([' ', '\u{fe0e}']).next()?;
    format!("{}{rank}", suit.letter()).parse().ok()
}

/// The board of a match that is over.
pub async fn final_board(person: &Person) -> Message {
    let is_over = |board: &Message| is_over(std::slice::from_ref(board));
    let board = person
        .waits_for_board("the end of the match", is_over)
        .await;
    is_result(&board);
    board
}

/// The cards on the buttons of a panel: the hand, in the order of the picture.
pub fn hand(panel: &Message) -> Vec<Card> {
    let buttons = panel.buttons().into_iter();
    buttons
        .filter(|button| button.verb() == "discard")
        .filter_map(|button| named(&button))
        .collect()
}

impl Person {
    /// Presses the button whose label begins so.
    pub async fn presses_label(&self, page: &Message, label: &str) -> Message {
        let mut buttons = page.enabled().into_iter();
        let button = buttons.find(|button| button.label.starts_with(label));
        let button = button.unwrap_or_else(|| {
            let labels: Vec<String> = page.buttons().into_iter().map(|one| one.label).collect();
            panic!("{}: no {label:?} in {labels:?} of {page:?}", self.name)
        });
        self.presses(page, &button).await.message()
    }

    /// Presses the one button with this verb whose label has these words.
    pub async fn presses_about(&self, page: &Message, verb: &str, words: &str) -> Message {
        let mut buttons = page.enabled();
        buttons.retain(|button| button.verb() == verb && button.label.contains(words));
        let [button] = &buttons[..] else {
            panic!(
                "{}: {words:?} of {verb} on {page:?}: {buttons:?}",
                self.name
            );
        };
        self.presses(page, button).await.message()
    }

    /// Draws, as soon as they can.
    pub async fn gets_a_card(&self) -> Message {
        let panel = self.waits_to("draw").await;
        self.presses_the(&panel, "draw").await.message()
    }

    /// Picks these cards on the page on which cards are put together.
    pub async fn picks(&self, page: &Message, cards: &str) -> Message {
        let mut page = page.clone();
        for card in Card::read_all(cards).expect("cards") {
            let mut buttons = page.enabled().into_iter();
            let meant = buttons.find(|button| {
                button.verb() == "compose" && button.style == 2 && shown(button) == Some(card)
            });
            let meant = meant.unwrap_or_else(|| panic!("{}: no {card} on {page:?}", self.name));
            page = self.presses(&page, &meant).await.message();
        }
        page
    }

    /// Presses this card, which is picked or lies in a meld: it lies loose then.
    pub async fn puts_down(&self, page: &Message, card: &str) -> Message {
        let card = card.parse().ok();
        let mut buttons = page.enabled().into_iter();
        let meant = buttons.find(|button| {
            button.verb() == "compose" && button.style != 2 && shown(button) == card
        });
        let meant = meant.unwrap_or_else(|| panic!("{}: no {card:?} on {page:?}", self.name));
        self.presses(page, &meant).await.message()
    }

    /// Discards this card from the first page of their panel; what comes of it.
    pub async fn discards_card(&self, panel: &Message, card: &str) -> Message {
        let card = card.parse().ok();
        let mut buttons = panel.enabled().into_iter();
        let meant = buttons.find(|button| button.verb() == "discard" && named(button) == card);
        let meant = meant.unwrap_or_else(|| panic!("{}: no {card:?} on {panel:?}", self.name));
        self.presses(panel, &meant).await.message()
    }

    /// Their panel when they can do this.
    pub async fn waits_to(&self, verb: &str) -> Message {
        let can = |panel: &Message| panel.can(verb).is_some();
        self.waits_for_panel(verb, can).await
    }
}

/// People at a table of Kaluki, in the order in which they play: each has the hand at their place, filled up with cards that
/// lie far apart, the first discard and the next cards of the stock are these.
pub async fn rigged<const N: usize>(
    evening: &mut Evening,
    names: [&str; N],
    mut options: Value,
    hands: [&str; N],
    lies: (&str, &str),
) -> [Person; N] {
    let people = evening.people(names).await;
    let guests: Vec<&Person> = people[1..].iter().collect();
    options["seats"] = json!(N);
    sit_down_to("kaluki", &people[0], &guests, options).await;
    evening.bot_goes().await;
    puts(&evening.db(), hands, lies).await;
    evening.bot_comes().await;
    in_order(people, hands).await
}

/// Deals these hands in the place of the last step of the table; see [`rigged`]. The bot is not there.
pub async fn puts<const N: usize>(db: &Path, hands: [&str; N], (upcard, stock): (&str, &str)) {
    let pack = pack(&hands.map(cards), &cards(upcard), &cards(stock));
    // The seat after the dealer's is the first; with the last one dealing it is seat 0.
    put_pack(db, N - 1, &pack).await;
}

/// These people in the order in which they play, as their hands tell; each has a panel then.
pub async fn in_order<const N: usize>(people: [Person; N], hands: [&str; N]) -> [Person; N] {
    let hands = hands.map(cards);
    let mut seated = Vec::new();
    for person in people {
        let panel = person.presses_on_the_board("rack").await.message();
        let held = hand(&panel);
        let holds = |wanted: &Vec<Card>| {
            let mut held = held.clone();
            wanted
                .iter()
                .all(|card| istaka::rules::piece::remove(&mut held, *card))
        };
        let place = hands
            .iter()
            .position(|wanted| !wanted.is_empty() && holds(wanted));
        seated.push((place.unwrap_or(N), person));
    }
    // Who sits where is drawn; whoever has nothing of their own comes last.
    seated.sort_by_key(|(place, _)| *place);
    let people: Vec<Person> = seated.into_iter().map(|(_, person)| person).collect();
    people
        .try_into()
        .unwrap_or_else(|_| unreachable!("as many people as names"))
}

fn cards(text: &str) -> Vec<Card> {
    Card::read_all(text).expect("cards")
}

/// A pack, from the top on, that gives these hands (Kaluki rules 4).
fn pack(hands: &[Vec<Card>], upcard: &[Card], stock: &[Card]) -> Vec<Card> {
    let mut rest = Card::pack(2);
    for card in hands.iter().flatten().chain(upcard).chain(stock) {
        let there = istaka::rules::piece::remove(&mut rest, *card);
        assert!(there, "there are not so many {card}");
    }
    let mut full = Vec::new();
    for hand in hands {
        let mut hand = hand.clone();
        assert!(hand.len() <= HAND, "too many cards: {hand:?}");
        while hand.len() < HAND {
            hand.push(filler(&mut rest, &hand));
        }
        full.push(hand);
    }
    let dealt = (0..HAND).flat_map(|round| full.iter().map(move |hand| hand[round]));
    let mut pack: Vec<Card> = dealt.collect();
    for card in upcard.iter().chain(stock) {
        pack.push(*card);
    }
    pack.extend(rest);
    pack
}

/// A card that is no joker and follows nothing that is held.
fn filler(rest: &mut Vec<Card>, hand: &[Card]) -> Card {
    let is_near = |one: Card, other: Card| match (one.natural(), other.natural()) {
        (Some(one), Some(other)) => {
            let apart = one.rank.index().abs_diff(other.rank.index());
            one.rank == other.rank || one.suit == other.suit && apart <= 2
        }
        _ => true,
    };
    let is_far =
        |card: &Card| *card != Card::Joker && hand.iter().all(|held| !is_near(*held, *card));
    let place = rest.iter().position(is_far);
    let lonely = || {
        rest.iter()
            .position(|card| *card != Card::Joker && !hand.contains(card))
    };
    let place = place.or_else(lonely).expect("there are plenty of cards");
    rest.remove(place)
}
