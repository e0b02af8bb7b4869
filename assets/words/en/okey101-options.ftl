# English: the house rules of Okey 101. Every id here is a function in src/discord/okey101/option_sentences.rs.

okey101-wrong-seats = Okey 101 is for two, three or four, not for { $seats }.
okey101-rules-short = { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}; open with { $points } { $points ->
    [one] point
   *[other] points
} or { $pairs } { $pairs ->
    [one] double
   *[other] doubles
}; the fewest points win.

## What each option is about
okey101-about-rounds = Rounds
okey101-about-teams = Partners
okey101-about-penalties = Slips and penalties
okey101-about-open-min = Points to open
okey101-about-pairs-min = Doubles to open
okey101-about-raising-open = Raising the opening
okey101-about-joker-swap = Okeys on the table
okey101-about-elden = Opening and finishing in one turn
okey101-about-series-lay-pairs = Doubles after sets and runs
okey101-about-layoff-limit = Laying off after doubles
okey101-about-unopened = Not having opened
okey101-about-penalty-amount = What a penalty costs
okey101-about-joker-leftover = What an okey left counts
okey101-about-joker-held = Penalty for okeys left
okey101-about-joker-unopened = Okeys left without opening
okey101-about-exhaustion = The empty stock
okey101-about-starter = Who begins
okey101-about-deal = The deal

## What each value means
okey101-rounds = The game has { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}
okey101-teams-no = Everybody plays alone
okey101-teams-yes = Opposite seats are partners, and their points are added up
okey101-penalties-assisted = Slips are refused, and a discard that costs points is asked about
okey101-penalties-strict = Slips cost points, and nobody is asked before
okey101-open-min = Sets and runs open with { $points } { $points ->
    [one] point
   *[other] points
}
okey101-pairs-min = Doubles open with { $pairs } of them
okey101-raising-no = Every opening of a round needs the same
okey101-raising-yes = Each opening of a round must beat those before it
okey101-swap-no = An okey on the table stays there
okey101-swap-yes = An okey on the table may be exchanged for the tile it stands for
okey101-elden-full = Opening and finishing in one turn needs as many points as any opening
okey101-elden-low = Who finishes in the turn of the first opening may open with fewer points
okey101-series-pairs-never = Who opened with sets and runs lays no doubles
okey101-series-pairs-if-opened = Once somebody opened with doubles, all who opened may lay doubles
okey101-layoff-free = Who opened with doubles lays off as many tiles as they like
okey101-layoff-most = Who opened with doubles lays off at most { $tiles } { $tiles ->
    [one] tile
   *[other] tiles
} a turn
okey101-unopened = Who has not opened pays { $points } { $points ->
    [one] point
   *[other] points
}
okey101-penalty-costs = Each penalty costs { $points } { $points ->
    [one] point
   *[other] points
}
okey101-leftover-face = An okey left on a rack counts its number
okey101-leftover-zero = An okey left on a rack counts nothing
okey101-held-per-hand = Okeys left on a rack are one penalty together
okey101-held-per-joker = Each okey left on a rack is a penalty
okey101-held-opened-only = Okeys left are a penalty only for who has opened
okey101-held-unopened-too = Okeys left are a penalty also for who has not opened
okey101-exhaustion-last-discard = The round ends with the discard after the last draw
okey101-exhaustion-next-may-take = On an empty stock discards can still be taken; passing ends the round
okey101-starter-dealer = The dealer has 22 tiles and begins
okey101-starter-right = The seat at the dealer's right has 22 tiles and begins
okey101-deal-simple = Dealt from one heap, without dice
okey101-deal-stacks7 = Dealt from stacks of seven, with dice
