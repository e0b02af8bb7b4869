//! How much each pixel of a sprite covers of what lies below. Sprites are kept for ever, and most of their pixels cover
//! fully: of each row only what stands on both sides of its longest stretch of such pixels is kept.

use std::ops::Range;

/// The opacity of each pixel of a sprite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cover {
    width: usize,
    rows: Vec<Row>,
    /// The edges of all rows, one behind another.
    edges: Vec<u8>,
}

/// Where the longest stretch of a row lies that covers fully, and where its edges stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    start: u16,
    end: u16,
    edges: u32,
}

/// The opacity of one row, from left to right: that of its left edge, then full, then that of its right edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line<'a> {
    pub(super) left: &'a [u8],
    /// The columns that cover fully.
    pub(super) full: Range<usize>,
    pub(super) right: &'a [u8],
}

impl Cover {
    /// Of these pixels, in rows of `width`.
    pub(super) fn of(opacity: &[u8], width: usize) -> Self {
        let (mut rows, mut edges) = (Vec::new(), Vec::new());
        rows.reserve_exact(opacity.len() / width.max(1));
        for row in opacity.chunks(width.max(1)) {
            let full = longest_full(row);
            rows.push(Row {
                start: full.start as u16,
                end: full.end as u16,
                edges: edges.len() as u32,
            });
            edges.extend_from_slice(&row[..full.start]);
            edges.extend_from_slice(&row[full.end..]);
        }
        edges.shrink_to_fit();
        Self { width, rows, edges }
    }

    /// The opacity of a row.
    pub(super) fn line(&self, row: usize) -> Line<'_> {
        let Row { start, end, edges } = self.rows[row];
        let full = usize::from(start)..usize::from(end);
        let edges = &self.edges[edges as usize..][..self.width - full.len()];
        let (left, right) = edges.split_at(full.start);
        Line { left, full, right }
    }

    /// The opacity of each pixel, row by row.
    #[cfg(test)]
    pub(super) fn pixels(&self) -> Vec<u8> {
        let lines = (0..self.rows.len()).map(|row| self.line(row));
        lines.flat_map(Line::pixels).collect()
    }
}

impl Line<'_> {
    /// The opacity of each pixel.
    pub(super) fn pixels(self) -> impl Iterator<Item = u8> {
        let full = std::iter::repeat_n(255, self.full.len());
        let (left, right) = (self.left.iter().copied(), self.right.iter().copied());
        left.chain(full).chain(right)
    }

    /// What of it lies in these columns, which are counted from the first of them.
    pub(super) fn cut(self, columns: &Range<usize>) -> Self {
        let within = |column: usize| column.clamp(columns.start, columns.end);
        let full = within(self.full.start)..within(self.full.end);
        // Where nothing covers fully all of a row is its right edge.
        let beyond = |column: usize| column.saturating_sub(self.full.end);
        let left = columns.start.min(self.left.len())..columns.end.min(self.left.len());
        let right = beyond(columns.start)..beyond(columns.end);
        Line {
            left: &self.left[left],
            full: full.start - columns.start..full.end - columns.start,
            right: &self.right[right],
        }
    }
}

fn longest_full(row: &[u8]) -> Range<usize> {
    let mut longest = 0..0;
    let mut start = 0;
    for (end, opacity) in row.iter().enumerate() {
        if *opacity != 255 {
            start = end + 1;
        } else if end + 1 - start > longest.len() {
            longest = start..end + 1;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Dice;

    /// A row as it is kept, and every part of it, is what it was.
    fn check(row: &[u8], full: Range<usize>) {
        let cover = Cover::of(row, row.len());
        let line = cover.line(0);
        assert_eq!(line.full, full, "{row:?}");
        assert_eq!(cover.pixels(), row);
        for start in 0..row.len() {
            for end in start + 1..=row.len() {
                let cut = line.clone().cut(&(start..end));
                let (left, full) = (cut.left.len(), cut.full.clone());
                // Where something covers fully the left edge ends there.
                assert!(
                    full.is_empty() || left == full.start,
                    "{row:?} {start}..{end}"
                );
                let pixels: Vec<u8> = cut.pixels().collect();
                assert_eq!(pixels, row[start..end], "{row:?} {start}..{end}");
            }
        }
    }

    #[test]
    fn a_row_is_what_it_was_and_so_is_each_part_of_it() {
        check(&[7], 0..0);
        check(&[255], 0..1);
        check(&[0, 9, 0], 0..0);
        check(&[0, 255, 255, 3], 1..3);
        check(&[255, 0, 255, 255, 0, 255], 2..4);
        check(&[255, 255, 0, 1, 255, 255], 0..2);
    }

    #[test]
    fn any_rows_are_what_they_were() {
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        println!("seed {seed}");
        let mut dice = Dice::from_seed(seed);
        for _ in 0..200 {
            let width = 1 + dice.below(12) as usize;
            let pixels = width * dice.below(9) as usize;
            let opacity = |_| [0, 40, 255, 255, 255][dice.below(5) as usize];
            let opacity: Vec<u8> = (0..pixels).map(opacity).collect();
            let cover = Cover::of(&opacity, width);
            assert_eq!(cover.pixels(), opacity, "rows of {width}");
            assert!(cover.edges.len() < opacity.len().max(1) || !opacity.contains(&255));
        }
    }
}
