//! Fair shares: how many tables may be open at once, of a person, in a channel, in a server.
//!
//! A table counts for whoever opened it as long as it lives, whoever sits there: leaving it, or handing its rights on,
//! makes no room for another. It is counted where all tables are listed, so a restart forgets nothing.

use super::house::Card;
use super::{ChannelId, Declined, Life, Opening, PersonId, ServerId};

/// The most of something at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Opened by one person, wherever.
    pub person: usize,
    /// In one channel and its threads.
    pub channel: usize,
    /// In one server.
    pub server: usize,
}

/// What a house gives away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares {
    /// Tables that live: lobbies and games.
    pub tables: Share,
    /// Those of them that have not begun.
    pub lobbies: Share,
    /// Tables that live or have ended within the last hour: so long each is kept in memory.
    pub known: Known,
}

/// The most tables that are kept in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Of all people together.
    pub all: usize,
    /// Opened by one person.
    pub person: usize,
}

impl Default for Shares {
    fn default() -> Self {
        Self {
            tables: Share {
                person: 2,
                channel: 50,
                server: 100,
            },
            lobbies: Share {
                person: 2,
                channel: 20,
                server: 50,
            },
            known: Known {
                all: 20_000,
                person: 200,
            },
        }
    }
}

impl Shares {
    /// With no more tables in a server than it wants itself.
    pub(super) fn in_server(mut self, wanted: Option<usize>) -> Self {
        if let Some(wanted) = wanted {
            self.tables.server = self.tables.server.min(wanted.max(1));
        }
        self
    }

    /// Every share with what it is of and whose it is.
    fn all(&self) -> impl Iterator<Item = (Shared, Sharer, usize)> {
        let kinds = [
            (Shared::Tables, self.tables),
            (Shared::Lobbies, self.lobbies),
        ];
        kinds.into_iter().flat_map(|(shared, share)| {
            [
                (shared, Sharer::Person, share.person),
                (shared, Sharer::Channel, share.channel),
                (shared, Sharer::Server, share.server),
            ]
        })
    }
}

/// What there would be too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shared {
    /// Tables that live.
    Tables,
    /// Lobbies.
    Lobbies,
}

/// Whose share is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharer {
    /// The person's who opens.
    Person,
    /// The channel's.
    Channel,
    /// The server's.
    Server,
}

/// For whom a table counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sharers {
    pub opener: PersonId,
    /// The channel, or that whose thread it is.
    pub channel: ChannelId,
    pub server: Option<ServerId>,
}

impl Sharers {
    pub(super) fn of(opening: &Opening) -> Self {
        Self {
            opener: opening.host,
            channel: opening.parent.unwrap_or(opening.channel),
            server: opening.server,
        }
    }

    fn share(&self, other: &Self, sharer: Sharer) -> bool {
        match sharer {
            Sharer::Person => self.opener == other.opener,
            Sharer::Channel => self.channel == other.channel,
            Sharer::Server => self.server.is_some() && self.server == other.server,
        }
    }
}

/// Whether one more table is within all shares. What is being opened counts as open already.
pub(super) fn room_for<'a>(
    shares: &Shares,
    wanted: &Sharers,
    cards: impl Iterator<Item = &'a Card> + Clone,
    claims: impl Iterator<Item = &'a Sharers> + Clone,
) -> Result<(), Declined> {
    for (shared, sharer, most) in shares.all() {
        let counts = |card: &&Card| is_one(card, shared) && card.sharers.share(wanted, sharer);
        let open = cards.clone().filter(counts);
        let opening = claims.clone().filter(|claim| claim.share(wanted, sharer));
        if open.clone().count() + opening.count() < most {
            continue;
        }
        let mut channels: Vec<ChannelId> = match sharer {
            Sharer::Person => open.map(|card| card.channel).collect(),
            // Whoever asks need not be able to see those of others.
            Sharer::Channel | Sharer::Server => Vec::new(),
        };
        channels.sort_unstable_by_key(|channel| channel.get());
        return Err(Declined::ShareUsed {
            shared,
            sharer,
            most,
            channels,
        });
    }
    let all = || {
        cards
            .clone()
            .map(|card| &card.sharers)
            .chain(claims.clone())
    };
    let own = all().filter(|known| known.share(wanted, Sharer::Person));
    if own.count() >= shares.known.person || all().count() >= shares.known.all {
        return Err(Declined::TooManyLately);
    }
    Ok(())
}

fn is_one(card: &Card, shared: Shared) -> bool {
    match shared {
        Shared::Tables => card.life.is_live(),
        Shared::Lobbies => card.life == Life::Lobby,
    }
}
