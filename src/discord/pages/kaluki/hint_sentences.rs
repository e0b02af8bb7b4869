//! The sentences about why a move of Kaluki is advised.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    KALUKI_HINT_SENTENCES:

    /// The hand opens.
    kaluki_hint_opens(points: u32, needed: u32);
    /// All cards can go now.
    kaluki_hint_calls_up();
    /// All cards can go now, in the turn of opening.
    kaluki_hint_kaluki();
    /// What is taken opens.
    kaluki_hint_takes_to_open(card: &str, points: u32);
    /// What is taken can be laid.
    kaluki_hint_takes_to_lay(card: &str, laid: &str);
    /// A joker is better than a draw.
    kaluki_hint_takes_to_keep(card: &str);
    /// What is taken goes with nothing, and is better than a draw all the same.
    kaluki_hint_takes_better(card: &str);
    /// What was taken is of no use.
    kaluki_hint_returns(card: &str);
    /// A meld leaves the hand.
    kaluki_hint_lays();
    /// A card leaves the hand.
    kaluki_hint_builds(card: &str);
    /// Jokers are freed.
    kaluki_hint_frees(jokers: usize);
    /// What lies there is of no use.
    kaluki_hint_leaves(card: &str);
    /// Nothing may be taken.
    kaluki_hint_leaves_nothing();
    /// A Kaluki is near.
    kaluki_hint_holds(chance: u32);
    /// After opening.
    kaluki_hint_discards(left: i32);
    /// What the next player would like.
    kaluki_hint_withholds(card: &str);
    /// Few cards are left.
    kaluki_hint_announces();
    /// The pool is worth it.
    kaluki_hint_buys_in(share: u32, stake: u32);
    /// The pool is not worth it.
    kaluki_hint_declines(share: u32);
    /// There is no choice.
    kaluki_hint_forced();
}
