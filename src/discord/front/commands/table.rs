//! `/table`: looking at a table, leaving it, removing somebody, ending it.

use super::invite::{computer, invite, settings};
use super::{Context, asked, meant_table};
use crate::discord::front::asked::Asked;
use crate::discord::front::opened::link;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::who;
use crate::discord::pages::{games, lobby, options};
use crate::discord::wire::note::{Note, Privacy};
use crate::discord::wire::send::SendFailure;
use crate::rules::Seat;
use crate::tables::{Answer, Life, Look, PersonId};

/// The table in this channel.
#[poise::command(
    slash_command,
    subcommands("show", "leave", "invite", "computer", "settings", "kick", "end"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn table(_: Context<'_>) -> Result<(), SendFailure> {
    // Discord never calls a command that has subcommands.
    Ok(())
}

/// Shows how the table stands.
#[poise::command(slash_command)]
pub(crate) async fn show(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    let look = match table.look(None, None).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    let faces = front.faces_at(&look);
    let reader = front.reads(&asked, &look).facing(&faces);
    let mut note = match games::board(reader, None) {
        Some(body) if !matches!(look.life, Life::Lobby | Life::Starting) => {
            front.board_in_time(&asked, &look, body).await
        }
        _ => lobby::note(Reader::new(asked.words, &look)),
    };
    // The lobby tells its rules itself.
    if matches!(look.life, Life::Playing) {
        note.text = format!(
            "{}\n{}",
            note.text,
            options::whole(Reader::new(asked.words, &look))
        );
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
pub(crate) async fn leave(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    front.wants_to_leave(&asked, &table).await
}

/// Removes somebody from the lobby.
#[poise::command(slash_command)]
pub(crate) async fn kick(
    ctx: Context<'_>,
    person: Option<serenity::all::UserId>,
    #[min = 1]
    #[max = 8]
    seat: Option<u8>,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    let look = match table.look(None, None).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    let Some(seat) = seat_meant(&look, person.map(|id| PersonId::new(id.get())), seat) else {
        return asked.tell(&front.sender, asked.words.kick_whom()).await;
    };
    let who = who(Reader::new(asked.words, &look), seat);
    match table.kick(asked.person, asked.press, seat).await {
        Ok(_) => {
            asked
                .tell(&front.sender, asked.words.you_kicked(&who))
                .await
        }
        Err(declined) => front.answer_declined(&asked, &table, &declined).await,
    }
}

/// The seat that is meant: one of the two is said. Somebody without a seat is meant to have none of the table's.
fn seat_meant(look: &Look, person: Option<PersonId>, number: Option<u8>) -> Option<Seat> {
    match (person, number) {
        (Some(person), None) => look.seat_of(person).or_else(|| Seat::new(look.seats.len())),
        (None, Some(number)) => Seat::new(usize::from(number).checked_sub(1)?),
        _ => None,
    }
}

/// Ends the table without a result, or votes for it.
#[poise::command(slash_command)]
pub(crate) async fn end(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    let look = match table.look(None, None).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    let by = asked.ends_as(&look.places);
    match table.end(asked.person, asked.press, by).await {
        Ok(answer) => asked.tell(&front.sender, end_told(&asked, &answer)).await,
        Err(declined) => front.answer_declined(&asked, &table, &declined).await,
    }
}

/// What became of the wish to end it: done, or a vote.
fn end_told(asked: &Asked, answer: &Answer) -> String {
    let look = answer.look();
    if look.life != Life::Playing {
        return asked.words.you_ended();
    }
    let (votes, needed) = (look.votes.len(), look.votes_needed());
    match answer {
        Answer::Done(_) => asked.words.you_voted(votes, needed),
        Answer::Late(_) => asked.words.you_voted_already(votes, needed),
    }
}
