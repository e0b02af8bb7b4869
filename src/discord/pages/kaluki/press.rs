//! Presses on the buttons of Kaluki: their ids.

use std::fmt;
use std::str::FromStr;

use super::draft::Draft;
use crate::discord::pages::press::{NoPress, Pressable, Slot};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::{Build, End};

/// What a press wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// Draw from the stock.
    Draw,
    /// Take this card, the top discard.
    Take(Card),
    /// Put the taken card back.
    Return,
    /// Discard the card on this place of the rack.
    Discard(Slot),
    /// Discard it whatever it gives away.
    Surely(Slot),
    /// See a page.
    See(Page),
    /// Lay what is put together.
    Lay(Draft),
    /// Lay it, then discard this card.
    LayAndDiscard(Draft, Slot),
    /// The same, whatever the discard gives away.
    LayAndSurely(Draft, Slot),
    /// Add this card to a meld on the table.
    Build(BuildOn),
    /// Lay everything that the plan lays.
    LayAll,
    /// The same, then discard this card.
    LayAllAndDiscard(Slot),
    /// The same, whatever the discard gives away.
    LayAllAndSurely(Slot),
    /// Announce the cards.
    Announce,
    /// Do not.
    StaySilent,
    /// Buy in.
    BuyIn,
    /// Leave the match.
    Decline,
}

/// A page of the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// Everything that has no room beside the cards.
    More,
    /// Rack and table as text.
    Text,
    /// Penalty points, units and the pool.
    Score,
    /// What can be laid at most.
    Plan,
    /// The single cards that fit the table, this page of them.
    Builds(u8),
    /// The jokers on the table that can be freed, this page of them.
    Jokers(u8),
    /// Whether to leave the match is asked once more.
    Leaving,
    /// Cards are put together, this far already.
    Compose(Draft),
    /// Where what is picked can go, this page of it.
    Where(Draft, u8),
    /// The rack with this opening ready to be laid.
    Preview(Draft),
}

/// One card that is added to a meld on the table. It names both, so that it is judged by what lies there then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BuildOn {
    /// The meld, counted from 1 as everybody sees it.
    pub meld: u8,
    /// At which end of a run.
    pub end: Option<End>,
    /// The card; a joker of a run with what it stands for.
    pub card: Placed,
}

impl BuildOn {
    /// A build of a single card; `None` for any other.
    pub(crate) fn of(build: &Build) -> Option<Self> {
        let [card] = build.cards[..] else {
            return None;
        };
        Some(Self {
            meld: u8::try_from(build.meld + 1).ok()?,
            end: build.end,
            card,
        })
    }

    /// The build that it wants; a meld 0 is none of the table's.
    pub(crate) fn build(self) -> Option<Build> {
        Some(Build {
            meld: usize::from(self.meld).checked_sub(1)?,
            cards: vec![self.card],
            end: self.end,
        })
    }
}

impl Pressable for Press {
    fn is_timeless(&self) -> bool {
        match self {
            Self::See(page) => page.is_timeless(),
            _ => false,
        }
    }
}

impl Page {
    /// Whether it shows how things stand, whenever it is asked for.
    fn is_timeless(self) -> bool {
        match self {
            Self::More
            | Self::Text
            | Self::Score
            | Self::Plan
            | Self::Builds(_)
            | Self::Jokers(_)
            | Self::Leaving => true,
            Self::Compose(_) | Self::Where(..) | Self::Preview(_) => false,
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw:"),
            Self::Take(card) => write!(f, "take:{card}"),
            Self::Return => f.write_str("return:"),
            Self::Discard(slot) => write!(f, "discard:{slot}"),
            Self::Surely(slot) => write!(f, "surely:{slot}"),
            Self::See(page) => page.fmt(f),
            Self::Lay(draft) => write!(f, "lay:{draft}"),
            Self::LayAndDiscard(draft, slot) => write!(f, "throw:{draft}.{slot}"),
            Self::LayAndSurely(draft, slot) => write!(f, "throw-surely:{draft}.{slot}"),
            Self::Build(BuildOn { meld, end, card }) => {
                write!(f, "build:{meld}.{}.{card}", end_word(*end))
            }
            Self::LayAll => f.write_str("all:"),
            Self::LayAllAndDiscard(slot) => write!(f, "out:{slot}"),
            Self::LayAllAndSurely(slot) => write!(f, "out-surely:{slot}"),
            Self::Announce => f.write_str("announce:"),
            Self::StaySilent => f.write_str("silent:"),
            Self::BuyIn => f.write_str("buyin:"),
            Self::Decline => f.write_str("decline:"),
        }
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::More => f.write_str("more:"),
            Self::Text => f.write_str("text:"),
            Self::Score => f.write_str("score:"),
            Self::Plan => f.write_str("plan:"),
            Self::Builds(page) => write!(f, "builds:{page}"),
            Self::Jokers(page) => write!(f, "jokers:{page}"),
            Self::Leaving => f.write_str("leaving:"),
            Self::Compose(draft) => write!(f, "compose:{draft}"),
            Self::Where(draft, page) => write!(f, "where:{draft}.{page}"),
            Self::Preview(draft) => write!(f, "preview:{draft}"),
        }
    }
}

fn end_word(end: Option<End>) -> &'static str {
    match end {
        Some(End::Low) => "low",
        Some(End::High) => "high",
        None => "set",
    }
}

impl FromStr for Press {
    type Err = NoPress;

    fn from_str(text: &str) -> Result<Self, NoPress> {
        let (verb, argument) = text.split_once(':').ok_or(NoPress)?;
        match (verb, argument) {
            ("draw", "") => Ok(Self::Draw),
            ("take", _) => Ok(Self::Take(argument.parse().map_err(|_| NoPress)?)),
            ("return", "") => Ok(Self::Return),
            ("discard", _) => Ok(Self::Discard(card_slot(argument)?)),
            ("surely", _) => Ok(Self::Surely(card_slot(argument)?)),
            ("lay", _) => Ok(Self::Lay(argument.parse()?)),
            ("throw", _) => {
                let (draft, slot) = laid_and_discarded(argument)?;
                Ok(Self::LayAndDiscard(draft, slot))
            }
            ("throw-surely", _) => {
                let (draft, slot) = laid_and_discarded(argument)?;
                Ok(Self::LayAndSurely(draft, slot))
            }
            ("build", _) => Ok(Self::Build(build_on(argument)?)),
            ("all", "") => Ok(Self::LayAll),
            ("out", _) => Ok(Self::LayAllAndDiscard(card_slot(argument)?)),
            ("out-surely", _) => Ok(Self::LayAllAndSurely(card_slot(argument)?)),
            ("announce", "") => Ok(Self::Announce),
            ("silent", "") => Ok(Self::StaySilent),
            ("buyin", "") => Ok(Self::BuyIn),
            ("decline", "") => Ok(Self::Decline),
            _ => Ok(Self::See(page(verb, argument)?)),
        }
    }
}

fn page(verb: &str, argument: &str) -> Result<Page, NoPress> {
    let number = |text: &str| text.parse().map_err(|_| NoPress);
    match (verb, argument) {
        ("more", "") => Ok(Page::More),
        ("text", "") => Ok(Page::Text),
        ("score", "") => Ok(Page::Score),
        ("plan", "") => Ok(Page::Plan),
        ("builds", _) => Ok(Page::Builds(number(argument)?)),
        ("jokers", _) => Ok(Page::Jokers(number(argument)?)),
        ("leaving", "") => Ok(Page::Leaving),
        ("compose", _) => Ok(Page::Compose(argument.parse()?)),
        ("where", _) => {
            let (draft, page) = argument.split_once('.').ok_or(NoPress)?;
            Ok(Page::Where(draft.parse()?, number(page)?))
        }
        ("preview", _) => Ok(Page::Preview(argument.parse()?)),
        _ => Err(NoPress),
    }
}

/// A slot of this game: what lies there is a card.
fn card_slot(text: &str) -> Result<Slot, NoPress> {
    let slot: Slot = text.parse()?;
    Card::try_from(slot.piece).map_err(|_| NoPress)?;
    Ok(slot)
}

fn laid_and_discarded(text: &str) -> Result<(Draft, Slot), NoPress> {
    let (draft, slot) = text.split_once('.').ok_or(NoPress)?;
    Ok((draft.parse()?, card_slot(slot)?))
}

fn build_on(text: &str) -> Result<BuildOn, NoPress> {
    let mut parts = text.splitn(3, '.');
    let mut part = || parts.next().ok_or(NoPress);
    Ok(BuildOn {
        meld: part()?.parse().map_err(|_| NoPress)?,
        end: match part()? {
            "low" => Some(End::Low),
            "high" => Some(End::High),
            "set" => None,
            _ => return Err(NoPress),
        },
        card: part()?.parse().map_err(|_| NoPress)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::press::id;
    use crate::tables::{Revision, TableId};

    /// Every kind of press, its text beside it.
    const TEXTS: &[&str] = &[
        "draw:",
        "take:h9",
        "take:Jk",
        "return:",
        // Two equal cards must not have equal ids.
        "discard:12.h10",
        "discard:13.h10",
        "surely:0.Jk",
        "lay:00001112220000-s-7",
        "throw:00001112220000-s-7.12.h10",
        "throw-surely:0000111222000-s-7.12.Jk",
        "build:3.high.sJ",
        "build:12.low.Jk=h6",
        "build:7.set.Jk",
        "all:",
        "out:3.sA",
        "out-surely:3.Jk",
        "announce:",
        "silent:",
        "buyin:",
        "decline:",
        "more:",
        "text:",
        "score:",
        "plan:",
        "builds:0",
        "jokers:2",
        "leaving:",
        "compose:00000000000000",
        "where:0100ff00000000f-g4.1",
        "preview:111222333000ff-s-a-t",
    ];

    #[test]
    fn every_press_reads_back_from_what_it_writes() {
        for text in TEXTS {
            let press: Press = text.parse().unwrap_or_else(|_| panic!("{text} is a press"));
            assert_eq!(press.to_string(), *text);
        }
    }

    #[test]
    fn the_longest_press_fits_an_id() {
        let table: TableId = "7f3kabcd".parse().expect("an id of the right form");
        // A hand and four freed jokers, in as many groups as there can be.
        let draft = "111222233444555667-g98-g98-g98-g98-b99h-b99l-t";
        for text in [
            format!("throw-surely:{draft}.13.h10"),
            format!("where:{draft}.255"),
        ] {
            let press: Press = text.parse().expect("a press");
            let id = id(&table, Revision::new(u64::from(u32::MAX)), &press);
            assert!(id.len() <= 100, "{}: {id}", id.len());
        }
    }

    #[test]
    fn what_we_did_not_write_is_no_press() {
        for text in [
            "",
            "draw",
            "draw:x",
            "take:",
            "take:R5",
            "discard:h9",
            "discard:1.R5",
            "discard:999.h9",
            "lay:",
            "lay:111",
            "throw:000",
            "throw:000.0.R5",
            "build:3.sJ",
            "build:3.side.sJ",
            "build:256.high.sJ",
            "build:3.high.",
            "all:1",
            "out:",
            "builds:",
            "builds:256",
            "where:000",
            "decline:ask",
            "hats:",
        ] {
            assert_eq!(text.parse::<Press>(), Err(NoPress), "{text}");
        }
    }
}
