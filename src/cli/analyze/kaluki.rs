//! A hand of Kaluki: the melds worth most, whether they open, and what the whole hand costs.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::Options;
use crate::rules::kaluki::options::JokerCount;
use crate::rules::kaluki::score::hand_points;
use crate::rules::meld::cards::{Keep, Question as Asked, best_opening};

/// How many cards can be asked about: more than a hand ever has, and few enough to be answered at once.
const SIZES: RangeInclusive<usize> = 1..=30;
/// How often there is a card that is no joker (Kaluki rules 2).
const COPIES: usize = 2;

/// A hand, and perhaps what must be used of it.
#[derive(Args, Deserialize, Clone, Debug)]
pub(super) struct Question {
    /// The cards, for instance "h9 c10 sQ Jk …"
    #[arg(
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    cards: String,
    /// The one of these cards that was taken from the discards: what is opened with must use it
    #[arg(long, value_name = "CARD", conflicts_with = "batch")]
    taken: Option<String>,
}

/// What the solver says.
#[derive(Serialize, Debug)]
pub(super) struct Answer {
    points: u32,
    opens: bool,
    melds: Vec<Vec<Placed>>,
    penalty: i32,
}

impl super::Question for Question {
    type Answer = Answer;

    fn answer(&self) -> Result<Answer, String> {
        let cards = read(&self.cards)?;
        let given = cards.len();
        if !SIZES.contains(&given) {
            let [least, most] = [SIZES.start(), SIZES.end()];
            return Err(format!(
                "{least} to {most} cards are needed, {given} are given"
            ));
        }
        check(&cards)?;
        let taken = self.taken.as_deref().map(|taken| read_taken(taken, &cards));
        Ok(judge(&cards, taken.transpose()?))
    }
}

fn read(text: &str) -> Result<Vec<Card>, String> {
    text.split_whitespace().map(read_one).collect()
}

fn read_one(word: &str) -> Result<Card, String> {
    word.parse().map_err(|_| {
        let word: String = word.chars().take(32).collect();
        format!("{word:?} is no card: write h, d, c or s with 2 to 10, J, Q, K or A, or Jk")
    })
}

/// No card more often than there are in a pack with as many jokers as may be.
fn check(cards: &[Card]) -> Result<(), String> {
    let mut seen: BTreeMap<Card, usize> = BTreeMap::new();
    for card in cards {
        let times = seen.entry(*card).or_default();
        *times += 1;
        let there = match card {
            Card::Joker => JokerCount::Four.number(),
            Card::Natural(_) => COPIES,
        };
        if *times > there {
            return Err(format!("{card} comes {times} times; there are {there}"));
        }
    }
    Ok(())
}

fn read_taken(taken: &str, cards: &[Card]) -> Result<Card, String> {
    let taken = read_one(taken.trim()).map_err(|error| format!("taken: {error}"))?;
    if !cards.contains(&taken) {
        return Err(format!("{taken} was taken, but is not among the cards"));
    }
    Ok(taken)
}

/// All cards may be laid: that one stays is the affair of the table.
fn judge(cards: &[Card], taken: Option<Card>) -> Answer {
    let options = Options::default();
    let asked = Asked {
        aces: options.aces(),
        joker_value: options.joker_penalty,
        keep: Keep::Nothing,
    };
    let best = best_opening(cards, taken, &asked).unwrap_or_default();
    Answer {
        points: best.points,
        opens: best.points >= options.initial_min,
        melds: best.melds.into_iter().map(|meld| meld.cards).collect(),
        penalty: hand_points(&options, cards),
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needed = Options::default().initial_min;
        match needed.saturating_sub(self.points) {
            0 => write!(f, "{} points, enough to open", self.points)?,
            short => write!(f, "{} points, {short} short of {needed}", self.points)?,
        }
        if !self.melds.is_empty() {
            let melds: Vec<String> = self.melds.iter().map(|meld| words(meld)).collect();
            write!(f, "\nmelds: {}", melds.join(" | "))?;
        }
        write!(f, "\npenalty: {} points", self.penalty)
    }
}

fn words(meld: &[Placed]) -> String {
    let cards: Vec<String> = meld.iter().map(Placed::to_string).collect();
    cards.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Question as _, json};
    use super::*;
    use crate::rules::Dice;
    use crate::rules::kaluki::{Composed, Kind, Meld};
    use crate::rules::piece::remove;

    fn ask(cards: &str, taken: &str) -> Result<Answer, String> {
        let question = Question {
            cards: cards.to_owned(),
            taken: (taken != "none").then(|| taken.to_owned()),
        };
        question.answer()
    }

    /// What the rules say of the melds, their kinds told by what they are made of.
    fn points_by_the_rules(melds: &[Vec<Placed>]) -> u32 {
        let aces = Options::default().aces();
        let points = melds.iter().map(|meld| {
            let of = |kind| Meld::compose(&Composed::new(kind, meld.clone()), aces);
            let meld = of(Kind::Run).or_else(|_| of(Kind::Set));
            meld.expect("the rules accept it").points()
        });
        points.sum()
    }

    #[test]
    fn hands_and_what_they_are_worth() {
        for (cards, taken, told) in [
            // K41, K31, K34, K35, K36 and K32.
            (
                "hQ cQ sQ h3 h4 h5",
                "sQ",
                r#"{"points":42,"opens":true,"melds":[["h3","h4","h5"],["hQ","cQ","sQ"]],"penalty":42}"#,
            ),
            (
                "hQ cQ sQ h2 h3 h4",
                "none",
                r#"{"points":39,"opens":false,"melds":[["h2","h3","h4"],["hQ","cQ","sQ"]],"penalty":39}"#,
            ),
            (
                "cQ cK cA d2 d3 d4",
                "none",
                r#"{"points":40,"opens":true,"melds":[["d2","d3","d4"],["cQ","cK","cA"]],"penalty":40}"#,
            ),
            (
                "h9 d9 s9 c9",
                "none",
                r#"{"points":36,"opens":false,"melds":[["h9","d9","c9","s9"]],"penalty":36}"#,
            ),
            (
                "cJ cQ cK cA",
                "none",
                r#"{"points":41,"opens":true,"melds":[["cJ","cQ","cK","cA"]],"penalty":41}"#,
            ),
            (
                "h10 d10 Jk Jk",
                "none",
                r#"{"points":40,"opens":true,"melds":[["h10","d10","Jk","Jk"]],"penalty":50}"#,
            ),
            // K54: the king is in nothing.
            (
                "hA dA sA cA sK",
                "sK",
                r#"{"points":0,"opens":false,"melds":[],"penalty":54}"#,
            ),
            (
                "h7",
                "none",
                r#"{"points":0,"opens":false,"melds":[],"penalty":7}"#,
            ),
            // A joker stands for a card that is held, too.
            (
                "Jk h9 H10 hJ s10 c10 hJ",
                "none",
                r#"{"points":59,"opens":true,"melds":[["h9","Jk=h10","hJ"],["h10","c10","s10"]],"penalty":74}"#,
            ),
        ] {
            let answer = ask(cards, taken).unwrap_or_else(|error| panic!("{cards}: {error}"));
            assert_eq!(json(&answer), told, "{cards}");
            assert_eq!(points_by_the_rules(&answer.melds), answer.points);
        }
    }

    #[test]
    fn people_get_words() {
        let words = |cards| ask(cards, "none").expect("a hand").to_string();
        assert_eq!(
            words("h5 Jk h7 c2"),
            "18 points, 22 short of 40\nmelds: h5 Jk=h6 h7\npenalty: 29 points"
        );
        assert_eq!(
            words("h10 d10 Jk Jk c2"),
            "40 points, enough to open\nmelds: h10 d10 Jk Jk\npenalty: 52 points"
        );
        assert_eq!(words("c2"), "0 points, 40 short of 40\npenalty: 2 points");
    }

    #[test]
    fn what_is_no_hand_is_refused() {
        for (cards, taken, says) in [
            ("", "none", "1 to 30 cards are needed, 0 are given"),
            ("h9 h1", "none", "\"h1\" is no card"),
            ("h9 Jk=h6", "none", "\"Jk=h6\" is no card"),
            ("h9 h9 h9", "none", "h9 comes 3 times; there are 2"),
            ("Jk Jk Jk Jk Jk", "none", "Jk comes 5 times; there are 4"),
            ("h9 h8", "h7", "h7 was taken"),
            ("h9 h8", "R7", "taken: \"R7\" is no card"),
        ] {
            let error = ask(cards, taken).expect_err(cards);
            assert!(error.contains(says), "{cards}: {error}");
        }
    }

    /// Hands of any sort, up to four jokers: the rules accept what is answered, of cards that are there.
    #[test]
    fn what_is_answered_can_be_laid() {
        let mut dice = Dice::from_seed(20_261_122);
        let mut opened = 0;
        for turn in 0..600 {
            let mut pack = Card::pack(0);
            dice.shuffle(&mut pack);
            pack.splice(..0, vec![Card::Joker; turn % 5]);
            pack.truncate(13 + turn % 2);
            let text: Vec<String> = pack.iter().map(Card::to_string).collect();
            let answer = ask(&text.join(" "), "none").expect("a hand");
            assert_eq!(points_by_the_rules(&answer.melds), answer.points);
            assert_eq!(answer.opens, answer.points >= 40);
            let mut laid = answer.melds.iter().flatten();
            assert!(laid.all(|placed| remove(&mut pack, placed.card())));
            opened += usize::from(answer.opens);
        }
        assert!((100..550).contains(&opened), "{opened}");
    }
}
