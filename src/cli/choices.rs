//! Flags whose values are lists of ours: what can be said stands in the help, and whatever else is said is refused.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::computers::Level;
use crate::rules::any::GameId;

/// A game, by its id. One that is not released is taken, but offered to nobody.
pub(super) fn game() -> impl TypedValueParser<Value = GameId> {
    let offered = |game: &GameId| {
        let is_hidden = !GameId::RELEASED.contains(game);
        PossibleValue::new(game.id()).hide(is_hidden)
    };
    let games = PossibleValuesParser::new(GameId::ALL.iter().map(offered));
    games.map(|id| GameId::from_id(&id).expect("only ids of games are possible"))
}

/// A level of computers, by its name.
pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    let levels = PossibleValuesParser::new(Level::ALL.iter().map(|level| level.name()));
    levels.map(|name| Level::from_name(&name).expect("only names of levels are possible"))
}
