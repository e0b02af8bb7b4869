//! What is told of tables that were, or were not, opened.

use super::Front;
use super::asked::Asked;
use crate::tables::{Declined, Table};

/// Why no table was opened; where there is one already, with its link.
pub(crate) async fn declined_sentence(front: &Front, asked: &Asked, declined: &Declined) -> String {
    if let Declined::ChannelBusy { table } = declined
        && let Some(table) = front.hall.table(table)
    {
        let link = link(&table).await.unwrap_or_default();
        return asked.words.channel_busy(&link);
    }
    asked.declined(declined, None)
}

/// Where the newest message of a table stands.
pub(crate) async fn link(table: &Table) -> Option<String> {
    table.look(None, None).await.ok()?.places.link()
}
