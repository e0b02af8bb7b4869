//! Commands that a person sees, and the completion of an option while they type.

use serde_json::{Value, json};

use super::options::{Chosen, localized, usable};
use super::{Trouble, Wish, open_place};
use crate::id::Id;
use crate::installs::owners_of;
use crate::interaction::{Deed, Sort};

impl Wish<'_> {
    pub(super) fn commands(&self) -> Result<Value, Trouble> {
        let world = self.shared.world();
        let person = self.person(&world)?;
        let channel = self
            .query
            .get("channel")
            .map_or(Some(world.main_channel), |id| Id::parse(id));
        let place = open_place(&world, channel, &person)?;
        let commands: Vec<Value> = usable(&world, place, &person)
            .map(|command| localized(command, &person.locale))
            .collect();
        Ok(json!({"commands": commands}))
    }

    pub(super) async fn complete(&self) -> Result<Value, Trouble> {
        let id = {
            let mut world = self.shared.world();
            let person = self.person(&world)?;
            let place = open_place(&world, Some(self.id("channel")?), &person)?;
            let chosen = Chosen::find(&world, place, &person, self.text("command")?)?;
            let data = chosen.half_typed(&self.body["options"], self.text("focused")?)?;
            let owners = owners_of(&world, chosen.command, place, &person).unwrap_or_default();
            let (person, channel) = (person.id, place.id);
            world.start(Deed {
                sort: Sort::Complete,
                person,
                channel,
                data,
                pressed: None,
                triggered_by: None,
                owners,
            })
        };
        let outcome = self.settled(id).await;
        let world = self.shared.world();
        let choices = world
            .interactions
            .get(id)
            .map(|one| one.choices.clone())
            .unwrap_or_default();
        Ok(json!({"choices": choices, "interaction": id, "state": outcome["state"]}))
    }
}
