//! Eight people at a table of Hachinin-meri: they play the karuta that a test names, by presses; and while the bot is away
//! a round goes on in the journal.

use std::path::Path;

use istaka::rules::Game;
use istaka::rules::karuta::Karuta;
use istaka::rules::meri::view::Phase;
use istaka::rules::meri::{Action, Event, Meri, Options, View};
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

/// Who is to lead, as the board says.
pub fn leader(board: &Message) -> usize {
    let leads = |sign: &str| board.content().contains(&format!("of 9** · {sign} leads."));
    let leader = SIGNS.iter().position(|sign| leads(sign));
    leader.unwrap_or_else(|| panic!("nobody leads: {board:?}"))
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

    /// Everybody is ready.
    pub async fn are_ready(&self) {
        for person in &self.people {
            let asked = |panel: &Message| panel.can("ready").is_some();
            let panel = person.waits_for_panel("the question", asked).await;
            person.presses_the(&panel, "ready").await;
        }
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

    /// Goes on in the journal: the bot goes, and comes back when the match has come so far.
    pub async fn skip(
        &self,
        evening: &mut Evening,
        choose: fn(&Meri, Seat, &[Action]) -> Action,
        is_enough: fn(&Meri) -> bool,
    ) {
        self.skip_with(evening, |_| choose, is_enough, |_| true)
            .await;
    }

    /// The same, tried with one number after the other until what came of it is good.
    pub async fn skip_with<C: FnMut(&Meri, Seat, &[Action]) -> Action>(
        &self,
        evening: &mut Evening,
        choose: impl Fn(u64) -> C,
        is_enough: impl Fn(&Meri) -> bool,
        is_good: impl Fn(&Meri) -> bool,
    ) {
        self.people[0].world.settles().await;
        evening.bot_goes().await;
        let db = evening.db();
        let steps = changes(&db, "meri").await;
        let game = replayed(&options_of(&db).await, &steps);
        let ways = (1..1000).map(|seed| goes_on(game.clone(), seed, choose(seed), &is_enough));
        let (_, more) = ways
            .into_iter()
            .find(|(game, _)| is_good(game))
            .expect("one of so many is good");
        let mut last = steps.last().expect("steps").clone();
        last.as_array_mut().expect("changes").extend(more);
        put_changes(&db, "meri", last).await;
        evening.bot_comes().await;
        for person in &self.people {
            person.presses_on_the_board("rack").await;
        }
    }
}

/// Whether this round is being played.
pub fn is_round(view: &View, number: u32) -> bool {
    view.round == number && view.phase != Phase::RoundOver
}

/// The house rules of the one table.
async fn options_of(db: &Path) -> Options {
    let options = options(db, "meri").await;
    serde_json::from_value(options["meri"].clone()).expect("options")
}

/// Moves, and deals where a round is over, until it is enough; and the changes that tell them.
fn goes_on(
    mut game: Meri,
    seed: u64,
    mut choose: impl FnMut(&Meri, Seat, &[Action]) -> Action,
    is_enough: impl Fn(&Meri) -> bool,
) -> (Meri, Vec<Value>) {
    let chance = Chance::from_seed(seed);
    let mut changes = Vec::new();
    while !is_enough(&game) {
        changes.push(match game.waiting().seats.iter().next() {
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
    (game, changes)
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
