//! Okey 101 in messages: its panel with its pages, its board, its moves in words.

mod arranged;
mod board;
mod compose;
mod course;
mod ended;
mod hint;
mod hint_sentences;
mod lessons;
mod melds;
mod move_sentences;
mod moves;
mod options;
mod pages;
mod panel;
mod press;
mod pressed;
mod refusal;
mod sentences;
mod spoken;
#[cfg(test)]
mod tests;
mod typed;

use crate::computers::okey101::Reason;
use crate::discord::pages::kit::board::Told;
use crate::discord::pages::kit::ended::Ended;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::learn::Course;
use crate::discord::pages::kit::lesson::Lessons;
use crate::discord::pages::kit::offer::Offer;
use crate::discord::pages::kit::rack::{Begins, Shelf};
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::drawing::packs::Usual;
use crate::drawing::packs::cards::Inks;
use crate::rules::okey101::{Action, Refusal, View};

/// The face of Okey 101.
pub(crate) struct Okey101Face;

impl Face for Okey101Face {
    type View = View;
    type Action = Action;
    type Refusal = Refusal;
    type Reason = Reason;
    type Press = press::Press;

    const EXAMPLES: &'static str = typed::EXAMPLES;

    const COURSE: Option<&'static Course> = Some(&course::COURSE);

    const OFFER: &'static Offer = &options::OFFER;

    const BEGINS: Begins = Begins::WithDraw;

    fn usual() -> Usual {
        crate::drawing::okey101::usual()
    }

    fn letters(words: Words) -> Option<String> {
        Some(words.tile_letters())
    }

    fn panel(reader: Reader<'_>, view: &View, asks: Option<Slot>) -> Body {
        panel::panel(reader, view, asks)
    }

    fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
        board::board(reader, view, told)
    }

    fn melds(words: Words, view: &View) -> Vec<(String, String)> {
        let lines = board::meld_lines(words, view);
        spoken::melds(words, view).into_iter().zip(lines).collect()
    }

    fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
        ended::ended(reader, view)
    }

    fn told(view: &View) -> Told {
        Told {
            round: view.round,
            moves: view.history.len(),
        }
    }

    fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
        panel::shelf(reader, view)
    }

    fn pressed(reader: Reader<'_>, view: &View, press: press::Press) -> Pressed<Action> {
        pressed::pressed(reader, view, press)
    }

    fn typed(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
        typed::read(text, listed, view)
    }

    fn unclear(words: Words, text: &str, _: &[Action]) -> Option<String> {
        typed::lacks_tile(text).then(|| words.which_tile("discard R5"))
    }

    fn move_words(words: Words, action: &Action, view: &View) -> String {
        moves::words(words, action, view)
    }

    fn move_text(action: &Action) -> String {
        moves::text(action)
    }

    fn other_words(words: Words, action: &Action, view: &View) -> Vec<String> {
        moves::other_words(words, action, view)
    }

    fn whole_text(action: &Action) -> String {
        moves::whole_text(action)
    }

    fn asks_first(reader: Reader<'_>, view: &View, action: &Action) -> Option<Slot> {
        pressed::asks_first(reader, view, action)
    }

    fn surely(action: Action) -> Action {
        match action {
            Action::Discard { tile, .. } => Action::Discard {
                tile,
                confirm: true,
            },
            other => other,
        }
    }

    fn refusal(words: Words, refusal: &Refusal, view: Option<&View>) -> String {
        let seen = view.and_then(|view| refusal::as_seen(words, refusal, view));
        seen.unwrap_or_else(|| refusal::sentence(words, refusal, view.and_then(View::okey)))
    }

    fn reason(words: Words, view: &View, action: &Action, reason: &Reason) -> String {
        hint::reason(words, view, action, reason)
    }

    fn rules(words: Words) -> String {
        words.rules_okey101()
    }

    fn lessons(words: Words, _: Inks) -> Lessons {
        lessons::lessons(words)
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        [
            &sentences::OKEY101_SENTENCES,
            &move_sentences::MOVE101_SENTENCES,
            &hint_sentences::HINT101_SENTENCES,
        ]
        .into_iter()
        .flat_map(|list| list.iter())
        .collect()
    }
}
