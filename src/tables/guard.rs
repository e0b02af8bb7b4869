//! Keeps a table's task going: a fall is caught, logged without a word of the game, and healed from the journal.

use std::fmt::Display;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use tokio::sync::mpsc;

use super::change::Unsound;
use super::house::House;
use super::keeper::{Keeper, Onward};
use super::restore::{Restored, restore, restore_sparing, row_only, set_aside};
use super::table::Request;
use super::timing::Outage;
use super::unshown::stand_as_they_are;
use super::{Aside, Declined, Life, Moment, TableId};
use crate::store::{Failure, Known, StoredTable, Written};

/// So many falls within [`FALLS_WITHIN`] are healed; after one more the table is set aside.
const FALLS_HEALED: usize = 3;

/// Real time: falls are ours, people's clocks have nothing to do with them.
const FALLS_WITHIN: Duration = Duration::from_secs(600);

/// A journal that the disk does not give is asked for again after this, for as long as it takes: nothing of it is damaged.
const READ_AGAIN: Duration = Duration::from_secs(1);

/// Runs a table until the hall closes or the table ended a while ago. What is waited for is small: there are many tables.
pub(super) fn run(
    house: Arc<House>,
    start: Restored,
    mailbox: mpsc::Receiver<Box<Request>>,
) -> impl Future<Output = ()> + Send {
    let keeper = Box::new(Keeper::new(Arc::clone(&house), start));
    run_keeper(house, keeper, mailbox)
}

async fn run_keeper(
    house: Arc<House>,
    mut keeper: Box<Keeper>,
    mut mailbox: mpsc::Receiver<Box<Request>>,
) {
    let id = keeper.affairs.fixed.id.clone();
    let mut falls = Vec::new();
    loop {
        let run = AssertUnwindSafe(keeper.run(&mut mailbox)).catch_unwind();
        let onward = run.await.ok();
        match onward {
            Some(Onward::On | Onward::Forget) => break,
            Some(Onward::Reload) => {}
            None => {
                tracing::error!(table = %id, "a table fell over; it is rebuilt from its journal");
                falls.push(Instant::now());
            }
        }
        let rebuilt = Box::pin(rebuild(&house, &id, keeper, &mut falls, &mut mailbox)).await;
        let Some(rebuilt) = rebuilt else { break };
        keeper = rebuilt;
        if onward.is_some() {
            // What the disk did not take just now it may not take yet.
            keeper.hold();
        }
    }
    if let Some(cards) = house.cards.upgrade() {
        cards.remove(&id);
    }
    house.noted.forget(&id);
    let why = if *house.stop.borrow() {
        Declined::Busy
    } else {
        Declined::Gone
    };
    mailbox.close();
    while let Some(request) = mailbox.recv().await {
        request.decline(why.clone());
    }
}

/// The table as its journal tells it, or set aside; `None` if the hall closes before the journal can be read.
async fn rebuild(
    house: &Arc<House>,
    id: &TableId,
    fallen: Box<Keeper>,
    falls: &mut Vec<Instant>,
    mailbox: &mut mpsc::Receiver<Box<Request>>,
) -> Option<Box<Keeper>> {
    let healed = healed(house, id, falls, mailbox).await?;
    let has_ended = fallen.affairs.life.has_ended();
    let restored = match healed.restored {
        Ok(restored) => restored,
        // Named by nobody rather than by somebody who was forgotten; and what shows how it ended stays.
        Err(_) if has_ended && (fallen.has_to_forget || fallen.is_end_shown()) => return None,
        Err(Aside::Damaged) if has_ended => set_aside(fallen.into_restored(), Aside::Over),
        Err(why) => {
            tracing::error!(table = %id, "a table is set aside");
            set_aside(fallen.into_restored(), why)
        }
    };
    // Readers look again, also at a table that is set aside.
    house.news.tell(id.clone(), restored.affairs.revision);
    if let Some(cards) = house.cards.upgrade() {
        cards.update(&restored.affairs);
    }
    let mut keeper = Box::new(Keeper::new(Arc::clone(house), restored));
    if healed.was_waited_for {
        keeper.spare();
    }
    Some(keeper)
}

/// What became of a table that was read again.
struct Healed {
    /// As its journal tells it, or why it is set aside.
    restored: Result<Restored, Aside>,
    /// Whether the disk did not give the journal at once, and nobody could play.
    was_waited_for: bool,
}

/// The table as its journal tells it; `None` if the hall closes first. Reading may fall over as well: that is one more fall.
async fn healed(
    house: &House,
    id: &TableId,
    falls: &mut Vec<Instant>,
    mailbox: &mut mpsc::Receiver<Box<Request>>,
) -> Option<Healed> {
    let mut was_waited_for = false;
    let restored = loop {
        falls.retain(|fall| fall.elapsed() < FALLS_WITHIN);
        if falls.len() > FALLS_HEALED {
            break Err(Aside::Fell);
        }
        match AssertUnwindSafe(read(house, id)).catch_unwind().await {
            Ok(Ok(restored)) => break Ok(restored),
            Ok(Err(Unread::Unsound)) => break Err(Aside::Damaged),
            Ok(Err(Unread::NotNow(error))) => {
                // Said once: a thousand tables may wait for the same disk.
                if !was_waited_for {
                    was_waited_for = true;
                    tracing::warn!(table = %id, %error, "a journal cannot be read yet");
                }
                if decline_a_while(house, mailbox).await == Onward::Forget {
                    return None;
                }
            }
            Err(_) => {
                tracing::error!(table = %id, "a table fell over while it was rebuilt");
                falls.push(Instant::now());
            }
        }
    };
    Some(Healed {
        restored,
        was_waited_for,
    })
}

/// Lets some time pass while nobody knows how a table stands, and tells so to whoever asks.
async fn decline_a_while(house: &House, mailbox: &mut mpsc::Receiver<Box<Request>>) -> Onward {
    let mut stop = house.stop.clone();
    // Towards the disk, which tells nobody when it gives again: the host's own time. Whoever asks does not wait for it.
    let mut later = std::pin::pin!(tokio::time::sleep(READ_AGAIN));
    loop {
        tokio::select! {
            () = &mut later => return Onward::On,
            request = mailbox.recv() => match request {
                Some(request) => request.decline(Declined::Unsure),
                None => return Onward::Forget,
            },
            // Without a sender the hall is gone.
            _ = stop.wait_for(|is_closing| *is_closing) => return Onward::Forget,
        }
    }
}

/// Why a journal tells nothing.
enum Unread {
    /// It is not what was written.
    Unsound,
    /// The disk does not give it now.
    NotNow(Failure),
}

/// The table as its journal tells it.
async fn read(house: &House, id: &TableId) -> Result<Restored, Unread> {
    let stored = match house.store.load(id).await {
        Ok(stored) => stored,
        Err(failure) if failure.is_damage() => {
            tracing::error!(table = %id, %failure, "a journal cannot be read");
            return Err(Unread::Unsound);
        }
        Err(failure) => return Err(Unread::NotNow(failure)),
    };
    let (outages, given_back) = house.lines.known(stored.row.server);
    let (now, spared_from) = (
        house.clock.now(),
        house.lines.spared_from(stored.row.server),
    );
    let restored = restore_sparing(&stored, &outages, now, spared_from).map_err(|unsound| {
        tracing::error!(table = %id, %unsound, "a journal is unsound");
        Unread::Unsound
    })?;
    let restored = Restored {
        given_back,
        ..restored
    };
    Ok(with_called(house, restored).await)
}

/// A table that was read; the lobby of a rematch also knows who is called there and where they sat, as long as the table before can be read.
async fn with_called(house: &House, mut restored: Restored) -> Restored {
    let affairs = &mut restored.affairs;
    let before = affairs.fixed.again.clone();
    if let Some(before) = before.filter(|_| affairs.life == Life::Lobby)
        && let Some(read) = read_ended(house, &before).await
    {
        affairs.called = read.affairs.seating();
    }
    restored
}

/// Some tables after a restart.
pub(super) struct Revived {
    /// Each itself, or set aside. Those are left out of which not even the row reads, and those that are over and tell nothing
    /// sound, unless it is known that their end is not shown.
    pub(super) tables: Vec<Restored>,
    /// Whether damage was found that nobody knew of.
    pub(super) is_damaged: bool,
}

/// What a restart makes of some tables.
pub(super) async fn revive(house: &House, ids: &[TableId]) -> Result<Revived, Failure> {
    let loaded = house.store.load_all(ids).await?;
    let mut stored = Vec::with_capacity(loaded.len());
    let mut is_damaged = false;
    for (id, loaded) in ids.iter().zip(loaded) {
        match loaded {
            Ok(table) => stored.push(table),
            Err(failure) if failure.is_damage() => {
                is_damaged |= note_damage(house, id, Aside::Damaged, &failure).await;
            }
            Err(failure) => return Err(failure),
        }
    }
    let (outages, now) = (house.lines.before(), house.clock.now());
    let lines = house.lines.clone();
    let replay = move || {
        let revived = stored.iter().map(|table| {
            let spared_from = lines.spared_from(table.row.server);
            revived(table, &outages, now, spared_from)
        });
        revived.collect::<Vec<_>>()
    };
    // Off the tasks' threads, so that several journals are replayed at once.
    let revived = tokio::task::spawn_blocking(replay).await;
    let revived = revived.unwrap_or_else(|fallen| match fallen.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(_) => Vec::new(),
    });
    let mut tables = Vec::with_capacity(revived.len());
    let mut over = Vec::new();
    for (restored, unsound) in revived {
        let Some(unsound) = unsound else {
            tables.push(with_called(house, restored).await);
            continue;
        };
        let id = restored.affairs.fixed.id.clone();
        let why = why_aside(house, &id).await;
        is_damaged |= note_damage(house, &id, why, &unsound).await;
        if why == Aside::Over && !house.noted.held_before(&id) {
            over.push(id);
        } else {
            tables.push(set_aside(restored, why));
        }
    }
    stand_as_they_are(house, over).await;
    Ok(Revived { tables, is_damaged })
}

/// Why a table is set aside of which more than its row tells nothing sound.
async fn why_aside(house: &House, id: &TableId) -> Aside {
    match house.store.known(id).await {
        Ok(Some(Known::Ended)) => Aside::Over,
        Ok(_) | Err(_) => Aside::Damaged,
    }
}

/// A table as its rows tell it, or as its row alone does if they tell nothing sound.
fn revived(
    stored: &StoredTable,
    outages: &[Outage],
    now: Moment,
    spared_from: Moment,
) -> (Restored, Option<Unsound>) {
    match restore_sparing(stored, outages, now, spared_from) {
        Ok(restored) => (restored, None),
        Err(unsound) => (row_only(stored), Some(unsound)),
    }
}

/// Says once, however often the process starts, that a table is not what was written; answers whether that is new.
async fn note_damage(house: &House, table: &TableId, aside: Aside, why: &impl Display) -> bool {
    let is_new = house.store.note_damaged(table.clone()).await != Ok(Written::Duplicate);
    if is_new && aside == Aside::Over {
        tracing::error!(%table, %why, "what is stored of a game that is over is damaged: its result stays as it is");
    } else if is_new {
        tracing::error!(%table, %why, "what is stored of a table is damaged: it is set aside");
    }
    is_new
}

/// What the disk tells of a table.
pub(super) enum Told {
    /// As its journal tells it.
    Read(Box<Restored>),
    /// There is none any more, or it tells nothing sound.
    Gone,
    /// The disk does not give its journal now.
    NotNow,
}

/// A table as its journal tells it, for whoever asks after its end.
pub(super) async fn told(house: &House, id: &TableId) -> Told {
    let (stored, now) = match loaded(house, id).await {
        Ok(Some(stored)) => (stored, house.clock.now()),
        Ok(None) => {
            // Asked for every day.
            tracing::debug!(table = %id, "the journal of an ended table was tidied away");
            return Told::Gone;
        }
        Err(failure) => {
            tracing::debug!(table = %id, %failure, "an ended table cannot be read");
            return if failure.is_damage() {
                Told::Gone
            } else {
                Told::NotNow
            };
        }
    };
    // Off the tasks' threads: a journal may be long.
    match tokio::task::spawn_blocking(move || restore(&stored, &[], now)).await {
        Ok(Ok(restored)) => Told::Read(Box::new(restored)),
        Ok(Err(unsound)) => {
            tracing::error!(table = %id, %unsound, "a journal is unsound");
            Told::Gone
        }
        Err(_) => Told::Gone,
    }
}

/// A table with its journal; `None` if that was tidied away.
async fn loaded(house: &House, id: &TableId) -> Result<Option<StoredTable>, Failure> {
    let stored = house.store.load(id).await?;
    let is_gone = stored.steps.is_empty() && house.store.is_journal_gone(id).await?;
    Ok((!is_gone).then_some(stored))
}

/// The same for whoever asks once; `None` where there is nothing to be told.
pub(super) async fn read_ended(house: &House, id: &TableId) -> Option<Restored> {
    match told(house, id).await {
        Told::Read(restored) => Some(*restored),
        Told::Gone | Told::NotNow => None,
    }
}
