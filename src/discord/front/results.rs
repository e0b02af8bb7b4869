//! Results that somebody asks for: the lists are read, and pages made of them.

use std::time::Duration;

use super::Front;
use super::asked::Asked;
use super::kept::in_hand::InHand;
use crate::discord::pages::past::Units;
use crate::discord::pages::press::{Kind, List, Turn, Wanted};
use crate::discord::pages::{leaders, past};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Note, Privacy};
use crate::discord::wire::send::SendFailure;
use crate::rules::any::GameId;
use crate::store::{Counted, Failure, Leaders, Order};
use crate::tables::{PersonId, ServerId};

/// So long what is offered while somebody types waits for other lists of theirs.
const TYPING_PATIENCE: Duration = Duration::from_secs(2);

/// Why there is no list.
#[derive(Debug)]
pub(crate) enum Unlisted {
    /// Another one is being made for the same person.
    Already,
    /// It could not be read.
    Failed(Failure),
}

impl From<Failure> for Unlisted {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// What this reads for somebody, if nothing is read for them just now: whoever asks again and again keeps nobody else waiting.
async fn one_at_a_time<T>(
    lists: &InHand<PersonId>,
    asker: PersonId,
    reading: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Unlisted> {
    let list = lists.take(asker);
    if list.is_first() {
        Ok(reading.await?)
    } else {
        Err(Unlisted::Already)
    }
}

/// What this reads for somebody once nothing else is read for them: of those that wait each has its turn.
async fn one_after_another<T>(
    lists: &InHand<PersonId>,
    asker: PersonId,
    reading: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Unlisted> {
    let turn = async {
        loop {
            lists.is_done(&asker).await;
            let list = lists.take(asker);
            if list.is_first() {
                return list;
            }
        }
    };
    // What is typed is offered nothing after three seconds: the host's own time.
    let turn = tokio::time::timeout(TYPING_PATIENCE, turn).await;
    let _list = turn.map_err(|_| Unlisted::Already)?;
    Ok(reading.await?)
}

impl Front {
    /// What this reads for whoever types: each letter asks anew, and the answer to the last one counts. It waits two seconds at the
    /// most for the lists that are being made for the same person.
    pub(crate) async fn list_while_typing<T>(
        &self,
        asker: PersonId,
        reading: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Unlisted> {
        one_after_another(&self.lists, asker, reading).await
    }

    /// What this reads for whoever asks, unless another list is being made for them.
    pub(crate) async fn list_for<T>(
        &self,
        asker: PersonId,
        reading: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Unlisted> {
        one_at_a_time(&self.lists, asker, reading).await
    }

    /// A press on ◀ or ▶. On a message that others see it opens the page for the presser alone; on their own it
    /// turns the page.
    pub(crate) async fn page_turned(&self, asked: &Asked, turn: Turn) -> Result<(), SendFailure> {
        let Some(server) = asked.server else {
            return asked.tell(&self.sender, asked.words.only_in_server()).await;
        };
        let reading = async {
            match turn.list {
                List::Leaders(wanted) => {
                    self.leaders(asked.words, server, asked.person, &wanted, turn.page)
                        .await
                }
                List::Past(person) => self.past(asked, server, person, turn.page).await,
            }
        };
        match self.list_for(asked.person, reading).await {
            Ok(note) if asked.is_on_private_message() => asked.update(&self.sender, &note).await,
            read => self.answer_read(asked, read).await,
        }
    }

    /// Results could not be read.
    pub(crate) async fn tell_unread(
        &self,
        asked: &Asked,
        failure: &Failure,
    ) -> Result<(), SendFailure> {
        tracing::warn!(%failure, "results could not be read");
        asked.tell(&self.sender, asked.words.failure()).await
    }

    /// The game that is meant: the one this person played last in this server, if none is named.
    pub(crate) async fn game_meant(
        &self,
        server: ServerId,
        person: PersonId,
        named: Option<GameId>,
    ) -> Result<GameId, Failure> {
        if let Some(game) = named {
            return Ok(game);
        }
        let past = self.store.past(server, person, 0, 1).await?;
        let last = past.games.first().map(|past| past.game);
        Ok(last.unwrap_or(GameId::RELEASED[0]))
    }

    /// What the games of this server were for whoever presses: those of the game that they played last.
    pub(crate) async fn tell_own_stats(&self, asked: &Asked) -> Result<(), SendFailure> {
        let Some(server) = asked.server else {
            return asked.tell(&self.sender, asked.words.only_in_server()).await;
        };
        let reading = async {
            let game = self.game_meant(server, asked.person, None).await?;
            self.account(asked, server, asked.person, game).await
        };
        let read = self.list_for(asked.person, reading).await;
        self.answer_read(asked, read).await
    }

    /// The first page of a leaderboard. Where no games were chosen and nobody is ranked by rated ones, the casual ones are
    /// shown, with a line that says so: nobody is told that what they have just played was nothing. Everybody reads it.
    pub(crate) async fn best(
        &self,
        (words, server, person): (Words, ServerId, PersonId),
        wanted: &Wanted,
        chosen: Option<Kind>,
    ) -> Result<Note, Failure> {
        let casual = Wanted {
            kind: Kind::Casual,
            ..*wanted
        };
        if self.hides_units(server, wanted) {
            return Ok(leaders::without_units(words, wanted));
        }
        let read = self.read_leaders(server, wanted, 0, person).await?;
        if chosen.is_none() {
            let others = self.read_leaders(server, &casual, 0, person).await?;
            if read.lines.is_empty() && !others.lines.is_empty() {
                let note = leaders::page(words, &casual, &others, Privacy::Public);
                let text = format!("{}\n{}", words.leaderboard_none_rated(), note.text);
                return Ok(Note { text, ..note });
            }
        }
        Ok(leaders::page(words, wanted, &read, Privacy::Public))
    }

    /// Whether it is ordered by units in a server that plays without.
    fn hides_units(&self, server: ServerId, wanted: &Wanted) -> bool {
        let by_units = wanted.order == Order::Points && wanted.game.has_units();
        by_units && !self.settings.server(Some(server)).has_units()
    }

    /// A page of a leaderboard for this person, with their line.
    async fn leaders(
        &self,
        words: Words,
        server: ServerId,
        person: PersonId,
        wanted: &Wanted,
        page: u32,
    ) -> Result<Note, Failure> {
        if self.hides_units(server, wanted) {
            return Ok(leaders::without_units(words, wanted));
        }
        let read = self.read_leaders(server, wanted, page, person).await?;
        Ok(leaders::page(words, wanted, &read, Privacy::Private))
    }

    async fn read_leaders(
        &self,
        server: ServerId,
        wanted: &Wanted,
        page: u32,
        person: PersonId,
    ) -> Result<Leaders, Failure> {
        let counted = Counted {
            server,
            game: wanted.game,
            since: wanted.period.since(self.clock.now()),
            casual: wanted.kind == Kind::Casual,
            order: wanted.order,
        };
        let leaders = self.store.leaders(&counted, page, leaders::LINES, person);
        leaders.await
    }

    /// What a game was for a person.
    pub(crate) async fn account(
        &self,
        asked: &Asked,
        server: ServerId,
        person: PersonId,
        game: GameId,
    ) -> Result<Note, Failure> {
        let account = self.store.account(server, game, person, past::RECENT);
        let account = account.await?;
        let units = self.units_in(server);
        let text = match past::account(asked.words, game, person, &account, units) {
            Some(text) => text,
            None if person == asked.person => past::no_account_of_own(asked.words, game),
            None => past::no_account(asked.words, game, person),
        };
        Ok(Note::private(text))
    }

    /// A page of a person's games.
    pub(crate) async fn past(
        &self,
        asked: &Asked,
        server: ServerId,
        person: PersonId,
        page: u32,
    ) -> Result<Note, Failure> {
        let read = self.store.past(server, person, page, past::GAMES).await?;
        if read.games.is_empty() && person == asked.person {
            return Ok(Note::private(asked.words.history_none_own()));
        }
        let units = self.units_in(server);
        Ok(past::page(asked.words, server, person, &read, units))
    }

    /// Whether a server counts units.
    fn units_in(&self, server: ServerId) -> Units {
        if self.settings.server(Some(server)).has_units() {
            Units::Counted
        } else {
            Units::Hidden
        }
    }

    /// Answers with what was read of somebody, or that it could not be read.
    pub(crate) async fn answer_read(
        &self,
        asked: &Asked,
        read: Result<Note, Unlisted>,
    ) -> Result<(), SendFailure> {
        match read {
            Ok(note) => asked.answer(&self.sender, &note).await,
            Err(Unlisted::Already) => asked.tell(&self.sender, asked.too_quick()).await,
            Err(Unlisted::Failed(failure)) => self.tell_unread(asked, &failure).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn whoever_asks_for_eight_lists_at_once_waits_for_one_and_the_next_is_anothers() {
        let (lists, turns) = (InHand::default(), Semaphore::new(1));
        let turns = &turns;
        let list = |number: u64| {
            let reading = async move {
                // As the store makes them, in the order of those who ask.
                let _turn = turns.acquire().await;
                Ok(number)
            };
            Box::pin(one_at_a_time(&lists, PersonId::new(number), reading))
        };
        let held = turns.acquire().await.expect("a free turn");
        let mut eight: Vec<_> = (0..8).map(|_| list(1)).collect();
        let mut told = eight.iter_mut().map(|list| list.as_mut().now_or_never());
        assert!(told.next().is_some_and(|first| first.is_none()), "it waits");
        for further in told {
            assert!(matches!(further, Some(Err(Unlisted::Already))));
        }
        let mut other = list(2);
        assert!(other.as_mut().now_or_never().is_none(), "it waits");
        drop(held);
        let first = eight[0].as_mut().now_or_never();
        assert!(matches!(first, Some(Ok(1))), "{first:?}");
        let next = other.now_or_never();
        assert!(matches!(next, Some(Ok(2))), "{next:?}");
        // Once it is told there may be another one.
        drop(eight);
        assert!(matches!(list(1).await, Ok(1)));
    }

    /// Discord asks with each letter, while the answers to those before are on their way.
    #[tokio::test]
    async fn of_what_is_typed_the_last_letter_is_offered_what_the_first_one_is() {
        let (lists, turns) = (InHand::default(), Semaphore::new(1));
        let person = PersonId::new(1);
        let turns = &turns;
        let letter = |number: u64| {
            let reading = async move {
                let _turn = turns.acquire().await;
                Ok(number)
            };
            Box::pin(one_after_another(&lists, person, reading))
        };
        let held = turns.acquire().await.expect("a free turn");
        let mut typed: Vec<_> = (0..8).map(letter).collect();
        for letter in &mut typed {
            assert!(letter.as_mut().now_or_never().is_none(), "it waits");
        }
        // One of them stands in line for the store, and no list is made beside it.
        let list = one_at_a_time(&lists, person, async { Ok(9) });
        assert!(matches!(list.await, Err(Unlisted::Already)));
        drop(held);
        let offered = futures::future::join_all(typed).await;
        for (number, offered) in (0..).zip(offered) {
            assert!(matches!(offered, Ok(own) if own == number), "{offered:?}");
        }
        assert!(!lists.contains(&person));
    }
}
