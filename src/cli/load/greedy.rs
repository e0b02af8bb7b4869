//! Somebody greedy: one person who hammers *My rack* beside the ordinary tables, and what that does to the others.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};

use super::panel::{button, text};
use super::people::{Company, LOOKED_AT, WITHOUT_THREADS};
use super::report::within;
use crate::cli::CliFailure;
use crate::cli::told::tell;
use crate::sandbox::{Failure, Sandbox};

/// No more of the presses wait for their answers at once.
const IN_FLIGHT: usize = 256;
/// The board of their table comes sooner, on a machine however slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// One greedy person with a table of their own.
pub(super) struct Greedy {
    sandbox: Sandbox,
    person: String,
    board: String,
    rack: String,
    /// Presses a second.
    rate: u32,
}

/// What became of their presses.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Hammered {
    pub presses: usize,
    /// Answered with a picture.
    pub pictures: usize,
    /// Answered with a sentence.
    pub sentences: usize,
}

/// What they got.
enum Got {
    Picture,
    Sentence,
    Nothing,
}

/// The times of the others, the shortest first, and what became of the greedy presses.
pub(super) struct GreedyReport {
    pub without: Vec<Duration>,
    pub with: Vec<Duration>,
    pub hammered: Hammered,
    /// The bot's memory before and after the greedy presses, in bytes; `None` where the system does not tell.
    pub memory: [Option<u64>; 2],
}

impl Greedy {
    /// Comes, opens a table with computers alone, and starts.
    pub(super) async fn comes(
        sandbox: &Sandbox,
        company: Company,
        rate: u32,
    ) -> Result<Self, CliFailure> {
        let failed = |failure: Failure| CliFailure::bad(failure);
        let permissions = WITHOUT_THREADS.to_string();
        let channel = json!({"name": "load-greedy", "bot_permissions": permissions});
        let channel = text(&sandbox.open(channel).await.map_err(failed)?, "id");
        let person = sandbox.person(json!({"name": "Greedy"})).await;
        let person = text(&person.map_err(failed)?, "id");
        // A day a turn: the board keeps its buttons however long it is hammered.
        let alone = Company {
            people: 1,
            ..company
        };
        let options = json!({"seats": alone.seats(), "computers": alone.computers(), "clock": 3});
        let command = alone.game.id();
        let wish =
            json!({"person": person, "channel": channel, "command": command, "options": options});
        let lobby = sandbox.run(wish).await.map_err(failed)?["message"].take();
        let mut greedy = Self {
            sandbox: sandbox.clone(),
            person,
            board: text(&lobby, "id"),
            rack: button(&lobby, "start").unwrap_or_default(),
            rate,
        };
        greedy.press().await;
        (greedy.board, greedy.rack) = greedy.waits_for(&channel, "rack").await?;
        Ok(greedy)
    }

    /// The message with this button in a channel, and the button's id.
    async fn waits_for(&self, channel: &str, verb: &str) -> Result<(String, String), CliFailure> {
        let began = Instant::now();
        let (person, mut after) = (&self.person, 0);
        while began.elapsed() < PATIENCE {
            let path = format!("/channels/{channel}/messages?person={person}&limit={LOOKED_AT}");
            let seen = self.sandbox.call("GET", &path, Value::Null).await;
            let seen = seen.map_err(CliFailure::bad)?;
            let messages = seen["messages"].as_array().into_iter().flatten();
            let found = messages
                .rev()
                .find_map(|message| Some((text(message, "id"), button(message, verb)?)));
            if let Some(found) = found {
                return Ok(found);
            }
            after = seen["seq"].as_u64().unwrap_or(after);
            let path = format!("/news?person={person}&channel={channel}&after={after}&wait=1");
            let news = self.sandbox.call("GET", &path, Value::Null).await;
            news.map_err(CliFailure::bad)?;
        }
        Err(CliFailure::bad(format!(
            "the greedy person's table shows no {verb}"
        )))
    }

    async fn press(&self) -> Got {
        let wish = json!({"person": self.person, "message": self.board, "custom_id": self.rack,
            "forge": true});
        let Ok(outcome) = self.sandbox.press(wish).await else {
            return Got::Nothing;
        };
        let pictures = outcome["message"]["attachments"].as_array();
        match (outcome["state"] == "answered", pictures) {
            (false, _) => Got::Nothing,
            (true, Some(pictures)) if !pictures.is_empty() => Got::Picture,
            (true, _) => Got::Sentence,
        }
    }

    /// Presses *My rack* until then, as often a second as they can, whatever comes of it.
    pub(super) async fn hammers(self, until: Instant) -> Hammered {
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / self.rate);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let (greedy, places) = (Arc::new(self), Arc::new(Semaphore::new(IN_FLIGHT)));
        let mut pressing = JoinSet::new();
        while Instant::now() < until {
            ticks.tick().await;
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                break;
            };
            let greedy = Arc::clone(&greedy);
            pressing.spawn(async move {
                let got = greedy.press().await;
                drop(place);
                got
            });
        }
        let mut hammered = Hammered::default();
        while let Some(got) = pressing.join_next().await {
            hammered.presses += 1;
            match got {
                Ok(Got::Picture) => hammered.pictures += 1,
                Ok(Got::Sentence) => hammered.sentences += 1,
                Ok(Got::Nothing) | Err(_) => {}
            }
        }
        hammered
    }
}

impl GreedyReport {
    /// Whether every greedy press was answered.
    pub(super) fn is_clean(&self) -> bool {
        let Hammered {
            presses,
            pictures,
            sentences,
        } = self.hammered;
        presses > 0 && presses == pictures + sentences
    }

    /// Prints everything on stdout.
    pub(super) fn print(&self) -> Result<(), CliFailure> {
        let ms = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64() * 1000.0;
        let [without, with] = [&self.without, &self.with].map(|times| ms(within(times, 0.5)));
        let [slow_without, slow_with] =
            [&self.without, &self.with].map(|times| ms(within(times, 0.99)));
        tell(format_args!(
            "One greedy person: {} presses, {} answered with a picture, {} with a sentence",
            self.hammered.presses, self.hammered.pictures, self.hammered.sentences
        ))?;
        tell(format_args!(
            "  the others' median without them {without:.2} ms, with them {with:.2} ms: {:+.0} %   first +20 %",
            (with / without - 1.0) * 100.0
        ))?;
        tell(format_args!(
            "  their p99 without them {slow_without:.2} ms, with them {slow_with:.2} ms"
        ))?;
        let [before, after] = self.memory.map(|bytes| match bytes {
            Some(bytes) => format!("{:.1} MB", bytes as f64 / 1e6),
            None => "?".to_owned(),
        });
        tell(format_args!(
            "  memory of the bot before them {before}, after them {after}"
        ))
    }

    /// The same for scripts.
    pub(super) fn json(&self) -> Value {
        let both = |share| {
            let times = [&self.without, &self.with].map(|times| within(times, share));
            let [without, with] = times.map(|time| time.map(|time| time.as_micros() as u64));
            json!({"without": without, "with": with})
        };
        let [before, after] = self.memory;
        json!({
            "presses": self.hammered.presses,
            "pictures": self.hammered.pictures,
            "sentences": self.hammered.sentences,
            "others_p50_us": both(0.5),
            "others_p99_us": both(0.99),
            "memory_bytes": {"before": before, "after": after},
        })
    }
}
