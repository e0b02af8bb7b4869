//! Eight people at a table of Hachinin-meri: they play the karuta that a test names, by presses; and while the bot is away
//! a round goes on in the journal.

use std::path::Path;

use istaka::rules::Game;
use istaka::rules::karuta::Karuta;
use istaka::rules::meri::{Action, Event, Meri, Options};
use istaka::rules::{Chance, Seat};
use serde_json::{Value, json};

use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play_meri::{Deal, is_to_play, karuta, rigged};
use crate::rig::{changes, options, put_changes};

/// How many play.
pub const SEATS: usize = 8;
/// Who plays, from seat 0 on.
pub const NAMES: [&str; SEATS] = [
    "Ayşe", "Ben", "Chiyo", "Deniz", "Emre", "Fumi", "Gül", "八郎",
];
/// The signs of the seats.
pub const SIGNS: [&str; SEATS] = ["🔵", "🔶", "🟪", "🔺", "⭐", "💚", "🌸", "☁️"];

/// Eight people, by their seats.
pub struct Eight {
    pub people: [Person; SEATS],
}

/// The button of this verb for a karuta.
pub fn button_of(panel: &Message, verb: &str, named: &str) -> Button {
    let wanted: Karuta = named.parse().expect("a karuta");
    let is_meant = |one: &&Button| one.verb() == verb && karuta(one) == Some(wanted);
    let buttons = panel.buttons();
    let found = buttons.iter().find(is_meant);
    found
        .unwrap_or_else(|| panic!("no {verb} of {named}: {panel:?}"))
        .clone()
}

/// The karuta that can be pressed on a panel, in the order of the rack.
pub fn playable(panel: &Message) -> Vec<String> {
    let buttons = panel.enabled().into_iter();
    buttons
        .filter(|button| ["play", "lead"].contains(&button.verb()))
        .filter_map(|button| karuta(&button))
        .map(|karuta| karuta.to_string())
        .collect()
}

impl Eight {
    /// They sit at a table with this deal and these further rules, each with a panel.
    pub async fn sit(evening: &mut Evening, rules: &str, deal: &Deal<'_>) -> Self {
        let people = rigged(evening, NAMES, rules, deal).await;
        Self { people }
    }

    /// The panel of a seat when it is to play or to lead.
    pub async fn turn_of(&self, seat: usize) -> Message {
        self.people[seat]
            .waits_for_panel("their turn", is_to_play)
            .await
    }

    /// The taker leads one karuta and lays another away; their panel then.
    pub async fn leads(&self, seat: usize, lead: &str, away: &str) -> Message {
        let panel = self.turn_of(seat).await;
        let person = &self.people[seat];
        let lead = button_of(&panel, "lead", lead);
        let page = person.presses(&panel, &lead).await.message();
        let away = button_of(&page, "away", away);
        person.presses(&page, &away).await.message()
    }

    /// A seat plays a karuta when it is its turn; its panel then.
    pub async fn plays(&self, seat: usize, named: &str) -> Message {
        let panel = self.turn_of(seat).await;
        let button = button_of(&panel, "play", named);
        assert!(button.is_enabled, "{named}: {panel:?}");
        self.people[seat].presses(&panel, &button).await.message()
    }

    /// From this seat on, to the left, everybody plays one of these.
    pub async fn play(&self, first: usize, named: &str) {
        for (after, named) in named.split_whitespace().enumerate() {
            self.plays((first + after) % SEATS, named).await;
        }
    }

    /// The board when all is said.
    pub async fn board(&self) -> Message {
        self.people[0].board().await
    }

    /// Goes on in the journal: the bot goes, and comes back when the round has come so far.
    pub async fn skip(
        &self,
        evening: &mut Evening,
        choose: impl FnMut(&Meri, Seat, &[Action]) -> Action,
        is_enough: impl Fn(&Meri) -> bool,
    ) {
        self.people[0].world.settles().await;
        evening.bot_goes().await;
        goes_on(&evening.db(), choose, is_enough).await;
        evening.bot_comes().await;
        for person in &self.people {
            person.presses_on_the_board("rack").await;
        }
    }
}

/// Appends moves, and deals where a round is over, to the last step of the journal until it is enough. The bot is not there.
async fn goes_on(
    db: &Path,
    mut choose: impl FnMut(&Meri, Seat, &[Action]) -> Action,
    is_enough: impl Fn(&Meri) -> bool,
) {
    let steps = changes(db, "meri").await;
    let options: Value = options(db, "meri").await;
    let options = serde_json::from_value(options["meri"].clone()).expect("options");
    let mut game = replayed(&options, &steps);
    let mut last = steps.last().expect("steps").clone();
    let chance = Chance::from_seed(1);
    while !is_enough(&game) {
        let all = last.as_array_mut().expect("changes");
        all.push(match game.waiting().seats.iter().next() {
            None => {
                let dealt = game.deal(&chance);
                game.obey(&dealt);
                json!({"dealt": {"events": told(&dealt)}})
            }
            Some(seat) => {
                let action = choose(&game, seat, &game.actions(seat));
                let acted = game.act(seat, &action, &chance);
                let acted = acted.unwrap_or_else(|_| panic!("{action:?} is refused"));
                json!({"played": {"seat": seat, "events": told(&acted)}})
            }
        });
    }
    put_changes(db, "meri", last).await;
}

/// Events as a journal tells them.
fn told(events: &[Event]) -> Vec<Value> {
    let events = events.iter();
    events.map(|event| json!({"meri": event})).collect()
}

/// The game that a journal tells.
fn replayed(options: &Options, steps: &[Value]) -> Meri {
    let changes = steps
        .iter()
        .flat_map(|step| step.as_array().expect("changes"));
    let parts = changes.filter_map(Value::as_object).flatten();
    let events = parts.filter_map(|(_, part)| part["events"].as_array());
    let events: Vec<Event> = events
        .flatten()
        .map(|event| serde_json::from_value(event["meri"].clone()).expect("an event"))
        .collect();
    Meri::replay(options, SEATS, &events).unwrap_or_else(|_| panic!("a journal that is sound"))
}
