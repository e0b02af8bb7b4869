//! What stands together on a rack of 101, and the rest behind it.

use super::{Group, Shown, Tone};
use crate::rules::meld::{by_colours, remove};
use crate::rules::okey101::meld::Meld;
use crate::rules::okey101::{Composed, View};
use crate::rules::tile::Face;

impl Shown {
    /// The viewer's rack with these melds apart from the rest, which stands by colours; empty without a rack.
    pub fn grouped(view: &View, melds: &[Composed], tone: Tone) -> Self {
        let (Some(rack), Some(okey)) = (view.rack(), view.okey()) else {
            return Self::default();
        };
        let mut rest = rack.to_vec();
        let groups = melds.iter().map(|meld| {
            meld.tiles.iter().for_each(|tile| {
                remove(&mut rest, *tile);
            });
            Group {
                tiles: meld.tiles.clone(),
                worth: worth(meld, okey),
                tone,
            }
        });
        Self {
            groups: groups.collect(),
            loose: by_colours(rest, okey),
        }
    }
}

/// What a meld counts for an opening; a double counts nothing, and nothing is written below it.
pub fn worth(meld: &Composed, okey: Face) -> Option<i32> {
    let meld = Meld::compose(meld, okey).ok()?;
    let points = i32::try_from(meld.value(okey)).ok()?;
    (points > 0).then_some(points)
}
