//! The Fluent files as texts: what a message wants, which no bundle tells, and the same in odd letters.

use std::collections::BTreeSet;

/// A message, or an attribute of one.
#[derive(Debug)]
pub(super) struct Message<'a> {
    /// Its id, with a point before the name of an attribute.
    pub id: String,
    lines: Vec<&'a str>,
}

/// What a line begins with.
enum Start<'a> {
    Message(&'a str, &'a str),
    Attribute(&'a str, &'a str),
    /// A comment or a term.
    Other,
    /// It belongs to what was begun before.
    More,
}

fn start(line: &str) -> Start<'_> {
    let inner = line.trim_start();
    match (inner.split_once('='), line.chars().next()) {
        (Some((id, text)), Some('a'..='z')) => Start::Message(id.trim(), text),
        (Some((id, text)), Some(' ')) if inner.starts_with('.') => {
            Start::Attribute(id.trim(), text)
        }
        (_, Some(' ') | None) => Start::More,
        (_, Some('}')) => Start::More,
        _ => Start::Other,
    }
}

/// The messages of a file and their attributes.
pub(super) fn messages(text: &str) -> impl Iterator<Item = Message<'_>> {
    let mut found: Vec<Message<'_>> = Vec::new();
    let (mut whose, mut is_message) = ("", false);
    for line in text.lines() {
        let begun = match start(line) {
            Start::Message(id, text) => {
                (whose, is_message) = (id, true);
                Some((id.to_owned(), text))
            }
            Start::Attribute(name, text) if is_message => Some((format!("{whose}{name}"), text)),
            Start::Other | Start::Attribute(..) => {
                is_message = false;
                None
            }
            Start::More => {
                if let Some(last) = found.last_mut().filter(|_| is_message) {
                    last.lines.push(line);
                }
                None
            }
        };
        found.extend(begun.map(|(id, text)| Message {
            id,
            lines: vec![text],
        }));
    }
    // What has attributes may have no text of its own.
    let is_some = |message: &Message<'_>| {
        message.id.contains('.') || message.lines.iter().any(|line| !line.trim().is_empty())
    };
    found.into_iter().filter(is_some)
}

impl Message<'_> {
    /// The values that it wants; of each whether it is said, or only chosen by.
    fn values(&self) -> impl Iterator<Item = (&str, bool)> {
        let parts = self.lines.iter().flat_map(|line| {
            let mut parts = line.split('$');
            let before = parts.next().unwrap_or_default();
            let is_open = before.contains('{');
            parts.filter(move |_| is_open)
        });
        parts.map(|part| {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
            let end = part.find(|letter| !is_name(letter)).unwrap_or(part.len());
            // The hyphen of an arrow belongs to no name.
            let name = part[..end].trim_end_matches('-');
            let rest = part[name.len()..].split('}').next().unwrap_or_default();
            (name, !rest.contains("->"))
        })
    }

    /// The names of all values that it wants.
    pub(super) fn wanted(&self) -> BTreeSet<&str> {
        self.values().map(|(name, _)| name).collect()
    }

    /// The names of the values that it says.
    pub(super) fn said(&self) -> BTreeSet<&str> {
        let said = self.values().filter(|(_, is_said)| *is_said);
        said.map(|(name, _)| name).collect()
    }

    /// The names of the values that it chooses by.
    pub(super) fn chosen_by(&self) -> BTreeSet<&str> {
        let chosen_by = self.values().filter(|(_, is_said)| !*is_said);
        chosen_by.map(|(name, _)| name).collect()
    }

    /// The keys of what it chooses from.
    pub(super) fn keys(&self) -> BTreeSet<&str> {
        let keys = self.lines.iter().filter_map(|line| key(line));
        keys.map(|(key, _)| key).collect()
    }
}

/// The key of a choice, and what is said for it.
fn key(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let line = line.strip_prefix('*').unwrap_or(line);
    line.strip_prefix('[')?.split_once(']')
}

/// A file with every letter that people read as this makes it; what the code reads stays.
pub(super) fn changed(text: &str, letter: fn(char) -> String) -> String {
    let mut changed = String::new();
    let mut choosing = 0_usize;
    for line in text.lines() {
        let said = match start(line) {
            Start::Other => "",
            Start::Message(_, text) | Start::Attribute(_, text) => text,
            Start::More if choosing > 0 => key(line).map_or(line, |(_, text)| text),
            Start::More => line,
        };
        changed.push_str(&line[..line.len() - said.len()]);
        say(&mut changed, said, &mut choosing, letter);
        changed.push('\n');
    }
    changed
}

/// The part of a line that is said.
fn say(changed: &mut String, said: &str, choosing: &mut usize, letter: fn(char) -> String) {
    let mut rest = said;
    // Names of commands, and whatever stands between backticks, are typed as they are.
    let (mut is_code, mut is_command, mut before) = (false, false, ' ');
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '{' => {
                let end = rest.find('}').map_or(rest.len(), |end| end + 1);
                *choosing += usize::from(rest[..end].contains("->"));
                end
            }
            '<' => rest.find('>').map_or(1, |end| end + 1),
            _ => next.len_utf8(),
        };
        match next {
            '}' => *choosing = choosing.saturating_sub(1),
            '`' => is_code = !is_code,
            '/' => is_command = before == ' ' || before == '(' || before == '*',
            _ => is_command &= next.is_ascii_lowercase() || next.is_ascii_digit(),
        }
        if length == next.len_utf8() && !is_code && !is_command {
            changed.push_str(&letter(next));
        } else {
            changed.push_str(&rest[..length]);
        }
        (before, rest) = (next, &rest[length..]);
    }
}
