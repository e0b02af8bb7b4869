//! The best melds of a hand of cards, exactly: those worth most points, and those that leave fewest penalty points
//! (Kaluki rules 5, 6 and 10).
//!
//! The method is that of 101's openings: `search` visits every choice of sets, `rows` tells the best runs of what they
//! leave. It is a solver of its own because a card's worth is not its place in a run, and because answers are kept for
//! every number of jokers: whether a joker is better laid or kept depends on the question, so it is decided last.
//!
//! The other questions are asked in terms of that one. A laying that leaves one of some cards is a laying of the hand
//! without it. A laying that uses a card has a meld with it, and the rest is a laying of the other cards.

mod rows;
mod search;
#[cfg(test)]
mod tests;

use super::held::Held;
use super::opening::Sort;
use crate::card::{Card, Natural, Placed, Suit};
use rows::{JOKERS, Rows, VALUE, Window, rank_at};
use search::{Best, Found, Set};

/// Where an ace stands in runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aces {
    /// Above the king.
    High,
    /// Above the king, or below the 2, where it is worth 1.
    LowToo,
}

/// What is wanted of a laying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Most points, then fewest jokers, then most cards.
    Points,
    /// Fewest penalty points left, then fewest jokers, then most cards.
    Penalty,
}

impl Goal {
    /// What a natural at a place of a run weighs.
    fn natural(self, place: usize) -> i32 {
        let value = match self {
            Self::Points => rows::points_at(place),
            Self::Penalty => rank_at(place).value(),
        };
        VALUE * value as i32 + 1
    }

    /// What a joker there weighs; its penalty is counted at the end.
    fn joker(self, place: usize) -> i32 {
        match self {
            Self::Points => self.natural(place),
            Self::Penalty => 1,
        }
    }
}

/// What must stay in the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep<'a> {
    /// Nothing.
    Nothing,
    /// One of these cards at least, to be discarded.
    OneOf(&'a [Card]),
}

/// How melds are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question<'a> {
    /// Where an ace stands.
    pub aces: Aces,
    /// The penalty points of a joker.
    pub joker_value: u32,
    /// What must stay in the hand.
    pub keep: Keep<'a>,
}

/// A meld to be laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// Set or run.
    pub sort: Sort,
    /// The cards in their order; jokers of a run say what they stand for.
    pub cards: Vec<Placed>,
}

/// Disjoint melds: runs by suit, then sets by rank.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laying {
    /// What the melds are worth; a joker counts as the card it stands for.
    pub points: u32,
    /// The melds.
    pub melds: Vec<Laid>,
}

impl Laying {
    /// The cards that are laid.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let placed = self.melds.iter().flat_map(|meld| &meld.cards);
        placed.map(|placed| placed.card())
    }
}

/// The melds worth most points, with the taken card in one of them; `None` if it can be in none, or nothing can stay.
pub fn best_opening(cards: &[Card], taken: Option<Card>, question: &Question) -> Option<Laying> {
    best(cards, Goal::Points, taken, question)
}

/// The melds that leave the fewest penalty points, likewise.
pub fn least_left(cards: &[Card], taken: Option<Card>, question: &Question) -> Option<Laying> {
    best(cards, Goal::Penalty, taken, question)
}

/// The most points that these cards can lay, with nothing that must be laid or stay.
pub fn most_points(cards: &[Card], aces: Aces) -> u32 {
    let hand = Hand::of(cards);
    let best = search::search(Rows::of(Goal::Points, aces), hand.held, hand.jokers);
    let weights = best.iter().flatten().map(|found| found.weight / VALUE);
    weights.max().unwrap_or(0) as u32
}

fn best(cards: &[Card], goal: Goal, taken: Option<Card>, question: &Question) -> Option<Laying> {
    let rows = Rows::of(goal, question.aces);
    let laying = pick(rows, Hand::of(cards), taken, question)?.laying(rows);
    let Keep::OneOf(keep) = question.keep else {
        return Some(laying);
    };
    if leaves_one(cards, &laying, keep) {
        return Some(laying);
    }
    let mut keep = keep.to_vec();
    keep.sort_unstable();
    keep.dedup();
    keep.retain(|card| cards.contains(card));
    let without = keep.into_iter().filter_map(|card| {
        let rest = Hand::of(cards).without(card);
        pick(rows, rest, taken, question)
    });
    // Of equal ones the first: `max_by_key` would answer the last.
    let best = without.reduce(|best, other| if other.key > best.key { other } else { best });
    best.map(|best| best.laying(rows))
}

fn leaves_one(cards: &[Card], laying: &Laying, keep: &[Card]) -> bool {
    let count = |card: Card| cards.iter().filter(|held| **held == card).count();
    let laid = |card: Card| laying.cards().filter(|laid| *laid == card).count();
    keep.iter().any(|card| count(*card) > laid(*card))
}

/// A hand, counted.
#[derive(Clone, Copy)]
struct Hand {
    held: Held,
    jokers: usize,
}

impl Hand {
    fn of(cards: &[Card]) -> Self {
        let naturals = cards.iter().filter_map(|card| card.natural());
        let held = naturals.fold(Held::default(), |held, natural| held.with(bit(natural)));
        let jokers = cards.iter().filter(|card| **card == Card::Joker).count();
        Self {
            held,
            jokers: jokers.min(JOKERS),
        }
    }

    /// Without one card that is there.
    fn without(self, card: Card) -> Self {
        match card.natural() {
            None => Self {
                jokers: self.jokers.saturating_sub(1),
                ..self
            },
            Some(natural) => Self {
                held: self.held.without(bit(natural)),
                ..self
            },
        }
    }
}

/// The bit of a card: a lane for each suit, as `held` has one for each colour.
fn bit(natural: Natural) -> u64 {
    1 << (16 * natural.suit.index() + natural.rank.index())
}

/// The best of all numbers of jokers, with the taken card in one of its melds.
fn pick(rows: &Rows, hand: Hand, taken: Option<Card>, question: &Question) -> Option<Picked> {
    let (best, must) = match taken {
        Some(Card::Natural(natural)) => return pick_with(rows, hand, natural, question),
        Some(Card::Joker) => (search::search(rows, hand.held, hand.jokers), 1),
        None => (search::search(rows, hand.held, hand.jokers), 0),
    };
    choose(rows, best, None, question)
        .filter(|picked| picked.jokers >= must)
        .reduce(better)
}

/// The best with this card in a meld; every meld that can hold it is tried, and beside it what the other cards reach.
fn pick_with(rows: &Rows, hand: Hand, natural: Natural, question: &Question) -> Option<Picked> {
    if hand.held.once & bit(natural) == 0 {
        return None;
    }
    let mut best: Option<Picked> = None;
    for must in runs_with(rows, hand, natural)
        .into_iter()
        .chain(sets_with(hand, natural))
    {
        let rest = must.taken_from(hand);
        let beside = search::search(rows, rest.held, rest.jokers);
        for picked in choose(rows, beside, Some(must), question) {
            best = Some(match best {
                Some(best) => better(best, picked),
                None => picked,
            });
        }
    }
    best
}

fn better(best: Picked, other: Picked) -> Picked {
    if other.key > best.key { other } else { best }
}

/// A meld that must be laid.
#[derive(Clone, Copy)]
enum Must {
    Run(Span),
    Set(Set),
}

/// A run: its suit, its place and those of its ranks that are jokers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    suit: usize,
    window: Window,
    wild: u16,
}

fn runs_with(rows: &Rows, hand: Hand, natural: Natural) -> Vec<Must> {
    let suit = natural.suit.index();
    let row = hand.held.row(suit);
    let holds = rows
        .windows
        .iter()
        .filter(|run| run.bits >> natural.rank.index() & 1 == 1);
    let own = 1 << natural.rank.index();
    let spans = holds.flat_map(|window| {
        let ways = window.ways(row, own, hand.jokers);
        ways.map(move |wild| {
            Must::Run(Span {
                suit,
                window: *window,
                wild,
            })
        })
    });
    spans.collect()
}

fn sets_with(hand: Hand, natural: Natural) -> Vec<Must> {
    let there = search::suits_of(hand.held.once, natural.rank);
    let own = 1 << natural.suit.index();
    let subsets = (1..16u8).filter(|suits| suits & own != 0 && suits & !there == 0);
    let sets = subsets.flat_map(|suits| {
        (0..=hand.jokers).map(move |jokers| Set {
            rank: natural.rank,
            suits,
            jokers,
        })
    });
    let sets = sets.filter(|set| (3..=4).contains(&set.size()));
    sets.map(Must::Set).collect()
}

impl Must {
    fn jokers(self) -> usize {
        match self {
            Self::Run(run) => run.wild.count_ones() as usize,
            Self::Set(set) => set.jokers,
        }
    }

    fn weight(self, rows: &Rows) -> i32 {
        match self {
            Self::Set(set) => search::weight_of(rows, set),
            Self::Run(run) => rows.weigh(run.window, run.wild),
        }
    }

    fn taken_from(self, hand: Hand) -> Hand {
        let naturals = match self {
            Self::Set(set) => set.mask(),
            Self::Run(run) => u64::from(run.window.bits & !run.wild) << (16 * run.suit),
        };
        Hand {
            held: hand.held.without(naturals),
            jokers: hand.jokers - self.jokers(),
        }
    }
}

/// Sets, what they leave for runs, and a meld that must be laid, with what they are compared by: greater is better.
struct Picked {
    key: (i32, i32, i32),
    jokers: usize,
    found: Found,
    must: Option<Must>,
}

/// The best for every number of jokers, with a meld that must be laid beside them.
fn choose<'a>(
    rows: &Rows,
    best: Best,
    must: Option<Must>,
    question: &'a Question,
) -> impl Iterator<Item = Picked> + use<'a> {
    let (own, weight) = must.map_or((0, 0), |must| (must.jokers(), must.weight(rows)));
    let goal = rows.goal;
    let found = best.into_iter().enumerate();
    found.filter_map(move |(jokers, found)| {
        let found = found?;
        let (jokers, weight) = (jokers + own, weight + found.weight);
        let laid_jokers = match goal {
            Goal::Points => 0,
            Goal::Penalty => jokers as i32 * question.joker_value as i32,
        };
        let value = weight / VALUE + laid_jokers;
        Some(Picked {
            key: (value, -(jokers as i32), weight % VALUE),
            jokers,
            found,
            must,
        })
    })
}

/// The best runs of what sets leave, with exactly so many jokers in them.
fn runs_of(rows: &Rows, rest: Held, mut jokers: usize) -> Vec<Span> {
    let reached: [_; 4] = std::array::from_fn(|suit| rows.reached(rest.row(suit), jokers));
    let mut runs = Vec::new();
    for suit in 0..4 {
        let others = reached[suit + 1..]
            .iter()
            .fold(NOTHING, |all, one| rows::join(&all, one, jokers));
        let sum = |own: &usize| reached[suit][*own] + others[jokers - own];
        // Of equal shares the smallest.
        let own = (0..=jokers).rev().max_by_key(sum).unwrap_or(0);
        let laid = rows.lay(rest.row(suit), own);
        runs.extend(
            laid.into_iter()
                .map(|(window, wild)| Span { suit, window, wild }),
        );
        jokers -= own;
    }
    runs
}

/// No run at all.
const NOTHING: rows::Reached = [0, rows::NEVER, rows::NEVER, rows::NEVER, rows::NEVER];

/// The most cards of a run.
const LONGEST: usize = 13;

impl Picked {
    /// The melds in cards; a run that goes on where another ends is one with it.
    fn laying(self, rows: &Rows) -> Laying {
        let mut sets = self.found.sets;
        let mut runs = runs_of(rows, self.found.rest, self.found.in_runs);
        match self.must {
            Some(Must::Run(run)) => runs.push(run),
            Some(Must::Set(set)) => sets.push(set),
            None => {}
        }
        runs.sort_unstable_by_key(|run| (run.suit, run.window.first));
        sets.sort_unstable_by_key(|set| (set.rank, set.suits));
        let mut joined: Vec<Vec<Span>> = Vec::new();
        for run in runs {
            match joined.iter_mut().find(|earlier| goes_on(earlier, run)) {
                Some(earlier) => earlier.push(run),
                None => joined.push(vec![run]),
            }
        }
        let points_of_run = |run: &Span| run.window.places().map(rows::points_at).sum::<u32>();
        let in_runs: u32 = joined.iter().flatten().map(points_of_run).sum();
        let points_of_set = |set: &Set| set.size() as u32 * set.rank.value();
        let in_sets: u32 = sets.iter().map(points_of_set).sum();
        let runs = joined.iter().map(|spans| Laid {
            sort: Sort::Run,
            cards: spans.iter().flat_map(|span| cards_of_run(*span)).collect(),
        });
        let sets = sets.iter().map(|set| Laid {
            sort: Sort::Set,
            cards: cards_of_set(*set),
        });
        Laying {
            points: in_runs + in_sets,
            melds: runs.chain(sets).collect(),
        }
    }
}

/// Whether a run begins where these end, and they are not too long for it.
fn goes_on(earlier: &[Span], run: Span) -> bool {
    let size: usize = earlier.iter().map(|span| span.window.size).sum();
    let last = earlier.last().filter(|last| last.suit == run.suit);
    let follows = last.is_some_and(|last| last.window.places().end == run.window.first);
    follows && size + run.window.size <= LONGEST
}

fn cards_of_run(span: Span) -> Vec<Placed> {
    let card = |place: usize| {
        let natural = Natural {
            suit: Suit::ALL[span.suit],
            rank: rank_at(place),
        };
        if span.wild & rows::bit_at(place) == 0 {
            Placed::Natural(natural)
        } else {
            Placed::JokerAs(natural)
        }
    };
    span.window.places().map(card).collect()
}

fn cards_of_set(set: Set) -> Vec<Placed> {
    let suits = Suit::ALL.into_iter();
    let naturals = suits
        .filter(|suit| set.suits >> suit.index() & 1 == 1)
        .map(|suit| {
            Placed::Natural(Natural {
                suit,
                rank: set.rank,
            })
        });
    let jokers = std::iter::repeat_n(Placed::Joker, set.jokers);
    naturals.chain(jokers).collect()
}
