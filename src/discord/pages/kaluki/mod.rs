//! Kaluki in messages: its panel, its board, its moves in words.

mod arranged;
mod best;
mod between;
mod board;
mod board_sentences;
mod compose;
mod course;
mod designated;
mod draft;
mod ended;
mod exchange;
mod hint;
mod hint_sentences;
mod lessons;
mod making;
mod melds;
mod move_sentences;
mod moves;
mod notation;
mod options;
mod pages;
mod panel;
mod press;
mod pressed;
mod refusal;
mod result;
mod senses;
mod sentences;
mod spoken;
mod status;
#[cfg(test)]
mod tests;
mod told;
mod typed;
mod units;

use crate::computers::kaluki::Reason;
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
use crate::rules::kaluki::view::Phase;
use crate::rules::kaluki::{Action, Refusal, View};
use press::Press;

/// The face of Kaluki.
pub(crate) struct KalukiFace;

impl Face for KalukiFace {
    type View = View;
    type Action = Action;
    type Refusal = Refusal;
    type Reason = Reason;
    type Press = Press;

    const COURSE: Option<&'static Course> = Some(&course::COURSE);

    const OFFER: &'static Offer = &options::OFFER;

    const BEGINS: Begins = Begins::WithDraw;

    const EXAMPLES: &'static str = typed::EXAMPLES;

    fn usual() -> Usual {
        crate::drawing::kaluki::usual()
    }

    fn letters(words: Words) -> Option<String> {
        Some(words.kaluki_letters())
    }

    fn panel(reader: Reader<'_>, view: &View, asks: Option<Slot>) -> Body {
        panel::panel(reader, view, asks)
    }

    fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
        board::board(reader, view, told)
    }

    fn melds(words: Words, view: &View) -> Vec<(String, String)> {
        let lines = pages::meld_lines(words, view);
        spoken::melds(words, view).into_iter().zip(lines).collect()
    }

    fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
        ended::ended(reader, view)
    }

    fn stands(words: Words, view: &View) -> Option<String> {
        Some(units::stands(words, view))
    }

    fn told(view: &View) -> Told {
        told::told(view)
    }

    fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
        panel::shelf(reader, view)
    }

    fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
        pressed::pressed(reader, view, press)
    }

    fn typed(text: &str, listed: &[Action], view: Option<&View>) -> Option<Action> {
        typed::read(text, listed, view)
    }

    fn examples(listed: &[Action], view: Option<&View>) -> String {
        typed::examples(listed, view)
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

    fn surely(action: Action) -> Action {
        action
    }

    fn refusal(words: Words, refusal: &Refusal, view: Option<&View>) -> String {
        refusal::sentence(words, refusal, view)
    }

    fn not_your_turn(words: Words, view: &View) -> Option<String> {
        refusal::not_your_turn(words, view)
    }

    fn called(words: Words, view: &View, when: &str, people: &str, end: &str) -> Option<String> {
        let is_asked = matches!(view.phase, Phase::BuyIn(_));
        is_asked.then(|| words.kaluki_called_buy_in(when, people, end))
    }

    fn reason(words: Words, view: &View, action: &Action, reason: &Reason) -> String {
        hint::reason(words, view, action, reason)
    }

    fn rules(words: Words) -> String {
        words.rules_kaluki()
    }

    fn lessons(words: Words, inks: Inks) -> Lessons {
        lessons::lessons(words, inks)
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        [
            &sentences::KALUKI_SENTENCES,
            &move_sentences::KALUKI_MOVE_SENTENCES,
            &hint_sentences::KALUKI_HINT_SENTENCES,
            &board_sentences::KALUKI_BOARD_SENTENCES,
        ]
        .into_iter()
        .flat_map(|list| list.iter())
        .collect()
    }
}
