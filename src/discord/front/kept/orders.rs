//! Orders: the pictures that people have asked for and wait for.
//!
//! A picture that is being made for somebody is not made again when they ask once more: both presses get it. Of one person
//! only so many orders are open; whoever has more is told at once, in words, so that nobody keeps all easels for
//! themselves and what waits stays bounded.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;

use super::easels::{Easels, Rank};
use crate::discord::pages::imprint::Imprint;
use crate::discord::wire::note::Picture;
use crate::drawing::Scene;
use crate::tables::PersonId;

/// So many orders of one person are open at once: nobody reads more pictures than that at a time.
const ORDERS_OF_ONE: usize = 4;

/// A picture that somebody has asked for.
pub(crate) struct Order {
    pub person: PersonId,
    /// For whom it is painted.
    pub rank: Rank,
    /// Since when they wait.
    pub came: Instant,
    /// Until when.
    pub by: Instant,
    pub scene: Scene,
    pub alt: String,
}

/// What came of a picture; nothing yet, or what was painted.
type Made = Option<Option<Picture>>;

/// The open orders of everybody.
#[derive(Default)]
pub(super) struct Orders(Mutex<HashMap<PersonId, Open>>);

/// The open orders of one person.
#[derive(Default)]
struct Open {
    orders: usize,
    /// Those that are being made, each once.
    making: Vec<(Imprint, watch::Receiver<Made>)>,
}

/// An open order. Dropped, it is closed.
struct Place<'a>(&'a Orders, PersonId);

/// The one who has a picture made. Dropped, nobody does any more.
struct Maker<'a> {
    orders: &'a Orders,
    person: PersonId,
    imprint: Imprint,
    /// How many others of this person were being made before.
    turn: usize,
    made: watch::Sender<Made>,
}

/// Who sees to a picture.
enum Part<'a> {
    Makes(Maker<'a>),
    Waits(watch::Receiver<Made>),
}

impl Orders {
    /// Opens an order, if this person has not too many.
    fn open(&self, person: PersonId) -> Option<Place<'_>> {
        let mut all = self.lock();
        let open = all.entry(person).or_default();
        if open.orders >= ORDERS_OF_ONE {
            return None;
        }
        open.orders += 1;
        Some(Place(self, person))
    }

    /// Whoever is first makes it, the others wait.
    fn part(&self, person: PersonId, imprint: Imprint) -> Part<'_> {
        let mut all = self.lock();
        let making = &mut all.entry(person).or_default().making;
        if let Some((_, made)) = making.iter().find(|(made, _)| *made == imprint) {
            return Part::Waits(made.clone());
        }
        let (turn, (made, told)) = (making.len(), watch::channel(None));
        making.push((imprint, told));
        Part::Makes(Maker {
            orders: self,
            person,
            imprint,
            turn,
            made,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, Open>> {
        // Every change under the lock is a single one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut all = self.0.lock();
        let Some(open) = all.get_mut(&self.1) else {
            return;
        };
        open.orders -= 1;
        // Every maker has an order that is open.
        if open.orders == 0 {
            all.remove(&self.1);
        }
    }
}

impl Drop for Maker<'_> {
    fn drop(&mut self) {
        if let Some(open) = self.orders.lock().get_mut(&self.person) {
            open.making.retain(|(made, _)| *made != self.imprint);
        }
    }
}

impl Easels {
    /// What was ordered; `None` if it does not come in time, or its person has too many open orders.
    pub(crate) async fn painted(&self, order: Order) -> Option<Picture> {
        let imprint = Imprint::of(&(&order.scene, &order.alt));
        let _place = self.orders().open(order.person)?;
        loop {
            let mut waits = match self.orders().part(order.person, imprint) {
                Part::Makes(maker) => return self.makes(order, maker).await,
                Part::Waits(waits) => waits,
            };
            let made = waits.wait_for(Option::is_some);
            match tokio::time::timeout_at(order.by.into(), made).await {
                Ok(Ok(made)) => return made.clone().flatten(),
                // Whoever had it made went away: somebody else does.
                Ok(Err(_)) => {}
                Err(_) => return None,
            }
        }
    }

    async fn makes(&self, order: Order, maker: Maker<'_>) -> Option<Picture> {
        let Order { rank, came, by, .. } = order;
        let easel = self.take_by(rank, maker.turn, came, by).await?;
        let picture = easel.paint(order.scene, order.alt).await;
        maker.made.send_replace(Some(picture.clone()));
        picture
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;

    use super::*;
    use crate::discord::front::kept::easels::MOST_IN_LINE;
    use crate::drawing::scene::Backdrop;

    /// An order of this picture that can wait for long.
    fn order(person: u64, alt: &str) -> Order {
        let now = Instant::now();
        Order {
            person: PersonId::new(person),
            rank: Rank::Asking,
            came: now,
            by: now + Duration::from_secs(600),
            scene: Scene {
                backdrop: Backdrop::Rack,
                below: None,
                items: Vec::new(),
            },
            alt: alt.to_owned(),
        }
    }

    #[tokio::test]
    async fn a_picture_that_is_being_made_is_not_made_again() {
        let easels = Easels::new(1);
        let held = easels.take(Rank::Board, Instant::now()).await;
        let asked = |alt| Box::pin(easels.painted(order(1, alt)));
        let (mut first, mut second, mut other) = (asked("one"), asked("one"), asked("two"));
        for waits in [&mut first, &mut second, &mut other] {
            assert!(waits.as_mut().now_or_never().is_none());
        }
        let waiting = easels.have_in_line(Rank::Asking, 3).now_or_never();
        assert_eq!(waiting, None, "the same is made twice");
        easels.have_in_line(Rank::Asking, 2).await;
        // The first one goes away: the second has it made.
        drop(first);
        assert!(second.as_mut().now_or_never().is_none());
        easels.have_in_line(Rank::Asking, 2).await;
        drop(held);
        let (second, other) = futures::join!(second, other);
        assert_eq!(second.map(|picture| picture.alt).as_deref(), Some("one"));
        assert_eq!(other.map(|picture| picture.alt).as_deref(), Some("two"));
        assert!(easels.orders().lock().is_empty());
    }

    #[tokio::test]
    async fn whoever_has_too_many_orders_does_not_wait() {
        let easels = Easels::new(1);
        let held = easels.take(Rank::Board, Instant::now()).await;
        let alts: Vec<String> = (0..ORDERS_OF_ONE).map(|alt| alt.to_string()).collect();
        let mut waiting: Vec<_> = alts
            .iter()
            .map(|alt| Box::pin(easels.painted(order(1, alt))))
            .collect();
        for waits in &mut waiting {
            assert!(waits.as_mut().now_or_never().is_none());
        }
        for alt in ["0", "one more"] {
            let refused = easels.painted(order(1, alt)).now_or_never();
            assert!(matches!(refused, Some(None)), "{alt} waits");
        }
        let mut other = Box::pin(easels.painted(order(2, "0")));
        assert!(other.as_mut().now_or_never().is_none());
        drop(held);
        waiting.push(other);
        for picture in futures::future::join_all(waiting).await {
            assert!(picture.is_some());
        }
        let again = easels.painted(order(1, "one more")).await;
        assert!(again.is_some());
    }

    #[tokio::test]
    async fn whoever_comes_behind_too_many_does_not_wait() {
        let easels = Easels::new(1);
        let held = easels.take(Rank::Board, Instant::now()).await;
        let mut waiting: Vec<_> = (0..MOST_IN_LINE as u64)
            .map(|person| Box::pin(easels.painted(order(person, "one"))))
            .collect();
        for waits in &mut waiting {
            assert!(waits.as_mut().now_or_never().is_none());
        }
        let late = order(MOST_IN_LINE as u64, "one");
        let refused = easels.painted(late).now_or_never();
        assert!(matches!(refused, Some(None)), "one more waits");
        // One of them goes away, and there is room.
        waiting.pop();
        let mut late = Box::pin(easels.painted(order(MOST_IN_LINE as u64, "one")));
        assert!(late.as_mut().now_or_never().is_none());
        drop(held);
    }
}
