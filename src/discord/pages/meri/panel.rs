//! The first page of a panel of Meri: the karuta, each a button that plays it, and below them every other move and page.

use super::press::Press;
use super::{arranged, summed, task, told};
use crate::discord::pages::desk;
use crate::discord::pages::karuta::{karuta_button, naming, piece_button};
use crate::discord::pages::kit::rack::{Shelf, piece_buttons};
use crate::discord::pages::kit::rows::{ROWS, in_rows, in_wide_rows, packed};
use crate::discord::pages::lesson::way_to_words;
use crate::discord::pages::press::{Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::drawing::meri::{Marks, Shown, slots};
use crate::rules::karuta::Karuta;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Action, View};
use crate::rules::view::pieces;

/// What the owner of a rack sees.
pub(super) fn panel(reader: Reader<'_>, view: &View) -> Body {
    let Reader { words, look, .. } = reader;
    let shown = arranged::shown(look, view);
    let marks = arranged::marks(look, view, &shown);
    let status = task::status(reader, view);
    let told = told::last_lines(words, view).into_iter();
    let lately = told::lately_line(reader, view);
    let told = told.chain(desk::lines(reader, &naming(words), None, lately));
    let mut lines: Vec<String> = Vec::new();
    if is_played(view) {
        // What is to be done stands just above the picture: on a phone the first lines are out of sight.
        lines.extend(told.chain(summed::lines(words, view)).chain(status));
    } else {
        lines.extend(status.into_iter().chain(told));
    }
    let rows = rows(reader, view, &shown);
    with_rack(reader, view, (lines, rows), (&shown, &marks))
}

/// Whether a round is being played.
fn is_played(view: &View) -> bool {
    match view.phase {
        Phase::Robau | Phase::Uchidashi(_) | Phase::Play(_) => true,
        Phase::Undealt | Phase::RoundOver => false,
    }
}

/// A page with the rack as its picture.
pub(super) fn with_rack(
    reader: Reader<'_>,
    view: &View,
    (lines, rows): (Vec<String>, Vec<Vec<Button>>),
    (shown, marks): (&Shown, &Marks),
) -> Body {
    Body {
        text: lines.join("\n"),
        rows,
        scene: drawing::meri::rack(view, shown, marks),
        alt: arranged::alt(reader.words, reader.look, view, (shown, marks)),
    }
}

/// What a karuta on the rack does when it is its owner's turn: it is played, or picked as the opening lead. They keep
/// their places when it is not.
fn karuta_buttons(reader: Reader<'_>, view: &View, shown: &Shown) -> Vec<Button> {
    let may = playable_now(reader, view);
    let opens = matches!(view.phase, Phase::Uchidashi(_));
    piece_buttons(&slots(shown), |slot, karuta| {
        let press = if opens {
            Press::Lead(slot)
        } else {
            Press::Play(slot)
        };
        karuta_button(reader, press, karuta).enabled(may.contains(&karuta))
    })
}

/// What can be pressed: nothing while somebody else is to act, or the table acts no more.
fn playable_now<'a>(reader: Reader<'_>, view: &'a View) -> &'a [Karuta] {
    if reader.look.actions.is_empty() {
        &[]
    } else {
        arranged::playable(view)
    }
}

/// The karuta, the ways to other pages, and behind them every other move in a row of its own: what comes and goes there
/// moves no way.
fn rows(reader: Reader<'_>, view: &View, shown: &Shown) -> Vec<Vec<Button>> {
    let mut rows = in_rows(&karuta_buttons(reader, view, shown));
    let answers = answers(reader);
    let room = ROWS - rows.len() - usize::from(!answers.is_empty());
    rows.extend(in_wide_rows(&ways(reader, view), room));
    rows.push(answers);
    rows.retain(|row| !row.is_empty());
    rows
}

/// To the other pages.
fn ways(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut buttons = Vec::new();
    if !look.is_live() {
        return buttons;
    }
    if view.okie.is_some() {
        buttons.push(order_button(reader));
        buttons.push(trick_way(reader, view));
    }
    buttons.push(rules_button(reader));
    buttons.push(way_to_words(words, look.game));
    let has_rack = view.rack().is_some_and(|rack| !rack.is_empty());
    if has_rack && is_played(view) {
        buttons.extend(desk::ways(reader, &naming(words)));
    }
    buttons
}

/// *Ready*, and for whoever holds the trump robai *Robatta* (Hachinin-meri rules 6 and 14); *Next round* after it.
fn answers(reader: Reader<'_>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let has = |wanted: &Action| arranged::actions(look).any(|action| action == wanted);
    let mut buttons = Vec::new();
    if has(&Action::Ready) {
        let ready = button(look, Press::Ready, words.button_ready());
        buttons.push(ready.tone(Tone::Main));
    }
    if has(&Action::Robatta) {
        let robatta = button(look, Press::Robatta, words.button_robatta());
        buttons.push(robatta.tone(Tone::Good));
    }
    if look.may_go_on() {
        buttons.push(button(look, Verb::Next, words.button_next(look.game.id())).tone(Tone::Main));
    }
    buttons
}

/// Back to the rack, for those who have one: also who only watches comes to some pages.
pub(super) fn back(reader: Reader<'_>, view: &View) -> Option<Button> {
    let Reader { words, look, .. } = reader;
    let seat = view.own.as_ref();
    seat.map(|_| button(look, Verb::Rack, words.button_back()))
}

/// To the order of the trumps: always one press away.
pub(super) fn order_button(reader: Reader<'_>) -> Button {
    let Reader { words, look, .. } = reader;
    button(look, Press::Order, words.button_trump_order()).emoji("📜")
}

/// To the last trick that is over.
pub(super) fn trick_button(reader: Reader<'_>, view: &View) -> Option<Button> {
    let number = u8::try_from(view.tricks.len()).ok()?;
    (number > 0).then(|| last_trick(reader, number))
}

/// The same among the other ways. Before the first trick is over it stands there at rest: when it can be pressed nothing
/// moves.
fn trick_way(reader: Reader<'_>, view: &View) -> Button {
    let way = trick_button(reader, view);
    way.unwrap_or_else(|| last_trick(reader, 0).enabled(false))
}

fn last_trick(reader: Reader<'_>, number: u8) -> Button {
    let Reader { words, look, .. } = reader;
    button(look, Press::Trick(number), words.button_last_trick()).emoji("🎴")
}

/// To the rules in short.
pub(super) fn rules_button(reader: Reader<'_>) -> Button {
    let Reader { words, look, .. } = reader;
    button(look, Verb::Rules, words.button_rules()).emoji("📖")
}

/// The rack for the desk; `None` without one.
pub(super) fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
    let Reader { words, look, .. } = reader;
    view.rack().filter(|rack| !rack.is_empty())?;
    let shown = arranged::shown(look, view);
    Some(Shelf {
        slots: pieces(slots(&shown)),
        drawn: None,
        lines: Vec::new(),
        way: view.okie.map(|_| order_button(reader)),
        name: Box::new(naming(words)),
        button: Box::new(move |press, piece| piece_button(reader, Verb::Desk(press), piece)),
        picture: Box::new(move |picked| {
            let marks = Marks {
                picked,
                barred: Vec::new(),
                is_closed: !look.is_live(),
            };
            let scene = drawing::meri::rack(view, &shown, &marks);
            let alt = arranged::alt(words, look, view, (&shown, &marks));
            (scene, alt)
        }),
    })
}

/// The page on which the karuta is chosen that is laid away, once this one is picked as the lead (Hachinin-meri rules 7).
/// `None` where it may not be led.
pub(super) fn away(reader: Reader<'_>, view: &View, lead: Karuta) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let may_lead = matches!(view.phase, Phase::Uchidashi(_)) && arranged::is_turn(view);
    if !may_lead || !playable_now(reader, view).contains(&lead) {
        return None;
    }
    let shown = arranged::shown(look, view);
    let marks = Marks {
        picked: arranged::place(&shown, lead),
        barred: Vec::new(),
        is_closed: false,
    };
    let buttons = piece_buttons(&slots(&shown), |slot, karuta| {
        away_button(reader, lead, (slot, karuta))
    });
    let last = vec![
        button(look, Verb::Rack, words.button_back()),
        order_button(reader),
    ];
    let mut lines = vec![task::away(reader, view, lead)];
    lines.extend(summed::lines(words, view));
    let rows = packed(buttons, last, None);
    Some(with_rack(reader, view, (lines, rows), (&shown, &marks)))
}

/// The lead itself cannot be laid away.
fn away_button(reader: Reader<'_>, lead: Karuta, (slot, karuta): (Slot, Karuta)) -> Button {
    let away = karuta_button(reader, Press::Away(lead, slot), karuta);
    if karuta == lead {
        away.tone(Tone::Good).enabled(false)
    } else {
        away
    }
}
