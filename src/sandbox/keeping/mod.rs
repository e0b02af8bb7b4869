//! A world that outlives its process: it lies in a file, and nobody is shown what is not written there yet.
//!
//! One task writes. Whoever is about to tell somebody something waits until everything that has happened so far is in the
//! file ([`Keeper::has_all`]); many who wait at once share one transaction. A process that is killed leaves what was last
//! written, whole. `write.rs` is the file, `rows.rs` what of the world lies in it.

mod open;
mod rows;
mod write;

#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Weak;

use tokio::sync::{mpsc, oneshot};

use super::Shared;
pub(super) use open::open;
pub(super) use rows::Found;
use write::Book;

/// How many may wait for one transaction.
const MOST_WAITING: usize = 1024;

/// The file of the world that is played with this database.
#[must_use]
pub fn world_beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".world");
    PathBuf::from(name)
}

/// Why a world is not opened; nothing was changed then.
#[derive(Debug, thiserror::Error)]
pub enum WorldTrouble {
    /// There is none, and none can be made there, or it cannot be read.
    #[error("cannot be opened ({0})")]
    Unreachable(#[from] io::Error),
    /// The disk takes nothing more, or gives nothing: nothing is wrong with the world itself.
    #[error("cannot be opened: the disk is full, or refuses")]
    DiskRefused,
    /// Something else has that name.
    #[error("is no world of the sandbox")]
    NoWorld,
    /// A later version wrote it.
    #[error("comes from a newer version of istaka")]
    Newer,
    /// It was a world.
    #[error("is damaged ({0})")]
    Damaged(String),
    /// Another process plays in it.
    #[error("is in use by another sandbox")]
    InUse,
}

/// The way to the task that writes.
#[derive(Debug)]
pub(super) struct Keeper(mpsc::Sender<Asked>);

/// What is asked of that task, and whom to tell that it is done.
#[derive(Debug)]
struct Asked {
    done: oneshot::Sender<()>,
    /// Nothing is written after this.
    is_last: bool,
}

/// What the task that writes has before it begins.
pub(super) struct Desk {
    asked: mpsc::Receiver<Asked>,
    book: Book,
}

impl Keeper {
    pub(super) fn new(book: Book) -> (Self, Desk) {
        let (sender, asked) = mpsc::channel(MOST_WAITING);
        (Self(sender), Desk { asked, book })
    }

    /// Waits until everything that has happened so far is written.
    pub(super) async fn has_all(&self) {
        self.ask(false).await;
    }

    /// Writes what there is to write and closes the file.
    pub(super) async fn close(&self) {
        self.ask(true).await;
    }

    async fn ask(&self, is_last: bool) {
        let (done, told) = oneshot::channel();
        // Without the task the sandbox is ending, and nobody is told anything any more.
        if self.0.send(Asked { done, is_last }).await.is_ok() {
            let _ = told.await;
        }
    }
}

impl Desk {
    /// Writes whenever somebody waits for it, as long as there is a sandbox.
    pub(super) async fn serve(mut self, shared: Weak<Shared>) {
        let mut waiting = Vec::new();
        let mut is_well = true;
        while self.asked.recv_many(&mut waiting, MOST_WAITING).await > 0 {
            let Some(shared) = shared.upgrade() else {
                return;
            };
            let changes = shared.world().take_changes();
            if !changes.is_empty() {
                let written = self.book.write(&changes).await;
                // A full disk must not stop the game: it is said once, and tried again.
                if let Err(failure) = &written {
                    shared.world().touch_again(&changes);
                    if is_well {
                        tracing::error!(%failure, "the world of the sandbox cannot be written; it is tried again, and what happens until then is lost if it ends before");
                    }
                }
                if written.is_ok() && !is_well {
                    tracing::info!(
                        "the world of the sandbox is written again, with all that happened meanwhile"
                    );
                }
                is_well = written.is_ok();
            }
            let is_last = waiting.iter().any(|asked: &Asked| asked.is_last);
            if is_last {
                // Nobody plays on; what was written stays either way.
                let _ = self.book.close().await;
                return;
            }
            for asked in waiting.drain(..) {
                // Whoever has gone meanwhile need not be told.
                let _ = asked.done.send(());
            }
        }
    }
}
