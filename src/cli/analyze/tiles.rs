//! A rack of tiles as it is typed, for games that are played with them.

use crate::rules::tile::{Face, Tile};

/// Tiles of one real set, and the indicator beside them.
pub(super) struct Rack {
    pub(super) tiles: Vec<Tile>,
    pub(super) indicator: Face,
}

impl Rack {
    pub(super) fn read(indicator: &str, tiles: &str) -> Result<Self, String> {
        let indicator: Tile = indicator
            .trim()
            .parse()
            .map_err(|e| format!("indicator: {e}"))?;
        let indicator = indicator
            .face()
            .ok_or("a false joker cannot be the indicator")?;
        let tiles = Tile::read_all(tiles).map_err(|error| error.to_string())?;
        let rack = Self { tiles, indicator };
        rack.check()?;
        Ok(rack)
    }

    /// No tile more often than there are, the indicator being one of its two.
    fn check(&self) -> Result<(), String> {
        let mut seen = [0; Tile::KINDS];
        for tile in &self.tiles {
            seen[tile.index()] += 1;
            let is_out = tile.face() == Some(self.indicator);
            match (seen[tile.index()], is_out) {
                (2, true) => {
                    return Err(format!(
                        "{tile} comes twice, and is the indicator too; there are two"
                    ));
                }
                (3, _) => return Err(format!("{tile} comes three times; there are two")),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Melds or doubles for people: tiles side by side, a bar between the melds.
pub(super) fn row<M: AsRef<[Tile]>>(melds: &[M]) -> String {
    let meld = |meld: &M| {
        let tiles: Vec<String> = meld.as_ref().iter().map(Tile::to_string).collect();
        tiles.join(" ")
    };
    melds.iter().map(meld).collect::<Vec<_>>().join(" | ")
}
