//! A player's own cards: what could be laid stands apart, with its worth on the shelf below it; on the post what it must
//! reach, and the discard that lies on the table.

use super::{fit, mover};
use crate::felt::top_of;
use crate::groups::{self, Stands};
use crate::packs::cards::{self, CardFace, Inks};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::View;
use crate::rules::kaluki::view::Phase;
use crate::scene::{At, Backdrop, Backs, Badge, Ink, Scene, TextSize, at};
use crate::shelf::{Order, POST, Places, RAISED, Tone, owner};

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

/// The air that groups have between them, where that is possible.
const AIR: i32 = 10;
/// The middle of a sign above a card, at least so far down.
const HIGHEST: i32 = 19;

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
    let places = place(shown);
    let groups = standing_groups(shown);
    let new = marks.must_use.or_else(|| fresh_slot(view, shown));
    let standing = groups::standing(&groups, places.slots.len(), &marks.picked, new);
    for span in &places.melds {
        groups::foot(&mut scene, &groups, span);
    }
    if let Some(place) = marks.must_use.and_then(|slot| places.slots.get(slot)) {
        scene.glow(places.size, place.by(0, -RAISED));
    }
    groups::stand(&mut scene, faces(shown, inks), &places, &standing);
    badges(&mut scene, &places, &standing, marks);
    post(&mut scene, view, marks, inks);
    scene
}

/// The cards as they are drawn, by slot.
fn faces(shown: &Shown, inks: Inks) -> Vec<CardFace> {
    let groups = shown.groups.iter().flat_map(|group| {
        let cards = group.cards.iter();
        cards.map(|placed| CardFace::placed(*placed, &group.cards, inks))
    });
    let loose = shown.loose.iter().map(|card| CardFace::of(*card, inks));
    groups.chain(loose).collect()
}

fn standing_groups(shown: &Shown) -> Vec<groups::Group> {
    let groups = shown.groups.iter().map(|group| groups::Group {
        length: group.cards.len(),
        tone: group.tone,
        worth: group.worth.map(i64::from),
    });
    groups.collect()
}

/// The largest cards with which the groups stand whole and apart.
fn place(shown: &Shown) -> Places {
    let order = Order {
        count: slots(shown).len(),
        melds: shown.groups.iter().map(|group| group.cards.len()).collect(),
    };
    // Few cards stand side by side.
    if let Some(split) = order.row(cards::LARGE, AIR) {
        return order.stand(cards::LARGE, split);
    }
    for size in [cards::LARGE, cards::BROAD, cards::MEDIUM] {
        if let Some(split) = order.airy_split(size, AIR) {
            return order.stand(size, split);
        }
    }
    // A long meld is broken, or more stands here than anybody ever holds.
    order.stand(cards::MEDIUM, order.count.div_ceil(2))
}

/// Which cards fit the table, and which free a joker: above them, where a card does both side by side.
fn badges(scene: &mut Scene, places: &Places, standing: &[Stands], marks: &Marks) {
    for (slot, (place, stands)) in places.slots.iter().zip(standing).enumerate() {
        let up = if *stands == Stands::Down { 0 } else { RAISED };
        let signs = [(&marks.fits, Badge::Fits), (&marks.frees, Badge::Frees)];
        let signs = signs.into_iter().filter(|(slots, _)| slots.contains(&slot));
        // At the right, where no rank is printed.
        let right = places.size.width() - 17;
        for (nth, (_, badge)) in (0..).zip(signs) {
            let top = (place.y - up - 6).max(HIGHEST);
            scene.badge(badge, at(place.x + right - 40 * nth, top));
        }
    }
}

/// The post: whose rack this is, how far the chosen melds reach, the top discard, and how few cards are left.
fn post(scene: &mut Scene, view: &View, marks: &Marks, inks: Inks) {
    let turn = mover(view).filter(|_| !marks.is_closed);
    owner(scene, view.viewer.seat(), turn, 52);
    if let Some(total) = marks.total {
        reach(scene, total, marks.needed, at(POST, 144));
    }
    // A rack stands unchanged while others play, and the top discard would not be theirs any more.
    if is_running(view) && (marks.is_closed || mover(view) == view.viewer.seat()) {
        let place = at(POST - cards::MEDIUM.width() / 2, 204);
        discard(scene, view, marks, inks, place);
    }
    few(scene, view, at(POST, 368));
}

fn is_running(view: &View) -> bool {
    let over = [Phase::Undealt, Phase::DealOver];
    !over.contains(&view.phase) && !matches!(view.phase, Phase::BuyIn(_))
}

/// The top of the discards, in light if the viewer may take it.
fn discard(scene: &mut Scene, view: &View, marks: &Marks, inks: Inks, place: At) {
    let size = cards::MEDIUM;
    let top = view.pile.last().map(|card| CardFace::of(*card, inks));
    let own = view.own.as_ref().filter(|_| !marks.is_closed);
    if top.is_some() && own.is_some_and(|own| own.takeable.is_some()) {
        scene.glow(size, place);
    }
    top_of(scene, top.map(Into::into), size, place);
}

/// So few cards that their number is announced (Kaluki rules 7.3).
fn few(scene: &mut Scene, view: &View, middle: At) {
    let Some(own) = &view.own else { return };
    let held = own.hand.len();
    if held == 0 || held > view.options.announce_at as usize || !is_running(view) {
        return;
    }
    scene.bar(middle.by(-52, -30), (104, 60), 16, Ink::Red);
    scene.badge(Badge::Hand(Backs::Blue), middle.by(-22, 0));
    scene.text(held, TextSize::Large, Ink::Ivory, middle.by(26, 0));
}

/// What is chosen over what it must reach; gold once it does.
fn reach(scene: &mut Scene, total: u32, needed: Option<u32>, middle: At) {
    let (ground, ink) = if needed.is_none_or(|needed| total >= needed) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Ebony, Ink::Ivory)
    };
    scene.bar(middle.by(-52, -40), (104, 80), 14, Ink::Bronze);
    scene.bar(middle.by(-49, -37), (98, 74), 12, ground);
    let Some(needed) = needed else {
        let size = fit(&total.to_string(), TextSize::Large, 94);
        return scene.text(total, size, ink, middle);
    };
    scene.text(total, TextSize::Small, ink, middle.by(0, -19));
    scene.bar(middle.by(-38, -2), (76, 3), 1, ink);
    scene.text(needed, TextSize::Small, ink, middle.by(0, 20));
}
