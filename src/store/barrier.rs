//! Why the bot cannot show a table in its place, as a row keeps it.

/// Why a table is set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// The bot is not in the server any more.
    ThrownOut,
    /// The channel or thread is gone.
    Gone,
    /// The bot may not look in, or not write there.
    Closed,
    /// The thread is locked: nobody can press anything there, whatever the bot may do.
    Locked,
}

impl Barrier {
    const ALL: [Self; 4] = [Self::ThrownOut, Self::Gone, Self::Closed, Self::Locked];

    /// The word of its row.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ThrownOut => "thrown_out",
            Self::Gone => "gone",
            Self::Closed => "closed",
            Self::Locked => "locked",
        }
    }

    /// From the word of a row; a word that says nothing to us is none.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|barrier| barrier.name() == name)
    }

    /// Whether the place may open again: a channel that is gone stays gone.
    pub fn may_open(self) -> bool {
        self != Self::Gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_row_is_read_back() {
        for barrier in Barrier::ALL {
            assert_eq!(Barrier::from_name(barrier.name()), Some(barrier));
        }
        assert_eq!(Barrier::from_name("of another time"), None);
    }
}
