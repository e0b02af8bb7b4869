//! Robau: who takes the okie, and whether the trump robai was kept hidden (Hachinin-meri rules 6).

use serde::{Deserialize, Serialize};

use super::order::robai;
use crate::Seat;
use crate::karuta::Karuta;

/// How the okie found its taker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Robau {
    /// The holder of the trump robai called, and takes the okie.
    Robatta,
    /// The holder did not call: hidden robai.
    Kakushi,
    /// The trump robai lies in the two leftovers.
    Neta,
    /// The okie is the trump robai.
    Kikkaburi,
}

impl Robau {
    /// What it is with this okie, these leftovers, and somebody who called or nobody.
    pub fn of(okie: Karuta, leftovers: &[Karuta], caller: Option<Seat>) -> Self {
        let robai = robai(okie.suit());
        if caller.is_some() {
            Self::Robatta
        } else if okie == robai {
            Self::Kikkaburi
        } else if leftovers.contains(&robai) {
            Self::Neta
        } else {
            Self::Kakushi
        }
    }
}
