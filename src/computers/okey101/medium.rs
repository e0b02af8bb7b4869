//! The medium computer for 101, and what gives hints: by the exact solver, and by what may still come.
//!
//! It uses no dice: equal views get equal answers.

use std::cmp::Reverse;

use crate::rules::Seat;
use crate::rules::meld::{Goal, Left, best_laying, remove};
use crate::rules::okey101::penalties::Cost;
use crate::rules::okey101::view::Phase;
use crate::rules::okey101::{Action, OpenKind, Opening, View};
use crate::rules::tile::Tile;

use super::danger::Danger;
use super::hopes::{Hopes, points};
use super::opening::{Way, Ways, turn};
use super::plan::{Plan, Step, Turn};
use super::{Reason, fallback, known};

/// The best action, and why; `None` only if there is none, or for a watcher.
pub(super) fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
    let seat = view.viewer.seat()?;
    if actions.is_empty() {
        return None;
    }
    let sight = Sight {
        view,
        actions,
        seat,
        rack: view.rack()?,
    };
    let advice = match view.phase {
        Phase::Draw(_) => sight.draw(),
        Phase::Taken(_) => sight.taken(),
        Phase::Play(_) => sight.play(),
        Phase::Undealt | Phase::RoundOver => None,
    };
    advice.or_else(|| Some((fallback(view, actions)?, Reason::Forced)))
}

/// What a decision is made from.
struct Sight<'a> {
    view: &'a View,
    actions: &'a [Action],
    seat: Seat,
    rack: &'a [Tile],
}

impl Sight<'_> {
    fn lists(&self, action: &Action) -> bool {
        self.actions.contains(action)
    }

    fn opened(&self) -> Option<Opening> {
        self.view.opened[self.seat]
    }

    /// Takes what it can use, else draws.
    fn draw(&self) -> Option<(Action, Reason)> {
        let offered = self.view.own.as_ref()?.takeable;
        let offered = offered.filter(|_| self.lists(&Action::Take));
        let takes = offered.and_then(|tile| self.takes(tile));
        let draws = || {
            if self.lists(&Action::Draw) {
                (Action::Draw, Reason::Draws { leaves: offered })
            } else {
                (Action::Pass, Reason::Passes { leaves: offered })
            }
        };
        Some(takes.map_or_else(draws, |reason| (Action::Take, reason)))
    }

    /// Why this discard of the left neighbour should be taken, if it should.
    fn takes(&self, tile: Tile) -> Option<Reason> {
        let mut with = self.rack.to_vec();
        with.push(tile);
        with.sort_unstable();
        match self.opened() {
            Some(opening) => {
                let turn = turn(self.view, self.seat, self.view.okey()?, opening.kind);
                let plan = turn.best(&with, Some(tile))?;
                let gains = plan.finishes || plan.cost < turn.leftover(self.rack);
                gains.then_some(Reason::TakesToLay { tile })
            }
            None => {
                let way = self.opens(&with, Some(tile))?;
                Some(match way.opening.kind {
                    _ if way.voids => Reason::TakesToVoid { tile },
                    _ if way.opening.low => Reason::TakesToOpenLow {
                        tile,
                        points: way.opening.worth,
                        needed: self.view.needed?.points,
                        last: way.plan.discard,
                    },
                    OpenKind::Series => Reason::TakesToOpen {
                        tile,
                        points: way.opening.worth,
                    },
                    OpenKind::Doubles => Reason::TakesToOpenDoubles {
                        tile,
                        count: way.opening.worth,
                    },
                })
            }
        }
    }

    /// Uses the taken tile as it was meant, or gives it back.
    fn taken(&self) -> Option<(Action, Reason)> {
        let tile = self.view.taken?;
        let used = match self.opened() {
            Some(opening) => self.go_on(opening.kind, Some(tile)),
            None => self
                .opens(self.rack, Some(tile))
                .and_then(|way| self.opening(way)),
        };
        used.or(Some((Action::Return, Reason::Returns { tile })))
            .filter(|(action, _)| *action != Action::Return || self.lists(action))
    }

    fn play(&self) -> Option<(Action, Reason)> {
        if let [last] = self.rack {
            let joker = last.is_joker(self.view.okey()?);
            return Some((self.throw(*last)?, Reason::Finishes { joker }));
        }
        match self.opened() {
            Some(opening) => self.go_on(opening.kind, None),
            None => self.open_or_wait(),
        }
    }

    /// Opens, if that is worth it.
    fn open_or_wait(&self) -> Option<(Action, Reason)> {
        let ways = Ways::of(self.view, self.rack, None)?;
        let least_left = ways.least_left();
        match ways.cheapest().filter(|way| self.is_worth(way)) {
            Some(way) => self.opening(way),
            None => self.wait(least_left),
        }
    }

    /// The opening that should be laid now, if any should.
    fn opens(&self, rack: &[Tile], taken: Option<Tile>) -> Option<Way> {
        let best = Ways::of(self.view, rack, taken)?.cheapest()?;
        self.is_worth(&best).then_some(best)
    }

    /// Opening like this, and why.
    fn opening(&self, way: Way) -> Option<(Action, Reason)> {
        let points = way.opening.worth;
        let reason = match way.opening.kind {
            _ if way.voids => Reason::Voids,
            _ if way.opening.low => Reason::OpensLow {
                points,
                needed: self.view.needed?.points,
                last: way.plan.discard,
            },
            OpenKind::Series => Reason::Opens {
                points,
                left: way.plan.left,
                closed: self.closed_costs(),
            },
            OpenKind::Doubles => Reason::OpensDoubles { count: points },
        };
        Some((Action::Open { melds: way.melds }, reason))
    }

    /// What a rack costs that has not opened when the round ends without a finish (101 rules 10.1).
    fn closed_costs(&self) -> i32 {
        self.view.options.unopened_penalty as i32
    }

    /// Whether an opening costs less than staying closed would.
    fn is_worth(&self, way: &Way) -> bool {
        // After a void opening there are no turns in which anything could go.
        let turns = if way.voids {
            0
        } else {
            known::draws(self.view) as i32
        };
        let ahead = turns * RELIEF;
        way.plan.finishes || way.plan.cost - ahead < self.closed_costs()
    }

    /// The next step of the cheapest plan.
    fn go_on(&self, kind: OpenKind, taken: Option<Tile>) -> Option<(Action, Reason)> {
        let turn = turn(self.view, self.seat, self.view.okey()?, kind);
        let plan = turn.best(self.rack, taken);
        if let Some(swap) = self.swap(kind, plan.as_ref()) {
            return Some(swap);
        }
        let plan = plan?;
        match plan.steps.first() {
            Some(Step::Lay(meld)) => {
                let meld = meld.clone();
                Some((Action::Lay { meld }, Reason::LaysMeld))
            }
            Some(Step::LayOff(tile, fit)) => {
                let off = |end| Action::LayOff {
                    tile: *tile,
                    meld: fit.meld,
                    end,
                };
                let named = off(Some(fit.place));
                let action = if self.lists(&named) { named } else { off(None) };
                Some((action, Reason::LaysOff { tile: *tile }))
            }
            None => self.discard(&turn, &plan),
        }
    }

    /// A tile for a joker on the table, if the turn ends better with it.
    fn swap(&self, kind: OpenKind, plan: Option<&Plan>) -> Option<(Action, Reason)> {
        let okey = self.view.okey()?;
        let swaps = self.actions.iter().filter_map(|action| match action {
            Action::SwapJoker { tile, .. } => Some((action, *tile)),
            _ => None,
        });
        let after = swaps.filter_map(|(action, tile)| {
            let mut rack = self.rack.to_vec();
            remove(&mut rack, tile);
            rack.push(Tile::Numbered(okey));
            rack.sort_unstable();
            let plan = turn(self.view, self.seat, okey, kind).best(&rack, None)?;
            Some((action, tile, plan.cost))
        });
        let (action, tile, cost) = after.min_by_key(|(_, _, cost)| *cost)?;
        let better = plan.is_none_or(|plan| cost < plan.cost);
        better.then(|| (action.clone(), Reason::Swaps { tile }))
    }

    fn discard(&self, turn: &Turn, plan: &Plan) -> Option<(Action, Reason)> {
        let tile = plan.discard;
        let joker = tile.is_joker(self.view.okey()?);
        let reason = if plan.finishes {
            Reason::Finishes { joker }
        } else {
            Reason::Discards {
                left: self.rack.len() - 1,
                merit: turn.merit(self.rack, tile),
                costs: self.cost(tile),
            }
        };
        Some((self.throw(tile)?, reason))
    }

    fn cost(&self, tile: Tile) -> Option<Cost> {
        let costs = &self.view.own.as_ref()?.costs;
        let mut costs = costs.iter().filter(|(which, _)| *which == tile);
        costs.next().map(|(_, cost)| *cost)
    }

    /// The listed discard of a tile: it carries the consent to its penalty, if it has one.
    fn throw(&self, tile: Tile) -> Option<Action> {
        let of_tile = |action: &&Action| matches!(action, Action::Discard { tile: thrown, .. } if *thrown == tile);
        self.actions.iter().find(of_tile).cloned()
    }

    /// Discards what an opening needs least, with an eye on the next player; `refused` is what an opening would leave at
    /// least, if one was not worth it.
    fn wait(&self, refused: Option<i32>) -> Option<(Action, Reason)> {
        let okey = self.view.okey()?;
        let hopes = Hopes::of(self.view)?;
        let danger = Danger::of(&known::unseen(self.view), okey);
        let next = self.seat.next(self.view.held.len());
        let wary = match self.view.opened[next] {
            None => WARY,
            Some(_) => WARY_OF_OPENED,
        };
        let rate = |(tile, prospects): &(Tile, u32)| {
            let number = tile.face().unwrap_or(okey).number();
            let fear = danger.with(*tile, self.view.held[next]) * wary;
            (*prospects as i32 - fear as i32, Reverse(number))
        };
        let compared = hopes.without_each(self.rack, self.spare()?);
        let (tile, _) = compared.into_iter().max_by_key(rate)?;
        Some((self.throw(tile)?, self.closed(tile, refused)?))
    }

    /// The different tiles that may go: no joker and nothing that costs while there is another, and nothing of the best
    /// melds.
    fn spare(&self) -> Option<Vec<Tile>> {
        let okey = self.view.okey()?;
        let mut tiles = self.rack.to_vec();
        tiles.dedup();
        let price = |tile: &Tile| (self.cost(*tile).is_some(), tile.is_joker(okey));
        let least = tiles.iter().map(price).min()?;
        tiles.retain(|tile| price(tile) == least);
        let best = best_laying(self.rack, okey, Goal::Points, None, Left::One)?;
        let melded = |tile: &Tile| {
            let all = best.melds.iter().flat_map(|meld| &meld.tiles);
            all.filter(|other| *other == tile).count()
        };
        let held = |tile: &Tile| self.rack.iter().filter(|other| *other == tile).count();
        let loose = |tile: &Tile| held(tile) > melded(tile);
        if tiles.iter().any(loose) {
            tiles.retain(loose);
        }
        Some(tiles)
    }

    /// Why the rack stays closed and this tile goes.
    fn closed(&self, tile: Tile, refused: Option<i32>) -> Option<Reason> {
        let mut rest = self.rack.to_vec();
        remove(&mut rest, tile);
        let costs = self.cost(tile);
        Some(match refused {
            Some(left) => Reason::StaysClosed {
                left,
                closed: self.closed_costs(),
                costs,
            },
            None => Reason::Waits {
                missing: missing(self.view, &rest)?,
                costs,
            },
        })
    }
}

/// How many points the best melds of these tiles are short of an opening.
fn missing(view: &View, rack: &[Tile]) -> Option<u32> {
    let points = points(rack, view.okey()?);
    Some(view.needed?.points.saturating_sub(points))
}

/// How much the danger of a discard counts beside the prospects of the rest (see [`Hopes::without_each`]): of prospects that
/// are about equal the safest is chosen. Sixteen times as much made medium's own rounds a point dearer, and those of each
/// other seat a third of a point.
const WARY: u32 = 2;
/// The same if the next player has opened.
const WARY_OF_OPENED: u32 = 1;
/// So many points an opened rack loses with every turn.
const RELIEF: i32 = 12;
