# English: the moves of Kaluki. Every id here is a function in src/discord/pages/kaluki/move_sentences.rs.
# "To open" is to lay the first melds of a deal; "to build" is to add cards to a meld; "to call up" is to get rid of all cards.

## Melds
kaluki-run = { $sign }{ $first }–{ $last }{ $jokers }
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
kaluki-move-free = Give { $cards } for a joker of meld { $number }, { $meld }
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
kaluki-move-stay-silent = Announce nothing, and be unable to call up in your next turn
kaluki-move-buy-in = Buy in{ $stake ->
    [0] {""}
    [one] {" "}for { $stake } unit
   *[other] {" "}for { $stake } units
}, and play on with { $penalty } penalty { $penalty ->
    [one] point
   *[other] points
}
kaluki-move-decline = Do not buy in, and be out of the match

## Why Kaluki says no
kaluki-no-deal = No deal is being played just now.
kaluki-not-in-game = You are out of this match, so you cannot do anything in it any more.
kaluki-out-of-turn = It is not your turn.
kaluki-buy-in-first = The deal is over: first those over the limit decide whether they buy in.
kaluki-announcement-first = Please wait a few seconds: a player with few cards may still announce them. Then it goes on.
kaluki-must-draw-first = First draw from the stock or take the top discard.
kaluki-must-discard = You have your card for this turn already. Lay what you like, then discard one card.
kaluki-nothing-to-return = There is nothing to put back: you took no discard that you owe a meld for, or you have laid something since.
kaluki-nothing-to-announce = There is nothing to announce now. Only with few cards left, right after your discard, you announce them.
kaluki-no-buy-in = You cannot buy in now. Only a player who has just gone over the limit may, until the time is up.
kaluki-no-second-answer = You have answered already, and that stays. The table shows what all decided when everybody has answered.
kaluki-not-held = You have no { $card } left in your hand for that.
kaluki-no-pile = There is no discard to take: draw from the stock.
kaluki-take-opens-nothing = You may not take { $card }: you are not open yet, and with it you cannot open{ $needed ->
    [0] {""}
    [one] {" "}with { $needed } point
   *[other] {" "}with { $needed } points
}. Draw from the stock.
kaluki-take-when-open = At this table you take no discards before you are open. Draw from the stock.
kaluki-bad-meld-of = Nothing was laid: number { $number } of what you named does not work, because { $why }.
kaluki-bad-meld = Nothing was laid: { $why }.
kaluki-fault-size = { $cards ->
    [0] no cards are named
    [one] a single card is no meld: a set has 3 or 4 cards, a run 3 to 13
    [2] { $cards } cards are too few: a set has 3 or 4 cards, a run 3 to 13
   *[other] { $cards } cards are too many: a set has 3 or 4 cards, a run 3 to 13
}
kaluki-fault = { $fault ->
    [no-natural] these are only jokers, and a meld needs a card that is none
    [rank-mix] the cards of a set all have one rank, and those of a run one suit
    [suit-dup] a set has no suit twice
    [undeclared] it is not clear which card the joker stands for; say so, for instance `Jk=h6`
    [suit-mix] the cards of a run all have one suit
    [sequence] the cards of a run follow each other without a gap, up to the ace and not beyond it
    [set-full] that set would have more than four cards
    [closed-set] that set has four cards, and the jokers of a set of four stay
    [no-joker] that meld has no joker
   *[wrong-card] no joker there stands for that card
}
kaluki-fault-needs = that joker is freed by { $needed ->
    [one] one card
   *[other] { $needed } cards of the suits that are missing
}, and you gave { $given }
kaluki-nothing-composed = No cards are put together that could be laid.
kaluki-no-such-meld = There is no meld { $number } on the table: { $melds ->
    [0] nothing lies there yet
    [one] only meld 1 lies there
   *[other] they are numbered 1 to { $melds }
}.
kaluki-already-open = You are open already in this deal. Lay further melds, or add cards to those on the table.
kaluki-not-open = You are not open yet: first { $needed ->
    [0] lay a meld of your own. Before that you cannot
    [one] lay melds of your own worth { $needed } point. Before that you cannot lay less,
   *[other] lay melds of your own worth { $needed } points. Before that you cannot lay less,
} build or free jokers.
kaluki-too-low = Nothing was laid: these melds are worth { $points }, { $short } short of the { $needed } that open.
kaluki-taken-not-used = You took { $card }: what you lay first must have it among its cards. Or put it back.
kaluki-must-open = You took { $card } to open with it: open with it, or put it back. Then you can discard.
kaluki-keep-one = Nothing was laid: one card must stay in your hand, because every turn ends with a discard.
kaluki-keep-one-taken = Nothing was laid: another card than { $card } must stay in your hand, because every turn ends with a discard, and { $card } was taken just now.
kaluki-blocked = You did not announce your few cards in time, so you cannot call up in this turn: after your discard a card must stay in your hand.
kaluki-end-limit = Nothing was laid: at each end of a run only { $limit } { $limit ->
    [one] card
   *[other] cards
} may be added in a turn.
kaluki-joker-unused = Nothing was done: a joker that is freed must be laid at once, { $reuse ->
    [new-meld] in a new meld
   *[any] in a new meld or on a meld of the table
}.
kaluki-return-taken = You took { $card } just now, so you cannot discard it in this turn. Choose another card.
