//! How old boards were when they arrived: the bot counts it, and tells it in ranges.

use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::CliFailure;
use crate::cli::told::tell;

/// The name of a range in the bot's metrics.
const RANGE: &str = "istaka_board_seconds_bucket{le=\"";

/// So many boards were no older than these seconds; the last range has no end.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct BoardAges(Vec<(f64, u64)>);

impl BoardAges {
    /// Reads them from the bot's metrics.
    pub(super) fn read(metrics: &str) -> Self {
        let range = |line: &str| {
            let (end, count) = line.strip_prefix(RANGE)?.split_once("\"} ")?;
            let end = match end {
                "+Inf" => f64::INFINITY,
                end => end.parse().ok()?,
            };
            // What follows a count is an example of it.
            Some((end, count.split_whitespace().next()?.parse().ok()?))
        };
        Self(metrics.lines().filter_map(range).collect())
    }

    /// Without those that were counted before.
    pub(super) fn since(&self, before: &Self) -> Self {
        let earlier = |end: f64| before.0.iter().find(|range| range.0 == end);
        let ranges = self.0.iter().map(|(end, count)| {
            let before = earlier(*end).map_or(0, |range| range.1);
            (*end, count.saturating_sub(before))
        });
        Self(ranges.collect())
    }

    /// How many boards there were.
    pub(super) fn count(&self) -> u64 {
        self.0.last().map_or(0, |range| range.1)
    }

    /// The age that this share of the boards did not reach, as if ages were spread evenly within a range; `None` without
    /// boards, or if it is beyond the last end.
    pub(super) fn share(&self, share: f64) -> Option<Duration> {
        let wanted = share * self.count() as f64;
        let mut before = (0.0, 0);
        for range in &self.0 {
            if range.1 > before.1 && range.1 as f64 >= wanted {
                let part = (wanted - before.1 as f64) / (range.1 - before.1) as f64;
                let seconds = before.0 + (range.0 - before.0) * part;
                return Duration::try_from_secs_f64(seconds).ok();
            }
            before = *range;
        }
        None
    }

    /// No board was older: the end of the last range in which there is one.
    pub(super) fn most(&self) -> Option<Duration> {
        let end = self.0.iter().find(|range| range.1 == self.count())?.0;
        Duration::try_from_secs_f64(end).ok()
    }

    /// A line for people.
    pub(super) fn print(&self) -> Result<(), CliFailure> {
        let seconds = |age: Option<Duration>| match age {
            Some(age) => format!("{:.1} s", age.as_secs_f64()),
            None => "more than that".to_owned(),
        };
        tell(format_args!(
            "{} boards arrived: age median {}, p95 {}, none older than {}",
            self.count(),
            seconds(self.share(0.5)),
            seconds(self.share(0.95)),
            seconds(self.most()),
        ))
    }

    /// The same for scripts.
    pub(super) fn json(&self) -> Value {
        let ms = |age: Option<Duration>| age.map(|age| age.as_millis() as u64);
        json!({
            "boards": self.count(),
            "age_ms": {"p50": ms(self.share(0.5)), "p95": ms(self.share(0.95)), "most": ms(self.most())},
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(counts: [u64; 4]) -> BoardAges {
        let ends = ["1.0", "2.0", "4.0", "+Inf"];
        let lines = ends.iter().zip(counts);
        let lines = lines.map(|(end, count)| format!("{RANGE}{end}\"}} {count}\n"));
        BoardAges::read(&format!("# HELP x\n{}# EOF\n", lines.collect::<String>()))
    }

    fn seconds(age: Option<Duration>) -> Option<f64> {
        age.map(|age| age.as_secs_f64())
    }

    #[test]
    fn ages_are_read_from_ranges() {
        let ages = told([10, 30, 40, 40]);
        assert_eq!(ages.count(), 40);
        assert_eq!(seconds(ages.share(0.5)), Some(1.5));
        assert_eq!(seconds(ages.share(0.25)), Some(1.0));
        assert_eq!(seconds(ages.share(1.0)), Some(4.0));
        assert_eq!(seconds(ages.most()), Some(4.0));
    }

    #[test]
    fn what_was_counted_before_does_not_count() {
        let ages = told([10, 30, 40, 40]).since(&told([10, 10, 10, 10]));
        assert_eq!(ages.count(), 30);
        assert_eq!(seconds(ages.share(0.5)), Some(1.75));
    }

    #[test]
    fn nothing_is_said_of_what_is_not_known() {
        assert_eq!(BoardAges::default().share(0.5), None);
        assert_eq!(told([0, 0, 0, 0]).share(0.5), None);
        assert_eq!(told([0, 0, 1, 10]).share(0.95), None);
        assert_eq!(told([0, 0, 1, 10]).most(), None);
    }
}
