//! What the front tells, judged as a whole.

mod absent;
mod boards;
mod typed;
mod worlds;
