# English. Every id here is a function in src/discord/sentences.rs; `command-…` are descriptions of commands.

## Commands (1 to 100 characters each)
command-any-computers = How many computers sit down at once ({ $least } to { $most }; more can be added later)
command-any-level = How well computers play (medium if you say nothing)
command-any-level-choice-0 = easy
command-any-level-choice-1 = medium
command-any-seats = How many play ({ $least } to { $most }; { $most } if you say nothing)
command-any-clock = How long a turn may last
command-any-clock-choice-0 = fast (30 s a turn)
command-any-clock-choice-1 = normal (60 s a turn)
command-any-clock-choice-2 = relaxed (3 min a turn)
command-any-clock-choice-3 = days (24 h a turn)
command-any-preset = A set of house rules to begin with
command-any-rated = Whether the result counts for the leaderboard (yes if you say nothing; it needs two people)
command-okey = Open a table of Okey here
command-okey-points = Points everybody starts with (20 if you say nothing; fewer make a shorter game)
command-okey-preset-choice-0 = standard
command-okey-preset-choice-1 = short (10 points)
command-okey-preset-choice-2 = partners (four play, opposite seats together)
command-okey-rules = House rules as name=value, for instance: deal=simplified stock_pick=any
command-play = Make a move: draw, take, open, lay, discard a tile, finish …
command-play-move = Choose from the list, or type: draw, discard R5 or h9, open best, off Y9 1, build 3 sJ, play K-Un
command-rack = See your own rack; nobody else sees it
command-table = The table in this channel
command-table-show = See how the table stands
command-table-leave = Leave the table; a computer plays on for you
command-table-end = End the table without a result
command-rules = The rules of a game in short
command-rules-game = Which game
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
computer-for-leaver = 🤖 { $name } ({ $level }), for somebody who left
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
away = 💤 (away, a computer plays until they press anything)
host = 👑

## The lobby
lobby-title = ## { $game }
lobby-advice = Press **Join** to sit down; the host presses **Start**{ $fills ->
    [people] {" "}when all seats are taken.
   *[other] . Seats that are still free then are taken by computers.
}
lobby-choose-seats = 🪑 You choose your teams: every second seat plays together, against the seats between. **Change seat** moves you to the next seat without a person.
lobby-rules = **Rules:** { $rules } **Clock:** { $clock }.
lobby-seal = -# Seal of the deal: `{ $seal }`. It fixes the shuffle's secret before anybody sits down.
lobby-starting = ## { $game }
    The game begins … If nothing happens, the host can press **Start** again.
lobby-begun = ## { $game }
    The game has begun: the table is below.
lobby-closed = ## { $game }
    This table is closed. Open another with its command.
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
button-start = Start
button-rules = Rules
button-options = Options
game-begins = 🎲 **{ $game }** begins: { $people }
    -# Table `{ $table }`, seal `{ $seal }`. The id of this message is part of the shuffle; it stays as it is.

## Board and panel
button-rack = My rack
button-next = { $game ->
    [kaluki] Next deal
   *[other] Next round
}
seats-drawn = { $game ->
    [kaluki] 🎴 You drew for your seats: { $names } (in the order of the cards, the lowest first).
   *[other] 🎲 Chance has seated everybody and made the teams.
}
board-turn = ➡️ { $sign } **{ $who }**'s turn: { $task ->
    [begin] discard a tile to begin
    [draw] draw, or take the discard
    [draw-empty] take the discard, or pass
    [discard] discard
    [use] use the tile just taken, or give it back
    [play] lay if you can, then discard
    [lead] lead a trick
    [lead-first] lead the first trick, then lay a card away
   *[follow] play a card to the trick
}.
turn-ends = Time ends { $deadline }.
board-seat = { $sign } { $who } · **{ $points }** { $points ->
    [1] point
   *[other] points
} · { $held } tiles
next-round = { $game ->
    [kaluki] The next deal comes { $when }, or when everybody has pressed **Next deal**.
   *[other] The next round is dealt { $when }, or when everybody has pressed **Next round**.
}
game-over = ## The game is over
final-place = **{ $place }.** { $sign } { $who } · { $points } { $points ->
    [1] point
   *[other] points
}{ $outcome ->
    [won] {" "}🏆
   *[other] {""}
}
game-abandoned = ## The table has ended without a result
table-set-aside = ## This table is set aside
    Something failed on our side more than once. Nothing of the game is lost, but it cannot go on now.
panel-your-turn = **Your turn.** { $task }
panel-turn-ends = Your time ends { $deadline }.
panel-moved = Your panel is here now, and no longer at your table: { $link }
panel-waiting = Not your turn yet.
panel-waiting-after = Not your turn yet: you play after { $sign } { $who }.
panel-since = -# { $since ->
    [turn] Since your last turn:
   *[start] So far:
} { $moves }

## Games in which melds are laid
alt-fits = Fits the table: { $tiles }.
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
button-open-short = { $points }, { $short } short
button-lay-this = Lay { $worth }
button-change = Change

## Okey
tile-short = { $sign }{ $number }
tile-spoken = { $colour } { $number }
false-joker = false joker
okey-marked = { $tile } (okey)
colour = { $colour ->
    [red] red
    [yellow] yellow
    [green] green
   *[black] black
}
okey-round = Round { $round } · indicator { $indicator }, so **{ $okey } is the okey** · { $stock } left in the stock
button-draw = Draw
button-take = Take { $tile }
button-pass = Pass
button-show = Show the twin
button-decline = I do not show
button-finish = Finish with { $tile }
button-surely = Discard { $tile } all the same
okey-do-starter = You begin with 15 tiles: press the tile to discard.
okey-do-showing = Do you show the indicator's twin?
okey-showing = Everybody says whether they show the indicator's twin.
okey-do-draw = Draw from the stock, or take the discard.
okey-do-draw-empty = The stock is empty: take the discard, or pass and the round is drawn.
okey-do-discard = Press the tile to discard.
okey-fresh = New: { $tile }.
okey-can-finish = 🎉 **You can finish!**
okey-throws-win-away = ⚠️ You could finish now. Discarding { $tile } gives that up.
moved-showed = { $sign } showed the twin
moved-drew = { $sign } drew
moved-drew-tile = { $sign } drew { $tile }
moved-took = { $sign } took { $tile }
moved-discarded = { $sign } discarded { $tile }
moved-passed = { $sign } passed
moved-finished = { $sign } finished with { $tile }
moved-failed-finish = { $sign } tried to finish in vain (−{ $points })
last-moves = -# { $moves }
round-drawn = Round { $round } is drawn: nobody finished.
round-won = 🏁 { $sign } **{ $who }** wins round { $round }: { $kind }. The others lose { $loss }.
win-kind = { $kind ->
    [pairs] seven pairs
   *[ordinary] sets and runs
}{ $joker ->
    [yes] {", finished with the okey"}
   *[no] {""}
}
alt-rack = Your rack, { $count } tiles. { $tiles }
alt-group = Together: { $tiles }.
alt-loose = Single: { $tiles }.
alt-okey = Indicator { $indicator }, okey { $okey }.
alt-board = The table in round { $round }, { $stock } tiles left in the stock.
alt-seat = { $sign }: { $points } points, { $held } tiles, discarded last: { $pile }.
alt-no-pile = nothing
alt-won = { $sign } won the round with { $kind }: { $tiles }. The last tile was { $tile }.
alt-turn = { $sign } has the turn.
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
move-show = Show the indicator's twin
move-draw = Draw from the stock
move-take = Take { $tile }
move-pass = Pass
move-discard = Discard { $tile }
move-finish = Finish with { $tile }
move-next = Go on to the next round
move-decline = I do not show
move-draw-at = Draw place { $place } of the stock

## What is not possible, and why
late = ⏱️ That button was from an earlier moment, so nothing was done. This is how it stands now:
refused-turn = It is not your turn. The table is waiting for { $who }.
refused-window = One moment: { $who } may still say something before it goes on. Please press again when it is your turn ({ $deadline } at the latest).
refused-out = You are out of this game: what it was for you stands. You can watch to the end, or leave with `/table leave`.
refused-over = The game is over.
not-seated = You have no seat at this table.
not-host = Only the host can do that: { $host }.
full = All { $seats } seats are taken.
already-seated = You already sit at this table.
already-started = The game has already begun.
not-playing = Nobody is to act at this table now.
too-few = { $present } of { $needed } seats are taken, and this game begins when all are. Ask somebody to join, or add a computer.
channel-busy = There is already a table in this channel: { $link }
may-not-end = Only a moderator, or the host of a lobby or a casual game, can end this table. Those who play can vote for it.
only-in-lobby = That is only possible before the game begins.
no-computer = There is no computer to take away.
disk-refused = Your move was not made: it could not be stored just now. Nothing is lost, please try again in a moment.
unsure = It is not yet certain whether that was stored. Press **My rack** to see how it stands.
busy = Too much happens at this table at once. Please try again.
gone = This table is over.
no-randomness = No table could be opened: this computer gives no random numbers now.
failure = Something failed on our side. Nothing of your game is lost; please try again.
unreadable-button = This button does nothing any more. Use the newest message of the table, or `/rack`.
no-table-here = There is no table here. Open one with `/okey`, `/okey101`, `/kaluki` or `/meri`.
which-table = You sit at several tables. Use this command in the channel of the one you mean: { $tables }
only-in-server = Tables are played in a server's channels. Use this command there.
missing-permissions = I cannot play here: I lack the permission to { $permissions }. Somebody who manages this channel can grant it.
permission = { $name ->
    [view] see this channel (View Channel)
    [send] write here (Send Messages)
    [send_threads] write in threads (Send Messages in Threads)
    [attach] send pictures (Attach Files)
   *[other] { $name }
}
no-move = That is no move I know. Choose one from the list, or type for instance: { $example }
leaving-counts = ⚠️ **This game counts.** If you leave now, it is a last place for you, and a computer plays on in your seat. You cannot take that back.
button-quit = Leave all the same
button-stay = Stay
you-left = You left the table. A computer plays on for you, and the game counts as last place for you.
you-left-out = You left the table. You were out of the game already, so your result stands.
you-left-lobby = You gave your seat up.
you-ended = The table has ended without a result.

## Why Okey says no
okey-no-round = No round is being played just now.
okey-not-in-game = You are out of this game.
okey-out-of-turn = It is not your turn. Out of turn you can only show the twin.
okey-showing-first = First everybody says whether they show the twin.
okey-must-draw-first = First draw from the stock or take the discard.
okey-must-discard = You have drawn already: now discard a tile.
okey-not-on-rack = There is no { $tile } on your rack.
okey-stock-empty = The stock is empty. Take the discard, or pass.
okey-no-such-place = You cannot draw place { $place } of the stock.
okey-nothing-to-take = There is no discard to take.
okey-must-draw-from-stock = After { $takes } takes in a row you have to draw from the stock.
okey-take-does-not-win = The stock is empty, and { $tile } may only be taken to win with it.
okey-must-finish = You took that tile to win with it: finish.
okey-stock-left = You can pass only on an empty stock; { $stock } tiles are left.
okey-does-not-win = Without { $tile } your rack does not win: { $short } { $short ->
    [one] tile belongs
   *[other] tiles belong
} to no meld.
okey-finish-failed-already = That does not win. A finish of yours has failed already in this turn, so nothing more is lost.
okey-showing-off = Nobody shows the twin at this table.
okey-already-shown = You have already shown, or said no.
okey-too-late-to-show = It is too late to show: that goes before your first move.
okey-no-twin = The twin of the indicator, { $twin }, is not on your rack.
okey-nothing-to-decline = There is nothing to say no to.

## Pages
rules-okey =
    ## Okey in short
    {""}**Tiles.** 106: red ❤️, yellow ⭐, green 🍀, black ♠︎, each 1 to 13 twice, and two false jokers 🃏.
    {""}**The okey.** A tile is turned up, the *indicator*. The tile one higher in its colour is the *okey*: it stands for any tile. (After 13 comes 1.) A false joker is an ordinary tile that stands for the okey's face.
    {""}**Goal.** Fourteen tiles in *sets* (one number in three or four colours) and *runs* (three or more in a row in one colour; 12-13-1 is fine, 13-1-2 is not), or *seven pairs*.
    {""}**Turn.** Draw from the stock or take your left neighbour's discard, then discard one tile. Whoever begins has 15 tiles and only discards.
    {""}**Finishing.** If the other fourteen win, finish with the fifteenth: the others lose 2 points, 4 if you throw an okey or have seven pairs, 8 for both.
    {""}**The twin.** If you hold the indicator's twin, you may show it before your first move: the others lose 1.
    {""}**End.** Everybody starts with 20 points. When somebody is at 0 or less after a round the game is over. The highest score wins; with four seats the first two win.
    If the stock is empty you may take the discard or pass; passing ends the round as a draw.
help =
    ## How to play
    1. `/okey` opens a table of Okey here, `/okey101` one of Okey 101, `/kaluki` one of Kaluki, `/meri` one of Hachinin-meri (eight players), in a thread of its own where that is possible. Friends press **Join**; `computers:3` plays against computers.
    2. The host presses **Start**. You see your rack in a message that only you can see.
    3. Your turn: press **Draw** or **Take**, then the tile or card to discard. Two taps. In Okey 101 and Kaluki you open in between: **Open** shows your best opening. In Hachinin-meri press the card to play: what may not be played cannot be pressed.
    4. Lost your rack? Press **My rack** on the table, or use `/rack`. Everything can also be typed: `/play`.
    5. `/table leave` leaves, `/table end` ends, `/leaderboard` shows who wins, `/stats` and `/history` what you have played, `/rules` explains, Hachinin-meri step by step with pictures,
    `/settings` is for what you like.
    Kaluki has stakes in *units*. Units are points of the game: they cannot be bought, sold or cashed.
    If your time is up, the rules make your move; after twice a computer plays until you press anything.
about =
    ## istaka { $version }
    Okey, Kaluki and Hachinin-meri with friends, on Discord. *Istaka* is the wooden rack of an Okey player.
    A move that was accepted is never lost, nobody's rack is seen by others, and every deal is fixed by a seal before anybody sits down.
    Free software under the MIT licence.

## Checking a deal
command-verify = Get the record of the last finished game here, to check that the deal was fair
command-verify-table = The id of a table of this server; the last game of this channel if you say nothing
verify-record =
    The file holds the whole game of table `{ $table }`: the secret behind the seal, what all of you added to the deal, and every step; nobody is named in it.
    Compare its seal with the one that the lobby and the message "the game begins" showed before the deal: `{ $seal }`.
    Then `istaka verify FILE` replays seal, decks, moves and scores, and `python3 docs/verify_deal.py FILE` (a page of code of its own, part of istaka's source) checks seal and decks without trusting istaka.
verify-none = No game has ended in this channel yet. A game that still runs keeps its secret until it ends.
verify-unknown = There is no finished game with that id in this server. A game that still runs keeps its secret until it ends.
## Pings
ping-turn = 🔔 { $people }, it is your turn. Your time ends { $deadline }.
ping-warning = ⏳ { $people }, most of your time is gone: it ends { $deadline }.

## Seats in a game
button-take-seat = Take seat { $sign }

## Ending a table together, and removing somebody from a lobby
board-votes = 🗳️ { $signs } { $votes ->
    [one] wants
   *[other] want
} to end this table without a result: { $votes } of { $needed } votes. `/table end` votes, too.
you-voted = Your vote counts: { $votes } of { $needed } votes end the table without a result.
you-voted-already = You have already voted: { $votes } of { $needed } votes end the table without a result.
you-kicked = { $who } has no seat at this table any more.
nobody-there = Nobody sits on that seat.
kick-only-others = You cannot remove yourself. To give your seat up, use `/table leave`.
kick-whom = Say whom to remove: a person, or the number of a seat counted from the first line of the lobby.
command-table-invite = Call somebody to the table
command-table-invite-person = Whom; they are pinged once
command-table-computer = Put a computer on a free seat, before the game (host)
command-table-computer-level = How well it plays
command-table-computer-level-choice-0 = easy
command-table-computer-level-choice-1 = medium
you-added-computer = A computer ({ $level }) sits at your table now.
command-table-settings = See and change the house rules of your table, before the game (host)
invitation = { $guest }, { $host } invites you to a table of { $game }: { $link }
invite-bot = A bot does not sit down. Computers come to the table with **Add computer**.
invite-seated = { $who } already sits at this table.
command-table-kick = Remove a person or a computer from the lobby (host)
command-table-kick-person = Who
command-table-kick-seat = Which seat, counted from the first line of the lobby

## The rematch
button-rematch = Rematch
button-sheet = Score sheet
button-stats = My stats
rematch-call = 🔁 { $people }, a rematch: press **Join** to play once more.
no-rematch = There is no rematch of this table any more: it is offered for 24 hours after the game. Open another with its command.
did-not-play = Only those who played at this table can ask for a rematch. Open another with its command.
