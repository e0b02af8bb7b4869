//! The medium computer for Okey 101.

use crate::rules::okey101::{Action, View};

/// Why.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// Nothing better is known.
    Draws,
}

/// The first listed action.
pub(in crate::computers) fn advise(_: &View, actions: &[Action]) -> Option<(Action, Reason)> {
    Some((actions.first()?.clone(), Reason::Draws))
}
