# English: the panel of Kaluki. Every id here is a function in src/discord/pages/kaluki/sentences.rs.
# A "meld" is a set or a run that lies on the table; to "call up" is to end the deal by discarding the last card.

## The panel: what to do
kaluki-do-draw = Draw from the stock.
kaluki-do-draw-or-take = Draw from the stock, or take { $card }{ $terms ->
    [open] {" "}and open with it now: it must be part of your opening, or you put it back. *Open* then shows how.
    [use] , but then you must lay it first thing, or put it back.
    [meld] , but then you must first lay a new meld with it, or put it back.
   *[free] , which you may keep.
}{ $serves ->
    [no] {" "}You have no use for it now.
   *[maybe] {""}
}
kaluki-do-draw-after-return = You put the card back: now draw from the stock, or take it again.
kaluki-do-discard = Press the card to discard.
kaluki-do-use = You took { $card }. { $terms ->
    [open] It must be among the cards you open with: open, or put it back.
    [meld] First lay a new meld with it, or put it back.
   *[use] First lay it (in a meld, on a meld, or for a joker), or put it back.
}
kaluki-fresh = New: { $card }.
kaluki-last-card = 🎉 **Discard { $card } and you call up!**
kaluki-locked = 🔒 You took { $card } this turn, so you can't discard it until your next turn.
kaluki-missed = ⚠️ You did not announce your cards, so you can't call up { $turn ->
    [next] in your next turn: keep at least one card after its discard
   *[this] this turn: keep at least one card after your discard
}.

## The panel: how near the end is
kaluki-can-open = 🎉 **You can open with { $points }**{ $needed ->
    [0] {""}
   *[other] {" "}({ $needed } needed)
}.
kaluki-short = To open: { $points } of { $needed }, { $short } short.
kaluki-you-are-open = You are open: you can lay melds, add cards to melds on the table, and exchange jokers.
kaluki-can-end = 🎉 **You can { $how ->
    [kaluki] call up with a Kaluki, laying everything in one turn
   *[call-up] call up: lay everything{ $last ->
        [none] {""}
       *[discard] {" "}and discard your last card
    }
}!**
kaluki-fit = ⤵️ { $state ->
    [closed] Once you are open, these fit the table:
   *[open] These fit the table:
} { $cards }
kaluki-free = 🔁 { $state ->
    [closed] Once you are open, for a joker on the table:
   *[open] For a joker on the table:
} { $cards }
kaluki-throws-win-away = ⚠️ You can win the deal right now with a { $how ->
    [kaluki] Kaluki
   *[call-up] call-up
}. Discarding { $card } throws that away.
kaluki-joker-is-red = ⚠️ With **🃏 { $joker }** you discard a joker, which stands for any card. You are asked first.
kaluki-throws-joker = ⚠️ That is a joker: it stands for any card. If you discard it, the next player may get it.

## Announcing, buying in, being out
kaluki-do-announce = 📣 **You hold { $held ->
    [one] 1 card: announce it
   *[other] { $held } cards: announce them
}.** If you stay silent, you can't call up on your next turn.
kaluki-announcing = 📣 { $sign } { $who } may announce their last cards now. The next turn starts right after that.
kaluki-over = **You have { $penalty } penalty points, over the limit of { $limit }.** Do you want to buy in?
kaluki-buy-in = Buying in costs { $stake ->
    [0] nothing
    [one] 1 unit, paid into the pool
   *[other] { $stake } units, paid into the pool
}. Your penalty points become **{ $penalty }**. { $left ->
    [0] This is your last buy-in of the match.
    [one] After that you can buy in once more.
   *[other] After that you can buy in { $left } more times.
}
    If you don't answer, you leave the match. Nobody sees your choice until everybody has answered.
kaluki-leaving = ⚠️ **Do you really want to leave the match?** You can't come back.
kaluki-answered = You { $answer ->
    [buy-in] buy in
   *[decline] leave the match
}. The others find out when everybody has answered.
kaluki-buying = Over the limit and deciding whether to buy in: { $who }.
kaluki-out = 🚪 **You are out of this match** since deal { $deal }{ $why }. Your place in the result stands, and the others play on.
kaluki-out-link = The table: { $link }

## Buttons
kaluki-button-ends = { $how ->
    [kaluki] Kaluki!
   *[call-up] Call up
}
kaluki-button-ends-with = { $how ->
    [kaluki] Kaluki
   *[call-up] Call up
}: discard { $card }
kaluki-button-lay-all = Lay { $cards } { $cards ->
    [one] card
   *[other] cards
}
kaluki-button-return = Put back { $card }
kaluki-button-open = Open { $points } { $jokers ->
    [0] without a joker
    [one] with a joker
   *[other] with { $jokers } jokers
}
kaluki-button-lay = Lay { $cards }
kaluki-button-build = { $cards } → meld { $meld }{ $end ->
    [low] {" "}(lower end)
    [high] {" "}(upper end)
   *[any] {""}
}
kaluki-button-builds = Add to melds ({ $cards })
kaluki-button-exchange = Exchange a joker
kaluki-button-free = { $cards } for { $joker } of meld { $meld }
kaluki-button-give = For { $joker } of meld { $meld }
kaluki-button-ungive = Keep { $cards }, not for meld { $meld }
kaluki-button-new = New: { $cards }
kaluki-button-reading = { $kind ->
    [set] Set
   *[run] Run
} { $points }{ $kind ->
    [set] {""}
   *[run] : { $jokers }
}
kaluki-button-where = Where? ({ $ways })
kaluki-button-do = Do it all
kaluki-button-score = Score
kaluki-button-announce = Announce { $held ->
    [one] 1 card
   *[other] { $held } cards
}
kaluki-button-silent = Stay silent
kaluki-button-buy-in = Buy in{ $stake ->
    [0] {""}
   *[other] {" "}({ $stake })
}
kaluki-button-leave = Leave the match
kaluki-button-before = ◀
kaluki-button-after = ▶

## Pages
kaluki-item = - { $text }
kaluki-more-title = ## More
kaluki-compose-title = ## Put cards together
kaluki-compose-how = Press the cards of a meld, then **Meld**; press a card again to take it out of its meld. When you have enough, press **Open**.
kaluki-compose-how-open = Press cards, and the buttons below say what you can do with them: lay a meld, add to one on the table, or free a joker there.
kaluki-made-meld = { $cards } = **{ $worth }**
kaluki-made-build = { $cards } → meld { $meld }
kaluki-made-give = { $cards } for { $joker } of meld { $meld }
kaluki-made-nothing = ⚠️ { $cards }: that no longer works.
kaluki-freed = 🃏 **{ $jokers ->
    [one] The freed joker must be laid at once
   *[other] The { $jokers } freed jokers must be laid at once
}:** { $reuse ->
    [new-meld] in a new meld
   *[any] on a meld, or in a new meld
} with other cards you press.
kaluki-picked = Picked: { $cards }
kaluki-picked-meld = Picked: { $cards } = **{ $worth }**
kaluki-picked-many = Picked: { $cards } · choose below what the joker stands for.
kaluki-picked-none = Picked: { $cards } · no meld yet: { $why }
kaluki-picked-limit = Picked: { $cards } · not now: only { $limit } { $limit ->
    [one] card
   *[other] cards
} per turn may be added at each end of a run.
kaluki-one-stays = ✋ One card must stay in your hand, because every turn ends with a discard.
kaluki-total = **{ $points }** of { $needed } ✅
kaluki-total-short = **{ $points }, { $short } short** of { $needed }
kaluki-where-title = ## Where should { $cards } go?
kaluki-preview = ## Your opening: { $points }
    { $needed ->
    [0] {""}
   *[other] { $needed } needed.{" "}
}Nothing has been laid yet.
kaluki-preview-how = **Open** lays it and your turn goes on; or press a card to open and discard it in one go.
kaluki-plan-ends = ## { $how ->
    [kaluki] Kaluki!
   *[call-up] Call up
}
    This lays all of these{ $card ->
    [none] {""}
   *[other] , discards { $card },
} and wins you the deal.
kaluki-plan-title = ## Everything you can lay: { $cards } { $cards ->
    [one] card
   *[other] cards
}
    { $left ->
    [one] 1 penalty point stays in your hand after your costliest discard.
   *[other] { $left } penalty points stay in your hand after your costliest discard.
} Nothing has been laid yet.
kaluki-plan-how = **Lay** lays it and your turn goes on; or press a card to lay everything and discard it in one go.
kaluki-jokers-title = ## Exchange a joker
kaluki-jokers-how = Give your card for a joker on the table, then choose where the joker goes. It never comes into your hand.
kaluki-builds-title = ## Add to melds on the table
kaluki-text-title = ## Rack and table as text
kaluki-text-rack = **Your rack:** { $cards }
kaluki-text-how = Type with `/play`: `draw` · `take` · `put back` · `open hQ cQ sQ / h3 h4 h5` · `meld d8 c8 Jk` · `build 3 sJ` · `discard h9`
kaluki-text-letters = { $letters } The signs and names such as `9 of hearts` work too.
kaluki-letters = Letters: h hearts ♥️ · d diamonds ♦️ · c clubs ♣︎ · s spades ♠︎ · Jk joker 🃏.
kaluki-table-meld = { $number }. { $sign } { $cards }
kaluki-table-more = … and { $melds } { $melds ->
    [one] meld
   *[other] melds
} before these; the picture of the table shows them.
kaluki-table-empty = There is nothing on the table yet.
kaluki-score-title = ## Score
kaluki-score-limit = With more than { $limit } penalty { $limit ->
    [one] point
   *[other] points
} you are out{ $buys_in ->
    [yes] , or buy in
   *[no] {""}
}. The last player left wins.
kaluki-score-deals = { $deals ->
    [one] The match is one deal.
   *[other] The match is { $deals } deals.
} The fewest penalty points win.
kaluki-score-single = This one deal decides: whoever calls up wins.
kaluki-score-seat = { $sign } { $who }: **{ $penalty }** penalty { $penalty ->
    [one] point
   *[other] points
}
kaluki-score-units = units from deals: { $ledger }{ $paid ->
    [0] {""}
   *[other] , paid into the pool: { $paid }
}
kaluki-score-buy-ins = bought in { $times ->
    [one] once
   *[other] { $times } times
}
kaluki-score-out = out since deal { $deal }
kaluki-pool = Pool: **{ $units }** { $units ->
    [one] unit
   *[other] units
}, for the winner of the match.

## Alt texts
kaluki-alt-rack = Your rack, { $count } { $count ->
    [one] card
   *[other] cards
}.
kaluki-alt-fits = { $state ->
    [closed] Once you are open, these fit the table:
   *[open] These fit the table:
} { $cards }.
kaluki-alt-frees = { $state ->
    [closed] Once you are open, for a joker on the table:
   *[open] For a joker on the table:
} { $cards }.
