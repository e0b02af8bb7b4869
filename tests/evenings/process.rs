//! The program as a process of its own: started, read, waited for, killed.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::house::channel_in;
use crate::people::{PATIENCE, Person};
use crate::record::Record;
use crate::world::World;

/// A running istaka. It is killed when this is dropped.
pub struct Process {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
    stderr: watch::Receiver<String>,
    readers: Vec<JoinHandle<()>>,
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    /// Everything it wrote, stdout and stderr.
    pub all: String,
    pub stderr: String,
}

/// `istaka` with these arguments, and nothing of our own settings in its environment.
pub fn istaka(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_istaka"));
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        let is_ours = ["DISCORD_", "ISTAKA_", "RUST_", "CREDENTIALS_"]
            .iter()
            .any(|beginning| name_text.starts_with(beginning));
        if is_ours {
            command.env_remove(&name);
        }
    }
    command
}

/// Runs it to its end.
pub async fn ends(command: Command) -> Ended {
    Process::start(command).ends().await
}

impl Process {
    pub fn start(command: Command) -> Self {
        Self::start_logging_to(command, Stdio::piped())
    }

    /// [`Process::start`] with its log somewhere else.
    pub fn start_logging_to(mut command: Command, log: Stdio) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let (sender, lines) = mpsc::unbounded_channel();
        let (written, errors) = watch::channel(String::new());
        let stdout = child.stdout.take().expect("stdout is piped");
        let mut readers = vec![read(stdout, move |line| {
            // Whoever no longer listens needs no line.
            let _ = sender.send(line);
        })];
        if let Some(stderr) = child.stderr.take() {
            readers.push(read(stderr, move |line| {
                written.send_modify(|written| {
                    written.push_str(&line);
                    written.push('\n');
                });
            }));
        }
        Self {
            child,
            lines,
            stderr: errors,
            readers,
        }
    }

    /// The next line of stdout.
    pub async fn line(&mut self) -> String {
        let line = self.next_line().await;
        line.unwrap_or_else(|| panic!("the program ended. stderr: {}", self.stderr()))
    }

    /// The same of a program that may have ended.
    pub async fn next_line(&mut self) -> Option<String> {
        let line = tokio::time::timeout(PATIENCE, self.lines.recv()).await;
        line.unwrap_or_else(|_| panic!("no line came. stderr: {}", self.stderr()))
    }

    /// What it wrote to stderr so far.
    pub fn stderr(&self) -> String {
        self.stderr.borrow().clone()
    }

    /// Waits until it has written a line like that to stderr.
    pub async fn says(&mut self, words: &str) -> String {
        let said = self.stderr.wait_for(|written| written.contains(words));
        let said = tokio::time::timeout(PATIENCE, said).await;
        let said = said.unwrap_or_else(|_| panic!("it does not say {words:?}"));
        let said = said.unwrap_or_else(|_| panic!("it ended without saying {words:?}"));
        let line = said.lines().find(|line| line.contains(words));
        line.expect("it was just seen").to_owned()
    }

    /// Waits until it has written so many lines like that.
    pub async fn says_so_often(&mut self, words: &str, times: usize) {
        let is_said = |written: &String| written.matches(words).count() >= times;
        let said = self.stderr.wait_for(is_said);
        let said = tokio::time::timeout(PATIENCE, said).await;
        let said = said.unwrap_or_else(|_| panic!("it does not say {words:?} {times} times"));
        assert!(
            said.is_ok(),
            "it ended without saying {words:?} {times} times"
        );
    }

    /// Sends it a signal of this name.
    #[cfg(unix)]
    pub fn gets(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.expect("there is a kill").success(), "{signal}");
    }

    /// SIGKILL.
    pub fn is_killed(&mut self) {
        self.child.kill().expect("the process can be killed");
        self.child.wait().expect("the process can be waited for");
    }

    /// Waits until it ends by itself.
    pub async fn ends(mut self) -> Ended {
        for reader in std::mem::take(&mut self.readers) {
            let read = tokio::time::timeout(PATIENCE, reader).await;
            let read =
                read.unwrap_or_else(|_| panic!("it does not end. stderr: {}", self.stderr()));
            read.expect("the reader does not fall over");
        }
        let status = self.child.wait().expect("the process can be waited for");
        let mut all = String::new();
        while let Ok(line) = self.lines.try_recv() {
            all.push_str(&line);
            all.push('\n');
        }
        let stderr = self.stderr();
        all.push_str(&stderr);
        Ended {
            code: status.code(),
            all,
            stderr,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells every line until the end.
fn read(
    from: impl Read + Send + 'static,
    mut tell: impl FnMut(String) + Send + 'static,
) -> JoinHandle<()> {
    tokio::task::spawn_blocking(move || {
        for line in BufReader::new(from).split(b'\n') {
            let Ok(line) = line else { return };
            tell(String::from_utf8_lossy(&line).into_owned());
        }
    })
}

/// A sandbox in a process of its own, without a bot.
pub struct Server {
    pub world: World,
    pub url: String,
    pub token: String,
    pub channel: String,
    _process: Process,
    _record: Record,
}

impl Server {
    pub async fn starts() -> Self {
        // Frozen, so that nobody is late: not the bot with an answer, and not who is to act.
        Self::starts_with(&["--frozen-clock"]).await
    }

    /// With a clock that goes on, as the machine's does.
    pub async fn starts_flowing() -> Self {
        Self::starts_with(&[]).await
    }

    async fn starts_with(flags: &[&str]) -> Self {
        let record = Record::begins(None);
        let mut command = istaka(&["sandbox", "--no-bot"]);
        command.args(flags);
        command.args(["--port", "0", "--json"]);
        command.arg("--traffic").arg(record.file());
        let mut process = Process::start(command);
        let ready: Value = serde_json::from_str(&process.line().await).expect("a line of JSON");
        let text = |key: &str| ready[key].as_str().expect("a text").to_owned();
        for key in ["application", "guild"] {
            assert!(text(key).parse::<u64>().is_ok(), "{ready}");
        }
        let world = World::there(&text("url"));
        Self {
            channel: channel_in(&world, serde_json::json!({"name": "evening"})).await,
            world,
            url: text("url"),
            token: text("token"),
            _process: process,
            _record: record,
        }
    }

    /// `istaka run` against this sandbox.
    pub fn bot(&self, db: &Path) -> Command {
        let db = db.to_str().expect("the path is text");
        let mut command = istaka(&["run", "--sandbox", &self.url, "--db", db]);
        command
            .env("DISCORD_TOKEN", &self.token)
            .env("ISTAKA_PACE", "0");
        command
    }

    /// Waits until the bot came.
    pub async fn bot_is_there(&self, witness: &Person) {
        self.waits_until("bot_online", true, witness).await;
    }

    /// Waits until the bot went.
    pub async fn bot_is_gone(&self, witness: &Person) {
        self.waits_until("bot_online", false, witness).await;
    }

    async fn waits_until(&self, fact: &str, told: impl Into<Value>, witness: &Person) {
        let told = told.into();
        loop {
            let (_, seq) = witness.glances().await;
            let world = self.world.ask("GET", "/world", Value::Null).await;
            if world[fact] == told {
                return;
            }
            witness.waits_for_news(seq).await;
        }
    }
}
