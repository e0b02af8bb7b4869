//! Why Kaluki says no, in sentences.

use super::moves::number;
use super::status::{is_locked, terms_word};
use crate::discord::speech::cards::{card, label};
use crate::discord::speech::words::Words;
use crate::rules::card::Card;
use crate::rules::kaluki::options::JokerReuse;
use crate::rules::kaluki::view::{Phase, Terms};
use crate::rules::kaluki::{MeldFault, Refusal, TakeLock, View};

/// The sentence for the person who was refused; `view` is what they see.
pub(super) fn sentence(words: Words, refusal: &Refusal, view: Option<&View>) -> String {
    let name = |named: &Card| card(words, *named);
    let needed = view.map_or(0, |view| view.options.initial_min);
    match refusal {
        Refusal::NoDeal => words.kaluki_no_deal(),
        Refusal::NotInGame { .. } => words.kaluki_not_in_game(),
        Refusal::OutOfTurn => out_of_turn(words, view),
        Refusal::MustDrawFirst => words.kaluki_must_draw_first(may_take(view)),
        Refusal::MustDiscard => words.kaluki_must_discard(),
        Refusal::NothingToReturn => words.kaluki_nothing_to_return(),
        Refusal::NothingToAnnounce => words.kaluki_nothing_to_announce(),
        Refusal::NoBuyIn => no_buy_in(words, view),
        Refusal::NotHeld { card } => words.kaluki_not_held(&name(card)),
        Refusal::TakeLocked(lock) => take_locked(words, *lock, needed),
        Refusal::Meld { place: 0, fault } => words.kaluki_bad_meld(&fault_words(words, *fault)),
        Refusal::Meld { place, fault } => {
            words.kaluki_bad_meld_of(number(*place), &fault_words(words, *fault))
        }
        Refusal::NothingComposed => words.kaluki_nothing_composed(),
        Refusal::NoSuchMeld { meld } => {
            words.kaluki_no_such_meld(number(*meld), view.map_or(0, |view| view.table.len()))
        }
        Refusal::AlreadyOpen => words.kaluki_already_open(),
        Refusal::NotOpen => words.kaluki_not_open(needed),
        Refusal::TooLow { points, needed } => {
            words.kaluki_too_low(*points, *needed, needed.saturating_sub(*points))
        }
        Refusal::TakenNotUsed { taken } => {
            words.kaluki_taken_not_used(&name(taken), terms_word(owed(view)))
        }
        Refusal::MustOpen { taken } => words.kaluki_must_open(&name(taken)),
        Refusal::KeepOne => keep_one(words, view),
        Refusal::Blocked => words.kaluki_blocked(),
        Refusal::EndLimit { limit } => words.kaluki_end_limit(*limit),
        Refusal::JokerUnused => joker_unused(words, view),
        Refusal::ReturnTaken { card } => words.kaluki_return_taken(&name(card)),
    }
}

/// Why somebody cannot act who is not to act: they are out, have answered, or others decide first. Who has answered an
/// offer to buy in is nobody's business until all have, so nobody is named.
pub(super) fn not_your_turn(words: Words, view: &View) -> Option<String> {
    let seat = view.viewer.seat()?;
    if view.left[seat].is_some() {
        return Some(words.kaluki_not_in_game());
    }
    match view.phase {
        Phase::BuyIn(_) if has_answered(view) => Some(words.kaluki_no_second_answer()),
        Phase::BuyIn(_) => Some(words.kaluki_buy_in_first()),
        Phase::Announce(_) => Some(words.kaluki_announcement_first()),
        Phase::Undealt | Phase::Draw(_) | Phase::Play(_) | Phase::DealOver => None,
    }
}

fn has_answered(view: &View) -> bool {
    let own = view.own.as_ref();
    own.is_some_and(|own| own.answer.is_some())
}

/// Whoever comes next may have to wait for an announcement; after a deal others may have to decide.
fn out_of_turn(words: Words, view: Option<&View>) -> String {
    match view.map(|view| view.phase) {
        Some(Phase::Announce(_)) => words.kaluki_announcement_first(),
        Some(Phase::BuyIn(_)) => words.kaluki_buy_in_first(),
        Some(Phase::Undealt | Phase::Draw(_) | Phase::Play(_) | Phase::DealOver) | None => {
            words.kaluki_out_of_turn()
        }
    }
}

fn no_buy_in(words: Words, view: Option<&View>) -> String {
    if view.is_some_and(has_answered) {
        return words.kaluki_no_second_answer();
    }
    words.kaluki_no_buy_in()
}

fn take_locked(words: Words, lock: TakeLock, needed: u32) -> String {
    match lock {
        TakeLock::EmptyPile => words.kaluki_no_pile(),
        TakeLock::NoOpening { card: named } => {
            words.kaluki_take_opens_nothing(&card(words, named), needed)
        }
        TakeLock::NotOpen => words.kaluki_take_when_open(),
    }
}

/// A card just taken may be the one that would stay, and cannot be discarded (Kaluki rules 7.2). Where the last card may be
/// laid it is the only one that cannot stay alone.
fn keep_one(words: Words, view: Option<&View>) -> String {
    let view = view.filter(|view| !view.options.may_return_taken);
    let lays_last = view.is_some_and(may_lay_last);
    match view.and_then(|view| view.taken) {
        Some(taken) if lays_last => words.kaluki_left_alone(&card(words, taken.card)),
        Some(taken) => words.kaluki_keep_one_taken(&card(words, taken.card)),
        None => words.kaluki_keep_one(),
    }
}

/// Why a button that lays cards cannot be pressed, where the page says it nowhere else: a taken card is left out, or too
/// little would stay in the hand.
pub(super) fn before_laying(words: Words, view: &View, refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::TakenNotUsed { taken } => {
            let terms = terms_word(owed(Some(view)));
            Some(words.kaluki_do_use(&label(words, *taken), terms))
        }
        Refusal::KeepOne => Some(stays_line(words, view)),
        Refusal::Blocked => Some(words.kaluki_missed("this")),
        _ => None,
    }
}

/// That a card must stay, and of a card just taken that it is not the one.
fn stays_line(words: Words, view: &View) -> String {
    let locked = view.taken.filter(|taken| is_locked(view, taken.card));
    let locked = locked.map(|taken| words.kaluki_locked(&label(words, taken.card)));
    match locked {
        Some(locked) if may_lay_last(view) => locked,
        Some(locked) => format!("{}\n{locked}", words.kaluki_one_stays()),
        None => words.kaluki_one_stays(),
    }
}

/// Whether the turn of the viewer can end without a discard, by laying the last card (`call_up_without_discard`, which does
/// nothing for who missed the announcement).
fn may_lay_last(view: &View) -> bool {
    let missed = view.own.as_ref().is_some_and(|own| own.missed);
    view.options.call_up_without_discard && !missed
}

/// Whether whoever is to draw may take the discard instead: only they know (Kaluki rules 7.1 and 7.4).
fn may_take(view: Option<&View>) -> &'static str {
    let own = view.and_then(|view| view.own.as_ref());
    match own.and_then(|own| own.takeable) {
        Some(_) => "take",
        None => "draw",
    }
}

/// What is owed for the taken card.
fn owed(view: Option<&View>) -> Terms {
    let taken = view.and_then(|view| view.taken);
    taken.map_or(Terms::MustUse, |taken| taken.terms)
}

fn joker_unused(words: Words, view: Option<&View>) -> String {
    let reuse = view.map_or(JokerReuse::Any, |view| view.options.joker_reuse);
    words.kaluki_joker_unused(reuse_word(reuse))
}

/// Where a freed joker may go, as sentences name it.
pub(super) fn reuse_word(reuse: JokerReuse) -> &'static str {
    match reuse {
        JokerReuse::Any => "any",
        JokerReuse::NewMeld => "new-meld",
    }
}

/// Why cards are no meld, fit none or free no joker, as a part of a sentence.
pub(super) fn fault_words(words: Words, fault: MeldFault) -> String {
    words.kaluki_fault(match fault {
        MeldFault::Size { cards } => return words.kaluki_fault_size(cards),
        MeldFault::NeedTwo { needed, given } => return words.kaluki_fault_needs(needed, given),
        MeldFault::NoNatural => "no-natural",
        MeldFault::RankMix => "rank-mix",
        MeldFault::SuitDup => "suit-dup",
        MeldFault::JokerUndeclared => "undeclared",
        MeldFault::SuitMix => "suit-mix",
        MeldFault::Sequence => "sequence",
        MeldFault::SetFull => "set-full",
        MeldFault::ClosedSet => "closed-set",
        MeldFault::NoJoker => "no-joker",
        MeldFault::WrongCard => "wrong-card",
    })
}
