//! House rules as text, `name=value name=value`: reading them, and completing them while they are typed.
//!
//! Clients put the name of a choice, not its value, into the field, and people type on behind it. So the name
//! of a choice is its value with the effect in parentheses, and what stands in parentheses is not read.

use super::options::{Told, quoted, told, told_with};
use crate::discord::speech::words::{Words, folded};
use crate::discord::wire::note::{MOST_CHOICE_TEXT, MOST_CHOICES, shortened};
use crate::rules::any::{AnyOptions, AnyRefusal, GameId};
use crate::rules::options::Kind;

/// Less than this is no sentence any more.
const LEAST_WORDS: usize = 12;

/// Why a text gives no house rules.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum BadRules {
    /// A part is no pair.
    NoPair(String),
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

/// What stands in parentheses is for people.
fn without_asides(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
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

/// What to offer for a text of which the last part is being typed.
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
    let all = told(words, options, seats);
    let completed = match last.split_once('=') {
        Some((name, value)) => all
            .iter()
            .find(|told| told.name == name)
            .map(|told| values(words, options, told, value))
            .unwrap_or_default(),
        None => names(words, options, &all, &before, &last),
    };
    completed
        .into_iter()
        .filter_map(|(part, effect)| offer(&before, &part, &effect))
        .take(MOST_CHOICES)
        .collect()
}

/// The names that fit and are not given yet; of a single one its values.
fn names(
    words: Words,
    options: &AnyOptions,
    all: &[Told],
    before: &str,
    typed: &str,
) -> Vec<(String, String)> {
    let is_given = |told: &&Told| folded(before).contains(&format!("{}=", told.name));
    let fits = |told: &&Told| told.name.contains(typed) || folded(&told.about).contains(typed);
    let fitting: Vec<&Told> = all
        .iter()
        .filter(|told| fits(told) && !is_given(told))
        .collect();
    match fitting[..] {
        [one] => values(words, options, one, ""),
        _ => fitting
            .into_iter()
            .map(|told| (format!("{}=", told.name), told.about.clone()))
            .collect(),
    }
}

/// The values that begin as typed; what is typed itself, too, if it is a value.
fn values(words: Words, options: &AnyOptions, told: &Told, typed: &str) -> Vec<(String, String)> {
    let mut values: Vec<&str> = told.values.iter().map(String::as_str).collect();
    values.retain(|value| value.starts_with(typed));
    if !typed.is_empty() && !values.contains(&typed) {
        values.insert(0, typed);
    }
    let effect = |value: &str| {
        let effect = told_with(words, options, told.name, value)?;
        Some((format!("{}={value}", told.name), effect))
    };
    values.into_iter().filter_map(effect).collect()
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
            "deal=simplified (from one heap) stock_pick=any (any (tile)) layout=6,5,5,5 () max_hands=7 (at",
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
    fn offers_fit_discord_and_read_back_even_by_their_names() {
        assert!(typed_on(GameId::Okey).contains("layout="));
        assert!(typed_on(GameId::Okey101).contains("first_dealer="));
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
