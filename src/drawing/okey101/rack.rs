//! A player's own rack in 101: what could be laid stands apart, with its worth on the shelf below it.

use super::mover;
use crate::groups::{self, Stands};
use crate::indicator;
use crate::packs::tiles::{self, TileFace};
use crate::rules::okey101::View;
use crate::rules::tile::Tile;
use crate::scene::{At, Backdrop, Badge, Ink, Scene, TextSize, at};
use crate::shelf::{Order, POST, Places, RAISED, Tone, owner};

/// How the rack is shown: groups apart from one another, then loose tiles. The panel's buttons follow the same order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The groups.
    pub groups: Vec<Group>,
    /// The tiles behind them.
    pub loose: Vec<Tile>,
}

/// Tiles that stand together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// What they are worth: a number below them.
    pub worth: Option<i32>,
    /// How they stand.
    pub tone: Tone,
}

/// What is marked on a rack beyond what its view says. Slots are places in [`slots`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The slots picked while composing, or prepared.
    pub picked: Vec<usize>,
    /// The slots whose tiles fit a meld on the table.
    pub fits: Vec<usize>,
    /// The slots whose discard costs points.
    pub costs: Vec<usize>,
    /// The slot of the taken tile, which must be used.
    pub must_use: Option<usize>,
    /// What the chosen melds are worth, or how many doubles are chosen.
    pub total: Option<i32>,
    /// What they must reach.
    pub needed: Option<i32>,
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

/// The air that groups have between them, where that is possible.
const AIR: i32 = 10;

/// The tiles of a rack in the order in which it is drawn; the panel's buttons use the same.
pub fn slots(shown: &Shown) -> Vec<Tile> {
    let groups = shown.groups.iter().flat_map(|group| &group.tiles);
    groups.chain(&shown.loose).copied().collect()
}

/// The slot of the tile that was just drawn or taken: the last of equal tiles.
pub fn fresh_slot(view: &View, shown: &Shown) -> Option<usize> {
    let fresh = view.own.as_ref()?.fresh?;
    slots(shown).iter().rposition(|tile| *tile == fresh)
}

/// The rack of the viewer, shown like this. Nothing of the view but what its own viewer sees is drawn.
pub fn rack(view: &View, shown: &Shown, marks: &Marks) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let places = place(shown);
    let groups = standing_groups(shown);
    let new = marks.must_use.or_else(|| fresh_slot(view, shown));
    let standing = groups::standing(&groups, places.slots.len(), &marks.picked, new);
    for span in &places.melds {
        groups::foot(&mut scene, &groups, span);
    }
    if let Some(place) = marks.must_use.and_then(|slot| places.slots.get(slot)) {
        scene.glow(places.size, place.by(0, -RAISED));
    }
    let faces = slots(shown).into_iter();
    let faces = faces.map(|tile| TileFace::dealt(tile, view.okey()));
    groups::stand(&mut scene, faces, &places, &standing);
    badges(&mut scene, &places, &standing, marks);
    post(&mut scene, view, marks);
    scene
}

fn standing_groups(shown: &Shown) -> Vec<groups::Group> {
    let groups = shown.groups.iter().map(|group| groups::Group {
        length: group.tiles.len(),
        tone: group.tone,
        worth: group.worth.map(i64::from),
    });
    groups.collect()
}

/// The largest tiles with which the groups stand whole and apart.
fn place(shown: &Shown) -> Places {
    let order = Order {
        count: slots(shown).len(),
        melds: shown.groups.iter().map(|group| group.tiles.len()).collect(),
    };
    // Of many tiles, large ones would crowd the shelves and cost too many bytes.
    let sizes = match order.count {
        0..=14 => &[tiles::LARGE, tiles::MEDIUM, tiles::MODEST][..],
        _ => &[tiles::MODEST],
    };
    for size in sizes.iter().copied() {
        if let Some(split) = order.airy_split(size, AIR) {
            return order.stand(size, split);
        }
    }
    order.stand(tiles::MODEST, order.count.div_ceil(2))
}

/// Which tiles fit the table, above them; which cost points, at their lower corner.
fn badges(scene: &mut Scene, places: &Places, standing: &[Stands], marks: &Marks) {
    let (width, height) = (places.size.width(), places.size.height());
    for (slot, (place, stands)) in places.slots.iter().zip(standing).enumerate() {
        let up = if *stands == Stands::Down { 0 } else { -RAISED };
        let place = place.by(0, up);
        if marks.fits.contains(&slot) {
            let top = at(place.x + width / 2, (place.y - 10).max(18));
            scene.badge(Badge::Fits, top);
        }
        if marks.costs.contains(&slot) {
            scene.badge(Badge::Costs, place.by(width - 9, height - 6));
        }
    }
}

/// The post: whose rack this is, how far the chosen melds reach, and what is wild.
fn post(scene: &mut Scene, view: &View, marks: &Marks) {
    let turn = mover(view).filter(|_| !marks.is_closed);
    let Some(total) = marks.total else {
        owner(scene, view.viewer.seat(), turn, 58);
        indicator::on_post(scene, view.indicator, tiles::MEDIUM, 136);
        return;
    };
    owner(scene, view.viewer.seat(), turn, 50);
    reach(scene, total, marks.needed, at(POST, 139));
    indicator::on_post(scene, view.indicator, tiles::MODEST, 186);
}

/// What is chosen over what it must reach; gold once it does.
fn reach(scene: &mut Scene, total: i32, needed: Option<i32>, middle: At) {
    let (ground, ink) = if needed.is_none_or(|needed| total >= needed) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Ebony, Ink::Ivory)
    };
    scene.bar(middle.by(-52, -40), (104, 80), 14, Ink::Bronze);
    scene.bar(middle.by(-49, -37), (98, 74), 12, ground);
    let Some(needed) = needed else {
        return scene.text(total, TextSize::Large, ink, middle);
    };
    scene.text(total, TextSize::Small, ink, middle.by(0, -19));
    scene.bar(middle.by(-38, -2), (76, 3), 1, ink);
    scene.text(needed, TextSize::Small, ink, middle.by(0, 20));
}
