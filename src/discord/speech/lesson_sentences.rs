//! The sentences around lessons; what a lesson says is its game's own.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    LESSON_SENTENCES:

    /// The rules and the clock of a table, above those of its game.
    rules_here(rules: &str, clock: &str);
    /// Above the rules of a game, where those of a table stand before them.
    rules_in_general();
    /// Which step it is.
    lesson_step(step: usize, steps: usize);
    /// Label.
    button_lesson_steps();
    /// Label.
    button_lesson_back();
    /// Label.
    button_lesson_next();
    /// Label.
    button_lesson_words();
    /// Label.
    button_lesson_more_words();
    /// Label.
    button_lesson_short();
}
