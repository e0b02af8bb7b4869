# English: the moves of Okey 101. Every id here is a function in src/discord/okey101/move_sentences.rs.
# A "meld" is a set or a run that lies on the table; "to lay off" is to add one tile to a meld; a "double" is two equal tiles.

## Moves
okey101-move-return = Give { $tile } back
okey101-move-open = Open with { $points } points: { $melds }
okey101-move-open-doubles = Open with { $pairs } doubles: { $melds }
okey101-move-lay = Lay down { $meld }
okey101-move-lay-off = Lay { $tile } off on meld { $number }, { $meld }{ $end ->
    [low] {" "}(lower end)
    [high] {" "}(upper end)
   *[any] {""}
}
okey101-move-take-back = Take { $tile } back
okey101-move-swap = Put { $tile } into meld { $number }, { $meld }, and take its okey
okey101-move-discard-costs = Discard { $tile } and pay { $points } points

## Why Okey 101 says no
okey101-no-round = No round is being played just now.
okey101-not-in-game = You have no seat in this game.
okey101-out-of-turn = It is not your turn.
okey101-must-draw-first = First draw from the stock or take the discard.
okey101-must-discard = You have your tile for this turn already. Lay down what you like, then discard a tile.
okey101-use-taken-first = You took { $tile }: first use it on the table, or give it back.
okey101-nothing-to-return = There is nothing to give back: you have taken no tile in this turn, or have used it already.
okey101-returned-this-turn = You gave a tile back in this turn, so now you can only draw.
okey101-not-on-rack = There is no { $tile } left on your rack for that.
okey101-stock-empty = The stock is empty.
okey101-nothing-to-take = There is no discard to take.
okey101-stock-left = You can pass only on an empty stock; { $stock } { $stock ->
    [one] tile is
   *[other] tiles are
} left.
okey101-no-passing = Nobody passes at this table: the round ends by itself when the stock is used up.
okey101-nothing-composed = No tiles are put together that could be laid down.
okey101-opening-no-meld = The opening was not laid: its meld { $number } is none, because { $why }.
okey101-opening-mixed = The opening was not laid: open with sets and runs, or with doubles, but not with both.
okey101-opening-too-low = The opening was not laid: it is worth { $points }, { $short } short of { $needed }.
okey101-opening-too-few-pairs = The opening was not laid: it has { $pairs } { $pairs ->
    [one] double
   *[other] doubles
}, and { $needed } are needed.
okey101-failed-already = { $why } An opening of yours has failed already in this turn, so nothing more is charged; try again in your next turn.
okey101-taken-unused = You took { $tile }: it must be among the tiles you lay down.
okey101-rack-emptied = One tile must stay on your rack, because every turn ends with a discard.
okey101-already-opened = You have opened already in this round. Now lay down further melds, or lay tiles off.
okey101-open-first = You have not opened yet: nothing can be laid down or laid off before that.
okey101-no-meld = That was not laid down: it is no meld, because { $why }.
okey101-only-doubles = You opened with doubles, so you can lay down only doubles in this round.
okey101-no-doubles = You opened with sets and runs, so you can lay down no doubles in this round.
okey101-nobody-opened-doubles = You opened with sets and runs: you can lay down doubles only when somebody has opened with doubles.
okey101-lay-off-limit = After opening with doubles only { $limit } { $limit ->
    [one] tile
   *[other] tiles
} a turn can be laid off at this table.
okey101-no-such-meld = There is no meld { $number } on the table.
okey101-closed-double = Nothing can be added to a double.
okey101-full-set = That set is full: it has all four tiles.
okey101-does-not-fit = { $tile } does not fit there.
okey101-nothing-to-take-back = There is nothing to take back: only a tile that you have just laid off can be.
okey101-taken-back-already = You have taken { $tile } back once in this turn; now it stays there.
okey101-only-the-last = Only the tile laid off last can be taken back, not several.
okey101-swap-off = An okey on the table stays there by the rules of this table.
okey101-no-joker-for = No okey of that meld stands for { $tile }.
okey101-must-finish = You opened with too few points in order to finish: now discard your last tile.
okey101-needs-confirmation = Nothing was discarded yet: { $tile } would cost you { $points } { $points ->
    [one] point
   *[other] points
}, because { $cost ->
    [joker] it is an okey
   *[islek] it fits a meld on the table
}. Discard it once more if you mean it.
