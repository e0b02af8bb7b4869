//! Pieces as they are kept. Most rows of a piece are those of another in the same size, their edges and bodies above
//! all: what they have alike is kept once.

use std::collections::HashMap;
use std::sync::Arc;

use super::cover::Cover;
use super::palette::Index;
#[cfg(test)]
use super::palette::Rgb;
use super::raster::{Colours, Sprite, Stamp};
use super::scene::PieceSize;
use super::stream::{Kind, Tellings, Told};

/// A piece, drawn.
pub(super) struct Piece {
    width: usize,
    origin: (i32, i32),
    rows: Rows,
    cover: Arc<Cover>,
    /// It, told beforehand.
    told: Tellings,
    #[cfg(test)]
    exact: Vec<Rgb>,
}

impl Piece {
    /// It, told beforehand for this kind of pictures.
    pub(super) fn told(&self, kind: Kind) -> &Told {
        self.told.of(kind, self.stamp())
    }

    pub(super) fn stamp(&self) -> Stamp<'_> {
        Stamp {
            width: self.width,
            height: self.rows.places.len(),
            origin: self.origin,
            colours: Colours::Shared(&self.rows),
            cover: &self.cover,
            #[cfg(test)]
            exact: &self.exact,
        }
    }
}

/// The colours of a piece, row by row, wherever they stand.
pub(super) struct Rows {
    /// Its own rows and those of others.
    blocks: Box<[Arc<[Index]>]>,
    places: Box<[Place]>,
}

impl Rows {
    /// A row, which has so many pixels.
    #[inline]
    pub(super) fn row(&self, row: usize, width: usize) -> &[Index] {
        let place = self.places[row];
        place.of(&self.blocks[usize::from(place.block)], width)
    }
}

/// Where a row stands: in which block, and how many rows of it stand before.
#[derive(Clone, Copy)]
struct Place {
    block: u16,
    row: u16,
}

impl Place {
    #[inline]
    fn of(self, block: &[Index], width: usize) -> &[Index] {
        let start = usize::from(self.row) * width;
        &block[start..start + width]
    }
}

/// What all pieces that were drawn have alike, by their size and how wide their drawings are.
#[derive(Default)]
pub(super) struct Pools(HashMap<(PieceSize, usize), Pool>);

impl Pools {
    /// The piece with what is new in it.
    pub(super) fn keep(&mut self, size: PieceSize, drawn: Sprite) -> Piece {
        let pool = self.0.entry((size, drawn.width)).or_default();
        pool.keep(drawn)
    }
}

/// The rows and covers of pieces that are equally wide.
#[derive(Default)]
struct Pool {
    /// What each piece had that none before it had.
    blocks: Vec<Arc<[Index]>>,
    /// By their number from the top, the different rows there. Others are hardly ever alike, and not compared.
    known: Vec<Vec<Place>>,
    covers: Vec<Arc<Cover>>,
}

impl Pool {
    fn keep(&mut self, drawn: Sprite) -> Piece {
        let Sprite { width, height, .. } = drawn;
        if self.known.len() < height {
            self.known.resize_with(height, Vec::new);
        }
        let own = self.blocks.len() as u16;
        let mut new: Vec<Index> = Vec::new();
        let mut places = Vec::with_capacity(height);
        for (row, known) in drawn.colours.chunks(width.max(1)).zip(&mut self.known) {
            let block = |place: &Place| self.blocks.get(usize::from(place.block));
            let is_this =
                |place: &&Place| place.of(block(place).map_or(&new, |block| block), width) == row;
            let found = known.iter().chain(places.last()).find(is_this).copied();
            places.push(found.unwrap_or_else(|| {
                let place = Place {
                    block: own,
                    row: (new.len() / width) as u16,
                };
                new.extend_from_slice(row);
                known.push(place);
                place
            }));
        }
        self.blocks.push(new.into());
        Piece {
            width,
            origin: drawn.origin,
            rows: self.gathered(places),
            cover: self.cover(drawn.cover),
            told: Tellings::default(),
            #[cfg(test)]
            exact: drawn.exact,
        }
    }

    /// Rows that stand in blocks of the pool, with these blocks alone.
    fn gathered(&self, mut places: Vec<Place>) -> Rows {
        let mut used: Vec<u16> = places.iter().map(|place| place.block).collect();
        used.sort_unstable();
        used.dedup();
        for place in &mut places {
            let among = used.partition_point(|block| *block < place.block);
            place.block = among as u16;
        }
        let blocks = used.iter().map(|block| &self.blocks[usize::from(*block)]);
        Rows {
            blocks: blocks.cloned().collect(),
            places: places.into(),
        }
    }

    fn cover(&mut self, cover: Cover) -> Arc<Cover> {
        if let Some(known) = self.covers.iter().find(|known| ***known == cover) {
            return Arc::clone(known);
        }
        let cover = Arc::new(cover);
        self.covers.push(Arc::clone(&cover));
        cover
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::tiles::{self, TileFace};
    use crate::rules::Dice;
    use crate::rules::tile::Face;
    use crate::scene::PieceFace;

    /// A sprite of these rows, which covers fully.
    fn sprite(width: usize, colours: Vec<Index>) -> Sprite {
        Sprite {
            width,
            height: colours.len() / width,
            origin: (0, 0),
            cover: Cover::of(&vec![255; colours.len()], width),
            told: Tellings::default(),
            exact: vec![[0; 3]; colours.len()],
            colours,
        }
    }

    #[test]
    fn a_piece_is_what_was_drawn_whatever_was_drawn_before() {
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        println!("seed {seed}");
        let mut dice = Dice::from_seed(seed);
        let mut pools = Pools::default();
        let drawn: Vec<(usize, Vec<Index>)> = (0..200)
            .map(|_| {
                let width = 1 + dice.below(3) as usize;
                let pixels = width * (1 + dice.below(6) as usize);
                (width, (0..pixels).map(|_| dice.below(3) as u8).collect())
            })
            .collect();
        let kept = drawn
            .iter()
            .map(|(width, colours)| pools.keep(tiles::LARGE, sprite(*width, colours.clone())));
        for (piece, (width, colours)) in kept.collect::<Vec<_>>().iter().zip(&drawn) {
            let stamp = piece.stamp();
            let rows: Vec<&[Index]> = (0..stamp.height).map(|row| stamp.row(row)).collect();
            assert_eq!((stamp.width, rows.concat()), (*width, colours.clone()));
        }
    }

    #[test]
    fn what_tiles_have_alike_is_kept_once() {
        let mut pools = Pools::default();
        let (mut drawn, mut pieces) = (0, Vec::new());
        for face in Face::all() {
            let sprite = PieceFace::from(TileFace::Plain(face))
                .draw(tiles::LARGE)
                .finish();
            drawn += sprite.colours.len();
            pieces.push(pools.keep(tiles::LARGE, sprite));
        }
        let pool = pools.0.values().next().expect("they are equally wide");
        assert_eq!((pools.0.len(), pool.covers.len()), (1, 1));
        let kept: usize = pool.blocks.iter().map(|block| block.len()).sum();
        assert!(kept * 2 < drawn, "{kept} of {drawn}");
        assert!(
            pieces
                .iter()
                .all(|piece| Arc::ptr_eq(&piece.cover, &pool.covers[0]))
        );
    }
}
