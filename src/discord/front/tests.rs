//! What the front tells, judged as a whole.

mod absent;
mod boards;
mod found;
mod typed;
mod worlds;
