//! Leaving a table: a game that counts asks once, with what it means; a button asks in any game, for it may be pressed by
//! mistake, and so does the command where that game is played elsewhere.

use super::Front;
use super::asked::Asked;
use super::ending::began;
use crate::discord::pages::press::Verb;
use crate::discord::pages::table_words::button;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Note, Tone};
use crate::discord::wire::send::SendFailure;
use crate::rules::Seat;
use crate::tables::{Answer, Declined, Life, Look, PersonId, Sitter, Table, Why};

impl Front {
    /// Somebody wants to leave. Where that costs them something they are asked first.
    pub(crate) async fn wants_to_leave(
        &self,
        asked: &Asked,
        table: &Table,
    ) -> Result<(), SendFailure> {
        match table.look(Some(asked.person), None).await {
            Ok(look) if costs(&look) || plays(&look) && may_be_mistaken(asked, &look) => {
                let game = self.names(asked, &look);
                asked
                    .answer(&self.sender, &question(asked, &look, &game))
                    .await
            }
            Ok(look) => match leave(asked, table, &look).await {
                Ok(Answer::Late(look)) if !look.is_live() => {
                    self.answer_after_the_end(asked, &look).await
                }
                // It began just now.
                Ok(Answer::Late(look)) if plays(&look) => {
                    let game = self.names(asked, &look);
                    asked
                        .answer(&self.sender, &question(asked, &look, &game))
                        .await
                }
                Ok(answer) => {
                    let mut told = left_told(asked, answer.look());
                    if look.places.channel != asked.channel {
                        told = asked.words.told_of(&self.names(asked, &look), &told);
                    }
                    asked.tell(&self.sender, told).await
                }
                Err(declined) => self.answer_declined(asked, table, &declined).await,
            },
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// Which game it is, and where it is played if that is elsewhere.
    pub(super) fn names(&self, asked: &Asked, look: &Look) -> String {
        let game = asked.words.game_name(look.game.id());
        let channel = look.places.channel;
        let is_shut = self.keepers.asides.holds(&look.table);
        if is_elsewhere(asked, look) {
            let there = (!is_shut).then(|| format!("<#{channel}>"));
            let there = there.unwrap_or_else(|| "none".to_owned());
            let people = others(asked.person, look);
            return asked
                .words
                .game_elsewhere(&game, &there, &people, &began(look));
        }
        if channel == asked.channel || is_shut {
            return game;
        }
        format!("{game}, <#{channel}>")
    }

    /// What leaving a table in another server means, and which it was.
    pub(super) fn left_elsewhere(&self, asked: &Asked, look: &Look) -> String {
        let told = left_told(asked, look);
        asked.words.told_of(&self.names(asked, look), &told)
    }

    /// They were asked, and mean it.
    pub(crate) async fn quit_pressed(
        &self,
        asked: &Asked,
        table: &Table,
    ) -> Result<(), SendFailure> {
        match table.leave(asked.person, asked.press).await {
            Ok(Answer::Late(look)) if !look.is_live() => {
                self.answer_after_the_end(asked, &look).await
            }
            Ok(answer) => {
                let look = answer.look();
                let told = if is_elsewhere(asked, look) {
                    self.left_elsewhere(asked, look)
                } else {
                    left_told(asked, look)
                };
                asked.update(&self.sender, &Note::private(told)).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// The table had ended before they left it: there was nothing to leave, and nothing to lose by it.
    async fn answer_after_the_end(&self, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
        if is_elsewhere(asked, look) {
            return asked.tell(&self.sender, asked.words.end_late()).await;
        }
        let notice = asked.late();
        self.answer_with_panel(asked, look, Some(notice), None)
            .await
    }
}

/// Leaves what is looked at: nobody who gives up a seat before the game leaves one that has begun meanwhile.
async fn leave(asked: &Asked, table: &Table, look: &Look) -> Result<Answer, Declined> {
    match look.life {
        Life::Lobby | Life::Starting => table.leave_lobby(asked.person, asked.press).await,
        _ => table.leave(asked.person, asked.press).await,
    }
}

/// Whether another game may be meant, or none: by a button, or from another place.
fn may_be_mistaken(asked: &Asked, look: &Look) -> bool {
    asked.pressed.is_some() || look.places.channel != asked.channel
}

/// Whether the table stands in another server: whoever asks may not be able to go there.
pub(super) fn is_elsewhere(asked: &Asked, look: &Look) -> bool {
    look.places.server != asked.server
}

/// Who else sits there, as far as they are people.
fn others(person: PersonId, look: &Look) -> String {
    let seated = look.seats.values().filter_map(Sitter::person);
    let others = seated.filter(|other| *other != person && !other.is_nobody());
    let others: Vec<String> = others.map(|other| format!("<@{other}>")).collect();
    if others.is_empty() {
        return "none".to_owned();
    }
    others.join(" ")
}

/// The ways to give up these seats in other servers; those of the same game are numbered.
pub(super) fn ways_out(words: Words, seats: &[Look]) -> Vec<Button> {
    let ways = seats.iter().enumerate().map(|(at, look)| {
        let alike = |seats: &[Look]| {
            let is_alike = |other: &&Look| other.game.id() == look.game.id();
            seats.iter().filter(is_alike).count()
        };
        let number = match alike(seats) {
            1 => 0,
            _ => alike(&seats[..=at]),
        };
        let game = words.game_name(look.game.id());
        let label = words.button_leave_elsewhere(&game, number);
        button(look, Verb::Leave, label)
    });
    ways.collect()
}

/// Whether leaving now is a loss: the game counts for the viewer, and they still have a part in it.
fn costs(look: &Look) -> bool {
    let counts = !look.casual && !look.stepped_in;
    counts && plays(look)
}

/// Whether the viewer has a part in a game that has begun: before that they lose nothing by leaving.
pub(super) fn plays(look: &Look) -> bool {
    look.life == Life::Playing && look.viewer.seat().is_some() && !look.is_out()
}

fn question(asked: &Asked, look: &Look, game: &str) -> Note {
    let words = asked.words;
    let (mut text, label) = if costs(look) {
        let after = if has_others(look) { "played" } else { "closed" };
        (words.leaving_counts(game, after), words.button_quit())
    } else {
        let after = match (has_others(look), look.casual) {
            (true, true) => "played",
            (true, false) => "substitute",
            (false, true) => "closed",
            (false, false) => "deserted",
        };
        (words.leaving_free(game, after), words.button_leave())
    };
    let quit = button(look, Verb::Quit, label).tone(Tone::Grave);
    let mut row = vec![quit];
    if is_elsewhere(asked, look) {
        // From there nobody is led to the rack.
        text = format!("{text}\n{}", words.stay_elsewhere());
    } else {
        row.insert(0, button(look, Verb::Rack, words.button_stay()));
    }
    Note {
        rows: vec![row],
        ..Note::private(text)
    }
}

/// Whether the table goes on: somebody else has a seat, or went when they were out of the game and waits for its result.
fn has_others(look: &Look) -> bool {
    let is_another = |(seat, sitter): (Seat, &Sitter)| match sitter {
        Sitter::Person { .. } => look.viewer.seat() != Some(seat),
        Sitter::Computer { instead_of, .. } => instead_of.is_some() && look.done.contains(seat),
        Sitter::Empty => false,
    };
    look.seats.iter().any(is_another)
}

/// What leaving means: a seat given up, a computer that plays on, or the end of the table.
pub(super) fn left_told(asked: &Asked, look: &Look) -> String {
    let words = asked.words;
    let casual = match (look.casual, look.stepped_in) {
        (true, _) => "yes",
        (false, true) => "substitute",
        (false, false) => "no",
    };
    match (look.life, look.view.is_some()) {
        (Life::Playing, _) if had_finished(look, asked.person) => words.you_left_out(),
        (Life::Starting, _) => words.you_left_early(if casual == "no" { "no" } else { "yes" }),
        (Life::Playing, _) => words.you_left(casual),
        (Life::Abandoned(Why::Voted), true) => words.you_left_vote(),
        (Life::Abandoned(_), true) => words.you_left_last(casual),
        _ => words.you_left_lobby(),
    }
}

/// Whether somebody who left had no part in the rest of the game.
pub(super) fn had_finished(look: &Look, person: PersonId) -> bool {
    finished_before(look).any(|left| left == person)
}

/// Those who left and have no part in the rest of the game: their result comes with its end.
pub(super) fn finished_before(look: &Look) -> impl Iterator<Item = PersonId> {
    let left = look.done.iter().filter_map(|seat| look.seats.get(seat));
    left.filter_map(|sitter| match sitter {
        Sitter::Computer { instead_of, .. } => *instead_of,
        Sitter::Person { .. } | Sitter::Empty => None,
    })
}
