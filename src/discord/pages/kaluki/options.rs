//! How the house rules of Kaluki are offered.

use crate::discord::pages::kit::offer::{Idle, Offer, Parameter, Short};

/// What Kaluki rules 12 call without effect: what is said of buying in where nobody can, and of a pool where there is none.
const IDLE: &[Idle] = &[
    Idle {
        option: "buy_in_min_survivors",
        others: &[("match_mode", &["fixed_deals", "single_deal"])],
    },
    Idle {
        option: "buy_in_min_survivors",
        others: &[("buy_in", &["false"])],
    },
    Idle {
        option: "buy_in_min_survivors",
        others: &[("max_buy_ins", &["0"])],
    },
    Idle {
        option: "settlement",
        others: &[("match_mode", &["single_deal"])],
    },
    Idle {
        option: "settlement",
        others: &[("stake_initial", &["0"]), ("match_mode", &["fixed_deals"])],
    },
    Idle {
        option: "settlement",
        others: &[("stake_initial", &["0"]), ("buy_in", &["false"])],
    },
    Idle {
        option: "settlement",
        others: &[("stake_initial", &["0"]), ("max_buy_ins", &["0"])],
    },
    Idle {
        option: "settlement",
        others: &[("stake_initial", &["0"]), ("stake_buy_in", &["0"])],
    },
];

/// See [`Offer`].
pub(super) const OFFER: Offer = Offer {
    first: &[
        "match_mode",
        "penalty_limit",
        "initial_min",
        "buy_in",
        "stake_call_up",
        "stake_kaluki",
        "stake_initial",
        "stake_buy_in",
        "max_buy_ins",
        "announce",
        "joker_count",
        "joker_penalty",
        "ace_low",
        "kaluki_doubles_penalty",
        "discard_before_open",
        "discard_after_open",
        "one_joker_recovery",
        "two_joker_recovery",
        "four_card_set_recovery",
        "joker_reuse",
        "build_end_limit",
        "call_up_without_discard",
        "first_upcard",
        "announce_at",
        "buy_in_min_survivors",
        "settlement",
        "reshuffles_max",
        "deal_style",
        "may_return_taken",
        "stall_limit",
    ],
    in_short: &[
        "match_mode",
        "penalty_limit",
        "initial_min",
        "buy_in",
        "max_buy_ins",
        "stake_call_up",
        "stake_kaluki",
        "stake_initial",
        "stake_buy_in",
    ],
    idle: IDLE,
    short: Some(Short {
        option: "match_mode",
        value: "fixed_deals:3",
        shorter: &["fixed_deals:2", "fixed_deals:1", "single_deal"],
    }),
    command: &[
        Parameter::Preset,
        Parameter::Option("match_mode"),
        Parameter::Option("penalty_limit"),
        Parameter::Option("initial_min"),
        Parameter::Option("buy_in"),
        Parameter::Option("announce"),
    ],
};
