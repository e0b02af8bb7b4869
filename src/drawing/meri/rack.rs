//! A player's own karuta: the trumps apart from the plain suits, the best first.

use super::mover;
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::karuta::Karuta;
use crate::rules::meri::View;
use crate::scene::{Backdrop, Ink, Scene};
use crate::shelf::{Order, owner, put};

/// How the rack is shown: groups apart from one another, the first may be the trumps. The panel's buttons follow the same order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The groups.
    pub groups: Vec<Vec<Karuta>>,
}

/// What is marked on a rack beyond what its view says. Slots are places in [`slots`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The slot picked or prepared.
    pub picked: Option<usize>,
    /// The slots that may not be played now.
    pub barred: Vec<usize>,
}

/// The karuta of a rack in the order in which it is drawn; the panel's buttons use the same.
pub fn slots(shown: &Shown) -> Vec<Karuta> {
    shown.groups.concat()
}

/// The rack of the viewer, shown like this. Nothing of the view but what its own viewer sees is drawn.
pub fn rack(view: &View, shown: &Shown, marks: &Marks) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let all = slots(shown);
    let order = Order {
        count: all.len(),
        melds: shown.groups.iter().map(Vec::len).collect(),
    };
    let places = order.stand(karuta::LARGE, all.len().div_ceil(2));
    for (slot, (karuta, at)) in all.iter().zip(&places.slots).enumerate() {
        let mark = (marks.picked == Some(slot)).then_some(Ink::Gold);
        put(
            &mut scene,
            KarutaFace::Open(*karuta),
            places.size,
            *at,
            mark,
        );
    }
    owner(&mut scene, view.viewer.seat(), mover(view), 58);
    scene
}
