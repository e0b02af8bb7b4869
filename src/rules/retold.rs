//! What a seat drew, told anew: somebody who does not see its pieces may believe that it holds others, and then it drew others.
//!
//! The story stays possible: no piece leaves a rack or a hand before it came there, and what everybody saw stays as it was.

use super::Dice;
use super::piece::{add, difference, remove};

/// What a step changed among the pieces of a seat, as everybody knows it.
pub(crate) struct Change<P> {
    /// Pieces that left it.
    pub(crate) out: Vec<P>,
    /// A piece that came to it and that everybody knows.
    pub(crate) open: Option<P>,
    /// Whether a piece came that only its owner knows.
    pub(crate) hidden: bool,
}

impl<P> Default for Change<P> {
    fn default() -> Self {
        Self {
            out: Vec::new(),
            open: None,
            hidden: false,
        }
    }
}

impl<P> Change<P> {
    /// These left it.
    pub(crate) fn out(pieces: Vec<P>) -> Self {
        Self {
            out: pieces,
            ..Self::default()
        }
    }

    /// This came to it, and everybody knows it.
    pub(crate) fn open(piece: P) -> Self {
        Self {
            open: Some(piece),
            ..Self::default()
        }
    }

    /// One came that only its owner knows.
    pub(crate) fn hidden() -> Self {
        Self {
            hidden: true,
            ..Self::default()
        }
    }
}

/// What everybody knows a seat to hold after these steps.
pub(crate) fn known_after<P: PartialEq>(changes: impl Iterator<Item = Change<P>>) -> Vec<P> {
    let mut known = Vec::new();
    for change in changes {
        for piece in change.out {
            // If an equal piece is known it may be that one: then nothing more is certain.
            remove(&mut known, piece);
        }
        known.extend(change.open);
    }
    known
}

/// The story of what one seat holds, as far as it is told.
pub(crate) struct Told<P> {
    /// Pieces of which nobody knows what they are: `None` for a dealt one, else the step of its draw.
    free: Vec<Option<usize>>,
    /// Pieces that everybody knows.
    known: Vec<P>,
    /// What was drawn at which step.
    drawn: Vec<(usize, P)>,
}

impl<P: Copy + Ord> Told<P> {
    /// Nothing is told but that so many were dealt.
    pub(crate) fn dealt(pieces: usize) -> Self {
        Self {
            free: vec![None; pieces],
            known: Vec::new(),
            drawn: Vec::new(),
        }
    }

    /// One more step.
    pub(crate) fn step(&mut self, change: Change<P>, index: usize, dice: &mut Dice) {
        for piece in change.out {
            if !remove(&mut self.known, piece) {
                let place = self.pick(dice);
                self.drawn.extend(place.map(|drawn| (drawn, piece)));
            }
        }
        if let Some(piece) = change.open {
            add(&mut self.known, piece);
        }
        if change.hidden {
            self.free.push(Some(index));
        }
    }

    /// The owner showed a piece that was there already: any of those that nobody knows.
    pub(crate) fn showed(&mut self, piece: P, dice: &mut Dice) {
        self.pick(dice);
        add(&mut self.known, piece);
    }

    /// The end of the story: what was drawn at which step. What has not left is still among these, which the seat holds.
    pub(crate) fn drawn(mut self, held: &[P], dice: &mut Dice) -> Vec<(usize, P)> {
        let mut rest = difference(held, &self.known);
        dice.shuffle(&mut rest);
        for (place, piece) in self.free.into_iter().zip(rest) {
            self.drawn.extend(place.map(|index| (index, piece)));
        }
        self.drawn
    }

    /// Any piece of which nobody knows what it is leaves, or becomes known.
    fn pick(&mut self, dice: &mut Dice) -> Option<usize> {
        if self.free.is_empty() {
            return None;
        }
        let place = dice.below(self.free.len() as u32) as usize;
        self.free.swap_remove(place)
    }
}
