//! The rack as its owner sees it: what belongs together, the rest behind, and what is marked.

use super::board;
use crate::discord::pages::desk;
use crate::discord::pages::kit::composing::Composition;
use crate::discord::pages::kit::rack;
use crate::discord::pages::kit::since::stays_true;
use crate::discord::pages::press::Slot;
use crate::drawing;
use crate::drawing::okey101::{Marks, Shown, Tone, slots};
use crate::rules::any::AnyAction;
use crate::rules::meld::remove;
use crate::rules::okey101::opening::Needed;
use crate::rules::okey101::options::Penalties;
use crate::rules::okey101::view::Phase;
use crate::rules::okey101::{Action, Composed, Kind, View};
use crate::rules::tile::{Face, Tile};
use crate::tables::{Look, Order};

/// What the viewer may do now.
pub(super) fn actions(look: &Look) -> impl Iterator<Item = &Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Okey101(action) => Some(action),
        _ => None,
    })
}

/// What the rack offers now.
#[derive(Default)]
pub(super) struct Offers {
    /// The sets and runs of most points.
    pub melds: Vec<Composed>,
    /// What they are worth together.
    pub points: u32,
    /// The most doubles.
    pub doubles: Vec<Composed>,
}

impl Offers {
    /// Of the viewer's rack.
    pub(super) fn of(view: &View) -> Self {
        let Some(okey) = view.okey() else {
            return Self::default();
        };
        let melds = view.best_melds();
        Self {
            points: melds.iter().map(|meld| worth(meld, okey)).sum(),
            melds,
            doubles: view.best_doubles(),
        }
    }

    /// What is worth showing together: who has not opened sees what they are nearer to.
    fn shown(&self, view: &View) -> &[Composed] {
        if view.shows_doubles(self.points, self.doubles.len()) {
            &self.doubles
        } else {
            &self.melds
        }
    }
}

/// What a meld counts for an opening; a double counts nothing.
pub(super) fn worth(composed: &Composed, okey: Face) -> u32 {
    drawing::okey101::worth(composed, okey).map_or(0, i32::unsigned_abs)
}

/// The rack as its owner wants to see it.
pub(super) fn shown(look: &Look, view: &View, offers: &Offers) -> Shown {
    match desk::order(look) {
        Order::Melds => Shown::grouped(view, offers.shown(view), Tone::Quiet),
        Order::Colours | Order::Own => in_order(look, view),
    }
}

fn in_order(look: &Look, view: &View) -> Shown {
    let (Some(rack), Some(_)) = (view.rack(), view.okey()) else {
        return Shown::default();
    };
    Shown {
        groups: Vec::new(),
        loose: match &look.desk {
            Some(desk) => desk.arrange(view).of_kind().in_line(),
            None => rack.to_vec(),
        },
    }
}

/// What the first page marks.
pub(super) fn marks(look: &Look, view: &View, shown: &Shown, offers: &Offers) -> Marks {
    // Nothing can be done any more at a table that was closed.
    if !look.is_live() {
        return Marks::closed();
    }
    let slots = slots(shown);
    let last_of = |tile: Tile| slots.iter().rposition(|other| *other == tile);
    let prepared = look.desk.as_ref().and_then(|desk| desk.prepared());
    let prepared = prepared.and_then(|piece| piece.try_into().ok());
    let (total, needed) = progress(look, view, offers);
    Marks {
        picked: prepared.and_then(last_of).into_iter().collect(),
        must_use: view.must_use().and_then(last_of),
        total,
        needed,
        ..marks_of_tiles(view, &slots)
    }
}

/// Which tiles fit the table in the viewer's turn, and which of them cost points to discard where that is told before.
pub(super) fn marks_of_tiles(view: &View, slots: &[Tile]) -> Marks {
    let Some(own) = view.own.as_ref().filter(|_| is_turn(view)) else {
        return Marks::default();
    };
    let places = |marked: &dyn Fn(Tile) -> bool| {
        let each = slots.iter().enumerate();
        each.filter(|(_, tile)| marked(**tile))
            .map(|(place, _)| place)
            .collect()
    };
    Marks {
        fits: places(&|tile| own.fits.iter().any(|fit| fit.tile == tile)),
        costs: places(&|tile| costs(view, tile)),
        ..Marks::default()
    }
}

/// Whether discarding this tile is asked about: it costs points, and this table warns (101 rules 10.4).
pub(super) fn costs(view: &View, tile: Tile) -> bool {
    let own = view.own.as_ref();
    view.options.penalties == Penalties::Assisted
        && own.is_some_and(|own| own.costs.iter().any(|(costing, _)| *costing == tile))
}

/// How far the shown melds are on the way to an opening: points or doubles. An opening that may be low needs no more.
fn progress(look: &Look, view: &View, offers: &Offers) -> (Option<i32>, Option<i32>) {
    let opened = view.viewer.seat().and_then(|seat| view.opened[seat]);
    let (None, Some(needed)) = (opened, needed(look, view)) else {
        return (None, None);
    };
    let is_doubles = |meld: &Composed| meld.kind == Some(Kind::Pair);
    let (total, needed) = match offers.shown(view) {
        [first, ..] if is_doubles(first) => (offers.doubles.len() as u32, needed.pairs),
        _ => (offers.points, needed.points),
    };
    let needed = i32::try_from(needed).ok();
    let needed = needed.filter(|_| low_opening(look, view).is_none());
    (i32::try_from(total).ok(), needed)
}

/// Whether it is the viewer's turn: what fits the table then fits it until they have acted, for nobody else lays anything.
pub(super) fn is_turn(view: &View) -> bool {
    let seat = view.viewer.seat();
    seat.is_some_and(|seat| match view.phase {
        Phase::Draw(mover) | Phase::Taken(mover) | Phase::Play(mover) => mover == seat,
        Phase::Undealt | Phase::RoundOver => false,
    })
}

/// What an opening of the viewer needs, where that stays true until the panel is changed: the openings of others may raise it
/// (101 rules 7.5).
pub(super) fn needed(look: &Look, view: &View) -> Option<Needed> {
    let is_fixed = !view.options.raising_open || stays_true(look);
    view.needed.filter(|_| is_fixed)
}

/// The place of a tile on the rack, as the panel shows it.
pub(super) fn slot_of(look: &Look, view: &View, tile: Tile) -> Option<Slot> {
    rack::slot_of(&slots(&shown(look, view, &Offers::of(view))), tile)
}

/// The openings that the rules list for the viewer now.
pub(super) fn openings(look: &Look) -> impl Iterator<Item = &[Composed]> {
    actions(look).filter_map(|action| match action {
        Action::Open { melds } => Some(&melds[..]),
        _ => None,
    })
}

/// An opening below the minimum (101 rules 7.6).
#[derive(Clone, Copy)]
pub(super) struct Low {
    /// What it is worth.
    pub points: u32,
    /// The last tile, which must follow.
    pub last: Tile,
}

/// The listed opening that may be low, because it finishes in the same turn.
pub(super) fn low_opening(look: &Look, view: &View) -> Option<Low> {
    openings(look).find_map(|melds| low(view, melds))
}

/// These melds as such an opening, if the viewer may make it now.
pub(super) fn low(view: &View, melds: &[Composed]) -> Option<Low> {
    let opening = view.judge_opening(melds)?.ok();
    let points = opening.filter(|opening| opening.low)?.worth;
    let mut rest = view.rack()?.to_vec();
    for tile in melds.iter().flat_map(|meld| &meld.tiles) {
        remove(&mut rest, *tile);
    }
    let last = rest.first().copied();
    let last = last.filter(|_| board::is_to_play(view))?;
    Some(Low { points, last })
}

/// Further melds that can all be laid now: sets and runs, or doubles if there are none.
pub(super) fn lays(look: &Look) -> Vec<&Composed> {
    let all = || {
        actions(look).filter_map(|action| match action {
            Action::Lay { meld } => Some(meld),
            _ => None,
        })
    };
    let is_double = |meld: &&Composed| meld.kind == Some(Kind::Pair);
    let melds: Vec<&Composed> = all().filter(|meld| !is_double(meld)).collect();
    if melds.is_empty() {
        all().collect()
    } else {
        melds
    }
}

/// These melds as a composition of the viewer's rack.
pub(super) fn composition(rack: &[Tile], melds: &[&Composed]) -> Composition {
    Composition::of_melds(rack, melds.iter().map(|meld| meld.tiles.iter().copied()))
}
