//! Questions read as questions, and are ones: whoever reads `is_…` looks for an answer, and for nothing else.

use super::{check, sources};

/// How questions begin.
const ASKING: [&str; 4] = ["is_", "has_", "was_", "may_"];

/// A function as it is declared.
struct Declared<'a> {
    line: usize,
    name: &'a str,
    arguments: &'a str,
    /// What it answers; nothing, if it does not.
    answer: &'a str,
}

/// All functions of a text whose arguments hold no brackets of their own that would end the list.
fn declared(text: &str) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("fn ") {
        let rest = &text[at + word.len()..];
        let Some(opens) = rest.find('(') else {
            break;
        };
        let mut depth = 0;
        let closes = rest[opens..].find(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        });
        let Some(closes) = closes.map(|closes| opens + closes) else {
            break;
        };
        let (arguments, behind) = (&rest[opens + 1..closes], &rest[closes + 1..]);
        let answer = behind.split(['{', ';']).next().unwrap_or_default();
        found.push(Declared {
            line: text[..at].matches('\n').count() + 1,
            name: rest[..opens].split('<').next().unwrap_or_default(),
            arguments,
            answer: answer.trim().trim_start_matches("->").trim(),
        });
    }
    found
}

/// What is wrong with questions of this text.
fn wrong(text: &str) -> Vec<String> {
    let asking = |declared: &Declared<'_>| {
        let begins = |asking: &&str| declared.name.starts_with(*asking);
        ASKING.iter().any(begins)
    };
    let questions = declared(text).into_iter().filter(asking);
    let wrong = questions.filter_map(
        |Declared {
             line,
             name,
             arguments,
             answer,
         }| {
            if answer.is_empty() && arguments.contains("&mut self") {
                return Some(format!(
                    "{line}: {name} changes something, and answers nothing"
                ));
            }
            answer
                .starts_with("Result<(), ")
                .then(|| format!("{line}: {name} refuses: must_…"))
        },
    );
    wrong.collect()
}

#[test]
fn questions_answer_and_what_refuses_says_must() {
    let faults = sources().into_iter().flat_map(|source| {
        let wrong = wrong(&source.text).into_iter();
        let path = source.path.display().to_string();
        wrong
            .map(move |fault| format!("{path}:{fault}"))
            .collect::<Vec<_>>()
    });
    check("questions", faults.collect());
}

#[test]
fn a_question_that_is_none_is_found() {
    for (text, is_right) in [
        ("fn is_open(&self) -> bool {}", true),
        ("fn is_due(&mut self, now: Moment) -> bool {}", true),
        ("fn opened(&mut self) {}", true),
        ("fn is_open(&self);", true),
        ("fn is_spoilt(value: &mut Value) {}", true),
        ("fn may_pass(&self) -> Result<bool, Failure> {}", true),
        ("fn must_be_open(&self) -> Result<(), Refusal> {}", true),
        ("pub(super) fn is_opened(&mut self) {}", false),
        (
            "fn was_read(\n    &mut self,\n    of: (u8, u8),\n) {\n}",
            false,
        ),
        ("async fn has_moved(&mut self, by: impl Fn()) {}", false),
        ("fn may_lay<T>(round: &T) -> Result<(), Refusal> {}", false),
    ] {
        assert_eq!(wrong(text).is_empty(), is_right, "{text}");
    }
}
