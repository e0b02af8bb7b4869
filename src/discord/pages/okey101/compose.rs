//! Melds in the making: the page on which tiles are put together by their owner, and the page that shows an opening
//! before it is laid.
//!
//! What is put together rides in the ids of the buttons; the rules judge it when it is laid, and only then.

use super::arranged::{self, marks_of_tiles};
use super::board::{is_to_play, meld_name, tiles_text};
use super::melds::{LayOff, MeldPress};
use super::moves::end_word;
use super::panel::{alt, meld_button, void_line};
use super::press::Press;
use super::refusal::{fault_words, sentence};
use crate::discord::pages::kit::composing::{Composition, Part};
use crate::discord::pages::kit::rows::{IN_A_ROW, ROWS, above, packed, paged};
use crate::discord::pages::press::{Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::pages::tiles::tile_button;
use crate::discord::speech::tiles::{label, name, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone as ButtonTone};
use crate::drawing;
use crate::drawing::okey101::{Group, Marks, Shown, Tone, slots, worth};
use crate::rules::meld::by_colours;
use crate::rules::okey101::meld::{Meld, MeldFault};
use crate::rules::okey101::opening::{Needed, OpeningFault};
use crate::rules::okey101::options::Penalties;
use crate::rules::okey101::suggest::read_tiles;
use crate::rules::okey101::{Composed, Kind, Refusal, View};
use crate::rules::piece::Piece;
use crate::rules::tile::{Face, Tile};

/// Tiles that were put together.
struct Made {
    number: u8,
    tiles: Vec<Tile>,
    read: Result<Composed, MeldFault>,
}

/// A rack with melds in the making.
struct Making<'a> {
    view: &'a View,
    rack: &'a [Tile],
    okey: Face,
    composition: Composition,
}

impl<'a> Making<'a> {
    /// `None` without a rack, or if the composition is one of another rack.
    fn of(view: &'a View, composition: Composition) -> Option<Self> {
        let rack = view.rack().filter(|rack| !rack.is_empty())?;
        let okey = view.okey()?;
        (composition.len() == rack.len()).then_some(Self {
            view,
            rack,
            okey,
            composition,
        })
    }

    fn tiles(&self, part: Part) -> Vec<Tile> {
        self.composition.pieces(self.rack, part)
    }

    fn made(&self) -> Vec<Made> {
        let made = |number| {
            let tiles = self.tiles(Part::Meld(number));
            let read = read_tiles(&tiles, self.okey);
            Made {
                number,
                tiles,
                read,
            }
        };
        self.composition.melds().map(made).collect()
    }

    fn picked(&self) -> Vec<Tile> {
        self.tiles(Part::Picked)
    }

    /// Everything as it would be laid; the picked tiles too, if they are a meld and an opening may have it beside the others
    /// (101 rules 7.2): two tiles on the way to a run often read as a double.
    fn composed(&self) -> Vec<Composed> {
        let made = self.made().into_iter();
        let mut all: Vec<Composed> = made
            .map(|made| made.read.unwrap_or_else(|_| Composed::of(made.tiles)))
            .collect();
        let picked = read_tiles(&self.picked(), self.okey).ok();
        let goes_with_all =
            |picked: &Composed| all.iter().all(|made| is_pair(made) == is_pair(picked));
        all.extend(picked.filter(goes_with_all));
        all
    }

    /// Why the picked meld is none that goes with the viewer's opening.
    fn no_meld_to_lay(&self) -> Option<Refusal> {
        let picked = read_tiles(&self.picked(), self.okey).ok()?;
        self.view.judge_kind(picked.kind?)?.err()
    }

    /// Why the rules would not take these melds as an opening; `None` if they would.
    fn refused(&self, all: &[Composed]) -> Option<Refusal> {
        self.view.judge_opening(all)?.err()
    }

    fn worth(&self, composed: &[Composed]) -> u32 {
        let worth = |composed| arranged::worth(composed, self.okey);
        composed.iter().map(worth).sum()
    }

    /// Where the tiles stand: what is put together apart, the rest by colours; with each the place on the rack.
    fn shown(&self) -> (Shown, Vec<usize>) {
        let mut melds = Vec::new();
        let mut groups = Vec::new();
        for made in self.made() {
            let tiles = made.read.as_ref().map_or(&made.tiles, |read| &read.tiles);
            melds.push((made.number, tiles.clone()));
            let read = made.read.as_ref().ok();
            groups.push(Group {
                tiles: tiles.clone(),
                worth: read.and_then(|read| worth(read, self.okey)),
                tone: Tone::Lifted,
            });
        }
        let loose = [self.tiles(Part::Loose), self.picked()].concat();
        let loose = by_colours(loose, self.okey);
        let places = self.composition.shown_places(self.rack, &melds, &loose);
        (Shown { groups, loose }, places)
    }

    fn has_opened(&self) -> bool {
        let seat = self.view.viewer.seat();
        seat.is_some_and(|seat| self.view.opened[seat].is_some())
    }
}

/// The melds of a composition as the rules shall judge them; `None` if it is one of another rack.
pub(super) fn composed(view: &View, composition: Composition) -> Option<Vec<Composed>> {
    Making::of(view, composition).map(|making| making.composed())
}

/// The composition with its picked tiles made a meld, or why they are none.
pub(super) fn joined(
    view: &View,
    composition: Composition,
) -> Option<Result<Composition, MeldFault>> {
    let making = Making::of(view, composition)?;
    if let Err(fault) = read_tiles(&making.picked(), making.okey) {
        return Some(Err(fault));
    }
    let (_, joined) = composition.joined()?;
    Some(Ok(joined))
}

/// The picked tiles.
pub(super) fn picked_text(words: Words, view: &View, composition: Composition) -> Option<String> {
    let making = Making::of(view, composition)?;
    Some(tiles_text(words, &making.picked(), making.okey))
}

/// The page on which melds are put together; `None` if the tiles are not those of the composition any more.
pub(super) fn page(reader: Reader<'_>, view: &View, composition: Composition) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let making = Making::of(view, composition)?;
    let (shown, places) = making.shown();
    let tiles = places.iter().zip(slots(&shown)).map(|(place, tile)| {
        let press = MeldPress::Compose(composition.toggled(*place));
        let button = tile_button(reader, view.okey(), Press::Meld(press), tile);
        button.tone(composition.tone(*place))
    });
    let moves = if making.has_opened() {
        laying_buttons(reader, &making)
    } else {
        composing_buttons(reader, &making)
    };
    let back = button(look, Verb::Rack, words.button_back());
    let marks = Marks {
        picked: composition.picked_slots(&places),
        costs: Vec::new(),
        ..marks_of_tiles(view, &slots(&shown))
    };
    Some(Body {
        text: lines(words, &making).join("\n"),
        rows: packed(tiles.collect(), moves, Some(back)),
        alt: alt(reader, view, (&shown, &marks.picked)),
        scene: drawing::okey101::rack(view, &shown, &with_total(&making, marks)),
    })
}

fn with_total(making: &Making, marks: Marks) -> Marks {
    let all = making.composed();
    let Some(needed) = making.view.needed.filter(|_| !making.has_opened()) else {
        return marks;
    };
    let is_low = arranged::low(making.view, &all).is_some();
    let (total, needed) = reach(making, &all, needed);
    Marks {
        total: i32::try_from(total).ok(),
        needed: i32::try_from(needed).ok().filter(|_| !is_low),
        ..marks
    }
}

/// What is put together, and what must be: points, or doubles. An opening that may be low needs no more than it has.
fn reach(making: &Making, all: &[Composed], needed: Needed) -> (u32, u32) {
    if let Some(low) = arranged::low(making.view, all) {
        (low.points, low.points)
    } else if is_doubles(all) {
        (all.len() as u32, needed.pairs)
    } else {
        (making.worth(all), needed.points)
    }
}

fn is_doubles(all: &[Composed]) -> bool {
    all.first().is_some_and(is_pair)
}

fn is_pair(composed: &Composed) -> bool {
    composed.kind == Some(Kind::Pair)
}

fn lines(words: Words, making: &Making) -> Vec<String> {
    let text = |tiles: &[Tile]| tiles_text(words, tiles, making.okey);
    let mut lines = vec![
        words.okey101_compose_title(),
        if making.has_opened() {
            words.okey101_compose_how_opened()
        } else {
            words.okey101_compose_how()
        },
    ];
    lines.extend(making.made().into_iter().map(|made| match &made.read {
        Ok(read) if read.kind == Some(Kind::Pair) => {
            words.okey101_composed_pair(made.number, &text(&read.tiles))
        }
        Ok(read) => {
            let worth = arranged::worth(read, making.okey);
            words.okey101_composed(made.number, &text(&read.tiles), worth)
        }
        Err(fault) => words.okey101_composed_none(&text(&made.tiles), &fault_words(words, *fault)),
    }));
    let picked = making.picked();
    if !picked.is_empty() {
        lines.push(match read_tiles(&picked, making.okey) {
            Ok(read) if read.kind == Some(Kind::Pair) => {
                words.okey101_picked_pair(&text(&read.tiles))
            }
            Ok(read) => {
                words.okey101_picked(&text(&read.tiles), arranged::worth(&read, making.okey))
            }
            Err(fault) => words.okey101_picked_none(&text(&picked), &fault_words(words, fault)),
        });
    }
    lines.extend(
        making
            .no_meld_to_lay()
            .map(|refusal| sentence(words, &refusal, Some(making.okey))),
    );
    let needed = making.view.needed.filter(|_| !making.has_opened());
    lines.extend(needed.map(|needed| total_line(words, making, needed)));
    if making.view.voids(&making.composed()) {
        lines.push(void_line(words, making.view));
    }
    lines
}

/// "97, 4 short of 101".
fn total_line(words: Words, making: &Making, needed: Needed) -> String {
    let all = making.composed();
    if let Some(low) = arranged::low(making.view, &all) {
        let last = tile(words, low.last, making.view.okey());
        return words.okey101_total_low(low.points, needed.points, &last);
    }
    let (reached, needed) = reach(making, &all, needed);
    let short = needed.saturating_sub(reached);
    match making.refused(&all) {
        Some(Refusal::Opening(OpeningFault::Mixed)) => return words.okey101_total_mixed(),
        // What is enough, and still no opening.
        Some(refusal @ (Refusal::TakenUnused { .. } | Refusal::RackEmptied)) if short == 0 => {
            return sentence(words, &refusal, making.view.okey());
        }
        _ => {}
    }
    match (is_doubles(&all), short) {
        (true, 0) => words.okey101_doubles(reached, needed),
        (true, _) => words.okey101_doubles_short(reached, short, needed),
        (false, 0) => words.okey101_total(reached, needed),
        (false, _) => words.okey101_total_short(reached, short, needed),
    }
}

/// *Meld* and *Open*, for who has not opened.
fn composing_buttons(reader: Reader<'_>, making: &Making) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let picked = making.picked();
    let read = read_tiles(&picked, making.okey);
    let text = match &read {
        Ok(read) if read.kind == Some(Kind::Pair) => words.button_double(),
        Ok(read) => words.button_meld(arranged::worth(read, making.okey)),
        Err(_) => words.button_no_meld(),
    };
    let tone = if read.is_ok() {
        ButtonTone::Main
    } else {
        ButtonTone::Plain
    };
    let join = meld_button(look, MeldPress::Join(making.composition), text)
        .tone(tone)
        .enabled(!picked.is_empty());
    let all = making.composed();
    let Some(needed) = making.view.needed else {
        return vec![join];
    };
    let (reached, needed) = reach(making, &all, needed);
    let short = needed.saturating_sub(reached);
    let text = match (is_doubles(&all), short) {
        (true, 0) => words.button_doubles(all.len()),
        (true, _) => words.button_doubles_short(reached, short),
        (false, 0) => words.button_open(reached),
        (false, _) => words.button_open_short(reached, short),
    };
    let tone = if making.refused(&all).is_none() {
        ButtonTone::Good
    } else {
        ButtonTone::Plain
    };
    let open = meld_button(look, MeldPress::Lay(making.composition), text)
        .tone(tone)
        .enabled(is_to_play(making.view) && !all.is_empty());
    vec![join, open]
}

/// *Lay*, and where a single tile fits, for who has opened.
fn laying_buttons(reader: Reader<'_>, making: &Making) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let picked = making.picked();
    let may = is_to_play(making.view);
    if let [tile] = picked[..] {
        return places_beside(reader, making, tile);
    }
    let text = match read_tiles(&picked, making.okey) {
        Ok(read) if read.kind == Some(Kind::Pair) => words.button_lay_this_pair(),
        Ok(read) => words.button_lay_this(arranged::worth(&read, making.okey)),
        Err(_) => words.button_no_meld(),
    };
    let press = MeldPress::Lay(making.composition);
    let lay = meld_button(look, press, text).tone(ButtonTone::Good);
    let may = may && !picked.is_empty() && making.no_meld_to_lay().is_none();
    vec![lay.enabled(may)]
}

/// Where a single tile can go: as many places as there is room for, and where there are more, the way to all of them.
fn places_beside(reader: Reader<'_>, making: &Making, tile: Tile) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut all = place_buttons(reader, making, tile);
    let room = beside(making.rack.len());
    if all.len() > room {
        let text = words.okey101_button_where(all.len());
        let press = MeldPress::Where(making.composition, 0);
        all.truncate(room.saturating_sub(1));
        all.insert(0, meld_button(look, press, text).tone(ButtonTone::Main));
    }
    all
}

/// How many buttons have room between so many tiles and *Back*; see [`packed`].
fn beside(tiles: usize) -> usize {
    let rows = tiles.div_ceil(IN_A_ROW);
    let room = if rows < ROWS {
        (ROWS - rows) * IN_A_ROW
    } else {
        (ROWS * IN_A_ROW).saturating_sub(tiles)
    };
    room.saturating_sub(1)
}

/// Everywhere the picked tile can go, so many on a page; `None` unless a single tile of somebody who has opened is picked.
pub(super) fn places(
    reader: Reader<'_>,
    view: &View,
    composition: Composition,
    page: u8,
) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let making = Making::of(view, composition).filter(Making::has_opened)?;
    let picked = making.picked();
    let [single] = picked[..] else {
        return None;
    };
    let (here, [before, after]) = paged(&place_buttons(reader, &making, single), page);
    let turn = |page, text| meld_button(look, MeldPress::Where(composition, page), text);
    let mut last: Vec<Button> = Vec::new();
    last.extend(before.map(|page| turn(page, words.okey101_button_before())));
    last.extend(after.map(|page| turn(page, words.okey101_button_after())));
    let compose = MeldPress::Compose(composition);
    last.push(meld_button(look, compose, words.button_change()));
    last.push(button(look, Verb::Rack, words.button_back()));
    let (shown, on_rack) = making.shown();
    let marks = Marks {
        picked: composition.picked_slots(&on_rack),
        costs: Vec::new(),
        ..marks_of_tiles(view, &slots(&shown))
    };
    Some(Body {
        text: words.okey101_where_title(&tile(words, single, view.okey())),
        rows: above(&here, &last),
        scene: drawing::okey101::rack(view, &shown, &marks),
        alt: alt(reader, view, (&shown, &marks.picked)),
    })
}

/// Every meld that this tile fits, at each end, and every okey that it can be exchanged for.
fn place_buttons(reader: Reader<'_>, making: &Making, tile: Tile) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let Some(own) = &making.view.own else {
        return Vec::new();
    };
    let may = is_to_play(making.view);
    let name = label(words, tile, making.view.okey());
    let target = |meld: usize| meld_name(words, making.view, meld);
    let done = |press, text| {
        let button = meld_button(look, press, text);
        button.tone(ButtonTone::Good).enabled(may)
    };
    let fits = || own.fits.iter().filter(move |fit| fit.tile == tile);
    let lay_offs = fits().filter_map(|fit| {
        let press = MeldPress::LayOff(LayOff {
            tile,
            meld: u8::try_from(fit.meld).ok()?,
            place: fit.place,
        });
        // Only where it fits both ends is the end a choice.
        let ends = fits().filter(|other| other.meld == fit.meld).count();
        let end = end_word((ends > 1).then_some(fit.place));
        let text = words.button_lay_off_on(&name, &target(fit.meld), end);
        Some(done(press, text))
    });
    let swaps = own.swaps.iter().filter(|swap| swap.tile == tile);
    let swaps = swaps.filter_map(|swap| {
        let press = MeldPress::Swap(tile, u8::try_from(swap.meld).ok()?);
        let text = words.button_swap(&name, &target(swap.meld));
        Some(done(press, text))
    });
    lay_offs.chain(swaps).collect()
}

/// Whether discarding this tile is asked about once these melds lie on the table too. Where penalties cost nothing, none is
/// (101 rules 10.4).
fn costs_after(view: &View, laid: &[Meld], tile: Tile) -> bool {
    let options = &view.options;
    let asks = options.penalties == Penalties::Assisted && options.penalty_amount > 0;
    let fits = |okey| laid.iter().any(|meld| !meld.fits(tile, okey).is_empty());
    arranged::costs(view, tile) || asks && view.okey().is_some_and(fits)
}

/// An opening before it is final: its melds raised, the rest as buttons to discard. `asked` is the discard that costs
/// points and was pressed: it can be pressed once more, and then it is meant.
pub(super) fn preview(
    reader: Reader<'_>,
    view: &View,
    composition: Composition,
    asked: Option<Slot>,
) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let making = Making::of(view, composition)?;
    let held: Vec<Piece> = making.rack.iter().map(|tile| (*tile).into()).collect();
    let asked = asked.filter(|slot| held.contains(&slot.piece));
    let shown = Shown::grouped(view, &making.composed(), Tone::Lifted);
    let (lines, text) = opening_words(words, &making, view.needed?);
    let lay = meld_button(look, MeldPress::Lay(composition), text)
        .tone(ButtonTone::Good)
        .enabled(is_to_play(view));
    let moves = vec![lay, change_or_surely(reader, &making, asked)];
    let back = button(look, Verb::Rack, words.button_back());
    let marks = with_total(&making, Marks::default());
    Some(Body {
        text: lines.join("\n"),
        rows: packed(discards_after(reader, &making, &shown), moves, Some(back)),
        scene: drawing::okey101::rack(view, &shown, &marks),
        alt: alt(reader, view, (&shown, &marks.picked)),
    })
}

/// What is told of an opening before it is final, and the button that lays it.
fn opening_words(words: Words, making: &Making, needed: Needed) -> ([String; 2], String) {
    let all = making.composed();
    let how = if making.view.voids(&all) {
        void_line(words, making.view)
    } else {
        words.okey101_preview_how()
    };
    if is_doubles(&all) {
        let title = words.okey101_preview_doubles(all.len() as u32);
        return ([title, how], words.button_doubles(all.len()));
    }
    let points = making.worth(&all);
    let open = words.button_open(points);
    if let Some(low) = arranged::low(making.view, &all) {
        let last = tile(words, low.last, making.view.okey());
        let title = words.okey101_preview_low(points, needed.points, &last);
        return ([title, words.okey101_preview_low_how(&last)], open);
    }
    let title = words.okey101_preview(points, needed.points);
    ([title, how], open)
}

/// *Change*, or the discard that was asked about.
fn change_or_surely(reader: Reader<'_>, making: &Making, asked: Option<Slot>) -> Button {
    let Reader { words, look, .. } = reader;
    let Some(slot) = asked else {
        let compose = MeldPress::Compose(making.composition);
        return meld_button(look, compose, words.button_change());
    };
    let text = words.button_surely(&name(words, slot.piece, making.view.okey()));
    let surely = MeldPress::LayAndSurely(making.composition, slot);
    meld_button(look, surely, text).tone(ButtonTone::Grave)
}

/// What is left on the rack after the opening, each tile a button that lays and discards it; none where the opening makes
/// the round void, which it ends.
fn discards_after(reader: Reader<'_>, making: &Making, shown: &Shown) -> Vec<Button> {
    let view = making.view;
    let composed = making.composed();
    if view.voids(&composed) {
        return Vec::new();
    }
    let laid = composed.iter();
    let laid: Vec<Meld> = laid
        .filter_map(|meld| Meld::compose(meld, making.okey).ok())
        .collect();
    let first: usize = shown.groups.iter().map(|group| group.tiles.len()).sum();
    // 101 rules 9.1: the last tile is free.
    let is_last = shown.loose.len() == 1;
    let discard = |(place, tile): (usize, &Tile)| {
        let slot = Slot {
            place: u8::try_from(place).ok()?,
            piece: (*tile).into(),
        };
        let press = Press::Meld(MeldPress::LayAndDiscard(making.composition, slot));
        let tone = if !is_last && costs_after(view, &laid, *tile) {
            ButtonTone::Grave
        } else {
            ButtonTone::Plain
        };
        let discard = tile_button(reader, view.okey(), press, *tile);
        Some(discard.tone(tone).enabled(is_to_play(view)))
    };
    (first..).zip(&shown.loose).filter_map(discard).collect()
}
