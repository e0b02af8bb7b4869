//! Small changes of an input, as somebody makes them who wants to confuse: letters, numbers, words and whole lines.
//!
//! `cargo test` changes the kept corpus with it, and the fuzzer uses it beside its own changes of bytes.

use crate::rules::Dice;

/// Words that mean something somewhere.
const WORDS: [&str; 40] = [
    "0",
    "1",
    "7",
    "8",
    "9",
    "255",
    "256",
    "-1",
    "+1",
    "4294967295",
    "4294967296",
    "2147483648",
    "18446744073709551615",
    "9223372036854775808",
    "-9223372036854775808",
    "1e9",
    "0.5",
    "null",
    "true",
    "false",
    "{}",
    "[]",
    "\"\"",
    "R5",
    "F",
    "K13",
    "h9",
    "Jk",
    "P-1",
    "O-Sun",
    "okey",
    "okey101",
    "kaluki",
    "meri",
    "default",
    "random",
    "surely ",
    "🀄",
    "\u{0}",
    "\u{202e}",
];

/// Whether a sign ends a word.
fn ends(sign: u8) -> bool {
    !sign.is_ascii_alphanumeric()
}

/// An input with a few changes, no longer than this; `other` lends parts of itself. The seed says which.
pub fn mutated(input: &[u8], other: &[u8], longest: usize, seed: u64) -> Vec<u8> {
    let mut dice = Dice::from_seed(seed);
    let mut changed = input.to_vec();
    for _ in 0..=dice.below(4) {
        change(&mut changed, other, &mut dice);
    }
    changed.truncate(longest);
    changed
}

fn below(dice: &mut Dice, most: usize) -> usize {
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    if most == 0 {
        0
    } else {
        dice.below(most) as usize
    }
}

fn change(input: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    match dice.below(9) {
        0 => {
            let at = below(dice, input.len());
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << dice.below(8);
            }
        }
        1 => {
            let at = below(dice, input.len() + 1);
            input.insert(at, b' ' + dice.below(95) as u8);
        }
        2 => drop(input.drain(word(input, dice))),
        3 => {
            let known = WORDS[below(dice, WORDS.len())].bytes();
            drop(input.splice(word(input, dice), known));
        }
        4 => {
            let lent = other[word(other, dice)].to_vec();
            drop(input.splice(word(input, dice), lent));
        }
        5 => {
            let twice = input[word(input, dice)].to_vec();
            let at = word(input, dice).start;
            drop(input.splice(at..at, twice));
        }
        6 => drop(input.drain(line(input, dice))),
        7 => {
            let lent = other[line(other, dice)].to_vec();
            let at = line(input, dice).start;
            drop(input.splice(at..at, lent));
        }
        _ => {
            let lent = input[line(input, dice)].to_vec();
            let at = line(input, dice).start;
            drop(input.splice(at..at, lent));
        }
    }
}

/// A word of the input, or a sign between words.
fn word(input: &[u8], dice: &mut Dice) -> std::ops::Range<usize> {
    let at = below(dice, input.len());
    if input.get(at).is_none_or(|sign| ends(*sign)) {
        return at..(at + 1).min(input.len());
    }
    let before = input[..at].iter().rposition(|sign| ends(*sign));
    let after = input[at..].iter().position(|sign| ends(*sign));
    before.map_or(0, |before| before + 1)..after.map_or(input.len(), |after| at + after)
}

/// A line of the input with its end.
fn line(input: &[u8], dice: &mut Dice) -> std::ops::Range<usize> {
    let at = below(dice, input.len());
    let is_end = |sign: &u8| *sign == b'\n';
    let before = input[..at].iter().rposition(is_end);
    let after = input[at..].iter().position(is_end);
    before.map_or(0, |before| before + 1)..after.map_or(input.len(), |after| at + after + 1)
}
