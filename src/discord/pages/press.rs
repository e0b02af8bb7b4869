//! The ids of components: what a button says of itself when it is pressed.
//!
//! `version:table:revision:verb:argument`, at most 100 characters, so that a press still makes sense after
//! a restart. Encoded and decoded here and nowhere else. An id names only what its reader may see.

mod desk;
mod learn;
mod lesson;
mod lobby;
mod pages;
mod privacy;
mod replay;
mod slot;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::computers::Level;
use crate::rules::Seat;
use crate::rules::any::GameId;
use crate::tables::{PersonId, PressId, Revision, TableId};

pub(crate) use desk::DeskPress;
pub(crate) use learn::{LearnPress, LearnWish};
pub(crate) use lesson::{LessonPage, LessonPress, LessonShown};
pub(crate) use lobby::{Counts, Length, LobbyPress};
pub(crate) use pages::{Kind, List, Period, Turn, Wanted};
pub(crate) use privacy::PrivacyPress;
pub(crate) use replay::{ReplayPress, ReplayWish, Spot, Way};
pub(crate) use slot::Slot;

/// The version of the form of ids.
const VERSION: &str = "1";

/// A press, as its component names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Press {
    /// The table it is for.
    pub table: TableId,
    /// The state it was drawn from.
    pub revision: Revision,
    /// What is wanted.
    pub verb: Verb,
}

/// What a component can want when it is pressed, written as `verb:argument`.
pub(crate) trait Pressable: fmt::Display {
    /// Whether a press means the same whenever it was drawn; moves never do.
    fn is_timeless(&self) -> bool;
}

/// What a press wants: something of the table, whatever is played there, or something of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    /// Take a seat.
    Join,
    /// Give the seat up.
    Leave,
    /// Move to the next free seat.
    ChangeSeat,
    /// Take the seat of somebody who left.
    Sit(Seat),
    /// Put a computer of this level on an empty seat.
    AddComputer(Level),
    /// Take a computer away.
    RemoveComputer,
    /// Begin the game.
    Start,
    /// Something else of the lobby.
    Lobby(LobbyPress),
    /// Read the rules.
    Rules,
    /// See a page of the options, counted from 0.
    Options(u8),
    /// Give an option the value that is chosen in its menu.
    Set(Setting),
    /// See one's own rack.
    Rack,
    /// Read what the solver would do.
    Hint,
    /// Go on to the next round.
    Next,
    /// Play once more at a table like this.
    Rematch,
    /// Leave a game that counts, for whoever was asked whether they mean it.
    Quit,
    /// End a running game of others without a result, for this moderator, who was asked whether they mean it.
    Close(PersonId),
    /// See how it ended, as everybody sees it.
    Sheet,
    /// Read what the games of this server were for whoever presses.
    Stats,
    /// Something of one's own desk.
    Desk(DeskPress),
    /// Something of the game, as its own buttons say it: the game of the table reads it.
    Own(OwnPress),
}

/// A press on a button of a game, before that game has read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnPress(String);

impl OwnPress {
    /// What it wants, if the game knows such buttons.
    pub(crate) fn read<P: FromStr<Err = NoPress> + fmt::Display>(&self) -> Result<P, NoPress> {
        as_written(&self.0, self.0.parse()?, P::to_string)
    }
}

/// A menu of an option. Drawn anew it has another id, so that clients forget what was chosen in the old one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setting {
    /// The option, as the written rules spell it.
    pub name: &'static str,
    /// The press that the menu was drawn for.
    pub drawn_for: PressId,
}

/// An id that this version of istaka did not write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is no component of ours")]
pub(crate) struct NoPress;

/// A press on a page of settings. It names field and value, so it means the same whenever it was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SettingsPress {
    /// See a page.
    See(Page),
    /// Give a field the value that is chosen in its menu, which was drawn for this press.
    Choose(Field, PressId),
    /// Switch a field on or off.
    Switch(Field, bool),
}

/// A page of settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// What a person wants.
    Own,
    /// What a server wants.
    Server,
    /// What it wants of pictures.
    Pictures,
}

/// A setting of a person or a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// The language of private words.
    Language,
    /// The order of the rack.
    Arrangement,
    /// Whether a tile is drawn for them.
    AutoDraw,
    /// Whether they are called.
    Pings,
    /// The language of public words.
    ServerLanguage,
    /// The clock.
    Preset,
    /// The level of computers.
    Level,
    /// Whether tables count.
    Rated,
    /// Whether tables get threads.
    Threads,
    /// How many tables may be open at once.
    MostTables,
    /// Whether cards are printed in four colours for a person.
    FourColours,
    /// Whether they are on what everybody sees.
    ServerFourColours,
    /// Whether games are played for units.
    Units,
    /// Whether pictures show a person's avatar.
    Face,
    /// Whether what everybody sees shows anybody's.
    ServerFaces,
}

impl Field {
    const ALL: [Self; 15] = [
        Self::Language,
        Self::Arrangement,
        Self::AutoDraw,
        Self::Pings,
        Self::ServerLanguage,
        Self::Preset,
        Self::Level,
        Self::Rated,
        Self::Threads,
        Self::MostTables,
        Self::FourColours,
        Self::ServerFourColours,
        Self::Units,
        Self::Face,
        Self::ServerFaces,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Arrangement => "arrangement",
            Self::AutoDraw => "auto_draw",
            Self::Pings => "pings",
            Self::ServerLanguage => "server_language",
            Self::Preset => "preset",
            Self::Level => "level",
            Self::Rated => "rated",
            Self::Threads => "threads",
            Self::MostTables => "most_tables",
            Self::FourColours => "four_colours",
            Self::ServerFourColours => "server_four_colours",
            Self::Units => "units",
            Self::Face => "face",
            Self::ServerFaces => "server_faces",
        }
    }

    fn page(self) -> Page {
        match self {
            Self::Language
            | Self::Arrangement
            | Self::AutoDraw
            | Self::Pings
            | Self::FourColours
            | Self::Face => Page::Own,
            Self::ServerLanguage
            | Self::Preset
            | Self::Level
            | Self::Rated
            | Self::Threads
            | Self::MostTables
            | Self::Units => Page::Server,
            Self::ServerFourColours | Self::ServerFaces => Page::Pictures,
        }
    }
}

impl SettingsPress {
    /// What takes it back: the button that comes into its place.
    pub(crate) fn back(self) -> Option<Self> {
        match self {
            Self::Switch(field, on) => Some(Self::Switch(field, !on)),
            Self::See(_) | Self::Choose(..) => None,
        }
    }

    /// The page it is on, or leads to.
    pub(crate) fn page(self) -> Page {
        match self {
            Self::See(page) => page,
            Self::Choose(field, _) | Self::Switch(field, _) => field.page(),
        }
    }

    /// The id of the component. No table has the name `set`.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::See(Page::Own) => format!("{VERSION}:set:see:own"),
            Self::See(Page::Server) => format!("{VERSION}:set:see:server"),
            Self::See(Page::Pictures) => format!("{VERSION}:set:see:pictures"),
            Self::Choose(field, press) => format!("{VERSION}:set:{}:{press}", field.name()),
            Self::Switch(field, on) => {
                let state = if *on { "on" } else { "off" };
                format!("{VERSION}:set:{}:{state}", field.name())
            }
        }
    }
}

impl FromStr for SettingsPress {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let mut parts = id.splitn(4, ':');
        if (parts.next(), parts.next()) != (Some(VERSION), Some("set")) {
            return Err(NoPress);
        }
        let (Some(what), Some(argument)) = (parts.next(), parts.next()) else {
            return Err(NoPress);
        };
        let field = Field::ALL.into_iter().find(|field| field.name() == what);
        let press = match (what, field, argument) {
            ("see", _, "own") => Self::See(Page::Own),
            ("see", _, "server") => Self::See(Page::Server),
            ("see", _, "pictures") => Self::See(Page::Pictures),
            (_, Some(field), "on") => Self::Switch(field, true),
            (_, Some(field), "off") => Self::Switch(field, false),
            (_, Some(field), press) => {
                let press = press.parse().map_err(|_| NoPress)?;
                Self::Choose(field, PressId::new(press))
            }
            _ => return Err(NoPress),
        };
        as_written(id, press, Self::id)
    }
}

/// Whether this version writes such ids.
pub(crate) fn is_of_this_version(id: &str) -> bool {
    id.split_once(':')
        .is_some_and(|(version, _)| version == VERSION)
}

/// The id of a component of this table as it stands at `revision`.
pub(crate) fn id(table: &TableId, revision: Revision, wanted: &impl Pressable) -> String {
    format!("{VERSION}:{table}:{revision}:{wanted}")
}

impl Pressable for Verb {
    fn is_timeless(&self) -> bool {
        match self {
            Self::Join
            | Self::Leave
            | Self::AddComputer(_)
            | Self::RemoveComputer
            | Self::Start
            | Self::Lobby(_)
            | Self::Rules
            | Self::Options(_)
            | Self::Rack
            | Self::Hint
            | Self::Sit(_)
            | Self::Rematch
            | Self::Quit
            | Self::Close(_)
            | Self::Sheet
            | Self::Stats
            | Self::Next => true,
            Self::Desk(press) => press.is_timeless(),
            // Its game knows; and two quick presses are one change of seats.
            Self::Own(_) | Self::Set(_) | Self::ChangeSeat => false,
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join => f.write_str("join:"),
            Self::Leave => f.write_str("leave:"),
            Self::ChangeSeat => f.write_str("seat:"),
            Self::Sit(seat) => write!(f, "sit:{}", seat.index()),
            Self::AddComputer(level) => write!(f, "computer:{}", level.name()),
            Self::RemoveComputer => f.write_str("uncomputer:"),
            Self::Start => f.write_str("start:"),
            Self::Lobby(press) => write!(f, "lobby:{press}"),
            Self::Rules => f.write_str("rules:"),
            Self::Options(page) => write!(f, "options:{page}"),
            Self::Set(setting) => write!(f, "set:{}.{}", setting.name, setting.drawn_for),
            Self::Rack => f.write_str("rack:"),
            Self::Hint => f.write_str("hint:"),
            Self::Next => f.write_str("next:"),
            Self::Rematch => f.write_str("rematch:"),
            Self::Quit => f.write_str("quit:"),
            Self::Close(person) => write!(f, "close:{person}"),
            Self::Sheet => f.write_str("sheet:"),
            Self::Stats => f.write_str("stats:"),
            Self::Desk(press) => write!(f, "desk:{press}"),
            Self::Own(OwnPress(text)) => f.write_str(text),
        }
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let mut parts = id.splitn(5, ':');
        let mut part = || parts.next().ok_or(NoPress);
        if part()? != VERSION {
            return Err(NoPress);
        }
        let table = part()?.parse().map_err(|_| NoPress)?;
        let revision = part()?.parse().map_err(|_| NoPress)?;
        let verb = verb(part()?, part()?)?;
        let press = Self {
            table,
            revision,
            verb,
        };
        as_written(id, press, |press| {
            self::id(&press.table, press.revision, &press.verb)
        })
    }
}

/// What was read of an id, if we write it just so: numbers read in more ways than they are written (`+4`, `04`), and two
/// ids that mean one press would be two components.
fn as_written<P>(id: &str, press: P, written: impl Fn(&P) -> String) -> Result<P, NoPress> {
    if written(&press) == id {
        Ok(press)
    } else {
        Err(NoPress)
    }
}

fn verb(verb: &str, argument: &str) -> Result<Verb, NoPress> {
    let verb = match verb {
        "sit" => return Ok(Verb::Sit(seat(argument)?)),
        "options" => return Ok(Verb::Options(argument.parse().map_err(|_| NoPress)?)),
        "set" => return Ok(Verb::Set(setting(argument)?)),
        "close" => return Ok(Verb::Close(person(argument)?)),
        "desk" => return Ok(Verb::Desk(DeskPress::read(argument)?)),
        "lobby" => return Ok(Verb::Lobby(LobbyPress::read(argument)?)),
        "computer" => {
            return Ok(Verb::AddComputer(
                Level::from_name(argument).ok_or(NoPress)?,
            ));
        }
        "join" => Verb::Join,
        "leave" => Verb::Leave,
        "seat" => Verb::ChangeSeat,
        "uncomputer" => Verb::RemoveComputer,
        "start" => Verb::Start,
        "rules" => Verb::Rules,
        "rack" => Verb::Rack,
        "hint" => Verb::Hint,
        "next" => Verb::Next,
        "rematch" => Verb::Rematch,
        "quit" => Verb::Quit,
        "sheet" => Verb::Sheet,
        "stats" => Verb::Stats,
        own => return Ok(Verb::Own(OwnPress(format!("{own}:{argument}")))),
    };
    // The others have no argument.
    if argument.is_empty() {
        Ok(verb)
    } else {
        Err(NoPress)
    }
}

fn setting(argument: &str) -> Result<Setting, NoPress> {
    let (name, drawn_for) = argument.split_once('.').ok_or(NoPress)?;
    let known = GameId::ALL
        .iter()
        .flat_map(|game| game.default_options().named())
        .find(|(known, _)| *known == name);
    Ok(Setting {
        name: known.ok_or(NoPress)?.0,
        drawn_for: PressId::new(drawn_for.parse().map_err(|_| NoPress)?),
    })
}

fn person(argument: &str) -> Result<PersonId, NoPress> {
    let number = argument.parse().map_err(|_| NoPress)?;
    Ok(PersonId::new(number))
}

fn seat(argument: &str) -> Result<Seat, NoPress> {
    let index = argument.parse().map_err(|_| NoPress)?;
    Seat::new(index).ok_or(NoPress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::games::AnyPress;
    use crate::tables::FreeSeats;

    fn table() -> TableId {
        "7f3kabcd".parse().expect("an id of the right form")
    }

    #[test]
    fn every_press_reads_back_from_its_id() {
        let verbs = [
            Verb::Join,
            Verb::Leave,
            Verb::ChangeSeat,
            Verb::Sit(Seat::new(3).expect("a seat")),
            Verb::AddComputer(Level::Easy),
            Verb::AddComputer(Level::Medium),
            Verb::RemoveComputer,
            Verb::Start,
            Verb::Lobby(LobbyPress::More),
            Verb::Lobby(LobbyPress::Length(Length::Short)),
            Verb::Lobby(LobbyPress::Length(Length::Usual)),
            Verb::Lobby(LobbyPress::Counts(Counts::Rated)),
            Verb::Lobby(LobbyPress::Counts(Counts::Casual)),
            Verb::Lobby(LobbyPress::FreeSeats(FreeSeats::Filled)),
            Verb::Lobby(LobbyPress::FreeSeats(FreeSeats::LeftOut)),
            Verb::Rules,
            Verb::Options(0),
            Verb::Options(5),
            Verb::Set(Setting {
                name: "wrong_finish_penalty",
                drawn_for: PressId::new(u64::MAX),
            }),
            Verb::Rack,
            Verb::Next,
            Verb::Rematch,
            Verb::Quit,
            Verb::Close(PersonId::new(u64::MAX)),
            Verb::Sheet,
            Verb::Stats,
            Verb::Own(OwnPress("draw:".to_owned())),
            Verb::Own(OwnPress("take:F".to_owned())),
        ];
        for verb in verbs {
            let (table, revision) = (table(), Revision::default());
            let id = id(&table, revision, &verb);
            let press = Press {
                table,
                revision,
                verb,
            };
            assert_eq!(id.parse(), Ok(press), "{id}");
            assert!(id.len() <= 100);
        }
    }

    #[test]
    fn every_press_on_a_page_of_settings_reads_back() {
        let mut presses = vec![
            SettingsPress::See(Page::Own),
            SettingsPress::See(Page::Server),
            SettingsPress::See(Page::Pictures),
        ];
        for field in Field::ALL {
            presses.push(SettingsPress::Choose(field, PressId::new(u64::MAX)));
            presses.extend([true, false].map(|on| SettingsPress::Switch(field, on)));
        }
        for press in presses {
            assert_eq!(press.id().parse(), Ok(press), "{}", press.id());
            assert_eq!(press.id().parse::<Press>(), Err(NoPress), "{}", press.id());
        }
        for id in [
            "1:set",
            "1:set:see",
            "1:set:see:x",
            "1:set:pings",
            "1:set:pings:maybe",
            "1:set:hats:on",
            "2:set:see:own",
        ] {
            assert_eq!(id.parse::<SettingsPress>(), Err(NoPress), "{id}");
        }
    }

    #[test]
    fn a_number_that_is_written_otherwise_is_no_press_of_any_game() {
        let is_read = |text: &str| {
            let press = OwnPress(text.to_owned());
            let mut games = GameId::ALL.iter();
            games.any(|game| AnyPress::read(*game, &press).is_some())
        };
        for (ours, others) in [
            ("discard:3.R5", ["discard:+3.R5", "discard:03.R5"]),
            ("discard:3.h10", ["discard:+3.h10", "discard:3.h010"]),
            ("trick:9", ["trick:+9", "trick:09"]),
        ] {
            assert!(is_read(ours), "{ours}");
            for text in others {
                assert!(!is_read(text), "{text}");
            }
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press() {
        for id in [
            "",
            "1",
            "1:7f3kabcd:1:draw",
            "2:7f3kabcd:1:draw:",
            "1:7f3kabcd:x:draw:",
            "1:7f3kabcd:-1:draw:",
            "1:7f3kabcd:+1:draw:",
            "1:7f3kabcd:01:draw:",
            "1:7f3kabcd:1:sit:+1",
            "1:7f3kabcd:1:desk:pick.+1.R5",
            "1:../../etc:1:draw:",
            "1:7f3kabcd:1:join:x",
            "1:7f3kabcd:1:computer:",
            "1:7f3kabcd:1:computer:grandmaster",
            "1:7f3kabcd:1:options:",
            "1:7f3kabcd:1:options:256",
            "1:7f3kabcd:1:set:hats.1",
            "1:7f3kabcd:1:set:deal",
            "1:7f3kabcd:1:set:deal.x",
            "1:7f3kabcd:1:sit:",
            "1:7f3kabcd:1:sit:8",
            "1:7f3kabcd:1:close:",
            "1:7f3kabcd:1:close:+1",
            "1:7f3kabcd:1:sit:-1",
            "💥:💥:💥:💥:💥",
        ] {
            assert_eq!(id.parse::<Press>(), Err(NoPress), "{id}");
        }
    }
}
