//! A lesson: a prepared round that one person plays to learn a game. It is no table: it has no task, no journal, no clock
//! and no share of anything; whoever teaches builds it anew for every press, from the deal and the moves of their script.

use super::{
    ChannelId, Desk, Life, Look, Order, PersonId, Places, Preset, Revision, ServerId, Sitter,
    TableId,
};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyGame, AnyOptions, AnyRefusal, GameId};
use crate::rules::{Chance, Game, GameView, PerSeat, Refused, Seat, Seats, Viewer};

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
        let seats = self.game.view(Viewer::Watcher).points().len();
        let is_over = self.is_over();
        Some(Look {
            table: TABLE.parse::<TableId>().ok()?,
            revision: step,
            seen_revision: step,
            life: Life::Playing,
            game: self.game.game(),
            options: self.options(),
            level: Level::Easy,
            preset: Preset::default(),
            places: Places::nowhere_in(learner.server, learner.channel),
            host: learner.person,
            language: String::new(),
            seal: String::new(),
            presses: None,
            seats_drawn: false,
            came_from: PerSeat::new(seats, |seat| seat),
            seats: PerSeat::new(seats, |seat| sitter(learner, seat)),
            missing: Vec::new(),
            viewer,
            seat_revision: viewer.seat().map(|_| step),
            view: Some(self.game.view(viewer)),
            actions: match viewer {
                Viewer::Seat(seat) if !is_over => self.game.actions(seat),
                _ => Vec::new(),
            },
            may_interject: false,
            waiting: (!is_over).then(|| self.game.waiting().seen_by(viewer)),
            deadline: None,
            turn_since: None,
            ahead: Default::default(),
            given_back: 0,
            next_round_at: None,
            ready: Seats::NONE,
            votes: Seats::NONE,
            voters: Seats::NONE,
            out: Seats::NONE,
            seats_stay: false,
            rated: false,
            casual: true,
            stepped_in: false,
            left_before: false,
            slept: false,
            was_away: false,
            closes_at: None,
            desk: Some(Desk {
                order,
                ..Desk::default()
            }),
            held_back: None,
        })
    }

    fn options(&self) -> AnyOptions {
        self.game.game().default_options()
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
