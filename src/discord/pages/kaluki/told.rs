//! What has happened in a deal of Kaluki, as a board tells it.

use super::melds::meld_text;
use super::moves::{composed_words, number};
use crate::discord::pages::kit::board::{Told, history};
use crate::discord::pages::kit::since::{lately_own, since_own};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::sign;
use crate::discord::speech::cards::{card, cards, placed_all};
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::kaluki::score::DealResult;
use crate::rules::kaluki::view::Moved;
use crate::rules::kaluki::{Placement, Recovered, View};

/// How many moves a board tells.
const LAST_MOVES: usize = 5;
/// More deals than ever are void in a row.
const MOST_VOIDS: u32 = 1_000;

/// Up to which move a board of this view tells. A void deal is dealt again under its number.
pub(super) fn told(view: &View) -> Told {
    Told {
        round: round(view),
        moves: view.history.len(),
    }
}

/// A number for each deal, those that were void before it counted; one that has just become void counts itself already.
fn round(view: &View) -> u32 {
    let is_void = |result: &DealResult| !result.ending.counts();
    let itself = u32::from(view.result.as_ref().is_some_and(is_void));
    let before = view.voids.saturating_sub(itself).min(MOST_VOIDS - 1);
    view.deal.wrapping_mul(MOST_VOIDS).wrapping_add(before)
}

/// What happened lately.
pub(super) fn history_line(words: Words, view: &View, told: Option<Told>) -> Option<String> {
    let tell = |moved: &Moved| moved_words(words, view, moved);
    history(words, (round(view), &view.history), told, LAST_MOVES, tell)
}

/// What the others did since the viewer's last turn.
pub(super) fn since_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let tell = |moved: &Moved| moved_words(reader.words, view, moved);
    since_own(reader, &view.history, seat_of, tell)
}

/// What was done in the viewer's seat while they were away.
pub(super) fn lately(reader: Reader<'_>, view: &View) -> Option<String> {
    let tell = |moved: &Moved| moved_words(reader.words, view, moved);
    lately_own(reader, &view.history, seat_of, tell)
}

/// Whose move it was; nobody turned the discards over.
fn seat_of(moved: &Moved) -> Option<Seat> {
    match moved {
        Moved::Drew { seat, .. }
        | Moved::Took { seat, .. }
        | Moved::Returned { seat, .. }
        | Moved::Opened { seat, .. }
        | Moved::Laid { seat, .. }
        | Moved::Built { seat, .. }
        | Moved::Exchanged { seat, .. }
        | Moved::Discarded { seat, .. }
        | Moved::Announced { seat, .. }
        | Moved::BoughtIn { seat, .. }
        | Moved::Left { seat } => Some(*seat),
        Moved::Reshuffled { .. } => None,
    }
}

/// A move; `None` for what stands in lines of its own after a deal.
fn moved_words(words: Words, view: &View, moved: &Moved) -> Option<String> {
    Some(match moved {
        Moved::Drew { seat, card: None } => words.moved_drew(sign(*seat)),
        Moved::Drew {
            seat,
            card: Some(drawn),
        } => words.moved_drew_tile(sign(*seat), &card(words, *drawn)),
        Moved::Reshuffled { cards } => words.kaluki_moved_reshuffled(cards.len()),
        Moved::Took { seat, card: taken } => {
            words.kaluki_moved_took(sign(*seat), &card(words, *taken))
        }
        Moved::Returned { seat, card: taken } => {
            words.kaluki_moved_returned(sign(*seat), &card(words, *taken))
        }
        Moved::Opened {
            seat,
            melds,
            points,
        } => {
            let melds: Vec<String> = melds.iter().map(|meld| meld_text(words, meld)).collect();
            words.kaluki_moved_opened(sign(*seat), *points, &melds.join(" | "))
        }
        Moved::Laid { seat, meld } => words.kaluki_moved_laid(sign(*seat), &meld_text(words, meld)),
        Moved::Built {
            seat, meld, cards, ..
        } => words.kaluki_moved_built(sign(*seat), &placed_all(words, cards), number(*meld)),
        Moved::Exchanged {
            seat,
            recovered,
            placements,
        } => {
            let (frees, goes) = (frees(words, recovered), goes(words, view, placements));
            words.kaluki_moved_exchanged(sign(*seat), &frees, &goes)
        }
        Moved::Discarded { seat, card: thrown } => {
            words.moved_discarded(sign(*seat), &card(words, *thrown))
        }
        Moved::Announced { seat, held } => words.kaluki_moved_announced(sign(*seat), *held),
        Moved::BoughtIn { .. } | Moved::Left { .. } => return None,
    })
}

fn frees(words: Words, recovered: &[Recovered]) -> String {
    let free = |one: &Recovered| {
        let given = cards(words, &one.cards);
        words.kaluki_moved_freed(&given, number(one.meld))
    };
    let all: Vec<String> = recovered.iter().map(free).collect();
    all.join(", ")
}

fn goes(words: Words, view: &View, placements: &[Placement]) -> String {
    let go = |placement: &Placement| match placement {
        Placement::Lay(composed) => words.kaluki_went_lay(&composed_words(words, view, composed)),
        Placement::Build(build) => {
            words.kaluki_went_build(&placed_all(words, &build.cards), number(build.meld))
        }
    };
    let all: Vec<String> = placements.iter().map(go).collect();
    all.join(", ")
}
