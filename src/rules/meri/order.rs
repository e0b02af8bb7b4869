//! Which karuta beats which: the trumps, their order, the plain order, and who wins a trick (Hachinin-meri rules 5 and 8).

use crate::karuta::{Karuta, Rank, Suit};

/// Whether it is tenka, the robai of pao: a trump in every round (Hachinin-meri rules 5).
pub fn is_tenka(karuta: Karuta) -> bool {
    karuta.suit() == Suit::Pao && karuta.rank() == Rank::Robai
}

/// Whether it is a trump when this suit is (Hachinin-meri rules 5).
pub fn is_trump(karuta: Karuta, trump: Suit) -> bool {
    karuta.suit() == trump || is_tenka(karuta)
}

/// The trump robai: that of the trump suit, never another one's tenka (Hachinin-meri rules 6).
pub fn robai(trump: Suit) -> Karuta {
    Karuta::new(trump, Rank::Robai).expect("a court is of every suit")
}

/// The best trump (Hachinin-meri rules 5).
pub fn sun(trump: Suit) -> Karuta {
    Karuta::new(trump, Rank::Sun).expect("a court is of every suit")
}

/// Whether the nine is the best number of the suit, as in pao and isu, or the one (Hachinin-meri rules 1).
pub fn is_long(suit: Suit) -> bool {
    matches!(suit, Suit::Pao | Suit::Isu)
}

/// The trumps, best first (Hachinin-meri rules 5, the first table).
pub fn trumps(trump: Suit) -> Vec<Karuta> {
    let mut trumps = Karuta::pack();
    trumps.retain(|karuta| is_trump(*karuta, trump));
    trumps.sort_unstable_by_key(|karuta| trump_place(*karuta));
    trumps
}

/// The place of a trump in the order of the trumps: the smaller wins.
///
/// Tenka stands fourth whatever is trump, so in pao, where it is the robai itself, one place stays empty.
pub fn trump_place(karuta: Karuta) -> u8 {
    match karuta.rank() {
        Rank::Sun => 0,
        Rank::Un => 1,
        Rank::Sota => 2,
        Rank::Robai if is_tenka(karuta) => 3,
        Rank::Robai => 4,
        Rank::Rei => 5,
        Rank::Kaba => 6,
        Rank::Number(number) => 7 + among_numbers(karuta.suit(), number),
    }
}

/// The place of a plain karuta in the order of its suit: the smaller wins (Hachinin-meri rules 5, the second table).
pub fn plain_place(karuta: Karuta) -> u8 {
    match karuta.rank() {
        Rank::Sun => 0,
        Rank::Un => 1,
        Rank::Rei => 2,
        Rank::Kaba => 3,
        Rank::Sota => 4,
        // Ippon-han stands between the 2 and the 1, whose places are 20 and 22.
        Rank::Robai if is_long(karuta.suit()) => 21,
        Rank::Robai => 5,
        Rank::Number(number) => 6 + 2 * among_numbers(karuta.suit(), number),
    }
}

/// The place of a number among the nine of its suit, 0 for the best.
fn among_numbers(suit: Suit, number: u8) -> u8 {
    if is_long(suit) {
        9 - number
    } else {
        number - 1
    }
}

/// The place in its trick of the karuta that wins it; the first one was led (Hachinin-meri rules 8).
pub fn winner(trump: Suit, played: &[Karuta]) -> Option<usize> {
    let led = played.first()?.suit();
    let places = || played.iter().enumerate();
    let trumps = places().filter(|(_, karuta)| is_trump(**karuta, trump));
    let best_trump = trumps.min_by_key(|(_, karuta)| trump_place(**karuta));
    let plain = places().filter(|(_, karuta)| karuta.suit() == led);
    let best = best_trump.or_else(|| plain.min_by_key(|(_, karuta)| plain_place(**karuta)));
    best.map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hachinin-meri rules 5: always 75, told by kinds of suits.
    #[test]
    fn every_karuta_has_one_place() {
        for trump in Suit::ALL {
            let mut places: Vec<u8> = trumps(trump).into_iter().map(trump_place).collect();
            let expected = if trump == Suit::Pao { 15 } else { 16 };
            assert_eq!(places.len(), expected);
            places.dedup();
            assert_eq!(places.len(), expected, "two trumps in one place");
            let mut plain = Karuta::pack();
            plain.retain(|karuta| !is_trump(*karuta, trump));
            assert_eq!(plain.len(), 75 - expected);
            plain.sort_unstable_by_key(|karuta| (karuta.suit(), plain_place(*karuta)));
            plain.dedup_by_key(|karuta| (karuta.suit(), plain_place(*karuta)));
            assert_eq!(plain.len(), 75 - expected, "two plain ones in one place");
        }
    }

    /// Hachinin-meri rules 5, the second table, written out.
    #[test]
    fn the_plain_orders_are_those_of_the_table() {
        let orders = [
            ("P", "Sun Un Rei Kaba Sota 9 8 7 6 5 4 3 2 1"),
            ("I", "Sun Un Rei Kaba Sota 9 8 7 6 5 4 3 2 Robai 1"),
            ("K", "Sun Un Rei Kaba Sota Robai 1 2 3 4 5 6 7 8 9"),
            ("O", "Sun Un Rei Kaba Sota Robai 1 2 3 4 5 6 7 8 9"),
            ("G", "Sun Un Rei Kaba Sota Robai 1 2 3 4 5 6 7 8 9"),
        ];
        for (suit, ranks) in orders {
            let read = |rank| format!("{suit}-{rank}").parse().expect("a karuta");
            let order: Vec<Karuta> = ranks.split_whitespace().map(read).collect();
            assert!(order.is_sorted_by(|one, other| plain_place(*one) < plain_place(*other)));
        }
    }
}
