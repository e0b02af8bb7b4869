//! The names that rows go by: people, places and presses of Discord, tables, revisions and moments.
//!
//! Ids of Discord are plain numbers here; what they mean is the front's business.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rules::chance::NoRandomness;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
            pub struct $name(u64);

            impl $name {
                /// The id with this number.
                pub fn new(number: u64) -> Self {
                    Self(number)
                }

                /// Its number.
                pub fn get(self) -> u64 {
                    self.0
                }

                /// As SQLite keeps it: the same 64 bits with a sign.
                pub(crate) fn to_row(self) -> i64 {
                    self.0.cast_signed()
                }

                /// From the row that `to_row` made.
                pub(crate) fn from_row(number: i64) -> Self {
                    Self(number.cast_unsigned())
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )+
    };
}

ids! {
    /// A user of Discord.
    PersonId;
    /// A server (guild).
    ServerId;
    /// A channel or thread.
    ChannelId;
    /// A message.
    MessageId;
    /// An interaction: one click on a component, one command.
    PressId;
}

/// Counts the accepted steps of a table, from 1; 0 is before the first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Revision(u64);

impl Revision {
    /// The revision with this number.
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    /// Its number.
    pub fn get(self) -> u64 {
        self.0
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// As SQLite keeps it.
    pub(crate) fn to_row(self) -> i64 {
        self.0.cast_signed()
    }

    /// From the row that `to_row` made.
    pub(crate) fn from_row(number: i64) -> Self {
        Self(number.cast_unsigned())
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Revision {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// A table: eight letters and digits, short enough for the ids of components.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableId([u8; TABLE_ID_SIGNS]);

/// A text that names no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a table's id is eight of the letters a to z and the digits 2 to 7")]
pub struct NoTableId;

/// 32 signs that are not mistaken for each other when read: no 0, 1, 8 or 9.
const SIGNS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The length of a table's id in signs of five bits.
const TABLE_ID_SIGNS: usize = 8;

impl TableId {
    /// A new id from the operating system: 40 bits, so that ids are not guessed or met twice.
    pub fn from_system() -> Result<Self, NoRandomness> {
        let mut bytes = [0; TABLE_ID_SIGNS];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(|_| NoRandomness)?;
        Ok(Self(bytes.map(|byte| SIGNS[usize::from(byte % 32)])))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("its signs are ASCII")
    }
}

impl FromStr for TableId {
    type Err = NoTableId;

    fn from_str(text: &str) -> Result<Self, NoTableId> {
        let signs: [u8; TABLE_ID_SIGNS] = text.as_bytes().try_into().map_err(|_| NoTableId)?;
        let is_valid = signs.iter().all(|sign| SIGNS.contains(sign));
        is_valid.then_some(Self(signs)).ok_or(NoTableId)
    }
}

impl TryFrom<String> for TableId {
    type Error = NoTableId;

    fn try_from(text: String) -> Result<Self, NoTableId> {
        text.parse()
    }
}

impl From<TableId> for String {
    fn from(id: TableId) -> String {
        id.as_str().to_owned()
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableId").field(&self.as_str()).finish()
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A point in time, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Moment(u64);

impl Moment {
    /// So many milliseconds after the beginning of 1970.
    pub fn from_unix_ms(ms: u64) -> Self {
        Self(ms)
    }

    /// The milliseconds since 1970.
    pub fn unix_ms(self) -> u64 {
        self.0
    }

    /// The whole seconds since 1970, for Discord's `<t:…>`.
    pub fn unix_s(self) -> u64 {
        self.0 / 1000
    }

    /// The moment so much later.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(ms_of(span)))
    }

    /// So much earlier, at the least the beginning of 1970.
    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(ms_of(span)))
    }

    /// How long ago `earlier` was; zero if it is not earlier.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// As SQLite keeps it.
    pub(crate) fn to_row(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// From the row that `to_row` made.
    pub(crate) fn from_row(ms: i64) -> Self {
        Self(ms.max(0).cast_unsigned())
    }
}

fn ms_of(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tables_id_reads_back_and_nonsense_does_not() {
        let id = TableId::from_system().expect("the system has random bytes");
        assert_eq!(id.to_string().parse(), Ok(id));
        for nonsense in [
            "",
            "abcdefg",
            "abcdefghi",
            "abcdefg1",
            "ABCDEFGH",
            "abcdefg:",
            "ééab",
        ] {
            assert_eq!(nonsense.parse::<TableId>(), Err(NoTableId), "{nonsense}");
        }
    }

    #[test]
    fn the_highest_ids_survive_a_row() {
        for number in [0, 1, u64::MAX / 2 + 1, u64::MAX] {
            assert_eq!(
                PressId::from_row(PressId::new(number).to_row()).get(),
                number
            );
        }
    }
}
