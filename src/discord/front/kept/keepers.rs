//! What is known of the messages that are kept: the bell of each table, and how far its lobby is told.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;

use super::above::Above;
use super::asides::Asides;
use super::bell::Bell;
use super::in_hand::{InHand, Taken};
use crate::tables::{Clock, Look, MessageId, Moment, PersonId, Revision, TableId};

/// A lobby that may be lost is looked for at most so often, whoever asks for it.
const LOBBY_PACE: Duration = Duration::from_secs(10);
/// The same of a board, which may be so old that Discord takes few of its changes.
const BOARD_PACE: Duration = Duration::from_secs(60);

/// The tasks that keep the messages of each table.
#[derive(Default)]
pub(crate) struct Keepers {
    tables: Mutex<HashMap<TableId, Bell>>,
    /// How often bells were rung in all.
    rung: AtomicU64,
    /// The number of the last news that reached the bells; `None` until every table has one.
    heard: watch::Sender<Option<u64>>,
    /// The newest state that the lobby message was already told.
    lobbies: Mutex<HashMap<TableId, Revision>>,
    /// Tables whose lobby message is just being changed, by the answer to a press or by its keeper.
    lobby_changes: InHand<TableId>,
    /// Tables that are just being opened: the lobby is still to be posted, or the line in the channel above to tell of it.
    openings: InHand<TableId>,
    /// Tables whose lobby may stand nowhere: the keeper posts it.
    missing: Mutex<HashSet<TableId>>,
    /// With which nonce a lobby was posted that may stand, for all that is known.
    unheard: Mutex<HashMap<TableId, String>>,
    /// When the lobby or board of a table was looked for last.
    sought: Mutex<HashMap<TableId, Moment>>,
    /// Tables whose board may be lost: its keeper looks for it.
    doubted: Mutex<HashSet<TableId>>,
    /// Where lobbies stand whose place could not be written down yet.
    unwritten: Mutex<HashMap<TableId, MessageId>>,
    /// Who has opened a table whose line in the channel does not tell yet that it is open.
    untold_lines: Mutex<HashMap<TableId, PersonId>>,
    /// Tables whose place cannot be reached.
    pub asides: Asides,
    /// The channels above those in private threads.
    pub above: Above,
}

impl Keepers {
    /// Leaves the lobby message to the answer that is being made. What happened meanwhile is shown afterwards.
    pub(crate) fn answers_lobby<'a>(&'a self, table: &'a TableId) -> LobbyChange<'a> {
        self.takes(&self.lobby_changes, table, Rings::Always)
    }

    /// The keeper of the lobby message changes it.
    pub(crate) fn changes_lobby<'a>(&'a self, table: &'a TableId) -> LobbyChange<'a> {
        self.takes(&self.lobby_changes, table, Rings::AfterSeveral)
    }

    /// Whoever opens a table posts its lobby in the thread, and changes the line above. The keeper does its own meanwhile, and does
    /// not end before: what is closed by then may be shown as open.
    pub(crate) fn opens<'a>(&'a self, table: &'a TableId) -> LobbyChange<'a> {
        self.takes(&self.openings, table, Rings::Always)
    }

    fn takes<'a>(
        &'a self,
        all: &'a InHand<TableId>,
        table: &'a TableId,
        rings: Rings,
    ) -> LobbyChange<'a> {
        LobbyChange {
            keepers: self,
            table,
            rings,
            taken: Some(all.take(table.clone())),
        }
    }

    /// Whether the lobby message is about to be changed.
    pub(crate) fn is_lobby_changing(&self, table: &TableId) -> bool {
        self.lobby_changes.contains(table)
    }

    /// Whether the table is still being opened.
    pub(crate) fn is_opening(&self, table: &TableId) -> bool {
        self.openings.contains(table)
    }

    /// The lobby message shows this state now.
    pub(crate) fn lobby_told(&self, look: &Look) {
        let mut lobbies = lock(&self.lobbies);
        let told = lobbies.entry(look.table.clone()).or_insert(look.revision);
        *told = look.revision.max(*told);
    }

    /// The lobby message does not show that after all, as far as is known.
    pub(crate) fn lobby_not_told(&self, table: &TableId) {
        lock(&self.lobbies).remove(table);
    }

    /// The lobby of this table may not have been posted. Whoever is just about to post one does not call this.
    pub(crate) fn lobby_is_missing(&self, table: &TableId) {
        lock(&self.missing).insert(table.clone());
    }

    /// It is posted, or turns out to stand.
    pub(crate) fn lobby_is_posted(&self, table: &TableId) {
        lock(&self.missing).remove(table);
        lock(&self.unheard).remove(table);
    }

    /// The lobby of this table was posted with this nonce, and may stand: with another it might stand twice.
    pub(crate) fn lobby_is_unheard(&self, table: &TableId, nonce: &str) {
        lock(&self.unheard).insert(table.clone(), nonce.to_owned());
    }

    /// With which nonce the lobby of this table is posted again, if it may stand already.
    pub(crate) fn unheard_lobby(&self, table: &TableId) -> Option<String> {
        lock(&self.unheard).get(table).cloned()
    }

    /// Whether the lobby of this table may stand nowhere.
    pub(crate) fn is_lobby_missing(&self, table: &TableId) -> bool {
        lock(&self.missing).contains(table)
    }

    /// Somebody asks for the lobby of this table, and it may be lost: nobody tells the bot of a message that was deleted. The
    /// keeper changes it once more, which shows whether it stands; not so soon after the last time.
    pub(crate) fn seek_lobby(&self, table: &TableId, now: Moment) {
        self.seek(table, now, LOBBY_PACE, || self.lobby_not_told(table));
    }

    /// The same of a board that nothing else may change for a long time.
    pub(crate) fn seek_board(&self, table: &TableId, now: Moment) {
        self.seek(table, now, BOARD_PACE, || {
            lock(&self.doubted).insert(table.clone());
        });
    }

    fn seek(&self, table: &TableId, now: Moment, pace: Duration, note: impl FnOnce()) {
        // Held to the end: what is noted of a table that is forgotten meanwhile goes with it.
        let tables = lock(&self.tables);
        let Some(bell) = tables.get(table) else {
            return;
        };
        let mut sought = lock(&self.sought);
        if sought
            .get(table)
            .is_some_and(|before| now.since(*before) < pace)
        {
            return;
        }
        sought.insert(table.clone(), now);
        note();
        self.ring(bell);
    }

    /// Whether somebody has asked for the board of this table since it was looked for.
    pub(crate) fn takes_doubt(&self, table: &TableId) -> bool {
        lock(&self.doubted).remove(table)
    }

    /// The lobby of this table stands there, which could not be written down.
    pub(crate) fn lobby_is_unwritten(&self, table: &TableId, message: MessageId) {
        lock(&self.unwritten).insert(table.clone(), message);
    }

    /// It is written down.
    pub(crate) fn lobby_is_written(&self, table: &TableId) {
        lock(&self.unwritten).remove(table);
    }

    /// Where the lobby of this table stands, if that is still to be written down.
    pub(crate) fn unwritten_lobby(&self, table: &TableId) -> Option<MessageId> {
        lock(&self.unwritten).get(table).copied()
    }

    /// The line in the channel still says that this person is opening the table: its keeper changes it.
    pub(crate) fn line_is_untold(&self, table: &TableId, opener: PersonId) {
        lock(&self.untold_lines).insert(table.clone(), opener);
    }

    /// It is changed, or will not be.
    pub(crate) fn line_is_told(&self, table: &TableId) {
        lock(&self.untold_lines).remove(table);
    }

    /// Who has opened the table, if its line is still to tell that.
    pub(crate) fn untold_opener(&self, table: &TableId) -> Option<PersonId> {
        lock(&self.untold_lines).get(table).copied()
    }

    /// Whether the messages of this table are kept.
    pub(crate) fn is_kept(&self, table: &TableId) -> bool {
        lock(&self.tables).contains_key(table)
    }

    /// Whether the lobby message shows this state already.
    pub(crate) fn is_lobby_told(&self, look: &Look) -> bool {
        lock(&self.lobbies)
            .get(&look.table)
            .is_some_and(|told| *told >= look.revision)
    }

    /// Looks at a table again although nothing new happened there.
    pub(crate) fn nudge(&self, table: &TableId) {
        if let Some(bell) = lock(&self.tables).get(table) {
            self.ring(bell);
        }
    }

    /// The messages of this table are kept from now on: its bell, rung for the first time.
    pub(crate) fn keep(&self, table: &TableId) -> Bell {
        let bell = Bell::default();
        self.ring(&bell);
        lock(&self.tables).insert(table.clone(), bell.clone());
        bell
    }

    /// The news with this number, and all before it, has rung its bell.
    pub(crate) fn heard(&self, number: u64) {
        self.heard.send_replace(Some(number));
    }

    fn ring(&self, bell: &Bell) {
        self.rung.fetch_add(1, Ordering::SeqCst);
        bell.ring();
    }

    /// How often bells were rung in all.
    pub(crate) fn rung(&self) -> u64 {
        self.rung.load(Ordering::SeqCst)
    }

    /// Done when the news with this number, and all before it, has rung its bell.
    pub(crate) async fn have_heard(&self, number: u64) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self
            .heard
            .subscribe()
            .wait_for(|heard| heard.is_some_and(|heard| heard >= number))
            .await;
    }

    /// Done when all messages show what was told by now, and nobody is to be called before this clock moves on.
    pub(crate) async fn rest(&self, clock: &Clock) {
        let bells: Vec<Bell> = lock(&self.tables).values().cloned().collect();
        for bell in bells {
            bell.rests(clock).await;
        }
    }

    /// Forgets everything about a table.
    pub(crate) fn forget(&self, table: &TableId) {
        lock(&self.tables).remove(table);
        lock(&self.lobbies).remove(table);
        lock(&self.missing).remove(table);
        lock(&self.unheard).remove(table);
        lock(&self.sought).remove(table);
        lock(&self.doubted).remove(table);
        lock(&self.unwritten).remove(table);
        lock(&self.untold_lines).remove(table);
        self.asides.remove(table);
        self.asides.spoke_again(table);
        self.above.forget(table);
    }
}

/// When the keeper is to look again after what was under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rings {
    Always,
    /// Where something else was under way at the same time.
    AfterSeveral,
}

/// A lobby message is being changed, or its table opened.
pub(crate) struct LobbyChange<'a> {
    keepers: &'a Keepers,
    table: &'a TableId,
    rings: Rings,
    taken: Option<Taken<'a, TableId>>,
}

impl Drop for LobbyChange<'_> {
    fn drop(&mut self) {
        let Self { keepers, table, .. } = *self;
        let Some(taken) = self.taken.take() else {
            return;
        };
        // All at once, as far as the keeper can see: it looks away from a lobby that is being answered, and ends when nothing
        // is under way at a table that is over.
        taken.ends(|were_several| {
            // Of several changes at once nobody knows which came last.
            if were_several {
                keepers.lobby_not_told(table);
            }
            if were_several || self.rings == Rings::Always {
                keepers.nudge(table);
            }
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Every change under these locks is a single insertion or removal.
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_changes_at_once_nobody_knows_which_came_last() {
        let keepers = Keepers::default();
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let is_told = || lock(&keepers.lobbies).contains_key(&table);
        lock(&keepers.lobbies).insert(table.clone(), Revision::new(1));
        drop(keepers.answers_lobby(&table));
        drop(keepers.changes_lobby(&table));
        assert!(is_told() && !keepers.is_lobby_changing(&table));

        let changes = [
            keepers.answers_lobby(&table),
            keepers.changes_lobby(&table),
            keepers.answers_lobby(&table),
        ];
        for change in changes {
            assert!(is_told() && keepers.is_lobby_changing(&table));
            drop(change);
        }
        assert!(!is_told() && !keepers.is_lobby_changing(&table));

        lock(&keepers.lobbies).insert(table.clone(), Revision::new(2));
        drop(keepers.answers_lobby(&table));
        assert!(is_told());
    }

    #[test]
    fn whoever_looked_away_from_an_answer_or_an_opening_is_rung_when_it_is_done() {
        let keepers = Keepers::default();
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        keepers.keep(&table);
        let rings_of = |change: LobbyChange<'_>| {
            let before = keepers.rung();
            drop(change);
            keepers.rung() - before
        };
        assert_eq!(rings_of(keepers.answers_lobby(&table)), 1);
        assert_eq!(rings_of(keepers.changes_lobby(&table)), 0);
        let opening = keepers.opens(&table);
        assert!(keepers.is_opening(&table) && !keepers.is_lobby_changing(&table));
        assert_eq!(rings_of(opening), 1);
        assert!(!keepers.is_opening(&table));
    }

    #[test]
    fn a_lobby_is_looked_for_once_however_many_ask_for_it() {
        let keepers = Keepers::default();
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let begun = Moment::from_unix_ms(1_790_000_000_000);
        // Nobody keeps its messages, so nothing is noted of it.
        keepers.seek_lobby(&table, begun);
        assert!(lock(&keepers.sought).is_empty());

        keepers.keep(&table);
        let mut sought = 0;
        // A hundred people ask within every second of a minute.
        for second in 0..60 {
            let now = begun.plus(Duration::from_secs(second));
            for _ in 0..100 {
                lock(&keepers.lobbies).insert(table.clone(), Revision::new(1));
                let before = keepers.rung();
                keepers.seek_lobby(&table, now);
                let rang = keepers.rung() - before;
                let is_told = lock(&keepers.lobbies).contains_key(&table);
                assert_eq!(is_told, rang == 0, "the keeper has something to change");
                sought += rang;
            }
        }
        assert_eq!(sought, 6);
        keepers.forget(&table);
        assert!(lock(&keepers.sought).is_empty());
    }
}
