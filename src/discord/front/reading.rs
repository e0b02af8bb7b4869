//! With whose eyes a table is looked at: the words of a reader, and the inks in which they want to see cards.

use super::Front;
use super::asked::Asked;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::tables::{Look, PersonId};

impl Front {
    /// Whoever asks, reading what only they see.
    pub(crate) fn reads<'a>(&self, asked: &Asked, look: &'a Look) -> Reader<'a> {
        self.reads_in(asked.words, asked.person, look)
    }

    /// A person reading in these words what only they see.
    pub(crate) fn reads_in<'a>(
        &self,
        words: Words,
        person: PersonId,
        look: &'a Look,
    ) -> Reader<'a> {
        let inks = self.settings.inks_of(person, look.places.server);
        Reader::new(words, look).printed(inks)
    }

    /// Everybody at the table, reading what all see.
    pub(crate) fn all_read<'a>(&self, look: &'a Look) -> Reader<'a> {
        let inks = self.settings.server(look.places.server).inks();
        Reader::public(look).printed(inks)
    }
}
