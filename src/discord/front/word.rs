//! The word in the channel above a thread that its table cannot be shown there: people play on from it. Once the table is shown
//! there again, or is over, the word goes; of a table that is over it stays, and tells how that ended, where nothing else in the
//! channel does.

use super::Front;
use crate::discord::pages::press::Verb;
use crate::discord::pages::table_words::button;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{
    Barrier, ChannelId, Life, Look, MessageId, PersonId, PlacesChange, Sitter, Table,
};

/// What this process has told the people of a table of its place, whatever the disk knows of it.
#[derive(Default)]
pub(crate) struct Told {
    /// Why it is not shown there, as they know: a disk that refuses lets nobody be called twice.
    barrier: Option<Barrier>,
    /// Nobody could be told that, as where the channel above refuses the bot as well: what comes next is told, whatever it is.
    is_unsaid: bool,
    /// The word that stands, if it is this process that has posted it.
    word: Option<MessageId>,
    /// The newest word, whether it stands or not: the next one has another nonce.
    last: Option<MessageId>,
    /// What was posted last, while it may stand for all that is known: no answer to it came. In a box: hardly any table has one.
    unheard: Option<Box<Unheard>>,
}

/// A word that was posted and may stand.
struct Unheard {
    nonce: String,
    /// As it can be posted once more: nobody is called by that.
    note: Note,
}

impl Told {
    /// This is the word.
    fn stands(&mut self, word: MessageId) {
        (self.word, self.last) = (Some(word), Some(word));
        self.unheard = None;
    }
}

impl Front {
    /// Tells the people of a table once why it is not shown in its place, and writes down that they know. Fails where nobody knows
    /// whether they were told: that is soon tried again, as long as Discord knows what it has posted.
    pub(crate) async fn show_aside(
        &self,
        table: &Table,
        look: &Look,
        barrier: Barrier,
        told: &mut Told,
    ) -> Result<(), SendFailure> {
        let known = told.barrier.or(look.places.barrier);
        if barrier == Barrier::ThrownOut && known.is_some() {
            // Nobody can be told, and what they know already they need not hear once more afterwards.
            return Ok(());
        }
        let mut change = PlacesChange::barrier(barrier);
        let is_other = told.is_unsaid && told.barrier != Some(barrier);
        // No process before this one could tell anybody, or it is not known where: people are told, or it is found that the channel
        // above is not there either.
        let is_untold = told.barrier.is_none() && look.places.word.is_none();
        if is_other || is_untold || known.is_none_or(|known| !tells_same(known, barrier)) {
            match self.tell_aside(table, look, barrier, told).await {
                Err(failure) if failure.may_pass() && told.unheard.is_some() => {
                    return Err(failure);
                }
                // It is tried again with whatever happens next at the table.
                Err(failure) if failure.may_pass() => return Ok(()),
                Err(_) => told.is_unsaid = true,
                Ok(word) => {
                    change.word = word.map(Some);
                    told.is_unsaid = false;
                }
            }
            told.barrier = Some(barrier);
        }
        if change.word.is_none() && told.word.is_some() && told.word != look.places.word {
            // The disk has refused that before.
            change.word = Some(told.word);
        }
        if look.places.barrier != Some(barrier) || change.word.is_some() {
            remember(table, change).await;
        }
        Ok(())
    }

    /// Everything is shown in its place: the next time it is not, people are told again. If it is not any more by now, they know.
    pub(crate) async fn tells_of_return(
        &self,
        table: &Table,
        look: &Look,
        told: &mut Told,
    ) -> Result<(), SendFailure> {
        if look.is_live() && self.keepers.asides.of(&look.table).is_some() {
            return Ok(());
        }
        (told.barrier, told.is_unsaid) = (None, false);
        if look.places.barrier.is_some() {
            remember(table, PlacesChange::barrier(None)).await;
        }
        self.remove_word(table, look, told).await
    }

    /// Deletes the word that people play on from, also one that may stand, then forgets it.
    pub(crate) async fn remove_word(
        &self,
        table: &Table,
        look: &Look,
        told: &mut Told,
    ) -> Result<(), SendFailure> {
        self.finds_unheard(look, told).await?;
        let Some((parent, word)) = standing(look, told) else {
            return Ok(());
        };
        let removed = self.sender.delete(parent, word).await;
        forget_word(table, look, told, word, removed).await
    }

    /// Makes another one of the word that people play on from, also of one that may stand, then forgets it: it stays. A change
    /// calls nobody.
    pub(crate) async fn change_word(
        &self,
        table: &Table,
        look: &Look,
        told: &mut Told,
        note: &Note,
    ) -> Result<(), SendFailure> {
        self.finds_unheard(look, told).await?;
        let Some((parent, word)) = standing(look, told) else {
            return Ok(());
        };
        let changed = self.sender.change(parent, word, note).await;
        forget_word(table, look, told, word, changed).await
    }

    /// Learns which message a word is that may stand: Discord answers what is posted once more with the one that stands, for some
    /// minutes. Where none does, what stands now is the word.
    async fn finds_unheard(&self, look: &Look, told: &mut Told) -> Result<(), SendFailure> {
        let Some((parent, unheard)) = look.places.parent.zip(told.unheard.as_deref()) else {
            return Ok(());
        };
        match self
            .sender
            .post(parent, &unheard.nonce, &unheard.note)
            .await
        {
            Ok(message) => told.stands(message),
            Err(failure) if failure.may_pass() => return Err(failure),
            Err(failure) if failure.closes_place() => {}
            Err(failure) => {
                tracing::warn!(table = %look.table, %failure, "whether a word in the channel stands is not known");
                told.unheard = None;
            }
        }
        Ok(())
    }

    /// Says in the channel of a thread that its table cannot be reached there, in the place of what was said there before; answers
    /// which message says so, if one does.
    async fn tell_aside(
        &self,
        table: &Table,
        look: &Look,
        barrier: Barrier,
        told: &mut Told,
    ) -> Result<Option<MessageId>, SendFailure> {
        let parent = look.places.parent.filter(|_| look.is_live());
        let Some((parent, word)) = parent.zip(Word::of(look, barrier)) else {
            return Ok(None);
        };
        let note = self.note_of(look, &word);
        let is_same = |unheard: &Unheard| unheard.note.text == note.text;
        let again = told
            .unheard
            .as_deref()
            .filter(|unheard| is_same(unheard))
            .map(|unheard| unheard.nonce.clone());
        if again.is_none() {
            // One that cannot go now is no worse: people play on from it.
            self.remove_word(table, look, told).await?;
        }
        let fresh = || match told.last {
            // By the other nonce Discord could answer with that one, which is gone.
            Some(last) => format!("{}w{:x}", look.table, last.get()),
            None => format!("{}-{}", look.table, word.kind),
        };
        let nonce = again.unwrap_or_else(fresh);
        let message = match self.sender.post(parent, &nonce, &note).await {
            Ok(message) => message,
            Err(failure) => {
                // In a forum no command can be typed either.
                if failure.is_channel_gone() || failure.has_no_talk() {
                    self.keepers.asides.parent_is_gone(&look.table);
                }
                tracing::warn!(table = %look.table, %failure, "nobody could be told that a thread cannot be reached");
                if failure.is_unsure() {
                    let note = Note {
                        pings: Vec::new(),
                        is_silent: true,
                        ..note
                    };
                    told.unheard = Some(Box::new(Unheard { nonce, note }));
                }
                return Err(failure);
            }
        };
        told.stands(message);
        Ok(Some(message))
    }

    /// The game goes on where the word stands, by a button and by commands; a lobby can be closed from there.
    fn note_of(&self, look: &Look, word: &Word) -> Note {
        let is_played = look.life == Life::Playing;
        // The press names its table, so people play on from here.
        let rack = || button(look, Verb::Rack, Words::of(&look.language).button_rack()).emoji("👀");
        Note {
            pings: self.who_is_called(&people_of(look)),
            rows: is_played.then(|| vec![rack()]).into_iter().collect(),
            ..Note::public(word.text.clone())
        }
    }
}

/// What is said of a place that cannot be reached.
struct Word {
    text: String,
    /// What it is about, as its nonce has it.
    kind: &'static str,
}

impl Word {
    /// `None` where no place is left to say it.
    fn of(look: &Look, barrier: Barrier) -> Option<Self> {
        let is_played = look.life == Life::Playing;
        let words = Words::of(&look.language);
        let people = people_of(look).into_iter();
        let names: Vec<String> = people.map(|person| format!("<@{person}>")).collect();
        let (names, game) = (names.join(" "), words.game_name(look.game.id()));
        let preset = look.preset.to_string();
        let (text, kind) = match barrier {
            Barrier::Gone if is_played => (words.thread_gone(&names, &game, &preset), "gone"),
            Barrier::Gone => (words.thread_of_lobby_gone(&names, &game), "lobby-gone"),
            Barrier::Closed | Barrier::Locked if is_played => {
                (words.thread_closed(&names, &game, &preset), "closed")
            }
            Barrier::Closed | Barrier::Locked => {
                (words.thread_of_lobby_closed(&names, &game), "lobby-closed")
            }
            Barrier::ThrownOut => return None,
        };
        Some(Self { text, kind })
    }
}

fn people_of(look: &Look) -> Vec<PersonId> {
    look.seats.values().filter_map(Sitter::person).collect()
}

/// The word that stands, and the channel where it does.
fn standing(look: &Look, told: &Told) -> Option<(ChannelId, MessageId)> {
    look.places.parent.zip(told.word.or(look.places.word))
}

/// Whether people who were told of one of these need not be told of the other.
fn tells_same(known: Barrier, barrier: Barrier) -> bool {
    let is_closed = |one| matches!(one, Barrier::Closed | Barrier::Locked);
    known == barrier || is_closed(known) && is_closed(barrier)
}

/// Forgets the word, after what was done for the last time with it. What may go better another time is told; while the channel is
/// closed the word is kept in mind, and what is refused for good stands.
async fn forget_word(
    table: &Table,
    look: &Look,
    told: &mut Told,
    word: MessageId,
    done: Result<(), SendFailure>,
) -> Result<(), SendFailure> {
    if let Err(failure) = done
        && !failure.is_gone()
        && !failure.is_anothers()
    {
        tracing::warn!(table = %look.table, %failure, "the word that a thread cannot be reached still stands");
        if failure.may_pass() {
            return Err(failure);
        }
        if failure.closes_place() {
            return Ok(());
        }
    }
    (told.word, told.last) = (None, Some(word));
    if look.places.word.is_some() {
        remember(table, PlacesChange::word(None)).await;
    }
    Ok(())
}

async fn remember(table: &Table, change: PlacesChange) {
    if let Err(declined) = table.remember(change).await {
        tracing::warn!(table = %table.id, %declined, "what keeps a table from its place was not remembered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Game, Viewer};
    use crate::tables::Preset;

    /// Found by hand: in turns of days somebody lost theirs whom nothing called while the thread was locked.
    #[test]
    fn in_turns_of_days_the_word_says_that_nobody_is_called() {
        let game = AnyGame::new(&GameId::Okey.default_options(), 4);
        for life in [Life::Lobby, Life::Playing] {
            for preset in Preset::ALL {
                let look = Look {
                    life,
                    preset,
                    ..staged(&game, Viewer::Watcher)
                };
                for barrier in [Barrier::Closed, Barrier::Locked, Barrier::Gone] {
                    let Word { text, .. } = Word::of(&look, barrier).expect("it is said");
                    let tells = text.contains("time of a turn goes on, but nobody is called");
                    let is_so = life == Life::Playing && preset == Preset::Days;
                    assert_eq!(tells, is_so, "{life:?} {preset}: {text}");
                }
            }
        }
    }
}
