//! Evenings: the real bot plays over real sockets against the sandbox, as people would see it.
//!
//! Each file is one kind of evening. Nobody sleeps here: waits are on the sandbox's news, and each has a limit.

mod house;
mod message;
#[path = "../support/openapi.rs"]
mod openapi;
mod people;
mod play;
mod process;
mod record;
mod world;

mod bad_input;
mod command_line;
mod desk;
mod hints;
mod invitations;
mod judged;
mod killed;
mod late;
mod leaving;
mod lists;
mod options;
mod pings;
mod records;
mod rematch;
mod repost;
mod results;
mod seats;
mod settings;
mod strangers;
mod threads;
mod time;
mod traffic;
mod typed;
mod votes;
mod watchers;
mod whole_games;
