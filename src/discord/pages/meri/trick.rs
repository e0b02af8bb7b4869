//! The page that shows a finished trick: what everybody played, what the trumps were called, who took it.

use super::press::Press;
use super::{panel, told};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::speech::karuta::spoken;
use crate::discord::wire::note::Button;
use crate::drawing;
use crate::rules::meri::View;
use crate::rules::meri::view::Taken;

/// The trick of this number, counted from 1; `None` where none is over.
pub(super) fn page(reader: Reader<'_>, view: &View, number: u8) -> Option<Body> {
    let words = reader.words;
    let place = usize::from(number).checked_sub(1)?;
    let taken = view.tricks.get(place)?;
    let mut lines = vec![words.meri_trick_title(number)];
    lines.extend(told::play_lines(words, taken));
    lines.extend(told::taken_lines(words, view, (place + 1, taken)));
    Some(Body {
        text: lines.join("\n"),
        rows: vec![ways(reader, view, number)],
        scene: drawing::meri::taken(view, place, &reader.marks())?,
        alt: alt(reader, taken),
    })
}

/// Back to the panel, to the tricks beside this one, and to the order of the trumps.
fn ways(reader: Reader<'_>, view: &View, number: u8) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut row: Vec<Button> = panel::back(reader, view).into_iter().collect();
    if number > 1 {
        let earlier = button(
            look,
            Press::Trick(number - 1),
            words.button_trick(number - 1),
        );
        row.push(earlier.emoji("◀️"));
    }
    if usize::from(number) < view.tricks.len() {
        let later = button(
            look,
            Press::Trick(number + 1),
            words.button_trick(number + 1),
        );
        row.push(later.emoji("▶️"));
    }
    row.push(panel::order_button(reader));
    row
}

/// The trick for people who cannot see it.
fn alt(reader: Reader<'_>, taken: &Taken) -> String {
    let words = reader.words;
    let plays = taken.plays.iter().filter_map(|play| {
        let named = spoken(words, play.karuta?);
        Some(words.meri_alt_play(&words.sign_spoken(play.seat.index()), &named))
    });
    let plays: Vec<String> = plays.collect();
    words.meri_alt_trick(&plays.join(", "), &words.sign_spoken(taken.winner.index()))
}
