//! The sentences about the house rules of Okey 101: what an option is about, and what each of its values means.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    OPTION101_SENTENCES:

    /// Seats.
    okey101_wrong_seats(seats: usize);
    /// The rules of a table in short.
    okey101_rules_short(rounds: u32, points: u32, pairs: u32);

    // What each option is about.
    /// Title.
    okey101_about_rounds();
    /// Title.
    okey101_about_teams();
    /// Title.
    okey101_about_penalties();
    /// Title.
    okey101_about_open_min();
    /// Title.
    okey101_about_pairs_min();
    /// Title.
    okey101_about_raising_open();
    /// Title.
    okey101_about_joker_swap();
    /// Title.
    okey101_about_elden();
    /// Title.
    okey101_about_series_lay_pairs();
    /// Title.
    okey101_about_layoff_limit();
    /// Title.
    okey101_about_unopened();
    /// Title.
    okey101_about_penalty_amount();
    /// Title.
    okey101_about_joker_leftover();
    /// Title.
    okey101_about_joker_held();
    /// Title.
    okey101_about_joker_unopened();
    /// Title.
    okey101_about_exhaustion();
    /// Title.
    okey101_about_starter();
    /// Title.
    okey101_about_deal();

    // Every value of every option.
    /// Value.
    okey101_rounds(rounds: u32);
    /// Value.
    okey101_teams_no();
    /// Value.
    okey101_teams_yes();
    /// Value.
    okey101_penalties_assisted();
    /// Value.
    okey101_penalties_strict();
    /// Value.
    okey101_open_min(points: u32);
    /// Value.
    okey101_pairs_min(pairs: u32);
    /// Value.
    okey101_raising_no();
    /// Value.
    okey101_raising_yes();
    /// Value.
    okey101_swap_no();
    /// Value.
    okey101_swap_yes();
    /// Value.
    okey101_elden_full();
    /// Value.
    okey101_elden_low();
    /// Value.
    okey101_series_pairs_never();
    /// Value.
    okey101_series_pairs_if_opened();
    /// Value.
    okey101_layoff_free();
    /// Value.
    okey101_layoff_most(tiles: u32);
    /// Value.
    okey101_unopened(points: u32);
    /// Value.
    okey101_penalty_costs(points: u32);
    /// Value.
    okey101_leftover_face();
    /// Value.
    okey101_leftover_zero();
    /// Value.
    okey101_held_per_hand();
    /// Value.
    okey101_held_per_joker();
    /// Value.
    okey101_held_opened_only();
    /// Value.
    okey101_held_unopened_too();
    /// Value.
    okey101_exhaustion_last_discard();
    /// Value.
    okey101_exhaustion_next_may_take();
    /// Value.
    okey101_starter_dealer();
    /// Value.
    okey101_starter_right();
    /// Value.
    okey101_deal_simple();
    /// Value.
    okey101_deal_stacks7();
}
