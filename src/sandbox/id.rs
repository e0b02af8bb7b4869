//! Snowflakes, tokens, and the little base64 they need.

use std::fmt;

use serde_json::Value;

use super::refusal::Refusal;

/// 2015-01-01, where Discord's snowflakes begin, in unix milliseconds.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// A snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(u64);

impl Id {
    /// Reads a decimal id; JSON numbers count too, because libraries send both.
    pub(super) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::parse(text),
            Value::Number(number) => number.as_u64().map(Self),
            _ => None,
        }
    }

    /// The id that a path holds at the place with this name.
    pub(super) fn in_path(field: &str, text: &str) -> Result<Self, Refusal> {
        Self::parse(text).ok_or_else(|| Refusal::no_snowflake(field, text))
    }

    /// Reads a decimal id.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits =
            !text.is_empty() && text.len() <= 20 && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().ok().map(Self)).flatten()
    }

    /// The shard of this many to which a server with this id belongs.
    pub(super) fn shard(self, count: u64) -> u64 {
        (self.0 >> 22) % count.max(1)
    }

    /// The first one that can be made in this millisecond.
    pub(super) fn first_of(ms: u64) -> Self {
        Self(ms.saturating_sub(DISCORD_EPOCH_MS) << 22)
    }

    /// The id with this number, whoever it is for.
    pub(super) fn of(number: u64) -> Self {
        Self(number)
    }

    /// Its digits without the last ones, of which there are so many.
    pub(super) fn digits(self, last: u64) -> u64 {
        self.0 / last
    }

    /// The number, as a database keeps it.
    pub(super) fn number(self) -> i64 {
        // Snowflakes need their 64th bit after the year 2084.
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// The id with this number.
    pub(super) fn of_number(number: i64) -> Option<Self> {
        u64::try_from(number).ok().map(Self)
    }

    /// The millisecond in which it was made.
    #[cfg(test)]
    pub(super) fn made_ms(self) -> u64 {
        (self.0 >> 22) + DISCORD_EPOCH_MS
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl serde::Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("no id"))
    }
}

impl From<Id> for Value {
    fn from(id: Id) -> Self {
        Self::String(id.to_string())
    }
}

/// Makes ids that grow, whatever the clock does.
#[derive(Debug, Default)]
pub(super) struct Snowflakes {
    last: u64,
}

impl Snowflakes {
    /// Goes on after this id.
    pub(super) fn after(last: Id) -> Self {
        Self { last: last.0 }
    }

    /// The last one that was made.
    pub(super) fn last(&self) -> Id {
        Id(self.last)
    }

    /// The next id for this time.
    pub(super) fn next(&mut self, now_ms: u64) -> Id {
        let wanted = now_ms.saturating_sub(DISCORD_EPOCH_MS) << 22;
        self.last = wanted.max(self.last + 1);
        Id(self.last)
    }
}

/// Text that nobody guesses, of the letters of URL-safe base64.
pub(super) fn secret(bytes: usize) -> String {
    let raw: Vec<u8> = (0..bytes).map(|_| rand::random()).collect();
    base64(&raw)
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// URL-safe base64 without padding.
pub(super) fn base64(raw: &[u8]) -> String {
    let mut text = String::with_capacity(raw.len().div_ceil(3) * 4);
    for chunk in raw.chunks(3) {
        let word = chunk
            .iter()
            .fold(0u32, |word, byte| word << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            let letter = word >> (18 - 6 * place) & 63;
            text.push(char::from(LETTERS[letter as usize]));
        }
    }
    text
}

/// Reads base64 in either alphabet, padded or not; `None` for anything else.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut raw = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text.chunks(4) {
        let mut word = 0u32;
        for letter in chunk {
            let letter = match letter {
                b'+' => b'-',
                b'/' => b'_',
                other => *other,
            };
            word = word << 6
                | u32::try_from(LETTERS.iter().position(|known| *known == letter)?).ok()?;
        }
        word <<= 6 * (4 - chunk.len());
        raw.extend(word.to_be_bytes().iter().skip(1).take(chunk.len() * 3 / 4));
    }
    Some(raw)
}
