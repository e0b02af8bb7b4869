//! What belongs to one seat of a game, and from which step of a journal on that has to be known.
//!
//! Whether a press is late is judged by the last step that changed what belongs to its seat, so replaying asked every
//! game at every step for all that every seat may do. Whose turn it is tells most of it for nothing: a seat whose turn
//! begins or ends has changed. What came before the last such step is never asked for again, so a [`Scout`] goes ahead,
//! looks only at turns, and says from where on the games have to be asked.

use super::Revision;
use super::affairs::Affairs;
use super::change::{Step, Unsound};
use crate::rules::any::{AnyAction, AnyGame};
use crate::rules::piece::Piece;
use crate::rules::{Game, PerSeat, Seat, Waiting};

/// What belongs to one seat of a game: while it stays the same, presses drawn from it are not late.
#[derive(PartialEq, Default)]
pub(super) struct Own {
    /// The number of the turn, if the seat is to act.
    pub turn: Option<u32>,
    pub actions: Vec<AnyAction>,
    pub rack: Option<Vec<Piece>>,
    /// Whether answers that nobody sees are waited for: when they are over, all want to know what came of them.
    pub is_unseen: bool,
}

impl Own {
    /// All of it.
    pub(super) fn of(game: &AnyGame, waiting: Waiting, seat: Seat) -> Self {
        Self {
            actions: game.actions(seat),
            rack: Some(game.rack(seat)),
            ..Self::asked(waiting, seat)
        }
    }

    /// What is known of it without asking the game: enough for clocks.
    pub(super) fn asked(waiting: Waiting, seat: Seat) -> Self {
        Self {
            turn: waiting.seats.contains(seat).then_some(waiting.turn),
            is_unseen: waiting.is_unseen(),
            ..Self::default()
        }
    }
}

/// For every seat the first step from which on what belongs to it has to be known.
pub(super) struct Known(PerSeat<Revision>);

impl Known {
    /// From the first step on.
    pub(super) fn always(seats: usize) -> Self {
        Self(PerSeat::new(seats, |_| Revision::default()))
    }

    /// Whether it has to be known after this step.
    pub(super) fn has(&self, seat: Seat, after: Revision) -> bool {
        self.0[seat] <= after
    }
}

/// Goes through a journal before it is replayed.
///
/// A seat's revision follows from the last step that surely changed what belongs to the seat, and from what changed later;
/// where answers that nobody sees were waited for before that step and after it, from what changed since that began.
pub(super) struct Scout {
    affairs: Affairs,
    turns: PerSeat<Option<u32>>,
    /// Whether what belongs to seats says that answers that nobody sees are waited for.
    is_unseen: bool,
    /// The last step that all could know of.
    seen: Revision,
    known: Known,
}

impl Scout {
    /// Before the first step.
    pub(super) fn new(affairs: Affairs) -> Self {
        let seats = affairs.places.len();
        Self {
            affairs,
            turns: PerSeat::new(seats, |_| None),
            is_unseen: false,
            seen: Revision::default(),
            known: Known::always(seats),
        }
    }

    /// Goes one step further.
    pub(super) fn follow(&mut self, step: &Step) -> Result<(), Unsound> {
        self.affairs.obey_all(step)?;
        self.affairs.revision = step.revision;
        let waiting = self.affairs.waiting();
        if !(self.is_unseen && waiting.is_some_and(Waiting::is_unseen)) {
            self.seen = step.revision;
        }
        let waiting = waiting.filter(|_| self.affairs.life.is_live());
        let was_unseen = self.is_unseen;
        self.is_unseen = waiting.is_some_and(Waiting::is_unseen);
        for (seat, known) in Seat::all(self.turns.len()).zip(self.known.0.values_mut()) {
            let turn = waiting.and_then(|waiting| Own::asked(waiting, seat).turn);
            if turn != self.turns[seat] || self.is_unseen != was_unseen {
                *known = self.seen;
            }
            self.turns[seat] = turn;
        }
        Ok(())
    }

    /// From where on the games have to be asked.
    pub(super) fn known(self) -> Known {
        self.known
    }
}
