//! Keeping messages true: boards, lobbies and panels follow the news of their tables.
//!
//! News carries only a revision, so whoever draws looks again with the eyes of the reader. Each table has
//! two tasks: one for its public messages, at most one edit a second, and one for panels, at once and each for itself.

pub(super) mod line;
mod lobby;
mod refreshes;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast};
use tokio::task::JoinSet;

use self::line::Line;
use self::lobby::{has_closed, show_lobby};
use self::refreshes::{Ended, Refreshes};
use super::kept::bell::{Bell, Ear, Kept};
use super::panel::Refreshed;
use super::standing::Standing;
use super::word::Told;
use super::{Front, ping};
use crate::discord::wire::send::SendFailure;
use crate::tables::{
    Aside, Barrier, ChannelId, Declined, Life, Look, Moment, News, PersonId, Sitter, Table, TableId,
};

/// No pause between two tries is longer than so many times the first and the dice: whoever refuses is not asked more often.
const LONGEST_PAUSE: u32 = 60;
/// The same where Discord was not reached, or could not do it: nobody's clock goes on before something is taken.
const LONGEST_PAUSE_UNTAKEN: u32 = 30;
/// What happens at a table meanwhile is worth a try before the pause is over, but none sooner than this.
const LEAST_PAUSE: Duration = Duration::from_secs(5);
/// How often in a row the last state of a table that is over is tried if Discord refuses it. Where it may go better another time it is
/// tried until nobody looks at the table any more.
const LAST_TRIES: u32 = 12;

/// How long to wait after so many failures in a row; so long is the first pause. The dice keep tables apart that failed together.
fn pause(first: Duration, failures: u32, longest: u32) -> Duration {
    let times = 2u32.pow(failures.saturating_sub(1).min(16));
    let pause = first * times.min(longest);
    pause.mul_f64(0.5 + rand::random::<f64>())
}

/// Waits so long before another try, or until something has happened: what failed may be of no matter any more, and somebody
/// waits for what is.
async fn pauses(pause: Duration, ear: &mut Ear) {
    let least = pause.min(LEAST_PAUSE);
    // A pause towards Discord, not one that players feel: the host's own time.
    tokio::time::sleep(least).await;
    tokio::select! {
        () = ear.hears() => {}
        () = tokio::time::sleep(pause - least) => {}
    }
}

/// Follows the news of all tables until the house closes.
pub(crate) async fn follow(front: Arc<Front>, mut news: broadcast::Receiver<News>) {
    for table in front.hall.all() {
        // The process before this one may have stopped just before it posted the lobby.
        front.keepers.lobby_is_missing(&table.id);
    }
    // They end with this task.
    let mut keeping = JoinSet::new();
    let told = front.hall.told();
    front.wake_all(&mut keeping);
    tokio::spawn({
        let front = Arc::clone(&front);
        let in_hand = front.work.begin();
        async move {
            front.remove_stray_pings().await;
            front.remove_stray_threads().await;
            drop(in_hand);
        }
    });
    front.keepers.heard(told);
    let lines = front.hall.lines();
    let mut ahead = lines.ahead();
    loop {
        tokio::select! {
            told = news.recv() => match told {
                Ok(News { table, number, .. }) => {
                    front.wake(&table, &mut keeping);
                    front.keepers.heard(number);
                }
                // Too much happened at once: every table is looked at again.
                Err(RecvError::Lagged(_)) => front.wake_all(&mut keeping),
                Err(RecvError::Closed) => return,
            },
            // Every countdown that stands ends at another time than is meant.
            now = lines.is_ahead_otherwise(ahead) => {
                ahead = now;
                front.wake_all(&mut keeping);
            }
        }
        // What is left of tables that are over.
        while keeping.try_join_next().is_some() {}
    }
}

impl Front {
    fn wake_all(self: &Arc<Self>, keeping: &mut JoinSet<()>) {
        for table in self.hall.all() {
            self.wake(&table.id, keeping);
        }
    }

    fn wake(self: &Arc<Self>, id: &TableId, keeping: &mut JoinSet<()>) {
        if self.keepers.is_kept(id) {
            return self.keepers.nudge(id);
        }
        if let Some(table) = self.hall.table(id) {
            let (front, bell) = (Arc::clone(self), self.keepers.keep(id));
            // What it lends is here once: as arguments they would be twice in the task, and there are as many as tables.
            keeping.spawn(async move { keep(&front, &table, &bell).await });
        }
    }
}

/// Keeps all messages of a table until it is over and everybody has seen that. Whatever falls over meanwhile is begun anew,
/// a few times; if that is of no use, with the next news of the table.
async fn keep(front: &Front, table: &Table, bell: &Bell) {
    front.recalls_lock(table).await;
    let keeps = || async move {
        let keeping = Keeping {
            front,
            table,
            bell,
            board_stands: Notify::new(),
        };
        tokio::join!(
            keep_panels(&keeping),
            keep_public(&keeping),
            ping::keep_pings(front, table, bell),
        );
    };
    if !is_done(&table.id, keeps).await {
        tracing::error!(table = %table.id, "the messages of a table are left alone until something happens there");
    }
    front.keepers.forget(&table.id);
    front.panels.forget(&table.id);
}

/// A table whose messages are kept.
struct Keeping<'a> {
    front: &'a Front,
    table: &'a Table,
    bell: &'a Bell,
    /// Told when its board is there, or cannot be.
    board_stands: Notify,
}

/// So many falls of what keeps the messages of a table are healed at once.
const FALLS_HEALED: u32 = 3;

/// Does this, and begins anew when it falls over; answers whether it came to its end.
fn is_done<F: Future<Output = ()>>(
    table: &TableId,
    keeps: impl Fn() -> F,
) -> impl Future<Output = bool> {
    let mut tries = 0..=FALLS_HEALED;
    // No `async fn`, which would keep its arguments twice for as long as the table is kept.
    async move {
        tries.next();
        while AssertUnwindSafe(keeps()).catch_unwind().await.is_err() {
            tracing::error!(%table, "what keeps the messages of a table fell over");
            if tries.next().is_none() {
                return false;
            }
        }
        true
    }
}

/// The first board stands above the first panels; they wait so long for it at the most.
const BOARD_FIRST: Duration = Duration::from_secs(2);

/// Pushes and refreshes the panels of everybody at the table. One that hangs keeps no other waiting.
async fn keep_panels(keeping: &Keeping<'_>) {
    let mut ear = keeping.bell.ear(Kept::Panels);
    let mut refreshes = Refreshes::default();
    let (mut has_waited, mut due) = (false, None);
    loop {
        // What is done between two waits is in boxes, and the look goes with it: most of the time a table only waits.
        let look = Box::pin(look_at_panels(keeping, &mut ear, &mut has_waited));
        let Some((life, people)) = refreshes.go_on_during(look).await else {
            break;
        };
        refreshes.want(people);
        let looks_again = refresh_panels(keeping, &mut ear, &mut refreshes, life, &mut due);
        if !looks_again.await {
            break;
        }
    }
    refreshes.all_end().await;
}

/// Looks once; tells where the table's life stands, and whose panels are to show it. `None` once the table is no more.
async fn look_at_panels(
    keeping: &Keeping<'_>,
    ear: &mut Ear,
    has_waited: &mut bool,
) -> Option<(Life, Vec<PersonId>)> {
    let Keeping { front, table, .. } = *keeping;
    let look = ear.look(table).await?;
    if matches!(look.life, Life::Lobby | Life::Starting) {
        return Some((look.life, Vec::new()));
    }
    // Without tiles there is neither a board nor a panel.
    let is_aside = front.keepers.asides.holds(&table.id);
    let has_no_board = look.view.is_some() && look.places.board.is_none();
    if has_no_board && !is_aside && !*has_waited {
        *has_waited = true;
        // If the board cannot be posted the panels are all the more needed: they go out anyway.
        let _ = tokio::time::timeout(BOARD_FIRST, keeping.board_stands.notified()).await;
    }
    let people = look.seats.values().filter_map(|sitter| match sitter {
        // A panel of whoever left is to go.
        Sitter::Computer { instead_of, .. } => *instead_of,
        sitter => sitter.person(),
    });
    Some((look.life, people.collect()))
}

/// Refreshes panels until the table is to be looked at again; `false` if that will never be. `due` is when the next panel
/// is to be changed although nothing happens, as far as is known.
async fn refresh_panels<'a>(
    keeping: &Keeping<'a>,
    ear: &mut Ear,
    refreshes: &mut Refreshes<'a>,
    life: Life,
    due: &mut Option<Moment>,
) -> bool {
    loop {
        let Keeping { front, table, .. } = *keeping;
        refreshes.begin(|person| refresh_panel_of(front, table, person, ear.next_ring()).boxed());
        if refreshes.left() == Refreshed::Again {
            return true;
        }
        let is_shown = refreshes.are_done() && refreshes.left() == Refreshed::Done;
        if refreshes.are_done() {
            let now = front.clock.now();
            *due = front.panels.next_change(&table.id, life, now);
        }
        if is_shown && !life.is_live() && due.is_none() {
            return false;
        }
        if is_shown {
            ear.rests(*due);
        }
        let until = *due;
        let falls_due = async {
            match until {
                Some(at) => front.clock.reached(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = ear.hears() => return true,
            () = falls_due => {
                *due = None;
                return true;
            }
            () = refreshes.later() => return true,
            () = refreshes.one_ends() => {}
        }
    }
}

/// Tells what is left to do: a panel whose owner is just being answered, or that could not be changed, is left for later.
async fn refresh_panel_of(
    front: &Front,
    table: &Table,
    person: PersonId,
    moved_on: impl Future<Output = ()>,
) -> Ended {
    if front.panels.is_answering(&table.id, person) {
        return (person, Refreshed::Later);
    }
    let refreshed = match table.look(Some(person), None).await {
        Ok(own) => {
            let refreshed = front.refresh_panel(&own, person, moved_on).await;
            if refreshed == Refreshed::Done && own.is_live() {
                front.tells_old(&own, person).await;
            }
            refreshed
        }
        Err(Declined::Gone) => Refreshed::Done,
        Err(_) => Refreshed::Later,
    };
    (person, refreshed)
}

/// What the public messages of a table show.
#[derive(Default)]
struct Shown {
    board: Standing,
    is_lobby_settled: bool,
    /// What the line in the channel above tells of its end.
    line: Line,
    /// Something was under way, before the last look was shown, that shows an older one and may come last.
    may_be_undone: bool,
    /// What the people were told of the place of the table.
    told: Told,
}

/// Keeps the lobby and the board of a table: whatever fails is tried again until they show what is.
async fn keep_public(keeping: &Keeping<'_>) {
    let mut ear = keeping.bell.ear(Kept::Public);
    let mut shown = Shown::default();
    // While the board rests between two changes, a clock that jumps is not to make a table forgotten whose end is still to be heard.
    let mut resting = None;
    // What fails is tried again with the board.
    let _ = Box::pin(remove_former(keeping.front, keeping.table)).await;
    let (mut stage, mut failures, mut refusals) = (None, 0, 0);
    // In a box, and the look with it: most of the time a table only waits.
    while let Some((life, channel, showing)) =
        Box::pin(look_and_show(keeping, &mut ear, &mut shown)).await
    {
        drop(resting.take());
        if shown.board.message.is_some() || matches!(showing, Showing::Aside(_)) {
            keeping.board_stands.notify_one();
        }
        // Whatever failed before says nothing of what is to be shown now.
        if stage.replace(Stage::of(life)) != Some(Stage::of(life)) {
            (failures, refusals) = (0, 0);
        }
        // An outage before says nothing of what is refused after it.
        (failures, refusals) = match showing {
            Showing::Failed => (failures + 1, 0),
            Showing::Refused => (failures + 1, refusals + 1),
            Showing::Done | Showing::Aside(_) => (0, 0),
        };
        let is_last = match showing {
            Showing::Done => true,
            Showing::Failed => false,
            Showing::Refused => refusals >= LAST_TRIES,
            Showing::Aside(barrier) => !barrier.may_open(),
        };
        // What is still under way may show another state, and rings the bell afterwards.
        if is_last && !life.is_live() && !shown.may_be_undone {
            keeping.table.end_is_shown();
            break;
        }
        match showing {
            Showing::Done => {}
            Showing::Aside(_) => {
                ear.rests(None);
                Box::pin(keeping.front.rest_aside(keeping.table, channel, &mut ear)).await;
                continue;
            }
            Showing::Failed | Showing::Refused => {
                let is_refused = matches!(showing, Showing::Refused);
                let longest = if is_refused {
                    LONGEST_PAUSE
                } else {
                    LONGEST_PAUSE_UNTAKEN
                };
                let pause = pause(keeping.front.pace.again, failures, longest);
                Box::pin(pauses(pause, &mut ear)).await;
                continue;
            }
        }
        resting = Some(keeping.table.unshown());
        ear.rests(None);
        ear.hears().await;
        shown.board.turned_stale();
        // The longer others wait for their turn, the more is gathered before this one waits for the next.
        let pace = keeping.front.pace.boards + keeping.front.sender.line_takes();
        if let Some(until) = shown.board.rests_until(pace) {
            // The pace belongs to Discord's limits, not to what players feel, so it is the host's own time.
            tokio::time::sleep_until(until.into()).await;
        }
    }
}

/// What stood before the board, or the lobby, and could not be deleted then goes now. What may never go is let be until the next
/// one moves.
async fn remove_former(front: &Front, table: &Table) -> Result<(), SendFailure> {
    let Ok(look) = table.look(None, None).await else {
        return Ok(());
    };
    match front.remove_former(table, &look.places).await {
        Err(failure) if failure.may_pass() => Err(failure),
        _ => Ok(()),
    }
}

/// What became of the public messages of a table after a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Showing {
    /// They show what is.
    Done,
    /// The table was set aside, so whoever brings it back rings its bell. Whether it still is may have changed since.
    Aside(Barrier),
    /// One of them could not be shown, and may be another time.
    Failed,
    /// Discord has refused one of them.
    Refused,
}

/// What the public messages of a table are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Lobby,
    Game,
    End,
}

impl Stage {
    fn of(life: Life) -> Self {
        match life {
            Life::Lobby | Life::Starting => Self::Lobby,
            life if life.is_live() => Self::Game,
            _ => Self::End,
        }
    }
}

/// Looks once, and shows what there is; answers where the table's life stands, and the table itself; `None` once it is no
/// more.
async fn look_and_show(
    keeping: &Keeping<'_>,
    ear: &mut Ear,
    shown: &mut Shown,
) -> Option<(Life, ChannelId, Showing)> {
    let Keeping { front, table, .. } = *keeping;
    let look = ear.look(table).await?;
    // What begins after the look shows nothing older than that.
    shown.may_be_undone =
        front.keepers.is_lobby_changing(&table.id) || front.keepers.is_opening(&table.id);
    let showing = show(front, table, &look, shown).await;
    Some((look.life, look.places.channel, showing))
}

async fn show(front: &Front, table: &Table, look: &Look, shown: &mut Shown) -> Showing {
    if let Some(barrier) = front.bars(look) {
        let told = front
            .show_aside(table, look, barrier, &mut shown.told)
            .await;
        // What stands there when it comes back is not known.
        shown.board.turned_unknown();
        front.keepers.lobby_not_told(&table.id);
        // The line stands in another place, and may be the last one that tells anything.
        let mut settled = settle_line(front, look, shown).await;
        // Of a server that has thrown the bot out nothing is asked.
        if settled.is_ok() && look.life.has_ended() && barrier != Barrier::ThrownOut {
            settled = front
                .ends_word(table, look, shown.line, &mut shown.told)
                .await;
        }
        return match settled.and(told) {
            Err(failure) if failure.may_pass() => Showing::Failed,
            _ => Showing::Aside(barrier),
        };
    }
    if look.life.is_live() {
        front.easels.prepares(look.game);
    }
    let has_game = !matches!(look.life, Life::Lobby | Life::Starting);
    let stood = shown.board.message;
    let mut done = Ok(());
    if let Life::SetAside(why) = look.life {
        done = shown.board.tells_aside(front, table, look, why).await;
    } else if has_game {
        if front.keepers.takes_doubt(&table.id) {
            shown.board.came_in_doubt();
        }
        done = shown.board.shows(front, table, look).await;
        if done.is_err() {
            // Whether it was changed is not known.
            shown.board.turned_unknown();
        }
    }
    // Nobody waits for the lobby once there is a board. Of a table that is set aside without one it says that.
    let is_told_there = matches!(look.life, Life::SetAside(_)) && look.places.board.is_none();
    if !shown.is_lobby_settled && !is_told_there {
        let lobby = show_lobby(front, look).await;
        shown.is_lobby_settled = has_game && !shown.may_be_undone && lobby.is_ok();
        done = done.and(lobby);
    }
    // One that has moved may have left another behind, of which this look knows nothing.
    if done.is_ok() && (look.places.former.is_some() || shown.board.message != stood) {
        done = remove_former(front, table).await;
    }
    done = settle_line_after(front, look, shown, done).await;
    if done.is_ok() {
        done = front.tells_of_return(table, look, &mut shown.told).await;
    }
    let Err(failure) = done else {
        return Showing::Done;
    };
    match failure.barrier() {
        Some(barrier) if front.set_aside_by_refusal(look, &failure) => Showing::Aside(barrier),
        None if failure.is_put_away() && has_closed(look) => {
            front.waits_for_thread(look, &failure);
            Showing::Aside(Barrier::Closed)
        }
        _ => {
            tracing::warn!(table = %table.id, %failure, "a message of a table could not be shown");
            if failure.may_pass() {
                Showing::Failed
            } else {
                Showing::Refused
            }
        }
    }
}

/// The line links to the place: whether that is there shows in what was shown first.
async fn settle_line_after(
    front: &Front,
    look: &Look,
    shown: &mut Shown,
    done: Result<(), SendFailure>,
) -> Result<(), SendFailure> {
    let barrier = |failure: &SendFailure| failure.barrier();
    if done.as_ref().err().and_then(barrier).is_some() {
        return done;
    }
    let line = settle_line(front, look, shown).await;
    if done.is_ok() && line.as_ref().err().and_then(barrier) == Some(Barrier::Closed) {
        // The bot may not change it: its place says the same, and can be reached.
        shown.line = Line::Silent;
        return done;
    }
    done.and(line)
}

/// Tells in the channel above that a table is open in its thread, if that is not told yet, and once how it ended there.
async fn settle_line(front: &Front, look: &Look, shown: &mut Shown) -> Result<(), SendFailure> {
    // How it ended is not known: the line stays as it is, and its place says the rest.
    if look.life == Life::SetAside(Aside::Over) {
        return Ok(());
    }
    if !look.life.has_ended() {
        return front.show_opening(look).await;
    }
    // Whoever opens the table rings the bell afterwards.
    if shown.line != Line::Open || front.keepers.is_opening(&look.table) {
        return Ok(());
    }
    shown.line = front.show_line(look).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn what_falls_over_is_begun_anew_a_few_times() {
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        for (falls, is_healed) in [
            (0, true),
            (1, true),
            (FALLS_HEALED, true),
            (FALLS_HEALED + 1, false),
        ] {
            let begun = Cell::new(0);
            let keeps = || async {
                begun.set(begun.get() + 1);
                tokio::task::yield_now().await;
                if begun.get() <= falls {
                    // A panic like any other, but quiet.
                    std::panic::resume_unwind(Box::new("planted"));
                }
            };
            assert_eq!(is_done(&table, keeps).await, is_healed, "{falls} falls");
            assert_eq!(begun.get(), falls.min(FALLS_HEALED) + 1);
        }
    }
}
