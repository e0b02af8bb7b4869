//! `/stats`: what the games of this server were for somebody.

use serenity::all::User;

use super::choices::GameChoice;
use super::{Context, asked};
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::wire::send::SendFailure;
use crate::tables::PersonId;

/// Counts somebody's games.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn stats(
    ctx: Context<'_>,
    person: Option<User>,
    game: Option<GameChoice>,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(server) = asked.server else {
        return asked
            .tell(&front.sender, asked.words.only_in_server())
            .await;
    };
    let Some(person) = meant_person(front, &asked, person).await? else {
        return Ok(());
    };
    let named = game.map(GameChoice::game);
    let reading = async {
        let game = front.game_meant(server, person, named).await?;
        front.account(&asked, server, person, game).await
    };
    let read = front.list_for(asked.person, reading).await;
    front.answer_read(&asked, read).await
}

/// Whose results are meant: the asker's if nobody is named. A bot has none, and the asker is told so.
pub(super) async fn meant_person(
    front: &Front,
    asked: &Asked,
    named: Option<User>,
) -> Result<Option<PersonId>, SendFailure> {
    match named {
        None => Ok(Some(asked.person)),
        Some(bot) if bot.bot => {
            let sentence = asked.words.no_person(&format!("<@{}>", bot.id));
            asked.tell(&front.sender, sentence).await?;
            Ok(None)
        }
        Some(person) => Ok(Some(PersonId::new(person.id.get()))),
    }
}
