//! What somebody could write down at a table of Kaluki: well-formed, and otherwise anything.

use super::state::Kaluki;
use super::{Action, Build, Composed, End, Kind, Placement, Recovery, seen};
use crate::card::{Card, Placed};
use crate::{Dice, Seat, Viewer};

pub(super) fn written(game: &Kaluki, seat: Seat, dice: &mut Dice) -> Action {
    let view = seen::view(game, Viewer::Seat(seat));
    let hand = view.hand().map(<[Card]>::to_vec).unwrap_or_default();
    let melds = view.table.len() as u32;
    match dice.below(14) {
        0 => Action::Draw,
        1 => Action::Take,
        2 => Action::Return,
        3 | 4 => {
            let count = dice.below(4);
            let melds = (0..count).map(|_| any_meld(&hand, dice)).collect();
            Action::Open { melds }
        }
        5 => Action::Lay {
            meld: any_meld(&hand, dice),
        },
        6..=8 => Action::Build(any_build(&hand, melds, dice)),
        9 | 10 => Action::Exchange {
            recoveries: (0..dice.below(3))
                .map(|_| any_recovery(&hand, melds, dice))
                .collect(),
            placements: (0..dice.below(3))
                .map(|_| match dice.below(2) {
                    0 => Placement::Lay(any_meld(&hand, dice)),
                    _ => Placement::Build(any_build(&hand, melds, dice)),
                })
                .collect(),
        },
        11 => Action::Discard {
            card: any_card(&hand, dice),
        },
        12 => dice.any(&[Action::Announce, Action::StaySilent]).clone(),
        _ => dice.any(&[Action::BuyIn, Action::Decline]).clone(),
    }
}

/// Mostly a card of the hand.
fn any_card(hand: &[Card], dice: &mut Dice) -> Card {
    if hand.is_empty() || dice.below(8) == 0 {
        return *dice.any(&Card::pack(2));
    }
    *dice.any(hand)
}

/// A joker mostly says what it stands for.
fn any_placed(hand: &[Card], dice: &mut Dice) -> Placed {
    let natural = any_card(&Card::pack(0), dice).natural();
    match (any_card(hand, dice), natural) {
        (Card::Joker, Some(natural)) if dice.below(4) > 0 => Placed::JokerAs(natural),
        (card, _) => card.into(),
    }
}

fn any_meld(hand: &[Card], dice: &mut Dice) -> Composed {
    let length = dice.below(6);
    let cards = (0..length).map(|_| any_placed(hand, dice)).collect();
    Composed::new(*dice.any(&[Kind::Run, Kind::Set]), cards)
}

fn any_build(hand: &[Card], melds: u32, dice: &mut Dice) -> Build {
    Build {
        meld: dice.below(melds + 2) as usize,
        cards: (0..dice.below(3)).map(|_| any_placed(hand, dice)).collect(),
        end: *dice.any(&[None, Some(End::Low), Some(End::High)]),
    }
}

fn any_recovery(hand: &[Card], melds: u32, dice: &mut Dice) -> Recovery {
    Recovery {
        meld: dice.below(melds + 2) as usize,
        cards: (0..dice.below(3)).map(|_| any_card(hand, dice)).collect(),
    }
}
