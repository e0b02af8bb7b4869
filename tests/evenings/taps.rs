//! Two quick taps: nothing else that could be pressed by mistake takes the place of what was pressed, in any game.

use crate::house::Evening;
use crate::message::{Button, Message, Outcome};
use crate::play::two_play;

/// What makes a move, by its verb, or by the first word of its argument.
const MOVES: [&str; 25] = [
    "draw",
    "take",
    "pass",
    "show",
    "no",
    "surely",
    "finish",
    "return",
    "lay",
    "throw",
    "throw-surely",
    "build",
    "all",
    "out",
    "out-surely",
    "announce",
    "silent",
    "buyin",
    "decline",
    "ready",
    "robatta",
    "play",
    "away",
    "next",
    "discard",
];
const MELDS: [&str; 8] = [
    "lay", "throw", "surely", "all", "off", "swap", "undo", "return",
];

fn is_move(button: &Button) -> bool {
    let word = button.argument().split('.').next().unwrap_or_default();
    match button.verb() {
        "meld" => MELDS.contains(&word),
        verb => MOVES.contains(&verb),
    }
}

/// The row and the column of a button with this id.
fn place(message: &Message, id: &str) -> Option<(usize, usize)> {
    let rows = message.0["components"].as_array()?.iter().enumerate();
    let of_row = |(row, parts): (usize, &serde_json::Value)| {
        let mut parts = parts["components"].as_array()?.iter();
        Some((row, parts.position(|part| part["custom_id"] == id)?))
    };
    rows.filter_map(of_row).next()
}

/// The button in that place, if there is one that can be pressed.
pub fn there(message: &Message, (row, column): (usize, usize)) -> Option<Button> {
    let id = message.0["components"][row]["components"][column]["custom_id"].as_str()?;
    message.enabled().into_iter().find(|button| button.id == id)
}

/// So many buttons a message holds.
const FULL: usize = 25;

/// After a move the same place has nothing else that can be pressed, on a full page at least no move; after anything else, no
/// move.
pub fn assert_nothing_else_there(before: &Message, pressed: &Button, outcome: &Outcome) {
    if outcome.kind() != 7 || !before.is_private() {
        return;
    }
    let after = Message(outcome.0["message"].clone());
    let Some(now) = place(before, &pressed.id).and_then(|place| there(&after, place)) else {
        return;
    };
    let means = |button: &Button| (button.verb().to_owned(), button.argument().to_owned());
    let made_move = is_move(pressed) && pressed.verb() != "discard" && pressed.verb() != "throw";
    let is_other = means(&now) != means(pressed);
    let has_room = after.buttons().len() < FULL;
    assert!(
        !is_other || !((made_move && has_room) || is_move(&now)),
        "{now:?} took the place of {pressed:?} on {after:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_quick_taps_on_draw_draw_once_and_open_nothing() {
    let evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    let before = first.panel().await.expect("a panel");
    let draw = before.can("draw").expect("their turn");
    let place = place(&before, &draw.id).expect("just seen");
    let drawn = first.presses(&before, &draw).await.message();
    assert_eq!(drawn.rack().len(), before.rack().len() + 1);
    assert_eq!(there(&drawn, place), None, "{drawn:?}");
    // Everything else is there all the same.
    assert!(drawn.can("desk").is_some(), "{drawn:?}");

    let again = first.forges(&drawn, &draw.id).await.message();
    assert_eq!(again.rack(), drawn.rack());
    assert!(again.content().contains("earlier moment"), "{again:?}");
    assert_eq!(there(&again, place), None, "{again:?}");
    evening.ends().await;
}
