//! Ending a table: whoever ends a running game of others by their word alone is asked once before, for the same command is only a
//! vote for everybody else.

use super::Front;
use super::asked::Asked;
use super::leaving::had_finished;
use super::repost::said_at;
use crate::discord::pages::press::Verb;
use crate::discord::pages::table_words::button;
use crate::discord::wire::note::{Note, Tone};
use crate::discord::wire::send::SendFailure;
use crate::tables::{Answer, Barrier, Declined, Ender, Life, Look, PersonId, Sitter, Table};

impl Front {
    /// Somebody wants to end the table. Where their word alone ends a game of others they are asked first.
    pub(crate) async fn wants_to_end(
        &self,
        asked: &Asked,
        table: &Table,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), None).await {
            Ok(look) => look,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        let by = asked.ends_as(&look, &self.keepers.asides);
        if ends_for_others(asked, &look, by) {
            let question = self.end_question(asked, &look);
            return asked.answer(&self.sender, &question).await;
        }
        match table.end(asked.person, asked.press, by).await {
            Ok(answer) => {
                let mut told = end_told(asked, &answer, by);
                if look.places.channel != asked.channel {
                    told = asked.words.told_of(&self.names(asked, &look), &told);
                }
                asked.tell(&self.sender, told).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// They were asked, and mean it. What they may do is judged again; where it failed they may press once more.
    pub(crate) async fn close_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        whose: PersonId,
    ) -> Result<(), SendFailure> {
        // Only whoever was asked sees the button: somebody else's client has made the press up.
        if whose != asked.person {
            let sentence = asked.words.unreadable_button();
            return asked.tell(&self.sender, sentence).await;
        }
        match self.closes(asked, table).await {
            Ok(told) => asked.update(&self.sender, &Note::private(told)).await,
            Err(declined) => {
                let told = asked.declined(&declined, None);
                asked.tell(&self.sender, told).await
            }
        }
    }

    /// Ends just what the question told of; answers what became of it.
    async fn closes(&self, asked: &Asked, table: &Table) -> Result<String, Declined> {
        let look = table.look(Some(asked.person), None).await?;
        let by = asked.ends_as(&look, &self.keepers.asides);
        match by {
            _ if look.life.has_ended() => Ok(asked.words.end_late()),
            _ if look.life != Life::Playing => Err(look.not_playing()),
            Ender::Player => Err(Declined::MayNotEnd),
            // It would be a vote now, for which nobody asked.
            Ender::Moderator if !ends_for_others(asked, &look, by) => Ok(asked.words.end_changed()),
            Ender::Moderator => {
                let answer = table.end(asked.person, asked.press, by).await?;
                Ok(end_told(asked, &answer, by))
            }
        }
    }

    fn end_question(&self, asked: &Asked, look: &Look) -> Note {
        let words = asked.words;
        let people = look.seats.values().filter_map(Sitter::person);
        let people: Vec<String> = people.map(|person| format!("<@{person}>")).collect();
        let since = look.places.start.map_or_else(
            || "unknown".to_owned(),
            |start| format!("<t:{}:R>", said_at(start).unix_s()),
        );
        let place = match self.keepers.asides.of(&look.table) {
            Some(Barrier::Gone) => words.place_deleted(&look.table.to_string()),
            _ => format!("<#{}>", look.places.channel),
        };
        let game = words.game_name(look.game.id());
        let text = words.end_asks(&game, &place, &people.join(" "), &since);
        let close = button(look, Verb::Close(asked.person), words.button_close());
        Note {
            rows: vec![vec![close.tone(Tone::Grave)]],
            ..Note::private(text)
        }
    }
}

/// Whether the word of this person alone ends a game that somebody else plays: not at a rated one in which they have or had a
/// part, where it is a vote, and not at one that is theirs to end as its host.
fn ends_for_others(asked: &Asked, look: &Look, by: Ender) -> bool {
    let is_final = by == Ender::Moderator && look.life == Life::Playing;
    let is_seated = look.viewer.seat().is_some();
    let is_own = if look.casual {
        is_seated && look.host == asked.person
    } else {
        is_seated || look.left_before || look.stepped_in || had_finished(look, asked.person)
    };
    let mut people = look.seats.values().filter_map(Sitter::person);
    is_final && !is_own && people.any(|person| person != asked.person)
}

/// What became of the wish to end it: done, or a vote, and why it was none but that.
fn end_told(asked: &Asked, answer: &Answer, by: Ender) -> String {
    let look = answer.look();
    let (votes, needed) = (look.votes.len(), look.votes_needed());
    let voted = match answer {
        Answer::Late(_) if look.life.has_ended() => return asked.words.end_late(),
        _ if look.life != Life::Playing => return asked.words.you_ended(),
        Answer::Done(_) => asked.words.you_voted(votes, needed),
        Answer::Late(_) => asked.words.you_voted_already(votes, needed),
    };
    match by {
        Ender::Moderator => format!("{voted} {}", asked.words.moderator_plays()),
        Ender::Player => voted,
    }
}
