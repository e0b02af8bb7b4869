//! The computers of all games behind one door: the list at the end of this file is the only one.

use crate::rules::Dice;
use crate::rules::any::{AnyAction, AnyView};
#[cfg(debug_assertions)]
use crate::toy;
use crate::{Costly, Level, Mind, kaluki, meri, okey, okey101};

/// A piece of advice.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// What to do: a listed action, or one that the computer composed by the rules itself.
    pub action: AnyAction,
    /// Why.
    pub reason: Why,
}

/// Those of the actions that belong to this game.
macro_rules! own {
    ($actions:expr, $name:ident) => {
        $actions
            .iter()
            .filter_map(|action| match action {
                AnyAction::$name(action) => Some(action.clone()),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

macro_rules! minds {
    ($($(#[$attribute:meta])* $name:ident: $mind:ty;)+) => {
        /// The facts behind an advice, by game.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Why {
            $($(#[$attribute])* #[doc = concat!("Of `", stringify!($name), "`.")] $name(<$mind as Mind>::Reason),)+
        }

        impl Level {
            /// Chooses an action for the seat whose view this is, when it is to act: a listed one, or one that it
            /// composed itself and that the rules accept.
            ///
            /// `actions` is what the rules list; `None` only if it is empty.
            pub fn choose(self, view: &AnyView, actions: &[AnyAction], dice: &mut Dice) -> Option<AnyAction> {
                let chosen = match view {
                    $($(#[$attribute])* AnyView::$name(view) => {
                        <$mind>::choose(self, view, &own!(actions, $name), dice).map(AnyAction::$name)
                    })+
                };
                // Whatever it has no opinion on is better done than waited for.
                chosen.or_else(|| actions.first().cloned())
            }

            /// What the computer does out of turn, if anything: asked for whenever its seat may interject.
            pub fn interject(self, view: &AnyView, actions: &[AnyAction], dice: &mut Dice) -> Option<AnyAction> {
                match view {
                    $($(#[$attribute])* AnyView::$name(view) => {
                        <$mind>::interject(self, view, &own!(actions, $name), dice).map(AnyAction::$name)
                    })+
                }
            }
        }

        /// The best of the actions of the seat whose view this is; `None` if it has none.
        ///
        /// A pure function of what the seat may see: there is no chance in it.
        pub fn hint(view: &AnyView, actions: &[AnyAction]) -> Option<Hint> {
            match view {
                $($(#[$attribute])* AnyView::$name(view) => {
                    let (action, reason) = <$mind>::advise(view, &own!(actions, $name))?;
                    Some(Hint { action: AnyAction::$name(action), reason: Why::$name(reason) })
                })+
            }
        }

        /// What this action of the viewer gives away, if anything.
        pub fn costly(view: &AnyView, action: &AnyAction) -> Option<Costly> {
            match (view, action) {
                $($(#[$attribute])* (AnyView::$name(view), AnyAction::$name(action)) => <$mind>::costly(view, action),)+
                // An action of another game is none of the viewer's.
                _ => None,
            }
        }
    };
}

minds! {
    Okey: okey::Computer;
    Okey101: okey101::Computer;
    Kaluki: kaluki::Computer;
    Meri: meri::Computer;
    #[cfg(debug_assertions)]
    Toy: toy::Computer;
}
