//! Servers that are out of reach while their line is open: Discord makes them unavailable, and takes what it says of them later.
//!
//! Only those are kept of which this is known. Whatever shows that a server is there ends it, so that a word that was missed
//! stops nobody's clock for good. Nothing of this is written down: on the disk an outage is everybody's, and a restart gives
//! the time of a single server not back.

use std::collections::HashSet;
use std::time::Duration;

use super::{GRACE, Line, Lines, Part, State, Whose, until};
use crate::tables::{Moment, ServerId};

/// A login names all servers and tells of each that is there soon after. One that is not told of by then is not there.
const COMING: Duration = Duration::from_secs(30);

/// The servers of a line that a login has named, and that have not come.
pub(super) struct Awaited {
    since: Moment,
    servers: HashSet<ServerId>,
}

impl State {
    /// All by which the people of a server come.
    pub(super) fn ways_of(&self, server: Option<ServerId>) -> impl Iterator<Item = Line> + '_ {
        let part = Part::of(server, self.lines.len());
        let own = server.and_then(|server| self.servers.get(&server));
        [self.lines.get(part.number), own]
            .into_iter()
            .flatten()
            .copied()
    }

    /// Whether the people of a server cannot reach their tables.
    pub(super) fn is_cut_off(&self, server: Option<ServerId>) -> bool {
        self.ways_of(server).any(|way| way.cut_since().is_some())
    }

    /// How many servers are out of reach by themselves.
    fn cut_servers(&self) -> usize {
        let cut = self
            .servers
            .values()
            .filter(|way| way.cut_since().is_some());
        cut.count()
    }

    /// Nobody comes from this server, since then.
    pub(super) fn server_breaks(&mut self, server: ServerId, since: Moment) {
        self.servers
            .entry(server)
            .or_insert(Line::OPEN)
            .breaks(since);
    }

    /// This server is there; answers whether it was not.
    pub(super) fn server_opens(&mut self, server: ServerId, now: Moment) -> bool {
        self.awaited.retain(|_, awaited| {
            awaited.servers.remove(&server);
            !awaited.servers.is_empty()
        });
        // An outage of moments is remembered for as long as the next may belong to it.
        self.servers.retain(|_, way| match way {
            Line::Open { lately } => lately.is_some_and(|(_, at)| now.since(at) < GRACE),
            Line::Cut { .. } | Line::Returning { .. } => true,
        });
        let Some(way) = self.servers.get_mut(&server) else {
            return false;
        };
        let was_cut = way.cut_since().is_some();
        if let Some(outage) = way.opens(now) {
            // Nothing is written down first: it is over at once.
            self.servers.remove(&server);
            self.note(Whose::Server(server), outage);
        }
        was_cut
    }

    /// A line is opened anew and names its servers: what is known of others is over, for the bot is not there any more.
    /// Answers whether that changes anything.
    pub(super) fn logs_in(&mut self, part: Part, servers: HashSet<ServerId>, now: Moment) -> bool {
        let is_gone = |server: &ServerId| part.serves(Some(*server)) && !servers.contains(server);
        let known = self.servers.keys().copied();
        let gone: Vec<ServerId> = known.filter(is_gone).collect();
        let mut has_changed = false;
        for server in gone {
            has_changed |= self.server_opens(server, now);
        }
        self.awaited.remove(&part.number);
        if !servers.is_empty() {
            let awaited = Awaited {
                since: now,
                servers,
            };
            self.awaited.insert(part.number, awaited);
        }
        has_changed
    }

    /// Whether servers of a line should have come by now.
    pub(super) fn is_late(&self, part: Part, now: Moment) -> bool {
        let awaited = self.awaited.get(&part.number);
        awaited.is_some_and(|awaited| now.since(awaited.since) >= COMING)
    }

    /// Those that have not come since the login are out of reach since then; answers whether there are any.
    pub(super) fn waits_no_longer(&mut self, part: Part) -> bool {
        let Some(awaited) = self.awaited.remove(&part.number) else {
            return false;
        };
        for server in awaited.servers {
            self.server_breaks(server, awaited.since);
        }
        true
    }
}

impl Lines {
    /// From now on nobody comes from this server, whatever its line does; it stays so until it [opens](Self::server_opens).
    pub fn server_breaks(&self, server: ServerId) {
        let now = self.0.clock.now();
        self.change_servers(|state| {
            state.server_breaks(server, now);
            true
        });
    }

    /// This server is there: what its people have lost is theirs again. Also where the bot is not there any more, and so
    /// would never hear that.
    pub fn server_opens(&self, server: ServerId) {
        if self.misses_servers() {
            let now = self.0.clock.now();
            self.change_servers(|state| state.server_opens(server, now));
        }
    }

    /// Whether any server is missed: mostly none is, and nobody has to look from where something comes.
    pub fn misses_servers(&self) -> bool {
        let state = self.0.state.borrow();
        !state.servers.is_empty() || !state.awaited.is_empty()
    }

    /// This line was opened anew, and these are its servers; each is told of soon, if it is there.
    pub fn names(&self, number: u64, servers: HashSet<ServerId>) {
        let now = self.0.clock.now();
        self.change_servers(|state| {
            let part = state.part(number);
            state.logs_in(part, servers, now)
        });
    }

    /// Something has come by this line. What it tells of servers comes in order: those that are late are so for certain
    /// once something comes after their time, and not because nobody has read yet what is there.
    pub fn hears(&self, number: u64) {
        let now = self.0.clock.now();
        let is_late = {
            let state = self.0.state.borrow();
            !state.awaited.is_empty() && state.is_late(state.part(number), now)
        };
        if is_late {
            self.change_servers(|state| {
                let part = state.part(number);
                state.waits_no_longer(part)
            });
        }
    }

    /// Tells the tables if something has changed, and the host when the first server is missed and when none is any more.
    fn change_servers(&self, change: impl FnOnce(&mut State) -> bool) {
        let (mut before, mut after) = (0, 0);
        self.0.state.send_if_modified(|state| {
            before = state.cut_servers();
            let has_changed = change(state);
            after = state.cut_servers();
            has_changed
        });
        match (before, after) {
            (0, 1..) => tracing::info!(
                "Discord has made servers unavailable: clocks stand there until they are back"
            ),
            (1.., 0) => {
                tracing::info!("all servers are available again: clocks go on where they stood");
            }
            _ => {}
        }
    }

    /// Done when the people of this server cannot reach their tables.
    pub async fn are_cut_from(&self, server: ServerId) {
        let is_so = |state: &State| state.is_cut_off(Some(server));
        until(&mut self.subscribe(), is_so).await;
    }

    /// Done when they can.
    pub async fn are_open_to(&self, server: ServerId) {
        let is_so = |state: &State| !state.is_cut_off(Some(server));
        until(&mut self.subscribe(), is_so).await;
    }
}
