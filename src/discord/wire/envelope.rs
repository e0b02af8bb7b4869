//! What can be read of every interaction, whatever Discord puts in: enough to log what could not be read, and to tell the
//! person that nothing was done. Nothing of what people wrote is told, and no token.

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::InteractionType;

use super::note::Note;
use super::send::{Callback, Sender, Token};
use crate::tables::{PersonId, ServerId};

/// What the messages of serde begin with; what follows may be what somebody wrote.
const MISTAKES: [&str; 6] = [
    "missing field",
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "duplicate field",
];

/// The outside of an interaction.
pub(crate) struct Envelope {
    /// Its id.
    pub id: u64,
    token: Option<Token>,
    kind: InteractionType,
    place: &'static str,
    locale: String,
    person: PersonId,
}

impl Envelope {
    /// Reads it; `None` if it has no id.
    pub(crate) fn of(interaction: &Value) -> Option<Self> {
        let text = |key: &str| interaction.get(key).and_then(Value::as_str);
        let server = text("guild_id").and_then(|server| server.parse().ok());
        let server = server.map(ServerId::new);
        let kind = interaction.get("type").and_then(Value::as_u64);
        let kind = kind.and_then(|kind| u8::try_from(kind).ok()).unwrap_or(0);
        Some(Self {
            id: text("id")?.parse().ok()?,
            token: text("token").map(|token| Token::new(token).of(server)),
            kind: InteractionType::from(kind),
            place: place_of(interaction),
            locale: text("locale").unwrap_or_default().to_owned(),
            person: person_in(interaction),
        })
    }

    /// Who sent it; 0 if that is not told.
    pub(crate) fn person(&self) -> PersonId {
        self.person
    }

    /// The locale of the Discord of whoever sent it.
    pub(crate) fn locale(&self) -> &str {
        &self.locale
    }

    /// Says that its inside cannot be read: in the log, and with this note to whoever sent it.
    pub(crate) async fn returns(&self, sender: &Sender, error: &serde_json::Error, note: &Note) {
        tracing::warn!(
            kind = self.kind(),
            place = self.place,
            mistake = mistake_in(error),
            "an interaction could not be read"
        );
        let Some(token) = &self.token else { return };
        let told = match self.kind {
            InteractionType::Ping => return,
            InteractionType::Autocomplete => {
                let nothing = json!({"choices": []});
                sender.offer(self.id, token, nothing).await
            }
            _ => {
                let kind = Callback::Message;
                sender.answer(self.id, token, kind, Some(note)).await
            }
        };
        if let Err(failure) = told {
            tracing::debug!(%failure, "whoever sent it could not be told");
        }
    }

    fn kind(&self) -> &'static str {
        match self.kind {
            InteractionType::Ping => "ping",
            InteractionType::Command => "command",
            InteractionType::Component => "press",
            InteractionType::Autocomplete => "typing",
            InteractionType::Modal => "dialog",
            _ => "unknown",
        }
    }
}

/// In a server a person is told as a member.
fn person_in(interaction: &Value) -> PersonId {
    let paths = ["/member/user/id", "/user/id"];
    let mut ids = paths
        .into_iter()
        .filter_map(|path| interaction.pointer(path)?.as_str());
    let id = ids.next().and_then(|id| id.parse().ok());
    PersonId::new(id.unwrap_or_default())
}

/// Where people are (Discord's interaction contexts).
fn place_of(interaction: &Value) -> &'static str {
    let context = interaction.get("context").and_then(Value::as_u64);
    match (interaction.get("guild_id"), context) {
        (Some(Value::String(_)), _) | (_, Some(0)) => "server",
        (_, Some(1)) => "messages with the bot",
        (_, Some(2)) => "private messages",
        _ => "unknown",
    }
}

/// What kind of mistake it is, without a word of what was read.
fn mistake_in(error: &serde_json::Error) -> &'static str {
    let told = error.to_string();
    let known = MISTAKES.iter().find(|mistake| told.starts_with(**mistake));
    known.copied().unwrap_or("another")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_is_read_whatever_is_in_it() {
        let press = json!({"id": "7", "token": "t", "type": 3, "guild_id": "1", "locale": "tr", "data": 5,
                "member": {"user": {"id": "9"}}});
        let press = Envelope::of(&press).expect("an id");
        assert_eq!(
            (press.id, press.kind(), press.place),
            (7, "press", "server")
        );
        assert!(press.token.is_some() && press.locale == "tr");
        assert_eq!(press.person(), PersonId::new(9));
        let odd = json!({"id": "8", "type": "new", "context": 1, "token": 5, "locale": []});
        let odd = Envelope::of(&odd).expect("an id");
        assert_eq!(
            (odd.kind(), odd.place),
            ("unknown", "messages with the bot")
        );
        assert!(odd.token.is_none());
        assert_eq!(odd.person(), PersonId::new(0));
        for none in [json!(null), json!({"id": 7}), json!({"id": "x"}), json!([])] {
            assert!(Envelope::of(&none).is_none(), "{none}");
        }
    }

    #[test]
    fn what_somebody_wrote_is_not_told() {
        for (text, mistake) in [
            (r#""my secret""#, "invalid type"),
            ("[]", "invalid length"),
            (r#"["a", "my secret"]"#, "invalid type"),
        ] {
            let error = serde_json::from_str::<(String, u64)>(text).expect_err("it is no pair");
            assert_eq!(mistake_in(&error), mistake, "{error}");
        }
        let custom = <serde_json::Error as serde::de::Error>::custom("my secret");
        assert_eq!(mistake_in(&custom), "another");
    }
}
