//! The sentences about what is kept of people.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    PRIVACY_SENTENCES:

    /// What is kept, in short.
    privacy(records: &str);
    /// How long records are kept; 0 days are for ever.
    privacy_records(days: u64);
    /// The page of whoever runs the bot.
    privacy_page(page: &str);
    /// Label.
    button_my_data();
    /// Label.
    button_delete_data();
    /// Label.
    button_delete_surely();
    /// Label.
    button_keep_data();
    /// Above the file.
    privacy_export();
    /// They asked for it a moment ago.
    privacy_export_coming();
    /// What deleting means.
    privacy_question();
    /// Where they sit.
    privacy_seated(tables: &str, seats: usize);
    /// It is done.
    privacy_deleted();
    /// It is done but for so many tables that go on.
    privacy_deleted_later(tables: usize, aside: usize);
    /// There was nothing.
    privacy_nothing();
    /// The disk refused.
    privacy_not_deleted();
    /// Somebody whose data were deleted.
    deleted_player();
}
