//! What the front is given: a look at a table as one person may see it, and the answers to wishes.

use super::{
    Ahead, Barrier, ChannelId, Declined, Desk, Former, MessageId, Moment, PersonId, Preset,
    PressId, Revision, Seating, ServerId, TableId,
};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyGame, AnyOptions, AnyView, GameId};
use crate::rules::unasked::Held;
use crate::rules::{Game, GameView, PerSeat, Seat, Seats, Viewer, Waiting};

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Nobody yet.
    Empty,
    /// A person.
    Person {
        /// Who.
        person: PersonId,
        /// Whether a computer plays for them until they press anything.
        away: bool,
    },
    /// A computer.
    Computer {
        /// How well it plays.
        level: Level,
        /// Who left the seat to it during the game.
        instead_of: Option<PersonId>,
    },
}

impl Sitter {
    /// The person who sits here, away or not.
    pub fn person(&self) -> Option<PersonId> {
        match self {
            Self::Person { person, .. } => Some(*person),
            Self::Empty | Self::Computer { .. } => None,
        }
    }
}

/// Where the life of a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// People take seats.
    Lobby,
    /// Seats are fixed; the message that the game begins is being posted.
    Starting,
    /// The game runs.
    Playing,
    /// The game is over and has its results.
    Finished,
    /// Ended without results.
    Abandoned(Why),
    /// The journal cannot be played on; nothing is lost, nobody can act.
    SetAside(Aside),
}

/// Why a table is set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aside {
    /// It fell over too often.
    Fell,
    /// What is stored of it is not what was written.
    Damaged,
    /// The same of one that is over, and whose end is not shown yet: its result counts, and how it was played cannot be read.
    Over,
}

impl Life {
    /// Whether people can still do something here.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Lobby | Self::Starting | Self::Playing)
    }

    /// Whether it is over, with a result or without one. What was set aside never ends.
    pub fn has_ended(self) -> bool {
        matches!(self, Self::Finished | Self::Abandoned(_))
    }
}

/// Who wants a table to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ender {
    /// Somebody of the server, perhaps its host or a player.
    Player,
    /// Somebody who may end other people's tables. At a rated game of their own they vote like everybody else, also where it
    /// cannot be shown in its place.
    Moderator,
}

/// Why a table was abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A lobby without a press for an hour.
    Idle,
    /// The last person left.
    Deserted,
    /// All who play were away for a whole round (`days`: seven days), and nobody was out of the game.
    AllAway,
    /// The host ended it.
    EndedByHost,
    /// A moderator ended it.
    EndedByModerator,
    /// More than half of the people voted for it.
    Voted,
    /// The bot was thrown out of the server, and not invited again for a day.
    ThrownOut,
}

/// Where a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places {
    /// The server; `None` outside servers.
    pub server: Option<ServerId>,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The channel whose thread it is; `None` if the table stands in a channel.
    pub parent: Option<ChannelId>,
    /// Whether the bot made that thread, at a line of its own in the channel: both have one id.
    pub own_thread: bool,
    /// The board.
    pub board: Option<MessageId>,
    /// The board before it, or a ping before the present one, as long as it stands.
    pub former: Option<MessageId>,
    /// The lobby's message.
    pub lobby: Option<MessageId>,
    /// The message that the game begins.
    pub start: Option<MessageId>,
    /// The message that pings the one to move.
    pub ping: Option<MessageId>,
    /// Why the people were told that this place cannot be reached; `None` if it can.
    pub barrier: Option<Barrier>,
    /// The word of that in the channel above, as long as it stands.
    pub word: Option<MessageId>,
}

impl Places {
    /// No message yet, in this channel.
    pub fn nowhere_in(server: Option<ServerId>, channel: ChannelId) -> Self {
        Self {
            server,
            channel,
            parent: None,
            own_thread: false,
            board: None,
            former: None,
            lobby: None,
            start: None,
            ping: None,
            barrier: None,
            word: None,
        }
    }

    /// Where to find the newest message of the table.
    pub fn link(&self) -> Option<String> {
        let message = self.board.or(self.lobby)?;
        let (server, channel) = (self.server?, self.channel);
        Some(format!(
            "https://discord.com/channels/{server}/{channel}/{message}"
        ))
    }
}

/// New places to be remembered; what is `None` stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlacesChange {
    /// Another board, or none any more.
    pub board: Option<Option<MessageId>>,
    /// Another former board, or none any more.
    pub former: Option<Option<MessageId>>,
    /// Another lobby message, or none any more.
    pub lobby: Option<Option<MessageId>>,
    /// Another ping, or none any more.
    pub ping: Option<Option<MessageId>>,
    /// Another barrier that the people were told of, or none any more.
    pub barrier: Option<Option<Barrier>>,
    /// Another word of the barrier in the channel above, or none any more.
    pub word: Option<Option<MessageId>>,
}

impl PlacesChange {
    /// The board stands there now.
    pub fn board(message: impl Into<Option<MessageId>>) -> Self {
        Self {
            board: Some(message.into()),
            ..Self::default()
        }
    }

    /// The board stands there now, and the old one has to go.
    pub fn moved(board: MessageId, former: MessageId) -> Self {
        Self {
            former: Some(Some(former)),
            ..Self::board(board)
        }
    }

    /// The old board stands there still, or is gone.
    pub fn former(message: impl Into<Option<MessageId>>) -> Self {
        Self {
            former: Some(message.into()),
            ..Self::default()
        }
    }

    /// The lobby stands there now.
    pub fn lobby(message: impl Into<Option<MessageId>>) -> Self {
        Self {
            lobby: Some(message.into()),
            ..Self::default()
        }
    }

    /// The people know that this is in the way, or everything is shown again.
    pub fn barrier(barrier: impl Into<Option<Barrier>>) -> Self {
        Self {
            barrier: Some(barrier.into()),
            ..Self::default()
        }
    }

    /// The word of a barrier stands there now, or is gone.
    pub fn word(message: impl Into<Option<MessageId>>) -> Self {
        Self {
            word: Some(message.into()),
            ..Self::default()
        }
    }

    /// The ping stands there now.
    pub fn ping(message: impl Into<Option<MessageId>>) -> Self {
        Self {
            ping: Some(message.into()),
            ..Self::default()
        }
    }
}

/// A table as one person may see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Which table.
    pub table: TableId,
    /// How many steps it has taken.
    pub revision: Revision,
    /// The last step that the viewer may know of, which their buttons carry: where answers are unseen those of others are
    /// not counted.
    pub seen_revision: Revision,
    /// Where its life stands.
    pub life: Life,
    /// Which game.
    pub game: GameId,
    /// Its house rules.
    pub options: AnyOptions,
    /// In the lobby: what they were.
    pub former: Former,
    /// How well computers play for which nobody has chosen a level.
    pub level: Level,
    /// How long a turn may last.
    pub preset: Preset,
    /// Where it is shown.
    pub places: Places,
    /// Whose table it is.
    pub host: PersonId,
    /// The language of its public words.
    pub language: String,
    /// The seal of its secret.
    pub seal: String,
    /// The digest of the presses that hold a seat, once they are fixed.
    pub presses: Option<String>,
    /// Whether chance has just seated them, up to the end of the first round, and nobody has left since; where they drew, the
    /// first seat drew the lowest card, and so on.
    pub seats_drawn: bool,
    /// On which seat of the lobby everybody sat who sits here now.
    pub came_from: PerSeat<Seat>,
    /// Who sits where.
    pub seats: PerSeat<Sitter>,
    /// Whether seats that are free at the start are left out, and go to no computers.
    pub leaves_out: bool,
    /// How few can play where they are.
    pub fewest: usize,
    /// In the lobby of a rematch: who played at the table before, and has not sat down here yet.
    pub missing: Vec<PersonId>,
    /// As whom the view is seen.
    pub viewer: Viewer,
    /// Since when this seat's own actions, pieces and turn are as they are; `None` for a watcher.
    pub seat_revision: Option<Revision>,
    /// The game as the viewer sees it; `None` before the first deal is asked for, and when set aside.
    pub view: Option<AnyView>,
    /// What the viewer's seat may do.
    pub actions: Vec<AnyAction>,
    /// Whether the viewer's seat may act out of turn; public, says nothing of a rack.
    pub may_interject: bool,
    /// Who is to act, as the viewer sees it.
    pub waiting: Option<Waiting>,
    /// When the time of the viewer's seat is up if it is to act, else the first time that is up.
    pub deadline: Option<Moment>,
    /// Since when that time runs.
    pub turn_since: Option<Moment>,
    /// How far the clocks that people see are ahead of those moments, and of all others here.
    pub ahead: Ahead,
    /// The number of the last outage of this process whose time was given back to the table; 0 before the first.
    pub given_back: u64,
    /// When the next round is dealt at the latest.
    pub next_round_at: Option<Moment>,
    /// Who is ready for the next round.
    pub ready: Seats,
    /// Who votes for ending the table, in this round; once it is over, and before the first, in the next one.
    pub votes: Seats,
    /// Who decides about that: everybody who plays on, at a rated game only those for whom it counts.
    pub voters: Seats,
    /// Who has no part in the rest of the game.
    pub out: Seats,
    /// Whose people left when they had none: the place there is theirs, and no computer's.
    pub done: Seats,
    /// Whether seats were left so often that none is to be taken any more: computers play on there.
    pub seats_stay: bool,
    /// Which of the seats that people left the viewer may take; none for whoever sits, and for nobody in particular.
    pub may_take: Seats,
    /// Whether it was opened for a result that counts.
    pub rated: bool,
    /// Before the game: when the rules, or whether it counts, were changed last, if others sit there than whoever did that.
    pub terms_changed_at: Option<Moment>,
    /// The result is kept apart: it was opened so, or fewer than two people sat down, or all on one side. Nothing is at stake, so
    /// a hint harms nobody.
    pub casual: bool,
    /// It is for the last of these reasons.
    pub is_one_sided: bool,
    /// Whether the viewer took the seat of somebody who left: for them the game is casual, also once they leave it.
    pub stepped_in: bool,
    /// Whether the viewer left this game, which counts, while they had a part in it: it stays a last place for them, also if they
    /// sit down again.
    pub left_before: bool,
    /// On which seats somebody sits who left that seat before, while they had a part in the game, and who took no seat over.
    pub come_back: Seats,
    /// On which seats somebody sits who took them over: for them the game is casual.
    pub taken_over: Seats,
    /// The viewer has left it before, and it is lost for them among casual games alone, also if they sit there again.
    pub left_casually: bool,
    /// Whether the clock made the viewer's last turn; so it is until they move themselves.
    pub slept: bool,
    /// Whether the viewer is back from away, where turns were played for them, and has not moved since.
    pub was_away: bool,
    /// When the table closes if nobody presses anything: a lobby, or a game of days that waits for its people.
    pub closes_at: Option<Moment>,
    /// The viewer's own desk; nobody sees another's.
    pub desk: Option<Desk>,
    /// Why the table does not draw for the viewer although they want it to.
    pub held_back: Option<Held>,
}

impl Look {
    /// A game as this viewer sees it, at a casual table where nothing else has happened: nobody sits there yet, no clock runs,
    /// nobody votes, is ready or has prepared anything, and every option is the usual one. Whoever has more to tell tells that
    /// over this.
    pub(crate) fn quiet(
        table: TableId,
        host: PersonId,
        places: Places,
        game: &AnyGame,
        viewer: Viewer,
    ) -> Self {
        let view = game.view(viewer);
        let seats = view.points().len();
        Self {
            table,
            revision: Revision::default(),
            seen_revision: Revision::default(),
            life: match game.standing() {
                Some(_) => Life::Finished,
                None => Life::Playing,
            },
            game: game.game(),
            options: game.game().default_options(),
            former: Former::default(),
            level: Level::Medium,
            preset: Preset::default(),
            places,
            host,
            language: String::new(),
            seal: String::new(),
            presses: None,
            seats_drawn: false,
            came_from: PerSeat::new(seats, |seat| seat),
            seats: PerSeat::new(seats, |_| Sitter::Empty),
            leaves_out: false,
            fewest: seats,
            missing: Vec::new(),
            viewer,
            seat_revision: viewer.seat().map(|_| Revision::default()),
            view: Some(view),
            actions: viewer
                .seat()
                .map_or_else(Vec::new, |seat| game.actions(seat)),
            may_interject: false,
            waiting: Some(game.waiting().seen_by(viewer)),
            deadline: None,
            turn_since: None,
            ahead: Ahead::default(),
            given_back: 0,
            next_round_at: None,
            ready: Seats::NONE,
            votes: Seats::NONE,
            voters: Seats::NONE,
            out: Seats::NONE,
            done: Seats::NONE,
            seats_stay: false,
            may_take: Seats::NONE,
            rated: false,
            terms_changed_at: None,
            casual: true,
            is_one_sided: false,
            stepped_in: false,
            left_before: false,
            come_back: Seats::NONE,
            taken_over: Seats::NONE,
            left_casually: false,
            slept: false,
            was_away: false,
            closes_at: None,
            desk: None,
            held_back: None,
        }
    }

    /// Why there is no game to be played or seen.
    pub fn not_playing(&self) -> Declined {
        match self.life {
            Life::SetAside(why) => Declined::SetAside(why),
            _ => Declined::NotPlaying,
        }
    }

    /// How many votes end the table: those of more than half of the people who decide about it.
    pub fn votes_needed(&self) -> usize {
        self.voters.len() / 2 + 1
    }

    /// Whether so few decide about it that nobody votes: one alone takes no result from others, nor do partners.
    pub fn has_few_voters(&self) -> bool {
        let mut sides = self.voters.iter().map(|seat| self.options.side(seat));
        let first = sides.next();
        let decides_alone = !self.casual && sides.all(|side| Some(side) == first);
        self.voters.len() < 2 || decides_alone
    }

    /// Whether fewer than two people have a part in what is still to be played.
    pub fn is_alone(&self) -> bool {
        let plays = |(seat, sitter): &(Seat, &Sitter)| {
            sitter.person().is_some() && !self.out.contains(*seat)
        };
        self.seats.iter().filter(plays).count() < 2
    }

    /// Whether somebody left this seat, and a person may play on there: not if it has no part in the game, nor where seats
    /// were left too often.
    pub fn is_to_take(&self, seat: Seat) -> bool {
        let left = |sitter: &Sitter| {
            matches!(
                sitter,
                Sitter::Computer {
                    instead_of: Some(_),
                    ..
                }
            )
        };
        let is_left = self.seats.get(seat).is_some_and(left);
        is_left && !self.seats_stay && !self.out.contains(seat)
    }

    /// Whether a seat is played by whoever sits there or for them: not once the table is over, nor one that has no part in the
    /// rest of the game.
    pub fn is_played(&self, seat: Seat) -> bool {
        self.is_live() && !self.out.contains(seat)
    }

    /// Whether the viewer has no part in the rest of the game.
    pub fn is_out(&self) -> bool {
        self.viewer
            .seat()
            .is_some_and(|seat| self.out.contains(seat))
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        self.seats
            .iter()
            .find(|(_, sitter)| sitter.person() == Some(person))
            .map(|(seat, _)| seat)
    }
}

/// A table that has ended and is played once more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Again {
    /// Which.
    pub table: TableId,
    /// Who played there, whoever opens the new one too, and where they sat.
    pub seating: Seating,
    /// Whether free seats were left out there, and not given to computers.
    pub leaves_out: bool,
}

/// A table to be opened.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The house rules, and with them the game.
    pub options: AnyOptions,
    /// How many seats.
    pub seats: usize,
    /// The server; `None` outside servers.
    pub server: Option<ServerId>,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The channel whose thread it is.
    pub parent: Option<ChannelId>,
    /// Whether the bot made that thread, at a line of its own in the channel.
    pub own_thread: bool,
    /// Who opens it and takes the first seat, or in a rematch their own.
    pub host: PersonId,
    /// The command that opens it: the host's contribution to the deal.
    pub press: PressId,
    /// How many computers sit down at once, on the last seats, or in a rematch where they sat.
    pub computers: usize,
    /// How well computers play, those that fill empty seats too.
    pub level: Level,
    /// How long a turn may last.
    pub preset: Preset,
    /// The language of its public words.
    pub language: String,
    /// Whether the result counts for the leaderboard if two people or more sit at the start.
    pub rated: bool,
    /// The table that has ended and is played once more.
    pub again: Option<Again>,
}

impl Opening {
    /// Who played at the table that this one plays once more, and where.
    pub(super) fn called(&self) -> Seating {
        let seating = self.again.as_ref().map(|again| again.seating.clone());
        seating.unwrap_or_default()
    }

    /// Whether these options make a table.
    pub fn check(&self) -> Result<(), Declined> {
        self.options.check(self.seats).map_err(Declined::Rules)?;
        if self.computers >= self.seats {
            return Err(Declined::TooManyComputers { seats: self.seats });
        }
        Ok(())
    }
}

/// A move of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct Act {
    /// Who.
    pub person: PersonId,
    /// The press that says so, unique.
    pub press: PressId,
    /// The revision that the pressed component was drawn from; `None` for a typed move, which is judged against now.
    pub drawn_from: Option<Revision>,
    /// The moves, made one after another: all of them or none.
    pub actions: Vec<AnyAction>,
}

/// The answer to a wish that was understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is done and on disk; this is how things stand for the one who asked.
    Done(Box<Look>),
    /// A late or doubled press: nothing happened, and this is how things stand.
    Late(Box<Look>),
}

impl Answer {
    /// How things stand.
    pub fn look(&self) -> &Look {
        match self {
            Self::Done(look) | Self::Late(look) => look,
        }
    }
}

/// Something was committed: whoever shows this table should look again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// Which table.
    pub table: TableId,
    /// Its revision now.
    pub revision: Revision,
    /// The how manieth news of this hall it is, from 1.
    pub number: u64,
}
