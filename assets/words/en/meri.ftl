# English: the panel of Hachinin-meri. Every id here is a function in src/discord/pages/meri/sentences.rs.

## What to do
meri-do-robau = **Who takes the okie (オキエ) { $okie }?** The player who holds { $robai }, the Robai of the trump suit, may call **Robatta** (ロバった), take it and lead the first trick. If nobody calls, the dealer { $dealer } does both.
meri-robau-own = { $holds ->
    [yes] 🐉 **You hold { $robai }, the dragon of the trump suit.** Press **Robatta** to take { $okie } and lead, or **Ready** to leave both to the dealer and keep your dragon hidden.
    [dealer] 🐉 **You hold { $robai }, the dragon of the trump suit, and you deal:** { $okie } and the lead are yours either way. Press **Robatta** to let everybody know that you have the dragon, or **Ready** to keep it hidden.
   *[no] You don't hold { $robai }: press **Ready**.
}
    -# Nobody sees who could call, or who is ready.
meri-robau-hidden = -# A Robai kept hidden (kakushi-robai 隠しロバイ) makes { $which ->
    [all] every yaku of the round
   *[robai] every yaku with it
} worth { $worth } ko, for either team.
meri-ready = ✅ **You are ready.** Nobody sees who else is. The first trick starts when everybody is ready, or when somebody calls **Robatta**.
meri-taken = { $sign } { $who } { $how ->
    [called] called **Robatta**, takes
    [neta] deals, and the trump's Robai sleeps among the two left over (neta 寝た): the dealer takes
    [kikkaburi] deals, and the okie is the trump's Robai itself (kikkaburi キッカブリ): the dealer takes
   *[dealer] deals, and nobody called: the dealer takes
} the okie { $okie } and leads the first trick.
meri-do-uchidashi = You took the okie { $okie } and lead first (uchidashi 打ち出し). First press the card you **lead**, then the one you **lay away**.
meri-lead-plain = Trumps are dimmed: you can't lead the first trick with one.
meri-lead-only = It must be { $karuta }, your only plain card: you can't lead the first trick with a trump.
meri-lead-all-trumps = All ten are trumps, so you may lead any of them. Everybody who has a trump must then play one, face up: that is a meri (メリ).
meri-do-away = You lead **{ $lead }**. Now press the card you **lay away**: it is out of this round, and { $seen ->
    [all] everybody sees it.
   *[you] only you know it.
} Nothing is played until then.
meri-played = Your card in trick { $trick }: { $karuta }{ $how ->
    [down] , played face down
   *[up] {""}
}. The table shows how it goes on.
meri-do-lead = You lead: press any card. A trump makes it a **meri (メリ)**: everybody who has a trump must play one, face up, and from the next trick on, suits must be followed (monchi モンチ).
meri-do-lead-in-monchi = You lead: press any card. If it is plain, the others must follow suit or trump (monchi モンチ); if it is a trump, they must play trumps (meri メリ).
meri-do-lead-last = You lead: press your last card.
meri-do-free = { $suit } were led: press any card. A trump goes face down until all eight have played.
meri-do-follow = Monchi (モンチ): { $suit } were led. Press a card of that suit, or a trump, which goes face down.{ $barred ->
    [some] {" "}The dimmed ones are neither.
   *[none] {""}
}
meri-do-follow-free = Monchi (モンチ): { $suit } were led, but you have none. Press any card. A trump goes face down.
meri-do-meri = Meri (メリ): a trump was led, so press a trump: { $trump }{ $kind ->
    [pao] {""}
   *[other] , or { $tenka }
}.{ $barred ->
    [some] {" "}The dimmed ones are not trumps.
   *[none] {""}
}
meri-do-meri-free = Meri (メリ): a trump was led, but you have none. Press any card: it cannot take the trick.
meri-do-meri-exempt = Meri (メリ): a trump was led. The Sun was your only trump from the start (ichimai-zun 1枚ズン), so you may keep it: press any card.

## The tricks
meri-trick = Played so far: { $plays }. { $best }
meri-face-down = face down
meri-best = { $sign } { $side ->
    [ours] (your team)
    [a] (Team A)
    [b] (Team B)
   *[theirs] (the other team)
} is winning.
meri-best-down = The face-down trump of { $sign } { $side ->
    [ours] (your team)
    [a] (Team A)
    [b] (Team B)
   *[theirs] (the other team)
} is winning.
meri-best-of-down = One of the { $count } face-down trumps is winning.
meri-taken-by = Trick { $number } went to { $side ->
    [you] you
    [ours] { $sign } (your team)
    [a] { $sign } (Team A)
    [b] { $sign } (Team B)
   *[theirs] { $sign } (the other team)
} with { $karuta }.
meri-yaku = ✨ **Yaku: { $winning } over { $beaten }.** { $side ->
    [ours] Your team took the trick with { $winning } and caught { $beaten }, which the other team had played:
    [a] Team A took the trick with { $winning } and caught { $beaten }, which Team B had played:
    [b] Team B took the trick with { $winning } and caught { $beaten }, which Team A had played:
   *[theirs] The other team took the trick with { $winning } and caught { $beaten }, which your team had played:
}
meri-yaku-moves = { $side ->
    [ours] **{ $ko } ko { $ko ->
        [one] goes
       *[other] go
    } from them to you**
    [a] **{ $ko } ko { $ko ->
        [one] goes
       *[other] go
    } from Team B to Team A**
    [b] **{ $ko } ko { $ko ->
        [one] goes
       *[other] go
    } from Team A to Team B**
   *[theirs] **{ $ko } ko { $ko ->
        [one] goes
       *[other] go
    } from you to them**
}{ $why ->
    [last] {" "}(the last trick, mochiawase 持ち合わせ, counts more).
    [hidden] {" "}(the Robai was hidden, so it counts more).
   *[usual] .
}
meri-yaku-untold = how many ko that moves is shown later; for now it would give away where the Robai is.
meri-trick-play = { $took ->
    [took] **{ $number }. { $play }**
   *[not] { $number }. { $play }
}{ $cut }
meri-cut = {" "}· { $cut ->
    [sashi] sashi (サシ), a trump before any from the other team
    [fumi] fumi (フミ), the other team's answer
   *[ori] ori (オリ), one more
}

## How it stands
meri-trump = Trump (e エ): **{ $suit }**{ $kind ->
    [pao] , okie { $okie }.
   *[other] , okie { $okie }; { $tenka } is always one.
}
meri-ko = { $tricks ->
    [one] After 1 of 9 tricks (ko コ)
   *[other] After { $tricks } of 9 tricks (ko コ)
}: **{ $ours }** for your team, **{ $theirs }** for theirs
meri-ko-moved = { $side ->
    [ours] and { $ko } more moved to you by yaku
   *[theirs] and { $ko } more moved to them by yaku
}
meri-ko-untold = what the yaku move is shown later
meri-laid-away = -# Laid away: { $karuta }. It is out of this round.
meri-team = -# You are { $sign }, { $team }, with { $partners } against { $others }.
meri-round-over = ## Round { $round } is over
meri-total-ko = Tricks: { $ours } for your team, { $theirs } for theirs.
meri-total = { $yaku ->
    [none] {""}
   *[some] With the yaku { $ours } to { $theirs }:{" "}
}{ $side ->
    [ours] **Your team wins the round by { $points }.**
   *[theirs] **The other team wins the round by { $points }.**
}
meri-robau-was = -# { $robau ->
    [robatta] Robatta: the holder of the Robai called.
    [kakushi] Kakushi-robai (隠しロバイ): somebody held the Robai and did not call.
    [neta] Neta (寝た): the Robai lay among the two that were not dealt.
   *[kikkaburi] Kikkaburi (キッカブリ): the okie was the Robai itself.
}
meri-kiri = Kiri (きり): { $rounds ->
    [one] after 1 round
   *[other] after { $rounds } rounds
} of { $of } { $side ->
    [ours] your team { $stage ->
        [over] has won it
       *[open] leads
    } by **{ $ahead }**.
    [theirs] the other team { $stage ->
        [over] has won it
       *[open] leads
    } by **{ $ahead }**.
    [decider] it is level: one more round decides it.
   *[level] it is level.
}
meri-kiri-won = Kiri won: { $ours } to { $theirs }.
meri-shobu-won = Hitoshōbu (ひと勝負) won: { $ours } to { $theirs }.

## Pages
meri-order-title = ## Trumps: { $suit }
    Best first:
meri-order-marks = -# { $rack ->
    [own] **Bold** (on blue in the picture): yours.{" "}
   *[none] {""}
}~~Struck out~~ (dimmed in the picture): gone this round, as everybody has seen.
meri-order-tenka = -# { $tenka } (テンカ) is the fourth-best trump whatever suit is trump.
meri-order-plain = Plain { $signs }, best first: { $ranks }{ $robai ->
    [low] {" "}(its Robai is ippon-han 一本半, between 2 and 1)
   *[other] {""}
}
meri-order-yaku = { $winning } over { $beaten }
meri-order-yakus = **Yaku (ヤク):** take a trick led with a plain card, using the first while the other team plays the second: { $yaku }. Each moves { $worth } ko{ $more ->
    [never] {""}
    [robai] , { $high } in the last trick, or with a Robai that was held and not called
    [all] , { $high } in the last trick, or if the Robai was held and not called
   *[last] , { $high } in the last trick
}.{ $upper ->
    [needed] {" "}It counts only while a trump above the winning one is in play; Sun over Un always does.
   *[free] {""}
}
meri-trick-title = ## Trick { $number }

## Buttons
button-ready = Ready
button-robatta = Robatta
button-trump-order = Trumps
button-last-trick = Last trick
button-trick = Trick { $number }

## Alt texts
meri-alt-rack = Your rack, { $count } { $count ->
    [one] card
   *[other] cards
}.
meri-alt-trump = Trump: { $suit }. The okie is { $okie }.
meri-alt-trumps = Trumps: { $karuta }.
meri-alt-plain = Plain: { $karuta }.
meri-alt-row = From left to right: { $karuta }.
meri-alt-barred = Not to be played now: { $karuta }.
meri-alt-order = The trumps, the best first, while { $suit } are trump: { $karuta }.
meri-alt-order-own = Yours: { $karuta }.
meri-alt-order-gone = Out of this round: { $karuta }.
meri-alt-trick = The trick in order of play: { $plays }. { $who } took it.
meri-alt-play = { $sign } { $karuta }
