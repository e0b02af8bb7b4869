//! The melds on a table as text: whoever sees no picture reads those for which it has no room in words.

use super::games;
use crate::discord::speech::words::Words;
use crate::tables::Look;

/// Lines with the melds for which this picture in words has no room, as many of the last ones as the text has room for.
pub(crate) fn without_room(words: Words, look: &Look, alt: &str, room: usize) -> String {
    let melds = look.view.as_ref();
    let melds = melds.map_or_else(Vec::new, |view| games::melds(words, view));
    let left = melds
        .into_iter()
        .filter(|(spoken, _)| !alt.contains(spoken));
    let left: Vec<String> = left.map(|(_, line)| format!("{line}\n")).collect();
    // The sheet of a round that is over tells of none.
    if !alt.ends_with(&words.alt_more_melds(left.len())) {
        return String::new();
    }
    let mut letters = 0;
    let told = left.iter().rev().take_while(|line| {
        letters += line.chars().count();
        letters <= room
    });
    left[left.len() - told.count()..].concat()
}
