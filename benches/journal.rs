//! The journal under load: steps of 64 tables written at once and of one alone, durably, beside what the disk takes for
//! nothing but a page; and a restart with many tables.
//!
//! `cargo bench --bench journal`; figures belong in `docs/benchmarks.md` with machine and commit.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use futures::stream::{self, StreamExt};
use istaka::computers::Level;
use istaka::rules::any::GameId;
use istaka::rules::chance::Secret;
use istaka::rules::{Dice, Seat};
use istaka::store::id::{ChannelId, Revision, TableId};
use istaka::store::{Entry, Moment, StepRow, Store, TableRow};
use istaka::tables::{
    Act, Clock, Hall, HallSettings, Known, MessageId, Opening, PersonId, Preset, PressId, Share,
    Shares,
};

const WRITERS: u64 = 64;

/// A folder that goes with the bench.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("istaka-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("istaka.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime starts")
}

fn opening_row(id: &TableId) -> TableRow {
    TableRow {
        id: id.clone(),
        game: GameId::Okey,
        rules_version: "1".to_owned(),
        options: "{}".to_owned(),
        seats: 4,
        level: "easy".to_owned(),
        preset: "normal".to_owned(),
        language: "en".to_owned(),
        secret: Secret::from_bytes([7; Secret::BYTES]),
        server: None,
        channel: ChannelId::new(1),
        parent: None,
        own_thread: false,
        again: None,
        board: None,
        former: None,
        barrier: None,
        word: None,
        lobby: None,
        start: None,
        ping: None,
        rated: true,
        opened_at: Moment::from_unix_ms(5),
    }
}

/// A step of an ordinary size: somebody drew a tile.
fn step(table: &TableId, revision: u64) -> Entry {
    let changes =
        r#"[{"played":{"seat":2,"events":[{"okey":{"drew":{"seat":2,"tile":"R7","place":0}}}]}}]"#;
    Entry {
        table: table.clone(),
        opening: (revision == 1).then(|| opening_row(table)),
        step: StepRow {
            revision: Revision::new(revision),
            format: 1,
            cause: "press".to_owned(),
            actor: Seat::new(2),
            press: Some(istaka::store::id::PressId::new(1_000_000 + revision)),
            changes: changes.to_owned(),
            at: Moment::from_unix_ms(10),
        },
        sat: None,
        start: None,
        ends: false,
        results: Vec::new(),
        desks: Vec::new(),
    }
}

/// Every writer appends so many steps, one after the other.
async fn write(store: &Store, writers: u64, steps: u64) -> Duration {
    let mut tables = Vec::new();
    for _ in 0..writers {
        let id = TableId::from_system().expect("the system has random bytes");
        store.append(step(&id, 1)).await.expect("the disk takes it");
        tables.push(id);
    }
    let start = Instant::now();
    let writers: Vec<_> = tables
        .into_iter()
        .map(|id| {
            let store = store.clone();
            tokio::spawn(async move {
                for revision in 2..steps + 2 {
                    let entry = step(&id, revision);
                    store.append(entry).await.expect("the disk takes it");
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.expect("a writer does not panic");
    }
    start.elapsed()
}

/// So many times a page is written over an older one, and the disk asked for it: no step can be durable sooner.
fn sync(file: &mut File, times: u64) -> Duration {
    const PAGE: [u8; 4096] = [7; 4096];
    let start = Instant::now();
    for _ in 0..times {
        file.seek(SeekFrom::Start(0)).expect("a file has a start");
        file.write_all(&PAGE).expect("the disk takes it");
        file.sync_data().expect("the disk keeps it");
    }
    start.elapsed()
}

fn journal(criterion: &mut Criterion) {
    let folder = Folder::new("bench-journal");
    let runtime = runtime();
    let store = runtime
        .block_on(Store::open(&folder.file()))
        .expect("a database opens");
    let mut page = File::create(folder.0.join("page")).expect("a file can be written");
    let mut group = criterion.benchmark_group("journal");
    group.sample_size(10);
    group.bench_function("a page and fdatasync", |bencher| {
        bencher.iter_custom(|times| sync(&mut page, times));
    });
    for (name, writers) in [
        ("1 writer, a step, durable", 1),
        ("64 writers, a step each, durable", WRITERS),
    ] {
        group.throughput(Throughput::Elements(writers));
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|steps| runtime.block_on(write(&store, writers, steps)));
        });
    }
    group.finish();
}

/// One person opens them all.
const ROOMY: Shares = {
    const SHARE: Share = Share {
        person: usize::MAX,
        channel: usize::MAX,
        server: usize::MAX,
    };
    Shares {
        tables: SHARE,
        lobbies: SHARE,
        unstarted: usize::MAX,
        opened: usize::MAX,
        seats: usize::MAX,
        known: Known {
            all: usize::MAX,
            server: usize::MAX,
            person: usize::MAX,
        },
    }
};

/// How many moves a person makes at each table.
const MOVES: u32 = 20;

/// So many games of all kinds in turn, with some moves each.
async fn fill(file: &Path, tables: u64) {
    let store = Store::open(file).await.expect("a database opens");
    let settings = HallSettings {
        pace: Duration::ZERO,
        shares: ROOMY,
        ..HallSettings::default()
    };
    let hall = Hall::reopen(store, Clock::real(), settings)
        .await
        .expect("a hall opens");
    let games = GameId::RELEASED.iter().cycle().zip(0..tables);
    let played = games.map(|(game, number)| play(&hall, *game, number));
    stream::iter(played)
        .for_each_concurrent(WRITERS as usize, |played| played)
        .await;
    hall.close().await;
}

/// One person's moves against computers; in the first round alone, for the next is waited for.
async fn play(hall: &Hall, game: GameId, number: u64) {
    let host = PersonId::new(1);
    let mut presses = (number * 1000..).map(PressId::new);
    let mut press = || presses.next().expect("presses do not run out");
    let seats = *game.seats().end();
    let opening = Opening {
        options: game.default_options(),
        seats,
        server: None,
        channel: ChannelId::new(number),
        parent: None,
        own_thread: false,
        host,
        press: press(),
        computers: seats - 1,
        level: Level::Easy,
        preset: Preset::Days,
        language: "en".to_owned(),
        rated: true,
        again: None,
    };
    let table = hall.open(opening).await.expect("a table opens").table;
    let table = hall.table(&table).expect("it is there");
    table.start(host, press()).await.expect("it starts");
    table.begin(MessageId::new(number)).await.expect("it deals");
    let mut dice = Dice::from_seed(number);
    let mut moves = 0;
    while moves < MOVES {
        let look = table.look(Some(host), None).await.expect("it is there");
        if look.next_round_at.is_some() || !look.life.is_live() {
            break;
        }
        let view = look.view.filter(|_| !look.actions.is_empty());
        let action = view.and_then(|view| Level::Easy.choose(&view, &look.actions, &mut dice));
        let Some(action) = action else {
            tokio::task::yield_now().await;
            continue;
        };
        let act = Act {
            person: host,
            press: press(),
            drawn_from: None,
            actions: vec![action],
        };
        if table.act(act).await.is_ok() {
            moves += 1;
        }
    }
}

fn restart(criterion: &mut Criterion) {
    const TABLES: u64 = 1000;
    let folder = Folder::new("bench-restart");
    let file = folder.file();
    let runtime = runtime();
    runtime.block_on(fill(&file, TABLES));
    let mut group = criterion.benchmark_group("restart");
    group.sample_size(10);
    group.bench_function("1000 tables", |bencher| {
        bencher.iter_custom(|times| {
            let mut spent = Duration::ZERO;
            for _ in 0..times {
                spent += runtime.block_on(async {
                    let start = Instant::now();
                    let store = Store::open(&file).await.expect("a database opens");
                    // Computers wait: only the restart is measured.
                    let settings = HallSettings {
                        pace: Duration::from_secs(3600),
                        shares: ROOMY,
                        ..HallSettings::default()
                    };
                    let hall = Hall::reopen(store, Clock::real(), settings)
                        .await
                        .expect("a hall opens");
                    let spent = start.elapsed();
                    hall.close().await;
                    spent
                });
            }
            spent
        });
    });
    group.finish();
}

criterion_group!(benches, journal, restart);
criterion_main!(benches);
