//! The write-ahead log beside a database, looked at before SQLite reads it (<https://sqlite.org/fileformat2.html#walformat>).
//!
//! SQLite believes the log up to the first frame whose checksum is wrong and throws the rest away, without a word: that is
//! right after a power cut, when the rest was never told to be stored, and it is not where a disk changed a bit of what was.
//! Each checksum goes on from the one before, so both can be told apart: behind a frame that the disk changed stand frames of
//! later transactions that are sound, and a transaction is only begun when the one before is on the disk. One changed bit is
//! found by its checksum and put right, and so is whatever of the log's header can be reckoned from its first frame; where more is wrong, what stands behind it is lost, but not without a word.
//!
//! Where a disk refused to store what it was told to and lost power later, a later transaction says nothing: that looks like damage
//! as well, and is told as such.
//!
//! Whoever reads one moment for long keeps SQLite from beginning the log anew, so it may be longer than the memory: a few frames
//! of it are read at a time.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::beside::beside;
use super::private;

/// The first four bytes, but for the lowest bit, which is set where checksums are reckoned from big-endian words.
const MAGIC: u32 = 0x377f_0682;
/// The log begins with so many bytes: magic, version, size of a page, a counter, two salts and a checksum.
pub(super) const HEADER: usize = 32;
/// Every frame begins with so many: page, size of the database where a transaction ends there, two salts and a checksum.
pub(super) const FRAME: usize = 24;
/// Where the checksum stands in the header of the log, and in that of a frame.
const SUM: usize = 24;
const FRAME_SUM: usize = 16;
/// Where the counter stands: how often the log was begun anew.
const COUNTER: usize = 12;
/// Where the salts stand.
const SALTS: Range<usize> = 16..24;
const FRAME_SALTS: Range<usize> = 8..16;
/// The sizes that a page may have.
const PAGES: Range<usize> = 512..65_537;

/// Where the log of a database is.
pub(super) fn log_of(file: &Path) -> PathBuf {
    beside(file, "-wal")
}

/// A bit that was wrong.
struct Mended {
    /// Where it is, counted in bits from the beginning of the log.
    bit: u64,
    /// Its byte, as it has to be.
    byte: u8,
}

/// What was found.
#[derive(Default)]
struct Found {
    /// What can be put right.
    mended: Vec<Mended>,
    /// What was told to be stored does not read from this byte on.
    damage: Option<u64>,
}

impl Found {
    /// Whether SQLite reads all of it that was ever told to be stored.
    fn is_sound(&self) -> bool {
        self.mended.is_empty() && self.damage.is_none()
    }
}

/// Puts single wrong bits right in the log of this database, which nobody has open. Where more is wrong, the log is copied and
/// ends before the damage, as SQLite would have it.
///
/// # Errors
/// Where the log can be neither read nor written.
pub(super) fn mend_log(file: &Path) -> io::Result<()> {
    let log = log_of(file);
    let Found { mended, damage } = look(&log)?;
    if !mended.is_empty() {
        let bits: Vec<u64> = mended.iter().map(|mended| mended.bit).collect();
        tracing::error!(
            ?bits,
            "bits of the log beside the database were wrong and are put right"
        );
        write_back(&log, &mended)?;
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

fn cut(log: &Path, place: u64) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(log)?;
    file.set_len(place)?;
    file.sync_all()
}

/// Whether SQLite reads everything that was stored from the log of this database; nothing is changed.
///
/// Somebody may write to it meanwhile and begin it anew, so a log is looked at twice before it is called damaged. One that
/// cannot be read is left to SQLite.
pub(super) fn is_log_sound(file: &Path) -> bool {
    let log = log_of(file);
    (0..2).any(|_| look(&log).is_ok_and(|found| found.is_sound()))
}

fn write_back(log: &Path, mended: &[Mended]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(log)?;
    for Mended { bit, byte } in mended {
        file.seek(SeekFrom::Start(bit / 8))?;
        file.write_all(&[*byte])?;
    }
    file.sync_data()
}

/// Looks at a log, and finds out what can be put right in it.
fn look(log: &Path) -> io::Result<Found> {
    let log = match File::open(log) {
        Ok(log) => log,
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(Found::default()),
        Err(reason) => return Err(reason),
    };
    let mut found = Found::default();
    let mut header = part(&log, 0, HEADER)?;
    if Frames::of(&log, &header).is_none() {
        let is_it = |header: &[u8]| {
            Frames::of(&log, header).is_some_and(|frames| {
                let first = frames.frame(0).ok().flatten();
                first.is_some_and(|first| frames.is_sound(&first, sum_in(header, SUM)))
            })
        };
        if let Some(mended) = put_right(&mut header, 0, is_it) {
            found.mended.push(mended);
        } else if let Some(rebuilt) = rebuilt(&log, &header)? {
            let bytes = (0..).zip(rebuilt.iter().zip(&header));
            let wrong = bytes.filter(|(_, (right, now))| right != now);
            found.mended.extend(wrong.map(|(at, (right, _))| Mended {
                bit: at * 8,
                byte: *right,
            }));
            header = rebuilt;
        } else if holds_anything(&log)? {
            found.damage = Some(0);
        }
        // A log whose first transaction never ended looks like this, too.
    }
    if let Some(frames) = Frames::of(&log, &header) {
        frames.look(sum_in(&header, SUM), &mut found)?;
    }
    Ok(found)
}

/// So many bytes of a log from this place on, or those that there are.
fn part(mut log: &File, place: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    log.seek(SeekFrom::Start(place))?;
    log.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A checksum: it goes on from the one before it.
type Sum = (u32, u32);

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn sum_in(bytes: &[u8], at: usize) -> Sum {
    (word(bytes, at), word(bytes, at + 4))
}

fn sum_of(is_big_endian: bool, before: Sum, bytes: &[u8]) -> Sum {
    let (mut first, mut second) = before;
    for words in bytes.as_chunks().0 {
        let (one, other) = if is_big_endian {
            let both = u64::from_be_bytes(*words);
            ((both >> 32) as u32, both as u32)
        } else {
            let both = u64::from_le_bytes(*words);
            (both as u32, (both >> 32) as u32)
        };
        first = first.wrapping_add(one).wrapping_add(second);
        second = second.wrapping_add(other).wrapping_add(first);
    }
    (first, second)
}

/// The frames of a log, and what is the same for all of them.
#[derive(Clone, Copy)]
struct Frames<'log> {
    log: &'log File,
    is_big_endian: bool,
    /// How many bytes a page has.
    page: usize,
    salts: [u8; 8],
}

impl<'log> Frames<'log> {
    /// What the header of a log says; nothing if it is none.
    fn of(log: &'log File, header: &[u8]) -> Option<Self> {
        let header = header.get(..HEADER)?;
        let magic = word(header, 0);
        let frames = Self {
            log,
            is_big_endian: magic & 1 == 1,
            page: usize::try_from(word(header, 8)).ok()?,
            salts: header[SALTS].try_into().ok()?,
        };
        let is_one = magic & !1 == MAGIC
            && PAGES.contains(&frames.page)
            && frames.page.is_power_of_two()
            && frames.sum((0, 0), &header[..SUM]) == sum_in(header, SUM);
        is_one.then_some(frames)
    }

    /// How many bytes a frame has.
    fn size(self) -> usize {
        FRAME + self.page
    }

    /// Where this frame begins.
    fn place(self, number: u64) -> u64 {
        HEADER as u64 + number * self.size() as u64
    }

    /// This frame, if the log is that long.
    fn frame(self, number: u64) -> io::Result<Option<Vec<u8>>> {
        let frame = part(self.log, self.place(number), self.size())?;
        Ok((frame.len() == self.size()).then_some(frame))
    }

    fn sum(self, before: Sum, bytes: &[u8]) -> Sum {
        sum_of(self.is_big_endian, before, bytes)
    }

    /// Whether this frame goes on from that checksum and is as it was written.
    fn is_sound(self, frame: &[u8], before: Sum) -> bool {
        let head = self.sum(before, &frame[..FRAME_SALTS.start]);
        frame[FRAME_SALTS] == self.salts
            && self.sum(head, &frame[FRAME..]) == sum_in(frame, FRAME_SUM)
    }

    /// Whether the next frame goes on from this one, of which only the stored checksum is believed, and is as it was written.
    fn goes_on(self, frame: &[u8], next: &[u8]) -> bool {
        self.is_sound(next, sum_in(frame, FRAME_SUM))
    }

    /// Whether the disk had stored the transaction of this frame: behind it one ends, and a later one was begun. What the frame
    /// itself says is not believed, it may be half of one that was never told to be stored.
    fn was_stored(self, mut number: u64) -> io::Result<bool> {
        let (Some(mut frame), Some(mut end)) = (self.frame(number)?, self.frame(number + 1)?)
        else {
            return Ok(false);
        };
        while let Some(later) = self.frame(number + 2)? {
            let ends_one = word(&end, 4) != 0;
            if ends_one && self.goes_on(&frame, &end) && self.goes_on(&end, &later) {
                return Ok(true);
            }
            (frame, end) = (end, later);
            number += 1;
        }
        Ok(false)
    }

    /// Looks at all frames, of which the first one goes on from this checksum: puts right each single bit that is wrong in what
    /// was stored.
    fn look(self, begin: Sum, found: &mut Found) -> io::Result<()> {
        let mut before = begin;
        let mut number = 0;
        while let Some(mut frame) = self.frame(number)? {
            if !self.is_sound(&frame, before) {
                if !self.was_stored(number)? {
                    break;
                }
                // Whoever writes to it may have cut it meanwhile.
                let Some(next) = self.frame(number + 1)? else {
                    break;
                };
                let place = self.place(number);
                let is_it =
                    |frame: &[u8]| self.is_sound(frame, before) && self.goes_on(frame, &next);
                let Some(mended) = put_right(&mut frame, place, is_it) else {
                    found.damage = Some(place);
                    break;
                };
                found.mended.push(mended);
            }
            before = sum_in(&frame, FRAME_SUM);
            number += 1;
        }
        Ok(())
    }
}

/// The header that the first frame goes on from, as far as it can be reckoned: the salts stand in the frame. Half a new header,
/// written when a log is begun anew, leaves one like this, too, with its counter one further; the frames behind it are at their
/// place by then, so it does no harm to have them read again.
fn rebuilt(log: &File, header: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let (Some(header), size) = (header.get(..HEADER), HEADER + FRAME) else {
        return Ok(None);
    };
    let first = part(log, 0, size)?;
    let Some(salts) = first.get(HEADER..size).map(|first| &first[FRAME_SALTS]) else {
        return Ok(None);
    };
    let counter = word(header, COUNTER);
    for counter in [counter, counter.wrapping_sub(1)] {
        let mut bytes = header.to_vec();
        bytes[COUNTER..SALTS.start].copy_from_slice(&counter.to_be_bytes());
        bytes[SALTS].copy_from_slice(salts);
        let is_big_endian = word(&bytes, 0) & 1 == 1;
        let (one, other) = sum_of(is_big_endian, (0, 0), &bytes[..SUM]);
        bytes[SUM..SUM + 4].copy_from_slice(&one.to_be_bytes());
        bytes[SUM + 4..].copy_from_slice(&other.to_be_bytes());
        let Some(frames) = Frames::of(log, &bytes) else {
            return Ok(None);
        };
        let first = frames.frame(0)?;
        if first.is_some_and(|first| frames.is_sound(&first, (one, other))) {
            return Ok(Some(bytes));
        }
    }
    Ok(None)
}

/// Whether something was stored in a log whose header does not read: whatever size its pages have.
fn holds_anything(log: &File) -> io::Result<bool> {
    for page in (9..=16).map(|power| 1 << power) {
        for is_big_endian in [false, true] {
            let mut frames = Frames {
                log,
                is_big_endian,
                page,
                salts: [0; 8],
            };
            // The header is damaged, and the first frame may be: the second one says which salts there are.
            let Some(second) = frames.frame(1)? else {
                continue;
            };
            frames.salts.copy_from_slice(&second[FRAME_SALTS]);
            if frames.was_stored(1)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Puts the one bit right that is wrong in these bytes, which stand at this place of the log; nothing where it is not one.
fn put_right(bytes: &mut [u8], place: u64, is_it: impl Fn(&[u8]) -> bool) -> Option<Mended> {
    let bit = (0..bytes.len() * 8).find(|bit| {
        let mask = 1 << (bit % 8);
        bytes[bit / 8] ^= mask;
        let is_right = is_it(bytes);
        if !is_right {
            bytes[bit / 8] ^= mask;
        }
        is_right
    })?;
    Some(Mended {
        bit: place * 8 + bit as u64,
        byte: bytes[bit / 8],
    })
}
