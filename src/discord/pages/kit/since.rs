//! What the owner of a panel wants to know: what the others did since the owner's last turn, after whom the owner plays, and
//! what was done in their seat while they were away. A panel stands unchanged while others move, so it says only what stays
//! true until it is the owner's turn.

use crate::discord::pages::desk::is_to_act;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::rules::Seat;
use crate::tables::{Look, Sitter};

/// No panel tells more moves than these, and no more letters of them.
const MOST_MOVES: usize = 9;
const MOST_LETTERS: usize = 300;
/// So many at most of those that were made in the owner's seat.
const MOST_LATELY: usize = 3;

/// Whether a panel may say what every move changes, as the stock and the top discard: while somebody else is to act it would
/// soon be wrong.
pub(crate) fn stays_true(look: &Look) -> bool {
    is_to_act(look)
        || look.waiting.is_none_or(|waiting| waiting.seats.is_empty())
        || !look.is_live()
}

/// Not the viewer's turn: after whom they play.
pub(crate) fn waiting(reader: Reader<'_>, before: Seat) -> String {
    let Reader { words, look, .. } = reader;
    let name = match look.seats.get(before) {
        // Whether they are away may change before the panel does.
        Some(Sitter::Person { person, .. }) if !person.is_nobody() => format!("<@{person}>"),
        _ => who(reader, before),
    };
    words.panel_waiting_after(sign(before), &name)
}

/// What the others did since the last turn of whoever has the turn now, as a line; nothing while somebody else has it.
///
/// `seat_of` says whose move it is, `tell` says nothing of what stands elsewhere.
pub(crate) fn since_own<M>(
    reader: Reader<'_>,
    history: &[M],
    seat_of: impl Fn(&M) -> Option<Seat>,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let me = look.viewer.seat()?;
    if !look.waiting?.seats.contains(me) {
        return None;
    }
    let is_own = |moved: &&M| seat_of(moved) == Some(me);
    let before = before_present(reader, history, &seat_of);
    let others = before.iter().rev().take_while(|moved| !is_own(moved));
    let moves = latest(others.filter_map(tell));
    let had_turn = before.iter().any(|moved| is_own(&moved));
    let since = match had_turn {
        true if look.slept || look.was_away => "seat",
        true => "turn",
        false => "start",
    };
    (!moves.is_empty()).then(|| words.panel_since(since, &moves))
}

/// What happened before the turn that the viewer has now.
fn before_present<'a, M>(
    reader: Reader<'_>,
    history: &'a [M],
    seat_of: impl Fn(&M) -> Option<Seat>,
) -> &'a [M] {
    let look = reader.look;
    let (me, waiting) = (look.viewer.seat(), look.waiting);
    let is_own = |moved: &&M| me.is_some() && seat_of(moved) == me;
    let has_turn = me.is_some_and(|me| waiting.is_some_and(|waiting| waiting.seats.contains(me)));
    let present = history.iter().rev().take_while(is_own).count();
    &history[..history.len() - if has_turn { present } else { 0 }]
}

/// What was done last in the viewer's seat, in a turn that ended without them or in those while they were away; `None` for
/// whoever did it themselves. What has happened in the turn that they have now is no part of it.
pub(crate) fn lately_own<M>(
    reader: Reader<'_>,
    history: &[M],
    seat_of: impl Fn(&M) -> Option<Seat>,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    lately(
        reader,
        before_present(reader, history, &seat_of),
        seat_of,
        tell,
    )
}

/// The same where all of these moves were made in turns that are over.
pub(crate) fn lately<M>(
    reader: Reader<'_>,
    moves: &[M],
    seat_of: impl Fn(&M) -> Option<Seat>,
    tell: impl Fn(&M) -> Option<String>,
) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let me = look.viewer.seat()?;
    let is_own = |moved: &&M| seat_of(moved) == Some(me);
    let before = moves.iter().rev().skip_while(|moved| !is_own(moved));
    let told = if look.slept {
        last_of(before.take_while(is_own).filter_map(tell))
    } else if look.was_away {
        last_of(before.filter(is_own).filter_map(tell))
    } else {
        return None;
    };
    told.map(|told| words.desk_slept_lately(&told))
}

/// The first few of these moves, the latest first, in their order; nothing where even the latest is too long.
fn last_of(moves: impl Iterator<Item = String>) -> Option<String> {
    let mut told: Vec<String> = moves.take(MOST_LATELY + 1).collect();
    let has_more = told.len() > MOST_LATELY;
    told.truncate(MOST_LATELY);
    while told.iter().map(|one| one.chars().count()).sum::<usize>() > MOST_LETTERS {
        told.pop();
    }
    if told.is_empty() {
        return None;
    }
    if has_more {
        told.push("…".to_owned());
    }
    told.reverse();
    Some(told.join(" · "))
}

/// As many of these moves, the latest first, as there is room for, in their order.
fn latest(mut moves: impl Iterator<Item = String>) -> String {
    let mut letters = 0;
    let mut told: Vec<String> = Vec::new();
    for moved in moves.by_ref() {
        letters += moved.chars().count();
        if told.len() == MOST_MOVES || letters > MOST_LETTERS {
            told.push("…".to_owned());
            break;
        }
        told.push(moved);
    }
    told.reverse();
    told.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::games;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::pages::table_words::Body;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyAction, AnyGame, AnyOptions, GameId};
    use crate::rules::piece::Piece;
    use crate::rules::{Chance, Dice, Game, PerSeat, Viewer};
    use crate::tables::{Desk, Order};

    fn told(moves: usize, letters: usize) -> String {
        latest((0..moves).map(|number| format!("{number:0letters$}")))
    }

    #[test]
    fn a_panel_tells_the_latest_moves_as_far_as_there_is_room() {
        assert_eq!(told(0, 2), "");
        assert_eq!(told(3, 2), "02 · 01 · 00");
        let some = told(20, 2);
        assert!(some.starts_with("… · 08 · "), "{some}");
        assert_eq!(some.matches(" · ").count(), MOST_MOVES);
        assert_eq!(told(4, MOST_LETTERS / 2).matches(" · ").count(), 2);
        assert_eq!(told(1, MOST_LETTERS + 1), "…");
    }

    /// What of a table brings the panel of a seat up to date when it changes (`tables/own.rs`), and the panel.
    struct Shown {
        own: (Vec<AnyAction>, Vec<Piece>, Option<u32>, [bool; 2]),
        body: Body,
    }

    fn shown(game: &AnyGame, options: &AnyOptions, seat: Seat) -> Shown {
        let look = Look {
            options: options.clone(),
            // By melds a rack of 101 lies as is nearest to an opening, which others may make dearer.
            desk: Some(Desk {
                order: Order::Colours,
                ..Desk::default()
            }),
            ..staged(game, Viewer::Seat(seat))
        };
        let waiting = game.waiting();
        let turn = waiting.seats.contains(seat).then_some(waiting.turn);
        let stage = [waiting.seats.is_empty(), waiting.is_unseen()];
        Shown {
            own: (game.actions(seat), game.rack(seat), turn, stage),
            body: games::panel(Reader::new(Words::of("en"), &look), None).expect("it was dealt"),
        }
    }

    /// What is told or shown there no more.
    fn changed(before: &Body, after: &Body) -> Vec<String> {
        let is_gone = |line: &&str| !after.text.lines().any(|other| other == *line);
        let gone = before.text.lines().filter(is_gone).map(str::to_owned);
        let alt = (before.alt != after.alt).then(|| before.alt.clone());
        let picture = (before.picture() != after.picture()).then(|| "the picture".to_owned());
        gone.chain(alt).chain(picture).collect()
    }

    /// Goes some steps through a game of computers. What panels of whoever waited said or showed, and what others did to it.
    fn goes(id: GameId, house_rules: &str, seed: u64) -> (usize, Vec<String>) {
        let mut options = id.default_options();
        for pair in house_rules.split_whitespace() {
            let (name, value) = pair.split_once('=').expect("name=value");
            options.set(name, value).expect("an option");
        }
        let seats = *id.seats().end();
        let (mut game, chance) = (AnyGame::new(&options, seats), Chance::from_seed(seed));
        let mut dice = Dice::from_seed(seed);
        game.obey(&game.deal(&chance));
        let (mut waited, mut wrong) = (0, Vec::new());
        for _ in 0..120 {
            let Some(seat) = game.waiting().seats.iter().next() else {
                if game.standing().is_some() {
                    break;
                }
                game.obey(&game.deal(&chance));
                continue;
            };
            let before = PerSeat::new(seats, |seat| shown(&game, &options, seat));
            let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
            let action = Level::Medium.choose(&view, &actions, &mut dice);
            let decided = game.decide(seat, &action.expect("a move"), &chance);
            game.obey(&decided.expect("a legal move"));
            for seat in Seat::all(seats) {
                let (before, after) = (&before[seat], shown(&game, &options, seat));
                if before.own == after.own && after.own.2.is_none() {
                    wrong.extend(changed(&before.body, &after.body));
                    waited += 1;
                }
            }
        }
        (waited, wrong)
    }

    #[test]
    fn what_a_panel_says_and_shows_stays_true_while_others_move() {
        for (id, house_rules) in [
            (GameId::Okey, ""),
            (GameId::Okey101, ""),
            (GameId::Okey101, "raising_open=true"),
            (GameId::Kaluki, ""),
        ] {
            for seed in 1..4 {
                let (waited, wrong) = goes(id, house_rules, seed);
                assert_eq!(wrong, [""; 0], "{} {house_rules}, seed {seed}", id.id());
                assert!(waited > 50, "{}: {waited}", id.id());
            }
        }
    }
}
