//! The leak test: shuffle what a viewer cannot know, and nothing the viewer is told may change.

use istaka::computers::Level;
use istaka::rules::any::AnyGame;
use istaka::rules::piece::Piece;
use istaka::rules::seat::MOST_SEATS;
use istaka::rules::{Chance, Dice, Game, GameView, Seat, Viewer};

use crate::conformance::walk::{at_every_table, mixed, new_game, walk};

/// What is told to this viewer although they may not know it; empty if all is well.
pub fn leaks<G: Game>(game: &G, seats: usize, seed: u64) -> Vec<&'static str> {
    let mut found = Vec::new();
    for viewer in Viewer::all(seats) {
        let world = |seed| game.redeal_unseen(viewer, &mut Dice::from_seed(seed));
        for imagined in [world(seed), world(seed + 1)] {
            found.extend(differences(game, &imagined, viewer));
            // Worlds that the viewer cannot tell apart, and equal dice: equal states.
            let again = imagined.redeal_unseen(viewer, &mut Dice::from_seed(seed + 2));
            if again != world(seed + 2) {
                found.push("redealing depends on the truth");
            }
            if !imagined.faults().is_empty() {
                found.push("an imagined world is impossible");
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn differences<G: Game>(game: &G, imagined: &G, viewer: Viewer) -> Vec<&'static str> {
    let mut found = Vec::new();
    if game.view(viewer) != imagined.view(viewer) {
        found.push("the view");
    }
    if game.waiting().seen_by(viewer) != imagined.waiting().seen_by(viewer) {
        found.push("who is to act");
    }
    if game.may_interject() != imagined.may_interject() {
        found.push("who may act out of turn");
    }
    if game.has_just_shown() != imagined.has_just_shown() {
        found.push("what was just shown");
    }
    if game.out() != imagined.out() {
        found.push("who is out of the game");
    }
    if game.standing() != imagined.standing() {
        found.push("the standing");
    }
    let Some(seat) = viewer.seat() else {
        return found;
    };
    if game.actions(seat) != imagined.actions(seat) {
        found.push("the actions");
    }
    // What a seat is refused, and why, is told to it as well.
    let chance = Chance::from_seed(0);
    let mut tried: Vec<G::Action> = Seat::all(MOST_SEATS)
        .flat_map(|other| game.actions(other))
        .collect();
    // What nobody may do now, most of the time.
    let others = Seat::all(MOST_SEATS).filter(|other| *other != seat);
    tried.extend(others.take(1).map(|other| game.at_zero(other)));
    let refused = |world: &G, action: &G::Action| world.answer(seat, action, &chance).err();
    let mut tried = tried.iter();
    if tried.any(|action| refused(game, action) != refused(imagined, action)) {
        found.push("a refusal");
    }
    let waiting = game.waiting().seats;
    if waiting.contains(seat) && game.at_zero(seat) != imagined.at_zero(seat) {
        found.push("what happens at zero");
    }
    if game.unasked(seat) != imagined.unasked(seat) {
        found.push("what is done unasked");
    }
    let rack = game.view(viewer).rack().unwrap_or_default();
    let prepared = |world: &G, piece: &Piece| world.prepared(seat, *piece);
    let mut some = rack.iter().step_by(4);
    if some.any(|piece| prepared(game, piece) != prepared(imagined, piece)) {
        found.push("a prepared move");
    }
    if imagined
        .waiting()
        .seats
        .iter()
        .any(|seat| imagined.actions(seat).is_empty())
    {
        found.push("an imagined seat that can do nothing");
    }
    found
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
    at_every_table(2, |table| {
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
