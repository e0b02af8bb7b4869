//! Computers at a table: they get a view and actions, never the state, and think off the async threads, as many at once as
//! there are processors.

use std::num::NonZero;
use std::sync::Arc;

use rand::TryRng;
use rand::rngs::SysRng;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle};

use super::change::{Cause, Change};
use super::keeper::{Draft, Keeper, TRY_AGAIN};
use crate::computers::Level;
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::{Dice, Game, Seat, Viewer};

/// What a computer is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// It is to act.
    Move,
    /// It may say something out of turn.
    Interject,
}

/// A computer that is thinking.
pub(super) struct Thought {
    seat: Seat,
    question: Question,
    task: JoinHandle<Option<AnyAction>>,
}

/// What came of it.
pub(super) struct Thinking {
    seat: Seat,
    question: Question,
    outcome: Result<Option<AnyAction>, JoinError>,
}

/// Where computers think. More at once than there are processors would be no quicker, and each thread keeps memory of its own.
#[derive(Clone)]
pub(super) struct Thinkers {
    places: Arc<Semaphore>,
    /// For whoever's time is up: their table waits for a short thought, and takes no turn behind those who think longer.
    at_zero: Arc<Semaphore>,
}

impl Default for Thinkers {
    /// A place for each processor.
    fn default() -> Self {
        Self::new(std::thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Thinkers {
    fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            at_zero: Arc::new(Semaphore::new(places)),
        }
    }

    /// Thinks as soon as there is a place, whoever waits longest first.
    fn think<A: Send + 'static>(
        &self,
        answer: impl FnOnce() -> A + Send + 'static,
    ) -> JoinHandle<A> {
        let places = Arc::clone(&self.places);
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            return tokio::task::spawn_blocking(move || {
                let _place = place;
                answer()
            });
        }
        // A task of its own: a table that does something else meanwhile keeps nobody from a place.
        tokio::spawn(async move {
            // Nothing closes it.
            let place = places.acquire_owned().await;
            let thinks = tokio::task::spawn_blocking(move || {
                let _place = place;
                answer()
            });
            match thinks.await {
                Ok(answer) => answer,
                Err(fallen) => match fallen.try_into_panic() {
                    Ok(panic) => std::panic::resume_unwind(panic),
                    // The runtime ends: nobody is told anything any more.
                    Err(_) => std::future::pending().await,
                },
            }
        })
    }

    /// Thinks as soon as there is a place among those whose time is up; `None` if that fell over.
    async fn think_at_zero<A: Send + 'static>(
        &self,
        answer: impl FnOnce() -> A + Send + 'static,
    ) -> Option<A> {
        // Nothing closes it. The place is kept until the answer is there, also if nobody waits for it any more.
        let place = Arc::clone(&self.at_zero).acquire_owned().await;
        let thinks = tokio::task::spawn_blocking(move || {
            let _place = place;
            answer()
        });
        thinks.await.ok()
    }
}

impl Drop for Thought {
    /// Nobody waits for it any more, or it is there: if it has no place yet, it takes none.
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Thought {
    /// Waits for the thought, for ever if there is none.
    pub(super) async fn done(thought: &mut Option<Self>) -> Thinking {
        match thought {
            Some(running) => Thinking {
                seat: running.seat,
                question: running.question,
                outcome: (&mut running.task).await,
            },
            None => std::future::pending().await,
        }
    }
}

impl Keeper {
    /// The seat whose computer is asked next: those who may speak out of turn first, their chance may pass.
    pub(super) fn next_thinker(&self) -> Option<(Seat, Question)> {
        let affairs = &self.affairs;
        let to_act = affairs.waiting()?.seats;
        let may_interject = affairs.interjectors();
        // No computer decides for whoever is away what is theirs alone to decide.
        let is_computers =
            |seat: &Seat| affairs.level_on(*seat).is_some() && !affairs.is_asked_while_away(*seat);
        let computers = || Seat::all(affairs.places.len()).filter(is_computers);
        let has_not_been_asked = |seat: &Seat| {
            may_interject.contains(*seat)
                && !to_act.contains(*seat)
                && !affairs.own[*seat].actions.is_empty()
                && self.asked[*seat] != Some(affairs.seat_revisions[*seat])
        };
        let interjects = computers().find(has_not_been_asked);
        let moves = || {
            let is_live = affairs.life.is_live();
            computers().find(|seat| is_live && to_act.contains(*seat))
        };
        interjects
            .map(|seat| (seat, Question::Interject))
            .or_else(|| moves().map(|seat| (seat, Question::Move)))
    }

    /// Lets the next computer think.
    pub(super) fn think(&mut self) {
        let Some((seat, question)) = self.next_thinker() else {
            return;
        };
        let (Some(level), Some(game)) = (self.affairs.level_on(seat), &self.affairs.game) else {
            return;
        };
        let view = game.view(Viewer::Seat(seat));
        let actions = self.affairs.own[seat].actions.clone();
        let answer = move || answer(question, level, &view, &actions);
        let task = self.house.thinkers.think(answer);
        self.thought = Some(Thought {
            seat,
            question,
            task,
        });
    }

    /// Plays what a computer thought of; if that is no move, what the rules do for a sleeper. A thought from before a step
    /// that was in doubt is forgotten.
    pub(super) async fn play_thought(&mut self, thinking: Thinking) {
        let Thinking {
            seat,
            question,
            outcome,
        } = thinking;
        self.thought = None;
        let action = outcome.unwrap_or_else(|error| {
            let table = &self.affairs.fixed.id;
            tracing::error!(%table, %seat, panicked = error.is_panic(), "a computer fell over");
            None
        });
        let before = self.affairs.revision;
        if self.settle_doubt().await.is_err() {
            return self.hold();
        }
        if self.affairs.revision != before {
            return;
        }
        if question == Question::Interject {
            self.asked[seat] = Some(self.affairs.seat_revisions[seat]);
        }
        let played = action.and_then(|action| self.affairs.played(seat, &action).ok());
        let change = match (played, question) {
            (Some(change), _) => change,
            (None, Question::Interject) => return,
            (None, Question::Move) => match self.sleepers_move(seat) {
                Some(change) => change,
                None => return self.hold(),
            },
        };
        let draft = Draft::unpressed(Cause::Computer, Some(seat), vec![change]);
        if self.commit(draft).await.is_err() {
            self.hold();
        }
    }

    fn sleepers_move(&self, seat: Seat) -> Option<Change> {
        let table = &self.affairs.fixed.id;
        tracing::error!(%table, %seat, "a computer found no move");
        self.affairs.at_zero(seat, None).ok()?.into_iter().next()
    }

    /// What a computer does for a seat whose time is up, where the game leaves that to computers.
    pub(super) async fn thought_at_zero(&self, seat: Seat) -> Option<AnyAction> {
        let game = self.affairs.game.as_ref();
        let game = game.filter(|game| game.has_computers_at_zero() && !game.asks_owners_alone())?;
        let view = game.view(Viewer::Seat(seat));
        let actions = self.affairs.own[seat].actions.clone();
        let answer = move || answer(Question::Move, Level::Easy, &view, &actions);
        self.house.thinkers.think_at_zero(answer).await.flatten()
    }

    /// Nothing that falls due is tried for a while.
    pub(super) fn hold(&mut self) {
        self.hold_until = Some(self.house.clock.now().plus(TRY_AGAIN));
    }
}

/// A computer's answer with dice of its own; the table's chance is not for it.
fn answer(
    question: Question,
    level: Level,
    view: &AnyView,
    actions: &[AnyAction],
) -> Option<AnyAction> {
    // Without randomness it plays on, merely predictably.
    let seed = SysRng.try_next_u64().unwrap_or_default();
    let mut dice = Dice::from_seed(seed);
    match question {
        Question::Move => level.choose(view, actions, &mut dice),
        Question::Interject => level.interject(view, actions, &mut dice),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_more_think_at_once_than_there_are_places_and_all_of_them_come_to_an_end() {
        const PLACES: usize = 3;
        let thinkers = Thinkers::new(PLACES);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let met = Arc::new(std::sync::Barrier::new(PLACES));
        let thoughts: Vec<_> = (0..20 * PLACES)
            .map(|number| {
                let (now, most, met) = (Arc::clone(&now), Arc::clone(&most), Arc::clone(&met));
                thinkers.think(move || {
                    let thinking = now.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(thinking, Ordering::SeqCst);
                    // None goes on before all places are taken.
                    met.wait();
                    now.fetch_sub(1, Ordering::SeqCst);
                    number
                })
            })
            .collect();
        for (number, thought) in thoughts.into_iter().enumerate() {
            assert_eq!(thought.await.expect("nobody falls over"), number);
        }
        assert_eq!(most.load(Ordering::SeqCst), PLACES);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whose_time_is_up_thinks_beside_the_others_and_not_all_at_once() {
        let thinkers = Thinkers::new(1);
        let (opens, closed) = std::sync::mpsc::channel::<()>();
        let long = thinkers.think(move || closed.recv().is_err());
        let now = Arc::new(AtomicUsize::new(0));
        let hasty = (0..20).map(|number| {
            let now = Arc::clone(&now);
            thinkers.think_at_zero(move || {
                assert_eq!(now.fetch_add(1, Ordering::SeqCst), 0);
                std::thread::yield_now();
                now.fetch_sub(1, Ordering::SeqCst);
                number
            })
        });
        let answers = futures::future::join_all(hasty).await;
        assert_eq!(answers, (0..20).map(Some).collect::<Vec<_>>());
        drop(opens);
        assert!(long.await.expect("nobody falls over"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_nobody_waits_for_any_more_takes_no_place() {
        let thinkers = Thinkers::new(1);
        let (opens, closed) = std::sync::mpsc::channel::<()>();
        let long = thinkers.think(move || closed.recv().is_err());
        let thought = Arc::new(AtomicUsize::new(0));
        let begun = Arc::clone(&thought);
        let seat = Seat::all(1).next().expect("a seat");
        drop(Thought {
            seat,
            question: Question::Move,
            task: thinkers.think(move || {
                begun.fetch_add(1, Ordering::SeqCst);
                None
            }),
        });
        let next = thinkers.think(|| ());
        drop(opens);
        assert!(long.await.expect("nobody falls over"));
        // It stands behind the other one in the line.
        next.await.expect("nobody falls over");
        assert_eq!(thought.load(Ordering::SeqCst), 0);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_falls_over_is_told_so_and_leaves_the_place() {
        let thinkers = Thinkers::new(1);
        // A panic like any other, but quiet.
        let falls = || std::panic::resume_unwind(Box::new("planted"));
        let thoughts: Vec<JoinHandle<()>> = (0..3).map(|_| thinkers.think(falls)).collect();
        for thought in thoughts {
            let fallen = thought.await.expect_err("it fell over");
            assert!(fallen.is_panic());
        }
        assert_eq!(thinkers.think(|| 7).await.expect("there is a place"), 7);
    }
}
