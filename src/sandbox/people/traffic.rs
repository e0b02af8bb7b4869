//! The call of those who watch the traffic.

use serde_json::Value;

use super::{Trouble, Wish};
use crate::watching::KEPT;

impl Wish<'_> {
    /// `GET /sandbox/traffic`.
    pub(super) async fn traffic(&self) -> Result<Value, Trouble> {
        let watching = &self.shared.watching;
        let mut seq = watching.subscribe();
        let after = self.query_number("after")?;
        let limit = self.query_number("limit")?.map_or(KEPT, |limit| {
            usize::try_from(limit).unwrap_or(KEPT).clamp(1, KEPT)
        });
        let until = tokio::time::Instant::now() + self.patience();
        loop {
            let found = watching.read(after, limit);
            let is_empty = found["traffic"].as_array().is_none_or(Vec::is_empty);
            if !is_empty || tokio::time::Instant::now() >= until {
                return Ok(found);
            }
            tokio::select! {
                // The sender lives in `shared`, so it cannot be gone.
                _ = seq.changed() => {}
                () = self.shared.stopped() => return Ok(found),
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }

    fn query_number(&self, key: &str) -> Result<Option<u64>, Trouble> {
        let Some(text) = self.query.get(key) else {
            return Ok(None);
        };
        let number = text.parse();
        number
            .map(Some)
            .map_err(|_| Trouble::bad(format!("\"{key}\" is a whole number, 0 or more")))
    }
}
