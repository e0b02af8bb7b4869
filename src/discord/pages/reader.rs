//! Who reads a message, and what of: the words of their language, and the table as they see it.

use crate::discord::speech::words::Words;
use crate::tables::Look;

/// What a page is made of, beside the view of its game.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// The words of the reader's language.
    pub words: Words,
    /// The table as the reader sees it.
    pub look: &'a Look,
}

impl<'a> Reader<'a> {
    /// Reads this look in these words.
    pub(crate) fn new(words: Words, look: &'a Look) -> Self {
        Self { words, look }
    }

    /// Reads it as everybody at the table does.
    pub(crate) fn public(look: &'a Look) -> Self {
        Self::new(Words::of(&look.language), look)
    }
}
