//! What the bot talks to: Discord, or a sandbox on this machine; and why it cannot.

use std::net::IpAddr;

use reqwest::Url;
use thiserror::Error;

use super::failure::SendFailure;
use crate::store;

/// What the bot talks to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Service {
    /// The real one.
    Discord,
    /// A sandbox on this machine, for instance `http://127.0.0.1:4180`.
    Sandbox(String),
}

impl Service {
    /// Where it is.
    pub(crate) fn base(&self) -> &str {
        match self {
            Self::Discord => "https://discord.com",
            Self::Sandbox(url) => url,
        }
    }
}

/// Why the bot could not connect.
#[derive(Debug, Error)]
pub enum ConnectFailure {
    /// A sandbox that is not on this machine.
    #[error("the sandbox has to be on this machine (127.0.0.1, [::1] or localhost): {0}")]
    NotLoopback(String),
    /// The token was refused.
    #[error("the token was refused: copy it again from the Bot page of the developer portal")]
    WrongToken,
    /// The service could not be asked.
    #[error("the service could not be reached: {0}")]
    Unreachable(SendFailure),
    /// The commands were refused, as they will be again.
    #[error("Discord does not take the commands of this version: {0}")]
    Commands(SendFailure),
    /// The settings could not be read.
    #[error("the settings could not be read: {0}")]
    Settings(#[from] store::Failure),
    /// Discord closes every connection of this bot.
    #[error("Discord does not accept this bot ({}, close code {code})", refusal(*code))]
    Refused {
        /// What Discord closes them with.
        code: u16,
    },
    /// The client could not be made.
    #[error("the connection failed: {0}")]
    Client(&'static str),
}

/// What a close code says that will be the same the next time (Discord's "Gateway Close Event Codes").
fn refusal(code: u16) -> &'static str {
    match code {
        4010 | 4011 => "it is on too many servers for the connections that Discord advises",
        4012 => "this version speaks a gateway that is gone: update istaka",
        4013 | 4014 => "it asked for events that it may not have: update istaka",
        _ => "it did not say why",
    }
}

/// Refuses every address that is not on this machine.
pub fn require_loopback(url: &str) -> Result<(), ConnectFailure> {
    let refusal = || ConnectFailure::NotLoopback(url.chars().take(80).collect());
    let parsed = Url::parse(url).map_err(|_| refusal())?;
    let is_known_scheme = matches!(parsed.scheme(), "http" | "ws");
    if is_known_scheme && is_here(url) {
        Ok(())
    } else {
        Err(refusal())
    }
}

/// Whether an address is on this machine.
pub(crate) fn is_here(url: &str) -> bool {
    let parsed = Url::parse(url).ok();
    let Some(host) = parsed.as_ref().and_then(Url::host_str) else {
        return false;
    };
    let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    host == "localhost" || address.is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_a_sandbox() {
        for url in [
            "http://127.0.0.1:4180",
            "http://localhost:1",
            "http://[::1]:80",
            "ws://127.0.0.2/gateway",
        ] {
            assert!(require_loopback(url).is_ok(), "{url}");
        }
        for url in [
            "https://discord.com",
            "http://192.168.0.1:4180",
            "http://127.0.0.1.example.com",
            "http://user@example.com/127.0.0.1",
            "wss://gateway.discord.gg",
            "127.0.0.1:4180",
            "file:///etc/passwd",
            "",
        ] {
            assert!(require_loopback(url).is_err(), "{url}");
        }
    }
}
