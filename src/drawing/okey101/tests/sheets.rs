//! Score sheets of 101, read as data.

use super::games::Played;
use super::{BOARD, board, drawn, hidden, is_inside, says};
use crate::paint;
use crate::rules::okey101::score::{Ending, Finish, Line};
use crate::rules::okey101::view::RoundResult;
use crate::rules::okey101::{Options, View};
use crate::rules::{PerSeat, Seat};
use crate::scene::Badge;
use crate::tests::{seat, tiles_on};

/// A table after so many rounds of twenty-one.
fn after(rounds: usize, options: &Options) -> View {
    let options = Options {
        rounds: 21,
        ..options.clone()
    };
    let mut played = Played::new(3, 4, &options);
    for _ in 0..rounds {
        played.deal();
        while played.step().is_some() {}
    }
    played.watched()
}

/// The most rows of a sheet.
const MOST: usize = 11;

/// A number with the minus of the font.
fn signed(points: i32) -> String {
    points.to_string().replace('-', "−")
}

#[test]
fn after_a_round_the_sheet_shows_what_it_cost_and_who_leads() {
    for teams in [false, true] {
        let options = Options {
            teams,
            ..Options::default()
        };
        for rounds in [1, 2, 11, 12, 21] {
            let view = after(rounds, &options);
            let scene = board(&view);
            assert!(is_inside(&scene), "{rounds} rounds");
            assert_eq!(hidden(&scene), [], "{rounds} rounds");
            assert!(paint(&scene).len() <= BOARD);
            let last = view.sheet.last().expect("a round was played");
            for points in last.values().chain(view.counting.values()) {
                assert!(says(&scene, &signed(*points)));
            }
            // Only a result has a winner: a table may also close without one.
            let has_ended = view.standing.is_some();
            assert_eq!(drawn(&scene, Badge::Crown) > 0, has_ended);
            // Every round is part of what the rows say.
            let together = rounds.saturating_sub(MOST - 1);
            let label = format!("1−{together}");
            assert_eq!(says(&scene, &label), rounds > MOST, "{rounds} rounds");
            if rounds > MOST {
                for seat in Seat::all(4) {
                    let first = view.sheet[..together].iter();
                    let sum: i32 = first.map(|costs| costs[seat]).sum();
                    assert!(says(&scene, &signed(sum)), "{rounds} rounds");
                }
            }
            assert_eq!(tiles_on(&scene).count(), 0);
        }
    }
}

#[test]
fn the_sheet_marks_the_finisher_and_a_cancelled_round() {
    let mut view = after(3, &Options::default());
    let lines = PerSeat::new(4, |seat| Line {
        acts: if seat.index() == 0 { 101 } else { 0 },
        ..Line::default()
    });
    let mut ended = |ending, counted| {
        view.result = Some(RoundResult {
            ending,
            counted,
            lines: lines.clone(),
        });
        board(&view)
    };
    let finish = Finish {
        seat: seat(2),
        joker: true,
        doubles: false,
        elden: true,
    };
    let finished = ended(Ending::Finished(finish), true);
    assert_eq!(drawn(&finished, Badge::Laurel), 1);
    assert_eq!(drawn(&finished, Badge::Costs), 1);
    assert!(says(&finished, "×4"));
    let exhausted = ended(Ending::Exhausted, true);
    assert_eq!(drawn(&exhausted, Badge::Laurel), 0);
    assert!(!says(&exhausted, "×"));
    let cancelled = ended(Ending::Cancelled, false);
    assert!(says(&cancelled, "×") && says(&cancelled, "4"));
    for scene in [finished, exhausted, cancelled] {
        assert!(is_inside(&scene));
        assert_eq!(hidden(&scene), []);
    }
}

#[test]
fn the_highest_amounts_stay_in_their_columns() {
    let mut played = Played::new(3, 4, &Options::default());
    played.deal();
    while played.step().is_some() {}
    let mut view = played.watched();
    view.sheet = vec![PerSeat::new(4, |_| 40_404), PerSeat::new(4, |_| -80_808)];
    view.totals = PerSeat::new(4, |_| -123_456);
    view.counting = view.totals.clone();
    let scene = board(&view);
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
}
