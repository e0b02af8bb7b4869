//! The door for interactions: each is let in once, then commands go to poise and presses to the front.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serenity::{
    CommandInteraction, ComponentInteraction, FullEvent, Interaction, ResolvedOption, ResolvedValue,
};
use tokio::net::TcpListener;

use super::FrontRef;
use super::asked::{Asked, server_of};
use super::commands::{self, Command};
use crate::discord::speech::words::Words;
use crate::discord::wire::delay;
use crate::discord::wire::envelope::Envelope;
use crate::discord::wire::gateway::Event;
use crate::discord::wire::note::Note;
use crate::discord::wire::reply::{Promise, Reply};
use crate::discord::wire::seen::Seen;
use crate::discord::wire::send::{SendFailure, Token};
use crate::discord::wire::service::ConnectFailure;
use crate::meters;
use crate::tables::{ChannelId, Moment, PersonId};

/// A step of [`idle_context`] that takes longer will not come.
const PATIENCE: Duration = Duration::from_secs(5);

/// What completes an option that is being typed.
type Completes = for<'a> fn(
    poise::ApplicationContext<'a, FrontRef, SendFailure>,
    &'a str,
) -> poise::BoxFuture<'a, serenity::CreateAutocompleteResponse>;
/// A command with its options, the text that is being typed, and what completes it.
type Completed<'a, 'b> = (&'a Command, &'b [ResolvedOption<'b>], &'b str, Completes);

/// Where interactions come in.
pub(crate) struct Door {
    front: FrontRef,
    options: poise::FrameworkOptions<FrontRef, SendFailure>,
    /// What poise wants to see of serenity, and this bot has no use for.
    context: serenity::Context,
    shards: Arc<serenity::ShardManager>,
    seen: Seen,
}

impl Door {
    /// A door for these commands.
    pub(crate) async fn new(
        front: FrontRef,
        commands: Vec<Command>,
    ) -> Result<Self, ConnectFailure> {
        let (context, shards) = idle_context()
            .await
            .ok_or(ConnectFailure::Client("this machine has no loopback"))?;
        Ok(Self {
            options: commands::options(commands),
            front,
            context,
            shards,
            seen: Seen::default(),
        })
    }

    /// Takes an interaction in, unless it was there before. It is handled in a task of its own.
    pub(crate) fn take(self: &Arc<Self>, event: Event<'_>) {
        let read = match event.interaction() {
            Ok(interaction) => Ok(interaction),
            Err(error) => {
                let outside = event.read().ok();
                let Some(envelope) = outside.as_ref().and_then(Envelope::of) else {
                    tracing::warn!("an interaction without an id came in");
                    return;
                };
                Err((envelope, error))
            }
        };
        let id = match &read {
            Ok(interaction) => interaction.id().get(),
            Err((envelope, _)) => envelope.id,
        };
        if !self.seen.is_new(id) {
            tracing::debug!("an interaction came once more");
            return;
        }
        let Some(in_hand) = self.front.work.take() else {
            // Discord tells its person that the bot did not answer, and they press again.
            meters::declined();
            tracing::debug!("an interaction came beside too many others");
            return;
        };
        let (door, now) = (Arc::clone(self), Instant::now());
        let at = self.front.clock.now();
        let delay = self.front.delays.of(id, at, now);
        self.front
            .hall
            .hears_time(Moment::from_unix_ms(delay::made_ms(id)));
        let came = now.checked_sub(delay).unwrap_or(now);
        tokio::spawn(async move {
            match read {
                Ok(interaction) => door.handle(interaction, came).await,
                Err((envelope, error)) => door.return_unread(&envelope, &error).await,
            }
            drop(in_hand);
        });
    }

    /// Says that an interaction cannot be read: in the log, and to whoever sent it.
    async fn return_unread(&self, envelope: &Envelope, error: &serde_json::Error) {
        let person = envelope.person();
        let locale = self.front.settings.locale_of(person, envelope.locale());
        let sorry = Note::private(Words::of(&locale).not_understood());
        envelope.returns(&self.front.sender, error, &sorry).await;
    }

    async fn handle(&self, interaction: Interaction, came: Instant) {
        match interaction {
            Interaction::Component(press) => {
                self.front.sees(&press.user, press.member.as_ref());
                meters::came(meters::Interaction::Press);
                let token = self.token(&press.token, press.guild_id, press.channel_id, came);
                let id = press.id.get();
                let locale = self.locale_of(&press.user, &press.locale);
                let reply = Reply::new(id, token, Promise::Quiet, &locale);
                self.in_time(reply, self.press(&press)).await;
            }
            Interaction::Autocomplete(typed) => {
                meters::came(meters::Interaction::Typing);
                self.complete(&typed).await;
            }
            Interaction::Command(command) => {
                let member = command.member.as_deref();
                self.front.sees(&command.user, member);
                meters::came(meters::Interaction::Command);
                let (server, channel) = (command.guild_id, command.channel_id);
                let token = self.token(&command.token, server, channel, came);
                let id = command.id.get();
                let locale = self.locale_of(&command.user, &command.locale);
                let reply = Reply::new(id, token, Promise::Thinking, &locale);
                self.in_time(reply, self.command(command)).await;
            }
            // Modals are not asked for, and pings do not come over the gateway.
            _ => {}
        }
    }

    /// The token of an interaction, which tells where its channel lies.
    fn token(
        &self,
        token: &str,
        server: Option<serenity::GuildId>,
        channel: serenity::ChannelId,
        came: Instant,
    ) -> Token {
        let (server, channel) = (server_of(server), ChannelId::new(channel.get()));
        if let Some(server) = server {
            self.front.sender.homes.lies_in(channel, server);
        }
        Token::since(token, came).of(server)
    }

    fn locale_of(&self, user: &serenity::User, locale: &str) -> String {
        let person = PersonId::new(user.id.get());
        self.front.settings.locale_of(person, locale)
    }

    /// Handles an interaction; whoever waits too long meanwhile is promised an answer.
    async fn in_time(&self, reply: Reply, handling: impl Future<Output = ()>) {
        let replying = self.front.replies.begin(reply);
        let (front, reply) = (Arc::clone(&self.front), Arc::clone(&replying.reply));
        // A task of its own: it is in time whatever the other one does.
        let timekeeper = tokio::spawn(async move {
            reply.keeps_time(&front.sender, front.pace.promises).await;
        });
        handling.await;
        timekeeper.abort();
    }

    async fn press(&self, press: &ComponentInteraction) {
        let front = &self.front;
        let asked = || {
            let (at, settings) = (front.clock.now(), &front.settings);
            Asked::by_press(press, at, settings, &front.replies)
        };
        if let Some(whom) = front.shuts_out_press(press) {
            let asked = asked();
            return self
                .tell_only(&asked, asked.words.host_shuts_out(whom))
                .await;
        }
        let Err(failure) = front.pressed(press).await else {
            return;
        };
        tracing::warn!(%failure, "a press could not be answered");
        failure.warn_of_another();
        let is_owed = front.replies.of(press.id.get());
        let is_owed = is_owed.is_some_and(|reply| reply.is_owed());
        if is_owed && !failure.is_of_first_answer() {
            let asked = asked();
            let told = asked.tell(&front.sender, asked.words.failure());
            if let Err(failure) = told.await {
                tracing::debug!(%failure, "a failure could not be told");
            }
        }
    }

    async fn command(&self, command: CommandInteraction) {
        let front = &self.front;
        let (at, settings) = (front.clock.now(), &front.settings);
        let asked = Asked::by_command(&command, at, settings, &front.replies);
        let sentence = if let Some(whom) = front.shuts_out_command(&command) {
            asked.words.host_shuts_out(whom)
        } else if !front.presses.take(asked.person, asked.at) {
            asked.too_quick()
        } else if !commands::is_known(&self.options.commands, &command.data) {
            commands::notes_another_version(&command.data);
            asked.words.other_version()
        } else {
            let interaction = Interaction::Command(command);
            let event = FullEvent::InteractionCreate { interaction };
            return poise::dispatch_event(self.framework(), event).await;
        };
        self.tell_only(&asked, sentence).await;
    }

    /// Answers what does nothing.
    async fn tell_only(&self, asked: &Asked, sentence: String) {
        if let Err(failure) = asked.tell(&self.front.sender, sentence).await {
            tracing::debug!(%failure, "what does nothing could not be answered");
        }
    }

    fn framework(&self) -> poise::FrameworkContext<'_, FrontRef, SendFailure> {
        poise::FrameworkContext {
            serenity_context: &self.context,
            bot_id: serenity::UserId::new(1),
            options: &self.options,
            user_data: &self.front,
            shard_manager: &self.shards,
        }
    }

    /// Offers what may be typed. poise would answer by itself, past our limits and with the token in its failures.
    async fn complete(&self, typed: &CommandInteraction) {
        if self.front.shuts_out_command(typed).is_some() {
            return self.offer_nothing(typed).await;
        }
        let options = typed.data.options();
        let completed = self.completed(typed, &options);
        let Some((command, args, text, complete)) = completed else {
            commands::notes_another_version(&typed.data);
            return self.offer_nothing(typed).await;
        };
        let ctx = poise::ApplicationContext {
            interaction: typed,
            interaction_type: poise::CommandInteractionType::Autocomplete,
            args,
            has_sent_initial_response: &AtomicBool::new(false),
            framework: self.framework(),
            command_tree: &[command],
            invocation_data: &tokio::sync::Mutex::new(Box::new(())),
            __non_exhaustive: (),
        };
        let asked = commands::asked(ctx);
        // Letters cost nothing, but whoever has no press left can do nothing with what would be offered.
        if self.front.presses.is_empty(asked.person, asked.at) {
            return;
        }
        let choices = serde_json::json!(complete(ctx, text).await);
        if let Err(failure) = asked.offer(&self.front.sender, choices).await {
            // Whoever types goes on typing, and is offered something again.
            tracing::debug!(%failure, "choices could not be offered");
        }
    }

    /// The command whose option is being typed, with its options, and what completes that; `None` if this version has none.
    fn completed<'a, 'b>(
        &'a self,
        typed: &CommandInteraction,
        options: &'b [ResolvedOption<'b>],
    ) -> Option<Completed<'a, 'b>> {
        let (command, args) = commands::find(&self.options.commands, &typed.data.name, options)?;
        let (name, text) = args.iter().find_map(|option| match &option.value {
            ResolvedValue::Autocomplete { value, .. } => Some((option.name, *value)),
            _ => None,
        })?;
        let mut parameters = command.parameters.iter();
        let complete = parameters.find(|known| known.name == name)?;
        Some((command, args, text, complete.autocomplete_callback?))
    }

    /// Whoever types an option of another version, or is shut out, is offered nothing, and not told that it failed.
    async fn offer_nothing(&self, typed: &CommandInteraction) {
        let front = &self.front;
        let (at, settings) = (front.clock.now(), &front.settings);
        let asked = Asked::by_command(typed, at, settings, &front.replies);
        if front.presses.is_empty(asked.person, asked.at) {
            return;
        }
        let nothing = serde_json::json!({ "choices": [] });
        if let Err(failure) = asked.offer(&front.sender, nothing).await {
            tracing::debug!(%failure, "that there are no choices could not be told");
        }
    }
}

/// A context of serenity without a connection: poise hands one to every command, and ours do not look at it.
///
/// serenity makes one only from a runner, and a runner only from a connection: so one is made to this very place, and
/// dropped. Its client has no token and no address.
async fn idle_context() -> Option<(serenity::Context, Arc<serenity::ShardManager>)> {
    let runner = tokio::time::timeout(PATIENCE, idle_runner()).await.ok()??;
    let (runner, shards, http) = runner;
    let messenger = serenity::ShardMessenger::new(&runner);
    let context = serenity::Context {
        data: Arc::default(),
        shard: messenger.clone(),
        shard_id: serenity::ShardId(0),
        http,
    };
    retire(&shards, messenger).await;
    Some((context, shards))
}

async fn idle_runner() -> Option<(
    serenity::ShardRunner,
    Arc<serenity::ShardManager>,
    Arc<serenity::Http>,
)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.ok()?;
    let address = format!("ws://{}", listener.local_addr().ok()?);
    let nowhere = "http://127.0.0.1:9";
    let http = serenity::HttpBuilder::new("").ratelimiter_disabled(true);
    let http = Arc::new(http.proxy(nowhere).build());
    let intents = serenity::GatewayIntents::empty();
    let url = Arc::new(tokio::sync::Mutex::new(address));
    let info = serenity::ShardInfo {
        id: serenity::ShardId(0),
        total: 1,
    };
    let answering = async {
        let (socket, _) = listener.accept().await.ok()?;
        tokio_tungstenite::accept_async(socket).await.ok()
    };
    let connecting = serenity::Shard::new(Arc::clone(&url), "", info, intents, None);
    let (shard, _answered) = tokio::join!(connecting, answering);
    let (shards, _) = serenity::ShardManager::new(serenity::ShardManagerOptions {
        data: Arc::default(),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        framework: Arc::default(),
        shard_index: 0,
        shard_init: 0,
        shard_total: 0,
        ws_url: url,
        http: Arc::clone(&http),
        intents,
        presence: None,
    });
    let runner = serenity::ShardRunner::new(serenity::ShardRunnerOptions {
        data: Arc::default(),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        framework: None,
        manager: Arc::clone(&shards),
        shard: shard.ok()?,
        http: Arc::clone(&http),
    });
    Some((runner, shards, http))
}

/// Ends the manager's own task. It ends only with a runner on its list, so it gets one that is none.
async fn retire(shards: &serenity::ShardManager, messenger: serenity::ShardMessenger) {
    let nobody = serenity::ShardId(u32::MAX);
    let info = serenity::ShardRunnerInfo {
        latency: None,
        runner_tx: messenger,
        stage: serenity::ConnectionStage::Disconnected,
    };
    shards.runners.lock().await.insert(nobody, info);
    shards.shutdown_finished(nobody);
    shards.shutdown_all().await;
}
