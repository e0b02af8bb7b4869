//! What is set from outside: the environment of the process, and the files that it names.
//!
//! Every setting is a flag and a variable, but the token, which no list of processes may show. What cannot be used is
//! said with both names.

mod token;

use std::time::Duration;

use thiserror::Error;

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
}
