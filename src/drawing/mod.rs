//! Pictures: a view becomes a scene, a scene becomes PNG bytes.
//!
//! This room sees views and faces, never states, and knows nothing of words: what a picture says in a language is the
//! front's business. Pictures carry signs and numbers only. [`Scene`] is plain data that tests read; [`paint()`] is the
//! only way to pixels. Faces are SVG drawings of ours in `assets/faces`, rasterised when they are first seen, or before
//! ([`warm`]): each game says which (`usual`).
//!
//! A game adds a folder like `okey/`, which places what its view shows: on `shelf.rs` what a seat holds, around `ring.rs`
//! and on `felt.rs` the table. If it is played with pieces that nobody has drawn yet, it adds a pack: one file in
//! [`packs`], one line in the list there. A badge is one line in `badges.rs`.

// What says `pub` can be seen from outside of its crate.
#![warn(unreachable_pub)]

use istaka_rules as rules;

mod badges;
mod cover;
pub mod explained;
mod extent;
mod felt;
mod groups;
mod indicator;
pub mod kaluki;
mod lettering;
pub mod meri;
pub mod okey;
pub mod okey101;
pub mod packs;
mod paint;
mod palette;
mod pointing;
mod pool;
mod portrait;
mod raster;
#[cfg(test)]
mod reading;
mod result;
mod ring;
pub mod scene;
mod shelf;
mod signs;
mod sprites;
mod stream;
#[cfg(debug_assertions)]
#[path = "../../tests/toy/drawing.rs"]
pub mod toy;

pub use paint::paint;
pub use pointing::Target;
pub use portrait::{FaceSize, NoFace, Portrait};
pub use scene::Scene;
pub use signs::{Persona, SIGNS, Sign, Sitter, Sitters};
pub use sprites::warm;

#[cfg(test)]
mod fidelity;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
