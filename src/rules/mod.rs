//! What the games are: pure functions, no clock, no input or output, no floats.
//!
//! [`Game`] is the contract that every game keeps; [`any`] is the one door to all of them.
//! Whatever else the house does, only this room knows what a move means.

// What says `pub` can be seen from outside of its crate.
#![warn(unreachable_pub)]

pub mod any;
pub mod card;
pub mod chance;
mod choice;
pub mod joining;
pub mod kaluki;
pub mod karuta;
mod lesson;
pub mod meld;
pub mod meri;
pub mod okey;
pub mod okey101;
pub mod options;
pub mod piece;
pub mod record;
mod retold;
pub mod seat;
pub mod tile;
#[cfg(debug_assertions)]
#[path = "../../tests/toy/rules/mod.rs"]
pub mod toy;
pub mod unasked;
pub mod view;
pub mod wall;

use std::error::Error;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use chance::{Chance, Dice};
pub use options::OptionFault;
use piece::Piece;
pub use seat::{PerSeat, Seat, Seats, Viewer};
use unasked::{Dropped, Held};
pub use view::GameView;

/// A game: what may be done, what it does, and who may see what of it.
///
/// `decide` looks and `apply` obeys: a refused action changes nothing because `decide` cannot change anything.
/// There is no `Debug` and no `Serialize` on purpose: a state never reaches a log.
pub trait Game: Clone + PartialEq + Send + Sync + Sized + 'static {
    /// The house rules of one table.
    type Options: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// A wish of a seat, for instance to draw or to discard a certain tile.
    type Action: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened, the whole truth of it; no `Debug`.
    type Event: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer may know, the round's history included.
    type View: GameView;
    /// Why an action is not possible, with the facts.
    type Refusal: Clone + PartialEq + Error + Send + Sync + 'static;

    /// Whether these options make a game for so many seats.
    fn check(options: &Self::Options, seats: usize) -> Result<(), OptionFault>;

    /// The same house rules with nothing at stake; `None` for a game that is not played for units.
    ///
    /// Units are points of a game: they cannot be bought, sold or cashed, and where they are not wanted it is played by these.
    fn without_stakes(_: &Self::Options) -> Option<Self::Options> {
        None
    }

    /// The same house rules as they come to bear at a table of so many, where some can never matter.
    fn at_table(options: &Self::Options, _seats: usize) -> Self::Options {
        options.clone()
    }

    /// Where everybody goes before the first deal, in a game whose players draw for their seats: whoever sat down on a seat
    /// moves to the one that stands there. It follows from the chance of the table; `None` where everybody stays.
    fn seat_draw(_: &Self::Options, _seats: usize, _: &Chance) -> Option<PerSeat<Seat>> {
        None
    }

    /// Whether computers play the seats that are empty when the game begins; otherwise it begins when all are taken. A table may forbid it, too, and then it begins with
    /// those who sit there, if [`check`](Self::check) permits so few.
    fn fills_empty_seats(_: &Self::Options) -> bool {
        true
    }

    /// Whether people say themselves where they sit, because every second seat is one team.
    fn lets_choose_seats(_: &Self::Options) -> bool {
        false
    }

    /// The side that a seat plays for; without teams every seat is its own. A standing tells the same.
    fn side(_: &Self::Options, seat: Seat) -> u8 {
        seat.index() as u8
    }

    /// A game in which nothing is dealt yet. The options have passed [`Game::check`].
    fn new(options: &Self::Options, seats: usize) -> Self;

    /// Deals the next round. Asked for when nobody is to act and there is no standing.
    fn deal(&self, chance: &Chance) -> Vec<Self::Event>;

    /// Who is to act, and the number of the turn. Public, as far as [`Waiting::seen_by`] says so.
    fn waiting(&self) -> Waiting;

    /// Who may act out of turn. Public, and never dependent on a rack.
    fn may_interject(&self) -> Seats;

    /// Who has no part in the rest of the game, although it goes on: out of a match, for instance. Public, and it only
    /// grows; what the game was for them is settled.
    fn out(&self) -> Seats {
        Seats::NONE
    }

    /// Whether something was just shown that everybody wants to look at before the next computer moves: a trick that was
    /// turned over, for instance. Public.
    fn has_just_shown(&self) -> bool {
        false
    }

    /// What a seat may do now; never empty for a seat that is to act.
    fn actions(&self, seat: Seat) -> Vec<Self::Action>;

    /// An action that somebody at this seat could write down: well-formed, and otherwise anything. For those who try the game
    /// with what nobody lists; the seat need not exist.
    fn written(&self, seat: Seat, dice: &mut Dice) -> Self::Action;

    /// Whether an action that is not listed may be accepted, with these events: nobody could list all that can be composed.
    fn may_be_unlisted(_action: &Self::Action, _events: &[Self::Event]) -> bool {
        false
    }

    /// What the rules do when that seat's time is up: a function of the seat's view.
    /// Asked only for a seat that is to act.
    fn at_zero(&self, seat: Seat) -> Self::Action;

    /// Whether a computer plays for a seat whose time is up, as it would for somebody who is away; [`Self::at_zero`] is then
    /// what is done if it finds nothing. Public.
    fn has_computers_at_zero(&self) -> bool {
        false
    }

    /// Whether what is asked now is for the owners of the seats alone to decide: whether to pay a further stake, for
    /// instance. For somebody who is away no computer answers it, but [`Self::at_zero`] when their time is up. Public.
    fn asks_owners_alone(&self) -> bool {
        false
    }

    /// What may be done for a seat whose owner leaves plain things to the table, or what speaks against it: a function
    /// of the seat's view. `None` where there is nothing of the kind to do.
    fn unasked(&self, seat: Seat) -> Option<Result<Self::Action, Held>>;

    /// The next action of a move that was prepared before the turn came: to give this piece away, after what a turn
    /// begins with; or what stops it. A function of the seat's view. Asked again after each action, until the turn is
    /// over; `None` while it is not the moment for it.
    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Self::Action, Dropped>>;

    /// Whether it is the moment for it: whether [`Game::prepared`] says anything. Asked at every look at a table, so a game
    /// that has to search for its answer tells this without.
    fn is_moment_for(&self, seat: Seat, piece: Piece) -> bool {
        self.prepared(seat, piece).is_some()
    }

    /// What an action of a seat would do. Whose turn it is has been checked by [`Game::answer`].
    fn decide(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &Chance,
    ) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Obeys an event that happened: the only change there is. What cannot happen here changes nothing.
    fn apply(&mut self, event: &Self::Event) -> Result<(), Impossible>;

    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What a seat holds, in the order of its view; nothing before the first deal. Asked after each step for every seat,
    /// where a whole view would cost more than the step.
    fn rack(&self, seat: Seat) -> Vec<Piece> {
        self.view(Viewer::Seat(seat)).rack().unwrap_or_default()
    }

    /// The result, once the game is over.
    fn standing(&self) -> Option<Standing>;

    /// Another truth that this viewer cannot tell from the present one.
    #[must_use]
    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self;

    /// The most steps that a round of listed actions can take with those who are in the game now.
    fn most_steps(&self) -> u32;

    /// A round that somebody has prepared to teach the game with, just dealt and always the same; the learner sits on the
    /// first seat. `None` for a game that is not taught by playing.
    fn lesson() -> Option<Self> {
        None
    }

    /// What is wrong with this state by the invariants of the written rules; empty in every true game.
    /// Told in counts and places, never in tiles: a fault may reach a log.
    fn faults(&self) -> Vec<String>;

    /// What the round came to that is over; `None` while one is played, and for one that does not count.
    fn round_standing(&self) -> Option<RoundStanding>;

    /// The wish that this event answers; `None` for what only follows from others.
    ///
    /// A record tells events alone: whoever judges it asks the rules what the wish behind each would do.
    fn wish(event: &Self::Event) -> Option<Self::Action>;

    /// Whether an event that is told in a record is the one that the rules give. They may differ in what a record
    /// does not tell, and in what a later version may choose otherwise.
    fn is_same(given: &Self::Event, told: &Self::Event) -> bool;

    /// The deck of a deal as it was shuffled, before anything is done with it; `None` for every other event.
    fn deck(_event: &Self::Event) -> Option<Vec<Piece>> {
        None
    }

    /// Checks whose turn it is, then decides.
    fn answer(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &Chance,
    ) -> Result<Vec<Self::Event>, Refused<Self::Refusal>> {
        if self.standing().is_some() {
            return Err(Refused::GameOver);
        }
        let waiting = self.waiting();
        if !waiting.seats.contains(seat) && !self.may_interject().contains(seat) {
            let waiting = waiting.seen_by(Viewer::Seat(seat)).seats;
            return Err(Refused::NotYourTurn { waiting });
        }
        self.decide(seat, action, chance).map_err(Refused::Rules)
    }

    /// Answers an action and applies what it does.
    fn act(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        chance: &Chance,
    ) -> Result<Vec<Self::Event>, Refused<Self::Refusal>> {
        let events = self.answer(seat, action, chance)?;
        self.obey(&events);
        Ok(events)
    }

    /// Obeys what the rules have just decided or dealt.
    fn obey(&mut self, events: &[Self::Event]) {
        let obeyed = self.apply_all(events);
        obeyed.expect("what the rules decide in a state can happen in it");
    }

    /// The state after what the rules have just decided.
    #[must_use]
    fn after(&self, events: &[Self::Event]) -> Self {
        let mut after = self.clone();
        after.obey(events);
        after
    }

    /// Applies events in their order, up to the first that cannot happen.
    fn apply_all(&mut self, events: &[Self::Event]) -> Result<(), Impossible> {
        events.iter().try_for_each(|event| self.apply(event))
    }

    /// The state that these events lead to, from the beginning of a game.
    fn replay<'a>(
        options: &Self::Options,
        seats: usize,
        events: impl IntoIterator<Item = &'a Self::Event>,
    ) -> Result<Self, Impossible> {
        let mut game = Self::new(options, seats);
        events.into_iter().try_for_each(|event| game.apply(event))?;
        Ok(game)
    }
}

/// An event that cannot happen in this state: a journal that has it is unsound. Told without a word of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an event that cannot happen here")]
pub struct Impossible;

/// Who is to act. A new turn number arms the clock, also for the same seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The seats that are to act; none between rounds and after the game.
    pub seats: Seats,
    /// Counts the turns of the game.
    pub turn: u32,
    /// For how long they are waited for.
    pub patience: Patience,
}

impl Waiting {
    /// Whether this seat is to act, and the turn is still the one of this number.
    pub fn is_turn(self, turn: u32, seat: Seat) -> bool {
        self.turn == turn && self.seats.contains(seat)
    }

    /// What this viewer may know of it. Where answers are unseen everybody who was asked seems to be asked still, but for
    /// the viewer who has answered.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        let Patience::Unseen { asked } = self.patience else {
            return self;
        };
        let answered = viewer.seat().filter(|seat| !self.seats.contains(*seat));
        Self {
            seats: answered.map_or(asked, |seat| asked.without(seat)),
            ..self
        }
    }

    /// Whether a seat may prepare its next move: somebody else alone is to act. Where several are asked nobody plays; and
    /// where answers are unseen it would tell that one of them is left.
    pub fn lets_prepare(self, seat: Seat) -> bool {
        !self.is_unseen() && self.seats.len() == 1 && !self.seats.contains(seat)
    }

    /// Whether nobody sees who has answered already.
    pub fn is_unseen(self) -> bool {
        matches!(self.patience, Patience::Unseen { .. })
    }
}

/// For how long a seat that is to act is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// As long as a turn may last at this table.
    Turn,
    /// A short window that the rules leave for something to be said, for instance an announcement (Kaluki rules 7.3).
    /// Whoever lets it pass has not been asleep.
    Window,
    /// As long as a turn, and nobody sees who has answered already, or does something of it differently (Hachinin-meri
    /// rules 14).
    Unseen {
        /// All who were asked.
        asked: Seats,
    },
}

/// Why an action was not accepted. It cost nothing and changed nothing.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refused<R> {
    /// Somebody else is to act.
    #[error("it is not that seat's turn")]
    NotYourTurn {
        /// Who is.
        waiting: Seats,
    },
    /// Nobody can act any more.
    #[error("the game is over")]
    GameOver,
    /// The rules of the game say no.
    #[error(transparent)]
    Rules(R),
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The score of each seat as the game counts it.
    pub points: PerSeat<i32>,
    /// The place of each seat, 1 for the first; equal results share the better place.
    pub places: PerSeat<u8>,
    /// Won, lost, or neither.
    pub outcomes: PerSeat<Outcome>,
    /// The side each seat played for; without teams every seat is its own side.
    pub sides: PerSeat<u8>,
}

impl Standing {
    /// Whether it tells of so many seats.
    pub fn is_of(&self, seats: usize) -> bool {
        let Self {
            points,
            places,
            outcomes,
            sides,
        } = self;
        [points.len(), places.len(), outcomes.len(), sides.len()] == [seats; 4]
    }
}

/// The result of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundStanding {
    /// Who won or finished it; nobody if it was drawn.
    pub winners: Seats,
    /// What each seat got that played in it, in a game that writes it down round by round.
    pub points: Option<PerSeat<Option<i32>>>,
}

/// What a game was for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Among the winners.
    Won,
    /// Among the losers.
    Lost,
    /// Neither (Okey rules 9.2).
    Neither,
}
