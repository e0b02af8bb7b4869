//! Replaying asks games for less than playing does, and everything comes out as it was played.

use std::sync::Arc;

use super::*;
use crate::rules::any::{AnyGame, GameId};
use crate::rules::chance::Secret;
use crate::rules::{Dice, Game, Seat, Viewer};
use crate::store::{Chain, PlaceRow, Sat, StoredTable};
use crate::tables::affairs::{Affairs, Fixed};
use crate::tables::change::{Cause, Change, Step};
use crate::tables::deadlines::MOST_IN_A_TURN;
use crate::tables::own::Own;
use crate::tables::restore::{restore, row_of};

/// How long a journal may become, and how many places of it are looked at.
const STEPS: usize = 320;
const PLACES: usize = 32;

/// A table that is played step by step, with what it was after each.
pub(super) struct Played {
    dice: Dice,
    stored: StoredTable,
    after: Vec<Affairs>,
}

/// Before its first step.
fn unopened(options: &AnyOptions, seats: usize) -> (Affairs, StoredTable) {
    let fixed = Fixed {
        id: "7f3kabcd".parse().unwrap(),
        opened_with: options.clone(),
        rules_version: options.game().rules_version().to_owned(),
        level: Level::Easy,
        preset: Preset::Fast,
        language: "en".to_owned(),
        server: None,
        channel: ChannelId::new(1),
        rated: true,
        parent: None,
        own_thread: false,
        again: None,
        secret: Secret::from_bytes([9; Secret::BYTES]),
        opened_at: Moment::from_unix_ms(1_000_000_000),
    };
    let stored = StoredTable {
        row: row_of(&fixed, seats),
        steps: Vec::new(),
        sat: Vec::new(),
        desks: Vec::new(),
        chain: Chain::Whole,
    };
    (Affairs::new(Arc::new(fixed), seats), stored)
}

impl Played {
    /// Begins with people on all seats but the last.
    pub(super) fn begun(options: &AnyOptions, seats: usize, seed: u64) -> Self {
        let (affairs, stored) = unopened(options, seats);
        let mut played = Self {
            dice: Dice::from_seed(seed),
            stored,
            after: vec![affairs],
        };
        let mut all: Vec<Seat> = Seat::all(seats).collect();
        let last = all.pop().unwrap();
        for seat in all {
            let hosts = (seat.index() == 0).then_some(Change::Hosts { seat });
            let changes = [Change::Sat { seat }].into_iter().chain(hosts).collect();
            played.makes(Cause::Press, Some(person(seat.index() as u64 + 1)), changes);
        }
        let level = Level::Easy;
        let computer = Change::Computer { seat: last, level };
        let starting = Change::Starting { casual: false };
        played.makes(Cause::Press, None, vec![computer, starting]);
        let begun = played.now().begin_with(MessageId::new(seed)).ok().unwrap();
        played.makes(Cause::House, None, begun);
        played
    }

    pub(super) fn now(&self) -> &Affairs {
        self.after.last().unwrap()
    }

    pub(super) fn makes(&mut self, cause: Cause, sat: Option<PersonId>, changes: Vec<Change>) {
        let waits = u64::from(self.dice.below(9_000));
        let now = self.now();
        let mut step = Step {
            revision: now.revision.next(),
            at: Moment::from_unix_ms(now.last_step_at.unix_ms() + waits),
            cause,
            actor: None,
            press: (cause == Cause::Press).then(|| PressId::new(now.revision.next().get())),
            sat,
            changes,
        };
        let next = now.after(&mut step).ok().unwrap();
        self.stored.steps.push(step.to_row());
        self.stored.sat.extend(sat.map(|person| Sat {
            seat: next.seat_of(person).unwrap(),
            from: step.revision,
            person,
        }));
        self.after.push(next);
    }

    /// Whatever may come next; mostly moves, now and then something that people do or leave undone.
    fn goes_on(&mut self) {
        let seats: Vec<Seat> = self.asked();
        let Some(seat) = self.one_of(&seats) else {
            let dealt = self.now().dealt().unwrap();
            return self.makes(Cause::House, None, vec![dealt]);
        };
        let all: Vec<Seat> = Seat::all(self.now().places.len()).collect();
        let other = self.one_of(&all).unwrap();
        let (cause, changes) = match self.dice.below(300) {
            0..8 => (Cause::Clock, self.now().at_zero(seat, None).unwrap()),
            8..14 => (Cause::House, vec![Change::WentAway { seat: other }]),
            14..18 => (Cause::Press, vec![Change::Slept { seat: other }]),
            18 => (Cause::Press, vec![Change::Voted { seat: other }]),
            19 => (Cause::Press, self.leaves(other)),
            20..250 => (Cause::Press, self.moves(seat)),
            _ => (Cause::Computer, self.interjects(other, seat)),
        };
        self.makes(cause, None, changes);
    }

    /// Who is to act.
    pub(super) fn asked(&self) -> Vec<Seat> {
        let waiting = self.now().waiting();
        waiting.map_or_else(Vec::new, |waiting| waiting.seats.iter().collect())
    }

    fn one_of(&mut self, seats: &[Seat]) -> Option<Seat> {
        let some = seats.len().max(1) as u32;
        seats.get(self.dice.below(some) as usize).copied()
    }

    pub(super) fn leaves(&self, seat: Seat) -> Vec<Change> {
        let person = self.now().person_on(seat);
        let left = person.and_then(|person| self.now().leave(person).ok());
        left.unwrap_or_else(|| vec![Change::Ready { seat }])
    }

    fn moves(&mut self, seat: Seat) -> Vec<Change> {
        let mut changes = self.now().welcome(seat);
        changes.push(self.move_of(seat));
        changes
    }

    /// What a computer does there.
    pub(super) fn move_of(&mut self, seat: Seat) -> Change {
        let actions = self.now().own[seat].actions.clone();
        let view = self.game().view(Viewer::Seat(seat));
        let action = Level::Easy.choose(&view, &actions, &mut self.dice).unwrap();
        self.now().played(seat, &action).unwrap()
    }

    /// A seat says something out of turn if it may and likes to, else another makes its move.
    fn interjects(&mut self, seat: Seat, to_act: Seat) -> Vec<Change> {
        let actions = self.now().own[seat].actions.clone();
        let view = self.game().view(Viewer::Seat(seat));
        let may = self.now().interjectors().contains(seat);
        let said = Level::Easy.interject(&view, &actions, &mut self.dice);
        match said.filter(|_| may) {
            Some(action) => vec![self.now().played(seat, &action).unwrap()],
            None => self.moves(to_act),
        }
    }

    fn game(&self) -> AnyGame {
        self.now().game.clone().unwrap()
    }

    /// Reads the first steps of the journal back.
    fn check(&self, steps: usize, told: &str) {
        let early = StoredTable {
            row: self.stored.row.clone(),
            steps: self.stored.steps[..steps].to_vec(),
            sat: self.stored.sat.clone(),
            desks: Vec::new(),
            chain: Chain::Whole,
        };
        let mut expected = self.after[steps].clone();
        let now = expected.last_step_at;
        let found = restore(&early, &[], now).ok().unwrap().affairs;
        // After a restart whoever is to act has a little time at least.
        expected.give_back(&[], now, now);
        let expected = &expected;
        assert_eq!(numbers(&found), numbers(expected), "{told}");
        assert_eq!(looks(&found), looks(expected), "{told}");
        assert!(owns(&found) == owns(expected), "what seats own: {told}");
        assert!(found.game == expected.game, "the game: {told}");
    }
}

/// All that `settle` works out.
fn numbers(affairs: &Affairs) -> impl PartialEq + std::fmt::Debug {
    let spans = [affairs.pause, affairs.absence, affairs.seen_deadline];
    let times = (affairs.deadlines.clone(), affairs.spent.clone());
    (
        (affairs.revision, affairs.seen_revision, affairs.rounds),
        (affairs.seat_revisions.clone(), times),
        (spans, affairs.lobby, affairs.last_step_at),
        (affairs.alone_since, affairs.absent_all_round, affairs.host),
    )
}

fn looks(affairs: &Affairs) -> Vec<Look> {
    let people = (1..=affairs.places.len() as u64).map(|number| Some(person(number)));
    let look = |who| affairs.look(who, &PlaceRow::default());
    people.chain([None]).map(look).collect()
}

fn owns(affairs: &Affairs) -> Vec<&Own> {
    affairs.own.values().map(Arc::as_ref).collect()
}

/// Every game, and one in which seats are out long before its end.
fn games() -> Vec<AnyOptions> {
    let mut elimination = GameId::Okey.default_options();
    elimination.set("end_mode", "elimination").unwrap();
    elimination.set("start_points", "5").unwrap();
    let all = GameId::ALL.iter().map(|game| game.default_options());
    all.chain([elimination]).collect()
}

#[test]
fn a_journal_comes_back_as_it_was_played() {
    let (mut behind, mut all, mut longest) = (0, 0, 0);
    for options in games() {
        for seed in 0..10 {
            let seats = *options.game().seats().end();
            let mut played = Played::begun(&options, seats, seed);
            while played.after.len() <= STEPS && played.now().life.is_live() {
                played.goes_on();
            }
            let steps = played.stored.steps.len();
            let every = steps.div_ceil(PLACES);
            for at in (1..=steps).filter(|at| at % every == 0 || *at == steps) {
                let told = format!("{}, seed {seed}, step {at}", options.game().id());
                played.check(at, &told);
            }
            let is_behind = |affairs: &&Affairs| affairs.seen_revision < affairs.revision;
            behind += played.after.iter().filter(is_behind).count();
            all += played.after.len();
            let turns = played.after.iter().flat_map(|after| after.spent.values());
            longest = turns.map(|spent| spent.actions).fold(longest, u32::max);
        }
    }
    println!("{all} steps, {behind} of them not seen by all; up to {longest} in a turn");
    assert!(behind > 100 && all > 1_000, "{behind} of {all} steps");
    assert!(
        (1..MOST_IN_A_TURN / 2).contains(&longest),
        "{longest} in a turn"
    );
}

#[test]
fn a_round_in_which_somebody_stepped_in_is_none_in_which_all_were_away() {
    let mut played = Played::begun(&rounds(9), 3, 1);
    let seats: Vec<Seat> = Seat::all(2).collect();
    let (stays, seat) = (seats[0], seats[1]);
    let left = played.leaves(seat);
    played.makes(Cause::Press, None, left);
    played.makes(Cause::Clock, None, vec![Change::WentAway { seat: stays }]);
    let dealt = played.now().dealt().unwrap();
    played.makes(Cause::House, None, vec![dealt]);
    assert!(played.now().absent_all_round);
    played.makes(Cause::Press, Some(person(7)), vec![Change::Sat { seat }]);
    // They are away as well before the round ends.
    played.makes(Cause::Clock, None, vec![Change::WentAway { seat }]);
    while let Some(asked) = played.asked().first().copied() {
        let change = played.move_of(asked);
        played.makes(Cause::Computer, None, vec![change]);
    }
    let after = played.now();
    assert!(after.all_away());
    assert_eq!(after.life, Life::Playing);
    assert!(after.is_between_rounds());
}
