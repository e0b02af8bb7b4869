# English: the desk. Every id here is a function in src/discord/speech/desk_sentences.rs.

## The panel
button-desk = Desk
button-cancel-prepared = { $game ->
    [kaluki] Don't discard { $tile }
    [meri] Don't play { $tile }
    [okey] Don't discard { $tile }
    [okey101] Don't discard { $tile }
   *[other] Cancel { $tile }
}
button-cancel-early = Cancel that move
desk-early = ⏳ **Kept:** { $told }. It is made by itself when the others have had their few seconds. What you play before that takes its place.
desk-prepared = 🗂️ **Prepared:** when your turn comes, { $game ->
    [kaluki] draw and discard { $tile }.
    [meri] play { $tile }.
    [okey] draw and discard { $tile }.
    [okey101] draw and discard { $tile }.
   *[other] make your move with { $tile }.
}
desk-made = 🗂️ Your prepared move was made: { $game ->
    [kaluki] drew { $drawn }, discarded { $tile }.
    [meri] played { $tile }.
    [okey] drew { $drawn }, discarded { $tile }.
    [okey101] drew { $drawn }, discarded { $tile }.
   *[other] the one with { $tile }.
}
desk-dropped = 🗂️ Your prepared move was not made ({ $tile } is still yours to { $game ->
    [kaluki] discard
    [meri] play
    [okey] discard
    [okey101] discard
   *[other] use
}): { $why ->
    [finish] you can finish with your neighbour's discard!
    [lays] your neighbour's discard can be used on the table.
    [joker] { $game ->
        [okey] your neighbour has discarded the okey.
        [okey101] your neighbour has discarded the okey.
       *[other] your neighbour has discarded a joker.
    }
    [show] { $game ->
        [okey] the twin may still be shown, and drawing would end that.
       *[other] you may want to do something else first, and drawing would end that.
    }
    [stock] the stock is empty.
    [won] { $game ->
        [kaluki] you can call up!
        [okey] you can finish with the tile just drawn!
        [okey101] you can finish with the tile just drawn!
       *[other] you can finish now!
    }
    [laid] { $game ->
        [kaluki] the card just drawn can be laid on the table.
        [okey] the tile just drawn can be laid on the table.
        [okey101] the tile just drawn can be laid on the table.
       *[other] what just came to you can be laid on the table.
    }
    [costs] it would cost points now.
    [unsaid] the choice is left to you.
    [announces] after this discard you must announce your last cards in time.
    [leads] you have taken the trick, so you lead now.
   *[refused] { $game ->
        [meri] it can't be played to this trick.
       *[other] it is no longer possible.
    }
}
desk-held = 🗂️ Nothing was drawn for you: { $why ->
    [finish] you can finish with your neighbour's discard!
    [lays] your neighbour's discard can be used on the table.
    [joker] { $game ->
        [okey] your neighbour has discarded the okey.
        [okey101] your neighbour has discarded the okey.
       *[other] your neighbour has discarded a joker.
    }
    [show] { $game ->
        [okey] the twin may still be shown, and drawing would end that.
       *[other] you may want to do something else first, and drawing would end that.
    }
   *[stock] the stock is empty.
}

## The desk
desk-title = ## 🗂️ Your desk
    Nobody else sees it, and it stays as you leave it until you leave the table.
desk-auto-draw = { $game ->
    [kaluki] { $now ->
        [on] **Auto-draw is on:** when your turn comes, a card is drawn for you.
       *[off] **Auto-draw is off.** Switched on, it draws a card for you when your turn comes.
    }
    [okey] { $now ->
        [on] **Auto-draw is on:** when your turn comes, a tile is drawn for you.
       *[off] **Auto-draw is off.** Switched on, it draws a tile for you when your turn comes.
    }
    [okey101] { $now ->
        [on] **Auto-draw is on:** when your turn comes, a tile is drawn for you.
       *[off] **Auto-draw is off.** Switched on, it draws a tile for you when your turn comes.
    }
   *[other] { $now ->
        [on] **Auto-draw is on:** when your turn comes, the bot draws for you.
       *[off] **Auto-draw is off.** Switched on, it draws for you when your turn comes.
    }
} { $game ->
    [kaluki] It holds back if the discard is a joker you may take, or if you can lay the discard.
    [okey] It holds back if the discard is the okey or lets you finish, and on the first turn of a round, while the twin may still be shown.
    [okey101] It holds back if the discard is the okey, or if you can open with it or lay it.
   *[other] It holds back if you may want something better.
}
button-prepare = Prepare a move
desk-prepare = **Prepare your next move:** { $game ->
    [kaluki] press a card, and when your turn comes, you draw and discard it. If the card you draw can be laid, or you would have to announce your last cards yourself, the choice is left to you.
    [meri] press a card, and it is played as soon as your turn comes. If it can't be played to the trick, you keep it and choose yourself.
    [okey] press a tile, and when your turn comes, you draw and discard it. If you could finish, or the twin may still be shown (before your first move of a round), the choice is left to you.
    [okey101] press a tile, and when your turn comes, you draw and discard it. If the tile you draw can be laid, or the discard would cost points, the choice is left to you.
   *[other] press a piece, and your move with it is made when your turn comes. If it is not possible then, or you may want something better, the choice is left to you.
}
desk-no-prepare = While the others play you can prepare your next move here.
desk-move = { $game ->
    [kaluki] **Your own order:** press a card, then where it should go.
    [meri] **Your own order:** press a card, then where it should go.
    [okey] **Your own order:** press a tile, then where it should go.
    [okey101] **Your own order:** press a tile, then where it should go.
   *[other] **Your own order:** press a piece, then where it should go.
}
desk-move-picked = Now press where { $tile } should go, or press { $tile } again to leave it where it is.
desk-not-stored = Nothing was changed: it could not be saved just now. Please try again in a moment.
button-auto-draw = Auto-draw: { $now ->
    [on] on
   *[off] off
}
button-order = { $order ->
    [melds] { $game ->
        [kaluki] By melds
        [meri] Trumps first
        [okey] By melds
        [okey101] By melds
       *[other] Usual order
    }
    [colours] { $game ->
        [kaluki] By suits
        [meri] By suits
        [okey] By colours
        [okey101] By colours
       *[other] In a row
    }
   *[own] Own order
}
button-back = Back
alt-in-order = { $order ->
    [colours] { $game ->
        [kaluki] By suits
        [okey] By colours
        [okey101] By colours
       *[other] In a row
    }
   *[own] In your own order
}: { $tiles }.
desk-slept = { $how ->
    [asked] 💤 You are away, and nobody answers this for you: do it before your time is up.
    [away] 💤 You are away: a computer plays for you until you press **I'm back**.
    [back] 💤 You were away, so your turns were played for you. From now on you play yourself.
   *[once] ⏱️ Your time ran out, so your last turn was finished for you. If it runs out once more, a computer plays on.
}
desk-slept-lately = The last moves in your seat: { $moves }
button-im-back = I'm back
alt-picked = Picked: { $pieces }.
