//! House rules that do not go together: what is said to whoever chooses them, one after the other.

use super::*;
use crate::discord::pages::options::refusal;
use crate::rules::any::{AnyRefusal, GameId};

#[test]
fn who_chooses_what_does_not_go_together_reads_both_ways_out_whichever_came_first() {
    for (orders, ways) in [
        (
            [
                "deal=simplified stock_pick=any deal=formal",
                "stock_pick=any",
            ],
            ["choose that deal", "or draw the next tile"],
        ),
        (
            [
                "mono_colour=any mono_pairs=true mono_colour=off",
                "mono_pairs=true",
            ],
            ["let both count double", "or neither"],
        ),
        (
            [
                "partnership=true end_mode=elimination",
                "end_mode=elimination partnership=true",
            ],
            ["either partners", "or elimination"],
        ),
        (
            [
                "partnership=true result_mode=single",
                "result_mode=single partnership=true",
            ],
            ["either partners", "or how many win"],
        ),
        (
            [
                "end_mode=elimination result_mode=single",
                "result_mode=single end_mode=elimination",
            ],
            ["either elimination", "or how many win"],
        ),
    ] {
        for order in orders {
            let mut options = GameId::Okey.default_options();
            for part in order.split(' ') {
                let (name, value) = part.split_once('=').expect("name=value");
                options.set(name, value).expect("an option of the rules");
            }
            let Err(AnyRefusal::Options { fault, .. }) = options.check(4) else {
                panic!("{order}");
            };
            let told = refusal(Words::of("en"), GameId::Okey, &fault);
            for way in ways {
                assert!(told.contains(way), "{order}: {told}");
            }
        }
    }
}
