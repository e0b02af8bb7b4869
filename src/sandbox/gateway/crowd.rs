//! How the servers of a crowd come: one by one, as Discord tells of servers after a login and after an outage.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::Shared;

/// Tells of these servers of the crowd, one after the other: one session, or all.
pub(crate) fn come(shared: &Arc<Shared>, servers: Option<Range<u64>>, session: Option<String>) {
    let servers = servers.unwrap_or(0..shared.world().crowd.count);
    if servers.is_empty() {
        return;
    }
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        for number in servers {
            if *shared.stopping.borrow() || !shared.world().crowd_comes(number, session.as_deref())
            {
                return;
            }
            let pace_ms = shared.world().crowd.size.pace_ms;
            shared.late(Duration::from_millis(pace_ms)).await;
        }
    });
}
