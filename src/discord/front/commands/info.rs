//! `/rules`, `/help`, `/about`: they need no table and work anywhere.

use super::choices::GameChoice;
use super::{Context, asked, known_table, only};
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::pages::kit::rows::in_rows;
use crate::discord::pages::{learn, privacy};
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::GameId;

/// Tells the rules of a game.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn rules(ctx: Context<'_>, game: Option<GameChoice>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let game = meant_game(front, &asked, game);
    front.tell_rules(&asked, game).await
}

/// Teaches a game by playing.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn learn(ctx: Context<'_>, game: Option<GameChoice>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let game = meant_game(front, &asked, game);
    front.begin_lesson(&asked, game).await
}

/// The game that is named; else that of the table that commands here mean, of the only one at which they sit anywhere, of the only
/// one below this channel, or the first one.
fn meant_game(front: &Front, asked: &Asked, named: Option<GameChoice>) -> GameId {
    if let Some(named) = named {
        return named.game();
    }
    let hall = &front.hall;
    let table = known_table(front, asked)
        .or_else(|| only(hall.everywhere_of(asked.person).into_iter()))
        .or_else(|| only(hall.in_threads_of(asked.channel).into_iter()));
    table.map_or(GameId::RELEASED[0], |table| table.game)
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
        ..Note::private(asked.words.help(place_of(&asked)))
    };
    asked.answer(&ctx.data().sender, &note).await
}

/// Where a command was used: in a server that has the bot, or elsewhere, where there are no commands of tables.
fn place_of(asked: &Asked) -> &'static str {
    if asked.is_in_server_with_bot() {
        "server"
    } else {
        "elsewhere"
    }
}

/// Tells what this bot is.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn about(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let source = match env!("CARGO_PKG_REPOSITORY") {
        "" => "none",
        repository => repository,
    };
    let about = asked.words.about(env!("CARGO_PKG_VERSION"), source);
    let text = privacy::with_page(asked.words, about, front.privacy);
    asked.tell(&front.sender, text).await
}

#[cfg(test)]
mod tests {
    use crate::discord::speech::words::Words;

    #[test]
    fn help_says_who_can_end_a_table_before_the_game_and_in_it() {
        for place in ["server", "elsewhere"] {
            let told = Words::of("en").help(place);
            for said in [
                "Before the game begins only its host or a moderator can;",
                "and else a vote of those who play.",
            ] {
                assert!(told.contains(said), "{place}: {told}");
            }
        }
    }
}
