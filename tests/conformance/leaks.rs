//! The leak test: shuffle what a viewer cannot know, and nothing the viewer is told may change.

use istaka::computers::Level;
use istaka::rules::any::AnyGame;
use istaka::rules::piece::Piece;
use istaka::rules::seat::MOST_SEATS;
use istaka::rules::unasked::{Dropped, Held};
use istaka::rules::{
    Chance, Dice, Game, GameView, Refused, Seat, Seats, Standing, Viewer, Waiting,
};

use crate::conformance::walk::{at_every_table, mixed, new_game, walk};

/// What is told to this viewer although they may not know it; empty if all is well.
pub fn leaks<G: Game>(game: &G, seats: usize, seed: u64) -> Vec<&'static str> {
    let mut found = Vec::new();
    let listed: Vec<G::Action> = Seat::all(MOST_SEATS)
        .flat_map(|seat| game.actions(seat))
        .collect();
    for viewer in Viewer::all(seats) {
        let tried = Tried::new(game, viewer, &listed);
        let truth = Told::new(game, viewer, &tried);
        let world = |seed| game.redeal_unseen(viewer, &mut Dice::from_seed(seed));
        let other = world(seed + 2);
        for imagined in [world(seed), world(seed + 1)] {
            found.extend(truth.differences(&Told::new(&imagined, viewer, &tried)));
            // Worlds that the viewer cannot tell apart, and equal dice: equal states.
            let again = imagined.redeal_unseen(viewer, &mut Dice::from_seed(seed + 2));
            if again != other {
                found.push("redealing depends on the truth");
            }
            if !imagined.faults().is_empty() {
                found.push("an imagined world is impossible");
            }
            let mut waiting = imagined.waiting().seats.iter();
            if viewer.seat().is_some() && waiting.any(|seat| imagined.actions(seat).is_empty()) {
                found.push("an imagined seat that can do nothing");
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What a seat is asked about, the same in all worlds.
struct Tried<G: Game> {
    actions: Vec<G::Action>,
    pieces: Vec<Piece>,
    is_awaited: bool,
}

impl<G: Game> Tried<G> {
    fn new(game: &G, viewer: Viewer, listed: &[G::Action]) -> Self {
        let Some(seat) = viewer.seat() else {
            return Self {
                actions: Vec::new(),
                pieces: Vec::new(),
                is_awaited: false,
            };
        };
        // What nobody may do now, most of the time.
        let others = Seat::all(MOST_SEATS).filter(|other| *other != seat);
        let others = others.take(1).map(|other| game.at_zero(other));
        let rack = game.view(viewer).rack().unwrap_or_default();
        Self {
            actions: listed.iter().cloned().chain(others).collect(),
            pieces: rack.into_iter().step_by(4).collect(),
            is_awaited: game.waiting().seats.contains(seat),
        }
    }
}

/// What a viewer is told in a world.
struct Told<G: Game> {
    view: G::View,
    waiting: Waiting,
    may_interject: Seats,
    has_just_shown: bool,
    out: Seats,
    standing: Option<Standing>,
    own: Option<Own<G>>,
}

/// What the owner of a seat is told beside the view.
struct Own<G: Game> {
    actions: Vec<G::Action>,
    /// What a seat is refused, and why, is told to it as well.
    refused: Vec<Option<Refused<G::Refusal>>>,
    at_zero: Option<G::Action>,
    unasked: Option<Result<G::Action, Held>>,
    prepared: Vec<Option<Result<G::Action, Dropped>>>,
}

impl<G: Game> Told<G> {
    fn new(world: &G, viewer: Viewer, tried: &Tried<G>) -> Self {
        Self {
            view: world.view(viewer),
            waiting: world.waiting().seen_by(viewer),
            may_interject: world.may_interject(),
            has_just_shown: world.has_just_shown(),
            out: world.out(),
            standing: world.standing(),
            own: viewer.seat().map(|seat| Own::new(world, seat, tried)),
        }
    }

    fn differences(&self, imagined: &Self) -> Vec<&'static str> {
        let mut found = Vec::new();
        let mut note = |is_told: bool, what| {
            if is_told {
                found.push(what);
            }
        };
        note(self.view != imagined.view, "the view");
        note(self.waiting != imagined.waiting, "who is to act");
        note(
            self.may_interject != imagined.may_interject,
            "who may act out of turn",
        );
        note(
            self.has_just_shown != imagined.has_just_shown,
            "what was just shown",
        );
        note(self.out != imagined.out, "who is out of the game");
        note(self.standing != imagined.standing, "the standing");
        if let (Some(own), Some(imagined)) = (&self.own, &imagined.own) {
            note(own.actions != imagined.actions, "the actions");
            note(own.refused != imagined.refused, "a refusal");
            note(own.at_zero != imagined.at_zero, "what happens at zero");
            note(own.unasked != imagined.unasked, "what is done unasked");
            note(own.prepared != imagined.prepared, "a prepared move");
        }
        found
    }
}

impl<G: Game> Own<G> {
    fn new(world: &G, seat: Seat, tried: &Tried<G>) -> Self {
        let chance = Chance::from_seed(0);
        let refused = |action| world.answer(seat, action, &chance).err();
        Self {
            actions: world.actions(seat),
            refused: tried.actions.iter().map(refused).collect(),
            at_zero: tried.is_awaited.then(|| world.at_zero(seat)),
            unasked: world.unasked(seat),
            prepared: tried
                .pieces
                .iter()
                .map(|piece| world.prepared(seat, *piece))
                .collect(),
        }
    }
}

/// The computers that do something else where only what they may not see differs, or nothing at all.
fn peeks(game: &AnyGame, seed: u64, levels: &[Level]) -> Vec<Level> {
    let decides = |level: &Level, world: &AnyGame, seat: Seat| {
        let (view, actions) = (world.view(Viewer::Seat(seat)), world.actions(seat));
        let dice = || Dice::from_seed(seed);
        let interjects = level.interject(&view, &actions, &mut dice());
        (interjects, level.choose(&view, &actions, &mut dice()))
    };
    let differs = |level: &&Level| {
        game.waiting().seats.iter().any(|seat| {
            let imagined = game.redeal_unseen(Viewer::Seat(seat), &mut Dice::from_seed(seed));
            let decided = decides(level, game, seat);
            decided.1.is_none() || decided != decides(level, &imagined, seat)
        })
    };
    levels.iter().filter(differs).copied().collect()
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    at_every_table(1, |table| {
        let (mut shuffled, mut stops) = (false, 0);
        walk(new_game(table), table.seed, &mut mixed, |stop| {
            let found = leaks::<AnyGame>(stop.game, table.seats, table.seed);
            assert!(found.is_empty(), "leaks: {found:?}");
            // Those that think longer are asked now and then.
            let levels = if stops % 8 == 0 {
                Level::ALL
            } else {
                &Level::ALL[..1]
            };
            stops += 1;
            let peeks = peeks(stop.game, table.seed, levels);
            assert!(
                peeks.is_empty(),
                "these decide by what they may not see: {peeks:?}"
            );
            let mut dice = Dice::from_seed(table.seed);
            shuffled |= &stop.game.redeal_unseen(Viewer::Watcher, &mut dice) != stop.game;
        });
        assert!(
            shuffled,
            "the redeal never changes anything, so the test proves nothing"
        );
    });
}
