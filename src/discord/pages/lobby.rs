//! The lobby: who sits where, the rules in words, the seal, and the buttons before the game.

use super::press::{Press, Verb};
use super::table_words::{button, counting, sign, sitter_words};
use super::{declined, options};
use crate::computers::Level;
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Note, Tone};
use crate::discord::wire::send::SendFailure;
use crate::tables::{Answer, Declined, Life, Look, Sitter, Table};

/// The message of a lobby.
pub fn note(words: Words, look: &Look) -> Note {
    let game = words.game_name(look.game.id());
    match look.life {
        Life::Lobby => open_note(words, look, &game),
        Life::Starting => starting_note(words, look, &game),
        Life::Abandoned(_) => Note::public(words.lobby_closed(&game)),
        Life::Playing | Life::Finished | Life::SetAside => Note::public(format!(
            "{}\n{}",
            words.lobby_begun(&game),
            words.lobby_seal(&look.seal)
        )),
    }
}

fn open_note(words: Words, look: &Look, game: &str) -> Note {
    let mut lines = vec![words.lobby_title(game)];
    lines.extend(seat_lines(words, look));
    lines.push(options::whole(words, look));
    lines.push(counting(words, look));
    lines.push(words.lobby_advice());
    lines.push(words.lobby_seal(&look.seal));
    Note {
        rows: vec![first_row(words, look), second_row(words, look)],
        ..Note::public(lines.join("\n"))
    }
}

fn starting_note(words: Words, look: &Look, game: &str) -> Note {
    let again = button(look, Verb::Start, words.button_start()).tone(Tone::Good);
    Note {
        rows: vec![vec![again]],
        ..Note::public(words.lobby_starting(game))
    }
}

fn seat_lines(words: Words, look: &Look) -> Vec<String> {
    let line = |(seat, sitter): (_, &Sitter)| {
        let is_host = sitter.person() == Some(look.host);
        let host = if is_host { words.host() } else { String::new() };
        format!("{} {} {host}", sign(seat), sitter_words(words, sitter))
            .trim_end()
            .to_owned()
    };
    look.seats.iter().map(line).collect()
}

fn first_row(words: Words, look: &Look) -> Vec<Button> {
    let has_room = look.seats.values().any(|sitter| *sitter == Sitter::Empty);
    vec![
        button(look, Verb::Join, words.button_join())
            .tone(Tone::Main)
            .enabled(has_room),
        button(look, Verb::Leave, words.button_leave()),
        button(look, Verb::Start, words.button_start()).tone(Tone::Good),
    ]
}

fn second_row(words: Words, look: &Look) -> Vec<Button> {
    let has_room = look.seats.values().any(|sitter| *sitter == Sitter::Empty);
    let has_computer = look
        .seats
        .values()
        .any(|sitter| matches!(sitter, Sitter::Computer { .. }));
    let add = |level: &Level| {
        let text = words.button_add_computer(&words.level(level.name()));
        button(look, Verb::AddComputer(*level), text)
            .emoji("🤖")
            .enabled(has_room)
    };
    let others = [
        button(look, Verb::RemoveComputer, words.button_remove_computer()).enabled(has_computer),
        button(look, Verb::Options(0), words.button_options()).emoji("⚙️"),
        button(look, Verb::Rules, words.button_rules()).emoji("📖"),
    ];
    Level::ALL.iter().map(add).chain(others).collect()
}

impl Front {
    /// A press on a button of the lobby.
    pub async fn lobby_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        press: &Press,
    ) -> Result<(), SendFailure> {
        let (person, id) = (asked.person, asked.press);
        let answer = match press.verb {
            Verb::Join => table.take_seat(person, id).await,
            Verb::Leave => table.leave(person, id).await,
            Verb::AddComputer(level) => table.add_computer(person, id, level).await,
            Verb::RemoveComputer => table.remove_computer(person, id).await,
            _ => return self.start_pressed(asked, table).await,
        };
        match answer {
            Ok(answer) => {
                if press.verb == Verb::Join {
                    self.panels.offer(&table.id, asked);
                }
                self.answer_with_lobby(asked, answer.look()).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    async fn answer_with_lobby(&self, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
        self.keepers.lobby_told(look);
        let note = note(Words::of(&look.language), look);
        let answered = asked.update(&self.sender, &note).await;
        if answered.is_err() {
            self.keepers.lobby_not_told(&look.table);
            self.keepers.nudge(&look.table);
        }
        answered
    }

    /// Says why something is not possible, and shows the panel if there is one.
    pub async fn answer_declined(
        &self,
        asked: &Asked,
        table: &Table,
        declined: &Declined,
    ) -> Result<(), SendFailure> {
        let look = table.look(Some(asked.person), None).await.ok();
        let sentence = declined::sentence(asked.words, declined, look.as_ref());
        match look {
            Some(look) if asked.is_on_private_message() => {
                self.answer_with_panel(asked, &look, Some(sentence), None)
                    .await
            }
            _ => asked.tell(&self.sender, sentence).await,
        }
    }

    async fn start_pressed(&self, asked: &Asked, table: &Table) -> Result<(), SendFailure> {
        let look = match table.start(asked.person, asked.press).await {
            Ok(answer @ Answer::Done(_)) => answer,
            Ok(Answer::Late(look)) => return self.answer_with_lobby(asked, &look).await,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        self.panels.offer(&table.id, asked);
        // Whether the press was answered or not: the table has been told to start.
        let answered = self.answer_with_lobby(asked, look.look()).await;
        if let Err(failure) = self.begin(table, look.look()).await {
            tracing::warn!(%failure, "a start message could not be posted");
            let note = Note::private(self.start_failed(asked, &failure));
            self.sender.follow_up(&asked.token, &note).await?;
        }
        answered
    }

    fn start_failed(&self, asked: &Asked, failure: &SendFailure) -> String {
        if failure.is_forbidden() {
            let write = match asked.is_in_thread() {
                true => "send_threads",
                false => "send",
            };
            let names = ["view", write, "attach"].map(|name| asked.words.permission(name));
            return asked.words.missing_permissions(&names.join(", "));
        }
        asked.words.failure()
    }

    /// Posts the lasting message that the game begins, whose id is the last contribution, and deals.
    pub async fn begin(&self, table: &Table, look: &Look) -> Result<(), SendFailure> {
        let words = Words::of(&look.language);
        let people: Vec<_> = look.seats.values().filter_map(Sitter::person).collect();
        let names: Vec<String> = people.iter().map(|person| format!("<@{person}>")).collect();
        let game = words.game_name(look.game.id());
        let text = words.game_begins(&game, &names.join(" "), &look.seal, &look.table.to_string());
        let note = Note {
            pings: self.settings.who_is_called(&people),
            ..Note::public(text)
        };
        let nonce = format!("{}-start", look.table);
        let message = self.sender.post(look.places.channel, &nonce, &note).await?;
        if let Err(declined) = table.begin(message).await {
            tracing::error!(table = %table.id, %declined, "a game was announced but did not begin");
        }
        Ok(())
    }
}
