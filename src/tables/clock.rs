//! The injected clock, and the presets of how long a turn may last.
//!
//! Everything that people feel as waiting reads this clock; only machines' own limits keep real time.

use std::fmt;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

pub use crate::store::Moment;

/// A source of time.
pub trait Time: Send + Sync + 'static {
    /// What time it is.
    fn now(&self) -> Moment;

    /// Waits until it is at least that late.
    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The clock of a hall.
#[derive(Clone)]
pub struct Clock(Arc<dyn Time>);

impl Clock {
    /// The system's time.
    pub fn real() -> Self {
        Self::new(RealTime)
    }

    /// A clock that shows another time.
    pub fn new(time: impl Time) -> Self {
        Self(Arc::new(time))
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        self.0.now()
    }

    /// Waits until it is at least that late.
    pub async fn reached(&self, at: Moment) {
        self.0.reached(at).await;
    }
}

struct RealTime;

/// A sleep is looked after so often: the system's time may be set while we wait.
const LONGEST_NAP: Duration = Duration::from_secs(30);

impl Time for RealTime {
    fn now(&self) -> Moment {
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Moment::from_unix_ms(u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX))
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            loop {
                let left = at.since(self.now());
                if left.is_zero() {
                    return;
                }
                tokio::time::sleep(left.min(LONGEST_NAP)).await;
            }
        })
    }
}

/// Time that moves only when it is told to, for tests. Copies show the same time.
#[derive(Clone)]
pub struct ManualTime(Arc<watch::Sender<Moment>>);

impl ManualTime {
    /// A clock that stands at this moment.
    pub fn new(start: Moment) -> Self {
        Self(Arc::new(watch::Sender::new(start)))
    }

    /// Moves on and wakes whoever waits for a moment passed.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now = now.plus(by));
    }
}

impl Default for ManualTime {
    /// A moment in November 2023.
    fn default() -> Self {
        Self::new(Moment::from_unix_ms(1_700_000_000_000))
    }
}

impl Time for ManualTime {
    fn now(&self) -> Moment {
        *self.0.borrow()
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut time = self.0.subscribe();
        Box::pin(async move {
            // The sender lives as long as `self`, so the wait cannot fail.
            let _ = time.wait_for(|now| *now >= at).await;
        })
    }
}

/// How long a turn may last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// 30 seconds.
    Fast,
    /// 60 seconds.
    #[default]
    Normal,
    /// 180 seconds.
    Relaxed,
    /// 24 hours.
    Days,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 4] = [Self::Fast, Self::Normal, Self::Relaxed, Self::Days];

    /// How long a turn may last.
    pub fn patience(self) -> Duration {
        Duration::from_secs(match self {
            Self::Fast => 30,
            Self::Normal => 60,
            Self::Relaxed => 180,
            Self::Days => 24 * 60 * 60,
        })
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Relaxed => "relaxed",
            Self::Days => "days",
        })
    }
}

/// A text that names no preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a clock is fast, normal, relaxed or days")]
pub struct NoPreset;

impl FromStr for Preset {
    type Err = NoPreset;

    fn from_str(text: &str) -> Result<Self, NoPreset> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.to_string() == text)
            .ok_or(NoPreset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_read_back() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
        }
        assert_eq!("slow".parse::<Preset>(), Err(NoPreset));
    }

    #[tokio::test]
    async fn manual_time_wakes_only_those_whose_moment_came() {
        let time = ManualTime::default();
        let clock = Clock::new(time.clone());
        let start = clock.now();
        let mut waiting = std::pin::pin!(clock.reached(start.plus(Duration::from_secs(5))));
        for early in [0, 4] {
            time.advance(Duration::from_secs(early));
            assert!(futures::poll!(&mut waiting).is_pending());
        }
        time.advance(Duration::from_secs(1));
        waiting.await;
        assert_eq!(clock.now().since(start), Duration::from_secs(5));
    }
}
