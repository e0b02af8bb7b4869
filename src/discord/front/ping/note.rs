//! What a call says, and what can be pressed on it.

use super::Kind;
use crate::discord::pages::games;
use crate::discord::pages::press::{Press, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::button;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Note};
use crate::rules::Waiting;
use crate::tables::{Look, PersonId, Revision};

/// The call of these people; `look` is a watcher's.
pub(super) fn note(look: &Look, kind: Kind, named: &[PersonId], pings: Vec<PersonId>) -> Note {
    let words = Words::of(&look.language);
    let names: Vec<String> = named.iter().map(|person| format!("<@{person}>")).collect();
    let (names, deadline) = (names.join(" "), look.deadline_text());
    let is_unseen = look.waiting.is_some_and(Waiting::is_unseen);
    let own = games::called(words, look, kind.word(), (&names, &deadline));
    let text = own.unwrap_or_else(|| match kind {
        Kind::Nudge if is_unseen => words.ping_asked(&names, &deadline),
        Kind::Nudge => words.ping_turn(&names, &deadline),
        Kind::Warning => words.ping_warning(&names, &deadline),
    });
    let mut row = moves(look);
    row.push(button(look, Verb::Rack, words.button_rack()).emoji("👀"));
    Note {
        rows: vec![row],
        pings,
        ..Note::public(text)
    }
}

/// What the board lets whoever has the turn do. Where several are asked none of it is theirs alone.
fn moves(look: &Look) -> Vec<Button> {
    let is_turn = |waiting: Waiting| waiting.seats.len() == 1 && !waiting.is_unseen();
    let board = look.waiting.filter(|waiting| is_turn(*waiting));
    let board = board.and_then(|_| games::board(Reader::public(look), None));
    let buttons = board.into_iter().flat_map(|board| board.rows).flatten();
    buttons
        .filter(|button| button.enabled && is_move(button))
        .collect()
}

/// Moves alone know the state that they are drawn from; a page such as the order of the trumps does not.
fn is_move(button: &Button) -> bool {
    let press: Result<Press, _> = button.id.parse();
    press.is_ok_and(|press| {
        matches!(press.verb, Verb::Own(_)) && press.revision != Revision::default()
    })
}
