# English: the house rules of Okey 101, found by the names of options (src/discord/option_words.rs).

option-okey101-seats = Okey 101 is for two, three or four, not for { $seats }.
option-okey101-short = { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}; open with { $open_min } { $open_min ->
    [one] point
   *[other] points
} or { $pairs_min } { $pairs_min ->
    [one] double
   *[other] doubles
}; the fewest points win.

option-okey101-rounds = Rounds
    .number = The game has { $number } { $number ->
        [one] round
       *[other] rounds
    }
option-okey101-teams = Partners
    .false = Everybody plays alone
    .true = Opposite seats are partners, and their points are added up
    .seats = Partners need four seats; this table has { $seats }.
option-okey101-penalties = Slips and penalties
    .assisted = Slips are refused, and a discard that costs points is asked about
    .strict = Slips cost points, and nobody is asked before
option-okey101-joker_swap = Okeys on the table
    .false = An okey on the table stays there
    .true = An okey on the table may be exchanged for the tile it stands for
option-okey101-raising_open = Raising the opening
    .false = Every opening of a round needs the same
    .true = Each opening of a round must beat those before it
option-okey101-open_min = Points to open
    .number = Sets and runs open with { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey101-pairs_min = Doubles to open
    .number = Doubles open with { $number } of them
option-okey101-elden_needs_101 = Opening and finishing in one turn
    .true = Opening and finishing in one turn needs as many points as any opening
    .false = Who finishes in the turn of the first opening may open with fewer points
option-okey101-series_lay_pairs = Doubles after sets and runs
    .never = Who opened with sets and runs lays no doubles
    .if_pairs_opened = Once somebody opened with doubles, all who opened may lay doubles
option-okey101-pairs_layoff_limit = Laying off after doubles
    .number =
        { $number ->
            [0] Who opened with doubles lays off as many tiles as they like
            [one] Who opened with doubles lays off at most { $number } tile a turn
           *[other] Who opened with doubles lays off at most { $number } tiles a turn
        }
option-okey101-unopened_penalty = Not having opened
    .number = Who has not opened pays { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey101-penalty_amount = What a penalty costs
    .number = Each penalty costs { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey101-joker_leftover = What an okey left counts
    .face = An okey left on a rack counts its number
    .zero = An okey left on a rack counts nothing
option-okey101-joker_held = Penalty for okeys left
    .per_hand = Okeys left on a rack are one penalty together
    .per_joker = Each okey left on a rack is a penalty
option-okey101-joker_held_unopened = Okeys left without opening
    .false = Okeys left are a penalty only for who has opened
    .true = Okeys left are a penalty also for who has not opened
option-okey101-exhaustion = The empty stock
    .after_last_discard = The round ends with the discard after the last draw
    .next_may_take = On an empty stock discards can still be taken; passing ends the round
option-okey101-starter = Who begins
    .dealer = The dealer has 22 tiles and begins
    .right_of_dealer = The seat at the dealer's right has 22 tiles and begins
option-okey101-deal = The deal
    .simple = Dealt from one heap, without dice
    .stacks7 = Dealt from stacks of seven, with dice
