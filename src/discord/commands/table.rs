//! `/table`: looking at a table, leaving it, ending it.

use super::open::link;
use super::{Context, asked, meant_table};
use crate::discord::note::{Note, Privacy};
use crate::discord::send::SendFailure;
use crate::discord::{board, lobby, options};
use crate::tables::Life;

/// The table in this channel.
#[poise::command(
    slash_command,
    subcommands("show", "leave", "end"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn table(_: Context<'_>) -> Result<(), SendFailure> {
    // Discord never calls a command that has subcommands.
    Ok(())
}

/// Shows how the table stands.
#[poise::command(slash_command)]
pub async fn show(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    let look = match table.look(None, None).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    let mut note = match board::body(asked.words, &look) {
        Some(body) if !matches!(look.life, Life::Lobby | Life::Starting) => {
            board::note(body, &look, asked.words, None).await
        }
        _ => lobby::note(asked.words, &look),
    };
    // The lobby tells its rules itself.
    if matches!(look.life, Life::Playing) {
        note.text = format!("{}\n{}", note.text, options::whole(asked.words, &look));
    }
    if let Some(link) = link(&table).await {
        note.text = format!("{link}\n{}", note.text);
    }
    // A copy for one person: the lobby's own buttons change the message they stand on.
    if matches!(look.life, Life::Lobby | Life::Starting) {
        note.rows.clear();
    }
    let note = Note {
        privacy: Privacy::Private,
        ..note
    };
    asked.answer(&front.sender, &note).await
}

/// Leaves the table.
#[poise::command(slash_command)]
pub async fn leave(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    match table.leave(asked.person, asked.press).await {
        Ok(answer) => {
            let was_lobby = answer.look().view.is_none();
            let sentence = if was_lobby {
                asked.words.you_left_lobby()
            } else {
                asked.words.you_left()
            };
            asked.tell(&front.sender, sentence).await
        }
        Err(declined) => front.answer_declined(&asked, &table, &declined).await,
    }
}

/// Ends the table without a result.
#[poise::command(slash_command)]
pub async fn end(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    match table
        .end(asked.person, asked.press, asked.is_moderator())
        .await
    {
        Ok(_) => asked.tell(&front.sender, asked.words.you_ended()).await,
        Err(declined) => front.answer_declined(&asked, &table, &declined).await,
    }
}
