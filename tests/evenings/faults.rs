//! Forty tables while a tenth of all answers fail or get lost, others come late, events come twice and out of order,
//! and the gateway is cut again and again. People do what people do: they press what is offered, once more if nothing
//! happened, and *My rack* if nothing is offered.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use istaka::discord::FrontSettings;
use istaka::sandbox::{self, FaultCounts, Faults, RateLimits, Sandbox};
use istaka::tables::Life;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tokio::sync::watch;

use crate::house::{Folder, INVITED, ROOMY, RunningBot, channel_in};
use crate::message::{Button, Message};
use crate::people::{PATIENCE, Person, board, panel};
use crate::play::{choice, standing};
use crate::world::World;

const TABLES: usize = 40;
/// So many of them stand in threads.
const IN_THREADS: usize = 8;
/// So many have two people.
const IN_PAIRS: usize = 8;
/// The evening lasts no longer, on a machine however slow: on a quick one it is over in half a minute.
const LONGEST: Duration = Duration::from_secs(1200);
/// Somebody who is offered nothing for so long asks for their rack.
const IMPATIENCE: Duration = Duration::from_secs(2);
/// After so many presses, of some fifteen hundred, everybody holds still for a while.
const IN_BETWEEN: u64 = 300;
/// So many boards at least offer a draw then (mostly a dozen), and are compared with their tables.
const SEEN: usize = 1;

/// The mix, with the gateway cut more often so that a short evening sees it.
fn mix(seed: u64) -> Faults {
    Faults {
        seed,
        error_percent: 5,
        lost_percent: 5,
        delay_percent: 5,
        delay_ms: 2000,
        event_doubled_percent: 10,
        event_reordered_percent: 10,
        drop_every_ms: 2000,
        ..Faults::default()
    }
}

/// A table, and the people who play at it.
struct Party {
    people: Vec<Person>,
    channel: String,
    presses: watch::Sender<u64>,
    /// Whether people hold still.
    still: watch::Receiver<bool>,
}

#[derive(PartialEq, Eq)]
enum Did {
    Something,
    Nothing,
    TheGameIsOver,
}

impl Party {
    /// Plays a whole game; opens the table first.
    async fn plays(mut self) -> Vec<Person> {
        let mut idle_since = Instant::now();
        loop {
            if *self.still.borrow() {
                // The sender lives as long as the evening.
                let _ = self.still.wait_for(|is_still| !is_still).await;
            }
            match self.tries().await {
                Did::TheGameIsOver => return self.people,
                Did::Something => idle_since = Instant::now(),
                Did::Nothing if idle_since.elapsed() > IMPATIENCE => {
                    self.asks_for_racks().await;
                    idle_since = Instant::now();
                }
                Did::Nothing => self.waits().await,
            }
        }
    }

    /// Whoever can do something does it.
    async fn tries(&mut self) -> Did {
        for place in 0..self.people.len() {
            let person = self.people[place].clone();
            let (seen, _) = person.glances().await;
            if let Some(board) = board(&seen) {
                if board.content().contains("The game is over") {
                    return Did::TheGameIsOver;
                }
                if let Some((panel, button)) =
                    panel(&seen).and_then(|panel| choice(&panel).map(|button| (panel, button)))
                {
                    self.presses(&person, &panel, &button.id).await;
                    return Did::Something;
                }
                continue;
            }
            if self.is_at_the_lobby(&person, &seen, place).await == Did::Something {
                return Did::Something;
            }
        }
        Did::Nothing
    }

    async fn is_at_the_lobby(&mut self, person: &Person, seen: &[Message], place: usize) -> Did {
        let lobby = seen.iter().rev().find(|message| {
            !message.is_private()
                && (message.can("start").is_some() || message.can("join").is_some())
        });
        if let Some(lobby) = lobby {
            let is_in = lobby.content().contains(&person.id) || lobby.can("join").is_none();
            let everybody = self.people.iter();
            let are_in = everybody.filter(|person| lobby.content().contains(&person.id));
            let is_full = are_in.count() == self.people.len() || lobby.can("join").is_none();
            let wanted = match (is_in, place, is_full) {
                (false, _, _) => lobby.can("join"),
                (true, 0, true) => lobby.can("start"),
                _ => None,
            };
            if let Some(button) = wanted {
                self.presses(person, lobby, &button.id).await;
                return Did::Something;
            }
            return Did::Nothing;
        }
        if let Some(thread) = seen.iter().rev().find_map(thread_in)
            && thread != self.people[0].channel
        {
            let moved = self.people.iter().map(|person| person.in_channel(&thread));
            self.people = moved.collect();
            return Did::Something;
        }
        if place == 0 && self.people[0].channel == self.channel {
            let computers = 4 - self.people.len();
            // A day a turn: nobody is hurried, however slow the machine.
            let options = json!({"computers": computers, "points": 1, "clock": 3});
            self.count();
            // Their own client may refuse it while it waits for something else.
            let _ = person.tries("okey", options).await;
            return Did::Nothing;
        }
        Did::Nothing
    }

    async fn presses(&self, person: &Person, message: &Message, id: &str) {
        self.count();
        let wish = json!({"person": person.id, "message": message.id(), "custom_id": id});
        // The message may have changed between the look and the press: then they look again.
        let _ = person.world.call("POST", "/press", wish).await;
    }

    async fn asks_for_racks(&self) {
        for person in &self.people {
            let (seen, _) = person.glances().await;
            if let Some(board) = board(&seen)
                && let Some(button) = board.can("rack")
            {
                self.presses(person, &board, &button.id).await;
            }
        }
    }

    fn count(&self) {
        self.presses.send_modify(|presses| *presses += 1);
    }

    async fn waits(&self) {
        something_happens(&self.people[0]).await;
    }
}

/// Half a second of real time, or until this person sees something new: the pace of boards is Discord's.
async fn something_happens(person: &Person) {
    let (_, after) = person.glances().await;
    let path = format!("/news?person={}&after={after}&wait=0.5", person.id);
    person.world.ask("GET", &path, Value::Null).await;
}

/// The thread that a line links.
fn thread_in(message: &Message) -> Option<String> {
    let (_, rest) = message.content().split_once("<#")?;
    Some(rest.split_once('>')?.0.to_owned())
}

/// A seed that differs from run to run; a failure is repeated with the one it printed.
fn seed() -> u64 {
    let given = std::env::var("ISTAKA_SEED").ok();
    let given = given.and_then(|seed| seed.parse().ok());
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed();
    given.unwrap_or_else(|| now.unwrap_or_default().as_nanos() as u64)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forty_tables_play_to_their_end_whatever_goes_wrong() {
    let seed = seed();
    println!("ISTAKA_SEED={seed}");
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let settings = sandbox::Settings {
        page: false,
        rates: RateLimits::Enforced,
        ..sandbox::Settings::default()
    };
    let sandbox = sandbox::start(settings).await.expect("a sandbox");
    let world = World::here(&sandbox);
    // They all press as fast as a program.
    let front = FrontSettings {
        presses: ROOMY,
        ..FrontSettings::default()
    };
    let bot = RunningBot::start(&sandbox, &db, front).await;
    assert!(sandbox.bot_came(PATIENCE).await, "the bot did not come");
    let (hold, still) = watch::channel(false);
    let presses = watch::Sender::new(0);
    let parties = parties(&world, &presses, &still).await;
    sandbox.set_faults(mix(seed)).expect("good faults");

    let began = Instant::now();
    let playing = parties.into_iter().map(|party| tokio::spawn(party.plays()));
    let playing: Vec<_> = playing.collect();
    let mut pressed = presses.subscribe();
    let half = pressed.wait_for(|presses| *presses >= IN_BETWEEN);
    let half = tokio::time::timeout(LONGEST, half).await;
    drop(half.expect("people press").expect("somebody counts"));
    boards_are_true_in_between(&sandbox, &bot, &world, &hold, seed).await;
    let all = tokio::time::timeout(LONGEST, futures::future::join_all(playing));
    let all = all.await.expect("every table comes to its end in time");
    let people: Vec<Vec<Person>> = all
        .into_iter()
        .map(|party| party.expect("nobody falls over"))
        .collect();

    println!("all over after {:?}", began.elapsed());
    let counts = sandbox.fault_counts();
    println!("{} presses, {counts:?}", *presses.borrow());
    sandbox.set_faults(Faults::default()).expect("no faults");
    faults_happened(&counts);
    limits_were_kept(&sandbox, &db).await;
    for party in &people {
        the_end_is_told(&party[0], &db).await;
        party.iter().for_each(|person| assert_ne!(person.id, ""));
        for person in party {
            nothing_internal_is_said(&person.glances().await.0);
        }
    }
    no_press_counted_twice(&db).await;
    bot.goes().await;
    sandbox.stop().await;
}

async fn parties(
    world: &World,
    presses: &watch::Sender<u64>,
    still: &watch::Receiver<bool>,
) -> Vec<Party> {
    let mut parties = Vec::new();
    for number in 0..TABLES {
        let mut wish = json!({"name": format!("table-{number}")});
        if number < IN_THREADS {
            wish["bot_permissions"] = json!(INVITED.to_string());
        }
        let channel = channel_in(world, wish).await;
        let mut people = Vec::new();
        for place in 0..=usize::from(number % (TABLES / IN_PAIRS) == 0) {
            let name = format!("Player {number}.{place}");
            people.push(Person::comes(world, &channel, json!({ "name": name })).await);
        }
        parties.push(Party {
            people,
            channel,
            presses: presses.clone(),
            still: still.clone(),
        });
    }
    parties
}

/// Everybody holds still and nothing goes wrong any more: every board shows the very state of its table.
async fn boards_are_true_in_between(
    sandbox: &Sandbox,
    bot: &RunningBot,
    world: &World,
    hold: &watch::Sender<bool>,
    seed: u64,
) {
    hold.send_replace(true);
    sandbox.set_faults(Faults::default()).expect("no faults");
    let until = Instant::now() + PATIENCE;
    let channel = channel_in(world, json!({"name": "watching"})).await;
    let watcher = Person::comes(world, &channel, json!({"name": "Watcher"})).await;
    let mut wrong = Vec::new();
    let mut seen = 0;
    while Instant::now() < until {
        (wrong, seen) = wrong_boards(bot, &watcher).await;
        if wrong.is_empty() && seen >= SEEN {
            break;
        }
        something_happens(&watcher).await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen >= SEEN, "only {seen} boards were seen");
    println!("{seen} boards were true in between");
    sandbox.set_faults(mix(!seed)).expect("good faults");
    hold.send_replace(false);
}

/// Boards that show another state than their table has, and how many were looked at.
async fn wrong_boards(bot: &RunningBot, watcher: &Person) -> (Vec<String>, usize) {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for table in bot.hall.all() {
        let Ok(look) = table.look(None, None).await else {
            continue;
        };
        if !matches!(look.life, Life::Playing) {
            continue;
        }
        let channel = look.places.channel.to_string();
        let board = board(&watcher.in_channel(&channel).glances().await.0);
        let Some(board) = board else {
            wrong.push(format!("{channel}: no board"));
            continue;
        };
        // A draw is offered for the very state that is shown; while somebody is to discard, nothing on a board is.
        let shown = board.buttons().iter().map(Button::revision).max();
        let Some(shown) = shown.filter(|shown| *shown > 0) else {
            continue;
        };
        seen += 1;
        if shown.to_string() != look.revision.to_string() {
            wrong.push(format!("{channel}: shows {shown}, is {}", look.revision));
        }
    }
    (wrong, seen)
}

fn faults_happened(counts: &FaultCounts) {
    for (what, count) in [
        ("errors", counts.error),
        ("lost answers", counts.lost),
        ("late answers", counts.delay),
        ("doubled events", counts.event_doubled),
        ("events out of order", counts.event_reordered),
        ("cut connections", counts.drop),
    ] {
        assert!(count > 0, "no {what}");
    }
}

/// Never too many requests, none that is invalid, and one session for the whole evening.
async fn limits_were_kept(sandbox: &Sandbox, db: &std::path::Path) {
    let counts = sandbox.fault_counts();
    assert_eq!(counts.over_limit, 0, "{counts:?}");
    assert_eq!(counts.invalid_requests, 0, "{counts:?}");
    assert_eq!(counts.unsigned, 0, "{counts:?}");
    let opened: i64 = number(db, "select count(*) from identifies").await;
    assert_eq!(opened, 1, "sessions that were opened");
}

/// The final board tells the standing that the results hold.
async fn the_end_is_told(person: &Person, db: &std::path::Path) {
    let channel = &person.channel;
    let board = person
        .waits_for_board("the final standing", |board| {
            board.content().contains("The game is over")
        })
        .await;
    let told: BTreeMap<String, i64> = standing(&board).into_iter().collect();
    let points = number(
        db,
        &format!(
            "select points from results join tables on tables.id = results.table_id
             where tables.channel = {channel} and results.person = {}",
            person.id
        ),
    )
    .await;
    assert_eq!(told.get(&person.id), Some(&points), "{board:?}");
    let left = number(
        db,
        &format!("select count(*) from tables where channel = {channel} and ended_at is null"),
    )
    .await;
    assert_eq!(left, 0, "a table of {channel} still lives");
}

async fn no_press_counted_twice(db: &std::path::Path) {
    let twice = "select count(*) from (select press from steps where press is not null
                 group by press having count(*) > 1)";
    assert_eq!(number(db, twice).await, 0, "presses in more than one step");
    let gaps = "select count(*) from (select table_id from steps group by table_id
                having count(*) <> max(revision) - min(revision) + 1)";
    assert_eq!(number(db, gaps).await, 0, "journals with gaps");
    let tables = number(db, "select count(distinct table_id) from results").await;
    assert_eq!(tables, i64::try_from(TABLES).expect("a small number"));
}

fn nothing_internal_is_said(seen: &[Message]) {
    for message in seen {
        for sign in [
            "panicked",
            "RUST_BACKTRACE",
            "src/",
            "Err(",
            "Some(",
            "http://",
            "SendFailure",
            "status",
        ] {
            assert!(!message.content().contains(sign), "{message:?}");
        }
    }
}

async fn number(db: &std::path::Path, question: &str) -> i64 {
    let url = format!("sqlite://{}?mode=ro", db.display());
    let mut file = SqliteConnection::connect(&url).await.expect("a database");
    let asked = sqlx::query_scalar(sqlx::AssertSqlSafe(question.to_owned()));
    asked.fetch_one(&mut file).await.expect("a number")
}
