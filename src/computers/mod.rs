//! Players made of code (stand-in until the computers' room is merged).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::Dice;
use crate::rules::any::{AnyAction, AnyView};

/// How well a computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Finishes when it can.
    Easy,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("easy")
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        (text == "easy")
            .then_some(Self::Easy)
            .ok_or_else(|| text.to_owned())
    }
}

/// What a computer does when it is to act.
pub fn choose(
    _level: Level,
    _view: &AnyView,
    actions: &[AnyAction],
    _dice: &mut Dice,
) -> AnyAction {
    actions[0].clone()
}

/// What a computer does out of turn.
pub fn interject(
    _level: Level,
    _view: &AnyView,
    _actions: &[AnyAction],
    _dice: &mut Dice,
) -> Option<AnyAction> {
    None
}
