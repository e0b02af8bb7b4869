//! The buttons under a list: which list, and which of its pages. Everything rides in the id.
//!
//! `version:list:page:verb:argument`: where the id of a table stands in other presses, `list` does, which is no table's.

use std::fmt;
use std::str::FromStr;

use super::{NoPress, VERSION, as_written};
use crate::rules::any::GameId;
use crate::store::Order;
use crate::tables::PersonId;

/// Stands where other presses name their table.
const LIST: &str = "list";

/// A page of a list that somebody wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Counted from 0; beyond the end it is the last one.
    pub page: u32,
    /// Which list.
    pub list: List,
}

/// A list that has pages. It is always one of the server where the press is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum List {
    /// A leaderboard.
    Leaders(Wanted),
    /// The games of a person.
    Past(PersonId),
}

/// Which leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    /// The game.
    pub game: GameId,
    /// The time that counts.
    pub period: Period,
    /// What it is ordered by.
    pub order: Order,
    /// The games that count.
    pub kind: Kind,
}

/// The time that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Period {
    /// Since the beginning.
    All,
    /// The last thirty days.
    Month,
    /// The last seven days.
    Week,
}

impl Period {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::All, Self::Month, Self::Week];

    /// Its one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Month => "month",
            Self::Week => "week",
        }
    }
}

/// The games that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Rated ones between people.
    People,
    /// The others.
    Casual,
}

impl Kind {
    /// All of them.
    pub(crate) const ALL: [Self; 2] = [Self::People, Self::Casual];

    /// Its one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Casual => "casual",
        }
    }
}

impl Turn {
    /// The id of the component.
    pub(crate) fn id(&self) -> String {
        format!("{VERSION}:{LIST}:{}:{}", self.page, self.list)
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaders(wanted) => write!(
                f,
                "leaders:{}.{}.{}.{}",
                wanted.game.id(),
                wanted.period.word(),
                wanted.order.word(),
                wanted.kind.word()
            ),
            Self::Past(person) => write!(f, "past:{person}"),
        }
    }
}

impl FromStr for Turn {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let parts: Vec<&str> = id.splitn(5, ':').collect();
        let [VERSION, LIST, page, verb, argument] = parts[..] else {
            return Err(NoPress);
        };
        let list = match verb {
            "leaders" => List::Leaders(wanted(argument)?),
            "past" => List::Past(somebody(argument)?),
            _ => return Err(NoPress),
        };
        let page = page.parse().map_err(|_| NoPress)?;
        as_written(id, Self { page, list }, Self::id)
    }
}

/// The games of those whose data were deleted are nobody's to list.
fn somebody(argument: &str) -> Result<PersonId, NoPress> {
    let person = PersonId::new(argument.parse().map_err(|_| NoPress)?);
    if person.is_nobody() {
        Err(NoPress)
    } else {
        Ok(person)
    }
}

fn wanted(argument: &str) -> Result<Wanted, NoPress> {
    let parts: Vec<&str> = argument.split('.').collect();
    let [game, period, order, kind] = parts[..] else {
        return Err(NoPress);
    };
    Ok(Wanted {
        game: GameId::from_id(game).ok_or(NoPress)?,
        period: of(&Period::ALL, |known| known.word() == period)?,
        order: of(&Order::ALL, |known| known.word() == order)?,
        kind: of(&Kind::ALL, |known| known.word() == kind)?,
    })
}

fn of<T: Copy>(all: &[T], is_meant: impl Fn(&T) -> bool) -> Result<T, NoPress> {
    all.iter().copied().find(is_meant).ok_or(NoPress)
}

#[cfg(test)]
mod tests {
    use super::super::Press;
    use super::*;

    #[test]
    fn every_page_reads_back_from_its_id_and_is_no_press_at_a_table() {
        let mut lists = vec![List::Past(PersonId::new(i64::MAX.cast_unsigned()))];
        for game in GameId::ALL.iter().copied() {
            for period in Period::ALL {
                for order in Order::ALL {
                    for kind in Kind::ALL {
                        lists.push(List::Leaders(Wanted {
                            game,
                            period,
                            order,
                            kind,
                        }));
                    }
                }
            }
        }
        for list in lists {
            for page in [0, 7, u32::MAX] {
                let turn = Turn { page, list };
                assert_eq!(turn.id().parse(), Ok(turn), "{}", turn.id());
                assert!(turn.id().len() <= 100);
                assert_eq!(turn.id().parse::<Press>(), Err(NoPress), "{}", turn.id());
            }
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_page() {
        for id in [
            "",
            "1:list",
            "1:list:0:leaders",
            "2:list:0:past:5",
            "1:7f3kabcd:0:past:5",
            "1:list:-1:past:5",
            "1:list:+1:past:5",
            "1:list:01:past:5",
            "1:list:0:past:+5",
            "1:list:4294967296:past:5",
            "1:list:0:past:",
            "1:list:0:past:x",
            // Nobody, at the first table of each person that was forgotten, and the last such number.
            "1:list:0:past:18446744073709551615",
            "1:list:0:past:9223372036854775808",
            "1:list:0:past:5:6",
            "1:list:0:draw:",
            "1:list:0:leaders:okey.all.wins",
            "1:list:0:leaders:whist.all.wins.people",
            "1:list:0:leaders:okey.year.wins.people",
            "1:list:0:leaders:okey.all.luck.people",
            "1:list:0:leaders:okey.all.wins.bots",
            "1:list:0:leaders:okey.all.wins.people.more",
        ] {
            assert_eq!(id.parse::<Turn>(), Err(NoPress), "{id}");
        }
    }
}
