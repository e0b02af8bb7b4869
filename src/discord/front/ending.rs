//! Ending a table: whoever ends a running game of others by their word alone is asked once before, for the same command is only a
//! vote for everybody else.

use super::Front;
use super::asked::Asked;
use super::leaving::{finished_before, had_finished};
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
        if ends_for_others(asked.person, &look, by) {
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
            Ender::Moderator if !ends_for_others(asked.person, &look, by) => {
                Ok(asked.words.end_changed())
            }
            Ender::Moderator => {
                let answer = table.end(asked.person, asked.press, by).await?;
                Ok(end_told(asked, &answer, by))
            }
        }
    }

    fn end_question(&self, asked: &Asked, look: &Look) -> Note {
        let words = asked.words;
        let people: Vec<String> = whose_game(look)
            .map(|person| format!("<@{person}>"))
            .collect();
        let place = match self.keepers.asides.of(&look.table) {
            Some(Barrier::Gone) => words.place_deleted(&look.table.to_string()),
            _ => format!("<#{}>", look.places.channel),
        };
        let game = words.game_name(look.game.id());
        let text = words.end_asks(&game, &place, &people.join(" "), &began(look));
        let close = button(look, Verb::Close(asked.person), words.button_close());
        Note {
            rows: vec![vec![close.tone(Tone::Grave)]],
            ..Note::private(text)
        }
    }
}

/// How long ago the game began, as far as that is known.
pub(super) fn began(look: &Look) -> String {
    let start = look.places.start.map(said_at);
    let since = start.map(|start| format!("<t:{}:R>", start.unix_s()));
    since.unwrap_or_else(|| "unknown".to_owned())
}

/// Whether the word of this person alone ends a game that somebody else plays: not at a rated one in which they have or had a
/// part, where it is a vote, and not at one that is theirs to end as its host.
fn ends_for_others(person: PersonId, look: &Look, by: Ender) -> bool {
    let is_final = by == Ender::Moderator && look.life == Life::Playing;
    let is_seated = look.viewer.seat().is_some();
    let is_own = if look.casual {
        is_seated && look.host == person
    } else {
        is_seated || look.left_before || look.stepped_in || had_finished(look, person)
    };
    is_final && !is_own && whose_game(look).any(|other| other != person)
}

/// Those who lose something where a game ends without a result: who sit there, and who left once they were out of it.
fn whose_game(look: &Look) -> impl Iterator<Item = PersonId> {
    let seated = look.seats.values().filter_map(Sitter::person);
    let left = finished_before(look).filter(|left| !left.is_nobody());
    seated.chain(left)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, PerSeat, Seat, Viewer};

    /// A rated game in which computers sit, on the second seat in the place of somebody.
    fn of_computers(leaver: PersonId) -> Look {
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 3);
        game.obey(&game.deal(&Chance::from_seed(3)));
        let seats = PerSeat::new(3, |seat| Sitter::Computer {
            level: Level::Medium,
            instead_of: (seat.index() == 1).then_some(leaver),
        });
        Look {
            seats,
            rated: true,
            casual: false,
            ..staged(&game, Viewer::Watcher)
        }
    }

    /// Found by reading: where all seats were computers' a moderator was not asked, and the result of those who were out went.
    #[test]
    fn who_is_out_and_left_waits_for_the_end_like_who_sits_there() {
        let [moderator, leaver] = [8, 9].map(PersonId::new);
        let asks = |look: &Look, person| ends_for_others(person, look, Ender::Moderator);
        let look = of_computers(leaver);
        assert!(!asks(&look, moderator), "whoever left has lost");
        let done = [Seat::new(1).expect("a seat")].into_iter().collect();
        let look = Look { done, ..look };
        assert!(asks(&look, moderator), "it is played to its end for them");
        assert_eq!(whose_game(&look).collect::<Vec<_>>(), [leaver]);
        assert!(!asks(&look, leaver), "it is their own");
        assert!(!ends_for_others(moderator, &look, Ender::Player));
        let nobody = Look {
            done,
            ..of_computers(PersonId::new(u64::MAX))
        };
        assert!(!asks(&nobody, moderator), "they want nothing to be kept");
    }
}
