# English: the moves of Okey. Every id here is a function in src/discord/pages/okey/move_sentences.rs.

## Moves
move-show = Show the indicator's twin
move-decline = Don't show the twin
move-draw-at = Draw tile { $place } of the stock

## Why Okey says no
okey-no-round = No round is being played right now.
okey-not-in-game = You are out of this game.
okey-out-of-turn = It's not your turn.
okey-showing-first = First everybody is asked whether they show the twin.
okey-must-discard = You already have your tile for this turn: now discard one.
okey-not-on-rack = There is no { $tile } on your rack.
okey-stock-empty = The stock is empty: take the discard if you may, or pass.
okey-no-such-place = You can't draw tile { $place } of the stock.
okey-nothing-to-take = There is no discard to take.
okey-must-draw-from-stock = After { $takes ->
    [one] one discard taken
   *[other] { $takes } discards taken in a row
} you have to draw from the stock.
okey-take-does-not-win = The stock is empty, so you may take { $tile } only if it wins.
okey-must-finish = You took that tile in order to win: now finish.
okey-stock-left = You can pass only when the stock is empty; { $stock } { $stock ->
    [one] tile is
   *[other] tiles are
} left.
okey-does-not-win = Without { $tile } your rack doesn't win: { $short } { $short ->
    [one] tile fits
   *[other] tiles fit
} no meld.
okey-finish-failed-already = That doesn't win. You already paid for a failed finish this turn, so this one costs nothing.
okey-showing-off = Nobody shows the twin at this table.
okey-already-shown = You have already shown it, or declined.
okey-too-late-to-show = It's too late to show the twin this round.
okey-no-twin = The indicator's twin, { $twin }, is not on your rack.
okey-nothing-to-decline = There is nothing to decline.
okey-counted-from-one = The tiles of the stock are counted from 1: `draw 1` is the next one.
