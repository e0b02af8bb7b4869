//! The sentences about results: whether a game counts, leaderboards, and what somebody has played.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    RESULT_SENTENCES:

    // Whether the result counts, and why not.
    /// Under a lobby and a board.
    counting(why: &str);
    /// Under the board of a game that counted: who had left it.
    counts_as_lost(signs: &str);
    /// The same: who had taken a seat over.
    counts_casually(signs: &str);
    /// Everybody has left a game that counts.
    game_deserted();
    /// Left alone at a table that counts, one cannot end it.
    alone();
    /// Whoever took a left seat of a table that counts cannot end it either.
    stepped_in();
    /// With the last person the table ended.
    you_left_last(casual: &str);
    /// Whoever left had not voted to close the game, and most of the others had.
    you_left_vote();

    /// Under a lobby: what is at stake.
    units(state: &str);
    /// The server has switched units off.
    no_units();

    // Pages of a list.
    /// Which page of how many.
    page_of(page: u32, pages: u32);

    // Leaderboards.
    /// The heading.
    leaderboard_title(game: &str, period: &str, kind: &str);
    /// One line.
    leaderboard_line(place: u32, who: &str, measure: &str, wins: u32, games: u32);
    /// What it is ordered by, if that is points.
    leaderboard_points(points: i64);
    /// What it is ordered by, if that are units.
    leaderboard_units(units: i64);
    /// A leaderboard of units in a server without them.
    leaderboard_without_units(game: &str);
    /// What it is ordered by, if that are places.
    leaderboard_average(average: &str);
    /// What it is ordered by, if that are the fewest points.
    leaderboard_average_points(average: &str);
    /// Above the casual list, where the rated one is empty.
    leaderboard_none_rated();
    /// Nobody has finished enough games.
    leaderboard_empty(least: u32, period: &str, command: &str);
    /// The asker's own line.
    leaderboard_own(line: &str);
    /// The asker has no line.
    leaderboard_own_none();
    /// The asker has a line without a place.
    leaderboard_own_unranked(games: u32, least: u32);
    /// How it is ordered, and which games count.
    leaderboard_note(order: &str, least: u32, kind: &str);

    // What somebody has played.
    /// The heading.
    stats_title(game: &str, who: &str);
    /// There is none of this kind.
    stats_no_games(kind: &str);
    /// The games of a kind.
    stats_tally(kind: &str, games: u32, wins: u32, share: u32, average: &str, points: &str);
    /// All points, where the most win.
    stats_points(points: i64);
    /// The points of a game, where the fewest win.
    stats_average_points(average: &str);
    /// All units.
    stats_units(units: i64);
    /// The server has no units.
    stats_without_units();
    /// Games left, seats taken over.
    stats_parts(parts: &str, left: u32, stepped: u32);
    /// The most wins in a row.
    stats_streak(wins: u32);
    /// How the last games came out.
    stats_recent(signs: &str);
    /// No game of their own.
    stats_none_own(game: &str, command: &str);
    /// No game of somebody else.
    stats_none(game: &str, who: &str);
    /// A bot was named.
    no_person(who: &str);
    /// The heading.
    history_title(who: &str);
    /// One game.
    history_line(when: &str, game: &str, result: &str, more: &str, table: &str);
    /// How it came out.
    history_result(sign: &str, place: u32, seats: u32, of: &str, points: i32);
    /// How it came out, played for units.
    history_units(sign: &str, place: u32, seats: u32, of: &str, units: i32);
    /// How it came out, where points are not told.
    history_place(sign: &str, place: u32, seats: u32, of: &str);
    /// With whom.
    history_with(people: &str);
    /// What was special.
    history_mark(mark: &str);
    /// The text of a link.
    history_link();
    /// What the ids are for.
    history_note();
    /// No game of their own.
    history_none_own();
    /// No game of somebody else.
    history_none(who: &str);

    // The picture of a game that is over.
    /// In words: everybody by place, and what is told of them.
    result_alt(places: &str, what: &str);
    /// One of them.
    result_alt_place(place: u8, seat: &str, points: &str);
}
