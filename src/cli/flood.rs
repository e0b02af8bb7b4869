//! A log that is not flooded: where a thousand tables meet the same trouble some of them say so, and once a minute it is told
//! how many did not.
//!
//! `tracing-throttle` would tell lines apart by all that stands in them, and a thousand tables are a thousand lines then.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::{self, Write as _};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Level, Metadata};
use tracing_subscriber::layer::{Context, Filter};

/// So many lines of one place of the program are told within [`PAUSE`].
const TOLD: u32 = 20;

const PAUSE: Duration = Duration::from_secs(60);

/// What the log of this process was spared.
pub(super) static SPARED: LazyLock<Spared> = LazyLock::new(Spared::default);

/// Leaves out what was told often enough.
#[derive(Clone, Default)]
pub(super) struct Spared(Arc<Mutex<HashMap<Identifier, Lines>>>);

/// Those of one place of the program.
struct Lines {
    began: Instant,
    told: u32,
    left_out: u64,
    level: Level,
    /// The last one that was left out.
    last: Line,
}

/// What a line says: its sentence, and its fields.
#[derive(Clone, Default)]
struct Line {
    sentence: String,
    fields: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.sentence = format!("{value:?}");
        } else {
            // Writing into a string does not fail.
            let _ = write!(self.fields, " {}={value:?}", field.name());
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.sentence, self.fields)
    }
}

impl Spared {
    fn lines(&self) -> MutexGuard<'_, HashMap<Identifier, Lines>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a line is told that comes now.
    fn tells(&self, event: &Event<'_>, now: Instant) -> bool {
        let mut lines = self.lines();
        let lines = lines.entry(event.metadata().callsite()).or_insert(Lines {
            began: now,
            told: 0,
            left_out: 0,
            level: *event.metadata().level(),
            last: Line::default(),
        });
        if now.saturating_duration_since(lines.began) >= PAUSE {
            (lines.began, lines.told) = (now, 0);
        }
        if lines.told < TOLD {
            lines.told += 1;
            return true;
        }
        lines.left_out += 1;
        lines.last = Line::default();
        event.record(&mut lines.last);
        false
    }

    /// Says what was left out since this was said last.
    pub(super) fn tell(&self) {
        let mut left_out = Vec::new();
        for lines in self.lines().values_mut() {
            if lines.left_out > 0 {
                let last = std::mem::take(&mut lines.last);
                left_out.push((lines.level, last, std::mem::take(&mut lines.left_out)));
            }
        }
        for (level, line, left_out) in left_out {
            if level == Level::ERROR {
                tracing::error!(left_out, %line, "more lines like this one are left out");
            } else {
                tracing::warn!(left_out, %line, "more lines like this one are left out");
            }
        }
    }

    /// Says it every minute, for as long as it is waited for.
    pub(super) async fn keep_telling(&self) -> Infallible {
        loop {
            // Whoever reads a log lives by the host's own time, and nobody at a table waits for this.
            tokio::time::sleep(PAUSE).await;
            self.tell();
        }
    }
}

impl<S> Filter<S> for Spared {
    // Each line is asked about anew: for one that is always wanted the registry does not forget that it was left out once.
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let about = event.metadata();
        about.target() == module_path!() || self.tells(event, Instant::now())
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use tracing_subscriber::Layer;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    /// A log in memory.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Paper {
        /// How many lines say this, of which the paper is then empty.
        fn take(&self, said: &[&str]) -> Vec<usize> {
            let bytes = std::mem::take(&mut *self.0.lock().unwrap());
            let log = String::from_utf8(bytes).unwrap();
            let count = |said: &&str| log.lines().filter(|line| line.contains(said)).count();
            said.iter().map(count).collect()
        }
    }

    #[test]
    fn the_same_trouble_of_many_is_told_some_times_and_then_counted() {
        let (spared, paper) = (Spared::default(), Paper::default());
        let writer = paper.clone();
        let log = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .with_filter(spared.clone());
        let log = tracing_subscriber::registry().with(log);
        tracing::subscriber::with_default(log, || {
            for table in 0..1000 {
                tracing::warn!(table, "trouble");
            }
            tracing::info!("another place");
            let said = ["trouble", "another place"];
            assert_eq!(paper.take(&said), [20, 1]);
            spared.tell();
            let counted = "left out left_out=980 line=trouble table=999";
            assert_eq!(paper.take(&[counted, " WARN", "left out"]), [1, 1, 1]);
            spared.tell();
            assert_eq!(paper.take(&["left out"]), [0]);
            for _ in 0..30 {
                tracing::error!("worse");
            }
            paper.take(&[]);
            spared.tell();
            assert_eq!(paper.take(&["ERROR"]), [1]);
        });
    }

    /// Asks about one line a second.
    struct Asking(Spared, Arc<Mutex<Vec<bool>>>, Instant);

    impl<S: tracing::Subscriber> Layer<S> for Asking {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            let mut answers = self.1.lock().unwrap();
            let second = u64::try_from(answers.len()).unwrap();
            let now = self.2 + Duration::from_secs(second);
            answers.push(self.0.tells(event, now));
        }
    }

    #[test]
    fn after_a_minute_it_is_told_again() {
        let answers = Arc::default();
        let asking = Asking(Spared::default(), Arc::clone(&answers), Instant::now());
        let log = tracing_subscriber::registry().with(asking);
        tracing::subscriber::with_default(log, || {
            for _ in 0..80 {
                tracing::warn!("once a second");
            }
        });
        let told: Vec<bool> = (0..80).map(|second| second % 60 < 20).collect();
        assert_eq!(*answers.lock().unwrap(), told);
    }
}
