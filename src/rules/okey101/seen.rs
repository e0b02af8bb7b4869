//! Building what a viewer sees, field by field from what they may see (101 rules 5.6).

use super::state::{Happened, Laid, Okey101, Round};
use super::view::{Fit, Moved, Own, Phase, Pile, Swap, TableMeld, Undo, View};
use super::{laying, propose, score, turn};
use crate::tile::Tile;
use crate::{PerSeat, Seat, Viewer};

pub(super) fn view(game: &Okey101, viewer: Viewer) -> View {
    let viewer = match viewer {
        // Who sits nowhere sees what everybody sees.
        Viewer::Seat(seat) if seat.index() >= game.seats => Viewer::Watcher,
        viewer => viewer,
    };
    let round = game.round.as_ref();
    let totals = game.totals();
    View {
        viewer,
        options: game.options.clone(),
        round: number_of_round(game),
        cancelled: game.cancelled,
        phase: round.map_or(Phase::Undealt, |round| round.phase),
        dealer: round.map(|round| round.dealer),
        starter: round.map(|round| round.starter),
        dice: round.map_or_else(Vec::new, |round| round.dice.clone()),
        indicator: round.map(|round| round.indicator),
        stock: round.map_or(0, |round| round.stock.len()),
        false_jokers_seen: round.map_or_else(Vec::new, false_jokers_seen),
        held: PerSeat::new(game.seats, |seat| {
            round.map_or(0, |round| round.racks[seat].len())
        }),
        piles: PerSeat::new(game.seats, |owner| {
            round.map_or_else(Pile::default, |round| pile(game, round, owner, viewer))
        }),
        taken: round.and_then(|round| round.turn.taken),
        table: round.map_or_else(Vec::new, table),
        opened: PerSeat::new(game.seats, |seat| {
            round.and_then(|round| round.opened[seat])
        }),
        needed: round.map(|round| game.needed(round)),
        penalties: round.map_or_else(Vec::new, |round| round.penalties.clone()),
        sheet: game.sheet.clone(),
        counting: score::counting(&game.options, &totals),
        totals,
        history: round.map_or_else(Vec::new, |round| known(&round.history, viewer)),
        result: round.and_then(|round| round.result.clone()),
        standing: game.standing.clone(),
        own: viewer.seat().map(|seat| own(game, seat)),
    }
}

/// A round that is over keeps its number until the next deal; a cancelled one gives it on.
fn number_of_round(game: &Okey101) -> u32 {
    let counted = game.sheet.len() as u32;
    match &game.round {
        None => 0,
        Some(round) if round.counts() => counted,
        Some(_) => counted + 1,
    }
}

/// The places in the stock, from the next tile on, where everybody saw a false joker go.
fn false_jokers_seen(round: &Round) -> Vec<usize> {
    let seen = round.stock.iter().enumerate().filter(|(_, slot)| slot.seen);
    seen.map(|(place, _)| place).collect()
}

fn pile(game: &Okey101, round: &Round, owner: Seat, viewer: Viewer) -> Pile {
    let tiles = &round.piles[owner];
    let browsing = game.options.pile_browsing;
    let seen = browsing.seen(tiles.len(), owner, viewer, |seat| Some(game.left_of(seat)));
    Pile {
        count: tiles.len(),
        seen: tiles[tiles.len() - seen..].to_vec(),
    }
}

fn table(round: &Round) -> Vec<TableMeld> {
    let shown = |laid: &Laid| TableMeld {
        owner: laid.owner,
        kind: laid.meld.kind(),
        tiles: laid.meld.tiles().to_vec(),
        stands: laid.meld.stands(round.okey()),
    };
    round.table.iter().map(shown).collect()
}

/// The history as a viewer knows it: of what others drew they know only that they drew.
fn known(history: &[Happened], viewer: Viewer) -> Vec<Moved> {
    let tell = |step: &Happened| match &step.moved {
        Moved::Drew { seat, tile } => Moved::Drew {
            seat: *seat,
            tile: tile.filter(|_| step.open || viewer == Viewer::Seat(*seat)),
        },
        Moved::Took { .. }
        | Moved::Returned { .. }
        | Moved::Opened { .. }
        | Moved::OpeningFailed { .. }
        | Moved::Laid { .. }
        | Moved::LaidOff { .. }
        | Moved::TookBack { .. }
        | Moved::Swapped { .. }
        | Moved::Discarded { .. }
        | Moved::Charged { .. }
        | Moved::Passed { .. } => step.moved.clone(),
    };
    history.iter().map(tell).collect()
}

fn own(game: &Okey101, seat: Seat) -> Own {
    let Some(round) = &game.round else {
        return Own {
            rack: Vec::new(),
            fresh: None,
            takeable: None,
            fits: Vec::new(),
            swaps: Vec::new(),
            costs: Vec::new(),
            undo: None,
            failed: None,
            must_finish: false,
        };
    };
    let rack = &round.racks[seat];
    let acts = round.actor() == Some(seat);
    Own {
        rack: rack.clone(),
        fresh: fresh(round, seat),
        takeable: turn::takes(game, round, seat).ok(),
        fits: fits(round, rack),
        swaps: swaps(game, round, rack),
        costs: super::state::distinct(rack)
            .into_iter()
            .filter_map(|tile| Some((tile, game.cost(round, seat, tile)?)))
            .collect(),
        undo: laying::undo(game, round, seat)
            .ok()
            .map(|(act, points)| Undo {
                tile: act.tile,
                meld: act.meld,
                points,
            }),
        failed: round.turn.fault.filter(|_| acts),
        must_finish: acts && round.turn.must_finish,
    }
}

/// The tile that came to the rack in this turn, if it is still there.
pub(super) fn fresh(round: &Round, seat: Seat) -> Option<Tile> {
    if !matches!(round.phase, Phase::Taken(actor) | Phase::Play(actor) if actor == seat) {
        return None;
    }
    let of_this_turn = round
        .history
        .iter()
        .rev()
        .take_while(|step| !matches!(step.moved, Moved::Discarded { .. }));
    let mut came = of_this_turn.filter_map(|step| match step.moved {
        Moved::Drew { tile, .. } => tile,
        Moved::Took { tile, .. } => Some(tile),
        _ => None,
    });
    came.next().filter(|tile| round.racks[seat].contains(tile))
}

fn fits(round: &Round, rack: &[Tile]) -> Vec<Fit> {
    let all = propose::fits(round, rack).into_iter();
    all.map(|(tile, meld, place)| Fit { tile, meld, place })
        .collect()
}

fn swaps(game: &Okey101, round: &Round, rack: &[Tile]) -> Vec<Swap> {
    if !game.options.joker_swap {
        return Vec::new();
    }
    let tiles = super::state::distinct(rack).into_iter();
    let all = tiles.flat_map(|tile| turn::melds(round).map(move |(at, meld)| (tile, at, meld)));
    all.filter(|(tile, _, meld)| meld.swaps(*tile, round.okey()).is_some())
        .map(|(tile, meld, _)| Swap { tile, meld })
        .collect()
}
