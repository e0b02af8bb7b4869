//! A gateway on a script. Hearts beat quickly here, and each wait lasts many times as long as a word may take.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::discord::wire::ledger::Ledger;
use crate::store::{Folder, Store};

/// So many heartbeats a greeting is waited for; each lasts as long as two words may take.
const LONG: u32 = 12;

/// Hearts that need not beat: nothing is waited for.
const AT_ONCE: Tempo = Tempo {
    beat: Duration::from_secs(3600),
    patience: Duration::from_secs(600),
};

/// The other end of a connection, after its HELLO.
struct Gateway(WebSocketStream<DuplexStream>);

impl Gateway {
    /// What comes next; `None` when the connection ends.
    async fn hears(&mut self) -> Option<Value> {
        match self.0.next().await?.ok()? {
            Message::Text(text) => serde_json::from_str(&text).ok(),
            _ => None,
        }
    }

    /// Says this to whoever may have gone.
    async fn says(&mut self, words: Value) {
        let _ = self.0.send(Message::text(words.to_string())).await;
    }

    /// Answers so many heartbeats; how many came before the connection ended.
    async fn answers_hearts(&mut self, most: u32) -> u32 {
        for beats in 0..most {
            match self.hears().await {
                Some(heard) => assert_eq!(heard["op"], 1, "{heard}"),
                None => return beats,
            }
            self.says(json!({"op": 11})).await;
        }
        most
    }

    /// The code with which it hears the end.
    async fn hears_the_end(&mut self) -> Option<u16> {
        while let Some(Ok(heard)) = self.0.next().await {
            if let Message::Close(frame) = heard {
                return frame.map(|frame| u16::from(frame.code));
            }
        }
        None
    }
}

/// The people whom a connection is for: a list of what is delivered of them, and of when they are reached.
#[derive(Default)]
struct People {
    noted: Mutex<Vec<Value>>,
    /// The servers that each greeting has named.
    named: Mutex<Vec<HashSet<ServerId>>>,
    /// How much was noted each time when something had come.
    heard: Mutex<Vec<usize>>,
    /// What time it is, in milliseconds.
    time_ms: AtomicU64,
    cut: Notify,
    delivered: Notify,
}

impl People {
    fn note(&self, what: Value) {
        self.noted.lock().expect("whole").push(what);
    }

    fn noted(self) -> Vec<Value> {
        self.noted.into_inner().expect("whole")
    }
}

impl Reach for People {
    fn now(&self) -> Moment {
        Moment::from_unix_ms(self.time_ms.load(Ordering::SeqCst))
    }

    fn breaks(&self, since: Moment) {
        self.note(json!({"cut": since.unix_ms()}));
        self.cut.notify_one();
    }

    fn opens(&self) -> BoxFuture<'_, ()> {
        Box::pin(async { self.note(json!("reached")) })
    }

    fn names(&self, servers: HashSet<ServerId>) {
        self.named.lock().expect("whole").push(servers);
    }

    fn hears(&self) {
        let noted = self.noted.lock().expect("whole").len();
        self.heard.lock().expect("whole").push(noted);
    }
}

/// A session that was opened before.
fn session(missed: u32) -> Session {
    Session {
        id: "an id".to_owned(),
        url: "wss://resume.example".to_owned(),
        sequence: 17,
        missed,
    }
}

/// A store that is closed: the ledger counts in memory.
async fn nowhere() -> Store {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.expect("a database");
    store.close().await;
    store
}

/// Connects to this script with this session, or a new one, until one of them ends it. Answers what was delivered, too.
async fn meets(
    session: Option<Session>,
    tempo: Tempo,
    stop: impl Future<Output = ()>,
    script: impl AsyncFnOnce(&mut Gateway),
) -> (Ended, Vec<Value>) {
    let people = People::default();
    let ended = meets_people(session, tempo, stop, &people, script).await;
    let mut delivered = people.noted();
    delivered.retain(|noted| noted != "reached" && noted.get("cut").is_none());
    (ended, delivered)
}

/// The same for these people.
async fn meets_people(
    session: Option<Session>,
    tempo: Tempo,
    stop: impl Future<Output = ()>,
    people: &People,
    script: impl AsyncFnOnce(&mut Gateway),
) -> Ended {
    let (near, far) = duplex(1 << 16);
    let near = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
    let far = WebSocketStream::from_raw_socket(far, Role::Server, None).await;
    let ledger = Ledger::new(nowhere().await, 1);
    let introduction = match session {
        Some(session) => Introduction::Resume(session),
        None => Introduction::Open(ledger.turn(0).await),
    };
    let deliver = |event: Event<'_>| {
        people.note(event.value());
        people.delivered.notify_one();
    };
    let about = About {
        database: "nowhere".to_owned(),
        tables: 0,
        commands: 0,
    };
    let shard = Shard {
        number: 1,
        count: 3,
    };
    let caller = Caller {
        token: "secret",
        shard,
        introduction,
        deliver: &deliver,
        tell: &|_, _| {},
        reach: people,
        about: &about,
    };
    let mut gateway = Gateway(far);
    tokio::pin!(stop);
    let script = async {
        script(&mut gateway).await;
        gateway.hears_the_end().await;
    };
    tokio::join!(talk(near, tempo, caller, stop), script).0
}

fn ready() -> Value {
    json!({"op": 0, "s": 1, "t": "READY", "d": {
        "session_id": "new", "resume_gateway_url": "wss://resume.example", "guilds": [],
    }})
}

/// Waits long with this session, or a new one, for this greeting. A machine that stalls between a heartbeat and its
/// answer loses the connection; then slower hearts are tried.
async fn waits_long_for(session_before: fn() -> Option<Session>, greeting: &Value) -> Session {
    for doublings in 0..9 {
        let beat = Duration::from_millis(20 << doublings);
        let tempo = Tempo {
            beat,
            patience: beat / 2,
        };
        let never = std::future::pending();
        let mut beats = 0;
        let (ended, delivered) = meets(session_before(), tempo, never, async |gateway| {
            let introduction = gateway.hears().await.expect("it says who it is");
            let op = if session_before().is_some() { 6 } else { 2 };
            assert_eq!(introduction["op"], op);
            if op == 2 {
                assert_eq!(introduction["d"]["shard"], json!([1, 3]));
            }
            beats = gateway.answers_hearts(LONG).await;
            gateway.says(greeting.clone()).await;
            let event = json!({"op": 0, "s": 30, "t": "INTERACTION_CREATE", "d": {"id": "5"}});
            gateway.says(event).await;
            gateway.says(json!({"op": 7})).await;
        })
        .await;
        if beats == LONG && ended.lasted.is_some() {
            assert_eq!(ended.end, End::Broken);
            assert_eq!(delivered, [json!({"id": "5"})]);
            return ended.session.expect("it can be resumed");
        }
    }
    panic!("it did not wait, however slow its heart was");
}

#[tokio::test]
async fn ready_is_waited_for_while_hearts_are_answered() {
    let session = waits_long_for(|| None, &ready()).await;
    assert_eq!((session.id.as_str(), session.sequence), ("new", 30));
}

#[tokio::test]
async fn resumed_is_waited_for_too_and_the_count_of_tries_begins_anew() {
    let resumed = json!({"op": 0, "s": 18, "t": "RESUMED", "d": {}});
    let session = waits_long_for(|| Some(session(4)), &resumed).await;
    assert_eq!((session.missed, session.sequence), (0, 30));
    assert_eq!(session.id, "an id");
}

#[tokio::test]
async fn a_wait_ends_with_a_heart_that_is_not_answered() {
    let tempo = Tempo {
        beat: Duration::from_millis(20),
        ..AT_ONCE
    };
    let never = std::future::pending();
    let (ended, _) = meets(None, tempo, never, async |gateway| {
        gateway.hears().await;
        // One heartbeat is heard, and none is answered.
        let heart = gateway.hears().await.expect("a heartbeat");
        assert_eq!(heart, json!({"op": 1, "d": null}));
        assert_eq!(gateway.hears_the_end().await, Some(COMING_BACK));
    })
    .await;
    assert!(ended.end == End::Broken && ended.session.is_none());
}

#[tokio::test]
async fn a_session_that_could_not_be_resumed_six_times_is_forgotten() {
    let mut kept = Some(session(0));
    for tries in 1..=MOST_RESUMES {
        let never = std::future::pending();
        let (ended, _) = meets(kept, AT_ONCE, never, async |gateway| {
            let resume = gateway.hears().await.expect("it says who it is");
            assert_eq!(resume["op"], 6);
            gateway.says(json!({"op": 7})).await;
        })
        .await;
        assert!(ended.end == End::Broken && ended.lasted.is_none());
        kept = ended.session;
        assert_eq!(kept.is_some(), tries < MOST_RESUMES, "{tries} tries");
    }
}

#[tokio::test]
async fn a_session_outlives_more_broken_lines_than_refusals() {
    let mut kept = Some(session(0));
    let mut tries = 0;
    while let Some(session) = kept {
        let never = std::future::pending();
        let (ended, _) = meets(Some(session), AT_ONCE, never, async |gateway| {
            gateway.hears().await;
            let (_, nobody) = duplex(1);
            gateway.0 = WebSocketStream::from_raw_socket(nobody, Role::Server, None).await;
        })
        .await;
        assert_eq!(ended.end, End::Broken);
        kept = ended.session;
        tries += 1;
    }
    assert_eq!(tries, MOST_RESUMES * BROKEN_LINES);
}

#[tokio::test]
async fn a_session_without_a_name_is_none() {
    let never = std::future::pending();
    let (ended, _) = meets(None, AT_ONCE, never, async |gateway| {
        gateway.hears().await;
        gateway
            .says(json!({"op": 0, "s": 1, "t": "READY", "d": {}}))
            .await;
    })
    .await;
    assert!(ended.end == End::Broken && ended.lasted.is_none() && ended.session.is_none());
}

#[tokio::test]
async fn whoever_is_to_stop_waits_for_no_greeting() {
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let stopped = async {
        let _ = stopped.await;
    };
    let (ended, _) = meets(None, AT_ONCE, stopped, async |gateway| {
        gateway.hears().await;
        stop.send(()).expect("it is there");
        assert_eq!(gateway.hears_the_end().await, Some(GOING));
    })
    .await;
    assert_eq!(ended.end, End::Stopped);
}

#[tokio::test]
async fn people_are_reached_before_what_they_pressed_meanwhile_is_delivered() {
    let press = json!({"op": 0, "s": 18, "t": "INTERACTION_CREATE", "d": {"id": "5"}});
    let resumed = json!({"op": 0, "s": 19, "t": "RESUMED", "d": {}});
    let strange = json!({"op": 0, "s": 1, "t": "READY", "d": {}});
    let reached = [json!("reached"), json!({"id": "5"}), json!({"cut": 0})];
    for (before, said, expected) in [
        (
            Some(session(0)),
            vec![press.clone(), resumed.clone()],
            &reached[..],
        ),
        (Some(session(0)), vec![resumed, press.clone()], &reached[..]),
        (None, vec![ready(), press], &reached[..]),
        (None, vec![strange], &reached[2..]),
        (Some(session(0)), vec![], &reached[2..]),
    ] {
        let people = People::default();
        let never = std::future::pending();
        let script = async |gateway: &mut Gateway| {
            gateway.hears().await;
            for words in said {
                gateway.says(words).await;
            }
            gateway.says(json!({"op": 7})).await;
        };
        meets_people(before, AT_ONCE, never, &people, script).await;
        assert_eq!(people.noted(), expected);
    }
}

#[tokio::test]
async fn a_heart_that_is_not_answered_in_time_cuts_people_off_until_something_is_heard() {
    // It beats only when it is asked to.
    let tempo = Tempo {
        patience: Duration::from_millis(50),
        ..AT_ONCE
    };
    let people = People::default();
    let never = std::future::pending();
    let script = async |gateway: &mut Gateway| {
        gateway.hears().await;
        gateway.says(ready()).await;
        people.time_ms.store(1_000, Ordering::SeqCst);
        gateway.says(json!({"op": 1})).await;
        let heart = gateway.hears().await.expect("a heartbeat");
        assert_eq!(heart["op"], 1);
        people.time_ms.store(5_000, Ordering::SeqCst);
        people.cut.notified().await;
        // What is told then is not the answer, and shows all the same that the line lives.
        let press = json!({"op": 0, "s": 2, "t": "INTERACTION_CREATE", "d": {"id": "5"}});
        gateway.says(press).await;
        people.delivered.notified().await;
        gateway.says(json!({"op": 11})).await;
        gateway.says(json!({"op": 7})).await;
    };
    meets_people(None, tempo, never, &people, script).await;
    let expected = [
        json!("reached"),
        json!({"cut": 1_000}),
        json!("reached"),
        json!({"id": "5"}),
        json!({"cut": 5_000}),
    ];
    assert_eq!(people.noted(), expected);
}

/// What comes of a server that answers the first request with this, or never.
async fn opens(answer: Option<&'static str>, patience: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let server = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.expect("a client");
        let mut asked = [0; 4096];
        let length = socket.read(&mut asked).await.expect("a request");
        assert!(length > 0);
        match answer {
            Some(answer) => {
                let answered = socket.write_all(answer.as_bytes()).await;
                answered.expect("the client reads");
            }
            None => std::future::pending().await,
        }
    });
    let opened = open(&format!("ws://{address}"), patience).await;
    server.abort();
    opened.expect_err("it is no gateway").to_string()
}

#[tokio::test]
async fn a_page_is_no_gateway() {
    let page = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>";
    let said = opens(Some(page), AT_ONCE.patience).await;
    assert!(said.contains("200"), "{said}");
    let said = opens(Some("HTTP/1.1 502 Bad Gateway\r\n\r\n"), AT_ONCE.patience).await;
    assert!(said.contains("502"), "{said}");
    let said = opens(Some("<html>\r\n\r\n"), AT_ONCE.patience).await;
    assert!(!said.is_empty());
    let said = open("not an address", AT_ONCE.patience).await;
    let said = said.expect_err("no address").to_string();
    assert!(said.contains("address"), "{said}");
}

#[tokio::test]
async fn a_gateway_that_never_answers_is_given_up() {
    assert_eq!(
        opens(None, Duration::from_millis(50)).await,
        OpenFailure::Silent.to_string()
    );
}

#[test]
fn a_greeting_names_a_pace_that_can_be() {
    let paced = |ms: Value| {
        let hello = json!({"op": 10, "d": {"heartbeat_interval": ms}});
        beat_in(&Message::text(hello.to_string()))
    };
    assert_eq!(paced(json!(41_250)), Some(Duration::from_millis(41_250)));
    assert_eq!(paced(json!(0)), Some(BEATS.0));
    assert_eq!(paced(json!(u64::MAX)), Some(BEATS.1));
    assert_eq!(paced(json!("soon")), None);
    assert_eq!(beat_in(&Message::text("<html>")), None);
    assert_eq!(beat_in(&Message::text(r#"{"op":0}"#)), None);
}

#[test]
fn close_codes_say_what_may_come_next() {
    let by = |code| Cut::Closed(Some(code)).end();
    for code in [4004, 4010, 4011, 4012, 4013, 4014] {
        assert_eq!(by(code), End::Refused(code));
    }
    for code in [4003, 4007, 4009] {
        assert_eq!(by(code), End::SessionOver);
    }
    for code in [1000, 1001, 1006, 4000, 4001, 4002, 4008] {
        assert_eq!(by(code), End::Broken);
    }
    assert_eq!(Cut::Closed(None).end(), End::Broken);
}

#[tokio::test]
async fn a_new_session_names_its_servers_and_what_comes_is_delivered_before_it_counts_as_heard() {
    let mut greeting = ready();
    greeting["d"]["guilds"] = json!([{"id": "5", "unavailable": true}]);
    let resumed = json!({"op": 0, "s": 18, "t": "RESUMED", "d": {}});
    let named = HashSet::from([ServerId::new(5)]);
    for (before, greeting, named) in [
        (None, greeting, vec![named]),
        (Some(session(0)), resumed, vec![]),
    ] {
        let people = People::default();
        let never = std::future::pending();
        let script = async |gateway: &mut Gateway| {
            gateway.hears().await;
            gateway.says(greeting.clone()).await;
            let press = json!({"op": 0, "s": 30, "t": "INTERACTION_CREATE", "d": {"id": "5"}});
            gateway.says(press).await;
            gateway.says(json!({"op": 7})).await;
        };
        meets_people(before, AT_ONCE, never, &people, script).await;
        assert_eq!(*people.named.lock().expect("whole"), named);
        // The greeting: they are reached. The press: it was delivered.
        assert_eq!(*people.heard.lock().expect("whole"), [1, 2]);
    }
}
