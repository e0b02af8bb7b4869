//! The prepared deal of the lesson: a hand that opens with the first card drawn, a joker on the table to be exchanged, and
//! a call-up in the third turn.
//!
//! Which moves the lesson makes in it is the business of whoever teaches it.

use super::deal::spread;
use super::{Event, Kaluki, Options};
use crate::card::Card;
use crate::lesson::{filled, put};
use crate::{Game, Seat};

/// How many play.
const SEATS: usize = 3;
/// The dealer: whoever sits at the right of the first seat begins.
const DEALER: usize = 1;
/// What the hands hold at least, from whoever begins on: the learner is the second.
const HANDS: [&str; SEATS] = [
    "d2 d5 c2",
    "hK dK cK s4 s5 h8 c3 d3 hQ h10 c6 d9 cA",
    "h7 Jk h9 cQ dQ sQ c4 d6",
];
/// What the learner draws, and as the how manieth card of the stock.
const DRAWN: [(usize, &str); 3] = [(1, "s6"), (4, "s7"), (7, "s8")];

/// See [`Game::lesson`].
pub(super) fn lesson() -> Option<Kaluki> {
    let options = Options::default();
    let whole = Card::pack(options.joker_count.number());
    let mut pack: Vec<Option<Card>> = vec![None; whole.len()];
    let places = spread(&options, SEATS, whole.len());
    for (hand, cards) in places.hands.into_iter().zip(HANDS) {
        put(&mut pack, hand, cards)?;
    }
    for (turn, card) in DRAWN {
        put(&mut pack, places.stock.get(turn).copied(), card)?;
    }
    // The cut takes the top card to the bottom, where it is wanted.
    let mut cards = filled(pack, whole)?;
    cards.rotate_right(1);
    let dealt = Event::Dealt {
        pack: cards,
        cut: 1,
        dealer: Seat::new(DEALER)?,
    };
    let mut game = Kaluki::new(&options, SEATS);
    game.apply(&dealt).ok()?;
    Some(game)
}
