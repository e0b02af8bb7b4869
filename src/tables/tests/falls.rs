//! Panics planted at random moments in one of two hundred tables at which all games are played: that one is rebuilt, and
//! the others know nothing of it.
//!
//! `ISTAKA_PANICS=1000 cargo test --lib two_hundred` plants so many; `ISTAKA_SEED` plants others.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};

use futures::StreamExt;
use futures::future::join_all;
use futures::stream;
use tokio::task;

use super::*;
use crate::rules::Dice;
use crate::rules::any::GameId;
use crate::tables::restore::restore;

const TABLES: usize = 200;
/// One table of so many is left to its clock.
const QUIET: usize = 10;
/// So many panics where nobody asks for more.
const USUAL: u64 = 8;
/// So many presses at each table while one falls.
const PRESSES: u32 = 2;
/// A table may ask for the time so often before it falls: one press makes it ask some four times.
const LATEST: u32 = 10;
/// A table is rebuilt so often within ten minutes.
const HEALED: u32 = 3;
/// Longer than a turn lasts anywhere here.
const TURN: Duration = Duration::from_secs(61);

/// Time that knows who asks for it, and lets one task fall when it asks.
#[derive(Clone)]
struct FallingTime {
    time: ManualTime,
    plants: Arc<Mutex<Plants>>,
}

#[derive(Default)]
struct Plants {
    /// Who has asked.
    asked: HashSet<task::Id>,
    /// Who falls, and how often they ask before that, the last fall first.
    planted: Option<(task::Id, Vec<u32>)>,
    fallen: u32,
}

impl FallingTime {
    fn plants(&self) -> MutexGuard<'_, Plants> {
        self.plants.lock().unwrap()
    }

    fn plant(&self, task: task::Id, falls: Vec<u32>) {
        let mut plants = self.plants();
        plants.planted = Some((task, falls));
        plants.fallen = 0;
    }

    fn fallen(&self) -> u32 {
        self.plants().fallen
    }
}

impl Plants {
    /// Whether whoever asks falls.
    fn falls(&mut self, asking: task::Id) -> bool {
        self.asked.insert(asking);
        let Some((task, falls)) = &mut self.planted else {
            return false;
        };
        if *task != asking {
            return false;
        }
        match falls.last_mut() {
            Some(0) => {
                falls.pop();
                self.fallen += 1;
                true
            }
            Some(later) => {
                *later -= 1;
                false
            }
            None => false,
        }
    }
}

impl Time for FallingTime {
    fn now(&self) -> Moment {
        let asking = task::try_id();
        if asking.is_some_and(|asking| self.plants().falls(asking)) {
            // A panic like any other, but quiet.
            std::panic::resume_unwind(Box::new("planted"));
        }
        self.time.now()
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.time.reached(at)
    }
}

/// One of the tables.
#[derive(Clone)]
struct Room {
    table: Table,
    people: Vec<PersonId>,
    /// Nobody plays there but the clock.
    is_quiet: bool,
    /// The task that owns it.
    task: Option<task::Id>,
    falls: u32,
}

/// What came of some presses at a table.
#[derive(Default)]
struct Pressed {
    done: u32,
    declined: Vec<Declined>,
    is_over: bool,
}

impl Room {
    /// A game that goes on for long, of the kind whose turn it is.
    async fn opened(scene: &Scene, number: usize) -> Self {
        static PEOPLE: AtomicU64 = AtomicU64::new(100_000);
        let games = GameId::RELEASED.len();
        let game = GameId::RELEASED[number % games];
        let seats = *game.seats().start();
        let people = if number.is_multiple_of(3) { 2 } else { 1 };
        let first = PEOPLE.fetch_add(2, Ordering::Relaxed);
        let people: Vec<PersonId> = (first..).take(people).map(person).collect();
        let is_quiet = number % QUIET == number / games % QUIET;
        let table = scene
            .open(Opening {
                host: people[0],
                preset: if is_quiet {
                    Preset::Fast
                } else {
                    Preset::Normal
                },
                ..opening(game.default_options(), seats, seats - people.len())
            })
            .await;
        for guest in &people[1..] {
            done(table.take_seat(*guest, press()).await);
        }
        done(table.start(people[0], press()).await);
        done(table.begin(MessageId::new(9_000)).await);
        Self {
            table,
            people,
            is_quiet,
            task: None,
            falls: 0,
        }
    }

    /// Everybody makes a press that counts as being there, then some moves are made.
    async fn presses(&self, most: u32, seed: u64) -> Pressed {
        let (mut pressed, mut dice) = (Pressed::default(), Dice::from_seed(seed));
        for person in &self.people {
            let here = self.table.look(Some(*person), Some(press())).await;
            pressed.declined.extend(here.err());
        }
        // A table that says no again and again has come to its end in another way.
        while pressed.done < most && !pressed.is_over && pressed.declined.len() < 8 {
            self.table.rests().await;
            for person in &self.people {
                if let Err(declined) = self.press(*person, &mut dice, &mut pressed).await {
                    pressed.declined.push(declined);
                }
            }
        }
        pressed
    }

    /// What a person can do now.
    async fn press(
        &self,
        who: PersonId,
        dice: &mut Dice,
        pressed: &mut Pressed,
    ) -> Result<(), Declined> {
        let own = self.table.look(Some(who), None).await?;
        pressed.is_over = is_over(&own);
        let answer = if is_to_act(&own) {
            let view = own.view.as_ref().unwrap();
            let action = Level::Easy.choose(view, &own.actions, dice);
            let act = Act {
                person: who,
                press: press(),
                drawn_from: Some(own.seen_revision),
                actions: vec![action.unwrap()],
            };
            self.table.act(act).await?
        } else if own.next_round_at.is_some() {
            self.table.next(who, press()).await?
        } else {
            return Ok(());
        };
        pressed.done += u32::from(matches!(answer, Answer::Done(_)));
        Ok(())
    }

    async fn revision(&self) -> Revision {
        self.table.rests().await;
        self.table.look(None, None).await.unwrap().revision
    }

    /// The table is what its journal tells, for everybody.
    async fn is_its_replay(&self, scene: &Scene, what: &str) {
        self.table.rests().await;
        let stored = scene.store.load(&self.table.id).await.unwrap();
        let Ok(replayed) = restore(&stored, &[], scene.time.now()) else {
            panic!("{what}: its journal is unsound");
        };
        let affairs = replayed.affairs;
        for who in self.people.iter().copied().map(Some).chain([None]) {
            let seen = self.table.look(who, None).await.unwrap();
            let told = affairs.look(who, &crate::store::PlaceRow::default());
            assert_eq!(seen.life, told.life, "{what}");
            assert_eq!(seen.revision, told.revision, "{what}");
            assert_eq!(seen.seen_revision, told.seen_revision, "{what}");
            assert_eq!(seen.seats, told.seats, "{what}");
            assert_eq!(seen.view, told.view, "{what}");
            assert_eq!(seen.actions, told.actions, "{what}");
            assert_eq!(seen.waiting, told.waiting, "{what}");
            assert_eq!(seen.deadline, told.deadline, "{what}");
            assert_eq!(seen.next_round_at, told.next_round_at, "{what}");
            assert_eq!((seen.ready, seen.votes), (told.ready, told.votes), "{what}");
        }
    }
}

/// All tables, and the time that makes them fall.
struct House {
    scene: Scene,
    falling: FallingTime,
    rooms: Vec<Room>,
    seed: u64,
    dice: Dice,
}

impl House {
    async fn opened(folder: &Folder, seed: u64) -> Self {
        let time = ManualTime::default();
        let falling = FallingTime {
            time: time.clone(),
            plants: Arc::default(),
        };
        let clock = Clock::new(falling.clone());
        let scene = Scene::with(&folder.file(), LIMIT, clock, time, Duration::ZERO).await;
        let rooms = stream::iter(0..TABLES).map(|number| Room::opened(&scene, number));
        let rooms = rooms.buffered(32).collect().await;
        Self {
            scene,
            falling,
            rooms,
            seed,
            dice: Dice::from_seed(seed),
        }
    }

    fn below(&mut self, end: usize) -> usize {
        self.dice.below(end as u32) as usize
    }

    /// Puts new tables in the places of those that are over, or fell so often that once more would be too often.
    async fn renews(&mut self) {
        for number in 0..self.rooms.len() {
            let room = &self.rooms[number];
            let look = room.table.look(None, None).await.unwrap();
            if room.falls + 1 >= HEALED && !is_over(&look) {
                let ended = room.table.end(person(99), press(), Ender::Moderator);
                done(ended.await);
            } else if !is_over(&look) {
                continue;
            }
            self.rooms[number] = Room::opened(&self.scene, number).await;
        }
    }

    /// The task of a table: while all others rest, whoever asks for the time when somebody presses there.
    async fn task_of(&self, number: usize) -> task::Id {
        for room in &self.rooms {
            room.table.rests().await;
        }
        let room = &self.rooms[number];
        loop {
            self.falling.plants().asked.clear();
            let look = room.table.look(Some(room.people[0]), Some(press())).await;
            look.unwrap();
            room.table.rests().await;
            // The hall notes now and then that it lives.
            let asked = self.falling.plants().asked.clone();
            if asked.len() == 1 {
                return asked.into_iter().next().unwrap();
            }
        }
    }

    /// One table falls while at all others people press.
    async fn falls(&mut self, repetition: u64) {
        self.renews().await;
        let victim = self.below(TABLES);
        let task = self.task_of(victim).await;
        self.rooms[victim].task = Some(task);
        // Now and then it falls once more while it is rebuilt, which asks for the time first of all.
        let mut falls = vec![self.dice.below(LATEST)];
        if self.dice.below(4) == 0 {
            falls.insert(0, 0);
        }
        let wanted = falls.len() as u32;
        let what = format!(
            "seed {}, panic {repetition}, table {victim} of {:?}",
            self.seed, self.rooms[victim].table.game
        );
        self.falling.plant(task, falls);
        let all = self.presses(victim, repetition).await;
        let fallen = &self.rooms[victim];
        let mut unsure = all[victim].declined.clone();
        while self.falling.fallen() < wanted && unsure.len() < 8 {
            let look = fallen.table.look(Some(fallen.people[0]), Some(press()));
            unsure.extend(look.await.err());
            fallen.table.rests().await;
        }
        let is_lost = |declined: &Declined| *declined != Declined::Unsure;
        assert!(!unsure.iter().any(is_lost), "{what}: {unsure:?}");
        assert!(unsure.len() <= wanted as usize, "{what}: {unsure:?}");
        for (number, pressed) in all.iter().enumerate().filter(|(place, _)| *place != victim) {
            let what = format!("{what}; table {number}");
            assert!(
                pressed.declined.is_empty(),
                "{what}: {:?}",
                pressed.declined
            );
            let goes_on = pressed.done > 0 || pressed.is_over || self.rooms[number].is_quiet;
            assert!(goes_on, "{what} came to a halt");
        }
        fallen.is_its_replay(&self.scene, &what).await;
        self.rooms[victim].falls += wanted;
        self.clocks_go_on(&what).await;
    }

    /// People press everywhere at once; where it is quiet they only show that they are there.
    async fn presses(&self, victim: usize, repetition: u64) -> Vec<Pressed> {
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(repetition);
        let pressing = self.rooms.iter().enumerate().map(|(number, room)| {
            let room = room.clone();
            let plays = !room.is_quiet || number == victim;
            let most = if plays { PRESSES } else { 0 };
            tokio::spawn(async move { room.presses(most, seed).await })
        });
        let pressed = in_time(join_all(pressing)).await;
        pressed.into_iter().map(Result::unwrap).collect()
    }

    /// Wherever a turn is up somebody's clock makes a step. No table is just writing when the time comes: where a write takes
    /// that long its people are spared, which no journal tells.
    async fn clocks_go_on(&self, what: &str) {
        join_all(self.rooms.iter().map(|room| room.table.rests())).await;
        let quiet = || self.rooms.iter().filter(|room| room.is_quiet);
        let before = join_all(quiet().map(Room::revision)).await;
        self.scene.time.advance(TURN);
        for (room, before) in quiet().zip(before) {
            let look = room.table.look(None, None).await.unwrap();
            assert!(
                room.revision().await > before || is_over(&look),
                "{what}: a clock stands still"
            );
        }
    }
}

fn told(name: &str, usual: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.map_or(usual, |text| text.parse().expect("a whole number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_one_of_two_hundred_tables_heals_and_touches_no_other() {
    let (panics, seed) = (told("ISTAKA_PANICS", USUAL), told("ISTAKA_SEED", 1));
    let folder = Folder::new();
    let mut house = House::opened(&folder, seed).await;
    for repetition in 0..panics {
        house.falls(repetition).await;
    }
    for room in &house.rooms {
        room.is_its_replay(&house.scene, &format!("seed {seed}, in the end"))
            .await;
    }
}
