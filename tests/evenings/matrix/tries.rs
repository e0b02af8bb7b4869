//! What is tried: every form of a press that anybody was shown, made fit for the present state, forms that nobody was
//! shown, and commands.

use std::collections::BTreeMap;

use istaka::rules::{Game, GameView, Seat, Viewer};
use serde_json::Value;

use super::judge::Reading;
use super::kinds::options_of;
use crate::message::Message;
use crate::press_kinds::kind;

/// As many forms of each kind are kept, the newest ones.
const KEPT: usize = 2;

/// Something that is sent.
#[derive(Clone, Debug)]
pub enum Try {
    /// A command, as it is typed, with its options.
    Command(String, Value),
    /// A press on a component with this id.
    Press(String),
    /// A value chosen in a menu with this id.
    Choice(String, String),
}

/// Forms of presses, by their kind.
#[derive(Default)]
pub struct Pool(BTreeMap<String, Vec<Try>>);

impl Pool {
    /// Collects the components of a message that are about this table.
    pub fn gathers(&mut self, table: &str, message: &Message) {
        let rows = message.0["components"].as_array().into_iter().flatten();
        for part in rows.flat_map(|row| row["components"].as_array().into_iter().flatten()) {
            let Some(id) = part["custom_id"].as_str() else {
                continue;
            };
            if id.split(':').nth(1) != Some(table) {
                continue;
            }
            let value = part["options"][0]["value"].as_str();
            let form = match value {
                Some(value) => Try::Choice(id.to_owned(), value.to_owned()),
                None => Try::Press(id.to_owned()),
            };
            let kept = self.0.entry(kind(id)).or_default();
            kept.insert(0, form);
            kept.truncate(KEPT);
        }
    }

    /// All forms of a kind in this state; never none.
    pub fn forms(&self, kind: &str, reading: &Reading, table: &str) -> Vec<Try> {
        if let Some(command) = kind.strip_prefix('/') {
            let options = options_of(command).expect("a command that is registered");
            return vec![Try::Command(command.to_owned(), options)];
        }
        let shown = self.0.get(kind).into_iter().flatten();
        let as_now = |form: &Try| match form {
            Try::Press(id) => Try::Press(fresh(id, reading.revision)),
            Try::Choice(id, value) => Try::Choice(fresh(id, reading.revision), value.clone()),
            Try::Command(..) => form.clone(),
        };
        // As if it were drawn from the present state, and as it was shown.
        let mut forms: Vec<Try> = shown.clone().map(as_now).collect();
        forms.extend(shown.cloned());
        let (verb, below) = kind.split_once('.').unwrap_or((kind, ""));
        for argument in arguments(reading) {
            let argument = match (below, argument.as_str()) {
                ("", argument) => argument.to_owned(),
                (below, "") => below.to_owned(),
                (below, argument) => format!("{below}.{argument}"),
            };
            let revision = reading.revision;
            forms.push(Try::Press(format!(
                "1:{table}:{revision}:{verb}:{argument}"
            )));
        }
        forms
    }
}

/// The same press, drawn from this revision.
fn fresh(id: &str, revision: u64) -> String {
    let mut parts: Vec<&str> = id.splitn(5, ':').collect();
    let revision = revision.to_string();
    if parts.len() == 5 {
        parts[2] = &revision;
    }
    parts.join(":")
}

/// What could stand behind a verb: nothing, a number, pieces of whoever is to act, and what is no piece.
fn arguments(reading: &Reading) -> Vec<String> {
    let mut arguments = ["", "0", "255", "on", "easy", "\u{202e}"]
        .map(str::to_owned)
        .to_vec();
    let Some(game) = &reading.game else {
        return arguments;
    };
    let acting = game.waiting().seats.iter().next();
    let holder = acting.or(Seat::new(0)).expect("a seat");
    let rack = game.view(Viewer::Seat(holder)).rack().unwrap_or_default();
    if let (Some(first), Some(last)) = (rack.first(), rack.last()) {
        arguments.extend([
            first.to_string(),
            format!("0.{first}"),
            format!("{}.{last}", rack.len() - 1),
            format!("{first}.0.{last}"),
            format!("1{}", "0".repeat(rack.len() - 1)),
        ]);
    }
    arguments
}
