//! What is set from outside: the environment of the process, and the files that it names.
//!
//! Every setting is a flag and a variable, but the token, which no list of processes may show. What cannot be used is
//! said with both names.

mod days;
mod page;
mod shut_out;
mod token;

use std::time::Duration;

use thiserror::Error;

pub use days::{DELETE_RECORDS_AFTER, Days, PACK_AFTER, PACKED_AFTER, RECORDS_DELETED_AFTER};
pub use page::{PRIVACY_URL, privacy_url};
pub use shut_out::{NoId, SHUT_OUT, shut_out};
pub use token::{Source, TokenFailure, read as token};

/// The variable that holds the bot's token.
pub const TOKEN: &str = "DISCORD_TOKEN";
/// The variable that names a file with the bot's token.
pub const TOKEN_FILE: &str = "DISCORD_TOKEN_FILE";
/// The variable in which systemd names the folder of a service's credentials.
pub const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// The variable that names the database.
pub const DB: &str = "ISTAKA_DB";
/// The variable that sets the pause between the visible moves of computers, in seconds.
pub const PACE: &str = "ISTAKA_PACE";
/// The variable that sets the port of this machine where a running bot tells how it is.
pub const METRICS_PORT: &str = "ISTAKA_METRICS_PORT";
/// The variable that names a sandbox to talk to.
pub const SANDBOX: &str = "ISTAKA_SANDBOX";
/// The variable that sets the form of the log.
pub const LOG: &str = "ISTAKA_LOG";
/// The variable that sets what is logged.
pub const LOG_FILTER: &str = "RUST_LOG";

/// The variable of [`TABLES_A_PERSON`].
pub const TABLES_A_PERSON_VARIABLE: &str = "ISTAKA_TABLES_PERSON";
/// The variable of [`TABLES_A_CHANNEL`].
pub const TABLES_A_CHANNEL_VARIABLE: &str = "ISTAKA_TABLES_CHANNEL";
/// The variable of [`TABLES_A_SERVER`].
pub const TABLES_A_SERVER_VARIABLE: &str = "ISTAKA_TABLES_SERVER";
/// The variable of [`LOBBIES_A_PERSON`].
pub const LOBBIES_A_PERSON_VARIABLE: &str = "ISTAKA_LOBBIES_PERSON";
/// The variable of [`LOBBIES_A_CHANNEL`].
pub const LOBBIES_A_CHANNEL_VARIABLE: &str = "ISTAKA_LOBBIES_CHANNEL";
/// The variable of [`LOBBIES_A_SERVER`].
pub const LOBBIES_A_SERVER_VARIABLE: &str = "ISTAKA_LOBBIES_SERVER";
/// The variable of [`INVITATIONS_A_PERSON`].
pub const INVITATIONS_A_PERSON_VARIABLE: &str = "ISTAKA_INVITATIONS";
/// The variable of [`PRESSES_A_SECOND`].
pub const PRESSES_A_SECOND_VARIABLE: &str = "ISTAKA_PRESSES";

/// The variable of [`REQUESTS_A_SECOND`].
pub const REQUESTS_A_SECOND_VARIABLE: &str = "ISTAKA_REQUESTS";

/// No share of tables or lobbies is larger: so many one program carries.
pub const MOST_TABLES: u32 = 10_000;
/// No share of presses or invitations is larger: nobody's fingers are faster.
pub const MOST_PRESSES: u32 = 1000;

/// No fewer requests a second than this: tables would stand still.
pub const FEWEST_REQUESTS: u32 = 10;
/// And no more than this: no bot of one program needs them.
pub const MOST_REQUESTS: u32 = 10_000;

const UP_TO_MOST_REQUESTS: &str = "a whole number from 10 to 10000";
const UP_TO_MOST_TABLES: &str = "a whole number from 1 to 10000";
const UP_TO_MOST_PRESSES: &str = "a whole number from 1 to 1000";

/// A limit that the host of the bot sets.
pub struct Limit {
    flag: &'static str,
    variable: &'static str,
    fewest: u32,
    most: u32,
    wanted: &'static str,
}

impl Limit {
    const fn of_tables(flag: &'static str, variable: &'static str) -> Self {
        Self {
            flag,
            variable,
            fewest: 1,
            most: MOST_TABLES,
            wanted: UP_TO_MOST_TABLES,
        }
    }

    const fn of_presses(flag: &'static str, variable: &'static str) -> Self {
        Self {
            flag,
            variable,
            fewest: 1,
            most: MOST_PRESSES,
            wanted: UP_TO_MOST_PRESSES,
        }
    }

    /// The number; `None` if nothing is said.
    pub fn read(&self, text: Option<&str>) -> Result<Option<u32>, NoSetting> {
        let Some(text) = set(text) else {
            return Ok(None);
        };
        let number: Option<u32> = text.parse().ok();
        let number = number.filter(|number| (self.fewest..=self.most).contains(number));
        number.map(Some).ok_or(NoSetting {
            flag: self.flag,
            variable: self.variable,
            wanted: self.wanted,
        })
    }
}

/// How many tables that live one person may have opened.
pub const TABLES_A_PERSON: Limit = Limit::of_tables("--tables-person", TABLES_A_PERSON_VARIABLE);
/// How many tables may live in one channel and its threads.
pub const TABLES_A_CHANNEL: Limit = Limit::of_tables("--tables-channel", TABLES_A_CHANNEL_VARIABLE);
/// How many tables may live in one server.
pub const TABLES_A_SERVER: Limit = Limit::of_tables("--tables-server", TABLES_A_SERVER_VARIABLE);
/// How many lobbies one person may have opened.
pub const LOBBIES_A_PERSON: Limit = Limit::of_tables("--lobbies-person", LOBBIES_A_PERSON_VARIABLE);
/// How many lobbies there may be in one channel and its threads.
pub const LOBBIES_A_CHANNEL: Limit =
    Limit::of_tables("--lobbies-channel", LOBBIES_A_CHANNEL_VARIABLE);
/// How many lobbies there may be in one server.
pub const LOBBIES_A_SERVER: Limit = Limit::of_tables("--lobbies-server", LOBBIES_A_SERVER_VARIABLE);
/// How many people one person may call to tables in ten minutes.
pub const INVITATIONS_A_PERSON: Limit =
    Limit::of_presses("--invitations", INVITATIONS_A_PERSON_VARIABLE);
/// How many presses a second one person may make for long.
pub const PRESSES_A_SECOND: Limit = Limit::of_presses("--presses", PRESSES_A_SECOND_VARIABLE);
/// How many requests a second Discord allows with the bot's token.
pub const REQUESTS_A_SECOND: Limit = Limit {
    flag: "--requests",
    variable: REQUESTS_A_SECOND_VARIABLE,
    fewest: FEWEST_REQUESTS,
    most: MOST_REQUESTS,
    wanted: UP_TO_MOST_REQUESTS,
};

/// Computers think for so long where nothing else is set.
const USUAL_PACE: Duration = Duration::from_secs(1);
/// No pace is slower: a table must not look as if it had stopped.
const SLOWEST_PACE: Duration = Duration::from_secs(60);

/// A setting that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{flag} ({variable}) has to be {wanted}")]
pub struct NoSetting {
    flag: &'static str,
    variable: &'static str,
    wanted: &'static str,
}

/// The pause between visible moves of computers. What is set to nothing is not set.
pub fn pace(text: Option<&str>) -> Result<Duration, NoSetting> {
    let Some(text) = set(text) else {
        return Ok(USUAL_PACE);
    };
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|pace| *pace <= SLOWEST_PACE)
        .ok_or(NoSetting {
            flag: "--pace",
            variable: PACE,
            wanted: "a number of seconds from 0 to 60",
        })
}

/// The port where a running bot tells how it is; `None` if it does not.
pub fn metrics_port(text: Option<&str>) -> Result<Option<u16>, NoSetting> {
    let port = set(text).map(str::parse).transpose();
    port.map_err(|_| NoSetting {
        flag: "--metrics-port",
        variable: METRICS_PORT,
        wanted: "a port of this machine, from 0 (any that is free) to 65535",
    })
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people.
    Plain,
    /// One JSON object a line, for machines.
    Json,
}

/// How the log is written: lines for people if nothing is said.
pub fn log_form(text: Option<&str>) -> Result<LogForm, NoSetting> {
    match set(text) {
        None | Some("plain") => Ok(LogForm::Plain),
        Some("json") => Ok(LogForm::Json),
        Some(_) => Err(NoSetting {
            flag: "--log",
            variable: LOG,
            wanted: "plain or json",
        }),
    }
}

fn set(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_small_number_of_seconds() {
        for unset in [None, Some(""), Some("  ")] {
            assert_eq!(pace(unset), Ok(USUAL_PACE));
        }
        assert_eq!(pace(Some("0")), Ok(Duration::ZERO));
        assert_eq!(pace(Some(" 0.5 ")), Ok(Duration::from_millis(500)));
        for wrong in ["-1", "61", "NaN", "inf", "1e400", "soon"] {
            assert!(pace(Some(wrong)).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_port_is_a_port() {
        assert_eq!(metrics_port(Some(" ")), Ok(None));
        assert_eq!(metrics_port(Some("0")), Ok(Some(0)));
        assert_eq!(metrics_port(Some("65535")), Ok(Some(65_535)));
        for wrong in ["-1", "65536", "9.5", "http", "127.0.0.1:9000"] {
            assert!(metrics_port(Some(wrong)).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_log_has_one_of_two_forms() {
        for unset in [None, Some(""), Some(" "), Some("plain")] {
            assert_eq!(log_form(unset), Ok(LogForm::Plain));
        }
        assert_eq!(log_form(Some(" json ")), Ok(LogForm::Json));
        let told = log_form(Some("xml")).expect_err("there is no such form");
        assert_eq!(
            told.to_string(),
            "--log (ISTAKA_LOG) has to be plain or json"
        );
    }

    #[test]
    fn a_limit_is_a_whole_number_of_some_size() {
        assert_eq!(REQUESTS_A_SECOND.read(Some("10")), Ok(Some(10)));
        assert!(
            REQUESTS_A_SECOND.read(Some("9")).is_err(),
            "nothing would move"
        );
        assert_eq!(PRESSES_A_SECOND.read(None), Ok(None));
        assert_eq!(PRESSES_A_SECOND.read(Some("")), Ok(None));
        assert_eq!(PRESSES_A_SECOND.read(Some(" 8 ")), Ok(Some(8)));
        assert_eq!(PRESSES_A_SECOND.read(Some("1000")), Ok(Some(1000)));
        for wrong in ["0", "-1", "1001", "1.5", "many", "99999999999999999999"] {
            let told = PRESSES_A_SECOND.read(Some(wrong)).expect_err(wrong);
            assert_eq!(
                told.to_string(),
                "--presses (ISTAKA_PRESSES) has to be a whole number from 1 to 1000"
            );
        }
    }
}
