# English: the moves of Kaluki. Every id here is a function in src/discord/pages/kaluki/move_sentences.rs.
# "To open" is to lay the first melds of a deal; "to build" is to add cards to a meld; "to call up" is to get rid of all cards.

## Melds
kaluki-run = { $sign }{ $first }–{ $last }{ $jokers }
kaluki-run-jokers = {" "}({ $cards } { $number ->
    [one] is
   *[other] are
} { $sign })
kaluki-spoken-run = { $suit } { $first } to { $last }
kaluki-spoken-joker = joker as { $rank }
kaluki-spoken-set = set of rank { $rank }: { $suits }

## Moves
kaluki-move-return = Put { $card } back
kaluki-move-open = Open with { $points } { $points ->
    [one] point
   *[other] points
}: { $melds }
kaluki-move-lay = Lay { $meld }
kaluki-move-build = Add { $cards } to meld { $number }, { $meld }{ $end ->
    [low] {" "}(lower end)
    [high] {" "}(upper end)
   *[any] {""}
}
kaluki-move-exchange = { $frees }; { $goes }
kaluki-move-free = { $place ->
    [first] Give
   *[later] give
} { $cards } for a joker of meld { $number }, { $meld }
kaluki-place-lay = lay { $meld }
kaluki-place-build = add { $cards } to meld { $number }{ $end ->
    [low] {" "}(lower end)
    [high] {" "}(upper end)
   *[any] {""}
}
kaluki-move-call-up = Call up: discard { $card }, your last card
kaluki-move-announce = Announce your { $held ->
    [one] last card
   *[other] { $held } cards
}
kaluki-move-stay-silent = Stay silent, so you can't call up on your next turn
kaluki-move-buy-in = Buy in{ $stake ->
    [0] {""}
    [one] {" "}for { $stake } unit
   *[other] {" "}for { $stake } units
}, and play on with { $penalty } penalty { $penalty ->
    [one] point
   *[other] points
}
kaluki-move-decline = Don't buy in, and leave the match

## Why Kaluki says no
kaluki-no-deal = No deal is being played right now.
kaluki-not-in-game = You are out of this match, so there is nothing more you can do in it.
kaluki-out-of-turn = It's not your turn.
kaluki-buy-in-first = The deal is over: first the players over the limit decide whether to buy in.
kaluki-announcement-first = Please wait a few seconds: a player with few cards can still announce them. Then play continues.
kaluki-must-draw-first = First draw from the stock{ $may ->
    [take] , or take the top discard
   *[draw] {""}
}.
kaluki-must-discard = You already have your card for this turn. Lay what you may, then discard one card.
kaluki-nothing-to-return = There is nothing to put back: you haven't taken a discard that must be laid, or you have laid something since.
kaluki-nothing-to-announce = There is nothing to announce now. You announce your cards right after your discard, and only when few are left.
kaluki-no-buy-in = You can't buy in now. Only a player who has just gone over the limit can, until their time is up.
kaluki-no-second-answer = You have already answered, and your answer stands. The table shows everybody's decision once all have answered.
kaluki-not-held = You don't have { $card } left in your hand for that.
kaluki-no-pile = There is no discard to take: draw from the stock.
kaluki-take-opens-nothing = You can't take { $card }: you are not open yet, and it doesn't let you open{ $needed ->
    [0] {""}
    [one] {" "}with { $needed } point
   *[other] {" "}with { $needed } points
}. Draw from the stock.
kaluki-take-when-open = At this table you can't take discards until you are open. Draw from the stock.
kaluki-bad-meld-of = Nothing was laid: number { $number } of what you named doesn't work, because { $why }.
kaluki-bad-meld = Nothing was laid: { $why }.
kaluki-fault-size = { $cards ->
    [0] you named no cards
    [one] a single card is not a meld: a set has 3 or 4 cards, a run 3 to 13
    [2] { $cards } cards are too few: a set has 3 or 4 cards, a run 3 to 13
   *[other] { $cards } cards are too many: a set has 3 or 4 cards, a run 3 to 13
}
kaluki-fault = { $fault ->
    [no-natural] these are all jokers, and a meld needs at least one other card
    [rank-mix] the cards of a set must share one rank, those of a run one suit
    [suit-dup] a set can't have a suit twice
    [undeclared] it isn't clear which card the joker stands for; say so, for example `Jk=h6`
    [suit-mix] the cards of a run must share one suit
    [sequence] the cards of a run must be in a row without a gap, up to the ace and not beyond it
    [set-full] that set would have more than four cards
    [closed-set] that set has four cards, and jokers in a set of four stay there
    [no-joker] that meld has no joker
   *[wrong-card] no joker there stands for that card
}
kaluki-fault-needs = that joker is freed by { $needed ->
    [one] one card
   *[other] { $needed } cards of the suits that are missing
}, and you gave { $given }
kaluki-nothing-composed = You haven't put together any cards that could be laid.
kaluki-no-such-meld = There is no meld { $number } on the table: { $melds ->
    [0] it is still empty
    [one] there is only meld 1
   *[other] they are numbered 1 to { $melds }
}.
kaluki-already-open = You are already open in this deal. Lay more melds, or add cards to those on the table.
kaluki-not-open = You are not open yet: first { $needed ->
    [0] lay a meld of your own. Until then you can't
    [one] lay melds of your own worth { $needed } point. Until then you can't lay less,
   *[other] lay melds of your own worth { $needed } points. Until then you can't lay less,
} build or free jokers.
kaluki-too-low = Nothing was laid: these melds are worth { $points }, { $short } short of the { $needed } needed to open.
kaluki-taken-not-used = You took { $card }: the first thing you lay must { $terms ->
    [meld] be a new meld with it
   *[use] include it
}. Or put it back.
kaluki-must-open = You took { $card } to open with: open with it, or put it back. Then you can discard.
kaluki-keep-one = Nothing was laid: one card must stay in your hand, because every turn ends with a discard.
kaluki-keep-one-taken = Nothing was laid: a card other than { $card } must stay in your hand, because every turn ends with a discard and you have only just taken { $card }.
kaluki-left-alone = Nothing was laid: only { $card } would be left in your hand, and you have only just taken it, so you can't discard it this turn. Lay it as well, or keep another card.
kaluki-blocked = You did not announce your last cards in time, so you can't call up this turn: a card must stay in your hand after your discard.
kaluki-end-limit = Nothing was laid: only { $limit } { $limit ->
    [one] card
   *[other] cards
} per turn may be added at each end of a run.
kaluki-joker-unused = Nothing was done: a freed joker must be laid at once, { $reuse ->
    [new-meld] in a new meld
   *[any] in a new meld or on one already on the table
}.
kaluki-return-taken = You have only just taken { $card }, so you can't discard it this turn. Choose another card.
