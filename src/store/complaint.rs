//! A disk that refuses says so for every batch: the log hears of it at once, then once a minute.

use std::time::{Duration, Instant};

/// So long the log is spared what it has been told.
const PAUSE: Duration = Duration::from_secs(60);

/// What the disk has refused since it last accepted anything.
#[derive(Default)]
pub(super) struct Complaint {
    told_at: Option<Instant>,
    /// Jobs that were refused, all together.
    refused: usize,
}

impl Complaint {
    /// So many jobs were refused. How many it is in all, if that should be told now.
    pub(super) fn refused(&mut self, jobs: usize, now: Instant) -> Option<usize> {
        self.refused += jobs;
        let is_fresh = |at: Instant| now.saturating_duration_since(at) < PAUSE;
        if self.told_at.is_some_and(is_fresh) {
            return None;
        }
        self.told_at = Some(now);
        Some(self.refused)
    }

    /// Whether the disk has refused since it last accepted anything.
    pub(super) fn is_open(&self) -> bool {
        self.told_at.is_some()
    }

    /// Something was written. How many jobs were refused before it, if any were.
    pub(super) fn accepted(&mut self) -> Option<usize> {
        self.told_at.take()?;
        Some(std::mem::take(&mut self.refused))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_refusal_is_told_and_then_one_a_minute() {
        let (mut complaint, start) = (Complaint::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(complaint.accepted(), None);
        assert!(!complaint.is_open());
        assert_eq!(complaint.refused(2, after(0)), Some(2));
        assert!(complaint.is_open());
        assert_eq!(complaint.refused(1, after(59)), None);
        assert_eq!(complaint.refused(1, after(60)), Some(4));
        assert_eq!(complaint.refused(3, after(61)), None);
        assert_eq!(complaint.accepted(), Some(7));
        assert_eq!(complaint.accepted(), None);
        assert_eq!(complaint.refused(1, after(62)), Some(1));
    }
}
