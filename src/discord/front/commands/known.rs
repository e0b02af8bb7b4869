//! Which of our commands is meant. Discord's clients keep those of another version for a while, and send them.

use std::sync::Once;

use poise::serenity_prelude as serenity;
use serenity::{CommandData, CommandType, ResolvedOption, ResolvedValue};

use super::Command;

/// No name of a command with its subcommands is longer.
const LONGEST_NAME: usize = 100;

/// The command that is meant, and its own options: those of the subcommand if it is one.
pub(crate) fn find<'a, 'b>(
    commands: &'a [Command],
    name: &str,
    options: &'b [ResolvedOption<'b>],
) -> Option<(&'a Command, &'b [ResolvedOption<'b>])> {
    let command = commands.iter().find(|command| command.name == name)?;
    match inner(options) {
        Some((name, inner)) => find(&command.subcommands, name, inner),
        None => Some((command, options)),
    }
}

/// The subcommand that is meant, and what is in it.
fn inner<'a, 'b>(options: &'b [ResolvedOption<'a>]) -> Option<(&'a str, &'b [ResolvedOption<'a>])> {
    options.iter().find_map(|option| match &option.value {
        ResolvedValue::SubCommand(inner) | ResolvedValue::SubCommandGroup(inner) => {
            Some((option.name, &inner[..]))
        }
        _ => None,
    })
}

/// Whether it is a command of this version: typed, with options that it has, and with all that it needs.
pub(crate) fn is_known(commands: &[Command], data: &CommandData) -> bool {
    let options = data.options();
    let Some((command, given)) = find(commands, &data.name, &options) else {
        return false;
    };
    let is_given = |name: &str| given.iter().any(|option| option.name == name);
    let mut names = given.iter().map(|option| option.name);
    let mut needed = command.parameters.iter().filter(|option| option.required);
    data.kind == CommandType::ChatInput
        && command.subcommands.is_empty()
        && names.all(|name| command.parameters.iter().any(|known| known.name == name))
        && needed.all(|option| is_given(&option.name))
}

/// A command of another version was used. The first one says so aloud: it is nobody's mistake.
pub(crate) fn notes_another_version(data: &CommandData) {
    static TOLD: Once = Once::new();
    let command = name_of(data);
    TOLD.call_once(|| {
        tracing::info!(
            command,
            "a command of another version was used: Discord's clients keep them for a while"
        );
    });
    tracing::debug!(command, "a command of another version was used");
}

/// The whole name, as far as it may stand in a log.
fn name_of(data: &CommandData) -> String {
    let options = data.options();
    let mut names = vec![&data.name[..]];
    let mut below = inner(&options);
    while let Some((name, options)) = below {
        names.push(name);
        below = inner(options);
    }
    let all = names.join(" ");
    all.escape_default().take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::discord::front::commands::{all, options};
    use crate::rules::any::GameId;

    fn read(command: Value) -> CommandData {
        serde_json::from_value(command).expect("a command as Discord sends it")
    }

    #[test]
    fn commands_of_another_version_are_told_apart() {
        let commands = options(all(GameId::RELEASED)).commands;
        let inner = |kind: u8, name: &str, options: Value| json!([{"type": kind, "name": name, "options": options}]);
        let text = |name: &str| json!([{"type": 3, "name": name, "value": "x"}]);
        for (kind, name, options, is_ours) in [
            (1, "help", json!([]), true),
            (1, "play", text("move"), true),
            (1, "table", inner(1, "show", json!([])), true),
            (1, "play", json!([]), false),
            (1, "play", text("card"), false),
            (1, "table", json!([]), false),
            (1, "table", inner(1, "vanish", json!([])), false),
            (
                1,
                "table",
                inner(2, "show", inner(1, "end", json!([]))),
                false,
            ),
            (1, "old", json!([]), false),
            (2, "help", json!([]), false),
            (3, "help", json!([]), false),
        ] {
            let told = json!({"id": "5", "type": kind, "name": name, "options": options});
            assert_eq!(is_known(&commands, &read(told.clone())), is_ours, "{told}");
        }
    }

    #[test]
    fn the_log_gets_the_whole_name_and_no_more() {
        let told = json!({"id": "5", "type": 1, "name": "table", "options": [{"type": 1, "name": "va\nnish", "options": []}]});
        assert_eq!(name_of(&read(told)), "table va\\nnish");
        let told = json!({"id": "5", "type": 3, "name": "é".repeat(200)});
        assert_eq!(name_of(&read(told)).len(), LONGEST_NAME);
    }
}
