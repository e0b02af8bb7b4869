//! The sentences about the moves of Hachinin-meri: what they are called, and why one is refused.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MERI_MOVE_SENTENCES:

    // Moves in words.
    /// The round may begin.
    meri_move_ready();
    /// Takes the okie.
    meri_move_robatta(okie: &str);
    /// Opens the round.
    meri_move_uchidashi(lead: &str, discard: &str);
    /// Plays to a trick, or leads it.
    meri_move_play(karuta: &str, how: &str);

    /// A typed name fits several karuta of whoever typed it.
    meri_unclear(karuta: &str);

    // Why Hachinin-meri says no.
    /// Nothing is being played.
    meri_no_round();
    /// Somebody else is to act.
    meri_out_of_turn();
    /// Nobody is asked for the robai now.
    meri_not_asked();
    /// The okie is not taken yet.
    meri_okie_first();
    /// The taker leads and lays away at once; with a text that means both.
    meri_uchidashi_first(example: &str);
    /// The opening lead is out.
    meri_uchidashi_over();
    /// Answered already.
    meri_already_answered();
    /// Somebody calls without the robai; what everybody is told who does.
    meri_no_robai();
    /// Not on the rack.
    meri_not_on_rack(karuta: &str);
    /// The first trick is not led with a trump.
    meri_meri_first(karuta: &str);
    /// In monchi the suit is followed.
    meri_follow_suit(suit: &str);
    /// A meri is followed with trumps.
    meri_follow_trump(suit: &str, tenka: &str, kind: &str);
}
