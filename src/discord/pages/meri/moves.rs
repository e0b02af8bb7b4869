//! The moves of Hachinin-meri in words, each with the text that means it.

use super::typed::{names, other_verbs};
use crate::discord::speech::karuta::{karuta, spoken};
use crate::discord::speech::words::Words;
use crate::rules::karuta::Karuta;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::{Action, View};

/// The text of *ready*.
pub(super) const READY: &str = "ready";
/// The text of the call.
pub(super) const ROBATTA: &str = "robatta";

/// A move in the words of `/play` and its choices.
pub(super) fn words(words: Words, action: &Action, view: &View) -> String {
    match *action {
        Action::Ready => words.meri_move_ready(),
        Action::Robatta => {
            let okie = view.okie.map(|okie| karuta(words, okie));
            words.meri_move_robatta(&okie.unwrap_or_default())
        }
        Action::Uchidashi { lead, discard } => {
            words.meri_move_uchidashi(&karuta(words, lead), &karuta(words, discard))
        }
        Action::Play(played) => words.meri_move_play(&karuta(words, played), how(view, played)),
    }
}

/// Whether it leads a trick, and whether it will lie face down (Hachinin-meri rules 8).
fn how(view: &View, played: Karuta) -> &'static str {
    let trumps = |one: Karuta| view.trump().is_some_and(|trump| is_trump(one, trump));
    match view.plays.first().map(|lead| lead.karuta) {
        None if trumps(played) => "meri",
        None => "leads",
        Some(Some(lead)) if trumps(played) && !trumps(lead) => "down",
        Some(_) => "open",
    }
}

/// What else a move is called by whoever looks for it.
pub(super) fn other_words(words: Words, action: &Action, view: &View) -> Vec<String> {
    let karuta: Vec<Karuta> = match *action {
        Action::Ready => Vec::new(),
        Action::Robatta => view.okie.into_iter().collect(),
        Action::Uchidashi { lead, discard } => vec![lead, discard],
        Action::Play(karuta) => vec![karuta],
    };
    let verbs = other_verbs(action).iter().copied().map(str::to_owned);
    let named = karuta.into_iter().flat_map(|karuta| {
        let names = names(karuta).map(str::to_owned);
        std::iter::once(spoken(words, karuta)).chain(names)
    });
    verbs.chain(named).collect()
}

/// The text that stands for a move inside a choice of `/play`, and that people may type.
pub(super) fn text(action: &Action) -> String {
    match action {
        Action::Ready => READY.to_owned(),
        Action::Robatta => ROBATTA.to_owned(),
        Action::Uchidashi { lead, discard } => format!("lead {lead} away {discard}"),
        Action::Play(karuta) => format!("play {karuta}"),
    }
}
