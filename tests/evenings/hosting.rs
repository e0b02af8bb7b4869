//! The program in the hands of whoever hosts it: where the token comes from, how it stops, what it tells of itself.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};

use crate::command_line::{
    LASTING, SECRET, TRY_AGAIN, WRONG_USE, ends_with, impostor, is_one_line, run,
};
use crate::house::Folder;
use crate::people::{PATIENCE, Person};
use crate::process::{Ended, Process, Server, ends, istaka};

/// A bot of this sandbox whose token stands in a file with these rights.
fn with_token_file(server: &Server, folder: &Folder, rights: u32) -> Command {
    let file = folder.file("token");
    std::fs::write(&file, format!("  {}\n", server.token)).expect("written");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(rights)).expect("rights are set");
    let mut command = server.bot(&folder.file("istaka.db"));
    command.env_remove("DISCORD_TOKEN");
    command
}

/// It came, and was told to stop.
async fn comes_and_goes(command: Command) -> Ended {
    let mut bot = Process::start(command);
    bot.says("connected").await;
    bot.gets("TERM");
    let ended = bot.ends().await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    ended
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_token_comes_from_a_file_or_a_credential() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let mut by_variable = with_token_file(&server, &folder, 0o600);
    by_variable.env("DISCORD_TOKEN_FILE", folder.file("token"));
    let quiet = comes_and_goes(by_variable).await;
    assert!(!quiet.stderr.contains("chmod"), "{quiet:?}");

    let mut by_flag = with_token_file(&server, &folder, 0o644);
    by_flag.arg("--token-file").arg(folder.file("token"));
    // Nothing is as if it were not there.
    by_flag
        .env("DISCORD_TOKEN", "")
        .env("DISCORD_TOKEN_FILE", "");
    // Nobody is there, and a sandbox is on this machine.
    for proxy in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        by_flag.env(proxy, "http://127.0.0.1:1");
    }
    let warned = comes_and_goes(by_flag).await;
    assert!(warned.stderr.contains("chmod 600"), "{warned:?}");

    let credential = folder.file("discord-token");
    std::fs::copy(folder.file("token"), credential).expect("copied");
    let mut by_systemd = server.bot(&folder.file("istaka.db"));
    by_systemd.env_remove("DISCORD_TOKEN");
    by_systemd.env("CREDENTIALS_DIRECTORY", folder.file(""));
    by_systemd.args(["--log", "json"]);
    let told = comes_and_goes(by_systemd).await;
    for ended in [&quiet, &warned, &told] {
        assert!(!ended.all.contains(&server.token), "the token is told");
        assert!(
            !ended.all.contains('\u{1b}'),
            "colours for a file: {ended:?}"
        );
    }
    for line in told.stderr.lines() {
        let line: Value = serde_json::from_str(line).expect("a JSON object a line");
        assert!(
            line["message"].is_string() && line["level"].is_string(),
            "{line}"
        );
    }
}

#[tokio::test]
async fn a_token_that_cannot_be_is_said() {
    let folder = Folder::new();
    let file = |name: &str, content: &[u8]| {
        std::fs::write(folder.file(name), content).expect("written");
        folder.file(name)
    };
    let token = format!("{}.RAbctg.{}", "M".repeat(26), "q-Y_".repeat(9));
    for (path, says) in [
        (folder.file(""), "is a folder"),
        (folder.file("nowhere"), "cannot be read"),
        (file("empty", b""), "is empty"),
        (file("blank", b" \n\r\n"), "is empty"),
        (file("two", b"one\ntwo\n"), "is no token"),
        (file("image", &[0xff, 0xd8, 0, 1]), "is no token"),
        (file("long", &[b'a'; 10_000]), "is no token"),
        (PathBuf::from(&token), "looks like the token itself"),
    ] {
        let mut command = istaka(&["run"]);
        command.env("DISCORD_TOKEN_FILE", path);
        let ended = ends_with(LASTING, command, says).await;
        is_one_line(&ended);
        assert!(!ended.all.contains(&token), "the token is told");
    }
    let mut twice = run(&[]);
    twice.env("DISCORD_TOKEN_FILE", folder.file("image"));
    is_one_line(&ends_with(LASTING, twice, "only one can be meant").await);
    let twice = run(&["--token-file", "token"]);
    is_one_line(&ends_with(LASTING, twice, "--token-file (DISCORD_TOKEN_FILE)").await);
    let mut spoiled = run(&[]);
    spoiled.env("DISCORD_TOKEN", format!("{SECRET}\u{7}\n{SECRET}"));
    is_one_line(&ends_with(LASTING, spoiled, "is no token").await);
}

#[tokio::test]
async fn settings_that_cannot_be_are_said() {
    for (name, value) in [
        ("ISTAKA_PACE", "-1"),
        ("ISTAKA_PACE", "1e9"),
        ("ISTAKA_METRICS_PORT", "65536"),
        ("ISTAKA_METRICS_PORT", "0.5"),
        ("RUST_LOG", "istaka=loudly"),
        ("ISTAKA_LOG", "xml"),
    ] {
        let mut command = run(&[]);
        command.env(name, value);
        is_one_line(&ends_with(LASTING, command, name).await);
    }
    is_one_line(&ends_with(LASTING, run(&["--pace", "-0.5"]), "--pace").await);
    is_one_line(&ends_with(WRONG_USE, istaka(&["health"]), "--metrics-port").await);
    is_one_line(&ends_with(LASTING, run(&["--log", "loudly"]), "--log").await);
    // A flag counts, and not the variable.
    let mut by_flag = run(&["--log", "plain", "--pace", "-0.5"]);
    by_flag.env("ISTAKA_LOG", "xml");
    is_one_line(&ends_with(LASTING, by_flag, "--pace").await);
    // Whatever is left out of the log, the last word is not.
    for filter in ["off", "serenity=debug"] {
        let command = run(&["--log", "json", "--log-filter", filter, "--pace", "-0.5"]);
        let told = ends_with(LASTING, command, "--pace").await;
        let line: Value = serde_json::from_str(&told.stderr).expect("one JSON object");
        assert_eq!(line["level"], "ERROR", "{line}");
    }

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let command = run(&["--metrics-port", &port]);
    is_one_line(&ends_with(TRY_AGAIN, command, &port).await);
}

/// A bot that tells its meters, and at which port.
pub async fn metered(server: &Server, folder: &Folder) -> (Process, String) {
    let mut command = server.bot(&folder.file("istaka.db"));
    command.env("ISTAKA_METRICS_PORT", "0");
    let mut bot = Process::start(command);
    let port = port_of(&mut bot).await;
    (bot, port)
}

/// The port in the line that says where metrics are told.
pub async fn port_of(bot: &mut Process) -> String {
    let line = bot.says("/metrics").await;
    let (_, address) = line.split_once("127.0.0.1:").expect("an address");
    let port = address.split('/').next().expect("a port");
    port.to_owned()
}

pub async fn health(port: &str) -> Ended {
    ends(istaka(&["health", "--metrics-port", port])).await
}

/// The meters, when they say all this: an answer is counted only after people have seen it.
pub async fn metrics_with(port: &str, lines: &[&str]) -> String {
    let url = format!("http://127.0.0.1:{port}/metrics");
    let since = Instant::now();
    loop {
        let answer = reqwest::get(&url).await.expect("it answers");
        let told = answer.text().await.expect("a text");
        let missing: Vec<_> = lines.iter().filter(|line| !told.contains(**line)).collect();
        if missing.is_empty() {
            return told;
        }
        assert!(since.elapsed() < PATIENCE, "{missing:?} are not in\n{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_bot_tells_how_it_is() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let (mut bot, port) = metered(&server, &folder).await;
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let [ayse, ben] = [comes("Ayşe").await, comes("Ben").await];
    server.bot_is_there(&ayse).await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    // He is not the host.
    ben.presses_the(&lobby, "start").await.says();

    bot.says("connected").await;
    let well = health(&port).await;
    assert_eq!(well.code, Some(0), "{well:?}");
    assert!(well.all.contains("1 tables"), "{well:?}");
    let told = metrics_with(
        &port,
        &[
            "istaka_interactions_total{kind=\"command\"} 1\n",
            "istaka_interactions_total{kind=\"press\"} 1\n",
            "istaka_answer_seconds_count 2\n",
            "istaka_declined_total 1\n",
            "istaka_tables 1\n",
            "istaka_gateway_connected 1\n",
            "istaka_requests_total{route=\"commands\",status=\"200\"} 1\n",
        ],
    )
    .await;
    for secret in [&server.token, &ayse.id, &server.channel, &ayse.name] {
        assert!(!told.contains(secret.as_str()), "{secret} is told");
    }
    bot.gets("INT");
    assert_eq!(bot.ends().await.code, Some(0));
    let gone = health(&port).await;
    assert_eq!(gone.code, Some(1), "{gone:?}");
    assert!(gone.all.contains("no bot"), "{gone:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_of_something_else_is_no() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("its address").port();
    let hangs = health(&port.to_string()).await;
    assert_eq!(hangs.code, Some(1), "{hangs:?}");
    assert!(hangs.all.contains("does not answer"), "{hangs:?}");
    let other = impostor("ws://127.0.0.1:1").await.port();
    let other = health(&other.to_string()).await;
    assert_eq!(other.code, Some(1), "{other:?}");
    assert!(other.all.contains("is no istaka"), "{other:?}");
}

/// A sandbox that tells its time and answers nothing else. Everything it was asked for is told aloud.
fn mute_sandbox() -> (String, tokio::sync::mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("its address"));
    let (asked, heard) = tokio::sync::mpsc::unbounded_channel();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let mut head = [0; 512];
            let length = stream.read(&mut head).unwrap_or(0);
            let head = String::from_utf8_lossy(&head[..length]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
            if path == "/sandbox/clock" {
                let body = r#"{"now":1,"offset":0,"frozen":true}"#;
                let head = "HTTP/1.1 200 OK\r\nconnection: close";
                // A client that went away is told nothing.
                let _ = write!(
                    stream,
                    "{head}\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                );
            } else {
                kept.push(stream);
            }
            // Nobody may listen any more.
            let _ = asked.send(path);
        }
    });
    (url, heard)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_stops_while_nobody_answers() {
    // Whoever begins this with `nohup` wants no end by that.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let hears_hangup = status.lines().any(|line| {
        line.starts_with("SigIgn:") && line.ends_with(['0', '2', '4', '6', '8', 'a', 'c', 'e'])
    });
    let hung_up = hears_hangup.then_some("HUP");
    for signal in ["TERM", "INT"].into_iter().chain(hung_up) {
        let folder = Folder::new();
        let (url, mut heard) = mute_sandbox();
        let mut command = run(&["--sandbox", &url, "--metrics-port", "0"]);
        command.arg("--db").arg(folder.file("istaka.db"));
        let mut bot = Process::start(command);
        let port = port_of(&mut bot).await;
        while !heard
            .recv()
            .await
            .expect("it goes on asking")
            .contains("applications")
        {}
        let waiting = health(&port).await;
        assert_eq!(waiting.code, Some(1), "{waiting:?}");
        assert!(waiting.all.contains("not connected"), "{waiting:?}");
        bot.gets(signal);
        let ended = bot.ends().await;
        assert_eq!(ended.code, Some(0), "{signal}: {ended:?}");
        assert!(!ended.all.contains(SECRET), "the token is told");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_stops_while_a_disk_hangs() {
    let folder = Folder::new();
    let (url, _heard) = mute_sandbox();
    let db = folder.file("istaka.db");
    // Whoever opens a pipe for writing that nobody reads waits for ever.
    let lock = folder.file("istaka.db.lock");
    let made = Command::new("mkfifo").arg(&lock).status();
    assert!(made.expect("there is a mkfifo").success());
    let mut command = run(&["--sandbox", &url, "--metrics-port", "0"]);
    command.arg("--db").arg(&db);
    let mut bot = Process::start(command);
    port_of(&mut bot).await;
    bot.gets("TERM");
    let ended = bot.ends().await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_stops_while_no_token_comes() {
    let folder = Folder::new();
    let file = folder.file("token");
    let made = Command::new("mkfifo").arg(&file).status();
    assert!(made.expect("there is a mkfifo").success());
    let mut command = istaka(&["run"]);
    command
        .env_remove("DISCORD_TOKEN")
        .env("DISCORD_TOKEN_FILE", &file);
    let bot = Process::start(command);
    // It opens as soon as somebody reads it.
    let writing = tokio::task::spawn_blocking(move || OpenOptions::new().write(true).open(file));
    let _open = writing.await.expect("a writer").expect("it is read");
    bot.gets("TERM");
    let ended = bot.ends().await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

/// To SQLite such names mean something else than files.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_may_have_any_name() {
    for name in [":memory:", "file:odd.db", "odd?mode=memory"] {
        let folder = Folder::new();
        let mut command = istaka(&["sandbox", "--port", "0", "--db", name]);
        command.current_dir(folder.file(""));
        let mut sandbox = Process::start(command);
        sandbox.says("connected").await;
        sandbox.gets("TERM");
        let ended = sandbox.ends().await;
        assert_eq!(ended.code, Some(0), "{name}: {ended:?}");
        let length = std::fs::metadata(folder.file(name)).map_or(0, |about| about.len());
        assert!(length > 0, "{name} is not there");
        let mut check = istaka(&["check", name]);
        check.current_dir(folder.file(""));
        assert_eq!(ends(check).await.code, Some(0), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_process_with_the_same_token_is_noticed() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let start = |name: &str| Process::start(server.bot(&folder.file(name)));
    let mut bots = [start("one.db"), start("other.db")];
    for bot in &mut bots {
        bot.says("connected").await;
    }
    let wish = json!({"name": "Ayşe"});
    let ayse = Person::comes(&server.world, &server.channel, wish).await;
    // Either of them is the first; the other one says so.
    ayse.runs("help", json!({})).await.says();
    let [one, other] = &mut bots;
    let words = "another process with this token";
    let said = tokio::select! {
        said = one.says(words) => said,
        said = other.says(words) => said,
    };
    assert!(said.contains("ERROR"), "{said}");
}

/// Everything in the folder that has this beginning, with its rights.
pub fn rights_in(folder: &Path) -> Vec<(String, u32)> {
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    let mut found: Vec<_> = entries
        .map(|entry| {
            let entry = entry.expect("the entry is readable");
            let rights = entry.metadata().expect("it is there").permissions().mode() & 0o777;
            (entry.file_name().to_string_lossy().into_owned(), rights)
        })
        .collect();
    found.sort();
    found
}
