//! The rack as its owner sees it: what belongs together, the rest behind, and what is marked.

use super::exchange;
use crate::discord::pages::desk;
use crate::discord::pages::kit::rack;
use crate::discord::pages::press::Slot;
use crate::drawing::kaluki::{Group, Marks, Shown, Tone, slots};
use crate::rules::any::AnyAction;
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::view::Phase;
use crate::rules::kaluki::{Action, Build, Composed, Meld, Placement, View};
use crate::rules::piece::remove;
use crate::tables::{Look, Order};

/// What the viewer may do now.
pub(super) fn actions(look: &Look) -> impl Iterator<Item = &Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Kaluki(action) => Some(action),
        _ => None,
    })
}

/// Whether the viewer is open in this deal.
pub(super) fn is_open(view: &View) -> bool {
    let seat = view.viewer.seat();
    seat.is_some_and(|seat| view.opened.contains(seat))
}

/// Whether it is the viewer's turn to lay and to discard.
pub(super) fn is_to_play(view: &View) -> bool {
    let seat = view.viewer.seat();
    seat.is_some_and(|seat| view.phase == Phase::Play(seat))
}

/// Whether cards are being played.
pub(super) fn is_playing(view: &View) -> bool {
    matches!(
        view.phase,
        Phase::Draw(_) | Phase::Play(_) | Phase::Announce(_)
    )
}

/// Whether the viewer is to act while cards are played: what fits the table then fits it until they have acted, for nobody
/// else lays anything.
fn is_turn(view: &View) -> bool {
    let seat = view.viewer.seat();
    seat.is_some_and(|seat| match view.phase {
        Phase::Draw(mover) | Phase::Play(mover) | Phase::Announce(mover) => mover == seat,
        Phase::Undealt | Phase::BuyIn(_) | Phase::DealOver => false,
    })
}

/// What an opening of the viewer must be worth; `None` if they are open, and where any meld opens.
pub(super) fn needed(view: &View) -> Option<u32> {
    let needed = view.options.initial_min;
    (!is_open(view) && needed > 0).then_some(needed)
}

/// What the hand offers now: the melds of most points, and what they are worth together.
#[derive(Default)]
pub(super) struct Offers {
    /// The melds.
    pub melds: Vec<Composed>,
    /// Their points.
    pub points: u32,
}

impl Offers {
    /// Of the viewer's hand.
    pub(super) fn of(view: &View) -> Self {
        let melds = view.best_opening().unwrap_or_default();
        let points = melds.iter().map(|meld| worth(view, meld)).sum();
        Self { melds, points }
    }
}

/// What a meld counts for an opening; nothing if it is none.
pub(super) fn worth(view: &View, composed: &Composed) -> u32 {
    let meld = Meld::compose(composed, view.options.aces());
    meld.map_or(0, |meld| meld.points())
}

/// The rack as its owner wants to see it.
pub(super) fn shown(look: &Look, view: &View, offers: &Offers) -> Shown {
    match desk::order(look) {
        Order::Melds => grouped(view, &offers.melds, Tone::Quiet),
        Order::Colours | Order::Own => in_order(look, view),
    }
}

/// These melds of the hand apart, the rest behind them.
pub(super) fn grouped(view: &View, melds: &[Composed], tone: Tone) -> Shown {
    let groups = melds.iter().map(|meld| Group {
        cards: meld.cards.clone(),
        worth: Some(worth(view, meld)),
        tone,
    });
    with_rest(view, groups.collect())
}

/// What these moves lay apart, a group for each, the rest behind them.
pub(super) fn laid_apart(view: &View, moves: &[Action]) -> Shown {
    let mut groups = Vec::new();
    for action in moves {
        for (cards, meld) in laid(action) {
            groups.push(Group {
                worth: meld.map(|meld| worth(view, meld)),
                cards,
                tone: Tone::Lifted,
            });
        }
    }
    with_rest(view, groups)
}

/// What a move lays from the hand, together with the meld that it makes, if it makes one.
fn laid(action: &Action) -> Vec<(Vec<Placed>, Option<&Composed>)> {
    match action {
        Action::Open { melds } => melds.iter().map(new_meld).collect(),
        Action::Lay { meld } => vec![new_meld(meld)],
        Action::Build(build) => vec![(build.cards.clone(), None)],
        Action::Exchange {
            recoveries,
            placements,
        } => {
            let given = recoveries.iter().map(|one| &one.cards);
            let given = given.map(|cards| cards.iter().map(|card| Placed::from(*card)).collect());
            let mut freed = recoveries.len();
            // The jokers that are freed come from the table.
            let is_held = |placed: &&Placed| {
                let is_freed = placed.card() == Card::Joker && freed > 0;
                freed -= usize::from(is_freed);
                !is_freed
            };
            let placed = placements.iter().map(Placement::cards);
            let placed = placed.scan(is_held, |is_held, cards| {
                Some(cards.iter().filter(is_held).copied().collect())
            });
            let apart = given.chain(placed);
            let apart = apart.filter(|cards: &Vec<Placed>| !cards.is_empty());
            apart.map(|cards| (cards, None)).collect()
        }
        Action::Draw
        | Action::Take
        | Action::Return
        | Action::Discard { .. }
        | Action::Announce
        | Action::StaySilent
        | Action::BuyIn
        | Action::Decline => Vec::new(),
    }
}

fn new_meld(meld: &Composed) -> (Vec<Placed>, Option<&Composed>) {
    (meld.cards.clone(), Some(meld))
}

fn with_rest(view: &View, groups: Vec<Group>) -> Shown {
    let mut loose = view.hand().unwrap_or_default().to_vec();
    for placed in groups.iter().flat_map(|group| &group.cards) {
        remove(&mut loose, placed.card());
    }
    Shown { groups, loose }
}

fn in_order(look: &Look, view: &View) -> Shown {
    let hand = view.hand().unwrap_or_default();
    Shown {
        groups: Vec::new(),
        loose: match &look.desk {
            Some(desk) => desk.arrange(view).of_kind().in_line(),
            None => hand.to_vec(),
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
    let last_of = |card: Card| slots.iter().rposition(|other| *other == card);
    let prepared = look.desk.as_ref().and_then(|desk| desk.prepared());
    let prepared = prepared.and_then(|piece| piece.try_into().ok());
    let must_use = view.own.as_ref().and_then(|own| own.must_use);
    let needed = needed(view).filter(|_| is_playing(view));
    Marks {
        picked: prepared.and_then(last_of).into_iter().collect(),
        must_use: must_use.and_then(|taken| last_of(taken.card)),
        total: needed.map(|_| offers.points),
        needed,
        ..marks_of_cards(view, &slots)
    }
}

/// Which cards fit the table in the viewer's turn, and which of them free a joker.
pub(super) fn marks_of_cards(view: &View, slots: &[Card]) -> Marks {
    let places = |marked: &[Card]| {
        let each = slots.iter().enumerate();
        each.filter(|(_, card)| marked.contains(card))
            .map(|(place, _)| place)
            .collect()
    };
    Marks {
        fits: places(&fitting(view)),
        frees: places(&freeing(view)),
        ..Marks::default()
    }
}

/// The different cards of the viewer that fit a meld on the table, in their turn, without those that it does not allow there
/// any more: no button would take them.
pub(super) fn fitting(view: &View) -> Vec<Card> {
    let own = view.own.as_ref().filter(|_| is_turn(view));
    let fits = own.map_or(&[][..], |own| &own.fits);
    let at = view.attempt();
    let may = |fit: &&Build| at.as_ref().is_some_and(|at| at.is_within_limit(fit));
    let fits = fits.iter().filter(may);
    distinct(fits.flat_map(|fit| &fit.cards).map(|one| one.card()))
}

/// The different cards of the viewer that free a joker on the table, in their turn.
pub(super) fn freeing(view: &View) -> Vec<Card> {
    let own = view.own.as_ref().filter(|_| is_turn(view));
    let recoveries = own.map_or(&[][..], |own| &own.recoveries);
    // Before drawing a card is still to come.
    let may = |given: &[Card]| !is_to_play(view) || exchange::has_enough(view, given);
    let possible = recoveries.iter().filter(|one| may(&one.cards));
    distinct(possible.flat_map(|one| &one.cards).copied())
}

fn distinct(cards: impl Iterator<Item = Card>) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// The place of a card on the rack, as the panel shows it.
pub(super) fn slot_of(look: &Look, view: &View, card: Card) -> Option<Slot> {
    rack::slot_of(&slots(&shown(look, view, &Offers::of(view))), card)
}

/// The openings that the rules list for the viewer now.
pub(super) fn openings(look: &Look) -> impl Iterator<Item = &[Composed]> {
    actions(look).filter_map(|action| match action {
        Action::Open { melds } => Some(&melds[..]),
        _ => None,
    })
}

/// The further melds that the rules list for the viewer now.
pub(super) fn lays(look: &Look) -> impl Iterator<Item = &Composed> {
    actions(look).filter_map(|action| match action {
        Action::Lay { meld } => Some(meld),
        _ => None,
    })
}
