//! What everybody sees of a table of Okey 101: the board, the score sheet of a round, and its parts in words.

use super::press::Press;
use super::spoken::alt;
use crate::discord::pages::kit::board::{
    Told, final_lines, has_ended_early, history, is_pressed_by_a_person, onward_line, teams_line,
    ways,
};
use crate::discord::pages::kit::since::{lately_own, since_own};
use crate::discord::pages::kit::turn::{asks_others, turn_of};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, away_line, button, seated, sign, who};
use crate::discord::pages::tiles::false_jokers_seen;
use crate::discord::speech::tiles::{label, shape, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::rules::Seat;
use crate::rules::okey101::meld::Stands;
use crate::rules::okey101::penalties::{Cost, Penalty, Reason};
use crate::rules::okey101::score::{Ending, Finish, Line, side};
use crate::rules::okey101::view::{Moved, Phase, RoundResult, TableMeld};
use crate::rules::okey101::{Kind, OpenKind, Opening, View};
use crate::rules::tile::{Face, Tile};

/// How many moves a board tells.
const LAST_MOVES: usize = 5;
/// How many penalties a board tells one by one: the last ones.
const LAST_PENALTIES: usize = 4;

/// What everybody sees.
pub(super) fn board(reader: Reader<'_>, view: &View, told: Option<Told>) -> Body {
    let lines = if view.standing.is_some() {
        over_lines(reader, view)
    } else {
        live_lines(reader, view, told)
    };
    Body {
        text: lines.join("\n"),
        rows: vec![buttons(reader, view)],
        scene: drawing::okey101::board(view, &reader.marks()),
        alt: alt(reader, view),
    }
}

/// How the game ended: the standing names everybody with their points.
fn over_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let mut lines = result_lines(reader, view);
    lines.extend(partners_line(reader.words, view));
    lines
}

fn partners_line(words: Words, view: &View) -> Option<String> {
    let has_partners = view.options.teams;
    has_partners.then(|| teams_line(words, &view.counting))
}

fn live_lines(reader: Reader<'_>, view: &View, told: Option<Told>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let mut lines: Vec<String> = Seat::all(view.held.len())
        .map(|seat| seat_line(reader, view, seat))
        .collect();
    lines.extend(away_line(reader));
    lines.extend(partners_line(words, view));
    lines.extend(round_lines(words, view, Some(view.stock)));
    lines.extend(needed_line(words, view));
    match view.phase {
        _ if has_ended_early(look, view.standing.as_ref()) => {
            lines.extend(history_line(words, view, told))
        }
        Phase::Draw(seat) | Phase::Taken(seat) | Phase::Play(seat) => {
            lines.extend(penalty_lines(words, view));
            lines.push(turn_line(reader, view, seat));
            if let Some(taken) = view.taken {
                lines.push(words.okey101_taken(sign(seat), &tile(words, taken, view.okey())));
            }
            lines.extend(history_line(words, view, told));
        }
        Phase::Undealt | Phase::RoundOver => lines.extend(result_lines(reader, view)),
    }
    lines
}

fn seat_line(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    let words = reader.words;
    let who = seated(reader, seat);
    let (points, held) = (view.totals[seat], view.held[seat]);
    words.okey101_seat(sign(seat), &who, points, held, &opened(words, view, seat))
}

pub(super) fn opened(words: Words, view: &View, seat: Seat) -> String {
    match view.opened[seat] {
        Some(opening) => words.okey101_opened(&opened_how(words, opening)),
        None => words.okey101_not_opened(),
    }
}

/// With what somebody opened: "112", "5 doubles".
pub(super) fn opened_how(words: Words, opening: Opening) -> String {
    let kind = match opening.kind {
        OpenKind::Series => "series",
        OpenKind::Doubles => "doubles",
    };
    words.okey101_opened_how(kind, opening.worth)
}

/// The round: its number, indicator and okey, and where the stock is told, that and what all saw of it (Okey 101 rules 4.1 and 4.2).
pub(super) fn round_lines(words: Words, view: &View, stock: Option<usize>) -> Vec<String> {
    let Some(indicator) = view.indicator else {
        return Vec::new();
    };
    let indicator_text = tile(words, Tile::Numbered(indicator), None);
    let okey = tile(words, Tile::Numbered(indicator.okey()), None);
    let (round, rounds) = (view.round, view.options.rounds);
    let mut round = words.okey101_round(round, rounds, &indicator_text, &okey);
    if let Some(stock) = stock {
        round.push_str(&words.round_stock(stock));
    }
    let mut lines = vec![round];
    // Their places are counted from the next tile on, so they are told with the stock or not at all.
    if view.result.is_none() && stock.is_some() {
        lines.extend(false_jokers_seen(words, &view.false_jokers_seen));
    }
    lines
}

/// What an opening needs, while somebody may still open.
fn needed_line(words: Words, view: &View) -> Option<String> {
    needed(view).map(|(points, doubles)| words.okey101_needed(points, doubles))
}

/// So many points, or so many doubles.
pub(super) fn needed(view: &View) -> Option<(u32, u32)> {
    let is_open = view.phase != Phase::RoundOver && view.opened.values().any(Option::is_none);
    let needed = view.needed.filter(|_| is_open)?;
    Some((needed.points, needed.pairs))
}

/// The last penalties one by one, and those before them as a sum for each seat. An opening that failed and cost nothing is
/// told as a move alone.
fn penalty_lines(words: Words, view: &View) -> Vec<String> {
    let mut charged = view.penalties.clone();
    charged.retain(|penalty| penalty.points != 0);
    let from = charged.len().saturating_sub(LAST_PENALTIES);
    let (first, last) = charged.split_at(from);
    let last = last
        .iter()
        .map(|penalty| penalty_line(words, view, penalty));
    let before = earlier_penalties(words, view, first);
    before.into_iter().chain(last).collect()
}

fn earlier_penalties(words: Words, view: &View, penalties: &[Penalty]) -> Option<String> {
    let sum = |seat: Seat| {
        let own = penalties.iter().filter(|penalty| penalty.seat == seat);
        let points: i32 = own.clone().map(|penalty| penalty.points).sum();
        let times = own.count();
        (times > 0).then(|| words.okey101_penalties_of(sign(seat), points, times))
    };
    let sums: Vec<String> = Seat::all(view.held.len()).filter_map(sum).collect();
    (!sums.is_empty()).then(|| words.okey101_penalties_before(penalties.len(), &sums.join(" · ")))
}

fn penalty_line(words: Words, view: &View, penalty: &Penalty) -> String {
    let why = reason(words, penalty.reason, view.okey());
    words.okey101_penalty(sign(penalty.seat), penalty.points, &why)
}

fn reason(words: Words, reason: Reason, okey: Option<Face>) -> String {
    match reason {
        Reason::Discarded {
            tile: named,
            cost: Cost::Joker,
        } => words.okey101_penalty_joker(&tile(words, named, okey)),
        Reason::Discarded {
            tile: named,
            cost: Cost::Islek,
        } => words.okey101_penalty_islek(&tile(words, named, okey)),
        Reason::OpeningFailed => words.okey101_penalty_opening(),
        Reason::TookBackSeveral => words.okey101_penalty_took_back(),
    }
}

/// Whose turn it is, and what they are to do.
fn turn_line(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    let words = reader.words;
    if view.has_returned() {
        let asked = words.okey101_turn_after_return(sign(seat), &who(reader, seat), view.stock);
        return asks_others(reader, asked);
    }
    turn_of(reader, seat, task(view))
}

/// What whoever has the turn is to do, by the word for it.
fn task(view: &View) -> &'static str {
    match view.phase {
        Phase::Draw(_) if view.stock == 0 => "draw-empty",
        Phase::Draw(_) => "draw",
        Phase::Taken(_) => "use",
        _ => "play",
    }
}

fn buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    if !look.is_live() {
        return Vec::new();
    }
    // What always stands there comes first: a move that goes leaves its place empty.
    let mut row = ways(reader);
    if let Phase::Draw(seat) = view.phase
        && is_pressed_by_a_person(look, seat)
    {
        let draw = button(look, Press::Draw, words.button_draw()).tone(Tone::Main);
        row.push(draw.enabled(view.stock > 0));
        let left = seat.previous(view.held.len());
        let top = view.piles[left].seen.last();
        if let Some(top) = top.filter(|_| !view.has_returned()) {
            let text = words.button_take(&label(words, *top, view.okey()));
            row.push(button(look, Press::Take(*top), text));
        }
    }
    row
}

fn history_line(words: Words, view: &View, told: Option<Told>) -> Option<String> {
    let tell = |moved: &Moved| told_words(words, view, moved);
    history(words, (view.round, &view.history), told, LAST_MOVES, tell)
}

/// What was done in the viewer's seat while they were away; what it cost stands in their lines on the table.
pub(super) fn lately(reader: Reader<'_>, view: &View) -> Option<String> {
    let tell = |moved: &Moved| told_words(reader.words, view, moved);
    lately_own(reader, &view.history, |moved| Some(seat_of(moved)), tell)
}

/// What the others did since the viewer's last turn; what it cost stands in their lines on the table.
pub(super) fn since_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let tell = |moved: &Moved| told_words(reader.words, view, moved);
    since_own(reader, &view.history, |moved| Some(seat_of(moved)), tell)
}

fn seat_of(moved: &Moved) -> Seat {
    match moved {
        Moved::Drew { seat, .. }
        | Moved::Took { seat, .. }
        | Moved::Returned { seat, .. }
        | Moved::Opened { seat, .. }
        | Moved::OpeningFailed { seat }
        | Moved::Laid { seat, .. }
        | Moved::LaidOff { seat, .. }
        | Moved::TookBack { seat, .. }
        | Moved::Swapped { seat, .. }
        | Moved::Discarded { seat, .. }
        | Moved::Charged { seat, .. }
        | Moved::Passed { seat } => *seat,
    }
}

/// A move; what was charged stands in lines of its own.
fn told_words(words: Words, view: &View, moved: &Moved) -> Option<String> {
    let is_move = !matches!(moved, Moved::Charged { .. });
    is_move.then(|| moved_words(words, view, moved))
}

fn moved_words(words: Words, view: &View, moved: &Moved) -> String {
    let name = |named: &Tile| tile(words, *named, view.okey());
    let all = |tiles: &[Tile]| tiles.iter().map(&name).collect::<Vec<_>>().join(" ");
    match moved {
        Moved::Drew { seat, tile: None } => words.moved_drew(sign(*seat)),
        Moved::Drew {
            seat,
            tile: Some(tile),
        } => words.moved_drew_tile(sign(*seat), &name(tile)),
        Moved::Took { seat, tile } => words.moved_took(sign(*seat), &name(tile)),
        Moved::Returned { seat, tile } => words.moved_returned(sign(*seat), &name(tile)),
        Moved::Opened {
            seat,
            opening,
            melds,
        } => {
            let melds: Vec<String> = melds.iter().map(|meld| all(meld.tiles())).collect();
            let (sign, melds) = (sign(*seat), melds.join(" | "));
            match opening.kind {
                OpenKind::Series => words.moved_opened(sign, opening.worth, &melds),
                OpenKind::Doubles => words.moved_opened_doubles(sign, opening.worth, &melds),
            }
        }
        Moved::OpeningFailed { seat } => words.moved_opening_failed(sign(*seat)),
        Moved::Laid { seat, meld } => words.moved_laid(sign(*seat), &all(meld.tiles())),
        Moved::LaidOff { seat, tile, .. } => words.moved_laid_off(sign(*seat), &name(tile)),
        Moved::TookBack { seat, tile, .. } => words.moved_took_back(sign(*seat), &name(tile)),
        Moved::Swapped { seat, tile, .. } => words.moved_swapped(sign(*seat), &name(tile)),
        Moved::Discarded { seat, tile } => words.moved_discarded(sign(*seat), &name(tile)),
        Moved::Charged {
            seat,
            reason: why,
            points,
        } => words.okey101_penalty(sign(*seat), *points, &reason(words, *why, view.okey())),
        Moved::Passed { seat } => words.moved_passed(sign(*seat)),
    }
}

/// How the round ended, what it cost everybody, and why; before it the standing, once the game is over.
pub(super) fn result_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let mut lines = final_lines(reader, view.standing.as_ref());
    if let Some(result) = &view.result {
        lines.push(ending(reader, view, result));
        let cancelled = result.ending == Ending::Cancelled;
        let seats = result.lines.iter().filter(|_| !cancelled);
        lines.extend(seats.filter_map(|seat| cost_line(reader, view, result, seat)));
        if !cancelled {
            lines.extend(penalty_lines(words, view));
        }
    }
    lines.extend(onward_line(reader));
    lines
}

/// What the round cost somebody, for what, and what they have now; nothing of a finisher of whom the standing says as much:
/// after an only round.
fn cost_line(
    reader: Reader<'_>,
    view: &View,
    result: &RoundResult,
    (seat, line): (Seat, &Line),
) -> Option<String> {
    let words = reader.words;
    let why = line_why(view, result.ending, seat).map(|why| words.okey101_line_why(why));
    let parts: Vec<String> = why.into_iter().chain(line_sum(words, line)).collect();
    let is_only = view.standing.is_some() && view.sheet.len() == 1 && !view.options.teams;
    if is_only && parts.is_empty() {
        return None;
    }
    let how = match &parts[..] {
        [] => String::new(),
        parts => words.okey101_line_how(&parts.join(": ")),
    };
    let cost = match line.total {
        total @ ..0 => format!("−{}", total.unsigned_abs()),
        total => format!("+{total}"),
    };
    let (who, sum) = (who(reader, seat), view.totals[seat]);
    Some(words.okey101_line(sign(seat), &who, &cost, &how, sum))
}

fn ending(reader: Reader<'_>, view: &View, result: &RoundResult) -> String {
    let words = reader.words;
    match result.ending {
        Ending::Finished(finish) => {
            let how = finish_how(words, finish);
            let (seat, multiplier) = (finish.seat, result.ending.multiplier());
            let who = who(reader, seat);
            words.okey101_finished(view.round, sign(seat), &who, &how, multiplier)
        }
        Ending::Exhausted => words.okey101_exhausted(view.round),
        Ending::Cancelled => cancelled(words, view.round, result),
    }
}

/// What is said of a void round (101 rules 9.4).
pub(super) fn cancelled(words: Words, round: u32, result: &RoundResult) -> String {
    if result.counted {
        words.okey101_cancelled_counts(round)
    } else {
        words.okey101_cancelled(round)
    }
}

fn finish_how(words: Words, finish: Finish) -> String {
    let word = |is: bool| if is { "yes" } else { "no" };
    words.okey101_finish_how(word(finish.joker), word(finish.doubles), word(finish.elden))
}

/// For what somebody else than the finisher paid, by the word for it (101 rules 10.1 and 11.2).
fn line_why(view: &View, ending: Ending, seat: Seat) -> Option<&'static str> {
    if let Ending::Finished(Finish { seat: finisher, .. }) = ending {
        if finisher == seat {
            return None;
        }
        if side(&view.options, finisher) == side(&view.options, seat) {
            return Some("partner");
        }
    }
    Some(match view.opened[seat].map(|opening| opening.kind) {
        None => "closed",
        Some(OpenKind::Series) => "left",
        Some(OpenKind::Doubles) => "doubled",
    })
}

/// Of what a round's cost is made; `None` where the number says it all.
fn line_sum(words: Words, line: &Line) -> Option<String> {
    let flat = line.held + line.acts;
    let is_sum = flat != 0 || line.multiplier != 1 && line.base != 0;
    is_sum.then(|| words.okey101_line_sum(line.base, line.multiplier, line.held, line.acts))
}

/// Whether the viewer may lay something now: it is their turn, and they have drawn.
pub(super) fn is_to_play(view: &View) -> bool {
    matches!(view.phase, Phase::Play(seat) | Phase::Taken(seat) if view.viewer.seat() == Some(seat))
}

/// Tiles one behind the other, for a sentence.
pub(super) fn tiles_text(words: Words, tiles: &[Tile], okey: Face) -> String {
    let names = tiles.iter().map(|named| tile(words, *named, Some(okey)));
    names.collect::<Vec<_>>().join(" ")
}

/// The tiles of a meld, each named like this; of an okey the number is told that it stands for, as the picture shows it.
pub(super) fn names_of(
    words: Words,
    view: &View,
    meld: &TableMeld,
    name: fn(Words, Tile, Option<Face>) -> String,
) -> Vec<String> {
    let okey = view.okey();
    let each = meld.tiles.iter().zip(&meld.stands);
    let named = each.map(|(tile, stands)| {
        let named = name(words, *tile, okey);
        match stands {
            _ if !okey.is_some_and(|okey| tile.is_joker(okey)) => named,
            Stands::Face(face) => words.okey_standing(&named, face.number()),
            Stands::Number(number) => words.okey_standing(&named, *number),
            Stands::Any => named,
        }
    });
    named.collect()
}

/// A meld in short: a run by its ends, a set by its number and colours, a double by its tiles.
pub(super) fn meld_text(words: Words, view: &View, meld: &TableMeld) -> String {
    let faces = meld.stands.iter().filter_map(|stands| match stands {
        Stands::Face(face) => Some(*face),
        Stands::Number(_) | Stands::Any => None,
    });
    let faces: Vec<Face> = faces.collect();
    match (meld.kind, &faces[..]) {
        (Kind::Run, [first, .., last]) => {
            let text = |face: &Face| tile(words, Tile::Numbered(*face), None);
            format!("{}–{}", text(first), last.number())
        }
        (Kind::Set, [first, ..]) => {
            let shapes: Vec<&str> = faces.iter().map(|face| shape(face.colour())).collect();
            let open = meld.tiles.len() - faces.len();
            format!("{}{} {}", shapes.join(""), "?".repeat(open), first.number())
        }
        _ => match view.okey() {
            Some(okey) => tiles_text(words, &meld.tiles, okey),
            None => String::new(),
        },
    }
}

/// What a seat has laid on the table, in short.
pub(super) fn melds_of(words: Words, view: &View, seat: Seat) -> String {
    let own = view.table.iter().filter(|meld| meld.owner == seat);
    let melds: Vec<String> = own.map(|meld| meld_text(words, view, meld)).collect();
    melds.join(" | ")
}

/// A meld on the table in short, by its tiles.
pub(super) fn meld_name(words: Words, view: &View, meld: usize) -> String {
    let meld = view.table.get(meld);
    meld.map(|meld| meld_text(words, view, meld))
        .unwrap_or_default()
}

/// The same in a sentence: of a set with an okey the number says more than its colours and a question mark.
pub(super) fn meld_in_sentence(words: Words, view: &View, meld: usize) -> String {
    let open_set = view.table.get(meld).filter(|meld| meld.kind == Kind::Set);
    let number = open_set.and_then(|meld| {
        let mut open = meld.stands.iter().filter_map(|stands| match stands {
            Stands::Number(number) => Some(*number),
            Stands::Face(_) | Stands::Any => None,
        });
        open.next()
    });
    number.map_or_else(
        || meld_name(words, view, meld),
        |number| words.okey101_open_set(number.into()),
    )
}

/// Every meld on the table, numbered as `/play` names them.
pub(super) fn meld_lines(words: Words, view: &View) -> Vec<String> {
    if view.table.is_empty() {
        return vec![words.okey101_text_no_melds()];
    }
    let line = |(number, meld): (usize, &TableMeld)| {
        let tiles = names_of(words, view, meld, tile).join(", ");
        words.okey101_text_meld(number, sign(meld.owner), &tiles)
    };
    (1..).zip(&view.table).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::okey101::{Action, Event, Okey101, Options};
    use crate::rules::{Chance, Game, Viewer};

    #[test]
    fn a_false_joker_that_all_saw_is_told_until_it_is_drawn() {
        // Both are turned up before the indicator, behind the tiles of the racks.
        let (mut deck, dealer) = (Tile::deck(), Seat::new(0).expect("a seat"));
        deck.swap(85, 104);
        deck.swap(86, 105);
        let mut game = Okey101::new(&Options::default(), 4);
        game.obey(&[Event::Dealt {
            deck,
            dealer,
            dice: Vec::new(),
        }]);
        let mut told = Vec::new();
        while told.len() < 3 {
            let seat = game.waiting().seats.iter().next().expect("somebody");
            let action = game.at_zero(seat);
            if action == Action::Draw {
                let view = game.view(Viewer::Watcher);
                told.push(round_lines(Words::of("en"), &view, Some(view.stock))[1..].to_vec());
                assert_eq!(round_lines(Words::of("en"), &view, None).len(), 1);
            }
            let answer = game.answer(seat, &action, &Chance::from_seed(0));
            game.obey(&answer.unwrap_or_else(|_| panic!("{action:?}")));
        }
        let begin = "Turned up at the deal and put back: a 🃏 false joker lies";
        let line = |end: &str| format!("{begin} {end} of the stock");
        let (top, under) = (line("on top"), line("under one tile"));
        assert_eq!(told, [vec![top.clone(), under], vec![top], vec![]]);
    }
}
