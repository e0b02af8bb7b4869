//! Op 8: a client asks for members of the server and gets GUILD_MEMBERS_CHUNKs.

use serde_json::{Value, json};

use super::intent;
use crate::id::Id;
use crate::world::World;

/// The most members of one answer, and of one question by ids or by a prefix (limits of Discord's "Request Guild Members").
const MOST_ASKED: usize = 100;
const MOST_IN_CHUNK: usize = 1000;

/// An op 8 that cannot be read.
#[derive(Debug)]
pub(super) struct Unreadable;

impl World {
    /// Answers an op 8. Whoever asks for everybody without the intent hears nothing, as on Discord.
    pub(super) fn send_members(&mut self, session: &str, d: &Value) -> Result<(), Unreadable> {
        // Since version 8 of the API one server a question.
        let guild = Id::read(&d["guild_id"]).ok_or(Unreadable)?;
        let (found, missing) = match (&d["user_ids"], &d["query"]) {
            (Value::Null, Value::String(prefix)) => {
                let limit = d["limit"].as_u64().ok_or(Unreadable)?;
                let everybody = prefix.is_empty() && limit == 0;
                if everybody && !self.sessions.asked_for(session, intent::MEMBERS) {
                    return Ok(());
                }
                let most = usize::try_from(limit).unwrap_or(MOST_ASKED).min(MOST_ASKED);
                let most = if everybody { usize::MAX } else { most };
                (self.members_called(prefix, most), Vec::new())
            }
            (ids @ (Value::String(_) | Value::Number(_)), _) => self.members_of(&[ids]),
            (Value::Array(ids), _) if ids.len() <= MOST_ASKED => {
                self.members_of(&ids.iter().collect::<Vec<_>>())
            }
            _ => return Err(Unreadable),
        };
        if guild != self.guild && !self.further.contains_key(&guild) {
            return Ok(());
        }
        let chunks: Vec<&[Id]> = if found.is_empty() {
            vec![&[]]
        } else {
            found.chunks(MOST_IN_CHUNK).collect()
        };
        for (place, chunk) in chunks.iter().enumerate() {
            let members: Vec<Value> = chunk.iter().filter_map(|id| self.member(*id)).collect();
            let mut answer = json!({
                "guild_id": guild, "members": members, "chunk_index": place, "chunk_count": chunks.len(),
            });
            if !missing.is_empty() && place == 0 {
                answer["not_found"] = missing.clone().into();
            }
            if d["presences"] == true {
                answer["presences"] = json!([]);
            }
            if let Some(nonce) = d["nonce"].as_str().filter(|nonce| nonce.len() <= 32) {
                answer["nonce"] = nonce.into();
            }
            self.sessions
                .send_to(session, "GUILD_MEMBERS_CHUNK", &answer);
        }
        Ok(())
    }

    /// The members whose name begins like this, the bot among them.
    fn members_called(&self, prefix: &str, most: usize) -> Vec<Id> {
        let prefix = prefix.to_lowercase();
        let all = self.people.keys().copied().chain([self.bot_user]);
        let fits = |id: &Id| {
            let Some(member) = self.member(*id) else {
                return false;
            };
            let user = &member["user"];
            ["username", "global_name"].iter().any(|key| {
                user[*key]
                    .as_str()
                    .is_some_and(|name| name.to_lowercase().starts_with(&prefix))
            })
        };
        all.filter(fits).take(most).collect()
    }

    /// The members with these ids, and the ids that are nobody's.
    fn members_of(&self, ids: &[&Value]) -> (Vec<Id>, Vec<Value>) {
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for given in ids {
            match Id::read(given).filter(|id| self.member(*id).is_some()) {
                Some(id) => found.push(id),
                None => missing.push((*given).clone()),
            }
        }
        (found, missing)
    }
}
