//! Staying connected: connections break and are made again, with pauses, until the bot is stopped or refused.
//!
//! There is one connection for each shard, as many as Discord advises. A broken connection resumes its session, which
//! costs nothing. A new session is opened only after the ledger and Discord's own count allow it. Nothing here ends the
//! process but a stop, a token that is refused, and a bot that Discord will not have.

use std::collections::HashSet;
use std::time::Duration;

use futures::future::{BoxFuture, join_all};
use reqwest::Url;
use tokio::sync::watch;

use super::gateway::{self, About, Caller, End, Ended, Introduction, Reach, Session, Shard};
use super::identity::Gateway;
use super::ledger::{Ledger, MOST_SHARDS, Turn};
use super::send::Sender;
use super::service::{ConnectFailure, Service, require_loopback};
use crate::meters;
use crate::tables::{Clock, Lines, Moment, ServerId};

/// A connection that lasted so long was a good one: the next is made at once.
const GOOD: Duration = Duration::from_secs(2);
/// The first pause after a connection that was not; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// No pause between two connections is longer than this and the dice: a minute after an outage people play on, also where Discord
/// refuses to resume.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Connections that were good for something, however short, count as no more failures than these: the session was there,
/// resuming it costs nothing, and people wait for their answers.
const MOST_FOR_SHORT_ONES: u32 = 2;
/// After so many failures in a row a session is resumed at the usual address instead of its own.
const OWN_ADDRESS_TRIES: u32 = 3;
/// Discord closes the connections of a bot that has grown beyond its shards with this code.
const SHARDING_REQUIRED: u16 = 4011;

/// What keeps the bot connected.
pub(crate) struct Sessions<'a> {
    pub sender: &'a Sender,
    pub service: &'a Service,
    pub token: &'a str,
    pub deliver: &'a (dyn Fn(gateway::Event<'_>) + Send + Sync),
    pub tell: &'a (dyn Fn(&str, &serde_json::Value) + Send + Sync),
    /// Gets the number of a connection that has logged in, and its servers.
    pub names: &'a (dyn Fn(u64, HashSet<ServerId>) + Send + Sync),
    /// Hear whether people are reached, and by which connections.
    pub lines: Lines,
    /// The time by which they play.
    pub clock: Clock,
    pub ledger: Ledger,
    pub about: About,
}

/// How many connections there are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plan {
    shards: u64,
    /// So many of them may log in at once.
    logins: u64,
}

/// The people of one shard.
struct People<'a> {
    lines: &'a Lines,
    names: &'a (dyn Fn(u64, HashSet<ServerId>) + Send + Sync),
    clock: &'a Clock,
    number: u64,
}

impl Reach for People<'_> {
    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn breaks(&self, since: Moment) {
        self.lines.breaks(self.number, since);
    }

    fn opens(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.lines.opens(self.number))
    }

    fn names(&self, servers: HashSet<ServerId>) {
        (self.names)(self.number, servers);
    }

    fn hears(&self) {
        self.lines.hears(self.number);
    }
}

/// When connections are to end.
#[derive(Clone)]
struct Endings {
    /// The bot is to stop.
    stopping: watch::Receiver<bool>,
    /// Another shard cannot go on.
    ending: watch::Receiver<bool>,
}

impl Endings {
    async fn come(mut self) {
        tokio::select! {
            () = told(&mut self.stopping) => {}
            () = told(&mut self.ending) => {}
        }
    }
}

impl Sessions<'_> {
    /// Serves until this says that the bot is to stop.
    pub(crate) async fn serve(self, stopping: watch::Receiver<bool>) -> Result<(), ConnectFailure> {
        tokio::select! {
            served = self.serve_plans(stopping) => served,
            never = self.sender.keeps_asking() => match never {},
        }
    }

    async fn serve_plans(&self, mut stopping: watch::Receiver<bool>) -> Result<(), ConnectFailure> {
        let mut before: Option<Plan> = None;
        loop {
            let plan = tokio::select! {
                () = told(&mut stopping) => return Ok(()),
                () = self.sender.refused() => return Err(ConnectFailure::WrongToken),
                plan = self.plan() => plan?,
            };
            // A bot that has grown comes back with more shards, but not with as many as were refused.
            if before.is_some_and(|before| plan.shards <= before.shards) {
                let code = SHARDING_REQUIRED;
                return Err(ConnectFailure::Refused { code });
            }
            let served = self.serve_all(plan, &stopping).await;
            match served {
                Err(ConnectFailure::Refused {
                    code: SHARDING_REQUIRED,
                }) => before = Some(plan),
                served => return served,
            }
        }
    }

    /// Asks until Discord says how many connections there are to be.
    async fn plan(&self) -> Result<Plan, ConnectFailure> {
        let mut failures = 0;
        loop {
            // Pauses towards Discord, here and below, are the host's own time.
            tokio::time::sleep(pause(failures, rand::random())).await;
            if let Some(gateway) = self.gateway().await? {
                if gateway.shards <= MOST_SHARDS {
                    return Ok(Plan {
                        shards: gateway.shards,
                        logins: gateway.logins,
                    });
                }
                let shards = gateway.shards;
                tracing::warn!(
                    shards,
                    "Discord advises more connections than this program opens ({MOST_SHARDS}); it is asked again"
                );
            }
            failures += 1;
        }
    }

    async fn serve_all(
        &self,
        plan: Plan,
        stopping: &watch::Receiver<bool>,
    ) -> Result<(), ConnectFailure> {
        if plan.shards > 1 {
            tracing::info!(shards = plan.shards, "the servers are shared out");
        }
        meters::shards(plan.shards);
        self.lines.are(plan.shards);
        let ending = watch::Sender::new(false);
        let serve = |number| {
            let endings = Endings {
                stopping: stopping.clone(),
                ending: ending.subscribe(),
            };
            let ending = &ending;
            async move {
                let served = self.serve_one(number, plan, endings).await;
                if served.is_err() {
                    // One that cannot go on ends the others, in order.
                    ending.send_replace(true);
                }
                served
            }
        };
        let served = join_all((0..plan.shards).map(serve)).await;
        served.into_iter().collect()
    }

    /// Keeps one shard connected.
    async fn serve_one(
        &self,
        number: u64,
        plan: Plan,
        endings: Endings,
    ) -> Result<(), ConnectFailure> {
        let shard = Shard {
            number,
            count: plan.shards,
        };
        let people = People {
            lines: &self.lines,
            names: self.names,
            clock: &self.clock,
            number,
        };
        let (mut session, mut failures) = (None, 0);
        loop {
            let turn = async {
                tokio::time::sleep(pause(failures, rand::random())).await;
                self.approach(&mut session, shard, plan, failures).await
            };
            let way = tokio::select! {
                () = endings.clone().come() => return Ok(()),
                () = self.sender.refused() => return Err(ConnectFailure::WrongToken),
                way = turn => way?,
            };
            let Some((address, introduction)) = way else {
                failures += 1;
                continue;
            };
            let resumes = matches!(introduction, Introduction::Resume(_));
            let caller = Caller {
                token: self.token,
                shard,
                introduction,
                deliver: self.deliver,
                tell: self.tell,
                reach: &people,
                about: &self.about,
            };
            let (ended, is_revoked) = self.call(&address, caller, &endings).await;
            if is_revoked {
                return Err(ConnectFailure::WrongToken);
            }
            failures = match ended.end {
                End::SessionOver if resumes => failures_after_refused_resume(failures),
                _ => failures_after(failures, ended.lasted),
            };
            match ended.end {
                End::Stopped => return Ok(()),
                End::Refused(4004) => return Err(ConnectFailure::WrongToken),
                End::Refused(code) => return Err(ConnectFailure::Refused { code }),
                End::SessionOver => rest_after_session(&endings).await,
                End::Broken => {}
            }
            session = ended.session;
        }
    }

    /// One connection, and whether the token was refused meanwhile.
    async fn call(&self, address: &str, caller: Caller<'_>, endings: &Endings) -> (Ended, bool) {
        let mut is_revoked = false;
        let stop = async {
            tokio::select! {
                () = endings.clone().come() => {}
                () = self.sender.refused() => is_revoked = true,
            }
        };
        let ended = gateway::serve(address, caller, stop).await;
        (ended, is_revoked)
    }

    /// Where to connect to, and how to begin there; `None` if that could not be found out. Waits until a new session
    /// may be opened, if one is needed.
    async fn approach(
        &self,
        session: &mut Option<Session>,
        shard: Shard,
        plan: Plan,
        failures: u32,
    ) -> Result<Option<(String, Introduction<'_>)>, ConnectFailure> {
        if failures < OWN_ADDRESS_TRIES
            && let Some(known) = session.take_if(|session| self.check(&session.url).is_ok())
        {
            return Ok(Some((known.url.clone(), Introduction::Resume(known))));
        }
        if session.is_some() {
            let gateway = self.gateway().await?;
            let resume = |gateway: Gateway| {
                let known = session.take()?;
                Some((gateway.url, Introduction::Resume(known)))
            };
            return Ok(gateway.and_then(resume));
        }
        let mut turn = self.ledger.turn(shard.number % plan.logins).await;
        let Some(gateway) = self.gateway().await? else {
            return Ok(None);
        };
        wait_for_a_session(&mut turn, &gateway, plan).await;
        Ok(Some((gateway.url, Introduction::Open(turn))))
    }

    /// What Discord says of its gateway; `None` if it said nothing that can be used.
    async fn gateway(&self) -> Result<Option<Gateway>, ConnectFailure> {
        let gateway = match self.sender.gateway().await {
            Ok(gateway) => gateway,
            Err(failure) if failure.is_unauthorized() => return Err(ConnectFailure::WrongToken),
            Err(failure) => {
                tracing::warn!(%failure, "the address of the gateway is not known; it is asked again");
                return Ok(None);
            }
        };
        match (self.check(&gateway.url), self.service) {
            (Ok(()), _) => Ok(Some(gateway)),
            // A sandboxed bot must never go anywhere else, whatever it is told.
            (Err(failure), Service::Sandbox(_)) => Err(failure),
            (Err(_), Service::Discord) => {
                tracing::warn!("the address of the gateway is none; it is asked again");
                Ok(None)
            }
        }
    }

    /// Whether the bot may connect to this address: the token is told there.
    fn check(&self, url: &str) -> Result<(), ConnectFailure> {
        match self.service {
            Service::Sandbox(_) => require_loopback(url),
            Service::Discord => match Url::parse(url) {
                Ok(url) if url.scheme() == "wss" => Ok(()),
                _ => Err(ConnectFailure::Client(
                    "the gateway has to be a wss address",
                )),
            },
        }
    }
}

async fn wait_for_a_session(turn: &mut Turn<'_>, gateway: &Gateway, plan: Plan) {
    let mut pause = turn.pause(plan.shards).await;
    if gateway.sessions_left == Some(0) {
        pause = pause.max(gateway.sessions_again);
    }
    if pause.is_zero() {
        return;
    }
    let seconds = pause.as_secs();
    match plan.shards {
        1 => tracing::warn!(
            seconds,
            "too many sessions were opened lately; the next one waits"
        ),
        _ => tracing::info!(seconds, "the next session waits for its turn"),
    }
    // The pause protects the token: it is the host's own time, whatever the tables' clock says.
    tokio::time::sleep(pause).await;
}

/// As Discord asks: between one and five seconds, unless the bot is to stop.
async fn rest_after_session(endings: &Endings) {
    let pause = Duration::from_secs(1).mul_f64(1.0 + 4.0 * rand::random::<f64>());
    // Discord's own rule for a session that is over: the host's own time.
    tokio::select! {
        () = endings.clone().come() => {}
        () = tokio::time::sleep(pause) => {}
    }
}

/// Done when it was told.
async fn told(signal: &mut watch::Receiver<bool>) {
    // Whoever drops the sender wants the bot to stop, too.
    let _ = signal.wait_for(|is_told| *is_told).await;
}

/// How many failures in a row there are after a connection whose session was open for so long, or never.
fn failures_after(failures: u32, lasted: Option<Duration>) -> u32 {
    match lasted {
        Some(lasted) if lasted >= GOOD => 0,
        Some(_) => (failures + 1).min(MOST_FOR_SHORT_ONES),
        None => failures + 1,
    }
}

/// The same where Discord would not resume the session. It is there and answers: nobody waits as for one that is not, beside what
/// [Discord asks](rest_after_session). How often a session is opened is the ledger's business.
fn failures_after_refused_resume(failures: u32) -> u32 {
    failures.min(MOST_FOR_SHORT_ONES)
}

/// How long to wait before the next connection, after so many failures in a row.
fn pause(failures: u32, dice: f64) -> Duration {
    let Some(doubled) = failures.checked_sub(1) else {
        return Duration::ZERO;
    };
    let pause = FIRST_PAUSE * 2u32.pow(doubled.min(16));
    pause.min(LONGEST_PAUSE).mul_f64(0.5 + dice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_connection_is_made_at_once_and_pauses_end_at_three_quarters_of_a_minute() {
        assert_eq!(pause(0, 0.9), Duration::ZERO);
        assert!(pause(1, 0.99) < Duration::from_secs(1));
        for failures in 2..50 {
            assert!(pause(failures, 0.5) >= pause(failures - 1, 0.5));
            assert!(pause(failures, 0.99) <= Duration::from_secs(45));
        }
    }

    #[test]
    fn a_minute_after_an_outage_the_bot_is_back_although_its_session_is_refused() {
        let after_outage = (0..50).fold(0, |failures, _| failures_after(failures, None));
        let until_it_is_heard = pause(after_outage, 0.99);
        let refused = failures_after_refused_resume(after_outage);
        // Five seconds are the longest rest that Discord asks for then.
        let until_it_is_back = pause(refused, 0.99) + Duration::from_secs(5);
        assert!(until_it_is_heard + until_it_is_back < Duration::from_secs(55));
    }

    #[test]
    fn short_connections_are_followed_soon_and_none_at_all_ever_later() {
        let short = Some(GOOD / 2);
        let after_short = (0..50).fold(0, |failures, _| failures_after(failures, short));
        assert!(pause(after_short, 0.99) < Duration::from_secs(2));
        let after_none = (0..50).fold(0, |failures, _| failures_after(failures, None));
        assert!(pause(after_none, 0.5) >= LONGEST_PAUSE);
        assert_eq!(failures_after(after_none, Some(GOOD)), 0);
    }
}
