//! The house rules of 101 (101 rules 12).
//!
//! The number of seats is the table's; everything else that the rules leave open is here.
//! Names and values in text are those of the written rules.

use crate::OptionFault;
use crate::choice::choice;
use crate::options::options;

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
        /// From one heap (101 rules 4.1).
        #[default]
        Simple = "simple",
        /// From stacks of seven, with dice (101 rules 4.2).
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

options! {
    /// The options of a table.
    Options of "101", for 2 to 4 seats {
        /// How many counted rounds are played (101 rules 11.1).
        rounds: u32 = 5, in 1..=21, offered [3, 5, 7, 9, 11, 1, 2, 13, 15, 21];
        /// Who deals the first round (101 rules 3.2).
        first_dealer: FirstDealer = FirstDealer::Random;
        /// Who begins (101 rules 3.3).
        starter: Starter = Starter::Dealer;
        /// How rounds are dealt (101 rules 4).
        deal: Deal = Deal::Simple;
        /// The points that an opening with sets and runs needs (101 rules 7.1).
        open_min: u32 = 101, in 1..=300, offered [51, 71, 81, 91, 101, 111, 121, 151];
        /// The doubles that an opening with doubles needs (101 rules 7.2).
        pairs_min: u32 = 5, in 1..=10, offered [4, 5, 6, 7];
        /// What becomes of slips (101 rules 10.3).
        penalties: Penalties = Penalties::Assisted;
        /// The amount of every flat penalty (101 rules 10).
        penalty_amount: u32 = 101, in 0..=MOST_POINTS, offered [0, 50, 101, 202];
        /// What a player pays who has not opened (101 rules 10.1).
        unopened_penalty: u32 = 202, in 0..=MOST_POINTS, offered [0, 101, 202, 303, 404];
        /// What a joker left on a rack counts (101 rules 10.2).
        joker_leftover: JokerLeftover = JokerLeftover::Face;
        /// How often a held joker is charged (101 rules 10.6).
        joker_held: JokerHeld = JokerHeld::PerHand;
        /// Whether a joker is charged as held to those too who have not opened (101 rules 10.6).
        joker_held_unopened: bool = false;
        /// How a round ends without a finisher (101 rules 5.4).
        exhaustion: Exhaustion = Exhaustion::AfterLastDiscard;
        /// Whether who opened with sets and runs may lay doubles (101 rules 8.3).
        series_lay_pairs: SeriesLayPairs = SeriesLayPairs::Never;
        /// How many tiles a turn who opened with doubles may lay off (101 rules 8.2), never more than a rack holds; 0 for any number.
        pairs_layoff_limit: u32 = 0, in 0..=22, offered [0, 1, 2, 3, 4];
        /// Whether a joker on the table may be exchanged for the tile it stands for (101 rules 8.6).
        joker_swap: bool = false;
        /// Whether an opening that finishes in the same turn needs the minimum too (101 rules 7.6).
        elden_needs_101: bool = true;
        /// Whether each opening must exceed those before it (101 rules 7.5).
        raising_open: bool = false;
        /// Whether opposite seats are partners (101 rules 11.2).
        teams: bool = false;
        /// Whose piles a player may look through (as in Okey).
        pile_browsing: PileBrowsing = PileBrowsing::Adjacent;
    }
    presets {
        // As the rule sheet has it.
        "sheet" { penalties: Penalties::Strict }
        // As most tables of the public platforms play.
        "cafe" {
            starter: Starter::RightOfDealer,
            joker_swap: true,
            series_lay_pairs: SeriesLayPairs::IfPairsOpened,
            elden_needs_101: false,
            joker_leftover: JokerLeftover::Zero,
        }
    }
}

/// The largest amount of a penalty: totals stay far from the limits of arithmetic.
const MOST_POINTS: u32 = 10_000;

impl Options {
    /// Refuses what does not go with so many seats (101 rules 12).
    fn agree(&self, seats: usize) -> Result<(), OptionFault> {
        if self.teams && seats != 4 {
            return Err(OptionFault::NotForSeats {
                name: "teams",
                needs: "teams need 4 seats",
                seats,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_options_read_back() {
        let presets = Options::PRESETS
            .iter()
            .filter_map(|name| Options::preset(name));
        for options in presets.chain([Options::default()]) {
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
