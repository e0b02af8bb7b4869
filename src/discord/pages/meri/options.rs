//! How the house rules of Hachinin-meri are offered.

use crate::discord::pages::kit::offer::{Offer, Parameter, Short};

/// See [`Offer`].
pub(super) const OFFER: Offer = Offer {
    first: &[
        "match_length",
        "team_assign",
        "fill_with_computers",
        "hidden_robai",
        "live_upper_required",
        "opening_reveal",
        "ichimai_zun",
        "direction",
        "yaku",
        "yaku_value",
        "yaku_high",
        "split",
    ],
    in_short: &["match_length"],
    short: Some(Short {
        option: "match_length",
        value: "hitomaki",
        shorter: &[],
    }),
    command: &[
        Parameter::Preset,
        Parameter::Option("match_length"),
        Parameter::Option("team_assign"),
        Parameter::Option("fill_with_computers"),
        Parameter::Option("hidden_robai"),
        Parameter::Option("live_upper_required"),
        Parameter::Option("direction"),
    ],
};
