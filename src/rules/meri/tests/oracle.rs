//! Another reading of sections 5 and 8 to 10 of the written rules, from their tables and word by word, slow and plain.
//!
//! It shares nothing with the game but the names of the karuta.

use super::super::options::{HiddenRobai, OpeningReveal};
use super::super::{Event, Meri, Options, Team};
use super::{WAYS, cutting, options, play_match};
use crate::{Game, Seat, Viewer};

/// The order of the trumps as section 5 prints it.
const TRUMPS: [(&str, &str); 5] = [
    (
        "P",
        "P-Sun P-Un P-Sota P-Robai P-Rei P-Kaba P-9 P-8 P-7 P-6 P-5 P-4 P-3 P-2 P-1",
    ),
    (
        "I",
        "I-Sun I-Un I-Sota P-Robai I-Robai I-Rei I-Kaba I-9 I-8 I-7 I-6 I-5 I-4 I-3 I-2 I-1",
    ),
    (
        "K",
        "K-Sun K-Un K-Sota P-Robai K-Robai K-Rei K-Kaba K-1 K-2 K-3 K-4 K-5 K-6 K-7 K-8 K-9",
    ),
    (
        "O",
        "O-Sun O-Un O-Sota P-Robai O-Robai O-Rei O-Kaba O-1 O-2 O-3 O-4 O-5 O-6 O-7 O-8 O-9",
    ),
    (
        "G",
        "G-Sun G-Un G-Sota P-Robai G-Robai G-Rei G-Kaba G-1 G-2 G-3 G-4 G-5 G-6 G-7 G-8 G-9",
    ),
];

/// The plain orders as section 5 prints them.
const PLAIN: [&str; 5] = [
    "P-Sun P-Un P-Rei P-Kaba P-Sota P-9 P-8 P-7 P-6 P-5 P-4 P-3 P-2 P-1",
    "I-Sun I-Un I-Rei I-Kaba I-Sota I-9 I-8 I-7 I-6 I-5 I-4 I-3 I-2 I-Robai I-1",
    "K-Sun K-Un K-Rei K-Kaba K-Sota K-Robai K-1 K-2 K-3 K-4 K-5 K-6 K-7 K-8 K-9",
    "O-Sun O-Un O-Rei O-Kaba O-Sota O-Robai O-1 O-2 O-3 O-4 O-5 O-6 O-7 O-8 O-9",
    "G-Sun G-Un G-Rei G-Kaba G-Sota G-Robai G-1 G-2 G-3 G-4 G-5 G-6 G-7 G-8 G-9",
];

fn trumps(e: &str) -> Vec<&'static str> {
    let row = TRUMPS.iter().find(|(suit, _)| *suit == e).expect("a suit");
    row.1.split(' ').collect()
}

/// What is known of a round by its events, in texts.
#[derive(Default)]
struct Told {
    e: String,
    racks: Vec<Vec<String>>,
    zun: Vec<bool>,
    dead: Vec<String>,
    left: Vec<String>,
    okie: String,
    hidden: bool,
    monchi: bool,
    trick: Vec<(usize, String)>,
    before: Vec<String>,
    number: usize,
    ko: [i32; 2],
    moved: i32,
}

impl Told {
    fn place(&self, karuta: &str) -> Option<usize> {
        trumps(&self.e).iter().position(|other| *other == karuta)
    }

    fn is_trump(&self, karuta: &str) -> bool {
        self.place(karuta).is_some()
    }

    /// Section 8: what a seat may play.
    fn legal(&self, who: usize, options: &Options) -> Vec<String> {
        let rack = self.racks[who].clone();
        let Some((_, lead)) = self.trick.first() else {
            return rack;
        };
        let trumps: Vec<String> = rack.iter().filter(|k| self.is_trump(k)).cloned().collect();
        let of_led = |k: &&String| k[..1] == lead[..1] && !self.is_trump(k);
        let exempt = options.ichimai_zun && self.zun[who];
        if self.is_trump(lead) && !trumps.is_empty() && !exempt {
            return trumps;
        }
        if !self.is_trump(lead) && self.monchi && rack.iter().any(|k| of_led(&k)) {
            let may = |k: &&String| of_led(k) || self.is_trump(k);
            return rack.iter().filter(may).cloned().collect();
        }
        rack
    }

    /// Section 8: who takes the full trick, as a place in it.
    fn taken_by(&self) -> usize {
        let karuta: Vec<&str> = self.trick.iter().map(|(_, k)| k.as_str()).collect();
        let order = trumps(&self.e);
        let plain = PLAIN.iter().find(|row| row[..1] == karuta[0][..1]);
        let plain = plain.expect("a suit").split(' ');
        let mut best = order.into_iter().chain(plain);
        let winner = best
            .find(|k| karuta.contains(k))
            .expect("the lead at least");
        karuta.iter().position(|k| *k == winner).expect("found")
    }

    /// Section 9: what the full trick moves to whoever takes it.
    fn yaku(&self, options: &Options) -> i32 {
        let place = self.taken_by();
        let (_, winner) = &self.trick[place];
        let pairs = [
            ("Sun", "Un", true),
            ("Un", "Sota", true),
            ("Sota", "Robai", true),
            ("Robai", "Rei", true),
            ("2", "1", "PI".contains(&self.e)),
            ("8", "9", "KOG".contains(&self.e)),
        ];
        let made = pairs.into_iter().find(|(best, beaten, counts)| {
            let beaten = format!("{}-{beaten}", self.e);
            let at = self.trick.iter().position(|(_, k)| *k == beaten);
            *counts
                && *winner == format!("{}-{best}", self.e)
                && at.is_some_and(|at| (at + place) % 2 == 1)
        });
        let Some((best, beaten, _)) = made else {
            return 0;
        };
        if !options.yaku || self.is_trump(&self.trick[0].1) {
            return 0;
        }
        let mut gone = self.before.clone();
        if options.opening_reveal == OpeningReveal::All {
            gone.extend(self.dead.clone());
        }
        let order = trumps(&self.e);
        let mut above = order.iter().take_while(|k| *k != winner);
        let live = above.any(|k| !gone.contains(&(*k).to_owned()));
        if options.live_upper_required && best != "Sun" && !live {
            return 0;
        }
        let robai = best == "Robai" || beaten == "Robai";
        let all = options.hidden_robai == HiddenRobai::AllYaku;
        let high = self.number == 9 || self.hidden && (robai || all);
        (if high {
            options.yaku_high
        } else {
            options.yaku_value
        }) as i32
    }

    fn obey(&mut self, game: &Meri, event: &Event, options: &Options) {
        match event {
            Event::Dealt { .. } => *self = Self::dealt(game, options),
            Event::Called { .. } => self.hidden = false,
            Event::Readied { .. } => {}
            Event::Led {
                seat,
                lead,
                discard,
            } => {
                // Section 6: the caller, else the dealer, who took the okie before.
                self.racks[seat.index()].push(self.okie.clone());
                self.racks[seat.index()].retain(|k| *k != discard.to_string());
                self.dead = self.left.clone();
                self.dead.push(discard.to_string());
                for (zun, rack) in self.zun.iter_mut().zip(&self.racks) {
                    let order = trumps(&self.e);
                    let held: Vec<&String> = rack
                        .iter()
                        .filter(|k| order.contains(&k.as_str()))
                        .collect();
                    *zun = held == [&format!("{}-Sun", self.e)];
                }
                self.play(*seat, lead.to_string(), options);
            }
            Event::Played { seat, karuta } => self.play(*seat, karuta.to_string(), options),
            Event::Won { seat, made } => {
                let place = self.taken_by();
                assert_eq!(self.trick[place].0, seat.index(), "who takes the trick");
                let value = self.yaku(options);
                assert_eq!(made.map_or(0, |made| made.value), value, "what it moves");
                let side = seat.index() % 2;
                self.ko[side] += 1;
                self.moved += if side == 0 { value } else { -value };
                self.monchi |= self.is_trump(&self.trick[0].1);
                self.before.extend(self.trick.drain(..).map(|(_, k)| k));
                self.number += 1;
            }
            Event::RoundEnded { total } => {
                assert_eq!(total.diff, self.ko[0] - self.ko[1] + 2 * self.moved);
                assert_eq!(total.counted[Team::A], self.ko[0] + self.moved);
                assert_eq!(total.counted[Team::B], self.ko[1] - self.moved);
            }
            Event::Over { .. } => {}
        }
    }

    fn dealt(game: &Meri, options: &Options) -> Self {
        let round = game.round.as_ref().expect("a round");
        let texts = |karuta: &[crate::karuta::Karuta]| -> Vec<String> {
            karuta.iter().map(ToString::to_string).collect()
        };
        let e = round.okie.to_string()[..1].to_owned();
        let robai = format!("{e}-Robai");
        let left = texts(&round.leftovers);
        let mut racks = Vec::new();
        for seat in Seat::all(8) {
            // The taker's rack has the okie already where nobody was asked.
            let mut rack = texts(&game.view(Viewer::Seat(seat)).own.expect("a seat").rack);
            rack.retain(|k| *k != round.okie.to_string());
            racks.push(rack);
        }
        Self {
            // Whoever holds it hides it until they call, or are made to.
            hidden: options.hidden_robai != HiddenRobai::Off
                && racks.iter().any(|rack| rack.contains(&robai)),
            e,
            okie: round.okie.to_string(),
            racks,
            zun: vec![false; 8],
            left,
            number: 1,
            ..Self::default()
        }
    }

    fn play(&mut self, seat: Seat, karuta: String, options: &Options) {
        if !self.trick.is_empty() {
            assert!(self.legal(seat.index(), options).contains(&karuta));
        }
        self.racks[seat.index()].retain(|k| *k != karuta);
        self.trick.push((seat.index(), karuta));
    }
}

#[test]
fn both_readings_agree() {
    for way in WAYS {
        let options = options(way);
        for seed in 0..24 {
            let mut told = Told::default();
            play_match(&options, seed, &mut cutting, |game, events| {
                for event in events {
                    told.obey(game, event, &options);
                }
                let playing = game.waiting().seats.iter().next();
                let is_playing = told.number <= 9 && !told.dead.is_empty();
                if let Some(actor) = playing.filter(|_| is_playing) {
                    let mut legal = told.legal(actor.index(), &options);
                    let own = game.view(Viewer::Seat(actor)).own.expect("a seat");
                    let mut playable: Vec<String> =
                        own.playable.iter().map(ToString::to_string).collect();
                    legal.sort();
                    playable.sort();
                    assert_eq!(playable, legal, "{way}, seed {seed}");
                }
            });
        }
    }
}
