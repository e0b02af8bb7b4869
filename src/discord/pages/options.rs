//! House rules for every game: what is unusual in words, and the pages on which the host changes them.

use super::press::{Press, Setting, Verb};
use super::table_words::{button, sign};
use super::{okey_options, okey101};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Choice, Menu, Note};
use crate::rules::Seat;
use crate::rules::any::AnyOptions;
use crate::rules::okey::options::{FirstDealer, PileBrowsing};
use crate::tables::{Life, Look, PressId};

/// Discord takes five rows: so many menus, and one row of buttons.
const MENUS: usize = 4;

/// An option in words.
pub struct Told {
    /// As the written rules spell it.
    pub name: &'static str,
    /// What it is about.
    pub about: String,
    /// What it is now: a sentence that is understood by itself.
    pub now: String,
    /// What is offered, as the written rules spell it.
    pub values: Vec<String>,
}

/// Every option of a game in words, the most asked for first.
pub fn told(words: Words, options: &AnyOptions, seats: usize) -> Vec<Told> {
    match options {
        AnyOptions::Okey(options) => okey_options::told(words, options, seats),
        AnyOptions::Okey101(options) => okey101::options::told(words, options, seats),
    }
}

/// The rules of a table in short.
pub fn short(words: Words, options: &AnyOptions) -> String {
    match options {
        AnyOptions::Okey(options) => okey_options::short(words, options),
        AnyOptions::Okey101(options) => okey101::options::short(words, options),
    }
}

/// The options that the short rules tell already.
fn in_short(options: &AnyOptions) -> &'static [&'static str] {
    match options {
        AnyOptions::Okey(_) => okey_options::IN_SHORT,
        AnyOptions::Okey101(_) => okey101::options::IN_SHORT,
    }
}

/// The rules of a table, as the lobby tells them.
pub fn whole(words: Words, look: &Look) -> String {
    let clock = words.clock(&look.preset.to_string());
    let mut lines = vec![words.lobby_rules(&short(words, &look.options), &clock)];
    lines.extend(unusual_lines(words, look));
    lines.join("\n")
}

/// A line for every option that is not as usual and does not stand in the short rules.
fn unusual_lines(words: Words, look: &Look) -> Vec<String> {
    let usual = look.options.game().default_options().named();
    let named = look.options.named();
    let is_unusual = |told: &Told| {
        let of = |named: &[(&'static str, String)]| {
            let mut meant = named.iter().filter(|(name, _)| *name == told.name);
            meant.next().map(|(_, value)| value.clone())
        };
        !in_short(&look.options).contains(&told.name) && of(&named) != of(&usual)
    };
    told(words, &look.options, look.seats.len())
        .into_iter()
        .filter(is_unusual)
        .map(|told| format!("- {}", told.now))
        .collect()
}

/// What this option would say with that value; `None` if it is none.
pub fn told_with(
    words: Words,
    options: &AnyOptions,
    seats: usize,
    name: &str,
    value: &str,
) -> Option<String> {
    let mut with = options.clone();
    with.set(name, value).ok()?;
    let mut told = told(words, &with, seats).into_iter();
    told.find(|told| told.name == name).map(|told| told.now)
}

/// What an option of a game is about, with its name.
pub fn title(all: &[Told], name: &str) -> String {
    let mut meant = all.iter().filter(|told| told.name == name);
    let about = |told: &Told| format!("{} (`{name}`)", told.about);
    meant.next().map(about).unwrap_or_default()
}

/// Some values that an option of a game can have.
pub fn examples(all: &[Told], name: &str) -> String {
    let meant = all.iter().filter(|told| told.name == name);
    let values = meant.flat_map(|told| &told.values);
    let quoted: Vec<String> = values.map(|value| format!("`{value}`")).collect();
    quoted.join(" ")
}

/// Whose piles may be looked through.
pub fn browsing_words(words: Words, browsing: PileBrowsing) -> String {
    match browsing {
        PileBrowsing::Adjacent => words.okey_browse_adjacent(),
        PileBrowsing::TopOnly => words.okey_browse_top_only(),
        PileBrowsing::All => words.okey_browse_all(),
    }
}

/// Who deals first.
pub fn dealer_words(words: Words, dealer: FirstDealer) -> String {
    match dealer {
        FirstDealer::Random => words.okey_dealer_random(),
        FirstDealer::Seat(seat) => words.okey_dealer_seat(sign(seat)),
    }
}

/// Everybody who may deal first.
pub fn dealers(seats: usize) -> Vec<String> {
    let mut all = vec![FirstDealer::RANDOM.to_owned()];
    all.extend(Seat::all(seats).map(|seat| seat.to_string()));
    all
}

/// One of two sentences.
pub fn either(is_so: bool, yes: String, no: String) -> String {
    if is_so { yes } else { no }
}

/// Values as the written rules spell them.
pub fn texts<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// The values of what is so or is not.
pub fn switch() -> Vec<String> {
    texts(&[true, false])
}

/// What a stranger wrote, so that Discord shows nothing but its letters.
pub fn quoted(text: &str) -> String {
    let plain = text.replace('`', "'").replace(['\n', '\r'], " ");
    format!("`{}`", if plain.is_empty() { " " } else { &plain })
}

/// A page of menus, counted from 0; each drawing has ids of its own.
pub fn page(
    words: Words,
    look: &Look,
    number: usize,
    press: PressId,
    notice: Option<String>,
) -> Note {
    if look.life != Life::Lobby {
        return Note::private(words.options_closed());
    }
    let seats = look.seats.len();
    let all = told(words, &look.options, seats);
    let pages = all.len().div_ceil(MENUS);
    let number = number.min(pages - 1);
    let shown = all.iter().skip(number * MENUS).take(MENUS);
    let mut lines: Vec<String> = notice.into_iter().collect();
    lines.push(words.options_page(number + 1, pages));
    Note {
        menus: shown.map(|told| menu(words, look, told, press)).collect(),
        rows: vec![page_buttons(words, look, number, pages)],
        ..Note::private(lines.join("\n"))
    }
}

fn menu(words: Words, look: &Look, told: &Told, press: PressId) -> Menu {
    let named = look.options.named().into_iter();
    let now = named
        .filter(|(name, _)| *name == told.name)
        .map(|(_, value)| value)
        .next()
        .unwrap_or_default();
    let mut values = told.values.clone();
    if !values.contains(&now) {
        values.push(now.clone());
    }
    let choice = |value: String| {
        let label = told_with(words, &look.options, look.seats.len(), told.name, &value)?;
        Some(Choice {
            label,
            about: format!("{} · {}={value}", told.about, told.name),
            is_now: value == now,
            value,
        })
    };
    let setting = Setting {
        name: told.name,
        drawn_for: press,
    };
    Menu {
        id: Press::new(&look.table, look.revision, Verb::Set(setting)).id(),
        title: told.about.clone(),
        choices: values.into_iter().filter_map(choice).collect(),
    }
}

fn page_buttons(words: Words, look: &Look, number: usize, pages: usize) -> Vec<Button> {
    // There are a handful of pages; without a neighbour the button stands there and cannot be pressed.
    let to = |page: usize| Verb::Options(u8::try_from(page).unwrap_or(u8::MAX));
    vec![
        button(look, to(number.wrapping_sub(1)), words.button_previous())
            .emoji("◀️")
            .enabled(number > 0),
        button(look, to(number + 1), words.button_following())
            .emoji("▶️")
            .enabled(number + 1 < pages),
    ]
}

/// The page on which an option stands.
pub fn page_of(words: Words, look: &Look, name: &str) -> usize {
    let all = told(words, &look.options, look.seats.len());
    let place = all.iter().position(|told| told.name == name);
    place.unwrap_or_default() / MENUS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::any::GameId;

    /// What every offered value of an option says.
    fn sentences(usual: &AnyOptions, told: &Told, seats: usize) -> Vec<String> {
        let said = |value: &String| {
            let said = told_with(Words::of("en"), usual, seats, told.name, value);
            said.expect("an offered value")
        };
        told.values.iter().map(said).collect()
    }

    #[test]
    fn every_option_and_value_is_told_within_the_limits_of_discord() {
        for game in GameId::ALL {
            for seats in game.seats() {
                check(&game.default_options(), seats);
            }
        }
    }

    fn check(usual: &AnyOptions, seats: usize) {
        let all = told(Words::of("en"), usual, seats);
        let mut names: Vec<&str> = all.iter().map(|told| told.name).collect();
        let mut known: Vec<&str> = usual.named().into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
        let mut lobby = 0;
        for told in &all {
            let mut said = sentences(usual, told, seats);
            assert!((2..=25).contains(&said.len()), "{}", told.name);
            let longest = said.iter().map(|one| one.chars().count()).max();
            lobby += longest.unwrap_or_default() + "- \n".len();
            assert!(longest <= Some(100), "{}", told.name);
            said.sort_unstable();
            said.dedup();
            let name = told.name;
            assert_eq!(said.len(), told.values.len(), "{name} says one thing twice");
        }
        assert!(
            lobby < 1500,
            "a lobby of unusual rules is too long: {lobby}"
        );
    }
}
