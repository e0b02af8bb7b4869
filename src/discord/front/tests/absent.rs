//! What is told of people who are away, and to whoever comes back, at every step of a whole game.

use super::worlds::{TABLES, walk};
use crate::discord::pages::games;
use crate::discord::pages::kit::rows::{IN_A_ROW, ROWS};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, sign};
use crate::discord::wire::note::Button;
use crate::rules::{Seat, Viewer};
use crate::tables::{Life, Look, Sitter};

/// What stands before the moves that were made lately in somebody's seat.
const LATELY: &str = "The last moves in your seat: ";

fn board(look: &Look) -> Body {
    games::board(Reader::public(look), None).expect("it was dealt")
}

fn panel(look: &Look) -> Body {
    games::panel(Reader::public(look), None).expect("it was dealt")
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

fn goes_away(look: &mut Look, seat: Seat) {
    if let Sitter::Person { away, .. } = &mut look.seats[seat] {
        *away = true;
    }
}

#[test]
fn a_board_says_once_what_it_means_to_be_away() {
    for table in TABLES {
        walk(table, 1, |step, stop| {
            let mut look = stop.look(Viewer::Watcher);
            let all: Vec<Seat> = Seat::all(look.seats.len()).collect();
            for seat in &all {
                goes_away(&mut look, *seat);
            }
            look.seats_drawn = true;
            let text = board(&look).text;
            let once = usize::from(look.life == Life::Playing);
            let said = text.matches("A computer plays").count();
            assert_eq!(said, once, "{table:?}, step {step}: {text}");
            let signs = text.matches("💤").count();
            // One beside each seat, and one where it is said what it means.
            let wanted = once * (all.len() + 1);
            assert_eq!(signs, wanted, "{table:?}, step {step}: {text}");
            // Their panels say it of themselves alone.
            let mut own = stop.look(Viewer::Seat(seat(1)));
            own.was_away = false;
            goes_away(&mut own, seat(0));
            let text = panel(&own).text;
            assert!(!text.contains("💤"), "{table:?}, step {step}: {text}");
        });
    }
}

#[test]
fn whoever_is_away_has_a_button_to_come_back_with() {
    for table in TABLES {
        walk(table, 2, |step, stop| {
            for viewer in (0..2).map(|index| Viewer::Seat(seat(index))) {
                let mut look = stop.look(viewer);
                let is_back = |one: &&Button| one.label == "I'm back";
                let rows = panel(&look).rows;
                assert!(!rows.iter().flatten().any(|one| is_back(&one)));
                goes_away(&mut look, viewer.seat().expect("a seat"));
                // No time runs for whoever a computer plays for.
                look.deadline = None;
                let Body { text, rows, .. } = panel(&look);
                let is_played = look.life == Life::Playing && look.next_round_at.is_none();
                let wanted = usize::from(is_played && !look.is_out());
                let said = text.matches("until you press **I'm back**").count();
                assert_eq!(said, wanted, "{table:?}, step {step}: {text}");
                let found = rows.iter().flatten().filter(is_back).count();
                assert_eq!(found, wanted, "{table:?}, step {step}: {rows:?}");
                let mut ids: Vec<&str> = rows.iter().flatten().map(|one| &one.id[..]).collect();
                ids.sort_unstable();
                ids.dedup();
                assert_eq!(ids.len(), rows.iter().flatten().count(), "{rows:?}");
                let fits = rows.len() <= ROWS && rows.iter().all(|row| row.len() <= IN_A_ROW);
                assert!(fits, "{table:?}, step {step}: {rows:?}");
                if wanted == 1 {
                    let last = rows.last().and_then(|row| row.first());
                    let last = last.filter(is_back).expect("first in the last row");
                    assert!(last.enabled && last.id.contains(":rack"), "{last:?}");
                }
            }
        });
    }
}

#[test]
fn whoever_comes_back_reads_what_was_done_in_their_seat() {
    for table in TABLES {
        let (mut lately, mut since) = ([0; 2], 0);
        walk(table, 3, |step, stop| {
            let own = seat(1);
            for (kind, slept) in [true, false].into_iter().enumerate() {
                let mut look = stop.look(Viewer::Seat(own));
                (look.slept, look.was_away) = (slept, !slept);
                let text = panel(&look).text;
                assert!(!text.contains("Since your last turn"), "{step}: {text}");
                since += text.matches("Since the last turn in your seat:").count();
                let Some((_, told)) = text.split_once(LATELY) else {
                    continue;
                };
                lately[kind] += 1;
                let line = told.lines().next().unwrap_or_default();
                let moves: Vec<&str> = line.split(" · ").filter(|told| *told != "…").collect();
                assert!((1..=3).contains(&moves.len()), "{table:?}: {line}");
                for told in moves {
                    assert!(told.contains(sign(own)), "{table:?}, step {step}: {line}");
                }
            }
            // Nobody who did everything themselves is told so.
            let mut look = stop.look(Viewer::Seat(own));
            look.was_away = false;
            let text = panel(&look).text;
            assert!(!text.contains(LATELY) && !text.contains("in your seat"));
        });
        assert!(lately.iter().all(|told| *told > 0), "{table:?}: {lately:?}");
        assert!(since > 0, "{table:?}: never since the last turn in a seat");
    }
}
