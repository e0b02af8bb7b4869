//! A small faithful Discord on loopback: REST, gateway, people with their commands and presses, a clock of its own, a page.
//!
//! It knows nothing of our games and nothing of our bot; it keeps its own thin types, never a client library's, so that it
//! cannot share such a library's misreadings. `docs/sandbox.md` describes what people and scripts may call.

#![warn(unreachable_pub)]

mod answer;
mod avatar;
mod check;
mod clock;
mod crowd;
mod faults;
mod gateway;
mod id;
mod installs;
mod interaction;
mod keeping;
mod message;
mod news;
mod page;
mod people;
mod person;
mod place;
mod posting;
mod rates;
mod refusal;
mod rest;
mod serving;
mod shelf;
mod traffic;
mod watching;
mod world;

#[cfg(test)]
mod tests;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use clock::Clock;
use crowd::{MOST_SERVERS, Size};
use faults::Injector;
pub use faults::{FaultCounts, Faults, Harm, LimitScope, Moment, NextFault};
pub use gateway::GatewayDeed;
use keeping::{Desk, Keeper};
pub use keeping::{WorldTrouble, world_beside};
use rates::Rates;
use traffic::Traffic;
use watching::Watching;
use world::World;

/// How often a client's heart is to beat (what Discord asks for).
const HEARTBEAT: Duration = Duration::from_millis(41_250);
/// How long a connection may stay silent (Discord's own patience is not published).
const PATIENCE: Duration = Duration::from_secs(60);
/// How long [`Sandbox::stop`] lets connections end by themselves.
const FAREWELL: Duration = Duration::from_secs(2);

/// How a sandbox is to be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Appends every REST exchange to this file, as lines of JSON.
    pub traffic: Option<PathBuf>,
    /// Whether the page is served.
    pub page: bool,
    /// The clock of snowflakes, deadlines and tokens.
    pub clock: Clock,
    /// The gateway's heartbeat interval, in real time.
    pub heartbeat: Duration,
    /// Whether too many requests are refused.
    pub rates: RateLimits,
    /// What goes wrong on purpose.
    pub faults: Faults,
    /// Whether a bot must wait between two logins.
    pub logins: LoginPace,
    /// How long a connection may be open without a request, and a WebSocket without an IDENTIFY or RESUME, in real time.
    pub patience: Duration,
    /// Whether the bot's user has the id of its application, in a world that begins now.
    pub bot_user: BotUser,
    /// In so many more servers the bot is, in which nobody plays (at most 10 000).
    pub servers: u64,
    /// Keeps the world in this file and goes on with the one that is there.
    pub world: Option<PathBuf>,
}

/// The id of the bot's user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotUser {
    /// The application's, as in all applications that are made today.
    OfApplication,
    /// Another one, as in applications that are older than that.
    Apart,
}

/// How soon after an IDENTIFY another one may follow; the thousand of a day are counted in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginPace {
    /// An earlier one is answered with op 9 once this time is over: on Discord five seconds (`max_concurrency` 1).
    Every(Duration),
    /// For evenings that restart their bot again and again.
    Free,
}

/// Whether too many requests are refused with 429; the headers are there in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimits {
    /// As on Discord.
    Enforced,
    /// For measurements.
    Off,
}

impl Default for Settings {
    /// A free port, a flowing clock, the page, Discord's rate limits but logins as often as one likes, no faults, no
    /// traffic file.
    fn default() -> Self {
        Self {
            port: 0,
            traffic: None,
            page: true,
            clock: Clock::flowing(),
            heartbeat: HEARTBEAT,
            rates: RateLimits::Enforced,
            faults: Faults::default(),
            logins: LoginPace::Free,
            patience: PATIENCE,
            bot_user: BotUser::OfApplication,
            servers: 0,
            world: None,
        }
    }
}

/// What can go wrong with a sandbox, or with what a person asks of it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The port could not be opened.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen {
        /// The wanted port.
        port: u16,
        /// Why not.
        source: io::Error,
    },
    /// The traffic file could not be opened.
    #[error("cannot write the traffic file {}: {source}", path.display())]
    Traffic {
        /// The wanted file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The world could not be opened; its file is as it was.
    #[error("the world {} {trouble}; nothing in it was changed", path.display())]
    World {
        /// The wanted file.
        path: PathBuf,
        /// Why not.
        trouble: WorldTrouble,
    },
    /// A person asked for something that cannot be; the sentence says why.
    #[error("{sentence} ({status})")]
    Refused {
        /// 400, 404 or 409 (403 for pages of other servers).
        status: u16,
        /// Why, for people.
        sentence: String,
    },
}

/// What all connections of one sandbox share.
struct Shared {
    world: Mutex<World>,
    clock: Clock,
    heartbeat: Duration,
    patience: Duration,
    rates: Mutex<Rates>,
    faults: Injector,
    traffic: Option<Traffic>,
    watching: Watching,
    stopping: watch::Sender<bool>,
    numbers: AtomicU64,
    page: bool,
    keeper: Option<Keeper>,
}

impl Shared {
    /// The world, for a moment; never kept across an await.
    fn world(&self) -> MutexGuard<'_, World> {
        // A panic elsewhere must not silence the whole sandbox; the world has no half-done states worth fearing.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until everything that has happened so far is kept, where the world is. Whoever is about to be told something
    /// is told it after this.
    async fn kept(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.has_all().await;
        }
    }

    /// The rate limits, for a moment.
    fn rates(&self) -> MutexGuard<'_, Rates> {
        self.rates.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when the sandbox is told to stop.
    async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives in `self`, so it cannot be gone.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Lets so much real time pass, unless the sandbox is told to stop.
    async fn late(&self, time: Duration) {
        if !time.is_zero() {
            tokio::select! {
                // The fault itself: what comes late on a slow line, in real time.
                () = tokio::time::sleep(time) => {}
                () = self.stopped() => {}
            }
        }
    }

    /// A number that was not given out before.
    fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }
}

/// A running sandbox. Clones are handles of the same one.
#[derive(Clone)]
pub struct Sandbox {
    shared: Arc<Shared>,
    address: SocketAddr,
    server: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// Starts a sandbox; it is bound and serving when this returns.
pub async fn start(settings: Settings) -> Result<Sandbox, Failure> {
    settings.faults.check().map_err(faults::refused)?;
    let port = settings.port;
    let cannot_listen = |source| Failure::Listen { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    let traffic = settings.traffic.clone().map(Traffic::open).transpose()?;
    let (mut world, kept) = world_of(&settings, format!("http://{address}")).await?;
    world.crowd_is(settings.servers.min(MOST_SERVERS), Size::default());
    let (keeper, desk) = kept.unzip();
    let shared = Arc::new(Shared {
        clock: world.clock.clone(),
        world: Mutex::new(world),
        heartbeat: settings.heartbeat,
        patience: settings.patience,
        rates: Mutex::new(Rates::new(settings.rates)),
        faults: Injector::new(settings.faults),
        traffic,
        watching: Watching::new(),
        stopping: watch::Sender::new(false),
        numbers: AtomicU64::new(1),
        page: settings.page,
        keeper,
    });
    go_on(&shared, desk).await;
    let routes = page::routes(Arc::clone(&shared));
    let server = tokio::spawn(serving::serve(listener, routes, Arc::clone(&shared)));
    Ok(Sandbox {
        shared,
        address,
        server: Arc::new(Mutex::new(Some(server))),
    })
}

/// A new world, or the one that is kept, and who writes it down.
async fn world_of(
    settings: &Settings,
    url: String,
) -> Result<(World, Option<(Keeper, Desk)>), Failure> {
    let clock = settings.clock.clone();
    let begin = |url| World::new(url, clock.clone(), settings.logins, settings.bot_user);
    let Some(path) = &settings.world else {
        return Ok((begin(url), None));
    };
    let cannot_open = |trouble| Failure::World {
        path: path.clone(),
        trouble,
    };
    let (book, found) = keeping::open(path).await.map_err(cannot_open)?;
    let world = match found {
        Some(found) => World::again(url, clock, found).map_err(cannot_open)?,
        None => {
            let mut world = begin(url);
            world.mark_all();
            world
        }
    };
    Ok((world, Some(Keeper::new(book))))
}

/// Goes on with a kept world: it is written down from now on, and what somebody waited for is watched again.
async fn go_on(shared: &Arc<Shared>, desk: Option<Desk>) {
    let Some(desk) = desk else {
        return;
    };
    tokio::spawn(desk.serve(Arc::downgrade(shared)));
    let open: Vec<_> = shared.world().interactions.open().collect();
    for interaction in open {
        people::watch(shared, interaction);
    }
    shared.kept().await;
}

impl Sandbox {
    /// `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The bot's token.
    #[must_use]
    pub fn token(&self) -> String {
        self.shared.world().token.clone()
    }

    /// The application's id.
    #[must_use]
    pub fn application(&self) -> String {
        self.shared.world().application.to_string()
    }

    /// The id of the bot's user: mostly the application's.
    #[must_use]
    pub fn bot_user(&self) -> String {
        self.shared.world().bot_user.to_string()
    }

    /// The server's id.
    #[must_use]
    pub fn guild(&self) -> String {
        self.shared.world().guild.to_string()
    }

    /// The id of the first channel.
    #[must_use]
    pub fn channel(&self) -> String {
        self.shared.world().main_channel.to_string()
    }

    /// The sandbox's clock.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.shared.clock.clone()
    }

    /// Ends all connections, frees the port and closes the file of the world.
    pub async fn stop(&self) {
        self.shared.stopping.send_replace(true);
        let server = self
            .server
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(mut server) = server
            && tokio::time::timeout(FAREWELL, &mut server).await.is_err()
        {
            server.abort();
        }
        if let Some(keeper) = &self.shared.keeper {
            keeper.close().await;
        }
    }

    /// One of the people's calls by its method and path below `/sandbox/`: what the JSON API does, without a socket.
    /// The methods named after the calls are easier to read.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> Result<Value, Failure> {
        people::call(&self.shared, method, path, &body).await
    }
}
