//! `/settings`: what a person wants everywhere, and what a server wants for its tables.

use super::{Context, asked};
use crate::discord::wire::send::SendFailure;

/// Shows your own settings.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn settings(ctx: Context<'_>) -> Result<(), SendFailure> {
    ctx.data().show_settings(&asked(ctx)).await
}
