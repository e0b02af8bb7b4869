//! What the gateway has sent, and how it is read.

use poise::serenity_prelude::{Interaction, InteractionType};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What the gateway has sent: what it says is read at once as what it is to become, which for an interaction is much.
#[derive(Clone, Copy)]
pub(crate) struct Event<'a>(pub(super) &'a str);

#[derive(Deserialize)]
struct Said<T> {
    d: T,
}

/// What kind of interaction it is.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: InteractionType,
}

impl Event<'_> {
    /// What it says.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        serde_json::from_str::<Said<T>>(self.0).map(|said| said.d)
    }

    /// The interaction that it is. serenity builds a tree of each before it looks of what kind it is; most are presses, with a
    /// whole message, and a press reads as one at once.
    pub(crate) fn interaction(self) -> Result<Interaction, serde_json::Error> {
        match self.read::<Kind>()?.kind {
            InteractionType::Component => self.read().map(Interaction::Component),
            _ => self.read(),
        }
    }

    /// What it says, whatever that is.
    pub(super) fn value(self) -> Value {
        self.read().unwrap_or_default()
    }
}
