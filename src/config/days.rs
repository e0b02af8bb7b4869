//! Settings that are spans of days.

use super::{NoSetting, set};

/// No span is shorter: so long a table that is over may still be looked at in its place.
const LEAST_DAYS: u32 = 8;
/// No span is longer: a hundred years.
const MOST_DAYS: u32 = 36_500;

/// A span of days that the host of the bot sets.
pub struct Days {
    flag: &'static str,
    variable: &'static str,
    least: u32,
    wanted: &'static str,
}

impl Days {
    /// From eight days on.
    const fn from_eight(flag: &'static str, variable: &'static str) -> Self {
        Self {
            flag,
            variable,
            least: LEAST_DAYS,
            wanted: "a whole number of days from 8 to 36500, or never",
        }
    }

    /// What is said: a number of days, or never; nothing, if nothing is.
    pub fn read(&self, text: Option<&str>) -> Result<Option<Option<u32>>, NoSetting> {
        let Some(text) = set(text) else {
            return Ok(None);
        };
        if text.eq_ignore_ascii_case("never") {
            return Ok(Some(None));
        }
        let days: Option<u32> = text.parse().ok();
        let days = days.filter(|days| (self.least..=MOST_DAYS).contains(days));
        days.map(|days| Some(Some(days))).ok_or(NoSetting {
            flag: self.flag,
            variable: self.variable,
            wanted: self.wanted,
        })
    }
}

/// The variable of [`PACKED_AFTER`].
pub const PACK_AFTER: &str = "ISTAKA_PACK_AFTER";
/// The variable of [`RECORDS_DELETED_AFTER`].
pub const DELETE_RECORDS_AFTER: &str = "ISTAKA_DELETE_RECORDS_AFTER";
/// How long after the end of a game its journal is packed.
pub const PACKED_AFTER: Days = Days::from_eight("--pack-after", PACK_AFTER);
/// How long after the end of a game its record is deleted.
pub const RECORDS_DELETED_AFTER: Days =
    Days::from_eight("--delete-records-after", DELETE_RECORDS_AFTER);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_of_days_is_a_whole_number_or_never() {
        assert_eq!(PACKED_AFTER.read(None), Ok(None));
        assert_eq!(PACKED_AFTER.read(Some(" ")), Ok(None));
        assert_eq!(PACKED_AFTER.read(Some("Never")), Ok(Some(None)));
        assert_eq!(PACKED_AFTER.read(Some(" 8 ")), Ok(Some(Some(8))));
        for wrong in ["0", "7", "-1", "36501", "1.5", "soon", "99999999999"] {
            let told = PACKED_AFTER.read(Some(wrong)).expect_err(wrong);
            assert_eq!(
                told.to_string(),
                "--pack-after (ISTAKA_PACK_AFTER) has to be a whole number of days from 8 to 36500, or never"
            );
        }
    }
}
