//! What a command says where no table is meant: how the last game of whoever asks ended here, as long as its rematch is on offer.

use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::front::results::Unlisted;
use crate::discord::pages::{line, past};
use crate::store::{Failure, Past};
use crate::tables::{Barrier, Look, REMATCH, TableId};

/// That there is no table here, or that the game of whoever asks is over.
pub(super) async fn no_table(front: &Front, asked: &Asked) -> String {
    match last_game(front, asked).await {
        Some(look) => told(front, asked, &look),
        None => asked.words.no_table_here(),
    }
}

/// The last game that whoever asks has played in this channel, or in a thread that the bot made there.
async fn last_game(front: &Front, asked: &Asked) -> Option<Look> {
    let reading = of_today(front, asked);
    let found = front.list_for(asked.person, reading).await;
    let found = found.unwrap_or_else(|unread| {
        if let Unlisted::Failed(failure) = unread {
            tracing::debug!(%failure, "the last game of a channel could not be read");
        }
        None
    });
    front.hall.finished(&found?).await
}

/// The last game here; or where others have played since, their own.
async fn of_today(front: &Front, asked: &Asked) -> Result<Option<TableId>, Failure> {
    let Some(server) = asked.server else {
        return Ok(None);
    };
    let own = front.store.past(server, asked.person, 0, past::GAMES);
    let mut own = own.await?.games;
    own.retain(|game| game.finished_at.plus(REMATCH) >= asked.at);
    if own.is_empty() {
        return Ok(None);
    }
    let last = front.store.last_ended_in(asked.channel).await?;
    let is_here = |game: &Past| game.channel == asked.channel || last.as_ref() == Some(&game.table);
    let here = own.into_iter().find(is_here);
    Ok(here.map(|game| game.table))
}

/// Who has won, and where the rest stands: nothing that the board does not say to everybody.
fn told(front: &Front, asked: &Asked, look: &Look) -> String {
    let how = line::note(front.reads(asked, look), true).text;
    let board = look.places.link();
    let board = board.unwrap_or_else(|| format!("<#{}>", look.places.channel));
    let barrier = front.keepers.asides.of(&look.table);
    let is_gone = barrier.or(look.places.barrier) == Some(Barrier::Gone);
    let place = if is_gone { "gone" } else { "there" };
    asked.words.game_over_here(&how, place, &board)
}
