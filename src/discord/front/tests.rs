//! What the front tells, judged as a whole.

mod boards;
mod worlds;
