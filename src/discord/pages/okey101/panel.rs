//! The first page of a panel of Okey 101: the tiles, and as many moves as there is room for beside them.
//!
//! Discord gives 25 buttons. With 22 tiles three are left: what matters most in the moment, and *More*, behind which
//! lies everything else. Every rack keeps this order, so that drawing and discarding stay two taps.

use super::arranged::{self, Offers, actions};
use super::melds::MeldPress;
use super::press::Press;
use super::{board, refusal};
use crate::discord::pages::desk;
use crate::discord::pages::hint::hint_button;
use crate::discord::pages::kit::board::has_ended_early;
use crate::discord::pages::kit::rack::{Shelf, piece_buttons};
use crate::discord::pages::kit::rows::packed;
use crate::discord::pages::kit::since::{stays_true, waiting};
use crate::discord::pages::kit::turn::your_turn;
use crate::discord::pages::press::{Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::pages::tiles::{self, tile_button};
use crate::discord::speech::tiles::{label, piece_label, spoken_all, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::drawing::okey101::{Marks, Shown, slots};
use crate::rules::Seat;
use crate::rules::any::GameId;
use crate::rules::okey101::opening::Needed;
use crate::rules::okey101::penalties::Cost;
use crate::rules::okey101::view::{Moved, Phase};
use crate::rules::okey101::{Action, Kind, View};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::view::pieces;
use crate::tables::{Look, Order};

/// What the owner of a rack sees.
pub(super) fn panel(reader: Reader<'_>, view: &View, asks: Option<Slot>) -> Body {
    let Reader { words, look, .. } = reader;
    let offers = Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let marks = arranged::marks(look, view, &shown, &offers);
    let mut lines = vec![status(reader, view)];
    lines.extend(board::since_line(reader, view));
    match asks {
        Some(slot) => lines.extend(question(words, view, slot.piece)),
        None => lines.extend(opening_lines(reader, view, &offers)),
    }
    lines.extend(fit_line(reader, view));
    lines.extend(costs_line(reader, view));
    lines.extend(desk::lines(
        reader,
        &tiles::naming(words, view.okey()),
        drawn(view),
        board::lately(reader, view),
    ));
    let stock = stays_true(look).then_some(view.stock);
    lines.extend(board::round_lines(words, view, stock));
    let rows = match asks {
        Some(slot) => vec![confirmation(reader, view, slot)],
        None => rows(reader, view, &shown),
    };
    Body {
        text: lines.join("\n"),
        rows,
        scene: drawing::okey101::rack(view, &shown, &marks),
        alt: alt_as_seen(reader, view, (&shown, &marks.picked)),
    }
}

/// What the viewer drew last.
fn drawn(view: &View) -> Option<Piece> {
    let own = |moved: &Moved| match moved {
        Moved::Drew { seat, tile } if view.viewer.seat() == Some(*seat) => *tile,
        _ => None,
    };
    view.history.iter().rev().find_map(own).map(Piece::from)
}

fn status(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    if has_ended_early(look, view.standing.as_ref()) {
        return words.game_abandoned();
    }
    let me = view.viewer.seat();
    let task = match view.phase {
        Phase::Undealt | Phase::RoundOver => {
            return board::result_lines(reader, view).join("\n");
        }
        Phase::Draw(seat) | Phase::Taken(seat) | Phase::Play(seat) if me != Some(seat) => {
            let before = me.unwrap_or(seat).previous(view.held.len());
            return waiting(reader, before);
        }
        Phase::Draw(_) => draw_task(reader, view),
        Phase::Taken(_) => taken_task(reader, view),
        Phase::Play(_) => play_task(reader, view),
    };
    your_turn(reader, &task)
}

fn draw_task(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    let takeable = view.own.as_ref().and_then(|own| own.takeable);
    let may_pass = actions(look).any(|action| *action == Action::Pass);
    match takeable {
        _ if may_pass && view.has_returned() => words.okey101_do_pass_after_return(),
        _ if may_pass => words.okey101_do_pass(),
        Some(named) => words.okey101_do_draw_or_take(&tile(words, named, view.okey())),
        None if view.has_returned() => words.okey101_do_draw_after_return(),
        None => words.okey101_do_draw(),
    }
}

/// What the taken tile must be used for.
fn taken_task(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    let Some(taken) = view.must_use() else {
        return words.okey101_do_discard();
    };
    let name = tile(words, taken, view.okey());
    let has_opened = view
        .viewer
        .seat()
        .is_some_and(|seat| view.opened[seat].is_some());
    let is_use = |action: &Action| !matches!(action, Action::Return);
    let task = if has_opened {
        words.okey101_do_use_taken(&name)
    } else {
        words.okey101_do_open_with_taken(&name)
    };
    if actions(look).any(is_use) {
        task
    } else {
        words.okey101_taken_useless(&name)
    }
}

fn play_task(reader: Reader<'_>, view: &View) -> String {
    let Reader { words, look, .. } = reader;
    let Some(own) = &view.own else {
        return words.okey101_do_discard();
    };
    let name = |named: Tile| tile(words, named, view.okey());
    if let [last] = own.rack[..] {
        return if own.must_finish {
            words.okey101_do_finish(&name(last))
        } else {
            words.okey101_last_tile(&name(last))
        };
    }
    let begins = view.history.is_empty() && look.viewer.seat() == view.starter;
    let task = if begins {
        words.okey101_do_begin()
    } else {
        words.okey101_do_discard()
    };
    let fresh = own.fresh.map(|fresh| words.okey101_fresh(&name(fresh)));
    [fresh, Some(task)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// With what the viewer has opened; or that it failed in this turn, and how near an opening is, which may still be made
/// (101 rules 10.4).
fn opening_lines(reader: Reader<'_>, view: &View, offers: &Offers) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let is_played = look.is_live() && !matches!(view.phase, Phase::RoundOver | Phase::Undealt);
    let Some(seat) = view.viewer.seat().filter(|_| is_played) else {
        return Vec::new();
    };
    if let Some(opening) = view.opened[seat] {
        let how = board::opened_how(words, opening);
        let told = if opens_now(view, seat) {
            words.okey101_you_open_now(&how, &board::melds_of(words, view, seat))
        } else {
            words.okey101_you_opened(&how)
        };
        return vec![told];
    }
    let failed = view.own.as_ref().and_then(|own| own.failed);
    let failed = failed.map(|fault| {
        let why = refusal::opening(words, &fault);
        match i32::try_from(view.options.penalty_amount).unwrap_or(i32::MAX) {
            0 => words.okey101_failed_free(&why),
            points => words.okey101_failed(points, &why),
        }
    });
    let needed = arranged::needed(look, view);
    let near = needed.and_then(|needed| near_line(reader, view, offers, needed));
    failed.into_iter().chain(near).collect()
}

/// Whether this seat has opened in the turn that it still has: whoever typed that, or chose the best, has not seen the melds.
fn opens_now(view: &View, seat: Seat) -> bool {
    let is_end = |moved: &&Moved| matches!(moved, Moved::Discarded { .. } | Moved::Passed { .. });
    let mut turn = view.history.iter().rev().take_while(|moved| !is_end(moved));
    turn.any(|moved| matches!(moved, Moved::Opened { seat: opener, .. } if *opener == seat))
}

/// What comes of an opening that makes the round void (101 rules 9.4).
pub(super) fn void_line(words: Words, view: &View) -> String {
    words.okey101_voids(if view.void_would_count() {
        "counts"
    } else {
        "again"
    })
}

/// With what the viewer can open, or how near it is. Nothing where only passing is left, or will be once a taken tile that is in
/// the way is given back (101 rules 5.4).
fn near_line(reader: Reader<'_>, view: &View, offers: &Offers, needed: Needed) -> Option<String> {
    let Reader { words, look, .. } = reader;
    if view.has_returned() && view.stock == 0 {
        return None;
    }
    let name = |named: Tile| tile(words, named, view.okey());
    let low = arranged::low_opening(look, view);
    let low = low.map(|low| words.okey101_can_open_low(low.points, &name(low.last)));
    let opens: Vec<String> = low
        .into_iter()
        .chain(opens_line(words, view, offers, needed))
        .collect();
    if !opens.is_empty() {
        return Some(opens.join("\n"));
    }
    let (points, doubles) = (offers.points, offers.doubles.len());
    let has_points = points >= needed.points;
    let has_doubles = doubles >= needed.pairs as usize;
    match view.must_use() {
        Some(_) if (has_points || has_doubles) && view.stock == 0 => None,
        Some(taken) if has_points => {
            let how = words.okey101_opened_how("series", points);
            Some(words.okey101_open_without(&how, &name(taken)))
        }
        Some(taken) if has_doubles => {
            let how = words.okey101_opened_how("doubles", doubles as u32);
            Some(words.okey101_open_without(&how, &name(taken)))
        }
        _ => {
            let short = needed.points.saturating_sub(points);
            Some(words.okey101_short(points, short, needed.points, doubles, needed.pairs))
        }
    }
}

/// With what the viewer can open and go on.
fn opens_line(words: Words, view: &View, offers: &Offers, needed: Needed) -> Option<String> {
    let (points, doubles) = (offers.points, offers.doubles.len());
    let opens_void = || {
        let opens = words.okey101_can_open_doubles(doubles);
        format!("{opens} {}", void_line(words, view))
    };
    let voids = view.voids(&offers.doubles);
    if points >= needed.points && view.uses_taken(&offers.melds) {
        let opens = words.okey101_can_open(points, needed.points);
        // What its doubles would do is told although the melds come first: there is a button for both.
        return Some(if voids {
            format!("{opens}\n{}", opens_void())
        } else {
            opens
        });
    }
    if voids {
        return Some(opens_void());
    }
    let opens = doubles >= needed.pairs as usize && view.uses_taken(&offers.doubles);
    opens.then(|| words.okey101_can_open_doubles(doubles))
}

/// The tiles that fit the table.
fn fit_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let words = reader.words;
    let tiles = fitting_now(reader.look, view);
    let names: Vec<String> = tiles
        .iter()
        .map(|named| tile(words, *named, view.okey()))
        .collect();
    (!names.is_empty()).then(|| words.okey101_fit(state(view), &names.join(", ")))
}

/// Whether the viewer has opened, by the word for it.
fn state(view: &View) -> &'static str {
    let opened = view.viewer.seat().and_then(|seat| view.opened[seat]);
    if opened.is_some() { "open" } else { "closed" }
}

/// Which discards cost points while others do not, where nothing is at stake: a beginner does not know yet.
fn costs_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let mut discards = actions(look).filter_map(|action| match action {
        Action::Discard { tile, .. } => Some(*tile),
        _ => None,
    });
    let costing = |tile: &Tile| arranged::costs(view, *tile);
    let (mut costly, free): (Vec<Tile>, Vec<Tile>) = discards.by_ref().partition(costing);
    let points = view.options.penalty_amount;
    if !look.casual || points == 0 || costly.is_empty() || free.is_empty() {
        return None;
    }
    costly.dedup();
    let names = costly.iter().map(|named| tile(words, *named, view.okey()));
    let names: Vec<String> = names.collect();
    Some(words.okey101_throwing_costs(&names.join(", "), points))
}

/// The different tiles of the viewer that fit a meld on the table, in their turn; none at a table that was closed.
fn fitting_now(look: &Look, view: &View) -> Vec<Tile> {
    if look.is_live() {
        fitting(view)
    } else {
        Vec::new()
    }
}

fn fitting(view: &View) -> Vec<Tile> {
    let own = view.own.as_ref().filter(|_| arranged::is_turn(view));
    let mut tiles: Vec<Tile> = own.map_or_else(Vec::new, |own| {
        own.fits.iter().map(|fit| fit.tile).collect()
    });
    tiles.dedup();
    tiles
}

/// What is asked before this discard.
fn question(words: Words, view: &View, piece: Piece) -> Option<String> {
    let discard: Tile = piece.try_into().ok()?;
    let own = view.own.as_ref()?;
    let (_, cost) = own.costs.iter().find(|(tile, _)| *tile == discard)?;
    let (name, points) = (
        tile(words, discard, view.okey()),
        view.options.penalty_amount,
    );
    Some(match cost {
        Cost::Joker => words.okey101_costs_joker(&name, points),
        Cost::Islek => {
            let fit = own.fits.iter().find(|fit| fit.tile == discard)?;
            words.okey101_costs_islek(
                &name,
                points,
                &board::meld_in_sentence(words, view, fit.meld),
            )
        }
    })
}

fn confirmation(reader: Reader<'_>, view: &View, slot: Slot) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let text = words.button_surely(&piece_label(words, slot.piece, view.okey()));
    vec![
        button(look, Press::Surely(slot), text).tone(Tone::Grave),
        button(look, Verb::Rack, words.button_back()),
    ]
}

fn rows(reader: Reader<'_>, view: &View, shown: &Shown) -> Vec<Vec<Button>> {
    let Reader { words, look, .. } = reader;
    let tiles = tile_buttons(reader, view, shown);
    // Nothing can be done any more at a table that was closed, whatever its view would allow.
    let mut moves = if look.is_live() {
        move_buttons(reader, view)
    } else {
        Vec::new()
    };
    if look.may_go_on() {
        moves.push(button(look, Verb::Next, words.button_next(look.game.id())).tone(Tone::Main));
    }
    let is_played = look.is_live() && !matches!(view.phase, Phase::RoundOver | Phase::Undealt);
    if is_played {
        moves.extend(hint_button(reader));
    }
    let more =
        is_played.then(|| meld_button(look, MeldPress::More, words.button_more()).emoji("🔽"));
    packed(tiles, moves, more)
}

fn tile_buttons(reader: Reader<'_>, view: &View, shown: &Shown) -> Vec<Button> {
    let slots = slots(shown);
    piece_buttons(&slots, |slot, tile| {
        let is_it = |action: &Action| matches!(action, Action::Discard { tile: other, .. } if *other == tile);
        let may = actions(reader.look).any(is_it);
        let tone = if may && arranged::costs(view, tile) {
            Tone::Grave
        } else {
            Tone::Plain
        };
        let discard = tile_button(reader, view.okey(), Press::Discard(slot), tile);
        discard.tone(tone).enabled(may)
    })
}

/// A button of Okey 101.
pub(super) fn meld_button(look: &Look, press: MeldPress, text: String) -> Button {
    button(look, Press::Meld(press), text)
}

/// Every move but the discard, what matters most first.
pub(super) fn move_buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut buttons = Vec::new();
    let has = |wanted: Action| actions(look).any(|action| *action == wanted);
    if has(Action::Draw) {
        buttons.push(button(look, Press::Draw, words.button_draw()).tone(Tone::Main));
    }
    if let Some(tile) = view.own.as_ref().and_then(|own| own.takeable) {
        let text = words.button_take(&label(words, tile, view.okey()));
        buttons.push(button(look, Press::Take(tile), text).tone(Tone::Main));
    }
    if has(Action::Pass) {
        buttons.push(button(look, Press::Pass, words.button_pass()));
    }
    buttons.extend(opening_buttons(reader, view));
    buttons.extend(lay_buttons(reader, view));
    if has(Action::Return)
        && let Some(taken) = view.must_use()
    {
        let text = words.button_give_back(&label(words, taken, view.okey()));
        // Second of all: it is named in the text, so it must have room.
        let place = buttons.len().min(1);
        buttons.insert(place, meld_button(look, MeldPress::GiveBack, text));
    }
    buttons.extend(undo_button(reader, view));
    buttons
}

/// *Open 112*, *Open 5 doubles*: both lead to a page that shows what would be laid.
fn opening_buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let (Some(rack), Some(okey)) = (view.rack(), view.okey()) else {
        return Vec::new();
    };
    arranged::openings(look)
        .map(|melds| {
            let all: Vec<_> = melds.iter().collect();
            let text = match melds {
                [first, ..] if first.kind == Some(Kind::Pair) => words.button_doubles(melds.len()),
                _ => words.button_open(melds.iter().map(|meld| arranged::worth(meld, okey)).sum()),
            };
            let press = MeldPress::Preview(arranged::composition(rack, &all));
            meld_button(look, press, text).tone(Tone::Good)
        })
        .collect()
}

fn lay_buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let mut buttons = Vec::new();
    let lays = arranged::lays(look);
    if let Some(rack) = view.rack().filter(|_| !lays.is_empty()) {
        let press = MeldPress::Lay(arranged::composition(rack, &lays));
        buttons.push(meld_button(look, press, words.button_lay(lays.len())).tone(Tone::Good));
    }
    let all = lay_offs(look, view);
    if !all.is_empty() {
        let text = words.button_lay_off(all.len());
        buttons.push(meld_button(look, MeldPress::LayOffAll, text).tone(Tone::Good));
    }
    buttons
}

/// What *Lay off* does: every tile that fits, but for those of further melds of one's own; a meld that needs an okey
/// keeps none, for its other tiles go without spending the okey.
pub(super) fn lay_offs(look: &Look, view: &View) -> Vec<Action> {
    let is_joker = |tile: &Tile| view.okey().is_some_and(|okey| tile.is_joker(okey));
    let kept: Vec<Tile> = arranged::lays(look)
        .into_iter()
        .filter(|meld| !meld.tiles.iter().any(is_joker))
        .flat_map(|meld| meld.tiles.iter().copied())
        .collect();
    view.lay_offs(&kept)
}

fn undo_button(reader: Reader<'_>, view: &View) -> Option<Button> {
    let Reader { words, look, .. } = reader;
    let undo = view.own.as_ref()?.undo?;
    let name = label(words, undo.tile, view.okey());
    let text = match undo.points {
        0 => words.button_take_back(&name),
        points => words.button_take_back_costs(&name, points),
    };
    let tone = if undo.points == 0 {
        Tone::Plain
    } else {
        Tone::Grave
    };
    Some(meld_button(look, MeldPress::TakeBack, text).tone(tone))
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
    let okey = view.okey();
    let groups = shown.groups.iter().map(|group| &group.tiles);
    let mut parts = tiles::spoken_groups(words, okey, groups);
    if !shown.loose.is_empty() {
        let tiles = spoken_all(words, &shown.loose, okey);
        parts.push(match order {
            Order::Melds => words.alt_loose(&tiles),
            Order::Colours | Order::Own => {
                words.alt_in_order(order.word(), GameId::Okey101.id(), &tiles)
            }
        });
    }
    let fits = fitting_now(look, view);
    if !fits.is_empty() {
        parts.push(words.alt_fits(state(view), &spoken_all(words, &fits, okey)));
    }
    parts.extend(tiles::spoken_picked(words, okey, &slots(shown), picked));
    let count = view.rack().map_or(0, <[Tile]>::len);
    tiles::spoken_rack(words, view.indicator, &parts, count)
}

/// Everybody's discards, as far as the viewer may look through them.
fn piles(view: &View) -> impl Iterator<Item = (Seat, &[Tile])> {
    let piles = view.piles.iter();
    piles.map(|(seat, pile)| (seat, &pile.seen[..]))
}

/// The rack for the desk; `None` without one.
pub(super) fn shelf<'a>(reader: Reader<'a>, view: &'a View) -> Option<Shelf<'a>> {
    let Reader { words, look, .. } = reader;
    view.rack().filter(|rack| !rack.is_empty())?;
    let offers = Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let slots = slots(&shown);
    Some(Shelf {
        drawn: drawn(view),
        lines: tiles::pile_lines(reader, view.okey(), piles(view)),
        way: None,
        name: Box::new(tiles::naming(words, view.okey())),
        button: Box::new(move |press, piece| {
            tiles::piece_button(reader, view.okey(), Verb::Desk(press), piece)
        }),
        slots: pieces(slots.iter().copied()),
        picture: Box::new(move |raised| {
            let marks = if look.is_live() {
                arranged::marks_of_tiles(view, &slots)
            } else {
                Marks::closed()
            };
            let marks = Marks {
                picked: raised.into_iter().collect(),
                costs: Vec::new(),
                ..marks
            };
            let scene = drawing::okey101::rack(view, &shown, &marks);
            (scene, alt_as_seen(reader, view, (&shown, &marks.picked)))
        }),
    })
}
