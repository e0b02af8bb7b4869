//! Staying connected: connections break and are made again, with pauses, until the bot is stopped or refused.
//!
//! A broken connection resumes its session, which costs nothing. A new session is opened only after the ledger and
//! Discord's own count allow it. Nothing here ends the process but a stop, a token that is refused, and a bot that
//! Discord will not have.

use std::time::Duration;

use tokio::sync::watch;

use super::FrontRef;
use super::connect::{ConnectFailure, Service, require_loopback};
use super::gateway::{self, Caller, End, Ended, Session};
use super::ledger::Ledger;
use super::send::Gateway;
use crate::meters;

/// A connection that lasted so long was a good one: the next is made at once.
const GOOD: Duration = Duration::from_secs(2);
/// The first pause after a connection that was not; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// No pause between two connections is longer than this and the dice.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Connections that were good for something, however short, count as no more failures than these: the session was there,
/// resuming it costs nothing, and people wait for their answers.
const MOST_FOR_SHORT_ONES: u32 = 2;
/// After so many failures in a row a session is resumed at the usual address instead of its own.
const OWN_ADDRESS_TRIES: u32 = 3;

/// What keeps the bot connected.
pub struct Sessions<'a> {
    pub front: &'a FrontRef,
    pub service: &'a Service,
    pub token: &'a str,
    pub deliver: &'a (dyn Fn(serde_json::Value) + Send + Sync),
    pub tell: &'a (dyn Fn(&str, &serde_json::Value) + Send + Sync),
    pub ledger: Ledger,
}

/// What to do after a connection.
enum Next {
    Again,
    Stop,
}

impl Sessions<'_> {
    /// Serves until this says that the bot is to stop.
    pub async fn serve(
        mut self,
        mut stopping: watch::Receiver<bool>,
    ) -> Result<(), ConnectFailure> {
        let mut session = None;
        let mut failures = 0;
        let front = self.front;
        loop {
            let turn = async {
                // Pauses towards Discord, here and below, are the host's own time.
                tokio::time::sleep(pause(failures, rand::random())).await;
                self.address(session.as_ref(), failures).await
            };
            let address = tokio::select! {
                () = stopped(&mut stopping) => return Ok(()),
                () = front.sender.refused() => return Err(ConnectFailure::WrongToken),
                address = turn => address?,
            };
            let Some(address) = address else {
                failures += 1;
                continue;
            };
            let mut revoked = false;
            let ended = {
                let stop = async {
                    tokio::select! {
                        () = stopped(&mut stopping) => {}
                        () = front.sender.refused() => revoked = true,
                    }
                };
                let caller = Caller {
                    token: self.token,
                    ledger: &mut self.ledger,
                    session: &mut session,
                    deliver: self.deliver,
                    tell: self.tell,
                };
                gateway::serve(&address, caller, stop).await
            };
            if ended.lasted.is_some() {
                meters::connection(meters::Connection::Ended);
            }
            if revoked {
                return Err(ConnectFailure::WrongToken);
            }
            failures = failures_after(failures, ended.lasted);
            match self.after(&ended, &mut session, &mut stopping).await? {
                Next::Again => {}
                Next::Stop => return Ok(()),
            }
        }
    }

    /// Where to connect to; `None` if that could not be found out. Waits until a new session may be opened.
    async fn address(
        &mut self,
        session: Option<&Session>,
        failures: u32,
    ) -> Result<Option<String>, ConnectFailure> {
        if let Some(session) = session
            && failures < OWN_ADDRESS_TRIES
            && self.check(&session.url).is_ok()
        {
            return Ok(Some(session.url.clone()));
        }
        let gateway = match self.front.sender.gateway().await {
            Ok(gateway) => gateway,
            Err(failure) if failure.is_unauthorized() => return Err(ConnectFailure::WrongToken),
            Err(failure) => {
                tracing::warn!(%failure, "the address of the gateway is not known; it is asked again");
                return Ok(None);
            }
        };
        self.check(&gateway.url)?;
        if session.is_none() {
            self.wait_for_a_session(&gateway).await;
        }
        Ok(Some(gateway.url))
    }

    async fn wait_for_a_session(&mut self, gateway: &Gateway) {
        let mut pause = self.ledger.pause().await;
        if gateway.sessions_left == Some(0) {
            pause = pause.max(gateway.sessions_again);
        }
        if !pause.is_zero() {
            let seconds = pause.as_secs();
            tracing::warn!(
                seconds,
                "too many sessions were opened lately; the next one waits"
            );
            // The pause protects the token: it is the host's own time, whatever the tables' clock says.
            tokio::time::sleep(pause).await;
        }
    }

    /// A sandboxed bot must never go anywhere else, whatever it is told.
    fn check(&self, url: &str) -> Result<(), ConnectFailure> {
        match self.service {
            Service::Sandbox(_) => require_loopback(url),
            Service::Discord => Ok(()),
        }
    }

    async fn after(
        &self,
        ended: &Ended,
        session: &mut Option<Session>,
        stopping: &mut watch::Receiver<bool>,
    ) -> Result<Next, ConnectFailure> {
        match ended.end {
            End::Broken => {}
            End::SessionOver => {
                *session = None;
                // As Discord asks: between one and five seconds.
                let pause = Duration::from_secs(1).mul_f64(1.0 + 4.0 * rand::random::<f64>());
                tokio::select! {
                    () = stopped(stopping) => return Ok(Next::Stop),
                    () = tokio::time::sleep(pause) => {}
                }
            }
            End::Refused(4004) => return Err(ConnectFailure::WrongToken),
            End::Refused(code) => return Err(ConnectFailure::Refused { code }),
            End::Stopped => return Ok(Next::Stop),
        }
        Ok(Next::Again)
    }
}

/// Done when the bot is to stop.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // Whoever drops the sender wants the bot to stop, too.
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

/// How many failures in a row there are after a connection whose session was open for so long, or never.
fn failures_after(failures: u32, lasted: Option<Duration>) -> u32 {
    match lasted {
        Some(lasted) if lasted >= GOOD => 0,
        Some(_) => (failures + 1).min(MOST_FOR_SHORT_ONES),
        None => failures + 1,
    }
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
    fn the_first_connection_is_made_at_once_and_pauses_end_at_a_minute_and_a_half() {
        assert_eq!(pause(0, 0.9), Duration::ZERO);
        assert!(pause(1, 0.99) < Duration::from_secs(1));
        for failures in 2..50 {
            assert!(pause(failures, 0.5) >= pause(failures - 1, 0.5));
            assert!(pause(failures, 0.99) <= Duration::from_secs(90));
        }
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
