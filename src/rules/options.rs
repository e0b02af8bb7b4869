//! House rules as a table: a row for each option has its name, its type, its usual value and its range.
//!
//! `options!` makes of a game's table the struct that is stored, its reading and writing as text, and its checks;
//! as [`Row`]s the same table is data for whoever offers options. The kinds of values are here, for all games.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::Seat;
use super::choice::{FirstDealer, shortened};

/// The text of an option that follows the rules' default for its table.
pub const UNSET: &str = "default";

/// An option, as whoever offers it needs to know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// As the written rules spell it.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// Whether it can follow the rules' default for its table: then its text is [`UNSET`].
    pub may_be_unset: bool,
}

/// What the values of an option are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is so or it is not.
    Switch,
    /// One of these, as the written rules spell them; the default first.
    Choice(&'static [&'static str]),
    /// A number.
    Number {
        /// The smallest one.
        least: u32,
        /// The largest one.
        most: u32,
        /// What is offered.
        offered: &'static [u32],
    },
    /// A seat, or [`FirstDealer::RANDOM`].
    Dealer,
    /// A number for each seat, so many in all.
    Rows {
        /// How many.
        sum: u32,
    },
}

/// What is wrong with house rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionFault {
    /// The game is not for so many.
    #[error("{game} is for {}, not {seats}", span(*least, *most))]
    WrongSeats {
        /// The game, as its rules call it in short.
        game: &'static str,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
        /// How many were asked for.
        seats: usize,
    },
    /// There is no option of that name.
    #[error("there is no option {name:?}")]
    Unknown {
        /// What was read, shortened.
        name: String,
    },
    /// The option has no such value.
    #[error("{value:?} is no value of {name}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// What was read, shortened.
        value: String,
    },
    /// The number is out of range.
    #[error("{name} is {least} to {most}, not {value}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// Its value.
        value: u32,
        /// The smallest one allowed.
        least: u32,
        /// The largest one allowed.
        most: u32,
    },
    /// The table has no such seat.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSuchSeat {
        /// The option.
        name: &'static str,
        /// The seat that was named.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// That is not a number for each seat with so many in all.
    #[error("the {name} is not {seats} rows with {sum} in all")]
    WrongRows {
        /// The option.
        name: &'static str,
        /// How many rows it would take.
        seats: usize,
        /// How many in all.
        sum: u32,
    },
    /// The value needs another number of seats.
    #[error("{needs}, not {seats}")]
    NotForSeats {
        /// The option.
        name: &'static str,
        /// What it needs, for those who read logs.
        needs: &'static str,
        /// How many there are.
        seats: usize,
    },
    /// These two options contradict each other.
    #[error("{one} and {other} do not go together like that")]
    Together {
        /// One of them.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
}

/// How many seats a game is for, in words.
fn span(least: usize, most: usize) -> String {
    if least == most {
        format!("{most} seats")
    } else {
        format!("{least} to {most} seats")
    }
}

impl Row {
    /// Whether a value of it names a seat by its number.
    pub fn names_seat(&self, value: &str) -> bool {
        matches!(self.kind, Kind::Dealer) && value != FirstDealer::RANDOM
    }

    /// What is offered at a table of so many, each as the written rules spell it.
    pub fn offered(&self, seats: usize) -> Vec<String> {
        let unset = self.may_be_unset.then(|| UNSET.to_owned());
        let values = match self.kind {
            Kind::Switch => texts(&[true, false]),
            Kind::Choice(names) => texts(names),
            Kind::Number { offered, .. } => texts(offered),
            Kind::Dealer => dealers(seats),
            Kind::Rows { sum } => even_rows(sum as usize, seats),
        };
        unset.into_iter().chain(values).collect()
    }

    /// What is wrong with a value of this option at a table of so many. The text is [`Value::text`].
    fn fault(&self, text: &str, seats: usize) -> Option<OptionFault> {
        let name = self.name;
        match self.kind {
            Kind::Number { least, most, .. } => {
                let value = text.parse().ok()?;
                let is_meant = (least..=most).contains(&value);
                (!is_meant).then_some(OptionFault::OutOfRange {
                    name,
                    value,
                    least,
                    most,
                })
            }
            Kind::Dealer => {
                let seat = Seat::new(text.parse().ok()?)?;
                (seat.index() >= seats).then_some(OptionFault::NoSuchSeat { name, seat, seats })
            }
            Kind::Rows { sum } => {
                let rows = Vec::<u8>::read(text).ok()?;
                let is_meant = rows.len() == seats
                    && rows.iter().map(|row| u32::from(*row)).sum::<u32>() == sum;
                (!is_meant).then_some(OptionFault::WrongRows { name, seats, sum })
            }
            Kind::Switch | Kind::Choice(_) => None,
        }
    }
}

fn texts<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Everybody who may deal first.
fn dealers(seats: usize) -> Vec<String> {
    let seats = Seat::all(seats).map(|seat| seat.to_string());
    std::iter::once(FirstDealer::RANDOM.to_owned())
        .chain(seats)
        .collect()
}

/// Rows of nearly the same length, the long ones before another seat each time.
fn even_rows(sum: usize, seats: usize) -> Vec<String> {
    let (short, long) = (sum / seats.max(1), sum % seats.max(1));
    let turned = |by: usize| {
        let row = move |seat: usize| short + usize::from((seat + seats - by) % seats < long);
        texts(&(0..seats).map(row).collect::<Vec<_>>()).join(",")
    };
    let mut all: Vec<String> = (0..seats).map(turned).collect();
    all.dedup();
    all
}

/// A value of an option, as text.
pub trait Value: Sized {
    /// Whether it can follow the rules' default for its table.
    const MAY_BE_UNSET: bool = false;

    /// Reads it as the written rules spell it; gives back what is no value.
    fn read(text: &str) -> Result<Self, &str>;

    /// As the written rules spell it.
    fn text(&self) -> String;
}

/// Values that need no range: the type says what they are.
pub trait Kinded: Value {
    /// What they are.
    const KIND: Kind;
}

/// Values that read themselves.
macro_rules! value {
    ($($type:ty $(: $kind:expr)?;)+) => {$(
        impl $crate::options::Value for $type {
            fn read(text: &str) -> Result<Self, &str> {
                text.parse().map_err(|_| text)
            }

            fn text(&self) -> String {
                self.to_string()
            }
        }

        $(impl $crate::options::Kinded for $type {
            const KIND: $crate::options::Kind = $kind;
        })?
    )+};
}

pub(super) use value;

value! {
    bool: Kind::Switch;
    FirstDealer: Kind::Dealer;
    u32;
}

impl Value for Vec<u8> {
    fn read(text: &str) -> Result<Self, &str> {
        let rows = text.split(',').map(str::trim);
        rows.map(|row| row.parse().map_err(|_| row)).collect()
    }

    fn text(&self) -> String {
        texts(self).join(",")
    }
}

impl<T: Value> Value for Option<T> {
    const MAY_BE_UNSET: bool = true;

    fn read(text: &str) -> Result<Self, &str> {
        match text {
            UNSET => Ok(None),
            text => T::read(text).map(Some),
        }
    }

    fn text(&self) -> String {
        self.as_ref().map_or_else(|| UNSET.to_owned(), T::text)
    }
}

impl<T: Kinded> Kinded for Option<T> {
    const KIND: Kind = T::KIND;
}

/// Reads the value of an option.
pub(super) fn read<T: Value>(name: &'static str, text: &str) -> Result<T, OptionFault> {
    let bad = |value| OptionFault::BadValue {
        name,
        value: shortened(value),
    };
    T::read(text).map_err(bad)
}

/// There is no option of that name.
pub(super) fn unknown(name: &str) -> OptionFault {
    OptionFault::Unknown {
        name: shortened(name),
    }
}

/// Refuses a table of so many if the game is not for them, and each value that is no value there.
pub(super) fn check(
    game: &'static str,
    may_sit: RangeInclusive<usize>,
    rows: &[Row],
    named: &[(&'static str, String)],
    seats: usize,
) -> Result<(), OptionFault> {
    if !may_sit.contains(&seats) {
        let (least, most) = may_sit.into_inner();
        return Err(OptionFault::WrongSeats {
            game,
            least,
            most,
            seats,
        });
    }
    let mut faults = rows
        .iter()
        .zip(named)
        .filter_map(|(row, (_, text))| row.fault(text, seats));
    faults.next().map_or(Ok(()), Err)
}

/// The options of a game from their table, in the order of the written rules: a field and, if it has another one, its
/// name; its type; its usual value; for a number its range and what is offered, for rows their sum. At the end are the
/// presets: names for what is unlike the usual. The game itself says in `agree` what does not go together.
macro_rules! options {
    (
        $(#[$doc:meta])*
        $options:ident of $game:literal, for $least:literal to $most:literal seats {
            $(
                $(#[$row_doc:meta])*
                $field:ident $(as $name:literal)?: $type:ty = $usual:expr
                $(, in $range:expr, offered $offered:expr)? $(, rows of $sum:literal)?;
            )+
        }
        presets { $($preset:literal { $($changed:ident: $value:expr),* $(,)? })* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $options { $($(#[$row_doc])* $(#[serde(rename = $name)])? pub $field: $type,)+ }

        impl Default for $options {
            fn default() -> Self {
                Self { $($field: $usual,)+ }
            }
        }

        impl $options {
            /// Every option, in the order of the written rules.
            pub const TABLE: &'static [$crate::options::Row] = &[$($crate::options::Row {
                name: $crate::options::options!(@name $field $($name)?),
                kind: $crate::options::options!(@kind $type $(, in $range, $offered)? $(, rows $sum)?),
                may_be_unset: <$type as $crate::options::Value>::MAY_BE_UNSET,
            },)+];
            /// How many may sit at a table, fewest to most.
            pub const SEATS: std::ops::RangeInclusive<usize> = $least..=$most;
            /// Names for options that belong together.
            pub const PRESETS: &'static [&'static str] = &[$($preset),*];

            /// The options that belong together under this name.
            pub fn preset(name: &str) -> Option<Self> {
                match name {
                    $($preset => Some(Self { $($changed: $value,)* ..Self::default() }),)*
                    _ => None,
                }
            }

            /// Sets one option by its name, both as the written rules spell them.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::options::OptionFault> {
                $(
                    let known = $crate::options::options!(@name $field $($name)?);
                    if name == known {
                        self.$field = $crate::options::read(known, value)?;
                        return Ok(());
                    }
                )+
                Err($crate::options::unknown(name))
            }

            /// Every option with its value, as [`Self::set`] reads them, in the order of the written rules.
            pub fn named(&self) -> Vec<(&'static str, String)> {
                use $crate::options::Value;
                vec![$(($crate::options::options!(@name $field $($name)?), self.$field.text()),)+]
            }

            /// Refuses what is no value at a table of so many, and what does not go together.
            pub(super) fn check(&self, seats: usize) -> Result<(), $crate::options::OptionFault> {
                $crate::options::check($game, Self::SEATS, Self::TABLE, &self.named(), seats)?;
                self.agree(seats)
            }
        }

        const _: () = assert!(
            1 <= *$options::SEATS.start() && *$options::SEATS.end() <= $crate::seat::MOST_SEATS,
            "a table has one seat at least, and at most MOST_SEATS",
        );
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    (@kind $type:ty) => { <$type as $crate::options::Kinded>::KIND };
    (@kind $type:ty, in $range:expr, $offered:expr) => {
        $crate::options::Kind::Number { least: *($range).start(), most: *($range).end(), offered: &$offered }
    };
    (@kind $type:ty, rows $sum:literal) => { $crate::options::Kind::Rows { sum: $sum } };
}

pub(super) use options;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::{AnyOptions, AnyRefusal, GameId};

    fn every(game: GameId) -> impl Iterator<Item = AnyOptions> {
        let presets = game.presets().iter();
        let presets = presets.map(move |name| game.preset(name).expect("a preset of its list"));
        presets.chain([game.default_options()])
    }

    /// Whether a value can be played, at least once another option or the number of seats fits it.
    fn stands_or_needs_another(checked: &Result<(), AnyRefusal>) -> bool {
        let Err(refusal) = checked else { return true };
        matches!(
            refusal,
            AnyRefusal::Options {
                fault: OptionFault::Together { .. } | OptionFault::NotForSeats { .. },
                ..
            }
        )
    }

    #[test]
    fn every_offered_value_is_one_and_stands_unless_it_needs_another() {
        for game in GameId::ALL {
            for (seats, row) in game
                .seats()
                .flat_map(|seats| game.options().iter().map(move |row| (seats, row)))
            {
                for value in row.offered(seats) {
                    let mut options = game.default_options();
                    assert_eq!(
                        options.set(row.name, &value),
                        Ok(()),
                        "{}={value}",
                        row.name
                    );
                    let checked = options.check(seats);
                    assert!(stands_or_needs_another(&checked), "{}={value}", row.name);
                }
            }
        }
    }

    #[test]
    fn what_is_usual_is_offered() {
        for (game, options) in GameId::ALL
            .iter()
            .flat_map(|game| every(*game).map(move |options| (game, options)))
        {
            for (row, (name, value)) in game.options().iter().zip(options.named()) {
                assert_eq!(row.name, name);
                assert!(row.offered(4).contains(&value), "{name}={value}");
            }
        }
        assert_eq!(GameId::Okey.preset("hats"), None);
    }

    #[test]
    fn values_at_the_ends_of_a_range_are_taken_and_others_are_not() {
        for (game, row) in GameId::ALL
            .iter()
            .flat_map(|game| game.options().iter().map(move |row| (game, row)))
        {
            let Kind::Number { least, most, .. } = row.kind else {
                continue;
            };
            let check = |value: u32| {
                let mut options = game.default_options();
                options.set(row.name, &value.to_string()).expect("a number");
                options.check(*game.seats().end())
            };
            for value in [least, most] {
                let checked = check(value);
                assert!(stands_or_needs_another(&checked), "{}={value}", row.name);
            }
            let (name, value) = (row.name, most + 1);
            let fault = OptionFault::OutOfRange {
                name,
                value,
                least,
                most,
            };
            assert_eq!(
                check(value),
                Err(AnyRefusal::Options { game: *game, fault })
            );
        }
    }
}
