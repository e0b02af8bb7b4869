# English: the panel and the board of Okey 101. Every id here is a function in src/discord/pages/okey101/sentences.rs.

## What to do
okey101-do-begin = You start with 22 tiles: open if you can, then press the tile to discard.
okey101-do-draw = Draw from the stock.
okey101-do-draw-or-take = Draw from the stock, or take { $tile }, which you must use at once or give back.
okey101-do-draw-after-return = You gave the tile back: now draw from the stock.
okey101-do-pass = The stock is empty: take the discard if you can use it, or pass, which ends the round.
okey101-do-pass-after-return = You gave the tile back, and the stock is empty: pass, which ends the round.
okey101-do-use-taken = You took { $tile }: lay it off, lay a meld with it, or give it back.
okey101-do-open-with-taken = You took { $tile }: it must be among the tiles you open with. Open, or give it back.
okey101-taken-useless = You took { $tile }, but can't use it now. Give it back: that costs nothing.
okey101-do-discard = Press the tile to discard.
okey101-do-finish = Now discard { $tile } to finish the round.
okey101-last-tile = 🎉 **Discard { $tile } and you finish!**
okey101-fresh = New: { $tile }.

## How near the opening is
okey101-can-open = 🎉 **You can open with { $points }** ({ $needed } needed).
okey101-can-open-low = 🎉 **You can open with { $points } and finish in the same turn:** your last tile, { $tile }, must follow.
okey101-can-open-doubles = 🎉 **You can open with { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}.**
okey101-voids = ⚖️ Everybody has then opened with doubles: the round is void{ $then ->
    [counts] , for the fifth time in a row, so it counts, with 0 for everybody.
   *[again] {" "}and dealt again.
}
okey101-open-without = You could open with { $how }, but only without { $tile }: give it back first.
okey101-short = To open: { $points } of { $needed }, { $short } short · { $doubles } of { $doubles_needed } { $doubles_needed ->
    [one] double
   *[other] doubles
}.
okey101-you-opened = You have opened with { $how }.
okey101-you-open-now = You have opened with { $how }: { $melds }
okey101-opened-how = { $kind ->
    [doubles] { $worth } { $worth ->
        [one] double
       *[other] doubles
    }
   *[series] { $worth }
}
okey101-fit = ⤵️ { $state ->
    [closed] Once you have opened, these fit the table:
   *[open] These fit the table:
} { $tiles }
okey101-throwing-costs = ⚠️ Discarding { $tiles } costs { $points } { $points ->
    [one] point
   *[other] points
}; any other tile is free.
okey101-failed = ⚠️ Your opening failed and cost you { $points }. { $why } You may try again: failing once more this turn costs nothing.
okey101-failed-free = ⚠️ Your opening failed. { $why } You may try again.
okey101-round = Round { $round } of { $rounds } · indicator { $indicator }, so **{ $okey } is the okey**
okey101-needed = To open: **{ $points }** { $points ->
    [one] point
   *[other] points
}, or **{ $doubles }** { $doubles ->
    [one] double
   *[other] doubles
}

## Discards that cost
okey101-costs-joker = ⚠️ { $tile } is the okey: discarding it costs **{ $points }**.
okey101-open-set = the set of { $number }
okey101-costs-islek = ⚠️ { $tile } fits { $meld } on the table: discarding it costs **{ $points }**.

## Buttons
button-doubles = Open { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}
button-lay-off = Lay off { $tiles } { $tiles ->
    [one] tile
   *[other] tiles
}
button-give-back = Give back { $tile }
button-take-back = Take back { $tile }
button-take-back-costs = Take back { $tile } (+{ $points })
button-double = Double
button-doubles-short = Open { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}, { $short } short
button-lay-this-pair = Lay the double
button-lay-off-on = { $tile } on { $meld }{ $end ->
    [low] {" "}(lower end)
    [high] {" "}(upper end)
   *[any] {""}
}
button-swap = { $tile } for the okey of { $meld }
okey101-button-where = Where? ({ $places })
okey101-button-before = ◀
okey101-button-after = ▶

## Pages
okey101-more-title = ## More
okey101-compose-title = ## Put melds together
okey101-compose-how = Press the tiles of a meld, then **Meld**; press a tile again to take it out of its meld. When you have enough, press **Open**.
okey101-compose-how-opened = Press the tiles of a meld to lay it, or a single tile to lay it off.
okey101-composed = { $number }. { $tiles } = **{ $worth }**
okey101-composed-pair = { $number }. { $tiles }
okey101-composed-none = ⚠️ { $tiles } is not a meld: { $why }.
okey101-picked = Picked: { $tiles } = **{ $worth }**
okey101-picked-pair = Picked: { $tiles }, a double
okey101-picked-none = Picked: { $tiles } · not a meld yet: { $why }
okey101-total-short = **{ $points }, { $short } short** of { $needed }
okey101-total = **{ $points }** of { $needed } ✅
okey101-total-low = **{ $points }** of { $needed }: enough, if { $tile } follows at once and finishes the round ✅
okey101-total-mixed = ⚠️ Open with sets and runs or with doubles, not with both.
okey101-doubles-short = **{ $doubles } { $doubles ->
    [one] double
   *[other] doubles
}, { $short } short** of { $needed }
okey101-doubles = **{ $doubles } { $doubles ->
    [one] double
   *[other] doubles
}** of { $needed } ✅
okey101-meld-fault = { $why ->
    [few] too few tiles
    [many] too many tiles
    [pair] the two tiles differ
    [jokers] it isn't clear what the okeys stand for
    [colours] a run is all one colour
    [gap] the numbers are not in a row (nothing comes after 13)
    [end] a run goes from 1 to 13 at most
    [numbers] a set is all one number
    [twice] a set can't have a colour twice
   *[neither] it is neither one number nor one colour
}
okey101-preview = ## Your opening: { $points }
    { $needed } needed. Nothing has been laid yet.
okey101-preview-low = ## Your opening: { $points }
    That is less than { $needed }, so your last tile, { $tile }, must follow in this turn and finish the round. Nothing has been laid yet.
okey101-preview-doubles = ## Your opening: { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}
    Nothing is laid yet.
okey101-preview-how = **Open** lays it and your turn goes on; or press a tile to open and discard it in one go.
okey101-preview-low-how = **Open** lays it, and then only { $tile } is left to discard; or press the tile to open and finish in one go.
okey101-where-title = ## Where should { $tile } go?
okey101-text-title = ## Rack and table as text
okey101-text-rack = **Your rack:** { $tiles }
okey101-text-meld = { $number }. { $sign } { $tiles }
okey101-text-no-melds = There is nothing on the table yet.
okey101-text-how = Type with `/play`: `draw` · `take` · `return` · `open best` · `lay K1 K2 K3` · `off Y9 1` · `discard R5`
okey101-text-letters = { $letters } The signs and names such as `red 5` work too.

## The board
okey101-seat = { $sign } { $who } · **{ $points }** { $points ->
    [one] pt
   *[other] pts
} · { $tiles } { $tiles ->
    [one] tile
   *[other] tiles
} · { $opened }
okey101-opened = opened { $how }
okey101-not-opened = not open
okey101-penalty = ⚠️ { $sign } **+{ $points }**: { $why }
okey101-penalties-before = ⚠️ { $penalties } { $penalties ->
    [one] penalty
   *[other] penalties
} before: { $sums }
okey101-penalties-of = { $sign } **+{ $points }**{ $times ->
    [one] {""}
   *[other] {" "}({ $times }×)
}
okey101-penalty-joker = discarded the okey { $tile }
okey101-penalty-islek = discarded { $tile }, which fits a meld
okey101-penalty-opening = a failed opening
okey101-penalty-took-back = took back more than one tile
okey101-turn-after-return = ➡️ { $sign } **{ $who }**'s turn: { $stock ->
    [0] pass
   *[other] draw from the stock
}.
okey101-taken = { $sign } took { $tile } and must use it or give it back

## Moves
moved-returned = { $sign } gave { $tile } back
moved-opened = { $sign } opened with { $points }: { $tiles }
moved-opened-doubles = { $sign } opened with { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}: { $tiles }
moved-opening-failed = { $sign } tried to open and failed
moved-laid = { $sign } laid { $tiles }
moved-laid-off = { $sign } laid { $tile } off
moved-took-back = { $sign } took { $tile } back
moved-swapped = { $sign } put { $tile } down for an okey

## How a round ended
okey101-finished = 🏁 { $sign } **{ $who }** finishes round { $round }{ $how }.{ $multiplier ->
    [1] {""}
   *[other] {" "}Everything but penalties counts **× { $multiplier }**.
}
okey101-finish-how = { $joker ->
    [yes] {" "}with the okey
   *[no] {""}
}{ $doubles ->
    [yes] {" "}after opening with doubles
   *[no] {""}
}{ $elden ->
    [yes] , all in one turn (*elden*)
   *[no] {""}
}
okey101-exhausted = Round { $round } is over: the stock ran out and nobody finished.
okey101-cancelled = Round { $round } is void: everybody opened with doubles. It is dealt again.
okey101-cancelled-counts = Round { $round } is void for the fifth time in a row, so it counts, with 0 for everybody.
okey101-line = { $sign } { $who }: **{ $total }**{ $how } → **{ $sum }**
okey101-line-how = {" "}({ $how })
okey101-line-why = { $why ->
    [closed] not opened
    [left] tiles left
    [doubled] tiles left, doubled
   *[partner] the partner finished
}
okey101-line-sum = { $multiplier ->
    [1] { $base }
   *[other] { $multiplier } × { $base }
}{ $held ->
    [0] {""}
   *[other] {" "}+ { $held } for a held okey
}{ $acts ->
    [0] {""}
   *[other] {" "}+ { $acts } penalty
}
okey101-finest = ✨ **Finest round:** { $sign } { $who }, { $signed } points in round { $round }.
okey101-finest-equal = ✨ **Finest rounds,** { $signed } points each: { $rounds }.
okey101-finest-of = { $sign } { $who } in round { $round }

## In words
okey101-alt-board = The table in round { $round } of { $rounds }, { $stock } { $stock ->
    [one] tile
   *[other] tiles
} left in the stock.
okey101-alt-taken = { $sign } took { $tile } and must use it or give it back.
okey101-alt-needed = To open: { $points } { $points ->
    [one] point
   *[other] points
}, or { $doubles } { $doubles ->
    [one] double
   *[other] doubles
}.
okey101-alt-seat = { $sign }: { $points } { $points ->
    [one] point
   *[other] points
}, { $tiles } { $tiles ->
    [one] tile
   *[other] tiles
}, { $opened }, on their pile: { $pile }.
okey101-alt-charged = { $sign } was charged { $points } in this round.
okey101-alt-sheet = The score sheet after round { $round }{ $together ->
    [0] {""}
   *[other] {"; the first number of each seat sums rounds"} 1 to { $together }
}.
okey101-alt-finished = { $sign } finished the round; the last tile was { $tile }.
okey101-alt-sheet-seat = { $sign }: { $rounds }, in all { $total }.
okey101-alt-sheet-charged = Of the last round of { $sign }, { $points } { $points ->
    [one] point is a penalty
   *[other] are penalties
}.
okey101-alt-meld = Meld { $number } of { $sign }: { $tiles }.
okey101-alt-shown = Shown: what { $sign } laid in the last round: { $melds }.
