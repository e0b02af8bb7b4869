//! Tables in words, for people who cannot see the picture: what goes where there is no room for everything.

use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::seat_spoken;
use crate::discord::wire::note::whole_sentences;
use crate::rules::Seat;

/// How much is said of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// All that the picture shows.
    Whole,
    /// Without what goes first: which computers sit there, and what lies under the top of a pile.
    Short,
}

impl Detail {
    /// A seat as a description names it once.
    pub(crate) fn seat(self, reader: Reader<'_>, seat: Seat) -> String {
        match self {
            Self::Whole => seat_spoken(reader, seat),
            Self::Short => reader.words.sign_spoken(seat.index()),
        }
    }

    /// What goes first.
    pub(crate) fn spare<T>(self, spare: Option<T>) -> Option<T> {
        spare.filter(|_| self == Self::Whole)
    }
}

/// How long a description of these parts is, in characters, with what stands between them.
pub(crate) fn letters(parts: &[String]) -> usize {
    parts.iter().map(|part| part.chars().count() + 1).sum()
}

/// The first of these descriptions for which the reader has room; of the last one as many sentences.
pub(crate) fn first_with_room(
    reader: Reader<'_>,
    descriptions: impl IntoIterator<Item = String>,
) -> String {
    let mut last = String::new();
    for said in descriptions {
        last = said;
        if last.chars().count() <= reader.room {
            break;
        }
    }
    whole_sentences(&last, reader.room).into_owned()
}

/// The description of a table: its parts, as many of the melds as there is room for, the newest ones, and how many more there
/// are.
pub(crate) fn with_melds(
    reader: Reader<'_>,
    parts: impl Fn(Detail) -> Vec<String>,
    melds: &[String],
) -> String {
    // Behind the last part stands nothing.
    let room = reader.room + 1;
    let mut whole = parts(Detail::Whole);
    whole.extend_from_slice(melds);
    if letters(&whole) <= room {
        return whole.join(" ");
    }
    let short = parts(Detail::Short);
    let mut told = melds.len();
    let behind = |told: usize| {
        let left = melds.len() - told;
        let more = (left > 0).then(|| reader.words.alt_more_melds(left));
        melds[left..]
            .iter()
            .cloned()
            .chain(more)
            .collect::<Vec<_>>()
    };
    while told > 0 && letters(&short) + letters(&behind(told)) > room {
        told -= 1;
    }
    let behind = behind(told);
    let left = reader.room.saturating_sub(letters(&behind)).max(1);
    let short = short.join(" ");
    let short = whole_sentences(&short, left).into_owned();
    let parts = std::iter::once(short).chain(behind);
    parts.collect::<Vec<_>>().join(" ")
}
