//! What lies on the table: sets and runs with their jokers, what may be added to them, and how a joker is freed
//! (Kaluki rules 5 and 6).
//!
//! Checks run in the order of the written rules; the first that fails is the answer.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Options;
use super::options::Recovery;
use crate::card::{Card, Natural, Placed, Rank, Suit};
use crate::meld::cards::Aces;

/// The two kinds of melds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Cards of one rank in different suits.
    Set,
    /// Consecutive cards of one suit.
    Run,
}

/// Cards that a player puts together: a run in ascending order, its jokers designated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Composed {
    /// What they are meant to be.
    pub kind: Kind,
    /// The cards.
    pub cards: Vec<Placed>,
}

impl Composed {
    /// Cards meant to be of this kind.
    pub fn new(kind: Kind, cards: Vec<Placed>) -> Self {
        Self { kind, cards }
    }
}

/// An end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Below its lowest card.
    Low,
    /// Above its highest card.
    High,
}

impl End {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Low, Self::High];
}

/// Why cards are no meld, cannot be added to one, or free no joker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MeldFault {
    /// Too few cards or too many.
    #[error("{cards} cards are no set and no run")]
    Size {
        /// How many.
        cards: usize,
    },
    /// Only jokers.
    #[error("only jokers")]
    NoNatural,
    /// More than one rank in a set.
    #[error("a set has one rank")]
    RankMix,
    /// A suit twice in a set.
    #[error("a set has no suit twice")]
    SuitDup,
    /// A joker of a run does not say what it stands for.
    #[error("a joker of a run must say what it stands for")]
    JokerUndeclared,
    /// More than one suit in a run.
    #[error("a run has one suit")]
    SuitMix,
    /// The ranks do not follow each other.
    #[error("the ranks do not follow each other")]
    Sequence,
    /// A set has four cards at most.
    #[error("the set is full")]
    SetFull,
    /// The jokers of a set of four stay.
    #[error("the set is closed: its jokers stay")]
    ClosedSet,
    /// There is no joker to free.
    #[error("there is no joker")]
    NoJoker,
    /// Another number of cards frees the joker.
    #[error("{needed} cards free that joker, not {given}")]
    NeedTwo {
        /// How many do.
        needed: usize,
        /// How many were given.
        given: usize,
    },
    /// No joker stands for this card, or it is a joker itself.
    #[error("no joker there stands for that card")]
    WrongCard,
}

impl MeldFault {
    /// The code of the written rules.
    pub fn code(self) -> &'static str {
        match self {
            Self::Size { .. } => "E_SIZE",
            Self::NoNatural => "E_NO_NATURAL",
            Self::RankMix => "E_RANK_MIX",
            Self::SuitDup => "E_SUIT_DUP",
            Self::JokerUndeclared => "E_JOKER_UNDECLARED",
            Self::SuitMix => "E_SUIT_MIX",
            Self::Sequence => "E_SEQUENCE",
            Self::SetFull => "E_SET_FULL",
            Self::ClosedSet => "E_CLOSED_SET",
            Self::NoJoker => "E_NO_JOKER",
            Self::NeedTwo { .. } => "E_NEED_TWO",
            Self::WrongCard => "E_WRONG_CARD",
        }
    }
}

/// The most cards of a set and of a run.
const MOST_IN_SET: usize = 4;
const MOST_IN_RUN: usize = 13;

/// A meld on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Meld {
    kind: Kind,
    cards: Vec<Placed>,
}

impl Meld {
    /// The meld that these cards are, or why they are none (Kaluki rules 5).
    pub fn compose(composed: &Composed, aces: Aces) -> Result<Self, MeldFault> {
        match composed.kind {
            Kind::Set => check_set(&composed.cards)?,
            Kind::Run => {
                check_size(composed.cards.len(), MOST_IN_RUN)?;
                check_run(&composed.cards, aces)?;
            }
        }
        Ok(Self::accepted(composed))
    }

    /// The meld of cards that have been accepted; in a set nothing is said of jokers.
    pub(super) fn accepted(composed: &Composed) -> Self {
        let cards = composed.cards.iter();
        Self {
            kind: composed.kind,
            cards: cards.map(|card| plain_in(composed.kind, *card)).collect(),
        }
    }

    /// Set or run.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The cards: of a run in ascending order, of a set in the order laid.
    pub fn cards(&self) -> &[Placed] {
        &self.cards
    }

    /// The sum of the values; a joker counts as the card it stands for (Kaluki rules 2 and 5).
    pub fn points(&self) -> u32 {
        match self.kind {
            Kind::Set => {
                let rank = self.naturals().next().map(|natural| natural.rank);
                self.cards.len() as u32 * rank.map_or(0, Rank::value)
            }
            Kind::Run => {
                let ranks = || self.cards.iter().filter_map(|card| rank_of(*card));
                let sum: u32 = ranks().map(Rank::value).sum();
                // Kaluki rules 12, `ace_low`: the ace below a 2 is worth 1.
                let has_low_ace = ranks().next() == Some(Rank::ACE);
                if has_low_ace {
                    sum - Rank::ACE.value() + 1
                } else {
                    sum
                }
            }
        }
    }

    /// How many jokers are in it.
    pub fn jokers(&self) -> usize {
        let jokers = self.cards.iter().filter(|card| card.card() == Card::Joker);
        jokers.count()
    }

    fn naturals(&self) -> impl Iterator<Item = Natural> {
        self.cards.iter().filter_map(|card| card.card().natural())
    }

    /// The naturals of a set's rank whose suits it lacks; none for a run.
    pub fn missing(&self) -> Vec<Natural> {
        let first = self.naturals().next().filter(|_| self.kind == Kind::Set);
        let Some(Natural { rank, .. }) = first else {
            return Vec::new();
        };
        let lacks = |suit: &Suit| self.naturals().all(|natural| natural.suit != *suit);
        let suits = Suit::ALL.into_iter().filter(lacks);
        suits.map(|suit| Natural { suit, rank }).collect()
    }

    /// The card that would go on at this end of a run; `None` for a set, and where the run ends.
    pub fn next_at(&self, end: End, aces: Aces) -> Option<Natural> {
        let stands: Vec<Natural> = self.stands();
        let (first, last) = (stands.first()?, stands.last()?);
        if self.kind == Kind::Set || self.cards.len() >= MOST_IN_RUN {
            return None;
        }
        let rank = match end {
            End::High => Rank::new(last.rank.index() + 1)?,
            End::Low if first.rank == Rank::ACE => return None,
            End::Low => match (first.rank.index().checked_sub(1), aces) {
                (Some(below), _) => Rank::new(below)?,
                (None, Aces::LowToo) => Rank::ACE,
                (None, Aces::High) => return None,
            },
        };
        Some(Natural {
            suit: first.suit,
            rank,
        })
    }

    /// What the cards of a run stand for, in ascending order.
    fn stands(&self) -> Vec<Natural> {
        let stands = self.cards.iter().filter_map(|card| card.stands_for());
        stands.collect()
    }

    /// The meld with these cards added, outward from an end of a run (Kaluki rules 6.3). The limit of a turn is not
    /// judged here.
    pub fn build(&self, cards: &[Placed], end: End, aces: Aces) -> Result<Self, MeldFault> {
        if cards.is_empty() {
            return Err(MeldFault::Size { cards: 0 });
        }
        let mut built = self.clone();
        built.add(cards, end);
        match self.kind {
            Kind::Set => check_set_build(self, cards)?,
            Kind::Run => {
                check_run(&built.cards, aces)?;
                check_size(built.cards.len(), MOST_IN_RUN)?;
            }
        }
        Ok(built)
    }

    /// Adds cards that have been accepted.
    pub(super) fn add(&mut self, cards: &[Placed], end: End) {
        for card in cards {
            let card = plain_in(self.kind, *card);
            if self.kind == Kind::Run && end == End::Low {
                self.cards.insert(0, card);
            } else {
                self.cards.push(card);
            }
        }
    }

    /// The place of the joker that these cards free (Kaluki rules 6.4).
    pub fn freed_by(&self, given: &[Card], options: &Options) -> Result<usize, MeldFault> {
        match self.kind {
            Kind::Run => self.freed_of_run(given),
            Kind::Set => self.freed_of_set(given, options),
        }
    }

    fn freed_of_run(&self, given: &[Card]) -> Result<usize, MeldFault> {
        if self.jokers() == 0 {
            return Err(MeldFault::NoJoker);
        }
        let [Card::Natural(natural)] = given else {
            return Err(MeldFault::WrongCard);
        };
        let place = self
            .cards
            .iter()
            .position(|card| *card == Placed::JokerAs(*natural));
        place.ok_or(MeldFault::WrongCard)
    }

    fn freed_of_set(&self, given: &[Card], options: &Options) -> Result<usize, MeldFault> {
        if self.cards.len() >= MOST_IN_SET && !options.four_card_set_recovery {
            return Err(MeldFault::ClosedSet);
        }
        let place = self.cards.iter().position(|card| *card == Placed::Joker);
        let place = place.ok_or(MeldFault::NoJoker)?;
        let needed = self.needed(options);
        if given.len() != needed {
            let given = given.len();
            return Err(MeldFault::NeedTwo { needed, given });
        }
        let naturals: Option<Vec<Natural>> = given.iter().map(|card| card.natural()).collect();
        let naturals = naturals.ok_or(MeldFault::WrongCard)?;
        let all: Vec<Natural> = self.naturals().chain(naturals).collect();
        check_ranks_and_suits(&all)?;
        Ok(place)
    }

    /// How many naturals free a joker of this set (Kaluki rules 6.4 and 12).
    pub fn needed(&self, options: &Options) -> usize {
        let recovery = match (self.cards.len(), self.jokers()) {
            (MOST_IN_SET.., _) => Recovery::One,
            (_, 0 | 1) => options.one_joker_recovery,
            (_, _) => options.two_joker_recovery,
        };
        match recovery {
            Recovery::Two => 2,
            Recovery::One => 1,
        }
    }

    /// Gives cards that have been accepted for the joker at a place.
    pub(super) fn recover(&mut self, given: &[Card], place: usize) {
        if place >= self.cards.len() {
            return;
        }
        match (self.kind, given) {
            (Kind::Run, [card]) => self.cards[place] = (*card).into(),
            (Kind::Run, _) => {}
            (Kind::Set, _) => {
                self.cards.remove(place);
                self.cards
                    .extend(given.iter().map(|card| Placed::from(*card)));
            }
        }
    }
}

/// In a set a joker's suit is not stated and stays undetermined (Kaluki rules 5).
fn plain_in(kind: Kind, card: Placed) -> Placed {
    match kind {
        Kind::Set => card.card().into(),
        Kind::Run => card,
    }
}

fn rank_of(card: Placed) -> Option<Rank> {
    card.stands_for().map(|natural| natural.rank)
}

fn check_size(cards: usize, most: usize) -> Result<(), MeldFault> {
    if (3..=most).contains(&cards) {
        Ok(())
    } else {
        Err(MeldFault::Size { cards })
    }
}

fn check_set(cards: &[Placed]) -> Result<(), MeldFault> {
    check_size(cards.len(), MOST_IN_SET)?;
    let naturals: Vec<Natural> = naturals_of(cards)?;
    check_ranks_and_suits(&naturals)
}

/// The naturals among these cards, of which there is one at least.
fn naturals_of(cards: &[Placed]) -> Result<Vec<Natural>, MeldFault> {
    let naturals = cards.iter().filter_map(|card| card.card().natural());
    let naturals: Vec<Natural> = naturals.collect();
    if naturals.is_empty() {
        return Err(MeldFault::NoNatural);
    }
    Ok(naturals)
}

fn check_ranks_and_suits(naturals: &[Natural]) -> Result<(), MeldFault> {
    if naturals.windows(2).any(|two| two[0].rank != two[1].rank) {
        return Err(MeldFault::RankMix);
    }
    let twice = |suit: Suit| naturals.iter().filter(|one| one.suit == suit).count() > 1;
    if Suit::ALL.into_iter().any(twice) {
        return Err(MeldFault::SuitDup);
    }
    Ok(())
}

fn check_set_build(set: &Meld, cards: &[Placed]) -> Result<(), MeldFault> {
    if set.cards.len() + cards.len() > MOST_IN_SET {
        return Err(MeldFault::SetFull);
    }
    let added = cards.iter().filter_map(|card| card.card().natural());
    let all: Vec<Natural> = set.naturals().chain(added).collect();
    check_ranks_and_suits(&all)
}

/// Kaluki rules 5, the checks of a run from the second on.
fn check_run(cards: &[Placed], aces: Aces) -> Result<(), MeldFault> {
    naturals_of(cards)?;
    let stands: Option<Vec<Natural>> = cards.iter().map(|card| card.stands_for()).collect();
    let stands = stands.ok_or(MeldFault::JokerUndeclared)?;
    if stands.windows(2).any(|two| two[0].suit != two[1].suit) {
        return Err(MeldFault::SuitMix);
    }
    let ranks: Vec<usize> = stands.iter().map(|natural| natural.rank.index()).collect();
    // Kaluki rules 12, `ace_low`: only as the first card of a run an ace stands below a 2.
    let begins_low = aces == Aces::LowToo && stands[0].rank == Rank::ACE;
    let rest = if begins_low { &ranks[1..] } else { &ranks[..] };
    let follows = rest.windows(2).all(|two| two[0] + 1 == two[1]);
    if follows && (!begins_low || rest.first() == Some(&0)) {
        Ok(())
    } else {
        Err(MeldFault::Sequence)
    }
}
