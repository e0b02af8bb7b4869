//! `/verify`: hands out the record of a finished game.

use super::{Context, asked, typed_id};
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::pages::replay;
use crate::discord::wire::note::{Document, Note};
use crate::discord::wire::send::SendFailure;
use crate::rules::record::Record;
use crate::store::{Failure, Openness};
use crate::tables::{ServerId, TableId, has_played, record};

/// Hands out the record of the last finished game of this channel, or of a table by its id.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn verify(ctx: Context<'_>, table: Option<String>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(server) = asked.server else {
        return asked
            .tell(&front.sender, asked.words.only_in_server())
            .await;
    };
    let wanted = table.as_deref().map(str::trim);
    match meant(front, &asked, server, wanted).await {
        Ok(Some(record)) => {
            let note = note(front, &asked, &record).await;
            asked.answer(&front.sender, &note).await
        }
        Ok(None) if wanted.is_some() => {
            asked
                .tell(&front.sender, asked.words.verify_unknown())
                .await
        }
        Ok(None) => asked.tell(&front.sender, asked.words.verify_none()).await,
        Err(failure) => {
            tracing::warn!(%failure, "a record could not be made");
            let sentence = if failure.is_damage() {
                asked.words.verify_damaged()
            } else {
                asked.words.failure()
            };
            asked.tell(&front.sender, sentence).await
        }
    }
}

async fn meant(
    front: &Front,
    asked: &Asked,
    server: ServerId,
    wanted: Option<&str>,
) -> Result<Option<Record>, Failure> {
    let store = &front.store;
    let id: Option<TableId> = match wanted {
        None => store.last_ended_in(asked.channel).await?,
        Some(text) => match typed_id(text) {
            Some(id) if store.has_ended_in(server, &id).await? => Some(id),
            _ => None,
        },
    };
    match id {
        Some(id) => record(store, &id).await,
        None => Ok(None),
    }
}

/// Whether there is a replay of this game for whoever asks here.
async fn may_replay(front: &Front, asked: &Asked, table: &TableId) -> Result<bool, Failure> {
    match front.openness(asked, table).await? {
        Some(Openness::Everybody) => Ok(true),
        Some(Openness::Players) => has_played(&front.store, table, asked.person).await,
        None => Ok(false),
    }
}

/// The record, and the way to the replay for those who may go it here.
async fn note(front: &Front, asked: &Asked, record: &Record) -> Note {
    let (digest, words) = (record.digest(), asked.words);
    let mut rows = Vec::new();
    if let Ok(table) = record.table.parse() {
        // What the disk does not say is not offered.
        let may_replay = may_replay(front, asked, &table).await;
        rows.extend(
            may_replay
                .unwrap_or(false)
                .then(|| vec![replay::way(words, &table)]),
        );
    }
    Note {
        document: Some(Document {
            name: format!("istaka-{}.json", record.table),
            bytes: record.to_text().into_bytes(),
        }),
        rows,
        ..Note::private(words.verify_record(&record.table, &record.seal, &digest))
    }
}
