//! Which page of a panel stands, and whether it is to be drawn once more.

use crate::discord::pages::kit::places::Layout;
use crate::discord::pages::table_words::Body;
use crate::discord::wire::note::Button;
use crate::tables::Moment;

/// Which page of a panel it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaf {
    /// The one that news bring up to date.
    First,
    /// One that its owner went to: nothing takes it away from under them before the state changes.
    Other,
    /// One that holds what its owner has begun, and that would be lost with it.
    Begun,
}

/// A first page on which something that has gone keeps its place: it is to be drawn once more without that.
#[derive(Clone)]
pub(crate) struct Settling {
    pub(super) at: Moment,
    /// What it goes on to say.
    pub text: String,
    /// What stands there.
    pub rows: Vec<Vec<Button>>,
}

impl Settling {
    pub(super) fn of(layout: &Layout, leaf: Leaf, body: &Body) -> Option<Box<Self>> {
        let at = layout.settles_at().filter(|_| leaf == Leaf::First)?;
        Some(Box::new(Self {
            at,
            text: body.text.clone(),
            rows: body.rows.clone(),
        }))
    }
}
