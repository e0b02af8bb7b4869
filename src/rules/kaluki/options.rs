//! The house rules of Kaluki (Kaluki rules 12).
//!
//! The number of seats is the table's; everything else that the rules leave open is here.
//! Names and values in text are those of the written rules.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::OptionFault;
use crate::choice::choice;
use crate::options::{Kind, options, value};

choice! {
    /// When the pool is shown with the ledger; the arithmetic is the same (Kaluki rules 11).
    Settlement {
        /// After the match.
        #[default]
        Final = "final",
        /// After every deal.
        PerDeal = "per_deal",
    }
}

choice! {
    /// Who says that a hand has become small (Kaluki rules 7.3).
    Announce {
        /// The bot.
        #[default]
        Auto = "auto",
        /// The player, in time.
        Manual = "manual",
    }
}

choice! {
    /// Whether who is not open may take the top discard (Kaluki rules 7.1).
    DiscardBeforeOpen {
        /// To open with it.
        #[default]
        IfUsed = "if_used",
        /// Only as the first player of the deal.
        Never = "never",
    }
}

choice! {
    /// What who is open owes for a discard taken (Kaluki rules 7.1).
    DiscardAfterOpen {
        /// Nothing.
        #[default]
        Free = "free",
        /// The next table action must lay it.
        MustUse = "must_use",
        /// The same, in a new meld.
        MustMeld = "must_meld",
    }
}

choice! {
    /// How many naturals free a joker of a set of three (Kaluki rules 6.4).
    Recovery {
        /// Two.
        #[default]
        Two = "two",
        /// One.
        One = "one",
    }
}

choice! {
    /// Where a recovered joker may go (Kaluki rules 6.4).
    JokerReuse {
        /// To a new meld or a build.
        #[default]
        Any = "any",
        /// To a new meld.
        NewMeld = "new_meld",
    }
}

choice! {
    /// How many jokers the pack has (Kaluki rules 2).
    JokerCount {
        /// Two: 106 cards.
        #[default]
        Two = "2",
        /// Four: 108 cards.
        Four = "4",
    }
}

impl JokerCount {
    /// The number.
    pub fn number(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four => 4,
        }
    }
}

choice! {
    /// How the cards are dealt (Kaluki rules 4.3).
    DealStyle {
        /// One at a time.
        #[default]
        Single = "single",
        /// In rounds of 3, 2, 3, 2 and 3.
        Packets = "packets",
    }
}

/// How a match ends (Kaluki rules 11 and 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum MatchMode {
    /// When one player is left: the pool is theirs.
    #[default]
    Pool,
    /// After so many deals that were not void.
    FixedDeals(u32),
    /// After one deal, without a pool.
    SingleDeal,
}

value! { MatchMode: Kind::Choice(MatchMode::OFFERED); }

impl MatchMode {
    /// The most deals of a match of a fixed length.
    const MOST_DEALS: u32 = 100;
    /// What is offered; any number of deals can be written.
    const OFFERED: &'static [&'static str] = &[
        "pool",
        "fixed_deals:3",
        "fixed_deals:5",
        "fixed_deals:10",
        "single_deal",
    ];
}

impl fmt::Display for MatchMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pool => f.write_str("pool"),
            Self::FixedDeals(deals) => write!(f, "fixed_deals:{deals}"),
            Self::SingleDeal => f.write_str("single_deal"),
        }
    }
}

impl FromStr for MatchMode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let deals = || -> Option<u32> { text.strip_prefix("fixed_deals:")?.parse().ok() };
        match (text, deals()) {
            ("pool", _) => Ok(Self::Pool),
            ("single_deal", _) => Ok(Self::SingleDeal),
            (_, Some(deals @ 1..=Self::MOST_DEALS)) => Ok(Self::FixedDeals(deals)),
            _ => Err("no way to play a match"),
        }
    }
}

impl TryFrom<String> for MatchMode {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse()
    }
}

impl From<MatchMode> for String {
    fn from(mode: MatchMode) -> Self {
        mode.to_string()
    }
}

options! {
    /// The options of a table.
    Options of "kaluki", for 2 to 5 seats {
        /// What each loser pays for a call-up (Kaluki rules 10).
        stake_call_up: u32 = 1, in 0..=MOST_POINTS, offered [0, 1, 2, 3, 5, 10];
        /// What each loser pays for a Kaluki (Kaluki rules 10).
        stake_kaluki: u32 = 2, in 0..=MOST_POINTS, offered [0, 1, 2, 4, 6, 10, 20];
        /// What everybody pays into the pool at first (Kaluki rules 3).
        stake_initial: u32 = 5, in 0..=MOST_POINTS, offered [0, 3, 5, 10, 20, 50];
        /// What a buy-in adds to the pool (Kaluki rules 10).
        stake_buy_in: u32 = 5, in 0..=MOST_POINTS, offered [0, 2, 3, 5, 10, 20];
        /// When the pool is shown; the arithmetic is the same (Kaluki rules 11).
        settlement: Settlement = Settlement::Final;
        /// Who announces a small hand (Kaluki rules 7.3).
        announce: Announce = Announce::Auto;
        /// The largest hand that is announced (Kaluki rules 7.3).
        announce_at: u32 = 3, in 1..=3, offered [1, 2, 3];
        /// The most penalty points that are safe (Kaluki rules 10).
        penalty_limit: u32 = 150, in 1..=MOST_POINTS, offered [50, 100, 150, 200, 250];
        /// Whether who is over the limit may buy in (Kaluki rules 10).
        buy_in: bool = true;
        /// How often a player may buy in (Kaluki rules 10).
        max_buy_ins: u32 = 2, in 0..=20, offered [0, 1, 2, 3, 20];
        /// How many players must be safe before anybody buys in (Kaluki rules 10).
        buy_in_min_survivors: u32 = 2, in 2..=5, offered [2, 3, 4];
        /// The points that an initial meld needs (Kaluki rules 6.1).
        initial_min: u32 = 40, in 0..=60, offered [30, 40, 51, 60];
        /// How many cards a turn may be added to an end of a run (Kaluki rules 6.3); 0 for any number.
        build_end_limit: u32 = 2, in 0..=13, offered [0, 1, 2, 3];
        /// Whether who is not open may take a discard (Kaluki rules 7.1).
        discard_before_open: DiscardBeforeOpen = DiscardBeforeOpen::IfUsed;
        /// What who is open owes for a discard taken (Kaluki rules 7.1).
        discard_after_open: DiscardAfterOpen = DiscardAfterOpen::Free;
        /// Whether a natural frees a joker of a set of four (Kaluki rules 6.4).
        four_card_set_recovery: bool = false;
        /// How many naturals free a joker of a set with two (Kaluki rules 6.4).
        two_joker_recovery: Recovery = Recovery::Two;
        /// How many naturals free the joker of a set with one (Kaluki rules 6.4).
        one_joker_recovery: Recovery = Recovery::Two;
        /// Where a recovered joker may go (Kaluki rules 6.4).
        joker_reuse: JokerReuse = JokerReuse::Any;
        /// How many jokers there are (Kaluki rules 2).
        joker_count: JokerCount = JokerCount::Two;
        /// What a joker left in a hand counts (Kaluki rules 2).
        joker_penalty: u32 = 15, in 0..=MOST_POINTS, offered [10, 15, 20, 25, 50];
        /// Whether an ace may also stand below a 2 (Kaluki rules 5).
        ace_low: bool = false;
        /// Whether a first discard is turned up (Kaluki rules 4).
        first_upcard: bool = true;
        /// How the cards are dealt (Kaluki rules 4).
        deal_style: DealStyle = DealStyle::Single;
        /// Whether hand points count twice after a Kaluki (Kaluki rules 10).
        kaluki_doubles_penalty: bool = false;
        /// Whether a hand may be laid to its last card (Kaluki rules 8).
        call_up_without_discard: bool = false;
        /// How often the discards become the stock again (Kaluki rules 9).
        reshuffles_max: u32 = 1, in 0..=20, offered [0, 1, 2, 3];
        /// Whether a card just taken may be discarded again (Kaluki rules 7.2).
        may_return_taken: bool = false;
        /// How a match ends (Kaluki rules 11).
        match_mode: MatchMode = MatchMode::Pool;
        /// After how many turns without a stock draw a deal is void (Kaluki rules 7): ten for each player; 0 for no limit.
        stall_limit: Option<u32> = None, in 0..=1000, offered [0, 20, 50, 100];
    }
    presets {
        // As the rule sheet has it.
        "sheet" {}
        // With the sheet's other stakes.
        "low_stakes" { stake_initial: 3, stake_buy_in: 2 }
        // Of a length that is known.
        "five_deals" { match_mode: MatchMode::FixedDeals(5) }
        // The shortest.
        "single_deal" { match_mode: MatchMode::SingleDeal }
        // For penalty points alone.
        "no_units" { stake_call_up: 0, stake_kaluki: 0, stake_initial: 0, stake_buy_in: 0 }
    }
}

/// The largest stake, limit or penalty of a joker (Kaluki rules 12): what a match comes to stays far from the limits of
/// arithmetic, for every deal that counts brings somebody nearer to the limit.
const MOST_POINTS: u32 = 1_000;

impl Options {
    /// How many successive turns without a stock draw void a deal at a table of so many; `None` without a limit.
    pub fn stall_turns(&self, seats: usize) -> Option<u32> {
        match self.stall_limit {
            None => Some(10 * seats as u32),
            Some(0) => None,
            limit => limit,
        }
    }

    /// The same as it comes to bear at a table of so many: nobody buys in where too few others can be left
    /// (Kaluki rules 10).
    pub fn at_table(&self, seats: usize) -> Self {
        let may_buy_in = seats > self.buy_in_min_survivors as usize;
        Self {
            max_buy_ins: if may_buy_in { self.max_buy_ins } else { 0 },
            ..self.clone()
        }
    }

    /// Whether anything is at stake, so that units can be won or lost (Kaluki rules 10 and 11).
    pub fn has_stakes(&self) -> bool {
        self.stake_call_up > 0 || self.stake_kaluki > 0 || self.has_pool()
    }

    /// Whether anything is ever paid into a pool: a single deal has none (Kaluki rules 11), and only where seats go out can they
    /// buy in again (Kaluki rules 10 and 12).
    pub fn has_pool(&self) -> bool {
        let is_paid = self.match_mode != MatchMode::SingleDeal && self.stake_initial > 0;
        let has_buy_ins = self.match_mode == MatchMode::Pool && self.buy_in && self.max_buy_ins > 0;
        is_paid || has_buy_ins && self.stake_buy_in > 0
    }

    /// The same with stakes of 0: a match for places alone (Kaluki rules 10). Where nothing is at stake, nothing changes.
    pub fn without_stakes(&self) -> Self {
        if !self.has_stakes() {
            return self.clone();
        }
        Self {
            stake_call_up: 0,
            stake_kaluki: 0,
            stake_initial: 0,
            stake_buy_in: 0,
            ..self.clone()
        }
    }

    /// Refuses what does not go together, or with so many seats (Kaluki rules 12).
    fn agree(&self, seats: usize) -> Result<(), OptionFault> {
        // Two open players could pass one card for ever.
        if self.may_return_taken && self.stall_limit == Some(0) {
            return Err(OptionFault::Together {
                one: "may_return_taken",
                other: "stall_limit",
            });
        }
        match self.stall_turns(seats) {
            Some(turns) if turns < 2 * seats as u32 => Err(OptionFault::NotForSeats {
                name: "stall_limit",
                needs: "a stall_limit as low as this needs fewer seats",
                seats,
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_options_read_back() {
        let other = Options {
            match_mode: MatchMode::FixedDeals(7),
            stall_limit: Some(40),
            joker_count: JokerCount::Four,
            ..Options::default()
        };
        let low_stakes = Options::preset("low_stakes").expect("a preset");
        for options in [Options::default(), low_stakes, other] {
            let mut read = Options {
                initial_min: 51,
                match_mode: MatchMode::SingleDeal,
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
    fn nobody_buys_in_where_too_few_others_can_be_left() {
        for (survivors, seats, buy_ins) in [(2, 2, 0), (2, 3, 2), (3, 3, 0), (3, 4, 2), (5, 5, 0)] {
            let options = Options {
                buy_in_min_survivors: survivors,
                ..Options::default()
            };
            assert_eq!(options.at_table(seats).max_buy_ins, buy_ins, "{seats}");
        }
    }

    #[test]
    fn a_single_deal_for_stakes_of_the_pool_alone_is_for_nothing() {
        let of_mode = |match_mode| Options {
            match_mode,
            stake_call_up: 0,
            stake_kaluki: 0,
            ..Options::default()
        };
        let single = of_mode(MatchMode::SingleDeal);
        assert_eq!(single.without_stakes(), single);
        for mode in [MatchMode::Pool, MatchMode::FixedDeals(3)] {
            assert_ne!(of_mode(mode).without_stakes(), of_mode(mode));
        }
        for (name, value) in [("stake_call_up", "1"), ("stake_kaluki", "1")] {
            let mut paid = single.clone();
            paid.set(name, value).expect("a stake");
            assert_ne!(paid.without_stakes(), paid, "{name}");
        }
    }

    #[test]
    fn a_stake_of_buying_in_is_one_only_where_somebody_can() {
        let pool = Options {
            stake_call_up: 0,
            stake_kaluki: 0,
            stake_initial: 0,
            ..Options::default()
        };
        assert!(pool.has_stakes());
        let fixed = Options {
            match_mode: MatchMode::FixedDeals(5),
            ..pool.clone()
        };
        let never = Options {
            buy_in: false,
            ..pool.clone()
        };
        for none in [fixed, never, pool.at_table(2)] {
            assert!(!none.has_stakes(), "{none:?}");
        }
        assert!(pool.at_table(4).has_stakes());
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for (name, value) in [
            ("hats", "true"),
            ("announce", "loud"),
            ("joker_count", "3"),
            ("match_mode", "fixed_deals"),
            ("match_mode", "fixed_deals:0"),
            ("match_mode", "fixed_deals:101"),
            ("stall_limit", "-1"),
        ] {
            let mut options = Options::default();
            assert!(options.set(name, value).is_err(), "{name}={value}");
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        for (text, seats, fine) in [
            ("", 1, false),
            ("", 2, true),
            ("", 5, true),
            ("", 6, false),
            ("initial_min=61", 4, false),
            ("buy_in_min_survivors=1", 4, false),
            ("announce_at=4", 4, false),
            ("max_buy_ins=21", 4, false),
            ("stall_limit=7", 4, false),
            ("stall_limit=8", 4, true),
            ("stall_limit=0", 4, true),
            ("may_return_taken=true", 4, true),
            ("may_return_taken=true stall_limit=0", 4, false),
            ("max_buy_ins=0", 4, true),
        ] {
            let mut options = Options::default();
            for part in text.split_whitespace() {
                let (name, value) = part.split_once('=').expect("name=value");
                options.set(name, value).expect("a value that can be read");
            }
            assert_eq!(options.check(seats).is_ok(), fine, "{text} at {seats}");
        }
    }
}
