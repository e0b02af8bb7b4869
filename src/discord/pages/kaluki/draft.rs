//! What somebody is putting together: melds, additions to melds on the table, and cards given for a joker. It rides in the
//! ids of buttons, beside the composition of the rack: `000111ff22-5-b3h` has a run from the 5 on and an addition to the
//! high end of meld 3.

use std::fmt;
use std::str::FromStr;

use crate::discord::pages::kit::composing::{Composition, Part};
use crate::discord::pages::press::NoPress;
use crate::rules::card::{Card, Rank};
use crate::rules::kaluki::{Build, Composed, End, Kind, Placement, Recovery};

/// As many groups as an id has room for; a hand has four melds at most, and a table four jokers.
const GROUPS: usize = 7;

/// What is put together, with what it is for. Behind the hand stand the jokers that are freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Draft {
    parts: Composition,
    groups: [Group; GROUPS],
}

/// What cards that are put together are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    /// A new meld.
    Meld(Reading),
    /// To be added to the meld of this number on the table, from 1, at this end of a run.
    Build(u8, Option<End>),
    /// To be given for a joker of the meld of this number, from 1.
    Give(u8),
}

impl Default for Group {
    fn default() -> Self {
        Self::Meld(Reading::Set)
    }
}

/// What a meld is meant to be; with it is said what its jokers stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// A set.
    Set,
    /// A run from this rank on; from the ace on it is the low one.
    Run(Rank),
}

impl Reading {
    /// How this meld is meant.
    pub(crate) fn of(composed: &Composed) -> Self {
        let first = composed.cards.first().and_then(|card| card.stands_for());
        match (composed.kind, first) {
            (Kind::Run, Some(first)) => Self::Run(first.rank),
            _ => Self::Set,
        }
    }
}

impl Group {
    /// Where this addition goes; `None` if the meld has no number that fits an id.
    pub(crate) fn of_build(build: &Build) -> Option<Self> {
        Some(Self::Build(number_of(build.meld)?, build.end))
    }

    /// For which joker cards are given.
    pub(crate) fn of_recovery(recovery: &Recovery) -> Option<Self> {
        Some(Self::Give(number_of(recovery.meld)?))
    }
}

/// The number of a meld on the table, from 1.
fn number_of(place: usize) -> Option<u8> {
    u8::try_from(place + 1).ok()
}

impl Draft {
    /// Nothing is put together of so many cards.
    pub(crate) fn empty(cards: usize) -> Self {
        Self {
            parts: Composition::empty(cards),
            ..Self::default()
        }
    }

    /// These melds of a hand; `None` if there are more than an id has room for.
    pub(crate) fn of_melds<'a>(
        hand: &[Card],
        melds: impl IntoIterator<Item = &'a Composed>,
    ) -> Option<Self> {
        let melds: Vec<&Composed> = melds.into_iter().collect();
        let groups = melds.iter().map(|meld| Group::Meld(Reading::of(meld)));
        let cards = melds
            .iter()
            .map(|meld| meld.cards.iter().map(|placed| placed.card()));
        Self {
            parts: Composition::of_melds(hand, cards),
            ..Self::default()
        }
        .meant(groups)
    }

    /// An exchange as it is listed.
    pub(crate) fn of_exchange(
        hand: &[Card],
        recoveries: &[Recovery],
        placements: &[Placement],
    ) -> Option<Self> {
        let jokers = std::iter::repeat_n(Card::Joker, recoveries.len());
        let all: Vec<Card> = hand.iter().copied().chain(jokers).collect();
        let given = recoveries.iter().map(|one| one.cards.clone());
        let placed = placements.iter().map(|placement| {
            let cards = placement.cards().iter();
            cards.map(|placed| placed.card()).collect()
        });
        let cards: Vec<Vec<Card>> = given.chain(placed).collect();
        let gives = recoveries.iter().map(Group::of_recovery);
        let places = placements.iter().map(|placement| match placement {
            Placement::Lay(meld) => Some(Group::Meld(Reading::of(meld))),
            Placement::Build(build) => Group::of_build(build),
        });
        let groups: Option<Vec<Group>> = gives.chain(places).collect();
        Self {
            parts: Composition::of_melds(&all, cards),
            ..Self::default()
        }
        .meant(groups?)
    }

    /// These cards of a hand are given for a joker, which is to be placed.
    pub(crate) fn giving(hand: &[Card], recovery: &Recovery) -> Option<Self> {
        let parts = Composition::of_melds(hand, [recovery.cards.iter().copied()]);
        let picked = Self {
            parts: parts.moved(Part::Meld(1), Part::Picked),
            ..Self::default()
        };
        picked.joined(Group::of_recovery(recovery)?)
    }

    /// The same with what its groups are for.
    fn meant(mut self, groups: impl IntoIterator<Item = Group>) -> Option<Self> {
        for (number, group) in groups.into_iter().enumerate() {
            *self.groups.get_mut(number)? = group;
        }
        Some(self)
    }

    /// Where every card belongs.
    pub(crate) fn parts(&self) -> Composition {
        self.parts
    }

    /// What is put together, by number.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (u8, Group)> {
        let parts = self.parts;
        let numbered = (1..).zip(self.groups);
        numbered.filter(move |(number, _)| parts.has_meld(*number))
    }

    /// How many jokers it frees.
    pub(crate) fn freed(&self) -> usize {
        let gives = |group: Group| matches!(group, Group::Give(_));
        self.groups().filter(|(_, group)| gives(*group)).count()
    }

    /// The same with what is picked for this; a joker that is freed by it is picked at once, for it must be placed.
    /// `None` if there is no room for more.
    pub(crate) fn joined(mut self, group: Group) -> Option<Self> {
        let (number, parts) = self.parts.joined()?;
        *self.groups.get_mut(usize::from(number) - 1)? = group;
        self.parts = parts;
        if matches!(group, Group::Give(_)) {
            let joker = parts.len();
            self.parts = parts.resized(joker + 1).with(joker, Part::Picked);
        }
        Some(self)
    }

    /// What a press on the card of this place makes of it.
    pub(crate) fn toggled(mut self, place: usize) -> Self {
        let before = self.freed();
        self.parts = self.parts.toggled(place);
        self.settled(before)
    }

    /// The same without this group: its cards lie loose.
    pub(crate) fn without(mut self, number: u8) -> Self {
        let before = self.freed();
        self.parts = self.parts.moved(Part::Meld(number), Part::Loose);
        self.settled(before)
    }

    /// Takes the jokers away that are not freed any more, and out of what they were in.
    fn settled(mut self, freed_before: usize) -> Self {
        for _ in self.freed()..freed_before {
            let Some(last) = self.parts.len().checked_sub(1) else {
                break;
            };
            let part = self.parts.part(last);
            if matches!(part, Part::Meld(_)) {
                self.parts = self.parts.moved(part, Part::Picked);
            }
            self.parts = self.parts.resized(last);
        }
        let mut groups = [Group::default(); GROUPS];
        for (number, group) in self.groups() {
            groups[usize::from(number) - 1] = group;
        }
        Self { groups, ..self }
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)?;
        self.groups()
            .try_for_each(|(_, group)| write!(f, "-{group}"))
    }
}

impl FromStr for Draft {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        let mut texts = text.split('-');
        let parts: Composition = texts.next().ok_or(NoPress)?.parse()?;
        if parts.len() == 0 {
            return Err(NoPress);
        }
        let mut draft = Self {
            parts,
            ..Self::default()
        };
        for number in parts.melds() {
            let group = draft.groups.get_mut(usize::from(number) - 1);
            *group.ok_or(NoPress)? = texts.next().ok_or(NoPress)?.parse()?;
        }
        if texts.next().is_some() {
            return Err(NoPress);
        }
        Ok(draft)
    }
}

/// The letters of the ranks in ids, the lowest first.
const RANKS: &str = "23456789tjqka";

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Meld(Reading::Set) => f.write_str("s"),
            Self::Meld(Reading::Run(from)) => {
                let letter = RANKS.chars().nth(from.index());
                write!(f, "{}", letter.unwrap_or_default())
            }
            Self::Build(number, end) => write!(f, "b{number}{}", end_letter(*end)),
            Self::Give(number) => write!(f, "g{number}"),
        }
    }
}

fn end_letter(end: Option<End>) -> &'static str {
    match end {
        Some(End::Low) => "l",
        Some(End::High) => "h",
        None => "",
    }
}

impl FromStr for Group {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        if text == "s" {
            return Ok(Self::Meld(Reading::Set));
        }
        if let Some(number) = text.strip_prefix('g') {
            return Ok(Self::Give(meld_number(number)?));
        }
        if let Some(build) = text.strip_prefix('b') {
            let ends = [Some(End::Low), Some(End::High), None];
            let end = ends
                .into_iter()
                .find(|end| build.ends_with(end_letter(*end)));
            let end = end.ok_or(NoPress)?;
            let number = build.strip_suffix(end_letter(end)).ok_or(NoPress)?;
            return Ok(Self::Build(meld_number(number)?, end));
        }
        let from = RANKS.find(text).filter(|_| text.len() == 1);
        let rank = from.and_then(Rank::new).ok_or(NoPress)?;
        Ok(Self::Meld(Reading::Run(rank)))
    }
}

/// The number of a meld as we write it.
fn meld_number(text: &str) -> Result<u8, NoPress> {
    let number: u8 = text.parse().map_err(|_| NoPress)?;
    if number == 0 || number.to_string() != text {
        return Err(NoPress);
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> Draft {
        text.parse().unwrap_or_else(|_| panic!("{text} is a draft"))
    }

    #[test]
    fn every_draft_reads_back_from_what_it_writes() {
        for text in [
            "0",
            "00000000000000",
            "ff000000000000",
            "111222333444ff-s-2-a-t",
            "00112233445566770000-b1-b12h-b99l-g1-g35-k-q",
        ] {
            assert_eq!(draft(text).to_string(), text);
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_draft() {
        for text in [
            "111",
            "111-",
            "111-x",
            "111-10",
            "111-b",
            "111-b0",
            "111-b3x",
            "111-bh",
            "111-g",
            "111-g256",
            "111-g01",
            "111-s-s",
            "000-s",
            "888-s",
            "11111111111111111111111-s",
            "hat",
        ] {
            assert_eq!(text.parse::<Draft>(), Err(NoPress), "{text}");
        }
    }

    #[test]
    fn a_freed_joker_comes_picked_and_goes_with_its_card() {
        let picked = draft("0f000");
        let freed = picked.joined(Group::Give(4)).expect("there is room");
        assert_eq!(freed.to_string(), "01000f-g4");
        assert_eq!(freed.freed(), 1);
        let placed = freed.joined(Group::Build(4, Some(End::High)));
        let placed = placed.expect("there is room");
        assert_eq!(placed.to_string(), "010002-g4-b4h");
        assert_eq!(placed.toggled(5).to_string(), "010000-g4");
        assert_eq!(placed.toggled(1).to_string(), "00000");
        assert_eq!(placed.without(1).to_string(), "00000");
        // What a joker was put together with stays picked.
        let meld = draft("01002202-g4-s");
        assert_eq!(meld.without(1).to_string(), "0000ff0");
    }

    #[test]
    fn no_two_cards_of_a_page_have_the_same_id() {
        for text in ["000000", "01122f0-g4-5", "111222f00-s-3"] {
            let made = draft(text);
            let mut ids: Vec<String> = (0..made.parts().len())
                .map(|place| made.toggled(place).to_string())
                .collect();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count, "{text}: {ids:?}");
        }
    }

    #[test]
    fn there_is_an_end_to_groups() {
        let mut made = draft("ff000000000000");
        for place in 2..9 {
            made = made.joined(Group::Build(1, None)).expect("there is room");
            made = made.toggled(place);
        }
        assert_eq!(made.joined(Group::Build(1, None)), None);
    }
}
