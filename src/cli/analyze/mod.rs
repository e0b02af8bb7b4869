//! `istaka analyze`: what the exact solvers say of a rack.
//!
//! A file for each game says what is asked and what is answered; here is what they share: one question or a batch of
//! them, words or JSON.

mod kaluki;
mod meri;
mod okey;
mod okey101;
mod tiles;

use std::fmt;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{CliFailure, told};

/// The flags of `istaka analyze`.
#[derive(Args, Clone, Debug)]
pub(super) struct AnalyzeArgs {
    #[command(subcommand)]
    game: Analyzed,
}

#[derive(Subcommand, Clone, Debug)]
enum Analyzed {
    /// A rack of Okey: how far it is from a win, and what each discard leaves
    Okey(Asked<okey::Question>),
    /// A rack of Okey 101: the opening worth most, the most doubles, and of 22 tiles what each discard leaves
    Okey101(Asked<okey101::Question>),
    /// A hand of Kaluki: the melds worth most, whether they open, and what the hand costs
    Kaluki(Asked<kaluki::Question>),
    /// A trick of Hachinin-meri: who takes it, and the yaku in it
    Meri(Asked<meri::Question>),
}

/// One question, or a file of them.
#[derive(Args, Clone, Debug)]
struct Asked<Q: Question> {
    #[command(flatten)]
    question: Option<Q>,
    /// Answer each line of a file, in order: JSON with these names, as {"indicator":…,"tiles":…}
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What can be asked of a game: by flags, or as a line of a batch.
trait Question: Args + DeserializeOwned {
    /// In words, or as JSON.
    type Answer: fmt::Display + Serialize;

    /// The answer, or what is wrong with the question.
    fn answer(&self) -> Result<Self::Answer, String>;
}

/// Prints the answer, or all of a batch.
pub(super) fn analyze(args: AnalyzeArgs) -> Result<(), CliFailure> {
    match args.game {
        Analyzed::Okey(asked) => tell(&asked),
        Analyzed::Okey101(asked) => tell(&asked),
        Analyzed::Kaluki(asked) => tell(&asked),
        Analyzed::Meri(asked) => tell(&asked),
    }
}

fn tell<Q: Question>(asked: &Asked<Q>) -> Result<(), CliFailure> {
    if let Some(file) = &asked.batch {
        return batch::<Q>(file);
    }
    let question = asked.question.as_ref();
    let question = question.ok_or_else(|| CliFailure::bad("give a rack, or --batch FILE"))?;
    let answer = question.answer().map_err(CliFailure::bad)?;
    if asked.json {
        told::tell(json(&answer))
    } else {
        told::tell(answer)
    }
}

fn batch<Q: Question>(file: &Path) -> Result<(), CliFailure> {
    let lines = std::fs::read(file)
        .map_err(|error| CliFailure::bad(format!("{}: {error}", file.display())))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let written = answer_all::<Q>(&lines, &mut out).and_then(|bad| out.flush().map(|()| bad));
    match written {
        Ok(0) => Ok(()),
        Ok(bad) => Err(CliFailure::bad(format!("{bad} bad lines in the batch"))),
        Err(error) => told::as_told(Err(error)),
    }
}

/// An answer for each line, in order; how many of them could not be answered.
fn answer_all<Q: Question>(lines: &[u8], out: &mut impl Write) -> std::io::Result<usize> {
    let mut bad = 0;
    // Bytes: a line that is no text spoils no other.
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        let answer = serde_json::from_slice::<Q>(line.trim_ascii())
            .map_err(|error| error.to_string())
            .and_then(|question| question.answer());
        match answer {
            Ok(answer) => writeln!(out, "{}", json(&answer))?,
            Err(error) => {
                bad += 1;
                writeln!(out, "{}", serde_json::json!({ "error": error }))?;
            }
        }
    }
    Ok(bad)
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("texts and numbers become JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line on its own, whatever stands beside it.
    fn answers<Q: Question>(lines: &[u8]) -> (usize, Vec<String>) {
        let mut out = Vec::new();
        let bad = answer_all::<Q>(lines, &mut out).expect("memory takes it");
        let out = String::from_utf8(out).expect("answers are text");
        (bad, out.lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_batch_is_answered_line_by_line() {
        let lines = [
            br#"{"indicator":"R4","tiles":"R11 R12 R13"}"#.as_slice(),
            b"",
            br#"{"indicator":"R4","tiles":"R4 R4"}"#,
            b"\xff\xfe",
            br#"{"indicator":"R4","tiles":"Y1 Y1 R9","taken":"Y1","id":7}"#,
            br#"{"tiles":"Y1"}"#,
            br#"{"indicator":"F","tiles":"Y1"}"#,
            b"{\"indicator\":\"r4\",\"tiles\":\" y1  y2 y3 \"}\r",
        ];
        let (bad, answers) = answers::<okey101::Question>(&lines.join(&b'\n'));
        assert_eq!((bad, answers.len()), (5, lines.len()));
        let good = [0, 4, 7].map(|place| answers[place].as_str());
        let expected = [
            r#"{"points":36,"melds":[["R11","R12","R13"]],"pairs":0}"#,
            r#"{"points":0,"melds":[],"pairs":1}"#,
            r#"{"points":6,"melds":[["Y1","Y2","Y3"]],"pairs":0}"#,
        ];
        assert_eq!(good, expected);
        for bad in [1, 2, 3, 5, 6] {
            assert!(
                answers[bad].starts_with(r#"{"error":""#),
                "{}",
                answers[bad]
            );
        }
    }

    #[test]
    fn each_game_answers_in_its_own_words() {
        let line = br#"{"indicator":"R4","tiles":"R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5"}"#;
        let (_, okey) = answers::<okey::Question>(line);
        assert!(
            okey[0].starts_with(r#"{"wins":true,"kind":"ordinary""#),
            "{okey:?}"
        );
        let (_, okey101) = answers::<okey101::Question>(line);
        assert!(
            okey101[0].starts_with(r#"{"points":83,"melds":"#),
            "{okey101:?}"
        );
        let (bad, kaluki) =
            answers::<kaluki::Question>(b"{\"cards\":\"h7 d7 Jk\"}\n{\"tiles\":\"R1\"}\n");
        assert_eq!(
            (bad, kaluki[0].as_str()),
            (
                1,
                r#"{"points":21,"opens":false,"melds":[["h7","d7","Jk"]],"penalty":29}"#
            )
        );
        let (bad, meri) = answers::<meri::Question>(
            b"{\"trump\":\"K\",\"trick\":\"O-4 K-Rei K-Robai O-1 O-2 O-3 G-1 G-2\",\"number\":3,\"hidden\":true}\n\
              {\"trump\":\"K\",\"trick\":\"O-4\"}\n",
        );
        assert_eq!(
            (bad, meri[0].as_str()),
            (
                1,
                r#"{"winner":2,"card":"K-Robai","yaku":"Robai>Rei","value":5,"to":"leader"}"#
            )
        );
        assert_eq!(answers::<okey101::Question>(b"").1, [""; 0]);
    }
}
