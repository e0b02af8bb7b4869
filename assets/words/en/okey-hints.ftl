# English: why a move of Okey is advised. Every id here is a function in src/discord/pages/okey/hint_sentences.rs.
# Each stands behind the move and a colon.

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
hint-prefers = { $place ->
    [second] It
   *[first] it
} brings you no nearer at once, but gives you better chances than a new tile would.
hint-leaves = { $tile } brings you no nearer.
hint-leaves-nearer = with { $tile } you would be nearer, but wait for tiles of which hardly any are left: a new tile is worth more.
hint-leaves-nothing = there is no discard you may take now.
hint-single = you are collecting pairs, and this one has no twin.
