//! The table of Hachinin-meri for people who cannot see its picture: teams, trump, the trick in the order of play, yaku.
//!
//! It says what a watcher sees, whoever's view it is made of: a trump on a plain lead is face down until the shōbu.

use super::board::{StandingOf, round_of_kiri, seats_of, signed, standing_of, team_name};
use super::tricks::yaku_name;
use crate::discord::pages::kit::described::first_with_room;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::seat_spoken;
use crate::discord::speech::karuta::{spoken, spoken_all, suit_spoken};
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::meri::view::{Phase, Played, Scored, Taken};
use crate::rules::meri::{Team, Total, View};

/// What goes where there is no room for everything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spare {
    /// The dead karuta.
    Pile,
    /// What the rounds of the kiri came to.
    Rounds,
    /// Who took which trick of a round.
    Winners,
    /// The yaku of the round.
    Yaku,
    /// What the computers on the seats are called.
    Names,
}

/// The first of these goes first.
const SPARE: [Spare; 5] = [
    Spare::Pile,
    Spare::Rounds,
    Spare::Winners,
    Spare::Yaku,
    Spare::Names,
];

/// The whole table, as far as there is room: of what is still too long the last sentences go.
pub(super) fn of_board(reader: Reader<'_>, view: &View) -> String {
    let kept = (0..=SPARE.len()).map(|gone| &SPARE[gone..]);
    first_with_room(reader, kept.map(|kept| with(reader, view, kept)))
}

/// The table with so much of what may go.
fn with(reader: Reader<'_>, view: &View, kept: &[Spare]) -> String {
    let words = reader.words;
    let (Some(okie), Some(dealer)) = (view.okie, view.dealer) else {
        return words.meri_board_alt_undealt();
    };
    let trump = suit_spoken(words, okie.suit());
    let dealer = seat(words, dealer);
    let okie = spoken(words, okie);
    let round = round_of_kiri(view);
    let mut parts = vec![words.meri_board_alt(round, &trump, &okie, &dealer)];
    let teams = Team::ALL.map(|team| of_team(reader, view, team, kept));
    match (view.phase, view.total) {
        // Who has won comes first.
        (Phase::RoundOver, Some(total)) => {
            parts.extend(of_round(words, view, total, kept));
            parts.extend(teams);
        }
        _ => {
            parts.extend(teams);
            parts.extend(of_play(reader, view, kept));
        }
    }
    parts.join(" ")
}

fn seat(words: Words, seat: Seat) -> String {
    words.sign_spoken(seat.index())
}

/// A team: its tricks, how it stands in the match, and its seats.
fn of_team(reader: Reader<'_>, view: &View, team: Team, kept: &[Spare]) -> String {
    let words = reader.words;
    let has_names = kept.contains(&Spare::Names);
    let name = |one| {
        if has_names {
            seat_spoken(reader, one)
        } else {
            seat(words, one)
        }
    };
    let seats: Vec<String> = seats_of(team).map(name).collect();
    let StandingOf {
        length,
        sum,
        kiri,
        shobu,
    } = standing_of(view, team);
    words.meri_board_alt_team(
        &team_name(words, team),
        view.ko[team],
        &words.meri_board_alt_standing(&length, &sum, kiri, shobu),
        &seats.join(", "),
    )
}

/// A round that is being played.
fn of_play(reader: Reader<'_>, view: &View, kept: &[Spare]) -> Vec<String> {
    let words = reader.words;
    let mut parts = Vec::new();
    // Before all that may have no room.
    if let Phase::Uchidashi(mover) | Phase::Play(mover) = view.phase
        && reader.look.is_live()
    {
        parts.push(words.alt_turn(&seat(words, mover)));
    }
    let caller = view.caller.map(|caller| seat(words, caller));
    parts.extend(caller.map(|caller| words.meri_board_alt_called(&caller)));
    parts.extend(of_yaku(words, view, kept));
    parts.extend(of_pile(words, view, kept));
    if view.phase == Phase::Robau && reader.look.is_live() {
        parts.push(words.meri_board_alt_robau());
    }
    parts.extend(of_tricks(words, view));
    if view.monchi {
        parts.push(words.meri_board_alt_monchi());
    }
    parts
}

/// The yaku of the round, if there are any.
fn of_yaku(words: Words, view: &View, kept: &[Spare]) -> Option<String> {
    let made = view.tricks.iter().filter_map(|trick| trick.made);
    let made: Vec<String> = made.map(|made| of_made(words, made)).collect();
    let is_told = !made.is_empty() && kept.contains(&Spare::Yaku);
    is_told.then(|| words.meri_board_alt_yaku(&made.join("; ")))
}

fn of_made(words: Words, made: Scored) -> String {
    let (name, team) = (yaku_name(words, made.yaku), team_name(words, made.team));
    match made.value {
        Some(value) => words.meri_board_alt_made(&name, &team, value),
        None => words.meri_board_alt_made_untold(&name, &team),
    }
}

/// The three dead karuta, where everybody sees them (Hachinin-meri rules 7.3).
fn of_pile(words: Words, view: &View, kept: &[Spare]) -> Option<String> {
    let pile = view.pile.filter(|_| kept.contains(&Spare::Pile))?;
    let dead: Vec<_> = pile.discard.into_iter().chain(pile.leftovers).collect();
    Some(words.meri_board_alt_pile(&spoken_all(words, &dead)))
}

/// The trick that lies on the table: the present one, or until the next lead the last one turned up.
fn of_tricks(words: Words, view: &View) -> Vec<String> {
    let number = view.tricks.len();
    let last = view.tricks.last();
    if !view.plays.is_empty() {
        let plays = all_of(words, &view.plays, of_covered);
        let before = last.and_then(|last| of_taken(words, number, last));
        let present = words.meri_board_alt_trick(number + 1, &plays);
        return before.into_iter().chain([present]).collect();
    }
    let turned = last.and_then(|last| {
        let plays = all_of(words, &last.plays, of_open);
        // In a meri all of it lay open from the start.
        let was_turned = last.plays.iter().any(|play| play.cut.is_some());
        Some([
            if was_turned {
                words.meri_board_alt_turned(number, &plays)
            } else {
                words.meri_board_alt_trick(number, &plays)
            },
            of_taken(words, number, last)?,
        ])
    });
    turned.into_iter().flatten().collect()
}

fn all_of(words: Words, plays: &[Played], of: fn(Words, &Played) -> String) -> String {
    let said = plays.iter().map(|play| {
        let what = of(words, play);
        words.meri_board_alt_play(&seat(words, play.seat), &what)
    });
    said.collect::<Vec<_>>().join("; ")
}

/// A trump on a plain lead is face down for everybody.
fn of_covered(words: Words, play: &Played) -> String {
    match play.karuta.filter(|_| play.cut.is_none()) {
        Some(open) => spoken(words, open),
        None => words.meri_board_alt_face_down(),
    }
}

fn of_open(words: Words, play: &Played) -> String {
    let open = play.karuta.map(|open| spoken(words, open));
    open.unwrap_or_else(|| words.meri_board_alt_face_down())
}

/// Who took a trick, and with what.
fn of_taken(words: Words, number: usize, trick: &Taken) -> Option<String> {
    let winning = trick.plays.iter().find(|play| play.seat == trick.winner)?;
    let (winner, winning) = (seat(words, trick.winner), spoken(words, winning.karuta?));
    Some(words.meri_board_alt_taken(number, &winner, &winning))
}

/// A round that is over: who took which trick, the yaku, the count, what nobody could take.
fn of_round(words: Words, view: &View, total: Total, kept: &[Spare]) -> Vec<String> {
    let winners = (1..).zip(&view.tricks);
    let winners = winners.map(|(number, trick): (usize, _)| {
        words.meri_board_alt_winner(number, &seat(words, trick.winner))
    });
    let winners: Vec<String> = winners.collect();
    let mut parts: Vec<String> = Team::favoured(total.diff)
        .map(|team| {
            let (name, diff) = (team_name(words, team), total.diff.unsigned_abs());
            let (round, counted) = (round_of_kiri(view), total.counted);
            words.meri_board_alt_result(round, &name, diff, counted.a, counted.b)
        })
        .into_iter()
        .collect();
    let last = view.tricks.last();
    parts.extend(last.and_then(|last| of_taken(words, view.tricks.len(), last)));
    if kept.contains(&Spare::Winners) {
        parts.push(words.meri_board_alt_winners(&winners.join(", ")));
    }
    parts.extend(of_yaku(words, view, kept));
    parts.extend(of_rounds(words, view).filter(|_| kept.contains(&Spare::Rounds)));
    parts.extend(of_pile(words, view, kept));
    parts
}

/// What the rounds of the kiri came to, as they stand below the picture, where there is more than the last one.
fn of_rounds(words: Words, view: &View) -> Option<String> {
    let round = |diff: &i32| {
        let team = Team::favoured(*diff).map(|team| team.to_string());
        format!("{} {}", team.unwrap_or_default(), signed(diff.abs()))
    };
    let played = &view.progress.kiri;
    let rounds: Vec<String> = played.iter().map(round).collect();
    (rounds.len() > 1).then(|| words.meri_board_alt_rounds(&rounds.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::wire::note::MOST_ALT_TEXT;
    use crate::rules::any::{AnyGame, AnyView, GameId};
    use crate::rules::{Chance, Dice, Game, Viewer};
    use crate::tables::{Life, Look, Sitter, Why};

    /// A table of computers, as a watcher sees it.
    fn computers(game: &AnyGame) -> Look {
        let mut look = staged(game, Viewer::Watcher);
        for sitter in look.seats.values_mut() {
            *sitter = Sitter::Computer {
                level: Level::Medium,
                instead_of: None,
            };
        }
        look
    }

    #[test]
    fn at_a_table_that_was_closed_nobody_is_asked_anything() {
        let mut game = AnyGame::new(&GameId::Meri.default_options(), 8);
        game.obey(&game.deal(&Chance::from_seed(5)));
        for (life, is_asked) in [(Life::Playing, true), (Life::Abandoned(Why::Voted), false)] {
            let look = Look {
                life,
                ..computers(&game)
            };
            let Some(AnyView::Meri(view)) = &look.view else {
                panic!("a view of another game");
            };
            let said = of_board(Reader::new(Words::of("en"), &look), view);
            let asked = "Everybody is asked whether the round may begin.";
            assert_eq!(said.contains(asked), is_asked, "{said}");
        }
    }

    #[test]
    fn in_a_long_language_whose_turn_it_is_has_room() {
        let mut game = AnyGame::new(&GameId::Meri.default_options(), 8);
        let (chance, mut dice) = (Chance::from_seed(5), Dice::from_seed(5));
        let (mut dealt, mut longest) = (0, 0);
        loop {
            let look = computers(&game);
            let Some(AnyView::Meri(view)) = &look.view else {
                panic!("a view of another game");
            };
            for words in Words::tried().chain([Words::long()]) {
                let said = of_board(Reader::new(words, &look), view);
                assert!(said.chars().count() <= MOST_ALT_TEXT, "{said}");
                assert!(said.ends_with('.'), "{said}");
                if let Phase::Uchidashi(mover) | Phase::Play(mover) = view.phase {
                    let turn = words.alt_turn(&seat(words, mover));
                    assert!(said.contains(&turn), "{said}");
                }
                longest = longest.max(said.chars().count());
            }
            let Some(seat) = game.waiting().seats.iter().next() else {
                if dealt == 3 {
                    break;
                }
                dealt += 1;
                let events = game.deal(&chance);
                game.obey(&events);
                continue;
            };
            let listed = game.actions(seat);
            let action = &listed[dice.below(listed.len() as u32) as usize];
            let events = game.decide(seat, action, &chance);
            game.obey(&events.expect("a listed action"));
        }
        assert!(longest > 950, "{longest}: nothing was left out");
    }
}
