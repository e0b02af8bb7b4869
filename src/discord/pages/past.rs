//! What somebody has played: counted, and game by game.

use super::leaders::{mean, page_buttons, page_line};
use super::press::List;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::rules::Outcome;
use crate::rules::any::{BestPoints, GameId};
use crate::store::{Account, Part, Past, PastPage, Tally};
use crate::tables::{Moment, PersonId, ServerId};

/// How many games a page tells: the longest lines of eight players still fit into one message.
pub(crate) const GAMES: u32 = 5;
/// More people of a game are not named.
const NAMED: usize = 8;
/// How many of the last outcomes are shown.
pub(crate) const RECENT: u32 = 10;

/// The seconds of a day.
const DAY_S: u64 = 24 * 60 * 60;

/// Whether the units of a server are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Units {
    /// They count.
    Counted,
    /// The server plays without them.
    Hidden,
}

/// What a game was for a person; `None` if they have not played it.
pub(crate) fn account(
    words: Words,
    game: GameId,
    person: PersonId,
    account: &Account,
    units: Units,
) -> Option<String> {
    let has_played = account.rated.games + account.casual.games > 0;
    has_played.then(|| account_text(words, game, &mention(person), account, units))
}

/// Somebody else has not played it.
pub(crate) fn no_account(words: Words, game: GameId, person: PersonId) -> String {
    words.stats_none(&words.game_name(game.id()), &mention(person))
}

/// Whoever asks has not played it.
pub(crate) fn no_account_of_own(words: Words, game: GameId) -> String {
    words.stats_none_own(&words.game_name(game.id()), game.id())
}

/// A page of a person's games.
pub(crate) fn page(
    words: Words,
    server: ServerId,
    person: PersonId,
    past: &PastPage,
    units: Units,
) -> Note {
    let text = if past.games.is_empty() {
        words.history_none(&mention(person))
    } else {
        past_text(words, server, person, past, units)
    };
    Note {
        rows: page_buttons(words, List::Past(person), past.page, past.pages),
        ..Note::private(text)
    }
}

fn mention(person: PersonId) -> String {
    format!("<@{person}>")
}

fn account_text(words: Words, game: GameId, who: &str, account: &Account, units: Units) -> String {
    let mut lines = vec![words.stats_title(&words.game_name(game.id()), who)];
    let rated = &account.rated;
    lines.push(tally_line(words, game, "rated", rated, units));
    if rated.games > 0 {
        lines.push(words.stats_streak(account.best_streak));
        let signs: Vec<&str> = account.recent.iter().copied().map(sign).collect();
        lines.push(words.stats_recent(&signs.join(" ")));
    }
    lines.extend(parts_line(words, rated));
    lines.push(tally_line(words, game, "casual", &account.casual, units));
    lines.extend(parts_line(words, &account.casual));
    lines.join("\n")
}

fn tally_line(words: Words, game: GameId, kind: &str, tally: &Tally, units: Units) -> String {
    if tally.games == 0 {
        return words.stats_no_games(kind);
    }
    let games = u64::from(tally.games);
    let share = (u64::from(tally.wins) * 100 + games / 2) / games;
    // Where the fewest win, whoever plays much has many: the points of a game say more than all together.
    let points = match game.best_points() {
        _ if game.has_units() && units == Units::Hidden => words.stats_without_units(),
        _ if game.has_units() => words.stats_units(tally.points),
        BestPoints::Most => words.stats_points(tally.points),
        BestPoints::Fewest => words.stats_average_points(&mean(tally.points, tally.games)),
    };
    words.stats_tally(
        kind,
        tally.games,
        tally.wins,
        u32::try_from(share).unwrap_or(u32::MAX),
        &mean(tally.places.into(), tally.games),
        &points,
    )
}

/// Nothing is said of somebody who always stayed.
fn parts_line(words: Words, tally: &Tally) -> Option<String> {
    let (left, stepped) = (tally.left, tally.stepped_in);
    let parts = match (left, stepped) {
        (0, 0) => return None,
        (_, 0) => "left",
        (0, _) => "stepped",
        _ => "both",
    };
    Some(words.stats_parts(parts, left, stepped))
}

/// An outcome by a shape: told without colours.
fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "🏆",
        Outcome::Lost => "✖️",
        Outcome::Neither => "➖",
    }
}

fn past_text(
    words: Words,
    server: ServerId,
    person: PersonId,
    past: &PastPage,
    units: Units,
) -> String {
    let mut lines = vec![words.history_title(&mention(person))];
    let games = past.games.iter();
    lines.extend(games.map(|game| past_line(words, server, game, units)));
    lines.push(words.history_note());
    lines.extend(page_line(words, past.page, past.pages));
    lines.join("\n")
}

fn past_line(words: Words, server: ServerId, past: &Past, units: Units) -> String {
    let result = result_words(words, past, units);
    let line = words.history_line(
        &format!("<t:{}:d>", past.finished_at.unix_s()),
        &words.game_name(past.game.id()),
        &result,
        &format!("{}{}", marks(words, past), others(words, past)),
        past.table.as_str(),
    );
    match past.message {
        Some(message) => {
            let (text, channel) = (words.history_link(), past.channel);
            format!("{line} · [{text}](https://discord.com/channels/{server}/{channel}/{message})")
        }
        None => line,
    }
}

/// A game in a line of plain text, where nobody can be named: when, what and how it ended for whoever asks, and the table.
pub(crate) fn plain(words: Words, past: &Past, now: Moment) -> String {
    let (place, sides, of) = placed(past);
    let result = words.history_place(sign(past.outcome), place, sides, of);
    let game = words.game_name(past.game.id());
    let days = now.since(past.finished_at).as_secs() / DAY_S;
    words.replay_own(days, &game, &result, past.table.as_str())
}

/// How a game came out.
fn result_words(words: Words, past: &Past, units: Units) -> String {
    let sign = sign(past.outcome);
    let (place, sides, of) = placed(past);
    match (past.game.has_units(), units) {
        // The points at the end are those of whoever played on.
        (false, _) if past.part == Part::Left => words.history_place(sign, place, sides, of),
        (false, _) => words.history_result(sign, place, sides, of, past.points),
        (true, Units::Counted) => words.history_units(sign, place, sides, of, past.points),
        (true, Units::Hidden) => words.history_place(sign, place, sides, of),
    }
}

/// The place among those who played against each other, how many they were, and the word for what they were: teams are as large
/// as one another, and a place counts the seats of the better ones.
fn placed(past: &Past) -> (u32, u32, &'static str) {
    let (place, seats, sides) = (past.place.into(), past.seats.into(), past.sides.into());
    if sides == 0 || sides >= seats {
        return (place, seats, "seats");
    }
    let better = (place - u32::from(place > 0)) * sides / seats;
    (better + 1, sides, "teams")
}

/// What was special about a game.
fn marks(words: Words, past: &Past) -> String {
    let mark = |mark: &str| words.history_mark(mark);
    match (past.part, past.casual) {
        // A seat that was taken over is always casual.
        (Part::SteppedIn, _) => mark("stepped-in"),
        (Part::Left, true) => mark("left") + &mark("casual"),
        (Part::Left, false) => mark("left"),
        (Part::Played, true) => mark("casual"),
        (Part::Played, false) => String::new(),
    }
}

/// With whom it was played; nothing if only computers were there.
fn others(words: Words, past: &Past) -> String {
    let named = past.others.iter().take(NAMED);
    let others = named.map(|other| {
        if other.is_nobody() {
            words.deleted_player()
        } else {
            mention(*other)
        }
    });
    let others: Vec<String> = others.collect();
    if others.is_empty() {
        String::new()
    } else {
        words.history_with(&others.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{ChannelId, TableId};

    fn told(part: Part, (place, seats, sides): (u8, u8, u8)) -> String {
        let past = Past {
            table: TableId::from_system().expect("chance"),
            game: GameId::Okey101,
            place,
            seats,
            sides,
            points: 209,
            outcome: Outcome::Lost,
            part,
            casual: false,
            finished_at: Moment::from_unix_ms(0),
            channel: ChannelId::new(1),
            message: None,
            others: Vec::new(),
            is_kept: true,
        };
        past_line(Words::of("en"), ServerId::new(1), &past, Units::Counted)
    }

    #[test]
    fn of_a_game_that_was_left_no_points_of_others_are_told() {
        let left = told(Part::Left, (4, 4, 4));
        assert!(
            left.contains("place 4 of 4 · left before the end"),
            "{left}"
        );
        assert!(!left.contains("209"), "{left}");
        assert!(told(Part::Played, (4, 4, 4)).contains("place 4 of 4 · 209 points"));
    }

    #[test]
    fn a_place_with_partners_is_that_among_the_teams() {
        for (placed, said) in [
            ((1, 4, 2), "place 1 of 2 teams · "),
            ((3, 4, 2), "place 2 of 2 teams · "),
            ((3, 4, 4), "place 3 of 4 · "),
            // Stored before anybody counted sides.
            ((3, 4, 0), "place 3 of 4 · "),
        ] {
            let told = told(Part::Played, placed);
            assert!(told.contains(said), "{told}");
        }
    }
}
