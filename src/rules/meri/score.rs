//! What a round is worth, and who has won what: kiri, hitoshōbu, honshōbu (Hachinin-meri rules 9 to 11).

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::Yaku;
use super::options::{HiddenRobai, MOST_VALUE, MatchLength, Options};
use super::robau::Robau;
use super::state::{SEATS, TRICKS};
use crate::{Outcome, PerSeat, RoundStanding, Seat, Standing};

/// One of the two teams of four (Hachinin-meri rules 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Team {
    /// Seats 0, 2, 4 and 6.
    A,
    /// Seats 1, 3, 5 and 7.
    B,
}

impl Team {
    /// Both.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The team that a seat plays for.
    pub fn of(seat: Seat) -> Self {
        Self::ALL[seat.index() % 2]
    }

    /// The opposing team.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Whose favour a signed difference is in; `None` for 0.
    pub fn favoured(diff: i32) -> Option<Self> {
        match diff {
            0 => None,
            1.. => Some(Self::A),
            _ => Some(Self::B),
        }
    }

    /// A number for team A as this team sees it.
    pub fn sees(self, diff: i32) -> i32 {
        match self {
            Self::A => diff,
            Self::B => -diff,
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// One value for each team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PerTeam<T> {
    /// That of team A.
    pub a: T,
    /// That of team B.
    pub b: T,
}

impl<T> Index<Team> for PerTeam<T> {
    type Output = T;

    fn index(&self, team: Team) -> &T {
        match team {
            Team::A => &self.a,
            Team::B => &self.b,
        }
    }
}

impl<T> IndexMut<Team> for PerTeam<T> {
    fn index_mut(&mut self, team: Team) -> &mut T {
        match team {
            Team::A => &mut self.a,
            Team::B => &mut self.b,
        }
    }
}

/// A yaku that a team made, and the ko that it moves (Hachinin-meri rules 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Made {
    /// Which.
    pub yaku: Yaku,
    /// Who won the trick.
    pub team: Team,
    /// How many ko it moves from the others to them.
    pub value: i32,
}

/// How many ko a yaku moves (Hachinin-meri rules 9); `trick` counts from 1.
pub fn value(options: &Options, yaku: Yaku, trick: usize, robau: Robau) -> i32 {
    let hidden_counts = options.hidden_robai == HiddenRobai::AllYaku || yaku.has_robai();
    let is_high = trick == TRICKS || robau == Robau::Kakushi && hidden_counts;
    let value = if is_high {
        options.yaku_high
    } else {
        options.yaku_value
    };
    value as i32
}

/// What a round came to (Hachinin-meri rules 10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Total {
    /// The tricks of each team.
    pub ko: PerTeam<i32>,
    /// These and what the yaku moved; may be below 0.
    pub counted: PerTeam<i32>,
    /// What team A is ahead by, below 0 for team B; never 0.
    pub diff: i32,
}

impl Made {
    /// Whether whoever took the trick can have made it, by whatever house rules.
    pub(super) fn is_possible(self, winner: Seat) -> bool {
        self.team == Team::of(winner) && (1..=MOST_VALUE as i32).contains(&self.value)
    }
}

impl Total {
    /// Whether a round of so many tricks can come to this, by whatever house rules.
    pub(super) fn is_possible(self) -> bool {
        let most = TRICKS as u32 * (1 + 2 * MOST_VALUE);
        self.diff.unsigned_abs() <= most
    }

    /// The result of the round for each seat (Hachinin-meri rules 10).
    pub(super) fn standing(self) -> RoundStanding {
        let winner = Team::favoured(self.diff);
        let seats = Seat::all(SEATS);
        RoundStanding {
            winners: seats
                .filter(|seat| Some(Team::of(*seat)) == winner)
                .collect(),
            points: Some(PerSeat::new(SEATS, |seat| {
                Some(Team::of(seat).sees(self.diff))
            })),
        }
    }
}

/// Counts a round: its tricks by team, and the yaku.
pub fn total(ko: PerTeam<i32>, made: impl IntoIterator<Item = (Team, i32)>) -> Total {
    let mut counted = ko;
    for (team, value) in made {
        counted[team] += value;
        counted[team.other()] -= value;
    }
    Total {
        ko,
        counted,
        diff: counted.a - counted.b,
    }
}

/// The rounds of a kiri: everybody deals once (Hachinin-meri rules 11).
pub const KIRI: usize = SEATS;

/// How far a match has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The signed differences of the kiri that is being played, or of the last one once the match is over.
    pub kiri: Vec<i32>,
    /// The kiri won towards the present hitoshōbu.
    pub kiri_won: PerTeam<u32>,
    /// The hitoshōbu won.
    pub shobu_won: PerTeam<u32>,
    /// Who has won the match.
    pub winner: Option<Team>,
}

/// Who has won a kiri with these differences; `None` while it is open (Hachinin-meri rules 11).
pub fn kiri(length: MatchLength, diffs: &[i32]) -> Option<Team> {
    let rounds = match length {
        MatchLength::Hitomaki => 1,
        MatchLength::Hitokiri | MatchLength::Hitoshobu | MatchLength::Honshobu => KIRI,
    };
    let is_full = diffs.len() >= rounds;
    Team::favoured(diffs.iter().sum()).filter(|_| is_full)
}

/// The rounds of each kiri of a match with these differences; the last one may be open (Hachinin-meri rules 11).
pub fn kiri_of(length: MatchLength, sheet: &[i32]) -> Vec<&[i32]> {
    let mut all = Vec::new();
    let mut begins = 0;
    for ends in 1..=sheet.len() {
        let played = &sheet[begins..ends];
        if ends == sheet.len() || kiri(length, played).is_some() {
            all.push(played);
            begins = ends;
        }
    }
    all
}

impl Progress {
    /// How far a match is after rounds with these differences.
    pub fn of(length: MatchLength, sheet: &[i32]) -> Self {
        let mut progress = Self {
            kiri: Vec::new(),
            kiri_won: PerTeam::default(),
            shobu_won: PerTeam::default(),
            winner: None,
        };
        let mut is_closed = false;
        for diff in sheet {
            if is_closed {
                progress.kiri.clear();
            }
            progress.kiri.push(*diff);
            let winner = kiri(length, &progress.kiri);
            is_closed = winner.is_some();
            if let Some(team) = winner {
                progress.won_kiri(length, team);
            }
        }
        progress
    }

    /// Counts a kiri that this team has won, and what follows from it.
    pub fn won_kiri(&mut self, length: MatchLength, team: Team) {
        self.kiri_won[team] += 1;
        let (wins_shobu, wins_match) = match length {
            MatchLength::Hitomaki | MatchLength::Hitokiri => (false, true),
            MatchLength::Hitoshobu => (self.kiri_won[team] == 2, self.kiri_won[team] == 2),
            MatchLength::Honshobu => {
                let wins_shobu = self.kiri_won[team] == 2;
                (wins_shobu, wins_shobu && self.shobu_won[team] == 1)
            }
        };
        if wins_shobu {
            self.shobu_won[team] += 1;
        }
        if wins_match {
            self.winner = Some(team);
        } else if wins_shobu {
            self.kiri_won = PerTeam::default();
        }
    }

    /// What counts for each seat: what decides a match of this length.
    ///
    /// The difference of a kiri as the seat's team sees it, the kiri of a hitoshōbu, the hitoshōbu of a honshōbu.
    pub fn points(&self, length: MatchLength) -> PerSeat<i32> {
        let won = |won: PerTeam<u32>, team| i32::try_from(won[team]).unwrap_or(i32::MAX);
        PerSeat::new(SEATS, |seat| {
            let team = Team::of(seat);
            match length {
                MatchLength::Hitomaki | MatchLength::Hitokiri => team.sees(self.kiri.iter().sum()),
                MatchLength::Hitoshobu => won(self.kiri_won, team),
                MatchLength::Honshobu => won(self.shobu_won, team),
            }
        })
    }

    /// The result of the match, once it has one.
    pub fn standing(&self, length: MatchLength) -> Option<Standing> {
        let winner = self.winner?;
        let of_seats = |seat| Team::of(seat) == winner;
        Some(Standing {
            points: self.points(length),
            places: PerSeat::new(SEATS, |seat| 2 - u8::from(of_seats(seat))),
            outcomes: PerSeat::new(SEATS, |seat| {
                if of_seats(seat) {
                    Outcome::Won
                } else {
                    Outcome::Lost
                }
            }),
            sides: PerSeat::new(SEATS, side),
        })
    }
}

/// The side a seat plays for: every second one is the same team.
pub fn side(seat: Seat) -> u8 {
    seat.index() as u8 % 2
}
