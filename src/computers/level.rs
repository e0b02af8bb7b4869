//! How strong computers play: the list of levels.

use serde::{Deserialize, Serialize};

macro_rules! levels {
    ($($(#[$attribute:meta])* $level:ident: $name:literal;)+) => {
        /// How strong a computer plays.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
        pub enum Level { $($(#[$attribute])* #[serde(rename = $name)] $level,)+ }

        impl Level {
            /// Every level, weakest first.
            pub const ALL: &'static [Self] = &[$(Self::$level),+];

            /// The name that commands and records use.
            pub fn name(self) -> &'static str {
                match self { $(Self::$level => $name,)+ }
            }

            /// The level of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|level| level.name() == name)
            }
        }
    };
}

// The weakest first.
levels! {
    /// Looks at its own pieces only, and not always carefully.
    #[default]
    Easy: "easy";
    /// Weighs by exact counting what may come next, and remembers what was thrown and taken.
    Medium: "medium";
}
