//! The best melds of cards against a slow second opinion, and every meld against what the rules call one.
//!
//! The second opinion knows neither tables nor suits apart: it lists every meld that a hand can make, runs of every length
//! and jokers in every place among them, and tries for one card after the other all that hold it.

use std::collections::HashMap;

use super::{Aces, Keep, Laying, Question, best_opening, least_left, rows};
use crate::Dice;
use crate::card::{Card, Natural, Placed, Rank};
use crate::kaluki::{Composed, Kind, Meld};
use crate::meld::Sort;
use crate::meld::tests::{rounds, seed};

/// How many hands are checked; a third of them have two jokers.
const HANDS: u64 = 5_400;
/// In how many of them the other questions as well: one in so many.
const OTHERS: u64 = 4;
/// How many hands with four jokers.
const FOUR: u64 = 240;

/// What is compared: the value, how many jokers are not laid, and the cards.
type Sum = (i32, i32, i32);

/// A meld that a hand can make.
struct Possible {
    /// The naturals by their number, the lowest first.
    naturals: Vec<usize>,
    jokers: usize,
    points: i32,
}

fn index(natural: Natural) -> usize {
    13 * natural.suit.index() + natural.rank.index()
}

fn value(natural: usize) -> i32 {
    Rank::new(natural % 13).expect("a rank").value() as i32
}

/// Naturals of a hand with how often they are there, two bits each, and its jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Held {
    naturals: u128,
    jokers: usize,
}

impl Held {
    fn of(cards: &[Card]) -> Self {
        let mut held = Self {
            naturals: 0,
            jokers: 0,
        };
        for card in cards {
            match card {
                Card::Joker => held.jokers += 1,
                Card::Natural(natural) => held.naturals += 1 << (2 * index(*natural)),
            }
        }
        held
    }

    fn count(self, natural: usize) -> u128 {
        self.naturals >> (2 * natural) & 3
    }

    fn first(self) -> Option<usize> {
        (0..52).find(|natural| self.count(*natural) > 0)
    }

    fn without(mut self, naturals: &[usize], jokers: usize) -> Option<Self> {
        for natural in naturals {
            if self.count(*natural) == 0 {
                return None;
            }
            self.naturals -= 1 << (2 * natural);
        }
        self.jokers = self.jokers.checked_sub(jokers)?;
        Some(self)
    }
}

/// Every set and every run of these cards.
fn possible(held: Held, aces: Aces) -> Vec<Possible> {
    let mut melds = Vec::new();
    for rank in 0..13 {
        for suits in 1..16usize {
            let naturals = (0..4).filter(|suit| suits >> suit & 1 == 1);
            let naturals: Vec<usize> = naturals.map(|suit| 13 * suit + rank).collect();
            for jokers in 0..=3 {
                let size = naturals.len() + jokers;
                if (3..=4).contains(&size) {
                    let points = size as i32 * value(rank);
                    melds.push(Possible {
                        naturals: naturals.clone(),
                        jokers,
                        points,
                    });
                }
            }
        }
    }
    for suit in 0..4 {
        // Places as in a run: 0 is the ace below the 2.
        let lowest = if aces == Aces::LowToo { 0 } else { 1 };
        for first in lowest..=13usize {
            for last in first + 2..=13 {
                if last - first < 13 {
                    add_runs(&mut melds, held, suit, &(first..=last).collect::<Vec<_>>());
                }
            }
        }
    }
    let fits = |meld: &Possible| held.without(&meld.naturals, meld.jokers).is_some();
    melds.retain(fits);
    melds
}

/// A run with every choice of places for jokers.
fn add_runs(melds: &mut Vec<Possible>, held: Held, suit: usize, places: &[usize]) {
    let natural = |place: &usize| 13 * suit + (place + 12) % 13;
    let points = places.iter().map(|place| match place {
        0 => 1,
        place => value(natural(place)),
    });
    let points: i32 = points.sum();
    let missing = places
        .iter()
        .filter(|place| held.count(natural(place)) == 0);
    if missing.count() > held.jokers {
        return;
    }
    for wild in 0..1usize << places.len() {
        let jokers = wild.count_ones() as usize;
        if jokers > held.jokers || jokers == places.len() {
            continue;
        }
        let kept = places.iter().enumerate();
        let kept = kept.filter(|(at, _)| wild >> at & 1 == 0);
        let mut naturals: Vec<usize> = kept.map(|(_, place)| natural(place)).collect();
        naturals.sort_unstable();
        melds.push(Possible {
            naturals,
            jokers,
            points,
        });
    }
}

/// The most for exactly 0 to 4 jokers, and with how many cards.
type Most = [Option<(i32, i32)>; 5];

struct Oracle<'a> {
    melds: &'a [Possible],
    worth: fn(&Possible) -> i32,
    known: HashMap<Held, Most>,
}

fn points_worth(meld: &Possible) -> i32 {
    meld.points
}

fn penalty_worth(meld: &Possible) -> i32 {
    meld.naturals.iter().map(|natural| value(*natural)).sum()
}

impl<'a> Oracle<'a> {
    fn new(melds: &'a [Possible], worth: fn(&Possible) -> i32) -> Self {
        Self {
            melds,
            worth,
            known: HashMap::new(),
        }
    }

    fn most(&mut self, held: Held) -> Most {
        let Some(first) = held.first() else {
            return [Some((0, 0)), None, None, None, None];
        };
        if let Some(known) = self.known.get(&held) {
            return *known;
        }
        let left = held.without(&[first], 0).expect("it is there");
        let mut most = self.most(left);
        for meld in self.melds.iter().filter(|meld| meld.naturals[0] == first) {
            if let Some(rest) = held.without(&meld.naturals, meld.jokers) {
                let beside = self.most(rest);
                self.raise(&mut most, meld, &beside);
            }
        }
        self.known.insert(held, most);
        most
    }

    fn raise(&self, most: &mut Most, meld: &Possible, beside: &Most) {
        let own = (
            (self.worth)(meld),
            (meld.naturals.len() + meld.jokers) as i32,
        );
        for (more, beside) in beside.iter().enumerate() {
            if let Some((value, cards)) = beside {
                let sum = Some((own.0 + value, own.1 + cards));
                let place = &mut most[meld.jokers + more];
                *place = (*place).max(sum);
            }
        }
    }

    /// The most with this natural in a meld.
    fn most_with(&mut self, held: Held, natural: usize) -> Most {
        let mut most = [None; 5];
        for meld in self.melds.iter() {
            if let Some(rest) = held.without(&meld.naturals, meld.jokers)
                && meld.naturals.contains(&natural)
            {
                let beside = self.most(rest);
                self.raise(&mut most, meld, &beside);
            }
        }
        most
    }

    /// The best of all numbers of jokers, with the taken card in a meld.
    fn best(&mut self, cards: &[Card], taken: Option<Card>, joker: i32) -> Option<Sum> {
        let held = Held::of(cards);
        let (most, least) = match taken {
            None => (self.most(held), 0),
            Some(Card::Joker) => (self.most(held), 1),
            Some(Card::Natural(natural)) => (self.most_with(held, index(natural)), 0),
        };
        let sums = most.iter().enumerate().skip(least);
        let sums = sums.filter_map(|(jokers, sum)| {
            let (value, cards) = (*sum)?;
            Some((value + joker * jokers as i32, -(jokers as i32), cards))
        });
        sums.max()
    }
}

/// What a laying comes to by its cards; every meld is one, and all are in the hand.
fn sum(laying: &Laying, cards: &[Card], aces: Aces, joker: Option<i32>) -> Sum {
    let mut rest = cards.to_vec();
    let (mut value, mut jokers, mut laid) = (0, 0, 0);
    let mut points = 0;
    for meld in &laying.melds {
        let kind = match meld.sort {
            Sort::Run => Kind::Run,
            Sort::Set => Kind::Set,
        };
        let one = Meld::compose(&Composed::new(kind, meld.cards.clone()), aces);
        let one = one.unwrap_or_else(|fault| panic!("{:?}: {fault}", meld.cards));
        points += one.points();
        laid += one.cards().len() as i32;
        jokers += one.jokers() as i32;
        for placed in &meld.cards {
            let card = placed.card();
            let place = rest.iter().position(|held| *held == card);
            rest.remove(place.unwrap_or_else(|| panic!("{card} is not there so often")));
            value += card.natural().map_or(0, |one| one.rank.value() as i32);
        }
    }
    assert_eq!(laying.points, points);
    match joker {
        None => (points as i32, -jokers, laid),
        Some(joker) => (value + joker * jokers, -jokers, laid),
    }
}

/// A hand of a pack, of which the first so many are jokers; half of the hands come from few ranks or few suits.
fn hand(dice: &mut Dice, size: usize, jokers: usize, shape: u64) -> Vec<Card> {
    let mut pack = Card::pack(0);
    let keep = |natural: Natural| match shape % 4 {
        0 => !natural.rank.index().is_multiple_of(3),
        1 => natural.suit.index() < 2,
        _ => true,
    };
    pack.retain(|card| card.natural().is_some_and(keep));
    dice.shuffle(&mut pack);
    let jokers = std::iter::repeat_n(Card::Joker, jokers);
    jokers.chain(pack).take(size).collect()
}

fn told(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Both goals of one hand, with everything that can be asked for beside.
fn check(cards: &[Card], aces: Aces, turn: u64, dice: &mut Dice, seed: u64) -> i32 {
    let melds = possible(Held::of(cards), aces);
    let joker = [15, 25, 0, 50][(turn / 3 % 4) as usize];
    let question = |keep| Question {
        aces,
        joker_value: joker as u32,
        keep,
    };
    let tell = || format!("{}, {aces:?}, joker {joker}, seed {seed}", told(cards));
    let mut points = Oracle::new(&melds, points_worth);
    let mut penalty = Oracle::new(&melds, penalty_worth);
    let found = best_opening(cards, None, &question(Keep::Nothing)).expect("nothing is asked");
    let best = sum(&found, cards, aces, None);
    assert_eq!(Some(best), points.best(cards, None, 0), "{}", tell());
    let found = least_left(cards, None, &question(Keep::Nothing)).expect("nothing is asked");
    let found = sum(&found, cards, aces, Some(joker));
    assert_eq!(Some(found), penalty.best(cards, None, joker), "{}", tell());
    if turn.is_multiple_of(OTHERS) {
        let some = |dice: &mut Dice| cards[dice.below(cards.len() as u32) as usize];
        let taken = Some(some(dice)).filter(|_| dice.below(4) > 0);
        let keep = [some(dice), some(dice), some(dice)];
        let found = best_opening(cards, taken, &question(Keep::OneOf(&keep)));
        let uses =
            |laying: &Laying| taken.is_none_or(|taken| laying.cards().any(|one| one == taken));
        assert!(found.as_ref().is_none_or(uses), "{}", tell());
        let found = found.map(|found| sum(&found, cards, aces, None));
        let expected = keeping(&mut points, cards, taken, &keep, 0);
        assert_eq!(found, expected, "with {taken:?}, keep {keep:?}, {}", tell());
        let found = least_left(cards, taken, &question(Keep::OneOf(&keep)));
        let found = found.map(|found| sum(&found, cards, aces, Some(joker)));
        let expected = keeping(&mut penalty, cards, taken, &keep, joker);
        assert_eq!(found, expected, "with {taken:?}, keep {keep:?}, {}", tell());
    }
    best.0
}

/// A laying that leaves one of these cards is one of the hand without it.
fn keeping(
    oracle: &mut Oracle,
    cards: &[Card],
    taken: Option<Card>,
    keep: &[Card],
    joker: i32,
) -> Option<Sum> {
    let sums = keep.iter().filter_map(|kept| {
        let mut rest = cards.to_vec();
        let place = rest.iter().position(|card| card == kept)?;
        rest.remove(place);
        oracle.best(&rest, taken, joker)
    });
    sums.max()
}

#[test]
fn the_best_melds_agree_with_a_slow_second_opinion() {
    let seed = seed() + 60;
    let mut dice = Dice::from_seed(seed);
    let (mut jokers, mut openings) = ([0; 3], 0);
    for turn in 0..rounds(HANDS) {
        let (count, size) = ((turn % 3) as usize, 7 + (turn / 9 % 8) as usize);
        let aces = if turn / 3 % 3 == 0 {
            Aces::LowToo
        } else {
            Aces::High
        };
        let cards = hand(&mut dice, size, count, turn / 18);
        let points = check(&cards, aces, turn, &mut dice, seed);
        jokers[count] += 1;
        openings += usize::from(points >= 40);
    }
    println!("hands by jokers: {jokers:?}, of 40 points and more: {openings}");
    assert!(openings > 1_000 && jokers[2] >= 1_800);
}

#[test]
fn four_jokers_agree_with_a_slow_second_opinion() {
    let seed = seed() + 61;
    let mut dice = Dice::from_seed(seed);
    for turn in 0..rounds(FOUR) {
        let (count, size) = (3 + (turn % 2) as usize, 6 + (turn / 2 % 4) as usize);
        let cards = hand(&mut dice, size, count, turn / 8);
        check(&cards, Aces::High, turn, &mut dice, seed);
    }
}

#[test]
fn melds_of_the_rules() {
    let read = |text: &str| Card::read_all(text).expect("cards");
    let question = Question {
        aces: Aces::High,
        joker_value: 15,
        keep: Keep::Nothing,
    };
    for (hand, points) in [
        ("hQ cQ h3 h4 h5 d2 d7 c9 s6 s8 cJ d10 hK sQ", 42),
        ("cQ cK cA d2 d3 d4", 40),
        ("d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ dQ dK dA", 95),
        ("dK dA d2", 0),
        ("Jk Jk h9", 29),
        ("sA Jk Jk", 33),
        ("h9 s9 d9 h10 h8 Jk", 54),
        // A joker stands for the jack, which is needed beside three others.
        ("Jk Jk Jk Jk h9 h10 hJ", 70),
    ] {
        let best = best_opening(&read(hand), None, &question).expect("nothing is asked");
        assert_eq!(best.points, points, "{hand}");
    }
    let laid = best_opening(&read("h5 Jk h7 c2"), None, &question).expect("nothing is asked");
    let cards: Vec<String> = laid.melds[0].cards.iter().map(Placed::to_string).collect();
    assert_eq!(cards, ["h5", "Jk=h6", "h7"]);
}

#[test]
fn places_of_a_run_know_their_ranks() {
    assert_eq!(rows::rank_at(0), Rank::ACE);
    assert_eq!(rows::rank_at(13), Rank::ACE);
    assert_eq!(Rank::all().next(), Some(rows::rank_at(1)));
    assert_eq!((rows::points_at(0), rows::points_at(13)), (1, 11));
    assert_eq!(rows::bit_at(0), rows::bit_at(13));
}
