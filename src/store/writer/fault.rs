//! Why nothing is written, and how that is told.

use crate::store::failure::is_bad_page;

/// Why a whole batch was not written.
pub(super) enum Fault {
    Refused(sqlx::Error),
    Unknown(sqlx::Error),
    /// The file is not this process's database any more; found out before anything was written.
    Lost(Loss),
    /// Found out afterwards: it may be written, and be there when the file is back.
    LostSince(Loss),
}

/// What became of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// It was deleted or replaced: whatever is written into it is lost.
    Gone,
    /// The log beside it was: what stands in there is brought to its place.
    LogGone,
    /// The same, and there is no room for it.
    LogUnsaved,
    /// Somebody else has changed it, and it is being read.
    Doubtful,
    /// It was cut off, or another one was copied over it: it is nobody's database any more.
    Ruined,
    /// Another process runs it.
    Shared,
}

/// What a fault is told as.
#[derive(PartialEq, Eq)]
pub(super) enum Kind {
    Refused,
    Unknown,
    Lost(Loss),
}

impl Fault {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Refused(_) => Kind::Refused,
            Self::Unknown(_) => Kind::Unknown,
            Self::Lost(loss) | Self::LostSince(loss) => Kind::Lost(*loss),
        }
    }

    pub(super) fn is_bad_page(&self) -> bool {
        matches!(self, Self::Refused(error) | Self::Unknown(error) if is_bad_page(error))
    }
}

impl Loss {
    /// Says loudly why nothing is accepted.
    pub(super) fn is_told(self, jobs: usize) {
        match self {
            Self::Gone => tracing::error!(
                jobs,
                "the file of the database was deleted or replaced while the bot runs: nothing is accepted until that \
                 very file is back; or stop the bot, restore a backup without the -wal and -shm that stand there, and start again"
            ),
            Self::LogGone => tracing::error!(
                jobs,
                "the log beside the database (-wal) was deleted or replaced while the bot runs: nothing is accepted until \
                 what stands there was brought to its place, which it is as soon as no other program reads, and the database \
                 opened again"
            ),
            Self::LogUnsaved => tracing::error!(
                jobs,
                "the log beside the database (-wal) was deleted while the bot runs, and there is no room to put back what \
                 stood in it: make room, and do not stop or kill the bot before that, or the moves in it are lost; nothing \
                 is accepted until then"
            ),
            Self::Doubtful => tracing::warn!(
                jobs,
                "another program has changed the file of the database: nothing is accepted until all of it was read once"
            ),
            Self::Ruined => tracing::error!(
                jobs,
                "the file of the database was cut off, or another one was copied over it, or the log beside it (-wal) was cut \
                 off, while the bot runs: nothing is accepted any more; stop the bot, look at the file with `istaka check`, restore a backup if it is not \
                 whole, and start again"
            ),
            Self::Shared => tracing::error!(
                jobs,
                "the lock beside the database was deleted, and another process runs this database now: nothing is \
                 accepted here until that one has ended"
            ),
        }
    }
}
