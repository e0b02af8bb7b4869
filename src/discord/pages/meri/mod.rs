//! Meri in messages: its panel, its board, its moves in words.

mod alt;
mod arranged;
mod board;
mod board_sentences;
mod course;
mod ended;
mod hint;
mod hint_sentences;
mod lessons;
mod move_sentences;
mod moves;
mod options;
mod order;
mod panel;
mod press;
mod pressed;
mod refusal;
mod result;
mod rules_sentences;
mod sentences;
mod sheet;
mod summed;
mod task;
#[cfg(test)]
mod tests;
mod told;
mod trick;
mod tricks;
mod typed;

use crate::computers::meri::Reason;
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
use crate::discord::speech::karuta::karuta_all;
use crate::discord::speech::words::Words;
use crate::drawing::packs::Usual;
use crate::drawing::packs::cards::Inks;
use crate::rules::meri::{Action, Refusal, View};
use press::Press;

/// The face of Meri.
pub(crate) struct MeriFace;

impl Face for MeriFace {
    type View = View;
    type Action = Action;
    type Refusal = Refusal;
    type Reason = Reason;
    type Press = Press;

    const COURSE: Option<&'static Course> = Some(&course::COURSE);

    const OFFER: &'static Offer = &options::OFFER;

    const BEGINS: Begins = Begins::AtOnce;

    const EXAMPLES: &'static str = typed::EXAMPLES;

    fn usual() -> Usual {
        crate::drawing::meri::usual()
    }

    fn panel(reader: Reader<'_>, view: &View, _: Option<Slot>) -> Body {
        panel::panel(reader, view)
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
        board::told(view)
    }

    fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
        panel::shelf(reader, view)
    }

    fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
        pressed::pressed(reader, view, press)
    }

    fn typed(text: &str, listed: &[Action], _: Option<&View>) -> Option<Action> {
        typed::read(text, listed)
    }

    fn unclear(words: Words, text: &str, listed: &[Action]) -> Option<String> {
        let several = typed::several(text, listed);
        (!several.is_empty()).then(|| words.meri_unclear(&karuta_all(words, &several)))
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

    fn asks_first(_: Reader<'_>, _: &View, _: &Action) -> Option<Slot> {
        None
    }

    fn surely(action: Action) -> Action {
        action
    }

    fn refusal(words: Words, refusal: &Refusal, view: Option<&View>) -> String {
        refusal::sentence(words, refusal, view)
    }

    fn not_your_turn(words: Words, view: &View) -> Option<String> {
        refusal::not_your_turn(words, view)
    }

    fn reason(words: Words, view: &View, _: &Action, reason: &Reason) -> String {
        hint::reason(words, view, reason)
    }

    fn rules(words: Words) -> String {
        words.rules_meri()
    }

    fn lessons(words: Words, _: Inks) -> Lessons {
        lessons::lessons(words)
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        [
            &sentences::MERI_SENTENCES,
            &board_sentences::MERI_BOARD_SENTENCES,
            &move_sentences::MERI_MOVE_SENTENCES,
            &hint_sentences::MERI_HINT_SENTENCES,
            &rules_sentences::MERI_RULES_SENTENCES,
        ]
        .into_iter()
        .flat_map(|list| list.iter())
        .collect()
    }
}
