# English: the board of Hachinin-meri. Every id here is a function in src/discord/pages/meri/board_sentences.rs.

## How the round and the match stand
meri-board-round = { $place } · **trump: { $trump }** · okie { $okie } · { $dealer } deals
meri-board-place = { $is_extra ->
    [yes] { $length ->
        [hitokiri] Extra round
        [hitoshobu] Kiri { $kiri }, extra round
       *[honshobu] Shōbu { $shobu }, kiri { $kiri }, extra round
    }
   *[no] { $length ->
        [hitomaki] The only round
        [hitokiri] Round { $round } of 8
        [hitoshobu] Kiri { $kiri }, round { $round } of 8
       *[honshobu] Shōbu { $shobu }, kiri { $kiri }, round { $round } of 8
    }
}
meri-board-team = { $sign } **{ $team }: { $ko } ko**{ $yaku }{ $standing } · { $seats }
meri-board-team-yaku = {" "}(yaku { $ko })
meri-board-team-standing = { $length ->
    [hitomaki] {""}
    [hitokiri] {" "}· kiri { $sum }
    [hitoshobu] {" "}· won { $kiri } kiri, this one { $sum }
   *[honshobu] {" "}· won { $shobu } shōbu and { $kiri } kiri, this one { $sum }
}
meri-board-team-name = { $team ->
    [a] Team A
   *[b] Team B
}

## Who takes the okie
meri-board-robau = 🐉 **Everybody is asked:** press **Ready** in 👀 **My rack**. Whoever holds the trump's Robai may call *robatta* there and take the okie. Nobody sees who has answered.
meri-board-taken = { $how ->
    [robatta] 🐉 { $sign } called *robatta*: holding the trump's Robai, they take the okie { $okie }.
    [neta] { $sign } dealt and takes the okie { $okie }: the trump's Robai sleeps in the two cards left over (*neta*).
    [kikkaburi] { $sign } dealt and takes the okie { $okie }: it is the trump's Robai itself (*kikkaburi*).
   *[dealer] Nobody called: { $sign } dealt and takes the okie { $okie }.
}
meri-board-uchidashi = They lead a card that is not a trump, if they have one, and lay another one away, { $seen ->
    [all] for everybody to see
   *[taker] unseen
} (*uchidashi* 打ち出し).
meri-board-was-hidden = 🐉 { $robai } was held and not called: *hidden robai*.
meri-board-pile = Out of play: laid away { $discard }, left over { $leftovers }.

## Tricks
meri-board-trick-to-lead = **Trick { $number } of 9** · { $sign } leads.
meri-board-trick = **Trick { $number } of 9** · { $plays }
meri-board-play = { $sign } { $karuta }
meri-board-face-down = 🎴 face down
meri-board-cut = { $karuta } ({ $cut ->
    [sashi] sashi: a trump
    [fumi] fumi: answers it
   *[ori] ori: one more
})
meri-board-trick-over = Trick { $number }: { $plays } → **{ $sign } takes it**
meri-board-tricks-before = -# … { $tricks } { $tricks ->
    [one] trick
   *[other] tricks
} before
meri-board-first-meri = 🔔 **Meri:** { $sign } leads a trump. All cards are played face up, and everybody who holds a trump must play one{ $free ->
    [sun] , unless the Sun was their only trump from the start
   *[nobody] {""}
}. A meri makes no yaku.{ $then ->
    [monchi] {" "}From the next trick on, *monchi* applies: you must follow suit.
   *[over] {""}
}
meri-board-another-meri = 🔔 **Meri:** { $sign } leads a trump; everybody who holds one must play one.
meri-board-monchi-begins = ⛩️ **Monchi**, from now until the end of the round: { $suit } were led, so if you hold any, play one of them or a trump.
meri-board-monchi = ⛩️ *Monchi:* follow { $suit }, or play a trump.

## Yaku
meri-board-yaku-name = { $yaku ->
    [sun_over_un] Sun over Un
    [un_over_sota] Un over Sota
    [sota_over_robai] Sota over Robai
    [robai_over_rei] Robai over Rei
    [two_over_one] 2 over 1
   *[eight_over_nine] 8 over 9
}
meri-board-yaku = ✨ **Yaku, { $name }:** { $sign } took the trick with { $winning } and caught { $beaten } of { $beaten_sign }, an opponent. { $worth }
meri-board-yaku-worth = { $team } gains { $value } ko, and the other team loses { $value }{ $why ->
    [last] {""} (the last trick counts more)
    [hidden] {""} (the robai was hidden)
   *[usual] {""}
}.
meri-board-yaku-worth-unknown = The ko go to { $team }; how many will be shown once the trump's Robai has been seen.

## What a round came to
meri-board-won-round = 🏁 **Round { $round }: { $team } wins by { $diff }.**
meri-board-count = Tricks { $tricks_a }–{ $tricks_b }{ $yaku } (A to B).
meri-board-count-yaku = , yaku { $yaku }, counted { $final_a } to { $final_b }
meri-board-robai-was = { $how ->
    [kakushi] { $robai } was held and not called: *hidden robai*.
    [neta] { $robai } slept in the two cards left over (*neta*).
   *[kikkaburi] { $robai } was the okie itself (*kikkaburi*).
}
meri-board-kiri-stands = { $team ->
    [none] The kiri is level
   *[other] { $team } leads the kiri by { $ahead }
}, { $left ->
    [one] 1 round
   *[other] { $left } rounds
} to go.
meri-board-kiri-level = The kiri is level after its eight rounds: an extra round decides it.
meri-board-kiri-won = 🏅 **{ $team } wins the kiri by { $ahead }.**
meri-sheet-kiri = **{ $length ->
    [hitokiri] The kiri
    [hitoshobu] Kiri { $kiri }
   *[honshobu] Shōbu { $shobu }, kiri { $kiri }
}:** { $team } by { $ahead } · { $rounds }
meri-board-shobu-won = 🎖️ **{ $team } wins the hitoshōbu.**
meri-board-kiri-count = Kiri won: A { $kiri_a }, B { $kiri_b }.
meri-board-shobu-count = Shōbu won: A { $shobu_a }, B { $shobu_b }.
meri-board-match-won = 🏆 **{ $team } wins the match.**
meri-board-final-place = **{ $place }.** { $sign } { $who } · { $won } { $length ->
    [hitoshobu] kiri
    [honshobu] shōbu
   *[other] { $won ->
        [one] point
       *[other] points
    }
}{ $outcome ->
    [won] {" "}· **won**
   *[other] {""}
}
meri-finest = ✨ **Finest trick{ $round ->
    [last] {" "}of the last round
   *[only] {""}
}:** { $told }

## Alt texts
meri-board-alt = The table in round { $round }. Trump is { $trump }, the okie is { $okie }. { $dealer } dealt.
meri-board-alt-rounds = Rounds of the kiri: { $rounds }.
meri-board-alt-undealt = The table before the first deal.
meri-board-alt-team = { $team }, { $ko } { $ko ->
    [one] trick
   *[other] tricks
}{ $standing }: { $seats }.
meri-board-alt-standing = { $length ->
    [hitomaki] {""}
    [hitokiri] , kiri { $sum }
    [hitoshobu] , won { $kiri } kiri, this one { $sum }
   *[honshobu] , won { $shobu } shōbu and { $kiri } kiri, this one { $sum }
}
meri-board-alt-robau = Everybody is asked whether the round may begin.
meri-board-alt-trick = Trick { $number }, in the order of play: { $plays }.
meri-board-alt-play = { $sign } { $karuta }
meri-board-alt-face-down = a trump face down
meri-board-alt-called = { $sign } called robatta.
meri-board-alt-monchi = Suits must be followed.
meri-board-alt-yaku = Yaku: { $yaku }.
meri-board-alt-made = { $name } for { $team }, { $value } ko
meri-board-alt-made-untold = { $name } for { $team }
meri-board-alt-pile = Out of play: { $karuta }.
meri-board-alt-turned = Trick { $number } turned up, in the order of play: { $plays }.
meri-board-alt-winners = The tricks went to { $winners }.
meri-board-alt-winner = { $sign } ({ $number })
meri-board-alt-taken = Trick { $number } went to { $sign } with { $karuta }.
meri-board-alt-result = Round { $round } is over: { $team } wins by { $diff }, counted { $final_a } to { $final_b } for teams A and B.
meri-alt-shown = Shown: trick { $number }{ $round ->
    [last] {" "}of the last round
   *[only] {""}
}, which { $sign } took with { $winning }{ $how ->
    [yaku] {" "}and in which they caught { $others }
   *[trick] , beside { $others }
}.
