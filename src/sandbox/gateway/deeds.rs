//! What the gateway does to its clients on demand: op 7, op 9, close codes, cuts, silence.

use serde_json::{Value, json};

use super::sessions::{Out, Sessions};
use crate::world::World;

/// Something the gateway does to every connected client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayDeed {
    /// Op 7: the client is to come back and resume.
    Reconnect,
    /// Op 9: the session is no longer the connection's.
    Invalid {
        /// Whether it may be resumed. If not, it is forgotten, and so are those that wait for a resume.
        resumable: bool,
    },
    /// The connection is closed with this code; codes after which Discord wants a new session end it.
    Close {
        /// 1000, 1001, or 4000 to 4014.
        code: u16,
    },
    /// The connection ends without a close frame.
    Drop,
    /// The connection stays, but nothing more is sent, not even what answers a heartbeat.
    Mute,
    /// The connection is no longer mute, and what it owed is sent.
    Unmute,
}

impl GatewayDeed {
    /// Whether this can be.
    pub(crate) fn check(self) -> Result<(), String> {
        match self {
            Self::Close { code } if !matches!(code, 1000 | 1001 | 4000..=4014) => {
                Err("a close code is 1000, 1001 or 4000 to 4014".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Whether Discord wants a new session after this close code (limits: "Gateway").
pub(super) fn ends_session(code: u16) -> bool {
    matches!(code, 4003 | 4004 | 4007 | 4009..=4014)
}

impl World {
    /// Does this to every connected client and tells people if the bot went by it.
    pub(crate) fn deed(&mut self, deed: GatewayDeed) -> usize {
        let was_online = self.sessions.is_online();
        let reached = self.sessions.obey(deed);
        if was_online && !self.sessions.is_online() {
            self.tell_bot();
        }
        reached
    }
}

impl Sessions {
    fn obey(&mut self, deed: GatewayDeed) -> usize {
        match deed {
            GatewayDeed::Reconnect => self.push_all(|| Out::Text(plain(7, &Value::Null))),
            GatewayDeed::Invalid { resumable } => {
                let reached = self.push_all(|| Out::Invalidate);
                self.push_all(|| Out::Text(plain(9, &json!(resumable))));
                self.detach_all();
                if !resumable {
                    self.forget_all();
                }
                reached
            }
            GatewayDeed::Close { code } => self.push_all(|| Out::Close(code, "Closed on demand.")),
            GatewayDeed::Drop => self.push_all(|| Out::Cut),
            GatewayDeed::Mute => self.push_all(|| Out::Mute),
            GatewayDeed::Unmute => self.push_all(|| Out::Unmute),
        }
    }
}

/// A payload that is no event.
fn plain(op: u64, d: &Value) -> String {
    json!({"op": op, "d": d, "s": null, "t": null}).to_string()
}
