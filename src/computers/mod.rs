//! Players made of code. A computer is a pure function of what its seat may see, the actions it has and
//! dice of its own; it never gets a state, nor the table's chance.

pub mod arena;
pub mod contest;
pub mod glimpse;
pub mod hint;
mod okey;
mod okey101;
pub mod statistics;
#[cfg(test)]
mod tests;
pub mod verifier;

use serde::{Deserialize, Serialize};

use istaka_rules::any::{AnyAction, AnyView};
use istaka_rules::{self as rules, Dice};

/// How strong a computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Looks at its own tiles only, and not always carefully.
    #[default]
    Easy,
    /// Weighs by the exact solver what may come next, and remembers what was thrown and taken.
    Medium,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: &'static [Self] = &[Self::Easy, Self::Medium];

    /// The name that commands and records use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
        }
    }

    /// The level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }

    /// Chooses an action for the seat whose view this is, when it is to act: a listed one, or an opening or meld of 101
    /// that it composed itself and that the rules accept.
    ///
    /// `actions` is what the rules list; `None` only if it is empty.
    pub fn choose(
        self,
        view: &AnyView,
        actions: &[AnyAction],
        dice: &mut Dice,
    ) -> Option<AnyAction> {
        match (self, view) {
            (Self::Easy, AnyView::Okey(view)) => {
                let own = okey_actions(actions);
                okey::easy::choose(view, &own, dice).map(AnyAction::Okey)
            }
            (Self::Easy, AnyView::Okey101(view)) => {
                let own = okey101_actions(actions);
                okey101::easy::choose(view, &own, dice).map(AnyAction::Okey101)
            }
            // Whatever it has no advice for is better done than waited for.
            (Self::Medium, AnyView::Okey(_) | AnyView::Okey101(_)) => hint::hint(view, actions)
                .map(|hint| hint.action)
                .or_else(|| actions.first().cloned()),
        }
    }

    /// What the computer does out of turn, if anything: asked for whenever its seat may interject.
    pub fn interject(
        self,
        view: &AnyView,
        actions: &[AnyAction],
        _dice: &mut Dice,
    ) -> Option<AnyAction> {
        match (self, view) {
            (Self::Easy | Self::Medium, AnyView::Okey(_)) => {
                okey::interject(&okey_actions(actions)).map(AnyAction::Okey)
            }
            // Nobody acts out of turn there.
            (Self::Easy | Self::Medium, AnyView::Okey101(_)) => None,
        }
    }
}

fn okey_actions(actions: &[AnyAction]) -> Vec<rules::okey::Action> {
    let own = |action: &AnyAction| match action {
        AnyAction::Okey(action) => Some(*action),
        AnyAction::Okey101(_) => None,
    };
    actions.iter().filter_map(own).collect()
}

fn okey101_actions(actions: &[AnyAction]) -> Vec<rules::okey101::Action> {
    let own = |action: &AnyAction| match action {
        AnyAction::Okey101(action) => Some(action.clone()),
        AnyAction::Okey(_) => None,
    };
    actions.iter().filter_map(own).collect()
}
