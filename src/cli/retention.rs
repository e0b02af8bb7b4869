//! How long journals and records are kept, as the host of the bot sets it.

use clap::Args;

use crate::config::{self, NoSetting};
use crate::tables::Retention;

/// What becomes of games that are over. What is not said is as usual.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct RetentionArgs {
    /// Days after the end of a game until its journal is packed, from 8, or `never`; packed it gives the very same record
    /// [usually 30]
    #[arg(long, value_name = "DAYS", allow_hyphen_values = true, env = config::PACK_AFTER, hide_env_values = true)]
    pack_after: Option<String>,
    /// Days after the end of a game until its record is deleted, from 8, or `never`; its result stays [usually never]
    #[arg(long, value_name = "DAYS", allow_hyphen_values = true, env = config::DELETE_RECORDS_AFTER, hide_env_values = true)]
    delete_records_after: Option<String>,
}

impl RetentionArgs {
    /// How long everything is kept.
    pub(super) fn retention(&self) -> Result<Retention, NoSetting> {
        let usual = Retention::default();
        let packed = config::PACKED_AFTER.read(self.pack_after.as_deref())?;
        let deleted = config::RECORDS_DELETED_AFTER.read(self.delete_records_after.as_deref())?;
        let span = |days: Option<u32>| days.map(Retention::days);
        Ok(Retention {
            packed_after: packed.map_or(usual.packed_after, span),
            deleted_after: deleted.map_or(usual.deleted_after, span),
        })
    }
}
