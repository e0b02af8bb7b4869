# English: the panel of Hachinin-meri. Every id here is a function in src/discord/pages/meri/sentences.rs.

## What to do
meri-do-robau = **Robau (ロバう):** press **Ready** to begin. Whoever holds { $robai }, the Robai of the trump suit, finds **Robatta** (ロバった) beside it: a call that takes the okie (オキエ) { $okie } and leads the first trick. If nobody calls, the dealer { $dealer } does both.
    -# Nobody sees who could call, or who is ready.
meri-robau-hidden = -# A Robai kept hidden (kakushi-robai 隠しロバイ) makes { $which ->
    [all] every yaku of the round
   *[robai] every yaku with it
} worth { $worth } ko.
meri-ready = ✅ **You are ready.** Nobody sees who else is. The first trick begins when everybody is, or when somebody calls **Robatta**.
meri-taken = { $sign } { $who } { $how ->
    [called] called **Robatta**, takes
    [neta] deals, and the trump's Robai sleeps among the two left over (neta 寝た): the dealer takes
    [kikkaburi] deals, and the okie is the trump's Robai itself (kikkaburi キッカブリ): the dealer takes
   *[dealer] deals, and nobody called: the dealer takes
} the okie { $okie } and leads the first trick.
meri-do-uchidashi = You took the okie { $okie } and begin (uchidashi 打ち出し). First press the karuta you **lead**, then the one you **lay away**.
meri-lead-plain = Trumps are dimmed: the first trick is not led with one.
meri-lead-only = It must be { $karuta }, your only plain one: the first trick is not led with a trump.
meri-lead-all-trumps = All ten are trumps, so any may be led. Everybody must then give a trump, face up: that is a meri (メリ).
meri-do-away = You lead **{ $lead }**. Now press the karuta you lay away: it is out of this round, and { $seen ->
    [all] everybody sees it.
   *[you] only you know it.
} Nothing is played before that.
meri-played = You played { $karuta }{ $how ->
    [down] , face down
   *[up] {""}
}. The table shows how the trick goes on.
meri-do-lead = You lead: any karuta. A trump makes it a **meri (メリ)**: everybody must give a trump, face up, and from then on suits are followed.
meri-do-lead-in-monchi = You lead: any karuta. To a plain one suits are followed (monchi モンチ), to a trump everybody must give a trump (meri メリ).
meri-do-free = { $suit } were led: play any karuta. Trumps go face down.
meri-do-follow = Monchi (モンチ): follow with { $suit }, or play a trump, face down.{ $barred ->
    [some] {" "}The dimmed ones do neither.
   *[none] {""}
}
meri-do-follow-free = Monchi (モンチ), but you have no { $suit }: play any karuta. Trumps go face down.
meri-do-meri = Meri (メリ): a trump was led, so give a trump, { $trump } or tenka.{ $barred ->
    [some] {" "}The dimmed ones are no trumps.
   *[none] {""}
}
meri-do-meri-free = Meri (メリ): a trump was led, but you have none. Play any karuta.
meri-do-meri-exempt = Meri (メリ): a trump was led. From the start the Sun was your only trump (ichimai-zun 1枚ズン): you may keep it, so play any karuta.

## The tricks
meri-trick = In the trick: { $plays }. { $best }
meri-face-down = face down
meri-best = So far { $sign } { $side ->
    [ours] of your team
   *[theirs] of the others
} has it.
meri-best-down = So far the face-down trump of { $sign } { $side ->
    [ours] of your team
   *[theirs] of the others
} has it.
meri-best-of-down = So far one of the { $count } face-down trumps has it.
meri-taken-by = Trick { $number } went to { $sign } { $side ->
    [ours] of your team
   *[theirs] of the others
} with { $karuta }.
meri-yaku = ✨ **Yaku: { $winning } over { $beaten }.** { $side ->
    [ours] Your team took the trick with { $winning } and caught { $beaten }, which the others had played:
   *[theirs] The others took the trick with { $winning } and caught { $beaten }, which your team had played:
}
meri-yaku-moves = { $side ->
    [ours] **{ $ko } ko go from them to you**
   *[theirs] **{ $ko } ko go from you to them**
}{ $why ->
    [last] {" "}(the last trick, mochiawase 持ち合わせ, counts more).
    [hidden] {" "}(the Robai was hidden, so it counts more).
   *[usual] .
}
meri-yaku-untold = how many ko that moves is told later, for now it would show where the Robai is.
meri-trick-play = { $took ->
    [took] **{ $number }. { $play }**
   *[not] { $number }. { $play }
}{ $cut }
meri-cut = {" "}· { $cut ->
    [sashi] sashi (サシ), the first trump
    [fumi] fumi (フミ), the other team's answer
   *[ori] ori (オリ), one more
}

## How it stands
meri-trump = Trump (e エ): **{ $suit }**{ $kind ->
    [pao] , okie { $okie }.
   *[other] , okie { $okie }; { $tenka } is always one.
}
meri-ko = { $tricks ->
    [one] After 1 trick
   *[other] After { $tricks } of 9 tricks
}: ko (コ) **{ $ours }** for your team, **{ $theirs }** for the others
meri-ko-moved = { $side ->
    [ours] and { $ko } more moved to you by yaku
   *[theirs] and { $ko } more moved to them by yaku
}
meri-team = -# You are { $sign }, { $team }, with { $partners } against { $others }.
meri-round-over = ## Round { $round } is over
meri-total-ko = Tricks: { $ours } for your team, { $theirs } for the others.
meri-total = { $yaku ->
    [none] {""}
   *[some] With the yaku { $ours } to { $theirs }:{" "}
}{ $side ->
    [ours] **Your team wins the round by { $points }.**
   *[theirs] **The others win the round by { $points }.**
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
    [ours] your team leads by **{ $ahead }**.
    [theirs] the others lead by **{ $ahead }**.
    [decider] it stands level: one more round decides it.
   *[level] it stands level.
}
meri-kiri-won = Kiri won: { $ours } to { $theirs }.
meri-shobu-won = Hitoshōbu (ひと勝負) won: { $ours } to { $theirs }.

## Pages
meri-order-title = ## Trumps: { $suit }
    The best first:
meri-order-marks = -# **Bold**, on blue in the picture: yours. ~~Struck out~~, dimmed in the picture: out of this round, as everybody has seen.
meri-order-tenka = -# { $tenka }, tenka (テンカ), is the fourth-best trump whatever suit is trump.
meri-order-plain = Plain { $signs }, the best first: { $ranks }{ $robai ->
    [low] {" "}(its Robai is ippon-han 一本半, between 2 and 1)
   *[other] {""}
}
meri-order-yaku = { $winning } over { $beaten }
meri-order-yakus = **Yaku:** take a plain-led trick with the one while the other team plays the other: { $yaku }. Each moves { $worth } ko, { $high } in the last trick.
meri-trick-title = ## Trick { $number }

## Buttons
button-ready = Ready
button-robatta = Robatta
button-trump-order = Trumps
button-last-trick = Last trick
button-trick = Trick { $number }

## Alt texts
meri-alt-rack = Your rack, { $count } karuta.
meri-alt-trump = Trump: { $suit }.
meri-alt-trumps = Trumps: { $karuta }.
meri-alt-plain = Plain: { $karuta }.
meri-alt-row = From left to right: { $karuta }.
meri-alt-barred = Not to be played now: { $karuta }.
meri-alt-order = The trumps, the best first, while { $suit } are trump: { $karuta }.
meri-alt-order-own = Yours: { $karuta }.
meri-alt-order-gone = Out of this round: { $karuta }.
meri-alt-trick = The trick in the order of play: { $plays }. { $who } took it.
meri-alt-play = { $sign } { $karuta }
