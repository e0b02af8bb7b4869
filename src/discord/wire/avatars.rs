//! Where the avatars of people are read from: Discord's host for pictures, and none beside it.
//!
//! Only GETs go there, without the bot's token. What comes back is from strangers: it is read as far as a small picture
//! goes, within a time, and what leads elsewhere is not followed.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use thiserror::Error;

use super::send::AGENT;
use super::service::{Service, is_here};
use crate::tables::{PersonId, ServerId};

/// No avatar is waited for any longer.
const PATIENCE: Duration = Duration::from_secs(5);
/// More bytes no avatar has that is as small as we ask for it: 64 pixels wide and high, and four bytes for each.
const MOST_BYTES: usize = 64 * 1024;
/// What we ask for, in pixels; Discord scales.
const SIDE: u32 = 64;
/// No hash of an avatar is longer: 32 hexadecimal digits, and `a_` before those of one that moves.
const LONGEST_HASH: usize = 40;

/// Which avatar: of whom, and the hash of the picture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Avatar {
    person: PersonId,
    /// Where they have one of its own.
    server: Option<ServerId>,
    hash: String,
}

impl Avatar {
    /// `None` if this is no hash: it becomes a part of an address.
    pub(crate) fn new(person: PersonId, server: Option<ServerId>, hash: String) -> Option<Self> {
        let is_hash = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let is_one = (1..=LONGEST_HASH).contains(&hash.len()) && hash.chars().all(is_hash);
        is_one.then_some(Self {
            person,
            server,
            hash,
        })
    }

    /// Where it is, below the host (limits: "Avatars"). Of one that moves, a PNG is its first picture.
    fn path(&self) -> String {
        let Self {
            person,
            server,
            hash,
        } = self;
        match server {
            None => format!("/avatars/{person}/{hash}.png?size={SIDE}"),
            Some(server) => {
                format!("/guilds/{server}/users/{person}/avatars/{hash}.png?size={SIDE}")
            }
        }
    }
}

/// Why an avatar did not come.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum NoAvatar {
    /// It is not there, or somewhere else: it will not come.
    #[error("it is not there (status {0})")]
    Gone(u16),
    /// It is larger than any avatar.
    #[error("it is larger than an avatar")]
    TooLarge,
    /// It came, and is no small PNG.
    #[error("it is no picture for a face")]
    NoFace,
    /// The host did not answer in time, or not now.
    #[error("its host did not answer")]
    Unreached,
}

impl NoAvatar {
    /// Whether it may come another time.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(self, Self::Unreached)
    }
}

/// The host of avatars.
#[derive(Clone)]
pub(crate) struct Avatars {
    client: Client,
    base: String,
}

impl Avatars {
    /// Those of this service; `None` if no client can be made.
    pub(crate) fn of(service: &Service) -> Option<Self> {
        let base = match service {
            Service::Discord => "https://cdn.discordapp.com".to_owned(),
            Service::Sandbox(url) => url.trim_end_matches('/').to_owned(),
        };
        let mut builder = Client::builder()
            .user_agent(AGENT)
            .redirect(Policy::none())
            .timeout(PATIENCE)
            .pool_max_idle_per_host(2);
        if is_here(&base) {
            builder = builder.no_proxy();
        }
        let client = builder.build().ok()?;
        Some(Self { client, base })
    }

    /// The bytes of an avatar.
    pub(crate) async fn get(&self, avatar: &Avatar) -> Result<Vec<u8>, NoAvatar> {
        let url = format!("{}{}", self.base, avatar.path());
        let answer = self.client.get(url).send().await;
        let mut answer = answer.map_err(|_| NoAvatar::Unreached)?;
        match answer.status() {
            StatusCode::OK => {}
            status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                return Err(NoAvatar::Unreached);
            }
            // What leads elsewhere, too.
            status => return Err(NoAvatar::Gone(status.as_u16())),
        }
        let mut bytes = Vec::new();
        // What an answer says of its length is only a word: what comes is counted.
        while let Some(chunk) = answer.chunk().await.map_err(|_| NoAvatar::Unreached)? {
            if bytes.len() + chunk.len() > MOST_BYTES {
                return Err(NoAvatar::TooLarge);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_hash_becomes_a_part_of_an_address() {
        let avatar = |hash: &str| Avatar::new(PersonId::new(7), None, hash.to_owned());
        for hash in [
            "",
            "../../users/@me",
            "a b",
            "é",
            "x?size=4096",
            "a/b",
            &"f".repeat(41),
        ] {
            assert_eq!(avatar(hash), None, "{hash:?}");
        }
        let of_user = avatar("a_0f").expect("a hash");
        assert_eq!(of_user.path(), "/avatars/7/a_0f.png?size=64");
        let server = Some(ServerId::new(9));
        let of_member = Avatar::new(PersonId::new(7), server, "0f".to_owned());
        assert_eq!(
            of_member.expect("a hash").path(),
            "/guilds/9/users/7/avatars/0f.png?size=64"
        );
    }
}
