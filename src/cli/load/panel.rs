//! What people of a load find to press, whatever is played: they know the house, and no game.
//!
//! They press what their panel makes stand out most, and nothing twice while the table stands still: so every game
//! goes on, for what ends a turn is among its buttons.

use serde_json::Value;

/// The revision of buttons that mean the same whenever they were drawn: they only look at something, or set something.
const TIMELESS: &str = "0";
/// The only one of them that brings a game on: the next round.
pub(super) const NEXT: &str = "next";
/// More presses at one revision lead nowhere.
const MOST_TRIES: usize = 40;
/// How Discord numbers what a button looks like, in the order in which they are pressed here: something good, what one
/// would press now, one of several, what cannot be undone.
const STYLES: [u64; 4] = [3, 1, 2, 4];

/// What somebody has pressed already while the table stood still.
#[derive(Clone, Default)]
pub(super) struct Tried {
    revision: String,
    ids: Vec<String>,
}

impl Tried {
    /// Remembers a press.
    pub(super) fn note(&mut self, id: &str) {
        if self.revision != revision(id) {
            self.revision = revision(id).to_owned();
            self.ids.clear();
        }
        self.ids.push(id.to_owned());
    }

    fn has(&self, id: &str) -> bool {
        self.revision == revision(id) && self.ids.iter().any(|tried| tried == id)
    }

    fn leads_nowhere(&self, id: &str) -> bool {
        self.revision == revision(id) && self.ids.len() >= MOST_TRIES
    }
}

/// The button of a panel to press next; of those that stand out alike the first.
pub(super) fn next_press(panel: &Value, tried: &Tried) -> Option<String> {
    let is_open = |button: &&Value| {
        let id = id(button);
        brings_on(id) && !tried.has(id) && !tried.leads_nowhere(id)
    };
    let stress = |button: &&Value| STYLES.iter().position(|style| button["style"] == *style);
    let found = enabled(panel).filter(is_open).min_by_key(stress);
    found.map(|button| id(button).to_owned())
}

/// The id of the enabled button with this verb; of several the last.
pub(super) fn button(message: &Value, wanted: &str) -> Option<String> {
    let ids = enabled(message).map(id);
    let named = ids.filter(|id| verb(id) == wanted);
    named.last().map(str::to_owned)
}

fn enabled(message: &Value) -> impl Iterator<Item = &Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    let buttons = rows.filter_map(|row| row["components"].as_array());
    buttons.flatten().filter(|button| {
        button["disabled"] != true && button["custom_id"].is_string() && button["style"].is_u64()
    })
}

fn id(button: &Value) -> &str {
    button["custom_id"].as_str().unwrap_or_default()
}

/// The parts of a component's id: version, table, revision, verb, argument.
fn part(id: &str, place: usize) -> &str {
    id.split(':').nth(place).unwrap_or_default()
}

fn revision(id: &str) -> &str {
    part(id, 2)
}

/// The verb of a component's id.
pub(super) fn verb(id: &str) -> &str {
    part(id, 3)
}

fn brings_on(id: &str) -> bool {
    revision(id) != TIMELESS || verb(id) == NEXT
}

/// Whether this is a panel that tells in words what its picture would show.
pub(super) fn is_in_words(message: &Value) -> bool {
    let pictures = message["attachments"].as_array();
    is_private(message) && has_buttons(message) && pictures.is_none_or(Vec::is_empty)
}

/// Whether there is anything to press.
pub(super) fn has_buttons(message: &Value) -> bool {
    let rows = message["components"].as_array();
    rows.is_some_and(|rows| !rows.is_empty())
}

/// Whether only its person sees the message.
pub(super) fn is_private(message: &Value) -> bool {
    const EPHEMERAL: u64 = 64;
    message["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
}

/// A text in an object; empty if there is none.
pub(super) fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn button_of(id: &str, style: u64) -> Value {
        json!({"type": 2, "custom_id": id, "style": style})
    }

    fn panel(buttons: &[Value]) -> Value {
        let (first, second) = buttons.split_at(buttons.len() / 2);
        json!({"components": [{"components": first}, {"components": second}]})
    }

    /// What is pressed one after another while nothing happens, by the last parts of the ids.
    fn pressed(panel: &Value) -> Vec<String> {
        let mut tried = Tried::default();
        let mut pressed = Vec::new();
        while let Some(id) = next_press(panel, &tried) {
            tried.note(&id);
            pressed.push(id.rsplit(':').next().unwrap_or_default().to_owned());
        }
        pressed
    }

    #[test]
    fn what_stands_out_is_pressed_first_and_nothing_twice() {
        let mut off = button_of("1:t:7:throw:R1", 3);
        off["disabled"] = json!(true);
        let panel = panel(&[
            button_of("1:t:7:surely:grave", 4),
            button_of("1:t:7:throw:first", 2),
            button_of("1:t:7:throw:second", 2),
            off,
            button_of("1:t:0:rack:", 1),
            button_of("1:t:0:hint:", 1),
            button_of("1:t:7:draw:main", 1),
            button_of("1:t:7:show:good", 3),
        ]);
        let all = ["good", "main", "first", "second", "grave"];
        assert_eq!(pressed(&panel), all);
    }

    #[test]
    fn at_another_revision_everything_may_be_pressed_again() {
        let mut tried = Tried::default();
        let at = |revision: u32| panel(&[button_of(&format!("1:t:{revision}:draw:"), 1)]);
        for revision in [1, 2] {
            let id = next_press(&at(revision), &tried).expect("a button");
            tried.note(&id);
            assert_eq!(next_press(&at(revision), &tried), None);
        }
    }

    #[test]
    fn who_gets_nowhere_stops() {
        let mut tried = Tried::default();
        let page = |number: usize| panel(&[button_of(&format!("1:t:7:page:{number}"), 2)]);
        let presses = (0..).map_while(|number| {
            let id = next_press(&page(number), &tried)?;
            tried.note(&id);
            Some(id)
        });
        assert_eq!(presses.take(1000).count(), MOST_TRIES);
    }
}
