//! The record of a finished game: its form, how it is written, and how it is read back.
//!
//! A record holds everything that decides a game, and seats instead of people. Its digest says whether the text is
//! the one that was handed out; whether the game in it was dealt and played by the rules is the verifier's business.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::any::{AnyEvent, AnyOptions, GameId};
use super::chance::{Contributions, digest_of_presses};
use super::{PerSeat, Seat, Standing};

/// The version of the form that is written. A reader knows all earlier ones.
pub const FORMAT: u32 = 1;

/// The name of the digest in the text.
const DIGEST: &str = "digest";

/// A finished game, or an abandoned one that had begun. No `Debug`: until it is handed out it is a secret.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the form.
    pub format: u32,
    /// The table.
    pub table: String,
    /// The game.
    pub game: GameId,
    /// The version of its rules.
    pub rules_version: String,
    /// What was shown before anybody took a seat.
    pub seal: String,
    /// The secret behind the seal, in hexadecimal digits.
    pub secret: String,
    /// The lines that went into the key, as they were hashed, without their line ends.
    pub contributions: Vec<String>,
    /// The house rules.
    pub options: HouseRules,
    /// Who sat on each seat when the start was pressed, once those that were left out had gone, before seats were drawn.
    pub seats: PerSeat<Sitting>,
    /// When the table opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// Everything that happened, in its order.
    pub steps: Vec<Step>,
    /// The result; none where the game was abandoned.
    pub standing: Option<Standing>,
}

/// House rules as they were written down when they were chosen. Options that are newer are not told and have their usual
/// values: so the record of a game, and its digest, stay what they are when a later version brings new options.
#[derive(Clone, PartialEq, Debug)]
pub struct HouseRules {
    told: Value,
    meant: AnyOptions,
}

impl HouseRules {
    /// `None` for what is none, and for what says more than house rules would.
    pub fn told(told: Value) -> Option<Self> {
        let meant = AnyOptions::deserialize(&told).ok()?;
        let whole = serde_json::to_value(&meant).ok()?;
        holds(&whole, &told).then_some(Self { told, meant })
    }

    /// What is played by.
    pub fn meant(&self) -> &AnyOptions {
        &self.meant
    }
}

impl From<AnyOptions> for HouseRules {
    fn from(meant: AnyOptions) -> Self {
        let told = serde_json::to_value(&meant).expect("options are plain structs with text keys");
        Self { told, meant }
    }
}

impl Serialize for HouseRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.told.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HouseRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let told = Value::deserialize(deserializer)?;
        Self::told(told).ok_or_else(|| D::Error::custom("these are no house rules"))
    }
}

/// Who sat on a seat: what they are, never who.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Sitting {
    /// A person.
    Person,
    /// A computer.
    Computer {
        /// How well it plays.
        level: Level,
    },
    /// Nobody.
    Empty,
}

/// How well a computer plays, in the words of journals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// `easy`
    Easy,
    /// `medium`
    Medium,
}

/// What caused a step, in the words of journals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A press of a person.
    Press,
    /// Time was up.
    Clock,
    /// A computer's move.
    Computer,
    /// A move that the owner of the seat had prepared.
    Prepared,
    /// The table drew for the owner of the seat, who wants that always.
    AutoDraw,
    /// The house went on: dealt a round, or learnt where the start message stands.
    House,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Self; 6] = [
        Self::Press,
        Self::Clock,
        Self::Computer,
        Self::Prepared,
        Self::AutoDraw,
        Self::House,
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Press => "press",
            Self::Clock => "clock",
            Self::Computer => "computer",
            Self::Prepared => "prepared",
            Self::AutoDraw => "auto_draw",
            Self::House => "house",
        }
    }

    /// The cause with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }
}

/// One accepted change of the table.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its number, from 1.
    pub revision: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What caused it.
    pub cause: Cause,
    /// The seat that caused it.
    pub seat: Option<Seat>,
    /// What changed, in the journal's own form.
    pub changes: Vec<Value>,
}

/// A change as far as it decides the game; no `Debug`, for events hold racks.
#[derive(Clone, PartialEq)]
pub enum Change {
    /// The message that the game begins stands there.
    Began {
        /// Its id.
        start: u64,
    },
    /// Seats that were free at the start are no more, and the others closed up in their order.
    SeatsClosed {
        /// Which.
        seats: Vec<Seat>,
    },
    /// Everybody moved to the seat that they had drawn.
    SeatsDrawn {
        /// Where the owner of each seat went.
        seats: PerSeat<Seat>,
    },
    /// A round was dealt.
    Dealt {
        /// The deal.
        events: Vec<AnyEvent>,
    },
    /// A seat acted.
    Played {
        /// Who.
        seat: Seat,
        /// What it did.
        events: Vec<AnyEvent>,
    },
    /// The game is over and has a result.
    Finished,
    /// The game ended without a result.
    Abandoned,
    /// Something beside the game: a seat was taken, somebody was away.
    Beside {
        /// The seat that it names.
        seat: Option<Seat>,
    },
}

/// Every change that a journal knows, in its own form; what is not here is no change.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredChange {
    Began { start: u64 },
    SeatsClosed { seats: Vec<Seat> },
    SeatsDrawn { seats: PerSeat<Seat> },
    Dealt { events: Vec<AnyEvent> },
    Played { seat: Seat, events: Vec<AnyEvent> },
    Finished,
    Abandoned { why: Why },
    Sat { seat: Seat },
    Computer { seat: Seat, level: Level },
    Emptied { seat: Seat },
    Hosts { seat: Seat },
    Options { options: AnyOptions },
    Counts { rated: bool },
    FreeSeats { filled: bool },
    Starting { casual: bool },
    Slept { seat: Seat },
    WentAway { seat: Seat },
    CameBack { seat: Seat },
    Ready { seat: Seat },
    Left { seat: Seat, level: Level },
    Voted { seat: Seat },
}

/// Why a game ended without a result, in the words of journals.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Why {
    Idle,
    Deserted,
    AllAway,
    EndedByHost,
    EndedByModerator,
    Voted,
    ThrownOut,
}

/// Why a text is not taken for a record, or for the one that was handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ReadFault {
    /// No JSON.
    #[error("this is not JSON")]
    NotJson,
    /// It begins like one and ends in the middle.
    #[error("the file ends in the middle of a record: it was cut off")]
    Cut,
    /// JSON, but not of ours.
    #[error("this is not a record of istaka")]
    NotARecord,
    /// A later version wrote it.
    #[error("this record comes from a newer version of istaka")]
    Newer,
    /// The digest is of another text.
    #[error("the record was changed: its digest is of another text")]
    Changed,
    /// The digest is right, but the text was written anew: spaces, line ends, a field twice.
    #[error("the record is not written as it was handed out")]
    Rewritten,
    /// A number with a fraction, or one that is too large.
    #[error("the record holds a number that is too large or not whole")]
    Number,
    /// Another game than any of ours.
    #[error("the record is of a game that this istaka does not know")]
    Game,
    /// The digest is right, the rest is not understood.
    #[error("the record does not have the form of a record")]
    Form,
}

impl ReadFault {
    /// Whether there was a record to judge: then the answer is "no", else there is nothing to answer.
    pub fn is_verdict(self) -> bool {
        match self {
            Self::NotJson | Self::Cut | Self::NotARecord | Self::Newer => false,
            Self::Changed | Self::Rewritten | Self::Number | Self::Game | Self::Form => true,
        }
    }

    fn of(text: &str, error: &serde_json::Error) -> Self {
        // The words of serde quote what they read: they go no further.
        if error.is_eof() && text.starts_with('{') {
            Self::Cut
        } else if error.to_string().starts_with("number out of range") {
            Self::Number
        } else {
            Self::NotJson
        }
    }
}

impl Record {
    /// The record as JSON text with its digest, on one line.
    pub fn to_text(&self) -> String {
        written(&self.value())
    }

    /// What tells this record from every other one: the board of a finished game shows how it begins.
    pub fn digest(&self) -> String {
        digest(&self.value())
    }

    /// What the message that the game begins showed of the presses that took a seat; `None` where they are not written as
    /// they are hashed.
    pub fn digest_of_presses(&self) -> Option<String> {
        let told = contributions(&self.contributions)?;
        Some(digest_of_presses(&told.seats))
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).expect("a record is plain structs with text keys")
    }

    /// Reads what [`Record::to_text`] wrote, and nothing that is written otherwise.
    pub fn read(text: &str) -> Result<Self, ReadFault> {
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| ReadFault::of(text, &error))?;
        let fields = value.as_object_mut().ok_or(ReadFault::NotARecord)?;
        if !fields.contains_key("steps") && !fields.contains_key("secret") {
            return Err(ReadFault::NotARecord);
        }
        let claimed = fields.remove(DIGEST);
        if claimed != Some(digest(&value).into()) {
            return Err(ReadFault::Changed);
        }
        let record = Self::understood(&value)?;
        let line = text.strip_suffix('\n').unwrap_or(text);
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line == canonical(&sealed(value)) {
            Ok(record)
        } else {
            Err(ReadFault::Rewritten)
        }
    }

    /// The record whose digest is right.
    fn understood(value: &Value) -> Result<Self, ReadFault> {
        let format = value["format"].as_u64();
        if format.is_some_and(|format| format > FORMAT.into()) {
            return Err(ReadFault::Newer);
        }
        if !has_whole_numbers(value) {
            return Err(ReadFault::Number);
        }
        let game = value["game"].as_str();
        if game.is_some_and(|game| GameId::from_id(game).is_none()) {
            return Err(ReadFault::Game);
        }
        // The words of serde quote what they read: they go no further.
        let record = Self::deserialize(value).map_err(|_| ReadFault::Form)?;
        // Nothing else was told.
        if record.format == FORMAT && record.value() == *value {
            Ok(record)
        } else {
            Err(ReadFault::Form)
        }
    }
}

impl Step {
    /// The changes of the step; `None` where one of them cannot be read.
    pub fn read_changes(&self) -> Option<Vec<Change>> {
        self.changes.iter().map(Change::read).collect()
    }
}

impl Change {
    /// `None` for what no journal says, and for what says more than a journal would.
    fn read(value: &Value) -> Option<Self> {
        let stored = StoredChange::deserialize(value).ok()?;
        let understood = serde_json::to_value(&stored).ok()?;
        holds(&understood, value).then(|| Self::of(stored))
    }

    fn of(stored: StoredChange) -> Self {
        match stored {
            StoredChange::Began { start } => Self::Began { start },
            StoredChange::SeatsClosed { seats } => Self::SeatsClosed { seats },
            StoredChange::SeatsDrawn { seats } => Self::SeatsDrawn { seats },
            StoredChange::Dealt { events } => Self::Dealt { events },
            StoredChange::Played { seat, events } => Self::Played { seat, events },
            StoredChange::Finished => Self::Finished,
            StoredChange::Abandoned { .. } => Self::Abandoned,
            StoredChange::Sat { seat }
            | StoredChange::Computer { seat, .. }
            | StoredChange::Emptied { seat }
            | StoredChange::Hosts { seat }
            | StoredChange::Slept { seat }
            | StoredChange::WentAway { seat }
            | StoredChange::CameBack { seat }
            | StoredChange::Ready { seat }
            | StoredChange::Left { seat, .. }
            | StoredChange::Voted { seat } => Self::Beside { seat: Some(seat) },
            StoredChange::Options { .. }
            | StoredChange::Counts { .. }
            | StoredChange::FreeSeats { .. }
            | StoredChange::Starting { .. } => Self::Beside { seat: None },
        }
    }
}

/// Whether all that was told was understood: nothing of it is missing or another. What was not told has its default.
fn holds(understood: &Value, told: &Value) -> bool {
    match (understood, told) {
        (Value::Object(understood), Value::Object(told)) => told.iter().all(|(name, told)| {
            let field = understood.get(name);
            field.is_some_and(|understood| holds(understood, told))
        }),
        (Value::Array(understood), Value::Array(told)) => {
            let mut pairs = understood.iter().zip(told);
            understood.len() == told.len()
                && pairs.all(|(understood, told)| holds(understood, told))
        }
        _ => understood == told,
    }
}

/// Records count, they do not measure.
fn has_whole_numbers(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_u64() || number.is_i64(),
        Value::Array(values) => values.iter().all(has_whole_numbers),
        Value::Object(fields) => fields.values().all(has_whole_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

/// The contributions that these lines tell; `None` unless they are written just as they are hashed.
pub fn contributions(lines: &[String]) -> Option<Contributions> {
    let (start, seats) = lines.split_last()?;
    let seat = |line: &String| {
        let (seat, press) = line.split_once(' ')?;
        Some((Seat::new(seat.parse().ok()?)?, press.parse().ok()?))
    };
    let contributions = Contributions {
        seats: seats.iter().map(seat).collect::<Option<_>>()?,
        start: start.strip_prefix("start ")?.parse().ok()?,
    };
    let is_once_each = contributions
        .seats
        .windows(2)
        .all(|pair| pair[0].0 < pair[1].0);
    (is_once_each && contributions.lines().lines().eq(lines)).then_some(contributions)
}

/// A record's JSON without a digest as the line that is handed out: whoever forges one writes it like this, too.
pub fn written(value: &Value) -> String {
    canonical(&sealed(value.clone())) + "\n"
}

/// The same with its digest.
fn sealed(mut value: Value) -> Value {
    value[DIGEST] = digest(&value).into();
    value
}

/// SHA-256 of the canonical text of everything but the digest.
fn digest(value: &Value) -> String {
    use std::fmt::Write;
    let hash = Sha256::digest(format!("istaka record\n{}", canonical(value)));
    hash.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

/// JSON without white space and with the fields in the order of their names, whatever map serde_json was built with.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            let field = |(name, value): &(&String, &Value)| {
                format!("{}:{}", Value::from(name.as_str()), canonical(value))
            };
            format!(
                "{{{}}}",
                fields.iter().map(field).collect::<Vec<_>>().join(",")
            )
        }
        Value::Array(values) => {
            format!(
                "[{}]",
                values.iter().map(canonical).collect::<Vec<_>>().join(",")
            )
        }
        plain => plain.to_string(),
    }
}
