//! The pages of `/settings`, on which people and servers say what they want, and what a choice there means.

use super::press::{Field, Page, SettingsPress};
use crate::computers::Level;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Choice, Menu, Note, Tone};
use crate::drawing::packs::cards::Inks;
use crate::store::{PersonSetting, PersonSettings, ServerSetting, ServerSettings};
use crate::tables::{Preset, PressId};

/// The value of a menu that takes back what was said.
const UNSAID: &str = "-";

/// The orders of a rack, the usual one first.
const ARRANGEMENTS: [&str; 2] = ["melds", "colours"];

/// How many tables at once a server may choose, where the host of the bot allows so many.
const MOST_TABLES: [usize; 9] = [1, 2, 3, 5, 10, 20, 30, 50, 100];

impl ServerSettings {
    /// The clock of a table whose opener says nothing.
    pub fn usual_preset(&self) -> Preset {
        let said = self.preset.as_deref().map(str::parse);
        said.and_then(Result::ok).unwrap_or(Preset::Normal)
    }

    /// The computers of a table whose opener says nothing.
    pub fn usual_level(&self) -> Level {
        let said = self.level.as_deref().and_then(Level::from_name);
        said.unwrap_or(Level::Medium)
    }

    /// Whether a table counts whose opener says nothing.
    pub fn usual_rated(&self) -> bool {
        self.rated.unwrap_or(true)
    }

    /// In which inks cards are printed on what everybody sees.
    pub(crate) fn inks(&self) -> Inks {
        match self.four_colours {
            Some(true) => Inks::Four,
            Some(false) | None => Inks::Two,
        }
    }
}

impl PersonSettings {
    /// In which inks cards are printed for this person, in a server that wants this.
    pub(crate) fn inks(&self, server: &ServerSettings) -> Inks {
        match self.four_colours {
            Some(true) => Inks::Four,
            Some(false) => Inks::Two,
            None => server.inks(),
        }
    }
}

/// A change that makes sense.
pub(crate) enum Change {
    /// Of what a person wants.
    Person(PersonSetting),
    /// Of what a server wants.
    Server(ServerSetting),
}

/// The change that a choice asks for; `None` for what no menu of ours offers.
pub(crate) fn chosen(field: Field, value: &str) -> Option<Change> {
    let text = (value != UNSAID).then(|| value.to_owned());
    let is_offered = match field {
        Field::Language | Field::ServerLanguage => {
            value == UNSAID || Words::all().any(|words| words.code() == value)
        }
        Field::Arrangement => ARRANGEMENTS.contains(&value),
        Field::Preset => value.parse::<Preset>().is_ok(),
        Field::Level => Level::from_name(value).is_some(),
        Field::MostTables => value == UNSAID || tables_from(value).is_some(),
        Field::AutoDraw
        | Field::Pings
        | Field::Rated
        | Field::Threads
        | Field::FourColours
        | Field::ServerFourColours
        | Field::Units
        | Field::Face
        | Field::ServerFaces => false,
    };
    let change = match field {
        Field::Language => Change::Person(PersonSetting::Language(text)),
        Field::Arrangement => Change::Person(PersonSetting::Arrangement(text)),
        Field::ServerLanguage => Change::Server(ServerSetting::Language(text)),
        Field::Preset => Change::Server(ServerSetting::Preset(text)),
        Field::Level => Change::Server(ServerSetting::Level(text)),
        Field::MostTables => Change::Server(ServerSetting::MostTables(tables_from(value))),
        Field::AutoDraw
        | Field::Pings
        | Field::Rated
        | Field::Threads
        | Field::FourColours
        | Field::ServerFourColours
        | Field::Units
        | Field::Face
        | Field::ServerFaces => return None,
    };
    is_offered.then_some(change)
}

/// A number of tables that the menu offers.
fn tables_from(value: &str) -> Option<i64> {
    let number: usize = value.parse().ok()?;
    let is_offered = MOST_TABLES.contains(&number);
    i64::try_from(number).ok().filter(|_| is_offered)
}

/// The change that a switch asks for; `None` for what is no switch.
pub(crate) fn switched(field: Field, on: bool) -> Option<Change> {
    let on = Some(on);
    match field {
        Field::AutoDraw => Some(Change::Person(PersonSetting::AutoDraw(on))),
        Field::Pings => Some(Change::Person(PersonSetting::Pings(on))),
        Field::Rated => Some(Change::Server(ServerSetting::Rated(on))),
        Field::Threads => Some(Change::Server(ServerSetting::Threads(on))),
        Field::FourColours => Some(Change::Person(PersonSetting::FourColours(on))),
        Field::ServerFourColours => Some(Change::Server(ServerSetting::FourColours(on))),
        Field::Units => Some(Change::Server(ServerSetting::Units(on))),
        Field::Face => Some(Change::Person(PersonSetting::Face(on))),
        Field::ServerFaces => Some(Change::Server(ServerSetting::Faces(on))),
        Field::Language
        | Field::Arrangement
        | Field::ServerLanguage
        | Field::Preset
        | Field::Level
        | Field::MostTables => None,
    }
}

/// Whose settings a person may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Their own.
    Own,
    /// Those of the server, too.
    Server,
}

/// What a person wants, or a server, is drawn for somebody.
#[derive(Clone, Copy)]
pub(crate) struct DrawnFor<'a> {
    /// In their language.
    pub words: Words,
    /// For this press.
    pub press: PressId,
    /// The languages that they likely look for, the likeliest first.
    pub likely: &'a [&'a str],
}

/// What a person wants. Their cards are printed in these inks.
pub(crate) fn own_page(
    drawn_for: DrawnFor<'_>,
    reach: Reach,
    own: &PersonSettings,
    inks: Inks,
) -> Note {
    let DrawnFor {
        words,
        press,
        likely,
    } = drawn_for;
    let language = chosen_language(own.language.as_deref());
    let arrangement = own.arrangement.as_deref().unwrap_or(ARRANGEMENTS[0]);
    let arrangements = ARRANGEMENTS.map(|name| (name, words.settings_arrangement_name(name)));
    let four = switch(Field::FourColours, inks == Inks::Four, |state| {
        words.settings_four_colours(state)
    });
    // With the two menus there is no room for a fourth row.
    let face = switch(Field::Face, own.face != Some(false), |state| {
        words.settings_face(state)
    });
    let mut last = vec![four, face];
    if reach == Reach::Server {
        let to = SettingsPress::See(Page::Server).id();
        last.push(Button::new(to, words.button_server_settings()).emoji("⚙️"));
    }
    let rows = vec![
        vec![switch(
            Field::AutoDraw,
            own.auto_draw == Some(true),
            |state| words.settings_auto_draw(state),
        )],
        vec![switch(Field::Pings, own.pings != Some(false), |state| {
            words.settings_pings(state)
        })],
        last,
    ];
    Note {
        menus: vec![
            menu(
                press,
                Field::Language,
                words.settings_language(),
                languages(
                    words.settings_language_unsaid(),
                    &[&[language], likely].concat(),
                ),
                language,
            ),
            menu(
                press,
                Field::Arrangement,
                words.settings_arrangement(),
                arrangements,
                arrangement,
            ),
        ],
        rows,
        ..Note::private(words.settings_title())
    }
}

/// What a server wants. `most` tables at once is what the host of the bot allows every server.
pub(crate) fn server_page(drawn_for: DrawnFor<'_>, server: &ServerSettings, most: usize) -> Note {
    let DrawnFor {
        words,
        press,
        likely,
    } = drawn_for;
    let language = chosen_language(server.language.as_deref());
    let presets = Preset::ALL.map(|preset| {
        let name = preset.to_string();
        let label = words.clock(&name);
        (name, label)
    });
    let levels = Level::ALL
        .iter()
        .map(|level| (level.name(), words.settings_level_name(level.name())));
    let rated = switch(Field::Rated, server.rated != Some(false), |state| {
        words.settings_rated(state)
    });
    let threads = switch(Field::Threads, server.threads != Some(false), |state| {
        words.settings_threads(state)
    });
    let units = switch(Field::Units, server.has_units(), |state| {
        words.settings_units(state)
    });
    let pictures = SettingsPress::See(Page::Pictures).id();
    let pictures = Button::new(pictures, words.button_picture_settings()).emoji("🖼️");
    let back = SettingsPress::See(Page::Own).id();
    let back = Button::new(back, words.button_own_settings()).emoji("◀️");
    Note {
        menus: vec![
            menu(
                press,
                Field::ServerLanguage,
                words.settings_server_language(),
                languages(
                    words.settings_server_language_unsaid(),
                    &[&[language], likely].concat(),
                ),
                language,
            ),
            menu(
                press,
                Field::Preset,
                words.settings_preset(),
                presets,
                &server.usual_preset().to_string(),
            ),
            menu(
                press,
                Field::Level,
                words.settings_level(),
                levels,
                server.usual_level().name(),
            ),
            tables_menu(words, press, server, most),
        ],
        rows: vec![vec![rated, threads, units, pictures, back]],
        ..Note::private(words.settings_server_title())
    }
}

/// What a server wants of the pictures that everybody sees: with its menus the other page is full.
pub(crate) fn pictures_page(words: Words, server: &ServerSettings) -> Note {
    let four = switch(
        Field::ServerFourColours,
        server.inks() == Inks::Four,
        |state| words.settings_server_four_colours(state),
    );
    let faces = switch(Field::ServerFaces, server.faces != Some(false), |state| {
        words.settings_server_faces(state)
    });
    let back = SettingsPress::See(Page::Server).id();
    let back = Button::new(back, words.button_server_settings()).emoji("◀️");
    Note {
        rows: vec![vec![four], vec![faces], vec![back]],
        ..Note::private(words.settings_pictures_title())
    }
}

/// The menu of how many tables may be open at once.
fn tables_menu(words: Words, press: PressId, server: &ServerSettings, most: usize) -> Menu {
    let unsaid = (UNSAID.to_owned(), words.settings_most_tables_unsaid(most));
    let offered = MOST_TABLES.into_iter().filter(|count| *count <= most);
    let counts = offered.map(|count| {
        let label = words.settings_most_tables_count(count);
        (count.to_string(), label)
    });
    let said = server.most_tables.map(|said| said.to_string());
    let now = said.filter(|said| said.parse().is_ok_and(|said: usize| said <= most));
    menu(
        press,
        Field::MostTables,
        words.settings_most_tables(),
        [unsaid].into_iter().chain(counts),
        now.as_deref().unwrap_or(UNSAID),
    )
}

/// Every language there is, by its own name; those that are likely to be wanted come first, for a menu may be too short for all.
fn languages(unsaid: String, likely: &[&str]) -> Vec<(&'static str, String)> {
    let named = Words::all().map(|words| (words.code(), words.language_name()));
    let named = in_order(named.collect(), likely);
    [(UNSAID, unsaid)].into_iter().chain(named).collect()
}

fn in_order<'a>(mut named: Vec<(&'a str, String)>, likely: &[&str]) -> Vec<(&'a str, String)> {
    let place = |code: &str| likely.iter().position(|one| *one == code);
    named.sort_by_key(|(code, _)| place(code).unwrap_or(likely.len()));
    named
}

/// What was chosen, if there still is such a language.
fn chosen_language(said: Option<&str>) -> &str {
    said.filter(|code| Words::is_known(code)).unwrap_or(UNSAID)
}

/// The id differs each time it is drawn, so that clients forget what was chosen in the old one.
fn menu<V: Into<String>>(
    press: PressId,
    field: Field,
    title: String,
    choices: impl IntoIterator<Item = (V, String)>,
    now: &str,
) -> Menu {
    let choice = |(value, label): (V, String)| {
        let value = value.into();
        Choice {
            label,
            about: title.clone(),
            is_now: value == now,
            value,
        }
    };
    Menu {
        id: SettingsPress::Choose(field, press).id(),
        choices: choices.into_iter().map(choice).collect(),
        title: title.clone(),
    }
}

/// A button that says how it is and makes it the other way.
fn switch(field: Field, is_on: bool, label: impl Fn(&str) -> String) -> Button {
    let id = SettingsPress::Switch(field, !is_on).id();
    if is_on {
        Button::new(id, label("on")).tone(Tone::Good).emoji("✅")
    } else {
        Button::new(id, label("off")).emoji("⬜")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::speech::words::LOCALES;
    use crate::discord::wire::note::MOST_CHOICES;

    #[test]
    fn of_more_languages_than_a_menu_holds_the_likely_ones_are_in_it() {
        let all: Vec<_> = LOCALES.map(|code| (code, code.to_owned())).into();
        assert!(all.len() > MOST_CHOICES);
        let ordered = in_order(all, &["zh-TW", UNSAID, "tr", "xx", "zh-TW", "en-US"]);
        let codes: Vec<&str> = ordered.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes[..5], ["zh-TW", "tr", "en-US", "bg", "cs"]);
        assert_eq!(codes.len(), LOCALES.len());
    }

    /// So many letters of a button a phone shows.
    const MOST_SHOWN: usize = 38;

    #[test]
    fn a_phone_shows_whether_a_switch_is_on() {
        let words = Words::of("en");
        let labels = [
            words.settings_auto_draw("off"),
            words.settings_pings("off"),
            words.settings_four_colours("off"),
            words.settings_face("off"),
            words.settings_rated("off"),
            words.settings_threads("off"),
            words.settings_server_four_colours("off"),
            words.settings_units("off"),
            words.settings_server_faces("off"),
        ];
        for label in labels {
            assert!(label.chars().count() < MOST_SHOWN, "{label}");
        }
    }

    #[test]
    fn a_language_that_is_gone_is_shown_as_none() {
        assert_eq!(chosen_language(Some("en")), "en");
        assert_eq!(chosen_language(Some("tlh")), UNSAID);
        assert_eq!(chosen_language(None), UNSAID);
    }
}
