//! Choices that several commands offer.

use std::borrow::Cow;

use poise::{ChoiceParameter, CommandParameterChoice};

use crate::rules::any::GameId;

/// One of the games that people are offered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameChoice(GameId);

impl GameChoice {
    /// The game that was chosen.
    pub(crate) fn game(self) -> GameId {
        self.0
    }
}

impl ChoiceParameter for GameChoice {
    fn list() -> Cow<'static, [CommandParameterChoice]> {
        let choice = |game: &GameId| CommandParameterChoice {
            name: game.id().into(),
            localizations: Cow::default(),
            __non_exhaustive: (),
        };
        GameId::RELEASED.iter().map(choice).collect()
    }

    fn from_index(index: usize) -> Option<Self> {
        GameId::RELEASED.get(index).copied().map(Self)
    }

    fn from_name(name: &str) -> Option<Self> {
        GameId::from_id(name).map(Self)
    }

    fn name(&self) -> &'static str {
        self.0.id()
    }

    fn localized_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}
