# English. Every id here is a function in src/discord/speech/sentences.rs; `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-any-computers = How many computers sit down at once ({ $least } to { $most }; more can be added later)
command-any-level = How well computers play (default: this server's setting)
command-any-level-choice-0 = easy
command-any-level-choice-1 = medium
command-any-seats = How many play ({ $least } to { $most }; default: { $most })
command-any-clock = How long a turn may last (default: this server's setting)
command-any-clock-choice-0 = fast (30 s a turn)
command-any-clock-choice-1 = normal (60 s a turn)
command-any-clock-choice-2 = relaxed (3 min a turn)
command-any-clock-choice-3 = days (24 h a turn)
command-any-preset = A ready-made set of house rules to start from
command-any-rated = Whether the result counts for the leaderboard (default: this server's setting; needs an opponent)
command-play = Make a move: draw, take, open, lay, discard a tile, finish …
command-play-move = Choose from the list, or type: draw, discard R5 or h9, open best, off Y9 1, build 3 sJ, play K-Un
command-rack = See your own rack; nobody else sees it
command-table = The table in this channel
command-table-show = See how the game stands
command-table-leave = Leave the table; a computer plays on for you
command-table-end = End the table without a result
command-rules = The rules of a game in brief
command-rules-game = Which game (default: that of the table here, or of your only one; else Okey)
command-rules-game-choice-0 = Okey
command-rules-game-choice-1 = Okey 101
command-rules-game-choice-2 = Kaluki
command-rules-game-choice-3 = Hachinin-meri
command-help = How to play here
command-about = What this bot is

## Who sits where
game-name = { $game ->
    [okey] Okey
    [okey101] Okey 101
    [kaluki] Kaluki
    [meri] Hachinin-meri (八人メリ)
   *[other] { $game }
}
level = { $level ->
    [easy] easy
    [medium] medium
   *[other] { $level }
}
computer = 🤖 { $name } ({ $level })
computer-spoken = { $sign } ({ $name }, a computer)
computer-name = { $persona ->
    [bolt] Bolt
    [dot] Dot
    [kite] Kite
    [pepper] Pepper
    [fidget] Fidget
    [cosmo] Cosmo
    [rusty] Rusty
    [marble] Marble
   *[other] { $persona }
}
free-seat = *free*
away = -# { $sign } A computer plays until they press anything.
left-seats = -# { $signs } { $seats ->
    [one] A computer in place of somebody who left.
   *[other] Computers in place of people who left.
}
host = 👑

## The lobby
lobby-title = ## { $game }
lobby-advice = { $fills ->
    [people] Press **Join** to sit down; the host presses **Start** once all seats are taken.
    [computers] Press **Join** to sit down; the host presses **Start**. Computers take any seats that are still free.
    [either] Press **Join** to sit down; the host presses **Start**. Computers take any seats that are still free (without them: **More**, **Play with fewer**).
    [fewer] Press **Join** to sit down; the host presses **Start**. Seats that are still free are left out, and no computers take them: { $fewest } players are enough. Rules that depend on how many play are then those for as many as sit here.
    [none] All seats are taken: the host presses **Start**.
   *[room] All seats are taken: the host presses **Start**, or makes room for somebody (**More**, **Remove computer**).
}
lobby-choose-seats = 🪑 Choose your teams: 🅰️ plays against 🅱️. **Change seat** moves you to the next seat that no person has taken.
lobby-rules = **Rules:** { $rules } **Clock:** { $clock }.
lobby-sealed = -# 🔒 Sealed: `{ $seal }…` (how to check: { $life ->
    [lobby] **More**
   *[begun] `/verify` after the game
})
lobby-more =
    🔒 **The deal is sealed.** The secret of the shuffle was fixed before anybody sat down. This is its seal:
    `{ $seal }`
    To check the deal, keep this seal; it is shown again when the game begins. After the game, `/verify` gives you a file with the secret: its seal must be the same, and anybody can deal every round again from it.
    -# Only the host can change the table.
lobby-changed = ✏️ { $partners ->
    [yes] The rules, whether the game counts, what becomes of free seats, or who sits where, changed { $when }.
   *[no] The host changed the rules, whether the game counts, or what becomes of free seats, { $when }.
} It starts no sooner than ten seconds after that.
lobby-starting = ## { $game }
    The game is starting … If nothing happens, the host can press **Start** again.
lobby-begun = ## { $game }
    The game has started: the table is below.
lobby-closed = ## { $game }
    This table is closed. { $why }
    Use its command again to open another.
clock = { $preset ->
    [fast] 30 s a turn
    [normal] 60 s a turn
    [relaxed] 3 min a turn
    [days] 24 h a turn
   *[other] { $preset }
}
button-join = Join
button-leave = Leave
button-change-seat = Change seat
button-add-computer = Add { $level }
button-remove-computer = Remove computer
button-add-a-computer = Add computer
button-length = { $length ->
    [short] Make it short
   *[usual] Make it full length
}
button-counts = { $counts ->
    [casual] Make it casual
   *[rated] Make it rated
}
button-free-seats = { $free ->
    [fewer] Play with fewer
   *[filled] Fill free seats
}
button-start = Start
button-rules = Rules
button-options = Options
game-begins = 🎲 **{ $game }** begins: { $people }
    { $terms }
    -# 🔒 Sealed: `{ $seal }` (table `{ $table }`, presses `{ $presses }`; after the game `/verify` gives you the record to check it)
closed-before-begin = The table was closed before anything was dealt: the game does not begin, and costs nobody anything.
game-stakes = -# 🪙 { $stakes }

## Board and panel
button-rack = My rack
button-next = { $game ->
    [kaluki] Next deal
   *[other] Next round
}
seats-drawn = { $game ->
    [kaluki] 🎴 You drew cards for your seats: { $names } (lowest card first).
    [meri] 🎲 Seats and teams were drawn at random.
   *[other] 🎲 Seats were drawn at random.
}
board-turn = ➡️ { $sign } **{ $who }**'s turn: { $task ->
    [begin] discard a tile to start
    [draw] draw, or take the discard
    [draw-only] draw from the stock
    [draw-empty] take the discard, or pass
    [draw-win] take the discard if it wins, or pass
    [discard] discard
    [finish] finish
    [use] use the tile you took, or give it back
    [play] lay if you can, then discard
    [lead] lead a trick
    [lead-first] lead the first trick, then set a card aside
    [follow] play a card to the trick
   *[move] make a move
}.
turn-ends = Time's up { $deadline }.
board-seat = { $sign } { $who } · **{ $points }** { $points ->
    [one] point
   *[other] points
} · { $held } tiles
board-seat-out = { $sign } { $who } · **{ $points }** { $points ->
    [one] point
   *[other] points
} · out
board-teams = Teams: { $teams }
board-team = { $signs } **{ $points }**
alt-teams = Teams: { $teams }.
alt-team = { $sign } and { $partner } { $points }
next-round = { $game ->
    [kaluki] The next deal starts { $when }, or as soon as everybody has pressed **Next deal**.
   *[other] The next round is dealt { $when }, or as soon as everybody has pressed **Next round**.
}
next-round-rests = { $game ->
    [kaluki] Everybody is away: the next deal waits until somebody is back, and the table closes without a result { $when } if nobody is.
   *[other] Everybody is away: the next round waits until somebody is back, and the table closes without a result { $when } if nobody is.
}
game-over = ## The game is over
final-place = **{ $place }.** { $sign } { $who } · { $points } { $points ->
    [one] point
   *[other] points
}{ $outcome ->
    [won] {" "}· **won**
   *[other] {""}
}
game-abandoned = ## The table was closed without a result
closed-why = { $why ->
    [idle] Nobody started it, and nobody pressed a button here for an hour.
    [all-left] Everybody has left.
    [all-away] Everybody who was playing was away for a whole round.
    [all-away-for-days] Everybody who was playing was away for days.
    [host] The host closed it.
    [moderator] A moderator closed it.
    [thrown-out] I was removed from this server, and not invited back for a day.
   *[voted] Most of the players voted to close it.
}
table-set-aside = ## This table has been set aside
    Something went wrong on our side more than once. Nothing of the game is lost, but it cannot continue for now.
table-damaged = ## This table has been set aside
    Part of what was saved about this game is damaged, so it can’t go on fairly. It counts for nobody, and no points are lost. Whoever runs the bot can try to bring it back from a backup; a new game can be opened here right away.
table-over = ## This table is over
    Part of what was saved about this game is damaged, so how it ended can’t be shown here. If it was played to its end, its result counts as it was: `/history` and `/stats` have it. A new game can be opened here right away.
panel-your-turn = **Your turn.** { $task }
panel-turn-ends = Your time is up { $deadline }.
panel-old = ⏳ In a minute this panel stops following the table: Discord lets a message like this change for fifteen minutes only. Press any button on it, or **My rack** at the table (`/rack` does the same), and you get a fresh one.
panel-begun = Your panel stands in this channel, with what you have begun on it. If you have put it away, press **My rack** once more for a new one.
panel-moved = Your panel is here now, no longer at your table: { $link }
panel-substitute = -# You took this seat over from somebody who left, so this game is casual for you.
panel-left-before = -# You left this game before, so it { $when ->
    [over] is a last place for you.
   *[playing] stays a last place for you, unless the game is closed by a vote or a moderator.
}
panel-left-casually = -# You left this game before, so it { $when ->
    [over] is lost among your casual games.
    [substitute] stays lost among your casual games, unless the game is closed by a vote or a moderator.
   *[playing] stays lost among your casual games, unless it is closed without a result.
}
panel-waiting = Not your turn yet.
panel-waiting-after = Not your turn yet: you play after { $sign } { $who }.
panel-since = -# { $since ->
    [turn] Since your last turn:
    [seat] Since the last turn in your seat:
   *[start] So far:
} { $moves }

## Games in which melds are laid
alt-fits = { $state ->
    [closed] Once you have opened, these fit the table:
   *[open] These fit the table:
} { $tiles }.
alt-more-melds = And { $melds ->
    [one] one more meld
   *[other] { $melds } more melds
}.
button-open = Open { $points }
button-lay = { $melds ->
    [one] Lay { $melds } meld
   *[other] Lay { $melds } melds
}
button-more = More
button-compose = Compose
button-text = As text
button-meld = Meld { $worth }
button-no-meld = Meld
button-open-short = Open { $points }, { $short } short
button-lay-this = Lay { $worth }
button-change = Change

## Tiles, and what games share in words
tile-short = { $sign }{ $number }
tile-spoken = { $colour } { $number }
false-joker = false joker
okey-marked = { $tile } (okey)
okey-standing = { $tile } as { $number }
okey-label = { $tile }✨
false-joker-label = { $sign } F
colour = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
   *[black] black
}
false-joker-seen = Turned up at the deal and put back: a 🃏 false joker lies { $under ->
    [0] on top of the stock
    [one] under one tile of the stock
   *[other] under { $under } tiles of the stock
}
round-stock = {" "}· { $stock } left in the stock
must-draw-first = { $first ->
    [draw-or-take] First draw from the stock, or take the discard.
    [draw] First draw from the stock.
    [take-or-pass] The stock is empty: first take the discard, or pass.
    [pass] The stock is empty, and there is no discard you may take: you can only pass.
   *[unknown] You had no tile for this turn yet.
}
pile-own = Your discards, newest first: { $tiles }
pile-of = Discards of { $sign } { $who }, newest first: { $tiles }
button-draw = Draw
button-take = Take { $tile }
button-pass = Pass
button-surely = Discard { $tile } anyway
moved-drew = { $sign } drew
moved-drew-tile = { $sign } drew { $tile }
moved-took = { $sign } took { $tile }
moved-discarded = { $sign } discarded { $tile }
moved-passed = { $sign } passed
last-moves = -# { $moves }
alt-rack = Your rack, { $count } { $count ->
    [one] tile
   *[other] tiles
}. { $tiles }
alt-group = Together: { $tiles }.
alt-loose = Single: { $tiles }.
alt-okey = Indicator { $indicator }, okey { $okey }.
alt-board = The table in round { $round }, { $stock } { $stock ->
    [one] tile
   *[other] tiles
} left in the stock.
alt-seat = { $sign }: { $points } { $points ->
    [one] point
   *[other] points
}, { $held } { $held ->
    [one] tile
   *[other] tiles
}{ $pile ->
    [none] {""}
   *[other] , on their pile: { $pile }
}.
alt-no-pile = nothing
alt-won = { $sign } won the round with { $kind }: { $tiles }. The last tile was { $tile }.
alt-turn = It is { $sign }'s turn.
sign-spoken = { $seat ->
    [0] Blue circle
    [1] Orange diamond
    [2] Purple square
    [3] Red triangle
    [4] Yellow star
    [5] Green heart
    [6] Pink blossom
    [7] Grey cloud
   *[other] Seat { $seat }
}

## Typed moves
move-draw = Draw from the stock
move-take = Take { $tile }
move-pass = Pass
move-discard = Discard { $tile }
move-finish = Finish with { $tile }
move-next = { $game ->
    [kaluki] Go on to the next deal
   *[other] Go on to the next round
}
move-none = { $count ->
    [0] There is nothing for you to play right now
   *[other] Not your turn: { $signs } to play
}

## What is not possible, and why
late = ⏱️ That button was out of date, so nothing was done. Here is how things stand now:
late-typed = ⏱️ That is not possible any more, or not yet, so nothing was done. Here is how things stand now:
refused-turn = It's not your turn. The table is waiting for { $who }.
refused-window = One moment: { $who } can still announce before play continues. Please try again when it's your turn ({ $deadline } at the latest).
refused-out = You are out of this game, and your result stands. You can watch to the end, or leave with `/table leave`.
refused-over = The game is over.
not-seated = You don't have a seat at this table.
not-host = Only the host can do that: { $host }.
removed = The host removed you from this table. You can join again once they have invited you with `/table invite`: { $host }
too-many-computers = No table was opened: of { $seats } seats one is yours, so { $most ->
    [one] one computer has
   *[other] { $most } computers have
} room there.
full = All { $seats } seats are taken{ $computers ->
    [0] .
    [one] ; one of them by a computer. Seats change hands when somebody leaves, or in the rematch.
   *[other] ; { $computers } of them by computers. Seats change hands when somebody leaves, or in the rematch.
}
already-seated = You already have a seat at this table.
saw-another = You have sat on another seat in this game and know what was there: you can only go back to that one.
already-started = The game has already started.
not-playing = There is nothing to play at this table right now.
too-few = Not enough players yet: { $present } of { $needed }. Ask somebody to join, or add a computer.
terms-changed = { $partners ->
    [yes] The rules of this table, whether the game counts, what becomes of free seats, or who sits where, changed just now, or somebody has just come to a rematch.
   *[no] The rules of this table, whether the game counts, or what becomes of free seats, changed just now.
} { $seconds ->
    [0] The lobby does not show it yet: you can start it ten seconds after it does
    [one] You can start it in a second
   *[other] You can start it in { $seconds } seconds
}: until then { $people } { $count ->
    [one] can
   *[other] can all
} read what is new, or leave.
other-terms = You have no seat there yet: { $partners ->
    [yes] its rules, whether it counts, what becomes of free seats, or who sits where, are
   *[no] its rules, whether it counts, or what becomes of free seats, are
} no longer those of the game before. Read them there, and press **Join** if you want to play.
playing-again = The rematch is being opened right now.
played-again = The rematch is there already: { $link }
joined-rematch = The rematch was there already, and you have a seat: { $link }
channel-busy = There is already a table in this channel: { $link }
may-not-end = Only a moderator in this table's channel (not at a rated game of their own), or the host of a lobby or a casual game, can end this table. The players can vote to end it.
may-not-end-lobby = Before the game begins only its host, { $host }, or a moderator in this table's channel can end this table. Everybody else can leave it with `/table leave`.
changed-too-often = This table was changed { $most } times before its start, and that is all there can be. Its host can still start it, end it, or remove somebody; another one can be opened.
sat-too-often = You have taken a seat at this table { $most } times already. You can join again once the host has invited you with `/table invite`: { $host }
moved-too-often = You have changed your seat at this table { $most } times, and that is all there can be.
you-left-too-often = You have left this game { $most } times, so you can't take a seat in it any more: a computer plays on in yours, or whoever takes it.
left-too-often = People have left this game { $most } times, and that is all there can be: computers play on for them, and nobody can take their seats any more.
only-in-lobby = That can only be done before the game starts.
too-many-lately = One more table cannot be opened just now: too many were opened within the last hour. Please try again later.
no-computer = There is no computer to remove.
disk-refused = That was not done: it could not be saved just now. Nothing is lost; please try again in a moment.
unsure = It isn't certain yet whether that was saved. Press **My rack** to see how things stand.
unsure-there = It isn't certain yet whether that was saved. Look here again in a moment, and try again if nothing has changed.
busy = Too much is happening at this table at once. Please try again.
gone = This table is over.
unknown-table = I know nothing of this table: it may be from before my records were restored or replaced. Open a new one with `/okey`, `/okey101`, `/kaluki` or `/meri`.
sheet-gone = This table is over, and its record is no longer kept, or cannot be read.
no-randomness = No table could be opened: the computer this bot runs on has no random numbers to give right now.
failure = Something went wrong on our side. Nothing of your game is lost; please try again.
unreadable-button = This button no longer works. Use the table's newest message, or `/rack`.
no-table-here = There is no table here. Open one with `/okey`, `/okey101`, `/kaluki` or `/meri`.
game-over-here = Your game here is over.
    { $how }
    { $place ->
        [gone] {""}
       *[there] The final result: { $board }.{" "}
    }`/replay` goes through the game move by move, and `/history` lists your last ones.
    There is no table here now. Open a new one with `/okey`, `/okey101`, `/kaluki` or `/meri`.
is-over-here = The game here is over. Your other table is elsewhere: { $link }. For that one use the command there.
is-unknown-here = I know nothing of the table here. Your other table is elsewhere: { $link }. For that one use the command there.
told-of = **{ $table }**: { $told }
which-table = You are playing at several tables. Use this command in the channel of the one you mean: { $tables }
only-in-server = Tables are played in a server's channels. Use this command there.
missing-permissions = I can't play here: I don't have permission to { $permissions }. Somebody who manages this channel can grant it.
locked-here = This thread is locked: nobody could press anything at a table here, so none was opened. Unlock it first, or open one in another channel.
shut-out = I can't write here: this thread is locked, or I was not let in. A moderator can unlock it, or mention me here; then press **Start** again.
not-in-thread = I was not let into this private thread. Mention me here once, then press **Start** again.
permission = { $name ->
    [view] see this channel (View Channel)
    [send] write here (Send Messages)
    [send_threads] write in threads (Send Messages in Threads)
    [attach] send pictures (Attach Files)
    [threads] make a thread for each table (Create Public Threads)
    [embed] show what links lead to (Embed Links)
    [history] read what was written before (Read Message History)
   *[other] { $name }
}
which-tile = Which tile? Type it as well, for example: `{ $example }`
nothing-to-play = There is nothing for you to play right now.
move-surely = This move is asked about first, for the reason below. If you mean it, press its button, or type `/play surely { $text }`.
no-move = That isn't a move I know. Choose one from the list, or type, for example: { $example }
tile-letters = Letters: R red ❤️ · Y yellow ⭐ · G green 🍀 · K black ♠︎ · F false joker 🃏.
leaving-counts = ⚠️ **This game counts: { $game }.** If you leave now, { $after ->
    [closed] you finish last: nobody else plays here, so the table closes, and the game is a last place for everybody who left.
   *[played] you finish last unless the game is closed by a vote or a moderator, and a computer plays on in your seat.
} This can't be undone.
leaving-free = **Leave this table ({ $game })?** { $after ->
    [closed] It costs you nothing: nobody else plays here, so the table closes.
    [deserted] You took this seat over, so the game counts as lost among your casual games only. Nobody else plays here, so the table closes.
    [substitute] You took this seat over: unless the game is closed by a vote or a moderator, it counts as lost among your casual games only. A computer plays on in your seat, until somebody takes it.
   *[played] The game is casual: once it is played to its end, it counts as lost among your casual games only. A computer plays on in your seat, until somebody takes it.
}
button-quit = Leave anyway
button-stay = Stay
you-left = You left the table, and a computer plays on for you. { $casual ->
    [yes] The game is casual: once it is played to its end, it counts as lost among your casual games only.
    [substitute] You took this seat over: unless the game is closed by a vote or a moderator, it counts as lost among your casual games only.
   *[no] Unless the game is closed by a vote or a moderator, it counts as a last place for you.
}
you-left-early = You left the table before anything was dealt, so this costs you nothing.{ $casual ->
    [no] {" "}If you come back to your seat later, the game is casual for you.
   *[yes] {""}
}
you-left-out = You left the table. You were already out of the game, so your result stands.
you-left-lobby = You gave up your seat.
you-ended = The table was closed without a result.
end-asks = ⚠️ **End this game for everybody, without a result?**
    { $game }, { $place }: { $people }{ $since ->
        [unknown] {""}
       *[other] , began { $since }
    }
place-deleted = in a deleted channel (table `{ $table }`)
button-close = End this game
end-late = This game was over already, so nothing was done.
end-changed = You have a part in this game by now, so nothing was done. `/table end` is your vote there.

## Pages
help =
    ## How to play
    1. { $place ->
        [server] `/okey` opens a table of Okey here
       *[elsewhere] Tables are opened in servers that have added this bot (here you can read `/rules` and play a lesson with `/learn`). There, `/okey` opens a table of Okey
    }, `/okey101` one of Okey 101, `/kaluki` one of Kaluki, `/meri` one of Hachinin-meri (eight players), in its own thread where possible. Friends press **Join**; add `computers:3` to play against computers.
    2. The host presses **Start**. Your rack comes in a message that only you can see.
    3. On your turn, press **Draw** or **Take**, then the tile or card to discard: two taps. In Okey 101 and Kaluki you open in between: **Open** shows your best opening. In Hachinin-meri, press the card to play; cards you may not play can't be pressed.
    4. Lost your rack? Press **My rack** on the table, or use `/rack`. You can also type every move: `/play`.
    5. `/table leave` (or **Leave** on your **Desk**) leaves a table and `/table end` closes it. Before the game begins only its host or a moderator can; then its host unless it is a rated game, a moderator unless it is a rated game of their own, and else a vote of those who play. `/leaderboard` shows who wins, `/stats` and `/history` what you have played, `/replay` a finished game move by move, `/rules` how each game works, step by step and with pictures, and `/settings` is where you set things up the way you like them.
    Kaluki has stakes in *units*. Units are points of the game: they cannot be bought, sold or cashed.
    If your time runs out, a move is made for you; the second time, a computer plays until you press a button.
about =
    ## istaka { $version }
    Okey, Okey 101, Kaluki and Hachinin-meri with friends, on Discord. *Istaka* is the wooden rack of an Okey player.
    An accepted move is never lost, nobody sees anybody else's rack, and the secret behind every deal is sealed before anybody sits down.
    Free software under the MIT licence.{ $source ->
        [none] {""}
       *[other] {" "}Source: <{ $source }>
    }

## Checking a deal
command-verify = Get the record of the last finished game here, to check that the deal was fair
command-verify-table = The id of a table in this server (default: the last game in this channel)
verify-record =
    The file holds the whole game of table `{ $table }`: the secret behind the seal, what each of you added to the deal, and every step. Nobody is named in it.
    Compare its seal with the one shown before the deal, in the lobby and when the game began: `{ $seal }`.
    The last board of the game shows how the digest of this record begins; the whole of it is `{ $digest }`. If the two differ, this is not the file of that evening.
    Then `istaka verify FILE` replays seal, decks, moves and scores, and `python3 docs/verify_deal.py FILE` (separate code, a few pages, part of istaka's source) checks seal and decks without trusting istaka.
board-record = -# 🔒 Record: `{ $digest }…` (`/verify` gives you the file)
verify-none = I found no game that has ended in this channel, or its record is no longer kept. One that was played in a thread may be found there, or by the id of its table. A game keeps its secret until it is over.
verify-unknown = There is no finished game with that id in this server, or its record is no longer kept. A game keeps its secret until it is over.
verify-damaged = What is stored of this game can't be read any more, so there is no record of it. Its result stays as it is.

## Pings
ping-turn = 🔔 { $people }, it's your turn. Your time is up { $deadline }.
ping-asked = 🔔 { $people }, you are asked. If you have not answered yet: your time is up { $deadline }.
ping-warning = ⏳ { $people }, most of your time is gone: it is up { $deadline }.

## Seats in a game
button-take-seat = Take seat { $sign }
seat-taken = Somebody else took that seat.

## Ending a table together, and removing somebody from a lobby
board-votes = 🗳️ { $signs } { $votes ->
    [one] wants
   *[other] want
} to close this table without a result: { $votes } of { $needed } votes. `/table end` is a vote, too.
you-voted = You voted to close the table without a result: { $votes } of { $needed } votes. When the round ends, your vote lapses.
you-voted-already = You have already voted to close the table without a result: { $votes } of { $needed } votes. When the round ends, your vote lapses.
moderator-plays = You have a part in this rated game, so here your word is one vote, like everybody else's. A moderator who had no part in it can close the table.
had-part = You had a part in this rated game, so you can't close it: it counts for those who played. A moderator who had no part in it can close it.
you-kicked = { $who } no longer has a seat at this table.{ $kind ->
    [person] {" "}They can join again only after you have invited them with `/table invite`.
   *[computer] {""}
}
nobody-there = Nobody has that seat.
kick-without-seat = { $who } doesn't have a seat here.
kick-only-others = You can't remove yourself. To give up your seat, use `/table leave`.
kick-whom = Choose whom to remove: a person, or the number of a seat, counted from the top of the lobby's list.
command-table-invite = Invite somebody to the table
command-table-invite-person = Whom to invite; they are pinged once
command-table-computer = Put a computer in a free seat, before the game (host)
command-table-computer-level = How well it plays
command-table-computer-level-choice-0 = easy
command-table-computer-level-choice-1 = medium
you-added-computer = { $who } has joined your table.
command-table-settings = See and change your table's house rules, before the game (host)
invitation = { $guest }, { $host } invites you to a table of { $game }: { $link }
invite-bot = Bots can't play here. Computers come into a lobby: its host presses **Add computer**.
invite-seated = { $who } already has a seat at this table.
command-table-kick = Remove a person or a computer from the lobby (host)
command-table-kick-person = Whom to remove
command-table-kick-seat = Which seat, counted from the top of the lobby's list

## The rematch
button-rematch = Rematch
button-sheet = Score sheet
button-stats = My stats
rematch-call = { $room ->
    [yes] 🔁 { $people }, rematch! Press **Join** to play again.
   *[no] 🔁 Not here yet from the last game: { $people }
}
no-rematch = This rematch is no longer on offer: it stands for 24 hours after the game. Use the game's command to open a new table.
did-not-play = Only those who played at this table can ask for a rematch. Use the game's command to open a table of your own.

## Tables in words
alt-dealer = { $sign } dealt.
alt-under = Under it: { $pieces }.
