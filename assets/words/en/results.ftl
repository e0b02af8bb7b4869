# English: results. Every id here is a function in src/discord/speech/result_sentences.rs;
# `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-leaderboard = The best players of this server
command-leaderboard-game = Which game
command-leaderboard-game-choice-0 = Okey
command-leaderboard-game-choice-1 = Okey 101
command-leaderboard-game-choice-2 = Kaluki
command-leaderboard-game-choice-3 = Hachinin-meri
command-leaderboard-period = Over what time (default: all time)
command-leaderboard-period-choice-0 = all time
command-leaderboard-period-choice-1 = last 30 days
command-leaderboard-period-choice-2 = last 7 days
command-leaderboard-by = What to rank by (default: wins)
command-leaderboard-by-choice-0 = wins
command-leaderboard-by-choice-1 = games
command-leaderboard-by-choice-2 = points or units
command-leaderboard-by-choice-3 = average place
command-leaderboard-games = Rated games, or casual ones
command-leaderboard-games-choice-0 = rated, between people
command-leaderboard-games-choice-1 = casual
command-stats = How you, or somebody else, have done in this server
command-stats-person = Whose results (default: yours)
command-stats-game = Which game
command-stats-game-choice-0 = Okey
command-stats-game-choice-1 = Okey 101
command-stats-game-choice-2 = Kaluki
command-stats-game-choice-3 = Hachinin-meri
command-history = Your last games in this server, or somebody else's
command-history-person = Whose games (default: yours)

## Whether the result counts
counting = { $why ->
    [rated] -# 🏅 Rated: the result counts for the leaderboard. Anybody who leaves finishes last.
    [counted] -# 🏅 Rated: the result counts for the leaderboard.
    [alone-so-far] -# 🏅 Rated if at least two people play; with only one the game is casual.
    [one-sided-so-far] -# 🏅 Rated if people sit on both sides; with only one person, or all on one side, the game is casual.
    [drawn] -# 🏅 Rated if chance puts people on both teams; with only one person, or all on one team, the game is casual.
    [one-sided] -# Casual: all people were playing on one side, so the result counts for the casual leaderboard only.
    [alone] -# Casual: only one person was playing, so the result counts for the casual leaderboard only.
    [rated-now] -# 🏅 Rated
    [one-sided-now] -# Casual: all people are playing on one side
    [alone-now] -# Casual: only one person is playing
    [casual-now] -# Casual
   *[chosen] -# Casual: the result counts for the casual leaderboard only.
}
counts-as-lost = -# { $signs } left this game and came back: for them it counts as a last place.
counts-casually = -# { $signs } took a seat over: for them it counts as casual.
units = -# 🪙 { $state ->
    [on] Played for units: points of this game. They cannot be bought, sold or cashed in.
   *[off] Played without units: nothing is at stake.
}
no-units = This server plays without units, so every stake is 0. Nothing was changed. Somebody who manages the server can turn units on with `/settings`.
game-deserted = -# Nobody finishes this rated game: whoever left while it counted for them finishes last.
alone = No opponent of yours can vote in this rated game, so it cannot be voted away. Play on: the result counts, and those who left finish last. If you use `/table leave`, so do you. A moderator who had no part in it can close the table without a result.
stepped-in = You took the seat of somebody who left, so this rated game is casual for you, and you have no vote in it: only those for whom it counts can vote to close it. You can leave with `/table leave`: unless the game is closed by a vote or a moderator, it counts as lost among your casual games only.
you-left-last = { $casual ->
    [yes] You left the table, and as nobody else was playing, it closed without a result.
    [substitute] You left the table, and as nobody else was playing, it closed. You took your seat over, so the game counts as lost among your casual games only.
   *[no] You left the table, and as nobody else was playing, it closed. It was rated: the game counts as a last place for everybody who left.
}
you-left-vote = You left the table. Without you the votes to close it are enough, so it closed without a result: the game counts for nobody.

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
leaderboard-without-units = This server plays without units, so { $game } has no units leaderboard here. You can still rank by wins, games and average place.
leaderboard-average = **average place { $average }** ·{" "}
leaderboard-average-points = **{ $average } points per game** ·{" "}
leaderboard-none-rated = Nobody here is in this ranking by rated games yet, so this is the one by casual games:
leaderboard-empty = Nobody has finished { $least ->
    [1] a game
   *[other] { $least } games
} { $period ->
    [all] yet. `/{ $command }` opens a table.
   *[month] in this period yet.
}
leaderboard-own = You: { $line }
leaderboard-own-none = You have no game in this ranking.
leaderboard-own-unranked = You: { $games } of the { $least } games needed to be ranked here.
leaderboard-note = -# { $order ->
    [games] Most games first, then most wins.
    [points] Most points in all games together, then fewest games.
    [units] Most units in all games together, then fewest games. Units are points of the game: they cannot be bought, sold or cashed in.
    [fewest] Fewest points per game on average, with at least { $least } games; then most games.
    [places] Best average place, with at least { $least } games; then most games.
   *[wins] Most wins first, then fewest games.
} { $kind ->
    [casual] Casual games: against computers only, opened as casual, or in a seat taken over from somebody who left.
   *[people] Rated games, in which people played against each other. Casual games are counted separately.
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
stats-no-games = **{ $kind ->
    [casual] Casual
   *[rated] Rated
}:** no game yet
stats-points = { $points } { $points ->
    [one] point
   *[other] points
}
stats-units = { $units } { $units ->
    [one] unit
   *[other] units
} (points of the game: they cannot be bought, sold or cashed in)
stats-without-units = this server plays without units
stats-average-points = { $average } points per game
stats-parts = - { $parts ->
    [left] { $left } left before the end
    [stepped] { $stepped } taken over from somebody who left
   *[both] { $left } left before the end, { $stepped } taken over from somebody who left
}
stats-streak = - Longest winning streak: { $wins }
stats-recent = - Latest games, newest first: { $signs }
stats-none-own = You have not finished a game of { $game } in this server yet. `/{ $command }` opens a table.
stats-none = { $who } has not finished a game of { $game } in this server yet.
no-person = { $who } is a bot: only people have results.
history-title = ## 📜 Games of { $who }
history-line = { $when } **{ $game }** · { $result }{ $more } · `{ $table }`
history-result = { $sign } place { $place } of { $seats }{ $of ->
    [teams] {" "}teams
   *[seats] {""}
} · { $points } { $points ->
    [one] point
   *[other] points
}
history-units = { $sign } place { $place } of { $seats }{ $of ->
    [teams] {" "}teams
   *[seats] {""}
} · { $units } { $units ->
    [one] unit
   *[other] units
}
history-place = { $sign } place { $place } of { $seats }{ $of ->
    [teams] {" "}teams
   *[seats] {""}
}
history-with = {" "}· with { $people }
history-mark = { $mark ->
    [left] {" "}· left before the end
    [stepped-in] {" "}· took a seat over
   *[casual] {" "}· casual
}
history-link = to the table
history-note = -# 🏆 won, ➖ neither won nor lost, ✖️ lost. `/verify table:` with the id at the end of a line gives you the record of that game, and `/replay table:` goes through it move by move (where it was played, or if you played it), as long as this bot keeps it.
history-none-own = You have not finished a game in this server yet. `/okey`, `/okey101`, `/kaluki` and `/meri` open a table.
history-none = { $who } has not finished a game in this server yet.

## Under the picture of a game that is over
result-alt = The game is over. By place: { $places }. In brackets: { $what ->
    [units] units
    [penalty] penalty points
    [kiri] kiri won
    [shobu] shōbu won
   *[points] points
}.
result-alt-place = { $place } { $seat } ({ $points })
