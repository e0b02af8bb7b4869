//! The house rules of Hachinin-meri (Hachinin-meri rules 13).
//!
//! Who sits where and who fills empty seats is the table's to do; the names and values in text are those of the written
//! rules.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Refusal;
use super::state::SEATS;
use crate::choice::{choice, shortened};

choice! {
    /// How long a match is (Hachinin-meri rules 11).
    MatchLength {
        /// Eight rounds: everybody deals once.
        #[default]
        Hitokiri = "hitokiri",
        /// One round.
        Hitomaki = "hitomaki",
        /// Until a team has won two kiri.
        Hitoshobu = "hitoshobu",
        /// Until a team has won two hitoshōbu.
        Honshobu = "honshobu",
    }
}

choice! {
    /// What a hidden trump robai does (Hachinin-meri rules 9).
    HiddenRobai {
        /// The yaku with the robai in them count more.
        #[default]
        RobaiYaku = "robai_yaku",
        /// All yaku count more.
        AllYaku = "all_yaku",
        /// It cannot be hidden: its holder calls automatically.
        Off = "off",
    }
}

choice! {
    /// What is shown when the taker leads (Hachinin-meri rules 7).
    OpeningReveal {
        /// The lead alone.
        #[default]
        LeadOnly = "lead_only",
        /// The lead, the discard and both leftovers.
        All = "all",
    }
}

choice! {
    /// Which way deal and play go (Hachinin-meri rules 3.1).
    Direction {
        /// To the left, in the order of the seats.
        #[default]
        Cw = "cw",
        /// To the right.
        Ccw = "ccw",
    }
}

choice! {
    /// How people come to their teams (Hachinin-meri rules 3.2).
    TeamAssign {
        /// Chance seats them.
        #[default]
        Random = "random",
        /// They choose their seats.
        Chosen = "chosen",
    }
}

choice! {
    /// Where the shuffled pack is split (Hachinin-meri rules 4.2).
    Split {
        /// After 37 karuta.
        #[default]
        Fixed = "fixed",
        /// Somewhere about half.
        Random = "random",
    }
}

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How long the match is.
    pub match_length: MatchLength,
    /// Whether a yaku needs a trump above the winning one still in play.
    pub live_upper_required: bool,
    /// What a hidden trump robai does.
    pub hidden_robai: HiddenRobai,
    /// What is shown when the taker leads.
    pub opening_reveal: OpeningReveal,
    /// Whether the Sun as the only trump need not follow a meri.
    pub ichimai_zun: bool,
    /// Whether there are yaku at all.
    pub yaku: bool,
    /// How many ko a yaku moves.
    pub yaku_value: u32,
    /// How many it moves in the last trick, or for a hidden robai.
    pub yaku_high: u32,
    /// Which way deal and play go.
    pub direction: Direction,
    /// How people come to their teams.
    pub team_assign: TeamAssign,
    /// Where the pack is split.
    pub split: Split,
    /// Whether computers play the empty seats.
    pub fill_with_computers: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            match_length: MatchLength::default(),
            live_upper_required: false,
            hidden_robai: HiddenRobai::default(),
            opening_reveal: OpeningReveal::default(),
            ichimai_zun: true,
            yaku: true,
            yaku_value: 2,
            yaku_high: 5,
            direction: Direction::default(),
            team_assign: TeamAssign::default(),
            split: Split::default(),
            fill_with_computers: true,
        }
    }
}

impl Options {
    /// The most ko that a yaku may move: totals stay far from the limits of arithmetic.
    pub const MOST_VALUE: u32 = 10_000;

    /// Sets one option by its name, both as the written rules spell them.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name {
            "match_length" => self.match_length = read(name, value)?,
            "live_upper_required" => self.live_upper_required = read(name, value)?,
            "hidden_robai" => self.hidden_robai = read(name, value)?,
            "opening_reveal" => self.opening_reveal = read(name, value)?,
            "ichimai_zun" => self.ichimai_zun = read(name, value)?,
            "yaku" => self.yaku = read(name, value)?,
            "yaku_value" => self.yaku_value = read(name, value)?,
            "yaku_high" => self.yaku_high = read(name, value)?,
            "direction" => self.direction = read(name, value)?,
            "team_assign" => self.team_assign = read(name, value)?,
            "split" => self.split = read(name, value)?,
            "fill_with_computers" => self.fill_with_computers = read(name, value)?,
            _ => {
                return Err(Refusal::UnknownOption {
                    name: shortened(name),
                });
            }
        }
        Ok(())
    }

    /// Every option with its value, as [`Options::set`] reads them, in the order of the written rules.
    pub fn named(&self) -> Vec<(&'static str, String)> {
        vec![
            ("match_length", self.match_length.to_string()),
            ("live_upper_required", self.live_upper_required.to_string()),
            ("hidden_robai", self.hidden_robai.to_string()),
            ("opening_reveal", self.opening_reveal.to_string()),
            ("ichimai_zun", self.ichimai_zun.to_string()),
            ("yaku", self.yaku.to_string()),
            ("yaku_value", self.yaku_value.to_string()),
            ("yaku_high", self.yaku_high.to_string()),
            ("direction", self.direction.to_string()),
            ("team_assign", self.team_assign.to_string()),
            ("split", self.split.to_string()),
            ("fill_with_computers", self.fill_with_computers.to_string()),
        ]
    }

    /// Refuses what does not go together, or with so many seats (Hachinin-meri rules 13).
    pub(super) fn check(&self, seats: usize) -> Result<(), Refusal> {
        if seats != SEATS {
            return Err(Refusal::WrongSeats { seats });
        }
        for (name, value) in [
            ("yaku_value", self.yaku_value),
            ("yaku_high", self.yaku_high),
        ] {
            if !(1..=Self::MOST_VALUE).contains(&value) {
                return Err(Refusal::OutOfRange {
                    name,
                    value,
                    least: 1,
                    most: Self::MOST_VALUE,
                });
            }
        }
        if self.yaku_high < self.yaku_value {
            return Err(Refusal::HighBelowUsual {
                usual: self.yaku_value,
                high: self.yaku_high,
            });
        }
        Ok(())
    }
}

fn read<T: FromStr>(name: &str, value: &str) -> Result<T, Refusal> {
    value.parse().map_err(|_| Refusal::BadValue {
        name: shortened(name),
        value: shortened(value),
    })
}
