//! The only source of randomness: sealed secrets, the streams of a table, and dice.
//!
//! This is "How the decks follow" of `docs/fair-dealing.md`, to the letter: whoever changes a byte here breaks
//! every published record. The pinned vectors below guard it.

use std::fmt;

use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use sha2::{Digest, Sha256, Sha512};
use thiserror::Error;

use super::Seat;

/// The secret of a table: 1024 bits, for 106 tiles have about 2^512 orders. No `Debug`, it must reach no log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; Secret::BYTES]);

/// The operating system gives no random bytes: without them no table is opened.
#[derive(Debug, Error)]
#[error("the operating system gives no random bytes")]
pub struct NoRandomness;

/// A text that is no secret: 256 lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a secret is 256 lowercase hexadecimal digits")]
pub struct NoSecret;

impl Secret {
    /// Its length in bytes.
    pub const BYTES: usize = 128;

    /// A new secret from the operating system.
    pub fn from_system() -> Result<Self, NoRandomness> {
        let mut bytes = [0; Self::BYTES];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(|_| NoRandomness)?;
        Ok(Self(bytes))
    }

    /// A secret of known bytes, for records and tests.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// Its bytes, for the store.
    pub fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Reads it from a record.
    pub fn from_hex(text: &str) -> Result<Self, NoSecret> {
        let digits = text.as_bytes();
        if digits.len() != 2 * Self::BYTES {
            return Err(NoSecret);
        }
        let mut bytes = [0; Self::BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Ok(Self(bytes))
    }

    /// Lowercase hexadecimal digits, for a record.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// The seal that is shown before anybody takes a seat.
    pub fn seal(&self, table: &str, game: &str, rules_version: &str) -> Seal {
        let mut hash = Sha256::new();
        hash.update(format!("istaka seal 1\n{table}\n{game}\n{rules_version}\n"));
        hash.update(self.0);
        Seal(hex(&hash.finalize()))
    }
}

fn nibble(digit: u8) -> Result<u8, NoSecret> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(NoSecret),
    }
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
    }
    text
}

/// What is shown of a secret before the game: 64 lowercase hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal(String);

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the people and Discord add to a deal: nobody knows it when the seal is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contributions {
    /// The interaction id of each press that took a seat.
    pub seats: Vec<(Seat, u64)>,
    /// The id of the public message that says the game begins.
    pub start: u64,
}

impl Contributions {
    /// The lines that go into the key: seats in their order, then the start.
    pub fn lines(&self) -> String {
        let mut lines = seat_lines(&self.seats);
        lines.push_str(&format!("start {}\n", self.start));
        lines
    }
}

fn seat_lines(presses: &[(Seat, u64)]) -> String {
    let mut presses = presses.to_vec();
    presses.sort_unstable_by_key(|(seat, _)| *seat);
    let lines = presses.iter();
    lines.map(|(seat, id)| format!("{seat} {id}\n")).collect()
}

/// What the message that the game begins shows of the presses that took a seat, 32 hexadecimal digits: with it they are
/// fixed before anybody knows the id of that message, and whoever hosts the table chooses none of them afterwards.
pub fn digest_of_presses(presses: &[(Seat, u64)]) -> String {
    let lines = seat_lines(presses);
    let mut digest = hex(&Sha256::digest(format!("istaka presses 1\n{lines}")));
    digest.truncate(32);
    digest
}

/// All the chance of one table, fixed when its game starts.
#[derive(Clone, PartialEq, Eq)]
pub struct Chance {
    key: [u8; 64],
}

/// What a stream is used for: one label for each use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The shuffle of a deal.
    Deck,
    /// A further shuffle in the same deal: 1 is `again`, 2 is `again2`, and so on.
    Again(u8),
    /// Throws of a die.
    Dice,
    /// Where the deck is cut.
    Cut,
    /// How people are split into sides.
    Split,
    /// Who sits where.
    Seats,
    /// Who begins.
    First,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deck => "deck",
            Self::Again(0 | 1) => "again",
            Self::Again(time) => return write!(f, "again{time}"),
            Self::Dice => "dice",
            Self::Cut => "cut",
            Self::Split => "split",
            Self::Seats => "seats",
            Self::First => "first",
        })
    }
}

impl Chance {
    /// The chance of a table whose secret and contributions are known.
    pub fn new(secret: &Secret, table: &str, game: &str, contributions: &Contributions) -> Self {
        let mut hash = Sha512::new();
        hash.update(format!("istaka deal 1\n{table}\n{game}\n"));
        hash.update(secret.0);
        hash.update(contributions.lines());
        Self {
            key: hash.finalize().into(),
        }
    }

    /// Chance that follows from a number alone: for simulations and tests, never for a table.
    pub fn from_seed(seed: u64) -> Self {
        Self {
            key: Sha512::digest(format!("istaka seed\n{seed}\n")).into(),
        }
    }

    /// The stream of one use in one deal; draws made once a game use deal 0.
    pub fn stream(&self, label: Label, deal: u32) -> Dice {
        let mut prefix = self.key.to_vec();
        prefix.extend_from_slice(format!("{label}\n").as_bytes());
        prefix.extend_from_slice(&deal.to_le_bytes());
        Dice(Source::Sealed(Blocks {
            prefix,
            next_block: 0,
            words: [0; 16],
            used: 16,
        }))
    }
}

/// A source of equally likely numbers: a stream of a table, or a computer's own.
pub struct Dice(Source);

enum Source {
    Sealed(Blocks),
    Seeded(Box<StdRng>),
}

/// Blocks of SHA-512, read as little-endian words.
struct Blocks {
    prefix: Vec<u8>,
    next_block: u32,
    words: [u32; 16],
    used: usize,
}

impl Blocks {
    fn word(&mut self) -> u32 {
        if self.used == self.words.len() {
            self.refill();
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    fn refill(&mut self) {
        let mut hash = Sha512::new();
        hash.update(&self.prefix);
        hash.update(self.next_block.to_le_bytes());
        let block = hash.finalize();
        for (word, bytes) in self.words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        self.next_block += 1;
        self.used = 0;
    }
}

impl Dice {
    /// A computer's own dice, never the table's.
    pub fn from_seed(seed: u64) -> Self {
        Self(Source::Seeded(Box::new(StdRng::seed_from_u64(seed))))
    }

    fn word(&mut self) -> u32 {
        match &mut self.0 {
            Source::Sealed(blocks) => blocks.word(),
            Source::Seeded(rng) => rng.next_u32(),
        }
    }

    /// A number from 0 to `n` − 1, each equally likely; 0 where `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let limit = (1 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = self.word();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    }

    /// A throw of a die, 1 to 6.
    pub fn die(&mut self) -> u8 {
        1 + self.below(6) as u8
    }

    /// One of some things, each equally likely; there has to be one.
    pub fn any<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len() as u32) as usize]
    }

    /// Puts things into a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PINNED_SEAL: &str = "f985687da65d04b52f191dfb349d2f57dc5f6b8e76d5e4da1d983a70db131015";
    const PINNED_PRESSES: &str = "e585529f2140e32d901f504bfd9ebd06";
    const PINNED_DECK_0: [u32; 2] = [3165535481, 763106736];
    const PINNED_AGAIN2_7: [u32; 2] = [3835024954, 3513788505];
    const PINNED_ORDER: [u8; 12] = [56, 58, 87, 36, 0, 25, 75, 62, 86, 4, 47, 65];
    const PINNED_DICE: [u8; 12] = [5, 5, 4, 1, 4, 4, 5, 1, 1, 4, 5, 5];

    fn contributions() -> Contributions {
        let seat = |index| Seat::new(index).expect("a small number");
        Contributions {
            seats: vec![(seat(2), 1003), (seat(0), 1001)],
            start: 2000,
        }
    }

    fn chance() -> Chance {
        let secret = Secret::from_bytes(std::array::from_fn(|i| i as u8));
        Chance::new(&secret, "7f3k", "okey", &contributions())
    }

    /// The figures were computed with Python's hashlib, not with this code.
    #[test]
    fn seals_and_streams_are_pinned() {
        let secret = Secret::from_bytes(std::array::from_fn(|i| i as u8));
        assert_eq!(secret.seal("7f3k", "okey", "1").to_string(), PINNED_SEAL);
        assert_eq!(digest_of_presses(&contributions().seats), PINNED_PRESSES);
        let words = |label, deal| {
            let mut stream = chance().stream(label, deal);
            [stream.word(), stream.word()]
        };
        assert_eq!(words(Label::Deck, 0), PINNED_DECK_0);
        assert_eq!(words(Label::Again(2), 7), PINNED_AGAIN2_7);
        let mut order: Vec<u8> = (0..106).collect();
        chance().stream(Label::Deck, 1).shuffle(&mut order);
        assert_eq!(order[..12], PINNED_ORDER);
        let mut dice = chance().stream(Label::Dice, 0);
        assert_eq!([(); 12].map(|()| dice.die()), PINNED_DICE);
    }

    #[test]
    fn a_secret_reads_back_from_its_digits() {
        let secret = Secret::from_system().expect("the system has random bytes");
        assert!(Secret::from_hex(&secret.to_hex()) == Ok(secret.clone()));
        assert!(Secret::from_hex(&secret.to_hex().to_uppercase()) == Err(NoSecret));
        assert!(Secret::from_hex("é").is_err());
    }

    #[test]
    fn words_above_the_limit_are_rejected() {
        // With n = 2^31 + 1 nearly half of all words are over the limit; the answer stays below n.
        let mut stream = chance().stream(Label::Cut, 0);
        let n = (1 << 31) + 1;
        assert!((0..200).all(|_| stream.below(n) < n));
    }
}
