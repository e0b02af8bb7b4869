//! `/rules`, `/help`, `/about`: they need no table and work anywhere.

use super::{Context, asked};
use crate::discord::pages::games;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::GameId;

/// A game whose rules are told.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum RulesChoice {
    /// Okey.
    Okey,
    /// Okey 101.
    Okey101,
}

/// Tells the rules of a game.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn rules(ctx: Context<'_>, game: Option<RulesChoice>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let text = match game {
        Some(RulesChoice::Okey101) => games::rules(asked.words, GameId::Okey101),
        Some(RulesChoice::Okey) | None => games::rules(asked.words, GameId::Okey),
    };
    asked.tell(&ctx.data().sender, text).await
}

/// Tells how to play here.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn help(ctx: Context<'_>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    asked.tell(&ctx.data().sender, asked.words.help()).await
}

/// Tells what this bot is.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn about(ctx: Context<'_>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let text = asked.words.about(env!("CARGO_PKG_VERSION"));
    asked.tell(&ctx.data().sender, text).await
}
