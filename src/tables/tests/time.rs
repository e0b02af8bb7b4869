//! Time that tests watch: it tells which moments are waited for, and has a gate.

use std::collections::BTreeSet;
use std::pin::Pin;

use tokio::sync::watch;

use super::*;

/// Manual time that tells which moments were waited for. While its gate is shut, nobody does anything of their own accord.
#[derive(Clone)]
pub(super) struct WatchedTime {
    pub time: ManualTime,
    pub gate: watch::Sender<bool>,
    awaited: watch::Sender<BTreeSet<Moment>>,
}

impl WatchedTime {
    /// With its gate open.
    pub(super) fn new(time: &ManualTime) -> Self {
        Self {
            time: time.clone(),
            gate: watch::Sender::new(true),
            awaited: watch::Sender::default(),
        }
    }

    /// Returns when somebody has begun to wait for the moment so far ahead.
    pub(super) async fn is_awaited_in(&self, ahead: Duration) {
        let at = self.time.now().plus(ahead);
        let mut awaited = self.awaited.subscribe();
        in_time(awaited.wait_for(|awaited| awaited.contains(&at)))
            .await
            .expect("the sender lives as long as this");
    }
}

impl Time for WatchedTime {
    fn now(&self) -> Moment {
        self.time.now()
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            self.awaited.send_if_modified(|awaited| awaited.insert(at));
            self.time.reached(at).await;
            let mut gate = self.gate.subscribe();
            // The sender lives as long as `self`, so the wait cannot fail.
            let _ = gate.wait_for(|is_open| *is_open).await;
        })
    }
}
