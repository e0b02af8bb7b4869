# English: settings, threads and watching (src/discord/front_sentences.rs).

command-settings = Your own settings, and those of the server: language, rack, calls, threads …

language-name = English
settings-title = ## Your settings
    They count wherever you play. Nobody else sees this.
settings-server-title = ## Settings of this server
    They count for tables opened from now on; what somebody says in the command itself goes first.
    Some games have stakes. They are played for *units*: points of a game, which cannot be bought, sold or cashed. A server without units plays them for nothing and has no leaderboard of units.
settings-language = The language of what only you read
settings-language-unsaid = As your Discord says
settings-arrangement = How your rack is laid out
settings-arrangement-name = { $arrangement ->
    [colours] Rack by colours or suits
   *[melds] Rack in sets, runs and pairs
}
settings-auto-draw = Draw from the stock for me: { $state ->
    [on] yes
   *[off] no
}
settings-pings = Call me when the table waits for me: { $state ->
    [on] yes
   *[off] no
}
settings-four-colours = My cards in four colours: { $state ->
    [on] yes
   *[off] no
}
settings-server-language = The language of what everybody reads
settings-server-language-unsaid = That of whoever opens the table
settings-preset = The clock of a new table
settings-level = The computers of a new table
settings-level-name = { $level ->
    [easy] Computers: easy
    [medium] Computers: medium
    [hard] Computers: hard
    [expert] Computers: expert
   *[other] Computers: { $level }
}
settings-rated = Games count for the leaderboard: { $state ->
    [on] yes
   *[off] no
}
settings-threads = Each table gets a thread: { $state ->
    [on] yes
   *[off] no
}
settings-server-four-colours = Cards in four colours: { $state ->
    [on] yes
   *[off] no
}
settings-units = Play for units: { $state ->
    [on] yes
   *[off] no
}
button-server-settings = Settings of this server
button-own-settings = Your settings
settings-not-allowed = Only members with the permission *Manage Server* can change the settings of this server. Nothing was changed.
settings-most-tables = How many tables may be open at once
settings-most-tables-unsaid = Tables at once: as many as the bot allows ({ $most })
settings-most-tables-count = Tables at once: { $count }
settings-not-stored = ⚠️ That could not be stored just now, so nothing was changed. Please try again in a moment.

thread-name = { $game } · { $code }
thread-opens = 🎲 { $who } opens a table of { $game } …
thread-opened = 🎲 { $who } opened a table of { $game }: { $thread }
thread-refused = The table stands in this channel: { $why ->
    [many] this server has as many open threads as Discord allows.
    [forbidden] I may not create a thread here (Create Public Threads).
   *[other] a thread could not be created just now.
}
thread-gone = 🧵 { $people }, the thread of your { $game } table is gone. The game goes on: `/rack` shows your rack here, and its buttons play.
thread-closed = 🔒 { $people }, I may not write in the thread of your { $game } table any more. The game goes on: `/rack` shows your rack here, and its buttons play. The table comes back there when I may.
place-gone = ⚠️ The channel of this table was deleted. You can play on here; elsewhere in this server `/rack` shows your rack.
place-closed = ⚠️ I may not write in the channel of this table, so the table is not shown there. The game goes on here; the table comes back when I may.
tables-in-threads = There is no table in this channel itself. Its tables stand in these threads: { $threads }
lobby-not-shown = The table is open, but its lobby could not be shown in { $thread }. `/table show` shows it, `/table end` closes it.

too-quick = ✋ That was too much at once. Please wait a few seconds, then press again. Nothing was changed, and nothing is lost.
not-understood = ⚠️ Discord has told me this in a form that I do not know, so nothing was done and nothing is lost. Please try it another way, for instance with `/play` or `/rack`; whoever hosts this bot finds a line about it in the log.
too-many-tables = { $whose ->
    [person] You have opened as many tables as one person may at once ({ $most }): { $links } When one of them is over you can open another. `/table end` there closes a lobby.
    [channel] In this channel and its threads as many tables are open as there may be at once ({ $most }). When one of them is over another can be opened, or take a seat at one of them.
   *[server] In this server as many tables are open as there may be at once ({ $most }). When one of them is over another can be opened, or take a seat at one of them.
} No table was opened.
too-many-lobbies = { $whose ->
    [person] As many of your tables as may at once ({ $most }) have not begun yet: { $links } Start one of them, or close it with `/table end`.
    [channel] In this channel and its threads as many tables wait for players as may at once ({ $most }). Take a seat at one of them.
   *[server] In this server as many tables wait for players as may at once ({ $most }). Take a seat at one of them.
} No table was opened.
invite-uncalled = { $who } does not want to be called, so nobody was. You can tell them yourself where the table is: { $link }
invite-again = { $who } was called a short while ago, so nobody was called now. In ten minutes you can call them again; the table is here: { $link }
invite-many = You have called people { $most } times in ten minutes, so nobody was called now. You can tell them yourself where the table is: { $link }

watching-lobby = You have no seat at this table. Press **Join** in the lobby to take one: { $link }
watching-with-seat = You have no seat at this table, so you watch. Somebody left: **Take seat** on the table gives you their seat and rack: { $link }
watching = You have no seat at this table, so you watch. The table shows all that watchers may see: { $link }
