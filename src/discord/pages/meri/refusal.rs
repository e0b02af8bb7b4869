//! Why Hachinin-meri says no, in sentences: only whoever was refused reads them.

use super::moves::text;
use super::summed::kind_of;
use super::typed::OPENING;
use crate::discord::speech::karuta::{karuta, suit};
use crate::discord::speech::words::Words;
use crate::rules::karuta::Suit;
use crate::rules::meri::order::robai;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Action, Refusal, View};

/// Why whoever sees this cannot act: while everybody is asked, nobody is told who is still to answer (Hachinin-meri rules
/// 14).
pub(super) fn not_your_turn(words: Words, view: &View) -> Option<String> {
    (view.phase == Phase::Robau).then(|| words.meri_already_answered())
}

/// The sentence for the person who was refused.
pub(super) fn sentence(words: Words, refusal: &Refusal, view: Option<&View>) -> String {
    match *refusal {
        Refusal::NoRound => words.meri_no_round(),
        Refusal::OutOfTurn => words.meri_out_of_turn(),
        Refusal::NotAsked => words.meri_not_asked(),
        Refusal::OkieFirst => words.meri_okie_first(),
        Refusal::UchidashiFirst => words.meri_uchidashi_first(&opening(view)),
        Refusal::UchidashiOver => words.meri_uchidashi_over(),
        Refusal::AlreadyAnswered => words.meri_already_answered(),
        // The same for whoever calls without it, wherever it lies (Hachinin-meri rules 6).
        Refusal::NoRobai { robai: _ } => words.meri_no_robai(),
        Refusal::NotOnRack { karuta: named } => words.meri_not_on_rack(&karuta(words, named)),
        Refusal::MeriFirst { karuta: named } => words.meri_meri_first(&karuta(words, named)),
        Refusal::FollowSuit { suit: led } => words.meri_follow_suit(&suit(words, led)),
        Refusal::FollowTrump { trump } => {
            let tenka = karuta(words, robai(Suit::Pao));
            words.meri_follow_trump(&suit(words, trump), &tenka, kind_of(trump))
        }
    }
}

/// An opening lead as it is typed, of the karuta that the taker holds: one they may lead, and another one.
fn opening(view: Option<&View>) -> String {
    let own = view.and_then(|view| view.own.as_ref());
    let action = own.and_then(|own| {
        let lead = *own.playable.first()?;
        let discard = *own.rack.iter().find(|karuta| **karuta != lead)?;
        Some(Action::Uchidashi { lead, discard })
    });
    action.map_or_else(|| OPENING.to_owned(), |action| text(&action))
}
