//! Dealing in two halves: which karuta of the shuffled pack goes where (Hachinin-meri rules 4).

use super::options::Split;
use crate::chance::Label;
use crate::karuta::Karuta;
use crate::seat::MOST_SEATS;
use crate::{Chance, Dice, PerSeat, Seat};

/// The karuta of the pack.
pub const PACK: usize = 75;
/// How many each player gets of each half, and of what is left of both.
const PACKET: usize = 3;
/// How many all players get in one round.
const TURN: usize = PACKET * MOST_SEATS;
/// How many are left of both halves together, and shuffled once more.
pub const LEFT: usize = PACK - 2 * TURN;
/// How many everybody holds after the deal.
pub const RACK: usize = 3 * PACKET;
/// The first half of a fixed split (Hachinin-meri rules 4.2).
const FIRST_HALF: usize = 37;
/// The smallest and the largest first half of a random split (Hachinin-meri rules 13).
const HALVES: std::ops::RangeInclusive<usize> = 30..=45;

/// A dealt pack.
pub struct Spread {
    /// What each player gets, in the order of the deal: the first is the dealer's neighbour.
    pub racks: Vec<Vec<Karuta>>,
    /// What is turned up.
    pub okie: Karuta,
    /// The two that nobody gets.
    pub leftovers: [Karuta; 2],
}

/// What chance makes of the pack.
pub struct Shuffled {
    /// The whole pack.
    pub deck: Vec<Karuta>,
    /// How many of it are the first half.
    pub half: usize,
    /// What was left of both halves, shuffled once more.
    pub again: Vec<Karuta>,
}

impl Shuffled {
    /// The pack of this deal.
    pub(super) fn new(split: Split, chance: &Chance, deal: u32) -> Self {
        let mut deck = Karuta::pack();
        chance.stream(Label::Deck, deal).shuffle(&mut deck);
        let half = half(split, &mut chance.stream(Label::Cut, deal));
        let mut again = left(&deck, half).concat();
        chance.stream(Label::Again(1), deal).shuffle(&mut again);
        Self { deck, half, again }
    }
}

/// How many karuta the first half has.
fn half(split: Split, dice: &mut Dice) -> usize {
    match split {
        Split::Fixed => FIRST_HALF,
        Split::Random => {
            let (least, most) = HALVES.into_inner();
            least + dice.below((most - least) as u32 + 1) as usize
        }
    }
}

/// What is left of either half after its round (Hachinin-meri rules 4.3 and 4.4); nothing of a half that has not enough.
pub fn left(deck: &[Karuta], half: usize) -> [Vec<Karuta>; 2] {
    let (first, second) = deck.split_at(half.min(deck.len()));
    [first, second].map(|half| half.get(TURN..).unwrap_or_default().to_vec())
}

/// Spreads a pack; `None` if these are not the 75 karuta, split and shuffled as they can be.
pub fn spread(deck: &[Karuta], half: usize, again: &[Karuta]) -> Option<Spread> {
    let is_pack = same(deck, &Karuta::pack());
    if !is_pack || !HALVES.contains(&half) || !same(again, &left(deck, half).concat()) {
        return None;
    }
    let (first, second) = deck.split_at(half);
    let mut racks = vec![Vec::new(); MOST_SEATS];
    for packets in [first, second, again] {
        for (rack, packet) in racks.iter_mut().zip(packets.chunks_exact(PACKET)) {
            rack.extend_from_slice(packet);
        }
    }
    for rack in &mut racks {
        rack.sort_unstable();
    }
    let [okie, leftovers @ ..]: [Karuta; 3] = again[TURN..].try_into().ok()?;
    Some(Spread {
        racks,
        okie,
        leftovers,
    })
}

/// Where everybody goes before the first deal: chance makes the teams (Hachinin-meri rules 3.2).
pub(super) fn seat_draw(chance: &Chance, seats: usize) -> PerSeat<Seat> {
    let mut drawn: Vec<Seat> = Seat::all(seats).collect();
    chance.stream(Label::Seats, 0).shuffle(&mut drawn);
    drawn.into_iter().collect()
}

/// Whether both are the same karuta in some order.
fn same(one: &[Karuta], other: &[Karuta]) -> bool {
    let sorted = |karuta: &[Karuta]| {
        let mut karuta = karuta.to_vec();
        karuta.sort_unstable();
        karuta
    };
    sorted(one) == sorted(other)
}
