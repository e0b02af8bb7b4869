//! What a start finds of the time before it: which tables are to live again.

use super::due::{KEPT_AFTER_END, KEPT_BARRED};
use super::house::House;
use super::{Moment, TableId};
use crate::store::Failure;

/// The tables that live, and those that ended lately when people were last reached, or behind a barrier: perhaps nobody was told
/// their end before the process stopped, however long ago that was.
pub(super) async fn to_reopen(
    house: &House,
    lived: Option<Moment>,
) -> Result<Vec<TableId>, Failure> {
    let now = house.began_at;
    let reached_until = lived.map_or(now, |lived| lived.min(now));
    let [lately, barred] = [KEPT_AFTER_END, KEPT_BARRED].map(|kept| reached_until.minus(kept));
    let mut tables = house.store.live_tables().await?;
    tables.extend(house.store.tables_ended_since(lately, barred).await?);
    Ok(tables)
}
