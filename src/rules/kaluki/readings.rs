//! What cards that a player picked can be: a meld, with everything that its jokers may stand for, or an addition to a
//! meld on the table (Kaluki rules 5 and 6.3).
//!
//! A joker is asked about only where more than one answer comes out.

use super::Build;
use super::meld::{Composed, End, Kind, Meld, MeldFault};
use crate::card::{Card, Natural, Placed, Rank, Suit};
use crate::meld::cards::Aces;
use crate::piece::remove;

/// Every meld that all these cards can be: a set first, then runs, the lowest first. Why they are none, if there is none;
/// cards that have neither a rank nor a suit in common are [`MeldFault::RankMix`].
pub fn readings(cards: &[Card], aces: Aces) -> Result<Vec<Composed>, MeldFault> {
    let mut all = vec![as_set(cards)];
    all.extend(runs(cards, aces));
    all.retain(|composed| Meld::compose(composed, aces).is_ok());
    if all.is_empty() {
        return Err(fault(cards, aces));
    }
    Ok(all)
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

/// The cards as a set: by suit, jokers behind.
fn as_set(cards: &[Card]) -> Composed {
    let cards = sorted(cards).into_iter().map(Placed::from);
    Composed::new(Kind::Set, cards.collect())
}

/// The cards as runs, whatever their jokers have to stand for.
fn runs(cards: &[Card], aces: Aces) -> Vec<Composed> {
    let Some(suit) = cards.iter().find_map(|card| card.natural()) else {
        return Vec::new();
    };
    let ranks: Vec<Rank> = match aces {
        Aces::High => Rank::all().collect(),
        Aces::LowToo => [Rank::ACE].into_iter().chain(Rank::all()).collect(),
    };
    let windows = ranks.windows(cards.len().max(1));
    windows
        .filter_map(|ranks| filled(cards, suit.suit, ranks))
        .map(|cards| Composed::new(Kind::Run, cards))
        .collect()
}

/// These ranks of a suit, jokers where the cards have no natural; `None` if a card is left over.
fn filled(cards: &[Card], suit: Suit, ranks: &[Rank]) -> Option<Vec<Placed>> {
    let mut left = cards.to_vec();
    let placed: Option<Vec<Placed>> = ranks
        .iter()
        .map(|rank| place(&mut left, Natural { suit, rank: *rank }))
        .collect();
    placed.filter(|_| left.is_empty())
}

/// Takes the natural out of the cards, or else a joker that stands for it.
fn place(left: &mut Vec<Card>, natural: Natural) -> Option<Placed> {
    if remove(left, Card::Natural(natural)) {
        return Some(Placed::Natural(natural));
    }
    remove(left, Card::Joker).then_some(Placed::JokerAs(natural))
}

/// Why these cards are no meld.
fn fault(cards: &[Card], aces: Aces) -> MeldFault {
    let of_set = Meld::compose(&as_set(cards), aces).err();
    let size = MeldFault::Size { cards: cards.len() };
    if cards.len() < 3 {
        return size;
    }
    let naturals = || cards.iter().filter_map(|card| card.natural());
    let has_one_suit = naturals().all(|one| naturals().all(|other| one.suit == other.suit));
    let has_one_rank = naturals().all(|one| naturals().all(|other| one.rank == other.rank));
    match of_set {
        Some(MeldFault::RankMix) if has_one_suit => MeldFault::Sequence,
        Some(MeldFault::Size { .. }) if has_one_suit && !has_one_rank => MeldFault::Sequence,
        Some(MeldFault::Size { .. }) if !has_one_rank => MeldFault::RankMix,
        fault => fault.unwrap_or(size),
    }
}

/// Every way to add all these cards at once to a meld on the table, whose place is this: to a set one card, to a run at
/// either end. How many cards a turn allows is not judged.
pub fn additions(cards: &[Card], place: usize, meld: &Meld, aces: Aces) -> Vec<Build> {
    match meld.kind() {
        Kind::Set => {
            let cards: Vec<Placed> = cards.iter().map(|card| Placed::from(*card)).collect();
            let fits = meld.build(&cards, End::High, aces).is_ok();
            let build = Build {
                meld: place,
                cards,
                end: None,
            };
            fits.then_some(build).into_iter().collect()
        }
        Kind::Run => {
            let at = |end: End| {
                Some(Build {
                    meld: place,
                    cards: outward(cards, meld, end, aces)?,
                    end: Some(end),
                })
            };
            End::BOTH.into_iter().filter_map(at).collect()
        }
    }
}

/// The cards in the order in which they go on a run; jokers fill what is missing.
fn outward(cards: &[Card], run: &Meld, end: End, aces: Aces) -> Option<Vec<Placed>> {
    let mut left = cards.to_vec();
    let mut grown = run.clone();
    let mut placed = Vec::new();
    while !left.is_empty() {
        let next = self::place(&mut left, grown.next_at(end, aces)?)?;
        grown = grown.build(&[next], end, aces).ok()?;
        placed.push(next);
    }
    (!placed.is_empty()).then_some(placed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        Card::read_all(text).expect("cards")
    }

    fn told(placed: &[Placed]) -> String {
        let placed: Vec<String> = placed.iter().map(Placed::to_string).collect();
        placed.join(" ")
    }

    #[test]
    fn cards_are_read_as_everything_that_they_can_be() {
        for (picked, aces, expected) in [
            ("sQ hQ cQ", Aces::High, vec!["hQ cQ sQ"]),
            ("h9 h7 h8", Aces::High, vec!["h7 h8 h9"]),
            ("h7 Jk h5", Aces::High, vec!["h5 Jk=h6 h7"]),
            ("h8 Jk h7", Aces::High, vec!["Jk=h6 h7 h8", "h7 h8 Jk=h9"]),
            ("hA Jk hK", Aces::High, vec!["Jk=hQ hK hA"]),
            ("h3 h2 Jk", Aces::High, vec!["h2 h3 Jk=h4"]),
            ("h3 h2 Jk", Aces::LowToo, vec!["Jk=hA h2 h3", "h2 h3 Jk=h4"]),
            ("hA h2 h3", Aces::LowToo, vec!["hA h2 h3"]),
            ("d7 h7 Jk", Aces::High, vec!["h7 d7 Jk"]),
            (
                "h9 Jk Jk",
                Aces::High,
                vec![
                    "h9 Jk Jk",
                    "Jk=h7 Jk=h8 h9",
                    "Jk=h8 h9 Jk=h10",
                    "h9 Jk=h10 Jk=hJ",
                ],
            ),
        ] {
            let read = readings(&cards(picked), aces).expect("a meld");
            let read: Vec<String> = read.iter().map(|one| told(&one.cards)).collect();
            assert_eq!(read, expected, "{picked}");
        }
    }

    #[test]
    fn what_is_no_meld_says_why() {
        let size = |cards| MeldFault::Size { cards };
        for (picked, fault) in [
            ("", size(0)),
            ("h8", size(1)),
            ("h8 h9", size(2)),
            ("h8 h9 hJ", MeldFault::Sequence),
            ("h8 h8 h9", MeldFault::Sequence),
            ("hK hA h2", MeldFault::Sequence),
            ("h2 h3 h4 h5 h9", MeldFault::Sequence),
            ("d4 d4 c4", MeldFault::SuitDup),
            ("h7 d7 s7 c7 Jk", size(5)),
            ("h7 d8 s9", MeldFault::RankMix),
            ("h7 d8 s9 c2 c3", MeldFault::RankMix),
            ("Jk Jk Jk", MeldFault::NoNatural),
        ] {
            assert_eq!(readings(&cards(picked), Aces::High), Err(fault), "{picked}");
        }
    }

    #[test]
    fn cards_are_added_outward() {
        let meld = |text: &str, kind| {
            let cards = Placed::read_all(text).expect("cards");
            Meld::compose(&Composed::new(kind, cards), Aces::High).expect("a meld")
        };
        let run = meld("s8 s9 s10", Kind::Run);
        let set = meld("h9 d9 s9", Kind::Set);
        for (picked, onto, expected) in [
            ("sQ sJ", &run, vec!["sJ sQ"]),
            ("s6 s7", &run, vec!["s7 s6"]),
            ("s6 Jk", &run, vec!["Jk=s7 s6"]),
            ("Jk", &run, vec!["Jk=s7", "Jk=sJ"]),
            ("s7 sJ", &run, vec![]),
            ("d7", &run, vec![]),
            ("c9", &set, vec!["c9"]),
            ("Jk", &set, vec!["Jk"]),
            ("c9 Jk", &set, vec![]),
            ("", &set, vec![]),
            ("", &run, vec![]),
        ] {
            let built = additions(&cards(picked), 0, onto, Aces::High);
            let built: Vec<String> = built.iter().map(|build| told(&build.cards)).collect();
            assert_eq!(built, expected, "{picked}");
        }
    }
}
