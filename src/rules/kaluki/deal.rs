//! Setting up a deal: which card of the shuffled pack goes where (Kaluki rules 4), and who sits where (Kaluki rules 3.2).

use super::options::{DealStyle, Options};
use crate::card::Card;
use crate::chance::Label;
use crate::{Chance, PerSeat, Seat};

/// How many cards each player gets.
pub const HAND: usize = 13;

/// The rounds of `packets`.
const PACKETS: [usize; 5] = [3, 2, 3, 2, 3];

/// Where the cards of a pack go, as places in it after the cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The cards of each player: the one left of the dealer first, then clockwise, the dealer last.
    pub hands: Vec<Vec<usize>>,
    /// The first discard.
    pub upcard: Option<usize>,
    /// The stock, the next card first.
    pub stock: Vec<usize>,
}

/// Spreads a pack of so many cards for so many players (Kaluki rules 4.3 to 4.5).
pub fn spread(options: &Options, players: usize, cards: usize) -> Spread {
    let mut hands = vec![Vec::new(); players];
    let mut next = 0..cards;
    let rounds = match options.deal_style {
        DealStyle::Single => &[1; HAND][..],
        DealStyle::Packets => &PACKETS[..],
    };
    for packet in rounds {
        for hand in &mut hands {
            hand.extend(next.by_ref().take(*packet));
        }
    }
    let upcard = if options.first_upcard {
        next.next()
    } else {
        None
    };
    Spread {
        hands,
        upcard,
        stock: next.collect(),
    }
}

/// The pack of this deal of a table, shuffled (Kaluki rules 4.1).
pub(super) fn shuffled(options: &Options, chance: &Chance, deal: u32) -> Vec<Card> {
    let mut pack = Card::pack(options.joker_count.number());
    chance.stream(Label::Deck, deal).shuffle(&mut pack);
    pack
}

/// How many cards of the top the player at the dealer's right moves to the bottom (Kaluki rules 4.2).
pub(super) fn cut(cards: usize, chance: &Chance, deal: u32) -> usize {
    1 + chance.stream(Label::Cut, deal).below(cards as u32 - 1) as usize
}

/// The pack after the cut, the top card first.
pub(super) fn after_cut(pack: &[Card], cut: usize) -> Vec<Card> {
    let (top, bottom) = pack.split_at(cut.min(pack.len()));
    [bottom, top].concat()
}

/// Whether so many discards become the stock when its last card is drawn, after so many times (Kaluki rules 9).
pub fn reshuffles(options: &Options, times: u32, discards: usize) -> bool {
    times < options.reshuffles_max && discards > 0
}

/// The seat of each player in the order in which they joined: the ace gets seat 0, the 2 seat 1, and so on
/// (Kaluki rules 3.2).
pub fn seat_draw(chance: &Chance, players: usize) -> PerSeat<Seat> {
    let mut seats: Vec<Seat> = Seat::all(players).collect();
    chance.stream(Label::Seats, 0).shuffle(&mut seats);
    seats.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_dealt_in_turn() {
        let options = Options::default();
        for (players, stock) in [(2, 79), (3, 66), (4, 53), (5, 40)] {
            let dealt = spread(&options, players, 106);
            assert_eq!(dealt.stock.len(), stock);
            assert_eq!(dealt.upcard, Some(13 * players));
            assert_eq!(dealt.hands[1][..2], [1, 1 + players]);
        }
    }

    #[test]
    fn packets_come_in_threes_and_twos() {
        let options = Options {
            deal_style: DealStyle::Packets,
            first_upcard: false,
            ..Options::default()
        };
        let dealt = spread(&options, 3, 106);
        assert_eq!(dealt.hands[0][..6], [0, 1, 2, 9, 10, 15]);
        assert!(dealt.hands.iter().all(|hand| hand.len() == HAND));
        assert_eq!((dealt.upcard, dealt.stock.len()), (None, 67));
    }

    #[test]
    fn the_cut_moves_the_top_to_the_bottom() {
        let pack = Card::read_all("h2 h3 h4 h5").expect("cards");
        let expected = Card::read_all("h5 h2 h3 h4").expect("cards");
        assert_eq!(after_cut(&pack, 3), expected);
        for deal in 0..50 {
            let cut = cut(106, &Chance::from_seed(1), deal);
            assert!((1..=105).contains(&cut));
        }
    }

    #[test]
    fn every_player_gets_a_seat_of_their_own() {
        let drawn = seat_draw(&Chance::from_seed(5), 5);
        let mut seats: Vec<Seat> = drawn.values().copied().collect();
        seats.sort_unstable();
        assert_eq!(seats, Seat::all(5).collect::<Vec<_>>());
    }
}
