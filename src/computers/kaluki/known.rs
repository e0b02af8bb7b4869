//! What a seat knows of the deal: which cards it has not seen, and which the others have been seen to take.

use crate::rules::Seat;
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::view::Moved;
use crate::rules::kaluki::{Action, Composed, Placement, View, deal};
use crate::rules::piece::remove;

/// The cards that an action lays out of the hand; a freed joker never was in it.
pub(super) fn spent(action: &Action) -> Vec<Card> {
    match action {
        Action::Open { melds } => melds.iter().flat_map(cards_of).collect(),
        Action::Lay { meld } => cards_of(meld).collect(),
        Action::Build(build) => cards(&build.cards).collect(),
        Action::Exchange {
            recoveries,
            placements,
        } => exchanged(recoveries.iter().map(|one| &one.cards[..]), placements),
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

fn cards_of(meld: &Composed) -> impl Iterator<Item = Card> {
    cards(&meld.cards)
}

fn cards(placed: &[Placed]) -> impl Iterator<Item = Card> {
    placed.iter().map(|placed| placed.card())
}

fn exchanged<'a>(given: impl Iterator<Item = &'a [Card]>, placements: &[Placement]) -> Vec<Card> {
    let mut left: Vec<Card> = placements
        .iter()
        .flat_map(|one| cards(one.cards()))
        .collect();
    for cards in given {
        remove(&mut left, Card::Joker);
        left.extend(cards);
    }
    left
}

/// Cards that this seat has been seen to take and that have not left its hand.
pub(super) fn shown(view: &View, own: Seat) -> Vec<Card> {
    let mut shown = Vec::new();
    for moved in &view.history {
        let left: Vec<Card> = match moved {
            Moved::Took { seat, card } if *seat == own => {
                shown.push(*card);
                continue;
            }
            Moved::Returned { seat, card } | Moved::Discarded { seat, card } if *seat == own => {
                vec![*card]
            }
            Moved::Opened { seat, melds, .. } if *seat == own => {
                melds.iter().flat_map(|meld| cards(meld.cards())).collect()
            }
            Moved::Laid { seat, meld } if *seat == own => cards(meld.cards()).collect(),
            Moved::Built {
                seat, cards: built, ..
            } if *seat == own => cards(built).collect(),
            Moved::Exchanged {
                seat,
                recovered,
                placements,
            } if *seat == own => exchanged(recovered.iter().map(|one| &one.cards[..]), placements),
            _ => continue,
        };
        for card in left {
            remove(&mut shown, card);
        }
    }
    shown
}

/// Every card that lies neither open nor in a hand where it was seen to go, in canonical order.
pub(super) fn unseen(view: &View) -> Vec<Card> {
    let mut unseen = Card::pack(view.options.joker_count.number());
    unseen.sort_unstable();
    let table = view.table.iter().flat_map(|laid| cards(laid.meld.cards()));
    let own = view.hand().unwrap_or_default().iter().copied();
    let others = view.order.iter().copied();
    let others = others.filter(|seat| view.viewer.seat() != Some(*seat));
    let others = others.flat_map(|seat| shown(view, seat));
    let pile = view.pile.iter().copied();
    for card in table.chain(own).chain(pile).chain(others) {
        remove(&mut unseen, card);
    }
    unseen
}

/// About how often the viewer draws after this turn, if everybody draws. While the discards may still become the stock
/// (Kaluki rules 9.1) those that lie there now count with it.
pub(super) fn draws(view: &View) -> usize {
    let discards = view.pile.len();
    let again = if deal::reshuffles(&view.options, view.reshuffles, discards) {
        discards
    } else {
        0
    };
    (view.stock + again) / view.order.len().max(1)
}

/// Who plays after the viewer.
pub(super) fn next(view: &View) -> Option<Seat> {
    let own = view.viewer.seat()?;
    let place = view.order.iter().position(|seat| *seat == own)?;
    view.order.get((place + 1) % view.order.len()).copied()
}
