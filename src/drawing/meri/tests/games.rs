//! Games for the tests of this room, played by the rules with the karuta of a seed.

use crate::rules::meri::order::is_trump;
use crate::rules::meri::{Action, Meri, Options, SEATS, View};
use crate::rules::{Chance, Dice, Game, Seat, Viewer};

/// A game in which everybody does something that is listed.
pub(super) struct Played {
    pub(super) game: Meri,
    chance: Chance,
    dice: Dice,
}

impl Played {
    pub(super) fn new(seed: u64, options: &Options) -> Self {
        Self {
            game: Meri::new(options, SEATS),
            chance: Chance::from_seed(seed),
            dice: Dice::from_seed(seed),
        }
    }

    /// Deals the next round.
    pub(super) fn deal(&mut self) {
        let events = self.game.deal(&self.chance);
        self.game.obey(&events);
    }

    /// One step; the seat that made it, or `None` once the round is over.
    pub(super) fn step(&mut self) -> Option<Seat> {
        let seat = self.game.waiting().seats.iter().next()?;
        let action = self.choose(seat);
        let done = self.game.act(seat, &action, &self.chance);
        done.expect("listed actions are accepted");
        Some(seat)
    }

    /// Somebody who may call does so every other time; trumps are seldom led, as people play.
    fn choose(&mut self, seat: Seat) -> Action {
        let listed = self.game.actions(seat);
        if listed.contains(&Action::Robatta) && self.dice.below(2) == 0 {
            return Action::Robatta;
        }
        let view = self.watched();
        let is_plain = |action: &&Action| match (action, view.trump()) {
            (Action::Play(karuta), Some(trump)) => !is_trump(*karuta, trump),
            _ => true,
        };
        let plain: Vec<_> = listed.iter().filter(is_plain).copied().collect();
        let leads = view.plays.is_empty() && self.dice.below(8) > 0;
        let among = if leads && !plain.is_empty() {
            plain
        } else {
            listed
        };
        among[self.dice.below(among.len() as u32) as usize]
    }

    /// Plays so many rounds to their end.
    pub(super) fn rounds(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.deal();
            while self.step().is_some() {}
        }
    }

    pub(super) fn game_is_over(&self) -> bool {
        self.game.standing().is_some()
    }

    /// What everybody sees.
    pub(super) fn watched(&self) -> View {
        self.game.view(Viewer::Watcher)
    }

    pub(super) fn seen_by(&self, seat: Seat) -> View {
        self.game.view(Viewer::Seat(seat))
    }
}

/// The first moment in the games of the seeds from this one on that is like this.
pub(super) fn moment(seed: u64, options: &Options, is_it: impl Fn(&View) -> bool) -> Played {
    for seed in seed..seed + 400 {
        let mut played = Played::new(seed, options);
        played.deal();
        loop {
            if is_it(&played.watched()) {
                return played;
            }
            if played.step().is_none() {
                break;
            }
        }
    }
    panic!("no such moment from seed {seed} on");
}
