//! A player's own rack: two wooden shelves, the melds apart from one another, the loose tiles behind them.

use super::mover;
use crate::indicator;
use crate::packs::tiles::{self, TileFace};
use crate::rules::meld::{Arrangement, arrange};
use crate::rules::okey::View;
use crate::rules::tile::Tile;
use crate::scene::{Backdrop, Ink, Scene, at};
use crate::shelf::{Order, Places, RAISED, owner, put};

/// What is marked on a rack beyond what its view says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The slots (places in [`slots`]) that the player has picked: a prepared discard, tiles of a meld in the making.
    pub picked: Vec<usize>,
    /// The table is closed: it is nobody's turn any more.
    pub is_closed: bool,
}

impl Marks {
    /// Those of a closed table: nothing can be done there any more.
    pub fn closed() -> Self {
        Self {
            is_closed: true,
            ..Self::default()
        }
    }
}

/// The tiles of a rack in the order in which it is drawn; the panel's buttons use the same.
pub fn slots(arrangement: &Arrangement) -> Vec<Tile> {
    let melds = arrangement.melds.iter().flatten();
    melds.chain(&arrangement.loose).copied().collect()
}

/// The slot of the tile that was just drawn: the last of equal tiles.
pub fn fresh_slot(view: &View, arrangement: &Arrangement) -> Option<usize> {
    let fresh = view.fresh?;
    slots(arrangement).iter().rposition(|tile| *tile == fresh)
}

/// The rack of the viewer, arranged like this. Nothing of the view but what its own viewer sees is drawn.
pub fn rack(view: &View, arrangement: &Arrangement, marks: &Marks) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let places = place(arrangement);
    let glows = is_finished(arrangement) || is_finished_unsorted(view, arrangement);
    let fresh = fresh_slot(view, arrangement);
    let mark = |slot: usize| match slot {
        _ if marks.picked.contains(&slot) => Some(Ink::Gold),
        _ if fresh == Some(slot) => Some(Ink::Sky),
        _ => None,
    };
    if glows {
        for (slot, at) in places.slots.iter().enumerate() {
            let up = if mark(slot).is_some() { -RAISED } else { 0 };
            scene.glow(places.size, at.by(0, up));
        }
    }
    for span in &places.melds {
        let ink = if glows { Ink::Gold } else { Ink::Light };
        let width = span.right - span.left;
        scene.bar(at(span.left, span.feet + 14), (width, 8), 4, ink);
    }
    let standing = slots(arrangement).into_iter().zip(&places.slots);
    for (slot, (tile, at)) in standing.enumerate() {
        let face = TileFace::dealt(tile, view.okey());
        put(&mut scene, face, places.size, *at, mark(slot));
    }
    let turn = mover(view).filter(|_| !marks.is_closed);
    owner(&mut scene, view.viewer.seat(), turn, 58);
    indicator::on_post(&mut scene, view.indicator, tiles::MEDIUM, 136);
    scene
}

/// Whether fourteen of the tiles win: all in melds, or all in pairs (Okey rules 7.1 and 7.2).
fn is_finished(arrangement: &Arrangement) -> bool {
    let melds = &arrangement.melds;
    let melded: usize = melds.iter().map(Vec::len).sum();
    let pure = melds.iter().all(|meld| meld.len() > 2) || melds.iter().all(|meld| meld.len() == 2);
    // With a fifteenth tile in a meld, one of four or more must be able to spare it.
    let spare = melded == 15 && melds.iter().any(|meld| meld.len() > 3);
    pure && arrangement.loose.len() <= 1 && (melded == 14 || spare)
}

/// Whether tiles that are shown in no melds, because their owner wants another order, would win in melds.
fn is_finished_unsorted(view: &View, arrangement: &Arrangement) -> bool {
    let sorted = |okey| is_finished(&arrange(&arrangement.loose, okey));
    arrangement.melds.is_empty() && view.okey().is_some_and(sorted)
}

fn place(arrangement: &Arrangement) -> Places {
    let order = Order {
        count: slots(arrangement).len(),
        melds: arrangement.melds.iter().map(Vec::len).collect(),
    };
    let (size, most) = match order.count {
        0..=18 => (tiles::LARGE, 9),
        _ => (tiles::MEDIUM, 12),
    };
    let split = order.split(most).unwrap_or(order.count.div_ceil(2));
    order.stand(size, split)
}
