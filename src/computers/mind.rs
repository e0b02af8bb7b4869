//! The contract that the computers of every game keep.

use std::fmt::Debug;

use crate::Level;
use crate::rules::Dice;

/// The computers of one game: what they do at each level, and what the best of them would advise.
///
/// All of it are functions of what a seat may see. Levels differ in what they choose; advice has no level and no chance.
pub trait Mind {
    /// What a seat sees.
    type View;
    /// What a seat may wish.
    type Action: Clone;
    /// The facts behind an advice.
    type Reason: Clone + PartialEq + Debug;

    /// Chooses when the seat is to act: a listed action, or one that it composed itself and that the rules accept;
    /// `None` if it has no opinion.
    fn choose(
        level: Level,
        view: &Self::View,
        actions: &[Self::Action],
        dice: &mut Dice,
    ) -> Option<Self::Action>;

    /// What the computer does out of turn, if anything.
    fn interject(
        level: Level,
        view: &Self::View,
        actions: &[Self::Action],
        dice: &mut Dice,
    ) -> Option<Self::Action>;

    /// What the best level would do, and why; `None` if the seat has nothing to do.
    fn advise(view: &Self::View, actions: &[Self::Action]) -> Option<(Self::Action, Self::Reason)>;

    /// What this action of the viewer gives away, if anything.
    fn costly(view: &Self::View, action: &Self::Action) -> Option<Costly>;
}

/// What an action gives away that its player may want to keep: worth asking once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Costly {
    /// The rack wins now, and this does not finish.
    ThrowsWinAway,
    /// A joker goes without winning; the next player may take it.
    ThrowsJoker,
}
