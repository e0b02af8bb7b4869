//! What a seat may do, what it would do, and what the rules do when its time is up (Hachinin-meri rules 6 to 8 and 12).

use super::deal::Shuffled;
use super::order::{is_trump, plain_place, robai, trump_place};
use super::score::{Made, Team, total, value};
use super::state::{Meri, Round, SEATS, TRICKS};
use super::trick::{played, winning};
use super::view::Phase;
use super::{Action, Event, Refusal, yaku};
use crate::karuta::{Karuta, Suit};
use crate::piece::Piece;
use crate::unasked::Dropped;
use crate::{Chance, Game, Seat};

/// Deals the next round; nothing while one is being played or the match is over.
pub(super) fn next_deal(game: &Meri, chance: &Chance) -> Vec<Event> {
    let is_playing = game
        .round
        .as_ref()
        .is_some_and(|round| round.phase != Phase::RoundOver);
    if is_playing || game.standing.is_some() {
        return Vec::new();
    }
    let shuffled = Shuffled::new(game.options.split, chance, game.sheet.len() as u32);
    vec![Event::Dealt {
        deck: shuffled.deck,
        half: shuffled.half,
        again: shuffled.again,
        dealer: game.next_dealer(chance),
    }]
}

/// Everything a seat may do: the list is complete.
pub(super) fn actions(game: &Meri, seat: Seat) -> Vec<Action> {
    let Some(round) = game.round.as_ref().filter(|_| game.standing.is_none()) else {
        return Vec::new();
    };
    match round.phase {
        Phase::Robau if !round.ready.contains(seat) => {
            let call = calls(round, seat).is_ok().then_some(Action::Robatta);
            call.into_iter().chain([Action::Ready]).collect()
        }
        Phase::Uchidashi(taker) if taker == seat => openings(round, seat),
        Phase::Play(actor) if actor == seat => {
            let playable = game.playable(round, seat).into_iter();
            playable.map(Action::Play).collect()
        }
        _ => Vec::new(),
    }
}

/// Every opening lead with every discard (Hachinin-meri rules 7).
fn openings(round: &Round, seat: Seat) -> Vec<Action> {
    let others = |lead| {
        let rack = round.racks[seat].iter().copied();
        rack.filter(move |discard| *discard != lead)
    };
    let with = |lead| others(lead).map(move |discard| Action::Uchidashi { lead, discard });
    round.leads(seat).into_iter().flat_map(with).collect()
}

/// Whether a computer plays for whoever does not play or lead in time (Hachinin-meri rules 14).
pub(super) fn has_computers_at_zero(game: &Meri) -> bool {
    let phase = game.round.as_ref().map(|round| round.phase);
    matches!(phase, Some(Phase::Uchidashi(_) | Phase::Play(_)))
}

/// What the rules do for a seat that does not act in time: the holder of the robai calls, others are ready (Hachinin-meri
/// rules 14); and the weakest karuta is played where no computer finds another.
pub(super) fn at_zero(game: &Meri, seat: Seat) -> Action {
    let Some(round) = &game.round else {
        return Action::Ready;
    };
    match round.phase {
        Phase::Uchidashi(taker) if taker == seat => weakest_opening(round, seat),
        Phase::Play(actor) if actor == seat => {
            let weakest = weakest(&game.playable(round, seat), round.trump());
            weakest.map_or(Action::Ready, Action::Play)
        }
        Phase::Robau if calls(round, seat).is_ok() => Action::Robatta,
        _ => Action::Ready,
    }
}

fn weakest_opening(round: &Round, seat: Seat) -> Action {
    let mut rest = round.racks[seat].clone();
    let lead = weakest(&round.leads(seat), round.trump());
    rest.retain(|karuta| Some(*karuta) != lead);
    let discard = weakest(&rest, round.trump());
    let opening = lead.zip(discard);
    opening.map_or(Action::Ready, |(lead, discard)| Action::Uchidashi {
        lead,
        discard,
    })
}

/// The weakest of these: a plain one before any trump.
fn weakest(karuta: &[Karuta], trump: Suit) -> Option<Karuta> {
    let weakness = |karuta: &Karuta| {
        if is_trump(*karuta, trump) {
            (0, trump_place(*karuta))
        } else {
            (1, plain_place(*karuta))
        }
    };
    // Of equal ones the first in canonical order: `max_by_key` would answer the last.
    karuta.iter().rev().copied().max_by_key(weakness)
}

/// A prepared move is a karuta to play to the lead of another; one that must not be played to it stays. Whoever leads may
/// choose anew: what was to lie face down would be a meri (Hachinin-meri rules 8).
pub(super) fn prepared(game: &Meri, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
    let round = game.round.as_ref()?;
    if round.phase != Phase::Play(seat) {
        return None;
    }
    if round.plays.is_empty() {
        return Some(Err(Dropped::Leads));
    }
    let playable = game.playable(round, seat);
    let karuta = Karuta::try_from(piece).ok();
    let karuta = karuta.filter(|karuta| playable.contains(karuta));
    Some(karuta.map(Action::Play).ok_or(Dropped::Refused))
}

/// What an action of a seat would do.
pub(super) fn decide(game: &Meri, seat: Seat, action: &Action) -> Result<Vec<Event>, Refusal> {
    let round = game
        .round
        .as_ref()
        .filter(|round| round.phase != Phase::RoundOver && game.standing.is_none())
        .ok_or(Refusal::NoRound)?;
    match *action {
        Action::Ready => ready(round, seat),
        Action::Robatta => {
            calls(round, seat)?;
            Ok(vec![Event::Called { seat }])
        }
        Action::Uchidashi { lead, discard } => uchidashi(round, seat, lead, discard),
        Action::Play(karuta) => play(game, round, seat, karuta),
    }
}

/// Refuses a seat that is not to answer for the robai any more, or not yet.
fn must_be_asked(round: &Round, seat: Seat) -> Result<(), Refusal> {
    match round.phase {
        Phase::Robau if round.ready.contains(seat) => Err(Refusal::AlreadyAnswered),
        Phase::Robau => Ok(()),
        _ => Err(Refusal::NotAsked),
    }
}

/// Hachinin-meri rules 6: everybody may be ready, also whoever could call.
fn ready(round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    must_be_asked(round, seat)?;
    Ok(vec![Event::Readied { seat }])
}

/// Hachinin-meri rules 6: whether the seat may call.
pub(super) fn calls(round: &Round, seat: Seat) -> Result<(), Refusal> {
    must_be_asked(round, seat)?;
    let robai = robai(round.trump());
    if round.racks[seat].contains(&robai) {
        Ok(())
    } else {
        Err(Refusal::NoRobai { robai })
    }
}

/// Hachinin-meri rules 7: the opening lead and the discard, judged in the order of the rules.
fn uchidashi(
    round: &Round,
    seat: Seat,
    lead: Karuta,
    discard: Karuta,
) -> Result<Vec<Event>, Refusal> {
    match round.phase {
        Phase::Uchidashi(taker) if taker == seat => {}
        Phase::Robau => return Err(Refusal::OkieFirst),
        Phase::Play(_) => return Err(Refusal::UchidashiOver),
        Phase::Undealt | Phase::Uchidashi(_) | Phase::RoundOver => return Err(Refusal::OutOfTurn),
    }
    holds(round, seat, lead)?;
    holds(round, seat, discard)?;
    if lead == discard {
        return Err(Refusal::NotOnRack { karuta: discard });
    }
    if !round.leads(seat).contains(&lead) {
        return Err(Refusal::MeriFirst { karuta: lead });
    }
    Ok(vec![Event::Led {
        seat,
        lead,
        discard,
    }])
}

fn holds(round: &Round, seat: Seat, karuta: Karuta) -> Result<(), Refusal> {
    if round.racks[seat].contains(&karuta) {
        Ok(())
    } else {
        Err(Refusal::NotOnRack { karuta })
    }
}

/// Hachinin-meri rules 8: playing to a trick; the eighth play turns it over.
fn play(game: &Meri, round: &Round, seat: Seat, karuta: Karuta) -> Result<Vec<Event>, Refusal> {
    match round.phase {
        Phase::Play(actor) if actor == seat => {}
        Phase::Robau => return Err(Refusal::OkieFirst),
        Phase::Uchidashi(taker) if taker == seat => return Err(Refusal::UchidashiFirst),
        Phase::Undealt | Phase::Uchidashi(_) | Phase::Play(_) | Phase::RoundOver => {
            return Err(Refusal::OutOfTurn);
        }
    }
    holds(round, seat, karuta)?;
    let following = game.following(round, seat);
    let rack = &round.racks[seat];
    round.duty().judge(karuta, rack, round.trump(), following)?;
    let played = Event::Played { seat, karuta };
    if round.plays.len() + 1 < SEATS {
        return Ok(vec![played]);
    }
    Ok(shobu(game, played))
}

/// What follows from the eighth play: who takes the trick, the end of the round, the end of the match.
fn shobu(game: &Meri, played: Event) -> Vec<Event> {
    let mut after = game.clone();
    let mut events = Vec::new();
    let mut next = Some(played);
    while let Some(event) = next {
        after.obey(std::slice::from_ref(&event));
        next = consequence(&after, &event);
        events.push(event);
    }
    events
}

/// What the engine does after this event of a shōbu (Hachinin-meri rules 12).
fn consequence(game: &Meri, event: &Event) -> Option<Event> {
    let round = game.round.as_ref()?;
    match event {
        Event::Played { .. } => {
            let winner = winning(&round.plays, round.trump())?.seat;
            Some(Event::Won {
                seat: winner,
                made: made(game, round, Team::of(winner)),
            })
        }
        Event::Won { .. } if round.tricks.len() == TRICKS => {
            let made = round.tricks.iter().filter_map(|trick| trick.made);
            let moved = made.map(|made| (made.team, made.value));
            let total = total(round.ko(), moved);
            Some(Event::RoundEnded { total })
        }
        Event::RoundEnded { .. } => {
            let standing = game.progress().standing(game.options.match_length);
            standing.map(|standing| Event::Over { standing })
        }
        _ => None,
    }
}

/// The yaku of the full trick, and what it moves (Hachinin-meri rules 9).
fn made(game: &Meri, round: &Round, team: Team) -> Option<Made> {
    let (options, trump) = (&game.options, round.trump());
    let yaku = yaku::counted(options, trump, &played(&round.plays), &game.gone(round))?;
    let value = value(options, yaku, round.trick(), round.robau());
    Some(Made { yaku, team, value })
}
