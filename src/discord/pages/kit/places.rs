//! Places of buttons: what is pressed twice, quickly, does what was meant and nothing else.
//!
//! After a move nothing else that can be pressed stands where it was pressed, on a full page nothing but what leads to another
//! page; after a press that only led to a page, no move does. What would stand there goes on by one place, for as long as this page stands.

use super::rows::{IN_A_ROW, ROWS};
use crate::discord::pages::games::{self, AnyPress};
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::{Press, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::wire::note::{Button, Tone};

/// Where a button stood that was just pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Counted from above, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
    /// The button as it stood there.
    pub button: Button,
}

/// What a press came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Did {
    /// A move, made or refused.
    Move,
    /// Something that changes nothing for others.
    Page,
}

/// These rows, with nothing else at this place that could be pressed by mistake.
pub(crate) fn kept(
    reader: Reader<'_>,
    mut rows: Vec<Vec<Button>>,
    (place, did): (&Place, Did),
) -> Vec<Vec<Button>> {
    let there = rows.get(place.row).and_then(|row| row.get(place.column));
    let Some(there) = there.filter(|there| takes_the_place(reader, there, (place, did))) else {
        return rows;
    };
    debug_assert!(there.enabled, "what is at rest does nothing");
    // There is no room for one more: what only leads to a page stays, for all that the text names has to be there.
    let is_full = rows.len() == ROWS && rows.last().is_some_and(|last| last.len() == IN_A_ROW);
    if is_full && !is_move(reader, &there.id) {
        return rows;
    }
    // The same button may stand elsewhere on this page, and no id stands twice on a message.
    let held = taken_out(&mut rows, &place.button.id).unwrap_or_else(|| rest(place));
    insert(rows, place, held)
}

/// What stands there now is something else, and can be pressed.
fn takes_the_place(reader: Reader<'_>, there: &Button, (place, did): (&Place, Did)) -> bool {
    let is_other = verb(&there.id) != verb(&place.button.id);
    there.enabled && is_other && (did == Did::Move || is_move(reader, &there.id))
}

fn taken_out(rows: &mut Vec<Vec<Button>>, id: &str) -> Option<Button> {
    let found = rows.iter().enumerate().find_map(|(row, buttons)| {
        let column = buttons.iter().position(|button| button.id == id)?;
        Some((row, column))
    });
    let (row, column) = found?;
    let taken = rows[row].remove(column);
    rows.retain(|row| !row.is_empty());
    Some(taken)
}

fn verb(id: &str) -> Option<Verb> {
    id.parse().ok().map(|press: Press| press.verb)
}

/// Whether a press on this changes something for others, as the table stands.
fn is_move(reader: Reader<'_>, id: &str) -> bool {
    match verb(id) {
        Some(Verb::Own(own)) => {
            let press = AnyPress::read(reader.look.game, &own);
            let pressed = press.and_then(|press| games::pressed(reader, press));
            // Also what is asked first: a piece is not where a way was.
            matches!(pressed, Some(Pressed::Moves(..) | Pressed::Ask(_)))
        }
        Some(Verb::Rules | Verb::Rack | Verb::Hint | Verb::Sheet | Verb::Stats | Verb::Desk(_)) => {
            false
        }
        Some(_) => true,
        None => false,
    }
}

/// What was pressed, at rest.
fn rest(place: &Place) -> Button {
    place.button.clone().tone(Tone::Plain).enabled(false)
}

/// What stands behind it goes on; the very last button stays whatever happens, for it leads on.
fn insert(mut rows: Vec<Vec<Button>>, place: &Place, held: Button) -> Vec<Vec<Button>> {
    let mut row = place.row;
    let mut going_on = Some((place.column, held));
    while let Some((column, button)) = going_on.take() {
        match rows.get_mut(row) {
            Some(there) => {
                there.insert(column.min(there.len()), button);
                let is_full = row + 1 == ROWS && there.len() > IN_A_ROW;
                if is_full {
                    // The last but one has to go: it is behind *More*, or to be typed.
                    there.remove(IN_A_ROW - 1);
                } else if there.len() > IN_A_ROW {
                    going_on = there.pop().map(|last| (0, last));
                }
            }
            None => rows.push(vec![button]),
        }
        row += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lengths: &[usize]) -> Vec<Vec<Button>> {
        let mut number = 0;
        let mut button = || {
            number += 1;
            Button::new(number.to_string(), number.to_string())
        };
        let mut row = |length: &usize| (0..*length).map(|_| button()).collect();
        lengths.iter().map(&mut row).collect()
    }

    fn labels(rows: &[Vec<Button>]) -> String {
        let row = |row: &Vec<Button>| {
            let labels: Vec<&str> = row.iter().map(|button| &button.label[..]).collect();
            labels.join(" ")
        };
        rows.iter().map(row).collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn what_stands_behind_goes_on_and_the_last_button_stays() {
        for (lengths, (row, column), after) in [
            (&[2][..], (0, 0), "x 1 2"),
            (&[2, 1], (1, 0), "1 2 / x 3"),
            (&[5, 2], (0, 4), "1 2 3 4 x / 5 6 7"),
            (&[5, 5], (0, 0), "x 1 2 3 4 / 5 6 7 8 9 / 10"),
            (
                &[5, 5, 5, 5, 5],
                (4, 1),
                "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 x 22 23 25",
            ),
        ] {
            let button = Button::new("x".to_owned(), "x".to_owned());
            let place = Place {
                row,
                column,
                button: button.clone(),
            };
            let inserted = insert(rows(lengths), &place, button);
            assert_eq!(labels(&inserted), after, "{lengths:?} at {row}, {column}");
        }
    }
}
