//! The books of a match of Kaluki, kept by hand from what its record says was drawn and laid: what everybody must be told
//! of it at the end. Nothing here asks the rules.

use istaka::rules::card::{Card, Placed};
use serde_json::Value;

use crate::message::Message;

/// How the board names the seats, and how an alternative text does.
const SIGNS: [(&str, &str); 5] = [
    ("🔵", "Blue circle"),
    ("🔶", "Orange diamond"),
    ("🟪", "Purple square"),
    ("🔺", "Red triangle"),
    ("⭐", "Yellow star"),
];

/// What a match came to so far.
#[derive(Debug)]
pub struct Book {
    options: Value,
    hands: Vec<Vec<Card>>,
    is_in: Vec<bool>,
    dealer: usize,
    /// Who opened in the turn that is being played.
    opened_now: Option<usize>,
    pub ledger: Vec<i64>,
    pub penalties: Vec<i64>,
    pub buy_ins: Vec<i64>,
    /// What each deal that counted was for each seat, as the score sheet says it in words.
    deals: Vec<Vec<String>>,
}

fn cards(list: &Value) -> Vec<Card> {
    let placed: Vec<Placed> = serde_json::from_value(list.clone()).expect("cards");
    placed.iter().map(|placed| placed.card()).collect()
}

fn card(event: &Value) -> Card {
    serde_json::from_value(event["card"].clone()).expect("a card")
}

fn seat(event: &Value) -> usize {
    number(&event["seat"]) as usize
}

fn number(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

/// Kaluki rules 2.
fn value(card: Card) -> i64 {
    let text = card.to_string();
    match &text[1..] {
        _ if card == Card::Joker => 15,
        "A" => 11,
        "J" | "Q" | "K" => 10,
        pips => pips.parse().expect("pips"),
    }
}

impl Book {
    /// The books of the match with this record.
    pub fn of(record: &Value) -> Self {
        let seats = record["seats"].as_array().expect("seats").len();
        let mut book = Self {
            options: record["options"]["kaluki"].clone(),
            hands: vec![Vec::new(); seats],
            is_in: vec![true; seats],
            dealer: 0,
            opened_now: None,
            ledger: vec![0; seats],
            penalties: vec![0; seats],
            buy_ins: vec![0; seats],
            deals: Vec::new(),
        };
        let steps = record["steps"].as_array().expect("steps").iter();
        let changes = steps.flat_map(|step| step["changes"].as_array().expect("changes"));
        let parts = changes.filter_map(Value::as_object).flatten();
        for event in parts
            .filter_map(|(_, part)| part["events"].as_array())
            .flatten()
        {
            let event = event["kaluki"].as_object().expect("an event of Kaluki");
            let (kind, event) = event.iter().next().expect("its kind");
            book.writes(kind, event);
        }
        book
    }

    fn option(&self, name: &str) -> i64 {
        number(&self.options[name])
    }

    fn writes(&mut self, kind: &str, event: &Value) {
        match kind {
            "dealt" => self.deals_out(event),
            "drew" | "took" => {
                self.opened_now = None;
                self.hands[seat(event)].push(card(event));
            }
            "returned" | "discarded" => self.gives(seat(event), &[card(event)]),
            "opened" => {
                self.opened_now = Some(seat(event));
                for meld in event["melds"].as_array().expect("melds") {
                    self.gives(seat(event), &cards(&meld["cards"]));
                }
            }
            "laid" => self.gives(seat(event), &cards(&event["meld"]["cards"])),
            "built" => self.gives(seat(event), &cards(&event["cards"])),
            "exchanged" => self.exchanges(event),
            "deal_ended" => self.settles(&event["result"]),
            "bought_in" => self.lets_in(event),
            "left" => self.is_in[seat(event)] = false,
            _ => {}
        }
    }

    /// Kaluki rules 4: cut, then one at a time from the dealer's left on.
    fn deals_out(&mut self, event: &Value) {
        let mut pack = cards(&event["pack"]);
        pack.rotate_left(number(&event["cut"]) as usize);
        self.dealer = number(&event["dealer"]) as usize;
        self.hands.iter_mut().for_each(Vec::clear);
        let seats = self.hands.len();
        let mut pack = pack.into_iter();
        for _ in 0..13 {
            for seat in (1..=seats).map(|step| (self.dealer + step) % seats) {
                if self.is_in[seat] {
                    self.hands[seat].extend(pack.next());
                }
            }
        }
    }

    fn gives(&mut self, seat: usize, cards: &[Card]) {
        for card in cards {
            let place = self.hands[seat].iter().position(|held| held == card);
            let place = place.unwrap_or_else(|| panic!("{seat} has no {card}: {self:?}"));
            self.hands[seat].remove(place);
        }
    }

    fn exchanges(&mut self, event: &Value) {
        let recovered = event["recovered"].as_array().expect("recoveries");
        for one in recovered {
            self.gives(seat(event), &cards(&one["cards"]));
            self.hands[seat(event)].push(Card::Joker);
        }
        for placement in event["placements"].as_array().expect("placements") {
            let (_, placed) = placement
                .as_object()
                .and_then(|one| one.iter().next())
                .expect("one");
            self.gives(seat(event), &cards(&placed["cards"]));
        }
    }

    /// Kaluki rules 10 steps 1 and 2; nothing after a void deal.
    fn settles(&mut self, result: &Value) {
        let Some(winner) = result["ending"]["called_up"].as_object() else {
            return;
        };
        let winner = number(&winner["seat"]) as usize;
        assert!(self.hands[winner].is_empty(), "{self:?}");
        let (won, stake) = if self.opened_now == Some(winner) {
            ("won with a Kaluki", self.option("stake_kaluki"))
        } else {
            ("won", self.option("stake_call_up"))
        };
        let mut told = vec!["out".to_owned(); self.hands.len()];
        for seat in (0..self.hands.len()).filter(|seat| self.is_in[*seat] && *seat != winner) {
            let points: i64 = self.hands[seat].iter().map(|card| value(*card)).sum();
            self.penalties[seat] += points;
            self.ledger[seat] -= stake;
            self.ledger[winner] += stake;
            told[seat] = points.to_string();
        }
        told[winner] = won.to_owned();
        self.deals.push(told);
    }

    /// Kaluki rules 10: at the highest total that is not over the limit.
    fn lets_in(&mut self, event: &Value) {
        let limit = self.option("penalty_limit");
        let bought = seat(event);
        let at = self.penalties.iter().zip(&self.is_in);
        let at = at.filter(|(penalty, is_in)| **is_in && **penalty <= limit);
        let at = at
            .map(|(penalty, _)| *penalty)
            .max()
            .expect("somebody is safe");
        assert_eq!(number(&event["penalty"]), at, "{self:?}");
        self.penalties[bought] = at;
        self.buy_ins[bought] += 1;
        let deal = self.deals.last_mut().expect("a deal that counted");
        deal[bought].push_str(&format!(", bought in at {at}"));
    }

    /// Kaluki rules 11 and 12: the units of each seat, with the pool.
    pub fn totals(&self) -> Vec<i64> {
        let mode = self.options["match_mode"].as_str().expect("a mode");
        if mode == "single_deal" {
            return self.ledger.clone();
        }
        let (initial, buy_in) = (self.option("stake_initial"), self.option("stake_buy_in"));
        let paid = |seat: usize| initial + buy_in * self.buy_ins[seat];
        let pool: i64 = (0..self.ledger.len()).map(paid).sum();
        let winners = self.winners_of_pool(mode);
        let share = pool / winners.len() as i64;
        let mut totals: Vec<i64> = (0..self.ledger.len())
            .map(|seat| self.ledger[seat] - paid(seat))
            .collect();
        winners.iter().for_each(|seat| totals[*seat] += share);
        totals[winners[0]] += pool - share * winners.len() as i64;
        totals
    }

    /// Who gets the pool; whoever is nearest at the last dealer's left comes first.
    fn winners_of_pool(&self, mode: &str) -> Vec<usize> {
        let seats = self.ledger.len();
        let lowest = self.penalties.iter().min();
        let wins = |seat: &usize| match mode {
            "pool" => self.is_in[*seat] && self.penalties[*seat] <= self.option("penalty_limit"),
            _ => Some(&self.penalties[*seat]) == lowest,
        };
        (1..=seats)
            .map(|step| (self.dealer + step) % seats)
            .filter(wins)
            .collect()
    }

    /// From which deal on, counted from 0, the score sheet is said in words: of more than nine the last eight, as the picture
    /// shows them, or as many as there is room for.
    fn said_from(&self, alt: &str) -> usize {
        let said = alt.split_once(" sums deals 1 to ");
        let said = said.and_then(|(_, behind)| behind.split_once('.')?.0.parse::<usize>().ok());
        let from = said.unwrap_or(0);
        let deals = self.deals.len();
        let most = if deals > 9 { deals - 8 } else { 0 };
        let is_full = alt.chars().count() > 900;
        let is_right = from == most || is_full && (most..deals).contains(&from);
        assert!(is_right, "{from}: {alt}");
        from
    }

    /// The board of a match that is over tells just this: units, penalty points and the score sheet.
    pub fn is_told_by(&self, board: &Message) {
        let totals = self.totals();
        assert_eq!(totals.iter().sum::<i64>(), 0, "{self:?}");
        assert_eq!(self.ledger.iter().sum::<i64>(), 0, "{self:?}");
        assert!(!self.deals.is_empty(), "{self:?}");
        let (_, standing) = board
            .content()
            .split_once("The match is over")
            .expect("the end");
        let from = self.said_from(board.alt());
        for (seat, total) in totals.iter().enumerate() {
            let (sign, spoken) = SIGNS[seat];
            let line = standing
                .lines()
                .find(|line| line.contains(&format!(".** {sign} ")));
            let line = line.unwrap_or_else(|| panic!("no {sign}: {board:?}"));
            let told = (units_of(line), penalty_of(line));
            assert_eq!(
                told,
                (Some(*total), Some(self.penalties[seat])),
                "{line}: {self:?}"
            );
            let deals = self.deals.iter().skip(from);
            let deals: Vec<&str> = deals.map(|deal| deal[seat].as_str()).collect();
            let begins = if from > 0 { "points; " } else { ": " };
            let sheet = format!(
                "{begins}{}; in all {} penalty points",
                deals.join(", "),
                self.penalties[seat]
            );
            // Behind the sign stands which computer it is.
            let told = board.alt().split(spoken).skip(1).any(|told| {
                let behind = told
                    .strip_prefix(" (")
                    .and_then(|told| told.split_once(')'));
                let told = behind.map_or(told, |(_, rest)| rest);
                match told.find(begins) {
                    Some(place) => told[place..].starts_with(&sheet),
                    None => false,
                }
            });
            assert!(told, "{spoken}{sheet} {}", board.alt());
        }
    }
}

/// "+30" of "**1.** 🔵 Ayşe · **+30** units · 98 penalty · **won**".
fn units_of(line: &str) -> Option<i64> {
    let (_, units) = line.split_once("· **")?;
    let (units, _) = units.split_once("**")?;
    units.replace('−', "-").parse().ok()
}

fn penalty_of(line: &str) -> Option<i64> {
    let (before, _) = line.rsplit_once(" penalty")?;
    before.rsplit(' ').next()?.parse().ok()
}
