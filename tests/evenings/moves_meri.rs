//! Moves of Hachinin-meri, each by its press, and what people are told of them.

use istaka::rules::karuta::Karuta;

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::{Person, panel};
use crate::play_meri::{Deal, is_to_play, karuta};

/// Cups are trump. The first person holds the trump's robai and may lead `O-9`, the next ones hold a trump or two.
pub const DEAL: Deal<'static> = Deal {
    dealer: 3,
    racks: [
        "K-Robai K-9 O-9 O-8",
        "K-1 K-2 O-7 P-3",
        "K-3 O-6 P-5",
        "",
        "",
        "",
        "",
        "",
    ],
    okie: "K-4",
    leftovers: "P-1 P-2",
};

/// The button of a karuta on this message, if it can be pressed.
pub fn button(message: &Message, verb: &str, named: &str) -> Option<Button> {
    let named: Karuta = named.parse().expect("a karuta");
    let mut buttons = message.enabled().into_iter();
    buttons.find(|button| button.verb() == verb && karuta(button) == Some(named))
}

/// How a karuta is written in what people read.
pub fn written(named: &str) -> String {
    let (suit, rank) = named.split_once('-').expect("a karuta");
    let sign = match suit {
        "P" => "🎋",
        "I" => "🗡️",
        "K" => "🍷",
        "O" => "🪙",
        "G" => "🌀",
        _ => panic!("no suit {suit}"),
    };
    format!("{sign}{rank}")
}

/// How a number card or a court is told to somebody who does not see it.
pub fn said(named: &str) -> String {
    let (suit, rank) = named.split_once('-').expect("a karuta");
    let suit = match suit {
        "P" => "clubs",
        "I" => "swords",
        "K" => "cups",
        "O" => "coins",
        "G" => "whorls",
        _ => panic!("no suit {suit}"),
    };
    format!("{rank} of {suit}")
}

/// Nothing that this message shows, its buttons included, names this karuta.
pub fn assert_hides(message: &Message, named: &str) {
    let all = message.0.to_string();
    for text in [written(named), said(named)] {
        assert!(
            !all.contains(&text),
            "{text}: {message:?} {}",
            message.alt()
        );
    }
    let ids = message.buttons();
    let named: Karuta = named.parse().expect("a karuta");
    let names = |button: &Button| karuta(button) == Some(named);
    assert!(!ids.iter().any(names), "{named}: {message:?}");
}

/// What a message says, without what changes by itself.
pub fn told(message: &Message) -> (String, String) {
    let lines = message.content().lines();
    let lines: Vec<&str> = lines
        .map(|line| line.split(" <t:").next().unwrap_or_default())
        .collect();
    (lines.join("\n"), message.alt().to_owned())
}

impl Person {
    /// Nothing that stands before this person names this karuta. Panels from before the deal that was put there may.
    pub async fn is_not_told(&self, named: &str) {
        self.world.settles().await;
        let seen = self.waits_for("anything", |seen| Some(seen.to_vec())).await;
        let last = panel(&seen).map(|panel| panel.id().to_owned());
        let stands =
            |message: &&Message| !message.is_private() || Some(message.id()) == last.as_deref();
        for message in seen.iter().filter(stands) {
            assert_hides(message, named);
        }
    }

    /// Presses this karuta on this message.
    pub async fn presses_karuta(&self, message: &Message, verb: &str, named: &str) -> Message {
        let meant = button(message, verb, named);
        let meant =
            meant.unwrap_or_else(|| panic!("{}: no {verb} {named} on {message:?}", self.name));
        self.presses(message, &meant).await.message()
    }

    /// Plays this karuta on their panel when it is their turn.
    pub async fn plays_karuta(&self, named: &str) -> Message {
        let panel = self
            .waits_for_panel("their turn", |panel| button(panel, "play", named).is_some())
            .await;
        self.presses_karuta(&panel, "play", named).await
    }

    /// Says *ready* on their panel.
    pub async fn says_ready(&self) -> Message {
        let panel = self
            .waits_for_panel("the question", |panel| panel.can("ready").is_some())
            .await;
        self.presses_the(&panel, "ready").await.message()
    }

    /// Calls on their panel.
    pub async fn calls(&self) -> Message {
        let panel = self
            .waits_for_panel("the call", |panel| panel.can("robatta").is_some())
            .await;
        self.presses_the(&panel, "robatta").await.message()
    }

    /// Leads one karuta to the first trick and lays another one away, on their panel.
    pub async fn opens_with(&self, lead: &str, away: &str) -> Message {
        let panel = self
            .waits_for_panel("the lead", |panel| button(panel, "lead", lead).is_some())
            .await;
        let page = self.presses_karuta(&panel, "lead", lead).await;
        self.presses_karuta(&page, "away", away).await
    }

    /// Their panel when it is their turn and all is said.
    pub async fn turn_in_meri(&self) -> Message {
        self.waits_for_panel("their turn", is_to_play).await;
        self.panel().await.expect("a panel")
    }
}

/// The bot goes and comes back, which forgets the panels that it could change.
pub async fn restarts(evening: &mut Evening) {
    evening.bot_goes().await;
    evening.bot_comes().await;
}
