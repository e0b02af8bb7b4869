//! Where computers meet: whole games over seeds, without a table.

use std::time::{Duration, Instant};

use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, AnyRefusal, AnyView};
use crate::rules::{Chance, Dice, Game, PerSeat, RoundStanding, Seat, Seats, Standing, Viewer};

/// Who plays in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// A computer of this level.
    Computer(Level),
    /// Any listed action: the measure of what luck alone does.
    Random,
}

impl Mover {
    /// Chooses when the seat is to act; `None` only if there are no actions.
    pub fn choose(
        self,
        view: &AnyView,
        actions: &[AnyAction],
        dice: &mut Dice,
    ) -> Option<AnyAction> {
        match self {
            Self::Computer(level) => level.choose(view, actions, dice),
            Self::Random => actions
                .get(dice.below(actions.len() as u32) as usize)
                .cloned(),
        }
    }

    fn interject(
        self,
        view: &AnyView,
        actions: &[AnyAction],
        dice: &mut Dice,
    ) -> Option<AnyAction> {
        match self {
            Self::Computer(level) => level.interject(view, actions, dice),
            Self::Random => None,
        }
    }
}

/// A game that could not be played to its end: a fault of the rules or of a computer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ArenaFault {
    /// The options do not make a game for so many.
    #[error(transparent)]
    Options(AnyRefusal),
    /// A seat chose nothing, or what the rules refuse.
    #[error("seat {seat} is stuck in game {seed}")]
    Stuck {
        /// Who.
        seat: Seat,
        /// The seed of the game.
        seed: u64,
    },
    /// A round took more steps than the game declares, or nobody is to act in it.
    #[error("a round of game {seed} does not end")]
    Endless {
        /// The seed of the game.
        seed: u64,
    },
}

/// A game that computers play, move by move: the seed decides the deals, and the computers' own dice apart from them.
pub struct Simulated {
    game: AnyGame,
    movers: PerSeat<Mover>,
    dice: PerSeat<Dice>,
    chance: Chance,
    seed: u64,
    /// How many moves the round may still take.
    steps_left: u32,
}

/// What a move was, and how long its player thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Who moved.
    pub seat: Seat,
    /// How long it took to choose.
    pub took: Duration,
}

impl Simulated {
    /// Nothing is dealt yet.
    pub fn new(
        options: &AnyOptions,
        movers: &PerSeat<Mover>,
        seed: u64,
    ) -> Result<Self, AnyRefusal> {
        options.check(movers.len())?;
        Ok(Self {
            game: AnyGame::new(options, movers.len()),
            movers: movers.clone(),
            dice: movers.map(|seat, _| Dice::from_seed(seed ^ (seat.index() as u64 + 1) << 56)),
            chance: Chance::from_seed(seed),
            seed,
            steps_left: 0,
        })
    }

    /// The result, once the game is over.
    pub fn standing(&self) -> Option<Standing> {
        self.game.standing()
    }

    /// What the round came to that is just over, if it counts.
    pub fn round_standing(&self) -> Option<RoundStanding> {
        self.game.round_standing()
    }

    /// What somebody sees of it now.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.game.view(viewer)
    }

    /// Who is to act.
    pub fn to_act(&self) -> Seats {
        self.game.waiting().seats
    }

    /// Deals if a round is due; says whether it was.
    pub fn deal(&mut self) -> bool {
        let is_due = self.to_act().is_empty() && self.standing().is_none();
        if is_due {
            let events = self.game.deal(&self.chance);
            self.game.obey(&events);
            self.steps_left = self.game.most_steps();
        }
        is_due
    }

    /// One move of whoever has something to say out of turn, else of the first who is to act.
    ///
    /// A game in which nobody is to act is stuck: deal first, and look whether it is over.
    pub fn move_on(&mut self) -> Result<Thought, ArenaFault> {
        self.moved().map(|(thought, _)| thought)
    }

    /// The same, and what happened.
    fn moved(&mut self) -> Result<(Thought, Vec<AnyEvent>), ArenaFault> {
        let seed = self.seed;
        self.steps_left = match self.steps_left {
            0 => return Err(ArenaFault::Endless { seed }),
            left => left - 1,
        };
        let interjects = self.game.may_interject();
        for seat in interjects.iter() {
            if let Some((action, took)) = self.think(seat, Mover::interject) {
                return self.act(seat, &action, took);
            }
        }
        let mut waiting = self.to_act().iter();
        let seat = waiting.next().ok_or(ArenaFault::Endless { seed })?;
        let thought = self.think(seat, Mover::choose);
        let (action, took) = thought.ok_or(ArenaFault::Stuck { seat, seed })?;
        self.act(seat, &action, took)
    }

    fn think(
        &mut self,
        seat: Seat,
        how: impl Fn(Mover, &AnyView, &[AnyAction], &mut Dice) -> Option<AnyAction>,
    ) -> Option<(AnyAction, Duration)> {
        let actions = self.game.actions(seat);
        if actions.is_empty() {
            return None;
        }
        let view = self.game.view(Viewer::Seat(seat));
        let begun = Instant::now();
        let action = how(self.movers[seat], &view, &actions, &mut self.dice[seat])?;
        Some((action, begun.elapsed()))
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &AnyAction,
        took: Duration,
    ) -> Result<(Thought, Vec<AnyEvent>), ArenaFault> {
        let acted = self.game.act(seat, action, &self.chance);
        let seed = self.seed;
        let events = acted.map_err(|_| ArenaFault::Stuck { seat, seed })?;
        Ok((Thought { seat, took }, events))
    }
}

/// Plays one whole game.
pub fn play(
    options: &AnyOptions,
    movers: &PerSeat<Mover>,
    seed: u64,
) -> Result<Standing, ArenaFault> {
    let mut simulated = Simulated::new(options, movers, seed).map_err(ArenaFault::Options)?;
    loop {
        if let Some(standing) = simulated.standing() {
            return Ok(standing);
        }
        simulated.deal();
        simulated.move_on()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Contest, Kind, Report};
    use crate::rules::Outcome;
    use crate::rules::any::GameId;

    /// Plays every game twice with the seats swapped, and counts how often each of two movers wins.
    fn wins(options: &AnyOptions, one: Mover, other: Mover, games: u64) -> (usize, usize) {
        let mut wins = (0, 0);
        for seed in 0..games {
            for movers in [[one, other], [other, one]] {
                let movers: PerSeat<Mover> = movers.into_iter().collect();
                let standing = play(options, &movers, seed).expect("the game ends");
                for (seat, outcome) in standing.outcomes.iter() {
                    if *outcome != Outcome::Won {
                        continue;
                    }
                    if movers[seat] == one {
                        wins.0 += 1;
                    } else {
                        wins.1 += 1;
                    }
                }
            }
        }
        wins
    }

    #[test]
    fn easy_beats_random_clearly() {
        let options = crate::rules::okey::Options {
            start_points: 4,
            gosterge: false,
            ..Default::default()
        };
        let easy = Mover::Computer(Level::Easy);
        let (easy, random) = wins(&AnyOptions::Okey(options), easy, Mover::Random, 20);
        assert!(easy >= 38 && random <= 2, "easy {easy}, random {random}");
    }

    #[test]
    fn easy_beats_random_clearly_in_101() {
        let mut options = GameId::Okey101.default_options();
        options.set("rounds", "3").expect("an option");
        let easy = Mover::Computer(Level::Easy);
        let (easy, random) = wins(&options, easy, Mover::Random, 20);
        assert!(easy >= 36 && random <= 4, "easy {easy}, random {random}");
    }

    /// A digest of all that happens in games of four `medium` (FNV-1a over the stored form of the events), and how much that
    /// is: what makes a computer or a solver faster changes no decision.
    #[track_caller]
    fn check_games(game: GameId, set: &[(&str, &str)], games: u64, expected: (usize, u64)) {
        let mut options = game.default_options();
        for (name, value) in set {
            options.set(name, value).expect("an option");
        }
        let movers = PerSeat::new(4, |_| Mover::Computer(Level::Medium));
        let (mut count, mut digest) = (0, 0xcbf2_9ce4_8422_2325_u64);
        for seed in 0..games {
            let mut simulated = Simulated::new(&options, &movers, seed).expect("a game for four");
            while simulated.standing().is_none() {
                simulated.deal();
                let (_, events) = simulated.moved().expect("the game ends");
                count += events.len();
                let told = serde_json::to_vec(&events).expect("events can be stored");
                for byte in told {
                    digest = (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
        }
        assert_eq!((count, digest), expected, "{game:?} {set:?}");
    }

    /// Whoever changes what a computer chooses, and means to, puts the new figures here.
    #[test]
    fn games_of_the_same_seeds_come_out_the_same() {
        let any = [("deal", "simplified"), ("stock_pick", "any")];
        check_games(GameId::Okey, &[], 12, (6_667, 15_018_830_910_208_643_884));
        check_games(GameId::Okey, &any, 4, (2_304, 14_851_342_274_138_395_813));
        check_games(
            GameId::Okey101,
            &[],
            12,
            (3_345, 13_942_247_609_647_704_170),
        );
        let swaps = [("joker_swap", "true"), ("elden_needs_101", "false")];
        check_games(
            GameId::Okey101,
            &swaps,
            8,
            (2_176, 17_291_753_378_473_426_477),
        );
    }

    /// One medium against three easy ones.
    fn against_easy(game: GameId, games: u64) -> Report {
        let contest = Contest {
            options: game.default_options(),
            seats: vec![Level::Medium, Level::Easy, Level::Easy, Level::Easy],
            games,
            seed: 5,
            threads: 2,
        };
        contest.hold().expect("the games end")
    }

    fn medium(report: &Report) -> &Kind {
        let mut kinds = report.kinds.iter();
        let medium = kinds.find(|kind| kind.level == Level::Medium);
        medium.expect("medium played")
    }

    #[test]
    fn medium_beats_easy_clearly() {
        let report = against_easy(GameId::Okey, 16);
        let decided = report.rounds - report.drawn_rounds;
        let won = medium(&report).rounds_won;
        // Equal players win 25 of 100 each; over thousands of games it is 30 (docs/benchmarks.md).
        assert!(100 * won >= 27 * decided, "{won} of {decided}");
    }

    #[test]
    fn medium_beats_easy_clearly_in_101() {
        let report = against_easy(GameId::Okey101, 48);
        let first = medium(&report).places[0];
        // Equal players come first in 25 of 100 games each; the share over thousands is in docs/benchmarks.md.
        assert!(
            100 * first >= 30 * report.games,
            "{first} of {}",
            report.games
        );
        let [easy, medium] = &report.kinds[..] else {
            panic!("two kinds played");
        };
        let points = |kind: &Kind| kind.round_points.map(|mean| mean.mean);
        // Fewer points win.
        assert!(points(medium) < points(easy), "{report:?}");
    }
}
