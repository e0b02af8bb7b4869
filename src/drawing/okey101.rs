//! The pictures of Okey 101.

use crate::drawing::Sitter;
use crate::drawing::scene::{Backdrop, Scene};
use crate::rules::PerSeat;
use crate::rules::okey101::View;
use crate::rules::tile::Tile;

/// How the rack is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// Tiles that belong together.
    pub groups: Vec<Group>,
    /// The others.
    pub loose: Vec<Tile>,
}

/// Tiles that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// Points.
    pub worth: Option<i32>,
    /// How it is drawn.
    pub tone: Tone,
}

/// How a group is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// As always.
    Quiet,
    /// About to be laid.
    Lifted,
}

/// What is marked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Slots that are picked.
    pub picked: Vec<usize>,
    /// Slots that fit the table.
    pub fits: Vec<usize>,
    /// Slots that cost.
    pub costs: Vec<usize>,
    /// The taken tile.
    pub must_use: Option<usize>,
    /// Reached.
    pub total: Option<i32>,
    /// Needed.
    pub needed: Option<i32>,
}

/// The tiles in order.
pub fn slots(shown: &Shown) -> Vec<Tile> {
    let groups = shown.groups.iter().flat_map(|group| &group.tiles);
    groups.chain(&shown.loose).copied().collect()
}

/// The rack.
pub fn rack(_: &View, _: &Shown, _: &Marks) -> Scene {
    Scene::on(Backdrop::Rack)
}

/// The board.
pub fn board(_: &View, _: &PerSeat<Sitter>) -> Scene {
    Scene::on(Backdrop::Rack)
}
