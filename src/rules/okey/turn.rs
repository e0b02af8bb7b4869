//! What a seat may do, what it would do, and what the rules do when its time is up (Okey rules 5).

use super::options::{Deal, ExhaustedTake, ShowingEffect, StockPick};
use super::state::{Okey, Round, without};
use super::view::Phase;
use super::{Action, Event, Refusal, Win, deal, score};
use crate::chance::Label;
use crate::tile::Tile;
use crate::wall::shuffled;
use crate::{Chance, Game, PerSeat, Seat, Seats, meld};

/// Deals the next round; nothing while one is being played or the game is over.
pub(super) fn next_deal(game: &Okey, chance: &Chance) -> Vec<Event> {
    let is_playing = game
        .round
        .as_ref()
        .is_some_and(|round| round.phase != Phase::RoundOver);
    if is_playing || game.standing.is_some() {
        return Vec::new();
    }
    let number = game.rounds;
    let deck = shuffled(chance, number);
    let dice = match game.options.deal {
        Deal::Formal => {
            let mut dice = chance.stream(Label::Dice, number);
            deal::throw(|| dice.die(), |place| deck[place] == Tile::FalseJoker)
        }
        Deal::Simplified => Vec::new(),
    };
    vec![Event::Dealt {
        deck,
        dealer: next_dealer(game, chance),
        dice,
    }]
}

/// Okey rules 3.2: chance or the option names the first dealer, then the deal moves to the right.
fn next_dealer(game: &Okey, chance: &Chance) -> Seat {
    match &game.round {
        Some(round) => game.right_of(round.dealer),
        None => game.options.first_dealer.seat(chance, game.seats()),
    }
}

/// Everything a seat may do: the list is complete, with one entry for each distinct tile.
pub(super) fn actions(game: &Okey, seat: Seat) -> Vec<Action> {
    let Some(round) = game.round.as_ref().filter(|_| game.standing.is_none()) else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    if shows(game, round, seat).is_ok() {
        actions.push(Action::Show);
    }
    match round.phase {
        Phase::Showing(waiting) if waiting.contains(seat) => actions.push(Action::Decline),
        Phase::Draw(actor) if actor == seat => add_draws(game, round, seat, &mut actions),
        Phase::StarterDiscard(actor) | Phase::Discard(actor) if actor == seat => {
            add_discards(game, round, seat, &mut actions);
        }
        _ => {}
    }
    actions
}

fn add_draws(game: &Okey, round: &Round, seat: Seat, actions: &mut Vec<Action>) {
    match game.drawable(round) {
        0 => actions.push(Action::Pass),
        drawable => {
            actions.push(Action::Draw);
            if game.options.stock_pick == StockPick::Any {
                actions.extend((0..drawable.min(round.stock.len().max(1))).map(Action::DrawAt));
            }
        }
    }
    if takes(game, round, seat).is_ok() {
        actions.push(Action::Take);
    }
}

fn add_discards(game: &Okey, round: &Round, seat: Seat, actions: &mut Vec<Action>) {
    let mut distinct = round.racks[seat].clone();
    distinct.dedup();
    let finishing = meld::finishing(&round.racks[seat], round.okey());
    let winning = distinct.iter().filter(|tile| finishing.contains(tile));
    actions.extend(winning.map(|tile| Action::Finish(*tile)));
    if !game.must_finish(round) {
        actions.extend(distinct.into_iter().map(Action::Discard));
    }
}

/// What the rules do for a seat that does not act in time (Okey rules 11).
pub(super) fn at_zero(game: &Okey, seat: Seat) -> Action {
    let Some(round) = &game.round else {
        return Action::Pass;
    };
    match round.phase {
        Phase::Showing(_) => Action::Decline,
        Phase::Draw(_) if game.drawable(round) > 0 => Action::Draw,
        Phase::Discard(_) if game.must_finish(round) => must_finish_with(game, round, seat),
        Phase::Discard(_) => round.fresh().map_or(Action::Pass, Action::Discard),
        Phase::StarterDiscard(_) => round
            .racks
            .get(seat)
            .and_then(|rack| meld::least_needed(rack, round.okey()))
            .map_or(Action::Pass, Action::Discard),
        Phase::Undealt | Phase::Draw(_) | Phase::RoundOver => Action::Pass,
    }
}

/// A take that must win was allowed because some discard wins: the first such in canonical order.
fn must_finish_with(game: &Okey, round: &Round, seat: Seat) -> Action {
    let mut actions = Vec::new();
    add_discards(game, round, seat, &mut actions);
    actions.first().copied().unwrap_or(Action::Pass)
}

/// What an action of a seat would do.
pub(super) fn decide(game: &Okey, seat: Seat, action: &Action) -> Result<Vec<Event>, Refusal> {
    if !game.active().contains(seat) {
        return Err(Refusal::NotInGame { seat });
    }
    let round = game
        .round
        .as_ref()
        .filter(|round| round.phase != Phase::RoundOver && game.standing.is_none())
        .ok_or(Refusal::NoRound)?;
    match *action {
        Action::Show => show(game, round, seat),
        Action::Decline => decline(round, seat),
        Action::Draw => draw(game, round, seat, 0),
        Action::DrawAt(place) => match game.options.stock_pick {
            StockPick::Any => draw(game, round, seat, place),
            StockPick::Next => Err(Refusal::NoSuchPlace { place }),
        },
        Action::Take => {
            let tile = takes(game, round, seat)?;
            Ok(vec![Event::Took { seat, tile }])
        }
        Action::Pass => pass(game, round, seat),
        Action::Discard(tile) => discard(game, round, seat, tile),
        Action::Finish(tile) => finish(game, round, seat, tile),
    }
}

fn to_draw(round: &Round, seat: Seat) -> Result<(), Refusal> {
    match round.phase {
        Phase::Draw(actor) if actor == seat => Ok(()),
        Phase::StarterDiscard(actor) | Phase::Discard(actor) if actor == seat => {
            Err(Refusal::MustDiscard)
        }
        Phase::Showing(_) => Err(Refusal::ShowingFirst),
        _ => Err(Refusal::OutOfTurn),
    }
}

/// Whether the seat is to discard, and holds this tile.
fn to_discard(round: &Round, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    match round.phase {
        Phase::StarterDiscard(actor) | Phase::Discard(actor) if actor == seat => {}
        Phase::Draw(actor) if actor == seat => return Err(Refusal::MustDrawFirst),
        Phase::Showing(_) => return Err(Refusal::ShowingFirst),
        _ => return Err(Refusal::OutOfTurn),
    }
    if round.racks[seat].contains(&tile) {
        Ok(())
    } else {
        Err(Refusal::NotOnRack { tile })
    }
}

/// Okey rules 5.5: whether the seat may show the twin now.
pub(super) fn shows(game: &Okey, round: &Round, seat: Seat) -> Result<(), Refusal> {
    if !game.options.gosterge {
        return Err(Refusal::ShowingOff);
    }
    if round.showed.contains(seat) {
        return Err(Refusal::AlreadyShown);
    }
    if !round.may_show.contains(seat) {
        return Err(Refusal::TooLateToShow);
    }
    if round.racks[seat].contains(&round.twin()) {
        Ok(())
    } else {
        Err(Refusal::NoTwin { twin: round.twin() })
    }
}

fn show(game: &Okey, round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    shows(game, round, seat)?;
    let own = score::side(&game.options, seat);
    let points = changes(game, |other| {
        let same_side = score::side(&game.options, other) == own;
        match game.options.gosterge_effect {
            ShowingEffect::OthersLose => -i32::from(!same_side),
            ShowingEffect::ShowerGains => i32::from(same_side),
        }
    });
    Ok(vec![Event::Showed { seat, points }])
}

fn decline(round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    match round.phase {
        Phase::Showing(waiting) if waiting.contains(seat) => Ok(vec![Event::Declined { seat }]),
        Phase::Showing(_) => Err(Refusal::AlreadyShown),
        _ => Err(Refusal::NothingToDecline),
    }
}

fn draw(game: &Okey, round: &Round, seat: Seat, place: usize) -> Result<Vec<Event>, Refusal> {
    to_draw(round, seat)?;
    if game.drawable(round) == 0 {
        return Err(Refusal::StockEmpty);
    }
    // The exposed tile is the last one: it has a place only when no other tile is left.
    let has_place = place < round.stock.len().max(1);
    let slot = game.next_draw(round, place).filter(|_| has_place);
    let slot = slot.ok_or(Refusal::NoSuchPlace { place })?;
    Ok(vec![Event::Drew {
        seat,
        tile: slot.tile,
        place,
    }])
}

/// Okey rules 5.3 and 5.4: the tile that the seat may take now.
pub(super) fn takes(game: &Okey, round: &Round, seat: Seat) -> Result<Tile, Refusal> {
    to_draw(round, seat)?;
    let pile = &round.piles[game.left_of(seat)];
    let tile = *pile.last().ok_or(Refusal::NothingToTake)?;
    if game.must_draw(round) {
        let takes = game.take_streak_cap();
        return Err(Refusal::MustDrawFromStock { takes });
    }
    if game.drawable(round) == 0
        && game.options.exhausted_take == ExhaustedTake::WinOnly
        && !wins_with(&round.racks[seat], tile, round)
    {
        return Err(Refusal::TakeDoesNotWin { tile });
    }
    Ok(tile)
}

fn wins_with(rack: &[Tile], tile: Tile, round: &Round) -> bool {
    let fifteen = [rack, &[tile]].concat();
    !meld::finishing(&fifteen, round.okey()).is_empty()
}

fn pass(game: &Okey, round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    to_draw(round, seat)?;
    match game.drawable(round) {
        0 => Ok(closed(game, vec![Event::Passed { seat }, Event::Drawn])),
        stock => Err(Refusal::StockLeft { stock }),
    }
}

fn discard(game: &Okey, round: &Round, seat: Seat, tile: Tile) -> Result<Vec<Event>, Refusal> {
    to_discard(round, seat, tile)?;
    if game.must_finish(round) {
        return Err(Refusal::MustFinish);
    }
    let discarded = Event::Discarded { seat, tile };
    // Okey rules 5.4: the turn that reaches the cap ends the round when it ends with an ordinary discard.
    if game.is_last_take(round) {
        return Ok(closed(game, vec![discarded, Event::Drawn]));
    }
    Ok(vec![discarded])
}

fn finish(game: &Okey, round: &Round, seat: Seat, tile: Tile) -> Result<Vec<Event>, Refusal> {
    to_discard(round, seat, tile)?;
    match game.judge(round, seat, tile) {
        Some(win) => Ok(won(game, seat, win)),
        None => failed(game, round, seat, tile),
    }
}

fn won(game: &Okey, seat: Seat, win: Win) -> Vec<Event> {
    let own = score::side(&game.options, seat);
    let points = changes(game, |other| {
        let same_side = score::side(&game.options, other) == own;
        if same_side { 0 } else { -win.loss }
    });
    closed(game, vec![Event::Finished { seat, win, points }])
}

/// Okey rules 10, `wrong_finish_penalty`: the first finish of a turn that does not win costs points where the table says so;
/// any other is refused and costs nothing.
fn failed(game: &Okey, round: &Round, seat: Seat, tile: Tile) -> Result<Vec<Event>, Refusal> {
    let penalty = game.options.wrong_finish_penalty as i32;
    if penalty == 0 {
        let rest = without(&round.racks[seat], tile);
        let covered = meld::arrange(&rest, round.okey()).covered();
        let short = rest.len().saturating_sub(covered);
        return Err(Refusal::DoesNotWin { tile, short });
    }
    if round.finish_failed() {
        return Err(Refusal::FinishFailedAlready);
    }
    let own = score::side(&game.options, seat);
    let points = changes(game, |other| {
        let same_side = score::side(&game.options, other) == own;
        if same_side { -penalty } else { 0 }
    });
    Ok(vec![Event::FinishFailed { seat, tile, points }])
}

/// A change of points for each seat still in the game, 0 for the others.
fn changes(game: &Okey, change: impl Fn(Seat) -> i32) -> PerSeat<i32> {
    let active = game.active();
    PerSeat::new(game.seats(), |seat| {
        if active.contains(seat) {
            change(seat)
        } else {
            0
        }
    })
}

/// Adds what follows from the end of a round: who leaves, and the end of the game (Okey rules 9).
fn closed(game: &Okey, mut events: Vec<Event>) -> Vec<Event> {
    let mut after = game.after(&events);
    let ending = score::ending(&after.options, &after.scores, after.active(), after.rounds);
    for seat in ending.leaving.iter() {
        let left = Event::Left { seat };
        after.obey(std::slice::from_ref(&left));
        events.push(left);
    }
    if ending.is_over {
        events.push(Event::Over {
            standing: score::standing(&after.options, &after.scores, &after.left),
        });
    }
    events
}

/// Who is to act.
pub(super) fn to_act(game: &Okey) -> Seats {
    match game.round.as_ref().map(|round| round.phase) {
        Some(Phase::Showing(waiting)) => waiting,
        Some(Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat)) => {
            Seats::only(seat)
        }
        Some(Phase::Undealt | Phase::RoundOver) | None => Seats::NONE,
    }
}

/// Who may show out of turn.
pub(super) fn may_interject(game: &Okey) -> Seats {
    game.round
        .as_ref()
        .map_or(Seats::NONE, |round| round.may_show)
}
