//! The write-ahead log beside a database, looked at before SQLite reads it (<https://sqlite.org/fileformat2.html#walformat>).
//!
//! SQLite believes the log up to the first frame whose checksum is wrong and throws the rest away, without a word: that is
//! right after a power cut, when the rest was never told to be stored, and it is not where a disk changed a bit of what was.
//! Each checksum goes on from the one before, so both can be told apart: behind a frame that the disk changed stand frames of
//! later transactions that are sound, and a transaction is only begun when the one before is on the disk. One changed bit is
//! found by its checksum and put right; where more is wrong, what stands behind it is lost, but not without a word.
//!
//! Where a disk refused to store what it was told to and lost power later, a later transaction says nothing: that looks like damage
//! as well, and is told as such.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::private;

/// The first four bytes, but for the lowest bit, which is set where checksums are reckoned from big-endian words.
const MAGIC: u32 = 0x377f_0682;
/// The log begins with so many bytes: magic, version, size of a page, a counter, two salts and a checksum.
const HEADER: usize = 32;
/// Every frame begins with so many: page, size of the database where a transaction ends there, two salts and a checksum.
const FRAME: usize = 24;
/// Where the checksum stands in the header of the log, and in that of a frame.
const SUM: usize = 24;
const FRAME_SUM: usize = 16;
/// Where the salts stand.
const SALTS: Range<usize> = 16..24;
const FRAME_SALTS: Range<usize> = 8..16;
/// The sizes that a page may have.
const PAGES: Range<usize> = 512..65_537;

/// Where the log of a database is.
fn log_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

/// What was found.
#[derive(Default, PartialEq, Eq, Debug)]
struct Found {
    /// These bits, counted from the beginning, were wrong and are right now.
    mended: Vec<usize>,
    /// What was told to be stored does not read from this byte on.
    damage: Option<usize>,
}

impl Found {
    /// Whether SQLite reads all of it that was ever told to be stored.
    fn is_sound(&self) -> bool {
        *self == Self::default()
    }
}

/// Puts single wrong bits right in the log of this database, which nobody has open. Where more is wrong, the log is copied and
/// ends before the damage, as SQLite would have it.
///
/// # Errors
/// Where the log can be neither read nor written.
pub(super) fn mend_log(file: &Path) -> io::Result<()> {
    let log = log_of(file);
    let (bytes, Found { mended, damage }) = look(&log)?;
    if !mended.is_empty() {
        tracing::error!(
            bits = ?mended,
            "bits of the log beside the database were wrong and are put right"
        );
        write_back(&log, &bytes, &mended)?;
    }
    let Some(place) = damage else {
        return Ok(());
    };
    let copy = copied(&log);
    let kept = copy.as_ref().map(|copy| copy.display().to_string());
    tracing::error!(
        copy = kept.as_deref().unwrap_or("none: the disk refuses"),
        "the log beside the database is damaged: the moves in it that were stored last are lost"
    );
    // What stands behind would be found again and again. Without a copy it is left to be looked at.
    match copy {
        Ok(_) => cut(&log, place),
        Err(_) => Ok(()),
    }
}

/// So many copies of damaged logs are kept beside a database.
const COPIES: usize = 9;

/// Copies a log to a place of its own beside it; says where.
fn copied(log: &Path) -> io::Result<PathBuf> {
    for number in 1..=COPIES {
        let mut name = log.as_os_str().to_owned();
        name.push(format!(".damaged-{number}"));
        let copy = PathBuf::from(name);
        match private().create_new(true).open(&copy) {
            Ok(mut file) => {
                let copied = File::open(log).and_then(|mut log| io::copy(&mut log, &mut file));
                let stored = copied.and_then(|_| file.sync_all());
                if stored.is_err() {
                    // A part of a copy is none.
                    let _ = std::fs::remove_file(&copy);
                }
                return stored.map(|()| copy);
            }
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {}
            Err(reason) => return Err(reason),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn cut(log: &Path, place: usize) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(log)?;
    file.set_len(place as u64)?;
    file.sync_all()
}

/// Whether SQLite reads everything that was stored from the log of this database; nothing is changed.
///
/// Somebody may write to it meanwhile and begin it anew, so a log is looked at twice before it is called damaged. One that
/// cannot be read is left to SQLite.
pub(super) fn is_log_sound(file: &Path) -> bool {
    let log = log_of(file);
    (0..2).any(|_| look(&log).is_ok_and(|(_, found)| found.is_sound()))
}

fn write_back(log: &Path, bytes: &[u8], bits: &[usize]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(log)?;
    for bit in bits {
        let at = bit / 8;
        file.seek(SeekFrom::Start(at as u64))?;
        file.write_all(&bytes[at..=at])?;
    }
    file.sync_data()
}

/// Reads a log, and puts right what it can in what was read.
fn look(log: &Path) -> io::Result<(Vec<u8>, Found)> {
    let mut bytes = Vec::new();
    match File::open(log) {
        Ok(mut file) => file.read_to_end(&mut bytes)?,
        Err(reason) if reason.kind() == ErrorKind::NotFound => {
            return Ok((bytes, Found::default()));
        }
        Err(reason) => return Err(reason),
    };
    let found = mend(&mut bytes);
    Ok((bytes, found))
}

/// A checksum: it goes on from the one before it.
type Sum = (u32, u32);

/// The parts of a log that are the same for all frames.
#[derive(Clone, Copy)]
struct Frames {
    is_big_endian: bool,
    page: usize,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn sum_in(bytes: &[u8], at: usize) -> Sum {
    (word(bytes, at), word(bytes, at + 4))
}

impl Frames {
    /// What the header of a log says; nothing if it is none.
    fn of(log: &[u8]) -> Option<Self> {
        let header = log.get(..HEADER)?;
        let magic = word(header, 0);
        let frames = Self {
            is_big_endian: magic & 1 == 1,
            page: usize::try_from(word(header, 8)).ok()?,
        };
        let is_one = magic & !1 == MAGIC
            && PAGES.contains(&frames.page)
            && frames.page.is_power_of_two()
            && frames.sum((0, 0), &header[..SUM]) == sum_in(header, SUM);
        is_one.then_some(frames)
    }

    fn sum(self, before: Sum, bytes: &[u8]) -> Sum {
        let (mut first, mut second) = before;
        for words in bytes.chunks_exact(8) {
            let read = |at: usize| {
                let word = word(words, at);
                if self.is_big_endian {
                    word
                } else {
                    word.swap_bytes()
                }
            };
            first = first.wrapping_add(read(0)).wrapping_add(second);
            second = second.wrapping_add(read(4)).wrapping_add(first);
        }
        (first, second)
    }

    /// Where this frame begins and ends, if the log is that long.
    fn place(self, log: &[u8], number: usize) -> Option<Range<usize>> {
        let begin = HEADER + number * (FRAME + self.page);
        let end = begin + FRAME + self.page;
        (end <= log.len()).then_some(begin..end)
    }

    fn frame(self, log: &[u8], number: usize) -> Option<&[u8]> {
        Some(&log[self.place(log, number)?])
    }

    fn has_our_salts(self, log: &[u8], number: usize) -> bool {
        let frame = self.frame(log, number);
        frame.is_some_and(|frame| frame[FRAME_SALTS] == log[SALTS])
    }

    /// The checksum that the frame after this one goes on from, as it is stored.
    fn stored(self, log: &[u8], number: usize) -> Sum {
        self.frame(log, number)
            .map_or((0, 0), |frame| sum_in(frame, FRAME_SUM))
    }

    /// Whether this frame goes on from that checksum and is as it was written.
    fn is_sound(self, log: &[u8], number: usize, before: Sum) -> bool {
        let Some(frame) = self.frame(log, number) else {
            return false;
        };
        let head = self.sum(before, &frame[..FRAME_SALTS.start]);
        self.has_our_salts(log, number)
            && self.sum(head, &frame[FRAME..]) == sum_in(frame, FRAME_SUM)
    }

    /// Whether a transaction ends with this frame.
    fn ends_one(self, log: &[u8], number: usize) -> bool {
        let frame = self.frame(log, number);
        frame.is_some_and(|frame| word(frame, 4) != 0)
    }

    /// Whether the disk had stored the transaction of this frame: behind it one ends, and a later one was begun. What the frame
    /// itself says is not believed, it may be half of one that was never told to be stored.
    fn was_stored(self, log: &[u8], number: usize) -> bool {
        let goes_on = |number: usize| self.is_sound(log, number + 1, self.stored(log, number));
        let mut behind = (number..).take_while(|number| self.frame(log, *number + 2).is_some());
        behind.any(|number| {
            let end = number + 1;
            self.ends_one(log, end) && goes_on(number) && goes_on(end)
        })
    }
}

/// Puts right each single bit that is wrong in what was stored.
fn mend(log: &mut [u8]) -> Found {
    let mut found = Found::default();
    if Frames::of(log).is_none() {
        let is_it = |log: &[u8]| {
            Frames::of(log).is_some_and(|frames| frames.is_sound(log, 0, sum_in(log, SUM)))
        };
        match wrong_bit(log, 0..HEADER, is_it) {
            Some(bit) => found.mended.push(bit),
            None if holds_anything(log) => found.damage = Some(0),
            // A log whose first transaction never ended looks like this, too.
            None => {}
        }
    }
    let Some(frames) = Frames::of(log) else {
        return found;
    };
    let mut before = sum_in(log, SUM);
    let mut number = 0;
    while let Some(place) = frames.place(log, number) {
        if !frames.is_sound(log, number, before) {
            if !frames.was_stored(log, number) {
                break;
            }
            let is_it = |log: &[u8]| {
                let after = frames.stored(log, number);
                frames.is_sound(log, number, before) && frames.is_sound(log, number + 1, after)
            };
            let begin = place.start;
            let Some(bit) = wrong_bit(log, place, is_it) else {
                found.damage = Some(begin);
                break;
            };
            found.mended.push(bit);
        }
        before = frames.stored(log, number);
        number += 1;
    }
    found
}

/// Whether something was stored in a log whose header does not read: whatever size its pages have.
fn holds_anything(log: &[u8]) -> bool {
    let mut log = log.to_vec();
    let sizes = (9..=16).map(|power| 1 << power);
    let all = sizes.flat_map(|page| {
        [false, true].map(|is_big_endian| Frames {
            is_big_endian,
            page,
        })
    });
    let mut all = all.into_iter();
    all.any(|frames| {
        let Some(place) = frames.place(&log, 1) else {
            return false;
        };
        // The header is damaged, and the first frame may be: the second one says which salts there are.
        let salts = place.start + FRAME_SALTS.start..place.start + FRAME_SALTS.end;
        log.copy_within(salts, SALTS.start);
        frames.was_stored(&log, 1)
    })
}

/// The bit of this part that has to be another one; it is another one then.
fn wrong_bit(log: &mut [u8], part: Range<usize>, is_it: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let part = part.start * 8..part.end.min(log.len()) * 8;
    part.into_iter().find(|bit| {
        let mask = 1 << (bit % 8);
        log[bit / 8] ^= mask;
        let is_right = is_it(log);
        if !is_right {
            log[bit / 8] ^= mask;
        }
        is_right
    })
}
