//! Tables that have ended: only of those is there a record, for with it the secret is out.

use super::id::{ChannelId, PersonId, ServerId, TableId};
use super::journal::unreadable;
use super::load::Unjudged;
use super::{Failure, Store};

/// Who asks for a table, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asking {
    /// Who.
    pub person: PersonId,
    /// In which server.
    pub server: ServerId,
    /// In which channel or thread.
    pub channel: ChannelId,
}

/// To whom a table is open that has ended after its game began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openness {
    /// To everybody who is there.
    Everybody,
    /// To those who played at it. Whoever asks had a seat there, and may have given it up before the deal: the journal tells.
    Players,
}

/// What is known of a table, whatever became of its journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It has not ended.
    Alive,
    /// It has ended.
    Ended,
}

impl Store {
    /// The table of this channel, or of one of the threads that the bot made there, that ended last, if its game had begun. Who
    /// sees the channel sees those threads; of other threads that is not known.
    pub async fn last_ended_in(&self, channel: ChannelId) -> Result<Option<TableId>, Failure> {
        let channel = channel.to_row();
        sqlx::query_scalar!(
            r#"select id as "id!" from (
                 select * from (
                     select id, ended_at, opened_at from tables
                     where channel = ?1 and ended_at is not null and start is not null
                         and (journal is null or journal = 'packed')
                     order by ended_at desc, opened_at desc limit 1
                 )
                 union all
                 select * from (
                     select id, ended_at, opened_at from tables
                     where parent = ?1 and own_thread = 1 and ended_at is not null and start is not null
                         and (journal is null or journal = 'packed')
                     order by ended_at desc, opened_at desc limit 1
                 )
             ) order by ended_at desc, opened_at desc limit 1"#,
            channel
        )
        .fetch_optional(&self.0.readers)
        .await?
        .map(|id| id.parse().map_err(|_| unreadable("tables")))
        .transpose()
    }

    /// Whether a table of this server has ended after its game began.
    pub async fn has_ended_in(&self, server: ServerId, table: &TableId) -> Result<bool, Failure> {
        let (server, id) = (server.to_row(), table.as_str());
        let found = sqlx::query_scalar!(
            "select id from tables
             where id = ? and server = ? and ended_at is not null and start is not null
                 and (journal is null or journal = 'packed')",
            id,
            server
        )
        .fetch_optional(&self.0.readers)
        .await?;
        Ok(found.is_some())
    }

    /// To whom a table of this server that has ended after its game began is open where somebody asks: to everybody where it was
    /// played, and in the channel above where the bot made its thread there. `None` if there is no such table, or none for whoever
    /// asks: they are not there, and never had a seat at it.
    pub async fn openness(
        &self,
        asking: Asking,
        table: &TableId,
    ) -> Result<Option<Openness>, Failure> {
        let (server, channel) = (asking.server.to_row(), asking.channel.to_row());
        let (person, id) = (asking.person.to_row(), table.as_str());
        let is_here = sqlx::query_scalar!(
            r#"select coalesce(channel = ?3 or parent = ?3 and own_thread = 1, 0) as "is_here!: bool" from tables
             where id = ?1 and server = ?2 and ended_at is not null and start is not null
                 and (journal is null or journal = 'packed')
                 and (channel = ?3 or parent = ?3 and own_thread = 1
                     or exists (select 1 from seatings where table_id = ?1 and person = ?4))"#,
            id,
            server,
            channel,
            person
        )
        .fetch_optional(&self.0.readers)
        .await?;
        Ok(is_here.map(|is_here| {
            if is_here {
                Openness::Everybody
            } else {
                Openness::Players
            }
        }))
    }

    /// What is known of a table by its row, which stays for ever; `None` if there never was one in this database.
    pub async fn known(&self, table: &TableId) -> Result<Option<Known>, Failure> {
        let id = table.as_str();
        let found = sqlx::query_scalar!(
            r#"select ended_at is not null as "has_ended!: bool" from tables where id = ?"#,
            id
        )
        .fetch_optional(&self.0.readers)
        .await?;
        let known = |has_ended| {
            if has_ended {
                Known::Ended
            } else {
                Known::Alive
            }
        };
        Ok(found.map(known))
    }

    /// The journal of a table whose life has ended; `None` for one that lives, has not begun, or was never there.
    pub async fn load_ended(&self, table: &TableId) -> Result<Option<Unjudged>, Failure> {
        let id = table.as_str();
        let found = sqlx::query_scalar!(
            "select id from tables
             where id = ? and ended_at is not null and start is not null and (journal is null or journal = 'packed')",
            id
        )
        .fetch_optional(&self.0.readers)
        .await?;
        match found {
            // What has ended does not change any more: nothing can come between the two questions.
            Some(_) => self.load_unjudged(table).await.map(Some),
            None => Ok(None),
        }
    }
}
