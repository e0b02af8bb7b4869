//! Racks: the pieces of whoever looks, in the order of the picture.

use crate::discord::pages::press::{DeskPress, Slot};
use crate::discord::wire::note::Button;
use crate::drawing::Scene;
use crate::rules::piece::Piece;

/// A rack as the desk shows it, whatever is played.
pub(crate) struct Shelf<'a> {
    /// The pieces in the order of the picture.
    pub slots: Vec<Piece>,
    /// What the viewer drew last.
    pub drawn: Option<Piece>,
    /// What else can be seen beside the rack, a line each.
    pub lines: Vec<String>,
    /// A piece in a sentence.
    pub name: Box<dyn Fn(Piece) -> String + 'a>,
    /// A button of the desk that shows a piece.
    pub button: Box<dyn Fn(DeskPress, Piece) -> Button + 'a>,
    /// The picture, with the piece of this slot raised, and the same in words.
    pub picture: Box<dyn Fn(Option<usize>) -> (Scene, String) + 'a>,
    /// A page of the game that is one press away from every page, if there is one.
    pub way: Option<Button>,
}

/// How a turn begins, as far as the table does that for its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Begins {
    /// With a draw, which a desk can leave to the table.
    WithDraw,
    /// With the move itself: there is nothing to be left to the table.
    AtOnce,
}

/// A button for each piece, which knows its place.
pub(crate) fn piece_buttons<P: Copy + Into<Piece>>(
    pieces: &[P],
    button: impl Fn(Slot, P) -> Button,
) -> Vec<Button> {
    (0..)
        .zip(pieces)
        .map(|(place, piece)| {
            let slot = Slot {
                place,
                piece: (*piece).into(),
            };
            button(slot, *piece)
        })
        .collect()
}

/// The first place where such a piece lies.
pub(crate) fn slot_of<P: Copy + PartialEq + Into<Piece>>(pieces: &[P], piece: P) -> Option<Slot> {
    let place = pieces.iter().position(|other| *other == piece)?;
    Some(Slot {
        place: u8::try_from(place).ok()?,
        piece: piece.into(),
    })
}
