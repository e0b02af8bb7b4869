# English: the panel and the board of Okey. Every id here is a function in src/discord/pages/okey/sentences.rs.

## What to do
okey-out = 🚪 **You are out of this game.** Your place in the result stands, and the others play on.
okey-do-starter = You start with 15 tiles: press the tile to discard.
okey-do-showing = { $holds ->
    [yes] Do you want to show the indicator's twin?
   *[no] You don't hold the indicator's twin. Everybody is asked all the same, so that nobody can tell: press **Don't show**.
}
okey-failed-finish = ⚠️ That did not win, and cost you { $points } { $points ->
    [one] point
   *[other] points
}. { $next ->
    [finish] Finish with a tile that wins
   *[discard] Discard a tile
}; another failed try in this turn is refused.
okey-showing = Everybody is asked whether they show the indicator's twin.
okey-do-draw = Draw from the stock, or take the discard.
okey-do-draw-only = Draw from the stock: after so many discards taken in a row, this one can't be taken.
okey-do-draw-empty = The stock is empty: take the discard, or pass, which ends the round in a draw.
okey-do-draw-win = The stock is empty: take the discard, with which you win, or pass, which ends the round in a draw.
okey-do-pass = The stock is empty, and the discard may only be taken to win: pass, which ends the round in a draw.
okey-do-discard = Press the tile to discard.
okey-do-finish = You took it in order to win: finish now.
okey-fresh = New: { $tile }.
okey-can-finish = 🎉 **You can finish!**
okey-throws-win-away = ⚠️ You can finish right now. Discarding { $tile } throws that away.
okey-throws-joker = ⚠️ { $tile } stands for any tile. Discarding it gives it to the next player.

## Buttons
button-show = Show the twin
button-decline = Don't show
button-finish = Finish with { $tile }

## The board
okey-round = Round { $round } · indicator { $indicator }, so **{ $okey } is the okey**
moved-showed = { $sign } showed the twin
moved-finished = { $sign } finished with { $tile }
moved-failed-finish = { $sign } tried to finish and failed (−{ $points })

## How a round ended, and the game
round-drawn = Round { $round } is a draw: nobody finished.
round-won = 🏁 { $sign } **{ $who }** wins round { $round }: { $kind }. { $losers ->
    [team] The other team loses { $loss }.
    [one] The other player loses { $loss }.
   *[others] The others lose { $loss }.
}
win-kind = { $kind ->
    [pairs] seven pairs
   *[ordinary] { $colour ->
        [one] runs
       *[several] sets and runs
    }
}{ $colour ->
    [one] {", all in one colour"}
   *[several] {""}
}{ $joker ->
    [yes] {", finished with the okey"}
   *[no] {""}
}
okey-finest = ✨ **Finest move:** { $sign } { $who } finished with { $how ->
    [okey] an okey as the last tile
    [pairs] seven pairs
    [pairs-okey] seven pairs, and an okey as the last tile
   *[tile] { $tile } as the last tile
}{ $colour ->
    [one] {", all in one colour"}
   *[several] {""}
} (round { $round }).

## The score sheet
okey-sheet = ## 🧾 Score sheet
okey-sheet-round = **{ $round }.** { $told } → { $points }
okey-sheet-rounds = **1 to { $last }.** { $told } → { $points }
okey-sheet-points = { $sign }{ $points }
okey-sheet-won = { $sign } { $kind } (−{ $loss })
okey-sheet-drawn = nobody finished
okey-sheet-summed = finished: { $won }
okey-sheet-times = { $sign } { $times }×
okey-sheet-showed = { $signs } showed the indicator's twin ({ $effect ->
    [gains] +1
   *[others-lose] the others −1
})
okey-sheet-failed = { $signs } tried to finish and failed

## In words
alt-seat-out = { $sign }: { $points } { $points ->
    [one] point
   *[other] points
}, out of the game.
okey-alt-sheet = The score sheet after round { $round }: the points of each seat after every round{ $together ->
    [0] {""}
   *[other] {"; the first number of each is that after round"} { $together }
}.
okey-alt-sheet-seat = { $sign }: { $rounds }.
okey-alt-sheet-points = { $points }{ $finished ->
    [yes] {" "}(finished)
   *[no] {""}
}
okey-alt-showed = { $signs } showed the indicator's twin.

## The stock, and what was thrown at the deal
okey-do-discard-last = The stock is empty and this was the last take: your discard ends the round in a draw.
okey-draw-any = Or any tile of the stock, typed with `/play`: `draw 1` (the next one) to `draw { $last }`.
okey-last-is-indicator = The last tile of the stock is the indicator, { $indicator }.
okey-dice = 🎲 { $sign } threw stack { $stack }, place { $places } for the indicator{ $row ->
    [0] {""}
   *[other] {" "}· in rows of { $rows } that is stack { $row } of { $whose }
}
