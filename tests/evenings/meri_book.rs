//! The book of a match of Hachinin-meri, kept by hand from what boards say: who took which trick, and what yaku moved. Nothing
//! here asks the rules (Hachinin-meri rules 9 to 11).

use std::collections::BTreeMap;

use crate::meri_eight::{SEATS, SIGNS};
use crate::message::Message;

/// What one round came to, as its boards told it.
#[derive(Default, Debug, Clone)]
pub struct Page {
    /// The seat that took each trick.
    winners: BTreeMap<usize, usize>,
    /// What the yaku of each trick moved to team A; below 0 to team B.
    yaku: BTreeMap<usize, i64>,
    /// What boards told of tricks that were not read: the tricks of each team, and what yaku moved to team A.
    before: ([i64; 2], i64),
}

impl Page {
    /// A round that is opened in its middle: the tricks and yaku so far, as the teams on the board have them.
    pub fn so_far(board: &Message) -> Self {
        let (a, moved) = team_told(board, "Team A: ");
        let (b, given) = team_told(board, "Team B: ");
        assert_eq!(moved, -given, "{board:?}");
        Self {
            before: ([a, b], moved),
            ..Self::default()
        }
    }

    /// Writes down what a board says of finished tricks.
    pub fn read(&mut self, board: &Message) {
        let mut number = None;
        let [a, b] = self.before.0;
        for line in board.content().lines() {
            if let Some((trick, seat)) = taken(line) {
                if trick as i64 <= a + b {
                    continue;
                }
                let known = self.winners.insert(trick, seat);
                assert!(known.is_none_or(|known| known == seat), "{line}: {self:?}");
                number = Some(trick);
            } else if let Some(moved) = moved(line) {
                // Below a trick that was read.
                if let Some(trick) = number {
                    self.yaku.insert(trick, moved);
                }
            }
        }
    }

    /// How many tricks a team has taken.
    fn ko(&self, team: usize) -> i64 {
        let won = self.winners.values().filter(|seat| *seat % 2 == team);
        self.before.0[team] + won.count() as i64
    }

    /// What the yaku moved to team A.
    fn moved(&self) -> i64 {
        self.before.1 + self.yaku.values().sum::<i64>()
    }

    /// What team A is ahead by (Hachinin-meri rules 10).
    pub fn diff(&self) -> i64 {
        self.ko(0) - self.ko(1) + 2 * self.moved()
    }

    /// The board of a round that is over tells just this.
    pub fn is_told_by(&self, board: &Message, round: usize) {
        assert_eq!(self.ko(0) + self.ko(1), 9, "{self:?}");
        let moved = self.moved();
        let (team, diff) = favoured(self.diff());
        let won = format!("🏁 **Round {round}: {team} wins by {diff}.**");
        let (a, b) = (self.ko(0), self.ko(1));
        let yaku = match moved {
            0 => String::new(),
            _ => format!(
                ", yaku {} / {}, counted {} to {}",
                signed(moved),
                signed(-moved),
                below_nothing(a + moved),
                below_nothing(b - moved)
            ),
        };
        let counted = format!("Tricks {a}–{b}{yaku} (A to B).");
        for words in [&won, &counted] {
            assert!(board.content().contains(words), "{words}: {board:?}");
        }
        let alt = format!("Round {round} is over: {team} wins by {diff}");
        assert!(board.alt().contains(&alt), "{alt}: {}", board.alt());
    }
}

/// A team and by how much it leads.
pub fn favoured(diff: i64) -> (&'static str, i64) {
    let team = if diff > 0 { "Team A" } else { "Team B" };
    (team, diff.abs())
}

/// A number as boards write it.
pub fn below_nothing(number: i64) -> String {
    number.to_string().replace('-', "−")
}

pub fn signed(number: i64) -> String {
    match number {
        ..0 => format!("−{}", -number),
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
    }
}

/// The tricks of a team and what yaku moved to it: "Team A: 5 ko** (yaku +2) · …".
fn team_told(board: &Message, team: &str) -> (i64, i64) {
    let (_, told) = board.content().split_once(team).expect("a team");
    let told = told.lines().next().expect("a line");
    let (ko, rest) = told.split_once(" ko**").expect("ko");
    let yaku = rest
        .strip_prefix(" (yaku ")
        .and_then(|yaku| yaku.split_once(')'));
    let moved = yaku.map_or("0".to_owned(), |(yaku, _)| yaku.replace('−', "-"));
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("no number: {told}"));
    (number(ko), number(&moved))
}

/// "Trick 3: … → **🔵 takes it**"
fn taken(line: &str) -> Option<(usize, usize)> {
    let (number, rest) = line.strip_prefix("Trick ")?.split_once(": ")?;
    let (_, winner) = rest.rsplit_once("→ **")?;
    let seat = SIGNS.iter().position(|sign| winner.starts_with(sign))?;
    Some((number.parse().ok()?, seat))
}

/// "✨ **Yaku, …:** … Team B gains 2 ko, and the other team loses 2."
fn moved(line: &str) -> Option<i64> {
    let said = line.strip_prefix("✨ **Yaku, ")?;
    let (before, after) = said.split_once(" gains ")?;
    let value: i64 = after.split(' ').next()?.parse().ok()?;
    Some(if before.ends_with("Team A") {
        value
    } else {
        -value
    })
}

/// The final standing tells this sum for each of the eight, the four winners first and on the same place.
pub fn standing_is(board: &Message, sum: i64) {
    let (_, standing) = board
        .content()
        .split_once("The game is over")
        .expect("the end");
    let lines: Vec<&str> = standing
        .lines()
        .filter(|line| line.starts_with("**"))
        .collect();
    assert_eq!(lines.len(), SEATS, "{standing}");
    let winners = usize::from(sum < 0);
    for (seat, sign) in SIGNS.iter().enumerate() {
        let own = if seat % 2 == 0 { sum } else { -sum };
        let has_won = seat % 2 == winners;
        let place = if has_won { 1 } else { 2 };
        let begins = format!("**{place}.** {sign} ");
        let at = lines.iter().position(|line| line.starts_with(&begins));
        let at = at.unwrap_or_else(|| panic!("no {begins}: {standing}"));
        assert_eq!(at < 4, has_won, "{standing}");
        let points = format!(" · {} point", below_nothing(own));
        assert!(lines[at].contains(&points), "{points}: {standing}");
        assert_eq!(lines[at].contains("· **won**"), has_won, "{standing}");
    }
}
