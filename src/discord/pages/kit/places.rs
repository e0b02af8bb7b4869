//! Places of buttons: what is pressed twice, quickly, does what was meant and nothing else.
//!
//! After a move nothing else that can be pressed stands where it was pressed; after a press that only led to a page, no move
//! does. What would stand there goes on by one place, for as long as this page stands. What news change keeps every place in
//! the same way: somebody may be about to press any of them.

use std::time::Duration;

use super::arranged::{Held, arranged};
use super::stood::{Spots, Stood};
use crate::discord::pages::games::{self, AnyPress};
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::{Press, Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::wire::note::{Button, Tone};
use crate::rules::piece::Piece;
use crate::tables::{Moment, Revision};

/// Two taps that belong together are not further apart.
const TWO_TAPS: Duration = Duration::from_secs(3);

/// Where a button stood that was just pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Counted from above, from 0.
    pub row: usize,
    /// Counted from the left, from 0.
    pub column: usize,
    /// The button as it stood there.
    pub button: Button,
}

/// What a press came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Did {
    /// A move, made or refused.
    Move,
    /// Something that changes nothing for others.
    Page,
}

/// What can be pressed on a message as it stands, and what could be a moment ago.
#[derive(Clone, Default)]
pub(crate) struct Layout {
    stood: Spots,
    /// When what has gone gives up its place, if something that lies there at rest keeps it.
    settles_at: Option<Moment>,
}

impl Layout {
    /// Of a message that answered a press; what was pressed there for a move was just there.
    pub(crate) fn answered(
        rows: &[Vec<Button>],
        pressed: Option<(&Place, Did)>,
        now: Moment,
    ) -> Self {
        let moved = pressed.filter(|(_, did)| *did == Did::Move);
        let before = moved.map(|(place, did)| Stood {
            place: place.clone(),
            did,
            gone: Some(now),
            was_pressed: true,
        });
        Self::with(rows, before.into_iter(), now)
    }

    /// Of the same message after news.
    pub(crate) fn changed(&self, rows: &[Vec<Button>], now: Moment) -> Self {
        let before = self.recent(now).map(|stood| Stood {
            gone: stood.gone.or(Some(now)),
            ..stood
        });
        Self::with(rows, before, now)
    }

    /// Where a button stands that can be pressed, or stood a moment ago.
    pub(crate) fn place_of(&self, id: &str) -> Option<Place> {
        let mut places = self.stood.iter().map(|stood| stood.place);
        places.find(|place| place.button.id == id)
    }

    /// When nobody is about to press any more what has gone, if it keeps its place: where nothing lies at rest there is nothing
    /// to give up.
    pub(crate) fn settles_at(&self) -> Option<Moment> {
        self.settles_at
    }

    fn recent(&self, now: Moment) -> impl Iterator<Item = Stood> {
        let is_recent = move |stood: &Stood| stood.gone.is_none_or(|at| now.since(at) < TWO_TAPS);
        self.stood.iter().filter(is_recent)
    }

    /// These buttons, and of those before them the ones in whose places nothing can be pressed now.
    fn with(rows: &[Vec<Button>], before: impl Iterator<Item = Stood>, now: Moment) -> Self {
        let mut stood: Vec<Stood> = Vec::new();
        for (row, buttons) in rows.iter().enumerate() {
            for (column, button) in buttons.iter().enumerate().filter(|(_, one)| one.enabled) {
                let did = if is_way(&button.id) {
                    Did::Page
                } else {
                    Did::Move
                };
                let button = button.clone();
                let place = Place {
                    row,
                    column,
                    button,
                };
                stood.push(Stood {
                    place,
                    did,
                    gone: None,
                    was_pressed: false,
                });
            }
        }
        for one in before {
            let is_there = |other: &Stood| other.place.is_at(&one.place);
            if !stood.iter().any(is_there) {
                stood.push(one);
            }
        }
        let keeps = rows.iter().flatten().any(|one| one.tone == Tone::Gone);
        Self {
            stood: Spots::of(&stood),
            settles_at: keeps.then(|| now.plus(TWO_TAPS)),
        }
    }
}

impl Stood {
    /// The pieces of a rack stand in its order, and move in it together, and what may be taken changes from turn to turn:
    /// whoever is about to press such a button looks at it. Only where one was just pressed no other one comes.
    fn is_like(&self, there: &Button) -> bool {
        let own = &self.place.button;
        let of_kind = kind(&own.id);
        let is_of_kind = of_kind.is_some() && of_kind == kind(&there.id);
        !self.was_pressed && (is_of_kind || is_the_same(own, there))
    }
}

impl Place {
    pub(super) fn is_at(&self, other: &Self) -> bool {
        (self.row, self.column) == (other.row, other.column)
    }
}

/// These rows, with nothing else that could be pressed by mistake at any place of a message that looked like this.
pub(crate) fn kept_everywhere(
    reader: Reader<'_>,
    rows: Vec<Vec<Button>>,
    layout: &Layout,
    now: Moment,
) -> Vec<Vec<Button>> {
    let recent: Vec<Stood> = layout.recent(now).collect();
    let held = recent.iter().map(|stood| Held {
        place: &stood.place,
        is_gone: stood.gone.is_some(),
        lets_wait: false,
        refuses: Box::new(|there| {
            !stood.is_like(there) && takes_the_place(reader, there, (&stood.place, stood.did))
        }),
    });
    arranged(rows, &held.collect::<Vec<_>>())
}

/// These rows, with nothing else at this place that could be pressed by mistake.
pub(crate) fn kept(
    reader: Reader<'_>,
    rows: Vec<Vec<Button>>,
    (place, did): (&Place, Did),
) -> Vec<Vec<Button>> {
    let held = Held {
        place,
        is_gone: true,
        lets_wait: did == Did::Page,
        refuses: Box::new(|there| takes_the_place(reader, there, (place, did))),
    };
    arranged(rows, &[held])
}

/// The same for a page that is no table's: whatever else could be pressed there goes on by one place.
pub(crate) fn aside(rows: Vec<Vec<Button>>, place: &Place) -> Vec<Vec<Button>> {
    let wanted = |id: &str| id.splitn(4, ':').nth(3).map(str::to_owned);
    let held = Held {
        place,
        is_gone: true,
        lets_wait: false,
        refuses: Box::new(|there| there.enabled && wanted(&there.id) != wanted(&place.button.id)),
    };
    arranged(rows, &[held])
}

/// What stands there now is something else, and can be pressed.
fn takes_the_place(reader: Reader<'_>, there: &Button, (place, did): (&Place, Did)) -> bool {
    let is_other = verb(&there.id) != verb(&place.button.id);
    there.enabled && is_other && (did == Did::Move || is_move(reader, &there.id))
}

fn verb(id: &str) -> Option<Verb> {
    id.parse().ok().map(|press: Press| press.verb)
}

/// Whether a press on this changes something for others, as the table stands.
pub(super) fn is_move(reader: Reader<'_>, id: &str) -> bool {
    match verb(id) {
        Some(Verb::Own(own)) => {
            let press = AnyPress::read(reader.look.game, &own);
            let pressed = press.and_then(|press| games::pressed(reader, press));
            // Also what is asked first: a piece is not where a way was.
            matches!(pressed, Some(Pressed::Moves(..) | Pressed::Ask(_)))
        }
        // So does what the table is told to do for them from then on, as to draw, or to throw a piece.
        Some(Verb::Desk(desk)) => desk.is_order_to_table(),
        Some(verb) => !is_common_way(&verb),
        None => false,
    }
}

/// Whether this leads to a page, whatever is played. Of a game's own buttons those do that mean the same whenever they were
/// drawn: they name no state. What is no press of a table never moves anything there.
fn is_way(id: &str) -> bool {
    match id.parse() {
        Ok(Press {
            verb: Verb::Own(_),
            revision,
            ..
        }) => revision == Revision::default(),
        Ok(Press { verb, .. }) => is_common_way(&verb),
        Err(_) => true,
    }
}

fn is_common_way(verb: &Verb) -> bool {
    use Verb::{Desk, Hint, Rack, Rules, Sheet, Stats};
    matches!(verb, Rules | Rack | Hint | Sheet | Stats | Desk(_))
}

/// Whether a button shows a piece and its place on the rack.
pub(super) fn is_piece(id: &str) -> bool {
    match verb(id) {
        Some(Verb::Desk(desk)) => desk.is_piece(),
        _ => kind(id).as_deref() == Some(PIECE),
    }
}

/// The kind of all buttons that show a piece and its place on the rack.
const PIECE: &str = "piece";

/// Whether these are one button for whoever looks: the last trick is another one now, and the best opening, but each reads
/// the same.
pub(super) fn is_the_same(one: &Button, other: &Button) -> bool {
    let reads_alike = one.label == other.label && word(&one.id) == word(&other.id);
    one.id == other.id || (reads_alike && !is_piece(&one.id) && verb(&one.id).is_some())
}

/// What a button wants, without the pieces and numbers: `meld:preview` and `meld:lay` both say *Open 45*, and only one of them
/// opens.
fn word(id: &str) -> Option<String> {
    let text = verb(id)?.to_string();
    let (word, argument) = text.split_once(':')?;
    let what = argument.split('.').next().unwrap_or_default();
    let is_word = !what.is_empty() && what.chars().all(char::is_alphabetic);
    Some(if is_word {
        format!("{word}:{what}")
    } else {
        word.to_owned()
    })
}

/// The kind of a button that names a piece; `None` for any other.
fn kind(id: &str) -> Option<String> {
    let Some(Verb::Own(own)) = verb(id) else {
        return None;
    };
    let text = Verb::Own(own).to_string();
    let (word, argument) = text.split_once(':')?;
    if argument.parse::<Slot>().is_ok() {
        return Some(PIECE.to_owned());
    }
    argument.parse::<Piece>().ok().map(|_| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Game, Seat, Viewer};

    /// One row of so many buttons.
    fn row_of(count: usize) -> Vec<Vec<Button>> {
        let button = |number: usize| Button::new(number.to_string(), number.to_string());
        vec![(1..=count).map(button).collect()]
    }

    fn at(seconds: u64) -> Moment {
        Moment::from_unix_ms(1_790_000_000_000 + seconds * 1000)
    }

    fn place(row: usize, column: usize, label: &str) -> Place {
        let button = Button::new(label.to_owned(), label.to_owned());
        Place {
            row,
            column,
            button,
        }
    }

    /// What a layout knows, with a cross behind what is gone.
    fn known(layout: &Layout, now: Moment) -> String {
        let told = layout.recent(now).map(|stood| {
            let gone = if stood.gone.is_some() { "x" } else { "" };
            format!("{}{gone}", stood.place.button.label)
        });
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_the_table_does_from_then_on_is_no_page() {
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
        game.obey(&game.deal(&Chance::from_seed(3)));
        let look = staged(&game, Viewer::Seat(Seat::all(4).next().expect("a seat")));
        let reader = Reader::new(Words::of("en"), &look);
        for (desk, is_one) in [
            ("", false),
            ("tiles", false),
            ("order.melds", false),
            ("pick.7.K1", false),
            ("put.0.F.14", false),
            ("auto.on", true),
            ("auto.off", true),
            ("prepare.7.K1", true),
            ("cancel", true),
        ] {
            let id = format!("1:aaaaaaaa:0:desk:{desk}");
            assert!(verb(&id).is_some(), "{desk}");
            assert_eq!(is_move(reader, &id), is_one, "{desk}");
        }
    }

    #[test]
    fn what_reads_alike_and_does_something_else_is_not_the_same() {
        let button = |id: &str| Button::new(format!("1:aaaaaaaa:16:{id}"), "Open 45".to_owned());
        let [preview, other, lay] =
            ["meld:preview.0011", "meld:preview.1100", "meld:lay.0011"].map(button);
        assert!(is_the_same(&preview, &other), "the best opening is another");
        assert!(!is_the_same(&preview, &lay), "a second tap would open");
        let trick = |number| button(&format!("trick:{number}"));
        assert!(is_the_same(&trick(3), &trick(4)));
    }

    #[test]
    fn a_layout_knows_what_stands_there_and_for_a_moment_what_stood_there() {
        let pressed = place(0, 0, "draw");
        let mut shown = row_of(2);
        shown[0][0].enabled = false;
        let answered = Layout::answered(&shown, Some((&pressed, Did::Move)), at(0));
        assert_eq!(known(&answered, at(1)), "2 drawx");
        assert_eq!(known(&answered, at(3)), "2", "two taps are over");
        // A press that led to a page leaves nothing behind: whoever pressed it has lifted their finger.
        let page = Layout::answered(&shown, Some((&pressed, Did::Page)), at(0));
        assert_eq!(known(&page, at(0)), "2");
        // News take the second button away; both places are kept for as long as a second tap may come.
        let changed = answered.changed(&[], at(2));
        assert_eq!(known(&changed, at(2)), "2x drawx");
        assert_eq!(known(&changed, at(4)), "2x");
        // Where something can be pressed again, that is what stands there.
        let again = changed.changed(&row_of(2), at(2));
        assert_eq!(known(&again, at(2)), "1 2");
        // Nothing is known of another message.
        assert_eq!(known(&Layout::default(), at(0)), "");
        assert_eq!(answered.place_of("draw"), Some(pressed.clone()));
        assert_eq!(answered.place_of("else"), None);
        // It settles only where something lies at rest for it.
        assert_eq!(changed.settles_at(), None);
        shown[0][0].tone = Tone::Gone;
        let answered = Layout::answered(&shown, Some((&pressed, Did::Page)), at(0));
        assert_eq!(answered.settles_at(), Some(at(3)));
        let settled = answered.changed(&row_of(2), at(3));
        assert_eq!(settled.settles_at(), None);
    }
}
