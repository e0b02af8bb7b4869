//! The presses that only one game has, as the code that reads their ids lists them.

use std::collections::BTreeSet;

const OKEY: &str = include_str!("../../src/discord/pages/okey/press.rs");
const OKEY101: &str = include_str!("../../src/discord/pages/okey101/press.rs");
const MELDS: &str = include_str!("../../src/discord/pages/okey101/melds.rs");
const KALUKI: &str = include_str!("../../src/discord/pages/kaluki/press.rs");
const MERI: &str = include_str!("../../src/discord/pages/meri/press.rs");

/// How an arm of a match on two texts begins.
const OF_TWO: &str = "            (\"";

/// The kinds of presses of this game.
pub fn own_presses(game: &str) -> BTreeSet<String> {
    let own = match game {
        "okey" => arms(OKEY, "match (verb, argument)", OF_TWO),
        "okey101" => {
            let mut own = arms(OKEY101, "match (verb, argument)", OF_TWO);
            own.remove("meld");
            own.extend(arms_below("meld", MELDS, "match (verb, rest)", OF_TWO));
            own
        }
        "kaluki" => {
            let mut own = arms(KALUKI, "match (verb, argument)", OF_TWO);
            own.extend(arms(KALUKI, "fn page(", "        (\""));
            own
        }
        "meri" => arms(MERI, "match text.split_once(':')", OF_TWO),
        other => panic!("where are the ids of the presses of {other} read?"),
    };
    assert!(
        own.len() > 5,
        "the presses of {game} were not found: {own:?}"
    );
    own
}

/// What stands in quotes at the beginning of the arms of a match.
pub fn arms(source: &str, begin: &str, arm: &str) -> BTreeSet<String> {
    let lines = block(source, begin)
        .lines()
        .filter_map(|line| line.strip_prefix(arm));
    lines
        .filter_map(|line| line.split_once('"'))
        .map(|(word, _)| word.to_owned())
        .collect()
}

/// The same for the argument of a verb, behind that verb and a point.
pub fn arms_below(verb: &str, source: &str, begin: &str, arm: &str) -> BTreeSet<String> {
    let words = arms(source, begin, arm).into_iter();
    words.map(|word| format!("{verb}.{word}")).collect()
}

/// A function or a match, from here to where its block ends.
pub fn block<'a>(source: &'a str, begin: &str) -> &'a str {
    let at = source
        .find(begin)
        .unwrap_or_else(|| panic!("{begin} is gone"));
    let line_begin = source[..at].rfind('\n').map_or(0, |place| place + 1);
    let indent = source[line_begin..].len() - source[line_begin..].trim_start().len();
    let end = format!("\n{}}}", " ".repeat(indent));
    source[at..].split(&end).next().unwrap_or_default()
}
