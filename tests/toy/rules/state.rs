//! The state of the toy: racks, the trick, who has taken what, and what follows from a tile.

use super::trick::{colour, colour_of, side_of, taker};
use super::view::Move;
use super::{Options, View};
use crate::piece::remove;
use crate::tile::{Colour, Tile};
use crate::{Dice, Game, Outcome, PerSeat, RoundStanding, Seat, Standing, Viewer};

/// How many tiles everybody gets (Toy rules 2.1).
pub(super) const RACK: usize = 5;

/// A game of the toy; like every state it has no `Debug`.
#[derive(Clone, PartialEq)]
pub struct Toy {
    pub(super) options: Options,
    pub(super) racks: PerSeat<Vec<Tile>>,
    pub(super) rest: Vec<Tile>,
    pub(super) round: u32,
    pub(super) turn: u32,
    pub(super) acting: Seat,
    pub(super) trick: Vec<(Seat, Tile)>,
    pub(super) taken: PerSeat<i32>,
    pub(super) knocked: bool,
    pub(super) points: PerSeat<i32>,
    pub(super) history: Vec<Move>,
}

impl Toy {
    pub(super) fn seats(&self) -> usize {
        self.racks.len()
    }

    pub(super) fn is_on(&self) -> bool {
        self.racks.values().any(|rack| !rack.is_empty())
    }

    pub(super) fn worth(&self) -> i32 {
        if self.knocked { 2 } else { 1 }
    }

    pub(super) fn rack(&self, seat: Seat) -> &[Tile] {
        self.racks.get(seat).map_or(&[], Vec::as_slice)
    }

    /// What the seat may play (Toy rules 3.2), in canonical order and each tile once.
    pub(super) fn playable(&self, seat: Seat) -> Vec<Tile> {
        let colour = colour(&self.trick);
        let follows = |tile: &Tile| colour.is_some() && colour_of(*tile) == colour;
        let must = self.rack(seat).iter().any(follows);
        let fits = |tile: &&Tile| !must || follows(tile) || **tile == Tile::FalseJoker;
        let mut fitting: Vec<Tile> = self.rack(seat).iter().filter(fits).copied().collect();
        fitting.dedup();
        fitting
    }

    /// Whether the next round is to be dealt.
    pub(super) fn is_due(&self) -> bool {
        !self.is_on() && self.round < self.options.rounds
    }

    pub(super) fn may_give(&self, seat: Seat, tile: Tile) -> bool {
        self.waiting().seats.contains(seat) && self.rack(seat).contains(&tile)
    }

    pub(super) fn may_knock(&self, seat: Seat) -> bool {
        self.may_interject().contains(seat)
    }

    /// The colours that a seat has shown not to have: it did not follow (Toy rules 3.2).
    pub(super) fn missing(&self, seat: Seat) -> Vec<Colour> {
        let mut trick: Vec<(Seat, Tile)> = Vec::new();
        let mut missing = Vec::new();
        for step in &self.history {
            match step {
                Move::Played(player, tile) => {
                    let led = colour(&trick);
                    let follows = colour_of(*tile).is_none_or(|colour| led == Some(colour));
                    missing.extend(led.filter(|_| *player == seat && !follows));
                    trick.push((*player, *tile));
                }
                Move::Took(_) => trick.clear(),
                Move::Knocked(_) => {}
            }
        }
        missing
    }

    pub(super) fn deal_out(&mut self, deck: &[Tile]) {
        let (dealt, rest) = deck.split_at(RACK * self.seats());
        let racks = dealt.chunks(RACK).map(|tiles| {
            let mut rack = tiles.to_vec();
            rack.sort_unstable();
            rack
        });
        self.racks = racks.collect();
        self.rest = rest.to_vec();
        self.acting = Seat::all(self.seats())
            .nth(self.round as usize % self.seats())
            .expect("the remainder is a seat");
        (self.round, self.turn) = (self.round + 1, self.turn + 1);
        self.taken = PerSeat::new(self.seats(), |_| 0);
        self.knocked = false;
        self.history.clear();
    }

    pub(super) fn play(&mut self, seat: Seat, tile: Tile) {
        remove(&mut self.racks[seat], tile);
        self.trick.push((seat, tile));
        self.history.push(Move::Played(seat, tile));
        self.turn += 1;
        self.acting = seat.next(self.seats());
        if self.trick.len() == self.seats() {
            self.take();
        }
    }

    /// Somebody takes the trick (Toy rules 3.3), and with the last one the round is counted (Toy rules 3.4).
    pub(super) fn take(&mut self) {
        let taker = taker(&std::mem::take(&mut self.trick)).expect("everybody has played");
        self.taken[taker] += 1;
        self.history.push(Move::Took(taker));
        self.acting = taker;
        if !self.is_on() {
            let won = self.won();
            for (points, more) in self.points.values_mut().zip(won.values()) {
                *points += more;
            }
        }
    }

    /// What the round is worth for each seat: the tricks of its side (Toy rules 3.4).
    pub(super) fn won(&self) -> PerSeat<i32> {
        let tricks = |side| {
            let own = self.taken.iter().filter(|(seat, _)| side_of(*seat) == side);
            own.map(|(_, tricks)| tricks).sum::<i32>()
        };
        PerSeat::new(self.seats(), |seat| self.worth() * tricks(side_of(seat)))
    }

    /// The result of the game (Toy rules 6.1).
    pub(super) fn result(&self) -> Option<Standing> {
        if self.is_on() || self.round < self.options.rounds {
            return None;
        }
        let points = &self.points;
        let best = points.values().max()?;
        let is_draw = points.values().all(|own| own == best);
        Some(Standing {
            places: points.map(|_, own| if own == best { 1 } else { 2 }),
            outcomes: points.map(|_, own| match own {
                _ if is_draw => Outcome::Neither,
                own if own == best => Outcome::Won,
                _ => Outcome::Lost,
            }),
            sides: points.map(|seat, _| side_of(seat)),
            points: points.clone(),
        })
    }

    /// Deals what this viewer cannot see anew: whoever did not follow a colour has none of it (Toy rules 3.2).
    pub(super) fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let is_hidden = |seat: &Seat| viewer != Viewer::Seat(*seat);
        let mut hidden = self.rest.clone();
        let mut seats: Vec<Seat> = Seat::all(self.seats()).filter(is_hidden).collect();
        for seat in &seats {
            hidden.extend(self.rack(*seat));
        }
        hidden.sort_unstable();
        dice.shuffle(&mut hidden);
        // Whoever is known to lack most is served first: what the others may have is more than enough.
        seats.sort_by_key(|seat| std::cmp::Reverse(self.missing(*seat).len()));
        let mut imagined = self.clone();
        for seat in seats {
            let missing = self.missing(seat);
            let fits = |tile: &Tile| colour_of(*tile).is_none_or(|one| !missing.contains(&one));
            for own in &mut imagined.racks[seat] {
                let place = hidden.iter().rposition(fits);
                *own = hidden.remove(place.unwrap_or_default());
            }
            imagined.racks[seat].sort_unstable();
        }
        imagined.rest = hidden;
        imagined
    }

    /// The result of the round.
    pub(super) fn result_of_the_round(&self) -> Option<RoundStanding> {
        let is_over = self.round > 0 && !self.is_on();
        is_over.then(|| {
            let won = self.won();
            let best = won.values().max().copied();
            let has_won = |seat: &Seat| won.get(*seat).copied() == best;
            RoundStanding {
                winners: Seat::all(self.seats()).filter(has_won).collect(),
                points: Some(won.map(|_, won| Some(*won))),
            }
        })
    }

    /// What this viewer sees, field by field.
    pub(super) fn seen_by(&self, viewer: Viewer) -> View {
        let own = viewer.seat().and_then(|seat| self.racks.get(seat));
        View {
            viewer,
            options: self.options.clone(),
            round: self.round,
            waiting: self.waiting(),
            rack: own.cloned(),
            left: self.racks.map(|_, rack| rack.len()),
            trick: self.trick.clone(),
            taken: self.taken.clone(),
            worth: self.worth(),
            points: self.points.clone(),
            history: self.history.clone(),
            standing: self.standing(),
        }
    }
}
