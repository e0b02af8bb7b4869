//! What a match of Hachinin-meri came to: its picture, and the trick of its last round that is worth remembering.

use super::told::taken_lines;
use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::speech::karuta::{spoken, spoken_all};
use crate::discord::speech::words::Words;
use crate::drawing;
use crate::rules::Standing;
use crate::rules::meri::View;
use crate::rules::meri::options::MatchLength;

/// `None` before the match is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let words = reader.words;
    let finest = drawing::meri::finest(view).map(|(number, taken)| {
        let told = taken_lines(words, view, (number, taken));
        words.meri_finest(round(view), &told.join(" "))
    });
    let standing = view.standing.as_ref()?;
    Some(Ended {
        scene: drawing::meri::result(view, &reader.marks())?,
        reached: reached(words, view, standing),
        finest,
        shown: None,
        alt: None,
    })
}

/// What everybody has, by the length of the match (Hachinin-meri rules 11).
pub(super) fn reached(words: Words, view: &View, standing: &Standing) -> Reached {
    Reached {
        what: match view.options.match_length {
            MatchLength::Hitomaki | MatchLength::Hitokiri => "points",
            MatchLength::Hitoshobu => "kiri",
            MatchLength::Honshobu => "shobu",
        },
        points: drawing::meri::reached(view, standing),
        shown: shown(words, view),
    }
}

/// The trick whose karuta the picture shows, of a yaku the two that make it.
fn shown(words: Words, view: &View) -> Option<String> {
    let (number, taken) = drawing::meri::finest(view)?;
    let plays = || taken.plays.iter();
    let (how, winning, others) = match taken.made.zip(view.trump()) {
        Some((made, trump)) => {
            let [winning, beaten] = made.yaku.pair(trump);
            ("yaku", winning, vec![beaten])
        }
        None => {
            let winning = plays().find(|play| play.seat == taken.winner)?.karuta?;
            let others = plays().filter(|play| play.seat != taken.winner);
            let others = others.filter_map(|play| play.karuta).collect();
            ("trick", winning, others)
        }
    };
    let sign = words.sign_spoken(taken.winner.index());
    let (winning, others) = (spoken(words, winning), spoken_all(words, &others));
    Some(words.meri_alt_shown(number, round(view), &sign, how, &winning, &others))
}

/// Whether the match had more rounds than the last one, by the word for it.
fn round(view: &View) -> &'static str {
    match view.options.match_length {
        MatchLength::Hitomaki => "only",
        MatchLength::Hitokiri | MatchLength::Hitoshobu | MatchLength::Honshobu => "last",
    }
}
