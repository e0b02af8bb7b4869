//! How often people have sat down in a lobby, and moved in it: often enough for whoever changes their mind, and too seldom to
//! use up what changes a lobby has.

use super::PersonId;

/// So often somebody takes a seat of one lobby; then its host has to invite them.
pub(super) const MOST_SITTINGS: usize = 10;

/// So often somebody moves to another seat there: enough to go round the largest table some times.
pub(super) const MOST_MOVES: usize = 40;

/// What follows from the journal of a lobby, and is of no use once the game begins.
#[derive(Clone, Default)]
pub(super) struct Sittings(Vec<Restless>);

#[derive(Clone, Copy)]
struct Restless {
    person: PersonId,
    sittings: usize,
    moves: usize,
}

impl Sittings {
    /// Somebody has sat down.
    pub(super) fn sits(&mut self, person: PersonId) {
        self.of_mut(person).sittings += 1;
    }

    /// Somebody has moved to another seat.
    pub(super) fn moves(&mut self, person: PersonId) {
        self.of_mut(person).moves += 1;
    }

    /// Whether somebody has sat down here, and may be gone again.
    pub(super) fn has_sat(&self, person: PersonId) -> bool {
        self.of(person).is_some_and(|of| of.sittings > 0)
    }

    /// Whether somebody has sat down as often as they may unasked.
    pub(super) fn has_sat_enough(&self, person: PersonId) -> bool {
        self.of(person)
            .is_some_and(|of| of.sittings >= MOST_SITTINGS)
    }

    /// Whether somebody has moved as often as they may.
    pub(super) fn has_moved_enough(&self, person: PersonId) -> bool {
        self.of(person).is_some_and(|of| of.moves >= MOST_MOVES)
    }

    /// The host wants somebody to come: they begin anew.
    pub(super) fn forgive(&mut self, person: PersonId) {
        self.0.retain(|of| of.person != person);
    }

    fn of(&self, person: PersonId) -> Option<&Restless> {
        self.0.iter().find(|of| of.person == person)
    }

    fn of_mut(&mut self, person: PersonId) -> &mut Restless {
        let known = self.0.iter().position(|of| of.person == person);
        let place = known.unwrap_or_else(|| {
            self.0.push(Restless {
                person,
                sittings: 0,
                moves: 0,
            });
            self.0.len() - 1
        });
        &mut self.0[place]
    }
}
