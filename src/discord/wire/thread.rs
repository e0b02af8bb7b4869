//! Threads of tables: they begin at a message of the bot, and go when nobody needs them.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use super::failure::START_THREAD;
use super::request::Request;
use super::send::{SendFailure, Sender};
use crate::tables::{ChannelId, MessageId};

/// A thread that does not come is asked for once more: people wait for it.
const PATIENCE: Duration = Duration::from_millis(1_500);

impl Sender {
    /// Starts a public thread at a message; its id is the message's.
    pub(crate) async fn start_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
        put_away_min: u16,
    ) -> Result<ChannelId, SendFailure> {
        let path = format!("/channels/{channel}/messages/{message}/threads");
        let body = json!({ "name": name, "auto_archive_duration": put_away_min });
        let request = Request::bot(START_THREAD, Method::POST, path)
            .of(channel)
            .repeatable()
            .patience(PATIENCE)
            .json(&body);
        let begun = self.send(request).await;
        if let Some(server) = self.homes.of(channel) {
            let thread = ChannelId::new(message.get());
            self.homes.lies_in(thread, server);
        }
        match begun {
            Ok(_) => Ok(ChannelId::new(message.get())),
            // The answer to the first try got lost.
            Err(failure) if failure.is_thread_there() => Ok(ChannelId::new(message.get())),
            Err(failure) => Err(failure),
        }
    }

    /// Whether a thread is the people's: somebody else began it, or something was said in it.
    pub(crate) async fn is_peoples(&self, thread: ChannelId) -> Result<bool, SendFailure> {
        let request = Request::bot("read thread", Method::GET, format!("/channels/{thread}"));
        let found = self.send(request.of(thread).can_wait()).await?;
        let owner = found["owner_id"].as_str().and_then(|id| id.parse().ok());
        let is_ours = owner == Some(self.user());
        let is_silent = found["total_message_sent"].as_u64() == Some(0);
        Ok(!(is_ours && is_silent))
    }

    /// Takes a thread away that nobody needs; where the bot may not do that, it puts its own away.
    pub(crate) async fn end_thread(
        &self,
        thread: ChannelId,
        may_delete: bool,
    ) -> Result<(), SendFailure> {
        let path = format!("/channels/{thread}");
        let request = if may_delete {
            Request::bot("delete thread", Method::DELETE, path)
        } else {
            Request::bot("put thread away", Method::PATCH, path).json(&json!({ "archived": true }))
        };
        self.send(request.of(thread)).await.map(|_| ())
    }
}
