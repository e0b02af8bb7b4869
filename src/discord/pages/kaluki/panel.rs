//! The first page of a panel of Kaluki: the cards, and beside them the moves that matter most in the moment. Everything
//! else lies behind *More*, so that drawing and discarding stay two taps.

use super::arranged::{self, Offers, actions, fitting, freeing, is_open, is_playing};
use super::best::{self, Best};
use super::between;
use super::draft::Draft;
use super::press::{BuildOn, Page, Press};
use super::status::{self, status};
use super::told;
use crate::discord::pages::cards::{card_button, piece_button};
use crate::discord::pages::desk;
use crate::discord::pages::kit::rack::{Shelf, piece_buttons};
use crate::discord::pages::kit::rows::packed;
use crate::discord::pages::kit::since::stays_true;
use crate::discord::pages::press::{DeskPress, Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::speech::cards::{
    cards, label, name, placed_all, spoken_all, spoken_placed_all,
};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::drawing::kaluki::{Marks, Shown, slots};
use crate::rules::any::GameId;
use crate::rules::card::Card;
use crate::rules::kaluki::view::Moved;
use crate::rules::kaluki::{Action, Build, Composed, View};
use crate::rules::piece::Piece;
use crate::rules::view::pieces;
use crate::tables::Order;

/// So many further melds, and so many cards that fit the table, have buttons beside the cards.
const BESIDE: usize = 2;

/// What the owner of a rack sees.
pub(super) fn panel(reader: Reader<'_>, view: &View, asks: Option<Slot>) -> Body {
    let Reader { words, look, .. } = reader;
    let offers = Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let best = Best::of(view);
    let mut lines = status(reader, view);
    match asks {
        Some(slot) => lines.push(question(words, view, slot.piece)),
        // Nothing can be done any more at a table that was ended.
        None if !look.is_live() => {}
        None => {
            lines.extend(chance_line(words, view, &offers, best.as_ref()));
            lines.extend(red_line(reader));
        }
    }
    if look.is_live() {
        lines.extend(marked_lines(words, view));
    }
    lines.extend(desk::lines(
        reader,
        &|piece| name(words, piece),
        drawn(view),
        told::lately(reader, view),
    ));
    lines.extend(status::deal_lines(reader, view, stays_true(look)));
    let rows = match asks {
        Some(slot) => vec![confirmation(reader, slot, view, best.as_ref())],
        None => rows(reader, view, &shown, best.as_ref()),
    };
    let marks = arranged::marks(look, view, &shown, &offers);
    Body {
        text: lines.join("\n"),
        rows,
        scene: drawing::kaluki::rack(view, &shown, &marks, reader.inks),
        alt: alt_as_seen(reader, view, (&shown, &marks.picked)),
    }
}

/// What the viewer drew last.
fn drawn(view: &View) -> Option<Piece> {
    let own = |moved: &Moved| match moved {
        Moved::Drew { seat, card } if view.viewer.seat() == Some(*seat) => *card,
        _ => None,
    };
    view.history.iter().rev().find_map(own).map(Piece::from)
}

/// How near the opening is, or that the deal can be ended now.
fn chance_line(words: Words, view: &View, offers: &Offers, best: Option<&Best>) -> Option<String> {
    if !is_playing(view) || view.hand().is_none_or(<[Card]>::is_empty) {
        return None;
    }
    if let Some(best) = best
        && let Some(how) = best.ends(view)
    {
        return Some(words.kaluki_can_end(how.word(), best.last_word()));
    }
    let needed = view.options.initial_min;
    match needed.saturating_sub(offers.points) {
        _ if is_open(view) => Some(words.kaluki_you_are_open()),
        // Where any meld opens there must be one all the same.
        0 => (!offers.melds.is_empty()).then(|| words.kaluki_can_open(offers.points, needed)),
        short => Some(words.kaluki_short(offers.points, short, needed)),
    }
}

/// The cards that fit the table, and those that free a joker.
fn marked_lines(words: Words, view: &View) -> Vec<String> {
    let told = |marked: Vec<Card>| (!marked.is_empty()).then(|| cards(words, &marked));
    let state = state(view);
    let fits = told(fitting(view)).map(|text| words.kaluki_fit(state, &text));
    let frees = told(freeing(view)).map(|text| words.kaluki_free(state, &text));
    fits.into_iter().chain(frees).collect()
}

/// Whether the viewer is open, by the word for it.
fn state(view: &View) -> &'static str {
    if is_open(view) { "open" } else { "closed" }
}

/// Why a joker's button is red, where nothing is at stake: a beginner does not know yet.
fn red_line(Reader { words, look, .. }: Reader<'_>) -> Option<String> {
    let throws_joker = Action::Discard { card: Card::Joker };
    let may = look.casual && actions(look).any(|action| *action == throws_joker);
    may.then(|| words.kaluki_joker_is_red(&words.card_joker()))
}

/// What is asked before this discard: whoever can win throws that away, else it is a joker.
///
/// A discard need not be listed to be asked about: after a card that must be laid was taken, none is.
pub(super) fn question(words: Words, view: &View, piece: Piece) -> String {
    let card = Card::try_from(piece).unwrap_or(Card::Joker);
    match Best::of(view).and_then(|best| best.ends(view)) {
        Some(how) => words.kaluki_throws_win_away(&label(words, card), how.word()),
        None => words.kaluki_throws_joker(),
    }
}

fn confirmation(reader: Reader<'_>, slot: Slot, view: &View, best: Option<&Best>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let text = words.button_surely(&name(words, slot.piece));
    let mut row: Vec<Button> = best
        .and_then(|best| best::way(reader, view, best))
        .into_iter()
        .collect();
    row.push(press_button(reader, Press::Surely(slot), text).tone(Tone::Grave));
    row.push(button(look, Verb::Rack, words.button_back()));
    row
}

fn rows(reader: Reader<'_>, view: &View, shown: &Shown, best: Option<&Best>) -> Vec<Vec<Button>> {
    let Reader { words, look, .. } = reader;
    // When no card is played, the picture shows what was left.
    let cards = if is_playing(view) {
        card_buttons(reader, shown)
    } else {
        Vec::new()
    };
    if !look.is_live() {
        return packed(cards, Vec::new(), None);
    }
    let mut moves = between::buttons(reader, view);
    moves.extend(move_buttons(reader, view, best));
    if look.may_go_on() {
        moves.push(button(look, Verb::Next, words.button_next(look.game.id())).tone(Tone::Main));
    }
    if cards.is_empty() {
        let score = press_button(reader, Press::See(Page::Score), words.kaluki_button_score());
        return packed(cards, moves, Some(score.emoji("📊")));
    }
    // What stands there while others play comes first, so that each move stands where it did in the last turn.
    let mut ways = desk::ways(reader, &|piece| name(words, piece));
    let behind_desk = ways.len().min(1);
    let more = press_button(reader, Press::See(Page::More), words.button_more()).emoji("🔽");
    ways.splice(behind_desk..behind_desk, std::iter::once(more).chain(moves));
    packed(cards, ways, None)
}

fn card_buttons(reader: Reader<'_>, shown: &Shown) -> Vec<Button> {
    piece_buttons(&slots(shown), |slot, card| {
        let may = actions(reader.look).any(|action| *action == Action::Discard { card });
        let tone = if may && card == Card::Joker {
            Tone::Grave
        } else {
            Tone::Plain
        };
        let discard = card_button(reader, Press::Discard(slot), card);
        discard.tone(tone).enabled(may)
    })
}

/// A button of Kaluki.
pub(super) fn press_button(reader: Reader<'_>, press: Press, text: String) -> Button {
    button(reader.look, press, text)
}

/// A button that shows a card and discards it after something was laid: not what was taken in this turn
/// (Kaluki rules 7.2).
pub(super) fn discard_button(reader: Reader<'_>, view: &View, press: Press, card: Card) -> Button {
    card_button(reader, press, card).enabled(!status::is_locked(view, card))
}

/// Every move but the discard, what matters most first.
pub(super) fn move_buttons(reader: Reader<'_>, view: &View, best: Option<&Best>) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let has = |wanted: &Action| actions(look).any(|action| action == wanted);
    let mut buttons = Vec::new();
    if has(&Action::Draw) {
        buttons.push(press_button(reader, Press::Draw, words.button_draw()).tone(Tone::Main));
    }
    // What was put back may be taken again, although that is not listed.
    if (has(&Action::Take) || has(&Action::Draw))
        && let Some(taken) = view.own.as_ref().and_then(|own| own.takeable)
    {
        let text = words.button_take(&label(words, taken.card));
        let tone = if view.has_no_use_for(taken) {
            Tone::Plain
        } else {
            Tone::Main
        };
        buttons.push(press_button(reader, Press::Take(taken.card), text).tone(tone));
    }
    let way = best.and_then(|best| best::way(reader, view, best));
    // To open comes before to lay more than that; to end the deal comes first of all.
    let ends = best.is_some_and(|best| best.ends(view).is_some());
    let (first, then) = if ends { (way, None) } else { (None, way) };
    buttons.extend(first);
    buttons.extend(opening_buttons(reader, view));
    buttons.extend(then);
    if has(&Action::Return)
        && let Some(taken) = view.taken
    {
        let text = words.kaluki_button_return(&label(words, taken.card));
        buttons.push(press_button(reader, Press::Return, text));
    }
    buttons.extend(lay_buttons(reader, view));
    buttons.extend(build_buttons(reader));
    buttons.extend(joker_button(reader, view));
    if arranged::is_to_play(view) {
        buttons.extend(compose_button(reader, view));
    }
    buttons
}

/// *Open 42*: leads to a page that shows what would be laid. Where another opening is worth the same, the button tells how many
/// jokers it lays; of those that lay as many the first has a button, and others are put together by hand.
fn opening_buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let words = reader.words;
    let hand = view.hand().unwrap_or_default();
    let told = |melds: &[Composed]| -> (u32, usize) {
        let points = melds.iter().map(|meld| arranged::worth(view, meld)).sum();
        let cards = melds.iter().flat_map(|meld| &meld.cards);
        let jokers = cards.filter(|placed| placed.card() == Card::Joker);
        (points, jokers.count())
    };
    let mut openings: Vec<&[Composed]> = Vec::new();
    for melds in arranged::openings(reader.look) {
        if openings.iter().all(|known| told(known) != told(melds)) {
            openings.push(melds);
        }
    }
    let button = |melds: &&[Composed]| {
        let draft = Draft::of_melds(hand, *melds)?;
        let (points, jokers) = told(melds);
        let alike = openings.iter().filter(|other| told(other).0 == points);
        let text = match alike.count() {
            1 => words.button_open(points),
            _ => words.kaluki_button_open(points, jokers),
        };
        let press = Press::See(Page::Preview(draft));
        Some(press_button(reader, press, text).tone(Tone::Good))
    };
    openings.iter().filter_map(button).collect()
}

/// The first melds that can be laid, each with its cards; the others are put together by hand.
fn lay_buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let words = reader.words;
    let hand = view.hand().unwrap_or_default();
    let button = |meld: &Composed| {
        let draft = Draft::of_melds(hand, [meld])?;
        let text = words.kaluki_button_lay(&placed_all(words, &meld.cards));
        Some(press_button(reader, Press::Lay(draft), text).tone(Tone::Good))
    };
    let lays = arranged::lays(reader.look).take(BESIDE);
    lays.filter_map(button).collect()
}

/// The cards that fit the table, a button for each, or one for all of them where they are many.
fn build_buttons(reader: Reader<'_>) -> Vec<Button> {
    let words = reader.words;
    let all = every_build(reader);
    if all.len() <= BESIDE {
        return all;
    }
    let press = Press::See(Page::Builds(0));
    vec![press_button(reader, press, words.kaluki_button_builds(all.len())).tone(Tone::Good)]
}

/// Every card with every meld that it fits; natural cards first, for a joker fits nearly everywhere.
pub(super) fn every_build(reader: Reader<'_>) -> Vec<Button> {
    let words = reader.words;
    let mut builds: Vec<&Build> = actions(reader.look)
        .filter_map(|action| match action {
            Action::Build(build) => Some(build),
            _ => None,
        })
        .collect();
    builds.sort_by_key(|build| {
        build
            .cards
            .iter()
            .any(|placed| placed.card() == Card::Joker)
    });
    let button = |build: &Build| {
        let press = Press::Build(BuildOn::of(build)?);
        let text = super::compose::build_text(words, build);
        Some(press_button(reader, press, text).tone(Tone::Good))
    };
    builds.into_iter().filter_map(button).collect()
}

/// *Exchange*: the jokers on the table that can be freed.
fn joker_button(reader: Reader<'_>, view: &View) -> Option<Button> {
    let has_any = super::exchange::recoveries(view).next().is_some();
    let press = Press::See(Page::Jokers(0));
    let text = reader.words.kaluki_button_exchange();
    has_any.then(|| press_button(reader, press, text).tone(Tone::Good))
}

/// *Compose*: cards are put together by hand.
pub(super) fn compose_button(reader: Reader<'_>, view: &View) -> Option<Button> {
    let hand = view.hand().filter(|hand| !hand.is_empty())?;
    let press = Press::See(Page::Compose(Draft::empty(hand.len())));
    Some(press_button(reader, press, reader.words.button_compose()).emoji("🧩"))
}

/// The desk.
pub(super) fn desk_button(reader: Reader<'_>) -> Button {
    let Reader { words, look, .. } = reader;
    button(look, Verb::Desk(DeskPress::Open), words.button_desk()).emoji("🗂️")
}

/// The rack for people who cannot see it, on a page where it lies by melds, with the slots that are picked.
pub(super) fn alt(reader: Reader<'_>, view: &View, rack: (&Shown, &[usize])) -> String {
    alt_in(Order::Melds, reader, view, rack)
}

/// The same where it lies in the order that its owner chose.
pub(super) fn alt_as_seen(reader: Reader<'_>, view: &View, rack: (&Shown, &[usize])) -> String {
    alt_in(desk::order(reader.look), reader, view, rack)
}

fn alt_in(
    order: Order,
    Reader { words, look, .. }: Reader<'_>,
    view: &View,
    (shown, picked): (&Shown, &[usize]),
) -> String {
    let groups = shown.groups.iter();
    let mut parts: Vec<String> = groups
        .map(|group| words.alt_group(&spoken_placed_all(words, &group.cards)))
        .collect();
    if !shown.loose.is_empty() {
        let cards = spoken_all(words, &shown.loose);
        parts.push(match order {
            Order::Melds => words.alt_loose(&cards),
            Order::Colours | Order::Own => {
                words.alt_in_order(order.word(), GameId::Kaluki.id(), &cards)
            }
        });
    }
    let told = |marked: Vec<Card>| (!marked.is_empty()).then(|| spoken_all(words, &marked));
    // Nothing can be done any more at a table that was closed.
    if look.is_live() {
        let state = state(view);
        parts.extend(told(fitting(view)).map(|text| words.kaluki_alt_fits(state, &text)));
        parts.extend(told(freeing(view)).map(|text| words.kaluki_alt_frees(state, &text)));
    }
    let slots = slots(shown);
    let picked = picked.iter().filter_map(|slot| slots.get(*slot));
    parts.extend(told(picked.copied().collect()).map(|text| words.alt_picked(&text)));
    parts.insert(0, words.kaluki_alt_rack(slots.len()));
    parts.join(" ")
}

/// The rack for the desk; `None` without one.
pub(super) fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
    let Reader { words, look, .. } = reader;
    view.hand().filter(|hand| !hand.is_empty())?;
    let offers = Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let slots = slots(&shown);
    Some(Shelf {
        drawn: drawn(view),
        lines: Vec::new(),
        way: None,
        name: Box::new(move |piece| name(words, piece)),
        button: Box::new(move |press, piece| piece_button(reader, Verb::Desk(press), piece)),
        slots: pieces(slots.iter().copied()),
        picture: Box::new(move |raised| {
            let marks = if look.is_live() {
                arranged::marks_of_cards(view, &slots)
            } else {
                Marks::closed()
            };
            let marks = Marks {
                picked: raised.into_iter().collect(),
                ..marks
            };
            let scene = drawing::kaluki::rack(view, &shown, &marks, reader.inks);
            (scene, alt_as_seen(reader, view, (&shown, &marks.picked)))
        }),
    })
}
