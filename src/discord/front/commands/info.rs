//! `/rules`, `/help`, `/about`: they need no table and work anywhere.

use super::choices::GameChoice;
use super::{Context, asked};
use crate::discord::pages::kit::rows::in_rows;
use crate::discord::pages::learn;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;

/// Tells the rules of a game.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn rules(ctx: Context<'_>, game: Option<GameChoice>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let game = GameChoice::meant(game);
    ctx.data().tell_rules(&asked, game).await
}

/// Teaches a game by playing.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn learn(ctx: Context<'_>, game: Option<GameChoice>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let game = GameChoice::meant(game);
    ctx.data().begin_lesson(&asked, game).await
}

/// Tells how to play here.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn help(ctx: Context<'_>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let note = Note {
        rows: in_rows(&learn::ways(asked.words)),
        ..Note::private(asked.words.help())
    };
    asked.answer(&ctx.data().sender, &note).await
}

/// Tells what this bot is.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn about(ctx: Context<'_>) -> Result<(), SendFailure> {
    let asked = asked(ctx);
    let text = asked.words.about(env!("CARGO_PKG_VERSION"));
    asked.tell(&ctx.data().sender, text).await
}
