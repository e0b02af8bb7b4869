//! Tables of 101 with random house rules, and three kinds of players: those who lay, those who compose anything, those
//! who only take what is listed.

use istaka::rules::okey101::meld::{Composed, Kind, Place};
use istaka::rules::okey101::{Action, Okey101, Options};
use istaka::rules::tile::Tile;
use istaka::rules::{Chance, Dice, Game, Seat, Viewer};

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

/// An action that somebody could write: well-formed, and otherwise anything.
pub fn composed_action(game: &Okey101, seat: Seat, dice: &mut Dice) -> Action {
    let view = game.view(Viewer::Seat(seat));
    let rack = view.rack().map(<[Tile]>::to_vec).unwrap_or_default();
    let melds_on_table = view.table.len() as u32;
    let meld = dice.below(melds_on_table + 2) as usize;
    let one = |dice: &mut Dice| any_tile(&rack, dice);
    match dice.below(14) {
        0 => Action::Draw,
        1 => Action::Take,
        2 => Action::Return,
        3 | 4 => {
            let count = dice.below(6);
            let melds = (0..count).map(|_| any_meld(&rack, dice)).collect();
            Action::Open { melds }
        }
        5 => Action::Open {
            melds: vec![Composed::of(rack)],
        },
        6 => Action::Lay {
            meld: any_meld(&rack, dice),
        },
        7 | 8 => Action::LayOff {
            tile: one(dice),
            meld,
            end: *any(
                &[None, Some(Place::Low), Some(Place::High), Some(Place::Set)],
                dice,
            ),
        },
        9 => Action::SwapJoker {
            tile: one(dice),
            meld,
        },
        10 => Action::Discard {
            tile: one(dice),
            confirm: dice.below(2) == 0,
        },
        11 => Action::Pass,
        _ => Action::TakeBack,
    }
}

/// Mostly a tile of the rack.
fn any_tile(rack: &[Tile], dice: &mut Dice) -> Tile {
    if rack.is_empty() || dice.below(8) == 0 {
        return *any(&Tile::deck(), dice);
    }
    *any(rack, dice)
}

fn any_meld(rack: &[Tile], dice: &mut Dice) -> Composed {
    let kinds = [None, Some(Kind::Run), Some(Kind::Set), Some(Kind::Pair)];
    let length = dice.below(6);
    Composed {
        tiles: (0..length).map(|_| any_tile(rack, dice)).collect(),
        kind: *any(&kinds, dice),
    }
}

/// A player of the strict table's dreams: composes this and that, and does what is accepted, else what is listed.
pub fn composing(game: &Okey101, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    for _ in 0..3 {
        let action = composed_action(game, seat, dice);
        let ends_turn = matches!(action, Action::Discard { .. });
        if !ends_turn && game.answer(seat, &action, &Chance::from_seed(0)).is_ok() {
            return action;
        }
    }
    eager(game, seat, actions, dice)
}
