//! What everybody sees of a table of Okey: the board, and its parts in words.

use super::press::Press;
use crate::discord::pages::kit;
use crate::discord::pages::kit::board::{
    Told, final_lines, has_ended_early, history, is_pressed_by_a_person, onward_line, teams_line,
    ways,
};
use crate::discord::pages::kit::described::{Detail, first_with_room};
use crate::discord::pages::kit::since::{lately_own, since_own};
use crate::discord::pages::kit::turn::{asks_others, turn_of};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, away_line, button, seated, sign, who};
use crate::discord::pages::tiles::{false_jokers_seen, spoken_dealer, spoken_okey};
use crate::discord::speech::tiles::{label, spoken, spoken_all, tile};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::rules::okey::options::ExhaustedTake;
use crate::rules::okey::view::{Moved, Phase, RoundResult, View};
use crate::rules::okey::{Win, WinKind};
use crate::rules::tile::Tile;
use crate::rules::{Seat, Viewer};

/// How many moves a board tells.
const LAST_MOVES: usize = 4;

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
        scene: drawing::okey::board(view, &reader.marks()),
        alt: alt(reader, view),
    }
}

/// How the game ended: the standing names everybody with their points.
fn over_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let mut lines = result_lines(reader, view);
    lines.extend(partners_line(reader.words, view));
    lines
}

fn live_lines(reader: Reader<'_>, view: &View, told: Option<Told>) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let seats = Seat::all(view.scores.len());
    let mut lines: Vec<String> = seats.map(|seat| seat_line(reader, view, seat)).collect();
    lines.extend(away_line(reader));
    lines.extend(partners_line(words, view));
    lines.extend(round_lines(words, view, Some(view.stock)));
    lines.extend(dice_line(words, view));
    match view.phase {
        _ if has_ended_early(look, view.standing.as_ref()) => {
            lines.extend(history_line(words, view, told))
        }
        Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) => {
            lines.push(turn_of(reader, seat, task(view)));
            lines.extend(history_line(words, view, told));
        }
        Phase::Showing(_) => lines.push(asks_others(reader, words.okey_showing())),
        Phase::Undealt | Phase::RoundOver => lines.extend(result_lines(reader, view)),
    }
    lines
}

fn partners_line(words: Words, view: &View) -> Option<String> {
    let has_partners = view.options.partnership;
    has_partners.then(|| teams_line(words, &view.scores))
}

pub(super) fn seat_line(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    let (who, points) = (seated(reader, seat), view.scores[seat]);
    if view.active.contains(seat) {
        let held = view.held[seat];
        return reader.words.board_seat(sign(seat), &who, points, held);
    }
    reader.words.board_seat_out(sign(seat), &who, points)
}

/// What whoever has the turn is to do, by the word for it.
fn task(view: &View) -> &'static str {
    match view.phase {
        Phase::StarterDiscard(_) => "begin",
        // Whether the discard wins, only whoever is to draw may know.
        Phase::Draw(_) if view.stock == 0 && takes_to_win(view) => "draw-win",
        Phase::Draw(_) if view.stock == 0 => "draw-empty",
        Phase::Draw(_) if view.must_draw => "draw-only",
        Phase::Draw(_) => "draw",
        _ if view.must_finish => "finish",
        _ => "discard",
    }
}

/// Whether on an empty stock a discard may be taken to win and for nothing else (Okey rules 5.4).
pub(super) fn takes_to_win(view: &View) -> bool {
    view.options.exhausted_take == ExhaustedTake::WinOnly
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
        let top = || view.piles[view.left_of(seat)].seen.last().copied();
        if let Some(top) = view.takeable.or_else(top).filter(|_| !view.must_draw) {
            let text = words.button_take(&label(words, top, view.okey()));
            row.push(button(look, Press::Take(top), text));
        }
    }
    row
}

fn history_line(words: Words, view: &View, told: Option<Told>) -> Option<String> {
    let tell = |moved: &Moved| Some(moved_words(words, view, moved));
    history(words, (view.round, &view.history), told, LAST_MOVES, tell)
}

/// What was done in the viewer's seat while they were away.
pub(super) fn lately(reader: Reader<'_>, view: &View) -> Option<String> {
    let tell = |moved: &Moved| Some(moved_words(reader.words, view, moved));
    lately_own(reader, &view.history, |moved| Some(seat_of(moved)), tell)
}

/// What the others did since the viewer's last turn.
pub(super) fn since_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let tell = |moved: &Moved| Some(moved_words(reader.words, view, moved));
    since_own(reader, &view.history, |moved| Some(seat_of(moved)), tell)
}

fn seat_of(moved: &Moved) -> Seat {
    match moved {
        Moved::Showed { seat }
        | Moved::Drew { seat, .. }
        | Moved::Took { seat, .. }
        | Moved::Discarded { seat, .. }
        | Moved::Passed { seat }
        | Moved::Finished { seat, .. }
        | Moved::FailedFinish { seat, .. } => *seat,
    }
}

fn moved_words(words: Words, view: &View, moved: &Moved) -> String {
    let name = |named: Tile| tile(words, named, view.okey());
    match moved {
        Moved::Showed { seat } => words.moved_showed(sign(*seat)),
        Moved::Drew { seat, tile: None } => words.moved_drew(sign(*seat)),
        Moved::Drew {
            seat,
            tile: Some(tile),
        } => words.moved_drew_tile(sign(*seat), &name(*tile)),
        Moved::Took { seat, tile } => words.moved_took(sign(*seat), &name(*tile)),
        Moved::Discarded { seat, tile } => words.moved_discarded(sign(*seat), &name(*tile)),
        Moved::Passed { seat } => words.moved_passed(sign(*seat)),
        Moved::Finished { seat, tile } => words.moved_finished(sign(*seat), &name(*tile)),
        Moved::FailedFinish { seat, points } => words.moved_failed_finish(sign(*seat), *points),
    }
}

/// How the round ended; before it the standing, once the game is over.
pub(super) fn result_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let mut lines = final_lines(reader, view.standing.as_ref());
    match &view.result {
        Some(RoundResult::Drawn) => lines.push(words.round_drawn(view.round)),
        Some(RoundResult::Won { seat, win, .. }) => {
            lines.push(words.round_won(
                view.round,
                sign(*seat),
                &who(reader, *seat),
                &win_words(words, view, win),
                losers(view),
                win.loss,
            ));
        }
        None => {}
    }
    lines.extend(onward_line(reader));
    lines
}

/// How the words call those who lose by a win.
pub(super) fn losers(view: &View) -> &'static str {
    // Whoever was out before the deal holds nothing.
    let players = view.held.values().filter(|held| **held > 0).count();
    match players {
        _ if view.options.partnership => "team",
        2 => "one",
        _ => "others",
    }
}

/// How the words call it that a win counts more because of its one colour.
pub(super) fn colour_word(view: &View, win: &Win) -> &'static str {
    if win.is_one_colour(&view.options) {
        "one"
    } else {
        "several"
    }
}

/// With what a round was won, or could be.
pub(super) fn win_words(words: Words, view: &View, win: &Win) -> String {
    kind_words(words, win.kind, colour_word(view, win), win.joker_finish)
}

/// A kind of win, by the word for its colours, and whether a joker was the last tile.
pub(super) fn kind_words(words: Words, kind: WinKind, colour: &str, has_joker: bool) -> String {
    let kind = match kind {
        WinKind::Ordinary => "ordinary",
        WinKind::Pairs => "pairs",
    };
    words.win_kind(kind, colour, if has_joker { "yes" } else { "no" })
}

/// The round: its number, indicator and okey, and where the stock is told, that and what all saw of it (Okey rules 5.6).
pub(super) fn round_lines(words: Words, view: &View, stock: Option<usize>) -> Vec<String> {
    let Some(indicator) = view.indicator else {
        return Vec::new();
    };
    let indicator_text = tile(words, Tile::Numbered(indicator), None);
    let okey = tile(words, Tile::Numbered(indicator.okey()), None);
    let mut round = words.okey_round(view.round, &indicator_text, &okey);
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

/// What the dealer threw, until everybody had a turn: for the stack of the indicator, and for the place in it, again if a false
/// joker lay there (Okey rules 4.1 and 5.6).
fn dice_line(words: Words, view: &View) -> Option<String> {
    let (stack, places) = view.dice.split_first()?;
    let is_discard = |moved: &&Moved| matches!(moved, Moved::Discarded { .. });
    let turns = view.history.iter().filter(is_discard).count();
    let dealer = view
        .dealer
        .filter(|_| view.result.is_none() && turns < view.active.len())?;
    let listed = |numbers: &[u8]| {
        let numbers = numbers.iter().map(u8::to_string);
        numbers.collect::<Vec<_>>().join(", ")
    };
    let rows = view.options.layout.as_deref().unwrap_or_default();
    let (row, whose) = row_of(view, rows, dealer, *stack).unwrap_or((0, dealer));
    let (thrower, whose) = (sign(dealer), sign(whose));
    Some(words.okey_dice(thrower, *stack, &listed(places), row, whose, &listed(rows)))
}

/// As which stack of whose row this one of the line stands, both counted from 1, where the table has rows of its own; whoever is
/// out has none (Okey rules 3.3 and 4.1, step 2).
fn row_of(view: &View, rows: &[u8], dealer: Seat, stack: u8) -> Option<(usize, Seat)> {
    let seats = view.held.len();
    let everybody = rows.len() == seats && view.active.len() == seats;
    let (mut left, mut seat) = (stack, dealer);
    for row in rows.iter().filter(|_| everybody) {
        match left.checked_sub(*row) {
            None | Some(0) => return Some((usize::from(left), seat)),
            Some(further) => (left, seat) = (further, seat.next(seats)),
        }
    }
    None
}

fn alt(reader: Reader<'_>, view: &View) -> String {
    let is_for_all = view.viewer == Viewer::Watcher || view.phase == Phase::RoundOver;
    debug_assert!(is_for_all, "a board is for everybody");
    let details = [Detail::Whole, Detail::Short];
    let tables = details.map(|detail| alt_parts(reader, view, detail).join(" "));
    first_with_room(reader, tables)
}

fn alt_parts(reader: Reader<'_>, view: &View, detail: Detail) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    let mut parts = vec![words.alt_board(view.round, view.stock)];
    parts.extend(won_words(words, view));
    // Once the game is over no picture shows who dealt.
    let dealer = view.dealer.filter(|_| view.standing.is_none());
    parts.extend(spoken_dealer(words, dealer));
    parts.extend(spoken_okey(words, view.indicator));
    for (seat, points) in view.scores.iter() {
        let pile = pile_words(words, view, seat);
        let spoken = detail.seat(reader, seat);
        if view.active.contains(seat) {
            parts.push(words.alt_seat(&spoken, *points, view.held[seat], &pile));
        } else {
            parts.push(words.alt_seat_out(&spoken, *points));
        }
        parts.extend(detail.spare(under_top(words, view, seat)));
    }
    parts.extend(showed_words(words, view));
    parts.extend(alt_teams(words, view));
    if let Phase::StarterDiscard(seat) | Phase::Draw(seat) | Phase::Discard(seat) = view.phase
        && look.is_live()
    {
        parts.push(words.alt_turn(&words.sign_spoken(seat.index())));
    }
    parts
}

/// What lies on the pile of a seat, or the word for no word about it.
fn pile_words(words: Words, view: &View, seat: Seat) -> String {
    // Instead of the piles the picture shows with what a round was won.
    if matches!(view.result, Some(RoundResult::Won { .. })) {
        return "none".to_owned();
    }
    let top = view.piles[seat].seen.last();
    let top = top.map(|top| spoken(words, *top, view.okey()));
    top.unwrap_or_else(|| words.alt_no_pile())
}

/// So many discards under the top one of a seat are shown.
const MOST_UNDER: usize = 3;

/// The discards under the top one of a seat that everybody may look through, as many as the picture shows, the highest first.
fn under_top(words: Words, view: &View, seat: Seat) -> Option<String> {
    // Instead of the piles the picture shows with what a round was won.
    let is_won = matches!(view.result, Some(RoundResult::Won { .. }));
    let is_shown = view.viewer == Viewer::Watcher && !is_won;
    let seen = view.piles[seat].seen.iter().rev().skip(1);
    let under: Vec<Tile> = seen.take(MOST_UNDER).copied().collect();
    let is_told = is_shown && !under.is_empty();
    is_told.then(|| words.alt_under(&spoken_all(words, &under, view.okey())))
}

/// Who has shown the indicator's twin, which lies at their plaque as long as the round is seen.
fn showed_words(words: Words, view: &View) -> Option<String> {
    let showed = view.showed.iter().filter(|(_, showed)| **showed);
    let signs: Vec<String> = showed
        .map(|(seat, _)| words.sign_spoken(seat.index()))
        .collect();
    (!signs.is_empty()).then(|| words.okey_alt_showed(&signs.join(", ")))
}

/// Who plays together and what each two have, where partners play.
pub(super) fn alt_teams(words: Words, view: &View) -> Option<String> {
    let is_team = view.options.partnership;
    is_team.then(|| kit::board::alt_teams(words, &view.scores))
}

/// Who won the round, with which tiles, and which was the last.
fn won_words(words: Words, view: &View) -> Option<String> {
    let Some(RoundResult::Won { seat, win, .. }) = &view.result else {
        return None;
    };
    let kind = win_words(words, view, win);
    let melds = win.melds.iter();
    let melds: Vec<String> = melds
        .map(|meld| spoken_all(words, meld, view.okey()))
        .collect();
    let last = spoken(words, win.discard, view.okey());
    let sign = words.sign_spoken(seat.index());
    Some(words.alt_won(&sign, &kind, &melds.join("; "), &last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::okey::{Action, Event, Okey, Options};
    use crate::rules::{Chance, Game};

    #[test]
    fn a_false_joker_that_all_saw_is_told_until_it_is_drawn() {
        // Both are turned up before the indicator, behind the tiles of the racks.
        let (mut deck, dealer) = (Tile::deck(), Seat::new(0).expect("a seat"));
        deck.swap(57, 104);
        deck.swap(58, 105);
        let mut options = Options::default();
        options.set("deal", "simplified").expect("an option");
        let mut game = Okey::new(&options, 4);
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
