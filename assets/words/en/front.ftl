# English: settings, threads and watching. Every id here is a function in src/discord/speech/front_sentences.rs;
# `command-…` are descriptions of commands.

command-settings = Your own settings and the server's: language, rack, pings, threads …

language-name = English
settings-title = ## Your settings
    They apply wherever you play. Where you already have a seat, **Desk** sets how your rack is sorted and what is drawn for you. Nobody else sees this.
settings-server-title = ## This server's settings
    They apply to tables opened from now on; options given with the command itself come first, and a rematch keeps those of the table before it.
    Some games have stakes. They are played for *units*: points of the game, which cannot be bought, sold or cashed in. A server without units plays for nothing and has no units leaderboard.
settings-missing = ⚠️ In this channel I don't have permission to { $permissions }. Tables open here all the same, but without what that is for. Somebody who manages this channel can grant it.
settings-language = Language of messages only you see
settings-language-unsaid = Same as your Discord
settings-arrangement = How your rack is sorted
settings-arrangement-name = { $arrangement ->
    [colours] Rack by colour or suit
   *[melds] Rack in sets, runs and pairs
}
settings-auto-draw = Draw from the stock for me: { $state ->
    [on] yes
   *[off] no
}
settings-pings = Ping me when I'm waited for: { $state ->
    [on] yes
   *[off] no
}
settings-four-colours = My cards in four colours: { $state ->
    [on] yes
   *[off] no
}
settings-face = My avatar in the pictures: { $state ->
    [on] yes
   *[off] no
}
settings-server-language = Language of messages everybody sees
settings-server-language-unsaid = Same as whoever opens the table
settings-preset = Clock of a new table
settings-level = Computers at a new table
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
settings-pictures-title = ## Pictures in this server
    Changes are saved at once and apply to everybody's pictures, from the next one on.
settings-server-faces = Avatars in the pictures: { $state ->
    [on] yes
   *[off] no
}
button-picture-settings = Pictures
button-server-settings = Server settings
button-own-settings = Your settings
settings-not-allowed = Only members with the *Manage Server* permission can change this server's settings. Nothing was changed.
settings-most-tables = How many tables may be open at once
settings-most-tables-unsaid = Tables at once: as many as the bot allows ({ $most })
settings-most-tables-count = Tables at once: { $count }
settings-unsure = ⚠️ It isn't certain yet whether that was saved: look again in a moment.
settings-not-stored = ⚠️ That could not be saved just now, so nothing was changed. Please try again in a moment.

thread-name = { $game } · { $code }
thread-opens = 🎲 { $who } is opening a table of { $game } …
thread-opened = 🎲 { $who } opened a table of { $game }: { $thread }
thread-ended = 🏁 { $game }: { $place ->
    [gone] {""}
   *[there] { $thread }{" "}
}{ $how ->
    [won] 🏆 { $who }
    [drawn] It ended without a winner.
    [unplayed] It was closed before the game began.
   *[closed] It was closed without a result.
}
thread-refused = The table is in this channel, because { $why ->
    [many] this server has as many open threads as Discord allows.
    [kind] there are no threads in a channel of this kind.
    [forbidden] I don't have permission to create a thread here (Create Public Threads).
   *[other] a thread could not be created just now.
}
thread-gone = 🧵 { $people }, the thread of your { $game } table is gone. The game goes on here: press **My rack**, or use `/rack`.{ $preset ->
    [days] {" "}The time of a turn goes on, but nobody is called any more: press **My rack** now and then to see whose turn it is.
   *[other] {""}
}
thread-closed = 🔒 { $people }, I may no longer show your { $game } table in its thread: it is locked, or I may not write or send pictures there. The game goes on here: press **My rack**, or use `/rack`. The table returns to the thread as soon as that is over.{ $preset ->
    [days] {" "}Until then the time of a turn goes on, but nobody is called: press **My rack** now and then to see whose turn it is.
   *[other] {""}
}
thread-of-lobby-gone = 🧵 { $people }, the thread of your { $game } lobby is gone. Its host can close it here with `/table end`; then another can be opened.
thread-of-lobby-closed = 🔒 { $people }, I may no longer show your { $game } lobby in its thread: it is locked, or I may not write or send pictures there. Its host can close it here with `/table end`; it returns to the thread as soon as that is over.
lobby-cut-off = { $why ->
    [gone] ⚠️ The place of this lobby was deleted. Its host can close it with `/table end`; then another can be opened.
   *[closed] ⚠️ I may not show this lobby in its place: that is a locked thread, or I may not write or send pictures there. Its host can close it with `/table end`; it returns there as soon as that is over.
}
place-gone = ⚠️ This table's channel was deleted. You can keep playing here; elsewhere in this server, `/rack` shows your rack.
place-closed = ⚠️ I may no longer show this table in its place: that is a locked thread, or I may not write or send pictures there. The game goes on here; the table returns there as soon as that is over.
place-closed-here = { $why ->
    [locked] 🔒 This thread is locked: nothing can be pressed here. Use
   *[closed] ⚠️ I may no longer show this table here: this is a locked thread, or I may not write or send pictures. If nothing can be pressed here, use
}{" "}`/rack` in { $elsewhere ->
    [elsewhere] another channel of this server
   *[other] { $elsewhere }
}: your game goes on there. The table returns here as soon as that is over.
place-thrown-out = ⚠️ I was removed from this server: nobody can press anything at this table, and its clock stands. As soon as I am invited again everybody has what was left of their turn. If I am not back within a day after this turn would have ended, the game is closed.
nobody-called = 🔇 I may not write new messages at this table, so nobody is called when it is their turn.
tables-in-threads = There is no table in this channel itself. Its tables are in these threads: { $threads }
lobby-not-shown = The table is open, but its lobby could not be shown in { $thread }. `/table show` shows it, `/table end` closes it.

too-quick = ✋ That was too much at once. Please wait a few seconds, then { $asked ->
    [typed] send the command once more
   *[pressed] press again
}. Nothing was changed, and nothing is lost.
host-shuts-out = ⛔ { $whom ->
    [server] Whoever runs this bot has shut this server out, so nothing can be done or played here.
   *[person] Whoever runs this bot has shut you out, so nothing was done. At a table your seat is played as if you were away.
} `/privacy` still gives you your data, and deletes them.
not-understood = ⚠️ Discord sent me this in a form I don't know, so nothing was done and nothing is lost. Please try another way, for example with `/play` or `/rack`; the bot's host will find a line about it in the log.
other-version = ⚠️ This command, as your Discord still shows it, is of another version of me, so nothing was done. Discord shows the commands of this version after a while, or at once when you reload it: Ctrl+R (⌘R on a Mac), and on a phone close the app and open it again.
too-many-tables = { $whose ->
    [opening] You already have as many tables open as one person may ({ $most }): they are just being opened. You can open another when one of them is over.
    [person] You already have as many tables open as one person may ({ $most }): { $links }. You can open another when one of them is over. `/table end` there closes a lobby that you host.
    [channel] This channel and its threads already have as many open tables as they may ({ $most }). Take a seat at one of them, or wait until one is over.
   *[server] This server already has as many open tables as it may ({ $most }). Take a seat at one of them, or wait until one is over.
} No table was opened.
too-many-lobbies = { $whose ->
    [opening] You already have as many tables waiting to start as one person may ({ $most }): they are just being opened. Start one of them, or close it with `/table end`.
    [person] You already have as many tables waiting to start as one person may ({ $most }): { $links }. Start one of them, or close it with `/table end`; of one that you no longer host, its host can.
    [channel] This channel and its threads already have as many tables waiting for players as they may ({ $most }). Take a seat at one of them.
   *[server] This server already has as many tables waiting for players as it may ({ $most }). Take a seat at one of them.
} No table was opened.
tables-elsewhere = { $count ->
    [one] one in another server
   *[other] { $count } in other servers
}
leave-elsewhere = You can give up a seat in another server from here. If you are still playing there, I ask once more before you leave the game. After that it no longer counts among your tables here.
button-leave-elsewhere = Leave { $game }{ $number ->
    [0] {""}
   *[other] {" "}{ $number }
}
game-elsewhere = { $game } in another server{ $channel ->
    [none] {""}
   *[other] , { $channel }
}{ $people ->
    [none] {""}
   *[other] , with { $people }
}{ $since ->
    [unknown] {""}
   *[other] , began { $since }
}
stay-elsewhere = If you press nothing, you stay.
too-many-seats = You already have a seat at as many tables as one person may ({ $most }){ $whose ->
    [opening] {""}. You are just taking it, or the tables are just being opened.
   *[person] : { $links }.
} You can take another when one of them is over, or when you have left one with `/table leave`.
ended-too-often = Within the last ten minutes, { $most } of your tables were closed before a game began, so no table was opened. You can open the next one { $when }; until then you can join the tables of others.
opened-too-often = You have opened { $most } tables within the last ten minutes, so no table was opened. You can open the next one { $when }; until then you can join the tables of others.
table-not-stored = No table was opened: it could not be saved just now. Please try again in a moment.
invite-uncalled = { $who } has turned pings off, so they were not pinged. You can tell them yourself where the table is: { $link }
invite-shut-out = This bot doesn't let { $who } play, so they were not pinged.
invite-stranger = { $who } is not a member of this server, so they were not pinged.
invite-unseen = { $who } can't see this channel, so they were not pinged. The table is here: { $link }
invite-again = { $who } was called to this or another table a short while ago, so they were not pinged again. You can invite them again ten minutes after that; the table is here: { $link }
invite-many = You have called somebody to a table { $most } times within ten minutes (a rematch calls everybody who played), so nobody was pinged this time. You can tell them yourself where the table is: { $link }

seated-lobby = You have a seat at this table, but nothing has been dealt yet. The game starts in the lobby: { $link }
watching-lobby = You don't have a seat at this table{ $seats ->
    [taken] , and all of its seats are taken. If one is given up before the game begins, **Join** in the lobby is for you: { $link }
   *[free] . Press **Join** in the lobby to take one: { $link }
}
watching-with-seat = You don't have a seat at this table, so you are watching. Somebody left: **Take seat** on the table gives you their seat and rack: { $link }{ $left ->
    [yes] {" "}You left it before, so it stays a last place for you, unless the game is closed by a vote or a moderator.
    [substitute] {" "}You left it before, so it stays lost among your casual games, unless the game is closed by a vote or a moderator.
    [casual] {" "}You left it before, so it stays lost among your casual games, unless it is closed without a result.
   *[no] {""}
}
watching = You don't have a seat at this table, so you are watching. The table shows everything watchers may see: { $link }
watching-over = You have no seat at this table, and its game is over. The table shows how it ended: { $link }
