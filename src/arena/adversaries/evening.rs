//! One game that is tried: played, read again from its events, played again from its seed.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

use super::Tries;
use super::trying::{Lists, Tried, Way, lists, next};
use crate::rules::any::AnyOptions;
use crate::rules::piece::Piece;
use crate::rules::{Chance, Dice, Game, Impossible, Seat};

/// How a game is made; the tests put something wrong into it.
pub type Making<G> = dyn Fn(&<G as Game>::Options, usize) -> G + Sync;

/// As many actions are tried while nobody is to act: before the first deal and between rounds.
const BETWEEN: u32 = 4;
/// As many are tried after the end.
const AFTER: u32 = 16;
/// The decks of so many rounds are looked at once more, in a game that is played otherwise.
const DECKS: usize = 3;
/// An action that is accepted and not listed can bring so many more steps: itself, and what undoes it.
const OF_AN_UNLISTED: u32 = 3;

/// Where a game is played.
pub(super) struct Table {
    pub(super) options: AnyOptions,
    pub(super) seats: usize,
    pub(super) seed: u64,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            options,
            seats,
            seed,
        } = self;
        write!(f, "{} for {seats}, seed {seed},", options.game().id())?;
        let usual = options.game().default_options().named();
        let named = options.named().into_iter().zip(usual);
        let changed = named.filter(|(own, usual)| own != usual);
        changed
            .map(|(own, _)| own)
            .try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// What happened in a game, for whoever reads it again.
enum Step<A> {
    /// A round was dealt, or another thing that needs nobody; the events as a journal has them.
    Dealt(String),
    /// Somebody tried an action; with the events if it was accepted.
    Tried(Seat, A, Option<String>),
}

/// A game that is being tried.
struct Evening<'a, G: Tried> {
    game: G,
    chance: Chance,
    dice: Dice,
    lists: Lists<G>,
    steps: Vec<Step<G::Action>>,
    decks: Vec<Vec<Piece>>,
    telling: Telling,
    tries: Tries,
    /// How many steps the round may still take.
    steps_left: u32,
    /// How many actions may still be tried.
    left: u64,
    tried: &'a AtomicU64,
}

/// Plays a game in which at most so many actions are tried, three times; says what was tried, and the digest of it.
pub(super) fn play<G>(
    make: &Making<G>,
    table: &Table,
    most: u64,
    tried: &AtomicU64,
) -> Result<(Tries, [u8; 32]), String>
where
    G: Tried<Options = AnyOptions>,
{
    let first = Evening::played(make, table, most, tried)?;
    let digest = first.telling.clone().digest();
    let (read, told) = first.read_again(make, table)?;
    if read != first.game {
        return Err("its events lead to another state".to_owned());
    }
    if told != digest {
        return Err("read again from its events it answers otherwise".to_owned());
    }
    same_decks(make, table, &first.decks)?;
    let tries = first.tries;
    drop(first);
    let again = Evening::played(make, table, most, tried)?;
    if again.telling.digest() != digest || again.tries != tries {
        return Err("played again from its seed it is another game".to_owned());
    }
    Ok((tries, digest))
}

impl<'a, G: Tried<Options = AnyOptions>> Evening<'a, G> {
    fn played(
        make: &Making<G>,
        table: &Table,
        most: u64,
        tried: &'a AtomicU64,
    ) -> Result<Self, String> {
        let game = make(&table.options, table.seats);
        let mut evening = Self {
            lists: lists(&game),
            game,
            chance: Chance::from_seed(table.seed),
            dice: Dice::from_seed(!table.seed),
            steps: Vec::new(),
            decks: Vec::new(),
            telling: Telling::new(),
            tries: Tries {
                games: 1,
                ..Tries::default()
            },
            steps_left: 0,
            left: most,
            tried,
        };
        evening.tried.store(0, Ordering::Relaxed);
        evening.plays()?;
        Ok(evening)
    }

    fn plays(&mut self) -> Result<(), String> {
        while self.left > 0 && self.game.standing().is_none() {
            if !self.game.waiting().seats.is_empty() {
                self.tries_something()?;
                continue;
            }
            for _ in 0..BETWEEN {
                self.tries_something()?;
            }
            if self.game.waiting().seats.is_empty() {
                self.deals()?;
            }
        }
        if self.game.standing().is_some() {
            self.tries.ended += 1;
            for _ in 0..AFTER {
                self.tries_something()?;
            }
        }
        Ok(())
    }

    fn deals(&mut self) -> Result<(), String> {
        let events = self.game.deal(&self.chance);
        if events.is_empty() {
            return Err("nothing is dealt where a round is due".to_owned());
        }
        let before = self.game.clone();
        self.game
            .apply_all(&events)
            .map_err(|Impossible| "what it deals cannot happen".to_owned())?;
        let stored = self.stored(&before, &events)?;
        self.decks.extend(events.iter().find_map(G::deck));
        self.steps_left = self.game.most_steps();
        self.tries.rounds += 1;
        self.changed(&before, &events)?;
        self.telling.step(&stored, &self.game, &self.lists);
        self.steps.push(Step::Dealt(stored));
        Ok(())
    }

    fn tries_something(&mut self) -> Result<(), String> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.tried.fetch_add(1, Ordering::Relaxed);
        let (way, seat, action) = next(&self.game, &self.lists, &mut self.dice);
        self.tries.ways[way as usize].0 += 1;
        self.tries_it(way, seat, &action)
            .map_err(|what| format!("{what}: seat {seat}, {way:?}, {action:?}"))
    }

    fn tries_it(&mut self, way: Way, seat: Seat, action: &G::Action) -> Result<(), String> {
        let may_act =
            self.game.waiting().seats.contains(seat) || self.game.may_interject().contains(seat);
        let is_listed = self.lists[seat.index()].1.contains(action);
        self.tries.out_of_turn += u64::from(!may_act);
        if matches!(way, Way::AtZero | Way::Unasked) && !is_listed {
            return Err("the table would do what is not listed".to_owned());
        }
        let before = self.game.clone();
        let events = match self.game.act(seat, action, &self.chance) {
            Err(refusal) => {
                if self.game != before {
                    return Err("a refused action changed something".to_owned());
                }
                if is_listed {
                    return Err(format!("a listed action is refused ({refusal})"));
                }
                self.telling.answer(seat, action, &refusal.to_string());
                self.steps.push(Step::Tried(seat, action.clone(), None));
                return self.asked_of_nobody(may_act, seat, action);
            }
            Ok(events) => events,
        };
        if !may_act {
            return Err("an action out of turn is accepted".to_owned());
        }
        if !is_listed && !G::may_be_unlisted(action, &events) {
            return Err("an action that is not listed is accepted".to_owned());
        }
        if events.is_empty() {
            return Err("an accepted action does nothing".to_owned());
        }
        self.counts(way, is_listed)?;
        let stored = self.stored(&before, &events)?;
        self.changed(&before, &events)?;
        self.telling.answer(seat, action, "accepted");
        self.telling.step(&stored, &self.game, &self.lists);
        self.steps
            .push(Step::Tried(seat, action.clone(), Some(stored)));
        Ok(())
    }

    /// Even if nobody asked whose turn it is, the rules would do nothing for a seat that may not act.
    fn asked_of_nobody(&self, may_act: bool, seat: Seat, action: &G::Action) -> Result<(), String> {
        if !may_act && self.game.decide(seat, action, &self.chance).is_ok() {
            return Err("the rules decide something for a seat that may not act".to_owned());
        }
        Ok(())
    }

    fn counts(&mut self, way: Way, is_listed: bool) -> Result<(), String> {
        self.tries.ways[way as usize].1 += 1;
        self.tries.unlisted += u64::from(!is_listed);
        if !is_listed {
            self.steps_left += OF_AN_UNLISTED;
        }
        match self.steps_left {
            0 => return Err("a round takes more steps than the game says".to_owned()),
            left => self.steps_left = left - 1,
        }
        Ok(())
    }

    /// The events as a journal stores them; what it reads does the same again.
    fn stored(&self, before: &G, events: &[G::Event]) -> Result<String, String> {
        let stored = serde_json::to_string(events).map_err(|error| error.to_string())?;
        let read: Vec<G::Event> =
            serde_json::from_str(&stored).map_err(|error| error.to_string())?;
        let mut again = before.clone();
        let obeyed = again.apply_all(&read);
        if obeyed.is_err() || again != self.game || read != events {
            return Err("what a journal stores of it is something else".to_owned());
        }
        Ok(stored)
    }

    /// What holds in every state, and between one and the next.
    fn changed(&mut self, before: &G, events: &[G::Event]) -> Result<(), String> {
        self.tries.events += events.len() as u64;
        self.lists = lists(&self.game);
        if let Some(fault) = self.game.faults().first() {
            return Err(format!("an invariant is broken ({fault})"));
        }
        let (earlier, now) = (before.waiting(), self.game.waiting());
        let is_new = now.seats.iter().any(|seat| !earlier.seats.contains(seat));
        if now.turn < earlier.turn || is_new && now.turn == earlier.turn {
            return Err("the number of the turn does not grow".to_owned());
        }
        for (seat, listed) in &self.lists {
            let is_to_act = now.seats.contains(*seat);
            let may_act = is_to_act || self.game.may_interject().contains(*seat);
            if is_to_act && listed.is_empty() {
                return Err(format!("seat {seat} is to act and can do nothing"));
            }
            if !may_act && !listed.is_empty() {
                return Err(format!(
                    "something is listed for seat {seat}, who may not act"
                ));
            }
            if is_to_act && !listed.contains(&self.game.at_zero(*seat)) {
                return Err(format!("what seat {seat} does at zero is not listed"));
            }
            if !is_to_act && self.game.unasked(*seat).is_some() {
                return Err(format!("something is done unasked for seat {seat}"));
            }
        }
        Ok(())
    }

    /// The game that its events tell, and what it answers to all that was tried.
    fn read_again(&self, make: &Making<G>, table: &Table) -> Result<(G, [u8; 32]), String> {
        let mut game = make(&table.options, table.seats);
        let mut telling = Telling::new();
        for step in &self.steps {
            let stored = match step {
                Step::Dealt(stored) => stored,
                Step::Tried(seat, action, stored) => {
                    let answer = game.answer(*seat, action, &self.chance);
                    let answer = answer.as_ref().map(serde_json::to_string);
                    match (answer, stored) {
                        (Ok(Ok(given)), Some(stored)) if given == *stored => {
                            telling.answer(*seat, action, "accepted");
                            stored
                        }
                        (Err(refusal), None) => {
                            telling.answer(*seat, action, &refusal.to_string());
                            continue;
                        }
                        _ => return Err(format!("read again it answers otherwise to {action:?}")),
                    }
                }
            };
            let events: Vec<G::Event> =
                serde_json::from_str(stored).map_err(|error| error.to_string())?;
            game.apply_all(&events)
                .map_err(|Impossible| "read again an event cannot happen".to_owned())?;
            telling.step(stored, &game, &lists(&game));
        }
        Ok((game, telling.digest()))
    }
}

/// What is dealt follows from the seed alone: where nobody does more than the rules do at zero, the decks are the same.
fn same_decks<G>(make: &Making<G>, table: &Table, decks: &[Vec<Piece>]) -> Result<(), String>
where
    G: Tried<Options = AnyOptions>,
{
    let chance = Chance::from_seed(table.seed);
    let mut game = make(&table.options, table.seats);
    let mut seen = decks.iter().take(DECKS);
    while game.standing().is_none() {
        let obeyed = match game.waiting().seats.iter().next() {
            Some(seat) => {
                let action = game.at_zero(seat);
                game.act(seat, &action, &chance).is_ok()
            }
            None => {
                let events = game.deal(&chance);
                let deck = events.iter().find_map(G::deck);
                let Some(expected) = seen.next() else {
                    return Ok(());
                };
                if deck.is_some_and(|deck| deck != *expected) {
                    return Err("what is dealt does not follow from the seed alone".to_owned());
                }
                !events.is_empty() && game.apply_all(&events).is_ok()
            }
        };
        if !obeyed {
            return Err("what the rules do at zero is refused".to_owned());
        }
    }
    Ok(())
}

/// The digest of a game, as it goes.
#[derive(Clone)]
struct Telling(Sha256);

impl Telling {
    fn new() -> Self {
        Self(Sha256::new())
    }

    /// An action and its answer.
    fn answer<A: serde::Serialize>(&mut self, seat: Seat, action: &A, answer: &str) {
        self.0.update(format!("{seat} "));
        self.json(action);
        self.0.update(format!("\n{answer}\n"));
    }

    /// What happened, and the state after it as far as the whole table can be asked about it.
    fn step<G: Game>(&mut self, stored: &str, game: &G, lists: &Lists<G>) {
        self.0.update(stored);
        let waiting = game.waiting();
        let interjecting = game.may_interject();
        self.0.update(format!("\nturn {}", waiting.turn));
        for (seat, listed) in lists {
            let (acts, speaks) = (waiting.seats.contains(*seat), interjecting.contains(*seat));
            self.0.update(format!("\n{seat} {acts} {speaks} "));
            self.json(listed);
        }
        let standing = game.standing();
        self.json(&standing);
    }

    fn json<T: serde::Serialize + ?Sized>(&mut self, value: &T) {
        // What is stored in every journal becomes JSON; whatever did not would be missing in all three digests alike.
        if let Ok(bytes) = serde_json::to_vec(value) {
            self.0.update(bytes);
        }
    }

    fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}
