//! Room in a memory whose entries are worth nothing after a while. They are looked for only when it would grow: what comes
//! and goes takes no more than what is needed at a time, however long the bot plays.

use std::collections::HashMap;
use std::hash::Hash;

/// Makes room for one more. Of a full map what need not be kept goes first; then it has room for twice what is left, so
/// that looking costs each newcomer no more than a few steps.
pub(super) fn make_room<K: Eq + Hash, V>(map: &mut HashMap<K, V>, is_kept: impl Fn(&V) -> bool) {
    if map.len() < map.capacity() {
        return;
    }
    map.retain(|_, value| is_kept(value));
    // Made anew: what has gone leaves marks behind that take room.
    let mut roomy = HashMap::with_capacity(2 * map.len().max(1));
    roomy.extend(map.drain());
    *map = roomy;
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const ALL: u64 = 100_000;

    /// Everybody comes once and is kept until so many have come since; answers the room, and how often it was looked.
    fn after_all(young: u64) -> (usize, u64) {
        let (mut map, looks) = (HashMap::new(), Cell::new(0));
        for number in 0..ALL {
            make_room(&mut map, |came: &u64| {
                looks.set(looks.get() + 1);
                number - came <= young
            });
            map.insert(number, number);
            let youngest = number.saturating_sub(young)..=number;
            assert!(map.contains_key(youngest.start()), "{number}");
        }
        (map.capacity(), looks.get())
    }

    #[test]
    fn what_comes_and_goes_takes_the_room_of_what_is_there() {
        for young in [1, 100, 3_000, ALL] {
            let (room, looks) = after_all(young);
            assert!(room as u64 <= 8 * young.max(4), "{young}: {room}");
            assert!(looks <= 3 * ALL, "{young}: {looks}");
        }
    }
}
