//! Whether people reach their tables at all. While they do not, no clock of theirs runs out; afterwards the time is theirs again.
//!
//! They come by lines, each for a part of the servers: as many as the bot has connections to Discord. What falls due for people
//! waits from the first moment of a cut on. One that is soon over was nothing more, but what fell due in it waits a moment
//! longer; any other is an outage like that between two processes, and is on the disk before anybody's clock may end.
//!
//! A line that dies without a word is cut only once that is noticed: when a heartbeat is not answered in time, at Discord's
//! pace up to some 51 seconds later. Clocks that end until then have ended; from the last word that was heard on the time of all
//! others is theirs again.
//!
//! A server can be out of reach while its line is open ([`servers`]): an outage, or it has thrown the bot out. That costs its
//! people no time either. Nor does it where this process itself stood still ([`standstill`]), or nothing that it says is taken
//! ([`outgoing`]).

mod outgoing;
mod over;
mod places;
mod servers;
mod standstill;
mod told;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

pub use self::outgoing::Said;
use self::outgoing::Stuck;
use self::over::Over;
pub use self::places::Place;
use self::places::Places;
use self::servers::{Concerned, Servers};
use self::standstill::Pulse;
use super::keeper::TRY_AGAIN;
use super::timing::Outage;
use super::{Ahead, Clock, Moment, ServerId};
use crate::store::{NotWritten, Store};

/// A cut that is over by then is none: connections break every few hours, and go on within a second. One that follows another
/// within this goes on with it: a line that opens for moments alone is cut all the while.
const GRACE: Duration = Duration::from_secs(10);

/// So long what people pressed during such a cut is on its way once it is over: Discord repeats that at once.
const ON_ITS_WAY: Duration = Duration::from_secs(3);

/// So long, in real time, whoever opens a line waits for the disk.
const PATIENCE: Duration = Duration::from_secs(2);

/// The lines by which people come. Copies are the same lines.
#[derive(Clone)]
pub struct Lines(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    /// Turns true, or loses its sender, when the hall closes.
    stop: watch::Receiver<bool>,
    state: watch::Sender<State>,
    concerned: Concerned,
    pulse: Pulse,
    /// Whether all fails that is sent.
    stuck: watch::Sender<Option<Stuck>>,
    /// Where it fails.
    places: Mutex<Places>,
    /// How far the clocks that people see were ahead at the last beat.
    ahead: watch::Sender<Ahead>,
}

/// What is known of all lines.
pub(super) struct State {
    /// Never none.
    lines: Vec<Line>,
    /// What the bot says goes by this, to everybody.
    outgoing: Line,
    /// When the hall was opened, until anybody says how many lines there are.
    opened_at: Option<Moment>,
    /// The outages from before this process.
    before: Arc<[Outage]>,
    /// Those of this process, of whole lines, in the order of their ends.
    over: VecDeque<Over>,
    /// The same of single servers.
    over_of_servers: VecDeque<Over>,
    /// The servers that are out of reach while their line may be open.
    servers: Servers,
    /// How many outages of this process are over.
    count: u64,
}

/// A line by which people come.
#[derive(Clone, Copy)]
enum Line {
    Open {
        /// The cut before, if it was none: when it began, and when it was over.
        lately: Option<Outage>,
    },
    Cut {
        since: Moment,
        /// Nothing is lost if it opens within this.
        grace: Duration,
    },
    /// It is open again, and what people have lost is being written down.
    Returning {
        since: Moment,
        /// Since when it is cut once more.
        again: Option<Moment>,
        /// When it opened once more after that, if it did.
        until: Option<Moment>,
    },
}

impl Line {
    /// As it is if nothing was ever amiss.
    const OPEN: Self = Self::Open { lately: None };

    /// Since when nobody comes by it.
    fn cut_since(self) -> Option<Moment> {
        match self {
            Self::Open { .. } => None,
            Self::Cut { since, .. } | Self::Returning { since, .. } => Some(since),
        }
    }

    /// Since when its people lose time that is theirs again when it opens; `None` while that may still be none.
    fn lost_since(self, now: Moment) -> Option<Moment> {
        match self {
            Self::Cut { since, grace } if now.since(since) <= grace => None,
            Self::Open { .. } | Self::Cut { .. } | Self::Returning { .. } => self.cut_since(),
        }
    }

    /// Nobody comes by it, since then.
    fn breaks(&mut self, since: Moment) {
        match self {
            Self::Open { lately } => {
                let goes_on = |(_, opened_at): &Outage| since.since(*opened_at) < GRACE;
                let before = lately.filter(goes_on);
                *self = Self::Cut {
                    since: before.map_or(since, |(began, _)| began),
                    grace: GRACE,
                };
            }
            Self::Returning { again, .. } => {
                again.get_or_insert(since);
            }
            Self::Cut { .. } => {}
        }
    }

    /// It opens; answers what its people have lost.
    fn opens(&mut self, now: Moment) -> Option<Outage> {
        match *self {
            Self::Open { .. } => None,
            Self::Cut { since, grace } if now.since(since) <= grace => {
                let lately = (since < now).then_some((since, now));
                *self = Self::Open { lately };
                None
            }
            Self::Cut { since, .. } => {
                *self = Self::Returning {
                    since,
                    again: None,
                    until: None,
                };
                Some((since, now))
            }
            // Whoever writes goes on, and writes down what was lost since then as well.
            Self::Returning {
                since,
                again,
                until,
            } => {
                *self = Self::Returning {
                    since,
                    again: None,
                    until: again.map(|_| now).or(until),
                };
                None
            }
        }
    }

    /// Nothing falls due before this: whoever comes by it is just back.
    fn soonest_due(self) -> Option<Moment> {
        match self {
            Self::Open { lately } => lately.map(|(_, opened_at)| opened_at.plus(ON_ITS_WAY)),
            Self::Cut { .. } | Self::Returning { .. } => None,
        }
    }
}

/// Which of so many lines.
#[derive(Clone, Copy)]
struct Part {
    number: usize,
    count: usize,
}

impl Part {
    /// The line by which the people of a server come, of so many; by the first those come who are in none (limits:
    /// "Gateway").
    fn of(server: Option<ServerId>, count: usize) -> Self {
        let number = server.map_or(0, |server| server.get() >> 22);
        let number = usize::try_from(number % count as u64);
        Self {
            number: number.unwrap_or_default(),
            count,
        }
    }

    fn serves(self, server: Option<ServerId>) -> bool {
        Self::of(server, self.count).number == self.number
    }
}

/// Whose people were out of reach.
#[derive(Clone, Copy)]
enum Whose {
    Line(Part),
    Everybody,
    Server(ServerId),
}

impl Whose {
    /// Whether the people of a server are among them.
    fn are(self, server: Option<ServerId>) -> bool {
        match self {
            Self::Line(part) => part.serves(server),
            Self::Everybody => true,
            Self::Server(own) => server == Some(own),
        }
    }
}

impl State {
    /// The line of this number, of as many as there are.
    fn part(&self, number: u64) -> Part {
        Part {
            number: usize::try_from(number).unwrap_or(usize::MAX),
            count: self.lines.len(),
        }
    }

    /// This line, if there are still as many. Single servers have none here.
    fn line(&mut self, whose: Whose) -> Option<&mut Line> {
        match whose {
            Whose::Line(part) if self.lines.len() == part.count => self.lines.get_mut(part.number),
            Whose::Everybody => Some(&mut self.outgoing),
            Whose::Line(_) | Whose::Server(_) => None,
        }
    }

    /// Since when a line is cut: of several the one that is cut longest.
    fn first_cut(&self) -> Option<Moment> {
        self.cuts_beside(None)
    }

    /// The same without this line.
    fn cuts_beside(&self, whose: Option<Whose>) -> Option<Moment> {
        let is_other = |number: usize| match whose {
            Some(Whose::Line(part)) => part.number != number,
            _ => true,
        };
        let lines = self.lines.iter().enumerate();
        let lines = lines.filter(|(number, _)| is_other(*number));
        let outgoing = (!matches!(whose, Some(Whose::Everybody))).then_some(&self.outgoing);
        let others = lines.map(|(_, line)| line).chain(outgoing);
        others.filter_map(|line| line.cut_since()).min()
    }

    /// Whether everybody loses time that will be theirs again.
    fn stops_all_clocks(&self, now: Moment) -> bool {
        let is_lost = |line: &Line| line.lost_since(now).is_some();
        is_lost(&self.outgoing) || self.lines.iter().all(is_lost)
    }

    /// Nobody comes by a line, since then.
    fn breaks(&mut self, whose: Whose, since: Moment) {
        if let Some(line) = self.line(whose) {
            line.breaks(since);
        }
    }

    /// A line opens; answers what its people have lost, which is to be written down first.
    fn opens(&mut self, whose: Whose, now: Moment) -> Option<Outage> {
        self.line(whose)?.opens(now)
    }

    /// What was lost could not be written down: what has been lost by now, unless the line is cut once more.
    fn still_opens(&mut self, whose: Whose, now: Moment) -> Option<Outage> {
        let line = self.line(whose)?;
        match *line {
            Line::Returning {
                since, again: None, ..
            } => Some((since, now)),
            Line::Returning { since, .. } => {
                let grace = Duration::ZERO;
                *line = Line::Cut { since, grace };
                None
            }
            Line::Open { .. } | Line::Cut { .. } => None,
        }
    }

    /// What was lost is on the disk; answers what more was lost meanwhile, which is to be written down next.
    fn written_down(&mut self, whose: Whose, outage: Outage) -> Option<Outage> {
        let line = self.line(whose)?;
        let Line::Returning { again, until, .. } = *line else {
            return None;
        };
        let ended = outage.1;
        // Clocks stood until it opened for the last time.
        let more = until.filter(|until| *until > ended);
        *line = match (more, again) {
            (Some(_), again) => Line::Returning {
                since: ended,
                again,
                until: None,
            },
            (None, Some(since)) => Line::Cut {
                since: since.max(ended),
                grace: GRACE,
            },
            (None, None) => Line::OPEN,
        };
        self.note(whose, outage);
        more.map(|until| (ended, until))
    }
}

impl Lines {
    /// One line that is open, as long as nobody says that there are others.
    pub(super) fn new(
        store: Store,
        clock: Clock,
        stop: watch::Receiver<bool>,
        before: Vec<Outage>,
        opened_at: Moment,
    ) -> Self {
        let pulse = Pulse::begins(opened_at);
        let state = State {
            lines: vec![Line::OPEN],
            outgoing: Line::OPEN,
            opened_at: Some(opened_at),
            before: before.into(),
            over: VecDeque::new(),
            over_of_servers: VecDeque::new(),
            servers: Servers::default(),
            count: 0,
        };
        Self(Arc::new(Inner {
            store,
            ahead: watch::Sender::new(clock.ahead()),
            clock,
            stop,
            state: watch::Sender::new(state),
            concerned: Concerned::default(),
            pulse,
            stuck: watch::Sender::default(),
            places: Mutex::default(),
        }))
    }

    /// There are so many lines from now on, and people are reached by none of them yet: since the hall was opened, if that
    /// was never said before.
    pub fn are(&self, count: u64) {
        let now = self.0.clock.now();
        self.0.state.send_modify(|state| {
            let began = state.opened_at.take().or(state.first_cut());
            let cut = Line::Cut {
                since: began.unwrap_or(now),
                grace: Duration::ZERO,
            };
            let count = usize::try_from(count).unwrap_or(1).max(1);
            state.lines = vec![cut; count];
            // Each of the new ones says whom it is for.
            state.servers.awaited.clear();
        });
    }

    /// Since then nobody is reached by this line; it stays so until it [opens](Self::opens).
    pub fn breaks(&self, number: u64, since: Moment) {
        // It may have broken while the process stood still, and be noted before that is.
        let since = self.standstill().map_or(since, |stood| stood.min(since));
        self.modify(number, |state, part| state.breaks(Whose::Line(part), since));
    }

    /// People are reached by this line. Done when what they have lost is theirs again; where the disk refuses that, or takes
    /// its time, their clocks stand until it is written down, and nobody waits here.
    pub async fn opens(&self, number: u64) {
        let part = self.0.state.borrow().part(number);
        self.opens_for(Whose::Line(part)).await;
    }

    async fn opens_for(&self, whose: Whose) {
        let now = self.0.clock.now();
        let mut lost = None;
        self.0
            .state
            .send_modify(|state| lost = state.opens(whose, now));
        if let Some(outage) = lost {
            let (told, tried) = oneshot::channel();
            tokio::spawn(self.clone().give_back(whose, outage, told));
            let _ = timeout(PATIENCE, tried).await;
        }
    }

    fn modify(&self, number: u64, change: impl FnOnce(&mut State, Part)) {
        self.0.state.send_modify(|state| {
            let part = state.part(number);
            change(state, part);
        });
    }

    /// Writes an outage down, again and again until the disk takes it, and then it is over; so also what more is lost
    /// meanwhile. Told after the first try.
    async fn give_back(self, whose: Whose, mut outage: Outage, told: oneshot::Sender<()>) {
        let mut told = Some(told);
        loop {
            let is_written = self.write(whose, outage).await.is_ok();
            let mut more = None;
            if is_written {
                self.0
                    .state
                    .send_modify(|state| more = state.written_down(whose, outage));
            }
            if let Some(told) = told.take() {
                if !is_written {
                    tracing::warn!(
                        "what people lost while they were cut off could not be written down: clocks stand until it is"
                    );
                }
                // Whoever does not wait any more need not know.
                let _ = told.send(());
            }
            if !is_written {
                if self.has_closed_after(TRY_AGAIN).await {
                    return;
                }
                let now = self.0.clock.now();
                self.0
                    .state
                    .send_modify(|state| more = state.still_opens(whose, now));
            }
            match more {
                Some(more) => outage = more,
                None => return,
            }
        }
    }

    async fn write(&self, whose: Whose, outage: Outage) -> Result<(), NotWritten> {
        let (began, ended) = outage;
        let others = self.0.state.borrow().cuts_beside(Some(whose));
        let alive = others.map_or(ended, |since| since.min(ended));
        self.0.store.note_outage(began, ended, alive).await
    }

    /// Waits so long; answers whether the hall closes before.
    async fn has_closed_after(&self, pause: Duration) -> bool {
        let mut stop = self.0.stop.clone();
        tokio::select! {
            () = self.0.clock.reached(self.0.clock.now().plus(pause)) => false,
            _ = stop.changed() => true,
        }
    }

    /// Whether the people of a server cannot reach their tables now.
    pub fn is_cut_off(&self, server: Option<ServerId>) -> bool {
        self.standstill().is_some()
            || self.stuck_since().is_some()
            || self.0.state.borrow().is_cut_off(server)
    }

    /// Whether nobody there could press anything now. Where only what the bot says is not taken they can: a call that is taken is
    /// the end of that.
    pub fn hear_nobody_from(&self, server: Option<ServerId>) -> bool {
        self.standstill().is_some() || self.0.state.borrow().hears_nobody_from(server)
    }

    /// From when on people are spared: since they are cut off, for all time since then will be given back, or else from now on.
    pub(super) fn spared_from(&self, server: Option<ServerId>) -> Moment {
        let now = self.0.clock.now();
        let unnoted = self.standstill().into_iter().chain(self.stuck_since());
        let state = self.0.state.borrow();
        let lost = state.ways_of(server).filter_map(|way| way.lost_since(now));
        let lost = lost.chain(unnoted);
        lost.min().map_or(now, |since| since.min(now))
    }

    /// Nothing falls due for the people of a server before this: they are just back, and what they pressed meanwhile is on its
    /// way.
    pub(super) fn soonest_due(&self, server: Option<ServerId>) -> Option<Moment> {
        let state = self.0.state.borrow();
        let soonest = state.ways_of(server).filter_map(Line::soonest_due);
        soonest.max()
    }

    /// Until when people were reached, as far as is known: a process that ends now leaves them alone since then. What
    /// one server alone misses is not on the disk, where an outage is everybody's.
    pub(super) fn reached_until(&self) -> Moment {
        let now = self.0.clock.now();
        let cut = self.0.state.borrow().first_cut();
        let unnoted = self.standstill().into_iter().chain(self.stuck_since());
        let cut = cut.into_iter().chain(unnoted).min();
        cut.map_or(now, |since| since.min(now))
    }

    /// The outages from before this process.
    pub(super) fn before(&self) -> Arc<[Outage]> {
        Arc::clone(&self.0.state.borrow().before)
    }

    /// All outages of a server's tables, and how many of this process are among those of all lines.
    pub(super) fn known(&self, server: Option<ServerId>) -> (Vec<Outage>, u64) {
        let state = self.0.state.borrow();
        let mut all = state.before.to_vec();
        all.extend(state.lost_after(0, server));
        (all, state.count)
    }

    /// How many outages of this process are over.
    pub(super) fn count(&self) -> u64 {
        self.0.state.borrow().count
    }

    /// The outages of a server's tables after so many of all, and how many there are now; `None` if none is new.
    pub(super) fn lost_after(
        &self,
        given: u64,
        server: Option<ServerId>,
    ) -> Option<(Vec<Outage>, u64)> {
        let state = self.0.state.borrow();
        (state.count != given).then(|| (state.lost_after(given, server), state.count))
    }

    /// Tells of every change that concerns any table.
    pub(super) fn subscribe(&self) -> watch::Receiver<State> {
        self.0.state.subscribe()
    }

    /// Whether the clocks of everybody stand: whatever line they come by.
    pub fn do_all_clocks_stand(&self) -> bool {
        let now = self.0.clock.now();
        self.stuck_since().is_some() || self.0.state.borrow().stops_all_clocks(now)
    }

    /// Done when people are reached by all lines, and by what the bot says.
    pub async fn are_open(&self) {
        until(&mut self.subscribe(), |state| state.first_cut().is_none()).await;
    }

    /// Done when they are not by one of these.
    pub async fn are_cut(&self) {
        until(&mut self.subscribe(), |state| state.first_cut().is_some()).await;
    }
}

/// Done when it is so.
async fn until(state: &mut watch::Receiver<State>, is_so: impl FnMut(&State) -> bool) {
    // The sender is kept beside whatever waits here.
    let _ = state.wait_for(is_so).await;
}

#[cfg(test)]
mod tests;
