//! What may be done for a seat unasked: to draw where that is a plain choice, then to discard what was prepared.
//!
//! All of it follows from what the seat may see.

use super::options::Penalties;
use super::state::{Okey101, Round};
use super::view::Phase;
use super::{Action, Event, propose, seen, turn};
use crate::piece::Piece;
use crate::tile::Tile;
use crate::unasked::{Dropped, Held};
use crate::{Game, Seat};

/// Drawing, or what speaks against it; `None` if the seat is not to draw.
pub(super) fn unasked(game: &Okey101, seat: Seat) -> Option<Result<Action, Held>> {
    let round = game.round.as_ref()?;
    (round.phase == Phase::Draw(seat)).then(|| match held(game, round, seat) {
        Some(held) => Err(held),
        None => Ok(Action::Draw),
    })
}

fn held(game: &Okey101, round: &Round, seat: Seat) -> Option<Held> {
    match turn::takes(game, round, seat) {
        Ok(tile) if tile.is_joker(round.okey()) => Some(Held::TakeIsJoker),
        Ok(tile) if take_lays(game, seat, tile) => Some(Held::TakeLays),
        _ if round.stock.is_empty() => Some(Held::StockEmpty),
        _ => None,
    }
}

fn take_lays(game: &Okey101, seat: Seat, tile: Tile) -> bool {
    may_lay(&game.after(&[Event::Took { seat, tile }]), seat, tile)
}

/// Whether the seat can bring this tile on the table: at once, or after an opening, a lay-off or a swap of other tiles.
fn may_lay(game: &Okey101, seat: Seat, tile: Tile) -> bool {
    may_lay_now(game, seat, tile)
        || turn::actions(game, seat)
            .iter()
            .filter(|action| comes_before(action))
            .filter_map(|action| turn::decide(game, seat, action).ok())
            .any(|events| may_lay_now(&game.after(&events), seat, tile))
}

/// Whether a single action lays the tile, be it listed or not: a laying that is worth more may leave it out.
fn may_lay_now(game: &Okey101, seat: Seat, tile: Tile) -> bool {
    let round = game.round.as_ref();
    let actions = round.map(|round| propose::actions_with(game, round, seat, Some(tile)));
    actions.iter().flatten().any(|action| lays(action, tile))
}

fn lays(action: &Action, tile: Tile) -> bool {
    match action {
        Action::Open { melds } => melds.iter().any(|meld| meld.tiles.contains(&tile)),
        Action::Lay { meld } => meld.tiles.contains(&tile),
        Action::LayOff { tile: laid, .. } | Action::SwapJoker { tile: laid, .. } => *laid == tile,
        Action::Draw
        | Action::Take
        | Action::Return
        | Action::TakeBack
        | Action::Discard { .. }
        | Action::Pass => false,
    }
}

/// Whether another tile may find a place after this action that it had not before: not after a meld, for then it would be
/// laid with it.
fn comes_before(action: &Action) -> bool {
    matches!(
        action,
        Action::Open { .. } | Action::LayOff { .. } | Action::SwapJoker { .. }
    )
}

/// Whether a prepared move has a next action now, or something that stops it.
pub(super) fn is_moment_for(game: &Okey101, seat: Seat) -> bool {
    let phase = game.round.as_ref().map(|round| round.phase);
    phase == Some(Phase::Draw(seat)) || phase == Some(Phase::Play(seat))
}

/// The next action of a move that was prepared: to draw, then to discard this piece, if that costs nothing.
///
/// What a discard costs does not depend on what is drawn, so it is known before: then the owner may rather take the
/// neighbour's discard, and nothing is drawn for them, unless they want that always. No table charges anybody unasked, not even the strict one
/// (101 rules 10.3).
pub(super) fn prepared(
    game: &Okey101,
    seat: Seat,
    piece: Piece,
) -> Option<Result<Action, Dropped>> {
    let discard = Tile::try_from(piece).map_err(|_| Dropped::Refused);
    let round = game.round.as_ref()?;
    match round.phase {
        Phase::Draw(actor) if actor == seat => {
            let draw = unasked(game, seat)?.map_err(Dropped::Held);
            Some(discard.and_then(|tile| {
                let draw = draw?;
                let cost = game.cost_among_others(round, tile);
                cost.map_or(Ok(draw), |_| Err(unwarned(game, Dropped::Costs)))
            }))
        }
        Phase::Play(actor) if actor == seat => {
            let drawn = seen::fresh(round, seat);
            let confirm = false;
            Some(match discard {
                _ if drawn.is_some_and(|drawn| may_lay(game, seat, drawn)) => {
                    Err(unwarned(game, Dropped::Lays))
                }
                Ok(tile) if game.cost(round, seat, tile).is_some() => {
                    Err(unwarned(game, Dropped::Costs))
                }
                _ => discard.map(|tile| Action::Discard { tile, confirm }),
            })
        }
        Phase::Undealt | Phase::Draw(_) | Phase::Taken(_) | Phase::Play(_) | Phase::RoundOver => {
            None
        }
    }
}

/// 101 rules 10.4: the strict game does not warn of a discard, so it does not tell either what else might be done.
fn unwarned(game: &Okey101, dropped: Dropped) -> Dropped {
    match game.options.penalties {
        Penalties::Assisted => dropped,
        Penalties::Strict => Dropped::Unsaid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chance;
    use crate::lesson::{filled, put};
    use crate::okey101::deal::{TILES, spread};
    use crate::okey101::options::Deal;
    use crate::okey101::{Composed, Options};

    /// Worth 101; the rest of the starter's rack begins with what is discarded.
    const OPENING: [&str; 3] = ["K11 K12 K13", "R13 Y13 G13", "Y5 Y6 Y7 Y8"];
    /// Nothing of it can be laid; Y9 and K13 fit the opening, and R5 is the okey.
    const RACK: &str = "R5 Y9 K13 R1 R3 R7 R9 R11 Y1 Y3 Y11 G2 G4 G6 G8 G10 K2 K4 K6 K8 K10";

    fn seat(index: usize) -> Seat {
        Seat::new(index).expect("a seat")
    }

    fn piece(text: &str) -> Piece {
        text.parse().expect("a piece")
    }

    fn acts(game: &mut Okey101, actor: usize, action: &Action) {
        let events = game.decide(seat(actor), action, &Chance::from_seed(0));
        game.obey(&events.expect("a move"));
    }

    /// Seat 1 is to draw G12, or to take K1; seat 0 has opened.
    fn game(options: &Options) -> Okey101 {
        let mut wall = vec![None; TILES];
        let places = spread(Deal::Simple, 2, &[], |_| false).expect("a plain deal");
        let first = format!("{} K1", OPENING.join(" "));
        let racks = places.racks.into_iter().zip([first.as_str(), RACK]);
        racks.for_each(|(rack, tiles)| put(&mut wall, rack, tiles).expect("tiles"));
        put(&mut wall, [places.indicator], "R4").expect("a tile");
        put(&mut wall, places.stock, "G12").expect("a tile");
        let dealt = Event::Dealt {
            deck: filled(wall, Tile::deck()).expect("there are so many tiles"),
            dealer: seat(0),
            dice: Vec::new(),
        };
        let mut game = Okey101::new(options, 2);
        game.obey(&[dealt]);
        let meld = |text| Composed::of(Tile::read_all(text).expect("tiles"));
        let melds = OPENING.map(meld).to_vec();
        acts(&mut game, 0, &Action::Open { melds });
        let discard = Action::Discard {
            tile: "K1".parse().expect("a tile"),
            confirm: false,
        };
        acts(&mut game, 0, &discard);
        game
    }

    #[test]
    fn no_prepared_discard_costs_points_in_either_game() {
        // 101 rules 10.4: the strict game gives no reason.
        for (penalties, why) in [
            (Penalties::Strict, Dropped::Unsaid),
            (Penalties::Assisted, Dropped::Costs),
        ] {
            let mut game = game(&Options {
                penalties,
                ..Options::default()
            });
            let discard = Action::Discard {
                tile: "R1".parse().expect("a tile"),
                confirm: false,
            };
            for next in [Action::Draw, discard] {
                for costly in ["Y9", "K13", "R5"] {
                    let answer = prepared(&game, seat(1), piece(costly));
                    assert_eq!(answer, Some(Err(why)), "{costly}: {next:?}");
                }
                let answer = prepared(&game, seat(1), piece("R1"));
                assert_eq!(answer, Some(Ok(next.clone())));
                acts(&mut game, 1, &next);
            }
        }
    }

    #[test]
    fn what_costs_nothing_at_this_table_is_discarded_as_it_was_prepared() {
        let game = game(&Options {
            penalties: Penalties::Strict,
            penalty_amount: 0,
            ..Options::default()
        });
        let answer = prepared(&game, seat(1), piece("K13"));
        assert_eq!(answer, Some(Ok(Action::Draw)));
    }
}
