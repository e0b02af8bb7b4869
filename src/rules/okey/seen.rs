//! Building what a viewer sees, field by field from what they may see (Okey rules 5.6).

use super::state::{Happened, Okey, Round};
use super::turn;
use super::view::{Moved, Phase, Pile, View};
use crate::{PerSeat, Seat, Viewer};

pub(super) fn view(game: &Okey, viewer: Viewer) -> View {
    let viewer = match viewer {
        // Who sits nowhere sees what everybody sees.
        Viewer::Seat(seat) if seat.index() >= game.seats() => Viewer::Watcher,
        viewer => viewer,
    };
    let round = game.round.as_ref();
    let own = viewer.seat().zip(round);
    View {
        viewer,
        options: game.options.clone(),
        active: game.active(),
        round: game.rounds,
        phase: round.map_or(Phase::Undealt, |round| round.phase),
        dealer: round.map(|round| round.dealer),
        dice: round.map_or_else(Vec::new, |round| round.dice.clone()),
        indicator: round.map(|round| round.indicator),
        stock: round.map_or(0, |round| game.drawable(round)),
        false_jokers_seen: round.map_or_else(Vec::new, false_jokers_seen),
        rack: viewer
            .seat()
            .map(|seat| round.map_or_else(Vec::new, |round| round.racks[seat].clone())),
        fresh: own.and_then(|(seat, round)| fresh(round, seat)),
        held: PerSeat::new(game.seats(), |seat| {
            round.map_or(0, |round| round.racks[seat].len())
        }),
        piles: PerSeat::new(game.seats(), |owner| {
            round.map_or_else(Pile::default, |round| pile(game, round, owner, viewer))
        }),
        takeable: own.and_then(|(seat, round)| turn::takes(game, round, seat).ok()),
        must_draw: round.is_some_and(|round| game.must_draw(round)),
        must_finish: round.is_some_and(|round| game.must_finish(round)),
        is_last_take: round.is_some_and(|round| game.is_last_take(round)),
        scores: game.scores.clone(),
        sheet: game.sheet.clone(),
        showed: PerSeat::new(game.seats(), |seat| {
            round.is_some_and(|round| round.showed.contains(seat))
        }),
        may_show: own.is_some_and(|(seat, round)| turn::shows(game, round, seat).is_ok()),
        history: round.map_or_else(Vec::new, |round| known(&round.history, viewer)),
        result: round.and_then(|round| round.result.clone()),
        standing: game.standing.clone(),
    }
}

/// The places in the stock, from the next tile on, where everybody saw a false joker go.
fn false_jokers_seen(round: &Round) -> Vec<usize> {
    let seen = round.stock.iter().enumerate().filter(|(_, slot)| slot.seen);
    seen.map(|(place, _)| place).collect()
}

fn fresh(round: &Round, seat: Seat) -> Option<crate::tile::Tile> {
    match round.phase {
        Phase::Discard(actor) if actor == seat => round.fresh(),
        _ => None,
    }
}

fn pile(game: &Okey, round: &Round, owner: Seat, viewer: Viewer) -> Pile {
    let tiles = &round.piles[owner];
    let browsing = game.options.pile_browsing;
    // Okey rules 3.1: whoever has left the game is nobody's neighbour.
    let left = |seat| game.active().contains(seat).then(|| game.left_of(seat));
    let seen = browsing.seen(tiles.len(), owner, viewer, left);
    Pile {
        count: tiles.len(),
        seen: tiles[tiles.len() - seen..].to_vec(),
    }
}

/// The history as a viewer knows it: of what others drew they know only that they drew.
fn known(history: &[Happened], viewer: Viewer) -> Vec<Moved> {
    let tell = |step: &Happened| match step.moved {
        Moved::Drew { seat, tile } => Moved::Drew {
            seat,
            tile: tile.filter(|_| step.open || viewer == Viewer::Seat(seat)),
        },
        Moved::Showed { .. }
        | Moved::Took { .. }
        | Moved::Discarded { .. }
        | Moved::Passed { .. }
        | Moved::Finished { .. }
        | Moved::FailedFinish { .. } => step.moved.clone(),
    };
    history.iter().map(tell).collect()
}
