//! The toy drawn.

use super::Drawn;
use super::tiles::Tiles;
use crate::drawing::toy::{board, rack};
use crate::drawing::{Scene, Sitters};
use crate::rules::toy::View;

impl Drawn for View {
    fn board(&self, sitters: &Sitters) -> Scene {
        board(self, sitters)
    }

    fn rack(&self) -> Scene {
        rack(self, self.rack.as_deref().unwrap_or_default(), None)
    }

    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String> {
        self.rack = Some(Tiles::read(rack, indicator)?.rack);
        Ok(())
    }
}
