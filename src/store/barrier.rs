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
}

impl Barrier {
    const ALL: [Self; 3] = [Self::ThrownOut, Self::Gone, Self::Closed];

    /// The word of its row.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ThrownOut => "thrown_out",
            Self::Gone => "gone",
            Self::Closed => "closed",
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
