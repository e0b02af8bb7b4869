//! A disk that refuses says so for every batch: the log hears of each kind of it at once, then once a minute.

use std::time::{Duration, Instant};

/// So long the log is spared what it has been told.
const PAUSE: Duration = Duration::from_secs(60);

/// What the disk has refused since it last accepted anything, by kinds.
pub(super) struct Complaint<K> {
    /// When each kind was told last.
    told: Vec<(K, Instant)>,
    /// Jobs that were refused, all together.
    refused: usize,
}

impl<K> Default for Complaint<K> {
    fn default() -> Self {
        Self {
            told: Vec::new(),
            refused: 0,
        }
    }
}

impl<K: PartialEq> Complaint<K> {
    /// So many jobs were refused. How many it is in all, if that should be told now.
    pub(super) fn refused(&mut self, jobs: usize, kind: K, now: Instant) -> Option<usize> {
        self.refused += jobs;
        self.told
            .retain(|(_, at)| now.saturating_duration_since(*at) < PAUSE);
        if self.told.iter().any(|(told, _)| *told == kind) {
            return None;
        }
        self.told.push((kind, now));
        Some(self.refused)
    }

    /// Whether the disk has refused since it last accepted anything.
    pub(super) fn is_open(&self) -> bool {
        self.refused > 0
    }

    /// Something was written. How many jobs were refused before it, if any were.
    pub(super) fn accepted(&mut self) -> Option<usize> {
        self.told.clear();
        let refused = std::mem::take(&mut self.refused);
        (refused > 0).then_some(refused)
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
        assert_eq!(complaint.refused(2, "full", after(0)), Some(2));
        assert!(complaint.is_open());
        assert_eq!(complaint.refused(1, "full", after(59)), None);
        assert_eq!(complaint.refused(1, "full", after(60)), Some(4));
        // Another kind is told at once, and each of them once a minute.
        assert_eq!(complaint.refused(2, "gone", after(61)), Some(6));
        assert_eq!(complaint.refused(1, "full", after(62)), None);
        assert_eq!(complaint.refused(1, "gone", after(63)), None);
        assert_eq!(complaint.accepted(), Some(8));
        assert_eq!(complaint.accepted(), None);
        assert_eq!(complaint.refused(1, "full", after(64)), Some(1));
    }
}
