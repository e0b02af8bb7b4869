//! `/privacy`: what is kept of a person, and their right to have it or to have it deleted.

use super::{Context, asked};
use crate::discord::wire::send::SendFailure;

/// Tells what is kept.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn privacy(ctx: Context<'_>) -> Result<(), SendFailure> {
    ctx.data().tell_privacy(&asked(ctx)).await
}
