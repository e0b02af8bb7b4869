//! Hints: what the solver would do, and why, for whoever asks and for nobody else. At rated tables there are none.
//! And the question before a discard that somebody may not have meant.

use super::games::{self, AnyPress};
use super::kit::face::Pressed;
use super::press::{Press, Verb};
use super::reader::Reader;
use super::table_words::button;
use crate::computers::{Costly, Hint, costly};
use crate::discord::wire::note::Button;
use crate::rules::any::AnyAction;
use crate::tables::{Life, Look};

/// *Hint*, while there is something to do; none at a table that counts.
pub(crate) fn hint_button(reader: Reader<'_>) -> Option<Button> {
    let Reader { words, look, .. } = reader;
    let may = look.casual && look.life == Life::Playing && !look.actions.is_empty();
    may.then(|| button(look, Verb::Hint, words.button_hint()).emoji("💡"))
}

/// A hint in words; with the text that can be typed where no button of the panel below makes its move by itself.
pub(crate) fn told(reader: Reader<'_>, hint: &Hint) -> String {
    let Reader { words, look, .. } = reader;
    let Some(view) = &look.view else {
        return words.hint_nothing_to_do();
    };
    let told = games::hinted(words, view, hint);
    let text = text_of(look, &hint.action).filter(|_| !has_button(reader, &hint.action));
    match text {
        Some(text) => format!("{told}\n{}", words.hint_typed(&text)),
        None => told,
    }
}

/// What `/play` reads as just this move; `None` if it would read something else.
fn text_of(look: &Look, action: &AnyAction) -> Option<String> {
    let means = |text: &String| {
        let read = games::typed(look.game, text, Some(look));
        read.is_some_and(|read| is_same(&read, action))
    };
    let texts = [games::text(action), games::whole_text(action)];
    texts.into_iter().find(means)
}

/// Whether a button of the panel makes just this move, or asks first whether it is meant.
fn has_button(reader: Reader<'_>, action: &AnyAction) -> bool {
    let buttons = games::panel(reader, None).map_or_else(Vec::new, |body| body.rows);
    let mut enabled = buttons.iter().flatten().filter(|button| button.enabled);
    enabled.any(|button| makes(reader, button, action))
}

fn makes(reader: Reader<'_>, button: &Button, action: &AnyAction) -> bool {
    let press = button.id.parse::<Press>().map(|press| press.verb);
    let Ok(Verb::Own(own)) = press else {
        return false;
    };
    let press = AnyPress::read(reader.look.game, &own);
    match press.and_then(|press| games::pressed(reader, press)) {
        Some(Pressed::Moves(moves, _)) => match &moves[..] {
            [only] => is_same(only, action),
            _ => false,
        },
        Some(Pressed::Ask(slot)) => games::asks_first(reader, action) == Some(slot),
        Some(Pressed::Page(..) | Pressed::Half(_) | Pressed::Late) | None => false,
    }
}

/// Whether two moves are the same, however sure of them somebody is.
fn is_same(one: &AnyAction, other: &AnyAction) -> bool {
    games::surely(one.clone()) == games::surely(other.clone())
}

/// What a move gives away, if the table would accept it and it is worth asking once more.
pub(crate) fn gives_away(look: &Look, action: &AnyAction) -> Option<Costly> {
    if !look.actions.contains(action) {
        return None;
    }
    costly(look.view.as_ref()?, action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::hint;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyGame, AnyOptions, GameId};
    use crate::rules::{Chance, Game, Viewer};

    /// What stands between the last backticks.
    fn quoted(told: &str) -> Option<&str> {
        told.strip_suffix('`')?
            .rsplit_once('`')
            .map(|(_, text)| text)
    }

    /// Follows the hints of a game, and says how often a button made the move, and how often it was to be typed.
    fn follow(options: &AnyOptions, seed: u64) -> [usize; 2] {
        let chance = Chance::from_seed(seed);
        let mut game = AnyGame::new(options, 2);
        let mut ways = [0, 0];
        for _ in 0..150 {
            let Some(seat) = game.waiting().seats.iter().next() else {
                if game.standing().is_some() {
                    break;
                }
                game.obey(&game.deal(&chance));
                continue;
            };
            let look = staged(&game, Viewer::Seat(seat));
            let reader = Reader::new(Words::of("en"), &look);
            let view = look.view.as_ref().expect("a game");
            let found = hint(view, &look.actions).expect("a hint");
            let said = told(reader, &found);
            let is_pressed = has_button(reader, &found.action);
            let meant = quoted(&said).and_then(|text| games::typed(look.game, text, Some(&look)));
            let is_typed = meant.is_some_and(|meant| is_same(&meant, &found.action));
            assert!(is_pressed != is_typed, "seed {seed}: {said}");
            ways[usize::from(is_typed)] += 1;
            let events = game.answer(seat, &found.action, &chance);
            game.obey(&events.unwrap_or_else(|_| panic!("seed {seed}: {said}")));
        }
        ways
    }

    #[test]
    fn every_hint_can_be_pressed_or_typed_as_it_stands() {
        for (game, set) in [
            (GameId::Okey, ""),
            (GameId::Okey101, ""),
            (GameId::Okey101, "open_min=30 joker_swap=true"),
            (GameId::Kaluki, ""),
            (GameId::Kaluki, "initial_min=12 joker_count=4"),
            (GameId::Meri, ""),
        ] {
            let mut options = game.default_options();
            for (name, value) in set.split(' ').filter_map(|pair| pair.split_once('=')) {
                options.set(name, value).expect("a house rule");
            }
            let ways = (1..=4).map(|seed| follow(&options, seed));
            let ways = ways.fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]]);
            println!("{game:?} {set} {ways:?}");
            let lays = matches!(game, GameId::Okey101 | GameId::Kaluki);
            assert!(ways[0] > 50, "{game:?} {set}: {ways:?}");
            assert!(!lays || ways[1] > 0, "{game:?} {set}: {ways:?}");
        }
    }
}
