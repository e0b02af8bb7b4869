//! What is kept of something shown: not the thing itself, only enough to tell whether something else is the same. There
//! are many tables, and each has a board and panels.

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::LazyLock;

/// The imprint of something shown. Nobody can choose things that have the same: its key is drawn when the program starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Imprint(u64);

impl Imprint {
    /// Of this; of anything that equals it the same.
    pub(crate) fn of(shown: &impl Hash) -> Self {
        static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        Self(KEY.hash_one(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Scene;
    use crate::drawing::scene::{At, Backdrop, Ink, Item};

    fn scene(backdrop: Backdrop, at: (i32, i32), width: i32) -> Scene {
        let bar = Item::Bar {
            at: At { x: at.0, y: at.1 },
            width,
            height: 10,
            round: 2,
            ink: Ink::Ivory,
        };
        Scene {
            backdrop,
            below: None,
            items: vec![bar; 2],
        }
    }

    #[test]
    fn equal_scenes_have_the_same_imprint_and_different_ones_others() {
        let mut scenes = Vec::new();
        for backdrop in [Backdrop::Rack, Backdrop::Table] {
            for place in [(0, 0), (0, 1), (1, 0)] {
                scenes.extend([1, 2].map(|width| scene(backdrop, place, width)));
            }
        }
        let mut longer = scenes[0].clone();
        longer.items.push(scenes[0].items[0].clone());
        scenes.push(longer);
        for (number, one) in scenes.iter().enumerate() {
            for (other_number, other) in scenes.iter().enumerate() {
                let are_alike = Imprint::of(one) == Imprint::of(&other.clone());
                assert_eq!(are_alike, number == other_number, "{one:?} {other:?}");
            }
        }
    }
}
