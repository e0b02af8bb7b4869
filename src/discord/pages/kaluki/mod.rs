//! Kaluki in messages: its panel, its board, its moves in words.

mod arranged;
mod best;
mod between;
mod board;
mod compose;
mod draft;
mod exchange;
mod making;
mod options;
mod pages;
mod panel;
mod press;
mod pressed;
mod sentences;
mod status;
#[cfg(test)]
mod tests;

use crate::computers::kaluki::Reason;
use crate::discord::pages::kit::board::Told;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::offer::Offer;
use crate::discord::pages::kit::rack::Shelf;
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
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

    const OFFER: &'static Offer = &options::OFFER;

    const EXAMPLES: &'static str = "draw, discard h9";

    fn panel(reader: Reader<'_>, view: &View, asks: Option<Slot>) -> Body {
        panel::panel(reader, view, asks)
    }

    fn board(reader: Reader<'_>, view: &View, _: Option<Told>) -> Body {
        board::board(reader, view)
    }

    fn told(view: &View) -> Told {
        Told {
            round: view.deal,
            moves: view.history.len(),
        }
    }

    fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
        panel::shelf(reader, view)
    }

    fn pressed(reader: Reader<'_>, view: &View, press: Press) -> Pressed<Action> {
        pressed::pressed(reader, view, press)
    }

    fn typed(text: &str, _: &[Action]) -> Option<Action> {
        match text.trim() {
            "draw" => Some(Action::Draw),
            "take" => Some(Action::Take),
            card => Some(Action::Discard {
                card: card
                    .strip_prefix("discard")
                    .unwrap_or(card)
                    .trim()
                    .parse()
                    .ok()?,
            }),
        }
    }

    fn move_words(_: Words, action: &Action, _: &View) -> String {
        Self::move_text(action)
    }

    fn move_text(action: &Action) -> String {
        match action {
            Action::Draw => "draw".to_owned(),
            Action::Take => "take".to_owned(),
            Action::Discard { card } => format!("discard {card}"),
            other => format!("{other:?}"),
        }
    }

    fn asks_first(reader: Reader<'_>, view: &View, action: &Action) -> Option<Slot> {
        pressed::asks_first(reader, view, action)
    }

    fn surely(action: Action) -> Action {
        action
    }

    fn refusal(_: Words, refusal: &Refusal, _: Option<&View>) -> String {
        refusal.to_string()
    }

    fn reason(_: Words, _: &View, reason: &Reason) -> String {
        format!("{reason:?}")
    }

    fn rules(words: Words) -> String {
        words.rules_kaluki()
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        sentences::KALUKI_SENTENCES.iter().collect()
    }
}
