//! The buttons of lessons: of which game, and which page. Everything rides in the id, so they mean the same for ever.
//!
//! `version:lesson:game:how:page.number`: where the id of a table stands in other presses, `lesson` does, which is no
//! table's.

use std::fmt;
use std::str::FromStr;

use super::{NoPress, VERSION, as_written};
use crate::rules::any::GameId;

/// Stands where other presses name their table.
const LESSON: &str = "lesson";

/// A page of the lessons of a game that somebody wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LessonPress {
    /// The game.
    pub game: GameId,
    /// Where the page is shown.
    pub shown: LessonShown,
    /// The page.
    pub page: LessonPage,
}

/// Where a page of lessons is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LessonShown {
    /// In a message of its own: the button stood on a table.
    Apart,
    /// In place of the page whose button was pressed.
    Instead,
}

/// A page of lessons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LessonPage {
    /// The rules in short.
    Short,
    /// A step, counted from 0; beyond the end it is the last one.
    Step(u8),
    /// A page of the game's own words, counted from 0; beyond the end it is the last one.
    Words(u8),
}

impl LessonPress {
    /// The id of the component.
    pub(crate) fn id(&self) -> String {
        let shown = match self.shown {
            LessonShown::Apart => "apart",
            LessonShown::Instead => "instead",
        };
        format!(
            "{VERSION}:{LESSON}:{}:{shown}:{}",
            self.game.id(),
            self.page
        )
    }
}

impl fmt::Display for LessonPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => f.write_str("short.0"),
            Self::Step(number) => write!(f, "step.{number}"),
            Self::Words(number) => write!(f, "words.{number}"),
        }
    }
}

impl FromStr for LessonPress {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let parts: Vec<&str> = id.splitn(5, ':').collect();
        let [VERSION, LESSON, game, shown, page] = parts[..] else {
            return Err(NoPress);
        };
        let press = Self {
            game: GameId::from_id(game).ok_or(NoPress)?,
            shown: match shown {
                "apart" => LessonShown::Apart,
                "instead" => LessonShown::Instead,
                _ => return Err(NoPress),
            },
            page: page.parse()?,
        };
        as_written(id, press, Self::id)
    }
}

impl FromStr for LessonPage {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        let (page, number) = text.split_once('.').ok_or(NoPress)?;
        let number = number.parse().map_err(|_| NoPress)?;
        match (page, number) {
            ("short", 0) => Ok(Self::Short),
            ("step", number) => Ok(Self::Step(number)),
            ("words", number) => Ok(Self::Words(number)),
            _ => Err(NoPress),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Press, SettingsPress, Turn};
    use super::*;

    #[test]
    fn every_page_reads_back_from_its_id_and_is_no_other_press() {
        let pages = [
            LessonPage::Short,
            LessonPage::Step(0),
            LessonPage::Step(u8::MAX),
            LessonPage::Words(1),
        ];
        for game in GameId::ALL.iter().copied() {
            for shown in [LessonShown::Apart, LessonShown::Instead] {
                for page in pages {
                    let press = LessonPress { game, shown, page };
                    let id = press.id();
                    assert_eq!(id.parse(), Ok(press), "{id}");
                    assert!(id.len() <= 100);
                    assert_eq!(id.parse::<Press>(), Err(NoPress), "{id}");
                    assert_eq!(id.parse::<Turn>(), Err(NoPress), "{id}");
                    assert_eq!(id.parse::<SettingsPress>(), Err(NoPress), "{id}");
                }
            }
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_page() {
        for id in [
            "",
            "1:lesson",
            "1:lesson:okey",
            "1:lesson:okey:instead",
            "1:lesson:hats:instead:step.1",
            "1:lesson:okey:here:step.1",
            "1:lesson:okey:instead:step",
            "1:lesson:okey:instead:step.256",
            "1:lesson:okey:instead:step.-1",
            "1:lesson:okey:instead:step.+1",
            "1:lesson:okey:instead:step.01",
            "1:lesson:okey:instead:short.1",
            "1:lesson:okey:instead:hats.1",
            "2:lesson:okey:instead:step.1",
            "1:list:okey:instead:step.1",
        ] {
            assert_eq!(id.parse::<LessonPress>(), Err(NoPress), "{id}");
        }
    }
}
