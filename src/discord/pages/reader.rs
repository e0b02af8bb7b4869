//! Who reads a message, and what of: the words of their language, and the table as they see it.

use crate::discord::speech::words::Words;
use crate::drawing::packs::cards::Inks;
use crate::tables::Look;

/// What a page is made of, beside the view of its game.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// The words of the reader's language.
    pub words: Words,
    /// The table as the reader sees it.
    pub look: &'a Look,
    /// In which inks cards are printed on what they read.
    pub inks: Inks,
}

impl<'a> Reader<'a> {
    /// Reads this look in these words, and cards in the usual inks.
    pub(crate) fn new(words: Words, look: &'a Look) -> Self {
        let inks = Inks::default();
        Self { words, look, inks }
    }

    /// Reads the same with cards in these inks.
    pub(crate) fn printed(self, inks: Inks) -> Self {
        Self { inks, ..self }
    }

    /// Reads it as everybody at the table does.
    pub(crate) fn public(look: &'a Look) -> Self {
        Self::new(Words::of(&look.language), look)
    }
}
