//! Players made of code (stand-in until the computers' room is merged).

use serde::{Deserialize, Serialize};

use crate::rules::Dice;
use crate::rules::any::{AnyAction, AnyView};

/// How well a computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Finishes when it can.
    #[default]
    Easy,
}

impl Level {
    /// Its name.
    pub fn name(self) -> &'static str {
        "easy"
    }

    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        (name == "easy").then_some(Self::Easy)
    }

    /// What a computer does when it is to act.
    pub fn choose(
        self,
        _view: &AnyView,
        actions: &[AnyAction],
        _dice: &mut Dice,
    ) -> Option<AnyAction> {
        actions.first().cloned()
    }

    /// What a computer does out of turn.
    pub fn interject(
        self,
        _view: &AnyView,
        actions: &[AnyAction],
        _dice: &mut Dice,
    ) -> Option<AnyAction> {
        actions.first().cloned()
    }
}
