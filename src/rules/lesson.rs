//! Prepared rounds for lessons: dealt as they always are, but in a wall or a pack that somebody has put in order.

use super::Dice;

/// Fills what nobody has put in order with the rest of the pack; `None` if the pack has not so many of a piece.
///
/// The rest is always in the same order, so that a lesson is the same whenever it is dealt.
pub(crate) fn filled<P: Copy + PartialEq>(wanted: Vec<Option<P>>, pack: Vec<P>) -> Option<Vec<P>> {
    let mut rest = pack;
    for piece in wanted.iter().flatten() {
        let place = rest.iter().position(|other| other == piece)?;
        rest.remove(place);
    }
    Dice::from_seed(7).shuffle(&mut rest);
    let mut rest = rest.into_iter();
    wanted
        .into_iter()
        .map(|piece| piece.or_else(|| rest.next()))
        .collect()
}

/// Puts these pieces, as text, on these places of a wall or a pack; `None` for what is no piece, or no place.
pub(crate) fn put<P: std::str::FromStr>(
    wall: &mut [Option<P>],
    places: impl IntoIterator<Item = usize>,
    pieces: &str,
) -> Option<()> {
    for (place, piece) in places.into_iter().zip(pieces.split_whitespace()) {
        *wall.get_mut(place)? = Some(piece.parse().ok()?);
    }
    Some(())
}
