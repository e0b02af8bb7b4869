//! The house rules of Okey (Okey rules 10).

use serde::{Deserialize, Serialize};

/// The options of a table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}
