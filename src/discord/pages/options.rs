//! House rules for every game: what is unusual in words, and the pages on which the host changes them.

use super::games;
use super::kit::rows::ROWS;
use super::press::{Setting, Verb, id};
use super::reader::Reader;
use super::table_words::button;
use crate::discord::speech::letters::seen;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Choice, Menu, Note};
use crate::rules::OptionFault;
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::options::Row;
use crate::tables::{Life, PressId};

/// A menu takes a row; the last one is for buttons.
const MENUS: usize = ROWS - 1;

/// An option in words.
pub(crate) struct Told {
    /// As the written rules spell it.
    pub name: &'static str,
    /// What it is about.
    pub about: String,
    /// What it is now: a sentence that is understood by itself.
    pub now: String,
    /// What is offered, as the written rules spell it.
    pub values: Vec<String>,
}

/// The options of a game, the most asked for first.
pub(super) fn rows(game: GameId) -> Vec<&'static Row> {
    let first = games::offer(game).first;
    let place = |row: &&Row| first.iter().position(|name| *name == row.name);
    let mut rows: Vec<&Row> = game.options().iter().collect();
    rows.sort_by_key(|row| place(row).unwrap_or(first.len()));
    rows
}

/// Every option of a game in words, the most asked for first.
pub(crate) fn told(words: Words, options: &AnyOptions, seats: usize) -> Vec<Told> {
    let game = options.game();
    let told = |row: &Row| Told {
        name: row.name,
        about: words.option_about(game, row.name),
        now: words.option_value(options, row),
        values: row.offered(seats),
    };
    rows(game).into_iter().map(told).collect()
}

/// What an option is now, as the written rules spell it.
pub(crate) fn value_of(options: &AnyOptions, name: &str) -> String {
    let mut named = options.named().into_iter();
    let meant = named.find(|(known, _)| *known == name);
    meant.map(|(_, value)| value).unwrap_or_default()
}

/// The rules of a table, as the lobby tells them.
pub(crate) fn whole(reader: Reader<'_>) -> String {
    whole_after(reader, Words::lobby_rules)
}

/// The same where the rules of the game in general stand below them.
pub(crate) fn whole_here(reader: Reader<'_>) -> String {
    whole_after(reader, Words::rules_here)
}

/// The rules of a table; the first line tells those in short, and the clock.
fn whole_after(reader: Reader<'_>, first: fn(&Words, &str, &str) -> String) -> String {
    let Reader { words, look, .. } = reader;
    let clock = words.clock(&look.preset.to_string());
    let short = words.options_short(&look.options, look.seats.len());
    let mut lines = vec![first(&words, &short, &clock)];
    lines.extend(unusual_lines(reader));
    lines.join("\n")
}

/// Whether an option does nothing as the others are at this table.
pub(super) fn is_idle(options: &AnyOptions, name: &str) -> bool {
    let is_so = |(other, values): &(&str, &[&str])| {
        let value = value_of(options, other);
        let named = value.split(':').next().unwrap_or_default();
        values.contains(&named)
    };
    let mut all = games::offer(options.game()).idle.iter();
    all.any(|idle| idle.option == name && idle.others.iter().all(is_so))
}

/// A line for every option that is not as usual, does something, and does not stand in the short rules.
fn unusual_lines(reader: Reader<'_>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let game = look.options.game();
    let usual = game.default_options();
    let here = look.options.at_table(look.seats.len());
    let is_unusual = |row: &&Row| {
        let is_told = games::offer(game).in_short.contains(&row.name);
        let is_usual = value_of(&look.options, row.name) == value_of(&usual, row.name);
        !is_told && !is_usual && !is_idle(&here, row.name)
    };
    rows(game)
        .into_iter()
        .filter(is_unusual)
        .map(|row| format!("- {}", words.option_value(&look.options, row)))
        .collect()
}

/// What this option would say with that value; `None` if it is none.
pub(crate) fn told_with(
    words: Words,
    options: &AnyOptions,
    name: &str,
    value: &str,
) -> Option<String> {
    let mut with = options.clone();
    with.set(name, value).ok()?;
    let game = options.game();
    let row = game.options().iter().find(|row| row.name == name)?;
    Some(words.option_value(&with, row))
}

/// What is at stake, a sentence each: none in a game without stakes, or where they are all 0.
pub(crate) fn stakes(words: Words, options: &AnyOptions) -> Vec<String> {
    let game = options.game();
    let without = options.without_stakes();
    // Something is at stake with this one alone.
    let is_stake = |row: &&Row| {
        without.clone().is_some_and(|mut alone| {
            let set = alone.set(row.name, &value_of(options, row.name));
            set.is_ok() && alone.has_stakes()
        })
    };
    let told = |row: &Row| words.option_value(options, row);
    rows(game).into_iter().filter(is_stake).map(told).collect()
}

/// Some values that an option of a game can have.
fn examples(game: GameId, name: &str) -> String {
    let meant = game.options().iter().filter(|row| row.name == name);
    let values = meant.flat_map(|row| row.offered(*game.seats().end()));
    let quoted: Vec<String> = values.map(|value| format!("`{value}`")).collect();
    quoted.join(" ")
}

/// Why house rules make no table, as a sentence.
pub(crate) fn refusal(words: Words, game: GameId, fault: &OptionFault) -> String {
    match fault {
        OptionFault::WrongSeats { seats, .. } => words.option_wrong_seats(game, *seats),
        OptionFault::Unknown { name } => words.option_unknown(&quoted(name), game.id()),
        OptionFault::BadValue { name, value } if value.is_empty() => {
            words.option_no_value(&words.option_title(game, name), &examples(game, name))
        }
        OptionFault::BadValue { name, value } => words.option_bad_value(
            &words.option_title(game, name),
            &quoted(value),
            &examples(game, name),
        ),
        OptionFault::OutOfRange {
            name,
            value,
            least,
            most,
        } => words.option_out_of_range(&words.option_title(game, name), *value, *least, *most),
        OptionFault::NoSuchSeat { name, seats, .. }
        | OptionFault::WrongRows { name, seats, .. }
        | OptionFault::NotForSeats { name, seats, .. } => {
            words.option_not_for_seats(game, name, *seats)
        }
        OptionFault::Together { one, other } => words.options_together(game, one, other),
    }
}

/// What a stranger wrote, so that Discord shows nothing but its letters.
pub(crate) fn quoted(text: &str) -> String {
    let plain = seen(text).replace('`', "'").replace(['\n', '\r'], " ");
    format!("`{}`", if plain.is_empty() { " " } else { &plain })
}

/// A page of menus, counted from 0; each drawing has ids of its own.
pub(crate) fn page(
    reader: Reader<'_>,
    number: usize,
    press: PressId,
    notice: Option<String>,
) -> Note {
    let Reader { words, look, .. } = reader;
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
    // A phone cuts in a menu what is longer than some 34 characters. What does nothing here is in its menu alone.
    let here = look.options.at_table(seats);
    let in_force = shown.clone().filter(|told| !is_idle(&here, told.name));
    lines.extend(in_force.map(|told| format!("- {}", told.now)));
    Note {
        menus: shown.map(|told| menu(reader, told, press)).collect(),
        rows: vec![page_buttons(reader, number, pages)],
        ..Note::private(lines.join("\n"))
    }
}

fn menu(reader: Reader<'_>, told: &Told, press: PressId) -> Menu {
    let Reader { words, look, .. } = reader;
    let now = value_of(&look.options, told.name);
    let mut values = told.values.clone();
    if !values.contains(&now) {
        values.push(now.clone());
    }
    let choice = |value: String| {
        let label = told_with(words, &look.options, told.name, &value)?;
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
        id: id(&look.table, look.revision, &Verb::Set(setting)),
        title: told.about.clone(),
        choices: values.into_iter().filter_map(choice).collect(),
    }
}

fn page_buttons(reader: Reader<'_>, number: usize, pages: usize) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
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
pub(crate) fn page_of(reader: Reader<'_>, name: &str) -> usize {
    let Reader { words, look, .. } = reader;
    let all = told(words, &look.options, look.seats.len());
    let place = all.iter().position(|told| told.name == name);
    place.unwrap_or_default() / MENUS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::wire::note::MOST_CHOICE_TEXT;
    use crate::rules::any::{AnyGame, AnyRefusal};
    use crate::rules::{Game, Viewer};
    use crate::tables::Look;

    /// What every offered value of an option says.
    fn sentences(words: Words, usual: &AnyOptions, told: &Told) -> Vec<String> {
        let said = |value: &String| {
            let said = told_with(words, usual, told.name, value);
            said.expect("an offered value")
        };
        told.values.iter().map(said).collect()
    }

    #[test]
    fn every_option_and_value_is_told_within_the_limits_of_discord() {
        for (words, game) in Words::tried().flat_map(|words| {
            let games = GameId::ALL.iter().copied();
            games.map(move |game| (words, game))
        }) {
            for seats in game.seats() {
                check(words, &game.default_options(), seats);
            }
        }
        // Most other languages take more room than English.
        let english = Words::of("en");
        let values = GameId::ALL.iter().flat_map(|game| {
            let (usual, seats) = (game.default_options(), *game.seats().end());
            let all = told(english, &usual, seats).into_iter();
            all.flat_map(move |told| sentences(english, &usual, &told))
        });
        let long: Vec<String> = values.filter(|said| said.chars().count() > 85).collect();
        assert_eq!(long, [""; 0], "no room for a translation");
    }

    fn check(words: Words, usual: &AnyOptions, seats: usize) {
        let code = words.code();
        let all = told(words, usual, seats);
        let mut names: Vec<&str> = all.iter().map(|told| told.name).collect();
        let mut known: Vec<&str> = usual.named().into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
        let mut lobby = 0;
        for told in &all {
            let mut said = sentences(words, usual, told);
            assert!((2..=25).contains(&said.len()), "{}", told.name);
            let longest = said.iter().map(|one| one.chars().count()).max();
            if !games::offer(usual.game()).in_short.contains(&told.name) {
                lobby += longest.unwrap_or_default() + "- \n".len();
            }
            assert!(longest <= Some(MOST_CHOICE_TEXT), "{code}: {}", told.name);
            said.sort_unstable();
            said.dedup();
            let name = told.name;
            assert_eq!(
                said.len(),
                told.values.len(),
                "{code}: {name} says one thing twice"
            );
        }
        assert!(
            lobby < 1500,
            "{code}: a lobby of unusual rules is too long: {lobby}"
        );
    }

    #[test]
    fn a_lobby_promises_buy_ins_only_where_somebody_could_buy_in() {
        for (survivors, seats, promises) in [
            ("2", 2, false),
            ("2", 3, true),
            ("3", 3, false),
            ("3", 4, true),
        ] {
            let mut options = GameId::Kaluki.default_options();
            let set = options.set("buy_in_min_survivors", survivors);
            set.expect("a number");
            let game = AnyGame::new(&options, seats);
            let look = Look {
                options,
                life: Life::Lobby,
                ..staged(&game, Viewer::Watcher)
            };
            let told = whole(Reader::new(Words::of("en"), &look));
            for words in ["or buy in up to 2 times", "Buying in: 5."] {
                assert_eq!(told.contains(words), promises, "{seats}: {told}");
            }
        }
    }

    /// What stands in a lobby of so many with these house rules.
    fn lobby_of(game: GameId, house_rules: &str, seats: usize) -> String {
        let options = with_pairs(&game.default_options(), house_rules).expect("house rules");
        let game = AnyGame::new(&options, seats);
        let look = Look {
            options,
            life: Life::Lobby,
            ..staged(&game, Viewer::Watcher)
        };
        whole(Reader::new(Words::of("en"), &look))
    }

    #[test]
    fn a_lobby_tells_nothing_that_another_option_leaves_without_effect() {
        for (game, told, idle, seats) in [
            (
                GameId::Okey,
                "exhausted_take_cap=3",
                "exhausted_take=win_only",
                4,
            ),
            (
                GameId::Okey,
                "gosterge_effect=shower_gains",
                "gosterge=false",
                4,
            ),
            (
                GameId::Okey,
                "gosterge_window=before_first_discard",
                "gosterge=false",
                4,
            ),
            (GameId::Okey, "layout=6,5,5,5", "deal=simplified", 4),
            (
                GameId::Kaluki,
                "settlement=per_deal",
                "match_mode=single_deal",
                3,
            ),
            (
                GameId::Kaluki,
                "settlement=per_deal",
                "stake_initial=0 match_mode=fixed_deals:7",
                3,
            ),
            (
                GameId::Kaluki,
                "settlement=per_deal",
                "stake_initial=0 stake_buy_in=0",
                3,
            ),
            (GameId::Kaluki, "buy_in_min_survivors=3", "buy_in=false", 4),
            (
                GameId::Kaluki,
                "buy_in_min_survivors=3",
                "match_mode=fixed_deals:7",
                4,
            ),
            (GameId::Meri, "live_upper_required=true", "yaku=false", 8),
            (GameId::Meri, "hidden_robai=all_yaku", "yaku=false", 8),
            (GameId::Meri, "yaku_high=7", "yaku=false", 8),
            (GameId::Meri, "yaku_value=3", "yaku=false", 8),
        ] {
            let usual = lobby_of(game, "", seats);
            let alone = lobby_of(game, told, seats);
            let mut lines = alone.lines().filter(|line| !usual.contains(line));
            let line = lines.next().expect("it is told");
            let both = lobby_of(game, &format!("{told} {idle}"), seats);
            assert!(!both.contains(line), "{told} {idle}: {both}");
        }
        // Nobody can buy in where too few others can be left.
        let three = lobby_of(GameId::Kaluki, "buy_in_min_survivors=3", 3);
        assert!(!three.contains("while at least"), "{three}");
        let four = lobby_of(GameId::Kaluki, "buy_in_min_survivors=3", 4);
        assert!(
            four.contains("You may buy in while at least 3 others"),
            "{four}"
        );
        // What has an effect is told.
        let never_hidden = lobby_of(GameId::Meri, "hidden_robai=off yaku=false", 8);
        assert!(never_hidden.contains("No hidden Robai"), "{never_hidden}");
        for (hidden_robai, told) in [
            ("off", "Best yaku: 7 ko, in the last trick\n"),
            (
                "all_yaku",
                "Best yaku: 7 ko, in the last trick or with a hidden Robai\n",
            ),
        ] {
            let rules = format!("hidden_robai={hidden_robai} yaku_high=7 split=random");
            let lobby = lobby_of(GameId::Meri, &rules, 8);
            assert!(lobby.contains(told), "{lobby}");
        }
    }

    /// Everything that English says of the options of a game, kept in a file: what is said must not change by itself.
    /// `ISTAKA_RECORD=1 cargo test --lib all_that_is_said` writes what is said now.
    #[test]
    fn all_that_is_said_of_options_is_as_it_was() {
        let words = Words::of("en");
        for game in GameId::RELEASED.iter().copied() {
            let name = format!("tests/data/options/{}/{}.txt", words.code(), game.id());
            let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
            let said = all_said(words, game);
            if std::env::var_os("ISTAKA_RECORD").is_some() {
                let folder = file.parent().expect("a file lies in a folder");
                std::fs::create_dir_all(folder).expect("the folder can be made");
                std::fs::write(&file, &said).expect("the file can be written");
            }
            let kept = std::fs::read_to_string(&file).unwrap_or_default();
            for (number, (now, was)) in (1..).zip(said.lines().zip(kept.lines())) {
                assert_eq!(
                    now, was,
                    "{name}, line {number}: ISTAKA_RECORD=1 cargo test --lib all_that_is_said writes it anew"
                );
            }
            assert_eq!(said.lines().count(), kept.lines().count(), "{name}");
        }
    }

    /// Values of every kind; each option takes those that are its own.
    const PROBES: &[&str] = &["0", "1", "2", "3", "22", "10000", "7,7,7", "1,20"];
    /// Values that some options do not take, or not at every table.
    const REFUSED: &[&str] = &["`@every\none`", "7,x,7", "0", "3", "10001", "7,7,7", "true"];

    /// What is refused for what it is together, of the games that have these options.
    const PAIRS: &[&str] = &[
        "may_return_taken=true stall_limit=0",
        "may_return_taken=true stall_limit=3",
        "stall_limit=9",
        "stake_initial=-5",
        "stake_call_up=99999999999",
        "match_mode=fixed_deals:0",
        "initial_min=61",
    ];

    fn all_said(words: Words, game: GameId) -> String {
        let usual = game.default_options();
        let short = words.options_short(&usual, *game.seats().end());
        let mut lines = vec![format!("# {}: {short}", game.id())];
        let least = *game.seats().start();
        let fewer = told(words, &usual, least);
        for seats in game.seats() {
            let all = told(words, &usual, seats);
            let is_new =
                |told: &Told| seats == least || fewer.iter().all(|one| one.values != told.values);
            for told in all.iter().filter(|told| is_new(told)) {
                lines.extend(all_said_of(words, &usual, told, seats));
            }
        }
        lines.extend(all_refused(words, game));
        lines.join("\n") + "\n"
    }

    fn all_said_of(words: Words, usual: &AnyOptions, told: &Told, seats: usize) -> Vec<String> {
        let offered = told.values.join(" ");
        let mut lines = vec![format!(
            "{} for {seats}: {} [{offered}] {}",
            told.name, told.about, told.now
        )];
        let mut values: Vec<&str> = told.values.iter().map(String::as_str).collect();
        values.extend(
            PROBES
                .iter()
                .filter(|probe| !told.values.contains(&(**probe).to_owned())),
        );
        for value in values {
            let mut with = usual.clone();
            if with.set(told.name, value).is_err() {
                continue;
            }
            let said = told_with(words, usual, told.name, value).expect("a value");
            lines.push(format!("  {value}: {said}"));
            // Where the most sit everything that can be told is told.
            let most = *usual.game().seats().end();
            let short = words.options_short(&with, most);
            if short != words.options_short(usual, most) {
                lines.push(format!("  in short: {short}"));
            }
        }
        lines
    }

    /// What is said to values and pairs that make no game, with the seats at which it is said.
    fn all_refused(words: Words, game: GameId) -> Vec<String> {
        let usual = game.default_options();
        let mut tried: Vec<String> = [
            "hats=1",
            "`ha\nts`=1",
            "",
            "partnership=true end_mode=elimination",
            "partnership=true result_mode=two_top",
            "end_mode=elimination result_mode=single",
            "stock_pick=any",
            "mono_pairs=true",
        ]
        .map(str::to_owned)
        .into();
        let of_this_game = |text: &&&str| {
            let name = text.split('=').next().unwrap_or_default();
            game.options().iter().any(|row| row.name == name)
        };
        tried.extend(PAIRS.iter().filter(of_this_game).map(ToString::to_string));
        for (name, _) in usual.named() {
            tried.extend(REFUSED.iter().map(|value| format!("{name}={value}")));
        }
        let mut too_few_or_many: Vec<usize> = (1..=5).collect();
        too_few_or_many.retain(|seats| !game.seats().contains(seats));
        let mut lines = Vec::new();
        for text in tried {
            let mut said = std::collections::BTreeMap::<String, Vec<usize>>::new();
            for seats in 1..=5 {
                if let Err(refusal) = with_pairs(&usual, &text).and_then(|with| with.check(seats)) {
                    let sentence = crate::discord::pages::declined::refusal(words, &refusal, None);
                    said.entry(sentence).or_default().push(seats);
                }
            }
            // Whatever else is set, nobody plays alone, or where there are too many: said once is enough.
            said.retain(|_, seats| text.is_empty() || *seats != too_few_or_many);
            let line = |(said, seats)| format!("{text} {seats:?}: {said}");
            lines.extend(said.into_iter().map(line));
        }
        lines
    }

    fn with_pairs(usual: &AnyOptions, text: &str) -> Result<AnyOptions, AnyRefusal> {
        let mut with = usual.clone();
        for (name, value) in text.split(' ').filter_map(|pair| pair.split_once('=')) {
            with.set(name, value)?;
        }
        Ok(with)
    }
}
