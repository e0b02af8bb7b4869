//! Speech: every sentence for people, in every language, and pieces in words. It knows nothing of where it is said.

pub(super) mod card_sentences;
pub(super) mod cards;
pub(super) mod desk_sentences;
pub(super) mod front_sentences;
pub(super) mod hint_sentences;
pub(super) mod karuta;
pub(super) mod karuta_sentences;
pub(super) mod learn_sentences;
pub(super) mod lesson_sentences;
pub(super) mod letters;
pub(super) mod option_sentences;
pub(super) mod option_words;
pub(super) mod privacy_sentences;
pub(super) mod replay_sentences;
pub(super) mod result_sentences;
pub(super) mod sentences;
pub(super) mod tiles;
pub(super) mod words;
