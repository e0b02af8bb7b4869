//! Servers that are out of reach while their line is open: Discord makes them unavailable, or they throw the bot out.
//!
//! Only those are kept of which this is known, and of those without the bot only where tables live. Whatever shows that a server
//! is there ends it, so that a word that was missed stops nobody's clock for good; of one that does not invite the bot again the
//! tables end ([`super::super::due`]). Nothing of this is written down: on the disk an outage is everybody's, and a restart gives
//! the time of a single server not back.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use tokio::sync::watch;

use super::{GRACE, Line, Lines, ON_ITS_WAY, Part, State, Whose};
use crate::tables::house::Cards;
use crate::tables::{ChannelId, Moment, ServerId};

/// A login names all servers and tells of each that is there soon after. One that is not told of by then is not there.
const COMING: Duration = Duration::from_secs(30);

/// What is known of servers that are out of reach.
#[derive(Default)]
pub(super) struct Servers {
    /// Those that are, or were until a moment ago.
    pub(super) missed: HashMap<ServerId, Missed>,
    /// By its number, the servers of a line that have not come since it opened anew.
    pub(super) awaited: HashMap<usize, Awaited>,
}

/// Who wants to know what becomes of a server.
pub(super) struct Concerned {
    /// The tables: those in it.
    cards: OnceLock<Weak<Cards>>,
    /// Whoever waits for it, also where there are none.
    others: watch::Sender<()>,
}

impl Default for Concerned {
    fn default() -> Self {
        Self {
            cards: OnceLock::new(),
            others: watch::Sender::new(()),
        }
    }
}

/// A server that is out of reach, or was until a moment ago.
pub(super) struct Missed {
    way: Line,
    /// When it went for the last time.
    went_at: Moment,
    /// Whether the bot is not in it any more: it comes back with an invitation, or never.
    has_thrown_out: bool,
}

/// The servers of a line that a login has named, and that have not come.
pub(super) struct Awaited {
    since: Moment,
    servers: HashSet<ServerId>,
}

impl State {
    /// All by which the people of a server come.
    pub(super) fn ways_of(&self, server: Option<ServerId>) -> impl Iterator<Item = Line> + '_ {
        self.ways_from(server).chain([self.outgoing])
    }

    /// Those by which they are heard.
    fn ways_from(&self, server: Option<ServerId>) -> impl Iterator<Item = Line> + '_ {
        let part = Part::of(server, self.lines.len());
        let own = server.and_then(|server| self.servers.missed.get(&server));
        let line = self.lines.get(part.number);
        [line, own.map(|missed| &missed.way)]
            .into_iter()
            .flatten()
            .copied()
    }

    /// Whether the people of a server are not heard.
    pub(super) fn hears_nobody_from(&self, server: Option<ServerId>) -> bool {
        self.ways_from(server).any(|way| way.cut_since().is_some())
    }

    /// Whether the people of a server cannot reach their tables.
    pub(super) fn is_cut_off(&self, server: Option<ServerId>) -> bool {
        self.ways_of(server).any(|way| way.cut_since().is_some())
    }

    /// Whether a server is out of reach while its line may be open.
    pub(super) fn is_cut_by_itself(&self, server: ServerId) -> bool {
        let missed = self.servers.missed.get(&server);
        missed.is_some_and(|missed| missed.way.cut_since().is_some())
    }

    /// Whether the bot is not in a server any more, as its line tells that is open.
    pub(super) fn has_thrown_out(&self, server: Option<ServerId>) -> bool {
        let missed = server.and_then(|server| self.servers.missed.get(&server));
        let line = self.lines.get(Part::of(server, self.lines.len()).number);
        missed.is_some_and(|missed| missed.has_thrown_out)
            && line.is_some_and(|line| line.cut_since().is_none())
    }

    /// Those in which it is not any more, as far as their lines tell.
    fn thrown_out(&self) -> HashSet<ServerId> {
        let missed = self.servers.missed.keys().copied();
        missed
            .filter(|server| self.has_thrown_out(Some(*server)))
            .collect()
    }

    /// How many servers are out of reach by themselves: those that have thrown the bot out, and the others.
    fn cut_servers(&self) -> [usize; 2] {
        let missed = self.servers.missed.values();
        let cut = missed.filter(|missed| missed.way.cut_since().is_some());
        let (removed, unavailable): (Vec<_>, Vec<_>) =
            cut.partition(|missed| missed.has_thrown_out);
        [removed.len(), unavailable.len()]
    }

    /// Nobody comes from this server, since then.
    pub(super) fn server_breaks(&mut self, server: ServerId, since: Moment) {
        let missed = self.servers.missed.entry(server).or_insert(Missed {
            way: Line::OPEN,
            went_at: since,
            has_thrown_out: false,
        });
        missed.way.breaks(since);
        missed.went_at = since;
    }

    /// The bot is not in this server any more. Where no table lives nobody waits for it, there or in another that threw it
    /// out before.
    pub(super) fn server_throws_out(
        &mut self,
        server: ServerId,
        living: &HashSet<ServerId>,
        now: Moment,
    ) {
        let is_waited_for = |server: &ServerId, missed: &mut Missed| {
            !missed.has_thrown_out || living.contains(server)
        };
        self.servers.missed.retain(is_waited_for);
        let missed = self.servers.missed.get(&server);
        if !missed.is_some_and(|missed| missed.has_thrown_out) {
            // What an outage took until now is no part of the day in which it may invite the bot again.
            self.server_opens(server, now);
        }
        if living.contains(&server) {
            self.server_breaks(server, now);
            let missed = self.servers.missed.get_mut(&server);
            missed
                .into_iter()
                .for_each(|missed| missed.has_thrown_out = true);
        }
    }

    /// Whether something that was made in a server at this moment shows that it is there: what was made before it went, or
    /// just then, was on its way.
    pub(super) fn is_shown_by(&self, server: ServerId, made_at: Moment) -> bool {
        let missed = self.servers.missed.get(&server);
        let cut = missed.filter(|missed| missed.way.cut_since().is_some());
        let mut awaited = self.servers.awaited.values();
        let awaited = awaited.find(|awaited| awaited.servers.contains(&server));
        let went = [cut.map(|cut| cut.went_at), awaited.map(|one| one.since)];
        let mut went = went.into_iter().flatten();
        went.all(|went_at| made_at >= went_at.plus(ON_ITS_WAY))
    }

    /// Nobody waits any more for a server that a login has named.
    fn comes(&mut self, server: ServerId) {
        self.servers.awaited.retain(|_, awaited| {
            awaited.servers.remove(&server);
            !awaited.servers.is_empty()
        });
    }

    /// This server is there; answers whether it was not.
    pub(super) fn server_opens(&mut self, server: ServerId, now: Moment) -> bool {
        self.comes(server);
        // An outage of moments is remembered for as long as the next may belong to it.
        self.servers.missed.retain(|_, missed| match missed.way {
            Line::Open { lately } => lately.is_some_and(|(_, at)| now.since(at) < GRACE),
            Line::Cut { .. } | Line::Returning { .. } => true,
        });
        let Some(missed) = self.servers.missed.get_mut(&server) else {
            return false;
        };
        missed.has_thrown_out = false;
        let was_cut = missed.way.cut_since().is_some();
        if let Some(outage) = missed.way.opens(now) {
            // Nothing is written down first: it is over at once.
            self.servers.missed.remove(&server);
            self.note(Whose::Server(server), outage);
        }
        was_cut
    }

    /// A line is opened anew and names its servers: the bot is in no others. Answers in which of those tables live.
    pub(super) fn logs_in(
        &mut self,
        part: Part,
        servers: HashSet<ServerId>,
        living: &HashSet<ServerId>,
        now: Moment,
    ) -> Vec<ServerId> {
        let is_gone = |server: &ServerId| part.serves(Some(*server)) && !servers.contains(server);
        let known = self.servers.missed.keys().chain(living).copied();
        let gone: HashSet<ServerId> = known.filter(is_gone).collect();
        for server in &gone {
            self.server_throws_out(*server, living, now);
        }
        for server in &servers {
            if let Some(missed) = self.servers.missed.get_mut(server) {
                // It is told of as soon as it is there.
                missed.has_thrown_out = false;
            }
        }
        self.servers.awaited.remove(&part.number);
        if !servers.is_empty() {
            let awaited = Awaited {
                since: now,
                servers,
            };
            self.servers.awaited.insert(part.number, awaited);
        }
        gone.intersection(living).copied().collect()
    }

    /// Whether servers of a line should have come by now.
    pub(super) fn is_late(&self, part: Part, now: Moment) -> bool {
        let awaited = self.servers.awaited.get(&part.number);
        awaited.is_some_and(|awaited| now.since(awaited.since) >= COMING)
    }

    /// Those that have not come since the login are out of reach since then; answers whether there are any.
    pub(super) fn waits_no_longer(&mut self, part: Part) -> bool {
        let Some(awaited) = self.servers.awaited.remove(&part.number) else {
            return false;
        };
        for server in awaited.servers {
            self.server_breaks(server, awaited.since);
        }
        true
    }
}

impl Lines {
    /// These are the tables that look at what becomes of their servers; said once.
    pub(in crate::tables) fn concern(&self, cards: &Arc<Cards>) {
        self.0.concerned.cards.get_or_init(|| Arc::downgrade(cards));
    }

    /// The server in which this channel lies, if a table stands there or in a thread of it.
    pub(crate) fn server_at(&self, channel: ChannelId) -> Option<ServerId> {
        let cards = self.0.concerned.cards.get().and_then(Weak::upgrade)?;
        cards.server_at(channel)
    }

    /// From now on nobody comes from this server, whatever its line does; it stays so until it [opens](Self::server_opens).
    pub fn server_breaks(&self, server: ServerId) {
        let now = self.0.clock.now();
        self.change_servers(Some(server), |state| {
            state.server_breaks(server, now);
            true
        });
    }

    /// The bot is not in this server any more, and hears nothing further of it. Where tables live (`living` are the servers in
    /// which any do) clocks stand as in an outage until it [opens](Self::server_opens); a day later its tables close. Elsewhere
    /// nobody waits for it.
    pub fn server_throws_out(&self, server: ServerId, living: &HashSet<ServerId>) {
        let now = self.0.clock.now();
        self.change_servers(Some(server), |state| {
            state.server_throws_out(server, living, now);
            true
        });
    }

    /// This server is there: what its people have lost is theirs again.
    pub fn server_opens(&self, server: ServerId) {
        if self.misses_servers() {
            let now = self.0.clock.now();
            self.change_servers(Some(server), |state| state.server_opens(server, now));
        }
    }

    /// Somebody in this server pressed something at that moment: so it is there, unless that was on its way when it went.
    pub fn server_pressed(&self, server: ServerId, made_at: Moment) {
        let now = self.0.clock.now();
        self.change_servers(Some(server), |state| {
            state.is_shown_by(server, made_at) && state.server_opens(server, now)
        });
    }

    /// Whether any server is missed: mostly none is, and nobody has to look from where something comes.
    pub fn misses_servers(&self) -> bool {
        let servers = &self.0.state.borrow().servers;
        !servers.missed.is_empty() || !servers.awaited.is_empty()
    }

    /// Whether the bot is not in a server any more, as its line tells that is open.
    pub(in crate::tables) fn has_thrown_out(&self, server: Option<ServerId>) -> bool {
        self.0.state.borrow().has_thrown_out(server)
    }

    /// All of which that is so.
    pub(in crate::tables) fn thrown_out(&self) -> HashSet<ServerId> {
        self.0.state.borrow().thrown_out()
    }

    /// This line is opened anew, and these are its servers; each is told of soon, if it is there. Answers which others have
    /// [thrown the bot out](Self::server_throws_out) although tables live there.
    pub fn names(
        &self,
        number: u64,
        servers: HashSet<ServerId>,
        living: &HashSet<ServerId>,
    ) -> Vec<ServerId> {
        let now = self.0.clock.now();
        let mut gone = Vec::new();
        self.change_servers(None, |state| {
            let part = state.part(number);
            gone = state.logs_in(part, servers, living, now);
            true
        });
        gone
    }

    /// Something has come by this line. What it tells of servers comes in order: those that are late are so for certain
    /// once something comes after their time, and not because nobody has read yet what is there.
    pub fn hears(&self, number: u64) {
        let now = self.0.clock.now();
        let is_late = {
            let state = self.0.state.borrow();
            !state.servers.awaited.is_empty() && state.is_late(state.part(number), now)
        };
        if is_late {
            self.change_servers(None, |state| {
                let part = state.part(number);
                state.waits_no_longer(part)
            });
        }
    }

    /// Tells the tables if something has changed, of one server those that it has; and the host when the first server is
    /// missed and when none is any more, and of those that have thrown the bot out.
    fn change_servers(&self, one: Option<ServerId>, change: impl FnOnce(&mut State) -> bool) {
        let (mut before, mut after) = ([0; 2], [0; 2]);
        let mut has_changed = false;
        self.0.state.send_if_modified(|state| {
            before = state.cut_servers();
            has_changed = change(state);
            after = state.cut_servers();
            false
        });
        if has_changed {
            // Only now: a table that is opened meanwhile sees what it is, or is told of it.
            match one {
                // Thousands of servers come and go with an outage of Discord's: for each of them all tables would look.
                Some(server) => self.tables_heed(server),
                None => self.0.state.send_modify(|_| {}),
            }
            self.0.concerned.others.send_replace(());
        }
        let ([removed_before, before], [removed, after]) = (before, after);
        if removed > removed_before {
            tracing::info!(
                "a server in which people play has thrown the bot out: clocks stand there until it is invited again, for a day"
            );
            return;
        }
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

    fn tables_heed(&self, server: ServerId) {
        if let Some(cards) = self.0.concerned.cards.get().and_then(Weak::upgrade) {
            cards.heed(server);
        }
    }

    /// Done when the people of this server cannot reach their tables.
    pub async fn are_cut_from(&self, server: ServerId) {
        self.until_cut_off_is(server, true).await;
    }

    /// Done when they can.
    pub async fn are_open_to(&self, server: ServerId) {
        self.until_cut_off_is(server, false).await;
    }

    async fn until_cut_off_is(&self, server: ServerId, wanted: bool) {
        let (mut lines, mut servers) = (self.subscribe(), self.0.concerned.others.subscribe());
        while self.is_cut_off(Some(server)) != wanted {
            // The senders are kept beside whoever waits here.
            let _ = tokio::select! {
                changed = lines.changed() => changed,
                changed = servers.changed() => changed,
            };
        }
    }
}
