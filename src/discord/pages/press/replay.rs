//! The buttons of a replay: the table, the place, the seat whose rack is shown, and what is wanted. The id says all that there
//! is of it, so it means the same for ever, also after a restart.
//!
//! `version:replay:table:verb:stop.seat`: where the id of a table stands in other presses, `replay` does, which is no table's.

use std::str::FromStr;

use super::{NoPress, VERSION, as_written};
use crate::rules::Seat;
use crate::tables::TableId;

/// Stands where other presses name their table.
const REPLAY: &str = "replay";

/// A press in a replay, or on the way to one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReplayPress {
    /// The table that has ended.
    pub table: TableId,
    /// What is wanted.
    pub wants: ReplayWish,
}

/// What a press in a replay wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReplayWish {
    /// To begin it, in a message of its own.
    Open,
    /// To go there.
    See(Way, Spot),
    /// To see the rack of the seat that is chosen in a menu; this is where the menu stood.
    Seat(Spot),
    /// To go to the place that is chosen in a menu.
    Round(Spot),
}

/// A place of a replay, and the seat whose rack is seen there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    /// Counted from 0.
    pub stop: u16,
    /// The seat.
    pub seat: Seat,
}

/// By which button: two that lead to one place are two components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// To where a round begins.
    Begin,
    /// One move back.
    Back,
    /// One move on.
    On,
    /// To where a round ends.
    End,
}

impl Way {
    /// All of them, as they stand side by side.
    pub(crate) const ALL: [Self; 4] = [Self::Begin, Self::Back, Self::On, Self::End];

    fn word(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Back => "back",
            Self::On => "on",
            Self::End => "end",
        }
    }
}

impl ReplayPress {
    /// The way to the replay of a table.
    pub(crate) fn open(table: TableId) -> Self {
        let wants = ReplayWish::Open;
        Self { table, wants }
    }

    /// The id of the component.
    pub(crate) fn id(&self) -> String {
        let table = &self.table;
        let (word, spot) = match self.wants {
            ReplayWish::Open => return format!("{VERSION}:{REPLAY}:{table}:open:"),
            ReplayWish::See(way, spot) => (way.word(), spot),
            ReplayWish::Seat(spot) => ("seat", spot),
            ReplayWish::Round(spot) => ("round", spot),
        };
        let Spot { stop, seat } = spot;
        format!("{VERSION}:{REPLAY}:{table}:{word}:{stop}.{}", seat.index())
    }
}

impl FromStr for ReplayPress {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let parts: Vec<&str> = id.splitn(5, ':').collect();
        let [VERSION, REPLAY, table, word, argument] = parts[..] else {
            return Err(NoPress);
        };
        let press = Self {
            table: table.parse().map_err(|_| NoPress)?,
            wants: match word {
                "open" => ReplayWish::Open,
                "seat" => ReplayWish::Seat(spot(argument)?),
                "round" => ReplayWish::Round(spot(argument)?),
                word => {
                    let way = Way::ALL.into_iter().find(|way| way.word() == word);
                    ReplayWish::See(way.ok_or(NoPress)?, spot(argument)?)
                }
            },
        };
        as_written(id, press, Self::id)
    }
}

fn spot(argument: &str) -> Result<Spot, NoPress> {
    let (stop, seat) = argument.split_once('.').ok_or(NoPress)?;
    Ok(Spot {
        stop: stop.parse().map_err(|_| NoPress)?,
        seat: super::seat(seat)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{LearnPress, LessonPress, Press, PrivacyPress, SettingsPress, Turn};
    use super::*;
    use crate::rules::seat::MOST_SEATS;

    fn table() -> TableId {
        "7f3kabcd".parse().expect("an id")
    }

    #[test]
    fn every_press_reads_back_from_its_id_and_is_no_other_press() {
        let spots = Seat::all(MOST_SEATS).flat_map(|seat| {
            let stops = [0, 7, u16::MAX];
            stops.map(|stop| Spot { stop, seat })
        });
        let wishes = spots.flat_map(|spot| {
            let ways = Way::ALL.map(|way| ReplayWish::See(way, spot));
            let menus = [ReplayWish::Seat(spot), ReplayWish::Round(spot)];
            ways.into_iter().chain(menus)
        });
        for wants in wishes.chain([ReplayWish::Open]) {
            let press = ReplayPress {
                table: table(),
                wants,
            };
            let id = press.id();
            assert!(id.len() <= 100, "{id}");
            assert_eq!(id.parse(), Ok(press), "{id}");
            assert_eq!(id.parse::<Press>(), Err(NoPress), "{id}");
            assert_eq!(id.parse::<Turn>(), Err(NoPress), "{id}");
            assert_eq!(id.parse::<LearnPress>(), Err(NoPress), "{id}");
            assert_eq!(id.parse::<LessonPress>(), Err(NoPress), "{id}");
            assert_eq!(id.parse::<PrivacyPress>(), Err(NoPress), "{id}");
            assert_eq!(id.parse::<SettingsPress>(), Err(NoPress), "{id}");
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press_in_a_replay() {
        for id in [
            "",
            "1:replay",
            "1:replay:7f3kabcd",
            "1:replay:7f3kabcd:open",
            "1:replay:7f3kabcd:open:0.0",
            "2:replay:7f3kabcd:open:",
            "1:replay:7F3K:open:",
            "1:replay:7f3kabcd:on:",
            "1:replay:7f3kabcd:on:1",
            "1:replay:7f3kabcd:on:-1.0",
            "1:replay:7f3kabcd:on:+1.0",
            "1:replay:7f3kabcd:on:01.0",
            "1:replay:7f3kabcd:on:65536.0",
            "1:replay:7f3kabcd:on:1.8",
            "1:replay:7f3kabcd:on:1.00",
            "1:replay:7f3kabcd:off:1.0",
            "1:replay:7f3kabcd:seat:1.0:2",
        ] {
            assert_eq!(id.parse::<ReplayPress>(), Err(NoPress), "{id}");
        }
    }
}
