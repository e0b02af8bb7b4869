//! What many games say: shares and means with their intervals, and how long thinking took.
//!
//! The unit of every interval is the block: the games of one seed, played in every order of seats. Games of a block
//! share their deals, so counting them singly would promise more than is known.

use std::time::Duration;

use serde::Serialize;

/// Standard errors to each side of an interval of 95 %.
const TWO_SIDED_95: f64 = 1.96;

/// A mean with the interval that holds the true one in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean of all.
    pub mean: f64,
    /// The lower end; `None` for fewer than two blocks.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Mean {
    /// The sum over the sizes of all blocks, where each block is a sum and its size; `None` if there is nothing at all.
    ///
    /// The variance is that of a ratio over clusters, so blocks may differ in size.
    pub fn of(blocks: &[(i64, i64)]) -> Option<Self> {
        let size: i64 = blocks.iter().map(|(_, size)| size).sum();
        let sum: i64 = blocks.iter().map(|(sum, _)| sum).sum();
        if size == 0 {
            return None;
        }
        let mean = sum as f64 / size as f64;
        let count = blocks.len() as f64;
        let squares: f64 = blocks
            .iter()
            .map(|(sum, size)| (*sum as f64 - mean * *size as f64).powi(2))
            .sum();
        let error = (squares * count / (count - 1.0)).sqrt() / size as f64;
        let half = (blocks.len() > 1).then_some(TWO_SIDED_95 * error);
        Some(Self {
            mean,
            low: half.map(|half| mean - half),
            high: half.map(|half| mean + half),
        })
    }
}

/// Buckets for each doubling of a time: so a percentile is told within 3 %.
const STEPS: usize = 32;
/// Doublings of a nanosecond that are told apart: more than an hour.
const DOUBLINGS: usize = 43;

/// How often which times were measured, without keeping each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Times {
    counts: Vec<u64>,
    longest: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            counts: vec![0; STEPS * DOUBLINGS],
            longest: Duration::ZERO,
        }
    }
}

impl Times {
    /// Counts one more.
    pub fn add(&mut self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.counts[bucket(nanos)] += 1;
        self.longest = self.longest.max(took);
    }

    /// Counts all that another has counted.
    pub fn add_all(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.longest = self.longest.max(other.longest);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The longest.
    pub fn longest(&self) -> Duration {
        self.longest
    }

    /// The time that so many in a hundred did not exceed.
    pub fn percentile(&self, percent: u64) -> Duration {
        let wanted = (self.count() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        for (index, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return Duration::from_nanos(upper_end(index)).min(self.longest);
            }
        }
        self.longest
    }
}

/// The first nanoseconds have a bucket each, then every doubling has as many again.
fn bucket(nanos: u64) -> usize {
    let doublings = (u64::BITS - nanos.leading_zeros()).saturating_sub(STEPS.ilog2() + 1) as usize;
    let index = doublings * STEPS + (nanos >> doublings) as usize;
    index.min(STEPS * DOUBLINGS - 1)
}

/// The longest time that falls into a bucket.
fn upper_end(bucket: usize) -> u64 {
    let doublings = (bucket / STEPS).saturating_sub(1);
    let within = (bucket - doublings * STEPS) as u64;
    ((within + 1) << doublings) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_that_of_blocks() {
        assert_eq!(Mean::of(&[]), None);
        assert_eq!(Mean::of(&[(3, 0)]), None);
        let one = Mean::of(&[(1, 4)]).expect("a block");
        assert_eq!((one.mean, one.low, one.high), (0.25, None, None));
        // Means 0 and 1 of two blocks of four: their deviation is 0.5 × √2, its error half of √2 times that.
        let two = Mean::of(&[(0, 4), (4, 4)]).expect("two blocks");
        assert!((two.mean - 0.5).abs() < 1e-9);
        assert!((two.high.expect("two blocks") - (0.5 + 1.96 * 0.5)).abs() < 1e-9);
        let equal = Mean::of(&[(1, 4), (1, 4), (1, 4)]).expect("three blocks");
        assert_eq!((equal.low, equal.high), (Some(0.25), Some(0.25)));
    }

    #[test]
    fn percentiles_are_near_the_truth() {
        for nanos in [0, 1, 31, 32, 33, 63, 64, 65, 1_000, 123_456_789, u64::MAX] {
            let end = upper_end(bucket(nanos));
            let is_last = bucket(nanos) == STEPS * DOUBLINGS - 1;
            assert!(
                is_last || end >= nanos && end - nanos <= nanos / 32,
                "{nanos}: {end}"
            );
        }
        let mut times = Times::default();
        assert_eq!(times.percentile(50), Duration::ZERO);
        (1..=1000).for_each(|micros| times.add(Duration::from_micros(micros)));
        let mut twice = times.clone();
        twice.add_all(&times);
        assert_eq!(twice.count(), 2000);
        let median = twice.percentile(50).as_micros();
        assert!((500..=516).contains(&median), "{median}");
        assert_eq!(twice.percentile(100), Duration::from_millis(1));
    }
}
