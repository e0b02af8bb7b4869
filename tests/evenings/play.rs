//! Playing by presses: a simple, sensible player who knows only the buttons and the alt text of their panel.

use istaka::rules::meld::{arrange, least_needed};
use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::{Button, Message};
use crate::people::{self, Person};
use crate::{play_kaluki, play_meri, play101};

/// Nobody presses more often in a game of these evenings.
const MOST_PRESSES: usize = 2_000;

/// What boards say when it is over: a match of Kaluki says it in its own words.
pub const OVER: [&str; 2] = ["The game is over", "The match is over"];

/// Behind the line of whoever has won, in a final standing.
pub const WON: &str = " · **won**";

/// What somebody pressed, in order.
#[derive(Default, Debug)]
pub struct Pressed {
    pub verbs: Vec<String>,
    /// Every private message that was ever seen.
    pub private: Vec<Message>,
}

/// What a simple player presses next on this panel; `None` if there is nothing to press.
pub fn choice(panel: &Message) -> Option<Button> {
    if play101::is_of_101(panel) {
        return play101::choice(panel);
    }
    if play_kaluki::is_of_kaluki(panel) {
        return play_kaluki::choice(panel);
    }
    if play_meri::is_of_meri(panel) {
        return play_meri::choice(panel);
    }
    ["finish", "show", "no"]
        .into_iter()
        .find_map(|verb| panel.can(verb))
        .or_else(|| helpful_take(panel))
        .or_else(|| {
            ["draw", "pass", "take", "next"]
                .into_iter()
                .find_map(|verb| panel.can(verb))
        })
        .or_else(|| discard(panel))
        .or_else(|| panel.can("surely"))
}

/// The neighbour's discard, if with it more tiles lie in melds.
fn helpful_take(panel: &Message) -> Option<Button> {
    let take = panel.can("take")?;
    let (rack, okey) = (panel.rack(), panel.okey()?);
    let with = [&rack[..], &[take.tile()?]].concat();
    let helps = arrange(&with, okey).covered() > arrange(&rack, okey).covered();
    helps.then_some(take)
}

/// The button of the tile that the rack needs least, else the last one.
pub fn discard(panel: &Message) -> Option<Button> {
    if play101::is_of_101(panel) {
        return play101::discard(panel);
    }
    if play_kaluki::is_of_kaluki(panel) {
        return play_kaluki::discard(panel);
    }
    let mut buttons = panel.enabled();
    buttons.retain(|button| button.verb() == "discard");
    let least = panel
        .okey()
        .and_then(|okey| least_needed(&panel.rack(), okey));
    let meant = buttons
        .iter()
        .find(|button| least.is_some() && button.tile() == least);
    meant.or(buttons.last()).cloned()
}

/// Whether these messages tell that the game, or a match of Kaluki, is over.
pub fn is_over(seen: &[Message]) -> bool {
    seen.iter()
        .any(|message| OVER.iter().any(|over| message.content().contains(over)))
}

/// The board of a game that is over: everybody by place in the description of its picture, the finest of it in a line, who
/// is named by mention, and another game one press away.
#[track_caller]
pub fn is_result(board: &Message) {
    let told = board.alt().starts_with("The game is over. By place: 1 ");
    assert!(told, "{}", board.alt());
    assert!(board.has_picture() && board.can("rematch").is_some());
    assert_eq!(board.0["mentions"], serde_json::json!([]), "{board:?}");
}

/// The people of a final standing and their points, best first.
pub fn standing(board: &Message) -> Vec<(String, i64)> {
    let (_, standing) = board
        .content()
        .split_once("The game is over")
        .expect("a final standing");
    let line = |line: &str| {
        let person = line.split_once("<@")?.1.split_once('>')?.0.to_owned();
        let line = line.strip_suffix(WON).unwrap_or(line);
        let points = line.rsplit_once(" · ")?.1.split_once(' ')?.0;
        Some((person, points.replace('−', "-").parse().ok()?))
    };
    standing.lines().filter_map(line).collect()
}

/// Whether whoever has this panel is to act.
pub fn is_to_act(panel: &Message) -> bool {
    ["draw", "discard", "take", "pass"]
        .into_iter()
        .any(|verb| panel.can(verb).is_some())
}

/// Whose turn it is, with their panel.
pub async fn turn_of<'a>(people: &[&'a Person]) -> (&'a Person, Message) {
    let waiting = people.iter().map(|person| {
        let panel = person.has_the_turn();
        Box::pin(async move { (*person, panel.await) })
    });
    futures::future::select_all(waiting).await.0
}

/// Whose turn it is, with their panel, when a tile is to be drawn or taken: whoever begins has discarded. All is said
/// then, if this bot can tell that.
pub async fn turn_to_draw<'a>(people: &[&'a Person]) -> (&'a Person, Message) {
    let (person, panel) = turn_when_all_is_said(people).await;
    if panel.can("draw").is_some() {
        return (person, panel);
    }
    person.discards(&panel).await;
    let others: Vec<&Person> = people
        .iter()
        .copied()
        .filter(|other| other.id != person.id)
        .collect();
    turn_when_all_is_said(&others).await
}

async fn turn_when_all_is_said<'a>(people: &[&'a Person]) -> (&'a Person, Message) {
    people[0].world.settles().await;
    turn_of(people).await
}

impl Person {
    /// Their panel when they are to act. Luck may let a computer win a round before: then they go on to the next.
    pub async fn has_the_turn(&self) -> Message {
        loop {
            let is_it = |panel: &Message| is_to_act(panel) || panel.can("next").is_some();
            let panel = self.waits_for_panel("their turn", is_it).await;
            match panel.can("next").filter(|_| !is_to_act(&panel)) {
                // The next round may have been dealt meanwhile.
                Some(next) => drop(self.tries_to_press(&panel, &next).await),
                None => return panel,
            }
        }
    }

    /// Discards what they need least, without finishing, and shows their panel then.
    pub async fn discards(&self, panel: &Message) -> Message {
        let button = discard(panel).expect("a tile to discard");
        let then = self.presses(panel, &button).await.message();
        // Asked once more because they could finish.
        match then.can("surely") {
            Some(surely) => self.presses(&then, &surely).await.message(),
            None => then,
        }
    }

    /// Draws and discards.
    pub async fn takes_their_turn(&self) -> Message {
        let panel = self.has_the_turn().await;
        let panel = match panel.can("draw") {
            Some(draw) => self.presses(&panel, &draw).await.message(),
            None => panel,
        };
        self.discards(&panel).await
    }

    /// Plays on their panel until `enough` of what they see, or until the game is over.
    pub async fn plays_until(&self, enough: impl Fn(&[Message]) -> bool) -> Pressed {
        let mut pressed = Pressed::default();
        for _ in 0..MOST_PRESSES {
            let next = self
                .waits_for("a turn or the end of the game", |seen| {
                    if is_over(seen) || enough(seen) {
                        return Some(None);
                    }
                    let panel = people::panel(seen)?;
                    choice(&panel).map(|button| Some((panel, button)))
                })
                .await;
            let Some((panel, button)) = next else {
                return pressed;
            };
            let Ok(outcome) = self.tries_to_press(&panel, &button).await else {
                // Somebody else has moved meanwhile: *Show* may be gone, or have another id.
                self.waits_for("another panel", |seen| {
                    (people::panel(seen).as_ref() != Some(&panel)).then_some(())
                })
                .await;
                continue;
            };
            pressed.verbs.push(button.verb().to_owned());
            pressed.private.push(panel);
            pressed.private.push(outcome.message());
        }
        panic!("{} presses without an end: {pressed:?}", self.name);
    }

    /// Plays on their panel to the end.
    pub async fn plays_to_the_end(&self) -> Pressed {
        self.plays_until(|_| false).await
    }
}

/// Two people at a table of Okey; the first one is to draw.
pub async fn two_play(evening: &Evening) -> [Person; 2] {
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    let is_ayse = actor.id == ayse.id;
    if is_ayse { [ayse, ben] } else { [ben, ayse] }
}
