//! The threads that were asked for, up to the moment in which their table stands in the journal.

use sqlx::SqliteConnection;

use super::id::{ChannelId, TableId};
use super::journal::unreadable;
use super::writer::Work;
use super::{Failure, NotWritten, Store};

/// A thread that was asked for, and of which nobody wrote down what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrayThread {
    /// Which; the message at which it begins has the same number.
    pub thread: ChannelId,
    /// The channel where that message stands.
    pub channel: ChannelId,
    /// Whether there is a table for it after all.
    pub has_table: bool,
    /// Whether the message at which it begins shows a table of that channel: it became a lobby when there was no thread.
    pub line_is_in_use: bool,
}

/// What is written down of a thread.
#[derive(Clone, Copy)]
pub(super) enum Thread {
    /// It is asked for now.
    AskedFor {
        thread: ChannelId,
        channel: ChannelId,
    },
    /// Its table stands in the journal, or it is gone.
    Settled(ChannelId),
}

impl Store {
    /// A thread is asked for at this message of a channel: until it is settled, a start of the process finds it.
    pub async fn asks_for_thread(
        &self,
        thread: ChannelId,
        channel: ChannelId,
    ) -> Result<(), NotWritten> {
        let asked_for = Thread::AskedFor { thread, channel };
        self.write(Work::Thread(asked_for)).await.map(drop)
    }

    /// The table of this thread stands in the journal, or the thread is gone.
    pub async fn settles_thread(&self, thread: ChannelId) -> Result<(), NotWritten> {
        let settled = Thread::Settled(thread);
        self.write(Work::Thread(settled)).await.map(drop)
    }

    /// The threads that were asked for and not settled.
    pub async fn stray_threads(&self) -> Result<Vec<StrayThread>, Failure> {
        let rows = sqlx::query!(
            r#"select thread, channel,
                      exists (select 1 from tables where tables.channel = thread) as "has_table!: bool",
                      exists (select 1 from tables where tables.channel = threads_asked_for.channel
                              and thread in (lobby, board, start)) as "line_is_in_use!: bool"
               from threads_asked_for order by thread"#
        )
        .fetch_all(&self.0.readers)
        .await?;
        let strays = rows.into_iter().map(|row| StrayThread {
            thread: ChannelId::from_row(row.thread),
            channel: ChannelId::from_row(row.channel),
            has_table: row.has_table,
            line_is_in_use: row.line_is_in_use,
        });
        Ok(strays.collect())
    }

    /// Whether the bot has made this thread for a table, at a line of its own in the channel above.
    pub async fn is_own_thread(&self, thread: ChannelId) -> Result<bool, Failure> {
        let thread = thread.to_row();
        let found = sqlx::query_scalar!(
            "select id from tables where channel = ? and own_thread = 1 limit 1",
            thread
        );
        Ok(found.fetch_optional(&self.0.readers).await?.is_some())
    }

    /// The table whose end is told at the line in the channel where this thread begins: of those whose game began there the
    /// last one, and if none ever did the one that was opened last.
    pub async fn told_at_line_of(&self, thread: ChannelId) -> Result<Option<TableId>, Failure> {
        let thread = thread.to_row();
        sqlx::query_scalar!(
            r#"select id as "id!" from tables where channel = ?
               order by start is not null desc, opened_at desc limit 1"#,
            thread
        )
        .fetch_optional(&self.0.readers)
        .await?
        .map(|id| id.parse().map_err(|_| unreadable("tables")))
        .transpose()
    }
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    thread: Thread,
) -> Result<(), sqlx::Error> {
    match thread {
        Thread::AskedFor { thread, channel } => {
            let (thread, channel) = (thread.to_row(), channel.to_row());
            sqlx::query!(
                "insert into threads_asked_for (thread, channel) values (?, ?) on conflict (thread) do nothing",
                thread,
                channel
            )
            .execute(connection)
            .await?;
        }
        Thread::Settled(thread) => {
            let thread = thread.to_row();
            sqlx::query!("delete from threads_asked_for where thread = ?", thread)
                .execute(connection)
                .await?;
        }
    }
    Ok(())
}
