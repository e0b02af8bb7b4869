//! The sentences of the first rounds that are played to learn a game.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    LEARN_SENTENCES:

    /// Label: to what teaches a game.
    button_learn();
    /// Label: to what teaches this game.
    button_learn_game(game: &str);
    /// Label: to the next step.
    button_learn_on();
    /// Label: away from the lesson.
    button_learn_stop();
    /// Label: to the step that was left.
    button_learn_back();
    /// Label: to the first step.
    button_learn_again();
    /// The heading of a step.
    learn_title(game: &str, step: usize, steps: usize);
    /// Something else was pressed than what is asked.
    learn_not_yet();
    /// The learner's table goes on.
    learn_waits(link: &str);
    /// What the picture points at.
    learn_marked(pieces: &str);
    /// What lies face down.
    learn_stock();
    /// The lesson was left.
    learn_stopped(game: &str);
    /// What to do after a lesson; the game by its command.
    learn_ended(game: &str);
    /// A step of Okey.
    learn_okey(step: &str);
    /// A step of Okey 101.
    learn_okey101(step: &str);
    /// A step of Kaluki.
    learn_kaluki(step: &str);
    /// A step of Hachinin-meri.
    learn_meri(step: &str);
    /// The rules of Okey with a picture, step by step.
    okey_lesson(step: &str);
    /// What such a picture shows.
    okey_lesson_alt(step: &str);
    /// The rules of Okey 101 with a picture, step by step.
    okey101_lesson(step: &str);
    /// What such a picture shows.
    okey101_lesson_alt(step: &str);
    /// The rules of Kaluki with a picture, step by step.
    kaluki_lesson(step: &str);
    /// What such a picture shows.
    kaluki_lesson_alt(step: &str);
}
