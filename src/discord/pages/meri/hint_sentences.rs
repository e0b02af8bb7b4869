//! The sentences about why a move of Hachinin-meri is advised.

use crate::discord::speech::sentences::sentences;
use crate::discord::speech::words::Words;

sentences! {
    MERI_HINT_SENTENCES:

    /// The robai is better used with the okie.
    meri_hint_calls(okie: &str, caller: &str);
    /// Nobody can catch the robai.
    meri_hint_hides(robai: &str, ko: u32);
    /// There is nothing to call with.
    meri_hint_waits();
    /// It may make a yaku.
    meri_hint_threatens(winning: &str, beaten: &str, ko: i32, more: &str);
    /// Nothing beats it.
    meri_hint_strongest();
    /// It takes the trick unless somebody plays better.
    meri_hint_takes(better: usize);
    /// A partner has the trick.
    meri_hint_leaves_to_partner(sign: &str);
    /// It goes where nobody can catch it.
    meri_hint_brings_to_safety();
    /// It can be spared best.
    meri_hint_spares();
    /// There is no choice.
    meri_hint_forced();
}
