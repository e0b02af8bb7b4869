//! The house rules of Kaluki (Kaluki rules 12).
//!
//! The number of seats is the table's; everything else that the rules leave open is here.
//! Names and values in text are those of the written rules.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::choice::{choice, shortened};

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
#[serde(rename_all = "snake_case")]
pub enum MatchMode {
    /// When one player is left: the pool is theirs.
    #[default]
    Pool,
    /// After so many deals that were not void.
    FixedDeals(u32),
    /// After one deal, without a pool.
    SingleDeal,
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
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match (text, text.strip_prefix("fixed_deals:")) {
            ("pool", _) => Ok(Self::Pool),
            ("single_deal", _) => Ok(Self::SingleDeal),
            (_, Some(deals)) => deals.parse().map(Self::FixedDeals).map_err(|_| ()),
            _ => Err(()),
        }
    }
}

/// How many successive turns without a stock draw void a deal (Kaluki rules 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StallLimit {
    /// Ten for each player.
    #[default]
    Usual,
    /// So many; 0 for no limit.
    Turns(u32),
}

impl StallLimit {
    /// The text of what is usual.
    pub const USUAL: &'static str = "usual";

    /// The number of turns at a table of so many; `None` without a limit.
    pub fn turns(self, seats: usize) -> Option<u32> {
        match self {
            Self::Usual => Some(10 * seats as u32),
            Self::Turns(0) => None,
            Self::Turns(turns) => Some(turns),
        }
    }
}

impl fmt::Display for StallLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => f.write_str(Self::USUAL),
            Self::Turns(turns) => turns.fmt(f),
        }
    }
}

impl FromStr for StallLimit {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text == Self::USUAL {
            return Ok(Self::Usual);
        }
        text.parse().map(Self::Turns).map_err(|_| ())
    }
}

choice! {
    /// Options that belong together under a name (Kaluki rules 10 and 12).
    Preset {
        /// As the rule sheet has it.
        #[default]
        Sheet = "sheet",
        /// With the sheet's other stakes: 3 at first, 2 for a buy-in.
        LowStakes = "low_stakes",
    }
}

impl Preset {
    /// Its options.
    pub fn options(self) -> Options {
        match self {
            Self::Sheet => Options::default(),
            Self::LowStakes => Options {
                stake_initial: 3,
                stake_buy_in: 2,
                ..Options::default()
            },
        }
    }
}

/// The options of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What each loser pays for a call-up.
    pub stake_call_up: u32,
    /// What each loser pays for a Kaluki.
    pub stake_kaluki: u32,
    /// What everybody pays into the pool at first.
    pub stake_initial: u32,
    /// What a buy-in adds to the pool.
    pub stake_buy_in: u32,
    /// When the pool is shown.
    pub settlement: Settlement,
    /// Who announces a small hand.
    pub announce: Announce,
    /// The largest hand that is announced.
    pub announce_at: u32,
    /// The most penalty points that are safe.
    pub penalty_limit: u32,
    /// Whether who is over the limit may buy in.
    pub buy_in: bool,
    /// How often a player may buy in.
    pub max_buy_ins: u32,
    /// How many players must be safe before anybody buys in.
    pub buy_in_min_survivors: u32,
    /// The points that an initial meld needs.
    pub initial_min: u32,
    /// How many cards a turn may be added to an end of a run; 0 for any number.
    pub build_end_limit: u32,
    /// Whether who is not open may take a discard.
    pub discard_before_open: DiscardBeforeOpen,
    /// What who is open owes for a discard taken.
    pub discard_after_open: DiscardAfterOpen,
    /// Whether a natural frees a joker of a set of four.
    pub four_card_set_recovery: bool,
    /// How many naturals free a joker of a set with two.
    pub two_joker_recovery: Recovery,
    /// How many naturals free the joker of a set with one.
    pub one_joker_recovery: Recovery,
    /// Where a recovered joker may go.
    pub joker_reuse: JokerReuse,
    /// How many jokers there are.
    pub joker_count: JokerCount,
    /// What a joker left in a hand counts.
    pub joker_penalty: u32,
    /// Whether an ace may also stand below a 2.
    pub ace_low: bool,
    /// Whether a first discard is turned up.
    pub first_upcard: bool,
    /// How the cards are dealt.
    pub deal_style: DealStyle,
    /// Whether hand points count twice after a Kaluki.
    pub kaluki_doubles_penalty: bool,
    /// Whether a hand may be laid to its last card.
    pub call_up_without_discard: bool,
    /// How often the discards become the stock again.
    pub reshuffles_max: u32,
    /// Whether a card just taken may be discarded again.
    pub may_return_taken: bool,
    /// How a match ends.
    pub match_mode: MatchMode,
    /// After how many turns without a stock draw a deal is void.
    pub stall_limit: StallLimit,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            stake_call_up: 1,
            stake_kaluki: 2,
            stake_initial: 5,
            stake_buy_in: 5,
            settlement: Settlement::default(),
            announce: Announce::default(),
            announce_at: 3,
            penalty_limit: 150,
            buy_in: true,
            max_buy_ins: 2,
            buy_in_min_survivors: 2,
            initial_min: 40,
            build_end_limit: 2,
            discard_before_open: DiscardBeforeOpen::default(),
            discard_after_open: DiscardAfterOpen::default(),
            four_card_set_recovery: false,
            two_joker_recovery: Recovery::default(),
            one_joker_recovery: Recovery::default(),
            joker_reuse: JokerReuse::default(),
            joker_count: JokerCount::default(),
            joker_penalty: 15,
            ace_low: false,
            first_upcard: true,
            deal_style: DealStyle::default(),
            kaluki_doubles_penalty: false,
            call_up_without_discard: false,
            reshuffles_max: 1,
            may_return_taken: false,
            match_mode: MatchMode::default(),
            stall_limit: StallLimit::default(),
        }
    }
}

impl Options {
    /// The largest stake, limit or penalty: sums stay far from the limits of arithmetic.
    pub const MOST_POINTS: u32 = 10_000;
    /// The most deals of a match of a fixed length.
    pub const MOST_DEALS: u32 = 100;
    /// The most reshuffles of a deal.
    pub const MOST_RESHUFFLES: u32 = 20;
    /// The most turns without a stock draw that can be allowed.
    pub const MOST_STALLED: u32 = 1_000;

    /// Sets one option by its name, both as the written rules spell them.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name {
            "stake_call_up" => self.stake_call_up = read(name, value)?,
            "stake_kaluki" => self.stake_kaluki = read(name, value)?,
            "stake_initial" => self.stake_initial = read(name, value)?,
            "stake_buy_in" => self.stake_buy_in = read(name, value)?,
            "settlement" => self.settlement = read(name, value)?,
            "announce" => self.announce = read(name, value)?,
            "announce_at" => self.announce_at = read(name, value)?,
            "penalty_limit" => self.penalty_limit = read(name, value)?,
            "buy_in" => self.buy_in = read(name, value)?,
            "max_buy_ins" => self.max_buy_ins = read(name, value)?,
            "buy_in_min_survivors" => self.buy_in_min_survivors = read(name, value)?,
            "initial_min" => self.initial_min = read(name, value)?,
            "build_end_limit" => self.build_end_limit = read(name, value)?,
            "discard_before_open" => self.discard_before_open = read(name, value)?,
            "discard_after_open" => self.discard_after_open = read(name, value)?,
            "four_card_set_recovery" => self.four_card_set_recovery = read(name, value)?,
            "two_joker_recovery" => self.two_joker_recovery = read(name, value)?,
            "one_joker_recovery" => self.one_joker_recovery = read(name, value)?,
            "joker_reuse" => self.joker_reuse = read(name, value)?,
            "joker_count" => self.joker_count = read(name, value)?,
            "joker_penalty" => self.joker_penalty = read(name, value)?,
            "ace_low" => self.ace_low = read(name, value)?,
            "first_upcard" => self.first_upcard = read(name, value)?,
            "deal_style" => self.deal_style = read(name, value)?,
            "kaluki_doubles_penalty" => self.kaluki_doubles_penalty = read(name, value)?,
            "call_up_without_discard" => self.call_up_without_discard = read(name, value)?,
            "reshuffles_max" => self.reshuffles_max = read(name, value)?,
            "may_return_taken" => self.may_return_taken = read(name, value)?,
            "match_mode" => self.match_mode = read(name, value)?,
            "stall_limit" => self.stall_limit = read(name, value)?,
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
            ("stake_call_up", self.stake_call_up.to_string()),
            ("stake_kaluki", self.stake_kaluki.to_string()),
            ("stake_initial", self.stake_initial.to_string()),
            ("stake_buy_in", self.stake_buy_in.to_string()),
            ("settlement", self.settlement.to_string()),
            ("announce", self.announce.to_string()),
            ("announce_at", self.announce_at.to_string()),
            ("penalty_limit", self.penalty_limit.to_string()),
            ("buy_in", self.buy_in.to_string()),
            ("max_buy_ins", self.max_buy_ins.to_string()),
            (
                "buy_in_min_survivors",
                self.buy_in_min_survivors.to_string(),
            ),
            ("initial_min", self.initial_min.to_string()),
            ("build_end_limit", self.build_end_limit.to_string()),
            ("discard_before_open", self.discard_before_open.to_string()),
            ("discard_after_open", self.discard_after_open.to_string()),
            (
                "four_card_set_recovery",
                self.four_card_set_recovery.to_string(),
            ),
            ("two_joker_recovery", self.two_joker_recovery.to_string()),
            ("one_joker_recovery", self.one_joker_recovery.to_string()),
            ("joker_reuse", self.joker_reuse.to_string()),
            ("joker_count", self.joker_count.to_string()),
            ("joker_penalty", self.joker_penalty.to_string()),
            ("ace_low", self.ace_low.to_string()),
            ("first_upcard", self.first_upcard.to_string()),
            ("deal_style", self.deal_style.to_string()),
            (
                "kaluki_doubles_penalty",
                self.kaluki_doubles_penalty.to_string(),
            ),
            (
                "call_up_without_discard",
                self.call_up_without_discard.to_string(),
            ),
            ("reshuffles_max", self.reshuffles_max.to_string()),
            ("may_return_taken", self.may_return_taken.to_string()),
            ("match_mode", self.match_mode.to_string()),
            ("stall_limit", self.stall_limit.to_string()),
        ]
    }

    /// Refuses what does not go together, or with so many seats (Kaluki rules 12).
    pub(super) fn check(&self, seats: usize) -> Result<(), Refusal> {
        if !(2..=5).contains(&seats) {
            return Err(Refusal::WrongSeats { seats });
        }
        self.check_numbers()?;
        match self.stall_limit {
            StallLimit::Turns(0) if self.may_return_taken => Err(Refusal::EndlessReturns),
            StallLimit::Turns(turns) if turns > 0 && turns < 2 * seats as u32 => {
                Err(Refusal::StallTooShort {
                    turns,
                    least: 2 * seats as u32,
                })
            }
            _ => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), Refusal> {
        let most = Self::MOST_POINTS;
        let deals = match self.match_mode {
            MatchMode::FixedDeals(deals) => deals,
            MatchMode::Pool | MatchMode::SingleDeal => 1,
        };
        let stalled = match self.stall_limit {
            StallLimit::Turns(turns) => turns,
            StallLimit::Usual => 0,
        };
        for (name, value, least, most) in [
            ("stake_call_up", self.stake_call_up, 0, most),
            ("stake_kaluki", self.stake_kaluki, 0, most),
            ("stake_initial", self.stake_initial, 0, most),
            ("stake_buy_in", self.stake_buy_in, 0, most),
            ("announce_at", self.announce_at, 1, 3),
            ("penalty_limit", self.penalty_limit, 1, most),
            ("max_buy_ins", self.max_buy_ins, 0, 20),
            ("buy_in_min_survivors", self.buy_in_min_survivors, 2, 5),
            ("initial_min", self.initial_min, 0, 60),
            // No run has more cards.
            ("build_end_limit", self.build_end_limit, 0, 13),
            ("joker_penalty", self.joker_penalty, 0, most),
            (
                "reshuffles_max",
                self.reshuffles_max,
                0,
                Self::MOST_RESHUFFLES,
            ),
            ("match_mode", deals, 1, Self::MOST_DEALS),
            ("stall_limit", stalled, 0, Self::MOST_STALLED),
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
        let other = Options {
            match_mode: MatchMode::FixedDeals(7),
            stall_limit: StallLimit::Turns(40),
            joker_count: JokerCount::Four,
            ..Options::default()
        };
        for options in [Options::default(), Preset::LowStakes.options(), other] {
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
    fn what_is_no_option_is_refused() {
        for (name, value) in [
            ("hats", "true"),
            ("announce", "loud"),
            ("joker_count", "3"),
            ("match_mode", "fixed_deals"),
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
            ("match_mode=fixed_deals:0", 4, false),
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
