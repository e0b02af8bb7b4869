//! Being asked to stop: heard from the first moment on, whatever the program is doing.
//!
//! A process that is the first of its namespace, as in a container, does not hear a signal that nobody listens for.

use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::CliFailure;

/// The end takes no longer than this: who asked for it does not wait for ever (Docker kills after ten seconds).
const LONGEST: Duration = Duration::from_millis(7_500);
/// After this the process ends whatever keeps it, be it its own threads: with 1 and without a word. What was committed stands;
/// a copy that was being made, a temporary folder and the log's last lines are left as they are.
const LAST: Duration = Duration::from_secs(9);

/// Whether the process was asked to stop. Copies hear the same.
#[derive(Clone)]
pub(super) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Listens from now on, on a thread of its own: the others may be what does not end.
    pub(super) fn listen() -> Result<Self, CliFailure> {
        let (sender, receiver) = watch::channel(false);
        let runtime = Builder::new_current_thread().enable_all().build();
        // As long as the process.
        let runtime: &Runtime = Box::leak(Box::new(runtime.map_err(not_heard)?));
        let asking = {
            let _entered = runtime.enter();
            asking()
        };
        std::thread::Builder::new()
            .name("stop".to_owned())
            .spawn(move || {
                hear(runtime, asking, &sender, std::thread::sleep);
                // Nothing is said: what would have to say it may be what keeps the process.
                std::process::exit(1);
            })
            .map_err(not_heard)?;
        Ok(Self(receiver))
    }

    /// Of a process that nobody asks.
    #[cfg(test)]
    pub(super) fn never() -> Self {
        let (_, receiver) = watch::channel(false);
        Self(receiver)
    }

    /// Done when the process is asked to stop.
    pub(super) async fn asked(&self) {
        let mut heard = self.0.clone();
        if heard.wait_for(|is_asked| *is_asked).await.is_err() {
            // Whoever listened has gone: nobody can be heard any more.
            std::future::pending::<()>().await;
        }
    }

    /// Done when the end is overdue.
    pub(super) async fn overdue(&self) {
        self.asked().await;
        // A limit that whoever stops the process sets (Docker, systemd), so it is real time and not a table's.
        tokio::time::sleep(LONGEST).await;
    }

    /// What comes of this, unless the process is asked to stop before.
    pub(super) async fn unless<T>(&self, doing: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            () = self.asked() => None,
            done = doing => Some(done),
        }
    }
}

fn not_heard(error: std::io::Error) -> CliFailure {
    CliFailure::passing(format!("nobody could ask the program to stop: {error}"))
}

/// Waits until the process is asked to stop, says so, and waits again: what goes on then is kept by something.
fn hear(
    runtime: &Runtime,
    asking: impl Future<Output = ()>,
    sender: &watch::Sender<bool>,
    wait: impl FnOnce(Duration),
) {
    runtime.block_on(asking);
    sender.send_replace(true);
    // A limit that whoever stops the process sets, in real time, as above. This thread has nothing else to do, and waits by itself:
    // what would wake it could be what hangs.
    wait(LAST);
}

/// A file that may not grow any further (`ulimit -f`, `LimitFSIZE=`) is a disk that refuses: whatever is not written then is told as
/// that. Unheard, the signal for it would end the process at once, and each that is started after it.
#[cfg(unix)]
pub(super) fn outlives_full_files(runtime: &Runtime) {
    use tokio::signal::unix::{SignalKind, signal};
    /// `SIGXFSZ` of Linux and macOS.
    const FILE_IS_FULL: i32 = 25;
    let _within = runtime.enter();
    // What was heard once does not end the process any more, whoever listens.
    let heard = signal(SignalKind::from_raw(FILE_IS_FULL));
    drop(heard);
}

#[cfg(not(unix))]
pub(super) fn outlives_full_files(_: &Runtime) {}

#[cfg(unix)]
fn asking() -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{SignalKind, signal};
    // Here and not in the future: from now on nothing is missed.
    let terminated = signal(SignalKind::terminate());
    let interrupted = signal(SignalKind::interrupt());
    // The terminal was closed, unless it may be: with `nohup`.
    let hung_up = hears_hangup()
        .then(|| signal(SignalKind::hangup()).ok())
        .flatten();
    let hung_up = async move {
        match hung_up {
            Some(mut hung_up) => drop(hung_up.recv().await),
            None => std::future::pending().await,
        }
    };
    async move {
        match (terminated, interrupted) {
            (Ok(mut terminated), Ok(mut interrupted)) => tokio::select! {
                _ = terminated.recv() => {}
                _ = interrupted.recv() => {}
                () = hung_up => {}
            },
            // A system that cannot tell of signals: then only killing stops the process, and that loses nothing.
            (_, _) => std::future::pending().await,
        }
    }
}

/// Whether a closed terminal ends the process: as far as the system tells, nobody asked for the contrary.
#[cfg(unix)]
fn hears_hangup() -> bool {
    let told = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = told.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    // The first bit is that of the first signal, and that is SIGHUP.
    ignored.is_some_and(|bits| bits & 1 == 0)
}

#[cfg(not(unix))]
fn asking() -> impl Future<Output = ()> + Send {
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_the_process_has_nine_seconds_once_it_was_asked_and_the_end_is_overdue_before() {
        let (sender, heard) = watch::channel(false);
        let runtime = Builder::new_current_thread().build().expect("a runtime");
        let mut waits = Vec::new();
        let asking = async { assert!(!*heard.borrow()) };
        hear(&runtime, asking, &sender, |span| {
            waits.push((span, *heard.borrow()));
        });
        assert_eq!(waits, [(Duration::from_secs(9), true)]);
        assert!(LONGEST < LAST && LAST < Duration::from_secs(10));
    }
}
