//! The page on which cards are put together by their owner, the page of everywhere they can go, and the page that shows an
//! opening before it is laid.

use super::arranged::{is_open, is_to_play, marks_of_cards, needed, worth};
use super::draft::{Draft, Group};
use super::making::{Made, Making, Step, Tried, Way};
use super::pages::{paged_buttons, table_lines};
use super::panel::{alt, discard_button, press_button};
use super::press::{Page, Press};
use super::refusal::{self, fault_words, reuse_word};
use crate::discord::pages::cards::card_button;
use crate::discord::pages::kit::rows::{above, packed};
use crate::discord::pages::press::{Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::speech::cards::{JOKER, cards, name, natural, placed_all};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::drawing::kaluki::{Marks, Shown, slots};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::{Build, Composed, End, Kind, Recovery, Refusal, View};
use crate::rules::piece::Piece;

/// How many buttons have room below three rows of cards, beside the way back and the way to all the others.
const BESIDE: usize = 6;

/// The page on which cards are put together; `None` if the cards are not those of the draft any more.
pub(super) fn page(reader: Reader<'_>, view: &View, draft: Draft) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let making = Making::of(view, draft)?;
    let tried = making.tried()?;
    let opening = Opening::of(&making)?;
    let (shown, places) = making.shown(&tried);
    let cards = places.iter().zip(slots(&shown)).map(|(place, card)| {
        let press = Press::See(Page::Compose(draft.toggled(*place)));
        card_button(reader, press, card).tone(draft.parts().tone(*place))
    });
    let moves = moves(reader, &making, &tried, &opening);
    let back = button(look, Verb::Rack, words.button_back());
    let marks = Marks {
        picked: draft.parts().picked_slots(&places),
        ..with_total(view, opening.points, marks_of_cards(view, &slots(&shown)))
    };
    Some(Body {
        text: lines(words, &making, &tried, &opening).join("\n"),
        rows: packed(cards.collect(), moves, Some(back)),
        alt: alt(reader, view, (&shown, &marks.picked)),
        scene: drawing::kaluki::rack(view, &shown, &marks, reader.inks),
    })
}

/// What *Open* would lay: what is put together, and the picked cards if they can be only one meld. Text, picture and button
/// tell the same points.
struct Opening {
    draft: Draft,
    points: u32,
    refused: Option<Refusal>,
}

impl Opening {
    fn of(making: &Making<'_>) -> Option<Self> {
        let draft = making.whole();
        let whole = Making::of(making.view, draft)?;
        let points = total(&whole, &whole.tried()?);
        let refused = whole.refused();
        Some(Self {
            draft,
            points,
            refused,
        })
    }
}

/// What the melds are worth together, for who is not open.
fn total(making: &Making<'_>, tried: &Tried<'_>) -> u32 {
    let melds = tried.made.iter().map(|made| match &made.step {
        Some(Step::Lay(meld)) => worth(making.view, meld),
        _ => 0,
    });
    melds.sum()
}

fn with_total(view: &View, points: u32, marks: Marks) -> Marks {
    let needed = needed(view);
    Marks {
        total: needed.map(|_| points),
        needed,
        ..marks
    }
}

fn lines(words: Words, making: &Making<'_>, tried: &Tried<'_>, opening: &Opening) -> Vec<String> {
    let view = making.view;
    let mut lines = vec![
        words.kaluki_compose_title(),
        if is_open(view) {
            words.kaluki_compose_how_open()
        } else {
            words.kaluki_compose_how()
        },
    ];
    lines.extend(tried.made.iter().map(|made| made_line(words, view, made)));
    let reuse = reuse_word(view.options.joker_reuse);
    match tried.left.freed() {
        0 => {}
        jokers => lines.push(words.kaluki_freed(jokers, reuse)),
    }
    lines.extend(picked_line(words, making));
    lines.extend(refused_line(words, making, opening));
    let reached = needed(view).map(|needed| total_line(words, opening.points, needed));
    lines.extend(reached);
    // Where a freed joker goes, and which other may be freed, is a choice between melds.
    if tried.left.freed() > 0 {
        lines.extend(table_lines(words, view));
    }
    lines
}

fn made_line(words: Words, view: &View, made: &Made) -> String {
    let given = cards(words, &made.cards);
    let line = match &made.step {
        Some(Step::Lay(meld)) => {
            words.kaluki_made_meld(&placed_all(words, &meld.cards), worth(view, meld))
        }
        Some(Step::Build(build)) => {
            words.kaluki_made_build(&placed_all(words, &build.cards), build.meld + 1)
        }
        Some(Step::Give(recovery)) => {
            let joker = joker_of(words, view, recovery);
            words.kaluki_made_give(&given, &joker, recovery.meld + 1)
        }
        None => words.kaluki_made_nothing(&given),
    };
    words.kaluki_item(&line)
}

/// The joker that is freed, with what it stands for.
pub(super) fn joker_of(words: Words, view: &View, recovery: &Recovery) -> String {
    let laid = view.table.get(recovery.meld);
    let place = laid.and_then(|laid| laid.meld.freed_by(&recovery.cards, &view.options).ok());
    let joker = place.and_then(|place| laid?.meld.cards().get(place).copied());
    placed_all(words, &[joker.unwrap_or(Placed::Joker)])
}

fn picked_line(words: Words, making: &Making<'_>) -> Option<String> {
    let picked = making.picked();
    if picked.is_empty() {
        return None;
    }
    let text = cards(words, &picked);
    Some(match making.read() {
        Ok(read) => match &read[..] {
            [only] => {
                let text = placed_all(words, &only.cards);
                words.kaluki_picked_meld(&text, worth(making.view, only))
            }
            _ => words.kaluki_picked_many(&text),
        },
        // Cards that are no meld may still fit one that lies there, or free a joker.
        Err(_) if is_open(making.view) && !making.ways().is_empty() => words.kaluki_picked(&text),
        Err(fault) => match making.end_limit() {
            Some(limit) => words.kaluki_picked_limit(&text, limit),
            None => words.kaluki_picked_none(&text, &fault_words(words, fault)),
        },
    })
}

/// Why what is put together, or what can be made of the picked cards, cannot be laid now, if that is said nowhere else.
fn refused_line(words: Words, making: &Making<'_>, opening: &Opening) -> Option<String> {
    let view = making.view;
    let refused = if is_open(view) {
        let mut whole = making.ways().into_iter().filter(|way| way.is_whole);
        whole.find_map(|way| making.refused_with(&way))
    } else {
        opening.refused.clone()
    };
    refusal::before_laying(words, view, &refused.or_else(|| making.refused())?)
}

fn total_line(words: Words, points: u32, needed: u32) -> String {
    match needed.saturating_sub(points) {
        0 => words.kaluki_total(points, needed),
        short => words.kaluki_total_short(points, short, needed),
    }
}

/// Everything that can be done on the page, what matters most first.
fn moves(
    reader: Reader<'_>,
    making: &Making<'_>,
    tried: &Tried<'_>,
    opening: &Opening,
) -> Vec<Button> {
    let words = reader.words;
    let mut all = homes(reader, making);
    all.extend(
        making
            .ways()
            .iter()
            .map(|way| way_button(reader, making, way)),
    );
    let mut buttons: Vec<Button> = Vec::new();
    if all.len() > BESIDE {
        let press = Press::See(Page::Where(making.draft, 0));
        let text = words.kaluki_button_where(all.len());
        buttons.push(press_button(reader, press, text).tone(Tone::Main));
        all.truncate(BESIDE - 1);
    }
    buttons.extend(all);
    if buttons.is_empty() && !making.picked().is_empty() {
        let press = Press::See(Page::Compose(making.draft));
        buttons.push(press_button(reader, press, words.button_no_meld()).enabled(false));
    }
    buttons.extend(whole_button(reader, making, tried, opening));
    let gives = tried.made.iter().filter_map(|made| match made.group {
        Group::Give(number) => {
            let press = Press::See(Page::Compose(making.draft.without(made.number)));
            let text = words.kaluki_button_ungive(&cards(words, &made.cards), number);
            Some(press_button(reader, press, text))
        }
        Group::Meld(_) | Group::Build(..) => None,
    });
    buttons.extend(gives);
    buttons
}

/// New melds for the jokers that are freed so far.
fn homes(reader: Reader<'_>, making: &Making<'_>) -> Vec<Button> {
    let words = reader.words;
    let is_only_joker = making.picked().iter().all(|card| *card == Card::Joker);
    let homes = making.new_homes(reader.look).into_iter();
    homes
        .filter(|_| is_only_joker)
        .map(|(meld, draft)| {
            let text = words.kaluki_button_new(&placed_all(words, &meld.cards));
            press_button(reader, Press::Lay(draft), text).tone(Tone::Good)
        })
        .collect()
}

/// What can be made of the picked cards, as a button that does it, or goes on if more must be done with it.
fn way_button(reader: Reader<'_>, making: &Making<'_>, way: &Way) -> Button {
    let text = way_text(reader.words, making, way);
    if way.is_whole {
        let lay = press_button(reader, Press::Lay(way.draft), text).tone(Tone::Good);
        return lay.enabled(is_to_play(making.view) && making.refused_with(way).is_none());
    }
    press_button(reader, Press::See(Page::Compose(way.draft)), text).tone(Tone::Main)
}

fn way_text(words: Words, making: &Making<'_>, way: &Way) -> String {
    match &way.step {
        Step::Lay(meld) => meld_text(words, making, way, meld),
        Step::Build(build) => build_text(words, build),
        Step::Give(recovery) => {
            let joker = joker_of(words, making.view, recovery);
            words.kaluki_button_give(&joker, recovery.meld + 1)
        }
    }
}

/// A meld on a button: what its jokers stand for is told where there is a choice.
fn meld_text(words: Words, making: &Making<'_>, way: &Way, meld: &Composed) -> String {
    let points = worth(making.view, meld);
    let is_unique = making.read().is_ok_and(|read| read.len() == 1);
    match (is_unique, way.is_whole) {
        (true, true) => words.button_lay_this(points),
        (true, false) => words.button_meld(points),
        (false, _) => {
            let kind = match meld.kind {
                Kind::Set => "set",
                Kind::Run => "run",
            };
            words.kaluki_button_reading(kind, points, &jokers_text(words, &meld.cards))
        }
    }
}

/// What jokers stand for: "🃏 = ♥️6".
fn jokers_text(words: Words, cards: &[Placed]) -> String {
    let stands = cards.iter().filter_map(|placed| match placed {
        Placed::JokerAs(stands) => Some(format!("{JOKER} = {}", natural(words, *stands))),
        Placed::Natural(_) | Placed::Joker => None,
    });
    stands.collect::<Vec<_>>().join(", ")
}

/// Cards for a meld on the table: "♥️8 → meld 3", with the end where a joker might stand at either.
pub(super) fn build_text(words: Words, build: &Build) -> String {
    let text = placed_all(words, &build.cards);
    let is_joker = build
        .cards
        .iter()
        .any(|placed| placed.card() == Card::Joker);
    let end = match build.end {
        Some(End::Low) if is_joker => "low",
        Some(End::High) if is_joker => "high",
        _ => "any",
    };
    words.kaluki_button_build(&text, build.meld + 1, end)
}

/// *Open*, or everything that is put together at once.
fn whole_button(
    reader: Reader<'_>,
    making: &Making<'_>,
    tried: &Tried<'_>,
    opening: &Opening,
) -> Option<Button> {
    let (words, view) = (reader.words, making.view);
    let may = is_to_play(view) && tried.made.iter().all(|made| made.step.is_some());
    if is_open(view) {
        let has_groups = !tried.made.is_empty();
        let press = Press::Lay(making.draft);
        let all = press_button(reader, press, words.kaluki_button_do()).tone(Tone::Good);
        return has_groups.then(|| all.enabled(may && making.refused().is_none()));
    }
    let Opening { draft, points, .. } = *opening;
    let short = view.options.initial_min.saturating_sub(points);
    let (text, tone) = match short {
        0 => (words.button_open(points), Tone::Good),
        _ => (words.button_open_short(points, short), Tone::Plain),
    };
    let open = press_button(reader, Press::Lay(draft), text).tone(tone);
    let may = may && opening.refused.is_none();
    Some(open.enabled(may && draft.groups().next().is_some()))
}

/// Everywhere the picked cards can go, so many on a page.
pub(super) fn places(reader: Reader<'_>, view: &View, draft: Draft, page: u8) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let making = Making::of(view, draft)?;
    let tried = making.tried()?;
    let mut all = homes(reader, &making);
    all.extend(
        making
            .ways()
            .iter()
            .map(|way| way_button(reader, &making, way)),
    );
    let turn = |page| Press::See(Page::Where(draft, page));
    let (here, mut last) = paged_buttons(reader, &all, page, turn);
    let change = Press::See(Page::Compose(draft));
    last.push(press_button(reader, change, words.button_change()));
    last.push(button(look, Verb::Rack, words.button_back()));
    let (shown, places) = making.shown(&tried);
    let marks = Marks {
        picked: draft.parts().picked_slots(&places),
        ..Marks::default()
    };
    let mut lines = vec![words.kaluki_where_title(&cards(words, &making.picked()))];
    lines.extend(table_lines(words, view));
    Some(Body {
        text: lines.join("\n"),
        rows: above(&here, &last),
        alt: alt(reader, view, (&shown, &marks.picked)),
        scene: drawing::kaluki::rack(view, &shown, &marks, reader.inks),
    })
}

/// An opening before it is final: its melds raised, the rest as buttons to discard. `asked` is the discard that gives
/// something away and was pressed: it can be pressed once more, and then it is meant.
pub(super) fn preview(
    reader: Reader<'_>,
    view: &View,
    draft: Draft,
    asked: Option<Slot>,
) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let making = Making::of(view, draft)?;
    let held: Vec<Piece> = view.hand()?.iter().map(|card| (*card).into()).collect();
    let asked = asked.filter(|slot| held.contains(&slot.piece));
    let tried = making.tried()?;
    let (shown, _) = making.shown(&tried);
    let points = total(&making, &tried);
    let lay = press_button(reader, Press::Lay(draft), words.button_open(points))
        .tone(Tone::Good)
        .enabled(is_to_play(view) && making.refused().is_none());
    let moves = vec![lay, change_or_surely(reader, draft, asked)];
    let back = button(look, Verb::Rack, words.button_back());
    let mut lines = vec![words.kaluki_preview(points, view.options.initial_min)];
    lines.extend(tried.made.iter().map(|made| made_line(words, view, made)));
    lines.push(match asked {
        Some(slot) => super::panel::question(words, view, slot.piece),
        None => words.kaluki_preview_how(),
    });
    let marks = with_total(view, points, Marks::default());
    Some(Body {
        text: lines.join("\n"),
        rows: packed(discards_after(reader, &making, &shown), moves, Some(back)),
        alt: alt(reader, view, (&shown, &marks.picked)),
        scene: drawing::kaluki::rack(view, &shown, &marks, reader.inks),
    })
}

/// *Change*, or the discard that was asked about.
fn change_or_surely(reader: Reader<'_>, draft: Draft, asked: Option<Slot>) -> Button {
    let words = reader.words;
    let Some(slot) = asked else {
        let compose = Press::See(Page::Compose(draft));
        return press_button(reader, compose, words.button_change());
    };
    let text = words.button_surely(&name(words, slot.piece));
    press_button(reader, Press::LayAndSurely(draft, slot), text).tone(Tone::Grave)
}

/// What is left on the rack after the opening, each card a button that lays and discards it.
fn discards_after(reader: Reader<'_>, making: &Making<'_>, shown: &Shown) -> Vec<Button> {
    let view = making.view;
    let first: usize = shown.groups.iter().map(|group| group.cards.len()).sum();
    let discard = |(place, card): (usize, &Card)| {
        let slot = Slot {
            place: u8::try_from(place).ok()?,
            piece: (*card).into(),
        };
        let press = Press::LayAndDiscard(making.draft, slot);
        let tone = match card {
            Card::Joker => Tone::Grave,
            Card::Natural(_) => Tone::Plain,
        };
        Some(discard_button(reader, view, press, *card).tone(tone))
    };
    (first..).zip(&shown.loose).filter_map(discard).collect()
}
