//! What is wrong with a state by the invariants of the rules; nothing in every true game.
//!
//! Told in counts and places, never in karuta: a fault may reach a log.

use super::deal::RACK;
use super::options::HiddenRobai;
use super::order::robai;
use super::robau::Robau;
use super::score::{Team, total, value};
use super::state::{Meri, Round, SEATS, TRICKS, first_leads, stage};
use super::trick::{Duty, Play, played, winning};
use super::view::Phase;
use super::yaku;
use crate::Seat;
use crate::karuta::Karuta;

impl Meri {
    /// What is wrong with this state.
    pub(super) fn faults_of_state(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(round) = &self.round {
            count_pack(round, &mut faults);
            count_racks(round, &mut faults);
            self.check_robau(round, &mut faults);
            self.check_plays(round, &mut faults);
            self.check_tricks(round, &mut faults);
            self.check_total(round, &mut faults);
        }
        if self.progress().standing(self.options.match_length) != self.standing {
            faults.push(format!(
                "{} rounds and the wrong standing",
                self.sheet.len()
            ));
        }
        faults
    }

    /// Hachinin-meri rules 6: the taker is the caller or the dealer, and had the okie, the caller the robai.
    fn check_robau(&self, round: &Round, faults: &mut Vec<String>) {
        let Some(taker) = round.taker else {
            if round.phase != Phase::Robau || round.caller.is_some() {
                faults.push("nobody has taken the okie".to_owned());
            }
            return;
        };
        let ten = round.ten(taker);
        if taker != round.caller.unwrap_or(round.dealer) || !ten.contains(&round.okie) {
            faults.push(format!("seat {taker} has taken the okie against the rules"));
        }
        if round.caller.is_some() && !ten.contains(&robai(round.trump())) {
            faults.push(format!("seat {taker} called without the robai"));
        }
        let may_hide = self.options.hidden_robai != HiddenRobai::Off;
        if round.robau() == Robau::Kakushi && !may_hide {
            faults.push("the robai is hidden".to_owned());
        }
        let has_begun = !round.tricks.is_empty() || !round.plays.is_empty();
        if has_begun != round.discard.is_some() {
            faults.push("the discard does not belong to the phase".to_owned());
        }
    }

    /// Hachinin-meri rules 7 and 8: everybody followed as they had to.
    fn check_plays(&self, round: &Round, faults: &mut Vec<String>) {
        let tricks = round.tricks.iter().map(|trick| trick.plays.as_slice());
        for (index, plays) in tricks.chain([round.plays.as_slice()]).enumerate() {
            let Some((lead, followers)) = plays.split_first() else {
                continue;
            };
            if index == 0
                && !first_leads(&round.ten(lead.seat), round.trump()).contains(&lead.karuta)
            {
                faults.push("trick 1 was led with a trump".to_owned());
            }
            let stage = stage(&round.tricks[..index], round.trump());
            let duty = Duty::of(lead.karuta, round.trump(), stage);
            for play in followers {
                let rack = round.held_before(play);
                let following = self.following(round, play.seat);
                if duty
                    .judge(play.karuta, &rack, round.trump(), following)
                    .is_err()
                {
                    faults.push(format!(
                        "seat {} did not follow in trick {}",
                        play.seat,
                        index + 1
                    ));
                }
            }
        }
    }

    /// Hachinin-meri rules 8 and 9: who took a trick, and what the yaku in it moved.
    fn check_tricks(&self, round: &Round, faults: &mut Vec<String>) {
        for (number, trick) in (1..).zip(&round.tricks) {
            let winner = winning(&trick.plays, round.trump()).map(|play| play.seat);
            if winner != Some(trick.winner) || trick.plays.len() != SEATS {
                faults.push(format!("trick {number} was taken against the rules"));
            }
            let Some(made) = trick.made else {
                continue;
            };
            let is_found = yaku::found(round.trump(), &played(&trick.plays)) == Some(made.yaku);
            let is_counted = made.team == Team::of(trick.winner)
                && made.value == value(&self.options, made.yaku, number, round.robau());
            if !self.options.yaku || !is_found || !is_counted {
                faults.push(format!("the yaku of trick {number} is not as written"));
            }
        }
        if round.plays.len() >= SEATS || round.tricks.len() > TRICKS {
            faults.push("a trick is too full, or there are too many".to_owned());
        }
    }

    /// Hachinin-meri rules 10: tricks and yaku come to the score, and no round is tied.
    fn check_total(&self, round: &Round, faults: &mut Vec<String>) {
        let is_over = round.phase == Phase::RoundOver;
        if is_over != (round.tricks.len() == TRICKS) {
            faults.push(format!("{} tricks and the wrong phase", round.tricks.len()));
        }
        let made = round.tricks.iter().filter_map(|trick| trick.made);
        let expected = total(round.ko(), made.map(|made| (made.team, made.value)));
        match round.total {
            Some(found) if found != expected || found.diff % 2 == 0 => {
                faults.push("the score is not as written".to_owned());
            }
            Some(found) if self.sheet.last() != Some(&found.diff) => {
                faults.push("the sheet is not the score".to_owned());
            }
            found if found.is_some() != is_over => {
                faults.push("the score does not belong to the phase".to_owned());
            }
            _ => {}
        }
    }
}

impl Round {
    /// All that a seat held from the time that the okie was taken.
    fn ten(&self, seat: Seat) -> Vec<Karuta> {
        let held = self.racks[seat].iter().copied().chain(self.played_by(seat));
        let discard = self.discard.filter(|_| self.taker == Some(seat));
        held.chain(discard).collect()
    }

    /// What a seat held when it made this play: the rack, this and what it played later.
    fn held_before(&self, play: &Play) -> Vec<Karuta> {
        let since = self
            .played_by(play.seat)
            .skip_while(|karuta| *karuta != play.karuta);
        self.racks[play.seat].iter().copied().chain(since).collect()
    }
}

/// Hachinin-meri rules 2: the pack is whole, each karuta there once.
fn count_pack(round: &Round, faults: &mut Vec<String>) {
    let up = round.taker.is_none().then_some(round.okie);
    let mut karuta: Vec<Karuta> = round
        .racks
        .values()
        .flatten()
        .copied()
        .chain(Seat::all(SEATS).flat_map(|seat| round.played_by(seat)))
        .chain(round.leftovers)
        .chain(round.discard)
        .chain(up)
        .collect();
    karuta.sort_unstable();
    if karuta != Karuta::pack() {
        faults.push(format!(
            "{} karuta are not the 75 of the pack",
            karuta.len()
        ));
    }
}

/// Everybody holds nine less what they played, the taker one more until the lead.
fn count_racks(round: &Round, faults: &mut Vec<String>) {
    for (seat, rack) in round.racks.iter() {
        let has_okie = round.phase == Phase::Uchidashi(seat);
        let expected = RACK + usize::from(has_okie);
        if rack.len() + round.played_by(seat).count() != expected {
            faults.push(format!("seat {seat} holds {} karuta", rack.len()));
        }
        if !rack.is_sorted() {
            faults.push(format!("the rack of seat {seat} is not in order"));
        }
    }
}
