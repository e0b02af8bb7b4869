//! Moves: a press on a board or a panel, or a typed one.

use serenity::all::ComponentInteraction;

use super::Front;
use super::asked::Asked;
use crate::discord::pages::press::{Press, SettingsPress, Turn, Verb};
use crate::discord::pages::{declined, games};
use crate::discord::wire::send::SendFailure;
use crate::rules::any::AnyAction;
use crate::tables::{Act, Answer, Declined, Look, Revision, Table};

/// The typed word that goes on to the next round.
pub(crate) const NEXT: &str = "next";

/// Before a typed move: it is meant, whatever it gives away.
const SURELY: &str = "surely ";

/// The value of a choice is `revision|move`; what people type has no revision.
pub(crate) fn split(wanted: &str) -> (Option<Revision>, &str) {
    match wanted.split_once('|') {
        Some((revision, text)) => (revision.parse().ok(), text),
        None => (None, wanted),
    }
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
            return asked.tell(&self.sender, asked.words.too_quick()).await;
        }
        if let Ok(turn) = interaction.data.custom_id.parse::<Turn>() {
            return self.page_turned(&asked, turn).await;
        }
        if let Ok(press) = interaction.data.custom_id.parse::<SettingsPress>() {
            return self.settings_pressed(&asked, press).await;
        }
        let Ok(press) = interaction.data.custom_id.parse::<Press>() else {
            return asked
                .tell(&self.sender, asked.words.unreadable_button())
                .await;
        };
        if press.verb == Verb::Rematch {
            return self.rematch_pressed(&asked, &press.table).await;
        }
        let Some(table) = self.hall.table(&press.table) else {
            return asked.tell(&self.sender, asked.words.gone()).await;
        };
        let answering = self.panels.answering(&table.id, asked.person);
        let answered = self.route(&asked, &table, &press).await;
        drop(answering);
        // What happened meanwhile was left to this answer; if it was more than the answer knew, it shows now.
        self.keepers.nudge(&table.id);
        answered
    }

    async fn route(&self, asked: &Asked, table: &Table, press: &Press) -> Result<(), SendFailure> {
        match press.verb {
            Verb::Join
            | Verb::Leave
            | Verb::AddComputer(_)
            | Verb::RemoveComputer
            | Verb::Start => self.lobby_pressed(asked, table, press).await,
            Verb::Sit(seat) => {
                let answer = table.take_over(asked.person, asked.press, seat).await;
                self.answer_move(asked, table, answer).await
            }
            Verb::Rules => {
                let rules = games::rules(asked.words, table.game);
                asked.tell(&self.sender, rules).await
            }
            Verb::Options(page) => self.options_pressed(asked, table, page).await,
            Verb::Set(setting) => self.option_chosen(asked, table, setting).await,
            Verb::Rack => self.show_rack(asked, table).await,
            Verb::Hint => self.answer_hint(asked, table).await,
            Verb::Desk(wanted) => {
                self.desk_pressed(asked, table, press.revision, wanted)
                    .await
            }
            Verb::Meld(wanted) => {
                self.meld_pressed(asked, table, press.revision, wanted)
                    .await
            }
            Verb::Next => {
                let answer = table.next(asked.person, asked.press).await;
                self.moved(asked, &answer);
                self.answer_move(asked, table, answer).await
            }
            verb => self.move_pressed(asked, table, press.revision, verb).await,
        }
    }

    /// Shows the asker's own rack.
    pub(crate) async fn show_rack(&self, asked: &Asked, table: &Table) -> Result<(), SendFailure> {
        match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => self.answer_with_panel(asked, &look, None, None).await,
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// A press that is a move.
    pub(crate) async fn move_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        verb: Verb,
    ) -> Result<(), SendFailure> {
        let Some(action) = games::pressed(table.game, verb) else {
            return asked
                .tell(&self.sender, asked.words.unreadable_button())
                .await;
        };
        if let Verb::Discard(_) = verb
            && let Ok(look) = table.look(Some(asked.person), Some(asked.press)).await
            && let Some(slot) = games::asks_first(&look, &action)
            && look.seat_revision.is_none_or(|since| since <= revision)
        {
            return self.answer_with_panel(asked, &look, None, Some(slot)).await;
        }
        self.act(asked, table, Some(revision), vec![action]).await
    }

    /// Makes moves, and answers what became of them.
    pub(crate) async fn act(
        &self,
        asked: &Asked,
        table: &Table,
        drawn_from: Option<Revision>,
        actions: Vec<AnyAction>,
    ) -> Result<(), SendFailure> {
        let act = Act {
            person: asked.person,
            press: asked.press,
            drawn_from,
            actions,
        };
        let answer = table.act(act).await;
        self.moved(asked, &answer);
        self.answer_move(asked, table, answer).await
    }

    /// A move that was made costs no press: the turns of the others are limit enough, and whoever plays quickly never waits.
    pub(crate) fn moved(&self, asked: &Asked, answer: &Result<Answer, Declined>) {
        if let Ok(Answer::Done(_)) = answer {
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
        if text.trim().eq_ignore_ascii_case(NEXT) {
            let answer = table.next(asked.person, asked.press).await;
            self.moved(asked, &answer);
            return self.answer_move(asked, table, answer).await;
        }
        let (is_sure, text) = match text.trim().strip_prefix(SURELY) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let look = table.look(Some(asked.person), Some(asked.press)).await;
        let listed = look.as_ref().map_or(&[][..], |look| &look.actions);
        let Some(action) = games::read(table.game, text, listed) else {
            return match look {
                Ok(look) => {
                    let notice = asked.words.no_move(games::examples(table.game));
                    self.answer_with_panel(asked, &look, Some(notice), None)
                        .await
                }
                Err(declined) => self.answer_declined(asked, table, &declined).await,
            };
        };
        if is_sure {
            let action = games::surely(action);
            return self.act(asked, table, drawn_from, vec![action]).await;
        }
        if let Ok(look) = look
            && let Some(slot) = games::asks_first(&look, &action)
            && drawn_from.is_none_or(|from| look.seat_revision.is_none_or(|since| since <= from))
        {
            return self.answer_with_panel(asked, &look, None, Some(slot)).await;
        }
        self.act(asked, table, drawn_from, vec![action]).await
    }

    /// Answers what became of a move: the panel as it is now, and why nothing happened if nothing did.
    pub(crate) async fn answer_move(
        &self,
        asked: &Asked,
        table: &Table,
        answer: Result<Answer, Declined>,
    ) -> Result<(), SendFailure> {
        match answer {
            Ok(Answer::Done(look)) => self.answer_with_panel(asked, &look, None, None).await,
            Ok(Answer::Late(look)) => {
                let notice = Some(asked.words.late());
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
        let sentence = declined::sentence(asked.words, declined, look.as_ref());
        match look {
            Some(look) => {
                self.answer_with_panel(asked, &look, Some(sentence), None)
                    .await
            }
            None => asked.tell(&self.sender, sentence).await,
        }
    }
}
