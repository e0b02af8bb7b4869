//! Opening, laying, laying off, taking back and swapping (101 rules 7 and 8).

use super::meld::{Composed, Kind, Meld, Place};
use super::opening::{self, Attempt, OpenKind};
use super::options::{Penalties, SeriesLayPairs};
use super::penalties::Reason;
use super::score::Ending;
use super::state::{Act, LaidOff, Okey101, Round};
use super::view::Phase;
use super::{Event, Refusal, turn};
use crate::tile::Tile;
use crate::{Game, Seat};

/// Refuses what the seat may not do on the table now.
pub(super) fn at_table(round: &Round, seat: Seat) -> Result<(), Refusal> {
    match round.phase {
        Phase::Play(actor) | Phase::Taken(actor) if actor == seat => {}
        Phase::Draw(actor) if actor == seat => return Err(Refusal::MustDrawFirst),
        _ => return Err(Refusal::OutOfTurn),
    }
    if round.turn.must_finish {
        return Err(Refusal::MustFinish);
    }
    Ok(())
}

/// 101 rules 8.4: with what the seat has opened, without which it may neither lay nor lay off.
fn must_have_opened(round: &Round, seat: Seat) -> Result<OpenKind, Refusal> {
    at_table(round, seat)?;
    round.opened_with(seat).ok_or(Refusal::NotOpened)
}

/// What an opening of this seat must keep to.
pub(super) fn attempt<'a>(game: &Okey101, round: &'a Round, seat: Seat) -> Attempt<'a> {
    Attempt {
        rack: &round.racks[seat],
        taken: round.turn.taken,
        okey: round.okey(),
        needed: game.needed(round),
        elden_may_be_low: game.elden_may_be_low(round, seat),
    }
}

pub(super) fn open(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    composed: &[Composed],
) -> Result<Vec<Event>, Refusal> {
    at_table(round, seat)?;
    if round.opened[seat].is_some() {
        return Err(Refusal::AlreadyOpened);
    }
    let (opening, melds) = match opening::judge(&attempt(game, round, seat), composed) {
        Ok(judged) => judged,
        Err(refusal) => return fail(game, round, seat, refusal),
    };
    let events = vec![Event::Opened {
        seat,
        opening,
        melds,
    }];
    // 101 rules 9.4: the round is void as soon as everybody has opened with doubles.
    let after = game.after(&events).round;
    let void = after.is_some_and(|round| round.all_opened_with_doubles());
    if void {
        return Ok(turn::ended(game, events, Ending::Cancelled));
    }
    Ok(events)
}

/// 101 rules 10.3 and 10.4: in the strict game an opening that fails costs, once a turn; else it is refused.
fn fail(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    refusal: Refusal,
) -> Result<Vec<Event>, Refusal> {
    let Refusal::Opening(fault) = refusal else {
        return Err(refusal);
    };
    if game.options.penalties != Penalties::Strict {
        return Err(refusal);
    }
    if round.turn.failed {
        return Err(Refusal::FailedAlready { fault });
    }
    Ok(vec![Event::OpeningFailed {
        seat,
        fault,
        points: game.options.penalty_amount as i32,
    }])
}

pub(super) fn lay(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    composed: &Composed,
) -> Result<Vec<Event>, Refusal> {
    let kind = must_have_opened(round, seat)?;
    if composed.tiles.is_empty() {
        return Err(Refusal::NothingComposed);
    }
    let tiles = || composed.tiles.iter().copied();
    opening::holds(&round.racks[seat], tiles())?;
    let meld = Meld::compose(composed, round.okey()).map_err(|fault| Refusal::NoMeld { fault })?;
    must_go_with_opening(game, round, kind, meld.kind())?;
    opening::uses(round.turn.taken, tiles())?;
    if round.racks[seat].len() == composed.tiles.len() {
        return Err(Refusal::RackEmptied);
    }
    Ok(vec![Event::Laid { seat, meld }])
}

/// Refuses a kind of meld that does not go with this opening.
pub(super) fn must_go_with_opening(
    game: &Okey101,
    round: &Round,
    opened: OpenKind,
    laid: Kind,
) -> Result<(), Refusal> {
    let doubles = |seat| round.opened_with(seat) == Some(OpenKind::Doubles);
    let any_doubles = Seat::all(game.seats).any(doubles);
    goes_with(game.options.series_lay_pairs, opened, laid, any_doubles)
}

/// 101 rules 8.2 and 8.3: which kinds of meld go with which opening, when somebody has opened with doubles or nobody has.
pub(super) fn goes_with(
    pairs: SeriesLayPairs,
    opened: OpenKind,
    laid: Kind,
    any_doubles: bool,
) -> Result<(), Refusal> {
    match (opened, laid) {
        (OpenKind::Series, Kind::Run | Kind::Set) | (OpenKind::Doubles, Kind::Pair) => Ok(()),
        (OpenKind::Doubles, _) => Err(Refusal::OnlyDoubles),
        (OpenKind::Series, Kind::Pair) => match pairs {
            SeriesLayPairs::Never => Err(Refusal::NoDoubles),
            SeriesLayPairs::IfPairsOpened if any_doubles => Ok(()),
            SeriesLayPairs::IfPairsOpened => Err(Refusal::NobodyOpenedDoubles),
        },
    }
}

pub(super) fn lay_off(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    tile: Tile,
    meld: usize,
    end: Option<Place>,
) -> Result<Vec<Event>, Refusal> {
    let kind = must_have_opened(round, seat)?;
    opening::holds(&round.racks[seat], std::iter::once(tile))?;
    let place = place_of(round, tile, meld, end)?;
    // 101 rules 8.2: a limit for those who opened with doubles, where the table has one.
    let limit = game.options.pairs_layoff_limit;
    if kind == OpenKind::Doubles && limit > 0 && round.turn.laid_off() >= limit as usize {
        return Err(Refusal::LayOffLimit { limit });
    }
    opening::uses(round.turn.taken, std::iter::once(tile))?;
    if round.racks[seat].len() == 1 {
        return Err(Refusal::RackEmptied);
    }
    Ok(vec![Event::LaidOff {
        seat,
        tile,
        meld,
        place,
    }])
}

/// 101 rules 6.6: where the tile goes; the upper end if both are open and none is named.
fn place_of(round: &Round, tile: Tile, meld: usize, end: Option<Place>) -> Result<Place, Refusal> {
    let laid = round.table.get(meld).ok_or(Refusal::NoSuchMeld { meld })?;
    let places = laid.meld.fits(tile, round.okey());
    let named = places.iter().rev().find(|place| match end {
        // A set has no ends: there is nothing to choose.
        Some(end) => **place == Place::Set || **place == end,
        None => true,
    });
    named.copied().ok_or(match laid.meld.kind() {
        Kind::Pair => Refusal::ClosedDouble,
        Kind::Set if laid.meld.tiles().len() == 4 => Refusal::FullSet,
        Kind::Set | Kind::Run => Refusal::DoesNotFit { tile },
    })
}

/// What may be taken back now, and what it costs (101 rules 8.5 and 10.3).
pub(super) fn undo(game: &Okey101, round: &Round, seat: Seat) -> Result<(LaidOff, i32), Refusal> {
    at_table(round, seat)?;
    let turn = &round.turn;
    let Some(Act::LaidOff(act)) = turn.acts.last().copied() else {
        return Err(Refusal::NothingToTakeBack);
    };
    if act.again {
        return Err(Refusal::TakenBackAlready { tile: act.tile });
    }
    if !turn.just_undone {
        return Ok((act, 0));
    }
    match game.options.penalties {
        Penalties::Assisted => Err(Refusal::OnlyTheLast),
        Penalties::Strict if turn.several_charged => Ok((act, 0)),
        Penalties::Strict => Ok((act, game.options.penalty_amount as i32)),
    }
}

pub(super) fn take_back(game: &Okey101, round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    let (_, points) = undo(game, round, seat)?;
    let mut events = vec![Event::TookBack { seat }];
    if points > 0 {
        events.push(Event::Charged {
            seat,
            reason: Reason::TookBackSeveral,
            points,
        });
    }
    Ok(events)
}

pub(super) fn swap(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    tile: Tile,
    meld: usize,
) -> Result<Vec<Event>, Refusal> {
    if !game.options.joker_swap {
        return Err(Refusal::SwapOff);
    }
    must_have_opened(round, seat)?;
    opening::holds(&round.racks[seat], std::iter::once(tile))?;
    let laid = round.table.get(meld).ok_or(Refusal::NoSuchMeld { meld })?;
    let at = laid.meld.swaps(tile, round.okey());
    let at = at.ok_or(Refusal::NoJokerFor { tile })?;
    opening::uses(round.turn.taken, std::iter::once(tile))?;
    Ok(vec![Event::Swapped {
        seat,
        tile,
        meld,
        at,
    }])
}
