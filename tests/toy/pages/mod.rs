//! The toy in messages: its panel, its board, its moves in words.

mod board;
mod panel;
mod press;
mod sentences;

use crate::computers::toy::Reason;
use crate::discord::pages::kit::board::Told;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::lesson::Lessons;
use crate::discord::pages::kit::offer::{Offer, Parameter};
use crate::discord::pages::kit::rack::{Begins, Shelf};
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::drawing::packs::Usual;
use crate::drawing::packs::cards::Inks;
use crate::rules::tile::Tile;
use crate::rules::toy::{Action, Refusal, View};
use press::Press;

/// The face of the toy.
pub(crate) struct ToyFace;

impl Face for ToyFace {
    type View = View;
    type Action = Action;
    type Refusal = Refusal;
    type Reason = Reason;
    type Press = Press;

    const OFFER: &'static Offer = &Offer {
        first: &["rounds"],
        in_short: &["rounds"],
        idle: &[],
        short: None,
        command: &[Parameter::Option("rounds")],
    };

    const BEGINS: Begins = Begins::AtOnce;

    const EXAMPLES: &'static str = "play R5, knock";

    fn usual() -> Usual {
        crate::drawing::toy::usual()
    }

    fn panel(reader: Reader<'_>, view: &View, _: Option<Slot>) -> Body {
        panel::panel(reader, view)
    }

    fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
        board::board(reader, view, told)
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

    fn pressed(_: Reader<'_>, _: &View, press: Press) -> Pressed<Action> {
        match press {
            Press::Knock => Pressed::one(Action::Knock),
            Press::Play(slot) => match Tile::try_from(slot.piece) {
                Ok(tile) => Pressed::one(Action::Play(tile)),
                Err(_) => Pressed::Late,
            },
        }
    }

    fn typed(text: &str, _: &[Action], _: Option<&View>) -> Option<Action> {
        let text = text.trim().to_ascii_lowercase();
        if text == "knock" {
            return Some(Action::Knock);
        }
        let tile = text.strip_prefix("play").unwrap_or(&text);
        tile.trim().parse().ok().map(Action::Play)
    }

    fn move_words(words: Words, action: &Action, _: &View) -> String {
        match action {
            Action::Play(played) => words.toy_move_play(&tile(words, *played, None)),
            Action::Knock => words.toy_move_knock(),
        }
    }

    fn move_text(action: &Action) -> String {
        match action {
            Action::Play(tile) => format!("play {tile}"),
            Action::Knock => "knock".to_owned(),
        }
    }

    fn asks_first(_: Reader<'_>, _: &View, _: &Action) -> Option<Slot> {
        None
    }

    fn surely(action: Action) -> Action {
        action
    }

    fn refusal(words: Words, refusal: &Refusal, _: Option<&View>) -> String {
        match refusal {
            Refusal::NotYours => words.toy_not_yours(),
            Refusal::Follow => words.toy_follow(),
            Refusal::NoKnock => words.toy_no_knock(),
            Refusal::NotNow => words.toy_not_now(),
        }
    }

    fn reason(words: Words, _: &View, _: &Action, reason: &Reason) -> String {
        match reason {
            Reason::Takes => words.toy_reason_takes(),
            Reason::Least => words.toy_reason_least(),
        }
    }

    fn rules(words: Words) -> String {
        words.rules_toy()
    }

    fn lessons(_: Words, _: Inks) -> Lessons {
        Lessons::default()
    }

    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
        sentences::TOY_SENTENCES.iter().collect()
    }
}
