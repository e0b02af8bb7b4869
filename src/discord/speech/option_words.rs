//! The words of house rules, found by the names of the options.
//!
//! `option-GAME-NAME`, or `option-any-NAME` where games share it, says what an option is about. Its attributes say what
//! each value means: the value itself, or `number`, `seat` and `rows` with what it is; of a choice with a number behind it
//! (`name:5`) the name, with `number`. Where `seats` are not enough and what cannot go together (`with-OTHER`) is told there, too. A test holds the words against the table of every game.

use fluent_bundle::FluentValue;

use super::words::Words;
use crate::drawing::Sign;
use crate::rules::Seat;
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::options::{Kind, Row, UNSET};

/// In place of a game: words that games share.
const ANY: &str = "any";

type Argument = (&'static str, FluentValue<'static>);

impl Words {
    /// What an option is about.
    pub(crate) fn option_about(&self, game: GameId, name: &str) -> String {
        let [own, shared] = ids(game, name, "");
        self.first_of(&[&own, &shared], &[]).unwrap_or(own)
    }

    /// What an option is among these: a sentence that is understood by itself, and may depend on the others.
    pub(crate) fn option_value(&self, options: &AnyOptions, row: &Row) -> String {
        let named = options.named();
        let own = named.iter().find(|(name, _)| *name == row.name);
        let (attribute, argument) = meaning(row, own.map_or("", |(_, value)| value));
        let [own, shared] = ids(options.game(), row.name, &attribute);
        let others = named.iter();
        let others = others.map(|(name, value)| (*name, FluentValue::from(value.clone())));
        let arguments: Vec<Argument> = others.chain(argument).collect();
        self.first_of(&[&own, &shared], &arguments).unwrap_or(own)
    }

    /// The rules of a table of so many in short; the number of a choice with one (`name:5`) is `number`.
    pub(crate) fn options_short(&self, options: &AnyOptions, seats: usize) -> String {
        let [own, _] = ids(options.game(), "short", "");
        let named = options.at_table(seats).named();
        let value = |text: &str| match text.parse::<u32>() {
            Ok(number) => FluentValue::from(number),
            Err(_) => FluentValue::from(text.to_owned()),
        };
        let arguments = named.iter().flat_map(|(name, text)| {
            let (text, number) = text.split_once(':').unwrap_or((text, ""));
            [Some((*name, value(text))), numbered(number)]
        });
        let arguments: Vec<Argument> = arguments.flatten().collect();
        self.say(&own, &arguments)
    }

    /// The game is not for so many.
    pub(crate) fn option_wrong_seats(&self, game: GameId, seats: usize) -> String {
        let [own, _] = ids(game, "seats", "");
        self.say(&own, &[("seats", seats.into())])
    }

    /// What an option is set to does not go with so many.
    pub(crate) fn option_not_for_seats(&self, game: GameId, name: &str, seats: usize) -> String {
        let [own, shared] = ids(game, name, ".seats");
        let said = self.first_of(&[&own, &shared], &[("seats", seats.into())]);
        said.unwrap_or_else(|| self.option_wrong_seats(game, seats))
    }

    /// Why two options do not go together.
    pub(crate) fn options_together(&self, game: GameId, one: &str, other: &str) -> String {
        let [own, shared] = ids(game, one, &format!(".with-{other}"));
        let said = self.first_of(&[&own, &shared], &[]);
        said.unwrap_or_else(|| {
            self.option_together(
                &self.option_title(game, one),
                &self.option_title(game, other),
            )
        })
    }

    /// What an option is about, with its name.
    pub(crate) fn option_title(&self, game: GameId, name: &str) -> String {
        format!("{} (`{name}`)", self.option_about(game, name))
    }
}

/// Where words may stand: the game's own, and those that games share.
fn ids(game: GameId, name: &str, attribute: &str) -> [String; 2] {
    [game.id(), ANY].map(|whose| format!("option-{whose}-{name}{attribute}"))
}

/// Where an option has the words of a value, and what they are told.
fn meaning(row: &Row, value: &str) -> (String, Option<Argument>) {
    if let (Kind::Choice(_), Some((named, number))) = (row.kind, value.split_once(':')) {
        return (format!(".{named}"), numbered(number));
    }
    let argument = match row.kind {
        Kind::Switch => None,
        Kind::Number { .. } | Kind::Choice(_) => numbered(value),
        Kind::Dealer => {
            let seat = value.parse().ok().and_then(Seat::new);
            seat.map(|seat| ("seat", Sign::of(seat).emoji.into()))
        }
        Kind::Rows { .. } => (value != UNSET).then(|| ("rows", value.replace(',', ", ").into())),
    };
    let attribute = argument.as_ref().map_or(value, |(name, _)| *name);
    (format!(".{attribute}"), argument)
}

/// What a value with a number is told.
fn numbered(text: &str) -> Option<Argument> {
    let number = text.parse::<u32>().ok();
    number.map(|number| ("number", number.into()))
}

/// Whether these words are found by the name of an option.
#[cfg(test)]
pub(crate) fn is_by_name(id: &str) -> bool {
    let whose = id
        .strip_prefix("option-")
        .and_then(|name| name.split_once('-'));
    whose.is_some_and(|(whose, _)| whose == ANY || GameId::from_id(whose).is_some())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::OptionFault;
    use crate::rules::any::AnyRefusal;

    /// The ids that the options of a game need, those of its own and those that games share.
    fn needed(game: GameId) -> BTreeSet<[String; 2]> {
        let whole = ["short", "seats"].map(|name| [ids(game, name, "")[0].clone(), String::new()]);
        let mut needed = BTreeSet::from(whole);
        for row in game.options() {
            needed.insert(ids(game, row.name, ""));
            for value in game.seats().flat_map(|seats| row.offered(seats)) {
                needed.insert(ids(game, row.name, &meaning(row, &value).0));
            }
        }
        needed.extend(conflicts(game));
        needed
    }

    /// What can be said of an option: what is offered, and of numbers the one after the smallest.
    fn tried(row: &Row, seats: usize) -> Vec<String> {
        let mut values = row.offered(seats);
        if let Kind::Number { least, .. } = row.kind {
            values.push((least + 1).to_string());
        }
        values
    }

    /// What is needed for every fault that two such values can have together.
    fn conflicts(game: GameId) -> BTreeSet<[String; 2]> {
        let usual = game.default_options();
        let offered = |seats| {
            game.options()
                .iter()
                .flat_map(move |row| tried(row, seats).into_iter().map(|value| (row.name, value)))
        };
        let most = *game.seats().end();
        let mut needed = BTreeSet::new();
        for (one, other) in
            offered(most).flat_map(|one| offered(most).map(move |other| (one.clone(), other)))
        {
            let mut options = usual.clone();
            for (name, value) in [one, other] {
                options.set(name, &value).expect("a value");
            }
            for seats in game.seats() {
                let Err(AnyRefusal::Options { fault, .. }) = options.check(seats) else {
                    continue;
                };
                needed.extend(match fault {
                    OptionFault::NotForSeats { name, .. }
                    | OptionFault::NoSuchSeat { name, .. }
                    | OptionFault::WrongRows { name, .. } => Some(ids(game, name, ".seats")),
                    OptionFault::Together { one, other } => {
                        Some(ids(game, one, &format!(".with-{other}")))
                    }
                    OptionFault::WrongSeats { .. }
                    | OptionFault::Unknown { .. }
                    | OptionFault::BadValue { .. }
                    | OptionFault::OutOfRange { .. } => None,
                });
            }
        }
        needed
    }

    #[test]
    fn english_has_the_words_of_every_option_and_value_of_every_game() {
        let english = Words::of("en");
        for [own, shared] in GameId::ALL.iter().flat_map(|game| needed(*game)) {
            let arguments = [
                ("number", 7.into()),
                ("seat", "⟨s⟩".into()),
                ("rows", "⟨r⟩".into()),
                ("seats", 7.into()),
            ];
            let mut arguments = Vec::from(arguments);
            for (name, value) in GameId::ALL
                .iter()
                .flat_map(|game| game.default_options().named())
            {
                arguments.push((name, value.into()));
            }
            let said = english
                .own(&own, &arguments)
                .or_else(|| english.own(&shared, &arguments));
            let said = said.unwrap_or_else(|| panic!("English lacks {own}"));
            assert!(
                !said.contains("{$"),
                "{own} wants a value that the code does not give: {said}"
            );
        }
    }

    #[test]
    fn no_language_has_words_of_options_or_values_that_no_game_has() {
        let known: BTreeSet<String> = GameId::ALL
            .iter()
            .flat_map(|game| needed(*game))
            .flatten()
            .collect();
        for (file, id) in crate::discord::speech::words::ids_of_all_languages() {
            assert!(!is_by_name(&id) || known.contains(&id), "{file}: {id}");
        }
    }
}
