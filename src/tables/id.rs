//! The ids that the tables' face uses; they are the store's, so that rows and requests agree.

pub use crate::store::id::{
    ChannelId, MessageId, NoTableId, PersonId, PressId, Revision, ServerId, TableId,
};
