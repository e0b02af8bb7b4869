//! `/table invite`, `/table computer`, `/table settings`: filling a table and changing its house rules by commands.

use std::borrow::Cow;

use serenity::all::{Permissions, UserId};

use super::game::choices;
use super::{Context, asked, meant_here, meant_table};
use crate::computers::Level;
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::front::kept::fair::{Call, TooManyCalls};
use crate::discord::front::opened::link;
use crate::discord::pages::lobby_more;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::who;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::rules::Seat;
use crate::tables::{Declined, Life, Look, PersonId, Sitter, Table};

/// Calls somebody to the table.
#[poise::command(slash_command)]
pub(crate) async fn invite(
    ctx: Context<'_>,
    person: serenity::all::User,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_table(front, &asked).await? else {
        return Ok(());
    };
    let look = match table.look(Some(asked.person), Some(asked.press)).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    let guest = PersonId::new(person.id.get());
    if let Some(obstacle) = obstacle(&look, asked.person, guest, person.bot) {
        let sentence = match obstacle {
            Obstacle::Declined(declined) => {
                return front.answer_declined(&asked, &table, &declined).await;
            }
            Obstacle::IsBot => asked.words.invite_bot(),
            Obstacle::IsSeated => asked.words.invite_seated(&format!("<@{guest}>")),
        };
        return asked.tell(&front.sender, sentence).await;
    }
    if front.is_shut_out(guest) {
        let sentence = asked.words.invite_shut_out(&format!("<@{guest}>"));
        return asked.tell(&front.sender, sentence).await;
    }
    // Whom the host removed may come back, whether they are called or not; anybody else's invitation lets nobody in.
    if look.host == asked.person
        && let Err(declined) = table.invite(asked.person, asked.press, guest).await
    {
        return front.answer_declined(&asked, &table, &declined).await;
    }
    // As long as nobody knows where its lobby stands, its channel is where to go.
    let channel = || format!("<#{}>", look.places.channel);
    let link = link(&table).await.unwrap_or_else(channel);
    if front.settings.who_is_called(&[guest]).is_empty() {
        let uncalled = asked.words.invite_uncalled(&format!("<@{guest}>"), &link);
        return asked.tell(&front.sender, uncalled).await;
    }
    if let Some(sentence) = why_unheard(ctx, &asked, guest, &link) {
        return asked.tell(&front.sender, sentence).await;
    }
    if let Err(sentence) = note_call(front, &asked, &table, guest, &link) {
        return asked.tell(&front.sender, sentence).await;
    }
    let words = crate::discord::speech::words::Words::of(&look.language);
    let game = words.game_name(look.game.id());
    let call = words.invitation(
        &format!("<@{}>", asked.person),
        &format!("<@{guest}>"),
        &game,
        &link,
    );
    let note = Note {
        pings: vec![guest],
        ..Note::public(call)
    };
    asked.answer(&front.sender, &note).await
}

/// Why somebody would hear nothing of a call here, if so: Discord tells with the command what they may do in this channel.
fn why_unheard(ctx: Context<'_>, asked: &Asked, guest: PersonId, link: &str) -> Option<String> {
    let (words, who) = (asked.words, format!("<@{guest}>"));
    let members = &ctx.interaction.data.resolved.members;
    let Some(member) = members.get(&UserId::new(guest.get())) else {
        return Some(words.invite_stranger(&who));
    };
    let seeing = Permissions::VIEW_CHANNEL | Permissions::ADMINISTRATOR;
    let is_blind = member
        .permissions
        .is_some_and(|may| !may.intersects(seeing));
    is_blind.then(|| words.invite_unseen(&who, link))
}

/// Notes a call; if it would be no longer fair, it is not noted, and this says why.
fn note_call(
    front: &Front,
    asked: &Asked,
    table: &Table,
    guest: PersonId,
    link: &str,
) -> Result<(), String> {
    let (words, who) = (asked.words, format!("<@{guest}>"));
    let call = Call {
        table: table.id.clone(),
        host: asked.person,
        guest,
    };
    let noted = front.calls.note(call, asked.at);
    noted.map_err(|too_many| match too_many {
        TooManyCalls::OfGuest => words.invite_again(&who, link),
        TooManyCalls::ByHost { most } => words.invite_many(most, link),
    })
}

/// Why somebody is not called.
enum Obstacle {
    Declined(Declined),
    IsBot,
    IsSeated,
}

fn obstacle(look: &Look, host: PersonId, guest: PersonId, is_bot: bool) -> Option<Obstacle> {
    if look.seat_of(host).is_none() {
        return Some(Obstacle::Declined(Declined::NotSeated));
    }
    if is_bot {
        return Some(Obstacle::IsBot);
    }
    if look.seat_of(guest).is_some() {
        return Some(Obstacle::IsSeated);
    }
    let declined = match look.life {
        Life::Lobby | Life::Playing if has_room(look) => return None,
        Life::Lobby | Life::Starting | Life::Playing => Declined::Full {
            seats: look.seats.len(),
        },
        Life::Finished | Life::Abandoned(_) => Declined::Gone,
        Life::SetAside(why) => Declined::SetAside(why),
    };
    Some(Obstacle::Declined(declined))
}

/// Whether somebody can sit down: on a free seat, or on that of somebody who left.
fn has_room(look: &Look) -> bool {
    let mut seats = look.seats.iter();
    seats.any(|(seat, sitter)| *sitter == Sitter::Empty || look.is_to_take(seat))
}

/// A level, as a choice of a command.
pub(super) struct LevelChoice(Level);

impl poise::ChoiceParameter for LevelChoice {
    fn list() -> Cow<'static, [poise::CommandParameterChoice]> {
        choices(Level::ALL.iter().map(|level| level.name().to_owned()))
    }

    fn from_index(index: usize) -> Option<Self> {
        Level::ALL.get(index).copied().map(Self)
    }

    fn from_name(name: &str) -> Option<Self> {
        Level::from_name(name).map(Self)
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn localized_name(&self, _: &str) -> Option<&'static str> {
        None
    }
}

/// The seat that a computer has taken meanwhile.
fn seated_since(before: &Look, now: &Look) -> Option<Seat> {
    let is_computer = |sitter: &Sitter| matches!(sitter, Sitter::Computer { .. });
    let mut new = now.seats.iter().filter(|(seat, sitter)| {
        is_computer(sitter) && before.seats.get(*seat).is_some_and(|sat| !is_computer(sat))
    });
    new.next().map(|(seat, _)| seat)
}

/// Puts a computer on a free seat.
#[poise::command(slash_command)]
pub(crate) async fn computer(
    ctx: Context<'_>,
    level: Option<LevelChoice>,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_here(front, &asked).await? else {
        return Ok(());
    };
    let before = match table.look(None, None).await {
        Ok(look) => look,
        Err(declined) => return front.answer_declined(&asked, &table, &declined).await,
    };
    let level = level.map_or_else(|| lobby_more::level_of(&before), |chosen| chosen.0);
    match table.add_computer(asked.person, asked.press, level).await {
        Ok(answer) => {
            let look = answer.look();
            let seat = seated_since(&before, look);
            let named = seat.map(|seat| who(Reader::new(asked.words, look), seat));
            let sentence = match named {
                Some(named) => asked.words.you_added_computer(&named),
                None => asked.late(),
            };
            asked.tell(&front.sender, sentence).await
        }
        Err(declined) => front.answer_declined(&asked, &table, &declined).await,
    }
}

/// Shows the pages of house rules to the host.
#[poise::command(slash_command)]
pub(crate) async fn settings(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_here(front, &asked).await? else {
        return Ok(());
    };
    front.options_pressed(&asked, &table, 0).await
}
