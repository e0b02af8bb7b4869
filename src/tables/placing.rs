//! Places that an update has told by the house rules with which a table was opened, although its lobby had changed them: they are
//! told anew while people play. Nothing waits for it: until then they are what the update made of them.
//!
//! Some tables at a time, and how far that is stands on the disk: a start after a kill goes on there.

use std::sync::Arc;
use std::time::Duration;

use super::check::{misplaced, rightly};
use super::house::House;
use crate::store::{Failure, KeptResult, Lot, NotWritten, Store, StoredTable};

/// So many tables are read together.
const TOGETHER: u32 = 64;
/// Between two lots.
const PAUSE: Duration = Duration::from_secs(1);
/// After the disk refused.
const AGAIN: Duration = Duration::from_secs(10 * 60);
/// Once so many more tables were looked at that is told.
const TOLD_EVERY: usize = 5_000;

/// What stands in a step by which a lobby chose its house rules.
const CHOSEN: &str = "{\"options\":";

/// Why a lot was not done.
#[derive(Debug, thiserror::Error)]
enum NotTold {
    #[error(transparent)]
    NotRead(#[from] Failure),
    #[error("{0}")]
    NotWritten(#[from] NotWritten),
}

/// How far it is.
#[derive(Default)]
struct Progress {
    /// Every table up to this one was looked at; `None` before it is known.
    after: Option<String>,
    /// How many were, by this process.
    looked_at: usize,
    /// Of how many the places were told anew.
    told: usize,
}

/// Tells all such places anew, until that is done or the hall closes.
pub(super) async fn tell_places(house: Arc<House>) {
    let mut stop = house.stop.clone();
    let mut progress = Progress::default();
    loop {
        let done = tokio::select! {
            done = some_more(&house.store, &mut progress) => done,
            _ = stop.changed() => return,
        };
        let pause = match done {
            Ok(true) => return,
            Ok(false) => PAUSE,
            Err(error) => {
                tracing::warn!(%error, "places are not told anew yet; later once more");
                AGAIN
            }
        };
        let next = house.clock.now().plus(pause);
        tokio::select! {
            () = house.clock.reached(next) => {}
            _ = stop.changed() => return,
        }
    }
}

/// Looks at some more tables; answers whether all were looked at.
async fn some_more(store: &Store, progress: &mut Progress) -> Result<bool, NotTold> {
    let after = match &progress.after {
        Some(after) => after.clone(),
        None if store.are_places_told().await? => return Ok(true),
        None => {
            let after = store.placed_up_to().await?;
            let goes_on = !after.is_empty();
            tracing::info!(
                goes_on,
                "journals of an older version are looked through once, while people play: leaderboards may count some places of \
                 teams wrongly until that is done"
            );
            progress.after.insert(after).clone()
        }
    };
    let Lot {
        tables,
        last,
        count,
    } = store.lot_to_place(&after, TOGETHER).await?;
    if let Some(last) = last {
        for stored in store.load_all(&tables).await? {
            // What does not read stays as it is.
            let Ok(stored) = stored else { continue };
            let table = stored.row.id.clone();
            if let Some(results) = misplaced_at(store, stored).await? {
                store.tell_places(table, results).await?;
                progress.told += 1;
            }
        }
        store.note_placed_up_to(last.clone()).await?;
        progress.after = Some(last);
        let before = progress.looked_at;
        progress.looked_at += count;
        let (tables, told) = (progress.looked_at, progress.told);
        if before / TOLD_EVERY < tables / TOLD_EVERY {
            tracing::info!(
                tables,
                told,
                "journals of an older version are looked through"
            );
        }
        if count >= TOGETHER as usize {
            return Ok(false);
        }
    }
    store.places_are_told().await?;
    let (tables, told) = (progress.looked_at, progress.told);
    tracing::info!(
        tables,
        told,
        "journals of an older version were looked through: all places are right"
    );
    Ok(true)
}

/// The results of a table whose places are others.
async fn misplaced_at(
    store: &Store,
    stored: StoredTable,
) -> Result<Option<Vec<KeptResult>>, Failure> {
    let has_chosen = stored
        .steps
        .iter()
        .any(|step| step.changes.contains(CHOSEN));
    // Most were played as they were opened: they need no replay.
    if !has_chosen {
        return Ok(None);
    }
    let table = stored.row.id.clone();
    // Off the tasks' threads: tables are played meanwhile.
    let replayed = tokio::task::spawn_blocking(move || rightly(&stored)).await;
    // What does not replay, or has other results, stays as it is: looked at, it is told.
    let Ok(Ok(rightly)) = replayed else {
        return Ok(None);
    };
    let kept = store.results_at(&table).await?;
    Ok(misplaced(rightly, &kept).ok().flatten())
}
