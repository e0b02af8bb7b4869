//! Facts that a viewer may not know, taken from the truth: what a leak would tell.

use crate::computers::Level;
use crate::rules::any::AnyGame;
use crate::rules::{Chance, Dice, Game, GameView, Seat, Viewer};

/// A fact about another seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// A piece on another's rack.
    Piece,
    /// All of them.
    Rack,
    /// How another's rack falls into groups.
    Groups,
    /// Whether a certain piece is among them.
    Holds,
    /// What another would be advised.
    Advice,
    /// What another could do.
    Choices,
    /// What would be drawn next.
    Next,
    /// Whether the table would draw for another.
    Unasked,
}

impl Fact {
    pub(super) const ALL: [(&str, Self); 8] = [
        ("piece", Self::Piece),
        ("rack", Self::Rack),
        ("groups", Self::Groups),
        ("holds", Self::Holds),
        ("advice", Self::Advice),
        ("choices", Self::Choices),
        ("next", Self::Next),
        ("unasked", Self::Unasked),
    ];

    /// The fact as text, as it is in this world.
    pub(super) fn told(self, world: &AnyGame, viewer: Viewer) -> String {
        let others = Seat::all(world.view(viewer).points().len());
        let others = others.filter(|seat| Some(*seat) != viewer.seat());
        let others: Vec<Seat> = others.collect();
        let all = |fact: &dyn Fn(Seat) -> String| -> String {
            others.iter().map(|seat| fact(*seat) + " ").collect()
        };
        let rack = |seat| world.view(Viewer::Seat(seat)).rack().unwrap_or_default();
        match self {
            Self::Piece => all(&|seat| format!("{:?}", rack(seat).first())),
            Self::Rack => all(&|seat| format!("{:?}", rack(seat))),
            Self::Groups => all(&|seat| format!("{:?}", world.view(Viewer::Seat(seat)).grouped())),
            Self::Holds => {
                let certain = rack(others[0]).into_iter().max();
                all(&|seat| format!("{:?}", rack(seat).iter().max() == certain.as_ref()))
                    + &format!("{certain:?}")
            }
            Self::Advice => all(&|seat| {
                let view = world.view(Viewer::Seat(seat));
                let actions = world.actions(seat);
                let mut dice = Dice::from_seed(1);
                format!("{:?}", Level::Easy.choose(&view, &actions, &mut dice))
            }),
            Self::Choices => all(&|seat| format!("{:?}", world.actions(seat))),
            Self::Next => all(&|seat| {
                let chance = Chance::from_seed(0);
                let actions = world.actions(seat).into_iter();
                let done = actions.filter_map(|action| {
                    let mut next = world.clone();
                    next.act(seat, &action, &chance).ok()?;
                    next.view(Viewer::Seat(seat)).rack()
                });
                format!("{:?}", done.collect::<Vec<_>>())
            }),
            Self::Unasked => all(&|seat| {
                let piece = rack(seat).first().copied();
                let prepared = piece.and_then(|piece| world.prepared(seat, piece));
                format!("{:?} {prepared:?} {piece:?}", world.unasked(seat))
            }),
        }
    }
}

/// One of two answers that depends on the fact: what is told by an order, or by whether something is there.
pub(super) fn is_odd(fact: &str) -> bool {
    number(fact) % 2 == 1
}

/// A number that depends on the fact (FNV-1a).
pub(super) fn number(fact: &str) -> u64 {
    fact.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
