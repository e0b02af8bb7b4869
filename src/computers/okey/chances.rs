//! How likely a rack is to win before another does: a rough estimate for comparing racks, by what may still come.
//!
//! A rack that waits for `useful` tiles is taken to get one of them before the round ends as often as one ticket of
//! so many comes before one of the others' (`OTHERS`). The next step is weighed tile by tile, with what the rack waits
//! for then; the steps after it by what is typical (`STEP`). Seven pairs are reckoned to their end: each pair that
//! is missing has only a tile or two that make it.

use super::knowledge::Knowledge;
use crate::rules::meld::{Live, Outlook, Rest, Wait, rests};
use crate::rules::tile::Tile;

/// How many tickets the others have in the race for the next step.
const OTHERS: f64 = 8.0;
/// A rack that is stuck can still change its plan: this is worth so many useful tiles.
const CHANGE: f64 = 1.0;
/// By which part the typical chance falls with each missing tile.
const STEP: f64 = 0.4;
/// Of so many discards, the best at first sight, the next step is weighed.
const WEIGHED: usize = 3;
/// With fewer missing tiles a detour is thought of.
const NEAR: u8 = 3;
/// From so many missing tiles on the steps are not weighed: there are too many ways yet.
const FAR: u8 = 4;
/// A tile that lies there must be so much better than one to be drawn: the draw may still bring a surprise.
const SURPRISE: f64 = 1.2;

/// A discard, and what is left without it.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub tile: Tile,
    /// How many tiles are missing, by the nearer way.
    pub distance: u8,
    /// How likely the rest wins; only for comparing.
    pub chance: f64,
    /// How likely the next player melds the discard; only for comparing.
    pub danger: u32,
    outlook: Outlook,
}

/// Those of these discards, jokers apart, that leave most at first sight, each with its chance; the best first.
pub(super) fn choices(mut left: Vec<Rest>, known: &Knowledge) -> Vec<Choice> {
    let okey = known.indicator.okey();
    let live = Live::of(&known.unseen, okey);
    left.retain(|rest| !rest.tile.is_joker(okey));
    let least = left.iter().map(|rest| rest.distance).min();
    // Only near a win may a rack that is one tile farther have better chances: what the nearer one waits for may be gone.
    let farthest = least.map_or(0, |least| least + u8::from(least < NEAR));
    left.retain(|rest| rest.distance <= farthest);
    let look = |rest: &Rest| {
        let outlook = Outlook::after(rest, &live);
        Choice {
            tile: rest.tile,
            distance: rest.distance,
            chance: at_first_sight(outlook.melds).max(in_pairs(outlook.pairs)),
            danger: known.danger(rest.tile),
            outlook,
        }
    };
    let mut choices: Vec<Choice> = left.iter().map(look).collect();
    sort(&mut choices);
    choices.truncate(WEIGHED);
    for choice in &mut choices {
        choice.chance = chance(&choice.outlook, &live);
    }
    sort(&mut choices);
    choices
}

/// The best chance first, of equal ones the safest.
fn sort(choices: &mut [Choice]) {
    choices.sort_by(|one, other| {
        let chance = other.chance.total_cmp(&one.chance);
        chance.then(one.danger.cmp(&other.danger))
    });
}

/// Whether fourteen tiles gain more by this tile, that lies there, than by one to be drawn.
pub(super) fn gains_by(rack: &[Tile], tile: Tile, known: &Knowledge) -> bool {
    let live = Live::of(&known.unseen, known.indicator.okey());
    let with = [rack, &[tile]].concat();
    let choices = choices(rests(&with, known.indicator), known);
    let taken = choices.first().map_or(0.0, |best| best.chance);
    // Whoever takes the tile and discards it again has what they have now.
    let again = choices.iter().find(|choice| choice.tile == tile);
    let (now, stays) = match again {
        Some(choice) => (choice.outlook, choice.chance),
        None => {
            let now = Outlook::of(rack, &live);
            (now, chance(&now, &live))
        }
    };
    let useful = f64::from(now.melds.useful);
    // A draw brings a useful tile, whose chance is on average what `stays` is made of, or nothing new.
    let unseen = f64::from(known.unseen_tiles).max(1.0);
    let better = stays * (OTHERS + CHANGE + useful);
    let drawn = (better + (unseen - useful) * stays) / unseen;
    taken > drawn * SURPRISE
}

/// How likely fourteen tiles win, the next step weighed tile by tile.
fn chance(outlook: &Outlook, live: &Live) -> f64 {
    let melds = match outlook.melds.distance {
        0 | 1 | FAR.. => at_first_sight(outlook.melds),
        _ => {
            let weighed: f64 = outlook
                .next(live)
                .iter()
                .map(|(copies, wait)| f64::from(*copies) * at_first_sight(*wait))
                .sum();
            weighed / (OTHERS + CHANGE + f64::from(outlook.melds.useful))
        }
    };
    melds.max(in_pairs(outlook.pairs))
}

/// The chance by how many tiles are missing and useful.
fn at_first_sight(wait: Wait) -> f64 {
    match wait.distance {
        0 => 1.0,
        // Multiplied one by one: every machine gets the same number.
        missing => (1..missing).fold(step(f64::from(wait.useful)), |chance, _| chance * STEP),
    }
}

/// The chance of seven pairs: with every pair that is made there are fewer single tiles left.
fn in_pairs(wait: Wait) -> f64 {
    let share = f64::from(wait.useful) / f64::from(wait.distance.max(1));
    (1..=wait.distance)
        .map(|left| step(share * f64::from(left)))
        .product()
}

/// The chance to get one of so many useful tiles in time.
fn step(useful: f64) -> f64 {
    (useful + CHANGE) / (OTHERS + CHANGE + useful)
}
