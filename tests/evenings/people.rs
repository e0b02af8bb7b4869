//! People: what they see, press, type, and wait for.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::message::{Button, Message, Outcome};
use crate::taps::something_else_there;
use crate::world::World;

/// No wait is longer, in real time: only what hangs meets this, on a machine however slow.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// The type of a first answer to a press that promises another one.
const PROMISED: u64 = 6;

/// A bot that lives keeps what it promises within this, or never.
const KEPT_WITHIN: Duration = Duration::from_secs(60);

/// Somebody in a channel.
#[derive(Clone)]
pub struct Person {
    pub id: String,
    pub name: String,
    pub world: World,
    pub channel: String,
}

impl Person {
    /// Somebody new in this channel.
    pub async fn comes(world: &World, channel: &str, wish: Value) -> Self {
        let person = world.ask("POST", "/people", wish).await;
        let text = |key: &str| person[key].as_str().expect("a person has it").to_owned();
        Self {
            id: text("id"),
            name: text("name"),
            world: world.clone(),
            channel: channel.to_owned(),
        }
    }

    /// The same person in another channel.
    pub fn in_channel(&self, channel: &str) -> Self {
        Self {
            channel: channel.to_owned(),
            ..self.clone()
        }
    }

    /// What they see at this very moment, which may be about to change; and the number of the present news.
    pub async fn glances(&self) -> (Vec<Message>, u64) {
        let path = format!(
            "/channels/{}/messages?person={}&limit=500",
            self.channel, self.id
        );
        let mut seen = self.world.ask("GET", &path, Value::Null).await;
        let seq = seen["seq"].as_u64().expect("a number");
        let Value::Array(messages) = seen["messages"].take() else {
            panic!("no list: {seen}");
        };
        (messages.into_iter().map(Message).collect(), seq)
    }

    /// All this person sees in the channel when the bot has said all that it has to say.
    ///
    /// Every snapshot is taken so; a wait for a state looks at whatever comes. Of a bot in another process nobody knows
    /// whether it has said all: there one can only wait.
    pub async fn sees(&self) -> Vec<Message> {
        self.sees_after_all().await.0
    }

    async fn sees_after_all(&self) -> (Vec<Message>, u64) {
        let is_all = self.world.settles().await;
        assert!(is_all, "a bot of another process: wait for a state");
        self.glances().await
    }

    /// The bot has heard what its gateway told before, which comes in order with this command, and has done what follows.
    pub async fn waits_for_what_was_told(&self) {
        self.runs("rules", json!({})).await;
        self.world.settles().await;
    }

    /// Runs a command.
    pub async fn runs(&self, command: &str, options: Value) -> Outcome {
        self.tries(command, options)
            .await
            .unwrap_or_else(|sentence| panic!("{} runs {command}: {sentence}", self.name))
    }

    /// Runs a command that their own client may refuse.
    pub async fn tries(&self, command: &str, options: Value) -> Result<Outcome, String> {
        let wish = json!({"person": self.id, "channel": self.channel, "command": command, "options": options});
        self.world.call("POST", "/run", wish).await.map(Outcome)
    }

    /// Runs a command with one option that is chosen from a list by its name.
    pub async fn chooses(&self, command: &str, option: &str, name: &str) -> Outcome {
        let value = self.choice_of(command, option, name).await;
        self.runs(command, json!({option: value})).await
    }

    /// The value behind the name of a choice.
    pub async fn choice_of(&self, command: &str, option: &str, name: &str) -> Value {
        let path = format!("/commands?person={}&channel={}", self.id, self.channel);
        let known = self.world.ask("GET", &path, Value::Null).await;
        let named = |list: &Value, name: &str| -> Value {
            let mut parts = list.as_array().expect("a list").iter();
            let part = parts.find(|part| part["name"] == name);
            part.unwrap_or_else(|| panic!("no {name} in {list}"))
                .clone()
        };
        let command = named(&known["commands"], command);
        named(&named(&command["options"], option)["choices"], name)["value"].clone()
    }

    /// Types a move.
    pub async fn plays(&self, wanted: &str) -> Outcome {
        self.runs("play", json!({"move": wanted})).await
    }

    /// What `/play` offers for the text typed so far: names and values.
    pub async fn offered(&self, typed: &str) -> Vec<(String, String)> {
        let wish = json!({"person": self.id, "channel": self.channel, "command": "play",
            "options": {"move": typed}, "focused": "move"});
        let answer = self.world.ask("POST", "/complete", wish).await;
        let choices = answer["choices"].as_array().expect("a list").iter();
        choices
            .map(|choice| {
                let text = |key: &str| choice[key].as_str().expect("a text").to_owned();
                (text("name"), text("value"))
            })
            .collect()
    }

    /// The message that was pressed, as Discord sent it to the bot; `None` if that is no longer known.
    async fn pressed_message(&self, outcome: &Outcome) -> Option<Message> {
        let told = self.world.ask("GET", "/traffic?limit=500", Value::Null);
        let told = told.await["traffic"].take();
        let mut events = told.as_array()?.iter().rev();
        let press = events.find(|event| event["d"]["id"] == outcome.0["interaction"])?;
        Some(Message(press["d"]["message"].clone())).filter(|message| message.0.is_object())
    }

    /// Presses a button, if it is still there. Whatever it is, a second tap on the same place does nothing else.
    pub async fn tries_to_press(
        &self,
        message: &Message,
        button: &Button,
    ) -> Result<Outcome, String> {
        let wish = json!({"person": self.id, "message": message.id(), "custom_id": button.id});
        let outcome = self.world.call("POST", "/press", wish).await.map(Outcome)?;
        if let Some(wrong) = something_else_there(message, button, &outcome) {
            // News may have changed it since it was looked at: the place is where the button stood when it was pressed.
            let stood = self.pressed_message(&outcome).await;
            let wrong = stood.map_or(Some(wrong), |stood| {
                something_else_there(&stood, button, &outcome)
            });
            assert_eq!(wrong, None, "{}", self.name);
        }
        Ok(self.kept(outcome).await)
    }

    /// With what a bot of another process promised, once that is there: on a busy machine its answer may be that late. One
    /// that is killed meanwhile keeps no promise.
    async fn kept(&self, outcome: Outcome) -> Outcome {
        if outcome.kind() != PROMISED || matches!(self.world, World::Here(_)) {
            return outcome;
        }
        let since = Instant::now();
        loop {
            let (_, seq) = self.glances().await;
            let followed = self.followed(&outcome).await;
            let (seen, _) = self.glances().await;
            let is_it = |message: &&Message| followed.as_deref() == Some(message.id());
            if let Some(message) = seen.iter().find(is_it) {
                let mut kept = outcome.0;
                kept["message"] = message.0.clone();
                return Outcome(kept);
            }
            let left = KEPT_WITHIN.saturating_sub(since.elapsed());
            if left.is_zero() {
                return outcome;
            }
            self.news(seq, left).await;
        }
    }

    /// The message that followed a promise, if one did.
    async fn followed(&self, outcome: &Outcome) -> Option<String> {
        let told = self.world.ask("GET", "/traffic?limit=500", Value::Null);
        let told = told.await["traffic"].take();
        let told = told.as_array()?;
        let press = told
            .iter()
            .find(|event| event["d"]["id"] == outcome.0["interaction"])?;
        let token = press["d"]["token"].as_str()?;
        let says_it = |request: &&Value| {
            let path = request["path"].as_str().unwrap_or_default();
            path.starts_with("/webhooks/") && path.contains(token) && request["status"] == 200
        };
        let said = told.iter().find(says_it)?;
        Some(said["response"]["id"].as_str()?.to_owned())
    }

    /// Presses a button of a message.
    pub async fn presses(&self, message: &Message, button: &Button) -> Outcome {
        self.tries_to_press(message, button)
            .await
            .unwrap_or_else(|sentence| panic!("{} presses {button:?}: {sentence}", self.name))
    }

    /// Presses what is not there, as a modified client can.
    pub async fn forges(&self, message: &Message, id: &str) -> Outcome {
        let wish =
            json!({"person": self.id, "message": message.id(), "custom_id": id, "forge": true});
        let outcome = self
            .world
            .call("POST", "/press", wish)
            .await
            .map(Outcome)
            .unwrap_or_else(|sentence| panic!("{} forges {id:?}: {sentence}", self.name));
        self.kept(outcome).await
    }

    /// Chooses from a menu.
    pub async fn selects(&self, message: &Message, menu: &str, value: &str) -> Outcome {
        self.wishes_choice(json!({"person": self.id, "message": message.id(), "custom_id": menu, "values": [value]}))
            .await
    }

    /// Chooses what is not offered, as a modified client can.
    pub async fn forges_choice(&self, message: &Message, menu: &str, value: &str) -> Outcome {
        self.wishes_choice(
            json!({"person": self.id, "message": message.id(), "custom_id": menu, "values": [value],
            "forge": true}),
        )
        .await
    }

    async fn wishes_choice(&self, wish: Value) -> Outcome {
        Outcome(self.world.ask("POST", "/select", wish).await)
    }

    /// Leaves their table, and says that they mean it where they are asked.
    pub async fn leaves(&self) -> Outcome {
        let told = self.runs("table leave", json!({})).await;
        let asked = told.message();
        match asked.can("quit") {
            Some(quit) => self.presses(&asked, &quit).await,
            None => told,
        }
    }

    /// Ends their table, and says that they mean it where they are asked.
    pub async fn ends_the_table(&self) -> Outcome {
        let told = self.runs("table end", json!({})).await;
        let asked = told.message();
        match asked.can("close") {
            Some(close) => self.presses(&asked, &close).await,
            None => told,
        }
    }

    /// Presses the button with this verb on this message.
    pub async fn presses_the(&self, message: &Message, verb: &str) -> Outcome {
        let more = |button: &Button| button.verb() == "lobby" && button.argument() == "more";
        let behind = message.enabled().into_iter().find(more);
        match (message.can(verb), behind) {
            (Some(button), _) => self.presses(message, &button).await,
            // What a host does not need now stands on a page of its own.
            (None, Some(more)) => {
                let page = self.presses(message, &more).await.message();
                let button = page.can(verb);
                let button =
                    button.unwrap_or_else(|| panic!("{}: no {verb} on {page:?}", self.name));
                self.presses(&page, &button).await
            }
            (None, None) => panic!("{}: no {verb} on {message:?}", self.name),
        }
    }

    /// Presses the button with this verb on the board. It changes often, so the press may be one for an older state.
    pub async fn presses_on_the_board(&self, verb: &str) -> Outcome {
        let board = self
            .waits_for_board("a board with that button", |board| {
                board.can(verb).is_some()
            })
            .await;
        let button = board.can(verb).expect("just waited for");
        self.forges(&board, &button.id).await
    }

    /// Their own panel, a snapshot: the newest private message with a rack.
    pub async fn panel(&self) -> Option<Message> {
        panel(&self.sees().await)
    }

    /// The board, a snapshot.
    pub async fn board(&self) -> Message {
        board(&self.sees().await).unwrap_or_else(|| panic!("{} sees no board", self.name))
    }

    /// Waits until they have a panel; answers it as it is when all is said, if this bot can tell that.
    pub async fn waits_for_a_panel(&self) -> Message {
        self.waits_for("a panel", panel).await;
        self.world.settles().await;
        self.waits_for("a panel", panel).await
    }

    /// The same with the board.
    pub async fn waits_for_a_board(&self) -> Message {
        self.waits_for("a board", board).await;
        self.world.settles().await;
        self.waits_for("a board", board).await
    }

    /// Waits until their panel is like that.
    pub async fn waits_for_panel(&self, what: &str, is_so: impl Fn(&Message) -> bool) -> Message {
        self.waits_for(what, |seen| panel(seen).filter(|panel| is_so(panel)))
            .await
    }

    /// Waits until the board is like that.
    pub async fn waits_for_board(&self, what: &str, is_so: impl Fn(&Message) -> bool) -> Message {
        self.waits_for(what, |seen| board(seen).filter(|board| is_so(board)))
            .await
    }

    /// Waits until what they see gives something.
    pub async fn waits_for<T>(&self, what: &str, found: impl Fn(&[Message]) -> Option<T>) -> T {
        let since = Instant::now();
        loop {
            let (seen, seq) = self.glances().await;
            if let Some(found) = found(&seen) {
                return found;
            }
            let left = PATIENCE.saturating_sub(since.elapsed());
            assert!(
                !left.is_zero(),
                "{} waits for {what} in vain. Seen last:\n{seen:#?}",
                self.name
            );
            let path = format!(
                "/news?person={}&after={seq}&wait={}",
                self.id,
                left.as_secs_f64()
            );
            self.world.ask("GET", &path, Value::Null).await;
        }
    }

    /// The number of the last news when the bot has said all that it has to say.
    pub async fn news_now(&self) -> u64 {
        self.sees_after_all().await.1
    }

    /// What happened after this, as far as they may know, when the bot has said all that it has to say.
    pub async fn news_since(&self, after: u64) -> Vec<Value> {
        let is_all = self.world.settles().await;
        assert!(is_all, "a bot of another process: wait for a state");
        self.news(after, Duration::ZERO).await.0
    }

    /// What happened after this; waits until something has.
    pub async fn waits_for_news(&self, after: u64) -> (Vec<Value>, u64) {
        let since = Instant::now();
        loop {
            let (news, now) = self.news(after, PATIENCE).await;
            if !news.is_empty() {
                return (news, now);
            }
            let is_late = since.elapsed() >= PATIENCE;
            assert!(!is_late, "{} waits for news in vain", self.name);
        }
    }

    async fn news(&self, after: u64, wait: Duration) -> (Vec<Value>, u64) {
        let path = format!(
            "/news?person={}&after={after}&wait={}",
            self.id,
            wait.as_secs_f64()
        );
        let answer = self.world.ask("GET", &path, Value::Null).await;
        assert_ne!(answer["missed"], true, "news were missed");
        let news = answer["news"].as_array().expect("a list").clone();
        (news, answer["seq"].as_u64().expect("a number"))
    }
}

/// The newest private message with a rack, or with what a round came to.
pub fn panel(seen: &[Message]) -> Option<Message> {
    let goes_on = |message: &Message| {
        let says = ["The next round is dealt", "The next deal comes"];
        let waits = says.iter().any(|said| message.content().contains(said));
        waits || message.can("next").is_some() || message.can("rematch").is_some()
    };
    let is_panel = |message: &&Message| {
        let has_rack = message.alt().starts_with("Your rack");
        message.is_private() && (has_rack || goes_on(message))
    };
    seen.iter().rev().find(is_panel).cloned()
}

/// The newest public message with a picture.
pub fn board(seen: &[Message]) -> Option<Message> {
    let is_board = |message: &&Message| !message.is_private() && message.has_picture();
    seen.iter().rev().find(is_board).cloned()
}
