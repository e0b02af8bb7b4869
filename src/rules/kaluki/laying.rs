//! Opening, laying, building and exchanging (Kaluki rules 6).

use super::meld::Composed;
use super::options::JokerReuse;
use super::score::{CallUp, Ending};
use super::state::{Deal, Kaluki};
use super::trial::Trial;
use super::view::{Phase, Terms};
use super::{Build, Event, Options, Placement, Recovery, Refusal, settling};
use crate::Seat;
use crate::card::{Card, Placed};

/// Refuses what the seat may not do on the table now.
pub(super) fn at_table(deal: &Deal, seat: Seat) -> Result<(), Refusal> {
    match deal.phase {
        Phase::Play(actor) if actor == seat => Ok(()),
        Phase::Draw(actor) if actor == seat => Err(Refusal::MustDrawFirst),
        _ => Err(Refusal::OutOfTurn),
    }
}

/// Refuses what only an open seat may do now: lay, build and exchange.
pub(super) fn must_be_open(deal: &Deal, seat: Seat) -> Result<(), Refusal> {
    at_table(deal, seat)?;
    if deal.opened.contains(seat) {
        Ok(())
    } else {
        Err(Refusal::NotOpen)
    }
}

/// Where this seat's table actions are tried.
pub(super) fn trial<'a>(game: &'a Kaluki, deal: &Deal, seat: Seat) -> Trial<'a> {
    let hand = &deal.hands[seat];
    Trial::new(&game.options, hand, deal.melds(), &deal.turn.end_adds)
}

pub(super) fn open(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    composed: &[Composed],
) -> Result<Vec<Event>, Refusal> {
    at_table(deal, seat)?;
    if deal.opened.contains(seat) {
        return Err(Refusal::AlreadyOpen);
    }
    if composed.is_empty() {
        return Err(Refusal::NothingComposed);
    }
    let mut trial = trial(game, deal, seat);
    let mut melds = Vec::new();
    for (place, one) in composed.iter().enumerate() {
        melds.push(trial.lay(one, place)?);
    }
    let points = melds.iter().map(|meld| meld.points()).sum();
    let needed = game.options.initial_min;
    if points < needed {
        return Err(Refusal::TooLow { points, needed });
    }
    let laid = composed.iter().flat_map(|meld| cards(&meld.cards));
    uses_taken(deal, Terms::MustOpen, laid)?;
    let opened = Event::Opened {
        seat,
        melds,
        points,
    };
    done(game, deal, seat, &trial.hand, opened)
}

pub(super) fn lay(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    composed: &Composed,
) -> Result<Vec<Event>, Refusal> {
    must_be_open(deal, seat)?;
    let mut trial = trial(game, deal, seat);
    let meld = trial.lay(composed, 0)?;
    uses_taken(deal, Terms::MustUse, cards(&composed.cards))?;
    uses_taken(deal, Terms::MustMeld, cards(&composed.cards))?;
    done(game, deal, seat, &trial.hand, Event::Laid { seat, meld })
}

pub(super) fn build(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    build: &Build,
) -> Result<Vec<Event>, Refusal> {
    must_be_open(deal, seat)?;
    let mut trial = trial(game, deal, seat);
    let end = trial.build(build, 0)?;
    uses_taken(deal, Terms::MustUse, cards(&build.cards))?;
    uses_taken(deal, Terms::MustMeld, std::iter::empty())?;
    let built = Event::Built {
        seat,
        meld: build.meld,
        cards: build.cards.clone(),
        end,
    };
    done(game, deal, seat, &trial.hand, built)
}

pub(super) fn exchange(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    recoveries: &[Recovery],
    placements: &[Placement],
) -> Result<Vec<Event>, Refusal> {
    must_be_open(deal, seat)?;
    if recoveries.is_empty() {
        return Err(Refusal::NothingComposed);
    }
    let mut trial = trial(game, deal, seat);
    let mut recovered = Vec::new();
    for (place, recovery) in recoveries.iter().enumerate() {
        recovered.push(trial.recover(recovery, place)?);
    }
    let mut placed = Vec::new();
    for (place, placement) in placements.iter().enumerate() {
        placed.push(trial.place(placement, place)?);
    }
    if trial.freed > 0 {
        return Err(Refusal::JokerUnused);
    }
    let owed = deal.pending().map(|taken| (taken.card, taken.terms));
    if let Some(owed) = owed
        && !exchange_uses(&game.options, owed, recoveries, placements)
    {
        return Err(Refusal::TakenNotUsed { taken: owed.0 });
    }
    let exchanged = Event::Exchanged {
        seat,
        recovered,
        placements: placed,
    };
    done(game, deal, seat, &trial.hand, exchanged)
}

/// Whether an exchange lays a taken card as it must; a joker that it frees is not the one that was taken
/// (Kaluki rules 7.1 and 12).
pub(super) fn exchange_uses(
    options: &Options,
    (card, terms): (Card, Terms),
    recoveries: &[Recovery],
    placements: &[Placement],
) -> bool {
    let times = |laid: &[Placed]| cards(laid).filter(|one| *one == card).count();
    let (mut in_melds, mut in_builds) = (0, 0);
    for placement in placements {
        match placement {
            Placement::Lay(composed) => in_melds += times(&composed.cards),
            Placement::Build(build) => in_builds += times(&build.cards),
        }
    }
    let given = recoveries.iter().flat_map(|recovery| &recovery.cards);
    let given = given.filter(|one| **one == card).count();
    let freed = match card {
        Card::Joker => recoveries.len(),
        Card::Natural(_) => 0,
    };
    match (terms, options.joker_reuse) {
        // Jokers are alike: the freed one may be that of the build.
        (Terms::MustMeld, JokerReuse::Any) => in_melds > freed.saturating_sub(in_builds),
        (Terms::MustMeld, JokerReuse::NewMeld) => in_melds > freed,
        (Terms::Free | Terms::MustOpen | Terms::MustUse, _) => given + in_melds + in_builds > freed,
    }
}

fn cards(placed: &[Placed]) -> impl Iterator<Item = Card> {
    placed.iter().map(|placed| placed.card())
}

/// Whether a card taken on these terms, as long as nothing was laid, is among these (Kaluki rules 7.1 and 12).
fn uses_taken(
    deal: &Deal,
    terms: Terms,
    mut laid: impl Iterator<Item = Card>,
) -> Result<(), Refusal> {
    match deal.pending() {
        Some(taken) if taken.terms == terms && !laid.any(|card| card == taken.card) => {
            Err(Refusal::TakenNotUsed { taken: taken.card })
        }
        _ => Ok(()),
    }
}

/// A table action that leaves these cards in the hand (Kaluki rules 6 and 7.3); with the last card it ends the deal where
/// the table plays without a last discard.
fn done(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    rest: &[Card],
    event: Event,
) -> Result<Vec<Event>, Refusal> {
    let calls_up = rest.is_empty() && game.options.call_up_without_discard;
    if !calls_up && deal.discardable(&game.options, rest).is_empty() {
        return Err(Refusal::KeepOne);
    }
    // Kaluki rules 7.3: who missed the announcement keeps two cards, one of which is discarded.
    if deal.missed.contains(seat) && rest.len() < 2 {
        return Err(Refusal::Blocked);
    }
    if calls_up {
        let ending = call_up(deal, seat);
        return Ok(settling::ended(game, vec![event], ending));
    }
    Ok(vec![event])
}

/// Kaluki rules 8: a Kaluki if the caller was not open when the turn began.
pub(super) fn call_up(deal: &Deal, seat: Seat) -> Ending {
    Ending::CalledUp(CallUp {
        seat,
        kaluki: !deal.turn.was_open,
    })
}
