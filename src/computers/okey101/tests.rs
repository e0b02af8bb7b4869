//! The computers of 101: never refused under any options, and without the blunders that people notice.

use super::*;
use crate::rules::okey101::{Composed, Event, Okey101, OpenKind, Options};
use crate::rules::{Chance, Dice, Game, Seat, Viewer};
use crate::tests::rounds;

/// Who plays.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Player {
    Easy,
    Medium,
}

impl Player {
    fn choose(self, view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
        match self {
            Self::Easy => easy::choose(view, actions, dice),
            Self::Medium => medium::advise(view, actions).map(|(action, _)| action),
        }
    }
}

/// Options of which every one is any that the rules allow for so many seats.
fn any_options(dice: &mut Dice, seats: usize) -> Options {
    let mut options = Options::default();
    let choices: &[(&str, &[&str])] = &[
        ("starter", &["dealer", "right_of_dealer"]),
        ("deal", &["simple", "stacks7"]),
        ("open_min", &["101", "101", "51", "1", "150", "300"]),
        ("pairs_min", &["5", "5", "4", "1", "7", "10"]),
        ("penalties", &["assisted", "strict"]),
        ("penalty_amount", &["101", "101", "0", "10000"]),
        ("unopened_penalty", &["202", "202", "0", "101"]),
        ("joker_leftover", &["face", "zero"]),
        ("joker_held", &["per_hand", "per_joker"]),
        ("joker_held_unopened", &["true", "false"]),
        ("exhaustion", &["after_last_discard", "next_may_take"]),
        ("series_lay_pairs", &["never", "if_pairs_opened"]),
        ("pairs_layoff_limit", &["0", "1", "2"]),
        ("joker_swap", &["true", "false"]),
        ("elden_needs_101", &["true", "false"]),
        ("raising_open", &["true", "false"]),
        ("teams", &["false", "true"]),
        ("pile_browsing", &["adjacent", "top_only", "all"]),
    ];
    options.set("rounds", "2").expect("an option");
    for (name, values) in choices {
        let value = values[dice.below(values.len() as u32) as usize];
        let plays_alone = *name == "teams" && seats != 4;
        let value = if plays_alone { "false" } else { value };
        options.set(name, value).expect("an option");
    }
    options
}

/// What must hold of every choice of a computer, whatever the options.
fn faults_of(player: Player, view: &View, actions: &[Action], chosen: &Action) -> Vec<String> {
    let mut faults = Vec::new();
    let own = view.own.as_ref().expect("a seat has its own");
    let costs = |tile: &Tile| own.costs.iter().any(|(costly, _)| costly == tile);
    if let Action::Discard { tile, .. } = chosen {
        let free = actions
            .iter()
            .any(|action| matches!(action, Action::Discard { tile, .. } if !costs(tile)));
        if costs(tile) && free {
            faults.push(format!("{tile} costs and another discard does not"));
        }
        let finishes = own.rack.len() == 1;
        let off = actions
            .iter()
            .find(|action| matches!(action, Action::LayOff { .. }));
        if let Some(off) = off.filter(|_| !finishes && player == Player::Medium) {
            faults.push(format!("{off:?} is refused"));
        }
    }
    if *chosen == Action::TakeBack {
        faults.push("takes back".to_owned());
    }
    faults
}

/// Plays a whole game; panics with the seed if a computer is refused, blunders or does not come to an end.
fn play(options: &Options, players: &[Player], seed: u64) -> Okey101 {
    let chance = Chance::from_seed(seed);
    let mut game = Okey101::new(options, players.len());
    let mut dice = Dice::from_seed(seed);
    let mut left = 0;
    while game.standing().is_none() {
        let Some(seat) = game.waiting().seats.iter().next() else {
            let dealt = game.deal(&chance);
            game.obey(&dealt);
            left = game.most_steps();
            continue;
        };
        left = left
            .checked_sub(1)
            .unwrap_or_else(|| panic!("seed {seed}: no end"));
        let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
        let player = players[seat.index()];
        let chosen = player.choose(&view, &actions, &mut dice);
        let chosen = chosen.unwrap_or_else(|| panic!("seed {seed}: {player:?} chooses nothing"));
        let faults = faults_of(player, &view, &actions, &chosen);
        assert!(
            faults.is_empty(),
            "seed {seed}: {player:?} {faults:?} {view:?}"
        );
        let events = game.act(seat, &chosen, &chance);
        let events = events.unwrap_or_else(|refused| {
            panic!("seed {seed}: {player:?} is refused {chosen:?}: {refused} {view:?}")
        });
        let failed = events
            .iter()
            .any(|event| matches!(event, Event::OpeningFailed { .. }));
        assert!(
            !failed,
            "seed {seed}: {player:?} fails to open with {chosen:?}"
        );
    }
    game
}

#[test]
fn no_computer_is_ever_refused_or_throws_points_away() {
    for seed in 0..rounds(40) {
        let mut dice = Dice::from_seed(seed);
        let seats = 2 + dice.below(3) as usize;
        let options = any_options(&mut dice, seats);
        let players: Vec<Player> = (0..seats)
            .map(|_| [Player::Easy, Player::Medium][dice.below(2) as usize])
            .collect();
        play(&options, &players, seed);
    }
}

#[test]
fn equal_views_get_equal_answers() {
    let players = [Player::Medium; 4];
    let once = play(&Options::default(), &players, 7);
    assert!(once == play(&Options::default(), &players, 7));
}

fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).expect("tiles are written in full")
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

/// A game in which these racks are dealt, the first with 22 tiles, and these are the next tiles of the stock; the
/// indicator is R4. Racks that are not told get any tiles.
fn dealt(options: &Options, racks: &[&str], stock: &str) -> Okey101 {
    let mut left = Tile::deck();
    let mut take = |tile: Tile| {
        let place = left.iter().position(|other| *other == tile);
        left.remove(place.unwrap_or_else(|| panic!("there is no third {tile}")))
    };
    let racks: Vec<Vec<Tile>> = racks
        .iter()
        .map(|rack| tiles(rack).into_iter().map(&mut take).collect())
        .collect();
    let indicator = take(tiles("R4")[0]);
    let stock: Vec<Tile> = tiles(stock).into_iter().map(&mut take).collect();
    // What nobody asked for lies scattered, so that it makes few melds.
    Dice::from_seed(1).shuffle(&mut left);
    let mut deck = Vec::new();
    for place in 0..4 {
        let told = racks.get(place).cloned().unwrap_or_default();
        let open = 21 + usize::from(place == 0) - told.len();
        deck.extend(told);
        deck.extend(left.drain(..open));
    }
    deck.push(indicator);
    deck.extend(stock);
    deck.append(&mut left);
    let mut game = Okey101::new(options, 4);
    game.obey(&[Event::Dealt {
        deck,
        dealer: seat(0),
        dice: Vec::new(),
    }]);
    game
}

fn act(game: &mut Okey101, who: usize, action: Action) {
    let acted = game.act(seat(who), &action, &Chance::from_seed(0));
    acted.unwrap_or_else(|refused| panic!("{action:?}: {refused}"));
}

fn discard(tile: &str) -> Action {
    Action::Discard {
        tile: tiles(tile)[0],
        confirm: false,
    }
}

fn open(melds: &str) -> Action {
    let melds = melds.split('/').map(|meld| Composed::of(tiles(meld)));
    Action::Open {
        melds: melds.collect(),
    }
}

/// What medium does in its whole turn.
fn turn(game: &mut Okey101, who: usize) -> Vec<(Action, Reason)> {
    let mut done = Vec::new();
    while game.waiting().seats.contains(seat(who)) {
        let (view, actions) = (game.view(Viewer::Seat(seat(who))), game.actions(seat(who)));
        let (action, reason) = medium::advise(&view, &actions).expect("there is something to do");
        act(game, who, action.clone());
        done.push((action, reason));
        if matches!(done.last(), Some((Action::Discard { .. }, _))) {
            break;
        }
    }
    done
}

fn last(done: &[(Action, Reason)]) -> &(Action, Reason) {
    done.last().expect("a turn has an action")
}

/// Ten tiles worth 101 points, and eleven that make nothing with each other.
const A: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8";

#[test]
fn it_opens_as_soon_as_it_can() {
    let rest = "G1 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4 K8";
    let mut game = dealt(&Options::default(), &[&format!("{A} {rest}")], "");
    let done = turn(&mut game, 0);
    assert!(
        matches!(done[0], (Action::Open { .. }, Reason::Opens { points, .. }) if points >= 101)
    );
}

#[test]
fn an_opening_knows_what_it_spares() {
    let rest = "G1 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4 K8";
    for penalty in [0, 50, 202] {
        let options = Options {
            unopened_penalty: penalty,
            ..Options::default()
        };
        let mut game = dealt(&options, &[&format!("{A} {rest}")], "");
        let done = turn(&mut game, 0);
        let Reason::Opens { left, closed, .. } = done[0].1 else {
            panic!("{penalty}: {done:?}");
        };
        assert_eq!(closed, penalty as i32);
        let view = game.view(Viewer::Seat(seat(0)));
        let values = view.rack().expect("a rack").iter();
        let values = values.map(|tile| tile.face().map_or(5, |face| i32::from(face.number())));
        assert_eq!(left, values.sum::<i32>(), "{penalty}");
    }
}

#[test]
fn it_opens_and_finishes_in_one_turn() {
    let rest = "G1 G2 G3 G4 R1 R2 R3 R4 Y10 Y11 Y12 K4";
    let mut options = Options::default();
    options.set("rounds", "1").expect("an option");
    let mut game = dealt(&options, &[&format!("{A} {rest}")], "");
    let done = turn(&mut game, 0);
    assert_eq!(last(&done).1, Reason::Finishes { joker: false });
    let points = game.standing().expect("the game is over").points;
    assert_eq!(
        points.values().copied().collect::<Vec<_>>(),
        [-202, 404, 404, 404]
    );
}

#[test]
fn a_low_opening_that_finishes_is_found() {
    let rack = "G1 G2 G3 G4 R1 R2 R3 Y1 Y2 Y3 Y4 K1 K2 K3 K4 G6 G7 G8 Y6 Y7 Y8 K9";
    let mut options = Options::default();
    options.set("elden_needs_101", "false").expect("an option");
    let mut game = dealt(&options, &[rack], "");
    let done = turn(&mut game, 0);
    let low = Reason::OpensLow {
        points: 78,
        needed: 101,
        last: tiles("K9")[0],
    };
    assert_eq!(done[0].1, low, "{done:?}");
    assert_eq!(last(&done).1, Reason::Finishes { joker: false });

    // The same with the last meld made by what is taken.
    let one_short = rack.replace(" Y8", "");
    let mut game = dealt(&options, &["Y8 K12", &one_short], "");
    act(&mut game, 0, discard("Y8"));
    let done = turn(&mut game, 1);
    let taken = Reason::TakesToOpenLow {
        tile: tiles("Y8")[0],
        points: 78,
        needed: 101,
        last: tiles("K9")[0],
    };
    assert_eq!(done[0], (Action::Take, taken), "{done:?}");
    assert_eq!(done[1].1, low, "{done:?}");
}

/// Seat 1 has opened with twelve tiles and holds these; it has just drawn the last of them.
fn opened(rest: &str) -> Okey101 {
    let mut held = tiles(rest);
    let drawn = held.pop().expect("a tile is drawn").to_string();
    let held: Vec<String> = held.iter().map(Tile::to_string).collect();
    let melds = "K11 K12 K13/R13 Y13 G13/Y5 Y6 Y7 Y8/K5 K6 K7/G9 R9 Y9/R10 Y10 G10";
    let rack = format!("{} {}", melds.replace('/', " "), held.join(" "));
    let rack = tiles(&rack)
        .into_iter()
        .take(21)
        .map(|tile| tile.to_string());
    let rack: Vec<String> = rack.collect();
    let mut game = dealt(&Options::default(), &["K1 K3 G11", &rack.join(" ")], &drawn);
    act(&mut game, 0, discard("K1"));
    act(&mut game, 1, Action::Draw);
    act(&mut game, 1, open(melds));
    game
}

#[test]
fn it_finishes_when_it_can() {
    // Y4 and K8 fit runs on the table, G2 nothing.
    let mut game = opened("Y4 G2 K8");
    let done = turn(&mut game, 1);
    assert_eq!(last(&done).1, Reason::Finishes { joker: false }, "{done:?}");
}

#[test]
fn it_finishes_with_a_joker_when_it_can() {
    let mut game = opened("Y4 K8 R5");
    let done = turn(&mut game, 1);
    assert_eq!(
        *last(&done),
        (discard("R5"), Reason::Finishes { joker: true }),
        "{done:?}"
    );
}

#[test]
fn a_joker_does_not_stay_where_it_can_be_laid() {
    let mut game = opened("G2 R7 R5");
    let done = turn(&mut game, 1);
    assert!(matches!(done[0].0, Action::LayOff { .. }), "{done:?}");
    let view = game.view(Viewer::Seat(seat(1)));
    assert_eq!(view.rack().map(<[Tile]>::len), Some(1));
    assert_eq!(last(&done).0, discard("R7"));
}

#[test]
fn what_it_takes_it_uses() {
    let rest = "G1 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4";
    let one_short = format!("{} {rest}", A.replace(" Y8", ""));
    let mut game = dealt(&Options::default(), &["Y8 K1", &one_short], "");
    act(&mut game, 0, discard("Y8"));
    let done = turn(&mut game, 1);
    let taken = tiles("Y8")[0];
    assert!(matches!(done[0], (Action::Take, Reason::TakesToOpen { tile, .. }) if tile == taken));
    assert!(matches!(done[1].0, Action::Open { .. }), "{done:?}");
}

#[test]
fn what_it_cannot_use_it_leaves_or_returns() {
    let rest = "G1 G4 G6 R1 R3 R7 R9 Y1 Y2 K2 K4";
    let no_use = format!("{} {rest}", A.replace(" Y8", ""));
    let start = || {
        let mut game = dealt(&Options::default(), &["K9 K1", &no_use], "");
        act(&mut game, 0, discard("K9"));
        game
    };
    let tile = tiles("K9")[0];
    let leaves = Some(tile);
    assert_eq!(
        turn(&mut start(), 1)[0],
        (Action::Draw, Reason::Draws { leaves })
    );
    let mut game = start();
    act(&mut game, 1, Action::Take);
    let done = turn(&mut game, 1);
    assert_eq!(done[0], (Action::Return, Reason::Returns { tile }));
    assert_eq!(done[1].0, Action::Draw);
}

/// Seat 0 with this rack in the last turn of the round: until then everybody throws what they have just drawn.
fn in_the_last_turn(rack: &str) -> Okey101 {
    let mut game = dealt(&Options::default(), &[rack], "");
    loop {
        let who = game
            .waiting()
            .seats
            .iter()
            .next()
            .expect("the round goes on");
        let view = game.view(Viewer::Seat(who));
        let own = view.own.as_ref().expect("a seat has its own");
        let last = view.stock == 0 && own.fresh.is_some();
        match own.fresh {
            _ if last => return game,
            Some(fresh) => act(&mut game, who.index(), willing(fresh)),
            None if view.history.is_empty() => act(&mut game, 0, willing(tiles("K3")[0])),
            None => act(&mut game, who.index(), Action::Draw),
        }
    }
}

fn willing(tile: Tile) -> Action {
    Action::Discard {
        tile,
        confirm: true,
    }
}

#[test]
fn it_does_not_open_into_certain_loss() {
    let doubles = "G1 G1 R1 R1 Y1 Y1 K1 K1 G2 G2 K3";
    // The rest counts twice, and nothing can be laid off any more.
    let mut game = in_the_last_turn(&format!(
        "{doubles} K13 K11 R12 R10 Y13 Y11 G12 G10 R8 Y8 K9"
    ));
    let done = turn(&mut game, 0);
    assert!(
        matches!(done[..], [(Action::Discard { .. }, Reason::StaysClosed { left, closed: 202, .. })] if left > 202),
        "{done:?}"
    );
    let mut game = in_the_last_turn(&format!("{doubles} K5 K7 R2 R4 Y3 Y5 G4 G6 R6 Y7 K9"));
    let done = turn(&mut game, 0);
    assert!(
        matches!(done[0].1, Reason::OpensDoubles { count: 5.. }),
        "{done:?}"
    );
}

/// 101 rules 9.4. All others have opened with two doubles each, and seat 0 has two and nothing that is worth 101.
fn before_a_void_round(unopened: &str) -> Okey101 {
    let mut options = Options::default();
    options.set("pairs_min", "2").expect("an option");
    options
        .set("unopened_penalty", unopened)
        .expect("an option");
    let poor = "R2 R8 R11 R12 K4 K6 K8 K10 K13 G2 G5 G8 G11 G13 Y6 Y7 Y9 Y12";
    let racks = [
        &format!("Y1 Y1 Y3 Y3 {poor}"),
        "G1 G1 G3 G3 K1",
        "K2 K2 G4 G4 R1",
        "R3 R3 Y4 Y4 R7",
    ];
    let mut game = dealt(&options, &racks, "R9 R13 G12 K1");
    act(&mut game, 0, discard("K13"));
    for (who, melds, thrown) in [
        (1, "G1 G1/G3 G3", "K1"),
        (2, "K2 K2/G4 G4", "R1"),
        (3, "R3 R3/Y4 Y4", "R7"),
    ] {
        act(&mut game, who, Action::Draw);
        act(&mut game, who, open(melds));
        act(&mut game, who, discard(thrown));
    }
    game
}

#[test]
fn a_void_round_costs_nothing_and_is_better_than_any_rest() {
    // With so little to pay for staying closed the tiles that are left would be dearer.
    for unopened in ["202", "1"] {
        let mut game = before_a_void_round(unopened);
        let done = turn(&mut game, 0);
        assert!(
            matches!(last(&done), (Action::Open { .. }, Reason::Voids)),
            "{unopened}: {done:?}"
        );
        let result = game.view(Viewer::Watcher).result;
        assert_eq!(result.map(|result| result.counted), Some(false));
    }
    // Who pays nothing anyway plays on.
    let mut game = before_a_void_round("0");
    let done = turn(&mut game, 0);
    assert!(
        matches!(last(&done), (Action::Discard { .. }, Reason::Waits { .. })),
        "{done:?}"
    );
}

/// What the discard of an opened rack is, with so many draws ahead, and what speaks for what it leaves.
fn discarded(rest: &str, draws: usize) -> (Tile, Merit) {
    let options = Options::default();
    let rack = tiles(rest);
    let okey = tiles("R5")[0].face().expect("a face");
    let turn = plan::Turn {
        options: &options,
        okey,
        spots: spots::Spots::of(&[], okey),
        kind: OpenKind::Series,
        doubles: false,
        lay_offs: usize::MAX,
        draws,
    };
    let plan = turn.best(&rack, None).expect("there is a discard");
    assert!(plan.steps.is_empty(), "{rest}: {:?}", plan.steps);
    (plan.discard, turn.merit(&rack, plan.discard))
}

#[test]
fn what_is_discarded_matters_however_often_one_draws() {
    use Merit::{Cheapest, CheapestOfFree, Hopeful};
    for (rest, draws, thrown, merit) in [
        ("R1 R2 Y9 K13 G5 G6", 3, "K13", Cheapest),
        ("R1 R2 Y9 K13 G5 G6", 6, "K13", Cheapest),
        ("R1 R2 Y9 K13 G5 G6", 28, "K13", Cheapest),
        ("R2 R6 R9 G2 G6 G12 K8 K13", 6, "K13", Cheapest),
        ("R2 R6 R9 G2 G6 G12 K8 K13", 31, "K13", Cheapest),
        // What may still be laid stays, although it is dearer.
        ("Y3 K12 K13", 6, "Y3", Hopeful),
        // A joker would cost as much to throw.
        ("R5 Y2 K9", 1, "K9", CheapestOfFree),
        ("R5 Y2 K5", 1, "K5", CheapestOfFree),
    ] {
        assert_eq!(
            discarded(rest, draws),
            (tiles(thrown)[0], merit),
            "{rest}, {draws}"
        );
    }
}

#[test]
fn only_so_many_draws_are_looked_ahead() {
    for seats in 2..=4 {
        let mut game = Okey101::new(&Options::default(), seats);
        let events = game.deal(&Chance::from_seed(1));
        game.obey(&events);
        let starter = game.waiting().seats.iter().next().expect("a starter");
        let view = game.view(Viewer::Seat(starter));
        let okey = view.okey().expect("it is dealt");
        let ahead = opening::turn(&view, starter, okey, OpenKind::Series).draws;
        // With four seats the stock is what bounds it.
        assert_eq!(ahead, if seats == 4 { 5 } else { 6 }, "{seats} seats");
    }
}
