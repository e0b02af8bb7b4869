# Hints: what the solver would do, and why.
button-hint = Hint
hint = 💡 **{ $action }**: { $reason }
hint-rated = There are no hints in rated games. To get hints, open a table with `rated: False` or play against computers only.
hint-nothing-to-do = There is nothing for you to do right now; ask for a hint when it's your turn.
hint-shows = it costs nothing.
hint-nothing-to-show = you do not hold the indicator's twin.
hint-wins = it wins with { $kind }, and { $losers ->
    [team] the other team
    [one] the other player
   *[others] everybody else
} loses { $points ->
    [one] 1 point
   *[other] { $points } points
}.
hint-defends = you can hardly win this round any more, and this tile helps the next player least.
hint-takes-to-win = with it you can finish.
hint-nearer = with it you need one tile fewer to finish.
hint-prefers = it brings you no nearer at once, but gives you better chances than a new tile would.
hint-leaves = { $tile } brings you no nearer.
hint-leaves-nothing = there is no discard to take.
hint-joins = { $piece } goes with { $others }.
hint-joins-nothing = { $piece } goes with nothing you hold.
hint-spares = it goes with nothing else you have left over.
hint-spares-of = it goes only with { $others }, and you can do more with the rest.
hint-together = { $pieces } go together, so keep them.
hint-both = { $first } and { $last }
hint-single = you are collecting pairs, and this one has no twin.
okey-throws-joker = ⚠️ { $tile } is a joker: it stands for any tile. Discarding it gives it to the next player.
command-hint = Ask what the solver would do now, and why (not in rated games)
