//! Tables of 101 with random house rules, and three kinds of players: those who lay, those who compose anything, those
//! who only take what is listed.

use istaka::rules::okey101::{Action, Okey101, Options};
use istaka::rules::{Chance, Dice, Game, Seat};

use crate::conformance::walk::rounds;

/// Every option with values worth walking through; small minimums, so that melds come to the table.
const VALUES: &[(&str, &[&str])] = &[
    ("rounds", &["1", "2", "3"]),
    ("first_dealer", &["random", "0", "1"]),
    ("starter", &["dealer", "right_of_dealer"]),
    ("deal", &["simple", "stacks7"]),
    ("open_min", &["101", "50", "30", "9"]),
    ("pairs_min", &["5", "3", "2", "1"]),
    ("penalties", &["assisted", "strict"]),
    ("penalty_amount", &["101", "7", "0"]),
    ("unopened_penalty", &["202", "0"]),
    ("joker_leftover", &["face", "zero"]),
    ("joker_held", &["per_hand", "per_joker"]),
    ("joker_held_unopened", &["false", "true"]),
    ("exhaustion", &["after_last_discard", "next_may_take"]),
    ("series_lay_pairs", &["never", "if_pairs_opened"]),
    ("pairs_layoff_limit", &["0", "1", "2"]),
    ("joker_swap", &["false", "true", "true"]),
    ("elden_needs_101", &["true", "false"]),
    ("raising_open", &["false", "true"]),
    ("teams", &["false", "true"]),
    ("pile_browsing", &["adjacent", "top_only", "all"]),
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
        let seats = 2 + (seed % 3) as usize;
        let mut options = Options {
            rounds: 2,
            ..Options::default()
        };
        for (name, values) in VALUES {
            let value = values[dice.below(values.len() as u32) as usize];
            let before = options.clone();
            options.set(name, value).expect("a value of the rules");
            if Okey101::check(&options, seats).is_err() {
                options = before;
            }
        }
        Self {
            seats,
            seed,
            options,
        }
    }

    pub fn game(&self) -> Okey101 {
        Okey101::check(&self.options, self.seats).expect("the options fit");
        Okey101::new(&self.options, self.seats)
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
    !matches!(
        action,
        Action::Draw | Action::Take | Action::Return | Action::Pass | Action::Discard { .. }
    )
}

/// Mostly what brings tiles to the table, else any listed action.
pub fn eager(_: &Okey101, _: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    let table: Vec<&Action> = actions
        .iter()
        .filter(|action| is_on_table(action))
        .collect();
    if !table.is_empty() && dice.below(4) > 0 {
        return (*any(&table, dice)).clone();
    }
    any(actions, dice).clone()
}

/// A player of the strict table's dreams: composes this and that, and does what is accepted, else what is listed.
pub fn composing(game: &Okey101, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    for _ in 0..3 {
        let action = game.written(seat, dice);
        let ends_turn = matches!(action, Action::Discard { .. });
        if !ends_turn && game.answer(seat, &action, &Chance::from_seed(0)).is_ok() {
            return action;
        }
    }
    eager(game, seat, actions, dice)
}
