# English: the house rules of Kaluki, found by the names of options (src/discord/speech/option_words.rs).
# "To open" is to lay the first melds of a deal; "to build" is to add cards to a meld; "to call up" is to get rid of all cards.

## Commands (1 to 100 characters each)
command-kaluki = Open a table of Kaluki here
command-kaluki-preset-choice-0 = sheet (a match to the last player, for a pool of units)
command-kaluki-preset-choice-1 = low_stakes (the same; the pool and buying in cost less)
command-kaluki-preset-choice-2 = five_deals (five deals, nobody is out)
command-kaluki-preset-choice-3 = single_deal (one deal decides)
command-kaluki-preset-choice-4 = no_units (only penalty points count)
command-kaluki-match_mode = How a match ends (the last player left wins, if you say nothing)
command-kaluki-match_mode-choice-0 = pool (the last player left wins)
command-kaluki-match_mode-choice-1 = fixed_deals:3 (three deals, fewest penalty points win)
command-kaluki-match_mode-choice-2 = fixed_deals:5 (five deals, fewest penalty points win)
command-kaluki-match_mode-choice-3 = fixed_deals:10 (ten deals, fewest penalty points win)
command-kaluki-match_mode-choice-4 = single_deal (one deal decides)
command-kaluki-penalty_limit = Whoever has more penalty points is out (150 if you say nothing; fewer make a shorter match)
command-kaluki-initial_min = How many points the first melds must be worth (40 if you say nothing)
command-kaluki-buy_in = Whether whoever is out may buy in again (yes if you say nothing)
command-kaluki-announce = Who says that somebody has few cards left (the bot if you say nothing)
command-kaluki-announce-choice-0 = auto (the bot says it)
command-kaluki-announce-choice-1 = manual (players press a button in time)
command-kaluki-rules = House rules as name=value, for instance: joker_count=4 ace_low=true

option-kaluki-seats = Kaluki is for two to five, not for { $seats }.
option-kaluki-short = { $match_mode ->
    [fixed_deals] { $number } { $number ->
        [one] deal
       *[other] deals
    }; the fewest penalty points win.
    [single_deal] One deal decides.
   *[pool] The last player left wins; with more than { $penalty_limit } penalty points you are out{ $buy_in ->
        [true] , or buy in
       *[false] {""}
    }.
} { $initial_min ->
    [0] Any meld opens.
    [one] Open with { $initial_min } point.
   *[other] Open with { $initial_min } points.
}{ $stake_call_up ->
    [0] {""}
    [one] {" "}Call-up: { $stake_call_up } unit from each loser.
   *[other] {" "}Call-up: { $stake_call_up } units from each loser.
}{ $stake_kaluki ->
    [0] {""}
   *[other] {" "}Kaluki: { $stake_kaluki } from each.
}{ $match_mode ->
    [single_deal] {""}
   *[other] { $stake_initial ->
        [0] {""}
       *[other] {" "}Pool: { $stake_initial } from everybody.
    }
}{ $match_mode ->
    [pool] { $buy_in ->
        [true] { $stake_buy_in ->
            [0] {""}
           *[other] {" "}Buying in: { $stake_buy_in }.
        }
       *[false] {""}
    }
   *[other] {""}
}

option-kaluki-stake_call_up = Stake for a call-up
    .number = { $number ->
        [0] A call-up brings no units
        [one] A call-up: each loser pays { $number } unit
       *[other] A call-up: each loser pays { $number } units
    }
option-kaluki-stake_kaluki = Stake for a Kaluki
    .number = { $number ->
        [0] A Kaluki brings no units
        [one] A Kaluki: each loser pays { $number } unit
       *[other] A Kaluki: each loser pays { $number } units
    }
option-kaluki-stake_initial = Stake for the pool
    .number = { $number ->
        [0] Nobody pays into the pool at first
        [one] Everybody pays { $number } unit into the pool
       *[other] Everybody pays { $number } units into the pool
    }
option-kaluki-stake_buy_in = Stake for buying in
    .number = { $number ->
        [0] Buying in costs no units
        [one] Buying in costs { $number } unit
       *[other] Buying in costs { $number } units
    }
option-kaluki-settlement = When the pool is counted
    .final = The pool is counted at the end
    .per_deal = The pool is counted after every deal
option-kaluki-announce = Who announces few cards
    .auto = The bot announces few cards
    .manual = Players announce few cards in time, or cannot win next turn
option-kaluki-announce_at = Which hands are announced
    .number = { $number ->
        [one] Only a last card is announced
       *[other] { $number } cards or fewer are announced
    }
option-kaluki-penalty_limit = Limit of penalty points
    .number = { $number ->
        [one] With more than { $number } penalty point you are out
       *[other] With more than { $number } penalty points you are out
    }
option-kaluki-buy_in = Buying in
    .true = Over the limit you may buy in
    .false = Over the limit you are out for good
option-kaluki-max_buy_ins = How often one buys in
    .number = { $number ->
        [0] Nobody may buy in
        [one] Each player may buy in once
       *[other] Each player may buy in { $number } times
    }
option-kaluki-buy_in_min_survivors = Who must be left to buy in
    .number = One may buy in while { $number } others or more are within the limit
option-kaluki-initial_min = Points to open
    .number = { $number ->
        [0] Any meld opens
        [one] Opening needs { $number } point
       *[other] Opening needs { $number } points
    }
option-kaluki-build_end_limit = Building on a run
    .number = { $number ->
        [0] Any number of cards a turn may go on a run
        [one] { $number } card a turn may go on each end of a run
       *[other] { $number } cards a turn may go on each end of a run
    }
option-kaluki-discard_before_open = Discards before opening
    .if_used = Before opening you take a discard only to open with it
    .never = Before opening only the very first turn takes a discard
option-kaluki-discard_after_open = Discards after opening
    .free = Once open, you take discards freely
    .must_use = Once open, you must lay a discard that you take
    .must_meld = Once open, you must lay a discard that you take in a new meld
option-kaluki-four_card_set_recovery = Jokers in sets of four
    .false = Jokers stay in sets of four
    .true = A card frees a joker of a set of four
option-kaluki-two_joker_recovery = Sets with two jokers
    .two = Two cards free one of a set's two jokers
    .one = One card frees one of a set's two jokers
option-kaluki-one_joker_recovery = Sets with one joker
    .two = Two cards free a set's only joker
    .one = One card frees a set's only joker
option-kaluki-joker_reuse = Freed jokers
    .any = A freed joker may go to any meld
    .new_meld = A freed joker must go into a new meld
option-kaluki-joker_count = Jokers in the pack
    .number = { $number } jokers are in the pack
option-kaluki-joker_penalty = A joker left
    .number = { $number ->
        [one] A joker left costs { $number } point
       *[other] A joker left costs { $number } points
    }
option-kaluki-ace_low = The ace below the 2
    .false = An ace stands only above the king
    .true = Runs may also begin ace, 2, 3
option-kaluki-first_upcard = The first discard
    .true = The deal begins with a discard
    .false = The deal begins without a discard
option-kaluki-deal_style = How cards are dealt
    .single = Cards are dealt one by one
    .packets = Cards are dealt in packets
option-kaluki-kaluki_doubles_penalty = Points after a Kaluki
    .false = A Kaluki leaves the points of hands as they are
    .true = A Kaluki doubles the points of all hands
option-kaluki-call_up_without_discard = The last card
    .false = The last card must be discarded
    .true = The last card may be laid, too, and ends the deal
option-kaluki-reshuffles_max = Reshuffling the discards
    .number = { $number ->
        [0] Discards are not reshuffled
        [one] Discards are reshuffled once a deal
       *[other] Discards are reshuffled { $number } times a deal
    }
option-kaluki-may_return_taken = A card just taken
    .false = A card just taken is not thrown back
    .true = A card just taken may be thrown back
    .with-stall_limit = A card just taken may be thrown back only where turns without a draw are limited (`stall_limit`): else two players could pass one card for ever.
option-kaluki-match_mode = How a match ends
    .pool = The last player left wins
    .fixed_deals = { $number ->
        [one] After { $number } deal the fewest points win
       *[other] After { $number } deals the fewest points win
    }
    .single_deal = One deal decides
option-kaluki-stall_limit = Turns without a draw
    .default = A deal is void after 10 turns for each player without a draw
    .number = { $number ->
        [0] Turns without a draw never void a deal
       *[other] { $number } turns without a draw void a deal
    }
    .seats = The limit of turns without a draw (`stall_limit`) is 0 for none, or at least two turns for each of the { $seats } players.
