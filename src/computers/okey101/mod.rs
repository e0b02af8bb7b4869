//! The computers for Okey 101.

pub(super) mod easy;
pub(super) mod medium;
