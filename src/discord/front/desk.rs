//! Presses on the desk: its pages are shown, and what its owner wants is told to the table.

use super::Front;
use super::asked::Asked;
use super::kept::holds::Leaf;
use crate::discord::pages::desk::Page;
use crate::discord::pages::games;
use crate::discord::pages::press::{DeskPress, Slot};
use crate::discord::wire::send::SendFailure;
use crate::tables::{Answer, Declined, DeskChange, Life, Look, Order, Revision, Table};

impl Front {
    /// A press on the desk, or on the way there.
    pub(crate) async fn desk_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        press: DeskPress,
    ) -> Result<(), SendFailure> {
        let change = match press {
            DeskPress::Open => return self.show_desk(asked, table, Page::Whole).await,
            DeskPress::Preparing => return self.show_desk(asked, table, Page::Preparing).await,
            DeskPress::Pick(picked) => {
                return self.show_desk(asked, table, Page::Moving(picked)).await;
            }
            DeskPress::Put(picked, to) => {
                return self.piece_put(asked, table, picked, to).await;
            }
            DeskPress::AutoDraw { on } => DeskChange::AutoDraw { on },
            DeskPress::Order(order) => DeskChange::Order(order),
            DeskPress::Prepare(slot) => DeskChange::Prepare {
                piece: slot.piece,
                drawn_from: Some(revision),
            },
            DeskPress::Cancel => DeskChange::Cancel,
        };
        let page = match press {
            DeskPress::Order(Order::Own) => Some(Page::Moving(None)),
            DeskPress::AutoDraw { .. } | DeskPress::Order(_) => Some(Page::Whole),
            _ => None,
        };
        self.change_desk(asked, table, change, page).await
    }

    async fn show_desk(&self, asked: &Asked, table: &Table, page: Page) -> Result<(), SendFailure> {
        match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => self.answer_with_desk(asked, &look, page).await,
            Err(declined) => self.answer_move(asked, table, Err(declined)).await,
        }
    }

    async fn answer_with_desk(
        &self,
        asked: &Asked,
        look: &Look,
        page: Page,
    ) -> Result<(), SendFailure> {
        match games::desk(self.reads(asked, look), page).filter(|_| look.life == Life::Playing) {
            Some(body) => {
                self.answer_with_body(asked, look, (Leaf::Other, body), None)
                    .await
            }
            None => self.answer_with_panel(asked, look, None, None).await,
        }
    }

    async fn piece_put(
        &self,
        asked: &Asked,
        table: &Table,
        picked: Slot,
        to: u8,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_move(asked, table, Err(declined)).await,
        };
        let page = Some(Page::Moving(None));
        match games::put(self.reads(asked, &look), picked, to) {
            Some(pieces) => {
                let change = DeskChange::Own(pieces);
                self.change_desk(asked, table, change, page).await
            }
            None => {
                self.answer_with_desk(asked, &look, Page::Moving(None))
                    .await
            }
        }
    }

    /// Changes the desk and shows a page of it, or the first page of the panel.
    async fn change_desk(
        &self,
        asked: &Asked,
        table: &Table,
        change: DeskChange,
        page: Option<Page>,
    ) -> Result<(), SendFailure> {
        let answer = table.desk(asked.person, asked.press, change).await;
        match (answer, page) {
            (Ok(Answer::Done(look)), Some(page)) => self.answer_with_desk(asked, &look, page).await,
            (Err(Declined::DiskRefused), _) => {
                let Ok(look) = table.look(Some(asked.person), None).await else {
                    return asked
                        .tell(&self.sender, asked.words.desk_not_stored())
                        .await;
                };
                let notice = Some(asked.words.desk_not_stored());
                self.answer_with_panel(asked, &look, notice, None).await
            }
            (answer, _) => self.answer_move(asked, table, answer).await,
        }
    }
}
