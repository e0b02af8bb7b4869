//! A player's own cards: what could be laid stands apart, with its worth on the shelf below it.

use super::mover;
use crate::packs::cards::{self, CardFace, Inks};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::View;
use crate::scene::{Backdrop, Ink, Scene};
use crate::shelf::{Order, owner, put};

/// How the rack is shown: groups apart from one another, then loose cards. The panel's buttons follow the same order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The groups.
    pub groups: Vec<Group>,
    /// The cards behind them.
    pub loose: Vec<Card>,
}

/// Cards that stand together; a joker may tell what it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The cards.
    pub cards: Vec<Placed>,
    /// What they are worth: a number below them.
    pub worth: Option<u32>,
    /// How they stand.
    pub tone: Tone,
}

/// How a group stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// On the shelf.
    #[default]
    Quiet,
    /// Raised, on a gold bar: part of what is about to be laid.
    Lifted,
}

/// What is marked on a rack beyond what its view says. Slots are places in [`slots`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The slots picked while composing, or prepared.
    pub picked: Vec<usize>,
    /// The slots whose cards fit a meld on the table.
    pub fits: Vec<usize>,
    /// The slots whose cards free a joker on the table.
    pub frees: Vec<usize>,
    /// The slot of the taken card, which must be used.
    pub must_use: Option<usize>,
    /// What the chosen melds are worth.
    pub total: Option<u32>,
    /// What they must reach.
    pub needed: Option<u32>,
}

/// The cards of a rack in the order in which it is drawn; the panel's buttons use the same.
pub fn slots(shown: &Shown) -> Vec<Card> {
    let groups = shown.groups.iter().flat_map(|group| &group.cards);
    let placed = groups.map(|placed| placed.card());
    placed.chain(shown.loose.iter().copied()).collect()
}

/// The slot of the card that was just drawn or taken: the last of equal cards.
pub fn fresh_slot(view: &View, shown: &Shown) -> Option<usize> {
    let fresh = view.own.as_ref()?.fresh?;
    slots(shown).iter().rposition(|card| *card == fresh)
}

/// The rack of the viewer, shown like this. Nothing of the view but what its own viewer sees is drawn.
pub fn rack(view: &View, shown: &Shown, marks: &Marks, inks: Inks) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let all = slots(shown);
    let order = Order {
        count: all.len(),
        melds: shown.groups.iter().map(|group| group.cards.len()).collect(),
    };
    let places = order.stand(cards::LARGE, all.len().div_ceil(2));
    for (slot, (card, at)) in all.iter().zip(&places.slots).enumerate() {
        let mark = marks.picked.contains(&slot).then_some(Ink::Gold);
        put(
            &mut scene,
            CardFace::of(*card, inks),
            places.size,
            *at,
            mark,
        );
    }
    owner(&mut scene, view.viewer.seat(), mover(view), 58);
    scene
}
