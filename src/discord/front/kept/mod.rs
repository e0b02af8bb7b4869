//! What the front keeps in memory. Nothing here knows the front itself.

pub(crate) mod bell;
pub(crate) mod easels;
pub(crate) mod fair;
pub(crate) mod holds;
