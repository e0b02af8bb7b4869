//! `/table`: looking at a table, leaving it, removing somebody, ending it.

use super::invite::{computer, invite, settings};
use super::{Context, asked, is_gone, meant_here, meant_table};
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::front::opened::link;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::who;
use crate::discord::pages::{board, games, lobby};
use crate::discord::wire::note::{Note, Privacy};
use crate::discord::wire::send::SendFailure;
use crate::rules::Seat;
use crate::tables::{Area, Declined, Life, Look, PersonId, Sitter, Table, Whereabouts};

/// Whether a table may be changed, and played at, from here; if not, that is said.
pub(super) async fn is_of_here(
    front: &Front,
    asked: &Asked,
    table: &Table,
) -> Result<bool, SendFailure> {
    let told = other_here(front, asked, table).await;
    let is_here = told.is_none();
    if let Some(told) = told {
        asked.tell(&front.sender, told).await?;
    }
    Ok(is_here)
}

/// Where a game was played and is over, or where there is a table of which nothing is known: why a table that is meant for want of
/// another and stands elsewhere is neither changed nor played at from here, with the way there.
pub(super) async fn other_here(front: &Front, asked: &Asked, table: &Table) -> Option<String> {
    let here = front.hall.whereabouts(Area::Channel(asked.channel));
    let is_here = here.iter().any(|one| one.table == table.id);
    if is_here || front.keepers.asides.holds(&table.id) {
        return None;
    }
    let stood = here.iter().any(|one| one.channel == asked.channel);
    // A thread is its game's for good, a channel is not: of that only what ended lately counts.
    let stood = stood
        || asked.is_in_thread()
            && front
                .store
                .told_at_line_of(asked.channel)
                .await
                .is_ok_and(|stood| stood.is_some());
    let is_unknown = asked.is_in_thread() && front.unknown.stand_in(asked.channel);
    if !stood && !is_unknown {
        return None;
    }
    let link = link(table).await.unwrap_or_default();
    Some(if stood {
        asked.words.is_over_here(&link)
    } else {
        asked.words.is_unknown_here(&link)
    })
}

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
            let alt = body.alt.clone();
            let note = front.board_in_time(&asked, &look, body).await;
            match look.life {
                Life::Playing => board::asked_for(reader, note, &alt),
                _ => note,
            }
        }
        // The lobby tells its rules itself.
        _ => lobby::note(Reader::new(asked.words, &look)),
    };
    // The link to a place that is gone leads nowhere.
    let link = link(&table).await;
    if let Some(link) = link.filter(|_| !is_gone(front, &table.id)) {
        note.text = format!("{link}\n{}", note.text);
    }
    if let Some(cut_off) = front.cut_off_lobby(asked.words, &look) {
        note.text = format!("{cut_off}\n\n{}", note.text);
    }
    // A copy for one person: the lobby's own buttons change the message they stand on.
    if matches!(look.life, Life::Lobby | Life::Starting) {
        note.rows.clear();
    }
    front.seek_message(&asked, &look);
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
    // A game that goes on elsewhere is asked about by its name; of a lobby nobody is asked.
    let is_on = table
        .look(None, None)
        .await
        .is_ok_and(|look| look.life == Life::Playing);
    if !is_on && !is_of_here(front, &asked, &table).await? {
        return Ok(());
    }
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
    let Some(table) = meant_here(front, &asked).await? else {
        return Ok(());
    };
    let look = match table.look(None, None).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    if person.is_some() == seat.is_some() {
        return asked.tell(&front.sender, asked.words.kick_whom()).await;
    }
    if let Some(person) = person {
        return kick_person(front, &asked, &table, PersonId::new(person.get())).await;
    }
    let meant = seat.and_then(|number| Seat::new(usize::from(number).checked_sub(1)?));
    match table.kick(asked.person, asked.press, meant).await {
        Ok(_) => {
            let removed = meant.map(|seat| {
                let who = who(Reader::new(asked.words, &look), seat);
                asked.words.you_kicked(&who, kind_on(&look, seat))
            });
            asked.tell(&front.sender, removed.unwrap_or_default()).await
        }
        Err(declined) => front.answer_declined(&asked, &table, &declined).await,
    }
}

/// Removes this person, wherever they sit by now.
async fn kick_person(
    front: &Front,
    asked: &Asked,
    table: &Table,
    whom: PersonId,
) -> Result<(), SendFailure> {
    let who = format!("<@{whom}>");
    let sentence = match table.kick_person(asked.person, asked.press, whom).await {
        Ok(_) => asked.words.you_kicked(&who, "person"),
        Err(Declined::NobodyThere) => asked.words.kick_without_seat(&who),
        Err(declined) => return front.answer_declined(asked, table, &declined).await,
    };
    asked.tell(&front.sender, sentence).await
}

/// Whether a person or a computer sits on a seat.
fn kind_on(look: &Look, seat: Seat) -> &'static str {
    match look.seats.get(seat).and_then(Sitter::person) {
        Some(_) => "person",
        None => "computer",
    }
}

/// Ends the table without a result, or votes for it.
#[poise::command(slash_command)]
pub(crate) async fn end(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let cut_off = cut_off_below(front, &asked).or_else(|| lost_table(front, &asked));
    let meant = match cut_off {
        Some(table) => Some(table),
        None => meant_table(front, &asked).await?,
    };
    let Some(table) = meant else {
        return Ok(());
    };
    if !is_of_here(front, &asked, &table).await? {
        return Ok(());
    }
    front.wants_to_end(&asked, &table).await
}

/// What a moderator means in a channel without a table, wherever they play: one whose thread in this channel was deleted, or
/// cannot be used, their own rather than another; where they play in a thread of this channel no other that is there still. Of
/// several the first, so that one after another can be ended.
fn cut_off_below(front: &Front, asked: &Asked) -> Option<Table> {
    let (hall, channel) = (&front.hall, asked.channel);
    if !asked.is_moderator() || hall.in_channel(channel).is_some() {
        return None;
    }
    let own = hall.of_person(asked.server, asked.person);
    let asides = &front.keepers.asides;
    let is_meant = |one: &Whereabouts| one.parent == Some(channel) && asides.holds(&one.table);
    let is_own = |one: &Whereabouts| own.iter().any(|table| table.id == one.table);
    let area = Area::Channel(channel);
    let below = hall.in_threads_of(channel);
    let mut own_below = below
        .iter()
        .filter(|one| own.iter().any(|table| table.id == one.id));
    // Into a thread that is there whoever means its table can go.
    let plays_below = own_below.next().is_some();
    let is_anothers =
        |one: &Whereabouts| is_meant(one) && (!plays_below || is_gone(front, &one.table));
    first_of(front, area, |one| is_meant(one) && is_own(one))
        .or_else(|| first_of(front, area, is_anothers))
}

/// What whoever runs the server means where no command means a table: one of the server of which no place is left, for no
/// moderator can go there. Of several the first.
fn lost_table(front: &Front, asked: &Asked) -> Option<Table> {
    let server = asked.server.filter(|_| asked.runs_server())?;
    let (hall, channel) = (&front.hall, asked.channel);
    let is_meant_here = hall.in_channel(channel).is_some()
        || hall.set_aside_in(channel).is_some()
        || !hall.in_threads_of(channel).is_empty()
        || !hall.of_person(asked.server, asked.person).is_empty();
    if is_meant_here {
        return None;
    }
    let asides = &front.keepers.asides;
    let is_lost = |one: &Whereabouts| asides.is_lost(&one.table, one.parent);
    first_of(front, Area::Server(server), is_lost)
}

/// Of the live tables in this area that are meant the one whose place is the oldest.
fn first_of(front: &Front, area: Area, is_meant: impl Fn(&Whereabouts) -> bool) -> Option<Table> {
    let mut meant = front.hall.whereabouts(area);
    meant.retain(is_meant);
    // Discord counts up: what was made later has a greater id.
    meant.sort_unstable_by_key(|one| one.channel);
    // Of those that have ended nobody means one.
    meant.into_iter().find_map(|one| {
        let live = front.hall.in_channel(one.channel);
        live.filter(|table| table.id == one.table)
    })
}
