//! How an adversary tries a game: which action of which seat comes next.

use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyGame, GameId};
use crate::rules::seat::MOST_SEATS;
use crate::rules::{Dice, Game, Seat, Viewer};

use super::mutated::mutated;

/// A game that adversaries can try.
pub trait Tried: Game {
    /// What somebody would do who wants to win; `None` if nothing is listed.
    fn thought(&self, seat: Seat, listed: &[Self::Action], dice: &mut Dice)
    -> Option<Self::Action>;

    /// A wish of another game; `None` where there is none.
    fn strange(&self, dice: &mut Dice) -> Option<Self::Action>;
}

/// One of so many thoughts is that of a computer that thinks longer.
const THOUGHTFUL: u32 = 16;

impl Tried for AnyGame {
    fn thought(&self, seat: Seat, listed: &[AnyAction], dice: &mut Dice) -> Option<AnyAction> {
        let level = match dice.below(THOUGHTFUL) {
            0 => Level::default(),
            _ => Level::Easy,
        };
        level.choose(&self.view(Viewer::Seat(seat)), listed, dice)
    }

    fn strange(&self, dice: &mut Dice) -> Option<AnyAction> {
        let others = GameId::RELEASED.iter().copied();
        let others: Vec<GameId> = others.filter(|game| *game != self.game()).collect();
        let other = *dice.any(&others);
        let game = AnyGame::new(&other.default_options(), *other.seats().end());
        Some(game.written(seat_from(MOST_SEATS, dice), dice))
    }
}

/// Where a tried action comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Listed for a seat that is to act: any of them.
    Listed,
    /// Listed for a seat that is to act: the one that a computer chooses.
    Thought,
    /// What the rules do at zero for a seat that is to act.
    AtZero,
    /// What the table does unasked for some seat.
    Unasked,
    /// Listed for a seat that may act out of turn.
    Interjected,
    /// Listed for one seat, and tried by another, which need not exist.
    Foreign,
    /// Anything that some seat could write, whether it is to act or exists or not.
    Written,
    /// A listed or written action with one change.
    Mutated,
    /// A wish of another game.
    Strange,
}

impl Way {
    /// Every way.
    pub const ALL: [Self; 9] = [
        Self::Listed,
        Self::Thought,
        Self::AtZero,
        Self::Unasked,
        Self::Interjected,
        Self::Foreign,
        Self::Written,
        Self::Mutated,
        Self::Strange,
    ];

    /// Its name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Thought => "thought",
            Self::AtZero => "at_zero",
            Self::Unasked => "unasked",
            Self::Interjected => "interjected",
            Self::Foreign => "foreign",
            Self::Written => "written",
            Self::Mutated => "mutated",
            Self::Strange => "strange",
        }
    }

    /// Of 32 tries so many go each way: games have to get on, and what is not allowed has to be tried everywhere.
    fn any(dice: &mut Dice) -> Self {
        match dice.below(32) {
            0..=3 => Self::Listed,
            4..=9 => Self::Thought,
            10 => Self::AtZero,
            11 => Self::Unasked,
            12..=13 => Self::Interjected,
            14..=17 => Self::Foreign,
            18..=25 => Self::Written,
            26..=30 => Self::Mutated,
            _ => Self::Strange,
        }
    }
}

/// What is listed for each seat there could be.
pub(super) type Lists<G> = Vec<(Seat, Vec<<G as Game>::Action>)>;

pub(super) fn lists<G: Game>(game: &G) -> Lists<G> {
    Seat::all(MOST_SEATS)
        .map(|seat| (seat, game.actions(seat)))
        .collect()
}

pub(super) fn seat_from(seats: usize, dice: &mut Dice) -> Seat {
    let all: Vec<Seat> = Seat::all(seats).collect();
    *dice.any(&all)
}

/// The next action to try, of whom, and where it comes from.
pub(super) fn next<G: Tried>(
    game: &G,
    lists: &Lists<G>,
    dice: &mut Dice,
) -> (Way, Seat, G::Action) {
    let way = Way::any(dice);
    if let Some((seat, action)) = by_way(way, game, lists, dice) {
        return (way, seat, action);
    }
    let seat = somebody(game, dice);
    (Way::Written, seat, game.written(seat, dice))
}

fn by_way<G: Tried>(
    way: Way,
    game: &G,
    lists: &Lists<G>,
    dice: &mut Dice,
) -> Option<(Seat, G::Action)> {
    let acting: Vec<Seat> = game.waiting().seats.iter().collect();
    match way {
        Way::Listed => any_of(lists, &acting, dice),
        Way::Thought => {
            let seat = any(&acting, dice)?;
            let listed = &lists[seat.index()].1;
            Some((seat, game.thought(seat, listed, dice)?))
        }
        Way::AtZero => {
            let seat = any(&acting, dice)?;
            Some((seat, game.at_zero(seat)))
        }
        Way::Unasked => {
            let seat = somebody(game, dice);
            Some((seat, game.unasked(seat)?.ok()?))
        }
        Way::Interjected => {
            let seats: Vec<Seat> = game.may_interject().iter().collect();
            any_of(lists, &seats, dice)
        }
        Way::Foreign => {
            let (_, action) = any_of(lists, &all(), dice)?;
            Some((seat_from(MOST_SEATS, dice), action))
        }
        Way::Written => None,
        Way::Mutated => {
            let seat = somebody(game, dice);
            let other = game.written(seat, dice);
            let own = any_of(lists, &[seat], dice).map(|(_, action)| action);
            let own = own.unwrap_or_else(|| game.written(seat, dice));
            Some((seat, mutated(&own, &other, dice)?))
        }
        Way::Strange => Some((somebody(game, dice), game.strange(dice)?)),
    }
}

fn all() -> Vec<Seat> {
    Seat::all(MOST_SEATS).collect()
}

fn any(seats: &[Seat], dice: &mut Dice) -> Option<Seat> {
    (!seats.is_empty()).then(|| *dice.any(seats))
}

/// A listed action of one of these seats that has any.
fn any_of<A: Clone>(
    lists: &[(Seat, Vec<A>)],
    seats: &[Seat],
    dice: &mut Dice,
) -> Option<(Seat, A)> {
    let having = seats
        .iter()
        .filter(|seat| !lists[seat.index()].1.is_empty());
    let having: Vec<Seat> = having.copied().collect();
    let seat = any(&having, dice)?;
    Some((seat, dice.any(&lists[seat.index()].1).clone()))
}

/// Mostly a seat that is to act, else any, which need not exist.
fn somebody<G: Game>(game: &G, dice: &mut Dice) -> Seat {
    let acting: Vec<Seat> = game.waiting().seats.iter().collect();
    match any(&acting, dice) {
        Some(seat) if dice.below(3) > 0 => seat,
        _ => seat_from(MOST_SEATS, dice),
    }
}
