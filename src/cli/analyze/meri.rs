//! A full trick of Hachinin-meri: who takes it, and the yaku in it.

use std::fmt;
use std::ops::RangeInclusive;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::order::winner;
use crate::rules::meri::score::value;
use crate::rules::meri::yaku::counted;
use crate::rules::meri::{Options, Robau, SEATS, TRICKS, Yaku};

/// The tricks of a round.
const NUMBERS: RangeInclusive<usize> = 1..=TRICKS;
/// The trick that is meant where nothing is said: neither the first nor the last one.
const USUAL: usize = 2;

/// A trick, the trump suit, and perhaps which trick of what round it is.
#[derive(Args, Deserialize, Clone, Debug)]
pub(super) struct Question {
    /// The letter of the trump suit: P, I, K, O or G
    #[arg(
        long,
        value_name = "SUIT",
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    trump: String,
    /// The eight karuta in the order of play, for instance "O-4 K-Un K-Sun …"
    #[arg(
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    trick: String,
    /// The number of the trick, 1 to 9; 2 if nothing is said
    #[arg(
        long = "trick",
        value_name = "N",
        conflicts_with = "batch",
        allow_negative_numbers = true
    )]
    number: Option<i64>,
    /// The round has a hidden robai
    #[arg(long, conflicts_with = "batch")]
    #[serde(default)]
    hidden: bool,
}

/// What the rules say.
#[derive(Serialize, Debug)]
pub(super) struct Answer {
    /// Counted from the leader, who is 0.
    winner: usize,
    card: Karuta,
    #[serde(serialize_with = "as_text")]
    yaku: Option<Yaku>,
    value: i32,
    to: Option<Side>,
}

/// Whose the yaku is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Side {
    /// The team of whoever led.
    Leader,
    /// The others.
    Other,
}

impl Side {
    /// The teams sit alternately (Hachinin-meri rules 3.2).
    fn of(place: usize) -> Self {
        if place.is_multiple_of(2) {
            Self::Leader
        } else {
            Self::Other
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Leader => "the leader's team",
            Self::Other => "the other team",
        })
    }
}

fn as_text<S: serde::Serializer>(yaku: &Option<Yaku>, serializer: S) -> Result<S::Ok, S::Error> {
    yaku.map(|yaku| yaku.to_string()).serialize(serializer)
}

impl super::Question for Question {
    type Answer = Answer;

    fn answer(&self) -> Result<Answer, String> {
        let trump = read_suit(&self.trump)?;
        let trick = read_trick(&self.trick)?;
        let number = read_number(self.number)?;
        let robau = if self.hidden {
            Robau::Kakushi
        } else {
            Robau::Robatta
        };
        judge(trump, &trick, number, robau).ok_or_else(|| "nothing was played".to_owned())
    }
}

fn read_suit(text: &str) -> Result<Suit, String> {
    let is_letter = |suit: &Suit| {
        let letter = suit.letter();
        text.trim()
            .eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]))
    };
    let suit = Suit::ALL.into_iter().find(is_letter);
    suit.ok_or_else(|| format!("trump: {:?} is no suit: P, I, K, O or G", shortened(text)))
}

fn read_trick(text: &str) -> Result<Vec<Karuta>, String> {
    let trick = text.split_whitespace().map(read_one);
    let trick: Vec<Karuta> = trick.collect::<Result<_, _>>()?;
    if trick.len() != SEATS {
        return Err(format!(
            "a trick is {SEATS} karuta, {} are given",
            trick.len()
        ));
    }
    let is_again = |(place, karuta): &(usize, &Karuta)| trick[..*place].contains(karuta);
    match trick.iter().enumerate().find(is_again) {
        Some((_, karuta)) => Err(format!("{karuta} comes twice; there is one")),
        None => Ok(trick),
    }
}

fn read_one(word: &str) -> Result<Karuta, String> {
    word.parse()
        .map_err(|fault| format!("{:?} is {fault}", shortened(word)))
}

fn read_number(number: Option<i64>) -> Result<usize, String> {
    let Some(number) = number else {
        return Ok(USUAL);
    };
    let known = usize::try_from(number)
        .ok()
        .filter(|number| NUMBERS.contains(number));
    known.ok_or_else(|| {
        let [first, last] = [NUMBERS.start(), NUMBERS.end()];
        format!("a round has tricks {first} to {last}, not {number}")
    })
}

/// Keeps what was typed short enough for one line.
fn shortened(text: &str) -> String {
    text.chars().take(32).collect()
}

/// By the usual options; whether it may be led or played like this is the affair of the table.
fn judge(trump: Suit, trick: &[Karuta], number: usize, robau: Robau) -> Option<Answer> {
    let options = Options::default();
    let place = winner(trump, trick)?;
    let yaku = counted(&options, trump, trick, &[]);
    Some(Answer {
        winner: place,
        card: trick[place],
        yaku,
        value: yaku.map_or(0, |yaku| value(&options, yaku, number, robau)),
        to: yaku.map(|_| Side::of(place)),
    })
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (karuta, team) = (self.card, Side::of(self.winner));
        match self.winner {
            0 => write!(f, "{karuta}, the lead, takes the trick for {team}")?,
            place => write!(
                f,
                "{karuta} takes the trick for {team}, {place} after the leader"
            )?,
        }
        match self.yaku {
            Some(yaku) => write!(
                f,
                "\nyaku: {yaku}, {} ko to them from the others",
                self.value
            ),
            None => write!(f, "\nno yaku"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Question as _, json};
    use super::*;

    fn ask(trump: &str, trick: &str, number: Option<i64>, hidden: &str) -> Result<Answer, String> {
        let question = Question {
            trump: trump.to_owned(),
            trick: trick.to_owned(),
            number,
            hidden: hidden == "hidden",
        };
        question.answer()
    }

    /// The rows of a data file: trick and yaku rows of the rules, section 16.
    fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
        let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let rows = text.lines().filter(is_row);
        rows.map(|line| line.split('|').map(str::trim).collect())
    }

    /// A fact of a row: `e=K trick=3 hidden=n`.
    fn fact<'a>(facts: &'a str, name: &str) -> &'a str {
        let mut facts = facts.split_whitespace();
        facts
            .find_map(|fact| fact.strip_prefix(name)?.strip_prefix('='))
            .unwrap_or_default()
    }

    /// M18 to M32.
    #[test]
    fn tricks_of_the_rules_are_taken_as_they_say() {
        let mut asked = 0;
        for row in rows(include_str!("../../../tests/data/meri/tricks.txt")) {
            let (facts, trick) = row[1].split_once(':').expect("facts and a trick");
            let answer = ask(fact(facts, "e"), trick, None, "").expect("a trick");
            let found = format!("{} {}", answer.winner, answer.card);
            assert_eq!(found, row[2], "{}", row[0]);
            asked += 1;
        }
        assert_eq!(asked, 15);
    }

    /// M53 to M79, M109 and M110, as far as they are of the usual options.
    #[test]
    fn yaku_of_the_rules_are_made_as_they_say() {
        let mut asked = 0;
        for row in rows(include_str!("../../../tests/data/meri/yaku.txt")) {
            if row[1].contains("opt:") {
                continue;
            }
            let (facts, trick) = row[1].split_once(':').expect("facts and a trick");
            let trick = trick.split(';').next().unwrap_or_default();
            let number = fact(facts, "trick").parse().ok();
            let hidden = if fact(facts, "hidden") == "y" {
                "hidden"
            } else {
                ""
            };
            let answer = ask(fact(facts, "e"), trick, number, hidden).expect("a trick");
            let found = match (answer.yaku, answer.to) {
                (Some(yaku), Some(Side::Leader)) => format!("{yaku} {} to L", answer.value),
                (Some(yaku), Some(Side::Other)) => format!("{yaku} {} to R", answer.value),
                _ => "none".to_owned(),
            };
            assert_eq!(found, row[2], "{}", row[0]);
            asked += 1;
        }
        assert!(asked > 20, "{asked} rows");
    }

    /// The words of scripts (the command line is a contract).
    #[test]
    fn scripts_get_these_names() {
        let trick = "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 G-2";
        for (trump, trick, number, told) in [
            (
                "K",
                trick,
                None,
                r#"{"winner":2,"card":"K-Sun","yaku":"Sun>Un","value":2,"to":"leader"}"#,
            ),
            (
                " k ",
                "o-4 k-un k-sun o-1 o-2 o-3 g-1 g-2",
                Some(9),
                r#"{"winner":2,"card":"K-Sun","yaku":"Sun>Un","value":5,"to":"leader"}"#,
            ),
            (
                "G",
                "O-4 G-8 G-9 O-1 O-2 O-3 I-1 I-2",
                Some(4),
                r#"{"winner":1,"card":"G-8","yaku":"8>9","value":2,"to":"other"}"#,
            ),
            // A meri makes no yaku, in trick 1 neither.
            (
                "K",
                "K-Sun K-Un K-1 O-1 O-2 O-3 G-1 G-2",
                Some(1),
                r#"{"winner":0,"card":"K-Sun","yaku":null,"value":0,"to":null}"#,
            ),
        ] {
            let answer = ask(trump, trick, number, "").expect("a trick");
            assert_eq!(json(&answer), told);
        }
    }

    #[test]
    fn people_get_words() {
        let words = |trick| ask("K", trick, None, "").expect("a trick").to_string();
        assert_eq!(
            words("O-4 K-Un K-Sun O-1 O-2 O-3 G-1 G-2"),
            "K-Sun takes the trick for the leader's team, 2 after the leader\n\
             yaku: Sun>Un, 2 ko to them from the others"
        );
        assert_eq!(
            words("O-1 O-4 I-Sun P-1 O-2 O-3 G-1 G-2"),
            "O-1, the lead, takes the trick for the leader's team\nno yaku"
        );
    }

    #[test]
    fn what_is_no_trick_is_refused() {
        let good = "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 G-2";
        for (trump, trick, number, says) in [
            ("R", good, None, "\"R\" is no suit"),
            ("", good, None, "is no suit"),
            ("KO", good, None, "is no suit"),
            ("K", "", None, "8 karuta, 0 are given"),
            ("K", "O-4 K-Un", None, "8 karuta, 2 are given"),
            (
                "K",
                "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 O-4",
                None,
                "O-4 comes twice",
            ),
            (
                "K",
                "O-4 K-Un K-Sun O-1 O-2 O-3 G-1 G-10",
                None,
                "\"G-10\" is no karuta",
            ),
            ("K", good, Some(0), "tricks 1 to 9, not 0"),
            ("K", good, Some(10), "tricks 1 to 9, not 10"),
            ("K", good, Some(i64::MIN), "tricks 1 to 9"),
        ] {
            let error = ask(trump, trick, number, "").expect_err(trick);
            assert!(error.contains(says), "{trick}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
        let nine = format!("{good} G-3");
        assert!(ask("K", &nine, None, "").is_err());
    }
}
