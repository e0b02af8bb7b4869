//! A rack of Okey 101: the opening worth most, the most doubles, and what each discard leaves of both.

use std::cmp::Reverse;
use std::fmt;
use std::ops::RangeInclusive;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::tiles::{Rack, row};
use crate::rules::meld::{Goal, Laying, Left, best_laying, best_openings, most_doubles, rest};
use crate::rules::okey101::Options;
use crate::rules::tile::{Face, Tile};

/// How many tiles can be asked about; a seat that opens holds the most (101 rules 13).
const SIZES: RangeInclusive<usize> = 1..=22;

/// A rack, its indicator, and perhaps what must be used of it.
#[derive(Args, Deserialize, Clone, Debug)]
pub(super) struct Question {
    /// The indicator, for instance R4
    #[arg(
        long,
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    indicator: String,
    /// Up to 22 tiles, for instance "R1 R2 R3 F K13 …"; of 22 one is left to discard
    #[arg(
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    tiles: String,
    /// The one of these tiles that was taken from the left: what is opened with must use it
    #[arg(long, value_name = "TILE", conflicts_with = "batch")]
    taken: Option<String>,
}

/// What the solver says.
#[derive(Serialize, Debug)]
pub(super) struct Answer {
    points: u32,
    melds: Vec<Vec<Tile>>,
    pairs: usize,
    #[serde(skip)]
    doubles: Vec<[Tile; 2]>,
    /// The best first; only of as many tiles as a seat discards from before it has opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    discards: Vec<Discarded>,
}

#[derive(Serialize, Debug)]
struct Discarded {
    tile: Tile,
    points: u32,
    pairs: usize,
}

impl super::Question for Question {
    type Answer = Answer;

    fn answer(&self) -> Result<Answer, String> {
        let rack = Rack::read(&self.indicator, &self.tiles)?;
        let given = rack.tiles.len();
        if !SIZES.contains(&given) {
            let [least, most] = [SIZES.start(), SIZES.end()];
            return Err(format!(
                "{least} to {most} tiles are needed, {given} are given"
            ));
        }
        let taken = self.taken.as_deref().map(|taken| read_taken(taken, &rack));
        Ok(judge(&rack, taken.transpose()?))
    }
}

fn read_taken(taken: &str, rack: &Rack) -> Result<Tile, String> {
    let taken: Tile = taken.trim().parse().map_err(|e| format!("taken: {e}"))?;
    if !rack.tiles.contains(&taken) {
        return Err(format!("{taken} was taken, but is not among the tiles"));
    }
    Ok(taken)
}

/// Before it opens a seat has 22 tiles on its turn, of which one must stay (101 rules 5.3); of fewer all may be laid,
/// for more will be drawn.
fn judge(rack: &Rack, taken: Option<Tile>) -> Answer {
    let okey = rack.indicator.okey();
    let (best, discards) = if rack.tiles.len() == *SIZES.end() {
        leaving_one(rack, taken)
    } else {
        let best = best_laying(&rack.tiles, okey, Goal::Points, taken, Left::Any);
        (best.unwrap_or_default(), Vec::new())
    };
    let doubles = doubles(&rack.tiles, okey, taken);
    Answer {
        points: best.points,
        melds: best.melds.into_iter().map(|meld| meld.tiles).collect(),
        pairs: doubles.len(),
        doubles,
        discards,
    }
}

/// The best opening beside the best discard, and all discards.
fn leaving_one(rack: &Rack, taken: Option<Tile>) -> (Laying, Vec<Discarded>) {
    let okey = rack.indicator.okey();
    let mut openings = best_openings(&rack.tiles, okey, taken)
        .into_iter()
        .peekable();
    let mut opening = |tile| openings.next_if(|(discard, _)| *discard == tile);
    let mut distinct = rack.tiles.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let mut found: Vec<(Laying, Discarded)> = distinct
        .into_iter()
        .map(|tile| {
            // Without this discard the taken tile may be in no meld.
            let best = opening(tile).map(|(_, best)| best).unwrap_or_default();
            let points = best.points;
            let pairs = doubles(&rest(&rack.tiles, tile), okey, taken).len();
            (
                best,
                Discarded {
                    tile,
                    points,
                    pairs,
                },
            )
        })
        .collect();
    // As the rules compare openings. Stable: equal ones stay in canonical order, a joker behind them.
    found.sort_by_key(|(best, discard)| {
        let opening = (
            Reverse(best.points),
            best.jokers(okey),
            Reverse(best.tiles()),
        );
        (opening, discard.tile.is_joker(okey), Reverse(discard.pairs))
    });
    let (mut openings, discards): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    (openings.swap_remove(0), discards)
}

fn doubles(tiles: &[Tile], okey: Face, taken: Option<Tile>) -> Vec<[Tile; 2]> {
    most_doubles(tiles, okey, taken, Left::Any).unwrap_or_default()
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Options::default();
        let enough = |has: u32, needed: u32| match needed.saturating_sub(has) {
            0 => "enough to open".to_owned(),
            short => format!("{short} short of {needed}"),
        };
        let points = enough(self.points, usual.open_min);
        write!(f, "{} points, {points}", self.points)?;
        if !self.melds.is_empty() {
            write!(f, "\nmelds: {}", row(&self.melds))?;
        }
        let pairs = enough(self.doubles.len() as u32, usual.pairs_min);
        write!(f, "\n{}, {pairs}", in_words(self.pairs))?;
        if !self.doubles.is_empty() {
            write!(f, "\ndoubles: {}", row(&self.doubles))?;
        }
        for discard in &self.discards {
            let Discarded {
                tile,
                points,
                pairs,
            } = discard;
            write!(f, "\ndiscard {tile}: {points} points, {}", in_words(*pairs))?;
        }
        Ok(())
    }
}

fn in_words(pairs: usize) -> String {
    match pairs {
        1 => "1 double".to_owned(),
        pairs => format!("{pairs} doubles"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{Question as _, json};
    use super::*;
    use crate::rules::Dice;
    use crate::rules::okey101::opening::{Attempt, Needed, judge};
    use crate::rules::okey101::{Composed, OpenKind};

    /// The tiles of B01.
    const B01: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4";

    fn ask(tiles: &str, taken: &str) -> Result<Answer, String> {
        let question = Question {
            indicator: "R4".to_owned(),
            tiles: tiles.to_owned(),
            taken: (taken != "none").then(|| taken.to_owned()),
        };
        question.answer()
    }

    /// What the rules say of the melds, their kinds left to the tiles (101 rules 6.5), and of the doubles.
    fn is_judged_so(answer: &Answer, rack: &[Tile], okey: Face, taken: Option<Tile>) {
        // Fewer than 22 become more before anything is laid.
        let drawn = Tile::Numbered(okey);
        let more = 22 - rack.len();
        let rack = [rack, &vec![drawn; more]].concat();
        let needed = Needed {
            points: 0,
            pairs: 0,
        };
        let attempt = Attempt {
            rack: &rack,
            taken,
            okey,
            needed,
            elden_may_be_low: false,
        };
        let worth = |melds: &[Vec<Tile>]| {
            let melds: Vec<Composed> = melds.iter().cloned().map(Composed::of).collect();
            judge(&attempt, &melds).map(|(opening, _)| (opening.kind, opening.worth))
        };
        if answer.points > 0 {
            assert_eq!(
                worth(&answer.melds),
                Ok((OpenKind::Series, answer.points)),
                "{rack:?}"
            );
        }
        assert_eq!(answer.points > 0, !answer.melds.is_empty());
        let doubles: Vec<Vec<Tile>> = answer.doubles.iter().map(|two| two.to_vec()).collect();
        if (1..11).contains(&doubles.len()) {
            let expected = (OpenKind::Doubles, answer.pairs as u32);
            assert_eq!(worth(&doubles), Ok(expected), "{rack:?}");
        }
    }

    fn read(tiles: &str) -> Vec<Tile> {
        Tile::read_all(tiles).expect("tiles")
    }

    /// 101 rules 14.2: what the rules accept is not worth more than the answer, and the rules accept the answer.
    #[test]
    fn no_opening_of_the_rules_is_worth_more() {
        let rows = include_str!("../../../tests/data/okey101/openings.txt");
        let mut accepted = 0;
        for row in rows.lines().filter(|row| !row.starts_with('#')) {
            let parts: Vec<&str> = row.split('|').map(str::trim).collect();
            let [_, _, laid, rest, taken, expected, _] = parts[..] else {
                panic!("{row}");
            };
            let tiles = format!("{laid} {rest}")
                .replace('/', "")
                .replace("none", "");
            let answer = ask(&tiles, taken).unwrap_or_else(|error| panic!("{row}: {error}"));
            let rack = Rack::read("R4", &tiles).expect("a rack of the rules");
            let taken = taken.parse().ok();
            is_judged_so(&answer, &rack.tiles, rack.indicator.okey(), taken);
            let (kind, worth) = expected.split_once(", ").unwrap_or(("refused", "0"));
            let worth: u32 = worth.parse().expect("points or doubles");
            let best = match kind {
                "pairs" => answer.pairs as u32,
                _ => answer.points,
            };
            assert!(best >= worth, "{best}, {row}");
            accepted += usize::from(worth > 0);
        }
        assert_eq!(accepted, 9);
    }

    #[test]
    fn racks_and_what_they_are_worth() {
        // B16.
        let all_melds =
            "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G3 R1 R2 R3 Y10 Y11 Y12 K7 G7 R7";
        let all_doubles = "R1 R1 R2 R2 R3 R3 Y1 Y1 Y2 Y2 Y3 Y3 G1 G1 G2 G2 G3 G3 K9 K9 K11 K11";
        for (tiles, taken, points, pairs) in [
            (B01, "none", 110, 0),
            (&B01[..B01.len() - 3], "none", 110, 0),
            // Nothing to lay.
            ("R1", "none", 0, 0),
            ("R1 R3 G7", "none", 0, 0),
            // 12-13-1 is no run.
            ("R12 R13 R1", "none", 0, 0),
            // Of fewer than 22 all may be laid.
            ("R11 R12 R13", "none", 36, 0),
            ("R4 F R6", "none", 15, 0),
            // All in melds: of 21 all may be laid, of 22 the cheapest stays.
            (all_melds, "none", 162, 0),
            (&all_melds.replace("Y5 ", ""), "none", 162, 0),
            // A joker counts as what it stands for, and doubles anything.
            ("K12 K13 R5", "none", 36, 1),
            ("K9 R5 R5", "none", 30, 1),
            ("F F R5 R5 Y3", "none", 18, 2),
            (all_doubles, "none", 36, 11),
            // What was taken is used, or nothing is laid.
            ("R11 R12 R13 Y1 Y1", "Y1", 0, 1),
            ("R11 R12 R13 Y13 G13", "Y13", 39, 0),
        ] {
            let answer = ask(tiles, taken).unwrap_or_else(|error| panic!("{tiles}: {error}"));
            assert_eq!(
                (answer.points, answer.pairs),
                (points, pairs),
                "{tiles}, {answer}"
            );
            is_judged_so(
                &answer,
                &read(tiles),
                read("R5")[0].face().expect("R5"),
                taken.parse().ok(),
            );
        }
    }

    #[test]
    fn the_answer_has_the_names_that_scripts_rely_on() {
        let told = |tiles, taken| json(&ask(tiles, taken).expect("a rack"));
        assert_eq!(
            told("R1 Y9 Y9", "none"),
            r#"{"points":0,"melds":[],"pairs":1}"#
        );
        assert_eq!(
            told("K9 R5 F R6 R7", "none"),
            r#"{"points":26,"melds":[["F","R6","R7","R5"]],"pairs":1}"#
        );
        let of_22 = r#"{"points":110,"melds":[["Y5","Y6","Y7","Y8"],["K11","K12","K13"],["R1","Y1","G1"],["Y2","G2","K2"],["R13","Y13","G13"]],"pairs":0,"discards":[{"tile":"R3","points":110,"pairs":0},"#;
        assert!(told(B01, "none").starts_with(of_22));
        let words = ask("K9 R5 F R6 R7", "none").expect("a rack").to_string();
        let lines =
            "26 points, 75 short of 101\nmelds: F R6 R7 R5\n1 double, 4 short of 5\ndoubles: K9 R5";
        assert_eq!(words, lines);
    }

    #[test]
    fn what_is_no_rack_is_refused() {
        for (tiles, taken, says) in [
            (
                &*format!("{B01} K7"),
                "none",
                "1 to 22 tiles are needed, 23 are given",
            ),
            ("", "none", "1 to 22 tiles are needed, 0 are given"),
            ("R1 R2 R14", "none", "\"R14\" is no tile"),
            ("R1 R1 R1", "none", "R1 comes three times"),
            ("F F F", "none", "F comes three times"),
            ("R4 R4", "none", "is the indicator too"),
            ("R1 R2 R3", "R5", "R5 was taken"),
            ("R1 R2 R3", "R", "taken: \"R\" is no tile"),
        ] {
            let error = ask(tiles, taken).expect_err(tiles);
            assert!(error.contains(says), "{tiles}: {error}");
        }
    }

    /// Racks of any sort: the rules accept what is answered, and no discard leaves more than the best.
    #[test]
    fn what_is_answered_can_be_laid() {
        let mut dice = Dice::from_seed(20_261_121);
        let mut opened = 0;
        for turn in 0..600 {
            let (rack, taken) = any_rack(&mut dice, turn);
            let okey = rack.indicator.okey();
            let answer = super::judge(&rack, taken);
            is_judged_so(&answer, &rack.tiles, okey, taken);
            opened += usize::from(answer.points >= 101);
            let different: HashSet<Tile> = rack.tiles.iter().copied().collect();
            let Some(best) = answer.discards.first() else {
                assert!(rack.tiles.len() < 22);
                continue;
            };
            assert_eq!(
                (different.len(), best.points),
                (answer.discards.len(), answer.points)
            );
            let left = best_laying(&rack.tiles, okey, Goal::Points, taken, Left::One);
            assert_eq!(
                left.map_or(0, |left| left.points),
                answer.points,
                "{:?}",
                rack.tiles
            );
            let laid: Vec<Tile> = answer.melds.concat();
            let mut rest = rest(&rack.tiles, best.tile);
            assert!(
                laid.into_iter()
                    .all(|tile| crate::rules::meld::remove(&mut rest, tile))
            );
        }
        assert!(opened > 50, "{opened}");
    }

    /// 20 to 22 tiles, none to two of them jokers; one in three of few colours, so that much can be laid.
    fn any_rack(dice: &mut Dice, turn: usize) -> (Rack, Option<Tile>) {
        let indicator = Face::all().nth(dice.below(52) as usize).expect("one of 52");
        let joker = Tile::Numbered(indicator.okey());
        let mut deck = rest(&Tile::deck(), Tile::Numbered(indicator));
        dice.shuffle(&mut deck);
        if turn % 9 < 3 {
            deck.sort_by_key(|tile| tile.face().is_some_and(|face| face.colour().index() > 1));
        }
        deck.retain(|tile| *tile != joker);
        deck.splice(..0, vec![joker; turn % 3]);
        deck.truncate(20 + turn / 3 % 3);
        let taken = deck[dice.below(20) as usize];
        let rack = Rack {
            tiles: deck,
            indicator,
        };
        (rack, turn.is_multiple_of(2).then_some(taken))
    }
}
