//! The sentences about why a move of Okey 101 is advised.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    HINT101_SENTENCES:

    /// It opens with sets and runs.
    okey101_hint_opens(points: u32, spares: &str, left: i32, closed: i32);
    /// It opens with less, and finishes.
    okey101_hint_opens_low(points: u32, needed: u32, last: &str);
    /// It opens with doubles.
    okey101_hint_opens_doubles(doubles: u32);
    /// It opens with doubles and makes the round void.
    okey101_hint_voids();
    /// It finishes.
    okey101_hint_finishes(joker: &str);
    /// What is taken opens.
    okey101_hint_takes_to_open(tile: &str, points: u32);
    /// What is taken opens with less, and finishes.
    okey101_hint_takes_to_open_low(tile: &str, points: u32, needed: u32, last: &str);
    /// What is taken opens with doubles.
    okey101_hint_takes_to_open_doubles(tile: &str, doubles: u32);
    /// What is taken opens with doubles and makes the round void.
    okey101_hint_takes_to_void(tile: &str);
    /// What is taken can be laid.
    okey101_hint_takes_to_lay(tile: &str);
    /// What was taken is of no use.
    okey101_hint_returns(tile: &str);
    /// A meld leaves the rack.
    okey101_hint_lays();
    /// A tile leaves the rack.
    okey101_hint_lays_off(tile: &str);
    /// An okey is worth more.
    okey101_hint_swaps(tile: &str);
    /// What lies there is of no use.
    okey101_hint_leaves(tile: &str);
    /// Nothing may be taken.
    okey101_hint_leaves_nothing();
    /// Not opening is cheaper.
    okey101_hint_stays_closed(left: i32, closed: i32);
    /// After opening.
    okey101_hint_discards(left: usize, merit: &str);
    /// Every discard costs.
    okey101_hint_costs(cost: &str);
    /// This discard costs, but less than it would to keep the tile.
    okey101_hint_costs_less(points: u32);
    /// There is no choice.
    okey101_hint_forced();
}
