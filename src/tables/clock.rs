//! The injected clock, and the presets of how long a turn may last.
//!
//! Everything that people feel as waiting reads this clock; only machines' own limits keep real time.

use std::fmt;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

pub use crate::store::Moment;

/// A source of time.
pub trait Time: Send + Sync + 'static {
    /// What time it is.
    fn now(&self) -> Moment;

    /// What time it is at least: where two clocks show different times, the earlier.
    fn at_least(&self) -> Moment {
        self.now()
    }

    /// What everybody else's clocks show at a moment of this one.
    fn shown(&self, at: Moment) -> Moment {
        at
    }

    /// Waits until it is at least that late.
    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The clock of a hall.
#[derive(Clone)]
pub struct Clock(Arc<dyn Time>);

impl Clock {
    /// The system's time, which from now on only goes forward.
    ///
    /// It begins with what the system says and then goes by a steady clock: whoever sets the system's time back, or on,
    /// makes no table wait and nobody late. Such a jump is told once in the log.
    pub fn real() -> Self {
        Self::new(SteadyTime::begins(System))
    }

    /// A clock that shows another time.
    pub fn new(time: impl Time) -> Self {
        Self(Arc::new(time))
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        self.0.now()
    }

    /// What time it is at least: the machine's time may have been wrong when this clock began, and be set right since. What
    /// cannot be undone goes by this.
    pub fn at_least(&self) -> Moment {
        self.0.at_least()
    }

    /// How far everybody else's clocks are ahead of this one: they show what is told of its moments.
    pub fn ahead(&self) -> Ahead {
        let now = self.now();
        let shown = self.0.shown(now);
        Ahead(shown.unix_ms().wrapping_sub(now.unix_ms()).cast_signed())
    }

    /// Waits until it is at least that late.
    pub async fn reached(&self, at: Moment) {
        self.0.reached(at).await;
    }
}

/// How far the clocks that people see are ahead of the one by which they play, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ahead(i64);

impl Ahead {
    /// What people's clocks show at this moment.
    pub fn shown(self, at: Moment) -> Moment {
        Moment::from_unix_ms(at.unix_ms().saturating_add_signed(self.0))
    }
}

/// What a machine knows of the time.
trait Machine: Send + Sync + 'static {
    /// What it says the time is, in milliseconds since 1970; somebody may set it.
    fn wall_ms(&self) -> u64;

    /// Milliseconds since some moment; nobody can set them.
    fn steady_ms(&self) -> u64;
}

/// This machine. Its steady milliseconds begin with the first question.
struct System;

/// The first moment that was asked for.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Machine for System {
    fn wall_ms(&self) -> u64 {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
        whole_ms(since_1970.unwrap_or_default())
    }

    fn steady_ms(&self) -> u64 {
        whole_ms(BEGAN.elapsed())
    }
}

fn whole_ms(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// The system's time may be so far off before that is told: it is set gently by a few seconds every day.
const JUMP_MS: u64 = 5_000;

/// A time that begins with the machine's and then only goes forward, as fast as time goes.
struct SteadyTime<M> {
    machine: M,
    /// When it began, in the machine's time.
    began_ms: u64,
    /// When it began, by what nobody can set.
    since_ms: u64,
    /// How far the machine's time was off when that was last told.
    told: AtomicI64,
}

impl<M: Machine> SteadyTime<M> {
    fn begins(machine: M) -> Self {
        Self {
            since_ms: machine.steady_ms(),
            began_ms: machine.wall_ms(),
            told: AtomicI64::new(0),
            machine,
        }
    }

    /// By how many milliseconds the machine's time is ahead of this one, if it has jumped since that was last asked.
    fn jump(&self, now_ms: u64) -> Option<i64> {
        let wall = i64::try_from(self.machine.wall_ms()).ok()?;
        let ahead = wall - i64::try_from(now_ms).ok()?;
        let told = self.told.load(Ordering::Relaxed);
        let is_jump = ahead.abs_diff(told) > JUMP_MS;
        let is_first = || {
            let exchanged =
                self.told
                    .compare_exchange(told, ahead, Ordering::Relaxed, Ordering::Relaxed);
            exchanged.is_ok()
        };
        (is_jump && is_first()).then_some(ahead)
    }

    fn now_ms(&self) -> u64 {
        let passed = self.machine.steady_ms().saturating_sub(self.since_ms);
        self.began_ms.saturating_add(passed)
    }
}

/// A sleep is looked after so often: a machine may have slept meanwhile.
const LONGEST_NAP: Duration = Duration::from_secs(30);

impl<M: Machine> Time for SteadyTime<M> {
    fn now(&self) -> Moment {
        let now_ms = self.now_ms();
        if let Some(ahead_ms) = self.jump(now_ms) {
            let seconds = ahead_ms / 1000;
            tracing::warn!(
                seconds,
                "the time of this machine was set: turns go on by the time that has passed, what is noted in the \
                 journal is that much off until the next start"
            );
        }
        Moment::from_unix_ms(now_ms)
    }

    fn at_least(&self) -> Moment {
        self.now().min(Moment::from_unix_ms(self.machine.wall_ms()))
    }

    /// It changes only with a jump that is told: small steps move no countdown that stands.
    fn shown(&self, at: Moment) -> Moment {
        // Whoever asks has noticed the last jump.
        let _ = self.now();
        Ahead(self.told.load(Ordering::Relaxed)).shown(at)
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

    /// A machine whose two times a test sets.
    #[derive(Clone, Default)]
    struct Settable(Arc<[AtomicI64; 2]>);

    impl Settable {
        fn passes(&self, wall_ms: i64, steady_ms: i64) {
            self.0[0].fetch_add(wall_ms, Ordering::Relaxed);
            self.0[1].fetch_add(steady_ms, Ordering::Relaxed);
        }
    }

    impl Machine for Settable {
        fn wall_ms(&self) -> u64 {
            self.0[0].load(Ordering::Relaxed).unsigned_abs()
        }

        fn steady_ms(&self) -> u64 {
            self.0[1].load(Ordering::Relaxed).unsigned_abs()
        }
    }

    const HOUR_MS: i64 = 3_600_000;

    #[test]
    fn a_machine_whose_time_is_set_makes_nobody_wait_and_nobody_late() {
        let machine = Settable::default();
        machine.passes(1_700_000_000_000, 77);
        let time = SteadyTime::begins(machine.clone());
        let start = time.now();
        assert_eq!(start, Moment::from_unix_ms(1_700_000_000_000));
        for wall_ms in [1_000, 1_000 - HOUR_MS, 1_000 + 2 * HOUR_MS, 1_003] {
            let before = time.now();
            machine.passes(wall_ms, 1_000);
            assert_eq!(time.now().since(before), Duration::from_secs(1));
        }
    }

    #[test]
    fn it_is_no_later_than_either_time_says() {
        let machine = Settable::default();
        machine.passes(5 * HOUR_MS, 0);
        let time = SteadyTime::begins(machine.clone());
        // It was ahead, and is put right; then it is set ahead.
        for (wall_ms, expected_ms) in [(-3 * HOUR_MS, 2 * HOUR_MS), (9 * HOUR_MS, 5 * HOUR_MS)] {
            machine.passes(wall_ms, 0);
            let expected = Moment::from_unix_ms(expected_ms.unsigned_abs());
            assert_eq!(time.at_least(), expected);
        }
    }

    #[test]
    fn a_jump_is_told_once_and_small_steps_never() {
        let machine = Settable::default();
        machine.passes(2 * HOUR_MS, 0);
        let time = SteadyTime::begins(machine.clone());
        let told = || time.jump(time.now_ms());
        machine.passes(4_000, 1_000);
        assert_eq!(told(), None, "a clock that is set by three seconds");
        machine.passes(-HOUR_MS, 0);
        assert_eq!(told(), Some(3_000 - HOUR_MS));
        machine.passes(1_000, 1_000);
        assert_eq!(told(), None, "told already");
        machine.passes(HOUR_MS, 0);
        assert_eq!(told(), Some(3_000), "it is right again");
        assert_eq!(told(), None);
    }

    #[test]
    fn what_people_see_goes_by_the_machines_time_and_changes_with_a_jump_alone() {
        let machine = Settable::default();
        machine.passes(2 * HOUR_MS, 0);
        let clock = Clock::new(SteadyTime::begins(machine.clone()));
        let deadline = Moment::from_unix_ms(3 * HOUR_MS.unsigned_abs());
        let mut wall_ms = 0;
        for (wall, steady, ahead_ms) in [
            (1_000, 1_000, 0),
            // It is set a little, which is not told.
            (4_000, 0, 0),
            // A machine that has slept: its steady time stood still.
            (8 * HOUR_MS, 0, 4_000 + 8 * HOUR_MS),
            (1_000, 1_000, 4_000 + 8 * HOUR_MS),
            (2_000, 0, 4_000 + 8 * HOUR_MS),
            // It is put right.
            (-9 * HOUR_MS, 0, 6_000 - HOUR_MS),
        ] {
            machine.passes(wall, steady);
            wall_ms += wall;
            let shown = clock.ahead().shown(deadline);
            let expected = deadline.unix_ms().saturating_add_signed(ahead_ms);
            assert_eq!(shown.unix_ms(), expected, "after {wall_ms}");
        }
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
