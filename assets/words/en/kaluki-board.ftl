# English: the board of Kaluki. Every id here is a function in src/discord/pages/kaluki/board_sentences.rs.
# A "deal" ends with a call-up or is void; "penalty points" are what cards left in a hand cost; "units" are points, too.

## The seats
# Has to fit a line of a phone: "pts" are penalty points, and nothing is said of who is not open or has no units.
kaluki-seat = { $sign } { $who } · **{ $penalty }** { $penalty ->
    [one] pt
   *[other] pts
}{ $parts }
kaluki-seat-out = { $sign } { $who } · out since deal { $deal }{ $parts }
kaluki-part-held = { $held ->
    [one] **last card!**
   *[other] { $few ->
        [yes] **{ $held } cards!**
       *[no] { $held } cards
    }
}
kaluki-part-open = open
kaluki-part-closed = not open
kaluki-part-buy-ins = { $times ->
    [one] bought in once
   *[other] bought in { $times } times
}
kaluki-part-units = { $signed } { $units ->
    [one] unit
    [-1] unit
   *[other] units
}

## The deal
kaluki-told-deal = Deal { $deal }{ $deals ->
    [0] {""}
   *[other] {" "}of { $deals }
}, dealt by { $sign }
kaluki-deal-again = Deal { $deal }{ $deals ->
    [0] {""}
   *[other] {" "}of { $deals }
}, dealt again by { $sign } ({ $voids ->
    [one] the one before was void
   *[other] the { $voids } before were void
})
kaluki-told-stock = {" "}· stock { $stock }
kaluki-told-pool = {" "}· pool **{ $pool }**
kaluki-reshuffled = {" "}· { $times ->
    [one] reshuffled once
   *[other] reshuffled { $times } times
}
kaluki-top = Top discard: **{ $card }**{ $terms ->
    [free] , free to take
    [open] , which you may take only to open with it
    [use] , which you may take only to lay it at once
    [meld] , which you may take only for a new meld at once
    [never] , which you may not take before opening
   *[none] {""}
}
kaluki-no-top = There is no discard to take.
kaluki-turn-draw = ➡️ { $sign } **{ $who }**'s turn: draw.
kaluki-turn-owes = { $sign } took { $card } and must { $terms ->
    [open] open with it
    [meld] lay it in a new meld
   *[use] lay it
} now, or put it back
kaluki-turn-announce = 📣 { $sign } **{ $who }** is down to their last cards and must announce them. Then the next player draws.
kaluki-board-announce = Announce my cards
kaluki-turn-buy-in = 🛟 Over the limit: { $people }. They are deciding whether to buy in; their answers are shown once everybody has answered.
kaluki-buy-in-terms = A player who buys in{ $stake ->
    [0] {""}
    [one] {" "}pays { $stake } unit into the pool and
   *[other] {" "}pays { $stake } units into the pool and
} plays on with **{ $penalty }** penalty { $penalty ->
    [one] point
   *[other] points
}. A player who doesn't answer is out.
kaluki-called-buy-in = { $when ->
    [nudge] 🔔 { $people }, you are over the limit: will you buy in, or leave the match?
   *[warning] ⏳ { $people }, you are over the limit, and most of your time to buy in is gone.
} Without an answer you are out. Your time is up { $deadline }.
kaluki-stands = { $units } units
kaluki-units = -# Units are points of this game: they cannot be bought, sold or cashed in.
kaluki-units-shared = -# The units of a seat that somebody left belong to whoever sat there when they were won or lost; what the deal they left cost is still theirs to pay.

## Moves
kaluki-moved-reshuffled = 🔀 { $cards ->
    [one] the 1 discard became
   *[other] the { $cards } discards were shuffled into
} a new stock
kaluki-moved-took = { $sign } took { $card }
kaluki-moved-returned = { $sign } put { $card } back
kaluki-moved-opened = { $sign } opened with { $points }: { $melds }
kaluki-moved-laid = { $sign } laid { $meld }
kaluki-moved-built = { $sign } added { $cards } to meld { $number }
kaluki-moved-exchanged = { $sign } gave { $frees }, and { $goes }
kaluki-moved-freed = { $cards } for a joker of meld { $number }
kaluki-went-lay = laid { $meld }
kaluki-went-build = added { $cards } to meld { $number }
kaluki-moved-announced = 📣 { $sign } has { $held ->
    [one] one card left!
   *[other] { $held } cards left!
}

## How a deal ended
kaluki-called-up = 🏁 { $sign }{ $who ->
    [none] {""}
   *[other] {" "}**{ $who }**
} calls up and wins deal { $deal }.
kaluki-kaluki = 🎉 **KALUKI!** { $sign }{ $who ->
    [none] {""}
   *[other] {" "}**{ $who }**
} lays everything in one turn and wins deal { $deal }.{ $doubled ->
    [yes] {" "}All points count double.
   *[no] {""}
}
kaluki-exhausted = 🌫️ Deal { $deal } is void: the stock ran out and nobody called up. Nothing counts, and { $sign } deals again.
kaluki-stalled = 🌫️ Deal { $deal } is void: nobody drew from the stock for too long. Nothing counts, and { $sign } deals again.
kaluki-line = { $sign } **+{ $points }** → **{ $penalty }**{ $more }
kaluki-line-over = { $sign } **+{ $points }**, over the limit{ $more }
kaluki-line-winner = { $sign } **+0** → **{ $penalty }**{ $more }
kaluki-line-stake = {" "}· { $signed } { $units ->
    [one] unit
    [-1] unit
   *[other] units
}
kaluki-line-hand = {" "}({ $cards })
kaluki-left = ❌ { $sign }{ $who ->
    [none] {""}
   *[other] {" "}{ $who }
} is out of the match{ $why }.
kaluki-without-buy-in = { $why ->
    [used] {" "}({ $used } of { $used } buy-ins used)
   *[few] {" "}(no buy-in: fewer than { $needed } others were within the limit)
}
kaluki-bought-in = 🛟 { $sign } { $who } buys in and plays on with { $penalty } penalty { $penalty ->
    [one] point
   *[other] points
}.

## How the match ended
kaluki-match-over = ## The match is over
kaluki-pool-was = { $pool ->
    [one] { $pool } unit was in the pool
   *[other] { $pool } units were in the pool
}{ $stake ->
    [0] {""}
   *[other] : { $stake } from everybody
}{ $buy_in ->
    [0] {""}
   *[other] { $stake ->
        [0] : { $buy_in } for each buy-in
       *[other] , and { $buy_in } for each buy-in
    }
}.
kaluki-place = **{ $place }.** { $sign } { $who } · { $result }{ $outcome ->
    [won] {" "}· **won**
   *[other] {""}
}
kaluki-place-units = **{ $signed }** { $units ->
    [one] unit
    [-1] unit
   *[other] units
}
kaluki-place-penalty = { $penalty } penalty{ $units ->
    [played] {""}
   *[none] {" "}{ $penalty ->
        [one] point
       *[other] points
    }
}
kaluki-finest = ✨ **Finest deal:** { $sign } { $who } { $how ->
    [kaluki] laid everything in one turn in deal { $deal }
   *[usual] won deal { $deal }
} and left the others with { $points } { $points ->
    [one] point
   *[other] points
}.
kaluki-shown = -# In the picture: what { $sign } laid in deal { $deal }.

## In words
kaluki-alt-deal = The table in deal { $deal }, { $stock } { $stock ->
    [one] card
   *[other] cards
} left in the stock. Top discard: { $pile }.
kaluki-alt-seat = { $sign }: { $penalty } penalty { $penalty ->
    [one] point
   *[other] points
}{ $parts }.
kaluki-alt-seat-out = { $sign }: out since deal { $deal }{ $parts }.
kaluki-alt-meld = Meld { $number } of { $sign }: { $meld }.
kaluki-alt-sheet = The score sheet after deal { $deal }{ $summed ->
    [0] {""}
   *[other] ; what stands first of each seat sums deals 1 to { $summed }
}.
kaluki-alt-won = { $sign } won deal { $deal }{ $how ->
    [kaluki] {" "}with a Kaluki
   *[call-up] {""}
}{ $melds ->
    [none] {""}
   *[other] , with these melds: { $melds }
}.{ $last ->
    [none] {""}
   *[other] {" "}The last card was the { $last }.
}
kaluki-alt-sheet-seat = { $sign }: { $deals }; in all { $penalty } penalty { $penalty ->
    [one] point
   *[other] points
}{ $parts }.
kaluki-alt-sheet-points = { $points }
kaluki-alt-sheet-bought = bought in at { $penalty }
kaluki-alt-sheet-summed = { $won } won, { $total } { $total ->
    [one] point
   *[other] points
}; { $deals }
kaluki-alt-sheet-won = { $how ->
    [kaluki] won with a Kaluki
   *[call-up] won
}
kaluki-alt-sheet-out = out
kaluki-alt-sheet-void = void
kaluki-alt-shown = Shown: what { $sign } laid in deal { $deal }.
kaluki-alt-taken = { $sign } took { $card }.
