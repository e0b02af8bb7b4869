//! A table that has ended, gone through once more for whoever reads it: every place of it where something can be seen, and the
//! table as it stood there. Nothing of it is kept: whoever reads on reads its journal anew.
//!
//! Racks are secrets until then: there is nothing to be read of a table whose life has not ended.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::affairs::Affairs;
use super::change::{Change, Step, Unsound};
use super::restore::{before_first, check_chain};
use super::{Desk, Life, Look, Order, PersonId, Revision};
use crate::rules::any::AnyView;
use crate::rules::piece::Piece;
use crate::rules::{Game, Seat, Viewer};
use crate::store::{Chain, Failure, PlaceRow, Store, StoredTable};
use crate::tables::TableId;

/// The journal of a table that has ended, to be read from place to place. No `Debug`: it holds racks.
pub struct Replay {
    first: Affairs,
    steps: Vec<Step>,
    /// After which steps somebody reads, in their order: there something was dealt or played.
    stops: Vec<Revision>,
    rounds: Vec<Round>,
    last: Affairs,
}

/// A round of it, as far as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Its places, from the deal to its last move.
    pub stops: Range<usize>,
    /// The table after it, as everybody saw it.
    pub after: AnyView,
}

/// The table as it stood at one place. No `Debug`: it holds racks.
pub struct Seen {
    affairs: Affairs,
    order: Order,
}

impl Replay {
    /// The journal of a table; `None` unless its game had begun and its life has ended. One that is not sound is
    /// [`Failure::Unreadable`].
    pub async fn of(store: &Store, table: &TableId) -> Result<Option<Self>, Failure> {
        let Some(stored) = store.load_ended(table).await? else {
            return Ok(None);
        };
        let read = tokio::task::spawn_blocking(move || Self::read(&stored)).await;
        read.unwrap_or(Err(Failure::Unreadable { table: "steps" }))
    }

    /// The same of a journal that was loaded.
    fn read(stored: &StoredTable) -> Result<Option<Self>, Failure> {
        let read = catch_unwind(AssertUnwindSafe(|| Self::gone_through(stored)));
        match read.unwrap_or(Err(Unsound::Unreadable)) {
            Ok(replay) => Ok(replay),
            Err(unsound) => {
                tracing::warn!(table = %stored.row.id, %unsound, "a journal gives no replay");
                Err(Failure::Unreadable { table: "steps" })
            }
        }
    }

    fn gone_through(stored: &StoredTable) -> Result<Option<Self>, Unsound> {
        check_chain(stored)?;
        let first = before_first(&stored.row)?;
        let mut steps = Vec::with_capacity(stored.steps.len());
        for row in &stored.steps {
            let sat = stored.sat.iter().find(|sat| sat.from == row.revision);
            steps.push(Step::from_row(row, sat.map(|sat| sat.person))?);
        }
        let replay = Self::through(first, steps)?;
        if stored.chain == Chain::WholeIfOver && replay.last.life.is_live() {
            return Err(Unsound::CutShort);
        }
        let is_over = replay.last.life.has_ended() && !replay.stops.is_empty();
        Ok(is_over.then_some(replay))
    }

    /// Goes through these steps and notes where something can be seen.
    fn through(first: Affairs, steps: Vec<Step>) -> Result<Self, Unsound> {
        let mut last = first.clone();
        let (mut stops, mut rounds) = (Vec::new(), Vec::<Round>::new());
        let mut seen = None;
        for step in &steps {
            goes_on(&mut last, step)?;
            let deals = step.changes.iter().any(is_deal);
            if !deals && !step.changes.iter().any(is_move) {
                continue;
            }
            let Some(shown) = Shown::of(&last) else {
                continue;
            };
            // An answer that nobody could see is no move.
            if !deals && seen.as_ref() == Some(&shown) {
                continue;
            }
            let after = shown.table.clone();
            let stop = stops.len();
            match rounds.last_mut() {
                Some(round) if !deals => (round.stops.end, round.after) = (stop + 1, after),
                _ => rounds.push(Round {
                    stops: stop..stop + 1,
                    after,
                }),
            }
            stops.push(step.revision);
            seen = Some(shown);
        }
        Ok(Self {
            first,
            steps,
            stops,
            rounds,
            last,
        })
    }

    /// How many places there are.
    pub fn stops(&self) -> usize {
        self.stops.len()
    }

    /// Its rounds, in their order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// How it ended.
    pub fn life(&self) -> Life {
        self.last.life
    }

    /// The table as it stood at a place, for a reader who has racks in this order; `None` if there is no such place.
    pub fn seen(&self, stop: usize, order: Order) -> Option<Seen> {
        let wanted = *self.stops.get(stop)?;
        let mut affairs = self.first.clone();
        for step in &self.steps {
            if step.revision > wanted {
                break;
            }
            // It was gone through before.
            goes_on(&mut affairs, step).ok()?;
        }
        Some(Seen { affairs, order })
    }

    /// Where somebody sat at the end, or before they left.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let left = || {
            let mut leavers = self.last.leavers.iter();
            Some(leavers.find(|leaver| leaver.person == person)?.seat)
        };
        self.last.seat_of(person).or_else(left)
    }
}

impl Seen {
    /// The table as this seat saw it there, or everybody.
    pub fn look(&self, viewer: Viewer) -> Look {
        let affairs = &self.affairs;
        let waiting = affairs.waiting().filter(|_| affairs.life == Life::Playing);
        Look {
            viewer,
            view: affairs.game.as_ref().map(|game| game.view(viewer)),
            seat_revision: viewer.seat().map(|_| Revision::default()),
            waiting: waiting.map(|waiting| waiting.seen_by(viewer)),
            desk: Some(Desk {
                order: self.order,
                ..Desk::default()
            }),
            ..affairs.look(None, &PlaceRow::default())
        }
    }
}

/// What can be seen of a table, by everybody and in racks.
#[derive(PartialEq)]
struct Shown {
    table: AnyView,
    racks: Vec<Vec<Piece>>,
}

impl Shown {
    fn of(affairs: &Affairs) -> Option<Self> {
        let game = affairs.game.as_ref()?;
        let seats = Seat::all(affairs.places.len());
        Some(Self {
            table: game.view(Viewer::Watcher),
            racks: seats.map(|seat| game.rack(seat)).collect(),
        })
    }
}

fn is_deal(change: &Change) -> bool {
    matches!(change, Change::Dealt { .. })
}

fn is_move(change: &Change) -> bool {
    matches!(change, Change::Played { .. })
}

/// Goes one step further; what only clocks and late presses need is left out.
fn goes_on(affairs: &mut Affairs, step: &Step) -> Result<(), Unsound> {
    affairs.obey_all(step)?;
    affairs.revision = step.revision;
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::computers::Level;
    use crate::rules::any::{AnyEvent, AnyOptions};
    use crate::rules::chance::Secret;
    use crate::tables::affairs::Fixed;
    use crate::tables::change::Cause;
    use crate::tables::{ChannelId, MessageId, Moment, Preset, PressId, ServerId, Why};

    /// What came of a move, or of a deal.
    pub(crate) type Told = (Option<Seat>, Vec<AnyEvent>);

    fn fixed(options: &AnyOptions) -> Fixed {
        Fixed {
            id: "7f3kabcd".parse().expect("an id"),
            opened_with: options.clone(),
            rules_version: "1".to_owned(),
            level: Level::Easy,
            preset: Preset::Normal,
            language: "en".to_owned(),
            server: Some(ServerId::new(77)),
            channel: ChannelId::new(1),
            rated: false,
            parent: None,
            own_thread: false,
            again: None,
            secret: Secret::from_bytes([7; Secret::BYTES]),
            opened_at: Moment::from_unix_ms(0),
        }
    }

    /// A game of this person on the first seat and computers on all others; it is closed where it is not over.
    pub(crate) fn staged(
        options: &AnyOptions,
        seats: usize,
        person: PersonId,
        told: &[Told],
    ) -> Replay {
        let first = Affairs::new(Arc::new(fixed(options)), seats);
        let mut all = Seat::all(seats);
        let seat = all.next().expect("a seat");
        let mut begins = vec![Change::Sat { seat }, Change::Hosts { seat }];
        let level = Level::Easy;
        begins.extend(all.map(|seat| Change::Computer { seat, level }));
        let start = MessageId::new(9);
        begins.extend([Change::Starting { casual: true }, Change::Began { start }]);
        let moves = told.iter().map(|(seat, events)| {
            let events = events.clone();
            vec![match *seat {
                None => Change::Dealt { events },
                Some(seat) => Change::Played { seat, events },
            }]
        });
        let ready = vec![Change::Ready { seat }];
        let why = Why::EndedByHost;
        let changes = std::iter::once(begins).chain(moves).chain([ready]);
        let ends = [vec![Change::Abandoned { why }]];
        let steps = (1..)
            .zip(changes.chain(ends))
            .map(|(number, changes)| Step {
                revision: Revision::new(number),
                at: Moment::from_unix_ms(number),
                cause: Cause::Press,
                actor: None,
                press: Some(PressId::new(number)),
                sat: (number == 1).then_some(person),
                changes,
            });
        Replay::through(first, steps.collect()).expect("a sound journal")
    }
}
