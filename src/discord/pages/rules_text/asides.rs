//! What stands in brackets among house rules: it is for people, and not read.

/// What stands in parentheses is for people.
pub(super) fn without_asides(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

/// The first bracket that is not closed, with all that stands behind it.
pub(super) fn unclosed(text: &str) -> Option<&str> {
    let mut open = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open.push(at),
            ')' => drop(open.pop()),
            _ => {}
        }
    }
    open.first().map(|at| &text[*at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by hand: what stood behind a bracket that was not closed was left out without a word, and the table opened.
    #[test]
    fn a_bracket_that_is_not_closed_is_told_with_all_that_stands_behind_it() {
        for (text, told) in [
            ("a=1 (one b=2", Some("(one b=2")),
            ("a=1 (one (two) b=2", Some("(one (two) b=2")),
            ("a=1 (one) b=2 (two", Some("(two")),
            ("a=1 (", Some("(")),
            ("a=1 (one (two)) b=2 ()", None),
            ("a=1) b=2", None),
            ("a=1 b=2", None),
        ] {
            assert_eq!(unclosed(text), told, "{text}");
        }
    }
}
