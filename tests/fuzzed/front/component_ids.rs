//! The ids of components, as a client sends them back: any client can send any.

use std::collections::HashSet;
use std::str::FromStr;

use super::states::{State, meant};
use crate::discord::pages::desk::Page;
use crate::discord::pages::games::{self, AnyPress};
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::kit::rows::{IN_A_ROW, ROWS};
use crate::discord::pages::learn::{self, Pupil};
use crate::discord::pages::press::{
    DeskPress, LearnPress, LearnWish, LessonPress, NoPress, Press, PrivacyPress, ReplayPress,
    SettingsPress, Turn, Verb, id,
};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::pages::{lesson, options, replay, settings};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, MOST_CHOICES, MOST_TEXT, Note};
use crate::drawing::packs::cards::Inks;
use crate::fuzzed::Came;
use crate::rules::any::AnyAction;
use crate::rules::{Chance, Game, Viewer};
use crate::tables::{ChannelId, Learner, PersonId, PressId};

/// Discord's limit for an id, in characters.
const MOST_ID: usize = 100;

/// An id is one press at most, and written as we write it; whatever it leads to is a message that Discord takes, whose own
/// ids read back, and moves that the rules answer. After the id may stand what was chosen, on a line of its own.
pub(crate) fn component_ids(input: &[u8]) -> Came {
    let Some((state, rest)) = meant(input) else {
        return Came::ToTheDoor;
    };
    let (pressed, chosen) = rest.split_once('\n').unwrap_or((rest, ""));
    let meanings = [
        reads(pressed, Turn::id),
        reads(pressed, SettingsPress::id),
        reads(pressed, |press: &PrivacyPress| press.id()),
        reads(pressed, LessonPress::id),
        reads(pressed, LearnPress::id),
        reads(pressed, ReplayPress::id),
        reads(pressed, |press: &Press| {
            id(&press.table, press.revision, &press.verb)
        }),
    ];
    let meant = meanings.into_iter().filter(|meant| *meant).count();
    assert!(meant <= 1, "{pressed:?} means {meant} things");
    if let Ok(press) = pressed.parse::<SettingsPress>() {
        settled(press, chosen);
    }
    let words = Words::of("en");
    if let Ok(LessonPress { game, page, .. }) = pressed.parse() {
        is_sendable(&lesson::page(words, Inks::default(), game, page).in_words());
    }
    if let Ok(press) = pressed.parse::<LearnPress>() {
        learnt(&press);
    }
    if let Ok(ReplayPress { wants, .. }) = pressed.parse() {
        replay::led(wants, Some(chosen));
    }
    if let Ok(press) = pressed.parse::<Press>() {
        at_table(state, &press, chosen);
        return Came::IntoA(state.look.game);
    }
    match meant {
        0 => Came::ToTheDoor,
        _ => Came::Inside,
    }
}

/// Whether it is such a press; then it is written as it was read.
fn reads<P: FromStr<Err = NoPress> + PartialEq>(
    text: &str,
    written: impl Fn(&P) -> String,
) -> bool {
    let Ok(press) = text.parse::<P>() else {
        return false;
    };
    let again = written(&press);
    assert_eq!(again, text, "an id that we write otherwise");
    assert!(
        again.parse() == Ok(press),
        "{again:?} reads as another press"
    );
    true
}

fn settled(press: SettingsPress, chosen: &str) {
    press.page();
    match press {
        SettingsPress::See(_) => {}
        SettingsPress::Choose(field, _) => drop(settings::chosen(field, chosen)),
        SettingsPress::Switch(field, on) => drop(settings::switched(field, on)),
    }
}

fn learnt(press: &LearnPress) {
    let learner = Learner {
        person: PersonId::new(10),
        server: None,
        channel: ChannelId::new(1),
    };
    let pupil = Pupil {
        learner,
        words: Words::of("en"),
        inks: Inks::default(),
    };
    let Some(taught) = learn::pressed(pupil, press) else {
        return;
    };
    are_sendable(&taught.rows, 0);
    is_short(&taught.text);
    // The way on never leads to another game, and a step is one of the course.
    for button in taught.rows.iter().flatten() {
        if let Ok(LearnPress {
            game,
            wants: LearnWish::See,
            ..
        }) = button.id.parse()
        {
            assert_eq!(game, press.game, "{:?}", button.id);
        }
    }
}

/// A press on a table, as the front goes on with it.
fn at_table(state: &State, press: &Press, chosen: &str) {
    let look = &state.look;
    let reader = Reader::new(Words::of("en"), look);
    match &press.verb {
        Verb::Options(page) => {
            is_sendable(&options::page(
                reader,
                usize::from(*page),
                PressId::new(1),
                None,
            ));
        }
        Verb::Set(setting) => {
            let mut options = look.options.clone();
            if options.set(setting.name, chosen).is_err() {
                assert!(
                    options == look.options,
                    "a refused choice changed something"
                );
            }
            options::page_of(reader, setting.name);
        }
        Verb::Desk(wanted) => {
            let page = match *wanted {
                DeskPress::Pick(picked) => Page::Moving(picked),
                DeskPress::Preparing => Page::Preparing,
                DeskPress::Put(picked, to) => {
                    put(state, reader, games::put(reader, picked, to));
                    Page::Moving(Some(picked))
                }
                _ => Page::Whole,
            };
            if let Some(body) = games::desk(reader, page) {
                is_body(&body);
            }
        }
        Verb::Own(own) => {
            if let Some(press) = AnyPress::read(look.game, own) {
                press.is_timeless();
                if let Some(pressed) = games::pressed(reader, press) {
                    led_to(state, reader, pressed);
                }
            }
        }
        _ => {}
    }
}

/// A rack that was put in another order has the same pieces.
fn put(state: &State, reader: Reader<'_>, put: Option<Vec<crate::rules::piece::Piece>>) {
    use crate::rules::GameView;
    let (Some(mut put), Some(view)) = (put, &reader.look.view) else {
        return;
    };
    let mut rack = view.rack().unwrap_or_default();
    put.sort_unstable();
    rack.sort_unstable();
    assert!(
        put == rack,
        "{put:?} is put for {rack:?} at {:?}",
        state.look.viewer
    );
}

fn led_to(state: &State, reader: Reader<'_>, pressed: Pressed<AnyAction>) {
    match pressed {
        Pressed::Page(body, _) | Pressed::Half(body) => is_body(&body),
        Pressed::Moves(moves, page) => {
            if let Some(body) = page {
                is_body(&body);
            }
            made(state, &moves);
        }
        Pressed::Ask(slot) => {
            if let Some(body) = games::panel(reader, Some(slot)) {
                is_body(&body);
            }
        }
        Pressed::Late => {}
    }
}

/// Moves that are made one after another: each is possible, or refused.
fn made(state: &State, moves: &[AnyAction]) {
    let Viewer::Seat(seat) = state.look.viewer else {
        return;
    };
    let mut game = state.truth.clone();
    for action in moves {
        let Ok(events) = game.answer(seat, action, &Chance::from_seed(0)) else {
            return;
        };
        assert!(
            game.apply_all(&events).is_ok(),
            "{action:?} was decided and is impossible"
        );
        let faults = game.faults();
        assert!(faults.is_empty(), "{action:?}: {faults:?}");
    }
}

fn is_body(body: &Body) {
    are_sendable(&body.rows, 0);
    is_short(&body.text);
}

fn is_sendable(note: &Note) {
    are_sendable(&note.rows, note.menus.len());
    is_short(&note.text);
    for menu in &note.menus {
        is_ours(&menu.id);
        assert!(
            (1..=MOST_CHOICES).contains(&menu.choices.len()),
            "{:?}",
            menu.id
        );
    }
}

fn is_short(text: &str) {
    assert!(text.chars().count() <= MOST_TEXT, "{text}");
}

/// Rows of buttons that Discord takes, each with an id of its own that reads.
fn are_sendable(rows: &[Vec<Button>], menus: usize) {
    assert!(rows.len() + menus <= ROWS, "{rows:?}");
    let is_row = |row: &Vec<Button>| (1..=IN_A_ROW).contains(&row.len());
    assert!(rows.iter().all(is_row), "{rows:?}");
    let ids: HashSet<&str> = rows
        .iter()
        .flatten()
        .map(|button| button.id.as_str())
        .collect();
    assert_eq!(ids.len(), rows.iter().flatten().count(), "{rows:?}");
    ids.into_iter().for_each(is_ours);
}

/// An id that Discord takes and that we read again.
fn is_ours(id: &str) {
    assert!(id.chars().count() <= MOST_ID, "{id}");
    let is_read = id.parse::<Press>().is_ok()
        || id.parse::<LearnPress>().is_ok()
        || id.parse::<LessonPress>().is_ok()
        || id.parse::<ReplayPress>().is_ok()
        || id.parse::<SettingsPress>().is_ok();
    assert!(is_read, "{id} does not read");
}
