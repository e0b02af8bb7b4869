//! What the program says to bad input: one clear line, never a token, and an exit status that says what can be done.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use serde_json::Value;
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::net::TcpSocket;

use crate::house::Folder;
use crate::process::{Ended, Server, ends, istaka};

pub const SECRET: &str = "MTE5.secret-token-of-a-test.xyz";

/// It may go better another time.
pub const TRY_AGAIN: i32 = 1;
/// It was used wrongly.
pub const WRONG_USE: i32 = 2;
/// Waiting does not mend it.
pub const LASTING: i32 = 78;

/// It ends with 2 and says this on stderr; no token anywhere.
pub async fn refuses(command: Command, says: &str) -> Ended {
    ends_with(WRONG_USE, command, says).await
}

/// It ends with this and says that on stderr; no token anywhere.
pub async fn ends_with(status: i32, command: Command, says: &str) -> Ended {
    let described = format!("{command:?}").replace(SECRET, "…");
    let ended = ends(command).await;
    assert_eq!(ended.code, Some(status), "{described}: {ended:?}");
    assert!(
        ended.stderr.contains(says),
        "{described}: {says:?} is not in {ended:?}"
    );
    assert!(
        !ended.all.contains(SECRET),
        "{described}: the token is told"
    );
    assert!(!ended.all.contains("panicked"), "{described}: {ended:?}");
    ended
}

pub fn is_one_line(ended: &Ended) {
    assert_eq!(ended.stderr.trim_end().lines().count(), 1, "{ended:?}");
    assert!(ended.stderr.starts_with("istaka: "), "{ended:?}");
}

pub fn run(arguments: &[&str]) -> Command {
    let mut command = istaka(&[&["run"], arguments].concat());
    command.env("DISCORD_TOKEN", SECRET);
    command
}

/// As in a pipe whose other end has read enough.
#[tokio::test]
async fn an_answer_that_nobody_reads_ends_quietly() {
    for arguments in [
        "simulate kaluki --games 1 --seed 1 --seats easy,easy",
        "simulate meri --games 1 --seed 1 --seats easy,easy,easy,easy,easy,easy,easy,easy --rules match_length=hitomaki",
        "analyze kaluki h9",
        "analyze okey101 --indicator R4 R1 --json",
        "load --tables 2 --seconds 1 --warm-up 0 --frozen-clock",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let mut command = istaka(&arguments);
        let ended = command.stdout(writer).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(
            (ended.status.code(), &*stderr),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[tokio::test]
async fn a_last_word_that_nobody_reads_changes_no_exit_status() {
    for arguments in [&["run"][..], &["run", "--log-filter", "istaka=loudly"]] {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let mut command = istaka(arguments);
        let status = command.stderr(writer).status().expect("it starts");
        assert_eq!(status.code(), Some(LASTING), "{arguments:?}");
    }
}

#[tokio::test]
async fn a_flag_before_a_subcommand_is_not_passed_over() {
    let folder = Folder::new();
    let file = |name: &str| {
        let file = folder.file(name);
        file.to_str().expect("the path is text").to_owned()
    };
    let (db, copy) = (file("istaka.db"), file("copy.db"));
    for behind in [
        &["run"][..],
        &["backup", copy.as_str()],
        &["sandbox", "--port", "0"],
    ] {
        let arguments = [&["--db", db.as_str()], behind].concat();
        refuses(istaka(&arguments), "'--db' stands before").await;
    }
}

#[tokio::test]
async fn without_a_token_it_says_how_to_get_one_and_how_to_try_the_sandbox() {
    for arguments in [&[][..], &["run"]] {
        for token in ["", "  "] {
            let mut command = istaka(arguments);
            command.env("DISCORD_TOKEN", token);
            let ended = ends_with(LASTING, command, "DISCORD_TOKEN").await;
            assert!(ended.stderr.contains("istaka sandbox"), "{ended:?}");
            assert!(
                ended.stderr.contains("developers/applications"),
                "{ended:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_sandbox_elsewhere_is_refused() {
    for url in [
        "https://discord.com",
        "http://192.168.0.1:4180",
        "http://127.0.0.1.example.com",
        "http://127.0.0.1@example.com",
        "ftp://127.0.0.1",
        "127.0.0.1:4180",
        "nonsense",
        "",
    ] {
        let command = run(&["--sandbox", url]);
        is_one_line(&ends_with(LASTING, command, "on this machine").await);
    }
    let mut by_variable = run(&[]);
    by_variable.env("ISTAKA_SANDBOX", "https://discord.com");
    is_one_line(&ends_with(LASTING, by_variable, "--sandbox (ISTAKA_SANDBOX)").await);
    // Nobody listens at a port that is only held, and nobody else gets it meanwhile.
    let held = TcpSocket::new_v4().expect("a socket");
    let anywhere = "127.0.0.1:0".parse().expect("an address");
    held.bind(anywhere).expect("a port");
    let nobody = format!("http://{}", held.local_addr().expect("its address"));
    let command = run(&["--sandbox", &nobody]);
    is_one_line(&ends_with(TRY_AGAIN, command, "no sandbox at that address").await);
}

/// A sandbox that is one in all but its gateway.
pub async fn impostor(gateway: &'static str) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            answer_as_impostor(stream, gateway);
        }
    });
    address
}

fn answer_as_impostor(mut stream: TcpStream, gateway: &str) {
    let Some(path) = path_asked_for(&stream) else {
        return;
    };
    let body = match path.as_str() {
        "/sandbox/clock" => r#"{"now":1,"offset":0,"frozen":true}"#.to_owned(),
        "/api/v10/gateway/bot" => format!(r#"{{"url":"{gateway}"}}"#),
        _ => r#"{"id":"1"}"#.to_owned(),
    };
    let length = body.len();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    // A client that went away is told nothing.
    let _ = write!(stream, "{head}\r\ncontent-length: {length}\r\n\r\n{body}");
}

/// Reads a whole request: whoever is answered before they have said all may take it for a broken line.
pub fn path_asked_for(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let mut lines = reader.by_ref().lines();
    let path = lines.next()?.ok()?.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    for line in lines {
        let line = line.ok()?.to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(told) = line.strip_prefix("content-length:") {
            length = told.trim().parse().ok()?;
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    Some(path)
}

#[tokio::test]
async fn a_sandbox_whose_gateway_is_elsewhere_is_refused() {
    for gateway in ["wss://gateway.discord.gg", "ws://192.168.0.1:1", "nonsense"] {
        let folder = Folder::new();
        let url = format!("http://{}", impostor(gateway).await);
        let mut command = run(&["--sandbox", &url]);
        command.arg("--db").arg(folder.file("istaka.db"));
        is_one_line(&ends_with(LASTING, command, "on this machine").await);
    }
}

#[tokio::test]
async fn a_wrong_token_is_said_and_not_shown() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let mut command = server.bot(&folder.file("istaka.db"));
    command.env("DISCORD_TOKEN", SECRET);
    is_one_line(&ends_with(LASTING, command, "the token was refused").await);
}

#[tokio::test]
async fn a_port_in_use_is_said() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let ended = ends_with(TRY_AGAIN, istaka(&["sandbox", "--port", &port]), &port).await;
    is_one_line(&ended);
    refuses(istaka(&["sandbox", "--port", "65536"]), "--port").await;
    refuses(istaka(&["sandbox", "--port", "-1"]), "").await;
    refuses(istaka(&["sandbox", "--wings"]), "--wings").await;
    for (fault, words) in [
        ("errors=1", "there is no fault"),
        ("lost_percent=101", "at most 100"),
        ("lost_percent", "NAME=VALUE"),
    ] {
        let ended = refuses(istaka(&["sandbox", "--port", "0", "--fault", fault]), words).await;
        is_one_line(&ended);
    }
    refuses(
        istaka(&["sandbox", "--rate-limits", "few"]),
        "--rate-limits",
    )
    .await;
    refuses(istaka(&["fly"]), "fly").await;
    let mut hasty = istaka(&["sandbox", "--port", "0"]);
    hasty.env("ISTAKA_PACE", "soon");
    is_one_line(&ends_with(LASTING, hasty, "ISTAKA_PACE").await);
    // What is set to nothing is not set.
    for variable in ["ISTAKA_LOG", "ISTAKA_SANDBOX", "ISTAKA_DB"] {
        let mut empty = istaka(&["run"]);
        empty.env(variable, "");
        ends_with(LASTING, empty, "there is no token").await;
    }
    for (share, wrong) in [
        ("ISTAKA_TABLES_PERSON", "0"),
        ("ISTAKA_LOBBIES_SERVER", "10001"),
        ("ISTAKA_INVITATIONS", "-1"),
        ("ISTAKA_PRESSES", "fast"),
        ("ISTAKA_REQUESTS", "9"),
    ] {
        let mut greedy = istaka(&["sandbox", "--port", "0"]);
        greedy.env(share, wrong);
        is_one_line(&ends_with(LASTING, greedy, share).await);
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_said() {
    let folder = Folder::new();
    let sandbox = |file: &std::path::Path| {
        let db = file.to_str().expect("the path is text").to_owned();
        istaka(&["sandbox", "--port", "0", "--db", &db])
    };
    let text = folder.file("letter.db");
    std::fs::write(&text, "Dear Ayşe, this is no database at all.").expect("written");
    is_one_line(&ends_with(LASTING, sandbox(&text), "is not a database").await);
    assert_eq!(
        std::fs::read(&text).expect("read")[..4],
        *b"Dear",
        "it was changed"
    );

    let read_only = folder.file("read-only.db");
    database(&read_only, "create table things (name text)").await;
    let mut rights = std::fs::metadata(&read_only)
        .expect("it is there")
        .permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&read_only, rights).expect("rights can be set");
    is_one_line(&ends_with(LASTING, sandbox(&read_only), "is read-only").await);

    let other = folder.file("other.db");
    database(&other, "create table things (name text)").await;
    is_one_line(&ends_with(LASTING, sandbox(&other), "another program").await);

    let nowhere = folder.file("nowhere").join("istaka.db");
    is_one_line(&ends_with(LASTING, sandbox(&nowhere), "cannot be created").await);
    is_one_line(&ends_with(LASTING, sandbox(&folder.file("")), "not a database").await);
}

/// A device as a database had its rights taken away for the whole machine, and a pipe kept everybody waiting.
#[cfg(unix)]
#[tokio::test]
async fn what_is_no_ordinary_file_is_no_database_and_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let home = folder.file("home");
    std::fs::create_dir(&home).expect("a folder");
    let [pipe, socket] = ["pipe", "socket"].map(|name| home.join(name));
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is a mkfifo").success());
    let _socket = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let link = home.join("link");
    std::os::unix::fs::symlink("pipe", &link).expect("a link");
    let copy = folder.file("copy.db");
    let copy = copy.to_str().expect("the path is text");
    for file in [&pipe, &socket, &link] {
        std::fs::set_permissions(file, PermissionsExt::from_mode(0o666)).expect("rights");
        let name = file.to_str().expect("the path is text");
        for arguments in [
            &["sandbox", "--port", "0", "--db", name][..],
            &["tidy", "--db", name],
            &["tidy", "--dry-run", "--db", name],
            &["backup", copy, "--db", name],
        ] {
            is_one_line(&ends_with(LASTING, istaka(arguments), "is not a database").await);
        }
        let checked = ends(istaka(&["check", name])).await;
        assert_eq!(checked.code, Some(WRONG_USE), "{checked:?}");
        assert!(checked.all.contains("is not a database"), "{checked:?}");
        let rights = std::fs::metadata(file).expect("it is there").permissions();
        assert_eq!(rights.mode() & 0o777, 0o666, "{name}");
    }
    let beside = std::fs::read_dir(&home).expect("a folder").count();
    assert_eq!(beside, 3, "something was made beside them");
    assert!(!folder.file("copy.db").exists());
}

#[tokio::test]
async fn a_locked_database_is_said() {
    let folder = Folder::new();
    let file = folder.file("istaka.db");
    let mut connection = database(&file, "create table things (name text)").await;
    connection.execute("begin exclusive").await.expect("locked");
    let db = file.to_str().expect("the path is text");
    let command = istaka(&["sandbox", "--port", "0", "--db", db]);
    let ended = ends_with(TRY_AGAIN, command, "locked").await;
    is_one_line(&ended);
    connection.execute("rollback").await.expect("unlocked");
}

/// A database of another program, and a connection to it.
async fn database(file: &std::path::Path, table: &str) -> SqliteConnection {
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    connection
        .execute(sqlx::raw_sql(sqlx::AssertSqlSafe(table)))
        .await
        .expect("a table");
    connection
}

#[tokio::test]
async fn computers_play_each_other_as_often_as_asked() {
    let asked = [
        "simulate",
        "okey",
        "--games",
        "6",
        "--seed",
        "3",
        "--seats",
        "easy,medium,easy",
        "--rules",
        "start_points=2",
        "--threads",
        "2",
    ];
    let words = ends(istaka(&asked)).await;
    assert_eq!(words.code, Some(0), "{words:?}");
    for told in [
        "6 games",
        "rounds/s",
        "medium on 1 of 3 seats",
        "easy on 2 of 3 seats",
        "p99",
        "seat 3: rounds won ",
    ] {
        assert!(words.all.contains(told), "{told}: {words:?}");
    }
    let ended = ends(istaka(&[&asked[..], &["--json"]].concat())).await;
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    let told: serde_json::Value = serde_json::from_str(&ended.all).expect("one object");
    let [easy, medium] = [&told["kinds"][0], &told["kinds"][1]];
    assert_eq!(
        (&told["games"], &easy["games"], &medium["games"]),
        (&6.into(), &12.into(), &6.into())
    );
    for kind in [easy, medium] {
        let places = kind["places"].as_array().expect("places");
        let placed: u64 = places.iter().filter_map(serde_json::Value::as_u64).sum();
        assert_eq!(
            (places.len(), Some(placed)),
            (3, kind["games"].as_u64()),
            "{kind}"
        );
        for value in ["wins", "points"] {
            let [low, mean, high] = ["low", "mean", "high"].map(|end| kind[value][end].as_f64());
            assert!(low.is_some() && low <= mean && mean <= high, "{kind}");
        }
        assert!(kind["decisions"].as_u64() > Some(0) && kind["decision_us"]["p99"].is_f64());
    }
    let seats = told["by_seat"].as_array().expect("seats");
    let shares = seats
        .iter()
        .map(|seat| seat["round_share"]["mean"].as_f64());
    let shares: Vec<f64> = shares.collect::<Option<_>>().expect("each has a share");
    assert_eq!(shares.len(), 3);
    assert!(
        (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9,
        "{shares:?}"
    );
    assert!(told["games_per_second"].is_f64() && told["rounds"].as_u64() >= Some(6));
}

/// A contest of which one thing is said otherwise than usual.
fn contest_with(name: &str, value: &str) -> Command {
    let mut said = [
        ("game", "okey"),
        ("--games", "1"),
        ("--seed", "1"),
        ("--seats", "easy,easy"),
        ("--threads", "1"),
        ("--rules", ""),
    ];
    for (_, usual) in said.iter_mut().filter(|(flag, _)| *flag == name) {
        *usual = value;
    }
    let flags = said[1..].iter().flat_map(|(flag, value)| [*flag, *value]);
    let arguments: Vec<&str> = ["simulate", said[0].1].into_iter().chain(flags).collect();
    istaka(&arguments)
}

#[tokio::test]
async fn a_contest_that_cannot_be_is_refused() {
    for (name, value, says) in [
        ("game", "chess", "okey, okey101"),
        ("game", "", "okey, okey101"),
        ("--games", "0", "--games"),
        ("--games", "many", "--games"),
        ("--games", "99999999999999999999", "--games"),
        ("--seed", "x", "--seed"),
        ("--threads", "0", "--threads"),
        ("--seats", "easy,grandmaster", "easy, medium"),
        ("--seats", "", "easy, medium"),
    ] {
        refuses(contest_with(name, value), says).await;
    }
    for (name, value, says) in [
        ("--seats", "easy", "seats"),
        ("--seats", "easy,easy,easy,easy,easy", "seats"),
        ("--rules", "hats=on", "hats"),
        ("--rules", "hats", "name=value"),
        ("--rules", "partnership=true", "partnership"),
    ] {
        is_one_line(&refuses(contest_with(name, value), says).await);
    }
}

#[tokio::test]
async fn help_and_version_are_no_mistakes() {
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["sandbox", "--help"],
        &["simulate", "--help"],
        &["--version"],
    ] {
        let ended = ends(istaka(arguments)).await;
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(
            ended.stderr.is_empty() && !ended.all.is_empty(),
            "{ended:?}"
        );
        // Taken in builds for development, and offered to nobody.
        assert!(!ended.all.contains("toy"), "{ended:?}");
    }
    let without_seats = ["simulate", "okey", "--games", "1", "--seed", "1"];
    refuses(istaka(&without_seats), "--seats <LEVELS>").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_load_plays_any_game_and_says_what_it_measured() {
    for game in ["okey", "okey101"] {
        let asked = ["load", "--game", game, "--tables", "2", "--seconds", "1"];
        let ended = ends(istaka(
            &[&asked[..], &["--warm-up", "0", "--frozen-clock", "--json"]].concat(),
        ))
        .await;
        assert_eq!(ended.code, Some(0), "{}", ended.all);
        let line = ended.all.lines().next().unwrap_or_default();
        let report: Value = serde_json::from_str(line).expect("one JSON object");
        assert_eq!(report["game"], game, "{report}");
        assert_eq!(report["tables"], 2, "{report}");
        assert!(report["presses"].as_u64() > Some(0), "{report}");
        assert_eq!(report["failures"], 0, "{report}");
        assert_eq!(report["complaints"], 0, "{report}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_load_tells_what_a_press_costs_while_more_tables_are_open() {
    let asked = [
        "load",
        "--growth",
        "3,1",
        "--seconds",
        "1",
        "--warm-up",
        "0",
    ];
    let ended = ends(istaka(
        &[&asked[..], &["--frozen-clock", "--json"]].concat(),
    ))
    .await;
    assert_eq!(ended.code, Some(0), "{}", ended.all);
    let line = ended.all.lines().next().unwrap_or_default();
    let report: Value = serde_json::from_str(line).expect("one JSON object");
    let rows = report["growth"].as_array().expect("a row for each number");
    let tables: Vec<_> = rows.iter().map(|row| row["tables"].as_u64()).collect();
    assert_eq!(tables, [Some(1), Some(3)], "{report}");
    let are_pressed = |row: &Value| row["presses"].as_u64() > Some(0);
    assert!(rows.iter().all(are_pressed), "{report}");
    assert_eq!(report["failures"], 0, "{report}");
    assert_eq!(report["complaints"], 0, "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_load_plays_games_of_all_kinds_to_their_end_and_tells_what_stays_behind() {
    let asked = ["load", "--endure", "8", "--tables", "4", "--people", "1"];
    let ended = ends(istaka(
        &[&asked[..], &["--frozen-clock", "--json"]].concat(),
    ))
    .await;
    assert_eq!(ended.code, Some(0), "{}", ended.all);
    let line = ended.all.lines().next().unwrap_or_default();
    let report: Value = serde_json::from_str(line).expect("one JSON object");
    let rows = report["endured"].as_array().expect("two rows");
    let games: Vec<_> = rows.iter().map(|row| row["games"].as_u64()).collect();
    assert_eq!(games, [Some(4), Some(8)], "{report}");
    // All tables are over and forgotten each time.
    let tables: Vec<_> = rows.iter().map(|row| row["tables"].as_u64()).collect();
    assert_eq!(tables, [Some(0), Some(0)], "{report}");
    assert!(rows.iter().all(|row| row["tasks"].is_u64()), "{report}");
    assert_eq!(report["failures"], 0, "{report}");
    assert_eq!(report["complaints"], 0, "{report}");
}

#[tokio::test]
async fn a_load_that_cannot_be_is_refused() {
    for wrong in [
        &["--tables", "0"][..],
        &["--seconds", "0"],
        &["--rate", "fast"],
        &["--game", "chess"],
        &["--growth", "0,10"],
        &["--growth", "10", "--tables", "5"],
        &["--endure", "1"],
        &["--endure", "10", "--game", "okey"],
        &["--pace=61"],
        &["--pace", "-1"],
        &["--pace", "slow"],
    ] {
        let arguments = [&["load"], wrong].concat();
        let ended = ends(istaka(&arguments)).await;
        assert_eq!(ended.code, Some(2), "{wrong:?}: {}", ended.all);
    }
}

#[tokio::test]
async fn an_id_that_is_none_is_named() {
    let mut command = istaka(&["run"]);
    command.env("DISCORD_TOKEN", "a.b.c");
    command.env("ISTAKA_SHUT_OUT", "80351110224678912, @Ben");
    let ended = ends_with(LASTING, command, "ISTAKA_SHUT_OUT").await;
    assert!(ended.stderr.contains("\"@Ben\""), "{ended:?}");
    is_one_line(&ended);
}

#[tokio::test]
async fn a_load_whose_bot_ends_says_why() {
    let mut command = istaka(&["load", "--tables", "1", "--seconds", "1"]);
    command.env("ISTAKA_PRIVACY_URL", "nowhere");
    let ended = refuses(command, "the bot ended before it came").await;
    assert!(ended.stderr.contains("ISTAKA_PRIVACY_URL"), "{ended:?}");
    is_one_line(&ended);
}
