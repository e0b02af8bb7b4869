//! What the front keeps in memory. Nothing here knows the front itself.

pub(crate) mod above;
pub(crate) mod asides;
pub(crate) mod bell;
pub(crate) mod easels;
pub(crate) mod faces;
pub(crate) mod fair;
pub(crate) mod holds;
pub(crate) mod in_hand;
pub(crate) mod keepers;
pub(crate) mod orders;
pub(crate) mod replays;
mod room;
pub(crate) mod settings;
pub(crate) mod switched;
pub(crate) mod unknown;
pub(crate) mod work;
