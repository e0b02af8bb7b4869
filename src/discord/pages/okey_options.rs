//! The house rules of Okey in words.
//!
//! [`told`] takes the options apart field by field and matches every value: a new one does not compile
//! before it is told to people.

use super::options::{self, Told, browsing_words, dealer_words, dealers, either, switch, texts};
use crate::discord::speech::words::Words;
use crate::rules::okey::Options;
use crate::rules::okey::options::{
    Deal, EndMode, ExhaustedTake, MonoColour, PairsJoker, PileBrowsing, ResultMode, ShowingEffect,
    ShowingWindow, StockPick,
};
use crate::rules::options::UNSET;

/// What [`short`] tells, so that a lobby does not tell it twice.
pub const IN_SHORT: &[&str] = &["start_points"];

/// The rules in short, for everybody who reads a lobby.
pub fn short(words: Words, options: &Options) -> String {
    match (options.end_mode, options.partnership) {
        (EndMode::FirstBust, false) => words.okey_rules_short(options.start_points),
        _ => format!("{}.", words.okey_start_points(options.start_points)),
    }
}

/// Every option: what it is about, what it is now, and what it could be; the most asked for first.
#[rustfmt::skip] // One line for each option reads as a table.
pub fn told(words: Words, options: &Options, seats: usize) -> Vec<Told> {
    let Options {
        first_dealer,
        deal,
        layout,
        stock_pick,
        exposed_tile_last,
        gosterge,
        gosterge_window,
        gosterge_effect,
        pile_browsing,
        exhausted_take,
        take_streak_cap,
        exhausted_take_cap,
        start_points,
        pairs_joker,
        mono_colour,
        mono_pairs,
        end_mode,
        partnership,
        result_mode,
        max_rounds,
        wrong_finish_penalty,
    } = options;
    let told = |name, about, now, values| Told {
        name,
        about,
        now,
        values,
    };
    let w = words;
    vec![
        told("start_points", w.okey_about_start_points(), w.okey_start_points(*start_points), texts(&[5, 10, 15, 20, 30, 40, 60, 100])),
        told("end_mode", w.okey_about_end_mode(), end_words(w, *end_mode), texts(EndMode::ALL)),
        told("partnership", w.okey_about_partnership(), either(*partnership, w.okey_partners_yes(), w.okey_partners_no()), switch()),
        told("result_mode", w.okey_about_result_mode(), result_words(w, *result_mode), or_usual(ResultMode::ALL)),
        told("gosterge", w.okey_about_gosterge(), either(*gosterge, w.okey_twin_shown(), w.okey_twin_not_shown()), switch()),
        told("gosterge_window", w.okey_about_gosterge_window(), window_words(w, *gosterge_window), texts(ShowingWindow::ALL)),
        told("gosterge_effect", w.okey_about_gosterge_effect(), effect_words(w, *gosterge_effect), texts(ShowingEffect::ALL)),
        told("wrong_finish_penalty", w.okey_about_wrong_finish(), wrong_finish_words(w, *wrong_finish_penalty), texts(&[0, 1, 2, 4, 8])),
        told("deal", w.okey_about_deal(), deal_words(w, *deal), texts(Deal::ALL)),
        told("stock_pick", w.okey_about_stock_pick(), pick_words(w, *stock_pick), texts(StockPick::ALL)),
        told("exposed_tile_last", w.okey_about_exposed_tile(), either(*exposed_tile_last, w.okey_exposed_last(), w.okey_exposed_stays()), switch()),
        told("exhausted_take", w.okey_about_exhausted_take(), exhausted_words(w, *exhausted_take), texts(ExhaustedTake::ALL)),
        told("pairs_joker", w.okey_about_pairs_joker(), pairs_words(w, *pairs_joker), texts(PairsJoker::ALL)),
        told("mono_colour", w.okey_about_mono_colour(), mono_words(w, *mono_colour), texts(MonoColour::ALL)),
        told("mono_pairs", w.okey_about_mono_pairs(), either(*mono_pairs, w.okey_mono_pairs_yes(), w.okey_mono_pairs_no()), switch()),
        told("pile_browsing", w.okey_about_pile_browsing(), browsing_words(w, *pile_browsing), texts(PileBrowsing::ALL)),
        told("max_hands", w.okey_about_rounds(), rounds_words(w, *max_rounds), texts(&[0, 1, 3, 5, 10, 20, 50])),
        told("first_dealer", w.okey_about_first_dealer(), dealer_words(w, *first_dealer), dealers(seats)),
        told("take_streak_cap", w.okey_about_take_streak(), take_streak_cap.map_or_else(|| w.okey_streak_usual(), |takes| w.okey_streak_cap(takes)), or_usual(&[1, 2, 3, 4, 6, 8, 12])),
        told("exhausted_take_cap", w.okey_about_exhausted_cap(), exhausted_take_cap.map_or_else(|| w.okey_exhausted_cap_usual(), |takes| w.okey_exhausted_cap(takes)), or_usual(&[1, 2, 3, 4, 6, 8, 12])),
        told("layout", w.okey_about_layout(), layout_words(w, layout.as_deref()), layouts(seats)),
    ]
}

/// What an option is about, with its name.
pub fn title(words: Words, name: &str) -> String {
    options::title(&told(words, &Options::default(), 4), name)
}

/// Why two options do not go together.
pub fn together(words: Words, one: &str, other: &str) -> String {
    match (one, other) {
        ("partnership", "end_mode") => words.okey_partners_not_out(),
        ("partnership", "result_mode") => words.okey_partners_result(),
        ("end_mode", "result_mode") => words.okey_out_result(),
        ("stock_pick", "deal") => words.okey_any_place_formal(),
        ("mono_pairs", "mono_colour") => words.okey_mono_pairs_alone(),
        _ => words.option_together(&title(words, one), &title(words, other)),
    }
}

fn end_words(words: Words, mode: EndMode) -> String {
    match mode {
        EndMode::FirstBust => words.okey_end_first_bust(),
        EndMode::Elimination => words.okey_end_elimination(),
    }
}

fn result_words(words: Words, mode: Option<ResultMode>) -> String {
    match mode {
        None => words.okey_result_usual(),
        Some(ResultMode::TwoTop) => words.okey_result_two_top(),
        Some(ResultMode::Single) => words.okey_result_single(),
    }
}

fn window_words(words: Words, window: ShowingWindow) -> String {
    match window {
        ShowingWindow::OwnFirstAction => words.okey_window_own_first_action(),
        ShowingWindow::BeforeFirstDiscard => words.okey_window_before_first_discard(),
    }
}

fn effect_words(words: Words, effect: ShowingEffect) -> String {
    match effect {
        ShowingEffect::OthersLose => words.okey_effect_others_lose(),
        ShowingEffect::ShowerGains => words.okey_effect_shower_gains(),
    }
}

fn wrong_finish_words(words: Words, points: u32) -> String {
    match points {
        0 => words.okey_wrong_finish_refused(),
        points => words.okey_wrong_finish_costs(points),
    }
}

fn deal_words(words: Words, deal: Deal) -> String {
    match deal {
        Deal::Formal => words.okey_deal_formal(),
        Deal::Simplified => words.okey_deal_simplified(),
    }
}

fn pick_words(words: Words, pick: StockPick) -> String {
    match pick {
        StockPick::Next => words.okey_pick_next(),
        StockPick::Any => words.okey_pick_any(),
    }
}

fn exhausted_words(words: Words, take: ExhaustedTake) -> String {
    match take {
        ExhaustedTake::Free => words.okey_exhausted_free(),
        ExhaustedTake::WinOnly => words.okey_exhausted_win_only(),
    }
}

fn pairs_words(words: Words, pairs: PairsJoker) -> String {
    match pairs {
        PairsJoker::Multiply => words.okey_pairs_multiply(),
        PairsJoker::Max => words.okey_pairs_max(),
    }
}

fn mono_words(words: Words, mono: MonoColour) -> String {
    match mono {
        MonoColour::Off => words.okey_mono_off(),
        MonoColour::Any => words.okey_mono_any(),
        MonoColour::RedBlack => words.okey_mono_red_black(),
    }
}

fn rounds_words(words: Words, rounds: u32) -> String {
    match rounds {
        0 => words.okey_rounds_free(),
        rounds => words.okey_rounds_most(rounds),
    }
}

fn layout_words(words: Words, layout: Option<&[u8]>) -> String {
    match layout {
        None => words.okey_layout_usual(),
        Some(rows) => words.okey_layout_rows(&texts(rows).join(", ")),
    }
}

fn or_usual<T: ToString>(values: &[T]) -> Vec<String> {
    let mut all = vec![UNSET.to_owned()];
    all.extend(texts(values));
    all
}

/// Rows of nearly the same length, the long ones before another seat each time.
fn layouts(seats: usize) -> Vec<String> {
    const STACKS: usize = 21;
    let (short, long) = (STACKS / seats.max(1), STACKS % seats.max(1));
    let turned = |by: usize| {
        let row = move |seat: usize| short + usize::from((seat + seats - by) % seats < long);
        texts(&(0..seats).map(row).collect::<Vec<_>>()).join(",")
    };
    let mut all = or_usual(&(0..seats).map(turned).collect::<Vec<_>>());
    all.dedup();
    all
}
