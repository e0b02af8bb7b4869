//! A player's own rack: two wooden shelves, the melds apart from one another, the loose tiles behind them.

use std::ops::Range;

use super::{look, mover};
use crate::drawing::scene::{At, Backdrop, Badge, Heading, Ink, Scene, TileFace, TileSize, at};
use crate::rules::meld::{Arrangement, arrange};
use crate::rules::okey::View;
use crate::rules::tile::{Face, Tile};

/// What is marked on a rack beyond what its view says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The slots (places in [`slots`]) that the player has picked: a prepared discard, tiles of a meld in the making.
    pub picked: Vec<usize>,
}

/// The left edge of the shelves and the right one, where the post begins.
const SHELF: Range<i32> = 20..868;
/// On what height the tiles of each row stand.
const FEET: [i32; 2] = [172, 374];
/// The middle of the post.
const POST: i32 = 944;
/// How far a marked tile stands above the others.
const RAISED: i32 = 16;

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
    let mark = |slot: usize| match marks.picked.contains(&slot) {
        true => Some(Ink::Gold),
        false => (fresh == Some(slot)).then_some(Ink::Sky),
    };
    if glows {
        for (slot, (_, at)) in places.tiles.iter().enumerate() {
            let up = if mark(slot).is_some() { -RAISED } else { 0 };
            scene.glow(places.size, at.by(0, up));
        }
    }
    for (left, right, feet) in &places.melds {
        let ink = if glows { Ink::Gold } else { Ink::Light };
        scene.bar(at(*left, feet + 14), (right - left, 8), 4, ink);
    }
    for (slot, (tile, at)) in places.tiles.iter().enumerate() {
        put(&mut scene, face(*tile, view), places.size, *at, mark(slot));
    }
    post(&mut scene, view);
    scene
}

/// Before the first deal there is no okey, nor a rack; a false joker would then stand for any face.
fn face(tile: Tile, view: &View) -> TileFace {
    match (view.okey(), tile) {
        (Some(okey), tile) => look(tile, okey),
        (None, Tile::Numbered(face)) => TileFace::Plain(face),
        (None, Tile::FalseJoker) => TileFace::Back,
    }
}

/// Puts a tile on its place; a marked one is raised and stands on a bar of this colour.
fn put(scene: &mut Scene, face: TileFace, size: TileSize, place: At, mark: Option<Ink>) {
    let Some(ink) = mark else {
        return scene.tile(face, size, place);
    };
    let foot = place.by(4, size.height() - RAISED + 3);
    scene.bar(foot, (size.width() - 8, RAISED - 4), 5, ink);
    scene.tile(face, size, place.by(0, -RAISED));
}

/// The post at the right: whose rack this is, whether they are to move, and what is wild.
fn post(scene: &mut Scene, view: &View) {
    if let Some(seat) = view.viewer.seat() {
        if mover(view) == Some(seat) {
            scene.bar(at(POST - 44, 14), (88, 88), 44, Ink::Gold);
        }
        scene.badge(Badge::Seat(seat), at(POST, 58));
    }
    if let Some(indicator) = view.indicator {
        wild(scene, indicator);
    }
}

fn wild(scene: &mut Scene, indicator: Face) {
    let size = TileSize::Medium;
    let left = POST - size.width() / 2;
    scene.tile(TileFace::Plain(indicator), size, at(left, 136));
    scene.badge(Badge::Arrow(Heading::Down), at(POST, 264));
    scene.tile(TileFace::Okey(indicator.okey()), size, at(left, 290));
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

/// Where everything on a rack stands.
struct Places {
    size: TileSize,
    /// By slot.
    tiles: Vec<(Tile, At)>,
    /// From where to where each meld (or the part of it on a row) reaches, and on what height it stands.
    melds: Vec<(i32, i32, i32)>,
}

fn place(arrangement: &Arrangement) -> Places {
    let tiles = slots(arrangement);
    let (size, most) = match tiles.len() {
        0..=18 => (TileSize::Large, 9),
        _ => (TileSize::Medium, 12),
    };
    let split = split(arrangement, tiles.len(), most);
    let mut places = Places {
        size,
        tiles: Vec::with_capacity(tiles.len()),
        melds: Vec::new(),
    };
    for (row, feet) in [0..split, split..tiles.len()].into_iter().zip(FEET) {
        place_row(&mut places, &tiles, groups(arrangement, &row), feet);
    }
    places
}

/// The slot with which the second row begins: near the middle, and where possible not inside a meld.
fn split(arrangement: &Arrangement, count: usize, most: usize) -> usize {
    let middle = count.div_ceil(2);
    let melded: usize = arrangement.melds.iter().map(Vec::len).sum();
    let ends = arrangement.melds.iter().scan(0, |end, meld| {
        *end += meld.len();
        Some(*end)
    });
    let least = count.saturating_sub(most);
    ends.chain(melded..=count)
        .filter(|slot| (least..=most).contains(slot))
        .min_by_key(|slot| slot.abs_diff(middle))
        .unwrap_or(middle)
}

/// The parts of melds, and the loose tiles, whose slots lie on a row. The flag tells a meld.
fn groups(arrangement: &Arrangement, row: &Range<usize>) -> Vec<(Range<usize>, bool)> {
    let mut start = 0;
    let melds = arrangement.melds.iter().map(|meld| (meld.len(), true));
    let all = melds.chain([(arrangement.loose.len(), false)]);
    all.map(|(length, is_meld)| {
        start += length;
        ((start - length).max(row.start)..start.min(row.end), is_meld)
    })
    .filter(|(slots, _)| !slots.is_empty())
    .collect()
}

fn place_row(places: &mut Places, tiles: &[Tile], groups: Vec<(Range<usize>, bool)>, feet: i32) {
    let count: i32 = groups.iter().map(|(slots, _)| slots.len() as i32).sum();
    let breaks = groups.len().saturating_sub(1) as i32;
    let (width, room) = (places.size.width(), SHELF.end - SHELF.start);
    // More tiles than a row has room for overlap rather than fall off the shelf.
    let gap = ((room - count * width) / (count - 1).max(1)).min(3);
    // Between groups as much air as the row has left.
    let used = count * (width + gap) - gap;
    let apart = ((room - used) / breaks.max(1)).clamp(0, 26);
    let mut x = SHELF.start + (room - used - apart * breaks) / 2;
    for (slots, is_meld) in groups {
        let left = x;
        for tile in &tiles[slots] {
            places
                .tiles
                .push((*tile, at(x, feet - places.size.height())));
            x += width + gap;
        }
        if is_meld {
            places.melds.push((left + 4, x - gap - 4, feet));
        }
        x += apart;
    }
}
