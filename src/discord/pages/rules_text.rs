//! House rules as text, `name=value name=value`: reading them, and completing them while they are typed.
//!
//! Clients put the name of a choice, not its value, into the field, and people type on behind it. So the name
//! of a choice is its value with the effect in parentheses, and what stands in parentheses is not read.

mod asides;

use self::asides::{unclosed, without_asides};
use super::options::{quoted, rows, told_with, value_of};
use crate::discord::speech::words::{Words, folded};
use crate::discord::wire::note::{MOST_CHOICE_TEXT, MOST_CHOICES, shortened};
use crate::rules::OptionFault;
use crate::rules::any::{AnyOptions, AnyRefusal, GameId};
use crate::rules::options::{Kind, Row};

/// Less than this is no sentence any more.
const LEAST_WORDS: usize = 12;

/// Why a text gives no house rules.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum BadRules {
    /// A part is no pair.
    NoPair(String),
    /// A bracket is not closed: what begins with it.
    Unclosed(String),
    /// The game refuses a pair.
    Refused(AnyRefusal),
}

/// What is offered while somebody types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    /// What is shown: the text with its effect in words.
    pub name: String,
    /// The whole text, with the last part completed.
    pub value: String,
}

/// Reads pairs into the options; they stay as they were up to the pair that is refused.
pub(crate) fn read(text: &str, options: &mut AnyOptions) -> Result<(), BadRules> {
    if let Some(aside) = unclosed(text) {
        return Err(BadRules::Unclosed(shortened(aside, 32).into_owned()));
    }
    for part in parts(options.game(), &without_asides(text)) {
        let Some((name, value)) = part.split_once('=') else {
            return Err(BadRules::NoPair(shortened(&part, 32).into_owned()));
        };
        options
            .set(&folded(name), &folded(value))
            .map_err(BadRules::Refused)?;
    }
    Ok(())
}

/// The sentence of a text that is not even made of pairs, with one of this game.
pub(crate) fn no_pair(words: Words, part: &str, game: GameId) -> String {
    let pair = game.options().iter().find_map(|row| {
        let value = row.offered(*game.seats().end()).pop()?;
        Some(format!("{}={value}", row.name))
    });
    words.option_no_pair(&quoted(part), &pair.unwrap_or_default())
}

/// The sentence of a text in which what begins like this is not closed.
pub(crate) fn unclosed_aside(words: Words, aside: &str) -> String {
    words.option_unclosed(&quoted(aside))
}

fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';')
}

/// The parts of a text; numbers that follow an option of rows belong to it.
fn parts(game: GameId, text: &str) -> Vec<String> {
    let of_rows = game
        .options()
        .iter()
        .filter(|row| matches!(row.kind, Kind::Rows { .. }));
    let takes_rows = |part: &str| {
        of_rows
            .clone()
            .any(|row| folded(part).starts_with(row.name))
    };
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(is_between).filter(|part| !part.is_empty()) {
        let is_row = part.bytes().all(|byte| byte.is_ascii_digit());
        match parts.last_mut() {
            Some(last) if is_row && takes_rows(last) => {
                if !last.ends_with('=') {
                    last.push(',');
                }
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

/// What is known where house rules are being typed.
struct Typing<'a> {
    words: Words,
    /// The house rules with all that is typed before.
    options: AnyOptions,
    /// How many play.
    seats: usize,
    /// All options, the most asked for first.
    rows: Vec<&'static Row>,
    /// What is typed before, with a space at its end.
    before: &'a str,
}

/// What to offer for a text of which the last part is being typed: what opens a table with what stands before it.
pub(crate) fn complete(
    words: Words,
    options: &AnyOptions,
    seats: usize,
    typed: &str,
) -> Vec<Offer> {
    let text = without_asides(typed);
    let mut before = parts(options.game(), &text);
    let is_open = text.is_empty() || text.ends_with(is_between);
    let last = if is_open {
        String::new()
    } else {
        folded(&before.pop().unwrap_or_default())
    };
    let before = before
        .into_iter()
        .map(|part| part + " ")
        .collect::<String>();
    let mut with = options.clone();
    if read(&before, &mut with).is_err() {
        return Vec::new();
    }
    let typing = Typing {
        words,
        seats,
        rows: rows(options.game()),
        options: with,
        before: &before,
    };
    let completed = match last.split_once('=') {
        Some((name, value)) => typing
            .rows
            .iter()
            .find(|row| row.name == name)
            .map(|row| typing.values(row, value))
            .unwrap_or_default(),
        None => typing.names(&last),
    };
    completed
        .into_iter()
        .filter_map(|(part, effect)| offer(&before, &part, &effect))
        .take(MOST_CHOICES)
        .collect()
}

impl Typing<'_> {
    /// The names that fit, are not given yet and have a value that can be taken; of a single one its values.
    fn names(&self, typed: &str) -> Vec<(String, String)> {
        let about = |row: &Row| self.words.option_about(self.options.game(), row.name);
        let fits = |row: &Row| row.name.contains(typed) || folded(&about(row)).contains(typed);
        let has_value = |row: &Row| {
            let offered = row.offered(self.seats);
            let mut values = offered.iter();
            values.any(|value| self.opens(row, value) && self.has_room(row.name, value))
        };
        let fitting: Vec<&Row> = self
            .rows
            .iter()
            .copied()
            .filter(|row| fits(row) && !self.is_given(row.name) && has_value(row))
            .collect();
        match fitting[..] {
            [one] => self.values(one, ""),
            _ => fitting
                .into_iter()
                .map(|row| (format!("{}=", row.name), about(row)))
                .collect(),
        }
    }

    /// The values that begin as typed; what is typed itself, too, if it is a value. None that would be refused.
    fn values(&self, row: &Row, typed: &str) -> Vec<(String, String)> {
        let offered = row.offered(self.seats);
        let mut values: Vec<&str> = offered.iter().map(String::as_str).collect();
        values.retain(|value| value.starts_with(typed));
        if !typed.is_empty() && !values.contains(&typed) {
            values.insert(0, typed);
        }
        let effect = |value: &str| {
            let part = self.part(row.name, value)?;
            let effect = told_with(self.words, &self.options, row.name, value)?;
            Some((part, effect))
        };
        values.into_iter().filter_map(effect).collect()
    }

    /// Whether a value can be taken by itself.
    fn opens(&self, row: &Row, value: &str) -> bool {
        let checked = with(&self.options, row.name, value).map(|with| with.check(self.seats));
        checked == Some(Ok(()))
    }

    /// Whether a value can be chosen after what stands there already.
    fn has_room(&self, name: &str, value: &str) -> bool {
        offer(self.before, &format!("{name}={value}"), "").is_some()
    }

    /// What to add to take a value, with another option that it needs; `None` if it would be refused.
    fn part(&self, name: &str, value: &str) -> Option<String> {
        let pair = format!("{name}={value}");
        let changed = with(&self.options, name, value)?;
        let (one, other) = match changed.check(self.seats) {
            Ok(()) => return Some(pair),
            Err(AnyRefusal::Options {
                fault: OptionFault::Together { one, other },
                ..
            }) => (one, other),
            Err(_) => return None,
        };
        let needed = if one == name { other } else { one };
        if !self.is_usual(needed) {
            return None;
        }
        let helps = |value: &String| {
            let both = with(&changed, needed, value).map(|both| both.check(self.seats));
            both == Some(Ok(()))
        };
        let row = self.rows.iter().find(|row| row.name == needed)?;
        let helping = row.offered(self.seats).into_iter().find(helps)?;
        Some(format!("{needed}={helping} {pair}"))
    }

    fn is_given(&self, name: &str) -> bool {
        folded(self.before).contains(&format!("{name}="))
    }

    /// Whether nobody has asked for anything of this option.
    fn is_usual(&self, name: &str) -> bool {
        let usual = self.options.game().default_options();
        !self.is_given(name) && value_of(&self.options, name) == value_of(&usual, name)
    }
}

/// The options with another value of one of them; `None` if it is none.
fn with(options: &AnyOptions, name: &str, value: &str) -> Option<AnyOptions> {
    let mut with = options.clone();
    with.set(name, value).ok()?;
    Some(with)
}

/// `None` if the text is too long for a choice: it can still be typed.
fn offer(before: &str, part: &str, effect: &str) -> Option<Offer> {
    let value = format!("{before}{part}");
    let length = value.chars().count();
    if length > MOST_CHOICE_TEXT {
        return None;
    }
    // Sentences of other languages may have parentheses; these would end the aside too early.
    let effect = effect.replace(['(', ')'], "");
    let room = MOST_CHOICE_TEXT.saturating_sub(length + " ()".len());
    let name = if room < LEAST_WORDS {
        value.clone()
    } else {
        format!("{value} ({})", shortened(&effect, room))
    };
    Some(Offer { name, value })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn offers(typed: &str) -> Vec<Offer> {
        offers_of(GameId::Okey, typed)
    }

    fn offers_of(game: GameId, typed: &str) -> Vec<Offer> {
        complete(Words::of("en"), &game.default_options(), 4, typed)
    }

    fn values_of(typed: &str) -> Vec<String> {
        offers(typed).into_iter().map(|offer| offer.value).collect()
    }

    fn read_okey(text: &str) -> Result<AnyOptions, BadRules> {
        read_of(GameId::Okey, text)
    }

    fn read_of(game: GameId, text: &str) -> Result<AnyOptions, BadRules> {
        let mut options = game.default_options();
        read(text, &mut options).map(|()| options)
    }

    #[test]
    fn pairs_are_read_with_spaces_or_commas_and_layouts_keep_theirs() {
        let plain = read_okey("deal=simplified stock_pick=any layout=6,5,5,5 max_hands=7");
        assert!(plain.is_ok());
        for text in [
            "deal=simplified,stock_pick=any,layout=6,5,5,5,max_hands=7",
            " Deal=SIMPLIFIED; stock_pick=any , layout=6 5 5 5  max_hands=7 ",
            "deal=simplified (from one heap) stock_pick=any (any (tile)) layout=6,5,5,5 () max_hands=7 (at)",
            "deal=simplified) stock_pick=any layout=6,5,5,5 max_hands=7",
        ] {
            assert_eq!(read_okey(text), plain, "{text}");
        }
        assert_eq!(read_okey(""), Ok(GameId::Okey.default_options()));
        assert_eq!(read_okey("deal"), Err(BadRules::NoPair("deal".to_owned())));
        for text in [
            "hats=1",
            "deal=",
            "=",
            "deal=x=y",
            "start_points=-1",
            "💥=💥",
        ] {
            assert!(
                matches!(read_okey(text), Err(BadRules::Refused(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn a_bracket_that_is_not_closed_opens_no_table() {
        let text = "deal=simplified (from one heap of all tiles stock_pick=any";
        let told = match read_okey(text) {
            Err(BadRules::Unclosed(aside)) => unclosed_aside(Words::of("en"), &aside),
            other => panic!("{other:?}"),
        };
        let named = "The bracket `(from one heap of all tiles sto…` is not closed.";
        assert!(told.starts_with(named), "{told}");
        // Whoever is still typing goes on.
        assert!(!values_of("deal=simplified (from one heap").is_empty());
    }

    #[test]
    fn names_are_found_by_words_with_a_turkish_i() {
        let text = "option-any-first_dealer = İlk DAĞITAN kim\n".to_owned();
        let words = Words::made("tr", vec![("tr/options.ftl".to_owned(), text)]);
        let options = GameId::Okey.default_options();
        for typed in ["dağıt", "DAĞIT", "dağit", "ilk", "İLK", "ILK"] {
            let offered = complete(words, &options, 4, typed);
            let first = offered.first().map(|offer| offer.value.split('=').next());
            assert_eq!(first, Some(Some("first_dealer")), "{typed}");
        }
    }

    #[test]
    fn names_are_offered_first_and_then_values() {
        let names = values_of("");
        assert_eq!(names.len(), 21);
        assert_eq!(names[0], "start_points=");
        // Several names fit a word that is in what they are about; of the only one the values are offered.
        assert_eq!(values_of("dealer")[0], "first_dealer=random");
        assert_eq!(
            values_of("deal=simplified stock_pick="),
            [
                "deal=simplified stock_pick=next",
                "deal=simplified stock_pick=any",
            ]
        );
        assert!(!values_of("deal=formal ").contains(&"deal=formal deal=".to_owned()));
        assert_eq!(values_of("max_hands=13")[0], "max_hands=13");
        assert!(values_of("max_hands=x").is_empty());
        assert!(values_of("hats=").is_empty());
        assert!(values_of("hats").is_empty());
    }

    #[test]
    fn a_name_is_offered_where_a_value_of_it_can_be() {
        let options = GameId::Kaluki.default_options();
        let offered = |typed: &str| complete(Words::of("en"), &options, 4, typed);
        let long = "four_card_set_recovery=false two_joker_recovery=one match_mode=fixed_deals:5 ";
        let mut names = 0;
        for before in ["", long, &long.repeat(2)] {
            for offer in offered(before) {
                assert!(!offered(&offer.value).is_empty(), "{}", offer.value);
                names += 1;
            }
        }
        assert!(names > 20, "{names}");
    }

    #[test]
    fn offers_fit_discord_and_read_back_even_by_their_names() {
        assert!(typed_on(GameId::Okey).contains("layout="));
        assert!(typed_on(GameId::Okey101).contains("first_dealer="));
    }

    /// Opens what is offered for a text: `None` for a name of which no value is chosen yet.
    fn opened(
        options: &AnyOptions,
        seats: usize,
        offer: &Offer,
    ) -> Option<Result<AnyOptions, String>> {
        if offer.value.ends_with('=') {
            return None;
        }
        let mut options = options.clone();
        Some(match read(&offer.value, &mut options) {
            Ok(()) => match options.check(seats) {
                Ok(()) => Ok(options),
                Err(refusal) => Err(refusal.to_string()),
            },
            Err(bad) => Err(format!("{bad:?}")),
        })
    }

    /// Every beginning of the values that are offered, and others.
    fn half_typed(row: &Row, seats: usize) -> BTreeSet<String> {
        let mut typed: BTreeSet<String> = ["", "0", "1", "2", "9", "20", "99", "999", "10001"]
            .map(str::to_owned)
            .into();
        for value in row.offered(seats) {
            typed.extend(value.char_indices().map(|(end, _)| value[..end].to_owned()));
            typed.insert(value);
        }
        if let Kind::Number { least, most, .. } = row.kind {
            let around = [least.saturating_sub(1), least, most, most + 1];
            typed.extend(around.map(|number| number.to_string()));
        }
        typed.extend(["6", "9,9", "21,0,0", "fixed_deals:101"].map(str::to_owned));
        typed
    }

    fn assert_opens(options: &AnyOptions, seats: usize, text: &str) -> Vec<Offer> {
        let offered = complete(Words::of("en"), options, seats, text);
        for offer in &offered {
            if let Some(Err(refused)) = opened(options, seats, offer) {
                panic!("{text:?} with {seats} seats: {offer:?}: {refused}");
            }
        }
        offered
    }

    #[test]
    fn whatever_is_offered_opens_a_table() {
        for game in GameId::ALL {
            let presets = game.presets().iter();
            let mut every: Vec<AnyOptions> = presets.filter_map(|name| game.preset(name)).collect();
            every.push(game.default_options());
            for (options, seats) in every
                .iter()
                .flat_map(|options| game.seats().map(move |seats| (options, seats)))
            {
                for row in game.options() {
                    for typed in half_typed(row, seats) {
                        assert_opens(options, seats, &format!("{}={typed}", row.name));
                    }
                }
            }
        }
    }

    #[test]
    fn whatever_is_offered_behind_a_pair_opens_a_table() {
        for game in GameId::ALL {
            let (options, seats) = (game.default_options(), *game.seats().end());
            let pairs = game.options().iter().flat_map(|row| {
                let values = row.offered(seats).into_iter();
                values.map(move |value| format!("{}={value}", row.name))
            });
            for pair in pairs {
                for row in game.options() {
                    assert_opens(&options, seats, &format!("{pair} {}=", row.name));
                }
                assert_opens(&options, seats, &format!("{pair} "));
            }
        }
    }

    #[test]
    fn a_value_that_needs_another_option_is_offered_with_it() {
        let plain = GameId::Okey.default_options();
        let partners = GameId::Okey.preset("partners").expect("a preset");
        let teams = ["teams=false"].as_slice();
        for (options, seats, typed, expected) in [
            (
                &plain,
                4,
                "stock_pick=a",
                &["deal=simplified stock_pick=any"][..],
            ),
            (&plain, 4, "deal=formal stock_pick=a", &[]),
            (
                &plain,
                4,
                "mono_pairs=t",
                &["mono_colour=any mono_pairs=true"],
            ),
            (
                &plain,
                4,
                "stock_pick=any ",
                &["stock_pick=any deal=simplified"],
            ),
            (&plain, 4, "result_mode=single end_mode=e", &[]),
            (&plain, 4, "partnership=t", &["partnership=true"]),
            (&plain, 2, "partnership=t", &[]),
            (&partners, 4, "end_mode=", &["end_mode=first_bust"]),
            (&partners, 2, "partnership=", &["partnership=false"]),
            (&plain, 4, "start_points=0", &[]),
            (&plain, 4, "layout=6", &["layout=6,5,5,5"]),
            (&plain, 4, "hats=1 start_points=", &[]),
            (&plain, 4, "deal start_points=", &[]),
            (&GameId::Okey101.default_options(), 3, "teams=", teams),
            (&GameId::Okey101.default_options(), 4, "open_min=999", &[]),
            (
                &GameId::Meri.default_options(),
                8,
                "yaku_high=1",
                &["yaku_value=1 yaku_high=1", "yaku_high=10"],
            ),
        ] {
            let offered = assert_opens(options, seats, typed);
            let values: Vec<&str> = offered.iter().map(|offer| &offer.value[..]).collect();
            assert_eq!(values, expected, "{typed} with {seats} seats");
        }
    }

    /// Takes the last offer again and again, and checks all of them.
    fn typed_on(game: GameId) -> String {
        let mut text = String::new();
        loop {
            let offered = offers_of(game, &text);
            for offer in &offered {
                for part in [&offer.name, &offer.value] {
                    assert!((1..=100).contains(&part.chars().count()), "{part}");
                }
                assert_eq!(read_of(game, &offer.name), read_of(game, &offer.value));
            }
            // The client shows the name, and people type on behind it.
            let Some(next) = offered.last() else { break };
            let is_pair = !next.value.ends_with('=');
            text = if is_pair {
                format!("{} ", next.name)
            } else {
                next.value.clone()
            };
        }
        text
    }

    #[test]
    fn the_rules_of_101_are_offered_and_read() {
        let names = offers_of(GameId::Okey101, "");
        assert_eq!(names.len(), 20);
        assert_eq!(names[0].value, "rounds=");
        let rounds = offers_of(GameId::Okey101, "teams=true rounds=");
        let rounds: Vec<&str> = rounds.iter().map(|offer| &offer.value[..]).collect();
        assert_eq!(
            rounds[..6],
            [
                "teams=true rounds=3",
                "teams=true rounds=5",
                "teams=true rounds=7",
                "teams=true rounds=9",
                "teams=true rounds=11",
                "teams=true rounds=1",
            ]
        );
        assert!(
            read_of(
                GameId::Okey101,
                "Teams=TRUE, rounds=9; joker_held=per_joker"
            )
            .is_ok()
        );
        assert!(read_of(GameId::Okey101, "start_points=10").is_err());
    }
}
