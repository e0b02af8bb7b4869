//! The buttons of `/privacy`. They mean the same whenever they were drawn.

use std::str::FromStr;

use super::{NoPress, VERSION};

/// Stands where other presses name their table; no table's id is so short.
const PRIVACY: &str = "privacy";

/// A press on a page of `/privacy`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrivacyPress {
    /// See what is kept.
    See,
    /// Get everything about oneself as a file.
    Export,
    /// Ask for everything to be deleted.
    Ask,
    /// Mean it.
    Delete,
}

impl PrivacyPress {
    const ALL: [Self; 4] = [Self::See, Self::Export, Self::Ask, Self::Delete];

    fn word(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Export => "export",
            Self::Ask => "ask",
            Self::Delete => "delete",
        }
    }

    /// The id of the component.
    pub(crate) fn id(self) -> String {
        format!("{VERSION}:{PRIVACY}:{}:", self.word())
    }
}

impl FromStr for PrivacyPress {
    type Err = NoPress;

    fn from_str(id: &str) -> Result<Self, NoPress> {
        let mut all = Self::ALL.into_iter();
        all.find(|press| press.id() == id).ok_or(NoPress)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Press, SettingsPress};
    use super::*;

    #[test]
    fn every_press_reads_back_and_is_no_other() {
        for press in PrivacyPress::ALL {
            let id = press.id();
            assert_eq!(id.parse(), Ok(press));
            assert_eq!(id.parse::<Press>(), Err(NoPress), "{id}");
            assert_eq!(id.parse::<SettingsPress>(), Err(NoPress), "{id}");
        }
        for id in ["1:privacy:see", "1:privacy:delete:x", "2:privacy:delete:"] {
            assert_eq!(id.parse::<PrivacyPress>(), Err(NoPress), "{id}");
        }
    }
}
