//! The score sheet of a match of Hachinin-meri: what every round of every kiri came to (Hachinin-meri rules 11).

use super::board::{board, signed, team_line, team_name, team_sign};
use super::result::{match_lines, result_lines};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::score::kiri_of;
use crate::rules::meri::{Progress, Team, View};

/// With more letters than these the teams go, which the picture shows: a message also says what the game counted for.
const MOST_LETTERS: usize = 1_500;

/// The sheet; `None` before the match is over, and where it was a single round.
pub(super) fn body(reader: Reader<'_>, view: &View) -> Option<Body> {
    let words = reader.words;
    let standing = view.standing.as_ref()?;
    if view.options.match_length == MatchLength::Hitomaki {
        return None;
    }
    let mut lines = match_lines(reader, view, standing);
    lines.extend(kiri_lines(words, view));
    lines.extend(result_lines(words, view));
    let letters: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
    if letters <= MOST_LETTERS {
        lines.extend(Team::ALL.map(|team| team_line(reader, view, team)));
    }
    Some(Body {
        text: lines.join("\n"),
        rows: Vec::new(),
        ..board(reader, view, None)
    })
}

/// Every kiri of the match: who has won it, by how much, and its rounds.
fn kiri_lines(words: Words, view: &View) -> Vec<String> {
    let length = view.options.match_length;
    let mut begins = 0;
    let line = |rounds: &[i32]| {
        let before = Progress::of(length, &view.sheet[..begins]);
        begins += rounds.len();
        kiri_line(words, length, &before, rounds)
    };
    let kiri = kiri_of(length, &view.sheet).into_iter();
    kiri.filter_map(line).collect()
}

/// A kiri that was won, after what was played before it.
fn kiri_line(
    words: Words,
    length: MatchLength,
    before: &Progress,
    rounds: &[i32],
) -> Option<String> {
    let sum: i32 = rounds.iter().sum();
    let winner = team_name(words, Team::favoured(sum)?);
    let number = 1 + before.kiri_won.a + before.kiri_won.b;
    let shobu = 1 + before.shobu_won.a + before.shobu_won.b;
    let each: Vec<String> = rounds.iter().map(|diff| round(*diff)).collect();
    Some(words.meri_sheet_kiri(
        &length.to_string(),
        shobu,
        number,
        &winner,
        sum.unsigned_abs(),
        &each.join(" "),
    ))
}

/// A round by the sign of the team that was ahead.
fn round(diff: i32) -> String {
    let sign = Team::favoured(diff).map_or("", team_sign);
    format!("{sign}{}", signed(diff.abs()))
}
