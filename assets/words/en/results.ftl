# English: results. Every id here is a function in src/discord/result_sentences.rs; `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-leaderboard = The best of this server
command-leaderboard-game = Which game
command-leaderboard-game-choice-0 = Okey
command-leaderboard-game-choice-1 = Okey 101
command-leaderboard-game-choice-2 = Kaluki
command-leaderboard-game-choice-3 = Hachinin-meri
command-leaderboard-period = Which time (all time if you say nothing)
command-leaderboard-period-choice-0 = all time
command-leaderboard-period-choice-1 = last 30 days
command-leaderboard-period-choice-2 = last 7 days
command-leaderboard-by = What it is ordered by (wins if you say nothing)
command-leaderboard-by-choice-0 = wins
command-leaderboard-by-choice-1 = games
command-leaderboard-by-choice-2 = points or units
command-leaderboard-by-choice-3 = average place
command-leaderboard-games = Rated games, or casual ones
command-leaderboard-games-choice-0 = rated, between people
command-leaderboard-games-choice-1 = casual
command-stats = What you, or somebody else, have played in this server
command-stats-person = Who (you if you say nothing)
command-stats-game = Which game
command-stats-game-choice-0 = Okey
command-stats-game-choice-1 = Okey 101
command-stats-game-choice-2 = Kaluki
command-stats-game-choice-3 = Hachinin-meri
command-history = Your last games in this server, or somebody else's
command-history-person = Who (you if you say nothing)

## Whether the result counts
counting = { $why ->
    [rated] -# 🏅 Rated: the result counts for the leaderboard. Whoever leaves is last.
    [alone-so-far] -# 🏅 Rated, if two people or more sit down: with only one the game is casual.
    [alone] -# Casual: only one person sat down, so the result counts in the casual leaderboard only.
   *[chosen] -# Casual: the table was opened so, and the result counts in the casual leaderboard only.
}
units = -# 🪙 { $state ->
    [on] Played for units: points of this game. They cannot be bought, sold or cashed.
   *[off] Played without units: nothing is at stake.
}
no-units = This server plays without units, so every stake is 0. Nothing was changed. Whoever manages the server can switch units on with `/settings`.
game-deserted = -# Nobody is left to finish this rated game: whoever left it is last.
alone = The others have left this rated game, so there is nobody to vote with. Play on: the result counts, and those who left are last. `/table leave` makes you last, too. A moderator can end the table without a result.
you-left-last = { $casual ->
    [yes] You left the table, and with you it has ended without a result.
   *[no] You left the table, and with you it has ended. It was rated: the game counts as last place for everybody who left.
}

## Pages
page-of = -# Page { $page } of { $pages }

## Leaderboards
leaderboard-title = ## 🏆 { $game }, { $kind ->
    [casual] casual games
   *[people] rated games
}, { $period ->
    [week] last 7 days
    [month] last 30 days
   *[all] all time
}
leaderboard-line = **{ $place }.** { $who } · { $measure }{ $wins } { $wins ->
    [one] win
   *[other] wins
} in { $games } { $games ->
    [one] game
   *[other] games
}
leaderboard-points = **{ $points } { $points ->
    [one] point
   *[other] points
}** ·{" "}
leaderboard-units = **{ $units } { $units ->
    [one] unit
   *[other] units
}** ·{" "}
leaderboard-without-units = This server plays without units, so { $game } has no leaderboard of units here. The ones by wins, games and average place are there as ever.
leaderboard-average = **average place { $average }** ·{" "}
leaderboard-average-points = **{ $average } points a game** ·{" "}
leaderboard-none-rated = No rated game has been finished here yet, so these are the casual ones:
leaderboard-empty = Nobody has finished { $least ->
    [1] a game
   *[other] { $least } games
} { $period ->
    [all] yet. `/{ $command }` opens a table.
   *[month] yet in this time.
}
leaderboard-own = You: { $line }
leaderboard-own-none = You have no finished game here yet.
leaderboard-own-unranked = You: { $games } of the { $least } games that are needed for a place here.
leaderboard-note = -# { $order ->
    [games] Most games first, then most wins.
    [points] All points together, then fewest games first.
    [units] The units of all games together, then fewest games first. Units are points of a game: they cannot be bought, sold or cashed.
    [fewest] The fewest points a game first, on average, of those with { $least } games or more; then most games.
    [places] The best place on average first, of those with { $least } games or more; then most games.
   *[wins] Most wins first, then fewest games.
} { $kind ->
    [casual] Casual games: fewer than two people, opened as casual, or a seat taken over from somebody who left.
   *[people] Rated games between two people or more. Casual games are kept apart.
}

## What somebody has played
stats-title = ## 📊 { $game }: { $who }
stats-tally = **{ $kind ->
    [casual] Casual
   *[rated] Rated
}:** { $games } { $games ->
    [one] game
   *[other] games
}, { $wins } won ({ $share } %) · average place { $average } · { $points }
stats-points = { $points } { $points ->
    [one] point
   *[other] points
}
stats-units = { $units } { $units ->
    [one] unit
   *[other] units
} (points of the game: they cannot be bought, sold or cashed)
stats-without-units = this server plays without units
stats-average-points = { $average } points a game
stats-parts = - { $left } left before the end, { $stepped } taken over from somebody who left
stats-streak = - Most wins in a row: { $wins }
stats-recent = - The last ones, newest first: { $signs }
stats-none-own = You have not finished a game of { $game } in this server yet. `/{ $command }` opens a table.
stats-none = { $who } has not finished a game of { $game } in this server yet.
no-person = { $who } is a bot: only people have results.
history-title = ## 📜 Games of { $who }
history-line = { $when } **{ $game }** · { $result }{ $more } · `{ $table }`
history-result = { $sign } place { $place } of { $seats } · { $points } { $points ->
    [one] point
   *[other] points
}
history-units = { $sign } place { $place } of { $seats } · { $units } { $units ->
    [one] unit
   *[other] units
}
history-place = { $sign } place { $place } of { $seats }
history-with = {" "}· with { $people }
history-mark = { $mark ->
    [left] {" "}· left before the end
    [stepped-in] {" "}· took a seat over
   *[casual] {" "}· casual
}
history-link = to the table
history-note = -# 🏆 won, ➖ neither, ✖️ lost. `/verify table:` with the id at the end of a line hands out the record of that game.
history-none-own = You have not finished a game in this server yet. `/okey`, `/okey101` and `/kaluki` open a table.
history-none = { $who } has not finished a game in this server yet.
