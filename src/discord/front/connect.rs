//! Connecting: one bot against Discord, or against a sandbox on this machine.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::door::Door;
use super::kept::easels::Easels;
use super::kept::faces::Faces;
use super::kept::fair::{Calls, Presses};
use super::kept::settings::Settings;
use super::rest::Rest;
use super::{Front, FrontRef, commands, keeper};
use crate::discord::speech::words::Words;
use crate::discord::wire::avatars::Avatars;
use crate::discord::wire::gateway::About;
use crate::discord::wire::identity::COMMANDS;
use crate::discord::wire::ledger::Ledger;
use crate::discord::wire::note::Note;
use crate::discord::wire::pace::Pace;
use crate::discord::wire::place_news::{PlaceNews, ServerNews};
use crate::discord::wire::send::{SendFailure, Sender};
use crate::discord::wire::service::{ConnectFailure, Service, require_loopback};
use crate::discord::wire::sessions::Sessions;
use crate::rules::any::GameId;
use crate::store::Store;
use crate::tables::{Clock, Hall};

/// The first pause before a service that does not answer is asked again; each further one is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
/// No pause between two questions is longer than this and the dice.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A bot that stops takes no longer to say what it still has to say.
const FAREWELL: Duration = Duration::from_secs(2);

/// And no longer to take back what it promised.
const APOLOGY: Duration = Duration::from_secs(1);

/// How the front behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontSettings {
    /// How quick it is towards the service.
    pub pace: Pace,
    /// So many presses a second a person may make for long.
    pub presses: u32,
    /// So many people one person may call to tables in ten minutes.
    pub calls: usize,
    /// So many pictures are painted at once.
    pub easels: usize,
    /// The games whose commands people are offered.
    pub games: &'static [GameId],
    /// The host's own page about privacy.
    pub privacy: Option<&'static str>,
    /// The people and servers whom the host shuts out, by their ids in order.
    pub shut_out: &'static [u64],
}

impl Default for FrontSettings {
    fn default() -> Self {
        Self {
            pace: Pace::DISCORD,
            presses: 8,
            calls: 8,
            // More would only make each picture later, and take more memory.
            easels: available_parallelism().map_or(1, NonZero::get),
            games: GameId::RELEASED,
            privacy: None,
            shut_out: &[],
        }
    }
}

/// A bot that is ready to connect.
pub struct Bot {
    front: FrontRef,
    door: Arc<Door>,
    service: Service,
    token: String,
    about: About,
}

/// Prepares a bot: checks the token and registers the commands. A service that does not answer is asked again and
/// again; only a no is an error.
pub async fn connect(
    service: &Service,
    token: &str,
    hall: Hall,
    store: Store,
    clock: Clock,
    settings: FrontSettings,
) -> Result<Bot, ConnectFailure> {
    if let Service::Sandbox(url) = service {
        require_loopback(url)?;
    }
    // However long it takes until people are reached, nobody's time runs out meanwhile.
    hall.lines().are(1);
    let mut sender =
        Sender::new(service.base(), token, settings.pace).map_err(ConnectFailure::Unreachable)?;
    sender.limits.goes_on(&store).await;
    sender.tells(hall.lines());
    let commands = commands::all(settings.games);
    let registration = commands::registration(&commands);
    let about = About {
        database: store.file().display().to_string(),
        tables: hall.live(),
        commands: commands.len(),
    };
    for attempt in 0.. {
        sender.asks_if_due().await;
        match introduce(&mut sender, &registration).await {
            Ok(()) => break,
            Err(failure) if passes(&failure) => {
                tracing::warn!(%failure, "the service does not answer; it is asked again");
                // A pause towards Discord: the host's own time.
                tokio::time::sleep(pause(attempt)).await;
            }
            Err(failure) => return Err(refusal(failure)),
        }
    }
    let easels = Easels::new(settings.easels);
    let avatars = Avatars::of(service);
    let front = Arc::new(Front {
        settings: Settings::load(store.clone()).await?,
        hall,
        store,
        faces: Faces::new(avatars, easels.clone(), clock.clone()),
        clock,
        pace: settings.pace,
        sender,
        panels: Default::default(),
        easels,
        replays: Default::default(),
        replies: Default::default(),
        delays: Default::default(),
        keepers: Default::default(),
        work: Default::default(),
        presses: Presses::new(settings.presses),
        calls: Calls::new(settings.calls),
        privacy: settings.privacy,
        shut_out: settings.shut_out,
        lists: Default::default(),
        starts: Default::default(),
        exports: Default::default(),
        switched: Default::default(),
        unknown: Default::default(),
    });
    let door = Door::new(Arc::clone(&front), commands).await?;
    Ok(Bot {
        front,
        door: Arc::new(door),
        service: service.clone(),
        token: token.to_owned(),
        about,
    })
}

async fn introduce(
    sender: &mut Sender,
    registration: &serde_json::Value,
) -> Result<(), SendFailure> {
    let identity = sender.identify().await?;
    sender.speak_as(identity);
    sender.register(registration).await
}

fn pause(attempt: u32) -> Duration {
    let pause = PAUSE * 2u32.pow(attempt.min(16));
    pause
        .min(LONGEST_PAUSE)
        .mul_f64(0.5 + rand::random::<f64>())
}

/// Whether the service is to be asked again. A page instead of an answer stands there only for a while, whether it is called a
/// success or a refusal: only what Discord itself says is a no.
fn passes(failure: &SendFailure) -> bool {
    failure.may_pass()
        || failure.is_of_a_page()
        || matches!(failure, SendFailure::Unreadable { .. })
}

/// What a no of the service means, however often it is asked.
fn refusal(failure: SendFailure) -> ConnectFailure {
    let is_of_commands = failure.route() == COMMANDS;
    match failure {
        _ if failure.is_unauthorized() => ConnectFailure::WrongToken,
        SendFailure::Answered {
            status: 400..=499, ..
        } if is_of_commands => ConnectFailure::Commands(failure),
        _ => ConnectFailure::Unreachable(failure),
    }
}

impl Bot {
    /// Tells when this bot has said all that it has to say.
    pub fn rest(&self) -> Rest {
        Rest::of(&self.front)
    }

    /// Where this bot paints.
    pub fn easels(&self) -> Easels {
        self.front.easels.clone()
    }

    /// The faces of people that this bot has.
    pub fn faces(&self) -> Faces {
        self.front.faces.clone()
    }

    /// Serves until `stop` is done, then closes the connection. A connection that breaks is made again.
    ///
    /// A worker does that, like everything else: the thread that waits for the whole program would have to be woken for
    /// every word of the gateway, and to wake a worker for what comes of it.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ConnectFailure> {
        // It ends with whoever waits for it here.
        let mut serving = JoinSet::new();
        serving.spawn(self.serve_here(stop));
        match serving.join_next().await {
            Some(Ok(served)) => served,
            Some(Err(fell)) => std::panic::resume_unwind(fell.into_panic()),
            None => Ok(()),
        }
    }

    async fn serve_here(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ConnectFailure> {
        let news = self.front.hall.news();
        let following = tokio::spawn(keeper::follow(Arc::clone(&self.front), news));
        let (sender, stopping) = watch::channel(false);
        let waiting = tokio::spawn(async move {
            stop.await;
            // Nobody listens any more if the bot has stopped already.
            let _ = sender.send(true);
        });
        let (door, front) = (&self.door, &self.front);
        let lines = self.front.hall.lines();
        let application = self.front.sender.application();
        let sessions = Sessions {
            sender: &self.front.sender,
            service: &self.service,
            token: &self.token,
            deliver: &|interaction| {
                // Whoever presses something is there, whatever was told of their server or missed.
                if lines.misses_servers()
                    && let Some((server, id)) = interaction.origin()
                {
                    let at = front.clock.now();
                    let made_at = front.delays.made_at(id, at, Instant::now());
                    lines.server_pressed(server, made_at);
                }
                door.take(interaction);
            },
            tell: &|event, told| {
                match ServerNews::read(event, told) {
                    Some(ServerNews::Unavailable(server)) => lines.server_breaks(server),
                    Some(ServerNews::ThrownOut(server)) => {
                        lines.server_throws_out(server, &front.hall.servers());
                    }
                    Some(ServerNews::Available(server)) => lines.server_opens(server),
                    None => {}
                }
                for news in PlaceNews::read(event, told) {
                    front.hears_of_place(news);
                }
            },
            names: &|number, servers| {
                // Nobody tells of what happened while the bot was not there.
                for server in lines.names(number, servers, &front.hall.servers()) {
                    front.hears_of_place(PlaceNews::ThrownOut(server));
                }
            },
            lines: lines.clone(),
            clock: self.front.clock.clone(),
            ledger: Ledger::new(self.front.store.clone(), application),
            about: self.about,
        };
        let served = sessions.serve(stopping).await;
        // What was accepted is told, if the service still listens.
        let rest = Rest::of(&self.front);
        if served.is_ok()
            && tokio::time::timeout(FAREWELL, rest.reached())
                .await
                .is_err()
        {
            tracing::warn!("some messages were left as they are: the next start mends them");
            self.front.apologizes().await;
        }
        following.abort();
        waiting.abort();
        served
    }
}

impl Front {
    /// Whoever was promised an answer that will not come is told so.
    async fn apologizes(&self) {
        let promised = self.replies.promised();
        let told = promised.iter().map(|reply| async {
            let sorry = Note::private(Words::of(reply.locale()).failure());
            reply.apologizes(&self.sender, &sorry).await;
        });
        // Where that fails, Discord itself ends the waiting after a quarter of an hour.
        let _ = tokio::time::timeout(APOLOGY, futures::future::join_all(told)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host compares the line with the log.
    #[test]
    fn the_page_for_hosts_shows_the_line_of_a_bot_that_runs() {
        let page = include_str!("../../../docs/hosting.md");
        let commands = commands::all(GameId::RELEASED).len();
        let told = format!(r#" database="istaka.db" tables=0 commands={commands}"#);
        assert!(
            page.contains(&told),
            "docs/hosting.md has no line with{told}"
        );
    }

    /// What stands before Discord refuses at times with a page of its own, and that must not end a bot for the night.
    #[test]
    fn only_a_no_with_a_code_of_discords_ends_the_asking() {
        for route in [COMMANDS, "applications/@me"] {
            let is_asked_again = |status, code| {
                passes(&SendFailure::Answered {
                    route,
                    status,
                    code,
                })
            };
            for status in [400, 403, 404, 408, 413, 429, 500, 502] {
                assert!(is_asked_again(status, 0), "{route} {status}");
            }
            for (status, code) in [(401, 0), (400, 50_035), (403, 50_001), (404, 10_002)] {
                assert!(!is_asked_again(status, code), "{route} {status} {code}");
            }
            assert!(passes(&SendFailure::Unreadable { route }));
        }
    }

    /// Otherwise a supervisor would start the bot again and again.
    #[test]
    fn commands_that_discord_does_not_take_are_no_trouble_of_the_line() {
        let answered = |route, status| {
            let code = 50_035;
            refusal(SendFailure::Answered {
                route,
                status,
                code,
            })
        };
        let refused = answered(COMMANDS, 400);
        assert!(matches!(refused, ConnectFailure::Commands(_)), "{refused}");
        let failed = answered(COMMANDS, 500);
        assert!(matches!(failed, ConnectFailure::Unreachable(_)), "{failed}");
        let other = answered("me", 400);
        assert!(matches!(other, ConnectFailure::Unreachable(_)), "{other}");
        let token = answered(COMMANDS, 401);
        assert!(matches!(token, ConnectFailure::WrongToken), "{token}");
    }
}
