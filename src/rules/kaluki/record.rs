//! What a record of Kaluki can be held to: the wish behind an event.

use super::options::Announce;
use super::{Action, Answer, Build, Composed, Event, Meld, Recovered, Recovery};

/// The wish that this event answers.
pub(super) fn wish(event: &Event) -> Option<Action> {
    Some(match event {
        Event::Drew { .. } => Action::Draw,
        Event::Took { .. } => Action::Take,
        Event::Returned { .. } => Action::Return,
        Event::Opened { melds, .. } => Action::Open {
            melds: melds.iter().map(composed).collect(),
        },
        Event::Laid { meld, .. } => Action::Lay {
            meld: composed(meld),
        },
        Event::Built {
            meld, cards, end, ..
        } => Action::Build(Build {
            meld: *meld,
            cards: cards.clone(),
            end: Some(*end),
        }),
        Event::Exchanged {
            recovered,
            placements,
            ..
        } => Action::Exchange {
            recoveries: recovered.iter().map(recovery).collect(),
            placements: placements.clone(),
        },
        Event::Discarded { card, .. } => Action::Discard { card: *card },
        Event::Announced {
            by: Announce::Manual,
            ..
        } => Action::Announce,
        Event::Missed { .. } => Action::StaySilent,
        Event::Answered {
            answer: Answer::BuyIn,
            ..
        } => Action::BuyIn,
        Event::Answered {
            answer: Answer::Decline,
            ..
        } => Action::Decline,
        Event::Dealt { .. }
        | Event::Reshuffled { .. }
        | Event::Announced {
            by: Announce::Auto, ..
        }
        | Event::AnnouncementDue { .. }
        | Event::DealEnded { .. }
        | Event::BuyInOffered { .. }
        | Event::BoughtIn { .. }
        | Event::Left { .. }
        | Event::Over { .. } => return None,
    })
}

fn composed(meld: &Meld) -> Composed {
    Composed::new(meld.kind(), meld.cards().to_vec())
}

fn recovery(recovered: &Recovered) -> Recovery {
    Recovery {
        meld: recovered.meld,
        cards: recovered.cards.clone(),
    }
}
