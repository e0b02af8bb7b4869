# Hints: what the solver would do, and why.
button-hint = Hint
hint = 💡 **{ $action }**: { $reason }
hint-rated = There are no hints at a table that counts. Open one with `rated: False`, or play against computers alone, to get some.
hint-nothing-to-do = There is nothing for you to do just now; ask for a hint when it is your turn.
hint-shows = it costs nothing.
hint-nothing-to-show = you do not hold the indicator's twin.
hint-wins = it wins { $kind }, and everybody else loses { $points ->
    [one] 1 point
   *[other] { $points } points
}.
hint-keeps = { $distance ->
    [0] your rack wins with what is left
    [one] then 1 tile is missing
   *[other] then { $distance } tiles are missing
} { $kind ->
    [pairs] to seven pairs
   *[other] to a win
}, and { $useful ->
    [0] nobody knows of a tile that helps
    [one] 1 tile that may still come helps
   *[other] { $useful } tiles that may still come help
}.
hint-defends = this round can hardly be won any more, and the next player can do least with it.
hint-takes = { $from } tiles are missing now, then { $to }.
hint-takes-to-win = with it you can finish.
hint-prefers = it brings you no nearer at once, but gives you better chances than a new tile would.
hint-leaves = { $tile } brings you no nearer.
hint-leaves-nothing = nothing lies there to be taken.
hint-draws = { $distance ->
    [0] Your rack wins already
    [one] 1 tile is missing
   *[other] { $distance } tiles are missing
}, and { $useful ->
    [0] no tile that may still come is known to help
    [one] 1 tile that may still come helps
   *[other] { $useful } tiles that may still come help
}.
okey-throws-joker = ⚠️ { $tile } is a joker: it stands for any tile. Discarding it gives it to the next player.
command-hint = Ask what the solver would do now, and why; not at tables that count
