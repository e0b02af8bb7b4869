//! How the house rules of Okey are offered.

use crate::discord::pages::kit::offer::{Offer, Parameter};

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
    short: Some(("start_points", "10")),
    command: &[
        Parameter::Called {
            name: "points",
            option: "start_points",
            most: 100,
        },
        Parameter::Preset,
    ],
};
