//! Boards: what was told already, what happened since, how it ended, and the buttons of every game.

use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{button, happened, sign, standing_lines};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::rules::{PerSeat, Seat, Standing};
use crate::tables::{Look, Sitter};

/// Up to which move of a round somebody was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    /// The round.
    pub round: u32,
    /// How many moves of it.
    pub moves: usize,
}

impl Told {
    /// How many moves of this round were told.
    fn moves_of(self, round: u32) -> usize {
        if self.round == round { self.moves } else { 0 }
    }
}

/// Nobody is to act any more, although the round was not played to its end.
pub(crate) fn has_ended_early(look: &Look, standing: Option<&Standing>) -> bool {
    !look.is_live() && standing.is_none()
}

/// What happened lately as a line: everything since `told`, and at least so many moves.
///
/// `tell` says nothing of what stands elsewhere.
pub(crate) fn history<M>(
    words: Words,
    (round, history): (u32, &[M]),
    told: Option<Told>,
    least: usize,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    let new = told.map_or(0, |told| {
        let untold = history.iter().skip(told.moves_of(round));
        untold.filter_map(&tell).count()
    });
    happened(words, history.iter().filter_map(&tell), new.max(least))
}

/// Who plays together at a table of four, opposite seats, and the points of each two.
pub(crate) fn teams_line(words: Words, points: &PerSeat<i32>) -> String {
    let teams = points.iter().take(2).map(|(seat, points)| {
        let partner = seat.next(4).next(4);
        words.board_team(&format!("{}{}", sign(seat), sign(partner)), *points)
    });
    words.board_teams(&teams.collect::<Vec<_>>().join(" · "))
}

/// The same for whoever cannot see who sits where.
pub(crate) fn alt_teams(words: Words, points: &PerSeat<i32>) -> String {
    let spoken = |seat: Seat| words.sign_spoken(seat.index());
    let team = |(seat, points): (Seat, &i32)| {
        let partner = seat.next(4).next(4);
        words.alt_team(&spoken(seat), &spoken(partner), *points)
    };
    let teams = points.iter().take(2).map(team);
    words.alt_teams(&teams.collect::<Vec<_>>().join(", "))
}

/// Whether somebody may press a move of this seat: nobody, where a computer has it as its own. Who is away comes back by pressing.
pub(crate) fn is_pressed_by_a_person(look: &Look, seat: Seat) -> bool {
    let person = look.seats.get(seat).and_then(Sitter::person);
    person.is_some_and(|person| !person.is_nobody())
}

/// How the game ended, best first; nothing before it has.
pub(crate) fn final_lines(reader: Reader<'_>, standing: Option<&Standing>) -> Vec<String> {
    let lines = standing.map(|standing| standing_lines(reader, standing));
    lines.unwrap_or_default()
}

/// When the next round begins, or for whom it waits.
pub(crate) fn onward_line(reader: Reader<'_>) -> Option<String> {
    let Reader { words, look, .. } = reader;
    // Where a table closes some day no round is dealt until somebody is back.
    look.next_round_at.map(|at| match look.closes_at {
        Some(closes) => words.next_round_rests(&look.countdown_to(closes), look.game.id()),
        None => words.next_round(&look.countdown_to(at), look.game.id()),
    })
}

/// The ways of everybody: to the next round, and to their own rack.
pub(crate) fn ways(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let next = button(look, Verb::Next, words.button_next(look.game.id())).tone(Tone::Main);
    let mut ways: Vec<Button> = look.next_round_at.map(|_| next).into_iter().collect();
    ways.push(button(look, Verb::Rack, words.button_rack()).emoji("👀"));
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Game, Viewer};
    use crate::tables::Moment;

    /// Between two rounds of Okey for four; the next is dealt, or the table closes if nobody is back.
    fn told(closes: bool) -> String {
        let game = AnyGame::new(&GameId::Okey.default_options(), 4);
        let mut look = staged(&game, Viewer::Watcher);
        look.next_round_at = Some(Moment::from_unix_ms(1_790_000_000_000));
        look.closes_at = closes.then_some(Moment::from_unix_ms(1_790_600_000_000));
        onward_line(Reader::new(Words::of("en"), &look)).unwrap_or_default()
    }

    #[test]
    fn while_a_game_of_days_rests_the_moment_is_told_at_which_it_closes_and_none_of_the_next_round()
    {
        for rests in [true, false] {
            let told = told(rests);
            assert_eq!(told.contains("somebody is back"), rests, "{told}");
            assert_eq!(told.contains("<t:1790600000:R>"), rests, "{told}");
            assert_eq!(told.contains("<t:1790000000:R>"), !rests, "{told}");
        }
    }
}
