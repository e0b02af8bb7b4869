# English: games that have ended, read move by move. Every id here is a function in src/discord/speech/replay_sentences.rs;
# `command-…` are descriptions of commands.

command-replay = Go through a finished game move by move, with all racks open
command-replay-table = The id of a table in this server (default: the last game in this channel)

button-replay = Replay
button-replay-way = { $way ->
    [begin] Start
    [back] Back
    [on] On
   *[end] End
}
replay-unknown = There is no game with that id to go through here, or its record is no longer kept. A game that is over can be gone through where it was played, and everywhere in its server by those who played it; `/verify` gives its record to everybody there.
replay-title = ## ⏪ { $game }, `{ $table }`
replay-place = -# { $id ->
    [kaluki] Deal
   *[other] Round
} { $round } of { $rounds } · step { $step } of { $steps } · only you can see this
replay-rack = Below: the rack of { $seat } { $who }
replay-no-rack = { $seat } { $who } has no rack at this point.
replay-alt = Below, as { $seat } saw it: { $rack } Above: { $board }
replay-seats = Whose rack
replay-you = You
replay-person = Player { $number }
replay-rounds = { $id ->
    [kaluki] Which deal
   *[other] Which round
}
replay-round = { $id ->
    [kaluki] Deal { $round }
   *[other] Round { $round }
}
replay-own = { $days ->
    [0] less than a day ago
    [1] a day ago
   *[other] { $days } days ago
} · { $game } · { $result } · { $table }
replay-here = The last game here · { $table }
replay-nowhere = That game has no such step or seat. `/replay` begins it again.
replay-damaged = What is stored of this game can't be read any more, so it can't be replayed. Its result stays as it is.
replay-crowded = Many people are going through finished games just now. Please try again in a moment.
