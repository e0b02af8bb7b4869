//! `/replay`: a game that has ended, move by move.

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use super::{Context, asked, typed_id};
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::front::results::Unlisted;
use crate::discord::pages::past;
use crate::discord::wire::note::{MOST_CHOICE_TEXT, MOST_CHOICES, shortened};
use crate::discord::wire::send::SendFailure;
use crate::store::Failure;
use crate::tables::TableId;

/// Replays the last finished game of this channel, or a table by its id.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn replay(
    ctx: Context<'_>,
    #[autocomplete = "complete"] table: Option<String>,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let wanted = table.as_deref().map(str::trim);
    let (table, none) = match wanted {
        Some(text) => (Ok(typed_id(text)), asked.words.replay_unknown()),
        None => {
            let last = front.store.last_ended_in(asked.channel).await;
            (last, asked.words.verify_none())
        }
    };
    match table {
        Ok(table) => front.begin_replay(&asked, table, none).await,
        Err(failure) => front.tell_unread(&asked, &failure).await,
    }
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let asked = asked(ctx);
    let known = known(ctx.data(), &asked, typed.trim()).await;
    let choices = known.unwrap_or_else(|failure| {
        tracing::debug!(%failure, "games that have ended could not be listed");
        Vec::new()
    });
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The last game of this channel, or of a thread that the bot made there, and those that whoever asks has played in this server,
/// as long as their records are kept. Of others they may know an id (`/history` of somebody tells it); there is a replay of those
/// only where they were played.
async fn known(
    front: &Front,
    asked: &Asked,
    typed: &str,
) -> Result<Vec<AutocompleteChoice>, Failure> {
    let Some(server) = asked.server else {
        return Ok(Vec::new());
    };
    let words = asked.words;
    let most = u32::try_from(MOST_CHOICES).unwrap_or(u32::MAX);
    let reading = front.store.past(server, asked.person, 0, most);
    // Where another list of theirs takes too long they are offered those of the channel alone.
    let own = match front.list_while_typing(asked.person, reading).await {
        Ok(own) => own.games,
        Err(Unlisted::Already) => Vec::new(),
        Err(Unlisted::Failed(failure)) => return Err(failure),
    };
    let mut choices: Vec<(TableId, String)> = own
        .iter()
        .filter(|game| game.is_kept)
        .map(|game| (game.table.clone(), past::plain(words, game, asked.at)))
        .collect();
    let here = front.store.last_ended_in(asked.channel).await?;
    if let Some(here) = here.filter(|here| choices.iter().all(|(own, _)| own != here)) {
        let name = words.replay_here(here.as_str());
        choices.insert(0, (here, name));
    }
    let is_meant = |name: &str| name.to_lowercase().contains(&typed.to_lowercase());
    let choices = choices.into_iter().filter(|(_, name)| is_meant(name));
    let choice = |(table, name): (TableId, String)| {
        let name = shortened(&name, MOST_CHOICE_TEXT).into_owned();
        AutocompleteChoice::new(name, table.to_string())
    };
    Ok(choices.take(MOST_CHOICES).map(choice).collect())
}
