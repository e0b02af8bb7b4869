//! What is counted while the program runs, for whoever watches it: one set of meters for the process, as it has one log.
//!
//! Meters carry numbers, names of routes and codes, never a person, a server, a table or a token. Rooms call them
//! where something happens; `cli/meters.rs` tells them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// Counters of one kind, told apart by a word.
type By = Family<[(&'static str, &'static str); 1], Counter>;
/// Counters of answers, told apart by route and status.
type ByAnswer = Family<[(&'static str, String); 2], Counter>;

/// A way to Discord is a tenth of a second; where everybody plays at once, boards wait for each other.
const BOARD_SECONDS: [f64; 20] = [
    0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0, 15.0, 20.0, 30.0,
    60.0, 120.0,
];

static METERS: LazyLock<Meters> = LazyLock::new(Meters::new);

struct Meters {
    registry: Registry,
    interactions: By,
    answer_seconds: Histogram,
    board_seconds: Histogram,
    late: By,
    declined: Counter,
    answered_elsewhere: Counter,
    requests: ByAnswer,
    connections: By,
    connected: Gauge,
    shards: Gauge,
    batches: Counter,
    batch_jobs: Histogram,
    batch_seconds: Histogram,
    batches_refused: Counter,
    waiting: Gauge,
    tables: Gauge,
    tasks: Gauge,
    clocks_stand: Gauge,
    silent: Gauge,
    mute: Gauge,
    /// Until when nothing but first answers is sent, for too much was refused.
    silent_until: Until,
    /// Until when not even these are.
    mute_until: Until,
    /// Until when nothing but these is sent, for Discord limits all else.
    limited_until: Until,
    /// Whether Discord refuses the token that it took before.
    is_token_doubted: AtomicBool,
    /// Whether the last batch was refused; no meter, but part of how the bot is.
    is_disk_refusing: AtomicBool,
}

/// Until when something is so, if it was ever.
#[derive(Default)]
struct Until(Mutex<Option<Instant>>);

impl Until {
    fn set(&self, until: Option<Instant>) {
        *self.locked() = until;
    }

    fn is_on(&self, now: Instant) -> bool {
        self.locked().is_some_and(|until| now < until)
    }

    fn locked(&self) -> MutexGuard<'_, Option<Instant>> {
        // A moment is written at once.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interaction {
    /// A press on a button or a list.
    Press,
    /// A command.
    Command,
    /// Something that is being typed.
    Typing,
}

impl Interaction {
    const ALL: [Self; 3] = [Self::Press, Self::Command, Self::Typing];

    fn word(self) -> &'static str {
        match self {
            Self::Press => "press",
            Self::Command => "command",
            Self::Typing => "typing",
        }
    }
}

/// What happened to a connection to the gateway.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// A session was opened.
    Opened,
    /// A session goes on.
    Resumed,
    /// It ended.
    Ended,
}

impl Connection {
    const ALL: [Self; 3] = [Self::Opened, Self::Resumed, Self::Ended];

    fn word(self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Resumed => "resumed",
            Self::Ended => "ended",
        }
    }
}

/// What only the moment of asking knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// Lobbies and running games.
    pub tables: usize,
    /// What waits for the disk.
    pub waiting: usize,
    /// Tasks of the runtime that have not ended.
    pub tasks: usize,
    /// Whether the clocks of everybody stand: nobody is reached, or nothing is taken that the bot says.
    pub do_clocks_stand: bool,
}

/// How the bot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Health {
    /// Whether Discord sends it what people do, on all its shards.
    pub is_connected: bool,
    /// Whether the disk took what was written last.
    pub is_disk_well: bool,
    /// Whether it sends what it has to say: not while Discord has refused too much.
    pub is_heard: bool,
    /// Whether it may send what it has to say: not while Discord limits all of it for long, or what stands before Discord refuses all.
    pub is_unlimited: bool,
    /// Whether it answers presses: not while Discord has refused so much that a ban is near.
    pub is_answering: bool,
    /// Whether Discord takes its token: not in some of its outages, and then it sends as little.
    pub is_token_taken: bool,
}

/// An interaction came in.
pub fn came(interaction: Interaction) {
    let kind = [("kind", interaction.word())];
    METERS.interactions.get_or_create(&kind).inc();
}

/// An interaction got its first answer, so long after it came.
pub fn answered(after: Duration) {
    METERS.answer_seconds.observe(after.as_secs_f64());
}

/// What came without its picture at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// An answer was promised.
    Promised,
    /// A panel was told in words.
    InWords,
}

impl Late {
    const ALL: [Self; 2] = [Self::Promised, Self::InWords];

    fn word(self) -> &'static str {
        match self {
            Self::Promised => "promised",
            Self::InWords => "in_words",
        }
    }
}

/// Something came late.
pub fn late(late: Late) {
    METERS.late.get_or_create(&[("kind", late.word())]).inc();
}

/// A board shows what it did not for so long.
pub fn board_shown(after: Duration) {
    METERS.board_seconds.observe(after.as_secs_f64());
}

/// Somebody was told that something is not possible, and why.
pub fn declined() {
    METERS.declined.inc();
}

/// An interaction had been answered by somebody else.
pub fn answered_elsewhere() {
    METERS.answered_elsewhere.inc();
}

/// Discord answered a request of this route.
pub fn request(route: &'static str, status: u16) {
    let labels = [("route", route.to_owned()), ("status", status.to_string())];
    METERS.requests.get_or_create(&labels).inc();
}

/// Something happened to a connection to the gateway.
pub fn connection(connection: Connection) {
    let more = match connection {
        Connection::Opened | Connection::Resumed => 1,
        Connection::Ended => -1,
    };
    let kind = [("kind", connection.word())];
    METERS.connections.get_or_create(&kind).inc();
    METERS.connected.inc_by(more);
}

/// So many connections there are to be.
pub fn shards(shards: u64) {
    METERS.shards.set(i64::try_from(shards).unwrap_or(i64::MAX));
}

/// So many jobs were written together in this time.
pub fn batch(jobs: usize, took: Duration) {
    METERS.batches.inc();
    METERS.batch_jobs.observe(jobs as f64);
    METERS.batch_seconds.observe(took.as_secs_f64());
    METERS.is_disk_refusing.store(false, Ordering::Relaxed);
}

/// A batch was not written.
pub fn batch_refused() {
    METERS.batches_refused.inc();
    METERS.is_disk_refusing.store(true, Ordering::Relaxed);
}

/// Nothing but first answers to presses is sent until then, for too much was refused.
pub fn silent_until(until: Instant) {
    METERS.silent_until.set(Some(until));
}

/// Nothing but first answers to presses is sent until then, for Discord limits all else, or what stands before it refuses all; `None`
/// once that is over.
pub fn limited_until(until: Option<Instant>) {
    METERS.limited_until.set(until);
}

/// Nothing at all is sent until then, for Discord bans whoever it refuses a little more.
pub fn mute_until(until: Instant) {
    METERS.mute_until.set(Some(until));
}

/// Discord refuses the token that it took before, or takes it again.
pub fn token_doubted(is_doubted: bool) {
    METERS.is_token_doubted.store(is_doubted, Ordering::Relaxed);
}

/// How the bot is.
pub fn health() -> Health {
    let now = Instant::now();
    Health {
        is_connected: METERS.connected.get() >= METERS.shards.get().max(1),
        is_disk_well: !METERS.is_disk_refusing.load(Ordering::Relaxed),
        is_heard: !METERS.silent_until.is_on(now),
        is_unlimited: !METERS.limited_until.is_on(now),
        is_answering: !METERS.mute_until.is_on(now),
        is_token_taken: !METERS.is_token_doubted.load(Ordering::Relaxed),
    }
}

/// All meters in the text form of OpenMetrics.
pub fn told(now: Now) -> String {
    METERS.tables.set(now.tables as i64);
    METERS.waiting.set(now.waiting as i64);
    METERS.tasks.set(now.tasks as i64);
    METERS.clocks_stand.set(i64::from(now.do_clocks_stand));
    let health = health();
    let is_silent = !health.is_heard || !health.is_unlimited || !health.is_token_taken;
    METERS.silent.set(i64::from(is_silent));
    METERS.mute.set(i64::from(!health.is_answering));
    let mut text = String::new();
    encode(&mut text, &METERS.registry).expect("a text takes every letter");
    text
}

impl Meters {
    fn new() -> Self {
        let mut meters = Self {
            registry: Registry::with_prefix("istaka"),
            interactions: By::default(),
            // From 5 ms to the three seconds that Discord waits, and one beyond.
            answer_seconds: Histogram::new(exponential_buckets(0.005, 2.0, 11)),
            board_seconds: Histogram::new(BOARD_SECONDS),
            late: By::default(),
            declined: Counter::default(),
            answered_elsewhere: Counter::default(),
            requests: ByAnswer::default(),
            connections: By::default(),
            connected: Gauge::default(),
            shards: Gauge::default(),
            batches: Counter::default(),
            batch_jobs: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            batch_seconds: Histogram::new(exponential_buckets(0.001, 2.0, 12)),
            batches_refused: Counter::default(),
            waiting: Gauge::default(),
            tables: Gauge::default(),
            tasks: Gauge::default(),
            clocks_stand: Gauge::default(),
            silent: Gauge::default(),
            mute: Gauge::default(),
            silent_until: Until::default(),
            mute_until: Until::default(),
            limited_until: Until::default(),
            is_token_doubted: AtomicBool::new(false),
            is_disk_refusing: AtomicBool::new(false),
        };
        meters.register_front();
        meters.register_house();
        meters.begin_at_nothing();
        meters
    }

    /// What has not happened yet is told as 0: whoever watches a meter that is not there watches nothing.
    fn begin_at_nothing(&self) {
        for kind in Interaction::ALL {
            let kind = [("kind", kind.word())];
            self.interactions.get_or_create(&kind).inc_by(0);
        }
        for kind in Late::ALL {
            let kind = [("kind", kind.word())];
            self.late.get_or_create(&kind).inc_by(0);
        }
        for kind in Connection::ALL {
            let kind = [("kind", kind.word())];
            self.connections.get_or_create(&kind).inc_by(0);
        }
    }

    fn register_front(&mut self) {
        let registry = &mut self.registry;
        registry.register(
            "interactions",
            "Presses, commands and what is being typed",
            self.interactions.clone(),
        );
        registry.register(
            "answer_seconds",
            "From an interaction to Discord's word that its first answer is there",
            self.answer_seconds.clone(),
        );
        registry.register(
            "board_seconds",
            "How old a board was when Discord took its change: from the first thing that it did not show",
            self.board_seconds.clone(),
        );
        registry.register(
            "late",
            "Answers that were promised first, and panels that were told in words before their picture",
            self.late.clone(),
        );
        registry.register(
            "declined",
            "What people wanted and was not possible",
            self.declined.clone(),
        );
        registry.register(
            "answered_elsewhere",
            "Interactions that somebody else had answered, perhaps another process with this token",
            self.answered_elsewhere.clone(),
        );
        registry.register(
            "requests",
            "Discord's answers by route and status; 429 is a rate limit",
            self.requests.clone(),
        );
        registry.register(
            "silent",
            "Whether nothing but answers to presses is sent, for Discord has refused too much, limits all else, or refuses the token: 1 or 0",
            self.silent.clone(),
        );
        registry.register(
            "mute",
            "Whether nothing at all is sent, not even answers to presses, for Discord bans whoever it refuses a little more: 1 or 0",
            self.mute.clone(),
        );
        registry.register(
            "gateway_connections",
            "Sessions opened and resumed, and connections that ended",
            self.connections.clone(),
        );
        registry.register(
            "gateway_connected",
            "How many connections to the gateway are open",
            self.connected.clone(),
        );
        registry.register(
            "gateway_shards",
            "How many there are to be",
            self.shards.clone(),
        );
    }

    fn register_house(&mut self) {
        let registry = &mut self.registry;
        registry.register("tables", "Lobbies and running games", self.tables.clone());
        registry.register(
            "tasks",
            "Tasks of the program that have not ended",
            self.tasks.clone(),
        );
        registry.register(
            "clocks_stand",
            "Whether the clocks of everybody stand, for nobody is reached or nothing is taken that the bot says: 1 or 0",
            self.clocks_stand.clone(),
        );
        registry.register(
            "journal_waiting",
            "What waits for the disk now",
            self.waiting.clone(),
        );
        registry.register(
            "journal_batches",
            "Transactions of the journals",
            self.batches.clone(),
        );
        registry.register(
            "journal_batch_jobs",
            "How much is written in one transaction",
            self.batch_jobs.clone(),
        );
        registry.register(
            "journal_batch_seconds",
            "How long one transaction takes",
            self.batch_seconds.clone(),
        );
        registry.register(
            "journal_batches_refused",
            "Transactions that the disk refused, or whose outcome is not known",
            self.batches_refused.clone(),
        );
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_has_not_happened_is_told_as_nothing() {
        let mut text = String::new();
        encode(&mut text, &Meters::new().registry).expect("a text takes every letter");
        for line in [
            "istaka_interactions_total{kind=\"typing\"} 0\n",
            "istaka_late_total{kind=\"in_words\"} 0\n",
            "istaka_late_total{kind=\"promised\"} 0\n",
            "istaka_gateway_connections_total{kind=\"resumed\"} 0\n",
            "istaka_answered_elsewhere_total 0\n",
            "istaka_silent 0\n",
            "istaka_mute 0\n",
            "istaka_clocks_stand 0\n",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }

    /// A host looks for a meter on one page: all that there are stand there, and nothing else does.
    #[test]
    fn every_meter_stands_on_the_page_for_hosts() {
        let meters = Meters::new();
        // What has not been counted yet is not told.
        let labels = [
            ("route", "callback".to_owned()),
            ("status", "200".to_owned()),
        ];
        meters.requests.get_or_create(&labels).inc();
        let mut text = String::new();
        encode(&mut text, &meters.registry).expect("a text takes every letter");
        let meters = text.lines().filter_map(|line| {
            let (name, kind) = line.strip_prefix("# TYPE ")?.split_once(' ')?;
            let ending = if kind == "counter" { "_total" } else { "" };
            Some(format!("{name}{ending}"))
        });
        let meters: BTreeSet<String> = meters.collect();
        assert!(meters.len() > 10, "only {} in\n{text}", meters.len());
        let page = include_str!("../docs/hosting.md");
        let (_, below) = page.split_once("| Meter | |\n").expect("their table");
        let rows = below
            .lines()
            .skip(1)
            .take_while(|line| line.starts_with("| "));
        let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
        let names = names.filter_map(|name| name.split('{').next());
        let on_page = names.filter(|name| name.starts_with("istaka_"));
        let on_page: BTreeSet<String> = on_page.map(str::to_owned).collect();
        assert_eq!(on_page, meters);
    }

    #[test]
    fn whoever_is_silent_is_heard_again_when_the_time_is_up() {
        let (silence, now) = (Until::default(), Instant::now());
        assert!(!silence.is_on(now));
        let until = now + Duration::from_secs(60);
        silence.set(Some(until));
        assert!(silence.is_on(now) && !silence.is_on(until));
        silence.set(None);
        assert!(!silence.is_on(now));
    }

    #[test]
    fn what_was_counted_is_told() {
        came(Interaction::Press);
        answered(Duration::from_millis(30));
        board_shown(Duration::from_millis(300));
        request("callback", 429);
        batch(3, Duration::from_millis(2));
        connection(Connection::Opened);
        let text = told(Now {
            tables: 7,
            waiting: 2,
            tasks: 30,
            do_clocks_stand: false,
        });
        for line in [
            "istaka_interactions_total{kind=\"press\"} ",
            "istaka_answer_seconds_bucket{le=\"0.04\"} ",
            "istaka_board_seconds_bucket{le=\"0.5\"} ",
            "istaka_requests_total{route=\"callback\",status=\"429\"} ",
            "istaka_journal_batches_total ",
            "istaka_gateway_connections_total{kind=\"opened\"} ",
            "istaka_tables 7\n",
            "istaka_journal_waiting 2\n",
            "istaka_tasks 30\n",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
