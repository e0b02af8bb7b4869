//! A player's own rack in 101: what could be laid stands apart, with its worth on the shelf below it.

use super::mover;
use crate::indicator;
use crate::packs::tiles::{self, TileFace};
use crate::rules::okey101::View;
use crate::rules::tile::Tile;
use crate::scene::{At, Backdrop, Badge, Ink, Scene, TextSize, at};
use crate::shelf::{Order, POST, Places, RAISED, Span, Tone, owner, put};

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
    let standing = standing(view, shown, marks);
    for span in &places.melds {
        foot(&mut scene, shown, span);
    }
    if let Some(place) = marks.must_use.and_then(|slot| places.slots.get(slot)) {
        scene.glow(places.size, place.by(0, -RAISED));
    }
    let tiles = slots(shown).into_iter().zip(&places.slots);
    for ((tile, place), stands) in tiles.zip(&standing) {
        let face = TileFace::dealt(tile, view.okey());
        match stands {
            Stands::Down => put(&mut scene, face, places.size, *place, None),
            Stands::Up => scene.piece(face, places.size, place.by(0, -RAISED)),
            Stands::On(ink) => put(&mut scene, face, places.size, *place, Some(*ink)),
        }
    }
    badges(&mut scene, &places, &standing, marks);
    post(&mut scene, view, marks);
    scene
}

/// How a tile stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// On the shelf.
    Down,
    /// Raised with its group, which has a bar of its own.
    Up,
    /// Raised on a bar of this colour.
    On(Ink),
}

/// How each tile stands, by slot. What is picked is gold even if it is new.
fn standing(view: &View, shown: &Shown, marks: &Marks) -> Vec<Stands> {
    let new = marks.must_use.or_else(|| fresh_slot(view, shown));
    let groups = shown.groups.iter();
    let tones = groups.flat_map(|group| group.tiles.iter().map(|_| group.tone));
    let tones = tones.chain(shown.loose.iter().map(|_| Tone::Quiet));
    tones
        .enumerate()
        .map(|(slot, tone)| match tone {
            _ if marks.picked.contains(&slot) => Stands::On(Ink::Gold),
            _ if new == Some(slot) => Stands::On(Ink::Sky),
            Tone::Lifted => Stands::Up,
            Tone::Quiet => Stands::Down,
        })
        .collect()
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

/// The bar on which a group stands, and its worth below it.
fn foot(scene: &mut Scene, shown: &Shown, span: &Span) {
    let mut end = 0;
    let group = shown.groups.iter().find(|group| {
        end += group.tiles.len();
        span.slot < end
    });
    let Some(group) = group else { return };
    // A lifted one stands on its bar, a quiet one before it.
    let (ink, top, height) = match group.tone {
        Tone::Quiet => (Ink::Light, 14, 8),
        Tone::Lifted => (Ink::Gold, 3 - RAISED, RAISED - 4),
    };
    let place = at(span.left, span.feet + top);
    scene.bar(place, (span.right - span.left, height), 5, ink);
    // A group that is broken between the rows shows its worth once.
    let is_first = span.slot + group.tiles.len() == end;
    if let Some(worth) = group.worth.filter(|_| is_first) {
        let middle = at((span.left + span.right) / 2, span.feet + 18);
        plate(scene, worth, ink, middle);
    }
}

fn plate(scene: &mut Scene, worth: i32, ink: Ink, middle: At) {
    let width = 22 + TextSize::Small.width(&worth.to_string());
    scene.bar(middle.by(-width / 2, -17), (width, 34), 12, Ink::Ebony);
    scene.text(worth, TextSize::Small, ink, middle);
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
    let Some(total) = marks.total else {
        owner(scene, view.viewer.seat(), mover(view), 58);
        indicator::on_post(scene, view.indicator, tiles::MEDIUM, 136);
        return;
    };
    owner(scene, view.viewer.seat(), mover(view), 50);
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
