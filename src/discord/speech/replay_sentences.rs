//! The sentences of replays: games that have ended, read move by move.

use super::sentences::sentences;
use super::words::Words;

sentences! {
    REPLAY_SENTENCES:

    /// Label: to the replay of a game.
    button_replay();
    /// Label: to another place of a replay.
    button_replay_way(way: &str);
    /// The heading of a place.
    replay_title(game: &str, table: &str);
    /// Which place it is.
    replay_place(id: &str, round: usize, rounds: usize, step: usize, steps: usize);
    /// Whose rack stands below the table.
    replay_rack(seat: &str, who: &str);
    /// The seat has no rack here.
    replay_no_rack(seat: &str, who: &str);
    /// What the picture shows: the rack as its owner saw it, and the table.
    replay_alt(seat: &str, rack: &str, board: &str);
    /// Title of a menu: whose rack.
    replay_seats();
    /// Choice: the seat of whoever reads.
    replay_you();
    /// Choice: the seat of somebody else, by its number.
    replay_person(number: usize);
    /// Title of a menu: which round.
    replay_rounds(id: &str);
    /// Choice: a round.
    replay_round(id: &str, round: usize);
    /// Offered: a game of whoever asks.
    replay_own(days: u64, game: &str, result: &str, table: &str);
    /// Offered: the last game of this channel.
    replay_here(table: &str);
    /// There is no such game, or not for whoever asks here.
    replay_unknown();
    /// There is no such place or seat.
    replay_nowhere();
    /// What is stored of the game does not read.
    replay_damaged();
    /// Too many read games just now.
    replay_crowded();
}
