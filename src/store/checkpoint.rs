//! Moving what stands in SQLite's log to its place in the file (a checkpoint,
//! <https://sqlite.org/wal.html#checkpointing>) as a step of its own: SQLite would do it within some commit, and nobody could
//! tell what a commit does to the file, which is nothing, from what somebody else does to it meanwhile.

use sqlx::SqliteConnection;

use super::wal::{FRAME, HEADER};

/// A step takes so many pages of the log at the most, one alone; a batch takes less for each.
const PAGES_OF_A_STEP: u32 = 16;

/// After so many signs of life of the process, of which there is one every ten seconds, whatever stands in the log is moved: a log
/// that goes away then takes little with it.
const BEATS: u32 = 6;

/// When the log is to be moved.
pub(super) struct Checkpoint {
    /// At so many pages.
    pages: u32,
    /// So many steps were written since somebody looked.
    steps: u32,
    /// So many signs of life were written since it was due for them.
    beats: u32,
}

impl Checkpoint {
    /// At so many pages; a log that was left by another run may be as long.
    pub(super) fn at(pages: u32) -> Self {
        Self {
            pages,
            steps: pages,
            beats: 0,
        }
    }

    /// So many steps were written, or, with none told, things of any other size: whether it is time to look how long the log is,
    /// which asks SQLite's thread once more.
    pub(super) fn is_to_be_looked_at(&mut self, steps: Option<usize>) -> bool {
        let steps = steps.map_or(self.pages, |steps| u32::try_from(steps).unwrap_or(u32::MAX));
        self.steps = self.steps.saturating_add(steps);
        let is_time = self.steps >= self.pages / PAGES_OF_A_STEP;
        if is_time {
            self.steps = 0;
        }
        is_time
    }

    /// So many signs of life were written: whether a minute is over.
    pub(super) fn is_a_minute_later(&mut self, beats: usize) -> bool {
        let beats = u32::try_from(beats).unwrap_or(BEATS);
        self.beats = self.beats.saturating_add(beats);
        let is_over = self.beats >= BEATS;
        if is_over {
            self.beats = 0;
        }
        is_over
    }

    /// Whether so much stands in the log alone; with `any` a page is enough.
    pub(super) async fn is_due(
        &self,
        connection: &mut SqliteConnection,
        any: bool,
    ) -> Result<bool, sqlx::Error> {
        let (pages, moved) = pages(connection).await?;
        let enough = if any { 1 } else { i64::from(self.pages) };
        Ok(pages - moved >= enough)
    }
}

/// How many pages stand in the log, and how many of them in the file as well. Nothing is done, and nobody is waited for.
pub(super) async fn pages(connection: &mut SqliteConnection) -> Result<(i64, i64), sqlx::Error> {
    let look = sqlx::query_as::<_, (i64, i64, i64)>("pragma wal_checkpoint(noop)");
    let (_, pages, moved) = look.fetch_one(connection).await?;
    Ok((pages, moved))
}

/// How many bytes of a log so many pages take.
pub(super) fn bytes(pages: i64) -> Option<u64> {
    /// SQLite's own, which nobody here has changed.
    const PAGE: usize = 4096;
    let pages = usize::try_from(pages).ok()?;
    u64::try_from(HEADER + pages * (FRAME + PAGE)).ok()
}

/// Moves what nobody reads any more; tells whether that was all of it. The rest is for the next time.
pub(super) async fn move_log(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let moved = sqlx::query_as::<_, (i64, i64, i64)>("pragma wal_checkpoint(passive)");
    let (is_busy, pages, moved) = moved.fetch_one(connection).await?;
    Ok(is_busy == 0 && pages == moved)
}

/// Moves all of it and begins the log anew; tells whether it is so. It is not while somebody reads, or has no room.
pub(super) async fn empty_log(
    executor: impl sqlx::SqliteExecutor<'_>,
) -> Result<bool, sqlx::Error> {
    let moved = sqlx::query_as::<_, (i64, i64, i64)>("pragma wal_checkpoint(truncate)");
    let (is_busy, _, _) = moved.fetch_one(executor).await?;
    Ok(is_busy == 0)
}
