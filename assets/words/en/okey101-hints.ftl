# English: why a move of Okey 101 is advised. Every id here is a function in src/discord/pages/okey101/hint_sentences.rs.
# Each stands behind the move and a colon.

okey101-hint-opens = these melds are worth { $points }, enough to open.{ $spares ->
    [nothing] {""}
    [all] {" "}Not opening would cost { $closed } when the round ends.
   *[some] {" "}The tiles left over would cost about { $left }, less than the { $closed } for not opening.
}
okey101-hint-opens-low = these melds are worth { $points }, and fewer than { $needed } points are enough here, because you finish with { $last } in the same turn.
okey101-hint-opens-doubles = you have { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}, enough to open.
okey101-hint-voids = everybody has then opened with doubles, so the round is void, and costs you nothing.
okey101-hint-finishes = it is your last tile and finishes the round{ $joker ->
    [yes] ; because it is an okey, everything but penalties counts double
   *[no] {""}
}.
okey101-hint-takes-to-open = with { $tile } you can open, with { $points } points.
okey101-hint-takes-to-open-low = with { $tile } you can open with { $points } points; fewer than { $needed } are enough here, because you finish with { $last } in the same turn.
okey101-hint-takes-to-open-doubles = with { $tile } you can open, with { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}.
okey101-hint-takes-to-void = with { $tile } you can open with doubles, as everybody else has; then the round is void, and costs you nothing.
okey101-hint-takes-to-lay = you can lay { $tile } at once and get rid of other tiles as well.
okey101-hint-returns = { $tile } is of no use to you now, and giving it back costs nothing.
okey101-hint-lays = tiles on the table don't count against you.
okey101-hint-lays-off = { $tile } fits there, and tiles on the table don't count against you.
okey101-hint-swaps = an okey is worth more to you than { $tile }.
okey101-hint-leaves = { $tile } is of no use to you now.
okey101-hint-leaves-nothing = there is no discard you may take now.
okey101-hint-stays-closed = you could open, but the tiles left over would cost about { $left }, more than the { $closed } for not opening.
okey101-hint-discards = { $merit ->
    [hopeful] { $left ->
        [one] the tile that it leaves you with doesn't cost least, but is
       *[other] the { $left } tiles that it leaves you with don't cost least, but are
    } easier to get rid of.
    [cheapest-of-free] of all discards that cost no points now, it leaves you with { $left ->
        [one] the tile that costs
       *[other] the { $left } tiles that cost
    } least.
   *[cheapest] it leaves you with { $left ->
        [one] the tile that costs
       *[other] the { $left } tiles that cost
    } least.
}
okey101-hint-costs = Every discard costs points right now: { $cost ->
    [joker] this one because it is an okey.
   *[islek] this one because it fits a meld on the table.
}
okey101-hint-costs-less = It costs { $points ->
    [one] 1 point
   *[other] { $points } points
}, but keeping it would cost more.
okey101-hint-forced = there is nothing else you can do.
