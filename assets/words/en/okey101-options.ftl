# English: the house rules of Okey 101, found by the names of options (src/discord/speech/option_words.rs).

option-okey101-seats = Okey 101 is for two, three or four players, not { $seats }.
option-okey101-short = { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}; open with { $open_min } { $open_min ->
    [one] point
   *[other] points
} or { $pairs_min } { $pairs_min ->
    [one] double
   *[other] doubles
}; fewest points win.

option-okey101-rounds = Rounds
    .number = The game has { $number } { $number ->
        [one] round
       *[other] rounds
    }
option-okey101-teams = Partners
    .false = Everybody plays for themselves
    .true = Opposite seats are partners, and their points are added together
    .seats = Partners need four seats; this table has { $seats }.
option-okey101-penalties = Mistakes and penalties
    .assisted = Mistakes are refused, and you are asked before a discard that costs points
    .strict = Mistakes are penalised, without warning
option-okey101-joker_swap = Okeys on the table
    .false = An okey on the table stays there
    .true = An okey on the table may be exchanged for the tile it stands for
option-okey101-raising_open = Raising the opening
    .false = Every opening of a round needs the same points
    .true = Each opening of a round must beat the ones before it
option-okey101-open_min = Points to open
    .number = Sets and runs open with { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey101-pairs_min = Doubles to open
    .number = It takes { $number } { $number ->
        [one] double
       *[other] doubles
    } to open
option-okey101-elden_needs_101 = Opening and finishing in one turn
    .true = Opening and finishing in one turn needs as many points as any opening
    .false = The first to open may do so with fewer points if they finish in the same turn
option-okey101-series_lay_pairs = Doubles after sets and runs
    .never = After opening with sets and runs you can't lay doubles
    .if_pairs_opened = Once somebody has opened with doubles, everybody who has opened may lay doubles
option-okey101-pairs_layoff_limit = Laying off after doubles
    .number =
        { $number ->
            [0] After opening with doubles you may lay off any number of tiles
            [one] After opening with doubles you may lay off { $number } tile per turn
           *[other] After opening with doubles you may lay off { $number } tiles per turn
        }
option-okey101-unopened_penalty = Not having opened
    .number = Not having opened costs { $number } { $number ->
        [one] point
       *[other] points
    }
option-okey101-penalty_amount = What a penalty costs
    .number = { $number ->
        [0] Penalties cost nothing
        [one] Each penalty costs { $number } point
       *[other] Each penalty costs { $number } points
    }
option-okey101-joker_leftover = What a leftover okey counts
    .face = An okey left on a rack counts its number, besides its penalty
    .zero = An okey left on a rack adds no number, only its penalty
option-okey101-joker_held = Penalty for leftover okeys
    .per_hand = Okeys left on a rack count as one penalty together
    .per_joker = Each okey left on a rack is a penalty of its own
option-okey101-joker_held_unopened = Leftover okeys without opening
    .false = Leftover okeys are penalised only if you have opened
    .true = Leftover okeys are penalised even if you have not opened
option-okey101-exhaustion = The empty stock
    .after_last_discard = The round ends with the discard after the last draw
    .next_may_take = When the stock is empty, discards can still be taken; passing ends the round
option-okey101-starter = Who starts
    .dealer = The dealer has 22 tiles and starts
    .right_of_dealer = The player to the dealer's right has 22 tiles and starts
option-okey101-deal = The deal
    .simple = Dealt from one shuffled heap, without dice
    .stacks7 = Dealt from stacks of seven, with dice
