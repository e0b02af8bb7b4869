//! Letters as people's keyboards write them.

/// From a letter of the wide forms ("Halfwidth and Fullwidth Forms" of Unicode) to the same one in ASCII.
const FROM_WIDE: u32 = 0xfee0;

/// A typed text in the letters that moves are read in: those of the wide forms, which a Japanese keyboard writes, in ASCII; every
/// dash as the hyphen; the two letters i of a Turkish keyboard as one; and nothing that nobody sees.
pub(crate) fn usual(text: &str) -> String {
    let one = |letter: char| match letter {
        '！'..='～' => char::from_u32(u32::from(letter) - FROM_WIDE).unwrap_or(letter),
        '‐'..='―' | '−' => '-',
        'İ' | 'ı' => 'i',
        other => other,
    };
    seen(text).chars().map(one).collect()
}

/// A text without what nobody sees and what turns the letters behind it round. What joins signs to one stays.
pub(crate) fn seen(text: &str) -> String {
    text.replace(is_unseen, "")
}

fn is_unseen(letter: char) -> bool {
    match letter {
        '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}' => true,
        other => other.is_control() && !other.is_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_in_whatever_letters_a_keyboard_writes_it() {
        for (typed, expected) in [
            ("discard G5", "discard G5"),
            ("dıscard Ｇ５", "discard G5"),
            ("İsu Kaba", "isu Kaba"),
            ("パオ１", "パオ1"),
            ("P–Sun P−1 P‑2", "P-Sun P-1 P-2"),
            ("\u{200b}discard K3\u{200e}", "discard K3"),
            ("a\tb\nc\u{0}", "a\tb\nc"),
            ("❤️5 ♠\u{fe0e}", "❤️5 ♠\u{fe0e}"),
            ("スタート", "スタート"),
        ] {
            assert_eq!(usual(typed), expected, "{typed}");
        }
    }

    #[test]
    fn nothing_turns_a_text_round() {
        assert_eq!(seen("max_\u{202e}hands\u{2066}=1"), "max_hands=1");
        // Signs that are joined to one stay so.
        assert_eq!(seen("👩\u{200d}💻 İı"), "👩\u{200d}💻 İı");
    }
}
