//! How the house rules of Kaluki are offered.

use crate::discord::pages::kit::offer::{Idle, Offer, Parameter, Short};

/// What is said of buying in where nobody can (Kaluki rules 12), and of the pool where nothing is ever paid into one (Kaluki rules 11,
/// `Options::has_pool`).
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

#[cfg(test)]
mod tests {
    use crate::discord::pages::options::is_idle;
    use crate::rules::any::{AnyOptions, GameId};

    #[test]
    fn when_a_pool_counts_is_told_at_kaluki_where_something_is_paid_into_one() {
        let choices: [(&str, &[&str]); 5] = [
            ("match_mode", &["pool", "fixed_deals:3", "single_deal"]),
            ("stake_initial", &["0", "2"]),
            ("buy_in", &["false", "true"]),
            ("max_buy_ins", &["0", "2"]),
            ("stake_buy_in", &["0", "2"]),
        ];
        let mut all = vec![GameId::Kaluki.default_options()];
        for (name, values) in choices {
            all = (all.iter())
                .flat_map(|options| {
                    values.iter().map(|value| {
                        let mut options = options.clone();
                        options.set(name, value).expect("an option");
                        options
                    })
                })
                .collect();
        }
        for options in &all {
            let AnyOptions::Kaluki(kaluki) = options else {
                panic!("of another game: {options:?}");
            };
            let is_idle = is_idle(options, "settlement");
            assert_eq!(is_idle, !kaluki.has_pool(), "{kaluki:?}");
        }
    }
}
