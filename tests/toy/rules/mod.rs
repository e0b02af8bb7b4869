//! The rules of the toy (Toy rules 1 to 6): tricks with the tiles of Okey, in teams, with a knock out of turn.
//!
//! It is a game like the others, kept here because nobody is offered it; `docs/adding-a-game.md` adds it step by step.

mod state;
pub mod trick;
pub mod view;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use state::Toy;
pub use view::View;

use super::chance::Label;
use super::options::options;
use super::piece::Piece;
use super::tile::Tile;
use super::unasked::{Dropped, Held};
use super::wall::is_whole;
use super::{
    Chance, Dice, Game, Impossible, OptionFault, Patience, PerSeat, RoundStanding, Seat, Seats,
    Standing, Viewer, Waiting,
};
use state::RACK;
use trick::number_of;
use view::Move;

options! {
    /// The house rules of the toy (Toy rules 1.3).
    Options of "toy", for 2 to 8 seats {
        /// How many rounds are played (Toy rules 1.3).
        rounds: u32 = 3, in 1..=9, offered [1, 3, 5];
    }
    presets {}
}

impl Options {
    /// There is nothing that could contradict itself.
    fn agree(&self, _: usize) -> Result<(), OptionFault> {
        Ok(())
    }
}

/// What a seat may wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Play this tile to the trick (Toy rules 3).
    Play(Tile),
    /// Double what the round is worth, out of turn (Toy rules 4.1).
    Knock,
}

/// What happened; like every event it has no `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round was dealt.
    Dealt {
        /// All tiles, the first ones on the racks.
        deck: Vec<Tile>,
    },
    /// A tile was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// Somebody knocked.
    Knocked {
        /// Who.
        seat: Seat,
    },
}

/// Why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The tile is not on the rack.
    #[error("that tile is not on the rack")]
    NotYours,
    /// The colour of the trick must be followed (Toy rules 3.2).
    #[error("the colour has to be followed")]
    Follow,
    /// Somebody has knocked, or the seat is to act, or no round is on (Toy rules 4.1).
    #[error("nobody can knock now")]
    NoKnock,
    /// It is another seat's turn.
    #[error("it is another seat's turn")]
    NotNow,
}

impl Game for Toy {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        options.check(seats)
    }

    fn new(options: &Options, seats: usize) -> Self {
        Self {
            options: options.clone(),
            racks: PerSeat::new(seats, |_| Vec::new()),
            rest: Vec::new(),
            round: 0,
            turn: 0,
            acting: Seat::all(1).next().expect("a table has a first seat"),
            trick: Vec::new(),
            taken: PerSeat::new(seats, |_| 0),
            knocked: false,
            points: PerSeat::new(seats, |_| 0),
            history: Vec::new(),
        }
    }

    fn deal(&self, chance: &Chance) -> Vec<Event> {
        let mut deck = Tile::deck();
        chance.stream(Label::Deck, self.round).shuffle(&mut deck);
        vec![Event::Dealt { deck }]
    }

    fn waiting(&self) -> Waiting {
        let seats = if self.is_on() {
            Seats::only(self.acting)
        } else {
            Seats::NONE
        };
        Waiting {
            seats,
            turn: self.turn,
            patience: Patience::Turn,
        }
    }

    fn may_interject(&self) -> Seats {
        if self.knocked || !self.is_on() {
            return Seats::NONE;
        }
        Seats::first(self.seats()).without(self.acting)
    }

    fn actions(&self, seat: Seat) -> Vec<Action> {
        if self.waiting().seats.contains(seat) {
            self.playable(seat).into_iter().map(Action::Play).collect()
        } else if self.may_knock(seat) {
            vec![Action::Knock]
        } else {
            Vec::new()
        }
    }

    fn written(&self, _: Seat, dice: &mut Dice) -> Action {
        match dice.below(4) {
            0 => Action::Knock,
            _ => Action::Play(*dice.any(&Tile::deck())),
        }
    }

    fn at_zero(&self, seat: Seat) -> Action {
        let playable = self.playable(seat).into_iter();
        let lowest = playable.min_by_key(|tile| (number_of(*tile), *tile));
        lowest.map_or(Action::Knock, Action::Play)
    }

    /// A tile is never played without its owner.
    fn unasked(&self, _: Seat) -> Option<Result<Action, Held>> {
        None
    }

    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        self.waiting().seats.contains(seat).then(|| {
            let tile = Tile::try_from(piece).ok();
            let tile = tile.filter(|tile| self.playable(seat).contains(tile));
            tile.map(Action::Play).ok_or(Dropped::Refused)
        })
    }

    fn decide(&self, seat: Seat, action: &Action, _: &Chance) -> Result<Vec<Event>, Refusal> {
        match *action {
            Action::Knock if self.may_knock(seat) => Ok(vec![Event::Knocked { seat }]),
            Action::Knock => Err(Refusal::NoKnock),
            Action::Play(_) if !self.waiting().seats.contains(seat) => Err(Refusal::NotNow),
            Action::Play(tile) if !self.rack(seat).contains(&tile) => Err(Refusal::NotYours),
            Action::Play(tile) if !self.playable(seat).contains(&tile) => Err(Refusal::Follow),
            Action::Play(tile) => Ok(vec![Event::Played { seat, tile }]),
        }
    }

    fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        match event {
            Event::Dealt { deck } if self.is_due() && is_whole(deck) => self.deal_out(deck),
            Event::Played { seat, tile } if self.may_give(*seat, *tile) => self.play(*seat, *tile),
            Event::Knocked { seat } if self.may_knock(*seat) => {
                self.knocked = true;
                self.history.push(Move::Knocked(*seat));
            }
            Event::Dealt { .. } | Event::Played { .. } | Event::Knocked { .. } => {
                return Err(Impossible);
            }
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn side(_: &Options, seat: Seat) -> u8 {
        trick::side_of(seat)
    }

    fn standing(&self) -> Option<Standing> {
        self.result()
    }

    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        self.redealt(viewer, dice)
    }

    fn round_standing(&self) -> Option<RoundStanding> {
        self.result_of_the_round()
    }

    fn wish(event: &Event) -> Option<Action> {
        match event {
            Event::Dealt { .. } => None,
            Event::Played { tile, .. } => Some(Action::Play(*tile)),
            Event::Knocked { .. } => Some(Action::Knock),
        }
    }

    fn is_same(given: &Event, told: &Event) -> bool {
        given == told
    }

    fn most_steps(&self) -> u32 {
        (RACK * self.seats()) as u32 + 1
    }

    fn faults(&self) -> Vec<String> {
        let played = self
            .history
            .iter()
            .filter(|step| matches!(step, Move::Played(..)));
        let held: usize = self.racks.values().map(Vec::len).sum();
        let tiles = held + self.rest.len() + played.count();
        let is_whole = self.round == 0 || tiles == Tile::deck().len();
        (!is_whole)
            .then(|| format!("{tiles} tiles"))
            .into_iter()
            .collect()
    }
}
