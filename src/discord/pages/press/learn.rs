//! The buttons of a lesson that is played: the game, the step, and what is wanted. The step in the id is all that there is of
//! a lesson, so they mean the same for ever, also after a restart.
//!
//! `version:~game:step:verb:argument`: no table's id begins with `~`.

use std::str::FromStr;

use super::{NoPress, VERSION, Verb, as_written, verb};
use crate::rules::any::GameId;

/// Stands before the game where other presses name their table.
const LEARN: char = '~';

/// A press in a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LearnPress {
    /// The game that is learnt.
    pub game: GameId,
    /// The step that the button stood on, counted from 0.
    pub step: u8,
    /// What is wanted.
    pub wants: LearnWish,
}

/// What a press in a lesson wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LearnWish {
    /// To see this step.
    See,
    /// To go on from this step.
    GoOn,
    /// To leave.
    Stop,
    /// What the button of a table would want.
    Verb(Verb),
}

impl LearnPress {
    /// The way to a step.
    pub(crate) fn to(game: GameId, step: u8) -> Self {
        let wants = LearnWish::See;
        Self { game, step, wants }
    }

    /// The id of the component.
    pub(crate) fn id(&self) -> String {
        let wanted = match &self.wants {
            LearnWish::See => "see:".to_owned(),
            LearnWish::GoOn => "go:".to_owned(),
            LearnWish::Stop => "stop:".to_owned(),
            LearnWish::Verb(verb) => verb.to_string(),
        };
        format!("{VERSION}:{LEARN}{}:{}:{wanted}", self.game.id(), self.step)
    }
}

impl FromStr for LearnPress {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let parts: Vec<&str> = id.splitn(5, ':').collect();
        let [VERSION, game, step, wanted, argument] = parts[..] else {
            return Err(NoPress);
        };
        let game = game.strip_prefix(LEARN).and_then(GameId::from_id);
        let press = Self {
            game: game.ok_or(NoPress)?,
            step: step.parse().map_err(|_| NoPress)?,
            wants: match (wanted, argument) {
                ("see", "") => LearnWish::See,
                ("go", "") => LearnWish::GoOn,
                ("stop", "") => LearnWish::Stop,
                _ => LearnWish::Verb(verb(wanted, argument)?),
            },
        };
        as_written(id, press, Self::id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LessonPress, OwnPress, Press, SettingsPress, Turn};
    use super::*;

    #[test]
    fn every_press_reads_back_from_its_id_and_is_no_other_press() {
        let wishes = [
            LearnWish::See,
            LearnWish::GoOn,
            LearnWish::Stop,
            LearnWish::Verb(Verb::Rack),
            LearnWish::Verb(Verb::Own(OwnPress("discard:3.R5".to_owned()))),
        ];
        for game in GameId::ALL.iter().copied() {
            for wants in wishes.clone() {
                let press = LearnPress {
                    game,
                    step: u8::MAX,
                    wants,
                };
                let id = press.id();
                assert_eq!(id.parse(), Ok(press), "{id}");
                assert_eq!(id.parse::<Press>(), Err(NoPress), "{id}");
                assert_eq!(id.parse::<Turn>(), Err(NoPress), "{id}");
                assert_eq!(id.parse::<LessonPress>(), Err(NoPress), "{id}");
                assert_eq!(id.parse::<SettingsPress>(), Err(NoPress), "{id}");
            }
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press_in_a_lesson() {
        for id in [
            "",
            "1:~okey",
            "1:~okey:0",
            "1:~okey:0:see",
            "1:~okey:256:see:",
            "1:~okey:-1:see:",
            "1:~okey:+1:see:",
            "1:~okey:00:see:",
            "1:~hats:0:see:",
            "1:okey:0:see:",
            "2:~okey:0:see:",
            "1:~okey:0:join:x",
        ] {
            assert_eq!(id.parse::<LearnPress>(), Err(NoPress), "{id}");
        }
    }
}
