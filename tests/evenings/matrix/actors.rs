//! Who tries things.

use serde_json::json;

use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;

/// Somebody who tries things.
pub struct Actor {
    pub person: Person,
    /// What they are as long as they have no seat.
    pub otherwise: &'static str,
    /// What stands before those who are somewhere else.
    pub there: Option<Message>,
    /// What they press on, as they saw it last, and how long the journal was then.
    pub shown: Option<(usize, Message)>,
}

/// Somebody of whom the table knows nothing.
pub fn nobody_yet(person: &Person, otherwise: &'static str, there: Option<Message>) -> Actor {
    Actor {
        person: person.clone(),
        otherwise,
        there,
        shown: None,
    }
}

/// Somebody in a channel of a server where the bot is not, which they brought there themselves.
pub async fn somebody_of_another_server(evening: &Evening) -> Actor {
    let wish = json!({"name": "hall", "server": "Elsewhere"});
    let hall = evening.world.ask("POST", "/channels", wish).await;
    let hall = hall["id"].as_str().expect("a channel has an id");
    let wish = json!({"name": "Fay", "installed": true});
    let person = Person::comes(&evening.world, hall, wish).await;
    let there = person.runs("rules", json!({})).await.message();
    nobody_yet(&person, "is in another server", Some(there))
}
