//! How the house rules of Hachinin-meri are offered.

use crate::discord::pages::kit::offer::{Idle, Offer, Parameter, Short};

/// What Hachinin-meri rules 13 call without effect: what is said of yaku where there are none. That the robai cannot be hidden
/// is so all the same.
const IDLE: &[Idle] = &[
    Idle {
        option: "live_upper_required",
        others: &[("yaku", &["false"])],
    },
    Idle {
        option: "hidden_robai",
        others: &[
            ("yaku", &["false"]),
            ("hidden_robai", &["robai_yaku", "all_yaku"]),
        ],
    },
    Idle {
        option: "yaku_value",
        others: &[("yaku", &["false"])],
    },
    Idle {
        option: "yaku_high",
        others: &[("yaku", &["false"])],
    },
];

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
    idle: IDLE,
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
