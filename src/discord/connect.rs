//! Connecting: one bot against Discord, or against a sandbox on this machine.

use std::net::IpAddr;
use std::sync::Arc;

use reqwest::Url;
use serenity::all::{
    ClientBuilder, Context, EventHandler, GatewayIntents, HttpBuilder, Interaction, Ready,
    ShardManager,
};
use serenity::async_trait;
use thiserror::Error;

use super::send::{SendFailure, Sender};
use super::settings::Settings;
use super::{Front, FrontRef, commands, keeper};
use crate::store::Store;
use crate::tables::{Clock, Hall};

/// What the bot talks to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Service {
    /// The real one.
    Discord,
    /// A sandbox on this machine, for instance `http://127.0.0.1:4180`.
    Sandbox(String),
}

impl Service {
    fn base(&self) -> &str {
        match self {
            Self::Discord => "https://discord.com",
            Self::Sandbox(url) => url,
        }
    }
}

/// Why the bot could not connect.
#[derive(Debug, Error)]
pub enum ConnectFailure {
    /// A sandbox that is not on this machine.
    #[error("the sandbox has to be on this machine (127.0.0.1, [::1] or localhost): {0}")]
    NotLoopback(String),
    /// The token was refused.
    #[error("the token was refused: copy it again from the Bot page of the developer portal")]
    WrongToken,
    /// The service could not be asked.
    #[error("the service could not be reached: {0}")]
    Unreachable(SendFailure),
    /// The settings could not be read.
    #[error("the settings could not be read: {0}")]
    Settings(#[from] crate::store::Failure),
    /// The client could not be made or stopped.
    #[error("the connection failed: {0}")]
    Client(&'static str),
}

/// A connected bot.
pub struct Bot {
    client: serenity::Client,
    front: FrontRef,
}

/// Prepares a bot: checks the token and the gateway's address, and registers the commands.
pub async fn connect(
    service: &Service,
    token: &str,
    hall: Hall,
    store: Store,
    clock: Clock,
) -> Result<Bot, ConnectFailure> {
    if let Service::Sandbox(url) = service {
        require_loopback(url)?;
    }
    let mut sender = Sender::new(service.base(), token, 0).map_err(ConnectFailure::Unreachable)?;
    sender.identify().await.map_err(token_failure)?;
    let gateway = sender.gateway().await.map_err(token_failure)?;
    if let Service::Sandbox(_) = service {
        require_loopback(&gateway)?;
    }
    let commands = commands::all();
    sender
        .register(commands::registration(&commands))
        .await
        .map_err(token_failure)?;
    let front = Arc::new(Front {
        settings: Settings::load(store.clone()).await?,
        hall,
        store,
        clock,
        sender,
        panels: Default::default(),
        keepers: Default::default(),
    });
    let client = client(service, token, Arc::clone(&front), commands).await?;
    // If `GET /gateway` fails now, serenity silently takes the real one: a sandboxed bot must never go there.
    if let Service::Sandbox(_) = service {
        require_loopback(&client.ws_url.lock().await)?;
    }
    Ok(Bot { client, front })
}

fn token_failure(failure: SendFailure) -> ConnectFailure {
    match failure.is_unauthorized() {
        true => ConnectFailure::WrongToken,
        false => ConnectFailure::Unreachable(failure),
    }
}

/// Refuses every address that is not on this machine.
pub fn require_loopback(url: &str) -> Result<(), ConnectFailure> {
    let refusal = || ConnectFailure::NotLoopback(url.chars().take(80).collect());
    let parsed = Url::parse(url).map_err(|_| refusal())?;
    let is_known_scheme = matches!(parsed.scheme(), "http" | "ws");
    let host = parsed.host_str().ok_or_else(refusal)?;
    let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    let is_loopback = host == "localhost" || address.is_some_and(|address| address.is_loopback());
    if is_known_scheme && is_loopback {
        Ok(())
    } else {
        Err(refusal())
    }
}

async fn client(
    service: &Service,
    token: &str,
    front: FrontRef,
    commands: Vec<commands::Command>,
) -> Result<serenity::Client, ConnectFailure> {
    // serenity's limiter ignores the proxy and would call the real service: it stays off.
    let mut http = HttpBuilder::new(token).ratelimiter_disabled(true);
    if let Service::Sandbox(url) = service {
        http = http.proxy(url.trim_end_matches('/'));
    }
    let framework = commands::framework(commands, Arc::clone(&front));
    ClientBuilder::new_with_http(http.build(), GatewayIntents::GUILDS)
        .event_handler(Handler { front })
        .framework(framework)
        .await
        .map_err(|_| ConnectFailure::Client("the client could not be made"))
}

impl Bot {
    /// Serves until `stop` is done, then closes the connection.
    pub async fn serve(
        mut self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ConnectFailure> {
        let news = self.front.hall.news();
        let following = tokio::spawn(keeper::follow(Arc::clone(&self.front), news));
        let shards: Arc<ShardManager> = Arc::clone(&self.client.shard_manager);
        let stopping = tokio::spawn(async move {
            stop.await;
            shards.shutdown_all().await;
        });
        let served = self.client.start().await;
        following.abort();
        stopping.abort();
        served.map_err(|_| ConnectFailure::Client("the gateway could not be served"))
    }
}

/// Routes presses; commands are poise's.
struct Handler {
    front: FrontRef,
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(servers = ready.guilds.len(), "connected");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let Interaction::Component(press) = interaction else {
            return;
        };
        if let Err(failure) = self.front.pressed(&press).await {
            tracing::warn!(%failure, "a press could not be answered");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_a_sandbox() {
        for url in [
            "http://127.0.0.1:4180",
            "http://localhost:1",
            "http://[::1]:80",
            "ws://127.0.0.2/gateway",
        ] {
            assert!(require_loopback(url).is_ok(), "{url}");
        }
        for url in [
            "https://discord.com",
            "http://192.168.0.1:4180",
            "http://127.0.0.1.example.com",
            "http://user@example.com/127.0.0.1",
            "wss://gateway.discord.gg",
            "127.0.0.1:4180",
            "file:///etc/passwd",
            "",
        ] {
            assert!(require_loopback(url).is_err(), "{url}");
        }
    }
}
