//! How a game offers its house rules: in which order, in short, and in its command.

/// How the house rules of a game are offered, beyond what their table says.
pub(crate) struct Offer {
    /// The most asked for first; the others follow in the order of the written rules.
    pub first: &'static [&'static str],
    /// What the short rules tell already.
    pub in_short: &'static [&'static str],
    /// What does nothing while other options are as they are: a lobby does not tell it.
    pub idle: &'static [Idle],
    /// How a short game is made; `None` in a game without one.
    pub short: Option<Short>,
    /// What the command of the game asks for by itself.
    pub command: &'static [Parameter],
}

/// An option that does nothing while others are as they are.
pub(crate) struct Idle {
    /// The option.
    pub option: &'static str,
    /// The others, each with its values, as the written rules spell them but for a number behind (`name:5`): all have one of
    /// theirs.
    pub others: &'static [(&'static str, &'static [&'static str])],
}

/// How a short game is made.
pub(crate) struct Short {
    /// The option that makes it; it is among the short rules, so that the lobby tells it.
    pub option: &'static str,
    /// Its value.
    pub value: &'static str,
    /// Every value of a game that is shorter still.
    pub shorter: &'static [&'static str],
}

impl Short {
    /// Whether a game with this value, as the written rules spell it, is no longer than the short one.
    pub(crate) fn is_short(&self, value: &str) -> bool {
        value == self.value || self.shorter.contains(&value)
    }
}

/// What a command asks for by itself; everything else is said in `rules:`.
#[derive(Clone, Copy)]
pub(crate) enum Parameter {
    /// One of the presets of the game.
    Preset,
    /// An option, by its own name.
    Option(&'static str),
    /// A number by a name that people know better, and not larger than they want it.
    Called {
        /// In the command.
        name: &'static str,
        /// In the rules.
        option: &'static str,
        /// The largest one.
        most: u32,
    },
}

impl Parameter {
    /// Its name in the command.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Preset => "preset",
            Self::Option(name) | Self::Called { name, .. } => name,
        }
    }

    /// The option that it sets; `None` if it sets many.
    pub(crate) fn sets(&self) -> Option<&'static str> {
        match self {
            Self::Preset => None,
            Self::Option(option) | Self::Called { option, .. } => Some(option),
        }
    }

    /// The largest number.
    pub(crate) fn most(&self) -> u32 {
        match self {
            Self::Called { most, .. } => *most,
            Self::Preset | Self::Option(_) => u32::MAX,
        }
    }
}
