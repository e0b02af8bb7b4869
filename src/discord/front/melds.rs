//! Presses on the further pages of Okey 101.

use super::Front;
use super::asked::Asked;
use crate::discord::pages::declined;
use crate::discord::pages::okey101::pages::{Wanted, wanted};
use crate::discord::pages::press::MeldPress;
use crate::discord::pages::table_words::Body;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::okey101::Action;
use crate::tables::{Act, Declined, Revision, Table};

impl Front {
    /// A press on one of the buttons of Okey 101.
    pub(crate) async fn meld_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        press: MeldPress,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        let is_late = look.seat_revision.is_some_and(|since| since > revision);
        if is_late && !press.is_timeless() {
            let notice = Some(asked.words.late());
            return self.answer_with_panel(asked, &look, notice, None).await;
        }
        let Some(AnyView::Okey101(view)) = &look.view else {
            let sentence = asked.words.unreadable_button();
            return asked.tell(&self.sender, sentence).await;
        };
        match wanted(asked.words, &look, view, press) {
            Some(Wanted::Page(Some(body), notice)) if look.is_live() => {
                self.answer_with_body(asked, &look, body, notice).await
            }
            Some(Wanted::Moves(moves, page)) if !moves.is_empty() => {
                self.lay(asked, table, revision, moves, page).await
            }
            _ => {
                let notice = (!press.is_timeless()).then(|| asked.words.late());
                self.answer_with_panel(asked, &look, notice, None).await
            }
        }
    }

    /// Makes these moves; if the rules say no, the page stays on which they were put together.
    async fn lay(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        moves: Vec<Action>,
        page: Option<Body>,
    ) -> Result<(), SendFailure> {
        let act = Act {
            person: asked.person,
            press: asked.press,
            drawn_from: Some(revision),
            actions: moves.into_iter().map(AnyAction::Okey101).collect(),
        };
        let answer = table.act(act).await;
        self.moved(asked, &answer);
        let (Err(refused @ Declined::Refused(_)), Some(page)) = (&answer, page) else {
            return self.answer_move(asked, table, answer).await;
        };
        let Ok(look) = table.look(Some(asked.person), None).await else {
            return self.answer_move(asked, table, answer).await;
        };
        let notice = declined::sentence(asked.words, refused, Some(&look));
        self.answer_with_body(asked, &look, page, Some(notice))
            .await
    }
}
