//! The house rules of Okey (Okey rules 10).
//!
//! The number of seats is the table's; everything else that the rules leave open is here.
//! Names and values in text are those of the written rules.

use crate::OptionFault;
use crate::choice::choice;
use crate::options::options;

pub use crate::choice::{FirstDealer, PileBrowsing};

choice! {
    /// How a round is dealt (Okey rules 4).
    Deal {
        /// With stacks and dice (Okey rules 4.1).
        #[default]
        Formal = "formal",
        /// From one heap (Okey rules 4.2).
        Simplified = "simplified",
    }
}

choice! {
    /// Which tile of the stock may be drawn (Okey rules 4.2).
    StockPick {
        /// The next one.
        #[default]
        Next = "next",
        /// Any one, named by its place.
        Any = "any",
    }
}

choice! {
    /// Until when the twin may be shown (Okey rules 5.5).
    ShowingWindow {
        /// Until a player's own first action.
        #[default]
        OwnFirstAction = "own_first_action",
        /// In a phase of its own before the first discard.
        BeforeFirstDiscard = "before_first_discard",
    }
}

choice! {
    /// What showing does (Okey rules 5.5).
    ShowingEffect {
        /// Every other player loses 1.
        #[default]
        OthersLose = "others_lose",
        /// The shower gains 1.
        ShowerGains = "shower_gains",
    }
}

choice! {
    /// Who may take a discard once the stock is empty (Okey rules 5.4).
    ExhaustedTake {
        /// Anybody.
        #[default]
        Free = "free",
        /// Only who wins with it.
        WinOnly = "win_only",
    }
}

choice! {
    /// What seven pairs with a joker discarded are worth (Okey rules 8.2).
    PairsJoker {
        /// Both doublings.
        #[default]
        Multiply = "multiply",
        /// One of them.
        Max = "max",
    }
}

choice! {
    /// Which one-colour racks count double (Okey rules 7.6).
    MonoColour {
        /// None.
        #[default]
        Off = "off",
        /// Every colour.
        Any = "any",
        /// Red and black.
        RedBlack = "red_black",
    }
}

choice! {
    /// When the game ends (Okey rules 9).
    EndMode {
        /// As soon as one score is used up.
        #[default]
        FirstBust = "first_bust",
        /// When one player is left.
        Elimination = "elimination",
    }
}

choice! {
    /// How many of four win (Okey rules 9.2).
    ResultMode {
        /// The better two.
        #[default]
        TwoTop = "two_top",
        /// The best one.
        Single = "single",
    }
}

options! {
    /// The options of a table. What is `None` follows the rules' default for that table.
    Options of "okey", for 2 to 4 seats {
        /// Who deals the first round (Okey rules 3.2).
        first_dealer: FirstDealer = FirstDealer::Random;
        /// How rounds are dealt (Okey rules 4).
        deal: Deal = Deal::Formal;
        /// The stacks before each seat, from the dealer on; for display only (Okey rules 4.1).
        layout: Option<Vec<u8>> = None, rows of 21;
        /// Which tile of the stock may be drawn (Okey rules 4.2).
        stock_pick: StockPick = StockPick::Next;
        /// Whether the exposed tile is the last one drawn (Okey rules 4.1).
        exposed_tile_last: bool = false;
        /// Whether the twin may be shown (Okey rules 5.5).
        gosterge: bool = true;
        /// Until when (Okey rules 5.5).
        gosterge_window: ShowingWindow = ShowingWindow::OwnFirstAction;
        /// To what effect (Okey rules 5.5).
        gosterge_effect: ShowingEffect = ShowingEffect::OthersLose;
        /// Whose piles a player may look through (Okey rules 5.6).
        pile_browsing: PileBrowsing = PileBrowsing::Adjacent;
        /// Who may take a discard once the stock is empty (Okey rules 5.4).
        exhausted_take: ExhaustedTake = ExhaustedTake::Free;
        /// After how many takes in a row the next player must draw (Okey rules 5.3).
        take_streak_cap: Option<u32> = None, in 1..=MOST, offered [1, 2, 3, 4, 6, 8, 12];
        /// After how many takes on an empty stock the round is drawn (Okey rules 5.4).
        exhausted_take_cap: Option<u32> = None, in 1..=MOST, offered [1, 2, 3, 4, 6, 8, 12];
        /// The points everybody starts with (Okey rules 9.1).
        start_points: u32 = 20, in 1..=MOST, offered [5, 10, 15, 20, 30, 40, 60, 100];
        /// What seven pairs with a joker discarded are worth (Okey rules 8.2).
        pairs_joker: PairsJoker = PairsJoker::Multiply;
        /// Which one-colour racks count double (Okey rules 7.6).
        mono_colour: MonoColour = MonoColour::Off;
        /// Whether seven pairs of one colour count double too (Okey rules 7.6).
        mono_pairs: bool = false;
        /// When the game ends (Okey rules 9.1 and 9.3).
        end_mode: EndMode = EndMode::FirstBust;
        /// Whether opposite seats are partners (Okey rules 9.4).
        partnership: bool = false;
        /// How many of four win (Okey rules 9.2).
        result_mode: Option<ResultMode> = None;
        /// After how many rounds the game ends at the latest (Okey rules 9.1); 0 for the house's limit.
        max_rounds as "max_hands": u32 = 0, in 0..=MOST_ROUNDS, offered [0, 1, 3, 5, 10, 20, 50];
        /// What a finish that does not win costs (Okey rules 7.4); with 0 it is refused instead.
        wrong_finish_penalty: u32 = 0, in 0..=MOST, offered [0, 1, 2, 4, 8];
    }
    presets {
        "standard" {}
        "short" { start_points: 10 }
        "partners" { partnership: true }
    }
}

/// The most rounds of a game (Okey rules 9.1).
pub const MOST_ROUNDS: u32 = 200;
/// The largest number of points, or of turns in a cap: scores stay far from the limits of arithmetic.
const MOST: u32 = 10_000;

impl Options {
    /// Refuses what does not go together, or with so many seats (Okey rules 10).
    fn agree(&self, seats: usize) -> Result<(), OptionFault> {
        if self.partnership && seats != 4 {
            return Err(OptionFault::NotForSeats {
                name: "partnership",
                needs: "partnership needs 4 seats",
                seats,
            });
        }
        let elimination = self.end_mode == EndMode::Elimination;
        let any_place = self.stock_pick == StockPick::Any;
        let one_colour = self.mono_colour != MonoColour::Off;
        let conflicts = [
            (self.partnership && elimination, "partnership", "end_mode"),
            (
                self.partnership && self.result_mode.is_some(),
                "partnership",
                "result_mode",
            ),
            (
                elimination && self.result_mode.is_some(),
                "end_mode",
                "result_mode",
            ),
            (any_place && self.deal == Deal::Formal, "stock_pick", "deal"),
            (self.mono_pairs && !one_colour, "mono_pairs", "mono_colour"),
        ];
        match conflicts.into_iter().find(|(conflict, ..)| *conflict) {
            Some((_, one, other)) => Err(OptionFault::Together { one, other }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Result<Options, OptionFault> {
        let mut options = Options::default();
        for part in text.split_whitespace() {
            let (name, value) = part.split_once('=').expect("name=value");
            options.set(name, value)?;
        }
        Ok(options)
    }

    #[test]
    fn named_options_read_back() {
        let text = "first_dealer=2 layout=4,6,6,5 take_streak_cap=3 result_mode=single max_hands=7";
        for options in [
            Options::default(),
            with(text).expect("options of the rules"),
        ] {
            let mut read = Options {
                start_points: 1,
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
    fn what_does_not_go_together_is_refused() {
        for (seats, text) in [
            (1, ""),
            (5, ""),
            (2, "partnership=true"),
            (4, "partnership=true end_mode=elimination"),
            (4, "partnership=true result_mode=two_top"),
            (4, "end_mode=elimination result_mode=single"),
            (4, "stock_pick=any"),
            (4, "layout=7,7,7"),
            (4, "layout=6,5,5,6"),
            (3, "first_dealer=3"),
            (4, "mono_pairs=true"),
            (4, "start_points=0"),
            (4, "max_hands=201"),
            (4, "take_streak_cap=0"),
            (4, "exhausted_take_cap=0"),
        ] {
            let options = with(text).expect("values of the rules");
            assert!(options.check(seats).is_err(), "{seats} seats, {text}");
        }
        for (seats, text) in [
            (2, "layout=11,10"),
            (4, "partnership=true"),
            (3, "deal=simplified stock_pick=any layout=7,7,7"),
            (4, "gosterge=false gosterge_effect=shower_gains"),
        ] {
            let options = with(text).expect("values of the rules");
            assert_eq!(options.check(seats), Ok(()), "{seats} seats, {text}");
        }
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for text in [
            "hats=true",
            "deal=fair",
            "start_points=-1",
            "layout=",
            "first_dealer=9",
        ] {
            assert!(with(text).is_err(), "{text}");
        }
    }

    /// Databases and records hold these texts: names, and their order, stay.
    #[test]
    fn what_is_stored_is_as_it_was() {
        let json = serde_json::to_string(&Options::default()).expect("JSON");
        let kept = [
            r#"{"first_dealer":"random","deal":"formal","layout":null,"stock_pick":"next","#,
            r#""exposed_tile_last":false,"gosterge":true,"gosterge_window":"own_first_action","#,
            r#""gosterge_effect":"others_lose","pile_browsing":"adjacent","exhausted_take":"free","#,
            r#""take_streak_cap":null,"exhausted_take_cap":null,"start_points":20,"#,
            r#""pairs_joker":"multiply","mono_colour":"off","mono_pairs":false,"end_mode":"first_bust","#,
            r#""partnership":false,"result_mode":null,"max_hands":0,"wrong_finish_penalty":0}"#,
        ];
        assert_eq!(json, kept.concat());
        let named = with("first_dealer=3 layout=6,5,5,5 take_streak_cap=3 result_mode=single");
        let json = serde_json::to_string(&named.expect("options of the rules")).expect("JSON");
        for part in [
            r#"{"first_dealer":{"seat":3},"#,
            r#""layout":[6,5,5,5],"#,
            r#""take_streak_cap":3,"#,
            r#""result_mode":"single","#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }
}
