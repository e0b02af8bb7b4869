//! Buttons in the rows that Discord takes: five rows, and five buttons in each.

use crate::discord::wire::note::Button;

/// Discord takes so many rows of buttons.
pub(crate) const ROWS: usize = 5;
/// Discord takes so many buttons in a row.
pub(crate) const IN_A_ROW: usize = 5;
/// A phone has room for so many buttons with words in a row; what is written on more of them it cuts off.
pub(crate) const WIDE_IN_A_ROW: usize = 4;

/// As many rows as these buttons need.
pub(crate) fn in_rows(buttons: &[Button]) -> Vec<Vec<Button>> {
    buttons.chunks(IN_A_ROW).map(<[Button]>::to_vec).collect()
}

/// Buttons with words, in at most so many rows: more in each than a phone has room for only where all places are needed.
pub(crate) fn in_wide_rows(buttons: &[Button], most: usize) -> Vec<Vec<Button>> {
    let has_room = buttons.len() <= most * WIDE_IN_A_ROW;
    let in_a_row = if has_room { WIDE_IN_A_ROW } else { IN_A_ROW };
    buttons.chunks(in_a_row).map(<[Button]>::to_vec).collect()
}

/// Pieces in rows, moves behind them in rows of their own where there is room; the last button always fits.
pub(crate) fn packed(
    pieces: Vec<Button>,
    mut moves: Vec<Button>,
    last: Option<Button>,
) -> Vec<Vec<Button>> {
    let mut rows = in_rows(&pieces);
    let room = match ROWS - rows.len().min(ROWS) {
        0 => IN_A_ROW - rows.last().map_or(0, Vec::len),
        rows => rows * IN_A_ROW,
    };
    moves.truncate(room.saturating_sub(usize::from(last.is_some())));
    moves.extend(last);
    if rows.len() == ROWS {
        if let Some(row) = rows.last_mut() {
            row.extend(moves);
        }
        return rows;
    }
    let room = ROWS - rows.len();
    rows.extend(in_wide_rows(&moves, room));
    rows
}

/// As many of these buttons as there is room for, and below them these, in as many rows as are left.
pub(crate) fn above(moves: &[Button], last: &[Button]) -> Vec<Vec<Button>> {
    let moves = &moves[..moves.len().min(ON_A_PAGE)];
    let needed = moves.len().div_ceil(IN_A_ROW);
    let last = in_wide_rows(last, ROWS - needed);
    let mut rows = in_wide_rows(moves, ROWS - last.len());
    rows.extend(last);
    rows
}

/// As many buttons as a page of many has, above a row of ways.
const ON_A_PAGE: usize = (ROWS - 1) * IN_A_ROW;

/// The buttons of this page, counted from 0, and the numbers of the pages beside it; the last page if there is none so far.
pub(crate) fn paged(buttons: &[Button], page: u8) -> (Vec<Button>, [Option<u8>; 2]) {
    let pages: Vec<&[Button]> = buttons.chunks(ON_A_PAGE).collect();
    let last = u8::try_from(pages.len().saturating_sub(1)).unwrap_or(u8::MAX);
    let page = page.min(last);
    let here = pages.get(usize::from(page)).copied().unwrap_or_default();
    let after = page.checked_add(1).filter(|next| *next <= last);
    (here.to_vec(), [page.checked_sub(1), after])
}

/// These buttons behind the rows: at the end of the last one, or in a row of their own.
pub(crate) fn with_last(mut rows: Vec<Vec<Button>>, last: Vec<Button>) -> Vec<Vec<Button>> {
    let rows_before = rows.len();
    match rows.last_mut() {
        Some(row) if row.len() + last.len() <= IN_A_ROW => row.extend(last),
        _ if rows_before < ROWS => rows.push(last),
        _ => {}
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buttons(count: usize) -> Vec<Button> {
        let button = |number: usize| Button::new(number.to_string(), String::new());
        (0..count).map(button).collect()
    }

    fn lengths(rows: &[Vec<Button>]) -> Vec<usize> {
        rows.iter().map(Vec::len).collect()
    }

    #[test]
    fn discord_takes_every_packing_and_the_last_button_is_in_it() {
        for (pieces, moves, rows) in [
            (0, 0, vec![1]),
            (0, 4, vec![4, 1]),
            (0, 19, vec![4, 4, 4, 4, 4]),
            (0, 20, vec![5, 5, 5, 5, 1]),
            (14, 3, vec![5, 5, 4, 4]),
            (14, 4, vec![5, 5, 4, 4, 1]),
            (14, 7, vec![5, 5, 4, 4, 4]),
            (14, 8, vec![5, 5, 4, 5, 4]),
            (14, 40, vec![5, 5, 4, 5, 5]),
            (22, 40, vec![5, 5, 5, 5, 5]),
            (22, 1, vec![5, 5, 5, 5, 4]),
        ] {
            let last = Button::new("last".to_owned(), String::new());
            let packed = packed(buttons(pieces), buttons(moves), Some(last.clone()));
            assert_eq!(lengths(&packed), rows, "{pieces} and {moves}");
            let end = packed.last().and_then(|row| row.last());
            assert_eq!(end.map(|button| &button.id), Some(&last.id));
        }
    }

    #[test]
    fn what_comes_last_stands_behind_where_there_is_room() {
        for (before, last, rows) in [
            (0, 2, vec![2]),
            (13, 2, vec![5, 5, 5]),
            (14, 2, vec![5, 5, 4, 2]),
            (25, 2, vec![5, 5, 5, 5, 5]),
        ] {
            let packed = with_last(in_rows(&buttons(before)), buttons(last));
            assert_eq!(lengths(&packed), rows, "{before} and {last}");
        }
        for (moves, last, rows) in [
            (40, 3, vec![5, 5, 5, 5, 3]),
            (40, 5, vec![5, 5, 5, 5, 5]),
            (5, 5, vec![4, 1, 4, 1]),
            (15, 5, vec![5, 5, 5, 4, 1]),
            (16, 4, vec![4, 4, 4, 4, 4]),
            (0, 5, vec![4, 1]),
        ] {
            let above = above(&buttons(moves), &buttons(last));
            assert_eq!(lengths(&above), rows, "{moves} above {last}");
        }
    }

    #[test]
    fn many_buttons_stand_on_pages() {
        for (count, page, here, beside) in [
            (0, 0, 0, [None, None]),
            (20, 0, 20, [None, None]),
            (20, 9, 20, [None, None]),
            (21, 0, 20, [None, Some(1)]),
            (21, 1, 1, [Some(0), None]),
            (50, 1, 20, [Some(0), Some(2)]),
            (50, 255, 10, [Some(1), None]),
        ] {
            let (shown, turns) = paged(&buttons(count), page);
            assert_eq!((shown.len(), turns), (here, beside), "{count} at {page}");
        }
    }
}
