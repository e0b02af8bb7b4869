//! The thread that writes the log: whoever logs waits for nobody. A terminal that stands still and a pipe whose reader has stopped
//! take no line, and keep whatever writes there waiting for ever.
//!
//! `tracing-appender` would do most of it. Where nothing is taken its end is told on stdout, on the same terminal, and waits there.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many lines wait to be written. What comes then is left out, and counted.
const MOST_LINES: usize = 4096;

/// The end of the process waits so long for what is still to be written.
const LONGEST: Duration = Duration::from_secs(1);

/// Hands lines to the thread that writes. Copies hand them to the same.
#[derive(Clone)]
pub(super) struct Scribe(Arc<Desk>);

/// What lies before that thread.
#[derive(Default)]
struct Desk {
    pile: Mutex<Pile>,
    changed: Condvar,
}

#[derive(Default)]
struct Pile {
    /// In the order in which they are written.
    entries: VecDeque<Entry>,
    /// Lines that found it full and of which nothing tells yet.
    left_out: u64,
    /// Whether one was taken from it and is not written yet.
    is_writing: bool,
}

enum Entry {
    Line(Vec<u8>),
    /// So many lines are not there.
    LeftOut(u64),
}

impl Scribe {
    /// Begins to write there. `tell` says in the same place how many lines were left out.
    pub(super) fn start(
        paper: impl Write + Send + 'static,
        tell: impl Fn(u64) + Send + 'static,
    ) -> io::Result<Self> {
        let scribe = Self(Arc::default());
        let desk = Arc::clone(&scribe.0);
        std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || desk.serve(paper, tell))?;
        Ok(scribe)
    }

    /// Hands over a line, or some that belong together, if there is room.
    pub(super) fn hand(&self, line: &[u8]) {
        self.0.pile().put(line);
        self.0.changed.notify_all();
    }

    /// Hands over what is said last: there is always room for that.
    pub(super) fn hand_last(&self, lines: &[u8]) {
        self.0.pile().add(lines);
        self.0.changed.notify_all();
    }

    /// Waits until all is written, but not for long.
    pub(super) fn finish(&self) {
        self.finish_within(LONGEST);
    }

    /// Whether all was written in time.
    fn finish_within(&self, longest: Duration) -> bool {
        let is_left = |pile: &mut Pile| pile.is_writing || !pile.is_empty();
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.0.pile(), longest, is_left);
        let (_pile, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        !waited.timed_out()
    }
}

/// Each call is a line: whoever formats one hands it over whole.
impl Write for Scribe {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.hand(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Desk {
    fn pile(&self) -> MutexGuard<'_, Pile> {
        // Every change under this lock is complete in itself.
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, mut paper: impl Write, tell: impl Fn(u64)) {
        loop {
            match self.next() {
                // What cannot be written is left out: told in the same place, that would be for nobody.
                Entry::Line(line) => drop(paper.write_all(&line)),
                Entry::LeftOut(lines) => tell(lines),
            }
            self.pile().is_writing = false;
            self.changed.notify_all();
        }
    }

    fn next(&self) -> Entry {
        let waited = self.changed.wait_while(self.pile(), |pile| pile.is_empty());
        let mut pile = waited.unwrap_or_else(PoisonError::into_inner);
        pile.is_writing = true;
        let entry = pile.entries.pop_front();
        entry.unwrap_or_else(|| Entry::LeftOut(std::mem::take(&mut pile.left_out)))
    }
}

impl Pile {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.left_out == 0
    }

    /// Puts a line on it, if there is room.
    fn put(&mut self, line: &[u8]) {
        if self.entries.len() >= MOST_LINES {
            self.left_out += 1;
        } else {
            self.add(line);
        }
    }

    /// Puts a line on it, behind how many were left out before.
    fn add(&mut self, line: &[u8]) {
        if self.left_out > 0 {
            let left_out = std::mem::take(&mut self.left_out);
            self.entries.push_back(Entry::LeftOut(left_out));
        }
        self.entries.push_back(Entry::Line(line.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Whatever a test waits for comes sooner; only a hang meets this.
    const LIMIT: Duration = Duration::from_secs(600);

    /// Takes a line whenever it is let.
    struct Paper {
        lines: Arc<Mutex<Vec<String>>>,
        begun: Sender<()>,
        may: Receiver<()>,
    }

    impl Write for Paper {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            // Once nobody looks any more it takes everything.
            let _ = self.begun.send(());
            let _ = self.may.recv();
            let text = String::from_utf8(line.to_vec()).expect("text");
            self.lines.lock().expect("nobody falls over").push(text);
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_nobody_takes_keeps_nobody_waiting_and_tells_how_many_lines_are_missing() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let (begun, begins) = channel();
        let (may, is_let) = channel();
        let paper = Paper {
            lines: Arc::clone(&lines),
            begun,
            may: is_let,
        };
        let told = Arc::clone(&lines);
        let tell = move |left_out| {
            let mut told = told.lock().expect("nobody falls over");
            told.push(format!("{left_out} left out"));
        };
        let mut scribe = Scribe::start(paper, tell).expect("there are threads");
        let mut log = |line: String| scribe.write_all(line.as_bytes()).expect("never fails");
        log("first".to_owned());
        begins.recv().expect("it begins to write");
        for line in 0..MOST_LINES + 3 {
            log(line.to_string());
        }
        // One is taken, so there is room for one again.
        may.send(()).expect("it waits");
        begins.recv().expect("it goes on");
        log("later".to_owned());
        log("too many".to_owned());
        scribe.hand_last(b"last");
        assert!(!scribe.finish_within(Duration::ZERO));
        drop(may);
        assert!(scribe.finish_within(LIMIT));
        let mut wanted = vec!["first".to_owned()];
        wanted.extend((0..MOST_LINES).map(|line| line.to_string()));
        wanted.extend(["3 left out", "later", "1 left out", "last"].map(str::to_owned));
        assert_eq!(*lines.lock().expect("nobody falls over"), wanted);
    }
}
