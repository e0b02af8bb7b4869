//! Payloads of the gateway: each line is a text frame, sent to a real connection over a line in memory.

use std::cell::RefCell;
use std::sync::Mutex;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{SinkExt, StreamExt};
use poise::serenity_prelude::Interaction;
use serde_json::Value;
use tokio::io::duplex;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::{About, Caller, End, Event, Introduction, Reach, Session, Shard, Tempo, beat_in, talk};
use crate::discord::pages::press::Press;
use crate::discord::wire::envelope::Envelope;
use crate::discord::wire::place_news::PlaceNews;
use crate::fuzzed::Came;
use crate::tables::Moment;

/// So many frames are sent.
const MOST_FRAMES: usize = 40;

/// Hearts are not heard in so short a time.
const BEAT: Duration = Duration::from_secs(3600);

/// Nothing that a gateway says stops the reading of what it says next, unless it ends the connection; each frame is delivered
/// once at most; a session goes on from the last number that was told and never from an earlier one. An interaction has an
/// outside if it has an id, whether its inside reads or not, and of a place that is told of there is an id.
pub(crate) fn gateway(input: &[u8]) -> Came {
    let Ok(text) = std::str::from_utf8(input) else {
        return Came::ToTheDoor;
    };
    let frames: Vec<&str> = text.lines().take(MOST_FRAMES).collect();
    for frame in &frames {
        beat_in(&Message::text(*frame));
    }
    thread_local! {
        static RUNTIME: tokio::runtime::Runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime needs nothing of this machine");
    }
    RUNTIME.with(|runtime| runtime.block_on(met(&frames)))
}

/// Nobody is there whose time could stand.
struct Nobody;

impl Reach for Nobody {
    fn now(&self) -> Moment {
        Moment::from_unix_ms(0)
    }

    fn breaks(&self, _since: Moment) {}

    fn opens(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

async fn met(frames: &[&str]) -> Came {
    let (near, far) = duplex(1 << 20);
    let near = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
    let mut far = WebSocketStream::from_raw_socket(far, Role::Server, None).await;
    let (delivered, told) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let deliver = |event: Event<'_>| {
        let read = event.interaction();
        let outside = event.read::<Value>().unwrap_or_default();
        delivered.lock().expect("whole").push((outside, read));
    };
    let tell = |event: &str, about: &Value| {
        told.lock()
            .expect("whole")
            .push(PlaceNews::read(event, about));
    };
    let caller = Caller {
        token: "secret",
        shard: Shard {
            number: 0,
            count: 1,
        },
        introduction: Introduction::Resume(Session {
            id: "an id".to_owned(),
            url: "wss://resume.example".to_owned(),
            sequence: 17,
            missed: 0,
        }),
        deliver: &deliver,
        tell: &tell,
        reach: &Nobody,
        about: &About {
            database: String::new(),
            tables: 0,
            commands: 0,
        },
    };
    let tempo = Tempo {
        beat: BEAT,
        patience: BEAT,
    };
    let answers = RefCell::new(0);
    let script = async {
        for frame in frames {
            if far.send(Message::text(*frame)).await.is_err() {
                break;
            }
        }
        // The line breaks after the last word.
        let _ = far.close(None).await;
        while let Some(Ok(_)) = far.next().await {
            *answers.borrow_mut() += 1;
        }
    };
    let never = std::future::pending();
    tokio::pin!(never);
    let (ended, ()) = tokio::join!(talk(near, tempo, caller, never.as_mut()), script);
    // It says who it is, beats its heart when it is asked to, and says farewell.
    let answers = answers.into_inner();
    assert!(answers <= frames.len() + 2, "{answers} answers");
    assert!(ended.end != End::Stopped, "nobody stopped it");
    if let Some(session) = ended.session.filter(|session| session.id == "an id") {
        assert!(
            session.sequence >= 17,
            "it would go on from {}",
            session.sequence
        );
    }
    let (delivered, told) = (delivered.into_inner(), told.into_inner());
    let (delivered, told) = (delivered.expect("whole"), told.expect("whole"));
    let heard = delivered.len() + told.len();
    assert!(heard <= frames.len());
    delivered.into_iter().for_each(delivered_once);
    match heard {
        0 => Came::ToTheDoor,
        _ => Came::Inside,
    }
}

/// An interaction as the door reads it, and what stands around it.
fn delivered_once((interaction, read): (Value, Result<Interaction, serde_json::Error>)) {
    let has_id = interaction.get("id").and_then(Value::as_str);
    let has_id = has_id.is_some_and(|id| id.parse::<u64>().is_ok());
    let envelope = Envelope::of(&interaction);
    assert_eq!(envelope.is_some(), has_id, "{interaction}");
    assert!(read.is_err() || has_id, "an interaction without an id");
    match read {
        Ok(Interaction::Component(press)) => drop(press.data.custom_id.parse::<Press>()),
        Ok(Interaction::Autocomplete(typed) | Interaction::Command(typed)) => {
            drop(typed.data.options());
        }
        _ => {}
    }
}

#[cfg(test)]
#[test]
fn the_kept_press_command_and_choice_read_as_such() {
    let of = |frame: &str| {
        use serde_json::json;
        let read = Event(frame).interaction().expect("an interaction");
        let by_a_tree = Event(frame).read::<Interaction>();
        let by_a_tree = by_a_tree.expect("an interaction");
        assert_eq!(json!(read), json!(by_a_tree));
        read
    };
    let press = of(include_str!("../data/corpus/gateway/press"));
    assert!(matches!(press, Interaction::Component(_)));
    let menu = of(include_str!("../data/corpus/gateway/menu"));
    assert!(matches!(menu, Interaction::Component(_)));
    let command = of(include_str!("../data/corpus/gateway/command"));
    assert!(matches!(command, Interaction::Command(_)));
    let typed = of(include_str!("../data/corpus/gateway/typed"));
    assert!(matches!(typed, Interaction::Autocomplete(_)));
}
