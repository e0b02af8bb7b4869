//! Hachinin-meri by presses: a simple player who knows only the buttons of their panel.

use istaka::rules::karuta::Karuta;

use crate::message::{Button, Message};

/// Whether this is a page of a panel of Hachinin-meri.
pub fn is_of_meri(panel: &Message) -> bool {
    panel
        .buttons()
        .iter()
        .any(|button| button.verb() == "order")
}

/// What a simple player presses next: they call if they can, and play the first karuta that may be played.
pub fn choice(panel: &Message) -> Option<Button> {
    let verbs = ["robatta", "ready", "away", "lead", "play", "next"];
    verbs.into_iter().find_map(|verb| panel.can(verb))
}

/// The karuta on a button.
pub fn karuta(button: &Button) -> Option<Karuta> {
    button.argument().rsplit('.').next()?.parse().ok()
}

/// The karuta on the buttons of a panel: the rack, in the order of the picture.
pub fn rack(panel: &Message) -> Vec<Karuta> {
    let buttons = panel.buttons().into_iter();
    buttons
        .filter(|button| ["play", "lead"].contains(&button.verb()))
        .filter_map(|button| karuta(&button))
        .collect()
}

/// Whether whoever has this panel is to play or to lead.
pub fn is_to_play(panel: &Message) -> bool {
    panel.can("play").is_some() || panel.can("lead").is_some()
}
