//! The lobby of a table as it stands in its channel, and how it is kept true.

use crate::discord::front::Front;
use crate::discord::front::standing::{gives_way, is_missing};
use crate::discord::pages::lobby;
use crate::discord::pages::reader::Reader;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Life, Look, MessageId};

/// Whether a lobby of which nobody knows where it stands is posted. Of a table that was closed only one that may stand there, open.
fn is_lobby_wanted(front: &Front, look: &Look) -> bool {
    let may_stand = || front.keepers.unheard_lobby(&look.table).is_some();
    let is_open = matches!(look.life, Life::Lobby | Life::Starting);
    let is_missed = is_open || look.life.has_ended() && may_stand();
    is_missed && front.keepers.is_lobby_missing(&look.table)
}

/// Shows what is in the lobby of a table, if it has one, or none that anybody knows of.
pub(super) async fn show_lobby(front: &Front, look: &Look) -> Result<(), SendFailure> {
    let is_open = matches!(look.life, Life::Lobby | Life::Starting);
    let unwritten = front.keepers.unwritten_lobby(&look.table);
    if let Some(message) = unwritten {
        front.remember_lobby(look, message).await;
    }
    let message = match unwritten.or(look.places.lobby) {
        Some(message) => message,
        None if is_lobby_wanted(front, look) => {
            let message = front.post_lobby(look).await?;
            if look.places.own_thread {
                // Whoever was opening it may not have come so far.
                front.keepers.line_is_untold(&look.table, look.host);
            }
            message
        }
        None => return Ok(()),
    };
    // Whoever answers rings the bell afterwards.
    let is_answered = is_open && front.keepers.is_lobby_changing(&look.table);
    if is_answered {
        return Ok(());
    }
    if front.keepers.is_lobby_told(look) {
        if is_open {
            // A table that was rebuilt has forgotten that.
            front.lobby_is_read(look).await;
        }
        return Ok(());
    }
    // Nobody's face is shown here: they are asked for, so that the first board has them.
    front.faces_at(look);
    let _changing = front.keepers.changes_lobby(&look.table);
    let note = lobby::note(Reader::public(look));
    let channel = look.places.channel;
    let changed = front.sender.change(channel, message, &note).await;
    let Err(failure) = changed else {
        front.lobby_shows(look).await;
        return Ok(());
    };
    front.keepers.lobby_not_told(&look.table);
    if is_open && gives_way(&failure) {
        return replace_lobby(front, look, message).await;
    }
    if is_open && is_missing(&failure) {
        return front.post_lobby_for(look, message).await;
    }
    // Once the game has begun nobody misses it; one that closed before that would stay open to see.
    if is_missing(&failure) || failure.is_put_away() && !has_closed(look) {
        return Ok(());
    }
    Err(failure)
}

/// Whether a table has ended before its game began.
pub(super) fn has_closed(look: &Look) -> bool {
    look.life.has_ended() && look.view.is_none()
}

/// Posts the lobby anew, which opens a thread that was put away; then the one that stood there goes, or is kept in mind until
/// it does.
async fn replace_lobby(front: &Front, look: &Look, old: MessageId) -> Result<(), SendFailure> {
    front.post_lobby_for(look, old).await?;
    match front.sender.delete(look.places.channel, old).await {
        Ok(()) => Ok(()),
        Err(failure) if is_missing(&failure) => Ok(()),
        Err(failure) => {
            tracing::warn!(table = %look.table, %failure, "an old lobby was not deleted");
            front.leaves_behind(look, old).await;
            Ok(())
        }
    }
}
