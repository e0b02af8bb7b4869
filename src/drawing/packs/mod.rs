//! The packs: every kind of piece that can be drawn. This file has the one list of them.
//!
//! A pack is one file: what its pieces can show, the sizes in which they are drawn, and how (`Pack`); its drawings lie
//! in `assets/faces`. With a line in the list below its pieces can be put into scenes. A kind of piece without a pack has
//! no face that a scene could hold.

pub mod cards;
pub mod karuta;
pub mod tiles;

use super::raster::Blank;
use super::scene::PieceSize;

/// Pieces of a kind or of several, and how large.
pub type Usual = Vec<(PieceFace, PieceSize)>;

/// What the pieces of one kind can show.
trait Pack: Copy + 'static {
    /// Draws the face in one of the sizes of its pack.
    fn draw(self, size: PieceSize) -> Blank;
}

macro_rules! packs {
    ($($(#[doc = $doc:literal])* $(#[cfg($when:meta)])? $pack:ident($face:ty),)+) => {
        /// What a piece shows, whatever it is made of.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum PieceFace { $($(#[doc = $doc])* $(#[cfg($when)])? $pack($face),)+ }

        impl PieceFace {
            /// The place of its pack in the list.
            pub(super) fn pack(self) -> usize {
                /// The packs in their order.
                enum Place { $($(#[cfg($when)])? $pack,)+ }
                let place = match self { $($(#[cfg($when)])? Self::$pack(_) => Place::$pack,)+ };
                place as usize
            }

            /// Draws the face in one of the sizes of its pack.
            pub(super) fn draw(self, size: PieceSize) -> Blank {
                match self { $($(#[cfg($when)])? Self::$pack(face) => face.draw(size),)+ }
            }
        }

        $(
            $(#[cfg($when)])?
            impl From<$face> for PieceFace {
                fn from(face: $face) -> Self { Self::$pack(face) }
            }
        )+
    };
}

packs! {
    /// A tile of Okey and 101.
    Tile(tiles::TileFace),
    /// A card of Kaluki.
    Card(cards::CardFace),
    /// A karuta of Hachinin-meri.
    Karuta(karuta::KarutaFace),
}

#[cfg(test)]
pub(super) mod samples;
