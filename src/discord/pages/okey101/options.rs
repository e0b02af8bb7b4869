//! The house rules of Okey 101 in words.
//!
//! [`told`] takes the options apart field by field and matches every value: a new one does not compile
//! before it is told to people.

use crate::discord::pages::options::{self, Told, either, switch, texts};
use crate::discord::speech::words::Words;
use crate::rules::okey101::Options;
use crate::rules::okey101::options::{
    Deal, Exhaustion, JokerHeld, JokerLeftover, Penalties, PileBrowsing, SeriesLayPairs, Starter,
};

/// What [`short`] tells, so that a lobby does not tell it twice.
pub const IN_SHORT: &[&str] = &["rounds", "open_min", "pairs_min"];

/// The rules in short, for everybody who reads a lobby.
pub fn short(words: Words, options: &Options) -> String {
    words.okey101_rules_short(options.rounds, options.open_min, options.pairs_min)
}

/// Every option: what it is about, what it is now, and what it could be; the most asked for first.
#[rustfmt::skip] // One line for each option reads as a table.
pub fn told(words: Words, options: &Options, seats: usize) -> Vec<Told> {
    let Options {
        rounds,
        first_dealer,
        starter,
        deal,
        open_min,
        pairs_min,
        penalties,
        penalty_amount,
        unopened_penalty,
        joker_leftover,
        joker_held,
        joker_held_unopened,
        exhaustion,
        series_lay_pairs,
        pairs_layoff_limit,
        joker_swap,
        elden_needs_101,
        raising_open,
        teams,
        pile_browsing,
    } = options;
    let told = |name, about, now, values| Told {
        name,
        about,
        now,
        values,
    };
    let w = words;
    vec![
        told("rounds", w.okey101_about_rounds(), w.okey101_rounds(*rounds), rounds_offered()),
        told("teams", w.okey101_about_teams(), either(*teams, w.okey101_teams_yes(), w.okey101_teams_no()), switch()),
        told("penalties", w.okey101_about_penalties(), penalties_words(w, *penalties), texts(Penalties::ALL)),
        told("joker_swap", w.okey101_about_joker_swap(), either(*joker_swap, w.okey101_swap_yes(), w.okey101_swap_no()), switch()),
        told("raising_open", w.okey101_about_raising_open(), either(*raising_open, w.okey101_raising_yes(), w.okey101_raising_no()), switch()),
        told("open_min", w.okey101_about_open_min(), w.okey101_open_min(*open_min), texts(&[51, 71, 81, 91, 101, 111, 121, 151])),
        told("pairs_min", w.okey101_about_pairs_min(), w.okey101_pairs_min(*pairs_min), texts(&[4, 5, 6, 7])),
        told("elden_needs_101", w.okey101_about_elden(), either(*elden_needs_101, w.okey101_elden_full(), w.okey101_elden_low()), switch()),
        told("series_lay_pairs", w.okey101_about_series_lay_pairs(), series_words(w, *series_lay_pairs), texts(SeriesLayPairs::ALL)),
        told("pairs_layoff_limit", w.okey101_about_layoff_limit(), layoff_words(w, *pairs_layoff_limit), texts(&[0, 1, 2, 3, 4])),
        told("unopened_penalty", w.okey101_about_unopened(), w.okey101_unopened(*unopened_penalty), texts(&[0, 101, 202, 303, 404])),
        told("penalty_amount", w.okey101_about_penalty_amount(), w.okey101_penalty_costs(*penalty_amount), texts(&[0, 50, 101, 202])),
        told("joker_leftover", w.okey101_about_joker_leftover(), leftover_words(w, *joker_leftover), texts(JokerLeftover::ALL)),
        told("joker_held", w.okey101_about_joker_held(), held_words(w, *joker_held), texts(JokerHeld::ALL)),
        told("joker_held_unopened", w.okey101_about_joker_unopened(), either(*joker_held_unopened, w.okey101_held_unopened_too(), w.okey101_held_opened_only()), switch()),
        told("exhaustion", w.okey101_about_exhaustion(), exhaustion_words(w, *exhaustion), texts(Exhaustion::ALL)),
        told("starter", w.okey101_about_starter(), starter_words(w, *starter), texts(Starter::ALL)),
        told("deal", w.okey101_about_deal(), deal_words(w, *deal), texts(Deal::ALL)),
        told("pile_browsing", w.okey_about_pile_browsing(), options::browsing_words(w, *pile_browsing), texts(PileBrowsing::ALL)),
        told("first_dealer", w.okey_about_first_dealer(), options::dealer_words(w, *first_dealer), options::dealers(seats)),
    ]
}

/// The usual lengths of a game first.
fn rounds_offered() -> Vec<String> {
    texts(&[3, 5, 7, 9, 11, 1, 2, 13, 15, 21])
}

fn penalties_words(words: Words, penalties: Penalties) -> String {
    match penalties {
        Penalties::Assisted => words.okey101_penalties_assisted(),
        Penalties::Strict => words.okey101_penalties_strict(),
    }
}

fn series_words(words: Words, pairs: SeriesLayPairs) -> String {
    match pairs {
        SeriesLayPairs::Never => words.okey101_series_pairs_never(),
        SeriesLayPairs::IfPairsOpened => words.okey101_series_pairs_if_opened(),
    }
}

fn layoff_words(words: Words, limit: u32) -> String {
    match limit {
        0 => words.okey101_layoff_free(),
        tiles => words.okey101_layoff_most(tiles),
    }
}

fn leftover_words(words: Words, leftover: JokerLeftover) -> String {
    match leftover {
        JokerLeftover::Face => words.okey101_leftover_face(),
        JokerLeftover::Zero => words.okey101_leftover_zero(),
    }
}

fn held_words(words: Words, held: JokerHeld) -> String {
    match held {
        JokerHeld::PerHand => words.okey101_held_per_hand(),
        JokerHeld::PerJoker => words.okey101_held_per_joker(),
    }
}

fn exhaustion_words(words: Words, exhaustion: Exhaustion) -> String {
    match exhaustion {
        Exhaustion::AfterLastDiscard => words.okey101_exhaustion_last_discard(),
        Exhaustion::NextMayTake => words.okey101_exhaustion_next_may_take(),
    }
}

fn starter_words(words: Words, starter: Starter) -> String {
    match starter {
        Starter::Dealer => words.okey101_starter_dealer(),
        Starter::RightOfDealer => words.okey101_starter_right(),
    }
}

fn deal_words(words: Words, deal: Deal) -> String {
    match deal {
        Deal::Simple => words.okey101_deal_simple(),
        Deal::Stacks7 => words.okey101_deal_stacks7(),
    }
}
