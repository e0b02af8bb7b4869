//! A disk that fails at its n-th request: games are played in a process of their own over a database whose every write, sync and
//! unlink can be refused, torn or lost (`tests/support/failing_disk.c`), two processes that come back may die of it, too, and
//! afterwards everything that was acknowledged is there.
//!
//! `ISTAKA_CRASHES=100 cargo test --lib crash` tries so many requests for each game and fault, `each` every one of a game's
//! beginning, `all` every one of whole games; `ISTAKA_CRASH_GAME=kaluki` tries that game alone, `ISTAKA_SEED` says which requests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::AddAssign;
use std::process::{Command, Output};

use super::restart::process;
use super::*;
use crate::rules::Dice;
use crate::rules::any::GameId;
use crate::store::OtherProgram;

/// What goes wrong, as the failing disk calls it.
const FAULTS: [&str; 5] = ["once", "ever", "tear", "drop", "some"];

/// So many requests are tried for each game and fault, where nobody asks for more.
const USUAL: u64 = 2;

/// So many moves are made in the games of an ordinary test run.
const SHORT: u32 = 12;

/// Moves and words between rounds that no game of these reaches.
const ENDLESS: u32 = 2_000;

/// Among so many requests the one is drawn that fails while a process comes back; it makes 13 to 125.
const RECOVERY: u32 = 60;

/// Somebody who is refused so often in a row goes home.
const PATIENT: u32 = 4;

/// More steps than any table makes while nobody plays and no time passes.
const STEPS_OF_ITS_OWN: u32 = 100;

/// The test that plays, by its name, where it is asked to.
const PLAYER: &str = "tables::tests::crash::no_crash_at_a_write_loses_what_was_acknowledged";

/// A move of a later process has a number that no earlier one had.
const LATER: u64 = 900_000;

/// What the process under test tells of itself, line by line, on its standard output.
enum Told {
    Tries,
    Done,
    Refused,
}

/// Whoever makes all moves at a table, in the process that may die at any moment.
struct Player {
    people: u64,
    dice: Dice,
    refusals: u32,
    made: u32,
    most: u32,
}

/// The game, short, for as few as may play it.
fn game(id: GameId) -> Opening {
    let mut options = id.default_options();
    for (name, value) in [
        ("start_points", "1"),
        ("rounds", "1"),
        ("penalty_limit", "1"),
        ("match_length", "hitomaki"),
    ] {
        // Each game calls its length otherwise.
        let _ = options.set(name, value);
    }
    opening(options, *id.seats().start(), 0)
}

/// One line on the standard output: the system has it before anything goes on.
fn tells(told: &Told, what: impl Debug) {
    let word = match told {
        Told::Tries => "tries",
        Told::Done => "done",
        Told::Refused => "refused",
    };
    println!("\ncrash {word} {what:?}");
}

/// What a person sees of the game, as one number.
fn digest(look: &Look) -> u64 {
    let mut text = String::new();
    write!(
        text,
        "{:?} {:?} {:?} {:?}",
        look.life, look.seats, look.view, look.actions
    )
    .unwrap();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// What everybody sees, if all see the same revision.
async fn seen(table: &Table, people: u64) -> Option<(u64, Vec<u64>)> {
    let mut digests = Vec::new();
    let mut revisions = BTreeSet::new();
    for number in 0..=people {
        let who = (number > 0).then(|| person(number));
        let look = table.look(who, None).await.ok()?;
        revisions.insert(look.revision.get());
        digests.push(digest(&look));
    }
    let revision = revisions.pop_first()?;
    revisions.is_empty().then_some((revision, digests))
}

/// The same, as soon as all see the same: a table that was stopped before a step of its own makes it when it comes back.
async fn settled(table: &Table, people: u64) -> (u64, Vec<u64>) {
    for _ in 0..STEPS_OF_ITS_OWN {
        if let Some(seen) = seen(table, people).await {
            return seen;
        }
    }
    panic!("nobody plays, and still it does not rest");
}

impl Player {
    /// Makes a wish under a new number until it is done, or for too long; tells what became of each.
    async fn wishes<T>(
        &mut self,
        mut wish: impl AsyncFnMut(PressId) -> Result<T, Declined>,
    ) -> Option<T> {
        loop {
            let press = press();
            tells(&Told::Tries, press.get());
            match wish(press).await {
                Ok(done) => {
                    self.refusals = 0;
                    tells(&Told::Done, press.get());
                    return Some(done);
                }
                Err(Declined::DiskRefused) => tells(&Told::Refused, press.get()),
                // Nobody knows: it may have been done, and then the next try says so.
                Err(Declined::Unsure | Declined::Busy) => {}
                Err(_) => {
                    tells(&Told::Refused, press.get());
                    return None;
                }
            }
            self.refusals += 1;
            if self.refusals >= PATIENT {
                return None;
            }
        }
    }

    /// Plays until the end, or as long as is asked for, or until the disk is given up.
    async fn plays(&mut self, hall: &Hall, opening: Opening) {
        let open = async |press| {
            let opening = Opening {
                press,
                ..opening.clone()
            };
            hall.open(opening).await
        };
        let Some(look) = self.wishes(open).await else {
            return;
        };
        let Some(table) = hall.table(&look.table) else {
            return;
        };
        for number in 2..=self.people {
            let sits = async |press| table.take_seat(person(number), press).await;
            self.wishes(sits).await;
        }
        self.wishes(async |press| table.start(person(1), press).await)
            .await;
        for _ in 0..PATIENT {
            // Without a number: nobody presses that.
            let _ = table.begin(MessageId::new(9_000)).await;
        }
        while self.made < self.most && self.refusals < PATIENT {
            if self.makes_a_move(&table).await.is_none() {
                return;
            }
        }
        self.tells_what_is_seen(&table).await;
        assert!(self.made < ENDLESS, "a game comes to its end");
    }

    async fn tells_what_is_seen(&self, table: &Table) {
        if let Some((revision, digests)) = seen(table, self.people).await {
            println!("\ncrash saw {revision} {digests:?}");
        }
    }

    /// One move of whoever is to act; `None` at the end, and where nobody is.
    async fn makes_a_move(&mut self, table: &Table) -> Option<()> {
        self.made += 1;
        self.tells_what_is_seen(table).await;
        for number in 1..=self.people {
            let Ok(own) = table.look(Some(person(number)), None).await else {
                continue;
            };
            if is_over(&own) {
                return None;
            }
            if is_to_act(&own) {
                let act = self.chooses(number, &own)?;
                let acts = async |press| {
                    let answer = table
                        .act(Act {
                            press,
                            ..act.clone()
                        })
                        .await;
                    answer.and_then(not_late)
                };
                self.wishes(acts).await;
                return Some(());
            }
            let is_ready = own
                .viewer
                .seat()
                .is_some_and(|seat| own.ready.contains(seat));
            if own.next_round_at.is_some() && !is_ready {
                self.wishes(async |press| {
                    table.next(person(number), press).await.and_then(not_late)
                })
                .await;
                return Some(());
            }
        }
        // Somebody could not look: the table is being read again.
        self.refusals += 1;
        Some(())
    }

    fn chooses(&mut self, number: u64, own: &Look) -> Option<Act> {
        let view = own.view.as_ref()?;
        let action = Level::Easy.choose(view, &own.actions, &mut self.dice)?;
        Some(pressed(number, own, action))
    }
}

/// A late press did nothing.
fn not_late(answer: Answer) -> Result<Answer, Declined> {
    match answer {
        Answer::Done(_) => Ok(answer),
        Answer::Late(_) => Err(Declined::NotPlaying),
    }
}

/// This process is the one that may die: it plays, and tells what it does.
fn plays(file: &Path, id: GameId) {
    let most = std::env::var("ISTAKA_CRASH_MOVES").unwrap().parse();
    let opening = game(id);
    let mut player = Player {
        people: opening.seats as u64,
        dice: Dice::from_seed(7),
        refusals: 0,
        made: 0,
        most: most.unwrap(),
    };
    process().block_on(async {
        let Ok(store) = Store::open_with_short_log(file).await else {
            return;
        };
        let clock = Clock::new(ManualTime::default());
        if let Ok(hall) = Hall::reopen(store, clock, ROOMY).await {
            player.plays(&hall, opening).await;
            if player.refusals < PATIENT {
                hall.close().await;
            }
        }
    });
}

/// This process comes back after the one that died, and may die as well.
fn recovers(file: &Path) {
    process().block_on(async {
        let Ok(store) = Store::open_with_short_log(file).await else {
            return;
        };
        let clock = Clock::new(ManualTime::default());
        if let Ok(hall) = Hall::reopen(store, clock, ROOMY).await {
            for table in hall.all() {
                let _ = table.look(None, None).await;
            }
            hall.close().await;
        }
    });
}

/// What a process told before its end.
#[derive(Default, Debug)]
struct Account {
    tried: BTreeSet<u64>,
    done: BTreeSet<u64>,
    refused: BTreeSet<u64>,
    saw: BTreeMap<u64, String>,
}

impl Account {
    fn of(output: &Output) -> Self {
        let mut account = Self::default();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            match words.as_slice() {
                ["crash", "saw", revision, digests] => {
                    let revision = revision.parse().unwrap();
                    account.saw.insert(revision, (*digests).to_owned());
                }
                ["crash", word, press] => {
                    let press = press.parse().unwrap();
                    match *word {
                        "tries" => account.tried.insert(press),
                        "done" => account.done.insert(press),
                        _ => account.refused.insert(press),
                    };
                }
                _ => {}
            }
        }
        account
    }
}

/// What was held against what a process told.
#[derive(Default)]
struct Judged {
    /// Presses that it acknowledged.
    acknowledged: usize,
    /// Presses that were not done for it.
    refused: usize,
    /// Tables that show what it saw.
    as_seen: usize,
}

impl AddAssign for Judged {
    fn add_assign(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.refused += other.refused;
        self.as_seen += other.as_seen;
    }
}

/// The failing disk, made of its source.
fn failing_disk(folder: &Folder) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/failing_disk.c");
    let library = folder.0.join("failing_disk.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]);
    compiler
        .args([&library, &source])
        .args(["-ldl", "-lpthread"]);
    assert!(compiler.status().unwrap().success(), "it compiles");
    library
}

/// One game over a disk that fails so, there.
struct Trial<'a> {
    library: &'a Path,
    game: GameId,
    fault: &'a str,
    at: u64,
    most: u32,
    /// What goes wrong in the processes that come back one after the other, and at which of their requests.
    again: Vec<(&'static str, u64)>,
}

impl Trial<'_> {
    /// Plays it, judges what is left, and tells how many requests there were if the process came to its end.
    fn runs(&self) -> (Judged, Option<u64>) {
        let folder = Folder::new();
        let count = folder.0.join("count");
        let mut player = self.process(&folder, (self.fault, self.at));
        player
            .env("ISTAKA_CRASH_PLAYS", self.game.id())
            .env("ISTAKA_CRASH_MOVES", self.most.to_string())
            .env("FAILING_DISK_COUNT", &count);
        let account = Account::of(&self.ends(player));
        for fault in &self.again {
            let mut back = self.process(&folder, *fault);
            self.ends(back.env("ISTAKA_CRASH_RECOVERS", "1"));
        }
        let (file, told) = (folder.file(), self.told());
        let judged = process().block_on(judge(&file, &account, self.game, &told));
        let requests = std::fs::read_to_string(&count).ok();
        (judged, requests.map(|requests| requests.parse().unwrap()))
    }

    fn told(&self) -> String {
        let Self {
            fault, at, again, ..
        } = self;
        format!("{} {fault} {at} {again:?}", self.game.id())
    }

    /// This test once more, over a disk that fails so, there.
    fn process(&self, folder: &Folder, (fault, at): (&str, u64)) -> Command {
        let mut process = Command::new(std::env::current_exe().unwrap());
        process
            .args([PLAYER, "--exact", "--nocapture", "--test-threads=1"])
            .env("LD_PRELOAD", self.library)
            .env("FAILING_DISK_FILE", folder.file())
            .env("FAILING_DISK_AT", at.to_string())
            .env("FAILING_DISK_FAULT", fault);
        process
    }

    /// A process that fell over by itself says so, one that was killed tells no status.
    fn ends(&self, mut process: impl std::borrow::BorrowMut<Command>) -> Output {
        let output = process.borrow_mut().output().unwrap();
        let is_sound = output.status.success() || output.status.code().is_none();
        assert!(is_sound, "{}: {output:?}", self.told());
        output
    }
}

/// Nothing acknowledged is missing, nothing refused is there, and the state is what everybody saw.
async fn judge(file: &Path, account: &Account, game: GameId, told: &str) -> Judged {
    let scene = Scene::at(file, ManualTime::default()).await;
    let copy = format!("{}-wal.damaged-1", file.display());
    assert!(!Path::new(&copy).exists(), "{told}: a crash is no damage");
    let mut stored = BTreeSet::new();
    let mut as_seen = 0;
    for table in scene.hall.all() {
        let rows = scene.store.load(&table.id).await.unwrap();
        let presses = rows.steps.iter().filter_map(|step| step.press);
        stored.extend(presses.map(PressId::get));
        as_seen += usize::from(is_as_it_was(&table, account, game, told).await);
    }
    let lost: Vec<_> = account.done.difference(&stored).collect();
    assert!(lost.is_empty(), "{told}: acknowledged and lost: {lost:?}");
    let made: Vec<_> = account.refused.intersection(&stored).collect();
    assert!(made.is_empty(), "{told}: refused and made: {made:?}");
    let strange: Vec<_> = stored.difference(&account.tried).collect();
    assert!(strange.is_empty(), "{told}: nobody did that: {strange:?}");
    scene.hall.close().await;
    let mut other = OtherProgram::at(file).await;
    assert_eq!(other.integrity().await, "ok", "{told}");
    Judged {
        acknowledged: account.done.len(),
        refused: account.refused.len(),
        as_seen,
    }
}

/// A table that was read again shows what it showed, and goes on; whether it was seen before as it is now.
async fn is_as_it_was(table: &Table, account: &Account, id: GameId, told: &str) -> bool {
    let people = *id.seats().start() as u64;
    let (revision, now) = settled(table, people).await;
    let before = account.saw.get(&revision);
    if let Some(before) = before {
        assert_eq!(*before, format!("{now:?}"), "{told}, revision {revision}");
    }
    let look = table.look(None, None).await.unwrap();
    assert!(!matches!(look.life, Life::SetAside(_)), "{told}");
    for number in 1..=people {
        let own = table.look(Some(person(number)), None).await.unwrap();
        if is_to_act(&own) {
            let act = pressed(number, &own, some_action(&own));
            let press = PressId::new(LATER);
            done(table.act(Act { press, ..act }).await);
            break;
        }
    }
    before.is_some()
}

/// Without a fault everything that was done is held against what is stored, and the table against what was seen last.
fn is_whole(judged: &Judged, game: GameId) {
    let Judged {
        acknowledged,
        refused,
        as_seen,
    } = *judged;
    // A table is opened, the others sit down, it starts, and moves are made: all of them, unless chance lets somebody win a game of
    // one round before, which takes more than half as many.
    let least = game.seats().start() + 1 + SHORT as usize / 2;
    assert!(acknowledged >= least, "{}: {acknowledged}", game.id());
    assert_eq!((refused, as_seen), (0, 1), "{}", game.id());
}

/// How many requests are tried for each game and fault, and how many moves are made.
fn wanted() -> (Option<u64>, u32) {
    match std::env::var("ISTAKA_CRASHES").as_deref() {
        Ok("each") => (None, SHORT),
        Ok("all") => (None, ENDLESS),
        Ok(number) => (Some(number.parse().expect("a number, each or all")), SHORT),
        Err(_) => (Some(USUAL), SHORT),
    }
}

/// Which games are played: all, if nobody asks for one.
fn games() -> Vec<GameId> {
    match std::env::var("ISTAKA_CRASH_GAME") {
        Ok(id) => vec![GameId::from_id(&id).expect("the id of a game")],
        Err(_) => GameId::RELEASED.to_vec(),
    }
}

#[test]
fn no_crash_at_a_write_loses_what_was_acknowledged() {
    if let Ok(id) = std::env::var("ISTAKA_CRASH_PLAYS") {
        let file = std::env::var("FAILING_DISK_FILE").unwrap();
        return plays(Path::new(&file), GameId::from_id(&id).unwrap());
    }
    if std::env::var("ISTAKA_CRASH_RECOVERS").is_ok() {
        return recovers(Path::new(&std::env::var("FAILING_DISK_FILE").unwrap()));
    }
    let folder = Folder::new();
    let library = failing_disk(&folder);
    let told = std::env::var("ISTAKA_SEED").ok();
    let seed = told.map_or_else(rand::random, |seed| seed.parse().expect("a number"));
    println!("seed {seed}");
    let mut dice = Dice::from_seed(seed);
    let (number, most) = wanted();
    let (mut runs, mut judged) = (0, Judged::default());
    for game in games() {
        for fault in FAULTS {
            let trial = |at, again| Trial {
                library: &library,
                game,
                fault,
                at,
                most,
                again,
            };
            let (whole, all) = trial(0, Vec::new()).runs();
            is_whole(&whole, game);
            let all = all.expect("without a fault it comes to its end");
            assert!(all > 50, "{}: only {all} requests", game.id());
            let some = number.unwrap_or(all).min(all);
            println!("{} {fault}: {some} of {all} requests", game.id());
            for turn in 0..some {
                // One of each equal part, so that every part of a game is met.
                let (from, to) = (turn * all / some, (turn + 1) * all / some);
                let within = u64::from(dice.below((to - from).max(1) as u32));
                // And whoever comes back finds the same disk, twice more.
                let again = [(); 2].map(|()| {
                    let fault = FAULTS[dice.below(FAULTS.len() as u32) as usize];
                    (fault, u64::from(dice.below(RECOVERY)) + 1)
                });
                let (with_faults, _) = trial(from + within + 1, again.to_vec()).runs();
                judged += with_faults;
                runs += 1;
            }
        }
    }
    let Judged {
        acknowledged,
        refused,
        as_seen,
    } = judged;
    println!(
        "{runs} games over a disk that fails: {acknowledged} presses, {refused} refused, {as_seen} tables as seen"
    );
    assert!(runs >= FAULTS.len());
}
