//! The dice: decides for every request and every event whether something goes wrong with it, and counts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::counts::Invalid;
use super::{FaultCounts, Faults, Harm, LimitScope, Moment, NextFault};
use crate::rates::Reach;

/// How many faults can be aimed at the same time.
const MOST_AIMED: usize = 100;

/// What decides over faults, for one sandbox.
#[derive(Debug)]
pub(crate) struct Injector {
    faults: watch::Sender<Faults>,
    /// Whether no request can meet a fault, so that the common case takes no lock.
    spares_requests: AtomicBool,
    state: Mutex<State>,
    /// Told whenever something was counted.
    counted: watch::Sender<()>,
}

#[derive(Debug)]
struct State {
    requests: Dice,
    events: Dice,
    aimed: Vec<NextFault>,
    counts: FaultCounts,
    invalid: Invalid,
}

/// What is to become of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Instead of the usual answer.
    pub(crate) harm: Option<Harm>,
    /// So much later it is obeyed.
    pub(crate) held: Duration,
    /// So much later it is answered, once it is obeyed.
    pub(crate) delay: Duration,
}

/// What is to become of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventFate {
    Sent,
    Lost,
    Doubled,
    Reordered,
    Delayed(Duration),
    /// Of interactions only.
    Strange,
}

impl Fate {
    fn of(harm: Harm) -> Self {
        match harm {
            Harm::Delay { ms } => Self {
                delay: Duration::from_millis(ms),
                ..Self::default()
            },
            Harm::Held { ms } => Self {
                held: Duration::from_millis(ms),
                ..Self::default()
            },
            harm => Self {
                harm: Some(harm),
                ..Self::default()
            },
        }
    }

    /// The word for the traffic's readers.
    pub(crate) fn word(&self) -> Option<&'static str> {
        match &self.harm {
            Some(Harm::Error { .. }) => Some("error"),
            Some(Harm::Lost(_)) => Some("lost"),
            Some(Harm::Limited { .. }) => Some("limit"),
            Some(Harm::Delay { .. } | Harm::Held { .. }) | None => {
                let is_late = !(self.delay + self.held).is_zero();
                is_late.then_some("delay")
            }
        }
    }

    /// Whether the request is not even looked at.
    pub(crate) fn strikes_before(&self) -> bool {
        matches!(
            &self.harm,
            Some(
                Harm::Lost(Moment::Before)
                    | Harm::Error {
                        moment: Moment::Before,
                        ..
                    }
            )
        )
    }
}

impl Injector {
    /// These faults must have been checked.
    pub(crate) fn new(faults: Faults) -> Self {
        let injector = Self {
            state: Mutex::new(State {
                requests: Dice::default(),
                events: Dice::default(),
                aimed: Vec::new(),
                counts: FaultCounts::default(),
                invalid: Invalid::default(),
            }),
            spares_requests: AtomicBool::new(true),
            faults: watch::Sender::new(Faults::default()),
            counted: watch::Sender::default(),
        };
        injector.set(faults);
        injector
    }

    /// The present faults.
    pub(crate) fn faults(&self) -> Faults {
        self.faults.borrow().clone()
    }

    /// How many edits of old messages a channel takes, and in how many milliseconds; `None`: any number.
    pub(crate) fn old_edits(&self) -> Option<(u32, u64)> {
        let faults = self.faults.borrow();
        (faults.old_edits > 0).then_some((faults.old_edits, faults.old_edits_ms))
    }

    /// Tells of every change.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Faults> {
        self.faults.subscribe()
    }

    /// From now on these; the dice begin anew from their seed.
    pub(crate) fn set(&self, faults: Faults) {
        let mut state = self.state();
        state.requests = Dice(faults.seed);
        // Another stream: how many events there are must not change the fate of requests.
        state.events = Dice(!faults.seed);
        let spares = !faults.touches_requests() && state.aimed.is_empty();
        self.spares_requests.store(spares, Ordering::Release);
        self.faults.send_replace(faults);
    }

    /// No faults any more, neither by the dice nor aimed.
    pub(crate) fn clear(&self) {
        self.state().aimed.clear();
        self.set(Faults::default());
    }

    /// Aims a fault; behind those that are aimed already.
    pub(crate) fn aim(&self, fault: NextFault) -> Result<(), String> {
        fault.check()?;
        let mut state = self.state();
        if state.aimed.len() >= MOST_AIMED {
            return Err(format!("{MOST_AIMED} faults wait already"));
        }
        state.aimed.push(fault);
        self.spares_requests.store(false, Ordering::Release);
        Ok(())
    }

    /// How many requests the aimed faults still wait for.
    pub(crate) fn waiting(&self) -> u64 {
        let state = self.state();
        state.aimed.iter().map(|one| u64::from(one.times)).sum()
    }

    pub(crate) fn counts(&self) -> FaultCounts {
        let mut state = self.state();
        let invalid_requests = state.invalid.count(Instant::now());
        FaultCounts {
            invalid_requests,
            ..state.counts
        }
    }

    /// Done when the counts are like that.
    pub(crate) async fn count_until(&self, enough: impl Fn(&FaultCounts) -> bool) {
        let mut counted = self.counted.subscribe();
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = counted.wait_for(|()| enough(&self.counts())).await;
    }

    /// Counts something that happened elsewhere.
    pub(crate) fn note(&self, change: impl FnOnce(&mut FaultCounts)) {
        change(&mut self.state().counts);
        self.counted.send_replace(());
    }

    /// Counts an answer that Discord counts as an invalid request.
    pub(crate) fn note_invalid(&self) {
        self.state().invalid.add(Instant::now());
        self.counted.send_replace(());
    }

    /// What is to become of a request.
    pub(crate) fn fate(&self, method: &str, segments: &[String]) -> Fate {
        if self.spares_requests.load(Ordering::Acquire) {
            return Fate::default();
        }
        let fate = self.decided(method, segments);
        self.counted.send_replace(());
        fate
    }

    /// The same where something may go wrong with it.
    fn decided(&self, method: &str, segments: &[String]) -> Fate {
        let faults = self.faults();
        let mut state = self.state();
        let Some(harm) = state.aimed_at(method, segments) else {
            return state.thrown(&faults, segments);
        };
        let spares = !faults.touches_requests() && state.aimed.is_empty();
        self.spares_requests.store(spares, Ordering::Release);
        Fate::of(harm)
    }

    /// What is to become of an event.
    pub(crate) fn event_fate(&self) -> EventFate {
        let faults = self.faults();
        if !faults.touches_events() {
            return EventFate::Sent;
        }
        let late = Duration::from_millis(faults.event_delay_ms);
        let mut state = self.state();
        let fate = state.events.pick([
            (faults.event_lost_percent, EventFate::Lost),
            (faults.event_doubled_percent, EventFate::Doubled),
            (faults.event_reordered_percent, EventFate::Reordered),
            (faults.event_delay_percent, EventFate::Delayed(late)),
            (faults.event_strange_percent, EventFate::Strange),
        ]);
        let counts = &mut state.counts;
        match fate {
            // Whether it is an interaction is seen where it is sent, and counted there.
            None | Some(EventFate::Sent | EventFate::Strange) => {}
            Some(EventFate::Lost) => counts.event_lost += 1,
            Some(EventFate::Doubled) => counts.event_doubled += 1,
            Some(EventFate::Reordered) => counts.event_reordered += 1,
            Some(EventFate::Delayed(_)) => counts.event_delay += 1,
        }
        drop(state);
        self.counted.send_replace(());
        fate.unwrap_or(EventFate::Sent)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing below can panic half-way, so what a poisoned lock guards is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The harm of the first fault that is aimed at such a request.
    fn aimed_at(&mut self, method: &str, segments: &[String]) -> Option<Harm> {
        let fits = |one: &NextFault| one.fits(method, segments);
        let place = self.aimed.iter().position(fits)?;
        let one = &mut self.aimed[place];
        one.times -= 1;
        let harm = one.harm.clone();
        if one.times == 0 {
            self.aimed.remove(place);
        }
        self.counts.next += 1;
        Some(harm)
    }

    /// Every request takes the same number of throws, so that one percentage does not change what another one hits.
    fn thrown(&mut self, faults: &Faults, segments: &[String]) -> Fate {
        let kind = self.requests.pick([
            (faults.error_percent, Kind::Error),
            (faults.lost_percent, Kind::Lost),
            (faults.limit_percent, Kind::Limited),
        ]);
        let moment = match self.requests.below(2) {
            0 => Moment::Before,
            _ => Moment::After,
        };
        let error = self.requests.below(3);
        let late = self.requests.pick([(faults.delay_percent, ())]).is_some();
        let counts = &mut self.counts;
        let harm = match kind {
            Some(Kind::Error) => {
                counts.error += 1;
                Some(server_error(error, moment))
            }
            Some(Kind::Lost) => {
                counts.lost += 1;
                Some(Harm::Lost(moment))
            }
            // A global limit is nothing to the routes that Discord leaves out of it.
            Some(Kind::Limited) if may_be_limited(faults.limit_scope, segments) => {
                counts.limit += 1;
                let (scope, ms) = (faults.limit_scope, faults.limit_ms);
                Some(Harm::Limited { scope, ms })
            }
            Some(Kind::Limited) | None => None,
        };
        let mut fate = Fate {
            harm,
            ..Fate::default()
        };
        if late {
            counts.delay += 1;
            fate.delay = Duration::from_millis(faults.delay_ms);
        }
        fate
    }
}

/// What the first throw for a request decides.
#[derive(Clone, Copy)]
enum Kind {
    Error,
    Lost,
    Limited,
}

fn may_be_limited(scope: LimitScope, segments: &[String]) -> bool {
    scope != LimitScope::Global || Reach::of(segments) == Reach::Global
}

/// What Discord's edge answers when nobody stands behind it: a page, not JSON.
macro_rules! page {
    ($title:literal) => {
        concat!(
            "<html>\r\n<head><title>",
            $title,
            "</title></head>\r\n<body>\r\n<center><h1>",
            $title,
            "</h1></center>\r\n<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n"
        )
    };
}

fn server_error(which: u64, moment: Moment) -> Harm {
    let (status, message) = match which {
        0 => (500, "500: Internal Server Error"),
        1 => (502, page!("502 Bad Gateway")),
        _ => (503, page!("503 Service Temporarily Unavailable")),
    };
    Harm::Error {
        status,
        code: 0,
        message: message.to_owned(),
        moment,
    }
}

/// `SplitMix64`: the same numbers from the same seed on every machine and with every release.
#[derive(Clone, Copy, Debug, Default)]
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// 0 to `end` - 1; for the few sides our dice have, the remainder favours none of them noticeably.
    fn below(&mut self, end: u64) -> u64 {
        self.throw() % end
    }

    /// One of these with its percentage, or none; one throw.
    fn pick<T: Copy, const N: usize>(&mut self, chances: [(u32, T); N]) -> Option<T> {
        let mut left = self.below(100);
        for (percent, one) in chances {
            let percent = u64::from(percent);
            if left < percent {
                return Some(one);
            }
            left -= percent;
        }
        None
    }
}
