//! The people of a load: two at each table, who press whatever their panel offers as soon as it offers it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, Interval, MissedTickBehavior};

use crate::sandbox::{Failure, Sandbox};

/// In a channel with these rights alone a table stands in the channel itself, without a thread: view, send, links,
/// files, history.
pub const WITHOUT_THREADS: u64 = 117_760;
/// Panel and board are among so many of the newest messages.
pub const LOOKED_AT: u32 = 8;
/// A table that offers nothing for so long has come to a halt.
const STANDSTILL: Duration = Duration::from_secs(20);
/// On bad days it takes longer.
const BAD_STANDSTILL: Duration = Duration::from_secs(120);
/// When the time is over, what still has to come is waited for so long.
const LAST_PATIENCE: Duration = Duration::from_secs(300);
/// On bad days, somebody who is offered nothing for so long asks for their rack.
const IMPATIENCE: Duration = Duration::from_secs(3);

/// What all people measured.
pub struct Tally {
    counts: Mutex<Counts>,
    days: Days,
    /// At each table.
    people: u8,
}

/// Whether everything is to go well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Days {
    /// A press without an answer is a failure.
    Good,
    /// It is pressed again.
    Bad,
}

#[derive(Default)]
struct Counts {
    /// Answers count from then on; before it is known, all do.
    from: Option<Instant>,
    times_us: Vec<u64>,
    failures: usize,
    first_failures: Vec<String>,
    retried: usize,
    late: Late,
}

/// Answers that came without their picture at first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Late {
    /// Promised, and given later.
    pub promised: usize,
    /// In words alone.
    pub in_words: usize,
}

impl Late {
    fn note(&mut self, outcome: &Value) {
        if matches!(outcome["kind"].as_u64(), Some(5 | 6)) {
            self.promised += 1;
        } else if is_in_words(&outcome["message"]) {
            self.in_words += 1;
        }
    }
}

impl Counts {
    fn took(&mut self, after_us: u64) {
        if self.from.is_none_or(|from| from <= Instant::now()) {
            self.times_us.push(after_us);
        }
    }
}

/// Presses that failed.
#[derive(Clone, Default)]
pub struct Failures {
    /// How many.
    pub count: usize,
    /// What the first of them were.
    pub first: Vec<String>,
}

impl Tally {
    /// Of days like these.
    pub fn of(days: Days, people: u8) -> Self {
        Self {
            counts: Mutex::default(),
            days,
            people,
        }
    }

    /// How many presses got no answer and were made again.
    pub fn retried(&self) -> usize {
        self.lock().retried
    }

    /// What was answered without its picture at first.
    pub fn late(&self) -> Late {
        self.lock().late
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        // Every change under this lock is complete in itself.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something did not go as it should.
    pub fn failed(&self, what: &str) {
        let mut counts = self.lock();
        counts.failures += 1;
        if counts.first_failures.len() < 5 {
            counts.first_failures.push(what.to_owned());
        }
    }

    /// Answers count from this moment on.
    pub fn counts_from(&self, moment: Instant) {
        let mut counts = self.lock();
        counts.from = Some(moment);
        counts.times_us.clear();
    }

    /// Whether any answer counted so far.
    fn is_measured(&self) -> bool {
        !self.lock().times_us.is_empty()
    }

    /// How long each answer took since this was asked last, the shortest first.
    pub fn take_times(&self) -> Vec<Duration> {
        let mut times = std::mem::take(&mut self.lock().times_us);
        times.sort_unstable();
        times.into_iter().map(Duration::from_micros).collect()
    }

    /// What failed.
    pub fn failures(&self) -> Failures {
        let counts = self.lock();
        Failures {
            count: counts.failures,
            first: counts.first_failures.clone(),
        }
    }

    fn note(&self, what: &str, outcome: &Value) {
        match (outcome["state"].as_str(), outcome["after_us"].as_u64()) {
            (Some("answered"), Some(after)) => {
                let mut counts = self.lock();
                counts.late.note(outcome);
                counts.took(after);
            }
            _ if self.days == Days::Bad => self.lock().retried += 1,
            _ => self.failed(&format!("{what}: {}", outcome["error"])),
        }
    }
}

/// How fast all people together press.
pub struct Pace(Option<tokio::sync::Mutex<Interval>>);

impl Pace {
    /// So many presses a second, or as many as there are.
    pub fn new(rate: Option<u32>) -> Self {
        Self(rate.map(|rate| {
            let mut interval = tokio::time::interval(Duration::from_secs(1) / rate);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            tokio::sync::Mutex::new(interval)
        }))
    }

    async fn next(&self) {
        if let Some(interval) = &self.0 {
            interval.lock().await.tick().await;
        }
    }
}

/// A table and its people.
pub struct Game {
    sandbox: Sandbox,
    tally: Arc<Tally>,
    channel: String,
    people: Vec<String>,
    /// The news that were read.
    seq: u64,
    /// Whether the first table is opened: from then on things may go wrong.
    is_in_play: bool,
}

/// A button that somebody can press.
struct Offer {
    person: String,
    message: String,
    id: String,
}

/// What somebody at the table does next.
enum Next {
    Press(Offer),
    Wait,
    Over,
}

/// What is pressed first when several things can be pressed.
const WANTED: [&str; 9] = [
    "finish", "show", "no", "next", "draw", "pass", "take", "surely", "discard",
];

impl Game {
    /// One or two people come to a channel of their own, open a table with computers, and start it.
    pub async fn begins(sandbox: Sandbox, number: u32, tally: Arc<Tally>) -> Result<Self, Failure> {
        let permissions = WITHOUT_THREADS.to_string();
        let channel = json!({"name": channel_name(number), "bot_permissions": permissions});
        let channel = text(&sandbox.open(channel).await?, "id");
        let mut people = Vec::new();
        for place in 0..tally.people {
            let name = format!("Player {number}.{place}");
            people.push(text(&sandbox.person(json!({ "name": name })).await?, "id"));
        }
        let mut game = Self {
            sandbox,
            tally,
            channel,
            people,
            seq: 0,
            is_in_play: false,
        };
        game.opens().await?;
        game.is_in_play = true;
        Ok(game)
    }

    /// A new table in this channel.
    async fn opens(&mut self) -> Result<(), Failure> {
        let people = self.people.clone();
        let (host, guests) = (&people[0], &people[1..]);
        // The last clock that is offered, a day a turn: nobody is hurried however slow the machine is.
        let mut options = json!({"seats": 4, "computers": 4 - people.len(), "clock": 3});
        if self.tally.days == Days::Bad {
            // Games end sooner.
            options["points"] = json!(1);
        }
        let wish =
            json!({"person": host, "channel": self.channel, "command": "okey", "options": options});
        let outcome = self.sandbox.run(wish).await?;
        self.tally.note("/okey", &outcome);
        if self.is_in_play && self.tally.days == Days::Bad {
            // Whatever became of it shows in the channel.
            return Ok(());
        }
        let lobby = outcome["message"].clone();
        let joins = guests.iter().map(|guest| (guest.clone(), "join"));
        for (person, verb) in joins.chain([(host.clone(), "start")]) {
            match button(&lobby, verb) {
                Some(id) => {
                    let message = text(&lobby, "id");
                    self.press(Offer {
                        person,
                        message,
                        id,
                    })
                    .await?;
                }
                None => self.tally.failed(&format!("a lobby without {verb}")),
            }
        }
        Ok(())
    }

    /// Plays until then, game after game; on bad days the last one to its end.
    pub async fn plays(mut self, until: Instant, pace: Arc<Pace>) {
        let (mut quiet_since, mut asked_at) = (Instant::now(), Instant::now());
        let standstill = match self.tally.days {
            Days::Good => STANDSTILL,
            Days::Bad => BAD_STANDSTILL,
        };
        loop {
            let is_over = Instant::now() >= until;
            // Without a single answer that counts there is nothing to tell.
            let is_late = is_over && (self.tally.days == Days::Bad || self.tally.is_measured());
            if is_late && self.tally.days == Days::Good {
                return;
            }
            let moved = match self.next_offer(is_late).await {
                Ok(Next::Press(offer)) => {
                    pace.next().await;
                    self.press(offer).await.map(|()| true)
                }
                Ok(Next::Wait) => self.waits(until).await.map(|()| false),
                Ok(Next::Over) => return,
                Err(failure) => Err(failure),
            };
            match moved {
                Ok(true) => (quiet_since, asked_at) = (Instant::now(), Instant::now()),
                Ok(false) => {}
                Err(failure) => self.tally.failed(&failure.to_string()),
            }
            if self.tally.days == Days::Bad && asked_at.elapsed() > IMPATIENCE {
                asked_at = Instant::now();
                self.asks_for_racks().await;
            }
            let patience = if is_over { LAST_PATIENCE } else { standstill };
            if quiet_since.elapsed() > patience {
                let seen = self.last_seen().await;
                self.tally
                    .failed(&format!("a table came to a halt: {seen}"));
                return;
            }
        }
    }

    /// What the host saw last, for whoever wants to know why nothing goes on.
    async fn last_seen(&mut self) -> String {
        let host = self.people[0].clone();
        let seen = self.sees(&host).await.unwrap_or_default();
        let told = seen.iter().rev().take(3).map(|message| {
            let text: String = text(message, "content").chars().take(80).collect();
            let who = if is_private(message) { "alone" } else { "all" };
            format!("[{who}] {}", text.replace('\n', " "))
        });
        told.collect::<Vec<_>>().join(" | ")
    }

    async fn asks_for_racks(&self) {
        for person in &self.people {
            let wish = json!({"person": person, "channel": self.channel, "command": "rack"});
            match self.sandbox.run(wish).await {
                Ok(outcome) => self.tally.note("/rack", &outcome),
                Err(failure) => self.tally.failed(&failure.to_string()),
            }
        }
    }

    /// What one of them can press now; a finished game is followed by a new one, unless it is late.
    async fn next_offer(&mut self, is_late: bool) -> Result<Next, Failure> {
        for (place, person) in self.people.clone().into_iter().enumerate() {
            let messages = self.sees(&person).await?;
            let newest = messages.iter().rev().find(|message| !is_private(message));
            let press = |message: &Value, id: String| {
                let message = text(message, "id");
                Next::Press(Offer {
                    person: person.clone(),
                    message,
                    id,
                })
            };
            let lobby = messages.iter().rev().find(|message| {
                ["join", "start"]
                    .iter()
                    .any(|verb| button(message, verb).is_some())
            });
            let is_open = |lobby: &&Value| Some(*lobby) == newest;
            if let Some(lobby) = lobby.filter(is_open) {
                let content = text(lobby, "content");
                let is_in = self.people.iter().all(|one| content.contains(one));
                let wanted = match (place, is_in) {
                    (0, true) => button(lobby, "start"),
                    (1, false) => button(lobby, "join"),
                    _ => None,
                };
                match wanted {
                    Some(id) => return Ok(press(lobby, id)),
                    None => continue,
                }
            }
            if newest.is_some_and(|board| button(board, "rematch").is_some()) {
                if is_late {
                    return Ok(Next::Over);
                }
                self.opens().await?;
                return Ok(Next::Wait);
            }
            // A sentence for them alone has no buttons; the panel is above it.
            let is_panel = |message: &&Value| is_private(message) && has_buttons(message);
            let panel = messages.iter().rev().find(is_panel);
            if let Some(panel) = panel
                && let Some(id) = WANTED.iter().find_map(|verb| button(panel, verb))
            {
                return Ok(press(panel, id));
            }
        }
        Ok(Next::Wait)
    }

    async fn sees(&mut self, person: &str) -> Result<Vec<Value>, Failure> {
        let path = format!(
            "/channels/{}/messages?person={person}&limit={LOOKED_AT}",
            self.channel
        );
        let mut seen = self.sandbox.call("GET", &path, Value::Null).await?;
        self.seq = seen["seq"].as_u64().unwrap_or(self.seq);
        Ok(match seen["messages"].take() {
            Value::Array(messages) => messages,
            _ => Vec::new(),
        })
    }

    async fn press(&self, offer: Offer) -> Result<(), Failure> {
        let wish = json!({"person": offer.person, "message": offer.message, "custom_id": offer.id});
        match self.sandbox.press(wish).await {
            Ok(outcome) => self.tally.note(verb(&offer.id), &outcome),
            // The message changed between the look and the press: the person looks again.
            Err(Failure::Refused { .. }) => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Waits for anything new in the channel.
    async fn waits(&mut self, until: Instant) -> Result<(), Failure> {
        let left = until.saturating_duration_since(Instant::now());
        let wait = match self.tally.days {
            Days::Good => left.as_secs_f64().clamp(0.1, 1.0),
            Days::Bad => 0.5,
        };
        let (person, channel) = (&self.people[0], &self.channel);
        let path = format!(
            "/news?person={person}&channel={channel}&after={}&wait={wait}",
            self.seq
        );
        // News for the guest alone need no wait of their own: the board tells of every turn.
        self.sandbox.call("GET", &path, Value::Null).await.map(drop)
    }
}

fn channel_name(number: u32) -> String {
    format!("load-{number}")
}

/// Whether this is a panel that tells in words what its picture would show.
fn is_in_words(message: &Value) -> bool {
    let pictures = message["attachments"].as_array();
    is_private(message) && has_buttons(message) && pictures.is_none_or(Vec::is_empty)
}

fn has_buttons(message: &Value) -> bool {
    let rows = message["components"].as_array();
    rows.is_some_and(|rows| !rows.is_empty())
}

/// Whether the last board of this table tells that its game is over.
pub async fn is_told_to_be_over(sandbox: &Sandbox, number: u32) -> bool {
    let world = sandbox.world().await.unwrap_or_default();
    let channels = world["channels"].as_array().into_iter().flatten();
    let person = &world["people"][0]["id"];
    let mut named = channels.filter(|one| one["name"] == channel_name(number).as_str());
    let (Some(channel), Some(person)) = (named.next(), person.as_str()) else {
        return false;
    };
    let id = text(channel, "id");
    let path = format!("/channels/{id}/messages?person={person}&limit={LOOKED_AT}");
    let seen = sandbox.call("GET", &path, Value::Null).await;
    let seen = seen.unwrap_or_default();
    let mut messages = seen["messages"].as_array().into_iter().flatten().rev();
    let newest = messages.find(|message| !is_private(message));
    newest.is_some_and(|board| button(board, "rematch").is_some())
}

/// One of the people at a table asks for their rack.
pub async fn asks_for_rack(sandbox: &Sandbox, number: u32, tally: &Tally) {
    let world = sandbox.world().await.unwrap_or_default();
    let named = |list: &Value, name: &str| {
        let mut all = list.as_array().into_iter().flatten();
        all.find(|one| one["name"] == name)
            .map(|one| text(one, "id"))
    };
    let channel = named(&world["channels"], &channel_name(number));
    let person = named(&world["people"], &format!("Player {number}.0"));
    let (Some(channel), Some(person)) = (channel, person) else {
        return tally.failed("a table was not found again");
    };
    let wish = json!({"person": person, "channel": channel, "command": "rack"});
    match sandbox.run(wish).await {
        Ok(outcome) => tally.note("/rack", &outcome),
        Err(failure) => tally.failed(&failure.to_string()),
    }
}

/// The id of the enabled button with this verb; of several the last.
pub fn button(message: &Value, wanted: &str) -> Option<String> {
    let rows = message["components"].as_array()?;
    let buttons = rows.iter().filter_map(|row| row["components"].as_array());
    let enabled = buttons
        .flatten()
        .filter(|button| button["disabled"] != true);
    let ids = enabled.filter_map(|button| button["custom_id"].as_str());
    ids.rev().find(|id| verb(id) == wanted).map(str::to_owned)
}

/// The verb of a component's id: the fourth of its parts, after version, table and revision.
fn verb(id: &str) -> &str {
    id.split(':').nth(3).unwrap_or_default()
}

fn is_private(message: &Value) -> bool {
    const EPHEMERAL: u64 = 64;
    message["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
}

pub fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
