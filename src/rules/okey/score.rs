//! What a win is worth, and how a game ends (Okey rules 7 to 9).

use super::options::{EndMode, MOST_ROUNDS, MonoColour, Options, PairsJoker, ResultMode};
use super::{Win, WinKind};
use crate::tile::{Colour, Face, Tile};
use crate::{Outcome, PerSeat, Seat, Seats, Standing, meld};

/// What a finish is: the best reading of fourteen tiles and a discard, or `None` if they do not win (Okey rules 7.3).
pub fn judge(options: &Options, fourteen: &[Tile], discard: Tile, okey: Face) -> Option<Win> {
    if fourteen.len() != 14 {
        return None;
    }
    let win = |kind, melds| Win {
        discard,
        kind,
        melds,
        joker_finish: discard.is_joker(okey),
        loss: loss(
            options,
            kind,
            discard.is_joker(okey),
            colour(fourteen, okey),
        ),
    };
    let ordinary = meld::partition(fourteen, okey).map(|melds| win(WinKind::Ordinary, melds));
    let pairs = Some(meld::pairs(fourteen, okey))
        .filter(|pairs| pairs.len() == 7)
        .map(|pairs| win(WinKind::Pairs, pairs));
    match (ordinary, pairs) {
        (Some(ordinary), Some(pairs)) if pairs.loss > ordinary.loss => Some(pairs),
        (Some(ordinary), _) => Some(ordinary),
        (None, pairs) => pairs,
    }
}

/// Whether fourteen tiles win, however (Okey rules 7.1 and 7.2).
pub fn wins(fourteen: &[Tile], okey: Face) -> bool {
    meld::is_win(fourteen, okey)
}

/// The colour all tiles but the jokers have. In an ordinary win it makes all melds runs of that colour:
/// a set would need two colours, or two jokers beside one tile, and then the three are a run as well.
fn colour(tiles: &[Tile], okey: Face) -> Option<Colour> {
    let mut colours = tiles
        .iter()
        .filter(|tile| !tile.is_joker(okey))
        .map(|tile| tile.face().unwrap_or(okey).colour());
    let first = colours.next()?;
    colours.all(|colour| colour == first).then_some(first)
}

impl Win {
    /// Whether it costs twice as much because it has a single colour: where that counts at this table (Okey rules 7.6).
    pub fn is_one_colour(&self, options: &Options) -> bool {
        self.loss > loss(options, self.kind, self.joker_finish, None)
    }
}

/// Okey rules 8.2: 2 × P × D × C.
fn loss(options: &Options, kind: WinKind, joker_finish: bool, colour: Option<Colour>) -> i32 {
    let pairs = kind == WinKind::Pairs;
    let colour_counts = match options.mono_colour {
        MonoColour::Off => false,
        MonoColour::Any => colour.is_some(),
        MonoColour::RedBlack => matches!(colour, Some(Colour::Red | Colour::Black)),
    };
    let joker_counts = joker_finish && !(pairs && options.pairs_joker == PairsJoker::Max);
    let doublings = [
        pairs,
        joker_counts,
        colour_counts && (!pairs || options.mono_pairs),
    ];
    2 << doublings.into_iter().filter(|doubled| *doubled).count()
}

/// The side a seat plays for.
pub fn side(options: &Options, seat: Seat) -> u8 {
    let index = seat.index() as u8;
    if options.partnership {
        index % 2
    } else {
        index
    }
}

/// What the rules make of the scores after a round (Okey rules 9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who leaves the game.
    pub leaving: Seats,
    /// Whether the game is over.
    pub is_over: bool,
}

/// What follows from the scores after round number `round`.
pub fn ending(options: &Options, scores: &PerSeat<i32>, active: Seats, round: u32) -> Ending {
    let bust: Seats = active.iter().filter(|seat| scores[*seat] <= 0).collect();
    let most = match options.max_rounds {
        0 => MOST_ROUNDS,
        most => most,
    };
    match options.end_mode {
        EndMode::FirstBust => Ending {
            leaving: Seats::NONE,
            is_over: round >= most || !bust.is_empty(),
        },
        EndMode::Elimination => Ending {
            leaving: bust,
            is_over: round >= most || active.len() - bust.len() <= 1,
        },
    }
}

/// The result of a game that is over. `left` says after which round a seat left, for those who did.
pub fn standing(options: &Options, scores: &PerSeat<i32>, left: &PerSeat<Option<u32>>) -> Standing {
    // Okey rules 9.3: who stayed longer is higher, then the score.
    let worth = scores.map(|seat, score| (left[seat].unwrap_or(u32::MAX), *score));
    let sides = scores.map(|seat, _| side(options, seat));
    let places = worth.map(|_, own| {
        let better: Seats = worth
            .iter()
            .filter(|(_, other)| *other > own)
            .filter_map(|(seat, _)| Seat::new(usize::from(sides[seat])))
            .collect();
        1 + better.len() as u8
    });
    let four_two = scores.len() == 4
        && !options.partnership
        && options.end_mode == EndMode::FirstBust
        && options.result_mode.unwrap_or_default() == ResultMode::TwoTop;
    Standing {
        points: scores.clone(),
        places,
        outcomes: outcomes(&worth, if four_two { 2 } else { 1 }),
        sides,
    }
}

/// Okey rules 9.2: who won and who lost when the first `k` and the last `k` do.
fn outcomes<T: Ord>(worth: &PerSeat<T>, k: usize) -> PerSeat<Outcome> {
    worth.map(|_, own| {
        let at_least = worth.values().filter(|other| *other >= own).count();
        let at_most = worth.values().filter(|other| *other <= own).count();
        let highest = at_most == worth.len();
        let lowest = at_least == worth.len();
        if highest || at_least <= k {
            Outcome::Won
        } else if lowest || at_most <= k {
            Outcome::Lost
        } else {
            Outcome::Neither
        }
    })
}
