//! The gateway on a bad day: op 7, op 9, close codes, cuts, silence, and events that are lost, doubled, late or swapped.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::bot::{Bot, Socket, identify};
use super::{PATIENCE, frozen, in_time, person};
use crate::{Faults, GatewayDeed, Sandbox};

/// A client that keeps what it needs for a resume.
struct Client {
    socket: Socket,
    session: String,
}

impl Client {
    async fn login(sandbox: &Sandbox) -> Self {
        let mut socket = hello(sandbox).await;
        socket.send(identify(&sandbox.token())).await;
        let ready = socket.event("READY").await;
        socket.event("GUILD_CREATE").await;
        let session = ready["d"]["session_id"].as_str().unwrap().to_owned();
        Self { socket, session }
    }

    /// Resumes on a new connection; the old one stays as it is.
    async fn resume(&mut self, sandbox: &Sandbox, seq: u64) -> Socket {
        let mut socket = hello(sandbox).await;
        socket.offer(self.plea(sandbox, seq)).await;
        std::mem::replace(&mut self.socket, socket)
    }

    fn plea(&self, sandbox: &Sandbox, seq: u64) -> Value {
        json!({"op": 6, "d": {"token": sandbox.token(), "session_id": self.session, "seq": seq}})
    }

    /// The numbers of the events up to and with RESUMED.
    async fn replay(&mut self) -> Vec<u64> {
        let mut numbers = Vec::new();
        loop {
            let payload = self.socket.next().await;
            numbers.push(payload["s"].as_u64().expect("an event"));
            if payload["t"] == "RESUMED" {
                return numbers;
            }
        }
    }

    /// The numbers of the next events.
    async fn numbers<const N: usize>(&mut self) -> [u64; N] {
        let mut numbers = [0; N];
        for number in &mut numbers {
            let payload = self.socket.next().await;
            *number = payload["s"].as_u64().expect("an event");
        }
        numbers
    }
}

async fn hello(sandbox: &Sandbox) -> Socket {
    let mut socket = Socket::open(sandbox).await;
    assert_eq!(socket.next().await["op"], 10);
    socket
}

/// Makes the sandbox send an event.
async fn event(sandbox: &Sandbox) {
    let name = json!({"name": "garden"});
    sandbox.open(name).await.expect("a good name");
}

async fn events(sandbox: &Sandbox, how_many: usize) {
    for _ in 0..how_many {
        event(sandbox).await;
    }
}

fn set(sandbox: &Sandbox, faults: Faults) {
    sandbox.set_faults(faults).expect("good faults");
}

#[tokio::test]
async fn a_cut_connection_resumes_and_hears_what_it_missed() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    assert_eq!(sandbox.gateway(GatewayDeed::Drop).unwrap(), 1);
    assert_eq!(client.socket.next().await, json!({"close": null}));
    in_time(sandbox.bot_went()).await;
    assert_eq!(sandbox.gateway(GatewayDeed::Drop).unwrap(), 0);
    events(&sandbox, 2).await;
    client.resume(&sandbox, 2).await;
    assert_eq!(client.replay().await, [3, 4, 5]);
    assert_eq!(sandbox.fault_counts().drop, 1);
    sandbox.stop().await;
}

#[tokio::test]
async fn op_7_asks_to_come_back() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    sandbox.gateway(GatewayDeed::Reconnect).unwrap();
    let payload = client.socket.next().await;
    assert_eq!(payload, json!({"op": 7, "d": null, "s": null, "t": null}));
    // Until it does it hears everything.
    event(&sandbox).await;
    assert_eq!(client.numbers().await, [3]);
    event(&sandbox).await;
    let mut old = client.resume(&sandbox, 3).await;
    assert_eq!(client.replay().await, [4, 5]);
    assert_eq!(old.next().await["s"], 4);
    assert_eq!(old.next().await["close"], 4000);
    sandbox.stop().await;
}

#[tokio::test]
async fn op_9_resumable_waits_for_a_resume_on_either_connection() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    for on_the_same in [true, false] {
        let seen = sandbox.call("GET", "/gateway", Value::Null).await.unwrap();
        let seq = seen["sessions"][0]["seq"].as_u64().unwrap();
        sandbox
            .gateway(GatewayDeed::Invalid { resumable: true })
            .unwrap();
        let payload = client.socket.next().await;
        assert_eq!(payload, json!({"op": 9, "d": true, "s": null, "t": null}));
        assert!(!sandbox.bot_came(std::time::Duration::ZERO).await);
        events(&sandbox, 2).await;
        if on_the_same {
            let plea = client.plea(&sandbox, seq);
            client.socket.send(plea).await;
        } else {
            client.resume(&sandbox, seq).await;
        }
        assert_eq!(client.replay().await, [seq + 1, seq + 2, seq + 3]);
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn op_9_not_resumable_wants_a_new_identify() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    sandbox
        .gateway(GatewayDeed::Invalid { resumable: false })
        .unwrap();
    let gone = json!({"op": 9, "d": false, "s": null, "t": null});
    assert_eq!(client.socket.next().await, gone);
    let plea = client.plea(&sandbox, 2);
    client.socket.send(plea).await;
    assert_eq!(client.socket.next().await, gone);
    client.socket.send(identify(&sandbox.token())).await;
    assert_eq!(client.socket.event("READY").await["s"], 1);
    let seen = sandbox.call("GET", "/gateway", Value::Null).await.unwrap();
    assert_eq!(
        (
            &seen["identifies"],
            &seen["resumes"],
            &seen["refused_resumes"]
        ),
        (&json!(2), &json!(0), &json!(1))
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn each_close_code_ends_the_session_or_leaves_it() {
    let sandbox = frozen().await;
    for (code, is_resumable) in [
        (1000, true),
        (1001, true),
        (4000, true),
        (4001, true),
        (4002, true),
        (4003, false),
        (4004, false),
        (4005, true),
        (4007, false),
        (4008, true),
        (4009, false),
        (4010, false),
        (4011, false),
        (4012, false),
        (4013, false),
        (4014, false),
    ] {
        let mut client = Client::login(&sandbox).await;
        let wish = json!({"action": "close", "code": code});
        let told = sandbox.call("POST", "/gateway", wish).await.unwrap();
        assert_eq!(told["reached"], 1);
        assert_eq!(client.socket.next().await["close"], code);
        in_time(sandbox.bot_went()).await;
        client.resume(&sandbox, 2).await;
        let payload = client.socket.next().await;
        let resumed = json!({"t": "RESUMED", "s": 3, "op": 0, "d": {"_trace": []}});
        let refused = json!({"op": 9, "d": false, "s": null, "t": null});
        assert_eq!(
            payload,
            if is_resumable { resumed } else { refused },
            "{code}"
        );
        sandbox.gateway(GatewayDeed::Drop).unwrap();
        in_time(sandbox.bot_went()).await;
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn a_mute_connection_says_nothing_and_its_session_can_be_resumed() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    let told = json!({"action": "mute"});
    sandbox.call("POST", "/gateway", told).await.unwrap();
    client.socket.send(json!({"op": 1, "d": 2})).await;
    events(&sandbox, 2).await;
    let mut zombie = client.resume(&sandbox, 2).await;
    assert_eq!(client.replay().await, [3, 4, 5]);
    // The first word on the old connection is its end: nothing was said on it before.
    assert_eq!(zombie.next().await["close"], 4000);
    sandbox.stop().await;
}

#[tokio::test]
async fn a_connection_that_is_no_longer_mute_says_what_it_owed() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    sandbox.gateway(GatewayDeed::Mute).unwrap();
    events(&sandbox, 2).await;
    sandbox.gateway(GatewayDeed::Unmute).unwrap();
    event(&sandbox).await;
    assert_eq!(client.numbers().await, [3, 4, 5]);
    client.socket.send(json!({"op": 1, "d": 5})).await;
    assert_eq!(client.socket.next().await["op"], 11);
    sandbox.stop().await;
}

#[tokio::test]
async fn ready_and_resumed_may_come_late_and_hearts_are_answered_meanwhile() {
    let sandbox = frozen().await;
    let heart = json!({"op": 1, "d": null});
    let late = Faults {
        ready_delay_ms: 60_000,
        ..Faults::default()
    };
    set(&sandbox, late.clone());
    let mut socket = hello(&sandbox).await;
    socket.send(identify(&sandbox.token())).await;
    for _ in 0..3 {
        socket.send(heart.clone()).await;
        assert_eq!(socket.next().await["op"], 11);
    }
    let world = sandbox.world().await.unwrap();
    assert_eq!(world["bot_online"], false);
    // Whoever has no patience and says it again is told so.
    socket.send(identify(&sandbox.token())).await;
    assert_eq!(socket.next().await["close"], 4005);

    let soon = Faults {
        ready_delay_ms: 50,
        ..Faults::default()
    };
    set(&sandbox, soon.clone());
    let mut client = Client::login(&sandbox).await;
    sandbox.gateway(GatewayDeed::Drop).unwrap();
    in_time(sandbox.bot_went()).await;
    event(&sandbox).await;
    set(&sandbox, late);
    client.resume(&sandbox, 2).await;
    client.socket.send(heart).await;
    assert_eq!(client.socket.next().await["op"], 11);
    // Cut once more before it was told, and told in the end.
    set(&sandbox, soon);
    client.resume(&sandbox, 2).await;
    assert_eq!(client.replay().await, [3, 4]);
    sandbox.stop().await;
}

#[tokio::test]
async fn strange_interactions_keep_what_is_needed_to_answer_them() {
    let sandbox = frozen().await;
    let mut bot = Bot::login(&sandbox).await;
    bot.register().await;
    let strange = Faults {
        event_strange_percent: 100,
        ..Faults::default()
    };
    set(&sandbox, strange);
    event(&sandbox).await;
    let ada = person(&sandbox, "Ada").await;
    let wish =
        json!({"person": ada, "channel": sandbox.channel(), "command": "play", "wait": false});
    sandbox.run(wish).await.unwrap();
    let interaction = bot.interaction().await;
    assert!(interaction["data"].get("name").is_none(), "{interaction}");
    assert_eq!(sandbox.fault_counts().event_strange, 1);
    let reply = bot.answer(
        &interaction,
        json!({"type": 4, "data": {"content": "Sorry"}}),
    );
    assert_eq!(reply.await.status, 204);
    sandbox.stop().await;
}

#[tokio::test]
async fn events_are_doubled_swapped_late_and_lost() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    let none = Faults::default();
    set(
        &sandbox,
        Faults {
            event_doubled_percent: 100,
            ..none.clone()
        },
    );
    events(&sandbox, 2).await;
    assert_eq!(client.numbers().await, [3, 3, 4, 4]);
    set(
        &sandbox,
        Faults {
            event_reordered_percent: 100,
            ..none.clone()
        },
    );
    events(&sandbox, 4).await;
    assert_eq!(client.numbers().await, [6, 5, 8, 7]);
    // Nothing follows: it comes all the same.
    event(&sandbox).await;
    assert_eq!(client.numbers().await, [9]);
    let late = Faults {
        event_delay_percent: 100,
        event_delay_ms: 50,
        ..none.clone()
    };
    set(&sandbox, late);
    event(&sandbox).await;
    assert_eq!(client.numbers().await, [10]);
    set(
        &sandbox,
        Faults {
            event_lost_percent: 100,
            ..none.clone()
        },
    );
    events(&sandbox, 2).await;
    wait_for(&sandbox, |faults| faults.event_lost == 2).await;
    set(&sandbox, none);
    event(&sandbox).await;
    assert_eq!(client.numbers().await, [13]);
    let counts = sandbox.fault_counts();
    assert_eq!(
        (
            counts.event_doubled,
            counts.event_reordered,
            counts.event_delay,
            counts.event_lost
        ),
        (2, 5, 1, 2)
    );
    // What was lost comes with a resume from before it, and not with one from behind it.
    client.resume(&sandbox, 10).await;
    assert_eq!(client.replay().await, [11, 12, 13, 14]);
    client.resume(&sandbox, 14).await;
    assert_eq!(client.replay().await, [15]);
    sandbox.stop().await;
}

/// Waits until the injected faults are so many; the traffic tells when to look.
async fn wait_for(sandbox: &Sandbox, enough: impl Fn(crate::FaultCounts) -> bool) {
    let mut seq = sandbox.shared.watching.subscribe();
    while !enough(sandbox.fault_counts()) {
        in_time(seq.changed()).await.expect("the sandbox lives");
    }
}

#[tokio::test]
async fn what_others_overtook_comes_with_a_resume() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    let late = Faults {
        event_delay_percent: 100,
        event_delay_ms: 600_000,
        ..Faults::default()
    };
    set(&sandbox, late);
    event(&sandbox).await;
    // The queue has seen it when an answer behind it arrives.
    client.socket.send(json!({"op": 1, "d": 2})).await;
    assert_eq!(client.socket.next().await["op"], 11);
    set(&sandbox, Faults::default());
    event(&sandbox).await;
    assert_eq!(client.numbers().await, [4]);
    let mut old = client.resume(&sandbox, 4).await;
    assert_eq!(client.replay().await, [3, 5]);
    assert_eq!(old.next().await["close"], 4000);
    sandbox.gateway(GatewayDeed::Drop).unwrap();
    client.resume(&sandbox, 5).await;
    assert_eq!(client.replay().await, [6]);
    sandbox.stop().await;
}

#[tokio::test]
async fn connections_are_cut_again_and_again() {
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    set(
        &sandbox,
        Faults {
            drop_every_ms: 100,
            ..Faults::default()
        },
    );
    for _ in 0..3 {
        while client.socket.next().await.get("close").is_none() {}
        client.resume(&sandbox, 2).await;
    }
    assert!(sandbox.fault_counts().drop >= 3);
    set(&sandbox, Faults::default());
    let seen = sandbox.call("GET", "/gateway", Value::Null).await.unwrap();
    assert_eq!(
        (
            &seen["identifies"],
            seen["sessions"].as_array().map(Vec::len)
        ),
        (&json!(1), Some(1))
    );
    sandbox.stop().await;
}

/// The storm makes so many channels, and after so many the connection is cut.
const CHANNELS: usize = 300;
const BETWEEN_CUTS: usize = 25;

/// Doubled, swapped and late events and cuts together: whoever resumes has heard everything in the end.
#[tokio::test]
async fn a_storm_loses_nothing() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let sandbox = frozen().await;
    let mut client = Client::login(&sandbox).await;
    set(
        &sandbox,
        Faults {
            seed,
            event_doubled_percent: 20,
            event_reordered_percent: 30,
            event_delay_percent: 20,
            event_delay_ms: 20,
            ..Faults::default()
        },
    );
    let making = sandbox.clone();
    let making = tokio::spawn(async move {
        for number in 1..=CHANNELS {
            event(&making).await;
            if number % BETWEEN_CUTS == 0 && number < CHANNELS {
                assert!(making.bot_came(PATIENCE).await);
                assert_eq!(making.gateway(GatewayDeed::Drop).expect("a deed"), 1);
                let cuts = (number / BETWEEN_CUTS) as u64;
                wait_for(&making, |faults| faults.drop == cuts).await;
            }
            tokio::task::yield_now().await;
        }
    });
    let (mut heard, mut last) = (BTreeSet::from([1, 2]), 2);
    let mut channels = 0;
    while channels < CHANNELS {
        let payload = client.socket.next().await;
        if payload.get("close").is_some() {
            client.socket = Socket::open(&sandbox).await;
            let plea = client.plea(&sandbox, last);
            client.socket.offer(plea).await;
        }
        let Some(seq) = payload["s"].as_u64() else {
            continue;
        };
        last = last.max(seq);
        if heard.insert(seq) && payload["t"] == "CHANNEL_CREATE" {
            channels += 1;
        }
    }
    making.await.expect("all channels are open");
    let counts = sandbox.fault_counts();
    assert!(counts.event_doubled > 0 && counts.event_reordered > 0 && counts.event_delay > 0);
    sandbox.stop().await;
}
