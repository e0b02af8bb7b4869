//! The front: Discord's commands, presses and messages, and nothing of the games' rules.
//!
//! Four layers, each knowing only those before it: `wire` talks to Discord, `speech` has the sentences, `pages` makes
//! messages of them, `front` acts. A press or a command is read, one call goes to a table, and the answer is a message.
//! Boards and panels follow the tables' news on their own (`front::keeper`). Nothing that is said here is said before its
//! commit.

#[cfg(any(test, fuzzing))]
#[path = "../../tests/fuzzed/front/mod.rs"]
pub(crate) mod fuzzed;

mod front;
mod pages;
mod speech;
mod wire;

pub use front::connect::{Bot, FrontSettings, connect};
pub use front::kept::easels::{Easel, Easels, Rank};
pub use front::kept::faces::Faces;
pub use front::rest::Rest;
pub use wire::pace::Pace;
pub use wire::service::{ConnectFailure, Service, require_loopback};
pub use wire::tls::choose_tls;
