//! The kit: what the pages of all games are made with, whatever is played.

mod arranged;
pub(crate) mod board;
pub(crate) mod composing;
pub(crate) mod described;
pub(crate) mod ended;
pub(crate) mod face;
pub(crate) mod joining;
pub(crate) mod learn;
pub(crate) mod lesson;
pub(crate) mod offer;
pub(crate) mod places;
pub(crate) mod rack;
pub(crate) mod rows;
pub(crate) mod settled;
pub(crate) mod since;
mod stood;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod turn;
