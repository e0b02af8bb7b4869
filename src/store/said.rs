//! What people and servers have said, in memory beside the disk: whoever plays does not wait for the disk to tell what they want.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use super::id::{PersonId, ServerId};
use super::{Failure, PersonSettings, ServerSettings, Store};

/// What everybody and every server has said.
pub struct AllSaid {
    /// What people want.
    pub people: Said<PersonId, PersonSettings>,
    /// What servers want.
    pub servers: Said<ServerId, ServerSettings>,
}

/// What was said by whom.
pub struct Said<K, V>(RwLock<HashMap<K, V>>);

impl<K: Eq + Hash, V: Clone + Default + PartialEq> Said<K, V> {
    /// All that was said before.
    pub(crate) fn new(said: HashMap<K, V>) -> Self {
        Self(RwLock::new(said))
    }

    /// What this one has said.
    pub fn of(&self, key: &K) -> V {
        // Every change under the lock is a single insertion.
        let said = self.0.read().unwrap_or_else(PoisonError::into_inner);
        said.get(key).cloned().unwrap_or_default()
    }

    /// Whether there is room for what this one says.
    pub fn has_room(&self, key: &K, most: usize) -> bool {
        let said = self.0.read().unwrap_or_else(PoisonError::into_inner);
        said.len() < most || said.contains_key(key)
    }

    /// From now on this is what they say. Who wants nothing but the usual takes no room.
    pub fn now(&self, key: K, value: V) {
        let mut said = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if value == V::default() {
            said.remove(&key);
        } else {
            said.insert(key, value);
        }
    }
}

impl Store {
    /// What everybody has said: read once, and in memory from then on. Whoever writes something else down says so there.
    pub async fn said(&self) -> Result<Arc<AllSaid>, Failure> {
        let read = self.0.said.get_or_try_init(|| async {
            Ok::<_, Failure>(Arc::new(AllSaid {
                people: Said::new(self.settings_of_people().await?),
                servers: Said::new(self.settings_of_servers().await?),
            }))
        });
        read.await.map(Arc::clone)
    }

    /// What a person wants: without waiting, if it is in memory.
    pub async fn said_by_person(&self, person: PersonId) -> Result<PersonSettings, Failure> {
        match self.0.said.get() {
            Some(said) => Ok(said.people.of(&person)),
            None => self.person_settings(person).await,
        }
    }

    /// What a server wants: without waiting, if it is in memory.
    pub async fn said_in_server(&self, server: ServerId) -> Result<ServerSettings, Failure> {
        match self.0.said.get() {
            Some(said) => Ok(said.servers.of(&server)),
            None => self.server_settings(server).await,
        }
    }
}
