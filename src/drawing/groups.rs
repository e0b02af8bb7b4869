//! Groups on a rack: what stands apart from the rest, raised or not, on a bar and with its worth below it. What the pieces are
//! is the games' business.

use super::packs::PieceFace;
use super::scene::{At, Ink, Scene, TextSize, at};
use super::shelf::{Places, RAISED, Span, Tone, put};

/// A group as it stands.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// How many pieces.
    pub(super) length: usize,
    /// How they stand.
    pub(super) tone: Tone,
    /// What they are worth: a number below them.
    pub(super) worth: Option<i64>,
}

/// How a piece stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// On the shelf.
    Down,
    /// Raised with its group, which has a bar of its own.
    Up,
    /// Raised on a bar of this colour.
    On(Ink),
}

/// How each of so many pieces stands, by slot; those behind the groups are loose. What is picked is gold even if it is new.
pub(super) fn standing(
    groups: &[Group],
    count: usize,
    picked: &[usize],
    new: Option<usize>,
) -> Vec<Stands> {
    let tones = groups
        .iter()
        .flat_map(|group| (0..group.length).map(|_| group.tone));
    let tones = tones.chain(std::iter::repeat(Tone::Quiet)).take(count);
    tones
        .enumerate()
        .map(|(slot, tone)| match tone {
            _ if picked.contains(&slot) => Stands::On(Ink::Gold),
            _ if new == Some(slot) => Stands::On(Ink::Sky),
            Tone::Lifted => Stands::Up,
            Tone::Quiet => Stands::Down,
        })
        .collect()
}

/// Puts the pieces on their places, by slot.
pub(super) fn stand(
    scene: &mut Scene,
    faces: impl IntoIterator<Item = impl Into<PieceFace>>,
    places: &Places,
    standing: &[Stands],
) {
    let pieces = faces.into_iter().zip(&places.slots);
    for ((face, place), stands) in pieces.zip(standing) {
        match stands {
            Stands::Down => put(scene, face, places.size, *place, None),
            Stands::Up => scene.piece(face, places.size, place.by(0, -RAISED)),
            Stands::On(ink) => put(scene, face, places.size, *place, Some(*ink)),
        }
    }
}

/// The bar on which a group stands, and its worth below it.
pub(super) fn foot(scene: &mut Scene, groups: &[Group], span: &Span) {
    let mut end = 0;
    let group = groups.iter().find(|group| {
        end += group.length;
        span.slot < end
    });
    let Some(group) = group else { return };
    // A lifted one stands on its bar, a quiet one before it.
    let (ink, top, height) = match group.tone {
        Tone::Quiet => (Ink::Light, 14, 8),
        Tone::Lifted => (Ink::Gold, 3 - RAISED, RAISED - 4),
    };
    let place = at(span.left, span.feet + top);
    scene.bar(place, (span.right - span.left, height), 5, ink);
    // A group that is broken between the rows shows its worth once.
    let is_first = span.slot + group.length == end;
    if let Some(worth) = group.worth.filter(|_| is_first) {
        let middle = at((span.left + span.right) / 2, span.feet + 18);
        plate(scene, worth, ink, middle);
    }
}

fn plate(scene: &mut Scene, worth: i64, ink: Ink, middle: At) {
    let width = 22 + TextSize::Small.width(&worth.to_string());
    scene.bar(middle.by(-width / 2, -17), (width, 34), 12, Ink::Ebony);
    scene.text(worth, TextSize::Small, ink, middle);
}
