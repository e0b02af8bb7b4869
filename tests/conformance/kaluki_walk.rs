//! Tables of Kaluki with random house rules, and three kinds of players: those who lay what they can, those who compose
//! anything, those who only take what is listed.

use istaka::rules::kaluki::{Action, Kaluki, Options};
use istaka::rules::{Chance, Dice, Game, Seat, Viewer};

use crate::conformance::walk::rounds;

/// Every option with values worth walking through; small minimums and limits, so that melds come to the table and players
/// are asked whether they buy in.
const VALUES: &[(&str, &[&str])] = &[
    ("stake_call_up", &["1", "3"]),
    ("stake_kaluki", &["2", "0"]),
    ("stake_initial", &["5", "3", "0"]),
    ("stake_buy_in", &["5", "2"]),
    ("settlement", &["final", "per_deal"]),
    ("announce", &["auto", "manual"]),
    ("announce_at", &["3", "1"]),
    ("penalty_limit", &["150", "80", "40"]),
    ("buy_in", &["true", "true", "false"]),
    ("max_buy_ins", &["2", "1", "0"]),
    ("buy_in_min_survivors", &["2", "3"]),
    ("initial_min", &["40", "20", "0"]),
    ("build_end_limit", &["2", "0", "1"]),
    ("discard_before_open", &["if_used", "never"]),
    ("discard_after_open", &["free", "must_use", "must_meld"]),
    ("four_card_set_recovery", &["false", "true"]),
    ("two_joker_recovery", &["two", "one"]),
    ("one_joker_recovery", &["two", "one"]),
    ("joker_reuse", &["any", "new_meld"]),
    ("joker_count", &["2", "4"]),
    ("joker_penalty", &["15", "25", "0"]),
    ("ace_low", &["false", "true"]),
    ("first_upcard", &["true", "false"]),
    ("deal_style", &["single", "packets"]),
    ("kaluki_doubles_penalty", &["false", "true"]),
    ("call_up_without_discard", &["false", "true"]),
    ("reshuffles_max", &["1", "0", "2"]),
    ("may_return_taken", &["false", "true"]),
    (
        "match_mode",
        &["pool", "fixed_deals:1", "fixed_deals:3", "single_deal"],
    ),
    ("stall_limit", &["default", "0", "12"]),
];

/// One table of this battery.
#[derive(Debug)]
pub struct Table {
    pub seats: usize,
    pub seed: u64,
    pub options: Options,
}

impl Table {
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::from_seed(seed);
        let seats = 2 + (seed % 4) as usize;
        let mut options = Options::default();
        for (name, values) in VALUES {
            let value = values[dice.below(values.len() as u32) as usize];
            let before = options.clone();
            options.set(name, value).expect("a value of the rules");
            if Kaluki::check(&options, seats).is_err() {
                options = before;
            }
        }
        Self {
            seats,
            seed,
            options,
        }
    }

    pub fn game(&self) -> Kaluki {
        Kaluki::check(&self.options, self.seats).expect("the options fit");
        Kaluki::new(&self.options, self.seats)
    }
}

/// Runs a check at so many tables, or at more of them; a failure names the table.
pub fn at_tables(usual: u64, check: impl Fn(&Table)) {
    for seed in 0..rounds(usual) {
        let table = Table::new(seed);
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&table)));
        assert!(checked.is_ok(), "at {table:?}");
    }
}

pub fn any<'a, T>(things: &'a [T], dice: &mut Dice) -> &'a T {
    &things[dice.below(things.len() as u32) as usize]
}

fn is_on_table(action: &Action) -> bool {
    matches!(
        action,
        Action::Open { .. } | Action::Lay { .. } | Action::Build(_) | Action::Exchange { .. }
    )
}

/// Now and then the first step of the best plan, mostly what brings cards to the table, else any listed action.
pub fn eager(game: &Kaluki, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    if dice.below(3) == 0
        && let Some(plan) = game.view(Viewer::Seat(seat)).least_left()
    {
        let discard = Action::Discard { card: plan.discard };
        return plan.actions.first().cloned().unwrap_or(discard);
    }
    let table: Vec<&Action> = actions
        .iter()
        .filter(|action| is_on_table(action))
        .collect();
    if !table.is_empty() && dice.below(4) > 0 {
        return (*any(&table, dice)).clone();
    }
    any(actions, dice).clone()
}

/// Composes this and that, and does what is accepted, else what is listed.
pub fn composing(game: &Kaluki, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    for _ in 0..3 {
        let action = game.written(seat, dice);
        let goes_on = matches!(action, Action::Discard { .. } | Action::Return);
        if !goes_on && game.answer(seat, &action, &Chance::from_seed(0)).is_ok() {
            return action;
        }
    }
    eager(game, seat, actions, dice)
}
