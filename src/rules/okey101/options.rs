//! The house rules of 101 (101 rules 12).
//!
//! The number of seats is the table's; everything else that the rules leave open is here.
//! Names and values in text are those of the written rules.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::choice::{choice, shortened};

pub use crate::choice::{FirstDealer, PileBrowsing};

choice! {
    /// Who gets 22 tiles and begins (101 rules 3.3).
    Starter {
        /// The dealer.
        #[default]
        Dealer = "dealer",
        /// The seat at the dealer's right.
        RightOfDealer = "right_of_dealer",
    }
}

choice! {
    /// How a round is dealt (101 rules 4).
    Deal {
        /// From one heap (4.1).
        #[default]
        Simple = "simple",
        /// From stacks of seven, with dice (4.2).
        Stacks7 = "stacks7",
    }
}

choice! {
    /// What becomes of slips (101 rules 10.3).
    Penalties {
        /// They are refused, and a discard that costs is asked for once more.
        #[default]
        Assisted = "assisted",
        /// They cost points.
        Strict = "strict",
    }
}

choice! {
    /// What a joker left on a rack counts (101 rules 10.2).
    JokerLeftover {
        /// Its printed number.
        #[default]
        Face = "face",
        /// Nothing.
        Zero = "zero",
    }
}

choice! {
    /// How often a held joker is charged (101 rules 10.6).
    JokerHeld {
        /// Once per player.
        #[default]
        PerHand = "per_hand",
        /// Once per joker.
        PerJoker = "per_joker",
    }
}

choice! {
    /// How a round ends without a finisher (101 rules 5.4).
    Exhaustion {
        /// With the discard of who drew the last tile.
        #[default]
        AfterLastDiscard = "after_last_discard",
        /// When somebody passes instead of taking the discard.
        NextMayTake = "next_may_take",
    }
}

choice! {
    /// Whether who opened with sets and runs may lay doubles (101 rules 8.3).
    SeriesLayPairs {
        /// Never.
        #[default]
        Never = "never",
        /// Once somebody has opened with doubles.
        IfPairsOpened = "if_pairs_opened",
    }
}

choice! {
    /// Options that belong together under a name (101 rules 12).
    Preset {
        /// As the rule sheet has it.
        #[default]
        Sheet = "sheet",
        /// As most tables of the public platforms play.
        Cafe = "cafe",
    }
}

impl Preset {
    /// Its options.
    pub fn options(self) -> Options {
        match self {
            Self::Sheet => Options {
                penalties: Penalties::Strict,
                ..Options::default()
            },
            Self::Cafe => Options {
                starter: Starter::RightOfDealer,
                joker_swap: true,
                series_lay_pairs: SeriesLayPairs::IfPairsOpened,
                elden_needs_101: false,
                joker_leftover: JokerLeftover::Zero,
                ..Options::default()
            },
        }
    }
}

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many counted rounds are played.
    pub rounds: u32,
    /// Who deals the first round.
    pub first_dealer: FirstDealer,
    /// Who begins.
    pub starter: Starter,
    /// How rounds are dealt.
    pub deal: Deal,
    /// The points that an opening with sets and runs needs.
    pub open_min: u32,
    /// The doubles that an opening with doubles needs.
    pub pairs_min: u32,
    /// What becomes of slips.
    pub penalties: Penalties,
    /// The amount of every flat penalty.
    pub penalty_amount: u32,
    /// What a player pays who has not opened.
    pub unopened_penalty: u32,
    /// What a joker left on a rack counts.
    pub joker_leftover: JokerLeftover,
    /// How often a held joker is charged.
    pub joker_held: JokerHeld,
    /// Whether a joker is charged as held to those too who have not opened.
    pub joker_held_unopened: bool,
    /// How a round ends without a finisher.
    pub exhaustion: Exhaustion,
    /// Whether who opened with sets and runs may lay doubles.
    pub series_lay_pairs: SeriesLayPairs,
    /// How many tiles a turn who opened with doubles may lay off; 0 for any number.
    pub pairs_layoff_limit: u32,
    /// Whether a joker on the table may be exchanged for the tile it stands for.
    pub joker_swap: bool,
    /// Whether an opening that finishes in the same turn needs the minimum too.
    pub elden_needs_101: bool,
    /// Whether each opening must exceed those before it.
    pub raising_open: bool,
    /// Whether opposite seats are partners.
    pub teams: bool,
    /// Whose piles a player may look through.
    pub pile_browsing: PileBrowsing,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rounds: 5,
            first_dealer: FirstDealer::default(),
            starter: Starter::default(),
            deal: Deal::default(),
            open_min: 101,
            pairs_min: 5,
            penalties: Penalties::default(),
            penalty_amount: 101,
            unopened_penalty: 202,
            joker_leftover: JokerLeftover::default(),
            joker_held: JokerHeld::default(),
            joker_held_unopened: false,
            exhaustion: Exhaustion::default(),
            series_lay_pairs: SeriesLayPairs::default(),
            pairs_layoff_limit: 0,
            joker_swap: false,
            elden_needs_101: true,
            raising_open: false,
            teams: false,
            pile_browsing: PileBrowsing::default(),
        }
    }
}

impl Options {
    /// The most rounds of a game (101 rules 12).
    pub const MOST_ROUNDS: u32 = 21;
    /// The lengths of a game that are offered first (101 rules 12).
    pub const USUAL_ROUNDS: [u32; 5] = [3, 5, 7, 9, 11];
    /// The largest amount of a penalty: totals stay far from the limits of arithmetic.
    pub const MOST_POINTS: u32 = 10_000;

    /// Sets one option by its name, both as the written rules spell them.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name {
            "rounds" => self.rounds = read(name, value)?,
            "first_dealer" => self.first_dealer = read(name, value)?,
            "starter" => self.starter = read(name, value)?,
            "deal" => self.deal = read(name, value)?,
            "open_min" => self.open_min = read(name, value)?,
            "pairs_min" => self.pairs_min = read(name, value)?,
            "penalties" => self.penalties = read(name, value)?,
            "penalty_amount" => self.penalty_amount = read(name, value)?,
            "unopened_penalty" => self.unopened_penalty = read(name, value)?,
            "joker_leftover" => self.joker_leftover = read(name, value)?,
            "joker_held" => self.joker_held = read(name, value)?,
            "joker_held_unopened" => self.joker_held_unopened = read(name, value)?,
            "exhaustion" => self.exhaustion = read(name, value)?,
            "series_lay_pairs" => self.series_lay_pairs = read(name, value)?,
            "pairs_layoff_limit" => self.pairs_layoff_limit = read(name, value)?,
            "joker_swap" => self.joker_swap = read(name, value)?,
            "elden_needs_101" => self.elden_needs_101 = read(name, value)?,
            "raising_open" => self.raising_open = read(name, value)?,
            "teams" => self.teams = read(name, value)?,
            "pile_browsing" => self.pile_browsing = read(name, value)?,
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
            ("rounds", self.rounds.to_string()),
            ("first_dealer", self.first_dealer.to_string()),
            ("starter", self.starter.to_string()),
            ("deal", self.deal.to_string()),
            ("open_min", self.open_min.to_string()),
            ("pairs_min", self.pairs_min.to_string()),
            ("penalties", self.penalties.to_string()),
            ("penalty_amount", self.penalty_amount.to_string()),
            ("unopened_penalty", self.unopened_penalty.to_string()),
            ("joker_leftover", self.joker_leftover.to_string()),
            ("joker_held", self.joker_held.to_string()),
            ("joker_held_unopened", self.joker_held_unopened.to_string()),
            ("exhaustion", self.exhaustion.to_string()),
            ("series_lay_pairs", self.series_lay_pairs.to_string()),
            ("pairs_layoff_limit", self.pairs_layoff_limit.to_string()),
            ("joker_swap", self.joker_swap.to_string()),
            ("elden_needs_101", self.elden_needs_101.to_string()),
            ("raising_open", self.raising_open.to_string()),
            ("teams", self.teams.to_string()),
            ("pile_browsing", self.pile_browsing.to_string()),
        ]
    }

    /// Refuses what does not go together, or with so many seats (101 rules 12).
    pub(super) fn check(&self, seats: usize) -> Result<(), Refusal> {
        if !(2..=4).contains(&seats) {
            return Err(Refusal::WrongSeats { seats });
        }
        self.check_numbers()?;
        match self.first_dealer {
            FirstDealer::Seat(seat) if seat.index() >= seats => {
                Err(Refusal::NoSuchDealer { seat, seats })
            }
            _ if self.teams && seats != 4 => Err(Refusal::TeamsNeedFour { seats }),
            _ => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), Refusal> {
        for (name, value, least, most) in [
            ("rounds", self.rounds, 1, Self::MOST_ROUNDS),
            ("open_min", self.open_min, 1, 300),
            ("pairs_min", self.pairs_min, 1, 10),
            ("penalty_amount", self.penalty_amount, 0, Self::MOST_POINTS),
            (
                "unopened_penalty",
                self.unopened_penalty,
                0,
                Self::MOST_POINTS,
            ),
            // Nobody ever has more tiles to lay off than a rack holds.
            ("pairs_layoff_limit", self.pairs_layoff_limit, 0, 22),
        ] {
            if !(least..=most).contains(&value) {
                return Err(Refusal::OutOfRange {
                    name,
                    value,
                    least,
                    most,
                });
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_options_read_back() {
        for options in [
            Options::default(),
            Preset::Sheet.options(),
            Preset::Cafe.options(),
        ] {
            let mut read = Options {
                rounds: 21,
                ..Options::default()
            };
            for (name, value) in options.named() {
                read.set(name, &value).expect("its own text");
            }
            assert_eq!(read, options);
            let json = serde_json::to_string(&options).expect("options become JSON");
            assert_eq!(serde_json::from_str::<Options>(&json).ok(), Some(options));
        }
        assert!(serde_json::from_str::<Options>(r#"{"hats":true}"#).is_err());
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for (name, value) in [
            ("hats", "true"),
            ("deal", "fair"),
            ("rounds", "-1"),
            ("first_dealer", "9"),
            ("joker_held", ""),
        ] {
            let mut options = Options::default();
            assert!(options.set(name, value).is_err(), "{name}={value}");
            assert_eq!(options, Options::default());
        }
    }

    /// Databases and records hold these texts: names, and their order, stay.
    #[test]
    fn what_is_stored_is_as_it_was() {
        let json = serde_json::to_string(&Options::default()).expect("JSON");
        let kept = [
            r#"{"rounds":5,"first_dealer":"random","starter":"dealer","deal":"simple","open_min":101,"#,
            r#""pairs_min":5,"penalties":"assisted","penalty_amount":101,"unopened_penalty":202,"#,
            r#""joker_leftover":"face","joker_held":"per_hand","joker_held_unopened":false,"#,
            r#""exhaustion":"after_last_discard","series_lay_pairs":"never","pairs_layoff_limit":0,"#,
            r#""joker_swap":false,"elden_needs_101":true,"raising_open":false,"teams":false,"#,
            r#""pile_browsing":"adjacent"}"#,
        ];
        assert_eq!(json, kept.concat());
    }
}
