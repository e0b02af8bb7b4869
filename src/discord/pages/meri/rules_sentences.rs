//! The sentences that teach Hachinin-meri step by step, and its words.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MERI_RULES_SENTENCES:

    // Steps.
    /// The goal and the teams.
    meri_lesson_goal();
    /// The pack.
    meri_lesson_pack();
    /// Plain suits.
    meri_lesson_plain();
    /// Trump, okie and tenka.
    meri_lesson_trump();
    /// Who takes the okie, and the opening.
    meri_lesson_opening();
    /// A trick with face-down trumps.
    meri_lesson_trick();
    /// Meri and monchi.
    meri_lesson_meri();
    /// Yaku.
    meri_lesson_yaku();
    /// Points and matches.
    meri_lesson_points();

    // Pictures in words.
    /// A table in the middle of a trick.
    meri_lesson_alt_table();
    /// The five suits and the six courts.
    meri_lesson_alt_pack();
    /// A plain suit in its order.
    meri_lesson_alt_plain(suit: &str, order: &str);
    /// The trumps in their order.
    meri_lesson_alt_trumps(suit: &str, order: &str);
    /// The opening: the robai, the okie, the ten cards, and what leaves them.
    meri_lesson_alt_opening();
    /// The trick turned up.
    meri_lesson_alt_shobu();
    /// The yaku of a trump suit.
    meri_lesson_alt_yaku(suit: &str, yaku: &str);
    /// What three rounds came to, and eight of them.
    meri_lesson_alt_points();

    // The words of the game.
    /// The first page.
    meri_words_cards();
    /// The second page.
    meri_words_play();
}
