//! Playing by commands: `/play` for every move of every game, and `/rack`.

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use super::{Context, asked, meant_table};
use crate::discord::front::play::{NEXT, split};
use crate::discord::pages::games;
use crate::discord::pages::reader::Reader;
use crate::discord::wire::send::SendFailure;
use crate::tables::Look;

/// Discord shows at most so many choices.
const MOST_CHOICES: usize = 25;

/// Makes a move.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn play(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete"]
    wanted: String,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    front.play_typed(&asked, &table, &wanted).await
}

/// Tells what the solver would do.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn hint(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    front.answer_hint(&asked, &table).await
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(known_choices(ctx, typed).await)
}

async fn known_choices(ctx: Context<'_>, typed: &str) -> Vec<AutocompleteChoice> {
    let asked = asked(ctx);
    let hall = &ctx.data().hall;
    let own = || hall.of_person(asked.server, asked.person);
    let Some(table) = hall.in_channel(asked.channel).or_else(|| own().pop()) else {
        return Vec::new();
    };
    match table.look(Some(asked.person), None).await {
        Ok(look) => choices(&look, asked.words, typed),
        Err(_) => Vec::new(),
    }
}

fn choices(
    look: &Look,
    words: crate::discord::speech::words::Words,
    typed: &str,
) -> Vec<AutocompleteChoice> {
    let typed = split(typed).1.trim().to_lowercase();
    let mut moves: Vec<(String, String)> = games::listed(Reader::new(words, look))
        .into_iter()
        .map(|(name, text)| (format!("{name} ({text})"), text))
        .collect();
    if look.may_go_on() {
        moves.push((words.move_next(), NEXT.to_owned()));
    }
    moves
        .into_iter()
        .filter(|(name, text)| {
            name.to_lowercase().contains(&typed) || text.to_lowercase().contains(&typed)
        })
        .take(MOST_CHOICES)
        .map(|(name, text)| AutocompleteChoice::new(name, format!("{}|{text}", look.revision)))
        .collect()
}

/// Shows your rack.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn rack(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    match meant_table(front, &asked).await? {
        Some(table) => front.show_rack(&asked, &table).await,
        None => Ok(()),
    }
}
