//! The wire: what goes to Discord and comes from it, within its limits. It knows no game, no table and no sentence.
//!
//! `gateway` is one connection, `sessions` makes the next one, `ledger` counts them, `identity` asks who the bot is;
//! `authority` tells on whose authority it is asked; `send`, `request`, `limits`, `flights`, `silence`, `breaker`, `trust` and `turn` are the only way out, `outgoing` tells people's clocks whether anything takes it, `homes` knows in which server a channel lies, `thread` is what is asked of threads, `closed`
//! remembers what was refused where, `note` is what is said and `reply` the first answer to an interaction, in time.

pub(super) mod authority;
pub(super) mod avatars;
mod breaker;
mod client;
pub(super) mod closed;
pub(super) mod delay;
pub(super) mod envelope;
pub(super) mod failure;
mod flights;
pub(super) mod gateway;
mod homes;
pub(super) mod identity;
pub(super) mod ledger;
pub(super) mod limits;
pub(super) mod note;
mod outgoing;
pub(super) mod pace;
pub(super) mod place_news;
pub(super) mod reply;
pub(super) mod request;
pub(super) mod seen;
pub(super) mod send;
pub(super) mod service;
pub(super) mod sessions;
mod silence;
mod thread;
pub(super) mod tls;
mod trust;
pub(super) mod turn;
pub(super) mod turn_to_post;
