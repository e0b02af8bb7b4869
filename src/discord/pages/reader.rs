//! Who reads a message, and what of: the words of their language, and the table as they see it.

use crate::discord::speech::words::Words;
use crate::discord::wire::note::MOST_ALT_TEXT;
use crate::drawing::packs::cards::Inks;
use crate::drawing::{self, Portrait};
use crate::rules::PerSeat;
use crate::tables::{Look, Sitter};

/// The faces of whoever sits at a table, as far as they are known and wanted.
pub(crate) type FacesThere = PerSeat<Option<Portrait>>;

/// What a page is made of, beside the view of its game.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// The words of the reader's language.
    pub words: Words,
    /// The table as the reader sees it.
    pub look: &'a Look,
    /// In which inks cards are printed on what they read.
    pub inks: Inks,
    /// The faces of whoever sits there; without them pictures have the signs alone.
    pub faces: Option<&'a FacesThere>,
    /// So many characters a board has for the description of its picture.
    pub room: usize,
}

impl<'a> Reader<'a> {
    /// Reads this look in these words, and cards in the usual inks.
    pub(crate) fn new(words: Words, look: &'a Look) -> Self {
        Self {
            words,
            look,
            inks: Inks::default(),
            faces: None,
            room: MOST_ALT_TEXT,
        }
    }

    /// Reads the same with cards in these inks.
    pub(crate) fn printed(self, inks: Inks) -> Self {
        Self { inks, ..self }
    }

    /// Reads the same with these faces.
    pub(crate) fn facing(self, faces: &'a FacesThere) -> Self {
        let faces = Some(faces);
        Self { faces, ..self }
    }

    /// Reads the same where something else takes so many characters of the description of a picture.
    pub(crate) fn beside(self, letters: usize) -> Self {
        let room = self.room.saturating_sub(letters).max(1);
        Self { room, ..self }
    }

    /// Reads it as everybody at the table does.
    pub(crate) fn public(look: &'a Look) -> Self {
        Self::new(Words::of(&look.language), look)
    }

    /// What the picture of a board marks at each seat.
    pub(crate) fn marks(self) -> drawing::Sitters {
        let look = self.look;
        let face = |seat| self.faces?.get(seat)?.clone();
        let seats = look.seats.map(|seat, sitter| match sitter {
            Sitter::Person { away: true, .. } if look.is_played(seat) => drawing::Sitter::Away,
            Sitter::Computer { .. } if look.done.contains(seat) => drawing::Sitter::Person,
            Sitter::Computer { .. } => drawing::Sitter::Computer(look.persona(seat)),
            Sitter::Person { .. } => {
                face(seat).map_or(drawing::Sitter::Person, drawing::Sitter::Known)
            }
            Sitter::Empty => drawing::Sitter::Person,
        });
        let sitters = drawing::Sitters::from(seats);
        // Nor is it anybody's turn.
        if look.is_live() {
            sitters
        } else {
            sitters.closed()
        }
    }
}
