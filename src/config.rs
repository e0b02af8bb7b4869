//! What is set from outside: the environment of the process.

use std::time::Duration;

/// The variable that holds the bot's token.
pub const TOKEN: &str = "DISCORD_TOKEN";
/// The variable that sets the pause between the visible moves of computers, in seconds.
pub const PACE: &str = "ISTAKA_PACE";

/// How many tables that live one person may have opened.
pub const TABLES_OF_PERSON: &str = "ISTAKA_TABLES_PERSON";
/// How many tables may live in one channel and its threads.
pub const TABLES_OF_CHANNEL: &str = "ISTAKA_TABLES_CHANNEL";
/// How many tables may live in one server.
pub const TABLES_OF_SERVER: &str = "ISTAKA_TABLES_SERVER";
/// How many lobbies one person may have opened.
pub const LOBBIES_OF_PERSON: &str = "ISTAKA_LOBBIES_PERSON";
/// How many lobbies there may be in one channel and its threads.
pub const LOBBIES_OF_CHANNEL: &str = "ISTAKA_LOBBIES_CHANNEL";
/// How many lobbies there may be in one server.
pub const LOBBIES_OF_SERVER: &str = "ISTAKA_LOBBIES_SERVER";
/// How many people one person may call to tables in ten minutes.
pub const INVITATIONS: &str = "ISTAKA_INVITATIONS";
/// How many presses a second one person may make for long.
pub const PRESSES: &str = "ISTAKA_PRESSES";

/// No share of tables or lobbies is larger: so many one program carries.
pub const MOST_TABLES: u32 = 10_000;
/// No share of presses is larger: nobody's fingers are faster.
pub const MOST_PRESSES: u32 = 1000;
/// No share of invitations is larger.
pub const MOST_INVITATIONS: u32 = 1000;

/// Computers think for so long where nothing else is set.
const USUAL_PACE: Duration = Duration::from_secs(1);
/// No pace is slower: a table must not look as if it had stopped.
const SLOWEST_PACE: Duration = Duration::from_secs(60);

/// The bot's token; `None` if there is none.
pub fn token() -> Option<String> {
    let token = std::env::var(TOKEN).ok()?;
    let token = token.trim().trim_start_matches("Bot ").to_owned();
    (!token.is_empty()).then_some(token)
}

/// The pause between visible moves of computers, or what is wrong with the setting.
pub fn pace() -> Result<Duration, String> {
    match std::env::var(PACE) {
        Err(_) => Ok(USUAL_PACE),
        Ok(text) => read_pace(&text),
    }
}

fn read_pace(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.trim().parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|pace| *pace <= SLOWEST_PACE)
        .ok_or_else(|| format!("{PACE} has to be a number of seconds from 0 to 60"))
}

/// A share that is set from outside; `None` if nothing is said, or what is wrong with the setting.
pub fn share(name: &str, most: u32) -> Result<Option<u32>, String> {
    match std::env::var_os(name) {
        None => Ok(None),
        Some(text) => read_share(name, &text.to_string_lossy(), most).map(Some),
    }
}

fn read_share(name: &str, text: &str, most: u32) -> Result<u32, String> {
    let number: Option<u32> = text.trim().parse().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("{name} has to be a whole number from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_small_number_of_seconds() {
        assert_eq!(read_pace("0"), Ok(Duration::ZERO));
        assert_eq!(read_pace(" 0.5 "), Ok(Duration::from_millis(500)));
        for wrong in ["", "-1", "61", "NaN", "inf", "soon"] {
            assert!(read_pace(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_share_is_a_whole_number_of_some_size() {
        assert_eq!(read_share(PRESSES, " 8 ", 1000), Ok(8));
        assert_eq!(read_share(PRESSES, "1000", 1000), Ok(1000));
        for wrong in ["", "0", "-1", "1001", "1.5", "many", "99999999999999999999"] {
            let told = read_share(PRESSES, wrong, 1000).expect_err(wrong);
            assert_eq!(
                told,
                "ISTAKA_PRESSES has to be a whole number from 1 to 1000"
            );
        }
    }
}
