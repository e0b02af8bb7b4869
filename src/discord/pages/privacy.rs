//! What is kept of a person, and the question before it is deleted.
//!
//! Where *Delete my data* stands, the question has *Keep my data*: a double press deletes nothing.

use super::press::PrivacyPress;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Note, Tone};
use crate::tables::Retention;

/// What is kept, and what can be done about it; `page` is the host's own.
pub(crate) fn page(words: Words, retention: Retention, page: Option<&str>) -> Note {
    let days = retention
        .deleted_after
        .map_or(0, |span| span.as_secs() / (24 * 60 * 60));
    let text = with_page(words, words.privacy(&words.privacy_records(days)), page);
    let export = Button::new(PrivacyPress::Export.id(), words.button_my_data()).emoji("📄");
    let delete = Button::new(PrivacyPress::Ask.id(), words.button_delete_data()).tone(Tone::Grave);
    Note {
        rows: vec![vec![export, delete]],
        ..Note::private(text)
    }
}

/// The same text, below it a link to the host's own page, if there is one.
pub(crate) fn with_page(words: Words, text: String, page: Option<&str>) -> String {
    match page {
        Some(page) => format!("{text}\n{}", words.privacy_page(page)),
        None => text,
    }
}

/// Whether they mean it; `seats` links the tables where they sit.
pub(crate) fn question(words: Words, seats: &[String]) -> Note {
    let mut text = words.privacy_question();
    if !seats.is_empty() {
        text.push('\n');
        text.push_str(&words.privacy_seated(&seats.join(" "), seats.len()));
    }
    let delete = Button::new(PrivacyPress::Delete.id(), words.button_delete_surely());
    let keep = Button::new(PrivacyPress::See.id(), words.button_keep_data());
    Note {
        rows: vec![vec![delete.tone(Tone::Grave), keep]],
        ..Note::private(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_sits_at_several_tables_reads_of_all_of_them() {
        let words = Words::of("en");
        let asked = |seats: &[&str]| {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            question(words, &seats).text
        };
        let (none, one, two) = (asked(&[]), asked(&["<#1>"]), asked(&["<#1>", "<#2>"]));
        assert!(!none.contains("You are at"), "{none}");
        assert!(
            one.contains("at a table: <#1>. You give up your seat first."),
            "{one}"
        );
        assert!(
            two.contains("at 2 tables: <#1> <#2>. You give up all your seats first."),
            "{two}"
        );
        let later = words.privacy_deleted_later(1, 0);
        assert!(
            later.contains("A table at which you sat is still open"),
            "{later}"
        );
        let later = words.privacy_deleted_later(2, 0);
        assert!(
            later.contains("2 tables at which you sat are still open"),
            "{later}"
        );
    }

    #[test]
    fn the_page_says_how_long_records_are_kept_and_links_the_hosts_own() {
        let words = Words::of("en");
        let usual = page(words, Retention::USUAL, None).text;
        assert!(
            !usual.contains("https://") && !usual.contains("days"),
            "{usual}"
        );
        let deleting = Retention {
            deleted_after: Some(Retention::days(90)),
            ..Retention::USUAL
        };
        let told = page(words, deleting, Some("https://example.org/privacy")).text;
        assert!(told.contains("<https://example.org/privacy>"), "{told}");
        assert!(told.contains("90 days after the game"), "{told}");
        assert!(told.chars().count() < 2000);
    }

    #[test]
    fn what_the_bot_is_links_the_hosts_own_page_where_there_is_one() {
        let words = Words::of("en");
        let about = |page| with_page(words, words.about("1.0.0", "none"), page);
        assert_eq!(about(None), words.about("1.0.0", "none"));
        assert!(!about(None).contains("Source"), "{}", about(None));
        let with_source = words.about("1.0.0", "https://example.org/istaka");
        let link = "Source: <https://example.org/istaka>";
        assert!(with_source.contains(link), "{with_source}");
        let told = about(Some("https://example.org/privacy"));
        assert!(told.contains("<https://example.org/privacy>"), "{told}");
    }
}
