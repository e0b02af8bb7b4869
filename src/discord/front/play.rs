//! Moves: a press on a board or a panel, or a typed one.

use serenity::all::ComponentInteraction;

use super::Front;
use super::asked::Asked;
use super::kept::holds::{Leaf, Panels};
use crate::discord::pages::declined;
use crate::discord::pages::games::{self, AnyPress};
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::{
    LearnPress, LessonPress, LobbyPress, OwnPress, Press, PrivacyPress, ReplayPress, SettingsPress,
    Turn, Verb,
};
use crate::discord::pages::table_words::Body;
use crate::discord::speech::letters::usual;
use crate::discord::speech::words::{Words, folded};
use crate::discord::wire::note::{MOST_CHOICE_TEXT, Note, Privacy};
use crate::discord::wire::send::SendFailure;
use crate::rules::Seat;
use crate::rules::any::{AnyAction, GameId};
use crate::tables::{Act, Answer, Barrier, Declined, Life, Look, Revision, Sitter, Table, TableId};

/// The typed word that goes on to the next round.
pub(crate) const NEXT: &str = "next";

/// The value of the only choice of somebody who has nothing to play: no move of any game.
pub(crate) const WAIT: &str = "wait";

/// Before a typed move, in large letters or small: it is meant, whatever it gives away.
pub(super) const SURELY: &str = "surely ";

/// So many brackets are opened at the most in what the list of moves shows, and as many are looked into.
const MOST_BRACKETS: usize = 8;

/// The value of a choice is `revision|move`; what people type has no revision, and a `|` in it is part of the move.
pub(crate) fn split(wanted: &str) -> (Option<Revision>, &str) {
    let choice = wanted.split_once('|');
    let choice = choice.and_then(|(revision, text)| Some((revision.parse().ok()?, text)));
    match choice {
        Some((revision, text)) => (Some(revision), text),
        None => (None, wanted),
    }
}

/// What is typed without [`SURELY`], and whether that stood before it.
pub(super) fn sure(text: &str) -> (bool, &str) {
    let text = text.trim();
    match text.split_at_checked(SURELY.len()) {
        Some((before, rest)) if before.eq_ignore_ascii_case(SURELY) => (true, rest),
        _ => (false, text),
    }
}

/// The choice that goes on to the next round, with what is typed for it as at every other choice.
pub(super) fn next_choice(words: Words, game: GameId) -> String {
    format!("{} ({NEXT})", words.move_next(game.id()))
}

/// Whether somebody has typed that they want to go on: in a word, or as the list of moves shows it.
pub(super) fn goes_on(words: Words, game: GameId, text: &str) -> bool {
    let typed = folded(text.trim());
    let shown = [words.move_next(game.id()), next_choice(words, game)];
    typed == NEXT || shown.iter().any(|shown| folded(shown) == typed)
}

/// A move that was typed: as its text, or as the list of moves shows it, with its text in the last brackets. What else stands in
/// brackets is no move: the spoken names of pieces end in some.
pub(super) fn typed(game: GameId, text: &str, look: Option<&Look>) -> Option<AnyAction> {
    let read = |text: &str| games::typed(game, text, look);
    let shown = |text: &str| {
        let is_its_text = |action: &AnyAction| games::text(action).eq_ignore_ascii_case(text);
        read(text).filter(is_its_text)
    };
    read(text).or_else(|| in_brackets(text).find_map(shown))
}

/// What stands in brackets at the end of a text, the shortest first: there may be brackets in it. A text that is longer than
/// what the list shows has none, and of many brackets the last ones count: each is read as a move.
fn in_brackets(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let is_shown = text.chars().nth(MOST_CHOICE_TEXT).is_none();
    let shown = text.strip_suffix(')').filter(|_| is_shown);
    shown.into_iter().flat_map(|shown| {
        let begun = shown.rmatch_indices('(').take(MOST_BRACKETS);
        begun.map(|(at, bracket)| &shown[at + bracket.len()..])
    })
}

/// Whether somebody else was faster to take a seat in a game that is being played.
fn is_taken(look: &Look, seat: Seat) -> bool {
    let sits = matches!(look.seats.get(seat), Some(Sitter::Person { .. }));
    sits && look.life == Life::Playing && look.viewer.seat() != Some(seat)
}

/// Whether the channel of a table was deleted: no link leads there.
fn is_gone(look: &Look, barrier: Option<Barrier>) -> bool {
    barrier.or(look.places.barrier) == Some(Barrier::Gone)
}

impl Front {
    /// A press on any component of ours.
    pub(crate) async fn pressed(
        &self,
        interaction: &ComponentInteraction,
    ) -> Result<(), SendFailure> {
        let asked = Asked::by_press(interaction, self.clock.now(), &self.settings, &self.replies);
        self.hears_from(&asked);
        if !self.presses.take(asked.person, asked.at) {
            return asked.tell(&self.sender, asked.too_quick()).await;
        }
        if let Ok(turn) = interaction.data.custom_id.parse::<Turn>() {
            return self.page_turned(&asked, turn).await;
        }
        if let Ok(press) = interaction.data.custom_id.parse::<SettingsPress>() {
            return self.settings_pressed(&asked, press).await;
        }
        if let Ok(press) = interaction.data.custom_id.parse::<PrivacyPress>() {
            return self.privacy_pressed(&asked, press).await;
        }
        if let Ok(press) = interaction.data.custom_id.parse::<LessonPress>() {
            return self.lesson_pressed(&asked, press).await;
        }
        if let Ok(press) = interaction.data.custom_id.parse::<LearnPress>() {
            return self.learn_pressed(&asked, &press).await;
        }
        if let Ok(press) = interaction.data.custom_id.parse::<ReplayPress>() {
            return self.replay_pressed(&asked, &press).await;
        }
        let press = interaction.data.custom_id.parse::<Press>().ok();
        let Some(press) = press.filter(|_| !asked.is_made_up()) else {
            let sentence = asked.words.unreadable_button();
            return asked.tell(&self.sender, sentence).await;
        };
        if press.verb == Verb::Rematch {
            return self.rematch_pressed(&asked, &press.table).await;
        }
        if press.verb == Verb::Stats {
            return self.tell_own_stats(&asked).await;
        }
        let Some(table) = self.hall.table(&press.table) else {
            return self.pressed_afterwards(&asked, &press).await;
        };
        let answering = self.panels.answering(&table.id, asked.person);
        let answered = self.route(&asked, &table, &press).await;
        drop(answering);
        // What happened meanwhile was left to this answer; if it was more than the answer knew, it shows now.
        self.keepers.nudge(&table.id);
        answered
    }

    async fn route(&self, asked: &Asked, table: &Table, press: &Press) -> Result<(), SendFailure> {
        match &press.verb {
            Verb::Join
            | Verb::Leave
            | Verb::ChangeSeat
            | Verb::AddComputer(_)
            | Verb::RemoveComputer
            | Verb::Start => self.lobby_pressed(asked, table, press).await,
            Verb::Lobby(LobbyPress::More) => self.more_pressed(asked, table).await,
            Verb::Lobby(_) => self.lobby_pressed(asked, table, press).await,
            Verb::Sit(seat) => {
                let answer = table.take_over(asked.person, asked.press, *seat).await;
                match answer {
                    Ok(Answer::Late(look)) if is_taken(&look, *seat) => {
                        let notice = Some(asked.words.seat_taken());
                        self.answer_with_panel(asked, &look, notice, None).await
                    }
                    answer => self.answer_move(asked, table, answer).await,
                }
            }
            Verb::Rules => self.tell_rules_of(asked, table).await,
            Verb::Options(page) => self.options_pressed(asked, table, *page).await,
            Verb::Set(setting) => self.option_chosen(asked, table, *setting).await,
            Verb::Rack => self.show_rack(asked, table).await,
            Verb::Hint => self.answer_hint(asked, table).await,
            Verb::Desk(wanted) => {
                self.desk_pressed(asked, table, press.revision, *wanted)
                    .await
            }
            Verb::Rematch => self.rematch_pressed(asked, &press.table).await,
            Verb::Stats => self.tell_own_stats(asked).await,
            Verb::Quit => self.quit_pressed(asked, table).await,
            Verb::Close(whose) => self.close_pressed(asked, table, *whose).await,
            Verb::Sheet => self.show_end(asked, table, press).await,
            Verb::Next => {
                asked.is_a_move();
                let answer = table.next(asked.person, asked.press).await;
                self.moved(asked, &answer);
                self.answer_move(asked, table, answer).await
            }
            Verb::Own(own) => self.own_pressed(asked, table, press.revision, own).await,
        }
    }

    /// Shows the asker's own rack; before the deal a link to the lobby, which comes back if it is lost. What they have begun on
    /// a page of their panel is not taken away by the first press elsewhere.
    pub(crate) async fn show_rack(&self, asked: &Asked, table: &Table) -> Result<(), SendFailure> {
        match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => {
                // What is pressed stands.
                if !asked.is_on(look.places.board) {
                    self.seek_message(asked, &look);
                }
                let hindrance = self.keepers.asides.hindrance(&look.table);
                let keeps = |all: &Panels| all.tells_begun(&look, hindrance, asked);
                if asked.is_on_public_message() && keeps(&self.panels) {
                    return asked.tell(&self.sender, asked.words.panel_begun()).await;
                }
                let notice = self.moved_here(asked, &look);
                self.answer_with_panel(asked, &look, notice, None).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// That a panel which a command opens in another channel than that of its table is no longer at the table.
    fn moved_here(&self, asked: &Asked, look: &Look) -> Option<String> {
        let is_elsewhere = asked.pressed.is_none() && asked.channel != look.places.channel;
        let has_panel = look.viewer.seat().is_some() && look.view.is_some();
        if !is_elsewhere || !has_panel || is_gone(look, self.keepers.asides.of(&look.table)) {
            return None;
        }
        let link = look.places.link();
        let link = link.unwrap_or_else(|| format!("<#{}>", look.places.channel));
        Some(asked.words.panel_moved(&link))
    }

    /// Shows the asker how the table stands or ended, as everybody sees it, in their language.
    async fn show_end(
        &self,
        asked: &Asked,
        table: &Table,
        press: &Press,
    ) -> Result<(), SendFailure> {
        let look = match table.look(None, None).await {
            Ok(look) => look,
            // It was forgotten in this moment.
            Err(Declined::Gone) => return self.pressed_afterwards(asked, press).await,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        match self.end_of(asked, &look).await {
            Some(end) => asked.answer(&self.sender, &end).await,
            None => {
                self.answer_declined(asked, table, &look.not_playing())
                    .await
            }
        }
    }

    /// A press at a table that ended a while ago: how it ended stays to be seen in its server, as long as its journal does. Or
    /// at one of which nothing is known: its message stays as it is, for another process may know better.
    async fn pressed_afterwards(&self, asked: &Asked, press: &Press) -> Result<(), SendFailure> {
        let is_for_end = press.verb == Verb::Sheet;
        let look = if is_for_end {
            self.hall.finished(&press.table).await
        } else {
            None
        };
        let is_kept = look.is_some();
        let end = match look.filter(|look| look.places.server == asked.server) {
            Some(look) => self.end_of(asked, &look).await,
            None => None,
        };
        if let Some(end) = end {
            return asked.answer(&self.sender, &end).await;
        }
        let declined = self.hall.why_none(&press.table).await;
        self.notes_unknown(asked, &press.table, &declined);
        let sentence = match declined {
            Declined::Gone if is_for_end && !is_kept => asked.words.sheet_gone(),
            declined => asked.declined(&declined, None),
        };
        asked.tell(&self.sender, sentence).await
    }

    /// Tells the host once of a table whose button was pressed if that is why it was declined: nothing is known of it.
    pub(crate) fn notes_unknown(&self, asked: &Asked, table: &TableId, declined: &Declined) {
        let place = asked.is_on_public_message().then_some(asked.channel);
        if *declined == Declined::Unknown && self.unknown.is_new(table, place) {
            tracing::warn!(
                %table,
                "a button of a table was pressed of which the database knows nothing: was an older copy of it put back, or does \
                 another process run with this token?"
            );
        }
    }

    /// How a table stands or ended, for the asker alone; `None` before anything was dealt.
    async fn end_of(&self, asked: &Asked, look: &Look) -> Option<Note> {
        let faces = self.faces_at(look);
        let reader = self.reads(asked, look).facing(&faces);
        let body = games::sheet(reader)?;
        let note = self.board_in_time(asked, look, body).await;
        Some(Note {
            rows: Vec::new(),
            privacy: Privacy::Private,
            ..note
        })
    }

    /// A press on a button of the table's own game: a page of its panel, or moves.
    ///
    /// Whether moves are late is judged by the table, and here whether everything else is.
    async fn own_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        own: &OwnPress,
    ) -> Result<(), SendFailure> {
        let Some(press) = AnyPress::read(table.game, own) else {
            return asked
                .tell(&self.sender, asked.words.unreadable_button())
                .await;
        };
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_refused_move(asked, table, &declined).await,
        };
        let may_be_late = !press.is_timeless();
        let is_late = may_be_late && look.seat_revision.is_some_and(|since| since > revision);
        let faces = self.faces_at(&look);
        let reader = self.reads(asked, &look).facing(&faces);
        let Some(pressed) = games::pressed(reader, press) else {
            let declined = look.not_playing();
            return self.answer_refused_move(asked, table, &declined).await;
        };
        match pressed.whole() {
            Pressed::Moves(moves, page) => {
                self.act(asked, table, Some(revision), moves, page).await
            }
            Pressed::Page(body, notice) if !is_late && look.is_live() => {
                // What it shows whenever it is asked for holds nothing.
                let leaf = if may_be_late {
                    Leaf::Begun
                } else {
                    Leaf::Other
                };
                self.answer_with_body(asked, &look, (leaf, body), notice)
                    .await
            }
            Pressed::Ask(slot) if !is_late => {
                self.answer_with_panel(asked, &look, None, Some(slot)).await
            }
            Pressed::Page(..) | Pressed::Half(_) | Pressed::Ask(_) | Pressed::Late => {
                let notice = may_be_late.then(|| asked.late());
                self.answer_with_panel(asked, &look, notice, None).await
            }
        }
    }

    /// Makes moves, and answers what became of them; if the rules say no, this page stays.
    async fn act(
        &self,
        asked: &Asked,
        table: &Table,
        drawn_from: Option<Revision>,
        actions: Vec<AnyAction>,
        page: Option<Body>,
    ) -> Result<(), SendFailure> {
        let act = Act {
            person: asked.person,
            press: asked.press,
            drawn_from,
            actions,
        };
        asked.is_a_move();
        let answer = table.act(act).await;
        self.moved(asked, &answer);
        let (Err(refused @ Declined::Refused(_)), Some(page)) = (&answer, page) else {
            return self.answer_move(asked, table, answer).await;
        };
        let Ok(look) = table.look(Some(asked.person), None).await else {
            return self.answer_move(asked, table, answer).await;
        };
        let notice = asked.declined(refused, Some(&look));
        self.answer_with_body(asked, &look, (Leaf::Begun, page), Some(notice))
            .await
    }

    /// A move that was made costs no press: the turns of the others are limit enough, and whoever plays quickly never waits. One that
    /// is kept for later has taken no turn.
    fn moved(&self, asked: &Asked, answer: &Result<Answer, Declined>) {
        let Ok(Answer::Done(look)) = answer else {
            return;
        };
        let is_kept = look
            .desk
            .as_ref()
            .is_some_and(|desk| desk.early().is_some());
        if !is_kept {
            self.presses.give_back(asked.person);
        }
    }

    /// A typed move, judged against now; or a choice, judged against the revision it was offered at.
    pub(crate) async fn play_typed(
        &self,
        asked: &Asked,
        table: &Table,
        wanted: &str,
    ) -> Result<(), SendFailure> {
        let answering = self.panels.answering(&table.id, asked.person);
        let answered = self.answer_typed(asked, table, wanted).await;
        drop(answering);
        self.keepers.nudge(&table.id);
        answered
    }

    async fn answer_typed(
        &self,
        asked: &Asked,
        table: &Table,
        wanted: &str,
    ) -> Result<(), SendFailure> {
        let (drawn_from, text) = split(wanted);
        let text = &usual(text)[..];
        if goes_on(asked.words, table.game, text) {
            let answer = table.next(asked.person, asked.press).await;
            self.moved(asked, &answer);
            return self.answer_move(asked, table, answer).await;
        }
        if text.trim().eq_ignore_ascii_case(WAIT) {
            return self.show_rack(asked, table).await;
        }
        let (is_sure, text) = sure(text);
        let look = table.look(Some(asked.person), Some(asked.press)).await;
        let Some(action) = typed(table.game, text, look.as_ref().ok()) else {
            return match look {
                Ok(look) => {
                    let notice = declined::no_move(asked.words, text, &look);
                    self.answer_with_panel(asked, &look, Some(notice), None)
                        .await
                }
                Err(declined) => self.answer_declined(asked, table, &declined).await,
            };
        };
        if is_sure {
            let action = games::surely(action);
            return self.act(asked, table, drawn_from, vec![action], None).await;
        }
        if let Ok(look) = look
            && let Some(slot) = games::asks_first(self.reads(asked, &look), &action)
            && drawn_from.is_none_or(|from| look.seat_revision.is_none_or(|since| since <= from))
        {
            let surely = asked.words.move_surely(&games::text(&action));
            let question = self.answer_with_panel(asked, &look, Some(surely), Some(slot));
            return question.await;
        }
        self.act(asked, table, drawn_from, vec![action], None).await
    }

    /// Answers what became of a move: the panel as it is now, and why nothing happened if nothing did.
    pub(crate) async fn answer_move(
        &self,
        asked: &Asked,
        table: &Table,
        answer: Result<Answer, Declined>,
    ) -> Result<(), SendFailure> {
        match answer {
            Ok(Answer::Done(look)) => {
                let notice = self.moved_here(asked, &look);
                self.answer_with_panel(asked, &look, notice, None).await
            }
            Ok(Answer::Late(look)) => {
                let notice = Some(asked.late());
                self.answer_with_panel(asked, &look, notice, None).await
            }
            Err(declined) => self.answer_refused_move(asked, table, &declined).await,
        }
    }

    async fn answer_refused_move(
        &self,
        asked: &Asked,
        table: &Table,
        declined: &Declined,
    ) -> Result<(), SendFailure> {
        let look: Option<Look> = table.look(Some(asked.person), None).await.ok();
        let sentence = asked.declined(declined, look.as_ref());
        match look {
            Some(look) => {
                self.answer_with_panel(asked, &look, Some(sentence), None)
                    .await
            }
            None => asked.tell(&self.sender, sentence).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::front::commands::choices;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::AnyGame;
    use crate::rules::{Chance, Game, Seat, Viewer};

    #[test]
    fn only_a_revision_stands_before_a_move() {
        for (wanted, expected) in [
            ("12|discard R5", (Some(12), "discard R5")),
            ("12|open R5 | R6", (Some(12), "open R5 | R6")),
            ("discard R5", (None, "discard R5")),
            ("open R5 | R6", (None, "open R5 | R6")),
            ("draw | discard R5", (None, "draw | discard R5")),
            ("|", (None, "|")),
            ("-1|draw", (None, "-1|draw")),
        ] {
            let (revision, text) = split(wanted);
            let expected = (expected.0.map(|number: u64| number.to_string()), expected.1);
            assert_eq!(
                (revision.map(|revision| revision.to_string()), text),
                expected,
                "{wanted}"
            );
        }
    }

    /// Found by hand: each bracket was looked into, and one text of thousands kept the bot from everybody else.
    #[test]
    fn of_a_text_of_brackets_no_more_are_read_than_the_list_shows() {
        for (text, expected) in [
            ("(".repeat(5_999) + ")", 0),
            ("(".repeat(999) + ")", 0),
            ("(".repeat(MOST_CHOICE_TEXT) + ")", 0),
            ("(".repeat(MOST_CHOICE_TEXT - 1) + ")", MOST_BRACKETS),
            (format!("  {}  )  ", "İ(".repeat(20)), MOST_BRACKETS),
            (format!("{}(draw)", "İ".repeat(94)), 1),
            (format!("{}(draw)", "İ".repeat(95)), 0),
        ] {
            assert_eq!(in_brackets(&text).count(), expected, "{text}");
        }
    }

    #[test]
    fn what_the_list_of_moves_shows_may_be_typed() {
        for (text, expected) in [
            ("Discard ⭐3 (discard Y3)", vec!["discard Y3"]),
            (
                "Open (5 points) (open (R5)) ",
                vec!["R5)", "open (R5)", "5 points) (open (R5)"],
            ),
            ("discard Y3", vec![]),
            ("discard (Y3", vec![]),
            (")", vec![]),
        ] {
            assert_eq!(in_brackets(text).collect::<Vec<_>>(), expected, "{text}");
        }
        for game in GameId::ALL {
            let seats = *game.seats().end();
            let mut played = AnyGame::new(&game.default_options(), seats);
            played.obey(&played.deal(&Chance::from_seed(3)));
            let looks = Seat::all(seats).map(|seat| staged(&played, Viewer::Seat(seat)));
            let looks: Vec<Look> = looks.filter(|look| !look.actions.is_empty()).collect();
            assert!(!looks.is_empty(), "{game:?}: nobody can move");
            for (look, words) in looks
                .iter()
                .flat_map(|look| Words::tried().map(move |w| (look, w)))
            {
                let offered = serde_json::json!(choices(look, words, ""));
                for offer in offered.as_array().into_iter().flatten() {
                    let [name, value] =
                        ["name", "value"].map(|key| offer[key].as_str().unwrap_or_default());
                    assert!(name.matches('(').count() <= MOST_BRACKETS / 2, "{name}");
                    let meant = typed(*game, split(value).1, Some(look));
                    assert!(meant.is_some(), "{value}");
                    assert_eq!(typed(*game, name, Some(look)), meant, "{name}");
                }
            }
        }
    }

    #[test]
    fn whoever_is_sure_may_say_so_in_large_letters() {
        for (text, expected) in [
            ("surely discard R5", (true, "discard R5")),
            (" Surely R5", (true, "R5")),
            ("SURELY ❤️5", (true, "❤️5")),
            ("surelyR5", (false, "surelyR5")),
            ("surely", (false, "surely")),
            ("❤️❤️❤️5", (false, "❤️❤️❤️5")),
        ] {
            assert_eq!(sure(text), expected, "{text}");
        }
    }
}
