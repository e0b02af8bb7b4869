//! Walking through games: some of the steps are any listed action, the others are those of computers.

use istaka::computers::Level;
use istaka::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, GameId};
use istaka::rules::{Chance, Dice, Game, Seat, Viewer};

/// One table of the battery.
#[derive(Clone, Debug)]
pub struct Table {
    pub options: AnyOptions,
    pub seats: usize,
    pub seed: u64,
}

/// Tables of every game with its smallest to its largest number of seats, in many ways to play.
pub fn tables(seeds: std::ops::Range<u64>) -> Vec<Table> {
    let mut tables = Vec::new();
    for game in GameId::ALL {
        for seats in game.seats() {
            for options in ways(*game) {
                let fitting = AnyGame::check(&options, seats).is_ok();
                tables.extend(seeds.clone().filter(|_| fitting).map(|seed| Table {
                    options: options.clone(),
                    seats,
                    seed,
                }));
            }
        }
    }
    tables
}

/// House rules worth walking through; every game is kept short.
fn ways(game: GameId) -> Vec<AnyOptions> {
    match game {
        GameId::Okey => [
            "",
            "gosterge_window=before_first_discard gosterge_effect=shower_gains",
            "deal=simplified stock_pick=any exposed_tile_last=true pile_browsing=all",
            "exposed_tile_last=true pile_browsing=top_only wrong_finish_penalty=1",
            "end_mode=elimination start_points=3 mono_colour=any mono_pairs=true",
            "partnership=true pairs_joker=max start_points=4",
            "exhausted_take=win_only gosterge=false result_mode=single",
        ]
        .into_iter()
        .map(|text| with(game, "max_hands=3", text))
        .collect(),
        GameId::Okey101 => [
            "",
            "starter=right_of_dealer deal=stacks7 exhaustion=next_may_take pile_browsing=all",
            "penalties=strict joker_held=per_joker joker_leftover=zero joker_held_unopened=true",
            "joker_swap=true series_lay_pairs=if_pairs_opened elden_needs_101=false open_min=60",
            "teams=true raising_open=true open_min=70 pairs_min=3",
            "pairs_min=2 pairs_layoff_limit=2 pile_browsing=top_only",
        ]
        .into_iter()
        .map(|text| with(game, "rounds=1", text))
        .collect(),
        GameId::Kaluki => [
            "match_mode=single_deal",
            "match_mode=fixed_deals:2 initial_min=20 announce=manual ace_low=true joker_count=4",
            "penalty_limit=60 initial_min=20 max_buy_ins=1 discard_after_open=must_use two_joker_recovery=one",
            "match_mode=single_deal announce=manual announce_at=2 call_up_without_discard=true build_end_limit=0",
            "match_mode=fixed_deals:1 first_upcard=false deal_style=packets discard_before_open=never",
        ]
        .into_iter()
        .map(|text| with(game, "", text))
        .collect(),
        GameId::Meri => [
            "match_length=hitomaki",
            "match_length=hitomaki opening_reveal=all direction=ccw live_upper_required=true",
            "match_length=hitomaki hidden_robai=all_yaku split=random ichimai_zun=false",
            "match_length=hitomaki hidden_robai=off yaku=false",
        ]
        .into_iter()
        .map(|text| with(game, "", text))
        .collect(),
        #[cfg(debug_assertions)]
        GameId::Toy => vec![with(game, "rounds=2", "")],
    }
}

/// The usual options with these changes.
pub fn with(game: GameId, length: &str, text: &str) -> AnyOptions {
    let mut options = game.default_options();
    for part in length.split_whitespace().chain(text.split_whitespace()) {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    options
}

/// One state on the way, with the state before and the events so far.
pub struct Stop<'a, G: Game> {
    pub before: &'a G,
    pub game: &'a G,
    pub all_events: &'a [G::Event],
}

/// How somebody chooses among listed actions.
pub type Chooser<'a, G> =
    dyn FnMut(&G, Seat, &[<G as Game>::Action], &mut Dice) -> <G as Game>::Action + 'a;

/// Plays a game to its end and stops at every state; answers all events.
pub fn walk<G: Game>(
    mut game: G,
    seed: u64,
    choose: &mut Chooser<G>,
    mut stop: impl FnMut(Stop<G>),
) -> Vec<G::Event> {
    let chance = Chance::from_seed(seed);
    let mut dice = Dice::from_seed(seed);
    let mut all_events = Vec::new();
    let mut steps_left = 0;
    while game.standing().is_none() {
        let before = game.clone();
        let events = if game.waiting().seats.is_empty() {
            let events = game.deal(&chance);
            game.obey(&events);
            steps_left = game.most_steps();
            events
        } else {
            assert!(steps_left > 0, "the round takes more steps than declared");
            steps_left -= 1;
            let seat = who(&game, &mut dice);
            let actions = game.actions(seat);
            let action = choose(&game, seat, &actions, &mut dice);
            game.act(seat, &action, &chance)
                .unwrap_or_else(|refused| panic!("{action:?} of seat {seat} is refused: {refused}"))
        };
        assert!(!events.is_empty(), "an accepted step without an event");
        all_events.extend_from_slice(&events);
        stop(Stop {
            before: &before,
            game: &game,
            all_events: &all_events,
        });
    }
    all_events
}

/// Somebody who has something to do: sometimes one who may act out of turn.
fn who<G: Game>(game: &G, dice: &mut Dice) -> Seat {
    let waiting: Vec<Seat> = game.waiting().seats.iter().collect();
    let others: Vec<Seat> = game
        .may_interject()
        .iter()
        .filter(|seat| !game.actions(*seat).is_empty())
        .collect();
    let those = if !others.is_empty() && dice.below(2) == 0 {
        others
    } else {
        waiting
    };
    those[dice.below(those.len() as u32) as usize]
}

/// Any listed action.
pub fn any_listed<G: Game>(_: &G, _: Seat, actions: &[G::Action], dice: &mut Dice) -> G::Action {
    actions[dice.below(actions.len() as u32) as usize].clone()
}

/// One step of so many is that of any level.
const THOUGHTFUL: u32 = 8;

/// A quarter any listed action, else what a computer of some level does.
pub fn mixed(game: &AnyGame, seat: Seat, actions: &[AnyAction], dice: &mut Dice) -> AnyAction {
    if dice.below(4) == 0 {
        return any_listed(game, seat, actions, dice);
    }
    // Those that think longer come now and then: enough to lead the games elsewhere.
    let level = match dice.below(THOUGHTFUL) {
        0 => Level::ALL[dice.below(Level::ALL.len() as u32) as usize],
        _ => Level::default(),
    };
    level
        .choose(&game.view(Viewer::Seat(seat)), actions, dice)
        .expect("a computer always finds something among actions")
}

/// A new game at a table.
pub fn new_game(table: &Table) -> AnyGame {
    AnyGame::check(&table.options, table.seats).expect("the options fit");
    AnyGame::new(&table.options, table.seats)
}

/// How many games a random test plays: as many as usual, or the number in `ISTAKA_ROUNDS` if that is more.
pub fn rounds(usual: u64) -> u64 {
    let Some(text) = std::env::var_os("ISTAKA_ROUNDS") else {
        return usual;
    };
    let told: Option<u64> = text.to_str().and_then(|text| text.parse().ok());
    told.unwrap_or_else(|| panic!("ISTAKA_ROUNDS is a whole number, not {text:?}"))
        .max(usual)
}

/// Runs a check at many tables, at each with as many seeds, or so many more that they come to the [`rounds`] together;
/// a failure names the table.
pub fn at_every_table(seeds: u64, check: impl Fn(&Table)) {
    let kinds = tables(0..1).len() as u64;
    for table in tables(0..rounds(seeds * kinds).div_ceil(kinds)) {
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&table)));
        assert!(checked.is_ok(), "at {table:?}");
    }
}

/// Events as the journal stores them.
pub fn as_json(events: &[AnyEvent]) -> String {
    serde_json::to_string(events).expect("events become JSON")
}
