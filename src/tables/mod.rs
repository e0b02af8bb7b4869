//! Games being played: one task owns each table, everything it does is committed before it is told.
//!
//! [`Hall`] holds all tables, [`Table`] is the handle to one. A reader asks for a [`Look`] of their own;
//! [`News`] carries nothing but a revision, so that no message can reach wrong eyes.
//! This room knows what a table is; what a move means is the business of the rules, and words are the front's.

mod affairs;
mod change;
mod check;
mod clock;
mod deadlines;
mod declined;
mod desk;
mod due;
mod forgetting;
mod former;
#[cfg(any(test, fuzzing))]
#[path = "../../tests/fuzzed/rows.rs"]
pub(crate) mod fuzzed;
mod guard;
mod hall;
mod house;
mod id;
mod keeper;
mod leavers;
mod lesson;
mod lines;
mod lobby;
mod look;
mod moving;
mod own;
mod people;
mod placing;
mod play;
mod prepared;
mod presses;
mod record;
mod replay;
mod restore;
mod results;
mod seating;
mod shares;
mod sight;
mod sittings;
mod slow;
mod table;
mod terms;
mod thinking;
mod tidy;
mod timing;
mod unshown;
mod waking;

pub use crate::store::Barrier;
pub use check::{Checked, check};
pub use clock::{Ahead, Clock, ManualTime, Moment, NoPreset, Preset, Time};
pub use declined::Declined;
pub use desk::{Desk, DeskChange, DeskDefaults, Order, Plan};
pub use former::Former;
pub use hall::{Hall, HallSettings, REMATCH};
pub use house::{Area, Claim, Whereabouts};
pub use id::{ChannelId, MessageId, NoTableId, PersonId, PressId, Revision, ServerId, TableId};
pub use lesson::{Learner, Lesson};
pub use lines::{Lines, Place, Said};
pub use lobby::{Counting, FreeSeats};
pub use look::{
    Act, Again, Answer, Aside, Ender, Life, Look, News, Opening, Places, PlacesChange, Sitter, Why,
};
pub use record::{has_played, record};
pub use replay::{Replay, Round, Seen};
pub use seating::Seating;
pub use shares::{Known, Share, Shared, Sharer, Shares};
pub use table::{Table, Unshown};
pub use tidy::{Retention, Tidied, Tidier, Tidying, Untidy};

#[cfg(test)]
pub(crate) use replay::tests as replay_staged;
#[cfg(test)]
mod tests;
