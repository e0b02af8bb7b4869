//! A rack of tiles as it is typed, and the indicator beside it.

use crate::rules::tile::{Face, Tile};

/// More tiles do not fit on a rack.
const MOST_TILES: usize = 22;

/// Tiles of one real set, in canonical order if there is an indicator.
pub(super) struct Tiles {
    pub(super) rack: Vec<Tile>,
    pub(super) indicator: Option<Face>,
}

impl Tiles {
    pub(super) fn read(rack: &str, indicator: Option<&str>) -> Result<Self, String> {
        let mut rack = Tile::read_all(rack).map_err(|error| error.to_string())?;
        if !(1..=MOST_TILES).contains(&rack.len()) {
            return Err(format!(
                "a rack of 1 to {MOST_TILES} tiles can be drawn, not of {}",
                rack.len()
            ));
        }
        let indicator = indicator.map(read_indicator).transpose()?;
        let of_the_set = rack.iter().copied().chain(indicator.map(Tile::Numbered));
        two_of_each(&of_the_set.collect::<Vec<_>>())?;
        if indicator.is_some() {
            rack.sort_unstable();
        }
        Ok(Self { rack, indicator })
    }
}

fn read_indicator(text: &str) -> Result<Face, String> {
    let tile: Tile = text.parse().map_err(|error| format!("{error}"))?;
    let face = tile.face();
    face.ok_or_else(|| "a false joker is never the indicator".to_owned())
}

fn two_of_each(tiles: &[Tile]) -> Result<(), String> {
    let more = Tile::kinds().find(|kind| tiles.iter().filter(|tile| *tile == kind).count() > 2);
    match more {
        Some(tile) => Err(format!("there are only two {tile}, the indicator included")),
        None => Ok(()),
    }
}
