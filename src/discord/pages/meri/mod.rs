//! Meri in messages: its panel, its board, its moves in words.

mod board;
mod board_sentences;
mod panel;
mod press;
mod result;
mod sentences;
mod tricks;

use crate::computers::meri::Reason;
use crate::discord::pages::kit::board::Told;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::offer::{Offer, Parameter};
use crate::discord::pages::kit::rack::Shelf;
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

    const EXAMPLES: &'static str = "play K-Un, ready";

    fn panel(reader: Reader<'_>, view: &View, _: Option<Slot>) -> Body {
        panel::panel(reader, view)
    }

    fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
        board::board(reader, view, told)
    }

    fn told(view: &View) -> Told {
        board::told(view)
    }

    fn shelf<'a>(_: Reader<'a>, _: &'a View) -> Option<Shelf<'a>> {
        None
    }

    fn pressed(_: Reader<'_>, _: &View, press: Press) -> Pressed<Action> {
        match press {
            Press::Ready => Pressed::one(Action::Ready),
            Press::Robatta => Pressed::one(Action::Robatta),
            Press::Play(slot) => match Karuta::try_from(slot.piece) {
                Ok(karuta) => Pressed::one(Action::Play(karuta)),
                Err(_) => Pressed::Late,
            },
        }
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
        [
            &sentences::MERI_SENTENCES,
            &board_sentences::MERI_BOARD_SENTENCES,
        ]
        .into_iter()
        .flat_map(|list| list.iter())
        .collect()
    }
}
