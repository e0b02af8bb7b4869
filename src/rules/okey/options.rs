//! The house rules of Okey (Okey rules 10).
//!
//! The number of seats is the table's; everything else that the rules leave open is here.
//! Names and values in text are those of the written rules.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::choice::{choice, shortened};

pub use crate::choice::{FirstDealer, PileBrowsing};

choice! {
    /// How a round is dealt (Okey rules 4).
    Deal {
        /// With stacks and dice (4.1).
        #[default]
        Formal = "formal",
        /// From one heap (4.2).
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

/// The options of a table. What is `None` follows the rules' default for that table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Who deals the first round.
    pub first_dealer: FirstDealer,
    /// How rounds are dealt.
    pub deal: Deal,
    /// The stacks before each seat, from the dealer on; for display only.
    pub layout: Option<Vec<u8>>,
    /// Which tile of the stock may be drawn.
    pub stock_pick: StockPick,
    /// Whether the exposed tile is the last one drawn.
    pub exposed_tile_last: bool,
    /// Whether the twin may be shown.
    pub gosterge: bool,
    /// Until when.
    pub gosterge_window: ShowingWindow,
    /// To what effect.
    pub gosterge_effect: ShowingEffect,
    /// Whose piles a player may look through.
    pub pile_browsing: PileBrowsing,
    /// Who may take a discard once the stock is empty.
    pub exhausted_take: ExhaustedTake,
    /// After how many takes in a row the next player must draw.
    pub take_streak_cap: Option<u32>,
    /// After how many takes on an empty stock the round is drawn.
    pub exhausted_take_cap: Option<u32>,
    /// The points everybody starts with.
    pub start_points: u32,
    /// What seven pairs with a joker discarded are worth.
    pub pairs_joker: PairsJoker,
    /// Which one-colour racks count double.
    pub mono_colour: MonoColour,
    /// Whether seven pairs of one colour count double too.
    pub mono_pairs: bool,
    /// When the game ends.
    pub end_mode: EndMode,
    /// Whether opposite seats are partners.
    pub partnership: bool,
    /// How many of four win.
    pub result_mode: Option<ResultMode>,
    /// After how many rounds the game ends at the latest; 0 for the house's limit.
    #[serde(rename = "max_hands")]
    pub max_rounds: u32,
    /// What a finish that does not win costs; with 0 it is refused instead.
    pub wrong_finish_penalty: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            first_dealer: FirstDealer::default(),
            deal: Deal::default(),
            layout: None,
            stock_pick: StockPick::default(),
            exposed_tile_last: false,
            gosterge: true,
            gosterge_window: ShowingWindow::default(),
            gosterge_effect: ShowingEffect::default(),
            pile_browsing: PileBrowsing::default(),
            exhausted_take: ExhaustedTake::default(),
            take_streak_cap: None,
            exhausted_take_cap: None,
            start_points: 20,
            pairs_joker: PairsJoker::default(),
            mono_colour: MonoColour::default(),
            mono_pairs: false,
            end_mode: EndMode::default(),
            partnership: false,
            result_mode: None,
            max_rounds: 0,
            wrong_finish_penalty: 0,
        }
    }
}

/// The text of an option that follows the rules' default for its table.
pub const UNSET: &str = "default";

impl Options {
    /// The most rounds of a game (Okey rules 9.1).
    pub const MOST_ROUNDS: u32 = 200;
    /// The largest number of points, or of turns in a cap: scores stay far from the limits of arithmetic.
    pub const MOST: u32 = 10_000;

    /// Sets one option by its name, both as the written rules spell them.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name {
            "first_dealer" => self.first_dealer = read(name, value)?,
            "deal" => self.deal = read(name, value)?,
            "layout" => self.layout = read_layout(value)?,
            "stock_pick" => self.stock_pick = read(name, value)?,
            "exposed_tile_last" => self.exposed_tile_last = read(name, value)?,
            "gosterge" => self.gosterge = read(name, value)?,
            "gosterge_window" => self.gosterge_window = read(name, value)?,
            "gosterge_effect" => self.gosterge_effect = read(name, value)?,
            "pile_browsing" => self.pile_browsing = read(name, value)?,
            "exhausted_take" => self.exhausted_take = read(name, value)?,
            "take_streak_cap" => self.take_streak_cap = read_unless_unset(name, value)?,
            "exhausted_take_cap" => self.exhausted_take_cap = read_unless_unset(name, value)?,
            "start_points" => self.start_points = read(name, value)?,
            "pairs_joker" => self.pairs_joker = read(name, value)?,
            "mono_colour" => self.mono_colour = read(name, value)?,
            "mono_pairs" => self.mono_pairs = read(name, value)?,
            "end_mode" => self.end_mode = read(name, value)?,
            "partnership" => self.partnership = read(name, value)?,
            "result_mode" => self.result_mode = read_unless_unset(name, value)?,
            "max_hands" => self.max_rounds = read(name, value)?,
            "wrong_finish_penalty" => self.wrong_finish_penalty = read(name, value)?,
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
        let layout = self
            .layout
            .as_ref()
            .map(|rows| rows.iter().map(u8::to_string).collect::<Vec<_>>().join(","));
        vec![
            ("first_dealer", self.first_dealer.to_string()),
            ("deal", self.deal.to_string()),
            ("layout", text_of(layout.as_ref())),
            ("stock_pick", self.stock_pick.to_string()),
            ("exposed_tile_last", self.exposed_tile_last.to_string()),
            ("gosterge", self.gosterge.to_string()),
            ("gosterge_window", self.gosterge_window.to_string()),
            ("gosterge_effect", self.gosterge_effect.to_string()),
            ("pile_browsing", self.pile_browsing.to_string()),
            ("exhausted_take", self.exhausted_take.to_string()),
            ("take_streak_cap", text_of(self.take_streak_cap.as_ref())),
            (
                "exhausted_take_cap",
                text_of(self.exhausted_take_cap.as_ref()),
            ),
            ("start_points", self.start_points.to_string()),
            ("pairs_joker", self.pairs_joker.to_string()),
            ("mono_colour", self.mono_colour.to_string()),
            ("mono_pairs", self.mono_pairs.to_string()),
            ("end_mode", self.end_mode.to_string()),
            ("partnership", self.partnership.to_string()),
            ("result_mode", text_of(self.result_mode.as_ref())),
            ("max_hands", self.max_rounds.to_string()),
            (
                "wrong_finish_penalty",
                self.wrong_finish_penalty.to_string(),
            ),
        ]
    }

    /// Refuses what does not go together, or with so many seats (Okey rules 10).
    pub(super) fn check(&self, seats: usize) -> Result<(), Refusal> {
        if !(2..=4).contains(&seats) {
            return Err(Refusal::WrongSeats { seats });
        }
        self.check_numbers()?;
        self.check_seats(seats)?;
        self.check_pairs_of_options()
    }

    fn check_numbers(&self) -> Result<(), Refusal> {
        let cap = |cap: Option<u32>| cap.unwrap_or(1);
        for (name, value, least, most) in [
            ("start_points", self.start_points, 1, Self::MOST),
            ("take_streak_cap", cap(self.take_streak_cap), 1, Self::MOST),
            (
                "exhausted_take_cap",
                cap(self.exhausted_take_cap),
                1,
                Self::MOST,
            ),
            ("max_hands", self.max_rounds, 0, Self::MOST_ROUNDS),
            (
                "wrong_finish_penalty",
                self.wrong_finish_penalty,
                0,
                Self::MOST,
            ),
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

    fn check_seats(&self, seats: usize) -> Result<(), Refusal> {
        if let Some(rows) = &self.layout {
            let stacks: u32 = rows.iter().map(|row| u32::from(*row)).sum();
            if rows.len() != seats || stacks != 21 {
                return Err(Refusal::LayoutDoesNotFit { seats });
            }
        }
        match self.first_dealer {
            FirstDealer::Seat(seat) if seat.index() >= seats => {
                Err(Refusal::NoSuchDealer { seat, seats })
            }
            _ if self.partnership && seats != 4 => Err(Refusal::PartnershipNeedsFour { seats }),
            _ => Ok(()),
        }
    }

    fn check_pairs_of_options(&self) -> Result<(), Refusal> {
        let elimination = self.end_mode == EndMode::Elimination;
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
            (
                self.stock_pick == StockPick::Any && self.deal == Deal::Formal,
                "stock_pick",
                "deal",
            ),
            (
                self.mono_pairs && self.mono_colour == MonoColour::Off,
                "mono_pairs",
                "mono_colour",
            ),
        ];
        match conflicts.into_iter().find(|(conflict, ..)| *conflict) {
            Some((_, one, other)) => Err(Refusal::Together { one, other }),
            None => Ok(()),
        }
    }
}

fn text_of(value: Option<&impl Display>) -> String {
    value.map_or_else(|| UNSET.to_owned(), ToString::to_string)
}

fn read<T: FromStr>(name: &str, value: &str) -> Result<T, Refusal> {
    value.parse().map_err(|_| Refusal::BadValue {
        name: shortened(name),
        value: shortened(value),
    })
}

fn read_unless_unset<T: FromStr>(name: &str, value: &str) -> Result<Option<T>, Refusal> {
    match value {
        UNSET => Ok(None),
        value => read(name, value).map(Some),
    }
}

fn read_layout(value: &str) -> Result<Option<Vec<u8>>, Refusal> {
    match value {
        UNSET => Ok(None),
        value => value
            .split(',')
            .map(|row| read("layout", row.trim()))
            .collect::<Result<_, _>>()
            .map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Result<Options, Refusal> {
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
