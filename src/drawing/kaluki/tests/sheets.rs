//! Score sheets of Kaluki, read as data.

use super::samples::{after, early_out, worked};
use super::{BOARD, board, cards_on, drawn, hidden, is_inside, says};
use crate::kaluki::book::entries;
use crate::kaluki::{summed, summed_deals};
use crate::paint;
use crate::rules::kaluki::options::{MatchMode, Settlement};
use crate::rules::kaluki::score::{DealResult, Ending, Line};
use crate::rules::kaluki::view::Phase;
use crate::rules::kaluki::{Options, View};
use crate::rules::{PerSeat, Seats};
use crate::scene::{Badge, Ink, Item, Scene};
use crate::tests::seat;

/// The numbers of a row as a person would write them: points or a star, penalty points, units.
fn row(view: &View, deal: usize) -> String {
    let entries = entries(view);
    let entry = &entries[deal];
    let cell = |seat| {
        let cell = entry.cells[seat].expect("nobody had left");
        let points = match entry.call_up {
            by if by.seat == seat && by.kaluki => "*K".to_owned(),
            by if by.seat == seat => "*".to_owned(),
            _ => cell.points.to_string(),
        };
        let bought = if cell.is_bought { "b" } else { "" };
        format!("{points} {}{bought} {:+}", cell.total, cell.ledger)
    };
    let cells: Vec<_> = view.totals.iter().map(|(seat, _)| cell(seat)).collect();
    cells.join(" | ")
}

#[test]
fn the_worked_match_is_told_exactly() {
    // Kaluki rules 15.2.
    let rows = [
        "85 85 -1 | 42 42 -1 | * 0 +3 | 62 62 -1",
        "* 85 +2 | 50 92 -2 | 45 45 +2 | 22 84 -2",
        "38 123 +0 | 53 145 -4 | *K 45 +8 | 8 92 -4",
        "4 127 -1 | 9 127b -5 | 53 98 +7 | * 92 -1",
        "29 156 -2 | 71 198 -6 | * 98 +10 | 82 174 -2",
    ];
    for deals in 1..=5 {
        let view = worked(deals);
        let told: Vec<_> = (0..deals).map(|deal| row(&view, deal)).collect();
        assert_eq!(told, rows[..deals]);
    }
}

#[test]
fn the_worked_match_is_drawn_in_the_form_of_its_sheet() {
    let scene = board(&worked(5));
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
    assert_eq!(cards_on(&scene).count(), 0);
    assert_eq!(drawn(&scene, Badge::Won), 5);
    assert_eq!(drawn(&scene, Badge::Sweep), 1);
    assert_eq!(drawn(&scene, Badge::Crown), 1);
    for text in [
        "+85", "(127)", "198", "+10", "−6", "25", "−16", "+30", "2", "3", "4",
    ] {
        assert!(says(&scene, text), "{text}");
    }
    // Before the end the pool is nobody's: the ledger alone, or what was paid with it (Kaluki rules 11).
    let mut view = worked(3);
    assert!(says(&board(&view), "+8") && !says(&board(&view), "+3K"));
    view.options.settlement = Settlement::PerDeal;
    view.totals = view.ledger.map(|_, ledger| ledger - 50);
    assert!(says(&board(&view), "−42"));
}

/// Whether a number of this ink stands there.
fn says_in(scene: &Scene, number: &str, with: Ink) -> bool {
    scene
        .items
        .iter()
        .any(|item| matches!(item, Item::Text { text, ink, .. } if text == number && *ink == with))
}

#[test]
fn who_is_asked_to_buy_in_stays_asked_until_all_have_answered() {
    let mut view = worked(4);
    view.penalties = [154, 154, 98, 92].into_iter().collect();
    view.buy_ins = PerSeat::new(4, |_| 0);
    view.buy_in_at = Some(98);
    let asked = |view: &mut View, seats: Seats| {
        view.phase = Phase::BuyIn(seats);
        board(view)
    };
    let both: Seats = [seat(0), seat(1)].into_iter().collect();
    let scene = asked(&mut view, both);
    assert_eq!(drawn(&scene, Badge::Lifebuoy), 2);
    assert!(says_in(&scene, "98", Ink::Ebony));
    assert_eq!(hidden(&scene), []);
    // Kaluki rules 7.4: nobody sees who has answered, or what.
    assert_eq!(asked(&mut view, Seats::only(seat(1))), scene);
}

#[test]
fn sheets_of_whole_matches_hide_nothing_and_stay_small() {
    for seed in 0..4 {
        let seats = 2 + seed as usize % 4;
        let options = [
            Options::default(),
            Options {
                match_mode: MatchMode::FixedDeals(25),
                kaluki_doubles_penalty: true,
                ..Options::default()
            },
        ];
        for options in options {
            for deals in [1, 5, 9, 10, 25] {
                let view = after(seed, seats, &options, deals);
                let scene = board(&view);
                assert!(is_inside(&scene), "{seed}: {deals}");
                assert_eq!(hidden(&scene), [], "{seed}: {deals}");
                assert!(paint(&scene).len() <= BOARD);
                for (seat, penalty) in view.penalties.iter() {
                    let is_in = view.left[seat].is_none();
                    let bought = format!("({penalty})");
                    let is_said = says(&scene, &penalty.to_string()) || says(&scene, &bought);
                    assert!(is_said || !is_in, "{seed}: {penalty}");
                }
                assert_eq!(
                    drawn(&scene, Badge::Crown) > 0,
                    view.standing.is_some(),
                    "{seed}: {deals}"
                );
            }
        }
    }
}

/// What the rules came to and what the sheet works out from its rows are the same.
#[test]
fn the_sheet_agrees_with_the_penalties_and_the_ledger() {
    let mut bought = 0;
    for seed in 0..6 {
        let seats = 3 + seed as usize % 3;
        for deals in (1..12).step_by(2) {
            let view = after(seed, seats, &Options::default(), deals);
            let entries = entries(&view);
            let cells = entries.iter().flat_map(|entry| entry.cells.values());
            bought += cells.flatten().filter(|cell| cell.is_bought).count();
            let last = |seat| entries.iter().rev().find_map(|entry| entry.cells[seat]);
            for (seat, penalty) in view.penalties.iter() {
                let cell = last(seat).expect("everybody played once");
                assert_eq!((cell.total, cell.ledger), (*penalty, view.ledger[seat]));
            }
        }
    }
    assert!(bought > 0, "somebody bought in");
}

/// Whoever was out before the deals that have a row of their own has a number in the row that sums those before.
#[test]
fn who_went_out_early_is_not_forgotten() {
    let view = early_out();
    let result = view.result.as_ref().expect("a deal is over");
    assert_eq!(summed_deals(&view, result), 5);
    let sums = summed(&view, 5);
    assert_eq!((sums[seat(1)].won, sums[seat(1)].total), (0, 154));
    assert_eq!((sums[seat(2)].won, sums[seat(2)].total), (2, 103));
    let scene = board(&view);
    assert!(says(&scene, "1−5") && says(&scene, "154"));
    let is_red = |item: &Item| matches!(item, Item::Bar { ink: Ink::Red, .. });
    assert!(scene.items.iter().any(is_red));
    assert_eq!(hidden(&scene), []);
}

#[test]
fn a_void_deal_is_crossed_out() {
    let mut view = worked(2);
    view.deal = 3;
    view.result = Some(DealResult {
        ending: Ending::Stalled,
        lines: PerSeat::new(4, |_| Line::default()),
    });
    let scene = board(&view);
    assert!(says(&scene, "×") && says(&scene, "3"));
    assert_eq!(drawn(&scene, Badge::Won), 2);
    assert_eq!(hidden(&scene), []);
}

#[test]
fn without_units_nobody_is_told_of_any() {
    for is_over in [false, true] {
        let mut view = worked(if is_over { 5 } else { 3 });
        view.options = Options {
            stake_call_up: 0,
            stake_kaluki: 0,
            stake_initial: 0,
            stake_buy_in: 0,
            ..view.options
        };
        let scene = board(&view);
        assert_eq!(drawn(&scene, Badge::Coin), 0);
        assert_eq!(drawn(&scene, Badge::Pool), 0);
        assert!(!says(&scene, "+30") && !says(&scene, "−4"));
        // Who won, and with a Kaluki, is told all the same.
        assert_eq!(drawn(&scene, Badge::Sweep), 1);
    }
}

#[test]
fn the_highest_amounts_stay_in_their_columns() {
    let mut view = after(4, 5, &Options::default(), 2);
    for lines in &mut view.sheet {
        *lines = PerSeat::new(5, |_| Line {
            stake: -40_000,
            points: 10_150,
        });
    }
    view.penalties = PerSeat::new(5, |_| 20_300);
    view.ledger = PerSeat::new(5, |_| -80_000);
    view.pool = 250_000;
    let scene = board(&view);
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
}

#[test]
fn a_sheet_of_few_rows_is_not_half_empty() {
    for (deals, height) in [(1, 474), (2, 474), (3, 780), (5, 780)] {
        let scene = board(&worked(deals));
        assert_eq!(scene.size().1, height, "{deals}");
        assert!(is_inside(&scene) && hidden(&scene).is_empty(), "{deals}");
    }
}
