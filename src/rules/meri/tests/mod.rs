//! Hachinin-meri over its contract: whole matches of listed actions, deals that are rigged, another reading of the rules
//! beside it, and what nobody may see.

mod oracle;
mod secrets;
mod walks;

use super::{Action, Event, Meri, Options, order};
use crate::karuta::Karuta;
use crate::seat::MOST_SEATS;
use crate::{Chance, Dice, Game, Seat, Viewer};

fn karuta(text: &str) -> Vec<Karuta> {
    let read = |word: &str| {
        word.parse()
            .unwrap_or_else(|fault| panic!("{word}: {fault}"))
    };
    text.split_whitespace().map(read).collect()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

/// The usual options with these changes, `name=value name=value`.
fn options(text: &str) -> Options {
    let mut options = Options::default();
    for part in text.split_whitespace() {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    options
}

/// House rules worth walking through.
const WAYS: [&str; 9] = [
    "match_length=hitomaki",
    "match_length=hitomaki opening_reveal=all",
    "match_length=hitomaki hidden_robai=all_yaku",
    "match_length=hitomaki hidden_robai=all_yaku opening_reveal=all live_upper_required=true",
    "match_length=hitomaki hidden_robai=off direction=ccw",
    "match_length=hitomaki live_upper_required=true split=random",
    "match_length=hitomaki ichimai_zun=false yaku_value=3 yaku_high=3",
    "match_length=hitomaki yaku=false direction=ccw split=random",
    "match_length=hitokiri",
];

/// How a seat chooses among what is listed.
type Chooser<'a> = dyn FnMut(&Meri, Seat, &[Action], &mut Dice) -> Action + 'a;

/// Any listed action.
fn any_listed(_: &Meri, _: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    actions[dice.below(actions.len() as u32) as usize]
}

/// Any listed action, but half the time a trump where there is one: more yaku are made, and fewer meri led.
fn cutting(game: &Meri, who: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    let view = game.view(Viewer::Watcher);
    let is_trump = |action: &&Action| match (action, view.trump()) {
        (Action::Play(karuta), Some(trump)) => order::is_trump(*karuta, trump),
        _ => false,
    };
    let leads = view.plays.is_empty();
    let trumps: Vec<Action> = actions
        .iter()
        .filter(|action| is_trump(action) != leads)
        .copied()
        .collect();
    if trumps.is_empty() || dice.below(2) == 0 {
        return any_listed(game, who, actions, dice);
    }
    any_listed(game, who, &trumps, dice)
}

/// Plays until nobody is to act, from whatever state; every state is stopped at, with the events that led to it.
fn play_round(
    game: &mut Meri,
    seed: u64,
    choose: &mut Chooser,
    mut stop: impl FnMut(&Meri, &[Event]),
) {
    let chance = Chance::from_seed(seed);
    let mut dice = Dice::from_seed(seed);
    let mut steps = game.most_steps();
    loop {
        let waiting: Vec<Seat> = game.waiting().seats.iter().collect();
        if waiting.is_empty() {
            return;
        }
        let actor = waiting[dice.below(waiting.len() as u32) as usize];
        let action = choose(game, actor, &game.actions(actor), &mut dice);
        let events = game
            .act(actor, &action, &chance)
            .unwrap_or_else(|refusal| panic!("{action:?} is listed and refused: {refusal}"));
        stop(game, &events);
        assert!(steps > 0, "more steps than the game declares");
        steps -= 1;
    }
}

/// Plays a whole match.
fn play_match(
    options: &Options,
    seed: u64,
    choose: &mut Chooser,
    mut stop: impl FnMut(&Meri, &[Event]),
) {
    let mut game = Meri::new(options, MOST_SEATS);
    for round in 0.. {
        let events = game.deal(&Chance::from_seed(seed));
        game.obey(&events);
        stop(&game, &events);
        play_round(&mut game, seed + 1000 * round, choose, &mut stop);
        if game.standing().is_some() {
            return;
        }
    }
}

/// A deal in which some karuta lie where they are wanted.
///
/// Two karuta change places in all of a deal event and leave it a deal: so each that is wanted changes places with one
/// that lies there now.
struct Rig {
    event: Event,
    fixed: Vec<Karuta>,
}

impl Rig {
    fn new(seed: u64, dealer: usize, okie: &str) -> Self {
        let game = Meri::new(&Options::default(), MOST_SEATS);
        let mut events = game.deal(&Chance::from_seed(seed)).into_iter();
        let mut event = events.next().expect("a deal");
        if let Event::Dealt { dealer: who, .. } = &mut event {
            *who = seat(dealer);
        }
        let mut rig = Self {
            event,
            fixed: Vec::new(),
        };
        let lies = rig.dealt().view(Viewer::Watcher).okie;
        rig.exchange(lies.expect("a dealt round has one"), karuta(okie)[0]);
        rig
    }

    /// Gives these to a seat, and takes away what else it holds as far as is needed.
    fn rack(mut self, who: usize, wanted: &str) -> Self {
        for wanted in karuta(wanted) {
            let game = self.dealt();
            let rack = game.view(Viewer::Seat(seat(who))).own;
            let rack = rack.expect("a seat has a rack").rack;
            let free = |karuta: &&Karuta| !self.fixed.contains(karuta);
            let lies = if rack.contains(&wanted) {
                wanted
            } else {
                *rack.iter().find(free).expect("nine are enough")
            };
            self.exchange(lies, wanted);
        }
        self
    }

    /// Lays this among the leftovers.
    fn left_over(mut self, wanted: &str) -> Self {
        let round = self.dealt().round.expect("a dealt round");
        let wanted = karuta(wanted)[0];
        let free = |karuta: &&Karuta| !self.fixed.contains(karuta);
        let lies = *round.leftovers.iter().find(free).expect("two are enough");
        self.exchange(lies, wanted);
        self
    }

    fn exchange(&mut self, one: Karuta, other: Karuta) {
        let Event::Dealt { deck, again, .. } = &mut self.event else {
            panic!("a rig is a deal");
        };
        for karuta in deck.iter_mut().chain(again) {
            if *karuta == one {
                *karuta = other;
            } else if *karuta == other {
                *karuta = one;
            }
        }
        self.fixed.push(other);
    }

    fn dealt(&self) -> Meri {
        self.dealt_with("")
    }

    /// The game after the deal.
    fn dealt_with(&self, text: &str) -> Meri {
        let mut game = Meri::new(&options(text), MOST_SEATS);
        game.apply(&self.event).expect("the rig is a deal");
        game
    }
}
