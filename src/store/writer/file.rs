//! The writer and its file: whether that is still the one that was opened, what becomes of a log that is gone, and how both
//! are closed.

use std::io;

use sqlx::Connection;

use super::fault::{Fault, Loss};
use super::{Ending, Writer};
use crate::store::changed::{Read, Reading, Reads};
use crate::store::presence::{Shape, State};
use crate::store::{BackupFailure, NotClosed, aside, checkpoint, salvage};

impl Writer {
    /// Once the log is long, or with `any` whatever stands in it, and those who wait for what was written have their answers.
    pub(super) async fn move_log(&mut self, any: bool) {
        let Some(connection) = self.connection.as_mut() else {
            return;
        };
        match self.checkpoint.is_due(connection, any).await {
            // What others did to the file before is not taken for what this does to it.
            Ok(true) if self.presence.before_writing() == State::Whole => {}
            // It is looked at again before anything is written, and after as many more jobs.
            Ok(_) | Err(_) => return,
        }
        let moved = checkpoint::move_log(connection).await;
        self.presence.moved_log();
        match moved {
            Ok(true) => self.marks.home = self.marks.step,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "what stands in the log of the database cannot be moved to its place");
            }
        }
    }

    /// Whether the database is what was opened, and this process's alone; `is_written` if something was written before it was
    /// looked at.
    pub(super) async fn check(&mut self, state: State, is_written: bool) -> Result<(), Fault> {
        let loss = match state {
            State::Whole => return Ok(()),
            State::Gone => {
                // What is open still is lost with the process, however that ends.
                if self.is_salvaged.is_none() {
                    self.salvages().await;
                }
                Loss::Gone
            }
            State::LogGone => match self.saves_log().await {
                Ok(()) => {
                    if self.brings_home().await {
                        self.came_home();
                    }
                    Loss::LogGone
                }
                Err(_) => Loss::LogUnsaved,
            },
            State::Shared => Loss::Shared,
            State::Replaced => match self.read_alone().await {
                Read::Whole(_) => {
                    // Nothing is left to be moved, but whoever has that log open still must not read old pages in it.
                    if self.brings_home().await {
                        self.came_home();
                    }
                    Loss::LogGone
                }
                Read::NotYet | Read::Refused(_) => Loss::Doubtful,
                Read::Ruined => {
                    self.is_ruined = true;
                    Loss::Ruined
                }
            },
            State::Doubtful => {
                // SQLite would throw the log of an empty file away.
                self.is_ruined |= self.presence.is_empty();
                match self.read_as_a_whole().await {
                    Read::Whole(took) => {
                        self.presence.found_whole(took);
                        self.note_home().await;
                        return Ok(());
                    }
                    Read::NotYet => Loss::Doubtful,
                    Read::Refused(error) if is_written => return Err(Fault::Unknown(error)),
                    Read::Refused(error) => return Err(Fault::Refused(error)),
                    Read::Ruined => {
                        self.is_ruined = true;
                        Loss::Ruined
                    }
                }
            }
        };
        if is_written {
            return Err(Fault::LostSince(loss));
        }
        Err(Fault::Lost(loss))
    }

    /// All that stood in a log that is gone is in the file: it can be closed, and opened again.
    fn came_home(&mut self) {
        self.is_home = true;
        self.log_gone.send_replace(true);
    }

    async fn read_as_a_whole(&mut self) -> Read {
        if self.is_ruined {
            return Read::Ruined;
        }
        let is_moved = self.is_moved().await;
        let reads = if self.presence.is_to_be_read(is_moved) {
            Reads::All
        } else {
            Reads::Marks
        };
        let ((began_with, was_moved), read) = self.read(reads, is_moved).await;
        let is_as_it_was =
            self.presence.has_still(began_with) && was_moved == self.is_moved().await;
        match read {
            // Somebody has changed it meanwhile, and may be at it still: it is looked at again, and not all of it once more.
            Read::Whole(took) if !is_as_it_was => {
                self.presence.read_whole(took);
                Read::NotYet
            }
            Read::Ruined if !is_as_it_was => Read::NotYet,
            read => read,
        }
    }

    /// Whether nothing stands in the log alone.
    async fn is_moved(&mut self) -> bool {
        let Some(connection) = self.connection.as_mut() else {
            return false;
        };
        let pages = checkpoint::pages(connection).await;
        pages.is_ok_and(|(pages, moved)| pages == moved)
    }

    /// What stands in the file alone, whose log is gone, if another program has moved all of that to its place.
    async fn read_alone(&mut self) -> Read {
        if self.is_ruined || !self.is_moved().await {
            return Read::Ruined;
        }
        self.read(Reads::Alone, true).await.1
    }

    /// Reads it, or goes on reading; how it looked when that began.
    async fn read(&mut self, reads: Reads, is_moved: bool) -> ((Shape, bool), Read) {
        self.reading.take_if(|reading| reading.reads != reads);
        let began_at = (self.presence.shape(), is_moved);
        let begin = || Reading::begins(reads, self.looks.clone(), self.marks, began_at);
        let reading = self.reading.get_or_insert_with(begin);
        let began_at = reading.began_at;
        let read = reading.result(self.patience).await;
        if !matches!(read, Read::NotYet) {
            self.reading = None;
        }
        (began_at, read)
    }

    /// Puts a log that was deleted back to its place, as far as it holds anything: from then on nothing in it is lost, whatever
    /// happens. Where there is no room for it nothing else is done, either: half of it in the file would be no database.
    async fn saves_log(&mut self) -> io::Result<()> {
        let pages = match self.connection.as_mut() {
            Some(connection) => checkpoint::pages(connection).await.ok(),
            None => None,
        };
        let bytes = pages.and_then(|(pages, _)| checkpoint::bytes(pages));
        self.presence.saves_log(bytes)
    }

    /// Brings what stands in a log that is gone from its place into the file, through a connection that has it open still, and
    /// begins the log anew; tells whether all of it is there. It is not while somebody reads, or has no room.
    async fn brings_home(&mut self) -> bool {
        let is_there = match self.connection.as_mut() {
            Some(connection) => checkpoint::empty_log(connection).await,
            // One that is opened now would have another log open.
            None if self.readers.num_idle() > 0 => checkpoint::empty_log(&self.readers).await,
            None => Ok(false),
        };
        self.presence.moved_log();
        is_there.unwrap_or(false)
    }

    pub(super) async fn disconnect(&mut self) {
        let before = self.presence.before_writing();
        match self.end(before).await {
            Ending::Orderly => self.closes(before).await,
            Ending::LetGo => self.lets_go(),
            // Nothing is written before the log is back, and then this connection is the one that has it open.
            Ending::Failed(_) => {}
        }
    }

    /// Disconnects for good.
    pub(super) async fn close(&mut self) {
        let before = self.presence.before_writing();
        let end = match before {
            State::Gone if !self.is_home => Ending::Failed(self.end_without_file().await),
            // Nobody will read that file to its end: what stands in the log does so at the next start as well.
            State::Doubtful => Ending::LetGo,
            state => self.end(state).await,
        };
        let is_lost = self.presence.is_log_deleted() && !self.is_moved().await;
        let end = match end {
            Ending::LetGo | Ending::Failed(NotClosed::Away) if is_lost => {
                Ending::Failed(NotClosed::LogLost)
            }
            end => end,
        };
        match end {
            Ending::LetGo | Ending::Failed(NotClosed::LogLost) => self.lets_go(),
            // SQLite does nothing to a log whose file is not at its place.
            Ending::Orderly | Ending::Failed(_) => self.closes(before).await,
        }
        self.let_go.send_replace(end);
    }

    /// How it ends where its file is not at its place. What of its log is there belongs to it: SQLite would lay that over the file
    /// which stands there now, or is put there next.
    async fn end_without_file(&mut self) -> NotClosed {
        if self.is_salvaged != Some(true) {
            self.salvages().await;
        }
        let is_replaced = self.presence.is_replaced();
        // All of it is in the copy, too.
        let is_needless = is_replaced || self.is_salvaged == Some(true);
        if is_needless && self.presence.has_its_log() {
            aside::sets_aside(self.presence.file());
        }
        match self.is_salvaged {
            _ if is_replaced => NotClosed::Replaced,
            Some(true) => NotClosed::Salvaged,
            Some(false) => NotClosed::Deleted,
            None => NotClosed::Away,
        }
    }

    /// Copies a file that was deleted beside its place, through the connection that has it open still.
    async fn salvages(&mut self) {
        let Some(former) = self.presence.deleted() else {
            return;
        };
        let file = self.presence.file();
        let copied = match self.connection.as_mut() {
            Some(connection) => salvage::copy(connection, file, &former, self.marks).await,
            // The disk refused before: what reads still may write nothing.
            None => Err(BackupFailure::NoDatabase(file.to_owned())),
        };
        match &copied {
            Ok(copy) => tracing::error!(
                copy = %copy.display(),
                "the file of the database was deleted while the bot runs: what stood in it is copied beside its place"
            ),
            Err(reason) => tracing::error!(
                %reason,
                "the file of the database was deleted while the bot runs, and what stood in it could not be copied"
            ),
        }
        self.is_salvaged = Some(copied.is_ok());
    }

    /// What others did to the file before, which was looked at, is not taken for what closing does to it.
    async fn closes(&mut self, before: State) {
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
            self.presence.closed(before);
        }
    }

    /// SQLite, which would move the log, does not get to close it.
    fn lets_go(&mut self) {
        if let Some(connection) = self.connection.take() {
            std::mem::forget(connection);
        }
    }

    /// How it is to be closed in this state.
    async fn end(&mut self, state: State) -> Ending {
        match state {
            _ if self.is_home => Ending::Orderly,
            _ if self.is_ruined => Ending::LetGo,
            State::Replaced => Ending::LetGo,
            State::LogGone if self.saves_log().await.is_err() => Ending::Failed(NotClosed::LogLost),
            _ => Ending::Orderly,
        }
    }
}
