//! The house rules of Hachinin-meri (Hachinin-meri rules 13).
//!
//! Who sits where and who fills empty seats is the table's to do; the names and values in text are those of the written
//! rules.

use crate::OptionFault;
use crate::choice::choice;
use crate::options::options;

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

options! {
    /// The options of a table.
    Options of "Hachinin-meri", for 8 to 8 seats {
        /// How long the match is (Hachinin-meri rules 11).
        match_length: MatchLength = MatchLength::Hitokiri;
        /// Whether a yaku needs a trump above the winning one still in play (Hachinin-meri rules 13).
        live_upper_required: bool = false;
        /// What a hidden trump robai does (Hachinin-meri rules 9).
        hidden_robai: HiddenRobai = HiddenRobai::RobaiYaku;
        /// What is shown when the taker leads (Hachinin-meri rules 7).
        opening_reveal: OpeningReveal = OpeningReveal::LeadOnly;
        /// Whether the Sun as the only trump need not follow a meri (Hachinin-meri rules 8).
        ichimai_zun: bool = true;
        /// Whether there are yaku at all (Hachinin-meri rules 13).
        yaku: bool = true;
        /// How many ko a yaku moves (Hachinin-meri rules 9).
        yaku_value: u32 = 2, in 1..=MOST_VALUE, offered [1, 2, 3, 4, 5];
        /// How many it moves in the last trick, or for a hidden robai (Hachinin-meri rules 9).
        yaku_high: u32 = 5, in 1..=MOST_VALUE, offered [2, 3, 4, 5, 7, 10];
        /// Which way deal and play go (Hachinin-meri rules 3.1).
        direction: Direction = Direction::Cw;
        /// How people come to their teams (Hachinin-meri rules 3.2).
        team_assign: TeamAssign = TeamAssign::Random;
        /// Where the pack is split (Hachinin-meri rules 4.2).
        split: Split = Split::Fixed;
        /// Whether computers play the empty seats (Hachinin-meri rules 13).
        fill_with_computers: bool = true;
    }
    presets {
        // As the rule sheet has it: eight rounds.
        "sheet" {}
        // About five minutes.
        "short" { match_length: MatchLength::Hitomaki }
        // For people who play it for the first time: nothing is hidden but the trumps on the table.
        "first_time" {
            match_length: MatchLength::Hitomaki,
            hidden_robai: HiddenRobai::Off,
            opening_reveal: OpeningReveal::All,
        }
        // A whole evening.
        "evening" { match_length: MatchLength::Hitoshobu }
        // The sheet's original rule.
        "original" { live_upper_required: true }
        // Whoever hides the robai raises every yaku.
        "wild" { hidden_robai: HiddenRobai::AllYaku }
    }
}

/// The most ko that a yaku may move: totals stay far from the limits of arithmetic.
pub(super) const MOST_VALUE: u32 = 10_000;

impl Options {
    /// Refuses what does not go together (Hachinin-meri rules 13).
    fn agree(&self, _: usize) -> Result<(), OptionFault> {
        if self.yaku_high < self.yaku_value {
            return Err(OptionFault::Together {
                one: "yaku_value",
                other: "yaku_high",
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_played_and_no_two_are_the_same() {
        let presets: Vec<Options> = Options::PRESETS
            .iter()
            .filter_map(|name| Options::preset(name))
            .collect();
        assert_eq!(presets.len(), Options::PRESETS.len());
        for (place, preset) in presets.iter().enumerate() {
            assert_eq!(preset.check(8), Ok(()));
            assert!(!presets[..place].contains(preset), "{place}");
        }
        let first = Options::preset("first_time").expect("a preset");
        assert_eq!(first.match_length, MatchLength::Hitomaki);
        assert_eq!(first.hidden_robai, HiddenRobai::Off);
        assert_eq!(first.opening_reveal, OpeningReveal::All);
    }

    /// Databases and records hold these texts: names, and their order, stay.
    #[test]
    fn what_is_stored_stays() {
        let json = serde_json::to_string(&Options::default()).expect("JSON");
        let kept = [
            r#"{"match_length":"hitokiri","live_upper_required":false,"hidden_robai":"robai_yaku","#,
            r#""opening_reveal":"lead_only","ichimai_zun":true,"yaku":true,"yaku_value":2,"#,
            r#""yaku_high":5,"direction":"cw","team_assign":"random","split":"fixed","#,
            r#""fill_with_computers":true}"#,
        ];
        assert_eq!(json, kept.concat());
    }
}
