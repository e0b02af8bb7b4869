//! Why something was not possible, as a sentence with the facts.

use super::reader::Reader;
use super::table_words::{sign, who};
use super::{board, games, lobby, options};
use crate::discord::speech::words::Words;
use crate::rules::any::AnyRefusal;
use crate::rules::{Patience, Refused, Seats};
use crate::tables::{Declined, Life, Look, Shared, Sharer, Sitter};

/// The sentence for the person who asked; `look` is the table as they see it, if there is one.
pub(crate) fn sentence(words: Words, declined: &Declined, look: Option<&Look>) -> String {
    match declined {
        Declined::Refused(refused) => refused_sentence(words, refused, look),
        Declined::Rules(refusal) => self::refusal(words, refusal, look),
        Declined::NotSeated => match look {
            Some(look) => board::watching(Reader::new(words, look)),
            None => words.not_seated(),
        },
        Declined::NotHost => words.not_host(&host(look)),
        Declined::Removed => words.removed(&host(look)),
        Declined::Full { seats } => words.full(*seats, look.map_or(0, computers)),
        Declined::TooManyComputers { seats } => {
            words.too_many_computers(*seats, seats.saturating_sub(1))
        }
        Declined::AlreadySeated => words.already_seated(),
        Declined::SawAnother => words.saw_another(),
        Declined::AlreadyStarted => words.already_started(),
        Declined::NotPlaying => words.not_playing(),
        Declined::TooFew { needed, present } => words.too_few(*needed, *present),
        Declined::TermsChanged { readers, left } => {
            let names: Vec<String> = readers.iter().map(|one| format!("<@{one}>")).collect();
            // None while no lobby shows it: a whole time is still to begin.
            let seconds = left.map_or(0, |left| left.as_millis().div_ceil(1000));
            let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
            let partners = look.map_or("no", lobby::seats_are_terms);
            words.terms_changed(&names.join(" "), names.len(), seconds, partners)
        }
        Declined::OtherTerms => words.other_terms(look.map_or("no", lobby::seats_are_terms)),
        Declined::ChannelBusy { .. } => words.channel_busy(""),
        Declined::PlayedAgain { .. } => words.playing_again(),
        Declined::ShareUsed {
            shared,
            sharer,
            most,
            channels,
            elsewhere,
        } => {
            let links: Vec<String> = channels.iter().map(|id| format!("<#{id}>")).collect();
            let others = (!elsewhere.is_empty()).then(|| words.tables_elsewhere(elsewhere.len()));
            let here = (!links.is_empty()).then(|| links.join(" "));
            let places: Vec<String> = here.into_iter().chain(others).collect();
            let (whose, links) = (sharer_name(*sharer, places.is_empty()), places.join(", "));
            match shared {
                Shared::Tables => words.too_many_tables(whose, *most, &links),
                Shared::Lobbies => words.too_many_lobbies(whose, *most, &links),
                Shared::Seats => words.too_many_seats(whose, *most, &links),
            }
        }
        Declined::EndedTooOften { most, again_at } => {
            words.ended_too_often(*most, &format!("<t:{}:R>", again_at.unix_s()))
        }
        Declined::OpenedTooOften { most, again_at } => {
            words.opened_too_often(*most, &format!("<t:{}:R>", again_at.unix_s()))
        }
        Declined::TooManyLately => words.too_many_lately(),
        Declined::HadPart => words.had_part(),
        Declined::MayNotEnd if look.is_some_and(is_before_game) => {
            words.may_not_end_lobby(&host(look))
        }
        Declined::MayNotEnd => words.may_not_end(),
        Declined::SteppedIn => words.stepped_in(),
        Declined::Alone => words.alone(),
        Declined::OnlyInLobby => words.only_in_lobby(),
        Declined::ChangedTooOften { most } => words.changed_too_often(*most),
        Declined::SatTooOften { most } => words.sat_too_often(*most, &host(look)),
        Declined::MovedTooOften { most } => words.moved_too_often(*most),
        Declined::LeftTooOften { most } => words.left_too_often(*most),
        Declined::YouLeftTooOften { most } => words.you_left_too_often(*most),
        Declined::NobodyThere => words.nobody_there(),
        Declined::OnlyOthers => words.kick_only_others(),
        Declined::NoRematch => words.no_rematch(),
        Declined::DidNotPlay => words.did_not_play(),
        Declined::NoComputer => words.no_computer(),
        Declined::SetAside(why) => board::set_aside(words, *why),
        Declined::DiskRefused => words.disk_refused(),
        Declined::Unsure if look.is_some_and(|look| look.life == Life::Playing) => words.unsure(),
        Declined::Unsure => words.unsure_there(),
        Declined::Busy => words.busy(),
        Declined::Gone => words.gone(),
        Declined::Unknown => words.unknown_table(),
        Declined::NoUnits => words.no_units(),
        Declined::NoRandomness => words.no_randomness(),
    }
}

/// How many computers have had their seats from the beginning of a game that is under way.
fn computers(look: &Look) -> usize {
    let is_own = |sitter: &&Sitter| {
        matches!(
            sitter,
            Sitter::Computer {
                instead_of: None,
                ..
            }
        )
    };
    let is_played = matches!(look.life, Life::Starting | Life::Playing);
    let seats = look.seats.values().filter(|_| is_played);
    seats.filter(is_own).count()
}

/// Whether nobody plays at this table yet.
fn is_before_game(look: &Look) -> bool {
    matches!(look.life, Life::Lobby | Life::Starting)
}

/// Whose table it is.
fn host(look: Option<&Look>) -> String {
    look.map(|look| format!("<@{}>", look.host))
        .unwrap_or_default()
}

/// Whose share it is; of one's own tables those that are still being opened stand nowhere yet.
fn sharer_name(sharer: Sharer, stand_nowhere: bool) -> &'static str {
    match sharer {
        Sharer::Person if stand_nowhere => "opening",
        Sharer::Person => "person",
        Sharer::Channel => "channel",
        Sharer::Server => "server",
    }
}

fn refused_sentence(words: Words, refused: &Refused<AnyRefusal>, look: Option<&Look>) -> String {
    match refused {
        Refused::GameOver => words.refused_over(),
        Refused::NotYourTurn { waiting } => match look {
            Some(look) if look.is_out() || !waiting.is_empty() => {
                others_first(Reader::new(words, look), *waiting)
            }
            _ => words.not_playing(),
        },
        Refused::Rules(refusal) => self::refusal(words, refusal, look),
    }
}

/// What is said of a text that is no move: whoever has none to choose from reads why.
pub(crate) fn no_move(words: Words, text: &str, look: &Look) -> String {
    if let Some(unclear) = games::unclear(words, text, look) {
        return unclear;
    }
    let is_played = look.life == Life::Playing && look.viewer.seat().is_some();
    if !is_played || !look.actions.is_empty() || look.may_go_on() {
        return games::no_move(words, look);
    }
    // Where nobody sees who has answered all seem to be asked.
    let waiting = look.waiting.filter(|waiting| !waiting.is_unseen());
    match waiting.map(|waiting| waiting.seats) {
        Some(seats) if !seats.is_empty() => others_first(Reader::new(words, look), seats),
        _ => games::not_your_turn(words, look).unwrap_or_else(|| words.nothing_to_play()),
    }
}

/// Others are to act; unless the game knows better why this person is not.
fn others_first(reader: Reader<'_>, waiting: Seats) -> String {
    let Reader { words, look, .. } = reader;
    if let Some(own) = games::not_your_turn(words, look) {
        return own;
    }
    if look.is_out() {
        return words.refused_out();
    }
    // The picture knows seats by their signs.
    let named = |seat| format!("{} {}", sign(seat), who(reader, seat));
    let names: Vec<String> = waiting.iter().map(named).collect();
    let names = names.join(", ");
    let patience = look.waiting.map(|waiting| waiting.patience);
    if patience == Some(Patience::Window) {
        return words.refused_window(&names, &look.deadline_text());
    }
    words.refused_turn(&names)
}

/// Why the rules say no: those of a game, or the house rules that make no table.
pub(crate) fn refusal(words: Words, refusal: &AnyRefusal, look: Option<&Look>) -> String {
    if let AnyRefusal::Options { game, fault } = refusal {
        return options::refusal(words, *game, fault);
    }
    games::refusal(words, refusal, look).unwrap_or_else(|| words.unreadable_button())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, GameId};
    use crate::rules::{Game, Seat, Viewer, Waiting};
    use crate::tables::{ChannelId, PersonId, TableId};

    #[test]
    fn tables_that_are_still_being_opened_have_no_links() {
        let table: TableId = "7f3kabcd".parse().expect("an id");
        for shared in [Shared::Tables, Shared::Lobbies, Shared::Seats] {
            let told = |channels: &[u64], elsewhere: usize| {
                let channels = channels.iter().map(|id| ChannelId::new(*id)).collect();
                let declined = Declined::ShareUsed {
                    shared,
                    sharer: Sharer::Person,
                    most: 2,
                    channels,
                    elsewhere: vec![table.clone(); elsewhere],
                };
                sentence(Words::of("en"), &declined, None)
            };
            let linked = told(&[5, 6], 0);
            assert!(linked.contains("(2): <#5> <#6>. "), "{linked}");
            assert!(!linked.contains("being opened"), "{linked}");
            let nowhere = told(&[], 0);
            assert!(nowhere.contains("just being opened. "), "{nowhere}");
            assert!(!nowhere.contains("  "), "{nowhere}");
            for (channels, elsewhere, places) in [
                (&[5][..], 1, "(2): <#5>, one in another server. "),
                (&[], 2, "(2): 2 in other servers. "),
                (&[], 3, "(2): 3 in other servers. "),
            ] {
                let told = told(channels, elsewhere);
                assert!(told.contains(places), "{told}");
            }
        }
    }

    /// It is told of a press and of a typed move alike.
    #[test]
    fn whoever_has_to_wait_for_announcements_is_asked_for_no_press() {
        let game = AnyGame::new(&GameId::Kaluki.default_options(), 3);
        let mut look = staged(&game, Viewer::Seat(Seat::new(0).expect("a seat")));
        let seats = Seats::only(Seat::new(1).expect("a seat"));
        look.waiting = look.waiting.map(|waiting| Waiting {
            seats,
            patience: Patience::Window,
            ..waiting
        });
        let declined = Declined::Refused(Refused::NotYourTurn { waiting: seats });
        let told = sentence(Words::of("en"), &declined, Some(&look));
        assert!(told.contains(": 🔶 <@"), "the seat's sign: {told}");
        assert!(told.contains("can still announce"), "{told}");
        assert!(!told.contains("press"), "{told}");
    }

    #[test]
    fn whoever_comes_late_reads_how_many_seats_are_those_of_computers() {
        let game = AnyGame::new(&GameId::Okey.default_options(), 4);
        let mut look = staged(&game, Viewer::Watcher);
        let left = Some(PersonId::new(1));
        for (seat, instead_of) in [(1, None), (2, None), (3, left)] {
            let level = Level::Easy;
            let computer = Sitter::Computer { level, instead_of };
            look.seats[Seat::new(seat).expect("a seat")] = computer;
        }
        let told =
            |look: &Look| sentence(Words::of("en"), &Declined::Full { seats: 4 }, Some(look));
        let all = told(&look);
        assert!(
            all.starts_with("All 4 seats are taken; 2 of them by computers."),
            "{all}"
        );
        assert!(all.contains("or in the rematch"), "{all}");
        // In a lobby the host makes room.
        look.life = Life::Lobby;
        assert_eq!(told(&look), "All 4 seats are taken.");
    }
}
