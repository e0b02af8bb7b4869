//! Buttons put in their places, where some places refuse some buttons.
//!
//! One way through the page, from the first place to the last: what was put stays, so every place is looked at once, and what
//! one refuses goes on to the next.

use std::collections::VecDeque;

use super::places::{Place, is_piece, is_the_same};
use super::rows::{IN_A_ROW, ROWS, WIDE_IN_A_ROW};
use crate::discord::wire::note::{Button, Tone};

/// A place where not everything may stand.
pub(super) struct Held<'a> {
    /// Where, and what stands there, or stood there.
    pub place: &'a Place,
    /// Whether that stands there no more.
    pub is_gone: bool,
    /// Whether a piece that may not stand there waits in its place and cannot be pressed for a moment: the pieces of a rack keep
    /// their order, and none moves for what lies among them.
    pub lets_wait: bool,
    /// What may not stand there.
    pub refuses: Box<dyn Fn(&Button) -> bool + 'a>,
}

/// These rows, with nothing where it is refused. Where something would be, what was there comes back if the page has it, and
/// otherwise lies there at rest, or a piece waits there. On a full page the last but
/// one may have to go: it is behind *More*, or to be typed, or comes back when what lies at rest has given up its place.
pub(super) fn arranged(mut rows: Vec<Vec<Button>>, held: &[Held<'_>]) -> Vec<Vec<Button>> {
    let waits = waiting(&rows);
    if rows.iter().map(Vec::len).sum::<usize>() == ROWS * IN_A_ROW {
        swap_with_rest(&mut rows, held, waits);
    }
    let is_refused =
        |(row, column), button: &Button| refused(held, (row, column), button).is_some();
    let is_right = rows.iter().enumerate().all(|(row, buttons)| {
        let mut places = buttons.iter().enumerate();
        places.all(|(column, button)| !is_refused((row, column), button))
    });
    if is_right {
        return rows;
    }
    let arranging = |words_in_a_row: usize| Arranging {
        held,
        waits,
        words_in_a_row,
        coming: rows.iter().cloned().map(VecDeque::from).collect(),
        there: Vec::new(),
    };
    // A phone cuts off what is written on more buttons than that in a row: none grows beyond it if all find a place so.
    let are_narrow = rows.iter().all(|row| {
        let begins_with_piece = row.first().is_some_and(|first| is_piece(&first.id));
        begins_with_piece || row.len() <= WIDE_IN_A_ROW
    });
    let narrow = are_narrow.then(|| arranging(WIDE_IN_A_ROW).filled());
    let narrow = narrow.filter(|filled| filled.coming.iter().all(VecDeque::is_empty));
    narrow
        .unwrap_or_else(|| arranging(IN_A_ROW).filled())
        .done()
}

fn refused<'a>(held: &'a [Held<'a>], at: (usize, usize), button: &Button) -> Option<&'a Held<'a>> {
    let mut here = held.iter().filter(|one| one.is_at(at));
    here.find(|one| (one.refuses)(button))
}

/// Whether a button stays where it was refused and waits there. The one piece that a question is about, and the place where
/// one was pressed, are no rack.
type Waits = fn(&Held<'_>, &Button) -> bool;

fn waiting(rows: &[Vec<Button>]) -> Waits {
    let mut pieces = rows.iter().flatten().filter(|one| is_piece(&one.id));
    if pieces.nth(1).is_none() {
        return |_, _| false;
    }
    |held, there| held.lets_wait && is_piece(&there.id) && !is_piece(&held.place.button.id)
}

/// On a full page there is no room for one more: what may not stand where it does changes places with the nearest button at
/// rest, if there is any, so that nothing goes that the text names.
fn swap_with_rest(rows: &mut [Vec<Button>], held: &[Held<'_>], waits: Waits) {
    let all = || (0..ROWS).flat_map(|row| (0..IN_A_ROW).map(move |column| (row, column)));
    let is_free = |at| !held.iter().any(|one| one.is_at(at));
    for (row, column) in all() {
        let Some(here) = refused(held, (row, column), &rows[row][column]) else {
            continue;
        };
        let wanted = &here.place.button;
        if waits(here, &rows[row][column]) {
            continue;
        }
        if rows.iter().flatten().any(|one| is_the_same(one, wanted)) {
            continue;
        }
        let far = |at: &(usize, usize)| at.0.abs_diff(row) * IN_A_ROW + at.1.abs_diff(column);
        let at_rest = all().filter(|at| is_free(*at) && !rows[at.0][at.1].enabled);
        if let Some((other_row, other_column)) = at_rest.min_by_key(far) {
            let resting = rows[other_row][other_column].clone();
            rows[other_row][other_column] = std::mem::replace(&mut rows[row][column], resting);
        }
    }
}

impl Held<'_> {
    fn is_at(&self, (row, column): (usize, usize)) -> bool {
        (self.place.row, self.place.column) == (row, column)
    }
}

/// A page on its way into its places.
struct Arranging<'a> {
    held: &'a [Held<'a>],
    waits: Waits,
    /// So many buttons with words stand in a row.
    words_in_a_row: usize,
    /// What has no place yet, by rows; the first is filled now.
    coming: VecDeque<VecDeque<Button>>,
    there: Vec<Vec<Button>>,
}

impl Arranging<'_> {
    fn filled(mut self) -> Self {
        while self.there.len() < ROWS && self.has_more() {
            let width = self.width();
            self.there.push(Vec::new());
            for column in 0..width {
                self.place((self.there.len() - 1, column));
            }
            self.carry_on();
        }
        self
    }

    /// How many stand in the row that is filled next.
    fn width(&self) -> usize {
        let first = self.coming.front().and_then(VecDeque::front);
        if first.is_some_and(|first| is_piece(&first.id)) {
            IN_A_ROW
        } else {
            self.words_in_a_row
        }
    }

    fn done(mut self) -> Vec<Vec<Button>> {
        // The very last button stays whatever happens, for it leads on.
        let left = self.coming.into_iter().flatten().next_back();
        if let (Some(last), Some(there)) =
            (left, self.there.last_mut().and_then(|row| row.last_mut()))
        {
            *there = last;
        }
        self.there
    }

    /// Whether something has no place yet; rows whose buttons have all been placed elsewhere are none.
    fn has_more(&mut self) -> bool {
        self.coming.retain(|row| !row.is_empty());
        !self.coming.is_empty()
    }

    /// What the row has no room for goes on, before the next one.
    fn carry_on(&mut self) {
        let left = self.coming.pop_front().unwrap_or_default();
        match self.coming.front_mut() {
            Some(next) => left.into_iter().rev().for_each(|one| next.push_front(one)),
            None => self.coming.push_back(left),
        }
    }

    fn place(&mut self, at: (usize, usize)) {
        let Some(first) = self.coming.front().and_then(VecDeque::front) else {
            return;
        };
        let refused = refused(self.held, at, first);
        let waits = refused.is_some_and(|held| (self.waits)(held, first));
        let button = match refused.map(|held| (held, self.taken_out(held))) {
            Some((_, Some(there))) => there,
            Some((held, None)) if !waits => self.rest(held.place),
            _ => {
                let next = self.coming.front_mut().and_then(VecDeque::pop_front);
                let next = next.expect("it was just seen");
                if waits { gone(next) } else { next }
            }
        };
        if let Some(row) = self.there.last_mut() {
            row.push(button);
        }
    }

    /// What stood there, if it has no place yet and does not stand elsewhere now.
    fn taken_out(&mut self, held: &Held<'_>) -> Option<Button> {
        let wanted = &held.place.button;
        let stands_elsewhere = |other: &Held<'_>| {
            !other.is_gone
                && !other.place.is_at(held.place)
                && is_the_same(&other.place.button, wanted)
        };
        if held.is_gone && self.held.iter().any(stands_elsewhere) {
            return None;
        }
        self.coming.iter_mut().find_map(|row| {
            let at = row.iter().position(|one| is_the_same(one, wanted))?;
            row.remove(at)
        })
    }

    /// What stood there, at rest; a piece has gone, and leaves a point, and so does what is on this page already.
    fn rest(&self, place: &Place) -> Button {
        let all = self.there.iter().flatten();
        let mut all = all.chain(self.coming.iter().flatten());
        let gone = gone(place.button.clone());
        if all.any(|one| one.id == gone.id) {
            // No id stands twice on a message. This one means nothing and can never be pressed.
            let id = format!("1:rest:{}.{}", place.row, place.column);
            return point(id);
        }
        if is_piece(&gone.id) {
            return point(gone.id);
        }
        gone
    }
}

fn point(id: String) -> Button {
    gone(Button::new(id, POINT.to_owned()))
}

/// It keeps its place, and cannot be pressed there.
fn gone(button: Button) -> Button {
    button.tone(Tone::Gone).enabled(false)
}

/// What is written where something has gone.
const POINT: &str = "·";

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lengths: &[usize]) -> Vec<Vec<Button>> {
        let mut number = 0;
        let mut button = || {
            number += 1;
            button(&number.to_string())
        };
        let mut row = |length: &usize| (0..*length).map(|_| button()).collect();
        lengths.iter().map(&mut row).collect()
    }

    fn button(label: &str) -> Button {
        Button::new(label.to_owned(), label.to_owned())
    }

    /// What stands there, row by row; what is at rest is in brackets.
    fn labels(rows: &[Vec<Button>]) -> String {
        let told = |button: &Button| {
            if button.enabled {
                button.label.clone()
            } else {
                format!("({})", button.label)
            }
        };
        let row = |row: &Vec<Button>| row.iter().map(told).collect::<Vec<_>>().join(" ");
        rows.iter().map(row).collect::<Vec<_>>().join(" / ")
    }

    fn place(row: usize, column: usize, label: &str) -> Place {
        Place {
            row,
            column,
            button: button(label),
        }
    }

    /// A place where only what stands there may stand, or what is at rest.
    fn held(place: &Place, is_gone: bool) -> Held<'_> {
        Held {
            place,
            is_gone,
            lets_wait: false,
            refuses: Box::new(|there| there.enabled && there.id != place.button.id),
        }
    }

    #[test]
    fn what_stands_behind_goes_on_and_the_last_button_stays() {
        for (lengths, (row, column), after) in [
            (&[2][..], (0, 0), "(x) 1 2"),
            (&[2], (0, 2), "1 2"),
            (&[2, 1], (1, 0), "1 2 / (x) 3"),
            (&[5, 2], (0, 4), "1 2 3 4 (x) / 5 6 7"),
            (&[5, 5], (0, 0), "(x) 1 2 3 4 / 5 6 7 8 9 / 10"),
            (
                &[5, 5, 5, 5, 5],
                (4, 1),
                "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 (x) 22 23 25",
            ),
        ] {
            let place = place(row, column, "x");
            let there = arranged(rows(lengths), &[held(&place, true)]);
            assert_eq!(labels(&there), after, "{lengths:?} at {row}, {column}");
        }
    }

    #[test]
    fn a_row_of_words_grows_beyond_what_a_phone_shows_only_where_there_is_no_room() {
        for (lengths, (row, column), after) in [
            (&[4][..], (0, 1), "1 (x) 2 3 / 4"),
            (&[4, 1], (0, 0), "(x) 1 2 3 / 4 5"),
            (&[4, 4], (0, 3), "1 2 3 (x) / 4 5 6 7 / 8"),
            (
                &[4, 4, 4, 4, 3],
                (4, 0),
                "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 16 / (x) 17 18 19",
            ),
            (
                &[4, 4, 4, 4, 4],
                (4, 0),
                "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 16 / (x) 17 18 19 20",
            ),
        ] {
            let place = place(row, column, "x");
            let there = arranged(rows(lengths), &[held(&place, true)]);
            assert_eq!(labels(&there), after, "{lengths:?} at {row}, {column}");
        }
    }

    #[test]
    fn what_stood_at_two_places_a_moment_ago_holds_both() {
        let [now, before] = [place(0, 1, "hint"), place(0, 2, "hint")];
        let all = [held(&now, false), held(&before, true)];
        let page = |labels: &[&str]| vec![labels.iter().map(|label| button(label)).collect()];
        // The page has none of it: at both places nothing can be pressed.
        let there = arranged(page(&["rules", "next"]), &all);
        assert_eq!(labels(&there), "rules (hint) (·) next");
        let mut ids: Vec<&str> = there[0].iter().map(|button| &button.id[..]).collect();
        ids.dedup();
        assert_eq!(ids.len(), 4, "{ids:?}");
        // It has it: there it is where it stands now.
        let there = arranged(page(&["rules", "next", "hint"]), &all);
        assert_eq!(labels(&there), "rules hint (·) next");
        // Where it stands earlier than where it stood, too.
        let [now, before] = [place(0, 2, "hint"), place(0, 1, "hint")];
        let all = [held(&now, false), held(&before, true)];
        let there = arranged(page(&["rules", "next", "hint"]), &all);
        assert_eq!(labels(&there), "rules (·) hint next");
    }

    #[test]
    fn on_a_full_page_what_would_stand_there_changes_places_with_what_rests() {
        let [wanted, other, third] = [place(4, 2, "x"), place(4, 0, "21"), place(1, 1, "7")];
        let mut full = rows(&[5, 5, 5, 5, 5]);
        full[4][0].enabled = false;
        full[1][1].enabled = false;
        let there = arranged(full.clone(), &[held(&wanted, true)]);
        assert_eq!(labels(&there[4..]), "23 22 (21) 24 25");
        // Where what rests is held itself nothing else comes, and the last but one goes.
        let all = [
            held(&wanted, true),
            held(&other, false),
            held(&third, false),
        ];
        let there = arranged(full, &all);
        assert_eq!(labels(&there[4..]), "(21) 22 (x) 23 25");
    }

    #[test]
    fn a_piece_that_has_gone_leaves_a_point() {
        for (id, label) in [
            ("1:7f3kabcd:4:discard:3.R7", "·"),
            ("1:7f3kabcd:4:draw:", "label"),
            ("1:7f3kabcd:4:take:R7", "label"),
        ] {
            let place = Place {
                button: Button::new(id.to_owned(), "label".to_owned()),
                ..place(0, 0, "")
            };
            let there = arranged(rows(&[1]), &[held(&place, true)]);
            assert_eq!(labels(&there), format!("({label}) 1"), "{id}");
        }
    }

    #[test]
    fn whatever_is_held_nothing_refused_stands_there() {
        let seed = rand::random();
        let mut dice = crate::rules::Dice::from_seed(seed);
        for _ in 0..2_000 {
            let mut some = |most: usize| dice.below(u32::try_from(most).expect("few")) as usize;
            let lengths: Vec<usize> = (0..=some(5)).map(|_| 1 + some(5)).collect();
            let count: usize = lengths.iter().sum();
            let page = rows(&lengths);
            let mut places: Vec<Place> = Vec::new();
            for _ in 0..some(20) {
                let label = (1 + some(2 * count)).to_string();
                let new = place(some(5), some(5), &label);
                if !places.iter().any(|one| one.is_at(&new)) {
                    places.push(new);
                }
            }
            let all: Vec<Held<'_>> = places.iter().map(|one| held(one, some(2) == 0)).collect();
            let there = arranged(page.clone(), &all);
            let told = || format!("seed {seed}: {lengths:?} became {}", labels(&there));
            // A page that grows beyond its room loses some, and its last button stands where it must.
            let grown = there.len() == ROWS;
            for one in all.iter().filter(|_| !grown) {
                let at = (one.place.row, one.place.column);
                let here = there.get(at.0).and_then(|row| row.get(at.1));
                assert!(
                    here.is_none_or(|here| !(one.refuses)(here)),
                    "{at:?}: {}",
                    told()
                );
            }
            let mut ids: Vec<&String> = there.iter().flatten().map(|button| &button.id).collect();
            let on_page = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), on_page, "an id stands twice: {}", told());
            let stands = |wanted: &&Button| there.iter().flatten().any(|one| one == *wanted);
            let kept = page.iter().flatten().filter(stands).count();
            assert!(grown || kept == count, "something went: {}", told());
            assert!(
                there.iter().all(|row| (1..=IN_A_ROW).contains(&row.len())),
                "{}",
                told()
            );
        }
    }
}
