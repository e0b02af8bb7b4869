//! Tables in the middle of games, each seen by whoever acts, by somebody else, and by a watcher: what an input meets.
//!
//! An input says on its first line which of them it is for.

use std::sync::LazyLock;

use crate::computers::Level;
use crate::rules::any::{AnyGame, AnyOptions, GameId};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Viewer};
use crate::tables::{
    ChannelId, Desk, Life, Look, Moment, PersonId, Places, Revision, ServerId, Sitter,
};

/// House rules, each with seats and the seed of its game.
const TABLES: [(&str, usize, &str, u64); 9] = [
    ("okey", 4, "max_hands=1", 1),
    ("okey", 2, "max_hands=1 pile_browsing=top_only", 2),
    ("okey101", 3, "rounds=1 open_min=40 joker_swap=true", 1),
    ("okey101", 4, "rounds=1 teams=true", 2),
    (
        "kaluki",
        3,
        "match_mode=single_deal initial_min=20 announce=manual",
        1,
    ),
    ("kaluki", 5, "match_mode=single_deal", 2),
    ("kaluki", 2, "match_mode=single_deal initial_min=20", 4),
    ("meri", 8, "match_length=hitomaki", 1),
    (
        "meri",
        8,
        "match_length=hitomaki opening_reveal=all split=random",
        3,
    ),
];

#[test]
fn every_game_that_people_are_offered_is_met() {
    for game in GameId::RELEASED {
        let is_met = TABLES.iter().any(|(id, ..)| *id == game.id());
        assert!(is_met, "{} is left out", game.id());
    }
}

/// So many steps of each game are walked, and each that comes after so many more is kept.
const STEPS: usize = 120;
const EACH: usize = 9;

/// A table as somebody sees it, and the truth behind it.
pub(super) struct State {
    pub(super) truth: AnyGame,
    pub(super) look: Look,
}

static STATES: LazyLock<Vec<State>> =
    LazyLock::new(|| TABLES.into_iter().flat_map(walked).collect());

/// The state that an input names on its first line (any number names one), and what is left of it.
pub(super) fn meant(input: &[u8]) -> Option<(&'static State, &str)> {
    let text = std::str::from_utf8(input).ok()?;
    let (number, rest) = text.split_once('\n')?;
    let number: usize = number.parse().ok()?;
    Some((&STATES[number % STATES.len()], rest))
}

fn walked((game, seats, set, seed): (&str, usize, &str, u64)) -> Vec<State> {
    let game = GameId::from_id(game).expect("a game of ours");
    let mut options = game.default_options();
    for part in set.split_whitespace() {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    let mut truth = AnyGame::new(&options, seats);
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    let mut states = Vec::new();
    for step in 0..STEPS {
        let asked = truth.waiting().seats.iter().next();
        if step % EACH == 0 || truth.standing().is_some() {
            let first = asked.or(Seat::new(0));
            let other = first.and_then(|first| Seat::all(seats).find(|seat| *seat != first));
            let seen = [first, other].into_iter().flatten().map(Viewer::Seat);
            for viewer in seen.chain([Viewer::Watcher]) {
                let (truth, look) = (truth.clone(), look(&truth, &options, seats, viewer));
                states.push(State { truth, look });
            }
        }
        if truth.standing().is_some() {
            break;
        }
        move_on(&mut truth, asked, &chance, &mut dice);
    }
    states
}

/// Whoever acts does mostly what a computer would, now and then anything.
fn move_on(truth: &mut AnyGame, asked: Option<Seat>, chance: &Chance, dice: &mut Dice) {
    let Some(seat) = asked else {
        let events = truth.deal(chance);
        return truth.obey(&events);
    };
    let actions = truth.actions(seat);
    let count = u32::try_from(actions.len()).expect("there are not so many moves");
    let any = actions[dice.below(count) as usize].clone();
    let action = match dice.below(4) {
        0 => any,
        _ => {
            let view = truth.view(Viewer::Seat(seat));
            let chosen = Level::Easy.choose(&view, &actions, dice);
            chosen.unwrap_or(any)
        }
    };
    let acted = truth.act(seat, &action, chance);
    acted.expect("what is listed is possible");
}

/// The table as this viewer sees it, in a lobby where nothing was dealt yet.
fn look(truth: &AnyGame, options: &AnyOptions, seats: usize, viewer: Viewer) -> Look {
    let seat = viewer.seat();
    let is_over = truth.standing().is_some();
    let is_between = truth.waiting().seats.is_empty() && !is_over;
    let at = |ms: u64| Moment::from_unix_ms(1_790_000_000_000 + ms);
    let table = "7f3kabcd".parse().expect("an id");
    let places = Places::nowhere_in(Some(ServerId::new(9)), ChannelId::new(1));
    let quiet = Look::quiet(table, PersonId::new(10), places, truth, viewer);
    Look {
        revision: Revision::new(7),
        seen_revision: Revision::new(5),
        life: if is_between { Life::Lobby } else { quiet.life },
        options: options.clone(),
        language: "en".to_owned(),
        seal: "5ea1".to_owned(),
        seats: PerSeat::new(seats, |seat| Sitter::Person {
            person: PersonId::new(10 + seat.index() as u64),
            away: false,
        }),
        seat_revision: seat.map(|_| Revision::new(4)),
        view: quiet.view.filter(|_| !is_between),
        may_interject: seat.is_some_and(|seat| truth.may_interject().contains(seat)),
        deadline: Some(at(60_000)),
        turn_since: Some(at(0)),
        voters: Seat::all(seats).collect(),
        out: truth.out(),
        desk: seat.map(|_| Desk::default()),
        ..quiet
    }
}
