//! A player's own karuta: the trumps on one shelf, the plain suits on the other, all with the best first.

use super::mover;
use super::teams::lantern;
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::karuta::Karuta;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Team, View};
use crate::scene::{At, Backdrop, Badge, Ink, Scene, at};
use crate::shelf::{Order, POST, Places, Span, owner, put};

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
    /// The table is closed: it is nobody's turn any more.
    pub is_closed: bool,
}

impl Marks {
    /// Those of a closed table: nothing can be done there any more.
    pub fn closed() -> Self {
        Self {
            is_closed: true,
            ..Self::default()
        }
    }
}

/// More do not stand side by side on a shelf.
const MOST: usize = 9;

/// The karuta of a rack in the order in which it is drawn; the panel's buttons use the same.
pub fn slots(shown: &Shown) -> Vec<Karuta> {
    shown.groups.concat()
}

/// The rack of the viewer, shown like this. Nothing of the view but what its own viewer sees is drawn.
pub fn rack(view: &View, shown: &Shown, marks: &Marks) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let all = slots(shown);
    let places = stand(view, shown);
    let spans = places.melds.iter();
    for span in spans.filter(|span| is_of_trumps(view, shown, span)) {
        plate(&mut scene, span);
    }
    for (slot, (karuta, corner)) in all.iter().zip(&places.slots).enumerate() {
        let face = if marks.barred.contains(&slot) {
            KarutaFace::Barred(*karuta)
        } else {
            KarutaFace::Open(*karuta)
        };
        let mark = mark(view, marks, slot, *karuta);
        put(&mut scene, face, places.size, *corner, mark);
    }
    post(&mut scene, view, marks);
    scene
}

/// The trumps above and the plain suits below, unless one of them is too long for its shelf, or they are mixed as in an own
/// order.
fn stand(view: &View, shown: &Shown) -> Places {
    let order = Order {
        count: slots(shown).len(),
        melds: shown.groups.iter().map(Vec::len).collect(),
    };
    let first = shown.groups.first().filter(|group| are_trumps(view, group));
    let trumps = first.map_or(0, Vec::len);
    let plain = &slots(shown)[trumps..];
    let are_plain = !plain.iter().any(|karuta| is_one_of_trumps(view, *karuta));
    let apart = are_plain && trumps <= MOST && plain.len() <= MOST;
    let split = if apart {
        trumps
    } else {
        order.split(MOST).unwrap_or(order.count.div_ceil(2))
    };
    order.stand(karuta::LARGE, split)
}

fn are_trumps(view: &View, group: &[Karuta]) -> bool {
    let are_all = group.iter().all(|karuta| is_one_of_trumps(view, *karuta));
    !group.is_empty() && are_all
}

fn is_one_of_trumps(view: &View, karuta: Karuta) -> bool {
    view.trump().is_some_and(|trump| is_trump(karuta, trump))
}

/// Whether a span shows trumps and nothing else: all of its group, which in an own order is the whole rack.
fn is_of_trumps(view: &View, shown: &Shown, span: &Span) -> bool {
    let mut behind = 0;
    let group = shown.groups.iter().find(|group| {
        behind += group.len();
        span.slot < behind
    });
    group.is_some_and(|group| are_trumps(view, group))
}

/// The gold strip before a shelf on which the trumps stand.
fn plate(scene: &mut Scene, span: &Span) {
    let width = span.right - span.left;
    scene.bar(at(span.left, span.feet + 8), (width, 14), 7, Ink::Bronze);
    scene.bar(
        at(span.left + 2, span.feet + 10),
        (width - 4, 10),
        5,
        Ink::Gold,
    );
}

/// Picked is gold; what was taken for the robai is new until it or another one is laid away.
fn mark(view: &View, marks: &Marks, slot: usize, karuta: Karuta) -> Option<Ink> {
    let taker = match view.phase {
        Phase::Uchidashi(taker) => Some(taker),
        Phase::Undealt | Phase::Robau | Phase::Play(_) | Phase::RoundOver => None,
    };
    let is_new = taker.is_some() && taker == view.viewer.seat() && view.okie == Some(karuta);
    if marks.picked == Some(slot) {
        Some(Ink::Gold)
    } else {
        is_new.then_some(Ink::Sky)
    }
}

/// The post: whose rack this is and of which team, the okie, the sign of its suit, whether suits are followed.
fn post(scene: &mut Scene, view: &View, marks: &Marks) {
    let seat = view.viewer.seat();
    let turn = mover(view).filter(|_| !marks.is_closed);
    owner(scene, seat, turn, 58);
    let lanterns = seat.map(|seat| lantern(Team::of(seat)));
    let follows = view.monchi.then_some(Badge::Follow);
    let signs: Vec<Badge> = lanterns.into_iter().chain(follows).collect();
    let mut middle = at(POST - 26 * (signs.len() as i32 - 1), 128);
    for badge in signs {
        scene.badge(badge, middle);
        middle = middle.by(52, 0);
    }
    if let Some(okie) = view.okie {
        trump(scene, okie, at(POST, 160));
    }
}

fn trump(scene: &mut Scene, okie: Karuta, top: At) {
    let size = karuta::MODEST;
    scene.piece(KarutaFace::Open(okie), size, top.by(-size.width() / 2, 0));
    let medal = karuta::MEDAL.around(top.by(0, size.height() + 62));
    scene.piece(KarutaFace::Sign(okie.suit()), karuta::MEDAL, medal);
}
