//! What the front reads: the ids of components, moves that people type, payloads of the gateway.

mod component_ids;
mod states;
mod typed_moves;

pub(crate) use super::wire::gateway::fuzzed::gateway;
pub(crate) use component_ids::component_ids;
pub(crate) use typed_moves::typed_moves;
