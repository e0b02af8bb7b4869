//! The kit: what the pages of all games are made with, whatever is played.

pub mod board;
pub mod face;
pub mod offer;
pub mod rack;
pub mod rows;
