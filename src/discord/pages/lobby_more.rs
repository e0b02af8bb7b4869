//! What else there is in a lobby, for whoever asks: computers one by one, the house rules, and how the deal can be checked.

use super::press::{Counts, Length, LobbyPress, Verb};
use super::reader::Reader;
use super::table_words::button;
use super::{games, options};
use crate::computers::Level;
use crate::discord::wire::note::{Button, Note};
use crate::rules::any::AnyOptions;
use crate::tables::{Former, FreeSeats, Life, Look, Sitter};

/// How much of a seal the lobby shows, to be told again later; what it proves by itself is in docs/fair-dealing.md.
const SEAL_BEGINS: usize = 16;

/// The seal in one short line.
pub(super) fn seal_line(Reader { words, look, .. }: Reader<'_>) -> String {
    let begins: String = look.seal.chars().take(SEAL_BEGINS).collect();
    let life = if look.life == Life::Lobby {
        "lobby"
    } else {
        "begun"
    };
    words.lobby_sealed(&begins, life)
}

/// The page behind *More*.
pub(crate) fn page(reader: Reader<'_>) -> Note {
    let Reader { words, look, .. } = reader;
    let mut others: Vec<Button> = free_seats(reader).into_iter().collect();
    others.extend([
        button(look, Verb::Options(0), words.button_options()).emoji("⚙️"),
        button(look, Verb::Rules, words.button_rules()).emoji("📖"),
    ]);
    Note {
        rows: vec![computers(reader), others],
        ..Note::private(words.lobby_more(&look.seal))
    }
}

/// *Play with fewer*, or back to a start that gives free seats to computers; `None` where all seats are needed at any rate.
fn free_seats(Reader { words, look, .. }: Reader<'_>) -> Option<Button> {
    let (wanted, word) = if look.leaves_out {
        (FreeSeats::Filled, "filled")
    } else {
        (FreeSeats::LeftOut, "fewer")
    };
    let press = Verb::Lobby(LobbyPress::FreeSeats(wanted));
    let button = button(look, press, words.button_free_seats(word)).emoji("👥");
    (look.leaves_out || may_be_fewer(look)).then_some(button)
}

/// Whether fewer can play here than there are seats.
pub(super) fn may_be_fewer(look: &Look) -> bool {
    look.fewest < look.seats.len()
}

/// Computers of every level, and away with one.
fn computers(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let remove = button(look, Verb::RemoveComputer, words.button_remove_computer());
    let add = |level: &Level| {
        add_computer(
            reader,
            *level,
            words.button_add_computer(&words.level(level.name())),
        )
    };
    let levels = Level::ALL.iter().map(add);
    levels.chain([remove.enabled(has_computer(look))]).collect()
}

fn add_computer(Reader { look, .. }: Reader<'_>, level: Level, text: String) -> Button {
    let add = button(look, Verb::AddComputer(level), text).emoji("🤖");
    add.enabled(look.seats.values().any(|sitter| *sitter == Sitter::Empty))
}

/// Whether a computer sits here.
pub(super) fn has_computer(look: &Look) -> bool {
    let is_computer = |sitter: &Sitter| matches!(sitter, Sitter::Computer { .. });
    look.seats.values().any(is_computer)
}

/// What a host wants before the game, beyond sitting down and starting.
pub(super) fn host_buttons(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let more = button(look, Verb::Lobby(LobbyPress::More), words.button_more()).emoji("🔽");
    let mut buttons = vec![add_computer(
        reader,
        level_of(look),
        words.button_add_a_computer(),
    )];
    buttons.extend(change_seat(reader));
    buttons.extend(length(reader));
    buttons.push(counts(reader));
    buttons.push(more);
    buttons
}

/// The level of the computers that sit here already, so that all play alike; before there are any, that of the table.
pub(crate) fn level_of(look: &Look) -> Level {
    let level = |sitter: &Sitter| match sitter {
        Sitter::Computer { level, .. } => Some(*level),
        _ => None,
    };
    look.seats.values().find_map(level).unwrap_or(look.level)
}

fn change_seat(Reader { words, look, .. }: Reader<'_>) -> Option<Button> {
    let is_free = |sitter: &Sitter| sitter.person().is_none();
    let change = button(look, Verb::ChangeSeat, words.button_change_seat()).emoji("🪑");
    let change = change.enabled(look.seats.values().any(is_free));
    look.options.lets_choose_seats().then_some(change)
}

/// *Make it short*, or back to the full length; `None` in a game without a short one.
fn length(Reader { words, look, .. }: Reader<'_>) -> Option<Button> {
    let short = games::offer(look.game).short.as_ref()?;
    let value = options::value_of(&look.options, short.option);
    // A game that is shorter still is not made longer by a button that says *Make it short*.
    let (wanted, word) = if short.is_short(&value) {
        (Length::Usual, "usual")
    } else {
        (Length::Short, "short")
    };
    let press = Verb::Lobby(LobbyPress::Length(wanted));
    Some(button(look, press, words.button_length(word)).emoji("⏱️"))
}

/// *Make it casual*, or back to a game that counts.
fn counts(Reader { words, look, .. }: Reader<'_>) -> Button {
    let (wanted, word) = if look.rated {
        (Counts::Casual, "casual")
    } else {
        (Counts::Rated, "rated")
    };
    let press = Verb::Lobby(LobbyPress::Counts(wanted));
    button(look, press, words.button_counts(word)).emoji("🏅")
}

/// The option that makes a game of this length, and its value; `None` where there is no such length. The full length is the
/// last one that the host had; the game's usual one where the table was opened as a short game.
pub(crate) fn option_of(
    options: &AnyOptions,
    former: &Former,
    length: Length,
) -> Option<(&'static str, String)> {
    let short = games::offer(options.game()).short.as_ref()?;
    let had = || {
        former
            .values(short.option)
            .find(|value| !short.is_short(value))
    };
    let usual = || options::value_of(&options.game().default_options(), short.option);
    let value = match length {
        Length::Short => short.value.to_owned(),
        Length::Usual => had().map_or_else(usual, str::to_owned),
    };
    Some((short.option, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Game, Viewer};

    /// Of each game the values that make it no longer than its short one, and values that make it longer.
    const LENGTHS: &[(GameId, &str, &str)] = &[
        (
            GameId::Okey,
            "1 2 3 4 5 6 7 8 9 10",
            "11 15 20 30 40 60 100",
        ),
        (GameId::Okey101, "1 2", "3 5 7 9 11 13 15 21"),
        (
            GameId::Kaluki,
            "single_deal fixed_deals:1 fixed_deals:2 fixed_deals:3",
            "fixed_deals:4 fixed_deals:5 fixed_deals:10 fixed_deals:100 pool",
        ),
        (GameId::Meri, "hitomaki", "hitokiri hitoshobu honshobu"),
    ];

    #[test]
    fn no_game_is_made_longer_by_a_button_that_says_short() {
        for &(game, short, longer) in LENGTHS {
            let seats = *game.seats().end();
            let made = games::offer(game).short.as_ref();
            let option = made.expect("a short game").option;
            for (values, wanted) in [(short, "usual"), (longer, "short")] {
                for value in values.split(' ') {
                    let mut options = game.default_options();
                    options.set(option, value).expect("a value");
                    let mut look = staged(&AnyGame::new(&options, seats), Viewer::Watcher);
                    look.options = options;
                    let reader = Reader::new(Words::of("en"), &look);
                    let label = length(reader).expect("a short game").label;
                    let wanted = reader.words.button_length(wanted);
                    assert_eq!(label, wanted, "{game:?}: {option}={value}");
                }
            }
        }
    }

    #[test]
    fn every_value_that_is_offered_is_known_as_short_or_longer() {
        for game in GameId::ALL.iter().copied() {
            let Some(made) = &games::offer(game).short else {
                continue;
            };
            let known = LENGTHS.iter().find(|(known, ..)| *known == game);
            let (_, short, longer) = known.unwrap_or_else(|| panic!("{game:?} is not here"));
            let mut rows = game.options().iter();
            let row = rows.find(|row| row.name == made.option);
            let offered = row.expect("an option").offered(*game.seats().end());
            let known = [short, longer].map(|values| values.split(' '));
            let known: Vec<&str> = known.into_iter().flatten().collect();
            for value in offered {
                assert!(known.contains(&value.as_str()), "{game:?}: {value}");
            }
        }
    }

    #[test]
    fn a_short_game_makes_a_table_of_every_size_and_is_another_than_the_usual_one() {
        for game in GameId::ALL.iter().copied() {
            let usual = game.default_options();
            let Some((name, short)) = option_of(&usual, &Former::default(), Length::Short) else {
                continue;
            };
            for seats in game.seats() {
                let mut options = usual.clone();
                assert!(
                    options.set(name, &short).is_ok(),
                    "{game:?}: {name}={short}"
                );
                assert!(options.check(seats).is_ok(), "{game:?} for {seats}");
                assert_ne!(options, usual, "{game:?}");
                assert_eq!(options::value_of(&options, name), short, "{game:?}");
                let full = option_of(&options, &Former::default(), Length::Usual);
                let (name, value) = full.expect("a length");
                assert!(options.set(name, &value).is_ok());
                assert_eq!(options, usual, "{game:?}");
            }
        }
    }
}
