//! The line in a channel at which the thread of a table begins: how it ended, for whoever only reads the channel.

use super::games;
use super::reader::Reader;
use super::table_words::who;
use crate::discord::wire::note::Note;
use crate::rules::{Outcome, Seat};
use crate::tables::Life;

/// The line of a table that is over; to a thread that is gone nothing leads.
pub(crate) fn note(reader: Reader<'_>, is_gone: bool) -> Note {
    let Reader { words, look, .. } = reader;
    let winners = winners(reader);
    let how = match look.life {
        Life::Finished if winners.is_empty() => "drawn",
        Life::Finished => "won",
        _ if look.view.is_none() => "unplayed",
        _ => "closed",
    };
    let names: Vec<String> = winners.iter().map(|seat| who(reader, *seat)).collect();
    let thread = format!("<#{}>", look.places.channel);
    let place = if is_gone { "gone" } else { "there" };
    let game = words.game_name(look.game.id());
    let names = names.join(", ");
    Note::public(words.thread_ended(&game, &thread, place, how, &names))
}

/// Who has won, the best first.
fn winners(reader: Reader<'_>) -> Vec<Seat> {
    let standing = reader.look.view.as_ref().and_then(games::standing_of);
    let Some(standing) = standing else {
        return Vec::new();
    };
    let all = Seat::all(standing.places.len());
    let mut winners: Vec<Seat> = all
        .filter(|seat| standing.outcomes[*seat] == Outcome::Won)
        .collect();
    winners.sort_by_key(|seat| standing.places[*seat]);
    winners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::tests::staged;
    use crate::discord::speech::words::Words;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Chance, Dice, Game, Viewer};
    use crate::tables::{Look, Why};

    /// A game that is played to its end by chance.
    fn played(game: GameId) -> AnyGame {
        let mut played = AnyGame::new(&game.default_options(), *game.seats().end());
        let (chance, mut dice) = (Chance::from_seed(11), Dice::from_seed(11));
        while played.standing().is_none() {
            let events = match played.waiting().seats.iter().next() {
                None => played.deal(&chance),
                Some(seat) => {
                    let listed = played.actions(seat);
                    let action = &listed[dice.below(listed.len() as u32) as usize];
                    let events = played.decide(seat, action, &chance);
                    events.expect("a listed action")
                }
            };
            played.obey(&events);
        }
        played
    }

    fn said(look: &Look) -> String {
        note(Reader::new(Words::of("en"), look), false).text
    }

    #[test]
    fn the_line_names_those_who_have_won_and_nobody_else() {
        for game in GameId::ALL {
            let played = played(*game);
            let mut look = staged(&played, Viewer::Watcher);
            look.life = Life::Finished;
            let standing = played.standing().expect("the game is over");
            let said = said(&look);
            let reader = Reader::new(Words::of("en"), &look);
            for seat in Seat::all(look.seats.len()) {
                let has_won = standing.outcomes[seat] == Outcome::Won;
                assert_eq!(said.contains(&who(reader, seat)), has_won, "{said}");
            }
        }
    }

    #[test]
    fn a_game_without_a_result_says_whether_it_began() {
        let game = GameId::Okey;
        let mut played = AnyGame::new(&game.default_options(), 4);
        played.obey(&played.deal(&Chance::from_seed(1)));
        let mut look = staged(&played, Viewer::Watcher);
        look.life = Life::Abandoned(Why::Voted);
        assert!(
            said(&look).contains("closed without a result"),
            "{}",
            said(&look)
        );
        look.view = None;
        assert!(
            said(&look).contains("before the game began"),
            "{}",
            said(&look)
        );
        look.life = Life::Finished;
        assert!(said(&look).contains("without a winner"), "{}", said(&look));
        assert!(said(&look).contains("<#"), "{}", said(&look));
        let of_gone = note(Reader::new(Words::of("en"), &look), true).text;
        assert!(!of_gone.contains("<#"), "{of_gone}");
        assert!(of_gone.contains("without a winner"), "{of_gone}");
    }
}
