//! The sentences about house rules: what an option is about, what each of its values means, what is refused.
//!
//! A value is told by a sentence of its own: a new one needs words before it compiles.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    OPTION_SENTENCES:

    // The pages of the lobby.
    /// The heading of a page.
    options_page(page: usize, pages: usize);
    /// The rules are changed no more.
    options_closed();
    /// Label.
    button_previous();
    /// Label.
    button_following();

    // What `rules:` says no to.
    /// A part that is no pair.
    option_no_pair(text: &str);
    /// No such option.
    option_unknown(name: &str, command: &str);
    /// No such value.
    option_bad_value(option: &str, value: &str, examples: &str);
    /// A number that is too small or too large.
    option_out_of_range(option: &str, value: u32, least: u32, most: u32);
    /// Two that do not go together, with nothing better to say.
    option_together(one: &str, other: &str);
    /// Nothing was opened or changed.
    option_refused(why: &str);

    // Okey: what does not go together.
    /// Seats.
    okey_wrong_seats(seats: usize);
    /// Layout.
    okey_layout_does_not_fit(seats: usize);
    /// First dealer.
    okey_no_such_dealer(seats: usize);
    /// Partners and seats.
    okey_partners_need_four(seats: usize);
    /// Partners and elimination.
    okey_partners_not_out();
    /// Partners and the mode of results.
    okey_partners_result();
    /// Elimination and the mode of results.
    okey_out_result();
    /// Any place of a formal deal.
    okey_any_place_formal();
    /// Pairs of one colour without one colour.
    okey_mono_pairs_alone();

    // Okey: the rules in short, then what each option is about.
    /// The usual rules.
    okey_rules_short(points: u32);
    /// Title.
    okey_about_start_points();
    /// Title.
    okey_about_end_mode();
    /// Title.
    okey_about_partnership();
    /// Title.
    okey_about_result_mode();
    /// Title.
    okey_about_gosterge();
    /// Title.
    okey_about_gosterge_window();
    /// Title.
    okey_about_gosterge_effect();
    /// Title.
    okey_about_wrong_finish();
    /// Title.
    okey_about_deal();
    /// Title.
    okey_about_stock_pick();
    /// Title.
    okey_about_exposed_tile();
    /// Title.
    okey_about_exhausted_take();
    /// Title.
    okey_about_pairs_joker();
    /// Title.
    okey_about_mono_colour();
    /// Title.
    okey_about_mono_pairs();
    /// Title.
    okey_about_pile_browsing();
    /// Title.
    okey_about_rounds();
    /// Title.
    okey_about_first_dealer();
    /// Title.
    okey_about_take_streak();
    /// Title.
    okey_about_exhausted_cap();
    /// Title.
    okey_about_layout();

    // Okey: every value of every option.
    /// Value.
    okey_start_points(points: u32);
    /// Value.
    okey_end_first_bust();
    /// Value.
    okey_end_elimination();
    /// Value.
    okey_partners_no();
    /// Value.
    okey_partners_yes();
    /// Value.
    okey_result_usual();
    /// Value.
    okey_result_two_top();
    /// Value.
    okey_result_single();
    /// Value.
    okey_twin_shown();
    /// Value.
    okey_twin_not_shown();
    /// Value.
    okey_window_own_first_action();
    /// Value.
    okey_window_before_first_discard();
    /// Value.
    okey_effect_others_lose();
    /// Value.
    okey_effect_shower_gains();
    /// Value.
    okey_wrong_finish_refused();
    /// Value.
    okey_wrong_finish_costs(points: u32);
    /// Value.
    okey_deal_formal();
    /// Value.
    okey_deal_simplified();
    /// Value.
    okey_pick_next();
    /// Value.
    okey_pick_any();
    /// Value.
    okey_exposed_stays();
    /// Value.
    okey_exposed_last();
    /// Value.
    okey_exhausted_free();
    /// Value.
    okey_exhausted_win_only();
    /// Value.
    okey_pairs_multiply();
    /// Value.
    okey_pairs_max();
    /// Value.
    okey_mono_off();
    /// Value.
    okey_mono_any();
    /// Value.
    okey_mono_red_black();
    /// Value.
    okey_mono_pairs_no();
    /// Value.
    okey_mono_pairs_yes();
    /// Value.
    okey_browse_adjacent();
    /// Value.
    okey_browse_top_only();
    /// Value.
    okey_browse_all();
    /// Value.
    okey_rounds_free();
    /// Value.
    okey_rounds_most(rounds: u32);
    /// Value.
    okey_dealer_random();
    /// Value.
    okey_dealer_seat(sign: &str);
    /// Value.
    okey_streak_usual();
    /// Value.
    okey_streak_cap(takes: u32);
    /// Value.
    okey_exhausted_cap_usual();
    /// Value.
    okey_exhausted_cap(takes: u32);
    /// Value.
    okey_layout_usual();
    /// Value.
    okey_layout_rows(rows: &str);
}
