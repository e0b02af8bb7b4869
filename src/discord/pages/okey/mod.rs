//! Okey in messages: its panel, its board, its moves in words.

mod arranged;
mod board;
mod course;
mod ended;
mod hint;
mod hint_sentences;
mod lessons;
mod move_sentences;
mod moves;
mod options;
mod panel;
mod press;
mod pressed;
mod refusal;
mod sentences;
mod sheet;
#[cfg(test)]
mod tests;
mod typed;

use crate::computers::okey::Reason;
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
use crate::rules::okey::options::StockPick;
use crate::rules::okey::{Action, Refusal, View};

/// The face of Okey.
pub(crate) struct OkeyFace;

impl Face for OkeyFace {
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
        crate::drawing::okey::usual()
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

    fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
        ended::ended(reader, view)
    }

    fn sheet(reader: Reader<'_>, view: &View) -> Option<Body> {
        sheet::body(reader, view)
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

    fn typed(text: &str, _: &[Action], view: Option<&View>) -> Option<Action> {
        typed::read(text, view.and_then(View::okey))
    }

    fn unclear(words: Words, text: &str, listed: &[Action]) -> Option<String> {
        let is_counted = listed.iter().any(|one| matches!(one, Action::DrawAt(_)));
        if is_counted && typed::draws_none(text) {
            return Some(words.okey_counted_from_one());
        }
        typed::without_tile(text).map(|example| words.which_tile(example))
    }

    fn examples(_: &[Action], view: Option<&View>) -> String {
        let draws_any = view.is_some_and(|view| view.options.stock_pick == StockPick::Any);
        let examples = if draws_any {
            typed::EXAMPLES_OF_ANY
        } else {
            typed::EXAMPLES
        };
        examples.to_owned()
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

    fn asks_first(reader: Reader<'_>, view: &View, action: &Action) -> Option<Slot> {
        pressed::asks_first(reader, view, action)
    }

    /// A discard has nothing to confirm: it is made by whoever says it twice.
    fn surely(action: Action) -> Action {
        action
    }

    fn refusal(words: Words, refusal: &Refusal, view: Option<&View>) -> String {
        let seen = view.and_then(|view| refusal::as_seen(words, refusal, view));
        seen.unwrap_or_else(|| refusal::sentence(words, refusal, view.and_then(View::okey)))
    }

    fn reason(words: Words, view: &View, action: &Action, reason: &Reason) -> String {
        hint::reason(words, view, action, reason)
    }

    fn rules(words: Words) -> String {
        words.rules_okey()
    }

    fn lessons(words: Words, _: Inks) -> Lessons {
        lessons::lessons(words)
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        [
            &sentences::OKEY_SENTENCES,
            &move_sentences::OKEY_MOVE_SENTENCES,
            &hint_sentences::OKEY_HINT_SENTENCES,
        ]
        .into_iter()
        .flat_map(|list| list.iter())
        .collect()
    }
}
