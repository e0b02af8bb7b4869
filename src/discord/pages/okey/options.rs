//! How the house rules of Okey are offered.

use crate::discord::pages::kit::offer::{Idle, Offer, Parameter, Short};

/// What Okey rules 10 call without effect.
const IDLE: &[Idle] = &[
    Idle {
        option: "gosterge_window",
        others: &[("gosterge", &["false"])],
    },
    Idle {
        option: "gosterge_effect",
        others: &[("gosterge", &["false"])],
    },
    Idle {
        option: "exhausted_take_cap",
        others: &[("exhausted_take", &["win_only"])],
    },
    Idle {
        option: "layout",
        others: &[("deal", &["simplified"])],
    },
];

/// See [`Offer`].
pub(super) const OFFER: Offer = Offer {
    first: &[
        "start_points",
        "end_mode",
        "partnership",
        "result_mode",
        "gosterge",
        "gosterge_window",
        "gosterge_effect",
        "wrong_finish_penalty",
        "deal",
        "stock_pick",
        "exposed_tile_last",
        "exhausted_take",
        "pairs_joker",
        "mono_colour",
        "mono_pairs",
        "pile_browsing",
        "max_hands",
        "first_dealer",
        "take_streak_cap",
        "exhausted_take_cap",
    ],
    in_short: &["start_points"],
    idle: IDLE,
    short: Some(Short {
        option: "start_points",
        value: "10",
        shorter: &["9", "8", "7", "6", "5", "4", "3", "2", "1"],
    }),
    command: &[
        Parameter::Called {
            name: "points",
            option: "start_points",
            most: 100,
        },
        Parameter::Preset,
    ],
};
