//! What stands together on a rack of Kaluki, and the rest behind it.

use super::{Group, Shown, Tone};
use crate::rules::GameView;
use crate::rules::card::{Card, Natural, Placed, Rank};
use crate::rules::kaluki::{Composed, Kind, Meld, View};
use crate::rules::piece::remove;

impl Shown {
    /// The viewer's rack with these melds apart from the rest; empty without a rack.
    pub fn grouped(view: &View, melds: &[Composed], tone: Tone) -> Self {
        let mut loose = view.hand().unwrap_or_default().to_vec();
        let groups = melds.iter().map(|composed| {
            composed.cards.iter().for_each(|placed| {
                remove(&mut loose, placed.card());
            });
            let meld = Meld::compose(composed, view.options.aces());
            Group {
                cards: composed.cards.clone(),
                worth: meld.ok().map(|meld| meld.points()),
                tone,
            }
        });
        Self {
            groups: groups.collect(),
            loose,
        }
    }

    /// The viewer's rack with the melds worth most apart from the rest.
    pub fn best(view: &View) -> Self {
        let arranged = GameView::grouped(view).of_kind();
        let melds: Vec<_> = arranged.melds.iter().map(|meld| composed(meld)).collect();
        Self::grouped(view, &melds, Tone::Quiet)
    }
}

/// Cards that lie in the order of a meld, the jokers of a run as what they stand for there.
fn composed(cards: &[Card]) -> Composed {
    let natural = |card: &Card| card.natural();
    let mut ranks = cards.iter().filter_map(natural).map(|one| one.rank);
    let first = ranks.next();
    let last = cards.iter().rposition(|card| *card != Card::Joker);
    let last = last.and_then(|place| Some((place, cards[place].natural()?)));
    match last {
        Some(last) if ranks.any(|rank| Some(rank) != first) => {
            let places = cards.iter().enumerate();
            let placed = places.map(|(place, card)| in_run(*card, place, last));
            Composed::new(Kind::Run, placed.collect())
        }
        _ => Composed::new(Kind::Set, cards.iter().copied().map(Into::into).collect()),
    }
}

/// A card at this place of a run, of which another place is known.
fn in_run(card: Card, place: usize, (known, there): (usize, Natural)) -> Placed {
    if card != Card::Joker {
        return card.into();
    }
    // Below the 2 is the ace (Kaluki rules 12, `ace_low`).
    let index = (there.rank.index() + place).checked_sub(known);
    let rank = index.map_or(Some(Rank::ACE), Rank::new);
    rank.map_or(Placed::Joker, |rank| {
        Placed::JokerAs(Natural { rank, ..there })
    })
}
