//! A table that has ended, gone through once more for whoever reads it: every place of it where something can be seen, and the
//! table as it stood there. Who may read it, and where, is not asked here.
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
use crate::rules::{Game, Seat, Viewer, Waiting};
use crate::store::{Chain, Failure, PlaceRow, StoredTable, Unjudged};

/// The journal of a table that has ended, to be read from place to place. No `Debug`: it holds racks.
pub struct Replay {
    steps: Vec<Step>,
    /// After which steps somebody reads, in their order: there something was dealt or played.
    stops: Vec<Revision>,
    rounds: Vec<Round>,
    /// From where on each of them is gone through.
    begins: Vec<Begin>,
    last: Affairs,
}

/// About so many bytes are those of an event, and of a table with its game.
const OF_AN_EVENT: usize = 256;
const OF_A_TABLE: usize = 16 << 10;

/// The table before a round, and the number of the step with which that begins.
#[derive(Clone)]
struct Begin {
    affairs: Affairs,
    step: usize,
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
    /// At the place before it, if there is one.
    before: Option<Affairs>,
    order: Order,
}

impl Replay {
    /// Reads the journal of a table; `None` unless its game had begun and its life has ended. One that is not sound is
    /// [`Failure::Unreadable`]. That of a long game takes its time: it is read on a thread where nobody waits.
    pub fn of(loaded: Unjudged) -> Result<Option<Self>, Failure> {
        Self::read(&loaded.judged())
    }

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
        let mut last = first;
        let (mut stops, mut rounds, mut begins) = (Vec::new(), Vec::<Round>::new(), Vec::new());
        for (number, step) in steps.iter().enumerate() {
            let deals = step.changes.iter().any(is_deal);
            if !deals && !step.changes.iter().any(is_move) {
                goes_on(&mut last, step)?;
                continue;
            }
            let begins_here = (deals || rounds.is_empty()).then(|| last.clone());
            // An answer that nobody could see is no move; only where answers are unseen there is one.
            let shown = (!deals && last.waiting().is_some_and(Waiting::is_unseen))
                .then(|| Shown::of(&last));
            goes_on(&mut last, step)?;
            if last.game.is_none() || shown.is_some_and(|shown| shown == Shown::of(&last)) {
                continue;
            }
            let stop = stops.len();
            stops.push(step.revision);
            match (rounds.last_mut(), begins_here) {
                (Some(round), None) => round.stops.end = stop + 1,
                (before, Some(affairs)) => {
                    if let (Some(round), Some(after)) = (before, seen_by_all(&affairs)) {
                        round.after = after;
                    }
                    // There is a game: it was looked at above.
                    let after = seen_by_all(&last);
                    rounds.extend(after.map(|after| Round {
                        stops: stop..stop + 1,
                        after,
                    }));
                    begins.push(Begin {
                        affairs,
                        step: number,
                    });
                }
                (None, None) => {}
            }
        }
        if let (Some(round), Some(after)) = (rounds.last_mut(), seen_by_all(&last)) {
            round.after = after;
        }
        Ok(Self {
            steps,
            stops,
            rounds,
            begins,
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
        let earlier = stop.checked_sub(1);
        let from = earlier.unwrap_or(stop);
        let round = self.rounds.iter();
        let round = round.take_while(|round| round.stops.end <= from).count();
        let Begin { mut affairs, step } = self.begins.get(round)?.clone();
        let earlier = earlier.map(|earlier| self.stops[earlier]);
        let mut before = None;
        for step in self.steps.get(step..)? {
            if step.revision > wanted {
                break;
            }
            // It was gone through before.
            goes_on(&mut affairs, step).ok()?;
            if Some(step.revision) == earlier {
                before = Some(affairs.clone());
            }
        }
        Some(Seen {
            affairs,
            before,
            order,
        })
    }

    /// About how many bytes of memory it takes.
    pub fn weight(&self) -> usize {
        let changes = self.steps.iter().flat_map(|step| &step.changes);
        let changes = changes.map(|change| size_of::<Change>() + events_of(change) * OF_AN_EVENT);
        let steps = self.steps.len() * size_of::<Step>();
        steps + changes.sum::<usize>() + (self.begins.len() + 1) * OF_A_TABLE
    }

    /// Whether somebody played, for a while or to the end: not who got up, or was removed, before anything was dealt.
    pub fn is_of(&self, person: PersonId) -> bool {
        self.last.has_played(person)
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
        self.look_at(&self.affairs, viewer)
    }

    /// The same at the place before it, if there is one.
    pub fn look_before(&self, viewer: Viewer) -> Option<Look> {
        let before = self.before.as_ref()?;
        Some(self.look_at(before, viewer))
    }

    fn look_at(&self, affairs: &Affairs, viewer: Viewer) -> Look {
        let waiting = affairs.waiting().filter(|_| affairs.life == Life::Playing);
        let game = affairs.game.as_ref();
        Look {
            viewer,
            view: game.map(|game| affairs.shown(game.view(viewer))),
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

/// The game as everybody sees it; nothing before it.
fn seen_by_all(affairs: &Affairs) -> Option<AnyView> {
    let game = affairs.game.as_ref()?;
    Some(affairs.shown(game.view(Viewer::Watcher)))
}

fn events_of(change: &Change) -> usize {
    match change {
        Change::Dealt { events } | Change::Played { events, .. } => events.len(),
        _ => 0,
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
    ) -> Arc<Replay> {
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
        let replay = Replay::through(first, steps.collect());
        Arc::new(replay.expect("a sound journal"))
    }
}
