//! Tables as their guests meet them: through a hall, over a real file, on a clock that tests move.

mod clock;
#[cfg(target_os = "linux")]
mod crash;
mod cut_off;
mod damage;
mod desk;
mod ending;
mod fair;
mod falls;
mod faults;
mod fewer;
mod forget;
mod games;
mod kaluki;
mod leaving;
mod lobby;
mod meri;
mod opponents;
mod options;
mod out;
mod outgoing;
mod placing;
mod record;
mod replay;
mod replayed;
mod restart;
mod results;
mod seating;
mod shares;
mod slow;
mod stored;
mod terms;
mod tidy;
mod time;
mod verified;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use self::time::WatchedTime;
use super::*;
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyOptions};
use crate::rules::okey;
use crate::store::Store;

/// Whatever a test waits for comes sooner, however slow the machine; only a hang meets this.
const LIMIT: Duration = Duration::from_secs(600);

/// So long a test in which another program locks the disk waits until it is refused.
const BUSY: Duration = Duration::from_millis(20);

/// Waits for what must come.
async fn in_time<T>(awaited: impl Future<Output = T>) -> T {
    let awaited = tokio::time::timeout(LIMIT, awaited).await;
    awaited.expect("it comes within the limit")
}

/// The same few people open all tables of these tests; what is fair is tested where it says so.
const ROOMY: HallSettings = {
    const SHARE: Share = Share {
        person: 1000,
        channel: 1000,
        server: 1000,
    };
    HallSettings {
        pace: Duration::ZERO,
        shares: Shares {
            tables: SHARE,
            lobbies: SHARE,
            unstarted: 1000,
            opened: 1000,
            seats: 1000,
            known: Known {
                all: 20_000,
                server: 20_000,
                person: 20_000,
            },
        },
        // Tests tidy when they say so.
        retention: Retention {
            packed_after: None,
            deleted_after: None,
        },
    }
};

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("istaka-tables-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // A process that was killed left what it had, and numbers of processes come again.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).unwrap();
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

/// A hall, its clock and its news.
struct Scene {
    hall: Hall,
    store: Store,
    time: ManualTime,
    news: broadcast::Receiver<News>,
}

fn server() -> ServerId {
    ServerId::new(77)
}

fn person(number: u64) -> PersonId {
    PersonId::new(number)
}

/// A press that was never made before.
fn press() -> PressId {
    static COUNT: AtomicU64 = AtomicU64::new(1_000);
    PressId::new(COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A game of at most so many rounds.
fn rounds(max_rounds: u32) -> AnyOptions {
    AnyOptions::Okey(okey::Options {
        max_rounds,
        ..okey::Options::default()
    })
}

fn opening(options: AnyOptions, seats: usize, computers: usize) -> Opening {
    static CHANNEL: AtomicU64 = AtomicU64::new(500);
    Opening {
        options,
        seats,
        server: Some(server()),
        channel: ChannelId::new(CHANNEL.fetch_add(1, Ordering::Relaxed)),
        parent: None,
        own_thread: false,
        host: person(1),
        press: press(),
        computers,
        level: Level::Easy,
        preset: Preset::Normal,
        language: "en".to_owned(),
        rated: true,
        again: None,
    }
}

impl Scene {
    async fn new(folder: &Folder) -> Self {
        Self::at(&folder.file(), ManualTime::default()).await
    }

    async fn at(path: &Path, time: ManualTime) -> Self {
        let clock = Clock::new(time.clone());
        Self::with(path, LIMIT, clock, time, Duration::ZERO).await
    }

    /// With computers that let some time pass before they move.
    async fn paced(folder: &Folder, pace: Duration) -> Self {
        let time = ManualTime::default();
        let clock = Clock::new(time.clone());
        Self::with(&folder.file(), LIMIT, clock, time, pace).await
    }

    /// Where a disk that another program locks is soon refused, on time that is watched.
    async fn impatient(path: &Path, watched: &WatchedTime) -> Self {
        let (clock, time) = (Clock::new(watched.clone()), watched.time.clone());
        Self::with(path, BUSY, clock, time, Duration::ZERO).await
    }

    async fn with(
        path: &Path,
        busy: Duration,
        clock: Clock,
        time: ManualTime,
        pace: Duration,
    ) -> Self {
        let store = Store::open_patient(path, busy).await.unwrap();
        let hall = Hall::reopen(store.clone(), clock, HallSettings { pace, ..ROOMY });
        let hall = hall.await.unwrap();
        Self {
            news: hall.news(),
            hall,
            store,
            time,
        }
    }

    async fn open(&self, opening: Opening) -> Table {
        let look = self.hall.open(opening).await.unwrap();
        self.hall.table(&look.table).unwrap()
    }

    /// A running game with the people 1, 2, … on the first seats, and computers on the others.
    async fn playing(&self, people: u64, opening: Opening) -> Table {
        let table = self.open(opening).await;
        for number in 2..=people {
            done(table.take_seat(person(number), press()).await);
        }
        done(table.start(person(1), press()).await);
        done(table.begin(MessageId::new(9_000)).await);
        table
    }

    /// Looks again at each news until things are so.
    async fn until(&mut self, table: &Table, who: u64, is_so: impl Fn(&Look) -> bool) -> Look {
        let wait = async {
            loop {
                let look = table.look(Some(person(who)), None).await.unwrap();
                if is_so(&look) {
                    return look;
                }
                match self.news.recv().await {
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => panic!("the hall is gone"),
                }
            }
        };
        in_time(wait).await
    }
}

/// The look that came with a wish fulfilled.
#[track_caller]
fn done(answer: Result<Answer, Declined>) -> Look {
    match answer {
        Ok(Answer::Done(look)) => *look,
        Ok(Answer::Late(_)) => panic!("late"),
        Err(declined) => panic!("declined: {declined}"),
    }
}

/// The same, once everybody can see the lobby as it is then.
async fn shown(table: &Table, answer: Result<Answer, Declined>) -> Look {
    let look = done(answer);
    table.lobby_is_shown(look.revision).await;
    look
}

/// The look that came with a late press.
#[track_caller]
fn late(answer: Result<Answer, Declined>) -> Look {
    match answer {
        Ok(Answer::Late(look)) => *look,
        Ok(Answer::Done(_)) => panic!("done"),
        Err(declined) => panic!("declined: {declined}"),
    }
}

fn is_to_act(look: &Look) -> bool {
    let seat = look.viewer.seat();
    seat.is_some_and(|seat| {
        look.waiting
            .is_some_and(|waiting| waiting.seats.contains(seat))
    })
}

fn is_over(look: &Look) -> bool {
    !look.life.is_live()
}

/// A person presses this.
fn pressed(who: u64, look: &Look, action: AnyAction) -> Act {
    Act {
        person: person(who),
        press: press(),
        drawn_from: Some(look.seen_revision),
        actions: vec![action],
    }
}

/// A move a person may make: the last one listed, which is a discard or a draw.
fn some_action(look: &Look) -> AnyAction {
    look.actions
        .last()
        .cloned()
        .expect("somebody to act has actions")
}

/// Plays for these people until the game is over.
async fn play_out(scene: &mut Scene, table: &Table, people: &[u64]) -> Look {
    loop {
        let look = scene
            .until(table, people[0], |look| {
                is_over(look)
                    || look.next_round_at.is_some()
                    || look.waiting.is_some_and(|waiting| {
                        people.iter().any(|number| {
                            let seat = look.seat_of(person(*number));
                            seat.is_some_and(|seat| waiting.seats.contains(seat))
                        })
                    })
            })
            .await;
        if is_over(&look) {
            return look;
        }
        for number in people {
            let own = table.look(Some(person(*number)), None).await.unwrap();
            if is_to_act(&own) {
                done(table.act(pressed(*number, &own, some_action(&own))).await);
            } else if own.next_round_at.is_some() {
                // The last one's *Next* deals, and one more would be late.
                let _ = table.next(person(*number), press()).await.unwrap();
            }
        }
    }
}
