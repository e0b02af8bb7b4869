//! Okey 101 drawn.

use super::Drawn;
use super::tiles::Tiles;
use crate::drawing::okey101::{Marks, Shown, Tone, board, rack};
use crate::drawing::{Scene, Sitters};
use crate::rules::okey101::View;

impl Drawn for View {
    fn board(&self, sitters: &Sitters) -> Scene {
        board(self, sitters)
    }

    fn rack(&self) -> Scene {
        let shown = match self.okey() {
            Some(_) => Shown::grouped(self, &self.best_melds(), Tone::Quiet),
            None => Shown {
                groups: Vec::new(),
                loose: View::rack(self).unwrap_or_default().to_vec(),
            },
        };
        rack(self, &shown, &Marks::default())
    }

    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        let tiles = Tiles::read(rack, indicator)?;
        self.indicator = tiles.indicator;
        if let Some(own) = &mut self.own {
            own.rack = tiles.rack;
        }
        Ok(())
    }
}
