//! Building what a viewer sees, field by field from what they may see (Kaluki rules 7.4).

use super::state::{Deal, Kaluki, Taken};
use super::view::{Moved, Own, Phase, TableMeld, TakenCard, View};
use super::{propose, turn};
use crate::card::Card;
use crate::{PerSeat, Seat, Seats, Viewer};

pub(super) fn view(game: &Kaluki, viewer: Viewer) -> View {
    let viewer = match viewer {
        // Who sits nowhere sees what everybody sees.
        Viewer::Seat(seat) if seat.index() >= game.seats => Viewer::Watcher,
        viewer => viewer,
    };
    let deal = game.deal.as_ref();
    let paid = game.book.paid(&game.options);
    View {
        viewer,
        options: game.options.clone(),
        deal: number_of_deal(game),
        voids: game.voids,
        phase: deal.map_or(Phase::Undealt, |deal| deal.phase),
        dealer: deal.map(|deal| deal.dealer),
        order: deal.map_or_else(Vec::new, |deal| deal.order.clone()),
        stock: deal.map_or(0, |deal| deal.stock.len()),
        pile: deal.map_or_else(Vec::new, |deal| deal.pile.clone()),
        reshuffles: deal.map_or(0, |deal| deal.reshuffles),
        held: PerSeat::new(game.seats, |seat| held(game, deal?, seat, viewer)),
        taken: deal.and_then(|deal| deal.turn.taken).map(shown),
        table: deal.map_or_else(Vec::new, table),
        opened: deal.map_or(Seats::NONE, |deal| deal.opened),
        stalled: deal.map_or(0, |deal| deal.stalled),
        buy_in_at: deal.and_then(buy_in_at),
        penalties: game.book.penalties.clone(),
        ledger: game.book.ledger.clone(),
        buy_ins: game.book.buy_ins.clone(),
        pool: game.book.pool(&game.options),
        totals: game.book.ledger.map(|seat, ledger| ledger - paid[seat]),
        left: game.book.left.clone(),
        sheet: game.sheet.clone(),
        call_ups: game.call_ups.clone(),
        history: deal.map_or_else(Vec::new, |deal| known(&deal.history, viewer)),
        result: deal.and_then(|deal| deal.result.clone()),
        hands: deal
            .filter(|deal| deal.counts())
            .map(|deal| deal.hands.clone()),
        standing: game.standing.clone(),
        own: viewer.seat().map(|seat| own(game, seat)),
    }
}

/// A deal that is over keeps its number until the next one; a void one gives it on.
fn number_of_deal(game: &Kaluki) -> u32 {
    let counted = game.sheet.len() as u32;
    match &game.deal {
        None => 0,
        Some(deal) if deal.counts() => counted,
        Some(_) => counted + 1,
    }
}

/// Kaluki rules 7.4: with `announce=manual` hand sizes are only announced.
fn held(game: &Kaluki, deal: &Deal, seat: Seat, viewer: Viewer) -> Option<usize> {
    let is_shown = game.options.shows_sizes() || viewer == Viewer::Seat(seat) || deal.counts();
    if is_shown {
        Some(deal.hands[seat].len())
    } else {
        deal.announced[seat]
    }
}

fn shown(taken: Taken) -> TakenCard {
    TakenCard {
        card: taken.card,
        terms: taken.terms,
    }
}

fn buy_in_at(deal: &Deal) -> Option<i32> {
    matches!(deal.phase, Phase::BuyIn(_)).then_some(deal.buy_in_at)
}

fn table(deal: &Deal) -> Vec<TableMeld> {
    let added = |place: usize| deal.turn.end_adds.get(place).copied().unwrap_or_default();
    let melds = deal.table.iter().enumerate();
    melds
        .map(|(place, laid)| TableMeld {
            owner: laid.owner,
            meld: laid.meld.clone(),
            added: added(place),
        })
        .collect()
}

/// The history as a viewer knows it: of what others drew they know only that they drew.
fn known(history: &[Moved], viewer: Viewer) -> Vec<Moved> {
    let tell = |moved: &Moved| match moved {
        Moved::Drew { seat, card } => Moved::Drew {
            seat: *seat,
            card: card.filter(|_| viewer == Viewer::Seat(*seat)),
        },
        Moved::Reshuffled { .. }
        | Moved::Took { .. }
        | Moved::Returned { .. }
        | Moved::Opened { .. }
        | Moved::Laid { .. }
        | Moved::Built { .. }
        | Moved::Exchanged { .. }
        | Moved::Discarded { .. }
        | Moved::Announced { .. }
        | Moved::BoughtIn { .. }
        | Moved::Left { .. } => moved.clone(),
    };
    history.iter().map(tell).collect()
}

fn own(game: &Kaluki, seat: Seat) -> Own {
    let Some(deal) = &game.deal else {
        return Own::default();
    };
    Own {
        hand: deal.hands[seat].clone(),
        fresh: fresh(deal, seat),
        takeable: turn::takes(game, deal, seat).ok(),
        must_use: deal
            .pending()
            .filter(|_| deal.phase == Phase::Play(seat))
            .map(shown),
        missed: deal.missed.contains(seat),
        discardable: turn::discards(game, deal, seat),
        fits: propose::fits(game, deal, seat),
        recoveries: propose::recoveries(game, deal, seat),
        answer: deal.answers[seat],
    }
}

/// The card that came to the hand in this turn, if it is still there.
pub(super) fn fresh(deal: &Deal, seat: Seat) -> Option<Card> {
    let is_playing = deal.phase == Phase::Play(seat);
    let taken = deal.turn.taken.map(|taken| taken.card);
    let came = deal.turn.drawn.or(taken).filter(|_| is_playing);
    came.filter(|card| deal.hands[seat].contains(card))
}
