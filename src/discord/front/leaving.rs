//! Leaving a table: a game that counts asks once, with what it means; a button asks in any game, for it may be pressed by
//! mistake, and so does the command where that game is played elsewhere.

use super::Front;
use super::asked::Asked;
use crate::discord::pages::press::Verb;
use crate::discord::pages::table_words::button;
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
        if is_elsewhere(asked, look) {
            return asked.words.game_elsewhere(&game, &format!("<#{channel}>"));
        }
        if channel == asked.channel || self.keepers.asides.holds(&look.table) {
            return game;
        }
        format!("{game}, <#{channel}>")
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
                let told = Note::private(left_told(asked, answer.look()));
                asked.update(&self.sender, &told).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// The table had ended before they left it: there was nothing to leave, and nothing to lose by it.
    async fn answer_after_the_end(&self, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
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

/// The way to give up a seat in another server; `None` for whoever has none there.
pub(super) fn way_to_leave(asked: &Asked, look: &Look) -> Option<Button> {
    look.viewer.seat()?;
    let label = asked
        .words
        .button_leave_elsewhere(&asked.words.game_name(look.game.id()));
    Some(button(look, Verb::Leave, label))
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
    let (text, label) = if costs(look) {
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
    // From elsewhere nobody is led to the rack: who lets the question be stays.
    let stay = (!is_elsewhere(asked, look)).then(|| button(look, Verb::Rack, words.button_stay()));
    Note {
        rows: vec![stay.into_iter().chain([quit]).collect()],
        ..Note::private(text)
    }
}

/// Whether the table goes on: somebody else has a seat, or went when they were out of the game and waits for its result.
fn has_others(look: &Look) -> bool {
    let is_another = |(seat, sitter): (Seat, &Sitter)| match sitter {
        Sitter::Person { .. } => look.viewer.seat() != Some(seat),
        Sitter::Computer { instead_of, .. } => instead_of.is_some() && look.out.contains(seat),
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
    let out = look.out.iter().filter_map(|seat| look.seats.get(seat));
    out.filter_map(|sitter| match sitter {
        Sitter::Computer { instead_of, .. } => *instead_of,
        Sitter::Person { .. } | Sitter::Empty => None,
    })
}
