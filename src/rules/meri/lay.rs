//! Laying things into homes at random, each where it may lie.
//!
//! First every thing finds a home, moving others where it must; then they change places again and again, so that no way
//! of laying them is preferred by the order in which they came.

use crate::Dice;

/// How often two of them try to change places, for each thing.
const EXCHANGES: usize = 8;

/// Which things may lie in which homes, and how many each home has room for. There is room for all.
pub(super) struct Laying {
    /// By thing, then by home.
    pub(super) may: Vec<Vec<bool>>,
    /// By home.
    pub(super) rooms: Vec<usize>,
}

impl Laying {
    /// The things in each home.
    ///
    /// Where there is no way to lay all of them as they may, those left over fill what room there is: a journal whose
    /// players did not follow must not stop anybody.
    pub(super) fn at_random(&self, dice: &mut Dice) -> Vec<Vec<usize>> {
        let mut lies = vec![Vec::new(); self.rooms.len()];
        let mut things: Vec<usize> = (0..self.may.len()).collect();
        let mut homes: Vec<usize> = (0..self.rooms.len()).collect();
        dice.shuffle(&mut things);
        let mut left = Vec::new();
        for thing in things {
            dice.shuffle(&mut homes);
            let mut tried = vec![false; homes.len()];
            if !self.place(thing, &homes, &mut tried, &mut lies) {
                left.push(thing);
            }
        }
        for (home, room) in lies.iter_mut().zip(&self.rooms) {
            let rest = room.saturating_sub(home.len()).min(left.len());
            home.extend(left.drain(..rest));
        }
        self.exchange(&mut lies, dice);
        lies
    }

    /// Finds a home for a thing, moving others; no home is tried twice.
    fn place(
        &self,
        thing: usize,
        homes: &[usize],
        tried: &mut [bool],
        lies: &mut [Vec<usize>],
    ) -> bool {
        for home in homes.iter().copied() {
            if tried[home] || !self.may[thing][home] {
                continue;
            }
            tried[home] = true;
            if lies[home].len() < self.rooms[home] {
                lies[home].push(thing);
                return true;
            }
            // A home that is tried is not touched by those who look for another one.
            for place in 0..lies[home].len() {
                if self.place(lies[home][place], homes, tried, lies) {
                    lies[home][place] = thing;
                    return true;
                }
            }
        }
        false
    }

    fn exchange(&self, lies: &mut [Vec<usize>], dice: &mut Dice) {
        let homes = 0..lies.len();
        let places: Vec<(usize, usize)> = homes
            .flat_map(|home| (0..lies[home].len()).map(move |place| (home, place)))
            .collect();
        for _ in 0..EXCHANGES * places.len() {
            let mut any = || places[dice.below(places.len() as u32) as usize];
            let ((home, place), (other_home, other_place)) = (any(), any());
            let (thing, other) = (lies[home][place], lies[other_home][other_place]);
            if self.may[thing][other_home] && self.may[other][home] {
                lies[home][place] = other;
                lies[other_home][other_place] = thing;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three things in three homes of one, where only one way is left: the last thing pushes the others on.
    #[test]
    fn the_only_way_is_found() {
        let laying = Laying {
            may: vec![
                vec![true, true, false],
                vec![false, true, true],
                vec![true, false, false],
            ],
            rooms: vec![1, 1, 1],
        };
        for seed in 0..32 {
            let lies = laying.at_random(&mut Dice::from_seed(seed));
            assert_eq!(lies, [vec![2], vec![0], vec![1]], "seed {seed}");
        }
    }

    #[test]
    fn every_way_comes_about_as_often() {
        let laying = Laying {
            may: vec![vec![true; 2]; 4],
            rooms: vec![1, 3],
        };
        let mut counts = [0; 4];
        for seed in 0..4000 {
            counts[laying.at_random(&mut Dice::from_seed(seed))[0][0]] += 1;
        }
        // Four standard deviations around a quarter.
        assert!(
            counts.iter().all(|count| (890..1110).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn what_may_lie_nowhere_lies_where_there_is_room() {
        let laying = Laying {
            may: vec![vec![false, true], vec![false, true]],
            rooms: vec![1, 1],
        };
        let lies = laying.at_random(&mut Dice::from_seed(0));
        assert_eq!(lies.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    }
}
