//! What a deal costs everybody, who leaves a match, and how a match ends (Kaluki rules 10 and 11).

use serde::{Deserialize, Serialize};

use super::options::{MatchMode, Options};
use crate::card::Card;
use crate::{Outcome, PerSeat, Seat, Seats, Standing};

/// How a deal ended (Kaluki rules 8 and 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody got rid of all cards.
    CalledUp(CallUp),
    /// The last stock was used up: nothing is paid, the same dealer deals again.
    Exhausted,
    /// Too many turns went by without a stock draw: likewise.
    Stalled,
}

/// A call-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallUp {
    /// Who.
    pub seat: Seat,
    /// Whether the caller was not open when the turn began: a Kaluki.
    pub kaluki: bool,
}

impl Ending {
    /// Whether the deal counts.
    pub fn counts(self) -> bool {
        matches!(self, Self::CalledUp(_))
    }
}

/// What a deal was for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Line {
    /// What its ledger changed by.
    pub stake: i32,
    /// The penalty points of its hand.
    pub points: i32,
}

/// How a deal ended, and what it was for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealResult {
    /// Called up, or void.
    pub ending: Ending,
    /// What it was for each seat; nothing for those out of the match.
    pub lines: PerSeat<Line>,
}

/// The penalty points of a card (Kaluki rules 2).
pub fn value(options: &Options, card: Card) -> u32 {
    match card.natural() {
        Some(natural) => natural.rank.value(),
        None => options.joker_penalty,
    }
}

/// The penalty points of a hand (Kaluki rules 10 step 2).
pub fn hand_points(options: &Options, hand: &[Card]) -> i32 {
    let sum: u32 = hand.iter().map(|card| value(options, *card)).sum();
    sum as i32
}

/// What a deal that ended like this is for each seat, by the hands of those who took part (Kaluki rules 10 steps 1 and 2).
pub fn lines(
    options: &Options,
    ending: Ending,
    hands: &PerSeat<Vec<Card>>,
    players: Seats,
) -> PerSeat<Line> {
    let Ending::CalledUp(call_up) = ending else {
        return hands.map(|_, _| Line::default());
    };
    let losers = players.without(call_up.seat);
    let stake = if call_up.kaluki {
        options.stake_kaluki
    } else {
        options.stake_call_up
    } as i32;
    let times = 1 + i32::from(call_up.kaluki && options.kaluki_doubles_penalty);
    hands.map(|seat, hand| {
        if seat == call_up.seat {
            return Line {
                stake: stake * losers.len() as i32,
                points: 0,
            };
        }
        if !losers.contains(seat) {
            return Line::default();
        }
        Line {
            stake: -stake,
            points: times * hand_points(options, hand),
        }
    })
}

/// What becomes of the players after a deal (Kaluki rules 10 steps 3 to 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fates {
    /// Those who are not over the limit.
    pub safe: Seats,
    /// Those who are asked whether they buy in.
    pub asked: Seats,
    /// Those who are out at once.
    pub out: Seats,
    /// What the penalty of who buys in becomes.
    pub at: i32,
}

impl Fates {
    /// Whether only one player is left.
    pub fn is_over(&self) -> bool {
        self.safe.len() == 1
    }
}

/// Who goes on, who may buy in, and who is out.
pub fn fates(
    options: &Options,
    active: Seats,
    penalties: &PerSeat<i32>,
    buy_ins: &PerSeat<u32>,
) -> Fates {
    let limit = options.penalty_limit as i32;
    let is_safe = |seat: &Seat| penalties[*seat] <= limit;
    let safe: Seats = active.iter().filter(is_safe).collect();
    let at = safe.iter().map(|seat| penalties[seat]).max().unwrap_or(0);
    let survive = safe.len() > 1 && safe.len() >= options.buy_in_min_survivors as usize;
    let may = |seat: &Seat| options.buy_in && survive && buy_ins[*seat] < options.max_buy_ins;
    let over = || active.iter().filter(|seat| !is_safe(seat));
    Fates {
        safe,
        asked: over().filter(may).collect(),
        out: over().filter(|seat| !may(seat)).collect(),
        at,
    }
}

/// What decides a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The settlements of each seat; they sum to 0.
    pub ledger: PerSeat<i32>,
    /// The penalty points of each seat.
    pub penalties: PerSeat<i32>,
    /// How often each seat bought in.
    pub buy_ins: PerSeat<u32>,
    /// After which counted deal each seat was out, from 1; `None` for those who are in.
    pub left: PerSeat<Option<u32>>,
}

impl Book {
    /// A book in which nothing is written.
    pub fn new(seats: usize) -> Self {
        Self {
            ledger: PerSeat::new(seats, |_| 0),
            penalties: PerSeat::new(seats, |_| 0),
            buy_ins: PerSeat::new(seats, |_| 0),
            left: PerSeat::new(seats, |_| None),
        }
    }

    /// Those who have not left the match.
    pub fn active(&self) -> Seats {
        let active = self.left.iter().filter(|(_, left)| left.is_none());
        active.map(|(seat, _)| seat).collect()
    }

    /// What each seat has paid into the pool (Kaluki rules 3.4 and 10).
    pub fn paid(&self, options: &Options) -> PerSeat<i32> {
        self.buy_ins.map(|_, times| match options.match_mode {
            MatchMode::SingleDeal => 0,
            MatchMode::Pool | MatchMode::FixedDeals(_) => {
                options.stake_initial as i32 + options.stake_buy_in as i32 * *times as i32
            }
        })
    }

    /// The pool (Kaluki rules 11).
    pub fn pool(&self, options: &Options) -> i32 {
        self.paid(options).values().sum()
    }

    /// The result of a match with one player left (Kaluki rules 11).
    pub fn standing_of_pool(&self, options: &Options) -> Standing {
        // Who is in comes first, then who was out last; of those out after one deal the lower penalty.
        let ranks = self.left.map(|seat, left| match left {
            None => (0, 0),
            Some(deal) => (i64::MAX - i64::from(*deal), self.penalties[seat]),
        });
        self.standing(options, &ranks, None)
    }

    /// The result after the last deal of a match of a fixed length: the lowest penalty wins, equal ones share the pool,
    /// the odd points go to who is nearest at the last dealer's left (Kaluki rules 12).
    pub fn standing_of_deals(&self, options: &Options, last_dealer: Seat) -> Standing {
        let ranks = self.penalties.map(|_, penalty| *penalty);
        self.standing(options, &ranks, Some(last_dealer))
    }

    /// The result of a single deal: its winner, then by hand points (Kaluki rules 12).
    pub fn standing_of_hands(&self, options: &Options, winner: Seat) -> Standing {
        let ranks = self.penalties.map(|seat, points| (seat != winner, *points));
        self.standing(options, &ranks, None)
    }

    /// Places by these ranks, the lowest first; those at the first place share the pool.
    fn standing<R: Ord>(
        &self,
        options: &Options,
        ranks: &PerSeat<R>,
        last_dealer: Option<Seat>,
    ) -> Standing {
        let places = ranks.map(|_, own| {
            let better = ranks.values().filter(|other| *other < own);
            1 + better.count() as u8
        });
        let first = places.iter().filter(|(_, place)| **place == 1);
        let winners: Seats = first.map(|(seat, _)| seat).collect();
        let shares = shares(self.pool(options), places.len(), winners, last_dealer);
        let paid = self.paid(options);
        Standing {
            points: self
                .ledger
                .map(|seat, ledger| ledger - paid[seat] + shares[seat]),
            outcomes: places.map(|_, place| match place {
                1 => Outcome::Won,
                _ => Outcome::Lost,
            }),
            places,
            sides: ranks.map(|seat, _| seat.index() as u8),
        }
    }
}

/// What of the pool each seat gets.
fn shares(pool: i32, seats: usize, winners: Seats, last_dealer: Option<Seat>) -> PerSeat<i32> {
    let each = pool / winners.len().max(1) as i32;
    let mut shares = PerSeat::new(seats, |seat| i32::from(winners.contains(seat)) * each);
    let from = last_dealer.map_or(0, |dealer| dealer.next(seats).index());
    let clockwise = (0..seats).filter_map(|step| Seat::new((from + step) % seats));
    let nearest = clockwise.into_iter().find(|seat| winners.contains(*seat));
    if let Some(nearest) = nearest {
        shares[nearest] += pool - each * winners.len() as i32;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).expect("a small number")
    }

    fn book(penalties: &[i32], left: &[Option<u32>]) -> Book {
        let mut book = Book::new(penalties.len());
        book.penalties = penalties.iter().copied().collect();
        book.left = left.iter().copied().collect();
        book
    }

    #[test]
    fn who_stays_longer_stands_higher() {
        // Seats 1 and 4 left after the third deal, 4 with fewer points; 0 after the fifth, 3 with as many points as 0.
        let book = book(
            &[170, 190, 80, 170, 160],
            &[Some(5), Some(3), None, Some(5), Some(3)],
        );
        let standing = book.standing_of_pool(&Options::default());
        let places: Vec<u8> = standing.places.values().copied().collect();
        assert_eq!(places, [2, 5, 1, 2, 4]);
        let points: Vec<i32> = standing.points.values().copied().collect();
        assert_eq!(points, [-5, -5, 20, -5, -5]);
    }

    #[test]
    fn equal_totals_share_the_pool() {
        let book = book(&[40, 90, 40, 10, 10], &[None; 5]);
        let options = Options {
            match_mode: MatchMode::FixedDeals(3),
            ..Options::default()
        };
        // Two share 25: the odd point goes to seat 4, whom one meets first from the left of seat 3 on.
        let standing = book.standing_of_deals(&options, seat(3));
        let points: Vec<i32> = standing.points.values().copied().collect();
        assert_eq!(points, [-5, -5, -5, 7, 8]);
        let places: Vec<u8> = standing.places.values().copied().collect();
        assert_eq!(places, [3, 5, 3, 1, 1]);
        let standing = book.standing_of_deals(&options, seat(4));
        assert_eq!(standing.points[seat(3)], 8);
    }

    #[test]
    fn a_single_deal_has_no_pool() {
        let mut book = book(&[12, 0, 7], &[None; 3]);
        book.ledger = [-1, 2, -1].into_iter().collect();
        let options = Options {
            match_mode: MatchMode::SingleDeal,
            ..Options::default()
        };
        let standing = book.standing_of_hands(&options, seat(1));
        let points: Vec<i32> = standing.points.values().copied().collect();
        let places: Vec<u8> = standing.places.values().copied().collect();
        assert_eq!((points, places), (vec![-1, 2, -1], vec![3, 1, 2]));
    }
}
