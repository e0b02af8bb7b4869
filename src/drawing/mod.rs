//! Pictures: a view becomes a scene, a scene becomes PNG bytes.
//!
//! This room sees views and faces, never states, and knows nothing of words: what a picture says in a language is the
//! front's business. Pictures carry signs and numbers only. [`Scene`] is plain data that tests read; [`paint()`] is the
//! only way to pixels. Faces are SVG drawings of ours in `assets/faces`, rasterised once ([`warm`] does all at once).

use istaka_rules as rules;

mod felt;
mod lettering;
pub mod okey;
pub mod okey101;
mod paint;
mod palette;
pub mod scene;
mod shelf;
mod signs;
mod sprites;

pub use paint::paint;
pub use scene::Scene;
pub use signs::{SIGNS, Sign, Sitter};
pub use sprites::warm;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
