//! How a request can fail. Status, code and the name of the route are told, never a URL: tokens are part of URLs.

use std::sync::Once;

use thiserror::Error;

use crate::meters;
use crate::tables::Barrier;

/// The route of first answers.
pub(crate) const FIRST_ANSWER: &str = "callback";
/// Discord's code of a channel or thread that is not there.
const UNKNOWN_CHANNEL: u64 = 10_003;
/// Discord's code for a message that is not there.
const UNKNOWN_MESSAGE: u64 = 10_008;
/// Discord's code of an interaction that was answered before.
pub(super) const ALREADY_ANSWERED: u64 = 40_060;
/// Discord's code of a message that has a thread already.
const THREAD_EXISTS: u64 = 160_004;
/// Discord's code: the server has as many open threads as it may.
const TOO_MANY_THREADS: u64 = 160_006;
/// Discord's code of what cannot be done in a channel of this type.
const WRONG_CHANNEL_TYPE: u64 = 50_024;
/// Discord's code of an edit in a thread that is put away.
const THREAD_ARCHIVED: u64 = 50_083;
/// Discord's codes for a place that the bot may not see, not write in, or that is locked.
const CLOSED: [u64; 3] = [MISSING_ACCESS, MISSING_RIGHT, THREAD_LOCKED];
/// Discord's code for a channel that takes no messages, as a forum.
const NO_TEXT_CHANNEL: u64 = 50_008;
/// Discord's code for a locked thread, where the bot may not manage threads.
const THREAD_LOCKED: u64 = 160_005;
/// Discord's code for a right that the bot lacks.
const MISSING_RIGHT: u64 = 50_013;
/// Discord's code for the change of a message that somebody else wrote.
const ANOTHERS_MESSAGE: u64 = 50_005;
/// Discord's code for a place that the bot may not see, in a server that has thrown it out as well.
const MISSING_ACCESS: u64 = 50_001;
/// Discord's code for a list of commands without the one of the application's Activity.
const NO_ENTRY_POINT: u64 = 50_240;
/// Discord's code for too many edits of messages older than an hour: it limits nothing else.
pub(crate) const OLD_EDITS: u64 = 30_046;

/// The name of the route by which messages are posted. One in a thread that is put away brings it back, unless it is locked.
pub(crate) const POST: &str = "post message";
/// The name of the route by which threads are made.
pub(crate) const START_THREAD: &str = "start thread";
/// The name of the route by which messages are changed.
pub(crate) const EDIT: &str = "edit message";
/// The name of the route by which messages are taken away.
pub(crate) const DELETE: &str = "delete message";

/// A request that did not succeed. It never carries a token.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SendFailure {
    /// Discord answered, but not with success.
    #[error("{route}: answered {status} (code {code})")]
    Answered {
        /// The name of the route.
        route: &'static str,
        /// The HTTP status.
        status: u16,
        /// Discord's own code, 0 if there is none.
        code: u64,
    },
    /// No answer came.
    #[error("{route}: no answer")]
    NoAnswer {
        /// The name of the route.
        route: &'static str,
    },
    /// It could not even be asked.
    #[error("{route}: not reached ({why})")]
    Unreached {
        /// The name of the route.
        route: &'static str,
        /// What the system, the name service or TLS says.
        why: String,
    },
    /// The answer was not what the route gives.
    #[error("{route}: the answer could not be read")]
    Unreadable {
        /// The name of the route.
        route: &'static str,
    },
    /// Its limit lasts longer than it is worth waiting for.
    #[error("{route}: not sent, its rate limit lasts too long")]
    TooBusy {
        /// The name of the route.
        route: &'static str,
    },
    /// Discord refuses the token for now, which it took before.
    #[error("{route}: not sent, Discord refuses the token for now")]
    Doubted {
        /// The name of the route.
        route: &'static str,
    },
    /// So many requests were refused lately that sending stopped, to spare the host from a ban.
    #[error("{route}: not sent, too many requests were refused lately")]
    Broken {
        /// The name of the route.
        route: &'static str,
    },
}

/// The innermost reason of a failure: what the system, the name service or TLS says. Whatever wraps it may tell an
/// address, and addresses of ours can hold tokens.
pub(crate) fn root_of(error: &(dyn std::error::Error + 'static)) -> String {
    let mut root = error;
    while let Some(source) = root.source() {
        root = source;
    }
    root.to_string()
}

impl SendFailure {
    /// Whether the message or channel in question is gone.
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Answered { status: 404, .. }) && !self.is_of_a_page()
    }

    /// Whether a list of commands left out the one that opens the application's Activity.
    pub(crate) fn lacks_entry_point(&self) -> bool {
        self.code() == NO_ENTRY_POINT
    }

    /// Whether a message is gone, but not the interaction that wants to change it.
    pub fn is_message_gone(&self) -> bool {
        self.code() == UNKNOWN_MESSAGE
    }

    /// Whether the channel itself is gone.
    pub fn is_channel_gone(&self) -> bool {
        self.code() == UNKNOWN_CHANNEL
    }

    /// Whether nobody can say anything there, as in a forum beside its posts.
    pub fn has_no_talk(&self) -> bool {
        self.code() == NO_TEXT_CHANNEL
    }

    /// Whether the same request fails there again, until somebody changes something.
    pub fn closes_place(&self) -> bool {
        let is_closed = CLOSED.contains(&self.code()) && !self.is_anothers();
        self.is_channel_gone() || is_closed || self.is_locked() || self.keeps_put_away()
    }

    /// Whether the server has as many open threads as it may.
    pub fn has_no_room(&self) -> bool {
        self.code() == TOO_MANY_THREADS
    }

    /// Whether there are no threads in a channel of this kind, now or later.
    pub fn has_no_threads(&self) -> bool {
        self.code() == WRONG_CHANNEL_TYPE
    }

    /// Whether the thread is put away, and there is no room to bring it back. Where a new one finds none the channel is open.
    pub fn keeps_put_away(&self) -> bool {
        self.has_no_room() && self.route() != START_THREAD
    }

    /// Whether the thread is locked: people can press nothing there, also once the bot may write.
    pub fn is_locked(&self) -> bool {
        self.code() == THREAD_LOCKED || self.is_put_away() && self.route() == POST
    }

    /// Whether the message is somebody else's, as all are of the application with which this database was served before: it
    /// stays as it is. To take its own away the bot needs no right; it lacks one only for those of others.
    pub fn is_anothers(&self) -> bool {
        self.code() == ANOTHERS_MESSAGE || self.code() == MISSING_RIGHT && self.route() == DELETE
    }

    /// Whether the bot lacks a right there: others it may have.
    pub fn is_missing_right(&self) -> bool {
        self.code() == MISSING_RIGHT
    }

    /// Whether the bot may not even see the place.
    pub fn is_shut_out(&self) -> bool {
        self.code() == MISSING_ACCESS
    }

    /// Whether nothing else can be done in that place either. What other routes are answered may be about something else that
    /// they name, such as a message or a person.
    pub fn shuts_out(&self) -> bool {
        self.is_shut_out() && [POST, EDIT, DELETE].contains(&self.route())
    }

    /// What it says of the place that was asked for; `None` if it says nothing.
    pub fn barrier(&self) -> Option<Barrier> {
        if !self.closes_place() {
            None
        } else if self.is_channel_gone() {
            Some(Barrier::Gone)
        } else {
            Some(Barrier::Closed)
        }
    }

    /// The name of the route.
    pub fn route(&self) -> &'static str {
        match self {
            Self::Answered { route, .. }
            | Self::Unreached { route, .. }
            | Self::NoAnswer { route }
            | Self::Unreadable { route }
            | Self::TooBusy { route }
            | Self::Doubted { route }
            | Self::Broken { route } => route,
        }
    }

    /// Whether the thread is put away: a new message brings it back, an edit does not.
    pub fn is_put_away(&self) -> bool {
        self.code() == THREAD_ARCHIVED
    }

    /// Whether the message is so old that it may hardly be changed any more: a new one takes its place.
    pub fn is_too_old(&self) -> bool {
        self.code() == OLD_EDITS
    }

    /// Discord's own code; 0 without one.
    pub fn code(&self) -> u64 {
        match self {
            Self::Answered { code, .. } => *code,
            Self::NoAnswer { .. }
            | Self::Unreached { .. }
            | Self::Unreadable { .. }
            | Self::TooBusy { .. }
            | Self::Doubted { .. }
            | Self::Broken { .. } => 0,
        }
    }

    /// Whether a first answer itself failed: then nothing else can be said to the interaction either, as far as is known.
    pub fn is_of_first_answer(&self) -> bool {
        let (Self::Answered { route, .. }
        | Self::NoAnswer { route }
        | Self::Unreached { route, .. }
        | Self::Unreadable { route }
        | Self::TooBusy { route }
        | Self::Doubted { route }
        | Self::Broken { route }) = self;
        *route == FIRST_ANSWER
    }

    /// Whether somebody else has answered an interaction before: repetitions of our own are told apart in `send`.
    pub fn is_answered_elsewhere(&self) -> bool {
        self.code() == ALREADY_ANSWERED
    }

    /// Whether a message has a thread already.
    pub fn is_thread_there(&self) -> bool {
        self.code() == THREAD_EXISTS
    }

    /// Whether it says that what was to be made is there already.
    pub fn says_it_is_there(&self) -> bool {
        self.is_thread_there() || self.is_answered_elsewhere()
    }

    /// Counts an interaction that somebody else has answered. The first one says aloud what that may mean.
    pub fn warn_of_another(&self) {
        static TOLD: Once = Once::new();
        if !self.is_answered_elsewhere() {
            return;
        }
        meters::answered_elsewhere();
        TOLD.call_once(|| {
            tracing::error!(
                "somebody else answers this bot's interactions: another process with this token, and a database of \
                 its own, is running; stop one of them, for each person's press reaches either"
            );
        });
    }

    /// Whether the bot lacks a right there.
    pub fn is_forbidden(&self) -> bool {
        matches!(self, Self::Answered { status: 403, .. }) && !self.is_of_a_page()
    }

    /// Whether the token is wrong.
    pub fn is_unauthorized(&self) -> bool {
        matches!(self, Self::Answered { status: 401, .. })
    }

    /// Whether it was refused without a word of Discord's own: a page of whatever stands before it, which stands there only for a
    /// while. A token that is wrong has no code either, and is told apart ([`Self::is_unauthorized`]).
    pub fn is_of_a_page(&self) -> bool {
        match self {
            Self::Answered { status, code, .. } => {
                *code == 0 && *status != 401 && (400..500).contains(status)
            }
            _ => false,
        }
    }

    /// Whether nobody knows if Discord has obeyed.
    pub fn is_unsure(&self) -> bool {
        match self {
            Self::Answered { status, .. } => *status == 408 || *status >= 500,
            Self::NoAnswer { .. } | Self::Unreadable { .. } => true,
            Self::Unreached { .. }
            | Self::TooBusy { .. }
            | Self::Doubted { .. }
            | Self::Broken { .. } => false,
        }
    }

    /// Whether it may go better another time: Discord itself has not said no.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Answered { status, .. } => {
                *status == 429 || *status >= 500 || self.is_of_a_page()
            }
            Self::NoAnswer { .. }
            | Self::Unreached { .. }
            | Self::TooBusy { .. }
            | Self::Doubted { .. }
            | Self::Broken { .. } => true,
            Self::Unreadable { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_up_on_the_way_may_have_been_obeyed() {
        for (status, is_unsure) in [
            (408, true),
            (500, true),
            (502, true),
            (403, false),
            (429, false),
        ] {
            let (route, code) = (POST, 0);
            let failure = SendFailure::Answered {
                route,
                status,
                code,
            };
            assert_eq!(failure.is_unsure(), is_unsure, "{failure}");
        }
    }

    #[test]
    fn only_what_discord_itself_says_is_a_no() {
        for (status, code, is_no) in [
            (400, 50_035, true),
            (401, 0, true),
            (403, 50_013, true),
            (404, 10_008, true),
            (403, 0, false),
            (404, 0, false),
            (413, 0, false),
            (429, 0, false),
            (502, 0, false),
        ] {
            let route = POST;
            let failure = SendFailure::Answered {
                route,
                status,
                code,
            };
            assert_eq!(!failure.may_pass(), is_no, "{failure}");
            let says_why = failure.is_gone() || failure.is_forbidden();
            assert_eq!(says_why, is_no && matches!(status, 403 | 404), "{failure}");
        }
    }
}
