//! Okey drawn.

use super::Drawn;
use super::tiles::Tiles;
use crate::drawing::okey::{Marks, board, rack};
use crate::drawing::{Scene, Sitters};
use crate::rules::meld::{Arrangement, arrange};
use crate::rules::okey::View;

impl Drawn for View {
    fn board(&self, sitters: &Sitters) -> Scene {
        board(self, sitters)
    }

    fn rack(&self) -> Scene {
        let held = self.rack.as_deref().unwrap_or_default();
        let arrangement = match self.okey() {
            Some(okey) => arrange(held, okey),
            None => Arrangement {
                melds: Vec::new(),
                loose: held.to_vec(),
            },
        };
        rack(self, &arrangement, &Marks::default())
    }

    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        let tiles = Tiles::read(rack, indicator)?;
        self.indicator = tiles.indicator;
        self.rack = Some(tiles.rack);
        Ok(())
    }
}
