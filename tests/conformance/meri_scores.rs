//! The scores of Hachinin-meri written once more, from the words of its rules (Hachinin-meri rules 5, 8 to 11) and from
//! what a journal tells, in texts: nothing of the game's own tables is used.

use istaka::rules::meri::options::{HiddenRobai, MatchLength, OpeningReveal};
use istaka::rules::meri::{Event, Meri, Options};
use istaka::rules::{Game, Seat};
use serde_json::Value;

use crate::conformance::meri::{Table, at_tables, cutting, extreme};
use crate::conformance::walk::walk;

/// What one reads off a journal.
#[derive(Default)]
struct Ledger {
    e: char,
    okie: String,
    leftovers: Vec<String>,
    called: bool,
    discard: String,
    trick: Vec<(u64, String)>,
    gone: Vec<String>,
    number: u32,
    ko: [i64; 2],
    moved: i64,
    diffs: Vec<i64>,
}

/// The suits whose nine is their best number.
fn is_long(suit: char) -> bool {
    suit == 'P' || suit == 'I'
}

fn suit(karuta: &str) -> char {
    karuta.chars().next().expect("a karuta has a suit")
}

/// Section 5: the order of a suit as trump or plain, best first.
fn order(suit: char, courts: &[&str]) -> Vec<String> {
    let mut numbers: Vec<String> = (1..=9).map(|number| number.to_string()).collect();
    if is_long(suit) {
        numbers.reverse();
    }
    let courts = courts.iter().map(ToString::to_string);
    courts
        .chain(numbers)
        .map(|rank| format!("{suit}-{rank}"))
        .collect()
}

fn trumps(e: char) -> Vec<String> {
    let mut trumps = order(e, &["Sun", "Un", "Sota", "Robai", "Rei", "Kaba"]);
    if e != 'P' {
        trumps.insert(3, "P-Robai".to_owned());
    }
    trumps
}

fn plain(suit: char) -> Vec<String> {
    let courts = ["Sun", "Un", "Rei", "Kaba", "Sota"];
    let mut plain = order(suit, &courts);
    match suit {
        // The robai of pao is a trump, that of isu stands between 2 and 1.
        'P' => {}
        'I' => plain.insert(plain.len() - 1, "I-Robai".to_owned()),
        _ => plain.insert(courts.len(), format!("{suit}-Robai")),
    }
    plain
}

fn text(value: &Value) -> String {
    value.as_str().expect("a karuta is a text").to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    let values = value.as_array().expect("a list of karuta");
    values.iter().map(text).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

impl Ledger {
    fn read(&mut self, event: &Event, options: &Options) {
        let event = serde_json::to_value(event).expect("an event becomes JSON");
        let (name, told) = event
            .as_object()
            .and_then(|event| event.iter().next())
            .expect("an event has a name");
        match name.as_str() {
            "dealt" => self.dealt(told),
            "called" => self.called = true,
            "led" => {
                self.discard = text(&told["discard"]);
                self.play(&told["seat"], &told["lead"]);
            }
            "played" => self.play(&told["seat"], &told["karuta"]),
            "won" => self.won(told, options),
            "round_ended" => self.round_ended(&told["total"]),
            _ => {}
        }
    }

    /// Section 4: the last three of what was shuffled again are the okie and the leftovers.
    fn dealt(&mut self, told: &Value) {
        let again = texts(&told["again"]);
        let diffs = std::mem::take(&mut self.diffs);
        *self = Self {
            e: suit(&again[24]),
            okie: again[24].clone(),
            leftovers: again[25..].to_vec(),
            number: 1,
            diffs,
            ..Self::default()
        };
    }

    fn play(&mut self, seat: &Value, karuta: &Value) {
        let seat = seat.as_u64().expect("a seat");
        self.trick.push((seat, text(karuta)));
    }

    /// Section 8: who takes the trick.
    fn taker(&self) -> usize {
        let led = suit(&self.trick[0].1);
        let mut best = trumps(self.e).into_iter().chain(plain(led));
        let place = |karuta: &String| self.trick.iter().position(|(_, other)| other == karuta);
        let taker = best.find_map(|karuta| place(&karuta));
        taker.expect("the lead is among them")
    }

    /// Section 6: nobody called, though somebody could have.
    fn is_hidden(&self, options: &Options) -> bool {
        let robai = format!("{}-Robai", self.e);
        let is_held = self.okie != robai && !self.leftovers.contains(&robai);
        is_held && !self.called && options.hidden_robai != HiddenRobai::Off
    }

    /// Section 9: what the trick moves, as its winner sees it.
    fn value(&self, options: &Options) -> i64 {
        let taker = self.taker();
        let trumps = trumps(self.e);
        let is_meri = trumps.contains(&self.trick[0].1);
        let rank = self.trick[taker].1.strip_prefix(self.e);
        let beaten = match rank.and_then(|rank| rank.strip_prefix('-')) {
            Some("Sun") => "Un",
            Some("Un") => "Sota",
            Some("Sota") => "Robai",
            Some("Robai") => "Rei",
            Some("2") if is_long(self.e) => "1",
            Some("8") if !is_long(self.e) => "9",
            _ => return 0,
        };
        let beaten = format!("{}-{beaten}", self.e);
        let is_there = |(place, (_, karuta)): (usize, &(u64, String))| {
            *karuta == beaten && (place + taker) % 2 == 1
        };
        if is_meri || !options.yaku || !self.trick.iter().enumerate().any(is_there) {
            return 0;
        }
        let won = &self.trick[taker].1;
        let above: Vec<&String> = trumps.iter().take_while(|trump| *trump != won).collect();
        let is_alive = above.iter().any(|trump| !self.is_gone(trump, options));
        if options.live_upper_required && !above.is_empty() && !is_alive {
            return 0;
        }
        let has_robai = won.ends_with("Robai") || beaten.ends_with("Robai");
        let counts = has_robai || options.hidden_robai == HiddenRobai::AllYaku;
        if self.number == 9 || counts && self.is_hidden(options) {
            i64::from(options.yaku_high)
        } else {
            i64::from(options.yaku_value)
        }
    }

    /// Section 13: out of play as everybody knows.
    fn is_gone(&self, trump: &String, options: &Options) -> bool {
        let is_dead = self.leftovers.contains(trump) || *trump == self.discard;
        let are_shown = options.opening_reveal == OpeningReveal::All;
        self.gone.contains(trump) || are_shown && is_dead
    }

    fn won(&mut self, told: &Value, options: &Options) {
        assert_eq!(self.trick.len(), 8);
        let side = self.trick[self.taker()].0;
        assert_eq!(told["seat"].as_u64(), Some(side), "who takes the trick");
        let value = self.value(options);
        let moved = told["made"]["value"].as_i64();
        assert_eq!(moved.unwrap_or(0), value, "what the yaku moves");
        let side = (side % 2) as usize;
        self.ko[side] += 1;
        self.moved += if side == 0 { value } else { -value };
        self.gone
            .extend(self.trick.drain(..).map(|(_, karuta)| karuta));
        self.number += 1;
    }

    /// Section 10.
    fn round_ended(&mut self, total: &Value) {
        let [a, b] = self.ko;
        assert_eq!(self.number, 10);
        assert_eq!(a + b, 9);
        assert_eq!(number(&total["counted"]["a"]), a + self.moved);
        assert_eq!(number(&total["counted"]["b"]), b - self.moved);
        let diff = a - b + 2 * self.moved;
        assert_eq!(number(&total["diff"]), diff);
        assert!(diff % 2 != 0, "a round is never tied");
        self.diffs.push(diff);
    }

    /// Section 11: who has won each kiri so far, and what is open of the next one.
    fn kiri(&self, length: MatchLength) -> (Vec<usize>, Vec<i64>) {
        let rounds = if length == MatchLength::Hitomaki {
            1
        } else {
            8
        };
        let (mut won, mut open) = (Vec::new(), Vec::new());
        for diff in &self.diffs {
            open.push(*diff);
            let sum: i64 = open.iter().sum();
            if open.len() >= rounds && sum != 0 {
                won.push(usize::from(sum < 0));
                open.clear();
            }
        }
        (won, open)
    }

    /// Section 11: whose the match is.
    fn winner(&self, length: MatchLength) -> Option<usize> {
        let (kiri, _) = self.kiri(length);
        let shobu = firsts_to_two(&kiri);
        match length {
            MatchLength::Hitomaki | MatchLength::Hitokiri => kiri.first().copied(),
            MatchLength::Hitoshobu => shobu.first().copied(),
            MatchLength::Honshobu => firsts_to_two(&shobu).first().copied(),
        }
    }
}

/// Who is first to two, again and again from 0.
fn firsts_to_two(winners: &[usize]) -> Vec<usize> {
    let mut count = [0; 2];
    let mut firsts = Vec::new();
    for winner in winners {
        count[*winner] += 1;
        if count[*winner] == 2 {
            firsts.push(*winner);
            count = [0; 2];
        }
    }
    firsts
}

/// Plays a match of this table and reads along.
fn reads_alike(table: &Table) -> usize {
    let length = table.options.match_length;
    let mut ledger = Ledger::default();
    let mut told = 0;
    walk(table.game(), table.seed, &mut cutting, |stop| {
        for event in &stop.all_events[told..] {
            ledger.read(event, &table.options);
        }
        told = stop.all_events.len();
        agrees(stop.game, &ledger, length);
    });
    assert!(ledger.winner(length).is_some(), "the match has a winner");
    ledger.diffs.len()
}

fn agrees(game: &Meri, ledger: &Ledger, length: MatchLength) {
    let winner = ledger.winner(length);
    let standing = game.standing();
    assert_eq!(standing.is_some(), winner.is_some(), "who has won");
    let (Some(standing), Some(winner)) = (standing, winner) else {
        return;
    };
    for seat in Seat::all(8) {
        let place = if seat.index() % 2 == winner { 1 } else { 2 };
        assert_eq!(standing.places[seat], place);
        let points = standing.points[seat];
        assert!((place == 1) == (points > standing.points[seat.next(8)]));
    }
    if matches!(length, MatchLength::Hitomaki | MatchLength::Hitokiri) {
        let sum: i64 = ledger.diffs.iter().sum();
        let first = Seat::new(0).expect("a seat");
        assert_eq!(i64::from(standing.points[first]), sum);
    }
}

#[test]
fn every_score_is_that_of_another_reading() {
    at_tables(400, |table| {
        reads_alike(table);
    });
}

/// A match ends in every length, and never before the rules say so: a ninth round of a kiri decides it, for nine odd
/// differences do not come to 0.
#[test]
fn matches_of_every_length_end() {
    for (length, rounds) in [
        ("hitomaki", 1..=1),
        ("hitokiri", 8..=9),
        ("hitoshobu", 16..=27),
        ("honshobu", 32..=81),
    ] {
        for seed in 0..3 {
            let table = Table::of(seed, &[("match_length", length)]);
            let played = reads_alike(&table);
            assert!(rounds.contains(&played), "{length}: {played}");
        }
    }
}

/// The largest values that the options take: nothing overflows, and the score is still the same.
#[test]
fn the_largest_values_are_counted() {
    for seed in 0..4 {
        reads_alike(&extreme(seed));
    }
}
