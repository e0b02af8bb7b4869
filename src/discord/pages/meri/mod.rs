//! Meri in messages: its panel, its board, its moves in words.

mod arranged;
mod board;
mod order;
mod panel;
mod press;
mod pressed;
mod sentences;
mod summed;
mod task;
#[cfg(test)]
mod panel_tests;
mod told;
mod trick;

use crate::computers::meri::Reason;
use crate::discord::pages::kit::board::Told;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::offer::{Offer, Parameter};
use crate::discord::pages::kit::rack::{Begins, Shelf};
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::rules::karuta::Karuta;
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

    const OFFER: &'static Offer = &Offer {
        first: &["match_length"],
        in_short: &["match_length"],
        command: &[Parameter::Option("match_length")],
    };

    const BEGINS: Begins = Begins::AtOnce;

    const EXAMPLES: &'static str = "play K-Un, ready";

    fn panel(reader: Reader<'_>, view: &View, _: Option<Slot>) -> Body {
        panel::panel(reader, view)
    }

    fn board(reader: Reader<'_>, view: &View, _: Option<Told>) -> Body {
        board::board(reader, view)
    }

    fn told(view: &View) -> Told {
        Told {
            round: view.round,
            moves: view.tricks.len() * 8 + view.plays.len(),
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
            "ready" => Some(Action::Ready),
            "robatta" => Some(Action::Robatta),
            karuta => Some(Action::Play(karuta.parse().ok()?)),
        }
    }

    fn move_words(_: Words, action: &Action, _: &View) -> String {
        Self::move_text(action)
    }

    fn move_text(action: &Action) -> String {
        match action {
            Action::Ready => "ready".to_owned(),
            Action::Robatta => "robatta".to_owned(),
            Action::Play(karuta) => format!("play {karuta}"),
            Action::Uchidashi { lead, discard } => format!("lead {lead} away {discard}"),
        }
    }

    fn asks_first(_: Reader<'_>, _: &View, _: &Action) -> Option<Slot> {
        None
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
        words.rules_meri()
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        sentences::MERI_SENTENCES.iter().collect()
    }
}
