//! The faults' calls from Rust.

use super::{FaultCounts, Faults, NextFault};
use crate::{Failure, GatewayDeed, Sandbox};

impl Sandbox {
    /// What goes wrong by the dice.
    #[must_use]
    pub fn faults(&self) -> Faults {
        self.shared.faults.faults()
    }

    /// From now on this goes wrong, and the dice begin anew from its seed. `Faults::default()` ends it.
    pub fn set_faults(&self, faults: Faults) -> Result<(), Failure> {
        faults.check().map_err(refused)?;
        self.shared.faults.set(faults);
        Ok(())
    }

    /// How often each fault happened so far.
    #[must_use]
    pub fn fault_counts(&self) -> FaultCounts {
        self.shared.faults.counts()
    }

    /// Waits until so much has gone wrong.
    pub async fn goes_wrong(&self, enough: impl Fn(&FaultCounts) -> bool) {
        self.shared.faults.count_until(enough).await;
    }

    /// Aims a fault at the next requests of one kind; faults aimed at the same requests follow each other.
    pub fn fail_next(&self, fault: NextFault) -> Result<(), Failure> {
        self.shared.faults.aim(fault).map_err(refused)
    }

    /// Does this to every client that is connected to the gateway; returns how many there were.
    pub fn gateway(&self, deed: GatewayDeed) -> Result<usize, Failure> {
        deed.check().map_err(refused)?;
        Ok(self.shared.world().deed(deed))
    }
}

/// The failure that says this sentence.
pub(crate) fn refused(sentence: String) -> Failure {
    Failure::Refused {
        status: 400,
        sentence,
    }
}
