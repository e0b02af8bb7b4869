//! `/history`: somebody's last games in this server.

use serenity::all::User;

use super::stats::meant_person;
use super::{Context, asked};
use crate::discord::wire::send::SendFailure;

/// Tells somebody's last games.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn history(ctx: Context<'_>, person: Option<User>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(server) = asked.server else {
        return asked
            .tell(&front.sender, asked.words.only_in_server())
            .await;
    };
    let Some(person) = meant_person(front, &asked, person).await? else {
        return Ok(());
    };
    let reading = front.past(&asked, server, person, 0);
    let read = front.list_for(asked.person, reading).await;
    front.answer_read(&asked, read).await
}
