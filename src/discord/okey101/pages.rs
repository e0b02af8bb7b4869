//! The further pages of a panel of Okey 101.

use crate::discord::Front;
use crate::discord::asked::Asked;
use crate::discord::press::{MeldPress, Verb};
use crate::discord::send::SendFailure;
use crate::tables::{Revision, Table};

impl Front {
    /// A press on one of the buttons of Okey 101.
    pub async fn meld_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        revision: Revision,
        press: MeldPress,
    ) -> Result<(), SendFailure> {
        self.move_pressed(asked, table, revision, Verb::Meld(press))
            .await
    }
}
