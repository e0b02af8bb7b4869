//! Two quick taps: nothing else that could be pressed by mistake takes the place of what was pressed, in any game.

use std::collections::HashMap;

use serde_json::{Value, json};

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
    let of_row = |(row, parts): (usize, &Value)| {
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

/// After a move the same place has nothing else that can be pressed; after anything else, no move. Told is what does stand
/// there.
pub fn something_else_there(
    before: &Message,
    pressed: &Button,
    outcome: &Outcome,
) -> Option<String> {
    if outcome.kind() != 7 || !before.is_private() {
        return None;
    }
    let after = Message(outcome.0["message"].clone());
    let now = place(before, &pressed.id).and_then(|place| there(&after, place))?;
    let means = |button: &Button| (button.verb().to_owned(), button.argument().to_owned());
    let made_move = is_move(pressed) && pressed.verb() != "discard" && pressed.verb() != "throw";
    let is_other = means(&now) != means(pressed);
    let is_wrong = is_other && (made_move || is_move(&now));
    is_wrong.then(|| format!("{now:?} took the place of {pressed:?} on {after:?}"))
}

/// Which message this exchange shows a person alone, and how: by the token, or by its id.
struct Edit<'a> {
    token: &'a str,
    id: Option<&'a str>,
    layout: &'a Value,
}

/// What this exchange changes of a message that was made with the token of an interaction.
fn edit_of(exchange: &Value) -> Option<Edit<'_>> {
    let path = exchange["path"].as_str()?;
    let (path, _) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let [_, _, token, "messages", which] = parts[..] else {
        return None;
    };
    // A message that the token made besides is none that it answered with.
    let token = if which == "@original" { token } else { which };
    let is_edit = exchange["method"] == "PATCH" && path.starts_with("/webhooks/");
    let body = &exchange["body"];
    (is_edit && body.get("components").is_some()).then(|| Edit {
        token,
        id: exchange["response"]["id"].as_str(),
        layout: body,
    })
}

/// The answer to a press or command, with its token; without a layout if it was only promised.
fn answer_of(exchange: &Value) -> Option<(&str, Option<&Value>)> {
    let path = exchange["path"].as_str()?;
    let (_, token) = path.strip_suffix("/callback")?.rsplit_once('/')?;
    let data = &exchange["body"]["data"];
    Some((token, data.get("components").map(|_| data)))
}

/// What was where, and can be pressed, by the row and the column.
fn buttons_of(message: &Value) -> Vec<((usize, usize), Button)> {
    let message = Message(json!({"id": "0", "components": message["components"]}));
    let buttons = message.enabled().into_iter();
    buttons
        .filter_map(|button| Some((place(&message, &button.id)?, button)))
        .collect()
}

/// Whatever changes a panel without a press on it, nothing takes a place where somebody may be about to press.
pub fn assert_every_edit_keeps_its_places(exchanges: &[Value]) {
    let mut shown: HashMap<&str, Option<&Value>> = HashMap::new();
    for exchange in exchanges {
        if exchange.get("fault").is_some() || exchange["status"].as_u64().is_none_or(|it| it > 299)
        {
            // What stands there then is not known.
            shown.clear();
            continue;
        }
        if let Some((token, answer)) = answer_of(exchange) {
            shown.insert(token, answer);
        }
        let Some(Edit { token, id, layout }) = edit_of(exchange) else {
            continue;
        };
        let by_id = id.and_then(|id| shown.get(id)).copied().flatten();
        // What was only promised is answered by the edit.
        let before = match shown.get(token) {
            Some(answered) => *answered,
            None => by_id,
        };
        if let Some(before) = before {
            assert_places_are_kept(before, layout);
        }
        shown.insert(token, Some(layout));
        if let Some(id) = id {
            shown.insert(id, Some(layout));
        }
    }
}

fn assert_places_are_kept(before: &Value, after: &Value) {
    let now = buttons_of(after);
    let means = |button: &Button| (button.verb().to_owned(), button.argument().to_owned());
    for (place, button) in buttons_of(before) {
        let there = now.iter().find(|(other, _)| *other == place);
        let Some((_, there)) = there.filter(|(_, there)| means(there) != means(&button)) else {
            continue;
        };
        // The pieces of a rack stand in its order, and what may be taken changes with every turn.
        let is_piece = |button: &Button| {
            button
                .argument()
                .split_once('.')
                .is_some_and(|(slot, _)| slot.parse::<u8>().is_ok())
        };
        let takes = |button: &Button| button.verb() == "take";
        let reads_alike = button.verb() == there.verb() && button.label == there.label;
        let is_like = (is_piece(&button) && is_piece(there)) || (takes(&button) && takes(there));
        if is_like || reads_alike {
            continue;
        }
        assert!(
            !is_move(&button) && !is_move(there),
            "{there:?} took the place of {button:?}: {before} became {after}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_that_comes_or_goes_by_itself_leaves_every_button_in_its_place() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    // It comes: what stood there all the time stays, and the draw stands beside it.
    let waiting = second.panel().await.expect("a panel");
    let desk = waiting.can("desk").expect("their desk");
    let at = place(&waiting, &desk.id).expect("just seen");
    first.takes_their_turn().await;
    let turn = second
        .waits_for_panel("their turn", |panel| panel.can("draw").is_some())
        .await;
    assert_eq!(
        there(&turn, at).map(|button| button.verb().to_owned()),
        Some("desk".to_owned())
    );
    // It goes, for their time is up: where they were about to press nothing can be pressed.
    let at = place(&turn, &turn.can("draw").expect("just seen").id).expect("just seen");
    evening.world.passes(61).await;
    let over = second
        .waits_for_panel("the end of their time", |panel| panel.can("draw").is_none())
        .await;
    assert_eq!(there(&over, at), None, "{over:?}");
    evening.ends().await;
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
    assert!(again.content().contains("out of date"), "{again:?}");
    assert_eq!(there(&again, place), None, "{again:?}");
    evening.ends().await;
}
