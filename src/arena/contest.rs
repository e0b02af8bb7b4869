//! A contest of computers: the same deals for every order of seats, on several threads, counted by kind.
//!
//! What is counted depends on options, seats, games and seed alone; only the times differ from run to run.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::computers::Level;
use crate::rules::any::AnyOptions;
use crate::rules::{Outcome, PerSeat, RoundStanding, Seat, Seats, Standing};
use crate::simulated::{ArenaFault, Mover, Simulated};
use crate::statistics::{Mean, Times};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game and its house rules.
    pub options: AnyOptions,
    /// Who plays, in the order of the first game of each deal.
    pub seats: Vec<Level>,
    /// How many whole games.
    pub games: u64,
    /// What decides all deals.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How many games were played.
    pub games: u64,
    /// How many of them ended with everybody equal.
    pub drawn_games: u64,
    /// How many rounds these had that count.
    pub rounds: u64,
    /// How many of them nobody won, or finished.
    pub drawn_rounds: u64,
    /// How many of them several won together.
    pub team_rounds: u64,
    /// Each kind of computer, in the order of the levels.
    pub kinds: Vec<Kind>,
    /// Each seat, whoever sat there: between equal players all of them come to the same.
    pub by_seat: Vec<SeatShares>,
}

/// What one seat of the table reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatShares {
    /// Its share of all rounds that somebody won, or finished; of one that several won together each has as much.
    pub rounds: Option<Mean>,
    /// The share of its games that it ends on the first place.
    pub firsts: Option<Mean>,
}

/// What one kind of computer reached on all its seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Which kind.
    pub level: Level,
    /// On how many seats of each game it sat.
    pub seats: usize,
    /// How many results it has: games times seats.
    pub games: u64,
    /// How many of them are first, second … places.
    pub places: Vec<u64>,
    /// The share of its games that the rules call won.
    pub wins: Option<Mean>,
    /// The share of its games that end on the first place.
    pub firsts: Option<Mean>,
    /// Its points at the end of a game.
    pub points: Option<Mean>,
    /// Its points in a round, in a game that writes them down round by round.
    pub round_points: Option<Mean>,
    /// How many rounds one of its seats or several won, or finished.
    pub rounds_won: u64,
    /// Which share its seats have of all rounds that somebody won, or finished; of one that several won together each has
    /// as much.
    pub rounds: Option<Mean>,
    /// How long it thought.
    pub times: Times,
}

impl Contest {
    /// Plays all games.
    pub fn hold(&self) -> Result<Report, ArenaFault> {
        let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let play = || {
            self.play_blocks(&next, &stop)
                .inspect_err(|_| stop.store(true, Ordering::Relaxed))
        };
        let found = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(play))
                .collect();
            let joined = workers.into_iter().map(|worker| match worker.join() {
                Ok(played) => played,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            joined.collect::<Result<Vec<Played>, ArenaFault>>()
        })?;
        Ok(self.report(found))
    }

    /// What one thread does: it plays the next block that nobody plays yet, until there is none or somebody is stuck.
    fn play_blocks(&self, next: &AtomicU64, stop: &AtomicBool) -> Result<Played, ArenaFault> {
        let rotations = rotations(&self.seats);
        let blocks = self.games.div_ceil(rotations);
        let mut played = Played::new();
        while !stop.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                break;
            }
            let games = rotations.min(self.games - block * rotations);
            played.block(self, block, games)?;
        }
        Ok(played)
    }

    fn report(&self, found: Vec<Played>) -> Report {
        let mut blocks: Vec<Block> = Vec::new();
        let mut times = vec![Times::default(); Level::ALL.len()];
        for played in found {
            blocks.extend(played.blocks);
            times
                .iter_mut()
                .zip(&played.times)
                .for_each(|(all, own)| all.add_all(own));
        }
        blocks.sort_by_key(|block| block.number);
        let sum = |count: fn(&Block) -> u64| blocks.iter().map(count).sum();
        let kinds = Level::ALL.iter().zip(times).enumerate();
        Report {
            games: sum(|block| block.games),
            drawn_games: sum(|block| block.drawn_games),
            rounds: sum(|block| block.rounds),
            drawn_rounds: sum(|block| block.drawn_rounds),
            team_rounds: sum(|block| block.team_rounds),
            kinds: kinds
                .filter(|(_, (level, _))| self.seats.contains(level))
                .map(|(index, (level, times))| self.kind(index, *level, &blocks, times))
                .collect(),
            by_seat: Seat::all(self.seats.len())
                .map(|seat| seat_shares(seat, &blocks))
                .collect(),
        }
    }

    fn kind(&self, index: usize, level: Level, blocks: &[Block], times: Times) -> Kind {
        let mean = |count: fn(&Tally) -> i64, size: fn(&Block, &Tally) -> u64| {
            let counted = blocks.iter().map(|block| {
                let tally = &block.kinds[index];
                (count(tally), size(block, tally) as i64)
            });
            Mean::of(&counted.collect::<Vec<_>>())
        };
        let mut places = vec![0; self.seats.len()];
        for block in blocks {
            let counted = places.iter_mut().zip(&block.kinds[index].places);
            counted.for_each(|(all, own)| *all += u64::from(*own));
        }
        Kind {
            level,
            seats: self.seats.iter().filter(|seat| **seat == level).count(),
            games: places.iter().sum(),
            places,
            wins: mean(|tally| tally.wins, |_, tally| tally.games()),
            firsts: mean(|tally| i64::from(tally.places[0]), |_, tally| tally.games()),
            points: mean(|tally| tally.points, |_, tally| tally.games()),
            round_points: mean(|tally| tally.round_points, |_, tally| tally.scored_rounds),
            rounds_won: blocks
                .iter()
                .map(|block| block.kinds[index].rounds_won as u64)
                .sum(),
            rounds: mean(
                |tally| tally.round_shares,
                |block, _| block.won_rounds() as u64,
            ),
            times,
        }
    }
}

fn seat_shares(seat: Seat, blocks: &[Block]) -> SeatShares {
    let mean = |counted: fn(&SeatTally, &Block) -> (i64, i64)| {
        let counted = blocks
            .iter()
            .map(|block| counted(&block.seats[seat], block));
        Mean::of(&counted.collect::<Vec<_>>())
    };
    SeatShares {
        rounds: mean(|tally, block| (tally.round_shares, block.won_rounds())),
        firsts: mean(|tally, block| (tally.firsts, block.games as i64)),
    }
}

/// After how many turns of the seats everybody sits as at first: so many games share their deals.
fn rotations(seats: &[Level]) -> u64 {
    let same =
        |turns: &usize| (0..seats.len()).all(|at| seats[at] == seats[(at + turns) % seats.len()]);
    let turns = (1..seats.len()).find(same).unwrap_or(seats.len());
    turns as u64
}

/// The most seats of a game.
const PLACES: usize = crate::rules::seat::MOST_SEATS;

/// What one kind reached in a block.
#[derive(Clone, Default)]
struct Tally {
    places: [u32; PLACES],
    wins: i64,
    points: i64,
    round_points: i64,
    /// How many results of rounds are in `round_points`.
    scored_rounds: u64,
    rounds_won: i64,
    /// In parts of [`WHOLE`].
    round_shares: i64,
}

/// A round, in parts that are whole numbers for as many winners as there may be.
const WHOLE: i64 = 840;

impl Tally {
    fn games(&self) -> u64 {
        self.places.iter().copied().map(u64::from).sum()
    }
}

/// What one seat reached in a block.
#[derive(Clone, Default)]
struct SeatTally {
    /// In parts of [`WHOLE`].
    round_shares: i64,
    firsts: i64,
}

/// The games of one seed.
struct Block {
    number: u64,
    games: u64,
    drawn_games: u64,
    rounds: u64,
    drawn_rounds: u64,
    team_rounds: u64,
    /// In the order of the levels.
    kinds: Vec<Tally>,
    seats: PerSeat<SeatTally>,
}

/// What one thread has played.
struct Played {
    blocks: Vec<Block>,
    times: Vec<Times>,
}

impl Played {
    fn new() -> Self {
        Self {
            blocks: Vec::new(),
            times: vec![Times::default(); Level::ALL.len()],
        }
    }

    fn block(&mut self, contest: &Contest, number: u64, games: u64) -> Result<(), ArenaFault> {
        let mut block = Block {
            number,
            games,
            drawn_games: 0,
            rounds: 0,
            drawn_rounds: 0,
            team_rounds: 0,
            kinds: vec![Tally::default(); Level::ALL.len()],
            seats: PerSeat::new(contest.seats.len(), |_| SeatTally::default()),
        };
        for turns in 0..games {
            let mut seats = contest.seats.clone();
            seats.rotate_right(turns as usize);
            let levels: PerSeat<Level> = seats.into_iter().collect();
            self.game(contest, &levels, &mut block)?;
        }
        self.blocks.push(block);
        Ok(())
    }

    fn game(
        &mut self,
        contest: &Contest,
        levels: &PerSeat<Level>,
        block: &mut Block,
    ) -> Result<(), ArenaFault> {
        let movers = levels.map(|_, level| Mover::Computer(*level));
        let seed = seed_of(contest.seed, block.number);
        let mut game =
            Simulated::new(&contest.options, &movers, seed).map_err(ArenaFault::Options)?;
        let standing = loop {
            game.deal();
            let thought = game.move_on()?;
            self.times[index(levels[thought.seat])].add(thought.took);
            if let Some(round) = game.round_standing() {
                block.round_over(levels, &round);
            }
            if let Some(standing) = game.standing() {
                break standing;
            }
        };
        block.game_over(levels, &standing);
        Ok(())
    }
}

impl Block {
    fn round_over(&mut self, levels: &PerSeat<Level>, round: &RoundStanding) {
        self.rounds += 1;
        self.drawn_rounds += u64::from(round.winners.is_empty());
        self.won(levels, round.winners);
        for (seat, points) in round.points.iter().flat_map(PerSeat::iter) {
            let Some(points) = points else { continue };
            let tally = &mut self.kinds[index(levels[seat])];
            tally.round_points += i64::from(*points);
            tally.scored_rounds += 1;
        }
    }

    fn won(&mut self, levels: &PerSeat<Level>, winners: Seats) {
        let count = winners.iter().count() as i64;
        self.team_rounds += u64::from(count > 1);
        for (level, tally) in Level::ALL.iter().zip(&mut self.kinds) {
            let own = winners.iter().filter(|seat| levels[*seat] == *level);
            let own = own.count() as i64;
            tally.rounds_won += i64::from(own > 0);
            tally.round_shares += own * WHOLE / count.max(1);
        }
        for seat in winners.iter() {
            self.seats[seat].round_shares += WHOLE / count.max(1);
        }
    }

    fn game_over(&mut self, levels: &PerSeat<Level>, standing: &Standing) {
        self.drawn_games += u64::from(standing.places.values().all(|place| *place == 1));
        for (seat, level) in levels.iter() {
            let tally = &mut self.kinds[index(*level)];
            tally.places[usize::from(standing.places[seat]).saturating_sub(1)] += 1;
            tally.wins += i64::from(standing.outcomes[seat] == Outcome::Won);
            tally.points += i64::from(standing.points[seat]);
            self.seats[seat].firsts += i64::from(standing.places[seat] == 1);
        }
    }

    /// All that could be won of its rounds, in parts of [`WHOLE`].
    fn won_rounds(&self) -> i64 {
        WHOLE * (self.rounds - self.drawn_rounds) as i64
    }
}

fn index(level: Level) -> usize {
    let place = Level::ALL.iter().position(|other| *other == level);
    place.expect("every level is among all levels")
}

/// The seed of a block: neighbouring seeds of contests share no deals (the mixing steps are those of splitmix64).
fn seed_of(seed: u64, block: u64) -> u64 {
    let mix = |value: u64| {
        let mut mixed = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    mix(mix(seed) ^ block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::any::GameId;

    fn contest(seats: &[Level], games: u64, threads: usize) -> Contest {
        let mut options = GameId::Okey.default_options();
        options.set("start_points", "4").expect("an option");
        Contest {
            options,
            seats: seats.to_vec(),
            games,
            seed: 1,
            threads,
        }
    }

    /// Everything but the times.
    fn counted(report: &Report) -> Report {
        let mut report = report.clone();
        for kind in &mut report.kinds {
            kind.times = Times::default();
        }
        report
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        let seats = [Level::Easy, Level::Medium, Level::Easy];
        let hold = |threads| contest(&seats, 10, threads).hold().expect("the games end");
        let (one, three) = (hold(1), hold(3));
        assert_eq!(counted(&one), counted(&three));
        let decisions = |report: &Report| -> Vec<u64> {
            report.kinds.iter().map(|kind| kind.times.count()).collect()
        };
        assert_eq!(decisions(&one), decisions(&three));
        assert_eq!((one.games, one.kinds.len()), (10, 2));
        assert_eq!((one.kinds[0].games, one.kinds[1].games), (20, 10));
        assert!(one.rounds >= 10 && one.kinds.iter().all(|kind| kind.wins.is_some()));
        let won: u64 = one.kinds.iter().map(|kind| kind.rounds_won).sum();
        assert_eq!(won, one.rounds - one.drawn_rounds);
    }

    #[test]
    fn the_rounds_of_101_add_up_to_its_games() {
        let mut contest = contest(
            &[Level::Medium, Level::Easy, Level::Easy, Level::Easy],
            8,
            2,
        );
        contest.options = GameId::Okey101.default_options();
        contest.options.set("rounds", "2").expect("an option");
        let report = contest.hold().expect("the games end");
        assert_eq!((report.games, report.rounds), (8, 16));
        for kind in &report.kinds {
            let (points, round_points) = (kind.points, kind.round_points);
            let game = points.map(|mean| mean.mean).expect("games were played");
            let round = round_points
                .map(|mean| mean.mean)
                .expect("rounds were played");
            assert!((game - 2.0 * round).abs() < 1e-6, "{game} {round}");
        }
        let finished: u64 = report.kinds.iter().map(|kind| kind.rounds_won).sum();
        assert_eq!(finished, report.rounds - report.drawn_rounds);
    }

    /// A team of four is one winner, whoever plays for it; what one team is ahead the other is behind.
    #[test]
    fn rounds_of_teams_are_shared() {
        let [e, m] = [Level::Easy, Level::Medium];
        let hold = |seats: &[Level], games| {
            let mut contest = contest(seats, games, 2);
            contest.options = GameId::Meri.default_options();
            let report = contest.hold().expect("the games end");
            assert_eq!(report.games, games);
            assert!(report.drawn_games == 0 && report.drawn_rounds == 0);
            assert_eq!(report.team_rounds, report.rounds);
            let share = |kind: &Kind| kind.rounds.expect("rounds were won").mean;
            let shares: f64 = report.kinds.iter().map(share).sum();
            assert!((shares - 1.0).abs() < 1e-9, "{shares}");
            let of_seat = |seat: &SeatShares| seat.rounds.expect("rounds were won").mean;
            let shares: Vec<f64> = report.by_seat.iter().map(of_seat).collect();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let of_teams = |seat: usize| (shares[seat] - shares[seat % 2]).abs() < 1e-9;
            assert!((0..8).all(of_teams), "{shares:?}");
            report
        };
        let teams = hold(&[m, e, m, e, m, e, m, e], 4);
        let [easy, medium] = &teams.kinds[..] else {
            panic!("two kinds played");
        };
        assert_eq!(easy.rounds_won + medium.rounds_won, teams.rounds);
        let points = |kind: &Kind| kind.round_points.expect("rounds were played").mean;
        assert!((points(easy) + points(medium)).abs() < 1e-9);
        // One medium among easy ones: never more of a round than a quarter.
        let mixed = hold(&[m, e, e, e, e, e, e, e], 2);
        let share = mixed.kinds[1].rounds.expect("rounds were won").mean;
        assert!(share <= 0.25 && mixed.kinds[0].rounds_won == mixed.rounds);
    }

    /// Nobody is better off for where they sit: who begins is drawn, and moves round.
    #[test]
    fn no_seat_is_better_than_another() {
        for game in GameId::ALL {
            let seats = *game.seats().end();
            let contest = Contest {
                options: game.default_options(),
                seats: vec![Level::Easy; seats],
                games: 40,
                seed: 15,
                threads: 2,
            };
            let report = contest.hold().expect("the games end");
            for (index, seat) in report.by_seat.iter().enumerate() {
                let Some(Mean {
                    mean,
                    low: Some(low),
                    ..
                }) = seat.rounds
                else {
                    panic!("no rounds were won");
                };
                let off = (mean - 1.0 / seats as f64).abs();
                println!("{} {index}: {mean:.4} {:.4}", game.id(), mean - low);
                assert!(off < 2.0 * (mean - low), "{} {index}: {mean}", game.id());
            }
        }
    }

    #[test]
    fn okey_does_not_write_rounds_down() {
        let report = contest(&[Level::Easy; 2], 1, 1)
            .hold()
            .expect("the game ends");
        assert!(report.kinds[0].round_points.is_none());
    }

    #[test]
    fn equal_orders_are_played_once() {
        let [e, m] = [Level::Easy, Level::Medium];
        for (seats, expected) in [
            (&[e, e, e, e][..], 1),
            (&[e, m, e, m], 2),
            (&[e, m], 2),
            (&[m, e, e, e], 4),
            (&[e, e, m], 3),
        ] {
            assert_eq!(rotations(seats), expected, "{seats:?}");
        }
    }

    #[test]
    fn too_few_seats_are_a_fault() {
        let fault = contest(&[Level::Easy], 1, 1).hold();
        assert!(matches!(fault, Err(ArenaFault::Options(_))));
    }
}
