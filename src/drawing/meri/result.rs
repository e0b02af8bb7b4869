//! What a match of Hachinin-meri came to: the best yaku of its last round, or its last trick, and everybody's points.

use super::teams::signed;
use crate::Scene;
use crate::packs::PieceFace;
use crate::packs::karuta::{self, KarutaFace};
use crate::result::{self, Shown, Summary};
use crate::rules::karuta::Karuta;
use crate::rules::meri::View;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::view::Taken;
use crate::rules::{PerSeat, Standing};
use crate::scene::{Badge, PieceSize};
use crate::signs::Sitter;

/// The sizes in which karuta lie.
const SIZES: [PieceSize; 3] = [karuta::LARGE, karuta::MEDIUM, karuta::MODEST];

/// The picture of a match that is over; `None` before.
pub fn result(view: &View, sitters: &PerSeat<Sitter>) -> Option<Scene> {
    let standing = view.standing.as_ref()?;
    let summary = Summary {
        standing,
        points: reached(view, standing),
        shown: shown(view),
    };
    Some(result::result(&summary, sitters))
}

/// What everybody has at the end, as the picture writes it.
pub fn reached(view: &View, standing: &Standing) -> PerSeat<String> {
    // A difference has its sign; kiri and hitoshōbu are counted (Hachinin-meri rules 11).
    let written = |points: i32| match view.options.match_length {
        MatchLength::Hitomaki | MatchLength::Hitokiri => signed(points),
        MatchLength::Hitoshobu | MatchLength::Honshobu => points.to_string(),
    };
    standing.points.map(|_, points| written(*points))
}

/// The trick with the best yaku of the last round, or without any the last one that a winner took; with its number, from 1.
pub fn finest(view: &View) -> Option<(usize, &Taken)> {
    let tricks = || (1..).zip(&view.tricks);
    let made = tricks().filter(|(_, taken)| taken.made.is_some());
    let worth = |taken: &Taken| taken.made.and_then(|made| made.value);
    let best = made.max_by_key(|(_, taken)| worth(taken));
    let has_won = |taken: &Taken| {
        let standing = view.standing.as_ref();
        standing.is_some_and(|standing| standing.places[taken.winner] == 1)
    };
    best.or_else(|| tricks().filter(|(_, taken)| has_won(taken)).last())
}

fn shown(view: &View) -> Option<Shown> {
    let ((_, taken), trump) = (finest(view)?, view.trump()?);
    let (groups, lit, badge) = match taken.made {
        Some(made) => (vec![faces(made.yaku.pair(trump))], None, Badge::Beats),
        None => {
            // The karuta that took the trick lies apart from the others, which follow in the order of play.
            let plays = |took: bool| {
                let plays = taken.plays.iter();
                let plays = plays.filter(move |play| (play.seat == taken.winner) == took);
                faces(plays.filter_map(|play| play.karuta))
            };
            let groups = vec![plays(true), plays(false)];
            let lit = groups[0].first().copied();
            (groups, lit, Badge::Won)
        }
    };
    Some(Shown {
        seat: taken.winner,
        groups,
        sizes: &SIZES,
        lit,
        badge,
    })
}

fn faces(all: impl IntoIterator<Item = Karuta>) -> Vec<PieceFace> {
    let all = all.into_iter();
    all.map(|karuta| KarutaFace::Open(karuta).into()).collect()
}
