//! Easels: where pictures are painted, as many at once as there are easels, and in which order.
//!
//! Whoever is to act is painted for first, then whoever has asked, then everybody else at a table. Boards come last, but
//! not never: after so many pictures for people one of those boards is painted that wait.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};

use super::orders::Orders;
use crate::discord::pages::games;
use crate::discord::wire::note::Picture;
use crate::drawing::{self, Portrait, Scene};
use crate::rules::any::GameId;
use crate::tables::Look;

/// So many pictures for people go before a board that waits.
const BEFORE_A_BOARD: u32 = 8;

/// No more wait at once, of all ranks together; whoever comes then does not wait.
pub(super) const MOST_IN_LINE: usize = 1024;

/// For whom a picture is painted, the first first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Somebody who is to act.
    Acting,
    /// Somebody who has asked for it.
    Asking,
    /// Somebody whose panel changes because others act.
    Sitting,
    /// Everybody: a board.
    Board,
}

const ALL_RANKS: usize = 4;

/// All easels. Clones are the same easels.
#[derive(Clone)]
pub struct Easels(Arc<Studio>);

struct Studio {
    room: Mutex<Room>,
    /// The games whose usual pieces are drawn, or are being drawn.
    prepared: Mutex<HashSet<GameId>>,
    orders: Orders,
    /// So many wait, by rank.
    in_line: watch::Sender<[usize; ALL_RANKS]>,
}

struct Room {
    all: u32,
    free: usize,
    /// How long a picture took lately.
    took: Duration,
    /// Who waits, by rank: first those whose first picture it is, then those who have one before it, and so on; of them
    /// whoever has waited longest, then in the order of coming.
    lines: [BTreeMap<Spot, oneshot::Sender<Easel>>; ALL_RANKS],
    came: u64,
    /// So many pictures for people were begun while a board waited.
    before_board: u32,
}

/// Where somebody stands in a line: how many pictures they have before it, since when they wait, and a number.
type Spot = (usize, Instant, u64);

/// An easel to paint at. Dropped, it goes to the next in line.
pub struct Easel(Option<Easels>);

impl Rank {
    /// Of a panel, or of the answer to somebody who looks at the table.
    pub fn of(look: &Look, otherwise: Self) -> Self {
        let (me, waiting) = (look.viewer.seat(), look.waiting);
        let acts = |me| waiting.is_some_and(|waiting| waiting.seats.contains(me));
        if me.is_some_and(acts) {
            Self::Acting
        } else {
            otherwise
        }
    }
}

impl Easels {
    /// So many of them; without any there would be no pictures.
    pub fn new(number: usize) -> Self {
        let room = Room {
            all: u32::try_from(number.max(1)).unwrap_or(u32::MAX),
            free: number.max(1),
            took: Duration::ZERO,
            lines: Default::default(),
            came: 0,
            before_board: 0,
        };
        Self(Arc::new(Studio {
            room: Mutex::new(room),
            prepared: Mutex::default(),
            orders: Orders::default(),
            in_line: watch::Sender::default(),
        }))
    }

    /// A table of this game stands: the pieces that its pictures will show are rasterised now, so that nobody's first rack waits for
    /// it, once as long as the program runs. A bot that plays one game never draws those of another.
    pub fn prepares(&self, game: GameId) {
        let mut prepared = self
            .0
            .prepared
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if prepared.insert(game) {
            tokio::task::spawn_blocking(move || drawing::warm(&games::usual(game)));
        }
    }

    /// Done when so many of this rank wait.
    pub async fn have_in_line(&self, rank: Rank, number: usize) {
        let mut in_line = self.0.in_line.subscribe();
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = in_line
            .wait_for(|in_line| in_line[rank as usize] >= number)
            .await;
    }

    /// Waits for an easel, before all of this rank who wait since later. Whoever stops waiting may come again: their place
    /// is where `since` says.
    pub async fn take(&self, rank: Rank, since: Instant) -> Easel {
        self.take_in_turn(rank, 0, since).await
    }

    /// The same for somebody who has so many other pictures made already.
    async fn take_in_turn(&self, rank: Rank, turn: usize, since: Instant) -> Easel {
        let (sender, receiver) = oneshot::channel();
        let place = {
            let mut room = self.room();
            room.came += 1;
            let place = (turn, since, room.came);
            room.lines[rank as usize].insert(place, sender);
            place
        };
        let _in_line = InLine(self, rank, place);
        self.hand_out();
        // A sender is dropped only when its receiver has gone, so the wait cannot fail.
        receiver.await.unwrap_or(Easel(None))
    }

    /// The same, no longer than until then: who would wait for longer, to all that is known, or behind too many, does not
    /// wait at all. An easel that is free is taken however late it is.
    pub(super) async fn take_by(
        &self,
        rank: Rank,
        turn: usize,
        since: Instant,
        by: Instant,
    ) -> Option<Easel> {
        let is_in_vain = {
            let room = self.room();
            let in_line = room.in_line().iter().sum::<usize>();
            let is_late = room.free == 0 && Instant::now() + room.wait(rank, turn) > by;
            in_line >= MOST_IN_LINE || is_late
        };
        if is_in_vain {
            return None;
        }
        let easel = tokio::time::timeout_at(by.into(), self.take_in_turn(rank, turn, since));
        easel.await.ok()
    }

    /// Gives what is free to those who wait.
    fn hand_out(&self) {
        loop {
            let next = {
                let mut room = self.room();
                let next = room.next();
                self.0.in_line.send_replace(room.in_line());
                let Some(next) = next else { return };
                next
            };
            if let Err(mut easel) = next.send(Easel(Some(self.clone()))) {
                // Nobody waits there since just now: it is free again, and the next one is looked for.
                easel.0 = None;
                self.room().free += 1;
            }
        }
    }

    /// What people have ordered.
    pub(super) fn orders(&self) -> &Orders {
        &self.0.orders
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // Nothing under this lock can panic half-way, so what a poisoned one guards is still whole.
        self.0.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    fn in_line(&self) -> [usize; ALL_RANKS] {
        std::array::from_fn(|rank| self.lines[rank].len())
    }

    /// How long those paint who go before the next one of this rank who has so many other pictures made already.
    fn wait(&self, rank: Rank, turn: usize) -> Duration {
        let above: usize = self.in_line().iter().take(rank as usize).sum();
        let own = self.lines[rank as usize].keys();
        let before = above + own.take_while(|(other, ..)| *other <= turn).count();
        self.took * u32::try_from(before).unwrap_or(u32::MAX) / self.all
    }

    /// A picture took so long: it counts as much as the seven before it and the last.
    fn painted(&mut self, took: Duration) {
        self.took = (self.took * 7 + took) / 8;
    }

    /// Takes a free easel for the next in line.
    fn next(&mut self) -> Option<oneshot::Sender<Easel>> {
        if self.free == 0 {
            return None;
        }
        let (people, boards) = self.lines.split_at_mut(Rank::Board as usize);
        let first = people.iter_mut().find(|line| !line.is_empty());
        let boards = &mut boards[0];
        let (line, before_board) = match first {
            Some(line) if boards.is_empty() => (line, 0),
            Some(line) if self.before_board < BEFORE_A_BOARD => (line, self.before_board + 1),
            _ => (boards, 0),
        };
        let (_, next) = line.pop_first()?;
        self.before_board = before_board;
        self.free -= 1;
        Some(next)
    }
}

/// Somebody in line. Whoever goes away is not counted any more.
struct InLine<'a>(&'a Easels, Rank, Spot);

impl Drop for InLine<'_> {
    fn drop(&mut self) {
        let Self(easels, rank, place) = self;
        let mut room = easels.room();
        if room.lines[*rank as usize].remove(place).is_some() {
            easels.0.in_line.send_replace(room.in_line());
        }
    }
}

impl Drop for Easel {
    fn drop(&mut self) {
        if let Some(easels) = self.0.take() {
            easels.room().free += 1;
            easels.hand_out();
        }
    }
}

impl Easel {
    /// Reads the face of a person, off the same threads; `None` if it is none.
    pub(crate) async fn reads(self, png: Vec<u8>) -> Option<Portrait> {
        let read = tokio::task::spawn_blocking(move || {
            let portrait = Portrait::read(&png);
            drop(self);
            portrait
        });
        // What makes a decoder fall over is no face either.
        read.await.ok()?.ok()
    }

    /// Paints on the thread of whoever asks: handing half a millisecond's work to another one and waking for it costs more
    /// than others would wait for it. The easel is taken until the picture is done.
    pub async fn paint(self, scene: Scene, alt: String) -> Option<Picture> {
        // Where many pictures are painted one after another, everybody else is served between them.
        tokio::task::yield_now().await;
        let began = Instant::now();
        let painted = std::panic::catch_unwind(|| drawing::paint(&scene));
        if let Some(easels) = &self.0 {
            easels.room().painted(began.elapsed());
        }
        drop(self);
        match painted {
            Ok(png) => Some(Picture { png, alt }),
            Err(_) => {
                // The text says everything that the picture shows, so the message goes out without it.
                tracing::error!("a picture could not be painted");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;

    use super::*;

    /// Takes the only easel, lets others wait in this order, and tells in which order they get it.
    fn order(waiting: &[(Rank, u64)]) -> Vec<usize> {
        let (easels, now) = (Easels::new(1), Instant::now());
        let first = easels.take(Rank::Board, now).now_or_never();
        let mut waiting: Vec<_> = waiting
            .iter()
            .map(|(rank, since_s)| {
                Box::pin(easels.take(*rank, now + Duration::from_secs(*since_s)))
            })
            .map(Some)
            .collect();
        let mut held = first.expect("a free easel");
        // All of them stand in line before the easel is free.
        for take in waiting.iter_mut().flatten() {
            assert!(take.as_mut().now_or_never().is_none());
        }
        let mut order = Vec::new();
        while order.len() < waiting.len() {
            drop(held);
            let got = waiting.iter_mut().enumerate().find_map(|(number, take)| {
                let easel = take.as_mut()?.as_mut().now_or_never()?;
                *take = None;
                Some((number, easel))
            });
            let (number, easel) = got.expect("somebody gets it");
            order.push(number);
            held = easel;
        }
        order
    }

    #[test]
    fn whoever_is_to_act_is_first_and_boards_are_last() {
        use Rank::{Acting, Asking, Board, Sitting};
        let waiting = [
            (Board, 0),
            (Sitting, 0),
            (Asking, 0),
            (Acting, 9),
            (Acting, 9),
        ];
        assert_eq!(order(&waiting), [3, 4, 2, 1, 0]);
    }

    #[test]
    fn of_one_rank_whoever_waits_longest_is_first() {
        let waiting = [(Rank::Sitting, 3), (Rank::Sitting, 1), (Rank::Sitting, 2)];
        assert_eq!(order(&waiting), [1, 2, 0]);
    }

    #[test]
    fn whoever_has_a_picture_before_it_waits_for_the_first_of_the_others() {
        let (easels, now) = (Easels::new(1), Instant::now());
        let held = easels.take(Rank::Board, now).now_or_never();
        let later = now + Duration::from_secs(9);
        let takes = [(0, now), (1, now), (2, now), (0, later)];
        let mut takes =
            takes.map(|(turn, since)| Box::pin(easels.take_in_turn(Rank::Acting, turn, since)));
        for take in &mut takes {
            assert!(take.as_mut().now_or_never().is_none());
        }
        drop(held);
        for number in [0, 3, 1, 2] {
            let easel = takes[number].as_mut().now_or_never();
            assert!(easel.is_some(), "{number} is not next");
        }
    }

    #[test]
    fn a_board_waits_for_no_more_than_so_many_people() {
        let mut waiting = vec![(Rank::Board, 0)];
        waiting.extend([(Rank::Acting, 0); 10]);
        let order = order(&waiting);
        assert_eq!(order.iter().position(|number| *number == 0), Some(8));
    }

    /// Two easels, at which pictures take 400 ms, are taken, and so many of each rank wait.
    #[track_caller]
    fn check_wait(waiting: [usize; ALL_RANKS], rank: Rank, wait_ms: u64) {
        let (easels, now) = (Easels::new(2), Instant::now());
        easels.room().took = Duration::from_millis(400);
        let _held = [0, 1].map(|_| easels.take(Rank::Acting, now).now_or_never());
        let ranks = [Rank::Acting, Rank::Asking, Rank::Sitting, Rank::Board];
        let ranks = ranks.into_iter().zip(waiting);
        let lines = ranks.flat_map(|(rank, number)| std::iter::repeat_n(rank, number));
        let mut takes: Vec<_> = lines.map(|rank| Box::pin(easels.take(rank, now))).collect();
        for take in &mut takes {
            assert!(take.as_mut().now_or_never().is_none());
        }
        let wait = Duration::from_millis(wait_ms);
        assert_eq!(easels.room().wait(rank, 0), wait, "{waiting:?}");
        let late = Instant::now() + wait * 2 + Duration::from_secs(600);
        let in_time = easels.take_by(rank, 0, now, late).now_or_never();
        assert!(in_time.is_none(), "{waiting:?}: it waits");
        if wait > Duration::ZERO {
            let soon = Instant::now() + wait / 2;
            let in_vain = easels.take_by(rank, 0, now, soon).now_or_never();
            assert!(matches!(in_vain, Some(None)), "{waiting:?}: it waits");
        }
        takes.clear();
        assert_eq!(easels.room().in_line(), [0; ALL_RANKS]);
    }

    #[tokio::test]
    async fn who_comes_late_paints_where_an_easel_is_free_and_waits_for_none() {
        let (easels, late) = (Easels::new(1), Instant::now());
        let take = || easels.take_by(Rank::Asking, 0, late, late).now_or_never();
        let held = take().expect("nobody is waited for");
        assert!(held.is_some());
        assert!(matches!(take(), Some(None)), "it waits");
        drop(held);
        assert!(matches!(take(), Some(Some(_))));
    }

    #[tokio::test]
    async fn the_further_pictures_of_others_make_nobody_wait_for_their_first() {
        let (easels, now) = (Easels::new(1), Instant::now());
        easels.room().took = Duration::from_secs(1);
        let held = easels.take(Rank::Board, now).now_or_never();
        let turns = (1..=3).cycle().take(30);
        let mut others: Vec<_> = turns
            .map(|turn| Box::pin(easels.take_in_turn(Rank::Asking, turn, now)))
            .collect();
        for other in &mut others {
            assert!(other.as_mut().now_or_never().is_none());
        }
        // Whose third picture it is waits behind twenty of them, and whose first it is behind none.
        let soon = Instant::now() + Duration::from_secs(10);
        let mut first = Box::pin(easels.take_by(Rank::Asking, 0, now, soon));
        assert!(first.as_mut().now_or_never().is_none(), "it does not wait");
        let third = easels.take_by(Rank::Asking, 2, now, soon).now_or_never();
        assert!(matches!(third, Some(None)), "it waits");
        drop(held);
        assert!(first.await.is_some());
    }

    #[tokio::test]
    async fn who_would_wait_for_too_long_does_not_wait() {
        check_wait([0, 0, 0, 0], Rank::Asking, 0);
        check_wait([1, 4, 9, 9], Rank::Acting, 200);
        check_wait([1, 4, 9, 9], Rank::Asking, 1000);
        check_wait([1, 4, 10, 9], Rank::Sitting, 3000);
    }

    #[test]
    fn whoever_goes_away_keeps_nobody_waiting() {
        let (easels, now) = (Easels::new(1), Instant::now());
        let held = easels.take(Rank::Board, now).now_or_never();
        {
            let mut gone = Box::pin(easels.take(Rank::Acting, now));
            assert!(gone.as_mut().now_or_never().is_none());
        }
        let mut next = Box::pin(easels.take(Rank::Board, now));
        assert!(next.as_mut().now_or_never().is_none());
        drop(held);
        assert!(next.as_mut().now_or_never().is_some());
        drop(next);
        assert!(easels.take(Rank::Sitting, now).now_or_never().is_some());
    }
}
