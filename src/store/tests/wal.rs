//! A log that the disk has changed while nobody had it open.

use std::ops::{Range, RangeInclusive};

use super::*;
use crate::rules::Dice;
use crate::store::wal::mend_log;

/// How many steps are written.
const STEPS: u64 = 12;
const FRAME: usize = 24 + 4096;

/// A database as a process leaves it that is killed: what was stored last is in the log.
struct Killed {
    table: TableId,
    file: Vec<u8>,
    log: Vec<u8>,
}

impl Killed {
    async fn now() -> Self {
        let folder = Folder::new();
        let store = open(&folder.file()).await.unwrap();
        let table = new_id();
        writes(&store, &table, 1..=STEPS).await;
        let read = |ending: &str| {
            let name = format!("{}{ending}", folder.file().display());
            std::fs::read(name).unwrap()
        };
        let killed = Self {
            table,
            file: read(""),
            log: read("-wal"),
        };
        store.close().await;
        killed
    }

    fn frames(&self) -> usize {
        (self.log.len() - 32) / FRAME
    }

    /// The bytes of this part of a frame.
    fn of_frame(&self, number: usize, part: Range<usize>) -> Range<usize> {
        let begin = 32 + number * FRAME;
        begin + part.start..begin + part.end
    }

    /// The same with another log.
    fn left_with(&self, log: &[u8]) -> Folder {
        let folder = Folder::new();
        std::fs::write(folder.file(), &self.file).unwrap();
        std::fs::write(log_beside(&folder), log).unwrap();
        folder
    }

    /// How many steps SQLite finds there by itself.
    async fn found_by_others(&self, log: &[u8]) -> u64 {
        let folder = self.left_with(log);
        let mut other = OtherProgram::at(&folder.file()).await;
        let count = sqlx::query_scalar("select count(*) from steps");
        let count = count.fetch_one(&mut other.0).await;
        other.leave().await;
        count.unwrap_or(0)
    }

    /// How many steps are there for us, or why it does not open.
    async fn found(&self, log: &[u8]) -> Result<u64, Failure> {
        let folder = self.left_with(log);
        let store = open(&folder.file()).await?;
        let stored = store.load(&self.table).await.unwrap();
        assert_eq!(stored.chain, Chain::Whole);
        let steps = stored.steps.len() as u64;
        let next = step(&self.table, steps + 1, Some(steps + 1));
        assert_eq!(store.append(next).await, Ok(Written::Done));
        store.close().await;
        Ok(steps)
    }
}

/// Steps of a table, each on the disk before the next one.
async fn writes(store: &Store, table: &TableId, revisions: RangeInclusive<u64>) {
    for revision in revisions {
        let written = store.append(step(table, revision, Some(revision))).await;
        assert_eq!(written, Ok(Written::Done));
    }
}

fn log_beside(folder: &Folder) -> String {
    format!("{}-wal", folder.file().display())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_bit_in_the_log_is_put_right_and_nothing_that_was_stored_is_lost() {
    let killed = Killed::now().await;
    assert_eq!(killed.found(&killed.log).await.unwrap(), STEPS);
    let seed = 7;
    println!("seed {seed}");
    let mut dice = Dice::from_seed(seed);
    // Of the steps at the end, whose frames are the last ones.
    let frame = killed.frames() - 12;
    let mut lost = 0;
    for part in [
        0..4,
        8..12,
        16..24,
        24..32,
        killed.of_frame(0, 0..24),
        killed.of_frame(frame, 0..4),
        killed.of_frame(frame, 4..8),
        killed.of_frame(frame, 8..16),
        killed.of_frame(frame, 16..24),
        killed.of_frame(frame, 24..100),
        killed.of_frame(frame + 1, 24..FRAME),
    ] {
        let at = part.start + dice.below(part.len() as u32) as usize;
        let bit = dice.below(8);
        let mut log = killed.log.clone();
        log[at] ^= 1 << bit;
        let told = format!("bit {bit} of byte {at}, in {part:?}");
        let found = killed.found(&log).await;
        assert_eq!(found.expect(&told), STEPS, "{told}");
        lost += u32::from(killed.found_by_others(&log).await < STEPS);
    }
    // Without our doing SQLite would have thrown away what stands behind each of them.
    assert_eq!(lost, 11);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_with_more_wrong_bits_is_named_and_kept_and_what_stands_before_them_goes_on() {
    let killed = Killed::now().await;
    let frame = killed.frames() - 12;
    for part in [
        0..32,
        killed.of_frame(frame, 24..536),
        killed.of_frame(frame, 8..24),
    ] {
        let mut log = killed.log.clone();
        log[part.clone()].fill(0x55);
        // A wrong bit before that is put right all the same.
        let mended = killed.of_frame(frame - 3, 24..25).start;
        log[mended] ^= 4;
        let there = killed.found_by_others(&log).await;
        let folder = killed.left_with(&log);
        let copied = backup(&folder.file(), &folder.0.join("copy.db")).await;
        assert!(
            matches!(copied, Err(BackupFailure::Damaged(_))),
            "{part:?}: {copied:?}"
        );
        if let Ok(store) = Store::read(&folder.file()).await {
            let faults = store.faults().await.concat();
            assert!(faults.contains("the log beside it"), "{part:?}: {faults}");
        }
        let store = open(&folder.file()).await.unwrap();
        if part.start == 0 {
            assert!(store.load(&killed.table).await.is_err());
        } else {
            let stored = store.load(&killed.table).await.unwrap();
            let steps = stored.steps.len() as u64;
            assert!((there + 1..STEPS).contains(&steps), "{part:?}: {steps}");
            log[mended] ^= 4;
        }
        store.close().await;
        let copy = format!("{}.damaged-1", log_beside(&folder));
        assert!(std::fs::read(copy).unwrap() == log, "{part:?}");
        // It is told once.
        let store = open(&folder.file()).await.unwrap();
        assert_eq!(store.faults().await, Vec::<String>::new());
        store.close().await;
        let second = format!("{}.damaged-2", log_beside(&folder));
        assert!(!Path::new(&second).exists());
    }
}

/// What the last transaction wrote may never have come to the disk as a whole: it was not told as done then.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_log_may_be_missing() {
    let killed = Killed::now().await;
    let last = killed.of_frame(killed.frames() - 1, 0..FRAME);
    let zeros = {
        let mut log = killed.log.clone();
        log[last.clone()].fill(0);
        log
    };
    let torn = {
        let mut log = killed.log.clone();
        log[last.start + 24 + 512..last.end].fill(0);
        log
    };
    // A frame was begun over one of a transaction that was never told to be stored.
    let half = {
        let mut log = killed.log.clone();
        log[last.start..last.start + 12].copy_from_slice(&killed.log[killed.of_frame(5, 0..12)]);
        log
    };
    let longer = [&killed.log[..], &[0; 3 * FRAME]].concat();
    for (log, steps) in [
        (&killed.log[..last.start], STEPS - 1),
        (&killed.log[..last.end - 1], STEPS - 1),
        (&zeros[..], STEPS - 1),
        (&torn[..], STEPS - 1),
        (&half[..], STEPS - 1),
        (&longer[..], STEPS),
        (&killed.log[..20], 0),
        (&[], 0),
    ] {
        let folder = killed.left_with(log);
        let store = open(&folder.file()).await.unwrap();
        let there = store.load(&killed.table).await;
        assert_eq!(
            there.map_or(0, |stored| stored.steps.len() as u64),
            steps,
            "{} bytes of {}",
            log.len(),
            killed.log.len()
        );
        assert_eq!(store.faults().await, Vec::<String>::new());
        store.close().await;
    }
}

/// A log that was begun anew has frames behind its end that were once stored: they are not damage.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_log_held_before_it_was_begun_anew_is_left_alone() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=STEPS - 2).await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run("pragma wal_checkpoint(restart)").await;
    other.leave().await;
    writes(&store, &table, STEPS - 1..=STEPS).await;
    let log = std::fs::read(log_beside(&folder)).unwrap();
    let salts_of = |frame: usize| log[32 + frame * FRAME..][8..16].to_vec();
    let last = (log.len() - 32) / FRAME - 1;
    assert_ne!(salts_of(0), salts_of(last), "it was not begun anew");
    let file = std::fs::read(folder.file()).unwrap();
    store.close().await;
    let killed = Killed { table, file, log };
    assert_eq!(killed.found(&killed.log).await.unwrap(), STEPS);
}

/// Before a log is begun anew all of it is moved to its place and stored: where only a part of the new header reached the disk,
/// nothing is lost, and nothing is damaged.
#[tokio::test(flavor = "multi_thread")]
async fn half_a_header_of_a_log_that_is_begun_anew_is_no_damage() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    writes(&store, &table, 1..=STEPS).await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run("pragma wal_checkpoint(restart)").await;
    let before = std::fs::read(log_beside(&folder)).unwrap();
    let file = std::fs::read(folder.file()).unwrap();
    writes(&store, &table, STEPS + 1..=STEPS + 1).await;
    let header = std::fs::read(log_beside(&folder)).unwrap();
    assert_ne!(header[..32], before[..32], "it was not begun anew");
    other.leave().await;
    store.close().await;
    let killed = Killed {
        table,
        file,
        log: before,
    };
    for written in 0..=32 {
        let mut log = killed.log.clone();
        log[..written].copy_from_slice(&header[..written]);
        let left = killed.left_with(&log);
        mend_log(&left.file()).unwrap();
        let length = std::fs::metadata(log_beside(&left)).unwrap().len();
        assert_eq!(
            length,
            log.len() as u64,
            "{written} bytes were written: it was cut"
        );
        assert_eq!(killed.found(&log).await.unwrap(), STEPS, "{written}");
        let copy = format!("{}.damaged-1", log_beside(&left));
        assert!(
            !Path::new(&copy).exists(),
            "{written}: it was told as damaged"
        );
    }
}
