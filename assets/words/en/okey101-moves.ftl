# English: the moves of Okey 101. Every id here is a function in src/discord/pages/okey101/move_sentences.rs.
# A "meld" is a set or a run that lies on the table; "to lay off" is to add one tile to a meld; a "double" is two equal tiles.

## Moves
okey101-move-return = Give { $tile } back
okey101-move-open = Open with { $points } points: { $melds }
okey101-move-open-doubles = Open with { $pairs } { $pairs ->
    [one] double
   *[other] doubles
}: { $melds }
okey101-move-lay = Lay down { $meld }
okey101-move-lay-off = Lay { $tile } off on meld { $number }, { $meld }{ $end ->
    [low] {" "}(lower end)
    [high] {" "}(upper end)
   *[any] {""}
}
okey101-move-take-back = Take { $tile } back
okey101-move-swap = Put { $tile } into meld { $number }, { $meld }, and take its okey
okey101-move-discard-costs = Discard { $tile }, which costs { $points } { $points ->
    [one] point
   *[other] points
}

## Why Okey 101 says no
okey101-no-round = No round is being played right now.
okey101-not-in-game = You don't have a seat in this game.
okey101-out-of-turn = It's not your turn.
okey101-must-discard = You already have your tile for this turn. Lay down what you may, then discard a tile.
okey101-use-taken-first = You took { $tile }: first use it on the table, or give it back.
okey101-nothing-to-return = There is nothing to give back: you haven't taken a tile this turn, or have already used it.
okey101-returned-this-turn = You gave a tile back this turn, so you can't take again.
okey101-not-on-rack = There is no { $tile } left on your rack for that.
okey101-stock-empty = The stock is empty.
okey101-nothing-to-take = There is no discard to take.
okey101-stock-left = You can pass only when the stock is empty; { $stock } { $stock ->
    [one] tile is
   *[other] tiles are
} left.
okey101-no-passing = There is no passing at this table: the round ends by itself when the stock runs out.
okey101-nothing-composed = You haven't put together any tiles that could be laid down.
okey101-cannot-open = Nothing was laid: your best opening is worth { $points }, { $short } short of { $needed }, and you have { $doubles } of the { $doubles_needed } { $doubles_needed ->
    [one] double
   *[other] doubles
} that would do as well.
okey101-opening-no-meld = The opening was not laid: number { $number } is not a meld, because { $why }.
okey101-opening-mixed = The opening was not laid: open with sets and runs or with doubles, but not with both.
okey101-opening-too-low = The opening was not laid: it is worth { $points }, { $short } short of { $needed }.
okey101-opening-too-few-pairs = The opening was not laid: it has { $pairs } { $pairs ->
    [one] double
   *[other] doubles
}, and { $needed } { $needed ->
    [one] is
   *[other] are
} needed.
okey101-failed-already = { $why } You already paid for a failed opening this turn, so this one costs nothing; you may try again.
okey101-failed-again = { $why } You may try again.
okey101-taken-unused = You took { $tile }: it must be among the tiles you lay down.
okey101-rack-emptied = One tile must stay on your rack, because every turn ends with a discard.
okey101-already-opened = You have already opened this round. Now lay down more melds, or lay tiles off.
okey101-open-first = You have not opened yet: until then you can't lay anything down or off.
okey101-no-meld = That was not laid down: it is not a meld, because { $why }.
okey101-only-doubles = You opened with doubles, so you can lay down only doubles this round.
okey101-no-doubles = You opened with sets and runs, so you can't lay down doubles this round.
okey101-nobody-opened-doubles = You opened with sets and runs: you can lay down doubles only once somebody has opened with doubles.
okey101-lay-off-limit = After opening with doubles, only { $limit } { $limit ->
    [one] tile
   *[other] tiles
} per turn can be laid off at this table.
okey101-no-such-meld = There is no meld { $number } on the table.
okey101-closed-double = Nothing can be added to a double.
okey101-full-set = That set is full: it has all four tiles.
okey101-does-not-fit = { $tile } does not fit there.
okey101-nothing-to-take-back = There is nothing to take back: you can take back only a tile you have just laid off.
okey101-taken-back-already = You have already taken { $tile } back once this turn; now it stays there.
okey101-only-the-last = Only the last tile laid off can be taken back.
okey101-swap-off = By the rules of this table, an okey on the table stays there.
okey101-no-joker-for = No okey of that meld stands for { $tile }.
okey101-must-finish = You opened with fewer points in order to finish: now discard your last tile.
okey101-needs-confirmation = Nothing was discarded yet: { $tile } would cost you { $points } { $points ->
    [one] point
   *[other] points
}, because { $cost ->
    [joker] it is an okey
   *[islek] it fits a meld on the table
}. Discard it again if you mean it.
