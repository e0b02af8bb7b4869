//! How the house rules of Okey 101 are offered.

use crate::discord::pages::kit::offer::{Offer, Parameter, Short};

/// See [`Offer`].
pub(super) const OFFER: Offer = Offer {
    first: &[
        "rounds",
        "teams",
        "penalties",
        "joker_swap",
        "raising_open",
        "open_min",
        "pairs_min",
        "elden_needs_101",
        "series_lay_pairs",
        "pairs_layoff_limit",
        "unopened_penalty",
        "penalty_amount",
        "joker_leftover",
        "joker_held",
        "joker_held_unopened",
        "exhaustion",
        "starter",
        "deal",
        "pile_browsing",
        "first_dealer",
    ],
    in_short: &["rounds", "open_min", "pairs_min"],
    idle: &[],
    short: Some(Short {
        option: "rounds",
        value: "2",
        shorter: &["1"],
    }),
    command: &[
        Parameter::Option("rounds"),
        Parameter::Preset,
        Parameter::Option("teams"),
        Parameter::Option("penalties"),
        Parameter::Option("raising_open"),
    ],
};
