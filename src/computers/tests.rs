//! What the tests of several files here share.

/// How many games or racks a random test looks at: as many as usual, or the number in `ISTAKA_ROUNDS` if that is more.
pub(crate) fn rounds(usual: u64) -> u64 {
    let Some(text) = std::env::var_os("ISTAKA_ROUNDS") else {
        return usual;
    };
    let told: Option<u64> = text.to_str().and_then(|text| text.parse().ok());
    told.unwrap_or_else(|| panic!("ISTAKA_ROUNDS is a whole number, not {text:?}"))
        .max(usual)
}
