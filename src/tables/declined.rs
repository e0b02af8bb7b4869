//! Why something that was wished at a table does not happen, with the facts; words are the front's.

use std::time::Duration;

use thiserror::Error;

use super::{Aside, ChannelId, Moment, PersonId, Shared, Sharer, TableId};
use crate::rules::Refused;
use crate::rules::any::AnyRefusal;

/// Why a wish was not fulfilled; nothing changed unless it says so.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Declined {
    /// The game refuses the move.
    #[error(transparent)]
    Refused(#[from] Refused<AnyRefusal>),
    /// The options do not make a game.
    #[error(transparent)]
    Rules(AnyRefusal),
    /// The person does not sit at this table.
    #[error("not seated at this table")]
    NotSeated,
    /// Only the host may do that.
    #[error("not the host of this table")]
    NotHost,
    /// No seat is free.
    #[error("all {seats} seats are taken")]
    Full {
        /// How many there are.
        seats: usize,
    },
    /// More computers are to sit down at an opening than there are seats for them.
    #[error("{seats} seats have room for fewer computers")]
    TooManyComputers {
        /// How many seats there are; one is the host's.
        seats: usize,
    },
    /// The person sits here already.
    #[error("already seated at this table")]
    AlreadySeated,
    /// It is played once more already.
    #[error("played once more at table {table}")]
    PlayedAgain {
        /// Where.
        table: TableId,
    },
    /// The person has sat on another seat in this game, and knows what lay there.
    #[error("sat on another seat of this table")]
    SawAnother,
    /// The host removed the person from the lobby, and has not invited them since.
    #[error("removed by the host, and not invited since")]
    Removed,
    /// The game has started.
    #[error("the game has started")]
    AlreadyStarted,
    /// The game does not run (yet, or any more).
    #[error("no game is being played at this table")]
    NotPlaying,
    /// The lobby was changed as often as a lobby can be: it can only be started, left or ended.
    #[error("changed {most} times before the start")]
    ChangedTooOften {
        /// How often that is.
        most: usize,
    },
    /// Seats of the game were left as often as can be: none is to be taken any more.
    #[error("seats were left {most} times")]
    LeftTooOften {
        /// How often that is.
        most: usize,
    },
    /// The person has sat down in this lobby as often as they may without an invitation.
    #[error("sat down {most} times, and not invited since")]
    SatTooOften {
        /// How often that is.
        most: usize,
    },
    /// The person has moved to another seat of this lobby as often as they may.
    #[error("moved {most} times before the start")]
    MovedTooOften {
        /// How often that is.
        most: usize,
    },
    /// The person has left this game as often as they may come back.
    #[error("left this game {most} times")]
    YouLeftTooOften {
        /// How often that is.
        most: usize,
    },
    /// That can only be done before the start.
    #[error("only possible before the start")]
    OnlyInLobby,
    /// Nobody sits on that seat.
    #[error("nobody sits there")]
    NobodyThere,
    /// The host would remove themself.
    #[error("the host leaves, and removes only others")]
    OnlyOthers,
    /// There is no computer to be removed.
    #[error("no computer sits at this table")]
    NoComputer,
    /// Too few to play.
    #[error("{present} of {needed} seats are taken")]
    TooFew {
        /// How many are needed.
        needed: usize,
        /// How many sit.
        present: usize,
    },
    /// The terms were changed a moment ago, and others than whoever did that sit here.
    #[error("changed just now, and {left:?} is left to read it")]
    TermsChanged {
        /// Who they are.
        readers: Vec<PersonId>,
        /// How long they still have; `None` while no lobby shows it.
        left: Option<Duration>,
    },
    /// The rematch has other terms than the game before it.
    #[error("other terms than those of the game before")]
    OtherTerms,
    /// A table lives in this channel already.
    #[error("table {table} is in this channel")]
    ChannelBusy {
        /// Which.
        table: TableId,
    },
    /// One table more would be more than a fair share.
    #[error("a share of {most} is used up")]
    ShareUsed {
        /// What there would be too much of.
        shared: Shared,
        /// Whose share it is.
        sharer: Sharer,
        /// How large it is.
        most: usize,
        /// Where those of the tables stand that are in this server, if it is the person's share.
        channels: Vec<ChannelId>,
        /// Those in other servers: their channels cannot be seen here.
        elsewhere: Vec<TableId>,
    },
    /// So many lobbies of this person have ended without a game within ten minutes.
    #[error("{most} lobbies ended without a game lately")]
    EndedTooOften {
        /// How many.
        most: usize,
        /// When they may open the next one, by the clocks that people see.
        again_at: Moment,
    },
    /// This person has opened so many tables within ten minutes.
    #[error("{most} tables opened lately")]
    OpenedTooOften {
        /// How many.
        most: usize,
        /// When they may open the next one, by the clocks that people see.
        again_at: Moment,
    },
    /// More tables were opened in the last hour, by this person, in this server or by all, than are kept in memory.
    #[error("too many tables were opened lately")]
    TooManyLately,
    /// Neither a moderator, nor the host of a lobby or a casual game.
    #[error("only a moderator, or the host of a lobby or a casual game, may end it")]
    MayNotEnd,
    /// A moderator who has left this rated game, or is out of it, and would end it for those who play.
    #[error("had a part in this rated game, and ends it for nobody")]
    HadPart,
    /// Somebody who took a left seat of this rated game: it is casual for them, and they end it for nobody.
    #[error("took a left seat of this rated game, and has no vote in it")]
    SteppedIn,
    /// One person alone votes with nobody.
    #[error("nobody is left at this rated table to vote with")]
    Alone,
    /// The table offers no rematch, or none any more.
    #[error("no rematch of this table")]
    NoRematch,
    /// A rematch is for those who played.
    #[error("did not play at this table")]
    DidNotPlay,
    /// The disk refused: nothing happened, another try may succeed.
    #[error("the disk refused")]
    DiskRefused,
    /// Nobody knows yet whether it happened; the next look will tell.
    #[error("the outcome is not known yet")]
    Unsure,
    /// Too much is asked of this table at once, or the house is closing.
    #[error("too busy")]
    Busy,
    /// The table is no more.
    #[error("the table is gone")]
    Gone,
    /// This database has never known such a table.
    #[error("this database does not know the table")]
    Unknown,
    /// The table was set aside.
    #[error("the table is set aside")]
    SetAside(Aside),
    /// The server plays without units, so nothing is put at stake.
    #[error("this server plays without units")]
    NoUnits,
    /// The operating system gives no randomness, so no table is opened.
    #[error("the operating system gives no random bytes")]
    NoRandomness,
}

impl Declined {
    /// Whether the same may succeed a little later: it is not what was wished that is wrong.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::DiskRefused | Self::Unsure | Self::Busy)
    }

    /// Whether another try may succeed when the disk takes something again.
    pub(super) fn is_for_the_disk(&self) -> bool {
        matches!(self, Self::DiskRefused | Self::Unsure)
    }
}
