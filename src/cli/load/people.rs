//! The people of a load: one or two at each table, who press whatever their panel offers as soon as it offers it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{RwLock, RwLockReadGuard};
use tokio::time::{Instant, Interval, MissedTickBehavior};

use super::panel::{NEXT, Tried, button, is_private, next_press, text, verb};
use super::tally::{Days, Tally};
use crate::rules::any::GameId;
use crate::sandbox::{Failure, Sandbox};

/// With these rights alone a table stands in the channel itself: view, send, links, files, history.
pub(super) const WITHOUT_THREADS: u64 = 117_760;
/// Panel and board are among so many of the newest messages.
pub(super) const LOOKED_AT: u32 = 8;
/// Whoever has asked for so much that the board is not among them looks so far back.
const LOOKED_BACK: u32 = 100;
/// Whoever plays game after game looks so far now and then: other news may stand below the last board.
const LOOKED_THROUGH: u32 = 32;
const LOOKS_THROUGH_EVERY: Duration = Duration::from_secs(1);
/// A table that offers nothing for so long has come to a halt.
const STANDSTILL: Duration = Duration::from_secs(20);
/// On bad days it takes longer.
const BAD_STANDSTILL: Duration = Duration::from_secs(120);
/// When the time is over, what still has to come is waited for so long.
const LAST_PATIENCE: Duration = Duration::from_secs(300);
/// On bad days, and where time is hurried on, who is offered nothing for so long asks for their rack.
const IMPATIENCE: Duration = Duration::from_secs(3);
/// No game takes longer in real time.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// Where games count, people press so often in a round and leave the rest to the table, but for one game of so many.
const AWAKE: u32 = 2;
const PLAYED_OUT: u32 = 16;
/// Half a minute a turn for who leaves it to the table, a day for everybody else: no slow machine hurries them.
const FAST: u32 = 0;
const DAYS: u32 = 3;
/// The level of computers that think the shortest time.
const EASY: u32 = 0;
/// House rules by which a game is soon over; a game has one of them.
const BRIEF: [(&str, &str); 4] = [
    ("rounds", "1"),
    ("start_points", "1"),
    ("match_length", "hitomaki"),
    ("match_mode", "single_deal"),
];

/// How fast all people together press.
pub(super) struct Pace(Option<tokio::sync::Mutex<Interval>>);

impl Pace {
    /// So many presses a second, or as many as there are.
    pub(super) fn new(rate: Option<u32>) -> Self {
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

/// What is played, and by how many people; computers have the other seats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Company {
    /// Which game.
    pub game: GameId,
    /// How many people sit at each table.
    pub people: u8,
}

impl Company {
    /// How many seats each table has: as many as the game allows.
    pub(super) fn seats(self) -> usize {
        *self.game.seats().end()
    }

    /// How many computers sit at each table.
    pub(super) fn computers(self) -> usize {
        self.seats() - usize::from(self.people)
    }

    /// The house rules by which a game is soon over.
    fn short(self) -> Option<String> {
        let has = |name: &str| self.game.options().iter().any(|row| row.name == name);
        let brief = BRIEF.iter().find(|(name, _)| has(name));
        brief.map(|(name, value)| format!("{name}={value}"))
    }
}

/// Somebody at a table.
struct Player {
    id: String,
    tried: Tried,
}

/// A table and its people.
pub(super) struct Game {
    sandbox: Sandbox,
    tally: Arc<Tally>,
    company: Company,
    channel: String,
    /// The host first.
    people: Vec<Player>,
    /// The news that were read.
    seq: u64,
    /// When they last looked through more messages than usually.
    looked_through: Instant,
    /// Whether the first table is opened: from then on things may go wrong.
    is_in_play: bool,
    /// How many more games may be opened, where games count and not the time.
    left: Option<Arc<GamesLeft>>,
    /// The tables of the games before: their last boards still stand there.
    over: HashSet<String>,
    /// The table's number and how many games were opened there, added.
    count: u32,
    /// How many more presses are made in this round; `None` if it is played out.
    awake: Option<u32>,
}

/// How many more games all tables together may open.
pub(super) struct GamesLeft {
    games: AtomicU32,
    /// Shared by whoever waits for an answer: time jumps only when nobody does.
    answers: RwLock<()>,
}

impl GamesLeft {
    /// So many.
    pub(super) fn of(games: u32) -> Self {
        Self {
            games: AtomicU32::new(games),
            answers: RwLock::default(),
        }
    }

    /// Waits until nobody waits for an answer; nobody asks anything as long as this is kept.
    pub(super) async fn quiet(&self) -> impl Drop + '_ {
        self.answers.write().await
    }

    fn is_none(&self) -> bool {
        self.games.load(Ordering::Relaxed) == 0
    }

    /// One of them, if there is one left.
    fn take(&self) -> bool {
        let less = |left: u32| left.checked_sub(1);
        let taken = self
            .games
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        taken.is_ok()
    }
}

/// A button that somebody can press.
struct Offer {
    /// Which of the people of the table.
    place: usize,
    message: String,
    id: String,
}

/// Whether the time is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Left,
    Late,
}

/// What somebody at the table does next.
enum Next {
    Press(Offer),
    Wait,
    Over,
}

/// What was done.
enum Step {
    Pressed,
    Waited,
    Ended,
}

impl Game {
    /// One or two people come to a channel of their own, open a table with computers, and start it.
    pub(super) async fn begins(
        sandbox: Sandbox,
        number: u32,
        company: Company,
        tally: Arc<Tally>,
        left: Option<Arc<GamesLeft>>,
    ) -> Result<Self, Failure> {
        let permissions = WITHOUT_THREADS.to_string();
        let channel = json!({"name": channel_name(number), "bot_permissions": permissions});
        let channel = text(&sandbox.open(channel).await?, "id");
        let mut people = Vec::new();
        for place in 0..company.people {
            let name = format!("Player {number}.{place}");
            people.push(Player {
                id: text(&sandbox.person(json!({ "name": name })).await?, "id"),
                tried: Tried::default(),
            });
        }
        let mut game = Self {
            sandbox,
            tally,
            company,
            channel,
            people,
            seq: 0,
            looked_through: Instant::now(),
            is_in_play: false,
            left,
            over: HashSet::new(),
            count: number,
            awake: None,
        };
        game.opens().await?;
        game.is_in_play = true;
        Ok(game)
    }

    /// A new table in this channel.
    async fn opens(&mut self) -> Result<(), Failure> {
        self.count += 1;
        let plays_out = self.left.is_none() || self.count.is_multiple_of(PLAYED_OUT);
        self.awake = (!plays_out).then_some(AWAKE);
        let left = self.left.clone();
        let asks = asks(left.as_deref()).await;
        let outcome = self.sandbox.run(self.wish_for_a_table()).await?;
        drop(asks);
        self.tally.note("opening a table", &outcome);
        if self.is_in_play && self.tally.days() == Days::Bad {
            // Whatever became of it shows in the channel.
            return Ok(());
        }
        let lobby = outcome["message"].clone();
        let joins = (1..self.people.len()).map(|guest| (guest, "join"));
        for (place, verb) in joins.chain([(0, "start")]) {
            let Some(id) = button(&lobby, verb) else {
                self.tally.failed(&format!("a lobby without {verb}"));
                continue;
            };
            let message = text(&lobby, "id");
            let offer = Offer { place, message, id };
            self.press(offer).await?;
        }
        Ok(())
    }

    fn wish_for_a_table(&self) -> Value {
        let mut options = json!({
            "seats": self.company.seats(),
            "computers": self.company.computers(),
            "clock": if self.awake.is_some() { FAST } else { DAYS },
        });
        if self.ends_its_games()
            && let Some(short) = self.company.short()
        {
            options["rules"] = short.into();
        }
        if self.left.is_some() {
            options["level"] = EASY.into();
        }
        json!({
            "person": self.people[0].id,
            "channel": self.channel,
            "command": self.company.game.id(),
            "options": options,
        })
    }

    /// Plays until then, game after game, on bad days the last one to its end; answers the table as it is then.
    pub(super) async fn plays(mut self, until: Instant, pace: Arc<Pace>) -> Self {
        self.goes_on_until(until, &pace).await;
        self
    }

    async fn goes_on_until(&mut self, until: Instant, pace: &Pace) {
        let (mut quiet_since, mut asked_at) = (Instant::now(), Instant::now());
        loop {
            let time = self.time(until);
            if time == Time::Late && !self.ends_its_games() {
                return;
            }
            match self.goes_on(time, until, pace).await {
                Ok(Step::Pressed) => (quiet_since, asked_at) = (Instant::now(), Instant::now()),
                Ok(Step::Waited) => {}
                Ok(Step::Ended) => return,
                Err(failure) => self.tally.failed(&failure.to_string()),
            }
            let wants_to_press = self.ends_its_games() && self.awake != Some(0);
            if wants_to_press && asked_at.elapsed() > IMPATIENCE {
                asked_at = Instant::now();
                self.asks_for_racks().await;
            }
            if quiet_since.elapsed() > self.patience(until) {
                let seen = self.last_seen().await;
                let halt = format!("a table came to a halt: {seen}");
                return self.tally.failed(&halt);
            }
        }
    }

    /// Whether games are short, the last one too.
    fn ends_its_games(&self) -> bool {
        self.left.is_some() || self.tally.days() == Days::Bad
    }

    /// Plays on until there are no more games, each to its end.
    pub(super) async fn plays_on(mut self, left: Arc<GamesLeft>, pace: Arc<Pace>) -> Self {
        self.left = Some(left);
        self.goes_on_until(Instant::now() + LONGEST, &pace).await;
        self
    }

    /// On good days it is not late before there is a single answer that counts.
    fn time(&self, until: Instant) -> Time {
        if let Some(left) = &self.left {
            return if left.is_none() {
                Time::Late
            } else {
                Time::Left
            };
        }
        let may_end = self.tally.days() == Days::Bad || self.tally.is_measured();
        if Instant::now() >= until && may_end {
            Time::Late
        } else {
            Time::Left
        }
    }

    /// How long nothing may happen at the table.
    fn patience(&self, until: Instant) -> Duration {
        match self.tally.days() {
            _ if Instant::now() >= until => LAST_PATIENCE,
            Days::Good if self.left.is_none() => STANDSTILL,
            Days::Good | Days::Bad => BAD_STANDSTILL,
        }
    }

    /// A press of somebody, or a wait for one.
    async fn goes_on(&mut self, time: Time, until: Instant, pace: &Pace) -> Result<Step, Failure> {
        Ok(match self.next_offer(time).await? {
            Next::Press(offer) => {
                pace.next().await;
                self.press(offer).await?;
                Step::Pressed
            }
            Next::Wait => {
                self.waits(until).await?;
                Step::Waited
            }
            Next::Over => Step::Ended,
        })
    }

    /// What the host saw last, for whoever wants to know why nothing goes on.
    async fn last_seen(&mut self) -> String {
        let seen = self.sees(0, LOOKED_AT).await.unwrap_or_default();
        let told = seen.iter().rev().take(3).map(|message| {
            let text: String = text(message, "content").chars().take(80).collect();
            let who = if is_private(message) { "alone" } else { "all" };
            format!("[{who}] {}", text.replace('\n', " "))
        });
        told.collect::<Vec<_>>().join(" | ")
    }

    /// Everybody asks for their rack, and may press again what led nowhere.
    async fn asks_for_racks(&mut self) {
        let left = self.left.clone();
        for person in &mut self.people {
            let _asks = asks(left.as_deref()).await;
            person.tried = Tried::default();
            let wish = json!({"person": person.id, "channel": self.channel, "command": "rack"});
            match self.sandbox.run(wish).await {
                Ok(outcome) => self.tally.note("/rack", &outcome),
                Err(failure) => self.tally.failed(&failure.to_string()),
            }
        }
    }

    /// What one of them can press now; a finished game is followed by a new one, unless it is late.
    async fn next_offer(&mut self, time: Time) -> Result<Next, Failure> {
        for place in 0..self.people.len() {
            let many = self.looks_at();
            let mut messages = self.sees(place, many).await?;
            if messages.iter().all(is_private) {
                messages = self.sees(place, LOOKED_BACK).await?;
            }
            let mut public = messages.iter().rev().filter(|one| !is_private(one));
            let newest = public.clone().next();
            let is_new = |ended: &String| !self.over.contains(ended);
            let ended = match self.tally.days() {
                Days::Good => public.find_map(|one| ended_on(one).filter(is_new)),
                // The next table may not have opened: then this board is looked at again.
                Days::Bad => newest.and_then(ended_on),
            };
            if let Some(ended) = ended {
                if time == Time::Late || self.left.as_ref().is_some_and(|left| !left.take()) {
                    return Ok(Next::Over);
                }
                // Noted first: whatever goes wrong from here on, the table may have opened.
                self.over.insert(ended);
                self.opens().await?;
                return Ok(Next::Wait);
            }
            let offer = match newest.filter(|message| is_lobby(message)) {
                Some(lobby) => self.offer_of_lobby(place, lobby),
                None => self.offer_of_panel(place, &messages),
            };
            if let Some(offer) = offer {
                return Ok(Next::Press(offer));
            }
        }
        Ok(Next::Wait)
    }

    /// The guest comes in, then the host starts.
    fn offer_of_lobby(&self, place: usize, lobby: &Value) -> Option<Offer> {
        let content = text(lobby, "content");
        let is_in = self.people.iter().all(|one| content.contains(&one.id));
        let id = match (place, is_in) {
            (0, true) => button(lobby, "start"),
            (1, false) => button(lobby, "join"),
            _ => None,
        }?;
        let message = text(lobby, "id");
        Some(Offer { place, message, id })
    }

    fn looks_at(&mut self) -> u32 {
        if self.left.is_some() && self.looked_through.elapsed() > LOOKS_THROUGH_EVERY {
            self.looked_through = Instant::now();
            return LOOKED_THROUGH;
        }
        LOOKED_AT
    }

    fn offer_of_panel(&self, place: usize, messages: &[Value]) -> Option<Offer> {
        // A sentence for them alone, or what explains the game, has nothing that brings it on; the panel is above it.
        let panels = messages.iter().rev().filter(|one| is_private(one));
        let mut offers = panels.filter_map(|panel| {
            let id = next_press(panel, &self.people[place].tried)?;
            if self.awake == Some(0) && verb(&id) != NEXT {
                return None;
            }
            let message = text(panel, "id");
            Some(Offer { place, message, id })
        });
        offers.next()
    }

    /// The newest messages as one of the people sees them.
    async fn sees(&mut self, place: usize, many: u32) -> Result<Vec<Value>, Failure> {
        let (person, channel) = (&self.people[place].id, &self.channel);
        let path = format!("/channels/{channel}/messages?person={person}&limit={many}");
        let mut seen = self.sandbox.call("GET", &path, Value::Null).await?;
        self.seq = seen["seq"].as_u64().unwrap_or(self.seq);
        Ok(match seen["messages"].take() {
            Value::Array(messages) => messages,
            _ => Vec::new(),
        })
    }

    async fn press(&mut self, offer: Offer) -> Result<(), Failure> {
        let left = self.left.clone();
        let _asks = asks(left.as_deref()).await;
        self.awake = self.awake.map(|presses| match verb(&offer.id) {
            NEXT => AWAKE,
            "join" | "start" => presses,
            _ => presses.saturating_sub(1),
        });
        let person = &mut self.people[offer.place];
        let wish = json!({"person": person.id, "message": offer.message, "custom_id": offer.id});
        match self.sandbox.press(wish).await {
            Ok(outcome) => {
                self.tally.note(verb(&offer.id), &outcome);
                if outcome["state"] == "answered" {
                    person.tried.note(&offer.id);
                }
            }
            // The message changed between the look and the press: the person looks again.
            Err(Failure::Refused { .. }) => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// The channel goes, with all that stands there.
    pub(super) async fn goes(self) -> Result<(), Failure> {
        let path = format!("/channels/{}/delete", self.channel);
        self.sandbox.call("POST", &path, json!({})).await.map(drop)
    }

    /// Waits for anything new in the channel.
    async fn waits(&mut self, until: Instant) -> Result<(), Failure> {
        let left = until.saturating_duration_since(Instant::now());
        let wait = match self.tally.days() {
            Days::Good => left.as_secs_f64().clamp(0.1, 1.0),
            Days::Bad => 0.5,
        };
        let (person, channel) = (&self.people[0].id, &self.channel);
        let path = format!(
            "/news?person={person}&channel={channel}&after={}&wait={wait}",
            self.seq
        );
        // News for the guest alone need no wait of their own: the board tells of every turn.
        self.sandbox.call("GET", &path, Value::Null).await.map(drop)
    }
}

/// Kept while somebody waits for an answer.
async fn asks(left: Option<&GamesLeft>) -> Option<RwLockReadGuard<'_, ()>> {
    match left {
        Some(left) => Some(left.answers.read().await),
        None => None,
    }
}

fn channel_name(number: u32) -> String {
    format!("load-{number}")
}

/// The table whose last board this is.
fn ended_on(board: &Value) -> Option<String> {
    let again = button(board, "rematch")?;
    again.split(':').nth(1).map(str::to_owned)
}

fn is_lobby(message: &Value) -> bool {
    ["join", "start"]
        .iter()
        .any(|verb| button(message, verb).is_some())
}

/// Whether the last board of this table tells that its game is over.
pub(super) async fn is_told_to_be_over(sandbox: &Sandbox, number: u32) -> bool {
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

/// One of the people at a table, and where it stands.
pub(super) struct Asker {
    person: String,
    channel: String,
}

/// One of the people at each table; `None` where they are not found.
pub(super) async fn askers(sandbox: &Sandbox, tables: u32) -> Vec<Option<Asker>> {
    let world = sandbox.world().await.unwrap_or_default();
    let ids = |list: &str| -> HashMap<String, String> {
        let all = world[list].as_array().into_iter().flatten();
        all.map(|one| (text(one, "name"), text(one, "id")))
            .collect()
    };
    let (channels, people) = (ids("channels"), ids("people"));
    let asker = |number| {
        Some(Asker {
            person: people.get(&format!("Player {number}.0"))?.clone(),
            channel: channels.get(&channel_name(number))?.clone(),
        })
    };
    (0..tables).map(asker).collect()
}

/// They ask for their rack.
pub(super) async fn asks_for_rack(sandbox: &Sandbox, asker: Option<Asker>, tally: &Tally) {
    let Some(Asker { person, channel }) = asker else {
        return tally.failed("a table was not found again");
    };
    let wish = json!({"person": person, "channel": channel, "command": "rack"});
    match sandbox.run(wish).await {
        Ok(outcome) => tally.note("/rack", &outcome),
        Err(failure) => tally.failed(&failure.to_string()),
    }
}
