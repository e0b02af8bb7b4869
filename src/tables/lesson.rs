//! A lesson: a prepared round that one person plays to learn a game. It is no table: it has no task, no journal, no clock
//! and no share of anything; whoever teaches builds it anew for every press, from the deal and the moves of their script.

use super::{ChannelId, Desk, Life, Look, Order, PersonId, Places, Revision, ServerId, Sitter};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyGame, AnyRefusal, GameId};
use crate::rules::{Chance, Game, PerSeat, Refused, Seat, Seats, Viewer};

/// The table that a lesson is seen as; it names the computers, and is never asked for.
const TABLE: &str = "lessonaa";

/// A prepared round, as far as it was played.
#[derive(Clone, PartialEq)]
pub struct Lesson {
    game: AnyGame,
}

/// Who learns, and where.
#[derive(Clone, Copy, Debug)]
pub struct Learner {
    /// Who.
    pub person: PersonId,
    /// The server; `None` outside servers.
    pub server: Option<ServerId>,
    /// The channel.
    pub channel: ChannelId,
}

impl Lesson {
    /// The prepared round of a game, just dealt; `None` for a game that is not taught by playing.
    pub fn of(game: GameId) -> Option<Self> {
        AnyGame::lesson_of(game).map(|game| Self { game })
    }

    /// Makes a move for a seat, as the rules have it; what follows from the deal alone is always the same.
    pub fn act(&mut self, seat: Seat, action: &AnyAction) -> Result<(), Refused<AnyRefusal>> {
        let chance = Chance::from_seed(0);
        self.game.act(seat, action, &chance).map(drop)
    }

    /// Whether the round is over.
    pub fn is_over(&self) -> bool {
        self.game.standing().is_some() || self.game.waiting().seats == Seats::NONE
    }

    /// What somebody sees of it. The learner has the first seat; `step` is what their buttons carry.
    pub fn look(
        &self,
        learner: Learner,
        viewer: Viewer,
        step: Revision,
        order: Order,
    ) -> Option<Look> {
        let is_over = self.is_over();
        let places = Places::nowhere_in(learner.server, learner.channel);
        let table = TABLE.parse().ok()?;
        let quiet = Look::quiet(table, learner.person, places, &self.game, viewer);
        Some(Look {
            revision: step,
            seen_revision: step,
            life: Life::Playing,
            level: Level::Easy,
            seats: PerSeat::new(quiet.seats.len(), |seat| sitter(learner, seat)),
            seat_revision: viewer.seat().map(|_| step),
            actions: if is_over { Vec::new() } else { quiet.actions },
            waiting: quiet.waiting.filter(|_| !is_over),
            desk: Some(Desk {
                order,
                ..Desk::default()
            }),
            ..quiet
        })
    }
}

/// The learner, and easy computers beside them.
fn sitter(learner: Learner, seat: Seat) -> Sitter {
    if seat.index() == 0 {
        return Sitter::Person {
            person: learner.person,
            away: false,
        };
    }
    Sitter::Computer {
        level: Level::Easy,
        instead_of: None,
    }
}
