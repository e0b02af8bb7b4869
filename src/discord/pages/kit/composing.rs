//! Melds in the making: which pieces of a rack their owner puts together. It rides in the ids of buttons, and nothing of
//! it is kept anywhere else.

use std::fmt;
use std::str::FromStr;

use crate::discord::pages::press::NoPress;
use crate::discord::wire::note::Tone;

/// As many pieces as a rack can hold (101 rules 3.3).
const PIECES: usize = 22;
/// The mark of a piece that is picked for the next meld.
const PICKED: u8 = 0xf;

/// Melds in the making: for each piece of a rack in canonical order, where it belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Composition {
    marks: [u8; PIECES],
    pieces: u8,
}

/// Where a piece of a rack belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Nowhere.
    Loose,
    /// To the pieces picked for the next meld.
    Picked,
    /// To the meld of this number, from 1.
    Meld(u8),
}

impl Composition {
    /// As many melds as can be told apart; a rack has no more doubles.
    pub(crate) const MOST_MELDS: u8 = 11;

    /// Nothing is put together of so many pieces.
    pub(crate) fn empty(pieces: usize) -> Self {
        Self {
            marks: [0; PIECES],
            pieces: u8::try_from(pieces.min(PIECES)).unwrap_or_default(),
        }
    }

    /// These melds of a rack are put together, numbered in their order.
    pub(crate) fn of_melds<P: PartialEq>(
        rack: &[P],
        melds: impl IntoIterator<Item = impl IntoIterator<Item = P>>,
    ) -> Self {
        let mut composition = Self::empty(rack.len());
        for (number, meld) in (1..).zip(melds) {
            for piece in meld {
                let place = composition
                    .places(Part::Loose)
                    .find(|place| rack.get(*place) == Some(&piece));
                if let Some(place) = place {
                    composition = composition.with(place, Part::Meld(number));
                }
            }
        }
        composition
    }

    /// For how many pieces it is.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.pieces)
    }

    /// The same for another number of pieces: those that come lie loose.
    pub(crate) fn resized(mut self, pieces: usize) -> Self {
        self.pieces = Self::empty(pieces).pieces;
        let len = self.len();
        self.marks[len..].fill(0);
        self
    }

    /// Where the piece on this place of the rack belongs.
    pub(crate) fn part(&self, place: usize) -> Part {
        match self.marks.get(place).copied().unwrap_or_default() {
            0 => Part::Loose,
            PICKED => Part::Picked,
            number => Part::Meld(number),
        }
    }

    /// The same with the piece on this place elsewhere.
    pub(crate) fn with(mut self, place: usize, part: Part) -> Self {
        if let Some(mark) = self.marks.get_mut(place) {
            *mark = match part {
                Part::Loose => 0,
                Part::Picked => PICKED,
                Part::Meld(number) => number.clamp(1, Self::MOST_MELDS),
            };
        }
        self
    }

    /// The same with everything that is here moved there.
    pub(crate) fn moved(self, from: Part, to: Part) -> Self {
        self.places(from)
            .fold(self, |moved, place| moved.with(place, to))
    }

    /// What a press on the piece of this place makes of it: picked or not. Out of a meld it goes alone, and the others
    /// are picked, so that they are soon a meld again. No two places may give the same: it stands in ids.
    pub(crate) fn toggled(self, place: usize) -> Self {
        match self.part(place) {
            Part::Loose => self.with(place, Part::Picked),
            Part::Picked => self.with(place, Part::Loose),
            apart @ Part::Meld(_) => self.moved(apart, Part::Picked).with(place, Part::Loose),
        }
    }

    /// What is picked as a meld of the next number; `None` if there is no number left.
    pub(crate) fn joined(self) -> Option<(u8, Self)> {
        let number = self.free_number()?;
        Some((number, self.moved(Part::Picked, Part::Meld(number))))
    }

    /// The places that belong there, in the order of the rack.
    pub(crate) fn places(self, part: Part) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |place| self.part(*place) == part)
    }

    /// The pieces that belong there, in the order of the rack.
    pub(crate) fn pieces<P: Copy>(self, rack: &[P], part: Part) -> Vec<P> {
        let places = self.places(part);
        places
            .filter_map(|place| rack.get(place).copied())
            .collect()
    }

    /// The numbers of its melds, lowest first.
    pub(crate) fn melds(self) -> impl Iterator<Item = u8> {
        (1..=Self::MOST_MELDS).filter(move |number| self.has_meld(*number))
    }

    /// Whether there is a meld of this number.
    pub(crate) fn has_meld(&self, number: u8) -> bool {
        self.marks.contains(&number)
    }

    /// A number that no meld has yet.
    pub(crate) fn free_number(self) -> Option<u8> {
        (1..=Self::MOST_MELDS).find(|number| !self.has_meld(*number))
    }

    /// For everything that is shown, in the order of the picture, its place on the rack: first these melds, then what
    /// belongs to none.
    pub(crate) fn shown_places<P: PartialEq + Copy>(
        self,
        rack: &[P],
        melds: &[(u8, Vec<P>)],
        loose: &[P],
    ) -> Vec<usize> {
        let mut places = Vec::new();
        for (number, pieces) in melds {
            let mut free: Vec<usize> = self.places(Part::Meld(*number)).collect();
            places.extend(pieces.iter().filter_map(|one| claim(&mut free, rack, *one)));
        }
        let is_free = |place: &usize| matches!(self.part(*place), Part::Loose | Part::Picked);
        let mut free: Vec<usize> = (0..self.len()).filter(is_free).collect();
        places.extend(loose.iter().filter_map(|one| claim(&mut free, rack, *one)));
        places
    }

    /// How much the button of the piece on this place stands out.
    pub(crate) fn tone(&self, place: usize) -> Tone {
        match self.part(place) {
            Part::Picked => Tone::Main,
            Part::Meld(_) => Tone::Good,
            Part::Loose => Tone::Plain,
        }
    }

    /// Which of these places, as they are shown, are picked.
    pub(crate) fn picked_slots(&self, places: &[usize]) -> Vec<usize> {
        let slots = places.iter().enumerate();
        slots
            .filter(|(_, place)| self.part(**place) == Part::Picked)
            .map(|(slot, _)| slot)
            .collect()
    }
}

/// Takes a place where such a piece lies out of the free ones.
fn claim<P: PartialEq>(free: &mut Vec<usize>, rack: &[P], piece: P) -> Option<usize> {
    let at = free
        .iter()
        .position(|place| rack.get(*place) == Some(&piece))?;
    Some(free.remove(at))
}

impl FromStr for Composition {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        if text.len() > PIECES {
            return Err(NoPress);
        }
        let mut composition = Self::empty(text.len());
        for (mark, letter) in composition.marks.iter_mut().zip(text.bytes()) {
            *mark = match letter {
                b'0'..=b'9' => letter - b'0',
                b'a' | b'b' => letter - b'a' + 10,
                b'f' => PICKED,
                _ => return Err(NoPress),
            };
        }
        Ok(composition)
    }
}

impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = self.marks.iter().take(self.len());
        let letters = marks.filter_map(|mark| char::from_digit(u32::from(*mark), 16));
        f.write_str(&letters.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_pieces_of_a_page_have_the_same_id() {
        let melds = (4..15).fold(Composition::empty(22), |composition, place| {
            let part = match place {
                4..=5 => Part::Picked,
                _ => Part::Meld(1 + place as u8 / 3),
            };
            composition.with(place, part)
        });
        for composition in [Composition::empty(22), melds] {
            let ids = (0..22).map(|place| composition.toggled(place));
            let mut ids: Vec<String> = ids.map(|toggled| toggled.to_string()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), 22, "{ids:?}");
        }
    }

    #[test]
    fn a_piece_leaves_its_meld_and_the_others_are_picked() {
        let meld = (1..4).fold(Composition::empty(6), |composition, place| {
            composition.with(place, Part::Meld(1))
        });
        assert_eq!(meld.toggled(2).to_string(), "0f0f00");
        assert_eq!(meld.toggled(4).to_string(), "0111f0");
        assert_eq!(meld.toggled(4).toggled(4), meld);
        assert_eq!(
            meld.toggled(2).joined(),
            Some((1, meld.with(2, Part::Loose)))
        );
    }

    #[test]
    fn pieces_come_and_go_at_the_end() {
        let meld = Composition::of_melds(&["a", "b", "c", "b"], [["b", "b"]]);
        assert_eq!(meld.to_string(), "0101");
        assert_eq!(meld.resized(5).to_string(), "01010");
        assert_eq!(meld.resized(3), "010".parse().expect("a composition"));
        assert_eq!(meld.resized(99).len(), 22);
    }

    #[test]
    fn every_place_is_shown_once() {
        let rack = ["a", "b", "c", "b"];
        let made: Composition = "010f".parse().expect("a composition");
        let places = made.shown_places(&rack, &[(1, vec!["b"])], &["b", "c", "a"]);
        assert_eq!(places, [1, 3, 2, 0]);
        assert_eq!(made.picked_slots(&places), [1]);
    }
}
