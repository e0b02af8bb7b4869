//! What is set from outside: the environment of the process.

use std::time::Duration;

/// The variable that holds the bot's token.
pub const TOKEN: &str = "DISCORD_TOKEN";
/// The variable that sets the pause between the visible moves of computers, in seconds.
pub const PACE: &str = "ISTAKA_PACE";

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
}
