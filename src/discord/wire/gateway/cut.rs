//! Why a connection ended, and what may come next.

use std::fmt;

use super::End;

/// Why a connection ended, for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    Closed(Option<u16>),
    AskedToComeBack,
    Invalid { resumable: bool },
    HeartIgnored,
    Nameless,
    LineBroke,
    Stopped,
}

impl Cut {
    /// What may come next (limits: "Gateway").
    pub(super) fn end(self) -> End {
        match self {
            Self::Closed(Some(code @ (4004 | 4010..=4014))) => End::Refused(code),
            Self::Closed(Some(4003 | 4007 | 4009)) | Self::Invalid { resumable: false } => {
                End::SessionOver
            }
            Self::Stopped => End::Stopped,
            Self::Closed(_)
            | Self::Invalid { resumable: true }
            | Self::AskedToComeBack
            | Self::HeartIgnored
            | Self::Nameless
            | Self::LineBroke => End::Broken,
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(Some(code)) => write!(out, "Discord closed it with code {code}"),
            Self::Closed(None) => write!(out, "Discord closed it"),
            Self::AskedToComeBack => write!(out, "Discord asks to come back"),
            Self::Invalid { .. } => write!(out, "Discord does not know the session"),
            Self::HeartIgnored => write!(out, "a heartbeat was not answered"),
            Self::Nameless => write!(out, "Discord opened a session without a name"),
            Self::LineBroke => write!(out, "the line broke"),
            Self::Stopped => write!(out, "the bot stops"),
        }
    }
}
