//! Fair shares: how many tables may be open at once, of a person, in a channel, in a server.
//!
//! A table counts for whoever opened it as long as it lives, whoever sits there: leaving it, or handing its rights on,
//! makes no room for another in that server; elsewhere a game that they have left no longer counts. It is counted where all tables are listed, so a restart forgets nothing. So are the seats of a
//! person, the tables that they have lately opened, and those of them that became no game: opening and closing takes a share,
//! too.
//!
//! Where a server has thrown the bot out, nobody can play at its tables or close them: until it invites the bot again they count
//! for no person, nor do the seats there. After that somebody may have more than their share until some of those tables are over,
//! which harms nobody: one more they open only within it, the channel's and the server's own shares count them all the while,
//! and so does what is kept in memory ([`Known`]), so that servers that throw the bot out and invite it again are no way around
//! that.

use std::collections::HashSet;
use std::time::Duration;

use super::affairs::Affairs;
use super::house::Card;
use super::{ChannelId, Clock, Declined, Life, Moment, Opening, PersonId, ServerId, TableId};

/// What was opened, and a lobby that ended without a game, counts for so long for whoever opened it.
pub(super) const LATELY: Duration = Duration::from_secs(10 * 60);

/// So many tables one after another within an hour are enough in the place of each that may be open in a server.
const IN_TURN: usize = 20;

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
    /// Lobbies of one person that have ended without a game within ten minutes.
    pub unstarted: usize,
    /// Tables that one person opens within ten minutes, whatever becomes of them.
    pub opened: usize,
    /// Tables at which one person sits at once, whoever opened them.
    pub seats: usize,
    /// Tables that live or are still kept in memory after their end: for an hour, and up to a week where that could not be shown.
    pub known: Known,
}

/// The most tables that are kept in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Of all people together.
    pub all: usize,
    /// Of one server: it does not use up what all have.
    pub server: usize,
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
            unstarted: 5,
            opened: 12,
            seats: 10,
            known: Known {
                all: 20_000,
                server: 2_000,
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

    /// At how many tables one person sits at once: never fewer than they may open themselves.
    pub(super) fn most_seats(&self) -> usize {
        self.seats.max(self.tables.person)
    }

    /// How many tables one person opens within ten minutes: never fewer than they may have at once.
    pub(super) fn most_opened(&self) -> usize {
        self.opened.max(self.tables.person)
    }

    /// How many tables of one server are kept in memory: more where its host lets more of them be open at once.
    fn most_known_of_server(&self) -> usize {
        let in_turn = self.tables.server.saturating_mul(IN_TURN);
        self.known.server.max(in_turn)
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
    /// Tables that live and at which a person sits.
    Seats,
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

    pub(super) fn of_table(affairs: &Affairs) -> Self {
        let fixed = &affairs.fixed;
        Self {
            opener: affairs.opener.unwrap_or(affairs.host_person),
            channel: fixed.parent.unwrap_or(fixed.channel),
            server: fixed.server,
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

/// Whether one more table is within all shares. What is being opened counts as open already; what stands in servers that have
/// thrown the bot out does not count for a person, nor does a game in another server that they have left.
pub(super) fn room_for<'a>(
    shares: &Shares,
    wanted: &Sharers,
    cards: impl Iterator<Item = &'a Card> + Clone,
    claims: impl Iterator<Item = &'a Sharers> + Clone,
    thrown_out: &HashSet<ServerId>,
) -> Result<(), Declined> {
    for (shared, sharer, most) in shares.all() {
        let counts = |card: &&Card| {
            let is_in_reach = sharer != Sharer::Person
                || !card.is_in_one_of(thrown_out) && !was_left_elsewhere(card, wanted);
            is_in_reach && is_one(card, shared) && card.sharers.share(wanted, sharer)
        };
        let open = cards.clone().filter(counts);
        let opening = claims.clone().filter(|claim| claim.share(wanted, sharer));
        if open.clone().count() + opening.count() < most {
            continue;
        }
        let (channels, elsewhere) = match sharer {
            Sharer::Person => places(open, wanted.server),
            // Whoever asks need not be able to see those of others.
            Sharer::Channel | Sharer::Server => (Vec::new(), Vec::new()),
        };
        return Err(Declined::ShareUsed {
            shared,
            sharer,
            most,
            channels,
            elsewhere,
        });
    }
    let all = || {
        cards
            .clone()
            .map(|card| &card.sharers)
            .chain(claims.clone())
    };
    let known = |sharer| {
        all()
            .filter(move |known| known.share(wanted, sharer))
            .count()
    };
    let is_full = known(Sharer::Person) >= shares.known.person
        || known(Sharer::Server) >= shares.most_known_of_server()
        || all().count() >= shares.known.all;
    if is_full {
        return Err(Declined::TooManyLately);
    }
    Ok(())
}

/// Whether this is a game that its opener has left, in another server than that in which they want one more table: in neither
/// has anybody more than their share by that, and whoever was banned there can end nothing.
fn was_left_elsewhere(card: &Card, wanted: &Sharers) -> bool {
    let is_played = card.life == Life::Playing;
    is_played && card.server != wanted.server && !card.people.contains(&wanted.opener)
}

/// The channels of those tables that are in this server, in the order of their ids, and those that are in others, the oldest
/// first.
pub(super) fn places<'a>(
    cards: impl Iterator<Item = &'a Card>,
    server: Option<ServerId>,
) -> (Vec<ChannelId>, Vec<TableId>) {
    let (here, mut elsewhere): (Vec<_>, Vec<_>) = cards.partition(|card| card.server == server);
    let mut channels: Vec<ChannelId> = here.into_iter().map(|card| card.channel).collect();
    channels.sort_unstable();
    elsewhere.sort_unstable_by_key(|card| (card.opened_at, card.channel));
    let elsewhere = elsewhere.into_iter().map(|card| card.table.id.clone());
    (channels, elsewhere.collect())
}

fn is_one(card: &Card, shared: Shared) -> bool {
    match shared {
        Shared::Tables => card.life.is_live(),
        Shared::Lobbies => card.life == Life::Lobby,
        // Those are counted of people, not for whoever opened a table.
        Shared::Seats => false,
    }
}

/// Somebody who is about to sit down, and where.
pub(super) struct Seating {
    pub person: PersonId,
    pub table: TableId,
}

/// A table that somebody opened: when that was, or when it ended without a game.
pub(super) struct Lately {
    opener: PersonId,
    at: Moment,
}

impl Lately {
    /// Of a table, when it was opened.
    pub(super) fn opened(affairs: &Affairs) -> Self {
        Self {
            opener: Sharers::of_table(affairs).opener,
            at: affairs.fixed.opened_at,
        }
    }

    /// Of a lobby that ended without a game; `None` if it lives, or a game began there.
    pub(super) fn unstarted(affairs: &Affairs) -> Option<Self> {
        let is_over = matches!(affairs.life, Life::Abandoned(_)) && affairs.start.is_none();
        is_over.then(|| Self {
            at: affairs.moved_at,
            ..Self::opened(affairs)
        })
    }

    /// Whether that was within [`LATELY`]; what is still to come is of a clock that was set back since.
    pub(super) fn is_lately(&self, now: Moment) -> bool {
        self.at <= now && now < self.at.plus(LATELY)
    }
}

/// When somebody who has done this so often lately may open one table more, by the clocks that people see; `None` if they
/// may now. What they are `opening` counts as done now.
pub(super) fn opens_again_at<'a>(
    most: usize,
    opener: PersonId,
    lately: impl Iterator<Item = &'a Lately>,
    opening: usize,
    clock: &Clock,
) -> Option<Moment> {
    let own = lately.filter(|lately| lately.opener == opener);
    let mut done: Vec<Moment> = own.map(|lately| lately.at).collect();
    let too_many = (done.len() + opening).checked_sub(most)?;
    done.sort_unstable();
    // Room is made by the last of those that are too many.
    let first = done.get(too_many).copied();
    let again_at = first.unwrap_or_else(|| clock.now()).plus(LATELY);
    Some(clock.ahead().shown(again_at))
}
